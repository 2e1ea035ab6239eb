"""What becomes of the clocks when something happens at a table: whose runs, whose stands, and what falls due of it.

A clock runs while everybody sees the table wait for its seat, and for nothing else: what is asked and answered in
secret neither starts nor stops one.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from datetime import datetime

import msgspec
from sqlalchemy import bindparam, update
from sqlalchemy.ext.asyncio import AsyncConnection

from engines.desk import clocks, matches, timers, timing
from engines.desk.clocks import Clock, Hand
from engines.desk.hours import Hours, hours_of
from engines.desk.live import Live
from engines.desk.matches import Chair, Header
from engines.desk.tables import SEATS
from engines.desk.timers import Timer, key_of

ACTED = -1
"""`Chair.credited` of a seat that has done something since, as long as the rules have named no turn."""

_NOBODY: Mapping[int, int] = {}

_STOP = update(SEATS).where(SEATS.c.match == bindparam("this_match")).values(runs_from=None)


def hand_of(chair: Chair, clock: Clock) -> Hand:
    """What that seat has."""
    return Hand(clock.bank if chair.left is None else chair.left, chair.runs_from)


def acted(chair: Chair) -> None:
    """That seat did something: the next question to it is not the same turn once more."""
    if chair.credited == 0:
        chair.credited = ACTED


async def keep(
    tx: AsyncConnection,
    live: Live,
    now: datetime,
    *,
    asked: Collection[int] = (),
    began: Collection[int] = (),
    turn: int = 0,
    returned: Collection[int] = (),
    former: Mapping[int, int] = _NOBODY,
) -> None:
    """Start and stop what is to run and to stand now, and set the timers of it. Before the chairs are stored.

    asked: seats to which a question came; what runs again because something was taken back brings no time. began: seats
    whose own turn began. turn: the how manyth of the game it is; 0: the rules name none. returned: seats whose people
    have just come, or come back. former: seat → whose it was until now.
    """
    clock = clocks.read(live.header.clock)
    if clock is None:
        return
    changed = []
    for chair in live.chairs:
        runs = _runs(live, chair)
        # Begun again after something was taken back, it is no new turn.
        new = chair.seat in began and (chair.credited < turn or chair.credited == ACTED)
        if runs != (chair.runs_from is not None) or (runs and (new or chair.seat in returned)):
            changed.append((chair, runs, new))
    hours = await hours_at(tx, [chair for chair, _, _ in changed])
    before = hours | await hours_at(tx, [chair for chair, _, _ in changed if chair.seat in former], former)
    for chair, runs, new in changed:
        left = hand_of(chair, clock).left_at(clock, before[chair.seat], now)
        if runs and ((new and chair.left is not None) or (left == 0 and chair.seat in asked)):
            left = clock.credited(left)
        if runs and new:
            chair.credited = turn
        if runs and chair.seat in returned:
            left = max(left, clock.increment)
        if runs and (new or chair.seat in {*asked, *returned} or not _told_enough(chair, clock)):
            chair.rang = ""
        chair.left, chair.runs_from = left, now if runs else None
    await schedule(tx, live, [chair for chair, _, _ in changed], clock, hours)


async def rest(tx: AsyncConnection, live: Live, now: datetime) -> None:
    """The same where nothing but the status of the match changed: a game that sleeps lets its clocks stand."""
    before = [msgspec.structs.replace(chair) for chair in live.chairs]
    await keep(tx, live, now)
    for chair, was in zip(live.chairs, before, strict=True):
        if chair != was:
            await matches.store_chair(tx, live.header.id, chair)


async def stop(tx: AsyncConnection, match: str) -> None:
    """All clocks of a match that can't be loaded stand, with what they had when they last began to run."""
    await tx.execute(_STOP, {"this_match": match})


async def hours_at(
    tx: AsyncConnection, chairs: Sequence[Chair], former: Mapping[int, int] = _NOBODY
) -> dict[int, Hours]:
    """Seat → when its person may be called. former: seats of which another person is meant."""
    whose = {chair.seat: former.get(chair.seat, chair.person) for chair in chairs}
    people = await timing.people_of(tx, {*whose.values()}) if whose else {}
    return {seat: hours_of(people[person]) for seat, person in whose.items()}


async def deadlines(tx: AsyncConnection, header: Header, chairs: Sequence[Chair]) -> tuple[tuple[int, datetime], ...]:
    """When the time of the seats is up whose clocks run."""
    clock = clocks.read(header.clock)
    running = [chair for chair in chairs if clock is not None and chair.runs_from is not None]
    hours = await hours_at(tx, running)
    zeros = ((c.seat, hand_of(c, clock).zero(clock, hours[c.seat])) for c in running if clock is not None)
    return tuple((seat, zero) for seat, zero in zeros if zero is not None)


async def schedule(
    tx: AsyncConnection, live: Live, chairs: Sequence[Chair], clock: Clock | None, hours: dict[int, Hours]
) -> None:
    """Set the timers of these seats, or take them away: of those whose clock stands, or where there is none."""
    match = live.header.id
    due = [] if clock is None else [t for c in chairs for t in _timers(match, c, clock, hours[c.seat])]
    kept = {timer.key for timer in due}
    old = [key_of(kind, match, chair.seat) for chair in chairs for kind in ("warning", "flag")]
    await timers.cancel(tx, [key for key in old if key not in kept])
    await timers.put(tx, due)


def _timers(match: str, chair: Chair, clock: Clock, hours: Hours) -> Iterator[Timer]:
    hand = hand_of(chair, clock)
    warning, zero = hand.warning(clock, hours), hand.zero(clock, hours)
    if warning is not None and not chair.rang:
        yield Timer(key_of("warning", match, chair.seat), "warning", match, chair.seat, chair.person, warning)
    if zero is not None and chair.rang != "flag":
        yield Timer(key_of("flag", match, chair.seat), "flag", match, chair.seat, chair.person, zero)


def _runs(live: Live, chair: Chair) -> bool:
    going = live.header.status == "playing" and live.match.outcome is None
    return going and not chair.standin and chair.seat in live.face.waiting


def _told_enough(chair: Chair, clock: Clock) -> bool:
    """Whether what rang at that seat need not ring again, should its clock run on: but what is to be done, is done."""
    return chair.rang != "flag" or clock.at_zero == "tell"
