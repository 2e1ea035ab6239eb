"""What a stand-in answers for a seat whose person is away: sensible, quick, and always to an end.

It looks one throw ahead: whatever promises most for what it costs is done.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from functools import cache
from itertools import combinations, combinations_with_replacement
from math import factorial, prod
from typing import Any, TypeAlias

from engines.aerion.components import DATA, DICE, ELEMENTS, FACES, KIND_OF, Kind
from engines.aerion.dice import columns_met
from engines.aerion.places import RESERVE
from engines.aerion.view import ColumnView, View, WorkshopView
from engines.kernel.decision import Answer, Decision, Option, Pick, Steps
from engines.kernel.standin import first_answer

Given: TypeAlias = tuple[Decision, Answer]
Worths: TypeAlias = Mapping[int, float]
"""Column → what its display card is worth, if the dice show its combination."""

AT_ONCE = ("egg_pick", "factory_discard", "place_reserve", "roll_dice")
GOALS = {"flip_pier": 8.0, "demolish": 6.0, "hunt": 6.0, "pay_worker": 5.0}
"""What a main action is worth that brings the team nearer to a goal."""

KINDS = {Kind.HOURGLASS: 5.0, Kind.BOOK: 4.0, Kind.EGG: 3.0, Kind.FACTORY: 2.0}
"""What a card is worth that is no element."""

IN_SET = (4.0, 8.0, 14.0, 14.0)
"""What an element is worth beside so many others of its set; the last makes it full."""

ELSEWHERE, SCARCE, PIXIE = 7.0, 3.0, 5.0
"""An element for a place that is no workshop; more for one of which there are no more than needed; a Pixie."""

BURN_USEFUL, BURN_SCARCE, BURN_USELESS = 4.0, 8.0, 0.3
"""What it costs to burn a card."""


def stand_in(decisions: tuple[Decision, ...], view: View) -> Given:
    """What loses the game at once is done only if nothing else can be."""
    open_now = {decision.verb: decision for decision in decisions if decision.playable}
    for verb in AT_ONCE:
        if verb in open_now:
            return open_now[verb], first_answer(open_now[verb])
    if view.phase == "rolling":
        return _rolling(open_now, view)
    recover = open_now.get("book_recover")
    if recover is not None:
        cards = _brought_back(recover, view)
        if view.phase == "last_chance" or _short(view) & Counter(map(_card_of, cards[1:])):
            return recover, cards
    return _first(open_now[verb] for verb in sorted(open_now, key=lambda verb: verb == "book_recover"))


def _rolling(open_now: Mapping[str, Decision], view: View) -> Given:
    """The best for its price of a main action, a reroll and a Pixie; if all cost more than they bring, the cheapest."""
    found = [*_takes(open_now, view), *_goals(open_now), *_pixies(open_now, view)]
    rerolls = list(_rerolls(open_now, view))
    worth, best = max((*found, *rerolls), key=lambda each: each[0], default=(0.0, None))
    if best is not None and (worth > 0 or len(rerolls) > 1):
        return best
    calm = _safe(open_now[verb] for verb in ("give_up", "security_skip") if verb in open_now)
    if calm is not None:
        return calm
    return best or _first(open_now[verb] for verb in (*_HELP, *open_now) if verb in open_now)


_HELP = ("use_book_reroll", "lab_reroll", "hire_worker", "use_egg")
"""What may still bring another throw when everything else would lose."""

# ---- Main actions --------------------------------------------------------------------------------------------------


def _takes(open_now: Mapping[str, Decision], view: View) -> Iterable[tuple[float, Given]]:
    """Cards that can be had now, without harm."""
    acquire = open_now.get("acquire")
    if not isinstance(acquire, Pick):
        return
    worths = _worths(view)
    for option in acquire.legal:
        if option.warning is None:
            yield _worth_there(option, worths, view), (acquire, (option.key,))


def _worth_there(option: Option[Any], worths: Worths, view: View) -> float:
    """A card is worth most in the workshop that it brings nearest to a ship; a Book is a high price for a reserve."""
    column, to = option.value
    if to == RESERVE:
        return 0.0
    workshop = next((workshop for workshop in view.workshops if workshop.id == to), None)
    return worths.get(column, 0.0) - (3 - len(_lying(workshop)) if workshop is not None else 0) / 10


def _goals(open_now: Mapping[str, Decision]) -> Iterable[tuple[float, Given]]:
    for verb, worth in GOALS.items():
        decision = open_now.get(verb)
        if decision is not None and (found := _safe([decision])) is not None:
            yield worth, found


def _safe(decisions: Iterable[Decision]) -> Given | None:
    """The first of these that does no harm."""
    for decision in decisions:
        answer = first_answer(decision)
        if decision.warning(answer) is None:
            return decision, answer
    return None


def _first(decisions: Iterable[Decision]) -> Given:
    """The first that does no harm, those that the table waits for before the others; else the first of all."""
    ordered = sorted(decisions, key=lambda decision: decision.optional)
    return _safe(ordered) or (ordered[0], first_answer(ordered[0]))


# ---- What cards are worth ------------------------------------------------------------------------------------------


def _worths(view: View) -> dict[int, float]:
    """What each display card is worth that could be acquired if the dice showed its combination."""
    return {column.number: _worth(column, view) for column in view.columns if column.status == "take"}


def _worth(column: ColumnView, view: View) -> float:
    assert column.slot is not None, "only filled slots have a status"
    card, kind = column.slot.id, KIND_OF[column.slot.id]
    if kind is Kind.HOURGLASS and view.hourglasses is not None:
        owned = view.hourglasses.owned[[each.id for each in DATA.hourglass].index(card)]
        return 0.0 if owned else KINDS[kind]
    if kind not in ELEMENTS:
        return KINDS.get(kind, 0.0)
    sets = [len(_lying(workshop)) for workshop in view.workshops if _fits(view, workshop, card)]
    return max((IN_SET[n] for n in sets), default=ELSEWHERE) + SCARCE * _scarce(view, card)


def _lying(workshop: WorkshopView) -> set[str]:
    return {card.id for card in (workshop.blueprint, workshop.material, workshop.crew) if card is not None}


def _fits(view: View, workshop: WorkshopView, card: str) -> bool:
    lying = _lying(workshop)
    needs = ({ship.blueprint, ship.material, ship.crew} for ship in view.ships if not ship.built)
    return card not in lying and any({card, *lying} <= needed for needed in needs)


def _needed(view: View) -> Counter[str]:
    """The elements that are still to be found."""
    needed = Counter(
        card for ship in view.ships if not ship.built for card in (ship.blueprint, ship.material, ship.crew)
    )
    if view.flagship is not None and not view.flagship.flies:
        needed.update(card for card, there in view.flagship.needs if not there)
    needed.subtract(card for workshop in view.workshops for card in _lying(workshop))
    needed.subtract(card.id for seat in view.seats for card in seat.reserve)
    return +needed


def _supply(view: View) -> Counter[str]:
    """The cards of draw piles and display."""
    supply = Counter(column.slot.id for column in view.columns if column.slot is not None)
    for column in view.columns:
        supply.update(dict(column.contents))
    return supply


def _scarce(view: View, card: str) -> bool:
    return 0 < _needed(view)[card] >= _supply(view)[card]


def _short(view: View) -> Counter[str]:
    """The elements of which fewer are left than are needed."""
    return _needed(view) - _supply(view)


# ---- Dice ----------------------------------------------------------------------------------------------------------


def _rerolls(open_now: Mapping[str, Decision], view: View) -> Iterable[tuple[float, Given]]:
    """One throw more: what it promises, less what is burned for it."""
    worths = _worths(view)
    free, burn = open_now.get("free_reroll"), open_now.get("discard_reroll")
    if free is not None:
        promise, dice = _best_throw(view.dice, worths)
        yield promise, (free, dice)
    elif isinstance(burn, Steps) and (paying := burn.following(((1,),))) is not None:
        for option in paying.legal:
            left = {column: worth for column, worth in worths.items() if column != option.value}
            promise, dice = _best_throw(view.dice, left)
            yield promise - _price(option.value, view), (burn, (*dice, option.key))


def _best_throw(dice: tuple[int, ...], worths: Worths) -> tuple[float, Answer]:
    """What the best choice of dice promises, and that choice."""
    best: tuple[float, tuple[int, ...]] = (-1.0, ())
    for n in range(DICE):
        for kept in combinations(range(1, DICE + 1), n):
            best = max(best, (_promise(tuple(sorted(dice[number - 1] for number in kept)), worths), kept))
    promise, kept = best
    return promise, tuple(f"d{number}" for number in range(1, DICE + 1) if number not in kept)


def _promise(kept: tuple[int, ...], worths: Worths) -> float:
    return sum(odds * max((worths.get(column, 0.0) for column in met), default=0.0) for met, odds in _odds(kept))


@cache
def _odds(kept: tuple[int, ...]) -> tuple[tuple[frozenset[int], float], ...]:
    """How likely each set of combinations is when these dice are kept and the others thrown once."""
    thrown = DICE - len(kept)
    ways = Counter[frozenset[int]]()
    for faces in combinations_with_replacement(FACES, thrown):
        orders = factorial(thrown) // prod(map(factorial, Counter(faces).values()))
        ways[columns_met((*kept, *faces))] += orders
    return tuple((met, n / len(FACES) ** thrown) for met, n in ways.items())


def _price(column: int, view: View) -> float:
    """What burning a display card costs."""
    slot = view.columns[column - 1].slot
    assert slot is not None, "only filled slots are burned"
    kind = KIND_OF[slot.id]
    if kind in ELEMENTS:
        needed = _needed(view)[slot.id]
        return BURN_SCARCE if _scarce(view, slot.id) else BURN_USEFUL if needed else BURN_USELESS
    return BURN_USEFUL if view.columns[column - 1].status == "take" else BURN_USELESS


def _pixies(open_now: Mapping[str, Decision], view: View) -> Iterable[tuple[float, Given]]:
    """One die turned: what can be had then, less the Pixie."""
    pixie, worths = open_now.get("use_pixie"), _worths(view)
    if pixie is None:
        return
    for number, shown in enumerate(view.dice, start=1):
        for face in FACES:
            if face != shown:
                met = columns_met((*view.dice[: number - 1], face, *view.dice[number:]))
                worth = max((worths.get(column, 0.0) for column in met), default=0.0)
                if worth > PIXIE:
                    yield worth - PIXIE, (pixie, (f"d{number}", f"{number}.{face}"))


# ---- Books ---------------------------------------------------------------------------------------------------------


def _brought_back(recover: Decision, view: View) -> Answer:
    """From the pile with most that is short: those cards, then any others."""
    assert isinstance(recover, Steps)
    assert recover.first is not None, "a Book asks for a pile"
    short, choices = _short(view), []
    for pile in recover.first.legal:
        cards = recover.following(((pile.value,),))
        assert cards is not None, "then for cards"
        wanted = sorted(cards.legal, key=lambda card: not short[card.value])[: cards.most]
        choices.append((sum(short[card.value] > 0 for card in wanted), (pile.key, *(card.key for card in wanted))))
    return max(choices, key=lambda choice: (choice[0], len(choice[1])))[1]


def _card_of(key: str | int) -> str:
    return str(key).partition(".")[0]
