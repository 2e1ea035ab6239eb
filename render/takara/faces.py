"""Faces and backs of the tunnel cards, and the small things printed on them."""

from __future__ import annotations

from engines.takara.components import CARDS, DATA, Kind, TunnelCard
from engines.takara.view import CardView
from render.kit import fills, pieces, shapes
from render.kit.box import Box
from render.kit.canvas import Canvas
from render.kit.palette import BAD, IVORY, SHADOW, WHITE, Takara
from render.kit.shapes import round_box
from render.takara import signs
from render.takara.scene import LEAST, Scene

COLOURS = {
    "shallow": (Takara.SHALLOW, Takara.SHALLOW_DARK, Takara.SEPIA),
    "middle": (Takara.MIDDLE, Takara.MIDDLE_DARK, IVORY),
    "deep": (Takara.DEEP, Takara.DEEP_DARK, IVORY),
}
"""Upper and lower colour of a layer's backs, and of the skulls on them."""
SKULLS: dict[str, int] = {datum.id: datum.skulls for datum in DATA.layer}
PAPER = fills.down(Takara.PARCHMENT_LIGHT, Takara.PARCHMENT)
FULL = 92
"""From this height on a monster has room for its name."""


def wish(card: CardView | None) -> tuple[int, int]:
    """The height a slot wishes, and the least it can do with; None is a dug slot."""
    if card is None:
        return 0, 18
    if card.card is None:
        return 0, 36
    return (106, 50) if CARDS[card.card].kind is Kind.MONSTER else (0, 42)


def card(canvas: Canvas, scene: Scene, box: Box, shown: CardView) -> None:
    """A tunnel card as this viewer sees it."""
    if shown.card is None:
        back(canvas, box, shown.layer)
        return
    secret = shown.known and not shown.up
    face(canvas, scene, box, CARDS[shown.card], shown.wounds, aside=38 if secret else 0)
    if not shown.up:
        veil(canvas, box, secret, dark=CARDS[shown.card].kind is Kind.STONE)


def back(canvas: Canvas, box: Box, layer: str) -> None:
    """Face down: the layer's colour, and its skulls."""
    hi, lo, ink = COLOURS[layer]
    pieces.card_back(canvas, box, fills.down(hi, lo), hi.lighten(0.35), "skull", SKULLS[layer], ink)
    canvas.mark("piece", box, f"back {layer}")


def veil(canvas: Canvas, box: Box, known: bool, dark: bool) -> None:
    """Face down for the others: dimmed, with an eye where it is this viewer's own knowledge."""

    def paint(sprite: Canvas, at: Box) -> None:
        sprite.rect(at.inset(2), Takara.DEEP_DARK.alpha(0.0 if dark else 0.26 if known else 0.14), 8)
        if known:
            disc = at.place(34, 34, 0.97, 0.5) if at.h < FULL else at.place(34, 34, 0.97, 0.96)
            sprite.circle(disc, Takara.DEEP_DARK.alpha(0.85))
            sprite.icon(disc.inset(4), "eye", IVORY)

    canvas.layer(("veil", known, dark), box, paint)


def face(canvas: Canvas, scene: Scene, box: Box, shown: TunnelCard, wounds: int = 0, aside: int = 0) -> None:
    """Face up; `aside` is kept free at its right end."""
    hi, lo, _ = COLOURS[shown.layer]
    canvas.mark("piece", box, f"card {shown.id}")
    inner = box.inset(6, 4).trim(right=aside)
    match shown.kind:
        case Kind.MONSTER:  # too large for its shaft
            monster(canvas, scene, box.outset(7, 1), shown, wounds)
        case Kind.ROCKFALL:
            pieces.card(canvas, box, fills.down(Takara.ROCK.lighten(0.35), Takara.ROCK.darken(0.15)), hi.lighten(0.2))
            boulders(canvas, inner)
        case Kind.CHEST:
            pieces.card(canvas, box, fills.down(Takara.SAND, Takara.SAND_DARK), hi.lighten(0.2))
            chest(canvas, inner)
        case Kind.STONE:
            pieces.card(canvas, box, fills.down(Takara.DEEP.darken(0.2), Takara.DEEP_DARK), Takara.STONE)
            gem(canvas, inner.square())
        case Kind.GALLERY:
            pieces.card(canvas, box, PAPER, hi.mix(lo, 0.4))
            pieces.amount(canvas, inner, "coin", str(shown.kara), 38, Takara.INK, align="centre")
        case Kind.XP:
            pieces.card(canvas, box, PAPER, hi.mix(lo, 0.4))
            room = inner.trim(right=30) if shown.injury else inner
            pieces.amount(canvas, room, "scroll", str(shown.xp), 36, Takara.INK, Takara.RUST, align="centre")
            if shown.injury:
                canvas.icon(inner.place(28, 28, 0.98, 0.5), "health", BAD)


