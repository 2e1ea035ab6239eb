"""§8 Rolling, rerolling and Pixies: what the worked examples leave out."""

import pytest

from engines.aerion import GAME
from engines.kernel.decision import Decision, Steps
from tests.engines.aerion.table import asked, may_take_back, seat, table
from tests.engines.lines import do, facts, refusal, told, verbs


def first_stage(decision: Decision) -> object:
    assert isinstance(decision, Steps)
    return decision.first


def test_a_reroll_leaves_the_other_dice_as_they_lie() -> None:
    """§8: each named die falls anew, the lowest number first, whatever order they were named in."""
    match = table(D1="MC", D2="BK", dice="123456", die="65")
    do(match, "P1 discard_reroll d5 d2 2")
    assert facts(match)["dice"] == [1, 6, 3, 4, 5, 6]


def test_free_rerolls_mix_with_everything_else() -> None:
    """R13: credits, burned cards and Pixies in any order; not all need be used."""
    match = table(D1="MC", D2="BK", D3="CS", dice="112346", die="645", P1={"books": 1})
    do(match, "P1 use_book_reroll go", "P1 free_reroll d3", "P1 discard_reroll d4 2", "P1 use_pixie d1 1.5")
    do(match, "P1 free_reroll d6")
    assert (facts(match)["dice"], facts(match)["rerolls"]) == ([5, 1, 6, 4, 4, 5], 1)
    do(match, "P1 acquire 1.ws1")
    assert (facts(match)["state"], facts(match)["rerolls"]) == ("turn_start", 0)


def test_a_card_may_be_burned_though_another_could_be_taken() -> None:
    """R6, R7: until a main action is named nothing is fixed, also the card one was rolling for may be burned."""
    match = table(D1="MC", dice="335512", die="1")
    assert "acquire" in verbs(match)
    do(match, "P1 discard_reroll d1 1")
    assert (facts(match)["D1"], facts(match)["pile1"], facts(match)["state"]) == ("", "MC", "rolling")


def test_both_ways_to_reroll_begin_with_the_same_choice() -> None:
    """§16: the dice are chosen once, then how it is paid."""
    match = table(D1="MC", dice="335512", P1={"books": 1})
    do(match, "P1 use_book_reroll go")
    joint = next(menu for menu in GAME.menus if menu.joint)
    stages = [first_stage(asked(match, verb)) for verb in joint.verbs]
    assert stages[0] is not None
    assert stages[0] == stages[1]


def test_an_empty_display_pays_for_nothing() -> None:
    match = table(dice="335512")
    assert refusal(match, "P1 discard_reroll d1 1") == "display_empty"
    assert refusal(match, "P1 free_reroll d1") == "no_credit"


def test_a_die_number_too_many_or_twice_is_refused() -> None:
    """R5: one to six different dice."""
    match = table(D1="MC", dice="335512")
    assert refusal(match, "P1 discard_reroll d1 d1 1") == "kernel.chosen_twice"
    assert refusal(match, "P1 discard_reroll d7 1") == "kernel.no_such_option"
    assert refusal(match, "P1 discard_reroll d1") == "kernel.wrong_number"
    assert refusal(match, "P1 discard_reroll d1 2") == "empty_slot"


@pytest.mark.parametrize(("pixies", "answer"), [(3, "d1 d2 d3 1.6 2.6 3.6"), (1, "d3 3.6")])
def test_pixies_are_spent_for_good_and_can_be_taken_back(pixies: int, answer: str) -> None:
    """§8 Each change spends one; nothing is revealed, so the giver may think again."""
    match = table(D1="MC", dice="123456", pixies=pixies)
    do(match, f"P1 use_pixie {answer}")
    assert facts(match)["pixies"] == 0
    assert "use_pixie" not in {decision.verb for decision in match.pending}
    assert may_take_back(match)
    match.take_back(0)
    assert (facts(match)["pixies"], facts(match)["dice"]) == (pixies, [1, 2, 3, 4, 5, 6])


def test_what_was_thrown_stays_thrown() -> None:
    """§8 Barrier: rolling and rerolling can't be taken back; a Book is only opened, so it can."""
    match = table(state="turn_start", D1="MC", P1={"books": 1})
    do(match, "P1 roll_dice go")
    assert not may_take_back(match)
    do(match, "P1 use_book_reroll go")
    assert may_take_back(match)
    do(match, "P1 free_reroll d1")
    assert not may_take_back(match)


def test_everybody_is_told_what_was_burned_and_what_fell() -> None:
    match = table(D1="MC", D2="BK", dice="123456", die="6")
    turn = do(match, "P1 discard_reroll d1 2")
    assert told(turn) == ["aerion.discard_reroll.done"]
    assert set(turn.events[0].at) == {"dice", "slot.2"}
    deed = match.view(None).deeds[-1]
    assert (deed.verb, deed.card, deed.column, deed.changed, deed.dice) == (
        "discard_reroll",
        "book",
        2,
        (1,),
        (6, 2, 3, 4, 5, 6),
    )


def test_dice_of_the_last_turn_count_for_nothing() -> None:
    """§4: in TURN_START they are a picture; six dice are rolled."""
    match = table(state="turn_start", D1="MC", dice="335512", die="123456")
    assert verbs(match) == {"roll_dice"}
    do(match, "P1 roll_dice go")
    assert facts(match)["dice"] == [1, 2, 3, 4, 5, 6]
    assert seat(match)["books"] == 0
