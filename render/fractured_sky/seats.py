"""The seats in turn order: starfalls, resources, what is left to build and to fly; automated opponents' cards."""

from __future__ import annotations

from engines.fractured_sky.view import SeatView
from render.fractured_sky import layout, things
from render.fractured_sky.head import called
from render.fractured_sky.scene import BODY, FIGURES, LEAST, Look, Scene, slab
from render.kit import pieces, shapes, type
from render.kit.box import Box
from render.kit.canvas import Canvas
from render.kit.palette import ACCENT, NIGHT, FracturedSky
from render.kit.shapes import round_box

PAWN = 44
STARS = 44
KINDS = ("gold", "iron", "wood")
MODELS = ("fortress", "market", "skimmer")


def seats(canvas: Canvas, scene: Scene, box: Box) -> None:
    """A plate a seat, from left to right as they take their turns."""
    order = scene.order()
    places = box.columns(*[1.0] * len(order), gap=8)
    active = called(scene)
    for own, place in zip(order, places, strict=True):
        with canvas.at(f"seat.{own.seat}"):
            _plate(canvas, scene, place, own, lit=own.seat in active)
        token = place.inset(10, 6).place(PAWN, PAWN, 0.0, 0.0).moved(0, 2)
        scene.ring(canvas, f"seat.{own.seat}", token.inset(1), round_box(12))


def _plate(canvas: Canvas, scene: Scene, box: Box, own: SeatView, lit: bool) -> None:
    tint = FracturedSky.PLATE.mix(scene.look(own.seat).colour, 0.42 if lit else 0.24)
    slab(canvas, box, tint, 0.92, lit)
    head, middle, low = box.inset(10, 6).rows(48, 44, 1.0, gap=2)
    _head(canvas, scene, head, own)
    if own.ai is None:
        _resources(canvas, scene, middle, own)
    else:
        _tokens(canvas, scene, middle, own)
    _supply(canvas, scene, low, own)


def _head(canvas: Canvas, scene: Scene, box: Box, own: SeatView) -> None:
    """Token, name, starfalls; how well an automated opponent plays; a crown at the end."""
    words = str(own.stars)
    wide = type.measure(words, STARS, "bold")
    pawn, rest = box.columns(PAWN, 1.0, gap=6)
    scene.pawn(canvas, pawn.place(PAWN, PAWN), own.seat)
    side = 40 if box.w > 240 else 34
    name, star, count = rest.columns(1.0, side, wide + 2, gap=4)
    things.star(canvas, star.place(side, side))
    canvas.text(count, words, STARS, FracturedSky.STAR, align="right", halo=FracturedSky.NIGHT_HIGH)
    rank = scene.view.ranks[own.seat] if scene.view.ranks else 0
    if rank == 1:
        canvas.icon(pawn.place(36, 36, 0.5, -1.6), "crown", ACCENT, rim=NIGHT)
    elif rank:
        place = pawn.place(30, 26, 1.6, 1.1)
        canvas.rect(place, FracturedSky.NIGHT_HIGH.alpha(0.85), 8)
        canvas.text(place, f"{rank}.", LEAST, FracturedSky.INK, align="centre")
    if own.ai is not None and name.w > 190:
        name, grade = name.columns(1.0, 92, gap=6)
        canvas.text(
            grade,
            scene.say(f"fractured_sky.difficulty.{scene.view.difficulty}"),
            LEAST + 2,
            FracturedSky.INK_SOFT,
            "regular",
            squeeze=0.75,
        )
    canvas.text(name, scene.name(own.seat), BODY, FracturedSky.INK, squeeze=0.85, instead="?")


def _resources(canvas: Canvas, scene: Scene, box: Box, own: SeatView) -> None:
    parts = box.columns(1.0, 1.0, 1.0, gap=4)
    for kind, spot in zip(KINDS, parts, strict=True):
        count = getattr(own, kind)
        side = 34 if spot.w >= 80 else 30
        icon, number = spot.columns(side, 1.0, gap=2)
        things.resource(canvas, icon.place(side, side), kind, scene.say(f"fractured_sky.picture.letter.{kind}"))
        size = FIGURES if spot.w >= 80 else 34
        canvas.text(number, str(count), size, FracturedSky.INK, squeeze=0.7)


def _tokens(canvas: Canvas, scene: Scene, box: Box, own: SeatView) -> None:
    """An automated opponent: tokens that do not fly, the last card with its compass, the market card."""
    ai = own.ai
    assert ai is not None
    market = 86 if ai.threshold else 0
    shown, card, counter = box.columns(164, 1.0, market, gap=6)
    with canvas.at("shown"):
        for (low, high), spot in zip(ai.shown, shown.line(len(ai.shown), 52, 4, 0.0), strict=True):
            things.token(canvas, spot.place(52, 36), low, high)
    if ai.card and ai.compass is not None:
        with canvas.at("card"):
            _action_card(canvas, card.place(min(card.w, 100), 42, 0.5, 0.5), ai.effect, ai.compass)
    if ai.threshold:
        with canvas.at("market card"):
            things.building(canvas, counter.place(28, 34, 0.0, 0.5), scene.look(own.seat), "market")
            canvas.text(counter.trim(left=32), f"{ai.counter}/{ai.threshold}", BODY + 4, FracturedSky.INK, squeeze=0.9)


