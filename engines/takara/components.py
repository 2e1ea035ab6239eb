"""The components of Takara Island, read once from components.toml and checked. Rules take every number from here."""

from __future__ import annotations

from collections import Counter
from enum import StrEnum
from pathlib import Path
from typing import Any

from msgspec import Struct, field

from engines.kernel.components import demand, load
from engines.kernel.text import Noun

SOURCE = Path(__file__).with_name("components.toml")


class Layer(StrEnum):
    """How deep a tunnel card lies; its back shows it as 1, 2 or 3 skulls (§2)."""

    SHALLOW = "shallow"
    MIDDLE = "middle"
    DEEP = "deep"


class Kind(StrEnum):
    """What a tunnel card is (§2)."""

    GALLERY = "gallery"
    ROCKFALL = "rockfall"
    XP = "xp"
    MONSTER = "monster"
    CHEST = "chest"
    STONE = "stone"


class Effect(StrEnum):
    """What a treasure card does (§6.6)."""

    GAIN = "gain"
    SKULL = "skull"
    MAP = "map"
    MIMIC = "mimic"


class SpecialistId(StrEnum):
    """The four specialists (§6.5)."""

    MINER = "miner"
    SOOTHSAYER = "soothsayer"
    IMPERSONATOR = "impersonator"
    ARCHAEOLOGIST = "archaeologist"


class Place(StrEnum):
    """Where an adventurer can be (§2)."""

    CAMP = "camp"
    TUNNEL = "tunnel"
    TAVERN = "tavern"
    BANK = "bank"
    DOCK = "dock"
    HOSPITAL = "hospital"
    WAITING_ROOM = "waiting_room"
    BEACH = "beach"
    FORGE = "forge"


class Face(StrEnum):
    """A face of the die (§2)."""

    SWORD = "sword"
    HOSPITAL = "hospital"


