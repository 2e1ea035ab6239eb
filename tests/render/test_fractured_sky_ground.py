"""Fractured Sky's nights: everything has its place on them."""

from __future__ import annotations

from itertools import combinations

import pytest

from engines.fractured_sky.components import PLATFORMS, REGIONS
from render.fractured_sky import layout
from render.kit.box import Box
from tests.render.fractured_sky_views import positions

POSITIONS = positions()


def apart(boxes: list[Box]) -> None:
    """None of them lies upon another."""
    assert all(min(a.overlap(b).size) == 0 for a, b in combinations(boxes, 2))


@pytest.mark.parametrize("name", POSITIONS)
def test_everything_has_its_place_in_the_night(name: str) -> None:
    """Rows, cards, islands and platforms lie inside the picture and upon no other."""
    tray = layout.tray(POSITIONS[name])
    page = Box(0, 0, layout.WIDTH, layout.HEIGHT)
    rows = [layout.HEAD, layout.MAP, layout.TRAY, layout.SEATS, layout.STRIP]
    cards = [tray.public, *tray.secrets, *tray.objectives]
    places = [*layout.ISLES.values(), *(site.disc for site in layout.SITES.values()), layout.OWN, layout.DECK]
    for boxes, whole in ((rows, page), (cards, layout.TRAY), (places, layout.MAP)):
        apart(boxes)
        assert all(whole.holds(box) for box in boxes)
    for site in layout.SITES.values():
        assert page.holds(site.row)
        assert page.holds(site.above)


def test_regions_lie_from_left_to_right_as_they_are_resolved() -> None:
    """And as in the components, so that what is said of north and east is true of the picture."""
    lefts = [layout.ISLES[region].x for region in REGIONS]
    assert lefts == sorted(lefts)
    for one, other in combinations(REGIONS.values(), 2):
        a, b = layout.ISLES[one.id], layout.ISLES[other.id]
        assert (a.y < b.y) == (one.y < other.y)
    for site, another in combinations(PLATFORMS.values(), 2):
        a, b = layout.SITES[site.id].disc, layout.SITES[another.id].disc
        if abs(site.x - another.x) > 60:
            assert (a.x < b.x) == (site.x < another.x)
        if abs(site.y - another.y) > 60:
            assert (a.y < b.y) == (site.y < another.y)
