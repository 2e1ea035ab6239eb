"""What is true of every state of a whole game, whatever was done. Each function raises AssertionError."""

from __future__ import annotations

from collections import Counter

from engines.fractured_sky.components import (
    AI_CARDS,
    CHIPS,
    DATA,
    OBJECTIVES,
    REGIONS,
    REVEAL_THRESHOLD,
    ROUNDS,
    SLOT_ICONS,
    SUPPLY,
    TOKENS,
    TOKENS_SHOWN,
    Size,
)
from engines.fractured_sky.fleet import free_slots
from engines.fractured_sky.state import Ai, Secret, State, Step, finished, person, ships_in

REVEALED = (Step.REWARD_CHOICES, Step.OVER)
"""The states after ROUND_END 5, in which everything of the round is turned up (§13)."""


def revealed(state: State) -> bool:
    """Whether what the present round has hidden is turned up."""
    return state.reveal is not None and state.reveal.round == state.round


def stopped(state: State) -> bool:
    """§11 Whether the table has agreed to end it before its end."""
    return state.step is Step.OVER and not (state.round == ROUNDS and revealed(state))


# ---- Cards -----------------------------------------------------------------------------------------------------------


def check_cards(state: State) -> None:
    """R1 Both starfall decks have one card for each region in play; the tray has as many as the round's number."""
    regions = Counter(region.id for region in state.regions)
    public = Counter([state.public, *state.public_deck])
    hands = [card for seat in state.seats for card in seat.cards]
    secret = Counter([*(secret.card for secret in state.tray), *state.unused, *hands])
    assert public == regions, "one public card for each region"
    assert secret == regions, "one secret card for each region, wherever it is"
    assert 1 <= state.round <= ROUNDS, "five rounds"
    assert len(state.tray) == state.round, "round r has r secret starfalls (R55)"
    explorers = [sum(ship.explorer for ship in seat.ships) for seat in state.seats if seat.ai is None]
    assert all(len(seat.cards) <= sum(ship.explorer for ship in seat.ships) for seat in state.seats), "one each (R25)"
    drawn = min(sum(explorers), len(regions) - state.round)
    assert len(hands) == drawn, "whoever explores draws, as long as there are cards (R23)"
    assert all(not seat.cards for seat in state.seats if seat.ai is not None), "automated opponents draw none"


def check_tray(state: State) -> None:
    """§5, §10.4 Scout tokens, and what is turned up."""
    automated = any(seat.ai is not None for seat in state.seats)
    for secret in state.tray:
        seats = [scouting.seat for scouting in secret.scouts]
        assert len(set(seats)) == len(seats), "nobody scouts a card twice"
        for scouting in secret.scouts:
            people = person(state, scouting.seat)
            produced = REGIONS[secret.card].resources
            assert scouting.resource in (None, *produced), "only what the region produces can be taken"
            assert people or scouting.resource is None, "automated opponents gain no resources"
            assert scouting.counts is (scouting.resource is not None or not people), "what counts for §10.4"
        full = _counted(secret) >= REVEAL_THRESHOLD
        assert secret.up is (revealed(state) or (automated and full)), "turned up neither early nor late"


def _counted(secret: Secret) -> int:
    return sum(scouting.counts for scouting in secret.scouts)


def check_objectives(state: State) -> None:
    """§3.4, §9 Each objective is there once; the leftmost are flipped, one a round."""
    if state.humans == 1:
        assert not state.objectives, "none alone"
        assert not state.aside, "none alone"
        return
    small = state.size is Size.SMALL
    wanted = Counter(o.id for o in OBJECTIVES.values() if not (small and o.excluded_small))
    assert Counter([*(slot.card for slot in state.objectives), *state.aside]) == wanted, "each objective once"
    assert tuple(OBJECTIVES[slot.card].icon for slot in state.objectives) == SLOT_ICONS, "by the icons on the backs"
    flipped = state.round - (not revealed(state))
    assert [slot.up for slot in state.objectives] == [n < flipped for n in range(len(SLOT_ICONS))], "one a round"
    for slot in state.objectives:
        assert slot.winner is None or slot.up, "awarded when flipped"
        assert len(set(slot.peeked)) == len(slot.peeked), "nobody peeks twice"
        assert all(person(state, seat) for seat in slot.peeked), "automated opponents don't peek"


# ---- Starfalls -------------------------------------------------------------------------------------------------------


def check_stars(state: State) -> None:
    """§4 Every starfall has fallen with a card, was an objective's, or came of a market card."""
    regions = {region.id for region in state.regions}
    assert set(state.stars) <= regions, "starfalls lie in regions in play"
    assert all(count >= 1 for count in state.stars.values()), "where there are none, nothing is noted"
    earlier = sum(range(state.round))  # secret cards of the rounds before
    fallen = state.round + earlier + sum(secret.up for secret in state.tray)
    awarded = sum(slot.winner is not None for slot in state.objectives)
    surplus = sum(state.stars.values()) + sum(seat.stars for seat in state.seats) - fallen - awarded
    assert all(seat.stars >= 0 for seat in state.seats), "no starfall less than none"
    cards = any(seat.ai is not None for seat in state.seats) and state.rules_of_ai.market_card
    assert surplus >= 0 if cards else surplus == 0, "no starfall comes from nowhere, none is lost"


# ---- Seats -----------------------------------------------------------------------------------------------------------


