"""The laws of conservation notice whatever is lost, made or misplaced; without teeth they would prove nothing."""

from collections.abc import Callable
from typing import TypeVar

import pytest

from engines.aerion import GAME
from engines.aerion.components import BOOK, EGG
from engines.aerion.state import Card, Ending, HellkiteState, State, Step
from engines.kernel.match import settle_options
from engines.kernel.rng import Rng

T = TypeVar("T")

PRESETS = {preset.key: preset for preset in GAME.presets}


def new(preset: str = "all_six", seats: int = 2) -> State:
    return GAME.setup(seats, settle_options(GAME, seats, PRESETS[preset].options), Rng(bytes(32)))


def kite(state: State) -> HellkiteState:
    assert state.hellkite is not None
    return state.hellkite


def move(state: State, card: str, column: int, workshop: int, by: int = 0) -> None:
    """From the draw pile of that column to a workshop, whatever the rules say."""
    state.column(column).draw.remove(card)
    state.workshops[workshop].cards.append(Card(card, column, by))


def dead(s: State) -> None:
    """Two workshops that only the same ship could use."""
    s.built = [True, False, True, True, True, True]
    s.owners = [0, 1, 0, 1, 0, 1]
    move(s, "mat_wood", 2, 1)
    move(s, "mat_wood", 3, 2)


def uncovered(s: State) -> None:
    """A full workshop whose ship nothing keeps from being built."""
    s.owners = [0, 1, 0, 1, 0, 1]
    move(s, "bp_glider", 1, 0)
    move(s, "mat_wood", 2, 0)
    move(s, "crew_sun", 3, 0)


def put(pile: list[T], card: T) -> object:
    pile.append(card)
    return pile


def out_of(state: State, card: str) -> str:
    """A card of the first draw pile, taken out of it."""
    state.column(1).draw.remove(card)
    return card


def two_books(state: State) -> None:
    """Taken as they should be, but a pulpit holds one."""
    for column in state.columns[:2]:
        column.draw.remove(BOOK)
    state.players[0].books = 2


TAMPERED: dict[str, Callable[[State], object]] = {
    "a card vanishes": lambda s: s.column(1).draw.pop(),
    "a Book from nowhere": lambda s: setattr(s.players[0], "books", 1),
    "two Books in a pulpit": two_books,
    "a card in another column's pile": lambda s: put(s.column(2).discard, s.column(1).draw.pop()),
    "an egg in a discard pile": lambda s: put(s.column(1).discard, out_of(s, EGG)),
    "an element out of the game": lambda s: put(s.removed, out_of(s, "crew_sun")),
    "more known than there is": lambda s: setattr(s.column(1), "known", 18),
    "crew first": lambda s: put(s.workshops[2].cards, Card(out_of(s, "crew_sun"), 1, 0)),
    "a dead workshop": dead,
    "a full set that builds nothing": uncovered,
    "four ships for one seat": lambda s: setattr(s, "owners", [0, 0, 0, 0, 1, 1]),
    "a seventh die": lambda s: setattr(s, "dice", [1, 2, 3, 4, 5, 6, 6]),
    "a face that no die has": lambda s: setattr(s, "dice", [1, 2, 3, 4, 5, 7]),
    "a Pixie too many": lambda s: setattr(s, "pixies", 4),
    "credits before the roll": lambda s: setattr(s, "free_rerolls", 1),
    "over without a result": lambda s: setattr(s, "step", Step.OVER),
    "a result before the end": lambda s: setattr(s, "result", Ending.WON),
    "a cloud missing": lambda s: s.clouds and s.clouds.sides.pop(),
    "a worker from nowhere": lambda s: setattr(s.piers, "payrolls", [1, 0]),
    "a third factory in a normal game": lambda s: setattr(
        s.flagship, "row", ["factory_library", "factory_archive", "factory_lab"]
    ),
    "an egg from nowhere": lambda s: setattr(s.eggs, "stack", 1),
    "an hourglass from nowhere": lambda s: setattr(s.hourglasses, "taken", ["hourglass_1"]),
    "a lair twice": lambda s: setattr(kite(s).lairs[0], "shows", kite(s).lairs_out[0]),
    "an open lair under its outpost": lambda s: setattr(kite(s).lairs[0], "up", True),
    "an outpost without a lair": lambda s: setattr(kite(s), "lairs", [None, *kite(s).lairs[1:]]),
}


@pytest.mark.parametrize("tamper", TAMPERED.values(), ids=TAMPERED.keys())
def test_what_cannot_be_is_noticed(tamper: Callable[[State], object]) -> None:
    state = new()
    GAME.check(state)
    tamper(state)
    with pytest.raises(AssertionError):
        GAME.check(state)


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("seats", GAME.seats)
def test_every_new_game_keeps_the_laws(preset: str, seats: int) -> None:
    GAME.check(new(preset, seats))
