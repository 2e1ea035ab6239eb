"""Many open games in one database: a few are played through the desk, the others are copies of their rows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import count, cycle
from typing import Any

from msgspec import Struct
from sqlalchemy import Table, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.app import now
from engines import GAMES
from engines.desk.db import Database
from engines.desk.desk import Desk
from engines.desk.records import Guest, Place
from engines.desk.tables import ACTIONS, LOG, MATCHES, OUTBOX, POSTS, PRESSES, SAVES, SEATS
from engines.kernel.decision import Answer
from engines.kernel.rng import Rng
from engines.kernel.simulate import seed_of
from engines.kernel.standin import random_choice

SLUG = "takara"
SEATS_EACH = 3
SAMPLES = 8
LONGEST = 60
"""Actions in the longest of the games that are played; the others are spread evenly below."""

FIRST = 10**15
"""Numbers of presses, messages, channels and people begin here: far from those of a simulated Discord."""


class Step(Struct, frozen=True):
    """A legal answer to what a match asks now."""

    match: str
    guest: Guest
    verb: str
    answer: Answer


def open_desk(url: str) -> Desk:
    """A desk with seeds that are the same in every run."""
    seeds = count(1)
    return Desk(Database.open(url), GAMES, now, lambda: seed_of("crowd", next(seeds)))


async def open_games(db: Database) -> list[str]:
    """All matches that are being played."""
    async with db.read() as tx:
        return [row.id for row in await tx.execute(select(MATCHES.c.id).where(MATCHES.c.status == "playing"))]


class Crowd:
    """People at a desk who play by random legal answers, and numbers that were never used."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.numbers: Iterator[int] = count(FIRST + int(now().timestamp() * 1e3) % 10**14)
        self.players = Rng(seed_of("crowd", "players"))

    async def seat(self) -> str:
        """A table whose game has begun."""
        host, *others = [Guest(next(self.numbers), name) for name in ("Ana", "Ben", "Chie")[:SEATS_EACH]]
        place = Place(FIRST, next(self.numbers), "den")
        match = (await self.desk.open_lobby(place, host, SLUG, {}, "en", next(self.numbers))).match
        for guest in others:
            await self.desk.join(match, guest, next(self.numbers))
        await self.desk.start(match, host, next(self.numbers))
        return match

    async def step(self, match: str) -> Step:
        """What somebody may answer there. Whoever is to be measured does this before."""
        public = await self.desk.look(match, None)
        seat = public.seats[public.waiting_for[0]]
        look = await self.desk.look(match, seat.person)
        decision, answer = random_choice(look.decisions, self.players)
        return Step(match, Guest(seat.person, seat.name), decision.verb, answer)

    async def act(self, step: Step) -> None:
        await self.desk.act(
            step.match, step.guest, step.verb, step.answer, asked=None, press=next(self.numbers), sure=True
        )

    async def deliver(self) -> None:
        """Everything that was to be shown is shown."""
        outbox = self.desk.outbox
        while rows := await outbox.claim(now(), 100):
            for row in rows:
                channel = row.channel if row.person is None else row.person
                await outbox.done(row, "channel", next(self.numbers), channel)

    async def fill(self, games: int) -> list[str]:
        """So many open games, at different moments of play."""
        played = [await self.seat() for _ in range(min(games, SAMPLES))]
        for number, match in enumerate(played):
            for _ in range(LONGEST * number // SAMPLES):
                await self.act(await self.step(match))
            await self.deliver()
        async with self.desk.db.work() as tx:
            rest = zip(range(games - len(played)), cycle(played), strict=False)
            return played + [await self._copy(tx, match, f"copy{number:06}") for number, match in rest]

    async def _copy(self, tx: AsyncConnection, match: str, name: str) -> str:
        people = {row.person: next(self.numbers) for row in await _rows(tx, SEATS, match)}
        place = next(self.numbers)
        for table in (MATCHES, SEATS, PRESSES, ACTIONS, LOG, SAVES, OUTBOX, POSTS):
            key = "id" if table is MATCHES else "match"
            copies = []
            for row in await _rows(tx, table, match):
                copy: dict[str, Any] = {**row._asdict(), key: name}
                if "channel" in copy:
                    copy["channel"] = place
                if "host" in copy:
                    copy["host"] = people[copy["host"]]
                if copy.get("person") is not None:
                    copy["person"] = people[copy["person"]]
                if copy.get("lane"):
                    copy["lane"] = people[copy["lane"]]
                if "message" in copy:
                    copy["message"] = next(self.numbers)
                if table is PRESSES:
                    copy["id"] = next(self.numbers)
                elif table is not MATCHES:
                    copy.pop("id", None)
                copies.append(copy)
            if copies:
                await tx.execute(insert(table), copies)
        return name


async def _rows(tx: AsyncConnection, table: Table, match: str) -> Sequence[Any]:
    key = table.c.id if table is MATCHES else table.c.match
    return (await tx.execute(select(table).where(key == match))).all()
