"""§13 The pairwise table: expansions that know nothing of each other, together on one table."""

from typing import Any

import pytest

from tests.engines.aerion.table import legal, seat, table, warning
from tests.engines.lines import do, facts, refusal, told, verbs


def chosen(*keys: str, **more: Any) -> dict[str, Any]:
    """These expansions, normal, and what is said beside."""
    return {**dict.fromkeys(keys, "normal"), **more}


# -- Flagship × … ------------------------------------------------------------------------------------------------------


def test_a_security_skip_still_lets_hourglasses_run_out() -> None:
    """Flagship × Hourglasses."""
    match = table(options=chosen("flagship", "hourglasses"), row="FA1 FA3", D2="HG2", D3="CS", discards=1)
    do(match, "P1 security_skip go")
    assert (facts(match)["pile2"], facts(match)["D3"]) == ("HG2", "CS")


def test_the_archive_brings_three_hourglasses_back() -> None:
    """Flagship × Hourglasses."""
    options = chosen("flagship", "hourglasses")
    match = table(options=options, row="FA1 FA2", pile4="HG4 HG4 HG4", P1={"books": 1}, D1="CS", D2="CS")
    do(match, "P1 book_recover 4 hourglass_4 hourglass_4.2 hourglass_4.3")
    assert facts(match)["draw4"] == "HG4 HG4 HG4 BK BK BK"


def test_a_flip_changes_the_sum_before_a_demolition_and_its_bird_gives_no_bonus() -> None:
    """Flagship × Clouds, R33."""
    match = table(options=chosen("flagship", "clouds"), row="FA1 FA5", D1="BD", D2="BD", dice="166661")
    do(match, "P1 discard_flip 1.1")
    assert refusal(match, "P1 demolish b1 b2 cloud_1") == "kernel.no_such_option"
    do(match, "P1 demolish cloud_1")
    assert (facts(match)["hits"], facts(match)["pile1"], facts(match)["D2"]) == (11, "BD", "BD")


def test_the_flagship_is_never_covered() -> None:
    """Flagship × Clouds with rule B: ships wait, the flagship does not."""
    match = table(
        options=chosen("flagship", "clouds", clouds_hard_cover=True),
        flagship="MW@2 MC@3 MB@5 CS@1",
        ws1="BP2 MW",
        D4="CM",
        dice="123455",
    )
    do(match, "P1 acquire 4.flagship")
    assert facts(match)["flies"]


def test_a_worker_pays_a_flip_or_is_hired() -> None:
    """Flagship × Piers: not both."""
    match = table(options=chosen("flagship", "piers"), row="FA1 FA5", D1="WK", dice="123466")
    do(match, "P1 discard_flip 1.1")
    assert (facts(match)["pile1"], seat(match)["payroll"]) == ("WK", 0)
    assert "hire_worker" not in verbs(match)


def test_an_egg_fetches_a_factory_and_may_put_one_back() -> None:
    """Flagship hard × Eggs."""
    match = table(options=chosen("eggs", flagship="hard"), eggs=2, draw6="FA6 BK", D6="CS", dice="444412")
    do(match, "P1 use_egg 6", "P1 egg_pick factory_game_room", "P1 use_egg 6", "P1 egg_pick crew_sun")
    assert sorted(facts(match)["draw6"].split()) == ["BK", "FA6"]


def test_the_stop_blocks_the_flagship_and_no_factory() -> None:
    """Flagship × Hellkite."""
    row = "mat_wood crew_sun crew_moon mat_cloth mat_brass bp_low"
    match = table(options=chosen("hellkite", flagship="hard"), outposts=row, D1="MW", D6="FA6", dice="444411")
    assert legal(match, "acquire") == {"6"}
    assert refusal(match, "P1 acquire 1.flagship") == "stopped"


@pytest.mark.parametrize(("flagship", "ok"), [("MW MC MB", True), ("MW MC", False)])
def test_a_reward_may_go_to_the_flagship(flagship: str, ok: bool) -> None:
    """Flagship × Hellkite: crew only after three materials."""
    row: dict[str, Any] = {"outposts": "- - - - - -", "lairs": "^crew_sun - - - - -"}
    match = table(options=chosen("flagship", "hellkite"), **row, flagship=flagship, D4="CS", dice="111223")
    assert ("4.flagship" in legal(match, "hunt")) is ok
    if not ok:
        assert refusal(match, "P1 hunt 4.flagship") == "flagship_materials"


# -- Hourglasses × … ---------------------------------------------------------------------------------------------------


def test_an_hourglass_that_an_egg_swaps_out_goes_into_the_deck() -> None:
    """Hourglasses × Eggs, R53: it counts as another card, too."""
    match = table(options=chosen("hourglasses", eggs="hard"), eggs=1, D1="HG1", D2="EG", draw1="BK", dice="123466")
    do(match, "P1 use_egg 1", "P1 egg_pick book")
    assert (facts(match)["draw1"], facts(match)["pile1"]) == ("HG1", "")
    shown = table(options=chosen("hourglasses", eggs="hard", piers="normal"), D1="HG1", D2="EG", dice="444441")
    assert warning(shown, "P1 flip_pier pier_1") is None


