"""Scenarios of Fractured Sky in plain words: the notation of EXAMPLES.md as data. engines/README.md tells it in full.

P1 = { resources = "2g 0i 2w", stars = 1 }      K = { used = "B03", deck = "B01", counter = 5 }
ships.CC = "P1:4 P2:1 K:1/6"                    the first one stands on the exploration slot
built.P5 = "P1:F P1:M K:M"                      buildings on a platform
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

import msgspec
from msgspec import Struct

from engines.fractured_sky.components import (
    AI_CARDS,
    CHIPS,
    OBJECTIVES,
    REGIONS,
    SLOT_ICONS,
    TOKENS,
    TOKENS_SHOWN,
    Resource,
)
from engines.fractured_sky.facts import (
    EXPLORER,
    FORTRESS,
    LETTERS,
    MARKET,
    NONE,
    TAKEN_NONE,
    UP,
    facts,
    names_of,
    shown,
    token_word,
)
from engines.fractured_sky.rules import deal_objectives, setup
from engines.fractured_sky.state import KINDS, Ai, Airship, ObjectiveSlot, Scouting, Seat, Secret, State, Step, building
from engines.kernel.rng import SEED_BYTES, Rng, ScriptedRng
from engines.kernel.scenario import ScenarioFault

__all__ = ["facts", "given", "shown"]

BY_ABBR = {region.abbr: region.id for region in REGIONS.values()}
BY_LETTER = {kind[0]: kind for kind in KINDS}
BY_TOKEN = {token_word(token): number for number, token in enumerate(TOKENS)}

_NUMBERED = re.compile(r"(scouts|peeked|winner)([1-5])")
_SEAT = re.compile(r"P\d+")
_SHIP = re.compile(rf"{EXPLORER}?(?P<seat>\w+):(?:(?P<token>\d/\d)|(?P<chip>\d+)[dl]?)(?:=(?P<value>\d+))?")
_AMOUNT = re.compile(r"(\d+)([giw])")


# ---- Given -----------------------------------------------------------------------------------------------------------


class GivenSeat(Struct, frozen=True, forbid_unknown_fields=True):
    """A person's things. None: what is not on the board."""

    resources: str = ""
    stars: int = 0
    fortresses: int | None = None
    markets: int | None = None
    skimmers: int | None = None
    cards: str = ""
    picks: str = ""


class GivenAi(Struct, frozen=True, forbid_unknown_fields=True):
    """An automated opponent's things. deck, shown, pile: the first ones; the others follow in the usual order."""

    stars: int = 0
    fortresses: int | None = None
    markets: int | None = None
    skimmers: int | None = None
    deck: str = ""
    used: str = ""
    shown: str = ""
    pile: str = ""
    counter: int = 0


class Given(Struct, frozen=True, forbid_unknown_fields=True):
    """Everything a scenario may set; what it leaves out is as EXAMPLES.md says under "Conventions"."""

    seats: int
    options: dict[str, bool | int | str]
    state: str = Step.ACTION
    round: int = 1
    active: str = ""
    old: str = ""
    new: str = ""
    public: str = "CV"
    stars: dict[str, int] = {}
    tray: str = ""
    unused: str = ""
    scouting: int = 0
    objectives: str = "- - - - -"
    objective_deck: str = ""
    built: dict[str, str] = {}
    ships: dict[str, str] = {}
    skimmers: dict[str, str] = {}
    scouts: dict[str, str] = {}
    peeked: dict[str, str] = {}
    winner: dict[str, str] = {}
    people: dict[str, GivenSeat] = {}
    automated: dict[str, GivenAi] = {}


def given(facts: Mapping[str, Any]) -> State:
    """The state that these words mean. Raises ScenarioFault."""
    told = _told(facts)
    state = setup(told.seats, told.options, Rng(bytes(SEED_BYTES)))
    names = names_of([seat.color for seat in state.seats])
    state.step, state.round = Step(_one("state", told.state, list(Step))), told.round
    _put_in_order(state, told, names)
    _lay_out(state, told)
    _build(state, told, names)
    _fly(state, told, names)
    _seat(state, told, names)
    _lay_tray(state, told, names)
    _lay_objectives(state, told, names)
    return state


