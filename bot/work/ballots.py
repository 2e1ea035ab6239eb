"""Votes on Discord: the card in the channel, and the letter to those who are asked."""

from __future__ import annotations

from bot.ui import ballots
from bot.ui.letter import Letter
from bot.ui.speech import Voice
from bot.work.carrier import Carrier
from engines.desk.outbox import Post, Row
from engines.desk.records import Look, Motion


class Ballots(Carrier):
    """See the module. What is about a vote has its number for `serial`."""

    async def carry(self, row: Row) -> None:
        """Send or edit what the row announces. Raises what Discord answers if it was not taken."""
        look = await self._desk.look(row.match, None)
        if row.kind == "vote":
            await self._vote(row, look)
        else:
            await self._ballot(row)

    async def _vote(self, row: Row, look: Look) -> None:
        """One card for each vote, edited as it stands. When it is over, the card says so, and letters lose buttons."""
        standing = await self._standing(row)
        if look.motion is not None and look.motion.id == row.serial:
            letter = ballots.card(self._messages, look)
            if standing is not None and await self._sender.rewrite(standing, letter):
                await self._outbox.done(row, "edit", standing.message, standing.channel)
            else:
                await self._stand(row, letter, look.place.channel)
            await self._close_others(row, look)
            return
        closed = await self._close_others(row, look)
        motion = await self._desk.votes.get(row.match, row.serial)
        if standing is None and motion is not None and (motion.kind, motion.state) == ("undo", "carried"):
            # Nobody was asked, so there was no card yet; this one stays.
            line = Letter(ballots.closed(motion, self._messages.table_voice(look)))
            await self._stand(row, line, look.place.channel)
            if (stands := await self._standing(row)) is not None:
                await self._outbox.retire(stands)
        else:
            await (self._outbox.done(row, "edit") if closed else self._outbox.drop(row, "nothing to show"))

    async def _standing(self, row: Row) -> Post | None:
        """The card of that vote, open or not."""
        last = await self._outbox.last(row.match, "vote")
        return last if last is not None and last.serial == row.serial else None

    async def _close_others(self, row: Row, look: Look) -> bool:
        """Take the controls from cards and letters of votes that are over; whether there were any."""
        here = None if look.motion is None else look.motion.id
        asked = set() if look.motion is None else {look.seats[seat].person for seat in look.motion.asked}
        found = False
        for post in await self._outbox.live(row.match):
            over = post.serial != here or (post.person is not None and post.person not in asked)
            if post.kind in {"vote", "ballot"} and over:
                await self._close(post, look)
                found = True
        return found

    async def _close(self, post: Post, look: Look) -> None:
        table = self._messages.table_voice(look)
        voice = table if post.person is None else await self._messages.voice(post.person, look)
        motion = await self._desk.votes.get(post.match, post.serial)
        if motion is None:
            await self._sender.quiet(post)
        elif motion.state == "open":
            await self._sender.quiet(post, voice.say("bot.vote.yours"))
        else:
            await self._sender.quiet(post, ballots.closed(motion, voice))

    async def _ballot(self, row: Row) -> None:
        """Whoever is asked is told like of a turn, and so is whoever moved it of a No."""
        assert row.person is not None
        look = await self._desk.look(row.match, row.person, fresh=True)
        motion = await self._desk.votes.get(row.match, row.serial)
        asked = look.motion is not None and look.motion.id == row.serial and look.seat in look.motion.asked
        if motion is None or not (asked or _hears_no(look, motion)):
            await self._outbox.drop(row, "no longer asked")
            return
        if await self._members.gone(look, row.person):
            await self._outbox.drop(row, "gone")
            return
        card = await self._outbox.last(row.match, "vote")
        board = None if card is None else card.message

        async def compose(voice: Voice) -> Letter:
            if asked:
                return ballots.asked(self._messages, look, voice, board)
            return ballots.refused(self._messages, look, motion, voice, board)

        await self._tell(row, look, compose, mention="bot.vote.mention" if asked else "bot.vote.mention_no")
        if not asked:
            for post in await self._outbox.live(row.match):
                if post.kind == "ballot" and post.person == row.person:
                    await self._outbox.retire(post)


def _hears_no(look: Look, motion: Motion) -> bool:
    """Whether that person moved it, and somebody has said No, and nothing has happened since."""
    return (motion.state, motion.by, motion.step) == ("refused", look.seat, look.step)
