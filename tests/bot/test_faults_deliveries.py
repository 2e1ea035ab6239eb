"""Whatever goes wrong between the bot and Discord: everybody learns what concerns them, and learns it once."""

from typing import Any

import pytest

from tests.bot.harbour import Harbour
from tests.bot.tables import Table, lobby, tavern, tool, words

CHANNEL_SEND = "/channels/*/messages"
EDIT = "/channels/*/messages/*"
NEW_DM = "/users/@me/channels"
CLOSED = ((403, 50007), (403, 50278))


# -- closed direct messages --------------------------------------------------------------------------------------------


async def test_closed_direct_messages_never_hold_up_a_game(harbour: Harbour) -> None:
    """Whose direct messages are closed is mentioned in the channel, at the start and at every turn; /status says so."""
    for name in ("Ana", "Ben", "Chie"):
        harbour.user(name).close_dms()
    table = await Table.of(harbour)
    for turn in range(6):
        asked = await table.asked()
        assert table.rings(asked) == 1 + turn // 3
        assert not asked.dms()
        status = await asked.slash("status")
        assert words("bot.status.dm_closed") in status.text
        assert words("bot.status.told.mention") in status.text
        await table.pass_turn()


async def test_a_closed_direct_message_is_not_tried_in_vain_at_every_turn(harbour: Harbour) -> None:
    """The bot remembers whose direct messages are closed, until that person does something or changes the setting."""
    table = await Table.of(harbour)
    asked = await table.asked()
    await table.pass_turn()
    asked.close_dms()
    await table.pass_turns(2)
    assert table.rings(asked) == 1
    asked.open_dms()
    before = len(asked.dms())
    await table.pass_turns(3)
    assert len(asked.dms()) == before
    assert table.rings(asked) == 2
    await table.pass_turn()
    await table.pass_turns(2)
    assert len(asked.dms()) == before + 1
    assert table.rings(asked) == 2


async def test_a_game_ends_though_nobody_can_be_written_to(harbour: Harbour) -> None:
    """A refused direct message at the end of a game costs nobody the result, which stands in the channel once."""
    table = await Table.of(harbour, "Ana", "Ben")
    for status, code in CLOSED:
        harbour.fail("POST", NEW_DM, status=status, code=code)
    await table.play_out()
    assert len([m for m in harbour.channel_messages() if words("bot.result.title") in m.text]) == 1
    status_now = await harbour.user("Ana").slash("status")
    assert words("bot.status.over") in status_now.text


async def test_who_closes_direct_messages_in_mid_game_can_leave_and_play_elsewhere(harbour: Harbour) -> None:
    """Closing direct messages breaks no game and locks nobody in: they can resign and join the next table."""
    table = await Table.of(harbour)
    asked = await table.asked()
    other, _ = await table.waiting()
    asked.close_dms()
    await table.pass_turn()
    await asked.click((await asked.slash("resign")).post, tool("resign"))
    assert words("desk.resigned") in table.said
    elsewhere = harbour.create_channel("elsewhere")
    second = await Table.of(harbour, other.name, asked.name, where=elsewhere)
    assert "Takara Island" in (await asked.slash("games")).text
    for _ in range(2):
        await second.pass_turn()
    await table.pass_turn()


async def test_who_leaves_while_being_told_stops_nobody(harbour: Harbour, monkeypatch: pytest.MonkeyPatch) -> None:
    """A player who leaves the server between a move and the message about it hurts no one; the stand-in plays on."""
    table = await Table.of(harbour)
    gone = harbour.app.members.gone
    left: list[str] = []

    async def leaves_after_the_look(look: Any, person: int) -> bool:
        found = await gone(look, person)
        if not left:
            leaver = next(one for one in table.people if one.id == person)
            left.append(leaver.name)
            leaver.leaves()
        return found

    monkeypatch.setattr(harbour.app.members, "gone", leaves_after_the_look)
    await table.pass_turn()
    assert left
    witness = next(person for person in table.people if person.name not in left)
    await harbour.skip(minutes=10)
    await witness.slash("board")
    assert words("desk.left", who=left[0]) in table.said
    assert (await table.asked()).name not in left
    await table.pass_turn()


