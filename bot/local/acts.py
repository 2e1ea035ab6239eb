"""What a pretend person does: commands, presses, menus, forms, words."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from simcord import BackendError, MemberActor, SetupError, UserHandle, interactions
from simcord.actors import _component_interaction, _dispatch_actor_interaction
from simcord.backend.access import channel_accessible
from simcord.builders import ChannelHandle, GuildHandle
from simcord.components import walk_components
from simcord.enums import InteractionType, OptionType
from simcord.results import InteractionResult

from bot.local.live import LiveEnv

Json = dict[str, Any]

ACKNOWLEDGE_WITHIN = 3.0
"""Seconds that a bot has for its first answer."""

FORMS_KEPT = 50


class Impossible(Exception):
    """What a person tried can't be done; says why, for the page."""


@dataclass(frozen=True)
class At:
    """A person in a place."""

    person: int
    place: int


class Acts:
    """The hands of all pretend people."""

    def __init__(self, env: LiveEnv) -> None:
        self._env = env
        self._forms: dict[str, InteractionResult] = {}

    async def say(self, at: At, text: str) -> Json:
        actor, handle = self._actor(at)
        with _possible():
            await (actor.send_dm(text) if isinstance(actor, UserHandle) else actor.send(handle, text))
        return {}

    async def run(self, at: At, path: Sequence[str], options: Mapping[str, Any]) -> Json:
        """Run a slash command with the values as the page has them: strings, or true and false."""
        return await self._command(at, path, options, InteractionType.APPLICATION_COMMAND, None)

    async def complete(self, at: At, path: Sequence[str], options: Mapping[str, Any], focused: str, typed: str) -> Json:
        """What autocompletion offers for an option, given the others."""
        kind = InteractionType.APPLICATION_COMMAND_AUTOCOMPLETE
        return await self._command(at, path, options, kind, (focused, typed))

    async def press(self, at: At, message: int, custom_id: str, values: Sequence[str] | None) -> Json:
        """Press a button, or choose in a menu."""
        actor, _ = self._actor(at)
        stored = self._env.backend.messages.get(at.place, {}).get(message)
        if stored is None or not stored.visible_to(at.person):
            raise Impossible("gone")
        found = [part for part in walk_components(stored.components) if part.get("custom_id") == custom_id]
        if not found or found[0].get("disabled"):
            raise Impossible("gone")
        data: Json = {"custom_id": custom_id, "component_type": found[0]["type"]}
        if values is not None:
            data |= self._chosen(actor, at, found[0], values)
        with _possible():
            return await self._outcome(await _component_interaction(actor, stored, data))

    async def submit(self, at: At, form: str, values: Mapping[str, Any]) -> Json:
        """Send a form that was opened before."""
        actor, _ = self._actor(at)
        shown = self._forms.pop(form, None)
        if shown is None:
            raise Impossible("gone")
        with _possible():
            return await self._outcome(await actor.submit_modal(shown, dict(values)))

    # ------------------------------------------------------------------------- inside

    def _actor(self, at: At) -> tuple[MemberActor | UserHandle, ChannelHandle]:
        backend = self._env.backend
        channel = backend.channels.get(at.place)
        if channel is None or at.person not in backend.users or not channel_accessible(backend, at.place, at.person):
            raise Impossible("gone")
        user = UserHandle(self._env, backend.users[at.person])
        if channel.guild_id is None:
            return user, ChannelHandle(self._env, None, channel)
        guild = GuildHandle(self._env, backend.guilds[channel.guild_id])
        return MemberActor(self._env, guild, user), ChannelHandle(self._env, guild, channel)

    async def _command(
        self,
        at: At,
        path: Sequence[str],
        options: Mapping[str, Any],
        kind: InteractionType,
        focused: tuple[str, str] | None,
    ) -> Json:
        actor, handle = self._actor(at)
        visible = self._env.backend.visible_commands(user_id=at.person, channel_id=at.place)
        root = next((one for one in visible if one["name"] == path[0]), None)
        if root is None:
            raise Impossible("gone")
        with _possible():
            leaf, nesting = interactions.walk_to_subcommand(root, list(path[1:]))
            name = " ".join(path)
            declared = {option["name"]: option for option in leaf.get("options") or []}
            given = {
                key: self._value(actor, name, declared[key], raw, lenient=focused is not None)
                for key, raw in options.items()
                if key in declared
            }
            given = {key: value for key, value in given.items() if value is not None}
            built, resolved = interactions.build_options(
                actor, name, leaf, given, partial=focused is not None, channel_id=at.place
            )
            if focused is not None:
                kind_of = declared[focused[0]]["type"]
                built.append({"name": focused[0], "type": kind_of, "value": focused[1], "focused": True})
            data: Json = {"id": root["id"], "name": root["name"], "type": 1}
            data["options"] = interactions.nest_options(root, nesting, built)
            if resolved:
                data["resolved"] = resolved
            if root.get("guild_id"):
                data["guild_id"] = root["guild_id"]
            return await self._outcome(await _dispatch_actor_interaction(actor, kind, handle, data))

    def _value(self, actor: MemberActor | UserHandle, command: str, option: Json, raw: Any, *, lenient: bool) -> Any:
        backend = self._env.backend
        if option["type"] in (OptionType.USER, OptionType.MENTIONABLE):
            user = UserHandle(self._env, backend.get_user(int(raw)))
            if isinstance(actor, MemberActor) and user.id in backend.guilds[actor.guild.id].members:
                return MemberActor(self._env, actor.guild, user)
            return user
        if option["type"] == OptionType.CHANNEL and isinstance(actor, MemberActor):
            return ChannelHandle(self._env, actor.guild, backend.get_channel(int(raw)))
        try:
            return interactions.parse_option_input(command, option, raw)
        except SetupError:
            if lenient:
                return None
            raise

    def _chosen(self, actor: MemberActor | UserHandle, at: At, menu: Json, values: Sequence[str]) -> Json:
        least, most = menu.get("min_values", 1), menu.get("max_values", 1)
        if not least <= len(values) <= most:
            raise Impossible("gone")
        if menu["type"] == 3:
            if set(values) - {option["value"] for option in menu["options"]}:
                raise Impossible("gone")
            return {"values": list(values)}
        resolved: dict[str, Json] = {}
        kind = OptionType.CHANNEL if menu["type"] == 8 else OptionType.USER
        for value in values:
            handle = self._value(actor, "", {"type": kind, "name": ""}, value, lenient=False)
            interactions.resolve_handle(actor, handle, resolved, channel_id=at.place)
        return {"values": list(values), "resolved": resolved}

    async def _outcome(self, result: InteractionResult) -> Json:
        """Wait for the bot's first answer and tell what the page can't see by itself."""
        record = result._interaction  # noqa: SLF001 - the result has no public id to wait for
        waiting = asyncio.get_running_loop().create_future()
        if not record.responded:
            self._env.backend.acknowledgements[record.id] = waiting
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(waiting, ACKNOWLEDGE_WITHIN)
            del self._env.backend.acknowledgements[record.id]
        if not record.responded:
            return {"failed": "silent"}
        if record.autocomplete_choices is not None:
            return {"choices": record.autocomplete_choices}
        if record.modal is not None:
            self._forms[str(record.id)] = result
            for oldest in list(self._forms)[:-FORMS_KEPT]:
                del self._forms[oldest]
            return {"form": {"id": str(record.id), **record.modal}}
        return {}


@contextlib.contextmanager
def _possible() -> Any:
    try:
        yield
    except (SetupError, BackendError) as error:
        raise Impossible(str(error)) from error
