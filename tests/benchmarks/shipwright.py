"""A sensible, simple player of Aerion's base game alone: plain values for cards, exact odds for dice.

Much as the one of RULES.md §14. Cards have fixed values: the crew that finishes a ship most, then the second card of a
set, then the first, then a Book. To that come fear (what is still wanted and hardly comes any more is dear to burn and
good to take) and whether a placement leaves something to take next turn. Cards are burned cheapest first; which dice to
keep, and when to stop, spend a Pixie or a Book, follows from the exact odds of the whole rest of the turn. Books are
kept to bring back what would run short. Nothing is planned beyond that, and nothing is looked at but the view.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache, cached_property
from itertools import permutations
from math import exp
from typing import NamedTuple

from engines.aerion.components import BOOK, KIND_OF, Kind
from engines.aerion.dice import met
from engines.aerion.view import View
from engines.kernel.decision import Answer, Decision
from tests.benchmarks.odds import DICE, PLACE, RESULTS, Dice, Prospects, best, best_kept, prospects, turns

IN_SET = (4.5, 6.0, 10.0)
"""What the first, second and last card of a set are worth."""
BOOK_WORTH = 6.0
"""Of taking one, and what using it costs."""
PIXIE = 3.0
"""What using one costs."""
RESERVED = 2.0
"""What a card in the reserve is worth; the Book that it costs goes off."""
EASE = (1.0, 0.9, 0.7, 0.5, 0.45, 0.4)
"""How surely a card of each column can be had, the easiest being 1: by that it counts."""
OPEN, SURE = 4.0, 0.8
"""What it is worth that the next turn surely finds a card to take; how surely the easiest column gives one.

