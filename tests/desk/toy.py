"""A toy game with everything that is hard for a desk.

Secret hands, dice, moves to take back, a sealed choice, a secret pause.
"""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import Struct

from engines.kernel.decision import Answer, Decision, Option, Pick
from engines.kernel.flow import checkpoint, choose, first_of, sealed
from engines.kernel.game import Game, Options, OptionSpec, Outcome, Score, Table
from engines.kernel.rng import Rng
from engines.kernel.standin import first_answer
from engines.kernel.text import Text, Who, text


class State(Struct):
    """hands: a secret number a seat. steps: taken in this turn. goal: points that end it."""

    hands: list[int]
    points: list[int]
    goal: int
    turn: int = 0
    steps: int = 0
    phase: str = "turn"


class View(Struct, frozen=True):
    hand: int | None
    points: tuple[int, ...]
    turn: int
    steps: int
    phase: str


T = Table[State]


def pick(seat: int, verb: str, *keys: str, **how: Any) -> Pick[str]:
    return Pick(
        seat, verb, text(f"toy.{verb}"), [Option(key, key, text("toy.option", name=key)) for key in keys], **how
    )


class Toy(Game[State, View]):
    """On your turn.

    `step` (can be taken back), `roll` (dice), `peek` (opens a secret question), `bid` (sealed, all), `pass`.
    `veiled`: beside all that, a number that nobody sees can be `hidden`, time and again. shows: bids are shown in a
    picture of their own.
    """

    veiled = False
    shows = False

    slug = "toy"
    title = text("toy.title")
    seats = range(2, 5)
    recommended = 3
    options: tuple[OptionSpec, ...] = (
        OptionSpec("goal", (5, 10, 1000), 1000, text("toy.goal"), (text("toy.a"), text("toy.b"), text("toy.c"))),
        OptionSpec("bids", (True, False), True, text("toy.bids"), (text("toy.yes"), text("toy.no"))),
    )
    rules = 1
    state_type = State
    bonus = 0
    broken = False

    def setup(self, seats: int, options: Options, rng: Rng) -> State:
        return State([rng.below(100) for _ in range(seats)], [0] * seats, int(options["goal"]))

    def why_not_options(self, seats: int, options: Options) -> Text | None:
        return text("toy.too_many") if seats == 4 and options["goal"] == 10 else None

    async def play(self, t: T) -> Outcome:
        s = t.state
        while max(s.points) < s.goal:
            await checkpoint()
            if s.phase == "bid":
                await self.bid(t)
            else:
                await self.turn(t)
        ranks = tuple(1 + sum(q > p for q in s.points) for p in s.points)
        return Outcome("goal", ranks, tuple(r == 1 for r in ranks), tuple(Score(p) for p in s.points))

    async def turn(self, t: T) -> None:
        s = t.state
        me = s.turn
        asked = [pick(me, "do", "step", "roll", "peek", "bid", "pass", "break")]
        if self.veiled:
            asked.append(pick(me, "hide", *(str(n) for n in range(s.hands[me] % 5 + 2)), veiled=True))
        decision, chosen = await first_of(*asked)
        if decision.verb == "hide":
            s.hands[me] = int(chosen)
            return
        match chosen:
            case "step":
                s.steps += 1
                s.points[me] += 1 + self.bonus
                t.tell("toy.stepped", who=Who(me), n=1 + self.bonus, at=(f"seat-{me}",))
            case "roll":
                n = t.rng.below(6) + 1
                s.points[me] += n
                t.tell("toy.rolled", who=Who(me), n=n)
            case "peek":
                other = (me + 1) % len(s.hands)
                t.bar()
                t.tell("toy.seen", seen_by=(me,), n=s.hands[other])
                if s.hands[other] % 2:
                    again = await choose(pick(me, "peek_step", "again", "stop", secret=True))
                    t.bar()
                    if again == "again":
                        t.tell("toy.seen", seen_by=(me,), n=s.hands[other])
                        await choose(pick(me, "peek_step", "stop", secret=True))
                        t.bar()
                s.steps += 1
                t.tell("toy.peeked", who=Who(me))
            case "bid":
                s.phase = "bid"
                t.tell("toy.auction", who=Who(me))
            case "break":
                s.points[me] += 100
                raise ZeroDivisionError(f"the hand is {s.hands[me]}")
            case _:
                s.turn, s.steps = (me + 1) % len(s.hands), 0
                t.tell("toy.passed", who=Who(me))

    async def bid(self, t: T) -> None:
        s = t.state
        bids = await sealed({seat: pick(seat, "bid", "low", "high") for seat in range(len(s.hands))})
        for seat, chosen in bids.items():
            s.points[seat] += chosen == "high"
        t.tell("toy.bids", n=sum(b == "high" for b in bids.values()))
        if self.shows:
            t.show("bids")
        s.phase, s.turn, s.steps = "turn", (s.turn + 1) % len(s.hands), 0

    def view(self, state: State, viewer: int | None) -> View:
        hand = None if viewer is None else state.hands[viewer]
        return View(hand, tuple(state.points), state.turn, state.steps, state.phase)

    def check(self, state: State) -> None:
        assert min(state.points) >= 0

    def redeal(self, state: State, viewer: int | None, rng: Rng) -> State:
        hands = [h if seat == viewer else rng.below(100) for seat, h in enumerate(state.hands)]
        return msgspec.structs.replace(state, hands=hands)

    def absent(self, decisions: tuple[Decision, ...], view: View) -> tuple[Decision, Answer]:
        decision = decisions[0]
        return decision, {"do": ("pass",), "peek_step": ("stop",)}.get(decision.verb, first_answer(decision))


class Team(Toy):
    """All against the goal: it can be conceded."""

    def conceded(self, t: T) -> Outcome:
        seats = len(t.state.hands)
        t.state.phase = "over"
        t.tell("toy.given_up")
        return Outcome("given_up", (2,) * seats, (False,) * seats)


class NewToy(Toy):
    """Rules 2.

    The state has one thing more, and (`bonus`) a step may count more; migration is possible unless `closed`.
    """

    rules = 2
    closed = False

    def migrate(self, state: bytes, rules: int) -> bytes:
        if self.closed:
            raise ValueError("no way")
        old = msgspec.msgpack.decode(state)
        old["points"] = [p + 0 for p in old["points"]]
        return msgspec.msgpack.encode(old)
