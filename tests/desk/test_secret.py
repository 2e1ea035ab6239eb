"""What others can notice of a secret question: nothing."""

from __future__ import annotations

import msgspec
import pytest

from engines.desk.records import Guest, Look
from tests.desk.house import ANA, BEN, CHIE, House
from tests.desk.refusal import refusal


def seen(look: Look) -> tuple[object, ...]:
    """All of a look that others could compare."""
    board = [(d.seat, d.verb, d.asked, d.shape()) for d in look.board]
    view = msgspec.msgpack.encode(look.view)
    return (look.serial, view, board, look.waiting_for, look.since, look.news, look.highlight, look.may_take_back)


async def begin(house: House, odd: bool, seats: int = 2) -> str:
    """A game whose last hand is odd or even; who looks into an odd one is asked in secret."""
    for n in range(100):
        match = await house.start(seats, seed=bytes([n]) * 32)
        if house.live(match).match.state.hands[-1] % 2 == odd:
            return match
    raise AssertionError("no such seed")


async def test_a_secret_pause_changes_nothing_that_others_see(house: House) -> None:
    """While Ana is asked in secret, everybody else's look, log and status are what they were before, on request too."""
    match = await begin(house, odd=True)
    public, ben = await house.desk.look(match, None), await house.desk.look(match, BEN.person)
    status = await house.desk.status(match)
    house.clock.on(minutes=3)
    done = await house.do(match, ANA, "peek")
    assert [d.verb for d in done.look.decisions] == ["peek_step"]
    assert [e.text.key for e in done.events] == ["toy.seen"]
    assert seen(await house.desk.look(match, None)) == seen(public)
    assert seen(await house.desk.look(match, BEN.person)) == seen(ben)
    assert await house.desk.log(match, BEN.person, 10) == ()
    assert await house.desk.status(match) == status
    assert await house.deliver() == ["prompt 0"]
    await house.restart()
    assert seen(await house.desk.look(match, None)) == seen(public)
    assert [d.verb for d in (await house.desk.look(match, ANA.person)).decisions] == ["peek_step"]


async def test_after_a_secret_pause_nothing_tells_that_there_was_one(house: House) -> None:
    """Counts, log and look of others are the same whether the game asked Ana once more or not."""
    looks = []
    for odd in (True, False):
        match = await begin(house, odd=odd)
        await house.do(match, ANA, "peek")
        if odd:
            await house.do(match, ANA, "again", verb="peek_step")
            await house.do(match, ANA, "stop", verb="peek_step")
        await house.do(match, ANA, "pass")
        for person in (None, BEN.person):
            look = await house.desk.look(match, person)
            log = [(line.serial, line.event) for line in await house.desk.log(match, person, 10)]
            numbers = [d.asked for d in look.board]
            assert all(number > 1000 for number in numbers), "bare serials would count what was done in secret"
            looks.append((look.serial, look.waiting_for, look.news, log))
    assert looks[:2] == looks[2:]


async def test_the_end_of_a_secret_pause_is_told_to_all(house: House) -> None:
    match = await begin(house, odd=True)
    await house.do(match, ANA, "peek")
    await house.deliver()
    await house.do(match, ANA, "stop", verb="peek_step")
    assert await house.deliver() == ["edit", "prompt 0"]
    assert [e.text.key for e in (await house.desk.look(match, None)).news] == ["toy.peeked"]


async def test_pressing_the_board_in_a_secret_pause_tells_others_nothing(house: House) -> None:
    """Ben's press on the board is refused as before; Ana's is stale, for her question is another one."""
    match = await begin(house, odd=True)
    asked = (await house.desk.look(match, None)).board[0].asked
    await house.do(match, ANA, "peek")
    assert await refusal(house.do(match, BEN, "step", asked=asked)) == "kernel.not_your_turn"
    assert await refusal(house.do(match, ANA, "step", asked=asked)) == "kernel.decided_already"


async def test_decisions_that_leave_are_copies(house: House) -> None:
    """Whoever holds a look can't change what the rules wait for."""
    match = await house.start()
    look = await house.desk.look(match, ANA.person)
    look.decisions[0].asked = 1
    look.decisions[0].verb = "cheat"
    assert (await house.do(match, ANA, "step")).look.view.points == (1, 0)


