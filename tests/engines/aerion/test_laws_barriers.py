"""§8, column "Barrier": what can be taken back and what cannot, decision by decision; only by the seat that did it."""

from typing import Any

import pytest

from engines.kernel.decision import Refused
from tests.engines.aerion.table import may_take_back, table
from tests.engines.lines import do, facts

EMPTY: dict[str, Any] = {f"draw{number}": "" for number in range(1, 7)}
WAITS: dict[str, Any] = {"P1": {"books": 1}, "pile5": "CS"}
"""A power that keeps WRAP_UP open, so that a main action is not replenished at once."""

FREE: dict[str, tuple[dict[str, Any], dict[str, Any], str]] = {
    "discard_flip": ({"flagship": "normal"}, {"row": "FA1 FA5", "D1": "CS"}, "1.1"),
    "use_book_reroll": ({}, {"P1": {"books": 1}}, "go"),
    "hire_worker": ({"piers": "normal"}, {"D1": "WK"}, "1"),
    "use_pixie": ({}, {}, "d1 1.6"),
    "acquire": ({}, {**WAITS, "D1": "MW", "dice": "335512"}, "1.ws1"),
    "demolish": ({"clouds": "normal"}, {**WAITS, "dice": "666666"}, "cloud_1"),
    "pay_worker": ({"piers": "normal"}, {"P1": {"books": 1, "payroll": 1}, "pile5": "CS", "dice": "666611"}, "go"),
    "flip_pier": ({"piers": "normal"}, {**WAITS, "dice": "444441"}, "pier_1"),
    "hunt": (
        {"hellkite": "normal"},
        {**WAITS, "outposts": "- - - - - -", "lairs": "^crew_sun ^bp_low - - - -", "dice": "111223"},
        "go",
    ),
    "security_skip": ({"flagship": "normal"}, {**WAITS, "row": "FA1 FA3", "discards": 1}, "go"),
    "give_up": ({}, {**WAITS, "D1": "MW"}, "go"),
    "book_recover": ({}, WAITS, "5 crew_sun"),
    "place_reserve": ({}, {"P1": {"reserve": "CS@4"}, "ws1": "BP1 MW"}, "crew_sun.4.ws1"),
}

FINAL: dict[str, tuple[dict[str, Any], dict[str, Any], str]] = {
    "roll_dice": ({}, {"state": "turn_start", "D1": "MW"}, "go"),
    "discard_reroll": ({}, {"D1": "MW"}, "d1 1"),
    "free_reroll": ({}, {"rerolls": 1}, "d1"),
    "lab_reroll": ({"flagship": "normal"}, {"row": "FA1 FA4"}, "go"),
    "hunt": ({"hellkite": "normal"}, {**WAITS, "dice": "111223"}, "go"),
    "end_turn": ({}, {"state": "wrap_up", "D1": "MW"}, "go"),
    "use_egg": ({"eggs": "normal"}, {"eggs": 1}, "1"),
    "egg_pick": ({"eggs": "normal"}, {"searching": 1}, "book"),
    "rescue_decline": (
        {},
        {**EMPTY, "state": "last_chance", "pile1": "CS", "P1": {"books": 1}, "P2": {"books": 1}},
        "go",
    ),
    "book_recover": ({}, {**EMPTY, "state": "last_chance", "pile1": "CS", "P1": {"books": 1}}, "1 crew_sun"),
}


@pytest.mark.parametrize("verb", FREE)
def test_what_reveals_nothing_can_be_taken_back(verb: str) -> None:
    """§8: and the table is as it was."""
    options, given, answer = FREE[verb]
    match = table(options=options, **given)
    before = facts(match)
    do(match, f"P1 {verb} {answer}")
    assert may_take_back(match)
    match.take_back(0)
    assert facts(match) == before


@pytest.mark.parametrize("verb", FINAL)
def test_what_is_thrown_or_shown_cannot(verb: str) -> None:
    """§8; §9: what comes back in the last chance is drawn at once, so that is final, too."""
    options, given, answer = FINAL[verb]
    match = table(seats=2 if "P2" in given else 1, options=options, **given)
    do(match, f"P1 {verb} {answer}")
    assert not may_take_back(match)


def test_a_main_action_that_replenishes_at_once_is_final() -> None:
    """§8 Replenishing is a barrier, also when WRAP_UP is skipped."""
    match = table(D1="MW", dice="335512")
    do(match, "P1 acquire 1.ws1")
    assert not may_take_back(match)


def test_a_surplus_factory_is_chosen_again_and_then_another_card() -> None:
    """§8: `factory_discard` and the `acquire` before it are taken back one by one."""
    match = table(options={"flagship": "hard"}, row="FA1 FA4", D6="FA6", dice="444412", P1={"books": 1})
    do(match, "P1 acquire 6", "P1 factory_discard factory_library")
    assert facts(match)["state"] == "wrap_up"
    match.take_back(0)
    assert (facts(match)["state"], facts(match)["row"], facts(match)["pile1"]) == ("factory_discard", "FA1 FA4 FA6", "")
    match.take_back(0)
    assert (facts(match)["state"], facts(match)["row"], facts(match)["D6"]) == ("rolling", "FA1 FA4", "FA6")


def test_only_the_seat_that_took_the_step_takes_it_back() -> None:
    """§8: the partner's step lies on top; first it is taken back, by the partner, then the active seat's."""
    match = table(seats=2, D1="MW", pile2="CS", dice="335512", P2={"books": 1})
    do(match, "P1 use_pixie d1 1.6", "P2 book_recover 2 crew_sun")
    with pytest.raises(Refused):
        match.take_back(0)
    match.take_back(1)
    match.take_back(0)
    assert (facts(match)["pixies"], facts(match)["pile2"]) == (3, "CS")


def test_a_card_placed_in_the_last_chance_can_be_taken_back_and_the_declines_stand_again() -> None:
    """§4, §8: nothing was revealed by it."""
    given: dict[str, Any] = {
        "state": "last_chance",
        "pile1": "CS",
        "P1": {"books": 1},
        "P2": {"books": 1, "reserve": "MW@2"},
    }
    match = table(seats=2, **EMPTY, **given)
    do(match, "P1 rescue_decline go", "P2 place_reserve mat_wood.2.ws_p2")
    assert facts(match)["declined"] == ""
    match.take_back(1)
    assert (match.waiting_for, facts(match)["declined"]) == ((1,), "P1")
