"""Pictures of positions: one painter a game, all with the same kit."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, Protocol

from render import aerion, fractured_sky, takara
from render.kit.canvas import Canvas
from render.kit.picture import Picture
from render.kit.words import Words


class Alt(Protocol):
    """Describes a picture: the usual one, or the whole board as its viewer knows it."""

    def __call__(self, view: Any, words: Words, *, whole: bool = False) -> str: ...


class Scene(NamedTuple):
    """A picture of a game's own, drawn from the public view, and its description."""

    paint: Callable[[Any, Words, frozenset[str]], Canvas]
    alt: Callable[[Any, Words], str]


class Painter(NamedTuple):
    """How a game is shown. Each takes a frozen view and the words of one language.

    paint: everybody's board, or what one seat knows; whole: the board for a seat, with what it knows. scenes: other
    pictures that the game shows at times, by name.
    """

    paint: Callable[[Any, Words, frozenset[str]], Canvas]
    whole: Callable[[Any, Words, frozenset[str]], Canvas]
    alt: Alt
    board: Callable[[Any, Words], str]
    scenes: Mapping[str, Scene] = {}


PAINTERS = {
    "takara": Painter(takara.paint, takara.paint_whole, takara.alt, takara.board),
    "aerion": Painter(aerion.paint, aerion.paint_whole, aerion.alt, aerion.board),
    "fractured_sky": Painter(
        fractured_sky.paint,
        fractured_sky.paint,
        fractured_sky.alt,
        fractured_sky.board,
        {"reveal": Scene(fractured_sky.paint_reveal, fractured_sky.alt_reveal)},
    ),
}
"""By slug."""


def draw(
    slug: str,
    view: Any,
    words: Words,
    highlight: frozenset[str] = frozenset(),
    scope: str = "usual",
    size: str = "full",
) -> Picture:
    """The picture of a position, with its description.

    A view of nobody in particular gives the public picture, a seat's view what that seat alone may see. highlight:
    anchors of what changed, to be ringed. scope: `whole` for the public picture with what the seat knows drawn into it;
    one of the game's own scenes; anything else is as usual.
    size: `full`, or `small` for two thirds of it. Equal arguments give equal pictures.
    Raises KeyError for a game without a painter.
    """
    painter, whole = PAINTERS[slug], scope == "whole"
    scene = painter.scenes.get(scope)
    paint = painter.whole if whole else painter.paint if scene is None else scene.paint
    canvas = paint(view, words, highlight)
    if size == "small":
        canvas.shrink(2 / 3)
    return canvas.picture(painter.alt(view, words, whole=whole) if scene is None else scene.alt(view, words))


def textboard(slug: str, view: Any, words: Words) -> str:
    """Everything the picture shows, in words, for those who can't see it; parts are separated by empty lines."""
    return PAINTERS[slug].board(view, words)
