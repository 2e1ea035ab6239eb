"""Takara Island: pictures look as they were last approved; whoever changes them looks at them and draws them anew.

`python -m tests.render.goldens` does.
"""

from __future__ import annotations

import pytest

from tests.render.goldens import FOLDER, TAKARA, looks_as_approved


@pytest.mark.parametrize("name", TAKARA)
def test_the_picture_looks_as_approved(name: str) -> None:
    looks_as_approved("takara", name)


def test_every_golden_picture_is_looked_at() -> None:
    assert {path.name for path in FOLDER.glob("takara_*.webp")} == {f"takara_{name}.webp" for name in TAKARA}
