"""What happened last: deeds with their dice and cards, the newest at the right."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import pairwise

from msgspec import Struct

from engines.aerion.components import KIND_OF
from engines.aerion.view import Deed
from render.aerion import signs, symbols, yard
from render.aerion.scene import BODY, LEAST, Scene
from render.kit import fills, pieces, type
from render.kit.box import Box
from render.kit.canvas import Canvas
from render.kit.palette import GOOD, IVORY, NIGHT, Aerion

ICON = 34
DIE = 29
PLACE = 44
"""Where a card went: a small cradle, pulpit or flagship."""
SEAT = 36
BREAK = 22
GAP = 4
TURN = 18
"""Room for the line between the last turn and this one."""


FLAGSHIP, RESERVE = "flagship", "reserve"
NUMBERED = {
    "demolish": "×{}",
    "moved": "{}",
    "hunt": "{}",
    "flip_pier": "{}",
    "use_book_reroll": "+{}",
    "book_recover": "×{}",
}
"""Verbs whose number is told, and how."""


class Part(Struct, frozen=True):
    """One thing on the strip: how wide it is, and how it is drawn."""

    width: int
    draw: Callable[[Canvas, Box], None]


class Entry(Struct, frozen=True):
    """One deed: its parts, and whether a new turn begins with it."""

    seat: int
    verb: str
    parts: tuple[Part, ...]
    now: bool

    @property
    def width(self) -> int:
        return sum(part.width for part in self.parts) + GAP * (len(self.parts) - 1)


def strip(canvas: Canvas, scene: Scene, box: Box) -> None:
    """Deeds in reading order; the oldest give way. This turn's lie on a brighter ground."""
    view = scene.view
    pieces.panel(canvas, box, fills.down(Aerion.PAPER, Aerion.PAPER_SHADE), 16, 4)
    inner = box.inset(16, 5)
    first = len(view.deeds) - view.deeds_now
    entries = [Entry(deed.seat, deed.verb, tuple(_parts(scene, deed)), i >= first) for i, deed in enumerate(view.deeds)]
    shown = _newest(entries, inner.w)
    with canvas.at("strip"):
        x, before = inner.x, None
        if len(shown) < len(entries):
            canvas.text(Box(x, inner.y, 30, inner.h), type.ELLIPSIS, BODY, Aerion.INK_SOFT)
            x += 34
        for entry in shown:
            if before is not None and entry.now != before.now:
                line = Box(x - BREAK // 2, inner.y, TURN, inner.h)
                canvas.rect(line.place(3, inner.h - 6), Aerion.INK_SOFT.alpha(0.6), 1)
                x += TURN
            if before is None or entry.seat != before.seat:
                if not scene.alone:
                    scene.pawn(canvas, Box(x, inner.y, SEAT, inner.h).place(SEAT, SEAT), entry.seat)
                    x += SEAT + 8
            elif entry.now == before.now:
                canvas.circle(Box(x - BREAK // 2 - 3, inner.y + inner.h // 2 - 3, 5, 5), Aerion.INK_SOFT.alpha(0.45))
            with canvas.at(entry.verb):
                for part in entry.parts:
                    part.draw(canvas, Box(x, inner.y, part.width, inner.h))
                    x += part.width + GAP
            x += BREAK - GAP
            before = entry
        if not entries:
            for i in range(6):
                spot = Box(inner.x + i * 66, inner.y, 40, inner.h)
                canvas.icon(spot, signs.SHIPS[i + 1], Aerion.INK_SOFT.alpha(0.25), quiet=True)


def _newest(entries: list[Entry], room: int) -> list[Entry]:
    for first in range(len(entries)):
        shown = entries[first:]
        seats = 1 + sum(a.seat != b.seat for a, b in pairwise(shown))
        wide = sum(entry.width + BREAK for entry in shown) + seats * (SEAT + 8) + TURN
        if wide + (34 if first else 0) <= room:
            return shown
    return []


def _parts(scene: Scene, deed: Deed) -> Iterator[Part]:
    """The deed's icon, what it concerned, and the dice after it: of a reroll only those that changed."""
    sign = signs.DEEDS[deed.verb]
    if deed.verb == "built":
        yield Part(40, lambda canvas, box: _built(canvas, box, deed.ship))
        return
    yield Part(ICON, lambda canvas, box: canvas.icon(box.place(ICON, ICON), sign, Aerion.INK))
    if deed.card and deed.card in KIND_OF:
        yield Part(ICON, lambda canvas, box: symbols.symbol(canvas, box.place(ICON, ICON), deed.card))
    if deed.to:
        yield Part(PLACE, lambda canvas, box: _place(canvas, scene, box, deed))
    elif deed.column and not deed.dice:
        yield Part(30, lambda canvas, box: pieces.option(canvas, box.place(30, 30), deed.column))
    if deed.verb in NUMBERED and deed.n:
        words = NUMBERED[deed.verb].format(deed.n)
        wide = type.measure(words, BODY, "bold") + 2
        yield Part(wide, lambda canvas, box: _write(canvas, box, words))
    if deed.dice:
        whole = len(deed.changed) in (0, len(deed.dice))
        faces = deed.dice if whole else tuple(deed.dice[number - 1] for number in deed.changed)
        wide = len(faces) * (DIE + 1)
        yield Part(wide, lambda canvas, box: _dice(canvas, box, faces))


def _place(canvas: Canvas, scene: Scene, box: Box, deed: Deed) -> None:
    """Where the card went: the flagship, the reserve's shelf, or a workshop with its number or its owners."""
    canvas.mark("piece", box, f"to {deed.to}")
    if deed.to == FLAGSHIP:
        symbols.figure(canvas, box.place(34, 34), signs.SHIPS[7], Aerion.HULLS[6])
        return
    spot = box.place(PLACE, ICON)
    if deed.to == RESERVE:
        yard.shelf_board(canvas, spot.place(40, 10, 0.5, 0.9))
        canvas.icon(spot.place(22, 22, 0.5, 0.1), "forward", Aerion.INK_SOFT, quiet=True)
        return
    number, shop = next((i, one) for i, one in enumerate(scene.view.workshops, 1) if one.id == deed.to)
    yard.cradle(canvas, spot.place(PLACE, 24, 0.5, 1.0))
    if scene.alone:
        pieces.option(canvas, spot.place(26, 26, 0.5, 0.1), number, LEAST)
        return
    owners = range(len(scene.letters)) if shop.owner is None else (shop.owner,)
    for seat, mark in zip(owners, spot.trim(bottom=8).line(len(owners), 20, 2), strict=True):
        pieces.seat_mark(canvas, mark.place(20, 20), seat)


def _write(canvas: Canvas, box: Box, words: str) -> None:
    canvas.text(box, words, BODY, Aerion.INK)


def _dice(canvas: Canvas, box: Box, faces: tuple[int, ...]) -> None:
    for face, spot in zip(faces, box.line(len(faces), DIE, 1, 0.0), strict=True):
        pieces.die(canvas, spot.place(DIE, DIE), face, IVORY, NIGHT)


def _built(canvas: Canvas, box: Box, ship: int) -> None:
    """A ship that flies."""
    spot = box.place(38, 38)
    symbols.figure(canvas, spot, signs.SHIPS[ship], Aerion.HULLS[ship - 1])
    canvas.icon(spot.place(20, 20, 1.2, 1.1), "check", GOOD, rim=IVORY, quiet=True)
    canvas.mark("piece", spot, f"built {ship}")
