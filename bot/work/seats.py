"""Seats on offer, and what their former and their new people are told."""

from __future__ import annotations

import structlog
from msgspec.structs import replace

from bot.ui import offers
from bot.ui.letter import Letter
from bot.ui.messages import pages, reachable
from bot.ui.speech import Voice
from bot.work.carrier import Carrier
from bot.work.faults import PASSING
from engines.desk.outbox import Row
from engines.desk.records import Look

log = structlog.get_logger()


class Seats(Carrier):
    """See the module."""

    async def carry(self, row: Row) -> None:
        """Send or edit what the row announces. Raises what Discord answers if it was not taken."""
        if row.kind == "offer":
            await self._offer(row)
            return
        assert row.person is not None
        look = await self._desk.look(row.match, row.person)
        if look.seat is None:
            await self._end_rights(row, look)
        wakes = self._wakes(await self._desk.people.get(row.person))
        if look.seat not in {None, row.seat}:
            await self._outbox.drop(row, "has another seat")
        elif wakes is not None:
            await self._retries.rest(row, wakes)
        elif look.seat is None:
            await self._parted(row, look)
        else:
            await self._handed_over(row, look)

    async def _offer(self, row: Row) -> None:
        """All seats on offer stand on one card. When there are none any more, it says so."""
        look = await self._desk.look(row.match, None)
        cards = [post for post in await self._outbox.live(row.match) if post.kind == "offer"]
        if not offers.wanted(look):
            for card in cards:
                await self._sender.quiet(card, offers.closed(look, self._messages.table_voice(look)), keep=False)
            await (self._outbox.done(row, "edit") if cards else self._outbox.drop(row, "nothing to show"))
            return
        letter = await offers.card(self._messages, look)
        if row.quiet and cards and await self._sender.rewrite(cards[-1], letter):
            await self._outbox.done(row, "edit", cards[-1].message, cards[-1].channel)
            return
        await self._stand(row, replace(letter, rings=()) if row.quiet else letter, look.place.channel)
        for card in cards:
            await self._sender.quiet(card, offers.closed(look, self._messages.table_voice(look)), keep=False)

    async def _handed_over(self, row: Row, look: Look) -> None:
        """All that the seat knows, as a picture and in words. What is asked makes it the turn's letter."""
        assert row.person is not None
        asked = bool(look.decisions) and look.status == "playing"
        told = await self._desk.log(row.match, row.person, offers.NEWS)
        board = await self._board_of(look)

        async def letter(voice: Voice) -> Letter:
            return await offers.handed_over(self._messages, look, voice, board, told)

        call = replace(row, kind="turn") if asked else row
        lately = replace(look, news=tuple(line.event for line in told))
        if not await self._tell(call, lately, letter, mention="bot.seat.mention"):
            return
        voice = await self._messages.voice(row.person, look)
        try:
            channel = await self._sender.dm(row.person)
            for number, page in enumerate(pages(self._messages.textboard(look, voice).split("\n"))):
                await self._sender.send(channel.id, Letter(page), f"{row.nonce}-{number}")
        except PASSING as error:
            log.info("a board in words got lost; /view shows it", match=look.match, error=repr(error))

    async def _end_rights(self, row: Row, look: Look) -> None:
        """Whoever had the seat has nothing to press any more, and sees nothing of it."""
        words = await self._farewell(row, look)
        for post in await self._outbox.live(row.match):
            if post.person == row.person:
                await self._sender.quiet(post, words, keep=False)

    async def _parted(self, row: Row, look: Look) -> None:
        """They are told who has it now."""
        assert row.person is not None
        if reachable(await self._desk.people.get(row.person), await self._style(look)):
            await self._write(row, Letter(await self._farewell(row, look)), look, mention=None)
        else:
            await self._outbox.done(row, "not")

    async def _farewell(self, row: Row, look: Look) -> str:
        assert row.person is not None
        assert row.seat is not None
        voice = self._messages.voice_of(await self._desk.people.get(row.person), look)
        return offers.parted(self._messages, look, row.seat, voice, await self._board_of(look))
