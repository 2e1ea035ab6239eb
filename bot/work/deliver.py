"""The postman: takes rows from the outbox, composes what they announce as it stands now, and sends it.

Rows of a match go one after the other, those of different matches side by side. A row is done only when
Discord has taken the message; whatever is sent carries a nonce made from the row, so that a row which is delivered
again after a crash makes no second message. Each error of Discord's has a named consequence (faults.py). Nothing here
waits for an event: a wake-up starts a task that ends when nothing is due, and a slow clock looks after what is to be
tried again.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta
from itertools import zip_longest
from typing import TYPE_CHECKING, Any, TypeVar, assert_never
from weakref import WeakValueDictionary

import discord
import msgspec
import structlog
from discord.ext import tasks
from msgspec.structs import replace

from bot.ui.letter import Letter
from bot.ui.messages import Messages, reachable, rung
from bot.work.faults import BROKEN, PASSING, Consequence, consequence, for_good, known, uncertain
from bot.work.members import Members
from bot.work.permissions import missing, names_of
from engines.desk.desk import Desk
from engines.desk.outbox import Post, Row, Unsettled
from engines.desk.records import Guest, Look
from engines.kernel.text import Text, text

if TYPE_CHECKING:
    from bot.client import Mailboat

log = structlog.get_logger()

R = TypeVar("R")

PULSE = 20
"""Seconds between two looks for rows that are to be tried again."""

BATCH = 32
MOST_HELD = 256
"""Rows in memory at most."""
AT_ONCE = 8
"""Rows under way at the same time."""

FIRST_PAUSE = timedelta(seconds=10)
LONGEST_PAUSE = timedelta(hours=1)
SLACK = timedelta(minutes=2)
"""By so much may Discord's clock differ from ours."""
MOST_LOOKED_AT = 100
"""Messages, in search of one that may have been sent before the bot ended."""
MOST_TRIES_UNKNOWN = 8
"""After so many tries a row that Discord refuses for an unknown reason is given up, lest it hold up others."""


