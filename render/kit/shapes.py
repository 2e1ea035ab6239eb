"""Outlines: frozen descriptions of shapes, and their smooth masks."""

from __future__ import annotations

import math
from collections.abc import Sequence

import msgspec
from PIL import Image, ImageChops, ImageDraw, ImageFilter

from render.kit import icons
from render.kit.box import Box, Point, polygon
from render.kit.cache import Cache

FINE = 4
"""Masks are drawn this many times larger and reduced; Pillow itself draws jagged edges."""


class Shape(msgspec.Struct, frozen=True):
    """An outline that fills whatever box it is given.

    `kind` is round (a rectangle with corners of `radius`), circle, polygon (`points` in fractions of the box, corners
    rounded by `radius`) or icon (`name`).
    """

    kind: str
    radius: int = 0
    points: tuple[Point, ...] = ()
    name: str = ""

    def mask(self, w: int, h: int) -> Image.Image:
        """The shape as a mask of that size; kept for next time."""
        w, h = max(1, w), max(1, h)
        return _masks.get((self, w, h), lambda: self._draw(w, h))

    def _draw(self, w: int, h: int) -> Image.Image:
        if self.kind == "icon":
            side = min(w, h)
            whole = Image.new("L", (w, h))
            whole.paste(icons.mask(self.name, side), Box(0, 0, w, h).square().at)
            return whole
        fine = FINE if w * h < 250_000 else 2
        mask = Image.new("L", (w * fine, h * fine))
        draw = ImageDraw.Draw(mask)
        if self.kind == "round":
            radius = min(self.radius, w // 2, h // 2) * fine
            draw.rounded_rectangle((0, 0, w * fine - 1, h * fine - 1), radius, fill=255)
        elif self.kind == "circle":
            draw.ellipse((0, 0, w * fine - 1, h * fine - 1), fill=255)
        else:
            _rounded(draw, [(x * (w * fine - 1), y * (h * fine - 1)) for x, y in self.points], self.radius * fine)
        return mask.reduce(fine)


def _rounded(draw: ImageDraw.ImageDraw, corners: Sequence[Point], radius: float) -> None:
    """A convex polygon whose corners are arcs that touch its sides."""
    if radius <= 0:
        draw.polygon(list(corners), fill=255)
        return
    inner: list[Point] = []
    count = len(corners)
    for i, (x, y) in enumerate(corners):
        ax, ay = _unit(corners[i - 1][0] - x, corners[i - 1][1] - y)
        bx, by = _unit(corners[(i + 1) % count][0] - x, corners[(i + 1) % count][1] - y)
        half = math.acos(max(-1.0, min(1.0, ax * bx + ay * by))) / 2
        mx, my = _unit(ax + bx, ay + by)
        away = radius / max(math.sin(half), 0.2)
        inner.append((x + mx * away, y + my * away))
    draw.polygon(inner, fill=255)
    for i, (x, y) in enumerate(inner):
        draw.line([inner[i - 1], (x, y)], fill=255, width=round(radius * 2))
        draw.ellipse((x - radius, y - radius, x + radius, y + radius), fill=255)


def _unit(x: float, y: float) -> Point:
    length = math.hypot(x, y) or 1.0
    return x / length, y / length


def round_box(radius: int) -> Shape:
    """A rectangle with round corners."""
    return Shape("round", radius)


def icon(name: str) -> Shape:
    """An icon as an outline, to be stamped, embossed or lit."""
    return Shape("icon", name=name)


def regular(corners: int, turn: float = -90.0, radius: int = 0) -> Shape:
    """A regular polygon filling its box."""
    unit = polygon(Box(0, 0, 1000, 1000), corners, turn)
    return Shape("polygon", radius, tuple((round(x / 1000, 4), round(y / 1000, 4)) for x, y in unit))


CIRCLE = Shape("circle")
TRIANGLE = Shape("polygon", 5, ((0.5, 0.0), (1.0, 0.93), (0.0, 0.93)))
DIAMOND = Shape("polygon", 4, ((0.5, 0.0), (1.0, 0.5), (0.5, 1.0), (0.0, 0.5)))
HEXAGON = Shape("polygon", 4, ((0.5, 0.0), (0.95, 0.25), (0.95, 0.75), (0.5, 1.0), (0.05, 0.75), (0.05, 0.25)))
SEAT_SHAPES = {
    "circle": CIRCLE,
    "square": Shape("round", 8),
    "triangle": TRIANGLE,
    "diamond": DIAMOND,
    "hexagon": HEXAGON,
}
"""By the names the palette gives to seats."""

_masks: Cache[Image.Image] = Cache(24_000_000, lambda mask: mask.width * mask.height)
_soft: Cache[Image.Image] = Cache(24_000_000, lambda mask: mask.width * mask.height)


def soft(shape: Shape, w: int, h: int, blur: int) -> Image.Image:
    """The shape blurred, with a margin of twice `blur` on every side; drawn small and enlarged, for speed."""

    def bake() -> Image.Image:
        coarse = max(1, min(4, blur // 3))
        margin = 2 * blur
        small = Image.new("L", (-(-(w + 2 * margin) // coarse), -(-(h + 2 * margin) // coarse)))
        small.paste(shape.mask(max(1, w // coarse), max(1, h // coarse)), (margin // coarse, margin // coarse))
        small = small.filter(ImageFilter.GaussianBlur(blur / coarse))
        return small.resize((w + 2 * margin, h + 2 * margin), Image.Resampling.BICUBIC)

    return _soft.get((shape, w, h, blur), bake)


def rim(shape: Shape, w: int, h: int, dx: int, dy: int) -> Image.Image:
    """The sliver of the shape that a copy moved by (dx, dy) leaves bare: where an edge catches light or lies dark."""

    def bake() -> Image.Image:
        mask = shape.mask(w, h)
        moved = Image.new("L", mask.size)
        moved.paste(mask, (dx, dy))
        return ImageChops.subtract(mask, moved)

    return _masks.get((shape, w, h, dx, dy), bake)


def ring(shape: Shape, w: int, h: int, width: int) -> Image.Image:
    """The shape without its inside: an outline `width` pixels thick within the box."""

    def bake() -> Image.Image:
        mask = shape.mask(w, h)
        hole = Image.new("L", mask.size)
        inner = shape if shape.kind != "round" else round_box(max(0, shape.radius - width))
        hole.paste(inner.mask(w - 2 * width, h - 2 * width), (width, width))
        return ImageChops.subtract(mask, hole)

    return _masks.get((shape, w, h, "ring", width), bake)
