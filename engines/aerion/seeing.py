"""§12 Hidden information: what each viewer may see, and other states that a viewer cannot tell apart."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

import msgspec

from engines.aerion.components import BIRD, CARD_IDS, CLASSES, COLUMNS, DATA, KIND_OF, SHIPS, WORKER, Kind
from engines.aerion.dice import met
from engines.aerion.ending import goals
from engines.aerion.expansions.clouds import steps_left
from engines.aerion.expansions.hellkite import outpost_here
from engines.aerion.moments import in_play
from engines.aerion.places import moored
from engines.aerion.replenish import asked
from engines.aerion.state import Card, FlagshipState, HellkiteState, State, Step, Workshop, seats
from engines.aerion.taking import why_not_acquire
from engines.aerion.view import (
    CardView,
    CloudsView,
    ColumnView,
    EggsView,
    FlagshipView,
    HellkiteView,
    HourglassesView,
    PiersView,
    SearchView,
    SeatView,
    ShipView,
    SpaceView,
    View,
    WorkshopView,
)
from engines.kernel.rng import Rng

NEVER = (BIRD, WORKER)
"""Cards that cannot be acquired, whatever the dice show (§6)."""

HIDDEN = "hidden"
"""Stands for the class of a lair that nobody has seen."""


def view(state: State, viewer: int | None) -> View:
    """What the viewer may see. Nothing is secret between seats but the search of a draw pile."""
    return View(
        viewer=viewer,
        phase=phase(state),
        active=state.active,
        turn=state.turn,
        start=state.start,
        columns=tuple(_column_view(state, number) for number in COLUMNS),
        dice=tuple(state.dice),
        rolled=rolled(state),
        free_rerolls=state.free_rerolls,
        pixies=state.pixies,
        ships=tuple(_ship_view(state, number) for number in range(1, len(SHIPS) + 1)),
        workshops=tuple(_workshop_view(state, workshop) for workshop in state.workshops),
        seats=tuple(_seat_view(state, seat) for seat in seats(state)),
        goals=goals(state),
        left=sum(len(column.draw) for column in state.columns),
        removed=counted(state.removed),
        deeds=(*state.last_deeds, *state.deeds),
        deeds_now=len(state.deeds),
        asked=tuple(asked(state)) if state.step is Step.LAST_CHANCE else (),
        flagship=_flagship_view(state.flagship) if state.flagship is not None else None,
        hourglasses=_hourglasses_view(state),
        clouds=_clouds_view(state),
        piers=_piers_view(state),
        eggs=EggsView(state.eggs.stack, state.eggs.duty, state.eggs.hard) if state.eggs is not None else None,
        hellkite=_hellkite_view(state.hellkite) if state.hellkite is not None else None,
        search=_search_view(state, viewer),
        result=state.result,
    )


def phase(state: State) -> str:
    """§4 The name of the state; that of the nested decision, if one is open."""
    if state.result is not None:
        return Step.OVER
    return next((each.phase(state) for each in in_play(state) if each.interrupts(state)), str(state.step))


def rolled(state: State) -> bool:
    """Whether the dice count now: in all other states they are a picture of the last roll."""
    return state.step is Step.ROLLING


def counted(cards: Iterable[str]) -> tuple[tuple[str, int], ...]:
    """(card id, count), in the order in which lists show them."""
    count = Counter(cards)
    return tuple((card, count[card]) for card in CARD_IDS if count[card])


def _card_view(card: str, column: int) -> CardView:
    return CardView(card, KIND_OF[card], column)


def _column_view(state: State, number: int) -> ColumnView:
    column, deck = state.column(number), DATA.deck[number - 1]
    return ColumnView(
        number=number,
        deck=deck.id,
        label=deck.label,
        slot=_card_view(column.slot, number) if column.slot is not None else None,
        draw=len(column.draw),
        known=tuple(column.draw[: column.known]),
        contents=counted(column.draw),
        discard=tuple(column.discard),
        met=rolled(state) and met(state.dice, number),
        status=_status(state, number),
        fresh=column.fresh,
    )


def _status(state: State, number: int) -> str:
    """§15 Whether the display card could be acquired, the dice left aside."""
    card = state.column(number).slot
    if card is None or not rolled(state):
        return ""
    if why_not_acquire(state, number, dice=False) is None:
        return "take"
    if card in NEVER:
        return "never"
    return "stopped" if card in stopped(state) else "no_place"


def stopped(state: State) -> tuple[str, ...]:
    """§10.6 The card types that the Hellkite keeps everybody from acquiring this turn."""
    outpost = outpost_here(state) if state.hellkite is not None else None
    return CLASSES[outpost].types if outpost is not None else ()


def _ship_view(state: State, number: int) -> ShipView:
    ship, clouds = SHIPS[number - 1], state.clouds
    covered = clouds is not None and moored(state, number)
    return ShipView(
        number=number,
        id=ship.id,
        blueprint=ship.needs.blueprint,
        material=ship.needs.material,
        crew=ship.needs.crew,
        built=state.built[number - 1],
        owner=state.owners[number - 1] if state.owners else None,
        cloud=clouds.sides[number - 1] if clouds is not None and covered else None,
    )


def _workshop_view(state: State, workshop: Workshop) -> WorkshopView:
    blueprint, material, crew = (workshop.card(kind) for kind in (Kind.BLUEPRINT, Kind.MATERIAL, Kind.CREW))
    return WorkshopView(
        id=workshop.id,
        owner=workshop.owner,
        blueprint=_placed_view(blueprint),
        material=_placed_view(material),
        crew=_placed_view(crew),
        crew_by=crew.by if crew is not None and len(state.players) > 1 else None,
        moored=None not in (blueprint, material, crew),  # else it were completed and empty (R35)
    )


def _placed_view(card: Card | None) -> CardView | None:
    return _card_view(card.id, card.column) if card is not None else None


def _seat_view(state: State, seat: int) -> SeatView:
    player, piers = state.players[seat], state.piers
    return SeatView(
        seat=seat,
        books=player.books,
        reserve=tuple(_card_view(card.id, card.column) for card in player.reserve),
        payroll=piers.payrolls[seat] if piers is not None and not piers.hard else None,
    )


def _flagship_view(flagship: FlagshipState) -> FlagshipView:
    there = {card.id for card in flagship.cards}
    needs = (*DATA.flagship.needs_materials, *DATA.flagship.needs_crew)
    return FlagshipView(
        needs=tuple((card, flagship.flies or card in there) for card in needs),
        flies=flagship.flies,
        factories=tuple(flagship.row),
        lab_used=flagship.lab_used,
        hard=flagship.hard,
    )


def _hourglasses_view(state: State) -> HourglassesView | None:
    if state.hourglasses is None:
        return None
    return HourglassesView(tuple(state.hourglasses.taken.count(kind.id) for kind in DATA.hourglass))


def _clouds_view(state: State) -> CloudsView | None:
    clouds = state.clouds
    if clouds is None:
        return None
    return CloudsView(
        sides=tuple(map(str, clouds.sides)),
        hits=steps_left(state),
        birds_needed=DATA.clouds.hard_min_birds if clouds.hard_birds else 0,
        cover=clouds.hard_cover,
    )


def _piers_view(state: State) -> PiersView | None:
    piers = state.piers
    if piers is None:
        return None
    return PiersView(tuple(piers.built), piers.payrolls[0] if piers.hard else None, piers.hard)


def _hellkite_view(hellkite: HellkiteState) -> HellkiteView:
    unseen = {lair.shows for lair in hellkite.lairs if lair is not None and not lair.up} | set(hellkite.lairs_out)
    rows = zip(hellkite.outposts, hellkite.lairs, strict=True)
    return HellkiteView(
        spaces=tuple(
            SpaceView(number, outpost, None if lair is None else lair.shows if lair.up else HIDDEN)
            for number, (outpost, lair) in enumerate(rows, 1)
        ),
        pawn=hellkite.pawn,
        stopped=hellkite.outposts[hellkite.pawn - 1] or "",
        unseen=tuple(shows for shows in CLASSES if shows in unseen),
        removed_outposts=tuple(shows for shows in CLASSES if shows in hellkite.outposts_out),
        hard=hellkite.hard,
    )


def _search_view(state: State, viewer: int | None) -> SearchView | None:
    """EGG_PICK: by type and not in order."""
    column = state.eggs.searching if state.eggs is not None else 0
    if not column or viewer != state.active or state.result is not None:
        return None
    return SearchView(column, counted(state.column(column).draw))


# ---- Redealing ---------------------------------------------------------------------------------------------------


def copy(state: State) -> State:
    """Another state, equal and independent."""
    return msgspec.msgpack.decode(msgspec.msgpack.encode(state), type=State)


def redeal(state: State, viewer: int | None, rng: Rng) -> State:  # noqa: ARG001 - all see the same
    """Another state that this viewer cannot tell apart, whoever it is.

    Below the known tops every draw pile is shuffled; the lairs that nobody has seen, those in the box included, change
    places.
    """
    other = copy(state)
    for column in other.columns:
        unknown = column.draw[column.known :]
        rng.shuffle(unknown)
        column.draw[column.known :] = unknown
    if other.hellkite is not None:
        _redeal_lairs(other.hellkite, rng)
    return other


def _redeal_lairs(hellkite: HellkiteState, rng: Rng) -> None:
    covered = [lair for lair in hellkite.lairs if lair is not None and not lair.up]
    unseen = [lair.shows for lair in covered] + hellkite.lairs_out
    rng.shuffle(unseen)
    for lair in covered:
        lair.shows = unseen.pop()
    hellkite.lairs_out = unseen
