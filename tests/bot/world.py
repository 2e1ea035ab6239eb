"""A simulated Discord for tests of the bot: pretend people, strict rules, faults on demand.

    async with World(make_bot) as world:
        ana = world.user("Ana")
        reply = await ana.slash("newgame", game="takara")
        await world.user("Ben").click(reply.post, "Join")

It is simcord, made as strict as Discord (bot/local/strict.py), and it fails the test by itself for what a player would
suffer from silently: see `World.check`.
"""

from __future__ import annotations

import asyncio
import contextlib
import datetime
import errno
import fnmatch
import logging
import re
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, field
from typing import Any, NoReturn, Self

import discord
from simcord import Env
from simcord._dpy_internals import _original_callback
from simcord._runtime import _attach_bot
from simcord.backend import serializers
from simcord.backend.access import channel_accessible
from simcord.backend.errors import BackendError
from simcord.backend.models import Channel, Interaction, Member, Overwrite
from simcord.components import walk_components
from simcord.enums import OverwriteType

from bot.local.strict import CALLBACK, FOLLOWUP, FOLLOWUP_MESSAGE, INVITED, MESSAGE, SEND, Request, StrictBackend
from tests.bot.people import Person, Reply
from tests.bot.posts import Post, post

__all__ = ["Person", "Post", "Reply", "Sent", "World"]

Bot = discord.Client
MakeBot = Callable[["World"], Awaitable[Bot] | AbstractAsyncContextManager[Bot]]
"""Builds the bot: a coroutine, or a context manager that also closes it (such as `open_app`)."""

ACKNOWLEDGE_WITHIN = 3.0
"""Seconds of real time: Discord's deadline for the first answer to an interaction."""

SETTLE_IDLE = 0.002
"""Seconds between two looks whether the bot is done."""

WATCHED_LOGGERS = ("discord", "bot", "engines", "render", "asyncio")


@dataclass(frozen=True)
class Sent:
    """One thing that left the bot: what a viewer could learn from it, without Discord's ids."""

    at: float
    """Seconds since the world began."""
    kind: str
    place: str
    only_for: str | None
    text: str
    controls: tuple[str, ...] = ()
    files: tuple[tuple[str, str, str], ...] = ()
    """File name, alt text, SHA-256."""
    pings: tuple[str, ...] = ()
    seen_by: frozenset[str] = field(default_factory=frozenset, repr=False)
    round: int = field(default=0, repr=False, compare=False)
    """How often the bot had come to rest before."""


@dataclass
class Fault:
    """A fault to come: the next `times` requests that fit end in `error`, before or after they are applied."""

    method: str
    path: str
    times: int
    error: Exception | None
    """None: the bot itself ends here."""
    applied: bool = False

    def fits(self, request: Request) -> bool:
        return self.times > 0 and self.method in ("*", request.method) and fnmatch.fnmatch(request.path, self.path)


class WorldBackend(StrictBackend):
    """The strict Discord, watched by a world."""

    def __init__(self, world: World) -> None:
        self.world = world
        super().__init__()

    def emit(self, event: str, payload: Mapping[str, Any]) -> None:
        if event == "INTERACTION_CREATE":
            self.world.delivered.setdefault(int(payload["id"]), time.perf_counter())
        super().emit(event, payload)
        if event == "INTERACTION_CREATE" and self.world.twice:
            super().emit(event, payload)

    def answer(self, request: Request, apply: Callable[[], Any]) -> Any:
        return self.world.answer(request, lambda: super(WorldBackend, self).answer(request, apply))


class WorldEnv(Env):
    """simcord's environment, over a watched backend, and quicker to see that the bot is done."""

    def __init__(self, world: World, bot: Bot, backend: WorldBackend, *, settle_timeout: float) -> None:
        super().__init__(bot, check_errors=False, settle_timeout=settle_timeout)
        self.backend = backend
        self.world = world

    async def _settle_internal(self, *, idle: float = SETTLE_IDLE, **details: Any) -> None:
        if not self.world.holding:
            self._sleep_on()
            await super()._settle_internal(idle=SETTLE_IDLE, **details)
            self.world.rounds += 1

    def _sleep_on(self) -> None:
        """Whoever sleeps is woken by this world's clock alone: simcord also wakes them after so much real time, and so
        on a busy machine a long story would have moments of which it does not tell."""
        for each in self._work.callbacks:
            sleeps = getattr(_original_callback(getattr(each.handle, "_callback", None)), "__name__", "")
            if each.when is not None and each.real_handle is not None and sleeps == "_set_result_unless_cancelled":
                each.real_handle.cancel()


