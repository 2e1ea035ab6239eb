"""Where everything lies on the picture of Fractured Sky. The map is that of the components, lower than wide."""

from __future__ import annotations

from math import sqrt

from msgspec import Struct

from engines.fractured_sky.components import PLATFORMS, REGIONS
from engines.fractured_sky.view import View
from render.kit.box import Box, Point

WIDTH = 1200
HEIGHT = 1000
SIDE = 14
HEAD = Box(SIDE, 8, 1172, 66)
MAP = Box(SIDE, 80, 1172, 584)
TRAY = Box(SIDE, 668, 1172, 124)
SEATS = Box(SIDE, 798, 1172, 146)
STRIP = Box(SIDE, 950, 1172, 44)
ISLE = Box(0, 0, 206, 150)
ROOTS = 18
"""How far the rock hangs below an island."""
DISC = Box(0, 0, 70, 34)
OWN = Box(SIDE, 500, 172, 160)
"""What a seat alone knows of its chips: a corner of the map that is always free."""
DECK = Box(1040, 552, 146, 104)
"""The cards that are not in the tray this round: the other free corner."""


class Site(Struct, frozen=True):
    """A platform: its disc; the row right above it in which buildings stand; the narrower room above that."""

    disc: Box
    row: Box
    above: Box


CENTRES: dict[str, tuple[int, int]] = {
    "P1": (88, 264),
    "P2": (260, 472),
    "P3": (293, 264),
    "P4": (296, 152),
    "P5": (553, 472),
    "P6": (586, 264),
    "P7": (583, 618),
    "P8": (891, 472),
    "P9": (900, 168),
    "P10": (906, 264),
    "P11": (1076, 504),
    "P12": (1115, 264),
}
"""Middles of the discs: as in the components, but moved into the gaps between the islands."""
WIDTHS: dict[str, tuple[int, int, int]] = {
    "P1": (148, 0, 0),
    "P2": (208, 80, 90),
    "P3": (208, 70, 54),
    "P4": (70, 70, 27),
    "P5": (208, 90, 120),
    "P6": (208, 100, 150),
    "P7": (300, 300, 60),
    "P8": (208, 172, 60),
    "P9": (108, 108, 56),
    "P10": (200, 108, 56),
    "P11": (216, 216, 30),
    "P12": (166, 0, 0),
}
"""How wide the row over each disc is; width and height of the room above."""
ROW = 30


def isle(region: str) -> Box:
    """The ground of a region, without the rock below."""
    place = REGIONS[region]
    xs = [each.x for each in REGIONS.values()]
    ys = [each.y for each in REGIONS.values()]
    x = MAP.x + (place.x - min(xs)) * (MAP.w - ISLE.w) / (max(xs) - min(xs))
    y = MAP.y + (place.y - min(ys)) * (MAP.h - ISLE.h - ROOTS) / (max(ys) - min(ys))
    return Box(round(x), round(y), *ISLE.size)


def site(platform: str) -> Site:
    """A platform's place."""
    x, y = CENTRES[platform]
    row, w, h = WIDTHS[platform]
    disc = Box(x - DISC.w // 2, y - DISC.h // 2, *DISC.size)
    low = Box(x - row // 2, disc.y - ROW, row, ROW)
    return Site(disc, low, Box(x - w // 2, low.y - h, w, h))


ISLES = {region: isle(region) for region in REGIONS}
SITES = {platform: site(platform) for platform in PLATFORMS}


def head(platform: str, region: str) -> Point:
    """Where the bridge to that region leaves the rim of the platform's disc."""
    disc = SITES[platform].disc
    x, y = disc.point(0.5, 0.5)
    to_x, to_y = ISLES[region].point(0.5, 0.5)
    dx, dy = to_x - x, to_y - y
    radius, straight = disc.h / 2, disc.w / 2 - disc.h / 2
    share = radius / abs(dy) if dy else radius / abs(dx)
    if abs(dx) * share > straight:
        end = straight * abs(dx)
        square = dx * dx + dy * dy
        share = (end + sqrt(end * end - square * (straight * straight - radius * radius))) / square
    return x + dx * share, y + dy * share


class Tray(Struct, frozen=True):
    """The row below the map. objectives: empty alone."""

    public: Box
    secrets: tuple[Box, ...]
    objectives: tuple[Box, ...]


def tray(view: View) -> Tray:
    """Public card, secret slots, objectives."""
    if not view.objectives:
        public, *secrets = TRAY.columns(*[1.0] * (1 + len(view.secrets)), gap=12)
        return Tray(public, tuple(secrets), ())
    left, right = TRAY.columns(586, 1.0, gap=10)
    public, *secrets = left.columns(122, *[1.0] * len(view.secrets), gap=5)
    return Tray(public, tuple(secrets), right.columns(*[1.0] * len(view.objectives), gap=6))
