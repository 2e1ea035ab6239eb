"""The players: luggage labels with everything they own."""

from __future__ import annotations

from engines.takara.components import TOKEN
from engines.takara.view import AdventurerView, PlayerView, View
from render.kit import fills, pieces, type
from render.kit.box import Box
from render.kit.canvas import Canvas
from render.kit.palette import ACCENT, BAD, IVORY, NIGHT, SEATS, SHADOW, Takara
from render.kit.shapes import SEAT_SHAPES, round_box
from render.takara import faces, signs
from render.takara.scene import FIGURES, LEAST, Scene

WAITING = Takara.LINEN.mix(Takara.PARCHMENT_DARK, 0.62)
"""Paper of the labels of those who wait."""
PLATE = 44
"""Size of the score at the end."""
CREW = 46
"""Width of an adventurer with its status."""


def camp(canvas: Canvas, scene: Scene, box: Box, player: PlayerView) -> None:
    """One player's label."""
    view, seat = scene.view, player.seat
    over = view.result is not None
    active = not over and view.active == seat
    winner = over and bool(view.ranks) and view.ranks[seat] == 1 and view.result != "no_stone"
    chosen = active or winner
    paper = Takara.LINEN if chosen else WAITING
    with canvas.at(f"camp.{seat}"):
        room = pieces.luggage_label(canvas, box, paper, SEATS[seat].colour.darken(0.28), chosen, 0.86)
        token = Box(box.x, box.y + 8, 58, 58)
        scene.pawn(canvas, token, seat, active=chosen)
        if over:
            with canvas.at("rank"):
                pieces.option(canvas, Box(box.x + 3, box.y + 80, 44, 44), view.ranks[seat], LEAST + 2)
        if winner:
            crown = Box(box.x + 4, box.y + 54, 42, 42)
            canvas.icon(crown, "crown", ACCENT, rim=NIGHT)
            canvas.mark("piece", crown, "winner")
        upper, lower = room.trim(left=6).rows(1.0, 1.0, gap=5)
        _owner(canvas, scene, upper, player, active, winner)
        _belongings(canvas, scene, lower, player)


def _owner(canvas: Canvas, scene: Scene, box: Box, player: PlayerView, active: bool, winner: bool) -> None:
    """Who it is, stones, kara and XP; at the end the score."""
    seat, over = player.seat, scene.view.result is not None
    kara, xp, score = _figures(scene.view, seat)
    everybody = [_figures(scene.view, other.seat) for other in scene.view.players]
    karas, xps, scores = zip(*everybody, strict=True)
    plates = [max(type.measure(each, PLATE, "bold") for each in scores) + 22] if over else []
    widths = (max(map(_wide, karas)), max(map(_wide, xps)), *plates)
    stones = 50 + 30 * (len(player.stones) - 1) if player.stones else 0
    name, gems, *numbers = box.trim(right=4).columns(1.0, stones, *widths, gap=10 if over else 14)
    with canvas.at("name"):
        if active:
            flag = name.place(40, 40, 0.0, 0.5)
            canvas.icon(flag, "flag", Takara.RUST, rim=ACCENT)
            canvas.mark("piece", flag, "turn")
            name = name.trim(left=48)
        canvas.text(name, scene.words.name(seat), 32, Takara.INK, instead=f"P{seat + 1}", squeeze=0.86)
    with canvas.at("stones"):
        for spot in gems.line(len(player.stones), 50):
            faces.gem(canvas, spot.place(46, 52))
    with canvas.at("kara"):
        pieces.amount(canvas, numbers[0], "coin", kara, FIGURES + 2, Takara.INK, align="right")
    with canvas.at("xp"):
        pieces.amount(canvas, numbers[1], "scroll", xp, FIGURES + 2, Takara.INK, Takara.RUST, align="right")
    if over:
        _score(canvas, scene, numbers[2], score, best=winner)
    if player.stones:
        scene.ring(canvas, f"stones.{seat}", gems)
    scene.ring(canvas, f"kara.{seat}", numbers[0].trim(right=-3).inset(0, 3))
    scene.ring(canvas, f"xp.{seat}", numbers[1].trim(right=-3).inset(0, 3))


def _figures(view: View, seat: int) -> tuple[str, str, str]:
    """Kara, XP and score of a player, as they are written."""
    player = view.players[seat]
    return str(player.kara), _signed(player.xp), _signed(view.scores[seat] if view.scores else 0)


def _signed(number: int) -> str:
    return str(number).replace("-", "−")


def _wide(number: str) -> int:
    return 46 + max(24, type.measure(number, FIGURES + 2, "bold"))


def _score(canvas: Canvas, scene: Scene, box: Box, score: str, best: bool) -> None:
    """The score on a plate, a winner's on a golden one; struck out when everybody has lost."""
    void = scene.view.result == "no_stone"
    tone = ACCENT if best else Takara.SEA_DEEP
    with canvas.at("score"):
        pieces.panel(canvas, box.outset(0, -2), fills.down(tone, tone.darken(0.1 if best else 0.3)), 10, 4, 5)
        ink = canvas.text(box, score, PLATE, Takara.INK if best else IVORY, align="centre")
        if void:
            stroke = ink.outset(8, -2).point(0, 1), ink.outset(8, -2).point(1, 0)
            canvas.line(stroke, SHADOW.alpha(0.7), 7)
            canvas.line(stroke, BAD.lighten(0.4), 4)
            canvas.mark("piece", ink, "void")


