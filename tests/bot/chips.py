"""A small game of hidden chips for two or three people and a seat that nobody has.

In turn each builds openly or drops a hidden chip; then all guess at once, what was hidden is shown in a picture of its
own, and after some rounds it is over. Its name is that of a game that Discord offers already, its words are borrowed.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec import Struct

from engines.kernel.decision import Answer, Decision, Option, Pick
from engines.kernel.flow import checkpoint, first_of, sealed
from engines.kernel.game import Game, Options, Outcome, Score, Table
from engines.kernel.rng import Rng
from engines.kernel.standin import first_answer
from engines.kernel.text import Each, Noun, Text, Who, text
from tests.bot.solitaire import word

ROBOT = Noun("bot.lobby.order.random")
"""What the seat is called that nobody has."""

CHIPS = ("alpha", "beta", "gamma")


class State(Struct):
    """chips: dropped in this round by each seat; shown: those of the last one."""

    people: int
    houses: list[int]
    chips: dict[int, str] = {}
    shown: list[str] = []
    rounds: int = 0


class View(Struct, frozen=True):
    seats: int
    houses: tuple[int, ...]
    mine: str
    shown: tuple[str, ...]


def pick(seat: int, verb: str, *keys: str, **how: Any) -> Pick[str]:
    return Pick(seat, verb, word(f"ask {verb}"), [Option(key, key, word(key)) for key in keys], **how)


class Chips(Game[State, View]):
    """See the module."""

    slug = "takara"
    title = text("takara.title")
    seats = range(2, 4)
    recommended = 2
    state_type = State
    last = 2
    scene = "round"
    """What the picture of what was hidden is called; "": there is none."""

    def setup(self, seats: int, options: Options, rng: Rng) -> State:
        return State(seats, [0] * (seats + 1))

    async def play(self, t: Table[State]) -> Outcome:
        s = t.state
        while s.rounds < self.last:
            await checkpoint()
            while len(s.chips) < s.people:
                await self.turn(t, len(s.chips))
            await sealed({seat: pick(seat, "guess", "high", "low") for seat in range(s.people)})
            s.shown, s.chips = [s.chips[seat] for seat in range(s.people)], {}
            s.houses[-1] += 1
            s.rounds += 1
            t.tell("bot.board.answered", who=Each((Who(s.people),)))
            if self.scene:
                t.show(self.scene)
        ranks = (*(2 for _ in range(s.people)), 1)
        return Outcome("no_stone", ranks, (False,) * s.people, tuple(Score(n) for n in s.houses))

    async def turn(self, t: Table[State], me: int) -> None:
        s = t.state
        decision, chosen = await first_of(pick(me, "build", "house", "tower"), pick(me, "drop", *CHIPS, veiled=True))
        if decision.verb == "build":
            s.houses[me] += 1
            t.tell("bot.result.part", name=chosen, n=1)
        else:
            s.chips[me] = chosen
            t.bar()
            t.tell("desk.came_back", who=Who(me))

    def automaton(self, view: View, seat: int) -> Noun | None:
        return ROBOT if seat == view.seats - 1 else None

    def why_not_asked(self, state: State, seat: int, verb: str) -> Text | None:
        return word("no digging here") if verb == "dig" else None

    def view(self, state: State, viewer: int | None) -> View:
        mine = "" if viewer is None else state.chips.get(viewer, "")
        return View(len(state.houses), tuple(state.houses), mine, tuple(state.shown))

    def check(self, state: State) -> None:
        assert min(state.houses) >= 0

    def redeal(self, state: State, viewer: int | None, rng: Rng) -> State:
        chips = {seat: chip if seat == viewer else rng.pick(CHIPS) for seat, chip in state.chips.items()}
        return msgspec.structs.replace(state, chips=chips)

    def absent(self, decisions: tuple[Decision, ...], view: View) -> tuple[Decision, Answer]:
        return decisions[-1], first_answer(decisions[-1])


GAMES: Mapping[str, Game[Any, Any]] = {"takara": Chips()}


def in_words(slug: str, view: Any, words: Any) -> str:
    """The board in words."""
    return f"houses {view.houses}, last of them {words.name(view.seats - 1)}"
