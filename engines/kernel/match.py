"""A running match: questions open, answers in, saves out. Knows nothing of people, clocks or storage.

A match is stored as saves (the state at a checkpoint) and the actions after them, and loaded as the last save plus its
tail. Taking back is
loading without the last action. Serials number everything that happens and are never used twice, so that an old button
can never fit a newer
question.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from copy import copy
from hashlib import blake2b
from traceback import walk_tb
from typing import Any, Generic, Literal, TypeVar

import msgspec
from msgspec import Struct

from engines.kernel.decision import Answer, Decision, Refused, Stale
from engines.kernel.flow import Runner
from engines.kernel.game import Game, Options, OptionSpec, OptionValue, Outcome, Table, same
from engines.kernel.rng import Rng
from engines.kernel.text import Event, Text, text

S = TypeVar("S")
V = TypeVar("V")


CONCEDE = "concede"
STOP = "stop"
"""What stands in the place of a verb where all give up, or stop as it stands; no game has verbs of these names."""


class Action(Struct, frozen=True):
    """One answer of one seat. asked: the question it answers (None: whatever is open).

    serial: its place in the match, from 1; 0: the next one. What was taken back leaves gaps. kind: `concede` and `stop`
    answer nothing but end the game; the seat is that of whoever was the last to agree.
    """

    seat: int
    verb: str
    answer: Answer
    serial: int = 0
    asked: int | None = None
    kind: Literal["answer", "concede", "stop"] = "answer"


def concession(seat: int) -> Action:
    """Everybody gives up; that seat was the last to agree."""
    return Action(seat, CONCEDE, (), kind="concede")


def settlement(seat: int) -> Action:
    """Everybody stops, and the result is what it is by now; that seat was the last to agree."""
    return Action(seat, STOP, (), kind="stop")


ENDINGS: Mapping[str, Callable[[int], Action]] = {CONCEDE: concession, STOP: settlement}
"""How a game can end from outside the rules."""


class Save(Struct, frozen=True):
    """The state at a checkpoint that action `serial` reached (0: before any action).

    drawn: how much chance was used by then.
    kept: seat, verb and number of the questions that were open before and go on under their old number.
    """

    rules: int
    serial: int
    drawn: int
    state: bytes
    kept: tuple[tuple[int, str, int], ...] = ()


class Turn(Struct, frozen=True):
    """What an action led to. open: it may be taken back. save: the last checkpoint it passed, if it passed one.

    turned: a turn of the game began. scenes: pictures of their own that were called for (`Table.show`).
    """

    serial: int
    action: Action | None
    events: tuple[Event, ...]
    open: bool
    save: Save | None
    turned: bool = False
    scenes: tuple[str, ...] = ()


class RulesBug(RuntimeError):
    """The rules broke. Nothing of the action holds; the match object is dead and is to be resumed from its save."""


class Segment(Struct):
    """A save and the actions that followed it, up to the next save."""

    save: Save
    actions: list[Action]


class Match(Generic[S, V]):
    """See the module. `pending`: the open questions, also those that have no playable answer now (they know why)."""

    def __init__(self, game: Game[S, V], rng: Rng) -> None:
        self.game = game
        self.rng = rng
        self.opening = Turn(0, None, (), False, None)
        self._next_serial = 1
        self._trail: list[Segment] = []
        self._open_actions = 0
        self._dead = False
        self._broke_at = ""
        self._pending: tuple[Decision, ...] = ()

    # -- beginning -----------------------------------------------------------------------------------------------------

    @classmethod
    def new(cls, game: Game[S, V], seats: int, options: Options, seed: bytes, rng: Rng | None = None) -> Match[S, V]:
        """Lay the table out and go to the first question.

        Raises Refused for a number of seats or options the game does not know.
        """
        if seats not in game.seats:
            raise Refused(text("kernel.seats", low=game.seats.start, high=game.seats.stop - 1))
        settled = settle_options(game, seats, options)
        rng = rng or Rng(seed)
        return cls.at(game, game.setup(seats, settled, rng), rng)

    @classmethod
    def at(cls, game: Game[S, V], state: S, rng: Rng) -> Match[S, V]:
        """Begin at a given state: for new games and for scenarios."""
        match = cls(game, rng)
        turn = match._begin(state, 0)
        match.opening = turn
        if turn.save is None:
            raise RulesBug(f"{game.slug}: no checkpoint before the first question")
        match._trail = [Segment(turn.save, [])]
        return match

    @classmethod
    def resume(
        cls,
        game: Game[S, V],
        save: Save,
        actions: Sequence[Action],
        seed: bytes,
        next_serial: int | None = None,
        rng: Rng | None = None,
    ) -> Match[S, V]:
        """The match as it was after these actions.

        Raises Refused or RulesBug if the rules deny one of them or the save cannot be read.
        """
        try:
            state = game.decode(save.state if save.rules == game.rules else game.migrate(save.state, save.rules))
        except Exception as error:
            raise RulesBug(f"{game.slug}: a save of rules {save.rules} cannot be read by rules {game.rules}") from error
        rng = rng or Rng(seed)
        rng.drawn = save.drawn
        match = cls(game, rng)
        match._trail = [Segment(save, [])]
        match._begin(state, save.serial)
        for seat, verb, asked in save.kept:
            for decision in match._pending:
                if (decision.seat, decision.verb) == (seat, verb):
                    decision.asked = asked
        match._next_serial = save.serial + 1
        for action in actions:
            match.act(action)
        match._next_serial = max(match._next_serial, next_serial or 0)
        return match

    def _begin(self, state: S, serial: int) -> Turn:
        self.table = Table(state, self.rng)
        self._save: Save | None = None
        self._runner = Runner(self.game.play(self.table), self._checkpoint, serial)
        self._guarded(self._runner.start)
        self._pending = self._runner.questions()
        table = self.table
        return Turn(serial, None, tuple(table.events), False, self._save, table.turned, tuple(table.scenes))

    # -- asking and answering ------------------------------------------------------------------------------------------

    @property
    def pending(self) -> tuple[Decision, ...]:
        """The open questions; empty: the game is over."""
        return self._pending

    @property
    def outcome(self) -> Outcome | None:
        """How it ended, once it has."""
        result: Outcome | None = self._runner.result
        return result if self._runner.finished else None

    @property
    def next_serial(self) -> int:
        """The serial that the next action or take-back will have."""
        return self._next_serial

    @property
    def waiting_for(self) -> tuple[int, ...]:
        """The seats without which the game does not go on, in seat order."""
        return tuple(sorted({d.seat for d in self._pending if not d.optional and d.playable}))

    def question(self, seat: int, verb: str, asked: int | None = None) -> Decision:
        """The open decision that is meant. Raises Stale or Refused, with words for the person, if there is none."""
        if not self._pending:
            raise Refused(text("kernel.game_over"))
        mine = [d for d in self._pending if d.seat == seat]
        found = next((d for d in mine if d.verb == verb), None)
        if mine and asked is not None and (found is None or found.asked != asked):
            raise Stale(text("kernel.decided_already"))
        if found is None:
            raise Refused(self._why_not_asked(seat, verb, asked_at_all=bool(mine)))
        return found

    def _why_not_asked(self, seat: int, verb: str, *, asked_at_all: bool) -> Text:
        """Why that seat is not asked that: the game's own reason, if it has one."""
        why: list[Text | None] = []
        self._guarded(lambda: why.append(self.game.why_not_asked(self.table.state, seat, verb)))
        return why[0] or text("kernel.not_now" if asked_at_all else "kernel.not_your_turn")

    def act(self, action: Action) -> Turn:
        """Carry out one answer and go on to the next question, or end the game by agreement.

        Raises Refused, and nothing has changed, if it is not to be had.
        """
        self._alive()
        if action.kind != "answer":
            return self._close(action)
        decision = self.question(action.seat, action.verb, action.asked)
        value, others = self._accept(decision, action.answer)
        serial = max(self._next_serial, action.serial)
        action = msgspec.structs.replace(action, serial=serial, asked=decision.asked)
        drawn = self.rng.drawn
        self._set_out(serial)

        def go_on() -> None:
            self._runner.answer(decision, action.answer, value)
            self._pending = self._runner.questions()
            self._keep_numbers(others)

        self._guarded(go_on)
        opened = not (self.table.barred or self._runner.settled or self.rng.drawn != drawn or self._runner.finished)
        return self._arrive(action, opened=opened)

    def _set_out(self, serial: int) -> None:
        """Nothing has been told, shown or saved by this action yet."""
        self.table.events = []
        self.table.scenes = []
        self.table.barred = self.table.turned = False
        self._save = None
        self._runner.serial = serial
        self._runner.settled = False

    def _arrive(self, action: Action, *, opened: bool) -> Turn:
        """What the action led to; it is remembered."""
        told, scenes = tuple(self.table.events), tuple(self.table.scenes)
        turn = Turn(action.serial, action, told, opened, self._save, self.table.turned, scenes)
        self._remember(action, turn)
        self._next_serial = action.serial + 1
        return turn

    # -- ending by agreement -------------------------------------------------------------------------------------------

    @property
    def concedable(self) -> bool:
        """Whether those who play it can give it up together now; tried on a copy."""
        return self._would_end(CONCEDE) is not None

    @property
    def settled(self) -> Outcome | None:
        """How it would end if it stopped now, as it stands; tried on a copy. None: it can't, or it is over."""
        return self._would_end(STOP)

    def _would_end(self, kind: str) -> Outcome | None:
        if not self._pending:
            return None
        copied = self.game.decode(self.game.encode(self.table.state))
        found: list[Outcome | None] = []
        self._guarded(lambda: found.append(self._ended(kind, Table(copied, copy(self.rng)))))
        return found[0]

    def _ended(self, kind: str, table: Table[S]) -> Outcome | None:
        return self.game.conceded(table) if kind == CONCEDE else self.game.settled(table)

    def _close(self, action: Action) -> Turn:
        """The end, from outside the rules. Raises Refused, and nothing has changed, if it is not to be had."""
        if not self._pending:
            raise Refused(text("kernel.game_over"))
        if self._would_end(action.kind) is None:
            raise Refused(text("kernel.not_conceded" if action.kind == CONCEDE else "kernel.not_settled"))
        closing = ENDINGS[action.kind](action.seat)
        action = msgspec.structs.replace(closing, serial=max(self._next_serial, action.serial))
        self._set_out(action.serial)

        def end() -> None:
            self._runner.end(self._ended(action.kind, self.table))
            self._pending = ()

        self._guarded(end)
        return self._arrive(action, opened=False)

    def _accept(self, decision: Decision, answer: Answer) -> tuple[Any, list[Decision]]:
        """The accepted value, and the other seats' questions as they are now.

        Raises Refused, and nothing has changed.
        """
        others = [d for d in self._pending if d.seat != decision.seat]
        refusal: Refused | None = None
        value: Any = None

        def look() -> None:
            nonlocal refusal, value
            try:
                value = decision.accept(answer)
            except Refused as refused:
                refusal = refused
            else:
                # Options are looked up when first needed: what the others are asked must be what they were asked before
                # this answer.
                for other in others:
                    other.shape()

        self._guarded(look)
        if refusal is not None:
            raise refusal
        return value, others

    def _keep_numbers(self, before: list[Decision]) -> None:
        """A question that was put again unchanged while others acted is still the same question.

        Its buttons stay good.
        """
        if not before:
            return
        for decision in self._pending:
            same = next((d for d in before if d.seat == decision.seat and d.verb == decision.verb), None)
            if same is not None and same is not decision and same.shape() == decision.shape():
                decision.asked = same.asked
        if self._save is not None:
            kept = tuple((d.seat, d.verb, d.asked) for d in self._pending if d.asked != self._save.serial)
            self._save = msgspec.structs.replace(self._save, kept=kept)

    # -- taking back ---------------------------------------------------------------------------------------------------

    @property
    def undo_seat(self) -> int | None:
        """Whose the last thing was that happened, if nothing was revealed, drawn or settled by it."""
        return self._last_action().seat if self._open_actions else None

    def may_take_back(self, seat: int) -> bool:
        """Whether this seat may take the last thing back that happened."""
        return self.undo_seat == seat

    def take_back(self, seat: int) -> Action:
        """Undo the last action of this seat; the match goes on as if it had never been.

        Raises Refused if that cannot be. The take-back itself uses up a serial.
        """
        self._alive()
        if any(d.seat == seat and d.given is not None for d in self._pending):
            raise Refused(text("kernel.undo_sealed"))
        if not self._open_actions:
            raise Refused(text("kernel.undo_barred"))
        undone = self._last_action()
        if undone.seat != seat:
            raise Refused(text("kernel.undo_not_yours"))
        trail, open_actions, serial = self._trail, self._open_actions, self._next_serial
        if not trail[-1].actions:
            trail.pop()
        trail[-1].actions.pop()
        base = trail[-1]
        self._runner.close()
        self._dead = True
        rest = Match.resume(self.game, base.save, base.actions, b"", rng=self.rng)
        self._dead = False
        self._continue(rest)
        self._trail, self._open_actions, self._next_serial = trail, open_actions - 1, serial + 1
        return undone

    def _continue(self, other: Match[S, V]) -> None:
        """Go on with another match's rules and state."""
        self.table, self._runner, self._pending, self._save = other.table, other._runner, other._pending, other._save
        self._runner.on_checkpoint = self._checkpoint

    @property
    def base(self) -> Save:
        """The save before the oldest action that can be taken back.

        Who resumes from it, with all actions since, can still take back.
        """
        return self._trail[0].save

    def _last_action(self) -> Action:
        segment = next(s for s in reversed(self._trail) if s.actions)
        return segment.actions[-1]

    def _remember(self, action: Action, turn: Turn) -> None:
        """Keep what taking back needs: everything since the save before the oldest open action."""
        self._trail[-1].actions.append(action)
        self._open_actions = self._open_actions + 1 if turn.open else 0
        if turn.save is not None:
            if not turn.open:
                self._trail = []
            self._trail.append(Segment(turn.save, []))
        elif not turn.open:
            self._trail = self._trail[-1:]

    # -- looking -------------------------------------------------------------------------------------------------------

    @property
    def state(self) -> S:
        """The live state: for the game's own checks and for tests, never for a view."""
        return self.table.state

    def view(self, viewer: int | None) -> V:
        """What that seat (None: everybody) may see now."""
        return self.game.view(self.table.state, viewer)

    def digest(self) -> str:
        """A fingerprint of the position: state, chance used, and who is asked what."""
        asked = [(d.seat, d.verb, d.optional, d.given) for d in self._pending]
        material = msgspec.msgpack.encode((self.game.rules, self.rng.drawn, asked, self.outcome))
        return blake2b(self.game.encode(self.table.state) + material, digest_size=16).hexdigest()

    def where(self) -> str:
        """Where the rules wait or broke, for bug reports: game, rules, serial, functions with their lines.

        No secrets.
        """
        here = f"broke at {self._broke_at}" if self._dead else self._runner.where()
        return f"{self.game.slug} rules {self.game.rules} serial {self._next_serial - 1}: {here}"

    # -- inside --------------------------------------------------------------------------------------------------------

    def _checkpoint(self) -> None:
        self._save = Save(self.game.rules, self._runner.serial, self.rng.drawn, self.game.encode(self.table.state))

    def _guarded(self, step: Callable[[], Any]) -> None:
        """Run the rules; anything they raise is a bug (a refusal is raised before they run)."""
        self._dead = True
        try:
            step()
        except Exception as error:
            self._broke_at = _lines(error)
            self._runner.close()
            raise RulesBug(f"{self.where()}: {type(error).__name__}") from error
        self._dead = False

    def _alive(self) -> None:
        if self._dead:
            raise RulesBug(f"{self.game.slug}: this match broke and must be resumed from its save")


