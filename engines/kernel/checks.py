"""What every game must keep, demanded after each action of a match that is being watched.

ending     a game that can be conceded or stopped ends at once and for good, with a whole result
resume     the last save and the actions after it lead to the same position and the same questions
undo       an open action can be taken back, to the very position before it, and be played again; another cannot
secrecy    whoever looks cannot tell the position from one in which all that they may not know was dealt anew
views      a view given out once never changes
questions  somebody can always answer, or the game is over; nonsense is refused and changes nothing
laws       the game's own `check` holds
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Generic, TypeVar

import msgspec

from engines.kernel.decision import Amount, Answer, Decision, Made, Option, Pick, Refused, Spread, Stage, Steps
from engines.kernel.game import Game, Outcome
from engines.kernel.match import ENDINGS, Action, Match, Save, Turn
from engines.kernel.rng import Rng
from engines.kernel.standin import random_answer, some
from engines.kernel.text import Event

S = TypeVar("S")
V = TypeVar("V")

MOST_KEY = 40
"""The longest key of an option: custom ids have room for little more."""

ALL_BACK = 4
"""Everything is taken back and played again after one action in so many."""

NONSENSE: tuple[Any, ...] = (
    ("no such thing",),
    (-1,),
    (10**30,),
    (True,),
    ("１",),
    ("1", "1", "1", "1", "1", "1", "1"),
    (1.5,),
    (None,),
)
"""Answers that nobody can mean, whatever the question."""


class Fault(AssertionError):
    """A game broke a promise. The message says which, and where."""


def demand(holds: object, promise: str) -> None:
    """Raises Fault with the promise unless it holds."""
    if not holds:
        raise Fault(promise)


def shapes(decisions: Sequence[Decision]) -> list[tuple[Any, ...]]:
    """All that can be noticed of the questions, their numbers and sealed answers included."""
    return [(d.asked, d.given, d.secret, d.veiled, d.shape()) for d in decisions]


def noticed(decisions: Sequence[Decision], viewer: int | None) -> list[tuple[Any, ...]]:
    """What that viewer can notice of the questions: their own, the open ones, and that there are veiled ones."""
    found: list[tuple[Any, ...]] = []
    for d in decisions:
        if d.seat == viewer or not d.private:
            found.append(d.shape())
        elif not d.secret:
            found.append((d.seat, d.verb, d.optional, d.given is not None))
    return found


def heard(events: Sequence[Event], viewer: int | None) -> list[Event]:
    """What that viewer is told."""
    return [e for e in events if e.seen_by is None or viewer in e.seen_by]


class Watch(Generic[S, V]):
    """Plays a match and checks it all the way. Raises Fault at the first broken promise.

    match: begun and not yet played, by so many seats. seed: the match's own. rng: chance for the checks.
    look: called with every view, to see whether it can be drawn; it raises if not.
    """

    def __init__(
        self, match: Match[S, V], seats: int, seed: bytes, rng: Rng, look: Callable[[V], object] | None = None
    ) -> None:
        self.match = match
        self.seats = seats
        self.game: Game[S, V] = match.game
        self.seed = seed
        self.rng = rng
        self.look = look
        assert match.opening.save is not None, "a match begins with a save"
        self.save: Save = match.opening.save
        self.tail: list[Action] = []
        self.live: list[Action] = []
        self.verbs = {"no_such_verb"}
        self._position()

    def act(self, action: Action) -> Turn:
        """Carry the action out, with everything that must be true before and after it."""
        match = self.match
        self._nonsense()
        before, views, drawn = match.digest(), self._views(), match.rng.drawn
        kept = [self._encode(view) for view in views]
        asked = {viewer: noticed(match.pending, viewer) for viewer in self._viewers()}
        base, tail = self.save, list(self.tail)
        turn = match.act(action)
        demand([self._encode(view) for view in views] == kept, "a view changed after it was given out")
        demand(
            turn.open is False or (drawn == match.rng.drawn and match.pending),
            "an action that drew or ended the game is open",
        )
        for viewer, seen in zip(self._viewers(), kept, strict=True):
            self._secret(base, tail, turn, viewer, seen, asked[viewer])
        turn = self._undo(turn, before)
        self._remember(turn)
        self._position()
        if self.rng.below(ALL_BACK) == 0:
            self._undo_all()
        if self.rng.below(ALL_BACK) == 0:
            for close in ENDINGS.values():
                self._closed(close)
        self._resume(self.save, self.tail)
        if match.base != self.save:
            self._resume(match.base, [a for a in self.live if a.serial > match.base.serial])
        return turn

    # -- one promise each ----------------------------------------------------------------------------------------------

    def _position(self) -> None:
        """Somebody can answer, or the game is over; questions are well formed; the laws hold; views can be drawn."""
        match = self.match
        self.game.check(match.state)
        demand(
            match.outcome is not None or any(d.playable for d in match.pending),
            "nobody can answer, and the game is not over",
        )
        demand(match.outcome is None or not match.pending, "the game is over and still asks")
        for viewer in self._viewers():
            other = self.game.redeal(match.state, viewer, self.rng)
            demand(
                self._encode(self.game.view(other, viewer)) == self._encode(match.view(viewer)),
                f"the view of {'spectators' if viewer is None else f'seat {viewer}'} shows a secret",
            )
        names = [(d.seat, d.verb) for d in match.pending]
        demand(len(set(names)) == len(names), "a seat is asked the same thing twice")
        for decision in match.pending:
            if isinstance(decision, Pick):
                self._keys(decision.verb, decision.options)
            elif isinstance(decision, Steps) and decision.playable:
                self._steps(decision)
        self._reasons()
        if self.look is not None:
            for view in self._views():
                self.look(view)

    def _reasons(self) -> None:
        """Why a seat is not asked something: said without raising, without a change, and without a secret."""
        match, game = self.match, self.game
        if type(game).why_not_asked is Game.why_not_asked:
            return
        self.verbs |= {d.verb for d in match.pending}
        before = match.digest()
        for seat in range(self.seats):
            other = game.redeal(match.state, seat, self.rng)
            for verb in sorted(self.verbs - {d.verb for d in match.pending if d.seat == seat}):
                why = game.why_not_asked(match.state, seat, verb)
                demand(why == game.why_not_asked(other, seat, verb), f"{verb}: a refusal shows seat {seat} a secret")
        demand(match.digest() == before, "to say why something is not asked changed the position")

    @staticmethod
    def _keys(verb: str, options: Sequence[Option[Any]]) -> None:
        """Keys are good for a log and a custom id, and tell the options apart."""
        keys = [o.key for o in options]
        demand(len(set(keys)) == len(keys), f"{verb}: two options have the same key")
        demand(all(k and k.isascii() and k.isprintable() and len(k) <= MOST_KEY for k in keys), f"{verb}: a bad key")

    def _steps(self, decision: Steps) -> None:
        """A random walk through the stages comes to an end, and its keys in a row mean what was chosen."""
        made: Made = ()
        answer: list[str] = []
        before: set[str] = set()
        while (stage := decision.following(made)) is not None:
            self._keys(decision.verb, stage.options)
            demand(stage.playable, f"{decision.verb}: after {answer} it can't be completed")
            keys = {o.key for o in stage.options}
            demand(not keys & before, f"{decision.verb}: a stage has a key of the stage before")
            chosen = some(stage, self.rng)
            made, before = (*made, stage.take(chosen)), keys
            answer += chosen
        try:
            meant: object = decision.accept(tuple(answer))
        except Refused as refused:
            meant = refused
        demand(meant == made, f"{decision.verb}: {answer} doesn't mean what was chosen")

    def _nonsense(self) -> None:
        """Answers that cannot be meant are refused and change nothing, for whoever gives them."""
        before = self.match.digest()
        seats = self.seats
        decision = self.rng.pick(self.match.pending)
        wrong: list[Action] = [Action(seat, "no_such_verb", ("go",)) for seat in range(seats)]
        wrong += [Action(decision.seat, decision.verb, answer) for answer in (*NONSENSE, *self._near_misses(decision))]
        wrong += [
            Action(seat, decision.verb, ("go",))
            for seat in range(seats)
            if seat not in {d.seat for d in self.match.pending}
        ]
        wrong += [Action(decision.seat, decision.verb, ("go",), asked=decision.asked + 1)]
        for action in wrong:
            try:
                self.match.act(action)
            except Refused:
                continue
            raise Fault(f"{action.verb}: nonsense was taken for an answer: {action.answer!r}")
        demand(self.match.digest() == before, "a refused answer changed the position")

    def _near_misses(self, decision: Decision) -> list[Answer]:
        """Answers that are nearly right."""
        match decision:
            case Pick():
                refused: list[Answer] = [(o.key,) for o in decision.options if o.refused is not None]
                legal = [o.key for o in decision.legal]
                return (
                    [*refused, (*legal, *legal), (), tuple(legal[:1]) * 2]
                    if decision.least
                    else [*refused, tuple(legal[:1] * 2) or ("",)]
                )
            case Amount():
                return [(decision.low - 1,), (decision.high + 1,), ()]
            case Steps(first=Stage() as first) if decision.playable:
                near: list[Answer] = [(o.key,) for o in first.options if o.refused is not None]
                near += [(*random_answer(decision, self.rng), "no such thing"), *([()] if first.least else [])]
                return near if first.repeats or not first.legal else [*near, (first.legal[0].key,) * 2]
            case Spread():
                return [(decision.total + 1,) * len(decision.places), ()]
            case _:
                return []

    def _resume(self, save: Save, tail: list[Action]) -> None:
        """A save and the actions after it lead to the same position, questions and, from the base, undo."""
        match = self.match
        again = Match.resume(self.game, save, tail, self.seed)
        demand(again.digest() == match.digest(), "resumed from its save, the match stands elsewhere")
        demand(shapes(again.pending) == shapes(match.pending), "resumed from its save, the match asks something else")
        if save == match.base:
            may, might = ([m.may_take_back(seat) for seat in range(self.seats)] for m in (match, again))
            demand(may == might, "resumed from its base, the match takes back something else")

    def _closed(self, close: Callable[[int], Action]) -> None:
        """If it can be ended so, then now, with a whole position to look at; nobody takes that back."""
        match = Match.resume(self.game, self.save, self.tail, self.seed)
        before, drawn = match.digest(), match.rng.drawn
        can = {"concede": match.concedable, "stop": match.settled is not None}
        demand(match.digest() == before, "to ask whether a game can be ended changed the position")
        if not can[close(0).kind]:
            return
        turn = match.act(close(0))
        demand(match.outcome is not None and not match.pending, "a game that was ended goes on")
        demand(not (turn.open or turn.scenes) and match.rng.drawn == drawn, "to end it drew, showed or stays open")
        self._whole(match.outcome)
        self.game.check(match.state)
        if self.look is not None:
            for viewer in self._viewers():
                self.look(match.view(viewer))

    def _whole(self, outcome: Outcome | None) -> None:
        """Everybody has a rank, and has won or not; if there are scores, everybody has one."""
        assert outcome is not None
        ranked = len(outcome.ranks)
        demand(ranked >= self.seats and min(outcome.ranks) >= 1, "not everybody has a rank")
        demand(self.seats <= len(outcome.won) <= ranked, "not everybody has won or lost")
        demand(len(outcome.scores) in {0, ranked}, "some have a score, some have none")

    def _undo_all(self) -> None:
        """Everything that can be taken back, one by one, and played again."""
        match, after = self.match, self.match.digest()
        undone: list[Action] = []
        while seats := [seat for seat in range(self.seats) if match.may_take_back(seat)]:
            undone.append(match.take_back(seats[0]))
            demand(undone[-1] == self.live.pop(), "something else was taken back than was done last")
        self.save, self.tail = match.base, [a for a in self.live if a.serial > match.base.serial]
        self._resume(self.save, self.tail)
        for action in reversed(undone):
            self._remember(match.act(msgspec.structs.replace(action, serial=0, asked=None)))
        demand(match.digest() == after, "all taken back and played again, the match stands elsewhere")

    def _undo(self, turn: Turn, before: str) -> Turn:
        """Open: taken back to the position before, and played again. Else: refused."""
        match, action = self.match, turn.action
        assert action is not None
        demand(match.may_take_back(action.seat) is turn.open, "what is said about taking back is not so")
        if not turn.open:
            try:
                match.take_back(action.seat)
            except Refused:
                return turn
            raise Fault("something was taken back that cannot be")
        after = match.digest()
        for seat in range(self.seats):
            demand(seat == action.seat or not match.may_take_back(seat), "somebody else may take an action back")
        match.take_back(action.seat)
        demand(match.digest() == before, "taken back, the position is not the one before")
        again = match.act(msgspec.structs.replace(action, serial=0, asked=None))
        demand(again.serial > turn.serial + 1, "a serial was used twice")
        demand(
            match.digest() == after and again.events == turn.events, "played again, the same action does something else"
        )
        return again

    def _secret(
        self, base: Save, tail: list[Action], turn: Turn, viewer: int | None, seen: bytes, asked: list[tuple[Any, ...]]
    ) -> None:
        """A position that this viewer could not tell from the true one stays alike, until something is revealed.

        It is dealt at the last save and played on from there. seen, asked: what the viewer had before the action.
        """
        game, who = self.game, "spectators" if viewer is None else f"seat {viewer}"
        state = game.redeal(game.decode(base.state), viewer, self.rng)
        game.check(state)
        other: Match[S, V] = Match.at(game, state, Rng(self.seed, base.drawn))
        try:
            for earlier in tail:
                other.act(msgspec.structs.replace(earlier, serial=0, asked=None))
        except Refused:
            return
        alike = self._encode(other.view(viewer)) == seen
        demand(alike or tail, f"the view of {who} shows a secret")
        if not alike:
            return
        demand(noticed(other.pending, viewer) == asked, f"the questions show {who} a secret")
        action = turn.action
        assert action is not None
        try:
            told = other.act(msgspec.structs.replace(action, serial=0, asked=None)).events
        except Refused:
            demand(action.seat != viewer, f"a refusal shows {who} a secret")
            return
        alike = self._encode(other.view(viewer)) == self._encode(self.match.view(viewer))
        demand(alike or not turn.open, f"an action that can be taken back shows {who} a secret")
        if alike:
            demand(heard(told, viewer) == heard(turn.events, viewer), f"what is told shows {who} a secret")
            demand(
                noticed(other.pending, viewer) == noticed(self.match.pending, viewer),
                f"the questions show {who} a secret",
            )

    # -- inside --------------------------------------------------------------------------------------------------------

    def _remember(self, turn: Turn) -> None:
        assert turn.action is not None
        self.live.append(turn.action)
        if turn.save is not None:
            self.save, self.tail = turn.save, []
        else:
            self.tail.append(turn.action)

    def _viewers(self) -> tuple[int | None, ...]:
        return (None, *range(self.seats))

    def _views(self) -> list[V]:
        return [self.match.view(viewer) for viewer in self._viewers()]

    @staticmethod
    def _encode(view: V) -> bytes:
        return msgspec.msgpack.encode(view)
