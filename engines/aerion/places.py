"""§7 Where an element may go, and the completion of ships, by which alone cards leave their places again (R9)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engines.aerion.components import ELEMENTS, KIND_OF, SHIP_OF, SHIPS, Kind, Ship, noun
from engines.aerion.moments import in_play
from engines.aerion.state import Card, State, T, Workshop, discard, place_mark, record, ship_mark, ship_numbers
from engines.aerion.view import Deed
from engines.kernel.text import Text, Who, text

RESERVE = "reserve"
"""The place that a Book opens (§7)."""

_NEEDED_BY: dict[str, frozenset[int]] = {
    card: frozenset(s.number for s in SHIPS if card in (s.needs.blueprint, s.needs.material, s.needs.crew))
    for card, kind in KIND_OF.items()
    if kind in ELEMENTS
}
"""Element → the numbers of the ships that need it."""


def places(state: State, seat: int, card: str) -> list[tuple[str, Text | None]]:
    """§7 Every place of an element but the reserve: (its id, why that seat can't put the card there now)."""
    workshops = [(w.id, why_not_workshop(state, seat, card, w)) for w in state.workshops]
    return workshops + [place for expansion in in_play(state) for place in expansion.places(state, card)]


def why_not_workshop(state: State, seat: int, card: str, workshop: Workshop) -> Text | None:
    """§7 The four conditions, in their order."""
    kind = KIND_OF[card]
    if workshop.owner not in (None, seat):  # 1
        return text("aerion.why.partners_workshop")
    lying = workshop.card(kind)
    if lying is not None:  # 2
        return text("aerion.why.kind_present", card=noun(lying.id))
    if kind is Kind.CREW and _lacks_others(workshop) and not crew_first(state):  # 3
        return text("aerion.why.crew_last")
    placed = Card(card, 0, seat)
    if not _leaves_no_dead_workshop(state, workshop, placed):  # 4
        return _why_dead(state, workshop, placed)
    return None


def crew_first(state: State) -> bool:
    """§7.3 Whether crew may lie in a workshop before blueprint and material."""
    return any(expansion.crew_first(state) for expansion in in_play(state))


def _lacks_others(workshop: Workshop) -> bool:
    return workshop.card(Kind.BLUEPRINT) is None or workshop.card(Kind.MATERIAL) is None


# ---- No dead workshop (§7.4, R8) -----------------------------------------------------------------------------------


def _leaves_no_dead_workshop(state: State, workshop: Workshop, placed: Card) -> bool:
    """§7.4 Afterwards every workshop that holds anything can be given an unbuilt ship of its own."""
    loads = [(w, [*w.cards, placed] if w is workshop else w.cards) for w in state.workshops]
    return _assignable([possible_ships(state, w, cards) for w, cards in loads if cards])


def possible_ships(state: State, workshop: Workshop, cards: Iterable[Card]) -> frozenset[int]:
    """§7.4 The unbuilt ships (1–6) that this workshop may stand for if it holds these cards.

    An own workshop is for its seat's ships, crew binds to a ship of the seat that placed it (R24).
    """
    ships = frozenset(ship_numbers(state, workshop.owner))
    for card in cards:
        ships &= _NEEDED_BY[card.id]
        if card.kind is Kind.CREW:
            ships &= frozenset(ship_numbers(state, card.by))
    return ships


def _assignable(wanted: Sequence[frozenset[int]], taken: frozenset[int] = frozenset()) -> bool:
    """Whether each can have a different one of the ships it wants."""
    if not wanted:
        return True
    return any(_assignable(wanted[1:], taken | {ship}) for ship in wanted[0] - taken)


def _why_dead(state: State, workshop: Workshop, placed: Card) -> Text:
    """Whether the cards fit no ship, the ship is the other seat's, or other workshops need it."""
    cards = [*workshop.cards, placed]
    if possible_ships(state, workshop, cards):
        return text("aerion.why.ship_taken", card=noun(placed.id))
    if placed.kind is Kind.CREW and state.owners and workshop.owner is None:
        other = 1 - placed.by
        if possible_ships(state, workshop, [*workshop.cards, Card(placed.id, 0, other)]):
            return text("aerion.why.others_crew", who=Who(other))
    return text("aerion.why.fits_no_ship", card=noun(placed.id))


# ---- Placing and completion ----------------------------------------------------------------------------------------


def place(t: T, seat: int, card: str, column: int, to: str) -> None:
    """§7 Put the element to that legal place; then completion. column: where the card belongs."""
    for workshop in t.state.workshops:
        if workshop.id == to:
            workshop.cards.append(Card(card, column, seat))
            break
    else:
        taken = any(expansion.place(t, to, card, column, seat) for expansion in in_play(t.state))
        assert taken, f"the options name no place {to}"
    complete(t, seat)


def complete(t: T, seat: int | None = None) -> None:
    """§7 Completion, workshops in order, mandatory and immediate (R23). seat: who led to it; None: the active one."""
    seat = t.state.active if seat is None else seat
    for workshop in t.state.workshops:
        ship = finished(workshop)
        if ship is not None and not moored(t.state, ship.number):
            launch(t, workshop, ship, seat)
    for expansion in in_play(t.state):
        expansion.complete(t)


def finished(workshop: Workshop) -> Ship | None:
    """The ship whose blueprint, material and crew lie in the workshop."""
    blueprint = workshop.card(Kind.BLUEPRINT)
    if blueprint is None or any(workshop.card(kind) is None for kind in ELEMENTS):
        return None
    return SHIP_OF[blueprint.id]


def moored(state: State, ship: int) -> bool:
    """§7 Whether something keeps that ship (1–6) from being turned though its set is full."""
    return any(expansion.moored(state, ship) for expansion in in_play(state))


def launch(t: T, workshop: Workshop, ship: Ship, seat: int) -> None:
    """§7 The token turns; blueprint, material and crew go to the discard piles of their own columns."""
    t.state.built[ship.number - 1] = True
    for card in sorted(workshop.cards, key=lambda card: ELEMENTS.index(card.kind)):
        discard(t.state, card)
    workshop.cards.clear()
    record(t, Deed(seat, "built", ship=ship.number))
    marks = (ship_mark(ship.number), place_mark(workshop.id))
    t.tell("aerion.built.done", at=marks, ship=ship.noun, n=sum(t.state.built))
