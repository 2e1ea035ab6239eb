"""§10.6 Hellkite: what the worked examples leave out."""

from typing import Any

from engines.aerion import GAME
from engines.kernel.match import settle_options
from engines.kernel.rng import Rng
from tests.engines.aerion.table import legal, may_take_back, open_verbs, options, table, warning
from tests.engines.lines import do, facts, refusal, told

NORMAL = {"hellkite": "normal"}
HARD = {"hellkite": "hard"}
ALL_SHIPS = "S1 S2 S3 S4 S5 S6"
SUN_LAIR: dict[str, Any] = {
    "outposts": "- crew_moon mat_wood mat_cloth mat_brass bp_low",
    "lairs": "^crew_sun" + " - - - - -",
}
"""It stands on a lair of the Sun crew."""


def lair(shows: str) -> dict[str, Any]:
    """A row of which only that lair, turned up, is left, under the Hellkite."""
    return {"outposts": "- - - - - -", "lairs": f"^{shows} - - - - -"}


def test_six_outposts_on_six_lairs_and_two_of_each_in_the_box() -> None:
    """§3.7: each class at most once in a row; it starts leftmost."""
    for seed in range(20):
        state = GAME.setup(1, settle_options(GAME, 1, NORMAL), Rng(bytes([seed] * 32)))
        row = state.hellkite
        assert row is not None
        assert (len({*row.outposts}), len({*row.outposts, *row.outposts_out})) == (6, 8)
        assert (len(row.lairs), len({*(each.shows for each in row.lairs if each), *row.lairs_out})) == (6, 8)
        assert (row.pawn, any(each is None or each.up for each in row.lairs)) == (1, False)


def test_the_stop_leaves_everything_else_alone() -> None:
    """R48: placing from the reserve, recovering, burning; other classes."""
    row = "mat_cloth crew_sun crew_moon mat_wood mat_brass bp_low"
    match = table(
        options=NORMAL,
        outposts=row,
        D1="MC",
        D2="MW",
        pile3="MC",
        dice="444112",
        die="4",
        P1={"books": 1, "reserve": "MC@5"},
    )
    assert legal(match, "acquire") == {"2.ws1", "2.ws2"}
    do(match, "P1 place_reserve mat_cloth.5.ws1", "P1 book_recover 3 mat_cloth", "P1 discard_reroll d6 1")
    assert (facts(match)["ws1"], facts(match)["pile1"]) == ("MC@5", "MC")


def test_a_space_without_outpost_stops_nothing() -> None:
    """§10.6: a lair, turned up, stops nothing."""
    match = table(options=NORMAL, **lair("crew_sun"), D1="CS", ws1="BP1 MW", dice="112266")
    assert legal(match, "acquire") == {"1.ws1"}


def test_a_hunt_that_turns_a_lair_up_is_final_and_one_that_removes_it_is_not() -> None:
    """§8 `hunt`: something was revealed, or nothing."""
    match = table(options=NORMAL, seats=2, dice="111223")
    do(match, "P1 hunt go")
    assert not may_take_back(match)
    wraps = table(options=NORMAL, **SUN_LAIR, dice="111223", P1={"books": 1}, pile1="CS")
    do(wraps, "P1 hunt go")
    assert may_take_back(wraps)


def test_the_reward_is_one_card_of_the_class_at_a_place_of_the_acting_seat() -> None:
    """R50: of the display, without regard to the dice; a class of two blueprints offers both."""
    match = table(options=NORMAL, seats=2, **lair("bp_mid"), D1="BP3", D2="BP4", D3="BP1", dice="111223")
    legal_keys = {"go", "1.ws_p1", "1.ws_common", "2.ws_common"}
    assert legal(match, "hunt") == legal_keys  # P1 owns S3, P2 owns S4
    assert {option.key for option in options(match, "hunt")} - legal_keys == {"1.ws_p2", "2.ws_p1", "2.ws_p2"}
    turn = do(match, "P1 hunt 1.ws_common")
    assert told(turn)[:2] == ["aerion.hunt.lair_removed", "aerion.hunt.taken"]
    assert (facts(match)["ws_common"], facts(match)["goals"]["lairs"]) == ("BP3@1", "6/6")


