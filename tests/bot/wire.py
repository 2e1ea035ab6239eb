"""What goes over the wire between Discord and a bot, as far as this bot is concerned."""

from __future__ import annotations

import asyncio
import json
import time
from dataclasses import dataclass, field
from fnmatch import fnmatch
from typing import Any, NamedTuple

from aiohttp import BodyPartReader, web

from bot.local.strict import INVITED

Payload = dict[str, Any]

TOKEN = ".".join(("M" * 24, "L" * 6, "p" * 27))
APPLICATION, GUILD, CHANNEL, DMS = "4001", "4002", "4003", 5_000_000
SECRET = "interaction-token-"
DISCORD_EPOCH = 1_420_070_400_000
ACKNOWLEDGE_SECONDS = 3
BREAK = 0
"""Instead of a status: the line breaks."""
BUCKET, BUCKET_SECONDS = 5, 1.0
"""So many messages may be sent to a channel in so many seconds."""
BOT: Payload = {"id": APPLICATION, "username": "Mailboat", "discriminator": "0", "avatar": None, "bot": True}


class Person(NamedTuple):
    id: int
    name: str
    locale: str = "en-US"

    def user(self) -> Payload:
        return {"id": str(self.id), "username": self.name, "discriminator": "0", "avatar": None}


class File(NamedTuple):
    name: str
    kind: str
    data: bytes


@dataclass
class Request:
    """One request as it arrived."""

    method: str
    path: str
    body: Any
    files: list[File]
    answer: Any = None
    at: float = field(default_factory=time.monotonic)


@dataclass
class Interaction:
    """One interaction, and what the bot said to it. seconds: how long it took to acknowledge, in real time."""

    payload: Payload
    sent: float = field(default_factory=time.monotonic)
    seconds: float | None = None
    callback: Payload = field(default_factory=dict)
    original: Payload | None = None
    replies: list[Payload] = field(default_factory=list)


@dataclass
class Trouble:
    """What becomes of the next requests of a kind. applied: they are carried out all the same."""

    method: str
    path: str
    status: int | None
    applied: bool
    left: int
    retry_after: float
    over: asyncio.Event = field(default_factory=asyncio.Event)
    met: int = 0


class Refusal(Exception):
    def __init__(self, status: int, code: int, **more: Any) -> None:
        self.status, self.body = status, {"code": code, "message": f"{status}", **more}


async def read(http: web.Request) -> Request:
    body: Any = dict(http.query)
    files = []
    if http.content_type == "multipart/form-data":
        async for part in await http.multipart():
            assert isinstance(part, BodyPartReader)
            if part.name == "payload_json":
                body = json.loads(await part.text())
            else:
                files.append(File(part.filename or "", part.headers["Content-Type"], bytes(await part.read())))
    elif http.can_read_body:
        body = await http.json()
    return Request(http.method, "/" + http.match_info["path"], body, files)


def fits(trouble: Trouble, request: Request) -> bool:
    return trouble.method == request.method and fnmatch(request.path, trouble.path)


def dm(person: int) -> Payload:
    return {"id": str(DMS + person), "type": 1, "recipients": [Person(person, "somebody").user()]}


MEMBER: Payload = {"roles": [], "joined_at": "2026-01-01T00:00:00+00:00", "deaf": False, "mute": False, "flags": 0}
TEXT: Payload = {"id": CHANNEL, "guild_id": GUILD, "type": 0, "name": "games", "position": 0, "parent_id": None}
TEXT |= {"topic": None, "nsfw": False, "permission_overwrites": []}
EVERYONE: Payload = {"id": GUILD, "name": "@everyone", "permissions": str(INVITED.value), "color": 0, "position": 0}
EVERYONE |= {"hoist": False, "managed": False, "mentionable": False, "flags": 0}
SERVER: Payload = {"id": GUILD, "name": "Harbour", "owner_id": "1", "member_count": 3, "preferred_locale": "en-US"}
SERVER |= {"roles": [EVERYONE], "channels": [TEXT], "members": [{"user": BOT, **MEMBER}], "threads": []}
SERVER |= {"emojis": [], "stickers": [], "features": [], "verification_level": 0, "explicit_content_filter": 0}
SERVER |= {"default_message_notifications": 0, "mfa_level": 0, "premium_tier": 0, "nsfw_level": 0, "afk_timeout": 60}
