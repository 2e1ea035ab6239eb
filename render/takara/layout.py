"""Where everything lies on the pictures of Takara Island."""

from __future__ import annotations

from msgspec import Struct

from engines.takara.view import SLOTS
from render.kit.box import Box

WIDTH = 1200
PRIVATE_HEIGHT = 844

HEAD = 120
"""Sky and beach above the shafts, where pawns stand."""
BAND = 155
"""Height of a layer of rock: three slots."""
FOOT = 56
"""The room for the count below a shaft."""
PER_BAND = 3
DUG = 30
"""What needs less than this is a dug slot."""
WORLD = HEAD + BAND * PER_BAND + FOOT + 6
"""Height of village and section."""
STRIP = 56
LABEL = 128
"""Height of a player's label."""


class Shaft(Struct, frozen=True):
    """A tunnel in section. head: where pawns stand; sign: its number; well: the slots; foot: how many are left."""

    number: int
    head: Box
    sign: Box
    well: Box
    foot: Box

    @property
    def whole(self) -> Box:
        """From the sign to the foot."""
        return self.sign.join(self.well).join(self.foot)


class Section(Struct, frozen=True):
    """The island cut open."""

    box: Box
    shafts: tuple[Shaft, ...]

    @property
    def ground(self) -> int:
        """The row where the rock begins."""
        return self.shafts[0].well.y


class Town(Struct, frozen=True):
    """The village, seen from above."""

    box: Box
    forge: Box
    tavern: Box
    hospital: Box
    waiting: Box
    bank: Box
    deck: Box
    discard: Box
    beach: Box
    dock: Box


class Layout(Struct, frozen=True):
    """The public picture."""

    section: Section
    alarm: Box
    town: Town
    strip: Box
    camps: tuple[Box, ...]
    title: Box | None
    height: int


def section(box: Box, tunnels: int = 6, side: int = 19, gap: int = 29) -> Section:
    """The island in that box, with its shafts."""
    inner = box.trim(left=side, right=side)
    shafts = []
    for i, column in enumerate(inner.columns(*[1.0] * tunnels, gap=gap)):
        head, well, foot = column.trim(top=4).rows(HEAD - 4, BAND * PER_BAND, FOOT)
        pawns, sign = head.rows(1.0, 46)
        shafts.append(Shaft(i + 1, pawns, sign.place(sign.w - 4, 44, 0.5, 0.0), well, foot))
    return Section(box, tuple(shafts))


def town(box: Box) -> Town:
    """The village in that box."""
    inner = box.inset(20, 16)
    north, ill, middle, sand, sea = inner.rows(1.0, 96, 92, 62, 132, gap=6)
    forge, tavern = north.columns(1.15, 1.0, gap=8)
    hospital, waiting = ill.rows(1.0, 1.0, gap=4)
    bank, deck, discard = middle.columns(1.55, 1.0, 0.9, gap=6)
    return Town(box, forge, tavern, hospital, waiting, bank, deck, discard, sand, sea.outset(8, 0))


def public(players: int) -> Layout:
    """The public picture for so many players: labels two by two; with three the last place is free for the title."""
    lines = -(-players // 2)
    height = WORLD + STRIP + lines * (LABEL + 12) + 14
    page = Box(0, 0, WIDTH, height)
    world, strip, desk = page.rows(WORLD, STRIP, 1.0)
    left, right = world.columns(332, 1.0)
    alarm, village = left.trim(left=14, top=12, right=4, bottom=6).rows(84, 1.0, gap=8)
    rooms = desk.trim(left=16, top=12, right=16, bottom=14).grid(2, lines, 12)
    title = rooms[players] if players % 2 else None
    return Layout(section(right), alarm, town(village), strip.inset(14, 0), rooms[:players], title, height)


def private() -> Section:
    """The private picture: the island alone, as wide as the picture."""
    return section(Box(0, 0, WIDTH, WORLD), side=18, gap=26)


def slots(well: Box, wishes: tuple[tuple[int, int], ...]) -> tuple[Box, ...]:
    """The nine slots of a shaft: equal, unless something wishes to be higher.

    wishes: for each slot the height it wishes (0: it is content) and the least it can do with. Dug slots make room
    first, then the rest.
    """
    heights = [well.h / SLOTS] * SLOTS
    for dug in (True, False):
        more = [max(0.0, wish - height) for height, (wish, _) in zip(heights, wishes, strict=True)]
        spare = [
            max(0.0, height - least) if not wish and (least < DUG) is dug else 0.0
            for height, (wish, least) in zip(heights, wishes, strict=True)
        ]
        moved = min(sum(more), sum(spare))
        if moved:
            heights = [
                height + m * moved / sum(more) - s * moved / sum(spare)
                for height, m, s in zip(heights, more, spare, strict=True)
            ]
    boxes, y = [], float(well.y)
    for height in heights:
        boxes.append(Box(well.x, round(y), well.w, round(y + height) - round(y)))
        y += height
    return tuple(boxes)
