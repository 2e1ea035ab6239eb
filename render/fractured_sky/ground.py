"""What never changes: the night, the islands and their bridges of light. Baked by tools/bake_grounds.py."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from engines.fractured_sky.components import PLATFORMS, Size, bridges, platforms_of, regions_of
from render.fractured_sky import layout
from render.fractured_sky.signs import LANDMARKS
from render.kit import fills, shapes
from render.kit.box import Box, Point, curve, ragged, scatter
from render.kit.canvas import Canvas
from render.kit.palette import WHITE, FracturedSky

GRAIN = 2.5
"""Fine noise against bands in the night; more would make the pictures heavy."""
SHORE = (
    (0.02, 0.2),
    (0.06, 0.05),
    (0.2, 0.01),
    (0.42, 0.0),
    (0.64, 0.01),
    (0.85, 0.0),
    (0.96, 0.07),
    (0.99, 0.24),
    (1.0, 0.5),
    (0.985, 0.8),
    (0.93, 0.95),
    (0.78, 0.99),
    (0.5, 1.0),
    (0.24, 1.0),
    (0.07, 0.95),
    (0.01, 0.8),
    (0.0, 0.5),
)
"""The outline of an island, in shares of its box."""
FANGS = (0.97, 0.9, 0.82, 0.74, 0.66, 0.58, 0.5, 0.4, 0.32, 0.24, 0.16, 0.08, 0.03)
"""Where the rock below hangs down."""


def night() -> Canvas:
    """The sky alone: for the picture of the round's end."""
    canvas = Canvas(layout.WIDTH, layout.HEIGHT)
    box = canvas.box
    canvas.rect(
        box,
        fills.down(
            FracturedSky.NIGHT_HIGH,
            FracturedSky.NIGHT,
            FracturedSky.NIGHT_LOW,
            FracturedSky.DAWN.darken(0.2),
            FracturedSky.NIGHT,
            FracturedSky.NIGHT_HIGH,
        ),
    )
    canvas.light(Box(-220, -60, 900, 560), FracturedSky.BACK, 0.4)
    canvas.light(Box(560, 220, 900, 560), FracturedSky.DAWN, 0.5)
    canvas.texture(box, 7, 90, "night")
    for i, (x, y) in enumerate(scatter(box, 210, "stars")):
        side = (2, 2, 3, 2, 3, 4)[i % 6]
        canvas.circle(Box(round(x), round(y), side, side), FracturedSky.MOON.alpha(0.25 + 0.1 * (i % 5)))
    for i, (x, y) in enumerate(scatter(box, 9, "bright")):
        canvas.light(Box(round(x) - 14, round(y) - 14, 28, 28), FracturedSky.MOON, 0.4 + 0.05 * (i % 3))
    for i, (x, y) in enumerate(scatter(box.outset(80, 0), 13, "clouds")):
        _cloud(canvas, Box(round(x) - 150, round(y) - 30, 230 + i % 4 * 60, 56 + i % 3 * 16), 0.09 + 0.03 * (i % 3))
    return canvas


def sky(size: Size) -> Canvas:
    """The sky with the islands and bridges of that map; where the others would be there are clouds."""
    canvas = night()
    here = {region.id for region in regions_of(size)}
    for platform in platforms_of(size):
        x, y = layout.CENTRES[platform]
        for region in bridges(platform, size):
            _bridge(canvas, (x, y + 4), layout.ISLES[region].point(0.5, 0.5))
    for region, box in layout.ISLES.items():
        if region in here:
            _island(canvas, box, region)
        else:
            for i, (dx, dy, share) in enumerate(((-20, 40, 0.2), (20, 14, 0.22), (10, 74, 0.16))):
                _cloud(canvas, Box(box.x + dx, box.y + dy, 180 + 20 * i, 66), share)
    for platform in PLATFORMS:
        if platform not in platforms_of(size):
            x, y = layout.CENTRES[platform]
            _cloud(canvas, Box(x - 50, y - 18, 100, 36), 0.18)
    canvas.texture(canvas.box, GRAIN)
    return canvas


def _dusk() -> Canvas:
    canvas = night()
    canvas.texture(canvas.box, GRAIN)
    return canvas


