"""The round's end: every airship with its value, who ranked where in each region, and what each took (§14)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import pairwise

from msgspec import Struct

from engines.fractured_sky.view import AirshipView, Placing, RegionResult, Reveal
from render.fractured_sky import layout, things
from render.fractured_sky.head import turn_of_rounds
from render.fractured_sky.ranking import Rank, ranks, won
from render.fractured_sky.scene import BODY, FIGURES, LEAST, Scene, slab
from render.fractured_sky.tray import asks
from render.kit import pieces, shapes, type
from render.kit.box import Box
from render.kit.canvas import Canvas
from render.kit.palette import ACCENT, IVORY, NIGHT, Colour, FracturedSky
from render.kit.shapes import round_box

HEAD = 62
SEATS = 78
FIELD = 800
"""Greatest height of a column of regions, if ranks can be lower."""
LOWEST = 480
COLUMNS = 3
GAP = 8
TITLE = 48
"""Height of the head of a region."""
TALL = (74, 66, 60, 54, 48)
"""Heights of a rank, the largest first that finds room."""
LINE = 34
"""Height of a second line."""
LEFT = 98
"""Room for token and power."""
KINDS = ("gold", "iron", "wood")
PAWN = 40
SIGN = 28
CHIP = 34


class Part(Struct, frozen=True):
    """One thing in a rank: how wide it is, and how it is drawn."""

    width: int
    draw: Callable[[Canvas, Box], None]


class Card(Struct, frozen=True):
    """A region to be drawn."""

    result: RegionResult
    ranks: list[Rank]


def reveal(scene: Scene, shown: Reveal) -> Canvas:
    """Round, objective, secret starfalls; the regions from left to right, column by column; the seats' totals."""
    cards = [Card(result, ranks(result)) for result in shown.regions]
    width = (layout.WIDTH - 2 * layout.SIDE - (COLUMNS - 1) * GAP) // COLUMNS
    plans = (_plan(scene, cards, width, tall) for tall in TALL)
    plan = next((plan for plan in plans if plan.highest <= FIELD), _plan(scene, cards, width, TALL[-1]))
    canvas = Canvas(layout.WIDTH, 16 + HEAD + GAP + max(LOWEST, plan.highest) + GAP + SEATS)
    canvas.backdrop("fractured_sky_night")
    head, field, low = canvas.box.inset(layout.SIDE, 8).rows(HEAD, 1.0, SEATS, gap=GAP)
    _head(canvas, scene, head, shown)
    for column, place in zip(plan.columns, field.columns(*[width] * COLUMNS, gap=GAP), strict=False):
        y = place.y
        for i in column:
            box = Box(place.x, y, place.w, plan.heights[i])
            with canvas.at(f"region.{cards[i].result.region}"):
                _region(canvas, scene, box, shown, cards[i], plan.tall)
            y = box.bottom + GAP
    order = scene.order()
    for own, box in zip(order, low.columns(*[1.0] * len(order), gap=8), strict=True):
        with canvas.at(f"seat.{own.seat}"):
            _seat(canvas, scene, box, shown, own.seat)
    return canvas


class Plan(Struct, frozen=True):
    """How the cards lie. tall: height of a rank; heights: of each card; highest: of the columns."""

    tall: int
    heights: list[int]
    columns: list[range]
    highest: int


def _plan(scene: Scene, cards: list[Card], width: int, tall: int) -> Plan:
    heights = [_height(scene, card, width, tall) for card in cards]
    columns = _columns(heights)
    return Plan(tall, heights, columns, max(_sum(heights[i] for i in column) for column in columns))


def _sum(heights: Iterable[int]) -> int:
    """Of cards below one another."""
    every = list(heights)
    return sum(every) + GAP * (len(every) - 1)


def _columns(heights: list[int]) -> list[range]:
    """The cards, in their order, in columns of which the highest is as low as can be."""
    count = len(heights)
    splits = ((0, a, b, count) for a in range(1, count) for b in range(a, count))
    best = min(splits, key=lambda s: max(_sum(heights[i:k]) for i, k in pairwise(s)))
    return [range(i, k) for i, k in pairwise(best) if i < k]


