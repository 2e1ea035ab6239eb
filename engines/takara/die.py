"""The die of fights (§2): four sword faces, two hospital faces."""

from __future__ import annotations

from engines.takara.components import DIE, Face
from engines.takara.state import T


def roll(t: T) -> Face:
    """Roll it once; there is no way back from a roll."""
    return t.rng.pick(DIE.faces, "die")
