"""A small game of dice: answers in stages, a consequence, help at any time, and turns in which the same seat goes on.

Its name is that of a game that Discord offers already, and its words are borrowed from others.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec import Struct

from engines.kernel.decision import Answer, Decision, Made, Option, Pick, Stage, Steps
from engines.kernel.flow import checkpoint, first_of
from engines.kernel.game import Game, Menu, Options, Outcome, Table
from engines.kernel.rng import Rng
from engines.kernel.standin import first_answer
from engines.kernel.text import Text, Who, text
from tests.bot.solitaire import word

TURNS = 6


class State(Struct):
    """columns: what is left to discard from. free: whether this turn's free reroll is still to be had."""

    seats: int
    dice: list[int]
    columns: list[int]
    turn: int = 0
    free: bool = True
    rolls: int = 0
    helps: int = 0


class View(Struct, frozen=True):
    dice: tuple[int, ...]
    columns: tuple[int, ...]
    turn: int
    rolls: int
    helps: int


class Rolls(Game[State, View]):
    """Reroll some dice, at the price of a column or once for nothing; `dig` ends the turn, 3 with a consequence.

    Whoever's turn it isn't may help at any time.
    """

    slug = "takara"
    title = text("takara.title")
    seats = range(1, 3)
    recommended = 1
    state_type = State
    menus = (Menu(word("Dice to reroll"), ("discard", "free"), joint=True), Menu(word("Dig"), ("dig",), few=3))

    def setup(self, seats: int, options: Options, rng: Rng) -> State:
        return State(seats, [1 + rng.below(6) for _ in range(6)], [1, 1, 1])

    async def play(self, t: Table[State]) -> Outcome:
        s = t.state
        while s.turn < TURNS:
            await checkpoint()
            await self.step(t)
        return Outcome("no_stone", (1,) * s.seats, (True,) * s.seats)

    async def step(self, t: Table[State]) -> None:
        s = t.state
        me = s.turn % s.seats
        decision, value = await first_of(*self.asked(s, me))
        match decision.verb:
            case "dig":
                t.tell("desk.came_back", who=Who(me))
                s.turn, s.free = s.turn + 1, True
                t.next_turn()
            case "help":
                s.helps += 1
                t.tell("desk.took_back", who=Who(decision.seat))
            case _:
                for die in value[0]:
                    s.dice[die] = 1 + t.rng.below(6)
                s.rolls += 1
                if decision.verb == "free":
                    s.free = False
                else:
                    s.columns[value[1][0]] -= 1
                t.tell("bot.result.part", name="rerolled", n=len(value[0]))

    def asked(self, s: State, me: int) -> list[Decision]:
        digs = [Option(key, key, word(f"dig {key}"), warning=WARNING if key == "3" else None) for key in "123"]
        mine: list[Decision] = [
            Steps(me, "discard", word("Discard"), lambda made: discarding(s, made), basis=tuple(s.columns)),
            Steps(
                me,
                "free",
                word("Free reroll"),
                lambda made: None if made else dice(),
                refused=None if s.free else word("not again"),
            ),
            Pick(me, "dig", word("Dig"), digs),
        ]
        goods = Stage(word("Goods"), tuple(Option(key, key, word(key)) for key in ("salt", "silk")), 1, 2, ordered=True)
        others = [seat for seat in range(s.seats) if seat != me]
        return [
            *mine,
            *(
                Steps(seat, "help", word("Help"), lambda made: None if made else goods, optional=True)
                for seat in others
            ),
        ]

    def view(self, state: State, viewer: int | None) -> View:
        return View(tuple(state.dice), tuple(state.columns), state.turn, state.rolls, state.helps)

    def check(self, state: State) -> None:
        assert min(state.columns) >= 0

    def redeal(self, state: State, viewer: int | None, rng: Rng) -> State:
        return msgspec.convert(msgspec.to_builtins(state), State)

    def absent(self, decisions: tuple[Decision, ...], view: View) -> tuple[Decision, Answer]:
        found = next(d for d in decisions if d.verb == "dig")
        return found, first_answer(found)


WARNING: Text = word("Digging there costs a die.")


def dice() -> Stage[int]:
    return Stage(word("Dice"), tuple(Option(f"d{i + 1}", i, word(f"die {i + 1}")) for i in range(6)), 1, 6)


def discarding(s: State, made: Made) -> Stage[int] | None:
    if len(made) == 2:
        return None
    if not made:
        return dice()
    why = word("empty")
    options = [
        Option(f"c{i + 1}", i, word(f"Discard column {i + 1}"), None if left else why)
        for i, left in enumerate(s.columns)
    ]
    return Stage(word("Column"), tuple(options))


ROLLS: Mapping[str, Game[Any, Any]] = {"takara": Rolls()}


def in_words(slug: str, view: Any, words: Any) -> str:
    """The board in words."""
    return f"rolls {view.rolls}, helps {view.helps}, turn {view.turn}"
