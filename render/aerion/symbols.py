"""The symbols of the cards. Kinds differ by shape: sheet, hexagon, head, book, house, hourglass, bird, helmet, egg."""

from __future__ import annotations

import math

from engines.aerion.components import CLASSES, DATA, KIND_OF, SHIP_OF, Kind
from render.aerion import signs
from render.aerion.scene import LEAST
from render.kit import fills, shapes
from render.kit.box import Box
from render.kit.canvas import Canvas
from render.kit.palette import IVORY, NIGHT, SHADOW, WHITE, Aerion, Colour
from render.kit.shapes import HEXAGON, Shape, round_box

HOUSE = Shape("polygon", 3, ((0.5, 0.0), (1.0, 0.36), (0.9, 0.36), (0.9, 1.0), (0.1, 1.0), (0.1, 0.36), (0.0, 0.36)))
SHOULDERS = Shape(
    "polygon", 0, tuple((0.5 - 0.5 * math.cos(math.pi * i / 16), 1 - math.sin(math.pi * i / 16)) for i in range(17))
)
LARGE = 50
"""From this width on a symbol shows its details."""

TONES: dict[str, Colour] = {
    "mat_wood": Aerion.TIMBER,
    "mat_cloth": Aerion.SAILCLOTH,
    "mat_brass": Aerion.BRASS,
    "crew_sun": Aerion.SUN,
    "crew_moon": Aerion.MOON,
}
KINDS: dict[Kind, Colour] = {
    Kind.BLUEPRINT: Aerion.SHEET,
    Kind.BOOK: Aerion.BOOK,
    Kind.FACTORY: Aerion.FACTORY,
    Kind.HOURGLASS: Aerion.SAND,
    Kind.BIRD: Aerion.BIRD,
    Kind.WORKER: Aerion.WORKER,
    Kind.EGG: Aerion.EGG,
}


def tone(card: str) -> Colour:
    """The colour that goes with a card."""
    return TONES[card] if card in TONES else KINDS[KIND_OF[card]]


