"""Aerion: sky islands in watercolour, six decks under their combinations, six ships that learn to fly."""

from __future__ import annotations

from engines.aerion.view import View
from render.aerion import columns, dice, ending, fleet, harbour, head, layout, search, strip, yard
from render.aerion.alt import alt
from render.aerion.board import board
from render.aerion.scene import Scene
from render.kit import type
from render.kit.canvas import Canvas
from render.kit.words import Words

__all__ = ["alt", "board", "paint", "paint_whole"]


def paint(view: View, words: Words, highlight: frozenset[str] = frozenset()) -> Canvas:
    """The board, the same for everybody; for the seat that searches a draw pile, that pile."""
    if view.search is not None:
        return search.search(_scene(view, words, highlight), view.search)
    return paint_whole(view, words, highlight)


def paint_whole(view: View, words: Words, highlight: frozenset[str] = frozenset()) -> Canvas:
    """The whole board (§15)."""
    scene = _scene(view, words, highlight)
    plan = layout.plan(view)
    canvas = Canvas(layout.WIDTH, plan.height)
    canvas.backdrop("aerion")
    if view.result == "won":
        ending.joy(canvas, plan.dice)
    head.head(canvas, scene, plan.head)
    columns.columns(canvas, scene, plan)
    if view.result is None:
        dice.dice(canvas, scene, plan.dice)
    else:
        ending.ribbon(canvas, scene, plan.dice)
    fleet.fleet(canvas, scene, plan.ships)
    if view.flagship is not None and plan.flagship is not None:
        fleet.flagship(canvas, scene, plan.flagship, view.flagship)
    yard.yard(canvas, scene, plan)
    harbour.harbour(canvas, scene, plan)
    strip.strip(canvas, scene, plan.strip)
    return canvas


def _scene(view: View, words: Words, highlight: frozenset[str]) -> Scene:
    return Scene(view, words, highlight, tuple(type.initial(words.name(own.seat)) for own in view.seats))
