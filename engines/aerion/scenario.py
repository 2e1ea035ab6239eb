"""Scenarios of Aerion in plain words: the notation of EXAMPLES.md as data. engines/README.md tells it in full.

D3 = "BP5"                      a display slot
draw3 = "CS BP5 BK"             a draw pile from the top; pile3: a discard pile, the last lies on top
ws1 = "BP1@6 MW@2"              a workshop; @n: of which column
P1 = { books = 1, reserve = "CS@4" }
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

import msgspec
from msgspec import Struct

from engines.aerion.components import (
    CARD_IDS,
    CLASSES,
    COLUMNS,
    DATA,
    DICE,
    EGG,
    ELEMENTS,
    FACES,
    KIND_OF,
    SHIPS,
    base_deck,
)
from engines.aerion.rules import setup
from engines.aerion.seeing import HIDDEN, view
from engines.aerion.state import Card, Column, HellkiteState, Lair, Player, Side, State, Step
from engines.aerion.view import CardView, ColumnView, Deed, SeatView, View, WorkshopView
from engines.kernel.game import Outcome
from engines.kernel.rng import SEED_BYTES, Rng
from engines.kernel.scenario import ScenarioFault

CODE = {
    row.id: row.code
    for rows in (
        DATA.blueprint,
        DATA.material,
        DATA.crew,
        (DATA.book,),
        DATA.factory,
        DATA.hourglass,
        (DATA.bird, DATA.worker, DATA.egg),
    )
    for row in rows
}
"""Card type → its code in EXAMPLES.md."""

ID = {code: card for card, code in CODE.items()}

NONE = "-"
"""An empty place where there could be something."""

UNSEEN, UP = "?", "^"
"""A lair that nobody has seen; one that is turned up."""

BUILT, UNBUILT = "built", "arrow"
"""The sides of a pier."""

_PLACED = re.compile(r"(\w+?)(?:@([1-6]))?(?::P([12]))?")
_NUMBERED = re.compile(r"(D|draw|pile|known|P)(\d)")
_ROLLED = [1, 2, 3, 4, 6, 6]
"""Dice that meet no combination at all: what lies there when a scenario says nothing of dice."""


# ---- Given -----------------------------------------------------------------------------------------------------------


class GivenSeat(Struct, frozen=True, forbid_unknown_fields=True):
    """A seat's own places."""

    books: int = 0
    reserve: str = ""
    payroll: int = 0


class Given(Struct, frozen=True, forbid_unknown_fields=True):
    """Everything a scenario may set; what it leaves out is as EXAMPLES.md says under "Unless stated"."""

    seats: int
    options: dict[str, bool | int | str]
    state: str = Step.ROLLING
    active: str = "P1"
    start: str = "P1"
    turn: int = 1
    dice: list[int] | None = None
    rerolls: int = 0
    discards: int = 0
    pixies: int | None = None
    built: str = ""
    owners: str = "P1 P2 P1 P2 P1 P2"
    removed: str = ""
    declined: str = ""
    ws1: str = ""
    ws2: str = ""
    ws_p1: str = ""
    ws_p2: str = ""
    ws_common: str = ""
    flagship: str = ""
    flies: bool = False
    row: str = ""
    lab_used: bool = False
    hourglasses: str = ""
    clouds: str = "arrow arrow arrow arrow arrow arrow"
    piers: str = "arrow arrow arrow"
    payroll: int = 0
    eggs: int = 0
    duty: bool | None = None
    searching: int = 0
    outposts: str = "crew_sun crew_moon mat_wood mat_cloth mat_brass bp_low"
    lairs: str = "crew_moon crew_sun mat_cloth mat_brass mat_wood bp_high"
    pawn: int = 1
    D: dict[str, str] = {}
    draw: dict[str, str] = {}
    pile: dict[str, str] = {}
    known: dict[str, int] = {}
    P: dict[str, GivenSeat] = {}


USUAL_DRAW = "BK BK BK"

ALONE, TOGETHER = ("ws1", "ws2"), ("ws_p1", "ws_p2", "ws_common")
"""The workshops of one player and of two."""

MEANT_BY = {
    "flagship": ("flagship", "flies", "row", "lab_used"),
    "hourglasses": ("hourglasses",),
    "clouds": ("clouds",),
    "piers": ("piers", "payroll"),
    "eggs": ("eggs", "duty", "searching"),
    "hellkite": ("outposts", "lairs", "pawn"),
}
"""Expansion → the words that mean nothing without it."""


