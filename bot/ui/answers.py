"""Private answers: what a person is told after a press or a command, and how it reaches them."""

from __future__ import annotations

from collections import deque
from typing import Any

import discord
import structlog

from bot.ui.controls.sure import sure_panel
from bot.ui.letter import LONGEST_CONTENT, Letter
from bot.ui.messages import Messages
from bot.ui.offers import back_panel, kept
from bot.ui.speech import Voice, fit_lines, language_of
from bot.work.faults import BROKEN, PASSING, Consequence, consequence
from engines.desk.desk import Desk
from engines.desk.records import Done, Guest, Look, Warned
from engines.kernel.decision import Refused
from engines.kernel.text import Each, Text, Who, text

log = structlog.get_logger()

Interaction = discord.Interaction[Any]

ACKNOWLEDGED = 40060
UNANSWERABLE = (10062, ACKNOWLEDGED)
"""Discord's codes for an interaction that is too old, or that was answered already: nothing is done."""

MOST_HEARD = 1_024


class HeardAlready(Exception):
    """Discord has delivered an interaction twice; what it asks for is done or being done."""


class Answers:
    """Speaks to the person who pressed, in that person's language, so that nobody else can see it."""

    def __init__(self, desk: Desk, messages: Messages) -> None:
        self.desk = desk
        self.messages = messages
        self._heard: deque[int] = deque(maxlen=MOST_HEARD)

    async def guest(self, interaction: Interaction, *, openly: bool = True) -> Guest:
        """Who presses; the language in which Discord speaks to them is remembered.

        openly: whoever acts may have opened the direct messages again, so the next turn tries them. /status tells of
        closed ones: what may be done in secret leaves that to the desk, which knows whether anybody can notice it.
        """
        user, language = interaction.user, language_of(interaction.locale.value)
        known = await self.desk.people.get(user.id)
        closed = known.dm_closed and not openly
        if closed != known.dm_closed or known.locale != language:
            await self.desk.people.set(user.id, dm_closed=closed, locale=language)
        return Guest(user.id, user.display_name, closed)

    async def voice(self, interaction: Interaction, look: Look | None = None) -> Voice:
        """The language of the person who pressed."""
        return await self.messages.voice(interaction.user.id, look, interaction.locale)

    async def table_language(self, interaction: Interaction) -> str:
        """The language that a new table in this place speaks."""
        if interaction.guild_id is not None:
            chosen = (await self.desk.people.guild(interaction.guild_id)).language
            if chosen:
                return chosen
        return await self.messages.tongue(interaction.user.id, interaction.guild_locale or interaction.locale)

    async def acknowledge(self, interaction: Interaction, **how: bool) -> None:
        """Tell Discord that it was heard, before anything else is done; `how` is discord.py's `defer`.

        Tried again after an error, it may meet its own first attempt: then Discord knows, and all is well.

        Raises:
            HeardAlready: It was delivered before.
        """
        if interaction.id in self._heard:
            raise HeardAlready
        self._heard.append(interaction.id)
        try:
            try:
                await interaction.response.defer(**how)
            except BROKEN:
                await interaction.response.defer(**how)
        except discord.HTTPException as error:
            if error.code != ACKNOWLEDGED:
                raise

    # -- reaching the person ------------------------------------------------------------------------------------------

    async def tell(self, interaction: Interaction, letter: Letter, *more: Letter) -> None:
        """Answer privately: in the deferred answer of a command, over a private panel, else as a follow-up.

        What was done holds even if the answer gets lost: it can be asked for again.
        """
        try:
            if _fills(interaction):
                await self._sized(letter, lambda sent: _edit(interaction, sent))
            else:
                await self._sized(letter, lambda sent: interaction.followup.send(**sent.private()))
            for further in more:
                await interaction.followup.send(**further.private())
        except PASSING as error:
            log.warning("an answer got lost", error=repr(error))

    async def _sized(self, letter: Letter, send: Any) -> None:
        try:
            await send(letter)
        except discord.HTTPException as error:
            if not letter.pictures or consequence(error) is not Consequence.SMALLER:
                raise
            try:
                await send(await self.messages.smaller(letter))
            except discord.HTTPException as again:
                if consequence(again) is not Consequence.SMALLER:
                    raise
                await send(letter.in_words())

    async def say(self, interaction: Interaction, what: Text | str, **markup: str) -> None:
        """Answer with a sentence."""
        voice = await self.voice(interaction)
        await self.tell(interaction, Letter(voice.say(what, **markup)))

    async def fault(self, interaction: Interaction) -> None:
        """Something broke; the person is told, as far as that is still possible."""
        try:
            tongue = await self.messages.tongue(interaction.user.id, interaction.locale)
        except Exception:
            # It may be the database that broke.
            log.exception("a person's language could not be looked up")
            tongue = language_of(interaction.locale.value)
        try:
            letter = Letter(self.messages.speech.voice(tongue, str).say("bot.answer.fault"))
            if interaction.response.is_done():
                await self.tell(interaction, letter)
            else:
                await interaction.response.send_message(**letter.private())
        except PASSING as error:
            log.info("a fault could not be told", error=repr(error))

    # -- what is told --------------------------------------------------------------------------------------------------

    async def done(self, interaction: Interaction, done: Done) -> Letter:
        """What came of an action; with the private picture if it showed something to this person alone."""
        look = done.look
        voice = await self.voice(interaction, look)
        lines = self.messages.news(done.events, voice, 16)
        if in_secret(done):
            return await self.messages.mine(look, voice, lines)
        lines = [*(lines or [voice.say("bot.answer.done")]), *self.messages.prompts(look, voice)]
        return Letter(fit_lines(lines, LONGEST_CONTENT), panel=self.messages.panel(look, voice))

    async def refusal(self, interaction: Interaction, match: str | None, no: Refused) -> Letter:
        """Why not; and what is asked of the person now, with its controls.

        Or, of an answer that has a consequence: what it is, and a button that gives it all the same.
        """
        look = None if match is None else await self._look(match, interaction.user.id)
        voice = await self.voice(interaction, look)
        if look is None:
            return Letter(voice.say(no.why))
        if isinstance(no, Warned):
            return Letter(voice.say(no.why), panel=sure_panel(look.match, no, look.decisions, voice))
        lines = [voice.say(no.why)]
        if look.seat is not None and look.decisions:
            lines += self.messages.prompts(look, voice)
        elif look.status == "playing" and look.waiting_for:
            who = Each(tuple(Who(seat) for seat in look.waiting_for))
            lines.append(voice.say(text("bot.board.waits", who=who, n=len(look.waiting_for))))
        panel = back_panel(look.match, voice) if kept(look) else self.messages.panel(look, voice)
        return Letter(fit_lines(lines, LONGEST_CONTENT), panel=panel)

    async def _look(self, match: str, person: int) -> Look | None:
        try:
            return await self.desk.look(match, person)
        except Refused:
            return None


def in_secret(done: Done) -> bool:
    """Whether an action told its person something in private, or led to a question that the board doesn't lay open.

    Where open questions stand beside a veiled one, the board has them, and a button for the other.
    """
    told = any(event.seen_by is not None for event in done.events)
    asked = done.look.decisions
    return told or any(d.secret for d in asked) or (bool(asked) and all(d.private for d in asked))


def is_private(message: discord.Message | None) -> bool:
    """Whether only one person sees the message."""
    return message is not None and message.flags.ephemeral


async def _edit(interaction: Interaction, letter: Letter) -> None:
    """Fill in the answer. A line that broke is tried again at once: the same edit twice is one."""
    try:
        await interaction.edit_original_response(**letter.over())
    except BROKEN:
        await interaction.edit_original_response(**letter.over())


def _fills(interaction: Interaction) -> bool:
    """Whether the answer replaces what is there: "thinking…" after a command, or the private panel that was pressed."""
    if interaction.type is discord.InteractionType.application_command:
        return True
    return is_private(interaction.message)
