"""The things that lie on the board: stars, resources, chips, airships, skimmers, buildings."""

from __future__ import annotations

import math

from render.fractured_sky.scene import LEAST, Look, emblem
from render.kit import fills, shapes
from render.kit.box import Box
from render.kit.canvas import Canvas
from render.kit.palette import IVORY, NIGHT, SHADOW, WHITE, Colour, FracturedSky
from render.kit.shapes import Shape, round_box

HULL = Shape(
    "polygon",
    0,
    ((0.0, 0.0), (0.16, 0.3), (0.84, 0.3), (1.0, 0.0), (0.88, 0.72), (0.72, 1.0), (0.28, 1.0), (0.12, 0.72)),
)
INGOT = Shape("polygon", 3, ((0.2, 0.08), (0.8, 0.08), (1.0, 0.92), (0.0, 0.92)))
TOWER = Shape(
    "polygon",
    0,
    (
        (0.08, 0.0),
        (0.26, 0.0),
        (0.26, 0.14),
        (0.41, 0.14),
        (0.41, 0.0),
        (0.59, 0.0),
        (0.59, 0.14),
        (0.74, 0.14),
        (0.74, 0.0),
        (0.92, 0.0),
        (0.92, 0.36),
        (0.82, 0.42),
        (0.92, 1.0),
        (0.08, 1.0),
        (0.18, 0.42),
        (0.08, 0.36),
    ),
)
ROOF = Shape("polygon", 0, ((0.14, 0.0), (0.86, 0.0), (1.0, 1.0), (0.0, 1.0)))
DART = Shape("polygon", 3, ((0.5, 0.0), (1.0, 1.0), (0.5, 0.78), (0.0, 1.0)))
STAR = Shape(
    "polygon",
    0,
    tuple(
        (
            round(0.5 + math.sin(math.pi * i / 5) * (0.5, 0.235)[i % 2], 3),
            round(0.525 - math.cos(math.pi * i / 5) * (0.525, 0.247)[i % 2], 3),
        )
        for i in range(10)
    ),
)
KEELS = {"light": FracturedSky.PALE, "dark": FracturedSky.DARK, "token": FracturedSky.BRASS}
RESOURCES = {"gold": FracturedSky.GOLD, "iron": FracturedSky.IRON, "wood": FracturedSky.WOOD}


def star(canvas: Canvas, box: Box, public: bool = False) -> None:
    """A fallen star: it glows; the public one also has rays in the shape of a cross."""
    square = box.square()

    def paint(sprite: Canvas, at: Box) -> None:
        sprite.light(at.scaled(2.3), FracturedSky.STAR, 0.6)
        if public:
            for w, h in ((round(at.w * 1.9), 4), (4, round(at.h * 1.9))):
                sprite.light(at.place(w, max(h, 6)), WHITE, 1.0)
                sprite.light(at.place(w, max(h, 14)), FracturedSky.STAR, 0.8)
        sprite.shape(at.moved(0, 2), STAR, SHADOW.alpha(0.5))
        sprite.shape(at, STAR, fills.down(FracturedSky.STAR.lighten(0.55), FracturedSky.STAR, FracturedSky.STAR_DARK))
        sprite.shape(at.scaled(0.5), STAR, WHITE.alpha(0.55))

    canvas.layer(("star", public), square, paint, square.w)
    canvas.mark("piece", square, "star")


def ghost_star(canvas: Canvas, box: Box, struck: bool) -> None:
    """A star that one seat alone knows of, on a dark badge: hollow with a lock; struck out where none will fall."""
    square = box.square()

    def paint(sprite: Canvas, at: Box) -> None:
        sprite.solid(at, shapes.CIRCLE, FracturedSky.NIGHT_HIGH, 2, 5, 0.6)
        sprite.ring(at, shapes.CIRCLE, 2, FracturedSky.INK_SOFT)
        star_ = at.scaled(0.74).moved(0, -1)
        sprite.shape(star_, STAR, FracturedSky.INK_SOFT if struck else FracturedSky.STAR)
        sprite.shape(star_.scaled(0.58), STAR, FracturedSky.NIGHT_HIGH)
        if struck:
            for colour, width in ((NIGHT, 8.0), (FracturedSky.OVER, 5.0)):
                sprite.line((at.point(0.14, 0.86), at.point(0.86, 0.14)), colour, width)
        else:
            lock = at.place(round(at.w * 0.5), round(at.h * 0.5), 1.12, 1.12)
            sprite.icon(lock, "lock", IVORY, rim=NIGHT, quiet=True)

    canvas.layer(("ghost star", struck), square, paint, 10)


