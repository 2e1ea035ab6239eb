"""The components of Aerion, read once from components.toml and checked. Rules take every number from here.

Deck lists, ship numbers, the flagship's needs, outposts and lairs are reconstructed (R2).
"""

from __future__ import annotations

from collections import Counter
from enum import StrEnum
from itertools import product
from pathlib import Path
from typing import Any

from msgspec import Struct

from engines.kernel.components import demand, load
from engines.kernel.text import Noun

SOURCE = Path(__file__).with_name("components.toml")


class Kind(StrEnum):
    """What a card is (§6). The first three are the elements."""

    BLUEPRINT = "blueprint"
    MATERIAL = "material"
    CREW = "crew"
    BOOK = "book"
    FACTORY = "factory"
    HOURGLASS = "hourglass"
    BIRD = "bird"
    WORKER = "worker"
    EGG = "egg"


ELEMENTS = (Kind.BLUEPRINT, Kind.MATERIAL, Kind.CREW)
"""In the order in which a finished ship discards them (§7)."""


class _Datum(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What every entry may carry: names in both languages and provenance (rulebook | public | reconstructed)."""

    name: str = ""
    name_ja: str = ""
    source: str
    url: str = ""
    why: str = ""


class _CardDatum(_Datum, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A kind of card. code: as in EXAMPLES.md."""

    id: str
    code: str

    @property
    def noun(self) -> Noun:
        return Noun(f"aerion.card.{self.id}")


class Dice(_Datum, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The six dice."""

    count: int
    faces: tuple[int, ...]


class Pixies(_Datum, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Pixie tokens of the usual game."""

    count: int


class Limits(_Datum, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The numbers of the base rules."""

    workshops_solo: int
    workshops_per_seat_2p: int
    workshops_common_2p: int
    pulpit_books: int
    book_rerolls: int
    book_recover: int
    worker_rerolls: int
    ships_per_seat_2p: int


class Deck(_CardDatum, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A column: its combination (alternatives, one must be met, R1) and how many of the 46656 first rolls meet it."""

    column: int
    label: str
    requirement: tuple[str, ...]
    ways: int
    base_cards: int


class Colored(_CardDatum, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A type of crew or material."""

    color: str
    copies: int


class Needs(Struct, frozen=True, forbid_unknown_fields=True):
    """What a ship is built from."""

    blueprint: str
    material: str
    crew: str


class Ship(_CardDatum, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A ship token."""

    number: int
    needs: Needs

    @property
    def noun(self) -> Noun:
        return Noun(f"aerion.ship.{self.id}")


class Blueprint(_CardDatum, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A blueprint and the ship that it belongs to."""

    ship: str
    copies: int


class Copied(_CardDatum, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The Book."""

    copies: int


class Composed(Struct, frozen=True, forbid_unknown_fields=True):
    """So many cards of a type in a deck."""

    deck: str
    type: str
    count: int
    set: str
    source: str


class Flagship(_Datum, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The seventh ship (§10.1)."""

    id: str
    needs_materials: tuple[str, ...]
    needs_crew: tuple[str, ...]
    materials_before_crew: bool


class Factory(_CardDatum, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A factory and the deck that it is shuffled into in hard games."""

    number: int
    text: str
    text_ja: str
    hard_deck: str


class Hourglasses(_Datum, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """All hourglasses."""

    total: int
    types: int
    per_deck_normal: int
    per_deck_hard: int


class Hourglass(_CardDatum, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A kind of hourglass."""

    number: int
    deck: str
    copies_normal: int
    copies_hard: int


class Spread(_CardDatum, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A card of which every deck gets the same number: bird, worker, egg."""

    set: str
    total: int
    per_deck: int


class Clouds(_Datum, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Stone clouds (§10.3). bird_bonus: by the number of birds that the demolition discards."""

    count: int
    sides: tuple[str, ...]
    points_per_hit: int
    bird_bonus: tuple[int, ...]
    hard_min_birds: int


class Piers(_Datum, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Piers and workers (§10.4)."""

    count: int
    sides: tuple[str, ...]
    flip_needs_equal_dice: int
    pay_worker_min_sum: int
    hard_payroll_limit: int


class Hellkite(_Datum, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The Hellkite's row (§10.6)."""

    spaces: int
    outposts_total: int
    lairs_total: int
    removed_each: int
    hunt_max_sum: int


class ResourceClass(_Datum, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What outposts and lairs show: the card types of a class."""

    id: str
    types: tuple[str, ...]

    @property
    def noun(self) -> Noun:
        return Noun(f"aerion.class.{self.id}")


class Site(Struct, frozen=True, kw_only=True, rename={"resource": "class"}, forbid_unknown_fields=True):
    """An outpost or a lair, and the class that it shows."""

    id: str
    code: str
    name: str
    name_ja: str
    resource: str
    source: str
    url: str = ""
    why: str = ""


class Checks(Struct, frozen=True, forbid_unknown_fields=True):
    """Totals that the data must satisfy."""

    cards_total: int
    base_cards: int
    element_cards: int
    cards_per_base_deck: int
    crew_total: int
    material_total: int
    blueprint_total: int
    book_total: int
    crew_per_type: int
    material_per_type: int
    blueprint_per_type: int
    ships_per_crew: int
    ships_per_material: int
    blueprint_decks_each: int
    books_per_deck: int
    all_normal_deck_size: int
    all_hard_deck_size: int
    max_deck_size: int
    all_normal_deck_cards: int
    stone_cloud_hits: int
    ship_tokens: int


class Components(Struct, frozen=True, forbid_unknown_fields=True):
    """The whole file."""

    meta: dict[str, Any]
    dice: Dice
    pixies: Pixies
    limits: Limits
    deck: tuple[Deck, ...]
    ways_of_46656: dict[str, Any]
    crew: tuple[Colored, ...]
    material: tuple[Colored, ...]
    ship: tuple[Ship, ...]
    blueprint: tuple[Blueprint, ...]
    book: Copied
    composition: dict[str, str]
    card: tuple[Composed, ...]
    flagship: Flagship
    factory: tuple[Factory, ...]
    hourglasses: Hourglasses
    hourglass: tuple[Hourglass, ...]
    bird: Spread
    worker: Spread
    egg: Spread
    clouds: Clouds
    piers: Piers
    hellkite: Hellkite
    resource_class: tuple[ResourceClass, ...]
    outpost: tuple[Site, ...]
    lair: tuple[Site, ...]
    checks: Checks


def read(path: Path = SOURCE) -> Components:
    """The components of that file, all totals checked. Raises ComponentFault."""
    data = load(path, Components)
    c = data.checks
    decks = {deck.id: Counter[str]() for deck in data.deck}
    for row in data.card:
        decks[row.deck][row.type] += row.count
    everything = sum(decks.values(), Counter[str]())
    crew, materials, blueprints = data.crew, data.material, data.blueprint
    spread = data.bird.per_deck + data.worker.per_deck + data.egg.per_deck
    hourglasses, sizes = data.hourglasses, {sum(deck.values()) for deck in decks.values()}
    copied: tuple[Colored | Blueprint | Copied, ...] = (*crew, *materials, *blueprints, data.book)
    base = {row.id: row.copies for row in copied}
    extra = hourglasses.total + data.bird.total + data.worker.total + data.egg.total
    printed = everything.total() + len(data.factory) + extra + data.piers.count
    facts: dict[str, tuple[object, object]] = {
        "cards_total": (printed + data.hellkite.outposts_total + data.hellkite.lairs_total, c.cards_total),
        "base_cards": (everything.total(), c.base_cards),
        "copies": (dict(everything), base),
        "element_cards": (everything.total() - everything[data.book.id], c.element_cards),
        "cards_per_base_deck": (sizes, {c.cards_per_base_deck}),
        "base_cards of decks": ({deck.base_cards for deck in data.deck}, {c.cards_per_base_deck}),
        "crew_total": (sum(row.copies for row in crew), c.crew_total),
        "material_total": (sum(row.copies for row in materials), c.material_total),
        "blueprint_total": (sum(row.copies for row in blueprints), c.blueprint_total),
        "book_total": (data.book.copies, c.book_total),
        "crew_per_type": ({row.copies for row in crew}, {c.crew_per_type}),
        "material_per_type": ({row.copies for row in materials}, {c.material_per_type}),
        "blueprint_per_type": ({row.copies for row in blueprints}, {c.blueprint_per_type}),
        "ships_per_crew": (set(Counter(s.needs.crew for s in data.ship).values()), {c.ships_per_crew}),
        "ships_per_material": (set(Counter(s.needs.material for s in data.ship).values()), {c.ships_per_material}),
        "blueprint_decks_each": (
            {sum(row.id in deck for deck in decks.values()) for row in blueprints},
            {c.blueprint_decks_each},
        ),
        "books_per_deck": ({deck[data.book.id] for deck in decks.values()}, {c.books_per_deck}),
        "all_normal_deck_size": (
            {size + hourglasses.per_deck_normal + spread for size in sizes},
            {c.all_normal_deck_size},
        ),
        "all_hard_deck_size": (
            {size + hourglasses.per_deck_hard + 1 + spread for size in sizes},
            {c.all_hard_deck_size},
        ),
        "max_deck_size": (max(sizes) + hourglasses.per_deck_normal + 1 + spread, c.max_deck_size),
        "all_normal_deck_cards": (len(decks) * c.all_normal_deck_size, c.all_normal_deck_cards),
        "stone_cloud_hits": (data.clouds.count * len(data.clouds.sides), c.stone_cloud_hits),
        "ship_tokens": (len(data.ship) + 1, c.ship_tokens),
    }
    for where, (found, wanted) in facts.items():
        demand(path, f"checks.{where}", found, wanted)
    pairs = {(m.id, crew_type.id) for m, crew_type in product(materials, crew)}
    demand(path, "ship needs", {(s.needs.material, s.needs.crew) for s in data.ship}, pairs)
    demand(path, "columns", [deck.column for deck in data.deck], list(range(1, len(data.deck) + 1)))
    for kind, wanted in (("hourglass", hourglasses.types), ("factory", len(data.deck))):
        demand(path, kind, len(getattr(data, kind)), wanted)
    return data


DATA = read()
RULE = DATA.limits
COLUMNS = range(1, len(DATA.deck) + 1)
"""The numbers of the columns, left to right."""
DICE = DATA.dice.count
FACES = DATA.dice.faces
SHIPS = DATA.ship
"""By number, the first is ship 1."""
SHIP_OF = {blueprint.id: next(s for s in SHIPS if s.id == blueprint.ship) for blueprint in DATA.blueprint}
"""Blueprint → its ship."""
DECK_COLUMN = {deck.id: deck.column for deck in DATA.deck}
FACTORIES = {factory.id: factory for factory in DATA.factory}
CLASSES = {each.id: each for each in DATA.resource_class}
BOOK = DATA.book.id
BIRD = DATA.bird.id
WORKER = DATA.worker.id
EGG = DATA.egg.id

_KINDS: dict[Kind, tuple[_CardDatum, ...]] = {
    Kind.BLUEPRINT: DATA.blueprint,
    Kind.MATERIAL: DATA.material,
    Kind.CREW: DATA.crew,
    Kind.BOOK: (DATA.book,),
    Kind.FACTORY: DATA.factory,
    Kind.HOURGLASS: DATA.hourglass,
    Kind.BIRD: (DATA.bird,),
    Kind.WORKER: (DATA.worker,),
    Kind.EGG: (DATA.egg,),
}
KIND_OF = {card.id: kind for kind, cards in _KINDS.items() for card in cards}
"""Card type → its kind."""
CARD_IDS = tuple(KIND_OF)
"""Every card type, in the order in which lists show them."""


def noun(card: str) -> Noun:
    """A card type's name."""
    return Noun(f"aerion.card.{card}")


def base_deck(column: int) -> list[str]:
    """§3.2 The base cards of a column, in the order of the file."""
    deck = DATA.deck[column - 1].id
    return [row.type for row in DATA.card if row.deck == deck for _ in range(row.count)]
