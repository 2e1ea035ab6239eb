"""What Discord is told: messages sent once, edited, made to fit, and freed of their controls."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from datetime import timedelta
from typing import TYPE_CHECKING, Any, TypeVar

import discord
import structlog

from bot.ui.letter import Letter
from bot.ui.messages import Messages
from bot.work.faults import BROKEN, PASSING, Consequence, consequence, for_good
from engines.desk.outbox import RESTS, Outbox, Post, Row

if TYPE_CHECKING:
    from bot.client import Mailboat

log = structlog.get_logger()

R = TypeVar("R")

SLACK = timedelta(minutes=2)
"""By so much may Discord's clock differ from ours."""
MOST_LOOKED_AT = 100
"""Messages, in search of one that may have been sent before the bot ended."""


class Sender:
    """See the module. Raises what Discord answers; what follows from that is for others to say."""

    def __init__(self, client: Mailboat, outbox: Outbox, messages: Messages) -> None:
        self._client = client
        self._outbox = outbox
        self._messages = messages

    async def dm(self, person: int) -> discord.DMChannel:
        """Where direct messages to that person go."""
        return await self._client.create_dm(discord.Object(person))

    async def send(self, channel: int, letter: Letter, nonce: str, *, again: Row | None = None) -> discord.Message:
        """Send. A connection that broke is tried again at once.

        While Discord remembers the nonce, that makes no second message. again: a row that, if it was taken before, may
        have been sent so long ago that only a look into the channel can tell.
        """
        place = self._client.get_partial_messageable(channel)
        if again is not None and again.tries:
            # What is known stands there for another row, be its words the same.
            known = await self._outbox.messages(again.match)
            # Of a row that waited for its person to wake, nobody knows any more when it was tried first.
            since = None if again.how == RESTS else again.due - SLACK
            async for message in place.history(limit=MOST_LOOKED_AT, after=since):
                own = message.author == self._client.user and message.id not in known
                if own and message.content == letter.content:
                    return message

        async def send(fitting: Letter) -> discord.Message:
            try:
                return await place.send(**fitting.new(), nonce=nonce)
            except BROKEN:
                return await place.send(**fitting.new(), nonce=nonce)

        return await self._sized(letter, send)

    async def rewrite(self, post: Post, letter: Letter) -> bool:
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

    async def quiet(self, post: Post, content: str | None = None, *, keep: bool = True) -> None:
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

    def _message(self, post: Post) -> discord.PartialMessage:
        return self._client.get_partial_messageable(post.channel).get_partial_message(post.message)

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
