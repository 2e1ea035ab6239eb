"""What the cogs have in common: answering privately, and carrying a command's answer to the desk."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Coroutine, Iterable, Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from discord import app_commands
from discord.ext import commands

from bot.ui.answers import Answers, Interaction
from bot.ui.codec import Request
from bot.ui.letter import Letter
from bot.ui.messages import Messages
from bot.ui.requests import Letters
from bot.ui.speech import fit
from bot.ui.tables import Tables
from engines.desk.desk import Desk
from engines.kernel.decision import Amount, Answer, Decision, Pick, Refused

if TYPE_CHECKING:
    from bot.client import Mailboat

V = TypeVar("V", str, int)
Part = Callable[[list[str], Mapping[str, Any]], str | None]
"""What the parts of an option's key say about one parameter, given those that are filled in."""

MOST_CHOICES = 25
LONGEST_CHOICE = 100


def answered(body: Callable[..., Coroutine[Any, Any, Letters]]) -> Any:
    """A command: acknowledged before anything else, then carried out, and answered privately with what comes of it.

    A refusal is an answer like any other.
    """

    @functools.wraps(body)
    async def command(self: Desked, interaction: Interaction, *given: Any, **named: Any) -> None:
        answers = self.answers
        async with self.client.app.guard(interaction):
            await answers.acknowledge(interaction, ephemeral=True, thinking=True)
            try:
                letters = await body(self, interaction, *given, **named)
            except Refused as no:
                letters = await answers.refusal(interaction, interaction.extras.get("match"), no)
            await answers.tell(interaction, *([letters] if isinstance(letters, Letter) else letters))

    # discord.py reads the parameters where the wrapper is written; there their types have no names.
    signed: Any = command
    signed.__signature__ = inspect.signature(body, eval_str=True)
    return command


class Desked(commands.Cog):
    """A cog that speaks with the desk."""

    def __init__(self, client: Mailboat) -> None:
        self.client = client

    @property
    def desk(self) -> Desk:
        return self.client.app.desk

    @property
    def messages(self) -> Messages:
        return self.client.app.messages

    @property
    def answers(self) -> Answers:
        return self.client.app.answers

    @property
    def tables(self) -> Tables:
        return self.client.app.tables

    async def request(self, interaction: Interaction, name: str, game: str | None, *answer: str | int) -> Letters:
        """Ask something of the game that is meant; if it may be several, their menu."""
        return await self.client.app.requests.ask(interaction, Request(name=name, answer=answer), game)


async def my_games(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """Autocompletion: my running games, by the name of their place."""
    app = interaction.client.app
    voice = await app.answers.voice(interaction)
    found = []
    for line in await app.desk.games_of(interaction.user.id):
        name = app.messages.game_label(line, voice.plain)
        if typed.casefold() in name.casefold():
            found.append(app_commands.Choice(name=fit(name, LONGEST_CHOICE), value=line.match))
    return found[:MOST_CHOICES]


class GameCog(Desked, commands.GroupCog):
    """The cog of a game: each of its verbs is a command of one line."""

    slug: str

    async def act(self, interaction: Interaction, verb: str, answer: Answer, game: str | None) -> Letters:
        """Ask the desk; what happened."""
        return await self.request(interaction, f"{self.slug}.{verb}", game, *answer)


def completes(slug: str, verb: str, kind: type[V], part: Part, label: Callable[[str], str] | None = None) -> Any:
    """Autocompletion of a parameter from the options of that verb that are legal now.

    kind: the parameter's type. part: what an option's key says about the parameter, given what is filled in already;
    None: nothing. label: the key of the words for a value, if it does not speak for itself.
    """

    async def complete(interaction: Interaction, typed: Any) -> list[app_commands.Choice[V]]:
        app = interaction.client.app
        filled = {name.replace("-", "_"): value for name, value in interaction.namespace if value not in {None, ""}}
        try:
            match = await app.tables.which(interaction, filled.get("game"), slug)
            look = await app.desk.look(match, interaction.user.id)
        except Refused:
            return []
        decision = next((d for d in look.decisions if d.verb == verb), None)
        voice = (await app.answers.voice(interaction, look)).plain
        found = []
        for value in dict.fromkeys(_values(decision, part, filled)):
            name = voice.say(label(value)) if label is not None else value
            if str(typed).casefold() in name.casefold():
                found.append(app_commands.Choice(name=fit(name, LONGEST_CHOICE), value=kind(value)))
        return found[:MOST_CHOICES]

    return complete


def _values(decision: Decision | None, part: Part, filled: Mapping[str, Any]) -> Iterable[str]:
    if isinstance(decision, Amount) and decision.playable:
        yield from map(str, range(decision.low, decision.high + 1))
    elif isinstance(decision, Pick):
        found = (part(option.key.split("."), filled) for option in decision.legal)
        yield from (value for value in found if value is not None)


def at(index: int, *before: str) -> Part:
    """The key's part at that index, if the parts before it are what is filled in under these names."""

    def part(parts: list[str], filled: Mapping[str, Any]) -> str | None:
        for known, name in zip(parts, before, strict=False):
            if name in filled and str(filled[name]) != known:
                return None
        return parts[index] if index < len(parts) else None

    return part
