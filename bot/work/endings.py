"""Games that were called off: the card, letters, and what stood there. The rules may be broken; it goes without."""

from __future__ import annotations

import msgspec

from bot.ui import ballots
from bot.ui.letter import Letter
from bot.ui.messages import link, place_name, reachable
from bot.ui.speech import Voice
from bot.work.carrier import Carrier
from engines.desk.outbox import Post, Row
from engines.desk.records import Lobby, Look
from engines.kernel.decision import Refused
from engines.kernel.text import Text, text

ASKS = frozenset({"board", "turn", "vote", "ballot", "offer", "seat", "nudge", "next", "warning"})
"""Messages that may still have controls."""


class Endings(Carrier):
    """See the module. The rows say who called it off."""

    async def carry(self, row: Row) -> None:
        """Send what the row announces. Raises what Discord answers if it was not taken."""
        lobby = await self._desk.lobby(row.match)
        why = msgspec.msgpack.decode(row.payload, type=Text)
        if row.kind == "result":
            await self._card(row, lobby, why)
        else:
            await self._letter(row, lobby, why)

    async def _card(self, row: Row, lobby: Lobby, why: Text) -> None:
        look = await self._seen(row.match)
        if look is None:
            voice = self._messages.lobby_voice(lobby)
            title = voice.say(text("bot.result.called_off", game=self._messages.game_name(lobby.slug)))
            letter = Letter(f"{title}\n{voice.say(why)}")
        else:
            letter = await self._messages.result(look, why)
        await self._stand(row, letter, lobby.place.channel)
        for post in await self._outbox.live(row.match):
            if post.kind in ASKS:
                await self._close(post, lobby, look, row.serial)

    async def _seen(self, match: str) -> Look | None:
        """The game as everybody sees it; None if its rules can't show it any more."""
        try:
            return await self._desk.look(match, None)
        except Refused:
            return None

    async def _close(self, post: Post, lobby: Lobby, look: Look | None, until: int) -> None:
        """Take the controls away; what stands there calls nobody any more."""
        if post.kind == "board" and look is not None:
            told = await self._desk.told(post.match, post.serial, until)
            await self._sender.quiet(post, self._messages.past(look, told, first=post.serial == 0))
            return
        voice = self._messages.lobby_voice(lobby) if post.person is None else await self._voice(post.person, lobby)
        motion = await self._desk.votes.get(post.match, post.serial) if post.kind in {"vote", "ballot"} else None
        if motion is not None:
            await self._sender.quiet(post, ballots.closed(motion, voice))
        elif post.person is not None:
            await self._sender.quiet(post, await self._line(lobby, voice), keep=False)
        else:
            await self._sender.quiet(post)

    async def _letter(self, row: Row, lobby: Lobby, why: Text) -> None:
        assert row.person is not None
        server, person = lobby.place.guild, await self._desk.people.get(row.person)
        style = "dm" if server is None else (await self._desk.people.guild(server)).ping
        if server is None or not reachable(person, style):
            await self._outbox.done(row, "not")
            return
        voice = await self._voice(row.person, lobby)
        await self._write(row, Letter(f"{await self._line(lobby, voice)}\n{voice.say(why)}"), lobby, mention=None)

    async def _voice(self, person: int, lobby: Lobby) -> Voice:
        return self._messages.lobby_voice(lobby, await self._messages.tongue(person, None, lobby.language))

    async def _line(self, lobby: Lobby, voice: Voice) -> str:
        card = await self._outbox.last(lobby.match, "result")
        jump = f"[{voice.say('bot.turn.link')}]({link(lobby.place, None if card is None else card.message)})"
        key = text("bot.result.called_off_yours", game=self._messages.game_name(lobby.slug))
        return voice.say(key, place=place_name(lobby.place, voice), link=jump)
