"""The pieces of panels: labels that fit, buttons in even rows, pages."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise
from typing import Any

from bot.ui.codec import Menu as MenuPress
from bot.ui.codec import Press, write
from bot.ui.controls.panel import (
    LONGEST_BUTTON,
    LONGEST_ENTRY,
    LONGEST_PLACEHOLDER,
    MOST_BUTTONS,
    Button,
    Entry,
    Menu,
    Style,
)
from bot.ui.speech import Voice, fit
from engines.kernel.text import text

FEW = 6
"""Up to so many short options are buttons."""
SHORT = 40
"""A label that is still comfortable on a button."""


def label(words: str) -> str:
    """The words of an entry, never too long and never none."""
    return fit(words.strip(), LONGEST_ENTRY) or "–"


def short(entries: Iterable[Entry]) -> bool:
    """Whether all of them are comfortable as buttons."""
    return all(len(entry.label) <= SHORT for entry in entries)


def button(
    label: str, press: Press, style: Style = "secondary", *, disabled: bool = False, emoji: str | None = None
) -> Button:
    """A button whose label fits."""
    return Button(fit(label.strip(), LONGEST_BUTTON) or "–", write(press), style, disabled, emoji)


def entry_buttons(match: str, entries: Iterable[Entry]) -> Iterable[Button]:
    """The entries of a menu as buttons that do the same."""
    for entry in entries:
        press = MenuPress(match=match, index=0).chosen([entry.value])
        yield button(entry.label, press, "success" if entry.chosen else "primary")


def menu(match: str, index: int, placeholder: str, entries: Sequence[Entry]) -> Menu:
    """A menu whose entries are presses. index: among the menus of its panel."""
    return Menu(fit(placeholder, LONGEST_PLACEHOLDER), write(MenuPress(match=match, index=index)), tuple(entries))


def button_rows(buttons: Sequence[Button]) -> list[tuple[Button, ...]]:
    """The buttons in as few rows as possible, evenly."""
    rows = -(-len(buttons) // MOST_BUTTONS)
    cuts = [len(buttons) * i // rows for i in range(rows + 1)] if rows else []
    return [tuple(buttons[a:b]) for a, b in pairwise(cuts)]


def turn_pages(page: int, pages: int, press: Callable[[int], Press], voice: Voice) -> tuple[Button, ...]:
    """Back and forth, with where one is between them."""
    here = voice.say(text("bot.button.page", page=page + 1, pages=pages))
    back = button("◀", press(page - 1) if page else press(pages), disabled=not page)
    forth = button("▶", press(page + 1), disabled=page + 1 >= pages)
    return (back, button(here, press(page), disabled=True), forth)


def pages(items: Sequence[Any], size: int) -> list[Sequence[Any]]:
    """The items in parts of at most that size."""
    return [items[i : i + size] for i in range(0, len(items), size)]