A turn that finds none burns the whole display. It is what most often loses a game.
"""
FEAR, CALM = 4.0, 0.9
"""The fear that a card runs short if just as much of it comes as is wanted, and how fast it falls with what is more."""
BROUGHT_BACK = 0.3
"""How much a discarded card counts as still coming while there is a Book in hand."""
BURNED, MISSED = 0.2, 0.35
"""What burning any card costs, and what part is lost of what it is worth now."""
RECOVERY = 7.0
"""A Book is spent, at the end of a turn, on a recovery that is worth more."""
READY = 0.3
"""What part of its worth a recovered card has at once."""
BOOK_REROLLS = 3
IMPOSSIBLE = -1e9


class Recovery(NamedTuple):
    """Cards that a Book could bring back, the top one first, and what that is worth."""

    gain: float
    column: int
    cards: tuple[str, ...]


class Table:
    """What lies where, and what cards are worth there."""

    def __init__(self, view: View) -> None:
        self.shown = {column.number: column.slot.id for column in view.columns if column.slot is not None}
        self.discards = {column.number: column.discard for column in view.columns}
        self.ships = [{ship.blueprint, ship.material, ship.crew} for ship in view.ships if not ship.built]
        self.shops = {
            shop.id: {card.id for card in (shop.blueprint, shop.material, shop.crew) if card is not None}
            for shop in view.workshops
        }
        self.books, self.pixies = view.seats[0].books, view.pixies
        self.wanted = Counter(card for needs in self.ships for card in needs)
        self.wanted.subtract(card for cards in self.shops.values() for card in cards)
        self.wanted.subtract(card.id for card in view.seats[0].reserve)
        self.coming: dict[str, float] = dict.fromkeys(KIND_OF, 0.0)
        for column, ease in zip(view.columns, EASE, strict=True):
            for card, count in column.contents:
                self.coming[card] += ease * count
            if column.slot is not None:
                self.coming[column.slot.id] += ease
            for card in column.discard:
                self.coming[card] += BROUGHT_BACK * ease * self.books

    def fear(self, card: str, wanted: int = 0, coming: float = 0.0) -> float:
        """That it runs short, if so much more of it were wanted and came."""
        wanted += self.wanted[card]
        return FEAR * exp(CALM * (wanted - self.coming[card] - coming)) if wanted > 0 else 0.0

    def places(self, card: str) -> dict[str, float]:
        """The workshops where it may go (§7), and what it is worth there."""
        found = {}
        for shop, cards in self.shops.items():
            if self._fits(card, shop, self.shops):
                after = {**self.shops, shop: cards | {card} if len(cards) + 1 < len(IN_SET) else set[str]()}
                found[shop] = IN_SET[len(cards)] + OPEN * self._open(after, card)
        return found

    def _fits(self, card: str, shop: str, shops: dict[str, set[str]]) -> bool:
        """§7, R8: no card of its kind is there, crew comes last, and no workshop is dead afterwards."""
        cards = shops[shop]
        if card in cards or (KIND_OF[card] is Kind.CREW and len(cards) < len(IN_SET) - 1):
            return False
        ships = self._ships({*cards, card})
        others = [self._ships(other) for name, other in shops.items() if name != shop and other]
        return bool(ships) and all(len(ships | other) > 1 for other in others)

    def _open(self, shops: dict[str, set[str]], taken: str) -> float:
        """How sure it is that one of the display cards of other types can be taken next."""
        closed = 1.0
        for column, card in self.shown.items():
            if card != taken and (card == BOOK or any(self._fits(card, shop, shops) for shop in shops)):
                closed *= 1 - SURE * EASE[column - 1]
        return 1 - closed

    def _ships(self, cards: set[str]) -> set[int]:
        return {number for number, needs in enumerate(self.ships) if cards <= needs}

    def worth(self, column: int, books: int) -> float:
        """Of taking the display card now, with so many Books. A Book for a full pulpit: the other one is used first."""
        card = self.shown[column]
        if card == BOOK:
            return self.recovery.gain if books else BOOK_WORTH + OPEN * self._open(self.shops, BOOK)
        relief = self.fear(card) - self.fear(card, -1, -EASE[column - 1])
        places = self.places(card)
        if places:
            return max(places.values()) + relief
        return RESERVED + relief - BOOK_WORTH if books and self.wanted[card] > 0 else IMPOSSIBLE

    def cost(self, column: int) -> float:
        """What burning the display card costs."""
        card, ease = self.shown[column], EASE[column - 1]
        fear = self.fear(card, coming=-ease) - self.fear(card)
        worth = BOOK_WORTH if card == BOOK else max(self.worth(column, self.books), 0.0)
        return BURNED + fear + MISSED * ease * worth

    @cached_property
    def recovery(self) -> Recovery:
        """The best one."""
        return max(self._recoveries(), default=Recovery(IMPOSSIBLE, 0, ()))

    def _recoveries(self) -> Iterator[Recovery]:
        for column, pile in self.discards.items():
            wanted = [card for card in dict.fromkeys(pile) if self.wanted[card] > 0]
            for cards in [*permutations(wanted, 2), *permutations(wanted, 1)]:
                gain = 0.0
                for depth, card in enumerate(cards, 1 if column not in self.shown else 2):
                    relief = self.fear(card) - self.fear(card, coming=EASE[column - 1])
                    gain += relief + READY * EASE[column - 1] * max(self.places(card).values(), default=0.0) / depth
                yield Recovery(gain, column, cards)


class Moment(NamedTuple):
    """What every result is worth at a moment of the turn, and the next reroll: what it promises and what it costs."""

    worth: list[float]
    promised: Prospects | None
    cost: float


class Plan:
    """The rest of a turn: cards are burned cheapest first; the Book gives rerolls at any moment."""

    def __init__(self, table: Table) -> None:
        self.pixies = table.pixies
        self.worths = [{column: table.worth(column, books) for column in table.shown} for books in range(2)]
        self.costs = sorted((table.cost(column), column) for column in table.shown)
        self._moments: dict[tuple[int, int, int], Moment] = {}
        self._stands: dict[tuple[int, int], list[float]] = {}

    def moment(self, left: int, free: int, books: int) -> Moment:
        """With so many cards left in the display, free rerolls, and Books."""
        key = (left, free, books)
        if key not in self._moments:
            self._moments[key] = self._moment(*key)
        return self._moments[key]

    def _moment(self, left: int, free: int, books: int) -> Moment:
        worth, promised, cost = self.stand(left, books), None, 0.0
        if free or left:
            cost = 0.0 if free else self.next_burned(left)[0]
            promised = prospects(
                self.moment(left, free - 1, books).worth if free else self.moment(left - 1, 0, books).worth
            )
            worth = [max(stay, more - cost) for stay, more in zip(worth, best(promised), strict=True)]
        if books and not free:
            spent = self.moment(left, BOOK_REROLLS, 0).worth
            worth = [max(keep, use - BOOK_WORTH) for keep, use in zip(worth, spent, strict=True)]
        return Moment(worth, promised, cost)

    def next_burned(self, left: int) -> tuple[float, int]:
        """What it costs, and its column."""
        return self.costs[-left]

    def stand(self, left: int, books: int) -> list[float]:
        """What every result is worth as it lies, Pixies helping; the last card can be given up."""
        if (left, books) not in self._stands:
            over = 0.0 if not left else -self.costs[-1][0] if left == 1 else IMPOSSIBLE
            worth = [over] * len(RESULTS)
            for _, column in self.costs[len(self.costs) - left :]:
                prices = self.prices(column, books)
                worth = [max(best, prices[n]) for best, n in zip(worth, distances(column), strict=True)]
            self._stands[left, books] = worth
        return self._stands[left, books]

    def prices(self, column: int, books: int) -> list[float]:
        """What taking that card is worth, by how many dice must be turned for it."""
        worth = self.worths[books][column]
        return [worth - PIXIE * n if n <= self.pixies else IMPOSSIBLE for n in range(DICE + 1)]


@cache
def distances(column: int) -> list[int]:
    """How many dice of each result must be turned to meet the column's combination."""
    return turns([met(dice, column) for dice in RESULTS])


