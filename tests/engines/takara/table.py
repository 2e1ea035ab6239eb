"""A table in any position, written in the words of EXAMPLES.md, and people who speak in lines: `P1 dig 1`."""

from typing import Any

from engines.kernel.decision import Option, Pick, Refused
from engines.kernel.match import Match, settle_options
from engines.kernel.rng import ScriptedRng
from engines.takara import GAME
from engines.takara.state import State
from engines.takara.view import View
from tests.engines.lines import facts, seat_number

FACES = {"S": "sword", "H": "hospital"}

Table = Match[State, View]


def table(dice: str = "", *, seats: int = 2, options: dict[str, Any] | None = None, **given: Any) -> Table:
    """A match at that position; what is not given is as EXAMPLES.md says. dice: results in order, S or H."""
    facts = {"seats": seats, "options": settle_options(GAME, seats, options or {}), **given}
    chance = ScriptedRng(bytes(32), {"die": [FACES[face] for face in dice.split()]})
    return Match.at(GAME, GAME.given(facts), chance)


def back(match: Table, seat: str = "P1") -> None:
    """That seat takes its last decision back."""
    match.take_back(seat_number(seat))


def stays(match: Table, seat: str = "P1") -> bool:
    """Whether taking back is refused to that seat, and changes nothing."""
    before = match.digest()
    assert not match.may_take_back(seat_number(seat))
    try:
        back(match, seat)
    except Refused:
        return match.digest() == before
    return False


def camp(match: Table, seat: str = "P1") -> dict[str, Any]:
    """The truth about one camp."""
    truth: dict[str, Any] = facts(match)[seat]
    return truth


def options(match: Table, verb: str) -> tuple[Option[Any], ...]:
    """The options of an open question, refused ones included."""
    (decision,) = (d for d in match.pending if d.verb == verb)
    assert isinstance(decision, Pick)
    return decision.options


def legal(match: Table, verb: str) -> set[str]:
    """The keys that can be had."""
    return {option.key for option in options(match, verb) if option.refused is None}
