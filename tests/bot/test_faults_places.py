"""Whatever happens to the places of a game: nothing is lost, and whoever can do something about it is told what."""

import pytest
from simcord.backend.models import Channel

from tests.bot.harbour import Harbour
from tests.bot.people import Person
from tests.bot.tables import Table, lobby, pick, tavern, words

NEEDED = ("embed_links", "attach_files", "read_message_history")
PERMISSIONS = {name: words(f"bot.permission.{name}") for name in ("view_channel", "send_messages", *NEEDED)}
IN_THREADS = {name: words(f"bot.permission.{name}") for name in ("send_messages_in_threads", *NEEDED)}
NEEDED_TO_SHOW = ("view_channel", "send_messages", "attach_files")


async def by_letters(table: Table, turns: int) -> None:
    """So many turns from direct messages."""
    for _ in range(turns):
        asked = await table.asked()
        await asked.click(asked.dms()[-1], tavern)
        assert await table.asked() is not asked


def host_was_told(host: Person, words: str) -> int:
    """In how many direct messages the host read these words."""
    return sum(words in message.text for message in host.dms())


def is_archived(thread: Channel) -> bool:
    return thread.thread_metadata is not None and thread.thread_metadata.archived


# -- deleted -----------------------------------------------------------------------------------------------------------


async def test_a_deleted_board_comes_back(harbour: Harbour) -> None:
    """When a moderator deletes the board, the next move posts it anew, with picture and controls."""
    table = await Table.of(harbour)
    await harbour.delete(table.board)
    assert not [m for m in harbour.channel_messages() if m.controls]
    await (await table.asked()).slash("takara dig", tunnel=1)
    assert table.board.files
    await (await table.asked()).click(table.board, tavern)
    await harbour.delete(table.board)
    asked = await table.asked()
    await asked.click(asked.dms()[-1], tavern)
    assert len([m for m in harbour.channel_messages() if m.controls]) == 1


async def test_a_deleted_lobby_card_comes_back(harbour: Harbour) -> None:
    """When a moderator deletes the lobby card, the next one to join brings it back."""
    ana, ben = harbour.user("Ana"), harbour.user("Ben")
    await ana.slash("newgame", game="takara")
    await harbour.delete(harbour.last())
    await ben.slash("join")
    assert "2. Ben" in harbour.last().text
    await ana.click(harbour.last(), lobby("start"))
    assert await harbour.match()


async def test_a_deleted_thread_loses_no_game(harbour: Harbour) -> None:
    """When the thread of a game is deleted, its host is told once, and the game goes on in direct messages."""
    thread = harbour.create_thread("a game")
    table = await Table.of(harbour, where=thread)
    await harbour.delete_channel(thread)
    await by_letters(table, 4)
    assert host_was_told(harbour.user("Ana"), words("bot.host.asleep.gone")) == 1
    assert "Takara Island" in (await harbour.user("Ben").slash("games")).text


async def test_a_deleted_channel_loses_no_game_and_disturbs_no_other(harbour: Harbour) -> None:
    """When the channel of a game is deleted, that game goes on in direct messages, and all others as before."""
    doomed, safe = harbour.create_channel("doomed"), harbour.create_channel("safe")
    table = await Table.of(harbour, where=doomed)
    other = await Table.of(harbour, "Dan", "Eve", where=safe)
    await harbour.delete_channel(doomed)
    await by_letters(table, 4)
    assert host_was_told(harbour.user("Ana"), words("bot.host.asleep.gone")) == 1
    before = other.told()
    await other.pass_turn()
    await harbour.skip(hours=3)
    now = other.told()
    assert now["channel"] == before["channel"] + 1
    assert now[(await other.asked()).name] == before[(await other.asked()).name] + 1


async def test_a_lobby_whose_channel_is_deleted_troubles_nobody(harbour: Harbour) -> None:
    """A table that was forming in a deleted channel can be left behind: everybody can open and join others."""
    doomed = harbour.create_channel("doomed")
    ana, ben = harbour.user("Ana"), harbour.user("Ben")
    await ana.slash("newgame", game="takara", where=doomed)
    await harbour.delete_channel(doomed)
    await harbour.skip(hours=1)
    table = await Table.of(harbour, "Ana", "Ben")
    await table.pass_turn()
    assert not ben.pings()


