"""Tables to try: each game with each number of seats and its options, all combinations if they are few."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations, product
from math import prod
from typing import Any, NamedTuple

import pytest

from engines import GAMES
from engines.kernel.game import Game, OptionSpec, OptionValue, same
from engines.kernel.rng import Rng
from engines.kernel.simulate import seed_of

FEW = 64
"""Games with more combinations of options than these are tried with a choice of them."""

AT_RANDOM = 24
"""So many further combinations then, always the same ones."""


class Table(NamedTuple):
    """A game, how many play it, and with which options."""

    game: Game[Any, Any]
    seats: int
    options: dict[str, OptionValue]

    def __str__(self) -> str:
        chosen = "-".join(str(value).lower() for value in self.options.values())
        return f"{self.game.slug}-{self.seats}-{chosen}"

    @property
    def one_of_many(self) -> bool:
        """Whether the game has so many tables that each can have only a little of the time."""
        return len(option_sets(self.game)) > FEW


def tables() -> list[Table]:
    """All of them whose options go together."""
    return [
        Table(game, seats, options)
        for game in GAMES.values()
        for seats in game.seats
        for options in option_sets(game)
        if not game.unfit(seats, options) and game.why_not_options(seats, options) is None
    ]


def option_sets(game: Game[Any, Any]) -> list[dict[str, OptionValue]]:
    """All combinations of options if they are few; else a choice of them."""
    if prod(len(spec.values) for spec in game.options) > FEW:
        tried = [completed(game, chosen) for chosen in chosen_few(game)]
    else:
        values = product(*(spec.values for spec in game.options))
        tried = [dict(zip((spec.key for spec in game.options), each, strict=True)) for each in values]
    once = {tuple(map(repr, options.values())): options for options in tried}
    return [options for options in once.values() if not game.unmet(options)]


def chosen_few(game: Game[Any, Any]) -> Iterator[dict[str, OptionValue]]:
    """As usual; each value by itself and every two together; all the presets; the farthest from usual; some at random.

    What is left out is as usual.
    """
    changes = [(spec.key, value) for spec in game.options for value in spec.values if not same(value, spec.default)]
    yield {}
    yield from ({key: value} for key, value in changes)
    yield from (dict(pair) for pair in combinations(changes, 2) if pair[0][0] != pair[1][0])
    yield from (dict(preset.options) for preset in game.presets)
    yield {spec.key: farthest(spec) for spec in game.options}
    rng = Rng(seed_of("options", game.slug))
    yield from ({spec.key: rng.pick(spec.values) for spec in game.options} for _ in range(AT_RANDOM))


def farthest(spec: OptionSpec) -> OptionValue:
    """The value at the other end of the menu."""
    return spec.values[-1] if same(spec.values[0], spec.default) else spec.values[0]


def completed(game: Game[Any, Any], chosen: Mapping[str, OptionValue]) -> dict[str, OptionValue]:
    """All options, what these ones need included."""
    options = {spec.key: chosen.get(spec.key, spec.default) for spec in game.options}
    for spec in game.unmet(options):
        assert spec.needs is not None
        options[spec.needs.key] = spec.needs.values[0]
    return options


def seatings() -> list[Table]:
    """Each game as usual and with each of its presets, with each number of seats."""
    chosen = [
        Table(game, seats, completed(game, options))
        for game in GAMES.values()
        for seats in game.seats
        for options in ({}, *(preset.options for preset in game.presets))
        if not game.unfit(seats, completed(game, options))
    ]
    return list({str(table): table for table in chosen}.values())


EVERY_TABLE = pytest.mark.parametrize("table", tables(), ids=str)
EVERY_SEATING = pytest.mark.parametrize("table", seatings(), ids=str)
EVERY_GAME = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES.keys())
