"""The laws of conservation notice whatever is lost, made or misplaced; without teeth they would prove nothing."""

from collections.abc import Callable

import pytest

from engines.fractured_sky import GAME
from engines.fractured_sky.components import REGIONS, Resource
from engines.fractured_sky.state import Ai, Airship, Building, Scouting, Secret, State, Step
from engines.kernel.match import Action, Match, settle_options
from engines.kernel.rng import Rng
from engines.kernel.simulate import seed_of
from engines.kernel.standin import random_choice

CORNER = "creepy_cove"


def new(people: int) -> State:
    """The first turn of a game, when all have chosen."""
    options = {"ai_difficulty": "medium"} if people < 3 else {}
    match = Match.new(GAME, people, settle_options(GAME, people, options), seed_of("laws"))
    for seat in range(people):
        match.act(Action(seat, "choose_start_resources", ("2", "1", "1")))
    return match.state


def ai(state: State) -> Ai:
    found = state.seats[-1].ai
    assert found is not None
    return found


def put(things: list[str], thing: str) -> object:
    """One thing more."""
    things.append(thing)
    return things


def fly(state: State, seat: int, *ships: Airship) -> None:
    """Airships that nobody has placed."""
    state.seats[seat].ships += ships


def swap(state: State) -> None:
    """An objective on the slot of another icon."""
    one, other = state.objectives[0], state.objectives[1]
    one.card, other.card = other.card, one.card


def twice(state: State) -> None:
    """A chip that is there once, in two places."""
    cards = [state.unused.pop(), state.unused.pop()]
    fly(state, 0, Airship("dreadful_desert", 4, explorer=True), Airship(CORNER, 4, explorer=True))
    state.seats[0].cards = cards


def crowd(state: State) -> None:
    """Two airships on one exploration slot."""
    state.seats[0].cards = [state.unused.pop(), state.unused.pop()]
    fly(state, 0, Airship(CORNER, 4, explorer=True), Airship(CORNER, 5, explorer=True))


def nobody(state: State) -> None:
    """An airship and no explorer."""
    fly(state, 0, Airship(CORNER, 4))


def empty(state: State) -> None:
    """An explorer without a card, though there are some."""
    fly(state, 0, Airship(CORNER, 4, explorer=True))


def same_region(state: State) -> None:
    """Two airships of an automated opponent in one region (R5)."""
    fly(state, -1, Airship(CORNER, token=ai(state).pile.pop(), explorer=True))
    fly(state, -1, Airship(CORNER, token=ai(state).pile.pop()))


def elsewhere(state: State) -> None:
    """A resource that the region does not produce."""
    kept, moor = state.tray[0].card, "molten_moor"
    if kept != moor:
        state.unused[state.unused.index(moor)] = kept
        state.tray[0].card = moor
    state.tray[0].scouts.append(Scouting(0, Resource.WOOD, counts=True))


def again(state: State) -> None:
    """A card that a seat has scouted twice."""
    state.tray[0].scouts += [Scouting(0, None, counts=False), Scouting(0, None, counts=False)]


def late(state: State) -> None:
    """Two automated tokens, and still face down."""
    state.tray[0].scouts += [Scouting(0, REGIONS[state.tray[0].card].resources[0], counts=True)]
    state.tray[0].scouts += [Scouting(2, None, counts=True)]


