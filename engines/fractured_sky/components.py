"""The components of Fractured Sky, read once from components.toml and checked. Rules take every number from here."""

from __future__ import annotations

from collections import Counter
from enum import StrEnum
from pathlib import Path
from typing import Any

from msgspec import Struct

from engines.kernel.components import demand, load
from engines.kernel.text import Noun

SOURCE = Path(__file__).with_name("components.toml")


class Resource(StrEnum):
    """What regions produce (§2)."""

    GOLD = "gold"
    IRON = "iron"
    WOOD = "wood"


class Rung(StrEnum):
    """The reward ladder (§8)."""

    STARFALL = "starfall"
    BOTH = "both_resources"
    ONE = "one_resource"
    NOTHING = "nothing"


class Effect(StrEnum):
    """What an automated opponent's card does (§10.5)."""

    AIRSHIP = "airship"
    SCOUT = "scout"
    FORTRESS = "fortress"
    MARKET = "market"
    SKIMMER = "skimmer"


class Compass(StrEnum):
    """A star of the compass (§10.3)."""

    NORTH = "N"
    SOUTH = "S"
    EAST = "E"
    WEST = "W"


class Size(StrEnum):
    """The size of the map (§1); `small` is also the small side of the turn order."""

    SMALL = "small"
    FULL = "full"


