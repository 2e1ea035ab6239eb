"""§9 Objectives: what each of them counts, and the award."""

from __future__ import annotations

from collections.abc import Callable

from engines.fractured_sky.components import OBJECTIVES, REGIONS, Resource, bridges
from engines.fractured_sky.power import power
from engines.fractured_sky.state import (
    NOBODY,
    Building,
    Scouting,
    State,
    T,
    buildings_at,
    new_rank,
    objective_mark,
    record,
    seat_mark,
    who,
)
from engines.fractured_sky.view import Deed

# ---- The award -----------------------------------------------------------------------------------------------------


def flip_objective(t: T) -> int | None:
    """§4 ROUND_END 4: the leftmost face-down objective is flipped and awarded, before the regions are resolved (R59).

    Returns its slot, 1–5; None: there is none.
    """
    state = t.state
    for slot, objective in enumerate(state.objectives, 1):
        if objective.up:
            continue
        objective.up = True
        objective.winner = winner(state, objective.card)
        noun, mark = OBJECTIVES[objective.card].noun, objective_mark(slot)
        if objective.winner is None:
            record(t, Deed(NOBODY, "flipped", slot=slot, card=objective.card))
            t.tell("fractured_sky.objective.nobody", at=(mark,), objective=noun)
            return slot
        state.seats[objective.winner].stars += 1
        number = value(state, objective.card, objective.winner)
        record(t, Deed(objective.winner, "flipped", slot=slot, card=objective.card, n=number))
        tied = sum(value(state, objective.card, seat) == number for seat in range(len(state.seats))) > 1
        t.tell(
            "fractured_sky.objective.tied" if tied else "fractured_sky.objective.won",
            at=(mark, seat_mark(objective.winner)),
            objective=noun,
            who=who(state, objective.winner),
            value=number,
        )
        return slot
    return None


def winner(state: State, objective: str) -> int | None:
    """§9 The seat with the most, automated or not (R53), ties by new order; nobody if it is nothing (R34, R35)."""
    best = max(range(len(state.seats)), key=lambda seat: (value(state, objective, seat), -new_rank(state, seat)))
    return best if value(state, objective, best) else None


def value(state: State, objective: str, seat: int) -> int:
    """§9 The objective's metric for that seat."""
    name, _, arguments = OBJECTIVES[objective].metric.partition(":")
    return METRICS[name](state, seat, *(arguments.split(",") if arguments else ()))


# ---- The metrics ---------------------------------------------------------------------------------------------------


def airships_in_same_pair_regions(state: State, seat: int) -> int:
    return sum(REGIONS[ship.region].same_pair for ship in state.seats[seat].ships)


def airships_in_regions_with(state: State, seat: int, resource: str) -> int:
    return sum(Resource(resource) in REGIONS[ship.region].resources for ship in state.seats[seat].ships)


def airships_on_exploration_slots(state: State, seat: int) -> int:
    return sum(ship.explorer for ship in state.seats[seat].ships)


def airships_in_starfall_regions(state: State, seat: int) -> int:
    return sum(state.stars.get(ship.region, 0) >= 1 for ship in state.seats[seat].ships)


def power_total(state: State, seat: int) -> int:
    return sum(power(state, seat, region.id) for region in state.regions)


def power_max_region(state: State, seat: int) -> int:
    return max(power(state, seat, region.id) for region in state.regions)


def power_in(state: State, seat: int, *regions: str) -> int:
    return sum(power(state, seat, region) for region in regions)


def fortresses(state: State, seat: int) -> int:
    return sum(own.fortresses for own in _own(state, seat))


def markets(state: State, seat: int) -> int:
    return sum(own.markets for own in _own(state, seat))


def buildings(state: State, seat: int) -> int:
    return sum(own.count for own in _own(state, seat))


def platforms_with_both_types(state: State, seat: int) -> int:
    return sum(own.fortresses >= 1 and own.markets >= 1 for own in _own(state, seat))


FOUR_DOTS = 4


def buildings_on_4_dot_platforms(state: State, seat: int) -> int:
    return sum(own.count for own in _own(state, seat) if len(bridges(own.platform, state.size)) == FOUR_DOTS)


def regions_connected(state: State, seat: int) -> int:
    return sum(buildings_at(state, seat, region.id) >= 1 for region in state.regions)


def buildings_max_region(state: State, seat: int) -> int:
    return max(buildings_at(state, seat, region.id) for region in state.regions)


def buildings_connected_to(state: State, seat: int, *regions: str) -> int:
    return sum(own.count for own in _own(state, seat) if set(regions) & set(bridges(own.platform, state.size)))


def scouts_this_round(state: State, seat: int) -> int:
    return len(_scoutings(state, seat))


def scout_resources_this_round(state: State, seat: int) -> int:
    return sum(scouting.counts for scouting in _scoutings(state, seat))


def peeks_total(state: State, seat: int) -> int:
    return sum(seat in objective.peeked for objective in state.objectives)


def cards_known(state: State, seat: int) -> int:
    return scouts_this_round(state, seat) + len(state.seats[seat].cards) + peeks_total(state, seat)


def _own(state: State, seat: int) -> list[Building]:
    return [building for building in state.buildings if building.seat == seat]


def _scoutings(state: State, seat: int) -> list[Scouting]:
    return [scouting for secret in state.tray for scouting in secret.scouts if scouting.seat == seat]


METRICS: dict[str, Callable[..., int]] = {
    metric.__name__: metric
    for metric in (
        airships_in_same_pair_regions,
        airships_in_regions_with,
        airships_on_exploration_slots,
        airships_in_starfall_regions,
        power_total,
        power_max_region,
        power_in,
        fortresses,
        markets,
        buildings,
        platforms_with_both_types,
        buildings_on_4_dot_platforms,
        regions_connected,
        buildings_max_region,
        buildings_connected_to,
        scouts_this_round,
        scout_resources_this_round,
        peeks_total,
        cards_known,
    )
}
"""§9 The table, by the names in it; what stands after the colon are further arguments."""
