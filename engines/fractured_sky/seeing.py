"""§13 What each viewer may see. States that a viewer cannot tell apart: redealing.py."""

from __future__ import annotations

from engines.fractured_sky.components import (
    AI_CARDS,
    OBJECTIVES,
    PLATFORMS,
    ROUNDS,
    SECRET_SLOTS,
    SUPPLY,
    TOKENS,
    Region,
    Size,
    bridges,
)
from engines.fractured_sky.fleet import penalty, total
from engines.fractured_sky.naming import rim
from engines.fractured_sky.redealing import knows_objective, knows_secret, redeal
from engines.fractured_sky.state import Ai, Airship, ObjectiveSlot, Seat, State, Step, chips_left, person, ships_in
from engines.fractured_sky.view import (
    AirshipView,
    AiView,
    BuildingView,
    MineView,
    ObjectiveView,
    PlatformView,
    RegionView,
    ScoutView,
    SeatView,
    SecretView,
    TurnSlotView,
    View,
)

__all__ = ["redeal", "view"]


def view(state: State, viewer: int | None) -> View:
    """What the viewer may see: everything public, and what its own seat has found out."""
    return View(
        viewer=viewer,
        step=str(state.step),
        round=state.round,
        rounds=ROUNDS,
        active=state.active,
        difficulty=state.difficulty,
        small=state.size is Size.SMALL,
        regions=tuple(_region_view(state, number, region, viewer) for number, region in enumerate(state.regions, 1)),
        platforms=tuple(_platform_view(state, platform) for platform in state.platforms),
        secrets=tuple(_secret_view(state, number, viewer) for number in range(1, SECRET_SLOTS + 1)),
        unused=len(state.unused),
        objectives=tuple(_objective_view(slot, number, viewer) for number, slot in enumerate(state.objectives, 1)),
        seats=tuple(_seat_view(state, number, seat) for number, seat in enumerate(state.seats)),
        turn_slots=tuple(_turn_slot_view(state, number) for number in range(1, state.slots.slots + 1)),
        deeds=tuple(state.deeds),
        mine=_mine_view(state.seats[viewer]) if viewer is not None and person(state, viewer) else None,
        scouting=state.scouting,
        reveal=state.reveal,
        ranks=tuple(state.ranks),
    )


# ---- Who is next -------------------------------------------------------------------------------------------------


def next_person(view: View, seat: int) -> int | None:
    """§4 The person who is asked after that seat; None: nobody but that one, or the game is at its end.

    Within a round the old order counts, between two rounds the new one (R34); automated turns are over at once.
    """
    if view.step in {Step.ACTION, Step.SCOUT_RESOURCE, Step.TURN_SLOT}:
        order = [slot.old for slot in view.turn_slots if slot.old is not None]
        here = order.index(seat) + 1
        following = [other for other in (*order[here:], *order[: here - 1]) if view.seats[other].left]
    elif view.step == Step.SETUP_RESOURCES:
        following = [slot.old for slot in view.turn_slots if slot.old is not None]
    elif view.step == Step.REWARD_CHOICES and view.round < view.rounds:
        following = [slot.new for slot in view.turn_slots if slot.new is not None]
    else:
        following = []
    first = next((other for other in following if view.seats[other].ai is None), None)
    return None if first == seat else first


# ---- The map -----------------------------------------------------------------------------------------------------


def _region_view(state: State, number: int, region: Region, viewer: int | None) -> RegionView:
    first, second = region.resources
    skimmers = ((seat, own.placed.get(region.id, 0)) for seat, own in enumerate(state.seats))
    return RegionView(
        number=number,
        id=region.id,
        abbr=region.abbr,
        resources=(str(first), str(second)),
        x=region.x,
        y=region.y,
        stars=state.stars.get(region.id, 0),
        public=state.public == region.id,
        ships=tuple(_airship_view(seat, ship, viewer) for seat, ship in ships_in(state, region.id)),
        skimmers=tuple((seat, count) for seat, count in skimmers if count),
        unused=viewer is not None and region.id in state.seats[viewer].cards,
    )


