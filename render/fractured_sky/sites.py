"""The platforms: small discs with their dots, buildings standing on them."""

from __future__ import annotations

from engines.fractured_sky.view import PlatformView
from render.fractured_sky import layout, things
from render.fractured_sky.scene import LEAST, Scene
from render.kit import fills
from render.kit.box import Box, Point
from render.kit.canvas import Canvas
from render.kit.palette import FracturedSky
from render.kit.shapes import round_box

Entry = tuple[int, str, int]
"""Seat, fortress or market, how many."""
TALL = (36, 30, 25)
"""Heights of the models: the more stand there, the lower."""
ASPECT = 5 / 6
COUNT = 15
"""Room for the number beside a model."""
LAMP = 10
"""Across, of a dot."""
FEET = 2
"""How far the disc hides the feet of the models."""


def sites(canvas: Canvas, scene: Scene) -> None:
    """All platforms in play."""
    for platform in scene.view.platforms:
        place = layout.SITES[platform.id]
        with canvas.at(f"platform.{platform.id}"):
            _models(canvas, scene, place, platform)
            _disc(canvas, place.disc, platform)
            for region in platform.regions:
                _bridge_head(canvas, layout.head(platform.id, region))
        scene.ring(canvas, f"platform.{platform.id}", place.disc.inset(-1), round_box(17))


def _disc(canvas: Canvas, box: Box, platform: PlatformView) -> None:
    """Its number."""

    def paint(sprite: Canvas, at: Box) -> None:
        outline = round_box(at.h // 2)
        sprite.glow(at, outline, FracturedSky.LIGHT, 7, 0.5)
        sprite.shape(at, outline, FracturedSky.ROCK_DARK)
        face = at.trim(bottom=4)
        sprite.shape(face, outline, fills.down(FracturedSky.ROCK.lighten(0.24), FracturedSky.ROCK))
        sprite.rim(face, outline, 2, 0.6, 0.2)

    canvas.layer("disc", box, paint, 24)
    canvas.text(box.trim(bottom=4), platform.id, LEAST + 2, FracturedSky.INK, align="centre", squeeze=0.85)


def _bridge_head(canvas: Canvas, at: Point) -> None:
    """One of the platform's dots: a lamp on its rim, on the side of the region that the bridge goes to."""
    spot = Box(round(at[0] - LAMP / 2), round(at[1] - LAMP / 2), LAMP, LAMP)

    def paint(sprite: Canvas, box: Box) -> None:
        sprite.light(box.scaled(2.4), FracturedSky.LIGHT, 0.7)
        sprite.circle(box.outset(2), FracturedSky.NIGHT_HIGH)
        sprite.circle(box, FracturedSky.LIGHT.lighten(0.6))

    canvas.layer("bridge head", spot, paint, 16)
    canvas.mark("piece", spot, "dot")


def _models(canvas: Canvas, scene: Scene, place: layout.Site, platform: PlatformView) -> None:
    """Fortresses and markets by seat, with their number where it is more than one; the first row the widest."""
    entries = [
        (b.seat, kind, n)
        for b in platform.buildings
        for kind, n in (("fortress", b.fortresses), ("market", b.markets))
        if n
    ]
    if not entries:
        return
    sizes = ((tall, _lines(entries, tall, place), 1 + place.above.h // (tall + 2)) for tall in TALL)
    tall, lines, rows = next((size for size in sizes if len(size[1]) <= size[2]), (TALL[-1], [], 0))
    if not rows:
        rows = 1 + place.above.h // (tall + 2)
        per = -(-len(entries) // rows)
        lines = [entries[i : i + per] for i in range(0, len(entries), per)]
    bottom = place.disc.y + FEET
    for line in lines:
        room = place.row if line is lines[0] else place.above
        _row(canvas, scene, Box(room.x, bottom - tall, room.w, tall), line)
        bottom -= tall + 2


def _row(canvas: Canvas, scene: Scene, row: Box, line: list[Entry]) -> None:
    widths = [_width(entry, row.h) for entry in line]
    step = min(4.0, (row.w - sum(widths)) / max(1, len(line) - 1))
    x = row.x + (row.w - sum(widths) - step * (len(line) - 1)) / 2
    for (seat, kind, n), width in zip(line, widths, strict=True):
        spot = Box(round(x), row.y, width, row.h)
        things.building(canvas, spot.trim(right=COUNT if n > 1 else 0), scene.look(seat), kind)
        if n > 1:
            things.times(canvas, spot.place(COUNT + 2, row.h, 1.0).moved(1, 0), n, LEAST + 2)
        canvas.mark("piece", spot, f"{kind} {seat} {n}")
        x += width + step


def _width(entry: Entry, tall: int) -> int:
    return round(tall * ASPECT) + (COUNT if entry[2] > 1 else 0)


def _lines(entries: list[Entry], tall: int, place: layout.Site) -> list[list[Entry]]:
    """Broken where the room ends, from the disc upwards."""
    lines: list[list[Entry]] = [[]]
    used = 0
    for entry in entries:
        width = _width(entry, tall) + 2
        room = place.row.w if len(lines) == 1 else place.above.w
        if used and used + width > room:
            lines.append([])
            used = 0
        lines[-1].append(entry)
        used += width
    return lines
