"""The village on the map: forge, tavern, hospital, bank, treasures, beach and dock."""

from __future__ import annotations

from engines.takara.components import IMPERSONATOR, RULE
from engines.takara.view import SpecialistView
from render.kit import fills, pieces, shapes
from render.kit.box import Box
from render.kit.canvas import Canvas
from render.kit.palette import GOLD, IVORY, SILVER, Colour, Takara
from render.kit.shapes import round_box
from render.takara import signs
from render.takara.layout import Town
from render.takara.scene import FIGURES, LEAST, PAWN, Scene


def town(canvas: Canvas, scene: Scene, plan: Town) -> None:
    """Everything that changes in the village."""
    view = scene.view
    _forge(canvas, scene, plan.forge)
    _place(canvas, scene, plan.tavern, "tavern", "tavern")
    _ward(canvas, scene, plan.hospital, "hospital", "hospital")
    _ward(canvas, scene, plan.waiting, "waiting_room", "hourglass")
    _bank(canvas, scene, plan.bank)
    if view.revealed_treasures:
        _last_treasures(canvas, scene, plan.deck.join(plan.discard))
    else:
        _treasures(canvas, scene, plan.deck)
        _discard(canvas, plan.discard, len(view.discard))
    _beach(canvas, scene, plan.beach)
    for specialist, box in zip(view.specialists, plan.dock.inset(2, 8).columns(*[1.0] * 4, gap=5), strict=True):
        with canvas.at(f"specialist.{specialist.id}"):
            _specialist(canvas, scene, box, specialist)
        scene.ring(canvas, f"specialist.{specialist.id}", box)
    workers = _there(scene, "dock")
    if workers:
        with canvas.at("dock"):
            scene.crowd(canvas, Box(plan.dock.x, plan.dock.y - 34, plan.dock.w, PAWN), workers, x=0.92)


def _there(scene: Scene, place: str) -> list[int]:
    return [player.seat for player in scene.view.players for one in player.adventurers if one.place == place]


def building(canvas: Canvas, box: Box, name: str, ink: Colour = Takara.SEPIA) -> None:
    """A place's sign on the map: an engraved icon with a light rim."""

    def paint(sprite: Canvas, at: Box) -> None:
        outline = shapes.icon(name)
        sprite.ink(at.outset(16), shapes.soft(outline, at.w, at.h, 8), IVORY.alpha(0.9))
        for dx, dy in ((-2, 0), (2, 0), (0, -2), (0, 2), (-1, 1), (1, 1)):
            sprite.shape(at.moved(dx, dy), outline, IVORY)
        sprite.shape(at, outline, fills.down(ink.lighten(0.16), ink.darken(0.15)))

    canvas.layer(("building", name, ink), box.square(), paint, 20)
    canvas.mark("piece", box.square(), name)


def _forge(canvas: Canvas, scene: Scene, box: Box) -> None:
    """The anvil, and the sword upon it or in the hands of its renter."""
    with canvas.at("forge"):
        building(canvas, box.place(62, 62, 0.0, 0.75), "anvil")
        hand = box.place(88, 84, 1.0, 0.3)
        if scene.view.sword is None:
            _sword(canvas, hand.place(68, 68, 0.2, 0.0), taken=False)
            price = hand.place(40, 40, 1.0, 1.0)
            pieces.coin(canvas, price)
            canvas.text(price.outset(4, 0).moved(0, -1), str(RULE.sword_rent), LEAST, Takara.INK, align="centre")
        else:
            _sword(canvas, hand.place(74, 74, 0.0, 0.0), taken=True)
            scene.pawn(canvas, hand.place(50, 50, 1.0, 1.0), scene.view.sword, active=True)
    scene.ring(canvas, "sword", hand.inset(-4, 2))


def _sword(canvas: Canvas, box: Box, taken: bool) -> None:
    def paint(sprite: Canvas, at: Box) -> None:
        outline = shapes.icon("sword")
        if not taken:
            sprite.light(at.outset(10), IVORY, 0.9)
        for dx, dy in ((-2, 0), (2, 0), (0, -2), (0, 2)):
            sprite.shape(at.moved(dx, dy), outline, Takara.SEPIA)
        sprite.shape(at.moved(2, 4), outline, Takara.SEPIA.alpha(0.5))
        sprite.shape(at, outline, fills.down(IVORY, SILVER, GOLD))

    canvas.layer(("sword", taken), box, paint, 20)
    canvas.mark("piece", box, "sword")


def _place(canvas: Canvas, scene: Scene, box: Box, place: str, sign: str) -> None:
    with canvas.at(place):
        building(canvas, box.place(80, 80, 0.9, 0.35), sign)
        guests = _there(scene, place)
        if guests:
            scene.crowd(canvas, box, guests, x=0.3, y=1.0)
    scene.ring(canvas, place, box.inset(0, 2), round_box(24))


