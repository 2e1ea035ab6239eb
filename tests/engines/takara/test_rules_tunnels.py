"""§6.1 Dig, §6.2 Survey, §6.3 Destroy a rockfall, §6.4 Fight: what the worked examples leave out."""

import pytest

from tests.engines.lines import do, facts, refusal, told, verbs
from tests.engines.takara.table import camp, legal, options, table

# ---- 6.1 Dig -----------------------------------------------------------------------------------------------------


def test_the_last_card_exhausts_the_tunnel() -> None:
    """§6.1 A tunnel whose last card is dug is exhausted, and nobody digs or surveys there again (R7)."""
    match = table(T1="gallery_2")
    do(match, "P1 dig 1")
    assert facts(match)["exhausted"] == 1
    assert refusal(match, "P1 dig 1") == "exhausted"
    assert refusal(match, "P1 survey 1.3") == "exhausted"


def test_the_sword_does_not_help_against_the_hospital_mark() -> None:
    """§6.1 An XP card with the hospital mark injures whoever digs it, sword or not."""
    match = table(T1="xp_4_hurt xp_1", P1={"kara": 3})
    do(match, "P1 rent_sword go", "P1 dig 1")
    assert camp(match)["xp"] == [4]
    assert camp(match)["hospital"] == 1


def test_a_dug_monster_never_starts_a_fight() -> None:
    """R16: with the sword in hand the monster is only turned up; no die is rolled, nobody is hurt."""
    match = table(T1="drake xp_1", P1={"kara": 3})
    do(match, "P1 rent_sword go", "P1 dig 1")
    assert facts(match)["T1"] == "^drake xp_1"
    assert camp(match)["hospital"] == 0
    assert match.rng.drawn == 0


def test_what_goes_to_the_discard() -> None:
    """§8 Galleries and chests are discarded, XP cards and treasures are not."""
    match = table(T1="gallery_2 chest_m xp_1 xp_2", P1={"recruited": True})
    do(match, "P1 dig 1", "P1 dig 1", "P1 dig 1")
    assert facts(match)["discard"] == "gallery_2 chest_m"


# ---- 6.2 Survey --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("looks", [1, 2, 3])
def test_a_lone_card_ends_the_survey(looks: int) -> None:
    """R13: more looks than cards are fine; with nothing further to see there is no pause."""
    match = table(T1="xp_2")
    do(match, f"P1 survey 1.{looks}")
    assert verbs(match) >= {"dig", "tavern"}
    assert camp(match)["known"] == {"T1": [1]}


@pytest.mark.parametrize("pile", ["bat_x2", "bat_x2 ^rockfall_s", "bat_x2 ^goblin_x3 xp_1"])
def test_a_monster_with_nothing_to_see_behind_it(pile: str) -> None:
    """§6.2 The survey pauses for the monster; no look can be asked for where a face-up card or nothing follows (R9)."""
    match = table(T1=pile)
    do(match, "P1 survey 1.3")
    assert legal(match, "survey_step") == {"yes.0", "no.0"}
    assert refusal(match, "P1 survey_step yes.1") == "too_many_looks"


@pytest.mark.parametrize("looks", [1, 2, 3])
def test_a_rockfall_ends_it_at_once(looks: int) -> None:
    """§6.2 A rockfall on top is turned up for 2 kara and no card beneath is seen, whatever was asked for."""
    match = table(T1="rockfall_s bat_x2 xp_1")
    do(match, f"P1 survey 1.{looks}")
    assert facts(match)["T1"] == "^rockfall_s bat_x2 xp_1"
    assert (camp(match)["kara"], camp(match)["known"]) == (2, "")


def test_a_rockfall_buries_the_choice_about_an_earlier_monster() -> None:
    """R10: a monster left face down before the rockfall stays so; only the rockfall pays."""
    match = table(T1="bat_x2 rockfall_s xp_1")
    do(match, "P1 survey 1.3", "P1 survey_step no.2")
    assert facts(match)["T1"] == "bat_x2 ^rockfall_s xp_1"
    assert (camp(match)["kara"], camp(match)["known"]) == (2, {"T1": [1]})
    assert refusal(match, "P1 survey_step yes.0") == "kernel.not_now"


