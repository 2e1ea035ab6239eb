"""Whoever leaves, in whatever state of the game: the others play on, and whoever comes back has their seat again."""

from collections.abc import Callable

import pytest

from tests.bot.harbour import Harbour
from tests.bot.people import Person
from tests.bot.tables import Table, lobby, pick, tavern, tool, words

Going = Callable[[Person], None]


def said(world: Harbour) -> str:
    """Everything that stands in the channel."""
    return "\n".join(message.text for message in world.channel_messages())


WAYS = pytest.mark.parametrize("goes", [Person.leaves, Person.is_banned], ids=["leaves", "banned"])


@WAYS
async def test_who_leaves_on_their_turn_is_carried_on_when_somebody_looks(harbour: Harbour, goes: Going) -> None:
    """A player who leaves or is banned while the table waits for them holds nobody up: a stand-in plays."""
    table = await Table.of(harbour)
    asked = await table.asked()
    other, _ = await table.waiting()
    goes(asked)
    await harbour.skip(minutes=10)
    await other.slash("status")
    assert words("desk.left", who=asked) in table.said
    assert await table.asked() is not asked
    await table.pass_turn()
    await table.pass_turn()
    assert await table.asked() is not asked


@WAYS
async def test_who_leaves_off_turn_is_carried_on_when_their_turn_comes(harbour: Harbour, goes: Going) -> None:
    """A player who leaves or is banned while others move holds nobody up when it would be their turn."""
    table = await Table.of(harbour)
    leaver = await table.next()
    goes(leaver)
    await table.pass_turn()
    assert words("desk.left", who=leaver) in table.said
    assert await table.asked() is not leaver
    assert not leaver.dms()
    await table.pass_turn()
    await table.pass_turn()
    assert await table.asked() is not leaver


async def test_who_leaves_in_the_midst_of_a_turn_is_carried_on(harbour: Harbour) -> None:
    """What a leaver has begun, even a secret look at a tunnel, is ended by the stand-in; the secret stays one."""
    table = await Table.of(harbour)
    asked = await table.asked()
    other, _ = await table.waiting()
    await pick(asked, table.board, ":survey|1.3")
    asked.leaves()
    await harbour.skip(minutes=10)
    await other.slash("board")
    assert words("desk.left", who=asked) in table.said
    assert await table.asked() is not asked
    await table.pass_turn()
    await table.pass_turn()


async def test_a_host_who_leaves_hands_the_table_on(harbour: Harbour) -> None:
    """A host who is gone or resigns takes nothing along: the game goes on, and somebody else is its host."""
    table = await Table.of(harbour)
    host, *others = table.people
    await host.click((await host.slash("resign")).post, tool("resign"))
    look = await harbour.app.desk.look(table.match, None)
    assert look.host in {person.id for person in others}
    for _ in range(3):
        await table.pass_turn()
        assert await table.asked() is not host


async def test_a_host_who_leaves_the_lobby_hands_it_on(harbour: Harbour) -> None:
    """A host who leaves a table that is forming makes the next guest its host; the last one closes it."""
    ana, ben, chie = (harbour.user(name) for name in ("Ana", "Ben", "Chie"))
    await ana.slash("newgame", game="takara")
    card = harbour.last()
    await ben.click(card, lobby("join"))
    await ana.click(card, lobby("leave"))
    assert "1. Ben" in harbour.last().text
    await chie.click(card, lobby("join"))
    await ben.click(card, lobby("start"))
    assert words("bot.lobby.started") in said(harbour)


async def test_a_lobby_whose_host_left_the_server_can_be_started(harbour: Harbour) -> None:
    """Guests of a table whose host is gone for good can start it, as its next host."""
    ana, ben, chie = (harbour.user(name) for name in ("Ana", "Ben", "Chie"))
    await ana.slash("newgame", game="takara")
    card = harbour.last()
    await ben.click(card, lobby("join"))
    await chie.click(card, lobby("join"))
    ana.leaves()
    await ben.click(card, lobby("start"))
    assert words("bot.lobby.started") in said(harbour)
    assert await harbour.asked(await harbour.match()) in (ben, chie)


async def test_a_lobby_that_everybody_left_does_not_block_the_channel(harbour: Harbour) -> None:
    """A table whose only guest is gone for good is closed as soon as somebody wants to open another in its channel."""
    ana, ben = harbour.user("Ana"), harbour.user("Ben")
    await ana.slash("newgame", game="takara")
    ana.leaves()
    reply = await ben.slash("newgame", game="takara")
    assert words("bot.answer.opened") in reply.text
    assert "1. Ben" in harbour.last().text
    assert [bool(m.controls) for m in harbour.channel_messages()] == [False, True]


async def test_who_comes_back_has_their_seat_again(harbour: Harbour) -> None:
    """Who left or resigned gets the seat back with /join, and is told their turns again."""
    table = await Table.of(harbour)
    leaver = await table.next()
    leaver.leaves()
    await table.pass_turn()
    assert words("desk.left", who=leaver) in table.said
    leaver.joins()
    reply = await leaver.slash("takara dig", tunnel=1)
    assert words("desk.standin_plays") in reply.text
    reply = await leaver.slash("join")
    assert words("bot.answer.back") in reply.text
    assert words("desk.came_back", who=leaver) in table.said
    before = len(leaver.dms())
    while await table.asked() is not leaver:
        await table.pass_turn()
    assert len(leaver.dms()) == before + 1
    await leaver.click(leaver.dms()[-1], tavern)
    assert await table.asked() is not leaver


async def test_when_all_are_gone_the_game_sleeps_until_somebody_comes_back(harbour: Harbour) -> None:
    """A table that everybody has left doesn't play on by itself, and goes on when one of them returns."""
    table = await Table.of(harbour, "Ana", "Ben")
    for person in table.people:
        await person.click((await person.slash("resign")).post, tool("resign"))
    assert words("desk.asleep") in table.said
    before = await table.position()
    await harbour.skip(hours=1)
    assert await table.position() == before
    _, ben = table.people
    assert words("desk.asleep") in (await ben.slash("status")).text
    assert words("bot.games.deserted") in (await ben.slash("games")).text
    await ben.slash("join")
    assert await table.asked() is ben
    await table.pass_turn()
    assert await table.asked() is ben


async def test_a_stranger_can_neither_play_nor_betray_anything(harbour: Harbour) -> None:
    """Who has no seat is told so privately, whatever they press."""
    table = await Table.of(harbour)
    eve, before = harbour.user("Eve"), await table.position()
    for reply in (
        await eve.click(table.board, tavern),
        await pick(eve, table.board, ":dig|1"),
        await eve.click(table.board, tool("undo")),
        await eve.slash("resign"),
    ):
        assert reply.posts[-1].private
        assert words("desk.not_seated") in reply.posts[-1].text
    assert await table.position() == before
