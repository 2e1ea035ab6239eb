"""Takara Island: an island cut open like an old chart, its village, and the luggage labels of those who dig."""

from __future__ import annotations

from engines.kernel.text import text
from engines.takara.view import View
from render.kit import fills, pieces, type
from render.kit.box import Box, curve
from render.kit.canvas import Canvas
from render.kit.palette import IVORY, Takara
from render.kit.shapes import round_box
from render.kit.words import Words
from render.takara import camps, layout, private, shafts, strip, village
from render.takara.alt import alt
from render.takara.board import board
from render.takara.scene import LEAST, Scene

__all__ = ["alt", "board", "paint", "paint_whole"]


def paint(view: View, words: Words, highlight: frozenset[str] = frozenset()) -> Canvas:
    """The picture for the public (`view.viewer` is None), or what one player knows about the tunnels."""
    return (
        paint_whole(view, words, highlight)
        if view.viewer is None
        else private.knowledge(_scene(view, words, highlight))
    )


def paint_whole(view: View, words: Words, highlight: frozenset[str] = frozenset()) -> Canvas:
    """The whole board for anybody: a player's has in its tunnels what that player knows."""
    return public(_scene(view, words, highlight))


def _scene(view: View, words: Words, highlight: frozenset[str]) -> Scene:
    letters = tuple(type.initial(words.name(player.seat)) for player in view.players)
    return Scene(view, words, highlight, letters)


def public(scene: Scene) -> Canvas:
    """§12 Public picture."""
    view = scene.view
    plan = layout.public(len(view.players))
    canvas = Canvas(layout.WIDTH, plan.height)
    canvas.backdrop("takara_public")
    if view.result is not None:
        wide = plan.section.box.inset(36, 0)
        sky = Box(wide.x, 1, wide.w, 38)
        with canvas.at("result"):
            pieces.banner(canvas, sky, scene.say(f"takara.picture.result.{view.result}"), LEAST, Takara.RUST)
    village.town(canvas, scene, plan.town)
    shafts.section(canvas, scene, plan.section)
    strip.alarm(canvas, scene, plan.alarm)
    strip.strip(canvas, scene, plan.strip)
    for player, box in zip(view.players, plan.camps, strict=True):
        camps.camp(canvas, scene, box, player)
    if plan.title is not None:
        _title(canvas, scene, plan.title)
    return canvas


def _title(canvas: Canvas, scene: Scene, box: Box) -> None:
    """The empty fourth place: a scrap of the chart that led here, with the name of the island."""

    def paint(sprite: Canvas, at: Box) -> None:
        sheet = at.inset(4)
        tone = Takara.PARCHMENT_DARK.darken(0.2)
        pieces.panel(sprite, sheet, fills.down(tone.lighten(0.08), tone), 8, 12)
        ink = Takara.SEPIA.alpha(0.55)
        sprite.ring(sheet.inset(8), round_box(4), 2, ink)
        way = curve([sheet.point(x, y) for x, y in ((0.14, 0.62), (0.2, 0.24), (0.5, 0.1), (0.8, 0.2), (0.88, 0.5))])
        sprite.line(way, ink, 3, 9)
        sprite.icon(sheet.place(62, 62, 0.04, 0.75), "sailboat", ink, quiet=True)
        sprite.icon(sheet.place(58, 58, 0.97, 0.28), "compass", ink, quiet=True)
        cross = sheet.place(26, 26, 0.9, 0.78)
        for start, end in (((0, 0), (1, 1)), ((1, 0), (0, 1))):
            sprite.line((cross.point(*start), cross.point(*end)), Takara.RUST_DARK, 6)

    canvas.layer("title", box, paint, 24)
    name = scene.words.say(text("takara.title"))
    pieces.banner(canvas, box.place(min(box.w - 190, 400), 62), name, type.HEAD - 6, Takara.RUST, IVORY)