def given(facts: Mapping[str, Any]) -> State:
    """The state that these words mean. Raises ScenarioFault."""
    told = _told(facts)
    names = [f"P{n + 1}" for n in range(told.seats)]
    state = setup(told.seats, told.options, Rng(bytes(SEED_BYTES)))
    state.columns = [_column(str(number), told) for number in COLUMNS]
    state.players = [_player(state, seat, told.P.get(str(seat + 1), GivenSeat())) for seat in range(told.seats)]
    for workshop in state.workshops:
        workshop.cards = _cards(workshop.id, getattr(told, workshop.id), workshop.owner or 0)
    state.step = Step(_one("state", told.state, list(Step)))
    state.active, state.start = (names.index(_one("seat", name, names)) for name in (told.active, told.start))
    state.turn, state.free_rerolls, state.discards = told.turn, told.rerolls, told.discards
    state.dice = told.dice if told.dice is not None else list(_ROLLED)
    if len(state.dice) not in (0, DICE) or not set(state.dice) <= set(FACES):
        raise ScenarioFault(f"given.dice: {DICE} faces, or none before the first roll")
    if told.pixies is not None:
        state.pixies = told.pixies
    codes = [ship.code for ship in SHIPS]
    built = _words("built", told.built, codes)
    state.built = [code in built for code in codes]
    if state.owners:
        state.owners = [names.index(name) for name in _words("owners", told.owners, names, len(SHIPS))]
    state.removed = _ids("removed", told.removed)
    state.declined = [names.index(name) for name in _words("declined", told.declined, names)]
    _lay_out(state, told)
    return state


def _told(facts: Mapping[str, Any]) -> Given:
    """The words as they were written; words that mean nothing at this table are faults."""
    words: dict[str, Any] = {"D": {}, "draw": {}, "pile": {}, "known": {}, "P": {}}
    for name, value in facts.items():
        numbered = _NUMBERED.fullmatch(name)
        if numbered is None:
            words[name] = value
        else:
            words[numbered[1]][numbered[2]] = value
    try:
        told = msgspec.convert(words, Given)
    except msgspec.ValidationError as fault:
        reason, _, where = str(fault).partition(" - at `$.")
        raise ScenarioFault(f"given.{where.rstrip('`') or 'top level'}: {reason}") from None
    idle = {name for part, names in MEANT_BY.items() if told.options[part] == "off" for name in names}
    idle |= set(TOGETHER if told.seats == 1 else ALONE) | ({"owners"} if told.seats == 1 else set())
    for name in facts:
        if name in idle:
            raise ScenarioFault(f"given.{name}: means nothing at this table")
    for group, numbers in (("D", COLUMNS), ("draw", COLUMNS), ("pile", COLUMNS), ("known", COLUMNS)):
        for number in getattr(told, group):
            _one("column", f"{group}{number}", [f"{group}{n}" for n in numbers])
    for number in told.P:
        _one("seat", f"P{number}", [f"P{n + 1}" for n in range(told.seats)])
    return told


def _column(number: str, told: Given) -> Column:
    slot = _ids(f"D{number}", told.D.get(number, ""))
    if len(slot) > 1:
        raise ScenarioFault(f"given.D{number}: a slot shows one card")
    return Column(
        draw=_ids(f"draw{number}", told.draw.get(number, USUAL_DRAW)),
        slot=slot[0] if slot else None,
        discard=_ids(f"pile{number}", told.pile.get(number, "")),
        known=told.known.get(number, 0),
    )


def _player(state: State, seat: int, told: GivenSeat) -> Player:
    if told.payroll and (state.piers is None or state.piers.hard):
        raise ScenarioFault(f"given.P{seat + 1}.payroll: means nothing at this table")
    if state.piers is not None and not state.piers.hard:
        state.piers.payrolls[seat] = told.payroll
    return Player(books=told.books, reserve=_cards(f"P{seat + 1}.reserve", told.reserve, seat))


def _lay_out(state: State, told: Given) -> None:
    """What the expansions in play have on the table."""
    if state.flagship is not None:
        state.flagship.cards = _cards("flagship", told.flagship, 0)
        state.flagship.flies, state.flagship.lab_used = told.flies, told.lab_used
        state.flagship.row = _ids("row", told.row)
    if state.hourglasses is not None:
        state.hourglasses.taken = _ids("hourglasses", told.hourglasses)
    if state.clouds is not None:
        state.clouds.sides = [Side(side) for side in _words("clouds", told.clouds, list(Side), DATA.clouds.count)]
    if state.piers is not None:
        state.piers.built = [side == BUILT for side in _words("piers", told.piers, DATA.piers.sides, DATA.piers.count)]
        if state.piers.hard:
            state.piers.payrolls = [told.payroll]
        elif told.payroll:
            raise ScenarioFault("given.payroll: each seat has its own")
    if state.eggs is not None:
        state.eggs.stack, state.eggs.searching = told.eggs, told.searching
        # A turn that is given at its start has had its egg check (EXAMPLES.md).
        only_eggs = {card for _, card in state.display} == {EGG}
        state.eggs.duty = state.step is Step.TURN_START and only_eggs if told.duty is None else told.duty
    if state.hellkite is not None:
        _line_up(state.hellkite, told)


