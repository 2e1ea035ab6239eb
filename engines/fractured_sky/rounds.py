"""§4 A round's frame: ROUND_START, whose turn it is, CLEANUP."""

from __future__ import annotations

from engines.fractured_sky import opponents
from engines.fractured_sky.fleet import gain_slot_gold
from engines.fractured_sky.naming import region_words
from engines.fractured_sky.state import NOBODY, Secret, State, Step, T, finished, person, record, region_mark
from engines.fractured_sky.view import Deed


def start_round(t: T) -> None:
    """§4 ROUND_START of the next round: all automatic. In round r the tray takes r secret cards (R55)."""
    state = t.state
    state.round += 1
    state.deeds.clear()
    t.rng.shuffle(state.public_deck, "public")  # 1
    state.public = state.public_deck.pop(0)
    state.stars[state.public] = state.stars.get(state.public, 0) + 1
    t.rng.shuffle(state.unused, "secret")  # 2
    state.tray = [Secret(state.unused.pop(0)) for _ in range(state.round)]
    opponents.begin_round(t)  # 3
    state.active = state.old[0]  # 4
    record(t, Deed(NOBODY, "started", region=state.public, n=state.round))
    where, mark = region_words(state, state.public), region_mark(state.public)
    t.tell("fractured_sky.round.begins", at=(mark,), round=state.round, region=where)


def start_bonus(t: T) -> None:
    """§3.8 The gold of the turn slots on which the game begins (R32, R54)."""
    for slot, seat in enumerate(t.state.old, start=1):
        if gain_slot_gold(t, seat, slot) and not person(t.state, seat):
            opponents.landed_on_gold(t, seat)


def next_seat(state: State) -> int | None:
    """§4 The next slot in the old order, cyclic, whose seat has airships left; None: the round is at its end."""
    here = state.old.index(state.active) + 1
    following = (*state.old[here:], *state.old[:here])
    return next((seat for seat in following if not finished(state.seats[seat])), None)


def cleanup(t: T) -> None:
    """§4 CLEANUP: what returns; the new order becomes the old one."""
    state = t.state
    for seat in state.seats:
        seat.ships.clear()
        seat.skimmers += sum(seat.placed.values())
        seat.placed.clear()
        state.unused += seat.cards
        seat.cards.clear()
    state.unused += [secret.card for secret in state.tray]
    state.tray.clear()
    state.public_deck.append(state.public)
    state.public = ""
    state.old = [seat for seat in state.new if seat is not None]
    state.new = [None] * len(state.old)
    state.open_picks = []
    state.step = Step.ACTION
