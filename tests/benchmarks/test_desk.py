"""What the desk adds to the rules: a press at the desk, against its part in the kernel and against the database."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from statistics import median
from time import perf_counter, process_time, thread_time

import pytest
from sqlalchemy import update

from engines.desk.tables import PEOPLE
from engines.kernel.match import Action, Turn
from tests.benchmarks.conftest import Measured
from tests.benchmarks.crowd import Crowd, open_desk

PRESSES = 80


@pytest.fixture
async def crowd(tmp_path: Path) -> AsyncIterator[Crowd]:
    desk = open_desk(str(tmp_path / "desk.db"))
    await desk.db.migrate()
    yield Crowd(desk)
    await desk.close()


async def timed(do: Callable[[], Awaitable[object]]) -> tuple[float, float]:
    """Seconds by the clock, and seconds of computing in all threads."""
    began, worked = perf_counter(), process_time()
    await do()
    return perf_counter() - began, process_time() - worked


async def usually(do: Callable[[], Awaitable[object]]) -> tuple[float, float]:
    """The same, in the middle of many."""
    every = [await timed(do) for _ in range(PRESSES)]
    return median(wall for wall, _ in every), median(work for _, work in every)


async def test_one_action_through_the_desk(crowd: Crowd, measured: Measured) -> None:
    """Against the kernel's part in it, and against transactions that do nothing or write one row."""
    match, ruled = await crowd.seat(), list[float]()
    kernel = crowd.desk.lives._here[match].match
    rule = kernel.act

    def watched(action: Action) -> Turn:
        began = thread_time()
        turn = rule(action)
        ruled.append(thread_time() - began)
        return turn

    kernel.act = watched  # type: ignore[method-assign]
    walls, works = [], []
    for _ in range(PRESSES):
        step = await crowd.step(match)
        wall, work = await timed(lambda step=step: crowd.act(step))  # type: ignore[misc]
        walls.append(wall)
        works.append(work)
        await crowd.deliver()

    async def nothing() -> None:
        async with crowd.desk.db.work():
            pass

    async def one_row() -> None:
        async with crowd.desk.db.work() as tx:
            await tx.execute(update(PEOPLE).where(PEOPLE.c.id == 1).values(zone="UTC"))

    await crowd.desk.people.set(1, dms=True)
    _, empty = await usually(nothing)
    written, row = await usually(one_row)
    measured("desk: one action", median(works) * 1e3, "ms of computing")
    measured("desk: … in empty transactions", median(works) / empty, "times")
    measured("desk: … in transactions that write one row", median(works) / row, "times")
    measured("desk: … in Match.act", median(works) / median(ruled), "times")
    measured("desk: one action by the clock", median(walls) * 1e3, "ms")
    measured("desk: … in transactions that write one row", median(walls) / written, "times")


async def test_looking(crowd: Crowd, measured: Measured) -> None:
    """A look at a match in memory, and one that has to be loaded first."""
    match = await crowd.seat()
    for _ in range(PRESSES):
        await crowd.act(await crowd.step(match))

    async def look() -> None:
        await crowd.desk.look(match, None)

    async def load() -> None:
        crowd.desk.lives.drop(match)
        await look()

    _, known = await usually(look)
    _, loaded = await usually(load)
    measured("desk: a look", known * 1e3, "ms of computing")
    measured("desk: a look that loads the match, in looks", loaded / known, "times")
