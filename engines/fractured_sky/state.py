"""The state of a game of Fractured Sky (§4 "State to keep") and the small questions that every chapter asks it."""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum
from typing import TypeAlias

from msgspec import Struct, field

from engines.fractured_sky.components import (
    CHIPS,
    DATA,
    DIFFICULTIES,
    SUPPLY,
    Difficulty,
    Region,
    Resource,
    Size,
    Slots,
    bridges,
    platforms_of,
    regions_of,
)
from engines.fractured_sky.view import Deed, Reveal
from engines.kernel.game import Table
from engines.kernel.text import Noun, Who


class Airship(Struct):
    """An airship on the map. chip: its power chip; None for an automated opponent.

    token: an automated opponent's token (its place in TOKENS), else -1. explorer: it stands on the exploration slot.
    value: what it counts after ROUND_END 1 and 3 (adjusted chip, shown token); None before.
    """

    region: str
    chip: int | None = None
    token: int = -1
    explorer: bool = False
    value: int | None = None


class Ai(Struct):
    """What an automated opponent has (§10). deck, pile: the first is drawn next. shown: tokens out of this round.

    previous: the card drawn before, this round. counter: its market card.
    """

    deck: list[str]
    used: list[str] = field(default_factory=list)
    shown: list[int] = field(default_factory=list)
    pile: list[int] = field(default_factory=list)
    counter: int = 0
    previous: str | None = None


class Seat(Struct):
    """A seat: a person's or (ai) an automated opponent's. fortresses, markets, skimmers: left in the supply.

    resources: gold, iron, wood. placed: skimmers by region. cards: unused secret cards drawn by exploring.
    """

    color: str
    fortresses: int
    markets: int
    skimmers: int
    ai: Ai | None = None
    stars: int = 0
    resources: list[int] = field(default_factory=lambda: [0] * len(Resource))
    ships: list[Airship] = field(default_factory=list)
    placed: dict[str, int] = field(default_factory=dict)
    cards: list[str] = field(default_factory=list)

    def has(self, resource: Resource) -> int:
        """How many of that resource."""
        return self.resources[KINDS.index(resource)]

    def gain(self, resource: Resource, n: int = 1) -> None:
        """So many more (or fewer)."""
        self.resources[KINDS.index(resource)] += n


KINDS = tuple(Resource)

FULL_TABLE = 4
"""§1 From so many people on the map is full."""


class Scouting(Struct):
    """A scout token on a secret card. resource: what was taken, or None. counts: it counts for §10.4."""

    seat: int
    resource: Resource | None
    counts: bool


class Secret(Struct):
    """A tray slot's card. up: turned up before the round's end (§10.4) or by it."""

    card: str
    up: bool = False
    scouts: list[Scouting] = field(default_factory=list)


class ObjectiveSlot(Struct):
    """An objective. winner: the seat that was awarded it; peeked: the seats that know it."""

    card: str
    up: bool = False
    winner: int | None = None
    peeked: list[int] = field(default_factory=list)


class Building(Struct):
    """Buildings of one seat on one platform."""

    platform: str
    seat: int
    fortresses: int = 0
    markets: int = 0

    @property
    def count(self) -> int:
        return self.fortresses + self.markets


class Step(StrEnum):
    """The states of §4 in which somebody decides, and the end."""

    SETUP_RESOURCES = "setup_resources"
    ACTION = "action"
    SCOUT_RESOURCE = "scout_resource"
    TURN_SLOT = "turn_slot"
    REWARD_CHOICES = "reward_choices"
    OVER = "over"


