"""What only calls somebody: reminders, warnings, being next, the daily letter, and what the host is told."""

from __future__ import annotations

from bot.work.carrier import Carrier
from engines.desk.outbox import Row


class Calls(Carrier):
    """See the module."""

    async def carry(self, row: Row) -> None:
        """Send or edit what the row announces. Raises what Discord answers if it was not taken."""
        raise NotImplementedError(row.kind)
