"""When somebody is reminded of a question that still waits."""

from __future__ import annotations

from datetime import datetime, timedelta

from engines.desk.hours import hours_of
from engines.desk.people import Person

MOST_NUDGES = 5
"""How often one is reminded of a question; then it is the host's turn to look after the table."""


def next_nudge(person: Person, since: datetime, last: datetime | None, times: int, now: datetime) -> datetime | None:
    """When the person is reminded next of what has waited for them since then; None: no more.

    last: when they were last called about it, by the first letter or a reminder; None: never. times: how often they
    were reminded. Never before now: what fell due while nobody could remind is made up for by one reminder.
    """
    if person.remind <= 0 or times >= MOST_NUDGES:
        return None
    due = (last or since) + timedelta(hours=person.remind)
    return hours_of(person).wakes(max(due, now))
