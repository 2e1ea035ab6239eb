"""Whatever happens in the same moment: each table has its own people, and nothing is done twice or lost."""

import asyncio

from engines.desk.records import Guest, Place
from tests.bot.harbour import Harbour
from tests.bot.tables import PRESSES, Table, lobby, pick, tavern, words

NOT_YOURS = words("kernel.not_your_turn")
DECIDED = words("kernel.decided_already")
MANY = 50


async def test_two_tables_opened_at_once_by_one_person_keep_apart(harbour: Harbour) -> None:
    """Who opens two tables in two channels in the same second is host of both; what happens at one leaves the other."""
    ana, ben, chie = (harbour.user(name) for name in ("Ana", "Ben", "Chie"))
    here, there = harbour.create_channel("here"), harbour.create_channel("there")
    async with harbour.at_once():
        await ana.slash("newgame", game="takara", where=here)
        await ana.slash("newgame", game="takara", where=there, order="random")
    assert len(harbour.channel_messages(here)) == len(harbour.channel_messages(there)) == 1
    async with harbour.at_once():
        await ben.click(harbour.last(here), lobby("join"))
        await chie.click(harbour.last(there), lobby("join"))
        await ben.click(harbour.last(there), lobby("join"))
    assert "Chie" not in harbour.last(here).text
    async with harbour.at_once():
        await ana.click(harbour.last(here), lobby("start"))
        await ana.click(harbour.last(there), lobby("cancel"))
    table = Table(harbour, await harbour.match(here), (ana, ben), here)
    await table.pass_turn()
    await table.pass_turn()
    assert words("bot.lobby.cancelled") in harbour.last(there).text
    assert "1. Ben" not in (await ana.slash("games")).text


async def test_one_channel_gets_one_table(harbour: Harbour) -> None:
    """When two people open a table in one channel at once, one gets it, the other is offered a thread."""
    ana, ben = harbour.user("Ana"), harbour.user("Ben")
    async with harbour.at_once():
        replies = [await ana.slash("newgame", game="takara"), await ben.slash("newgame", game="takara")]
    assert len(harbour.channel_messages()) == 1
    (second,) = [reply for reply in replies if any(map(lobby("thread"), reply.post.controls))]
    assert words("bot.answer.busy") in second.text


async def test_an_offered_thread_is_opened_once(harbour: Harbour) -> None:
    """Who presses “Open a thread” twice gets one thread with one table."""
    ana = harbour.user("Ana")
    await ana.slash("newgame", game="takara")
    offer = (await ana.slash("newgame", game="takara")).post
    async with harbour.at_once():
        await ana.click(offer, lobby("thread"))
        await ana.click(offer, lobby("thread"))
    (thread,) = harbour.threads()
    assert len([m for m in harbour.channel_messages(thread) if m.controls]) == 1


async def test_the_last_seats_are_taken_once(harbour: Harbour) -> None:
    """When more people join at once than there are seats, the table is full, and the others are told so."""
    await harbour.user("Ana").slash("newgame", game="takara")
    card = harbour.last()
    names = ("Ben", "Chie", "Dan", "Eve", "Fay")
    async with harbour.at_once():
        replies = [await harbour.user(name).click(card, lobby("join")) for name in names]
    assert all(f"{n}. " in harbour.last().text for n in range(1, 5))
    assert sum(words("desk.full", high=4) in reply.text for reply in replies) == 2


async def test_a_start_and_a_leave_at_once_leave_no_half_game(harbour: Harbour) -> None:
    """When the only other guest leaves as the host starts, there is a game of two or a lobby of one, never less."""
    ana, ben = harbour.user("Ana"), harbour.user("Ben")
    await ana.slash("newgame", game="takara")
    card = harbour.last()
    await ben.click(card, lobby("join"))
    async with harbour.at_once():
        await ana.click(card, lobby("start"))
        await ben.click(card, lobby("leave"))
    card_now = harbour.again(card)
    assert card_now is not None
    if words("bot.lobby.started") in card_now.text:
        look = await harbour.app.desk.look(await harbour.match(), None)
        assert len(look.seats) == 2
    else:
        assert "2. Ben" not in card_now.text


async def test_a_double_click_moves_once(harbour: Harbour) -> None:
    """Two presses of one person in the same moment, on the board and in the direct message, are one move."""
    table = await Table.of(harbour)
    asked = await table.asked()
    letter, board, before = asked.dms()[-1], table.board, table.told()
    async with harbour.at_once():
        replies = [
            await asked.click(board, tavern),
            await asked.click(letter, tavern),
            await pick(asked, board, ":dig|1"),
        ]
    assert (await asked.slash("log")).text.count(words("takara.tavern.done", 2)) == 1
    assert sum(DECIDED in reply.text or NOT_YOURS in reply.text for reply in replies) == 2
    following = await table.asked()
    now = table.told()
    assert now["channel"] == before["channel"] + 1
    assert now[following.name] == before[following.name] + 1


async def test_everybody_at_a_table_may_press_at_once(harbour: Harbour) -> None:
    """When all press in the same moment, only whoever is asked moves, and everybody else is told privately."""
    table = await Table.of(harbour)
    board, asked = table.board, await table.asked()
    async with harbour.at_once():
        replies = {person: await person.click(board, tavern) for person in table.people}
    for person, reply in replies.items():
        if person is not asked:
            assert reply.posts[-1].private
            assert NOT_YOURS in reply.text or DECIDED in reply.text
    assert (await asked.slash("log")).text.count(words("takara.tavern.done", 2)) == 1


async def test_fifty_tables_move_in_the_same_moment(harbour: Harbour) -> None:
    """Fifty tables that move at once all move, none is told that something broke, and each shows its own next board."""
    ana, ben = harbour.user("Ana"), harbour.user("Ben")
    harbour.env.settle_timeout = 60
    places = [harbour.create_channel(f"room-{n}") for n in range(MANY)]
    desk = harbour.app.desk
    wake, desk.outbox.wake = desk.outbox.wake, None

    async def opened(place: Place) -> str:
        host, guest = Guest(ana.id, "Ana"), Guest(ben.id, "Ben")
        lobby = await desk.open_lobby(place, host, "takara", {}, "en", next(PRESSES))
        await desk.join(lobby.match, guest, next(PRESSES))
        await desk.start(lobby.match, host, next(PRESSES))
        return lobby.match

    matches = await asyncio.gather(*(opened(Place(harbour.guild_id, c.id, str(c.name))) for c in places))
    desk.outbox.wake = wake
    await harbour.app.deliver.drain()
    tables = [Table(harbour, match, (ana, ben), c) for match, c in zip(matches, places, strict=True)]
    before = [(await table.asked(), table.board) for table in tables]
    async with harbour.at_once():
        replies = [await asked.click(board, tavern) for asked, board in before]
        for table, (asked, _) in zip(tables, before, strict=True):
            await table.moves_on_from(asked)
        await harbour.app.deliver.drain()
    assert not [reply.text for reply in replies if words("bot.answer.fault") in reply.text]
    for table, (asked, board) in zip(tables, before, strict=True):
        assert await table.asked() is not asked
        assert table.board.id != board.id
        assert [bool(m.controls) for m in harbour.channel_messages(table.where)].count(True) == 1

    offered = await ana.autocomplete("view", "game", "")
    assert len(offered) == 25
    listed = await ana.slash("games")
    assert listed.private
    assert not [place.name for place in places if f"<#{place.id}>" not in listed.text]
