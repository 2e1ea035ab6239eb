"""§6.5 Hire a specialist: what the worked examples leave out."""

import pytest

from tests.engines.lines import do, facts, refusal, told, verbs
from tests.engines.takara.table import back, camp, legal, options, stays, table

# ---- Whom and when -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kara", "hire", "reason"),
    [
        (4, "miner.1", "too_poor"),
        (2, "soothsayer.1.1", "too_poor"),
        (1, "archaeologist.1", "too_poor"),
        (9, "impersonator.miner.1", "nobody_holds"),
        (9, "impersonator.1", "hire_form"),
        (9, "impersonator.impersonator.1", "hire_form"),
        (9, "impersonator.soothsayer.1", "hire_form"),
        (9, "soothsayer.1", "hire_form"),
        (9, "soothsayer.1.0", "hire_form"),
        (9, "soothsayer.1.2", "hire_form"),
        (9, "miner.1.1", "hire_form"),
        (9, "archaeologist.1.1", "hire_form"),
        (9, "miner.miner.1", "hire_form"),
        (9, "miner", "hire_form"),
        (9, "miner.0", "hire_form"),
        (9, "miner.7", "hire_form"),
        (9, "miner.2", "exhausted"),
        (9, "archaeologist.2", "exhausted"),
        (9, "soothsayer.2.1", "exhausted"),
        (9, "miner.3", "miner_monster"),
    ],
)
def test_an_impossible_hire_costs_nothing(kara: int, hire: str, reason: str) -> None:
    """§6.5 One decision names the full target, so an impossible or malformed use is refused and nothing is paid."""
    match = table(P1={"kara": kara}, T2="", T3="^bat_k5 xp_1")
    assert refusal(match, f"P1 hire_specialist {hire}") == reason
    assert (camp(match)["kara"], camp(match)["ready"], camp(match)["specialist"]) == (kara, 2, "")


def test_a_specialist_serves_two_days_of_one_player() -> None:
    """§6.5 Holding time: hire in turns 1, 3, 5; nobody else gets that card in between, and you get no other."""
    match = table(P1={"kara": 20, "recruited": True}, P2={"kara": 20, "recruited": True})
    do(match, "P1 hire_specialist archaeologist.1")
    assert camp(match)["specialist"] == "archaeologist"
    assert refusal(match, "P1 hire_specialist miner.1") == "hold_one"
    do(match, "P1 tavern 2")
    assert camp(match)["specialist"] == "archaeologist face down"
    assert refusal(match, "P2 hire_specialist archaeologist.1") == "not_on_dock"
    do(match, "P2 tavern 3")
    assert refusal(match, "P1 hire_specialist soothsayer.1.1") == "hold_one"
    do(match, "P1 tavern 3")
    assert camp(match)["specialist"] == ""
    do(match, "P2 hire_specialist archaeologist.1", "P2 tavern 2")
    assert refusal(match, "P1 hire_specialist archaeologist.1") == "not_on_dock"
    do(match, "P1 hire_specialist soothsayer.1.1")
    assert camp(match)["specialist"] == "soothsayer"


def test_a_skipped_day_counts_as_a_day() -> None:
    """§6.5 "At the end of your next day": a day that everybody spends in the waiting room is one too."""
    match = table(P1={"specialist": "archaeologist"}, T1="xp_1_hurt xp_1_hurt xp_2")
    do(match, "P1 dig 1", "P1 dig 1")
    assert camp(match)["specialist"] == "archaeologist face down"
    do(match, "P2 tavern 2")
    assert (facts(match)["active"], camp(match)["specialist"]) == ("P2", "")


@pytest.mark.parametrize("held", ["miner", "miner face down"])
def test_the_impersonator_copies_face_up_and_face_down(held: str) -> None:
    """§6.5 `hired`: another player holds that card now, face up or face down (R21); it stays where it is."""
    match = table(P1={"kara": 7}, P2={"specialist": held}, T1="gallery_2 xp_1 xp_2")
    assert {key.split(".")[1] for key in legal(match, "hire_specialist") if key.startswith("impersonator")} == {"miner"}
    do(match, "P1 hire_specialist impersonator.miner.1")
    assert (camp(match)["kara"], camp(match)["xp"], facts(match)["T1"]) == (0, [1], "xp_2")
    assert camp(match)["specialist"] == "impersonator as miner"
    assert camp(match, "P2")["specialist"] == held