def _told(facts: Mapping[str, Any]) -> Given:
    """The words as they were written."""
    words: dict[str, Any] = {"scouts": {}, "peeked": {}, "winner": {}, "people": {}, "automated": {}}
    for name, value in facts.items():
        numbered = _NUMBERED.fullmatch(name)
        if numbered is not None:
            words[numbered[1]][numbered[2]] = value
        elif _SEAT.fullmatch(name):
            words["people"][name] = value
        elif name in LETTERS.values():
            words["automated"][name] = value
        else:
            words[name] = value
    try:
        return msgspec.convert(words, Given)
    except msgspec.ValidationError as fault:
        reason, _, where = str(fault).partition(" - at `$.")
        raise ScenarioFault(f"given.{where.rstrip('`') or 'top level'}: {reason}") from None


def _put_in_order(state: State, told: Given, names: list[str]) -> None:
    """Both columns, and whose turn it is: usually the first one's."""
    state.old = [names.index(name) for name in _words("old", told.old or " ".join(names), names, len(names))]
    column = _words("new", told.new or " ".join(NONE for _ in names), [NONE, *names], len(names))
    state.new = [None if name == NONE else names.index(name) for name in column]
    state.active = names.index(_one("active", told.active, names)) if told.active else state.old[0]


def _lay_out(state: State, told: Given) -> None:
    """The public starfall, and what lies on the map: that of the card too only if it is told."""
    regions = [region.abbr for region in state.regions]
    state.public = BY_ABBR[_one("public", told.public, regions)]
    state.public_deck = [region.id for region in state.regions if region.id != state.public]
    state.stars = {BY_ABBR[_one("stars", abbr, regions)]: count for abbr, count in told.stars.items() if count}
    state.scouting = told.scouting
    state.deeds.clear()


def _build(state: State, told: Given, names: list[str]) -> None:
    """`P5 = "P1:F K:M"`."""
    for platform, line in told.built.items():
        _one("built", platform, state.platforms)
        for word in line.split():
            name, _, letter = word.partition(":")
            stands = building(state, platform, names.index(_one(f"built.{platform}", name, names)))
            match _one(f"built.{platform}", letter, [FORTRESS, MARKET]):
                case "F":
                    stands.fortresses += 1
                case _:
                    stands.markets += 1


def _fly(state: State, told: Given, names: list[str]) -> None:
    """Airships, the first in a region on its exploration slot; skimmers."""
    regions = [region.abbr for region in state.regions]
    for abbr, line in told.ships.items():
        words, region = line.split(), BY_ABBR[_one("ships", abbr, regions)]
        explorer = next((word for word in words if word.startswith(EXPLORER)), words[0] if words else "")
        for word in words:
            seat, ship = _ship(f"ships.{abbr}", word, names)
            ship.region, ship.explorer = region, word == explorer
            state.seats[seat].ships.append(ship)
    for abbr, line in told.skimmers.items():
        region = BY_ABBR[_one("skimmers", abbr, regions)]
        for name in _words(f"skimmers.{abbr}", line, names):
            placed = state.seats[names.index(name)].placed
            placed[region] = placed.get(region, 0) + 1


def _ship(where: str, word: str, names: list[str]) -> tuple[int, Airship]:
    """`P1:4`, `!P1:10l`, `K:1/6`; turned up `P1:6d=4`."""
    found = _SHIP.fullmatch(word)
    if found is None:
        raise ScenarioFault(f"given.{where}: cannot read {word!r}")
    seat = names.index(_one(where, found["seat"], names))
    value = int(found["value"]) if found["value"] else None
    if (found["token"] is None) is (found["seat"] in LETTERS.values()):
        raise ScenarioFault(f"given.{where}: people have chips, automated opponents tokens")
    if found["token"] is not None:
        return seat, Airship("", token=BY_TOKEN[_one(where, found["token"], BY_TOKEN)], value=value)
    return seat, Airship("", int(_one(where, found["chip"], map(str, CHIPS.values))), value=value)


