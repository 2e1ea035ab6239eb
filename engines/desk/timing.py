"""What is set when something happens at a table: who is to be reminded and when, and when it counts as forgotten.

A timer is only ever too early: whether it still applies is asked when it falls due (alarms.py). So a seat that goes on
in its own turn, and a table at which something happens, need nothing written.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from datetime import UTC, datetime, timedelta

import msgspec
from msgspec import Struct
from sqlalchemy import bindparam, select
from sqlalchemy.ext.asyncio import AsyncConnection

from engines.desk import timers
from engines.desk.hours import hours_of
from engines.desk.matches import Chair, Header
from engines.desk.people import Person
from engines.desk.reminders import counted_only, next_nudge
from engines.desk.tables import PEOPLE
from engines.desk.timers import Timer, key_of

LOBBY_RESTS = timedelta(days=14)
"""A table at which nobody has joined or changed anything for so long is closed."""

GAME_RESTS = timedelta(days=30)
"""A game in which nobody could notice anything for so long is put to sleep."""

_PEOPLE = select(PEOPLE).where(PEOPLE.c.id.in_(bindparam("whom", expanding=True)))


class Wait(Struct, frozen=True):
    """The table waits for a seat's person, who is to be reminded of it.

    secret: only that person may know. muted: they want to hear no more of it.
    """

    seat: int
    person: int
    since: datetime
    secret: bool
    muted: bool = False

    def about(self, person: Person) -> str:
        """What a timer for it is set for: reminders that are only counted are not those that somebody hears."""
        asked = self.since.astimezone(UTC).isoformat()
        return f"{asked} in silence" if counted_only(person, muted=self.muted) else asked


class Standing(Struct, frozen=True):
    """A table as its timers need it."""

    status: str
    waits: tuple[Wait, ...]


def wait_of(header: Header, chair: Chair) -> Wait | None:
    """What that seat's person is to be reminded of, if anything, though they may not want to hear of it.

    Where everybody sees the table wait for a seat, only what everybody sees counts: nothing that is asked and answered
    in secret meanwhile moves its reminders.
    """
    if header.status != "playing" or chair.standin:
        return None
    muted = chair.muted != ""
    if chair.since is not None:
        return Wait(chair.seat, chair.person, chair.since, secret=False, muted=muted)
    if chair.called and chair.called_at is not None and not muted:
        return Wait(chair.seat, chair.person, chair.called_at, secret=True)
    return None


def standing(header: Header, chairs: Iterable[Chair]) -> Standing:
    """The table as it is now; `keep` compares."""
    waits = (wait_of(header, chair) for chair in chairs)
    return Standing(header.status, tuple(wait for wait in waits if wait is not None))


def hear_again(chairs: Iterable[Chair], anew: Collection[int]) -> None:
    """Whoever wanted to hear no more of a turn does again, when the next one begins."""
    for chair in chairs:
        if chair.muted == "turn" and chair.seat in anew:
            chair.muted = ""


async def keep(
    tx: AsyncConnection, header: Header, chairs: Sequence[Chair], before: Standing | None, now: datetime
) -> None:
    """Set and take away timers, after something changed. before None: nothing is set yet."""
    after = standing(header, chairs)
    if after.status != (before.status if before else None):
        if after.status in {"over", "cancelled", "asleep"}:
            await timers.cancel_all(tx, header.id)
            return
        await timers.put(tx, [idle(header, now)])
    was = {_whose(wait): wait for wait in (before.waits if before else ())}
    fresh = [wait for wait in after.waits if was.pop(_whose(wait), None) is None]
    kept = {wait.seat for wait in after.waits}
    await timers.cancel(tx, [key_of("nudge", header.id, w.seat) for w in was.values() if w.seat not in kept])
    if fresh:
        await remind(tx, header.id, fresh, now, now)


async def remind(tx: AsyncConnection, match: str, waits: Sequence[Wait], last: datetime | None, now: datetime) -> None:
    """Set the timers of what is newly waited for. last: when it was to be told them, if that is known."""
    people = await people_of(tx, [wait.person for wait in waits])
    nudges, letters = [], []
    for wait in waits:
        person, key = people[wait.person], key_of("nudge", match, wait.seat)
        # Whoever rests is told when they wake.
        told = None if last is None else hours_of(person).wakes(last)
        due = next_nudge(person, wait.since, told, 0, now, muted=wait.muted)
        assert due is not None
        nudges.append(Timer(key, "nudge", match, wait.seat, wait.person, due, about=wait.about(person)))
        letters += letter_to(person, now)
    await timers.put(tx, nudges)
    await timers.have(tx, letters)


def idle(header: Header, now: datetime) -> Timer:
    """When a table is looked at again, whether anything has happened at it."""
    return Timer(key_of("idle", header.id), "idle", header.id, None, None, now + _rests(header))


def rests_at(header: Header) -> datetime:
    """When it is time for a table to be closed or put to sleep, if nothing more happens at it."""
    return (header.changed_at or header.opened_at) + _rests(header)


def _rests(header: Header) -> timedelta:
    return LOBBY_RESTS if header.status == "lobby" else GAME_RESTS


def letter_to(person: Person, now: datetime, last: str = "") -> list[Timer]:
    """The timer of the daily letter, if the person wants one. last: the local day of the one before."""
    if person.digest is None:
        return []
    due = next_letter(person, person.digest, now, last)
    return [Timer(key_of("digest", person.id), "digest", None, None, person.id, due, about=last)]


def next_letter(person: Person, hour: int, now: datetime, last: str = "") -> datetime:
    """The next time that it is that hour where the person lives; later, if nobody is to call then.

    last: the local day of their last letter, for there is one a day at most.
    """
    hours, due = hours_of(person), now
    while True:
        due = hours.next_hour(hour, due)
        moment = good_hour(person, hour, due)
        if day_of(person, moment) > last:
            return moment


def good_hour(person: Person, hour: int, due: datetime) -> datetime:
    """When the letter that is due then may come: on the day on which the person wakes, at their hour if they can."""
    hours = hours_of(person)
    wakes = hours.wakes(due)
    if wakes == due:
        return due
    later = hours.next_hour(hour, wakes)
    return later if day_of(person, later) == day_of(person, wakes) and not hours.rests(later) else wakes


def day_of(person: Person, moment: datetime) -> str:
    """The local day."""
    return hours_of(person).local(moment).date().isoformat()


async def people_of(tx: AsyncConnection, persons: Collection[int]) -> dict[int, Person]:
    """What these persons prefer."""
    found = {row.id: msgspec.convert(row._asdict(), Person) for row in await tx.execute(_PEOPLE, {"whom": [*persons]})}
    return {person: found.get(person) or Person(person) for person in persons}


def _whose(wait: Wait) -> tuple[int, int, bool, bool]:
    return (wait.person, wait.seat, wait.secret, wait.muted)
