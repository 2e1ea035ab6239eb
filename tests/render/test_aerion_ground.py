"""Aerion's baked sky is what the painter would paint, and everything has its place on it."""

from __future__ import annotations

import pytest
from PIL import Image, ImageChops, ImageStat

from render.aerion import ground, layout
from render.kit.canvas import GROUNDS
from tests.render.aerion_views import positions

POSITIONS = positions()


@pytest.mark.parametrize("name", ground.GROUNDS)
def test_the_baked_background_is_up_to_date(name: str) -> None:
    """`python -m render.tools.bake_grounds` bakes it anew."""
    painted = ground.GROUNDS[name]().image
    with Image.open(GROUNDS / f"{name}.webp") as baked:
        assert baked.size == painted.size
        difference = ImageChops.difference(painted.reduce(4), baked.convert("RGB").reduce(4)).convert("L")
    assert ImageStat.Stat(difference).mean[0] < 2


@pytest.mark.parametrize("name", POSITIONS)
def test_everything_has_its_place_on_the_sky(name: str) -> None:
    """Parts lie inside the picture and upon no other part."""
    plan = layout.plan(POSITIONS[name])
    assert plan.height <= layout.HIGHEST
    single = [plan.flagship, plan.clouds, plan.hellkite, plan.piers, plan.eggs, plan.head, plan.dice, plan.strip]
    parts = [box for box in single if box is not None]
    parts += [*plan.ships, *plan.workshops.values(), *plan.pulpits, *plan.reserves, *plan.payrolls]
    parts += [column.box for column in plan.columns]
    page = plan.head.join(plan.strip)
    for i, box in enumerate(parts):
        assert page.holds(box)
        assert all(min(box.overlap(other).size) == 0 for other in parts[:i])