async def test_a_bot_that_was_removed_and_invited_again_goes_on(harbour: Harbour) -> None:
    """When the bot is removed from a server and invited again, its games are there and go on."""
    table = await Table.of(harbour)
    asked = await table.asked()
    before = await table.position()
    await harbour.kick_bot()
    await harbour.skip(days=1)
    await harbour.restart()
    await harbour.invite_bot()
    assert await table.position() == before
    await asked.click(table.board, tavern)
    assert await table.asked() is not asked
    assert table.board.files
    await table.pass_turn()


async def test_a_move_made_while_the_bot_is_shut_out_is_shown_when_it_is_back(harbour: Harbour) -> None:
    """What was to be shown when the bot was removed neither breaks it nor is lost from the game."""
    table = await Table.of(harbour)
    asked = await table.asked()
    letter = asked.dms()[-1]
    await harbour.kick_bot()
    await asked.click(letter, tavern)
    assert await table.asked() is not asked
    await harbour.pass_time(minutes=5)
    await harbour.invite_bot()
    await (await table.asked()).slash("takara dig", tunnel=1)
    assert table.board.files


# -- threads -----------------------------------------------------------------------------------------------------------


async def test_an_archived_thread_is_revived_by_the_next_move(harbour: Harbour) -> None:
    """A thread that Discord archived over the days comes back with the next move, made from a direct message."""
    thread = harbour.create_thread("a game")
    table = await Table.of(harbour, where=thread)
    asked = await table.asked()
    await harbour.skip(days=8)
    assert is_archived(thread)
    await asked.click(asked.dms()[-1], tavern)
    assert not is_archived(thread)
    assert len(harbour.channel_messages(thread)) == 3
    await table.pass_turn()


async def test_a_board_in_an_archived_thread_is_posted_anew(harbour: Harbour) -> None:
    """Within a turn, too: where the board of an archived thread can't be edited, a fresh one revives the thread."""
    thread = harbour.create_thread("a game")
    table = await Table.of(harbour, where=thread)
    asked = await table.asked()
    await harbour.skip(days=8)
    await pick(asked, asked.dms()[-1], ":dig|1")
    assert len([m for m in harbour.channel_messages(thread) if m.controls]) == 1


async def test_a_locked_thread_puts_the_game_to_sleep_and_the_host_is_told(harbour: Harbour) -> None:
    """In a locked, archived thread no move is made that nobody sees: it counts, is told, and the host learns why."""
    thread = harbour.create_thread("a game")
    table = await Table.of(harbour, where=thread)
    asked = await table.asked()
    board, letter, before = table.board, asked.dms()[-1], await table.position()
    await harbour.archive(thread, locked=True)
    await asked.click(board, tavern, stale=True, unanswered=True)
    after = await table.position()
    if after == before:
        await asked.click(letter, tavern)
    following = await table.asked()
    assert following is not asked
    assert len([m for m in following.dms() if words("bot.turn.yours") in m.text]) == 1
    assert host_was_told(harbour.user("Ana"), words("bot.host.asleep.locked")) == 1
    assert words("bot.games.asleep") in (await asked.slash("games")).text
    await following.click(following.dms()[-1], tavern)
    assert host_was_told(harbour.user("Ana"), words("bot.host.asleep.locked")) == 1
    await harbour.archive(thread, locked=False)
    await (await table.asked()).click((await table.asked()).dms()[-1], tavern)
    assert len([m for m in harbour.channel_messages(thread) if m.controls]) == 1


async def test_a_locked_thread_is_told_above_it_if_the_host_cannot_be_written_to(harbour: Harbour) -> None:
    """If the host's direct messages are closed, too, the channel above the thread learns that it is locked."""
    thread = harbour.create_thread("a game")
    table = await Table.of(harbour, where=thread)
    harbour.user("Ana").close_dms()
    asked = next(person for person in (await table.asked(), await table.next()) if person.name != "Ana")
    while await table.asked() is not asked:
        await table.pass_turn()
    await harbour.archive(thread, locked=True)
    await asked.click(asked.dms()[-1], tavern)
    told = [m for m in harbour.channel_messages() if words("bot.host.asleep.locked") in m.text]
    assert len(told) == 1


