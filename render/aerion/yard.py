"""Workshops as cradles, the pulpit for Books, the reserve as a shelf."""

from __future__ import annotations

from engines.aerion.components import CARD_IDS, SHIP_OF
from engines.aerion.view import CardView, SeatView, WorkshopView
from render.aerion import symbols
from render.aerion.layout import Layout
from render.aerion.scene import BODY, Scene, mist, owned_tint
from render.kit import fills, pieces, shapes
from render.kit.box import Box, curve
from render.kit.canvas import Canvas
from render.kit.palette import Aerion
from render.kit.shapes import HEXAGON, Shape, round_box

LABEL = 36
SHAPES: dict[str, Shape] = {"blueprint": round_box(8), "material": HEXAGON, "crew": shapes.CIRCLE}


def yard(canvas: Canvas, scene: Scene, plan: Layout) -> None:
    """Everything in which cards lie."""
    view = scene.view
    for seat, box in enumerate(plan.estates):
        mist(canvas, box, owned_tint(seat), 0.7, lit=scene.called(seat))
    for number, shop in enumerate(view.workshops, 1):
        with canvas.at(f"place.{shop.id}"):
            _workshop(canvas, scene, plan.workshops[shop.id], shop, number)
        scene.ring(canvas, f"place.{shop.id}", plan.workshops[shop.id].inset(4), round_box(20))
    for own in view.seats:
        with canvas.at(f"pulpit.{own.seat}"):
            _pulpit(canvas, scene, plan.pulpits[own.seat], own)
        with canvas.at(f"place.reserve.{own.seat}"):
            _reserve(canvas, scene, plan.reserves[own.seat], own)
        scene.ring(canvas, f"pulpit.{own.seat}", plan.pulpits[own.seat].inset(4), round_box(18))
        scene.ring(canvas, f"place.reserve.{own.seat}", plan.reserves[own.seat].inset(4), round_box(18))


