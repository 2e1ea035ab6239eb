"""Bake the backgrounds of all boards into assets/grounds: `python -m render.tools.bake_grounds`."""

from __future__ import annotations

from render.aerion import ground as aerion
from render.fractured_sky import ground as fractured_sky
from render.kit.canvas import GROUNDS
from render.takara import ground as takara

QUALITY = 97
"""Of WebP: finer than what is sent, so that nobody sees that it was encoded twice."""


def main() -> None:
    """Paint and write them all."""
    GROUNDS.mkdir(exist_ok=True)
    for name, paint in {**takara.GROUNDS, **aerion.GROUNDS, **fractured_sky.GROUNDS}.items():
        path = GROUNDS / f"{name}.webp"
        paint().image.save(path, "WEBP", quality=QUALITY, method=6)
        print(path.name, path.stat().st_size // 1024, "KiB")


if __name__ == "__main__":
    main()
