"""A state, and what a viewer sees of it, in the words of scenarios: engines/README.md tells them in full.

ships.CC = "!P1:4d P2:l K"      airships in the order of seats; ! on the exploration slot; own chip, other's rim, token
ships.CC = "!P1:6d=4 K:1/6=6"   turned up: what it counts
tray = "^SS DD ?"               face up, known, unknown
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from engines.fractured_sky.components import AI_COLORS, REGIONS, TOKENS
from engines.fractured_sky.fleet import penalty, total
from engines.fractured_sky.naming import rim
from engines.fractured_sky.seeing import view
from engines.fractured_sky.state import KINDS, Airship, Seat, State, chips_left, ships_in
from engines.fractured_sky.view import (
    AirshipView,
    AiView,
    Deed,
    ObjectiveView,
    PlatformView,
    RegionResult,
    RegionView,
    Reveal,
    SeatView,
    SecretView,
    View,
)
from engines.kernel.game import Outcome

NONE = "-"
"""An empty place."""

UNSEEN, UP = "?", "^"
"""A card that the viewer does not know; one that lies face up."""

EXPLORER = "!"
"""An airship on the exploration slot."""

FORTRESS, MARKET = "F", "M"
"""A building, in what stands on a platform."""

LETTERS = dict(zip(AI_COLORS, ("K", "O"), strict=True))
"""Automated opponents by their colours."""

TAKEN_NONE = "none"
"""A scout token of somebody who took nothing."""


def names_of(colors: Sequence[str]) -> list[str]:
    """The seats' names: P1 … for people, then K and O."""
    return [LETTERS.get(color, f"P{seat + 1}") for seat, color in enumerate(colors)]


def token_word(token: tuple[int, int]) -> str:
    """A token by its low and its high value."""
    low, high = token
    return f"{low}/{high}"


# ---- The whole truth -------------------------------------------------------------------------------------------------


def facts(state: State, outcome: Outcome | None) -> dict[str, Any]:
    """The whole truth, and the counts that setup is told by."""
    names = names_of([seat.color for seat in state.seats])
    told = _seen(view(state, None))
    for name, seat in zip(names, state.seats, strict=True):
        told[name] |= _seat_facts(seat)
    for name, picks in zip(names, state.open_picks, strict=False):
        told[name]["picks"] = " ".join(f"{REGIONS[region].abbr}:{count}" for region, count in picks.items())
    return {
        **told,
        "ships": {
            region.abbr: " ".join(_ship_fact(names[seat], ship) for seat, ship in ships_in(state, region.id))
            for region in state.regions
        },
        "tray": " ".join(f"{UP if secret.up else ''}{REGIONS[secret.card].abbr}" for secret in state.tray),
        "objectives": " ".join(f"{UP if slot.up else ''}{slot.card}" for slot in state.objectives),
        "unused": _abbrs(state.unused),
        "aside": " ".join(state.aside),
        "regions": " ".join(region.abbr for region in state.regions),
        "platforms": " ".join(state.platforms),
        "public_cards": len(state.public_deck) + (state.public != ""),
        "secret_cards": len(state.tray) + len(state.unused) + sum(len(seat.cards) for seat in state.seats),
        "objective_cards": len(state.objectives) + len(state.aside),
        "end": outcome.result if outcome is not None else "",
        "won": [names[seat] for seat, won in enumerate(outcome.won) if won] if outcome is not None else [],
    }


def _seat_facts(seat: Seat) -> dict[str, Any]:
    if seat.ai is not None:
        pile = " ".join(token_word(TOKENS[token]) for token in seat.ai.pile)
        return {"deck": " ".join(seat.ai.deck), "used": " ".join(seat.ai.used), "pile": pile}
    placed = total(seat)
    chips = " ".join(map(str, chips_left(seat)))
    return {"cards": _abbrs(seat.cards), "chips": chips, "total": placed, "penalty": penalty(placed), "picks": ""}