# ---- the lower row


def _belongings(canvas: Canvas, scene: Scene, box: Box, player: PlayerView) -> None:
    """Adventurers with their status, the specialist, XP items, tokens, map and skull."""
    seat = player.seat
    crew, rest = box.columns(CREW * len(player.adventurers) + 4, 1.0, gap=13)
    with canvas.at("crew"):
        for one, spot in zip(player.adventurers, crew.line(len(player.adventurers), CREW, 2, x=0), strict=True):
            _adventurer(canvas, spot, seat, one)
    if player.specialist is not None:
        helper, rest = rest.columns(48, 1.0, gap=8)
        with canvas.at("specialist"):
            _helper(canvas, scene, helper, player.specialist)
    keeps = [sign for sign, held in (("map", player.map_kept), ("skull-pirate", player.skull)) if held]
    count = f"×{player.tokens}" if player.tokens > 1 else ""
    tokens = 42 + (type.measure(count, LEAST, "bold") + 4 if count else 0) if player.tokens else 0
    items, purse, keepsakes = rest.columns(1.0, tokens, 42 * len(keeps), gap=6)
    with canvas.at("items"):
        _items(canvas, items, player.items)
    if player.tokens:
        with canvas.at("tokens"):
            faces.token(canvas, purse.place(42, 42, 0, 0.5), str(TOKEN.value))
            if count:
                canvas.text(purse.trim(left=44), count, LEAST, Takara.INK)
    with canvas.at("keepsakes"):
        for sign, spot in zip(keeps, keepsakes.line(len(keeps), 42), strict=True):
            canvas.icon(spot.place(42, 42), sign, Takara.RUST_DARK if sign == "map" else Takara.INK)
    scene.ring(canvas, f"crew.{seat}", crew.inset(-3, -1))


def _adventurer(canvas: Canvas, box: Box, seat: int, one: AdventurerView) -> None:
    """In camp the seat's full colour; elsewhere pale, with the sign of the place."""
    home = one.place == "camp"
    body = box.place(42, 42)

    def paint(sprite: Canvas, at: Box) -> None:
        look = SEATS[seat]
        shape = SEAT_SHAPES[look.shape]
        if home:
            sprite.solid(at.inset(2), shape, look.colour, 4, 5, 0.45)
            sprite.icon(at.inset(9).moved(0, 3 if look.shape == "triangle" else -2), "meeple", IVORY, quiet=True)
            return
        sprite.sunk(at.inset(1), shape, look.colour.mix(IVORY, 0.62), 2, 0.2)
        sprite.icon(
            at.inset(6).moved(0, 3 if look.shape == "triangle" else 0),
            signs.PLACES[one.place],
            NIGHT,
            rim=IVORY.alpha(0.55),
            quiet=True,
        )

    canvas.layer(("adventurer", seat, one.place), body, paint, 14)
    canvas.mark("piece", body, f"adventurer {one.number} {one.place}")


def _helper(canvas: Canvas, scene: Scene, box: Box, name: str) -> None:
    """The hired specialist; face down on a dark card."""
    up = next(s.up for s in scene.view.specialists if s.id == name)
    tone = (
        fills.down(Takara.LINEN, Takara.PARCHMENT) if up else fills.down(Takara.SEA_DEEP, Takara.SEA_DEEP.darken(0.4))
    )
    card = box.place(46, 48)
    pieces.card(canvas, card, tone, Takara.PARCHMENT_DARK if up else Takara.SEA, 7, 3)
    canvas.icon(card.inset(6), signs.SPECIALISTS[name], Takara.INK if up else Takara.TURQUOISE)


def _items(canvas: Canvas, box: Box, items: tuple[int, ...]) -> None:
    """XP items as small scrolls, the largest first; very many become two rows of tags."""
    values = sorted(items, reverse=True)
    if not values:
        return
    if len(values) == 1 or (box.w - 36) / (len(values) - 1) >= 27:
        for value, spot in zip(values, box.line(len(values), 36, 4, x=0), strict=True):
            faces.scroll(canvas, spot.place(36, 44), str(value), 30)
        return
    rows = box.outset(0, 2).rows(1.0, 1.0, gap=2)
    half = -(-len(values) // 2)
    for row, part in zip(rows, (values[:half], values[half:]), strict=True):
        width = min(34, (box.w - 2 * (half - 1)) // half)
        for value, spot in zip(part, row.line(len(part), width, 2, x=0), strict=True):
            tag = spot.inset(0, 1)
            canvas.layer("tag", tag, lambda s, at: s.solid(at, round_box(4), Takara.RUST, 2, 3, 0.4), 8)
            canvas.text(tag.outset(3, 0).trim(bottom=2), str(value), LEAST, IVORY, align="centre", squeeze=0.8)
            canvas.mark("piece", tag, "scroll")
