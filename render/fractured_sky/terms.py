"""How regions and resources are called in descriptions."""

from __future__ import annotations

from collections.abc import Mapping

from engines.fractured_sky.components import REGIONS
from engines.fractured_sky.view import View
from engines.kernel.text import Each, Noun, Text, each, text

KINDS = ("gold", "iron", "wood")


def circled(number: int) -> str:
    """A region's number as on buttons: ① to ⑩."""
    return chr(ord("①") + number - 1)


def place(view: View, region: str) -> Text:
    """A region with its number."""
    number = next(each.number for each in view.regions if each.id == region)
    return text("fractured_sky.region", number=circled(number), region=REGIONS[region].noun)


def kind_noun(kind: str) -> Noun:
    """The name of a resource."""
    return Noun(f"fractured_sky.resource.{kind}")


def amounts(counts: Mapping[str, int], *, zeros: bool = False) -> Each:
    """Several resources in the order gold, iron, wood."""
    return each(text(f"fractured_sky.amount.{kind}", amount=n) for kind, n in counts.items() if n or zeros)