def _line_up(hellkite: HellkiteState, told: Given) -> None:
    """The row; what is named nowhere lies in the box."""
    spaces = DATA.hellkite.spaces
    outposts = _words("outposts", told.outposts, [*CLASSES, NONE], spaces)
    lairs = _words("lairs", told.lairs, [*CLASSES, *(f"{UP}{shows}" for shows in CLASSES), NONE], spaces)
    hellkite.outposts = [None if outpost == NONE else outpost for outpost in outposts]
    hellkite.lairs = [
        None if lair == NONE else Lair(lair.removeprefix(UP), up=outpost is None)
        for lair, outpost in zip(lairs, hellkite.outposts, strict=True)
    ]
    named = {lair.shows for lair in hellkite.lairs if lair is not None}
    hellkite.lairs_out = [shows for shows in CLASSES if shows not in named][: DATA.hellkite.removed_each]
    hellkite.outposts_out = [s for s in CLASSES if s not in hellkite.outposts][: DATA.hellkite.removed_each]
    hellkite.pawn = told.pawn


def _cards(where: str, told: str, by: int) -> list[Card]:
    """`BP1@6 MW`: placed by that seat, or `CS@1:P2`."""
    return [_card(where, word, by) for word in told.split()]


def _card(where: str, word: str, by: int) -> Card:
    found = _PLACED.fullmatch(word)
    if found is None or KIND_OF.get(ID.get(found[1], "")) not in ELEMENTS:
        raise ScenarioFault(f"given.{where}: cannot read {word!r}")
    card = ID[found[1]]
    home = next(number for number in COLUMNS if card in base_deck(number))
    return Card(card, int(found[2] or home), int(found[3]) - 1 if found[3] else by)


def _ids(where: str, told: str) -> list[str]:
    return [ID[code] for code in _words(where, told, ID)]


def _words(where: str, told: str, known: Iterable[str], count: int | None = None) -> list[str]:
    """The words of a line, all of them known, and as many as there must be."""
    names, found = list(known), told.split()
    for word in found:
        _one(where, word, names)
    if count is not None and len(found) != count:
        raise ScenarioFault(f"given.{where}: {len(found)} words, but there are {count} places")
    return found


def _one(where: str, word: str, known: Iterable[str]) -> str:
    names = list(known)
    if word not in names:
        raise ScenarioFault(f"given.{where}: there is no {word!r}; there are {', '.join(names)}")
    return word


# ---- Facts and what is shown -----------------------------------------------------------------------------------------


def facts(state: State, outcome: Outcome | None) -> dict[str, Any]:
    """The whole truth in the same words, and the counts that setup is told by."""
    alike = _seen(view(state, None))
    columns = list(zip(COLUMNS, state.columns, strict=True))
    in_columns = {n: [*c.draw, *c.discard, *([c.slot] if c.slot is not None else [])] for n, c in columns}
    return {
        **alike,
        **{f"draw{number}": _codes(column.draw) for number, column in columns},
        **{f"known{number}": column.known for number, column in columns},
        **{f"deck{number}": _codes(sorted(cards, key=CARD_IDS.index)) for number, cards in in_columns.items()},
        "cards": sum(map(len, in_columns.values())),
        "discards": state.discards,
        "declined": " ".join(f"P{seat + 1}" for seat in state.declined),
        "ranks": list(outcome.ranks) if outcome is not None else [],
        **({"flagship": " ".join(f"{CODE[c.id]}@{c.column}" for c in state.flagship.cards)} if state.flagship else {}),
        **({"searching": state.eggs.searching} if state.eggs is not None else {}),
        **(_row_facts(state.hellkite) if state.hellkite is not None else {}),
    }


def _row_facts(hellkite: HellkiteState) -> dict[str, Any]:
    return {
        "lairs": " ".join(NONE if r is None else f"{UP if r.up else ''}{r.shows}" for r in hellkite.lairs),
        "lairs_out": " ".join(hellkite.lairs_out),
    }


def shown(view: View) -> dict[str, Any]:
    """What a viewer sees, in the same words; a lair that nobody has seen stands as `?`."""
    search = view.search
    return {
        **_seen(view),
        **{f"top{column.number}": _codes(column.known) for column in view.columns},
        **{f"contents{column.number}": _counts(column.contents) for column in view.columns},
        **{f"status{column.number}": column.status for column in view.columns},
        "fresh": [column.number for column in view.columns if column.fresh],
        "asked": " ".join(f"P{seat + 1}" for seat in view.asked),
        "search": {"column": search.column, "cards": _counts(search.cards)} if search is not None else "",
        "deeds": [_deed(deed) for deed in view.deeds],
        "deeds_now": view.deeds_now,
    }


