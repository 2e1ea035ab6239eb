"""§4, §5 Turns: whose, what may be taken back, in which order things are refused; beside the worked examples."""

import pytest

from engines.fractured_sky import GAME
from engines.fractured_sky.components import ROUNDS
from engines.fractured_sky.state import State, Step
from engines.kernel.match import Match
from tests.engines.fractured_sky.sky import (
    LETTERS,
    Table,
    decision,
    do,
    fly,
    have,
    legal,
    playable,
    refusal,
    table,
    told,
)


def rich(state: State) -> None:
    """Everybody can pay for anything."""
    for seat in range(state.humans):
        have(state, seat, 5, 5, 5)


# ---- Whose turn ----------------------------------------------------------------------------------------------------


def test_whoever_has_nothing_can_only_place_an_airship() -> None:
    """R31 There is no pass."""
    assert playable(table(4)) == {"place_airship"}


def test_exchanges_do_not_end_the_turn() -> None:
    """R30."""
    match = table(4, rich)
    do(match, "P1 exchange wood-iron.gold", "P1 exchange gold-gold.gold")
    assert match.state.seats[0].resources == [5, 4, 4]
    assert match.waiting_for == (0,)


def test_a_finished_seat_is_skipped_and_the_last_one_plays_on() -> None:
    """§4, R58."""

    def late(state: State) -> None:
        rich(state)
        for seat in (0, 2, 3):
            fly(state, seat, "CV1 TT2 MM3")
        state.new, state.active = [0, None, 2, 3], 1

    match = table(4, late)
    turn = do(match, "P2 place_skimmer GG")
    assert match.waiting_for == (1,)
    assert turn.turned
    assert refusal(match, "P1 exchange gold-gold.wood") == "not_your_turn"
    do(match, "P2 place_airship GG 0", "P2 place_airship GG 0", "P2 place_airship GG 10")
    assert match.state.old == [0, 1, 2, 3], "the last free slot is taken without a question"
    assert match.state.round == 2


def test_automated_opponents_act_at_once() -> None:
    """§15 Alone every turn of the person brings one of each."""
    match = table(1, rich)
    turn = do(match, "P1 build_market P5")
    assert match.waiting_for == (0,)
    assert [deed.seat for deed in match.state.deeds if deed.verb.startswith("ai_")] == [1, 2]
    assert not turn.open


def test_a_game_has_five_rounds() -> None:
    """§11 The markers of the fifth round stay where they are."""

    def last(state: State) -> None:
        state.round = ROUNDS
        for seat in range(3):
            fly(state, seat, "CV1 TT2 MM3")
        state.new = [2, 0, 1]

    match = table(3, last)
    assert match.pending == ()
    assert match.state.step is Step.OVER
    assert match.outcome is not None
    assert refusal(match, "P1 place_airship PP 3") == "kernel.game_over"


# ---- Taking back ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "line", ["exchange gold-gold.iron", "build_fortress P1", "build_market P2", "place_skimmer CV"]
)
def test_what_shows_nothing_can_be_taken_back(line: str) -> None:
    """§5 Until another seat has acted."""
    match = table(4, rich)
    before = GAME.encode(match.state)
    do(match, f"P1 {line}")
    match.take_back(0)
    assert GAME.encode(match.state) == before


def test_the_next_seats_act_stands_before_it() -> None:
    """§5."""
    match = table(4, rich)
    do(match, "P1 build_fortress P1", "P2 exchange gold-gold.iron")
    assert not match.may_take_back(0)
    match.take_back(1)
    assert match.may_take_back(0)
    do(match, "P2 place_airship CV 3")
    assert match.undo_seat is None


@pytest.mark.parametrize("line", ["place_airship CV 3", "scout 1", "peek 1.gold-gold"])
def test_what_shows_something_cannot_be_taken_back(line: str) -> None:
    match = table(4, rich)
    do(match, f"P1 {line}")
    assert match.undo_seat is None


def test_an_automated_turn_is_a_barrier() -> None:
    """§5 Also after a decision that shows nothing."""

    def second(state: State) -> None:
        rich(state)
        state.active = 1

    match = table(2, second)
    do(match, "P2 build_fortress P5")
    assert match.undo_seat is None


