"""A loop that does something at every pulse: when the process has slept meanwhile, once and not once for each."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import structlog

log = structlog.get_logger()


class Pulse:
    """See the module. seconds: the pause between two times."""

    def __init__(self, name: str, seconds: float, do: Callable[[], Awaitable[None]]) -> None:
        self._name = name
        self._seconds = seconds
        self._do = do
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begin, the first time at once. Calling it again changes nothing."""
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._beat(), name=self._name)

    def cancel(self) -> None:
        """End, wherever it stands."""
        if self._task is not None:
            self._task.cancel()

    async def _beat(self) -> None:
        while True:
            try:
                await self._do()
            except Exception:
                log.exception("a pulse broke; the next one tries again", name=self._name)
            await asyncio.sleep(self._seconds)
