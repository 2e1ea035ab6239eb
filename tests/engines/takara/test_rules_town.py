"""§5 Forge, tavern and bank: what the worked examples leave out."""

import pytest

from engines.kernel.decision import Amount
from tests.engines.lines import do, facts, refusal, verbs
from tests.engines.takara.table import back, camp, options, table


def test_the_sword_is_rented_once_and_for_one_day() -> None:
    """§5, R6: not twice in a turn; the next turn, also one's own, it is in the forge again and costs 3 again."""
    match = table(P1={"kara": 6})
    do(match, "P1 rent_sword go")
    assert refusal(match, "P1 rent_sword go") == "sword_rented"
    do(match, "P1 tavern 2", "P1 end_day stay.0")
    assert facts(match)["sword"] == ""
    do(match, "P2 tavern 2")
    assert (facts(match)["sword"], camp(match)["kara"]) == ("", 5)
    do(match, "P1 rent_sword go")
    assert (facts(match)["sword"], camp(match)["kara"]) == ("P1", 2)


@pytest.mark.parametrize(
    "first", ["dig 1", "survey 1.3", "tavern 1", "bank_sell 4", "bank_buy go", "hire_specialist archaeologist.1"]
)
def test_the_sword_comes_before_everything_else(first: str) -> None:
    """R6: after any use of an adventurer the sword can no longer be rented."""
    match = table(P1={"kara": 20, "xp": [4]})
    do(match, f"P1 {first}")
    assert refusal(match, "P1 rent_sword go") == "sword_too_late"


def test_the_sword_is_yours_again_when_the_evening_is_taken_back() -> None:
    """§5 Undo: an automatic evening gives the sword back to the forge, its undo gives it back to you."""
    match = table(P1={"kara": 3, "recruited": True, "ready": 2, "used": 1})
    do(match, "P1 rent_sword go", "P1 tavern 1", "P1 tavern 1")
    assert (facts(match)["sword"], facts(match)["active"]) == ("", "P2")
    back(match)
    assert (facts(match)["sword"], facts(match)["active"], camp(match)["ready"]) == ("P1", "P1", 1)
    back(match)
    back(match)
    assert (facts(match)["sword"], camp(match)["kara"], camp(match)["ready"]) == ("", 3, 2)


def test_the_tavern_takes_one_up_to_all() -> None:
    """§5 `tavern`: any number of ready adventurers, and there is always room (R5)."""
    match = table(P1={"recruited": True})
    (tavern,) = (d for d in match.pending if isinstance(d, Amount))
    assert (tavern.verb, tavern.low, tavern.high) == ("tavern", 1, 3)
    do(match, "P1 tavern 3")
    assert camp(match)["kara"] == 3


def test_every_kind_of_xp_item_can_be_sold() -> None:
    """R18: XP of monsters and of treasures sells like that of XP cards; the tablet brings 40 kara."""
    match = table(T1="chest_m xp_1", P1={"kara": 3, "recruited": True})
    do(match, "P1 dig 1", "P1 bank_sell 8")
    assert camp(match)["kara"] == 3 + 40
    fought = table("S", T2="^bat_x2 xp_1", P1={"kara": 3})
    do(fought, "P1 rent_sword go", "P1 fight 2", "P1 bank_sell 2")
    assert (camp(fought)["kara"], camp(fought)["xp"]) == (10, [])


def test_equal_items_are_one_entry_and_the_oldest_goes() -> None:
    """§5 `bank_sell`: one entry for each distinct value; of equal items the oldest leaves the game (R17)."""
    match = table(P1={"xp": [4, 1, 4, 2]})
    assert [option.key for option in options(match, "bank_sell")] == ["4", "2", "1"]
    for number, item in enumerate(match.state.players[0].items):
        item.origin = str(number)
    do(match, "P1 bank_sell 4")
    assert [item.origin for item in match.state.players[0].items] == ["1", "2", "3"]
    assert refusal(match, "P1 bank_sell 1") == "bank_used"


def test_the_bank_serves_everybody_once_a_turn() -> None:
    """R17: one visit a player and turn; it is free again for the next player and in the next turn."""
    match = table(P1={"kara": 6, "recruited": True}, P2={"kara": 5})
    do(match, "P1 bank_buy go")
    assert verbs(match).isdisjoint({"bank_buy", "bank_sell"})
    do(match, "P1 tavern 2", "P2 bank_buy go", "P2 tavern 1")
    assert facts(match)["stock"] == 4
    assert refusal(match, "P1 bank_buy go") == "too_poor"


def test_tokens_are_never_sold() -> None:
    """R17, §8: a token bought cannot be sold back, also not at the value of an item one owns no more."""
    match = table(P1={"tokens": 3, "xp": [1], "map": True})
    assert refusal(match, "P1 bank_sell 2") == "no_such_item"
    assert [option.key for option in options(match, "bank_sell")] == ["1"]


@pytest.mark.parametrize("line", ["tavern -1", "tavern x", "tavern 1.5", "bank_sell -4", "bank_sell x", "bank_buy 1"])
def test_nonsense_in_town_is_refused(line: str) -> None:
    """§5 Wrong parameters are refused with a reason and change nothing."""
    assert refusal(table(P1={"kara": 9, "xp": [4]}), f"P1 {line}")
