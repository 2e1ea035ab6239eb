"""A game that sleeps, is broken, or was left stands in nobody's way, and goes on wherever its people want it."""

from __future__ import annotations

from pathlib import Path

from engines import GAMES
from engines.kernel.match import RulesBug
from engines.takara.game import TakaraIsland
from tests.bot.harbour import Harbour
from tests.bot.tables import Table, lobby, tavern, tool, words


async def put_to_sleep(table: Table) -> None:
    """Nothing has happened there for long."""
    await table.world.app.desk.seating.sleep(table.match, cause="idle")
    await table.world.settle()


async def test_a_sleeping_game_leaves_room_for_another(harbour: Harbour) -> None:
    """/newgame just opens; the sleeping one comes last in /games, and a move in it is refused with what to do."""
    table = await Table.of(harbour)
    asked, old = await table.asked(), table.board
    await put_to_sleep(table)
    opened = await asked.slash("newgame", game="takara")
    assert words("bot.answer.opened") in opened.text
    lines = (await asked.slash("games")).text.split("\n")
    assert words("bot.games.slept") in lines[-1]
    refused = await asked.click(old, tavern, stale=True)
    assert words("desk.place_taken") in refused.posts[-1].text
    assert (await harbour.app.desk.look(table.match, None)).status == "asleep"


async def test_a_sleeping_game_wakes_by_a_move(harbour: Harbour) -> None:
    table = await Table.of(harbour)
    asked = await table.asked()
    await put_to_sleep(table)
    assert words("bot.status.idle_long") in (await asked.slash("status")).text
    await asked.click(table.board, tavern)
    assert (await harbour.app.desk.look(table.match, None)).status == "playing"


async def test_a_sleeping_game_is_woken_where_it_sleeps(harbour: Harbour) -> None:
    """/wake posts its board anew, and calls whom it waits for; a second /wake is told that it is awake."""
    table = await Table.of(harbour)
    asked = await table.asked()
    other, _ = await table.waiting()
    await put_to_sleep(table)
    letters, boards = len(asked.dms()), len(harbour.channel_messages())
    woken = await other.slash("wake")
    assert words("bot.wake.done") in woken.text
    assert len(asked.dms()) == letters + 1
    assert len(harbour.channel_messages()) == boards + 1
    assert words("bot.wake.none") in (await other.slash("wake")).text
    await asked.click(table.board, tavern)
    assert await table.asked() is not asked


async def test_a_sleeping_game_moves_to_another_channel(harbour: Harbour) -> None:
    """Its board stands there from now on, and nothing can be pressed where it was."""
    table = await Table.of(harbour)
    asked, old = await table.asked(), table.board
    await put_to_sleep(table)
    elsewhere = harbour.create_channel("elsewhere")
    stranger = harbour.user("Eve")
    assert words("bot.wake.none") in (await stranger.slash("wake", elsewhere)).text
    await asked.slash("wake", elsewhere)
    assert await harbour.match(elsewhere) == table.match
    quiet = harbour.again(old)
    assert quiet is not None
    assert not quiet.controls
    await asked.click(harbour.board(elsewhere), tavern)
    assert await table.asked() is not asked


async def test_a_sleeping_game_gets_a_thread_where_another_plays(harbour: Harbour) -> None:
    """One thread, however often its button is pressed, and also after a restart."""
    table = await Table.of(harbour)
    asked = await table.asked()
    await put_to_sleep(table)
    await asked.slash("newgame", game="takara")
    offer = (await asked.slash("wake")).post
    assert words("bot.wake.busy") in offer.text
    await harbour.restart(hard=True)
    await asked.click(offer, tool("wake"), stale=True)
    (thread,) = harbour.threads()
    assert await harbour.match(thread) == table.match
    again = await asked.click(offer, tool("wake"), stale=True)
    assert words("desk.not_asleep") in again.text
    assert len(harbour.threads()) == 1
    await asked.click(harbour.board(thread), tavern)
    assert await table.asked() is not asked


async def test_one_of_several_sleeping_games_is_chosen(harbour: Harbour) -> None:
    """By a menu, or while one types."""
    first = await Table.of(harbour)
    there = harbour.create_channel("there")
    second = await Table.of(harbour, "Ana", "Ben", where=there)
    for table in (first, second):
        await put_to_sleep(table)
    third = harbour.create_channel("third")
    ana = first.people[0]
    choices = await ana.autocomplete("wake", "game", "there", third)
    assert [choice.value for choice in choices] == [second.match]
    menu = await ana.slash("wake", third)
    assert words("bot.answer.which_game") in menu.text
    await ana.select(menu.post, second.match)
    assert await harbour.match(third) == second.match
    assert (await harbour.app.desk.look(first.match, None)).status == "asleep"


async def test_moderators_wake_what_sleeps_on_their_server(harbour: Harbour) -> None:
    table = await Table.of(harbour)
    await put_to_sleep(table)
    eve = harbour.user("Eve")
    assert words("bot.wake.none") in (await eve.slash("wake")).text
    eve.gets("manage_messages")
    assert words("bot.wake.done") in (await eve.slash("wake")).text


async def test_a_sleeping_game_is_never_the_only_one_that_waits(harbour: Harbour) -> None:
    """What a command in direct messages means is what plays."""
    sleeping = await Table.of(harbour)
    asked = await sleeping.asked()
    await put_to_sleep(sleeping)
    there = harbour.create_channel("there")
    other = next(person for person in sleeping.people if person is not asked)
    playing = await Table.of(harbour, asked.name, other.name, where=there)
    while await playing.asked() is not asked:
        await playing.pass_turn()
    reply = await asked.slash("view", asked.dm)
    assert words("bot.answer.which_game") not in reply.text


