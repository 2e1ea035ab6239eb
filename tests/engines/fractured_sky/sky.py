"""Positions for the unit tests: a game as it is laid out, changed by hand, and people who speak in lines."""

from collections.abc import Callable
from typing import Any

from engines.fractured_sky import GAME
from engines.fractured_sky.state import Airship, State, Step
from engines.fractured_sky.view import View
from engines.kernel.decision import Answer, Decision, Pick, Refused
from engines.kernel.match import Action, Match, Turn, settle_options
from engines.kernel.rng import Rng, ScriptedRng

Table = Match[State, View]

LETTERS = {
    "CV": "creepy_cove",
    "FF": "frosty_fjord",
    "TT": "torrential_tropics",
    "PP": "peaceful_plains",
    "CC": "careening_cliffs",
    "MM": "molten_moor",
    "SS": "sinister_spires",
    "DD": "dreadful_desert",
    "WW": "wayward_wood",
    "GG": "gloomy_grotto",
}


def laid_out(people: int, rng: Rng | None = None, **options: Any) -> State:
    """A new game's table."""
    return GAME.setup(people, settle_options(GAME, people, options), rng or Rng(bytes(32)))


def table(people: int = 4, change: Callable[[State], object] | None = None, **options: Any) -> Table:
    """The first turn of a game: seat after seat in joining order, nobody has anything; then what the test changes."""
    rng = ScriptedRng(bytes(32), orders={"seats": [list(map(str, range(people)))]} if people > 1 else {})
    state = laid_out(people, rng, first_player=1, **options)
    state.step = Step.ACTION
    if change is not None:
        change(state)
    return Match.at(GAME, state, rng)


def have(state: State, seat: int, gold: int = 0, iron: int = 0, wood: int = 0) -> None:
    """A seat's resources."""
    state.seats[seat].resources = [gold, iron, wood]


def fly(state: State, seat: int, ships: str) -> None:
    """Airships that a seat has placed: `PP3 CC10`."""
    state.seats[seat].ships += [Airship(LETTERS[ship[:2]], int(ship[2:])) for ship in ships.split()]


def do(match: Table, *lines: str) -> Turn:
    """Each line is one answer: seat, verb, answer. Returns the last turn."""
    return [match.act(action(line)) for line in lines][-1]


def refusal(match: Table, line: str) -> str:
    """The code with which that answer is refused; the position must not have changed."""
    before = match.digest()
    try:
        match.act(action(line))
    except Refused as refused:
        assert match.digest() == before
        return refused.why.key.removeprefix("fractured_sky.why.")
    raise AssertionError(f"{line} was not refused")


def decision(match: Table, verb: str) -> Decision:
    """An open question."""
    (found,) = (d for d in match.pending if d.verb == verb)
    return found


def legal(match: Table, verb: str) -> list[str]:
    """The keys that can be had."""
    found = decision(match, verb)
    assert isinstance(found, Pick)
    return [option.key for option in found.legal]


def playable(match: Table) -> set[str]:
    """What can be done now."""
    return {d.verb for d in match.pending if d.playable}


def told(turn: Turn, viewer: int | None = None) -> list[str]:
    """The keys of what somebody hears."""
    heard = (e for e in turn.events if e.seen_by is None or viewer in e.seen_by)
    return [event.text.key.removeprefix("fractured_sky.") for event in heard]


def action(line: str) -> Action:
    """An answer; regions may be written as on the map of EXAMPLES.md."""
    name, verb, *words = line.split()
    answer: Answer = tuple(LETTERS.get(word, word) for word in words)
    return Action(int(name.removeprefix("P")) - 1, verb, answer)