def _airship_view(seat: int, ship: Airship, viewer: int | None) -> AirshipView:
    """A person's chip, before the round's end only for its owner; an automated opponent's token for nobody."""
    if ship.chip is None:
        token = TOKENS[ship.token] if ship.value is not None else None
        return AirshipView(seat, ship.region, "token", ship.explorer, ship.value, token=token)
    if ship.value is None:
        return AirshipView(seat, ship.region, rim(ship.chip), ship.explorer, ship.chip if seat == viewer else None)
    return AirshipView(seat, ship.region, rim(ship.chip), ship.explorer, ship.value, printed=ship.chip)


def _platform_view(state: State, platform: str) -> PlatformView:
    site = PLATFORMS[platform]
    here = sorted((b for b in state.buildings if b.platform == platform and b.count), key=lambda b: b.seat)
    buildings = tuple(BuildingView(b.seat, b.fortresses, b.markets) for b in here)
    return PlatformView(platform, site.x, site.y, bridges(platform, state.size), buildings)


# ---- Secret starfalls and objectives -------------------------------------------------------------------------------


def _secret_view(state: State, number: int, viewer: int | None) -> SecretView:
    if number > len(state.tray):
        return SecretView(number, used=False, up=False, region=None, known=False, scouts=())
    secret = state.tray[number - 1]
    known = not secret.up and knows_secret(state, viewer, number)
    return SecretView(
        number=number,
        used=True,
        up=secret.up,
        region=secret.card if secret.up or known else None,
        known=known,
        scouts=tuple(ScoutView(scouting.seat, str(scouting.resource or "")) for scouting in secret.scouts),
    )


def _objective_view(slot: ObjectiveSlot, number: int, viewer: int | None) -> ObjectiveView:
    known = not slot.up and knows_objective(slot, viewer)
    return ObjectiveView(
        number=number,
        icon=OBJECTIVES[slot.card].icon,
        card=slot.card if slot.up or known else None,
        up=slot.up,
        known=known,
        winner=slot.winner,
        peeked=tuple(slot.peeked),
    )


# ---- Seats ---------------------------------------------------------------------------------------------------------


def _seat_view(state: State, number: int, seat: Seat) -> SeatView:
    gold, iron, wood = seat.resources
    return SeatView(
        seat=number,
        color=seat.color,
        ai=_ai_view(state, seat.ai) if seat.ai is not None else None,
        stars=seat.stars,
        gold=gold,
        iron=iron,
        wood=wood,
        fortresses=seat.fortresses,
        markets=seat.markets,
        skimmers=seat.skimmers,
        left=SUPPLY.airships - len(seat.ships),
        cards=len(seat.cards),
    )


def _ai_view(state: State, ai: Ai) -> AiView:
    """§10.9 What is public of it: the shown tokens, and so the set of the others; the cards it has drawn."""
    last = AI_CARDS[ai.used[-1]] if ai.used else None
    rule = state.rules_of_ai
    return AiView(
        shown=tuple(TOKENS[token] for token in ai.shown),
        others=tuple(token for number, token in enumerate(TOKENS) if number not in ai.shown),
        card=last.id if last is not None else "",
        effect=str(last.effect) if last is not None else "",
        compass=(str(last.compass[0]), str(last.compass[1])) if last is not None else None,
        deck=len(ai.deck),
        counter=ai.counter,
        threshold=rule.market_card_threshold if rule.market_card else 0,
        used=tuple(ai.used),
    )


def _mine_view(seat: Seat) -> MineView:
    """§13 What the private view must always offer, beside what its airships, cards and objectives show."""
    placed = total(seat)
    return MineView(tuple(chips_left(seat)), placed, penalty(placed), tuple(seat.cards))


def _turn_slot_view(state: State, number: int) -> TurnSlotView:
    in_use = number <= len(state.old)
    return TurnSlotView(
        number=number,
        open=in_use,
        gold=state.slots.gold_bonus[number - 1],
        old=state.old[number - 1] if in_use else None,
        new=state.new[number - 1] if in_use else None,
    )
