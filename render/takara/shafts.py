"""The six tunnels in section."""

from __future__ import annotations

from engines.takara.view import SLOTS, TunnelView
from render.kit import fills, pieces
from render.kit.box import Box
from render.kit.canvas import Canvas
from render.kit.palette import BAD, IVORY, NIGHT, SHADOW, Takara
from render.kit.shapes import round_box
from render.takara import faces
from render.takara.layout import Section, Shaft, slots
from render.takara.scene import LEAST, Scene

TORCH = 26
"""From this height on a dug slot has room for a torch."""


def section(canvas: Canvas, scene: Scene, plan: Section) -> None:
    """All tunnels."""
    for tunnel, shaft in zip(scene.view.tunnels, plan.shafts, strict=True):
        with canvas.at(f"tunnel.{tunnel.number}"):
            _tunnel(canvas, scene, tunnel, shaft)
    for shaft in plan.shafts:
        scene.ring(canvas, f"tunnel.{shaft.number}", shaft.well.join(shaft.sign).inset(-3, 0), round_box(14))


def _tunnel(canvas: Canvas, scene: Scene, tunnel: TunnelView, shaft: Shaft) -> None:
    dug = SLOTS - len(tunnel.cards)
    shown = (*[None] * dug, *tunnel.cards)
    for i, (card, slot) in enumerate(zip(shown, slots(shaft.well, tuple(map(faces.wish, shown))), strict=True)):
        if card is None:
            _dug(canvas, slot, i, lit=bool(tunnel.cards))
        else:
            faces.card(canvas, scene, slot.inset(1, 3), card)
    if not tunnel.cards:
        _boarded(canvas, shaft.well)
    _sign(canvas, shaft.sign, tunnel.number)
    if tunnel.visitors:
        scene.crowd(canvas, shaft.head.trim(bottom=-2).outset(14, 0), [seat for seat, _ in tunnel.visitors], y=1.0)
    _count(canvas, shaft.foot, len(tunnel.cards))


def _dug(canvas: Canvas, slot: Box, index: int, lit: bool) -> None:
    """A slot whose card is gone: the tunnel is open here, and every third one has a torch while there is work."""
    torch = lit and index % 3 == 1 and slot.h >= TORCH

    def paint(sprite: Canvas, at: Box) -> None:
        sprite.rect(Box(at.x + 4, at.bottom - 3, at.w - 8, 3), Takara.WOOD_DARK.alpha(0.75), 1)
        sprite.rect(Box(at.x + 4, at.bottom - 3, at.w - 8, 1), Takara.WOOD.alpha(0.8))
        if not torch:
            return
        side = min(30, at.h)
        flame = at.place(side, side, 0.06 if index % 2 else 0.94, 0.4)
        sprite.light(flame.outset(40, 28).overlap(at.outset(0, 14)), Takara.TORCH, 0.5)
        flare = fills.down(Takara.SAND, Takara.TORCH, Takara.WOOD)
        sprite.icon(flame, "torch", flare, flip=index % 2 == 0, quiet=True)

    canvas.layer(("dug", torch, index % 2), slot, paint, 16)
    canvas.mark("piece", slot, "dug")


def _boarded(canvas: Canvas, well: Box) -> None:
    """Two crossed boards before the mouth of a tunnel that is exhausted."""

    def paint(sprite: Canvas, at: Box) -> None:
        for (x, y), (u, v) in (((0.0, 0.98), (1.0, 0.02)), ((0.0, 0.02), (1.0, 0.98))):
            start, end = at.inset(1, 16).point(x, y), at.inset(1, 16).point(u, v)
            sprite.line([(start[0], start[1] + 7), (end[0], end[1] + 7)], SHADOW.alpha(0.6), 25)
            sprite.line([start, end], Takara.WOOD_DARK.darken(0.35), 25)
            sprite.line([start, end], Takara.WOOD.mix(Takara.PARCHMENT_DARK, 0.3), 20)
            sprite.line([(start[0], start[1] - 5), (end[0], end[1] - 5)], Takara.PARCHMENT_DARK.alpha(0.45), 3)
            for px, py in (start, end):
                sprite.circle(Box(round(px) - 4, round(py) - 4, 8, 8), NIGHT)

    canvas.layer("boarded", well.trim(top=34).place(well.w, 130, 0, 0), paint, 24)


def _sign(canvas: Canvas, box: Box, number: int) -> None:
    """The lintel over a shaft with its number, as in the controls."""

    def paint(sprite: Canvas, at: Box) -> None:
        beam = at.trim(top=14, bottom=6)
        sprite.solid(beam, round_box(5), Takara.WOOD, 5, 6, 0.5)
        sprite.texture(beam.inset(2), 9, 2, "beam")
        for x in (beam.x + 7, beam.right - 15):
            sprite.circle(Box(x, beam.y + 8, 8, 8), Takara.WOOD_DARK.darken(0.3))

    canvas.layer("lintel", box, paint, 14)
    pieces.option(canvas, box.place(46, 46), number, LEAST + 6)


def _count(canvas: Canvas, box: Box, left: int) -> None:
    """How many cards are left, on a plate at the foot; a cross when there is none."""
    plate = box.place(74, 42, 0.5, 0.35)

    def paint(sprite: Canvas, at: Box) -> None:
        sprite.solid(at, round_box(10), Takara.PARCHMENT if left else BAD, 4, 6, 0.55)

    canvas.layer(("count", left == 0), plate, paint, 14)
    if left:
        canvas.text(plate.trim(bottom=4), str(left), 38, Takara.INK, align="centre")
        return
    canvas.text(plate.trim(bottom=4, right=34), "0", 38, IVORY, align="centre")
    pieces.exhausted(canvas, plate.place(38, 38, 0.95, 0.3), Takara.LINEN)
