"""Weeks at several tables: people with habits of their own who answer, are silent, leave and come back at random."""

from __future__ import annotations

import heapq
from collections import Counter
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime, timedelta
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

import render
from engines import GAMES
from engines.desk.records import Look
from engines.kernel.text import text
from tests.bot import wishes
from tests.bot.almanac import Habits
from tests.bot.chips import Chips, in_words
from tests.bot.harbour import Harbour
from tests.bot.incidents import Incidents
from tests.bot.people import Person
from tests.bot.posts import Post, post
from tests.bot.tables import tool
from tests.bot.vigil import JUST_AFTER, SOON, Clock, Table, Vigil
from tests.bot.voyage import ONWARD, Farer

NEVER = 10_000
DAY = 24 * 60 * 60
JUST_BEFORE = timedelta(seconds=70)
REGRET = 0.08
TABLES = 4
TOLD = 60
"""Lines of the story that a failure shows."""


class LongChips(Chips):
    """The small game, for as long as one likes."""

    slug = "aerion"
    title = text("aerion.title")
    last = NEVER
    scene = ""


PLAYED: dict[str, Any] = {**GAMES, "aerion": LongChips()}


def board_in_words(slug: str, view: Any, words: Any) -> str:
    """The board of any of these."""
    return in_words(slug, view, words) if slug == "aerion" else render.textboard(slug, view, words)


class Rambler(Farer):
    """Somebody who answers with whatever is offered."""

    async def _check_said(self, person: Person, before: Look) -> None:
        """Whether that was what the labels said is told elsewhere."""


Deed = Callable[[], Awaitable[None]]