BREACHES: dict[str, tuple[int, Callable[[State], object]]] = {
    "a public card more": (4, lambda s: put(s.public_deck, CORNER)),
    "a public card less": (4, lambda s: s.public_deck.pop()),
    "a secret card more": (4, lambda s: put(s.unused, CORNER)),
    "a secret card less": (4, lambda s: s.unused.pop()),
    "a slot of the tray too many": (4, lambda s: s.tray.append(Secret(s.unused.pop()))),
    "a card that nobody has drawn": (4, lambda s: put(s.seats[0].cards, s.unused.pop())),
    "turned up too early": (4, lambda s: setattr(s.tray[0], "up", True)),
    "turned up too late": (2, late),
    "a resource that is not there": (4, elsewhere),
    "scouted twice": (4, again),
    "an objective less": (4, lambda s: s.aside.pop()),
    "an objective under another icon": (4, swap),
    "an objective flipped too early": (4, lambda s: setattr(s.objectives[0], "up", True)),
    "an award for what lies face down": (4, lambda s: setattr(s.objectives[0], "winner", 0)),
    "an automated peek": (2, lambda s: s.objectives[0].peeked.append(2)),
    "objectives alone": (1, lambda s: put(s.aside, "far_sight")),
    "a starfall more": (4, lambda s: s.stars.update({CORNER: 2})),
    "a starfall less": (4, lambda s: s.stars.clear()),
    "a starfall nowhere": (3, lambda s: s.stars.update({"wayward_wood": 1})),
    "a starfall won from nowhere": (4, lambda s: setattr(s.seats[0], "stars", 1)),
    "no starfall, noted": (4, lambda s: s.stars.update({"molten_moor" if CORNER in s.stars else CORNER: 0})),
    "a fortress more": (4, lambda s: setattr(s.seats[0], "fortresses", 6)),
    "a market less": (4, lambda s: setattr(s.seats[0], "markets", 4)),
    "a skimmer twice": (4, lambda s: s.seats[0].placed.update({CORNER: 1})),
    "a building from nowhere": (4, lambda s: s.buildings.append(Building("P5", 0, fortresses=1))),
    "a platform out of play": (3, lambda s: s.buildings.append(Building("P12", 0))),
    "buildings in two heaps": (4, lambda s: s.buildings.extend([Building("P5", 0), Building("P5", 0)])),
    "less than no gold": (4, lambda s: s.seats[0].gain(Resource.GOLD, -9)),
    "automated gold": (2, lambda s: s.seats[2].gain(Resource.GOLD)),
    "a chip twice": (4, twice),
    "two explorers": (4, crowd),
    "no explorer": (4, nobody),
    "an explorer without a card": (4, empty),
    "a chip turned up too early": (4, lambda s: fly(s, 0, Airship(CORNER, 4, value=4))),
    "an automated chip": (2, lambda s: fly(s, 2, Airship(CORNER, 4, explorer=True))),
    "a token too many": (2, lambda s: fly(s, 2, Airship(CORNER, token=0, explorer=True))),
    "two automated airships in a region": (2, same_region),
    "a fourth token shown": (2, lambda s: ai(s).shown.append(ai(s).pile.pop())),
    "an action card less": (2, lambda s: ai(s).deck.pop()),
    "no card before": (2, lambda s: ai(s).used.append(ai(s).deck.pop())),
    "a full market card": (2, lambda s: setattr(ai(s), "counter", 6)),
    "a seat in two places of the order": (4, lambda s: s.old.__setitem__(0, s.old[1])),
    "a place without the third airship": (4, lambda s: s.new.__setitem__(0, 0)),
    "a column too short": (4, lambda s: s.new.pop()),
    "an automated seat that decides": (2, lambda s: setattr(s, "active", 2)),
    "a card looked at in no state for it": (4, lambda s: setattr(s, "scouting", 1)),
    "picks in no state for them": (4, lambda s: setattr(s, "open_picks", [{"peaceful_plains": 1}])),
    "ranks before the end": (4, lambda s: setattr(s, "ranks", [1, 2, 3, 4])),
    "an end before the fifth round": (4, lambda s: setattr(s, "step", Step.OVER)),
    "a turn slot to be chosen before the third airship": (4, lambda s: setattr(s, "step", Step.TURN_SLOT)),
    "a setup that is over": (4, lambda s: setattr(s, "step", Step.SETUP_RESOURCES)),
}


@pytest.mark.parametrize("breach", BREACHES)
def test_what_is_not_as_it_should_be_is_noticed(breach: str) -> None:
    people, do = BREACHES[breach]
    state = new(people)
    GAME.check(state)
    do(state)
    with pytest.raises(AssertionError):
        GAME.check(state)


@pytest.mark.parametrize("people", GAME.seats)
def test_whole_games_keep_them(people: int) -> None:
    options = {"ai_difficulty": "hard"} if people < 3 else {}
    match = Match.new(GAME, people, settle_options(GAME, people, options), seed_of("kept", people))
    players = Rng(seed_of("players", people))
    while match.pending:
        GAME.check(match.state)
        decision, answer = random_choice(match.pending, players)
        match.act(Action(decision.seat, decision.verb, answer))
    GAME.check(match.state)
