"""The whole vocabulary of asking: a seat is asked a Decision and answers with plain values.

A decision carries its own law. `accept` is the only validation there is: the menu, the slash command, the stand-in and
the replay all go
through it, so what can be seen and what can be done never differ.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Generic, TypeVar

from msgspec import Struct

from engines.kernel.text import Seat, Text, text

T = TypeVar("T")

Answer = tuple[str | int, ...]
"""An answer as it is logged: option keys for a Pick, one number for an Amount, one number a place for a Spread."""

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
    still takes it).
    """

    key: str
    value: T
    label: Text
    refused: Text | None = None
    at: str | None = None
    within: tuple[Text, ...] = ()
    short: Text | None = None
    common: bool = True


class Decision:
    """A question put to one seat.

    verb: as in the decision table of RULES.md. secret: nobody else may notice that it is open. optional: the table does
    not wait for it.
    asked: the serial of the action after which it was asked; an answer that names another number is stale.
    given: a sealed answer that may still be changed. title: the verb as a heading for menus.
    """

    __slots__ = ("asked", "given", "optional", "prompt", "seat", "secret", "verb")

    def __init__(self, seat: int, verb: str, prompt: Text, *, secret: bool = False, optional: bool = False) -> None:
        self.seat = Seat(seat)
        self.verb = verb
        self.prompt = prompt
        self.secret = secret
        self.optional = optional
        self.asked = -1
        self.given: Answer | None = None

    @property
    def playable(self) -> bool:
        """Whether at least one answer would be accepted now."""
        raise NotImplementedError

    def accept(self, answer: Answer) -> Any:
        """What the rules get for this answer. Raises Refused, with the reason, if it is not to be had."""
        raise NotImplementedError

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
        optional: bool = False,
        unknown: Text | None = None,
    ) -> None:
        super().__init__(seat, verb, prompt, secret=secret, optional=optional)
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

    def shape(self) -> tuple[Any, ...]:
        shown = tuple((o.key, o.label, o.refused, o.within) for o in self.options)
        return (*super().shape(), shown, self.least, self.most, self.ordered)


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
        optional: bool = False,
    ) -> None:
        super().__init__(seat, verb, prompt, secret=secret, optional=optional)
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
        optional: bool = False,
    ) -> None:
        super().__init__(seat, verb, prompt, secret=secret, optional=optional)
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


def offer(
    seat: int,
    verb: str,
    prompt: Text,
    label: Text,
    *,
    refused: Text | None = None,
    at: str | None = None,
    secret: bool = False,
    optional: bool = False,
) -> Pick[None]:
    """A decision with nothing to choose: do it, or don't."""
    only: Option[None] = Option(ONLY, None, label, refused=refused, at=at)
    return Pick(seat, verb, prompt, (only,), secret=secret, optional=optional)


def _whole_number(value: object) -> int | None:
    """The number that was meant, or None. A bool is no number; nor is what no game could mean."""
    if isinstance(value, int) and not isinstance(value, bool):
        return value if abs(value) < _TOO_BIG else None
    if isinstance(value, str) and _NUMBER.fullmatch(value):
        return int(value)
    return None
