"""Two at once, of one process or of two at the same database: one of them is first, and the other is told."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable
from typing import Any

import pytest
from sqlalchemy import select

from engines.desk.desk import Desk
from engines.desk.records import ANYBODY, Guest
from engines.desk.tables import MOTIONS, OUTBOX, TIMERS
from engines.kernel.decision import Refused
from tests.desk.house import ANA, BEN, CHIE, DORA, House
from tests.desk.test_votes import Counted

EVE = Guest(105, "Eve")
ROUNDS = 4


@pytest.fixture
async def house(url: str) -> AsyncIterator[House]:
    house = House(url, {"toy": Counted()})
    yield house
    await house.close()


@pytest.fixture(params=["one process", "two"])
async def desks(request: pytest.FixtureRequest, house: House) -> AsyncIterator[tuple[Desk, Desk]]:
    other = house._open() if request.param == "two" else house.desk
    yield house.desk, other
    if other is not house.desk:
        await other.close()


async def at_once(*deeds: Awaitable[Any]) -> list[str]:
    """What came of each: "done", or why not."""
    found = await asyncio.gather(*deeds, return_exceptions=True)
    for each in found:
        assert isinstance(each, Refused) or not isinstance(each, BaseException), each
    return [each.why.key if isinstance(each, Refused) else "done" for each in found]


async def states(house: House, match: str) -> list[str]:
    async with house.desk.db.read() as tx:
        return list((await tx.execute(select(MOTIONS.c.state).where(MOTIONS.c.match == match))).scalars())


async def written(house: House, match: str, kind: str) -> int:
    """How many rows of that kind there are."""
    async with house.desk.db.read() as tx:
        return len((await tx.execute(select(OUTBOX.c.id).where(OUTBOX.c.match == match, OUTBOX.c.kind == kind))).all())


async def test_the_last_two_who_agree_end_a_game_once(house: House, desks: tuple[Desk, Desk]) -> None:
    one, two = desks
    for _ in range(ROUNDS):
        match = await house.start(3)
        look = await one.votes.propose(match, ANA, house.press(), "stop")
        assert look.motion is not None
        number = look.motion.id
        ballots = (
            one.votes.agree(match, BEN, house.press(), number),
            two.votes.agree(match, CHIE, house.press(), number),
        )
        assert await at_once(*ballots) == ["done", "done"]
        assert (await one.status(match)).status == "over"
        assert await states(house, match) == ["carried"]
        assert await written(house, match, "result") == 1
        await house.deliver()


async def test_of_two_who_move_the_same_the_second_agrees(house: House, desks: tuple[Desk, Desk]) -> None:
    """There is one vote, and nobody is asked twice."""
    one, two = desks
    for _ in range(ROUNDS):
        match = await house.start(3)
        moves = (
            one.votes.propose(match, ANA, house.press(), "end"),
            two.votes.propose(match, BEN, house.press(), "end"),
        )
        assert await at_once(*moves) == ["done", "done"]
        look = await two.look(match, None)
        assert look.motion is not None
        assert look.motion.asked == (2,)
        assert await states(house, match) == ["open"]
        await house.deliver()


async def test_of_two_who_claim_a_seat_one_has_it(house: House, desks: tuple[Desk, Desk]) -> None:
    """One letter hands it over, one says farewell; the other reads that it is taken."""
    one, two = desks
    for _ in range(ROUNDS):
        match = await house.start(3)
        await one.seating.offer(match, BEN, house.press(), to=ANYBODY)
        await house.deliver()
        claims = (
            one.seating.claim(match, DORA, house.press(), seat=1),
            two.seating.claim(match, EVE, house.press(), seat=1),
        )
        came = await at_once(*claims)
        assert sorted(came) == ["desk.seat_taken", "done"]
        seat = (await one.look(match, None)).seats[1]
        assert seat.person == (DORA, EVE)[came.index("done")].person
        assert (await house.deliver()).count("seat 1") == 2


async def test_whoever_acts_while_the_others_agree_to_replace_them_has_acted_or_is_told(
    house: House, desks: tuple[Desk, Desk]
) -> None:
    """What they do puts an end to the vote, or their seat is the stand-in's already. Never both, never neither."""
    one, two = desks
    for _ in range(ROUNDS):
        match = await house.start(3)
        look = await one.votes.propose(match, BEN, house.press(), "standin", seat=0)
        assert look.motion is not None
        came = await at_once(
            one.votes.agree(match, CHIE, house.press(), look.motion.id),
            two.act(match, ANA, "do", ("pass",), asked=None, press=house.press(), sure=True),
        )
        kept = (await one.look(match, None)).seats[0].standin
        assert came == (["done", "desk.standin_plays"] if kept else ["desk.motion_lapsed", "done"])
        assert await states(house, match) == ["carried" if kept else "lapsed"]
        await house.deliver()


async def test_a_press_under_way_while_the_game_is_called_off(house: House, desks: tuple[Desk, Desk]) -> None:
    """It counts or is refused; the game is called off in any case, and nothing shows it as running."""
    one, two = desks
    for _ in range(ROUNDS):
        match = await house.start(2)
        came = await at_once(
            two.act(match, ANA, "do", ("pass",), asked=None, press=house.press(), sure=True),
            one.call_off(match, ANA, house.press()),
        )
        assert came in (["done", "done"], ["desk.cancelled", "done"])
        assert (await one.status(match)).status == "cancelled"
        assert await house.deliver() == ["result", "over 0", "over 1"]
        async with house.desk.db.read() as tx:
            assert (await tx.execute(select(TIMERS.c.key).where(TIMERS.c.match == match))).all() == []


async def test_what_falls_due_while_the_last_one_agrees(house: House, desks: tuple[Desk, Desk]) -> None:
    """A reminder is written before the game is over, or never: nobody is called to a game that has ended."""
    one, two = desks
    for _ in range(ROUNDS):
        match = await house.start(2)
        house.clock.on(hours=25)
        look = await one.votes.propose(match, BEN, house.press(), "stop")
        assert look.motion is not None
        await house.deliver()
        assert await at_once(one.votes.agree(match, ANA, house.press(), look.motion.id), two.alarms.fall_due(10)) == [
            "done",
            "done",
        ]
        assert await one.alarms.fall_due(10) == 0
        shown = await house.deliver()
        assert shown.count("over 0") == 1
        assert "nudge 0" not in shown or shown.index("nudge 0") < shown.index("over 0")
        assert (await one.status(match)).status == "over"


async def test_a_yes_and_a_no_at_once_are_a_no(house: House, desks: tuple[Desk, Desk]) -> None:
    """Whatever the order."""
    one, two = desks
    for _ in range(ROUNDS):
        match = await house.start(3)
        look = await one.votes.propose(match, ANA, house.press(), "end")
        assert look.motion is not None
        came = await at_once(
            one.votes.agree(match, BEN, house.press(), look.motion.id),
            two.votes.refuse(match, CHIE, house.press(), look.motion.id),
        )
        assert came in (["done", "done"], ["desk.motion_lapsed", "done"])
        assert await states(house, match) == ["refused"]
        assert (await one.status(match)).status == "playing"
        await house.deliver()
