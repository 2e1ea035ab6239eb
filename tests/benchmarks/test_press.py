"""From a press to what people see of it, on a simulated Discord, as multiples of an empty command."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from statistics import median
from typing import Any

import discord
import pytest
from discord import app_commands

import render
from bot.local.strict import MESSAGE, SEND, Request
from bot.ui.answers import Interaction
from engines.desk.db import Database
from render.kit.picture import Picture
from tests.benchmarks.conftest import Measured
from tests.bot.harbour import Harbour, Player, choices_of, sketch
from tests.bot.world import Person, Reply

PRESSES = 40
SLOW = 0.5
"""Seconds by which the database, or each picture, is made slow."""


@app_commands.command(name="empty", description="Only answers")
async def empty(interaction: Interaction) -> None:
    await interaction.response.send_message("·", ephemeral=True)


class Pier(Harbour):
    """A harbour with a command that only answers, and a watch: when was something posted or edited?"""

    def __init__(self, data: Path, **open_with: Any) -> None:
        super().__init__(data, **open_with)
        self.posted: list[tuple[int, float]] = []
        """Where and when."""

    @asynccontextmanager
    async def _open_mailboat(self) -> AsyncIterator[discord.Client]:
        async with super()._open_mailboat() as client:
            self.app.client.tree.add_command(empty)
            yield client

    def answer(self, request: Request, apply: Callable[[], Any]) -> Any:
        applied = super().answer(request, apply)
        if found := request.at("POST", SEND) or request.at("PATCH", MESSAGE):
            self.posted.append((int(found["channel"]), time.perf_counter()))
        return applied

    def until_board(self, reply: Reply) -> float:
        """Seconds from the press to the board that followed from it."""
        return next(at for where, at in self.posted if where == self.channel.id) - self.since(reply)

    def until_all(self, reply: Reply) -> float:
        """Seconds from the press to the last message that followed from it: direct messages, older controls taken."""
        return self.posted[-1][1] - self.since(reply)

    def since(self, reply: Reply) -> float:
        return self.delivered[reply.result._interaction.id]


async def play(world: Pier, presses: int = PRESSES) -> AsyncIterator[Reply]:
    """Presses under the board that changed something for everybody, one at a time."""
    people = [world.user(name) for name in ("Ana", "Ben", "Chie")]
    match = await world.seat(*people)
    player, told = Player(world), 0
    while told < presses:
        person = await world.asked(match)
        if person is None:
            match = await world.seat(*people)
            continue
        look = await world.app.desk.look(match, person.id)
        hidden = [p for p in person.private_replies() if choices_of(p)] if any(d.secret for d in look.decisions) else []
        board = hidden[-1] if hidden else world.board()
        world.posted.clear()
        reply = await player.answer(person, board)
        if any(where == world.channel.id for where, _ in world.posted):
            told += 1
            yield reply
        assert player.presses < 10 * presses, "hardly a press changes anything"


async def emptily(world: Pier, person: Person) -> float:
    """What an empty command takes from its arrival to its answer."""
    return median([(await person.slash("empty")).seconds for _ in range(PRESSES)])


async def test_a_press(tmp_path: Path, measured: Measured) -> None:
    """The acknowledgement, and what is posted with its picture, against an empty command."""
    for name, draw in (("sketched", sketch), ("drawn", render.draw)):
        async with Pier(tmp_path / name, draw=draw) as world:
            once = await emptily(world, world.user("Ana"))
            replies = [(r.seconds, world.until_board(r), world.until_all(r)) async for r in play(world)]
            acknowledged, board, all_ = (median(each) for each in zip(*replies, strict=True))
        if draw is sketch:
            measured("bot: an empty command", once * 1e3, "ms")
            measured("bot: a press, until it is acknowledged", acknowledged / once, "times")
        measured(f"bot: … until the board stands, {name}", board / once, "times")
        measured(f"bot: … until everybody is told, {name}", all_ / once, "times")
        measured(f"bot: … until the board stands, {name}", board * 1e3, "ms")


def slowly(*order: Any) -> Picture:
    time.sleep(SLOW)
    return sketch(*order)


@pytest.fixture
def slow_database(monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """From its call on, every transaction waits before it begins."""

    def slow_down() -> None:
        for name in ("work", "read"):
            monkeypatch.setattr(Database, name, late(getattr(Database, name)))

    return slow_down


def late(begin: Callable[[Database], Any]) -> Any:
    @asynccontextmanager
    async def begun(self: Database) -> AsyncIterator[Any]:
        # In a thread, because time is simulated in the loop.
        await asyncio.to_thread(time.sleep, SLOW / 5)
        async with begin(self) as transaction:
            yield transaction

    return begun


async def test_the_acknowledgement_does_not_wait_for_a_picture(tmp_path: Path, measured: Measured) -> None:
    """Whoever presses is answered at once, even while pictures take half a second."""
    async with Pier(tmp_path, draw=slowly) as world:
        once = await emptily(world, world.user("Ana"))
        replies = [(reply.seconds, world.until_board(reply)) async for reply in play(world, 4)]
    acknowledged, boards = zip(*replies, strict=True)
    assert max(boards) > SLOW, "the pictures were not slow"
    assert max(acknowledged) < SLOW / 2
    measured("bot: acknowledged while pictures are slow", median(acknowledged) / once, "times")


async def test_the_acknowledgement_does_not_wait_for_the_database(
    tmp_path: Path, measured: Measured, slow_database: Callable[[], None]
) -> None:
    """Whoever presses is answered at once, even while each transaction takes a tenth of a second."""
    async with Pier(tmp_path) as world:
        once = await emptily(world, world.user("Ana"))
        people = [world.user(name) for name in ("Ana", "Ben", "Chie")]
        match = await world.seat(*people)
        person, player, board = await world.asked(match), Player(world), world.board()
        assert person is not None
        slow_database()
        world.posted.clear()
        reply = await player.press(person, board)
        typed = await person.slash("board")
    assert world.until_board(reply) > SLOW / 5, "the database was not slow"
    for each in (reply, typed):
        assert each.seconds < SLOW / 10
    measured("bot: acknowledged while the database is slow", reply.seconds / once, "times")
