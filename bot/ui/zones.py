"""Time zones and moments of a person's own time, in words: cities and countries, hours and days."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from datetime import date, datetime, time
from functools import cache
from importlib.resources import files

from babel import Locale
from babel.core import get_global
from babel.dates import format_skeleton, get_timezone_location

from engines.desk.hours import MINUTES, Hours

_LOCALES = {"en": "en_GB", "ja": "ja"}
"""English with 24 hours and the day before the month, as the whole world reads it."""

FEW_ZONES = 5


@cache
def countries() -> dict[str, str]:
    """Every time zone in which somebody lives, with the country it is first in. A country's most peopled one leads."""
    table = files("tzdata").joinpath("zoneinfo", "zone.tab").read_text("utf-8")
    rows = (line.split("\t") for line in table.splitlines() if not line.startswith("#"))
    return {row[2]: row[0] for row in rows if row[0] != "AQ"}


def ahead(zone: str, now: datetime) -> int:
    """By how many minutes of a day the zone's clocks are ahead of UTC's; which day it is doesn't matter."""
    offset = Hours(zone).local(now).utcoffset()
    assert offset is not None, "a zone knows its offset"
    return int(offset.total_seconds()) // 60 % MINUTES


def clocks(now: datetime) -> dict[int, list[str]]:
    """The zones by what their clocks show now, as minutes of the day, from midnight on."""
    found = defaultdict[int, list[str]](list)
    utc = now.hour * 60 + now.minute
    for zone in countries():
        found[(utc + ahead(zone, now)) % MINUTES].append(zone)
    return dict(sorted(found.items()))


def suggested(locale: str) -> Sequence[str]:
    """Where somebody may live whose Discord speaks that; nothing for countries with many time zones."""
    tongue, _, country = locale.partition("-")
    country = country or str(get_global("likely_subtags").get(tongue, "")).rpartition("_")[2]
    found = [zone for zone, where in countries().items() if where == country]
    return found if len(found) <= FEW_ZONES else ()


def city(zone: str, lang: str) -> str:
    """What the zone is called after."""
    name: str = get_timezone_location(zone, locale=_LOCALES[lang], return_city=True)
    return name


def country(zone: str, lang: str) -> str:
    """The country that the zone is first in."""
    code = countries()[zone]
    return str(Locale.parse(_LOCALES[lang]).territories.get(code, code))


def clock(minute: int, lang: str) -> str:
    """A minute of the day: "22:00"."""
    return format_skeleton("Hm", datetime.combine(date.min, time(*divmod(minute, 60))), locale=_LOCALES[lang])


def moment(here: datetime, lang: str) -> str:
    """A weekday and a time of day: "Thu 22:00"."""
    return format_skeleton("EHm", here.replace(tzinfo=None), locale=_LOCALES[lang])


def day(when: date, lang: str) -> str:
    """A day of this or the next year: "Thu 20 Aug"."""
    return format_skeleton("MMMEd", _midnight(when), locale=_LOCALES[lang])


def month(when: date, lang: str) -> str:
    """A month: "August 2026"."""
    return format_skeleton("yMMMM", _midnight(when), locale=_LOCALES[lang])


def _midnight(when: date) -> datetime:
    return datetime.combine(when, time())
