"""The six columns: combination, display card, draw pile, discard pile."""

from __future__ import annotations

from engines.aerion.components import KIND_OF, SHIP_OF, Kind
from engines.aerion.view import ColumnView
from render.aerion import layout, signs, symbols
from render.aerion.scene import BODY, FIGURES, LEAST, Scene, mist
from render.kit import fills, pieces, shapes, type
from render.kit.box import Box
from render.kit.canvas import Canvas
from render.kit.palette import ACCENT, BAD, GOOD, IVORY, NIGHT, WHITE, Aerion, Colour
from render.kit.shapes import Shape, round_box

NUMBER = 36
SEALS: dict[str, tuple[str, Colour]] = {
    "take": ("check", GOOD),
    "no_place": ("full", Aerion.INK_SOFT),
    "stopped": ("dragon", BAD),
    "never": ("cancel", Aerion.INK_SOFT),
}
"""By the status of the display card: icon and colour of its seal."""
PENNANT = Shape("polygon", 4, ((0, 0), (1, 0), (1, 0.84), (0.5, 1.0), (0, 0.84)))


def columns(canvas: Canvas, scene: Scene, plan: layout.Layout) -> None:
    """All six, from left to right."""
    for column, place in zip(scene.view.columns, plan.columns, strict=True):
        with canvas.at(f"column.{column.number}"):
            mist(canvas, place.box.trim(top=28), strength=0.5)
            _banner(canvas, place, column)
            _hourglass(canvas, scene, place)
            _display(canvas, scene, place, column)
        scene.ring(canvas, f"pile.{column.number}", place.draw.join(place.discard).inset(-1), round_box(14))
        with canvas.at(f"column.{column.number}"):
            _draw_pile(canvas, place.draw, column)
            _discard_pile(canvas, place.discard, column)
        if scene.view.hourglasses is not None:
            scene.ring(canvas, f"hourglass.{column.number}", _glass_box(place), shapes.CIRCLE)


def _banner(canvas: Canvas, place: layout.Column, column: ColumnView) -> None:
    """A pennant with the combination as little dice; green when the dice show it. The number hangs above."""

    def paint(sprite: Canvas, at: Box) -> None:
        colour = GOOD if column.met else Aerion.CLOTH_BANNER
        sprite.shadow(at, PENNANT, 6, 4, 0.3, Aerion.INK)
        sprite.shape(at, PENNANT, fills.down(colour.lighten(0.5), colour.lighten(0.28)))
        sprite.texture(at, 5)
        sprite.ring(at, PENNANT, 4 if column.met else 2, colour.darken(0.1 if column.met else 0.0))
        sprite.rim(at, PENNANT, 2, 0.5, 0.12)

    box = place.banner
    canvas.layer(("pennant", column.met), box.outset(0, 2), paint, 20)
    if column.met:
        canvas.mark("piece", box, "met")
    if " / " in column.label:
        symbols.pattern(canvas, box.trim(top=4, bottom=9), column.label, 27, 1)
    else:
        side = 34 if len(column.label) < 5 else 32
        symbols.pattern(canvas, box.trim(top=8, bottom=10), column.label, side, 3)
    pieces.option(canvas, place.sign.place(NUMBER, NUMBER, 0.5, 0.0), column.number, BODY)


def _glass_box(place: layout.Column) -> Box:
    return place.sign.place(36, 36, 0.93, 0.2)


def _hourglass(canvas: Canvas, scene: Scene, place: layout.Column) -> None:
    """§10.2 Whether the team owns the hourglass of this column, and how many."""
    if scene.view.hourglasses is None:
        return
    owned = scene.view.hourglasses.owned[place.number - 1]
    box = _glass_box(place)
    with canvas.at("hourglass"):
        canvas.mark("piece", box, f"hourglasses {owned}")
        if not owned:
            canvas.layer("no hourglass", box, _no_hourglass, 4)
        else:
            symbols.seal(canvas, box.outset(2), "hourglass", Aerion.SAND, NIGHT)
            tick = box.place(24, 24, 1.25, 1.2)
            canvas.icon(tick, "check", GOOD, rim=WHITE, quiet=True)


