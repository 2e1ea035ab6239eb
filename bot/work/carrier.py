"""What the carriers of rows have in common: sending to a channel or to a person, with all that may be in the way."""

from __future__ import annotations

from collections.abc import Sequence

from bot.ui.letter import Letter
from bot.ui.messages import Messages, rung
from bot.work.faults import PASSING, Consequence, consequence
from bot.work.members import Members
from bot.work.retries import Retries
from bot.work.sender import Sender
from engines.desk.desk import Desk
from engines.desk.outbox import Row
from engines.desk.records import Look


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
        """Those of the seats that are called by a mention in the channel: nobody in direct messages."""
        if look.place.guild is None:
            return []
        style = await self._style(look)
        called = []
        for seat in seats:
            info = look.seats[seat]
            if not info.standin and rung(await self._desk.people.get(info.person), style):
                called.append(seat)
        return called

    async def _stand(self, row: Row, letter: Letter, channel: int) -> None:
        """Send a message to the channel; the outbox remembers it."""
        message = await self._sender.send(channel, letter, row.nonce, again=row)
        await self._outbox.done(row, "channel", message.id, channel)

    async def _write(self, row: Row, letter: Letter, look: Look, *, mention: str | None) -> bool:
        """Send a direct message. Where those are closed: say `mention` in the channel instead, if anything."""
        assert row.person is not None
        try:
            channel = await self._sender.dm(row.person)
            message = await self._sender.send(channel.id, letter, row.nonce, again=row)
        except PASSING as error:
            if consequence(error) is not Consequence.MENTION:
                raise
            await self._closed(row, look, mention)
            return False
        await self._outbox.done(row, "dm", message.id, channel.id)
        return True

    async def _closed(self, row: Row, look: Look, mention: str | None) -> None:
        """The person's direct messages are closed: say `mention` in the channel, if anything, and remember.

        A match that sleeps has no channel: its next board rings.
        """
        assert row.person is not None
        key = mention if look.status == "playing" and not row.secret else None
        if key is not None:
            voice, who = self._messages.table_voice(look), {"who": f"<@{row.person}>"}
            line = self._messages.headline(key, look, voice, await self._board_of(look), **who)
            await self._sender.send(look.place.channel, Letter(line, rings=(row.person,)), f"{row.nonce}-m", again=row)
        await self._desk.people.set(row.person, dm_closed=True)
        await self._outbox.done(row, "not" if key is None else "mention")

    async def _style(self, look: Look) -> str:
        if look.place.guild is None:
            return "dm"
        return (await self._desk.people.guild(look.place.guild)).ping

    async def _board_of(self, look: Look) -> int | None:
        """The message with the board that stands, to lead there."""
        board = await self._outbox.last(look.match, "board")
        return None if board is None else board.message