# -- ends and restarts -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("applied", [False, True], ids=["before", "after"])
@pytest.mark.parametrize("moment", ["board", "letter", "edit"])
async def test_an_end_between_a_move_and_its_messages_loses_none_and_repeats_none(
    harbour: Harbour, moment: str, applied: bool
) -> None:
    """If the bot dies after a move, before or after anybody was told, everybody is told once when it starts again."""
    table = await Table.of(harbour)
    asked, following = await table.asked(), await table.next()
    before = table.told()
    method, path = {
        "board": ("POST", f"/channels/{harbour.channel.id}/messages"),
        "letter": ("POST", f"/channels/{following.dm.id}/messages"),
        "edit": ("PATCH", f"/channels/{harbour.channel.id}/messages/{table.board.id}"),
    }[moment]
    harbour.die_at(method, path, applied=applied)
    await asked.click(table.board, tavern, unanswered=True)
    assert harbour.dead
    await harbour.restart(hard=True)
    await harbour.pass_time(minutes=2)
    assert await table.asked() is following
    now = table.told()
    assert now["channel"] == before["channel"] + 1
    assert now[following.name] == before[following.name] + 1
    await table.pass_turn()
    after = table.told()
    assert after["channel"] == now["channel"] + 1
    assert len([m for m in harbour.channel_messages() if m.controls]) == 1


@pytest.mark.parametrize("moment", ["board", "letter"])
async def test_a_long_sleep_after_a_message_went_out_repeats_it_not(harbour: Harbour, moment: str) -> None:
    """If the bot dies right after telling somebody and starts again only hours later, nobody is told a second time."""
    table = await Table.of(harbour)
    asked, following = await table.asked(), await table.next()
    before = table.told()
    channel = harbour.channel.id if moment == "board" else following.dm.id
    harbour.die_at("POST", f"/channels/{channel}/messages", applied=True)
    await asked.click(table.board, tavern, unanswered=True)
    await harbour.kill()
    await harbour.skip(hours=5)
    await harbour.start()
    await harbour.pass_time(minutes=2)
    now = table.told()
    assert now["channel"] == before["channel"] + 1
    assert now[following.name] == before[following.name] + 1
    await table.pass_turn()
    assert len([m for m in harbour.channel_messages() if m.controls]) == 1


async def test_restarts_tell_nobody_anything_again(harbour: Harbour) -> None:
    """However often the bot is restarted, nobody who waits is told a second time, and no board is posted again."""
    table = await Table.of(harbour)
    await table.pass_turn()
    before = table.told()
    for n in range(5):
        await harbour.restart(hard=n % 2 == 0)
        await harbour.pass_time(seconds=90)
    assert table.told() == before


async def test_reconnecting_tells_nobody_anything_again(harbour: Harbour) -> None:
    """However often the connection is lost, the bot works once: one board and one message at the next turn."""
    table = await Table.of(harbour)
    before = table.told()
    for _ in range(3):
        await harbour.reconnect()
        await harbour.pass_time(seconds=30)
    assert table.told() == before
    await table.pass_turn()
    following = await table.asked()
    now = table.told()
    assert now["channel"] == before["channel"] + 1
    assert now[following.name] == before[following.name] + 1


# -- refusals and broken lines -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("status", "code"), [(429, 0), (500, 0), (502, 0), (503, 0)], ids=["too fast", "500", "502", "503"]
)
async def test_what_discord_refuses_for_a_while_is_told_later_and_once(
    harbour: Harbour, status: int, code: int
) -> None:
    """While Discord refuses everything, moves are kept; when it recovers, board and message come, once each."""
    table = await Table.of(harbour)
    asked, before = await table.asked(), table.told()
    harbour.fail("POST", CHANNEL_SEND, status=status, code=code, times=2)
    await table.pass_turn()
    following = await table.asked()
    assert following is not asked
    await harbour.pass_time(minutes=5)
    now = table.told()
    assert now["channel"] == before["channel"] + 1
    assert now[following.name] == before[following.name] + 1
    await table.pass_turn()


async def test_an_edit_that_discord_refuses_for_a_while_comes_later(harbour: Harbour) -> None:
    """While Discord refuses edits, moves are kept; when it recovers, the board shows them."""
    table = await Table.of(harbour)
    board = table.board
    harbour.fail("PATCH", f"/channels/*/messages/{board.id}", status=503, times=2)
    await table.dig(1)
    assert table.board.files == board.files
    await harbour.pass_time(minutes=5)
    assert table.board.id == board.id
    assert table.board.files != board.files
    await table.pass_turn()