def _two(scene: Scene, rank: Rank, width: int) -> bool:
    """Whether a rank needs two lines."""
    return LEFT + _wide(_parts(scene, rank)) + _wide(_gains(scene, rank.placing)) + 50 > width


def _height(scene: Scene, card: Card, width: int, tall: int) -> int:
    rows = [tall + (LINE if _two(scene, rank, width) else 0) for rank in card.ranks]
    stays = LINE if card.result.stars and not card.ranks else 0
    return TITLE + stays + sum(rows) + 4 * len(rows) + (6 if rows else 0)


def _head(canvas: Canvas, scene: Scene, box: Box, shown: Reveal) -> None:
    secret = 70 + 44 * len(shown.secrets)
    round_, objective, tray = box.columns(190, 1.0, secret, gap=8)
    turn_of_rounds(canvas, scene, round_, shown.round)
    with canvas.at("objective"):
        slab(canvas, objective)
        _objective(canvas, scene, objective.inset(14, 4), shown)
    with canvas.at("secrets"):
        slab(canvas, tray)
        star, *numbers = tray.inset(12, 0).columns(40, *[1.0] * len(shown.secrets), gap=4)
        canvas.icon(star.place(36, 36), "falling-star", FracturedSky.STAR)
        for region, spot in zip(shown.secrets, numbers, strict=True):
            pieces.option(canvas, spot.place(38, 38), scene.number(region), BODY)


def _objective(canvas: Canvas, scene: Scene, box: Box, shown: Reveal) -> None:
    if not shown.objective:
        canvas.text(box, scene.say("fractured_sky.picture.reveal"), BODY + 4, FracturedSky.INK, squeeze=0.8)
        return
    sign, words, seat, star = box.columns(44, 1.0, 50, 84, gap=8)
    canvas.icon(sign.place(40, 40), "trophy", FracturedSky.STAR)
    name, task = words.rows(1.0, 1.0)
    canvas.text(name, scene.say(f"fractured_sky.objective.{shown.objective}"), BODY, FracturedSky.INK, squeeze=0.75)
    most = scene.say("fractured_sky.picture.most", what=asks(scene, shown.objective))
    canvas.text(task, most, LEAST + 2, FracturedSky.INK_SOFT, "regular", squeeze=0.75)
    canvas.mark("piece", box, f"objective {shown.objective}")
    if shown.winner is None:
        canvas.icon(star.place(36, 36), "cancel", FracturedSky.INK_SOFT)
        return
    scene.pawn(canvas, seat.place(46, 46), shown.winner)
    glyph, count = star.columns(40, 1.0, gap=2)
    things.star(canvas, glyph.place(36, 36))
    canvas.text(count, "1", FIGURES, FracturedSky.STAR)


def _region(canvas: Canvas, scene: Scene, box: Box, shown: Reveal, card: Card, tall: int) -> None:
    """A plate in the colour of its ground: number, name, starfalls; below the ranks from the top."""
    result = card.result
    land = FracturedSky.LANDS[result.region].mix(FracturedSky.NIGHT_HIGH, 0.5)
    slab(canvas, box, land, 0.92)
    head, field = box.inset(8, 2).rows(TITLE - 4, 1.0)
    wide = 40 + type.measure(str(result.stars), FIGURES - 4, "bold") if result.stars else 0
    secret = 34 if result.region in shown.secrets else 0
    number, name, sign, stars = head.columns(40, 1.0, secret, wide, gap=5)
    pieces.option(canvas, number.place(38, 38), scene.number(result.region), BODY)
    title = scene.say(f"fractured_sky.region.{result.region}")
    canvas.text(name, title, BODY, FracturedSky.INK, squeeze=0.75)
    if secret:
        canvas.icon(sign.place(30, 30), "falling-star", FracturedSky.LIGHT)
    if result.stars:
        things.star(canvas, stars.place(34, 34, 0.0))
        canvas.text(stars, str(result.stars), FIGURES - 4, FracturedSky.STAR, align="right")
        canvas.mark("piece", stars, f"stars {result.stars}")
    if result.stars and not card.ranks:
        words = scene.say("fractured_sky.picture.stays")
        canvas.text(field.trim(left=46), words, LEAST + 2, FracturedSky.INK_SOFT, valign="top", squeeze=0.75)
        canvas.mark("piece", field, "stays")
    y = field.y
    for rank in card.ranks:
        two = _two(scene, rank, box.w)
        spot = Box(field.x, y, field.w, tall + (LINE if two else 0))
        with canvas.at(f"seat.{rank.seat}"):
            _rank(canvas, scene, spot, rank, two)
        y = spot.bottom + 4


