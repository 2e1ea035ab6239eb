"""Which icon stands for what on the pictures of Fractured Sky."""

from __future__ import annotations

from collections.abc import Mapping

LANDMARKS: Mapping[str, str] = {
    "creepy_cove": "bat",
    "frosty_fjord": "wave",
    "torrential_tropics": "palm",
    "peaceful_plains": "windmill",
    "careening_cliffs": "rockfall",
    "molten_moor": "campfire",
    "sinister_spires": "guard",
    "dreadful_desert": "temple",
    "wayward_wood": "hut",
    "gloomy_grotto": "cave",
}
"""What is to be seen on the islands, faintly: an ornament."""

OBJECTIVES: Mapping[str, str] = {"fleet": "zeppelin", "build": "hammer", "intel": "eye"}
"""By the icon on their backs."""

DEEDS: Mapping[str, str] = {
    "exchange": "flip",
    "build_fortress": "fortress",
    "build_market": "market",
    "place_skimmer": "skimmer",
    "scout": "magnifier",
    "take_scout_resource": "hand",
    "peek": "eye",
    "place_airship": "ship",
    "choose_turn_slot": "flag",
    "revealed": "card-draw",
    "flipped": "trophy",
    "resolved": "star",
    "started": "falling-star",
    "ai_airship": "ship",
    "ai_scout": "magnifier",
    "ai_fortress": "fortress",
    "ai_market": "market",
    "ai_skimmer": "skimmer",
}
"""By the verb of a deed; ship, fortress, market and skimmer are models."""

REASONS: Mapping[str, str] = {
    "stars": "star",
    "dots": "bridge",
    "advantage": "house",
    "compass": "compass",
    "public": "falling-star",
    "only": "check",
    "none": "cancel",
}
"""Which rule decided for an automated opponent."""

STEPS: Mapping[str, str] = {
    "setup_resources": "coins",
    "action": "zeppelin",
    "scout_resource": "magnifier",
    "turn_slot": "flag",
    "reward_choices": "coins",
}
