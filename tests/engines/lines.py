"""People at a table of a test, who speak in lines: `P1 dig 1`."""

from typing import Any

from engines.kernel.decision import Refused
from engines.kernel.match import Action, Match, Turn


def do(match: Match[Any, Any], *lines: str) -> Turn:
    """Each line is one answer: seat, verb, answer. Returns the last turn."""
    turns = [match.act(action(line)) for line in lines]
    return turns[-1]


def refusal(match: Match[Any, Any], line: str) -> str:
    """The reason for which that answer is refused, by its name in the game; the position must not have changed."""
    before = match.digest()
    try:
        match.act(action(line))
    except Refused as refused:
        assert match.digest() == before
        return refused.why.key.removeprefix(f"{match.game.slug}.why.")
    raise AssertionError(f"{line} was not refused")


def facts(match: Match[Any, Any]) -> dict[str, Any]:
    """The whole truth, in the words of the scenarios."""
    return match.game.facts(match.state, match.outcome)


def verbs(match: Match[Any, Any]) -> set[str]:
    """What can be done now."""
    return {decision.verb for decision in match.pending if decision.playable}


def told(turn: Turn, viewer: int | None = None) -> list[str]:
    """The keys of what somebody hears."""
    return [event.text.key for event in turn.events if event.seen_by is None or viewer in event.seen_by]


def action(line: str) -> Action:
    """What a line means."""
    name, verb, *words = line.split()
    return Action(seat_number(name), verb, tuple(words))


def seat_number(name: str) -> int:
    """`P1` is seat 0."""
    return int(name.removeprefix("P")) - 1
