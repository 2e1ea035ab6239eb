"""Resources, as people type them in Fractured Sky's commands."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import combinations_with_replacement

from bot.cogs._typed import named_thing, names
from engines.fractured_sky.components import DATA, START_RESOURCES, Resource
from engines.fractured_sky.intel import NONE
from engines.fractured_sky.naming import amounts
from engines.fractured_sky.state import KINDS
from engines.kernel.decision import Decision, Refused
from engines.kernel.text import Param, text

LETTERS = {datum.letter.casefold(): datum.id for datum in DATA.resources}
MOST = 50
"""More resources than that nobody can mean."""

_TIMES = r"\s*[x×*]?\s*"
_THREE_NUMBERS = re.compile(r"\D*(\d)\D*(\d)\D*(\d)\D*")
_NEGATIVE = re.compile(r"(?:^|\s)[-−]\s*\d")


def line(typed: str) -> str:
    """What is typed, without the differences of width and case."""
    return unicodedata.normalize("NFKC", typed).casefold()


@cache
def _kinds() -> Mapping[str, Resource]:
    """The names of the resources in every language, and their letters."""
    return {**{name: kind for kind in KINDS for name in names(f"fractured_sky.resource.{kind}")}, **LETTERS}


@cache
def _patterns() -> tuple[re.Pattern[str], ...]:
    """A resource with a number before it or none, and with a number behind it or none."""
    kind = "|".join(map(re.escape, sorted(_kinds(), key=len, reverse=True)))
    before = rf"(?:(?P<count>\d{{1,2}}){_TIMES})?(?P<kind>{kind})"
    behind = rf"(?P<kind>{kind})(?:{_TIMES}(?P<count>\d{{1,2}}))?"
    return (re.compile(before), re.compile(behind))


def resources(typed: str) -> list[Resource]:
    """Resources by name or letter, in any language, one by one or with their numbers. Raises Refused."""
    for pattern in _patterns():
        if any(sign.isalnum() for sign in pattern.sub(" ", line(typed))):
            continue
        counted = [(_kinds()[match["kind"]], int(match["count"] or 1)) for match in pattern.finditer(line(typed))]
        if 0 < sum(count for _, count in counted) <= MOST and not _NEGATIVE.search(line(typed)):
            return [kind for kind, count in counted for _ in range(count)]
    raise Refused(text("fractured_sky.typed.resources", typed=typed))


def begun(typed: str) -> Counter[Resource]:
    """The resources typed so far; none if it can't be told."""
    try:
        return Counter(resources(typed))
    except Refused:
        return Counter()


def like_resources(typed: str, value: str) -> bool:
    """Whether the resources typed so far are among those of the value."""
    return Counter() < begun(typed) <= begun(value)


def resource_of(typed: str) -> Resource:
    """One resource. Raises Refused."""
    found = begun(typed)
    if found.total() != 1:
        raise Refused(text("fractured_sky.typed.resource", typed=typed))
    return next(iter(found))


def resource_or_none(typed: str) -> str:
    """One resource, or that none is taken. Raises Refused."""
    nothing = ("fractured_sky.take_scout_resource.none", "fractured_sky.typed.none")
    if named_thing(typed, [(NONE, key) for key in nothing]) == NONE:
        return NONE
    return resource_of(typed)


def pair(typed: str) -> str:
    """What is paid, as it stands in a key. Raises Refused."""
    return "-".join(resources(typed))


def pair_words(value: str) -> Param:
    """What is paid."""
    return amounts(begun(value))


def resource_words(value: str) -> Param:
    """A resource."""
    return amounts({Resource(value): 1})


# ---- The first resources -------------------------------------------------------------------------------------------


def start(typed: str) -> tuple[int, ...]:
    """So much gold, iron and wood: three numbers, or resources. Raises Refused."""
    numbers = _THREE_NUMBERS.fullmatch(line(typed))
    if numbers is not None and not _NEGATIVE.search(line(typed)) and not any(map(str.isalpha, typed)):
        return tuple(map(int, numbers.groups()))
    found = begun(typed)
    if not found:
        raise Refused(text("fractured_sky.typed.start", typed=typed))
    return tuple(found[kind] for kind in KINDS)


def starts(_: Decision, typed: str) -> Iterator[str]:
    """Every mix of the first resources that has those typed so far."""
    known = begun(typed)
    for kinds in combinations_with_replacement(KINDS, START_RESOURCES):
        mix = Counter(kinds)
        if known <= mix:
            yield " ".join(str(mix[kind]) for kind in KINDS)


def start_words(value: str) -> Param:
    """A mix of the first resources."""
    return amounts(map(int, value.split()))
