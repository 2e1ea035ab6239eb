"""§5 Combinations, and what is done with the dice: rolling, rerolling, Pixies (§8)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from functools import cache
from typing import Any

from engines.aerion.components import COLUMNS, DATA, DICE, FACES, noun
from engines.aerion.moments import in_play
from engines.aerion.naming import circled, column_words, dice_row
from engines.aerion.state import DICE_MARK, PIXIES_MARK, State, Step, T, discard_from_display, record, slot_mark, who
from engines.aerion.view import Deed
from engines.kernel.decision import Made, Option, Pick, Stage, Steps, offer
from engines.kernel.text import Text, text

# ---- Combinations (§5) -------------------------------------------------------------------------------------------


def met(dice: Iterable[int], column: int) -> bool:
    """§5 Whether these dice show the combination of that column (1–6); extra dice don't matter."""
    return column in columns_met(dice)


def columns_met(dice: Iterable[int]) -> frozenset[int]:
    """§5 The columns whose combination these dice show."""
    return _columns_met(tuple(sorted(dice)))


@cache
def _columns_met(dice: tuple[int, ...]) -> frozenset[int]:
    counts = Counter(dice)
    return frozenset(deck.column for deck in DATA.deck if any(_show(counts, letters) for letters in deck.requirement))


def _show(counts: Counter[int], letters: str) -> bool:
    """Letters that stand alone mean a straight; else different letters may be the same number (§5)."""
    groups = [size for _, size in Counter(letters).most_common()]
    if groups[0] == 1:
        runs = range(len(FACES) - len(groups) + 1)
        return any(all(counts[face] for face in FACES[low : low + len(groups)]) for low in runs)
    return _fit(counts, groups)


def _fit(counts: Counter[int], groups: Sequence[int]) -> bool:
    """Whether every group finds so many equal dice that no other group uses."""
    if not groups:
        return True
    size, *others = groups
    return any(_fit(counts - Counter({face: size}), others) for face, count in counts.items() if count >= size)


# ---- Throwing ----------------------------------------------------------------------------------------------------


def roll(t: T, numbers: Collection[int]) -> None:
    """Throw these dice (1–6), the lowest number first; the others stay as they lie."""
    before = t.state.dice or [FACES[0]] * DICE
    t.state.dice = [
        t.rng.pick(FACES, "die") if number in numbers else face for number, face in enumerate(before, start=1)
    ]


def ask_roll_dice(t: T) -> Pick[None]:
    """§8 `roll_dice`."""
    return offer(
        t.state.active, "roll_dice", text("aerion.roll_dice.ask"), text("aerion.roll_dice.label"), at=DICE_MARK
    )


def roll_dice(t: T) -> None:
    """§8 Roll all six dice; ROLLING."""
    roll(t, range(1, DICE + 1))
    t.state.step = Step.ROLLING
    record(t, _deed(t, "roll_dice", range(1, DICE + 1)))
    t.tell("aerion.roll_dice.done", at=(DICE_MARK,), who=who(t), dice=dice_row(t.state.dice))


# ---- Rerolling ---------------------------------------------------------------------------------------------------


def dice_stage(t: T) -> Stage[int]:
    """§8 `dice`: one to six different dice (R5)."""
    return _dice_stage(tuple(t.state.dice))


@cache
def _dice_stage(dice: tuple[int, ...], most: int = DICE) -> Stage[int]:
    options = tuple(
        Option(f"d{number}", number, text("aerion.die", die=number, face=face), at=DICE_MARK)
        for number, face in enumerate(dice, start=1)
    )
    return Stage(text("aerion.dice.ask"), options, most=most)


def ask_discard_reroll(t: T) -> Steps:
    """§8 `discard_reroll`: the dice, then the card that is burned for them (R6, R7)."""

    def stage(made: Made) -> Stage[int] | None:
        return dice_stage(t) if not made else burn_stage(t.state) if len(made) == 1 else None

    slots = tuple(column.slot for column in t.state.columns)
    why_not = why_not_burn(t.state)
    return Steps(t.state.active, "discard_reroll", _ASK_DISCARD, stage, refused=why_not, basis=slots)


def burn_stage(state: State) -> Stage[int]:
    """The display card that is discarded for a reroll."""
    return Stage(text("aerion.discard_reroll.pay"), tuple(_burn(state, column) for column in COLUMNS), shown=True)


def _burn(state: State, column: int) -> Option[int]:
    card = state.column(column).slot
    if card is None:
        label, empty = text("aerion.discard_reroll.empty", column=circled(column)), text("aerion.why.empty_slot")
        return Option(str(column), column, label, empty, slot_mark(column), common=False)
    label = text("aerion.discard_reroll.label", column=circled(column), card=noun(card))
    return Option(str(column), column, label, why_not_discard(state, card), slot_mark(column))


