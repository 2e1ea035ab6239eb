"""§9 Replenish, and what may still save the game when nothing is left to replenish: LAST_CHANCE (R21, R22)."""

from __future__ import annotations

from engines.aerion.books import reserve_placeable, why_not_recover
from engines.aerion.components import COLUMNS, noun
from engines.aerion.moments import in_play
from engines.aerion.naming import circled
from engines.aerion.state import Ending, State, Step, T, pulpit_mark, seats, slot_mark
from engines.kernel.decision import Pick, offer
from engines.kernel.text import Who, each, text


def replenish(t: T) -> None:
    """§9 In this order; then the next turn, or LAST_CHANCE."""
    t.bar()
    for expansion in in_play(t.state):  # 1, 2
        expansion.before_refill(t)
    for column in t.state.columns:
        column.fresh = False
    refill(t)
    go_on_or_ask(t)


def refill(t: T) -> None:
    """§9.3 Every empty slot gets the top card of its draw pile, columns 1 to 6."""
    filled = []
    for number, column in zip(COLUMNS, t.state.columns, strict=True):
        if column.slot is None and column.draw:
            column.slot, column.fresh = column.draw.pop(0), True
            column.known = max(0, column.known - 1)
            filled.append((number, column.slot))
    if filled:
        marks = tuple(slot_mark(number) for number, _ in filled)
        shown = each(text("aerion.replenish.card", column=circled(number), card=noun(card)) for number, card in filled)
        t.tell("aerion.replenish.done", at=marks, cards=shown)


def go_on_or_ask(t: T) -> None:
    """§9.4, §9.5 The next turn; with an empty display LAST_CHANCE, and with nobody to ask the game is lost."""
    state = t.state
    if state.display:
        next_turn(t)
    elif asked(state):
        if state.step is not Step.LAST_CHANCE:
            state.step = Step.LAST_CHANCE
            t.tell("aerion.last_chance.begins", who=each(Who(seat) for seat in asked(state)))
    else:
        state.result = Ending.EXHAUSTED


def next_turn(t: T) -> None:
    """§9.5 TURN_START of the next seat; alone the same one goes on."""
    state = t.state
    state.active = (state.active + 1) % len(state.players)
    state.turn += 1
    state.step = Step.TURN_START
    state.free_rerolls = state.discards = 0
    state.declined.clear()
    state.last_deeds, state.deeds = state.deeds, []
    t.next_turn()
    begin_turn(t)


def begin_turn(t: T) -> None:
    """§4 What is judged once, when a turn begins."""
    for expansion in in_play(t.state):
        expansion.begin_turn(t)


# ---- LAST_CHANCE ---------------------------------------------------------------------------------------------------


def can_still_act(state: State, seat: int) -> bool:
    """§9.4 That seat has a Book while there is a recoverable card, or a reserve card with a legal place."""
    return why_not_recover(state, seat) is None or reserve_placeable(state, seat)


def asked(state: State) -> list[int]:
    """§9.4 The seats that LAST_CHANCE asks: those that can still act and have not declined."""
    return [seat for seat in seats(state) if seat not in state.declined and can_still_act(state, seat)]


def ask_rescue_decline(seat: int) -> Pick[None]:
    """§8 `rescue_decline`."""
    prompt, label = text("aerion.rescue_decline.ask"), text("aerion.rescue_decline.label")
    return offer(seat, "rescue_decline", prompt, label, at=pulpit_mark(seat))


def rescue_decline(t: T, seat: int) -> None:
    """§8 When all asked seats have declined, the game is lost."""
    t.bar()
    t.state.declined.append(seat)
    t.tell("aerion.rescue_decline.done", at=(pulpit_mark(seat),), who=Who(seat))
    go_on_or_ask(t)


def rescued(t: T) -> None:
    """§9.4 After a `book_recover`: repeat 3 and 4."""
    t.bar()
    refill(t)
    go_on_or_ask(t)


def rescue_placed(t: T) -> None:
    """§4 After a `place_reserve` that has not won: every seat that can still act is asked anew."""
    t.state.declined.clear()
    go_on_or_ask(t)
