"""Clocks as people deal with them: agreeing on one, the warning before it runs down, and what happens then."""

from __future__ import annotations

from contextlib import suppress
from datetime import datetime, timedelta

import msgspec
from sqlalchemy import and_, bindparam, exists, or_, select
from sqlalchemy.ext.asyncio import AsyncConnection

from engines.desk import clocks, matches, ticking, timers
from engines.desk.clocks import Clock
from engines.desk.door import Door, refuse_if_over
from engines.desk.hours import Hours
from engines.desk.live import Live
from engines.desk.lobby import Lobbies
from engines.desk.matches import Chair
from engines.desk.notices import Notice
from engines.desk.outbox import RESTS
from engines.desk.records import Guest
from engines.desk.sitting import Sitting, row
from engines.desk.tables import OUTBOX
from engines.desk.ticking import hand_of
from engines.desk.timers import Timer, key_of
from engines.kernel.decision import Refused
from engines.kernel.text import Text, Who, text

LATE = timedelta(minutes=15)
"""Whatever is done so much after its time was not done because the bot was down."""

GRACE = timedelta(hours=1)
"""What everybody has at least after that, and after their call went out, of time that counts for them."""

MOST_MISSED = 3
"""With so many turns in a row that would be played at zero, nobody is there, and the stand-in keeps the seat."""

_RESTS = OUTBOX.alias("rests")
# What stands behind that in the person's lane waits for the same.
_UNTIL_AWAKE = exists().where(
    _RESTS.c.match == bindparam("this_match"),
    _RESTS.c.person == bindparam("whom"),
    _RESTS.c.state == "waiting",
    _RESTS.c.how == RESTS,
    _RESTS.c.due > bindparam("now", type_=OUTBOX.c.due.type),
)
_UNTOLD = (
    select(OUTBOX.c.id)
    .where(
        OUTBOX.c.match == bindparam("this_match"),
        OUTBOX.c.person == bindparam("whom"),
        OUTBOX.c.kind.in_(("turn", "warning")),
        OUTBOX.c.secret.is_(False),
        OUTBOX.c.state == "waiting",
        # What waits only until its person wakes is no fault of the host's box.
        ~_UNTIL_AWAKE,
        or_(
            OUTBOX.c.due <= bindparam("now", type_=OUTBOX.c.due.type),
            and_(OUTBOX.c.tries > 0, OUTBOX.c.due <= bindparam("soon", type_=OUTBOX.c.due.type)),
        ),
    )
    .limit(1)
)


