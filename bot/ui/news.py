"""What is told of many things that happened: a few lines, the newest, and those that concern the reader first."""

from __future__ import annotations

from collections.abc import Sequence

from engines.kernel.text import Each, Event, Param, Text, Who

LETTER_LINES = 6
MENTION_LINES = 3
DIGEST_LINES = 2


def chosen(events: Sequence[Event], most: int, seat: int | None = None) -> list[Event]:
    """At most so many, as they happened: what concerns that seat before all else, and the newest."""
    if len(events) <= most:
        return list(events)
    newest = range(len(events) - 1, -1, -1)
    ranked = sorted(newest, key=lambda place: not concerns(events[place], seat))
    return [events[place] for place in sorted(ranked[:most])]


def concerns(event: Event, seat: int | None) -> bool:
    """Whether it was told to that seat and not to all, or names it."""
    if seat is None:
        return False
    return (event.seen_by is not None and seat in event.seen_by) or _names(event.text, seat)


def _names(what: Param, seat: int) -> bool:
    match what:
        case Who(seat=named):
            return named == seat
        case Text(params=params):
            return any(_names(each, seat) for each in params.values())
        case Each(items=items):
            return any(_names(each, seat) for each in items)
        case _:
            return False
