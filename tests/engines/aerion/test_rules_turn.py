"""§4, §9, §11 The course of a turn, LAST_CHANCE and the end: what the worked examples leave out."""

from typing import Any

from engines.aerion import GAME
from engines.aerion.state import Step
from tests.engines.aerion.table import Table, legal, may_take_back, open_verbs, options, seat, table
from tests.engines.lines import do, facts, refusal, told, verbs

EMPTY: dict[str, Any] = {f"draw{number}": "" for number in range(1, 7)}
AABB = "335512"


# -- the turn ----------------------------------------------------------------------------------------------------------


def test_exactly_one_main_action_ends_the_roll_phase() -> None:
    """§4: then Replenish fills every slot, the same seat goes on alone, and it is barred."""
    match = table(D1="MW", D2="MW", dice="333551")
    turn = do(match, "P1 acquire 1.ws1")
    assert (facts(match)["state"], facts(match)["turn"], facts(match)["D1"], facts(match)["D2"]) == (
        "turn_start",
        2,
        "BK",
        "MW",
    )
    assert turn.turned
    assert not may_take_back(match)
    fresh = [column.number for column in match.view(None).columns if column.fresh]
    assert fresh == [1, 3, 4, 5, 6]


def test_what_is_in_hand_says_what_the_turn_waits_for() -> None:
    """Said where several things can be done: roll; the dice, and free rerolls only if there are any; end the turn."""
    rolled = table(dice=AABB, D1="MW", P1={"books": 1})
    assert in_hand(rolled) == ("rolled", ["books", "dice", "pixies", "sum"])
    do(rolled, "P1 use_book_reroll go")
    assert in_hand(rolled) == ("credits", ["books", "dice", "n", "pixies", "sum"])
    finishing = table(dice=AABB, D1="MW", pile2="CS", P1={"books": 1})
    do(finishing, "P1 acquire 1.ws1")
    assert in_hand(finishing)[0] == "wrap_up"
    do(finishing, "P1 end_turn go")
    assert in_hand(finishing)[0] == "turn_start"


def in_hand(match: Table) -> tuple[str, list[str]]:
    said = GAME.hand(match.view(0), 0)
    return said.key.rpartition(".")[2], sorted(said.params)


def test_two_players_take_turns() -> None:
    """§4 Strict alternation, a whole turn each."""
    match = table(seats=2, D1="MW", dice=AABB)
    do(match, "P1 acquire 1.ws_p1")
    assert (facts(match)["active"], match.waiting_for) == ("P2", (1,))
    assert refusal(match, "P1 roll_dice go") == "kernel.not_your_turn"


def test_wrap_up_once_open_ends_only_by_end_turn() -> None:
    """§4: also when the last power was used; the main action can be taken back as long as it stands open."""
    match = table(D1="MW", dice=AABB, pile2="CS", P1={"books": 1})
    do(match, "P1 acquire 1.ws1")
    assert (facts(match)["state"], verbs(match)) == ("wrap_up", {"end_turn", "book_recover"})
    assert may_take_back(match)
    do(match, "P1 book_recover 2 crew_sun")
    assert (facts(match)["state"], verbs(match)) == ("wrap_up", {"end_turn"})
    do(match, "P1 end_turn go")
    assert (facts(match)["state"], facts(match)["D2"], may_take_back(match)) == ("turn_start", "CS", False)


def test_a_reserve_card_with_a_place_opens_wrap_up() -> None:
    """§4 Usable power: the ship that flies makes room for it."""
    given: dict[str, Any] = {"D1": "CS", "dice": AABB, "ws1": "BP1 MW", "ws2": "BP3"}
    match = table(**given, P1={"reserve": "BP5@5"})
    do(match, "P1 acquire 1.ws1")
    assert (facts(match)["state"], "place_reserve" in verbs(match)) == ("wrap_up", True)
    no_place = table(**given, P1={"reserve": "BP1@6"})
    do(no_place, "P1 acquire 1.ws1")
    assert facts(no_place)["state"] == "turn_start"


def test_give_up_names_the_card_that_it_costs() -> None:
    """§8 `give_up`: one card left is discarded, none is no matter, two are too many."""
    one = table(D1="MW", dice="123466")
    assert [option.label.key for option in options(one, "give_up")] == ["aerion.give_up.label_card"]
    none = table(dice="123466")
    assert [option.label.key for option in options(none, "give_up")] == ["aerion.give_up.label"]
    do(none, "P1 give_up go")
    assert facts(none)["state"] == "turn_start"
    assert refusal(table(D1="MW", D2="MW", dice="123466"), "P1 give_up go") == "cards_left"


def test_the_strip_keeps_the_last_turn_and_this_one() -> None:
    """§15 "What changed in the last turn"."""
    match = table(D1="MW", dice=AABB)
    do(match, "P1 acquire 1.ws1", "P1 roll_dice go")
    view = match.view(None)
    assert [deed.verb for deed in view.deeds] == ["acquire", "roll_dice"]
    assert view.deeds_now == 1