def test_a_reward_that_has_no_place_is_refused_with_its_reason() -> None:
    """R50: no reserve for it, even with a Book."""
    match = table(options=NORMAL, **lair("crew_sun"), D4="CS", dice="111223", P1={"books": 1})
    assert legal(match, "hunt") == {"go"}
    assert refusal(match, "P1 hunt 4.ws1") == "crew_last"
    assert refusal(match, "P1 hunt 4.reserve") == "kernel.no_such_option"


def test_with_an_outpost_there_is_no_reward() -> None:
    """§10.6: only one card is removed per hunt."""
    match = table(options=NORMAL, D1="CS", ws1="BP1 MW", dice="111223")
    assert {option.key for option in options(match, "hunt")} == {"go"}


def test_the_pawn_leaves_an_emptied_space_at_once() -> None:
    """R52: at the same turn's Replenish; skipping what is empty, from the last back to the first."""
    match = table(
        options=NORMAL, outposts="- - - - - -", lairs="^bp_low - ^crew_sun - - ^crew_moon", pawn=6, dice="111223"
    )
    turn = do(match, "P1 hunt go")
    assert "aerion.hellkite.moved" in told(turn)
    assert (facts(match)["pawn"], facts(match)["lairs"]) == (1, "^bp_low - ^crew_sun - - -")


def test_with_one_space_left_it_stays_or_steps_onto_it() -> None:
    """§10.6."""
    stays = table(options=NORMAL, outposts="- - bp_low - - -", lairs="- - crew_sun - - -", pawn=3, dice="123466")
    assert "aerion.hellkite" not in " ".join(told(do(stays, "P1 give_up go")))
    assert facts(stays)["pawn"] == 3
    steps = table(options=NORMAL, outposts="- - bp_low - - -", lairs="- - crew_sun - ^bp_low -", pawn=5, dice="111223")
    turn = do(steps, "P1 hunt go")
    assert "aerion.hellkite.stops" in told(turn)
    assert (facts(steps)["pawn"], facts(steps)["stopped"]) == (3, "bp_low")


def test_when_the_last_lair_is_gone_nothing_is_hunted_or_stopped() -> None:
    """§10.6: the pawn is removed as well."""
    match = table(options=NORMAL, **lair("crew_sun"), dice="111223", die="123466")
    do(match, "P1 hunt go", "P1 roll_dice go")
    assert "hunt" not in open_verbs(match)
    assert (facts(match)["goals"]["lairs"], facts(match)["stopped"]) == ("6/6", "")


def test_the_last_lair_and_its_reward_win_together() -> None:
    """§11: the reward builds the last ship in the same action."""
    match = table(options=NORMAL, **lair("crew_sun"), D4="CS", ws1="BP1 MW", built="S2 S3 S4 S5 S6", dice="111223")
    do(match, "P1 hunt 4.ws1")
    assert facts(match)["result"] == "won"


def test_hard_the_only_outpost_is_both_ends() -> None:
    """R51: among the remaining ones."""
    row: dict[str, Any] = {"outposts": "- - - mat_wood - -", "lairs": "^bp_low ^crew_sun - mat_brass - -"}
    match = table(options=HARD, **row, pawn=4, dice="111223")
    do(match, "P1 hunt go")
    assert facts(match)["outposts"] == "- - - - - -"


def test_the_reason_named_first_is_what_cannot_be_changed_by_dice_last() -> None:
    """§8: too high a sum is told before the row."""
    row: dict[str, Any] = {
        "outposts": "- crew_sun crew_moon - mat_wood -",
        "lairs": "^bp_low crew_moon mat_cloth - mat_brass -",
    }
    assert refusal(table(options=HARD, **row, pawn=3, dice="666666"), "P1 hunt go") == "sum_too_high"
    assert refusal(table(options=HARD, **row, pawn=3, dice="111223"), "P1 hunt go") == "not_at_the_end"


def test_a_hunt_that_loses_says_so_and_one_that_wins_does_not() -> None:
    """§16, R45; hellkite hard × eggs hard: a hunt with only eggs displayed loses."""
    both = {**HARD, "eggs": "hard"}
    match = table(options=both, D1="EG", dice="111223")
    assert warning(match, "P1 hunt go") == "aerion.eggs.warning"
    wins = table(options=both, D1="EG", **lair("crew_sun"), built=ALL_SHIPS, dice="111223")
    assert warning(wins, "P1 hunt go") is None
    do(match, "P1 hunt go")
    assert facts(match)["result"] == "egg_duty"