def symbol(canvas: Canvas, box: Box, card: str, ghost: bool = False) -> None:
    """What a card shows, in the largest square of the box. A ghost is not there yet: pale, only its outline."""
    square = box.square()

    def paint(sprite: Canvas, at: Box) -> None:
        match KIND_OF[card]:
            case Kind.BLUEPRINT:
                number = next(ship.number for ship in DATA.ship if ship.id == SHIP_OF[card].id)
                sheet(sprite, at, str(number), signs.SHIPS[number], ghost)
            case Kind.MATERIAL:
                _tile(sprite, at, HEXAGON, tone(card), signs.MATERIALS[card], 0.2, ghost)
            case Kind.CREW:
                _bust(sprite, at, tone(card), signs.CREW[card], ghost)
            case Kind.FACTORY:
                _tile(sprite, at, HOUSE, tone(card), signs.FACTORIES[card], 0.2, ghost, low=0.72)
            case Kind.HOURGLASS:
                figure(sprite, at, "hourglass", tone(card), ghost)
            case Kind.BIRD:
                figure(sprite, at.inset(at.w // 20), "bird", tone(card), ghost)
                figure(sprite, at.place(at.w // 2, at.w // 2, 0.0, 0.05), "hammer", Aerion.STONE.darken(0.3), ghost)
            case Kind.BOOK:
                figure(sprite, at, "book-closed", tone(card), ghost)
            case Kind.WORKER:
                figure(sprite, at, "mining-helmet", tone(card), ghost)
            case Kind.EGG:
                figure(sprite, at, "egg", tone(card), ghost)
        sprite.record.marks.clear()

    canvas.layer(("symbol", card, ghost), square, paint, 12)
    canvas.mark("piece", square, f"{'needs' if ghost else 'card'} {card}")


def resource(canvas: Canvas, box: Box, name: str) -> None:
    """A class of cards, as outposts and lairs show it: an element, or a sheet with two numbers."""
    types = CLASSES[name].types
    if len(types) == 1:
        symbol(canvas, box, types[0])
        return
    numbers = [SHIP_OF[card].number for card in types]
    square = box.square()

    def paint(sprite: Canvas, at: Box) -> None:
        sheet(sprite, at, "-".join(map(str, numbers)), "", ghost=False)
        sprite.record.marks.clear()

    canvas.layer(("class", name), square, paint, 12)
    canvas.mark("piece", square, f"class {name}")


def sheet(canvas: Canvas, at: Box, number: str, sign: str, ghost: bool) -> None:
    """A square sheet with the number of its ship; a large one also has the ship."""
    body = at.inset(max(1, at.w // 16))
    outline = round_box(max(3, at.w // 12))
    if ghost:
        _hollow(canvas, body, outline, Aerion.SHEET)
        ink = Aerion.SHEET_DARK.alpha(0.75)
    else:
        canvas.shadow(body, outline, 5, 3, 0.35)
        canvas.shape(body, outline, fills.down(Aerion.SHEET.lighten(0.16), Aerion.SHEET, Aerion.SHEET_DARK))
        if at.w >= LARGE:
            for i in range(1, 6):
                for start, end in (((i / 6, 0.05), (i / 6, 0.95)), ((0.05, i / 6), (0.95, i / 6))):
                    canvas.line((body.point(*start), body.point(*end)), WHITE.alpha(0.16), 1.2)
        canvas.ring(body.inset(max(2, at.w // 22)), round_box(max(2, at.w // 20)), max(1, at.w // 45), WHITE.alpha(0.6))
        canvas.rim(body, outline, 1, 0.5, 0.25)
        ink = WHITE
    if at.w >= LARGE and sign:
        side = round(body.w * 0.62)
        canvas.icon(body.place(side, side, 0.24, 0.22), sign, ink, quiet=True)
        size = max(LEAST, round(body.w * 0.36))
        canvas.text(body.inset(body.w // 10).place(size, size, 1.0, 1.0), number, size, ink, align="right")
    else:
        size = max(LEAST, round(body.w * (0.66 if len(number) == 1 else 0.46)))
        canvas.text(body.outset(4, 0), number, size, ink, align="centre")


def _tile(
    canvas: Canvas, at: Box, shape: Shape, colour: Colour, sign: str, margin: float, ghost: bool, low: float = 0.5
) -> None:
    """A tile of that shape with an icon on it."""
    side = round(at.w * (1 - 2 * margin))
    spot = at.place(side, side, 0.5, low)
    if ghost:
        _hollow(canvas, at, shape, colour)
        canvas.icon(spot, sign, _pale(colour), quiet=True)
        return
    depth = max(2, at.w // 22)
    canvas.shadow(at, shape, 5, 3, 0.3)
    canvas.shape(at, shape, colour.darken(0.4))
    face = at.trim(bottom=depth)
    canvas.shape(face, shape, fills.down(colour.lighten(0.3), colour, colour.darken(0.08)))
    canvas.rim(face, shape, max(1, at.w // 40), 0.6, 0.12)
    ink = colour.darken(0.72) if colour.lightness > 0.5 else IVORY
    canvas.icon(spot.moved(0, -depth // 2), sign, ink, quiet=True)


def _bust(canvas: Canvas, at: Box, colour: Colour, sign: str, ghost: bool) -> None:
    """A round head upon shoulders; its face is the crew's sign."""
    low = at.place(round(at.w * 0.92), round(at.h * 0.42), 0.5, 1.0)
    head = at.place(round(at.w * 0.76), round(at.w * 0.76), 0.5, 0.0)
    spot = head.inset(round(head.w * 0.13))
    if ghost:
        canvas.shape(low, SHOULDERS, colour.lighten(0.4).alpha(0.6))
        canvas.ring(low, SHOULDERS, max(2, at.w // 24), colour.darken(0.2).alpha(0.7))
        _hollow(canvas, head, shapes.CIRCLE, colour)
        canvas.icon(spot, sign, _pale(colour), quiet=True)
        return
    canvas.shadow(low, SHOULDERS, 5, 3, 0.3)
    canvas.shape(low, SHOULDERS, fills.down(colour.darken(0.2), colour.darken(0.42)))
    canvas.shape(head.moved(0, 2), shapes.CIRCLE, SHADOW.alpha(0.35))
    canvas.shape(head, shapes.CIRCLE, fills.down(colour.lighten(0.4), colour))
    canvas.rim(head, shapes.CIRCLE, max(1, at.w // 40), 0.6, 0.15)
    ink = colour.darken(0.72) if colour.lightness > 0.5 else IVORY
    canvas.icon(spot, sign, ink, quiet=True)


def figure(canvas: Canvas, at: Box, sign: str, colour: Colour, ghost: bool = False) -> None:
    """A thing cut out of coloured paper: its outline with a dark edge and light from above."""
    outline = shapes.icon(sign)
    if ghost:
        for dx, dy in ((-1, 0), (1, 0), (0, -1), (0, 1)):
            canvas.shape(at.moved(dx, dy), outline, colour.darken(0.35).alpha(0.5))
        canvas.shape(at, outline, colour.lighten(0.72))
        return
    edge = max(1, at.w // 44)
    dark = colour.darken(0.62)
    canvas.shape(at.moved(0, edge + 2), outline, SHADOW.alpha(0.25))
    for dx, dy in ((-edge, 0), (edge, 0), (0, -edge), (0, edge)):
        canvas.shape(at.moved(dx, dy), outline, dark)
    canvas.shape(at, outline, fills.down(colour.lighten(0.3), colour, colour.darken(0.12)))


def _pale(colour: Colour) -> Colour:
    """The ink of what is not there yet: equally faint upon dark and pale colours."""
    return colour.darken(0.45).alpha(0.7) if colour.lightness > 0.5 else colour.alpha(0.55)


def _hollow(canvas: Canvas, at: Box, shape: Shape, colour: Colour) -> None:
    canvas.shape(at, shape, colour.lighten(0.7).alpha(0.75))
    canvas.ring(at, shape, max(2, at.w // 24), colour.darken(0.25).alpha(0.7))


def seal(canvas: Canvas, box: Box, sign: str, colour: Colour, ink: Colour = WHITE) -> None:
    """A small round seal with an icon: a tick, a reason why not."""
    square = box.square()

    def paint(sprite: Canvas, at: Box) -> None:
        sprite.solid(at, shapes.CIRCLE, colour, 3, 5, 0.45)
        face = at.trim(bottom=3)
        sprite.ring(face.inset(1), shapes.CIRCLE, 2, WHITE.alpha(0.85))
        if sign == "full":
            frame = face.square().inset(face.h // 4)
            sprite.ring(frame, round_box(4), 3, ink)
            for start, end in (((0.28, 0.28), (0.72, 0.72)), ((0.72, 0.28), (0.28, 0.72))):
                sprite.line((frame.point(*start), frame.point(*end)), ink, 3)
        else:
            sprite.icon(face.square().inset(face.h // 6), sign, ink, quiet=True)

    canvas.layer(("seal", sign, colour, ink), square, paint, 14)
    canvas.mark("piece", square, f"seal {sign}")


def times(canvas: Canvas, box: Box, count: int, size: int) -> None:
    """How many of the same, on a pale tag."""

    def paint(sprite: Canvas, at: Box) -> None:
        outline = round_box(at.h // 2)
        sprite.shadow(at, outline, 4, 2, 0.35)
        sprite.shape(at, outline, fills.down(WHITE, Aerion.PAPER_SHADE))
        sprite.ring(at, outline, 2, Aerion.INK_SOFT.alpha(0.6))

    canvas.layer("times", box, paint, 12)
    canvas.text(box.inset(3, 0), f"×{count}", size, Aerion.INK, align="centre", squeeze=0.7)


def lettered_die(canvas: Canvas, box: Box, letter: str) -> None:
    """A little die of a combination: equal letters have equal colours."""
    square = box.square()

    def paint(sprite: Canvas, at: Box) -> None:
        colour = Aerion.LETTERS[ord(letter) - ord("A")]
        sprite.solid(at, round_box(max(3, at.w // 5)), colour, max(2, at.h // 12), 3, 0.4)
        face = at.trim(bottom=max(2, at.h // 12))
        if at.w >= LEAST + 4:
            sprite.text(
                face.outset(2, 0),
                letter,
                max(LEAST, round(at.w * 0.72)),
                WHITE,
                align="centre",
                halo=colour.darken(0.45),
            )
        else:
            sprite.shape(face.inset(at.w // 4), shapes.CIRCLE, WHITE.alpha(0.9))
        sprite.record.marks.clear()

    canvas.layer(("lettered die", letter), square, paint, 8)


def pattern(canvas: Canvas, box: Box, label: str, side: int, gap: int) -> None:
    """A combination as little dice, each alternative a row; a straight climbs."""
    rows = label.split(" / ")
    for row, line in zip(rows, box.stack(len(rows), side, max(3, gap + 1)), strict=True):
        spots = line.line(len(row), side, gap)
        for i, (letter, spot) in enumerate(zip(row, spots, strict=True)):
            climb = round((len(row) / 2 - 0.5 - i) * side * 0.16) if len(set(row)) == len(row) else 0
            lettered_die(canvas, spot.place(side, side).moved(0, climb), letter)
    canvas.mark("piece", box, f"combination {label}")


def stone_cloud(canvas: Canvas, box: Box, side: str) -> None:
    """A Stone Cloud: with its arrow, bare, or only the place where it was."""

    def paint(sprite: Canvas, at: Box) -> None:
        puffs = ((0.0, 0.34, 0.46, 0.62), (0.2, 0.04, 0.5, 0.8), (0.46, 0.16, 0.46, 0.7), (0.6, 0.4, 0.4, 0.54))
        parts = [at.part(*puff) for puff in puffs]
        if side == "gone":
            for part in parts:
                sprite.shape(part, shapes.CIRCLE, WHITE.alpha(0.45))
            sprite.icon(at.place(at.h * 3 // 5, at.h * 3 // 5), "check", Aerion.INK_SOFT.alpha(0.75), quiet=True)
            return
        for part in parts:
            sprite.shadow(part, shapes.CIRCLE, 4, 3, 0.3)
        for part in parts:
            sprite.shape(part.moved(0, 2), shapes.CIRCLE, Aerion.STONE.darken(0.4))
        for part in parts:
            sprite.shape(part, shapes.CIRCLE, fills.down(Aerion.STONE.lighten(0.45), Aerion.STONE.darken(0.06)))
        middle = at.place(round(at.w * 0.62), round(at.h * 0.5), 0.5, 0.6)
        sprite.shape(middle, shapes.CIRCLE, fills.down(Aerion.STONE.lighten(0.18), Aerion.STONE))
        sprite.texture(at, 7, 3, "stone")
        if side == "arrow":
            spot = at.place(round(at.h * 0.62), round(at.h * 0.62), 0.5, 0.56)
            sprite.icon(spot, "arrow", NIGHT.alpha(0.85), quiet=True)
        else:
            for start, bend, end in (((0.4, 0.2), (0.5, 0.5), (0.42, 0.85)), ((0.5, 0.5), (0.64, 0.6), (0.68, 0.78))):
                sprite.line((at.point(*start), at.point(*bend), at.point(*end)), NIGHT.alpha(0.6), 2.5)

    canvas.layer(("stone cloud", side), box, paint, 12)
    canvas.mark("piece", box, f"cloud {side}")
