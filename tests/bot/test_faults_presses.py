"""Whatever somebody presses, whenever they press it: it works or says why not, and never moves anything wrongly."""

from datetime import timedelta
from itertools import count
from pathlib import Path

import pytest

from tests.bot.harbour import Harbour, choices_of
from tests.bot.people import Person, Reply
from tests.bot.posts import Control, Post, Wanted
from tests.bot.tables import Gate, Table, lobby, pick, tavern, tool, until, words

UNKNOWN = words("bot.press.unknown")
NOT_YOURS = words("kernel.not_your_turn")
DECIDED = words("kernel.decided_already")
FAULT = words("bot.answer.fault")


def works(reply: Reply) -> Reply:
    """The reply, if the bot knew what was pressed."""
    assert UNKNOWN not in reply.text
    assert FAULT not in reply.text
    return reply


# -- a slow host -------------------------------------------------------------------------------------------------------


async def test_a_slow_database_and_painter_delay_no_acknowledgement(tmp_path: Path) -> None:
    """Whoever presses or types is answered at once, however slow the host is, and the move is made exactly once."""
    gate = Gate()
    async with Harbour(tmp_path, draw=gate.draw) as world:
        table = await Table.of(world)
        asked, coming = await table.asked(), await table.next()
        (other,) = (person for person in table.people if person not in {asked, coming})  # who has no turn to be told of
        gate.stand_before(world.app.desk.db)
        before = table.told()
        board, letter = table.board, asked.dms()[-1]
        gate.close()
        async with world.at_once():
            replies = [
                await asked.click(board, tavern),
                await other.click(board, tool("view")),
                await asked.click(board, tool("undo")),
                await asked.click(letter, tool("why")),
                await other.slash("board"),
                await other.slash("takara dig", tunnel=1),
                await other.slash("newgame", game="takara", where=world.create_channel("other")),
            ]
            await until(lambda: all(reply.acknowledged for reply in replies))
            assert gate.stopped
            gate.open()
        assert all(reply.seconds < 1 for reply in replies)
        assert not [reply.text for reply in replies if FAULT in reply.text]
        log = (await other.slash("log")).text
        assert log.count(words("takara.tavern.done", 2, who=asked, n=2)) == 1
        await world.app.deliver.drain()
        after = table.told()
        following = await table.asked()
        assert after["channel"] == before["channel"] + 1
        assert after[following.name] == before[following.name] + 1


@pytest.mark.parametrize(("status", "code"), [(404, 10062), (503, 0)], ids=["too late", "discord is down"])
async def test_a_press_that_cannot_be_acknowledged_moves_nothing(harbour: Harbour, status: int, code: int) -> None:
    """Whoever sees a press fail can believe it: no move is made behind their back, and pressing again works."""
    table = await Table.of(harbour)
    asked, before, told = await table.asked(), await table.position(), table.told()
    harbour.fail("POST", "/interactions/*/callback", status=status, code=code)
    await asked.click(table.board, tavern, unanswered=True)
    assert await table.position() == before
    assert table.told() == told
    await table.pass_turn()
    assert await table.asked() is not asked


async def test_a_press_that_discord_delivers_twice_counts_once(harbour: Harbour) -> None:
    """A press counts once, even if it arrives twice: opening a table, joining, starting, playing, taking back."""
    ana, ben = harbour.user("Ana"), harbour.user("Ben")
    with harbour.duplicates():
        await ana.slash("newgame", game="takara")
        await ben.click(harbour.last(), lobby("join"))
        await ana.click(harbour.last(), lobby("start"))
        table = Table(harbour, await harbour.match(), (ana, ben))
        asked = await table.asked()
        await table.pass_turn()
        assert await table.asked() is not asked
        await asked.slash("undo", unanswered=True)
    assert await table.asked() in (ana, ben)
    assert len([m for m in harbour.channel_messages() if words("bot.board.began") in m.text]) == 1
    assert (await ana.slash("log")).text.count(words("takara.tavern.done", 2)) <= 1


def languages(control: Control) -> bool:
    """The menu of the languages of a table."""
    return ":l:language|" in control.custom_id


# -- restarts ----------------------------------------------------------------------------------------------------------


