"""The state of a game of Aerion (§4 "State to keep") and the small questions that every chapter asks it."""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum
from typing import TypeAlias

from msgspec import Struct, field

from engines.aerion.components import BOOK, COLUMNS, KIND_OF, SHIPS, Kind
from engines.aerion.view import Deed
from engines.kernel.game import Table
from engines.kernel.text import Who


class Card(Struct):
    """An element that somebody has placed. column: where it belongs and is discarded; by: the seat that placed it."""

    id: str
    column: int
    by: int

    @property
    def kind(self) -> Kind:
        return KIND_OF[self.id]


class Column(Struct):
    """A column. draw: its first card is the top; discard: its last is the top.

    known: how many top cards of the draw pile everybody knows. fresh: the slot was filled by the last replenishing.
    """

    draw: list[str]
    slot: str | None = None
    discard: list[str] = field(default_factory=list)
    known: int = 0
    fresh: bool = False


class Workshop(Struct):
    """A workshop: at most one card of each kind of element. owner: a seat; None alone, and for the common one."""

    id: str
    owner: int | None = None
    cards: list[Card] = field(default_factory=list)

    def card(self, kind: Kind) -> Card | None:
        """The card of that kind, if one lies there."""
        return next((card for card in self.cards if card.kind is kind), None)


class Player(Struct):
    """A seat's own places: Books in the pulpit, elements in the reserve."""

    books: int = 0
    reserve: list[Card] = field(default_factory=list)


class Step(StrEnum):
    """Where in a turn the game stands (§4); decisions nested in a step are not among them.

    MAIN_DONE: after the main action; WRAP_UP is to be entered or skipped, nobody is asked but in a nested decision.
    """

    TURN_START = "turn_start"
    ROLLING = "rolling"
    MAIN_DONE = "main_done"
    WRAP_UP = "wrap_up"
    LAST_CHANCE = "last_chance"
    OVER = "over"


class Ending(StrEnum):
    """How a game ends (§11)."""

    WON = "won"
    EXHAUSTED = "exhausted"
    EGG_DUTY = "egg_duty"
    CONCEDED = "conceded"


# ---- What each expansion adds ------------------------------------------------------------------------------------


class FlagshipState(Struct):
    """§10.1. row: the factories in play; used: the Research Lab's reroll of this turn."""

    hard: bool
    cards: list[Card] = field(default_factory=list)
    flies: bool = False
    row: list[str] = field(default_factory=list)
    lab_used: bool = False


class HourglassesState(Struct):
    """§10.2. taken: hourglasses that the team owns, in the order of taking."""

    hard: bool
    taken: list[str] = field(default_factory=list)


class Side(StrEnum):
    """What a Stone Cloud shows; GONE: it is removed."""

    ARROW = "arrow"
    BARE = "bare"
    GONE = "gone"


class CloudsState(Struct):
    """§10.3. sides: cloud by cloud. hard_birds: rule A; hard_cover: rule B, cloud n lies on ship n."""

    sides: list[Side]
    hard_birds: bool
    hard_cover: bool


class PiersState(Struct):
    """§10.4. built: pier by pier. payrolls: workers, one number a seat; in hard games a single shared one."""

    hard: bool
    built: list[bool]
    payrolls: list[int]


class EggsState(Struct):
    """§10.5. duty: start duty of this turn. searching: the column whose draw pile an egg has opened, 0 for none.

    bare: when the Roll phase ended, the display showed eggs and nothing else.
    """

    hard: bool
    stack: int = 0
    duty: bool = False
    searching: int = 0
    bare: bool = False


class Lair(Struct):
    """A lair: the class that it shows, and whether it is turned up."""

    shows: str
    up: bool = False


class HellkiteState(Struct):
    """§10.6. outposts, lairs: space by space; None: removed. pawn: its space, 1–6.

    lairs_out, outposts_out: the two of each that left the game at setup; nobody has seen the lairs.
    """

    hard: bool
    outposts: list[str | None]
    lairs: list[Lair | None]
    lairs_out: list[str]
    outposts_out: list[str]
    pawn: int = 1


