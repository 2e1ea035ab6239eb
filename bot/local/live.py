"""A bot attached to a simulated Discord that runs in real time.

simcord's own environment stops the clock and waits after every action until the bot is done, which is right for tests.
Here nothing waits: timers tick, and several people may act at once.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Any

import discord
from simcord import Env, _dpy_internals
from simcord.backend import serializers
from simcord.gateway import ShardRouter
from simcord.http import FakeHTTPClient, FakeWebhookAdapter

from bot.local.kept import KeptBackend


class LiveEnv(Env):
    """What simcord's pretend people need of an environment, without its waiting."""

    backend: KeptBackend

    def __init__(self, bot: discord.Client, backend: KeptBackend) -> None:
        super().__init__(bot, check_errors=False)
        self.backend = backend

    async def start(self) -> None:
        """Put the simulated Discord in the place of the network, log in, and deliver the servers."""
        bot, backend = self.bot, self.backend
        _dpy_internals.install_http(bot, FakeHTTPClient(backend, asyncio.get_running_loop()))
        _dpy_internals.set_guild_ready_timeout(bot, 0.0)
        adapter = self._webhook_adapter = FakeWebhookAdapter(backend)
        _dpy_internals.set_webhook_adapter(adapter)
        state = _dpy_internals.get_state(bot)
        self._message_states.add(state)
        state.shard_count, state.shard_ids = 1, [0]
        router = ShardRouter(backend, state, bot.dispatch, 1, (0,))
        _dpy_internals.install_websocket(bot, router.websockets[0])

        def feed(event: str, payload: Mapping[str, Any]) -> None:
            # The bot's tasks inherit the context of whoever caused the event, a page's request for instance.
            _dpy_internals.set_webhook_adapter(adapter)
            router.feed(event, payload)

        backend.subscribers.append(feed)
        await bot.login("simulated")
        router.identify(0)
        for guild in list(backend.guilds.values()):
            backend.emit("GUILD_CREATE", serializers.guild_create_payload(backend, guild))
        self._started = True

    async def shutdown(self) -> None:
        self.backend.subscribers.clear()
        self._started = False

    def _begin_operation(self, label: str) -> None:
        """People act side by side."""

    def _end_operation(self) -> None:
        """People act side by side."""

    async def _settle_internal(self, **details: Any) -> None:
        """Nothing waits for the bot to be done."""
