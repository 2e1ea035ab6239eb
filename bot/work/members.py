"""Who has left a server. Without a privileged intent Discord does not say, so it is asked when it matters.

It matters when a turn is told to somebody, and when others look at a table that waits: then those it waits for are
looked up.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

import discord
import structlog

from bot.work.faults import PASSING
from engines.desk.desk import Desk
from engines.desk.records import Lobby, Look

if TYPE_CHECKING:
    from bot.client import Mailboat

log = structlog.get_logger()

PAUSE = timedelta(minutes=5)
"""The same people are looked up at most so often."""

MOST_REMEMBERED = 4_096


class Members:
    """Asks Discord who is still there, and hands the seats of those who are not to the stand-in."""

    def __init__(self, client: Mailboat, desk: Desk, clock: Callable[[], datetime]) -> None:
        self._client = client
        self._desk = desk
        self._clock = clock
        self._asked: dict[str, tuple[tuple[int, ...], datetime]] = {}

    async def gone(self, table: Look | Lobby, person: int) -> bool:
        """Whether that player has left the server of the table.

        If so, the stand-in takes over everywhere in it, and tables that form there have a guest less.
        """
        server = self._client.get_guild(table.place.guild) if table.place.guild is not None else None
        if server is None:
            return False
        try:
            await server.fetch_member(person)
        except discord.NotFound:
            for match in await self._desk.seating.gone(person, server.id):
                log.info("a player has left the server", match=match)
            return True
        except PASSING as error:
            log.info("a member could not be looked up", match=table.match, error=repr(error))
        return False

    async def look_after(self, look: Look) -> bool:
        """Look up those for whom the table waits, unless that was just done. Whether a seat changed hands."""
        now = self._clock()
        waiting, asked = self._asked.get(look.match, ((), now))
        if look.status not in {"playing", "asleep"} or (waiting == look.waiting_for and now - asked < PAUSE):
            return False
        if len(self._asked) >= MOST_REMEMBERED:
            self._asked.clear()
        self._asked[look.match] = (look.waiting_for, now)
        waited_for = [look.seats[seat] for seat in look.waiting_for]
        found = [await self.gone(look, seat.person) for seat in waited_for if not seat.standin]
        return any(found)
