"""simcord's Discord, with the rules that simcord leaves out.

Numbers and error codes are those of discord-api-docs (resources/message, topics/threads, topics/opcodes).
"""

from __future__ import annotations

import datetime
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import discord
from simcord import _clock
from simcord.backend import Backend, serializers
from simcord.backend.errors import BackendError
from simcord.backend.models import Channel, Message
from simcord.http import router

from bot.local import limits

MEBIBYTE = 1 << 20
FILE_LIMIT = 10 * MEBIBYTE
REQUEST_LIMIT = 25 * MEBIBYTE
LONGEST_ALT = 1_024
LONGEST_NONCE = 25
NONCE_WINDOW = datetime.timedelta(minutes=5)
"""Discord says "the past few minutes"."""

IN_DMS = discord.Permissions(
    send_messages=True, embed_links=True, attach_files=True, mention_everyone=True, external_emojis=True
)
"""What an app may do in its direct messages."""

INVITED = discord.Permissions(
    view_channel=True,
    send_messages=True,
    send_messages_in_threads=True,
    create_public_threads=True,
    embed_links=True,
    attach_files=True,
    read_message_history=True,
)
"""What the bot's invite link asks for."""

SEND = re.compile(r"/channels/(?P<channel>\d+)/messages")
MESSAGE = re.compile(r"/channels/(?P<channel>\d+)/messages/(?P<message>\d+)")
CALLBACK = re.compile(r"/interactions/(?P<interaction>\d+)/[^/]+/callback")
FOLLOWUP = re.compile(r"/webhooks/\d+/(?P<token>[^/]+)")
FOLLOWUP_MESSAGE = re.compile(r"/webhooks/\d+/(?P<token>[^/]+)/messages/(?P<message>@original|\d+)")
COMMANDS = re.compile(r"/applications/\d+(/guilds/\d+)?/commands")


@dataclass(frozen=True)
class Request:
    """One request of the bot, as Discord receives it."""

    method: str
    path: str
    body: Any = None
    files: Sequence[discord.File] = ()

    def __str__(self) -> str:
        return f"{self.method} {self.path}"

    def at(self, method: str, path: re.Pattern[str]) -> re.Match[str] | None:
        return path.fullmatch(self.path) if self.method == method else None

    @property
    def data(self) -> Mapping[str, Any]:
        """The message in it: an interaction's answer wraps it once more."""
        body = self.body if isinstance(self.body, Mapping) else {}
        return body.get("data") or {} if CALLBACK.fullmatch(self.path) else body


@dataclass
class Habits:
    """What Discord knows of a person beside name and membership."""

    locale: str = "en-US"
    dms_closed: bool = False


@dataclass(frozen=True)
class Spent:
    """A nonce that was used: a repetition gets this message and makes no other."""

    channel: int
    message: int
    at: datetime.datetime


@dataclass
class Rules:
    """The settings of a strict Discord."""

    file_limit: int = FILE_LIMIT
    habits: dict[int, Habits] = field(default_factory=dict)
    nonces: dict[str, Spent] = field(default_factory=dict)


