"""§1, §3 Options and setup: what the worked examples leave out."""

from collections import Counter
from typing import Any

import pytest

from engines.fractured_sky import GAME
from engines.fractured_sky.components import OBJECTIVES, SLOT_ICONS
from engines.fractured_sky.state import Step
from engines.kernel.decision import Refused
from engines.kernel.match import Match, settle_options
from engines.kernel.rng import Rng
from engines.kernel.simulate import seed_of
from tests.engines.fractured_sky.sky import Table, do, laid_out, refusal


@pytest.mark.parametrize(
    ("people", "colors"),
    [
        (1, "yellow black orange"),
        (2, "yellow blue black"),
        (3, "yellow blue red"),
        (4, "yellow blue red green"),
        (5, "yellow blue red green purple"),
    ],
)
def test_colours_are_those_of_the_seats_in_joining_order(people: int, colors: str) -> None:
    """R60, §3.1 Whatever the turn order; automated opponents come last."""
    state = laid_out(people)
    assert " ".join(seat.color for seat in state.seats) == colors
    assert [seat.ai is None for seat in state.seats] == [True] * people + [False] * (len(state.seats) - people)


def test_two_people_may_play_against_orange() -> None:
    assert laid_out(2, ai_color="orange").seats[2].color == "orange"


def test_the_others_follow_the_first_player_clockwise() -> None:
    """§3.1, §3.3 Whoever begins, the same circle of seats; every circle comes up."""
    circles = set()
    for seed in range(60):
        orders = [laid_out(4, Rng(seed_of(seed)), first_player=first).old for first in range(1, 5)]
        assert [order[0] for order in orders] == [0, 1, 2, 3]
        circles |= {tuple(order[order.index(0) :] + order[: order.index(0)]) for order in orders}
        assert len({tuple(order[order.index(0) :] + order[: order.index(0)]) for order in orders}) == 1
    assert len(circles) == 6


def test_by_chance_anybody_begins() -> None:
    assert {laid_out(5, Rng(seed_of(seed))).old[0] for seed in range(60)} == set(range(5))


def test_automated_opponents_stand_last() -> None:
    """§3.3."""
    assert all(laid_out(1, Rng(seed_of(seed))).old == [0, 1, 2] for seed in range(5))
    assert all(laid_out(2, Rng(seed_of(seed))).old[2] == 2 for seed in range(5))


@pytest.mark.parametrize(
    ("people", "options", "why"),
    [
        (3, {"ai_difficulty": "hard"}, "kernel.option_for_some"),
        (5, {"ai_difficulty": "medium"}, "kernel.option_for_some"),
        (1, {"ai_color": "orange"}, "kernel.option_for"),
        (3, {"ai_color": "orange"}, "kernel.option_for"),
        (3, {"first_player": 4}, "fractured_sky.why.option_first_player"),
        (1, {"first_player": 2}, "fractured_sky.why.option_first_player"),
    ],
)
def test_options_that_do_not_fit_are_refused(people: int, options: dict[str, Any], why: str) -> None:
    """R62."""
    with pytest.raises(Refused) as refused:
        settle_options(GAME, people, options)
    assert refused.value.why.key == why


@pytest.mark.parametrize("people", [2, 3, 4, 5])
def test_every_objective_lies_on_its_icon_and_none_is_lost(people: int) -> None:
    """§3.4 The rest, and what found no slot, is out of the game."""
    for seed in range(10):
        state = laid_out(people, Rng(seed_of(seed)))
        tray = [slot.card for slot in state.objectives]
        assert tuple(OBJECTIVES[card].icon for card in tray) == SLOT_ICONS
        assert Counter(tray + state.aside) == Counter(
            each.id for each in OBJECTIVES.values() if people > 3 or not each.excluded_small
        )


def test_alone_there_are_no_objectives() -> None:
    assert laid_out(1).objectives == []


def test_the_first_round_lies_open_before_the_resources_are_chosen() -> None:
    """§3.6, R39 Public starfall, turn order and one secret card."""
    state = laid_out(4)
    assert (state.step, state.round) == (Step.SETUP_RESOURCES, 1)
    assert state.stars == {state.public: 1}
    assert len(state.tray) == 1
    assert {state.public, *state.public_deck} == {region.id for region in state.regions}
    assert {secret.card for secret in state.tray} | set(state.unused) == {region.id for region in state.regions}


def test_resources_are_chosen_in_secret_and_changed_until_the_last_is_in() -> None:
    """§3.7."""
    match: Table = Match.new(GAME, 3, {}, seed_of("start"))
    do(match, "P1 choose_start_resources 4 0 0", "P1 choose_start_resources 0 4 0")
    assert match.waiting_for == (1, 2)
    assert refusal(match, "P2 choose_start_resources 3 1 1") == "bad_choice"
    assert refusal(match, "P2 choose_start_resources 5 -1 0") == "bad_choice"
    assert refusal(match, "P2 exchange gold-gold.iron") == "wrong_state"
    do(match, "P2 choose_start_resources 2 0 2", "P3 choose_start_resources 1 1 2")
    third = match.state.old[2]
    expected = [[0, 4, 0], [2, 0, 2], [1, 1, 2]]
    expected[third][0] += 1
    assert [seat.resources for seat in match.state.seats] == expected
    assert refusal(match, "P1 choose_start_resources 2 0 2") == "wrong_state"


def test_the_suggestion_is_a_button() -> None:
    """§3.7."""
    match: Table = Match.new(GAME, 2, {}, seed_of("button"))
    mine = tuple(d for d in match.pending if d.seat == 0)
    assert [shortcut.answer for shortcut in GAME.shortcuts(mine)] == [(2, 0, 2)]


def test_the_gold_of_slot_three_goes_to_the_market_card() -> None:
    """§3.8, R54 Easy opponents have none."""
    for difficulty, counter in (("easy", 0), ("medium", 1), ("hard", 1)):
        match: Table = Match.new(GAME, 2, {"ai_difficulty": difficulty}, seed_of("gold"))
        do(match, "P1 choose_start_resources 2 0 2", "P2 choose_start_resources 2 0 2")
        ai = match.state.seats[2].ai
        assert ai is not None
        assert ai.counter == counter
