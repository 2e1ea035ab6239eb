"""§5, §7 Airships and their chips, exploration, and the turn slot that follows the third."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from engines.fractured_sky.components import CHIPS, DATA, REGIONS, SLOT_PREFERENCE, Resource
from engines.fractured_sky.naming import STAR, amount, circled, kind_noun, region_number, region_words, rim, why
from engines.fractured_sky.state import (
    Airship,
    Seat,
    State,
    Step,
    T,
    chips_left,
    finished,
    person,
    record,
    region_mark,
    seat_mark,
    ships_in,
    turn_slot_mark,
    who,
)
from engines.fractured_sky.view import Deed
from engines.kernel.decision import Answer, Made, Option, Pick, Refused, Stage, Steps
from engines.kernel.text import Noun, Text, Who, each, text

MOST_SLOTS = max(side.slots for side in DATA.turn_slots.values())
"""Turn slots have the numbers 1–5, whether they are in use or not."""

# ---- Placing an airship --------------------------------------------------------------------------------------------


class Placement(Steps):
    """§5 `place_airship`: what does not exist is refused before anything else."""

    __slots__ = ()

    def accept(self, answer: Answer) -> Made:
        chips = set(map(str, CHIPS.values))
        if any(key not in REGIONS and str(key) not in chips for key in answer):
            raise Refused(why("unknown_id"))
        return super().accept(answer)


def total(seat: Seat) -> int:
    """§7.4 The sum of the chips placed this round."""
    return sum(ship.chip or 0 for ship in seat.ships)


def penalty(sum_of_chips: int) -> int:
    """§7.4 By how much every airship of a seat with that total is reduced."""
    return max(0, sum_of_chips - CHIPS.limit_total)


def ask_place_airship(t: T) -> Placement:
    """§5 `place_airship`: any region in play, also with own airships (R5, R40), then a chip, for its owner's eyes."""
    state = t.state

    def stage(made: Made) -> Stage[Any] | None:
        match len(made):
            case 0:
                return Stage(text("fractured_sky.place_airship.region"), tuple(_regions(state)))
            case 1:
                return Stage(text("fractured_sky.place_airship.chip"), tuple(_chips(state.me)))
            case _:
                return None

    prompt, basis = text("fractured_sky.place_airship.ask"), tuple(chips_left(state.me))
    return Placement(state.active, "place_airship", prompt, stage, basis=basis, veiled=True)


def _regions(state: State) -> Iterator[Option[str]]:
    for region in REGIONS.values():
        if not (number := region_number(state, region.id)):
            label = text("fractured_sky.region.gone", region=region.noun)
            yield Option(region.id, region.id, label, why("not_in_play"), common=False)
            continue
        first, second = map(kind_noun, region.resources)
        words: dict[str, Any] = {"number": circled(number), "region": region.noun, "first": first, "second": second}
        stars, key = state.stars.get(region.id, 0), "fractured_sky.place_airship.to"
        if stars:
            key, words["stars"] = f"{key}.stars", f"{STAR}{stars}"
        if is_first(state, region.id):
            key = f"{key}.explore"
        yield Option(region.id, region.id, text(key, **words), at=region_mark(region.id))


def _chips(seat: Seat) -> Iterator[Option[int]]:
    """R6 Every value once; the label tells the new total, and what goes over 10 (R9)."""
    left, placed = chips_left(seat), total(seat)
    for chip in dict.fromkeys(CHIPS.values):
        key = "fractured_sky.place_airship.with"
        after = placed + chip
        words: dict[str, Any] = {"chip": chip, "rim": Noun(f"fractured_sky.rim.{rim(chip)}"), "total": after}
        if left.count(chip) > 1:
            key, words["copies"] = f"{key}.copies", left.count(chip)
        if penalty(after):
            key, words["penalty"] = f"{key}.over", penalty(after)
        yield Option(str(chip), chip, text(key, **words), None if chip in left else why("chip_used"))


def place_airship(t: T, region: str, chip: int) -> None:
    """§5 The chip goes secretly under the airship; the third takes a turn slot.

    The first in a region takes the exploration slot, also if no card is left to draw (R23, R25).
    """
    state, seat = t.state, t.state.active
    t.bar()
    explores = arrive(t, seat, Airship(region, chip))
    record(t, Deed(seat, "place_airship", region=region, rim=rim(chip), n=int(explores)))
    card = state.unused.pop(0) if explores and state.unused else None
    told = "fractured_sky.place_airship.done"
    if explores:
        told = "fractured_sky.place_airship.explored" if card else "fractured_sky.place_airship.first"
    where, marks = region_words(state, region), (region_mark(region), seat_mark(seat))
    t.tell(told, at=marks, who=Who(seat), region=where, rim=Noun(f"fractured_sky.rim.{rim(chip)}"))
    _tell_owner(t, seat, chip, where)
    if card is not None:
        state.me.cards.append(card)
        seen = region_words(state, card)
        t.tell("fractured_sky.explore.card", seen_by=(seat,), at=(region_mark(card),), region=seen)
    if finished(state.me):
        claim_turn_slot(t, seat)


