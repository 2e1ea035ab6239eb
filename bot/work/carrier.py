"""What the carriers of rows have in common: sending to a channel or to a person, with all that may be in the way."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from datetime import datetime

import structlog

from bot.ui import calling
from bot.ui.letter import Letter
from bot.ui.messages import Messages, reachable, rung
from bot.ui.speech import Voice
from bot.work.faults import PASSING, Consequence, consequence
from bot.work.members import Members
from bot.work.retries import Retries
from bot.work.sender import Sender
from engines.desk.desk import Desk
from engines.desk.hours import hours_of
from engines.desk.outbox import Post, Row
from engines.desk.people import Person
from engines.desk.records import Lobby, Look

log = structlog.get_logger()


class Carrier:
    """See the module. Raises what Discord answers if something was not taken."""

    def __init__(self, desk: Desk, messages: Messages, members: Members, sender: Sender, retries: Retries) -> None:
        self._desk = desk
        self._outbox = desk.outbox
        self._messages = messages
        self._members = members
        self._sender = sender
        self._retries = retries

    async def _table(self, match: str) -> Look:
        """The table as everybody sees it; in direct messages, as the person does who plays it there."""
        look = await self._desk.look(match, None)
        return look if look.place.guild is not None else await self._desk.look(match, look.host)

    async def _called(self, look: Look, seats: Sequence[int]) -> list[int]:
        """Those of the seats that are called by a mention in the channel: nobody in direct messages.

        Nor whoever rests; they are told when they wake. Nor whoever has muted the game, or reads of it once a day.
        """
        if look.place.guild is None:
            return []
        style = await self._style(look)
        called = []
        for seat in seats:
            info = look.seats[seat]
            if not info.standin:
                person = await self._desk.people.get(info.person)
                if rung(person, style) and person.digest is None and not self._wakes(person):
                    called.append(seat)
        silent = await self._desk.mutes.silent(look.match) if called else ()
        return [seat for seat in called if look.seats[seat].person not in silent]

    def _wakes(self, person: Person) -> datetime | None:
        """When a person who rests now may be called; None: at once."""
        hours, now = hours_of(person), self._retries.now()
        return hours.wakes(now) if hours.rests(now) else None

    async def _stand(self, row: Row, letter: Letter, channel: int) -> None:
        """Send a message to the channel; the outbox remembers it, and of a board also whom it has called."""
        message = await self._sender.send(channel, letter, row.nonce, again=row)
        called = letter.rings if row.kind == "board" else ()
        await self._outbox.done(row, "channel", message.id, channel, rung=called)

    async def _write(self, row: Row, letter: Letter, look: Look | Lobby, *, mention: str | None, **markup: str) -> bool:
        """Send a direct message. Where those are closed: say `mention` in the channel instead, if anything."""
        assert row.person is not None
        try:
            channel = await self._sender.dm(row.person)
            message = await self._sender.send(channel.id, letter, row.nonce, again=row)
        except PASSING as error:
            if consequence(error) is not Consequence.MENTION:
                raise
            await self._closed(row, look, mention, **markup)
            return False
        await self._outbox.done(row, "dm", message.id, channel.id)
        return True

    async def _closed(self, row: Row, look: Look | Lobby, mention: str | None, **markup: str) -> None:
        """The person's direct messages are closed: say `mention` in the channel, if anything, and remember."""
        assert row.person is not None
        # First of all: if the channel is closed too, the match sleeps, and its next board is to ring.
        await self._desk.people.set(row.person, dm_closed=True)
        told = mention is not None and isinstance(look, Look) and await self._call(row, look, mention, **markup)
        await self._outbox.done(row, "mention" if told else "not")

    async def _call(self, row: Row, look: Look, key: str, **markup: str) -> bool:
        """Call the row's person in the channel; whether that could be done.

        Of what is secret nothing is said there. A match that sleeps has no channel: its next board rings. look: the
        person's.
        """
        assert row.person is not None
        if row.secret or look.status != "playing" or look.place.guild is None:
            return False
        if row.kind != "turn" or row.person not in await self._outbox.heard(row.match):
            letter = calling.mention(self._messages, key, look, await self._board_of(look), row.person, **markup)
            await self._sender.send(look.place.channel, letter, f"{row.nonce}-m", again=row)
        return True

    async def _tell(
        self, row: Row, look: Look, compose: Callable[[Voice], Awaitable[Letter]], *, mention: str, **markup: str
    ) -> bool:
        """Write to the row's person, or say `mention` in the channel, as person and server wish; whether it is written.

        Where neither is to be had, the host hears that the person can't be told of their turn.
        """
        assert row.person is not None
        style, person = await self._style(look), await self._desk.people.get(row.person)
        if reachable(person, style):
            letter = await compose(self._messages.voice_of(person, look))
            return await self._write(row, letter, look, mention=mention, **markup)
        if rung(person, style):
            told = await self._call(row, look, mention, **markup)
            await self._outbox.done(row, "mention" if told else "not")
            return False
        unheard = row.kind == "turn" and not row.secret and look.status == "playing" and look.host != row.person
        if unheard and (person.dm_closed or not person.dms):
            host = await self._desk.people.get(look.host)
            if wakes := self._wakes(host):
                await self._outbox.put_off(row, wakes, "the host rests")
                return False
            await self._tell_host(row, look, host)
        await self._outbox.done(row, "not")
        return False

    async def _tell_host(self, row: Row, look: Look, host: Person) -> None:
        """Nobody but the host can reach that person now."""
        assert row.seat is not None
        voice, board = self._messages.voice_of(host, look), await self._board_of(look)
        who = {"who": voice.name(row.seat)}
        line = self._messages.headline("bot.host.unreached", look, voice, board, **who)
        try:
            channel = await self._sender.dm(look.host)
            await self._sender.send(channel.id, Letter(line), f"{row.nonce}-h", again=row)
        except PASSING as error:
            log.info("the host could not be told", match=look.match, error=repr(error))

    def _stands(self, row: Row, look: Look) -> bool:
        """Whether the row's person is still asked what it is about, as far as everybody can see. look: that person's.

        Nobody is to notice by a call that does not come that they have gone on in secret.
        """
        shown = () if row.secret else [decision for decision in look.board if decision.seat == row.seat]
        return row.asked in {decision.asked for decision in (*look.decisions, *shown)}

    async def _letters(self, row: Row) -> list[Post]:
        """The letters about turns to the row's person whose controls are still on."""
        live = await self._outbox.live(row.match)
        return [post for post in live if post.kind == "turn" and post.person == row.person]

    async def _lay_aside(self, older: Sequence[Post], look: Look) -> None:
        """Letters that have served become a line: what they say of the position and of times is no longer so."""
        for post in older:
            assert post.person is not None
            voice, board = await self._messages.voice(post.person, look), await self._board_of(look)
            line = self._messages.headline("bot.turn.newer", look, voice, board)
            await self._sender.quiet(post, line, keep=False)

    async def _style(self, look: Look) -> str:
        if look.place.guild is None:
            return "dm"
        return (await self._desk.people.guild(look.place.guild)).ping

    async def _board_of(self, look: Look) -> int | None:
        """The message with the board that stands, to lead there."""
        board = await self._outbox.last(look.match, "board")
        return None if board is None else board.message
