"""The strict Discord in real time, kept on disk, telling pages what changes."""

from __future__ import annotations

import asyncio
import datetime
from collections import deque
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from simcord import _clock
from simcord.backend.models import Channel, Guild, Interaction, Message, User

from bot.local.store import KeptFiles, Store
from bot.local.strict import CALLBACK, Habits, Request, Spent, StrictBackend

KEPT_LOG = 200
"""How many requests and events simcord's own logs keep: they would grow for ever."""

Listener = Callable[[str, int, Message | None], None]
"""Told a kind ("message", "gone", "world"), a channel, and the message."""


class RealClock(_clock.Clock):
    """simcord's clock, told by the machine's.

    ahead: by how much it is before that one, since people let time pass.
    """

    def __init__(self) -> None:
        self.ahead = datetime.timedelta()
        self._epoch = self.now()

    @property
    def elapsed(self) -> float:
        return (self.now() - self._epoch).total_seconds()

    @elapsed.setter
    def elapsed(self, seconds: float) -> None:
        raise AttributeError("real time passes by itself")

    def now(self) -> datetime.datetime:
        return datetime.datetime.now(datetime.UTC) + self.ahead

    def advance(self, seconds: float) -> None:
        self.ahead += datetime.timedelta(seconds=max(0.0, seconds))


