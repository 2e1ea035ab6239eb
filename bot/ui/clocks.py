"""`/clock` and the lobby's button of that name: everybody sees how much time there is, and the host changes it."""

from __future__ import annotations

from bot.ui import deadlines
from bot.ui.answers import Answers, Interaction
from bot.ui.codec import Tool
from bot.ui.controls.clock import Choice, choice_of, clock_panel, read_choice
from bot.ui.letter import LONGEST_CONTENT, Letter
from bot.ui.speech import Voice, fit_lines
from engines.desk import clocks
from engines.desk.desk import Desk
from engines.desk.records import Lobby
from engines.kernel.decision import Answer, Refused
from engines.kernel.text import Who, text


class Clocks:
    """See the module."""

    def __init__(self, desk: Desk, answers: Answers) -> None:
        self._desk = desk
        self._answers = answers
        self._messages = answers.messages

    async def show(self, interaction: Interaction, match: str, _: Answer = ()) -> Letter:
        """How much time everybody has. Raises Refused."""
        return await self._letter(interaction, await self._table(match))

    async def pressed(self, interaction: Interaction, press: Tool) -> Letter:
        """Something was chosen on the panel. Raises Refused."""
        step, choice = read_choice(press.argument)
        table = await self._table(press.match)
        if step == "look":
            return await self._letter(interaction, table)
        if step == "choose" and not table.open:
            return await self._letter(interaction, table, choice)
        guest = await self._answers.guest(interaction)
        try:
            await self._desk.clocks.set(press.match, guest, choice.clock(table.clock), interaction.id)
        except Refused as no:
            return await self._letter(interaction, await self._table(press.match), refused=no)
        return await self._letter(interaction, await self._table(press.match))

    async def _table(self, match: str) -> Lobby:
        table = await self._desk.lobby(match)
        if table.place.guild is None:
            raise Refused(text("desk.clock.alone"))
        if table.status == "cancelled":
            raise Refused(text("desk.cancelled"))
        if table.status == "over":
            raise Refused(text("kernel.game_over"))
        return table

    async def _letter(
        self, interaction: Interaction, table: Lobby, choice: Choice | None = None, refused: Refused | None = None
    ) -> Letter:
        voice = self._messages.lobby_voice(table, (await self._answers.voice(interaction)).lang)
        lines = [] if refused is None else [voice.say(refused.why)]
        lines += [_terms(table.clock, voice), *([] if table.open else await self._seats(table.match, voice))]
        if interaction.user.id != table.host:
            host = next((guest.name for guest in table.guests if guest.person == table.host), "")
            lines.append(voice.say(text("bot.clock.host", host=host)))
            return Letter(fit_lines(lines, LONGEST_CONTENT))
        chosen = choice_of(table.clock) if choice is None else choice
        if not table.open and chosen != choice_of(table.clock):
            wanted = chosen.clock(table.clock)
            key = "bot.clock.choice" if wanted else "bot.clock.choice_none"
            lines.append(voice.say(text(key, terms=clocks.terms(wanted) if wanted else "")))
        panel = clock_panel(table.match, chosen, table.clock, voice, forming=table.open)
        return Letter(fit_lines(lines, LONGEST_CONTENT), panel=panel)

    async def _seats(self, match: str, voice: Voice) -> list[str]:
        """What everybody has left."""
        status = await self._desk.status(match)
        told = [(line, deadlines.of_seat(line, voice)) for line in status.seats]
        return [
            "• " + " · ".join([voice.say(text("bot.clock.of", who=Who(line.seat))), *said])
            for line, said in told
            if said
        ]


def _terms(clock: clocks.Clock | None, voice: Voice) -> str:
    return voice.say("bot.clock.none" if clock is None else text("bot.clock.is", terms=clocks.terms(clock)))
