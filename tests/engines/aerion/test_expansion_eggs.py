"""§10.5 Eggs: what the worked examples leave out."""

from typing import Any

import pytest

from engines.aerion import GAME
from engines.kernel.match import Match, settle_options
from engines.kernel.rng import ScriptedRng
from tests.engines.aerion.table import legal, may_take_back, open_verbs, seat, table, warning
from tests.engines.lines import do, facts, refusal, told, verbs

NORMAL = {"eggs": "normal"}
HARD = {"eggs": "hard"}
ALL_SHIPS = "S1 S2 S3 S4 S5 S6"


# -- start duty --------------------------------------------------------------------------------------------------------


def test_six_eggs_at_setup_are_a_duty_in_turn_1() -> None:
    """R47."""
    options = settle_options(GAME, 1, NORMAL)
    any_state = GAME.setup(1, options, ScriptedRng(bytes(32)))
    decks = {n: [column.slot or "", *column.draw] for n, column in enumerate(any_state.columns, start=1)}
    orders = {f"deck.{n}": [sorted(cards, key=lambda card: card != "egg")] for n, cards in decks.items()}
    chance = ScriptedRng(bytes(32), orders=orders)
    match = Match.at(GAME, GAME.setup(1, options, chance), chance)
    assert (facts(match)["D6"], facts(match)["turn"], facts(match)["duty"]) == ("EG", 1, True)


def test_the_duty_is_judged_once_and_another_card_does_not_lift_it() -> None:
    """R43: a card that an egg fetches is no way out, whatever is acquired of it."""
    match = table(options=NORMAL, state="turn_start", D1="EG", D2="EG", draw3="CS BK", die="444112", eggs=1)
    do(match, "P1 use_egg 3", "P1 egg_pick book", "P1 roll_dice go")
    assert facts(match)["duty"]
    assert warning(match, "P1 acquire 3") == "aerion.eggs.warning"
    assert warning(match, "P1 acquire 1") is None
    turn = do(match, "P1 acquire 3")
    assert told(turn)[-2:] == ["aerion.eggs.broken", "aerion.end.egg_duty"]
    assert (facts(match)["result"], facts(match)["ranks"]) == ("egg_duty", [2])


def test_a_duty_that_only_comes_about_during_the_turn_is_none() -> None:
    """§8: normal: with only eggs left one may go on."""
    match = table(options=NORMAL, state="turn_start", D1="EG", D2="CS", die="123466" + "1")
    do(match, "P1 roll_dice go", "P1 discard_reroll d1 2")
    assert warning(match, "P1 give_up go") is None
    do(match, "P1 give_up go")
    assert (facts(match)["result"], facts(match)["D1"]) == ("", "EG")


def test_a_win_beats_the_duty() -> None:
    """R45: no warning then, and no loss."""
    match = table(options=NORMAL, D1="EG", D6="CM", duty=True, ws1="BP6@6 MB@5", built="S1 S2 S3 S4 S5", dice="444411")
    assert warning(match, "P1 acquire 6.ws1") is None
    do(match, "P1 acquire 6.ws1")
    assert facts(match)["result"] == "won"


# -- hard --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("mode", "result"), [("normal", ""), ("hard", "egg_duty")])
def test_giving_up_discards_the_last_other_card_first(mode: str, result: str) -> None:
    """R46: then only eggs are left, and hard games are lost by that."""
    match = table(options={"eggs": mode}, D1="EG", D2="CS", dice="123466")
    assert (warning(match, "P1 give_up go") is not None) is (mode == "hard")
    do(match, "P1 give_up go")
    assert (facts(match)["result"], facts(match)["pile2"]) == (result, "CS")


def test_hard_a_card_that_an_egg_fetches_avoids_the_loss() -> None:
    """R44: what the display shows when the Roll phase ends counts; here a Book beside the egg."""
    match = table(options={**HARD, "piers": "normal"}, D1="EG", draw3="BK BK", eggs=1, dice="444445")
    assert warning(match, "P1 flip_pier pier_1") == "aerion.eggs.warning"
    do(match, "P1 use_egg 3", "P1 egg_pick book")
    assert warning(match, "P1 flip_pier pier_1") is None
    do(match, "P1 flip_pier pier_1")
    assert facts(match)["result"] == ""


