"""§9 Objectives: every metric, and who is awarded."""

import pytest

from engines.fractured_sky.components import OBJECTIVES
from engines.fractured_sky.objectives import METRICS, flip_objective, value, winner
from engines.fractured_sky.power import reveal_chips
from engines.fractured_sky.state import T
from engines.fractured_sky.tokens import turn_up_tokens
from tests.engines.fractured_sky.positions import REGION, position, told


def busy() -> T:
    """Game4, round 3, at ROUND_END 4: starfalls in PP (2) and GG; Y, B and R have done this and that."""
    t = position(
        number=3,
        stars={"PP": "2", "GG": "1"},
        ships={"Y": "CV4* MM3 PP3", "B": "TT5* TT2 GG3*", "R": "FF1 WW0 DD9*", "G": ""},
        skimmers={"B": "GG", "R": "FF"},
        buildings={"Y": "P5F P5M P6M", "B": "P1F P1F P8M", "R": "P9M P12M"},
        tray="SS^ DD CC",
        scouts={"Y": "1i 2 3g", "B": "1g", "R": "3"},
        objectives="iron_fleet^ crossroads far_sight wild_claim star_chasers",
    )
    t.state.objectives[2].peeked = [0, 1]
    t.state.objectives[0].peeked = [0]
    t.state.seats[1].cards = [REGION["WW"], REGION["FF"]]
    t.state.seats[2].cards = [REGION["PP"]]
    reveal_chips(t)
    return t


VALUES = {
    "matched_harvest": (2, 2, 0, 0),
    "gilded_fleet": (2, 0, 2, 0),
    "iron_fleet": (1, 1, 1, 0),
    "timber_fleet": (1, 3, 3, 0),
    "trailblazers": (1, 2, 1, 0),
    "star_chasers": (1, 1, 0, 0),
    "grand_armada": (4 + 4 + 4, 7 + 4, 1 + 1 + 9, 0),
    "single_stronghold": (4, 7, 9, 0),
    "heart_of_the_sky": (8, 0, 0, 0),
    "frozen_frontier": (0, 0, 2, 0),
    "iron_walls": (1, 2, 0, 0),
    "merchant_guild": (2, 1, 2, 0),
    "master_builder": (3, 3, 2, 0),
    "twin_foundations": (1, 0, 0, 0),
    "crossroads": (3, 1, 0, 0),
    "wide_reach": (6, 6, 3, 0),
    "dense_hub": (3, 2, 2, 0),
    "wild_claim": (0, 2, 2, 0),
    "star_gazers": (3, 1, 1, 0),
    "informants": (2, 1, 0, 0),
    "far_sight": (2, 1, 0, 0),
    "archivists": (5, 4, 2, 0),
}


@pytest.mark.parametrize("objective", OBJECTIVES)
def test_every_objective_counts_what_its_card_says(objective: str) -> None:
    """§9: the table, card by card, for every seat of one busy position."""
    state = busy().state
    assert tuple(value(state, objective, seat) for seat in range(4)) == VALUES[objective]


def test_every_metric_is_on_a_card() -> None:
    """§9: none is missing, none is idle."""
    assert {objective.metric.partition(":")[0] for objective in OBJECTIVES.values()} == set(METRICS)


@pytest.mark.parametrize(
    ("new", "objective", "seat"),
    [
        ("Y B R G", "matched_harvest", 0),
        ("G R B Y", "matched_harvest", 1),
        ("G R B Y", "timber_fleet", 2),
        ("G R B Y", "far_sight", 0),
    ],
)
def test_ties_go_to_the_earlier_in_the_new_order(new: str, objective: str, seat: int) -> None:
    """§9, R34: only among those with the most."""
    t = busy()
    t.state.new = ["YBRG".index(letter) for letter in new.split()]
    assert winner(t.state, objective) == seat


def test_nothing_wins_nothing() -> None:
    """R35: if nobody has any, the objective is flipped and nobody gets it."""
    t = position(objectives="iron_walls")
    assert flip_objective(t) == 1
    assert (t.state.objectives[0].up, t.state.objectives[0].winner) == (True, None)
    assert sum(seat.stars for seat in t.state.seats) == 0
    assert len(told(t, "objective.nobody")) == 1


def test_the_leftmost_face_down_objective_is_flipped_and_counts_once() -> None:
    """§4 ROUND_END 4: it stays flipped with its winner; the next round flips the next."""
    t = busy()
    assert flip_objective(t) == 2
    assert (t.state.objectives[1].winner, t.state.seats[0].stars) == (0, 1)
    assert [objective.up for objective in t.state.objectives] == [True, True, False, False, False]
    assert flip_objective(t) == 3
    assert t.state.seats[0].stars == 2


def test_alone_there_is_none_to_flip() -> None:
    """§3.4: no objectives in solo games."""
    assert flip_objective(position("Y K O")) is None


def test_four_dots_are_those_of_the_map_in_use() -> None:
    """§9: on the small map P3 has three, for Frosty Fjord is gone."""
    for seats, count in (("Y B R", 1), ("Y B R G", 2)):
        assert value(position(seats, buildings={"Y": "P3F P5M"}).state, "crossroads", 0) == count


def test_automated_opponents_compete_with_the_values_that_are_turned_up() -> None:
    """R53: power by their tokens; each of their scouts counts as a resource; they know no card of others."""
    t = position(
        "Y B K",
        number=2,
        stars={"PP": "1"},
        ships={"Y": "PP4 CC3 MM3", "K": "PP0/8* CC2/3 DD1/6"},
        tray="SS GG",
        scouts={"K": "1 2", "Y": "1i"},
    )
    reveal_chips(t)
    turn_up_tokens(t)
    assert [value(t.state, "single_stronghold", seat) for seat in (0, 2)] == [4, 8]
    assert [value(t.state, "grand_armada", seat) for seat in (0, 2)] == [10, 11]
    assert [value(t.state, "informants", seat) for seat in (0, 2)] == [1, 2]
    assert [value(t.state, "archivists", seat) for seat in (0, 2)] == [1, 2]
    assert value(t.state, "trailblazers", 2) == 1
    assert winner(t.state, "star_gazers") == 2


def test_all_hear_who_was_ahead_of_an_equal() -> None:
    """§9: a tie is told apart from a clear win."""
    t = position(objectives="iron_walls merchant_guild", buildings={"Y": "P5F", "B": "P6F P6M"})
    flip_objective(t)
    flip_objective(t)
    assert [event.text.key.rpartition(".")[2] for event in t.events] == ["tied", "won"]
