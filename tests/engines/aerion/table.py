"""A table in any position, written in the words of EXAMPLES.md, and people who speak in lines: `P1 acquire 1.ws1`."""

from typing import Any

from engines.aerion import GAME
from engines.aerion.state import State
from engines.aerion.view import View
from engines.kernel.decision import Answer, Decision, Option, Pick, Refused
from engines.kernel.match import Action, Match, Turn, settle_options
from engines.kernel.rng import ScriptedRng

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


def do(match: Table, *lines: str) -> Turn:
    """Each line is one answer: seat, verb, answer. Returns the last turn."""
    turns = [match.act(_action(line)) for line in lines]
    return turns[-1]


def refusal(match: Table, line: str) -> str:
    """The key of the reason for which that answer is refused; the position must not have changed."""
    before = match.digest()
    try:
        match.act(_action(line))
    except Refused as refused:
        assert match.digest() == before
        return refused.why.key.removeprefix("aerion.why.")
    raise AssertionError(f"{line} was not refused")


def facts(match: Table) -> dict[str, Any]:
    """The whole truth, in the words of the scenarios."""
    return GAME.facts(match.state, match.outcome)


def seat(match: Table, name: str = "P1") -> dict[str, Any]:
    """The truth about one seat's own places."""
    truth: dict[str, Any] = facts(match)[name]
    return truth


def asked(match: Table, verb: str, name: str = "P1") -> Decision:
    """An open question."""
    (decision,) = (d for d in match.pending if (d.seat, d.verb) == (_seat(name), verb))
    return decision


def verbs(match: Table) -> set[str]:
    """What can be done now."""
    return {decision.verb for decision in match.pending if decision.playable}


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
    action = _action(line)
    told = match.question(action.seat, action.verb).warning(action.answer)
    return None if told is None else told.key


def told(turn: Turn, viewer: int | None = None) -> list[str]:
    """The keys of what somebody hears."""
    return [event.text.key for event in turn.events if event.seen_by is None or viewer in event.seen_by]


def may_take_back(match: Table, name: str = "P1") -> bool:
    """Whether that seat may take its last decision back."""
    return match.may_take_back(_seat(name))


def _action(line: str) -> Action:
    name, verb, *words = line.split()
    answer: Answer = tuple(words)
    return Action(_seat(name), verb, answer)


def _seat(name: str) -> int:
    return int(name.removeprefix("P")) - 1
