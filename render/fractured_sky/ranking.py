"""Who was in a region at the round's end, and what their power was made of."""

from __future__ import annotations

from msgspec import Struct

from engines.fractured_sky.view import AirshipView, Placing, RegionResult, Reveal


class Rank(Struct, frozen=True):
    """One seat in a region. placing: None if it has no power there."""

    seat: int
    placing: Placing | None
    ships: tuple[AirshipView, ...]
    skimmers: int

    @property
    def fortresses(self) -> int:
        """§7 What is neither airships nor skimmers."""
        if self.placing is None:
            return 0
        return self.placing.power - self.skimmers - sum(ship.value or 0 for ship in self.ships)


def ranks(result: RegionResult) -> list[Rank]:
    """The contenders in order, then those who were there without power."""
    flyers = dict(result.skimmers)
    order = [(placing.seat, placing) for placing in result.placings]
    weak = sorted({ship.seat for ship in result.ships} - {seat for seat, _ in order})
    every: list[tuple[int, Placing | None]] = [*order, *((seat, None) for seat in weak)]
    return [
        Rank(seat, placing, tuple(ship for ship in result.ships if ship.seat == seat), flyers.get(seat, 0))
        for seat, placing in every
    ]


def won(shown: Reveal, seat: int) -> int:
    """Starfalls that the seat took in regions and for the objective; those of a market card come besides."""
    placings = (placing for result in shown.regions for placing in result.placings if placing.seat == seat)
    return sum(placing.stars for placing in placings) + (shown.winner == seat)
