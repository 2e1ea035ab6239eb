"""The tables.

Discord's ids are BigInteger, kinds are strings with a check, times are UTC; statements are written with SQLAlchemy
Core.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date, datetime
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


MESSAGES = ("board", "lobby", "turn", "result", "over", "say", "scene", "vote", "ballot", "offer", "seat")
"""The kinds of what stands on Discord as a message of its own."""

CALLS = ("nudge", "next", "warning", "stall", "digest")
"""The kinds of what only calls somebody. A nudge becomes a turn's letter."""

HERE = text("status IN ('lobby', 'playing')")
"""What has its channel to itself. A table that sleeps leaves room for another."""


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
    the options of a lobby that its last change made usual, with commas. changed_at: when everybody could last notice
    something. clock: the time that each seat has, as JSON (clocks.py); "": as much as it likes. sleeps: why it does
    (records.Cause), if it is asleep.
    """

    __tablename__ = "matches"
    __table_args__ = (
        _one_of("status", ("lobby", "playing", "asleep", "over", "cancelled")),
        _one_of("seating", ("joining", "random")),
        Index("uq_matches_active_channel", "channel", unique=True, sqlite_where=HERE, postgresql_where=HERE),
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
    changed_at: datetime | None = Field(default=None, sa_type=UTCDateTime)
    clock: str = Field(default="", sa_column_kwargs={"server_default": text("''")})
    sleeps: str = Field(default="", max_length=8, sa_column_kwargs={"server_default": text("''")})


class SeatRow(Base, table=True):
    """A person at a table; in a lobby `seat` counts those who joined.

    called: the game really waits for the seat. since: publicly waited for since then. acted: the serial of its last
    action; news_from: of its last action before the present turn. extra: how often only what this seat sees has
    changed. called_at: the game really waits for it since
    then. muted: what its person wants to hear no more of: this "turn", or the "game". offered: to whom the seat is
    offered; 0: to anybody; None: to nobody. left: the seconds that its clock had when it last began to run, or stopped;
    runs_from: it runs since then, None: it stands. former: the people who had the seat before, as "101,205". credited:
    with which of the game's turns its clock last got the increment; where the rules name none, 0, and -1 as soon as
    it did anything since. rang: what was said of it since it runs: a "warning",
    or that the "flag" fell. missed: how many of its turns were played at zero since its person last did anything.
    """

    __tablename__ = "seats"
    __table_args__ = (UniqueConstraint("match", "person"), _one_of("muted", ("", "turn", "game")))

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
    called_at: datetime | None = Field(default=None, sa_type=UTCDateTime)
    muted: str = Field(default="", max_length=8, sa_column_kwargs={"server_default": text("''")})
    offered: int | None = Field(default=None, sa_type=BigInteger)
    left: int | None = None
    runs_from: datetime | None = Field(default=None, sa_type=UTCDateTime)
    former: str = Field(default="", sa_column_kwargs={"server_default": text("''")})
    credited: int = Field(default=0, sa_column_kwargs={"server_default": text("0")})
    rang: str = Field(default="", max_length=8, sa_column_kwargs={"server_default": text("''")})
    missed: int = Field(default=0, sa_column_kwargs={"server_default": text("0")})


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

    rewind: taken back by agreement, with all that came after it; `asked` is the first serial that does not count any
    more. stop: the game ended by agreement, as it stood. origin: `ahead` is a person's answer given before its
    question.

    rules: the game's rules then. digest: the position reached (kernel). trace: what was told and
    asked, independent of how the state is encoded: compared when newer rules replay the action. turned: with it a turn
    of the game began.
    """

    __tablename__ = "actions"
    __table_args__ = (
        _one_of("kind", ("answer", "undo", "restart", "concede", "stop", "rewind")),
        _one_of("origin", ("person", "standin", "desk", "ahead")),
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
    or dropped. quiet: nobody is called by it. match None: about all the games of its person.
    """

    __tablename__ = "outbox"
    __table_args__ = (
        _one_of("kind", ("edit", "prompt", *MESSAGES, *CALLS)),
        _one_of("state", ("waiting", "sent", "dropped")),
        Index(None, "state", "due"),
        Index(None, "match", "lane", "state"),
    )

    id: int | None = Field(default=None, sa_column=_own_number())
    match: str | None = Field(default=None, foreign_key="matches.id", max_length=16)
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
    __table_args__ = (_one_of("kind", (*MESSAGES, *CALLS)), UniqueConstraint("message"))

    id: int | None = Field(default=None, sa_column=_own_number())
    match: str | None = Field(default=None, foreign_key="matches.id", max_length=16, index=True)
    kind: str = Field(max_length=16)
    person: int | None = Field(default=None, sa_type=BigInteger)
    channel: int = Field(sa_type=BigInteger)
    message: int = Field(sa_type=BigInteger)
    serial: int
    live: bool = True


class TimerRow(Base, table=True):
    """Something that falls due, and is asked again then whether it still applies.

    key: what it is about, so that there is one of each: the kind, then the match and the seat, or the person. times:
    how often it has done its work. about: what it was set for; the question's moment, for instance.
    """

    __tablename__ = "timers"
    __table_args__ = (
        _one_of("kind", ("nudge", "warning", "flag", "idle", "digest")),
        Index(None, "due"),
        Index(None, "match"),
    )

    key: str = Field(primary_key=True, max_length=64)
    kind: str = Field(max_length=16)
    match: str | None = Field(default=None, foreign_key="matches.id", max_length=16)
    seat: int | None = None
    person: int | None = Field(default=None, sa_type=BigInteger, index=True)
    due: datetime = Field(sa_type=UTCDateTime)
    times: int = 0
    about: str = Field(default="", max_length=64)


class MotionRow(Base, table=True):
    """Something that the people at a table vote on.

    by: the seat that moved it. seat, person: whom it is about, and who would come. serial: the first action that would
    be taken back. step: the count of public changes at which it was moved; it lapses with the next one. against: the
    seat that said No.
    """

    __tablename__ = "motions"
    __table_args__ = (
        _one_of("kind", ("undo", "stop", "end", "concede", "standin", "replace")),
        _one_of("state", ("open", "carried", "refused", "withdrawn", "lapsed")),
        Index(None, "match", "state"),
    )

    id: int | None = Field(default=None, sa_column=_own_number())
    match: str = Field(foreign_key="matches.id", max_length=16)
    kind: str = Field(max_length=16)
    by: int
    seat: int | None = None
    person: int | None = Field(default=None, sa_type=BigInteger)
    serial: int | None = None
    step: int
    reason: str = Field(default="", max_length=200)
    state: str = Field(default="open", max_length=16)
    opened_at: datetime = Field(sa_type=UTCDateTime)
    closed_at: datetime | None = Field(default=None, sa_type=UTCDateTime)
    against: int | None = None


class VoteRow(Base, table=True):
    """A seat that counts in a vote. agrees: whether it does; whoever has yet to be heard doesn't."""

    __tablename__ = "votes"

    motion: int = Field(primary_key=True, foreign_key="motions.id", sa_type=BigInteger)
    seat: int = Field(primary_key=True)
    agrees: bool = False


class OrderRow(Base, table=True):
    """An answer given before its question: to that verb, at that moment and in that situation, and to nothing else.

    key, moment, mark, label: as the game named them (`Ahead`); label encoded. serial: the match's last one when it was
    given. lapsed: it fits no more; its person is still to be told, until they act again.
    """

    __tablename__ = "orders"

    match: str = Field(primary_key=True, foreign_key="matches.id", max_length=16)
    seat: int = Field(primary_key=True)
    verb: str = Field(primary_key=True, max_length=64)
    person: int = Field(sa_type=BigInteger)
    key: str = Field(max_length=64)
    moment: str = Field(max_length=64)
    mark: str = Field(max_length=128)
    label: bytes = Field(sa_type=LargeBinary)
    serial: int
    lapsed: bool = False


class PersonRow(Base, table=True):
    """What a person prefers. locale: the language Discord named last; dm_closed: the last letter was refused.

    zone: an IANA time zone. quiet_from, quiet_until: minutes of the local day between which nobody calls; both None: at
    any hour. weekends_off: nor on Saturdays and Sundays. away_until: nor before that local day. remind: hours between
    reminders; 0: none. digest: the local hour of one daily letter instead of single ones. next_up: wants to hear of
    being next.
    """

    __tablename__ = "people"

    id: int = Field(sa_column=Column(BigInteger, primary_key=True, autoincrement=False))
    language: str | None = Field(default=None, max_length=16)
    locale: str | None = Field(default=None, max_length=16)
    dms: bool = True
    dm_closed: bool = False
    zone: str | None = Field(default=None, max_length=64)
    quiet_from: int | None = None
    quiet_until: int | None = None
    weekends_off: bool = Field(default=False, sa_column_kwargs={"server_default": false()})
    away_until: date | None = None
    remind: int = Field(default=24, sa_column_kwargs={"server_default": text("24")})
    digest: int | None = None
    next_up: bool = Field(default=False, sa_column_kwargs={"server_default": false()})


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
TIMERS = table(TimerRow)
MOTIONS = table(MotionRow)
VOTES = table(VoteRow)
ORDERS = table(OrderRow)