async def test_every_kind_of_button_works_after_a_restart(harbour: Harbour) -> None:
    """Every button and menu that was ever sent still works after the bot ended and started again, in whatever way."""
    ana, ben, chie = (harbour.user(name) for name in ("Ana", "Ben", "Chie"))
    restarts = count()

    async def press(person: Person, message: Post, label: Wanted) -> Reply:
        await harbour.restart(hard=next(restarts) % 2 == 0)
        return works(await person.click(message, label))

    async def choose(person: Person, message: Post, label: str, menu: Wanted | None = None) -> Reply:
        await harbour.restart(hard=next(restarts) % 2 == 0)
        return works(await person.select(message, label, menu=menu))

    await ana.slash("newgame", game="takara")
    card = harbour.last()
    await press(ben, card, lobby("join"))
    await press(chie, card, lobby("join"))
    await press(chie, card, lobby("leave"))
    await press(chie, card, lobby("join"))
    options = (await press(ana, card, lobby("options"))).posts[-1]
    await choose(ana, options, "ja", languages)
    await choose(ana, options, "en", languages)
    offer = await ana.slash("newgame", game="takara")
    await press(ana, offer.post, lobby("thread"))
    (thread,) = harbour.threads()
    await press(ana, harbour.last(thread), lobby("cancel"))
    assert words("bot.lobby.cancelled") in harbour.last(thread).text
    await press(ana, card, lobby("start"))

    table = Table(harbour, await harbour.match(), (ana, ben, chie))
    asked = await table.asked()
    await press(asked, table.board, tool("view"))
    why = (await press(asked, table.board, tool("why"))).posts[-1]
    reason = next(c for c in why.controls if c.kind == "menu").options[0]
    assert (await choose(asked, why, reason.label)).text
    assert (await press(asked, table.board, tool("help"))).posts[-1].private
    before = await table.position()
    await harbour.restart()
    works(await pick(asked, table.board, ":dig|1"))
    assert await table.position() != before
    first = await table.asked()
    letter = first.dms()[-1]
    before = await table.position()
    await press(first, letter, choices_of(letter)[-1].custom_id)
    assert await table.position() != before
    mine = await (await table.asked()).slash("view")
    before = await table.position()
    await press(await table.asked(), mine.posts[0], choices_of(mine.posts[0])[-1].custom_id)
    assert await table.position() != before

    settings = await ben.slash("settings")
    was = settings.text
    page = (await choose(ben, settings.post, "-1:t:settings|open.language")).post
    assert (await press(ben, page, "1:me:-1:t:settings|language.ja")).text != was
    sure = await chie.slash("resign")
    await press(chie, sure.post, tool("resign"))
    assert words("desk.resigned") in table.said


# -- time --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("away", [{"hours": 1}, {"days": 3}, {"days": 30}], ids=["hour", "days", "month"])
async def test_buttons_do_not_age(harbour: Harbour, away: dict[str, float]) -> None:
    """Whoever comes back after an hour, three days or a month presses what stands there, and goes on playing.

    A table that forms is there for two weeks. A game in which nothing happened for a month sleeps; a press wakes it.
    """
    ana, ben = harbour.user("Ana"), harbour.user("Ben")
    await ana.slash("newgame", game="takara")
    waits = min(timedelta(**away), timedelta(days=13))
    await harbour.skip(days=waits.days, seconds=waits.seconds)
    await ben.click(harbour.last(), lobby("join"))
    assert "2. Ben" in harbour.last().text
    await harbour.skip(days=waits.days, seconds=waits.seconds)
    await ana.click(harbour.last(), lobby("start"))
    table = Table(harbour, await harbour.match(), (ana, ben))

    asked = await table.asked()
    panel = (await asked.slash("view")).posts[0]
    await harbour.skip(**away)
    await table.pass_turn(panel)
    assert await table.asked() is not asked
    await harbour.skip(**away)
    await table.pass_turn()
    assert await table.asked() is asked
    await harbour.skip(**away)
    await table.pass_turn(asked.dms()[-1])
    assert await table.asked() is not asked
    boards = [post for post in harbour.channel_messages() if post.files]
    assert len(boards) == 4


async def test_the_card_of_a_table_is_kept_up_to_date_for_as_long_as_people_come(harbour: Harbour) -> None:
    """The lobby card can be changed for more than the quarter of an hour that an answer to a command would live."""
    ana, ben = harbour.user("Ana"), harbour.user("Ben")
    await ana.slash("newgame", game="takara")
    card = harbour.last()
    await harbour.pass_time(minutes=20)
    await ben.click(card, lobby("join"))
    assert "2. Ben" in harbour.last().text
    assert harbour.last().id == card.id


# -- old buttons -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("turns", [1, 3, 20])
async def test_a_button_of_an_earlier_turn_says_that_it_was_decided(harbour: Harbour, turns: int) -> None:
    """Whoever presses a board of one, three or twenty turns ago is told so privately; nothing moves."""
    table = await Table.of(harbour)
    old, letter, then = table.board, (await table.asked()).dms()[-1], await table.asked()
    await table.pass_turns(turns)
    before, told = await table.position(), table.told()
    for reply in (
        await then.click(old, tavern, stale=True),
        await pick(then, old, ":dig|1", stale=True),
        await then.click(letter, tavern, stale=True),
        await (await table.asked()).click(old, tavern, stale=True),
    ):
        assert reply.posts[-1].private or reply.posts[-1].guild is None
        assert DECIDED in reply.posts[-1].text or NOT_YOURS in reply.posts[-1].text
    assert await table.position() == before
    now = table.told()
    assert now["channel"] == told["channel"]