@pytest.mark.parametrize("reloaded", [False, True])
async def test_taking_back_looks_possible_to_others_in_a_secret_pause(house: House, reloaded: bool) -> None:
    """Ben's secret ends Ana's chance to take back, which shows only when she tries; Chie's refusal stays the same."""
    match = await begin(house, odd=True, seats=3)
    await house.do(match, ANA, "pass")
    assert (await house.desk.look(match, ANA.person)).may_take_back
    assert await refusal(house.desk.take_back(match, CHIE, house.press())) == "kernel.undo_not_yours"
    await house.do(match, BEN, "peek")
    if reloaded:
        await house.restart()
    assert (await house.desk.look(match, ANA.person)).may_take_back
    assert not (await house.desk.look(match, BEN.person)).may_take_back
    assert await refusal(house.desk.take_back(match, CHIE, house.press())) == "kernel.undo_not_yours"
    assert await refusal(house.desk.take_back(match, ANA, house.press())) == "kernel.undo_barred"
    await house.do(match, BEN, "stop", verb="peek_step")
    assert not (await house.desk.look(match, ANA.person)).may_take_back


async def test_a_secret_action_shows_neither_a_new_name_nor_open_letters(house: House) -> None:
    """What is new about Ana shows with the first of her actions that others can notice."""
    match = await begin(house, odd=True)
    await house.desk.people.set(ANA.person, dm_closed=True)
    before = await house.desk.status(match)
    anna = Guest(ANA.person, "Anna", dm_closed=True)
    await house.do(match, anna, "peek")
    assert await house.desk.status(match) == before
    await house.do(match, anna, "stop", verb="peek_step")
    first = (await house.desk.status(match)).seats[0]
    assert (first.name, first.dm_closed) == ("Anna", False)


async def test_a_secret_action_wakes_no_sleeping_match(house: House) -> None:
    """A match that sleeps seems to sleep on, and nothing is said in its channel, until somebody acts openly."""
    match = await begin(house, odd=True)
    await house.desk.seating.sleep(match)
    await house.do(match, ANA, "peek")
    assert (await house.desk.status(match)).status == "asleep"
    assert await house.deliver() == ["prompt 0"]
    await house.do(match, ANA, "stop", verb="peek_step")
    assert (await house.desk.status(match)).status == "playing"


async def test_nonces_count_nothing(house: House) -> None:
    """A row has one nonce for ever, and nobody can tell from two of them how many rows lie between."""
    match = await begin(house, odd=True)
    await house.do(match, ANA, "pass")
    (row,) = await house.claim()
    house.clock.on(minutes=2)
    await house.restart()
    again = next(one for one in await house.claim() if one.id == row.id)
    assert again.nonce == row.nonce
    assert 0 < len(row.nonce) <= 20
    assert str(row.id) != row.nonce.removeprefix("mb-")
    other = await begin(house, odd=False)
    await house.do(other, ANA, "pass")
    fresh = [one for one in await house.claim() if one.match == other]
    assert len({row.nonce, *(one.nonce for one in fresh)}) == 1 + len(fresh)


async def test_reminders_during_a_secret_pause_are_those_of_any_other_turn(house: House) -> None:
    """Day by day /status says the same, and the channel is told the same, whether Ana is asked in secret or not."""
    told = []
    for peeks in (True, False):
        match = await begin(house, odd=True)
        if peeks:
            await house.do(match, ANA, "peek")
            assert await house.deliver() == ["prompt 0"]
        begun, days = house.clock.now, []
        for _ in range(8 * 4):
            house.clock.on(hours=6)
            await house.desk.alarms.fall_due(100)
            shown = await house.deliver()
            (seat, *_others) = (await house.desk.status(match)).seats
            since = [None if at is None else at - begun for at in (seat.since, seat.told, seat.reminder, seat.held)]
            days.append((shown, since, seat.how, seat.reminders))
        told.append(days)
    secretly, openly = told
    assert secretly == openly
    assert [reminders for *_, reminders in openly][-1] == 5
