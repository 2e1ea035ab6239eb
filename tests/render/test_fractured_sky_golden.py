"""Fractured Sky: pictures look as they were last approved; whoever changes them looks at them and draws them anew.

`python -m tests.render.goldens` does.
"""

from __future__ import annotations

import pytest

from tests.render.goldens import FOLDER, FRACTURED_SKY, looks_as_approved


@pytest.mark.parametrize("name", FRACTURED_SKY)
def test_the_picture_looks_as_approved(name: str) -> None:
    looks_as_approved("fractured_sky", name)


def test_every_golden_picture_is_looked_at() -> None:
    found = {path.name for path in FOLDER.glob("fractured_sky_*.webp")}
    assert found == {f"fractured_sky_{name}.webp" for name in FRACTURED_SKY}
