"""What leaves the desk: frozen records, and nothing in them that their reader may not know."""

from __future__ import annotations

from datetime import datetime
from typing import Any, Literal

from msgspec import Struct

from engines.desk.clocks import Clock
from engines.kernel.decision import Answer, Decision, Refused
from engines.kernel.game import OptionValue, Outcome
from engines.kernel.text import Event, Text, text

MatchStatus = Literal["lobby", "playing", "asleep", "over", "cancelled"]
"""asleep: nobody is left to play it or nowhere to show it; it goes on as soon as somebody does something."""

Cause = Literal["", "place", "idle", "people", "rules"]
"""Why a match sleeps.

There is nowhere to show it, nothing has happened for long, nobody is left to play it, or the rules of today can't go
on with it; "": it does not sleep.
"""

Order = Literal["joining", "random"]


class Guest(Struct, frozen=True):
    """Who presses.

    person: the Discord user id; name: the display name at that moment. dm_closed: the last direct message was refused;
    it is tried again after an action that all can notice.
    """

    person: int
    name: str
    dm_closed: bool = False


class Place(Struct, frozen=True):
    """Where a table stands. channel: the id of the channel or thread; guild None: a direct message."""

    guild: int | None
    channel: int
    name: str = ""


ANYBODY = 0
"""Instead of a person, to whom a seat is offered."""


class SeatInfo(Struct, frozen=True):
    """A seat and its person.

    standin: the seat is carried on by the game's rule for absent players. offered: to whom it is offered, or ANYBODY;
    None: it is not.
    """

    seat: int
    person: int
    name: str
    standin: bool
    offered: int | None = None


class Lobby(Struct, frozen=True):
    """A table that forms.

    guests: in the order in which they joined. low, high: how many the game seats. open: can still be joined. dropped:
    the options that with the last change became as usual, since they are not for so many people. clock: how much time
    everybody will have; None: as much as they like. expired: it was closed because nothing happened for long.
    """

    match: str
    slug: str
    host: int
    place: Place
    guests: tuple[Guest, ...]
    options: dict[str, OptionValue]
    order: Order
    low: int
    high: int
    language: str
    open: bool
    status: MatchStatus
    dropped: tuple[str, ...] = ()
    clock: Clock | None = None
    expired: bool = False

    @property
    def people(self) -> int:
        """For how many people options must be: those who are there, and no fewer than the game needs."""
        return max(len(self.guests), self.low)


class Veiled(Struct, frozen=True):
    """What everybody may know of a veiled question: whose it is, what it is about, and whether the table waits for it.

    answered: in a simultaneous phase, that there is an answer, which can still be changed.
    """

    seat: int
    verb: str
    optional: bool
    answered: bool


MotionKind = Literal["undo", "stop", "end", "concede", "standin", "replace"]
"""undo: something is taken back; stop: the game ends with the result that it has, end: without one; concede: it is
given up; standin: a seat goes to the stand-in, replace: to another person."""

MotionState = Literal["open", "carried", "refused", "withdrawn", "lapsed"]


class Motion(Struct, frozen=True):
    """Something that the people at a table vote on; everybody may know of it.

    by: the seat that moved it. agreed: the seats that agree; asked: those that must still do. step: the state of things
    (`Look.step`) with which it lapses. reason: as typed. seat, person: whom it is about, and who would come. what: the
    first thing that would be taken back; later: how many actions would go with it. against: the seat that said No.
    """

    id: int
    kind: MotionKind
    by: int
    agreed: tuple[int, ...]
    asked: tuple[int, ...]
    step: int
    reason: str
    state: MotionState
    seat: int | None = None
    person: int | None = None
    what: Text | None = None
    later: int = 0
    against: int | None = None


class Back(Struct, frozen=True):
    """Something of one's own that could be taken back by agreement.

    serial: opaque, good for giving back. what: as everybody was told of it. later: how many actions would go with it.
    began: a turn of one's own began with it.
    """

    serial: int
    what: Text
    later: int
    began: bool


class Offer(Struct, frozen=True):
    """A coming question of the viewer's that can be answered now, one way. stands: that was done.

    key: what it is called; asked: which moment and situation are meant. Both are for giving back.
    """

    key: str
    verb: str
    label: Text
    asked: int
    stands: bool = False