def test_the_impersonator_never_copies_another_impersonator() -> None:
    """R20: an impersonator that acts as a miner is no miner; with nobody else hired nobody can be copied."""
    match = table(
        seats=3, P1={"kara": 20}, P2={"specialist": "impersonator as miner face down"}, P3={"kara": 20}, active="P3"
    )
    assert not any(key.startswith("impersonator") for key in legal(match, "hire_specialist"))
    assert refusal(match, "P3 hire_specialist impersonator.miner.1") == "not_on_dock"


def test_the_impersonator_copies_the_soothsayer_with_a_start() -> None:
    """§6.5 `start` belongs to the soothsayer's ability, whoever carries it out; cost 3 + 2."""
    match = table(P1={"kara": 5}, P2={"specialist": "soothsayer face down"}, T1="xp_1 xp_2 xp_4 stone_a")
    do(match, "P1 hire_specialist impersonator.soothsayer.1.2")
    assert (camp(match)["kara"], camp(match)["known"]) == (0, {"T1": [2, 3, 4]})


def test_with_option_any_the_copied_card_may_lie_anywhere() -> None:
    """§1 `impersonator` = `any`: hired by another or not, each of the three can be copied at cost + 2."""
    match = table(options={"impersonator": "any"}, P1={"kara": 7}, P2={"specialist": "miner face down"})
    copied = {key.split(".")[1] for key in legal(match, "hire_specialist") if key.startswith("impersonator")}
    assert copied == {"miner", "soothsayer", "archaeologist"}


# ---- Looking -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("cards", "windows"), [(1, [1]), (2, [1]), (3, [1]), (4, [1, 2]), (9, [1, 2, 3, 4, 5, 6, 7])])
def test_the_soothsayer_sees_three_if_there_are_three(cards: int, windows: list[int]) -> None:
    """R24: 1 ≤ s ≤ max(1, n − 2)."""
    match = table(P1={"kara": 3}, T1=" ".join(["xp_1"] * cards))
    offered = [o for o in options(match, "hire_specialist") if o.key.startswith("soothsayer.1.")]
    assert [o.key for o in offered] == [f"soothsayer.1.{start}" for start in windows]
    do(match, f"P1 hire_specialist soothsayer.1.{windows[-1]}")
    assert camp(match)["known"] == {"T1": list(range(windows[-1], min(windows[-1] + 2, cards) + 1))}


@pytest.mark.parametrize(("cards", "seen"), [(1, 1), (4, 4), (5, 5), (9, 5)])
def test_the_archaeologist_sees_up_to_five(cards: int, seen: int) -> None:
    """§6.5 The top five, or all if there are fewer."""
    match = table(P1={"kara": 2}, T1=" ".join(["xp_1"] * cards))
    do(match, "P1 hire_specialist archaeologist.1")
    assert camp(match)["known"] == {"T1": list(range(1, seen + 1))}


def test_nothing_blocks_those_who_look_through() -> None:
    """§6.5, R22: face-up cards count among the five, rockfalls and monsters are neither turned up nor paid."""
    match = table(P1={"kara": 2}, T1="^rockfall_s bat_x2 ^goblin_x3 rockfall_s stone_a xp_1")
    turn = do(match, "P1 hire_specialist archaeologist.1")
    assert facts(match)["T1"] == "^rockfall_s bat_x2 ^goblin_x3 rockfall_s stone_a xp_1"
    assert (camp(match)["kara"], camp(match)["known"]) == (0, {"T1": [2, 4, 5]})
    assert told(turn) == ["takara.hire_specialist.done", "takara.look.looked"]
    assert "takara.look.saw" in told(turn, 0)
    assert "takara.look.saw" not in told(turn, 1)


# ---- Miner -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("pile", "left", "xp"),
    [
        ("xp_4_hurt", "", [4]),
        ("rockfall_s ^rockfall_s xp_1", "xp_1", []),
        ("^rockfall_s ^bat_x2 xp_1", "^bat_x2 xp_1", []),
        ("gallery_2 bat_x2 xp_1", "^bat_x2 xp_1", []),
        ("xp_1 xp_2_hurt xp_4", "xp_4", [1, 2]),
        ("bat_x2 xp_1", "^bat_x2 xp_1", []),
    ],
)
def test_what_the_miner_makes_of_two_cards(pile: str, left: str, xp: list[int]) -> None:
    """§6.5 Miner: two cards one after the other, no kara, no injury, no fight; a monster stops him (R16)."""
    match = table(P1={"kara": 5}, T1=pile)
    do(match, "P1 hire_specialist miner.1")
    assert (facts(match)["T1"], camp(match)["xp"], camp(match)["kara"]) == (left, xp, 0)
    assert (camp(match)["hospital"], camp(match)["board"]) == (0, "dock")


