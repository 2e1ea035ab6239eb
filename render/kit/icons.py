"""Icons as masks, scaled once and kept. Names and authors: assets/icons/CREDITS.md."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from PIL import Image

from render.kit.cache import Cache

ICONS = Path(__file__).parent.parent / "assets" / "icons"

_masks: Cache[Image.Image] = Cache(16_000_000, lambda mask: mask.width * mask.height)


@cache
def names() -> frozenset[str]:
    """Every icon there is."""
    return frozenset(path.stem for path in ICONS.glob("*.png"))


@cache
def _baked(name: str) -> Image.Image:
    if name not in names():
        raise KeyError(f"no icon {name!r}; assets/icons/icons.toml lists those there are")
    with Image.open(ICONS / f"{name}.png") as picture:
        return picture.convert("L")


def mask(name: str, side: int, flip: bool = False) -> Image.Image:
    """The icon as a square mask of that many pixels, mirrored if wished. Unknown names raise KeyError."""

    def bake() -> Image.Image:
        scaled = _baked(name).resize((side, side), Image.Resampling.LANCZOS)
        return scaled.transpose(Image.Transpose.FLIP_LEFT_RIGHT) if flip else scaled

    return _masks.get((name, side, flip), bake)
