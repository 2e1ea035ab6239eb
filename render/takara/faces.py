"""Faces and backs of the tunnel cards, and the small things printed on them."""

from __future__ import annotations

from engines.takara.components import CARDS, DATA, Kind, TunnelCard
from engines.takara.view import CardView
from render.kit import fills, pieces, shapes
from render.kit.box import Box
from render.kit.canvas import Canvas
from render.kit.fills import Gradient
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
FULL = 102
"""From this height on a monster has room for its name."""
FAIR = 70
"""From this height on its figure, hearts and rewards stand as usual."""
SECRET, SHOWN = 0.34, 0.14
"""How far the paper of a card is dimmed that one player knows, or that was shown at the end."""
WIDE = 130
"""A card with more room inside than this lies on the private picture, whose shafts are wider."""
MOST = 4
"""Hearts of the toughest monster."""
TINY = 20
"""Smallest heart where there is a choice."""
REWARD = 44
"""Coin and scroll of a monster."""


def wish(card: CardView | None) -> tuple[int, int]:
    """The height a slot wishes, and the least it can do with; None is a dug slot."""
    if card is None:
        return 0, 18
    if card.card is None:
        return 0, 36
    return (118, 50) if CARDS[card.card].kind is Kind.MONSTER else (0, 42)


def card(canvas: Canvas, scene: Scene, box: Box, shown: CardView) -> None:
    """A tunnel card as this viewer sees it."""
    if shown.card is None:
        back(canvas, box, shown.layer)
        return
    secret = shown.known and not shown.up
    dim = 0.0 if shown.up else SECRET if secret else SHOWN
    face(canvas, scene, box, CARDS[shown.card], shown.wounds, dim, secret)


def back(canvas: Canvas, box: Box, layer: str) -> None:
    """Face down: the layer's colour, and its skulls."""
    hi, lo, ink = COLOURS[layer]
    pieces.card_back(canvas, box, fills.down(hi, lo), hi.lighten(0.35), "skull", SKULLS[layer], ink)
    canvas.mark("piece", box, f"back {layer}")


