"""A person's own time: nobody calls at night, on days off and on vacation, whatever happens to the clocks."""

from __future__ import annotations

import random
from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from engines.desk.hours import Hours, Pauses, elapsed, hours_of, runs_out
from engines.desk.people import Person

NIGHT = (22 * 60, 8 * 60)
MINUTE = timedelta(minutes=1)
HOUR = timedelta(hours=1)
NEW_YORK, BERLIN, LORD_HOWE = "America/New_York", "Europe/Berlin", "Australia/Lord_Howe"
ALL = Pauses(nights=True, weekends=True, vacations=True)

CHANGES = (
    # zone, the first moment of a stretch around a change of the clock
    (NEW_YORK, datetime(2026, 3, 7, 17, tzinfo=UTC)),
    (NEW_YORK, datetime(2026, 10, 31, 17, tzinfo=UTC)),
    (BERLIN, datetime(2026, 3, 28, 12, tzinfo=UTC)),
    (BERLIN, datetime(2026, 10, 24, 12, tzinfo=UTC)),
    (LORD_HOWE, datetime(2026, 4, 4, 0, tzinfo=UTC)),
    (LORD_HOWE, datetime(2026, 10, 3, 0, tzinfo=UTC)),
    ("Pacific/Apia", datetime(2011, 12, 29, 12, tzinfo=UTC)),
    ("Asia/Beirut", datetime(2026, 3, 28, 12, tzinfo=UTC)),
    ("America/Sao_Paulo", datetime(2018, 11, 3, 12, tzinfo=UTC)),
    ("Asia/Tokyo", datetime(2026, 3, 7, 0, tzinfo=UTC)),
)


def at(zone: str, year: int, month: int, day: int, hour: int, minute: int = 0, *, fold: int = 0) -> datetime:
    return datetime(year, month, day, hour, minute, fold=fold, tzinfo=ZoneInfo(zone)).astimezone(UTC)


def minute_by_minute(hours: Hours, start: datetime, minutes: int) -> list[bool]:
    return [hours.rests(start + n * MINUTE) for n in range(minutes)]


@pytest.mark.parametrize("zone", [NEW_YORK, BERLIN, LORD_HOWE, "Asia/Tokyo"])
def test_quiet_hours_go_over_midnight(zone: str) -> None:
    """From 22:00 to the last moment before 8:00 nobody calls; at 8:00 sharp one may."""
    hours = Hours(zone, NIGHT)
    assert not hours.rests(at(zone, 2026, 6, 10, 21, 59))
    assert hours.rests(at(zone, 2026, 6, 10, 22))
    assert hours.rests(at(zone, 2026, 6, 11, 3))
    assert hours.rests(at(zone, 2026, 6, 11, 7, 59))
    assert not hours.rests(at(zone, 2026, 6, 11, 8))
    assert hours.wakes(at(zone, 2026, 6, 10, 23, 30)) == at(zone, 2026, 6, 11, 8)
    assert hours.wakes(at(zone, 2026, 6, 11, 12, 34)) == at(zone, 2026, 6, 11, 12, 34)


