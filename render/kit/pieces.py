"""Things that lie on the boards of every game: cards, pawns, coins, dice, labels. Each bakes once and is laid on."""

from __future__ import annotations

from render.kit import fills, shapes, type
from render.kit.box import Box
from render.kit.canvas import Align, Canvas
from render.kit.fills import Fill, Gradient
from render.kit.palette import (
    ACCENT,
    BAD,
    GOLD,
    GOLD_DARK,
    HEART,
    HEART_GONE,
    IVORY,
    NIGHT,
    SEATS,
    SHADOW,
    WHITE,
    Colour,
)
from render.kit.shapes import SEAT_SHAPES, Shape, round_box

BLEED = 24
"""Room round a piece for its shadow."""
EYELET = 46
"""Width at the left end of a luggage label that its hole takes."""


# ---- cards


def card(canvas: Canvas, box: Box, face: Fill, edge: Colour, radius: int = 9, frame: int = 4) -> None:
    """A card lying face up: paper edge, face, a little grain. What it shows is drawn upon it."""

    def paint(sprite: Canvas, at: Box) -> None:
        outline = round_box(radius)
        sprite.shadow(at, outline, 6, 4, 0.5)
        sprite.shape(at.moved(0, 2), outline, edge.darken(0.45))
        sprite.shape(at, outline, fills.down(edge.lighten(0.25), edge))
        inner = at.inset(frame)
        sprite.shape(inner, round_box(max(2, radius - frame + 1)), face)
        sprite.texture(inner, 5)
        sprite.rim(at, outline, 1, 0.6, 0.2)

    canvas.layer(("card", face, edge, radius, frame), box, paint, BLEED)


