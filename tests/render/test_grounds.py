"""The baked backgrounds are what the painters would paint."""

from __future__ import annotations

import pytest
from PIL import Image, ImageChops, ImageStat

from render.aerion import ground as aerion
from render.fractured_sky import ground as fractured_sky
from render.kit.canvas import GROUNDS
from render.takara import ground as takara

PAINTED = {**takara.GROUNDS, **aerion.GROUNDS, **fractured_sky.GROUNDS}


@pytest.mark.parametrize("name", PAINTED)
def test_the_baked_background_is_up_to_date(name: str) -> None:
    """`python -m render.tools.bake_grounds` bakes it anew."""
    painted = PAINTED[name]().image
    with Image.open(GROUNDS / f"{name}.webp") as baked:
        assert baked.size == painted.size
        difference = ImageChops.difference(painted.reduce(4), baked.convert("RGB").reduce(4)).convert("L")
    assert ImageStat.Stat(difference).mean[0] < 2


def test_every_baked_background_is_painted_by_somebody() -> None:
    assert {path.stem for path in GROUNDS.glob("*.webp")} == set(PAINTED)
