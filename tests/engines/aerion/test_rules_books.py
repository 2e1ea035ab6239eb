"""§8 Books and the reserve: what the worked examples leave out."""

from engines.aerion.components import noun
from engines.kernel.decision import Pick, Steps
from engines.kernel.text import each, text
from tests.engines.aerion.table import asked, may_take_back, seat, table
from tests.engines.lines import do, facts, refusal, told, verbs


def test_a_second_copy_has_a_key_of_its_own() -> None:
    """§8 `cards`: two of a kind can come back together."""
    match = table(pile2="MW CS MW", D1="BK", P1={"books": 1})
    do(match, "P1 book_recover 2 mat_wood mat_wood.2")
    assert (facts(match)["draw2"], facts(match)["pile2"], facts(match)["known2"]) == ("MW MW BK BK BK", "CS", 2)


def test_of_equal_cards_the_upper_one_comes_back() -> None:
    """§8: the one that everybody sees on top of the pile; the order of the others stays."""
    match = table(pile2="MW CS MW BP3 MW", D1="BK", P1={"books": 1})
    do(match, "P1 book_recover 2 mat_wood bp_balloon")
    assert (facts(match)["draw2"], facts(match)["pile2"]) == ("MW BP3 BK BK BK", "MW CS MW")


def test_the_top_of_the_pile_is_offered_first_and_books_never() -> None:
    """R11: a Book in a discard pile is refused with its reason."""
    match = table(pile2="CS BK MW", D1="BK", P1={"books": 1})
    recover = asked(match, "book_recover")
    assert isinstance(recover, Steps)
    cards = recover.following(((2,),))
    assert cards is not None
    assert [option.key for option in cards.legal] == ["mat_wood", "crew_sun"]
    assert refusal(match, "P1 book_recover 2 book") == "book_never"
    assert refusal(match, "P1 book_recover 1 crew_sun") == "pile_empty"


def test_a_used_book_makes_room_for_the_next() -> None:
    """R12: use it, then acquire another in the same turn."""
    match = table(D2="BK", dice="444126", P1={"books": 1})
    assert refusal(match, "P1 acquire 2") == "pulpit_full"
    do(match, "P1 use_book_reroll go", "P1 acquire 2")
    assert seat(match)["books"] == 1


def test_a_book_works_before_rolling() -> None:
    """R18 "any time": TURN_START; R17: what comes back waits for Replenish though the slot is empty."""
    match = table(state="turn_start", pile1="CS", D2="BK", P1={"books": 1})
    do(match, "P1 book_recover 1 crew_sun")
    assert (facts(match)["state"], facts(match)["D1"]) == ("turn_start", "")
    assert may_take_back(match)


def test_a_discard_pile_says_what_lies_in_it() -> None:
    """Each kind once, the uppermost first; of many kinds the first three."""
    match = table(pile1="CS", pile2="MW CS MW BP3", pile3="MW CS CM MB", D1="BK", P1={"books": 1})
    recover = asked(match, "book_recover")
    assert isinstance(recover, Steps)
    assert recover.first is not None
    labels = {option.key: option.label for option in recover.first.legal}
    shown = each(noun(card) for card in ("bp_balloon", "mat_wood", "crew_sun"))
    assert labels["2"] == text("aerion.book_recover.pile", column="②", n=4, cards=shown)
    assert [labels[key].key.rpartition(".")[2] for key in "123"] == ["pile", "pile", "pile_more"]


def test_without_a_recoverable_card_a_book_brings_nothing_back() -> None:
    match = table(pile1="BK", D2="MW", P1={"books": 1})
    assert refusal(match, "P1 book_recover 1 book") == "nothing_recoverable"
    assert "book_recover" not in verbs(match)


def test_recovered_cards_are_known_until_they_are_drawn() -> None:
    """§12: everybody sees the tops; Replenish shows the first of them."""
    match = table(D1="MW", dice="335512", pile1="CS BP1", P1={"books": 1})
    do(match, "P1 book_recover 1 bp_glider crew_sun")
    assert match.view(None).columns[0].known == ("bp_glider", "crew_sun")
    do(match, "P1 acquire 1.ws1")
    assert (facts(match)["D1"], match.view(None).columns[0].known) == ("BP1", ("crew_sun",))


def test_a_reserved_card_keeps_its_column() -> None:
    """§6: wherever it went, it is discarded to the pile of its own column."""
    match = table(state="turn_start", D1="BK", ws1="BP1@1 MW@2", P1={"reserve": "CS@6 CS@4"})
    do(match, "P1 place_reserve crew_sun.4.ws1")
    assert (facts(match)["pile4"], facts(match)["pile6"], seat(match)["reserve"]) == ("CS", "", "CS@6")


def test_only_what_lies_in_the_reserve_can_be_placed_and_only_where_it_fits() -> None:
    match = table(state="turn_start", D1="BK", ws1="BP1", P1={"reserve": "MW@2"})
    assert refusal(match, "P1 place_reserve mat_brass.3.ws1") == "not_in_reserve"
    assert refusal(match, "P1 place_reserve mat_wood.2.reserve") == "not_in_reserve"
    do(match, "P1 place_reserve mat_wood.2.ws1")
    assert facts(match)["ws1"] == "BP1@1 MW@2"


# -- two players -------------------------------------------------------------------------------------------------------


def test_the_table_does_not_wait_for_the_partners_powers() -> None:
    """R20: asked, but optional; R19: they don't hold WRAP_UP open either."""
    match = table(seats=2, D1="MW", dice="335512", pile2="CS", P2={"books": 1})
    assert match.waiting_for == (0,)
    assert asked(match, "book_recover", "P2").optional
    do(match, "P1 acquire 1.ws_p1")
    assert (facts(match)["state"], facts(match)["active"]) == ("turn_start", "P2")


def test_the_partner_recovers_in_the_middle_of_a_turn() -> None:
    """R20: the roll goes on as it was, and the partner alone may take that back."""
    match = table(seats=2, D1="MW", dice="335512", pile2="CS", P2={"books": 1})
    turn = do(match, "P2 book_recover 2 crew_sun")
    assert told(turn) == ["aerion.book_recover.done"]
    assert match.view(None).deeds[-1].seat == 1
    assert (facts(match)["dice"], facts(match)["active"]) == ([3, 3, 5, 5, 1, 2], "P1")
    assert may_take_back(match, "P2")
    assert not may_take_back(match, "P1")


def test_the_active_seats_question_stays_when_the_partner_acts_elsewhere() -> None:
    """A partner's power that changes nothing for the dice leaves their buttons good."""
    match = table(seats=2, D1="MW", dice="335512", pile2="CS", P2={"books": 1})
    before = asked(match, "discard_reroll").asked
    do(match, "P2 book_recover 2 crew_sun")
    assert asked(match, "discard_reroll").asked == before


def test_a_reserve_belongs_to_one_seat() -> None:
    """§7: placed by its owner only, and never to the other's workshop."""
    match = table(seats=2, state="turn_start", D1="BK", P2={"reserve": "MW@2"})
    assert refusal(match, "P1 place_reserve mat_wood.2.ws_common") == "kernel.not_now"
    place = asked(match, "place_reserve", "P2")
    assert isinstance(place, Pick)
    assert {option.key for option in place.legal} == {"mat_wood.2.ws_p2", "mat_wood.2.ws_common"}
    do(match, "P2 place_reserve mat_wood.2.ws_p2")
    assert facts(match)["ws_p2"] == "MW@2"
