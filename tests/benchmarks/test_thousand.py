"""A thousand open games in one database."""

from __future__ import annotations

import asyncio
import json
import shutil
import subprocess
import sys
from pathlib import Path
from statistics import median
from time import perf_counter, process_time
from typing import Any, Self

import pytest
from msgspec import Struct

from bot.settings import Settings
from engines.kernel.decision import Pick
from tests.benchmarks.conftest import Measured
from tests.benchmarks.crowd import SEATS_EACH, Crowd, open_desk, open_games
from tests.benchmarks.process import PLAYERS
from tests.bot.harbour import Harbour, Player

HERE = Path(__file__).parents[2]

GAMES_OPEN = 1000
STARTS = 3
PRESSES = 200
AT_ONCE = 8
TABLES = 12
ROUNDS = 4


class Watch:
    """How many presses a second: by the clock, and by what this process computed for them."""

    def __init__(self, measured: Measured, where: str) -> None:
        self._measured = measured
        self._what = f"{GAMES_OPEN} games: presses at {where}"
        self.presses = 0

    def __enter__(self) -> Self:
        self._began, self._worked = perf_counter(), process_time()
        return self

    def __exit__(self, kind: object, error: object, trace: object) -> None:
        wall, work = perf_counter() - self._began, process_time() - self._worked
        self._measured(self._what, self.presses / wall, "/s")
        self._measured(f"{self._what}, per second of computing", self.presses / work, "/s")


class Folder(Struct, frozen=True):
    """The data of a bot: a game in the first channel, which waits for that player, and so many elsewhere."""

    path: Path
    player: str
    tunnel: int

    @property
    def url(self) -> str:
        return Settings.model_construct(data=self.path).url


@pytest.fixture(scope="module")
def lonely(tmp_path_factory: pytest.TempPathFactory) -> Folder:
    """One open game."""
    return asyncio.run(_one_game(tmp_path_factory.mktemp("lonely")))


@pytest.fixture(scope="module")
def crowded(lonely: Folder, tmp_path_factory: pytest.TempPathFactory) -> Folder:
    """A thousand open games, that one among them."""
    path = tmp_path_factory.mktemp("crowded")
    shutil.copytree(lonely.path, path, dirs_exist_ok=True)
    full = Folder(path, lonely.player, lonely.tunnel)
    asyncio.run(_fill(full))
    return full


async def _one_game(path: Path) -> Folder:
    async with Harbour(path) as world:
        match = await world.seat(*(world.user(name) for name in PLAYERS))
        person = await world.asked(match)
        assert person is not None
        look = await world.app.desk.look(match, person.id)
        dig = next(d for d in look.decisions if d.verb == "dig")
        assert isinstance(dig, Pick)
        return Folder(path, person.name, int(dig.legal[0].key.split(".")[0]))


async def _fill(folder: Folder) -> None:
    desk = open_desk(folder.url)
    await Crowd(desk).fill(GAMES_OPEN - 1)
    assert len(await open_games(desk.db)) == GAMES_OPEN
    await desk.close()


def process(what: str, folder: Folder, *more: object) -> dict[str, Any]:
    """What such a process saw (process.py)."""
    command = [sys.executable, "-m", "tests.benchmarks.process", what, str(folder.path), *map(str, more)]
    done = subprocess.run(command, cwd=HERE, check=True, capture_output=True, text=True)
    found: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return found


def start(folder: Folder, tmp_path: Path, number: int) -> float:
    """Seconds from the start of the process to the first press that was served."""
    copy = tmp_path / f"{folder.path.name}{number}"
    shutil.copytree(folder.path, copy)
    began = perf_counter()
    served: float = process("serve", Folder(copy, folder.player, folder.tunnel), began, folder.player, folder.tunnel)[
        "served"
    ]
    return served