def _tell_owner(t: T, seat: int, chip: int, where: Text | Noun) -> None:
    """§7.3 The private total, and the private warning."""
    sum_of_chips = total(t.state.seats[seat])
    words: dict[str, Any] = {"chip": chip, "region": where, "total": sum_of_chips}
    if penalty(sum_of_chips):
        t.tell("fractured_sky.place_airship.own_over", seen_by=(seat,), penalty=penalty(sum_of_chips), **words)
    else:
        t.tell("fractured_sky.place_airship.own", seen_by=(seat,), **words)


def is_first(state: State, region: str) -> bool:
    """§5 No airship of any seat has been placed there this round; skimmers don't count (R24)."""
    return not any(ships_in(state, region))


def arrive(t: T, seat: int, ship: Airship) -> bool:
    """§5 An airship comes into its region; whether it takes the exploration slot."""
    ship.explorer = is_first(t.state, ship.region)
    t.state.seats[seat].ships.append(ship)
    return ship.explorer


# ---- Turn slots ----------------------------------------------------------------------------------------------------


def free_slots(state: State) -> list[int]:
    """The free slots of the new column, 1–5."""
    return [slot for slot, seat in enumerate(state.new, start=1) if seat is None]


def slot_gold(state: State, slot: int) -> int:
    """§1 The gold on a turn slot (R32)."""
    return state.slots.gold_bonus[slot - 1]


def claim_turn_slot(t: T, seat: int) -> None:
    """§5 TURN_SLOT; the last free one is taken automatically (R33)."""
    free = free_slots(t.state)
    if len(free) > 1:
        t.state.step = Step.TURN_SLOT
    else:
        take_turn_slot(t, seat, free[0])


def ask_turn_slot(t: T) -> Pick[int]:
    """§5 `choose_turn_slot`."""
    prompt, unknown = text("fractured_sky.choose_turn_slot.ask"), why("unknown_id")
    return Pick(t.state.active, "choose_turn_slot", prompt, list(_turn_slots(t.state)), unknown=unknown)


def _turn_slots(state: State) -> Iterator[Option[int]]:
    for slot in range(1, MOST_SLOTS + 1):
        label = text("fractured_sky.choose_turn_slot.label", slot=slot)
        if slot > len(state.new):
            yield Option(str(slot), slot, label, why("not_in_play"), common=False)
            continue
        if gold := slot_gold(state, slot):
            gained = amount(Resource.GOLD, gold)
            label = text("fractured_sky.choose_turn_slot.label_gold", slot=slot, gained=gained)
        why_not = why("taken") if state.new[slot - 1] is not None else None
        yield Option(str(slot), slot, label, why_not, turn_slot_mark(slot))


def choose_turn_slot(t: T, slot: int) -> None:
    """§5 Marker there; the seat is out for this round."""
    t.state.step = Step.ACTION
    take_turn_slot(t, t.state.active, slot)


def take_turn_slot(t: T, seat: int, slot: int) -> int:
    """§5 The marker into the new column, and the gold of the slot; returns it as `gain_slot_gold` does."""
    state = t.state
    state.new[slot - 1] = seat
    record(t, Deed(seat, "choose_turn_slot", slot=slot))
    marks, order = (turn_slot_mark(slot), seat_mark(seat)), each(SLOT_PREFERENCE)
    if person(state, seat):
        t.tell("fractured_sky.choose_turn_slot.done", at=marks, who=Who(seat), slot=slot)
    else:
        t.tell("fractured_sky.choose_turn_slot.automated", at=marks, who=who(state, seat), slot=slot, order=order)
    return gain_slot_gold(t, seat, slot)


def gain_slot_gold(t: T, seat: int, slot: int) -> int:
    """§5, §3.8 The gold of a turn slot, each time a marker lands there (R32). Returns how much it is.

    A person has gained it then; an automated opponent's is counted by whoever moves its marker (§10.8).
    """
    gold = slot_gold(t.state, slot)
    if gold and person(t.state, seat):
        t.state.seats[seat].gain(Resource.GOLD, gold)
        marks, gained = (turn_slot_mark(slot), seat_mark(seat)), amount(Resource.GOLD, gold)
        t.tell("fractured_sky.turn_slot.gold", at=marks, who=Who(seat), slot=slot, gained=gained)
    return gold
