"""Pictures look as they were last approved; whoever changes them looks at them and draws them anew (goldens.py)."""

from __future__ import annotations

import pytest
from PIL import Image, ImageChops, ImageStat

from tests.render.goldens import FOLDER, PICTURES, drawn

MEAN = 1.5
"""Largest mean difference, in levels of 255: releases of Pillow and FreeType smooth a little differently."""
SPOT = 26
"""Largest difference of a patch of 8 × 8 pixels."""


@pytest.mark.parametrize("name", PICTURES)
def test_the_picture_looks_as_approved(name: str) -> None:
    with Image.open(FOLDER / f"takara_{name}.webp") as approved:
        now = drawn(name)
        assert now.size == approved.size
        difference = ImageChops.difference(now, approved.convert("RGB")).convert("L")
    assert ImageStat.Stat(difference).mean[0] <= MEAN
    spots = difference.reduce(8).tobytes()
    assert max(spots) <= SPOT


def test_every_golden_picture_is_looked_at() -> None:
    assert {path.name for path in FOLDER.glob("takara_*.webp")} == {f"takara_{name}.webp" for name in PICTURES}
