"""What is stored of votes: what is moved at a table, and who agrees. Statements only."""

from __future__ import annotations

from datetime import datetime

import msgspec
from msgspec import Struct
from sqlalchemy import bindparam, delete, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from engines.desk.records import MotionKind, MotionState
from engines.desk.tables import MOTIONS, VOTES

_GET = select(MOTIONS).where(MOTIONS.c.match == bindparam("this_match"), MOTIONS.c.id == bindparam("this_motion"))
_LATEST = (
    select(MOTIONS)
    .where(MOTIONS.c.match == bindparam("this_match"))
    .order_by((MOTIONS.c.state == "open").desc(), MOTIONS.c.id.desc())
    .limit(1)
)
_VOTES = select(VOTES.c.seat, VOTES.c.agrees).where(VOTES.c.motion == bindparam("this_motion")).order_by(VOTES.c.seat)


class Moved(Struct):
    """A row of `motions` and those of `votes` that belong to it. votes: seat → whether it agrees, for all who count."""

    id: int
    kind: MotionKind
    by: int
    seat: int | None
    person: int | None
    serial: int | None
    step: int
    reason: str
    state: MotionState
    opened_at: datetime
    closed_at: datetime | None = None
    against: int | None = None
    votes: dict[int, bool] = {}

    @property
    def agreed(self) -> tuple[int, ...]:
        """The seats that agree, whoever moved it among them."""
        return tuple(sorted(seat for seat, agrees in self.votes.items() if agrees))

    @property
    def asked(self) -> tuple[int, ...]:
        """The seats that must still agree."""
        return tuple(sorted(seat for seat, agrees in self.votes.items() if not agrees))

    def same(self, other: Moved) -> bool:
        """Whether it is about the same, at the same moment; who moved it does not count."""

        def about(one: Moved) -> tuple[object, ...]:
            return (one.kind, one.seat, one.person, one.serial, one.step)

        return about(self) == about(other)


_COLUMNS = tuple(field for field in Moved.__struct_fields__ if field != "votes")


async def latest(tx: AsyncConnection, match: str) -> Moved | None:
    """What that table votes on, else what it voted on last."""
    row = (await tx.execute(_LATEST, {"this_match": match})).first()
    return None if row is None else await _moved(tx, row)


async def get(tx: AsyncConnection, match: str, motion: int) -> Moved | None:
    """The motion of that number, if it is that table's."""
    row = (await tx.execute(_GET, {"this_match": match, "this_motion": motion})).first()
    return None if row is None else await _moved(tx, row)


async def earlier(tx: AsyncConnection, match: str, wanted: Moved) -> Moved | None:
    """What was moved before of the same content at the same moment, and was not agreed on."""
    there = (MOTIONS.c.match == match, MOTIONS.c.step == wanted.step, MOTIONS.c.state != "carried")
    for row in await tx.execute(select(MOTIONS).where(*there)):
        found = await _moved(tx, row)
        if found.same(wanted):
            return found
    return None


async def add(tx: AsyncConnection, match: str, new: Moved) -> None:
    """Store a new motion; it gets its number."""
    done = await tx.execute(insert(MOTIONS).values(_values(new) | {"match": match}))
    assert done.inserted_primary_key is not None
    new.id = done.inserted_primary_key[0]
    await _cast(tx, new)


async def store(tx: AsyncConnection, changed: Moved) -> None:
    """Write a motion and its votes."""
    await tx.execute(update(MOTIONS).where(MOTIONS.c.id == changed.id).values(_values(changed)))
    await tx.execute(delete(VOTES).where(VOTES.c.motion == changed.id))
    await _cast(tx, changed)


def _values(moved: Moved) -> dict[str, object]:
    return {field: getattr(moved, field) for field in _COLUMNS if field != "id"}


async def _cast(tx: AsyncConnection, moved: Moved) -> None:
    rows = [{"motion": moved.id, "seat": seat, "agrees": agrees} for seat, agrees in moved.votes.items()]
    if rows:
        await tx.execute(insert(VOTES), rows)


async def _moved(tx: AsyncConnection, row: object) -> Moved:
    fields = {field: getattr(row, field) for field in _COLUMNS}
    votes = {vote.seat: vote.agrees for vote in await tx.execute(_VOTES, {"this_motion": fields["id"]})}
    return msgspec.convert(fields | {"votes": votes}, Moved)
