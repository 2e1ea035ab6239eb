"""§7 End of day, in its exact order."""

from __future__ import annotations

from collections.abc import Iterator

from engines.kernel.decision import Option, Pick
from engines.kernel.text import Text, text
from engines.takara.components import RULE, Place
from engines.takara.state import State, T, at, crew_mark, kara_mark, record, who
from engines.takara.view import Result


def choice_exists(state: State) -> bool:
    """§4 DAY_END_CHECK.

    A recruit that can be paid, or somebody in the hospital (not the waiting room) who can be healed.
    """
    kara = state.me.kara
    can_recruit = any(at(state.me, Place.BEACH)) and kara >= RULE.recruit_cost
    can_heal = any(at(state.me, Place.HOSPITAL)) and kara >= RULE.hospital_fee
    return can_recruit or can_heal


def ask_end_day(t: T) -> Pick[tuple[bool, int]]:
    """§5 `end_day`: recruit or not, and how many to heal, in one decision (R32)."""
    injured = sum(1 for _ in at(t.state.me, Place.HOSPITAL))

    def options() -> Iterator[Option[tuple[bool, int]]]:
        for recruit in (False, True):
            for heal in range(injured + 1):
                key = f"{'recruit' if recruit else 'stay'}.{heal}"
                yield Option(key, (recruit, heal), _label(recruit, heal), why_not_end(t.state, recruit, heal))

    prompt = text("takara.end_day.ask", kara=t.state.me.kara)
    return Pick(t.state.active, "end_day", prompt, options, unknown=text("takara.why.end_day_form", n=injured))


def why_not_end(state: State, recruit: bool, heal: int) -> Text | None:
    """§5 The recruit is still on the beach; 5 × recruit + 2 × heal ≤ kara."""
    if recruit and not any(at(state.me, Place.BEACH)):
        return text("takara.why.no_recruit")
    price = fees(recruit, heal)
    if state.me.kara < price:
        return text("takara.why.too_poor", price=price, kara=state.me.kara)
    return None


def fees(recruit: bool, heal: int) -> int:
    """What the evening costs, in kara."""
    return RULE.recruit_cost * recruit + RULE.hospital_fee * heal


def end_day(t: T, recruit: bool, heal: int) -> None:
    """§7 Steps 1 to 7."""
    me = t.state.me
    healed = list(at(me, Place.HOSPITAL))[:heal]
    marks = (kara_mark(t), crew_mark(t))
    if recruit:  # 1
        me.kara -= RULE.recruit_cost
        to_camp(t, next(at(me, Place.BEACH)).number)
        record(t, "end_day", Result("recruited", 1), Result("kara", -RULE.recruit_cost))
        t.tell("takara.end_day.recruited", at=marks, who=who(t), kara=RULE.recruit_cost)
    for adventurer in me.adventurers:  # 2 and 3
        if adventurer.place not in (Place.CAMP, Place.BEACH, Place.HOSPITAL):
            to_camp(t, adventurer.number)
    for adventurer in healed:  # 4
        me.kara -= RULE.hospital_fee
        to_camp(t, adventurer.number)
    if healed:
        record(t, "end_day", Result("healed", heal), Result("kara", -RULE.hospital_fee * heal))
        t.tell("takara.end_day.healed", at=(*marks, "hospital"), who=who(t), n=heal, kara=RULE.hospital_fee * heal)
    for adventurer in at(me, Place.HOSPITAL):  # 5 (R31)
        adventurer.place = Place.WAITING_ROOM
    t.state.sword_rented = False  # 6
    if me.held is not None and me.held.up:  # 7
        me.held.up = False
    else:
        me.held = None


def to_camp(t: T, number: int) -> None:
    """That adventurer of the active player comes back to camp."""
    adventurer = next(a for a in t.state.me.adventurers if a.number == number)
    adventurer.place, adventurer.tunnel = Place.CAMP, 0


def _label(recruit: bool, heal: int) -> Text:
    if recruit and heal:
        return text("takara.end_day.label_both", n=heal, kara=fees(recruit, heal))
    if recruit:
        return text("takara.end_day.label_recruit", kara=fees(recruit, heal))
    return (
        text("takara.end_day.label_heal", n=heal, kara=fees(recruit, heal))
        if heal
        else text("takara.end_day.label_nothing")
    )
