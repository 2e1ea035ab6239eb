"""The regions: what lies, flies and floats in each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from msgspec import Struct

from engines.fractured_sky.view import AirshipView, RegionView
from render.fractured_sky import layout, things
from render.fractured_sky.scene import BODY, FIGURES, LEAST, Scene
from render.kit import pieces
from render.kit.box import Box
from render.kit.canvas import Canvas
from render.kit.palette import FracturedSky
from render.kit.shapes import round_box

NUMBER = 36
ICON = 32
TIGHT = 2
BADGE = 42
SIZES = ((1, 58), (1, 50), (1, 44), (1, 38), (2, 33))
"""Rows, and the height of each: the more stands in a region, the smaller."""
SMALL = 40
"""Up to this height the ring of the exploration slot may touch what is beside it."""
CLOSER = 14
"""How much a row may be too wide: then its things stand a little into one another."""
WIDE = 0.98
"""Width of an airship as a share of its height, with room round it."""


class Entry(Struct, frozen=True):
    """One airship, several alike, or one seat's skimmers.

    width: as a share of the height of its row; told: whether a chip stands beside it.
    """

    width: float
    draw: Callable[[Canvas, Box], None]
    told: bool = False

    def wide(self, tall: int) -> int:
        """Width in a row of that height."""
        return max(24, round(self.width * tall) + (_beside(tall) if self.told else 0))


def _beside(tall: int) -> int:
    """How much wider the chip beside an airship makes it: in low rows it would else hide the initial."""
    return max(round(tall * 0.3), 20)


def isles(canvas: Canvas, scene: Scene) -> None:
    """All regions in play."""
    for region in scene.view.regions:
        box = layout.ISLES[region.id]
        with canvas.at(f"region.{region.id}"):
            _isle(canvas, scene, box, region)
        scene.ring(canvas, f"region.{region.id}", box.inset(4), round_box(28))


def _isle(canvas: Canvas, scene: Scene, box: Box, region: RegionView) -> None:
    inner = box.inset(8, 4)
    head, name, field = inner.rows(44, 26, 1.0, gap=TIGHT)
    number, first, second, stars = head.columns(NUMBER, ICON, ICON, 1.0, gap=3)
    pieces.option(canvas, number.place(NUMBER, NUMBER), region.number, BODY - 2)
    for kind, spot in zip(region.resources, (first, second), strict=True):
        letter = scene.say(f"fractured_sky.picture.letter.{kind}")
        things.resource(canvas, spot.place(ICON, ICON), kind, letter)
    _stars(canvas, stars, region)
    title = scene.say(f"fractured_sky.region.{region.id}")
    canvas.text(name, title, LEAST, FracturedSky.INK, align="left", squeeze=0.78, halo=FracturedSky.NIGHT_HIGH)
    _field(canvas, field, _entries(scene, region))
    _badge(canvas, scene, box, region)


def _stars(canvas: Canvas, box: Box, region: RegionView) -> None:
    """How many have fallen here, and whether the public one is among them."""
    if region.stars:
        words = str(region.stars)
        glyph, count = box.trim(left=2).columns(36, 1.0, gap=2)
        things.star(canvas, glyph.place(36, 36), region.public)
        canvas.text(count, words, FIGURES, FracturedSky.STAR, halo=FracturedSky.NIGHT_HIGH, squeeze=0.8)
        canvas.mark("piece", box, f"stars {region.stars}{' public' if region.public else ''}")


def _badge(canvas: Canvas, scene: Scene, box: Box, region: RegionView) -> None:
    """What this seat alone knows: whether a secret starfall comes here; on the island's corner."""
    if not _secret(scene, region):
        return
    spot = Box(box.right - BADGE + 12, max(layout.MAP.y - 2, box.y - 12), BADGE, BADGE)
    things.ghost_star(canvas, spot, struck=region.unused)
    canvas.mark("piece", spot, "unused" if region.unused else "secret known")


def _secret(scene: Scene, region: RegionView) -> bool:
    """Whether this viewer alone knows that a starfall comes, or that none does."""
    return region.unused or any(s.known and s.region == region.id for s in scene.view.secrets)


