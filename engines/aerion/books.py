"""Books and what they open (§8): rerolls, cards that come back, and the reserve."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any, TypeAlias

from engines.aerion.components import BOOK, COLUMNS, RULE, noun
from engines.aerion.moments import in_play
from engines.aerion.naming import circled, column_words, place_brief, place_noun
from engines.aerion.places import RESERVE, place, places
from engines.aerion.state import (
    DICE_MARK,
    Card,
    State,
    T,
    pile_mark,
    place_mark,
    pulpit_mark,
    record,
    recoverable,
    spend_book,
    who,
)
from engines.aerion.view import Deed
from engines.kernel.decision import Made, Option, Pick, Stage, Steps, offer
from engines.kernel.text import Text, Who, each, text

Placed: TypeAlias = tuple[str, int, str]
"""A card of the reserve, the column to which it belongs, and where it goes."""

NAMED = 3
"""Kinds of cards that a discard pile's label names."""

# ---- The pulpit ----------------------------------------------------------------------------------------------------


def pulpit_full(state: State, seat: int) -> bool:
    """R12 The pulpit of that seat has no room for another Book; several are left when the room shrinks again (R30)."""
    unlimited = any(expansion.pulpit_unlimited(state) for expansion in in_play(state))
    return not unlimited and state.players[seat].books >= RULE.pulpit_books


def why_not_book(state: State, seat: int) -> Text | None:
    """§8 The own pulpit has a Book."""
    return None if state.players[seat].books else text("aerion.why.no_book")


# ---- Rerolls -------------------------------------------------------------------------------------------------------


def ask_use_book_reroll(t: T) -> Pick[None]:
    """§8 `use_book_reroll`."""
    seat = t.state.active
    label = text("aerion.use_book_reroll.label", n=book_rerolls(t.state))
    why_not = why_not_book(t.state, seat)
    prompt = text("aerion.use_book_reroll.ask")
    return offer(seat, "use_book_reroll", prompt, label, refused=why_not, at=pulpit_mark(seat))


def book_rerolls(state: State) -> int:
    """§8 How many rerolls a Book gives."""
    return RULE.book_rerolls + sum(expansion.more_rerolls(state) for expansion in in_play(state))


def use_book_reroll(t: T) -> None:
    """§8 The Book leaves the game; so many free rerolls more, of this turn only (R13)."""
    seat, rerolls = t.state.active, book_rerolls(t.state)
    spend_book(t.state, seat)
    t.state.free_rerolls += rerolls
    record(t, Deed(seat, "use_book_reroll", card=BOOK, n=rerolls))
    t.tell("aerion.use_book_reroll.done", at=(pulpit_mark(seat), DICE_MARK), who=who(t), n=rerolls)


# ---- Recovery ------------------------------------------------------------------------------------------------------


def ask_book_recover(t: T, seat: int, *, optional: bool = False) -> Steps:
    """§8 `book_recover`: a discard pile, then one or two of its cards, the first named on top (R16)."""
    state, most = t.state, most_recovered(t.state)

    def stage(made: Made) -> Stage[Any] | None:
        if not made:
            return Stage(text("aerion.book_recover.column"), tuple(_pile(state, column) for column in COLUMNS))
        return _cards(state, made[0][0], most) if len(made) == 1 else None

    prompt, why_not = text("aerion.book_recover.ask", n=most), why_not_recover(state, seat)
    basis = (most, tuple(tuple(column.discard) for column in state.columns))
    return Steps(seat, "book_recover", prompt, stage, refused=why_not, basis=basis, optional=optional)


def why_not_recover(state: State, seat: int) -> Text | None:
    """§8 The own pulpit has a Book; a discard pile holds a recoverable card."""
    if not any(recoverable(column) for column in state.columns):
        return why_not_book(state, seat) or text("aerion.why.nothing_recoverable")
    return why_not_book(state, seat)


def most_recovered(state: State) -> int:
    """§8 How many cards a Book may bring back."""
    return RULE.book_recover + sum(expansion.more_recovered(state) for expansion in in_play(state))