class Clocks:
    """See the module."""

    def __init__(self, door: Door, lobbies: Lobbies) -> None:
        self._door = door
        self._lobbies = lobbies

    # -- agreeing ------------------------------------------------------------------------------------------------------

    async def set(self, match: str, guest: Guest, clock: Clock | None, press: int) -> None:
        """The host agrees with the table on a clock, or on none; while it forms as well as while it runs.

        Nobody has less than the new bank by that, or than they had if that is less. A running game's table is told.
        Raises Refused.
        """
        if await self._set_forming(match, guest, clock, press):
            return

        async def body(tx: AsyncConnection, live: Live) -> None:
            if await matches.pressed(tx, press) is None:
                refuse_if_over(live)
                if live.header.host != guest.person:
                    raise Refused(text("desk.host_only"))
                if live.header.place.guild is None:
                    raise Refused(text("desk.clock.alone"))
                await matches.add_press(tx, press, match, None, self._door.clock())
                if clocks.read(live.header.clock) != clock:
                    await self._change(tx, live, clock, guest.name)

        await self._door.at_table(match, body)

    async def _set_forming(self, match: str, guest: Guest, clock: Clock | None, press: int) -> bool:
        async with self._door.lives.lock(match), self._door.db.work() as tx:
            header = await self._door.header(tx, match, lock=True)
            if header.seed is not None:
                return False
            if await matches.pressed(tx, press) is None:
                await self._lobbies.change(tx, header, self._lobbies.set_clock(guest.person, clock))
                await matches.add_press(tx, press, match, None, self._door.clock())
        self._door.outbox.ring()
        return True

    async def _change(self, tx: AsyncConnection, live: Live, clock: Clock | None, host: str) -> None:
        header, now, old = live.header, self._door.clock(), clocks.read(live.header.clock)
        live.touched = True
        less = await self._recast(tx, live, old, clock)
        await ticking.schedule(tx, live, live.chairs, None, {})
        header.clock, header.changed_at = clocks.write(clock), now
        await ticking.keep(tx, live, now)
        await self._store(tx, live)
        words = text("desk.clock.off", name=host)
        if clock is not None:
            key = "desk.clock.set_shorter" if less else "desk.clock.set"
            words = text(key, name=host, terms=clocks.terms(clock))
        await self._door.outbox.put(tx, [row(live, notice, now) for notice in (_line(words), Notice("edit"))])

    async def _recast(self, tx: AsyncConnection, live: Live, old: Clock | None, clock: Clock | None) -> bool:
        """Let all clocks stand with what they have under the other clock; whether anybody has less by that."""
        hours, less = await ticking.hours_at(tx, live.chairs), False
        for chair in live.chairs:
            left = None
            if old is not None and clock is not None:
                had = hand_of(chair, old).left_at(old, hours[chair.seat], self._door.clock())
                left = had if clock.same_time(old) else clock.kept(had)
                less = less or left < had
            if old is None or clock is None or not clock.same_time(old):
                chair.rang = ""
            chair.left, chair.runs_from = left, None
        return less

    # -- other hours ---------------------------------------------------------------------------------------------------

    async def settle(self, person: int) -> None:
        """What has run down by that person's hours has run down; the rest goes by the hours as they are now.

        To be called before and after they are changed.
        """
        async with self._door.db.read() as tx:
            found = [h.id for h in await matches.of_person(tx, person) if h.clock and h.status == "playing"]
        for match in found:
            # A table that can't be loaded keeps nobody from changing their hours.
            with suppress(Refused):
                await self._door.at_table(match, lambda tx, live: self._settle(tx, live, person))

    async def _settle(self, tx: AsyncConnection, live: Live, person: int) -> None:
        clock, chair, now = clocks.read(live.header.clock), live.chair_of(person), self._door.clock()
        if clock is None or chair is None or chair.runs_from is None:
            return
        live.touched = True
        hours = await ticking.hours_at(tx, [chair])
        old = await timers.get(tx, key_of("flag", live.header.id, chair.seat))
        chair.left, chair.runs_from = hand_of(chair, clock).left_at(clock, hours[chair.seat], now), now
        await ticking.schedule(tx, live, [chair], clock, hours)
        await self._store(tx, live)
        zero = hand_of(chair, clock).zero(clock, hours[chair.seat])
        if old is not None and zero is not None and abs(zero - old.due) >= timedelta(minutes=1):
            await self._door.outbox.put(tx, [row(live, Notice("edit"), now)])

    # -- running down --------------------------------------------------------------------------------------------------

    async def warn(self, tx: AsyncConnection, live: Live, timer: Timer) -> datetime | None:
        """The person is told that their time runs out. An alarm's handler."""
        running = await self._running(tx, live, timer)
        if running is None:
            return None
        chair, clock, hours = running
        now, due = self._door.clock(), hand_of(chair, clock).warning(clock, hours)
        if chair.rang or due is None or due > now:
            return None if chair.rang else due
        live.touched = True
        chair.rang = "warning"
        if now - timer.due > LATE:
            await self._be_patient(tx, live, chair, clock, hours)
        await self._store(tx, live)
        await self._door.outbox.put(tx, [row(live, Notice("warning", chair.seat), now)])
        return None

    async def fall(self, tx: AsyncConnection, live: Live, timer: Timer) -> datetime | None:
        """The time has run out, unless the person's hours say something else by now. An alarm's handler."""
        running = await self._running(tx, live, timer)
        if running is None:
            return None
        chair, clock, hours = running
        now, zero = self._door.clock(), _falls(chair, clock, hours)
        if zero is None or zero > now:
            return zero
        live.touched = True
        if now - timer.due > LATE or await self._untold(tx, live, chair):
            await self._be_patient(tx, live, chair, clock, hours)
            await self._store(tx, live)
            return hand_of(chair, clock).zero(clock, hours)
        if clock.at_zero == "tell":
            await self._tell(tx, live, chair)
            return None
        if clock.at_zero == "turn" and chair.seat not in live.match.waiting_for:
            # Somebody else is asked something in secret before the table can go on; nobody is to notice.
            return now + GRACE
        sitting = Sitting(live, now)
        chair.rang = "flag"
        chair.missed += 1
        if clock.at_zero == "seat":
            sitting.rise(chair, _said("seat", chair))
        elif chair.missed >= MOST_MISSED:
            sitting.rise(chair, _said("missed", chair))
        else:
            sitting.play_turn(chair, _said("turn", chair))
        sitting.carry_on()
        await self._door.write(tx, sitting)
        # Where the seat is alone, its next turn has begun.
        return _falls(chair, clock, hours)

    async def _running(self, tx: AsyncConnection, live: Live, timer: Timer) -> tuple[Chair, Clock, Hours] | None:
        """The seat whose clock runs, with it and its person's hours."""
        assert timer.seat is not None
        chair, clock = live.chairs[timer.seat], clocks.read(live.header.clock)
        if clock is None or chair.runs_from is None or live.header.status != "playing":
            return None
        timer.person = chair.person
        return chair, clock, (await ticking.hours_at(tx, [chair]))[chair.seat]

    async def _be_patient(self, tx: AsyncConnection, live: Live, chair: Chair, clock: Clock, hours: Hours) -> None:
        """Nobody loses time because the bot was down: from now on it is an hour, if there was less."""
        now = self._door.clock()
        left = hand_of(chair, clock).left_at(clock, hours, now)
        chair.left, chair.runs_from = max(left, int(GRACE.total_seconds())), now
        await ticking.schedule(tx, live, [chair], clock, {chair.seat: hours})
        await self._door.outbox.put(tx, [row(live, Notice("edit"), now)])

    async def _untold(self, tx: AsyncConnection, live: Live, chair: Chair) -> bool:
        """Whether the person has not been called yet, because Discord or the bot was down."""
        now = self._door.clock()
        asked = {"this_match": live.header.id, "whom": chair.person, "now": now, "soon": now + LATE}
        return (await tx.execute(_UNTOLD, asked)).first() is not None

    async def _tell(self, tx: AsyncConnection, live: Live, chair: Chair) -> None:
        """Table and host are told, once."""
        now, words = self._door.clock(), _said("tell", chair)
        chair.rang = "flag"
        await self._store(tx, live)
        rows = [row(live, _line(words), now)]
        if live.header.host != chair.person:
            stall = row(live, Notice("stall", chair.seat, words=text("desk.flag.host", who=Who(chair.seat))), now)
            rows.append(msgspec.structs.replace(stall, person=live.header.host, asked=None))
        await self._door.outbox.put(tx, rows)

    async def _store(self, tx: AsyncConnection, live: Live) -> None:
        for chair in live.chairs:
            await matches.store_chair(tx, live.header.id, chair)
        await matches.store(tx, live.header)


def _falls(chair: Chair, clock: Clock, hours: Hours) -> datetime | None:
    """When the flag falls; None: it has fallen, or the clock stands."""
    return None if chair.rang == "flag" else hand_of(chair, clock).zero(clock, hours)


def _said(what: str, chair: Chair) -> Text:
    return text(f"desk.flag.{what}", who=Who(chair.seat))


def _line(words: Text) -> Notice:
    return Notice("say", words=words)
