"""The row below the map: the public starfall, the secret ones, the objectives; and the cards that are left over."""

from __future__ import annotations

from engines.fractured_sky.components import OBJECTIVES
from engines.fractured_sky.view import ObjectiveView, ScoutView, SecretView
from render.fractured_sky import layout, signs, things
from render.fractured_sky.layout import Tray
from render.fractured_sky.scene import BODY, FIGURES, LEAST, Scene
from render.kit import fills, pieces, type
from render.kit.box import Box
from render.kit.canvas import Canvas
from render.kit.fills import Gradient
from render.kit.palette import IVORY, NIGHT, Colour, FracturedSky
from render.kit.shapes import CIRCLE, round_box

KINDS = ("gold", "iron", "wood")
SPACES = 46
"""Height of the spaces for resources."""
SPACE = 26
PAWN = 28
WIDE = 130
"""From this width on a card has room for a name."""
BACKS: dict[str, Colour] = {"starfall": FracturedSky.BACK, "objective": FracturedSky.OBJECTIVE}


def tray(canvas: Canvas, scene: Scene, plan: Tray) -> None:
    """From left to right."""
    view = scene.view
    with canvas.at("public"):
        _public(canvas, scene, plan.public)
    scene.ring(canvas, "public", plan.public.inset(4), round_box(12))
    for secret, box in zip(view.secrets, plan.secrets, strict=True):
        with canvas.at(f"secret.{secret.number}"):
            _secret(canvas, scene, box, secret)
        scene.ring(canvas, f"secret.{secret.number}", box.inset(4), round_box(12))
    for objective, box in zip(view.objectives, plan.objectives, strict=True):
        with canvas.at(f"objective.{objective.number}"):
            _objective(canvas, scene, box, objective)
        scene.ring(canvas, f"objective.{objective.number}", box.inset(4), round_box(12))
    with canvas.at("unused"):
        _unused(canvas, layout.DECK, view.unused)


# ---- starfall cards


def _face(canvas: Canvas, scene: Scene, box: Box, slot: int, region: str, known: bool) -> None:
    """A secret card face up: its slot, the region by number and name; with a lock, if only this seat knows it."""
    land = FracturedSky.LANDS[region]
    paper = FracturedSky.FACE.mix(land, 0.12)
    pieces.card(canvas, box, fills.down(FracturedSky.FACE, paper), land.lighten(0.25), 10, 5)
    inner = box.inset(7, 4)
    canvas.text(inner.place(22, 34, 0.0, 0.0), str(slot), BODY + 4, FracturedSky.FACE_INK)
    if box.w >= WIDE:
        pieces.option(canvas, inner.place(34, 34, 0.22, 0.0), scene.number(region), BODY)
        title = scene.say(f"fractured_sky.region.{region}")
        canvas.text(inner.trim(top=34), title, LEAST, FracturedSky.FACE_INK, align="centre", squeeze=0.7)
    else:
        pieces.option(canvas, inner.place(42, 42, 0.8, 0.0), scene.number(region), BODY + 4)
    if known:
        _lock(canvas, box.place(28, 28, -0.06, 1.06) if box.w >= WIDE else box.place(26, 26, 1.12, -0.12))
    canvas.mark("piece", box, f"card {region}{' known' if known else ''}")


def _lock(canvas: Canvas, spot: Box) -> None:
    """Only this seat knows it."""

    def paint(sprite: Canvas, at: Box) -> None:
        sprite.solid(at, CIRCLE, NIGHT, 2, 4, 0.5)
        sprite.icon(at.scaled(0.66), "lock", IVORY, quiet=True)

    canvas.layer("lock", spot, paint, 10)
    canvas.mark("piece", spot, "lock")