def resource(canvas: Canvas, box: Box, kind: str, letter: str = "") -> None:
    """A coin, an ingot or a log, with its letter."""
    square = box.square()

    def paint(sprite: Canvas, at: Box) -> None:
        colour = RESOURCES[kind]
        depth = max(2, at.h // 12)
        match kind:
            case "gold":
                body, shape = at.inset(1), shapes.CIRCLE
            case "iron":
                body, shape = at.place(at.w, round(at.h * 0.84), 0.5, 0.6), INGOT
            case _:
                body, shape = at.place(at.w, round(at.h * 0.78), 0.5, 0.6), round_box(round(at.h * 0.3))
        sprite.solid(body, shape, colour, depth, 4, 0.5)
        face = body.trim(bottom=depth)
        if kind == "gold":
            sprite.ring(face.inset(max(2, at.w // 12)), shapes.CIRCLE, 1, colour.darken(0.4).alpha(0.7))
        elif kind == "wood":
            end = face.place(max(6, face.h // 2), face.h - 6, 0.06, 0.5)
            sprite.shape(end, shapes.CIRCLE, colour.lighten(0.45))
            sprite.ring(end.inset(2), shapes.CIRCLE, 1, colour.darken(0.3))
        if letter:
            size = max(LEAST, round(at.h * 0.58))
            ink = WHITE if kind == "wood" else colour.darken(0.85)
            halo = colour.darken(0.7) if kind == "wood" else None
            sprite.text(face.outset(6, 2), letter, size, ink, align="centre", halo=halo)
        sprite.record.marks.clear()

    canvas.layer(("resource", kind, letter), square, paint, 14)
    canvas.mark("piece", square, f"resource {kind}")


def chip(canvas: Canvas, box: Box, value: int, rim: str, struck: bool = False) -> None:
    """A power chip with its number, pale or dark, brass under automated opponents'. struck: it counts less."""
    square = box.square()

    def paint(sprite: Canvas, at: Box) -> None:
        tone = KEELS[rim]
        sprite.shadow(at, shapes.CIRCLE, 4, 3, 0.6)
        sprite.shape(at, shapes.CIRCLE, NIGHT if rim == "light" else WHITE)
        face = at.inset(max(2, at.w // 18))
        sprite.shape(face, shapes.CIRCLE, fills.down(tone.lighten(0.12), tone))
        sprite.ring(face.inset(max(2, at.w // 18)), shapes.CIRCLE, 1, (NIGHT if rim == "light" else WHITE).alpha(0.35))
        size = max(LEAST, round(at.h * (0.62 if value < 10 else 0.54)))
        ink = FracturedSky.FACE_INK if rim == "light" else IVORY
        if struck:
            sprite.line((at.point(0.0, 0.94), at.point(1.0, 0.06)), FracturedSky.OVER, 4)
        halo = tone if struck else None
        sprite.text(face.outset(4, 0), str(value), size, ink, align="centre", squeeze=0.8, halo=halo)
        sprite.record.marks.clear()

    canvas.layer(("chip", value, rim, struck), square, paint, 14)
    canvas.mark("piece", square, f"chip {value} {rim}{' struck' if struck else ''}")


def token(canvas: Canvas, box: Box, low: int, high: int, counts: int | None = None) -> None:
    """An automated opponent's airship token: two values; once turned up the one that counts is bright."""

    def paint(sprite: Canvas, at: Box) -> None:
        sprite.solid(at, round_box(at.h // 3), FracturedSky.BRASS, 3, 4, 0.5)
        face = at.trim(bottom=3)
        size = max(LEAST, round(at.h * 0.66))
        for value, half in zip((low, high), face.inset(3, 0).columns(1.0, 1.0, gap=2), strict=True):
            ink = IVORY if counts is None or value == counts else FracturedSky.BRASS.lighten(0.35)
            if value == counts:
                sprite.rect(half.inset(0, 3), NIGHT.alpha(0.75), 6)
            sprite.text(half, str(value), size, ink, align="centre", halo=FracturedSky.BRASS.darken(0.7))
        sprite.line((face.point(0.5, 0.2), face.point(0.5, 0.8)), NIGHT.alpha(0.5), 2)
        sprite.record.marks.clear()

    canvas.layer(("token", low, high, counts), box, paint, 14)
    canvas.mark("piece", box, f"token {low}/{high}")


def ship(
    canvas: Canvas, box: Box, look: Look, letter: str, rim: str, ghost: bool = False, explorer: bool = False
) -> None:
    """An airship: the owner's sail upon a pale or dark keel (rim), brass under automated opponents'.

    ghost: not yet placed. explorer: in the ring of the exploration slot.
    """
    tall = box.fit(9, 10)

    def paint(sprite: Canvas, at: Box) -> None:
        side = round(at.h * 0.78)
        keel = at.place(at.w, round(at.h * 0.4), 0.5, 1.0)
        sail = at.place(side, side, 0.5, 0.0)
        if explorer:
            ring = at.place(round(at.h * 1.1), round(at.h * 1.1))
            slot_ring(sprite, ring, bright=True)
        colour = KEELS[rim]
        if ghost:
            sprite.shape(sail, look.shape, look.colour.alpha(0.35))
            sprite.ring(sail, look.shape, 2, look.colour.lighten(0.35).alpha(0.8))
            sprite.shape(keel, HULL, FracturedSky.INK_SOFT.alpha(0.35))
            return
        sprite.shadow(keel, HULL, 4, 4, 0.6)
        edge = max(1, at.h // 28)
        rimmed = WHITE if rim != "light" else NIGHT
        for dx, dy in ((-edge, 0), (edge, 0), (0, -edge), (0, edge)):
            sprite.shape(keel.moved(dx, dy), HULL, rimmed.alpha(0.9))
        sprite.shape(keel, HULL, fills.down(colour.lighten(0.15), colour))
        emblem(sprite, sail, look, letter)
        lip = keel.trim(top=round(keel.h * 0.45))
        sprite.shape(lip.inset(round(keel.w * 0.17), 0).trim(bottom=lip.h // 2), round_box(2), colour.lighten(0.1))
        sprite.record.marks.clear()

    canvas.layer(("ship", look, letter, rim, ghost, explorer), tall, paint, 20)


def slot_ring(canvas: Canvas, box: Box, bright: bool = False) -> None:
    """The exploration slot: a ring on the ground."""
    canvas.glow(box, shapes.CIRCLE, FracturedSky.LIGHT, 6, 0.9 if bright else 0.35)
    canvas.shape(box, shapes.CIRCLE, FracturedSky.NIGHT_HIGH.alpha(0.5))
    canvas.ring(box, shapes.CIRCLE, 4 if bright else 3, FracturedSky.LIGHT.lighten(0.3).alpha(1.0 if bright else 0.75))


def empty_slot(canvas: Canvas, box: Box) -> None:
    """The exploration slot of a region that nobody has explored this round."""
    square = box.square()

    def paint(sprite: Canvas, at: Box) -> None:
        slot_ring(sprite, at.inset(4))
        sprite.icon(at.scaled(0.6), "spyglass", FracturedSky.LIGHT.alpha(0.75), quiet=True)

    canvas.layer("empty slot", square, paint, 20)


def skimmer(canvas: Canvas, box: Box, look: Look) -> None:
    """A small flyer: a dart in the owner's colour, its shape upon it."""
    square = box.square()

    def paint(sprite: Canvas, at: Box) -> None:
        sprite.shadow(at, DART, 4, 3, 0.6)
        for dx, dy in ((-2, 0), (2, 0), (0, -2), (0, 2)):
            sprite.shape(at.moved(dx, dy), DART, WHITE.alpha(0.85))
        sprite.shape(at, DART, fills.down(look.colour.lighten(0.2), look.colour))
        side = max(6, round(at.w * 0.38))
        sprite.shape(at.place(side, side, 0.5, 0.68), look.mark, WHITE)

    canvas.layer(("skimmer", look), square, paint, 10)


def building(canvas: Canvas, box: Box, look: Look, kind: str) -> None:
    """A fortress (a tower) or a market (a stall with an awning) in the owner's colour, with its shape."""
    tall = box.fit(5, 6, 0.5, 1.0)

    def paint(sprite: Canvas, at: Box) -> None:
        mark = max(7, round(at.w * 0.6))
        edges = ((-2, 0), (2, 0), (0, -2), (0, 2))
        if kind == "fortress":
            sprite.shadow(at, TOWER, 4, 3, 0.6)
            for dx, dy in edges:
                sprite.shape(at.moved(dx, dy), TOWER, WHITE.alpha(0.9))
            sprite.shape(at, TOWER, fills.down(look.colour.lighten(0.22), look.colour.darken(0.1)))
            sprite.shape(at.place(mark, mark, 0.5, 0.64), look.mark, WHITE)
            return
        awning = at.place(at.w, round(at.h * 0.42), 0.5, 0.12)
        stall = at.place(round(at.w * 0.8), round(at.h * 0.58), 0.5, 1.0)
        sprite.shadow(stall, round_box(2), 4, 3, 0.6)
        for dx, dy in edges:
            sprite.shape(stall.moved(dx, dy), round_box(2), WHITE.alpha(0.9))
            sprite.shape(awning.moved(dx, dy), ROOF, WHITE.alpha(0.9))
        sprite.shape(stall, round_box(2), FracturedSky.DARK)
        sprite.shape(awning, ROOF, look.colour)
        stripes = awning.columns(*[1.0] * 5)
        for stripe in (stripes[1], stripes[3]):
            sprite.rect(stripe.trim(top=1), WHITE.alpha(0.85))
        small = max(7, round(at.w * 0.5))
        sprite.shape(stall.place(small, small, 0.5, 0.66), look.mark, look.colour.lighten(0.6))

    canvas.layer(("building", look, kind), tall, paint, 10)


def times(canvas: Canvas, box: Box, count: int, size: int, colour: Colour = IVORY) -> None:
    """How many of the same."""
    canvas.text(box, str(count), size, colour, align="centre", halo=FracturedSky.NIGHT_HIGH, squeeze=0.75)