class KeptBackend(StrictBackend):
    """A Discord whose people, places and messages are found again at the next start, under the same ids."""

    def __init__(self, store: Store, bot_name: str) -> None:
        self.store = store
        self.listeners: list[Listener] = []
        self.acknowledgements: dict[int, asyncio.Future[None]] = {}
        self.read: dict[int, dict[int, int]] = {}
        """By person and channel: the last message that was seen."""
        self._restoring = True
        self._real = RealClock()
        super().__init__(clock=self._real)
        self.cdn = KeptFiles(store)
        # simcord only ever appends to its logs.
        self.transcript = deque(maxlen=KEPT_LOG)  # type: ignore[assignment]
        self.http_requests = deque(maxlen=KEPT_LOG)  # type: ignore[assignment]
        self.bot_user.name = bot_name
        self._restore()
        self._restoring = False
        self.store.put("self", 0, [self.application_id, self.bot_user.id])
        self.store.put("user", self.bot_user.id, self.bot_user)

    @property
    def ahead(self) -> datetime.timedelta:
        """By how much the time here is before the machine's."""
        return self._real.ahead

    def _restore(self) -> None:
        for _, ahead in self.store.all("ahead", datetime.timedelta):
            self._real.ahead = ahead
        for _, (application, bot) in self.store.all("self", tuple[int, int]):
            self.application_id = application
            del self.users[self.bot_user.id]
            self.bot_user.id = bot
            self.users[bot] = self.bot_user
        self.users.update((number, user) for number, user in self.store.all("user", User) if number not in self.users)
        self.guilds.update(self.store.all("guild", Guild))
        for number, channel in self.store.all("channel", Channel):
            self.channels[number] = channel
            self.messages[number] = {}
            self.dm_channels.update((person, number) for person in channel.recipient_ids)
        for number, message in self.store.all("message", Message):
            if message.channel_id in self.channels:
                self.messages[message.channel_id][number] = message
        self.rules.habits.update(self.store.all("habits", Habits))
        now = self.clock.now()
        for number, (nonce, spent) in self.store.all("nonce", tuple[str, Spent]):
            if now - spent.at > datetime.timedelta(hours=1):
                self.store.drop("nonce", number)
            else:
                self.rules.nonces[nonce] = spent
        self.read.update(self.store.all("read", dict[int, int]))

    # -------------------------------------------------------------------- what is kept

    def advance_clock(self, seconds: float) -> None:
        """Time goes by, for everybody here and at the next start too."""
        super().advance_clock(seconds)
        self.store.put("ahead", 0, self.ahead)
        self.archive_idle_threads()
        self.tell("world", 0)

    def make_user(self, name: str, **fields: Any) -> User:
        user = super().make_user(name, **fields)
        if not self._restoring:
            self.store.put("user", user.id, user)
            self.tell("world", 0)
        return user

    def emit(self, event: str, payload: Mapping[str, Any]) -> None:
        super().emit(event, payload)
        if event.startswith("GUILD_"):
            self._keep_guild(int(payload["guild_id"] if "guild_id" in payload else payload["id"]))
        elif event.startswith(("CHANNEL_", "THREAD_")) and "id" in payload:
            self._keep_channel(int(payload["id"]))

    def _keep_guild(self, number: int) -> None:
        if number in self.guilds:
            self.store.put("guild", number, self.guilds[number])
        else:
            self.store.drop("guild", number)
        self.tell("world", 0)

    def _keep_channel(self, number: int) -> None:
        channel = self.channels.get(number)
        if channel is None:
            self.store.drop("channel", number)
        else:
            self.store.put("channel", number, channel)
        for guild in self.guilds.values():
            self.store.put("guild", guild.id, guild)
        self.tell("world", number)

    def get_dm_channel(self, user_id: int) -> Channel:
        known = user_id in self.dm_channels
        channel = super().get_dm_channel(user_id)
        if not known:
            self._keep_channel(channel.id)
        return channel

    def commit_message(self, message: Message, *, broadcast: bool = True) -> Message:
        committed = super().commit_message(message, broadcast=broadcast)
        self._keep_message(committed)
        self.store.put("channel", committed.channel_id, self.channels[committed.channel_id])
        return committed

    def edit_message(self, channel_id: int, message_id: int, fields: dict[str, Any]) -> Message:
        before = _urls(self.get_message(channel_id, message_id))
        edited = super().edit_message(channel_id, message_id, fields)
        self._drop_files(before - _urls(edited))
        self._keep_message(edited)
        return edited

    def set_pinned(self, channel_id: int, message_id: int, pinned: bool, *, actor_id: int | None = None) -> None:
        super().set_pinned(channel_id, message_id, pinned, actor_id=actor_id)
        self._keep_message(self.get_message(channel_id, message_id))

    def delete_message(self, channel_id: int, message_id: int) -> None:
        message = self.get_message(channel_id, message_id)
        super().delete_message(channel_id, message_id)
        self._forget_message(message)

    def delete_channel(self, channel_id: int) -> None:
        messages = list(self.messages.get(channel_id, {}).values())
        super().delete_channel(channel_id)
        for message in messages:
            self._forget_message(message)

    def _keep_message(self, message: Message) -> None:
        self.store.put("message", message.id, message)
        self.tell("message", message.channel_id, message)

    def _forget_message(self, message: Message) -> None:
        self.store.drop("message", message.id)
        self._drop_files(_urls(message))
        self.tell("gone", message.channel_id, message)

    def _drop_files(self, urls: Iterable[str]) -> None:
        for url in urls:
            self.store.drop_file(url)

    def spend(self, nonce: str, spent: Spent) -> None:
        super().spend(nonce, spent)
        self.store.put("nonce", spent.message, [nonce, spent])

    def change_habits(self, person: int, **changes: Any) -> None:
        habits = self.habits(person)
        for name, value in changes.items():
            setattr(habits, name, value)
        self.store.put("habits", person, habits)
        self.tell("world", 0)

    def mark_read(self, person: int, channel: int, message: int) -> None:
        seen = self.read.setdefault(person, {})
        if message > seen.get(channel, 0):
            seen[channel] = message
            self.store.put("read", person, seen)
            self.tell("world", 0)

    def new_interaction(self, type: int, channel_id: int, user_id: int, guild_id: int | None) -> Interaction:  # noqa: A002
        now = self.now_iso()
        for number, old in list(self.interactions.items()):
            if old.expires_at is not None and old.expires_at < now:
                del self.interactions[number]
                self.interaction_tokens.pop(old.token, None)
        return super().new_interaction(type, channel_id, user_id, guild_id)

    # ------------------------------------------------------------------- what is told

    def tell(self, kind: str, channel: int, message: Message | None = None) -> None:
        if not self._restoring:
            for listener in tuple(self.listeners):
                listener(kind, channel, message)

    def answer(self, request: Request, apply: Callable[[], Any]) -> Any:
        # A message without its nonce would be sent again after a kill.
        with self.store.whole():
            applied = super().answer(request, apply)
        if found := request.at("POST", CALLBACK):
            waiting = self.acknowledgements.get(int(found["interaction"]))
            if waiting is not None and not waiting.done():
                waiting.set_result(None)
        return applied


def _urls(message: Message) -> set[str]:
    return {attachment["url"] for attachment in message.attachments}
