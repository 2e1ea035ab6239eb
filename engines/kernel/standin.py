"""Stand-in players: they answer decisions, nothing more. For fuzzing and for replaying scripts."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from engines.kernel.decision import Amount, Answer, Decision, Made, Pick, Spread, Stage, Steps
from engines.kernel.rng import Rng


def random_answer(decision: Decision, rng: Rng) -> Answer:
    """A random legal answer, every number of options and every option equally likely. The decision must be playable."""
    if isinstance(decision, Pick):
        legal = [o.key for o in decision.legal]
        if decision.least == decision.most == 1:
            return (rng.pick(legal),)
        how_many = decision.least + rng.below(min(decision.most, len(legal)) - decision.least + 1)
        rng.shuffle(legal)
        return tuple(legal[:how_many])
    if isinstance(decision, Amount):
        return (decision.low + rng.below(decision.high - decision.low + 1),)
    if isinstance(decision, Steps):
        return _walked(decision, lambda stage: some(stage, rng))
    assert isinstance(decision, Spread)
    amounts = [0] * len(decision.places)
    for _ in range(decision.total):
        room = [i for i, p in enumerate(decision.places) if p.cap is None or amounts[i] < p.cap]
        amounts[rng.pick(room)] += 1
    return tuple(amounts)


def first_answer(decision: Decision) -> Answer:
    """The first legal answer in the order shown. The decision must be playable."""
    if isinstance(decision, Pick):
        return tuple(o.key for o in decision.legal[: decision.least])
    if isinstance(decision, Amount):
        return (decision.low,)
    if isinstance(decision, Steps):
        return _walked(decision, _least)
    assert isinstance(decision, Spread)
    amounts, left = [], decision.total
    for place in decision.places:
        amounts.append(left if place.cap is None else min(left, place.cap))
        left -= amounts[-1]
    return tuple(amounts)


def random_choice(decisions: Iterable[Decision], rng: Rng) -> tuple[Decision, Answer]:
    """One of the playable decisions, each equally likely, and a random answer to it; there must be one."""
    left = list(decisions)
    while True:
        # Drawn first and looked at then: to look up the options of all the others would be most of the work.
        decision = left.pop(rng.below(len(left)))
        if decision.playable:
            return decision, random_answer(decision, rng)


def _walked(decision: Steps, choose: Callable[[Stage[Any]], list[str]]) -> Answer:
    """The whole answer that comes of choosing so at every stage."""
    made: Made = ()
    keys: list[str] = []
    while (stage := decision.following(made)) is not None:
        chosen = choose(stage)
        made = (*made, stage.take(chosen))
        keys += chosen
    return tuple(keys)


def some(stage: Stage[Any], rng: Rng) -> list[str]:
    """A random choice at one stage, every number of options equally likely."""
    pool = [o.key for o in stage.pool]
    how_many = stage.least + rng.below(min(stage.most, len(pool)) - stage.least + 1)
    rng.shuffle(pool)
    return pool[:how_many]


def _least(stage: Stage[Any]) -> list[str]:
    return [o.key for o in stage.pool[: stage.least]]