@pytest.mark.parametrize("line", ["P1 pay_worker go", "P1 flip_pier pier_1"])
def test_paying_and_building_forfeit_the_hourglasses(line: str) -> None:
    """Hourglasses × Piers."""
    match = table(options=chosen("hourglasses", "piers"), D4="HG4", D5="BK", dice="666666", P1={"payroll": 1})
    do(match, line)
    assert (facts(match)["pile4"], facts(match)["D5"]) == ("HG4", "BK")


def test_hourglasses_are_discarded_before_the_pawn_moves() -> None:
    """Hourglasses × Hellkite, R32; they are never stopped."""
    match = table(options=chosen("hourglasses", "hellkite"), D1="HG1", D4="HG4", dice="112246")
    turn = do(match, "P1 acquire 1")
    heard = told(turn)
    assert heard.index("aerion.hourglasses.swept") < heard.index("aerion.hellkite.stops")


# -- Clouds × … --------------------------------------------------------------------------------------------------------


def test_one_result_serves_one_main_action() -> None:
    """Clouds × Piers, R55: 30 or more allows both, and each ends the Roll phase."""
    match = table(options=chosen("clouds", "piers"), dice="666666", P1={"payroll": 1})
    assert {"demolish", "pay_worker", "flip_pier"} <= verbs(match)
    do(match, "P1 demolish cloud_1")
    assert (facts(match)["state"], seat(match)["payroll"]) == ("turn_start", 1)


def test_using_the_last_birds_leaves_eggs_without_a_breach() -> None:
    """Clouds × Eggs hard, R44: the display is judged before the demolition's own effects."""
    match = table(options=chosen("clouds", eggs="hard"), D1="EG", D2="BD", dice="666661")
    assert warning(match, "P1 demolish b2 cloud_1") is None
    do(match, "P1 demolish b2 cloud_1")
    assert facts(match)["result"] == ""


def test_a_rewarded_crew_may_moor() -> None:
    """Clouds with rule B × Hellkite."""
    match = table(
        options=chosen("clouds", "hellkite", clouds_hard_cover=True),
        outposts="- - - - - -",
        lairs="^crew_sun - - - - -",
        ws1="BP1 MW",
        D4="CS",
        dice="111223",
    )
    do(match, "P1 hunt 4.ws1")
    assert (facts(match)["moored"], facts(match)["built"]) == ("ws1", "")


# -- Piers × …, Eggs × … -----------------------------------------------------------------------------------------------


def test_hiring_the_last_other_card_leaves_only_eggs() -> None:
    """Piers × Eggs hard: the duty applies then, unless an egg is taken."""
    match = table(options=chosen("piers", eggs="hard"), D1="EG", D2="WK", dice="666622")
    do(match, "P1 hire_worker 2")
    assert warning(match, "P1 pay_worker go") == "aerion.eggs.warning"
    assert warning(match, "P1 acquire 1") is None
    do(match, "P1 acquire 1")
    assert facts(match)["result"] == ""


def test_an_outpost_never_stops_hiring() -> None:
    """Piers × Hellkite; and no sum both pays and hunts."""
    match = table(options=chosen("piers", "hellkite"), D1="WK", dice="111223", P1={"payroll": 1})
    do(match, "P1 hire_worker 1")
    assert refusal(match, "P1 pay_worker go") == "sum_too_low"
    assert "hunt" in verbs(match)


def test_an_egg_fetches_what_a_lair_rewards() -> None:
    """Eggs × Hellkite: then the hunt takes it; under start duty that loses."""
    row: dict[str, Any] = {"outposts": "- - - - - -", "lairs": "^crew_sun - - - - ^bp_low"}
    given: dict[str, Any] = {**row, "eggs": 1, "draw4": "CS BK", "ws1": "BP1 MW", "dice": "111223", "D1": "EG"}
    match = table(options=chosen("eggs", "hellkite"), **given)
    do(match, "P1 use_egg 4", "P1 egg_pick crew_sun", "P1 hunt 4.ws1")
    assert (facts(match)["built"], facts(match)["result"]) == ("S1", "")
    duty = table(options=chosen("eggs", "hellkite"), **given, duty=True)
    do(duty, "P1 use_egg 4", "P1 egg_pick crew_sun")
    assert warning(duty, "P1 hunt 4.ws1") == "aerion.eggs.warning"
    do(duty, "P1 hunt 4.ws1")
    assert facts(duty)["result"] == "egg_duty"


# -- hard modes --------------------------------------------------------------------------------------------------------


def test_all_goals_must_be_met_together() -> None:
    """R56, R57: in a nightmare nothing but the last goal wins."""
    hard = dict.fromkeys(("flagship", "hourglasses", "piers", "eggs", "hellkite"), "hard")
    options = {**hard, "clouds": "normal", "clouds_hard_birds": True, "clouds_hard_cover": True, "pixies": 0}
    done: dict[str, Any] = {
        "built": "S1 S2 S3 S4 S5 S6",
        "flies": True,
        "hourglasses": "HG1 HG2 HG3 HG4 HG5 HG6",
        "clouds": "gone gone gone gone gone gone",
        "piers": "built built built",
        "payroll": 1,
        "outposts": "- - - - - -",
        "lairs": "- - - - - -",
    }
    match = table(options=options, **done, dice="666622")
    assert facts(match)["met_goals"] == "ships flagship hourglasses lairs clouds piers"
    do(match, "P1 pay_worker go")
    assert facts(match)["result"] == "won"
