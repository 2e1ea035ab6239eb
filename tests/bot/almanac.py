"""When somebody rests, reckoned minute by minute on their own clock.

A second reckoning, on purpose: it shares nothing with the bot's.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime, timedelta
from zoneinfo import ZoneInfo

QUARTER = timedelta(minutes=15)
"""Zones and quiet hours begin and end with one."""

SATURDAY = 5
LATEST_ZONE = timedelta(hours=15)
"""No local day begins earlier than this before that day in UTC."""


@dataclass(frozen=True)
class Habits:
    """How somebody wants to be called.

    quiet: from and until, in minutes of the local day. away_until: nobody calls before that local day. remind: hours; 0
    never. digest: the local hour of one daily letter instead of others. letters: direct messages are wanted.
    """

    zone: str = "UTC"
    quiet: tuple[int, int] | None = None
    weekends_off: bool = False
    away_until: date | None = None
    remind: int = 24
    digest: int | None = None
    next_up: bool = False
    letters: bool = True
    language: str = "auto"

    def local(self, at: datetime) -> datetime:
        return at.astimezone(ZoneInfo(self.zone))

    def away(self, at: datetime) -> bool:
        """On vacation."""
        return self.away_until is not None and self.local(at).date() < self.away_until

    def rests(self, at: datetime) -> bool:
        """Nobody calls at that moment."""
        local = self.local(at)
        return self.away(at) or (self.weekends_off and local.weekday() >= SATURDAY) or self._sleeps(local)

    def _sleeps(self, local: datetime) -> bool:
        if self.quiet is None:
            return False
        begins, ends = self.quiet
        minute = local.hour * 60 + local.minute
        return begins <= minute < ends if begins < ends else minute >= begins or minute < ends

    def wakes(self, at: datetime) -> datetime:
        """The first moment from then on at which one may be called."""
        if not self.rests(at):
            return at
        moment = quarter_after(at)
        if self.away(at):
            assert self.away_until is not None
            midnight = datetime(self.away_until.year, self.away_until.month, self.away_until.day, tzinfo=at.tzinfo)
            moment = max(moment, midnight - LATEST_ZONE)
        while self.rests(moment):
            moment += QUARTER
        return moment

    def letter_of(self, day: date) -> datetime | None:
        """When the letter of that local day comes at the earliest; None: no hour of that day's is good for it."""
        assert self.digest is not None
        moment = datetime(day.year, day.month, day.day, tzinfo=ZoneInfo("UTC")) - LATEST_ZONE
        while (local := self.local(moment)).date() <= day:
            if local.date() == day and local.hour >= self.digest and not self.rests(moment):
                return moment
            moment += QUARTER
        return None


def quarter_after(at: datetime) -> datetime:
    """The next full quarter of an hour."""
    begun = at.replace(minute=at.minute - at.minute % 15, second=0, microsecond=0)
    return begun + QUARTER