GROUNDS: Mapping[str, Callable[[], Canvas]] = {
    "fractured_sky_small": partial(sky, Size.SMALL),
    "fractured_sky_full": partial(sky, Size.FULL),
    "fractured_sky_night": _dusk,
}
"""By the name of the file that each is baked into."""


def _cloud(canvas: Canvas, box: Box, strength: float) -> None:
    for i, (x, y, w, h) in enumerate(
        ((0.0, 0.5, 0.36, 0.5), (0.18, 0.16, 0.4, 0.84), (0.42, 0.0, 0.36, 1.0), (0.62, 0.36, 0.38, 0.64))
    ):
        puff = box.part(x, y, w, h)
        mask = shapes.soft(shapes.CIRCLE, puff.w, puff.h, 10)
        canvas.ink(puff.outset(20), mask, FracturedSky.CLOUD.alpha(max(0.03, strength - 0.01 * i)))


def _bridge(canvas: Canvas, start: Point, end: Point) -> None:
    """A sagging thread of light."""
    middle = ((start[0] + end[0]) / 2, (start[1] + end[1]) / 2 + 8)
    line = curve((start, middle, end))
    for width, strength in ((11, 0.07), (7, 0.12), (4.5, 0.22)):
        canvas.line(line, FracturedSky.LIGHT.alpha(strength), width)
    canvas.line(line, FracturedSky.LIGHT.lighten(0.5).alpha(0.85), 1.8)


def _island(canvas: Canvas, box: Box, region: str) -> None:
    """Ground lit from above upon hanging rock; the edge glows where the moon strikes it."""
    land = FracturedSky.LANDS[region]
    stray = scatter(Box(-5, -4, 10, 8), len(SHORE), region)
    corners = [box.point(x, y) for x, y in SHORE]
    shore = curve([(x + dx, y + dy) for (x, y), (dx, dy) in zip(corners, stray, strict=True)], closed=True, steps=6)
    low = scatter(Box(-5, 0, 10, layout.ROOTS * 2), len(FANGS), f"{region} roots")
    bow = [1 - (2 * x - 1) ** 2 for x in FANGS]
    roots = [
        (box.x + box.w * x + dx, box.bottom + 4 + dy * (0.25 + 0.75 * deep))
        for x, (dx, dy), deep in zip(FANGS, low, bow, strict=True)
    ]
    rock = (box.point(0.01, 0.6), box.point(0.99, 0.6), *roots)
    canvas.light(box.outset(46, 40), land.lighten(0.2), 0.4)
    canvas.polygon(rock, fills.down(FracturedSky.ROCK, FracturedSky.ROCK, FracturedSky.ROCK_DARK), shadow=0.5)
    for i in range(1, len(roots) - 1, 2):
        foot = (roots[i][0] + 4, box.bottom - 4)
        canvas.line(ragged(roots[i], foot, 4, 3, f"{region}{i}"), FracturedSky.MOON.alpha(0.2), 2)
    canvas.polygon([(x, y + 6) for x, y in shore], FracturedSky.ROCK_DARK.alpha(0.85))
    light = FracturedSky.LIGHT.mix(WHITE, 0.35)
    for width, strength in ((7, 0.1), (5, 0.12), (3, 0.2)):
        canvas.polygon(_grown(box, shore, width), fills.down(light.alpha(strength), light.alpha(0.0)))
    canvas.polygon(_grown(box, shore, 1), fills.down(light, light.alpha(0.75), light.alpha(0.12)))
    dark = land.mix(FracturedSky.NIGHT_HIGH, 0.52)
    inner = [(x, y + 1.5) for x, y in _grown(box, shore, -2)]
    canvas.polygon(inner, fills.down(land.mix(FracturedSky.NIGHT, 0.3), dark, land.mix(FracturedSky.NIGHT_HIGH, 0.6)))
    canvas.icon(box.place(100, 100, 0.9, 0.72), LANDMARKS[region], land.lighten(0.4).alpha(0.18), quiet=True)


def _grown(box: Box, line: Sequence[Point], width: int) -> list[Point]:
    """The outline that much farther from the middle of the box on every side."""
    cx, cy = box.point(0.5, 0.5)
    sx, sy = 1 + 2 * width / box.w, 1 + 2 * width / box.h
    return [(cx + (x - cx) * sx, cy + (y - cy) * sy) for x, y in line]
