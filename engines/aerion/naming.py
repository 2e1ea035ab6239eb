"""How columns, dice and places are called in sentences and on buttons."""

from __future__ import annotations

from collections.abc import Iterable

from engines.aerion.components import DATA
from engines.kernel.text import Noun, Text, Who, text

OWN = {f"ws_p{seat + 1}": seat for seat in range(DATA.meta["players_max"])}
"""The workshops that belong to a seat."""


def column_words(column: int) -> Text:
    """A column in a sentence: "column 3 (AAABB)"."""
    return text("aerion.column", column=column, label=DATA.deck[column - 1].label)


def circled(column: int) -> str:
    """The number of a column on buttons: ① to ⑥."""
    return chr(ord("①") + column - 1)


def dice_row(dice: Iterable[int]) -> str:
    """Dice in a row: "2 4 4 6"."""
    return " ".join(map(str, dice))


def place_noun(to: str) -> Noun | Text:
    """A place of elements (`ws1` … `reserve`) in a sentence."""
    if to in OWN:
        return text("aerion.place.own", who=Who(OWN[to]))
    return Noun(f"aerion.place.{to}")


def place_brief(to: str, seat: int) -> Noun | Text:
    """A place on a button, for the seat that presses it."""
    if to in OWN and OWN[to] != seat:
        return place_noun(to)
    return Noun(f"aerion.to.{'own' if to in OWN else to}")