def card_back(
    canvas: Canvas, box: Box, face: Gradient, edge: Colour, sign: str, count: int, sign_colour: Colour, radius: int = 9
) -> None:
    """A card lying face down: a lozenge pattern, and its sign `count` times."""

    def paint(sprite: Canvas, at: Box) -> None:
        card(sprite, at, face, edge, radius)
        inner = at.inset(8)
        tone = face.colours[0].lighten(0.5)
        sprite.ring(inner, round_box(max(2, radius - 5)), 2, tone.alpha(0.45))
        for row, line in enumerate(inner.inset(6).stack(max(1, inner.h // 15), 8, 5)):
            for cell in line.line(max(1, inner.w // 20), 8, 12):
                sprite.shape(cell.moved(5 * (row % 2), 0), shapes.regular(4), tone.alpha(0.22))
        side = min(max(at.h - 20, at.h * 2 // 3), 44, (at.w - 44) // max(1, count))
        for spot in at.inset(8).line(count, side, 2):
            mark = spot.place(side, side)
            sprite.icon(mark.moved(0, 2), sign, SHADOW.alpha(0.35), quiet=True)
            sprite.icon(mark, sign, sign_colour)

    canvas.layer(("card back", face, edge, sign, count, sign_colour, radius), box, paint, BLEED)


def changed(canvas: Canvas, box: Box, shape: Shape | None = None, width: int = 5) -> None:
    """The ring round what changed since the last look: the accent colour in a dark casing, so that it shows in grey."""
    outline = shape or round_box(12)

    def paint(sprite: Canvas, at: Box) -> None:
        wide = at.outset(width + 1)
        sprite.glow(wide, outline, ACCENT, 7, 0.9)
        sprite.ring(wide.outset(2), outline, width + 4, NIGHT.alpha(0.65))
        sprite.ring(wide, outline, width, ACCENT)
        sprite.ring(wide.inset(1), outline, 1, WHITE.alpha(0.7))

    canvas.layer(("changed", outline, width), box, paint, BLEED)
    canvas.mark("piece", box.outset(width), "changed")


def exhausted(canvas: Canvas, box: Box, colour: Colour = BAD) -> None:
    """Crossed out with two brush strokes: used up, closed."""

    def paint(sprite: Canvas, at: Box) -> None:
        square = at.square().inset(at.square().w // 7)
        width = max(5, square.w // 6)
        for dy, ink in ((3, SHADOW.alpha(0.45)), (0, colour)):
            for start, end in (((0, 0), (1, 1)), ((1, 0), (0, 1))):
                stroke = (square.moved(0, dy).point(*start), square.moved(0, dy).point(*end))
                sprite.line(stroke, ink, width)

    canvas.layer(("exhausted", colour), box, paint, BLEED)
    canvas.mark("piece", box, "exhausted")


# ---- seats


def seat_mark(canvas: Canvas, box: Box, seat: int) -> None:
    """The seat's shape in its colour, small and flat, without an initial."""
    look = SEATS[seat]
    canvas.layer(
        ("seat mark", seat), box, lambda sprite, at: sprite.solid(at, SEAT_SHAPES[look.shape], look.colour, 3, 4), BLEED
    )


def pawn(
    canvas: Canvas, box: Box, seat: int, letter: str, active: bool = False, faded: bool = False, least: int = type.FLOOR
) -> None:
    """A player's token: the seat's colour and shape with the player's initial; an active one glows.

    `least` is the smallest size of the letter in pixels; without a letter the token tells the seat alone.
    """
    look = SEATS[seat]
    square = box.square()

    def paint(sprite: Canvas, at: Box) -> None:
        shape = SEAT_SHAPES[look.shape]
        body = at.inset(max(1, at.w // 22)) if look.shape in ("square", "circle") else at
        if active:
            sprite.glow(body, shape, ACCENT, 8, 1.0)
        tint = look.colour.mix(IVORY, 0.55) if faded else look.colour
        sprite.solid(body, shape, tint, max(3, at.h // 12), 5, 0.5)
        low = 0.66 if look.shape == "triangle" else 0.5
        if not letter:
            return
        size = max(least, round(at.h * (0.42 if look.shape in ("triangle", "diamond") else 0.56)))
        spot = body.trim(bottom=at.h // 12)
        line = spot.place(spot.w, size, 0.5, low)
        sprite.text(line.moved(0, 1), letter, size, SHADOW.alpha(0.45), align="centre")
        sprite.record.marks.clear()
        sprite.text(line, letter, size, WHITE, align="centre")

    canvas.layer(("pawn", seat, letter, active, faded, least), square, paint, BLEED)
    canvas.mark("piece", square, f"pawn {seat}")


# ---- numbers


def option(canvas: Canvas, box: Box, number: int, least: int = type.FLOOR) -> None:
    """The number of an option of the controls, in a bright disc; `least` is the smallest size of the digits."""
    square = box.square()

    def paint(sprite: Canvas, at: Box) -> None:
        sprite.solid(at, shapes.CIRCLE, NIGHT, 3, 5, 0.5)
        sprite.ring(at.trim(bottom=3).inset(2), shapes.CIRCLE, 2, ACCENT)
        size = max(least, round(at.h * (0.6 if number < 10 else 0.5)))
        sprite.text(at.trim(bottom=3), str(number), size, IVORY, align="centre")

    canvas.layer(("option", number, least), square, paint, BLEED)
    canvas.mark("piece", square, f"option {number}")


def coin(canvas: Canvas, box: Box, text: str = "", metal: Colour = GOLD) -> None:
    """A coin with milled rim, and a number if one is given."""
    square = box.square()

    def paint(sprite: Canvas, at: Box) -> None:
        sprite.solid(at, shapes.CIRCLE, metal, max(2, at.h // 14), 4, 0.45)
        face = at.trim(bottom=max(2, at.h // 14)).inset(max(2, at.w // 10))
        sprite.ring(face, shapes.CIRCLE, max(1, at.w // 24), metal.darken(0.35).alpha(0.8))
        sprite.shape(face.inset(at.w // 24), shapes.CIRCLE, fills.down(metal.darken(0.08), metal.lighten(0.35)))
        if text:
            size = max(type.FLOOR, round(at.h * (0.56 if len(text) == 1 else 0.46)))
            spot = face.outset(at.w // 10)
            sprite.text(spot, text, size, metal.darken(0.78), align="centre")

    canvas.layer(("coin", text, metal), square, paint, BLEED)


def amount(
    canvas: Canvas,
    box: Box,
    sign: str,
    text: str,
    size: int,
    colour: Colour,
    sign_colour: Colour | None = None,
    align: Align = "left",
) -> Box:
    """An icon (or `coin`) and a number beside it, as one group; returns the group's box."""
    side = min(box.h, round(size * 1.02))
    gap = max(4, size // 7)
    wide = min(box.w, side + gap + type.measure(text, size, "bold"))
    share = {"left": 0.0, "centre": 0.5, "right": 1.0}[align]
    group = box.place(wide, box.h, share, 0.5)
    at, number = group.columns(side, 1.0, gap=gap)
    if sign == "coin":
        coin(canvas, at.place(side, side))
        canvas.mark("piece", at.place(side, side), "coin")
    else:
        canvas.icon(at.place(side, side), sign, sign_colour or colour)
    canvas.text(number, text, size, colour)
    return group


def hearts(canvas: Canvas, box: Box, total: int, lost: int, side: int = 0) -> None:
    """A row of hearts, lost ones empty and struck out."""
    side = side or box.h
    for i, spot in enumerate(box.line(total, side, max(1, side // 8))):
        gone = i >= total - lost

        def paint(sprite: Canvas, at: Box, gone: bool = gone) -> None:
            shape = shapes.icon("heart")
            if gone:
                sprite.shape(at, shape, HEART_GONE)
                sprite.shape(at.inset(at.w // 7), shape, HEART_GONE.lighten(0.55))
                stroke = at.inset(1)
                sprite.line((stroke.point(0, 1), stroke.point(1, 0)), SHADOW, max(3, at.w // 9))
            else:
                sprite.shape(at.moved(0, 2), shape, SHADOW.alpha(0.4))
                sprite.shape(at, shape, fills.down(HEART.lighten(0.2), HEART.darken(0.15)))
                sprite.rim(at, shape, 2, 0.5, 0.0)

        square = spot.square()
        canvas.layer(("heart", gone), square, paint, 4)
        canvas.mark("piece", square, "heart lost" if gone else "heart")


PIPS: dict[int, tuple[int, ...]] = {
    1: (4,),
    2: (2, 6),
    3: (2, 4, 6),
    4: (0, 2, 6, 8),
    5: (0, 2, 4, 6, 8),
    6: (0, 2, 3, 5, 6, 8),
}
"""Cells of a three by three grid."""


def die(canvas: Canvas, box: Box, face: int | str, body: Colour = IVORY, ink: Colour = NIGHT) -> None:
    """A die with pips (1 to 6) or with an icon on its face."""
    square = box.square()

    def paint(sprite: Canvas, at: Box) -> None:
        sprite.solid(at, round_box(at.w // 5), body, max(3, at.h // 12), 6, 0.5)
        top = at.trim(bottom=max(3, at.h // 12)).inset(at.w // 7)
        if isinstance(face, str):
            sprite.icon(top, face, ink)
            return
        cells = top.grid(3, 3)
        for place in PIPS[face]:
            pip = cells[place].square().scaled(0.86)
            sprite.sunk(pip, shapes.CIRCLE, ink, 2, 0.3)

    canvas.layer(("die", face, body, ink), square, paint, BLEED)
    canvas.mark("piece", square, f"die {face}")


# ---- panels and words


def panel(canvas: Canvas, box: Box, fill: Fill, radius: int = 16, grain: float = 6, blur: int = 9) -> None:
    """A raised plate of one material, on which other things lie."""

    def paint(sprite: Canvas, at: Box) -> None:
        shape = round_box(radius)
        sprite.shadow(at, shape, blur, 4, 0.4)
        sprite.shape(at, shape, fill)
        if grain:
            sprite.texture(at, grain)
        sprite.rim(at, shape, 2, 0.45, 0.2)

    canvas.layer(("panel", fill, radius, grain, blur), box, paint, BLEED + 8)


def well(canvas: Canvas, box: Box, fill: Fill, radius: int = 12, depth: int = 5) -> None:
    """A hollow in a plate, in which things lie."""
    canvas.layer(("well", fill, radius, depth), box, lambda s, at: s.sunk(at, round_box(radius), fill, depth), 2)


def luggage_label(
    canvas: Canvas, box: Box, paper: Colour, band: Colour, active: bool = False, hole_at: float = 0.5
) -> Box:
    """A luggage label with an eyelet and a coloured band at its left end; returns the room for writing.

    An active one glows in the accent colour. `hole_at` is the height of the eyelet, as a share from the top.
    """

    def paint(sprite: Canvas, at: Box) -> None:
        cut = min(0.5, 26 / at.h)
        slope = 26 / at.w
        outline = Shape("polygon", 10, ((slope, 0), (1, 0), (1, 1), (slope, 1), (0, 1 - cut), (0, cut)))
        if active:
            sprite.glow(at, outline, ACCENT, 9, 1.0)
        sprite.shadow(at, outline, 8, 5, 0.45)
        sprite.shape(at.moved(0, 3), outline, paper.darken(0.4))
        sprite.shape(at, outline, fills.down(paper.lighten(0.35), paper))
        end = at.place(EYELET, at.h, 0.0)
        mask = outline.mask(at.w, at.h).crop((0, 0, EYELET, at.h))
        sprite.ink(end, mask, fills.down(band.lighten(0.12), band.darken(0.12)))
        sprite.texture(at, 6)
        sprite.rim(at, outline, 2, 0.5, 0.2)
        if active:
            sprite.ring(at, outline, 4, ACCENT)
        hole = end.place(24, 24, 0.55, hole_at)
        sprite.shape(hole.outset(5).moved(0, 2), shapes.CIRCLE, SHADOW.alpha(0.35))
        sprite.shape(hole.outset(5), shapes.CIRCLE, fills.down(GOLD.lighten(0.4), GOLD_DARK))
        sprite.sunk(hole, shapes.CIRCLE, NIGHT, 4, 0.5)

    canvas.layer(("luggage label", paper, band, active, hole_at), box, paint, BLEED + 12)
    return box.trim(left=EYELET + 14, right=14, top=10, bottom=10)


def banner(canvas: Canvas, box: Box, text: str, size: int, colour: Colour, ink: Colour = IVORY, tail: int = 18) -> None:
    """A cloth ribbon with notched ends and a title in the middle."""

    def paint(sprite: Canvas, at: Box) -> None:
        notch = tail / at.w
        points = ((0, 0), (1, 0), (1 - notch * 0.6, 0.5), (1, 1), (0, 1), (notch * 0.6, 0.5))
        outline = Shape("polygon", 0, tuple((float(x), float(y)) for x, y in points))
        sprite.shadow(at, outline, 6, 4, 0.45)
        sprite.shape(at, outline, fills.down(colour.lighten(0.16), colour, colour.darken(0.14)))
        sprite.texture(at, 5)
        sprite.rim(at, outline, 2, 0.35, 0.25)
        for y in (0.12, 0.86):
            sprite.line((at.point(notch * 1.3, y), at.point(1 - notch * 1.3, y)), ink.alpha(0.35), 1.5, 7)

    canvas.layer(("banner", colour, ink, tail), box, paint, BLEED)
    canvas.text(box.inset(tail + 6, 0), text, size, ink, align="centre", squeeze=0.85)
