"""Somebody who tries everything to find out what they must not know, and what they get to see."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from engines import GAMES
from engines.kernel.decision import Refused
from engines.kernel.game import Options
from engines.kernel.match import Action, Match
from engines.kernel.rng import Rng
from engines.kernel.standin import random_choice
from engines.takara.game import TakaraIsland
from engines.takara.state import State
from tests.bot.harbour import Harbour, seeds
from tests.bot.people import Person
from tests.bot.posts import Control, Post
from tests.bot.world import Sent

SEAT_NAMES = ("Ana", "Ben", "Chie")
TYPED = {
    "dig": ("tunnel",),
    "survey": ("tunnel",),
    "survey-step": ("looks",),
    "fight": ("tunnel",),
    "destroy-rockfall": ("tunnel",),
    "tavern": ("count",),
    "bank-sell": ("value",),
    "hire-specialist": ("specialist", "tunnel", "start", "copy-of"),
    "end-day": ("heal",),
}
"""Command → its parameters with autocompletion."""

ATTEMPTS: tuple[tuple[str, Mapping[str, Any]], ...] = (
    ("takara survey-step", {"reveal": True, "looks": 0}),
    ("takara survey-step", {"reveal": False, "looks": 2}),
    ("takara dig", {"tunnel": 1}),
    ("takara tavern", {"count": 1}),
    ("takara end-day", {}),
)
"""Commands with which somebody tries what is not theirs to do."""


class Prepared(TakaraIsland):
    """Takara Island, begun in the middle."""

    def __init__(self, state: State) -> None:
        self.begun = GAMES["takara"].encode(state)

    def setup(self, seats: int, options: Options, rng: Rng) -> State:
        return self.decode(self.begun)


def first_turn() -> State:
    """A new game in which the first seat begins."""
    for seed in range(100):
        match: Match[State, Any] = Match.new(TakaraIsland(), len(SEAT_NAMES), {}, seed.to_bytes(32, "big"))
        if match.state.active == 0:
            return match.state
    raise AssertionError("no such game")


def positions(seed: int, *, seats: int = 3, actions: int = 40) -> State:
    """The start of a turn somewhere in a random game in which cards were looked at and turned up."""
    rng, game = Rng(seed.to_bytes(32, "big")), TakaraIsland()
    match: Match[State, Any] = Match.new(game, seats, {}, seed.to_bytes(32, "big"))
    save = match.opening.save
    for _ in range(actions):
        decision, answer = random_choice(match.pending, rng)
        turn = match.act(Action(decision.seat, decision.verb, answer))
        if match.outcome is not None:
            break
        save = turn.save or save
    assert save is not None
    return game.decode(save.state)


def dealt_anew(state: State, viewer: int | None, seed: int) -> State:
    """Another state that the viewer can't tell apart; really another one."""
    game, rng = TakaraIsland(), Rng(seed.to_bytes(32, "little"))
    for _ in range(50):
        other = game.redeal(state, viewer, rng)
        if game.encode(other) != game.encode(state):
            return other
    raise AssertionError("nothing is hidden")


def same_story(one: State, other: State, viewer: int | None, seed: bytes, rng: Rng, length: int) -> list[Action]:
    """Actions that are legal in both positions and reveal to the viewer the same in both."""
    done: list[Action] = []
    for _ in range(length * 8):
        first, second = (_played(state, seed, done) for state in (one, other))
        if len(done) == length or first.outcome is not None:
            break
        decision, answer = random_choice(first.pending, rng)
        action = Action(decision.seat, decision.verb, answer)
        if decision.verb not in {d.verb for d in second.pending}:
            continue
        heard = []
        for match in (first, second):
            try:
                told = match.act(action).events
            except Refused:
                # Somebody's secret question may allow an answer in one deal only: that is no story of both.
                break
            asked = [(d.seat, d.verb) for d in match.pending if not d.secret or d.seat == viewer]
            mine = [e for e in told if e.seen_by is None or viewer in e.seen_by]
            heard.append((match.view(viewer), mine, asked, match.waiting_for))
        if len(heard) == 2 and heard[0] == heard[1]:
            done.append(action)
    return done


def _played(state: State, seed: bytes, actions: Sequence[Action]) -> Match[State, Any]:
    game = TakaraIsland()
    match: Match[State, Any] = Match.at(game, game.decode(game.encode(state)), Rng(seed))
    for action in actions:
        match.act(action)
    return match


def first_seed(start: int) -> bytes:
    """The seed of the first game in a harbour of that seed."""
    return seeds(start)()


async def pry(world: Harbour, person: Person, old: Sequence[Post] = (), *, asked: bool = False) -> None:
    """Everything with which one can find something out. old: messages of which the person still has the buttons.

    asked: it is the person's turn, so nothing that could be an answer is pressed.
    """
    board = world.board()
    for command, given in LOOKS:
        reply = await person.slash(command, **given)
        for page in reply.post.controls if command == "log" else ():
            await person.click(reply.post, page.custom_id, stale=True)
    for command, parameters in TYPED.items():
        for parameter in parameters:
            await person.autocomplete(f"takara {command}", parameter, "")
    await person.autocomplete("view", "game", "")
    for post in (board, *old):
        for control in post.controls:
            await _press(person, post, control, asked=asked)
    if not asked:
        for command, given in ATTEMPTS:
            await person.slash(command, **given)


LOOKS: tuple[tuple[str, Mapping[str, Any]], ...] = (
    ("board", {}),
    ("board", {"text": True}),
    ("view", {}),
    ("status", {}),
    ("log", {}),
    ("games", {}),
)


async def _press(person: Person, post: Post, control: Control, *, asked: bool) -> None:
    harmless = any(f":t:{tool}" in control.custom_id for tool in ("view", "why", "help", "mine", "refresh"))
    if asked and not harmless:
        return
    if control.kind == "button":
        # Taking back is a deed, not a look: see the tests.
        if ":t:undo" not in control.custom_id:
            await person.click(post, control.custom_id, stale=True)
    else:
        await person.select(post, str(control.options[0].value), menu=control.custom_id, stale=True)


def seen(world: Harbour, match: str, person: Person | None) -> list[Sent]:
    """What the person could see, in order and with its moments; ids that differ from run to run are taken out."""

    def plain(words: str) -> str:
        return re.sub(r"\d{17,}", "ID", words.replace(match, "MATCH"))

    return [
        replace(one, text=plain(one.text), controls=tuple(map(plain, one.controls)), seen_by=frozenset())
        for one in world.transcript(person)
    ]


def same(one: Sequence[object], other: Sequence[object]) -> None:
    """Fail at the first difference, and say it."""
    for number, (left, right) in enumerate(zip(one, other, strict=False)):
        assert left == right, f"number {number} tells them apart:\n{left}\n{right}"
    assert len(one) == len(other), f"{len(one)} or {len(other)}: their number tells them apart"
