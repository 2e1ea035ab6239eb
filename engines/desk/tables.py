"""The tables.

Discord's ids are BigInteger, kinds are strings with a check, times are UTC; statements are written with SQLAlchemy
Core.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from sqlalchemy import (
    BigInteger,
    CheckConstraint,
    Column,
    Index,
    Integer,
    MetaData,
    Table,
    UniqueConstraint,
    false,
    text,
)
from sqlmodel import Field, LargeBinary, SQLModel, UTCDateTime

NAMES = {
    "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "ck": "ck_%(table_name)s_%(constraint_name)s",
    "fk": "fk_%(table_name)s_%(column_0_N_name)s",
    "pk": "pk_%(table_name)s",
}


class Base(SQLModel):
    """One set of tables with predictable names, so that migrations can name what they change."""

    metadata = MetaData(naming_convention=NAMES)


CONCEDING = ("concede", "consent")

ACTIVE = text("status IN ('lobby', 'playing', 'asleep')")


def _one_of(column: str, values: Iterable[str]) -> CheckConstraint:
    listed = ", ".join(f"'{value}'" for value in values)
    return CheckConstraint(f"{column} IN ({listed})", name=column)


def _own_number() -> Column[int]:
    # SQLite counts rows by itself only in a column that it knows as INTEGER.
    return Column(BigInteger().with_variant(Integer, "sqlite"), primary_key=True, autoincrement=True)


class MatchRow(Base, table=True):
    """A table from its lobby to its end.

    version: goes up with every change. serial: the last one used. step: how often what everybody sees has changed;
    face_serial: the action that changed it last. waiting: the seats publicly waited for, as "0,2". base: whoever loads
    from that save can still take back what may be taken back. news_from: the public news are of later serials. dropped:
    the options of a lobby that its last change made usual, with commas.
    """

    __tablename__ = "matches"
    __table_args__ = (
        _one_of("status", ("lobby", "playing", "asleep", "over", "cancelled")),
        _one_of("seating", ("joining", "random")),
        Index("uq_matches_active_channel", "channel", unique=True, sqlite_where=ACTIVE, postgresql_where=ACTIVE),
        Index(None, "channel", "opened_at"),
    )

    id: str = Field(primary_key=True, max_length=16)
    slug: str = Field(max_length=32)
    status: str = Field(max_length=16)
    guild: int | None = Field(default=None, sa_type=BigInteger, index=True)
    channel: int = Field(sa_type=BigInteger)
    place_name: str
    host: int = Field(sa_type=BigInteger)
    language: str = Field(max_length=16)
    options: bytes = Field(sa_type=LargeBinary)
    dropped: str = Field(default="", sa_column_kwargs={"server_default": text("''")})
    seating: str = Field(max_length=16)
    arrival: str = Field(default="", max_length=64)
    seed: bytes | None = Field(default=None, sa_type=LargeBinary)
    commitment: str = Field(default="", max_length=64)
    version: int = 0
    serial: int = 0
    step: int = 0
    face_serial: int = 0
    waiting: str = Field(default="", max_length=64)
    base: int = 0
    news_from: int = -1
    opened_at: datetime = Field(sa_type=UTCDateTime)
    started_at: datetime | None = Field(default=None, sa_type=UTCDateTime)
    ended_at: datetime | None = Field(default=None, sa_type=UTCDateTime)


class SeatRow(Base, table=True):
    """A person at a table; in a lobby `seat` counts those who joined.

    called: the game really waits for the seat. since: publicly waited for since then. acted: the serial of its last
    action; news_from: of its last action before the present turn. extra: how often only what this seat sees has
    changed. conceding: the count of public changes (`step`) at which it agreed to concede; it holds until the next one.
    Below -1: two less than minus that count, for it changed its mind.
    """

    __tablename__ = "seats"
    __table_args__ = (UniqueConstraint("match", "person"),)

    match: str = Field(primary_key=True, foreign_key="matches.id", max_length=16)
    seat: int = Field(primary_key=True)
    person: int = Field(sa_type=BigInteger, index=True)
    name: str
    standin: bool = False
    called: bool = False
    since: datetime | None = Field(default=None, sa_type=UTCDateTime)
    acted: int = -1
    news_from: int = -1
    extra: int = 0
    conceding: int = Field(default=-1, sa_column_kwargs={"server_default": text("-1")})


class PressRow(Base, table=True):
    """An interaction that has been answered; its second coming changes nothing.

    serial: the action it led to, if any.
    """

    __tablename__ = "presses"

    id: int = Field(sa_column=Column(BigInteger, primary_key=True, autoincrement=False))
    match: str = Field(foreign_key="matches.id", max_length=16, index=True)
    serial: int | None = None
    at: datetime = Field(sa_type=UTCDateTime)


class ActionRow(Base, table=True):
    """Something that used up a serial: an answer, a taking back, a restart from a checkpoint, the game conceded.

    rules: the game's rules then. digest: the position reached (kernel). trace: what was told and
    asked, independent of how the state is encoded: compared when newer rules replay the action. turned: with it a turn
    of the game began.
    """

    __tablename__ = "actions"
    __table_args__ = (
        _one_of("kind", ("answer", "undo", "restart", "concede")),
        _one_of("origin", ("person", "standin", "desk")),
        UniqueConstraint("match", "serial"),
    )

    id: int | None = Field(default=None, sa_column=_own_number())
    match: str = Field(foreign_key="matches.id", max_length=16)
    serial: int
    kind: str = Field(max_length=16)
    origin: str = Field(max_length=16)
    seat: int | None = None
    person: int | None = Field(default=None, sa_type=BigInteger)
    verb: str = Field(default="", max_length=64)
    answer: bytes = Field(sa_type=LargeBinary)
    asked: int | None = None
    undone: bool = False
    rules: int
    digest: str = Field(max_length=64)
    trace: str = Field(max_length=64)
    turned: bool = Field(default=False, sa_column_kwargs={"server_default": false()})
    at: datetime = Field(sa_type=UTCDateTime)


class LogRow(Base, table=True):
    """One event, with those who may know of it inside. step: the public count of changes when it happened."""

    __tablename__ = "log_lines"

    match: str = Field(primary_key=True, foreign_key="matches.id", max_length=16)
    serial: int = Field(primary_key=True)
    line: int = Field(primary_key=True)
    step: int
    event: bytes = Field(sa_type=LargeBinary)
    undone: bool = False
    at: datetime = Field(sa_type=UTCDateTime)


class SaveRow(Base, table=True):
    """The state at a checkpoint (kernel's Save)."""

    __tablename__ = "saves"

    match: str = Field(primary_key=True, foreign_key="matches.id", max_length=16)
    serial: int = Field(primary_key=True)
    rules: int
    drawn: int
    kept: bytes = Field(sa_type=LargeBinary)
    state: bytes = Field(sa_type=LargeBinary)


class OutboxRow(Base, table=True):
    """Something to be shown on Discord.

    lane: rows of one match and lane go out strictly in order: 0 the channel, else a person.

    leased: claimed until then; stays set when the claimer died, for the message may have gone out. state: waiting, sent
    or dropped. quiet: nobody is called by it.
    """

    __tablename__ = "outbox"
    __table_args__ = (
        _one_of("kind", ("board", "edit", "turn", "prompt", "lobby", "result", "over", "say", "scene", *CONCEDING)),
        _one_of("state", ("waiting", "sent", "dropped")),
        Index(None, "state", "due"),
        Index(None, "match", "lane", "state"),
    )

    id: int | None = Field(default=None, sa_column=_own_number())
    match: str = Field(foreign_key="matches.id", max_length=16)
    lane: int = Field(sa_type=BigInteger)
    kind: str = Field(max_length=16)
    seat: int | None = None
    person: int | None = Field(default=None, sa_type=BigInteger)
    serial: int
    asked: int | None = None
    secret: bool = False
    quiet: bool = Field(default=False, sa_column_kwargs={"server_default": false()})
    channel: int = Field(sa_type=BigInteger)
    payload: bytes = Field(sa_type=LargeBinary)
    due: datetime = Field(sa_type=UTCDateTime)
    tries: int = 0
    leased: datetime | None = Field(default=None, sa_type=UTCDateTime)
    state: str = Field(default="waiting", max_length=16)
    how: str = Field(default="", max_length=200)
    done_at: datetime | None = Field(default=None, sa_type=UTCDateTime)


class PostRow(Base, table=True):
    """A message that stands on Discord. live: its controls are still on."""

    __tablename__ = "posts"
    __table_args__ = (
        _one_of("kind", ("board", "lobby", "turn", "result", "over", "say", "scene", *CONCEDING)),
        UniqueConstraint("message"),
    )

    id: int | None = Field(default=None, sa_column=_own_number())
    match: str = Field(foreign_key="matches.id", max_length=16, index=True)
    kind: str = Field(max_length=16)
    person: int | None = Field(default=None, sa_type=BigInteger)
    channel: int = Field(sa_type=BigInteger)
    message: int = Field(sa_type=BigInteger)
    serial: int
    live: bool = True


class PersonRow(Base, table=True):
    """What a person prefers. locale: the language Discord named last; dm_closed: the last letter was refused."""

    __tablename__ = "people"

    id: int = Field(sa_column=Column(BigInteger, primary_key=True, autoincrement=False))
    language: str | None = Field(default=None, max_length=16)
    locale: str | None = Field(default=None, max_length=16)
    dms: bool = True
    dm_closed: bool = False
    zone: str | None = Field(default=None, max_length=64)


class GuildRow(Base, table=True):
    """What a server prefers. ping: how people are told that it is their turn."""

    __tablename__ = "guilds"
    __table_args__ = (_one_of("ping", ("dm", "mention", "both", "none")),)

    id: int = Field(sa_column=Column(BigInteger, primary_key=True, autoincrement=False))
    language: str | None = Field(default=None, max_length=16)
    ping: str = Field(default="dm", max_length=16)


def table(row: type[SQLModel]) -> Table:
    """The SQLAlchemy table behind a row class."""
    found: Any = row.__dict__["__table__"]
    assert isinstance(found, Table)
    return found


MATCHES = table(MatchRow)
SEATS = table(SeatRow)
PRESSES = table(PressRow)
ACTIONS = table(ActionRow)
LOG = table(LogRow)
SAVES = table(SaveRow)
OUTBOX = table(OutboxRow)
POSTS = table(PostRow)
PEOPLE = table(PersonRow)
GUILDS = table(GuildRow)
