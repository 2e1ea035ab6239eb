"""Letting time pass: hours and weeks go by in a moment, and what falls due on the way comes at its time."""

from __future__ import annotations

import asyncio
from datetime import datetime, timedelta
from typing import Protocol

from bot.local.kept import KeptBackend


class Diary(Protocol):
    """What a bot has to do at set times."""

    async def next_due(self, after: datetime) -> datetime | None:
        """When something is to be done next after that, if nobody does anything."""

    async def work_off(self) -> None:
        """Do what is due by now."""


class Days:
    """The passing of time. diary: None if the bot does nothing by itself."""

    def __init__(self, backend: KeptBackend, diary: Diary | None) -> None:
        self._backend = backend
        self._diary = diary
        self._passing = asyncio.Lock()
        self._under_way: set[asyncio.Task[None]] = set()
        self._closed = False

    async def let_pass(self, span: timedelta) -> None:
        """Go from one moment at which the bot has something to do to the next, until the span is over."""
        task = asyncio.create_task(self._let_pass(span))
        self._under_way.add(task)
        task.add_done_callback(self._under_way.discard)
        # Whoever closes their page stops no clock.
        await asyncio.shield(task)

    async def close(self) -> None:
        """Time stops at the moment that it has come to."""
        self._closed = True
        await asyncio.gather(*self._under_way)

    async def _let_pass(self, span: timedelta) -> None:
        async with self._passing:
            now = self._backend.clock.now
            end = now() + span
            while True:
                if self._diary is not None:
                    await self._diary.work_off()
                if self._closed or now() >= end:
                    break
                moment = await self._diary.next_due(now()) if self._diary is not None else None
                self._backend.advance_clock((min(moment or end, end) - now()).total_seconds())
