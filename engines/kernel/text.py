"""Words that are not yet in a language: keys with parameters, composed into sentences only at the edge."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NewType

from msgspec import Struct

Seat = NewType("Seat", int)
"""A place at the table, counted from 0 in seat order."""


class Who(Struct, frozen=True, tag="who"):
    """The person on a seat, to be named by whoever composes the sentence."""

    seat: int


class Noun(Struct, frozen=True, tag="noun"):
    """A translatable thing: a card, a place, a colour."""

    key: str


class Each(Struct, frozen=True, tag="each"):
    """Several things in a row, joined as the language joins them ("a, b and c")."""

    items: tuple[Param, ...]


class Text(Struct, frozen=True, tag="text"):
    """A sentence to be: its key in the catalogue and what to fill in.

    The first segment of the key names the catalogue (`takara.dig.found` → domain `takara`). The parameter `n`, if there
    is one,
    selects the plural form.
    """

    key: str
    params: dict[str, Param] = {}


Param = int | str | Who | Noun | Each | Text


class Event(Struct, frozen=True):
    """Something that happened, in the order it happened.

    seen_by: the seats that may know; None: everybody. at: the anchors on the picture where it shows.
    """

    text: Text
    seen_by: tuple[int, ...] | None = None
    at: tuple[str, ...] = ()


def text(key: str, /, **params: Param) -> Text:
    """`text("takara.dig.found", card=noun)`: a Text in one line."""
    return Text(key, params)


def each(items: Iterable[Param]) -> Each:
    """The items as one enumerated parameter."""
    return Each(tuple(items))
