"""Aerion's open secrets in words: what lies in the piles (§12), and what a seat can do at any time."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from engines.aerion.components import CARD_IDS, noun
from engines.aerion.view import ColumnView, HellkiteView, View
from engines.kernel.text import Each, Noun, Text, each, text


def piles(view: View, column: int | None = None) -> Iterator[Text]:
    """§12 Each draw pile's contents and known tops, each discard pile, what left the game, lairs not yet seen.

    column: only that one's.
    """
    for shown in view.columns:
        if column in {None, shown.number}:
            yield from _column(shown)
    if column is None:
        out = text("aerion.cards.removed", n=sum(n for _, n in view.removed), cards=counted(view.removed))
        yield out if view.removed else text("aerion.cards.removed_none")
        if view.hellkite is not None:
            yield from _lairs(view.hellkite)


def _column(column: ColumnView) -> Iterator[Text]:
    yield text("aerion.cards.heading", column=column.number, label=column.label)
    slot = column.slot
    yield text("aerion.cards.display_empty") if slot is None else text("aerion.cards.display", card=noun(slot.id))
    draw = text("aerion.cards.draw", n=column.draw, cards=counted(column.contents))
    yield draw if column.draw else text("aerion.cards.draw_none")
    if column.known:
        yield text("aerion.cards.known", cards=each(map(noun, column.known)))
    discard = text("aerion.cards.discard", n=len(column.discard), cards=each(map(noun, reversed(column.discard))))
    yield discard if column.discard else text("aerion.cards.discard_none")


def _lairs(hellkite: HellkiteView) -> Iterator[Text]:
    unseen, covered = hellkite.unseen, sum(space.lair == "hidden" for space in hellkite.spaces)
    lairs = text("aerion.cards.lairs", n=covered, cards=_classes(unseen))
    yield lairs if covered else text("aerion.cards.lairs_none")
    yield text("aerion.cards.outposts", cards=_classes(hellkite.removed_outposts))


def _classes(ids: Iterable[str]) -> Each:
    return each(Noun(f"aerion.class.{shows}") for shows in ids)


def counted(cards: Iterable[tuple[str, int]]) -> Each:
    """Cards and how often each is there."""
    return each(noun(card) if n == 1 else text("aerion.cards.several", card=noun(card), n=n) for card, n in cards)


def powers(view: View, seat: int, *, usable: bool) -> Iterator[Text]:
    """What that seat can draw on at any time (R18, R20), whatever it is worth just now."""
    yield text("aerion.powers.title")
    own = view.seats[seat]
    yield text("aerion.powers.books", n=own.books)
    reserve = sorted((card.id for card in own.reserve), key=CARD_IDS.index)
    kept = text("aerion.powers.reserve", n=len(reserve), cards=each(map(noun, reserve)))
    yield kept if reserve else text("aerion.powers.reserve_none")
    if view.eggs is not None:
        yield text("aerion.powers.eggs", n=view.eggs.stack)
        if view.active != seat:
            yield text("aerion.powers.eggs_active")
    yield text("aerion.powers.usable" if usable else "aerion.powers.none")