def _ship_fact(name: str, ship: Airship) -> str:
    under = token_word(TOKENS[ship.token]) if ship.chip is None else f"{ship.chip}{rim(ship.chip)[0]}"
    counts = f"={ship.value}" if ship.value is not None else ""
    return f"{EXPLORER if ship.explorer else ''}{name}:{under}{counts}"


# ---- What a viewer sees ----------------------------------------------------------------------------------------------


def shown(view: View) -> dict[str, Any]:
    """What a viewer sees, in the same words; what it does not know stands as `?`, a rim or an icon."""
    mine = view.mine
    names = names_of([seat.color for seat in view.seats])
    own = (
        {
            "chips": " ".join(map(str, mine.chips)),
            "total": mine.total,
            "penalty": mine.penalty,
            "explored": _abbrs(mine.explored),
        }
        if mine is not None
        else ""
    )
    return {
        **_seen(view),
        "mine": own,
        "no_secret": " ".join(region.abbr for region in view.regions if region.unused),
        "deeds": [_deed(deed, names) for deed in view.deeds],
    }


def _seen(view: View) -> dict[str, Any]:
    """What everybody sees, and what this viewer knows beside."""
    names = names_of([seat.color for seat in view.seats])
    in_use = [slot for slot in view.turn_slots if slot.open]
    return {
        "state": view.step,
        "round": view.round,
        "active": names[view.active],
        "old": " ".join(names[slot.old] if slot.old is not None else NONE for slot in in_use),
        "new": " ".join(names[slot.new] if slot.new is not None else NONE for slot in in_use),
        "gold": [slot.gold for slot in view.turn_slots],
        "public": " ".join(region.abbr for region in view.regions if region.public),
        "stars": {region.abbr: region.stars for region in view.regions},
        "ships": {region.abbr: _ships(region, view, names) for region in view.regions},
        "skimmers": {region.abbr: _skimmers(region, names) for region in view.regions},
        "built": {platform.id: _built(platform, names) for platform in view.platforms},
        "dots": {platform.id: len(platform.regions) for platform in view.platforms},
        "tray": " ".join(map(_secret, view.secrets[: view.round])),
        **{f"scouts{secret.number}": _scouts(secret, view, names) for secret in view.secrets},
        "scouting": view.scouting,
        "unused_left": view.unused,
        "objectives": " ".join(map(_objective, view.objectives)),
        "icons": " ".join(objective.icon for objective in view.objectives),
        **{f"peeked{o.number}": " ".join(names[seat] for seat in o.peeked) for o in view.objectives},
        **{f"winner{o.number}": names[o.winner] if o.winner is not None else "" for o in view.objectives},
        **{name: _seat(seat) for name, seat in zip(names, view.seats, strict=True)},
        "ended": _ended(view.reveal, names),
        "resolved": _resolved(view.reveal, names),
        "ranks": list(view.ranks),
    }


def _ships(region: RegionView, view: View, names: Sequence[str]) -> str:
    return " ".join(_ship(ship, view.viewer, names[ship.seat]) for ship in region.ships)


def _ship(ship: AirshipView, viewer: int | None, name: str) -> str:
    """Turned up, the viewer's own, or its rim."""
    mark = EXPLORER if ship.explorer else ""
    if ship.token is not None:
        return f"{mark}{name}:{token_word(ship.token)}={ship.value}"
    if ship.rim == "token":
        return f"{mark}{name}"
    if ship.printed is not None:
        return f"{mark}{name}:{ship.printed}{ship.rim[0]}={ship.value}"
    value = ship.value if ship.seat == viewer and ship.value is not None else ""
    return f"{mark}{name}:{value}{ship.rim[0]}"


def _skimmers(region: RegionView, names: Sequence[str]) -> str:
    return " ".join(names[seat] for seat, count in region.skimmers for _ in range(count))