def _rank(canvas: Canvas, scene: Scene, box: Box, rank: Rank, two: bool) -> None:
    """Token, power, what it is made of, what it took. The winner of starfalls has a golden edge."""
    placing = rank.placing
    won = placing is not None and placing.stars > 0

    def paint(sprite: Canvas, at: Box) -> None:
        tint = FracturedSky.PLATE if placing is not None else FracturedSky.NIGHT_HIGH
        sprite.rect(at, tint.alpha(0.85 if placing is not None else 0.5), 12)
        if won:
            sprite.glow(at, round_box(12), ACCENT, 6, 0.7)
            sprite.ring(at, round_box(12), 3, ACCENT)

    canvas.layer(("rank", placing is None, won), box, paint, 20)
    inner = box.inset(7, 3)
    pawn, power, rest = inner.columns(PAWN, 46, 1.0, gap=5)
    scene.pawn(canvas, pawn.place(PAWN, PAWN), rank.seat)
    ink = FracturedSky.INK if placing is not None else FracturedSky.INK_SOFT
    words = str(placing.power if placing is not None else 0)
    canvas.text(power, words, FIGURES, ink, align="centre", squeeze=0.8)
    parts, gains = rest.rows(1.0, 1.0) if two else (rest, rest)
    _line(canvas, parts, _parts(scene, rank), parts.x)
    took = _gains(scene, placing)
    _line(canvas, gains, took, gains.right - _wide(took))


def _line(canvas: Canvas, box: Box, parts: list[Part], x: int) -> None:
    for part in parts:
        part.draw(canvas, Box(x, box.y, part.width, box.h))
        x += part.width + 2


def _wide(parts: list[Part]) -> int:
    return sum(part.width + 2 for part in parts) - 2 if parts else 0


def _counted(name: str, n: int, ink: Colour, sign: Callable[[Canvas, Box], None], always: bool = True) -> Part:
    """A sign with its number; a single thing may do without."""

    def draw(canvas: Canvas, box: Box) -> None:
        sign(canvas, box.place(SIGN, SIGN, 0.0))
        if box.w > SIGN:
            canvas.text(box.trim(left=SIGN + 1), str(n), BODY, ink, squeeze=0.7)
        canvas.mark("piece", box, name)

    return Part(SIGN + (type.measure(str(n), BODY, "bold") + 2 if n > 1 or always else 0), draw)


def _gains(scene: Scene, placing: Placing | None) -> list[Part]:
    """Starfalls, resources, open picks, steps of a market card; a line for nothing."""
    if placing is None:
        return []
    ink, look = FracturedSky.INK, scene.look(placing.seat)
    parts: list[Part] = []
    if placing.stars:
        parts.append(_counted(f"took star {placing.stars}", placing.stars, FracturedSky.STAR, things.star))
    for kind, n in zip(KINDS, placing.gained, strict=True):
        if n:
            parts.append(_counted(f"took {kind} {n}", n, ink, _resource(kind), always=False))
    if placing.picks:
        parts.append(_counted(f"took pick {placing.picks}", placing.picks, ink, _pick, always=False))
    if placing.market and scene.view.seats[placing.seat].ai is not None:
        parts.append(
            _counted(
                f"took market {placing.market}",
                placing.market,
                ink,
                lambda canvas, box: things.building(canvas, box, look, "market"),
            )
        )
    return parts or [Part(22, _nothing)]


def _resource(kind: str) -> Callable[[Canvas, Box], None]:
    return lambda canvas, box: things.resource(canvas, box, kind)


