"""The postman: takes rows from the outbox, has them sent (rows.py), and sees to it that none is lost.

Rows of a match go one after the other, those of different matches side by side. A row is done only when
Discord has taken the message; whatever is sent carries a nonce made from the row, so that a row which is delivered
again after a crash makes no second message. Each error of Discord's has a named consequence (faults.py). Nothing here
waits for an event: a wake-up starts a task that ends when nothing is due, and a slow clock looks after what is to be
tried again.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable
from datetime import datetime
from weakref import WeakValueDictionary

import structlog

from bot.work.faults import PASSING, Consequence, consequence, known, uncertain
from bot.work.places import Places
from bot.work.pulse import Pulse
from bot.work.retries import MOST_TRIES_UNKNOWN, Retries
from bot.work.rows import Rows
from engines.desk.outbox import Outbox, Row, Unsettled

log = structlog.get_logger()

PULSE = 20
"""Seconds between two looks for rows that are to be tried again."""

BATCH = 32
MOST_HELD = 256
"""Rows in memory at most."""
AT_ONCE = 8
"""Rows under way at the same time."""


class Deliver:
    """See the module."""

    def __init__(
        self, outbox: Outbox, rows: Rows, places: Places, retries: Retries, clock: Callable[[], datetime]
    ) -> None:
        self._outbox = outbox
        self._rows = rows
        self._places = places
        self._retries = retries
        self._clock = clock
        self._held: set[int] = set()
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._workers: set[asyncio.Task[None]] = set()
        self._pump_task: asyncio.Task[None] | None = None
        self._again = False
        self._open = False
        self._at_once = asyncio.Semaphore(AT_ONCE)
        self._pulse = Pulse("mailboat-deliver-pulse", PULSE, self.tick)

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
        lock = self._locks.setdefault(row.match or str(row.person), asyncio.Lock())
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
            await self._rows.carry(row)
        except PASSING as error:
            await self._suffer(row, error)
        except Unsettled:
            raise
        except Exception:
            log.exception("a row could not be composed", match=row.match, row=row.id, kind=row.kind)
            await self._retries.later(row, "fault")

    async def _suffer(self, row: Row, error: Exception) -> None:
        """What follows from an error: the match sleeps, or the row is tried again later."""
        what = consequence(error)
        if what is Consequence.MENTION and row.person is None:
            # The table itself stands in direct messages, and they are closed.
            what = Consequence.SLEEP_GONE
        if what in {Consequence.SLEEP_LOCKED, Consequence.SLEEP_FORBIDDEN, Consequence.SLEEP_GONE}:
            await self._places.sleep(row, what)
        elif uncertain(error):
            # It may stand on Discord: the row stays claimed, comes back when the claim runs out, and its nonce finds
            # the message again.
            log.info(
                "whether a row arrived is not known", match=row.match, row=row.id, kind=row.kind, error=repr(error)
            )
        elif known(error) or row.tries < MOST_TRIES_UNKNOWN:
            log.warning("a row was not taken", match=row.match, row=row.id, kind=row.kind, error=repr(error))
            await self._retries.later(row, type(error).__name__)
        else:
            log.error("a row is given up", match=row.match, row=row.id, kind=row.kind, error=repr(error))
            await self._outbox.drop(row, "refused")