def test_hard_acquiring_the_last_other_card_is_no_breach() -> None:
    """R44: eggs that are left alone by that do no harm."""
    match = table(options=HARD, D1="EG", D2="BK", dice="444123")
    assert warning(match, "P1 acquire 2") is None
    do(match, "P1 acquire 2")
    assert (facts(match)["result"], seat(match)["books"]) == ("", 1)


def test_hard_an_empty_display_is_no_breach() -> None:
    """§8 (b): the display must show eggs."""
    match = table(options=HARD, dice="123466")
    assert warning(match, "P1 give_up go") is None
    do(match, "P1 give_up go")
    assert facts(match)["result"] == ""


# -- spending ----------------------------------------------------------------------------------------------------------


def test_an_egg_puts_out_any_card_and_takes_the_old_one_back() -> None:
    """R42: also an egg for an egg; nobody knows the top any more, and what was displayed is not discarded."""
    match = table(options=NORMAL, state="turn_start", eggs=2, D1="CS", draw1="EG BK", known1=1, D2="BK")
    do(match, "P1 use_egg 1")
    assert open_verbs(match) == {"egg_pick"}
    assert not may_take_back(match)
    do(match, "P1 egg_pick egg")
    assert not may_take_back(match)
    known = (facts(match)["D1"], sorted(facts(match)["draw1"].split()), facts(match)["known1"], facts(match)["pile1"])
    assert known == ("EG", ["BK", "CS"], 0, "")
    do(match, "P1 use_egg 1", "P1 egg_pick crew_sun")
    assert (facts(match)["D1"], sorted(facts(match)["draw1"].split())) == ("CS", ["BK", "EG"])
    assert (facts(match)["eggs"], facts(match)["removed"]) == (0, "EG EG")
    assert "use_egg" not in open_verbs(match)


def test_the_last_card_of_a_pile_fills_an_empty_slot() -> None:
    """R42: a pile of one card leaves none."""
    match = table(options=NORMAL, eggs=1, draw4="CS", dice="123466")
    do(match, "P1 use_egg 4", "P1 egg_pick crew_sun")
    assert (facts(match)["D4"], facts(match)["draw4"]) == ("CS", "")


def test_an_egg_holds_the_turn_open_while_a_pile_is_left() -> None:
    """R18: eggs are used in WRAP_UP too; without a pile they are of no use and nothing waits for them."""
    match = table(options=NORMAL, eggs=1, D1="CS", dice="123466")
    do(match, "P1 give_up go")
    assert (facts(match)["state"], verbs(match)) == ("wrap_up", {"use_egg", "end_turn"})
    do(match, "P1 use_egg 2", "P1 egg_pick book")
    assert (facts(match)["state"], verbs(match)) == ("wrap_up", {"end_turn"})
    empty: dict[str, Any] = {f"draw{number}": "" for number in range(1, 7)}
    bare = table(options=NORMAL, eggs=1, D1="CS", D2="EG", dice="123466", **empty)
    assert "use_egg" not in open_verbs(bare)
    do(bare, "P1 give_up go")
    assert (facts(bare)["state"], facts(bare)["turn"]) == ("turn_start", 2)


def test_only_the_active_seat_spends_eggs_and_sees_the_pile() -> None:
    """R4, R20, §12: the partner is told which pile is searched, and sees nothing of it."""
    match = table(options=NORMAL, seats=2, eggs=1, D1="CS", draw3="BK CM", P2={"books": 1}, pile1="MB", dice="123466")
    assert {d.verb for d in match.pending if d.seat == 1} == {"book_recover"}
    do(match, "P1 use_egg 3")
    assert match.view(0).search is not None
    assert match.view(1).search is match.view(None).search is None
    assert {d.seat for d in match.pending} == {0}


def test_eggs_pay_for_nothing() -> None:
    """R54: not for a reroll, not for a flip."""
    match = table(options={**NORMAL, "flagship": "normal"}, row="FA1 FA5", D1="EG", D2="CS", dice="123466")
    assert refusal(match, "P1 discard_reroll d1 1") == "egg"
    assert refusal(match, "P1 discard_flip 1.1") == "egg"
    assert legal(match, "discard_flip") == {f"2.{die}" for die in range(1, 7)}