def _lines(error: BaseException) -> str:
    """The functions and lines through which an error came, outermost first, without the kernel's own."""
    frames = walk_tb(error.__traceback__)
    rules = [
        f"{f.f_code.co_name}:{line}"
        for f, line in frames
        if not f.f_globals.get("__name__", "").startswith("engines.kernel.")
    ]
    return " > ".join(rules) or "nowhere"


def settle_options(game: Game[S, V], seats: int, options: Options) -> dict[str, Any]:
    """All options of the game with the given values or their defaults.

    Raises Refused for an unknown option or value.
    """
    unknown = set(options) - {spec.key for spec in game.options}
    if unknown:
        raise Refused(text("kernel.unknown_option", name=min(unknown)))
    settled: dict[str, Any] = {}
    for spec in game.options:
        value = options.get(spec.key, spec.default)
        if not any(same(value, known) for known in spec.values):
            raise Refused(text("kernel.unknown_value", name=spec.name, value=str(value)))
        settled[spec.key] = value
    for spec in game.unmet(settled):
        assert spec.needs is not None
        other = game.option(spec.needs.key)
        wanted = other.named(spec.needs.values[0])
        raise Refused(text("kernel.option_needs", name=spec.name, needed=other.name, value=wanted))
    if unfit := game.unfit(seats, settled):
        raise Refused(why_not_for(unfit[0]))
    why_not = game.why_not_options(seats, settled)
    if why_not is not None:
        raise Refused(why_not)
    return settled


