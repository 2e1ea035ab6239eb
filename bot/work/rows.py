"""What each row of the outbox becomes: composed as it stands now, in the channel or in direct messages."""

from __future__ import annotations

from itertools import zip_longest
from typing import assert_never

import msgspec
from msgspec.structs import replace

from bot.ui.letter import Letter
from bot.ui.messages import Messages, reachable
from bot.ui.offers import back_panel, leaves
from bot.ui.speech import Voice
from bot.work.ballots import Ballots
from bot.work.calls import Calls
from bot.work.carrier import Carrier
from bot.work.endings import Endings
from bot.work.members import Members
from bot.work.retries import MOST_TRIES_UNKNOWN, Retries
from bot.work.seats import Seats
from bot.work.sender import Sender
from engines.desk.desk import Desk
from engines.desk.outbox import TO_LETTER, Post, Row
from engines.desk.records import Look
from engines.kernel.decision import Refused
from engines.kernel.text import Noun, Text

CALLING = frozenset({"turn", "nudge", "next", "ballot", "warning", "stall", "over"})
"""What calls one person, and waits until they wake."""

IN_DIGEST = frozenset({"turn", "nudge", "next"})
"""What the daily letter stands for. A clock that runs down can't wait for that, nor people who ask for a word."""

ABOUT_OTHERS = frozenset({"stall"})
"""What whoever looks after a table hears though they have muted it."""


