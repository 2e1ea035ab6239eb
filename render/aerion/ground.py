"""What never changes: a sky in watercolour with clouds and far islands. Baked by tools/bake_grounds.py."""

from __future__ import annotations

from render.aerion import layout
from render.kit import fills, shapes
from render.kit.box import Box, curve, ragged, scatter
from render.kit.canvas import Canvas
from render.kit.fills import Gradient
from render.kit.palette import WHITE, Aerion, Colour

WASHES = (Aerion.LILAC, Aerion.PEACH, Aerion.SKY_HIGH, Aerion.ROSE)
ISLANDS = ((-0.05, 0.56, 250), (0.86, 0.5, 260), (0.42, 0.37, 190), (0.63, 0.8, 220), (0.16, 0.86, 210))
"""Left edge and top as shares of the picture, width."""


def sky() -> Canvas:
    """The whole sky of the highest picture; for lower ones it is cropped."""
    canvas = Canvas(layout.WIDTH, layout.HIGHEST)
    box = canvas.box
    canvas.rect(
        box, fills.down(Aerion.SKY_HIGH.darken(0.04), Aerion.SKY, Aerion.LILAC.lighten(0.3), Aerion.PEACH, Aerion.ROSE,
                        Aerion.LILAC)
    )  # fmt: skip
    for i, (x, y) in enumerate(scatter(box, 46, "wash")):
        side = 200 + i % 5 * 80
        warm = y > box.h * 0.42
        tone = WASHES[i % 4] if warm else WASHES[i % 4 // 2 * 2]
        _wash(canvas, Box(round(x) - side // 2, round(y) - side // 3, side, side * 2 // 3), tone)
    canvas.texture(box, 8, 90, "wash")
    canvas.texture(box, 6, 24, "paper")
    canvas.light(Box(380, -360, 900, 680), WHITE, 0.7)
    for i, (x, y) in enumerate(scatter(box.outset(60, 0), 16, "high")):
        _cloud(canvas, Box(round(x) - 150, round(y) - 40, 240 + i % 4 * 60, 60 + i % 3 * 16), 0.3 + 0.06 * (i % 3))
    for x, y, w in ISLANDS:
        _island(canvas, Box(round(box.w * x), round(box.h * y), w, w * 5 // 8), f"isle{x}")
    for i, (x, y) in enumerate(scatter(box.outset(60, 0), 12, "low")):
        _cloud(canvas, Box(round(x) - 150, round(y) - 30, 200 + i % 4 * 50, 54 + i % 3 * 12), 0.42)
    canvas.texture(box, 5)
    return canvas


GROUNDS = {"aerion": sky}
"""By the name of the file that each is baked into."""


def _wash(canvas: Canvas, box: Box, colour: Colour) -> None:
    """A blot of colour, darker at its rim as it dries."""
    seen = box.overlap(canvas.box)
    if not (seen.w and seen.h):
        return
    rim = colour.darken(0.05).alpha(0.4)
    fade = Gradient((colour.alpha(0.3), colour.alpha(0.34), rim, colour.alpha(0.0), colour.alpha(0.0)), "out")
    canvas.ink(box, shapes.CIRCLE.mask(box.w, box.h), fade)


def _cloud(canvas: Canvas, box: Box, strength: float) -> None:
    """Puffs side by side on a flat bottom, the middle ones higher."""
    for i, (x, y, w, h) in enumerate(
        ((0.0, 0.5, 0.36, 0.5), (0.18, 0.16, 0.4, 0.84), (0.42, 0.0, 0.36, 1.0), (0.62, 0.36, 0.38, 0.64))
    ):
        puff = box.part(x, y, w, h)
        canvas.ink(puff.outset(20), shapes.soft(shapes.CIRCLE, puff.w, puff.h, 10), WHITE.alpha(strength - 0.03 * i))


def _island(canvas: Canvas, box: Box, seed: str) -> None:
    """A far floating island: a meadow with trees on ragged rock, half lost in the mist."""
    stone, green = Aerion.ISLE_ROCK.mix(Aerion.SKY, 0.45), Aerion.ISLE.mix(Aerion.SKY, 0.4)
    left, right = box.point(0.02, 0.36), box.point(0.98, 0.36)
    roots = ((0.86, 0.56), (0.72, 0.66), (0.62, 0.94), (0.5, 0.78), (0.38, 1.0), (0.26, 0.68), (0.12, 0.54))
    low = [box.point(*root) for root in roots]
    canvas.polygon((left, right, *low), fills.down(stone.alpha(0.8), stone.alpha(0.6), Aerion.SKY.alpha(0.1)))
    for a, b in ((1, 2), (3, 4)):
        canvas.line(ragged(low[a], (low[b][0], box.y + box.h * 0.42), 5, 4, f"{seed}{a}"), WHITE.alpha(0.22), 3)
    shore = ((0.0, 0.36), (0.1, 0.3), (0.3, 0.27), (0.52, 0.22), (0.76, 0.26), (0.92, 0.31), (1.0, 0.36), (0.7, 0.42))
    meadow = curve([box.point(x, y) for x, y in (*shore, (0.3, 0.42))], closed=True)
    for i, x in enumerate((0.16, 0.24, 0.3, 0.7, 0.8)):
        high = (0.2, 0.26, 0.17, 0.24, 0.18)[i]
        tree = (box.point(x, 0.3 - high), box.point(x + 0.034, 0.3), box.point(x - 0.034, 0.3))
        canvas.polygon(tree, green.darken(0.1).alpha(0.7))
    canvas.polygon(meadow, fills.down(green.alpha(0.9), green.alpha(0.6)))
    _cloud(canvas, Box(box.x - 20, box.y + box.h * 5 // 8, box.w + 30, box.h * 3 // 8), 0.36)