def why_not_discard(state: State, card: str) -> Text | None:
    """§8 A display card can be discarded, unless an expansion forbids it."""
    for expansion in in_play(state):
        why_not = expansion.why_not_discard(state, card)
        if why_not is not None:
            return why_not
    return None


def why_not_burn(state: State) -> Text | None:
    """§8 Why no display card at all can be discarded."""
    why_not: Text | None = text("aerion.why.display_empty")
    for _, card in state.display:
        why_not = why_not_discard(state, card)
        if why_not is None:
            return None
    return why_not


def burnable(state: State) -> list[tuple[int, str]]:
    """(column, card) of the display cards that can be discarded."""
    return [(column, card) for column, card in state.display if why_not_discard(state, card) is None]


def burn(t: T, column: int) -> str:
    """§8 That card to its discard pile, the slot stays empty; the turn remembers it."""
    t.state.discards += 1
    return discard_from_display(t.state, column)


def discard_reroll(t: T, made: Made) -> None:
    """§8 Discard the card; reroll these dice."""
    numbers, (column,) = made
    card = burn(t, column)
    roll(t, numbers)
    record(t, _deed(t, "discard_reroll", numbers, card, column))
    t.tell(
        "aerion.discard_reroll.done",
        at=(DICE_MARK, slot_mark(column)),
        who=who(t),
        card=noun(card),
        column=column_words(column),
        dice=dice_row(numbers),
        faces=dice_row(t.state.dice),
    )


def ask_free_reroll(t: T) -> Steps:
    """§8 `free_reroll`."""
    why_not = None if t.state.free_rerolls else text("aerion.why.no_credit")
    return Steps(
        t.state.active, "free_reroll", _ASK_FREE, lambda made: None if made else dice_stage(t), refused=why_not
    )


def free_reroll(t: T, made: Made) -> None:
    """§8 One credit less; reroll these dice (R13)."""
    (numbers,) = made
    t.state.free_rerolls -= 1
    roll(t, numbers)
    record(t, _deed(t, "free_reroll", numbers))
    t.tell(
        "aerion.free_reroll.done",
        at=(DICE_MARK,),
        who=who(t),
        dice=dice_row(numbers),
        faces=dice_row(t.state.dice),
        n=t.state.free_rerolls,
    )


# ---- Pixies ------------------------------------------------------------------------------------------------------


def ask_use_pixie(t: T) -> Steps:
    """§8 `use_pixie`: one to three dice, then the new face of each."""
    dice, most = tuple(t.state.dice), min(DATA.pixies.count, t.state.pixies)

    def stage(made: Made) -> Stage[Any] | None:
        if not made:
            return _dice_stage(dice, most)
        chosen, *turned = made
        return _face_stage(chosen[len(turned)], dice) if len(turned) < len(chosen) else None

    why_not = None if most else text("aerion.why.no_pixie")
    return Steps(t.state.active, "use_pixie", text("aerion.use_pixie.ask", n=t.state.pixies), stage, refused=why_not)


def _face_stage(number: int, dice: tuple[int, ...]) -> Stage[tuple[int, int]]:
    def option(face: int) -> Option[tuple[int, int]]:
        why_not = text("aerion.why.same_face", die=number, face=face) if face == dice[number - 1] else None
        return Option(f"{number}.{face}", (number, face), text("aerion.use_pixie.face", face=face), why_not, DICE_MARK)

    return Stage(text("aerion.use_pixie.which", die=number), tuple(option(face) for face in FACES))


def use_pixie(t: T, made: Made) -> None:
    """§8 Each pair spends one Pixie for good and sets that die; only the active seat does it (R4)."""
    _, *changes = made
    for ((number, face),) in changes:
        t.state.pixies -= 1
        t.state.dice[number - 1] = face
    numbers = tuple(number for ((number, _),) in changes)
    record(t, _deed(t, "use_pixie", numbers))
    t.tell(
        "aerion.use_pixie.done",
        at=(DICE_MARK, PIXIES_MARK),
        who=who(t),
        dice=dice_row(numbers),
        faces=dice_row(t.state.dice),
        n=t.state.pixies,
    )


def _deed(t: T, verb: str, numbers: Iterable[int], card: str = "", column: int = 0) -> Deed:
    dice = tuple(t.state.dice)
    return Deed(t.state.active, verb, card=card, column=column, dice=dice, changed=tuple(numbers))


_ASK_DISCARD = text("aerion.discard_reroll.ask")
_ASK_FREE = text("aerion.free_reroll.ask")
