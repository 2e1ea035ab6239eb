"""A whole game as text, to be read and compared: every question, answer and message, and fingerprints of what is seen.

The first line is the recipe: `takara --seats 2 --seed 5 --option mimic_injury=true`. Everything below follows from it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from hashlib import blake2b
from typing import Any

import msgspec

from engines.kernel.decision import Amount, Decision, Pick
from engines.kernel.game import Game, Options
from engines.kernel.match import Action, Match
from engines.kernel.rng import Rng
from engines.kernel.scenario import plain
from engines.kernel.simulate import seed_of
from engines.kernel.standin import random_choice
from engines.kernel.text import Event

MANY = 12
"""More keys than these are counted and fingerprinted instead of listed."""


def lines(game: Game[Any, Any], seats: int, options: Options, seed: int) -> Iterator[str]:
    """The playthrough of random answers from that seed, without its first line."""
    match = Match.new(game, seats, options, seed_of(seed))
    players = Rng(seed_of("players", seed))
    yield from _position(match, match.opening.events)
    while match.pending:
        decision, answer = random_choice(match.pending, players)
        turn = match.act(Action(decision.seat, decision.verb, answer))
        yield ""
        words = " ".join(map(str, answer))
        yield f"{turn.serial}. P{decision.seat + 1} {decision.verb} {words}{'' if turn.open else ' (for good)'}"
        yield from _position(match, turn.events)
    assert match.outcome is not None
    yield ""
    yield f"end: {msgspec.json.encode(match.outcome).decode()}"


def _position(match: Match[Any, Any], events: Sequence[Event]) -> Iterator[str]:
    for event in events:
        told = plain(event.text)
        words = " ".join(f"{name}={_flat(value)}" for name, value in told.items() if name != "key")
        seats = "" if event.seen_by is None else f" (to {', '.join(f'P{seat + 1}' for seat in event.seen_by)})"
        yield f"   {told['key']} {words}{seats}".rstrip()
    yield f"   board {_print(match.view(None))}"
    asked = [f"P{d.seat + 1} {d.verb} {_answers(d)}" for d in match.pending if d.playable]
    if asked:
        yield f"   ? {' | '.join(asked)}"


def _answers(decision: Decision) -> str:
    match decision:
        case Pick():
            keys = [option.key for option in decision.legal]
            return " ".join(keys) if len(keys) <= MANY else f"{len(keys)} options {_print(keys)}"
        case Amount():
            return f"{decision.low}–{decision.high}"
        case _:
            return _print(decision.shape())


def _flat(value: Any) -> str:
    return "+".join(map(_flat, value)) if isinstance(value, list) else str(value)


def _print(value: Any) -> str:
    return blake2b(msgspec.msgpack.encode(value), digest_size=5).hexdigest()
