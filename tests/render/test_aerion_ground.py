"""Aerion's sky: everything has its place on it."""

from __future__ import annotations

import pytest

from render.aerion import layout
from tests.render.aerion_views import positions

POSITIONS = positions()


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
