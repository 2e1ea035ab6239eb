"""When somebody is reminded of a question that still waits."""

from __future__ import annotations

from datetime import datetime, timedelta

from engines.desk.hours import hours_of
from engines.desk.people import Person

MOST_NUDGES = 5
"""How often one is reminded of a question; then it is the host's turn to look after the table."""


SILENT_PACE = 24
"""Hours between the reminders that are only counted, for whoever wants to hear none: a host still hears of them."""


def next_nudge(
    person: Person, since: datetime, last: datetime | None, times: int, now: datetime, *, muted: bool = False
) -> datetime | None:
    """When the person is reminded next of what has waited for them since then; None: no more.

    last: when they were last called about it, by the first letter or a reminder; None: never. times: how often they
    were reminded. muted: they want to hear no more of it. Never before now: what fell due while nobody could remind is
    made up for by one reminder.
    """
    if times >= MOST_NUDGES:
        return None
    pace = SILENT_PACE if muted or person.remind <= 0 else person.remind
    return hours_of(person).wakes(max((last or since) + timedelta(hours=pace), now))


def counted_only(person: Person, *, muted: bool) -> bool:
    """Whether the person's reminders are counted in silence: they want none, or a daily letter instead."""
    return muted or person.remind <= 0 or person.digest is not None
