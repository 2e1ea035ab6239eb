"""The course of the game (§3 setup, §4 state machine): read this first, then the chapters it calls.

SETUP → turns: TURN_START → ROLLING → one main action → WRAP_UP → REPLENISH → the next turn … → WON | LOST

§5 combinations, §8 dice       dice.py            §9 replenish, LAST_CHANCE    replenish.py
§7 places and completion       places.py          §11 end                      ending.py
§8 acquire, give up            taking.py          §12 secrets                  seeing.py, view.py
§8 Books, reserve              books.py           §10 expansions               moments.py, expansions/
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, assert_never

from engines.aerion.books import (
    ask_book_recover,
    ask_place_reserve,
    ask_use_book_reroll,
    book_recover,
    place_reserve,
    reserve_placeable,
    use_book_reroll,
    why_not_recover,
)
from engines.aerion.components import COLUMNS, RULE, SHIPS, base_deck
from engines.aerion.dice import (
    ask_discard_reroll,
    ask_free_reroll,
    ask_roll_dice,
    ask_use_pixie,
    discard_reroll,
    free_reroll,
    roll_dice,
    use_pixie,
)
from engines.aerion.ending import finish, win_test
from engines.aerion.moments import Expansion, in_play, registered
from engines.aerion.places import complete
from engines.aerion.replenish import (
    ask_rescue_decline,
    asked,
    begin_turn,
    replenish,
    rescue_decline,
    rescue_placed,
    rescued,
)
from engines.aerion.state import Column, Player, State, Step, T, Workshop, seats
from engines.aerion.taking import acquire, ask_acquire, ask_give_up, give_up
from engines.kernel.decision import Decision, Pick, offer
from engines.kernel.flow import checkpoint, first_of
from engines.kernel.game import Options, Outcome, Table
from engines.kernel.rng import Rng
from engines.kernel.text import text

OFF = "off"
"""The value of an option that leaves its expansion out."""

# ---- Setup (§3) --------------------------------------------------------------------------------------------------


def setup(seats: int, options: Options, rng: Rng) -> State:
    """§3 Steps 1 to 9; no player choice."""
    chosen = [expansion for expansion in registered() if options[expansion.option] != OFF]
    decks = [shuffled_deck(column, chosen, options, rng) for column in COLUMNS]  # 2, 3
    state = State(
        players=[Player() for _ in range(seats)],
        columns=[Column(deck) for deck in decks],
        workshops=workshops(seats),
        pixies=int(options["pixies"]),  # 1
    )
    for expansion in chosen:  # 4 to 7
        expansion.lay_out(state, options, rng)
    if seats > 1:  # 8
        state.owners = deal_ships(rng)
        state.start = state.active = int(options["first_player"]) - 1
    for column in state.columns:  # 9
        column.slot = column.draw.pop(0)
    begin_turn(Table(state, rng))
    return state


def shuffled_deck(column: int, chosen: list[Expansion], options: Options, rng: Rng) -> list[str]:
    """§3.2, §3.3 The base cards of a column and what the expansions add."""
    deck = base_deck(column) + [card for expansion in chosen for card in expansion.cards(column, options)]
    rng.shuffle(deck, f"deck.{column}")
    return deck


def workshops(seats: int) -> list[Workshop]:
    """§3 Alone two workshops; else one for each seat and a common one."""
    if seats == 1:
        return [Workshop(f"ws{number}") for number in range(1, RULE.workshops_solo + 1)]
    return [*(Workshop(f"ws_p{seat + 1}", seat) for seat in range(seats)), Workshop("ws_common")]


def deal_ships(rng: Rng) -> list[int]:
    """§3.8 Three ship tokens to each: the owner of each ship, ship by ship."""
    tokens = [ship.id for ship in SHIPS]
    rng.shuffle(tokens, "ships")
    return [tokens.index(ship.id) // RULE.ships_per_seat_2p for ship in SHIPS]


# ---- The turns (§4) ----------------------------------------------------------------------------------------------


async def play(t: T) -> Outcome:
    """§4 Decision by decision until the game is won or lost; the state is whole before each."""
    while t.state.result is None:
        await checkpoint()
        await go_on(t)
        if t.state.result is None:
            win_test(t)
    return finish(t)


async def go_on(t: T) -> None:
    """§4 One decision of the state in which the game stands; a nested one is asked alone, before anything else."""
    interrupted = next((expansion for expansion in in_play(t.state) if expansion.interrupts(t.state)), None)
    if interrupted is not None:
        asked, value = await first_of(interrupted.ask_interrupt(t))
        interrupted.deals()[asked.verb](t, value)
        return
    match t.state.step:
        case Step.TURN_START:
            await one_of(t, ask_roll_dice(t), *ask_powers(t))
        case Step.ROLLING:
            await rolling(t)
        case Step.MAIN_DONE:
            enter_wrap_up(t)
        case Step.WRAP_UP:
            await one_of(t, ask_end_turn(t), *ask_powers(t))
        case Step.LAST_CHANCE:
            await last_chance(t)
        case Step.OVER:
            raise AssertionError("nobody is asked after the end")
        case _:
            assert_never(t.state.step)


async def rolling(t: T) -> None:
    """§4 ROLLING: whatever changes dice, in any order, any-time powers, and one main action, which ends it (R6)."""
    main = (ask_acquire(t), *(each for expansion in in_play(t.state) for each in expansion.ask_main(t)), ask_give_up(t))
    decision, value = await first_of(*ask_changers(t), *main, *ask_powers(t))
    if decision in main:
        main_action(t, decision.verb, value)
    else:
        deal(t, decision, value)


async def one_of(t: T, *decisions: Decision) -> None:
    """Ask these, and do what was answered first."""
    deal(t, *await first_of(*decisions))


def ask_changers(t: T) -> Iterator[Decision]:
    """§8 What changes dice or gives credits for it; never asked if the game has nothing for it left."""
    yield ask_discard_reroll(t)
    yield ask_free_reroll(t)
    if t.state.pixies:
        yield ask_use_pixie(t)
    yield ask_use_book_reroll(t)
    for expansion in in_play(t.state):
        yield from expansion.ask_changers(t)


def ask_powers(t: T) -> Iterator[Decision]:
    """R18, R20 Any-time powers: the active seat's, and of the other seat its own Book and reserve."""
    for seat in (t.state.active, *(seat for seat in seats(t.state) if seat != t.state.active)):
        partner = seat != t.state.active
        if not partner or why_not_recover(t.state, seat) is None:
            yield ask_book_recover(t, seat, optional=partner)
        if t.state.players[seat].reserve:
            yield ask_place_reserve(t, seat, optional=partner)
        if not partner:
            for expansion in in_play(t.state):
                yield from expansion.ask_any_time(t)


