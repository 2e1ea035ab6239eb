"""Forming tables and finding them: what buttons of the lobby card and commands have in common."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal, cast

import discord
from msgspec import Struct

from bot.ui.answers import Answers, Interaction
from bot.ui.codec import Lobby as LobbyPress
from bot.ui.codec import write
from bot.ui.controls.panel import Button, Panel
from bot.ui.letter import Letter
from bot.ui.messages import Games, Messages
from bot.ui.speech import LANGUAGES, Voice
from bot.work.members import Members
from bot.work.permissions import TO_OPEN_THREADS, lacking, moderates
from engines.desk.desk import Desk
from engines.desk.records import Busy, GameLine, Guest, Lobby, Place
from engines.kernel.decision import Refused
from engines.kernel.text import Each, Noun, Text, text

THREAD_DAYS = 7
LONGEST_THREAD_NAME = 100


class Wish(Struct, frozen=True):
    """What table somebody wants to open."""

    slug: str
    order: Literal["joining", "random"]


class Several(Refused):
    """A command may mean several games of the person's. games: which, those that wait for that person first."""

    def __init__(self, games: Sequence[GameLine]) -> None:
        super().__init__(text("bot.answer.which_game"))
        self.games = games


class Tables:
    """Opens, fills, starts and finds tables."""

    def __init__(self, desk: Desk, answers: Answers, games: Games, members: Members) -> None:
        self._desk = desk
        self._answers = answers
        self._games = games
        self._members = members
        self._messages: Messages = answers.messages
        self._threads_for: set[int] = set()

    # -- opening -----------------------------------------------------------------------------------------------------

    async def open(self, interaction: Interaction, wish: Wish) -> Letter:
        """Open a table here and show what can be agreed on; if there is one already, offer a thread. Raises Refused."""
        place = self.place(interaction)
        self.check_permissions(interaction)
        guest = await self._answers.guest(interaction)
        voice = await self._answers.voice(interaction)
        try:
            try:
                lobby = await self._open(interaction, place, guest, wish)
            except Busy as busy:
                if not await self._makes_room(busy.match, guest):
                    raise
                lobby = await self._open(interaction, place, guest, wish)
        except Busy as busy:
            if place.guild is None:
                raise Refused(text("bot.answer.busy_alone")) from busy
            if not may_open_threads(interaction):
                raise
            label = voice.plain.say("bot.answer.open_thread")
            press = LobbyPress(match=busy.match, action="thread", key=self._wish_as_key(wish))
            panel = Panel(((Button(label, write(press), "primary"),),))
            return Letter(voice.say("bot.answer.busy"), panel=panel)
        opened = voice.say("bot.answer.opened_alone" if lobby.high == 1 else "bot.answer.opened")
        return self._messages.lobby_options(lobby, voice, opened)

    async def _open(self, interaction: Interaction, place: Place, guest: Guest, wish: Wish) -> Lobby:
        language = await self._answers.table_language(interaction)
        return await self._desk.open_lobby(place, guest, wish.slug, {}, language, interaction.id, order=wish.order)

    async def _open_in_thread(self, interaction: Interaction, key: str) -> Letter | None:
        """Open a thread and a table in it. A second press on the same button does nothing."""
        message = interaction.message
        if message is None or message.id in self._threads_for:
            return None
        self._threads_for.add(message.id)
        wish = self._wish_of_key(key)
        voice = await self._answers.voice(interaction)
        guest = await self._answers.guest(interaction)
        lobby = await self._forming_in_thread(interaction, wish)
        if lobby is None:
            thread = await self.new_thread(interaction, text("bot.answer.thread_name", host=guest.name))
            lobby = await self._open(interaction, Place(thread.guild.id, thread.id, thread.name), guest, wish)
        opened = voice.say("bot.answer.thread", place=f"<#{lobby.place.channel}>")
        return self._messages.lobby_options(lobby, voice, opened)

    async def _forming_in_thread(self, interaction: Interaction, wish: Wish) -> Lobby | None:
        """What the person has opened already in a thread of this channel, perhaps before the bot was started anew."""
        parent = _parent(interaction)
        for line in await self._desk.games_of(interaction.user.id):
            thread = interaction.guild.get_thread(line.place.channel) if interaction.guild is not None else None
            if line.slug == wish.slug and line.status == "lobby" and thread is not None and thread.parent == parent:
                lobby = await self._desk.lobby(line.match)
                if lobby.host == interaction.user.id:
                    return lobby
        return None

    async def new_thread(self, interaction: Interaction, name: Text) -> discord.Thread:
        """A public thread beside where the person is. Raises Refused if there can't be one."""
        parent = _parent(interaction)
        if parent is None:
            raise Refused(text("bot.answer.no_threads"))
        self._demand(interaction, tuple(n for n in TO_OPEN_THREADS if not getattr(interaction.app_permissions, n)))
        plain = self._messages.speech.words(await self._answers.table_language(interaction), str)
        return await parent.create_thread(
            name=plain.say(name)[:LONGEST_THREAD_NAME],
            type=discord.ChannelType.public_thread,
            auto_archive_duration=cast("Any", THREAD_DAYS * 24 * 60),
        )

    def _wish_as_key(self, wish: Wish) -> str:
        """The wish, short enough for a custom id: the game and the order."""
        return f"{wish.slug}.{wish.order}"

    def _wish_of_key(self, key: str) -> Wish:
        slug, _, order = key.partition(".")
        if slug not in self._games or order not in {"joining", "random"}:
            raise Refused(text("bot.press.unknown"))
        return Wish(slug, cast("Literal['joining', 'random']", order))

    # -- the card ----------------------------------------------------------------------------------------------------

    async def pressed(self, interaction: Interaction, press: LobbyPress, values: Sequence[str]) -> Letter | None:
        """A button of the lobby card, or a menu of its options, was used. Raises Refused."""
        match press.action:
            case "thread":
                return await self._open_in_thread(interaction, press.key)
            case "options":
                return self._options(await self._forming(press.match), await self._answers.voice(interaction))
            case "option":
                lobby = await self._forming(press.match)
                return self._option(lobby, values[0] if values else "", await self._answers.voice(interaction))
            case "set" | "preset" | "order" | "language":
                return await self._changed(interaction, press, values)
            case action:
                await self.wish(interaction, press.match, action)
                return None

    async def wish(self, interaction: Interaction, match: str, action: str) -> None:
        """Join, leave, start or cancel. Raises Refused."""
        guest = await self._answers.guest(interaction)
        match action:
            case "join":
                await self._desk.join(match, guest, interaction.id)
            case "leave":
                await self._desk.leave(match, guest, interaction.id)
            case "start":
                self.check_permissions(interaction)
                await self._host_gone(match, guest)
                await self._desk.start(match, guest, interaction.id)
            case "cancel":
                await self._host_gone(match, guest)
                moderator = interaction.guild_id is not None and moderates(interaction.permissions)
                await self._desk.cancel(match, guest, interaction.id, moderator=moderator)
            case _:
                raise Refused(text("bot.press.unknown"))

    async def _makes_room(self, match: str, guest: Guest) -> bool:
        """Whether a table that was in somebody's way is not any more: nobody is left there, or nobody can play it."""
        if await self._desk.seating.make_room(match):
            return True
        lobby = await self._desk.lobby(match)
        if lobby.open:
            return await self._host_gone(match, guest)
        look = await self._desk.look(match, None)
        for seat in look.seats:
            if not seat.standin and not await self._members.gone(look, seat.person):
                return False
        return await self._desk.seating.make_room(match)

    async def _host_gone(self, match: str, guest: Guest) -> bool:
        """Whether a forming table that is in somebody's way had a host who has left the server; it has another then."""
        lobby = await self._desk.lobby(match)
        return lobby.open and lobby.host != guest.person and await self._members.gone(lobby, lobby.host)

    async def _forming(self, match: str) -> Lobby:
        lobby = await self._desk.lobby(match)
        if not lobby.open:
            raise Refused(text("desk.cancelled" if lobby.status == "cancelled" else "desk.started"))
        return lobby

    def _options(self, lobby: Lobby, voice: Voice, opening: str | None = None) -> Letter:
        return self._messages.lobby_options(lobby, voice, opening)

    def _option(self, lobby: Lobby, key: str, voice: Voice) -> Letter:
        if key not in {spec.key for spec in self._games[lobby.slug].options}:
            raise Refused(text("bot.press.unknown"))
        return self._messages.lobby_option(lobby, key, voice)

    async def _changed(self, interaction: Interaction, press: LobbyPress, values: Sequence[str]) -> Letter:
        """The panel after a change; if that is refused, it stays and says why."""
        voice = await self._answers.voice(interaction)
        try:
            return self._options(await self._change(interaction, press, values), voice)
        except Refused as no:
            return self._options(await self._forming(press.match), voice, voice.say(no.why))

    async def _change(self, interaction: Interaction, press: LobbyPress, values: Sequence[str]) -> Lobby:
        guest = await self._answers.guest(interaction)
        value = values[0] if values else ""
        if press.action == "order" and value in {"joining", "random"}:
            return await self._desk.set_order(
                press.match, guest, cast("Literal['joining', 'random']", value), interaction.id
            )
        if press.action == "language" and value in LANGUAGES:
            return await self._desk.set_language(press.match, guest, value, interaction.id)
        if press.action == "preset":
            return await self._desk.set_preset(press.match, guest, value, interaction.id)
        lobby = await self._desk.lobby(press.match)
        spec = next((s for s in self._games[lobby.slug].options if s.key == press.key), None)
        if spec is None or not value.isdecimal() or int(value) >= len(spec.values):
            raise Refused(text("bot.press.unknown"))
        return await self._desk.set_option(press.match, guest, spec.key, spec.values[int(value)], interaction.id)

    # -- finding -----------------------------------------------------------------------------------------------------

    async def here(self, interaction: Interaction) -> str:
        """The match of this channel. Raises Refused if there is none."""
        found = await self._desk.at(interaction.channel_id or 0)
        if found is None:
            raise Refused(text("bot.answer.no_game_here"))
        return found

    async def which(
        self, interaction: Interaction, chosen: str | None = None, slug: str | None = None, *, waiting: bool = True
    ) -> str:
        """The match that is meant: the chosen one, that of the channel; in direct messages the person's only one.

        slug: of this game only. waiting: the only one that waits for the person is meant, too. Raises Refused; Several.
        """
        if chosen is None and interaction.guild_id is not None:
            return await self.here(interaction)
        if chosen is not None:
            mine = await self._desk.games_of(interaction.user.id)
            if chosen in {line.match for line in mine if slug in {None, line.slug}}:
                return chosen
            raise Refused(text("bot.answer.no_game_of_yours"))
        games = await self.candidates(interaction, slug)
        if not games:
            # What was played here to its end can still be looked at.
            over = await self._desk.at(interaction.channel_id or 0)
            if over is None:
                raise Refused(text("bot.answer.no_game_of_yours"))
            return over
        asking = [line for line in games if line.mine]
        if len(games) > 1 and not (waiting and len(asking) == 1):
            raise Several(games)
        return games[0].match

    async def candidates(self, interaction: Interaction, slug: str | None = None) -> list[GameLine]:
        """The games of a person that a command may mean: those that wait for that person first, then what is here."""
        mine = [line for line in await self._desk.games_of(interaction.user.id) if slug in {None, line.slug}]
        running = [line for line in mine if line.status in {"playing", "asleep"}] or mine
        here = interaction.channel_id
        return sorted(running, key=lambda line: (not line.mine, line.status == "asleep", line.place.channel != here))

    def place(self, interaction: Interaction) -> Place:
        """Where the person is: a channel of a server, or their direct messages."""
        assert interaction.channel_id is not None, "commands and presses come from somewhere"
        if interaction.guild_id is None:
            return Place(None, interaction.channel_id)
        return Place(interaction.guild_id, interaction.channel_id, getattr(interaction.channel, "name", None) or "")

    def check_permissions(self, interaction: Interaction) -> None:
        """Raises Refused, naming them, if the bot lacks permissions in this channel. Direct messages have none."""
        if interaction.guild_id is None:
            return
        thread = isinstance(interaction.channel, discord.Thread)
        self._demand(interaction, lacking(interaction.app_permissions, thread=thread))

    def _demand(self, interaction: Interaction, missing: Sequence[str]) -> None:
        if missing:
            names = Each(tuple(Noun(f"bot.permission.{name}") for name in missing))
            where = getattr(interaction.channel, "name", "")
            raise Refused(text("bot.answer.missing", permissions=names, place=where))


def may_open_threads(interaction: Interaction) -> bool:
    """Whether the bot may open a thread here, and write in it."""
    may = interaction.app_permissions
    return may.create_public_threads and not lacking(may, thread=True)


def _parent(interaction: Interaction) -> discord.TextChannel | None:
    """The channel where threads can be opened beside what stands here, if there is one."""
    here = interaction.channel
    parent = here.parent if isinstance(here, discord.Thread) else here
    return parent if isinstance(parent, discord.TextChannel) else None
