"""The course of the game (§3 setup, §4 state machine): read this first, then the chapters it calls.

SETUP → ROUND_START → SETUP_RESOURCES → turns: ACTION → [SCOUT_RESOURCE | TURN_SLOT] → the next seat … →
ROUND_END → [REWARD_CHOICES] → CLEANUP → ROUND_START … → OVER

§4 rounds, whose turn          rounds.py         §9 objectives              objectives.py
§5, §7 airships, turn slots    fleet.py          §10 automated opponents    opponents.py
§5, §6 buildings, skimmers     sites.py          §11 end                    ending.py
§5 scouting, peeking           intel.py          §13 secrets                seeing.py, redealing.py
§5 start, exchange, paying     trade.py          §15 menus                  game.py
§6 to §8 power, resolving      power.py, resolution.py
"""

from __future__ import annotations

from typing import assert_never

from engines.fractured_sky import opponents
from engines.fractured_sky.components import (
    AI_CARDS,
    DATA,
    DIFFICULTIES,
    HUMAN_COLORS,
    OBJECTIVES,
    ROUNDS,
    SLOT_ICONS,
    SUPPLY,
    TOKENS,
    Difficulty,
    Size,
)
from engines.fractured_sky.ending import outcome
from engines.fractured_sky.fleet import ask_place_airship, ask_turn_slot, choose_turn_slot, place_airship
from engines.fractured_sky.intel import ask_peek, ask_scout, ask_take_scout_resource, peek, scout, take_scout_resource
from engines.fractured_sky.resolution import choose_rewards, end_round
from engines.fractured_sky.rounds import cleanup, next_seat, start_bonus, start_round
from engines.fractured_sky.sites import (
    ask_build_fortress,
    ask_build_market,
    ask_place_skimmer,
    build_fortress,
    build_market,
    place_skimmer,
)
from engines.fractured_sky.state import Ai, ObjectiveSlot, Seat, State, Step, T, finished, person
from engines.fractured_sky.trade import ask_exchange, choose_start_resources, exchange
from engines.kernel.flow import checkpoint, choose, first_of
from engines.kernel.game import Options, Outcome, Table
from engines.kernel.rng import Rng

RANDOM = "random"
"""The value of `first_player` that leaves it to chance (R38)."""

# ---- Setup (§3) --------------------------------------------------------------------------------------------------


def setup(seats: int, options: Options, rng: Rng) -> State:
    """§3 Steps 1 to 6, before anybody chooses resources (R39); seats: how many people, colours as they joined (R60)."""
    difficulty = DIFFICULTIES[str(options["ai_difficulty"])]
    ais = ai_colors(seats, str(options["ai_color"]))
    everybody = [human(color) for color in HUMAN_COLORS[:seats]] + [automated(color, difficulty) for color in ais]
    clockwise = list(range(seats))
    rng.shuffle(clockwise, "seats")  # 1
    first = clockwise.index(first_player(clockwise, options, rng))  # 3
    order = [*clockwise[first:], *clockwise[:first], *range(seats, len(everybody))]
    state = State(seats, difficulty.id, everybody, old=order, new=[None] * len(order))
    state.public_deck = [region.id for region in state.regions]  # 2 (R1, R2)
    state.unused = list(state.public_deck)
    if seats > 1:  # 4
        deal_objectives(state, rng)
    start_round(Table(state, rng))  # 6
    return state


def first_player(clockwise: list[int], options: Options, rng: Rng) -> int:
    """§3.3 By chance or by option."""
    chosen = options["first_player"]
    return rng.pick(clockwise, "first") if chosen == RANDOM else int(chosen) - 1


def ai_colors(people: int, color: str) -> tuple[str, ...]:
    """§1 Alone against both, two people against one of that colour (R3)."""
    colors = tuple(DATA.ai["humans_to_ais"].get(str(people), ()))
    return (color,) if len(colors) == 1 else colors


def human(color: str) -> Seat:
    """§3 A person's supply."""
    return Seat(color, SUPPLY.fortresses, SUPPLY.markets, SUPPLY.skimmers)


