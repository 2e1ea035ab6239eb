"""Positions of Takara Island to be drawn: from whole games, and worse than any game."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from msgspec.structs import replace

from bot.ui.speech import Speech, Voice
from engines.kernel.match import Action, Match
from engines.kernel.rng import Rng
from engines.kernel.simulate import seed_of
from engines.kernel.standin import random_choice
from engines.takara import GAME
from engines.takara.state import State
from engines.takara.view import AdventurerView, CardView, Deed, Result, TunnelView, View

NAMES = ("Ana", "Benedikt von Hohenzollern-Sigmaringen", "千恵子", "Ωmega 🐙")
HOSTILE = ("W" * 32, "\u202eevil\u202c", "🐙🐙🐙", "ｗｉｄｅ長い名前がここにあります")

LANGUAGES = ("en", "ja")


@cache
def speech() -> Speech:
    """Words in both languages; a missing one fails the test."""
    return Speech.load(strict=True)


def words(lang: str, names: tuple[str, ...] = NAMES) -> Voice:
    """The words for a picture at a table of these people."""
    return speech().words(lang, names.__getitem__)


def plays(seed: int, seats: int) -> Iterator[tuple[Match[State, View], frozenset[str]]]:
    """A whole random game: the match after each action, and what the action changed."""
    match = Match.new(GAME, seats, {"impersonator": "any"}, seed_of("pictures", seed))
    people = Rng(seed_of("people", seed))
    yield match, frozenset()
    while match.pending:
        decision, answer = random_choice(match.pending, people)
        turn = match.act(Action(decision.seat, decision.verb, answer))
        yield match, frozenset(anchor for event in turn.events for anchor in event.at)


def positions(seed: int, seats: int, every: int) -> Iterator[tuple[View, frozenset[str]]]:
    """Some positions of a game as the public sees them, always with its last."""
    match, marks = next(iter(plays(seed, seats)))
    for number, (match, marks) in enumerate(plays(seed, seats)):
        if number % every == 0:
            yield match.view(None), marks
    yield match.view(None), marks


@cache
def early(seats: int = 4) -> View:
    """A position from the beginning of a game."""
    return next(view for view, _ in positions(3, seats, 20) if view.turn > 2)


def worst(seats: int = 4) -> View:
    """More of everything than any game can bring."""
    view = early(seats)
    monsters = ("bat_k5", "bat_x2", "bat_k5", "goblin_k10", "goblin_x3", "goblin_k5", "drake", "skeleton_k15", "drake")
    layers = ("shallow",) * 3 + ("middle",) * 3 + ("deep",) * 3
    cards = tuple(
        CardView(layer, card, up=True, wounds=int(card == "drake") * 3)
        for layer, card in zip(layers, monsters, strict=True)
    )
    everybody = tuple((seat, number) for seat in range(seats) for number in (1, 2, 3))
    places = ("hospital", "waiting_room", "beach", "dock")
    return replace(
        view,
        tunnels=tuple(TunnelView(number, cards, everybody) for number in range(1, 7)),
        players=tuple(
            replace(
                player,
                kara=187,
                xp=87,
                items=(8, 5, 4, 4, 4, 4, 3, 2, 2, 2, 1, 1),
                tokens=12,
                map_kept=True,
                skull=True,
                stones=("stone_a", "stone_b"),
                adventurers=tuple(AdventurerView(number, places[player.seat]) for number in (1, 2, 3)),
                specialist=view.specialists[player.seat].id,
            )
            for player in view.players
        ),
        specialists=tuple(
            replace(one, holder=seat if seat < seats else None, up=seat % 2 == 0, copied="miner" if seat == 2 else None)
            for seat, one in enumerate(view.specialists)
        ),
        stock=12,
        discard=("gallery_2",) * 54,
        deeds=tuple(
            Deed(number % seats, verb, 6 if verb == "fight" else 0, (1,), (Result("kara", -187), Result("xp", -8)))
            for number, verb in enumerate(("fight", "bank_sell", "tavern", "end_day") * 4)
        ),
        sword=0,
        stones_found=2,
        exhausted=6,
        warning=True,
    )


def ended(view: View, result: str) -> View:
    """The same position at the end of the game."""
    seats = len(view.players)
    return replace(
        view,
        phase="over",
        result=result,
        ranks=tuple(range(1, seats + 1)) if result != "no_stone" else (seats,) * seats,
        scores=(-12, 187, 64, 7)[:seats],
        revealed_treasures=("tablet", "idol_a", "idol_b", "idol_c", "gold_bag", "skull", "map", "mimic"),
    )


def everywhere(seats: int = 4) -> frozenset[str]:
    """Every anchor at once."""
    own = {f"{part}.{seat}" for part in ("kara", "xp", "crew", "stones") for seat in range(seats)}
    town = {"sword", "stock", "tavern", "bank", "hospital", "treasures"}
    helpers = {f"specialist.{name}" for name in ("miner", "soothsayer", "impersonator", "archaeologist")}
    return frozenset(own | town | helpers | {f"tunnel.{number}" for number in range(1, 7)})
