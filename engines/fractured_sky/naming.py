"""How regions, resources, prices and refusals are called in sentences and on buttons."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from engines.fractured_sky.components import CHIPS, REGIONS, Resource, bridges
from engines.fractured_sky.state import KINDS, State
from engines.kernel.text import Each, Noun, Param, Text, each, text

STAR = "★"


def why(code: str, **params: Param) -> Text:
    """§5 A refusal by its code."""
    return text(f"fractured_sky.why.{code}", **params)


def bad_choice(reason: Text) -> Text:
    """§5 `bad_choice`, and what is wrong with it."""
    return why("bad_choice", why=reason)


def circled(number: int) -> str:
    """A region's number on buttons and on the map: ① to ⑩."""
    return chr(ord("①") + number - 1)


def region_number(state: State, region: str) -> int:
    """Its number, counted from the left over the regions in play; 0 if it is not in play."""
    return next((number for number, each in enumerate(state.regions, start=1) if each.id == region), 0)


def region_words(state: State, region: str) -> Text | Noun:
    """A region with its number: "④ Peaceful Plains"; only its name if it is not in play."""
    number, noun = region_number(state, region), REGIONS[region].noun
    return text("fractured_sky.region", number=circled(number), region=noun) if number else noun


def connected(state: State, platform: str) -> str:
    """The regions at a platform by number: "③④⑥⑧"."""
    return "".join(circled(region_number(state, region)) for region in bridges(platform, state.size))


def kind_noun(kind: Resource) -> Noun:
    """The name of a resource."""
    return Noun(f"fractured_sky.resource.{kind}")


def amount(kind: Resource, number: int = 1) -> Text:
    """So much of a resource: "2 gold"."""
    return text(f"fractured_sky.amount.{kind}", amount=number)


def amounts(counts: Mapping[Resource, int] | Iterable[int]) -> Each:
    """Several resources in the order gold, iron, wood: "1 gold and 2 wood"."""
    found = counts if isinstance(counts, Mapping) else dict(zip(KINDS, counts, strict=True))
    return each(amount(kind, found[kind]) for kind in KINDS if found.get(kind))


def rim(chip: int) -> str:
    """§7.2 What everybody sees of a chip (R7): light | dark."""
    return "light" if chip in CHIPS.light_values else "dark"