# ---- Seats -----------------------------------------------------------------------------------------------------------


def _seat(state: State, told: Given, names: list[str]) -> None:
    for name in (*told.people, *told.automated):
        _one("seat", name, names)
    if state.step is Step.REWARD_CHOICES:
        state.open_picks = [{} for _ in names]
    for number, (name, seat) in enumerate(zip(names, state.seats, strict=True)):
        own = [building for building in state.buildings if building.seat == number]
        seat.fortresses -= sum(building.fortresses for building in own)
        seat.markets -= sum(building.markets for building in own)
        seat.skimmers -= sum(seat.placed.values())
        mine = told.people.get(name, GivenSeat()) if seat.ai is None else told.automated.get(name, GivenAi())
        seat.stars = mine.stars
        for supply in ("fortresses", "markets", "skimmers"):
            if (left := getattr(mine, supply)) is not None:
                setattr(seat, supply, left)
        if isinstance(mine, GivenSeat):
            _person(state, number, name, mine)
        elif seat.ai is not None:
            _automated(name, seat, seat.ai, mine)


def _person(state: State, number: int, name: str, told: GivenSeat) -> None:
    regions, seat = [region.abbr for region in state.regions], state.seats[number]
    seat.cards = [BY_ABBR[abbr] for abbr in _words(f"{name}.cards", told.cards, regions)]
    seat.resources = [0 for _ in KINDS]
    for word in told.resources.split():
        amount = _AMOUNT.fullmatch(word)
        if amount is None:
            raise ScenarioFault(f"given.{name}.resources: cannot read {word!r}")
        seat.gain(BY_LETTER[amount[2]], int(amount[1]))
    for word in told.picks.split():
        abbr, _, count = word.partition(":")
        region = BY_ABBR[_one(f"{name}.picks", abbr, regions)]
        if state.step is not Step.REWARD_CHOICES or not count.isdecimal():
            raise ScenarioFault(f"given.{name}.picks: cannot read {word!r}, or nobody chooses in this state")
        state.open_picks[number][region] = int(count)


def _automated(name: str, seat: Seat, ai: Ai, told: GivenAi) -> None:
    """Its deck without what was drawn; three tokens that don't fly, the pile, and those that do."""
    cards = [card.id for card in AI_CARDS.values() if card.deck == seat.color]
    ai.used = _words(f"{name}.used", told.used, cards)
    ai.previous = ai.used[-1] if ai.used else None
    ai.deck = _filled(f"{name}.deck", _words(f"{name}.deck", told.deck, cards), ai.used, cards)
    tokens, flying = list(BY_TOKEN), [token_word(TOKENS[ship.token]) for ship in seat.ships]
    shown, pile = _words(f"{name}.shown", told.shown, tokens), _words(f"{name}.pile", told.pile, tokens)
    rest = _filled(f"{name}.tokens", [], [*shown, *pile, *flying], tokens)
    while len(shown) < TOKENS_SHOWN:
        shown.append(rest.pop(0))
    ai.shown, ai.pile = ([BY_TOKEN[token] for token in some] for some in (shown, [*pile, *rest]))
    ai.counter = told.counter


# ---- Cards -----------------------------------------------------------------------------------------------------------


