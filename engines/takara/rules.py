"""The course of the game (§3 setup, §4 state machine): read this first, then the chapters it calls.

SETUP → turns in seat order: ACT until nobody is ready → END_DAY → next seat … → GAME_OVER

§5 the decisions   `ask_…` in the chapter of each, `why_not_…` for "legal when"     §7 end of day     evening.py
§5 forge, tavern, bank              town.py                                         §8 limits         laws.py
§6.1, §6.3, §6.4 dig, break, fight  tunnels.py                                      §9 end            ending.py
§6.2 survey                         survey.py                                       §10 secrets       seeing.py, view.py
§6.5 specialists, §6.6 treasures    dock.py, treasures.py                           §12 menus, R34    game.py
"""

from __future__ import annotations

from typing import assert_never

from engines.kernel.flow import checkpoint, choose, first_of
from engines.kernel.game import Options, Outcome
from engines.kernel.rng import Rng
from engines.takara.components import DATA, RULE, TOKEN, Kind, Layer, Place
from engines.takara.dock import ask_hire, hire_specialist, mine
from engines.takara.ending import end_test, outcome
from engines.takara.evening import ask_end_day, choice_exists, end_day
from engines.takara.state import Adventurer, Card, Phase, Player, State, T, crew_mark, record, who
from engines.takara.survey import ask_survey, ask_survey_step, start_survey, survey_step
from engines.takara.town import (
    ask_bank_buy,
    ask_bank_sell,
    ask_rent_sword,
    ask_tavern,
    bank_buy,
    bank_sell,
    rent_sword,
    tavern,
)
from engines.takara.treasures import ask_choose_map, choose_map
from engines.takara.tunnels import ask_destroy_rockfall, ask_dig, ask_fight, destroy_rockfall, dig, fight

# ---- Setup (§3) --------------------------------------------------------------------------------------------------


def setup(seats: int, options: Options, rng: Rng) -> State:
    """§3 Steps 1 to 7; no player choice."""
    treasures = [card.id for card in DATA.treasure_card for _ in range(card.count)]
    rng.shuffle(treasures, "treasures")
    return State(
        players=[camp() for _ in range(seats)],
        tunnels=deal_tunnels(rng),
        treasures=treasures,
        stock=xp_stock(seats, str(options["xp_tokens"])),
        start=(start := rng.below(seats, "start")),
        active=start,
        impersonator_copies_any=options["impersonator"] == "any",
        mimic_injures=bool(options["mimic_injury"]),
    )


def camp() -> Player:
    """§3.1, §3.2 Two adventurers ready, the recruit on the beach, no kara, no XP (R2)."""
    ready = [Adventurer(number, Place.CAMP) for number in range(1, RULE.start_adventurers + 1)]
    recruits = [Adventurer(RULE.start_adventurers + n, Place.BEACH) for n in range(1, RULE.recruits_per_player + 1)]
    return Player(RULE.start_kara, ready + recruits)


def xp_stock(seats: int, option: str) -> int:
    """§3.6 3 × players, or always 6: as many as two players have."""
    return TOKEN.stock_per_player * (DATA.players.min if option == "six" else seats)


def deal_tunnels(rng: Rng) -> list[list[Card]]:
    """§3.5 Two heaps of deep cards with a stone each; six stacks; middle, then shallow on top (R1, R3)."""
    ids = {
        layer: [card.id for card in DATA.tunnel_card for _ in range(card.count) if card.layer is layer]
        for layer in Layer
    }
    stones = [card.id for card in DATA.tunnel_card if card.kind is Kind.STONE]
    deep = [card for card in ids[Layer.DEEP] if card not in stones]
    for pile, name in ((deep, "deep"), (ids[Layer.MIDDLE], "middle"), (ids[Layer.SHALLOW], "shallow")):
        rng.shuffle(pile, name)  # a, c
    half = len(deep) // len(stones)
    heaps = [[*deep[i * half : (i + 1) * half], stone] for i, stone in enumerate(stones)]
    for heap in heaps:
        rng.shuffle(heap, "heap")  # b
    depth = RULE.cards_per_layer_per_tunnel
    bottoms = [heap[i : i + depth] for heap in heaps for i in range(0, len(heap), depth)]
    stacks = [
        ids[Layer.SHALLOW][i * depth : (i + 1) * depth] + ids[Layer.MIDDLE][i * depth : (i + 1) * depth] + bottom
        for i, bottom in enumerate(bottoms)
    ]
    rng.shuffle(stacks, "tunnels")  # d
    return [
        [Card(number * RULE.cards_per_tunnel + position, card) for position, card in enumerate(stack)]
        for number, stack in enumerate(stacks)
    ]


