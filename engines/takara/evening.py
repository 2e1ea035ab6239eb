"""§7 End of day, in its exact order."""

from __future__ import annotations

from collections.abc import Iterator

from engines.kernel.decision import Option, Pick
from engines.kernel.text import Text, text
from engines.takara.components import RULE, Place
from engines.takara.state import Adventurer, Player, State, T, at, crew_mark, kara_mark, record, who
from engines.takara.view import Result


def choice_exists(state: State) -> bool:
    """§4 DAY_END_CHECK: the recruit, or somebody in the hospital, can be paid; the waiting room does not count."""
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
    """§7 Steps 1 to 7, in this order."""
    if recruit:
        take_recruit(t)  # 1
    come_home(t.state.me)  # 2, 3
    if heal:
        pay_hospital(t, heal)  # 4
    for adventurer in at(t.state.me, Place.HOSPITAL):  # 5: they miss the next turn
        adventurer.place = Place.WAITING_ROOM
    t.state.sword_rented = False  # 6
    give_back_specialist(t.state.me)  # 7


def take_recruit(t: T) -> None:
    """§7.1 Pay 5; the recruit becomes a third adventurer in camp."""
    t.state.me.kara -= RULE.recruit_cost
    to_camp(next(at(t.state.me, Place.BEACH)))
    record(t, "end_day", Result("recruited", 1), Result("kara", -RULE.recruit_cost))
    t.tell("takara.end_day.recruited", at=(kara_mark(t), crew_mark(t)), who=who(t), kara=RULE.recruit_cost)


def come_home(player: Player) -> None:
    """§7.2, §7.3 Out of the waiting room, free, and the uninjured from the board.

    Those who enter the waiting room today are still in the hospital now: they stay (R31).
    """
    for adventurer in player.adventurers:
        if adventurer.place not in {Place.BEACH, Place.HOSPITAL}:
            to_camp(adventurer)


def pay_hospital(t: T, heal: int) -> None:
    """§7.4 Pay 2 each; from the hospital to camp, lowest number first (R4)."""
    price = heal * RULE.hospital_fee
    t.state.me.kara -= price
    for adventurer in list(at(t.state.me, Place.HOSPITAL))[:heal]:
        to_camp(adventurer)
    record(t, "end_day", Result("healed", heal), Result("kara", -price))
    marks = (kara_mark(t), crew_mark(t), "hospital")
    t.tell("takara.end_day.healed", at=marks, who=who(t), n=heal, kara=price)


def give_back_specialist(player: Player) -> None:
    """§7.7 A face-down specialist returns to the dock; otherwise a face-up one is turned face down."""
    if player.held is not None and player.held.up:
        player.held.up = False
    else:
        player.held = None


def to_camp(adventurer: Adventurer) -> None:
    """Back to camp: ready for the next turn."""
    adventurer.place, adventurer.tunnel = Place.CAMP, 0


def _label(recruit: bool, heal: int) -> Text:
    if not recruit and not heal:
        return text("takara.end_day.label_nothing")
    price = fees(recruit, heal)
    if not heal:
        return text("takara.end_day.label_recruit", kara=price)
    return text("takara.end_day.label_both" if recruit else "takara.end_day.label_heal", n=heal, kara=price)
