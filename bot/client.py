"""The client: discord.py with our commands and presses, no privileged intent, and mentions closed by default."""

from __future__ import annotations

import hashlib
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import discord
import structlog
from discord import app_commands
from discord.ext import commands

from bot.cogs._words import Translator
from bot.cogs.aerion import Aerion
from bot.cogs.fractured_sky import FracturedSky
from bot.cogs.lobby import Lobby
from bot.cogs.preferences import Preferences
from bot.cogs.seats import Seats
from bot.cogs.table import Table
from bot.cogs.takara import Takara
from bot.ui.answers import UNANSWERABLE, Interaction
from bot.ui.press import Control, Presses
from bot.work.faults import PASSING
from engines.kernel.decision import Refused

if TYPE_CHECKING:
    from bot.app import App

log = structlog.get_logger()

COGS = (Lobby, Table, Seats, Preferences, Takara, Aerion, FracturedSky)
SYNCED = "commands.sha256"


class Tree(app_commands.CommandTree["Mailboat"]):
    """The slash commands. Whatever no cog has answered is a fault of ours: it is reported, and the person is told."""

    async def on_error(self, interaction: Interaction, error: app_commands.AppCommandError, /) -> None:
        cause = error.original if isinstance(error, app_commands.CommandInvokeError) else error
        if isinstance(cause, Refused) or (isinstance(cause, discord.HTTPException) and cause.code in UNANSWERABLE):
            return
        command = interaction.command.qualified_name if interaction.command is not None else None
        if isinstance(cause, PASSING):
            log.warning("a command met an error of Discord's", command=command, error=repr(cause))
        else:
            log.error("a command broke", command=command, exc_info=cause)
        await self.client.app.answers.fault(interaction)


READERS = discord.Permissions(view_channel=True)
"""Who may use a command that asks for nothing else: whoever sees the channel; a server can decide otherwise."""


class Mailboat(commands.Bot):
    """One bot. It keeps no messages and no members in memory."""

    app: App

    def __init__(self, data: Path) -> None:
        super().__init__(
            command_prefix=commands.when_mentioned,
            help_command=None,
            tree_cls=Tree,
            intents=discord.Intents(guilds=True),
            allowed_mentions=discord.AllowedMentions.none(),
            member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
            max_messages=None,
            allowed_contexts=app_commands.AppCommandContext(guild=True, dm_channel=True),
            allowed_installs=app_commands.AppInstallationType(guild=True, user=False),
        )
        self._synced = data / SYNCED

    @property
    def presses(self) -> Presses:
        return self.app.presses

    async def setup_hook(self) -> None:
        for cog in COGS:
            await self.add_cog(cog(self))
        for command in self.tree.get_commands():
            command.default_permissions = command.default_permissions or READERS
        self.add_dynamic_items(Control)
        await self.tree.set_translator(Translator())
        await self.sync()

    async def sync(self) -> None:
        """Tell Discord the commands, if their texts are new or Discord has others. It counts how often that is done."""
        translator = self.tree.translator
        assert translator is not None
        payload = [await command.get_translated_payload(self.tree, translator) for command in self.tree.get_commands()]
        told = json.dumps([self.application_id, payload], sort_keys=True, default=str)
        digest = hashlib.sha256(told.encode()).hexdigest()
        known = self._synced.read_text("utf-8") if self._synced.exists() else ""
        names = {command.name for command in self.tree.get_commands()}
        if known == digest and {command.name for command in await self.tree.fetch_commands()} == names:
            return
        await self.tree.sync()
        self._synced.write_text(digest, "utf-8")
        log.info("commands told to Discord", commands=len(names))

    async def on_ready(self) -> None:
        """Discord says this again after every lost connection."""
        self.app.deliver.start()
        self.app.watch.start()
        log.info("ready", servers=len(self.guilds))

    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        await self.app.places.lost(channel.id)

    async def on_raw_thread_delete(self, payload: discord.RawThreadDeleteEvent) -> None:
        await self.app.places.lost(payload.thread_id)

    async def on_raw_thread_update(self, payload: discord.RawThreadUpdateEvent) -> None:
        if not payload.data["thread_metadata"].get("locked"):
            await self.app.places.opened(payload.thread_id)

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        await self.app.places.shut_out(guild.id)

    async def on_guild_join(self, guild: discord.Guild) -> None:
        await self.app.places.let_in(guild.id)

    async def on_guild_available(self, guild: discord.Guild) -> None:
        """Discord says this at every start and after every outage, in which a thread may have been unlocked."""
        await self.app.places.let_in(guild.id)

    async def on_interaction(self, interaction: Interaction) -> None:
        """Forms come back here: nobody waits for them."""
        data: Any = interaction.data
        if interaction.type is discord.InteractionType.modal_submit:
            async with self.app.guard(interaction):
                await self.presses.sent(interaction, data["custom_id"])

    async def on_error(self, event_method: str, /, *args: Any, **kwargs: Any) -> None:
        log.error("an event broke", name=event_method, exc_info=sys.exc_info())