def _back(canvas: Canvas, box: Box, kind: str, sign: str, side: int = 0) -> None:
    """A card face down."""
    tone = BACKS[kind]
    fill = Gradient((tone.lighten(0.12), tone.darken(0.35)))

    def paint(sprite: Canvas, at: Box) -> None:
        pieces.card(sprite, at, fill, tone.lighten(0.45), 10, 4)
        sprite.ring(at.inset(8), round_box(6), 2, tone.lighten(0.5).alpha(0.5))
        if sign:
            wide = side or round(min(at.w, at.h) * 0.66)
            spot = at.place(wide, wide)
            sprite.light(spot.scaled(1.5), FracturedSky.LIGHT, 0.25)
            sprite.icon(spot, sign, IVORY.alpha(0.92), quiet=True)

    canvas.layer(("back", kind, sign, side), box, paint, 24)


def _public(canvas: Canvas, scene: Scene, box: Box) -> None:
    """The public starfall of this round."""
    region = next((each for each in scene.view.regions if each.public), None)
    card = box.inset(3, 3)
    if region is None:
        pieces.well(canvas, card, FracturedSky.NIGHT_HIGH.alpha(0.6), 10)
        return
    pieces.card(canvas, card, fills.down(FracturedSky.FACE, FracturedSky.STAR.lighten(0.5)), FracturedSky.STAR, 10, 5)
    inner = card.inset(7, 6)
    top, middle = inner.rows(44, 1.0)
    star, number = top.columns(1.0, 1.0, gap=2)
    canvas.icon(star.place(36, 36), "falling-star", FracturedSky.STAR_DARK)
    pieces.option(canvas, number.place(40, 40), region.number, BODY)
    title = scene.say(f"fractured_sky.region.{region.id}")
    canvas.text(middle, title, LEAST, FracturedSky.FACE_INK, align="centre", squeeze=0.8, lines=2)
    canvas.mark("piece", card, f"card {region.id}")


def _secret(canvas: Canvas, scene: Scene, box: Box, secret: SecretView) -> None:
    """A slot of the tray: its number, the card, the space for all and one for each resource."""
    card, spaces = box.inset(3, 3).rows(1.0, SPACES, gap=4)
    if not secret.used:
        pieces.well(canvas, box.inset(4), FracturedSky.NIGHT_HIGH.alpha(0.45), 12, 4)
        canvas.text(box, str(secret.number), FIGURES, FracturedSky.INK_SOFT.alpha(0.45), align="centre")
        canvas.mark("piece", box, "slot unused")
        return
    if secret.region is not None:
        _face(canvas, scene, card, secret.number, secret.region, secret.known)
    else:
        _back(canvas, card, "starfall", "falling-star", 40)
        canvas.mark("piece", card, "card down")
        canvas.text(card.inset(9, 6), str(secret.number), BODY + 4, IVORY, valign="top", halo=NIGHT)
    taken: dict[str, int] = {}
    large: list[ScoutView] = []
    for token in secret.scouts:
        if token.resource and token.resource not in taken:
            taken[token.resource] = token.seat
        else:
            large.append(token)
    for kind, spot in zip(KINDS, spaces.columns(1.0, 1.0, 1.0, gap=2), strict=True):
        with canvas.at(kind):
            pieces.well(canvas, spot.place(SPACE + 1, SPACES), FracturedSky.NIGHT_HIGH.alpha(0.7), 8, 3)
            if kind in taken:
                things.resource(canvas, spot.place(24, 24, 0.5, 0.96), kind)
                scene.pawn(canvas, spot.place(PAWN, PAWN, 0.5, 0.0), taken[kind])
            else:
                things.resource(canvas, spot.place(24, 24), kind)
    with canvas.at("large"):
        wide = card.w >= WIDE
        row = card.inset(9, 8).place(card.w - 18, PAWN, 0.5, 0.0) if wide else card.place(card.w + 6, PAWN, 0.5, 1.12)
        for token, spot in zip(large, row.line(len(large), PAWN, 2, 1.0 if wide else 0.5), strict=True):
            scene.pawn(canvas, spot.place(PAWN, PAWN), token.seat)
            if token.resource:
                things.resource(canvas, spot.place(16, 16, 0.5, 1.5), token.resource)