async def test_a_game_that_everybody_left_unseen_makes_room(harbour: Harbour) -> None:
    """People who left the server block no channel: whoever opens a game there finds out that they are gone."""
    table = await Table.of(harbour)
    eve = harbour.user("Eve")
    ana, *others = table.people
    for person in others:
        person.leaves()
    assert words("bot.answer.busy") in (await eve.slash("newgame", game="takara")).text
    ana.leaves()
    assert words("bot.answer.opened") in (await eve.slash("newgame", game="takara")).text
    assert (await harbour.app.desk.look(table.match, None)).status == "asleep"


class Broken(TakaraIsland):
    """Rules that can't go on with anything."""

    rules = 1_000

    def migrate(self, state: bytes, rules: int) -> bytes:
        raise RulesBug("no way")


async def test_a_seat_is_taken_back_though_another_game_plays_where_its_own_sleeps(harbour: Harbour) -> None:
    """Its person reads how it goes on; nobody else is called, and /wake finds it, also when all had left."""
    table = await Table.of(harbour)
    for person in table.people:
        await person.click((await person.slash("resign")).post, tool("resign"))
    assert (await harbour.app.desk.look(table.match, None)).status == "asleep"
    line = next(one for one in reversed(harbour.channel_messages()) if any(map(tool("back"), one.controls)))
    _, ben, _ = table.people
    await harbour.user("Eve").slash("newgame", game="takara")
    letters = [len(person.dms()) for person in table.people]
    reply = await ben.click(line, tool("back"))
    assert words("bot.answer.back") in reply.posts[-1].text
    assert words("desk.place_taken") in reply.posts[-1].text
    look = await harbour.app.desk.look(table.match, None)
    assert ([seat.standin for seat in look.seats], look.status) == ([True, False, True], "asleep")
    assert letters == [len(person.dms()) for person in table.people]
    elsewhere = harbour.create_channel("elsewhere")
    assert words("bot.wake.done") in (await ben.slash("wake", elsewhere)).text
    assert (await harbour.app.desk.look(table.match, None)).status == "playing"


async def test_a_broken_game_makes_room(tmp_path: Path) -> None:
    """Its channel is free for another, its people see it in /games, and other games go on."""
    async with Harbour(tmp_path) as harbour:
        table = await Table.of(harbour)
        ana, ben, _ = table.people
        harbour._open_with["games"] = dict(GAMES) | {"takara": Broken()}
        await harbour.restart(hard=True)
        with harbour.expect_faults("rules_broke"):
            assert words("desk.broke") in (await ana.slash("board")).text
            opened = await ana.slash("newgame", game="takara")
        assert words("bot.answer.opened") in opened.text
        await ben.click(harbour.last(), lobby("join"))
        assert words("bot.games.slept") in (await ana.slash("games")).text
        del harbour._open_with["games"]
        await harbour.restart(hard=True)
        elsewhere = harbour.create_channel("elsewhere")
        assert words("bot.wake.done") in (await ana.slash("wake", elsewhere)).text
        assert await harbour.match(elsewhere) == table.match


async def test_a_game_that_the_house_has_no_more_blocks_nobody(tmp_path: Path) -> None:
    """Neither its channel nor its people."""
    async with Harbour(tmp_path) as harbour:
        table = await Table.of(harbour)
        ana = table.people[0]
        harbour._open_with["games"] = {slug: game for slug, game in GAMES.items() if slug != "takara"}
        await harbour.restart(hard=True)
        with harbour.expect_faults():
            assert words("bot.answer.no_game_of_yours") in (await ana.slash("games")).text
            assert words("bot.answer.opened") in (await ana.slash("newgame", game="aerion")).text


async def test_a_thread_for_a_new_game_is_one_also_after_a_restart(harbour: Harbour) -> None:
    """The button under a busy channel's answer opens one thread with one table."""
    table = await Table.of(harbour)
    ana = table.people[0]
    offer = (await ana.slash("newgame", game="takara")).post
    await ana.click(offer, lobby("thread"))
    await harbour.restart(hard=True)
    await ana.click(offer, lobby("thread"), stale=True)
    assert len(harbour.threads()) == 1


async def test_a_game_for_one_that_was_left_sleeps_and_wakes_in_direct_messages(harbour: Harbour) -> None:
    """Whoever left it may begin another, and finds the old one again when there is room."""
    ana = harbour.user("Ana")
    await ana.slash("newgame", ana.dm, game="fractured_sky")
    await ana.click(ana.dms()[-1], lobby("start"))
    first = await harbour.app.desk.at(ana.dm.id)
    assert first is not None
    await ana.click((await ana.slash("resign", ana.dm)).post, tool("resign"))
    second = await ana.slash("newgame", ana.dm, game="fractured_sky")
    assert words("bot.answer.opened_alone") in second.text
    assert words("bot.answer.busy_alone") in (await ana.slash("wake", ana.dm)).text
    await ana.slash("cancel", ana.dm)
    assert words("bot.wake.done") in (await ana.slash("wake", ana.dm)).text
    look = await harbour.app.desk.look(first, ana.id)
    assert (look.status, look.seats[0].standin) == ("playing", False)
