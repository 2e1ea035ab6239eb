"""Names and descriptions of commands, from the catalogues, in every language."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache
from typing import Any, TypeVar

import discord
from discord import app_commands

from bot.ui.speech import DEFAULT, Speech
from engines.kernel.text import Text

T = TypeVar("T")


@cache
def speech() -> Speech:
    """The catalogues; commands are described while their modules are imported."""
    return Speech.load()


def said(key: str, fallback: str) -> app_commands.locale_str:
    """The words of that key: English by themselves, other languages by the Translator."""
    return app_commands.locale_str(speech().command(key, DEFAULT) or fallback, key=key)


def named(command: str, domain: str = "bot") -> dict[str, Any]:
    """`@app_commands.command(**named("join"))`: the command's name and description."""
    own = f"{domain}.command.{command}"
    return {"name": said(f"{own}.name", command.replace("_", "-")), "description": said(f"{own}.about", command)}


def options(command: str, *names: str, domain: str = "bot") -> Callable[[T], T]:
    """`@options("board", "text")`: names and descriptions of the command's parameters."""

    def decorate(function: T) -> T:
        own = f"{domain}.command.{command}"
        renamed = {name: said(f"{own}.{name}.name", name) for name in names}
        described = {name: said(f"{own}.{name}.about", name) for name in names}
        anything: Any = function
        return app_commands.describe(**described)(app_commands.rename(**renamed)(anything))  # type: ignore[no-any-return]

    return decorate


def choices(values: Iterable[tuple[str, Text]]) -> list[app_commands.Choice[str]]:
    """Choices of a parameter: (value, words)."""
    return [app_commands.Choice(name=said(words.key, value), value=value) for value, words in values]


class Translator(app_commands.Translator):
    """Tells Discord the words in its users' languages."""

    async def translate(
        self, string: app_commands.locale_str, locale: discord.Locale, context: app_commands.TranslationContextTypes
    ) -> str | None:
        key = string.extras.get("key")
        return speech().command(key, locale.value) if key else None
