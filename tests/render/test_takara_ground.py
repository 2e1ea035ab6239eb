"""The baked backgrounds are what the painter would paint."""

from __future__ import annotations

import pytest
from PIL import Image, ImageChops, ImageStat

from render.kit.canvas import GROUNDS
from render.takara import ground, layout


@pytest.mark.parametrize("name", ground.GROUNDS)
def test_the_baked_background_is_up_to_date(name: str) -> None:
    """`python -m render.tools.bake_grounds` bakes it anew."""
    painted = ground.GROUNDS[name]().image
    with Image.open(GROUNDS / f"{name}.webp") as baked:
        assert baked.size == painted.size
        difference = ImageChops.difference(painted.reduce(4), baked.convert("RGB").reduce(4)).convert("L")
    assert ImageStat.Stat(difference).mean[0] < 2


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_things_lie_where_the_background_has_their_place(seats: int) -> None:
    """For fewer players the background is cropped; village, shafts and strip stay where they are."""
    full, plan = layout.public(ground.MOST), layout.public(seats)
    assert (plan.section, plan.town, plan.alarm, plan.strip) == (full.section, full.town, full.alarm, full.strip)
    assert plan.height <= full.height
