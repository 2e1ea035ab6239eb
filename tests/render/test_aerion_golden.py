"""Aerion: pictures look as they were last approved; whoever changes them looks at them and draws them anew.

`python -m tests.render.goldens` does.
"""

from __future__ import annotations

import pytest

from tests.render.goldens import AERION, FOLDER, looks_as_approved


@pytest.mark.parametrize("name", AERION)
def test_the_picture_looks_as_approved(name: str) -> None:
    looks_as_approved("aerion", name)


def test_every_golden_picture_is_looked_at() -> None:
    assert {path.name for path in FOLDER.glob("aerion_*.webp")} == {f"aerion_{name}.webp" for name in AERION}