def test_a_turn_slot_can_be_taken_back_until_the_next_seat_acts() -> None:
    """§5 And the airship that led to it can't."""

    def third(state: State) -> None:
        fly(state, 0, "CV1 TT2")

    match = table(4, third)
    do(match, "P1 place_airship CV 3", "P1 choose_turn_slot 4")
    assert match.state.seats[0].resources == [1, 0, 0]
    match.take_back(0)
    assert match.state.step is Step.TURN_SLOT
    assert match.state.seats[0].resources == [0, 0, 0]
    assert match.undo_seat is None


# ---- Sub-states ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "verb"), [("scout 1", "take_scout_resource"), ("place_airship CV 3", "choose_turn_slot")]
)
def test_a_nested_decision_comes_from_the_state(line: str, verb: str) -> None:
    """§4 A game that is loaded there goes on there."""

    def third(state: State) -> None:
        rich(state)
        fly(state, 0, "CV1 TT2")

    match = table(4, third)
    save = do(match, f"P1 {line}").save
    assert save is not None
    again: Table = Match.resume(GAME, save, [], bytes(32))
    assert [(d.seat, d.verb) for d in again.pending] == [(0, verb)]
    assert again.digest() == match.digest()


def test_scouting_shows_the_card_before_the_choice() -> None:
    """R26 The kinds of the region, and nothing else, can be taken; the others learn only what was taken."""

    def spires(state: State) -> None:
        rich(state)
        state.tray[0].card = LETTERS["SS"]

    match = table(4, spires)
    looked = do(match, "P1 scout 1")
    assert told(looked, 0) == ["scout.done", "scout.seen"]
    assert told(looked, 1) == told(looked) == ["scout.done"]
    assert legal(match, "take_scout_resource") == ["gold", "iron", "none"]
    assert decision(match, "take_scout_resource").veiled
    assert refusal(match, "P1 take_scout_resource wood") == "bad_choice"
    assert refusal(match, "P1 take_scout_resource silver") == "unknown_id"
    assert refusal(match, "P2 exchange gold-gold.iron") == "wrong_state"
    assert refusal(match, "P2 take_scout_resource gold") == "not_your_turn"
    do(match, "P1 take_scout_resource none")
    assert match.state.seats[0].resources == [3, 5, 5]
    assert match.waiting_for == (1,)


# ---- Airships ------------------------------------------------------------------------------------------------------


def test_only_the_owner_hears_of_the_chip() -> None:
    """§7.2, §7.3, R25 The card drawn too."""
    match = table(4, lambda state: fly(state, 0, "CV6"))
    turn = do(match, "P1 place_airship PP 7")
    assert told(turn, 1) == told(turn) == ["place_airship.explored"]
    assert told(turn, 0) == ["place_airship.explored", "place_airship.own_over", "explore.card"]
    private = [event.text.params for event in turn.events if event.seen_by == (0,)]
    assert (private[0]["total"], private[0]["penalty"]) == (13, 3)
    public = [event for event in turn.events if event.seen_by is None]
    assert all(7 not in event.text.params.values() for event in public)


def test_chips_are_named_with_the_total_that_they_lead_to() -> None:
    """§15 One option for the two zeros, a warning in words above 10 (R9)."""
    match = table(4, lambda state: fly(state, 0, "CV6"))
    placing = decision(match, "place_airship")
    stage = placing.following(((LETTERS["PP"],),))  # type: ignore[attr-defined]
    labels = {option.key: option.label.key.rpartition("with")[2] for option in stage.options}
    assert labels["0"] == ".copies"
    assert (labels["4"], labels["5"]) == ("", ".over")
    assert len(labels) == 11


def test_a_region_says_whether_it_is_unexplored() -> None:
    """§15 explore!"""
    match = table(4, lambda state: fly(state, 1, "CV6"))
    stage = decision(match, "place_airship").first  # type: ignore[attr-defined]
    unexplored = {option.key for option in stage.options if option.label.key.endswith(".explore")}
    assert unexplored == set(LETTERS.values()) - {LETTERS["CV"]}


# ---- The order of refusals (§5) ------------------------------------------------------------------------------------


