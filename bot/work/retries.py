"""When a row that Discord did not take is tried again."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta

from engines.desk.outbox import RESTS, Outbox, Row

FIRST_PAUSE = timedelta(seconds=10)
LONGEST_PAUSE = timedelta(hours=1)
MOST_TRIES_UNKNOWN = 8
"""After so many tries a row that Discord refuses for an unknown reason is given up, lest it hold up others."""


class Retries:
    """Pauses that grow with each try."""

    def __init__(self, outbox: Outbox, clock: Callable[[], datetime]) -> None:
        self._outbox = outbox
        self._clock = clock

    def now(self) -> datetime:
        """The present moment."""
        return self._clock()

    async def rest(self, row: Row, until: datetime) -> None:
        """The person rests: not before they wake. That was no try."""
        await self._outbox.put_off(row, until, RESTS)

    async def later(self, row: Row, why: str) -> None:
        """Put the row back. why: for whoever reads the outbox."""
        pause = min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** min(row.tries - 1, 12))
        await self._outbox.retry(row, self._clock() + pause, why)