def eye(canvas: Canvas, box: Box) -> None:
    """Face down for the others: this viewer's own knowledge."""
    disc = box.square()
    canvas.circle(disc, Takara.DEEP_DARK)
    canvas.icon(disc.inset(disc.w // 9), "eye", IVORY)


def face(
    canvas: Canvas, scene: Scene, box: Box, shown: TunnelCard, wounds: int = 0, dim: float = 0.0, secret: bool = False
) -> None:
    """Face up; `dim` darkens the paper and leaves figures and numbers alone, `secret` adds an eye."""
    hi, lo, _ = COLOURS[shown.layer]
    edge = hi.mix(lo, 0.4)
    canvas.mark("piece", box, f"card {shown.id}")
    inner = box.inset(6, 4)
    if shown.kind is Kind.MONSTER:  # too large for its shaft
        monster(canvas, scene, box.outset(7, 1), shown, wounds, dim, secret)
        return
    if shown.kind is Kind.STONE:
        paper = fills.down(Takara.DEEP.darken(0.2), Takara.DEEP_DARK)
        pieces.card(canvas, box, paper, Takara.STONE)
    else:
        pieces.card(canvas, box, paper_of(shown, dim), edge)
    if secret:
        inner, spot = inner.columns(1.0, 34 if inner.w > WIDE else 28, gap=2)
        eye(canvas, spot)
    match shown.kind:
        case Kind.ROCKFALL:
            boulders(canvas, inner)
        case Kind.CHEST:
            chest(canvas, inner)
        case Kind.STONE:
            gem(canvas, inner.square())
        case Kind.GALLERY:
            pieces.amount(canvas, inner, "coin", str(shown.kara), 38, Takara.INK, align="centre")
        case Kind.XP:
            room = inner.trim(right=26) if shown.injury else inner
            _experience(canvas, room, str(shown.xp))
            if shown.injury:
                canvas.icon(inner.place(26, 26, 1.0, 0.5), "health", BAD)


def _experience(canvas: Canvas, box: Box, xp: str) -> None:
    """XP beside its scroll, or upon it where there is little room."""
    if box.w >= 64:
        pieces.amount(canvas, box, "scroll", xp, 36, Takara.INK, Takara.RUST, align="centre")
    else:
        scroll(canvas, box.place(36, min(40, box.h)), xp, 30)


def paper_of(shown: TunnelCard, dim: float) -> Gradient:
    """The ground of a face, dimmed."""
    match shown.kind:
        case Kind.MONSTER:
            colours = (Takara.PARCHMENT_LIGHT, Takara.PARCHMENT.mix(Takara.MONSTER, 0.16))
        case Kind.ROCKFALL:
            colours = (Takara.ROCK.lighten(0.35), Takara.ROCK.darken(0.15))
        case Kind.CHEST:
            colours = (Takara.SAND, Takara.SAND_DARK)
        case _:
            colours = (Takara.PARCHMENT_LIGHT, Takara.PARCHMENT)
    return fills.down(*(colour.mix(Takara.DEEP, dim) for colour in colours))


def monster(
    canvas: Canvas, scene: Scene, box: Box, shown: TunnelCard, wounds: int, dim: float = 0.0, secret: bool = False
) -> None:
    """Red frame, name, figure and hearts, rewards; where there is little room the figure stands for the name."""
    pieces.card(canvas, box, paper_of(shown, dim), Takara.MONSTER, frame=5)
    inner = box.inset(8, 6)
    if box.h < FAIR:
        _low(canvas, inner, shown, wounds, secret)
        return
    called = scene.say(f"takara.picture.monster.{shown.monster}")
    if inner.w > WIDE:
        head, low = inner.rows(min(32, inner.h - REWARD + 4), 1.0)
        figure, name, spot = head.columns(30, 1.0, 30, gap=3)
        rewards, hearts = (2 * REWARD + 6 if shown.kara else REWARD), 24 * min(shown.life, MOST - 1)
        low = low.place(min(low.w, rewards + 14 + hearts), low.h)
        reward, life = low.columns(rewards, 1.0, gap=8)
        if secret:
            eye(canvas, spot)
    else:
        name, rest = inner.rows(28 if box.h >= FULL else 0, 1.0, gap=1)
        middle, reward = rest.rows(1.0, min(REWARD, rest.h - 24))
        figure, life = middle.columns(34 if shown.life < MOST else 24, 1.0, gap=2)
        if secret:  # the name tells whose place the eye takes
            eye(canvas, figure)
    if not (secret and inner.w <= WIDE and name.h):
        canvas.icon(figure, signs.figure(shown), Takara.MONSTER.darken(0.25))
    if name.h:
        canvas.text(name, called, LEAST, Takara.INK, align="centre", squeeze=0.72)
    _life(canvas, life, shown.life, wounds)
    bounty(canvas, reward, shown.kara, shown.xp)


def _life(canvas: Canvas, box: Box, total: int, lost: int) -> None:
    """Hearts side by side, or in two rows where a row would make them tiny."""
    side = min(24, box.h, box.w // total - 1)
    if side >= TINY or box.h < 2 * TINY:
        pieces.hearts(canvas, box, total, lost, side)
        return
    upper = -(-total // 2)
    whole, torn = box.place(box.w, 2 * TINY + 2).rows(1.0, 1.0, gap=2)
    pieces.hearts(canvas, whole, upper, max(0, lost - total + upper), TINY)
    pieces.hearts(canvas, torn, total - upper, min(lost, total - upper), TINY)


def _low(canvas: Canvas, box: Box, shown: TunnelCard, wounds: int, secret: bool) -> None:
    """A monster in a slot of usual height: a faint figure behind hearts and rewards."""
    top, low = box.rows(1.0, 1.15)
    canvas.icon(box.place(box.h, box.h), signs.figure(shown), Takara.MONSTER.alpha(0.2))
    if secret:
        eye(canvas, box.place(26, 26, 1.0, 0.0))
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
    side = min(box.h + 2, REWARD)
    spots = box.line(2 if kara else 1, side, 6)
    if kara:
        coin = spots[0].place(side, side)
        pieces.coin(canvas, coin)
        canvas.text(coin.inset(4, 0).moved(0, -1), str(kara), 36, Takara.INK, align="centre", squeeze=0.76)
        canvas.mark("piece", coin, "coin")
    scroll(canvas, spots[-1].place(side, side), str(xp), 36)


def scroll(canvas: Canvas, box: Box, text: str, size: int) -> None:
    """XP: a rust-red scroll with a pale number, dark where a coin is bright."""

    def paint(sprite: Canvas, at: Box) -> None:
        roll = max(6, at.h // 6)
        sheet = at.inset(3, roll // 2)
        sprite.shadow(sheet, round_box(3), 4, 3, 0.45)
        sprite.rect(sheet, fills.down(Takara.RUST_DARK, Takara.RUST, Takara.RUST.darken(0.1), Takara.RUST_DARK), 2)
        for y in (at.y, at.bottom - roll):
            end = Box(at.x, y, at.w, roll)
            sprite.rect(end, fills.down(Takara.RUST.lighten(0.45), Takara.RUST, Takara.RUST_DARK), roll // 2)
            sprite.rim(end, round_box(roll // 2), 1, 0.5, 0.4)

    canvas.layer("scroll", box, paint, 12)
    canvas.text(box.outset(2, 0), text, size, IVORY, align="centre", squeeze=0.8)
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
    """A Stone of Legend: red, cut and glowing with a pale rim, or the hollow of one that nobody has found."""

    def paint(sprite: Canvas, at: Box) -> None:
        outline = shapes.icon("stone")
        body = shapes.regular(6, -90, 3)
        if not found:
            bed = at.inset(at.w // 6, at.h // 14)
            sprite.shape(bed, body, Takara.TUNNEL_DARK.alpha(0.5))
            sprite.shape(at, outline, Takara.TUNNEL_DARK.alpha(0.4))
            sprite.ring(bed, body, 3, IVORY.alpha(0.5))
            return
        sprite.glow(at.inset(at.w // 6, 1), body, Takara.STONE, 9, 0.85)
        sprite.shape(at.inset(at.w // 5 - 4, at.h // 14 - 4), body, IVORY)
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
