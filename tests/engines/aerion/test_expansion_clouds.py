"""§10.3 Stone clouds: what the worked examples leave out."""

from typing import Any

import pytest

from engines.kernel.decision import Made, Stage, Steps
from tests.engines.aerion.table import Table, asked, open_verbs, table, warning
from tests.engines.lines import do, facts, refusal, told, verbs

NORMAL = {"clouds": "normal"}
RULE_A = {**NORMAL, "clouds_hard_birds": True}
RULE_B = {**NORMAL, "clouds_hard_cover": True}
ALL_SHIPS = "S1 S2 S3 S4 S5 S6"
BIRDS: dict[str, Any] = {"D1": "BD", "D2": "BD", "D3": "BD", "D5": "BD"}


def stage(match: Table, *made: tuple[int, ...]) -> Stage[int] | None:
    """What a demolition asks after these choices."""
    decision = asked(match, "demolish")
    assert isinstance(decision, Steps)
    so_far: Made = made
    return decision.following(so_far)


@pytest.mark.parametrize(
    ("dice", "options", "least"),
    [("666666", NORMAL, 0), ("666651", NORMAL, 0), ("666641", NORMAL, 1), ("111112", NORMAL, 2), ("666666", RULE_A, 2)],
)
def test_only_as_many_birds_are_asked_as_make_a_hit(dice: str, options: dict[str, object], least: int) -> None:
    """R33, R34: what is too few can't be chosen, and never more than three are used."""
    birds = stage(table(options=options, dice=dice, **BIRDS))
    assert birds is not None
    assert (birds.least, birds.most, [option.key for option in birds.options]) == (least, 3, ["b1", "b2", "b3", "b5"])


def test_too_few_points_or_birds_close_it() -> None:
    """R34; rule A asks for the birds first."""
    assert refusal(table(options=NORMAL, dice="666551", D1="BD"), "P1 demolish cloud_1") == "kernel.no_such_option"
    assert refusal(table(options=NORMAL, dice="666411", D1="BD"), "P1 demolish b1 cloud_1") == "too_few_points"
    assert refusal(table(options=RULE_A, dice="666666", D1="BD"), "P1 demolish b1 cloud_1") == "too_few_birds"
    assert "demolish" not in verbs(table(options=RULE_A, dice="666666"))


def test_hits_that_find_no_cloud_are_lost() -> None:
    """§10.3: exactly as many hits as steps are left, if the points would make more."""
    sides = "gone gone gone bare gone gone"
    match = table(options=NORMAL, dice="666666", clouds=sides, **BIRDS)
    assert refusal(match, "P1 demolish b1 b2 b3 cloud_4 cloud_4") == "kernel.wrong_number"
    do(match, "P1 demolish b1 b2 b3 cloud_4")
    assert (facts(match)["hits"], facts(match)["goals"]["clouds"]) == (0, "12/12")
    do(match, "P1 roll_dice go")
    assert "demolish" not in open_verbs(match)


def test_without_rule_b_the_targets_need_not_be_named() -> None:
    """§16: turned clouds first, then the lowest number."""
    match = table(options=NORMAL, dice="666666", clouds="gone arrow arrow bare arrow arrow", **BIRDS)
    do(match, "P1 demolish b1 b2 b3")
    assert facts(match)["clouds"] == "gone gone bare gone arrow arrow"


def test_under_rule_b_the_targets_are_asked() -> None:
    """§16: it matters which ship gets free; unless the hits remove all that is left."""
    match = table(options=RULE_B, dice="666666")
    assert refusal(match, "P1 demolish") == "kernel.wrong_number"
    do(match, "P1 demolish cloud_6")
    assert facts(match)["clouds"] == "arrow arrow arrow arrow arrow bare"
    last = table(options=RULE_B, dice="666666", clouds="gone gone bare gone gone gone")
    do(last, "P1 demolish")
    assert facts(last)["hits"] == 0


def test_a_removed_cloud_frees_a_ship_in_the_partners_turn() -> None:
    """R35: the ship that waited is built in the same step, whosever turn it is; a turned cloud frees nothing."""
    sides = "bare arrow arrow arrow arrow arrow"
    match = table(
        options=RULE_B, seats=2, active="P2", clouds=sides, ws_p1="BP1@6 MW@2 CS@1", dice="666665", D1="MC", D2="MC"
    )
    assert facts(match)["moored"] == "ws_p1"
    turn = do(match, "P2 demolish cloud_1")
    assert told(turn)[:3] == ["aerion.demolish.done", "aerion.demolish.now_gone", "aerion.built.done"]
    assert (facts(match)["built"], facts(match)["moored"], facts(match)["ws_p1"]) == ("S1", "", "")
    waits = table(options=RULE_B, ws1="BP1@6 MW@2 CS@1", dice="666665")
    do(waits, "P1 demolish cloud_1")
    assert (facts(waits)["built"], facts(waits)["moored"]) == ("", "ws1")


def test_a_moored_set_keeps_its_workshop_and_its_ship() -> None:
    """R35: the workshop stays occupied, and no second blueprint of that ship is placed."""
    match = table(options=RULE_B, ws1="BP1@6 MW@2 CS@1", D1="BP1", D2="MW", dice="444112", P1={"books": 0})
    assert refusal(match, "P1 acquire 1.ws1") == "kind_present"
    assert refusal(match, "P1 acquire 1.ws2") == "ship_taken"
    do(match, "P1 acquire 2.ws2")
    assert facts(match)["ws2"] == "MW@2"


def test_the_last_cloud_wins_also_by_the_ship_that_it_frees() -> None:
    """§11 All six clouds and all six ships, in one action."""
    sides = "gone gone gone gone gone bare"
    match = table(options=RULE_B, clouds=sides, built="S1 S2 S3 S4 S5", ws1="BP6@6 MB@5 CM@1", dice="666666")
    do(match, "P1 demolish cloud_6")
    assert facts(match)["result"] == "won"


def test_birds_pay_for_rerolls_like_any_card_and_come_back() -> None:
    """§6: discarded by a demolition or for a reroll, a Book brings them back."""
    match = table(options=NORMAL, dice="666666", D1="BD", pile1="", P1={"books": 1})
    do(match, "P1 demolish b1 cloud_1", "P1 book_recover 1 bird")
    assert facts(match)["draw1"] == "BD BK BK BK"


def test_a_demolition_that_loses_says_so_and_one_that_wins_does_not() -> None:
    """§16, R45: start duty wants an egg; but a win beats the loss."""
    given: dict[str, Any] = {"D1": "EG", "D2": "EG", "duty": True, "dice": "666666"}
    match = table(options={**NORMAL, "eggs": "normal"}, **given)
    assert warning(match, "P1 demolish cloud_1") == "aerion.eggs.warning"
    sides = "gone gone gone gone gone bare"
    wins = table(options={**NORMAL, "eggs": "normal"}, clouds=sides, built=ALL_SHIPS, **given)
    assert warning(wins, "P1 demolish cloud_6") is None
    do(wins, "P1 demolish cloud_6")
    assert facts(wins)["result"] == "won"
