"""Answers as somebody types them: the slash command of a game, and its parameters (each RULES.md)."""

from __future__ import annotations

from typing import Any

from engines.fractured_sky.components import REGIONS
from engines.kernel.decision import Decision, Steps

Typed = tuple[str, dict[str, Any]]
"""A command, and what is filled in."""

CARDS = ("first", "second", "third")


def command(slug: str, decision: Decision, answer: tuple[str | int, ...]) -> Typed:
    """The command that gives this answer to what is asked."""
    verb = COMMANDS.get(slug, {}).get(decision.verb, decision.verb)
    return f"{group(slug)} {verb.replace('_', '-')}", PARAMETERS[slug](decision, answer)


def group(slug: str) -> str:
    """How the game's commands begin."""
    return GROUPS.get(slug, slug)


def _takara(decision: Decision, answer: tuple[str | int, ...]) -> dict[str, Any]:
    key = str(answer[0]).split(".")
    typed: dict[str, Any] = {}
    match decision.verb:
        case "dig" | "destroy_rockfall" | "fight":
            typed = {"tunnel": int(key[0])}
        case "survey":
            typed = {"tunnel": int(key[0]), "looks": int(key[1])}
        case "survey_step":
            typed = {"reveal": key[0] == "yes", "looks": int(key[1])}
        case "tavern":
            typed = {"count": answer[0]}
        case "bank_sell":
            typed = {"value": int(key[0])}
        case "hire_specialist":
            who, *rest = key
            if who == "impersonator":
                typed["copy-of"] = rest.pop(0)
            typed |= {"specialist": who, "tunnel": int(rest[0])}
            if len(rest) > 1:
                typed["start"] = int(rest[1])
        case "choose_map":
            typed = {"reward": key[0]}
        case "end_day":
            typed = {"recruit": key[0] == "recruit", "heal": int(key[1])}
    return typed


def _aerion(decision: Decision, answer: tuple[str | int, ...]) -> dict[str, Any]:
    keys = [str(key) for key in answer]
    first, *rest = keys[0].split(".") if keys else ("",)
    numbers = " ".join(key[1:] for key in keys if key[:1] in {"b", "d"})
    match decision.verb:
        case "discard_reroll":
            return {"column": int(keys[-1]), "dice": numbers}
        case "free_reroll":
            return {"dice": numbers}
        case "use_pixie":
            return {"changes": " ".join(key.replace(".", "=") for key in keys if "." in key)}
        case "discard_flip":
            return {"column": int(first), "die": int(rest[0])}
        case "acquire" | "hunt" if first.isdecimal():
            return {"column": int(first), **({"to": rest[0]} if rest else {})}
        case "hire_worker" | "use_egg":
            return {"column": int(first)}
        case "flip_pier":
            return {"pier": int(first.removeprefix("pier_"))}
        case "demolish":
            hits = " ".join(key.removeprefix("cloud_") for key in keys if key.startswith("cloud_"))
            return {name: line for name, line in (("birds", numbers), ("hits", hits)) if line}
        case "book_recover":
            cards = (key.partition(".")[0] for key in keys[1:])
            return {"column": int(first), **dict(zip(CARDS, cards, strict=False))}
        case "place_reserve":
            return {"card": ".".join([first, *rest[:-1]]), "to": rest[-1]}
        case "egg_pick":
            return {"card": first}
        case "factory_discard":
            return {"factory": first}
    return {}


def _fractured(decision: Decision, answer: tuple[str | int, ...]) -> dict[str, Any]:
    key = str(answer[0]).split(".")
    match decision.verb:
        case "choose_start_resources":
            return {"resources": " ".join(map(str, answer))}
        case "exchange":
            return {"pay": key[0], "gain": key[1]}
        case "place_airship":
            return {"region": key[0], "chip": int(answer[1])}
        case "choose_turn_slot" | "scout":
            return {"slot": int(key[0])}
        case "build_fortress" | "build_market":
            return {"platform": key[0]}
        case "place_skimmer":
            return {"region": key[0]}
        case "take_scout_resource":
            return {"resource": key[0]}
        case "peek":
            return {"slot": int(key[0]), "pay": key[1]}
        case "choose_rewards":
            assert isinstance(decision, Steps)
            asked = zip(decision.basis, map(str, answer), strict=True)
            shares = (_share(region, picks, int(key.split(".")[1])) for (region, picks), key in asked)
            return {"resources": ", ".join(shares)}
    return {}


def _share(region: str, picks: int, first: int) -> str:
    """What is chosen in a region, so many of them of its first kind: `PP gold wood`."""
    kinds = REGIONS[region].resources
    return " ".join([REGIONS[region].abbr, *[kinds[0]] * first, *[kinds[1]] * (picks - first)])


PARAMETERS = {"takara": _takara, "aerion": _aerion, "fractured_sky": _fractured}

GROUPS = {"fractured_sky": "fractured"}
"""How commands begin that don't begin with the game's slug."""

COMMANDS = {
    "fractured_sky": {
        "choose_start_resources": "start",
        "place_airship": "airship",
        "choose_turn_slot": "slot",
        "build_fortress": "fortress",
        "build_market": "market",
        "place_skimmer": "skimmer",
        "take_scout_resource": "take",
        "choose_rewards": "rewards",
    }
}
"""Commands that are not called like their verbs."""