def why_not_for(spec: OptionSpec) -> Text:
    """For how many people an option is that is not for any number."""
    assert spec.seats is not None
    low, high = spec.seats.start, spec.seats.stop - 1
    if low == high:
        return text("kernel.option_for", name=spec.name, n=low)
    return text("kernel.option_for_some", name=spec.name, low=low, high=high)


def fit_options(game: Game[S, V], seats: int, options: Options) -> tuple[dict[str, Any], list[OptionSpec]]:
    """All options for so many people, and those that became as usual: not for so many, or built on one that isn't."""
    fitting = {spec.key: options.get(spec.key, spec.default) for spec in game.options}
    dropped: list[OptionSpec] = []
    while lost := [*game.unfit(seats, fitting), *game.unmet(fitting)]:
        fitting |= {spec.key: spec.default for spec in lost}
        dropped += lost
    return fitting, dropped


def change_option(game: Game[S, V], seats: int, options: Options, key: str, value: OptionValue) -> dict[str, Any]:
    """All options after one was changed. Those that needed what it was before are as usual again.

    Raises Refused as `settle_options` does.
    """
    changed = {**{spec.key: spec.default for spec in game.options}, **options, key: value}
    while lost := [spec for spec in game.unmet(changed) if spec.key != key]:
        changed |= {spec.key: spec.default for spec in lost}
    return settle_options(game, seats, changed)
