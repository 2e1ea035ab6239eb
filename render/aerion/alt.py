"""The picture in one breath: what a player would want to hear first, then the rest, as far as there is room."""

from __future__ import annotations

from collections.abc import Iterator

from engines.aerion.components import noun
from engines.aerion.view import SeatView, ShipView, View
from engines.kernel.text import Noun, Param, Text, Who, each, text
from render.aerion.board import (
    cards,
    deed_line,
    dice_line,
    display,
    expansion_lines,
    flagship_line,
    goals_line,
    reserve,
    space_line,
    stopped_line,
    title,
    workshop_line,
)
from render.kit.words import Words, fitting


def alt(view: View, words: Words, *, whole: bool = False) -> str:
    """Whose turn and phase, dice, what can be taken, display, workshops, missing ships, goals, clock, the rest.

    Where that is too long, what counts least gives way. Of a search it tells what lies in the pile; whole: of the
    whole board, which is the same for everybody.
    """
    parts = [(weight, words.say(part).replace("**", "")) for weight, part in _parts(view, whole=whole)]
    return fitting(parts)


def _parts(view: View, *, whole: bool) -> Iterator[tuple[int, Text]]:
    """What is told, in reading order; the smaller the number before it, the more it counts."""
    if view.search is not None and not whole:
        yield 0, text("aerion.alt.search", who=Who(view.active), column=view.search.column)
        yield 0, text("aerion.alt.found", cards=cards(view.search.cards))
        return
    yield 0, title(view, "alt")
    if view.result is None:
        yield 0, dice_line(view)
        if view.eggs is not None and view.eggs.duty:
            yield 0, text("aerion.board.duty")
        if view.rolled:
            yield 0, _takeable(view)
        if view.hellkite is not None and view.hellkite.stopped:
            yield 1, stopped_line(view.hellkite)
    for column in view.columns:
        yield 1, text("aerion.alt.column", column=column.number, label=column.label, card=display(column),
                      draw=column.draw)  # fmt: skip
    for shop in view.workshops:
        yield 2, workshop_line(view, shop)
    for own in view.seats:
        if own.books or own.reserve or own.payroll:
            yield 3, _seat(own)
    flying = [ship.number for ship in view.ships if ship.built]
    yield 1, text("aerion.alt.flying", ships=each(flying) if flying else text("aerion.board.nothing"))
    wanted = [_wanted(ship) for ship in view.ships if not ship.built]
    if wanted and view.result is None:
        yield 2, text("aerion.alt.wanted", ships=each(wanted))
    if view.flagship is not None and not view.flagship.flies:
        yield 4, flagship_line(view.flagship)
    yield 0, goals_line(view)
    yield 0, text("aerion.board.clock", left=view.left)
    if view.hellkite is not None and view.result is None:
        yield 5, text("aerion.board.hellkite", space=view.hellkite.pawn)
        yield 5, space_line(view.hellkite, view.hellkite.spaces[view.hellkite.pawn - 1])
    for line in expansion_lines(view):
        yield 6, line
    for deed in view.deeds[len(view.deeds) - view.deeds_now :][-2:]:
        yield 4, deed_line(view, deed)


def _wanted(ship: ShipView) -> Text:
    """A ship that is still to be built: whose it is, its material and crew; its blueprint goes without saying."""
    needs = {"material": noun(ship.material), "crew": noun(ship.crew), "name": Noun(f"aerion.ship.{ship.id}")}
    if ship.owner is None:
        return text("aerion.alt.ship", ship=ship.number, **needs)
    return text("aerion.alt.ship_of", ship=ship.number, who=Who(ship.owner), **needs)


def _seat(own: SeatView) -> Text:
    """Books, reserve and payroll of a seat, as far as there are any."""
    held = []
    if own.books:
        held.append(text("aerion.board.books", n=own.books))
    if own.reserve:
        held.append(reserve(own))
    if own.payroll:
        held.append(text("aerion.board.payroll", n=own.payroll))
    return text("aerion.alt.seat", who=Who(own.seat), things=each(held))


def _takeable(view: View) -> Text:
    """The cards that can be acquired now."""
    here: list[Param] = [
        text("aerion.alt.here", column=column.number)
        for column in view.columns
        if column.met and column.status == "take"
    ]
    return text("aerion.alt.take", columns=each(here)) if here else text("aerion.alt.take_none")