def test_from_start_to_the_first_served_press(
    lonely: Folder, crowded: Folder, tmp_path: Path, measured: Measured
) -> None:
    """A thousand open games are not read at the start, so that it takes as long as with one."""
    alone, among = [], []
    for number in range(STARTS):
        alone.append(start(lonely, tmp_path, number))
        among.append(start(crowded, tmp_path, number))
    measured(f"{GAMES_OPEN} games: from start to first served press", median(among), "s")
    measured(f"{GAMES_OPEN} games: … in the same with one game", min(among) / min(alone), "times")


def test_memory(lonely: Folder, crowded: Folder, tmp_path: Path, measured: Measured) -> None:
    """The process remembers a bounded number of matches, and none that lies idle."""
    saw = {}
    for folder in (lonely, crowded):
        copy = tmp_path / folder.path.name
        shutil.copytree(folder.path, copy)
        saw[folder.path] = process("remember", Folder(copy, folder.player, folder.tunnel))
    alone, among = saw[lonely.path], saw[crowded.path]
    assert among["games"] == GAMES_OPEN
    assert among["loaded"] == 0
    assert among["kept"] < GAMES_OPEN / 2
    assert among["left"] == 1
    measured("1 game: memory after start", alone["started"], "MB")
    measured("1 game: memory after a press", alone["pressed"], "MB")
    measured(f"{GAMES_OPEN} games: memory after start", among["started"], "MB")
    measured(f"{GAMES_OPEN} games: memory after a press in each", among["pressed"], "MB")
    measured(f"{GAMES_OPEN} games: … of which matches in memory", among["kept"], "matches")
    measured(f"{GAMES_OPEN} games: memory when they lie idle", among["idle"], "MB")
    measured(f"{GAMES_OPEN} games: … in the same with one game", among["pressed"] / alone["pressed"], "times")


async def test_presses_a_second_through_the_desk(crowded: Folder, tmp_path: Path, measured: Measured) -> None:
    """At matches that have to be loaded, at those in memory, and by many people at once."""
    desk = open_desk(crowded.url)
    try:
        crowd = Crowd(desk)
        games = (await open_games(desk.db))[:PRESSES]

        async def press(what: str, *, at_once: int, forget: bool) -> None:
            steps = [await crowd.step(game) for game in games]
            for game in games if forget else ():
                desk.lives.drop(game)
            queue = iter(steps)
            with Watch(measured, f"the desk, {what}") as watch:
                watch.presses = len(steps)
                await asyncio.gather(*(_work(crowd, queue) for _ in range(at_once)))

        await press("loaded first", at_once=1, forget=True)
        await press("in memory", at_once=1, forget=False)
        await press(f"in memory, {AT_ONCE} people at once", at_once=AT_ONCE, forget=False)
    finally:
        await desk.close()


async def _work(crowd: Crowd, steps: Any) -> None:
    for step in steps:
        await crowd.act(step)


async def test_presses_a_second_through_the_bot(crowded: Folder, tmp_path: Path, measured: Measured) -> None:
    """Presses under the boards of many tables, one by one and all at once, with every post that follows (sketched)."""
    copy = tmp_path / "data"
    shutil.copytree(crowded.path, copy)
    async with Harbour(copy) as world:
        people = [world.user(f"Player {n}") for n in range(TABLES * SEATS_EACH)]
        for name in PLAYERS:
            world.user(name)
        world.backend.advance_clock(24 * 3600)
        tables = []
        for n in range(TABLES):
            where = world.create_channel(f"table-{n}")
            tables.append((await world.seat(*people[n * SEATS_EACH : (n + 1) * SEATS_EACH], where=where), where))
        player = Player(world)

        async def press_everywhere(watch: Watch) -> None:
            for match, where in tables:
                person = await world.asked(match)
                if person is not None:
                    await player.press(person, world.board(where))
                    watch.presses += 1

        with Watch(measured, "the bot, one by one") as watch:
            for _ in range(ROUNDS):
                await press_everywhere(watch)
        with Watch(measured, f"the bot, {TABLES} people at once") as watch:
            for _ in range(ROUNDS):
                async with world.at_once():
                    await press_everywhere(watch)
