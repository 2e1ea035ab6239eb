"""Fractured Sky: floating islands at night, bridges of thin light, fallen stars that glow."""

from __future__ import annotations

from engines.fractured_sky.view import View
from render.fractured_sky import head, isles, layout, seats, sites, strip, tray
from render.fractured_sky.alt import alt, alt_reveal
from render.fractured_sky.board import board
from render.fractured_sky.reveal import reveal
from render.fractured_sky.scene import Scene, news
from render.kit.canvas import Canvas
from render.kit.words import Words

__all__ = ["alt", "alt_reveal", "board", "paint", "paint_reveal"]


def paint(view: View, words: Words, highlight: frozenset[str] = frozenset()) -> Canvas:
    """The board, for everybody or as one seat knows it (§14)."""
    scene = Scene(view, words, news(view, highlight))
    canvas = Canvas(layout.WIDTH, layout.HEIGHT)
    canvas.backdrop("fractured_sky_small" if view.small else "fractured_sky_full")
    head.head(canvas, scene, layout.HEAD)
    isles.isles(canvas, scene)
    sites.sites(canvas, scene)
    tray.tray(canvas, scene, layout.tray(view))
    seats.seats(canvas, scene, layout.SEATS)
    seats.own_chips(canvas, scene)
    strip.strip(canvas, scene, layout.STRIP)
    return canvas


def paint_reveal(view: View, words: Words, highlight: frozenset[str] = frozenset()) -> Canvas:
    """How the last round ended; the board, if none has ended yet. Nothing on it is ringed."""
    if view.reveal is None:
        return paint(view, words, highlight)
    return reveal(Scene(view, words, highlight), view.reveal)
