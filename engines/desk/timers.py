"""What falls due: statements on the table `timers`. Nothing here knows what any of it means."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Any, Literal

import msgspec
from msgspec import Struct
from sqlalchemy import BindParameter, bindparam, delete, func, select
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncConnection

from engines.desk.tables import TIMERS

Kind = Literal["nudge", "warning", "flag", "idle", "digest"]


class Timer(Struct):
    """A row of `timers` (tables.py says what the columns mean)."""

    key: str
    kind: Kind
    match: str | None
    seat: int | None
    person: int | None
    due: datetime
    times: int = 0
    about: str = ""


def key_of(kind: Kind, whose: str | int, seat: int | None = None) -> str:
    """The one name of that timer. whose: the match, or the person if it is about all the games of one."""
    return f"{kind} {whose}" if seat is None else f"{kind} {whose} {seat}"


# Put together once, as in matches.py.
_KEY: BindParameter[str] = bindparam("this_key")
_OTHERS = [name for name in Timer.__struct_fields__ if name != "key"]
_ON_SQLITE, _ON_POSTGRES = sqlite.insert(TIMERS), postgresql.insert(TIMERS)
_SET: dict[str, Any] = {
    "sqlite": _ON_SQLITE.on_conflict_do_update(
        index_elements=[TIMERS.c.key], set_={name: _ON_SQLITE.excluded[name] for name in _OTHERS}
    ),
    "postgresql": _ON_POSTGRES.on_conflict_do_update(
        index_elements=[TIMERS.c.key], set_={name: _ON_POSTGRES.excluded[name] for name in _OTHERS}
    ),
}
_HAVE: dict[str, Any] = {
    "sqlite": _ON_SQLITE.on_conflict_do_nothing(index_elements=[TIMERS.c.key]),
    "postgresql": _ON_POSTGRES.on_conflict_do_nothing(index_elements=[TIMERS.c.key]),
}
_GET = select(TIMERS).where(TIMERS.c.key == _KEY).with_for_update()
_OF_KEYS = select(TIMERS).where(TIMERS.c.key.in_(bindparam("keys", expanding=True)))
_CANCEL = delete(TIMERS).where(TIMERS.c.key == _KEY)
_CANCEL_ALL = delete(TIMERS).where(TIMERS.c.match == bindparam("this_match"))
_IN_ORDER = select(TIMERS).order_by(TIMERS.c.due, TIMERS.c.key)
_DUE = _IN_ORDER.where(TIMERS.c.due <= bindparam("now", type_=TIMERS.c.due.type)).limit(bindparam("most"))
_NEXT = select(func.min(TIMERS.c.due)).where(TIMERS.c.due > bindparam("now", type_=TIMERS.c.due.type))
_OF_MATCH = _IN_ORDER.where(TIMERS.c.match == bindparam("this_match"))
_OF_PERSON = _IN_ORDER.where(TIMERS.c.person == bindparam("whom"))


async def put(tx: AsyncConnection, new: Iterable[Timer]) -> None:
    """Set these timers, in place of those with the same keys."""
    if rows := [msgspec.structs.asdict(timer) for timer in new]:
        await tx.execute(_SET[tx.dialect.name], rows)


async def have(tx: AsyncConnection, new: Iterable[Timer]) -> None:
    """Set those of these timers whose keys there are none of."""
    if rows := [msgspec.structs.asdict(timer) for timer in new]:
        await tx.execute(_HAVE[tx.dialect.name], rows)


async def cancel(tx: AsyncConnection, keys: Iterable[str]) -> None:
    """Take these away, as far as there are such."""
    if rows := [{"this_key": key} for key in keys]:
        await tx.execute(_CANCEL, rows)


async def cancel_all(tx: AsyncConnection, match: str) -> None:
    """Nothing of that match falls due any more."""
    await tx.execute(_CANCEL_ALL, {"this_match": match})


async def get(tx: AsyncConnection, key: str) -> Timer | None:
    """That timer as it is now, locked against other writers."""
    row = (await tx.execute(_GET, {"this_key": key})).first()
    return _timer(row) if row else None


async def of_keys(tx: AsyncConnection, keys: Iterable[str]) -> dict[str, Timer]:
    """Those of these that there are, only to look at."""
    return {row.key: _timer(row) for row in await tx.execute(_OF_KEYS, {"keys": [*keys]})}


async def due(tx: AsyncConnection, now: datetime, limit: int) -> list[Timer]:
    """What is due, oldest first."""
    return [_timer(row) for row in await tx.execute(_DUE, {"now": now, "most": limit})]


async def next_due(tx: AsyncConnection, after: datetime) -> datetime | None:
    """When something falls due next after that."""
    moment: datetime | None = (await tx.execute(_NEXT, {"now": after})).scalar()
    return moment


async def of_match(tx: AsyncConnection, match: str) -> list[Timer]:
    """All that is set for a match."""
    return [_timer(row) for row in await tx.execute(_OF_MATCH, {"this_match": match})]


async def of_person(tx: AsyncConnection, person: int) -> list[Timer]:
    """All that is set for a person."""
    return [_timer(row) for row in await tx.execute(_OF_PERSON, {"whom": person})]


def _timer(row: Any) -> Timer:
    return Timer(**{name: getattr(row, name) for name in Timer.__struct_fields__})
