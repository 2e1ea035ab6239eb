"""A person's own time: when nobody calls, and which time counts on a clock.

The clock on the person's wall decides. So an hour that exists twice is quiet twice, and one that doesn't exist is
nobody's; a night is as long as it is, across every change of the clock.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from functools import lru_cache
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from msgspec import Struct

from engines.desk.people import Person

DAY = timedelta(days=1)
MINUTES = 24 * 60
SATURDAY = 5
FOREVER = date(9000, 1, 1)
"""Whoever is away for longer than that comes back then: no calendar ends within a calculation."""


class Pauses(Struct, frozen=True):
    """What stops a clock: the quiet hours, weekends off and vacations of the person it runs for."""

    nights: bool = False
    weekends: bool = False
    vacations: bool = False


class Hours(Struct, frozen=True):
    """When a person may be called.

    zone: an IANA time zone; one that nobody knows counts as UTC. quiet: the minutes of the local day from and until
    which nobody calls; they may go over midnight, and equal ones are none. weekends_off: nor on Saturdays and Sundays,
    from midnight to midnight. away_until: the day on which the person is back; nor before its first moment.
    """

    zone: str = "UTC"
    quiet: tuple[int, int] | None = None
    weekends_off: bool = False
    away_until: date | None = None

    def local(self, moment: datetime) -> datetime:
        """What the clock on the person's wall shows."""
        return moment.astimezone(zone_of(self.zone))

    def rests(self, now: datetime) -> bool:
        """Nobody calls now."""
        here = self.local(now)
        return (
            self.away(now)
            or (self.weekends_off and here.weekday() >= SATURDAY)
            or (self.quiet is not None and _within(here.hour * 60 + here.minute, *self.quiet))
        )

    def away(self, now: datetime) -> bool:
        """The person is on vacation."""
        return self.away_until is not None and self.local(now).date() < min(self.away_until, FOREVER)

    def wakes(self, now: datetime) -> datetime:
        """The first moment from now on at which one may be called."""
        moment = now.astimezone(UTC)
        for end, rests in self.spans(now):
            if not rests:
                break
            moment = end
        return moment

    def rests_from(self, start: datetime, moment: datetime) -> datetime | None:
        """Since when one has rested at that moment, without a break; None: all the time since start."""
        since = None
        for end, rests in self.spans(start):
            if end > moment:
                break
            since = since if rests else end
        return since

    def next_hour(self, hour: int, now: datetime) -> datetime:
        """The first moment after now at which the wall shows that hour; where it doesn't exist, right after the gap."""
        zone, today = zone_of(self.zone), self.local(now).date()
        for days in (0, 1, 2, 3):
            wall = datetime.combine(today + days * DAY, time(hour), zone)
            if (moment := wall.astimezone(UTC)) > now:
                return moment
        raise AssertionError("no day is longer than three")

    def under(self, pauses: Pauses) -> Hours:
        """The hours of which only these count."""
        return Hours(
            self.zone,
            self.quiet if pauses.nights else None,
            self.weekends_off and pauses.weekends,
            self.away_until if pauses.vacations else None,
        )

    def spans(self, start: datetime) -> Iterator[tuple[datetime, bool]]:
        """The time from start, in pieces in each of which one rests or doesn't: its end, whether one rests."""
        moment = start.astimezone(UTC)
        minutes = {0} if self.weekends_off or self.away_until else set[int]()
        minutes.update(self.quiet or ())
        while True:
            rests = self.rests(moment)
            end = self._next_change(moment, minutes)
            if self.away(moment) and self.away_until is not None:
                # Nowhere on earth is the day of the return nearer than that.
                end = max(end, datetime.combine(min(self.away_until, FOREVER), time(), UTC) - 2 * DAY)
            yield end, rests
            moment = end

    def _next_change(self, moment: datetime, minutes: set[int]) -> datetime:
        """The next moment at which the wall shows one of these minutes of the day, or the clock is changed."""
        here = self.local(moment).replace(tzinfo=None)
        midnight = datetime.combine(here.date(), time())
        after = [midnight + timedelta(minutes=minute) for minute in minutes] or [here + DAY]
        end = moment + min(at - here if at > here else at - here + DAY for at in after)
        offset = self.local(moment).utcoffset()
        if self.local(end).utcoffset() == offset:
            return end
        # Clocks are changed at full seconds, and not twice within a day.
        second = moment.replace(microsecond=0)
        seconds = range(int((end - second).total_seconds()) + 1)
        changed = bisect_left(
            seconds, True, key=lambda s: self.local(second + timedelta(seconds=s)).utcoffset() != offset
        )
        return second + timedelta(seconds=changed)


@lru_cache(maxsize=1024)
def zone_of(name: str) -> tzinfo:
    """The time zone of that name; UTC if nobody knows it, for a table must go on whatever somebody once stored."""
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return UTC


def hours_of(person: Person) -> Hours:
    """The person's hours. What makes no sense as a time of day is none."""
    start, end = person.quiet_from, person.quiet_until
    quiet = None
    if start is not None and end is not None and 0 <= start < MINUTES and 0 <= end < MINUTES:
        quiet = (start, end)
    return Hours(person.zone or "UTC", quiet, person.weekends_off, person.away_until)


def elapsed(hours: Hours, pauses: Pauses, start: datetime, end: datetime) -> timedelta:
    """How much of the time from start to end counts."""
    counted, moment = timedelta(), start
    for until, rests in hours.under(pauses).spans(start):
        if moment >= end:
            break
        if not rests:
            counted += min(until, end) - moment
        moment = until
    return counted


def runs_out(hours: Hours, pauses: Pauses, start: datetime, left: timedelta) -> datetime:
    """The first moment from start on by which so much time has counted."""
    moment = start.astimezone(UTC)
    if left <= timedelta():
        return moment
    for until, rests in hours.under(pauses).spans(start):
        if not rests:
            if moment + left <= until:
                break
            left -= until - moment
        moment = until
    return moment + left


def _within(minute: int, start: int, end: int) -> bool:
    return start <= minute < end if start <= end else minute >= start or minute < end
