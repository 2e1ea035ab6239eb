"""§9 End of the game: what the worked examples leave out."""

from typing import Any

import pytest

from engines.kernel.decision import Refused
from tests.engines.lines import do, facts, refusal
from tests.engines.takara.table import camp, table

DRY: dict[str, Any] = {"T2": "", "T3": "", "T4": ""}
"""Three exhausted tunnels."""


def test_the_first_stone_as_last_card_of_the_fourth_tunnel_saves_the_game() -> None:
    """R29: four exhausted, but one stone found: test 3 fails and the game goes on."""
    match = table(T1="stone_a", **DRY, T6="stone_b")
    do(match, "P1 dig 1")
    assert (facts(match)["result"], facts(match)["exhausted"]) == ("", 4)
    assert match.view(None).warning


def test_the_second_stone_as_last_card_of_the_fifth_tunnel() -> None:
    """R29: five exhausted and both found: the first test decides."""
    match = table(T1="stone_b", **DRY, T5="", P2={"stones": ["stone_a"]})
    do(match, "P1 dig 1")
    assert (facts(match)["result"], facts(match)["scores"]) == ("both_split", [10, 10])


def test_the_first_stone_as_last_card_of_the_fifth_tunnel() -> None:
    """§9 Test 2: five exhausted and exactly one found, however lately: it is worth nothing."""
    match = table(T1="stone_a", **DRY, T5="", T6="stone_b")
    do(match, "P1 dig 1")
    assert (facts(match)["result"], facts(match)["scores"], facts(match)["ranks"]) == ("one_stone", [0, 0], [1, 1])
    assert facts(match)["winners"] == ["P1", "P2"]


def test_the_discarded_stone_was_found() -> None:
    """§9 `one_stone`, §12: the stone leaves the camp for the discard, but it counts as found to the end."""
    match = table(T1="gallery_6", **DRY, T5="", T6="stone_b", P1={"stones": ["stone_a"]})
    do(match, "P1 dig 1")
    view = match.view(None)
    assert (view.stones_found, view.players[0].stones, view.discard) == (1, (), ("gallery_6", "stone_a"))


def test_its_owner_may_win_by_score() -> None:
    """R30: in `one_stone` the finder gets nothing for it, but competes like everybody."""
    match = table(T1="xp_4", **DRY, T5="", T6="stone_b", P1={"stones": ["stone_a"]}, P2={"xp": [2]})
    do(match, "P1 dig 1")
    assert (facts(match)["scores"], facts(match)["winners"]) == ([4, 2], ["P1"])


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_without_a_stone_everybody_is_last(seats: int) -> None:
    """§9 `no_stone`: rank = number of players for all, nobody wins, the scores are void."""
    match = table(seats=seats, T1="xp_4", **DRY, T5="stone_a", T6="stone_b", P1={"xp": [8]})
    do(match, "P1 dig 1")
    outcome = match.outcome
    assert outcome is not None
    assert outcome.ranks == (seats,) * seats
    assert outcome.won == (False,) * seats
    assert outcome.scores_void


def test_without_a_stone_five_exhausted_are_four_or_more() -> None:
    """§9 Test 2 wants exactly one stone; without any it is test 3, however many tunnels are exhausted."""
    match = table(T1="xp_4", **DRY, T5="", T6="stone_a stone_b")
    do(match, "P1 dig 1")
    assert (facts(match)["exhausted"], facts(match)["result"]) == (5, "no_stone")


def test_a_rockfall_cleared_last_ends_the_game_too() -> None:
    """R27: the test is made after each action, whatever the action was."""
    match = table(T1="^rockfall_s", **DRY, T5="stone_a", T6="stone_b")
    do(match, "P1 destroy_rockfall 1")
    assert (facts(match)["result"], camp(match)["kara"]) == ("no_stone", 2)
    match = table("S", T1="^bat_x2", **DRY, T5="stone_a", T6="stone_b", P1={"kara": 3})
    do(match, "P1 rent_sword go", "P1 fight 1")
    assert facts(match)["result"] == "no_stone"
    match = table(T1="gallery_2 xp_1", **DRY, T5="stone_a", T6="stone_b", P1={"kara": 5})
    do(match, "P1 hire_specialist miner.1")
    assert facts(match)["result"] == "no_stone"


