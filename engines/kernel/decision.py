"""The whole vocabulary of asking: a seat is asked a Decision and answers with plain values.

A decision carries its own law. `accept` is the only validation there is: the menu, the slash command, the stand-in and
the replay all go
through it, so what can be seen and what can be done never differ.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Generic, TypeVar

from msgspec import Struct

from engines.kernel.text import Seat, Text, text

T = TypeVar("T")

Answer = tuple[str | int, ...]
"""An answer as it is logged: option keys for a Pick or for Steps, a number for an Amount, one a place for a Spread."""

Made = tuple[tuple[Any, ...], ...]
"""The values chosen in Steps, a tuple for each stage that was passed."""

ONLY = "go"
"""The key of the single option of a decision that has nothing to choose (`offer`)."""


_TOO_BIG = 10**11
_NUMBER = re.compile("-?[0-9]{1,11}")


class Refused(Exception):
    """A player's wish that the rules deny: normal, friendly, changes nothing. `why` is for the player."""

    def __init__(self, why: Text) -> None:
        super().__init__(why.key)
        self.why = why


class Stale(Refused):
    """The answer belongs to a question that is no longer open."""


class Option(Struct, Generic[T], frozen=True):
    """One thing that can be chosen, or (`refused`) cannot, and why.

    key: stable, short, ASCII: it goes into the log, the button and the slash command. value: what the rules get back;
    never stored.
    at: the anchor on the picture that shows it. within: the labels of the menus that lead to it, outermost first;
    empty: a flat choice.
    short: a label for tight places (a button), if it differs. common: False keeps it out of menus (a slash command
    still takes it). warning: choosing it has a consequence that wants a second press. cap: how often it may be named in
    a Stage that repeats; None: as often as one likes.
    """

    key: str
    value: T
    label: Text
    refused: Text | None = None
    at: str | None = None
    within: tuple[Text, ...] = ()
    short: Text | None = None
    common: bool = True
    warning: Text | None = None
    cap: int | None = None


class Decision:
    """A question put to one seat.

    verb: as in the decision table of RULES.md. secret: nobody else may notice that it is open. veiled: everybody may
    know that this seat is asked this verb, and nothing more: words, options and answer are for its eyes only. optional:
    the table does not wait for it.
    asked: the serial of the action after which it was asked; an answer that names another number is stale.
    given: a sealed answer that may still be changed. title: the verb as a heading for menus.
    """

    __slots__ = ("asked", "given", "optional", "prompt", "seat", "secret", "veiled", "verb")

    def __init__(
        self, seat: int, verb: str, prompt: Text, *, secret: bool = False, veiled: bool = False, optional: bool = False
    ) -> None:
        self.seat = Seat(seat)
        self.verb = verb
        self.prompt = prompt
        self.secret = secret
        self.veiled = veiled
        self.optional = optional
        self.asked = -1
        self.given: Answer | None = None

    @property
    def private(self) -> bool:
        """Whether its words, options and answer are for the asked seat's eyes only."""
        return self.secret or self.veiled

    @property
    def playable(self) -> bool:
        """Whether at least one answer would be accepted now."""
        raise NotImplementedError

    def accept(self, answer: Answer) -> Any:
        """What the rules get for this answer. Raises Refused, with the reason, if it is not to be had."""
        raise NotImplementedError

    def warning(self, answer: Answer) -> Text | None:
        """What its giver should know before this answer counts; None too if it would be refused."""
        return None

    def shape(self) -> tuple[Any, ...]:
        """Everything the asked person can notice of the question, to tell whether it is the same one as before."""
        return (type(self).__name__, self.seat, self.verb, self.prompt, self.optional)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.verb!r}, seat={self.seat}, asked={self.asked})"


