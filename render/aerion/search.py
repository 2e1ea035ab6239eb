"""What one seat alone sees: the draw pile that an egg has opened, by type (EGG_PICK)."""

from __future__ import annotations

from engines.aerion.components import DATA
from engines.aerion.view import SearchView
from render.aerion import columns, symbols
from render.aerion.scene import BODY, FIGURES, Scene, mist
from render.kit import pieces
from render.kit.box import Box
from render.kit.canvas import Canvas
from render.kit.palette import Aerion

WIDTH = 1200
HEAD = 84
CARD = Box(0, 0, 150, 200)
PER_ROW = 7


def search(scene: Scene, found: SearchView) -> Canvas:
    """Every type that lies in the pile, with how many there are."""
    rows = -(-len(found.cards) // PER_ROW)
    canvas = Canvas(WIDTH, 28 + HEAD + rows * (CARD.h + 26) + 18)
    canvas.backdrop("aerion")
    head, table = canvas.box.inset(18, 14).rows(HEAD, 1.0)
    label = DATA.deck[found.column - 1].label
    with canvas.at("search"):
        mist(canvas, head, strength=0.72)
        inner = head.inset(16, 8)
        pawn, number, dice, words = inner.columns(56, 48, 210, 1.0, gap=14)
        scene.pawn(canvas, pawn.place(54, 54), scene.view.active, active=True)
        pieces.option(canvas, number.place(46, 46), found.column, BODY)
        symbols.pattern(canvas, dice, label, 27 if " / " in label else 36, 3)
        canvas.text(words, scene.say("aerion.picture.search"), BODY + 6, Aerion.INK, squeeze=0.8)
        lines = table.trim(top=18).stack(rows, CARD.h, 26, 0.0)
        cards = list(found.cards)
        for i, line in enumerate(lines):
            row = cards[i * PER_ROW : (i + 1) * PER_ROW]
            for (card, count), spot in zip(row, line.line(PER_ROW, CARD.w, 16), strict=False):
                with canvas.at(card):
                    columns.face(canvas, scene, spot, card, label)
                    if count > 1:
                        symbols.times(canvas, spot.place(66, 48, 1.08, -0.06), count, FIGURES - 4)
                    canvas.mark("piece", spot, f"found {card} {count}")
    return canvas
