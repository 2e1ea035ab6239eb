"""Whole games by random legal answers: for speed, for statistics, and, watched, as the widest net for faults."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from hashlib import blake2b
from typing import Any, TypeVar

from msgspec import Struct

from engines.kernel.checks import Watch
from engines.kernel.game import Game, Options, Outcome
from engines.kernel.match import Action, Match
from engines.kernel.rng import SEED_BYTES, Rng
from engines.kernel.standin import random_choice

S = TypeVar("S")
V = TypeVar("V")

MOST_ACTIONS = 20_000
"""A game that has not ended by then is held to be endless."""


class Report(Struct):
    """What came of a number of games. faults: one line each, with what is needed to see it again."""

    games: int
    finished: int = 0
    actions: int = 0
    outcomes: dict[str, int] = {}
    faults: list[str] = []


class Played(Struct):
    """One game by random answers. outcome: None if it was broken off."""

    actions: int
    outcome: Outcome | None


def seed_of(*parts: object) -> bytes:
    """A match's seed from anything that can be written down."""
    return blake2b("\0".join(map(str, parts)).encode(), digest_size=SEED_BYTES).digest()


def play_out(
    game: Game[S, V],
    seats: int,
    options: Options,
    seed: bytes,
    *,
    check: bool = False,
    look: Callable[[V], object] | None = None,
    most: int = MOST_ACTIONS,
    begun: Callable[[Match[S, V]], object] | None = None,
) -> Played:
    """One game to its end, or for `most` actions.

    check: watch it; look: see `Watch`. begun: called with the match before its first action.
    Raises whatever the rules or the checks raise.
    """
    match = Match.new(game, seats, options, seed)
    players = Rng(blake2b(seed, person=b"players", digest_size=SEED_BYTES).digest())
    if begun is not None:
        begun(match)
    act = match.act
    if check:
        act = Watch(match, seats, seed, Rng(blake2b(seed, person=b"checks", digest_size=SEED_BYTES).digest()), look).act
    actions = 0
    while match.pending and actions < most:
        decision, answer = random_choice(match.pending, players)
        act(Action(decision.seat, decision.verb, answer))
        actions += 1
    return Played(actions, match.outcome)


def simulate(
    game: Game[Any, Any],
    seats: int,
    options: Options,
    seed: int,
    games: int,
    *,
    check: bool = False,
    look: Callable[[Any], object] | None = None,
    most: int = MOST_ACTIONS,
) -> Report:
    """That many games; a fault ends its game, not the others.

    Raises Refused for seats or options the game does not know.
    """
    report, outcomes = Report(games), Counter[str]()
    Match.new(game, seats, options, seed_of(seed))
    for number in range(games):
        running: list[Match[Any, Any]] = []
        try:
            played = play_out(
                game, seats, options, seed_of(seed, number), check=check, look=look, most=most, begun=running.append
            )
        except Exception as fault:  # noqa: BLE001 - whatever breaks is what is looked for
            where = running[0].where() if running else "setup"
            cause = f": {fault.__cause__}" if fault.__cause__ is not None else ""
            report.faults.append(f"game {number}: {type(fault).__name__}: {fault}{cause} ({where})")
            continue
        report.actions += played.actions
        if played.outcome is None:
            report.faults.append(f"game {number}: not over after {most} actions")
        else:
            report.finished += 1
            outcomes[played.outcome.result] += 1
    report.outcomes = dict(sorted(outcomes.items()))
    return report
