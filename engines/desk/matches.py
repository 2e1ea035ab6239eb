"""What is stored of a match: its header, seats, actions, log, saves and presses. Statements only."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any, Literal, cast

import msgspec
from msgspec import Struct
from sqlalchemy import BindParameter, Row, bindparam, delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from engines.desk.records import Cause, MatchStatus, Order, Place
from engines.desk.tables import ACTIONS, LOG, MATCHES, PRESSES, SAVES, SEATS
from engines.kernel.decision import Answer
from engines.kernel.game import OptionValue
from engines.kernel.match import Action, Save
from engines.kernel.text import Event, Text

ACTIVE = ("lobby", "playing", "asleep")
LAID_OUT = (-1, 0)
"""The serials before the first turn that the rules name."""

HERE = ("lobby", "playing")
"""What has its channel to itself."""

_OPTIONS = msgspec.json.Decoder(dict[str, str | int | bool])
_ANSWER = msgspec.json.Decoder(tuple[str | int, ...])
_KEPT = msgspec.json.Decoder(tuple[tuple[int, str, int], ...])
_EVENT = msgspec.msgpack.Decoder(Event)

# What every press needs is put together once: building a statement costs ten times as much as running it again.
# Parameters that are not to be columns have names of their own.
_MATCH: BindParameter[str] = bindparam("this_match")
_GET_HEADER = select(MATCHES).where(MATCHES.c.id == _MATCH)
_LOCK_HEADER = _GET_HEADER.with_for_update()
_STORE_HEADER = update(MATCHES).where(MATCHES.c.id == _MATCH, MATCHES.c.version == bindparam("old_version"))
_GET_CHAIRS = select(SEATS).where(SEATS.c.match == _MATCH).order_by(SEATS.c.seat)
_STORE_CHAIR = update(SEATS).where(SEATS.c.match == _MATCH, SEATS.c.seat == bindparam("this_seat"))
_GET_PRESS = select(PRESSES.c.match, PRESSES.c.serial).where(PRESSES.c.id == bindparam("press"))
_GET_DEEDS = (
    select(ACTIONS).where(ACTIONS.c.match == _MATCH, ACTIONS.c.serial > bindparam("after")).order_by(ACTIONS.c.serial)
)
_GET_LINES = (
    select(LOG)
    .where(LOG.c.match == _MATCH, LOG.c.serial > bindparam("after"), LOG.c.undone.is_(False))
    .order_by(LOG.c.serial, LOG.c.line)
)
_GET_SAVE = (
    select(SAVES)
    .where(SAVES.c.match == _MATCH, SAVES.c.serial <= bindparam("at_most"))
    .order_by(SAVES.c.serial.desc())
    .limit(1)
)


class Overtaken(RuntimeError):
    """Another process has changed the match since it was read."""


class Header(Struct):
    """A row of `matches` (tables.py says what the columns mean)."""

    id: str
    slug: str
    status: MatchStatus
    place: Place
    host: int
    language: str
    options: dict[str, OptionValue]
    seating: Order
    opened_at: datetime
    arrival: tuple[int, ...] = ()
    seed: bytes | None = None
    commitment: str = ""
    version: int = 0
    serial: int = 0
    step: int = 0
    face_serial: int = 0
    waiting: tuple[int, ...] = ()
    base: int = 0
    news_from: int = -1
    started_at: datetime | None = None
    ended_at: datetime | None = None
    dropped: tuple[str, ...] = ()
    changed_at: datetime | None = None
    clock: str = ""
    sleeps: Cause = ""


class Chair(Struct):
    """A row of `seats`."""

    seat: int
    person: int
    name: str
    standin: bool = False
    called: bool = False
    since: datetime | None = None
    acted: int = -1
    news_from: int = -1
    extra: int = 0
    called_at: datetime | None = None
    muted: Literal["", "turn", "game"] = ""
    offered: int | None = None
    left: int | None = None
    runs_from: datetime | None = None
    former: str = ""
    credited: int = 0
    rang: Literal["", "warning", "flag"] = ""
    missed: int = 0

    @property
    def had_by(self) -> tuple[int, ...]:
        """The people who had the seat before."""
        return _numbers(self.former)


class Deed(Struct, frozen=True):
    """A row of `actions`."""

    serial: int
    kind: Literal["answer", "undo", "restart", "concede", "stop", "rewind"]
    origin: Literal["person", "standin", "desk", "ahead"]
    seat: int | None
    person: int | None
    verb: str
    answer: Answer
    asked: int | None
    undone: bool
    rules: int
    digest: str
    trace: str
    at: datetime
    turned: bool = False

    def action(self) -> Action:
        """As the kernel takes it."""
        assert self.seat is not None
        assert self.kind in {"answer", "concede", "stop"}
        return Action(self.seat, self.verb, self.answer, self.serial, self.asked, cast("Any", self.kind))

    @property
    def played(self) -> bool:
        """Whether it is part of the game, and not only of its log."""
        return self.kind in {"answer", "concede", "stop"}


class Line(Struct, frozen=True):
    """A row of `log_lines`."""

    serial: int
    step: int
    event: Event
    at: datetime


# -- headers and seats -------------------------------------------------------------------------------------------------


async def header(tx: AsyncConnection, match: str, *, lock: bool = False) -> Header | None:
    """The header, locked against other writers if it is to be changed."""
    row = (await tx.execute(_LOCK_HEADER if lock else _GET_HEADER, {"this_match": match})).first()
    return _header(row) if row else None


async def at_channel(tx: AsyncConnection, channel: int, statuses: Sequence[str]) -> Header | None:
    """The latest match of that channel with one of the statuses."""
    statement = select(MATCHES).where(MATCHES.c.channel == channel, MATCHES.c.status.in_(statuses))
    row = (await tx.execute(statement.order_by(MATCHES.c.opened_at.desc(), MATCHES.c.id).limit(1))).first()
    return _header(row) if row else None


async def taken(tx: AsyncConnection, header: Header) -> bool:
    """Whether another match has this one's channel to itself."""
    there = await at_channel(tx, header.place.channel, HERE)
    return there is not None and there.id != header.id


