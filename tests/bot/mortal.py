"""The bot's life as a process of its own, again and again, and each time kill -9.

    python -m tests.bot.mortal DATA LIVES SEED GAME [busy]

Each life is a fork with the real bot on the simulated Discord that is kept in DATA, where three people play, or as many
of them as the game is for. It ends by
SIGKILL: from outside at a random time, or at a random request or commit, before it or after it. The last life ends by
itself when nothing is left to deliver. What could be seen after each death is collected in DATA/seen.json.

busy: people also vote, set clocks, answer ahead and hand seats on, and between some lives days go by, so that reminders
and clocks fall due.
"""

from __future__ import annotations

import asyncio
import json
import os
import signal
import sqlite3
import sys
import time
import traceback
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, closing
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from pathlib import Path
from random import Random
from typing import Any

import msgspec

from bot import logs
from bot.app import App, open_app
from bot.local.acts import Acts, At, Impossible
from bot.local.kept import KeptBackend, RealClock
from bot.local.live import LiveEnv
from bot.local.play import BOT_NAME, populate
from bot.local.store import Store
from bot.local.strict import FOLLOWUP, FOLLOWUP_MESSAGE, Request
from bot.settings import Settings
from engines.desk.db import Database
from engines.desk.records import Look
from engines.kernel.rng import Rng
from engines.kernel.standin import random_choice
from tests.bot.harbour import sketch
from tests.bot.posts import post
from tests.bot.typed import command

PEOPLE = ("Ana", "Ben", "Chie")
APART = timedelta(seconds=61)
"""Between two lives: whatever a dead one had in hand is free again."""
A_WHILE = timedelta(hours=26)
"""Before each third life of busy people: so long that reminders fall due, and clocks."""
LONGEST_LIFE = 2.0
LONGEST_PAUSE = 0.03
"""Seconds between two presses: shorter than what they cause takes."""


@dataclass
class Fate:
    """Counts the moments of a life, requests and commits, before and after; at the one that is meant it kills."""

    left: int = 0

    def moment(self) -> None:
        self.left -= 1
        if self.left == 0:
            os.kill(os.getpid(), signal.SIGKILL)


class Later(RealClock):
    """The machine's time, some time later."""

    def __init__(self, by: timedelta) -> None:
        self._by = by
        super().__init__()

    def now(self) -> datetime:
        return super().now() + self._by


class MortalBackend(KeptBackend):
    """The kept Discord: the bot may die before a request, or after it was carried out.

    Whoever is told what came of their deed must have done it: a bot that speaks before it commits ends at once.
    """

    fate = Fate()
    database = Path()

    def answer(self, request: Request, apply: Callable[[], Any]) -> Any:
        self.fate.moment()
        said = request.at("PATCH", FOLLOWUP_MESSAGE) or request.at("POST", FOLLOWUP)
        if said and str(request.data.get("content")).startswith("•"):
            query = f"SELECT 1 FROM presses WHERE id = {self.interaction_tokens[said['token']]}"
            if not rows(self.database, query):
                sys.stderr.write(f"said before it was done: {request.data['content']}\n")
                os._exit(3)
        applied = super().answer(request, apply)
        self.fate.moment()
        return applied


class MortalDatabase(Database):
    """The bot may die before a commit, or after it."""

    fate = Fate()

    @asynccontextmanager
    async def work(self) -> AsyncIterator[Any]:
        async with super().work() as connection:
            yield connection
            self.fate.moment()
        self.fate.moment()


@dataclass
class Harbour:
    """What is open in a life."""

    app: App
    backend: MortalBackend
    env: LiveEnv
    channel: int
    people: dict[str, int]


