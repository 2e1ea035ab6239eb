"""What others can notice of a secret question: nothing."""

from __future__ import annotations

import msgspec

from engines.desk.records import Look
from tests.desk.house import ANA, BEN, House
from tests.desk.refusal import refusal


def seen(look: Look) -> tuple[object, ...]:
    """All of a look that others could compare."""
    board = [(d.seat, d.verb, d.asked, d.shape()) for d in look.board]
    view = msgspec.msgpack.encode(look.view)
    return (look.serial, view, board, look.waiting_for, look.since, look.news, look.highlight, look.may_take_back)


async def begin(house: House, odd: bool) -> str:
    """A game whose second hand is odd or even."""
    for n in range(100):
        match = await house.start(2, seed=bytes([n]) * 32)
        if house.live(match).match.state.hands[1] % 2 == odd:
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