class _Datum(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What every entry may carry: names in both languages and provenance (rulebook | public | reconstructed)."""

    name_en: str = ""
    name_ja: str = ""
    source: str = ""
    url: str = ""
    why: str = ""
    note: str = ""
    name_source: str = ""
    data_source: str = ""
    icon_source: str = ""
    symbol: str = ""
    url_rims: str = ""


class ResourceDatum(_Datum, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A resource and its letter."""

    id: Resource
    letter: str


class SeatColor(_Datum, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A colour. kind: human | ai."""

    id: str
    kind: str
    hex: str

    @property
    def noun(self) -> Noun:
        return Noun(f"fractured_sky.color.{self.id}")


class Region(_Datum, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A region: its two icons, its place on the map (y grows downwards), its turn when regions are resolved."""

    id: str
    abbr: str
    resources: tuple[Resource, Resource]
    x: int
    y: int
    resolve_order: int
    excluded_small: bool

    @property
    def noun(self) -> Noun:
        return Noun(f"fractured_sky.region.{self.id}")

    @property
    def same_pair(self) -> bool:
        """§2 Its two icons are the same kind."""
        return self.resources[0] is self.resources[1]


class Platform(_Datum, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A building site and the regions that its bridges lead to, on either map."""

    id: str
    x: int
    y: int
    regions_full: tuple[str, ...]
    dots_full: int
    regions_small: tuple[str, ...]
    dots_small: int


class Objective(_Datum, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An objective: metric as in §9, `name:arguments`."""

    id: str
    icon: str
    text_en: str
    text_ja: str
    metric: str
    excluded_small: bool

    @property
    def noun(self) -> Noun:
        return Noun(f"fractured_sky.objective.{self.id}")


class Difficulty(_Datum, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How strong automated opponents are (§10.1)."""

    id: str
    fortresses: int
    markets: int
    skimmers: int
    high_airships: int
    market_card: bool
    market_card_threshold: int


class AiCard(_Datum, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An action card. compass: the large star, the small star."""

    deck: str
    id: str
    effect: Effect
    compass: tuple[Compass, Compass]


class Slots(_Datum, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A side of the turn order: its slots and the gold on each."""

    slots: int
    gold_bonus: tuple[int, ...]


class Supply(_Datum, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What each person has."""

    airships: int
    fortresses: int
    markets: int
    skimmers: int
    power_chips: int
    cubes: int
    cubes_use: str


class Chips(_Datum, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Power chips (§7)."""

    values: tuple[int, ...]
    light_values: tuple[int, ...]
    dark_values: tuple[int, ...]
    limit_total: int


class Costs(_Datum, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What actions cost (§5)."""

    fortress: dict[Resource, int]
    market: dict[Resource, int]
    skimmer: dict[Resource, int]
    scout: dict[Resource, int]
    peek_any: int
    exchange_pay_any: int
    exchange_gain: int


class Components(Struct, frozen=True, forbid_unknown_fields=True):
    """The whole file."""

    game: dict[str, Any]
    resources: tuple[ResourceDatum, ...]
    start: dict[str, Any]
    seat_colors: tuple[SeatColor, ...]
    player_supply: Supply
    power_chips: Chips
    costs: Costs
    turn_slots: dict[str, Slots]
    rewards: dict[str, Any]
    regions_meta: dict[str, str]
    regions: tuple[Region, ...]
    platforms_meta: dict[str, str]
    platforms: tuple[Platform, ...]
    starfall_decks: dict[str, Any]
    objective_tray: dict[str, Any]
    objective_icons: tuple[dict[str, Any], ...]
    objectives_meta: dict[str, str]
    objectives: tuple[Objective, ...]
    ai: dict[str, Any]
    ai_difficulties: tuple[Difficulty, ...]
    ai_tokens: dict[str, Any]
    ai_decks_meta: dict[str, Any]
    ai_cards: tuple[AiCard, ...]
    checks: dict[str, Any]


def read(path: Path = SOURCE) -> Components:
    """The components of that file, all totals checked. Raises ComponentFault."""
    data = load(path, Components)
    c = data.checks
    small = [r for r in data.regions if not r.excluded_small]
    sites = [p for p in data.platforms if p.dots_small]
    kept = [o for o in data.objectives if not o.excluded_small]

    def icons(regions: list[Region]) -> dict[str, int]:
        return dict(Counter(str(icon) for region in regions for icon in region.resources))

    def by_icon(objectives: list[Objective]) -> dict[str, int]:
        return dict(Counter(objective.icon for objective in objectives))

    def by_dots(dots: list[int]) -> dict[str, int]:
        return {str(number): count for number, count in sorted(Counter(dots).items())}

    chips = data.power_chips
    facts: dict[str, tuple[object, object]] = {
        "regions_full": (len(data.regions), c["regions_full"]),
        "regions_small": (len(small), c["regions_small"]),
        "region_icons_full": (icons(list(data.regions)), c["region_icons_full"]),
        "region_icons_small": (icons(small), c["region_icons_small"]),
        "same_pair_regions": (sum(r.same_pair for r in data.regions), c["same_pair_regions"]),
        "platforms_full": (len(data.platforms), c["platforms_full"]),
        "platforms_small": (len(sites), c["platforms_small"]),
        "dots_sum_full": (sum(p.dots_full for p in data.platforms), c["dots_sum_full"]),
        "dots_sum_small": (sum(p.dots_small for p in sites), c["dots_sum_small"]),
        "platforms_by_dots_full": (by_dots([p.dots_full for p in data.platforms]), c["platforms_by_dots_full"]),
        "platforms_by_dots_small": (by_dots([p.dots_small for p in sites]), c["platforms_by_dots_small"]),
        "power_chips": (len(chips.values), c["power_chips"]),
        "power_chips_sum": (sum(chips.values), c["power_chips_sum"]),
        "objectives_full": (len(data.objectives), c["objectives_full"]),
        "objectives_small": (len(kept), c["objectives_small"]),
        "objectives_by_icon_full": (by_icon(list(data.objectives)), c["objectives_by_icon_full"]),
        "objectives_by_icon_small": (by_icon(kept), c["objectives_by_icon_small"]),
        "objective_slots": (len(data.objective_tray["slot_icons"]), c["objective_slots"]),
        "ai_cards_per_deck": (set(Counter(a.deck for a in data.ai_cards).values()), {c["ai_cards_per_deck"]}),
        "ai_tokens_per_set": (len(data.ai_tokens["low_high"]), c["ai_tokens_per_set"]),
    }
    for where, (found, wanted) in facts.items():
        demand(path, f"checks.{where}", found, wanted)
    for platform in data.platforms:
        demand(path, f"{platform.id}.dots_full", len(platform.regions_full), platform.dots_full)
        demand(path, f"{platform.id}.dots_small", len(platform.regions_small), platform.dots_small)
    order = [r.id for r in sorted(data.regions, key=lambda r: r.x)]
    demand(path, "resolve_order", [r.id for r in sorted(data.regions, key=lambda r: r.resolve_order)], order)
    return data


DATA = read()
SUPPLY = DATA.player_supply
CHIPS = DATA.power_chips
COSTS = DATA.costs
ROUNDS: int = DATA.game["rounds"]
REGIONS = {region.id: region for region in sorted(DATA.regions, key=lambda r: r.resolve_order)}
"""By id, in the order in which they are resolved: left to right."""
PLATFORMS = {platform.id: platform for platform in DATA.platforms}
OBJECTIVES = {objective.id: objective for objective in DATA.objectives}
SLOT_ICONS: tuple[str, ...] = tuple(DATA.objective_tray["slot_icons"])
SECRET_SLOTS: int = DATA.starfall_decks["secret_slots"]
START_RESOURCES: int = DATA.start["resources_to_choose"]
DIFFICULTIES = {difficulty.id: difficulty for difficulty in DATA.ai_difficulties}
TOKENS: tuple[tuple[int, int], ...] = tuple((low, high) for low, high in DATA.ai_tokens["low_high"])
"""An automated opponent's airship tokens: (low, high)."""
AI_CARDS = {card.id: card for card in DATA.ai_cards}
SLOT_PREFERENCE: tuple[int, ...] = tuple(DATA.ai["slot_preference"])
REVEAL_THRESHOLD: int = DATA.ai["reveal_threshold"]
TOKENS_SHOWN: int = DATA.ai["tokens_shown_per_round"]
HUMAN_COLORS = tuple(color.id for color in DATA.seat_colors if color.kind == "human")
AI_COLORS = tuple(color.id for color in DATA.seat_colors if color.kind == "ai")
LADDER = tuple(Rung(rung) for rung in DATA.rewards["ladder"])


def regions_of(size: Size) -> tuple[Region, ...]:
    """The regions in play, left to right."""
    return tuple(r for r in REGIONS.values() if size is Size.FULL or not r.excluded_small)


def bridges(platform: str, size: Size) -> tuple[str, ...]:
    """The regions connected to a platform; empty: it is not in play."""
    site = PLATFORMS[platform]
    return site.regions_full if size is Size.FULL else site.regions_small


def platforms_of(size: Size) -> tuple[str, ...]:
    """The platforms in play."""
    return tuple(platform for platform in PLATFORMS if bridges(platform, size))
