"""Stories at a running table: whose turn it is, the shortest turn, a whole game in a moment, a slow host."""

from __future__ import annotations

import asyncio
import re
import threading
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from itertools import count
from typing import Any

from simcord.backend.models import Channel

from bot.ui.speech import Speech
from engines.desk.db import Database
from engines.desk.records import Guest
from engines.kernel.rng import Rng
from engines.kernel.standin import random_answer
from tests.bot.harbour import Harbour, sketch
from tests.bot.people import Person, Reply
from tests.bot.posts import Control, Post

PRESSES = count(1)
"""Numbers that no interaction has."""

END_OF_DAY = ":end_day|stay."


@dataclass(frozen=True)
class Table:
    """A match that is played at a place."""

    world: Harbour
    match: str
    people: tuple[Person, ...]
    where: Channel | None = None

    @classmethod
    async def of(cls, world: Harbour, *names: str, where: Channel | None = None, **options: Any) -> Table:
        """These people sit and play; the first one hosts."""
        people = tuple(world.user(name) for name in names or ("Ana", "Ben", "Chie"))
        return cls(world, await world.seat(*people, where=where, **options), people, where)

    async def asked(self) -> Person:
        """Whom the table waits for."""
        person = await self.world.asked(self.match)
        assert person is not None, "the game is over"
        return person

    async def next(self) -> Person:
        """Whom it will wait for after that."""
        look = await self.world.app.desk.look(self.match, None)
        return self.world.people[look.seats[(look.waiting_for[0] + 1) % len(look.seats)].name]

    async def moves_on_from(self, person: Person) -> None:
        """Wait, in real time, until the table waits for somebody else."""
        for _ in range(2_000):
            if await self.asked() is not person:
                return
            await asyncio.sleep(0.001)
        raise AssertionError(f"{person} did not move")

    async def waiting(self) -> tuple[Person, ...]:
        """The others."""
        asked = await self.asked()
        return tuple(person for person in self.people if person is not asked)

    @property
    def board(self) -> Post:
        """The board that stands."""
        return self.world.board(self.where)

    async def pass_turn(self, message: Post | None = None) -> Reply:
        """Whoever is asked plays the shortest turn, by a press on the board or another message, and ends the day."""
        person = await self.asked()
        reply = await person.click(message or self.board, tavern)
        ends = [control for control in self.board.controls if END_OF_DAY in control.custom_id]
        if ends:
            await person.click(self.board, ends[0].custom_id)
        return reply

    async def dig(self, tunnel: int, message: Post | None = None) -> Reply:
        """Whoever is asked sends one explorer to dig."""
        return await pick(await self.asked(), message or self.board, f":dig|{tunnel}")

    async def position(self) -> tuple[int, Any, tuple[int, ...]]:
        """What nobody may change without a move."""
        look = await self.world.app.desk.look(self.match, None)
        return look.serial, look.view, look.waiting_for

    async def play_out(self) -> None:
        """The game up to its end, at once and without a press on Discord."""
        await self._meanwhile(2_000, ("dig", "fight"))

    async def pass_turns(self, turns: int) -> None:
        """So many short turns, at once and without a press on Discord."""
        await self._meanwhile(turns, ("tavern", "end_day"))

    async def _meanwhile(self, turns: int, verbs: tuple[str, ...]) -> None:
        desk, rng, outbox = self.world.app.desk, Rng(bytes(32)), self.world.app.desk.outbox
        wake, outbox.wake = outbox.wake, None
        look = await desk.look(self.match, None)
        while turns and look.waiting_for:
            seat = look.seats[look.waiting_for[0]]
            mine = await desk.look(self.match, seat.person)
            playable = [decision for decision in mine.decisions if decision.playable]
            wanted = [decision for decision in playable if decision.verb in verbs]
            decision = rng.pick(wanted or playable)
            guest, answer = Guest(seat.person, seat.name), random_answer(decision, rng)
            done = await desk.act(self.match, guest, decision.verb, answer, asked=None, press=next(PRESSES), sure=True)
            turns -= done.look.waiting_for != look.waiting_for
            look = done.look
        outbox.wake = wake
        await self.world.app.deliver.drain()

    def rings(self, person: Person) -> int:
        """How often messages in the channel rang for a person so far."""
        return sum(one.kind == "send" and person.name in one.pings for one in self.world.sent)

    def told(self) -> dict[str, int]:
        """How often everybody was told something: messages, mentions, and the posts of the channel."""
        counts = {person.name: len(person.dms()) + self.rings(person) for person in self.people}
        return counts | {"channel": len(self.world.channel_messages(self.where))}

    @property
    def said(self) -> str:
        """Everything that stands in the channel."""
        return "\n".join(message.text for message in self.world.channel_messages(self.where))


SPEECH = Speech.load(strict=True)


def words(key: str, n: int | None = None, /, **known: object) -> str:
    """A sentence of the bot's in English; the longest part of it if not everything in it is known."""
    sentence = SPEECH.sentence(key, "en", n)
    for name, value in known.items():
        sentence = sentence.replace(f"{{{name}}}", str(value))
    return max(re.split(r"\{\w+\}", sentence), key=len)


def tool(name: str) -> Callable[[Control], bool]:
    """The button of a tool: view, undo, why, help, resign."""
    return lambda control: control.kind == "button" and f":t:{name}" in control.custom_id


def lobby(name: str) -> Callable[[Control], bool]:
    """The button of the lobby card: join, leave, options, start, cancel; or thread, which a busy channel offers."""
    return lambda control: control.kind == "button" and f":l:{name}|" in control.custom_id


async def pick(person: Person, message: Post, ending: str, *, stale: bool = False) -> Reply:
    """Choose the entry of a menu whose value ends like this."""
    for control in message.controls:
        for option in control.options:
            if str(option.value).endswith(ending):
                return await person.select(message, str(option.value), menu=control.custom_id, stale=stale)
    raise AssertionError(f"no {ending!r} in {message.controls}")


def tavern(control: Control) -> bool:
    """The button that plays a whole turn of Takara at once."""
    return control.kind == "button" and ":a:tavern|" in control.custom_id


class Gate:
    """Stops the painter and whoever asks the database, until it is opened: a host that is slow at will."""

    def __init__(self) -> None:
        self._painter = threading.Event()
        self._painter.set()
        self._database = asyncio.Event()
        self._database.set()
        self.stopped = 0

    def draw(self, *seen: Any) -> Any:
        """A painter behind the gate."""
        self._painter.wait(30)
        return sketch(*seen)

    def close_painter(self) -> None:
        self._painter.clear()

    def close(self) -> None:
        self._painter.clear()
        self._database.clear()

    def open(self) -> None:
        self._painter.set()
        self._database.set()

    def stand_before(self, db: Database) -> None:
        """Every transaction has to pass the gate."""
        for name in ("work", "read"):
            setattr(db, name, self._gated(getattr(db, name)))

    def _gated(self, transaction: Callable[[], Any]) -> Callable[[], Any]:
        @asynccontextmanager
        async def gated() -> AsyncIterator[Any]:
            self.stopped += not self._database.is_set()
            await self._database.wait()
            async with transaction() as connection:
                yield connection

        return gated


async def until(true: Callable[[], bool]) -> None:
    """Wait, in real time, until something is so."""
    for _ in range(2_000):
        if true():
            return
        await asyncio.sleep(0.001)
    raise AssertionError("it did not come")
