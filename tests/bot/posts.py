"""What people see of Discord: messages with their controls and files, as frozen values."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from copy import deepcopy
from dataclasses import dataclass, field
from typing import Any

from simcord.backend import Backend
from simcord.backend.models import Message
from simcord.components import walk_components

BUTTON, STRING_SELECT, TEXT_DISPLAY, THUMBNAIL, GALLERY = 2, 3, 10, 11, 12
SELECTS = (3, 5, 6, 7, 8)


@dataclass(frozen=True)
class Choice:
    """A line of a menu, or an answer of autocompletion."""

    label: str
    value: Any
    description: str = ""
    chosen: bool = False


@dataclass(frozen=True)
class Control:
    """A button or a menu."""

    kind: str
    label: str
    custom_id: str
    disabled: bool = False
    url: str | None = None
    emoji: str | None = None
    style: int = 0
    options: tuple[Choice, ...] = ()
    least: int = 1
    most: int = 1

    def __str__(self) -> str:
        options = "".join(f"\n    {option.value!r}: {option.label}" for option in self.options)
        return f"[{self.label}]{' (disabled)' if self.disabled else ''} {self.custom_id or self.url}{options}"


Wanted = str | Callable[[Control], bool]
"""A control's label, its custom id, a part of its label if only one has it, or a test."""


@dataclass(frozen=True)
class File:
    """An attachment."""

    filename: str
    alt: str
    data: bytes = field(repr=False)

    @property
    def sha256(self) -> str:
        return hashlib.sha256(self.data).hexdigest()


@dataclass(frozen=True)
class Post:
    """A message as it looked when it was asked for."""

    id: int
    channel: int
    guild: int | None
    author: str
    content: str
    text: str
    controls: tuple[Control, ...]
    files: tuple[File, ...]
    embeds: tuple[dict[str, Any], ...]
    private: bool
    pinned: bool
    edited: bool
    thinking: bool
    pings: tuple[int, ...]
    raw: Message = field(repr=False, compare=False)

    @property
    def labels(self) -> tuple[str, ...]:
        return tuple(control.label for control in self.controls)

    @property
    def custom_ids(self) -> tuple[str, ...]:
        return tuple(control.custom_id for control in self.controls if control.custom_id)

    @property
    def jump(self) -> str:
        """The link to this message."""
        return f"https://discord.com/channels/{self.guild or '@me'}/{self.channel}/{self.id}"

    @property
    def picture(self) -> File:
        assert self.files, f"no picture in {self.text!r}"
        return self.files[0]

    def control(self, wanted: Wanted, kind: str | None = None) -> Control:
        """The one control that is meant; AssertionError names what is there if it isn't exactly one."""
        among = [control for control in self.controls if kind is None or control.kind == kind]
        for test in _tests(wanted):
            found = [control for control in among if test(control)]
            if len(found) == 1:
                return found[0]
            if found:
                break
        there = "\n  ".join(map(str, among)) or "nothing"
        raise AssertionError(f"not exactly one {kind or 'control'} {wanted!r} in {self.text!r}; there is:\n  {there}")


def _tests(wanted: Wanted) -> tuple[Callable[[Control], bool], ...]:
    if not isinstance(wanted, str):
        return (wanted,)
    return (
        lambda control: control.custom_id == wanted,
        lambda control: control.label == wanted,
        lambda control: wanted in control.label,
    )


def post(backend: Backend, message: Message) -> Post:
    """A message of the backend, as people see it."""
    parts = list(walk_components(message.components))
    displays = [str(part["content"]) for part in parts if part.get("type") == TEXT_DISPLAY]
    embeds = tuple(deepcopy(message.embeds))
    texts = [message.content, *displays, *(text for embed in embeds for text in _embedded(embed))]
    author = backend.users[message.author_id]
    return Post(
        id=message.id,
        channel=message.channel_id,
        guild=backend.channels[message.channel_id].guild_id,
        author=author.global_name or author.name,
        content=message.content,
        text="\n".join(filter(None, texts)),
        controls=tuple(_control(part) for part in parts if part.get("type") in (BUTTON, *SELECTS)),
        files=tuple(_file(backend, parts, attachment) for attachment in message.attachments),
        embeds=embeds,
        private=message.is_ephemeral,
        pinned=message.pinned,
        edited=message.edited_timestamp is not None,
        thinking=bool(message.flags & 1 << 7),
        pings=tuple(message.ping_user_ids),
        raw=deepcopy(message),
    )


def _embedded(embed: dict[str, Any]) -> list[str]:
    fields = [text for part in embed.get("fields") or () for text in (part["name"], part["value"])]
    ends = [(embed.get(key) or {}).get(name) for key, name in (("author", "name"), ("footer", "text"))]
    return [str(text) for text in (embed.get("title"), embed.get("description"), *fields, *ends) if text]


def _control(part: dict[str, Any]) -> Control:
    emoji = (part.get("emoji") or {}).get("name")
    if part["type"] == BUTTON:
        return Control(
            "button",
            part.get("label") or emoji or "",
            part.get("custom_id") or "",
            bool(part.get("disabled")),
            part.get("url"),
            emoji,
            part.get("style", 0),
        )
    options = tuple(
        Choice(option["label"], option["value"], option.get("description") or "", bool(option.get("default")))
        for option in part.get("options") or ()
    )
    return Control(
        "menu",
        part.get("placeholder") or "",
        part.get("custom_id") or "",
        bool(part.get("disabled")),
        options=options,
        least=part.get("min_values", 1),
        most=part.get("max_values", 1),
    )


def _file(backend: Backend, parts: list[dict[str, Any]], attachment: dict[str, Any]) -> File:
    alts = [attachment.get("description")]
    for part in parts:
        items = (
            part.get("items") or [] if part.get("type") == GALLERY else [part] if part.get("type") == THUMBNAIL else []
        )
        alts += [item.get("description") for item in items if item["media"].get("attachment_id") == attachment["id"]]
    data = backend.cdn.get(attachment["url"])
    return File(attachment["filename"], next(filter(None, alts), ""), data or b"")
