"""§10.1 Flagship: what the worked examples leave out."""

import pytest

from engines.aerion import GAME
from engines.kernel.match import settle_options
from engines.kernel.rng import Rng, ScriptedRng
from tests.engines.aerion.table import legal, may_take_back, open_verbs, options, seat, table, warning
from tests.engines.lines import do, facts, refusal, told

NORMAL = {"flagship": "normal"}
HARD = {"flagship": "hard"}
FULL = "MW@2 MC@3 MB@5 CS@1"
"""All that the flagship needs but the Moon crew."""


def test_the_dice_choose_two_factories_and_equal_dice_are_rolled_again() -> None:
    """§3.4 Two different factories are in the row; the other four leave the game."""
    chance = ScriptedRng(bytes(32), {"factories": ["3", "3", "5", "5", "6", "2"]})
    state = GAME.setup(1, settle_options(GAME, 1, NORMAL), chance)
    assert chance.unused == ()
    assert state.flagship is not None
    assert state.flagship.row == ["factory_archive", "factory_game_room"]
    assert state.removed == ["factory_library", "factory_security", "factory_lab", "factory_logistics"]


def test_hard_factories_lie_in_the_decks() -> None:
    """§10.1 Hard: none at the start; number n lies in column n and nowhere else."""
    state = GAME.setup(1, settle_options(GAME, 1, HARD), Rng(bytes(32)))
    assert state.flagship is not None
    assert state.flagship.row == []
    for number in range(1, 7):
        there = [code for code in GAME.facts(state, None)[f"deck{number}"].split() if code.startswith("FA")]
        assert there == [f"FA{number}"]


# -- factories ---------------------------------------------------------------------------------------------------------


def test_a_factory_that_is_not_in_the_row_is_not_spoken_of() -> None:
    """§10.1 Without them no flip, no Lab and no skip is asked."""
    assert not open_verbs(table(options=NORMAL, row="FA1 FA2")) & {"discard_flip", "lab_reroll", "security_skip"}
    with_them = open_verbs(table(options=HARD, row="FA3 FA4"))
    assert with_them >= {"lab_reroll", "security_skip"}


def test_flips_cost_a_card_each_and_turn_one_die() -> None:
    """Logistics: as often as cards are paid; 1 becomes 6, and back; nothing is revealed, so it can be taken back."""
    match = table(options=NORMAL, row="FA1 FA5", D1="CS", D2="MB", dice="112346")
    do(match, "P1 discard_flip 1.1")
    assert (facts(match)["dice"], facts(match)["pile1"], facts(match)["discards"]) == ([6, 1, 2, 3, 4, 6], "CS", 1)
    assert may_take_back(match)
    do(match, "P1 discard_flip 2.1")
    assert (facts(match)["dice"], facts(match)["D2"]) == ([1, 1, 2, 3, 4, 6], "")
    assert refusal(match, "P1 discard_flip 1.1") == "no_card_to_flip"


def test_a_flip_enables_security_but_a_hired_worker_does_not() -> None:
    """R29, R38: Security counts what was discarded for a reroll or a flip."""
    both = {**HARD, "piers": "normal"}
    match = table(options=both, row="FA3 FA5", D1="WK", D2="MB", D3="BK")
    do(match, "P1 hire_worker 1")
    assert refusal(match, "P1 security_skip go") == "nothing_discarded"
    do(match, "P1 discard_flip 2.6", "P1 security_skip go")
    assert (facts(match)["turn"], facts(match)["D3"]) == (2, "BK")


def test_the_lab_works_once_a_turn_without_a_card() -> None:
    """R28: at any moment of ROLLING, also with an empty display; next turn again."""
    match = table(options=NORMAL, row="FA1 FA4", dice="123466", die="112346" + "123466" + "654321")
    turn = do(match, "P1 lab_reroll go")
    assert "aerion.lab_reroll.done" in told(turn)
    assert not may_take_back(match)
    assert refusal(match, "P1 lab_reroll go") == "lab_used"
    do(match, "P1 give_up go", "P1 roll_dice go", "P1 lab_reroll go")
    assert facts(match)["dice"] == [6, 5, 4, 3, 2, 1]


def test_the_partner_uses_the_same_lab_in_its_own_turn() -> None:
    """§10.1 Both seats use the factories."""
    match = table(options=NORMAL, seats=2, row="FA1 FA4", die="112346" * 3)
    do(match, "P1 lab_reroll go", "P1 give_up go", "P2 roll_dice go", "P2 lab_reroll go")
    assert facts(match)["lab_used"]


def test_the_library_raises_a_books_rerolls_and_not_a_workers() -> None:
    """R38: four from a Book, three from a worker."""
    match = table(options={**NORMAL, "piers": "normal"}, row="FA1 FA4", D1="WK", P1={"books": 2})
    do(match, "P1 use_book_reroll go")
    assert facts(match)["rerolls"] == 4
    do(match, "P1 hire_worker 1")
    assert facts(match)["rerolls"] == 7


# -- hard: factories as cards ------------------------------------------------------------------------------------------


