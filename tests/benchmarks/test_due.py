"""A thousand reminders at a hundred tables fall due at once: how fast they are worked off, and what a press suffers."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from statistics import median
from time import perf_counter, process_time

import pytest
from sqlalchemy import func, select, update

from engines.desk.records import Guest
from engines.desk.tables import OUTBOX, PEOPLE
from tests.benchmarks.conftest import Measured
from tests.desk.house import ANA, BEN, House
from tests.desk.test_alarms import Long

TABLES = 100
SEATS_EACH = 10
BATCH = 32
ROWS = 200
PRESSES = 40


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[House]:
    house = House(str(tmp_path / "due.db"), {"toy": Long()})
    await house.desk.db.migrate()
    yield house
    await house.close()


async def crowd(house: House) -> None:
    """A hundred tables at which ten people each have been waited for, all at once, for a day."""
    match = await house.lobby(1)
    for number in range(1, SEATS_EACH):
        await house.desk.join(match, Guest(1000 + number, f"P{number}"), house.press())
    await house.desk.start(match, ANA, house.press())
    await house.do(match, ANA, "bid")
    await house.deliver()
    await house.copies(match, TABLES - 1)
    house.clock.on(hours=25)


async def work_off(house: House) -> None:
    while await house.desk.alarms.fall_due(BATCH):
        pass


async def press(house: House, match: str) -> float:
    """Seconds by the clock until a press is answered."""
    began = perf_counter()
    await house.do(match, ANA, "step")
    return perf_counter() - began


async def test_a_thousand_reminders(house: House, measured: Measured) -> None:
    """Against a transaction that writes one row, and a press meanwhile against one while nothing is due."""
    pressed = await house.start(2)
    await house.desk.people.set(BEN.person, dms=True)

    async def one_row() -> None:
        async with house.desk.db.work() as tx:
            await tx.execute(update(PEOPLE).where(PEOPLE.c.id == BEN.person).values(zone="UTC"))

    began, worked = perf_counter(), process_time()
    for _ in range(ROWS):
        await one_row()
    wall, work = (perf_counter() - began) / ROWS, (process_time() - worked) / ROWS

    await crowd(house)
    await house.do(pressed, ANA, "step")
    began, worked = perf_counter(), process_time()
    await work_off(house)
    took, computed = perf_counter() - began, process_time() - worked
    async with house.desk.db.read() as tx:
        count = select(func.count()).select_from(OUTBOX).where(OUTBOX.c.kind == "nudge")
        due = int((await tx.execute(count)).scalar_one())
    assert due == TABLES * SEATS_EACH

    house.clock.on(hours=25)
    await house.deliver()
    quiet = [await press(house, pressed) for _ in range(PRESSES)]
    backlog = asyncio.create_task(work_off(house))
    busy = [await press(house, pressed) for _ in range(PRESSES)]
    assert not backlog.done(), "there was more due than presses to measure"
    await backlog

    measured(f"due: {due} reminders at {TABLES} tables, worked off", due / took, "/s")
    measured("due: … per second of computing", due / computed, "/s")
    measured("due: … each, in transactions that write one row", (computed / due) / work, "times")
    measured("due: … each by the clock", (took / due) / wall, "times")
    measured("due: a press meanwhile, in presses while nothing is due", median(busy) / median(quiet), "times")
    measured("due: … the slowest of them", max(busy) / median(quiet), "times")