async def of_person(tx: AsyncConnection, person: int, guild: int | None = None) -> list[Header]:
    """The lobbies and running matches in which the person sits, oldest first; only those of a server if it is named."""
    statement = select(MATCHES).join(SEATS, SEATS.c.match == MATCHES.c.id)
    statement = statement.where(SEATS.c.person == person, MATCHES.c.status.in_(ACTIVE))
    if guild is not None:
        statement = statement.where(MATCHES.c.guild == guild)
    return [_header(row) for row in await tx.execute(statement.order_by(MATCHES.c.opened_at, MATCHES.c.id))]


async def of_guild(tx: AsyncConnection, guild: int, status: MatchStatus) -> list[str]:
    """The matches of a server with that status."""
    statement = select(MATCHES.c.id).where(MATCHES.c.guild == guild, MATCHES.c.status == status)
    return [row.id for row in await tx.execute(statement.order_by(MATCHES.c.opened_at, MATCHES.c.id))]


async def add_match(tx: AsyncConnection, new: Header) -> bool:
    """Store a new match; False if its channel has an active one already."""
    try:
        async with tx.begin_nested():
            await tx.execute(insert(MATCHES), _columns(new) | {"version": new.version})
    except IntegrityError:
        return False
    return True


async def store(tx: AsyncConnection, changed: Header) -> None:
    """Write the header and count its version up. Raises Overtaken if another process was faster, also at its place."""
    which = {"this_match": changed.id, "old_version": changed.version}
    try:
        done = await tx.execute(_STORE_HEADER, _columns(changed) | {"version": changed.version + 1} | which)
    except IntegrityError as taken:
        raise Overtaken(changed.id) from taken
    if done.rowcount != 1:
        raise Overtaken(changed.id)
    changed.version += 1


async def chairs(tx: AsyncConnection, match: str) -> list[Chair]:
    """The seats in order."""
    rows = await tx.execute(_GET_CHAIRS, {"this_match": match})
    return [msgspec.convert({f: getattr(row, f) for f in Chair.__struct_fields__}, Chair) for row in rows]