def _unused(canvas: Canvas, box: Box, count: int) -> None:
    """The cards that can still be drawn by exploring."""
    pile = box.place(58, 82, 0.95, 1.0)
    for i in range(min(3, count), 0, -1):
        _back(canvas, pile.moved(-3 * i, -3 * i + 6), "starfall", "")
    if not count:
        pieces.well(canvas, pile, FracturedSky.NIGHT_HIGH.alpha(0.5), 10, 4)
    spot = pile.moved(-3, 3)
    canvas.icon(spot.place(28, 28, 0.5, 0.12), "spyglass", IVORY.alpha(0.7), quiet=True)
    canvas.text(spot.trim(top=26), str(count), FIGURES - 4, IVORY, align="centre", halo=NIGHT, squeeze=0.8)


# ---- objectives


def _objective(canvas: Canvas, scene: Scene, box: Box, objective: ObjectiveView) -> None:
    """Face down: icon and number. Known: what it asks. Peek tokens below; the winner's token beside a cup."""
    card = box.inset(3, 3)
    if objective.card is None:
        _back(canvas, card, "objective", signs.OBJECTIVES[objective.icon], 56)
        canvas.mark("piece", card, f"objective {objective.icon}")
        canvas.text(card.inset(10, 8), str(objective.number), BODY + 4, IVORY, valign="top", halo=NIGHT)
    else:
        _told(canvas, scene, card, objective)
    if objective.peeked and not objective.up:
        row = card.place(card.w, PAWN, 0.5, 1.04)
        for seat, spot in zip(objective.peeked, row.line(len(objective.peeked), PAWN, 2), strict=True):
            scene.pawn(canvas, spot.place(PAWN, PAWN), seat)


def _told(canvas: Canvas, scene: Scene, card: Box, objective: ObjectiveView) -> None:
    assert objective.card is not None
    tone = FracturedSky.OBJECTIVE
    pieces.card(
        canvas, card, fills.down(FracturedSky.FACE, FracturedSky.FACE.mix(tone, 0.14)), tone.lighten(0.3), 10, 5
    )
    head, words = card.inset(8, 6).rows(34, 1.0)
    number, icon, rest = head.columns(22, 34, 1.0, gap=4)
    canvas.text(number, str(objective.number), BODY + 2, FracturedSky.FACE_INK)
    canvas.icon(icon.place(32, 32), signs.OBJECTIVES[objective.icon], tone.darken(0.1))
    canvas.mark("piece", card, f"objective {objective.icon} {objective.card}{' known' if objective.known else ''}")
    words = words.trim(bottom=18 if objective.peeked and not objective.up else 0)
    _task(canvas, words.outset(2, 0), asks(scene, objective.card))
    if objective.up:
        with canvas.at("winner"):
            cup, seat = rest.columns(26, 30, gap=2) if rest.w > 60 else (rest, rest)
            if objective.winner is not None:
                canvas.icon(cup.place(26, 26), "trophy", FracturedSky.STAR_DARK)
                scene.pawn(canvas, seat.place(32, 32), objective.winner)
            else:
                canvas.icon(cup.place(30, 30, 1.0, 0.5), "cancel", FracturedSky.FACE_INK.alpha(0.7))
    elif objective.known:
        _lock(canvas, card.place(30, 30, 1.04, -0.06))


def _task(canvas: Canvas, box: Box, words: str) -> None:
    """In two or three lines; Japanese, which may break anywhere, breaks where the catalogue has a space."""
    parts = words.split(" ") if type.wide(words) else [words]
    lines = 1 if len(parts) > 1 else 3 if box.h > 66 else 2
    rows = box.place(box.w, min(box.h, 30 * len(parts))).rows(*[1.0] * len(parts)) if len(parts) > 1 else (box,)
    for part, row in zip(parts, rows, strict=True):
        canvas.text(row, part, LEAST, FracturedSky.FACE_INK, "bold", "centre", lines=lines, squeeze=0.8)


def asks(scene: Scene, card: str) -> str:
    """What an objective asks, in as few words as a card has room for; regions by their numbers."""
    arguments = OBJECTIVES[card].metric.partition(":")[2].split(",")
    numbers = "+".join(str(scene.number(region)) for region in arguments) if len(arguments) > 1 else ""
    return scene.say(f"fractured_sky.picture.objective.{card}", regions=numbers)