class _Log(logging.Handler):
    def __init__(self) -> None:
        super().__init__()
        self.lines: list[str] = []
        self.errors: list[str] = []
        self.formatter = logging.Formatter("%(name)s: %(message)s")

    def emit(self, record: logging.LogRecord) -> None:
        line = self.format(record)
        self.lines.append(line)
        if record.levelno >= logging.ERROR:
            self.errors.append(line)


class World:
    """One server with a text channel, its people, and the bot under test.

    Attributes:
        faults: what went wrong so far; a test may look, and `expect_faults` forgives.
        channel: the server's first text channel.
    """

    def __init__(
        self, make_bot: MakeBot, *, permissions: discord.Permissions = INVITED, settle_timeout: float = 10.0
    ) -> None:
        self.make_bot = make_bot
        self.backend = WorldBackend(self)
        self.faults: list[str] = []
        self.sent: list[Sent] = []
        self.people: dict[str, Person] = {}
        self.delivered: dict[int, float] = {}
        self.acknowledged: dict[int, float] = {}
        self.holding = False
        self.twice = False
        self.rounds = 0
        self._permissions = permissions
        self._settle_timeout = settle_timeout
        self._pending: list[Fault] = []
        self._held: list[Reply] = []
        self._opened: list[AbstractAsyncContextManager[Bot]] = []
        self._current: AbstractAsyncContextManager[Bot] | None = None
        self._log = _Log()
        self._forgiven = 0
        self._dead = False
        self._lived = 0
        self._orphans: set[int] = set()
        self._kicked: Member | None = None
        self._env: WorldEnv | None = None
        self._began = self.backend.clock.elapsed

    # --------------------------------------------------------------------- life

    async def __aenter__(self) -> Self:
        for name in WATCHED_LOGGERS:
            logging.getLogger(name).addHandler(self._log)
        self.guild_id = self.backend.create_guild("Harbour").id
        guild = self.backend.guilds[self.guild_id]
        next(role for role in guild.roles.values() if role.managed).permissions = self._permissions.value
        self.channel = self.backend.create_channel(self.guild_id, "general")
        self._env = WorldEnv(self, await self._open_bot(), self.backend, settle_timeout=self._settle_timeout)
        await self._env.start()
        return self

    async def __aexit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: object) -> None:
        try:
            if kind is None:
                await self.settle()
            await self._close_bot()
            await self.env.shutdown()
            for left in self._opened:
                with contextlib.suppress(Exception):
                    await left.__aexit__(None, None, None)
        finally:
            for name in WATCHED_LOGGERS:
                logging.getLogger(name).removeHandler(self._log)
        if kind is None:
            self.check()

    @property
    def env(self) -> WorldEnv:
        assert self._env is not None, "the world has not begun: use `async with World(...)`"
        return self._env

    @property
    def bot(self) -> Bot:
        return self.env.bot

    async def _open_bot(self) -> Bot:
        made = self.make_bot(self)
        if isinstance(made, AbstractAsyncContextManager):
            self._current = made
            return await made.__aenter__()
        return await made

    async def _close_bot(self) -> None:
        if self._current is not None:
            closing, self._current = self._current, None
            await closing.__aexit__(None, None, None)

    async def stop(self) -> None:
        """The bot ends in good order, as at SIGTERM."""
        await self.settle()
        await self._close_bot()
        await self.env._detach_bot()

    async def kill(self) -> None:
        """The bot ends between two steps, wherever it stands."""
        if not self._dead:
            self._end()
        await self.env._detach_bot()
        self._bear_up_to(self._lived)
        # Nobody is left who could complete these answers.
        self._orphans |= {record.id for record in self.backend.interactions.values() if record.loading}
        if self._current is not None:
            self._opened.append(self._current)
            self._current = None

    def _end(self) -> None:
        self._dead = True
        self._lived = len(self._all_faults())
        self._bear_up_to(self._lived)

    def _bear_up_to(self, count: int) -> None:
        """Keep the first faults, as lines, and forget what else went wrong."""
        self.faults[:] = self._all_faults()[:count]
        self._log.errors.clear()
        self._forgiven = self.env.error_cursor

    @property
    def dead(self) -> bool:
        """Whether the bot has ended at a request (`die_at`) and was not started again."""
        return self._dead

    async def start(self) -> None:
        """A fresh bot object meets the same Discord."""
        self._dead = False
        await _attach_bot(self.env, await self._open_bot())

    async def restart(self, *, hard: bool = False) -> None:
        await (self.kill() if hard else self.stop())
        await self.start()

    async def reconnect(self) -> None:
        """The gateway connection is lost and a new session begins: READY, and every server once more."""
        feed = self.env._gateway_feed
        user = dict(serializers.user_payload(self.backend.bot_user))
        application = {"id": str(self.backend.application_id), "flags": 0}
        session = {"session_id": "again", "resume_gateway_url": "wss://gateway.invalid", "shard": [0, 1]}
        feed("READY", {"v": 10, "user": user, "guilds": [], "application": application, **session})
        for guild in self.backend.guilds.values():
            feed("GUILD_CREATE", serializers.guild_create_payload(self.backend, guild))
        await self.settle()

    # -------------------------------------------------------------------- clock

    def now(self) -> datetime.datetime:
        """The time in this world: give it to the bot as its clock."""
        return self.backend.clock.now()

    async def pass_time(self, **span: float) -> None:
        """Time goes by, every timer at its moment; `span` as for timedelta. Long spans: `skip`."""
        await self.env.advance_time(datetime.timedelta(**span).total_seconds())
        self.backend.archive_idle_threads()
        await self.settle()

    async def skip(self, **span: float) -> None:
        """Time jumps, as if the bot had slept meanwhile: each timer that is due goes off once."""
        self.backend.advance_clock(datetime.timedelta(**span).total_seconds())
        self.backend.archive_idle_threads()
        await self.settle()

    async def settle(self) -> None:
        """Wait until the bot has nothing left to do at this moment."""
        await self.env.settle(idle=SETTLE_IDLE)

    # ------------------------------------------------------------------- people

    def user(self, name: str, *, locale: str | None = None, member: bool = True) -> Person:
        """The person of this name; a new one joins the server."""
        if name not in self.people:
            user = self.backend.make_user(name.lower(), global_name=name)
            self.people[name] = Person(self, name, user.id)
            if member:
                self.people[name].joins()
        if locale is not None:
            self.backend.habits(self.people[name].id).locale = locale
        return self.people[name]

    def set_guild_locale(self, locale: str) -> None:
        self.backend.edit_guild(self.guild_id, {"preferred_locale": locale})

    # ------------------------------------------------------------------- places

    def create_channel(self, name: str) -> Channel:
        return self.backend.create_channel(self.guild_id, name)

    def create_thread(self, name: str, *, parent: Channel | None = None, auto_archive_minutes: int = 1440) -> Channel:
        owner = self.backend.guilds[self.guild_id].owner_id
        return self.backend.create_thread(
            (parent or self.channel).id, name, owner, auto_archive_duration=auto_archive_minutes
        )

    def threads(self, parent: Channel | None = None) -> tuple[Channel, ...]:
        parent = parent or self.channel
        return tuple(one for one in self.backend.channels.values() if one.is_thread and one.parent_id == parent.id)

    async def archive(self, thread: Channel, *, locked: bool = False) -> None:
        changes = {"archived": True, "locked": locked, "archive_timestamp": self.backend.now_iso()}
        self.backend.edit_channel(thread.id, {}, thread_metadata=changes)
        await self.settle()

    async def delete_channel(self, channel: Channel) -> None:
        for thread in self.threads(channel):
            self.backend.delete_channel(thread.id)
        self.backend.delete_channel(channel.id)
        await self.settle()

    async def delete(self, message: Post) -> None:
        """A moderator deletes a message."""
        self.backend.delete_message(message.channel, message.id)
        await self.settle()

    async def kick_bot(self) -> None:
        """The bot is removed from the server."""
        guild = self.backend.guilds[self.guild_id]
        self._kicked = guild.members.pop(self.backend.bot_user.id)
        self.backend.emit("GUILD_DELETE", {"id": str(guild.id)})
        await self.settle()

    async def invite_bot(self) -> None:
        """The bot comes back to the server."""
        guild = self.backend.guilds[self.guild_id]
        assert self._kicked is not None, "the bot is in the server"
        guild.members[self.backend.bot_user.id] = self._kicked
        self.backend.emit("GUILD_CREATE", serializers.guild_create_payload(self.backend, guild))
        await self.settle()

    def deny(self, *permissions: str, channel: Channel | None = None) -> None:
        """Take permissions (discord.Permissions' names) from the bot in a channel."""
        self._overwrite(permissions, channel, denied=True)

    def allow(self, *permissions: str, channel: Channel | None = None) -> None:
        self._overwrite(permissions, channel, denied=False)

    def _overwrite(self, permissions: Sequence[str], channel: Channel | None, *, denied: bool) -> None:
        channel = channel or self.channel
        bits = discord.Permissions(**dict.fromkeys(permissions, True)).value
        bot = self.backend.bot_user.id
        old = next((one for one in channel.overwrites if one.target_id == bot), Overwrite(bot, OverwriteType.MEMBER))
        allow, deny = (old.allow & ~bits, old.deny | bits) if denied else (old.allow | bits, old.deny & ~bits)
        self.backend.set_overwrite(channel.id, Overwrite(bot, OverwriteType.MEMBER, allow, deny))

    # ------------------------------------------------------------------ reading

    def channel_messages(self, channel: Channel | None = None) -> tuple[Post, ...]:
        """What everybody sees in a channel or thread, oldest first."""
        return tuple(one for one in self._posts((channel or self.channel).id) if not one.private)

    def last(self, channel: Channel | None = None) -> Post:
        messages = self.channel_messages(channel)
        assert messages, "the channel is empty"
        return messages[-1]

    def again(self, message: Post) -> Post | None:
        """The message as it is now; None if it was deleted."""
        stored = self.backend.messages.get(message.channel, {}).get(message.id)
        return post(self.backend, stored) if stored is not None else None

    def _posts(self, channel: int) -> tuple[Post, ...]:
        stored = sorted(self.backend.messages.get(channel, {}).values(), key=lambda message: message.id)
        return tuple(post(self.backend, message) for message in stored)

    @property
    def log_lines(self) -> tuple[str, ...]:
        """What the bot and the libraries logged."""
        return tuple(self._log.lines)

    def transcript(self, viewer: Person | None = None) -> tuple[Sent, ...]:
        """Everything that left the bot, in order; with `viewer`: only what that person could see."""
        return tuple(one for one in self.sent if viewer is None or viewer.name in one.seen_by)

    # ------------------------------------------------------------------- faults

    def fail(self, method: str, path: str, *, status: int, code: int = 0, times: int = 1, message: str = "") -> None:
        """Refuse the next requests that fit: what the bot meets after discord.py gave up retrying.

        `path` is a file-name pattern over the API path, e.g. "/channels/*/messages".
        """
        error = BackendError(status, code, message or f"injected {code}")
        self._pending.append(Fault(method, path, times, error))

    def cut(self, method: str, path: str, *, times: int = 1) -> None:
        """Break the connection before the next requests that fit arrive."""
        error = ConnectionResetError(errno.ECONNRESET, "Connection reset by peer")
        self._pending.append(Fault(method, path, times, error))

    def lose_answer(self, method: str, path: str, *, times: int = 1) -> None:
        """Apply the next requests that fit, then break the connection before the answer arrives."""
        error = ConnectionResetError(errno.ECONNRESET, "Connection reset by peer")
        self._pending.append(Fault(method, path, times, error, applied=True))

    def die_at(self, method: str, path: str, *, applied: bool = False) -> None:
        """End the bot's process at the next request that fits, before or after Discord applied it.

        Nothing gets out of it afterwards, and what goes wrong in it counts no more. Go on with `restart(hard=True)`.
        """
        self._pending.append(Fault(method, path, 1, None, applied))

    @contextlib.contextmanager
    def duplicates(self) -> Iterator[None]:
        """Every interaction is delivered twice while this lasts."""
        self.twice = True
        try:
            yield
        finally:
            self.twice = False

    @contextlib.asynccontextmanager
    async def at_once(self) -> AsyncIterator[None]:
        """Everything done inside reaches the bot in the same moment; replies can be read afterwards."""
        self.holding = True
        try:
            yield
        finally:
            self.holding = False
        await self.settle()
        held, self._held = self._held, []
        for reply in held:
            reply.check()

    @contextlib.contextmanager
    def expect_faults(self, pattern: str = "") -> Iterator[list[str]]:
        """Forgive what goes wrong inside, if it fits the regular expression; the list tells afterwards."""
        before = len(self._all_faults())
        met: list[str] = []
        try:
            yield met
        finally:
            fresh = self._all_faults()[before:]
            met.extend(fault for fault in fresh if re.search(pattern, fault))
            self._bear_up_to(before)
            self.faults.extend(fault for fault in fresh if not re.search(pattern, fault))

    def _all_faults(self) -> list[str]:
        raised = [f"the bot raised {error!r}" for error in self.env.errors_since(self._forgiven)]
        return [*self.faults, *raised, *self._log.errors]

    def check(self) -> None:
        """Fail for everything that went wrong so far.

        That is: an error that the bot raised, or that `discord`, `asyncio` or the project logged; an interaction
        acknowledged later than 3 s of real time; an answer left "thinking…"; a message outside interactions sent
        without a nonce of the bot's own; a picture without alt text.
        """
        found = self._all_faults()
        left = [record for record in self.backend.interactions.values() if self._left(record)]
        found += [f"{self._name(record)} was left thinking" for record in left]
        self._bear_up_to(0)
        if found:
            raise AssertionError("this must not happen to a player:\n- " + "\n- ".join(found))

    def _left(self, record: Interaction) -> bool:
        message = self.backend.messages.get(record.channel_id, {}).get(record.message_id or 0)
        hopeless = self._dead or record.id in self._orphans
        return not hopeless and record.loading and message is not None and bool(message.flags & 1 << 7)

    def _name(self, record: Interaction) -> str:
        person = self.backend.users[record.user_id]
        return f"{person.global_name}'s {record.command_name or discord.InteractionType(record.type).name}"

    # ------------------------------------------------------------------ the seam

    def answer(self, request: Request, apply: Callable[[], Any]) -> Any:
        """Discord's answer to the bot, with the faults that a test ordered."""
        if self._dead:
            raise ConnectionResetError(errno.ECONNRESET, "the bot's process has ended")
        fault = next((one for one in self._pending if one.fits(request)), None)
        if fault is not None:
            fault.times -= 1
            if not fault.applied:
                self._strike(fault)
        self._watch(request)
        known = dict(self.backend.rules.nonces)
        applied = apply()
        repeated = request.at("POST", SEND) and str(request.data.get("nonce")) in known
        if not repeated or len(self.backend.rules.nonces) > len(known):
            self._record(request, applied)
        if fault is not None:
            self._strike(fault)
        return applied

    def _strike(self, fault: Fault) -> NoReturn:
        if fault.error is not None:
            raise fault.error
        self._end()
        # The one exception that no `except Exception` of the bot takes for an answer of Discord's.
        raise asyncio.CancelledError

    def _watch(self, request: Request) -> None:
        if request.at("POST", SEND) and not _own_nonce(request):
            self.faults.append(f"sent without a nonce: {request.data.get('content')!r}")
        told = {str(item.get("description") or "") for item in _media(request.data)}
        for file in request.files:
            picture = file.filename.lower().endswith((".png", ".webp", ".jpg", ".jpeg", ".gif", ".avif"))
            if picture and not file.description and not any(told):
                self.faults.append(f"picture {file.filename} without alt text")
        if found := request.at("POST", CALLBACK):
            number = int(found["interaction"])
            took = time.perf_counter() - self.delivered.get(number, time.perf_counter())
            self.acknowledged.setdefault(number, took)
            if took > ACKNOWLEDGE_WITHIN:
                self.faults.append(f"acknowledged after {took:.1f} s of real time")
                raise BackendError(404, 10062, "Unknown interaction")

    def _record(self, request: Request, applied: Any) -> None:
        if found := request.at("POST", SEND):
            self._record_message("send", int(found["channel"]), int(applied["id"]))
        elif found := request.at("PATCH", MESSAGE):
            self._record_message("edit", int(found["channel"]), int(found["message"]))
        elif found := request.at("DELETE", MESSAGE):
            self._write("delete", int(found["channel"]))
        elif found := request.at("POST", CALLBACK):
            self._record_answer(self.backend.interactions[int(found["interaction"])])
        elif found := request.at("POST", FOLLOWUP) or request.at("PATCH", FOLLOWUP_MESSAGE):
            known = self.backend.interaction_tokens.get(found["token"])
            if known is not None:
                kind = "followup" if request.method == "POST" else "edit"
                self._record_message(kind, self.backend.interactions[known].channel_id, int(applied["id"]))
        elif request.method == "POST" and request.path.endswith("/threads"):
            self._write("thread", int(applied["id"]), text=str(request.data.get("name")))

    def _record_answer(self, record: Interaction) -> None:
        person = self.backend.users[record.user_id]
        only = person.global_name or person.name
        if record.modal is not None:
            parts = list(walk_components(record.modal["components"]))
            text = "\n".join(str(part[key]) for part in parts for key in _WORDS if part.get(key))
            self._write("modal", record.channel_id, only=only, text=f"{record.modal['title']}\n{text}")
        elif record.autocomplete_choices is not None:
            choices = tuple(f"{choice['value']}: {choice['name']}" for choice in record.autocomplete_choices)
            self._write("choices", record.channel_id, only=only, controls=choices)
        elif record.message_id is not None and record.response_kind != "deferred_update":
            self._record_message("answer", record.channel_id, record.message_id)

    def _record_message(self, kind: str, channel: int, message: int) -> None:
        stored = self.backend.messages.get(channel, {}).get(message)
        if stored is None:
            return
        seen = post(self.backend, stored)
        owner = (stored.interaction_metadata or {}).get("user") or {}
        self._write(
            kind,
            channel,
            only=(owner.get("global_name") or owner.get("username")) if seen.private else None,
            text=seen.text,
            controls=tuple(map(str, seen.controls)),
            files=tuple((file.filename, file.alt, file.sha256) for file in seen.files),
            pings=tuple(self.backend.users[one].global_name or "" for one in seen.pings),
        )

    def _write(self, kind: str, channel: int, *, only: str | None = None, text: str = "", **details: Any) -> None:
        place = self.backend.channels[channel]
        near = [one for one in self.people.values() if channel_accessible(self.backend, channel, one.id)]
        at = self.backend.clock.elapsed - self._began
        seen_by = frozenset([only] if only is not None else [one.name for one in near])
        name = f"#{place.name}" if place.guild_id is not None else "DM " + ", ".join(one.name for one in near)
        self.sent.append(Sent(at, kind, name, only, text, seen_by=seen_by, round=self.rounds, **details))


def _own_nonce(request: Request) -> bool:
    """Whether the bot named the message: discord.py makes up 64 random bits otherwise, new ones at each attempt."""
    nonce = str(request.data.get("nonce") or "")
    return bool(nonce and request.data.get("enforce_nonce")) and not (nonce.isdecimal() and len(nonce) > 15)


_WORDS = ("content", "label", "description", "placeholder", "value", "custom_id")


def _media(data: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    for part in walk_components(data.get("components") or []):
        yield from part.get("items") or ()