async def test_a_button_of_a_finished_game_says_that_it_is_over(harbour: Harbour) -> None:
    """Whoever presses on the board of a finished game is told so, and sees no controls that could be meant."""
    table = await Table.of(harbour)
    old, then = table.board, await table.asked()
    letter = then.dms()[-1]
    await table.play_out()
    assert words("bot.result.title") in harbour.last().text
    before = await table.position()
    for reply in (
        await then.click(old, tavern, stale=True),
        await then.click(old, tool("undo"), stale=True),
        await then.click(letter, tavern, stale=True),
        await then.slash("takara dig", tunnel=1),
    ):
        said = reply.posts[-1]
        assert words("kernel.game_over") in said.text or DECIDED in said.text
        assert not choices_of(said) or said.id in (old.id, letter.id)
    assert await table.position() == before
    assert not [m for m in harbour.channel_messages() if choices_of(m)]


async def test_a_button_of_a_way_that_was_taken_back_moves_nothing(harbour: Harbour) -> None:
    """A button that was shown after a move which was then taken back is told to be outdated."""
    table = await Table.of(harbour)
    asked = await table.asked()
    await pick(asked, table.board, ":tavern|.1")
    assert await table.asked() is asked
    branch = table.board
    await asked.click(table.board, tool("undo"))
    before = await table.position()
    reply = await pick(asked, branch, ":dig|1", stale=True)
    assert DECIDED in reply.posts[-1].text
    assert reply.posts[-1].private
    assert await table.position() == before


async def test_a_second_undo_of_a_hasty_finger_takes_back_nothing_more(harbour: Harbour) -> None:
    """An Undo button takes back what it was shown for, and pressed again nothing else."""
    table = await Table.of(harbour)
    asked = await table.asked()
    start = await table.position()
    await pick(asked, table.board, ":tavern|.1")
    board = table.board
    await asked.click(board, tool("undo"))
    assert (await table.position())[1:] == start[1:]
    reply = await asked.click(board, tool("undo"), stale=True)
    assert reply.posts[-1].private
    assert (await table.position())[1:] == start[1:]


# -- forming tables ----------------------------------------------------------------------------------------------------


async def test_join_on_a_table_that_began_says_so(harbour: Harbour) -> None:
    """A game that has begun shows no Join; whoever presses it all the same is told, and has no seat."""
    ana, ben, eve = (harbour.user(name) for name in ("Ana", "Ben", "Eve"))
    await ana.slash("newgame", game="takara")
    await ben.click(harbour.last(), lobby("join"))
    old = harbour.last()
    await ana.click(old, lobby("start"))
    card = harbour.again(old)
    assert card is not None
    assert not card.controls
    for label, person in (("Join", eve), ("Leave", ben), ("Cancel", ana), ("Start", ana), ("Options", ana)):
        reply = await person.click(old, label, stale=True)
        assert words("desk.started") in reply.posts[-1].text, label
        assert reply.posts[-1].private
    look = await harbour.app.desk.look(await harbour.match(), None)
    assert sorted(seat.name for seat in look.seats) == ["Ana", "Ben"]


async def test_join_on_a_table_that_was_called_off_says_so(harbour: Harbour) -> None:
    """A table that was closed shows no Join; whoever presses it all the same is told, and may open another."""
    ana, eve = harbour.user("Ana"), harbour.user("Eve")
    await ana.slash("newgame", game="takara")
    old = harbour.last()
    await ana.click(old, lobby("cancel"))
    assert not harbour.last().controls
    reply = await eve.click(old, lobby("join"), stale=True)
    assert words("desk.cancelled") in reply.posts[-1].text
    assert reply.posts[-1].private
    await eve.slash("newgame", game="takara")
    assert "1. Eve" in harbour.last().text


async def test_join_on_a_full_table_says_so(harbour: Harbour) -> None:
    """A full table takes nobody more, and says how many seats it has."""
    await harbour.user("Ana").slash("newgame", game="takara")
    open_card = harbour.last()
    for name in ("Ben", "Chie", "Dan"):
        await harbour.user(name).click(harbour.last(), lobby("join"))
    assert harbour.last().control(lobby("join")).disabled
    reply = await harbour.user("Eve").click(open_card, lobby("join"), stale=True)
    assert words("desk.full", high=4) in reply.posts[-1].text
    assert reply.posts[-1].private
    assert "Eve" not in harbour.last().text
