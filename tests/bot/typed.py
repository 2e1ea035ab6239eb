"""Answers as somebody types them: the slash command of a game, and its parameters (each RULES.md)."""

from __future__ import annotations

from typing import Any

Typed = tuple[str, dict[str, Any]]
"""A command, and what is filled in."""

CARDS = ("first", "second", "third")


def command(slug: str, verb: str, answer: tuple[str | int, ...]) -> Typed:
    """The command that gives this answer."""
    return f"{slug} {verb.replace('_', '-')}", PARAMETERS[slug](verb, answer)


def _takara(verb: str, answer: tuple[str | int, ...]) -> dict[str, Any]:
    key = str(answer[0]).split(".")
    typed: dict[str, Any] = {}
    match verb:
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


def _aerion(verb: str, answer: tuple[str | int, ...]) -> dict[str, Any]:
    keys = [str(key) for key in answer]
    first, *rest = keys[0].split(".") if keys else ("",)
    numbers = " ".join(key[1:] for key in keys if key[:1] in {"b", "d"})
    match verb:
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


PARAMETERS = {"takara": _takara, "aerion": _aerion}
