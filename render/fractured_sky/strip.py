"""What happened last: deeds with their places, the newest at the right; why automated opponents chose them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import pairwise

from msgspec import Struct

from engines.fractured_sky.view import Deed
from render.fractured_sky import signs, things
from render.fractured_sky.scene import BODY, LEAST, Look, Scene, slab
from render.kit import pieces, shapes, type
from render.kit.box import Box
from render.kit.canvas import Canvas
from render.kit.palette import FracturedSky

ICON = 32
SEAT = 34
BREAK = 24
GAP = 4
NEUTRAL = Look(FracturedSky.INK_SOFT.darken(0.3), shapes.CIRCLE, robot=False)


class Part(Struct, frozen=True):
    """One thing on the strip: how wide it is, and how it is drawn."""

    width: int
    draw: Callable[[Canvas, Box], None]


class Entry(Struct, frozen=True):
    """One deed in its parts."""

    seat: int
    verb: str
    parts: tuple[Part, ...]

    @property
    def width(self) -> int:
        return sum(part.width for part in self.parts) + GAP * (len(self.parts) - 1)


def strip(canvas: Canvas, scene: Scene, box: Box) -> None:
    """Deeds in reading order; the oldest give way."""
    slab(canvas, box, FracturedSky.NIGHT_HIGH, 0.85)
    inner = box.inset(14, 4)
    entries = [Entry(deed.seat, deed.verb, tuple(_parts(scene, deed))) for deed in scene.view.deeds]
    shown = _newest(entries, inner.w)
    with canvas.at("strip"):
        x, before = inner.x, None
        if len(shown) < len(entries):
            canvas.text(Box(x, inner.y, 30, inner.h), type.ELLIPSIS, BODY, FracturedSky.INK_SOFT)
            x += 34
        for entry in shown:
            if before is not None and entry.seat == before.seat:
                dot = Box(x - BREAK // 2 - 3, inner.y + inner.h // 2 - 3, 5, 5)
                canvas.circle(dot, FracturedSky.INK_SOFT.alpha(0.6))
            elif entry.seat >= 0:
                scene.pawn(canvas, Box(x, inner.y, SEAT, inner.h).place(SEAT, SEAT), entry.seat)
                x += SEAT + 6
            with canvas.at(entry.verb):
                for part in entry.parts:
                    part.draw(canvas, Box(x, inner.y, part.width, inner.h))
                    x += part.width + GAP
            x += BREAK - GAP
            before = entry


def _newest(entries: list[Entry], room: int) -> list[Entry]:
    for first in range(len(entries)):
        shown = entries[first:]
        pawns = 1 + sum(a.seat != b.seat for a, b in pairwise(shown))
        wide = sum(entry.width + BREAK for entry in shown) - BREAK + pawns * (SEAT + 6)
        if wide + (34 if first else 0) <= room:
            return shown
    return []


def _parts(scene: Scene, deed: Deed) -> Iterator[Part]:
    """The deed's sign, where it was, what it brought, why."""
    yield Part(ICON, lambda canvas, box: _sign(canvas, scene, box.place(ICON, ICON), deed))
    if deed.slot:
        yield Part(24, lambda canvas, box: _slot(canvas, box.place(24, 30), deed.slot))
    if deed.region:
        number = scene.number(deed.region)
        yield Part(30, lambda canvas, box: pieces.option(canvas, box.place(30, 30), number, LEAST))
    if deed.platform:
        wide = type.measure(deed.platform, BODY, "bold") + 2
        yield Part(wide, lambda canvas, box: canvas_text(canvas, box, deed.platform))
    if deed.resource:
        letter = scene.say(f"fractured_sky.picture.letter.{deed.resource}")
        yield Part(30, lambda canvas, box: things.resource(canvas, box.place(30, 30), deed.resource, letter))
    if deed.verb == "take_scout_resource" and not deed.resource:
        yield Part(24, lambda canvas, box: canvas.icon(box.place(24, 24), "cancel", FracturedSky.INK_SOFT))
    if deed.verb in ("place_airship", "ai_airship") and deed.n:
        yield Part(24, lambda canvas, box: canvas.icon(box.place(24, 24), "spyglass", FracturedSky.LIGHT))
    if deed.verb == "resolved":
        yield Part(20, lambda canvas, box: canvas_text(canvas, box, str(deed.n)))
    if deed.why:
        yield Part(28, lambda canvas, box: _why(canvas, box.place(26, 26), deed.why))


def canvas_text(canvas: Canvas, box: Box, words: str) -> None:
    """A number or a platform on the strip."""
    canvas.text(box, words, BODY, FracturedSky.INK)


def _slot(canvas: Canvas, box: Box, slot: int) -> None:
    """A slot of the tray, the objectives or the turn order: an upright card with its number."""
    canvas.rect(box, FracturedSky.BACK, 5)
    canvas.ring(box, shapes.round_box(5), 1, FracturedSky.INK_SOFT)
    canvas.text(box, str(slot), LEAST, FracturedSky.INK, align="centre")


def _why(canvas: Canvas, box: Box, why: str) -> None:
    canvas.circle(box.outset(2), FracturedSky.STAR.alpha(0.2))
    canvas.icon(box, signs.REASONS[why], FracturedSky.STAR)


def _sign(canvas: Canvas, scene: Scene, box: Box, deed: Deed) -> None:
    name = signs.DEEDS[deed.verb]
    look = scene.look(deed.seat) if deed.seat >= 0 else NEUTRAL
    if name == "ship":
        things.ship(canvas, box, look, "", deed.rim or "token")
    elif name == "skimmer":
        things.skimmer(canvas, box.inset(3), look)
    elif name in ("fortress", "market"):
        things.building(canvas, box, look, name)
    else:
        canvas.icon(box, name, FracturedSky.INK)
        return
    canvas.mark("piece", box, name)