class Rows(Carrier):
    """See the module."""

    def __init__(self, desk: Desk, messages: Messages, members: Members, sender: Sender, retries: Retries) -> None:
        super().__init__(desk, messages, members, sender, retries)
        self._calls = Calls(desk, messages, members, sender, retries)
        self._ballots = Ballots(desk, messages, members, sender, retries)
        self._seats = Seats(desk, messages, members, sender, retries)
        self._endings = Endings(desk, messages, members, sender, retries)
        self._tidy: set[str] = set()
        """Matches whose older messages were looked after in this life."""

    async def carry(self, row: Row) -> None:
        """Send or edit what the row announces. Raises what Discord answers if it was not taken."""
        try:
            await self._carry(row)
        except Refused:
            # Rules that broke show nothing any more; once such a game is called off, nothing of it is waited for.
            if not row.match or (await self._desk.lobby(row.match)).status != "cancelled":
                raise
            await self._outbox.drop(row, "called off")

    async def _carry(self, row: Row) -> None:
        if row.kind in CALLING and await self._spared(row):
            return
        match row.kind:
            case "board":
                await self._board(row)
            case "edit":
                await self._edit(row)
            case "turn":
                await self._turn(row)
            case "prompt":
                await self._prompt(row)
            case "lobby":
                await self._lobby(row)
            case "result" | "over" if row.payload:
                await self._endings.carry(row)
            case "result":
                await self._result(row)
            case "over":
                await self._over(row)
            case "say":
                await self._say(row)
            case "scene":
                await self._scene(row)
            case "vote" | "ballot":
                await self._ballots.carry(row)
            case "offer" | "seat":
                await self._seats.carry(row)
            case "nudge" | "next" | "warning" | "stall" | "digest":
                await self._calls.carry(row)
            case _:
                assert_never(row.kind)

    async def _spared(self, row: Row) -> bool:
        """Whether the row's person is not to be called: not before they wake, only once a day, or not at all."""
        assert row.person is not None
        person = await self._desk.people.get(row.person)
        muted = row.kind not in ABOUT_OTHERS and row.person in await self._desk.mutes.silent(row.match)
        digest = person.digest is not None and row.kind in IN_DIGEST
        wakes = self._wakes(person)
        if not (muted or digest or wakes):
            return False
        if row.kind == "turn" and await self._members.gone(await self._desk.look(row.match, None), row.person):
            await self._outbox.drop(row, "gone")
        elif muted or digest:
            await self._outbox.done(row, "muted" if muted else TO_LETTER)
        elif wakes is not None:
            await self._retries.rest(row, wakes)
        return True

    # -- the channel ---------------------------------------------------------------------------------------------------

    async def _board(self, row: Row) -> None:
        look = await self._table(row.match)
        if look.status in {"playing", "asleep"}:
            letter = await self._messages.board(look, await self._rings(look), first=row.serial == 0)
            heard = await self._outbox.heard(row.match) if letter.rings else frozenset()
            rings = () if row.quiet else tuple(person for person in letter.rings if person not in heard)
            await self._stand(row, replace(letter, rings=rings), look.place.channel)
        else:
            await self._outbox.drop(row, "nothing to show")
        await self._quiet_others(row, look)

    async def _edit(self, row: Row) -> None:
        look = await self._table(row.match)
        if look.status not in {"playing", "asleep"}:
            await self._outbox.drop(row, "over")
            return
        standing = await self._outbox.last(row.match, "board")
        first = standing is not None and standing.serial == 0
        letter = await self._messages.board(look, await self._rings(look), first=first)
        if standing is not None and await self._sender.rewrite(standing, letter):
            await self._outbox.done(row, "edit", standing.message, standing.channel)
            if row.match not in self._tidy:
                # The bot may have died after this board was sent and before the controls of older ones were taken.
                await self._quiet_others(row, look)
            return
        await self._stand(row, replace(letter, rings=()), look.place.channel)
        await self._quiet_others(row, look)

    async def _rings(self, look: Look) -> list[int]:
        """The seats waited for that are called by a mention in the channel."""
        return await self._called(look, look.waiting_for)

    async def _result(self, row: Row) -> None:
        look = await self._desk.look(row.match, None)
        await self._stand(row, await self._messages.result(look), look.place.channel)
        await self._quiet_others(row, look)

    async def _lobby(self, row: Row) -> None:
        lobby = await self._desk.lobby(row.match)
        letter = self._messages.lobby(lobby)
        standing = await self._outbox.last(row.match, "lobby")
        if standing is not None and await self._sender.rewrite(standing, letter):
            await self._outbox.done(row, "edit", standing.message, standing.channel)
            if not lobby.open:
                await self._outbox.retire(standing)
        elif lobby.open:
            older = [post for post in await self._outbox.live(row.match) if post.kind == "lobby"]
            await self._stand(row, letter, lobby.place.channel)
            for post in older:
                await self._sender.quiet(post)
        elif row.tries < MOST_TRIES_UNKNOWN and await self._outbox.last(row.match, "lobby") is not None:
            await self._retries.later(row, "can't be edited just now")
        else:
            await self._outbox.drop(row, "nothing to show")

    async def _say(self, row: Row) -> None:
        look = await self._desk.look(row.match, None)
        voice = self._messages.table_voice(look)
        words = msgspec.msgpack.decode(row.payload, type=Text)
        panel = back_panel(look.match, voice) if leaves(look, words) else None
        await self._stand(row, Letter(voice.say(words), panel=panel), look.place.channel)

    async def _scene(self, row: Row) -> None:
        """Also in direct messages everybody's picture: the board below shows what its person knows."""
        look = await self._desk.look(row.match, None)
        letter = await self._messages.scene(look, msgspec.msgpack.decode(row.payload, type=str))
        await self._stand(row, letter, look.place.channel)

    async def _quiet_others(self, row: Row, look: Look) -> None:
        """Take the controls from boards but the last, and from direct messages of people who are not asked any more."""
        posts = await self._outbox.live(look.match)
        boards = [post for post in posts if post.kind == "board"]
        asked = {look.seats[seat].person for seat in look.waiting_for}
        for post, following in zip_longest(boards, boards[1:]):
            if following is not None or look.status != "playing":
                until = row.serial if following is None else following.serial
                await self._sender.quiet(post, await self._past(post, until, look))
        for post in posts:
            if post.kind in {"turn", "warning"} and post.person not in asked:
                await self._sender.quiet(post, await self._over_text(look, post), keep=False)
            elif post.kind == "next" and post.person in asked:
                await self._sender.quiet(post)
        self._tidy.add(look.match)

    async def _past(self, post: Post, until: int, look: Look) -> str:
        """What a board says when another one stands: nobody is called, and what happened while it stood."""
        told = await self._desk.told(post.match, post.serial, until)
        return self._messages.past(look, told, first=post.serial == 0)

    # -- direct messages -----------------------------------------------------------------------------------------------

    async def _turn(self, row: Row) -> None:
        assert row.person is not None
        look = await self._desk.look(row.match, row.person)
        # Whoever has answered where all choose at once can still change it, but nobody waits for them.
        if look.status not in {"playing", "asleep"} or look.called is None or not self._stands(row, look):
            await self._outbox.drop(row, "no longer asked")
            return
        if await self._members.gone(look, row.person):
            await self._outbox.drop(row, "gone")
            return
        board = await self._board_of(look)

        async def letter(voice: Voice) -> Letter:
            return await self._messages.turn(look, voice, board, goes_on=False)

        older = await self._letters(row)
        if await self._tell(row, look, letter, mention="bot.turn.mention"):
            await self._lay_aside(older, look)

    async def _prompt(self, row: Row) -> None:
        assert row.person is not None
        standing = await self._outbox.letter(row.match, row.person)
        if standing is None:
            await self._outbox.done(row, "edit")
            return
        look = await self._desk.look(row.match, row.person)
        asked = bool(look.decisions) and look.status in {"playing", "asleep"}
        if not asked and standing.live:
            await self._sender.quiet(standing, await self._over_text(look, standing), keep=False)
        elif asked:
            voice = await self._messages.voice(row.person, look)
            letter = await self._messages.turn(look, voice, await self._board_of(look), goes_on=True)
            if await self._sender.rewrite(standing, letter):
                await self._outbox.done(row, "edit", standing.message, standing.channel)
                return
        await self._outbox.done(row, "edit")

    async def _over(self, row: Row) -> None:
        assert row.person is not None
        look = await self._desk.look(row.match, row.person)
        style, person = await self._style(look), await self._desk.people.get(row.person)
        if not reachable(person, style):
            await self._outbox.done(row, "not")
            return
        voice = self._messages.voice_of(person, look)
        result = await self._outbox.last(row.match, "result")
        line = self._messages.headline("bot.result.yours", look, voice, None if result is None else result.message)
        letter = Letter("\n".join([line, *self._messages.outcome(look, voice)]))
        await self._write(row, letter, look, mention=None)

    async def _over_text(self, look: Look, post: Post) -> str:
        """What becomes of a direct message about a turn, when the turn is over."""
        assert post.person is not None
        voice, board = await self._messages.voice(post.person, look), await self._board_of(look)
        if look.status == "over":
            return self._messages.headline("bot.turn.done", look, voice, board)
        if await self._desk.called_off(post.match, post.person, post.serial):
            return self._messages.headline("bot.turn.called_off", look, voice, board)
        match await self._desk.stood_in(post.match, post.person, post.serial):
            case "turn":
                return self._messages.headline("bot.turn.stood_in", look, voice, board)
            case "seat":
                join = voice.say(Noun("bot.command.join.name"))
                return self._messages.headline("bot.turn.stands_in", look, voice, board, join=join)
            case _:
                return self._messages.headline("bot.turn.done", look, voice, board)
