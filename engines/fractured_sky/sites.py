"""§5, §6 Fortresses, markets and skimmers."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from engines.fractured_sky.components import COSTS, PLATFORMS, REGIONS
from engines.fractured_sky.naming import STAR, amounts, circled, connected, region_number, region_words, why
from engines.fractured_sky.state import State, T, building, platform_mark, record, region_mark, seat_mark
from engines.fractured_sky.trade import Cost, pay, why_not_pay
from engines.fractured_sky.view import Deed
from engines.kernel.decision import Option, Pick
from engines.kernel.text import Text, Who, text


def ask_build_fortress(t: T) -> Pick[str]:
    """§5 `build_fortress`."""
    return _ask_build(t, "build_fortress", t.state.me.fortresses, COSTS.fortress)


def ask_build_market(t: T) -> Pick[str]:
    """§5 `build_market`."""
    return _ask_build(t, "build_market", t.state.me.markets, COSTS.market)


def _ask_build(t: T, verb: str, supply: int, cost: Cost) -> Pick[str]:
    prompt, unknown = text(f"fractured_sky.{verb}.ask"), why("unknown_id")
    return Pick(t.state.active, verb, prompt, lambda: _sites(t.state, verb, supply, cost), unknown=unknown)


def _sites(state: State, verb: str, supply: int, cost: Cost) -> Iterator[Option[str]]:
    """R4 Every platform in play, whoever has built there."""
    within = (text(f"fractured_sky.{verb}.kind", cost=amounts(cost)),)
    why_not = _why_not_build(state, supply, cost)
    for platform in PLATFORMS:
        if platform not in state.platforms:
            label = text("fractured_sky.platform.gone", platform=platform)
            yield Option(platform, platform, label, why("not_in_play"), within=within, common=False)
            continue
        label = text("fractured_sky.platform", platform=platform, regions=connected(state, platform))
        yield Option(platform, platform, label, why_not, platform_mark(platform), within)


def _why_not_build(state: State, supply: int, cost: Cost) -> Text | None:
    return why("no_supply") if not supply else why_not_pay(state.me, cost)


def build_fortress(t: T, platform: str) -> None:
    """§5 Pay, place."""
    pay(t, COSTS.fortress)
    t.state.me.fortresses -= 1
    building(t.state, platform, t.state.active).fortresses += 1
    _tell_built(t, "build_fortress", platform)


def build_market(t: T, platform: str) -> None:
    """§5 Pay, place."""
    pay(t, COSTS.market)
    t.state.me.markets -= 1
    building(t.state, platform, t.state.active).markets += 1
    _tell_built(t, "build_market", platform)


def _tell_built(t: T, verb: str, platform: str) -> None:
    seat = t.state.active
    record(t, Deed(seat, verb, platform=platform))
    marks = (platform_mark(platform), seat_mark(seat))
    t.tell(f"fractured_sky.{verb}.done", at=marks, who=Who(seat), platform=platform)


def ask_place_skimmer(t: T) -> Pick[str]:
    """§5 `place_skimmer`."""
    prompt, unknown = text("fractured_sky.place_skimmer.ask"), why("unknown_id")
    return Pick(t.state.active, "place_skimmer", prompt, lambda: _skies(t.state), unknown=unknown)


def _skies(state: State) -> Iterator[Option[str]]:
    within = (text("fractured_sky.place_skimmer.kind", cost=amounts(COSTS.skimmer)),)
    why_not = _why_not_build(state, state.me.skimmers, COSTS.skimmer)
    for region in REGIONS:
        if not (number := region_number(state, region)):
            label: Text = text("fractured_sky.region.gone", region=REGIONS[region].noun)
            yield Option(region, region, label, why("not_in_play"), within=within, common=False)
            continue
        stars = state.stars.get(region, 0)
        words: dict[str, Any] = {"number": circled(number), "region": REGIONS[region].noun}
        if stars:
            label = text("fractured_sky.region.stars", stars=f"{STAR}{stars}", **words)
        else:
            label = text("fractured_sky.region", **words)
        yield Option(region, region, label, why_not, region_mark(region), within)


def place_skimmer(t: T, region: str) -> None:
    """§5 Pay, place; never on the exploration slot (R24)."""
    seat = t.state.active
    pay(t, COSTS.skimmer)
    t.state.me.skimmers -= 1
    t.state.me.placed[region] = t.state.me.placed.get(region, 0) + 1
    record(t, Deed(seat, "place_skimmer", region=region))
    marks = (region_mark(region), seat_mark(seat))
    t.tell("fractured_sky.place_skimmer.done", at=marks, who=Who(seat), region=region_words(t.state, region))
