"""What people change in /settings, and the presses that do it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime, timedelta
from random import Random

from tests.bot.almanac import Habits
from tests.bot.people import Person
from tests.bot.posts import Control, Post

ZONES = (
    "Europe/Berlin",
    "America/New_York",
    "Asia/Tokyo",
    "Australia/Sydney",
    "Australia/Lord_Howe",
    "America/St_Johns",
    "Asia/Kathmandu",
    "America/Los_Angeles",
)
"""Most of them change their clocks in the weeks that are walked."""

NIGHTS = ((22, 8), (23, 7), (0, 9), (21, 9))
ODD_NIGHTS = ((1, 3), (2, 12), (3, 2))
"""Quiet hours that begin or end where clocks are changed, or leave one hour a day."""

Way = tuple[str, ...]
"""What is pressed, one after the other, on the pages of /settings."""

Wish = tuple[Habits, Way]


def zone(rng: Random, habits: Habits, now: datetime) -> Wish:
    chosen = replace(habits, zone=rng.choice(ZONES))
    return chosen, way_to_zone(chosen, now)


def way_to_zone(habits: Habits, now: datetime) -> Way:
    """To a time zone one comes by what time it is there."""
    offset = habits.local(now).utcoffset()
    assert offset is not None
    minutes = int(offset.total_seconds()) // 60 % (24 * 60)
    return "open.zone", f"open.zone.{minutes}", f"zone.{habits.zone}"


def quiet(rng: Random, habits: Habits, _: datetime) -> Wish:
    if habits.quiet is not None and rng.random() < 0.3:
        return replace(habits, quiet=None), ("open.quiet", "quiet.none")
    if rng.random() < 0.6:
        begin, end = (60 * hour for hour in rng.choice(NIGHTS))
        return replace(habits, quiet=(begin, end)), ("open.quiet", f"quiet.{begin}-{end}")
    begin, end = (60 * hour for hour in rng.choice(ODD_NIGHTS))
    first, last = f"quiet_from.{begin}", f"quiet_until.{end}"
    return replace(habits, quiet=(begin, end)), ("open.quiet", "quiet.none", "open.quiet", first, last)


def weekends(_: Random, habits: Habits, __: datetime) -> Wish:
    off = not habits.weekends_off
    return replace(habits, weekends_off=off), ("open.weekends", f"weekends.{'on' if off else 'off'}")


def away(rng: Random, habits: Habits, now: datetime) -> Wish:
    if habits.away(now):
        return replace(habits, away_until=None), ("open.away", "away.none")
    days = rng.choice((1, 3, 7))
    return replace(habits, away_until=habits.local(now).date() + timedelta(days=days)), ("open.away", f"away.{days}")


def remind(rng: Random, habits: Habits, _: datetime) -> Wish:
    hours = rng.choice((0, 6, 12, 24, 48, 72))
    return replace(habits, remind=hours), ("open.remind", f"remind.{hours}")


def digest(rng: Random, habits: Habits, _: datetime) -> Wish:
    if habits.digest is not None:
        return replace(habits, digest=None), ("open.digest", "digest.off")
    hour = rng.choice((0, 2, 8, 12, 18))
    return replace(habits, digest=hour), ("open.digest", f"digest.{hour}")


def next_up(_: Random, habits: Habits, __: datetime) -> Wish:
    on = not habits.next_up
    return replace(habits, next_up=on), ("open.next", f"next.{'on' if on else 'off'}")


def letters(_: Random, habits: Habits, __: datetime) -> Wish:
    on = not habits.letters
    return replace(habits, letters=on), ("open.dms", f"dms.{'on' if on else 'off'}")


def language(rng: Random, habits: Habits, _: datetime) -> Wish:
    chosen = rng.choice(("auto", "en", "ja"))
    return replace(habits, language=chosen), ("open.language", f"language.{chosen}")


WISHES: tuple[tuple[float, Callable[[Random, Habits, datetime], Wish]], ...] = (
    (3, zone),
    (4, quiet),
    (2, weekends),
    (2, away),
    (3, remind),
    (1.5, digest),
    (1, next_up),
    (1, letters),
    (1, language),
)


def wish(rng: Random, habits: Habits, now: datetime) -> Wish:
    """Something else than now."""
    (make,) = rng.choices([make for _, make in WISHES], [weight for weight, _ in WISHES])
    return make(rng, habits, now)


async def choose(person: Person, way: Way) -> Post:
    """Press through the pages of /settings; the last one."""
    page = (await person.slash("settings")).post
    for step in way:
        page = await press(person, page, f"settings|{step}")
    return page


async def press(person: Person, page: Post, ending: str) -> Post:
    """The button, or the entry of a menu, whose id or value ends like this; what it leads to."""
    return await _press(person, page, lambda written: written.endswith(ending), ending)


async def press_like(person: Person, page: Post, part: str) -> Post:
    """The first of those in whose id or value this is."""
    return await _press(person, page, lambda written: part in written, part)


async def _press(person: Person, page: Post, fits: Callable[[str], bool], wanted: str) -> Post:
    for control in page.controls:
        if control.kind == "button" and fits(control.custom_id):
            return (await person.click(page, control.custom_id)).post
        for option in control.options:
            if fits(str(option.value)):
                return (await person.select(page, str(option.value), menu=by_id(control))).post
    raise AssertionError(f"no {wanted!r} in {[str(control) for control in page.controls]}")


def by_id(wanted: Control) -> Callable[[Control], bool]:
    return lambda control: control.custom_id == wanted.custom_id