def test_each_monster_is_decided_when_it_is_seen() -> None:
    """R11: keep the first, turn up the second, and the rockfall pays too."""
    match = table(T1="bat_x2 goblin_x3 rockfall_s")
    do(match, "P1 survey 1.3", "P1 survey_step no.2", "P1 survey_step yes.1")
    assert facts(match)["T1"] == "bat_x2 ^goblin_x3 ^rockfall_s"
    assert camp(match)["kara"] == 4


def test_a_monster_turned_up_in_this_survey_does_not_block_it() -> None:
    """§6.2 Face-up cards are never passed, except a monster turned up in this same survey."""
    match = table(T1="bat_x2 goblin_x3 drake gallery_2")
    do(match, "P1 survey 1.1", "P1 survey_step yes.1", "P1 survey_step yes.1", "P1 survey_step yes.0")
    assert facts(match)["T1"] == "^bat_x2 ^goblin_x3 ^drake gallery_2"
    assert camp(match)["kara"] == 6
    assert camp(match)["hospital"] == 0


def test_a_left_monster_cannot_be_revealed_later_in_this_survey() -> None:
    """§6.2 What was left face down is left for good: at the next pause only stop and look on are open."""
    match = table(T1="bat_x2 xp_1 xp_2")
    do(match, "P1 survey 1.3", "P1 survey_step no.1")
    assert legal(match, "survey_step") == {"no.1", "no.0"}
    assert refusal(match, "P1 survey_step yes.0") == "no_monster_to_reveal"


def test_a_pause_after_fewer_looks_than_there_are() -> None:
    """§6.2 Whoever asked for fewer than 3 is asked again while a further card may be looked at, and only then."""
    match = table(T1="xp_1 xp_2 xp_4 xp_1")
    do(match, "P1 survey 1.1")
    assert legal(match, "survey_step") == {"no.2", "no.1", "no.0"}
    do(match, "P1 survey_step no.1")
    assert legal(match, "survey_step") == {"no.1", "no.0"}
    do(match, "P1 survey_step no.1")
    assert verbs(match) >= {"dig"}
    assert camp(match)["known"] == {"T1": [1, 2, 3]}


def test_an_open_survey_lets_nothing_else_happen() -> None:
    """§4 SURVEY is a state of its own: every other decision waits, for everybody."""
    match = table(T1="bat_x2 xp_1", P1={"kara": 9, "xp": [4]})
    do(match, "P1 survey 1.3")
    for line in ("P1 dig 2", "P1 rent_sword go", "P1 tavern 1", "P1 bank_sell 4", "P1 hire_specialist miner.2"):
        assert refusal(match, line) == "kernel.not_now"
    assert refusal(match, "P2 survey_step no.0") == "kernel.not_your_turn"


def test_known_cards_are_surveyed_again_for_pay() -> None:
    """R8: looking again at what one knows is legal and pays for what is newly turned up."""
    match = table(T1="bat_x2 rockfall_s xp_1", P1={"known": {"T1": [1, 2]}})
    do(match, "P1 survey 1.3", "P1 survey_step yes.2")
    assert facts(match)["T1"] == "^bat_x2 ^rockfall_s xp_1"
    assert camp(match)["kara"] == 4


def test_the_sword_cannot_be_rented_after_a_survey() -> None:
    """R6: a survey is an action too."""
    match = table(T1="xp_1 xp_2", P1={"kara": 3})
    do(match, "P1 survey 1.3")
    assert refusal(match, "P1 rent_sword go") == "sword_too_late"