class Pick(Decision, Generic[T]):
    """Choose `least` to `most` of the options; `ordered`: their order matters.

    `options` may be given as a function, which is called when somebody first looks; between the question and the answer
    the state stands
    still for the asked seat, so the moment makes no difference. unknown: the refusal for a key that is none of the
    options.
    """

    __slots__ = ("_by_key", "_legal", "_options", "_source", "least", "most", "ordered", "unknown")

    def __init__(
        self,
        seat: int,
        verb: str,
        prompt: Text,
        options: Iterable[Option[T]] | Callable[[], Iterable[Option[T]]],
        *,
        least: int = 1,
        most: int = 1,
        ordered: bool = False,
        secret: bool = False,
        veiled: bool = False,
        optional: bool = False,
        unknown: Text | None = None,
    ) -> None:
        super().__init__(seat, verb, prompt, secret=secret, veiled=veiled, optional=optional)
        self._source = options
        self._options: tuple[Option[T], ...] | None = None
        self._legal: tuple[Option[T], ...] | None = None
        self._by_key: dict[str, Option[T]] | None = None
        self.least = least
        self.most = most
        self.ordered = ordered
        self.unknown = unknown or text("kernel.no_such_option")

    @property
    def options(self) -> tuple[Option[T], ...]:
        """All options, the refused ones included, in the order in which they are shown."""
        if self._options is None:
            self._options = tuple(self._source() if callable(self._source) else self._source)
        return self._options

    @property
    def legal(self) -> tuple[Option[T], ...]:
        """The options that can be had now."""
        if self._legal is None:
            self._legal = tuple([o for o in self.options if o.refused is None])
        return self._legal

    @property
    def playable(self) -> bool:
        return len(self.legal) >= self.least

    def option(self, key: str | int) -> Option[T]:
        """The option of that key. Raises Refused if there is none."""
        if self._by_key is None:
            self._by_key = {o.key: o for o in self.options}
        name = key if isinstance(key, str) else _whole_number(key)
        found = None if name is None else self._by_key.get(str(name))
        if found is None:
            raise Refused(self.unknown)
        return found

    def accept(self, answer: Answer) -> Any:
        chosen = [self.option(key) for key in answer]
        for option in chosen:
            if option.refused is not None:
                raise Refused(option.refused)
        if len({option.key for option in chosen}) < len(chosen):
            raise Refused(text("kernel.chosen_twice"))
        if not self.least <= len(chosen) <= self.most:
            raise Refused(text("kernel.wrong_number", least=self.least, most=self.most, n=len(chosen)))
        if self.least == self.most == 1:
            return chosen[0].value
        if not self.ordered:
            rank = {o.key: i for i, o in enumerate(self.options)}
            chosen.sort(key=lambda o: rank[o.key])
        return tuple(o.value for o in chosen)

    def warning(self, answer: Answer) -> Text | None:
        try:
            self.accept(answer)
        except Refused:
            return None
        return _first_warning(self.option(key) for key in answer)

    def shape(self) -> tuple[Any, ...]:
        return (*super().shape(), _noticed(self.options), self.least, self.most, self.ordered)


class Amount(Decision):
    """Name a number from `low` to `high`, both included. refused: why none at all can be named now."""

    __slots__ = ("high", "low", "refused")

    def __init__(
        self,
        seat: int,
        verb: str,
        prompt: Text,
        low: int,
        high: int,
        *,
        refused: Text | None = None,
        secret: bool = False,
        veiled: bool = False,
        optional: bool = False,
    ) -> None:
        super().__init__(seat, verb, prompt, secret=secret, veiled=veiled, optional=optional)
        self.low = low
        self.high = high
        self.refused = refused

    @property
    def playable(self) -> bool:
        return self.refused is None and self.low <= self.high

    def accept(self, answer: Answer) -> int:
        if self.refused is not None:
            raise Refused(self.refused)
        number = _whole_number(answer[0]) if len(answer) == 1 else None
        if number is None or not self.low <= number <= self.high:
            raise Refused(text("kernel.not_in_range", low=self.low, high=self.high))
        return number

    def shape(self) -> tuple[Any, ...]:
        return (*super().shape(), self.low, self.high, self.refused)


class Place(Struct, frozen=True):
    """One of the places over which a Spread is spread: its label and how many fit there (None: any number)."""

    key: str
    label: Text
    cap: int | None = None
    at: str | None = None


