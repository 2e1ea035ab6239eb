"""What is to be shown to whom after something happened.

Pure: what everybody saw before and after goes in, notices come out.

Public notices are made of public facts alone, so they cannot betray a secret question, whatever the rules hide.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from typing import Any, Literal

import msgspec
from msgspec import Struct

from engines.desk.records import Veiled
from engines.kernel.decision import Decision, Pick, Steps
from engines.kernel.match import Match
from engines.kernel.text import Event, Text

Kind = Literal[
    "board",
    "edit",
    "turn",
    "prompt",
    "lobby",
    "result",
    "over",
    "say",
    "scene",
    "vote",
    "ballot",
    "offer",
    "seat",
    "nudge",
    "next",
    "warning",
    "stall",
    "digest",
]

Questions = tuple[tuple[str, int, bool], ...]
"""What one seat is asked: verb, asked, optional."""


class Notice(Struct, frozen=True):
    """One thing to show.

    seat: whose direct messages (None: the channel). secret: nobody else may notice it. words: of a `say`. quiet: a
    board that calls nobody. scene: which picture a `scene` is.
    """

    kind: Kind
    seat: int | None = None
    secret: bool = False
    words: Text | None = None
    quiet: bool = False
    scene: str = ""


class Face(Struct, frozen=True):
    """What everybody can notice of a position.

    The public view, encoded; whom the table waits for; which questions stand there open to all, and which behind a
    veil; which seat may take its last action back, and the save from which it still can.
    """

    view: bytes
    waiting: tuple[int, ...]
    decisions: tuple[Decision, ...]
    veiled: tuple[Veiled, ...] = ()
    undo: int | None = None
    base: int = 0

    def key(self) -> tuple[Any, ...]:
        """Two positions look the same to everybody if their keys are equal."""
        # That a sealed answer was changed is nobody's business, so a veiled question counts without its number.
        asked = [(d.seat, d.verb, d.optional, d.asked) for d in self.decisions]
        return (self.view, self.waiting, tuple(asked), self.veiled)


class Snapshot(Struct, frozen=True):
    """A position as notices need it. called: the seats really waited for; questions: by seat, the secret ones too."""

    face: Face
    called: tuple[int, ...]
    questions: Mapping[int, Questions]
    over: bool


def covert_seats(pending: Sequence[Decision]) -> frozenset[int]:
    """The seats asked something that nobody else may notice."""
    return frozenset(d.seat for d in pending if d.secret and d.playable and not d.optional)


def face(match: Match[Any, Any], before: Face | None, events: Iterable[Event]) -> Face:
    """What everybody can notice now.

    While a secret question interrupts, and nothing public happens, the face stays as it was; also after an action of
    which nobody else notices anything, like a changed answer.
    """
    view = msgspec.msgpack.encode(match.view(None))
    covert = covert_seats(match.pending)
    told = any(e.seen_by is None for e in events)
    if before is not None and covert and view == before.view and not told:
        return before
    waiting = set(match.waiting_for)
    if covert:
        waiting = (waiting - covert) | set(before.waiting if before else ()) or waiting
    shown = tuple(d for d in match.pending if not d.private)
    for decision in shown:
        if isinstance(decision, Steps):
            _ = decision.first
        elif isinstance(decision, Pick):
            # Options may be computed when first looked at, from a state that moves on while the face stays: look now.
            _ = decision.options
    behind = [d for d in match.pending if d.veiled and not d.secret]
    veiled = tuple(Veiled(d.seat, d.verb, d.optional, d.given is not None) for d in behind)
    seen = Face(view, tuple(sorted(waiting)), shown, veiled, match.undo_seat, match.base.serial)
    return seen if before is None or told or seen.key() != before.key() else before


def snapshot(match: Match[Any, Any], seen: Face) -> Snapshot:
    """The match as it stands, with that face."""
    questions: dict[int, Questions] = {}
    for d in match.pending:
        questions[d.seat] = (*questions.get(d.seat, ()), (d.verb, d.asked, d.optional))
    return Snapshot(seen, match.waiting_for, questions, match.outcome is not None)


def newly_waited_for(faces: Sequence[Face]) -> frozenset[int]:
    """The seats that the last face waits for, and to which the question came somewhere along this row of faces."""
    came: set[int] = set()
    for before, after in pairwise(faces):
        came |= set(after.waiting) - set(before.waiting)
        came &= set(after.waiting)
    return frozenset(came)


def in_one_place(found: Iterable[Notice]) -> tuple[Notice, ...]:
    """The same for a table in direct messages: its board is all that its person needs, also for what is secret."""
    shown = tuple(notice for notice in found if notice.seat is None)
    anew = any(notice.kind in {"board", "edit", "result"} for notice in shown)
    return shown if anew or shown == tuple(found) else (*shown, Notice("edit"))


def notices(
    before: Snapshot,
    after: Snapshot,
    *,
    came: frozenset[int],
    told: bool,
    persons: Iterable[int],
    undo: int | None = None,
    trace: Text | None = None,
    woke: bool = False,
    turned: bool = False,
    scenes: Sequence[str] = (),
) -> tuple[Notice, ...]:
    """What to show, the channel first.

    came: seats to which the question came (`newly_waited_for`). told: something public was said, or what was said is
    taken back. persons: the seats with a person to be told. undo: the seat that took something back; it needs no ping.
    trace: what the channel is told then, if the question passes. woke: the match slept, so nobody may have seen whom
    the table waits for. turned: a turn began, so the board stands anew at the end of the channel. scenes: pictures of
    their own; the board stands anew below them.
    """
    present = frozenset(persons)
    pictures = [Notice("scene", scene=scene) for scene in scenes]
    if after.over and not before.over:
        return (*pictures, Notice("result"), *(Notice("over", seat) for seat in sorted(present)))
    public = told or before.face.key() != after.face.key()
    found: list[Notice] = []
    if trace is not None and before.face.waiting != after.face.waiting:
        found.append(Notice("say", words=trace))
    found += pictures
    if came or woke:
        found.append(Notice("board"))
    elif scenes or (public and turned):
        found.append(Notice("board", quiet=True))
    elif public:
        found.append(Notice("edit"))
    for seat in sorted(present):
        covert = seat in after.called and seat not in after.face.waiting and seat not in before.called
        if seat in came and seat != undo:
            found.append(Notice("turn", seat))
        elif covert:
            found.append(Notice("turn", seat, secret=True))
        elif before.questions.get(seat) != after.questions.get(seat) or (public and seat in after.called):
            found.append(Notice("prompt", seat))
    return tuple(found)