# ---- The turns (§4) ----------------------------------------------------------------------------------------------


async def play(t: T) -> Outcome:
    """§4 Turn by turn until an end test says so."""
    while t.state.result is None:
        await checkpoint()
        await take_turn(t)
    return outcome(t.state)


async def take_turn(t: T) -> None:
    """§4 From where the state stands to the end of the day or of the game; END TEST after each completed action."""
    if all_in_waiting_room(t.state.me):
        record(t, "skipped")
        t.tell("takara.turn.skipped", at=(crew_mark(t),), who=who(t))
    while t.state.result is None:
        match t.state.phase:
            case Phase.ACT:
                await act(t)
            case Phase.SURVEY:
                step = await choose(ask_survey_step(t))
                survey_step(t, *step)
            case Phase.MAP_CHOICE:
                interrupted = choose_map(t, await choose(ask_choose_map(t)))
                if interrupted.cards_left:
                    mine(t, interrupted.tunnel, interrupted.cards_left)
            case Phase.END_DAY:
                await finish_day(t)
                return
            case Phase.OVER:
                raise AssertionError("nobody is asked after the end")
            case _:
                assert_never(t.state.phase)
        if t.state.survey is None and t.state.map_choice is None:
            end_test(t)


def all_in_waiting_room(player: Player) -> bool:
    """§7 A player with nobody ready at the start of the turn skips ACT; all others come to camp every evening."""
    return all(a.place in {Place.WAITING_ROOM, Place.BEACH} for a in player.adventurers)


async def act(t: T) -> None:
    """§4 ACT: one decision of §5. All ready adventurers must be used; there is no pass (R5)."""
    asked, value = await first_of(
        ask_rent_sword(t),
        ask_dig(t),
        ask_survey(t),
        ask_destroy_rockfall(t),
        ask_fight(t),
        ask_tavern(t),
        ask_bank_sell(t),
        ask_bank_buy(t),
        ask_hire(t),
    )
    match asked.verb:
        case "rent_sword":
            rent_sword(t)
        case "dig":
            dig(t, value)
        case "survey":
            start_survey(t, *value)
        case "destroy_rockfall":
            destroy_rockfall(t, value)
        case "fight":
            fight(t, value)
        case "tavern":
            tavern(t, value)
        case "bank_sell":
            bank_sell(t, value)
        case "bank_buy":
            bank_buy(t)
        case "hire_specialist":
            hire_specialist(t, value)
        case verb:
            raise AssertionError(verb)


async def finish_day(t: T) -> None:
    """§4 DAY_END_CHECK and END_DAY: asked only if there is something to choose; then the next seat's turn starts.

    A decision settles the day for good, an automatic end can be taken back with what led to it (§5 Undo).
    """
    if choice_exists(t.state):
        recruit, heal = await choose(ask_end_day(t))
        t.bar()
    else:
        recruit, heal = False, 0
    end_day(t, recruit, heal)
    next_turn(t.state)
    t.next_turn()


def next_turn(state: State) -> None:
    """§4 TURN START of the next seat; the sword is in the forge since §7.6."""
    # A skipped turn does not wipe the strip: what led to it is still to be seen beside it (§12).
    state.last_deeds = state.deeds if state.acted else state.last_deeds + state.deeds
    state.deeds = []
    state.active = (state.active + 1) % len(state.players)
    state.turn += 1
    state.acted = state.bank_used = False
