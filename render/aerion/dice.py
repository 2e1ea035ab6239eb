"""The six dice on their tray, their sum, what may still be thrown for nothing, and the Pixies."""

from __future__ import annotations

from engines.aerion.components import DATA, DICE
from render.aerion import signs
from render.aerion.scene import BODY, FIGURES, Scene, mist
from render.kit import fills, pieces, shapes, type
from render.kit.box import Box
from render.kit.canvas import Canvas
from render.kit.palette import GOOD, IVORY, NIGHT, WHITE, Aerion
from render.kit.shapes import round_box

STUD = 32
"""Width of the number below a die, on the rim of the tray."""
LEAST_GAP = 10
"""Between two dice."""
WING = 196
"""Width of what stands at either side of the tray."""


def dice(canvas: Canvas, scene: Scene, box: Box) -> None:
    """The middle of the board."""
    view = scene.view
    left, tray, right = box.columns(WING, 1.0, WING, gap=10)
    with canvas.at("dice"):
        canvas.layer("tray", tray, _tray, 24)
        fresh = _thrown(scene)
        if len(fresh) == DICE:
            scene.ring(canvas, "dice", tray.inset(3), round_box(28))
        well = tray.trim(left=24, top=15, right=24, bottom=STUD - 12)
        side = min(well.h, (well.w - LEAST_GAP * (DICE - 1)) // DICE)
        row = well.place(well.w, side)
        spots = row.line(DICE, side, min(40, (well.w - DICE * side) // (DICE - 1)))
        for number, spot in enumerate(spots, 1):
            with canvas.at(str(number)):
                _die(canvas, spot, view.dice[number - 1] if view.dice else 0, view.rolled)
                if len(fresh) < DICE and number in fresh:
                    scene.ring(canvas, "dice", spot.inset(2), round_box(spot.w // 5))
                _stud(canvas, Box(spot.x, tray.bottom - STUD + 8, spot.w, STUD).place(STUD, STUD), number)
    with canvas.at("pixies"):
        _pixies(canvas, left, view.pixies)
    scene.ring(canvas, "pixies", left.inset(2), round_box(22))
    _sums(canvas, scene, right)


def _thrown(scene: Scene) -> tuple[int, ...]:
    """The dice that the newest throw changed, while they count."""
    view = scene.view
    if not view.rolled:
        return ()
    thrown = (deed.changed for deed in reversed(view.deeds[len(view.deeds) - view.deeds_now :]) if deed.dice)
    return next(thrown, ())


def _tray(sprite: Canvas, at: Box) -> None:
    """A shallow wooden tray lined with pale cloth."""
    outline = round_box(30)
    sprite.shadow(at, outline, 10, 6, 0.28, Aerion.INK)
    sprite.shape(at, outline, fills.down(Aerion.WOOD.lighten(0.35), Aerion.WOOD, Aerion.WOOD_DARK.lighten(0.15)))
    sprite.rim(at, outline, 2, 0.6, 0.2)
    inner = at.inset(8)
    sprite.sunk(inner, round_box(24), fills.down(Aerion.PAPER_SHADE.lighten(0.2), Aerion.PAPER), 6, 0.3)
    sprite.texture(at, 6, 2, "tray")


def _stud(canvas: Canvas, box: Box, number: int) -> None:
    """A brass stud with the number of a die."""

    def paint(sprite: Canvas, at: Box) -> None:
        sprite.solid(at, shapes.CIRCLE, Aerion.BRASS, 3, 3, 0.4)
        sprite.circle(at.trim(bottom=3).inset(2), Aerion.PAPER)
        sprite.text(at.trim(bottom=3), str(number), BODY - 2, Aerion.INK, align="centre")

    canvas.layer(("stud", number), box, paint, 8)


def _die(canvas: Canvas, box: Box, face: int, rolled: bool) -> None:
    """A die; grey and without shine when it does not count, blank before the very first throw."""
    if face == 0:
        pieces.die(canvas, box, "wings", Aerion.WAITING, Aerion.INK_SOFT.lighten(0.45))
        canvas.mark("piece", box, "die blank")
    elif rolled:
        pieces.die(canvas, box, face, IVORY, NIGHT)
        canvas.mark("piece", box, "counts")
    else:
        pieces.die(canvas, box, face, Aerion.WAITING, Aerion.INK_SOFT.lighten(0.25))


def _pixies(canvas: Canvas, box: Box, left: int) -> None:
    """The Pixies that are left, as medals; the places of the others are pale."""
    mist(canvas, box)
    side = min(60, box.h - 40)
    for i, spot in enumerate(box.inset(4, 0).line(DATA.pixies.count, side, 2)):
        pixie(canvas, spot.place(side, side), i < left)
    canvas.mark("piece", box, f"pixies {left}")


def pixie(canvas: Canvas, box: Box, there: bool) -> None:
    """A Pixie on its medal, or where one was."""

    def paint(sprite: Canvas, at: Box) -> None:
        if not there:
            sprite.sunk(at.inset(3), shapes.CIRCLE, Aerion.INK.alpha(0.08), 3, 0.2)
            sprite.icon(at.inset(at.w // 5), "pixie", Aerion.INK_SOFT.alpha(0.35), quiet=True)
            return
        sprite.light(at.outset(10), WHITE, 0.9)
        sprite.solid(at, shapes.CIRCLE, Aerion.PIXIE, 4, 6, 0.35)
        sprite.ring(at.trim(bottom=4).inset(3), shapes.CIRCLE, 2, WHITE.alpha(0.7))
        sprite.icon(at.trim(bottom=4).inset(at.w // 6), "pixie", WHITE, quiet=True)

    canvas.layer(("pixie", there), box, paint, 20)
    canvas.mark("piece", box, "pixie" if there else "pixie gone")


def _sums(canvas: Canvas, scene: Scene, box: Box) -> None:
    """What the dice make together, and the free rerolls."""
    view = scene.view
    mist(canvas, box)
    total, credits_ = box.inset(8, 8).rows(1.15, 1.0, gap=2)
    with canvas.at("sum"):
        if view.rolled:
            canvas.text(total, f"={sum(view.dice)}", FIGURES + 8, Aerion.INK, align="centre")
        else:
            sign = signs.PHASES[view.phase]
            canvas.icon(total.place(56, 56), sign, Aerion.INK_SOFT)
    with canvas.at("free"):
        free = view.free_rerolls
        ink = GOOD.darken(0.15) if free else Aerion.INK_SOFT.alpha(0.45)
        wide = type.measure(str(free), FIGURES, "bold") + 2
        icon, number = credits_.place(40 + 10 + wide, credits_.h).columns(40, 1.0, gap=10)
        canvas.icon(icon.place(40, 40), "clockwise", ink)
        canvas.text(number, str(free), FIGURES, ink)
