"""What every part of the desk goes through: one match, its lock, one transaction, as the database has it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import Any, TypeVar

import structlog
from sqlalchemy.ext.asyncio import AsyncConnection

from engines.desk import looks, matches, motions, orders, ticking, timing
from engines.desk.db import Database
from engines.desk.live import Live, Lives
from engines.desk.matches import Chair, Deed, Header, Overtaken
from engines.desk.notices import Notice
from engines.desk.outbox import Clock, Outbox
from engines.desk.people import People
from engines.desk.records import Done, Guest, Look
from engines.desk.sitting import Sitting, row
from engines.kernel.decision import Refused
from engines.kernel.game import Game
from engines.kernel.match import RulesBug
from engines.kernel.text import text

log = structlog.get_logger()

R = TypeVar("R")

ATTEMPTS = 2
"""A match that another process changed in between is read again and tried once more."""


class _Cut(Exception):
    """Newer rules do not carry the match's last actions; that is to be written before anything else is done."""


class Door:
    """See the module. The parts of the desk share one; nobody outside has it."""

    def __init__(
        self, db: Database, games: Mapping[str, Game[Any, Any]], clock: Clock, lives: Lives | None = None
    ) -> None:
        self.db = db
        self.games = games
        self.clock = clock
        self.lives = Lives(games, clock) if lives is None else lives
        self.people = People(db)
        self.outbox = Outbox(db, clock)

    async def at_table(self, match: str, body: Callable[[AsyncConnection, Live], Awaitable[R]]) -> R:
        """Do something at a running match: its lock, one transaction, the match as the database has it."""
        for attempt in range(ATTEMPTS):
            try:
                result = await self._try_at_table(match, body)
            except Overtaken:
                if attempt + 1 == ATTEMPTS:
                    raise
            except RulesBug as bug:
                raise self.reported(bug, match) from bug
            else:
                self.outbox.ring()
                return result
        raise AssertionError("unreachable")

    async def look_at(self, match: str, body: Callable[[AsyncConnection, Live], Awaitable[R]]) -> R:
        """Look at a running match, with its lock held: nothing is written, and nobody is woken.

        Unless newer rules do not carry its last actions: that is to be written before anybody sees it.
        """
        try:
            async with self.lives.lock(match), self.db.read() as tx:
                live = await self.lives.get(tx, await self.running(tx, match))
                if live.cut is None:
                    return await body(tx, live)
        except RulesBug as bug:
            raise self.reported(bug, match) from bug
        return await self.at_table(match, body)

    async def at_seat(
        self, match: str, guest: Guest, press: int, do: Callable[[AsyncConnection, Sitting, Chair], Awaitable[None]]
    ) -> Look:
        """A person does something with their seat in a running game: at most once for that press.

        The match as that person may see it then. Raises Refused: not seated, a stand-in plays, over.
        """

        async def body(tx: AsyncConnection, live: Live) -> Look:
            if await matches.pressed(tx, press) is None:
                chair = seat_to_play(live, guest)
                refuse_if_over(live)
                sitting = Sitting(live, self.clock())
                await do(tx, sitting, chair)
                await self.meet(tx, sitting, chair, guest)
                await self.write(tx, sitting, press, live.header.serial)
            return await looks.look(tx, live, guest.person)

        return await self.at_table(match, body)

    async def _try_at_table(self, match: str, body: Callable[[AsyncConnection, Live], Awaitable[R]]) -> R:
        async with self.lives.lock(match):
            try:
                return await self._transact(match, body)
            except _Cut:
                await self._transact(match, self._write_cut, mending=True)
                return await self._transact(match, body)

    async def _transact(
        self, match: str, body: Callable[[AsyncConnection, Live], Awaitable[R]], *, mending: bool = False
    ) -> R:
        live: Live | None = None
        try:
            async with self.db.work() as tx:
                live = await self.lives.get(tx, await self.running(tx, match, lock=True))
                _refuse_cut(live, mending)
                result = await body(tx, live)
        except BaseException:
            if live is not None and live.touched:
                self.lives.drop(match)
            raise
        live.touched, live.cut = False, None
        return result

    async def meet(self, tx: AsyncConnection, sitting: Sitting, chair: Chair, guest: Guest) -> None:
        """What is new about a person shows from the first action that others can notice."""
        if sitting.noticed:
            chair.name = guest.name
            if guest.dm_closed:
                await self.people.opened(tx, guest.person)

    async def write(
        self, tx: AsyncConnection, sitting: Sitting, press: int | None = None, serial: int | None = None
    ) -> None:
        await sitting.write(tx, self.outbox)
        if press is not None:
            await matches.add_press(tx, press, sitting.live.header.id, serial, sitting.now)

    async def _write_cut(self, tx: AsyncConnection, live: Live) -> None:
        """The actions that newer rules do not carry are undone, and the table is told."""
        assert live.cut is not None
        header, game, now = live.header, live.match.game, self.clock()
        before = timing.standing(header, live.chairs)
        live.touched = True
        moved = live.motion
        await matches.undo(tx, header.id, live.cut + 1)
        await self.outbox.withdraw(tx, header.id, "scene")
        header.serial += 1
        header.step += 1
        header.changed_at = now
        header.face_serial = header.base = live.cut
        marks = (game.rules, live.match.digest(), "", now)
        await matches.add_deed(
            tx, header.id, Deed(header.serial, "restart", "desk", None, None, "", (), None, False, *marks)
        )
        # Whoever is asked once more for no fault of theirs has time for it.
        await ticking.keep(tx, live, now, returned=live.face.waiting)
        for chair in live.chairs:
            chair.called = chair.seat in live.match.waiting_for
            chair.called_at = now if chair.called else None
            chair.since = now if chair.seat in live.face.waiting else None
            chair.acted = min(chair.acted, live.cut)
            chair.news_from = min(chair.news_from, live.cut)
            await matches.store_chair(tx, header.id, chair)
        await timing.keep(tx, header, live.chairs, before, now)
        given, live.orders = live.orders, orders.given_after(live.orders, live.cut)
        await orders.store(tx, header.id, given, live.orders)
        header.news_from = min(header.news_from, live.cut)
        header.waiting = live.face.waiting
        await matches.store(tx, header)
        shown = [Notice("say", words=text("desk.restarted")), Notice("board")]
        if moved is not None:
            moved.state, moved.closed_at = "lapsed", now
            await motions.store(tx, moved)
            shown.append(Notice("vote", quiet=True))
        if header.place.guild is not None:
            shown += [Notice("turn", c.seat) for c in live.chairs if c.called and not c.standin]
        await self.outbox.put(tx, [row(live, notice, now) for notice in shown])
        if any(c.called and c.standin for c in live.chairs) and not all(c.standin for c in live.chairs):
            # Nobody could press for a stand-in that is asked again.
            sitting = Sitting(live, now)
            sitting.carry_on()
            await self.write(tx, sitting)

    async def again(self, tx: AsyncConnection, live: Live, guest: Guest, serial: int | None) -> Done:
        """The answer to a press that was answered before."""
        chair = live.chair_of(guest.person)
        seat = chair.seat if chair else None
        lines = [] if serial is None else await matches.lines_of(tx, live.header.id, serial)
        events = tuple(line.event for line in lines if looks.may_know(line.event, seat))
        return Done(await looks.look(tx, live, guest.person), events, duplicate=True)

    async def header(self, tx: AsyncConnection, match: str, *, lock: bool = False) -> Header:
        found = await matches.header(tx, match, lock=lock)
        if found is None:
            raise Refused(text("desk.no_such_match"))
        return found

    async def running(self, tx: AsyncConnection, match: str, *, lock: bool = False) -> Header:
        """The header of a match that was started. Raises Refused for any other."""
        found = await self.header(tx, match, lock=lock)
        if found.seed is None:
            raise Refused(text("desk.cancelled" if found.status == "cancelled" else "desk.not_started"))
        return found

    def reported(self, bug: RulesBug, match: str) -> Refused:
        """A bug of the rules goes to the host's log, without secrets, and becomes words for the person.

        Nothing of it holds.
        """
        self.lives.drop(match)
        log.error("rules_broke", match=match, fault=str(bug))
        return Refused(text("desk.broke"))


def _refuse_cut(live: Live, mending: bool) -> None:
    if live.cut is not None and not mending:
        raise _Cut


def seat_to_play(live: Live, guest: Guest) -> Chair:
    chair = live.chair_of(guest.person)
    if live.header.status == "cancelled":
        raise Refused(text("desk.cancelled"))
    if chair is None:
        raise Refused(text("desk.not_seated"))
    if chair.standin and live.match.outcome is None:
        raise Refused(text("desk.standin_plays"))
    return chair


def refuse_if_over(live: Live) -> None:
    if live.header.status == "cancelled":
        raise Refused(text("desk.cancelled"))
    if live.match.outcome is not None:
        raise Refused(text("kernel.game_over"))
