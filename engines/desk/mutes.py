"""Who wants to hear no more of a turn, or of a whole game."""

from __future__ import annotations

from typing import Literal

from sqlalchemy import bindparam, select
from sqlalchemy.ext.asyncio import AsyncConnection

from engines.desk import matches
from engines.desk.door import Door
from engines.desk.matches import Chair
from engines.desk.notices import Notice
from engines.desk.records import Guest, Look
from engines.desk.sitting import Sitting, row
from engines.desk.tables import SEATS

_SILENT = select(SEATS.c.person).where(SEATS.c.match == bindparam("this_match"), SEATS.c.muted == "game")
_MUTED = select(SEATS.c.match).where(SEATS.c.person == bindparam("whom"), SEATS.c.muted != "")


class Mutes:
    """See the module."""

    def __init__(self, door: Door) -> None:
        self._door = door

    async def mute(self, match: str, guest: Guest, what: Literal["", "turn", "game"], press: int) -> Look:
        """That person wants to hear no more of this turn, or of the game; "": of all again.

        The letter of the turn is renewed, to say so. Raises Refused.
        """

        async def do(tx: AsyncConnection, sitting: Sitting, chair: Chair) -> None:
            live = sitting.live
            live.touched = True
            chair.muted = what
            if chair.called and live.header.place.guild is not None:
                await self._door.outbox.put(tx, [row(live, Notice("prompt", chair.seat), sitting.now)])

        return await self._door.at_seat(match, guest, press, do)

    async def silent(self, match: str) -> frozenset[int]:
        """The people who want to hear nothing of that game."""
        async with self._door.db.read() as tx:
            return frozenset((await tx.execute(_SILENT, {"this_match": match})).scalars())

    async def of(self, person: int) -> tuple[str, ...]:
        """The games of which that person wants to hear no more, at least of this turn."""
        async with self._door.db.read() as tx:
            running = {header.id for header in await matches.of_person(tx, person)}
            muted = (await tx.execute(_MUTED, {"whom": person})).scalars()
            return tuple(match for match in muted if match in running)
