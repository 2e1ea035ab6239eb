"""Commands about a table: what stands there, what happened, whose turn it is; taking back, ending early, leaving."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from discord import app_commands

from bot.cogs._game import LONGEST_CHOICE, MOST_CHOICES, Desked, answered, my_games
from bot.cogs._words import named, options
from bot.ui.answers import Interaction
from bot.ui.letter import Letter
from bot.ui.requests import Letters
from bot.ui.speech import Voice, fit
from engines.kernel.decision import Refused
from engines.kernel.text import Noun, Text, text

T = TypeVar("T")


async def topics(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """Autocompletion: what the rules can be asked about, by the titles in the person's language.

    The game of this channel comes first, with all its topics; the others share what room is left. Of several words that
    are typed, each must stand somewhere in "game: topic".
    """
    app = interaction.client.app
    voice = (await app.answers.voice(interaction)).plain
    here = await _game_here(interaction)
    wanted = typed.casefold().split()
    found: list[list[app_commands.Choice[str]]] = []
    for slug in sorted(app.games, key=lambda slug: slug != here):
        titles = {
            topic: voice.say(_title(app.messages.game_name(slug), slug, topic)) for topic in app.speech.topics(slug)
        }
        fitting = [topic for topic, title in titles.items() if all(word in title.casefold() for word in wanted)]
        found.append([app_commands.Choice(name=fit(titles[t], LONGEST_CHOICE), value=f"{slug}.{t}") for t in fitting])
    return shared(found, MOST_CHOICES, first=1 if here is not None else 0)


async def _game_here(interaction: Interaction) -> str | None:
    """The game of the table in this channel, if there is one."""
    desk = interaction.client.app.desk
    match = None if interaction.channel_id is None else await desk.at(interaction.channel_id)
    return None if match is None else (await desk.lobby(match)).slug


def shared(lists: Sequence[Sequence[T]], most: int, *, first: int = 0) -> list[T]:
    """The beginnings of the lists, one after the other, at most so many things in all.

    So many lists come `first` and are cut only where the others would have nothing; the others get equal shares.
    """
    given = [0] * len(lists)
    for index in range(first):
        others = sum(bool(each) for each in lists[index + 1 :])
        given[index] = min(len(lists[index]), max(0, most - sum(given) - others))
    while sum(given) < most and (
        hungry := [i for i in range(first, len(lists)) if given[i] < len(lists[i])]
        or [i for i in range(first) if given[i] < len(lists[i])]
    ):
        given[min(hungry, key=lambda i: (given[i], i))] += 1
    return [thing for each, n in zip(lists, given, strict=True) for thing in each[:n]]


def _title(game: Text, slug: str, topic: str) -> Text:
    """A topic's title after its game's: both games may tell of their cards."""
    return text("bot.settings.entry", what=game, value=Noun(f"{slug}.rules.{topic}.title"))


class Table(Desked):
    """A running game, for players and for whoever watches."""

    @app_commands.command(**named("board"))
    @options("board", "text", "game")
    @app_commands.autocomplete(game=my_games)
    @answered
    async def board(self, interaction: Interaction, text: bool = False, game: str | None = None) -> Letters:
        return await self.request(interaction, "board", game, *(("text",) if text else ()))

    @app_commands.command(**named("view"))
    @options("view", "game")
    @app_commands.autocomplete(game=my_games)
    @answered
    async def view(self, interaction: Interaction, game: str | None = None) -> Letters:
        return await self.request(interaction, "view", game)

    @app_commands.command(**named("ahead"))
    @options("ahead", "game")
    @app_commands.autocomplete(game=my_games)
    @answered
    async def ahead(self, interaction: Interaction, game: str | None = None) -> Letters:
        return await self.request(interaction, "ahead", game)

    @app_commands.command(**named("undo"))
    @options("undo", "game")
    @app_commands.autocomplete(game=my_games)
    @answered
    async def undo(self, interaction: Interaction, game: str | None = None) -> Letters:
        return await self.request(interaction, "undo", game)

    @app_commands.command(**named("log"))
    @options("log", "game")
    @app_commands.autocomplete(game=my_games)
    @answered
    async def log(self, interaction: Interaction, game: str | None = None) -> Letters:
        return await self.request(interaction, "log", game)

    @app_commands.command(**named("rules"))
    @options("rules", "topic", "game")
    @app_commands.autocomplete(topic=topics, game=my_games)
    @answered
    async def rules(self, interaction: Interaction, topic: str | None = None, game: str | None = None) -> Letters:
        voice = await self.answers.voice(interaction)
        if topic is not None:
            slug, name = self._topic(topic, voice)
            return self.messages.rules(slug, voice, name)
        if game is None and len(self.client.app.games) == 1:
            return self.messages.rules(next(iter(self.client.app.games)), voice)
        try:
            return await self.request(interaction, "rules", game)
        except Refused:
            if game is not None:
                raise
            return self.messages.all_rules(voice)

    def _topic(self, typed: str, voice: Voice) -> tuple[str, str]:
        """The game and topic that were picked, or whose title was typed. Raises Refused for anything else."""
        for slug in self.client.app.games:
            for topic in self.client.app.speech.topics(slug):
                title = voice.plain.say(f"{slug}.rules.{topic}.title")
                whole = voice.plain.say(_title(self.messages.game_name(slug), slug, topic))
                if typed.casefold() in {f"{slug}.{topic}", topic, title.casefold(), whole.casefold()}:
                    return slug, topic
        raise Refused(text("bot.rules.none"))

    @app_commands.command(**named("status"))
    @options("status", "game")
    @app_commands.autocomplete(game=my_games)
    @answered
    async def status(self, interaction: Interaction, game: str | None = None) -> Letters:
        return await self.request(interaction, "status", game)

    @app_commands.command(**named("clock"))
    @options("clock", "game")
    @app_commands.autocomplete(game=my_games)
    @answered
    async def clock(self, interaction: Interaction, game: str | None = None) -> Letters:
        return await self.request(interaction, "clock", game)

    @app_commands.command(**named("games"))
    @answered
    async def games(self, interaction: Interaction) -> Letters:
        lines = await self.desk.games_of(interaction.user.id)
        voice = await self.answers.voice(interaction)
        if not lines:
            raise Refused(text("bot.answer.no_game_of_yours"))
        boards = await self.desk.outbox.boards([line.match for line in lines])
        return [Letter(page) for page in self.messages.games_of(lines, boards, voice)]

    @app_commands.command(**named("end"))
    @options("end", "game")
    @app_commands.autocomplete(game=my_games)
    @answered
    async def end(self, interaction: Interaction, game: str | None = None) -> Letters:
        return await self.request(interaction, "end", game)

    @app_commands.command(**named("concede"))
    @options("concede", "game")
    @app_commands.autocomplete(game=my_games)
    @answered
    async def concede(self, interaction: Interaction, game: str | None = None) -> Letters:
        return await self.request(interaction, "concede", game)