async def place_chairs(tx: AsyncConnection, match: str, placed: Iterable[Chair]) -> None:
    """These seats and no others."""
    await tx.execute(delete(SEATS).where(SEATS.c.match == match))
    rows = [{"match": match, **msgspec.structs.asdict(chair)} for chair in placed]
    if rows:
        await tx.execute(insert(SEATS), rows)


async def store_chair(tx: AsyncConnection, match: str, chair: Chair) -> None:
    """Write one seat."""
    await tx.execute(_STORE_CHAIR, msgspec.structs.asdict(chair) | {"this_match": match, "this_seat": chair.seat})


def _header(row: Row[Any]) -> Header:
    fields = {f: getattr(row, f) for f in Header.__struct_fields__ if f != "place"}
    return Header(
        **fields
        | {
            "place": Place(row.guild, row.channel, row.place_name),
            "options": _OPTIONS.decode(row.options),
            "arrival": _numbers(row.arrival),
            "waiting": _numbers(row.waiting),
            "dropped": tuple(key for key in row.dropped.split(",") if key),
        }
    )


def _columns(changed: Header) -> dict[str, Any]:
    columns = msgspec.structs.asdict(changed)
    place: Place = columns.pop("place")
    columns.pop("version")
    columns["options"] = msgspec.json.encode(changed.options)
    columns["arrival"] = ",".join(map(str, changed.arrival))
    columns["waiting"] = ",".join(map(str, changed.waiting))
    columns["dropped"] = ",".join(changed.dropped)
    return columns | {"guild": place.guild, "channel": place.channel, "place_name": place.name}


def _numbers(listed: str) -> tuple[int, ...]:
    return tuple(int(number) for number in listed.split(",") if number)


# -- presses -----------------------------------------------------------------------------------------------------------


async def pressed(tx: AsyncConnection, press: int) -> tuple[str, int | None] | None:
    """The match and the serial to which this press led, if it was answered before."""
    row = (await tx.execute(_GET_PRESS, {"press": press})).first()
    return (row.match, row.serial) if row else None


async def add_press(tx: AsyncConnection, press: int, match: str, serial: int | None, at: datetime) -> None:
    """Remember that this press is answered."""
    await tx.execute(insert(PRESSES), {"id": press, "match": match, "serial": serial, "at": at})


# -- actions, log, saves -----------------------------------------------------------------------------------------------


async def add_deed(tx: AsyncConnection, match: str, deed: Deed) -> None:
    """Log an action."""
    values = msgspec.structs.asdict(deed) | {"match": match, "answer": msgspec.json.encode(deed.answer)}
    await tx.execute(insert(ACTIONS), values)


async def deeds(tx: AsyncConnection, match: str, after: int = -1) -> list[Deed]:
    """The actions with a higher serial, in order, also what was undone."""
    found = []
    for row in await tx.execute(_GET_DEEDS, {"this_match": match, "after": after}):
        fields = {f: getattr(row, f) for f in Deed.__struct_fields__}
        found.append(Deed(**fields | {"answer": _ANSWER.decode(row.answer)}))
    return found


async def turns(tx: AsyncConnection, match: str) -> list[int]:
    """With which serials the turns began that still count, in order; before them the table was laid out."""
    began = (ACTIONS.c.match == match, ACTIONS.c.turned.is_(True), ACTIONS.c.undone.is_(False))
    found = await tx.execute(select(ACTIONS.c.serial).where(*began).order_by(ACTIONS.c.serial))
    return [*LAID_OUT, *found.scalars()]


async def undo(tx: AsyncConnection, match: str, first: int, last: int | None = None) -> None:
    """These answers do not count any more, nor what was told and saved on the way. last None: all from `first`.

    That something was taken back by agreement stays told.
    """
    rewinds = select(ACTIONS.c.serial).where(ACTIONS.c.match == match, ACTIONS.c.kind == "rewind")
    for rows in (ACTIONS, LOG, SAVES):
        which = [rows.c.match == match, rows.c.serial >= first]
        if last is not None:
            which.append(rows.c.serial <= last)
        if rows is ACTIONS:
            which.append(rows.c.kind == "answer")
        if rows is LOG:
            which.append(rows.c.serial.not_in(rewinds))
        if rows is SAVES:
            await tx.execute(delete(rows).where(*which))
        else:
            await tx.execute(update(rows).where(*which).values(undone=True))