class Deliver:
    """See the module."""

    def __init__(
        self, client: Mailboat, desk: Desk, messages: Messages, members: Members, clock: Callable[[], datetime]
    ) -> None:
        self._client = client
        self._desk = desk
        self._outbox = desk.outbox
        self._messages = messages
        self._members = members
        self._clock = clock
        self._held: set[int] = set()
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._workers: set[asyncio.Task[None]] = set()
        self._pump_task: asyncio.Task[None] | None = None
        self._again = False
        self._open = False
        self._at_once = asyncio.Semaphore(AT_ONCE)
        self._pulse = tasks.loop(seconds=PULSE)(self.tick)

    # -- life ----------------------------------------------------------------------------------------------------------

    def start(self) -> None:
        """Begin to deliver. Calling it again changes nothing."""
        if self._open:
            return
        self._open = True
        self._outbox.wake = self.wake
        self._pulse.start()
        self.wake()

    async def tick(self) -> None:
        """Look whether something is due."""
        self.wake()

    def wake(self) -> None:
        """There may be something to deliver."""
        if not self._open:
            return
        self._again = True
        if self._pump_task is None or self._pump_task.done():
            self._pump_task = asyncio.create_task(self._pump(), name="mailboat-deliver")

    async def drain(self) -> None:
        """Until nothing is due any more and nobody is under way."""
        self.wake()
        while under_way := [task for task in (self._pump_task, *self._workers) if task is not None and not task.done()]:
            await asyncio.wait(under_way)

    async def close(self, patience: float | None = None) -> None:
        """Finish the rows that are being sent; the others stay in the outbox.

        After `patience` seconds the rest is let go: its rows stay claimed, and come back when their claims run out.
        """
        self._open = False
        self._pulse.cancel()
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self.drain(), patience)
        late = [task for task in (self._pump_task, *self._workers) if task is not None and not task.done()]
        for task in late:
            task.cancel()
        await asyncio.gather(*late, return_exceptions=True)

    # -- rows to workers -----------------------------------------------------------------------------------------------

    async def _pump(self) -> None:
        while self._again and self._open:
            self._again = False
            while len(self._held) < MOST_HELD:
                try:
                    claimed = await self._outbox.claim(self._clock(), BATCH)
                except Exception:
                    log.exception("the outbox could not be read; the next pulse tries again")
                    return
                rows = [row for row in claimed if row.id not in self._held]
                for row in rows:
                    self._held.add(row.id)
                    worker = asyncio.create_task(self._work(row), name=f"mailboat-deliver-{row.id}")
                    self._workers.add(worker)
                    worker.add_done_callback(self._workers.discard)
                # Fewer than asked for: the rest waits behind these, and each of them looks again when it is done.
                if len(claimed) < BATCH or not rows:
                    break

    async def _work(self, row: Row) -> None:
        """Deliver one row, then look for the next: the outbox hands out the first of each lane."""
        lock = self._locks.setdefault(row.match, asyncio.Lock())
        try:
            # One row of a match at a time: what one takes away, another must not have in hand.
            async with lock, self._at_once:
                await self._deliver(row)
        except Exception:
            # The database refuses: what became of the row is not known to it, so it comes back when its claim runs out.
            log.exception("a row stays claimed", match=row.match, row=row.id, kind=row.kind)
        finally:
            self._held.discard(row.id)
        self.wake()

    async def _deliver(self, row: Row) -> None:
        try:
            await self._carry(row)
        except PASSING as error:
            await self._suffer(row, error)
        except Unsettled:
            raise
        except Exception:
            log.exception("a row could not be composed", match=row.match, row=row.id, kind=row.kind)
            await self._again_later(row, "fault")

    async def _suffer(self, row: Row, error: Exception) -> None:
        """What follows from an error: the match sleeps, or the row is tried again later."""
        what = consequence(error)
        if what in {Consequence.SLEEP_LOCKED, Consequence.SLEEP_FORBIDDEN, Consequence.SLEEP_GONE}:
            await self._sleep(row, what)
        elif uncertain(error):
            # It may stand on Discord: the row stays claimed, comes back when the claim runs out, and its nonce finds
            # the message again.
            log.info(
                "whether a row arrived is not known", match=row.match, row=row.id, kind=row.kind, error=repr(error)
            )
        elif known(error) or row.tries < MOST_TRIES_UNKNOWN:
            log.warning("a row was not taken", match=row.match, row=row.id, kind=row.kind, error=repr(error))
            await self._again_later(row, type(error).__name__)
        else:
            log.error("a row is given up", match=row.match, row=row.id, kind=row.kind, error=repr(error))
            await self._outbox.drop(row, "refused")

    async def _again_later(self, row: Row, why: str) -> None:
        pause = min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** min(row.tries - 1, 12))
        await self._outbox.retry(row, self._clock() + pause, why)

    async def _carry(self, row: Row) -> None:
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
            case "result":
                await self._result(row)
            case "over":
                await self._over(row)
            case "say":
                await self._say(row)
            case _:
                assert_never(row.kind)

    # -- the channel ---------------------------------------------------------------------------------------------------

    async def _board(self, row: Row) -> None:
        look = await self._desk.look(row.match, None)
        if look.status in {"playing", "asleep"}:
            letter = await self._messages.board(look, await self._rings(look), first=row.serial == 0)
            await self._stand(row, letter, look.place.channel)
        else:
            await self._outbox.drop(row, "nothing to show")
        await self._quiet_others(row, look)

    async def _edit(self, row: Row) -> None:
        look = await self._desk.look(row.match, None)
        if look.status not in {"playing", "asleep"}:
            await self._outbox.drop(row, "over")
            return
        standing = await self._outbox.last(row.match, "board")
        first = standing is not None and standing.serial == 0
        letter = await self._messages.board(look, await self._rings(look), first=first)
        if standing is not None and await self._rewrite(standing, letter):
            await self._outbox.done(row, "edit", standing.message, standing.channel)
            return
        await self._stand(row, replace(letter, rings=()), look.place.channel)
        await self._quiet_others(row, look)

    async def _rings(self, look: Look) -> list[int]:
        """The seats waited for that are called by a mention in the channel."""
        style = await self._style(look)
        called = []
        for seat in look.waiting_for:
            info = look.seats[seat]
            if not info.standin and rung(await self._desk.people.get(info.person), style):
                called.append(seat)
        return called

    async def _style(self, look: Look) -> str:
        if look.place.guild is None:
            return "dm"
        return (await self._desk.people.guild(look.place.guild)).ping

    async def _result(self, row: Row) -> None:
        look = await self._desk.look(row.match, None)
        await self._stand(row, await self._messages.result(look), look.place.channel)
        await self._quiet_others(row, look)

    async def _lobby(self, row: Row) -> None:
        lobby = await self._desk.lobby(row.match)
        letter = self._messages.lobby(lobby)
        standing = await self._outbox.last(row.match, "lobby")
        if standing is not None and await self._rewrite(standing, letter):
            await self._outbox.done(row, "edit", standing.message, standing.channel)
            if not lobby.open:
                await self._outbox.retire(standing)
        elif lobby.open:
            older = [post for post in await self._outbox.live(row.match) if post.kind == "lobby"]
            await self._stand(row, letter, lobby.place.channel)
            for post in older:
                await self._quiet(post)
        elif row.tries < MOST_TRIES_UNKNOWN and await self._outbox.last(row.match, "lobby") is not None:
            await self._again_later(row, "can't be edited just now")
        else:
            await self._outbox.drop(row, "nothing to show")

    async def _say(self, row: Row) -> None:
        look = await self._desk.look(row.match, None)
        voice = self._messages.table_voice(look)
        letter = Letter(voice.say(msgspec.msgpack.decode(row.payload, type=Text)))
        message = await self._send(look.place.channel, letter, row.nonce, again=row)
        await self._outbox.done(row, "channel", message.id, look.place.channel)

    async def _stand(self, row: Row, letter: Letter, channel: int) -> None:
        """Send a message that will stand; the outbox remembers it."""
        message = await self._send(channel, letter, row.nonce, again=row)
        await self._outbox.done(row, "channel", message.id, channel)

    async def _quiet_others(self, row: Row, look: Look) -> None:
        """Take the controls from boards but the last, and from direct messages of people who are not asked any more."""
        posts = await self._outbox.live(look.match)
        boards = [post for post in posts if post.kind == "board"]
        asked = {look.seats[seat].person for seat in look.waiting_for}
        for post, following in zip_longest(boards, boards[1:]):
            if following is not None or look.status != "playing":
                until = row.serial if following is None else following.serial
                await self._quiet(post, await self._past(post, until, look))
        for post in posts:
            if post.kind == "turn" and post.person not in asked:
                await self._quiet(post, await self._over_text(look, post), keep=False)

    async def _past(self, post: Post, until: int, look: Look) -> str:
        """What a board says when another one stands: nobody is called, and what happened while it stood."""
        told = await self._desk.told(post.match, post.serial, until)
        return self._messages.past(look, told, first=post.serial == 0)

    async def _over_text(self, look: Look, post: Post) -> str:
        """What becomes of a direct message about a turn, when the turn is over."""
        assert post.person is not None
        voice = await self._messages.voice(post.person, look)
        key = "bot.turn.done"
        if look.status != "over" and await self._desk.called_off(post.match, post.person, post.serial):
            key = "bot.turn.called_off"
        return self._messages.headline(key, look, voice, await self._board_of(look))

    async def _quiet(self, post: Post, content: str | None = None, *, keep: bool = True) -> None:
        """Take the controls away. content: what stands there from now on. keep: the picture stays as it is.

        If Discord won't have it, they stay: whoever presses them is told.
        """
        # Whatever an edit does not name stays: with attachments left out, Discord keeps the picture and its alt text.
        changes: dict[str, Any] = {} if content is None else {"content": content}
        if not keep:
            changes["attachments"] = []
        try:
            await self._message(post).edit(view=None, **changes)
        except PASSING as error:
            if consequence(error) is Consequence.AGAIN or not for_good(error):
                log.info("controls stay until the next board", match=post.match, error=repr(error))
                return
        await self._outbox.retire(post)

    async def _rewrite(self, post: Post, letter: Letter) -> bool:
        """Edit a standing message. False: it can't be edited; if it never can be again, it is forgotten."""
        try:
            await self._sized(letter, lambda fitting: self._message(post).edit(**fitting.over()))
        except PASSING as error:
            if consequence(error) is not Consequence.ANEW:
                raise
            if for_good(error):
                await self._outbox.forget(post)
            return False
        return True

    async def _board_of(self, look: Look) -> int | None:
        """The message with the board that stands, to lead there."""
        board = await self._outbox.last(look.match, "board")
        return None if board is None else board.message

    # -- direct messages -----------------------------------------------------------------------------------------------

    async def _turn(self, row: Row) -> None:
        assert row.person is not None
        look = await self._desk.look(row.match, row.person)
        if look.status not in {"playing", "asleep"} or row.asked not in {decision.asked for decision in look.decisions}:
            await self._outbox.drop(row, "no longer asked")
            return
        if await self._members.gone(look, row.person):
            await self._outbox.drop(row, "gone")
            return
        style, person = await self._style(look), await self._desk.people.get(row.person)
        if not reachable(person, style):
            # The board has rung; the board of a match that sleeps could not be posted.
            called = rung(person, style) and not row.secret and look.status == "playing"
            await self._outbox.done(row, "mention" if called else "not")
            return
        voice = self._messages.voice_of(person, look)
        letter = await self._messages.turn(look, voice, await self._board_of(look), goes_on=False)
        live = await self._outbox.live(row.match)
        older = [post for post in live if post.kind == "turn" and post.person == row.person]
        try:
            channel = await self._client.create_dm(discord.Object(row.person))
            message = await self._send(channel.id, letter, row.nonce, again=row)
        except PASSING as error:
            if consequence(error) is not Consequence.MENTION:
                raise
            await self._mention(row, look)
            return
        await self._outbox.done(row, "dm", message.id, channel.id)
        for post in older:
            await self._quiet(post)

    async def _mention(self, row: Row, look: Look) -> None:
        """The person's direct messages are closed: say it in the channel, and remember.

        A match that sleeps has no channel: its next board rings.
        """
        assert row.person is not None
        voice = self._messages.table_voice(look)
        who = {"who": f"<@{row.person}>"}
        line = self._messages.headline("bot.turn.mention", look, voice, await self._board_of(look), **who)
        called = not row.secret and look.status == "playing"
        if called:
            await self._send(look.place.channel, Letter(line, rings=(row.person,)), f"{row.nonce}-m", again=row)
        await self._desk.people.set(row.person, dm_closed=True)
        await self._outbox.done(row, "mention" if called else "not")

    async def _prompt(self, row: Row) -> None:
        assert row.person is not None
        standing = await self._outbox.letter(row.match, row.person)
        if standing is None:
            await self._outbox.done(row, "edit")
            return
        look = await self._desk.look(row.match, row.person)
        asked = bool(look.decisions) and look.status in {"playing", "asleep"}
        if not asked and standing.live:
            await self._quiet(standing, await self._over_text(look, standing), keep=False)
        elif asked:
            voice = await self._messages.voice(row.person, look)
            letter = await self._messages.turn(look, voice, await self._board_of(look), goes_on=True)
            if await self._rewrite(standing, letter):
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
        try:
            channel = await self._client.create_dm(discord.Object(row.person))
            message = await self._send(channel.id, letter, row.nonce, again=row)
        except PASSING as error:
            if consequence(error) is not Consequence.MENTION:
                raise
            await self._desk.people.set(row.person, dm_closed=True)
            await self._outbox.done(row, "not")
            return
        await self._outbox.done(row, "dm", message.id, channel.id)

    # -- sending -------------------------------------------------------------------------------------------------------

    def _message(self, post: Post) -> discord.PartialMessage:
        return self._client.get_partial_messageable(post.channel).get_partial_message(post.message)

    async def _send(self, channel: int, letter: Letter, nonce: str, *, again: Row | None = None) -> discord.Message:
        """Send. A connection that broke is tried again at once.

        While Discord remembers the nonce, that makes no second message. again: a row that, if it was taken before, may
        have been sent so long ago that only a look into the channel can tell.
        """
        place = self._client.get_partial_messageable(channel)
        if again is not None and again.tries:
            # What is known stands there for another row, be its words the same.
            known = await self._outbox.messages(again.match)
            async for message in place.history(limit=MOST_LOOKED_AT, after=again.due - SLACK):
                own = message.author == self._client.user and message.id not in known
                if own and message.content == letter.content:
                    return message

        async def send(fitting: Letter) -> discord.Message:
            try:
                return await place.send(**fitting.new(), nonce=nonce)
            except BROKEN:
                return await place.send(**fitting.new(), nonce=nonce)

        return await self._sized(letter, send)

    async def _sized(self, letter: Letter, send: Callable[[Letter], Awaitable[R]]) -> R:
        """Send or edit; a picture that is too large goes out smaller, then as a board in words."""
        try:
            return await send(letter)
        except discord.HTTPException as error:
            if consequence(error) is not Consequence.SMALLER or not letter.pictures:
                raise
        try:
            return await send(await self._messages.smaller(letter))
        except discord.HTTPException as error:
            if consequence(error) is not Consequence.SMALLER:
                raise
        return await send(letter.in_words())

    # -- sleep ---------------------------------------------------------------------------------------------------------

    async def _sleep(self, row: Row, why: Consequence) -> None:
        """The table can't be written to. The match sleeps until somebody acts.

        Its host is told, and told no more until it could be written to again, or fails for another reason.
        """
        told = await self._outbox.last_tried(row) == why.name.lower()
        await self._outbox.drop(row, why.name.lower())
        log.info("there is nowhere to show a match", match=row.match, why=why.name)
        if row.kind == "lobby":
            return
        look = await self._desk.look(row.match, None)
        if look.status == "playing":
            await self._desk.sleep(row.match)
        if not told:
            await self._tell_host(row.nonce, look, why)

    async def lost(self, channel: int) -> None:
        """A channel or thread was deleted: a lobby there is closed; a match there sleeps, and its host is told."""
        match = await self._desk.at(channel)
        if match is None:
            return
        status = (await self._desk.status(match)).status
        if status == "lobby":
            host = (await self._desk.lobby(match)).host
            await self._desk.cancel(match, Guest(host, ""), -channel)
        elif status == "playing":
            # That this line can't be said there any more is what the host is told of.
            await self._desk.sleep(match, text("bot.status.asleep"))

    async def shut_out(self, guild: int) -> None:
        """The bot was removed from a server: the matches there sleep at once."""
        for match in await self._desk.in_guild(guild, "playing"):
            await self._desk.sleep(match)

    async def let_in(self, guild: int) -> None:
        """The bot came to a server, or back to it: matches that sleep there are shown again, if possible."""
        for match in await self._desk.in_guild(guild, "asleep"):
            await self._desk.wake(match)

    async def opened(self, channel: int) -> None:
        """A thread is not locked: a match that sleeps there is shown again."""
        match = await self._desk.at(channel)
        if match is not None and (await self._desk.status(match)).status == "asleep":
            await self._desk.wake(match)

    async def _tell_host(self, nonce: str, look: Look, why: Consequence) -> None:
        voice = await self._messages.voice(look.host, look)
        place = await self._place(look.place.channel)
        lacking = missing(place) if isinstance(place, discord.abc.GuildChannel | discord.Thread) else ()
        said = text(
            f"bot.host.asleep.{why.name.removeprefix('SLEEP_').lower()}", game=self._messages.game_name(look.slug)
        )
        line = voice.say(said, place=f"<#{look.place.channel}>", permissions=names_of(lacking, voice))
        try:
            channel = await self._client.create_dm(discord.Object(look.host))
            await self._send(channel.id, Letter(line), f"{nonce}-h")
        except PASSING as error:
            log.info("the host could not be told", match=look.match, error=repr(error))
            if isinstance(place, discord.Thread):
                await self._tell_parent(nonce, place, line)

    async def _place(self, channel: int) -> object:
        """A channel or thread as the bot knows it; what is archived has to be asked for."""
        try:
            return self._client.get_channel(channel) or await self._client.fetch_channel(channel)
        except (discord.InvalidData, *PASSING):
            return None

    async def _tell_parent(self, nonce: str, thread: discord.Thread, line: str) -> None:
        try:
            await self._send(thread.parent_id, Letter(line), f"{nonce}-p")
        except PASSING as error:
            log.info("nor could the channel above", error=repr(error))