def test_the_miner_finishes_the_treasure_before_the_second_card() -> None:
    """R23: the map is chosen before the second card is touched; that card bars the choice's undo (R25)."""
    match = table(P1={"kara": 5}, T1="chest_m xp_1_hurt xp_2", treasures="map tablet")
    do(match, "P1 hire_specialist miner.1")
    assert verbs(match) == {"choose_map"}
    assert (facts(match)["T1"], camp(match)["xp"]) == ("xp_1_hurt xp_2", [])
    turn = do(match, "P1 choose_map kara")
    assert (facts(match)["T1"], camp(match)["xp"], camp(match)["kara"]) == ("xp_2", [1], 5)
    assert not turn.open
    assert stays(match)


@pytest.mark.parametrize("pile", ["chest_m", "gallery_2 chest_m xp_2"])
def test_a_map_with_no_card_after_it_may_be_chosen_anew(pile: str) -> None:
    """R25: if no card is left for the miner to handle, the choice reveals nothing and can be taken back."""
    match = table(P1={"kara": 5}, T1=pile, treasures="map tablet")
    do(match, "P1 hire_specialist miner.1", "P1 choose_map kara")
    back(match)
    assert verbs(match) == {"choose_map"}
    do(match, "P1 choose_map xp")
    assert (camp(match)["map"], camp(match)["kara"]) == (True, 0)
    back(match)
    assert stays(match)


def test_a_face_up_monster_is_a_card_to_handle() -> None:
    """§5 `choose_map` is a barrier if the miner still has a card to handle, were it only to stop before a monster."""
    match = table(P1={"kara": 5}, T1="chest_m ^bat_x2 xp_2", treasures="map tablet")
    do(match, "P1 hire_specialist miner.1", "P1 choose_map xp")
    assert facts(match)["T1"] == "^bat_x2 xp_2"
    assert stays(match)


def test_the_miner_opens_two_chests() -> None:
    """R23: a map first, then a whole second treasure."""
    match = table("S S", P1={"kara": 5}, T1="chest_m chest_d xp_2", treasures="map mimic idol_a")
    do(match, "P1 hire_specialist miner.1", "P1 choose_map xp")
    assert (camp(match)["map"], camp(match)["xp"], facts(match)["T1"]) == (True, [2, 4], "xp_2")


def test_a_mimic_never_injures_for_the_miner() -> None:
    """§6.6 `mimic_injury` concerns the adventurer who dug the chest up; a miner's chest injures nobody."""
    match = table("H", options={"mimic_injury": True}, P1={"kara": 5}, T1="chest_m xp_1 xp_2", treasures="mimic tablet")
    do(match, "P1 hire_specialist miner.1")
    assert (camp(match)["hospital"], camp(match)["xp"]) == (0, [1])
    assert facts(match)["treasures_left"] == 2


def test_the_miner_goes_on_after_the_first_stone() -> None:
    """§6.5 A stone that is the first found does not stop him."""
    match = table(P1={"kara": 5}, T1="stone_a xp_4 xp_1")
    do(match, "P1 hire_specialist miner.1")
    assert (camp(match)["stones"], camp(match)["xp"], facts(match)["T1"]) == (["stone_a"], [4], "xp_1")


def test_the_second_stone_stops_the_miner_at_once() -> None:
    """§6.5, §9: with both stones found the game ends without the second card."""
    match = table(P1={"kara": 5}, P2={"stones": ["stone_b"]}, T1="stone_a xp_4 xp_1")
    do(match, "P1 hire_specialist miner.1")
    assert (facts(match)["result"], facts(match)["T1"], camp(match)["xp"]) == ("both_split", "xp_4 xp_1", [])


def test_both_stones_by_one_miner() -> None:
    """§9 Whoever takes both, be it with one miner, wins."""
    match = table(P1={"kara": 5}, T1="stone_a stone_b xp_1")
    do(match, "P1 hire_specialist miner.1")
    assert (facts(match)["result"], facts(match)["winners"]) == ("both_one_player", ["P1"])


def test_hiring_is_never_taken_back() -> None:
    """§5 `hire_specialist` is a barrier, also where it turns nothing up."""
    match = table(P1={"kara": 5}, T1="^rockfall_s ^rockfall_s xp_1")
    do(match, "P1 hire_specialist miner.1")
    assert stays(match)