def test_the_last_adventurer_may_survey_with_pauses() -> None:
    """§4 A survey by the last adventurer is finished before the day ends; its kara pays the evening."""
    match = table(T1="bat_x2 goblin_x3 xp_1", P1={"kara": 1, "ready": 1, "used": 1})
    do(match, "P1 survey 1.3")
    assert verbs(match) == {"survey_step"}
    do(match, "P1 survey_step yes.2", "P1 survey_step yes.0")
    assert camp(match)["kara"] == 5
    assert legal(match, "end_day") == {"stay.0", "recruit.0"}


@pytest.mark.parametrize("answer", ["1", "1.0", "1.4", "0.3", "7.3", "1.-1", "1.3.1", "3", "x"])
def test_a_malformed_survey_is_refused(answer: str) -> None:
    """§5 `survey` takes a tunnel and 1 to 3 looks, no more and no less."""
    assert refusal(table(), f"P1 survey {answer}") == "survey_form"


# ---- 6.3 Destroy a rockfall ----------------------------------------------------------------------------------------


def test_only_rockfalls_on_top_count() -> None:
    """R14: face-up rockfalls under other cards neither pay nor can be destroyed; face-down ones do not count."""
    match = table(T1="^rockfall_s xp_1", T2="xp_1 ^rockfall_s", T3="^bat_x2 ^rockfall_s", T4="rockfall_m xp_1")
    assert legal(match, "destroy_rockfall") == {"1"}
    (label,) = (o.label for o in options(match, "destroy_rockfall") if o.key == "1")
    assert label.params["kara"] == 2
    do(match, "P1 destroy_rockfall 1")
    assert camp(match)["kara"] == 2


def test_what_lies_beneath_stays_as_it_was() -> None:
    """§6.3 The card under a destroyed rockfall is turned neither up nor down, and keeps its wounds."""
    match = table(T1="^rockfall_s ^drake(2) xp_4", P1={"recruited": True})
    do(match, "P1 destroy_rockfall 1")
    assert facts(match)["T1"] == "^drake(2) xp_4"
    assert facts(match)["discard"] == "rockfall_s"


def test_three_adventurers_destroy_one_rockfall() -> None:
    """R15: it takes two that are ready; the third alone breaks nothing."""
    match = table(T1="^rockfall_s xp_1", T2="^rockfall_s xp_1", P1={"recruited": True})
    do(match, "P1 destroy_rockfall 1")
    assert camp(match)["ready"] == 1
    assert refusal(match, "P1 destroy_rockfall 2") == "too_few_ready"


# ---- 6.4 Fight ---------------------------------------------------------------------------------------------------


def test_wounds_stay_for_whoever_comes_next() -> None:
    """§6.4 Wounds outlast the turn; whoever gives the last one gets the whole reward."""
    match = table("S S H H S", T1="^drake xp_1", P1={"kara": 3}, P2={"kara": 3})
    do(match, "P1 rent_sword go", "P1 fight 1", "P1 fight 1")
    assert facts(match)["T1"] == "^drake(2) xp_1"
    assert facts(match)["sword"] == ""
    do(match, "P2 rent_sword go", "P2 fight 1")
    assert camp(match, "P2")["kara"] == 20
    assert camp(match, "P2")["xp"] == [5]
    assert camp(match)["xp"] == []


def test_the_victor_goes_on_unhurt() -> None:
    """§6.4 The victor is unhurt, and the next adventurer may fight the next monster in the same turn."""
    match = table("S S S S", T1="^bat_x2 ^goblin_x3 xp_1", P1={"kara": 3})
    do(match, "P1 rent_sword go", "P1 fight 1", "P1 fight 1")
    assert camp(match)["hospital"] == 0
    assert facts(match)["discard"] == "bat_x2 goblin_x3"


def test_a_lost_fight_without_a_hit_leaves_no_wound() -> None:
    """§6.4 A hospital face first: injured, and the monster is as before."""
    match = table("H", T1="^bat_x2(0) xp_1", P1={"kara": 3})
    turn = do(match, "P1 rent_sword go", "P1 fight 1")
    assert facts(match)["T1"] == "^bat_x2 xp_1"
    assert camp(match)["hospital"] == 1
    assert told(turn) == ["takara.fight.lost"]
    assert not turn.open
