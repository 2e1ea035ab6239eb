"""Where everything lies on the picture of Aerion."""

from __future__ import annotations

from msgspec import Struct

from engines.aerion.view import View
from render.kit.box import Box

WIDTH = 1200
HIGHEST = 1000
SIDE = 14
GAP = 8


class Column(Struct, frozen=True):
    """A column. sign: its number and its hourglass; banner: the combination; card: the display; draw, discard."""

    number: int
    box: Box
    sign: Box
    banner: Box
    card: Box
    draw: Box
    discard: Box


class Heights(Struct, frozen=True):
    """How high the rows are, from the top: roomy, or with one row more."""

    head: int
    columns: int
    dice: int
    fleet: int
    yard: int
    harbour: int
    strip: int


ROOMY = Heights(60, 368, 160, 156, 138, 0, 52)
FULL = Heights(56, 340, 122, 144, 122, 114, 48)


class Layout(Struct, frozen=True):
    """The picture. Parts of expansions that are not in play are None.

    workshops: by id; pulpits, reserves, payrolls: by seat (a shared payroll stands under 0); estates: what belongs to
    one seat, by seat.
    """

    height: int
    head: Box
    columns: tuple[Column, ...]
    dice: Box
    ships: tuple[Box, ...]
    flagship: Box | None
    workshops: dict[str, Box]
    pulpits: tuple[Box, ...]
    reserves: tuple[Box, ...]
    estates: tuple[Box, ...]
    payrolls: tuple[Box, ...]
    clouds: Box | None
    hellkite: Box | None
    piers: Box | None
    eggs: Box | None
    strip: Box


def plan(view: View) -> Layout:
    """The picture of that game: the same from its first turn to its last."""
    extras = _extras(view)
    alone = len(view.seats) == 1
    yard = [210, 210, 100, 150] if alone else [408, 190, 408]
    below = view.hellkite is not None or sum(yard) + sum(extras.values()) + 10 * (len(yard) + len(extras)) > WIDTH - 40
    tall = FULL if below and extras else ROOMY
    rows = [tall.head, tall.columns, tall.dice, tall.fleet, tall.yard, *([tall.harbour] if tall.harbour else [])]
    gap = 6 if tall.harbour else GAP
    height = sum(rows) + tall.strip + gap * len(rows) + 16
    head, columns, dice, fleet, low, *rest = Box(SIDE, 8, WIDTH - 2 * SIDE, height - 16).rows(
        *rows, tall.strip, gap=gap
    )
    harbour, strip = (rest[0], rest[1]) if tall.harbour else (None, rest[0])
    flagship = None
    if view.flagship is not None:
        fleet, flagship = fleet.columns(1.0, 382, gap=10)
    parts = {} if tall.harbour else extras
    estate, spots = _share(low, yard, parts)
    if harbour is not None:
        _, spots = _share(harbour, [], extras)
    workshops, pulpits, reserves, estates = _yard(view, estate)
    return Layout(
        height,
        head,
        tuple(_column(i + 1, box) for i, box in enumerate(columns.columns(*[1.0] * 6, gap=10))),
        dice,
        fleet.columns(*[1.0] * 6, gap=4),
        flagship,
        workshops,
        pulpits,
        reserves,
        estates,
        tuple(spots[name] for name in spots if name.startswith("payroll")),
        spots.get("clouds"),
        spots.get("hellkite"),
        spots.get("piers"),
        spots.get("eggs"),
        strip,
    )


def _extras(view: View) -> dict[str, int]:
    """What expansions bring beside ships and columns, and how wide each must be."""
    extras: dict[str, int] = {}
    if view.clouds is not None and not view.clouds.cover:
        extras["clouds"] = 172
    if view.hellkite is not None:
        extras["hellkite"] = 556
    if view.piers is not None:
        extras["piers"] = 150
        seats = 1 if view.piers.payroll is not None else len(view.seats)
        extras |= {f"payroll.{seat}": 82 for seat in range(seats)}
    if view.eggs is not None:
        extras["eggs"] = 82
    return extras


def _share(row: Box, yard: list[int], extras: dict[str, int]) -> tuple[tuple[Box, ...], dict[str, Box]]:
    """The row for yard and extras: everything grows alike, extras to half as much again, the rest is left free."""
    least = [*yard, *extras.values()]
    gaps = 10 * (len(least) - 1)
    grown = min((row.w - gaps) / sum(least), 10.0 if yard else 1.45)
    wide = [int(width * grown) for width in least]
    row = row.place(sum(wide) + gaps, row.h)
    boxes = row.columns(*wide, gap=10)
    return boxes[: len(yard)], dict(zip(extras, boxes[len(yard) :], strict=True))


def _yard(
    view: View, boxes: tuple[Box, ...]
) -> tuple[dict[str, Box], tuple[Box, ...], tuple[Box, ...], tuple[Box, ...]]:
    """Workshops by id, pulpits and reserves by seat, and the estates of two seats."""
    if len(view.seats) == 1:
        first, second, pulpit, reserve = boxes
        return {"ws1": first, "ws2": second}, (pulpit,), (reserve,), ()
    left, middle, right = boxes
    shop, pulpit, reserve = left.columns(192, 84, 1.0, gap=4)
    reserve_, pulpit_, shop_ = right.columns(1.0, 84, 192, gap=4)
    own = {one.owner: one.id for one in view.workshops}
    return {own[0]: shop, own[None]: middle, own[1]: shop_}, (pulpit, pulpit_), (reserve, reserve_), (left, right)


def _column(number: int, box: Box) -> Column:
    sign, rest = box.rows(36, 1.0)
    banner, card, piles = rest.moved(0, -4).trim(bottom=-4).rows(70, 1.0, 78, gap=6)
    draw, discard = piles.inset(6, 0).columns(1.0, 1.0, gap=10)
    return Column(number, box, sign, banner, card, draw, discard)
