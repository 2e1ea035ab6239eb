"""What a pretend person sees of the simulated Discord, as JSON for the page."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from simcord.backend.access import channel_accessible
from simcord.backend.cdn import CDN_BASE
from simcord.backend.models import Channel, Message
from simcord.enums import ChannelType

from bot.local.kept import KeptBackend

Json = dict[str, Any]

HISTORY = 200
"""Messages of a place that a page is given."""

LOADING = 1 << 7
SYSTEM_TYPES = (6, 7, 18)
"""Pinned, joined, thread created: the words of these lines are the page's own."""

_COLOURS = ("#e0a458", "#6fb1d6", "#8fbf7a", "#d98a8a", "#b497d6", "#5fb8a6", "#d6a2c4", "#c2b45e")


def people(backend: KeptBackend) -> list[Json]:
    """Everybody whom one can be, in the order of their coming."""
    persons = sorted((user for user in backend.users.values() if not user.bot), key=lambda user: user.id)
    return [
        {
            "id": str(user.id),
            "name": user.global_name or user.name,
            "colour": _COLOURS[index % len(_COLOURS)],
            "locale": backend.habits(user.id).locale,
            "dms_closed": backend.habits(user.id).dms_closed,
            "member": any(user.id in guild.members for guild in backend.guilds.values()),
        }
        for index, user in enumerate(persons)
    ]


def world(backend: KeptBackend, viewer: int) -> Json:
    """The frame of the page: who there is, where one can be, what is unread."""
    return {
        "me": str(viewer),
        "ahead": backend.ahead.total_seconds(),
        "bot": {"id": str(backend.bot_user.id), "name": backend.bot_user.name},
        "people": people(backend),
        "places": list(_places(backend, viewer)),
        "channels": {str(one.id): one.name for one in backend.channels.values() if one.guild_id is not None},
    }


def _places(backend: KeptBackend, viewer: int) -> Iterator[Json]:
    for guild in backend.guilds.values():
        for number in guild.channel_ids:
            if backend.channels[number].type == ChannelType.TEXT and channel_accessible(backend, number, viewer):
                yield _place(backend, viewer, backend.channels[number], "channel")
                threads = (backend.channels[one] for one in guild.thread_ids if one in backend.channels)
                for thread in sorted(threads, key=lambda one: one.id):
                    if thread.parent_id == number and channel_accessible(backend, thread.id, viewer):
                        yield _place(backend, viewer, thread, "thread")
    yield _place(backend, viewer, backend.get_dm_channel(viewer), "dm")


def _place(backend: KeptBackend, viewer: int, channel: Channel, kind: str) -> Json:
    seen = backend.read.get(viewer, {}).get(channel.id, 0)
    fresh = [
        message
        for message in backend.messages.get(channel.id, {}).values()
        if message.id > seen and message.author_id != viewer and message.visible_to(viewer)
    ]
    calling = [one for one in fresh if kind == "dm" or viewer in one.ping_user_ids]
    facts = channel.thread_metadata
    return {
        "id": str(channel.id),
        "kind": kind,
        "name": channel.name or backend.bot_user.name,
        "unread": len(fresh),
        "calling": len(calling),
        "archived": facts is not None and facts.archived,
        "locked": facts is not None and facts.locked,
    }


def messages(backend: KeptBackend, viewer: int, place: int) -> list[Json]:
    """The last messages of a place that this person may see, oldest first."""
    if not channel_accessible(backend, place, viewer):
        return []
    stored = sorted(backend.messages.get(place, {}).values(), key=lambda one: one.id)
    return [message(backend, viewer, one) for one in stored if one.visible_to(viewer)][-HISTORY:]


def message(backend: KeptBackend, viewer: int, stored: Message) -> Json:
    """One message; parts are Discord's own components with the files' addresses on this machine."""
    return {
        "id": str(stored.id),
        "place": str(stored.channel_id),
        "author": str(stored.author_id),
        "at": stored.timestamp,
        "edited": stored.edited_timestamp is not None,
        "private": stored.is_ephemeral,
        "calls": viewer in stored.ping_user_ids,
        "pinned": stored.pinned,
        "system": _system(stored),
        "state": _state(backend, stored),
        "used": _used(stored),
        "text": stored.content,
        "embeds": stored.embeds,
        "parts": _localised(stored.components),
        "files": [] if _holds_media(stored.components) else [_file(one) for one in stored.attachments],
    }


def _system(stored: Message) -> Json | None:
    if stored.type not in SYSTEM_TYPES:
        return None
    facts = stored.system_metadata
    channel = facts.channel_id if facts is not None else None
    return {"type": stored.type, "channel": str(channel) if channel is not None else None}


def _state(backend: KeptBackend, stored: Message) -> str:
    if not stored.flags & LOADING:
        return "said"
    asked = backend.interactions.get(int((stored.interaction_metadata or {}).get("id", 0)))
    # After a restart nobody holds the token any more with which this answer could be given.
    return "thinking" if asked is not None else "failed"


def _used(stored: Message) -> Json | None:
    asked = stored.interaction_metadata
    if not asked or "name" not in asked:
        return None
    return {"by": str(asked["user"]["id"]), "command": asked["name"]}


def _file(attachment: Json) -> Json:
    return {
        "url": address(attachment["url"]),
        "name": attachment["filename"],
        "alt": attachment.get("description") or "",
        "size": attachment["size"],
        "picture": str(attachment["content_type"]).startswith("image/"),
    }


def address(url: str) -> str:
    """Where the page finds a file of the simulated file server."""
    return url.replace(f"{CDN_BASE}/attachments", "/files", 1)


def _localised(part: Any) -> Any:
    if isinstance(part, list):
        return [_localised(one) for one in part]
    if isinstance(part, dict):
        return {key: _localised(value) for key, value in part.items()}
    return address(part) if isinstance(part, str) else part


def _holds_media(parts: Any) -> bool:
    if isinstance(parts, list):
        return any(_holds_media(one) for one in parts)
    if isinstance(parts, dict):
        return parts.get("type") in (11, 12, 13) or any(_holds_media(value) for value in parts.values())
    return False


def commands(backend: KeptBackend, viewer: int, place: int) -> list[Json]:
    """What the slash picker offers here: each command that can be run, with its whole path."""
    if not channel_accessible(backend, place, viewer):
        return []
    visible = backend.visible_commands(user_id=viewer, channel_id=place)
    return [leaf for command in visible for leaf in _leaves(command, ())]


_TEXTS = ("name", "name_localizations", "description", "description_localizations")


def _leaves(command: Json, above: tuple[Json, ...]) -> Iterator[Json]:
    path = (*above, {key: command.get(key) for key in _TEXTS})
    options = command.get("options") or []
    inner = [option for option in options if option["type"] in (1, 2)]
    for option in inner:
        yield from _leaves(option, path)
    if not inner:
        yield {"path": path, "options": options}
