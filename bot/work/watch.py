"""The watch: looks at every pulse whether something has fallen due at the desk, and has it worked off.

Its own loop beside the deliverer's. However often Discord says that the bot is ready, there is one.
"""

from __future__ import annotations

import asyncio
import contextlib

from bot.work.pulse import Pulse
from engines.desk.alarms import Alarms

PULSE = 20
"""Seconds between two looks for what has fallen due."""

BATCH = 32
"""Timers that are worked off between two looks."""


class Watch:
    """See the module."""

    def __init__(self, alarms: Alarms) -> None:
        self._alarms = alarms
        self._round = asyncio.Lock()
        self._adopted = False
        self._closed = False
        self._pulse = Pulse("mailboat-watch", PULSE, self.look)

    def start(self) -> None:
        """Begin to look. Calling it again changes nothing."""
        if not self._closed:
            self._pulse.start()

    async def look(self) -> None:
        """Have all that is due worked off, the oldest first. Two at a time make one."""
        async with self._round:
            if not self._adopted:
                await self._alarms.adopt()
                self._adopted = True
            more = True
            while more and not self._closed:
                more = await self._alarms.fall_due(BATCH) == BATCH

    async def close(self, patience: float | None = None) -> None:
        """Finish what is in hand, but within `patience` seconds; what is due besides is so at the next start."""
        self._closed = True
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._round.acquire(), patience)
        self._pulse.cancel()