class State(Struct):
    """Everything there is. dice: as they lie; in TURN_START only a picture of the last roll.

    owners: the seat that owns each ship, ship by ship; empty alone. discards: cards that this turn's rerolls and flips
    have cost. removed: cards that left the game. declined: the seats that gave up in LAST_CHANCE.
    """

    players: list[Player]
    columns: list[Column]
    workshops: list[Workshop]
    pixies: int
    start: int = 0
    active: int = 0
    turn: int = 1
    step: Step = Step.TURN_START
    dice: list[int] = field(default_factory=list)
    free_rerolls: int = 0
    discards: int = 0
    built: list[bool] = field(default_factory=lambda: [False] * len(SHIPS))
    owners: list[int] = field(default_factory=list)
    removed: list[str] = field(default_factory=list)
    declined: list[int] = field(default_factory=list)
    deeds: list[Deed] = field(default_factory=list)
    last_deeds: list[Deed] = field(default_factory=list)
    result: Ending | None = None
    flagship: FlagshipState | None = None
    hourglasses: HourglassesState | None = None
    clouds: CloudsState | None = None
    piers: PiersState | None = None
    eggs: EggsState | None = None
    hellkite: HellkiteState | None = None

    @property
    def me(self) -> Player:
        """The active seat's own places."""
        return self.players[self.active]

    def column(self, number: int) -> Column:
        """The column of that number, 1–6."""
        return self.columns[number - 1]

    @property
    def display(self) -> list[tuple[int, str]]:
        """(column, card) of each card in the display, left to right."""
        return [(number, column.slot) for number, column in zip(COLUMNS, self.columns, strict=True) if column.slot]


T: TypeAlias = Table[State]
"""The table of this game."""


def who(t: T) -> Who:
    """The active seat, to be named in a message."""
    return Who(t.state.active)


def seats(state: State) -> range:
    """All seats."""
    return range(len(state.players))


def recoverable(column: Column) -> list[str]:
    """§2 The cards of a discard pile that a Book can bring back: all but Books (R11)."""
    return [card for card in column.discard if card != BOOK]


def dice_sum(state: State) -> int:
    """The sum of the six dice."""
    return sum(state.dice)


def take_from_display(state: State, column: int) -> str:
    """The card of a filled slot, which is empty from now on until REPLENISH."""
    place = state.column(column)
    card = place.slot
    assert card is not None, "the options name filled slots only"
    place.slot, place.fresh = None, False
    return card


def discard_from_display(state: State, column: int) -> str:
    """The card of a filled slot goes to the discard pile of its column."""
    card = take_from_display(state, column)
    state.column(column).discard.append(card)
    return card


def discard(state: State, card: Card) -> None:
    """A placed card goes to the discard pile of its own column (§6)."""
    state.column(card.column).discard.append(card.id)


def remove(state: State, card: str) -> None:
    """A card leaves the game for good (§2)."""
    state.removed.append(card)


def spend_book(state: State, seat: int) -> None:
    """A Book of that seat's pulpit is used and leaves the game, not to a discard pile (R11)."""
    assert state.players[seat].books > 0, "the options ask for a Book first"
    state.players[seat].books -= 1
    remove(state, BOOK)


def record(t: T, deed: Deed) -> None:
    """Put a public deed on the strip of the turn."""
    t.state.deeds.append(deed)


def ship_numbers(state: State, seat: int | None = None) -> Iterator[int]:
    """The numbers (1–6) of the unbuilt ships; seat: only those that this seat owns (alone: all)."""
    for ship, built in zip(SHIPS, state.built, strict=True):
        if not built and (seat is None or not state.owners or state.owners[ship.number - 1] == seat):
            yield ship.number


# ---- Anchors on the picture --------------------------------------------------------------------------------------


def slot_mark(column: int) -> str:
    """The anchor of a display slot."""
    return f"slot.{column}"


def pile_mark(column: int) -> str:
    """The anchor of a column's piles."""
    return f"pile.{column}"


def place_mark(place: str) -> str:
    """The anchor of a workshop (`ws1` …), of the flagship, or of a seat's reserve (`reserve.0`)."""
    return f"place.{place}"


def ship_mark(number: int) -> str:
    """The anchor of a ship."""
    return f"ship.{number}"


def pulpit_mark(seat: int) -> str:
    """The anchor of a seat's pulpit."""
    return f"pulpit.{seat}"


DICE_MARK = "dice"
PIXIES_MARK = "pixies"
