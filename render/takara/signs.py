"""Which icon stands for what on the pictures of Takara Island."""

from __future__ import annotations

from collections.abc import Mapping

from engines.takara.components import CARDS, Kind, TunnelCard

FIGURES: Mapping[str, str] = {"bat": "bat", "goblin": "goblin", "skeleton": "skull-bones", "drake": "dragon-head"}
"""By the monster's name."""

TREASURES: Mapping[str, str] = {
    "tablet": "tablet",
    "idol_a": "idol-sun",
    "idol_b": "idol-totem",
    "idol_c": "idol-lizard",
    "gold_bag": "money-bag",
    "skull": "skull-pirate",
    "map": "map",
    "mimic": "mimic",
}

SPECIALISTS: Mapping[str, str] = {
    "miner": "mining-helmet",
    "soothsayer": "crystal-ball",
    "impersonator": "masks",
    "archaeologist": "trowel",
}

PLACES: Mapping[str, str] = {
    "camp": "tent",
    "tunnel": "pick",
    "tavern": "mug",
    "bank": "bank",
    "dock": "anchor",
    "hospital": "bed",
    "waiting_room": "hourglass",
    "beach": "palm",
    "forge": "forge",
}

DEEDS: Mapping[str, str] = {
    "rent_sword": "sword",
    "dig": "dig",
    "survey": "magnifier",
    "destroy_rockfall": "dynamite",
    "fight": "swords",
    "tavern": "mug",
    "bank_sell": "bank",
    "bank_buy": "bank",
    "hire_specialist": "anchor",
    "choose_map": "map",
    "end_day": "moon",
    "skipped": "hourglass",
}
"""By the verb of a deed; hiring shows the specialist as well."""


def figure(card: TunnelCard) -> str:
    """The icon of a tunnel card's face."""
    match card.kind:
        case Kind.MONSTER:
            return FIGURES[card.monster]
        case Kind.GALLERY:
            return "coin"
        case Kind.XP:
            return "scroll"
        case Kind.ROCKFALL:
            return "stone-pile"
        case Kind.CHEST:
            return "chest-locked"
        case Kind.STONE:
            return "stone"


def of_card(card: str) -> str:
    """The icon of a tunnel card or a treasure, by its id."""
    return TREASURES[card] if card in TREASURES else figure(CARDS[card])
