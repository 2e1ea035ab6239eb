"""What every game keeps, whoever plays it and with whatever options: found out by playing at random."""

from __future__ import annotations

from typing import Any

import pytest

from engines.kernel.decision import Refused
from engines.kernel.game import Game
from engines.kernel.match import Action, Match
from engines.kernel.rng import Rng
from engines.kernel.simulate import play_out, seed_of, simulate
from engines.kernel.standin import random_choice
from tests.engines.contract.games import EVERY_GAME, EVERY_SEATING, EVERY_TABLE, Table

BOUND = 3_000
"""More actions than these no game takes, however foolishly it is played."""

SOME, FEWER = 30, 6
"""Actions that a game is watched for in everyday runs; fewer where it has many tables."""


@EVERY_TABLE
def test_every_game_ends(table: Table) -> None:
    report = simulate(table.game, table.seats, table.options, 1, 1 if table.one_of_many else 2, most=BOUND)
    assert report.faults == []


@EVERY_TABLE
def test_every_promise_holds_from_the_beginning(table: Table) -> None:
    """Resume, undo, secrecy, views, questions and conservation, after each of the first actions."""
    watched = FEWER if table.one_of_many else SOME
    play_out(table.game, table.seats, table.options, seed_of("contract", table), check=True, most=watched)


@EVERY_SEATING
def test_every_promise_holds_to_the_end(table: Table) -> None:
    report = simulate(table.game, table.seats, table.options, 7, 1, check=True, most=BOUND)
    assert report.faults == []


@pytest.mark.fuzz
@EVERY_TABLE
def test_every_promise_holds_in_many_games(table: Table) -> None:
    report = simulate(table.game, table.seats, table.options, 1000, 5, check=True, most=BOUND)
    assert report.faults == []


@EVERY_SEATING
def test_the_same_seed_and_answers_give_the_same_digests(table: Table) -> None:
    def digests() -> list[str]:
        match = Match.new(table.game, table.seats, table.options, seed_of("twice"))
        players, marks = Rng(seed_of("players")), [match.digest()]
        while match.pending:
            decision, answer = random_choice(match.pending, players)
            match.act(Action(decision.seat, decision.verb, answer))
            marks.append(match.digest())
        return marks

    assert digests() == digests()


@EVERY_SEATING
def test_another_seed_gives_another_game(table: Table) -> None:
    states = {Match.new(table.game, table.seats, table.options, seed_of(n)).digest() for n in range(20)}
    assert len(states) == 20


@EVERY_SEATING
def test_a_seat_can_be_carried_on_by_its_stand_in_whenever_it_is_asked(table: Table) -> None:
    """From wherever somebody leaves: what the game answers for an absent person is always to be had."""
    players = Rng(seed_of("absent", table))
    for number in range(3):
        match = Match.new(table.game, table.seats, table.options, seed_of("absent", number))
        while match.pending:
            seat = match.waiting_for[0]
            if players.below(2):
                decision, answer = random_choice(match.pending, players)
            else:
                mine = tuple(d for d in match.pending if d.seat == seat)
                decision, answer = table.game.absent(mine, match.view(seat))
            match.act(Action(decision.seat, decision.verb, answer))


@EVERY_SEATING
def test_who_is_next_is_who_is_asked_next(table: Table) -> None:
    """Where a question passes from one seat to another, that was what everybody could foresee, if anything."""
    players = Rng(seed_of("next", table))
    foreseen = 0
    for number in range(2):
        match = Match.new(table.game, table.seats, table.options, seed_of("next", number))
        while match.pending:
            before, view = match.waiting_for, match.view(None)
            decision, answer = random_choice(match.pending, players)
            match.act(Action(decision.seat, decision.verb, answer))
            if len(before) != 1 or len(match.waiting_for) != 1 or before == match.waiting_for:
                continue
            following = table.game.follows(view, before[0], table.seats)
            foreseen += following is not None
            assert following in {None, match.waiting_for[0]}, match.where()
    assert bool(foreseen) == (table.seats > 1)


@EVERY_SEATING
def test_a_table_of_stand_ins_ends_or_at_least_never_breaks(table: Table) -> None:
    match = Match.new(table.game, table.seats, table.options, seed_of("all absent"))
    for _ in range(200):
        if not match.pending:
            break
        seat = match.waiting_for[0]
        decision, answer = table.game.absent(tuple(d for d in match.pending if d.seat == seat), match.view(seat))
        match.act(Action(seat, decision.verb, answer))


@EVERY_SEATING
def test_shortcuts_can_always_be_taken(table: Table) -> None:
    match = Match.new(table.game, table.seats, table.options, seed_of("shortcuts"))
    players = Rng(seed_of("shortcuts", table))
    while match.pending:
        for shortcut in table.game.shortcuts(match.pending):
            decision = next(d for d in match.pending if d.verb == shortcut.verb)
            decision.accept(shortcut.answer)
        decision, answer = random_choice(match.pending, players)
        match.act(Action(decision.seat, decision.verb, answer))


@EVERY_SEATING
def test_redealing_changes_what_is_hidden_and_nothing_else(table: Table) -> None:
    """Without it the checks of secrecy would prove nothing."""
    game, rng = table.game, Rng(seed_of("redeal"))
    match = Match.new(game, table.seats, table.options, seed_of("redeal"))
    for viewer in (None, *range(table.seats)):
        others = {game.encode(game.redeal(match.state, viewer, rng)) for _ in range(20)}
        assert len(others) > 1
    assert game.encode(match.state) == game.encode(Match.new(game, table.seats, table.options, seed_of("redeal")).state)


@EVERY_GAME
def test_a_wrong_number_of_seats_is_refused(game: Game[Any, Any]) -> None:
    for seats in (game.seats.start - 1, game.seats.stop, 0, -1, 99):
        with pytest.raises(Refused):
            Match.new(game, seats, {}, seed_of("seats"))


@EVERY_GAME
def test_defaults_are_values_and_the_recommended_number_is_possible(game: Game[Any, Any]) -> None:
    assert game.recommended in game.seats
    for spec in game.options:
        assert spec.default in spec.values
        assert len(spec.names) == len(spec.values)
