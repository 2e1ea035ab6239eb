"""kill -9 at any moment: what was answered is kept, and counts once."""

from __future__ import annotations

import random
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

from engines.desk import record
from tests.desk.house import House, Toy, points

ROOT = Path(__file__).parents[2]
KILLS = 8


async def test_nothing_is_lost_or_applied_twice_by_kill_9(house: House) -> None:
    """A process that plays is killed again and again in the middle; every acknowledged press is there, exactly once."""
    match = await house.start()
    await house.desk.close()
    chance = random.Random(9)
    acknowledged: list[int] = []
    shown: list[str] = []
    for _ in range(KILLS):
        # The last one was perhaps answered, perhaps not: it is pressed again, as people do.
        first = acknowledged[-1] + 1 if acknowledged else 1
        command = [sys.executable, "-m", "tests.desk.worker", house.url, match, str(first)]
        with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as worker:
            assert worker.stdout is not None
            told = [worker.stdout.readline() for _ in range(chance.randrange(1, 12))]
            worker.kill()
            told += worker.stdout.readlines()
        whole = [line.strip() for line in told if line.endswith("\n")]
        acknowledged += [int(line) for line in whole if line.isdigit()]
        shown += [line for line in whole if line.startswith("shown")]
    house.desk = house._open()
    look = await house.desk.look(match, None)
    steps = points(look)[0]
    with closing(sqlite3.connect(house.url.removeprefix("sqlite:///"))) as db:
        presses = [row[0] for row in db.execute("SELECT id FROM presses WHERE serial IS NOT NULL ORDER BY id")]
        assert db.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    assert presses == list(range(1, steps + 1)), "each press counted once"
    assert set(acknowledged) <= set(presses), "nothing acknowledged was lost"
    assert len(shown) == len(set(shown)), "nothing was shown twice"
    assert record.verify(Toy(), await house.desk.record(match, reveal=True)) is None
