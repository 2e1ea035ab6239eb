"""Regions and platforms, as people type them in Fractured Sky's commands."""

from __future__ import annotations

import re
from functools import cache

from bot.cogs._typed import names, plain
from engines.desk.records import Look
from engines.fractured_sky.components import REGIONS
from engines.kernel.decision import Answer, Refused
from engines.kernel.text import text

SHORTEST_PART = 3
"""So many letters of a region's name are enough, if only one has them; of a Japanese name, one fewer."""


def region_of(typed: str) -> str:
    """The region of that name, in any language, of that abbreviation, or its number as it was typed. Raises Refused."""
    wanted = plain(typed)
    if wanted.isdecimal():
        return str(int(wanted[:9]))
    found = [region for region in REGIONS if wanted in called(region)]
    if not found and len(wanted) >= SHORTEST_PART - (not wanted.isascii()):
        found = [region for region in REGIONS if like_region(typed, region)]
    if len(found) != 1:
        raise Refused(text("fractured_sky.typed.region", typed=typed))
    return found[0]


@cache
def called(region: str) -> tuple[str, ...]:
    """What that region may be called, as `plain` has it: by its abbreviation, or its name in any language."""
    own = REGIONS[region]
    return (plain(own.abbr), region, *names(own.noun.key))


def like_region(typed: str, region: str) -> bool:
    """Whether what is typed is a part of that region's name."""
    return any(plain(typed) in name for name in called(region))


def numbered(look: Look, number: int) -> str:
    """The region of that number on this table's map. Raises Refused."""
    for shown in look.view.regions:
        if shown.number == number:
            return str(shown.id)
    raise Refused(text("fractured_sky.typed.number", number=number, most=len(look.view.regions)))


def at_table(look: Look, answer: Answer) -> Answer:
    """An answer that begins with a region; which one a number means only the map can tell. Raises Refused."""
    where, *rest = answer
    return (numbered(look, int(where)) if str(where).isdecimal() else where, *rest)


def platform_of(typed: str) -> str:
    """A platform's id: "5" is P5. Raises Refused."""
    found = re.fullmatch(r"p?0*([1-9]\d?)", plain(typed))
    if found is None:
        raise Refused(text("fractured_sky.typed.platform", typed=typed))
    return f"P{int(found[1])}"
