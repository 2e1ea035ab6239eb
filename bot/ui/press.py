"""Presses on buttons, menus and forms.

A control's custom id says all, so every control ever sent works, or explains itself. The order is always the same:
acknowledge, ask the desk, answer. Nothing that was sent is kept in memory.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Self

import discord
import structlog

from bot.ui import drafts
from bot.ui.answers import Answers, Interaction, in_secret, is_private
from bot.ui.clocks import Clocks
from bot.ui.codec import (
    NO_QUESTION,
    TEMPLATE,
    Answer,
    Draft,
    Group,
    Menu,
    Number,
    Open,
    Press,
    Request,
    Sure,
    Tool,
    Why,
    read,
)
from bot.ui.codec import Lobby as LobbyPress
from bot.ui.controls.nested import nested_panel, number_form
from bot.ui.controls.panel import Modal
from bot.ui.controls.questions import question
from bot.ui.controls.refusals import reason, why_not
from bot.ui.letter import Letter
from bot.ui.preferences import Preferences
from bot.ui.promises import answer_ahead
from bot.ui.requests import Requests
from bot.ui.seats import Seats
from bot.ui.tables import Tables
from bot.ui.votes import Votes
from engines.desk.desk import Desk
from engines.desk.records import Look
from engines.kernel.decision import Refused, Stale
from engines.kernel.text import text

if TYPE_CHECKING:
    from bot.client import Mailboat

log = structlog.get_logger()


class Control(discord.ui.DynamicItem[discord.ui.Item[Any]], template=TEMPLATE):
    """Any button or menu of ours, revived from its custom id."""

    @classmethod
    async def from_custom_id(
        cls, interaction: Interaction, item: discord.ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        return cls(item)

    async def callback(self, interaction: Interaction) -> None:
        client: Mailboat = interaction.client
        data: Any = interaction.data
        async with client.app.guard(interaction):
            await client.presses.pressed(interaction, data["custom_id"], data.get("values", ()))


class Form(discord.ui.Modal):
    """A form with one line. It is never waited for: what was typed comes back as an interaction of its own."""

    def __init__(self, form: Modal) -> None:
        super().__init__(title=form.title, custom_id=form.custom_id)
        line: discord.ui.TextInput[Self] = discord.ui.TextInput(
            custom_id="line", placeholder=form.placeholder, max_length=form.most, required=form.needed
        )
        self.add_item(discord.ui.Label(text=form.label, component=line))
        self.stop()


def typed(interaction: Interaction) -> str:
    """What stands in the line of a form that was sent."""
    data: Any = interaction.data
    for part in data.get("components", ()):
        for field in (part.get("component") or {}, *part.get("components", ())):
            if "value" in field:
                return str(field["value"])
    return ""


class Presses:
    """What each kind of press does."""

    def __init__(
        self,
        desk: Desk,
        answers: Answers,
        tables: Tables,
        requests: Requests,
        preferences: Preferences,
        seats: Seats,
        votes: Votes,
        clocks: Clocks,
    ) -> None:
        self._desk = desk
        self._answers = answers
        self._messages = answers.messages
        self._tables = tables
        self._requests = requests
        self._preferences = preferences
        self._seats = seats
        self._votes = votes
        self._clocks = clocks

    async def pressed(self, interaction: Interaction, custom_id: str, values: Sequence[str]) -> None:
        """A button or a menu was used."""
        try:
            press = read(custom_id)
            if isinstance(press, Menu):
                press = press.chosen(values)
        except Refused as no:
            await self._answers.acknowledge(interaction)
            await self._answers.tell(interaction, await self._answers.refusal(interaction, None, no))
            return
        if isinstance(press, Number) or (isinstance(press, Tool) and press.name == "rewind"):
            await self._ask_in_form(interaction, press)
            return
        await self._carry(interaction, press, values)

    async def sent(self, interaction: Interaction, custom_id: str) -> None:
        """A form was sent."""
        try:
            press = read(custom_id)
            if not isinstance(press, Number) and not (isinstance(press, Tool) and press.name == "rewind"):
                raise Refused(text("bot.press.unknown"))  # noqa: TRY301
        except Refused as no:
            await self._answers.acknowledge(interaction)
            await self._answers.tell(interaction, await self._answers.refusal(interaction, None, no))
            return
        if isinstance(press, Number):
            await self._carry(interaction, press.answered(typed(interaction)), ())
        else:
            await self._carry(interaction, press, (typed(interaction),))

    async def _carry(self, interaction: Interaction, press: Press, values: Sequence[str]) -> None:
        await self._answers.acknowledge(interaction)
        try:
            letter = await self._do(interaction, press, values)
        except Refused as no:
            letter = await self._answers.refusal(interaction, interaction.extras.get("match") or _match(press), no)
        if letter is not None:
            await self._answers.tell(interaction, letter)

    async def _do(self, interaction: Interaction, press: Press, values: Sequence[str]) -> Letter | None:
        match press:
            case Answer() | Sure():
                return await self._answer(interaction, press, sure=isinstance(press, Sure))
            case Group() | Open():
                return await self._nested(interaction, press)
            case Draft():
                return await self._draft(interaction, press, values)
            case Why():
                return await self._why(interaction, press)
            case Request():
                letters = await self._requests.chosen(interaction, press, values)
                await self._answers.tell(interaction, *([letters] if isinstance(letters, Letter) else letters))
                return None
            case Tool(name="rewind"):
                return await self._votes.rewind(interaction, press, values[0] if values else "")
            case Tool():
                return await self._tool(interaction, press)
            case LobbyPress():
                return await self._tables.pressed(interaction, press, values)
            case _:
                raise Refused(text("bot.press.unknown"))

    # -- answering -----------------------------------------------------------------------------------------------------

    async def _answer(self, interaction: Interaction, press: Answer | Sure, *, sure: bool) -> Letter | None:
        guest = await self._answers.guest(interaction, openly=False)
        done = await self._desk.act(
            press.match, guest, press.verb, press.answer, asked=press.asked, press=interaction.id, sure=sure
        )
        told = in_secret(done)
        if done.look.place.guild is None:
            # The board in these direct messages shows all of it.
            told = False
        elif interaction.guild_id is None:
            # A letter goes on in its place, with what was seen; when the turn is over, it shrinks to a line.
            told = not done.look.decisions
        if told or is_private(interaction.message):
            return await self._answers.done(interaction, done)
        return None

    async def _nested(self, interaction: Interaction, press: Group | Open | Draft) -> Letter:
        look = await self._desk.look(press.match, interaction.user.id)
        voice = await self._answers.voice(interaction, look)
        _own_question(press, look)
        nested = nested_panel(press, look.decisions, voice, self._messages.games[look.slug].menus)
        return Letter(nested.prompt, panel=nested.panel)

    async def _draft(self, interaction: Interaction, press: Draft, values: Sequence[str]) -> Letter | None:
        look = await self._desk.look(press.match, interaction.user.id)
        _own_question(press, look)
        decision = question(look.decisions, press.verb, press.asked)
        after = drafts.after(press, decision, values)
        if isinstance(after, Answer):
            return await self._answer(interaction, after, sure=press.step == "sure")
        return await self._nested(interaction, after)

    async def _ask_in_form(self, interaction: Interaction, press: Number | Tool) -> None:
        """Open a form. It has to be the first answer, so here the desk comes before the acknowledgement."""
        try:
            if isinstance(press, Tool):
                form = await self._votes.form(interaction, press)
            else:
                look = await self._desk.look(press.match, interaction.user.id)
                form = number_form(press, look.decisions, await self._answers.voice(interaction, look))
        except Refused as no:
            await self._answers.acknowledge(interaction)
            await self._answers.tell(interaction, await self._answers.refusal(interaction, press.match, no))
            return
        await interaction.response.send_modal(Form(form))

    # -- tools ---------------------------------------------------------------------------------------------------------

    async def _why(self, interaction: Interaction, press: Why) -> Letter:
        look = await self._desk.look(press.match, interaction.user.id)
        voice = await self._answers.voice(interaction, look)
        return Letter(voice.say(reason(press, look.decisions)))

    async def _tool(self, interaction: Interaction, press: Tool) -> Letter | None:
        match press.name:
            case "settings":
                return await self._preferences.pressed(interaction, press)
            case "resign":
                return await self._seats.resign(interaction, press.match)
            case "back" | "offer" | "unoffer" | "claim" | "standin" | "wake":
                return await self._seats.pressed(interaction, press)
            case "undo":
                return await self._undo(interaction, press)
            case "wish" | "move" | "agree" | "refuse":
                return await self._votes.pressed(interaction, press)
            case "clock":
                return await self._clocks.pressed(interaction, press)
            case "cancel":
                return await self._votes.cancel(interaction, press.match)
            case "ahead" | "order" | "unorder":
                return await answer_ahead(self._desk, self._answers, interaction, press)
            case "quiet_turn" | "quiet_game" | "loud":
                return await self._requests.mute(interaction, press)
            case "rules":
                await self._rules(interaction, press.match, press.argument)
                return None
            case "log":
                back = int(press.argument) if press.argument.isdecimal() else 0
                return await self._requests.log(interaction, press.match, back)
        look = await self._desk.look(press.match, interaction.user.id)
        voice = await self._answers.voice(interaction, look)
        match press.name:
            case "mine" if found := next((d for d in look.decisions if d.verb == press.argument), None):
                return await self._messages.one(look, voice, found)
            case "view" | "mine" | "refresh":
                opening = [] if look.seat is not None else [voice.say("bot.answer.not_seated")]
                return await self._messages.mine(look, voice, opening)
            case "help":
                await self._rules(interaction, look.slug)
                return None
            case "why":
                page = int(press.argument) if press.argument.isdecimal() else 0
                panel = why_not(press.match, look.decisions, voice, page)
                if look.status == "playing" and not look.decisions:
                    raise Refused(text("kernel.not_your_turn"))
                return Letter(voice.say("bot.answer.why" if panel else "bot.answer.nothing_refused"), panel=panel)
            case _:
                raise Refused(text("bot.press.unknown"))

    async def _rules(self, interaction: Interaction, slug: str, topic: str | None = None) -> None:
        if topic is not None and topic not in self._messages.speech.topics(slug):
            raise Refused(text("bot.rules.none"))
        voice = await self._answers.voice(interaction)
        await self._answers.tell(interaction, *self._messages.rules(slug, voice, topic))

    async def _undo(self, interaction: Interaction, press: Tool) -> Letter | None:
        guest = await self._answers.guest(interaction, openly=False)
        look = await self._desk.look(press.match, guest.person)
        open_ = {decision.asked for decision in (*look.decisions, *look.board)} | {NO_QUESTION}
        if press.asked not in open_ and look.status != "cancelled":
            raise Stale(text("kernel.decided_already"))
        try:
            done = await self._desk.take_back(press.match, guest, interaction.id)
        except Refused as no:
            return await self._votes.refused(interaction, press.match, no)
        return await self._answers.done(interaction, done) if is_private(interaction.message) else None


def _own_question(press: Group | Open | Draft, look: Look) -> None:
    """Raises Refused if it is somebody else who is asked that."""
    here = (press.verb, press.asked)
    if here in {(d.verb, d.asked) for d in look.board} and here not in {(d.verb, d.asked) for d in look.decisions}:
        raise Refused(text("kernel.not_your_turn"))


def _match(press: Press) -> str | None:
    """The running match whose question belongs into a refusal, if there is one."""
    table = isinstance(press, LobbyPress) or (isinstance(press, Tool) and press.name == "settings")
    return None if table else press.match
