"""What expansions bring along: stone clouds, piers and payrolls, eggs; the Hellkite has a file of its own."""

from __future__ import annotations

from engines.aerion.view import CloudsView, EggsView, PiersView
from render.aerion import hellkite, symbols
from render.aerion.layout import Layout
from render.aerion.scene import FIGURES, Scene, mist
from render.kit import fills, shapes
from render.kit.box import Box
from render.kit.canvas import Canvas
from render.kit.palette import BAD, GOOD, WHITE, Aerion
from render.kit.shapes import round_box


def harbour(canvas: Canvas, scene: Scene, plan: Layout) -> None:
    """Those that are in play."""
    view = scene.view
    if view.clouds is not None and plan.clouds is not None:
        _clouds(canvas, scene, plan.clouds, view.clouds)
    if view.hellkite is not None and plan.hellkite is not None:
        hellkite.row(canvas, scene, plan.hellkite, view.hellkite)
    if view.piers is not None and plan.piers is not None:
        _piers(canvas, scene, plan.piers, view.piers)
        for seat, box in enumerate(plan.payrolls):
            _payroll(canvas, scene, box, view.piers, seat)
    if view.eggs is not None and plan.eggs is not None:
        _eggs(canvas, scene, plan.eggs, view.eggs)


def _clouds(canvas: Canvas, scene: Scene, box: Box, shown: CloudsView) -> None:
    """§10.3 Six clouds; under rule B they lie on the ships instead."""
    mist(canvas, box)
    with canvas.at("clouds"):
        for n, (side, cell) in enumerate(zip(shown.sides, box.inset(8, 7).grid(3, 2, 5), strict=True), 1):
            spot = cell.place(min(cell.w, 72), min(cell.h, 52))
            symbols.stone_cloud(canvas, spot, side)
            scene.ring(canvas, f"cloud.{n}", spot.inset(3), shapes.CIRCLE)


def _piers(canvas: Canvas, scene: Scene, box: Box, shown: PiersView) -> None:
    """§10.4 Three piers: built ones in wood, the others an outline with an arrow."""
    mist(canvas, box)
    with canvas.at("piers"):
        for n, (built, cell) in enumerate(zip(shown.built, box.inset(8, 8).grid(3, 1, 5), strict=True), 1):
            pier = cell.place(min(cell.w, 66), min(cell.h, 96))
            canvas.layer(("pier", built), pier, _built_pier if built else _free_pier, 14)
            canvas.mark("piece", pier, f"pier {'built' if built else 'arrow'}")
            scene.ring(canvas, f"pier.{n}", pier.inset(1))


def _free_pier(sprite: Canvas, at: Box) -> None:
    sprite.sunk(at, round_box(10), Aerion.INK.alpha(0.08), 3, 0.2)
    sprite.icon(at.square().inset(at.w // 8), "arrow", Aerion.INK_SOFT.alpha(0.8), quiet=True)


def _built_pier(sprite: Canvas, at: Box) -> None:
    sprite.shadow(at, round_box(8), 6, 5, 0.3)
    for plank in at.rows(*[1.0] * 6, gap=2):
        sprite.rect(plank, fills.down(Aerion.WOOD.lighten(0.3), Aerion.WOOD.darken(0.08)), 3)
    for x in (0.0, 1.0):
        sprite.rect(at.place(9, at.h + 8, x, 0.5), fills.down(Aerion.WOOD_DARK, Aerion.WOOD_DARK.darken(0.3)), 4)
    sprite.texture(at, 6, 2, "wood")
    seal = at.place(42, 42)
    sprite.solid(seal, shapes.CIRCLE, GOOD, 3, 4, 0.4)
    sprite.icon(seal.trim(bottom=3).inset(8), "check", WHITE, quiet=True)


def _payroll(canvas: Canvas, scene: Scene, box: Box, shown: PiersView, seat: int) -> None:
    """Workers to be paid, of one seat or of all."""
    shared = shown.payroll is not None
    workers = shown.payroll if shown.payroll is not None else scene.view.seats[seat].payroll or 0
    place = "payroll" if shared else f"payroll.{seat}"
    with canvas.at(place):
        mist(canvas, box)
        top, low = box.inset(6, 6).rows(1.0, 46, gap=2)
        several = not shared and not scene.alone
        side = min(64, top.h)
        helmet = top.place(side, side, 1.0 if several else 0.5, 0.5)
        symbols.symbol(canvas, helmet, "worker", ghost=not workers)
        if several:
            scene.pawn(canvas, box.place(36, 36, 0.06, 0.05), seat)
        canvas.text(low, str(workers), FIGURES, Aerion.INK if workers else Aerion.INK_SOFT, align="centre")
    scene.ring(canvas, place, box.inset(3), round_box(20))


def _eggs(canvas: Canvas, scene: Scene, box: Box, shown: EggsView) -> None:
    """§10.5 The stack of eggs; an egg must be taken: a warning."""
    with canvas.at("eggs"):
        mist(canvas, box, lit=shown.duty)
        top, low = box.inset(6, 6).rows(1.0, 46, gap=2)
        side = min(64, top.h)
        symbols.symbol(canvas, top.place(side, side), "egg", ghost=not shown.stack)
        canvas.text(low, str(shown.stack), FIGURES, Aerion.INK if shown.stack else Aerion.INK_SOFT, align="centre")
        scene.ring(canvas, "eggs", box.inset(3), round_box(20))
        if shown.duty:
            symbols.seal(canvas, box.place(38, 38, 1.06, -0.08), "warning", BAD)
            canvas.mark("piece", box, "duty")