def _no_hourglass(sprite: Canvas, at: Box) -> None:
    """The hollow that waits for it."""
    sprite.sunk(at, shapes.CIRCLE, WHITE.alpha(0.35), 3, 0.3)
    sprite.icon(at.inset(7), "hourglass", Aerion.INK_SOFT.alpha(0.55), quiet=True)


# ---- the display


def _card_box(place: layout.Column) -> Box:
    return place.card.place(min(156, place.card.w - 16), place.card.h)


def _display(canvas: Canvas, scene: Scene, place: layout.Column, column: ColumnView) -> None:
    """The display card with its name; a green frame if the dice are right, and whether it can be taken.

    An egg warns while one must be taken.
    """
    box = _card_box(place)
    with canvas.at("slot"):
        if column.slot is None:
            _empty(canvas, scene, box, column.number)
            return
        face(canvas, scene, box, column.slot.id, column.label)
        if column.met:
            _frame(canvas, box)
        if not column.fresh:
            scene.ring(canvas, f"slot.{column.number}", box.outset(1), round_box(16))
        elif scene.view.turn > 1:
            _new(canvas, scene, box)
        eggs = scene.view.eggs
        if eggs is not None and eggs.duty and KIND_OF[column.slot.id] is Kind.EGG:
            symbols.seal(canvas, box.place(48, 48, 1.1, 0.62), "warning", BAD)
            canvas.mark("piece", box, "duty")
        if column.status and (column.met or column.status != "take"):
            sign, colour = SEALS[column.status]
            symbols.seal(canvas, box.place(48, 48, 1.1, -0.07), sign, colour)
            canvas.mark("piece", box, column.status)


def _empty(canvas: Canvas, scene: Scene, box: Box, number: int) -> None:
    """A hollow; whatever emptied it lately is told by its icon, and ringed if it is news."""
    pieces.well(canvas, box.inset(4), Aerion.INK.alpha(0.1), 14, 4)
    canvas.mark("piece", box, "empty")
    spot = box.place(78, 78)
    gone = next((deed.verb for deed in reversed(scene.view.deeds) if deed.column == number), "")
    if gone:
        canvas.icon(spot.inset(17), signs.DEEDS[gone], Aerion.INK_SOFT.alpha(0.5), quiet=True)
    scene.ring(canvas, f"slot.{number}", spot, shapes.CIRCLE)


def _frame(canvas: Canvas, box: Box) -> None:
    def paint(sprite: Canvas, at: Box) -> None:
        outline = round_box(16)
        wide = at.outset(5)
        sprite.glow(wide, outline, GOOD.lighten(0.2), 8, 0.8)
        sprite.ring(wide, outline, 7, GOOD)
        sprite.ring(wide.inset(1), outline, 1, WHITE.alpha(0.6))

    canvas.layer("met", box, paint, 24)


def _new(canvas: Canvas, scene: Scene, box: Box) -> None:
    """The ribbon of a card that has just come: in the colour of the rings, and instead of one."""
    words = scene.say("aerion.picture.new")
    ribbon = box.place(type.measure(words, LEAST, "bold") + 16, 28, -0.06, -0.05)

    def paint(sprite: Canvas, at: Box) -> None:
        outline = round_box(8)
        sprite.glow(at, outline, ACCENT, 5, 0.9)
        sprite.shape(at.outset(2), round_box(10), NIGHT.alpha(0.7))
        sprite.shape(at, outline, fills.down(ACCENT.lighten(0.4), ACCENT))
        sprite.rim(at, outline, 1, 0.6, 0.1)

    canvas.layer("new", ribbon, paint, 12)
    canvas.text(ribbon, words, LEAST, NIGHT, align="centre")
    canvas.mark("piece", ribbon, "fresh")


def face(canvas: Canvas, scene: Scene, box: Box, card: str, label: str) -> None:
    """A card, face up: its symbol large on tinted paper, and its name. An hourglass shows its combination."""
    tint = symbols.tone(card)
    pieces.card(canvas, box, fills.down(Aerion.PAPER, tint.lighten(0.62)), tint.lighten(0.35), 13, 5)
    body, low = box.inset(8, 10).rows(1.0, 28)
    glass = KIND_OF[card] is Kind.HOURGLASS
    side = min(body.w - 12, body.h - (26 if glass else 6))
    symbols.symbol(canvas, body.place(side, side, 0.5, 0.0 if glass else 0.4), card)
    if glass:
        small = 11 if " / " in label else 18
        symbols.pattern(canvas, body.place(body.w, 26, 0.5, 1.0), label, small, 2)
    canvas.text(low, name(scene, card), LEAST + 2, Aerion.INK, align="centre", squeeze=0.72)


