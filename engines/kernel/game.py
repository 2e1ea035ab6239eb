"""What a game provides, and what its rules hold in hand while they run."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Any, Generic, TypeVar

import msgspec
from msgspec import Struct

from engines.kernel.decision import Answer, Decision
from engines.kernel.rng import Rng
from engines.kernel.text import Event, Noun, Param, Text

S = TypeVar("S")
V = TypeVar("V")

OptionValue = str | int | bool
Options = Mapping[str, OptionValue]


class Need(Struct, frozen=True):
    """Another option that must have one of these values."""

    key: str
    values: tuple[OptionValue, ...]


class OptionSpec(Struct, frozen=True):
    """One thing to agree on before the game: its values in menu order and the usual one.

    name: what it is called; names: what each value is called; about: a sentence of help; abouts: one for each value, if
    they want one. needs: what must be agreed on before this one can be anything but the usual. seats: for how many
    people it can be; None: for any number.
    """

    key: str
    values: tuple[OptionValue, ...]
    default: OptionValue
    name: Text
    names: tuple[Text, ...]
    about: Text | None = None
    abouts: tuple[Text, ...] = ()
    needs: Need | None = None
    seats: range | None = None

    def named(self, value: OptionValue) -> Text:
        """What that value is called."""
        return next(name for known, name in zip(self.values, self.names, strict=True) if same(known, value))


class Preset(Struct, frozen=True):
    """Options that go together under one name. options: those that are not as usual."""

    key: str
    name: Text
    options: Mapping[str, OptionValue]


def same(one: OptionValue, other: OptionValue) -> bool:
    """Whether two values are the same. 1 == True in Python, but a number is no answer to yes or no."""
    return one == other and type(one) is type(other)


class Score(Struct, frozen=True):
    """One seat's result. parts: where the points come from, in the order of the rulebook; total and tie as compared."""

    total: int
    tie: int = 0
    parts: tuple[tuple[str, int], ...] = ()


class Outcome(Struct, frozen=True):
    """How the game ended.

    result: the rulebook's name of the ending; ranks: one a seat, 1 is best; won: one a seat; scores: none or one each.
    Seats that no person has (`Game.automaton`) come last, in ranks and scores, and in won if one of them can win.
    """

    result: str
    ranks: tuple[int, ...]
    won: tuple[bool, ...]
    scores: tuple[Score, ...] = ()
    scores_void: bool = False


class Menu(Struct, frozen=True):
    """Verbs whose options stand in one menu under the board, in this order.

    joint: the verbs are Steps that begin with the same stage; it is asked once, and then how to go on, over all of
    them. few: if the entries are at most so many and short, they are buttons, as long as there is room.
    """

    label: Text
    verbs: tuple[str, ...]
    joint: bool = False
    few: int = 0


class Shortcut(Struct, frozen=True):
    """One whole answer as a button."""

    label: Text
    verb: str
    answer: Answer


class Ahead(Struct, frozen=True):
    """An answer that can be given before its question.

    key: what it is called, short and ASCII; verb: of the question; label: what is promised, as a sentence of its own.
    moment: which asking of that question is meant, the turn or round; mark: the situation for which it is given, of
    all that the seat may know. Both are ASCII; what is promised holds for no other moment and mark.
    """

    key: str
    verb: str
    label: Text
    moment: str
    mark: str = ""

    def alike(self, other: Ahead) -> bool:
        """Whether it promises the same, for the same moment and situation."""
        return (self.key, self.verb, self.moment, self.mark) == (other.key, other.verb, other.moment, other.mark)


class Table(Generic[S]):
    """What the rules hold in hand: the state, the dice, and a voice."""

    __slots__ = ("barred", "events", "rng", "scenes", "state", "turned")

    def __init__(self, state: S, rng: Rng) -> None:
        self.state = state
        self.rng = rng
        self.events: list[Event] = []
        self.barred = False
        self.turned = False
        self.scenes: list[str] = []

    def tell(
        self, key: str, /, *, seen_by: tuple[int, ...] | None = None, at: tuple[str, ...] = (), **params: Param
    ) -> None:
        """Say what happened, to all or only to some seats."""
        self.events.append(Event(Text(key, params), seen_by, at))

    def bar(self) -> None:
        """Something was revealed to somebody or settled for good: what led here can no longer be taken back.

        Draws bar by themselves.
        """
        self.barred = True

    def next_turn(self) -> None:
        """A turn begins: the board is to stand anew at the end of the channel, even if the same seat goes on."""
        self.turned = True

    def show(self, scene: str) -> None:
        """A picture of its own for the channel, once, above the board that comes next; it can't be taken back.

        It is drawn from the public view when it is delivered, so the state keeps what it shows until the next one.
        """
        self.barred = True
        if scene not in self.scenes:
            self.scenes.append(scene)


