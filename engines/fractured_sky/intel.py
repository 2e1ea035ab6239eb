"""§5, §10.4 Scouting secret starfalls and peeking at objectives."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from engines.fractured_sky.components import (
    COSTS,
    OBJECTIVES,
    REGIONS,
    REVEAL_THRESHOLD,
    SECRET_SLOTS,
    SLOT_ICONS,
    Resource,
)
from engines.fractured_sky.naming import amount, amounts, bad_choice, region_words, why
from engines.fractured_sky.state import (
    KINDS,
    NOBODY,
    Scouting,
    State,
    Step,
    T,
    objective_mark,
    record,
    region_mark,
    seat_mark,
    tray_mark,
)
from engines.fractured_sky.trade import PAIRS, Pair, Payment, pair_key, pair_words, pay, why_not_pay
from engines.fractured_sky.view import Deed
from engines.kernel.decision import Option, Pick
from engines.kernel.text import Noun, Text, Who, text

NONE = "none"
"""The answer that takes no resource."""

# ---- Scouting ------------------------------------------------------------------------------------------------------


def why_not_scout(state: State, slot: int) -> Text | None:
    """§5 Why the active seat can't scout that tray slot (1–5)."""
    if slot > len(state.tray):
        return why("not_in_play")
    secret = state.tray[slot - 1]
    if secret.up:
        return why("already_revealed")
    if any(scouting.seat == state.active for scouting in secret.scouts):
        return why("already_done")
    return why_not_pay(state.me, COSTS.scout)


def ask_scout(t: T) -> Pick[int]:
    """§5 `scout`."""
    prompt = text("fractured_sky.scout.ask", cost=amounts(COSTS.scout))
    return Pick(t.state.active, "scout", prompt, lambda: _slots(t.state), unknown=why("unknown_id"))


def _slots(state: State) -> Iterator[Option[int]]:
    for slot in range(1, SECRET_SLOTS + 1):
        label = text("fractured_sky.scout.label", slot=slot, cost=amounts(COSTS.scout))
        common = slot <= len(state.tray)
        yield Option(str(slot), slot, label, why_not_scout(state, slot), tray_mark(slot), common=common)


def scout(t: T, slot: int) -> None:
    """§5 First the look, then the resource (R26)."""
    state, seat = t.state, t.state.active
    t.bar()
    pay(t, COSTS.scout)
    state.scouting, state.step = slot, Step.SCOUT_RESOURCE
    record(t, Deed(seat, "scout", slot=slot))
    mark = tray_mark(slot)
    t.tell("fractured_sky.scout.done", at=(mark, seat_mark(seat)), who=Who(seat), slot=slot)
    seen = region_words(state, state.tray[slot - 1].card)
    t.tell("fractured_sky.scout.seen", seen_by=(seat,), at=(mark,), slot=slot, region=seen)


def ask_take_scout_resource(t: T) -> Pick[Resource | None]:
    """§5 `take_scout_resource`: the kinds would tell the others where, so they are nobody else's business."""
    prompt = text("fractured_sky.take_scout_resource.ask", slot=t.state.scouting)
    unknown, options = why("unknown_id"), list(_kinds(t.state))
    return Pick(t.state.active, "take_scout_resource", prompt, options, unknown=unknown, veiled=True)


def _kinds(state: State) -> Iterator[Option[Resource | None]]:
    produced = REGIONS[state.tray[state.scouting - 1].card].resources
    for kind in KINDS:
        there = kind in produced
        label = text("fractured_sky.take_scout_resource.label", gain=amount(kind))
        why_not = None if there else bad_choice(text("fractured_sky.bad.not_there"))
        yield Option(kind, kind, label, why_not, common=there)
    yield Option(NONE, None, text("fractured_sky.take_scout_resource.none"))