class Shipwright:
    """Answers what is asked, one after the other. A plan holds for the turn, or until a Book or Pixie is used."""

    def __init__(self) -> None:
        self._plan: Plan | None = None
        self._plan_for = (0, 0, 0)

    def answer(self, decisions: tuple[Decision, ...], view: View) -> tuple[Decision, Answer]:
        """The decision to take now, and how."""
        asked = {decision.verb: decision for decision in decisions if decision.playable}
        verb, answer = self._answer(asked, view)
        return asked[verb], answer

    def _answer(self, asked: dict[str, Decision], view: View) -> tuple[str, Answer]:
        table = Table(view)
        if "place_reserve" in asked:
            card = next(card for card in view.seats[0].reserve if table.places(card.id))
            return "place_reserve", (f"{card.id}.{card.column}.{_best_place(table, card.id)}",)
        gain, column, cards = table.recovery
        last_chance = view.phase == "last_chance"
        if "book_recover" in asked and cards and (last_chance or (view.phase == "wrap_up" and gain > RECOVERY)):
            return "book_recover", (str(column), *cards)
        for verb in ("roll_dice", "end_turn", "rescue_decline"):
            if verb in asked:
                return verb, ("go",)
        return self._roll_on(view, table)

    def _roll_on(self, view: View, table: Table) -> tuple[str, Answer]:
        """Stop, spend the Book, or reroll: whatever promises most."""
        key = (view.turn, table.books, table.pixies)
        if self._plan is None or key != self._plan_for:
            self._plan, self._plan_for = Plan(table), key
        plan, left, free = self._plan, len(table.shown), view.free_rerolls
        dice: Dice = tuple(sorted(view.dice))
        here, moment = PLACE[dice], plan.moment(left, free, table.books)
        if plan.stand(left, table.books)[here] >= moment.worth[here]:
            return _stop(view, table, plan)
        assert moment.promised is not None
        if best(moment.promised)[here] - moment.cost < moment.worth[here]:
            return "use_book_reroll", ("go",)
        thrown = _rest(view.dice, best_kept(dice, moment.promised))
        answer = tuple(f"d{number}" for number in thrown)
        return ("free_reroll", answer) if free else ("discard_reroll", (*answer, str(plan.next_burned(left)[1])))


def _stop(view: View, table: Table, plan: Plan) -> tuple[str, Answer]:
    """Take the best card, with a Pixie before or a recovery if need be; give up if that is better."""
    here = PLACE[tuple(sorted(view.dice))]
    offers = [(plan.prices(column, table.books)[distances(column)[here]], column) for column in table.shown]
    price, column = max(offers, default=(IMPOSSIBLE, 0))
    if price < plan.stand(len(table.shown), table.books)[here]:
        return "give_up", ("go",)
    if not met(view.dice, column):
        return "use_pixie", _turned(view.dice, column)
    card = table.shown[column]
    if card != BOOK:
        return "acquire", (f"{column}.{_best_place(table, card)}",)
    if table.books:
        return "book_recover", (str(table.recovery.column), *table.recovery.cards)
    return "acquire", (str(column),)


def _best_place(table: Table, card: str) -> str:
    places = table.places(card)
    return max(places, key=places.__getitem__, default="reserve")


def _turned(dice: Dice, column: int) -> Answer:
    """The fewest dice, and their new faces, that meet the combination."""
    aim = min((result for result in RESULTS if met(result, column)), key=lambda result: len(_rest(dice, result)))
    new = [aim[number - 1] for number in _rest(aim, dice)]
    turned = list(zip(_rest(dice, aim), new, strict=True))
    return (*(f"d{number}" for number, _ in turned), *(f"{number}.{face}" for number, face in turned))


def _rest(dice: Dice, kept: Dice) -> list[int]:
    """The numbers of the dice that are not kept."""
    left, rest = Counter(kept), list[int]()
    for number, face in enumerate(dice, 1):
        if left[face]:
            left[face] -= 1
        else:
            rest.append(number)
    return rest