def _entries(scene: Scene, region: RegionView) -> list[Entry]:
    """The exploration slot first, then airships by seat, those alike together, then skimmers."""
    explorer = next((ship for ship in region.ships if ship.explorer), None)
    entries = [_explorer(scene, explorer)] if explorer else [Entry(1.0, _no_explorer)]
    others = Counter(ship for ship in region.ships if not ship.explorer)
    entries += [_ships(scene, ship, n) for ship, n in sorted(others.items(), key=lambda pair: _order(pair[0]))]
    entries += [_skimmers(scene, seat, n) for seat, n in region.skimmers]
    return entries


def _order(ship: AirshipView) -> tuple[int, str, int]:
    return ship.seat, ship.rim, -1 if ship.value is None else ship.value


def _no_explorer(canvas: Canvas, box: Box) -> None:
    square = box.square().inset(2)
    things.empty_slot(canvas, square)
    canvas.mark("piece", square, "exploration slot empty")


def _explorer(scene: Scene, ship: AirshipView) -> Entry:
    return Entry(1.06, lambda canvas, box: draw_ship(canvas, scene, box, ship), ship.value is not None)


def _ships(scene: Scene, ship: AirshipView, n: int) -> Entry:
    def draw(canvas: Canvas, box: Box) -> None:
        body, count = box.columns(1.0, round(box.h * 0.4)) if n > 1 else (box, box)
        draw_ship(canvas, scene, body, ship, n)
        if n > 1:
            things.times(canvas, count.outset(2, 0), n, max(LEAST, min(30, box.h // 2)))

    return Entry(WIDE + (0.4 if n > 1 else 0), draw, ship.value is not None)


def draw_ship(canvas: Canvas, scene: Scene, box: Box, ship: AirshipView, n: int = 1) -> None:
    """An airship with its rim; its value as a chip, if this viewer knows it."""
    room = box.trim(right=_beside(box.h)) if ship.value is not None else box
    body = room.inset(1, 3 if ship.explorer and box.h > SMALL else 1)
    things.ship(canvas, body, scene.look(ship.seat), scene.letter(ship.seat), ship.rim, explorer=ship.explorer)
    told = "".join(f" {part}" for part in ("explorer" if ship.explorer else "", f"×{n}" if n > 1 else "") if part)
    if ship.value is not None:
        side = max(28, round(box.h * 0.56))
        spot = box.place(side, side, 1.0, 1.0)
        things.chip(canvas, spot, ship.value, ship.rim, struck=ship.printed not in (None, ship.value))
        told += f" value {ship.value}"
    canvas.mark("piece", box, f"ship {ship.seat} {ship.rim}{told}")


def _skimmers(scene: Scene, seat: int, n: int) -> Entry:
    def draw(canvas: Canvas, box: Box) -> None:
        tall = box.place(box.w, min(box.h, 40))
        side = min(30, tall.h - 4)
        dart, count = tall.columns(side, 1.0, gap=1)
        things.skimmer(canvas, dart.place(side, side), scene.look(seat))
        if n > 1:
            things.times(canvas, count.outset(1, 0), n, max(LEAST, min(28, tall.h)))
        canvas.mark("piece", box, f"skimmers {seat} {n}")

    return Entry(0.8 if n > 1 else 0.6, draw)


def _field(canvas: Canvas, box: Box, entries: list[Entry]) -> None:
    """As large as all find room; from top left, centred."""
    for rows, tall in SIZES:
        lines = _lines(entries, tall, box.w + CLOSER)
        if len(lines) <= rows:
            break
    lines = lines if len(lines) <= rows else _even(entries, rows)
    for line, row in zip(lines, box.stack(len(lines), tall, 2, 0.6), strict=True):
        widths = [entry.wide(tall) for entry in line]
        spare = box.w - sum(widths)
        gap = min(8.0, spare / max(1, len(line) - 1))
        x = float(row.x)
        for entry, width in zip(line, widths, strict=True):
            entry.draw(canvas, Box(round(x), row.y, width, tall))
            x += width + gap


def _lines(entries: list[Entry], tall: int, room: int) -> list[list[Entry]]:
    """Broken into lines where the room ends."""
    lines: list[list[Entry]] = [[]]
    used = 0
    for entry in entries:
        width = entry.wide(tall) + 1
        if lines[-1] and used + width > room:
            lines.append([])
            used = 0
        lines[-1].append(entry)
        used += width
    return lines


def _even(entries: list[Entry], rows: int) -> list[list[Entry]]:
    per = -(-len(entries) // rows)
    return [entries[i : i + per] for i in range(0, len(entries), per)]
