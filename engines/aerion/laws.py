"""What is true of every state of a whole game, whatever was done. Each function raises AssertionError."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import product

from engines.aerion.components import (
    BOOK,
    CLASSES,
    COLUMNS,
    DATA,
    DICE,
    EGG,
    ELEMENTS,
    FACES,
    FACTORIES,
    KIND_OF,
    RULE,
    SHIPS,
    WORKER,
    Kind,
    Ship,
    base_deck,
)
from engines.aerion.state import Card, Side, State, Step, Workshop

FACTORIES_HELD = 2
"""So many factories the team may hold (§10.1)."""

UNPLACED = {Kind.BOOK, Kind.FACTORY, Kind.HOURGLASS, Kind.WORKER, Kind.EGG}
"""The kinds that remember no column once they are taken: they are counted over all columns."""


# ---- Cards -------------------------------------------------------------------------------------------------------


def check_cards(state: State) -> None:
    """§3.2 Every card that setup put in is in its column, on its place, or taken, spent or removed."""
    missing: Counter[str] = Counter()
    for column in COLUMNS:
        there = Counter(_in_column(state, column))
        dealt = Counter(dealt_to(state, column))
        assert there <= dealt, f"column {column} has a card that was never dealt to it"
        missing += dealt - there
    assert all(KIND_OF[card] in UNPLACED for card in missing), "elements and birds never leave the game (§6)"
    assert missing == Counter(_taken(state)), "what is in no column was taken, spent or removed"


def dealt_to(state: State, column: int) -> Iterator[str]:
    """§3.2 The cards that setup shuffles into the deck of that column, in this game."""
    yield from base_deck(column)
    if state.hourglasses is not None:
        kind = DATA.hourglass[column - 1]
        yield from [kind.id] * (kind.copies_hard if state.hourglasses.hard else kind.copies_normal)
    if state.flagship is not None and state.flagship.hard:
        yield from (factory.id for factory in DATA.factory if factory.hard_deck == DATA.deck[column - 1].id)
    for part, spread in ((state.clouds, DATA.bird), (state.piers, DATA.worker), (state.eggs, DATA.egg)):
        if part is not None:
            yield from [spread.id] * spread.per_deck


def _in_column(state: State, number: int) -> Iterator[str]:
    """The cards in a column, and the elements that were taken from it and lie on some place."""
    column = state.column(number)
    yield from column.draw
    yield from column.discard
    if column.slot is not None:
        yield column.slot
    yield from (card.id for card in _placed(state) if card.column == number)


def _placed(state: State) -> Iterator[Card]:
    for workshop in state.workshops:
        yield from workshop.cards
    for player in state.players:
        yield from player.reserve
    if state.flagship is not None:
        yield from state.flagship.cards


def _taken(state: State) -> Iterator[str]:
    """What lies in no column and on no place of elements."""
    yield from [BOOK] * sum(player.books for player in state.players)
    if state.flagship is not None and state.flagship.hard:
        yield from state.flagship.row
    if state.hourglasses is not None:
        yield from state.hourglasses.taken
    if state.piers is not None:
        yield from [WORKER] * sum(state.piers.payrolls)
    if state.eggs is not None:
        yield from [EGG] * state.eggs.stack
    # In normal games the factories that were not rolled leave the game at setup; they were in no deck (§3.4).
    yield from (card for card in state.removed if card not in FACTORIES)


def check_columns(state: State) -> None:
    """§4, §9.4 Known tops are there; only LAST_CHANCE meets an empty display between turns."""
    for column in state.columns:
        assert 0 <= column.known <= len(column.draw), "only cards that are there are known"
        assert column.slot is not None or not column.fresh, "an empty slot has no fresh card"
        assert EGG not in column.discard, "eggs never lie in a discard pile (§6)"
    assert state.step is not Step.TURN_START or state.display, "a turn begins with a card in the display (§9.4)"
    if state.step is Step.LAST_CHANCE:
        assert not state.display, "there is a card in the display"
        assert not any(column.draw for column in state.columns), "a draw pile is left"


# ---- Places ------------------------------------------------------------------------------------------------------


def check_places(state: State) -> None:
    """§7 Workshops, reserves, pulpits."""
    alone = len(state.players) == 1
    ids = [workshop.id for workshop in state.workshops]
    wanted = ["ws1", "ws2"] if alone else ["ws_p1", "ws_p2", "ws_common"]
    assert ids == wanted, "the workshops of a table of that size"
    for workshop in state.workshops:
        kinds = [card.kind for card in workshop.cards]
        assert set(kinds) <= set(ELEMENTS), "only elements lie in workshops"
        assert len(set(kinds)) == len(kinds), "one card of each kind"
        if len(kinds) == len(ELEMENTS):
            assert _covered(state, workshop), "a full workshop builds its ship at once, but for a cloud (R23, R35)"
    assert _alive(state), "no dead workshop (R8)"
    if not _crew_first_ever(state):
        assert all(
            workshop.card(Kind.CREW) is None or len(workshop.cards) == len(ELEMENTS) for workshop in state.workshops
        ), "crew comes last"
    unlimited = state.flagship is not None and (state.flagship.hard or "factory_library" in state.flagship.row)
    for player in state.players:
        assert all(card.kind in ELEMENTS for card in player.reserve), "only elements lie in a reserve (R15)"
        assert player.books >= 0, "no Book less than none"
        assert unlimited or player.books <= RULE.pulpit_books, "a pulpit holds one Book"


def _crew_first_ever(state: State) -> bool:
    """Whether the Game Room is, or may have been, in play (R30)."""
    return state.flagship is not None and (state.flagship.hard or "factory_game_room" in state.flagship.row)


def _covered(state: State, workshop: Workshop) -> bool:
    blueprint = workshop.card(Kind.BLUEPRINT)
    assert blueprint is not None
    number = next(ship.number for ship in SHIPS if ship.needs.blueprint == blueprint.id)
    clouds = state.clouds
    return clouds is not None and clouds.hard_cover and clouds.sides[number - 1] is not Side.GONE


def _alive(state: State) -> bool:
    """Whether every workshop that is in use can have a ship of its own (§7.4)."""
    used = [workshop for workshop in state.workshops if workshop.cards]
    wishes = [[ship.number for ship in SHIPS if _fits(state, workshop, ship)] for workshop in used]
    return any(len(set(numbers)) == len(numbers) for numbers in product(*wishes))


def _fits(state: State, workshop: Workshop, ship: Ship) -> bool:
    needs = {ship.needs.blueprint, ship.needs.material, ship.needs.crew}
    if state.built[ship.number - 1] or not {card.id for card in workshop.cards} <= needs:
        return False
    if not state.owners:
        return True
    owner, crew = state.owners[ship.number - 1], workshop.card(Kind.CREW)
    return workshop.owner in (None, owner) and (crew is None or crew.by == owner)


# ---- Dice, tokens, ships -----------------------------------------------------------------------------------------


def check_limits(state: State) -> None:
    """§4 Dice, credits, Pixies, ships, and where the turn stands."""
    assert not state.dice or len(state.dice) == DICE, "six dice"
    assert set(state.dice) <= set(FACES), "faces of a die"
    assert state.dice or state.step is not Step.ROLLING, "dice are rolled before they are changed"
    assert 0 <= state.pixies <= DATA.pixies.count, "Pixies are only ever spent"
    assert state.free_rerolls >= 0, "no credit less than none"
    ends = (Step.ROLLING, Step.OVER)
    assert not state.free_rerolls or state.step in ends, "credits end with the Roll phase"
    assert state.discards >= 0, "discards are counted"
    assert (state.step is Step.OVER) is (state.result is not None), "a game that is over has a result"
    if len(state.players) == 1:
        assert not state.owners, "alone nobody owns a ship"
    else:
        owned = Counter(state.owners)
        assert owned == dict.fromkeys(range(len(state.players)), RULE.ships_per_seat_2p), "three ships each"
    assert len(state.built) == len(SHIPS), "six ships"


# ---- Expansions --------------------------------------------------------------------------------------------------


def check_flagship(state: State) -> None:
    """§10.1 Its places, and at most two factories."""
    flagship = state.flagship
    if flagship is None:
        return
    cards = [card.id for card in flagship.cards]
    materials, crew = set(DATA.flagship.needs_materials), set(DATA.flagship.needs_crew)
    assert len(set(cards)) == len(cards), "one of each"
    assert set(cards) <= materials | crew, "what it needs and nothing else"
    assert not set(cards) & crew or materials <= set(cards), "all materials before any crew (R26)"
    assert set(cards) != materials | crew, "complete, it flies at once"
    assert not flagship.flies or not cards, "its cards are discarded when it flies"
    assert len(set(flagship.row)) == len(flagship.row), "each factory is there once"
    assert set(flagship.row) <= set(FACTORIES), "only factories are in the row"
    assert len(flagship.row) <= FACTORIES_HELD + flagship.hard, "two factories, and a third while one is discarded"
    assert flagship.hard or len(flagship.row) == FACTORIES_HELD, "in normal games the two that were rolled (§3.4)"


def check_goals(state: State) -> None:
    """§10.3, §10.4, §10.5 Clouds, piers and payrolls, eggs."""
    if state.clouds is not None:
        assert len(state.clouds.sides) == DATA.clouds.count, "six clouds"
    if state.piers is not None:
        piers = state.piers
        assert len(piers.built) == DATA.piers.count, "three piers"
        assert len(piers.payrolls) == (1 if piers.hard else len(state.players)), "a payroll each; hard: one"
        assert all(count >= 0 for count in piers.payrolls), "no worker less than none"
        assert not piers.hard or piers.payrolls[0] <= DATA.piers.hard_payroll_limit, "room for one (R39)"
    if state.eggs is not None:
        assert state.eggs.stack >= 0, "no egg less than none"
        searching = state.eggs.searching
        assert not searching or state.column(searching).draw, "only a pile with cards is searched (R42)"


def check_hellkite(state: State) -> None:
    """§10.6 Eight lairs and eight outposts, two of each in the box."""
    hellkite = state.hellkite
    if hellkite is None:
        return
    lairs = [lair.shows for lair in hellkite.lairs if lair is not None]
    outposts = [outpost for outpost in hellkite.outposts if outpost is not None]
    for row, there, box in (
        (hellkite.outposts, outposts, hellkite.outposts_out),
        (hellkite.lairs, lairs, hellkite.lairs_out),
    ):
        assert len(row) == DATA.hellkite.spaces, "six spaces"
        assert len(box) == DATA.hellkite.removed_each, "two were put aside (§3.7)"
        assert len({*there, *box}) == len(there) + len(box), "each is there once"
        assert {*there, *box} <= set(CLASSES), "and shows a class"
    for outpost, lair in zip(hellkite.outposts, hellkite.lairs, strict=True):
        assert outpost is None or lair is not None, "an outpost lies on a lair"
        assert lair is None or lair.up is (outpost is None), "a lair is turned up when its outpost is removed"
    assert not hellkite.hard or not (any(outposts) and None in hellkite.lairs), "hard: outposts first"
    assert 1 <= hellkite.pawn <= DATA.hellkite.spaces, "the Hellkite stands on a space"
    if lairs and state.step in (Step.TURN_START, Step.ROLLING):
        assert hellkite.lairs[hellkite.pawn - 1] is not None, "it skips empty spaces"


def check(state: State) -> None:
    """All of it."""
    check_cards(state)
    check_columns(state)
    check_places(state)
    check_limits(state)
    check_flagship(state)
    check_goals(state)
    check_hellkite(state)
