"""What the desk's tests have in common: people, a clock, and short ways to begin a game."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from itertools import count
from typing import Any

from sqlalchemy import insert, select

from engines.desk.db import Database
from engines.desk.desk import Desk
from engines.desk.live import Live
from engines.desk.outbox import Row
from engines.desk.records import Done, Guest, Look, Place
from engines.desk.tables import ACTIONS, LOG, MATCHES, SAVES, SEATS, TIMERS
from engines.kernel.game import Game, Options
from tests.desk.toy import NewToy, Toy

NAMES = ("Ana", "Ben", "Chie", "Dora")
PEOPLE = tuple(Guest(100 + i, name) for i, name in enumerate(NAMES))
ANA, BEN, CHIE, DORA = PEOPLE
GUILD = 7


class Clock:
    """A clock that moves only when told."""

    def __init__(self) -> None:
        self.now = datetime(2026, 1, 1, 12, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.now

    def on(self, **time: float) -> None:
        self.now += timedelta(**time)


class House:
    """A desk and its visitors."""

    def __init__(self, url: str, games: Mapping[str, Game[Any, Any]] | None = None) -> None:
        self.url = url
        self.clock = Clock()
        self.games = games or {"toy": Toy()}
        self.presses = count(10_000)
        self.channels = count(1)
        self.seed = bytes(32)
        self.desk = self._open()

    def _open(self) -> Desk:
        return Desk(Database.open(self.url), self.games, self.clock, lambda: self.seed)

    async def close(self) -> None:
        await self.desk.close()

    async def restart(self, game: Game[Any, Any] | None = None) -> None:
        """The process ends and a new one begins, perhaps with newer rules."""
        await self.desk.close()
        if game is not None:
            self.games = {game.slug: game}
        self.desk = self._open()

    def press(self) -> int:
        return next(self.presses)

    async def lobby(self, seats: int = 2, options: Options | None = None, channel: int | None = None) -> str:
        place = Place(GUILD, next(self.channels) if channel is None else channel, "den")
        match = (await self.desk.open_lobby(place, ANA, "toy", options or {}, "en", self.press())).match
        for guest in PEOPLE[1:seats]:
            await self.desk.join(match, guest, self.press())
        return match

    async def start(self, seats: int = 2, options: Options | None = None, seed: bytes | None = None) -> str:
        """A game that has begun, with everything so far delivered."""
        match = await self.lobby(seats, options)
        self.seed = seed or self.seed
        await self.desk.start(match, ANA, self.press())
        await self.deliver()
        return match

    async def do(self, match: str, guest: Guest, key: str, verb: str = "do", **how: Any) -> Done:
        return await self.desk.act(
            match,
            guest,
            verb,
            (key,),
            asked=how.pop("asked", None),
            press=how.pop("press", self.press()),
            sure=how.pop("sure", True),
        )

    async def claim(self) -> list[Row]:
        return await self.desk.outbox.claim(self.clock(), 100)

    async def deliver(self) -> list[str]:
        """Everything that was to be shown, as "kind" or "kind seat"."""
        shown = []
        while rows := await self.claim():
            for row in rows:
                shown.append(row.kind if row.seat is None else f"{row.kind} {row.seat}")
                await self.desk.outbox.done(row, "channel" if row.seat is None else "dm", row.id + 10**6, row.channel)
        return shown

    async def copies(self, match: str, many: int) -> list[str]:
        """More games that stand exactly like that one, with the same people, each in a channel of its own."""
        names = [f"copy{number:04}" for number in range(many)]
        async with self.desk.db.work() as tx:
            for table in (MATCHES, SEATS, ACTIONS, LOG, SAVES, TIMERS):
                key = table.c.id if table is MATCHES else table.c.match
                rows = [row._asdict() for row in await tx.execute(select(table).where(key == match))]
                copied = [self._copy(row, key.name, match, name) for name in names for row in rows]
                if table is ACTIONS:
                    copied = [{name: value for name, value in row.items() if name != "id"} for row in copied]
                if copied:
                    await tx.execute(insert(table), copied)
        return names

    def _copy(self, row: dict[str, Any], key: str, match: str, name: str) -> dict[str, Any]:
        copy = row | {key: name}
        if "channel" in row:
            copy["channel"] = next(self.channels)
        if "key" in row:
            copy["key"] = row["key"].replace(match, name)
        return copy

    def live(self, match: str) -> Live:
        return self.desk.lives._here[match]

    async def digest(self, match: str) -> str:
        await self.desk.look(match, None)
        return self.live(match).match.digest()


def points(look: Look) -> tuple[int, ...]:
    found: tuple[int, ...] = look.view.points
    return found


__all__ = ["ANA", "BEN", "CHIE", "DORA", "GUILD", "PEOPLE", "Clock", "House", "NewToy", "Toy", "points"]
