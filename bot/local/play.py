"""Opening the simulated Discord, the bot and the page, and closing them in order."""

from __future__ import annotations

import asyncio
import contextlib
import signal
import sys
import webbrowser
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AbstractAsyncContextManager
from datetime import datetime
from pathlib import Path

import discord
from aiohttp import web
from discord import app_commands

from bot import logs, settings
from bot.local.acts import Acts
from bot.local.days import Days, Diary
from bot.local.kept import KeptBackend
from bot.local.live import LiveEnv
from bot.local.page import LOOPBACK, Page
from bot.local.store import Store
from bot.local.strict import INVITED

Clock = Callable[[], datetime]
"""The present moment, aware and in UTC."""

OpenBot = Callable[[Path, Clock], AbstractAsyncContextManager[tuple[discord.Client, Diary | None]]]
"""Opens the bot with its data in a folder, and with what it does by itself."""

BOT_NAME = "Mailboat"
SERVER_NAME = "The Harbour"
CHANNELS = ("games", "quay")
USERS = ("Ana", "Ben", "Chie")
JAPANESE = "Chie"
"""Who of the usual three speaks Japanese, so that both languages are seen at once."""


def main(data: Path, port: int, users: Sequence[str], open_browser: bool) -> None:
    """Play until interrupted. Port 0: any free one.

    Raises:
        bot.settings.BadSettings: The environment has a setting that is no good.
    """
    host = settings.read(data=data)
    logs.configure(host.log_level, host.log_format)
    asyncio.run(_serve(data, port, users, open_browser=open_browser))


async def _serve(data: Path, port: int, users: Sequence[str], *, open_browser: bool) -> None:
    ended = asyncio.Event()
    loop = asyncio.get_running_loop()
    for name in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(name, ended.set)
    async with play(data, port, users, real_bot) as address:
        sys.stdout.write(f"{address}\n")
        sys.stdout.flush()
        if open_browser:
            await asyncio.to_thread(webbrowser.open, address)
        await ended.wait()


@contextlib.asynccontextmanager
async def real_bot(data: Path, clock: Clock) -> AsyncIterator[tuple[discord.Client, Diary | None]]:
    """The bot itself, with its database in the folder."""
    from bot import app  # noqa: PLC0415 - the simulated Discord takes any bot, and its tests another one

    async with app.open_app(settings.read(data=data), clock=clock) as opened:
        opened.warm_up()
        yield opened.client, opened


@contextlib.asynccontextmanager
async def play(data: Path, port: int, users: Sequence[str], open_bot: OpenBot) -> AsyncIterator[str]:
    """The running simulation; gives the page's address."""
    store = Store(data / "discord.sqlite")
    with contextlib.closing(store):
        backend = KeptBackend(store, BOT_NAME)
        populate(backend, users)
        async with open_bot(data, backend.clock.now) as (bot, diary):
            env = LiveEnv(bot, backend)
            await env.start()
            tree = getattr(bot, "tree", None)
            if not backend.commands and isinstance(tree, app_commands.CommandTree):
                await tree.sync()
            days = Days(backend, diary)
            try:
                async with _served(Page(backend, Acts(env), days).app, port) as address:
                    yield address
            finally:
                await days.close()
                await env.shutdown()


def populate(backend: KeptBackend, users: Sequence[str]) -> None:
    """The server with its channels, and the people who are not there yet; the first one owns it."""
    known = {user.global_name: user.id for user in backend.users.values()}
    names = users or USERS
    fresh = [name for name in names if name not in known]
    for name in fresh:
        known[name] = backend.make_user(name.lower(), global_name=name).id
        backend.change_habits(known[name], locale="ja" if name == JAPANESE else "en-US")
    if not backend.guilds:
        guild = backend.create_guild(SERVER_NAME, owner_id=known[names[0]])
        bot_role = next(role for role in guild.roles.values() if role.managed)
        backend.edit_role(guild.id, bot_role.id, {"permissions": INVITED.value})
        for name in CHANNELS:
            backend.create_channel(guild.id, name)
    for guild in backend.guilds.values():
        for name in fresh:
            if known[name] not in guild.members:
                backend.add_member(guild.id, known[name], announce=True)


@contextlib.asynccontextmanager
async def _served(app: web.Application, port: int) -> AsyncIterator[str]:
    # Open streams of events never end by themselves.
    runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.5)
    await runner.setup()
    site = web.TCPSite(runner, LOOPBACK, port)
    try:
        await site.start()
        yield f"http://{LOOPBACK}:{runner.addresses[0][1]}/"
    finally:
        await runner.cleanup()
