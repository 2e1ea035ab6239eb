"""§5 Resources: the first four, exchanging, paying."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import combinations_with_replacement
from typing import Any, Generic, TypeAlias, TypeVar

from engines.fractured_sky.components import COSTS, START_RESOURCES, Resource
from engines.fractured_sky.naming import amount, amounts, bad_choice, kind_noun, why
from engines.fractured_sky.state import KINDS, Seat, State, T, person, record, seat_mark
from engines.fractured_sky.view import Deed
from engines.kernel.decision import Answer, Option, Pick, Place, Refused, Spread
from engines.kernel.flow import sealed
from engines.kernel.text import Text, Who, text

V = TypeVar("V")

Cost: TypeAlias = Mapping[Resource, int]
Pair: TypeAlias = tuple[Resource, Resource]

PAIRS: tuple[Pair, ...] = tuple((first, second) for first, second in combinations_with_replacement(KINDS, 2))
"""Any two resources."""

# ---- Paying --------------------------------------------------------------------------------------------------------


def why_not_pay(seat: Seat, cost: Cost) -> Text | None:
    """§5 Costs must be payable at once."""
    if all(seat.has(kind) >= number for kind, number in cost.items()):
        return None
    return why("not_enough_resources", cost=amounts(cost))


def pay(t: T, cost: Cost) -> None:
    """The active seat pays: in the open, like every gain (R28); there is no cap (R29)."""
    for kind, number in cost.items():
        t.state.me.gain(kind, -number)


def pair_key(pair: Pair) -> str:
    """Two resources in an answer: `iron-wood`."""
    return "-".join(pair)


def pair_words(pair: Pair) -> Text:
    """Two resources on a button: "Iron + Wood"."""
    return text("fractured_sky.pair", first=kind_noun(pair[0]), second=kind_noun(pair[1]))


class Payment(Pick[V], Generic[V]):
    """A Pick whose keys name two resources among other things (`3.gold-iron`).

    §5 A malformed payment is `bad_choice`, before anything else that does not exist; the order of the two is free.
    """

    __slots__ = ()

    def option(self, key: str | int) -> Option[V]:
        parts = str(key).split(".")
        pairs = [_pair(part) for part in parts]
        if not any(pairs):
            raise Refused(bad_choice(text("fractured_sky.bad.two_resources")))
        return super().option(".".join(pair or part for pair, part in zip(pairs, parts, strict=True)))


def _pair(part: str) -> str:
    """Two known kinds in their usual order; "" if it is anything else."""
    return next((pair_key(pair) for pair in PAIRS if sorted(part.split("-")) == sorted(pair)), "")


# ---- Starting resources --------------------------------------------------------------------------------------------


class StartResources(Spread):
    """§5 `choose_start_resources`: four of any kinds; anything else is `bad_choice`."""

    __slots__ = ()

    def accept(self, answer: Answer) -> tuple[int, ...]:
        try:
            return super().accept(answer)
        except Refused as refused:
            raise Refused(bad_choice(refused.why)) from None


def ask_start_resources(seat: int) -> StartResources:
    """§5 `choose_start_resources`."""
    places = [Place(kind, text(f"fractured_sky.resource.{kind}")) for kind in KINDS]
    prompt = text("fractured_sky.choose_start_resources.ask", total=START_RESOURCES)
    return StartResources(seat, "choose_start_resources", prompt, places, START_RESOURCES)


async def choose_start_resources(t: T) -> None:
    """§3.7 All people at once, revealed together."""
    seats = [seat for seat in range(len(t.state.seats)) if person(t.state, seat)]
    chosen: dict[int, Any] = await sealed({seat: ask_start_resources(seat) for seat in seats})
    t.bar()
    for seat, numbers in chosen.items():
        for kind, number in zip(KINDS, numbers, strict=True):
            t.state.seats[seat].gain(kind, number)
        mark, chosen_words = seat_mark(seat), amounts(numbers)
        t.tell("fractured_sky.choose_start_resources.done", at=(mark,), who=Who(seat), resources=chosen_words)


# ---- Exchange ------------------------------------------------------------------------------------------------------


def ask_exchange(t: T) -> Payment[tuple[Pair, Resource]]:
    """§5 `exchange`: two resources for one (R30)."""
    prompt = text("fractured_sky.exchange.ask")
    return Payment(t.state.active, "exchange", prompt, lambda: _exchanges(t.state), unknown=why("unknown_id"))


def _exchanges(state: State) -> Iterator[Option[tuple[Pair, Resource]]]:
    for pair in PAIRS:
        why_not = why_not_pay(state.me, Counter(pair))
        for gain in KINDS:
            label = text("fractured_sky.exchange.label", gain=amount(gain, COSTS.exchange_gain))
            key = f"{pair_key(pair)}.{gain}"
            within = (text("fractured_sky.exchange.pay", pair=pair_words(pair)),)
            yield Option(key, (pair, gain), label, why_not, within=within, common=why_not is None)


def exchange(t: T, pair: Pair, gain: Resource) -> None:
    """§5 The turn does not end."""
    pay(t, Counter(pair))
    t.state.me.gain(gain, COSTS.exchange_gain)
    record(t, Deed(t.state.active, "exchange", resource=gain))
    paid, gained, seat = amounts(Counter(pair)), amount(gain, COSTS.exchange_gain), t.state.active
    t.tell("fractured_sky.exchange.done", at=(seat_mark(seat),), who=Who(seat), paid=paid, gained=gained)
