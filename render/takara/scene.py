"""What every corner of the picture needs: the view, the words, the pawns and the rings."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from engines.kernel.text import Text, text
from engines.takara.view import View
from render.kit import pieces, type
from render.kit.box import Box
from render.kit.canvas import Canvas
from render.kit.shapes import Shape
from render.kit.words import Words

LEAST = type.SMALL
"""No writing of this game is smaller, in pixels (§12)."""
FIGURES = 38
"""Numbers that a decision needs."""
PAWN = 44


class Scene(Struct, frozen=True):
    """One picture to be drawn. letters: the players' initials; changed: anchors to be ringed."""

    view: View
    words: Words
    changed: frozenset[str]
    letters: tuple[str, ...]

    def say(self, key: str, **params: int | str | Text) -> str:
        """A word of the picture."""
        return self.words.say(text(key, **params))

    def ring(self, canvas: Canvas, anchor: str, box: Box, shape: Shape | None = None) -> None:
        """The bright ring, if this place changed."""
        if anchor in self.changed:
            with canvas.at(anchor):
                pieces.changed(canvas, box, shape, 4)

    def pawn(self, canvas: Canvas, box: Box, seat: int, lettered: bool = True, active: bool = False) -> None:
        """An adventurer of that seat."""
        pieces.pawn(canvas, box, seat, self.letters[seat] if lettered else "", active, least=LEAST)

    def crowd(self, canvas: Canvas, box: Box, seats: Sequence[int], x: float = 0.5, y: float = 0.5) -> None:
        """Adventurers side by side; where they crowd, only the last one shows its initial."""
        side = min(PAWN, box.h)
        row = Box(box.x, box.place(1, side, 0, y).y, box.w, side)
        tight = len(seats) > 1 and (box.w - side) / (len(seats) - 1) < side - 8
        for i, (seat, spot) in enumerate(zip(seats, row.line(len(seats), side, 3, x), strict=True)):
            self.pawn(canvas, spot, seat, not tight or i == len(seats) - 1)