def test_when_the_library_goes_the_books_stay_but_no_new_one_comes() -> None:
    """R30: not until the pulpit is empty."""
    match = table(options=HARD, row="FA1 FA5", D6="FA6", D2="BK", dice="444412", die="444123", P1={"books": 2})
    do(match, "P1 acquire 6", "P1 factory_discard factory_library", "P1 end_turn go")
    assert seat(match)["books"] == 2
    do(match, "P1 roll_dice go")
    assert refusal(match, "P1 acquire 2") == "pulpit_full"
    do(match, "P1 use_book_reroll go")
    assert refusal(match, "P1 acquire 2") == "pulpit_full"
    do(match, "P1 use_book_reroll go", "P1 acquire 2")
    assert seat(match)["books"] == 1


def test_when_the_game_room_goes_crew_stays_where_it_lies() -> None:
    """R30: and no other crew comes first any more."""
    match = table(options=HARD, row="FA5 FA6", D6="FA4", D1="CM", ws1="CS@1", dice="444411", die="112246")
    do(match, "P1 acquire 6", "P1 factory_discard factory_game_room")
    assert facts(match)["ws1"] == "CS@1"
    do(match, "P1 roll_dice go")
    assert refusal(match, "P1 acquire 1.ws2") == "crew_last"


def test_a_factory_is_settled_before_the_turn_goes_on() -> None:
    """§4 FACTORY_DISCARD: nothing else is asked, not even of the partner; it can be taken back."""
    match = table(options=HARD, seats=2, row="FA1 FA5", D6="FA6", dice="444412", P2={"books": 1}, pile1="CS")
    do(match, "P1 acquire 6")
    assert open_verbs(match) == {"factory_discard"}
    assert may_take_back(match)
    do(match, "P1 factory_discard factory_logistics")
    assert (facts(match)["row"], facts(match)["pile5"], facts(match)["active"]) == ("FA1 FA6", "FA5", "P2")


def test_two_factories_need_no_choice() -> None:
    """§10.1 The team holds two."""
    match = table(options=HARD, row="FA1", D6="FA6", dice="444412")
    do(match, "P1 acquire 6")
    assert (facts(match)["row"], facts(match)["state"]) == ("FA1 FA6", "turn_start")


# -- the ship ----------------------------------------------------------------------------------------------------------


def test_the_flagship_is_a_place_so_the_reserve_is_closed() -> None:
    """R14: a card that could go to the flagship can't be reserved."""
    match = table(options=NORMAL, D2="MW", ws1="BP1@6 MW@2", ws2="BP2@1 MW@4", dice="444123", P1={"books": 1})
    assert legal(match, "acquire") == {"2.flagship"}
    assert "2.reserve" in {option.key for option in options(match, "acquire")}


def test_a_card_of_the_reserve_makes_it_fly_also_in_the_partners_turn() -> None:
    """R58, R20: placed by whoever owns it; the deed is that seat's."""
    match = table(options=NORMAL, seats=2, flagship=FULL, P2={"reserve": "CM@4"}, D1="CS", D3="MC")
    turn = do(match, "P2 place_reserve crew_moon.4.flagship")
    assert "aerion.flagship.flies" in told(turn)
    assert facts(match)["flies"]
    assert [facts(match)[f"pile{number}"] for number in range(1, 7)] == ["CS", "MW", "MC", "CM", "MB", ""]
    deed = match.view(None).deeds[-1]
    assert (deed.seat, deed.verb, deed.ship) == (1, "built", 7)


@pytest.mark.parametrize("code", ["MW", "CS"])
def test_a_flagship_that_flies_takes_nothing_more(code: str) -> None:
    """§7 Only until it flies; its cards can be used again elsewhere (R27)."""
    match = table(options=NORMAL, flies=True, D1=code, dice="112246")
    assert "1.flagship" not in {option.key for option in options(match, "acquire")}


def test_blueprints_have_no_place_there() -> None:
    """§7 It needs no blueprint."""
    match = table(options=NORMAL, D1="BP1", dice="112246")
    assert legal(match, "acquire") == {"1.ws1", "1.ws2"}


def test_six_ships_do_not_win_without_the_flagship() -> None:
    """R56; and its last card wins, whichever way it comes."""
    match = table(options=NORMAL, built="S1 S2 S3 S4 S5 S6", flagship=FULL, P1={"reserve": "CM@4"})
    assert facts(match)["goals"] == {"ships": "6/6", "flagship": "4/5"}
    do(match, "P1 place_reserve crew_moon.4.flagship")
    assert facts(match)["result"] == "won"


def test_a_skip_that_loses_says_so_first() -> None:
    """§16: Security skips are main actions, so the duty to take an egg holds for them."""
    match = table(options={**NORMAL, "eggs": "normal"}, row="FA1 FA3", D1="EG", D2="EG", duty=True, discards=1)
    assert warning(match, "P1 security_skip go") == "aerion.eggs.warning"
    do(match, "P1 security_skip go")
    assert facts(match)["result"] == "egg_duty"