class Game(ABC, Generic[S, V]):
    """A game as the rest of the house sees it. Stateless: one instance serves every match."""

    slug: str
    title: Text
    seats: range
    recommended: int
    options: tuple[OptionSpec, ...] = ()
    presets: tuple[Preset, ...] = ()
    rules: int = 1
    """Bumped whenever play changes; running games are carried over by `migrate`."""
    state_type: type[S]

    @abstractmethod
    def setup(self, seats: int, options: Options, rng: Rng) -> S:
        """A table laid out for that many seats."""

    @abstractmethod
    async def play(self, t: Table[S]) -> Outcome:
        """The whole game, from any checkpoint."""

    @abstractmethod
    def view(self, state: S, viewer: int | None) -> V:
        """What the viewer may see: a frozen copy. None: the public view, for spectators and the channel."""

    @abstractmethod
    def check(self, state: S) -> None:
        """Conservation laws. Raises AssertionError."""

    @abstractmethod
    def redeal(self, state: S, viewer: int | None, rng: Rng) -> S:
        """Another state that this viewer cannot tell apart from `state`: the proof that nothing leaks."""

    @abstractmethod
    def absent(self, decisions: tuple[Decision, ...], view: V) -> tuple[Decision, Answer]:
        """What a stand-in answers for a seat whose person is away, from what that seat may know."""

    def conceded(self, t: Table[S]) -> Outcome | None:
        """The game ends here because those who play it give up together: how it ended. Nothing may be drawn or shown.

        None, and nothing is changed: this game can't be conceded, as one in which somebody wins against somebody.
        """
        return None

    def settled(self, t: Table[S]) -> Outcome | None:
        """The game stops here because those who play it agree to: how it ends by its own scoring, as it stands.

        Nothing may be drawn or shown. None, and nothing is changed: it has no result before its end.
        """
        return None

    menus: tuple[Menu, ...] = ()
    """How its verbs are gathered into menus under the board.

    A verb in none of them gets a menu or buttons of its own.
    """

    def shortcuts(self, decisions: tuple[Decision, ...]) -> tuple[Shortcut, ...]:
        """Frequent answers that deserve a button of their own, of those that are playable now."""
        return ()

    def ahead(self, view: V, seat: int) -> tuple[Ahead, ...]:
        """What that seat can fix of its coming questions, from what it may know; for the one it is asked now, too.

        Only what can be fixed safely: no question of which nobody else may notice that it is asked, no try of one's
        luck, no look at something hidden, and no choice that one would make otherwise for what is still to be turned
        up. Whatever makes a difference to such an answer belongs into its `mark`.
        """
        return ()

    def answer_ahead(self, key: str, decision: Decision, view: V) -> Answer | None:
        """The answer that was promised under that key, to this question; None: it does not fit any more."""
        return None

    def missed_ahead(self, key: str) -> bool:
        """Whether something is left undone if the question of what was promised under that key never came."""
        return False

    def hand(self, view: V, seat: int) -> Text | None:
        """What that seat has to act with, in a line: said to it when it is asked several things at once."""
        return None

    def automaton(self, view: V, seat: int) -> Noun | None:
        """What a seat is called that no person has, beyond those of the people; None: there is no such seat."""
        return None

    def follows(self, view: V, seat: int, seats: int) -> int | None:
        """Who is asked after that seat, the only one that is waited for, as far as everybody can know.

        view: the public one. seats: how many people play. None: that is open, or nobody else.
        """
        return (seat + 1) % seats if seats > 1 else None

    def why_not_asked(self, state: S, seat: int, verb: str) -> Text | None:
        """Why that seat can't answer that verb, which it is not asked now; None: the usual words.

        For rulebooks with an order of refusals of their own. It must not depend on what the seat may not know, change
        anything or raise, whatever the verb.
        """
        return None

    def why_not_options(self, seats: int, options: Options) -> Text | None:
        """Why these options do not go together, if they don't, beside what they need (`OptionSpec.needs`)."""
        return None

    def option(self, key: str) -> OptionSpec:
        """The option of that key. Raises KeyError."""
        for spec in self.options:
            if spec.key == key:
                return spec
        raise KeyError(key)

    def unmet(self, options: Options) -> list[OptionSpec]:
        """The options that are not as usual although they lack what they need. options: all of them."""
        return [
            spec
            for spec in self.options
            if (need := spec.needs) is not None
            and not same(options[spec.key], spec.default)
            and not any(same(options[need.key], value) for value in need.values)
        ]

    def unfit(self, seats: int, options: Options) -> list[OptionSpec]:
        """The options that are not as usual although they are not for so many people. options: all of them."""
        return [
            spec
            for spec in self.options
            if spec.seats is not None and seats not in spec.seats and not same(options[spec.key], spec.default)
        ]

    def preset_of(self, options: Options) -> Preset | None:
        """The preset that these options are, if they are one. options: all of them."""
        for preset in self.presets:
            if all(same(options[s.key], preset.options.get(s.key, s.default)) for s in self.options):
                return preset
        return None

    def migrate(self, state: bytes, rules: int) -> bytes:
        """A state saved under older rules, carried over to the present ones.

        Raises ValueError if that is impossible.
        """
        raise ValueError(f"{self.slug}: no way from rules {rules} to {self.rules}")

    def given(self, facts: Mapping[str, Any]) -> S:
        """A state built from a scenario's plain words (engines/README.md), without conserving the components.

        They hold `seats` and all `options` beside what the scenario says. Raises ScenarioFault.
        """
        raise NotImplementedError(f"{self.slug} has no scenarios")

    def facts(self, state: S, outcome: Outcome | None) -> dict[str, Any]:
        """The same plain words for a state, the whole truth: what a scenario may expect."""
        raise NotImplementedError(f"{self.slug} has no scenarios")

    def shown(self, view: V) -> dict[str, Any]:
        """The same plain words for what a viewer sees."""
        raise NotImplementedError(f"{self.slug} has no scenarios")

    def encode(self, state: S) -> bytes:
        """The state as it is saved."""
        return _ENCODER.encode(state)

    def decode(self, raw: bytes) -> S:
        """The state that was saved."""
        return msgspec.msgpack.decode(raw, type=self.state_type)


_ENCODER = msgspec.msgpack.Encoder()
