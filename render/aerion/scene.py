"""What every corner of the picture needs: the view, the words, the rings, and the mist that things lie on."""

from __future__ import annotations

from engines.aerion.view import View
from render.kit import pieces, type
from render.kit import scene as kit
from render.kit.box import Box
from render.kit.canvas import Canvas
from render.kit.palette import ACCENT, SEATS, Aerion, Colour
from render.kit.shapes import round_box

LEAST = type.FLOOR
"""The smallest writing: names on cards, letters of combinations."""
BODY = 26
FIGURES = 40
"""Numbers that a decision needs."""
PAWN = 46


class Scene(kit.Scene[View], frozen=True):
    """One picture to be drawn. letters: the players' initials."""

    letters: tuple[str, ...]

    @property
    def alone(self) -> bool:
        """Whether one person plays."""
        return len(self.view.seats) == 1

    def pawn(self, canvas: Canvas, box: Box, seat: int, active: bool = False) -> None:
        """The token of that seat."""
        pieces.pawn(canvas, box, seat, self.letters[seat], active, least=LEAST)

    def called(self, seat: int) -> bool:
        """Whether it is this seat's turn, or one of those that the last chance asks."""
        view = self.view
        if view.result is not None:
            return False
        return seat in view.asked if view.phase == "last_chance" else seat == view.active


def mist(canvas: Canvas, box: Box, tint: Colour = Aerion.MIST, strength: float = 0.6, lit: bool = False) -> None:
    """A bank of mist: the soft pale plate on which a group of things lies; a lit one has a golden edge."""

    def paint(sprite: Canvas, at: Box) -> None:
        outline = round_box(22)
        sprite.glow(at.moved(0, 3), outline, Aerion.INK, 6, 0.13)
        if lit:
            sprite.glow(at, outline, ACCENT, 8, 0.8)
        sprite.shape(at, outline, tint.alpha(strength))
        sprite.rim(at, outline, 2, 0.6, 0.07)
        if lit:
            sprite.ring(at, outline, 3, ACCENT.alpha(0.9))

    canvas.layer(("mist", tint, strength, lit), box, paint, 24)


def owned_tint(seat: int | None) -> Colour:
    """The mist of what belongs to that seat."""
    return Aerion.MIST if seat is None else SEATS[seat].colour.lighten(0.78)
