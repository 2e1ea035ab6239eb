"""Answers given before their questions: what becomes of one as the game goes on."""

from __future__ import annotations

from typing import Any, Literal

from msgspec import Struct

from engines.kernel.decision import Answer, Decision, Refused
from engines.kernel.game import Ahead
from engines.kernel.match import Match


class Due(Struct, frozen=True):
    """Its question is asked, in the situation for which it was given."""

    decision: Decision
    answer: Answer


Fate = Due | Literal["stands", "lapsed", "passed"]
"""lapsed: the situation is another one than that for which it was given. passed: the question did not come at all, and
nothing is left undone by that."""


def offered(match: Match[Any, Any], seat: int) -> tuple[Ahead, ...]:
    """What that seat can fix now: what the game offers, but of questions that are asked already."""
    asked = {d.verb for d in match.pending if d.seat == seat}
    return tuple(each for each in _offers(match, seat) if each.verb not in asked)


def fate(match: Match[Any, Any], seat: int, given: Ahead) -> Fate:
    """What becomes of an answer that this seat gave ahead, as the game stands now.

    It answers nothing that nobody else may notice, and nothing whose consequence wants a second look.
    """
    offers = _offers(match, seat)
    holds = any(given.alike(each) for each in offers)
    asked = next((d for d in match.pending if d.seat == seat and d.verb == given.verb and d.playable), None)
    if asked is not None and asked.given is None:
        answer = match.game.answer_ahead(given.key, asked, match.view(seat)) if holds and not asked.secret else None
        return "lapsed" if answer is None or not _plainly(asked, answer) else Due(asked, answer)
    if holds and asked is None:
        return "stands"
    same_moment = any((each.verb, each.moment) == (given.verb, given.moment) for each in offers)
    return "lapsed" if asked is None and (same_moment or match.game.missed_ahead(given.key)) else "passed"


def _offers(match: Match[Any, Any], seat: int) -> tuple[Ahead, ...]:
    return match.game.ahead(match.view(seat), seat) if match.pending else ()


def _plainly(decision: Decision, answer: Answer) -> bool:
    """Whether the answer is to be had, without a warning."""
    try:
        decision.accept(answer)
    except Refused:
        return False
    return decision.warning(answer) is None
