"""Seats on offer, and what their former and their new people are told."""

from __future__ import annotations

from bot.work.carrier import Carrier
from engines.desk.outbox import Row


class Seats(Carrier):
    """See the module."""

    async def carry(self, row: Row) -> None:
        """Send or edit what the row announces. Raises what Discord answers if it was not taken."""
        raise NotImplementedError(row.kind)
