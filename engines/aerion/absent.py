"""What a stand-in answers for a seat whose person is away: sensible, quick, and always to an end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from engines.aerion.components import DATA, DICE, ELEMENTS, FACES, KIND_OF, Kind
from engines.aerion.places import RESERVE
from engines.aerion.view import View
from engines.kernel.decision import Answer, Decision, Option, Pick, Steps
from engines.kernel.standin import first_answer

Given = tuple[Decision, Answer]

NESTED = ("egg_pick", "factory_discard")
FOR_GOALS = ("flip_pier", "demolish", "hunt", "pay_worker")
"""Main actions that bring the team nearer to a goal, the rarest chance first."""

WORTH = {Kind.BOOK: 4, Kind.HOURGLASS: 5, Kind.FACTORY: 2, Kind.EGG: 3}
"""What a card is worth that is no element."""

FINISHES, SECOND, FIRST = 10, 6, 4
"""What an element is worth: it makes a set full, is the second card of one, or begins one."""

BURN_LAST = (Kind.BIRD, Kind.WORKER, Kind.FACTORY, Kind.MATERIAL, Kind.BOOK, Kind.CREW, Kind.BLUEPRINT, Kind.HOURGLASS)
"""Which kinds are rather burned, the cheapest first."""


def stand_in(decisions: tuple[Decision, ...], view: View) -> Given:
    """The most useful card that can be taken; else a goal; else rerolls, cheapest first; the Book waits for the end.

    What loses the game is done only if nothing else can be.
    """
    open_now = {decision.verb: decision for decision in decisions if decision.playable}
    for verb in (*NESTED, "place_reserve", "roll_dice", "end_turn"):
        if verb in open_now:
            return open_now[verb], first_answer(open_now[verb])
    if view.phase == "rolling":
        return _rolling(open_now, view)
    if (recover := open_now.get("book_recover")) is not None:
        return recover, _brought_back(recover)
    return _first(open_now.values())


def _rolling(open_now: Mapping[str, Decision], view: View) -> Given:
    return (
        _take(open_now.get("acquire"), view, least=FIRST if view.free_rerolls else 1)
        or _goal(open_now)
        or _reroll(open_now, view)
        or _take(open_now.get("acquire"), view)
        or _safe([open_now[verb] for verb in ("give_up", "security_skip") if verb in open_now])
        or _help(open_now)
        or _first(open_now.values())
    )


# ---- Main actions --------------------------------------------------------------------------------------------------


def _take(acquire: Decision | None, view: View, least: int = 0) -> Given | None:
    """The best card that can be had without harm, if it is worth that much."""
    if acquire is None:
        return None
    assert isinstance(acquire, Pick)
    good = [(_worth(option, view), option.key) for option in acquire.legal if option.warning is None]
    worth, key = max(good, key=lambda pair: pair[0], default=(-1, ""))
    return (acquire, (key,)) if worth >= least else None


def _worth(option: Option[tuple[int, str]], view: View) -> int:
    column, to = option.value
    slot = view.columns[column - 1].slot
    assert slot is not None, "only filled slots are offered"
    kind = KIND_OF[slot.id]
    if kind is Kind.HOURGLASS and view.hourglasses is not None:
        owned = view.hourglasses.owned[[each.id for each in DATA.hourglass].index(slot.id)]
        return 0 if owned else WORTH[kind]
    if kind not in ELEMENTS:
        return WORTH.get(kind, 1)
    if to == RESERVE:
        return 0
    lying = next(((w.blueprint, w.material, w.crew) for w in view.workshops if w.id == to), None)
    if lying is None:
        return SECOND
    return (FIRST, SECOND, FINISHES)[min(2, sum(card is not None for card in lying))]


def _goal(open_now: Mapping[str, Decision]) -> Given | None:
    return _safe([open_now[verb] for verb in FOR_GOALS if verb in open_now])


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


# ---- Dice ----------------------------------------------------------------------------------------------------------


def _reroll(open_now: Mapping[str, Decision], view: View) -> Given | None:
    """Free rerolls, the Lab, then the cheapest card, as long as one is left to be taken."""
    dice = tuple(f"d{number}" for number in _thrown(view))
    if "free_reroll" in open_now:
        return open_now["free_reroll"], dice
    if "lab_reroll" in open_now:
        return open_now["lab_reroll"], first_answer(open_now["lab_reroll"])
    burn = open_now.get("discard_reroll")
    if burn is None:
        return None
    assert isinstance(burn, Steps)
    paying = burn.following(((1,),))
    assert paying is not None, "a reroll is paid"
    cards = {option.value: view.columns[option.value - 1] for option in paying.legal}
    if len(cards) < 2:
        return None
    cheapest = min(cards, key=lambda column: _price(column, view))
    return burn, (*dice, str(cheapest))


def _price(column: int, view: View) -> tuple[bool, int]:
    """What burning the display card of that column costs: one that could not be taken anyway costs less."""
    shown = view.columns[column - 1]
    assert shown.slot is not None, "only filled slots are burned"
    return shown.status == "take", BURN_LAST.index(KIND_OF[shown.slot.id])


def _thrown(view: View) -> list[int]:
    """The dice to reroll: those that don't serve the combination that is nearest, of a card that could be taken."""
    wanted = [column.number for column in view.columns if column.status == "take"] or [1]
    patterns = [letters for number in wanted for letters in DATA.deck[number - 1].requirement]
    kept = min((len(letters) - len(k), k) for letters in patterns for k in [_kept(view.dice, letters)])[1]
    return [number for number in range(1, DICE + 1) if number not in kept] or list(range(1, DICE + 1))


def _kept(dice: tuple[int, ...], letters: str) -> list[int]:
    """The dice (1–6) that already serve a combination."""
    sizes = [size for _, size in Counter(letters).most_common()]
    lying = {face: [number for number, shown in enumerate(dice, start=1) if shown == face] for face in FACES}
    if sizes[0] == 1:
        runs = [FACES[low : low + len(sizes)] for low in range(len(FACES) - len(sizes) + 1)]
        best = max(runs, key=lambda run: sum(bool(lying[face]) for face in run))
        return [lying[face][0] for face in best if lying[face]]
    kept: list[int] = []
    for size in sizes:
        most = max(FACES, key=lambda face: len(lying[face]))
        kept += lying[most][:size]
        lying[most] = lying[most][size:]
    return kept


def _help(open_now: Mapping[str, Decision]) -> Given | None:
    """When all that is left would lose: whatever brings another throw."""
    for verb in ("use_book_reroll", "hire_worker", "use_egg"):
        if verb in open_now:
            return open_now[verb], first_answer(open_now[verb])
    return None


# ---- Books ---------------------------------------------------------------------------------------------------------


def _brought_back(recover: Decision) -> Answer:
    """As many cards as can come back, from the pile that has most."""
    assert isinstance(recover, Steps)
    piles = recover.first
    assert piles is not None, "a Book asks for a pile"
    choices = []
    for pile in piles.legal:
        cards = recover.following(((pile.value,),))
        assert cards is not None, "then for cards"
        choices.append((pile.key, *(card.key for card in cards.legal[: cards.most])))
    return max(choices, key=len)
