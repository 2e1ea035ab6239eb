"""kill -9 at any moment: what was answered is kept, and counts once."""

from __future__ import annotations

import random
import subprocess
import sys
from pathlib import Path

from engines.desk import record
from tests.desk.house import House, Toy, points

ROOT = Path(__file__).parents[2]
KILLS = 12


def play_and_kill(url: str, match: str) -> tuple[list[int], list[str]]:
    """Which presses the killed processes acknowledged, and what they said they had shown."""
    chance = random.Random(9)
    acknowledged: list[int] = []
    shown: list[str] = []
    for _ in range(KILLS):
        # The last one was perhaps answered, perhaps not: it is pressed again, as people do.
        first = acknowledged[-1] + 1 if acknowledged else 1
        command = [sys.executable, "-m", "tests.desk.worker", url, match, str(first)]
        with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as worker:
            assert worker.stdout is not None
            told = [worker.stdout.readline() for _ in range(chance.randrange(1, 12))]
            worker.kill()
            told += worker.stdout.readlines()
        whole = [line.strip() for line in told if line.endswith("\n")]
        acknowledged += [int(line) for line in whole if line.isdigit()]
        shown += [line for line in whole if line.startswith("shown")]
    return acknowledged, shown


async def test_nothing_is_lost_or_applied_twice_by_kill_9(house: House) -> None:
    """A process that plays is killed again and again in the middle; every acknowledged press is there, exactly once."""
    match = await house.start()
    await house.desk.close()
    acknowledged, shown = play_and_kill(house.url, match)
    house.desk = house._open()
    look = await house.desk.look(match, None)
    steps = points(look)[0]
    async with house.desk.db.read() as tx:
        query = "SELECT id FROM presses WHERE serial IS NOT NULL ORDER BY id"
        presses = [row[0] for row in await tx.exec_driver_sql(query)]
        if house.desk.db.sqlite:
            assert (await tx.exec_driver_sql("PRAGMA integrity_check")).scalar() == "ok"
    assert presses == list(range(1, steps + 1)), "each press counted once"
    assert set(acknowledged) <= set(presses), "nothing acknowledged was lost"
    assert len(shown) == len(set(shown)), "nothing was shown twice"
    assert record.verify(Toy(), await house.desk.record(match, reveal=True)) is None
