"""Weeks of simulated time at several tables, before a witness that reckons for itself what may reach whom."""

from datetime import datetime
from pathlib import Path

import pytest

from tests.bot.weeks import AUTUMN, SPRING, Walk

LONG = [(seed, 28, AUTUMN if seed % 2 else SPRING) for seed in (4, 7, 8, 9, 11, 12)]


@pytest.mark.parametrize(
    ("seed", "days", "start"),
    [
        (1, 14, SPRING),
        pytest.param(2, 14, AUTUMN, marks=pytest.mark.fuzz),
        *(pytest.param(*walk, marks=pytest.mark.fuzz) for walk in LONG),
    ],
)
async def test_weeks_at_several_tables_keep_every_promise(
    tmp_path: Path, seed: int, days: int, start: datetime
) -> None:
    """Whoever is waited for is called once, is reminded when it was promised, and never at rest, asleep or away; nobody
    is called for what is answered, muted or no longer theirs; restarts say nothing, and days without the bot make one
    call; clocks warn before they run out; each call leads to the table and tells what happened since."""
    walk = Walk(tmp_path, seed, days, start)
    await walk.run()
    assert min(walk.done["answer"], walk.vigil.counts["nudge"], walk.done["restart"], walk.done["wish"]) > 0