def _pile(state: State, column: int) -> Option[int]:
    cards = recoverable(state.column(column))
    why_not = None if cards else text("aerion.why.pile_empty")
    kinds = list(dict.fromkeys(reversed(cards)))
    names = each(noun(card) for card in kinds[:NAMED])
    key = "pile" if len(kinds) <= NAMED else "pile_more"
    label = text(f"aerion.book_recover.{key}", column=circled(column), n=len(cards), cards=names)
    return Option(str(column), column, label, why_not, pile_mark(column))


def _cards(state: State, column: int, most: int) -> Stage[str]:
    """The cards of that discard pile, the top one first; a second copy is `id.2`."""
    copies, options = Counter[str](), list[Option[str]]()
    for card in reversed(state.column(column).discard):
        copies[card] += 1
        key = card if copies[card] == 1 else f"{card}.{copies[card]}"
        why_not = text("aerion.why.book_never") if card == BOOK else None
        label = text("aerion.book_recover.card", card=noun(card))
        options.append(Option(key, card, label, why_not, pile_mark(column), common=card != BOOK))
    prompt = text("aerion.book_recover.cards", column=column_words(column))
    return Stage(prompt, tuple(options), most=min(most, len(recoverable(state.column(column)))), ordered=True)


def book_recover(t: T, made: Made, seat: int) -> None:
    """§8 The Book leaves the game; the cards go on top of their draw pile, face down but known to all (R17)."""
    (number,), cards = made
    column = t.state.column(number)
    spend_book(t.state, seat)
    from_the_top = column.discard[::-1]
    for card in cards:
        from_the_top.remove(card)
    column.discard = from_the_top[::-1]
    column.draw[:0] = cards
    column.known += len(cards)
    record(t, Deed(seat, "book_recover", card=cards[0], column=number, n=len(cards)))
    t.tell(
        "aerion.book_recover.done",
        at=(pulpit_mark(seat), pile_mark(number)),
        who=Who(seat),
        cards=each(noun(card) for card in cards),
        column=column_words(number),
        n=len(cards),
    )


# ---- The reserve ---------------------------------------------------------------------------------------------------


def why_not_reserve(state: State, seat: int, *, fits: bool) -> Text | None:
    """§7 An element has no other place now (fits: it has one), and a Book of the own pulpit is paid (R14)."""
    return text("aerion.why.fits_elsewhere") if fits else why_not_book(state, seat)


def ask_place_reserve(t: T, seat: int, *, optional: bool = False) -> Pick[Placed]:
    """§8 `place_reserve`: a card of the own reserve, and where it goes."""
    prompt, unknown = text("aerion.place_reserve.ask"), text("aerion.why.not_in_reserve")
    return Pick(seat, "place_reserve", prompt, lambda: _reserved(t.state, seat), optional=optional, unknown=unknown)


def _reserved(state: State, seat: int) -> Iterator[Option[Placed]]:
    for card, column in dict.fromkeys((card.id, card.column) for card in state.players[seat].reserve):
        for to, why_not in places(state, seat, card):
            goes = place_brief(to, seat)
            label = text("aerion.place_reserve.label", column=circled(column), card=noun(card), place=goes)
            yield Option(f"{card}.{column}.{to}", (card, column, to), label, why_not, place_mark(to))


def reserve_placeable(state: State, seat: int) -> bool:
    """§4 A card of that seat's reserve has a legal place."""
    cards = {card.id for card in state.players[seat].reserve}
    return any(why_not is None for card in cards for _, why_not in places(state, seat, card))


def place_reserve(t: T, placed: Placed, seat: int) -> None:
    """§8 Place it, to a workshop or a further place (R58); completion. The owner alone may (§7)."""
    card, column, to = placed
    reserve = t.state.players[seat].reserve
    reserve.remove(Card(card, column, seat))
    record(t, Deed(seat, "place_reserve", card=card, column=column, to=to))
    marks = (place_mark(f"{RESERVE}.{seat}"), place_mark(to))
    t.tell("aerion.place_reserve.done", at=marks, who=Who(seat), card=noun(card), place=place_noun(to))
    place(t, seat, card, column, to)