def deal(t: T, decision: Decision, value: Any) -> None:
    """§8 What a decision does that is no main action."""
    match decision.verb:
        case "roll_dice":
            roll_dice(t)
        case "discard_reroll":
            discard_reroll(t, value)
        case "free_reroll":
            free_reroll(t, value)
        case "use_pixie":
            use_pixie(t, value)
        case "use_book_reroll":
            use_book_reroll(t)
        case "book_recover":
            book_recover(t, value, decision.seat)
        case "place_reserve":
            place_reserve(t, value, decision.seat)
        case "end_turn":
            end_turn(t)
        case verb:
            deal_of_expansion(t, verb, value)


def deal_of_expansion(t: T, verb: str, value: Any) -> None:
    """What an expansion's decision does."""
    rule = next(deals[verb] for expansion in in_play(t.state) if verb in (deals := expansion.deals()))
    rule(t, value)


# ---- The main action and what follows (§4, §8) -------------------------------------------------------------------


def main_action(t: T, verb: str, value: Any) -> None:
    """§4 The one step that ends the Roll phase: its effect, completion, win test, duties. Credits left are lost."""
    card = ""
    if verb == "give_up":
        give_up(t)
    for expansion in in_play(t.state):
        expansion.before_main(t, verb)
    if verb == "acquire":
        card = acquire(t, value)
    elif verb != "give_up":
        deal_of_expansion(t, verb, value)
    complete(t)
    t.state.free_rerolls = 0
    t.state.step = Step.MAIN_DONE
    win_test(t)
    if t.state.result is None:
        for expansion in in_play(t.state):
            expansion.after_main(t, verb, card)


def enter_wrap_up(t: T) -> None:
    """§4 WRAP_UP is skipped if the active seat could do nothing there; the partner doesn't hold it up (R19)."""
    if has_power(t):
        t.state.step = Step.WRAP_UP
    else:
        replenish(t)


def has_power(t: T) -> bool:
    """§4 Usable any-time power of the active seat."""
    state = t.state
    if why_not_recover(state, state.active) is None or reserve_placeable(state, state.active):
        return True
    return any(power.playable for expansion in in_play(state) for power in expansion.ask_any_time(t))


def ask_end_turn(t: T) -> Pick[None]:
    """§8 `end_turn`."""
    return offer(t.state.active, "end_turn", text("aerion.end_turn.ask"), text("aerion.end_turn.label"))


def end_turn(t: T) -> None:
    """§8 REPLENISH."""
    replenish(t)


async def last_chance(t: T) -> None:
    """§4 LAST_CHANCE: all that can still act are asked together; the first `book_recover` closes it (R22)."""
    decisions: list[Decision] = []
    for seat in asked(t.state):
        if why_not_recover(t.state, seat) is None:
            decisions.append(ask_book_recover(t, seat))
        if reserve_placeable(t.state, seat):
            decisions.append(ask_place_reserve(t, seat))
        decisions.append(ask_rescue_decline(seat))
    decision, value = await first_of(*decisions)
    match decision.verb:
        case "book_recover":
            book_recover(t, value, decision.seat)
            rescued(t)
        case "place_reserve":
            place_reserve(t, value, decision.seat)
            win_test(t)
            if t.state.result is None:
                rescue_placed(t)
        case _:
            rescue_decline(t, decision.seat)
