"""How rules wait: nested, side by side, and what happens when one of them breaks."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from engines.kernel.decision import Amount, Decision, Option, Pick, Refused
from engines.kernel.flow import amount, checkpoint, choose, first_of, sealed, together
from engines.kernel.game import Outcome, Table
from engines.kernel.match import Action, Match, RulesBug
from engines.kernel.text import text
from tests.engines.kernel.toys import SEED, Race, RaceState, options

Body = Callable[[Table[RaceState]], Awaitable[object]]


def waiting(body: Body) -> Match[Any, Any]:
    """A match whose only rule is this one."""

    class Only(Race):
        async def play(self, t: Table[RaceState]) -> Outcome:
            await checkpoint()
            t.state.notes.append(str(await body(t)))
            return Outcome("done", (1, 1), (True, True))

    return Match.new(Only(), 2, {}, SEED)


def say(match: Match[Any, Any], *lines: str) -> None:
    for line in lines:
        seat, verb, *answer = line.split()
        match.act(Action(int(seat), verb, tuple(answer)))


def asked(match: Match[Any, Any]) -> list[str]:
    return [f"{d.seat} {d.verb}" for d in match.pending]


async def number(seat: int, verb: str = "n", high: int = 9) -> int:
    return await amount(Amount(seat, verb, text("t"), 0, high))


def test_side_by_side_within_side_by_side() -> None:
    async def pair(seat: int) -> int:
        both = await together({seat: number(seat, "own"), seat + 10: number(seat + 10, "guest")})
        return sum(both.values()) + await number(seat, "more")

    match = waiting(lambda _: together({0: pair(0), 1: pair(1)}))
    assert asked(match) == ["0 own", "10 guest", "1 own", "11 guest"]
    say(match, "10 guest 1", "1 own 2", "0 own 3")
    assert asked(match) == ["0 more", "11 guest"]
    assert match.where().count(" | ") == 1
    say(match, "11 guest 4", "1 more 5", "0 more 6")
    assert match.state.notes == ["{0: 10, 1: 11}"]


def test_side_by_side_with_nobody_goes_straight_on() -> None:
    assert waiting(lambda _: together({})).state.notes == ["{}"]
    assert waiting(lambda _: sealed({})).state.notes == ["{}"]


def test_side_by_side_a_flow_may_offer_alternatives() -> None:
    async def either(seat: int) -> str:
        decision, value = await first_of(
            Pick(seat, "take", text("t"), options("a", "b")), Amount(seat, "pay", text("t"), 1, 3)
        )
        return f"{decision.verb} {value}"

    match = waiting(lambda _: together({0: either(0), 1: either(1)}))
    assert asked(match) == ["0 take", "0 pay", "1 take", "1 pay"]
    say(match, "1 pay 2")
    assert asked(match) == ["0 take", "0 pay"]
    say(match, "0 take b")
    assert match.state.notes == ["{0: 'take b', 1: 'pay 2'}"]


def test_results_come_in_the_order_of_seats_whoever_was_first() -> None:
    match = waiting(lambda _: together({0: number(0), 1: number(1)}))
    say(match, "1 n 1", "0 n 0")
    assert match.state.notes == ["{0: 0, 1: 1}"]
    match = waiting(lambda _: sealed({s: Amount(s, "n", text("t"), 0, 9) for s in (0, 1)}))
    say(match, "1 n 1", "0 n 0")
    assert match.state.notes == ["{0: 0, 1: 1}"]


def test_a_flow_that_breaks_takes_the_others_with_it_and_leaves_nothing_unfinished() -> None:
    """Not even a warning that a rule was never begun."""

    async def breaks(seat: int) -> int:
        raise ZeroDivisionError

    with pytest.raises(RulesBug):
        waiting(lambda _: together({0: breaks(0), 1: number(1), 2: number(2)}))

    async def later(seat: int) -> int:
        return 1 // await number(seat)

    match = waiting(lambda _: together({0: later(0), 1: number(1)}))
    with pytest.raises(RulesBug):
        say(match, "0 n 0")


def test_a_checkpoint_side_by_side_is_a_bug() -> None:
    async def careless(seat: int) -> int:
        await checkpoint()
        return 0

    with pytest.raises(RulesBug):
        waiting(lambda _: together({0: careless(0)}))


def test_choose_asks_for_one_and_choose_many_does_not() -> None:
    with pytest.raises(RulesBug):
        waiting(lambda _: choose(Pick(0, "take", text("t"), options("a", "b"), least=0)))


def test_sealed_answers_belong_to_their_seats() -> None:
    with pytest.raises(RulesBug):
        waiting(lambda _: sealed({0: Amount(1, "n", text("t"), 0, 9)}))


def test_a_sealed_choice_of_one_seat_alone_reveals_nothing_to_anybody() -> None:
    """It can be taken back: there was nobody to wait for."""

    async def alone(t: Table[RaceState]) -> int:
        await sealed({0: Amount(0, "n", text("t"), 0, 9)})
        return await number(0, "more")

    match = waiting(alone)
    say(match, "0 n 1")
    assert match.may_take_back(0)


def test_the_others_questions_are_looked_up_before_an_answer_changes_them() -> None:
    """Else a question that has changed would pass for the one that was sent before."""

    def partner(t: Table[RaceState]) -> Decision:
        return Pick(1, "help", text("t"), lambda: [Option(str(t.state.pot), 0, text("t"))], optional=True)

    async def turns(t: Table[RaceState]) -> None:
        for _ in range(3):
            await first_of(Pick(0, "move", text("t"), options("a")), partner(t))
            t.state.pot += 1

    match = waiting(turns)
    say(match, "0 move a")
    assert [(d.verb, d.asked) for d in match.pending] == [("move", 1), ("help", 1)]
    with pytest.raises(Refused):
        match.act(Action(1, "help", ("1",), asked=0))