def _action_card(canvas: Canvas, box: Box, effect: str, compass: tuple[str, str]) -> None:
    """An action card: what it does, and its compass: a large and a small arrow."""
    pieces.card(canvas, box, FracturedSky.FACE, FracturedSky.BRASS, 7, 3)
    sign, first, second = box.inset(4, 2).columns(1.0, 1.0, 1.0, gap=1)
    _effect_sign(canvas, sign.place(28, 28), effect)
    for spot, side, way in ((first, 30, compass[0]), (second, 20, compass[1])):
        _pointer(canvas, spot.place(side, side), way)
    canvas.mark("piece", box, f"card {effect} {''.join(compass)}")


def _pointer(canvas: Canvas, box: Box, way: str) -> None:
    """An arrow to that side of the map."""
    turns = {"N": -90.0, "E": 0.0, "S": 90.0, "W": 180.0}

    def paint(sprite: Canvas, at: Box) -> None:
        sprite.shape(at, shapes.CIRCLE, FracturedSky.PLATE)
        sprite.shape(at.inset(max(2, at.w // 8)), shapes.regular(3, turns[way]), FracturedSky.STAR)

    canvas.layer(("pointer", way), box, paint, 2)
    canvas.mark("piece", box, f"compass {way}")


def _effect_sign(canvas: Canvas, box: Box, effect: str) -> None:
    """What an action card does."""
    ink = FracturedSky.FACE_INK
    if effect in ("fortress", "market"):
        things.building(canvas, box, _grey(), effect)
    elif effect == "skimmer":
        things.skimmer(canvas, box.inset(2), _grey())
    else:
        canvas.icon(box, "zeppelin" if effect == "airship" else "spyglass", ink, quiet=True)


def _supply(canvas: Canvas, scene: Scene, box: Box, own: SeatView) -> None:
    """Fortresses, markets and skimmers left; the three airships: placed ones with their rim, the others pale."""
    narrow = box.w < 240
    models, fleet = box.columns(1.0, 74 if narrow else 92, gap=2)
    for kind, spot in zip(MODELS, models.columns(1.0, 1.0, 1.0, gap=1), strict=True):
        count = {"fortress": own.fortresses, "market": own.markets, "skimmer": own.skimmers}[kind]
        sign, number = spot.columns(23, 1.0, gap=2)
        if kind == "skimmer":
            things.skimmer(canvas, sign.place(23, 23), scene.look(own.seat))
        else:
            things.building(canvas, sign.place(22, 28), scene.look(own.seat), kind)
        canvas.text(number.outset(1, 0), str(count), BODY, FracturedSky.INK)
        canvas.mark("piece", spot, f"left {kind} {count}")
    placed = [ship for region in scene.view.regions for ship in region.ships if ship.seat == own.seat]
    for i, spot in enumerate(fleet.line(3, 25 if narrow else 30, 1, 1.0)):
        rim = placed[i].rim if i < len(placed) else ""
        at = spot.place(spot.w, 36)
        things.ship(canvas, at, scene.look(own.seat), "", rim or "dark", ghost=not rim)
        canvas.mark("piece", at, f"airship {rim or 'left'}")


def _grey() -> Look:
    return Look(FracturedSky.FACE_INK, shapes.CIRCLE, robot=False)


def own_chips(canvas: Canvas, scene: Scene) -> None:
    """What a seat alone knows: the sum of its chips, red over 10 with the penalty, and the chips it still has."""
    mine, viewer = scene.view.mine, scene.view.viewer
    if mine is None or viewer is None:
        return
    box = layout.OWN
    with canvas.at("mine"):
        slab(canvas, box, FracturedSky.PLATE, 0.9)
        head, field = box.inset(8, 6).rows(40, 1.0, gap=2)
        sign, total = head.columns(28, 1.0, gap=4)
        canvas.icon(sign.place(28, 28), "lock", FracturedSky.STAR)
        over = mine.total > 10
        words = f"{mine.total}/10"
        ink = FracturedSky.OVER if over else FracturedSky.INK
        left, right = total.columns(1.0, 50, gap=2) if over else (total, total)
        canvas.text(left, words, 34 if over else FIGURES, ink, squeeze=0.8)
        if over:
            canvas.text(right, f"−{mine.penalty}", 34, FracturedSky.OVER, align="right", squeeze=0.8)
        cells = field.grid(4, 3, gap=3)
        for value, cell in zip(mine.chips, cells, strict=False):
            rim = "light" if value in (1, 10) else "dark"
            things.chip(canvas, cell.place(35, 35), value, rim)
