"""What people do about votes: moving something, agreeing or not, asking the others for a taking back; calling off."""

from __future__ import annotations

from bot.ui import ballots
from bot.ui.answers import Answers, Interaction, is_private
from bot.ui.codec import Tool, write
from bot.ui.controls.panel import Modal
from bot.ui.letter import Letter
from bot.work.permissions import moderates
from engines.desk.desk import Desk
from engines.desk.records import Look, MotionKind
from engines.kernel.decision import Refused
from engines.kernel.text import text

ASKABLE = frozenset({"kernel.undo_barred", "kernel.undo_not_yours", "kernel.undo_sealed"})
"""The refusals of a taking back that the others can overrule. Which of them it is depends on nothing secret."""


class Votes:
    """See the module."""

    def __init__(self, desk: Desk, answers: Answers) -> None:
        self._desk = desk
        self._answers = answers
        self._messages = answers.messages

    # -- moving and answering ------------------------------------------------------------------------------------------

    async def wish(self, interaction: Interaction, match: str, kind: MotionKind) -> Letter:
        """Ask whether the person means to move it. Raises Refused."""
        guest = await self._answers.guest(interaction, openly=False)
        look = await self._desk.votes.may(match, guest, kind)
        others = await self._desk.votes.would_ask(match, guest, kind)
        return ballots.wish(look, kind, others, await self._answers.voice(interaction, look))

    async def endings(self, interaction: Interaction, match: str) -> Letter:
        """How the table may end its game. Raises Refused."""
        guest = await self._answers.guest(interaction, openly=False)
        look = await self._desk.votes.may(match, guest, "end")
        offered = []
        for kind in ballots.OFFERED:
            try:
                await self._desk.votes.may(match, guest, kind)
            except Refused:
                continue
            offered.append(kind)
        return ballots.endings(look, offered, await self._answers.voice(interaction, look))

    async def pressed(self, interaction: Interaction, press: Tool) -> Letter | None:
        """A button about a vote was used. Raises Refused."""
        guest, votes = await self._answers.guest(interaction, openly=False), self._desk.votes
        match press.name:
            case "wish":
                return await self.wish(interaction, press.match, _kind(press.argument))
            case "move":
                kind = _kind(press.argument)
                look = await votes.propose(press.match, guest, interaction.id, kind, step=press.asked)
                return await self._said(interaction, look, kind)
            case "agree":
                motion = await votes.get(press.match, press.asked)
                look = await votes.agree(press.match, guest, interaction.id, press.asked)
                assert motion is not None
                if look.motion is None and not is_private(interaction.message):
                    # Everybody sees what came of it.
                    return None
                return await self._said(interaction, look, motion.kind)
            case "refuse":
                motion = await votes.get(press.match, press.asked)
                look = await votes.refuse(press.match, guest, interaction.id, press.asked)
                assert motion is not None
                key = "bot.vote.withdrawn" if look.seat == motion.by else "bot.vote.refused"
                return Letter((await self._answers.voice(interaction, look)).say(key))
            case _:
                raise Refused(text("bot.press.unknown"))

    async def _said(self, interaction: Interaction, look: Look, kind: MotionKind) -> Letter:
        return ballots.said(look, kind, await self._answers.voice(interaction, look))

    # -- taking back ---------------------------------------------------------------------------------------------------

    async def refused(self, interaction: Interaction, match: str, no: Refused) -> Letter:
        """A taking back was refused: what the others can agree to instead. Raises the refusal if that is nothing."""
        if no.why.key not in ASKABLE:
            raise no
        guest = await self._answers.guest(interaction, openly=False)
        try:
            backs = await self._desk.votes.backs(match, guest)
        except Refused:
            raise no from None
        if not backs:
            raise no
        look = await self._desk.look(match, guest.person)
        return ballots.offer(no.why, look, backs, await self._answers.voice(interaction, look))

    async def form(self, interaction: Interaction, press: Tool) -> Modal:
        """The form in which somebody says why something should be taken back."""
        look = await self._desk.look(press.match, interaction.user.id)
        return ballots.reason_form(await self._answers.voice(interaction, look), write(press))

    async def rewind(self, interaction: Interaction, press: Tool, reason: str) -> Letter:
        """The others are asked. Raises Refused."""
        if not press.argument.isdecimal():
            raise Refused(text("bot.press.unknown"))
        guest = await self._answers.guest(interaction, openly=False)
        look = await self._desk.votes.propose(
            press.match, guest, interaction.id, "undo", serial=int(press.argument), reason=reason, step=press.asked
        )
        return await self._said(interaction, look, "undo")

    # -- calling off ---------------------------------------------------------------------------------------------------

    async def sure_to_cancel(self, interaction: Interaction, match: str) -> Letter:
        """Ask whoever may call the game off whether it is meant. Raises Refused."""
        lobby = await self._desk.may_call_off(match, interaction.user.id, moderator=moderates(interaction.permissions))
        game = self._messages.game_name(lobby.slug)
        return ballots.sure_to_cancel(match, game, await self._answers.voice(interaction))

    async def cancel(self, interaction: Interaction, match: str) -> Letter:
        """The host, or whoever moderates here at this moment, calls the game off. Raises Refused."""
        guest = await self._answers.guest(interaction, openly=False)
        await self._desk.call_off(match, guest, interaction.id, moderator=moderates(interaction.permissions))
        return Letter((await self._answers.voice(interaction)).say("bot.cancel.done"))


def _kind(argument: str) -> MotionKind:
    if argument not in ballots.OFFERED:
        raise Refused(text("bot.press.unknown"))
    return argument
