"""What a clock promises: the sums are right, in everybody's own time, and nobody's time is ever less than none."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engines.desk.clocks import DAY, MINUTE, OFF, OWN, PRESETS, Clock, Hand, preset_of, read, write
from engines.desk.hours import Hours, Pauses

HOUR = 60 * MINUTE
NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)
ANYTIME = Hours()
ZONES = ("UTC", "Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Asia/Tokyo")

PLAIN = Clock(2 * DAY, DAY, 3 * DAY)

pauses = st.builds(Pauses, st.booleans(), st.booleans(), st.booleans())
hours = st.builds(
    Hours,
    st.sampled_from(ZONES),
    st.none() | st.tuples(st.integers(0, 1439), st.integers(0, 1439)),
    st.booleans(),
    st.none() | st.dates(date(2026, 2, 20), date(2026, 4, 20)),
)
paused = st.builds(Clock, st.just(2 * DAY), st.just(DAY), st.just(3 * DAY), pauses)
moments = st.integers(-10 * DAY, 50 * DAY).map(lambda second: NOON + timedelta(seconds=second))
seconds = st.integers(0, 3 * DAY)


@given(paused, hours, moments, seconds)
def test_it_is_at_zero_when_it_says_so(clock: Clock, own: Hours, start: datetime, left: int) -> None:
    """Then nothing is left, and a second before, if it was to count, something is; across every change of the clock."""
    hand = Hand(left, start)
    zero = hand.zero(clock, own)
    assert zero is not None
    assert hand.left_at(clock, own, zero) == 0
    if left:
        assert hand.left_at(clock, own, zero - timedelta(seconds=1)) == 1


@given(paused, hours, moments, seconds, st.lists(st.integers(0, 20 * HOUR), max_size=5))
def test_what_was_used_is_gone_however_often_it_stood(
    clock: Clock, own: Hours, start: datetime, left: int, waits: list[int]
) -> None:
    """To stop it and let it run again at once changes nothing of what is left, and it is never less than none."""
    whole, parts, now = Hand(left, start), Hand(left, start), start
    for wait in waits:
        now += timedelta(seconds=wait)
        parts = Hand(parts.stopped(clock, own, now).left, now)
        assert parts.left_at(clock, own, now) == whole.left_at(clock, own, now) >= 0


@given(paused, hours, moments, seconds)
def test_the_warning_comes_before(clock: Clock, own: Hours, start: datetime, left: int) -> None:
    """It comes while it runs, with something left if there was anything: at most half a day, if one is awake then."""
    hand = Hand(left, start)
    warning, zero = hand.warning(clock, own), hand.zero(clock, own)
    assert warning is not None
    assert zero is not None
    assert start <= warning <= zero
    at_most = 12 * HOUR if own.wakes(warning + timedelta(minutes=11)) == warning + timedelta(minutes=11) else left
    assert min(left // 2, 1) <= hand.left_at(clock, own, warning) <= at_most


@given(paused, hours, moments, seconds)
def test_the_warning_can_be_heard(clock: Clock, own: Hours, start: datetime, left: int) -> None:
    """Whoever is awake at all between question and zero is told before it: when it comes, or when they wake."""
    hand = Hand(left, start)
    warning, zero = hand.warning(clock, own), hand.zero(clock, own)
    assert warning is not None
    assert zero is not None
    if own.wakes(start) < zero - timedelta(minutes=10):
        assert own.wakes(warning) < zero


@pytest.mark.parametrize(
    ("left", "ahead"),
    [(3 * DAY, 12 * HOUR), (DAY, 6 * HOUR), (HOUR, 15 * MINUTE), (30 * MINUTE, 10 * MINUTE), (8 * MINUTE, 4 * MINUTE)],
)
def test_how_long_before(left: int, ahead: int) -> None:
    """A quarter, between ten minutes and half a day; of very little the half."""
    hand = Hand(left, NOON)
    assert hand.warning(PLAIN, ANYTIME) == NOON + timedelta(seconds=left - ahead)


def test_one_that_stands_uses_nothing() -> None:
    hand = Hand(DAY)
    assert hand.left_at(PLAIN, ANYTIME, NOON + timedelta(days=9)) == DAY
    assert hand.zero(PLAIN, ANYTIME) is None
    assert hand.warning(PLAIN, ANYTIME) is None


def test_nights_count_unless_the_table_says_otherwise() -> None:
    """A day of which eight hours are quiet lasts a day, or a day and a half."""
    own = Hours("Europe/Berlin", (22 * 60, 6 * 60))
    assert Hand(DAY, NOON).zero(PLAIN, own) == NOON + timedelta(hours=24)
    resting = Clock(DAY, DAY, DAY, Pauses(nights=True))
    # From 13 to 22 o'clock there, then from 6 to 21.
    assert Hand(DAY, NOON).zero(resting, own) == NOON + timedelta(hours=32)


@pytest.mark.parametrize(("day", "length"), [(date(2026, 3, 29), 23), (date(2026, 10, 25), 25), (date(2026, 6, 7), 24)])
def test_a_day_off_is_as_long_as_it_is(day: date, length: int) -> None:
    """A Sunday on which the clocks are changed stops it for 23 or 25 hours."""
    friday = datetime(day.year, day.month, day.day, tzinfo=UTC) - timedelta(days=2)
    own, resting = Hours("Europe/Berlin", weekends_off=True), Clock(DAY, 0, DAY, Pauses(weekends=True))
    zero = Hand(3 * DAY, friday).zero(resting, own)
    assert zero == friday + timedelta(hours=24 + length + 72)


def test_a_vacation_stops_it_until_the_person_is_back() -> None:
    own = Hours("UTC", away_until=date(2026, 3, 10))
    resting = Clock(DAY, 0, DAY, Pauses(vacations=True))
    assert Hand(DAY, NOON).zero(resting, own) == datetime(2026, 3, 11, tzinfo=UTC)
    assert Hand(DAY, NOON).zero(PLAIN, own) == NOON + timedelta(days=1)


@given(st.integers(0, 9 * DAY))
def test_increments_are_saved_up_to_a_limit(left: int) -> None:
    """Nobody has more than the limit by increments, and nobody loses what they have by one."""
    credited = PLAIN.credited(left)
    assert left <= credited <= max(left, PLAIN.most)
    assert credited == min(left + PLAIN.increment, PLAIN.most) or credited == left > PLAIN.most


@given(st.integers(0, 9 * DAY), st.sampled_from(sorted(PRESETS)))
def test_a_change_of_clock_leaves_everybody_with_a_whole_bank(left: int, key: str) -> None:
    """At least that, and of what was saved as much as can be."""
    clock = PRESETS[key]
    assert clock.kept(left) == max(clock.bank, min(left, clock.most))


@pytest.mark.parametrize("key", sorted(PRESETS))
def test_presets_are_sensible(key: str) -> None:
    """Something to begin with, something for every turn, and room to save; they come back as they were stored."""
    clock = PRESETS[key]
    assert 0 < clock.increment <= clock.bank < clock.most
    assert read(write(clock)) == clock
    assert preset_of(clock) == key


def test_no_clock_is_stored_as_nothing() -> None:
    assert write(None) == ""
    assert read("") is None
    assert preset_of(None) == OFF
    assert preset_of(Clock(1, 2, 3)) == OWN
