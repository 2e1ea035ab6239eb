"""The six ships above their clouds, and the flagship with its factories."""

from __future__ import annotations

from engines.aerion.view import FlagshipView, ShipView
from render.aerion import signs, symbols
from render.aerion.scene import LEAST, Scene, mist
from render.kit import fills, shapes
from render.kit.box import Box
from render.kit.canvas import Canvas
from render.kit.palette import GOOD, SEATS, WHITE, Aerion, Colour
from render.kit.shapes import round_box

NEED = 38
FLAGSHIP = 7
MOST_FACTORIES = 3


def fleet(canvas: Canvas, scene: Scene, boxes: tuple[Box, ...]) -> None:
    """The six ships in a row."""
    for ship, box in zip(scene.view.ships, boxes, strict=True):
        with canvas.at(f"ship.{ship.number}"):
            _ship(canvas, scene, box, ship)


def _ship(canvas: Canvas, scene: Scene, box: Box, ship: ShipView) -> None:
    """Its silhouette and what it needs; a built one flies in colour, with its name; a cloud may lie on it."""
    owner = ship.owner
    body = box.inset(2, 0)

    canvas.layer(("berth", owner), body, lambda sprite, at: _berth(sprite, at, owner), 24)
    sky, low = body.trim(top=4, bottom=8).rows(1.0, NEED, gap=2)
    owned = owner is not None
    side = min(sky.h - 6 * owned, sky.w - 8, 112)
    hull(canvas, sky.place(side, side, 0.5 + 0.2 * owned, 0.4 + 0.4 * owned), ship.number, ship.built)
    canvas.mark("piece", body, f"ship {ship.number} {'built' if ship.built else 'unbuilt'}")
    scene.ring(canvas, f"ship.{ship.number}", body.inset(1, 3), round_box(18))
    cover = sky.place(min(sky.w - 4, 124), round(sky.h * 0.72), 0.5, 0.75)
    if ship.cloud is not None:
        symbols.stone_cloud(canvas, cover, ship.cloud)
    if scene.view.clouds is not None and scene.view.clouds.cover:
        scene.ring(canvas, f"cloud.{ship.number}", cover.inset(3), round_box(34))
    if ship.built:
        name = scene.say(f"aerion.ship.{ship.id}")
        canvas.text(low.inset(6, 0), name, LEAST, Aerion.INK, align="centre", squeeze=0.72)
        symbols.seal(canvas, body.place(44, 44, 0.97, 0.03), "check", GOOD)
    else:
        gap = min(14, (low.w - 3 * NEED - 4) // 2)
        for card, spot in zip((ship.blueprint, ship.material, ship.crew), low.line(3, NEED, gap), strict=True):
            symbols.symbol(canvas, spot.place(NEED, NEED), card)
    if owner is not None:
        scene.pawn(canvas, body.place(40, 40, 0.02, 0.03), owner)


def _berth(sprite: Canvas, at: Box, owner: int | None) -> None:
    """A bank of cloud; between two players also a frame in the owner's colour."""
    if owner is not None:
        colour, outline = SEATS[owner].colour, round_box(18)
        sprite.shape(at, outline, fills.down(colour.lighten(0.75).alpha(0.3), colour.lighten(0.75).alpha(0.75)))
        sprite.ring(at, outline, 4, colour.lighten(0.15))
    low = at.place(at.w - 8, NEED + 22, 0.5, 0.98)
    for x, y, w, h in ((0.0, 0.36, 0.4, 0.64), (0.2, 0.1, 0.36, 0.9), (0.46, 0.0, 0.34, 1.0), (0.64, 0.3, 0.36, 0.7)):
        puff = low.part(x, y, w, h)
        sprite.ink(puff.outset(8), shapes.soft(shapes.CIRCLE, puff.w, puff.h, 4), WHITE.alpha(0.62))
    flat = low.trim(top=low.h // 2, left=6, right=6, bottom=6)
    sprite.ink(flat.outset(12), shapes.soft(round_box(22), flat.w, flat.h, 6), WHITE.alpha(0.7))


def hull(canvas: Canvas, box: Box, number: int, built: bool) -> None:
    """A ship: a pale silhouette until it is built, then in its own colour, in the light."""

    def paint(sprite: Canvas, at: Box) -> None:
        outline = shapes.icon(signs.SHIPS[number])
        colour = Aerion.HULLS[number - 1]
        if not built:
            sprite.shape(at.moved(0, 2), outline, WHITE.alpha(0.8))
            sprite.shape(at, outline, fills.down(Aerion.INK_SOFT.alpha(0.5), Aerion.INK_SOFT.alpha(0.72)))
            return
        sprite.light(at.outset(16), WHITE, 1.0)
        sprite.shape(at.moved(0, 5), outline, Aerion.INK.alpha(0.22))
        _edge(sprite, at, number, colour.darken(0.55))
        sprite.shape(at, outline, fills.down(colour.lighten(0.35), colour, colour.darken(0.15)))
        sprite.rim(at, outline, 2, 0.55, 0.0)

    canvas.layer(("hull", number, built), box, paint, 20)


def _edge(sprite: Canvas, at: Box, number: int, colour: Colour) -> None:
    for dx, dy in ((-2, 0), (2, 0), (0, -2), (0, 2), (-1, -1), (1, 1), (-1, 1), (1, -1)):
        sprite.shape(at.moved(dx, dy), shapes.icon(signs.SHIPS[number]), colour)


def flagship(canvas: Canvas, scene: Scene, box: Box, shown: FlagshipView) -> None:
    """§10.1 The seventh ship, its five needs, and the factories at work."""
    mist(canvas, box, strength=0.68)
    inner = box.inset(8, 6)
    ship, rest = inner.columns(112, 1.0, gap=6)
    with canvas.at("ship.7"):
        hull(canvas, ship.place(112, 112, 0.5, 0.5), FLAGSHIP, shown.flies)
        canvas.mark("piece", ship, f"ship 7 {'built' if shown.flies else 'unbuilt'}")
        if shown.flies:
            symbols.seal(canvas, ship.place(44, 44, 1.0, 0.0), "check", GOOD)
    row, low = rest.rows(1.0, 50, gap=4)
    with canvas.at("place.flagship"):
        for (card, there), spot in zip(shown.needs, low.line(5, 46, 4), strict=True):
            symbols.symbol(canvas, spot.place(46, 46), card, ghost=not there and not shown.flies)
    with canvas.at("factories"):
        slots = max(len(shown.factories), MOST_FACTORIES - 1)
        for i, spot in enumerate(row.line(slots, 74, 8)):
            house = spot.place(74, min(74, row.h))
            if i >= len(shown.factories):
                canvas.layer("no factory", house, _no_factory, 4)
                continue
            card = shown.factories[i]
            symbols.symbol(canvas, house, card)
            if card == "factory_lab" and shown.lab_used:
                symbols.seal(canvas, house.square().place(32, 32, 1.0, 1.0), "cancel", Aerion.INK_SOFT)
                canvas.mark("piece", house, "lab used")
            scene.ring(canvas, f"factory.{card}", house.square().inset(2))
    scene.ring(canvas, "place.flagship", low.inset(2), round_box(20))
    scene.ring(canvas, "ship.7", ship.inset(2), round_box(20))


def _no_factory(sprite: Canvas, at: Box) -> None:
    sprite.shape(at.square(), symbols.HOUSE, Aerion.INK.alpha(0.08))
    sprite.ring(at.square(), symbols.HOUSE, 2, Aerion.INK.alpha(0.18))