def _lay_tray(state: State, told: Given, names: list[str]) -> None:
    """The secret cards: what is named nowhere lies under the unused deck, or in a tray that is not told."""
    regions = [region.abbr for region in state.regions]
    held = [REGIONS[card].abbr for seat in state.seats for card in seat.cards]
    tops = _words("unused", told.unused, regions)
    tray = _words("tray", told.tray, [*regions, *(f"{UP}{abbr}" for abbr in regions)], state.round if told.tray else 0)
    rest = _filled("tray", tops, [*held, *(word.removeprefix(UP) for word in tray)], regions)
    while len(tray) < state.round:
        tray.append(rest.pop())
    state.unused = [BY_ABBR[abbr] for abbr in rest]
    state.tray = [Secret(BY_ABBR[word.removeprefix(UP)], up=word.startswith(UP)) for word in tray]
    for slot, line in told.scouts.items():
        if int(slot) > len(state.tray):
            raise ScenarioFault(f"given.scouts{slot}: there is no card")
        state.tray[int(slot) - 1].scouts = [_scouting(state, f"scouts{slot}", word, names) for word in line.split()]


def _scouting(state: State, where: str, word: str, names: list[str]) -> Scouting:
    """`P1:gold`, `P1:none`, `K`."""
    name, _, took = word.partition(":")
    seat = names.index(_one(where, name, names))
    if state.seats[seat].ai is not None:
        return Scouting(seat, None, counts=True)
    kind = None if _one(where, took, [*KINDS, TAKEN_NONE]) == TAKEN_NONE else Resource(took)
    return Scouting(seat, kind, counts=kind is not None)


def _lay_objectives(state: State, told: Given, names: list[str]) -> None:
    """Five objectives, those of earlier rounds flipped; or dealt from a deck."""
    usual = [slot.card for slot in state.objectives]
    if not usual:
        return
    everything = [name for name in OBJECTIVES if name in {*usual, *state.aside}]
    state.objectives, state.aside = [], []
    if told.objective_deck:
        deck = _words("objective_deck", told.objective_deck, everything)
        order = _filled("objective_deck", deck, [], everything)
        deal_objectives(state, ScriptedRng(bytes(SEED_BYTES), orders={"objectives": [order]}))
    else:
        words = _words("objectives", told.objectives, [NONE, *everything], len(SLOT_ICONS))
        free = [name for name in everything if name not in words]
        for word, icon in zip(words, SLOT_ICONS, strict=True):
            card = word if word != NONE else next(name for name in free if OBJECTIVES[name].icon == icon)
            if OBJECTIVES[card].icon != icon:
                raise ScenarioFault(f"given.objectives: {card} has another icon than its slot")
            free = [name for name in free if name != card]
            state.objectives.append(ObjectiveSlot(card))
        state.aside = free
    flipped = state.round - (state.step not in (Step.REWARD_CHOICES, Step.OVER))
    for number, slot in enumerate(state.objectives, start=1):
        slot.up = number <= flipped
        slot.peeked = [names.index(n) for n in _words(f"peeked{number}", told.peeked.get(str(number), ""), names)]
        winner = _words(f"winner{number}", told.winner.get(str(number), ""), names)
        slot.winner = names.index(winner[0]) if winner else None


# ---- Words -----------------------------------------------------------------------------------------------------------


def _filled(where: str, first: list[str], gone: list[str], everything: list[str]) -> list[str]:
    """Those named first, then the others in the usual order, without those that are elsewhere; each is there once."""
    named = [*first, *gone]
    for word in named:
        if named.count(word) > 1:
            raise ScenarioFault(f"given.{where}: {word} is there once")
    return [*first, *(word for word in everything if word not in named)]


def _words(where: str, told: str, known: Iterable[str], count: int = 0) -> list[str]:
    """The words of a line, all of them known, and as many as there must be, if that is told."""
    names, found = list(known), told.split()
    for word in found:
        _one(where, word, names)
    if count and len(found) != count:
        raise ScenarioFault(f"given.{where}: {len(found)} words, but there are {count} places")
    return found


def _one(where: str, word: str, known: Iterable[str]) -> str:
    names = list(map(str, known))
    if word not in names:
        raise ScenarioFault(f"given.{where}: there is no {word!r}; there are {', '.join(names)}")
    return word
