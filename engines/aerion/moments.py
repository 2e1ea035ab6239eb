"""The named moments of the base game at which an expansion may speak.

The base rules know no expansion. They call these moments for each one in play, in the order in which they were
registered (`expansions/__init__.py`), and an expansion overrides those that its leaflet speaks of.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, ClassVar

from engines.aerion.state import State, T
from engines.aerion.view import GoalView
from engines.kernel.decision import Decision
from engines.kernel.game import Options
from engines.kernel.rng import Rng
from engines.kernel.text import Text

Deal = Callable[[T, Any], None]
"""Carries out the accepted value of a decision."""


class Expansion:
    """One expansion. Stateless: what it remembers stands in its part of the State.

    option: the option that switches it on, and the attribute of State that holds its part.
    """

    option: ClassVar[str]

    # -- setup (§3), only if it was chosen -------------------------------------------------------------------------

    def cards(self, column: int, options: Options) -> list[str]:
        """§3.2 The cards that are shuffled into the deck of that column."""
        return []

    def lay_out(self, state: State, options: Options, rng: Rng) -> None:
        """§3.4 to §3.7 Its tokens; after the decks are shuffled, before the first cards are shown."""

    # -- decisions (§8) --------------------------------------------------------------------------------------------

    def ask_changers(self, t: T) -> Iterator[Decision]:
        """Decisions of the active seat in ROLLING that change dice or give credits."""
        return iter(())

    def ask_main(self, t: T) -> Iterator[Decision]:
        """Main actions of the active seat in ROLLING. Nothing is yielded for a goal that is reached."""
        return iter(())

    def ask_any_time(self, t: T) -> Iterator[Decision]:
        """Decisions of the active seat in TURN_START, ROLLING and WRAP_UP; those without a use are not yielded."""
        return iter(())

    def deals(self) -> Mapping[str, Deal]:
        """What its decisions do: verb → rule. Main actions are ended by the base rules afterwards."""
        return {}

    def interrupts(self, state: State) -> bool:
        """Whether one nested decision is open before anything else may be done (§4)."""
        return False

    def ask_interrupt(self, t: T) -> Decision:
        """That nested decision; its verb is among `deals`."""
        raise NotImplementedError

    def phase(self, state: State) -> str:
        """§4 The name of the state while it interrupts."""
        raise NotImplementedError

    # -- cards in the display (§6) ---------------------------------------------------------------------------------

    def why_not_discard(self, state: State, card: str) -> Text | None:
        """Why that card can't be discarded for a reroll or a flip."""
        return None

    def why_not_acquire(self, state: State, column: int, card: str) -> Text | None:
        """Why that display card can't be acquired, whatever the dice show."""
        return None

    def acquire(self, t: T, column: int, card: str) -> bool:
        """Take a card of its own kind, already out of the display and told of. False: it is none of its kinds."""
        return False

    # -- places of elements (§7) -----------------------------------------------------------------------------------

    def places(self, state: State, card: str) -> Iterator[tuple[str, Text | None]]:
        """Further places for an element: (id of the place, why it can't go there now)."""
        return iter(())

    def place(self, t: T, to: str, card: str, column: int, seat: int) -> bool:
        """Put an element to one of these places; `complete` follows. False: it is none of them."""
        return False

    def crew_first(self, state: State) -> bool:
        """Whether crew may lie in a workshop before blueprint and material (§7.3)."""
        return False

    def moored(self, state: State, ship: int) -> bool:
        """Whether that ship (1–6) can't be turned now though its set is full (R35)."""
        return False

    def complete(self, t: T) -> None:
        """§7 Completion of what it adds; after the workshops."""

    # -- Books (§8) ------------------------------------------------------------------------------------------------

    def pulpit_unlimited(self, state: State) -> bool:
        """Whether a pulpit holds any number of Books (R12)."""
        return False

    def more_rerolls(self, state: State) -> int:
        """How many rerolls more a Book gives."""
        return 0

    def more_recovered(self, state: State) -> int:
        """How many cards more a Book may bring back."""
        return 0

    # -- the course of a turn (§4, §9) -----------------------------------------------------------------------------

    def begin_turn(self, t: T) -> None:
        """TURN_START, once a turn, before anybody is asked."""

    def before_main(self, t: T, verb: str) -> None:
        """The Roll phase ends: a main action was named and has no effect yet (give_up: its discard is done)."""

    def after_main(self, t: T, verb: str, card: str) -> None:
        """After the main action and the win test, if the game goes on. card: what was acquired by it, or "".

        An expansion may set `State.result`.
        """

    def warns(self, t: T, verb: str, card: str) -> Text | None:
        """Why the person should think twice: this main action (card: what it would acquire, or "") loses the game."""
        return None

    def before_refill(self, t: T) -> None:
        """§9.1, §9.2 REPLENISH, before the slots are filled."""

    # -- the end (§11) ---------------------------------------------------------------------------------------------

    def goals(self, state: State) -> Iterator[GoalView]:
        """Its conditions of victory; all must be met (R56)."""
        return iter(())


_REGISTERED: list[Expansion] = []


def register(*expansions: Expansion) -> None:
    """Make expansions known to the base rules, in the order in which they speak."""
    _REGISTERED.extend(expansions)


def registered() -> tuple[Expansion, ...]:
    """All that there are, chosen or not: for the setup."""
    return tuple(_REGISTERED)


def in_play(state: State) -> list[Expansion]:
    """Those chosen for this game."""
    return [expansion for expansion in _REGISTERED if getattr(state, expansion.option) is not None]
