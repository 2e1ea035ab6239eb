"""A panel: rows of buttons and menus with Discord's limits, but nothing of discord.py."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

MOST_ROWS = 5
MOST_BUTTONS = 5
"""In a row."""
MOST_ENTRIES = 25
LONGEST_BUTTON = 80
LONGEST_ENTRY = 100
LONGEST_PLACEHOLDER = 150
LONGEST_TITLE = 45
LONGEST_PROMPT = 1_800
"""A message holds 2,000; the rest is for whoever sends it."""

Style = Literal["primary", "secondary", "success", "danger"]


class Button(Struct, frozen=True):
    label: str
    custom_id: str
    style: Style = "secondary"
    disabled: bool = False
    emoji: str | None = None


class Entry(Struct, frozen=True):
    """A line of a menu. chosen: marked as the present choice."""

    label: str
    value: str
    description: str | None = None
    chosen: bool = False


class Menu(Struct, frozen=True):
    """A menu of which `least` to `most` entries are chosen."""

    placeholder: str
    custom_id: str
    entries: tuple[Entry, ...]
    least: int = 1
    most: int = 1


Row = tuple[Button, ...] | Menu


class Panel(Struct, frozen=True):
    """At most five rows: a row is up to five buttons or one menu."""

    rows: tuple[Row, ...]


class Nested(Struct, frozen=True):
    """A panel of its own: what it asks, as words for a message, and its controls."""

    prompt: str
    panel: Panel


class Modal(Struct, frozen=True):
    """A form with one line to fill in, of at most so many letters. needed: it can't be left empty."""

    title: str
    label: str
    placeholder: str
    custom_id: str
    most: int = 20
    needed: bool = True
