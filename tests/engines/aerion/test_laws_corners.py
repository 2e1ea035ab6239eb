"""Corners where several paragraphs meet: what players may rely on though no worked example speaks of it."""

from typing import Any

import pytest

from engines.aerion import GAME
from engines.kernel.match import settle_options
from engines.kernel.rng import Rng
from tests.engines.aerion.table import Table, asked, legal, options, seat, table, warning
from tests.engines.lines import do, facts, refusal, told, verbs

EMPTY: dict[str, Any] = {f"draw{number}": "" for number in range(1, 7)}


def numbers(match: Table, name: str) -> dict[str, int]:
    """The number of each question that this seat is asked."""
    return {d.verb: d.asked for d in match.pending if d.seat == int(name.removeprefix("P")) - 1}


# -- the last chance ---------------------------------------------------------------------------------------------------


def test_hourglasses_that_run_out_may_empty_the_display() -> None:
    """§9.1 before §9.4: the last displayed card is an hourglass; a Book brings it back, then it stays for a turn."""
    match = table(options={"hourglasses": "normal"}, **EMPTY, D1="HG1", D2="MW", dice="444123", P1={"books": 1})
    do(match, "P1 acquire 2.ws1")
    assert (facts(match)["state"], facts(match)["pile1"]) == ("last_chance", "HG1")
    do(match, "P1 book_recover 1 hourglass_1")
    assert (facts(match)["state"], facts(match)["D1"], facts(match)["pile1"]) == ("turn_start", "HG1", "")


def test_the_hellkite_has_moved_before_the_last_chance_and_stays() -> None:
    """§9: after a `book_recover` only 3 and 4 are done again."""
    match = table(options={"hellkite": "normal"}, **EMPTY, D1="CS", dice="123466", P1={"books": 1})
    do(match, "P1 give_up go", "P1 end_turn go")
    assert (facts(match)["state"], facts(match)["pawn"]) == ("last_chance", 2)
    do(match, "P1 book_recover 1 crew_sun")
    assert (facts(match)["state"], facts(match)["pawn"]) == ("turn_start", 2)


def test_who_waits_in_the_last_chance_keeps_the_same_question() -> None:
    """§4: both are asked together; one seat's decline leaves the other's buttons good."""
    given: dict[str, Any] = {"state": "last_chance", "pile1": "CS", "P1": {"books": 1}, "P2": {"books": 1}}
    match = table(seats=2, **EMPTY, **given)
    before = numbers(match, "P2")
    do(match, "P1 rescue_decline go")
    assert numbers(match, "P2") == before


# -- the partner -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("state", "verb"), [("turn_start", "roll_dice"), ("rolling", "give_up"), ("wrap_up", "end_turn")]
)
def test_the_partner_acts_and_the_active_seats_question_stays(state: str, verb: str) -> None:
    """R20: in each of the three states; what the partner did changes nothing about that button."""
    match = table(seats=2, state=state, D1="MW", pile2="CS", ws_common="BP2 MW", P2={"books": 1, "reserve": "CM@2"})
    before = numbers(match, "P1")[verb]
    do(match, "P2 book_recover 2 crew_sun", "P2 place_reserve crew_moon.2.ws_common")
    assert numbers(match, "P1")[verb] == before
    assert (facts(match)["state"], facts(match)["built"]) == (state, "S2")


def test_a_ship_of_the_partner_changes_what_can_be_acquired_and_the_question() -> None:
    """§7.4: with S2 built Timber has no use in that workshop any more; an old button would lie."""
    match = table(seats=2, D2="MW", dice="444126", ws_p1="MW", ws_common="BP2", P2={"reserve": "MW@2 CM@2"})
    do(match, "P2 place_reserve mat_wood.2.ws_common")
    before = numbers(match, "P1")["acquire"]
    do(match, "P2 place_reserve crew_moon.2.ws_common")
    assert numbers(match, "P1")["acquire"] != before
    assert legal(match, "acquire") == set()


# -- crew first --------------------------------------------------------------------------------------------------------


def test_crew_that_lies_first_binds_the_common_workshop_to_its_owner() -> None:
    """R24: for a ship of the seat that placed it; if that seat owns none for such crew, it has no place there."""
    game_room: dict[str, Any] = {"options": {"flagship": "normal"}, "seats": 2, "row": "FA1 FA6", "dice": "112233"}
    owners = "P1 P2 P2 P1 P1 P2"
    match = table(**game_room, owners=owners, active="P2", D1="CS")
    do(match, "P2 acquire 1.ws_common")
    assert facts(match)["ws_common"] == "CS@1:P2"
    bound = table(**game_room, owners=owners, ws_common="CS@1:P2", D1="BP1", D5="BP3")
    assert refusal(bound, "P1 acquire 1.ws_common") == "fits_no_ship"
    assert "5.ws_common" in legal(bound, "acquire")
    nobody = table(**game_room, active="P2", D1="CS")
    acquire = asked(nobody, "acquire", "P2")
    assert not acquire.playable


