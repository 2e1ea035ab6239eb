"""What happens when something falls due. It is asked again whether it still applies, and of the present only.

Each timer is worked off in a transaction of its own, at its match's lock: what is to be shown and the time at which it
falls due next are written together, so that a process may end at any moment, and several may do it side by side.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta

import msgspec
import structlog
from sqlalchemy import and_, bindparam, exists, or_, select
from sqlalchemy.ext.asyncio import AsyncConnection

from engines.desk import matches, ticking, timers, timing
from engines.desk.door import Door
from engines.desk.hours import hours_of
from engines.desk.live import Live
from engines.desk.lobby import Lobbies
from engines.desk.matches import HERE, Chair, Header
from engines.desk.notices import Notice
from engines.desk.outbox import NO_MATCH, Row
from engines.desk.people import Person
from engines.desk.reminders import MOST_NUDGES, counted_only, next_nudge
from engines.desk.sitting import row
from engines.desk.tables import MATCHES, OUTBOX, TIMERS
from engines.desk.timers import Kind, Timer, key_of
from engines.desk.timing import Wait
from engines.kernel.text import Noun, Who, text

log = structlog.get_logger()

FIRST_PAUSE = timedelta(minutes=1)
LONGEST_PAUSE = timedelta(hours=6)
SOONEST = timedelta(seconds=1)
"""Before that nothing falls due again, or it would hold up all else."""

Handler = Callable[[AsyncConnection, Live, Timer], Awaitable[datetime | None]]
"""What is done when a timer of a running match is due: when it is due next; None: never.