class State(Struct):
    """Everything there is. old, new: the seat on each turn slot (new: None while free).

    stars: starfalls lying in regions. public, public_deck; unused: the secret cards that are not in the tray, the first
    is drawn next. aside: objectives that are out of the game. open_picks: region → picks, seat by seat, of
    REWARD_CHOICES. scouting: the tray slot of SCOUT_RESOURCE, 1–5. deeds: public actions since the round began.
    reveal: how the last round ended.
    """

    humans: int
    difficulty: str
    seats: list[Seat]
    old: list[int]
    new: list[int | None]
    round: int = 0
    step: Step = Step.SETUP_RESOURCES
    active: int = 0
    stars: dict[str, int] = field(default_factory=dict)
    public: str = ""
    public_deck: list[str] = field(default_factory=list)
    tray: list[Secret] = field(default_factory=list)
    unused: list[str] = field(default_factory=list)
    objectives: list[ObjectiveSlot] = field(default_factory=list)
    aside: list[str] = field(default_factory=list)
    buildings: list[Building] = field(default_factory=list)
    scouting: int = 0
    open_picks: list[dict[str, int]] = field(default_factory=list)
    deeds: list[Deed] = field(default_factory=list)
    reveal: Reveal | None = None
    ranks: list[int] = field(default_factory=list)

    @property
    def size(self) -> Size:
        """§1 The small map with up to three people."""
        return Size.FULL if self.humans >= FULL_TABLE else Size.SMALL

    @property
    def slots(self) -> Slots:
        """§1 The side of the turn order in use."""
        return DATA.turn_slots["small" if self.size is Size.SMALL else "large"]

    @property
    def rules_of_ai(self) -> Difficulty:
        """§10.1."""
        return DIFFICULTIES[self.difficulty]

    @property
    def me(self) -> Seat:
        """The active seat."""
        return self.seats[self.active]

    @property
    def regions(self) -> tuple[Region, ...]:
        """The regions in play, left to right."""
        return regions_of(self.size)

    @property
    def platforms(self) -> tuple[str, ...]:
        """The platforms in play."""
        return platforms_of(self.size)


T: TypeAlias = Table[State]
"""The table of this game."""


def person(state: State, seat: int) -> bool:
    """Whether a person sits there, not an automated opponent."""
    return state.seats[seat].ai is None


def who(state: State, seat: int) -> Who | Noun:
    """A seat, to be named in a message: a person, or an automated opponent by its colour."""
    return Who(seat) if person(state, seat) else Noun(f"fractured_sky.color.{state.seats[seat].color}")


def finished(seat: Seat) -> bool:
    """§4 It has placed its third airship, and takes no more turns this round."""
    return len(seat.ships) >= SUPPLY.airships


def chips_left(seat: Seat) -> list[int]:
    """§7.1 The chips not used this round, ascending; 0 may be there twice."""
    left = list(CHIPS.values)
    for ship in seat.ships:
        if ship.chip is not None:
            left.remove(ship.chip)
    return left


def ships_in(state: State, region: str) -> Iterator[tuple[int, Airship]]:
    """(seat, airship) of every airship in a region."""
    for number, seat in enumerate(state.seats):
        for ship in seat.ships:
            if ship.region == region:
                yield number, ship


def fortresses_at(state: State, seat: int, region: str) -> int:
    """§6 F(p,R)."""
    return sum(b.fortresses for b in state.buildings if b.seat == seat and region in bridges(b.platform, state.size))


def markets_at(state: State, seat: int, region: str) -> int:
    """§6 M(p,R)."""
    return sum(b.markets for b in state.buildings if b.seat == seat and region in bridges(b.platform, state.size))


def buildings_at(state: State, seat: int, region: str) -> int:
    """F(p,R) + M(p,R)."""
    return fortresses_at(state, seat, region) + markets_at(state, seat, region)


def building(state: State, platform: str, seat: int) -> Building:
    """What that seat has on that platform; laid down empty if it has nothing there yet."""
    for found in state.buildings:
        if (found.platform, found.seat) == (platform, seat):
            return found
    state.buildings.append(Building(platform, seat))
    return state.buildings[-1]


def new_rank(state: State, seat: int) -> int:
    """The place in the new order, by which all ties at the round's end are broken (R34); the earlier, the better."""
    return state.new.index(seat)


NOBODY = -1
"""The seat of a deed that is nobody's."""


def record(t: T, deed: Deed) -> None:
    """Put a public deed on the strip."""
    t.state.deeds.append(deed)


# ---- Anchors on the picture --------------------------------------------------------------------------------------


def region_mark(region: str) -> str:
    """The anchor of a region."""
    return f"region.{region}"


def platform_mark(platform: str) -> str:
    """The anchor of a platform."""
    return f"platform.{platform}"


def tray_mark(slot: int) -> str:
    """The anchor of a tray slot, 1–5."""
    return f"secret.{slot}"


def objective_mark(slot: int) -> str:
    """The anchor of an objective, 1–5."""
    return f"objective.{slot}"


def seat_mark(seat: int) -> str:
    """The anchor of a seat's strip."""
    return f"seat.{seat}"


def turn_slot_mark(slot: int) -> str:
    """The anchor of a slot in the new column, 1–5."""
    return f"turn_slot.{slot}"