def test_what_does_not_exist_comes_before_what_is_not_in_play() -> None:
    """§5."""
    match = table(3)
    assert refusal(match, "P1 place_airship WW 11") == "unknown_id"
    assert refusal(match, "P1 place_airship XX 3") == "unknown_id"
    assert refusal(match, "P1 place_airship WW 3") == "not_in_play"
    assert refusal(match, "P1 build_fortress P13") == "unknown_id"
    assert refusal(match, "P1 build_fortress P12") == "not_in_play"
    assert refusal(match, "P1 place_skimmer FF") == "not_in_play"
    assert refusal(match, "P1 scout 6") == "unknown_id"
    assert refusal(match, "P1 scout 2") == "not_in_play"


def test_an_empty_supply_comes_before_the_price() -> None:
    """§5."""

    def bare(state: State) -> None:
        state.seats[0].fortresses = state.seats[0].markets = state.seats[0].skimmers = 0

    match = table(4, bare)
    for line in ("build_fortress P5", "build_market P5", "place_skimmer PP"):
        assert refusal(match, f"P1 {line}") == "no_supply"
        assert refusal(table(4), f"P1 {line}") == "not_enough_resources"


def test_what_a_card_says_comes_before_the_price() -> None:
    """§5."""

    def seen(state: State) -> None:
        state.tray[0].up = True
        state.objectives[0].up = True
        state.objectives[1].peeked.append(0)

    match = table(4, seen)
    assert refusal(match, "P1 scout 1") == "already_revealed"
    assert refusal(match, "P1 peek 1.gold-iron") == "already_revealed"
    assert refusal(match, "P1 peek 2.gold-iron") == "already_done"
    assert refusal(match, "P1 peek 3.gold-iron") == "not_enough_resources"


def test_a_malformed_payment_is_a_bad_choice_first_of_all() -> None:
    """§5 Whatever the seat owns."""
    match = table(4)
    for answer in ("3.gold", "3.gold-iron-wood", "6.gold-silver", "3"):
        assert refusal(match, f"P1 peek {answer}") == "bad_choice"
    for answer in ("gold.iron", "gold-tin.iron"):
        assert refusal(match, f"P1 exchange {answer}") == "bad_choice"
    assert refusal(match, "P1 peek 6.gold-iron") == "unknown_id"
    assert refusal(match, "P1 exchange gold-iron.tin") == "unknown_id"


def test_alone_there_is_nothing_to_peek_at() -> None:
    """§5 Before anything else."""
    match = table(1)
    for answer in ("3.gold-iron", "3.gold", "6.gold-iron"):
        assert refusal(match, f"P1 peek {answer}") == "no_objectives"


def test_slots_beyond_the_seats_are_closed() -> None:
    """R32, §5."""
    match = table(4, lambda state: fly(state, 0, "CV1 TT2"))
    do(match, "P1 place_airship PP 3")
    assert refusal(match, "P1 choose_turn_slot 5") == "not_in_play"
    assert refusal(match, "P1 choose_turn_slot 6") == "unknown_id"
    assert refusal(match, "P1 place_airship PP 3") == "wrong_state"
    assert legal(match, "choose_turn_slot") == ["1", "2", "3", "4"]


# ---- Rounds --------------------------------------------------------------------------------------------------------


def test_a_new_round_keeps_what_stays_and_clears_the_rest() -> None:
    """§4 CLEANUP: every card is back in its deck."""

    def late(state: State) -> None:
        rich(state)
        state.round = 3
        for seat in range(4):
            fly(state, seat, "CV1 TT2 MM3")
        state.seats[0].placed, state.seats[0].skimmers = {LETTERS["GG"]: 2}, 3
        state.seats[1].cards = [state.unused.pop(0)]
        state.new = [3, 1, 0, 2]

    state = table(4, late).state
    everywhere = {region.id for region in state.regions}
    assert (state.round, state.step, state.old, state.new) == (4, Step.ACTION, [3, 1, 0, 2], [None] * 4)
    assert state.active == 3
    assert {state.public, *state.public_deck} == everywhere
    assert sorted([*(secret.card for secret in state.tray), *state.unused]) == sorted(everywhere)
    assert len(state.tray) == 4
    assert all(not seat.ships and not seat.cards and not seat.placed for seat in state.seats)
    assert state.seats[0].skimmers == 5
