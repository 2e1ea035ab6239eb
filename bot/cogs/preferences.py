"""/settings: what a person, and whoever manages a server, can choose."""

from __future__ import annotations

from discord import app_commands

from bot.cogs._game import Desked, answered
from bot.cogs._words import named
from bot.ui.answers import Interaction
from bot.ui.requests import Letters


class Preferences(Desked):
    """Language, letters, hours and reminders, by menus."""

    @app_commands.command(**named("settings"))
    @answered
    async def settings(self, interaction: Interaction) -> Letters:
        return await self.client.app.preferences.overview(interaction)
