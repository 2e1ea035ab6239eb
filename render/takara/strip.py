"""How near the end is, and what happened last."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from engines.takara.components import CARDS, RULE, STONES, TOKEN, Kind
from engines.takara.view import Deed, Result, View
from render.kit import fills, pieces, type
from render.kit.box import Box
from render.kit.canvas import Canvas
from render.kit.palette import ACCENT, BAD, GOOD, IVORY, Colour, Takara
from render.kit.shapes import Shape, round_box
from render.takara import faces, signs
from render.takara.scene import FIGURES, LEAST, Scene


def alarm(canvas: Canvas, scene: Scene, box: Box) -> None:
    """Stones found, tunnels exhausted, and a warning when one more exhausted tunnel ends the game."""
    view = scene.view

    def paint(sprite: Canvas, at: Box) -> None:
        board = round_box(12)
        if view.warning:
            sprite.glow(at, board, ACCENT, 9, 1.0)
        sprite.solid(at, board, Takara.RUST if view.warning else Takara.WOOD, 6, 8, 0.5)
        sprite.texture(at.trim(bottom=8).inset(6), 9, 3, "board")
        sprite.ring(
            at.trim(bottom=6).inset(5),
            round_box(8),
            2,
            (ACCENT if view.warning else Takara.SAND).alpha(0.9 if view.warning else 0.5),
        )

    with canvas.at("alarm"):
        canvas.layer(("alarm", view.warning), box, paint, 24)
        stones, tunnels = box.trim(bottom=6).inset(14, 8).columns(104, 1.0, gap=18)
        for i, spot in enumerate(stones.line(STONES, 50, 2)):
            faces.gem(canvas, spot.place(52, 56), i < view.stones_found)
        canvas.mark("piece", stones, f"stones {view.stones_found}/{STONES}")
        lamps, count = tunnels.columns(1.0, 70, gap=6)
        for i, spot in enumerate(lamps.grid(3, 2, 4)):
            _mouth(
                canvas,
                spot.place(32, 30),
                "lit" if i < view.exhausted else "next" if view.warning and i == view.exhausted else "",
            )
        canvas.text(
            count,
            f"{view.exhausted}/{RULE.tunnels}",
            FIGURES + 2,
            ACCENT.lighten(0.3) if view.warning else Takara.LINEN,
            align="right",
            halo=Takara.WOOD_DARK.darken(0.3),
        )
        if view.warning:
            canvas.mark("piece", lamps, "warning")


def _mouth(canvas: Canvas, box: Box, state: str) -> None:
    """The mouth of a tunnel: open, walled up, or the next to go."""

    def paint(sprite: Canvas, at: Box) -> None:
        outline = ARCH
        body = at.inset(2, 1)
        if state == "next":
            sprite.glow(body, outline, ACCENT, 7, 1.0)
        sprite.sunk(body, outline, Takara.TUNNEL_DARK, 3, 0.5)
        if state == "lit":
            sprite.shape(body, outline, fills.down(BAD.lighten(0.25), BAD))
            for start, end in (((0.25, 0.3), (0.75, 0.7)), ((0.75, 0.3), (0.25, 0.7))):
                sprite.line((body.point(*start), body.point(*end)), Takara.LINEN, 4)
        sprite.ring(body, outline, 3, ACCENT if state == "next" else Takara.SAND.alpha(0.8))

    canvas.layer(("mouth", state), box, paint, 20)
    canvas.mark("piece", box, f"mouth {state or 'open'}")


# ---- the last turn


def strip(canvas: Canvas, scene: Scene, box: Box) -> None:
    """Deeds in reading order, the newest at the right, then whose turn it is; the oldest deeds give way."""
    pieces.panel(canvas, box, fills.down(Takara.LINEN, Takara.PARCHMENT), 12)
    seats = _called(scene.view)
    day = 34 + type.measure(str(scene.view.turn), LEAST, "bold")
    inner, tab = box.trim(left=16).columns(1.0, day + 66 + (SEAT + 4) * len(seats), gap=14)
    inner = inner.inset(0, 6)
    with canvas.at("day"):
        _tab(canvas, scene, tab, day, seats)
    parts = [_Deed(deed, scene) for deed in scene.view.deeds]
    shown = _newest(parts, inner.w)
    x, seat = inner.x, None
    with canvas.at("strip"):
        if len(shown) < len(parts):
            canvas.text(Box(x, inner.y, 36, inner.h), type.ELLIPSIS, LEAST + 6, Takara.SEPIA)
            x += 44
        for deed in shown:
            if deed.seat != seat:
                scene.pawn(canvas, Box(x, inner.y, SEAT, inner.h).square(), deed.seat)
                x, seat = x + SEAT + 8, deed.seat
            elif deed is not shown[0]:
                canvas.circle(Box(x - BREAK // 2 - 1, inner.y + inner.h // 2 - 3, 6, 6), Takara.SEPIA.alpha(0.45))
            deed.draw(canvas, Box(x, inner.y, deed.width, inner.h))
            x += deed.width + BREAK
        if not parts:
            for i in range(5):
                canvas.icon(
                    Box(x + i * 60, inner.y, inner.h, inner.h),
                    ("compass", "pick", "lantern", "map", "chest")[i],
                    Takara.SEPIA.alpha(0.25),
                    quiet=True,
                )


def _called(view: View) -> tuple[int, ...]:
    """Whom the end of the strip names: the player to move, at the end those who have won."""
    if view.result is None:
        return (view.active,)
    if view.result == "no_stone":
        return ()
    return tuple(player.seat for player in view.players if view.ranks[player.seat] == 1)


def _tab(canvas: Canvas, scene: Scene, box: Box, day: int, seats: tuple[int, ...]) -> None:
    """The number of the turn, and who is called."""

    def paint(sprite: Canvas, at: Box) -> None:
        sprite.rect(at, fills.down(Takara.RUST, Takara.RUST_DARK), 12)
        sprite.rim(at, round_box(12), 2, 0.3, 0.3)

    canvas.layer("tab", box, paint, 4)
    turn, rest = box.inset(12, 6).columns(day, 1.0, gap=8)
    canvas.icon(turn.place(28, 28, 0.0, 0.5), "sun", Takara.SAND)
    canvas.text(turn, str(scene.view.turn), LEAST, IVORY, align="right")
    sign, *spots = rest.columns(32, *[SEAT] * len(seats), gap=6)
    over = scene.view.result is not None
    canvas.icon(sign.place(32, 32), "crown" if over and seats else "skull" if over else "flag", ACCENT)
    for seat, spot in zip(seats, spots, strict=True):
        scene.pawn(canvas, spot.place(SEAT, SEAT), seat)


ARCH = Shape("polygon", 3, ((0.0, 1.0), (0.0, 0.38), (0.2, 0.08), (0.5, 0.0), (0.8, 0.08), (1.0, 0.38), (1.0, 1.0)))
"""The mouth of a tunnel."""
SEAT = 44
ICON = 40
BREAK = 24
GAP = 6
NUMBER = 34
"""Room for the number of a tunnel."""


class _Deed:
    """One deed on the strip: its parts and how wide it is."""

    def __init__(self, deed: Deed, scene: Scene) -> None:
        self.seat = deed.seat
        self.deed = deed
        self.results = list(_results(deed))
        self.width = ICON + (NUMBER if deed.tunnel else 0)
        self.width += sum(_width(sign, words) + GAP for sign, words, _ in self.results)

    def draw(self, canvas: Canvas, box: Box) -> None:
        """Icon, number of the tunnel, results."""
        with canvas.at(self.deed.verb):
            spot = Box(box.x, box.y, ICON, box.h)
            canvas.icon(spot.place(ICON, ICON), _sign(self.deed), Takara.INK)
            x = spot.right
            if self.deed.tunnel:
                pieces.option(canvas, Box(x - 3, box.y, 36, box.h).place(36, 36), self.deed.tunnel, LEAST)
                x += NUMBER
            for sign, words, tone in self.results:
                x += GAP
                room = Box(x, box.y, _width(sign, words), box.h)
                icon = room.place(36, 36, 0.0, 0.5)
                if sign == "coin":
                    pieces.coin(canvas, icon)
                    canvas.mark("piece", icon, "coin")
                elif sign == "token":
                    faces.token(canvas, icon, str(TOKEN.value))
                elif sign == "stone":
                    faces.gem(canvas, icon)
                elif sign:
                    canvas.icon(icon, sign, tone)
                if words:
                    canvas.text(room.trim(left=40 if sign else 0), words, 32, Takara.INK)
                x = room.right


def _newest(parts: list[_Deed], room: int) -> list[_Deed]:
    """As many of the last deeds as find room, with a pawn wherever another seat begins, and an ellipsis before them."""
    for first in range(len(parts)):
        shown = parts[first:]
        seats = 1 + sum(a.seat != b.seat for a, b in pairwise(shown))
        wide = sum(deed.width + BREAK for deed in shown) + seats * (SEAT + 8) - BREAK
        if wide + (44 if first else 0) <= room:
            return shown
    return []


def _sign(deed: Deed) -> str:
    """The deed's icon; the specialist's own if one was hired."""
    hired = (signs.SPECIALISTS[result.card] for result in deed.results if result.kind == "specialist")
    return next(hired, signs.DEEDS[deed.verb])


def _width(sign: str, words: str) -> int:
    return (36 if sign else 0) + (4 + type.measure(words, 32, "bold") if words else 0)


def _results(deed: Deed) -> Iterator[tuple[str, str, Colour]]:
    """Icon, number and tint of each result; what another result tells already is left out."""
    for result in deed.results:
        if (shown := _result(result)) is not None:
            yield shown


def _result(result: Result) -> tuple[str, str, Colour] | None:
    match result.kind:
        case "kara":
            return "coin", f"{result.n:+d}".replace("-", "−"), Takara.INK
        case "xp":
            return "scroll", f"{result.n:+d}".replace("-", "−"), Takara.RUST
        case "token":
            return "token", "+1", Takara.INK
        case "injured":
            return "health", f"×{result.n}" if result.n > 1 else "", BAD
        case "card" | "removed" | "slain":
            kind = CARDS[result.card].kind if result.card in CARDS else None
            if kind in (Kind.GALLERY, Kind.XP, Kind.STONE) and result.kind == "card":
                return None
            sign = signs.of_card(result.card)
            return sign, "", Takara.MONSTER if kind is Kind.MONSTER else Takara.INK
        case "treasure":
            return signs.TREASURES[result.card], "", Takara.RUST_DARK
        case "stone":
            return "stone", "", Takara.STONE
        case "wound":
            return ("heart-broken", f"−{result.n}", Takara.MONSTER) if result.n else None
        case "seen":
            return "eye", str(result.n), Takara.INK
        case "recruited":
            return "meeple", "+1", GOOD
        case "healed":
            return "heart-plus", f"+{result.n}", GOOD
        case "ended":
            return "flag", "", Takara.INK
        case _:
            return None