class Spread(Decision):
    """Spread exactly `total` over the places, none negative, none above its cap."""

    __slots__ = ("places", "total")

    def __init__(
        self,
        seat: int,
        verb: str,
        prompt: Text,
        places: Sequence[Place],
        total: int,
        *,
        secret: bool = False,
        veiled: bool = False,
        optional: bool = False,
    ) -> None:
        super().__init__(seat, verb, prompt, secret=secret, veiled=veiled, optional=optional)
        self.places = tuple(places)
        self.total = total

    @property
    def playable(self) -> bool:
        caps = [p.cap for p in self.places]
        return self.total == 0 or None in caps or sum(c for c in caps if c is not None) >= self.total > 0

    def accept(self, answer: Answer) -> tuple[int, ...]:
        numbers = [_whole_number(part) for part in answer]
        if len(numbers) != len(self.places) or any(number is None or number < 0 for number in numbers):
            raise Refused(text("kernel.spread_shape", n=len(self.places)))
        amounts = tuple(number for number in numbers if number is not None)
        for place, amount in zip(self.places, amounts, strict=True):
            if place.cap is not None and amount > place.cap:
                raise Refused(text("kernel.spread_cap", place=place.label, cap=place.cap))
        if sum(amounts) != self.total:
            raise Refused(text("kernel.spread_total", total=self.total, n=sum(amounts)))
        return amounts

    def shape(self) -> tuple[Any, ...]:
        return (*super().shape(), self.places, self.total)


class Stage(Struct, Generic[T], frozen=True):
    """One step of a Steps: choose `least` to `most` of the options.

    ordered: the order of choosing matters. repeats: the same option may be named several times, up to its `cap`; their
    order is kept. A stage without options of which none need be chosen is passed.
    usual: what is taken if nothing is named; menus do not ask then. shown: menus ask even if only one thing can be
    chosen, because it is a price that nobody should pay unseen.
    """

    prompt: Text
    options: tuple[Option[T], ...]
    least: int = 1
    most: int = 1
    ordered: bool = False
    repeats: bool = False
    usual: tuple[str, ...] = ()
    shown: bool = False

    @property
    def legal(self) -> tuple[Option[T], ...]:
        """The options that can be had now."""
        return tuple([o for o in self.options if o.refused is None])

    @property
    def playable(self) -> bool:
        """Whether as many can be chosen as must be."""
        return len(self.pool) >= self.least

    @property
    def pool(self) -> list[Option[T]]:
        """The options that can be had now, each as often as it can be named at this stage."""
        if not self.repeats:
            return list(self.legal)
        return [o for o in self.legal for _ in range(self.most if o.cap is None else min(o.cap, self.most))]

    def option(self, key: str | int) -> Option[T] | None:
        """The option of that key."""
        name = key if isinstance(key, str) else _whole_number(key)
        return next((o for o in self.options if o.key == str(name)), None)

    def own(self, keys: Sequence[str | int]) -> list[Option[T]]:
        """The options that the first of these keys name, up to `most` and to a key that is none of its own."""
        found: list[Option[T]] = []
        for key in keys[: self.most]:
            option = self.option(key)
            if option is None:
                break
            found.append(option)
        return found

    def take(self, keys: Sequence[str | int]) -> tuple[T, ...]:
        """The values of these options, in the order named if it matters, else as they stand. Raises Refused."""
        chosen = [self._known(key) for key in keys]
        for option in chosen:
            if option.refused is not None:
                raise Refused(option.refused)
        if not self.repeats and len({option.key for option in chosen}) < len(chosen):
            raise Refused(text("kernel.chosen_twice"))
        named = Counter(option.key for option in chosen)
        for option in chosen:
            if option.cap is not None and named[option.key] > option.cap:
                raise Refused(text("kernel.wrong_number", least=0, most=option.cap, n=named[option.key]))
        if not self.least <= len(chosen) <= self.most:
            raise Refused(text("kernel.wrong_number", least=self.least, most=self.most, n=len(chosen)))
        if not (self.ordered or self.repeats):
            rank = {o.key: i for i, o in enumerate(self.options)}
            chosen.sort(key=lambda o: rank[o.key])
        return tuple(o.value for o in chosen)

    def _known(self, key: str | int) -> Option[T]:
        found = self.option(key)
        if found is None:
            raise Refused(text("kernel.no_such_option"))
        return found


