"""§10.3, §10.5 Where an automated opponent's card takes effect, and which rule decided it; nothing is changed here."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import StrEnum
from typing import TypeAlias

from msgspec import Struct

from engines.fractured_sky.components import PLATFORMS, REGIONS, Compass, Effect, Platform, Region, bridges
from engines.fractured_sky.state import State, buildings_at

Stars: TypeAlias = tuple[Compass, Compass]
"""The large and the small star of a compass."""


class Why(StrEnum):
    """Which rule decided: `View.Deed.why`."""

    STARS = "stars"
    NONE = "none"
    DOTS = "dots"
    ADVANTAGE = "advantage"
    COMPASS = "compass"
    PUBLIC = "public"
    ONLY = "only"


class Choice(Struct, frozen=True):
    """Where: a region, a platform, or a tray slot. why: the rule that decided.

    starless: there is no starfall where it may go, so the others decide.
    """

    place: str
    why: Why
    starless: bool = False


Rule: TypeAlias = tuple[Why, Callable[[str], int]]
"""Keep those for which this is highest."""


def choose_airship(state: State, seat: int, compass: Stars) -> Choice | None:
    """§10.5 A region without its airship: most starfalls, advantage (R44), compass.

    Where no such region has a starfall, all of them have the most: none.
    """
    taken = {ship.region for ship in state.seats[seat].ships}
    free = [region.id for region in state.regions if region.id not in taken]
    starless = not any(state.stars.get(region, 0) for region in free)
    rules: list[Rule] = [
        (Why.STARS, lambda region: state.stars.get(region, 0)),
        (Why.ADVANTAGE, lambda region: buildings_at(state, seat, region)),
        *_compass(compass, REGIONS),
    ]
    return decide(free, rules, starless=starless)


def choose_scout(state: State, seat: int, compass: Stars) -> Choice | None:
    """§10.5 A face-down card without its token: the rightmost if East is in the compass, else the leftmost (R47)."""
    slots = [
        slot
        for slot, secret in enumerate(state.tray, 1)
        if not secret.up and seat not in {scouting.seat for scouting in secret.scouts}
    ]
    if not slots:
        return None
    slot = slots[-1] if Compass.EAST in compass else slots[0]
    return Choice(str(slot), Why.COMPASS if len(slots) > 1 else Why.ONLY)


def choose_fortress(state: State, seat: int, compass: Stars) -> Choice | None:
    """§10.5 Needs a fortress in its own supply (R56)."""
    return _site(state, seat, compass) if state.seats[seat].fortresses else None


def choose_market(state: State, seat: int, compass: Stars) -> Choice | None:
    """§10.5 Needs a market in its own supply (R56)."""
    return _site(state, seat, compass) if state.seats[seat].markets else None


def choose_skimmer(state: State, seat: int) -> Choice | None:
    """§10.5 The region of the public starfall card of this round, if a skimmer is left (R48)."""
    return Choice(state.public, Why.PUBLIC) if state.seats[seat].skimmers else None


def decide(places: list[str], rules: list[Rule], *, starless: bool = False) -> Choice:
    """Rule by rule only the best places are kept, until one is left."""
    for why, value in rules:
        most = max(value(place) for place in places)
        places = [place for place in places if value(place) == most]
        if len(places) == 1:
            return Choice(places[0], why, starless)
    raise AssertionError("two places can't lie at the same point of the map")


def _site(state: State, seat: int, compass: Stars) -> Choice:
    """§10.5 (A) a region with the most starfalls (R45), (B) most dots, (C) advantage (R46), (D) compass."""
    most = max(state.stars.get(region.id, 0) for region in state.regions)

    def near_most(platform: str) -> int:
        return any(state.stars.get(region, 0) == most for region in bridges(platform, state.size))

    def advantage(platform: str) -> int:
        return max(buildings_at(state, seat, region) for region in bridges(platform, state.size))

    rules: list[Rule] = [
        (Why.STARS, near_most),
        (Why.DOTS, lambda platform: len(bridges(platform, state.size))),
        (Why.ADVANTAGE, advantage),
        *_compass(compass, PLATFORMS),
    ]
    return decide(list(state.platforms), rules)


def _compass(compass: Stars, points: Mapping[str, Region | Platform]) -> list[Rule]:
    """§10.3 Farthest towards the large star, then towards the small one; y grows to the South."""

    def towards(star: Compass) -> Callable[[str], int]:
        match star:
            case Compass.NORTH:
                return lambda place: -points[place].y
            case Compass.SOUTH:
                return lambda place: points[place].y
            case Compass.EAST:
                return lambda place: points[place].x
            case Compass.WEST:
                return lambda place: -points[place].x

    return [(Why.COMPASS, towards(star)) for star in compass]


CHOOSE: dict[Effect, Callable[[State, int, Stars], Choice | None]] = {
    Effect.AIRSHIP: choose_airship,
    Effect.SCOUT: choose_scout,
    Effect.FORTRESS: choose_fortress,
    Effect.MARKET: choose_market,
    Effect.SKIMMER: lambda state, seat, _: choose_skimmer(state, seat),
}
"""§10.5 By the effect of a card; None: it is impossible."""
