"""Weeks of simulated time at several tables, before a witness that reckons for itself what may reach whom."""

from pathlib import Path

import pytest

from tests.bot.weeks import START, Walk


@pytest.mark.parametrize("seed", [1, 2])
async def test_weeks_at_several_tables_keep_every_promise(tmp_path: Path, seed: int) -> None:
    walk = Walk(tmp_path, seed, 16, START)
    await walk.run()
