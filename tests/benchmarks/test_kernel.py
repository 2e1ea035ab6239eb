"""How fast the kernel is, as multiples of the work that cannot be avoided."""

from __future__ import annotations

from statistics import fmean
from time import perf_counter

import pytest

from engines import GAMES
from engines.kernel.match import Action, Match, Save
from engines.kernel.rng import Rng
from engines.kernel.simulate import seed_of, simulate
from engines.kernel.standin import random_choice
from tests.benchmarks.conftest import Measured

ROUNDS = 5


@pytest.mark.parametrize("slug", GAMES)
def test_one_action_with_its_save(slug: str, measured: Measured) -> None:
    """Against encoding and decoding the state once."""
    game = GAMES[slug]
    acts: list[float] = []
    codes: list[float] = []
    for number in range(ROUNDS):
        match = Match.new(game, game.recommended, {}, seed_of("bench", number))
        players = Rng(seed_of("players", number))
        while match.pending:
            decision, answer = random_choice(match.pending, players)
            action = Action(decision.seat, decision.verb, answer)
            began = perf_counter()
            turn = match.act(action)
            taken = perf_counter() - began
            if turn.save is None:
                continue
            acts.append(taken)
            began = perf_counter()
            game.decode(game.encode(match.state))
            codes.append(perf_counter() - began)
    measured(f"{slug}: one action with its save", fmean(acts) * 1e6, "µs")
    measured(f"{slug}: the state encoded and decoded", fmean(codes) * 1e6, "µs")
    measured(f"{slug}: the one in the other", fmean(acts) / fmean(codes), "times", most=10)


@pytest.mark.parametrize("slug", GAMES)
def test_resume(slug: str, measured: Measured) -> None:
    """From the last save and the actions after it, at every moment of a game."""
    game, seed = GAMES[slug], seed_of("bench")
    match = Match.new(game, game.recommended, {}, seed)
    players, times = Rng(seed_of("players")), list[float]()
    assert match.opening.save is not None
    save: Save = match.opening.save
    tail: list[Action] = []
    while match.pending:
        decision, answer = random_choice(match.pending, players)
        turn = match.act(Action(decision.seat, decision.verb, answer))
        assert turn.action is not None
        save, tail = (save, [*tail, turn.action]) if turn.save is None else (turn.save, [])
        began = perf_counter()
        Match.resume(game, save, tail, seed)
        times.append(perf_counter() - began)
    measured(f"{slug}: resume, on average", fmean(times) * 1e3, "ms", most=5)
    measured(f"{slug}: resume, at worst", max(times) * 1e3, "ms", most=5)


@pytest.mark.parametrize("slug", GAMES)
def test_simulate(slug: str, measured: Measured) -> None:
    """Whole games by random answers, on one core."""
    game = GAMES[slug]
    simulate(game, game.recommended, {}, 0, 2)
    for seats in game.seats:
        began = perf_counter()
        report = simulate(game, seats, {}, 1, 30)
        measured(
            f"{slug}: simulated, {seats} seats", report.actions / (perf_counter() - began), "actions/s", least=5000
        )
