"""Votes on Discord: the card in the channel, and the letter to those who are asked."""

from __future__ import annotations

from bot.work.carrier import Carrier
from engines.desk.outbox import Row


class Ballots(Carrier):
    """See the module."""

    async def carry(self, row: Row) -> None:
        """Send or edit what the row announces. Raises what Discord answers if it was not taken."""
        raise NotImplementedError(row.kind)
