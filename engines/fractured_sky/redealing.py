"""§13 Another state that a viewer cannot tell apart: all that it does not know is dealt anew, within what it does know.

Chips keep their rims. A secret card lies in one place, its explorer's own cards are known to be in no slot, and a card
from which a resource was taken produces that resource. Objectives keep the icons on their backs. Of an automated
opponent's tokens the set of those that fly is known. What is turned up, for all or for the viewer, stays as it is.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from engines.fractured_sky.components import CHIPS, OBJECTIVES, REGIONS
from engines.fractured_sky.state import Ai, Airship, ObjectiveSlot, Seat, Secret, State, Step, chips_left
from engines.kernel.rng import Rng


def copy(state: State) -> State:
    """Another state, equal and independent."""
    return msgspec.msgpack.decode(msgspec.msgpack.encode(state), type=State)


def redeal(state: State, viewer: int | None, rng: Rng) -> State:
    """Another state that this viewer cannot tell apart; None: the public."""
    other = copy(state)
    rng.shuffle(other.public_deck)
    for number, seat in enumerate(other.seats):
        if seat.ai is not None:
            _redeal_automated(seat, seat.ai, rng)
        elif number != viewer:
            _redeal_chips(seat, rng)
    _redeal_secrets(other, viewer, rng)
    _redeal_objectives(other, viewer, rng)
    return other


def knows_secret(state: State, viewer: int | None, number: int) -> bool:
    """Whether it has scouted the card in that tray slot (1–5) this round, or is doing so (R26)."""
    if viewer is None:
        return False
    looking = state.step is Step.SCOUT_RESOURCE and state.scouting == number and state.active == viewer
    return looking or any(scouting.seat == viewer for scouting in state.tray[number - 1].scouts)


def knows_objective(slot: ObjectiveSlot, viewer: int | None) -> bool:
    """Whether it has peeked at that objective (R37)."""
    return viewer in slot.peeked


def _covered(seat: Seat) -> list[Airship]:
    """The airships whose chip or token has not been turned up."""
    return [ship for ship in seat.ships if ship.value is None]


def _redeal_automated(seat: Seat, ai: Ai, rng: Rng) -> None:
    """§10.9 Neither its deck nor what lies under its airships is known to anybody."""
    rng.shuffle(ai.deck)
    ships = _covered(seat)
    flying = [ship.token for ship in ships] + ai.pile
    rng.shuffle(flying)
    for ship in ships:
        ship.token = flying.pop()
    ai.pile = flying


def _redeal_chips(seat: Seat, rng: Rng) -> None:
    """§7.2 Light: 1 or 10; dark: any of the others."""
    ships = _covered(seat)
    for light in (True, False):
        there = [ship for ship in ships if (ship.chip in CHIPS.light_values) is light]
        could = [ship.chip for ship in there] + [c for c in chips_left(seat) if (c in CHIPS.light_values) is light]
        rng.shuffle(could)
        for ship in there:
            ship.chip = could.pop()


# ---- Secret starfalls ----------------------------------------------------------------------------------------------


def _redeal_secrets(state: State, viewer: int | None, rng: Rng) -> None:
    """Unknown cards: in the tray, in the hands of other explorers, in the unused deck."""
    covered = [s for number, s in enumerate(state.tray, 1) if not s.up and not knows_secret(state, viewer, number)]
    hands = [seat for number, seat in enumerate(state.seats) if number != viewer]
    unknown = [*(secret.card for secret in covered), *(card for seat in hands for card in seat.cards), *state.unused]
    rng.shuffle(unknown)
    dealt = next(_fitting(covered, unknown))
    for secret, card in zip(covered, dealt, strict=True):
        secret.card = card
    rest = [card for card in unknown if card not in dealt]
    for seat in hands:
        seat.cards, rest = rest[: len(seat.cards)], rest[len(seat.cards) :]
    state.unused = rest


def _fitting(slots: Sequence[Secret], cards: list[str], dealt: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    """Cards for the slots, in the order in which they lie, so that whatever was taken can have been taken (R26)."""
    if len(dealt) == len(slots):
        yield dealt
        return
    taken = {scouting.resource for scouting in slots[len(dealt)].scouts} - {None}
    for card in cards:
        if card not in dealt and taken <= set(REGIONS[card].resources):
            yield from _fitting(slots, cards, (*dealt, card))


# ---- Objectives ----------------------------------------------------------------------------------------------------


def _redeal_objectives(state: State, viewer: int | None, rng: Rng) -> None:
    """R36 A slot has the icon of its card's back; whatever else has that icon might lie there."""
    covered = [slot for slot in state.objectives if not slot.up and not knows_objective(slot, viewer)]
    unknown = [slot.card for slot in covered] + state.aside
    rng.shuffle(unknown)
    for slot in covered:
        icon = OBJECTIVES[slot.card].icon
        slot.card = next(card for card in unknown if OBJECTIVES[card].icon == icon)
        unknown.remove(slot.card)
    state.aside = unknown
