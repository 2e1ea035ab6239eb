"""§11 The end: the conditions of victory, the win test, the result."""

from __future__ import annotations

from engines.aerion.moments import in_play
from engines.aerion.state import Ending, State, Step, T
from engines.aerion.view import GoalView
from engines.kernel.game import Outcome


def goals(state: State) -> tuple[GoalView, ...]:
    """§11 The conditions of victory, the ships first; all must be met together (R56)."""
    built, total = sum(state.built), len(state.built)
    ships = GoalView("ships", built, total, built == total)
    return (ships, *(goal for expansion in in_play(state) for goal in expansion.goals(state)))


def won(state: State) -> bool:
    """§11 Whether all of them hold."""
    return all(state.built) and all(goal.met for goal in goals(state))


def win_test(t: T) -> None:
    """§4 After every decision and every automatic step; winning stops everything, and beats a loss (R45)."""
    if won(t.state):
        t.state.result = Ending.WON


def concede(t: T) -> Outcome:
    """§11 `conceded`: the team gives up, whatever is being asked."""
    t.state.result = Ending.CONCEDED
    return finish(t)


def finish(t: T) -> Outcome:
    """§11 The game is over. No score, no tie-break: the team wins or loses together."""
    state = t.state
    assert state.result is not None
    state.step = Step.OVER
    t.tell(f"aerion.end.{state.result}", n=sum(state.built))
    team, victory = range(len(state.players)), state.result is Ending.WON
    return Outcome(state.result, tuple(1 if victory else 2 for _ in team), tuple(victory for _ in team))