It may change the timer's `times` and `about`, which are kept. Whatever else it changes of the match it has to store,
and to mark as touched before.
"""


_OF_THE_GAME = and_(
    OUTBOX.c.match == bindparam("this_match"),
    OUTBOX.c.kind.in_(("turn", "seat", "nudge")),
    OUTBOX.c.secret == bindparam("in_secret"),
)
_OF_ALL = and_(OUTBOX.c.match.is_(None), OUTBOX.c.kind == "digest")
_TOLD = select(OUTBOX.c.kind, OUTBOX.c.state, OUTBOX.c.due, OUTBOX.c.done_at).where(
    OUTBOX.c.lane == bindparam("whom"),
    or_(_OF_THE_GAME, _OF_ALL),
    OUTBOX.c.state != "dropped",
    OUTBOX.c.due >= bindparam("since", type_=OUTBOX.c.due.type),
)

_LAST_LETTER = (
    select(OUTBOX.c.state, OUTBOX.c.due)
    .where(OUTBOX.c.person == bindparam("whom"), OUTBOX.c.kind == "digest", OUTBOX.c.state != "dropped")
    .order_by(OUTBOX.c.id.desc())
    .limit(1)
)


class Alarms:
    """See the module. handlers: by kind of timer; all of them may be called for matches that sleep or are over."""

    def __init__(self, door: Door, lobbies: Lobbies) -> None:
        self._door = door
        self._lobbies = lobbies
        self.handlers: dict[Kind, Handler] = {"nudge": self._nudge, "idle": self._rest}
        self._failures: dict[str, int] = {}

    # -- what is due ---------------------------------------------------------------------------------------------------

    async def fall_due(self, limit: int) -> int:
        """Work off what is due, the oldest first, but no more than so many; how many there were.

        What fails is reported, and pushed back with growing pauses: it holds up nothing else.
        """
        async with self._door.db.read() as tx:
            found = await timers.due(tx, self._door.clock(), limit)
        for timer in found:
            await self._work_off(timer)
        return len(found)

    async def next_due(self, after: datetime) -> datetime | None:
        """When something falls due next after that."""
        async with self._door.db.read() as tx:
            return await timers.next_due(tx, after)

    async def _work_off(self, timer: Timer) -> None:
        try:
            if timer.match is None:
                await self._at_person(timer.key)
            elif timer.kind != "idle" or not await self._at_header(timer.key, timer.match):
                await self._at_match(timer.key, timer.match)
        except Exception:
            log.exception("a timer broke", key=timer.key, match=timer.match)
            await self._push_back(timer)
        else:
            self._failures.pop(timer.key, None)

    async def _push_back(self, timer: Timer) -> None:
        failures = self._failures[timer.key] = self._failures.get(timer.key, 0) + 1
        pause = min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** min(failures - 1, 12))
        async with self._door.db.work() as tx:
            now = await timers.get(tx, timer.key)
            if now is not None and now.due == timer.due:
                now.due = self._door.clock() + pause
                await timers.put(tx, [now])

    async def _at_match(self, key: str, match: str) -> None:
        async def body(tx: AsyncConnection, live: Live) -> None:
            timer = await self._still_due(tx, key)
            if timer is not None:
                due = await self.handlers[timer.kind](tx, live, timer)
                await self._settle(tx, timer, due)

        await self._door.at_table(match, body)

    async def _at_header(self, key: str, match: str) -> bool:
        """What rests is mostly put off, or has not begun: for that nobody loads the match. Whether that was all."""
        async with self._door.lives.lock(match), self._door.db.work() as tx:
            header = await matches.header(tx, match, lock=True)
            timer = await self._still_due(tx, key)
            if timer is None or header is None:
                return True
            due = timing.rests_at(header) if header.status in HERE else None
            if header.status == "lobby" and due is not None and due <= self._door.clock():
                await self._lobbies.change(tx, header, self._lobbies.expire())
                due = None
            if done := due is None or due > self._door.clock():
                await self._settle(tx, timer, due)
        self._door.outbox.ring()
        return done

    async def _at_person(self, key: str) -> None:
        async with self._door.db.work() as tx:
            timer = await self._still_due(tx, key)
            if timer is not None:
                await self._settle(tx, timer, await self._write_letter(tx, timer))
        self._door.outbox.ring()

    async def _still_due(self, tx: AsyncConnection, key: str) -> Timer | None:
        """The timer, if nobody else has worked it off or taken it away in the meantime."""
        timer = await timers.get(tx, key)
        return timer if timer is not None and timer.due <= self._door.clock() else None

    async def _settle(self, tx: AsyncConnection, timer: Timer, due: datetime | None) -> None:
        if due is None:
            await timers.cancel(tx, [timer.key])
        else:
            timer.due = max(due, self._door.clock() + SOONEST)
            await timers.put(tx, [timer])

    # -- reminders -----------------------------------------------------------------------------------------------------

    async def _nudge(self, tx: AsyncConnection, live: Live, timer: Timer) -> datetime | None:
        assert timer.seat is not None
        chair, now = live.chairs[timer.seat], self._door.clock()
        wait = timing.wait_of(live.header, chair)
        if wait is None:
            return None
        person = (await timing.people_of(tx, [wait.person]))[wait.person]
        if (timer.person, timer.about) != (wait.person, about := wait.about(person)):
            timer.person, timer.about, timer.times = wait.person, about, 0
        due = _next(person, wait, await self._called(tx, live.header.id, wait, person), timer.times, now)
        if due > now:
            return due
        if timer.times == MOST_NUDGES and not wait.secret:
            await self._give_up(tx, live, wait, now)
        elif timer.times < MOST_NUDGES and not counted_only(person, muted=wait.muted):
            nudge = row(live, Notice("nudge", wait.seat, secret=wait.secret), now)
            await self._door.outbox.put(tx, [nudge])
        timer.times += timer.times <= MOST_NUDGES
        return _next(person, wait, now, timer.times, now)

    async def _give_up(self, tx: AsyncConnection, live: Live, wait: Wait, now: datetime) -> None:
        """Reminders do not help: the host is told; of a host who does not answer, those who play with them."""
        if live.header.host != wait.person:
            stall = row(live, Notice("stall", wait.seat), now)
            told = msgspec.structs.replace(stall, person=live.header.host, asked=None)
            await self._door.outbox.put(tx, [told])
        elif any(not chair.standin and chair.seat != wait.seat for chair in live.chairs):
            commands = {name: Noun(f"bot.command.{name}.name") for name in ("replace", "end")}
            words = text("desk.host_silent", who=Who(wait.seat), **commands)
            await self._door.outbox.put(tx, [row(live, Notice("say", words=words), now)])

    async def _called(self, tx: AsyncConnection, match: str, wait: Wait, person: Person) -> datetime | None:
        """When the person was last told of this question. What still waits to be sent tells them in a moment.

        A daily letter is no reminder, except to whoever does not want any more of them.
        """
        about = {"this_match": match, "whom": wait.person, "in_secret": wait.secret, "since": wait.since}
        told = [
            row.done_at if row.state == "sent" else max(row.due, self._door.clock())
            for row in await tx.execute(_TOLD, about)
            if row.kind != "digest" or person.digest is None
        ]
        return max(told, default=None)

    # -- what rests ----------------------------------------------------------------------------------------------------

    async def _rest(self, tx: AsyncConnection, live: Live, _: Timer) -> datetime | None:
        """A game in which nothing has happened for long is put to sleep."""
        header, now = live.header, self._door.clock()
        if header.status != "playing":
            return None
        if (due := timing.rests_at(header)) > now:
            return due
        before = timing.standing(header, live.chairs)
        live.touched = True
        header.status, header.sleeps = "asleep", "idle"
        await matches.store(tx, header)
        await self._door.outbox.put(tx, [row(live, Notice("say", words=text("desk.idle")), now)])
        await timing.keep(tx, header, live.chairs, before, now)
        await ticking.rest(tx, live, now)
        return None

    # -- the daily letter ----------------------------------------------------------------------------------------------

    async def _write_letter(self, tx: AsyncConnection, timer: Timer) -> datetime | None:
        """If any of a person's games waits for them."""
        assert timer.person is not None
        now = self._door.clock()
        person = (await timing.people_of(tx, [timer.person]))[timer.person]
        games = await self._games(tx, timer.person)
        if person.digest is None or not games:
            return None
        if hours_of(person).rests(now):
            return timing.good_hour(person, person.digest, now)
        today = timing.day_of(person, now)
        waits = any(wait is not None and not wait.muted for wait in (timing.wait_of(*game) for game in games))
        if waits and timer.about < today and not await self._unsent(tx, timer.person):
            await self._door.outbox.put(
                tx, [Row(0, NO_MATCH, "digest", None, timer.person, 0, None, False, 0, now, 0, b"")]
            )
            timer.about = today
        return timing.next_letter(person, person.digest, now, timer.about)

    async def _unsent(self, tx: AsyncConnection, person: int) -> bool:
        """Whether a letter of the days before still waits: it will tell how it stands when it goes out."""
        last = (await tx.execute(_LAST_LETTER, {"whom": person})).first()
        return last is not None and last.state == "waiting"

    async def _last_letter(self, tx: AsyncConnection, person: Person) -> str:
        """The local day of the last one."""
        last = (await tx.execute(_LAST_LETTER, {"whom": person.id})).first()
        timer = await timers.get(tx, key_of("digest", person.id))
        days = [timing.day_of(person, last.due)] if last is not None else []
        return max([*days, timer.about if timer is not None else ""])

    async def _games(self, tx: AsyncConnection, person: int) -> list[tuple[Header, Chair]]:
        """The person's running games, with their seats."""
        found = []
        for header in await matches.of_person(tx, person):
            if header.status == "playing":
                chairs = await matches.chairs(tx, header.id)
                found.append((header, next(c for c in chairs if c.person == person)))
        return found

    # -- habits --------------------------------------------------------------------------------------------------------

    async def changed(self, person: int) -> None:
        """The person's habits are others now: what waits for them, and what is set for them, is asked again at once."""
        async with self._door.db.work() as tx:
            await self._door.outbox.wake_person(tx, person)
            wishes = (await timing.people_of(tx, [person]))[person]
            games = await self._games(tx, person)
            last = await self._last_letter(tx, wishes)
            letters = timing.letter_to(wishes, self._door.clock(), last) if games else []
            await timers.put(tx, letters)
            if not letters:
                await timers.cancel(tx, [key_of("digest", person)])
        for header, _ in games:
            async with self._door.lives.lock(header.id), self._door.db.work() as tx:
                await self._ask_again(tx, header.id, person)
        self._door.outbox.ring()

    async def _ask_again(self, tx: AsyncConnection, match: str, person: int) -> None:
        header = await matches.header(tx, match, lock=True)
        chair = next((c for c in await matches.chairs(tx, match) if c.person == person), None)
        wait = None if header is None or chair is None else timing.wait_of(header, chair)
        if wait is None:
            return
        key, now = key_of("nudge", match, wait.seat), self._door.clock()
        wishes = (await timing.people_of(tx, [person]))[person]
        about, silent = wait.about(wishes), counted_only(wishes, muted=wait.muted)
        if wishes.digest is None:
            await self._door.outbox.tell_after_all(tx, match, person, wait.since)
        timer = await timers.get(tx, key)
        if timer is None or (timer.person, timer.about) != (person, about):
            timer = Timer(key, "nudge", match, wait.seat, person, now, 0, about)
        elif silent:
            # Nobody has heard of the last one, so it is not known any more when that was.
            return
        last = now if silent else await self._called(tx, match, wait, wishes)
        timer.due = _next(wishes, wait, last, timer.times, now)
        await timers.put(tx, [timer])

    # -- at the start --------------------------------------------------------------------------------------------------

    async def adopt(self) -> int:
        """Matches from before there were timers get theirs; how many there were."""
        known = exists().where(TIMERS.c.match == MATCHES.c.id, TIMERS.c.kind == "idle")
        lost = select(MATCHES.c.id).where(MATCHES.c.status.in_(HERE), ~known).order_by(MATCHES.c.id)
        async with self._door.db.read() as tx:
            found = [each.id for each in await tx.execute(lost)]
        for match in found:
            try:
                await self._adopt(match)
            except Exception:
                log.exception("a match could not be given its timers", match=match)
        return len(found)

    async def _adopt(self, match: str) -> None:
        async with self._door.lives.lock(match), self._door.db.work() as tx:
            header = await matches.header(tx, match, lock=True)
            if header is not None and header.status in HERE:
                now = self._door.clock()
                await timers.have(tx, [timing.idle(header, now)])
                if waits := timing.standing(header, await matches.chairs(tx, match)).waits:
                    await timing.remind(tx, match, waits, None, now)

    # -- looking -------------------------------------------------------------------------------------------------------

    async def due_of(self, match: str) -> dict[int, datetime]:
        """Seat → when its person is reminded next, as far as everybody may know for whom the table waits."""
        async with self._door.db.read() as tx:
            header = await matches.header(tx, match)
            if header is None:
                return {}
            standing = timing.standing(header, await matches.chairs(tx, match))
            waits = [wait for wait in standing.waits if not wait.secret and not wait.muted]
            if not waits:
                return {}
            people = await timing.people_of(tx, [w.person for w in waits])
            set_ = await timers.of_keys(tx, [_reminds(people[w.person], match, w) for w in waits])
        now, found = self._door.clock(), {}
        for wait in waits:
            person = people[wait.person]
            timer, about = set_.get(_reminds(person, match, wait)), wait.about(person)
            if timer is None or (timer.kind == "nudge" and person.remind <= 0):
                continue
            if timer.kind == "nudge" and timer.about == about and timer.times >= MOST_NUDGES:
                continue
            late = timer.kind == "nudge" and timer.about != about
            due = next_nudge(person, wait.since, None, 0, now) if late else timer.due
            if due is not None:
                found[wait.seat] = due
        return found


def _reminds(person: Person, match: str, wait: Wait) -> str:
    """Which timer reminds the person of it."""
    return key_of("nudge", match, wait.seat) if person.digest is None else key_of("digest", person.id)


def _next(person: Person, wait: Wait, last: datetime | None, times: int, now: datetime) -> datetime:
    """When the reminder's timer is due next.

    After the last reminder it is one pause more until the host is told; then only whether something has happened since.
    """
    due = next_nudge(person, wait.since, last, min(times, MOST_NUDGES - 1), now, muted=wait.muted)
    assert due is not None
    return due
