"""What every corner of the picture needs: the view, the words, the pawns and the rings."""

from __future__ import annotations

from collections.abc import Sequence

from engines.takara.view import View
from render.kit import pieces, type
from render.kit import scene as kit
from render.kit.box import Box
from render.kit.canvas import Canvas

LEAST = type.SMALL
"""No writing of this game is smaller, in pixels (§12)."""
FIGURES = 38
"""Numbers that a decision needs."""
PAWN = 44
CLOSE = 12
"""How far a pawn may stand before its neighbour without hiding the neighbour's initial."""


class Scene(kit.Scene[View], frozen=True):
    """One picture to be drawn. letters: the players' initials."""

    letters: tuple[str, ...]

    def pawn(self, canvas: Canvas, box: Box, seat: int, lettered: bool = True, active: bool = False) -> None:
        """An adventurer of that seat."""
        pieces.pawn(canvas, box, seat, self.letters[seat] if lettered else "", active, least=LEAST)

    def crowd(self, canvas: Canvas, box: Box, seats: Sequence[int], x: float = 0.5, y: float = 0.5) -> None:
        """Adventurers side by side; where they crowd, one player's stand behind one another, with one initial."""
        side = min(PAWN, box.h)
        row = Box(box.x, box.place(1, side, 0, y).y, box.w, side)
        room, last, least = row.w - side, len(seats) - 1, side - CLOSE
        if not last or room / last >= least:
            for seat, spot in zip(seats, row.line(len(seats), side, 3, x), strict=True):
                self.pawn(canvas, spot, seat)
            return
        ends = [i == last or seats[i + 1] != seat for i, seat in enumerate(seats)]
        turns = sum(ends) - 1
        behind = max(4.0, (room - turns * least) / max(1, last - turns))
        step = min(least, (room - behind * (last - turns)) / max(1, turns))
        left = float(row.x)
        for i, (seat, end) in enumerate(zip(seats, ends, strict=True)):
            self.pawn(canvas, Box(round(left), row.y, side, side), seat, i == last or (end and step >= least))
            left += step if end else behind