class StrictBackend(Backend):
    """A backend that answers as Discord does where simcord is too kind."""

    def __init__(self, *, clock: _clock.Clock | None = None) -> None:
        self.rules = Rules()
        super().__init__(clock=clock)

    def habits(self, user: int) -> Habits:
        return self.rules.habits.setdefault(user, Habits())

    def emit(self, event: str, payload: Mapping[str, Any]) -> None:
        super().emit(event, self._truthful(payload) if event == "INTERACTION_CREATE" else payload)

    def answer(self, request: Request, apply: Callable[[], Any]) -> Any:
        """Discord's answer to a request; `apply` is simcord's.

        Raises:
            BackendError: Discord refuses.
        """
        self._check(request)
        sending = request.at("POST", SEND)
        nonce = str(request.data["nonce"]) if sending and request.data.get("nonce") else None
        if sending and nonce and (first := self._first(int(sending["channel"]), nonce)):
            return self._with_nonce(first, nonce)
        applied = apply()
        if sending and nonce:
            self.spend(nonce, Spent(int(sending["channel"]), int(applied["id"]), self.clock.now()))
            applied["nonce"] = nonce
        return applied

    def spend(self, nonce: str, spent: Spent) -> None:
        self.rules.nonces[nonce] = spent

    def archive_idle_threads(self) -> None:
        """Archive every thread in which nobody wrote for as long as it says."""
        now = self.clock.now()
        for thread in self.channels.values():
            facts = thread.thread_metadata
            if facts is None or facts.archived:
                continue
            written = [datetime.datetime.fromisoformat(m.timestamp) for m in self.messages.get(thread.id, {}).values()]
            last = max([*written, datetime.datetime.fromisoformat(facts.archive_timestamp)])
            if now - last >= datetime.timedelta(minutes=facts.auto_archive_duration):
                archived = {"archived": True, "archive_timestamp": now.isoformat()}
                self.edit_channel(thread.id, {}, thread_metadata=archived)

    # ------------------------------------------------------------ what interactions say

    def _truthful(self, payload: Mapping[str, Any]) -> dict[str, Any]:
        user = int((payload.get("user") or payload["member"]["user"])["id"])
        guild = payload.get("guild_id")
        facts: dict[str, Any] = {
            "locale": self.habits(user).locale,
            "attachment_size_limit": self.rules.file_limit,
            "authorizing_integration_owners": {"0": guild or "0"},
        }
        if guild is None:
            facts["app_permissions"] = str(IN_DMS.value)
        else:
            facts["guild_locale"] = self.get_guild(int(guild)).preferred_locale
        return {**payload, **facts}

    # ------------------------------------------------------------------- what is refused

    def _check(self, request: Request) -> None:
        if (place := request.at("POST", SEND)) and int(place["channel"]) in self.channels:
            channel = self.channels[int(place["channel"])]
            self._check_dm(channel)
            self._check_thread(channel)
            self._check_permissions(request, channel)
        elif (place := request.at("PATCH", MESSAGE)) and int(place["channel"]) in self.channels:
            channel = self.channels[int(place["channel"])]
            self._check_archived(channel)
            self._check_permissions(request, channel)
        elif place := request.at("DELETE", MESSAGE):
            if int(place["channel"]) in self.channels:
                self._check_archived(self.channels[int(place["channel"])])
        elif channel_of := self._interaction_channel(request):
            self._check_answer(channel_of)
        elif request.at("PUT", COMMANDS) and (found := limits.faults(request.body or ())):
            raise BackendError(400, 50035, "Invalid Form Body: " + "; ".join(found))
        self._check_files(request)

    def _interaction_channel(self, request: Request) -> Channel | None:
        if found := request.at("POST", CALLBACK):
            interaction = self.interactions.get(int(found["interaction"]))
            if interaction is None or request.body.get("type") not in (4, 5, 6, 7):
                return None
            return self.channels.get(interaction.channel_id)
        found = request.at("POST", FOLLOWUP) or request.at("PATCH", FOLLOWUP_MESSAGE)
        if found and (known := self.interaction_tokens.get(found["token"])):
            return self.channels.get(self.interactions[known].channel_id)
        return None

    def _check_dm(self, channel: Channel) -> None:
        for person in channel.recipient_ids if channel.guild_id is None else ():
            if self.habits(person).dms_closed:
                raise BackendError(403, 50007, "Cannot send messages to this user")
            if not any({person, self.bot_user.id} <= guild.members.keys() for guild in self.guilds.values()):
                raise BackendError(403, 50278, "Cannot send messages to this user due to having no mutual guilds")

    def _may(self, channel: Channel, permission: str) -> bool:
        if channel.guild_id is None:
            return bool(getattr(IN_DMS, permission))
        held = discord.Permissions(self.compute_permissions(channel.guild_id, self.bot_user.id, channel.id))
        return bool(getattr(held, permission))

    def _check_permissions(self, request: Request, channel: Channel) -> None:
        if channel.guild_id is None or not self._may(channel, "view_channel"):
            return
        embeds = request.data.get("embeds") or request.data.get("embed")
        if (request.files and not self._may(channel, "attach_files")) or (
            embeds and not self._may(channel, "embed_links")
        ):
            raise BackendError(403, 50013, "Missing Permissions")
        if request.data.get("message_reference") and not self._may(channel, "read_message_history"):
            raise BackendError(400, 160002, "Cannot reply without permission to read message history")

    def _check_thread(self, channel: Channel) -> None:
        facts = channel.thread_metadata
        if facts is None:
            return
        if facts.locked and not self._may(channel, "manage_threads"):
            raise BackendError(403, 160005, "Thread is locked")
        self._revive(channel)

    def _check_answer(self, channel: Channel) -> None:
        facts = channel.thread_metadata
        if facts is None or not facts.archived:
            return
        if facts.locked and not self._may(channel, "manage_threads"):
            raise BackendError(403, 50083, "Thread is archived")
        self._revive(channel)

    def _check_archived(self, channel: Channel) -> None:
        if channel.thread_metadata is not None and channel.thread_metadata.archived:
            raise BackendError(400, 50083, "Thread is archived")

    def _revive(self, channel: Channel) -> None:
        if channel.thread_metadata is not None and channel.thread_metadata.archived:
            self.edit_channel(channel.id, {}, thread_metadata={"archived": False})

    def _check_files(self, request: Request) -> None:
        sizes = [size(file) for file in request.files]
        if any(one > self.rules.file_limit for one in sizes) or sum(sizes) > REQUEST_LIMIT:
            raise BackendError(413, 40005, "Request entity too large")
        if any(len(file.description or "") > LONGEST_ALT for file in request.files):
            raise BackendError(400, 50035, f"Invalid Form Body: description: Must be {LONGEST_ALT} or fewer in length")
        nonce = request.data.get("nonce")
        if nonce is not None and len(str(nonce)) > LONGEST_NONCE:
            raise BackendError(400, 50035, f"Invalid Form Body: nonce: Must be {LONGEST_NONCE} or fewer in length")

    # ---------------------------------------------------------------------------- nonces

    def _first(self, channel: int, nonce: str) -> Message | None:
        spent = self.rules.nonces.get(nonce)
        if spent is None or spent.channel != channel or self.clock.now() - spent.at > NONCE_WINDOW:
            return None
        return self.messages.get(channel, {}).get(spent.message)

    def _with_nonce(self, message: Message, nonce: str) -> dict[str, Any]:
        return {**serializers.message_payload(self, message), "nonce": nonce}


def size(file: discord.File) -> int:
    """How many bytes are still to be read from a file that is about to be sent."""
    position = file.fp.tell()
    end = file.fp.seek(0, 2)
    file.fp.seek(position)
    return end - position


_simcords = router.dispatch


def _dispatch(backend: Backend, method: str, path: str, **details: Any) -> Any:
    apply = partial(_simcords, backend, method, path, **details)
    if not isinstance(backend, StrictBackend):
        return apply()
    request = Request(method, path, details.get("json"), tuple(details.get("files") or ()))
    return backend.answer(request, apply)


# Both of simcord's transports look the function up in its module at every request, and offer no other way in.
router.dispatch = _dispatch
