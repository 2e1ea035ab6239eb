"""Places that are lost and found: what can't be shown sleeps, its host hears why, and it wakes when it can be shown."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord
import structlog

from bot.ui.letter import Letter
from bot.ui.messages import Messages
from bot.work.faults import PASSING, Consequence
from bot.work.permissions import missing, names_of
from bot.work.sender import Sender
from engines.desk.desk import Desk
from engines.desk.outbox import Row
from engines.desk.records import Guest, Look
from engines.kernel.text import text

if TYPE_CHECKING:
    from bot.client import Mailboat

log = structlog.get_logger()


class Places:
    """See the module."""

    def __init__(self, client: Mailboat, desk: Desk, messages: Messages, sender: Sender) -> None:
        self._client = client
        self._desk = desk
        self._outbox = desk.outbox
        self._messages = messages
        self._sender = sender

    async def sleep(self, row: Row, why: Consequence) -> None:
        """The table can't be written to. The match sleeps until somebody acts.

        Its host is told, and told no more until it could be written to again, or fails for another reason. If that
        place is the host's direct messages, /status says it.
        """
        told = await self._outbox.last_tried(row) == why.name.lower()
        await self._outbox.drop(row, why.name.lower())
        log.info("there is nowhere to show a match", match=row.match, why=why.name)
        if row.kind == "lobby":
            return
        look = await self._desk.look(row.match, None)
        if look.status == "playing":
            await self._desk.seating.sleep(row.match)
        if not told and look.place.guild is not None:
            await self._tell_host(row.nonce, look, why)

    async def lost(self, channel: int) -> None:
        """A channel or thread was deleted: a lobby there is closed; a match there sleeps, and its host is told."""
        match = await self._desk.at(channel)
        if match is None:
            return
        status = (await self._desk.status(match)).status
        if status == "lobby":
            host = (await self._desk.lobby(match)).host
            await self._desk.cancel(match, Guest(host, ""), -channel)
        elif status == "playing":
            # That this line can't be said there any more is what the host is told of.
            await self._desk.seating.sleep(match, text("bot.status.asleep"))

    async def shut_out(self, guild: int) -> None:
        """The bot was removed from a server: the matches there sleep at once."""
        for match in await self._desk.in_guild(guild, "playing"):
            await self._desk.seating.sleep(match)

    async def let_in(self, guild: int) -> None:
        """The bot came to a server, or back to it: matches that sleep there are shown again, if possible."""
        for match in await self._desk.in_guild(guild, "asleep"):
            await self._desk.seating.wake(match)

    async def opened(self, channel: int) -> None:
        """A thread is not locked: a match that sleeps there is shown again."""
        match = await self._desk.at(channel)
        if match is not None and (await self._desk.status(match)).status == "asleep":
            await self._desk.seating.wake(match)

    async def _tell_host(self, nonce: str, look: Look, why: Consequence) -> None:
        voice = await self._messages.voice(look.host, look)
        place = await self._place(look.place.channel)
        lacking = missing(place) if isinstance(place, discord.abc.GuildChannel | discord.Thread) else ()
        said = text(
            f"bot.host.asleep.{why.name.removeprefix('SLEEP_').lower()}", game=self._messages.game_name(look.slug)
        )
        line = voice.say(said, place=f"<#{look.place.channel}>", permissions=names_of(lacking, voice))
        try:
            channel = await self._sender.dm(look.host)
            await self._sender.send(channel.id, Letter(line), f"{nonce}-h")
        except PASSING as error:
            log.info("the host could not be told", match=look.match, error=repr(error))
            if isinstance(place, discord.Thread):
                await self._tell_parent(nonce, place, line)

    async def _place(self, channel: int) -> object:
        """A channel or thread as the bot knows it; what is archived has to be asked for."""
        try:
            return self._client.get_channel(channel) or await self._client.fetch_channel(channel)
        except (discord.InvalidData, *PASSING):
            return None

    async def _tell_parent(self, nonce: str, thread: discord.Thread, line: str) -> None:
        try:
            await self._sender.send(thread.parent_id, Letter(line), f"{nonce}-p")
        except PASSING as error:
            log.info("nor could the channel above", error=repr(error))
