"""The top of the picture: whose turn it is, what is still to be done, how many cards are left."""

from __future__ import annotations

from engines.aerion.view import GoalView
from render.aerion import signs, symbols
from render.aerion.scene import BODY, FIGURES, PAWN, Scene, mist
from render.kit import type
from render.kit.box import Box
from render.kit.canvas import Canvas
from render.kit.palette import BAD, GOOD, Aerion

CLOCK = 132
TURN = 92
NAME = 200
"""Room for a name, where words for the turn and for what is to be done may stand beside it."""
GAP = 14
"""Between two goals; where they are many they stand closer, so that a name has more room."""
MANY = 6
SHORT = 18
"""So few cards left are a warning."""


def head(canvas: Canvas, scene: Scene, box: Box) -> None:
    """Pawn, name and turn; the goals; the clock."""
    goals = scene.view.goals
    gap = GAP if len(goals) < MANY else GAP - 5
    wide = sum(_width(goal) for goal in goals) + gap * (len(goals) - 1) + 28
    who, strip, clock = box.columns(1.0, wide, CLOCK, gap=8)
    _who(canvas, scene, who)
    mist(canvas, strip)
    with canvas.at("goals"):
        x = strip.x + 14
        for goal in goals:
            spot = Box(x, strip.y, _width(goal), strip.h)
            with canvas.at(goal.key):
                _goal(canvas, spot, goal)
            x = spot.right + gap
    _clock(canvas, scene, clock)


def _who(canvas: Canvas, scene: Scene, box: Box) -> None:
    """Whoever is called; at the last chance all who are asked, at the end the whole team; the number of the turn.

    Where there is room, also in words: the turn, and what is to be done.
    """
    view = scene.view
    with canvas.at("turn"):
        mist(canvas, box, strength=0.72, lit=view.result is None)
        over = view.result is not None
        called = [own.seat for own in view.seats if over or scene.called(own.seat)]
        number, todo = scene.say("aerion.picture.turn", turn=view.turn), _todo(scene)
        told, wide = (type.measure(words, BODY + 4, "bold") + 24 for words in (number, todo))
        roomy = box.w > told + PAWN * len(called) + NAME + wide
        day, rest = box.inset(14 if roomy else 10, 0).columns(told if roomy else TURN, 1.0, gap=6)
        if roomy:
            canvas.text(day, number, BODY + 4, Aerion.INK)
            rest, phase = rest.columns(1.0, wide, gap=6)
            canvas.text(phase, todo, BODY + 2, Aerion.INK_SOFT, align="right")
        else:
            canvas.icon(day.place(34, 34, 0.0, 0.5), "flag", Aerion.INK_SOFT)
            canvas.text(day.trim(left=38), str(view.turn), BODY + 4, Aerion.INK, squeeze=0.8)
        *spots, name = rest.columns(*[PAWN] * len(called), 1.0, gap=6)
        for seat, spot in zip(called, spots, strict=True):
            scene.pawn(canvas, spot.place(PAWN, PAWN), seat, active=not over)
        if len(called) == 1 and name.w > 60:
            canvas.text(name.trim(left=4), scene.words.name(called[0]), BODY + 4, Aerion.INK, instead="?")


def _todo(scene: Scene) -> str:
    return "" if scene.view.result is not None else scene.say(f"aerion.picture.phase.{scene.view.phase}")


def _words(goal: GoalView) -> str:
    """Payrolls must be empty: their number is what is still to be paid; the others count upwards."""
    return str(goal.total) if goal.key == "payroll" else f"{goal.done}/{goal.total}"


def _size(goal: GoalView) -> int:
    return FIGURES if goal.key == "ships" else BODY + 4


def _width(goal: GoalView) -> int:
    if goal.met:
        return 44 + 30
    return 44 + type.measure(_words(goal), _size(goal), "bold")


def _goal(canvas: Canvas, box: Box, goal: GoalView) -> None:
    icon, number = box.columns(38, 1.0, gap=6)
    ink = GOOD.darken(0.1) if goal.met else Aerion.INK
    canvas.icon(icon.place(38, 38), signs.GOALS[goal.key], ink)
    if goal.met:
        symbols.seal(canvas, number.place(30, 30), "check", GOOD)
    else:
        canvas.text(number.outset(2, 0), _words(goal), _size(goal), ink, align="centre", squeeze=0.9)
    canvas.mark("piece", box, f"goal {goal.key} {goal.done}/{goal.total}{' met' if goal.met else ''}")


def _clock(canvas: Canvas, scene: Scene, box: Box) -> None:
    """The cards of all draw piles together: when they are gone, so is the sky."""
    left = scene.view.left
    with canvas.at("clock"):
        mist(canvas, box, strength=0.72)
        icon, number = box.inset(12, 0).columns(42, 1.0, gap=4)
        ink = BAD if left <= SHORT else Aerion.INK
        canvas.icon(icon.place(42, 42), "stack", ink)
        canvas.text(number, str(left), FIGURES, ink, align="centre", squeeze=0.8)
