"""Which icon stands for what on the pictures of Aerion."""

from __future__ import annotations

from collections.abc import Mapping

SHIPS: Mapping[int, str] = {
    1: "hang-glider",
    2: "dragonfly",
    3: "balloon",
    4: "kite",
    5: "helicopter",
    6: "zeppelin",
    7: "ship",
}
"""By number; 7 is the flagship."""

MATERIALS: Mapping[str, str] = {"mat_wood": "wood", "mat_cloth": "cloth", "mat_brass": "cog"}
CREW: Mapping[str, str] = {"crew_sun": "sun", "crew_moon": "moon"}

FACTORIES: Mapping[str, str] = {
    "factory_library": "books",
    "factory_archive": "archive",
    "factory_security": "guard",
    "factory_lab": "flask",
    "factory_logistics": "hand-truck",
    "factory_game_room": "knight",
}

GOALS: Mapping[str, str] = {
    "ships": "zeppelin",
    "flagship": "ship",
    "hourglasses": "hourglass",
    "clouds": "break",
    "piers": "dock",
    "payroll": "pay",
    "lairs": "cave",
}

DEEDS: Mapping[str, str] = {
    "roll_dice": "dice",
    "discard_reroll": "card-discard",
    "discard_flip": "flip",
    "use_book_reroll": "clockwise",
    "hire_worker": "hand",
    "free_reroll": "clockwise",
    "lab_reroll": "flask",
    "use_pixie": "pixie",
    "acquire": "hand",
    "demolish": "break",
    "pay_worker": "pay",
    "flip_pier": "dock",
    "hunt": "swords",
    "security_skip": "guard",
    "give_up": "cancel",
    "end_turn": "flag",
    "book_recover": "book",
    "use_egg": "magnifier",
    "egg_pick": "card-draw",
    "place_reserve": "forward",
    "factory_discard": "card-discard",
    "rescue_decline": "cancel",
    "built": "check",
    "moved": "dragon",
    "swept": "card-discard",
}
"""By the verb of a deed."""

PHASES: Mapping[str, str] = {
    "turn_start": "die-random",
    "rolling": "dice",
    "egg_pick": "egg",
    "factory_discard": "card-discard",
    "wrap_up": "flag",
    "last_chance": "warning",
}
