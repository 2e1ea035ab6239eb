"""What the cogs have in common: answering privately, and carrying a command's answer to the desk."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Coroutine, Iterable, Iterator, Mapping, Sequence
from itertools import combinations, permutations
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar

from discord import app_commands
from discord.ext import commands
from msgspec import Struct

from bot.cogs._typed import plain
from bot.ui.answers import Answers, Interaction
from bot.ui.codec import Request
from bot.ui.controls.levels import full_label
from bot.ui.letter import Letter
from bot.ui.messages import Messages
from bot.ui.requests import Letters
from bot.ui.speech import Voice, fit
from bot.ui.tables import Tables
from engines.desk.desk import Desk
from engines.kernel.decision import Amount, Decision, Made, Option, Pick, Refused, Stage, Steps
from engines.kernel.text import Param

if TYPE_CHECKING:
    from bot.client import Mailboat

V = TypeVar("V", str, int)
Filled: TypeAlias = Mapping[str, Any]
"""What is filled in of a command's parameters, by their names."""
Part = Callable[[list[str], Filled], str | None]
"""What the parts of an option's key say about one parameter, given those that are filled in."""
Chosen: TypeAlias = tuple[tuple[Option[Any], ...], ...]
"""Options of a Steps, stage by stage."""

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

    async def act(self, interaction: Interaction, verb: str, answer: Sequence[str | int], game: str | None) -> Letters:
        """Ask the desk; what happened."""
        return await self.request(interaction, f"{self.slug}.{verb}", game, *answer)


class Staged(Struct, frozen=True):
    """One parameter of a command that answers Steps.

    name: the parameter's. given: the answer as far as it is filled in. picks: the options that the parameter stands
    for. write: their keys as its value. last: the stage after which nothing matters to it; None: all of them do.
    grows: the stage in which one option more than is given may be chosen. line: it is a text that names several, and
    what stands in it already is part of what is filled in.
    """

    name: str
    given: Callable[[Filled], Sequence[str]]
    picks: Callable[[Chosen], Sequence[Option[Any]]]
    write: Callable[[Sequence[str]], str]
    last: int | None = None
    grows: int | None = None
    line: bool = False


class Line(Struct, frozen=True):
    """A parameter of one line that is the whole answer.

    lines: the lines for what can be answered and fits what is typed already.
    """

    lines: Callable[[Decision, str], Iterable[str]]


def itself(parts: list[str], _: Filled) -> str | None:
    """A parameter that is the option's whole key: the option's label says what it is."""
    return ".".join(parts)


def completes(
    slug: str,
    verb: str,
    kind: type[V],
    part: Part | Staged | Line,
    label: Callable[[str], Param] | None = None,
    fits: Callable[[str, str], bool] | None = None,
) -> Any:
    """Autocompletion of a parameter from the options of that verb that are legal now.

    kind: the parameter's type. part: what an option's key says about the parameter, given what is filled in already;
    None: nothing; or, for Steps, where the parameter stands among the stages. label: the words for a value, if neither
    it nor an option speaks for itself. fits: whether what is typed may mean a value though it does not look like it.
    """

    async def complete(interaction: Interaction, typed: Any) -> list[app_commands.Choice[V]]:
        app = interaction.client.app
        filled = {name.replace("-", "_"): value for name, value in interaction.namespace if value not in {None, ""}}
        try:
            match = await app.tables.which(interaction, filled.get("game"), slug)
            look = await app.desk.look(match, interaction.user.id)
        except Refused:
            return []
        decision = next((d for d in look.decisions if d.verb == verb and look.slug == slug), None)
        voice = (await app.answers.voice(interaction, look)).plain
        found: dict[str, str] = {}
        for value, words in _offered(decision, part, filled, str(typed), voice):
            name = voice.say(label(value)) if label is not None else words
            # What a number's words say of others ("3 → total 10") is not what is typed.
            looks = (value,) if value.isdecimal() else (name, value)
            like = _reads(part) or any(plain(str(typed)) in plain(one) for one in looks)
            if (like or (fits is not None and fits(str(typed), value))) and name not in found.values():
                found.setdefault(value, name)
            if len(found) == MOST_CHOICES:
                break
        return [app_commands.Choice(name=fit(name, LONGEST_CHOICE), value=kind(value)) for value, name in found.items()]

    return complete


def _reads(part: Part | Staged | Line) -> bool:
    """Whether what is typed has been understood, so that words need not look like it."""
    return isinstance(part, Line) or (isinstance(part, Staged) and part.line)


def _offered(
    decision: Decision | None, part: Part | Staged | Line, filled: Filled, typed: str, voice: Voice
) -> Iterator[tuple[str, str]]:
    """The values that a parameter can have, with their words."""
    if isinstance(part, Line):
        if decision is not None and decision.playable:
            yield from ((line, line) for line in part.lines(decision, typed))
    elif isinstance(decision, Amount) and decision.playable:
        yield from ((str(n), str(n)) for n in range(decision.low, decision.high + 1))
    elif isinstance(decision, Pick) and part is itself:
        yield from ((option.key, voice.say(option.label)) for option in decision.legal)
    elif isinstance(decision, Pick) and not isinstance(part, Staged):
        found = (part(option.key.split("."), filled) for option in decision.legal)
        yield from ((value, value) for value in found if value is not None)
    elif isinstance(decision, Steps) and isinstance(part, Staged):
        others = {name: value for name, value in filled.items() if name != part.name}
        if part.line:
            others[part.name] = str(filled.get(part.name, ""))
        try:
            given = part.given(others)
        except Refused:
            return
        for chosen in ways(decision, given, part.last, part.grows):
            if picked := [option for option in part.picks(chosen) if part.line or option.key not in given]:
                words = " · ".join(full_label(option, voice) for option in picked)
                yield part.write([option.key for option in picked]), words


def ways(decision: Steps, given: Sequence[str], last: int | None = None, grows: int | None = None) -> Iterator[Chosen]:
    """What can be chosen in the stages up to the last that counts; None: in all of them.

    Each stage takes what it knows of what is given, and as little besides as will do; the one that grows also one
    option more.
    """

    def walk(made: Made, chosen: Chosen) -> Iterator[Chosen]:
        if last is not None and len(chosen) > last:
            yield chosen
            return
        stage = decision.following(made)
        if stage is None:
            if last is None:
                yield chosen
            return
        for options in _choices(stage, given, grows=len(chosen) == grows):
            taken = stage.take([option.key for option in options])
            yield from walk((*made, taken), (*chosen, options))

    if decision.playable:
        yield from walk((), ())


def _choices(stage: Stage[Any], given: Sequence[str], *, grows: bool) -> Iterator[tuple[Option[Any], ...]]:
    begun = tuple(option for key in given if (option := stage.option(key)) is not None)
    keys = [option.key for option in begun]
    if len(keys) > stage.most:
        return
    rest = stage.pool
    for option in begun:
        if option not in rest:
            return
        rest.remove(option)
    wanting = max(stage.least - len(keys), 0)
    draw = permutations if stage.ordered else combinations
    found = [(*begun, *more) for more in draw(rest, wanting)]
    if grows and not wanting and len(keys) < stage.most:
        found += [(*begun, option) for option in rest]
    yield from {tuple(option.key for option in options): options for options in found}.values()


def at(index: int, *before: str) -> Part:
    """The key's part at that index, if the parts before it are what is filled in under these names."""

    def part(parts: list[str], filled: Mapping[str, Any]) -> str | None:
        for known, name in zip(parts, before, strict=False):
            if name in filled and str(filled[name]) != known:
                return None
        return parts[index] if index < len(parts) else None

    return part
