"""What somebody may see of a game of Fractured Sky: frozen copies, nothing to hide in them (§13)."""

from __future__ import annotations

from msgspec import Struct


class AirshipView(Struct, frozen=True):
    """An airship. rim: "light" | "dark" (people's chips); "token" (automated opponents').

    value: the chip, for its owner, or what it counts, for all, once revealed; else None. printed: the chip before the
    penalty, once revealed. token: (low, high) once turned up. explorer: on the exploration slot.
    """

    seat: int
    region: str
    rim: str
    explorer: bool
    value: int | None = None
    printed: int | None = None
    token: tuple[int, int] | None = None


class RegionView(Struct, frozen=True):
    """A region, left to right; number: 1–10 as the controls count the regions in play.

    skimmers: (seat, count). unused: this viewer knows that no secret starfall falls here.
    """

    number: int
    id: str
    abbr: str
    resources: tuple[str, str]
    x: int
    y: int
    stars: int
    public: bool
    ships: tuple[AirshipView, ...]
    skimmers: tuple[tuple[int, int], ...]
    unused: bool = False


class BuildingView(Struct, frozen=True):
    """One seat's buildings on a platform."""

    seat: int
    fortresses: int
    markets: int


class PlatformView(Struct, frozen=True):
    """A platform in play and the regions that its bridges lead to."""

    id: str
    x: int
    y: int
    regions: tuple[str, ...]
    buildings: tuple[BuildingView, ...]


class ScoutView(Struct, frozen=True):
    """A scout token. resource: gold | iron | wood | "" (none taken, or an automated opponent's)."""

    seat: int
    resource: str


class SecretView(Struct, frozen=True):
    """A slot of the starfall tray. region: if it lies face up, or this viewer has scouted it; else None.

    used: a card lies there this round. up: face up for all. known: face down, but this viewer knows it.
    """

    number: int
    used: bool
    up: bool
    region: str | None
    known: bool
    scouts: tuple[ScoutView, ...]


class ObjectiveView(Struct, frozen=True):
    """An objective. icon: fleet | build | intel. card: if flipped, or this viewer has peeked; else None."""

    number: int
    icon: str
    card: str | None
    up: bool
    known: bool
    winner: int | None
    peeked: tuple[int, ...]


class AiView(Struct, frozen=True):
    """An automated opponent's own things. shown: tokens that do not fly this round; others: the set of those that do.

    card: its last action card this round, with its effect and compass; "" if none. counter, threshold: its market card
    (0, 0 without one). used: its action cards of this round, in the order drawn, those that failed too.
    """

    shown: tuple[tuple[int, int], ...]
    others: tuple[tuple[int, int], ...]
    card: str
    effect: str
    compass: tuple[str, str] | None
    deck: int
    counter: int
    threshold: int
    used: tuple[str, ...] = ()


class SeatView(Struct, frozen=True):
    """A seat, in seat order. left: airships not yet placed. cards: how many exploration cards it holds."""

    seat: int
    color: str
    ai: AiView | None
    stars: int
    gold: int
    iron: int
    wood: int
    fortresses: int
    markets: int
    skimmers: int
    left: int
    cards: int


class MineView(Struct, frozen=True):
    """What only this viewer's seat knows. chips: not used this round. total: of those placed; penalty: if it ended now.

    explored: regions of its exploration cards.
    """

    chips: tuple[int, ...]
    total: int
    penalty: int
    explored: tuple[str, ...]


class TurnSlotView(Struct, frozen=True):
    """A slot of the turn order. old, new: the seat there; open: it is in use; gold: its bonus."""

    number: int
    open: bool
    gold: int
    old: int | None
    new: int | None


class Deed(Struct, frozen=True):
    """One public action: an icon on the strip. verb: an id of §5, or ai_<effect>, revealed, flipped, resolved, started.

    why: for automated opponents, which rule decided: stars | dots | advantage | compass | public (where the public
    starfall lies) | only, or none: no starfall was to be had. seat: -1 if it is nobody's. n: resolved: starfalls won or
    staying; flipped: the winner's metric; place_airship, ai_airship: 1 if it explored.
    """

    seat: int
    verb: str
    region: str = ""
    platform: str = ""
    slot: int = 0
    rim: str = ""
    resource: str = ""
    card: str = ""
    why: str = ""
    n: int = 0


class Placing(Struct, frozen=True):
    """One contender in a region at the round's end. rung: of the ladder. gained: by resource. picks: still open.

    market: what its markets gave, in gained and picks or on the market card.
    """

    seat: int
    power: int
    rung: str
    stars: int
    gained: tuple[int, int, int]
    picks: int = 0
    market: int = 0


class RegionResult(Struct, frozen=True):
    """How a region was resolved. ships: as they were revealed. placings: best first; stars: what lay there."""

    region: str
    stars: int
    ships: tuple[AirshipView, ...]
    skimmers: tuple[tuple[int, int], ...]
    placings: tuple[Placing, ...]


class Reveal(Struct, frozen=True):
    """How a round ended. totals: of each seat's chips (None: automated); penalties. objective: id or "", its winner."""

    round: int
    totals: tuple[int | None, ...]
    penalties: tuple[int, ...]
    secrets: tuple[str, ...]
    objective: str
    winner: int | None
    regions: tuple[RegionResult, ...]


class View(Struct, frozen=True):
    """Everything one viewer may see. viewer: a seat, or None for the public.

    step: setup_resources | action | scout_resource | turn_slot | reward_choices | over. Automated opponents have their
    colours for names. reveal: how the last round ended, until the next one ends. deeds: since the round began.
    """

    viewer: int | None
    step: str
    round: int
    rounds: int
    active: int
    difficulty: str
    small: bool
    regions: tuple[RegionView, ...]
    platforms: tuple[PlatformView, ...]
    secrets: tuple[SecretView, ...]
    unused: int
    objectives: tuple[ObjectiveView, ...]
    seats: tuple[SeatView, ...]
    turn_slots: tuple[TurnSlotView, ...]
    deeds: tuple[Deed, ...]
    mine: MineView | None = None
    scouting: int = 0
    reveal: Reveal | None = None
    ranks: tuple[int, ...] = ()