def take_scout_resource(t: T, kind: Resource | None) -> None:
    """§5 The token shows what was taken (R27, R28)."""
    state, seat, slot = t.state, t.state.active, t.state.scouting
    t.bar()
    state.tray[slot - 1].scouts.append(Scouting(seat, kind, counts=kind is not None))
    state.scouting, state.step = 0, Step.ACTION
    record(t, Deed(seat, "take_scout_resource", slot=slot, resource=kind or ""))
    marks = (tray_mark(slot), seat_mark(seat))
    if kind is None:
        t.tell("fractured_sky.take_scout_resource.nothing", at=marks, who=Who(seat), slot=slot)
    else:
        state.me.gain(kind)
        t.tell("fractured_sky.take_scout_resource.done", at=marks, who=Who(seat), slot=slot, gained=amount(kind))
    reveal_check(t, slot)


def reveal_check(t: T, slot: int) -> bool:
    """§10.4 With automated opponents a card of two resources is turned up, its starfall placed at once (R42, R43)."""
    state = t.state
    secret = state.tray[slot - 1]
    taken = sum(scouting.counts for scouting in secret.scouts)
    if secret.up or taken < REVEAL_THRESHOLD or all(seat.ai is None for seat in state.seats):
        return False
    secret.up = True
    state.stars[secret.card] = state.stars.get(secret.card, 0) + 1
    record(t, Deed(NOBODY, "revealed", region=secret.card, slot=slot))
    marks = (tray_mark(slot), region_mark(secret.card))
    t.tell("fractured_sky.revealed", at=marks, slot=slot, region=region_words(state, secret.card))
    return True


# ---- Peeking -------------------------------------------------------------------------------------------------------


def why_not_peek(state: State, slot: int, pair: Pair) -> Text | None:
    """§5 Why the active seat can't peek at that objective (1–5) for these two resources (R37)."""
    if not state.objectives:
        return why("no_objectives")
    objective = state.objectives[slot - 1]
    if objective.up:
        return why("already_revealed")
    if state.active in objective.peeked:
        return why("already_done")
    return why_not_pay(state.me, Counter(pair))


def ask_peek(t: T) -> Pick[tuple[int, Pair]]:
    """§5 `peek`: an objective, and what is paid."""
    state, prompt = t.state, text("fractured_sky.peek.ask")
    if not state.objectives:
        return Pick(state.active, "peek", prompt, lambda: _peeks(state), unknown=why("no_objectives"))
    return Payment(state.active, "peek", prompt, lambda: _peeks(state), unknown=why("unknown_id"))


def _peeks(state: State) -> Iterator[Option[tuple[int, Pair]]]:
    for slot, icon in enumerate(SLOT_ICONS, start=1):
        within = (text("fractured_sky.peek.slot", slot=slot, icon=Noun(f"fractured_sky.icon.{icon}")),)
        for pair in PAIRS:
            why_not, label = why_not_peek(state, slot, pair), text("fractured_sky.peek.label", pair=pair_words(pair))
            key, mark = f"{slot}.{pair_key(pair)}", objective_mark(slot)
            yield Option(key, (slot, pair), label, why_not, mark, within, common=why_not is None)


def peek(t: T, slot: int, pair: Pair) -> None:
    """§5 Pay; what was seen may be seen again any time (R37)."""
    state, seat = t.state, t.state.active
    t.bar()
    pay(t, Counter(pair))
    objective = state.objectives[slot - 1]
    objective.peeked.append(seat)
    record(t, Deed(seat, "peek", slot=slot))
    mark = objective_mark(slot)
    words: dict[str, Any] = {"who": Who(seat), "slot": slot, "paid": amounts(Counter(pair))}
    t.tell("fractured_sky.peek.done", at=(mark, seat_mark(seat)), **words)
    card = OBJECTIVES[objective.card]
    rule = text(f"fractured_sky.objective.{card.id}.text")
    t.tell("fractured_sky.peek.seen", seen_by=(seat,), at=(mark,), slot=slot, objective=card.noun, rule=rule)
