"""Commands about a table: what stands there, what happened, whose turn it is; taking back and leaving."""

from __future__ import annotations

from discord import app_commands

from bot.cogs._game import LONGEST_CHOICE, MOST_CHOICES, Desked, Letters, answered, my_games
from bot.cogs._words import named, options
from bot.ui.answers import Interaction
from bot.ui.letter import Letter
from bot.ui.messages import LOG_LINES, pages
from bot.ui.speech import Voice, fit
from engines.desk.records import Look
from engines.kernel.decision import Refused
from engines.kernel.text import text


async def topics(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """Autocompletion: what the rules can be asked about, by the titles in the person's language."""
    app = interaction.client.app
    voice = (await app.answers.voice(interaction)).plain
    found = []
    for slug in app.games:
        for topic in app.speech.topics(slug):
            title = voice.say(f"{slug}.rules.{topic}.title")
            if typed.casefold() in title.casefold():
                found.append(app_commands.Choice(name=fit(title, LONGEST_CHOICE), value=f"{slug}.{topic}"))
    return found[:MOST_CHOICES]


class Table(Desked):
    """A running game, for players and for whoever watches."""

    async def looked_after(self, match: str) -> Look:
        """The table as everybody sees it, after a look whether those it waits for are still there."""
        look = await self.desk.look(match, None)
        return await self.desk.look(match, None) if await self.client.app.members.look_after(look) else look

    @app_commands.command(**named("board"))
    @options("board", "text", "game")
    @app_commands.autocomplete(game=my_games)
    @answered
    async def board(self, interaction: Interaction, text: bool = False, game: str | None = None) -> Letters:
        match = await self.tables.which(interaction, game)
        public = await self.looked_after(match)
        mine = await self.desk.look(match, interaction.user.id)
        voice = await self.answers.voice(interaction, public)
        if text:
            return [Letter(page) for page in pages(self.messages.textboard(public, voice).split("\n"))]
        return await self.messages.shown(public, voice, self.messages.panel(mine, voice))

    @app_commands.command(**named("view"))
    @options("view", "game")
    @app_commands.autocomplete(game=my_games)
    @answered
    async def view(self, interaction: Interaction, game: str | None = None) -> Letters:
        look = await self.desk.look(await self.tables.which(interaction, game), interaction.user.id)
        voice = await self.answers.voice(interaction, look)
        opening = [] if look.seat is not None else [voice.say("bot.answer.not_seated")]
        letter = await self.messages.mine(look, voice, opening)
        board = pages(self.messages.textboard(look, voice).split("\n"))
        return [letter, *(Letter(page) for page in board)]

    @app_commands.command(**named("undo"))
    @options("undo", "game")
    @app_commands.autocomplete(game=my_games)
    @answered
    async def undo(self, interaction: Interaction, game: str | None = None) -> Letters:
        match = await self.match_of(interaction, game)
        guest = await self.answers.guest(interaction, openly=False)
        done = await self.desk.take_back(match, guest, interaction.id)
        voice = await self.answers.voice(interaction, done.look)
        lines = [voice.say("bot.answer.taken_back"), *self.messages.prompts(done.look, voice)]
        return Letter("\n".join(lines), panel=self.messages.panel(done.look, voice))

    @app_commands.command(**named("log"))
    @options("log", "game")
    @app_commands.autocomplete(game=my_games)
    @answered
    async def log(self, interaction: Interaction, game: str | None = None) -> Letters:
        match = await self.tables.which(interaction, game)
        look = await self.desk.look(match, interaction.user.id)
        voice = await self.answers.voice(interaction, look)
        lines = await self.desk.log(match, interaction.user.id, LOG_LINES)
        return [Letter(page) for page in self.messages.log(lines, look, voice)]

    @app_commands.command(**named("rules"))
    @options("rules", "topic", "game")
    @app_commands.autocomplete(topic=topics, game=my_games)
    @answered
    async def rules(self, interaction: Interaction, topic: str | None = None, game: str | None = None) -> Letters:
        voice = await self.answers.voice(interaction)
        if topic is not None:
            slug, name = self._topic(topic, voice)
            return self.messages.rules(slug, voice, name)
        return self.messages.rules(await self._slug(interaction, game), voice)

    def _topic(self, typed: str, voice: Voice) -> tuple[str, str]:
        """The game and topic that were picked, or whose title was typed. Raises Refused for anything else."""
        for slug in self.client.app.games:
            for topic in self.client.app.speech.topics(slug):
                title = voice.plain.say(f"{slug}.rules.{topic}.title")
                if typed.casefold() in {f"{slug}.{topic}", topic, title.casefold()}:
                    return slug, topic
        raise Refused(text("bot.rules.none"))

    async def _slug(self, interaction: Interaction, game: str | None) -> str:
        """The game whose rules are meant: that of the table, or the only one there is."""
        try:
            look = await self.desk.look(await self.tables.which(interaction, game), None)
        except Refused:
            if len(self.client.app.games) == 1 and game is None:
                return next(iter(self.client.app.games))
            raise
        return look.slug

    @app_commands.command(**named("status"))
    @options("status", "game")
    @app_commands.autocomplete(game=my_games)
    @answered
    async def status(self, interaction: Interaction, game: str | None = None) -> Letters:
        match = await self.tables.which(interaction, game)
        status = await self.desk.status(match)
        if status.status in {"lobby", "cancelled"}:
            lobby = await self.desk.lobby(match)
            voice = self.messages.lobby_voice(lobby, (await self.answers.voice(interaction)).lang)
            return Letter(self.messages.lobby(lobby, voice).content)
        look = await self.looked_after(match)
        status = await self.desk.status(match)
        voice = await self.answers.voice(interaction, look)
        return Letter(self.messages.status(status, look, voice))

    @app_commands.command(**named("games"))
    @answered
    async def games(self, interaction: Interaction) -> Letters:
        lines = await self.desk.games_of(interaction.user.id)
        voice = await self.answers.voice(interaction)
        if not lines:
            raise Refused(text("bot.answer.no_game_of_yours"))
        return [Letter(page) for page in self.messages.games_of(lines, voice)]

    @app_commands.command(**named("resign"))
    @options("resign", "game")
    @app_commands.autocomplete(game=my_games)
    @answered
    async def resign(self, interaction: Interaction, game: str | None = None) -> Letters:
        match = await self.tables.which(interaction, game)
        look = await self.desk.look(match, interaction.user.id)
        if look.seat is None:
            raise Refused(text("bot.answer.not_seated"))
        if look.outcome is not None:
            raise Refused(text("kernel.game_over"))
        voice = await self.answers.voice(interaction, look)
        return self.tables.resign_panel(look, voice)
