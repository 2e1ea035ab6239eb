"""A whole game as text, to be read and compared: every question, answer and message, and fingerprints of what is seen.

The first line is the recipe: `takara --seats 2 --seed 5 --option mimic_injury=true`. Everything below follows from it;
with `--written` the answers are those that stand below, for games that random answers would never play.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from hashlib import blake2b
from typing import Any

import msgspec

from engines.kernel.decision import Amount, Decision, Pick, Refused
from engines.kernel.game import Game, Options
from engines.kernel.match import ENDINGS, Action, Match
from engines.kernel.rng import Rng
from engines.kernel.scenario import plain
from engines.kernel.simulate import seed_of
from engines.kernel.standin import random_choice
from engines.kernel.text import Event

MANY = 12
"""More keys than these are counted and fingerprinted instead of listed."""


_ANSWER = re.compile(r"^[0-9]+\. P([0-9]+) (\w+)(| .*?)(?: \(for good\))?$", re.MULTILINE)


def lines(
    game: Game[Any, Any], seats: int, options: Options, seed: int, answers: Iterable[Action] | None = None
) -> Iterator[str]:
    """The playthrough from that seed, without its first line. answers: None for random ones.

    It breaks off, and says so, where an answer is refused or there is none left.
    """
    match = Match.new(game, seats, options, seed_of(seed))
    given = _random(match, Rng(seed_of("players", seed))) if answers is None else iter(answers)
    yield from _position(match, match.opening.events)
    while match.pending:
        yield ""
        action = next(given, None)
        if action is None:
            yield "broken off: no more answers"
            return
        try:
            turn = match.act(action)
        except Refused as refused:
            yield f"broken off: {action.verb} is refused: {refused.why.key}"
            return
        words = " ".join(map(str, (action.verb, *action.answer)))
        yield f"{turn.serial}. P{action.seat + 1} {words}{'' if turn.open else ' (for good)'}"
        yield from _position(match, turn.events)
    assert match.outcome is not None
    yield ""
    yield f"end: {msgspec.json.encode(match.outcome).decode()}"


def written(text: str) -> Iterator[Action]:
    """The answers in a playthrough."""
    for seat, verb, words in _ANSWER.findall(text):
        who = int(seat) - 1
        yield ENDINGS[verb](who) if verb in ENDINGS else Action(who, verb, tuple(words.split()))


def _random(match: Match[Any, Any], players: Rng) -> Iterator[Action]:
    while True:
        decision, answer = random_choice(match.pending, players)
        yield Action(decision.seat, decision.verb, answer)


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
