"""The top of the picture: whose turn it is, the round, the turn order of this round and of the next."""

from __future__ import annotations

from engines.fractured_sky.view import TurnSlotView
from render.fractured_sky import signs, things
from render.fractured_sky.scene import BODY, FIGURES, Scene, slab
from render.kit.box import Box
from render.kit.canvas import Canvas
from render.kit.palette import ACCENT, IVORY, NIGHT, FracturedSky
from render.kit.shapes import CIRCLE, round_box

PAWN = 46
SLOT = 44
STEP = 48
ROUND = 176


def head(canvas: Canvas, scene: Scene, box: Box) -> None:
    """Whoever is called, the round, both turn orders."""
    slots = [slot for slot in scene.view.turn_slots if slot.open]
    order = 2 * STEP * len(slots) + 3 * 46 + 20
    who, round_, turns = box.columns(1.0, ROUND, order, gap=8)
    _who(canvas, scene, who)
    turn_of_rounds(canvas, scene, round_, scene.view.round)
    _order(canvas, scene, turns, slots)


def called(scene: Scene) -> list[int]:
    """The seats that must act now, all who are asked, or who have won."""
    view = scene.view
    if view.step == "over":
        return [seat for seat, rank in enumerate(view.ranks) if rank == 1]
    if view.step == "reward_choices" and view.reveal is not None:
        ranked = (placing for result in view.reveal.regions for placing in result.placings)
        return sorted({placing.seat for placing in ranked if placing.picks})
    if view.step == "setup_resources":
        return [own.seat for own in view.seats if own.ai is None]
    return [view.active]


def _who(canvas: Canvas, scene: Scene, box: Box) -> None:
    view = scene.view
    over = view.step == "over"
    seats = called(scene)
    with canvas.at("turn"):
        slab(canvas, box, lit=True)
        inner = box.inset(14, 0)
        if over:
            crown, inner = inner.columns(44, 1.0, gap=8)
            canvas.icon(crown.place(42, 42), "crown", ACCENT)
        *spots, rest = inner.columns(*[PAWN] * len(seats), 1.0, gap=6)
        for seat, spot in zip(seats, spots, strict=True):
            scene.pawn(canvas, spot.place(PAWN, PAWN), seat, active=not over)
        name, sign = rest.columns(1.0, 84 if over else 44, gap=6)
        if over:
            stars, count = sign.columns(40, 1.0, gap=4)
            things.star(canvas, stars.place(36, 36))
            canvas.text(count, str(view.seats[seats[0]].stars), FIGURES, FracturedSky.STAR, squeeze=0.8)
        if len(seats) == 1:
            canvas.text(name.trim(left=4), scene.name(seats[0]), BODY + 6, FracturedSky.INK, instead="?", squeeze=0.8)
        if not over:
            canvas.icon(sign.place(38, 38), signs.STEPS[view.step], FracturedSky.STAR)


def turn_of_rounds(canvas: Canvas, scene: Scene, box: Box, number: int) -> None:
    """Round r of 5: a number, and a lamp for each round."""
    view = scene.view
    with canvas.at("round"):
        slab(canvas, box)
        words, lamps = box.inset(12, 0).columns(66, 1.0, gap=6)
        canvas.text(words, f"{number}/{view.rounds}", FIGURES, FracturedSky.INK, align="centre", squeeze=0.9)
        for i, spot in enumerate(lamps.line(view.rounds, 14, 4)):
            lamp = spot.place(14, 14)
            if i < number:
                canvas.light(lamp.scaled(2.2), FracturedSky.STAR, 0.6)
                canvas.circle(lamp, FracturedSky.STAR)
            else:
                canvas.ring(lamp, CIRCLE, 2, FracturedSky.INK_SOFT)


def _order(canvas: Canvas, scene: Scene, box: Box, slots: list[TurnSlotView]) -> None:
    """The order of this round, whoever is done ticked; then the slots of the next one with their gold."""
    slab(canvas, box)
    inner = box.inset(14, 0)
    wide = STEP * len(slots)
    sign, old, arrow, new = inner.columns(38, wide, 46, wide, gap=6)
    with canvas.at("order"):
        canvas.icon(sign.place(34, 34), "hourglass", FracturedSky.INK_SOFT)
        for slot, spot in zip(slots, old.line(len(slots), STEP), strict=True):
            if slot.old is not None:
                done = scene.view.seats[slot.old].left == 0 and scene.view.step != "over"
                scene.pawn(canvas, spot.place(38, 38), slot.old, active=_now(scene, slot.old))
                if done:
                    canvas.icon(spot.place(24, 24, 0.95, 0.9), "check", IVORY, rim=NIGHT)
        canvas.icon(arrow.place(36, 36), "forward", FracturedSky.INK_SOFT)
    for slot, spot in zip(slots, new.line(len(slots), STEP), strict=True):
        with canvas.at(f"turn_slot.{slot.number}"):
            _slot(canvas, scene, spot.place(SLOT, SLOT), slot)
        scene.ring(canvas, f"turn_slot.{slot.number}", spot.place(SLOT, SLOT).inset(2), round_box(12))


def _now(scene: Scene, seat: int) -> bool:
    return scene.view.step in ("action", "scout_resource", "turn_slot") and seat == scene.view.active


def _slot(canvas: Canvas, scene: Scene, box: Box, slot: TurnSlotView) -> None:
    """A hollow with its number, or whoever has taken it; a coin where it brings gold."""

    def paint(sprite: Canvas, at: Box) -> None:
        sprite.sunk(at, round_box(12), FracturedSky.NIGHT_HIGH.alpha(0.85), 4, 0.5)
        sprite.ring(at, round_box(12), 2, FracturedSky.LIGHT.alpha(0.4))

    canvas.layer("turn slot", box, paint, 4)
    if slot.new is not None:
        scene.pawn(canvas, box.inset(3), slot.new)
    else:
        canvas.text(box, str(slot.number), BODY + 4, FracturedSky.INK_SOFT, align="centre")
    if slot.gold:
        coin = box.place(24, 24, 1.22, -0.2)
        things.resource(canvas, coin, "gold")
