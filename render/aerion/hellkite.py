"""The row of the Hellkite: six spaces, each an outpost upon a lair (§10.6)."""

from __future__ import annotations

from engines.aerion.view import HellkiteView, SpaceView
from render.aerion import symbols
from render.aerion.scene import Scene, mist
from render.kit import fills, shapes
from render.kit.box import Box
from render.kit.canvas import Canvas
from render.kit.palette import BAD, IVORY, NIGHT, Aerion
from render.kit.shapes import Shape, round_box

PERCH = 44
"""Width of the pawn."""
HIDDEN = "hidden"
"""A lair that nobody has seen."""
TOWER = Shape(
    "polygon", 0,
    ((0, 0), (0.2, 0), (0.2, 0.16), (0.4, 0.16), (0.4, 0), (0.6, 0), (0.6, 0.16), (0.8, 0.16), (0.8, 0), (1, 0),
     (1, 1), (0, 1)),
)  # fmt: skip
"""An outpost."""
MOUTH = Shape("polygon", 3, ((0.0, 1.0), (0.0, 0.5), (0.16, 0.14), (0.5, 0.0), (0.84, 0.14), (1.0, 0.5), (1.0, 1.0)))
"""A lair."""


def row(canvas: Canvas, scene: Scene, box: Box, shown: HellkiteView) -> None:
    """§10.6 Six spaces, each an outpost upon a lair; the Hellkite on one of them, which may stop a class."""
    mist(canvas, box)
    with canvas.at("hellkite"):
        left = any(space.lair is not None for space in shown.spaces)
        wide = [1.5 if left and space.number == shown.pawn else 1.0 for space in shown.spaces]
        for space, cell in zip(shown.spaces, box.inset(8, 6).columns(*wide, gap=6), strict=True):
            here = left and space.number == shown.pawn
            with canvas.at(f"space.{space.number}"):
                _space(canvas, cell, space, here, bool(shown.stopped))
            scene.ring(canvas, f"space.{space.number}", cell.inset(3), round_box(12))
            if here and f"space.{space.number}" not in scene.changed:
                scene.ring(canvas, "hellkite", _perch(cell).inset(3), shapes.CIRCLE)


def _perch(cell: Box) -> Box:
    return cell.trim(right=4).place(PERCH, PERCH, 1.0, 0.5)


def _space(canvas: Canvas, cell: Box, space: SpaceView, here: bool, stopped: bool) -> None:
    """Outpost above, lair below; what is gone leaves a hollow. The Hellkite sits beside them, on a wider space."""

    def floor(sprite: Canvas, at: Box) -> None:
        if here:
            sprite.glow(at, round_box(14), Aerion.HELLKITE, 8, 0.55)
        sprite.shape(at, round_box(14), Aerion.HELLKITE.lighten(0.72).alpha(0.9) if here else Aerion.INK.alpha(0.07))
        if here:
            sprite.ring(at, round_box(14), 3, Aerion.HELLKITE)

    canvas.layer(("space", here), cell, floor, 16)
    inner = cell.inset(6, 4).trim(right=PERCH - 2 if here else 0)
    upper, lower = inner.rows(1.0, 1.0, gap=4)
    wide = min(62, upper.w)
    tower = upper.place(wide, upper.h)
    if space.outpost is not None:
        canvas.layer("outpost", tower, _tower, 8)
        side = min(tower.w - 10, round(tower.h * 0.76))
        symbols.resource(canvas, tower.place(side, side, 0.5, 0.94), space.outpost)
        canvas.mark("piece", tower, f"outpost {space.outpost}")
    else:
        canvas.layer("no outpost", tower, lambda s, at: s.sunk(at, round_box(8), Aerion.INK.alpha(0.07), 2, 0.15), 4)
    lair = lower.place(wide, lower.h)
    if space.lair is None:
        canvas.layer("no lair", lair, lambda s, at: s.sunk(at, MOUTH, Aerion.INK.alpha(0.07), 2, 0.15), 4)
    else:
        hidden = space.lair == HIDDEN
        canvas.layer(("lair", hidden), lair, lambda sprite, at: _cave(sprite, at, hidden), 8)
        canvas.mark("piece", lair, f"lair {space.lair}")
        if not hidden:
            side = min(lair.w - 10, lair.h - 6)
            symbols.resource(canvas, lair.place(side, side, 0.5, 0.9), space.lair)
    if here:
        perch = _perch(cell)

        def pawn(sprite: Canvas, at: Box) -> None:
            sprite.solid(at, shapes.CIRCLE, Aerion.HELLKITE, 4, 6, 0.5)
            sprite.ring(at.trim(bottom=4).inset(2), shapes.CIRCLE, 2, IVORY.alpha(0.8))
            sprite.icon(at.trim(bottom=4).inset(7), "dragon", IVORY, quiet=True)

        canvas.layer("hellkite", perch, pawn, 16)
        canvas.mark("piece", perch, "hellkite")
        if stopped and space.outpost is not None:
            canvas.layer("stopped", tower, _stopped, 6)
            canvas.mark("piece", tower, "stopped")


def _stopped(sprite: Canvas, at: Box) -> None:
    """A bar across what nobody can acquire."""
    for colour, width in ((IVORY, 8), (BAD, 5)):
        sprite.line((at.point(0, 1), at.point(1, 0.16)), colour, width)


def _tower(sprite: Canvas, at: Box) -> None:
    sprite.shadow(at, TOWER, 4, 3, 0.3)
    sprite.shape(at, TOWER, fills.down(Aerion.ISLE_ROCK.lighten(0.3), Aerion.ISLE_ROCK.darken(0.12)))
    sprite.texture(at, 6, 2, "stone")
    sprite.rim(at, TOWER, 2, 0.4, 0.2)


def _cave(sprite: Canvas, at: Box, hidden: bool) -> None:
    sprite.shadow(at, MOUTH, 4, 3, 0.3)
    sprite.shape(at, MOUTH, fills.down(Aerion.ISLE_ROCK.lighten(0.2), Aerion.ISLE_ROCK.darken(0.15)))
    hole = at.place(round(at.w * 0.76), round(at.h * 0.82), 0.5, 1.0)
    sprite.shape(hole, MOUTH, fills.down(NIGHT.lighten(0.2), NIGHT))
    sprite.texture(at, 6, 2, "stone")
    if not hidden:
        return
    eyes = at.place(round(at.w * 0.3), 6, 0.5, 0.62)
    for spot in eyes.line(2, 6, eyes.w - 12):
        sprite.circle(spot, Aerion.SUN)