def test_blueprint_and_material_may_follow_when_the_game_room_is_gone() -> None:
    """R30: crew that lies already is no longer crew first."""
    match = table(options={"flagship": "normal"}, row="FA1 FA2", ws1="CS@1 MW", D1="BP1", dice="112246")
    do(match, "P1 acquire 1.ws1")
    assert facts(match)["built"] == "S1"


# -- eggs --------------------------------------------------------------------------------------------------------------


def test_an_egg_that_an_egg_fetched_fulfils_the_duty() -> None:
    """§8: what counts is that an egg is acquired, R43 speaks of other cards."""
    match = table(
        options={"eggs": "normal"}, state="turn_start", D6="EG", draw2="EG BK", eggs=1, die="444123", dice="123466"
    )
    do(match, "P1 use_egg 2", "P1 egg_pick egg", "P1 roll_dice go")
    assert warning(match, "P1 acquire 2") is None
    do(match, "P1 acquire 2")
    assert (facts(match)["result"], facts(match)["eggs"]) == ("", 1)


def test_a_third_factory_under_the_duty_loses_before_one_is_chosen() -> None:
    """§4: the egg-duty test comes before FACTORY_DISCARD."""
    both = {"flagship": "hard", "eggs": "normal"}
    match = table(options=both, row="FA1 FA4", D6="FA6", D1="EG", duty=True, dice="444412")
    assert warning(match, "P1 acquire 6") == "aerion.eggs.warning"
    do(match, "P1 acquire 6")
    assert (facts(match)["result"], facts(match)["state"]) == ("egg_duty", "over")


def test_an_egg_used_before_the_end_of_the_turn_is_part_of_that_turn() -> None:
    """R18, R32: an hourglass fetched in WRAP_UP runs out in this turn's Replenish; eggs left make a duty next turn."""
    eggs: dict[str, Any] = {f"draw{number}": "EG" for number in range(2, 7)}
    both = {"eggs": "normal", "hourglasses": "normal"}
    match = table(options=both, state="wrap_up", eggs=1, draw1="HG1 EG", **eggs)
    do(match, "P1 use_egg 1", "P1 egg_pick hourglass_1")
    assert verbs(match) == {"end_turn"}
    do(match, "P1 end_turn go")
    assert (facts(match)["pile1"], facts(match)["D1"], facts(match)["duty"]) == ("HG1", "EG", True)


# -- places ------------------------------------------------------------------------------------------------------------


def test_a_moored_set_keeps_the_common_workshop_from_both() -> None:
    """R35: two players; a full common workshop stays occupied for both until the cloud is gone."""
    match = table(
        options={"clouds": "normal", "clouds_hard_cover": True},
        seats=2,
        ws_common="BP1@6 MW@2 CS@1",
        D1="MC",
        dice="112246",
    )
    assert facts(match)["moored"] == "ws_common"
    assert refusal(match, "P1 acquire 1.ws_common") == "kind_present"
    assert legal(match, "acquire") == {"1.ws_p1"}


def test_a_stopped_card_goes_to_no_reserve_either() -> None:
    """R48: to no place at all, and a Book doesn't help."""
    row = "mat_cloth crew_sun crew_moon mat_wood mat_brass bp_low"
    match = table(
        options={"hellkite": "normal"}, outposts=row, D1="MC", ws1="MC", ws2="BP1", dice="112246", P1={"books": 1}
    )
    assert {option.key for option in options(match, "acquire")} == {"1.ws1", "1.ws2", "1.reserve"}
    assert refusal(match, "P1 acquire 1.reserve") == "stopped"


def test_what_one_turn_discarded_enables_no_skip_in_the_next() -> None:
    """R29: discards of this turn only."""
    match = table(options={"flagship": "normal"}, row="FA3 FA5", D1="CS", D2="MB", dice="123466")
    do(match, "P1 discard_flip 1.1", "P1 security_skip go", "P1 roll_dice go")
    assert refusal(match, "P1 security_skip go") == "nothing_discarded"


def test_the_forced_card_of_giving_up_enables_nothing() -> None:
    """R29: nor is it told as a card that paid for something."""
    match = table(options={"flagship": "normal"}, row="FA1 FA3", D1="CS", dice="123466")
    turn = do(match, "P1 give_up go")
    assert "aerion.give_up.card" in told(turn)
    assert facts(match)["discards"] == 0


def test_each_pays_its_own_payroll_in_its_own_turn() -> None:
    """§10.4 Normal: a worker hired by one is nothing to the other."""
    match = table(options={"piers": "normal"}, seats=2, D1="WK", D2="CS", dice="123466", die="1" + "666611")
    do(match, "P1 hire_worker 1", "P1 free_reroll d1", "P1 give_up go", "P2 roll_dice go")
    assert (seat(match, "P1")["payroll"], refusal(match, "P2 pay_worker go")) == (1, "payroll_empty")


def test_hard_flagship_and_hard_hourglasses_make_decks_of_twelve() -> None:
    """§13 "Hard-mode notes"."""
    chosen = settle_options(GAME, 1, {"flagship": "hard", "hourglasses": "hard"})
    state = GAME.setup(1, chosen, Rng(bytes(32)))
    assert [len(column.draw) + 1 for column in state.columns] == [12] * 6