def monster(canvas: Canvas, scene: Scene, box: Box, shown: TunnelCard, wounds: int) -> None:
    """Red frame, name, hearts, rewards; where there is little room its figure stands for its name."""
    figure = signs.figure(shown)
    pieces.card(
        canvas,
        box,
        fills.down(Takara.PARCHMENT_LIGHT, Takara.PARCHMENT.mix(Takara.MONSTER, 0.16)),
        Takara.MONSTER,
        frame=5,
    )
    inner = box.inset(8, 6)
    if box.h >= FULL:
        name, life, reward = inner.rows(28, 24, 1.0, gap=1)
        canvas.icon(inner.place(84, 84, 0.5, 0.9), figure, Takara.MONSTER.alpha(0.4))
        canvas.text(
            name, scene.say(f"takara.picture.monster.{shown.monster}"), LEAST, Takara.INK, align="centre", squeeze=0.76
        )
        pieces.hearts(canvas, life, shown.life, wounds, 22)
        bounty(canvas, reward, shown.kara, shown.xp)
        return
    top, low = inner.rows(1.0, 1.15)
    canvas.icon(inner.place(inner.h, inner.h, 0.5, 0.5), figure, Takara.MONSTER.alpha(0.2))
    pieces.hearts(canvas, top, shown.life, wounds, min(24, top.h))
    parts = [("coin", shown.kara)] * bool(shown.kara) + [("scroll", shown.xp)]
    for (sign, value), room in zip(parts, low.columns(*[1.0] * len(parts), gap=2), strict=True):
        icon, figures = room.columns(20, 1.0, gap=3)
        if sign == "coin":
            pieces.coin(canvas, icon.place(20, 20))
            canvas.mark("piece", icon.place(20, 20), "coin")
        else:
            canvas.icon(icon, sign, Takara.RUST)
        canvas.text(figures, str(value), LEAST, Takara.INK, squeeze=0.85)


def bounty(canvas: Canvas, box: Box, kara: int, xp: int) -> None:
    """What a monster carries: kara on a coin, XP on a scroll."""
    side = min(box.h, 46)
    spots = box.line(2 if kara else 1, side, 10)
    if kara:
        coin = spots[0].place(side, side)
        pieces.coin(canvas, coin)
        canvas.text(
            coin.outset(6, 0).moved(0, -1),
            str(kara),
            36,
            Takara.INK,
            align="centre",
            halo=Takara.SAND.alpha(0.85),
            squeeze=0.9,
        )
        canvas.mark("piece", coin, "coin")
    scroll(canvas, spots[-1].place(side, side - 4), str(xp), 36)


def scroll(canvas: Canvas, box: Box, text: str, size: int) -> None:
    """A small scroll with a number: paper between two rolled ends."""

    def paint(sprite: Canvas, at: Box) -> None:
        sheet = at.inset(3, 5)
        sprite.shadow(sheet, round_box(3), 4, 3, 0.45)
        sprite.rect(sheet, fills.down(Takara.LINEN.darken(0.08), WHITE, Takara.LINEN), 2)
        for y, h in ((at.y, 7), (at.bottom - 7, 7)):
            roll = Box(at.x, y, at.w, h)
            sprite.rect(roll, fills.down(Takara.RUST.lighten(0.35), Takara.RUST), 3)
            sprite.rim(roll, round_box(4), 1, 0.4, 0.3)

    canvas.layer("scroll", box, paint, 12)
    canvas.text(box.outset(4, 0), text, size, Takara.INK, align="centre", squeeze=0.8)
    canvas.mark("piece", box, "scroll")


def boulders(canvas: Canvas, box: Box) -> None:
    """Three grey boulders across a slot."""

    def paint(sprite: Canvas, at: Box) -> None:
        side = min(at.h + 4, 58)
        for i, spot in enumerate(at.line(3, side, -side // 5)):
            rock = spot.place(side, side, 0.5, 0.2 + 0.6 * (i % 2))
            outline = shapes.icon("rock" if i != 1 else "stone-pile")
            sprite.shape(rock.moved(0, 3), outline, SHADOW.alpha(0.5))
            sprite.shape(rock, shapes.CIRCLE if i != 1 else outline, Takara.BOULDER.darken(0.35).alpha(0.0))
            sprite.shape(rock, outline, fills.down(Takara.BOULDER.lighten(0.3), Takara.BOULDER.darken(0.55)))

    canvas.layer("boulders", box, paint, 8)
    canvas.mark("piece", box, "boulders")


def chest(canvas: Canvas, box: Box) -> None:
    """A locked chest."""

    def paint(sprite: Canvas, at: Box) -> None:
        outline = shapes.icon("chest-locked")
        sprite.shape(at.moved(0, 2), outline, WHITE.alpha(0.45))
        sprite.shape(at, outline, fills.down(Takara.RUST, Takara.WOOD_DARK.darken(0.3)))

    canvas.layer("chest", box.square(), paint, 4)
    canvas.mark("piece", box.square(), "chest")


def gem(canvas: Canvas, box: Box, found: bool = True) -> None:
    """A Stone of Legend: red and glowing, or the empty bed of one that nobody has found."""

    def paint(sprite: Canvas, at: Box) -> None:
        outline = shapes.icon("stone")
        body = shapes.regular(6, -90, 3)
        if not found:
            sprite.shape(at.moved(0, 1), outline, IVORY.alpha(0.35))
            sprite.shape(at, outline, Takara.TUNNEL_DARK.alpha(0.75))
            return
        sprite.glow(at.inset(at.w // 6, 1), body, Takara.STONE, 9, 0.85)
        sprite.shape(at.inset(at.w // 5, at.h // 14), body, Takara.STONE.darken(0.55))
        sprite.shape(at, outline, fills.down(Takara.STONE.lighten(0.45), Takara.STONE, Takara.STONE.darken(0.2)))
        sprite.rim(at, outline, 2, 0.6, 0.2)

    canvas.layer(("gem", found), box, paint, 24)
    canvas.mark("piece", box, "stone" if found else "stone hidden")


def token(canvas: Canvas, box: Box, text: str = "") -> None:
    """An XP token: silver, worth two."""
    pieces.coin(canvas, box, "", Takara.TURQUOISE)
    if text:
        canvas.text(box.outset(4, 0).moved(0, -1), text, LEAST, Takara.INK, align="centre")
    canvas.mark("piece", box, "token")
