"""How it ended: a ribbon where the dice were; after a victory paper in the colours of the ships, all over the sky."""

from __future__ import annotations

from render.aerion import symbols
from render.aerion.scene import FIGURES, Scene, mist
from render.kit import pieces
from render.kit.box import Box, polygon, scatter
from render.kit.canvas import Canvas
from render.kit.palette import ACCENT, BAD, GOOD, WHITE, Aerion

SCRAPS = 330
SEAL = 92


def joy(canvas: Canvas, ribbon: Box) -> None:
    """Behind everything, so that it shows softly through the mist; sunlight about the ribbon."""
    colours = (*Aerion.HULLS, ACCENT, WHITE)

    def paint(sprite: Canvas, at: Box) -> None:
        sprite.light(ribbon.outset(0, ribbon.h // 2), ACCENT, 0.75)
        for i, (x, y) in enumerate(scatter(at, SCRAPS, "joy")):
            side = 10 + i % 4 * 4
            scrap = polygon(Box(round(x), round(y), side, side * 3 // 4), 3 + i % 3, i * 41 % 360)
            sprite.polygon(scrap, colours[i % len(colours)].alpha(0.85))

    canvas.layer(("joy", ribbon), canvas.box, paint)


def ribbon(canvas: Canvas, scene: Scene, box: Box) -> None:
    """The result in words, with a sign at either end."""
    won = scene.view.result == "won"
    colour = GOOD if won else Aerion.INK_SOFT
    sign, tone = ("laurels", GOOD) if won else ("hourglass", BAD)
    with canvas.at("result"):
        if not won:
            mist(canvas, box, strength=0.45)
        words = scene.say(f"aerion.picture.result.{scene.view.result}")
        pieces.banner(canvas, box.inset(90, 16), words, FIGURES + 4, colour, tail=40)
        for x in (0.06, 0.94):
            symbols.seal(canvas, box.place(SEAL, SEAL, x, 0.5), sign, tone)
