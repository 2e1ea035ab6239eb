"""Whether the bot can be spoken to while it draws: how late the event loop is."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from statistics import quantiles

import render
from bot.ui.speech import Speech
from bot.work.painter import Painter, Sitting
from engines import GAMES
from engines.kernel.match import Action, Match
from engines.kernel.rng import Rng
from engines.kernel.simulate import seed_of
from engines.kernel.standin import random_choice
from tests.benchmarks.conftest import Measured

SECONDS = 8
BEAT = 0.005
"""Seconds between two looks at the clock."""

MOVED = 5
"""Actions between two pictures."""


async def lateness(seconds: float) -> list[float]:
    """How many seconds late the loop was, each time it was to be somewhere."""
    loop, late = asyncio.get_running_loop(), list[float]()
    end = loop.time() + seconds
    while (due := loop.time() + BEAT) < end:
        await asyncio.sleep(BEAT)
        late.append(loop.time() - due)
    return late


async def draw_without_pause(painter: Painter, slug: str) -> None:
    """Whole games from every seat's side, picture after picture, two of them always ordered."""
    game, players = GAMES[slug], Rng(seed_of("loop"))
    words = Speech.load().words("ja", lambda seat: f"Player {seat}")
    names = tuple(f"Player {seat}" for seat in range(game.recommended))
    for number in range(1000):
        match = Match.new(game, game.recommended, {}, seed_of("loop", number))
        while match.pending:
            for viewer in (None, *range(game.recommended)):
                # As if no two pictures were ever the same.
                here = Sitting(slug, f"{number} {match.next_serial} {viewer}".encode(), "ja", names, frozenset())
                await painter.paint(here, match.view(viewer), words)
            for _ in range(MOVED):
                if match.pending:
                    decision, answer = random_choice(match.pending, players)
                    match.act(Action(decision.seat, decision.verb, answer))


def told(measured: Measured, what: str, late: Sequence[float], most: float | None = None) -> None:
    hundredths = quantiles(late, n=100)
    measured(f"loop: late, {what}, in the middle", hundredths[49] * 1e3, "ms")
    measured(f"loop: late, {what}, p99", hundredths[98] * 1e3, "ms", most=most)
    measured(f"loop: late, {what}, at worst", max(late) * 1e3, "ms")


async def test_the_loop_while_pictures_are_drawn(measured: Measured) -> None:
    """Against the same loop with nothing to do."""
    told(measured, "idle", await lateness(SECONDS / 4))
    painter = Painter(render.draw)
    drawing = [asyncio.create_task(draw_without_pause(painter, slug)) for slug in GAMES]
    try:
        await lateness(1)
        late = await lateness(SECONDS)
        for task in drawing:
            assert not task.done() or task.result(), "the pictures ended early"
    finally:
        for task in drawing:
            task.cancel()
        await asyncio.wait(drawing)
        painter.close()
    told(measured, "drawing", late, most=20)