def test_the_finder_of_both_wins_and_the_others_are_ranked_from_two() -> None:
    """§9 `both_one_player`: standard competition ranking behind the finder; ties share (R28)."""
    match = table(
        seats=4,
        T1="stone_b",
        P1={"stones": ["stone_a"]},
        P2={"xp": [4], "kara": 5},
        P3={"xp": [4], "kara": 9},
        P4={"xp": [4, 1]},
    )
    do(match, "P1 dig 1")
    assert facts(match)["scores"] == [20, 5, 5, 5]
    assert facts(match)["ranks"] == [1, 3, 3, 2]
    assert facts(match)["winners"] == ["P1"]


def test_competition_ranking_leaves_gaps() -> None:
    """§9 Ranks 1, 2, 2, 4."""
    match = table(
        seats=4,
        T1="stone_b",
        P1={"xp": [4]},
        P2={"xp": [2, 1]},
        P3={"xp": [1, 2]},
        P4={"stones": ["stone_a"], "skull": True, "kara": 4},
    )
    do(match, "P1 dig 1")
    assert (facts(match)["scores"], facts(match)["ranks"]) == ([14, 3, 3, 8], [1, 3, 3, 2])


def test_a_score_may_be_negative() -> None:
    """§9 The skull takes 2 XP, also from nothing; kara counts in whole fives."""
    match = table(T1="gallery_2", **DRY, T5="", T6="stone_b", P1={"stones": ["stone_a"], "skull": True, "kara": 1})
    do(match, "P1 dig 1")
    assert (facts(match)["scores"], facts(match)["ties"], facts(match)["ranks"]) == ([-2, 0], [-2, 0], [2, 1])


def test_every_part_of_a_score() -> None:
    """§9 Items + 2 × tokens + map − skull + ⌊kara ÷ 5⌋ + 10 × stones; the tie-break is without the last two."""
    rich = {"xp": [4, 1], "tokens": 2, "map": True, "skull": True, "kara": 14, "stones": ["stone_a"]}
    match = table(T1="stone_b", P2=rich)
    do(match, "P1 dig 1")
    assert match.outcome is not None
    score = match.outcome.scores[1]
    assert score.parts == (("items", 5), ("tokens", 4), ("map", 2), ("skull", -2), ("kara", 2), ("stones", 10))
    assert (score.total, score.tie) == (21, 9)


def test_an_unfinished_turn_counts() -> None:
    """R33: what was gained before the end counts; the rest of the turn and the evening do not happen."""
    match = table(T1="stone_b", P1={"recruited": True, "kara": 4, "specialist": "miner"}, P2={"stones": ["stone_a"]})
    do(match, "P1 tavern 1", "P1 dig 1")
    assert (facts(match)["scores"], camp(match)["ready"], camp(match)["used"]) == ([11, 10], 1, 2)
    assert camp(match)["specialist"] == "miner"


def test_after_the_end_nothing_moves() -> None:
    """§4 GAME_OVER: no decision is open or accepted, and the end cannot be taken back (§5 Undo)."""
    match = table(T1="stone_b", P2={"stones": ["stone_a"]})
    do(match, "P1 dig 1")
    assert match.pending == ()
    for line in ("P1 dig 2", "P2 tavern 1", "P1 end_day stay.0", "P1 survey_step no.0"):
        assert refusal(match, line) == "kernel.game_over"
    with pytest.raises(Refused):
        match.take_back(0)


def test_the_game_can_always_be_brought_to_an_end() -> None:
    """§9 With all six tunnels exhausted both stones are found: the last card decides at the latest."""
    match = table(T1="stone_b", **DRY, T5="", T6="", P2={"stones": ["stone_a"]})
    do(match, "P1 dig 1")
    assert (facts(match)["exhausted"], facts(match)["result"]) == (6, "both_split")