@asynccontextmanager
async def opened(data: Path, life: int, fate: Fate, *, busy: bool = False) -> AsyncIterator[Harbour]:
    """The simulated Discord and the bot on it, as `play` opens them, without the page."""
    logs.route()
    with closing(Store(data / "discord.sqlite")) as store:
        backend = MortalBackend(store, BOT_NAME)
        populate(backend, PEOPLE)
        backend.fate, backend.database = fate, data / "mailboat.db"
        backend.clock = clock = Later(APART * life + A_WHILE * (life // 3 if busy else 0))
        async with open_app(Settings.model_construct(data=data), clock=clock.now, draw=sketch) as app:
            db: Any = app.desk.db
            db.__class__, db.fate = MortalDatabase, fate
            env = LiveEnv(app.client, backend)
            await env.start()
            if not backend.commands:
                await app.client.tree.sync()
            channel = next(one.id for one in backend.channels.values() if one.guild_id is not None)
            people = {user.global_name or "": user.id for user in backend.users.values() if not user.bot}
            try:
                yield Harbour(app, backend, env, channel, people)
            finally:
                await env.shutdown()


# -- people ------------------------------------------------------------------------------------------------------------


class Players:
    """People who play as fast as they can, by commands and presses, in the channel and in letters."""

    def __init__(self, harbour: Harbour, rng: Random, slug: str) -> None:
        self._harbour = harbour
        self._acts = Acts(harbour.env)
        self._rng = rng
        self._slug = slug
        self._seats = min(len(PEOPLE), harbour.app.games[slug].seats[-1])

    async def play(self) -> None:
        while True:
            await self._act()
            await asyncio.sleep(self._rng.random() * LONGEST_PAUSE)

    async def _act(self) -> None:
        desk = self._harbour.app.desk
        match = await desk.at(self._harbour.channel)
        status = None if match is None else (await desk.status(match)).status
        if match is None or status not in {"lobby", "playing"}:
            await self._run("Ana", "newgame", {"game": self._slug})
        elif status == "lobby":
            sitting = len((await desk.lobby(match)).guests)
            full = sitting >= self._seats
            await self._run("Ana" if full else PEOPLE[sitting], "start" if full else "join", {})
        else:
            await self._move(await desk.look(match, None))

    async def _move(self, look: Look) -> None:
        if not look.waiting_for:
            return
        person = look.seats[look.waiting_for[0]]
        chance = self._rng.random()
        if chance < 0.1:
            await self._run(self._rng.choice(PEOPLE), "undo", {})
        elif chance < 0.5:
            await self._press(person.person)
        else:
            mine = await self._harbour.app.desk.look(look.match, person.person)
            if mine.decisions:
                decision, answer = random_choice(mine.decisions, Rng(self._rng.randbytes(32)))
                name, options = command(mine.slug, decision, answer)
                await self._run(person.name, name, options)

    async def _run(self, name: str, path: str, options: dict[str, Any]) -> None:
        at = At(self._harbour.people[name], self._harbour.channel)
        given = {key: value if isinstance(value, bool) else str(value) for key, value in options.items()}
        try:
            await self._acts.run(at, path.split(), given)
        except Impossible as fault:
            raise AssertionError(f"/{path} {given}: {fault}") from fault

    async def _press(self, person: int, *, here: bool = False) -> None:
        """A control of the board or of the last letter, if it still has one. here: of what stands in the channel."""
        backend = self._harbour.backend
        places = [self._harbour.channel, backend.get_dm_channel(person).id]
        place = places[0] if here else self._rng.choice(places)
        stored = sorted(backend.messages.get(place, {}).values(), key=lambda one: one.id)
        able = [one for one in stored if one.components and one.visible_to(person)]
        if not able:
            return
        control = self._rng.choice([one for one in post(backend, able[-1]).controls if not one.disabled])
        values = None
        if control.kind == "menu":
            several = self._rng.sample(control.options, self._rng.randint(control.least, control.most))
            values = [str(option.value) for option in several]
        await self._acts.press(At(person, place), able[-1].id, control.custom_id, values)


class Busy(Players):
    """Two of these people, who do all that one can do at a table besides playing, and one who takes seats over."""

    def __init__(self, harbour: Harbour, rng: Random, slug: str) -> None:
        super().__init__(harbour, rng, slug)
        self._seats = 2

    async def _act(self) -> None:
        name, chance = self._rng.choice(PEOPLE), self._rng.random()
        if await self._harbour.app.desk.at(self._harbour.channel) is None or chance < 0.6:
            await super()._act()
        elif chance < 0.85:
            await self._press(self._harbour.people[name])
        else:
            command = self._rng.choice(("end", "ahead", "clock", "undo", "replace"))
            given = {"player": self._rng.choice(PEOPLE)} if command == "replace" else {}
            await self._run(name, command, given)
            # What was answered leads on by its buttons.
            for _ in range(2):
                await asyncio.sleep(LONGEST_PAUSE)
                await self._press(self._harbour.people[name], here=True)


async def live(data: Path, life: int, fate: Fate, seed: int, slug: str, *, busy: bool) -> None:
    """A life full of presses, until it is taken."""
    async with opened(data, life, fate, busy=busy) as harbour:
        await (Busy if busy else Players)(harbour, Random(seed), slug).play()


async def rest(data: Path, life: int, *, busy: bool) -> None:
    """A quiet life: until everything is told that is to be told."""
    async with opened(data, life, Fate(), busy=busy) as harbour:
        await harbour.app.watch.look()
        async with asyncio.timeout(30):
            while await harbour.app.desk.outbox.next_due() is not None:
                await harbour.app.deliver.drain()
                await asyncio.sleep(0.01)


# -- deaths ------------------------------------------------------------------------------------------------------------


@dataclass
class Seen:
    """What could be seen between the lives. actions: those of each match; buttons: every message as it ever was."""

    actions: dict[str, list[list[Any]]] = field(default_factory=dict)
    buttons: dict[str, Any] = field(default_factory=dict)
    lost: list[str] = field(default_factory=list)
    deaths: int = 0

    def look(self, data: Path) -> None:
        """Look at both databases as a death left them. `lost`: what was there before and is not any more."""
        now = actions(data)
        for match, before in self.actions.items():
            if now.get(match, [])[: len(before)] != before:
                self.lost.append(f"{match}: {before[-1]}")
        self.actions = now
        for message in messages(data):
            if message["components"]:
                told = json.dumps([message["id"], message["components"]], sort_keys=True)
                self.buttons[told] = message


def rows(path: Path, query: str) -> list[tuple[Any, ...]]:
    """What a query finds, in a database that nobody has open."""
    if not path.exists():
        return []
    with closing(sqlite3.connect(path)) as db:
        try:
            return db.execute(query).fetchall()
        except sqlite3.OperationalError as fault:
            # Killed before it had tables.
            if "no such table" in str(fault):
                return []
            raise


def actions(data: Path) -> dict[str, list[list[Any]]]:
    """The actions of each match, as they were done."""
    found: dict[str, list[list[Any]]] = {}
    query = "SELECT match, serial, kind, seat, verb, CAST(answer AS TEXT), digest FROM actions ORDER BY match, serial"
    for match, *action in rows(data / "mailboat.db", query):
        found.setdefault(match, []).append(action)
    return found


def messages(data: Path) -> list[dict[str, Any]]:
    """Everything that stands on the simulated Discord, oldest first."""
    found = rows(data / "discord.sqlite", "SELECT body FROM thing WHERE kind = 'message' ORDER BY id")
    return [msgspec.json.decode(body) for (body,) in found]


def nonces(data: Path) -> dict[int, str]:
    """Message → the nonce with which it was sent."""
    found = rows(data / "discord.sqlite", "SELECT id, body FROM thing WHERE kind = 'nonce'")
    return {number: msgspec.json.decode(body)[0] for number, body in found}


def fork(life: Callable[[], Any]) -> int:
    child = os.fork()
    if child == 0:
        ended = 1
        try:
            asyncio.run(life())
            ended = 0
        finally:
            if ended:
                traceback.print_exc()
            # Not further up: that is the parent's.
            os._exit(ended)
    return child


def die(data: Path, life: int, rng: Random, slug: str, *, busy: bool) -> None:
    """One life and its death."""
    inner = rng.random() < 0.6
    fate = Fate(rng.randrange(1, 120) if inner else 0)
    seed = rng.randrange(1 << 30)
    child = fork(lambda: live(data, life, fate, seed, slug, busy=busy))
    ends = time.monotonic() + (LONGEST_LIFE if inner else rng.uniform(0.05, LONGEST_LIFE))
    done, status = 0, 0
    while not done and time.monotonic() < ends:
        time.sleep(0.005)
        done, status = os.waitpid(child, os.WNOHANG)
    if not done:
        os.kill(child, signal.SIGKILL)
        _, status = os.waitpid(child, 0)
    if not os.WIFSIGNALED(status):
        raise SystemExit(f"life {life} ended by itself, with status {os.waitstatus_to_exitcode(status)}")


def main(data: Path, lives: int, seed: int, slug: str, *, busy: bool) -> None:
    rng, seen = Random(seed), Seen()
    for life in range(lives):
        die(data, life, rng, slug, busy=busy)
        seen.deaths += 1
        seen.look(data)
    _, status = os.waitpid(fork(lambda: rest(data, lives, busy=busy)), 0)
    seen.look(data)
    (data / "seen.json").write_bytes(msgspec.json.encode(seen))
    sys.exit(os.waitstatus_to_exitcode(status))


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]), sys.argv[4], busy="busy" in sys.argv[5:])
