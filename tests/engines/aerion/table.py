"""A table in any position, written in the words of EXAMPLES.md, and people who speak in lines: `P1 acquire 1.ws1`."""

from typing import Any

from engines.aerion import GAME
from engines.aerion.state import State
from engines.aerion.view import View
from engines.kernel.decision import Decision, Option, Pick
from engines.kernel.match import Match, settle_options
from engines.kernel.rng import ScriptedRng
from tests.engines.lines import action, facts, seat_number

ROLLING, START, WRAP_UP = "rolling", "turn_start", "wrap_up"

Table = Match[State, View]


def table(
    *, dice: str = "", die: str = "", seats: int = 1, options: dict[str, Any] | None = None, **given: Any
) -> Table:
    """A match at that position; what is not given is as EXAMPLES.md says.

    dice: the six as they lie, "112346"; die: what falls next, in order.
    """
    if dice:
        given["dice"] = [int(face) for face in dice]
    facts = {"seats": seats, "options": settle_options(GAME, seats, options or {}), **given}
    chance = ScriptedRng(bytes(32), {"die": list(die)} if die else {})
    return Match.at(GAME, GAME.given(facts), chance)


def seat(match: Table, name: str = "P1") -> dict[str, Any]:
    """The truth about one seat's own places."""
    truth: dict[str, Any] = facts(match)[name]
    return truth


def asked(match: Table, verb: str, name: str = "P1") -> Decision:
    """An open question."""
    (decision,) = (d for d in match.pending if (d.seat, d.verb) == (seat_number(name), verb))
    return decision


def open_verbs(match: Table) -> set[str]:
    """What is asked now, also if nothing of it can be had."""
    return {decision.verb for decision in match.pending}


def options(match: Table, verb: str) -> tuple[Option[Any], ...]:
    """The options of an open question, refused ones included."""
    decision = asked(match, verb)
    assert isinstance(decision, Pick)
    return decision.options


def legal(match: Table, verb: str) -> set[str]:
    """The keys that can be had."""
    return {option.key for option in options(match, verb) if option.refused is None}


def warning(match: Table, line: str) -> str | None:
    """The key of what the giver of that answer is told before it counts."""
    given = action(line)
    found = match.question(given.seat, given.verb).warning(given.answer)
    return None if found is None else found.key


def may_take_back(match: Table, name: str = "P1") -> bool:
    """Whether that seat may take its last decision back."""
    return match.may_take_back(seat_number(name))
