"""Scenarios of Takara Island in plain words: the notation of EXAMPLES.md as data. engines/README.md tells it in full.

T1 = "^rockfall_s goblin_x3(2)"     a tunnel from the top: ^ face up, (n) wounds, "" exhausted
P1 = { kara = 3, xp = [4, 1] }      a camp
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

import msgspec
from msgspec import Struct

from engines.kernel.game import Outcome
from engines.kernel.scenario import ScenarioFault
from engines.takara.components import CARDS, RULE, TREASURES, Kind, Place, SpecialistId
from engines.takara.ending import xp_without_kara
from engines.takara.rules import xp_stock
from engines.takara.state import (
    Adventurer,
    Card,
    Held,
    Look,
    MapChoice,
    Player,
    State,
    Survey,
    XpItem,
    exhausted,
    stones_found,
    tunnels,
)
from engines.takara.view import CardView, PlayerView, View

HOME = (Place.CAMP, Place.HOSPITAL, Place.WAITING_ROOM, Place.BEACH)
_CARD = re.compile(r"(\^?)(\w+?)(?:\((\d+)\))?")
_SPECIALIST = re.compile(r"(\w+)(?: as (\w+))?( face down)?")


# ---- Given -----------------------------------------------------------------------------------------------------------


class GivenCamp(Struct, frozen=True, forbid_unknown_fields=True):
    """A camp.

    ready: None for all who are nowhere else; used: adventurers on the board; known: tunnel → positions of known cards.
    """

    kara: int = 0
    ready: int | None = None
    used: int = 0
    hospital: int = 0
    waiting: int = 0
    recruited: bool = False
    xp: list[int] = []
    tokens: int = 0
    map: bool = False
    skull: bool = False
    stones: list[str] = []
    specialist: str = ""
    known: dict[str, list[int]] = {}


class GivenSurvey(Struct, frozen=True, forbid_unknown_fields=True):
    """An open survey: cards seen so far, and whether the last is a monster on which nothing is decided yet."""

    tunnel: int
    seen: int
    undecided: bool = False


class GivenMap(Struct, frozen=True, forbid_unknown_fields=True):
    """An open map choice. miner: the tunnel where a miner goes on with `left` cards; 0 after a dig."""

    miner: int = 0
    left: int = 0


class Given(Struct, frozen=True, forbid_unknown_fields=True):
    """Everything a scenario may set; what it leaves out is as EXAMPLES.md says under "Defaults"."""

    seats: int
    options: dict[str, bool | str]
    active: str = "P1"
    starting: str = "P1"
    turn: int = 1
    sword: bool = False
    acted: bool = False
    bank_used: bool = False
    stock: int = xp_stock(2, "per_player")
    treasures: str = "tablet idol_a idol_b idol_c gold_bag skull map mimic"
    discard: str = ""
    survey: GivenSurvey | None = None
    map_choice: GivenMap | None = None
    tunnel: dict[str, str] = {}
    camp: dict[str, GivenCamp] = {}


USUAL_TUNNEL = "gallery_2 gallery_4 gallery_6"


def given(facts: Mapping[str, Any]) -> State:
    """The state that these words mean. Raises ScenarioFault."""
    words: dict[str, Any] = {"tunnel": {}, "camp": {}}
    for name, value in facts.items():
        group = {"T": "tunnel", "P": "camp"}.get(name[0]) if name[1:].isdecimal() else None
        if group is None:
            words[name] = value
        else:
            words[group][name] = value
    try:
        told = msgspec.convert(words, Given)
    except msgspec.ValidationError as fault:
        reason, _, where = str(fault).partition(" - at `$.")
        raise ScenarioFault(f"given.{where.rstrip('`') or 'top level'}: {reason}") from None
    _demand_names(told.tunnel, [f"T{n}" for n in tunnels()])
    _demand_names(told.camp, [f"P{n + 1}" for n in range(told.seats)])
    state = State(
        players=[_camp(f"P{n + 1}", told.camp.get(f"P{n + 1}", GivenCamp())) for n in range(told.seats)],
        tunnels=[
            [_card(n, i, word) for i, word in enumerate(told.tunnel.get(f"T{n}", USUAL_TUNNEL).split())]
            for n in tunnels()
        ],
        treasures=_ids("treasures", told.treasures.split(), TREASURES),
        stock=told.stock,
        start=_seat("starting", told.starting, told.seats),
        active=_seat("active", told.active, told.seats),
        impersonator_copies_any=told.options["impersonator"] == "any",
        mimic_injures=bool(told.options["mimic_injury"]),
        turn=told.turn,
        sword_rented=told.sword,
        acted=told.acted,
        bank_used=told.bank_used,
        discard=_ids("discard", told.discard.split(), CARDS),
        map_choice=MapChoice(told.map_choice.miner, told.map_choice.left) if told.map_choice is not None else None,
    )
    state.treasures_out = [card for card in TREASURES if card not in state.treasures]
    for number, player in enumerate(state.players):
        known = told.camp.get(f"P{number + 1}", GivenCamp()).known
        _demand_names(known, [f"T{n}" for n in tunnels()])
        player.known = sorted(
            _at(state, int(name[1:]), position).uid for name, spots in known.items() for position in spots
        )
    if told.survey is not None:
        _open_survey(state, told.survey)
    return state


def _open_survey(state: State, told: GivenSurvey) -> None:
    cards = [_at(state, told.tunnel, position) for position in range(1, told.seen + 1)]
    learned = [card.uid for card in cards if card.uid not in state.me.known]
    state.survey = Survey(told.tunnel, told.seen, learned, undecided=told.undecided)
    state.me.known = sorted(state.me.known + learned)
    state.me.look = Look(told.tunnel, [(position, card.id) for position, card in enumerate(cards, 1)])
    state.acted = True


def _at(state: State, tunnel: int, position: int) -> Card:
    if tunnel not in tunnels() or not 1 <= position <= len(state.tunnels[tunnel - 1]):
        raise ScenarioFault(f"given: there is no card at position {position} of T{tunnel}")
    return state.tunnels[tunnel - 1][position - 1]


def _camp(name: str, told: GivenCamp) -> Player:
    there = RULE.start_adventurers + RULE.recruits_per_player * told.recruited
    away = told.used + told.hospital + told.waiting
    ready = there - away if told.ready is None else told.ready
    if ready < 0 or ready + away != there:
        raise ScenarioFault(f"given.{name}: {ready + away} adventurers, but there are {there}")
    places = (
        [Place.TAVERN] * told.used
        + [Place.HOSPITAL] * told.hospital
        + [Place.WAITING_ROOM] * told.waiting
        + [Place.CAMP] * ready
    )
    places += [Place.BEACH] * (RULE.start_adventurers + RULE.recruits_per_player - there)
    return Player(
        kara=told.kara,
        adventurers=[Adventurer(number, place) for number, place in enumerate(places, 1)],
        items=[XpItem(xp, "given") for xp in told.xp],
        tokens=told.tokens,
        map_kept=told.map,
        skull=told.skull,
        stones=_ids(f"{name}.stones", told.stones, CARDS),
        held=_held(name, told.specialist) if told.specialist else None,
    )


def _held(name: str, told: str) -> Held:
    """`archaeologist`, `archaeologist face down`, `impersonator as miner`."""
    found = _SPECIALIST.fullmatch(told)
    if found is None:
        raise ScenarioFault(f"given.{name}.specialist: cannot read {told!r}")
    who, copied, down = found.groups()
    (specialist,) = _ids(f"{name}.specialist", [who], SpecialistId)
    copies = _ids(f"{name}.specialist", [copied] if copied else [], SpecialistId)
    return Held(SpecialistId(specialist), up=not down, copied=SpecialistId(copies[0]) if copies else None)


def _card(tunnel: int, index: int, word: str) -> Card:
    found = _CARD.fullmatch(word)
    if found is None or found[2] not in CARDS:
        raise ScenarioFault(f"given.T{tunnel}: there is no card {word!r}")
    return Card(100 * tunnel + index, found[2], up=bool(found[1]), wounds=int(found[3] or 0))


def _seat(where: str, name: str, seats: int) -> int:
    _demand_names([name], [f"P{n + 1}" for n in range(seats)], f"given.{where}")
    return int(name[1:]) - 1


def _ids(where: str, names: Iterable[str], known: Iterable[str]) -> list[str]:
    listed = list(names)
    _demand_names(listed, list(known), f"given.{where}")
    return listed


def _demand_names(names: Iterable[str], known: list[str], where: str = "given") -> None:
    for name in names:
        if name not in known:
            raise ScenarioFault(f"{where}: there is no {name!r}; there are {', '.join(known)}")


# ---- Facts -----------------------------------------------------------------------------------------------------------


def facts(state: State, outcome: Outcome | None) -> dict[str, Any]:
    """The whole truth in the same words, and the counts that setup is told by."""
    cards = [(number, card) for number, pile in enumerate(state.tunnels, 1) for card in pile]
    return {
        "phase": str(state.phase),
        "active": f"P{state.active + 1}",
        "starting": f"P{state.start + 1}",
        "turn": state.turn,
        "sword": f"P{state.active + 1}" if state.sword_rented else "",
        "acted": state.acted,
        "bank_used": state.bank_used,
        "stock": state.stock,
        "treasures": " ".join(state.treasures),
        "treasures_left": len(state.treasures),
        "discard": " ".join(state.discard),
        "stones_found": stones_found(state),
        "exhausted": exhausted(state),
        **{f"T{number}": " ".join(map(_word, pile)) for number, pile in enumerate(state.tunnels, 1)},
        **{f"P{seat + 1}": _camp_facts(state, player) for seat, player in enumerate(state.players)},
        "backs": {f"T{number}": " ".join(card.layer for card in pile) for number, pile in enumerate(state.tunnels, 1)},
        "cards": dict(Counter(card.id for _, card in cards)),
        "face_up": sum(card.up for _, card in cards),
        "stones_in": {f"T{n}": sum(card.kind is Kind.STONE for card in state.tunnels[n - 1]) for n in tunnels()},
        "dock": [str(s) for s in SpecialistId if all(p.held is None or p.held.id is not s for p in state.players)],
        **_end_facts(outcome),
    }


def _end_facts(outcome: Outcome | None) -> dict[str, Any]:
    if outcome is None:
        return {"result": "", "ranks": [], "scores": [], "ties": [], "winners": [], "scores_void": False}
    return {
        "result": str(outcome.result),
        "ranks": list(outcome.ranks),
        "scores": [score.total for score in outcome.scores],
        "ties": [score.tie for score in outcome.scores],
        "winners": [f"P{seat + 1}" for seat, won in enumerate(outcome.won) if won],
        "scores_void": outcome.scores_void,
    }


def _camp_facts(state: State, player: Player) -> dict[str, Any]:
    known = {
        f"T{number}": [position for position, card in enumerate(pile, 1) if card.uid in player.known]
        for number, pile in enumerate(state.tunnels, 1)
    }
    held = player.held
    return {
        "kara": player.kara,
        **_crew((a.place, a.tunnel) for a in player.adventurers),
        "xp": [item.xp for item in player.items],
        "xp_total": xp_without_kara(player),
        "tokens": player.tokens,
        "map": player.map_kept,
        "skull": player.skull,
        "stones": list(player.stones),
        "specialist": _specialist(held.id, held.copied, held.up) if held is not None else "",
        "known": {name: positions for name, positions in known.items() if positions} if any(known.values()) else "",
    }


def _crew(places: Iterable[tuple[str, int]]) -> dict[str, Any]:
    """How many are where: ready, used, hospital, waiting, recruited; `board`: the places of those used."""
    there = list(places)
    count = Counter(place for place, _ in there)
    board = sorted(f"T{tunnel}" if tunnel else str(place) for place, tunnel in there if place not in HOME)
    return {
        "ready": count[Place.CAMP],
        "used": len(board),
        "board": " ".join(board),
        "hospital": count[Place.HOSPITAL],
        "waiting": count[Place.WAITING_ROOM],
        "recruited": count[Place.BEACH] == 0,
    }


def _specialist(who: str, copied: str | None, up: bool) -> str:
    return f"{who}{f' as {copied}' if copied else ''}{'' if up else ' face down'}"


def _word(card: Card) -> str:
    return f"{'^' if card.up else ''}{card.id}{f'({card.wounds})' if card.wounds else ''}"


# ---- Shown -----------------------------------------------------------------------------------------------------------


def shown(view: View) -> dict[str, Any]:
    """What a viewer sees, in the same words; a card whose face they may not see stands as its layer."""
    holders = {s.holder: _specialist(s.id, s.copied, s.up) for s in view.specialists if s.holder is not None}
    return {
        "phase": str(view.phase),
        "active": f"P{view.active + 1}",
        "starting": f"P{view.starting + 1}",
        "turn": view.turn,
        "sword": f"P{view.sword + 1}" if view.sword is not None else "",
        "stock": view.stock,
        "treasures_left": view.treasures,
        "discard": " ".join(view.discard),
        "stones_found": view.stones_found,
        "exhausted": view.exhausted,
        "warning": view.warning,
        **{f"T{tunnel.number}": " ".join(map(_seen_word, tunnel.cards)) for tunnel in view.tunnels},
        **{f"P{player.seat + 1}": _seen_camp(player, holders.get(player.seat, "")) for player in view.players},
        "known": {
            f"T{t.number}": spots for t in view.tunnels if (spots := [i for i, c in enumerate(t.cards, 1) if c.known])
        },
        "look": {"tunnel": view.look.tunnel, "cards": _looked(view.look.seen)} if view.look is not None else "",
        "survey": {
            "tunnel": view.survey.tunnel,
            "cards": _looked(view.survey.seen),
            "monster": view.survey.monster,
            "further": view.survey.further,
        }
        if view.survey is not None
        else "",
        "deeds": [
            {
                "seat": f"P{deed.seat + 1}",
                "verb": deed.verb,
                "tunnel": deed.tunnel,
                "results": ", ".join(" ".join(filter(None, (r.kind, str(r.n or ""), r.card))) for r in deed.results),
            }
            for deed in view.deeds
        ],
        "result": str(view.result or ""),
        "ranks": list(view.ranks),
        "scores": list(view.scores),
        "revealed_treasures": " ".join(view.revealed_treasures),
    }


def _seen_camp(player: PlayerView, specialist: str) -> dict[str, Any]:
    return {
        "kara": player.kara,
        **_crew((a.place, a.tunnel) for a in player.adventurers),
        "xp": list(player.items),
        "xp_total": player.xp,
        "tokens": player.tokens,
        "map": player.map_kept,
        "skull": player.skull,
        "stones": list(player.stones),
        "specialist": specialist,
    }


def _looked(seen: Iterable[tuple[int, str]]) -> str:
    return " ".join(f"{position}:{card}" for position, card in seen)


def _seen_word(card: CardView) -> str:
    return f"{'^' if card.up else ''}{card.card or card.layer}{f'({card.wounds})' if card.wounds else ''}"