def _built(platform: PlatformView, names: Sequence[str]) -> str:
    """`P1:F P1:M K:M`."""
    return " ".join(
        f"{names[b.seat]}:{letter}"
        for b in platform.buildings
        for letter in FORTRESS * b.fortresses + MARKET * b.markets
    )


def _secret(secret: SecretView) -> str:
    known = REGIONS[secret.region].abbr if secret.region is not None else UNSEEN
    return f"{UP if secret.up else ''}{known}"


def _scouts(secret: SecretView, view: View, names: Sequence[str]) -> str:
    """`P1:gold P4:none K`."""
    return " ".join(
        names[scout.seat]
        if view.seats[scout.seat].ai is not None
        else f"{names[scout.seat]}:{scout.resource or TAKEN_NONE}"
        for scout in secret.scouts
    )


def _objective(objective: ObjectiveView) -> str:
    return f"{UP if objective.up else ''}{objective.card or objective.icon}"


def _seat(seat: SeatView) -> dict[str, Any]:
    told: dict[str, Any] = {
        "color": seat.color,
        "stars": seat.stars,
        "fortresses": seat.fortresses,
        "markets": seat.markets,
        "skimmers": seat.skimmers,
        "left": seat.left,
    }
    if seat.ai is None:
        return told | {"resources": _resources((seat.gold, seat.iron, seat.wood)), "held": seat.cards}
    return told | _automated(seat.ai)


def _automated(ai: AiView) -> dict[str, Any]:
    return {
        "shown": " ".join(map(token_word, ai.shown)),
        "others": " ".join(map(token_word, ai.others)),
        "card": ai.card,
        "effect": ai.effect,
        "compass": " ".join(ai.compass or ()),
        "deck_left": ai.deck,
        "market_card": f"{ai.counter}/{ai.threshold}" if ai.threshold else "",
    }


def _resources(numbers: Sequence[int]) -> str:
    """`2g 0i 2w`."""
    return " ".join(f"{number}{kind[0]}" for kind, number in zip(KINDS, numbers, strict=True))


def _ended(reveal: Reveal | None, names: Sequence[str]) -> dict[str, Any] | str:
    """How the last round ended."""
    if reveal is None:
        return ""
    return {
        "round": reveal.round,
        "totals": " ".join(NONE if total is None else str(total) for total in reveal.totals),
        "penalties": " ".join(map(str, reveal.penalties)),
        "secrets": _abbrs(reveal.secrets),
        "objective": reveal.objective,
        "winner": names[reveal.winner] if reveal.winner is not None else "",
        "ships": {
            REGIONS[result.region].abbr: " ".join(_ship(ship, None, names[ship.seat]) for ship in result.ships)
            for result in reveal.regions
        },
        "stars": {REGIONS[result.region].abbr: result.stars for result in reveal.regions},
    }


def _resolved(reveal: Reveal | None, names: Sequence[str]) -> dict[str, Any] | str:
    """Who got what in each region at the end of the last round, best first."""
    if reveal is None:
        return ""
    return {REGIONS[result.region].abbr: _placings(result, names) for result in reveal.regions}


def _placings(result: RegionResult, names: Sequence[str]) -> list[dict[str, Any]]:
    return [
        {
            "seat": names[placing.seat],
            "power": placing.power,
            "rung": placing.rung,
            "stars": placing.stars,
            "gained": _resources(placing.gained),
            "picks": placing.picks,
            "market": placing.market,
        }
        for placing in result.placings
    ]


def _deed(deed: Deed, names: Sequence[str]) -> dict[str, Any]:
    return {
        "seat": names[deed.seat] if deed.seat >= 0 else "",
        "verb": deed.verb,
        "region": REGIONS[deed.region].abbr if deed.region else "",
        "platform": deed.platform,
        "slot": deed.slot,
        "rim": deed.rim,
        "resource": deed.resource,
        "card": deed.card,
        "why": deed.why,
        "n": deed.n,
    }


def _abbrs(regions: Iterable[str]) -> str:
    return " ".join(REGIONS[region].abbr for region in regions)
