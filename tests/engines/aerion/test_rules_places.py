"""§7 Places and completion: what the worked examples leave out."""

import pytest

from engines.kernel.decision import Pick
from tests.engines.aerion.table import asked, legal, options, seat, table
from tests.engines.lines import do, facts, refusal, told

THREE_PAIRS = "112233"
STRAIGHT = "123456"


def test_each_reason_says_what_is_wrong() -> None:
    """§7: a card that fits no ship, a ship that another workshop needs, a kind that lies there, crew too early."""
    match = table(D1="BP1", D5="MB", dice=THREE_PAIRS, ws1="BP1", ws2="MW")
    assert refusal(match, "P1 acquire 1.ws1") == "kind_present"
    assert refusal(match, "P1 acquire 1.ws2") == "ship_taken"
    assert refusal(match, "P1 acquire 5.ws1") == "fits_no_ship"
    assert refusal(match, "P1 acquire 5.ws2") == "kind_present"
    assert refusal(table(D1="CS", dice=THREE_PAIRS, ws1="BP1"), "P1 acquire 1.ws1") == "crew_last"


def test_why_a_card_without_a_place_cant_be_taken() -> None:
    """R10: it must be burned or left, and the board says so."""
    match = table(D1="CS", dice=THREE_PAIRS, ws1="BP1")
    assert legal(match, "acquire") == set()
    assert match.view(None).columns[0].status == "no_place"


@pytest.mark.parametrize(("built", "places"), [("", {"1.ws2"}), ("S1", set()), ("S2", set()), ("S1 S2", set())])
def test_materials_only_while_enough_ships_are_left_for_them(built: str, places: set[str]) -> None:
    """R8: two Timbers need both wooden ships."""
    match = table(D1="MW", dice=THREE_PAIRS, ws1="MW", built=built)
    assert legal(match, "acquire") == places


def test_an_assignment_is_searched_and_not_guessed() -> None:
    """§7.4: ws1 {MW} may still be S1 or S2; BP1 in ws2 leaves it S2, and then BP2 has nowhere else to go than there."""
    match = table(D1="BP2", dice=THREE_PAIRS, ws1="MW", ws2="BP1")
    assert legal(match, "acquire") == {"1.ws1"}


def test_two_ships_at_once_are_built_in_the_order_of_the_workshops() -> None:
    """§7 Completion: a placement builds what is full; the discard piles keep the order blueprint, material, crew."""
    match = table(D1="CS", dice=THREE_PAIRS, ws2="BP1@1 MW@1")
    turn = do(match, "P1 acquire 1.ws2")
    assert facts(match)["pile1"] == "BP1 MW CS"
    assert told(turn)[:2] == ["aerion.acquire.done", "aerion.built.done"]
    assert [deed.verb for deed in match.view(None).deeds][:2] == ["acquire", "built"]


def test_the_reserve_is_for_cards_without_any_place() -> None:
    """R14: also one that no ship needs any more; wanting to keep a workshop free is no reason."""
    match = table(D4="BP1", dice=STRAIGHT, built="S1", P1={"books": 1})
    assert legal(match, "acquire") == {"4.reserve"}
    do(match, "P1 acquire 4.reserve")
    assert (seat(match)["reserve"], seat(match)["books"]) == ("BP1@4", 0)
    free = table(D4="BP3", dice=STRAIGHT, P1={"books": 1})
    assert refusal(free, "P1 acquire 4.reserve") == "fits_elsewhere"


def test_books_have_no_place_but_the_pulpit() -> None:
    """R15: a Book never goes to the reserve."""
    match = table(D4="BK", dice=STRAIGHT, P1={"books": 1})
    assert [option.key for option in options(match, "acquire")] == ["4"]
    assert refusal(match, "P1 acquire 4") == "pulpit_full"


# -- two players (seat 1 owns S1 S3 S5, seat 2 owns S2 S4 S6) ----------------------------------------------------------


def test_nobody_places_in_the_partners_workshop() -> None:
    """§7.1, R24."""
    match = table(seats=2, active="P2", D1="BP2", dice=THREE_PAIRS)
    acquire = asked(match, "acquire", "P2")
    assert isinstance(acquire, Pick)
    assert {option.key for option in acquire.legal} == {"1.ws_p2", "1.ws_common"}
    assert refusal(match, "P2 acquire 1.ws_p1") == "partners_workshop"


def test_crew_in_the_common_workshop_is_the_owners_task() -> None:
    """R24: the refusal names whose."""
    match = table(seats=2, D2="CM", dice="444126", ws_common="BP2 MW")
    assert refusal(match, "P1 acquire 2.ws_common") == "others_crew"


def test_blueprint_and_material_of_the_common_workshop_are_anybodys() -> None:
    """R24: either player's ships."""
    match = table(seats=2, D1="MW", dice=THREE_PAIRS, ws_common="BP2")
    assert "1.ws_common" in legal(match, "acquire")


def test_an_own_workshop_and_the_common_one_dont_need_the_same_ship() -> None:
    """§7.4: ws_common {BP1} and ws_p1 {MW} would both be S1, the only wooden ship of seat 1."""
    match = table(seats=2, D1="MW", dice=THREE_PAIRS, ws_common="BP1")
    assert legal(match, "acquire") == {"1.ws_common"}
    assert refusal(match, "P1 acquire 1.ws_p1") == "ship_taken"
