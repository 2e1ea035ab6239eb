"""§10.2 Hourglasses: six kinds to be owned; what is not taken in time runs out."""

from __future__ import annotations

from collections.abc import Iterator

from engines.aerion.components import DATA, DECK_COLUMN, KIND_OF, Kind, noun
from engines.aerion.moments import Expansion
from engines.aerion.state import HourglassesState, State, T, discard_from_display, pile_mark, record
from engines.aerion.view import Deed, GoalView
from engines.kernel.game import Options
from engines.kernel.rng import Rng
from engines.kernel.text import each


class Hourglasses(Expansion):
    """To win, the team must own all six kinds. They are acquired like other cards, no place limit, either player."""

    option = "hourglasses"

    def cards(self, column: int, options: Options) -> list[str]:
        """§3.2 Four of the column's kind; hard: three."""
        (kind,) = (each for each in DATA.hourglass if DECK_COLUMN[each.deck] == column)
        return [kind.id] * (kind.copies_hard if options[self.option] == "hard" else kind.copies_normal)

    def lay_out(self, state: State, options: Options, rng: Rng) -> None:
        state.hourglasses = HourglassesState(hard=options[self.option] == "hard")

    def acquire(self, t: T, column: int, card: str) -> bool:
        """Also a second one of a kind, which is of no other use (R31)."""
        if KIND_OF[card] is not Kind.HOURGLASS:
            return False
        part(t.state).taken.append(card)
        t.tell("aerion.hourglasses.owned", at=(mark(card),), kinds=owned(t.state), total=DATA.hourglasses.types)
        return True

    def before_refill(self, t: T) -> None:
        """§9.1 Every hourglass in the display goes to its discard pile, whatever the main action was (R32)."""
        swept = [(column, card) for column, card in t.state.display if KIND_OF[card] is Kind.HOURGLASS]
        for column, card in swept:
            discard_from_display(t.state, column)
            record(t, Deed(t.state.active, "swept", card=card, column=column))
        if swept:
            marks = tuple(pile_mark(column) for column, _ in swept)
            t.tell("aerion.hourglasses.swept", at=marks, cards=each(noun(card) for _, card in swept))

    def goals(self, state: State) -> Iterator[GoalView]:
        kinds, total = owned(state), DATA.hourglasses.types
        yield GoalView("hourglasses", kinds, total, kinds == total)


def part(state: State) -> HourglassesState:
    """The state's part that belongs to this expansion."""
    assert state.hourglasses is not None
    return state.hourglasses


def owned(state: State) -> int:
    """How many kinds the team owns."""
    return len(set(part(state).taken))


def mark(card: str) -> str:
    """The anchor of an owned kind."""
    (number,) = (kind.number for kind in DATA.hourglass if kind.id == card)
    return f"hourglass.{number}"