def check_supplies(state: State) -> None:
    """§3, §10.1 Buildings and skimmers are in the supply or on the board; nothing is owed."""
    for number, seat in enumerate(state.seats):
        rule = state.rules_of_ai if seat.ai is not None else SUPPLY
        own = [building for building in state.buildings if building.seat == number]
        assert seat.fortresses + sum(b.fortresses for b in own) == rule.fortresses, "fortresses are conserved"
        assert seat.markets + sum(b.markets for b in own) == rule.markets, "markets are conserved"
        assert seat.skimmers + sum(seat.placed.values()) == rule.skimmers, "skimmers are conserved"
        assert min(seat.fortresses, seat.markets, seat.skimmers, *seat.resources) >= 0, "nothing less than none"
        assert seat.ai is None or not any(seat.resources), "automated opponents have no resources"
        assert set(seat.placed) <= {region.id for region in state.regions}, "skimmers are in regions in play"
    assert {building.platform for building in state.buildings} <= set(state.platforms), "platforms in play"
    places = [(building.platform, building.seat) for building in state.buildings]
    assert len(set(places)) == len(places), "a seat's buildings on a platform stand together"


def check_fleets(state: State) -> None:
    """§5, §7 Airships, chips, tokens; the first airship in a region is on its exploration slot."""
    for seat in state.seats:
        assert len(seat.ships) <= SUPPLY.airships, "three airships"
        chips = Counter(ship.chip for ship in seat.ships if ship.chip is not None)
        assert chips <= Counter(CHIPS.values), "each chip once, the zero twice (R6)"
        for ship in seat.ships:
            assert (ship.chip is None) is (seat.ai is not None), "people have chips"
            assert (ship.token == -1) is (seat.ai is None), "automated opponents have tokens"
            assert (ship.value is None) is not revealed(state), "turned up at the round's end"
        if seat.ai is not None:
            _check_automated(state, seat.ai, seat.color, [ship.token for ship in seat.ships])
            assert len({ship.region for ship in seat.ships}) == len(seat.ships), "one airship a region"
    in_play = {region.id for region in state.regions}
    assert {ship.region for seat in state.seats for ship in seat.ships} <= in_play, "airships are in regions in play"
    for region in state.regions:
        explorers = [ship.explorer for _, ship in ships_in(state, region.id)]
        assert sum(explorers) == bool(explorers), "exactly one explorer where there are airships"


def _check_automated(state: State, ai: Ai, color: str, flying: list[int]) -> None:
    rule = state.rules_of_ai
    assert sorted([*ai.shown, *ai.pile, *flying]) == list(range(len(TOKENS))), "seven tokens"
    assert len(ai.shown) == TOKENS_SHOWN, "three are shown"
    deck = Counter(card.id for card in AI_CARDS.values() if card.deck == color)
    assert Counter([*ai.deck, *ai.used]) == deck, "each action card once"
    assert ai.previous == (ai.used[-1] if ai.used else None), "the card drawn before"
    assert 0 <= ai.counter < (rule.market_card_threshold if rule.market_card else 1), "a full market card is a starfall"


def check_order(state: State) -> None:
    """§4 Who takes part, whose turn it is, and the two columns."""
    seats = range(len(state.seats))
    automated = DATA.ai["humans_to_ais"].get(str(state.humans), ())
    assert [seat.ai is None for seat in state.seats] == [n < state.humans for n in seats], "people sit first"
    assert len(seats) == state.humans + len(automated), "automated opponents only with one or two people"
    assert sorted(state.old) == list(seats), "each has a place in the old order"
    assert len(state.new) == len(state.old), "the columns are equally long"
    placed = [seat for seat in state.new if seat is not None]
    done = {number for number, seat in enumerate(state.seats) if finished(seat)}
    choosing = {state.active} if state.step is Step.TURN_SLOT else done - set(placed) if stopped(state) else set()
    assert sorted(placed) == sorted(done - choosing), "a place in the new order comes with the third airship"
    assert choosing <= done, "and is chosen then"
    assert len(choosing) <= 1, "one after the other"
    assert not choosing or len(free_slots(state)) > 1, "the last one is no choice (R33)"


def check_step(state: State) -> None:
    """§4 What belongs to the state and to no other."""
    everybody = all(finished(seat) for seat in state.seats)
    match state.step:
        case Step.SETUP_RESOURCES:
            assert state.round == 1, "only once"
            assert not any(seat.ships or any(seat.resources) for seat in state.seats), "before anything is done"
        case Step.ACTION | Step.SCOUT_RESOURCE:
            assert not finished(state.me), "whose turn it is has airships left"
        case Step.REWARD_CHOICES | Step.OVER:
            assert everybody or stopped(state), "after the last airship"
        case Step.TURN_SLOT:
            assert not everybody, "the last seat has no choice"
    assert person(state, state.active) or state.step in (*REVEALED, Step.SETUP_RESOURCES), "people decide"
    assert (state.scouting > 0) is (state.step is Step.SCOUT_RESOURCE), "a card is looked at in SCOUT_RESOURCE"
    assert 0 <= state.scouting <= len(state.tray), "in the tray"
    assert any(state.open_picks) is (state.step is Step.REWARD_CHOICES), "picks wait in REWARD_CHOICES"
    for number, picks in enumerate(state.open_picks):
        assert not picks or person(state, number), "people choose"
        assert not any(REGIONS[region].same_pair for region in picks), "between two kinds"
        assert all(count >= 1 for count in picks.values()), "and at least one"
    over = state.step is Step.OVER
    assert sorted(state.ranks) == (list(range(1, len(state.seats) + 1)) if over else []), "all ranks are distinct"
    assert not over or state.round == ROUNDS or stopped(state), "after the fifth round"
    assert (state.reveal.round if state.reveal else 0) == state.round - (not revealed(state)), "how it ended"
    assert revealed(state) or state.step not in REVEALED or stopped(state), "shown when it has ended"


def check(state: State) -> None:
    """All of it."""
    check_cards(state)
    check_tray(state)
    check_objectives(state)
    check_stars(state)
    check_supplies(state)
    check_fleets(state)
    check_order(state)
    check_step(state)