def _workshop(canvas: Canvas, scene: Scene, box: Box, shop: WorkshopView, number: int) -> None:
    """A wooden cradle with three places; whatever is still missing stands there as a ghost, once it is known."""
    if scene.alone or shop.owner is None:
        mist(canvas, box, strength=0.68)
    side = min(78, (box.w - 26) // 3, box.h - 56)
    slots = box.trim(top=6, bottom=44).line(3, side, min(12, (box.w - 24 - 3 * side) // 2))
    foot = box.place(box.w - 14, 56, 0.5, 0.98)
    cradle(canvas, foot)
    ship = SHIP_OF[shop.blueprint.id] if shop.blueprint is not None else None
    needs = dict(zip(SHAPES, (ship.needs.blueprint, ship.needs.material, ship.needs.crew), strict=True)) if ship else {}
    for kind, spot in zip(SHAPES, slots, strict=True):
        card: CardView | None = getattr(shop, kind)
        place = spot.place(side, side, 0.5, 0.6)
        if card is not None:
            symbols.symbol(canvas, place, card.id)
        elif kind in needs:
            symbols.symbol(canvas, place, needs[kind], ghost=True)
        else:
            _empty(canvas, place.inset(3), kind)
    label = foot.place(LABEL, LABEL, 0.5, 0.86)
    if shop.owner is not None:
        scene.pawn(canvas, label, shop.owner, scene.called(shop.owner))
    elif scene.alone:
        pieces.option(canvas, label, number, BODY)
    else:
        for seat, spot in enumerate(foot.place(76, LABEL, 0.5, 0.86).columns(1.0, 1.0, gap=4)):
            scene.pawn(canvas, spot, seat)
    if shop.crew_by is not None and shop.owner is None and not scene.alone:
        scene.pawn(canvas, slots[2].place(30, 30, 1.25, 1.1), shop.crew_by)
    if shop.moored and ship is not None:
        symbols.seal(canvas, box.place(42, 42, 0.97, 0.95), "anchor", Aerion.INK_SOFT)
        canvas.mark("piece", box, "moored")


def _empty(canvas: Canvas, box: Box, kind: str) -> None:
    """An empty place, in the shape of what belongs there."""
    outline = SHAPES[kind]
    canvas.layer(("place", kind), box, lambda s, at: s.sunk(at, outline, Aerion.INK.alpha(0.11), 4, 0.25), 4)
    canvas.mark("piece", box, f"empty {kind}")


def cradle(canvas: Canvas, box: Box) -> None:
    """The boat-shaped stand on which a ship is put together."""
    canvas.layer("cradle", box, _cradle, 8)


def _cradle(sprite: Canvas, at: Box) -> None:
    """Two bowed beams on legs."""
    top = curve([at.point(x, y) for x, y in ((0.0, 0.02), (0.14, 0.42), (0.5, 0.56), (0.86, 0.42), (1.0, 0.02))])
    low = curve([at.point(x, y) for x, y in ((0.96, 0.5), (0.82, 0.78), (0.5, 0.88), (0.18, 0.78), (0.04, 0.5))])
    for x in (0.2, 0.8):
        leg = at.place(12, at.h // 2, x, 1.0)
        sprite.rect(leg, fills.down(Aerion.WOOD_DARK, Aerion.WOOD_DARK.darken(0.2)), 4)
    beam = fills.down(Aerion.WOOD.lighten(0.3), Aerion.WOOD, Aerion.WOOD_DARK)
    sprite.polygon((*top, *low), beam, shadow=0.25)
    sprite.line(top, Aerion.WOOD.lighten(0.55), 2)
    sprite.texture(at, 6, 2, "wood")


def _pulpit(canvas: Canvas, scene: Scene, box: Box, own: SeatView) -> None:
    """A lectern; the Book on it, or its empty outline, and how many there are if it is more than one."""
    if scene.alone:
        mist(canvas, box, strength=0.68)
    stand = box.inset(6, 6)

    def paint(sprite: Canvas, at: Box) -> None:
        foot = at.place(round(at.w * 0.5), 12, 0.5, 1.0)
        post = at.place(18, at.h // 2, 0.5, 0.94)
        sprite.rect(foot, fills.down(Aerion.WOOD, Aerion.WOOD_DARK), 5)
        sprite.rect(post, fills.Gradient((Aerion.WOOD.lighten(0.25), Aerion.WOOD_DARK), "right"), 4)
        desk = [at.point(x, y) for x, y in ((0.06, 0.56), (0.94, 0.56), (0.84, 0.74), (0.16, 0.74))]
        sprite.polygon(desk, fills.down(Aerion.WOOD.lighten(0.3), Aerion.WOOD_DARK.lighten(0.1)), shadow=0.25)

    canvas.layer("lectern", stand, paint, 16)
    side = min(64, stand.w - 4)
    book = stand.place(side, side, 0.5, 0.06)
    symbols.symbol(canvas, book, "book", ghost=not own.books)
    canvas.mark("piece", box, f"books {own.books}")
    if own.books > 1:
        symbols.times(canvas, box.place(72 if own.books > 9 else 60, 42, 0.96, 0.96), own.books, 34)


def _reserve(canvas: Canvas, scene: Scene, box: Box, own: SeatView) -> None:
    """A shelf, or two where cards crowd; equal cards stand together, and too many behind one another.

    An empty one shows a pale crate: something may be stored there.
    """
    if scene.alone:
        mist(canvas, box, strength=0.68)
    held = sorted((card.id for card in own.reserve), key=CARD_IDS.index)
    rows = 1 if len(held) <= max(2, (box.w - 16) // 58) else 2
    per = -(-len(held) // rows)
    for i, shelf in enumerate(box.inset(8, 8).rows(*[1.0] * rows, gap=4)):
        board = shelf.place(shelf.w, 14, 0.5, 1.0)
        if not held:
            canvas.icon(board.moved(0, -42).place(44, 44), "crate", Aerion.INK_SOFT.alpha(0.3), quiet=True)
        shelf_board(canvas, board)
        cards = held[i * per : (i + 1) * per]
        side = min(60, shelf.h - 14)
        for card, spot in zip(cards, shelf.trim(bottom=10).line(len(cards), side, 6), strict=True):
            symbols.symbol(canvas, spot.place(side, side, 0.5, 1.0), card)
    canvas.mark("piece", box, f"reserve {len(own.reserve)}")


def shelf_board(canvas: Canvas, box: Box) -> None:
    """A board on which cards stand."""
    canvas.layer("shelf", box, _shelf, 8)


def _shelf(sprite: Canvas, at: Box) -> None:
    sprite.shadow(at, round_box(4), 5, 4, 0.3)
    sprite.rect(at, fills.down(Aerion.WOOD.lighten(0.35), Aerion.WOOD, Aerion.WOOD_DARK), 4)
    sprite.texture(at, 6, 2, "wood")
    sprite.rim(at, round_box(4), 1, 0.5, 0.25)
