"""Worlds for tests of the bot."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager
from pathlib import Path

import discord
import pytest

from tests.bot.harbour import Harbour
from tests.bot.minibot import MiniBot
from tests.bot.world import World

OpenBot = Callable[[World], AbstractAsyncContextManager[discord.Client]]

SEED = bytes(range(32))


@pytest.fixture
async def mini() -> AsyncIterator[World]:
    """A world with the mini bot: for tests of the world itself."""
    async with World(open_minibot) as world:
        yield world


async def open_minibot(world: World) -> MiniBot:
    return MiniBot()


@pytest.fixture
def open_bot(tmp_path: Path) -> OpenBot:
    """Opens the bot itself, with its data in a folder of the test, the world's clock and always the same seed."""
    from bot import app, logs, settings

    logs.route()

    @contextlib.asynccontextmanager
    async def opened(world: World) -> AsyncIterator[discord.Client]:
        async with app.open_app(settings.Settings(data=tmp_path), clock=world.now, seeds=lambda: SEED) as bot:
            yield bot.client

    return opened


@pytest.fixture
async def world(open_bot: OpenBot) -> AsyncIterator[World]:
    """A world with the bot itself."""
    async with World(open_bot) as world:
        yield world


@pytest.fixture
async def harbour(tmp_path: Path) -> AsyncIterator[Harbour]:
    """A world with the bot itself and a quick painter."""
    async with Harbour(tmp_path) as harbour:
        yield harbour
