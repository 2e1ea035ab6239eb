"""§10.5 Eggs: they cannot be discarded, they must not be left over, and each of them fetches a card."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from engines.aerion.components import CARD_IDS, COLUMNS, DATA, EGG, noun
from engines.aerion.moments import Deal, Expansion
from engines.aerion.naming import column_words
from engines.aerion.state import EggsState, Ending, State, T, pile_mark, record, remove, slot_mark, who
from engines.aerion.view import Deed
from engines.kernel.decision import Decision, Option, Pick
from engines.kernel.game import Options
from engines.kernel.rng import Rng
from engines.kernel.text import Text, text

MARK = "eggs"
"""The anchor of the egg stack."""


class Eggs(Expansion):
    """An additional way to lose and no condition of victory. Hard: an egg must be taken when only eggs are left."""

    option = "eggs"

    def cards(self, column: int, options: Options) -> list[str]:
        """§3.2 Two eggs a deck."""
        return [EGG] * DATA.egg.per_deck

    def lay_out(self, state: State, options: Options, rng: Rng) -> None:
        state.eggs = EggsState(hard=options[self.option] == "hard")

    # -- eggs in the display ---------------------------------------------------------------------------------------

    def begin_turn(self, t: T) -> None:
        """§8 Start duty is judged once, also in turn 1 (R43, R47)."""
        eggs = part(t.state)
        eggs.duty, eggs.bare = only_eggs(t.state), False
        if eggs.duty:
            t.tell("aerion.eggs.duty", at=tuple(slot_mark(column) for column, _ in t.state.display), who=who(t))

    def why_not_discard(self, state: State, card: str) -> Text | None:
        """Eggs cannot be discarded, for nothing (R54)."""
        return text("aerion.why.egg") if card == EGG else None

    def acquire(self, t: T, column: int, card: str) -> bool:
        """The team's eggs form one stack."""
        if card != EGG:
            return False
        part(t.state).stack += 1
        t.tell("aerion.eggs.stack", at=(MARK,), n=part(t.state).stack)
        return True

    # -- an egg is used --------------------------------------------------------------------------------------------

    def ask_any_time(self, t: T) -> Iterator[Decision]:
        """§8 `use_egg`: there is an egg, and a draw pile to search; several a turn."""
        if part(t.state).stack and any(column.draw for column in t.state.columns):
            yield ask_use_egg(t)

    def deals(self) -> Mapping[str, Deal]:
        return {"use_egg": use_egg, "egg_pick": egg_pick}

    def interrupts(self, state: State) -> bool:
        return part(state).searching > 0

    def ask_interrupt(self, t: T) -> Decision:
        return ask_egg_pick(t)

    def phase(self, state: State) -> str:
        return "egg_pick"

    # -- the duty to take one --------------------------------------------------------------------------------------

    def before_main(self, t: T, verb: str) -> None:
        """R44: what the display shows when the Roll phase ends."""
        part(t.state).bare = only_eggs(t.state)

    def after_main(self, t: T, verb: str, card: str) -> None:
        """§8 LOST if start duty is on and no egg was acquired, or (hard) if only eggs were left and none was."""
        if breaks_duty(t.state, verb, card, bare=part(t.state).bare):
            t.state.result = Ending.EGG_DUTY
            t.tell("aerion.eggs.broken", at=(MARK,), who=who(t))

    def warns(self, t: T, verb: str, card: str) -> Text | None:
        # give_up discards what is no egg before the display is judged.
        bare = any(shown == EGG for _, shown in t.state.display) if verb == "give_up" else only_eggs(t.state)
        if not breaks_duty(t.state, verb, card, bare=bare):
            return None
        return text("aerion.eggs.warning")


def part(state: State) -> EggsState:
    """The state's part that belongs to this expansion."""
    assert state.eggs is not None
    return state.eggs


def only_eggs(state: State) -> bool:
    """Whether the display is not empty and shows only eggs; everything else counts as another card (R53)."""
    shown = [card for _, card in state.display]
    return bool(shown) and all(card == EGG for card in shown)


def breaks_duty(state: State, verb: str, card: str, *, bare: bool) -> bool:
    """§8 Whether a main action loses. card: what it acquired. bare: the display showed only eggs when Rolling ended."""
    if part(state).duty:
        return not (verb == "acquire" and card == EGG)
    return part(state).hard and bare and verb != "acquire"


def ask_use_egg(t: T) -> Pick[int]:
    """§8 `use_egg`: a draw pile that is not empty (R42)."""

    def option(column: int) -> Option[int]:
        left = len(t.state.column(column).draw)
        why_not = None if left else text("aerion.why.draw_empty", column=column_words(column))
        label = text("aerion.use_egg.label", column=column_words(column), n=left)
        return Option(str(column), column, label, why_not, pile_mark(column))

    prompt = text("aerion.use_egg.ask", eggs=part(t.state).stack)
    return Pick(t.state.active, "use_egg", prompt, [option(column) for column in COLUMNS])


def use_egg(t: T, column: int) -> None:
    """§8 The egg leaves the game; the active seat sees the whole draw pile."""
    eggs = part(t.state)
    eggs.stack -= 1
    remove(t.state, EGG)
    eggs.searching = column
    record(t, Deed(t.state.active, "use_egg", card=EGG, column=column))
    t.tell("aerion.use_egg.done", at=(MARK, pile_mark(column)), who=who(t), column=column_words(column))
    t.bar()


def ask_egg_pick(t: T) -> Pick[str]:
    """§8 `egg_pick`: any card of that draw pile, by type and not in order (§12)."""
    column = part(t.state).searching
    count = Counter(t.state.column(column).draw)
    options = [
        Option(card, card, text("aerion.egg_pick.label", card=noun(card), n=count[card]), at=pile_mark(column))
        for card in CARD_IDS
        if count[card]
    ]
    prompt = text("aerion.egg_pick.ask", column=column_words(column))
    return Pick(t.state.active, "egg_pick", prompt, options, unknown=text("aerion.why.not_in_pile"))


def egg_pick(t: T, card: str) -> None:
    """§8 It becomes the display card; what lay there goes into the draw pile; shuffle. The top is unknown now (R42)."""
    eggs = part(t.state)
    number, eggs.searching = eggs.searching, 0
    column = t.state.column(number)
    column.draw.remove(card)
    if column.slot is not None:
        column.draw.append(column.slot)
    column.slot, column.fresh = card, False
    t.rng.shuffle(column.draw, f"deck.{number}")
    column.known = 0
    record(t, Deed(t.state.active, "egg_pick", card=card, column=number))
    marks = (slot_mark(number), pile_mark(number))
    t.tell("aerion.egg_pick.done", at=marks, who=who(t), card=noun(card), column=column_words(number))
    t.bar()