def _nothing(canvas: Canvas, box: Box) -> None:
    canvas.text(box, "–", BODY + 4, FracturedSky.INK_SOFT, align="right")
    canvas.mark("piece", box, "took nothing")


def _pick(canvas: Canvas, box: Box) -> None:
    """A resource of choice."""

    def paint(sprite: Canvas, at: Box) -> None:
        sprite.shape(at, shapes.CIRCLE, FracturedSky.INK_SOFT)
        sprite.text(at, "?", max(LEAST, at.h - 6), FracturedSky.NIGHT_HIGH, align="centre")
        sprite.record.marks.clear()

    canvas.layer("pick", box, paint, 2)


def _parts(scene: Scene, rank: Rank) -> list[Part]:
    """Chips or tokens, with the printed value struck out where they count less; fortresses; skimmers."""
    look = scene.look(rank.seat)
    parts = [_airship(ship) for ship in rank.ships]
    if rank.fortresses:
        parts.append(
            _counted(
                f"fortress +{rank.fortresses}",
                rank.fortresses,
                IVORY,
                lambda canvas, box: things.building(canvas, box.inset(2, 0), look, "fortress"),
            )
        )
    if rank.skimmers:
        parts.append(
            _counted(
                f"skimmer +{rank.skimmers}",
                rank.skimmers,
                IVORY,
                lambda canvas, box: things.skimmer(canvas, box.inset(3), look),
            )
        )
    return parts


def _airship(ship: AirshipView) -> Part:
    value = ship.value or 0
    if ship.token is not None:
        low, high = ship.token
        return Part(54, lambda canvas, box: things.token(canvas, box.place(54, CHIP), low, high, value))
    printed = value if ship.printed is None else ship.printed
    less = value != printed

    def draw(canvas: Canvas, box: Box) -> None:
        things.chip(canvas, box.place(CHIP, CHIP, 0.0), printed, ship.rim, struck=less)
        if less:
            canvas.text(box.trim(left=CHIP + 1), str(value), BODY, FracturedSky.OVER, squeeze=0.8)
            canvas.mark("piece", box, f"counts {value}")

    return Part(CHIP + (18 if less else 0), draw)


def _seat(canvas: Canvas, scene: Scene, box: Box, shown: Reveal, seat: int) -> None:
    """Name, total of the chips with its penalty, starfalls in all and those of this round; a crown at the end."""
    own = scene.view.seats[seat]
    total, penalty = shown.totals[seat], shown.penalties[seat]
    best = bool(scene.view.ranks) and scene.view.ranks[seat] == 1
    tint = FracturedSky.PLATE.mix(scene.look(seat).colour, 0.42 if best else 0.3)
    slab(canvas, box, tint, 0.92, lit=best)
    inner = box.inset(10, 4)
    stars = 38 + type.measure(str(own.stars), FIGURES, "bold")
    pawn, middle, right = inner.columns(44, 1.0, stars, gap=6)
    scene.pawn(canvas, pawn.place(44, 44), seat)
    if best:
        canvas.icon(pawn.place(34, 34, 0.5, -0.55), "crown", ACCENT, rim=NIGHT)
    gained = won(shown, seat)
    star, more = right.rows(1.0, 28) if gained else (right, right)
    things.star(canvas, star.place(34, 34, 0.0))
    canvas.text(star, str(own.stars), FIGURES, FracturedSky.STAR, align="right")
    if gained:
        canvas.text(more, f"+{gained}", BODY, FracturedSky.STAR, align="right")
    name, sums = middle.rows(1.0, 1.0) if total is not None else (middle, middle)
    canvas.text(name, scene.name(seat), LEAST + 2, FracturedSky.INK, squeeze=0.85, instead="?")
    if total is not None:
        words = f"{total}/10" if not penalty else f"{total} −{penalty}"
        canvas.text(sums, words, BODY, FracturedSky.OVER if penalty else FracturedSky.INK_SOFT, squeeze=0.65)
        canvas.mark("piece", sums, f"total {total} penalty {penalty}")