# -- permissions -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("permission", PERMISSIONS)
async def test_a_missing_permission_is_named_before_a_table_opens(harbour: Harbour, permission: str) -> None:
    """Where the bot lacks a permission, no table opens, and whoever tried is told exactly which one."""
    harbour.deny(permission)
    reply = await harbour.user("Ana").slash("newgame", game="takara")
    assert reply.private
    assert PERMISSIONS[permission] in reply.text
    assert not [name for name in PERMISSIONS.values() if name != PERMISSIONS[permission] and name in reply.text]
    assert not harbour.channel_messages()


@pytest.mark.parametrize("permission", IN_THREADS)
async def test_a_missing_permission_in_a_thread_is_named_before_a_table_opens(
    harbour: Harbour, permission: str
) -> None:
    """In a thread, too, where other permissions count."""
    thread = harbour.create_thread("a game")
    harbour.deny(permission)
    reply = await harbour.user("Ana").slash("newgame", game="takara", where=thread)
    assert reply.private
    assert IN_THREADS[permission] in reply.text
    assert not [name for name in IN_THREADS.values() if name != IN_THREADS[permission] and name in reply.text]


@pytest.mark.parametrize("permission", PERMISSIONS)
async def test_a_missing_permission_is_named_before_a_game_starts(harbour: Harbour, permission: str) -> None:
    """A game does not start where it could not be shown; the table stays, and starts once the permission is there."""
    ana, ben = harbour.user("Ana"), harbour.user("Ben")
    await ana.slash("newgame", game="takara")
    card = harbour.last()
    await ben.click(card, lobby("join"))
    harbour.deny(permission)
    reply = await ana.click(card, lobby("start"))
    assert PERMISSIONS[permission] in reply.posts[-1].text
    harbour.allow(permission)
    await ana.click(card, lobby("start"))
    assert await harbour.asked(await harbour.match()) in (ana, ben)


@pytest.mark.parametrize("permission", NEEDED_TO_SHOW)
async def test_a_permission_that_goes_missing_later_is_named_to_the_host(harbour: Harbour, permission: str) -> None:
    """When the bot may show the game no more, moves count, players are told, the host learns what is missing."""
    table = await Table.of(harbour)
    host = harbour.user("Ana")
    harbour.deny(permission)
    await harbour.settle()
    asked = await table.asked()
    await asked.click(asked.dms()[-1], tavern)
    following = await table.asked()
    assert following is not asked
    assert following.dms()
    assert host_was_told(host, PERMISSIONS[permission]) == 1
    assert words("bot.status.asleep") in (await asked.slash("status", where=asked.dm)).text
    harbour.allow(permission)
    await harbour.settle()
    await following.click(following.dms()[-1], tavern)
    assert len([m for m in harbour.channel_messages() if m.controls]) == 1
    assert host_was_told(host, PERMISSIONS[permission]) == 1


async def test_a_permission_that_goes_missing_in_a_thread_is_named_to_the_host(harbour: Harbour) -> None:
    """In a thread, it is the permission for threads."""
    thread = harbour.create_thread("a game")
    table = await Table.of(harbour, where=thread)
    harbour.deny("send_messages_in_threads")
    await harbour.settle()
    await by_letters(table, 2)
    assert host_was_told(harbour.user("Ana"), IN_THREADS["send_messages_in_threads"]) == 1


async def test_a_thread_is_offered_only_where_one_may_be_opened(harbour: Harbour) -> None:
    """Where a game runs already, a thread is offered if the bot may open one, and else it is said what is missing."""
    await Table.of(harbour)
    harbour.deny("create_public_threads")
    reply = await harbour.user("Ana").slash("newgame", game="takara")
    assert reply.private
    assert not reply.post.controls
    assert words("desk.busy") in reply.text
