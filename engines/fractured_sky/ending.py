"""§11 The end: ranks and the result."""

from __future__ import annotations

from engines.fractured_sky.components import ROUNDS
from engines.fractured_sky.state import State, Step, T, new_rank, seat_mark, who
from engines.kernel.game import Outcome, Score


def place(state: State, seat: int) -> int:
    """§11 By which ties are broken (R34): the place in the new order; if that is not yet whole, in the old one."""
    return state.old.index(seat) if None in state.new else new_rank(state, seat)


def ranks(state: State) -> list[int]:
    """§11 The rank of each seat, automated opponents too: most starfalls first, ties by order."""
    seats = range(len(state.seats))
    order = sorted(seats, key=lambda seat: (-state.seats[seat].stars, place(state, seat)))
    return [1 + order.index(seat) for seat in seats]


def settle(t: T) -> None:
    """§4 ROUND_END 7, §11: the ranks are final; starfalls left on the map and resources are worth nothing."""
    state = t.state
    state.ranks = ranks(state)
    state.step = Step.OVER
    best = state.ranks.index(1)
    stars = state.seats[best].stars
    tied = sum(seat.stars == stars for seat in state.seats) > 1
    key = "fractured_sky.end.tied" if tied else "fractured_sky.end.won"
    t.tell(key, at=(seat_mark(best),), who=who(state, best), n=stars)


def stop(t: T) -> Outcome:
    """§11 `stopped`: the table agrees to end it as it stands; regions that are not resolved give nothing."""
    state = t.state
    state.ranks = ranks(state)
    state.step = Step.OVER
    state.scouting = 0
    state.open_picks = []
    best = state.ranks.index(1)
    t.tell("fractured_sky.end.stopped", at=(seat_mark(best),), who=who(state, best), n=state.seats[best].stars)
    return outcome(state, "stopped")


def outcome(state: State, result: str = f"round_{ROUNDS}") -> Outcome:
    """§11 Rank 1 alone wins; alone a person wins only with it. tie: the earlier in the order, the higher."""
    scores = tuple(
        Score(seat.stars, len(state.seats) - place(state, number), (("starfalls", seat.stars),))
        for number, seat in enumerate(state.seats)
    )
    return Outcome(result, tuple(state.ranks), tuple(rank == 1 for rank in state.ranks), scores)