def _seen(view: View) -> dict[str, Any]:
    """What everybody sees."""
    return {
        "state": str(view.phase),
        "active": f"P{view.active + 1}",
        "start": f"P{view.start + 1}",
        "turn": view.turn,
        "dice": list(view.dice),
        "rolled": view.rolled,
        "met": [column.number for column in view.columns if column.met],
        "rerolls": view.free_rerolls,
        "pixies": view.pixies,
        "built": " ".join(ship.code for ship, seen in zip(SHIPS, view.ships, strict=True) if seen.built),
        "owners": " ".join(f"P{ship.owner + 1}" for ship in view.ships if ship.owner is not None),
        "removed": _counts(view.removed),
        "left": view.left,
        **{f"D{column.number}": _slot(column) for column in view.columns},
        **{f"left{column.number}": column.draw for column in view.columns},
        **{f"pile{column.number}": _codes(column.discard) for column in view.columns},
        **{workshop.id: _workshop(workshop) for workshop in view.workshops},
        "moored": " ".join(workshop.id for workshop in view.workshops if workshop.moored),
        **{f"P{seat.seat + 1}": _seat(seat, view) for seat in view.seats},
        "goals": {goal.key: f"{goal.done}/{goal.total}" for goal in view.goals},
        "met_goals": " ".join(goal.key for goal in view.goals if goal.met),
        "result": view.result or "",
        **_expansions(view),
    }


def _expansions(view: View) -> dict[str, Any]:
    """Only those in play have words."""
    told: dict[str, Any] = {}
    if view.flagship is not None:
        cards = [] if view.flagship.flies else [card for card, there in view.flagship.needs if there]
        told |= {"flagship": _codes(cards), "flies": view.flagship.flies, "row": _codes(view.flagship.factories)}
        told |= {"lab_used": view.flagship.lab_used}
    if view.hourglasses is not None:
        owned = zip(DATA.hourglass, view.hourglasses.owned, strict=True)
        told |= {"hourglasses": _counts([(kind.id, count) for kind, count in owned])}
    if view.clouds is not None:
        covers = [ship.cloud or NONE for ship in view.ships]
        told |= {"clouds": " ".join(view.clouds.sides), "hits": view.clouds.hits, "covers": " ".join(covers)}
    if view.piers is not None:
        told |= {"piers": " ".join(BUILT if built else UNBUILT for built in view.piers.built)}
        told |= {"payroll": view.piers.payroll} if view.piers.payroll is not None else {}
    if view.eggs is not None:
        told |= {"eggs": view.eggs.stack, "duty": view.eggs.duty}
    if view.hellkite is not None:
        spaces = view.hellkite.spaces
        told |= {
            "outposts": " ".join(space.outpost or NONE for space in spaces),
            "lairs": " ".join(_lair(space.lair) for space in spaces),
            "pawn": view.hellkite.pawn,
            "stopped": view.hellkite.stopped,
            "outposts_out": " ".join(view.hellkite.removed_outposts),
            "unseen": " ".join(view.hellkite.unseen),
        }
    return told


def _lair(seen: str | None) -> str:
    return NONE if seen is None else UNSEEN if seen == HIDDEN else f"{UP}{seen}"


def _slot(column: ColumnView) -> str:
    return CODE[column.slot.id] if column.slot is not None else ""


def _workshop(workshop: WorkshopView) -> str:
    """`BP1@6 MW@2`; with two players the crew with whom has placed it: `CS@1:P2`."""
    words = [_placed(card) for card in (workshop.blueprint, workshop.material, workshop.crew) if card is not None]
    if workshop.crew_by is not None:
        words[-1] += f":P{workshop.crew_by + 1}"
    return " ".join(words)


def _placed(card: CardView) -> str:
    return f"{CODE[card.id]}@{card.column}"


def _seat(seat: SeatView, view: View) -> dict[str, Any]:
    """Its places, and how many ships it owns."""
    payroll = {"payroll": seat.payroll} if seat.payroll is not None else {}
    ships = sum(ship.owner == seat.seat for ship in view.ships)
    return {"books": seat.books, "reserve": " ".join(map(_placed, seat.reserve)), "ships": ships, **payroll}


def _deed(deed: Deed) -> dict[str, Any]:
    return {
        "seat": f"P{deed.seat + 1}",
        "verb": deed.verb,
        "card": CODE.get(deed.card, ""),
        "column": deed.column,
        "to": deed.to,
        "dice": list(deed.dice),
        "changed": list(deed.changed),
        "ship": deed.ship,
        "n": deed.n,
    }


def _codes(cards: Iterable[str]) -> str:
    return " ".join(CODE[card] for card in cards)


def _counts(cards: Iterable[tuple[str, int]]) -> str:
    """Every card by its code, as often as it is there."""
    return _codes(card for card, count in cards for _ in range(count))