async def add_lines(
    tx: AsyncConnection, match: str, serial: int, step: int, events: Sequence[Event], at: datetime
) -> None:
    """Log what was told."""
    same = {"match": match, "serial": serial, "step": step, "at": at, "undone": False}
    rows = [same | {"line": line, "event": msgspec.msgpack.encode(told)} for line, told in enumerate(events)]
    if rows:
        await tx.execute(insert(LOG), rows)


async def lines(tx: AsyncConnection, match: str, after: int) -> list[Line]:
    """What was told since that serial and still counts, in order."""
    return [_line(row) for row in await tx.execute(_GET_LINES, {"this_match": match, "after": after})]


async def actors(tx: AsyncConnection, match: str) -> dict[int, int]:
    """Serial → the seat whose action it was."""
    acted = select(ACTIONS.c.serial, ACTIONS.c.seat).where(ACTIONS.c.match == match, ACTIONS.c.seat.is_not(None))
    return {row.serial: row.seat for row in await tx.execute(acted)}


async def taken_back_since(tx: AsyncConnection, match: str, serial: int) -> bool:
    """Whether anybody has taken anything back after that serial."""
    which = (ACTIONS.c.match == match, ACTIONS.c.kind.in_(("undo", "rewind")), ACTIONS.c.serial > serial)
    undone = select(ACTIONS.c.id).where(*which)
    return (await tx.execute(undone.limit(1))).first() is not None


async def stood_in_since(tx: AsyncConnection, match: str, seat: int, serial: int) -> bool:
    """Whether the last thing that seat did after that serial was done by the stand-in."""
    done = (ACTIONS.c.match == match, ACTIONS.c.seat == seat, ACTIONS.c.serial > serial)
    last = select(ACTIONS.c.origin).where(*done).order_by(ACTIONS.c.id.desc()).limit(1)
    return bool((await tx.execute(last)).scalar() == "standin")


async def rewound(tx: AsyncConnection, match: str) -> int:
    """How often something was taken back by agreement."""
    counted = select(func.count()).select_from(ACTIONS).where(ACTIONS.c.match == match, ACTIONS.c.kind == "rewind")
    return (await tx.execute(counted)).scalar_one()


async def told_of_rewinding(tx: AsyncConnection, match: str, at: datetime | None) -> Text | None:
    """What everybody was told when something was taken back by agreement at that moment."""
    told = (LOG.c.match == match, LOG.c.at == at, LOG.c.serial == ACTIONS.c.serial, ACTIONS.c.kind == "rewind")
    row = (await tx.execute(select(LOG).join(ACTIONS, ACTIONS.c.match == LOG.c.match).where(*told).limit(1))).first()
    return None if row is None else _line(row).event.text


async def lines_of(tx: AsyncConnection, match: str, serial: int) -> list[Line]:
    """What this action told, whether or not it was undone later."""
    statement = select(LOG).where(LOG.c.match == match, LOG.c.serial == serial).order_by(LOG.c.line)
    return [_line(row) for row in await tx.execute(statement)]


def _line(row: Row[Any]) -> Line:
    return Line(row.serial, row.step, _EVENT.decode(row.event), row.at)


async def add_save(tx: AsyncConnection, match: str, save: Save) -> None:
    """Keep a save."""
    kept = msgspec.json.encode(save.kept)
    await tx.execute(insert(SAVES), msgspec.structs.asdict(save) | {"match": match, "kept": kept})


async def newest_save(tx: AsyncConnection, match: str, at_most: int) -> Save | None:
    """The newest save of that serial or an earlier one."""
    row = (await tx.execute(_GET_SAVE, {"this_match": match, "at_most": at_most})).first()
    return Save(row.rules, row.serial, row.drawn, row.state, _KEPT.decode(row.kept)) if row else None
