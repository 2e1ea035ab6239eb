"""What only calls somebody: reminders, warnings, being next, the daily letter, and what the host is told."""

from __future__ import annotations

import contextlib
from collections.abc import Sequence

import msgspec
from msgspec.structs import replace

from bot.ui import calling
from bot.ui.letter import Letter
from bot.ui.messages import reachable, rung, when
from bot.ui.speech import Voice
from bot.work.carrier import Carrier, log
from bot.work.faults import PASSING, Consequence, consequence
from engines.desk.outbox import Row
from engines.desk.people import Person
from engines.desk.records import GameLine, Look, SeatStatus
from engines.kernel.decision import Refused
from engines.kernel.text import Text

MOST_NEWS = 8
"""Games of which a daily letter tells what happened there: looking into each costs time."""


class Calls(Carrier):
    """See the module."""

    async def carry(self, row: Row) -> None:
        """Send or edit what the row announces. Raises what Discord answers if it was not taken."""
        match row.kind:
            case "nudge":
                await self._nudge(row)
            case "warning":
                await self._warning(row)
            case "next":
                await self._next(row)
            case "stall":
                await self._stall(row)
            case "digest":
                await self._digest(row)
            case _:
                raise AssertionError(row.kind)

    async def _nudge(self, row: Row) -> None:
        """The turn's letter again, with what happened since its reader did anything; the older one has served."""
        if row.tries and await self._outbox.overtaken(row):
            # It may have gone out before the bot was down for so long; the next one says the same.
            await self._outbox.drop(row, "superseded")
            return
        look = await self._asked(row)
        if look is None:
            return
        board, seat = await self._board_of(look), await self._seat(row)

        async def letter(voice: Voice) -> Letter:
            if look.place.guild is None:
                return Letter(self._messages.headline("bot.turn.waiting_here", look, voice, board))
            return await self._messages.turn(look, voice, board, goes_on=False, again=seat)

        older = await self._letters(row)
        if await self._tell(row, look, letter, mention="bot.turn.mention_again"):
            await self._lay_aside(older, look)

    async def _warning(self, row: Row) -> None:
        """The person's time runs out."""
        look = await self._asked(row)
        if look is None:
            return
        board, seat = await self._board_of(look), await self._seat(row)
        if seat.deadline is None:
            await self._outbox.drop(row, "no clock runs")
            return
        until = {"when": when(seat.deadline)}

        async def letter(voice: Voice) -> Letter:
            return calling.warning(self._messages, look, seat, voice, board)

        await self._tell(row, look, letter, mention="bot.clock.warning_mention", **until)

    async def _asked(self, row: Row) -> Look | None:
        """The match as the row's person sees it, if it still waits for them; else the row is dropped."""
        assert row.person is not None
        look = await self._desk.look(row.match, row.person, fresh=True)
        stands = row.asked is None or self._stands(row, look)
        if look.status != "playing" or look.called is None or not stands:
            await self._outbox.drop(row, "no longer asked")
        elif row.kind == "nudge" and look.muted:
            await self._outbox.done(row, "muted")
        elif await self._members.gone(look, row.person):
            await self._outbox.drop(row, "gone")
        else:
            return look
        return None

    async def _seat(self, row: Row) -> SeatStatus:
        """How it stands with the row's seat; of what is secret no more than everybody knows."""
        status = await self._desk.status(row.match)
        return next(seat for seat in status.seats if seat.seat == row.seat)

    async def _next(self, row: Row) -> None:
        """To whoever wants to hear of it, and is still next. It stands once, however often the others change it."""
        assert row.person is not None
        look = await self._desk.look(row.match, row.person)
        person = await self._desk.people.get(row.person)
        before = look.waiting_for[0] if len(look.waiting_for) == 1 else None
        public = await self._desk.look(row.match, None)
        following = None
        if before is not None and look.status == "playing":
            game = self._messages.games[look.slug]
            following = game.follows(public.view, before, len(look.seats))
        if before is None or not person.next_up or following is None or following != look.seat:
            await self._outbox.drop(row, "no longer next")
            return
        standing = [post for post in await self._outbox.live(row.match) if post.kind == "next"]
        if any(post.person == row.person for post in standing):
            await self._outbox.done(row, "told already")
        elif reachable(person, "dm"):
            voice = self._messages.voice_of(person, look)
            letter = calling.next_up(self._messages, look, before, voice, await self._board_of(look))
            await self._write(row, letter, look, mention=None)
        else:
            await self._outbox.done(row, "not")

    async def _stall(self, row: Row) -> None:
        """To the host: somebody does not answer."""
        assert row.person is not None
        look = await self._desk.look(row.match, row.person)
        if await self._members.gone(look, row.person):
            # The table has another host by now, who is to hear of it.
            row = replace(row, person=(await self._desk.look(row.match, None)).host)
            look = await self._desk.look(row.match, row.person)
        absent = await self._seat(row)
        if look.status != "playing" or absent.since is None or absent.standin or absent.person == row.person:
            await self._outbox.drop(row, "no longer asked")
            return
        board = await self._board_of(look)

        async def letter(voice: Voice) -> Letter:
            told = calling.stall(self._messages, look, absent, voice, board)
            if not row.payload:
                return told
            why = voice.say(msgspec.msgpack.decode(row.payload, type=Text))
            return replace(told, content=f"{why}\n{told.content}")

        table = self._messages.table_voice(look)
        markup = {"absent": table.name(absent.seat), "since": when(absent.since)}
        await self._tell(row, look, letter, mention="bot.stall.mention", **markup)

    # -- the daily letter ----------------------------------------------------------------------------------------------

    async def _digest(self, row: Row) -> None:
        """All games of a person that go on, if any waits for them; if it can't be written, each that waits calls."""
        assert row.person is not None
        games = [line for line in await self._games(row.person) if line.status == "playing"]
        mine = [line for line in games if line.mine]
        person = await self._desk.people.get(row.person)
        if not mine:
            await self._outbox.drop(row, "nothing waits")
            return
        if not reachable(person, "dm"):
            await self._call_each(row, mine)
            return
        voice = await self._messages.voice(row.person)
        boards = await self._outbox.boards([line.match for line in games])
        games = sorted(games, key=lambda line: not line.mine)
        letter = calling.digest(self._messages, games, boards, voice, await self._lately(mine[:MOST_NEWS], person))
        try:
            channel = await self._sender.dm(row.person)
            message = await self._sender.send(channel.id, letter, row.nonce, again=row)
        except PASSING as error:
            if consequence(error) is not Consequence.MENTION:
                raise
            await self._desk.people.set(row.person, dm_closed=True)
            await self._call_each(row, mine)
            return
        await self._outbox.done(row, "dm", message.id, channel.id)

    async def _lately(self, games: Sequence[GameLine], person: Person) -> dict[str, list[str]]:
        """Match → what the person missed there."""
        found = {}
        for line in games:
            with contextlib.suppress(Refused):
                look = await self._desk.look(line.match, person.id, fresh=True)
                found[line.match] = calling.lately(look, self._messages.voice_of(person, look))
        return found

    async def _games(self, person: int) -> Sequence[GameLine]:
        """The person's games; from servers that they have left they are gone by now."""
        for line in await self._desk.games_of(person):
            if line.mine:
                await self._members.gone(await self._desk.look(line.match, None), person)
        return await self._desk.games_of(person)

    async def _call_each(self, row: Row, mine: Sequence[GameLine]) -> None:
        """A mention in the channel of each game that everybody sees wait for the row's person."""
        assert row.person is not None
        told = False
        for number, line in enumerate(mine):
            look = await self._desk.look(line.match, row.person, fresh=True)
            person = await self._desk.people.get(row.person)
            openly = look.seat is not None and look.seat in look.waiting_for
            if look.muted or not openly or not rung(person, await self._style(look)):
                continue
            part = replace(row, match=line.match, seat=look.seat, nonce=f"{row.nonce}-{number}")
            try:
                told = await self._call(part, look, "bot.turn.mention_again") or told
            except (Refused, *PASSING) as error:
                log.info("a game could not call anybody", match=line.match, error=repr(error))
        await self._outbox.done(row, "mention" if told else "not")