def automated(color: str, difficulty: Difficulty) -> Seat:
    """§3.5 An automated opponent's deck, tokens and supply."""
    ai = Ai([card.id for card in AI_CARDS.values() if card.deck == color], pile=list(range(len(TOKENS))))
    return Seat(color, difficulty.fortresses, difficulty.markets, difficulty.skimmers, ai)


def deal_objectives(state: State, rng: Rng) -> None:
    """§3.4 Card by card into the leftmost empty slot of its icon, until all slots are full (R36)."""
    small = state.size is Size.SMALL
    deck = [objective.id for objective in OBJECTIVES.values() if not (small and objective.excluded_small)]
    rng.shuffle(deck, "objectives")
    tray: list[str | None] = [None] * len(SLOT_ICONS)
    while None in tray:
        card = deck.pop(0)
        icon = OBJECTIVES[card].icon
        slot = next((i for i, held in enumerate(tray) if held is None and SLOT_ICONS[i] == icon), None)
        if slot is None:
            state.aside.append(card)
        else:
            tray[slot] = card
    state.objectives = [ObjectiveSlot(card) for card in tray if card is not None]
    state.aside += deck


# ---- The rounds (§4) ---------------------------------------------------------------------------------------------


async def play(t: T) -> Outcome:
    """§4 From state to state until the fifth round has ended; the state is whole before each."""
    while t.state.step is not Step.OVER:
        await checkpoint()
        await go_on(t)
    return outcome(t.state)


async def go_on(t: T) -> None:
    """§4 One decision, an automated turn, or what comes between rounds."""
    match t.state.step:
        case Step.SETUP_RESOURCES:
            await choose_start_resources(t)
            start_bonus(t)
            t.state.step = Step.ACTION
            begin_turn(t)
        case Step.ACTION if next_seat(t.state) is None:
            await end_round(t)
            next_round(t)
        case Step.ACTION if finished(t.state.me):
            pass_on(t)
        case Step.ACTION if not person(t.state, t.state.active):
            t.bar()
            opponents.take_turn(t, t.state.active)
            pass_on(t)
        case Step.ACTION:
            await action(t)
        case Step.SCOUT_RESOURCE:
            take_scout_resource(t, await choose(ask_take_scout_resource(t)))
            pass_on(t)
        case Step.TURN_SLOT:
            choose_turn_slot(t, await choose(ask_turn_slot(t)))
            pass_on(t)
        case Step.REWARD_CHOICES:
            await choose_rewards(t)
            next_round(t)
        case Step.OVER:
            raise AssertionError("nobody is asked after the end")
        case _:
            assert_never(t.state.step)


async def action(t: T) -> None:
    """§4 ACTION: exchanges, then exactly one action. There is no pass (R31)."""
    asked, value = await first_of(
        ask_place_airship(t),
        ask_build_fortress(t),
        ask_build_market(t),
        ask_place_skimmer(t),
        ask_scout(t),
        ask_peek(t),
        ask_exchange(t),
    )
    match asked.verb:
        case "exchange":
            exchange(t, *value)
            return
        case "place_airship":
            (region,), (chip,) = value
            place_airship(t, region, chip)
        case "build_fortress":
            build_fortress(t, value)
        case "build_market":
            build_market(t, value)
        case "place_skimmer":
            place_skimmer(t, value)
        case "scout":
            scout(t, value)
        case "peek":
            peek(t, *value)
        case verb:
            raise AssertionError(verb)
    if t.state.step is Step.ACTION:
        pass_on(t)


def pass_on(t: T) -> None:
    """§4 The next seat; if none has airships left, ROUND_END follows (R58)."""
    following = next_seat(t.state)
    if following is not None:
        t.state.active = following
        begin_turn(t)


def begin_turn(t: T) -> None:
    """§4 A person's turn begins; an automated one is over at once."""
    if person(t.state, t.state.active):
        t.next_turn()


def next_round(t: T) -> None:
    """§4 CLEANUP and ROUND_START; after the fifth round the game is over."""
    if t.state.round == ROUNDS:
        t.state.step = Step.OVER
        return
    cleanup(t)
    start_round(t)
    begin_turn(t)
