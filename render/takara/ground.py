"""What never changes: sky, sea, sand, rock and village. Baked into assets/grounds by tools/bake_grounds.py."""

from __future__ import annotations

from render.kit import fills, shapes
from render.kit.box import Box, curve, ragged, scatter
from render.kit.canvas import Canvas
from render.kit.palette import IVORY, NIGHT, SHADOW, WHITE, Takara
from render.kit.shapes import round_box
from render.takara import layout
from render.takara.layout import BAND, PER_BAND, Section, Town

MOST = 4
ORNAMENTS = (("hut", (0.6, 0.03), 34), ("palm", (0.66, 0.17), 40))
"""What grows and stands on the map without a meaning: icon, place as shares of the land, width."""
ROCKS = ((Takara.SHALLOW, Takara.SHALLOW_DARK), (Takara.MIDDLE, Takara.MIDDLE_DARK), (Takara.DEEP, Takara.DEEP_DARK))


def public() -> Canvas:
    """The whole ground of the public picture, for most players; for fewer it is cropped."""
    plan = layout.public(MOST)
    canvas = Canvas(layout.WIDTH, plan.height)
    desk(canvas, canvas.box.trim(top=plan.strip.y - 40))
    section(canvas, plan.section)
    chart(canvas, Box(0, 0, plan.section.box.x, plan.section.box.bottom))
    town(canvas, plan.town)
    return canvas


def private() -> Canvas:
    """The ground of the private picture."""
    canvas = Canvas(layout.WIDTH, layout.PRIVATE_HEIGHT)
    plan = layout.private()
    desk(canvas, canvas.box.trim(top=plan.box.bottom - 20))
    section(canvas, plan)
    return canvas


GROUNDS = {"takara_public": public, "takara_private": private}
"""By the name of the file that each is baked into."""


def desk(canvas: Canvas, box: Box) -> None:
    """The table of dark wood on which the labels lie."""
    canvas.rect(
        box, fills.down(Takara.WOOD_DARK.darken(0.45), Takara.WOOD_DARK.darken(0.12), Takara.WOOD_DARK.darken(0.4))
    )
    for row in range(box.y + 64, box.bottom, 88):
        canvas.line(ragged((0, row), (box.w, row), 24, 1.2, f"plank{row}"), SHADOW.alpha(0.5), 3)
        canvas.line(ragged((0, row + 3), (box.w, row + 3), 24, 1.2, f"plank{row}"), WHITE.alpha(0.07), 2)
    for i, (left, y) in enumerate(scatter(box, 46, "wood")):
        canvas.line(ragged((left, y), (left + 90 + i % 7 * 40, y), 6, 1.6, f"vein{i}"), SHADOW.alpha(0.13), 2)
    canvas.texture(box, 7, 2, "wood")


def chart(canvas: Canvas, box: Box) -> None:
    """The parchment on the left, on which the village lies as a map."""
    sheet = box.trim(bottom=2)
    canvas.shadow(sheet, round_box(0), 8, 4, 0.5)
    canvas.rect(sheet, fills.down(Takara.PARCHMENT_LIGHT, Takara.PARCHMENT, Takara.PARCHMENT_DARK))
    canvas.texture(sheet, 9, 60, "age")
    canvas.texture(sheet, 4)


# ---- the island in section


def section(canvas: Canvas, plan: Section) -> None:
    """Sky, beach, three layers of rock, six shafts."""
    box, ground = plan.box, plan.ground
    bottom = plan.shafts[0].foot.bottom + 6
    _sky(canvas, box.place(box.w, ground + 30, 0, 0), ground)
    _rock(canvas, box, ground, bottom)
    _beach(canvas, box, ground)
    for shaft in plan.shafts:
        _well(canvas, shaft.well)


def _sky(canvas: Canvas, box: Box, ground: int) -> None:
    canvas.rect(box, fills.down(Takara.SKY_HIGH, Takara.SKY, Takara.PARCHMENT_LIGHT))
    canvas.light(Box(box.right - 300, -170, 420, 340), WHITE, 0.85)
    for i, (share, y, w) in enumerate(((0.02, 26, 210), (0.30, 10, 260), (0.62, 34, 230))):
        start = round(box.x + box.w * share)
        for k in range(5):
            puff = Box(
                start + k * w // 6, y + (k % 2) * 8 - (10 if k == 2 else 0), w // 3, 30 + (14 if k in (1, 2) else 0)
            )
            canvas.ink(puff.outset(16), shapes.soft(shapes.CIRCLE, puff.w, puff.h, 8), WHITE.alpha(0.34 - 0.04 * i))
    water = Box(box.x, ground - 66, box.w, 44)
    canvas.rect(water, fills.down(Takara.SEA.lighten(0.25), Takara.SEA))
    for i in range(9):
        y = water.y + 5 + i % 3 * 7
        left = box.x + 30 + i * box.w // 9
        canvas.line(((left, y), (left + 46, y)), WHITE.alpha(0.4), 2)
    canvas.texture(box, 4, 40, "sky")


