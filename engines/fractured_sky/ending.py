"""§11 The end: ranks and the result."""

from __future__ import annotations

from engines.fractured_sky.components import ROUNDS
from engines.fractured_sky.state import State, Step, T, new_rank, seat_mark, who
from engines.kernel.game import Outcome, Score


def ranks(state: State) -> list[int]:
    """§11 The rank of each seat, automated opponents too: most starfalls first, ties by new order (R34)."""
    seats = range(len(state.seats))
    order = sorted(seats, key=lambda seat: (-state.seats[seat].stars, new_rank(state, seat)))
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


def outcome(state: State) -> Outcome:
    """§11 Rank 1 alone wins; alone a person wins only with it. tie: the earlier in the new order, the higher."""
    scores = tuple(
        Score(seat.stars, len(state.seats) - new_rank(state, number), (("starfalls", seat.stars),))
        for number, seat in enumerate(state.seats)
    )
    return Outcome(f"round_{ROUNDS}", tuple(state.ranks), tuple(rank == 1 for rank in state.ranks), scores)