async def test_a_message_whose_answer_got_lost_is_not_sent_twice(harbour: Harbour) -> None:
    """If a message arrived but the line broke before Discord's answer, it stands there once and can be played on."""
    table = await Table.of(harbour)
    before = table.told()
    harbour.lose_answer("POST", CHANNEL_SEND, times=4)
    await table.pass_turn()
    await harbour.pass_time(minutes=5)
    following = await table.asked()
    now = table.told()
    assert now["channel"] == before["channel"] + 1
    assert now[following.name] == before[following.name] + 1
    assert table.board.controls
    await table.pass_turn()
    assert len([m for m in harbour.channel_messages() if m.controls]) == 1


async def test_an_answer_that_got_lost_does_not_undo_the_move(harbour: Harbour) -> None:
    """A move counts even if its private answer is lost, and the person can ask for it again."""
    table = await Table.of(harbour)
    asked = await table.asked()
    harbour.lose_answer("PATCH", "/webhooks/*")
    await asked.slash("takara tavern", count=2)
    assert await table.asked() is not asked
    harbour.fail("POST", "/webhooks/*", status=500)
    reply = await asked.click(table.board, tool("view"))
    assert len(reply.posts) == 1
    assert words("takara.tavern.done", 2) in (await asked.slash("log")).text
    await table.pass_turn()


async def test_a_line_that_breaks_for_a_moment_is_noticed_by_nobody(harbour: Harbour) -> None:
    """A connection that breaks under an answer or a message costs neither: both come, and once."""
    table = await Table.of(harbour)
    before = table.told()
    harbour.cut("PATCH", "/webhooks/*")
    harbour.cut("POST", CHANNEL_SEND)
    reply = await (await table.asked()).slash("takara tavern", count=2)
    assert words("takara.tavern.done", 2) in reply.text
    following = await table.asked()
    now = table.told()
    assert now["channel"] == before["channel"] + 1
    assert now[following.name] == before[following.name] + 1


@pytest.mark.parametrize(
    ("status", "code"),
    [(400, 30046), (400, 50083), (403, 50005), (401, 50027), (404, 10008)],
    ids=["edited too often", "archived", "not ours", "token ran out", "deleted"],
)
async def test_a_board_that_cannot_be_edited_any_more_is_posted_anew(harbour: Harbour, status: int, code: int) -> None:
    """Where Discord lets a board be edited no more, the move is kept and a fresh board with controls stands below."""
    table = await Table.of(harbour)
    asked, old = await table.asked(), table.board
    await harbour.skip(hours=2)
    harbour.fail("PATCH", f"/channels/{harbour.channel.id}/messages/{old.id}", status=status, code=code, times=1)
    before = await table.position()
    await table.dig(1)
    assert await table.position() != before
    assert table.board.id != old.id
    assert len(harbour.channel_messages()) == 3
    assert not table.rings(asked)
    await (await table.asked()).click(table.board, tavern)
    assert await table.asked() is not asked
    if code in {30046, 50083}:
        assert len([m for m in harbour.channel_messages() if m.controls]) == 1


async def test_a_lobby_card_that_cannot_be_edited_any_more_is_posted_anew(harbour: Harbour) -> None:
    """Where Discord lets a lobby card be edited no more, the seat is kept and a fresh card stands below."""
    ana, ben = harbour.user("Ana"), harbour.user("Ben")
    await ana.slash("newgame", game="takara")
    old = harbour.last()
    harbour.fail("PATCH", EDIT, status=400, code=30046, times=2)
    await ben.click(old, lobby("join"))
    assert harbour.last().id != old.id
    assert "2. Ben" in harbour.last().text
    assert [bool(m.controls) for m in harbour.channel_messages()] == [True, True]
    harbour.fail("PATCH", f"/channels/*/messages/{harbour.last().id}", status=400, code=30046, times=1)
    await ana.click(harbour.last(), lobby("start"))
    assert await harbour.match()
    await harbour.pass_time(minutes=1)
    assert [bool(m.controls) for m in harbour.channel_messages()] == [True, False, True]
