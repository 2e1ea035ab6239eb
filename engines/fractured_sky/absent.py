"""What a stand-in answers for somebody who is away: it goes where stars are, builds otherwise, and never exceeds 10."""

from __future__ import annotations

from typing import TypeAlias

from engines.fractured_sky.components import CHIPS, COSTS, DATA, START_RESOURCES
from engines.fractured_sky.state import KINDS
from engines.fractured_sky.view import PlatformView, RegionView, View
from engines.kernel.decision import Answer, Decision, Pick
from engines.kernel.standin import first_answer

Given: TypeAlias = tuple[Decision, Answer]

BUILDINGS = {"build_market": COSTS.market, "build_fortress": COSTS.fortress}
"""§15 Markets first."""


def stand_in(decisions: tuple[Decision, ...], view: View) -> Given:
    """A nested decision is the only one that is open; else an airship or a building."""
    open_now = {decision.verb: decision for decision in decisions if decision.playable}
    start = open_now.get("choose_start_resources")
    if start is not None:
        return start, suggested()
    airship = open_now.get("place_airship")
    if airship is None:
        decision = next(iter(open_now.values()))
        return decision, first_answer(decision)
    targets = sorted(unvisited(view), key=lambda region: (region.stars, not region.ships), reverse=True)
    site = None if targets and targets[0].stars else _site(open_now, view)
    if site is not None:
        return site
    region = targets[0] if targets else view.regions[0]
    return airship, (region.id, str(chip(view)))


def suggested() -> Answer:
    """§3.7 What is suggested for a first game."""
    numbers = tuple(DATA.start["suggested"][kind] for kind in KINDS)
    assert sum(numbers) == START_RESOURCES, "the suggestion can be chosen"
    return numbers


def unvisited(view: View) -> list[RegionView]:
    """The regions where it has no airship yet."""
    return [region for region in view.regions if all(ship.seat != view.viewer for ship in region.ships)]


def chip(view: View) -> int:
    """Half of what is left of the limit, the last airship all of it; the smallest if nothing fits any more."""
    assert view.viewer is not None, "a stand-in sits at the table"
    assert view.mine is not None, "and knows its own chips"
    left, room = view.seats[view.viewer].left, CHIPS.limit_total - view.mine.total
    most = room if left == 1 else (room + 1) // 2
    return max((value for value in view.mine.chips if value <= most), default=min(view.mine.chips))


def _site(open_now: dict[str, Decision], view: View) -> Given | None:
    """A building that can be paid, where it serves most of its own airships, and then most regions."""
    sites = {platform.id: platform for platform in view.platforms}
    for verb in BUILDINGS:
        decision = open_now.get(verb)
        if isinstance(decision, Pick):
            best = max(decision.legal, key=lambda option: _worth(sites[option.key], view))
            return decision, (best.key,)
    return None


def _worth(site: PlatformView, view: View) -> tuple[int, int]:
    own = {region.id for region in view.regions if any(ship.seat == view.viewer for ship in region.ships)}
    return len(own.intersection(site.regions)), len(site.regions)
