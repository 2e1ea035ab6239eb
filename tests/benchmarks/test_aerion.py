"""How hard Aerion's reconstructed decks are, beside what RULES.md §14 found for them."""

from __future__ import annotations

import os
from concurrent.futures import ProcessPoolExecutor
from math import sqrt
from statistics import NormalDist, fmean
from typing import NamedTuple

from engines import GAMES
from engines.aerion.state import Ending
from engines.aerion.view import View
from engines.kernel.match import Action, Match
from engines.kernel.simulate import seed_of
from tests.benchmarks.conftest import Measured
from tests.benchmarks.shipwright import Shipwright

AERION = GAMES["aerion"]
ALL_GAMES = int(os.environ.get("MAILBOAT_BENCH_GAMES", "200"))
FOUND, FOUND_TURNS = 70.5, 24.1
"""RULES.md §14, base game with three Pixies: per cent won of 2,000 games (± 2.0), and turns."""
BAND = (62.0, 80.0)
"""What a simple player may win, in per cent. Another player than that of RULES.md need not win exactly as often."""


class Played(NamedTuple):
    """What came of a game."""

    won: bool
    turns: int


def played(number: int) -> Played:
    """One game of the base game alone."""
    match = Match.new(AERION, 1, {}, seed_of("bench", number))
    player = Shipwright()
    while match.pending:
        decision, answer = player.answer(match.pending, match.view(0))
        match.act(Action(decision.seat, decision.verb, answer))
    view: View = match.view(0)
    return Played(view.result == Ending.WON, view.turn)


def interval(won: int, games: int, sure: float = 0.95) -> tuple[float, float]:
    """Wilson's, in per cent: where the true share lies."""
    z = NormalDist().inv_cdf((1 + sure) / 2)
    share, weight = won / games, 1 + z * z / games
    middle = (share + z * z / (2 * games)) / weight
    reach = z / weight * sqrt(share * (1 - share) / games + z * z / (4 * games * games))
    return 100 * (middle - reach), 100 * (middle + reach)


def test_aerion_alone(measured: Measured) -> None:
    """A sensible player wins most games of the base game with three Pixies, and not all of them."""
    with ProcessPoolExecutor() as workers:
        games = list(workers.map(played, range(ALL_GAMES), chunksize=10))
    won = sum(game.won for game in games)
    low, high = interval(won, ALL_GAMES)
    measured(f"aerion alone: won, of {ALL_GAMES} games", 100 * won / ALL_GAMES, "%")
    measured("aerion alone: won, at least (95 %)", low, "%")
    measured("aerion alone: won, at most (95 %)", high, "%")
    measured("aerion alone: won, by RULES.md", FOUND, "%")
    measured("aerion alone: a game, on average", fmean(game.turns for game in games), "turns")
    measured("aerion alone: a game, by RULES.md", FOUND_TURNS, "turns")
    assert low <= BAND[1]
    assert high >= BAND[0]
