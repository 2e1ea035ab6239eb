"""§10.2 Hourglasses: what the worked examples leave out."""

import pytest

from engines.aerion import GAME
from engines.kernel.match import settle_options
from engines.kernel.rng import Rng
from tests.engines.aerion.table import table
from tests.engines.lines import do, facts, refusal, told

NORMAL = {"hourglasses": "normal"}
ALL_SHIPS = "S1 S2 S3 S4 S5 S6"


@pytest.mark.parametrize(("mode", "copies"), [("normal", 4), ("hard", 3)])
def test_each_deck_has_its_own_kind(mode: str, copies: int) -> None:
    """§3.2, R32: four in a deck; hard: three, the fourth stays in the box."""
    state = GAME.setup(1, settle_options(GAME, 1, {"hourglasses": mode}), Rng(bytes(32)))
    for number in range(1, 7):
        there = [code for code in GAME.facts(state, None)[f"deck{number}"].split() if code.startswith("HG")]
        assert there == [f"HG{number}"] * copies


def test_a_second_one_of_a_kind_is_only_a_way_to_end_the_turn() -> None:
    """R31."""
    match = table(options=NORMAL, hourglasses="HG1", D1="HG1", dice="112246")
    do(match, "P1 acquire 1")
    assert (facts(match)["goals"]["hourglasses"], facts(match)["turn"]) == ("1/6", 2)
    assert facts(match)["hourglasses"] == "HG1 HG1"


def test_an_hourglass_pays_for_a_reroll_but_goes_to_no_reserve() -> None:
    """§6, R15."""
    match = table(options=NORMAL, D1="HG1", D2="HG2", dice="112346", die="2", P1={"books": 1})
    do(match, "P1 discard_reroll d3 1")
    assert facts(match)["pile1"] == "HG1"
    assert refusal(match, "P1 acquire 2.reserve") == "nothing_to_take"


def test_the_sixth_kind_wins_when_the_ships_are_done() -> None:
    """§11 All six kinds, whoever took them."""
    match = table(
        options=NORMAL,
        seats=2,
        active="P2",
        hourglasses="HG1 HG2 HG3 HG4 HG5",
        D6="HG6",
        dice="444412",
        built=ALL_SHIPS,
    )
    do(match, "P2 acquire 6")
    assert (facts(match)["result"], facts(match)["ranks"]) == ("won", [1, 1])


def test_they_run_out_whatever_the_main_action_was() -> None:
    """§10.2, R32: also when the turn was given up; those that come with the refill stay for a turn."""
    match = table(options=NORMAL, D4="HG4", draw4="HG4 BK", dice="123466")
    do(match, "P1 discard_reroll d1 4")
    assert facts(match)["pile4"] == "HG4"
    later = table(options={**NORMAL, "clouds": "normal"}, D4="HG4", D2="HG2", draw4="HG4 BK", dice="666666")
    turn = do(later, "P1 demolish cloud_1")
    assert told(turn).count("aerion.hourglasses.swept") == 1
    assert (facts(later)["pile4"], facts(later)["pile2"], facts(later)["D4"]) == ("HG4", "HG2", "HG4")
    swept = [deed for deed in later.view(None).deeds if deed.verb == "swept"]
    assert [(deed.card, deed.column) for deed in swept] == [("hourglass_2", 2), ("hourglass_4", 4)]
