"""Acquiring a display card, and giving up (§8): the two main actions that need no expansion."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, TypeAlias

from engines.aerion.books import pulpit_full, why_not_reserve
from engines.aerion.caution import caution
from engines.aerion.components import BOOK, DATA, ELEMENTS, KIND_OF, noun
from engines.aerion.dice import burnable, met
from engines.aerion.moments import in_play
from engines.aerion.naming import circled, column_words, place_brief, place_noun
from engines.aerion.places import RESERVE, place, places
from engines.aerion.state import (
    Card,
    State,
    T,
    discard_from_display,
    place_mark,
    pulpit_mark,
    record,
    slot_mark,
    spend_book,
    take_from_display,
    who,
)
from engines.aerion.view import Deed
from engines.kernel.decision import Option, Pick, offer
from engines.kernel.text import Text, text

Taken: TypeAlias = tuple[int, str]
"""What is acquired: the column, and where an element goes ("" for the other kinds)."""

# ---- Acquire -------------------------------------------------------------------------------------------------------


def why_not_acquire(state: State, column: int, *, dice: bool = True) -> Text | None:
    """§8 Why the active seat can't acquire the display card of that column, to whatever place.

    dice: False leaves the combination out of it.
    """
    card = state.column(column).slot
    if card is None:
        return text("aerion.why.empty_slot")
    why_not = why_not_take(state, column, card, dice=dice)
    if why_not is not None or KIND_OF[card] not in ELEMENTS:
        return why_not
    if any(reason is None for _, reason in destinations(state, card)):
        return None
    return text("aerion.why.no_place", card=noun(card))


def why_not_take(state: State, column: int, card: str, *, dice: bool = True) -> Text | None:
    """§8 The kind can be acquired; nothing stops it; the dice show the combination; a pulpit has room (R10, R12)."""
    for expansion in in_play(state):
        why_not = expansion.why_not_acquire(state, column, card)
        if why_not is not None:
            return why_not
    if dice and not met(state.dice, column):
        return text("aerion.why.dice", label=DATA.deck[column - 1].label)
    if card == BOOK and pulpit_full(state, state.active):
        return text("aerion.why.pulpit_full")
    return None


def destinations(state: State, card: str) -> list[tuple[str, Text | None]]:
    """§7 Every place of an element that is acquired now, the reserve last; why it can't go there."""
    found = places(state, state.active, card)
    fits = any(reason is None for _, reason in found)
    return [*found, (RESERVE, why_not_reserve(state, state.active, fits=fits))]


def ask_acquire(t: T) -> Pick[Taken]:
    """§8 `acquire`: a column, and for an element where it goes."""
    prompt, unknown = text("aerion.acquire.ask"), text("aerion.why.nothing_to_take")
    return Pick(t.state.active, "acquire", prompt, lambda: _options(t), unknown=unknown)


def _options(t: T) -> Iterator[Option[Taken]]:
    state = t.state
    for column, card in state.display:
        why_not, number, name = why_not_take(state, column, card), circled(column), noun(card)
        if KIND_OF[card] not in ELEMENTS:
            label = text("aerion.acquire.card", column=number, card=name)
            yield _option(t, str(column), (column, ""), label, why_not)
            continue
        for to, no_place in destinations(state, card):
            label = text("aerion.acquire.label", column=number, card=name, place=place_brief(to, state.active))
            yield _option(t, f"{column}.{to}", (column, to), label, why_not or no_place)


def _option(t: T, key: str, taken: Taken, label: Text, why_not: Text | None) -> Option[Taken]:
    """An option, with its warning if it is to be had."""
    column, _ = taken
    card = t.state.column(column).slot or ""
    warning = None if why_not else caution(t, "acquire", lambda trial: acquire(trial, taken), card)
    return Option(key, taken, label, why_not, slot_mark(column), warning=warning)


def acquire(t: T, taken: Taken) -> str:
    """§8 The card moves there (reserve: a Book is paid); completion. Returns the card."""
    column, to = taken
    card, seat = take_from_display(t.state, column), t.state.active
    record(t, Deed(seat, "acquire", card=card, column=column, to=to))
    words: dict[str, Any] = {"who": who(t), "card": noun(card), "column": column_words(column)}
    slot = slot_mark(column)
    if to == RESERVE:
        t.tell("aerion.acquire.reserve", at=(slot, place_mark(f"{RESERVE}.{seat}"), pulpit_mark(seat)), **words)
        spend_book(t.state, seat)
        t.state.me.reserve.append(Card(card, column, seat))
    elif to:
        t.tell("aerion.acquire.done", at=(slot, place_mark(to)), place=place_noun(to), **words)
        place(t, seat, card, column, to)
    elif card == BOOK:
        t.tell("aerion.acquire.book", at=(slot, pulpit_mark(seat)), **words)
        t.state.me.books += 1
    else:
        t.tell("aerion.acquire.taken", at=(slot,), **words)
        taken_by_one = any(expansion.acquire(t, column, card) for expansion in in_play(t.state))
        assert taken_by_one, f"nobody knows what to do with {card}"
    return card


# ---- Give up -------------------------------------------------------------------------------------------------------


def ask_give_up(t: T) -> Pick[None]:
    """§8 `give_up`."""
    left = burnable(t.state)
    if len(left) == 1:
        ((column, _),) = left
        label = text("aerion.give_up.label_card", column=circled(column))
    else:
        label = text("aerion.give_up.label")
    why_not = text("aerion.why.cards_left", n=len(left)) if len(left) > 1 else None
    warning = None if why_not else caution(t, "give_up", give_up)
    return offer(t.state.active, "give_up", text("aerion.give_up.ask"), label, refused=why_not, warning=warning)


def give_up(t: T) -> None:
    """§8 The one card that can be discarded, if any, is; nothing is acquired. It pays for nothing (R29)."""
    seat = t.state.active
    for column, card in burnable(t.state):
        discard_from_display(t.state, column)
        record(t, Deed(seat, "give_up", card=card, column=column))
        mark, where = slot_mark(column), column_words(column)
        t.tell("aerion.give_up.card", at=(mark,), who=who(t), card=noun(card), column=where)
        return
    record(t, Deed(seat, "give_up"))
    t.tell("aerion.give_up.done", who=who(t))
