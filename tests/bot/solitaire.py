"""A small game for one or two that has more options than a page holds, dice, and something secret.

Its name is that of a game that Discord offers already, and its words are borrowed from others.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec import Struct

from engines.kernel.decision import Answer, Decision, Option, Pick
from engines.kernel.flow import checkpoint, choose
from engines.kernel.game import Game, Need, Options, OptionSpec, Outcome, Preset, Score, Table
from engines.kernel.rng import Rng
from engines.kernel.standin import first_answer
from engines.kernel.text import Text, Who, text


class State(Struct):
    """cards: what each seat would draw; nobody knows them. stepped: whether the turn is half over."""

    cards: list[int]
    points: list[int]
    turn: int = 0
    stepped: bool = False


class View(Struct, frozen=True):
    points: tuple[int, ...]
    turn: int
    stepped: bool


GOAL = 4
LEVELS = ("off", "on", "hard")


def word(name: str, n: int = 0) -> Text:
    """Words that stand in a catalogue, whatever the game."""
    return text("bot.result.part", name=name, n=n)


def level(key: str, about: str | None = None) -> OptionSpec:
    names = tuple(word(value) for value in LEVELS)
    return OptionSpec(key, LEVELS, "off", word(key), names, None if about is None else word(about), names)


def pick(seat: int, verb: str, *keys: str, **how: Any) -> Pick[str]:
    return Pick(seat, verb, word(verb), [Option(key, key, word(key)) for key in keys], **how)


class Solitaire(Game[State, View]):
    """On your turn `step` (can be taken back) and end it; or `roll`; or `peek` (opens a secret question)."""

    slug = "takara"
    title = text("takara.title")
    seats = range(1, 3)
    recommended = 1
    state_type = State
    options = (
        *(level(f"sea{n}", about=f"about sea{n}") for n in range(1, 8)),
        OptionSpec("fog", (False, True), False, word("fog"), (word("no"), word("yes"))),
        OptionSpec("thick", (False, True), False, word("thick"), (word("no"), word("yes")), needs=Need("fog", (True,))),
    )
    presets = (
        Preset("calm", word("calm"), {}),
        Preset("storm", word("storm"), {"sea1": "hard", "sea2": "on", "fog": True, "thick": True}),
    )

    def setup(self, seats: int, options: Options, rng: Rng) -> State:
        return State([rng.below(2) for _ in range(seats)], [0] * seats)

    async def play(self, t: Table[State]) -> Outcome:
        s = t.state
        while max(s.points) < GOAL:
            await checkpoint()
            await self.turn(t)
        ranks = tuple(1 + sum(q > p for q in s.points) for p in s.points)
        return Outcome("no_stone", ranks, tuple(r == 1 for r in ranks), tuple(Score(p) for p in s.points))

    async def turn(self, t: Table[State]) -> None:
        s, me = t.state, t.state.turn
        if s.stepped:
            await choose(pick(me, "end", "end"))
            self.next(t)
            return
        match await choose(pick(me, "do", "step", "roll", "peek")):
            case "step":
                s.stepped = True
                s.points[me] += 1
                t.tell("desk.came_back", who=Who(me))
            case "roll":
                s.points[me] += t.rng.below(2)
                t.tell("desk.took_back", who=Who(me))
                self.next(t)
            case _:
                t.bar()
                t.tell("bot.result.part", seen_by=(me,), name="card", n=s.cards[me])
                await choose(pick(me, "hide", "hide", secret=True))
                self.next(t)

    def next(self, t: Table[State]) -> None:
        t.state.turn, t.state.stepped = (t.state.turn + 1) % len(t.state.points), False
        t.next_turn()

    def view(self, state: State, viewer: int | None) -> View:
        return View(tuple(state.points), state.turn, state.stepped)

    def check(self, state: State) -> None:
        assert min(state.points) >= 0

    def redeal(self, state: State, viewer: int | None, rng: Rng) -> State:
        return msgspec.structs.replace(state, cards=[rng.below(2) for _ in state.cards])

    def absent(self, decisions: tuple[Decision, ...], view: View) -> tuple[Decision, Answer]:
        return decisions[0], first_answer(decisions[0])


SOLITAIRE: Mapping[str, Game[Any, Any]] = {"takara": Solitaire()}


def in_words(slug: str, view: Any, words: Any) -> str:
    """The board in words."""
    return f"points {view.points}"
