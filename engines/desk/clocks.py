"""The time that each seat has: a bank, and an increment for each of its turns. Pure.

What runs, stops and falls due is a matter of `ticking.py` and `flags.py`.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Literal

import msgspec
from msgspec import Struct

from engines.desk.hours import Hours, Pauses, elapsed, runs_out
from engines.kernel.text import Each, Noun, Text, text

AtZero = Literal["tell", "turn", "seat"]
"""What happens at zero: host and table are told, the stand-in plays this turn, the seat passes to the stand-in."""

MINUTE = 60
DAY = 24 * 60 * MINUTE

LONGEST_WARNING = DAY // 2
SHORTEST_WARNING = 10 * MINUTE


class Clock(Struct, frozen=True):
    """What a table agreed on.

    bank: the seconds that each seat begins with. increment: the seconds that it gets when one of its turns begins.
    most: the seconds that can be saved by increments. pauses: what stops it. at_zero: what happens then.
    """

    bank: int
    increment: int
    most: int
    pauses: Pauses = Pauses()
    at_zero: AtZero = "tell"

    def credited(self, left: int) -> int:
        """What is left with the increment. Whoever has more than can be saved keeps it, and gets nothing."""
        return max(left, min(left + self.increment, self.most))

    def kept(self, left: int) -> int:
        """What a seat has under this clock that had so much under another: nobody loses time by the change."""
        return max(self.bank, min(left, self.most))

    def same_time(self, other: Clock) -> bool:
        """Whether both give the same time, whatever stops them and whatever happens then."""
        return (self.bank, self.increment, self.most) == (other.bank, other.increment, other.most)


PRESETS: dict[str, Clock] = {
    # A day comes with every turn, and whoever was quick has saved up to three for a bad week.
    "day": Clock(2 * DAY, DAY, 3 * DAY, Pauses(vacations=True)),
    "three_days": Clock(4 * DAY, 3 * DAY, 7 * DAY, Pauses(vacations=True)),
    # All are there: time to fetch a drink, none to go to bed. Nobody is on vacation who sits at the table.
    "evening": Clock(30 * MINUTE, 5 * MINUTE, 45 * MINUTE),
}
"""A move a day, a move every three days, this evening."""

OFF = "off"
OWN = "own"


def preset_of(clock: Clock | None) -> str:
    """The key of the preset with the same time; OFF for no clock, OWN for one that is none of them."""
    if clock is None:
        return OFF
    return next((key for key, preset in PRESETS.items() if preset.same_time(clock)), OWN)


def terms(clock: Clock) -> Text:
    """What it gives, what stops it, and what happens at zero."""
    stops = [Noun(f"desk.clock.pause.{name}") for name in clock.pauses.__struct_fields__ if getattr(clock.pauses, name)]
    return text(
        "desk.clock.terms" if stops else "desk.clock.terms_unpaused",
        time=Noun(f"desk.clock.time.{preset_of(clock)}"),
        zero=Noun(f"desk.clock.zero.{clock.at_zero}"),
        pauses=Each(tuple(stops)),
    )


def read(stored: str) -> Clock | None:
    """The clock of a match, as it is stored; None: everybody may take as long as they like."""
    return msgspec.json.decode(stored, type=Clock) if stored else None


def write(clock: Clock | None) -> str:
    """The clock as it is stored."""
    return "" if clock is None else msgspec.json.encode(clock).decode()


class Hand(Struct, frozen=True):
    """What one seat has.

    left: the seconds that it had when it last began to run, or stopped. runs_from: it runs since then; None: it stands.
    """

    left: int
    runs_from: datetime | None = None

    def left_at(self, clock: Clock, hours: Hours, now: datetime) -> int:
        """The seconds left now; never less than none."""
        if self.runs_from is None:
            return self.left
        used = elapsed(hours, clock.pauses, self.runs_from, now)
        return max(0, self.left - int(used.total_seconds()))

    def stopped(self, clock: Clock, hours: Hours, now: datetime) -> Hand:
        """It stands from now on."""
        return Hand(self.left_at(clock, hours, now))

    def zero(self, clock: Clock, hours: Hours) -> datetime | None:
        """When it will have run down; None: it stands."""
        return None if self.runs_from is None else self._reaches(clock, hours, self.runs_from, 0)

    def warning(self, clock: Clock, hours: Hours) -> datetime | None:
        """When its person is to be warned; None: it stands.

        When a quarter of what it had is left: at most half a day, for whoever looks once a day; at least ten minutes,
        for whoever is near; and of very little, when half of it is left. Whoever would sleep through that is warned
        before they go to rest.
        """
        if self.runs_from is None:
            return None
        ahead = min(max(self.left // 4, SHORTEST_WARNING), LONGEST_WARNING, self.left // 2)
        moment, soon = self._reaches(clock, hours, self.runs_from, ahead), timedelta(seconds=SHORTEST_WARNING)
        if hours.rests(moment) and hours.wakes(moment) + soon > self._reaches(clock, hours, self.runs_from, 0):
            rests = hours.rests_from(self.runs_from, moment)
            return moment if rests is None else max(self.runs_from.astimezone(UTC), rests - soon)
        return moment

    def _reaches(self, clock: Clock, hours: Hours, start: datetime, left: int) -> datetime:
        return runs_out(hours, clock.pauses, start, timedelta(seconds=self.left - left))
