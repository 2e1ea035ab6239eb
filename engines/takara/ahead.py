"""What can be fixed before it is asked: a turn in the tavern, and how a day ends (§5 `tavern`, `end_day`).

Nothing else of this game: whatever digs, looks, fights or hires turns something up, and the map's choice (§6.6) comes
out of a deck that nobody knows, to somebody who is there.
"""

from __future__ import annotations

from collections.abc import Iterator

from engines.kernel.decision import Amount, Answer, Decision
from engines.kernel.game import Ahead
from engines.kernel.text import text
from engines.takara.components import RULE, Place
from engines.takara.evening import fees
from engines.takara.state import Phase
from engines.takara.view import PlayerView, View

TAVERN = "tavern"
NOTHING = "stay.0"
"""An evening in which nothing is done."""


def offers(view: View, seat: int) -> Iterator[Ahead]:
    """For the seat's present turn, or its next one. Nobody's turn changes another's camp (R35)."""
    if view.phase == Phase.OVER:
        return
    waits = (seat - view.active) % len(view.players)
    own, moment = view.players[seat], f"t{view.turn + waits}"
    ready = _count(own, Place.CAMP)
    if ready and (waits or view.phase == Phase.ACT):
        label = text("takara.ahead.tavern", n=ready, kara=ready * RULE.tavern_kara_each)
        yield Ahead(TAVERN, TAVERN, label, moment, f"ready{ready}")
    # Whoever is hurt after it was given is a reason to think again.
    injured = _count(own, Place.HOSPITAL)
    for recruit, heal in _evenings(own, injured):
        key = f"{'recruit' if recruit else 'stay'}.{heal}"
        kind = ("both" if heal else "recruit") if recruit else ("heal" if heal else "nothing")
        label = text(f"takara.ahead.end_day.{kind}", n=heal, kara=fees(recruit, heal))
        yield Ahead(key, "end_day", label, moment, f"injured{injured}")


def answer(key: str, decision: Decision) -> Answer | None:
    """All who are ready to the tavern; an evening by its key."""
    if key == TAVERN:
        return (decision.high,) if isinstance(decision, Amount) else None
    return (key,)


def missed(key: str) -> bool:
    """Whoever has spent what the evening costs, and ends the day with that, is asked nothing (§4 DAY_END_CHECK)."""
    return key != NOTHING


def _evenings(own: PlayerView, injured: int) -> Iterator[tuple[bool, int]]:
    """What can be done in the evening, as the camp stands; nothing, if there is anything that could be."""
    recruits = any(adventurer.place == Place.BEACH for adventurer in own.adventurers)
    if recruits or injured:
        yield False, 0
    if recruits and own.kara >= fees(recruit=True, heal=0):
        yield True, 0
    if injured and own.kara >= fees(recruit=False, heal=injured):
        yield False, injured
    if recruits and injured and own.kara >= fees(recruit=True, heal=injured):
        yield True, injured


def _count(own: PlayerView, place: Place) -> int:
    return sum(adventurer.place == place for adventurer in own.adventurers)
