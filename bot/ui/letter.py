"""A letter: what a message says and shows, before it becomes discord.py's arguments."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from hashlib import blake2b
from io import BytesIO
from typing import Any

import discord
from msgspec import Struct
from msgspec.structs import replace

from bot.ui.controls.panel import Button, Menu, Panel
from bot.ui.speech import fit
from render.kit.picture import Picture

LONGEST_CONTENT = 2_000
LONGEST_ALT = 1_024

_STYLES = {
    "primary": discord.ButtonStyle.primary,
    "secondary": discord.ButtonStyle.secondary,
    "success": discord.ButtonStyle.success,
    "danger": discord.ButtonStyle.danger,
}


class Letter(Struct, frozen=True):
    """A message.

    rings: the people whom it may ping. spare: says the pictures in words, if they can't be sent. silent: it makes no
    sound.
    """

    content: str
    pictures: tuple[Picture, ...] = ()
    panel: Panel | None = None
    rings: tuple[int, ...] = ()
    spare: Callable[[], str] = str
    silent: bool = False

    def new(self) -> dict[str, Any]:
        """Arguments of `send` for a new message."""
        sent: dict[str, Any] = {"content": self.content, "allowed_mentions": self._mentions(), "suppress_embeds": True}
        if self.silent:
            sent["silent"] = True
        if self.pictures:
            sent["files"] = [_file(picture) for picture in self.pictures]
        if (shown := view(self.panel)) is not None:
            sent["view"] = shown
        return sent

    def private(self) -> dict[str, Any]:
        """Arguments of a follow-up that only its reader sees."""
        return {**self.new(), "ephemeral": True}

    def over(self) -> dict[str, Any]:
        """Arguments of `edit`: everything that stood there is replaced."""
        return {
            "content": self.content,
            "attachments": [_file(picture) for picture in self.pictures],
            "view": view(self.panel),
            "allowed_mentions": discord.AllowedMentions.none(),
        }

    def in_words(self) -> Letter:
        """The same without pictures: their boards in words."""
        return replace(self, pictures=(), content=fit(f"{self.content}\n{self.spare()}", LONGEST_CONTENT))

    def _mentions(self) -> discord.AllowedMentions:
        return discord.AllowedMentions(
            everyone=False, roles=False, replied_user=False, users=[discord.Object(person) for person in self.rings]
        )


def view(panel: Panel | None) -> discord.ui.View | None:
    """The panel as discord.py's items; None if there is nothing on it.

    It is stopped at once: presses are read from their custom ids (press.py), so nothing needs to be kept in memory.
    """
    if panel is None or not panel.rows:
        return None
    shown = discord.ui.View(timeout=None)
    for row, content in enumerate(panel.rows):
        for item in _items(content):
            item.row = row
            shown.add_item(item)
    shown.stop()
    return shown


def _items(row: tuple[Button, ...] | Menu) -> Iterable[discord.ui.Item[discord.ui.View]]:
    if isinstance(row, Menu):
        options = [
            discord.SelectOption(label=e.label, value=e.value, description=e.description, default=e.chosen)
            for e in row.entries
        ]
        yield discord.ui.Select(
            custom_id=row.custom_id,
            placeholder=row.placeholder,
            min_values=row.least,
            max_values=row.most,
            options=options,
        )
        return
    for button in row:
        yield discord.ui.Button(
            label=button.label,
            custom_id=button.custom_id,
            style=_STYLES[button.style],
            disabled=button.disabled,
            emoji=button.emoji,
        )


def _file(picture: Picture) -> discord.File:
    """The picture as a file.

    Its name differs for each picture, so that no client shows an old one, and tells no more than the picture does.
    """
    name = f"board-{blake2b(picture.data, digest_size=8).hexdigest()}.{picture.ext}"
    return discord.File(BytesIO(picture.data), name, description=fit(picture.alt, LONGEST_ALT))