class _Datum(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What every entry carries: names in both languages and provenance (rulebook | public | reconstructed)."""

    name_en: str = ""
    name_ja: str = ""
    source: str
    url: str = ""
    why: str = ""
    note: str = ""
    rulebook_fields: tuple[str, ...] = ()


class TunnelCard(_Datum, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A kind of tunnel card: kara and xp as printed, life = hits to defeat, injury = hospital mark."""

    id: str
    layer: Layer
    kind: Kind
    count: int
    kara: int
    xp: int
    life: int
    injury: bool
    monster: str = ""

    @property
    def noun(self) -> Noun:
        return Noun(f"takara.card.{self.id}")


class TreasureCard(_Datum, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A treasure: kara and sellable xp now, end_xp at the end of the game only, life of the mimic."""

    id: str
    count: int
    effect: Effect
    kara: int
    xp: int
    end_xp: int
    life: int

    @property
    def noun(self) -> Noun:
        return Noun(f"takara.treasure.{self.id}")


class Specialist(_Datum, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A specialist: cost in kara (the impersonator pays `copy_cost` of the copied one)."""

    id: SpecialistId
    cost: int
    ability: str
    target: str
    surcharge: int = 0
    copies: tuple[SpecialistId, ...] = ()
    copy_cost: dict[SpecialistId, int] = {}

    @property
    def noun(self) -> Noun:
        return Noun(f"takara.specialist.{self.id}")


class Constants(Struct, frozen=True, forbid_unknown_fields=True):
    """The numbers of the rules."""

    tunnels: int
    cards_per_tunnel: int
    cards_per_layer_per_tunnel: int
    start_kara: int
    start_adventurers: int
    recruits_per_player: int
    sword_rent: int
    survey_max_cards: int
    survey_rockfall_kara: int
    survey_monster_reveal_kara: int
    rockfall_adventurers: int
    rockfall_kara_each: int
    tavern_kara_each: int
    bank_sell_kara_per_xp: int
    bank_buy_cost: int
    bank_visits_per_turn: int
    recruit_cost: int
    hospital_fee: int
    impersonator_surcharge: int
    miner_cards: int
    soothsayer_cards: int
    archaeologist_cards: int
    kara_per_end_xp: int
    stone_xp: int
    end_tunnels_no_stone: int
    end_tunnels_one_stone: int


class Die(Struct, frozen=True, forbid_unknown_fields=True):
    """The die for fights."""

    faces: tuple[Face, ...]
    name_sword_en: str
    name_sword_ja: str
    name_hospital_en: str
    name_hospital_ja: str
    source: str


class XpToken(_Datum, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The token sold at the bank: value in XP, cost in kara."""

    value: int
    cost: int
    sellable: bool
    stock_per_player: int


class LayerDatum(_Datum, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A layer: its order from the top, the skulls on its backs, how many cards it has."""

    id: Layer
    order: int
    skulls: int
    cards: int


class SeatColor(_Datum, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A player colour."""

    index: int
    id: str
    hex: str
    shape: str


class PlaceDatum(_Datum, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A place on the board."""

    id: Place


class OptionDatum(_Datum, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An option of the game and its values."""

    values: tuple[bool | str, ...]
    value_names_en: tuple[str, ...]
    value_names_ja: tuple[str, ...]
    default: bool | str


class Players(Struct, frozen=True, forbid_unknown_fields=True):
    """How many play."""

    min: int
    max: int
    recommended: int
    source: str


class Checks(Struct, frozen=True, forbid_unknown_fields=True):
    """Totals that the data must satisfy."""

    tunnel_cards_total: int
    tunnel_cards_per_layer: dict[Layer, int]
    tunnel_cards_by_kind: dict[Kind, int]
    kind_by_layer: dict[Layer, dict[Kind, int]]
    injury_cards: int
    gallery_kara_total: int
    monster_kara_total: int
    monster_xp_total: int
    monster_life_total: int
    xp_card_total: int
    stone_xp_total: int
    treasure_cards_total: int
    treasure_xp_now_total: int
    treasure_end_xp_total: int
    treasure_kara_total: int
    specialists_total: int
    die_sword_faces: int
    die_hospital_faces: int
    xp_tokens_by_players: dict[str, int]
    max_treasure_draws_that_leave_the_deck: int


class Components(Struct, frozen=True, forbid_unknown_fields=True):
    """The whole file."""

    meta: dict[str, Any]
    sources: dict[str, str]
    players: Players
    seat_color: tuple[SeatColor, ...]
    options: dict[str, OptionDatum]
    constants: Constants
    constants_provenance: dict[str, str]
    die: Die
    xp_token: XpToken
    layer: tuple[LayerDatum, ...]
    tunnel_card: tuple[TunnelCard, ...]
    treasure_card: tuple[TreasureCard, ...]
    specialist: tuple[Specialist, ...]
    place: tuple[PlaceDatum, ...]
    checks: Checks = field()


def read(path: Path = SOURCE) -> Components:
    """The components of that file, all totals checked. Raises ComponentFault."""
    data = load(path, Components)
    cards = [card for card in data.tunnel_card for _ in range(card.count)]
    treasures = [card for card in data.treasure_card for _ in range(card.count)]
    c, constants = data.checks, data.constants

    def of(kind: Kind) -> list[TunnelCard]:
        return [card for card in cards if card.kind is kind]

    def totals(found: list[TunnelCard]) -> dict[Kind, int]:
        return {kind: Counter(card.kind for card in found)[kind] for kind in Kind}

    faces = Counter(data.die.faces)
    facts: dict[str, tuple[object, object]] = {
        "tunnel_cards_total": (len(cards), c.tunnel_cards_total),
        "tunnel_cards_per_layer": (dict(Counter(card.layer for card in cards)), c.tunnel_cards_per_layer),
        "tunnel_cards_by_kind": (totals(cards), c.tunnel_cards_by_kind),
        "kind_by_layer": ({la: totals([card for card in cards if card.layer is la]) for la in Layer}, c.kind_by_layer),
        "injury_cards": (sum(card.injury for card in cards), c.injury_cards),
        "gallery_kara_total": (sum(card.kara for card in of(Kind.GALLERY)), c.gallery_kara_total),
        "monster_kara_total": (sum(card.kara for card in of(Kind.MONSTER)), c.monster_kara_total),
        "monster_xp_total": (sum(card.xp for card in of(Kind.MONSTER)), c.monster_xp_total),
        "monster_life_total": (sum(card.life for card in of(Kind.MONSTER)), c.monster_life_total),
        "xp_card_total": (sum(card.xp for card in of(Kind.XP)), c.xp_card_total),
        "stone_xp_total": (sum(card.xp for card in of(Kind.STONE)), c.stone_xp_total),
        "treasure_cards_total": (len(treasures), c.treasure_cards_total),
        "treasure_xp_now_total": (sum(card.xp for card in treasures), c.treasure_xp_now_total),
        "treasure_end_xp_total": (sum(card.end_xp for card in treasures), c.treasure_end_xp_total),
        "treasure_kara_total": (sum(card.kara for card in treasures), c.treasure_kara_total),
        "specialists_total": (len(data.specialist), c.specialists_total),
        "die_sword_faces": (faces[Face.SWORD], c.die_sword_faces),
        "die_hospital_faces": (faces[Face.HOSPITAL], c.die_hospital_faces),
    }
    for where, (found, wanted) in facts.items():
        demand(path, f"checks.{where}", found, wanted)
    demand(path, "constants.tunnels × cards_per_tunnel", constants.tunnels * constants.cards_per_tunnel, len(cards))
    demand(path, "constants.stone_xp", {card.xp for card in of(Kind.STONE)}, {constants.stone_xp})
    demand(path, "tunnel_card ids", len({card.id for card in data.tunnel_card}), len(data.tunnel_card))
    for number in range(data.players.min, data.players.max + 1):
        demand(
            path,
            f"xp tokens, {number} players",
            number * data.xp_token.stock_per_player,
            c.xp_tokens_by_players[str(number)],
        )
    return data


DATA = read()
RULE = DATA.constants
DIE = DATA.die
TOKEN = DATA.xp_token
CARDS = {card.id: card for card in DATA.tunnel_card}
TREASURES = {card.id: card for card in DATA.treasure_card}
SPECIALISTS = {specialist.id: specialist for specialist in DATA.specialist}
IMPERSONATOR = SPECIALISTS[SpecialistId.IMPERSONATOR]
STONES = sum(card.count for card in DATA.tunnel_card if card.kind is Kind.STONE)
"""How many Stones of Legend there are to be found."""
