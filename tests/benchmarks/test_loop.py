"""Whether the bot can be spoken to while it draws: how late the event loop is."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from itertools import count
from statistics import quantiles
from time import perf_counter, process_time
from typing import Any

import pytest

import render
from bot.ui.speech import Speech
from bot.work.painter import Painter, Sitting
from engines import GAMES
from engines.kernel.match import Action, Match
from engines.kernel.rng import Rng
from engines.kernel.simulate import seed_of
from engines.kernel.standin import random_choice
from tests.benchmarks.conftest import Measured

SECONDS = 10
WARM = 3
BEAT = 0.005
"""Seconds between two looks at the clock."""

VIEWS = 60


def views_of(slug: str) -> list[Any]:
    """What everybody and each seat sees over a whole game, spread evenly."""
    game, players = GAMES[slug], Rng(seed_of("loop"))
    match, seen = Match.new(game, game.recommended, {}, seed_of("loop")), list[Any]()
    while match.pending:
        decision, answer = random_choice(match.pending, players)
        match.act(Action(decision.seat, decision.verb, answer))
        seen += [match.view(viewer) for viewer in (None, *range(game.recommended))]
    # An uneven step, so that all viewers have their turn.
    return seen[:: len(seen) // VIEWS | 1]


async def lateness(seconds: float) -> tuple[list[float], list[float]]:
    """How many seconds late the loop was, each time; and how much of that this process computed."""
    late, computed = list[float](), list[float]()
    end = perf_counter() + seconds
    while (began := perf_counter()) < end:
        worked = process_time()
        await asyncio.sleep(BEAT)
        late.append(perf_counter() - began - BEAT)
        computed.append(max(0.0, min(late[-1], process_time() - worked - BEAT)))
    return late, computed


async def draw_without_pause(painter: Painter, slug: str, views: Sequence[Any]) -> None:
    words = Speech.load().words("ja", lambda seat: f"Player {seat}")
    for number in count():
        # Numbers for digests: as if no two pictures were ever the same.
        here = Sitting(slug, str(number).encode(), "ja", (), frozenset())
        await painter.paint(here, views[number % len(views)], words)


def told(measured: Measured, what: str, late: Sequence[float], most: float | None = None) -> None:
    hundredths = quantiles(late, n=100)
    measured(f"{what}, p50", hundredths[49] * 1e3, "ms")
    measured(f"{what}, p99", hundredths[98] * 1e3, "ms", most=most)
    measured(f"{what}, at worst", max(late) * 1e3, "ms")


@pytest.mark.parametrize("slug", GAMES)
async def test_the_loop_while_pictures_are_drawn(slug: str, measured: Measured) -> None:
    """Against the same loop with nothing to do. What others on this machine compute delays both."""
    idle, _ = await lateness(SECONDS / 4)
    painter, views = Painter(render.draw), views_of(slug)
    drawing = asyncio.create_task(draw_without_pause(painter, slug, views))
    try:
        first, _ = await lateness(WARM)
        late, computed = await lateness(SECONDS)
        assert not drawing.done(), drawing.exception()
    finally:
        drawing.cancel()
        await asyncio.wait([drawing])
        painter.close()
    told(measured, "loop idle: late", idle)
    measured(f"loop drawing {slug}, the first {WARM} s: late, at worst", max(first) * 1e3, "ms")
    told(measured, f"loop drawing {slug}: late", late, most=20)
    told(measured, f"loop drawing {slug}: … by our own work", computed, most=20)
