"""When somebody is reminded of a question that waits."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

from msgspec.structs import replace

from engines.desk.people import Person
from engines.desk.reminders import MOST_NUDGES, counted_only, next_nudge

ASKED = datetime(2026, 6, 10, 9, 30, tzinfo=UTC)
DAY = timedelta(days=1)
ANA = Person(1)
BERLIN = Person(2, zone="Europe/Berlin", quiet_from=22 * 60, quiet_until=8 * 60, remind=12)


def local(person: Person, moment: datetime | None) -> str:
    assert moment is not None
    return moment.astimezone(ZoneInfo(person.zone or "UTC")).strftime("%d.%m. %H:%M")


def test_a_day_after_the_first_letter_and_each_day_after_that() -> None:
    """The usual reminders: once a day, counted from the last call; then the table is left to its host."""
    assert next_nudge(ANA, ASKED, None, 0, ASKED) == ASKED + DAY
    called = ASKED + timedelta(hours=2)
    assert next_nudge(ANA, ASKED, called, 0, called) == called + DAY
    for times in range(1, MOST_NUDGES):
        last = called + times * DAY
        assert next_nudge(ANA, ASKED, last, times, last) == last + DAY
    assert next_nudge(ANA, ASKED, called + MOST_NUDGES * DAY, MOST_NUDGES, called + MOST_NUDGES * DAY) is None


def test_everybody_has_an_interval_and_whoever_wants_none_is_counted_once_a_day() -> None:
    assert next_nudge(replace(ANA, remind=0), ASKED, None, 0, ASKED) == ASKED + DAY
    assert next_nudge(replace(ANA, remind=6), ASKED, None, 0, ASKED, muted=True) == ASKED + DAY
    assert counted_only(replace(ANA, remind=0), muted=False)
    assert counted_only(ANA, muted=True)
    assert not counted_only(ANA, muted=False)
    assert next_nudge(replace(ANA, remind=6), ASKED, None, 0, ASKED) == ASKED + timedelta(hours=6)


def test_a_reminder_waits_for_the_morning() -> None:
    """What would fall into quiet hours, a weekend off or a vacation comes when they end."""
    asked = datetime(2026, 6, 10, 12, tzinfo=UTC)
    assert local(BERLIN, next_nudge(BERLIN, asked, asked, 0, asked)) == "11.06. 08:00"
    friday = datetime(2026, 6, 12, 12, tzinfo=UTC)
    assert local(BERLIN, next_nudge(replace(BERLIN, weekends_off=True), friday, friday, 0, friday)) == "15.06. 08:00"
    away = replace(BERLIN, away_until=date(2026, 7, 1))
    assert local(BERLIN, next_nudge(away, asked, asked, 0, asked)) == "01.07. 08:00"


def test_fault_20_reminders_keep_to_the_wall_when_the_clocks_change() -> None:
    """The morning's reminder comes at 8 on the wall, before and after each change."""
    for zone, evening in (
        ("Europe/Berlin", (2026, 3, 28)),
        ("Europe/Berlin", (2026, 10, 24)),
        ("America/New_York", (2026, 3, 7)),
        ("America/New_York", (2026, 10, 31)),
    ):
        person = replace(BERLIN, zone=zone, remind=6)
        for days in (-1, 0, 1):
            asked = datetime(*evening, 20, tzinfo=ZoneInfo(zone)) + days * DAY
            morning = (asked + DAY).strftime("%d.%m. 08:00")
            assert local(person, next_nudge(person, asked, asked.astimezone(UTC), 0, asked.astimezone(UTC))) == morning


def test_after_a_downtime_there_is_one_reminder_and_no_burst() -> None:
    """What fell due meanwhile is made up for at once, by one; the next one is a whole interval later."""
    back = ASKED + 10 * DAY
    assert next_nudge(ANA, ASKED, ASKED, 0, back) == back
    assert next_nudge(ANA, ASKED, back, 1, back) == back + DAY
