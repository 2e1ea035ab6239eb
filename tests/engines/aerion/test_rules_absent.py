"""The stand-in: what a table may rely on while somebody is away."""

from typing import Any

import pytest

from engines.aerion import GAME
from engines.kernel.match import Action, Match
from engines.kernel.simulate import seed_of
from tests.engines.aerion.table import Table, seat, table
from tests.engines.lines import facts

PRESETS = {preset.key: preset for preset in GAME.presets}
AABB = "335512"


def stand_in(match: Table) -> str:
    """The stand-in answers for whoever is waited for; what it did, as a line."""
    waiting = match.waiting_for[0]
    mine = tuple(d for d in match.pending if d.seat == waiting and d.playable)
    decision, answer = GAME.absent(mine, match.view(waiting))
    match.act(Action(waiting, decision.verb, answer))
    return f"{decision.verb} {' '.join(map(str, answer))}"


@pytest.mark.parametrize("seats", [1, 2])
@pytest.mark.parametrize("preset", PRESETS)
def test_it_plays_every_game_to_its_end(preset: str, seats: int) -> None:
    """Its answers are never refused, and a table that is left alone comes to an end."""
    match: Table = Match.new(GAME, seats, PRESETS[preset].options, seed_of(preset, seats))
    for _ in range(1_000):
        if not match.pending:
            break
        stand_in(match)
    assert match.outcome is not None


def test_it_plays_sensibly() -> None:
    """Not by chance: random answers build a ship now and then, a stand-in builds three of six or more on average."""
    built = 0
    for number in range(8):
        match: Table = Match.new(GAME, 1, {}, seed_of("sensible", number))
        while match.pending:
            stand_in(match)
        built += sum(match.state.built)
    assert built >= 3 * 8


def test_it_finishes_a_ship_when_it_can() -> None:
    match = table(D1="CS", D3="BK", D2="MC", dice="333551", ws1="BP1 MW")
    assert stand_in(match) == "acquire 1.ws1"
    assert facts(match)["built"] == "S1"


def test_it_uses_free_rerolls_before_cards() -> None:
    match = table(D1="CS", D2="BK", dice="123466", ws1="BP1 MW", rerolls=1)
    assert stand_in(match).startswith("free_reroll ")


def test_it_burns_what_is_least_missed() -> None:
    """A second copy of a finished ship's blueprint goes before the crew that finishes one."""
    match = table(D1="CS", D4="BP2", dice="123466", ws1="BP1 MW", built="S2", pixies=0)
    assert stand_in(match).startswith("discard_reroll ")
    assert (facts(match)["pile4"], facts(match)["D1"]) == ("BP2", "CS")


@pytest.mark.parametrize("given", [{"D1": "EG", "D2": "EG"}, {"D1": "EG", "D2": "EG", "D3": "BK"}])
def test_it_does_not_lose_the_game_while_something_else_is_possible(given: dict[str, Any]) -> None:
    """Eggs, hard, under start duty: the egg that the dice show is taken."""
    match = table(options={"eggs": "hard"}, duty=True, dice="112234", **given)
    while facts(match)["state"] == "rolling":
        stand_in(match)
    assert facts(match)["result"] == ""


def test_in_the_last_chance_it_uses_the_book() -> None:
    """And brings back what is short, as much as a Book can."""
    empty: dict[str, Any] = {f"draw{number}": "" for number in range(1, 7)}
    match = table(**empty, state="last_chance", pile3="BK CS BP3", pile4="BK MW", P1={"books": 1})
    assert stand_in(match).startswith("book_recover 3 ")
    assert (facts(match)["state"], seat(match)["books"]) == ("turn_start", 0)
