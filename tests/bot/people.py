"""Pretend people, what they do, and what they get for it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import discord
from simcord import MemberActor, UserHandle
from simcord.actors import _component_interaction
from simcord.backend.access import channel_accessible
from simcord.backend.models import Channel, Message
from simcord.builders import ChannelHandle, GuildHandle
from simcord.components import walk_components
from simcord.results import InteractionResult

from tests.bot.posts import Choice, Control, Post, Wanted, post

if TYPE_CHECKING:
    from tests.bot.world import World


@dataclass(frozen=True)
class Modal:
    """A form that the bot opened."""

    title: str
    custom_id: str
    fields: tuple[Control, ...]


@dataclass
class Reply:
    """What a person got for something they did; it follows later edits."""

    world: World
    result: InteractionResult
    unanswered: bool = False

    def check(self) -> None:
        if not self.unanswered and not self.acknowledged and not self.world._dead:
            name = self.world._name(self.result._interaction)
            faults = "".join(f"\n- {fault}" for fault in self.world._all_faults())
            raise AssertionError(f"{name} was never acknowledged{faults}")

    @property
    def acknowledged(self) -> bool:
        return self.result.acknowledged

    @property
    def seconds(self) -> float:
        """Real time until the first answer."""
        return self.world.acknowledged[self.result._interaction.id]

    @property
    def posts(self) -> tuple[Post, ...]:
        """The answer (or the message that it changed) and every follow-up."""
        found = [self.result.response, *self.result.followups]
        return tuple(post(self.world.backend, one._message) for one in found if one is not None)

    @property
    def post(self) -> Post:
        assert self.posts, "no message came as an answer"
        return self.posts[0]

    @property
    def text(self) -> str:
        return "\n".join(one.text for one in self.posts)

    @property
    def private(self) -> bool:
        return bool(self.posts) and all(one.private for one in self.posts)

    @property
    def choices(self) -> tuple[Choice, ...]:
        return tuple(Choice(one["name"], one["value"]) for one in self.result.autocomplete_choices or ())

    @property
    def modal(self) -> Modal:
        shown = self.result.modal
        assert shown is not None, f"no form was opened, but: {self.text!r}"
        return Modal(shown["title"], shown["custom_id"], tuple(_fields(shown)))


def _fields(shown: Mapping[str, Any]) -> Iterator[Control]:
    label = ""
    for part in walk_components(shown["components"]):
        label = part.get("label") or label
        if part.get("custom_id"):
            options = tuple(Choice(one["label"], one["value"]) for one in part.get("options") or ())
            yield Control("field", label, part["custom_id"], options=options)


Where = Channel | None


@dataclass(eq=False)
class Person:
    """A pretend person. `where` is a channel or thread (default: the server's first channel) or `person.dm`.

    Every verb takes `unanswered=True` for a test in which the bot cannot answer.
    """

    world: World
    name: str
    id: int

    def __str__(self) -> str:
        return self.name

    @property
    def mention(self) -> str:
        return f"<@{self.id}>"

    @property
    def dm(self) -> Channel:
        """The direct messages between this person and the bot."""
        return self.world.backend.get_dm_channel(self.id)

    # ---------------------------------------------------------------- membership

    def joins(self) -> None:
        self.world.backend.add_member(self.world.guild_id, self.id, announce=True)

    def leaves(self) -> None:
        self.world.backend.remove_member(self.world.guild_id, self.id)

    def is_banned(self) -> None:
        self.world.backend.apply_ban(self.world.guild_id, self.id, None)

    def set_locale(self, locale: str) -> None:
        self.world.backend.habits(self.id).locale = locale

    def close_dms(self) -> None:
        self.world.backend.habits(self.id).dms_closed = True

    def open_dms(self) -> None:
        self.world.backend.habits(self.id).dms_closed = False

    def gets(self, *permissions: str) -> None:
        """A role with these permissions (discord.Permissions' names)."""
        bits = discord.Permissions(**dict.fromkeys(permissions, True)).value
        role = self.world.backend.create_role(self.world.guild_id, f"{self.name}'s role", permissions=bits)
        self.world.backend.add_member_role(self.world.guild_id, self.id, role.id)

    # ------------------------------------------------------------------- reading

    def messages(self, where: Where = None) -> tuple[Post, ...]:
        """What this person sees in a place, oldest first, private replies included."""
        channel = (where or self.world.channel).id
        if not channel_accessible(self.world.backend, channel, self.id):
            return ()
        return tuple(one for one in self.world._posts(channel) if one.raw.visible_to(self.id))

    def dms(self) -> tuple[Post, ...]:
        """What the bot wrote to this person."""
        return tuple(one for one in self.messages(self.dm) if not one.private and one.raw.author_id != self.id)

    def private_replies(self, where: Where = None) -> tuple[Post, ...]:
        """What only this person sees in a place."""
        return tuple(one for one in self.messages(where) if one.private)

    def pings(self) -> tuple[Post, ...]:
        """Messages of server channels that mention this person so that it rings."""
        channels = [one.id for one in self.world.backend.channels.values() if one.guild_id is not None]
        return tuple(one for channel in channels for one in self.world._posts(channel) if self.id in one.pings)

    def commands(self, where: Where = None) -> tuple[str, ...]:
        """The slash commands that this person is offered."""
        actor, handle = self._actor(where or self.world.channel)
        return actor.available_commands() if isinstance(actor, UserHandle) else actor.available_commands(handle)

    # -------------------------------------------------------------------- acting

    async def say(self, text: str, where: Where = None) -> None:
        actor, handle = self._actor(where or self.world.channel)
        await (actor.send_dm(text) if isinstance(actor, UserHandle) else actor.send(handle, text))

    async def slash(self, command: str, /, where: Where = None, *, unanswered: bool = False, **options: Any) -> Reply:
        """Run a slash command ("group sub" for nested ones). A choice may be given by value or by name."""
        actor, handle = self._actor(where or self.world.channel)
        given = {name: self._option(command, name, value, handle) for name, value in options.items()}
        if isinstance(actor, UserHandle):
            return self._reply(await actor.slash(command, **given), unanswered)
        return self._reply(await actor.slash(handle, command, **given), unanswered)

    async def autocomplete(
        self, command: str, option: str, typed: str = "", /, where: Where = None, **filled: Any
    ) -> tuple[Choice, ...]:
        """Type into an option; what the bot offers, within Discord's limits."""
        actor, handle = self._actor(where or self.world.channel)
        before = set(self.world.backend.interactions)
        if isinstance(actor, UserHandle):
            offered = await actor.autocomplete(command, option, typed, **filled)
        else:
            offered = await actor.autocomplete(handle, command, option, typed, **filled)
        (number,) = set(self.world.backend.interactions) - before
        reply = self._reply(InteractionResult(self.world.env, self.world.backend.interactions[number]), False)
        assert len(offered) <= 25, f"{len(offered)} choices: Discord shows none of them"
        assert all(1 <= len(one["name"]) <= 100 and len(str(one["value"])) <= 100 for one in offered), offered
        return reply.choices

    async def click(self, message: Post, button: Wanted, *, stale: bool = False, unanswered: bool = False) -> Reply:
        """Press a button, found in the message as it is now.

        `stale`: found in the message as it was when `message` was read, even if it is gone or disabled by now: the
        press of a person whose screen lags behind.
        """
        control = self._seen(message, stale).control(button, "button")
        return await self._press(message, control, {"component_type": 2}, stale=stale, unanswered=unanswered)

    async def select(
        self, message: Post, *values: str, menu: Wanted | None = None, stale: bool = False, unanswered: bool = False
    ) -> Reply:
        """Choose in a menu, by value or by label; `menu` is needed if the message has several."""
        control = self._seen(message, stale).control(menu or (lambda _: True), "menu")
        chosen = [_value(control, value) for value in values]
        assert control.least <= len(chosen) <= control.most, f"{control} takes {control.least} to {control.most} values"
        details = {"component_type": 3, "values": chosen}
        return await self._press(message, control, details, stale=stale, unanswered=unanswered)

    async def modal(
        self, shown: Reply, values: Mapping[str, Any] | None = None, /, *, unanswered: bool = False, **more: Any
    ) -> Reply:
        """Fill in and send a form; fields by label or custom id."""
        fields = {key: one.custom_id for one in shown.modal.fields for key in (one.label, one.custom_id)}
        given = {fields.get(key, key): value for key, value in {**(values or {}), **more}.items()}
        channel = self.world.backend.channels[shown.result._interaction.channel_id]
        actor, _ = self._actor(channel)
        return self._reply(await actor.submit_modal(shown.result, given), unanswered)

    def _seen(self, message: Post, stale: bool) -> Post:
        if stale:
            return message
        now = self.world.again(message)
        assert now is not None, f"the message was deleted: {message.text!r}"
        return now

    async def _press(
        self, message: Post, control: Control, details: dict[str, Any], *, stale: bool, unanswered: bool
    ) -> Reply:
        assert control.url is None, f"{control} is a link"
        assert stale or not control.disabled, f"{control} is disabled"
        assert message.raw.visible_to(self.id), f"{self.name} can't see {message.text!r}"
        # A late press was made on the message as it was, and arrives with it: discord.py looks the button up there.
        now = self.world.backend.messages.get(message.channel, {}).get(message.id)
        stored: Message = message.raw if stale or now is None else now
        actor, _ = self._actor(self.world.backend.channels[message.channel])
        data = {"custom_id": control.custom_id, **details}
        return self._reply(await _component_interaction(actor, stored, data), unanswered)

    def _actor(self, where: Channel) -> tuple[MemberActor | UserHandle, ChannelHandle]:
        env, backend = self.world.env, self.world.backend
        user = UserHandle(env, backend.users[self.id])
        if where.guild_id is None:
            return user, user.dm_channel
        guild = GuildHandle(env, backend.guilds[where.guild_id])
        return MemberActor(env, guild, user), ChannelHandle(env, guild, where)

    def _option(self, command: str, name: str, value: Any, handle: ChannelHandle) -> Any:
        if isinstance(value, Person):
            return value._actor(self.world.channel if handle.guild else value.dm)[0]
        if isinstance(value, Channel):
            return ChannelHandle(self.world.env, handle.guild, value)
        root, *path = command.split()
        spec: Any = self.world.backend.find_command(root, self.world.guild_id) or {}
        for part in [*path, name]:
            spec = next((one for one in spec.get("options") or () if one["name"] == part), {})
        names = {choice["name"]: choice["value"] for choice in spec.get("choices") or ()}
        values = list(names.values())
        return names.get(value, value) if isinstance(value, str) and value not in values else value

    def _reply(self, result: InteractionResult, unanswered: bool) -> Reply:
        reply = Reply(self.world, result, unanswered)
        if self.world.holding:
            self.world._held.append(reply)
        else:
            reply.check()
        return reply


def _value(control: Control, wanted: str) -> str:
    values = [option.value for option in control.options if wanted in (option.value, option.label)]
    assert values, f"no {wanted!r} in {control}"
    return str(values[0])
