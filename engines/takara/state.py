"""The state of a game of Takara Island (§4 "State to keep") and the small questions that every chapter asks it."""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum
from typing import TypeAlias

from msgspec import Struct, field

from engines.kernel.game import Table
from engines.kernel.text import Who
from engines.takara.components import CARDS, RULE, Kind, Layer, Place, SpecialistId, TunnelCard
from engines.takara.view import Deed, Result


class Card(Struct):
    """One tunnel card on the table. uid: its own number, by which players remember it."""

    uid: int
    id: str
    up: bool = False
    wounds: int = 0

    @property
    def face(self) -> TunnelCard:
        """What is printed on it."""
        return CARDS[self.id]

    @property
    def kind(self) -> Kind:
        return CARDS[self.id].kind

    @property
    def layer(self) -> Layer:
        return CARDS[self.id].layer


class XpItem(Struct):
    """One separately owned and sellable amount of XP, and the card it came from."""

    xp: int
    origin: str


class Adventurer(Struct):
    """A pawn. number 1–3, 3 is the recruit; tunnel: 1–6 if the place is a tunnel, else 0."""

    number: int
    place: Place
    tunnel: int = 0


class Held(Struct):
    """A hired specialist: face up on the day of hiring, face down the day after. copied: by an impersonator."""

    id: SpecialistId
    up: bool = True
    copied: SpecialistId | None = None


class Look(Struct):
    """A player's last look (§12 private picture): (position from the top at that time, card id) of each card seen."""

    tunnel: int
    seen: list[tuple[int, str]]


class Player(Struct):
    """A camp. known: uids of face-down cards this player has looked at, ascending."""

    kara: int
    adventurers: list[Adventurer]
    items: list[XpItem] = field(default_factory=list)
    tokens: int = 0
    map_kept: bool = False
    skull: bool = False
    stones: list[str] = field(default_factory=list)
    held: Held | None = None
    known: list[int] = field(default_factory=list)
    look: Look | None = None


class Survey(Struct):
    """A survey in progress. Its public effects wait here until it ends, so that a pause betrays nothing (R12).

    seen: cards looked at so far. learned: uids that were new to the looker. turned: positions, from 0, to be turned up
    when it ends. undecided: the last card seen is a monster that may still be turned up.
    """

    tunnel: int
    seen: int = 0
    learned: list[int] = field(default_factory=list)
    turned: list[int] = field(default_factory=list)
    undecided: bool = False


class MapChoice(Struct):
    """A map just drawn, and what waits for its choice: a miner's tunnel and cards left; 0, 0 after a dig (R23)."""

    tunnel: int = 0
    cards_left: int = 0


class Phase(StrEnum):
    """The states of §4 in which somebody decides, and the end."""

    ACT = "act"
    SURVEY = "survey"
    MAP_CHOICE = "map_choice"
    END_DAY = "end_day"
    OVER = "over"


class Ending(StrEnum):
    """The four endings of §9, and that by agreement."""

    BOTH_ONE_PLAYER = "both_one_player"
    BOTH_SPLIT = "both_split"
    ONE_STONE = "one_stone"
    NO_STONE = "no_stone"
    STOPPED = "stopped"


class State(Struct):
    """Everything there is. tunnels[0] is tunnel 1, its first card the top; treasures: the deck from the top."""

    players: list[Player]
    tunnels: list[list[Card]]
    treasures: list[str]
    stock: int
    start: int
    active: int
    impersonator_copies_any: bool = False
    mimic_injures: bool = False
    turn: int = 1
    sword_rented: bool = False
    acted: bool = False
    bank_used: bool = False
    survey: Survey | None = None
    map_choice: MapChoice | None = None
    discard: list[str] = field(default_factory=list)
    treasures_out: list[str] = field(default_factory=list)
    xp_cards_taken: int = 0
    deeds: list[Deed] = field(default_factory=list)
    last_deeds: list[Deed] = field(default_factory=list)
    result: Ending | None = None

    @property
    def me(self) -> Player:
        """The active player, the only one who ever decides (R35)."""
        return self.players[self.active]

    @property
    def phase(self) -> Phase:
        """Where the state machine of §4 stands; END_DAY also when there is nothing to choose."""
        if self.result is not None:
            return Phase.OVER
        if self.survey is not None:
            return Phase.SURVEY
        if self.map_choice is not None:
            return Phase.MAP_CHOICE
        return Phase.ACT if any(at(self.me, Place.CAMP)) else Phase.END_DAY


T: TypeAlias = Table[State]
"""The table of this game."""


def at(player: Player, place: Place) -> Iterator[Adventurer]:
    """The player's adventurers at that place, lowest number first (R4)."""
    return (a for a in player.adventurers if a.place is place)


def ready(state: State) -> int:
    """How many adventurers the active player may still use."""
    return sum(1 for _ in at(state.me, Place.CAMP))


def top(state: State, tunnel: int) -> Card | None:
    """The top card of a tunnel (1–6); None if it is exhausted."""
    cards = state.tunnels[tunnel - 1]
    return cards[0] if cards else None


def tunnels() -> range:
    """The numbers of the tunnels."""
    return range(1, RULE.tunnels + 1)


def exhausted(state: State) -> int:
    """How many tunnels have no card left."""
    return sum(not cards for cards in state.tunnels)


def stones_found(state: State) -> int:
    """How many Stones of Legend were found, also the one that is discarded in the end (§9 `one_stone`)."""
    in_camps = sum(len(player.stones) for player in state.players)
    return in_camps + sum(CARDS[card].kind is Kind.STONE for card in state.discard)


def who(t: T) -> Who:
    """The active player, to be named in a message."""
    return Who(t.state.active)


def use(t: T, place: Place, tunnel: int = 0, count: int = 1) -> list[Adventurer]:
    """§5 "Uses an adventurer": the lowest-numbered ready ones go to the place (R4)."""
    crew = list(at(t.state.me, Place.CAMP))[:count]
    assert len(crew) == count, "the options never offer more adventurers than are ready"
    for adventurer in crew:
        adventurer.place, adventurer.tunnel = place, tunnel
    t.state.acted = True
    return crew


def injure(adventurer: Adventurer) -> None:
    """§2 Injured: moved from its place to the hospital."""
    adventurer.place, adventurer.tunnel = Place.HOSPITAL, 0


def gain_item(t: T, xp: int, origin: str) -> None:
    """One more XP item for the active player (§2)."""
    t.state.me.items.append(XpItem(xp, origin))


def record(t: T, verb: str, *results: Result, tunnel: int = 0, crew: list[Adventurer] | None = None) -> None:
    """Put a public deed on the strip of the turn."""
    numbers = tuple(a.number for a in crew or ())
    t.state.deeds.append(Deed(t.state.active, verb, tunnel, numbers, results))


def add_results(t: T, *results: Result) -> None:
    """More that came of the present deed; a table laid out in the middle of one (§4) has none on its strip yet."""
    if not t.state.deeds:
        return
    deed = t.state.deeds[-1]
    t.state.deeds[-1] = Deed(deed.seat, deed.verb, deed.tunnel, deed.crew, deed.results + results)


def tunnel_mark(tunnel: int) -> str:
    """The anchor of a tunnel on the picture."""
    return f"tunnel.{tunnel}"


def kara_mark(t: T) -> str:
    """The anchor of the active player's kara."""
    return f"kara.{t.state.active}"


def xp_mark(t: T) -> str:
    """The anchor of the active player's XP."""
    return f"xp.{t.state.active}"


def crew_mark(t: T) -> str:
    """The anchor of the active player's adventurers."""
    return f"crew.{t.state.active}"
