"""What stands where on a picture: the canvas notes every mark it makes, and tests and alt texts ask."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations
from typing import Literal

import msgspec

from render.kit.box import Box

Kind = Literal["text", "icon", "piece", "area"]


class Mark(msgspec.Struct, frozen=True):
    """One thing drawn.

    `box` is the ink of a text or icon, the body of a piece, the extent of an area. `text` is what is written, or the
    name of the icon or piece. `size` is the height of the type in pixels (0 for others). `anchor` names the place on
    the board. `cut` tells that a text was shortened.
    """

    kind: Kind
    box: Box
    text: str = ""
    size: int = 0
    anchor: str = ""
    cut: bool = False

    def moved(self, dx: int, dy: int) -> Mark:
        """The same mark elsewhere."""
        return msgspec.structs.replace(self, box=self.box.moved(dx, dy))


class Record:
    """The marks of one picture, in drawing order."""

    def __init__(self, marks: Iterable[Mark] = ()) -> None:
        self.marks: list[Mark] = list(marks)

    def texts(self, anchor: str | None = None) -> tuple[str, ...]:
        """What is written, all of it or at one place."""
        return tuple(mark.text for mark in self.of("text", anchor))

    def icons(self, anchor: str | None = None) -> tuple[str, ...]:
        """The icons drawn, all or at one place."""
        return tuple(mark.text for mark in self.of("icon", anchor))

    def pieces(self, anchor: str | None = None) -> tuple[str, ...]:
        """The pieces drawn, all or at one place."""
        return tuple(mark.text for mark in self.of("piece", anchor))

    def of(self, kind: Kind, anchor: str | None = None) -> tuple[Mark, ...]:
        """The marks of a kind, all or at one place (the place itself and what lies below it: `a` has `a/b`)."""
        return tuple(mark for mark in self.marks if mark.kind == kind and _within(mark.anchor, anchor))

    def anchors(self) -> frozenset[str]:
        """Every place that has a mark."""
        return frozenset(mark.anchor for mark in self.marks if mark.anchor)

    def smallest(self) -> int:
        """The size of the smallest text in pixels; 0 if nothing is written."""
        return min((mark.size for mark in self.of("text")), default=0)

    def outside(self, bounds: Box) -> tuple[Mark, ...]:
        """Texts, icons and pieces that leave the bounds."""
        return tuple(mark for mark in self.marks if mark.kind != "area" and not bounds.holds(mark.box))

    def overlaps(self, slack: int = 2) -> tuple[tuple[Mark, Mark], ...]:
        """Pairs of texts whose ink overlaps by more than `slack` pixels both ways."""
        pairs = combinations(self.of("text"), 2)
        return tuple((a, b) for a, b in pairs if min(a.box.overlap(b.box).size) > slack)


def _within(anchor: str, asked: str | None) -> bool:
    return asked is None or anchor == asked or anchor.startswith(asked + "/")
