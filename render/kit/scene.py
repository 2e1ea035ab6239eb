"""What every corner of a picture needs, whatever the game: the view, the words, the rings of what changed."""

from __future__ import annotations

from typing import Generic, TypeVar

from msgspec import Struct

from engines.kernel.text import Param, text
from render.kit import pieces
from render.kit.box import Box
from render.kit.canvas import Canvas
from render.kit.shapes import Shape
from render.kit.words import Words

V = TypeVar("V")


class Scene(Struct, Generic[V], frozen=True):
    """One picture to be drawn. changed: anchors to be ringed."""

    view: V
    words: Words
    changed: frozenset[str]

    def say(self, key: str, **params: Param) -> str:
        """A word of the picture."""
        return self.words.say(text(key, **params))

    def ring(self, canvas: Canvas, anchor: str, box: Box, shape: Shape | None = None) -> None:
        """The bright ring, if this place changed."""
        if anchor in self.changed:
            with canvas.at(anchor):
                pieces.changed(canvas, box, shape, 4)