class Look(Struct, frozen=True):
    """A match as one person, or everybody, may see it.

    serial: how often what this viewer sees has changed; hidden actions of others do not count. seat: the viewer's, None
    for everybody. decisions: the open questions of the viewer's seat. board: the questions that everybody may see open,
    as they stand under the board; a secret question that interrupts leaves them as they were. veiled: the questions of
    which everybody may know that they are asked. Their `asked` is opaque:
    good for comparing and for giving back. since: when the longest-waiting seat was asked or last did something. news:
    what happened since the viewer's seat had its last turn, or, for everybody, since the seat now waited for had.
    highlight: the anchors of the news. commitment: the published hash of the seed; seed: in hexadecimal, once the game
    is over. step: how often what everybody sees has changed. sleeps: why it does, if it is asleep. motion: what the
    table votes on. rewound: how often something was taken back by agreement, once the game is over.
    muted: of what the viewer wants to hear no more. called: the game really waits for the viewer since then.
    ahead: what the viewer can answer before it is asked, and has so answered. lapsed: what the viewer has answered so,
    and does not fit any more; until they act again. clock: the time that everybody has. deadlines: when the time of
    those is up whose clocks run: seat, moment; also when it has been up for long.
    """

    match: str
    slug: str
    place: Place
    language: str
    serial: int
    host: int
    seats: tuple[SeatInfo, ...]
    seat: int | None
    view: Any
    decisions: tuple[Decision, ...]
    board: tuple[Decision, ...]
    veiled: tuple[Veiled, ...]
    waiting_for: tuple[int, ...]
    since: datetime | None
    news: tuple[Event, ...]
    highlight: frozenset[str]
    may_take_back: bool
    outcome: Outcome | None
    commitment: str
    seed: str | None
    options: dict[str, OptionValue]
    status: MatchStatus
    step: int = 0
    sleeps: Cause = ""
    motion: Motion | None = None
    rewound: int = 0
    muted: Literal["", "turn", "game"] = ""
    called: datetime | None = None
    ahead: tuple[Offer, ...] = ()
    lapsed: tuple[Text, ...] = ()
    clock: Clock | None = None
    deadlines: tuple[tuple[int, datetime], ...] = ()

    @property
    def answered(self) -> tuple[int, ...]:
        """The seats that have answered in a simultaneous phase."""
        return tuple(sorted({v.seat for v in self.veiled if v.answered} - set(self.waiting_for)))


class Warned(Refused):
    """The answer can be had, but has a consequence: nothing has changed, and it counts if it is given as `sure`.

    asked: the number of its question, as shown.
    """

    def __init__(self, why: Text, asked: int, verb: str, answer: Answer) -> None:
        super().__init__(why)
        self.asked = asked
        self.verb = verb
        self.answer = answer


class Done(Struct, frozen=True):
    """What came of a press.

    events: of this action, as far as the actor may know. duplicate: the press was already answered before.
    """

    look: Look
    events: tuple[Event, ...]
    duplicate: bool


class GameLine(Struct, frozen=True):
    """One of a person's games. mine: it waits for that person, and does not sleep. sleeps: why, if it does.

    since, deadline: of the person's own, if it waits for them.
    """

    match: str
    slug: str
    place: Place
    seats: tuple[SeatInfo, ...]
    waiting_for: tuple[int, ...]
    mine: bool
    status: MatchStatus
    sleeps: Cause = ""
    since: datetime | None = None
    deadline: datetime | None = None


class LogLine(Struct, frozen=True):
    """Something that happened. serial: as in Look, for everybody. seat: whose action told it; None: nobody's."""

    serial: int
    at: datetime
    event: Event
    seat: int | None = None


class SeatStatus(Struct, frozen=True):
    """How it stands with one seat.

    since: waited for since then. told, how: when and by what means the person learned of it: dm, mention, digest (the
    daily letter tells), muted or not. held: it is told only then, for the person rests. reminders: how often they were
    reminded; reminder: when again. deadline: their time is up then. away: until then. left: the seconds on their clock.
    muted: of what a person for whom the table waits wants to hear no more.
    """

    seat: int
    person: int
    name: str
    standin: bool
    since: datetime | None
    told: datetime | None
    how: str | None
    dm_closed: bool
    held: datetime | None = None
    reminders: int = 0
    reminder: datetime | None = None
    deadline: datetime | None = None
    away: datetime | None = None
    left: int | None = None
    muted: Literal["", "turn", "game"] = ""


class Status(Struct, frozen=True):
    """How it stands with a match, for `/status`."""

    match: str
    slug: str
    place: Place
    status: MatchStatus
    host: int
    seats: tuple[SeatStatus, ...]


class Busy(Refused):
    """The channel already has a table. match: which one."""

    def __init__(self, match: str) -> None:
        super().__init__(text("desk.busy"))
        self.match = match