def name(scene: Scene, card: str) -> str:
    """What a card is called where room is short: a blueprint by its ship, a factory or an hourglass in one word."""
    match KIND_OF[card]:
        case Kind.BLUEPRINT:
            return scene.say(f"aerion.ship.{SHIP_OF[card].id}")
        case Kind.FACTORY:
            return scene.say(f"aerion.picture.{card}")
        case Kind.HOURGLASS:
            return scene.say("aerion.picture.hourglass")
        case _:
            return scene.say(f"aerion.card.{card}")


# ---- the piles


def _draw_pile(canvas: Canvas, box: Box, column: ColumnView) -> None:
    """Card backs with their number, and upon them what everybody knows to lie on top."""
    with canvas.at("draw"):
        if not column.draw:
            pieces.well(canvas, box.inset(2), Aerion.INK.alpha(0.1), 10, 3)
            canvas.text(box, "0", FIGURES, Aerion.INK_SOFT, align="centre")
            return
        edges = min(4, 1 + column.draw // 4)
        pile = box.trim(right=3, bottom=4)

        def paint(sprite: Canvas, at: Box) -> None:
            inner = at.trim(right=3, bottom=4)
            for i in range(edges, 0, -1):
                sprite.rect(inner.moved(i, i), Aerion.SHEET_DARK.lighten(0.25 if i % 2 else 0.6), 9)
            back = fills.down(Aerion.SHEET.lighten(0.32), Aerion.SHEET_DARK.lighten(0.1))
            pieces.card_back(sprite, inner, back, IVORY, "wings", 0, IVORY)
            sprite.record.marks.clear()

        canvas.layer(("draw pile", edges), box, paint, 16)
        if not column.known:
            canvas.icon(pile.place(30, 30, 0.5, 0.08), "wings", IVORY.alpha(0.75), quiet=True)
        count = pile.trim(top=28)
        canvas.text(count, str(column.draw), FIGURES, IVORY, align="centre", halo=Aerion.SHEET_DARK.darken(0.35))
        if column.known:
            _known(canvas, pile, column.known)


def _known(canvas: Canvas, pile: Box, known: tuple[str, ...]) -> None:
    """Known tops, the topmost at the left; what finds no room is in the text board."""
    room = Box(pile.x - 8, pile.y - 12, pile.w + 16, 38)
    shown = known[:3]
    with canvas.at("known"):
        for card, spot in zip(reversed(shown), reversed(room.line(len(shown), 38, -4)), strict=True):
            symbols.symbol(canvas, spot.square(), card)
        if len(known) > len(shown):
            canvas.mark("piece", room, f"known {len(known)}")


def _discard_pile(canvas: Canvas, box: Box, column: ColumnView) -> None:
    """The last card face up on the edges of the others, and how many there are."""
    with canvas.at("discard"):
        if not column.discard:
            pieces.well(canvas, box.inset(2), Aerion.INK.alpha(0.07), 10, 3)
            canvas.text(box, "0", 34, Aerion.INK_SOFT.alpha(0.7), align="centre")
            return
        edges = min(4, len(column.discard))
        tint = symbols.tone(column.discard[-1])

        def paint(sprite: Canvas, at: Box) -> None:
            inner = at.trim(right=3, bottom=4)
            for i in range(edges - 1, 0, -1):
                sprite.rect(inner.moved(i, i), Aerion.PAPER_SHADE.darken(0.35 if i % 2 else 0.05), 9)
            pieces.card(sprite, inner, fills.down(Aerion.PAPER, tint.lighten(0.7)), Aerion.PAPER_SHADE, 9, 3)

        canvas.layer(("discard pile", edges, tint), box, paint, 16)
        top, low = box.trim(right=3, bottom=2).rows(38, 1.0)
        symbols.symbol(canvas, top.place(36, 36, 0.5, 1.0), column.discard[-1])
        canvas.text(low, str(len(column.discard)), 34, Aerion.INK, align="centre")
