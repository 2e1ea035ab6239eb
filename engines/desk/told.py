"""Who was told of what, and how: for `/status`. Only what everybody may know."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, time
from typing import Any

import msgspec
from sqlalchemy import bindparam, func, select
from sqlalchemy.ext.asyncio import AsyncConnection

from engines.desk import clocks, timing
from engines.desk.hours import hours_of, zone_of
from engines.desk.matches import Chair, Header
from engines.desk.outbox import RESTS
from engines.desk.people import Person
from engines.desk.records import SeatStatus, Status
from engines.desk.tables import OUTBOX
from engines.desk.ticking import hand_of

_OPENLY = (OUTBOX.c.match == bindparam("this_match"), OUTBOX.c.person == bindparam("whom"), OUTBOX.c.secret.is_(False))
_LAST = (
    select(OUTBOX.c.state, OUTBOX.c.how, OUTBOX.c.due, OUTBOX.c.done_at)
    .where(*_OPENLY, OUTBOX.c.kind.in_(("turn", "seat")))
    .order_by(OUTBOX.c.id.desc())
    .limit(1)
)
_REMINDERS = select(func.count()).where(
    *_OPENLY,
    OUTBOX.c.kind == "nudge",
    OUTBOX.c.state == "sent",
    OUTBOX.c.how.in_(("dm", "mention")),
    OUTBOX.c.done_at >= bindparam("since", type_=OUTBOX.c.done_at.type),
)


async def status(tx: AsyncConnection, header: Header, chairs: Sequence[Chair], now: datetime) -> Status:
    """Who is waited for, since when, and how each was told."""
    people = await timing.people_of(tx, [chair.person for chair in chairs])
    seats = [await _seat(tx, header, chair, people[chair.person], now) for chair in chairs]
    return Status(header.id, header.slug, header.place, header.status, header.host, tuple(seats))


async def _seat(tx: AsyncConnection, header: Header, chair: Chair, person: Person, now: datetime) -> SeatStatus:
    deadline, left = _time(header, chair, person, now)
    known = SeatStatus(
        seat=chair.seat,
        person=chair.person,
        name=chair.name,
        standin=chair.standin,
        since=chair.since,
        told=None,
        how=None,
        dm_closed=person.dm_closed,
        away=_away(person, now),
        deadline=deadline,
        left=left,
        muted="" if chair.since is None else chair.muted,
    )
    return known if chair.since is None else await _asked(tx, header.id, known, chair.since)


def _time(header: Header, chair: Chair, person: Person, now: datetime) -> tuple[datetime | None, int | None]:
    """When the seat's time is up, and the seconds left, as far as it has a clock."""
    clock = clocks.read(header.clock)
    if clock is None or chair.standin:
        return None, None
    hand, hours = hand_of(chair, clock), hours_of(person)
    return hand.zero(clock, hours), hand.left_at(clock, hours, now)


async def _asked(tx: AsyncConnection, match: str, known: SeatStatus, since: datetime) -> SeatStatus:
    whose: dict[str, Any] = {"this_match": match, "whom": known.person}
    last = (await tx.execute(_LAST, whose)).first()
    if last is None:
        return known
    sent = last.state == "sent"
    return msgspec.structs.replace(
        known,
        told=last.done_at if sent else None,
        how=last.how if sent else None,
        held=last.due if last.state == "waiting" and last.how == RESTS else None,
        reminders=(await tx.execute(_REMINDERS, whose | {"since": since})).scalar_one(),
    )


def _away(person: Person, now: datetime) -> datetime | None:
    """Until when the person is on vacation: the first moment of the day of their return."""
    hours = hours_of(person)
    if hours.away_until is None or not hours.away(now):
        return None
    return datetime.combine(hours.away_until, time(), zone_of(hours.zone)).astimezone(UTC)
