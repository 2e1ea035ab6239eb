"""§6, §7 Power: chips revealed and their penalty; what airships, fortresses and skimmers are worth in a region."""

from __future__ import annotations

from engines.fractured_sky.fleet import penalty, total
from engines.fractured_sky.naming import region_words
from engines.fractured_sky.state import Airship, State, T, fortresses_at, person, region_mark, seat_mark, who
from engines.kernel.text import each, text


def reveal_chips(t: T) -> None:
    """§4 ROUND_END 1: all chips are turned up; each counts what is left after the penalty, at least 0 (R8)."""
    for number, seat in enumerate(t.state.seats):
        if not person(t.state, number):
            continue
        lost = penalty(total(seat))
        chips = []
        for ship in seat.ships:
            assert ship.chip is not None
            ship.value = max(0, ship.chip - lost)
            chips.append(text("fractured_sky.reveal.chip", region=region_words(t.state, ship.region), value=ship.chip))
        t.tell(
            "fractured_sky.reveal.penalty" if lost else "fractured_sky.reveal.chips",
            at=(seat_mark(number), *(region_mark(ship.region) for ship in seat.ships)),
            who=who(t.state, number),
            chips=each(chips),
            total=total(seat),
            penalty=lost,
        )


def airships_at(state: State, seat: int, region: str) -> list[Airship]:
    """That seat's airships in a region."""
    return [ship for ship in state.seats[seat].ships if ship.region == region]


def carried(state: State, seat: int, region: str) -> int:
    """§7 Σ adj + F(p,R): what its airships are worth there, and the fortresses that need one of them (R11, R21)."""
    ships = airships_at(state, seat, region)
    return sum(_value(ship) for ship in ships) + fortresses_at(state, seat, region) if ships else 0


def power(state: State, seat: int, region: str) -> int:
    """§7 Power in a region: skimmers count also without an airship (R12), outside the limit as fortresses do (R10).

    Only once chips and tokens are turned up.
    """
    return carried(state, seat, region) + state.seats[seat].placed.get(region, 0)


def active(state: State, seat: int, region: str) -> bool:
    """§7 The region is active for it: skimmers never switch on a market (R13)."""
    return carried(state, seat, region) >= 1


def _value(ship: Airship) -> int:
    assert ship.value is not None, "power is counted after chips and tokens are turned up"
    return ship.value