@pytest.mark.parametrize(
    ("zone", "evening", "morning", "night"),
    [
        (NEW_YORK, (2026, 3, 7), (2026, 3, 8), 9 * HOUR),
        (NEW_YORK, (2026, 10, 31), (2026, 11, 1), 11 * HOUR),
        (BERLIN, (2026, 3, 28), (2026, 3, 29), 9 * HOUR),
        (BERLIN, (2026, 10, 24), (2026, 10, 25), 11 * HOUR),
        (LORD_HOWE, (2026, 10, 3), (2026, 10, 4), timedelta(hours=9, minutes=30)),
        (LORD_HOWE, (2026, 4, 4), (2026, 4, 5), timedelta(hours=10, minutes=30)),
    ],
)
def test_fault_20_reminders_do_not_drift_when_the_clocks_change(
    zone: str, evening: tuple[int, int, int], morning: tuple[int, int, int], night: timedelta
) -> None:
    """Quiet from 22 to 8 ends at 8 on the wall after a night of 9, and of 11 hours, and so on the days around it."""
    hours = Hours(zone, NIGHT)
    begin, end = at(zone, *evening, 22), at(zone, *morning, 8)
    assert end - begin == night
    assert hours.wakes(begin) == end
    assert hours.wakes(end - MINUTE) == end
    assert minute_by_minute(hours, begin - HOUR, 60) == [False] * 60
    assert minute_by_minute(hours, begin, night // MINUTE) == [True] * (night // MINUTE)
    assert minute_by_minute(hours, end, 14 * 60) == [False] * (14 * 60)
    for days in (-1, 1, 2):
        local = datetime(*evening, 23, tzinfo=ZoneInfo(zone)) + timedelta(days=days)
        woken = hours.wakes(local.astimezone(UTC))
        assert hours.local(woken).strftime("%d %H:%M") == (local + timedelta(days=1)).strftime("%d 08:00")


def test_hours_that_do_not_exist_and_hours_that_exist_twice() -> None:
    """What ends in a missing hour ends with the gap; an hour that comes twice is quiet twice."""
    missing = Hours(NEW_YORK, (22 * 60, 2 * 60 + 30))
    assert missing.wakes(at(NEW_YORK, 2026, 3, 8, 1)) == at(NEW_YORK, 2026, 3, 8, 3)
    nothing = Hours(NEW_YORK, (2 * 60, 3 * 60))
    assert nothing.wakes(at(NEW_YORK, 2026, 3, 8, 1, 59)) == at(NEW_YORK, 2026, 3, 8, 1, 59)
    assert not any(minute_by_minute(nothing, at(NEW_YORK, 2026, 3, 8, 0), 8 * 60))
    twice = Hours(NEW_YORK, (60, 90))
    first = at(NEW_YORK, 2026, 11, 1, 1)
    quiet = [True] * 30 + [False] * 30
    assert minute_by_minute(twice, first, 120) == quiet * 2
    assert twice.wakes(first) == first + 30 * MINUTE
    assert twice.wakes(first + HOUR) == first + 90 * MINUTE


@pytest.mark.parametrize(("zone", "start"), CHANGES)
def test_the_wakening_is_the_first_moment_without_rest(zone: str, start: datetime) -> None:
    """Around every kind of change, and whatever the quiet hours are, no minute earlier and none later."""
    chance = random.Random(f"{zone}{start}")
    for _ in range(6):
        quiet = (chance.randrange(1440), chance.randrange(1440))
        back = start.date() + timedelta(days=chance.randrange(-1, 4)) if chance.random() < 0.3 else None
        hours = Hours(zone, quiet, chance.random() < 0.5, back)
        stretch = 60 * 120
        rests = minute_by_minute(hours, start, stretch)
        for n in chance.sample(range(60 * 48), 60):
            expected = next((m for m in range(n, stretch) if not rests[m]), None)
            if expected is not None:
                assert hours.wakes(start + n * MINUTE) == start + expected * MINUTE


@pytest.mark.parametrize(("zone", "start"), CHANGES)
def test_a_clock_counts_what_is_not_paused_and_nothing_else(zone: str, start: datetime) -> None:
    """Through days of 23, 24 and 25 hours, to the minute."""
    chance = random.Random(f"clock{zone}{start}")
    for _ in range(6):
        hours = Hours(zone, (chance.randrange(1440), chance.randrange(1440)), chance.random() < 0.5)
        rests = minute_by_minute(hours, start, 60 * 72)
        for _ in range(20):
            a, b = sorted(chance.sample(range(60 * 72), 2))
            awake = rests[a:b].count(False)
            assert elapsed(hours, ALL, start + a * MINUTE, start + b * MINUTE) == awake * MINUTE
            assert elapsed(hours, Pauses(), start + a * MINUTE, start + b * MINUTE) == (b - a) * MINUTE


def test_a_clock_runs_out_when_its_time_has_elapsed() -> None:
    """Both say the same: what has elapsed by then is what was left, and not a second earlier."""
    chance = random.Random(20)
    zones = [zone for zone, _ in CHANGES]
    for _ in range(1500):
        start = datetime(2026, 1, 1, tzinfo=UTC) + timedelta(seconds=chance.randrange(366 * 86400))
        away = start.date() + timedelta(days=chance.randrange(-5, 30)) if chance.random() < 0.4 else None
        quiet = (chance.randrange(1440), chance.randrange(1440)) if chance.random() < 0.8 else None
        hours = Hours(chance.choice(zones), quiet, chance.random() < 0.5, away)
        pauses = Pauses(chance.random() < 0.7, chance.random() < 0.7, chance.random() < 0.7)
        left = timedelta(seconds=chance.randrange(1, 8 * 86400))
        end = runs_out(hours, pauses, start, left)
        assert elapsed(hours, pauses, start, end) == left
        assert elapsed(hours, pauses, start, end - timedelta(seconds=1)) == left - timedelta(seconds=1)
        later = start + timedelta(seconds=chance.randrange(20 * 86400))
        ran = elapsed(hours, pauses, start, later)
        assert elapsed(hours, pauses, start, runs_out(hours, pauses, start, ran)) == ran
        assert runs_out(hours, pauses, start, ran) <= max(start, later)


def test_a_clock_without_time_has_run_out() -> None:
    """Nothing left, or less, runs out at once, in rest as well."""
    night = at(BERLIN, 2026, 6, 10, 23)
    hours = Hours(BERLIN, NIGHT)
    assert runs_out(hours, ALL, night, timedelta()) == night
    assert runs_out(hours, ALL, night, timedelta(seconds=-5)) == night
    assert elapsed(hours, ALL, night, night - HOUR) == timedelta()
    assert runs_out(hours, ALL, night, HOUR) == at(BERLIN, 2026, 6, 11, 9)


def test_weekends_off_are_the_whole_local_saturday_and_sunday() -> None:
    """From the first moment of Saturday to the last of Sunday, as the person's calendar has it."""
    hours = Hours("Asia/Tokyo", weekends_off=True)
    assert not hours.rests(at("Asia/Tokyo", 2026, 6, 12, 23, 59))
    assert hours.rests(at("Asia/Tokyo", 2026, 6, 13, 0))
    assert hours.rests(at("Asia/Tokyo", 2026, 6, 14, 23, 59))
    assert hours.wakes(at("Asia/Tokyo", 2026, 6, 13, 9)) == at("Asia/Tokyo", 2026, 6, 15, 0)
    both = Hours("Asia/Tokyo", NIGHT, weekends_off=True)
    assert both.wakes(at("Asia/Tokyo", 2026, 6, 12, 22, 30)) == at("Asia/Tokyo", 2026, 6, 15, 8)


def test_a_vacation_ends_with_the_day_on_which_one_is_back() -> None:
    """Nobody calls before that day, nor in its quiet hours; then the vacation is over by itself."""
    hours = Hours(BERLIN, NIGHT, away_until=date(2026, 8, 20))
    assert hours.away(at(BERLIN, 2026, 8, 19, 23, 59))
    assert not hours.away(at(BERLIN, 2026, 8, 20, 0))
    assert hours.wakes(at(BERLIN, 2026, 7, 30, 12)) == at(BERLIN, 2026, 8, 20, 8)
    assert Hours(BERLIN, away_until=date(2026, 8, 20)).wakes(at(BERLIN, 2026, 7, 30, 12)) == at(BERLIN, 2026, 8, 20, 0)
    skipped = Hours("Pacific/Apia", away_until=date(2011, 12, 30))
    assert skipped.wakes(datetime(2011, 12, 28, tzinfo=UTC)) == datetime(2011, 12, 30, 10, tzinfo=UTC)
    begins_at_one = Hours("Asia/Beirut", away_until=date(2026, 3, 29))
    assert begins_at_one.wakes(datetime(2026, 3, 20, tzinfo=UTC)) == datetime(2026, 3, 28, 22, tzinfo=UTC)


@pytest.mark.parametrize("minutes", [(0, 0), (480, 480), (0, 1439), (1, 0), (1439, 1438)])
def test_everybody_can_be_called_some_time(minutes: tuple[int, int]) -> None:
    """Whatever somebody chose, there is an end to the waiting; equal times are no quiet hours."""
    now = datetime(2026, 3, 7, 5, 4, 3, 21, tzinfo=UTC)
    for zone in (NEW_YORK, BERLIN, "Pacific/Apia", "Nowhere/Else"):
        for back in (None, date.min, date(2027, 2, 1), date.max):
            hours = Hours(zone, minutes, weekends_off=True, away_until=back)
            woken = hours.wakes(now)
            assert woken >= now
            assert not hours.rests(woken)
            assert runs_out(hours, ALL, now, MINUTE) > now
    assert not Hours(BERLIN, (480, 480)).rests(now)


@pytest.mark.parametrize("zone", ["", "Nowhere/Else", "America", "../../etc/passwd", "a\0b", "x" * 300, "日本"])
def test_a_zone_that_nobody_knows_is_utc(zone: str) -> None:
    """A broken preference stops no table: its hours are those of UTC."""
    hours = Hours(zone, NIGHT)
    assert hours.wakes(datetime(2026, 6, 10, 23, tzinfo=UTC)) == datetime(2026, 6, 11, 8, tzinfo=UTC)


def test_the_preferences_are_the_hours() -> None:
    """Whoever set nothing may be called at any hour; a half or senseless time is none."""
    assert hours_of(Person(1)) == Hours()
    back = date(2026, 8, 20)
    person = Person(1, zone=BERLIN, quiet_from=1320, quiet_until=480, weekends_off=True, away_until=back)
    assert hours_of(person) == Hours(BERLIN, NIGHT, weekends_off=True, away_until=back)
    assert hours_of(Person(1, quiet_from=1320)).quiet is None
    assert hours_of(Person(1, quiet_from=-4, quiet_until=9999)).quiet is None


def test_the_next_hour_of_a_day() -> None:
    """The hour of a daily letter is the wall's: after a missing hour, and only once in one that comes twice."""
    berlin = Hours(BERLIN)
    assert berlin.next_hour(8, at(BERLIN, 2026, 3, 28, 8)) == at(BERLIN, 2026, 3, 29, 8)
    assert berlin.next_hour(8, at(BERLIN, 2026, 3, 29, 7, 59)) == at(BERLIN, 2026, 3, 29, 8)
    assert berlin.next_hour(2, at(BERLIN, 2026, 3, 28, 12)) == at(BERLIN, 2026, 3, 29, 3)
    first = berlin.next_hour(2, at(BERLIN, 2026, 10, 24, 12))
    assert first == at(BERLIN, 2026, 10, 25, 2)
    assert berlin.next_hour(2, first) == at(BERLIN, 2026, 10, 26, 2)
    assert Hours("Pacific/Apia").next_hour(9, datetime(2011, 12, 30, 9, tzinfo=UTC)) > datetime(
        2011, 12, 30, 9, tzinfo=UTC
    )
