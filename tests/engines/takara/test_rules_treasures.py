"""§6.6 Treasure cards: what the worked examples leave out."""

import pytest

from tests.engines.lines import do, facts, refusal, told, verbs
from tests.engines.takara.table import back, camp, legal, stays, table


@pytest.mark.parametrize(
    ("after", "kara", "xp"), [("gold_bag", 10, [2]), ("skull", 20, [2]), ("idol_c", 0, [2, 4]), ("tablet", 0, [2, 8])]
)
def test_a_beaten_mimic_gives_the_next_treasure(after: str, kara: int, xp: list[int]) -> None:
    """§6.6 Two sword faces: 2 XP, then the next treasure is resolved as usual; both left the deck."""
    match = table("S S", T1="chest_d xp_1", treasures=f"mimic {after} idol_a")
    do(match, "P1 dig 1")
    assert (camp(match)["kara"], camp(match)["xp"], facts(match)["treasures"]) == (kara, xp, "idol_a")


def test_a_map_behind_a_mimic_is_chosen_at_once() -> None:
    """§6.6, R25: the map that follows a beaten mimic asks like any other, and only this choice can be taken back."""
    match = table("S S", T1="chest_d xp_1", treasures="mimic map idol_a")
    do(match, "P1 dig 1")
    assert verbs(match) == {"choose_map"}
    do(match, "P1 choose_map xp")
    assert (camp(match)["map"], camp(match)["xp"]) == (True, [2])
    back(match)
    assert verbs(match) == {"choose_map"}
    assert stays(match)


def test_a_beaten_mimic_with_nothing_behind_it() -> None:
    """§6.6 From an empty deck nothing is drawn."""
    match = table("S S", T1="chest_d xp_1", treasures="mimic")
    do(match, "P1 dig 1")
    assert (camp(match)["xp"], facts(match)["treasures_left"], verbs(match) >= {"dig"}) == ([2], 0, True)
    match = table(T1="chest_d xp_1", treasures="")
    do(match, "P1 dig 1")
    assert (facts(match)["discard"], camp(match)["xp"]) == ("chest_d", [])


@pytest.mark.parametrize("dice", ["H", "S H"])
def test_a_mimic_alone_in_the_deck_comes_back(dice: str) -> None:
    """§6.6, R26: an escaped mimic is the whole deck if there was no other card; no wound stays, so two more are due."""
    match = table(f"{dice} S S", T1="chest_d chest_m xp_1", treasures="mimic")
    do(match, "P1 dig 1")
    assert (facts(match)["treasures"], camp(match)["xp"]) == ("mimic", [])
    do(match, "P1 dig 1")
    assert (facts(match)["treasures"], camp(match)["xp"]) == ("", [2])


@pytest.mark.parametrize("dice", ["H", "S H"])
@pytest.mark.parametrize("injury", [False, True])
@pytest.mark.parametrize("sword", [False, True])
def test_who_is_hurt_by_a_mimic(dice: str, injury: bool, sword: bool) -> None:
    """R26: nobody, or with option `mimic_injury` the digger; the sword makes no difference."""
    match = table(dice, options={"mimic_injury": injury}, T1="chest_d xp_1", treasures="mimic tablet", sword=sword)
    turn = do(match, "P1 dig 1")
    assert camp(match)["hospital"] == int(injury)
    assert camp(match)["xp"] == []
    assert facts(match)["treasures_left"] == 2
    assert told(turn)[-1] == ("takara.treasure.mimic_hurts" if injury else "takara.treasure.mimic_escapes")


def test_a_beaten_mimic_hurts_nobody() -> None:
    """§6.6 `mimic_injury` speaks of an escape only."""
    match = table("S S", options={"mimic_injury": True}, T1="chest_d xp_1", treasures="mimic tablet")
    do(match, "P1 dig 1")
    assert camp(match)["hospital"] == 0


def test_the_map_waits_for_nothing_else() -> None:
    """§4 MAP_CHOICE comes before anything goes on; it takes `kara` or `xp` and nothing more."""
    match = table(T1="chest_m xp_1", treasures="map tablet", P1={"kara": 9})
    do(match, "P1 dig 1")
    assert legal(match, "choose_map") == {"kara", "xp"}
    for line in ("P1 dig 1", "P1 rent_sword go", "P1 bank_buy go", "P1 end_day stay.0", "P1 survey_step no.0"):
        assert refusal(match, line) == "kernel.not_now"
    assert refusal(match, "P1 choose_map both") == "map_form"
    assert refusal(match, "P2 choose_map xp") == "kernel.not_your_turn"


def test_a_table_laid_out_in_mid_choice_goes_on() -> None:
    """§4 State to keep: an open map choice with what follows it can be set up, for a dig and for a miner."""
    match = table(map_choice={}, P1={"ready": 1, "used": 1})
    do(match, "P1 choose_map kara")
    assert (camp(match)["kara"], verbs(match) >= {"tavern"}) == (5, True)
    match = table(map_choice={"miner": 1, "left": 1}, T1="xp_1_hurt xp_2", P1={"ready": 1, "used": 1})
    do(match, "P1 choose_map xp")
    assert (camp(match)["xp"], camp(match)["map"], facts(match)["T1"]) == ([1], True, "xp_2")


def test_the_choice_that_ends_the_day_can_be_taken_back() -> None:
    """§5 Undo: the automatic evening after the choice goes back with it."""
    match = table(T1="chest_m xp_1", treasures="map tablet", P1={"ready": 1, "used": 1})
    do(match, "P1 dig 1", "P1 choose_map xp")
    assert facts(match)["active"] == "P2"
    back(match)
    assert (facts(match)["active"], verbs(match)) == ("P1", {"choose_map"})
    do(match, "P1 choose_map kara")
    assert verbs(match) == {"end_day"}


def test_the_map_is_chosen_before_the_game_ends() -> None:
    """§9 The end test waits for the choice, which still counts (R27), and which is then settled (R25)."""
    match = table(T1="chest_m", T2="", T3="", T4="", T5="stone_a", T6="stone_b", treasures="map tablet")
    do(match, "P1 dig 1")
    assert (facts(match)["result"], verbs(match)) == ("", {"choose_map"})
    do(match, "P1 choose_map xp")
    assert (facts(match)["result"], facts(match)["scores"], facts(match)["ranks"]) == ("no_stone", [2, 0], [2, 2])
    assert stays(match)
