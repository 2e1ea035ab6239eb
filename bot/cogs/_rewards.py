"""The rewards that people choose in Fractured Sky, as they are typed: "PP gold wood, CC iron"."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from functools import cache
from itertools import combinations_with_replacement, product
from typing import TypeAlias

from bot.cogs._regions import called, numbered
from bot.cogs._resources import LETTERS, MOST, line, resources
from engines.desk.records import Look
from engines.fractured_sky.components import REGIONS, Resource
from engines.fractured_sky.naming import amounts
from engines.kernel.decision import Answer, Decision, Refused, Steps
from engines.kernel.text import Each, Param, text

VERB = "choose_rewards"
BY_ABBR = {region.abbr: region.id for region in REGIONS.values()}
LETTER_OF = {kind: letter for letter, kind in LETTERS.items()}

_BETWEEN = re.compile(r"[,;、/|\n]")

Asked: TypeAlias = Mapping[str, int]
"""The regions in which somebody has resources to choose, and how many."""
Place: TypeAlias = Callable[[int], str]
"""The region of that number."""


@cache
def _regions() -> re.Pattern[str]:
    """A region by name, abbreviation or number, at the beginning."""
    names = sorted({name for region in REGIONS for name in called(region)}, key=len, reverse=True)
    spaced = "|".join(r"\s*".join(map(re.escape, name)) for name in names)
    return re.compile(rf"\s*(?:(?P<name>{spaced})|(?P<number>\d+))[\s:=.]*(?P<rest>.*)", re.DOTALL)


def shares(typed: str) -> tuple[str, ...]:
    """Each share as `region:resources`: `PP:gw`, `4:g` by the region's number, `:gw` where none is named.

    Raises Refused.
    """
    groups = [group for group in _BETWEEN.split(line(typed)) if group.strip()]
    words = line(typed).split()
    pairs = [f"{where} {what}" for where, what in zip(words[::2], words[1::2], strict=False)]
    for told in (groups, pairs if len(groups) == 1 and len(words) % 2 == 0 else []):
        with suppress(Refused):
            if found := tuple(map(_share, told)):
                return found
    raise Refused(text("fractured_sky.typed.rewards", typed=typed))


def _share(group: str) -> str:
    found = _regions().match(group)
    where = ""
    if found is not None and found["rest"].strip():
        name = "".join((found["name"] or "").split())
        abbr = next((REGIONS[region].abbr for region in REGIONS if name in called(region)), "")
        where, group = abbr or str(int(found["number"][:9])), found["rest"]
    return f"{where}:{''.join(LETTER_OF[kind] for kind in resources(group))}"


def chosen(look: Look, answer: Answer) -> Answer:
    """The shares as keys of the question, one for every region asked. Raises Refused."""
    asked = _asked(next((d for d in look.decisions if d.verb == VERB), None))
    if not asked:
        return answer
    found = _told(asked, map(str, answer), lambda number: numbered(look, number))
    for region, picks in asked.items():
        if len(found.get(region, [])) != picks:
            raise Refused(text("fractured_sky.typed.picks", region=REGIONS[region].noun, n=picks))
    return tuple(f"{region}.{found[region].count(REGIONS[region].resources[0])}" for region in asked)


def _asked(decision: Decision | None) -> Asked:
    return dict(decision.basis) if isinstance(decision, Steps) else {}


def _told(asked: Asked, parts: Iterable[str], place: Place) -> dict[str, list[Resource]]:
    """The resources named for each region. Raises Refused."""
    found: dict[str, list[Resource]] = {}
    for part in parts:
        where, _, letters = part.partition(":")
        region, kinds = _meant(asked, where, [LETTERS[letter] for letter in letters], place)
        if region not in asked:
            raise Refused(text("fractured_sky.typed.no_choice", region=REGIONS[region].noun))
        if any(kind not in REGIONS[region].resources for kind in kinds):
            raise Refused(text("fractured_sky.bad.not_there"))
        found.setdefault(region, []).extend(kinds)
    return found


def _meant(asked: Asked, where: str, kinds: list[Resource], place: Place) -> tuple[str, list[Resource]]:
    """A share's region. Where only one is asked, "2 gold" and "GG" are resources if they are not that region."""
    only = next(iter(asked)) if len(asked) == 1 else None
    if not where:
        if only is None:
            raise Refused(text("fractured_sky.typed.which_region"))
        return only, kinds
    if where.isdecimal():
        try:
            region = place(int(where))
        except Refused:
            region = ""
        if region == only or (region and only is None):
            return region, kinds
        if only is None or int(where) > MOST:
            return place(int(where)), kinds
        return only, [*kinds[:1] * int(where), *kinds[1:]]
    doubled = LETTERS.get(where[0].casefold()) if where[0] == where[1] else None
    if only in {None, BY_ABBR[where]} or doubled is None:
        return BY_ABBR[where], kinds
    return only, [doubled, doubled, *kinds]


# ---- Autocompletion --------------------------------------------------------------------------------------------------


def lines(decision: Decision, typed: str) -> Iterator[str]:
    """Every whole answer that has the shares typed so far."""
    asked = _asked(decision)
    try:
        known = _told(asked, shares(typed), _nowhere)
    except Refused:
        known = {}
    for kinds in product(*(_mixes(region, picks) for region, picks in asked.items())):
        mix = dict(zip(asked, kinds, strict=True))
        if all(Counter(known[region]) <= Counter(mix[region]) for region in known):
            yield ", ".join(f"{REGIONS[region].abbr} {''.join(LETTER_OF[k] for k in mix[region])}" for region in mix)


def _mixes(region: str, picks: int) -> list[tuple[Resource, ...]]:
    return list(combinations_with_replacement(REGIONS[region].resources, picks))


def _nowhere(_: int) -> str:
    raise Refused(text("fractured_sky.typed.which_region"))


def line_words(value: str) -> Param:
    """A whole answer."""
    told = []
    for part in value.split(", "):
        abbr, letters = part.split()
        gained = amounts(Counter(LETTERS[letter] for letter in letters))
        told.append(text("fractured_sky.choose_rewards.from", region=REGIONS[BY_ABBR[abbr]].noun, gained=gained))
    return Each(tuple(told))
