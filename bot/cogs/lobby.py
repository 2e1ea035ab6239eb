"""Commands that form a table: /newgame, /join, /leave, /start, /cancel.

What is to be agreed on is no matter of commands: whoever opens a table gets its options as a panel.
"""

from __future__ import annotations

from typing import Literal, cast

from discord import app_commands

from bot.cogs._game import Desked, answered
from bot.cogs._words import choices, named, options
from bot.ui.answers import Interaction
from bot.ui.letter import Letter
from bot.ui.requests import Letters
from bot.ui.tables import Wish
from engines import GAMES
from engines.kernel.decision import Refused
from engines.kernel.text import text

WRITERS = app_commands.default_permissions(send_messages=True)
"""A table is for those who may write where it stands; a server can decide otherwise."""
ORDERS = [(order, text(f"bot.lobby.order.{order}")) for order in ("joining", "random")]


class Lobby(Desked):
    """A table, from its opening to its start."""

    @app_commands.command(**named("newgame"))
    @options("newgame", "game", "order")
    @app_commands.choices(game=choices((slug, game.title) for slug, game in GAMES.items()), order=choices(ORDERS))
    @WRITERS
    @answered
    async def newgame(self, interaction: Interaction, game: str, order: str = "joining") -> Letters:
        return await self.tables.open(interaction, Wish(game, cast("Literal['joining', 'random']", order)))

    @app_commands.command(**named("join"))
    @WRITERS
    @answered
    async def join(self, interaction: Interaction) -> Letters:
        match = await self.tables.here(interaction)
        try:
            look = await self.desk.look(match, interaction.user.id)
        except Refused:
            return await self._wish(interaction, "join", "bot.answer.joined")
        if look.seat is None or not look.seats[look.seat].standin:
            return await self._wish(interaction, "join", "bot.answer.joined")
        look = await self.desk.seating.come_back(match, await self.answers.guest(interaction), interaction.id)
        voice = await self.answers.voice(interaction, look)
        return await self.messages.mine(look, voice, [voice.say("bot.answer.back")])

    @app_commands.command(**named("leave"))
    @WRITERS
    @answered
    async def leave(self, interaction: Interaction) -> Letters:
        return await self._wish(interaction, "leave", "bot.answer.left")

    @app_commands.command(**named("start"))
    @WRITERS
    @answered
    async def start(self, interaction: Interaction) -> Letters:
        return await self._wish(interaction, "start", "bot.answer.started")

    @app_commands.command(**named("cancel"))
    @WRITERS
    @answered
    async def cancel(self, interaction: Interaction) -> Letters:
        match = await self.tables.here(interaction)
        if (await self.desk.lobby(match)).open:
            return await self._wish(interaction, "cancel", "bot.answer.cancelled")
        return await self.client.app.votes.sure_to_cancel(interaction, match)

    async def _wish(self, interaction: Interaction, action: str, done: str) -> Letter:
        await self.tables.wish(interaction, await self.tables.here(interaction), action)
        return Letter((await self.answers.voice(interaction)).say(done))
