"""Worlds for tests of the bot."""

from collections.abc import AsyncIterator

import pytest

from tests.bot.minibot import MiniBot
from tests.bot.world import World


@pytest.fixture
async def mini() -> AsyncIterator[World]:
    """A world with the mini bot: for tests of the world itself."""
    async with World(open_minibot) as world:
        yield world


async def open_minibot(world: World) -> MiniBot:
    return MiniBot()
