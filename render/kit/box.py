"""Pure geometry of pictures, in pixels, y growing downwards. All arithmetic of layouts lives here."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from hashlib import blake2b
from typing import NamedTuple

Part = int | float
"""A length in pixels (whole), or a share of what is left (float)."""
Point = tuple[float, float]
"""Right, down."""


class Box(NamedTuple):
    """A rectangle: left edge, top edge, width, height. Immutable; every method returns new boxes.

    >>> Box(0, 0, 100, 50).inset(10)
    Box(x=10, y=10, w=80, h=30)
    """

    x: int
    y: int
    w: int
    h: int

    @property
    def right(self) -> int:
        """The first column right of the box."""
        return self.x + self.w

    @property
    def bottom(self) -> int:
        """The first row below the box."""
        return self.y + self.h

    @property
    def at(self) -> tuple[int, int]:
        """The upper left corner."""
        return self.x, self.y

    @property
    def size(self) -> tuple[int, int]:
        """Width and height."""
        return self.w, self.h

    @property
    def corners(self) -> tuple[int, int, int, int]:
        """Left, top, right, bottom, as Pillow wants them."""
        return self.x, self.y, self.right, self.bottom

    # ---- dividing

    def columns(self, *parts: Part, gap: int = 0) -> tuple[Box, ...]:
        """Side by side: a whole number is a width in pixels, a float a share of what is left.

        >>> Box(0, 0, 100, 10).columns(20, 1.0, 3.0)
        (Box(x=0, y=0, w=20, h=10), Box(x=20, y=0, w=20, h=10), Box(x=40, y=0, w=60, h=10))
        """
        return tuple(Box(self.x + start, self.y, length, self.h) for start, length in _divide(self.w, parts, gap))

    def rows(self, *parts: Part, gap: int = 0) -> tuple[Box, ...]:
        """One below the other, as `columns`.

        >>> Box(0, 0, 10, 100).rows(1.0, 30, gap=10)
        (Box(x=0, y=0, w=10, h=60), Box(x=0, y=70, w=10, h=30))
        """
        return tuple(Box(self.x, self.y + start, self.w, length) for start, length in _divide(self.h, parts, gap))

    def grid(self, columns: int, rows: int, gap: int = 0) -> tuple[Box, ...]:
        """Equal cells in reading order.

        >>> Box(0, 0, 21, 10).grid(2, 1, gap=1)
        (Box(x=0, y=0, w=10, h=10), Box(x=11, y=0, w=10, h=10))
        """
        lines = self.rows(*[1.0] * rows, gap=gap)
        return tuple(cell for line in lines for cell in line.columns(*[1.0] * columns, gap=gap))

    def line(self, count: int, width: int, gap: int = 0, x: float = 0.5) -> tuple[Box, ...]:
        """`count` boxes of this width in a row, aligned at `x` (0 left, 1 right); too many overlap evenly.

        >>> [b.x for b in Box(0, 0, 100, 10).line(3, 20, gap=10, x=0)]
        [0, 30, 60]
        >>> [b.x for b in Box(0, 0, 40, 10).line(3, 20, gap=10)]
        [0, 10, 20]
        """
        if count <= 0:
            return ()
        step = float(width + gap)
        if count > 1:
            step = min(step, (self.w - width) / (count - 1))
        start = self.x + (self.w - width - step * (count - 1)) * x
        return tuple(Box(round(start + step * i), self.y, width, self.h) for i in range(count))

    def stack(self, count: int, height: int, gap: int = 0, y: float = 0.5) -> tuple[Box, ...]:
        """`line`, downwards.

        >>> [b.y for b in Box(0, 0, 10, 100).stack(2, 20, gap=10, y=0)]
        [0, 30]
        """
        turned = Box(self.y, self.x, self.h, self.w).line(count, height, gap, y)
        return tuple(Box(b.y, b.x, b.h, b.w) for b in turned)

    # ---- making smaller, larger, other

    def inset(self, x: int, y: int | None = None) -> Box:
        """Smaller by `x` on both sides and by `y` (default: `x`) above and below; never negative."""
        y = x if y is None else y
        w, h = max(0, self.w - 2 * x), max(0, self.h - 2 * y)
        return Box(self.x + (self.w - w) // 2, self.y + (self.h - h) // 2, w, h)

    def outset(self, x: int, y: int | None = None) -> Box:
        """Larger by `x` and `y` on each side.

        >>> Box(5, 5, 10, 10).outset(1)
        Box(x=4, y=4, w=12, h=12)
        """
        y = x if y is None else y
        return Box(self.x - x, self.y - y, self.w + 2 * x, self.h + 2 * y)

    def trim(self, left: int = 0, top: int = 0, right: int = 0, bottom: int = 0) -> Box:
        """Without strips at its sides.

        >>> Box(0, 0, 10, 10).trim(left=3, bottom=1)
        Box(x=3, y=0, w=7, h=9)
        """
        return Box(self.x + left, self.y + top, max(0, self.w - left - right), max(0, self.h - top - bottom))

    def place(self, w: int, h: int, x: float = 0.5, y: float = 0.5) -> Box:
        """A box of that size inside, at a fraction of the free room (0, 0 upper left; 1, 1 lower right).

        >>> Box(0, 0, 100, 100).place(20, 20, x=1.0, y=0.0)
        Box(x=80, y=0, w=20, h=20)
        """
        return Box(self.x + round((self.w - w) * x), self.y + round((self.h - h) * y), w, h)

    def square(self, x: float = 0.5, y: float = 0.5) -> Box:
        """The largest square inside.

        >>> Box(0, 0, 30, 10).square(x=0)
        Box(x=0, y=0, w=10, h=10)
        """
        side = min(self.w, self.h)
        return self.place(side, side, x, y)

    def fit(self, w: int, h: int, x: float = 0.5, y: float = 0.5) -> Box:
        """The largest box inside with the proportion w : h.

        >>> Box(0, 0, 100, 100).fit(2, 1)
        Box(x=0, y=25, w=100, h=50)
        """
        scale = min(self.w / w, self.h / h)
        return self.place(round(w * scale), round(h * scale), x, y)

    def scaled(self, factor: float) -> Box:
        """Grown or shrunk about its centre.

        >>> Box(0, 0, 10, 10).scaled(2.0)
        Box(x=-5, y=-5, w=20, h=20)
        """
        return self.place(round(self.w * factor), round(self.h * factor))

    def moved(self, dx: int, dy: int) -> Box:
        """Shifted.

        >>> Box(1, 2, 3, 4).moved(10, -2)
        Box(x=11, y=0, w=3, h=4)
        """
        return Box(self.x + dx, self.y + dy, self.w, self.h)

    def point(self, x: float, y: float) -> Point:
        """The point at these fractions of width and height.

        >>> Box(10, 10, 100, 10).point(0.5, 1)
        (60.0, 20)
        """
        return self.x + self.w * x, self.y + self.h * y

    def part(self, x: float, y: float, w: float, h: float) -> Box:
        """The box whose left edge, top edge, width and height are these fractions of this one.

        >>> Box(10, 10, 100, 10).part(0.1, 0, 0.5, 1)
        Box(x=20, y=10, w=50, h=10)
        """
        return Box(round(self.x + self.w * x), round(self.y + self.h * y), round(self.w * w), round(self.h * h))

    def ring(self, count: int, w: int, h: int, start: float = -90.0) -> tuple[Box, ...]:
        """`count` boxes of that size, their centres evenly on the ellipse that keeps them inside, clockwise.

        >>> Box(0, 0, 100, 100).ring(4, 20, 20)[0]
        Box(x=40, y=0, w=20, h=20)
        """
        cx, cy = self.x + self.w / 2, self.y + self.h / 2
        rx, ry = (self.w - w) / 2, (self.h - h) / 2
        angles = (math.radians(start + 360 * i / count) for i in range(count))
        return tuple(
            Box(round(cx + rx * math.cos(a) - w / 2), round(cy + ry * math.sin(a) - h / 2), w, h) for a in angles
        )

    # ---- comparing

    def holds(self, other: Box) -> bool:
        """Whether the other box lies wholly inside.

        >>> Box(0, 0, 10, 10).holds(Box(0, 0, 10, 11))
        False
        """
        return self.x <= other.x and self.y <= other.y and other.right <= self.right and other.bottom <= self.bottom

    def overlap(self, other: Box) -> Box:
        """What both share; width or height 0 if nothing.

        >>> Box(0, 0, 10, 10).overlap(Box(8, 5, 10, 10))
        Box(x=8, y=5, w=2, h=5)
        """
        x, y = max(self.x, other.x), max(self.y, other.y)
        return Box(x, y, max(0, min(self.right, other.right) - x), max(0, min(self.bottom, other.bottom) - y))

    def join(self, other: Box) -> Box:
        """The smallest box round both.

        >>> Box(0, 0, 1, 1).join(Box(9, 9, 1, 1))
        Box(x=0, y=0, w=10, h=10)
        """
        x, y = min(self.x, other.x), min(self.y, other.y)
        return Box(x, y, max(self.right, other.right) - x, max(self.bottom, other.bottom) - y)


def _divide(length: int, parts: Sequence[Part], gap: int) -> list[tuple[int, int]]:
    """Start and length of each part; rounding never loses or gains a pixel in all."""
    fixed = sum(part for part in parts if isinstance(part, int))
    shares = sum(part for part in parts if isinstance(part, float))
    room = max(0, length - fixed - gap * (len(parts) - 1))
    spans: list[tuple[int, int]] = []
    start, before = 0, 0.0
    for part in parts:
        if isinstance(part, int):
            size = part
        else:
            size = round(room * (before + part) / shares) - round(room * before / shares)
            before += part
        spans.append((start, size))
        start += size + gap
    return spans


def around(points: Iterable[Point], margin: int = 0) -> Box:
    """The smallest box round all points.

    >>> around([(0, 0), (3.5, 2)])
    Box(x=0, y=0, w=4, h=2)
    """
    xs, ys = zip(*points, strict=True)
    x, y = math.floor(min(xs)) - margin, math.floor(min(ys)) - margin
    return Box(x, y, math.ceil(max(xs)) + margin - x, math.ceil(max(ys)) + margin - y)


def polygon(box: Box, corners: int, turn: float = -90.0) -> tuple[Point, ...]:
    """The corners of a regular polygon on the ellipse in the box, clockwise, the first at angle `turn` in degrees.

    >>> [(round(x), round(y)) for x, y in polygon(Box(0, 0, 10, 10), 4)]
    [(5, 0), (10, 5), (5, 10), (0, 5)]
    """
    angles = (math.radians(turn + 360 * i / corners) for i in range(corners))
    return tuple(box.point(0.5 + math.cos(a) / 2, 0.5 + math.sin(a) / 2) for a in angles)


def curve(points: Sequence[Point], closed: bool = False, steps: int = 8) -> tuple[Point, ...]:
    """A smooth line through the points (Catmull-Rom), `steps` pieces between two of them.

    >>> curve([(0, 0), (10, 0)], steps=2)
    ((0.0, 0.0), (5.0, 0.0), (10.0, 0.0))
    """
    count = len(points)
    spans = count if closed else count - 1
    line: list[Point] = []
    for i in range(spans):
        if closed:
            a, b, c, d = (points[(i + k) % count] for k in (-1, 0, 1, 2))
        else:
            a, b, c, d = (points[min(max(i + k, 0), count - 1)] for k in (-1, 0, 1, 2))
        line.extend(_between(a, b, c, d, k / steps) for k in range(steps))
    if not closed:
        line.append((float(points[-1][0]), float(points[-1][1])))
    return tuple(line)


def _between(a: Point, b: Point, c: Point, d: Point, t: float) -> Point:
    def one(p: float, q: float, r: float, s: float) -> float:
        return 0.5 * (2 * q + (r - p) * t + (2 * p - 5 * q + 4 * r - s) * t**2 + (3 * q - p - 3 * r + s) * t**3)

    return one(a[0], b[0], c[0], d[0]), one(a[1], b[1], c[1], d[1])


def ragged(start: Point, end: Point, pieces: int, swing: float, seed: str) -> tuple[Point, ...]:
    """A line from start to end that strays up to `swing` pixels; the same seed gives the same line everywhere."""
    (x0, y0), (x1, y1) = start, end
    length = math.hypot(x1 - x0, y1 - y0) or 1.0
    nx, ny = (y0 - y1) / length, (x1 - x0) / length
    dice = blake2b(seed.encode(), digest_size=64).digest()
    line: list[Point] = [start]
    for i in range(1, pieces):
        away = (dice[i % 64] / 127.5 - 1) * swing
        line.append((x0 + (x1 - x0) * i / pieces + nx * away, y0 + (y1 - y0) * i / pieces + ny * away))
    line.append(end)
    return tuple(line)


def scatter(box: Box, count: int, seed: str) -> tuple[Point, ...]:
    """`count` points strewn over the box, the same for the same seed everywhere.

    >>> scatter(Box(0, 0, 10, 10), 2, "a") == scatter(Box(0, 0, 10, 10), 2, "a")
    True
    """
    points: list[Point] = []
    for i in range(count):
        dice = blake2b(f"{seed}/{i}".encode(), digest_size=4).digest()
        x, y = int.from_bytes(dice[:2], "big"), int.from_bytes(dice[2:], "big")
        points.append(box.point(x / 0xFFFF, y / 0xFFFF))
    return tuple(points)
