"""Commands that form a table: /newgame, /join, /leave, /start, /cancel."""

from __future__ import annotations

from typing import Literal, cast

from discord import app_commands

from bot.cogs._game import Desked, answered
from bot.cogs._words import choices, named, options
from bot.ui.answers import Interaction
from bot.ui.letter import Letter
from bot.ui.requests import Letters
from bot.ui.tables import Wish, option_values, value_name
from engines import GAMES
from engines.kernel.decision import Refused
from engines.kernel.text import Text, text

ON_SERVERS = app_commands.allowed_contexts(guilds=True, dms=False, private_channels=False)
WRITERS = app_commands.default_permissions(send_messages=True)
"""A table is for those who may write where it stands; a server can decide otherwise."""
ORDERS = [(order, text(f"bot.lobby.order.{order}")) for order in ("joining", "random")]


def values_of(key: str) -> list[app_commands.Choice[str]]:
    """An option's values, whichever game it belongs to."""
    found: list[tuple[str, Text]] = []
    for game in GAMES.values():
        for spec in game.options:
            if spec.key == key:
                found += [(value_name(value), name) for value, name in zip(spec.values, spec.names, strict=True)]
    return choices(found)


class Lobby(Desked):
    """A table, from its opening to its start."""

    @app_commands.command(**named("newgame"))
    @options("newgame", "game", "order", "xp_tokens", "impersonator", "mimic_injury")
    @app_commands.choices(
        game=choices((slug, game.title) for slug, game in GAMES.items()),
        order=choices(ORDERS),
        xp_tokens=values_of("xp_tokens"),
        impersonator=values_of("impersonator"),
        mimic_injury=values_of("mimic_injury"),
    )
    @ON_SERVERS
    @WRITERS
    @answered
    async def newgame(
        self,
        interaction: Interaction,
        game: str,
        order: str = "joining",
        xp_tokens: str | None = None,
        impersonator: str | None = None,
        mimic_injury: str | None = None,
    ) -> Letters:
        given = {"xp_tokens": xp_tokens, "impersonator": impersonator, "mimic_injury": mimic_injury}
        chosen = option_values(GAMES, game, given)
        wish = Wish(game, chosen, cast("Literal['joining', 'random']", order))
        return await self.tables.open(interaction, wish)

    @app_commands.command(**named("join"))
    @ON_SERVERS
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
        look = await self.desk.come_back(match, await self.answers.guest(interaction), interaction.id)
        voice = await self.answers.voice(interaction, look)
        return await self.messages.mine(look, voice, [voice.say("bot.answer.back")])

    @app_commands.command(**named("leave"))
    @ON_SERVERS
    @WRITERS
    @answered
    async def leave(self, interaction: Interaction) -> Letters:
        return await self._wish(interaction, "leave", "bot.answer.left")

    @app_commands.command(**named("start"))
    @ON_SERVERS
    @WRITERS
    @answered
    async def start(self, interaction: Interaction) -> Letters:
        return await self._wish(interaction, "start", "bot.answer.started")

    @app_commands.command(**named("cancel"))
    @ON_SERVERS
    @WRITERS
    @answered
    async def cancel(self, interaction: Interaction) -> Letters:
        return await self._wish(interaction, "cancel", "bot.answer.cancelled")

    async def _wish(self, interaction: Interaction, action: str, done: str) -> Letter:
        await self.tables.wish(interaction, await self.tables.here(interaction), action)
        return Letter((await self.answers.voice(interaction)).say(done))