def test_a_question_can_be_put_again_from_the_state_alone() -> None:
    """§4 "State to keep": every decision may be the first after a restart."""
    match = table(D1="MW", D2="CS", dice=AABB, pile2="CS", P1={"books": 1})
    do(match, "P1 use_pixie d1 1.6")
    assert match.base.serial <= 1
    do(match, "P1 discard_reroll d1 2")
    assert match.base.serial == match.next_serial - 1


# -- winning -----------------------------------------------------------------------------------------------------------


def test_a_card_of_the_reserve_may_win_before_any_die_is_rolled() -> None:
    """§4 The win test runs after every decision."""
    match = table(state="turn_start", D1="BK", built="S1 S2 S3 S4 S5", ws1="BP6 MB", P1={"reserve": "CM@2"}, pile1="CS")
    turn = do(match, "P1 place_reserve crew_moon.2.ws1")
    assert (facts(match)["result"], facts(match)["ranks"], match.pending) == ("won", [1], ())
    assert told(turn)[-1] == "aerion.end.won"


def test_the_partner_may_win_it() -> None:
    """§11: both seats get rank 1."""
    given: dict[str, Any] = {"built": "S1 S2 S3 S4 S5", "ws_common": "BP6 MB", "D1": "BK", "dice": AABB}
    match = table(seats=2, **given, P2={"reserve": "CM@2"})
    do(match, "P2 place_reserve crew_moon.2.ws_common")
    assert (facts(match)["result"], facts(match)["ranks"]) == ("won", [1, 1])


# -- LAST_CHANCE -------------------------------------------------------------------------------------------------------


def test_lost_at_once_when_nobody_could_act() -> None:
    """§9.4: a Book without a recoverable card saves nothing."""
    match = table(**EMPTY, D1="BK", dice="123466", P1={"books": 1})
    turn = do(match, "P1 give_up go")
    assert (facts(match)["result"], facts(match)["ranks"]) == ("exhausted", [2])
    assert told(turn)[-1] == "aerion.end.exhausted"


def test_last_chance_asks_both_and_the_first_book_closes_it() -> None:
    """§4: simultaneous; after it §9.3 and §9.4 are done again and the next seat's turn begins."""
    match = table(seats=2, **EMPTY, D1="CS", dice="123466", P1={"books": 1}, P2={"books": 1})
    do(match, "P1 give_up go", "P1 end_turn go")
    assert (facts(match)["state"], match.waiting_for) == (Step.LAST_CHANCE, (0, 1))
    do(match, "P1 rescue_decline go")
    assert match.waiting_for == (1,)
    assert refusal(match, "P1 book_recover 1 crew_sun") == "kernel.not_your_turn"
    do(match, "P2 book_recover 1 crew_sun")
    assert (facts(match)["state"], facts(match)["active"], facts(match)["D1"]) == ("turn_start", "P2", "CS")
    assert (seat(match, "P1")["books"], facts(match)["declined"]) == (1, "")


def test_last_chance_is_lost_when_all_have_declined() -> None:
    match = table(seats=2, **EMPTY, state="last_chance", pile1="CS", P1={"books": 1}, P2={"books": 1})
    do(match, "P2 rescue_decline go")
    assert not may_take_back(match, "P2")
    do(match, "P1 rescue_decline go")
    assert (facts(match)["result"], facts(match)["ranks"]) == ("exhausted", [2, 2])


def test_a_placed_card_asks_everybody_anew() -> None:
    """§4: earlier declines are void, for the finished ship has filled discard piles."""
    match = table(
        seats=2, **EMPTY, state="last_chance", ws_common="BP2 MW", pile1="CS", P1={"books": 1}, P2={"reserve": "CM@2"}
    )
    do(match, "P1 rescue_decline go")
    assert match.waiting_for == (1,)
    do(match, "P2 place_reserve crew_moon.2.ws_common")
    assert (facts(match)["state"], match.waiting_for, facts(match)["declined"]) == ("last_chance", (0,), "")
    do(match, "P1 book_recover 2 crew_moon")
    assert (facts(match)["state"], facts(match)["D2"]) == ("turn_start", "CM")


def test_a_seat_left_with_nothing_counts_as_declined() -> None:
    """§4: the last reserve card is placed, it does not win, nobody else can act: lost."""
    match = table(**EMPTY, state="last_chance", P1={"reserve": "MW@2"})
    assert open_verbs(match) == {"place_reserve", "rescue_decline"}
    assert legal(match, "place_reserve") == {"mat_wood.2.ws1", "mat_wood.2.ws2"}
    do(match, "P1 place_reserve mat_wood.2.ws1")
    assert facts(match)["result"] == "exhausted"


def test_a_placed_card_may_win_in_the_last_moment() -> None:
    """R22, R45: a win beats the loss."""
    match = table(**EMPTY, state="last_chance", built="S1 S2 S3 S4 S5", ws1="BP6 MB", P1={"reserve": "CM@2"})
    do(match, "P1 place_reserve crew_moon.2.ws1")
    assert facts(match)["result"] == "won"
