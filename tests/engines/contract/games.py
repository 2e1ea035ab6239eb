"""Every table that can be: each game with each number of seats and each combination of its options."""

from __future__ import annotations

from itertools import product
from typing import Any, NamedTuple

import pytest

from engines import GAMES
from engines.kernel.game import Game, OptionValue


class Table(NamedTuple):
    """A game, how many play it, and with which options."""

    game: Game[Any, Any]
    seats: int
    options: dict[str, OptionValue]

    def __str__(self) -> str:
        chosen = "-".join(str(value).lower() for value in self.options.values())
        return f"{self.game.slug}-{self.seats}-{chosen}"


def tables() -> list[Table]:
    """All of them whose options go together."""
    every = []
    for game in GAMES.values():
        keys = [spec.key for spec in game.options]
        for seats in game.seats:
            for values in product(*(spec.values for spec in game.options)):
                options = dict(zip(keys, values, strict=True))
                if not game.unmet(options) and game.why_not_options(seats, options) is None:
                    every.append(Table(game, seats, options))
    return every


EVERY_TABLE = pytest.mark.parametrize("table", tables(), ids=str)
EVERY_SEATING = pytest.mark.parametrize(
    "table",
    [
        Table(game, seats, {spec.key: spec.default for spec in game.options})
        for game in GAMES.values()
        for seats in game.seats
    ],
    ids=str,
)
EVERY_GAME = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES.keys())