class Steps(Decision):
    """An answer of several parts, where what can be chosen next depends on what was chosen before.

    stage: what is to be chosen after those made; None: the answer is complete. The rules promise that every choice of
    legal options can be completed, and that the keys of a stage are none of the stage's before. basis: whatever later
    stages depend on, as far as the asked seat may know it: it tells whether the question is still the same. refused:
    why none of it can be had now. warning: what the giver of a whole answer should know first.

    The answer is the keys of all stages in a row. Each stage takes as many of the next keys as are its own, at most its
    `most`; the rules get the values, a tuple a stage.
    """

    __slots__ = ("_first", "_looked", "_warning", "basis", "refused", "stage")

    def __init__(
        self,
        seat: int,
        verb: str,
        prompt: Text,
        stage: Callable[[Made], Stage[Any] | None],
        *,
        refused: Text | None = None,
        warning: Callable[[Made], Text | None] | None = None,
        basis: tuple[Any, ...] = (),
        secret: bool = False,
        veiled: bool = False,
        optional: bool = False,
    ) -> None:
        super().__init__(seat, verb, prompt, secret=secret, veiled=veiled, optional=optional)
        self.stage = stage
        self.refused = refused
        self.basis = basis
        self._warning = warning
        self._first: Stage[Any] | None = None
        self._looked = False

    @property
    def playable(self) -> bool:
        return self.refused is None

    @property
    def first(self) -> Stage[Any] | None:
        """The stage that it begins with; None if there is nothing to choose, or nothing to be had."""
        if not self._looked:
            self._first = self.stage(()) if self.refused is None else None
            self._looked = True
        return self._first

    def following(self, made: Made) -> Stage[Any] | None:
        """The stage after those made."""
        return self.stage(made) if made else self.first

    def accept(self, answer: Answer) -> Made:
        return self._walk(answer)[0]

    def warning(self, answer: Answer) -> Text | None:
        try:
            made, chosen = self._walk(answer)
        except Refused:
            return None
        told = self._warning(made) if self._warning is not None else None
        return told or _first_warning(chosen)

    def shape(self) -> tuple[Any, ...]:
        first = self.first
        shown = None
        if first is not None:
            how = (first.least, first.most, first.ordered, first.repeats)
            shown = (first.prompt, _noticed(first.options), *how)
        return (*super().shape(), self.refused, shown, self.basis)

    def _walk(self, answer: Answer) -> tuple[Made, list[Option[Any]]]:
        """The values of each stage, and the options chosen. Raises Refused."""
        if self.refused is not None:
            raise Refused(self.refused)
        made: Made = ()
        chosen: list[Option[Any]] = []
        left = list(answer)
        last: Stage[Any] | None = None
        while (stage := self.following(made)) is not None:
            own = stage.own(left)
            last = stage if own else last
            taken, left = left[: len(own)], left[len(own) :]
            if not own and stage.usual:
                taken = list(stage.usual)
                own = stage.own(taken)
            chosen += own
            if left and len(own) < stage.least:
                raise Refused(_why_left(left[0], last, chosen))
            made = (*made, stage.take(taken))
        if left:
            raise Refused(_why_left(left[0], last, chosen))
        return made, chosen


def _why_left(key: str | int, stage: Stage[Any] | None, chosen: Sequence[Option[Any]]) -> Text:
    """Why this key can't follow: said once too often, one too many, or known to nobody."""
    found = stage.option(key) if stage is not None else None
    if stage is None or found is None:
        return text("kernel.no_such_option")
    if not stage.repeats and found.key in {option.key for option in chosen}:
        return text("kernel.chosen_twice")
    return text("kernel.wrong_number", least=stage.least, most=stage.most, n=stage.most + 1)


def _noticed(options: Iterable[Option[Any]]) -> tuple[Any, ...]:
    """What the asked person can notice of options."""
    return tuple((o.key, o.label, o.refused, o.within, o.warning) for o in options)


def _first_warning(options: Iterable[Option[Any]]) -> Text | None:
    return next((o.warning for o in options if o.warning is not None), None)


def offer(
    seat: int,
    verb: str,
    prompt: Text,
    label: Text,
    *,
    refused: Text | None = None,
    at: str | None = None,
    warning: Text | None = None,
    secret: bool = False,
    veiled: bool = False,
    optional: bool = False,
) -> Pick[None]:
    """A decision with nothing to choose: do it, or don't."""
    only: Option[None] = Option(ONLY, None, label, refused=refused, at=at, warning=warning)
    return Pick(seat, verb, prompt, (only,), secret=secret, veiled=veiled, optional=optional)


def _whole_number(value: object) -> int | None:
    """The number that was meant, or None. A bool is no number; nor is what no game could mean."""
    if isinstance(value, int) and not isinstance(value, bool):
        return value if abs(value) < _TOO_BIG else None
    if isinstance(value, str) and _NUMBER.fullmatch(value):
        return int(value)
    return None
