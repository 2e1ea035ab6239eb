"""Commands about seats that change hands and games that sleep: /resign, /replace, /wake."""

from __future__ import annotations

import discord
from discord import app_commands

from bot.cogs._game import LONGEST_CHOICE, MOST_CHOICES, Desked, answered, my_games
from bot.cogs._words import named, options
from bot.ui.answers import Interaction
from bot.ui.requests import Letters
from bot.ui.speech import fit
from engines.desk.records import ANYBODY
from engines.kernel.decision import Refused
from engines.kernel.text import text


async def players(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """Autocompletion: whose seat, of the game that is meant."""
    app = interaction.client.app
    filled = {name: value for name, value in interaction.namespace if value not in {None, ""}}
    try:
        match = await app.tables.which(interaction, filled.get("game"))
        look = await app.desk.look(match, interaction.user.id)
    except Refused:
        return []
    voice = (await app.answers.voice(interaction, look)).plain
    names = {seat.seat: voice.name(seat.seat) for seat in look.seats}
    return [
        app_commands.Choice(name=fit(name, LONGEST_CHOICE), value=str(seat))
        for seat, name in names.items()
        if typed.casefold() in name.casefold()
    ][:MOST_CHOICES]


async def sleeping_games(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """Autocompletion: the games that can be woken here."""
    app = interaction.client.app
    voice = (await app.answers.voice(interaction)).plain
    labels = {line.match: app.messages.game_label(line, voice) for line in await app.seats.sleeping(interaction)}
    return [
        app_commands.Choice(name=fit(label, LONGEST_CHOICE), value=match)
        for match, label in labels.items()
        if typed.casefold() in label.casefold()
    ][:MOST_CHOICES]


class Seats(Desked):
    """Who sits where, and whether it goes on."""

    @app_commands.command(**named("resign"))
    @options("resign", "game")
    @app_commands.autocomplete(game=my_games)
    @answered
    async def resign(self, interaction: Interaction, game: str | None = None) -> Letters:
        return await self.request(interaction, "resign", game)

    @app_commands.command(**named("replace"))
    @options("replace", "player", "person", "game")
    @app_commands.autocomplete(player=players, game=my_games)
    @answered
    async def replace(
        self,
        interaction: Interaction,
        player: str | None = None,
        person: discord.User | None = None,
        game: str | None = None,
    ) -> Letters:
        if person is not None and person.bot:
            raise Refused(text("bot.seat.no_bots"))
        return await self.request(interaction, "replace", game, player or "", ANYBODY if person is None else person.id)

    @app_commands.command(**named("wake"))
    @options("wake", "game")
    @app_commands.autocomplete(game=sleeping_games)
    @answered
    async def wake(self, interaction: Interaction, game: str | None = None) -> Letters:
        return await self.client.app.seats.wake(interaction, game)