def _ward(canvas: Canvas, scene: Scene, box: Box, place: str, sign: str) -> None:
    """A row of beds or chairs, and who lies there."""
    with canvas.at(place):
        row = box.trim(left=60)

        def paint(sprite: Canvas, at: Box) -> None:
            sprite.sunk(at, round_box(at.h // 2), Takara.PARCHMENT_LIGHT.alpha(0.75), 3, 0.25)

        canvas.layer("ward", row, paint, 2)
        building(canvas, box.place(46, 46, 0.1, 0.5), sign, Takara.RUST_DARK if place == "hospital" else Takara.SEPIA)
        guests = _there(scene, place)
        room = row.trim(left=8, right=6)
        if guests:
            scene.crowd(canvas, room.inset(0, 1), guests, x=0.0)
        elif place == "hospital":
            for spot in room.line(3, 40, 26):
                canvas.icon(spot.place(38, 38), "bed", Takara.SEPIA.alpha(0.28), quiet=True)
    scene.ring(canvas, place, box.inset(-2, 0), round_box(24))


def _bank(canvas: Canvas, scene: Scene, box: Box) -> None:
    """The bank and the XP tokens it has left."""
    with canvas.at("bank"):
        building(canvas, box.place(64, 64, 0.0, 0.3), "bank")
        stock = box.place(56, 56, 0.96, 0.3)
        for dy in (8, 4, 0):
            pieces.coin(canvas, stock.place(48, 48).moved(0, dy), "", Takara.TURQUOISE)
        canvas.text(
            stock.outset(4, 0),
            str(scene.view.stock),
            FIGURES,
            Takara.INK,
            align="centre",
            halo=Takara.TURQUOISE.lighten(0.6),
            squeeze=0.9,
        )
        canvas.mark("piece", stock, "stock")
        guests = _there(scene, "bank")
        if guests:
            scene.crowd(canvas, box, guests, x=0.1, y=1.0)
    scene.ring(canvas, "stock", stock, shapes.CIRCLE)
    if "stock" not in scene.changed:
        scene.ring(canvas, "bank", box)


def _pile(canvas: Canvas, box: Box, face: fills.Gradient, edge: Colour) -> None:
    for dx, dy in ((6, 7), (3, 3), (0, 0)):
        pieces.card(canvas, box.moved(dx, dy), face, edge, 7, 3)


def _treasures(canvas: Canvas, scene: Scene, box: Box) -> None:
    """The treasure deck and how many cards it has."""
    with canvas.at("treasures"):
        deck = box.place(74, 76, 0.3, 0.4)
        _pile(canvas, deck, fills.down(Takara.RUST, Takara.RUST_DARK), GOLD)
        canvas.icon(deck.place(44, 44, 0.5, 0.05), "chest", Takara.SAND, quiet=True)
        canvas.text(deck.place(74, 34, 0.5, 0.98), str(scene.view.treasures), FIGURES, IVORY, align="centre")
        canvas.mark("piece", deck, "treasures")
    scene.ring(canvas, "treasures", deck)


def _discard(canvas: Canvas, box: Box, count: int) -> None:
    """What was dug out of the island: its cart, and how many cards."""
    with canvas.at("discard"):
        cart = box.place(62, 62, 0.5, 0.0)
        building(canvas, cart, "mine-wagon")
        room = box.place(box.w, 32, 0.5, 1.0)
        canvas.text(room, str(count), FIGURES, Takara.INK, align="centre", halo=IVORY.alpha(0.7))


def _last_treasures(canvas: Canvas, scene: Scene, box: Box) -> None:
    """R36: what the deck still held."""
    with canvas.at("treasures"):
        sheet = box.inset(0, 2)
        pieces.panel(canvas, sheet, fills.down(Takara.RUST, Takara.RUST_DARK), 10)
        left = scene.view.revealed_treasures
        lines = 1 if len(left) <= 3 else 2
        cells = sheet.inset(6, 4).grid(max(2, -(-len(left) // lines)), lines, 2)
        for card, spot in zip(left, cells, strict=False):
            canvas.icon(spot.inset(2), signs.TREASURES[card], Takara.SAND)


def _beach(canvas: Canvas, scene: Scene, box: Box) -> None:
    """Recruits who wait in the sand."""
    with canvas.at("beach"):
        canvas.icon(box.place(58, 58, 0.04, 0.4), "palm", Takara.LEAF.darken(0.25), quiet=True)
        canvas.icon(box.place(40, 40, 0.98, 0.9), "crab", Takara.RUST.alpha(0.75), quiet=True)
        recruits = _there(scene, "beach")
        if recruits:
            scene.crowd(canvas, box.trim(left=70, right=52), recruits, x=0.3)


def _specialist(canvas: Canvas, scene: Scene, box: Box, shown: SpecialistView) -> None:
    """A card on the dock with its cost, or with its holder; face down it has turned its back."""
    free = shown.holder is None
    paper = (
        fills.down(Takara.LINEN, Takara.PARCHMENT)
        if shown.up
        else fills.down(Takara.SEA_DEEP, Takara.SEA_DEEP.darken(0.4))
    )
    pieces.card(canvas, box, paper, Takara.PARCHMENT_DARK if shown.up else Takara.SEA.lighten(0.2))
    ink = Takara.INK if shown.up else Takara.TURQUOISE
    portrait, low = box.inset(5, 6).rows(1.0, PAWN)
    canvas.icon(
        portrait.place(56, 52, 0.5, 0.4), signs.SPECIALISTS[shown.id], ink if free or not shown.up else ink.alpha(0.75)
    )
    state = "dock" if free else "up" if shown.up else "down"
    canvas.mark("piece", box, f"specialist {shown.id} {state}")
    if free:
        coin = low.place(PAWN, PAWN)
        pieces.coin(canvas, coin)
        cost = f"+{IMPERSONATOR.surcharge}" if shown.cost is None else str(shown.cost)
        canvas.text(coin.outset(6, 0).moved(0, -1), cost, 34, Takara.INK, align="centre")
        canvas.mark("piece", coin, "coin")
        return
    assert shown.holder is not None
    scene.pawn(canvas, low.place(PAWN, PAWN), shown.holder)
    if shown.copied is not None:
        patch = box.place(34, 34, 1.15, -0.06)
        canvas.circle(patch, Takara.RUST)
        canvas.icon(patch.inset(5), signs.SPECIALISTS[shown.copied], IVORY)
