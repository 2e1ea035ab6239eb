"""Takara Island's background has a place for everything."""

from __future__ import annotations

import pytest

from render.takara import ground, layout


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_things_lie_where_the_background_has_their_place(seats: int) -> None:
    """For fewer players the background is cropped; village, shafts and strip stay where they are."""
    full, plan = layout.public(ground.MOST), layout.public(seats)
    assert (plan.section, plan.town, plan.alarm, plan.strip) == (full.section, full.town, full.alarm, full.strip)
    assert plan.height <= full.height
