"""Discord's limits on application commands, which simcord accepts without a look.

Source: discord-api-docs, interactions/application-commands.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import discord

Spec = Mapping[str, Any]

MOST_COMMANDS = {1: 100, 2: 15, 3: 15}
MOST_OPTIONS = MOST_CHOICES = 25
LONGEST_TEXT = 100
LONGEST_COMMAND = 8_000

_NAME = re.compile(r"[-_'\w]{1,32}")
_LOCALES = frozenset(locale.value for locale in discord.Locale)
_GROUPS = (1, 2)


def faults(commands: Sequence[Spec]) -> list[str]:
    """Everything for which Discord would refuse these commands, one line a fault."""
    return list(_faults(commands))


def _faults(commands: Sequence[Spec]) -> Iterator[str]:
    seen: set[tuple[int, str]] = set()
    for kind, most in MOST_COMMANDS.items():
        count = sum(1 for command in commands if command.get("type", 1) == kind)
        if count > most:
            yield f"{count} commands of type {kind}, at most {most}"
    for command in commands:
        kind, name = command.get("type", 1), str(command.get("name", ""))
        if (kind, name) in seen:
            yield f"/{name}: registered twice"
        seen.add((kind, name))
        if kind == 1:
            yield from _named(command, f"/{name}")
            yield from _options(command, f"/{name}", depth=0)
            if (length := _length(command)) > LONGEST_COMMAND:
                yield f"/{name}: {length} characters in all, at most {LONGEST_COMMAND}"


def _texts(spec: Spec, key: str) -> dict[str, str]:
    return {"default": str(spec.get(key) or ""), **(spec.get(f"{key}_localizations") or {})}


def _named(spec: Spec, path: str) -> Iterator[str]:
    for locale, name in _texts(spec, "name").items():
        if locale != "default" and locale not in _LOCALES:
            yield f"{path}: unknown locale {locale}"
        if not _NAME.fullmatch(name) or name != name.lower():
            yield f"{path}: name {name!r} ({locale}) must be 1-32 lower-case letters, digits, - or _"
    for locale, text in _texts(spec, "description").items():
        if not 1 <= len(text) <= LONGEST_TEXT:
            yield f"{path}: description ({locale}) has {len(text)} characters, allowed are 1-{LONGEST_TEXT}"


def _options(spec: Spec, path: str, *, depth: int) -> Iterator[str]:
    options: Sequence[Spec] = spec.get("options") or ()
    if len(options) > MOST_OPTIONS:
        yield f"{path}: {len(options)} options, at most {MOST_OPTIONS}"
    names = [option["name"] for option in options]
    if len(set(names)) != len(names):
        yield f"{path}: two options with one name"
    required = [bool(option.get("required")) for option in options if option["type"] not in _GROUPS]
    if required != sorted(required, reverse=True):
        yield f"{path}: a required option stands after an optional one"
    for option in options:
        inner = f"{path} {option['name']}"
        yield from _named(option, inner)
        if option["type"] in _GROUPS:
            if depth == 2 or (depth == 1 and option["type"] == 2):
                yield f"{inner}: nested too deeply"
            yield from _options(option, inner, depth=depth + 1)
        else:
            yield from _choices(option, inner)


def _choices(option: Spec, path: str) -> Iterator[str]:
    choices: Sequence[Spec] = option.get("choices") or ()
    if len(choices) > MOST_CHOICES:
        yield f"{path}: {len(choices)} choices, at most {MOST_CHOICES}"
    if choices and option.get("autocomplete"):
        yield f"{path}: choices and autocompletion exclude each other"
    for choice in choices:
        for locale, name in _texts(choice, "name").items():
            if not 1 <= len(name) <= LONGEST_TEXT:
                yield f"{path}: choice {name!r} ({locale}) must have 1-{LONGEST_TEXT} characters"
        if isinstance(choice["value"], str) and len(choice["value"]) > LONGEST_TEXT:
            yield f"{path}: the value of choice {choice['name']!r} is longer than {LONGEST_TEXT}"


def _length(spec: Spec) -> int:
    own = sum(max(map(len, _texts(spec, key).values())) for key in ("name", "description"))
    choices: Sequence[Spec] = spec.get("choices") or ()
    offered = sum(max(map(len, _texts(choice, "name").values())) + len(str(choice["value"])) for choice in choices)
    return own + offered + sum(_length(option) for option in spec.get("options") or ())
