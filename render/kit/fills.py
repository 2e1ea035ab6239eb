"""What shapes are filled with: gradients and grain, made once and kept.

The same call gives the same pixels everywhere.
"""

from __future__ import annotations

from functools import lru_cache
from hashlib import shake_256
from typing import Literal

import msgspec
from PIL import Image, ImageChops, ImageFilter, ImageOps

from render.kit.cache import Cache
from render.kit.palette import Colour

Direction = Literal["down", "right", "out"]


class Gradient(msgspec.Struct, frozen=True):
    """Colours changing evenly from the first to the last: downwards, to the right, or from the middle out."""

    colours: tuple[Colour, ...]
    direction: Direction = "down"


Fill = Colour | Gradient


def down(*colours: Colour) -> Gradient:
    """A gradient from the top to the bottom."""
    return Gradient(colours)


def out(*colours: Colour) -> Gradient:
    """A gradient from the middle to the rim."""
    return Gradient(colours, "out")


_painted: Cache[Image.Image] = Cache(32_000_000, lambda picture: picture.width * picture.height * 4)


def painted(fill: Gradient, w: int, h: int) -> Image.Image:
    """A picture of that size (RGBA) with the gradient."""

    def bake() -> Image.Image:
        w_, h_ = max(1, w), max(1, h)
        if fill.direction == "out":
            scale = Image.radial_gradient("L").resize((w_, h_), Image.Resampling.BICUBIC)
            table = [_along(fill.colours, min(1.0, level / 181)) for level in range(256)]
            bands = [scale.point([colour[k] for colour in table]) for k in range(4)]
            return Image.merge("RGBA", bands)
        down_ = fill.direction == "down"
        length = h_ if down_ else w_
        line = Image.frombytes("RGBA", (1, length), _ramp(fill.colours, length))
        if not down_:
            line = line.transpose(Image.Transpose.ROTATE_90).transpose(Image.Transpose.FLIP_LEFT_RIGHT)
        return line.resize((w_, h_), Image.Resampling.NEAREST)

    return _painted.get((fill, w, h), bake)


def _ramp(colours: tuple[Colour, ...], length: int) -> bytes:
    """The gradient as so many pixels."""
    spans = len(colours) - 1
    if spans == 0 or length == 1:
        return bytes(colours[0]) * length
    ramp = bytearray(4 * length)
    for i in range(length):
        place = i * spans / (length - 1)
        left = min(int(place), spans - 1)
        share = place - left
        for k, (a, b) in enumerate(zip(colours[left], colours[left + 1], strict=True), 4 * i):
            ramp[k] = int(a + (b - a) * share + 0.5)
    return bytes(ramp)


def _along(colours: tuple[Colour, ...], share: float) -> Colour:
    place = share * (len(colours) - 1)
    left = min(int(place), len(colours) - 1)
    return colours[left].mix(colours[min(left + 1, len(colours) - 1)], place - left)


@lru_cache(maxsize=16)
def _noise(w: int, h: int, seed: str) -> Image.Image:
    """Even noise, from a hash and not from a random generator."""
    return Image.frombytes("L", (w, h), shake_256(seed.encode()).digest(w * h))


@lru_cache(maxsize=24)
def grain(w: int, h: int, coarse: int = 1, seed: str = "grain") -> Image.Image:
    """Noise round the level 128 whose specks are about `coarse` pixels wide: paper (1) to clouds (90)."""
    tile = _noise(min(256, w // coarse + 3), min(256, h // coarse + 3), f"{seed}{coarse}")
    if coarse > 1:
        tile = ImageOps.autocontrast(tile.filter(ImageFilter.GaussianBlur(0.8)), cutoff=2)
        return tile.resize((w, h), Image.Resampling.BICUBIC)
    whole = Image.new("L", (w, h))
    for x in range(0, w, tile.width):
        for y in range(0, h, tile.height):
            whole.paste(tile, (x, y))
    return whole


def roughen(picture: Image.Image, strength: float, coarse: int = 1, seed: str = "grain") -> Image.Image:
    """The picture (RGB) with grain: `strength` is the largest change in levels of 255."""
    noise = grain(picture.width, picture.height, coarse, seed)
    noise = noise.point([round(128 + (level - 127.5) / 127.5 * strength) for level in range(256)])
    return ImageChops.add(picture, Image.merge("RGB", (noise, noise, noise)), 1.0, -128)