def _beach(canvas: Canvas, box: Box, ground: int) -> None:
    """Sand on top of the rock, with palms between the shafts."""
    steps = 14
    top = [(box.x + box.w * i / steps, ground - 34 - (9, 15, 6, 12, 4, 13)[i % 6]) for i in range(steps + 1)]
    low = [(box.x + box.w * i / steps, ground + (9, 14, 7, 16, 10)[i % 5]) for i in range(steps + 1)]
    sand = (*curve(top), *reversed(curve(low)))
    for i, (x, side) in enumerate(((0.053, 72), (0.355, 58), (0.66, 64), (0.955, 70))):
        palm = Box(round(box.x + box.w * x) - side // 2, ground - 38 - side, side, side)
        if box.holds(palm):
            canvas.icon(palm, "palm", Takara.LEAF.darken(0.35 + 0.05 * i), flip=bool(i % 2), quiet=True)
    boat = Box(round(box.x + box.w * 0.5) + 26, ground - 98, 38, 38)
    canvas.icon(boat, "sailboat", IVORY.mix(Takara.SEA_DEEP, 0.35), quiet=True)
    canvas.polygon(sand, fills.down(Takara.SAND.lighten(0.35), Takara.SAND, Takara.SAND_DARK), shadow=0.35)
    canvas.line(curve(top), WHITE.alpha(0.65), 2.5)


def _rock(canvas: Canvas, box: Box, ground: int, bottom: int) -> None:
    edges = [ground - 6, *(ground + BAND * k for k in range(1, PER_BAND)), bottom]
    for i in (2, 1, 0):
        hi, lo = ROCKS[i]
        y0, y1 = edges[i], edges[i + 1]
        low = y1 if i == 2 else y1 + 4
        wave = ragged((box.right + 8, low), (box.x - 8, low), 23, 0 if i == 2 else 11, f"seam{i}")
        outline = ((box.x - 8, y0 - 30), (box.right + 8, y0 - 30), *curve(wave))
        canvas.polygon(
            outline, fills.down(hi.lighten(0.2), hi.lighten(0.08), hi.mix(lo, 0.45), hi.mix(lo, 0.8)), shadow=0.5
        )
    for i in range(3):
        hi, lo = ROCKS[i]
        band = Box(box.x, edges[i] + 14, box.w, edges[i + 1] - edges[i] - 22)
        for k, (x, y) in enumerate(scatter(band, 34, f"stone{i}")):
            w = 9 + k % 5 * 5
            spot = Box(round(x), round(y), w, w * 2 // 3)
            if box.holds(spot):
                canvas.shape(spot, shapes.HEXAGON, (hi if k % 2 else lo.darken(0.3)).alpha(0.3))
        for k, (x, y) in enumerate(scatter(band, 16, f"crack{i}")):
            canvas.line(ragged((x, y), (x + 26, y + 16 + k % 4 * 8), 5, 4, f"c{i}{k}"), lo.darken(0.55).alpha(0.4), 2)
    deep = Box(box.x, edges[2], box.w, bottom - edges[2])
    for share in (0.25, 0.75):  # the same two glows in every game: they tell nothing
        canvas.light(deep.place(330, 250, share * 1.4 - 0.2, 0.6), Takara.STONE, 0.55)
    canvas.texture(Box(box.x, ground - 6, box.w, bottom - ground + 6), 13, 26, "rock")
    canvas.texture(Box(box.x, ground - 6, box.w, bottom - ground + 6), 8, 3, "rock")


def _well(canvas: Canvas, well: Box) -> None:
    """An empty shaft: dark, with props at its mouth."""

    def paint(sprite: Canvas, at: Box) -> None:
        outline = round_box(12)
        sprite.shadow(at, outline, 5, 2, 0.28)
        sprite.sunk(at, outline, fills.down(Takara.TUNNEL, Takara.TUNNEL_DARK, Takara.TUNNEL_DARK.darken(0.4)), 7, 0.6)
        for prop in (Box(at.x - 5, at.y - 6, 8, 40), Box(at.right - 3, at.y - 6, 8, 40)):
            sprite.rect(prop, fills.Gradient((Takara.WOOD.lighten(0.2), Takara.WOOD_DARK), "right"), 3)
            sprite.rim(prop, round_box(3), 1, 0.3, 0.3)

    canvas.layer("well", well.outset(3, 3), paint, 14)


# ---- the village


def town(canvas: Canvas, plan: Town) -> None:
    """Sea, land and paths of the village map, and the planks of the dock."""
    box = plan.box
    frame = round_box(12)
    canvas.shadow(box, frame, 6, 3, 0.4)
    canvas.rect(box, Takara.SEPIA, 12)
    canvas.rect(box.inset(2), Takara.PARCHMENT_LIGHT, 11)
    sea = box.inset(7)
    canvas.rect(sea, fills.down(Takara.TURQUOISE.lighten(0.2), Takara.TURQUOISE, Takara.SEA), 7)
    for i, (x, y) in enumerate(scatter(sea.inset(24, 8), 30, "waves")):
        crest = curve(((x - 13, y), (x - 6, y - 4), (x, y), (x + 6, y - 4), (x + 13, y)))
        canvas.line(crest, (WHITE if i % 3 else Takara.SEA_DEEP).alpha(0.35), 2)
    shore = plan.beach.bottom
    coast = (
        (0.01, 0.10), (0.14, 0.005), (0.42, 0.03), (0.66, 0.01), (0.9, 0.04), (0.985, 0.16), (0.955, 0.36),
        (0.985, 0.56), (0.96, 0.80), (0.9, 0.97), (0.66, 1.02), (0.4, 0.98), (0.18, 1.03),
        (0.02, 0.9), (0.0, 0.66), (0.02, 0.4),
    )  # fmt: skip
    land = Box(sea.x, sea.y, sea.w, shore - sea.y)
    outline = curve([land.point(x, y) for x, y in coast], closed=True)
    canvas.polygon(outline, Takara.SAND, shadow=0.45)
    canvas.line((*outline, outline[0]), WHITE.alpha(0.85), 4)
    canvas.polygon(outline, fills.down(Takara.SAND.lighten(0.25), Takara.SAND, Takara.SAND.lighten(0.1)))
    meadow = [land.point(0.5 + (x - 0.5) * 0.9, 0.43 + (y - 0.5) * 0.8) for x, y in coast]
    green = Takara.LEAF.mix(Takara.PARCHMENT, 0.62)
    canvas.polygon(curve(meadow, closed=True), fills.down(green.lighten(0.25), green))
    canvas.texture(sea, 9, 30, "land")
    canvas.texture(sea, 5, 2, "land")
    stops = (plan.forge, plan.tavern, plan.hospital, plan.bank, plan.beach)
    path = curve(
        [
            spot.point(*at)
            for spot, at in zip(stops, ((0.5, 0.9), (0.4, 0.9), (0.5, 0.5), (0.7, 0.95), (0.55, 0.9)), strict=True)
        ]
    )
    canvas.line(path, Takara.PARCHMENT_LIGHT.alpha(0.75), 7, 11)
    for name, at, side in ORNAMENTS:
        spot = land.place(side, side, *at)
        canvas.icon(spot.moved(1, 2), name, SHADOW.alpha(0.15), quiet=True)
        canvas.icon(spot, name, (Takara.LEAF.darken(0.2) if name == "palm" else Takara.SEPIA).alpha(0.5), quiet=True)
    _dock(canvas, plan.dock)


def _dock(canvas: Canvas, box: Box) -> None:
    """Planks on piles, reaching into the sea."""
    deck = box.inset(-4, 4)
    for x in range(deck.x + 20, deck.right - 10, 74):
        canvas.rect(Box(x, deck.y - 10, 12, deck.h + 18), fills.down(Takara.WOOD_DARK, Takara.WOOD_DARK.darken(0.5)), 4)
    canvas.shadow(deck, round_box(5), 7, 7, 0.5, Takara.SEA_DEEP.darken(0.6))
    for i, plank in enumerate(deck.rows(*[1.0] * 5, gap=2)):
        tone = Takara.WOOD.lighten(0.08 * (i % 3)).mix(Takara.PARCHMENT_DARK, 0.15)
        canvas.rect(plank, fills.down(tone.lighten(0.15), tone.darken(0.1)), 3)
        for x in (plank.x + 6, plank.right - 10):
            canvas.circle(Box(x, plank.y + plank.h // 2 - 2, 4, 4), NIGHT.alpha(0.5))
    canvas.texture(deck, 7, 2, "dock")
    canvas.rim(deck, round_box(5), 2, 0.3, 0.3)