class Walk:
    """See the module. done: what happened, and how often. story: the same in words."""

    def __init__(self, data: Path, seed: int, days: int, start: datetime) -> None:
        self.data = data
        self.seed = seed
        self.rng = Random(seed)
        self.days = days
        self.start = start
        self.story: list[str] = []
        self.done: Counter[str] = Counter()
        self._plans: list[tuple[datetime, int, Deed]] = []
        self._number = count()
        self._planned: set[tuple[str, str]] = set()
        self._ramblers: dict[str, Rambler] = {}

    async def run(self) -> None:
        """The weeks; what breaks tells how it came to it."""
        async with Harbour(self.data, seed=self.seed, games=PLAYED, textboard=board_in_words) as self.world:
            self.vigil = Vigil(self.world, self.data)
            try:
                self.incidents = Incidents(self)
                await self.begin()
                await self.live()
            except Exception as broken:
                raise AssertionError(self.told(broken)) from broken
            finally:
                self.vigil.close()

    def told(self, broken: Exception) -> str:
        habits = "\n".join(f"  {name}: {habits}" for name, habits in self.vigil.habits.items())
        return "\n".join([f"seed {self.seed}: {broken!r}", habits, *self.story[-TOLD:], f"→ {broken}"])

    def tell(self, what: str) -> None:
        self.story.append(
            f"  day {(self.world.now() - self.start).days:2} {self.world.now():%a %d %b %H:%M:%S}  {what}"
        )

    # -- the beginning -------------------------------------------------------------------------------------------------

    async def begin(self) -> None:
        world = self.world
        await world.skip(seconds=(self.start - world.now()).total_seconds())
        ana, ben, chie, dan, eli = (world.user(name) for name in ("Ana", "Ben", "Chie", "Dan", "Eli"))
        for person in (ana, ben, chie, dan, eli):
            self.vigil.settle_on(person.name, Habits())
        self.incidents.spare = ["Fay", "Gus", "Hana", "Ivo"]
        chips = await self.sit("chips", "aerion", ana, ben, chie)
        await self.set_clock(chips, ana)
        await self.sit("pair", "aerion", dan, ben)
        await self.sit("island", "takara", eli, chie, ben)
        await self.sit("sky", "fractured_sky", ana, dan, chie)

    async def set_clock(self, table: Table, host: Person) -> None:
        """A day for each turn."""
        at_zero = self.rng.choice(("tell", "turn", "seat"))
        page = (await host.slash("clock", table.where)).post
        for part in ("choose.day.", f"choose.day.{at_zero}.", "set."):
            page = await wishes.press_like(host, page, part)
        table.clock = Clock(2 * DAY, DAY, 3 * DAY, at_zero)
        self.tell(f"{host} sets a clock at {table.name}: at zero, {at_zero}")
        self.look()

    async def sit_again(self) -> None:
        """Where games have ended, another one begins."""
        tables = self.vigil.tables.values()
        people = sorted(self.vigil.habits.keys() - self.incidents.gone)
        if sum(table.status in {"playing", "asleep"} for table in tables) < TABLES and len(people) >= 2:
            some = self.rng.sample(people, min(len(people), self.rng.randint(2, 3)))
            slug = self.rng.choice(("aerion", "aerion", "takara", "fractured_sky"))
            await self.sit(f"table {len(tables) + 1}", slug, *(self.world.people[name] for name in some))
            self.done["another"] += 1

    async def sit(self, name: str, slug: str, *people: Person) -> Table:
        channel = self.world.create_channel(name)
        await self.world.settle()
        match = await self.world.seat(*people, slug=slug, where=channel)
        table = Table(match, name, channel, people[0].name)
        self.vigil.watch(table)
        self._ramblers[match] = Rambler(self.world, match, self.seed, (*ONWARD, "tavern", "end_day"))
        self.tell(f"{', '.join(map(str, people))} sit at {name}")
        self.look()
        return table

    # -- time ----------------------------------------------------------------------------------------------------------

    async def live(self) -> None:
        end = self.start + timedelta(days=self.days)
        self.plan_life(end)
        while self.world.now() < end:
            self.plan_answers()
            planned = self._plans[0][0] if self._plans else end
            moment = min(filter(None, (self.vigil.next(), self.vigil.stirs())), default=None)
            if moment is not None and moment + JUST_AFTER < planned:
                await self.meet(moment)
                continue
            when, _, deed = heapq.heappop(self._plans)
            await self.go_to(when)
            await deed()
            self.look()

    async def meet(self, moment: datetime) -> None:
        """Be there when something is promised, or when the bot has something to do; now and then also just before."""
        if moment - JUST_BEFORE > self.world.now() and self.rng.random() < 0.3:
            await self.go_to(moment - JUST_BEFORE)
        await self.go_to(moment + JUST_AFTER)

    async def go_to(self, when: datetime) -> None:
        gap = (when - self.world.now()).total_seconds()
        if gap > 0:
            await self.world.skip(seconds=gap)
        self.look()

    def look(self) -> None:
        for call in self.vigil.look():
            self.tell(f"{call.person} hears by {call.by} ({call.kind}, {self.name_of(call.match)})")
        self.world.check()

    def name_of(self, match: str | None) -> str:
        return self.vigil.tables[match].name if match in self.vigil.tables else "all tables"

    def at(self, when: datetime, deed: Deed) -> None:
        heapq.heappush(self._plans, (when, next(self._number), deed))

    # -- what people do ------------------------------------------------------------------------------------------------

    def silence(self) -> timedelta:
        """How long somebody lets a table wait."""
        spans = ((50, 3600), (1800, 12 * 3600), (12 * 3600, 30 * 3600), (86400, 3 * 86400), (3 * 86400, 10 * 86400))
        (span,) = self.rng.choices(spans, (35, 35, 15, 10, 5))
        return timedelta(seconds=self.rng.randint(*span))

    def plan_answers(self) -> None:
        # Names of matches are random, and so is the order of sets.
        order = {match: number for number, match in enumerate(self.vigil.tables)}
        for key in sorted(set(self.vigil.open) - self._planned, key=lambda key: (order[key[0]], key[1])):
            self._planned.add(key)
            match, person = key

            async def deed(match: str = match, person: str = person) -> None:
                self._planned.discard((match, person))
                await self.answer(match, self.world.people[person])

            self.at(self.world.now() + self.silence(), deed)

    async def answer(self, match: str, person: Person) -> None:
        table = self.vigil.tables[match]
        if person.name not in table.waiting or person.name in self.incidents.gone:
            return
        message = self.from_where(table, person)
        if message is None:
            return
        self.vigil.acted(person.name, match)
        walker = self._ramblers[match]
        await walker.answer(person, message, deaths=NEVER)
        self.done["answer"] += 1
        self.tell(f"{person} answers at {table.name}: {walker.last}")
        if self.rng.random() < REGRET:
            self.look()
            await self.regret(table, person)

    async def regret(self, table: Table, person: Person) -> None:
        """Whoever did something takes it back, if that can be."""
        look, board = await self._ramblers[table.match].look(person), self.incidents.board(table)
        if board is None or not any(map(tool("undo"), board.controls)):
            return
        self.vigil.takes_back(person.name, table.match)
        reply = await person.click(board, tool("undo"))
        if not look.may_take_back:
            self.look()
            await self.incidents.rewind(table, person, reply)
            return
        self.done["undo"] += 1
        self.tell(f"{person} takes it back at {table.name}")

    def from_where(self, table: Table, person: Person) -> Post | None:
        """The board, or that person's letter."""
        letter, board = self.playable(table, person.dm.id), self.playable(table, table.where.id)
        return letter if letter is not None and (board is None or self.rng.random() < 0.4) else board

    def playable(self, table: Table, channel: int) -> Post | None:
        """The last message there on which that table can be played."""
        found = [one for one in self.messages(channel) if any(table.match in str(c) for c in one.components)]
        for one in reversed(found):
            shown = post(self.world.backend, one)
            able = self._ramblers[table.match].able(shown)
            # A daily letter leads to several tables.
            if able and all(table.match in control.custom_id for control in able):
                return shown
        return None

    def messages(self, channel: int) -> list[Any]:
        stored = self.world.backend.messages.get(channel, {})
        return [stored[number] for number in sorted(stored) if not stored[number].is_ephemeral]

    # -- what else happens ---------------------------------------------------------------------------------------------

    def plan_life(self, end: datetime) -> None:
        """Everything but answers, at random moments."""
        meet = self.incidents
        happenings: tuple[tuple[float, Callable[[], Awaitable[None]]], ...] = (
            (1.5, self.restart),
            (3, self.reconnect),
            (8, self.five_restarts),
            (9, self.downtime),
            (1, self.wish),
            (6, self.door),
            (2, meet.mute),
            (5, meet.resign),
            (9, meet.leave),
            (6, meet.replace),
            (8, meet.end),
            (9, meet.lose_place),
            (3, meet.ahead),
            (2, self.sit_again),
        )
        for every, deed in happenings:
            moment = self.start
            while (moment := moment + timedelta(days=every * self.rng.uniform(0.3, 1.7))) < end:
                self.at(moment, deed)

    async def restart(self) -> None:
        hard = self.rng.random() < 0.5
        sent = len(self.world.sent)
        await self.world.restart(hard=hard)
        assert len(self.world.sent) == sent, f"a restart says {self.world.sent[sent:]}"
        self.tell("the bot restarts" + " hard" * hard)
        self.done["restart"] += 1

    async def five_restarts(self) -> None:
        for _ in range(5):
            await self.restart()
        self.done["five restarts"] += 1

    async def reconnect(self) -> None:
        sent = len(self.world.sent)
        for _ in range(self.rng.randint(1, 3)):
            await self.world.reconnect()
        assert len(self.world.sent) == sent, f"a reconnection says {self.world.sent[sent:]}"
        self.tell("a new connection")
        self.done["reconnect"] += 1

    async def downtime(self) -> None:
        """The bot is away for hours or days; nobody can do anything meanwhile."""
        span = timedelta(hours=self.rng.choice((3, 14, 50, 80)))
        await (self.world.kill() if self.rng.random() < 0.5 else self.world.stop())
        self.tell(f"the bot is away for {span}")
        self.world.backend.advance_clock(span.total_seconds())
        await self.world.start()
        await self.world.settle()
        self.vigil.up_since = self.world.now()
        self.tell("the bot is back")
        self.look()
        await self.go_to(self.world.now() + SOON)
        self.done["downtime"] += 1

    # -- what people change --------------------------------------------------------------------------------------------

    def somebody(self) -> Person:
        return self.world.people[self.rng.choice(sorted(self.vigil.habits.keys() - self.incidents.gone))]

    async def wish(self) -> None:
        """Somebody changes something in /settings."""
        person = self.somebody()
        habits, way = wishes.wish(self.rng, self.vigil.habits[person.name], self.world.now())
        await wishes.choose(person, way)
        self.vigil.settle_on(person.name, habits)
        self.tell(f"{person} chooses {way[-1]}")
        self.done["wish"] += 1

    async def door(self) -> None:
        """Somebody's direct messages are closed, or open again."""
        person = self.somebody()
        closed = self.world.backend.habits(person.id).dms_closed
        (person.open_dms if closed else person.close_dms)()
        self.tell(f"{person}'s direct messages are {'open' if closed else 'closed'}")
        self.done["door"] += 1


SPRING = datetime(2026, 3, 3, 12, tzinfo=UTC)
"""Before clocks are changed in America, Europe and, the other way, Australia."""

AUTUMN = datetime(2026, 10, 1, 12, tzinfo=UTC)
