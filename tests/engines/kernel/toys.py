"""Small games that use everything the kernel can do, each for one promise."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import chain
from typing import Any

from msgspec import Struct

from engines.kernel.decision import Amount, Answer, Decision, Made, Option, Pick, Place, Spread, Stage, Steps, offer
from engines.kernel.flow import amount, checkpoint, choose, choose_many, first_of, sealed, spread, together
from engines.kernel.game import Game, Menu, Options, OptionSpec, Outcome, Table
from engines.kernel.rng import Rng
from engines.kernel.text import text

SEED = bytes(range(32))


def ask(verb: str) -> Any:
    return text(f"toy.{verb}.ask")


def options(*keys: str, refused: Mapping[str, str] | None = None) -> tuple[Option[str], ...]:
    """Options whose values are their keys; refused: key → the key of the reason."""
    refused = refused or {}
    return tuple(
        Option(key, key, text(f"toy.{key}"), refused=text(refused[key]) if key in refused else None) for key in keys
    )


class Toy(Game[Any, Any]):
    """What no toy cares about."""

    slug = "toy"
    title = text("toy.title")
    seats = range(1, 5)
    recommended = 2

    def view(self, state: Any, viewer: int | None) -> Any:
        return None

    def check(self, state: Any) -> None:
        pass

    def redeal(self, state: Any, viewer: int | None, rng: Rng) -> Any:
        return self.decode(self.encode(state))

    def absent(self, decisions: tuple[Decision, ...], view: Any) -> tuple[Decision, Answer]:
        return decisions[0], ("go",)


# -- a race: turns, checkpoints, dice, reveals -------------------------------------------------------------------------


class RaceState(Struct):
    places: list[int]
    goal: int
    turn: int = 0
    cheers: int = 0
    pot: int = 0
    notes: list[str] = []


class RaceView(Struct, frozen=True):
    places: tuple[int, ...]
    pot: int


class Race(Toy):
    """Each turn: walk (1–3, open), leap (two questions, open), roll (chance) or peek (a reveal), to the goal.

    The seat whose turn it isn't may cheer at any time; the cheer can be had while fewer than three were given.
    """

    slug = "race"
    state_type = RaceState
    options = (
        OptionSpec("goal", (12, 40), 12, text("race.goal"), (text("race.short"), text("race.long"))),
        OptionSpec("cheering", (False, True), True, text("race.cheering"), (text("race.no"), text("race.yes"))),
    )

    def setup(self, seats: int, options: Options, rng: Rng) -> RaceState:
        goal = options["goal"]
        assert isinstance(goal, int)
        return RaceState([0] * seats, goal, turn=rng.below(seats, "start") if seats > 2 else 0)

    async def play(self, t: Table[RaceState]) -> Outcome:
        s = t.state
        while max(s.places) < s.goal:
            await checkpoint()
            await self.turn(t)
        best = max(s.places)
        return Outcome("arrived", tuple(1 if p == best else 2 for p in s.places), tuple(p == best for p in s.places))

    async def turn(self, t: Table[RaceState]) -> None:
        s = t.state
        me, partner = s.turn, (s.turn + 1) % len(s.places)
        move = Pick(me, "move", ask("move"), options("walk", "leap", "roll", "peek", "share"))
        cheer = offer(
            partner, "cheer", ask("cheer"), text("toy.cheer"), optional=True,
            refused=text("toy.hoarse") if s.cheers >= 3 else None,
        )  # fmt: skip
        asked = (move, cheer) if partner != me else (move,)
        decision, value = await first_of(*asked)
        if decision is cheer:
            s.cheers += 1
            t.tell("toy.cheered", n=s.cheers)
            return
        match value:
            case "walk":
                s.places[me] += await amount(Amount(me, "steps", ask("steps"), 1, 3))
            case "leap":
                style = await choose(Pick(me, "style", ask("style"), options("long", "high")))
                s.places[me] += 2 + await amount(Amount(me, "steps", ask("steps"), 0, 1))
                s.notes.append(style)
            case "roll":
                s.places[me] += 1 + t.rng.below(6, "die")
            case "peek":
                t.bar()
                t.tell("toy.peeked", seen_by=(me,), n=s.goal)
                s.places[me] += 1
            case "share":
                places = tuple(Place(f"p{i}", text("toy.place"), cap=2) for i in range(2))
                one, other = await spread(Spread(me, "shares", ask("shares"), places, 3))
                s.places[me] += one
                s.pot += other
        t.tell("toy.moved", n=s.places[me])
        s.turn = partner

    def view(self, state: RaceState, viewer: int | None) -> RaceView:
        return RaceView(tuple(state.places), state.pot)

    def check(self, state: RaceState) -> None:
        assert all(p >= 0 for p in state.places)


# -- a feast: side by side and sealed ----------------------------------------------------------------------------------


class FeastState(Struct):
    plates: list[list[str]]
    bids: list[int] = []
    fasting: list[int] = []
    phase: str = "cook"


class FeastView(Struct, frozen=True):
    plates: tuple[tuple[str, ...], ...]
    bids: tuple[int, ...]


DISHES = ("rice", "fish", "soup", "plum")


class Feast(Toy):
    """Everybody cooks at once, two questions each (who fasts is asked nothing), then all bid in secret."""

    slug = "feast"
    seats = range(1, 5)
    state_type = FeastState
    options = (
        OptionSpec(
            "fasting", (0, 1, 4), 0, text("feast.fasting"), (text("feast.f0"), text("feast.f1"), text("feast.f4"))
        ),
    )

    def setup(self, seats: int, options: Options, rng: Rng) -> FeastState:
        fasting = options["fasting"]
        assert isinstance(fasting, int)
        return FeastState([[] for _ in range(seats)], fasting=list(range(min(fasting, seats))))

    async def play(self, t: Table[FeastState]) -> Outcome:
        s = t.state
        if s.phase == "cook":
            await checkpoint()
            cooked = await together({seat: self.cook(t, seat) for seat in range(len(s.plates))})
            t.tell("toy.cooked", n=sum(cooked.values()))
            s.phase = "bid"
        if s.phase == "bid":
            await checkpoint()
            bids = await sealed({seat: Amount(seat, "bid", ask("bid"), 0, 9) for seat in range(len(s.plates))})
            s.bids = [bids[seat] for seat in range(len(s.plates))]
            s.phase = "toast"
        await checkpoint()
        best = max(s.bids)
        host = s.bids.index(best)
        await choose(Pick(host, "toast", ask("toast"), options("long", "short")))
        return Outcome("fed", tuple(1 if b == best else 2 for b in s.bids), tuple(b == best for b in s.bids))

    async def cook(self, t: Table[FeastState], seat: int) -> int:
        plate = t.state.plates[seat]
        if seat in t.state.fasting:
            return 0
        plate.extend(await choose_many(Pick(seat, "dishes", ask("dishes"), options(*DISHES), least=1, most=3)))
        if len(plate) > 1:
            plate[:] = await choose_many(
                Pick(seat, "order", ask("order"), options(*plate), least=len(plate), most=len(plate), ordered=True)
            )
        return len(plate)

    def view(self, state: FeastState, viewer: int | None) -> FeastView:
        return FeastView(tuple(map(tuple, state.plates)), tuple(state.bids))


# -- hands: secrets ----------------------------------------------------------------------------------------------------


class HandsState(Struct):
    hands: list[list[int]]
    deck: list[int]
    table: list[int] = []
    turn: int = 0


class HandsView(Struct, frozen=True):
    sizes: tuple[int, ...]
    hand: tuple[int, ...]
    deck: int
    table: tuple[int, ...]


class Hands(Toy):
    """Ten cards, three in each hand. In turn: play one face up, or draw one and keep it secret, to the last card.

    A view shows its viewer's own hand. hidden: how the question that shows the hand is kept from others.
    """

    hidden: Mapping[str, Any] = {"secret": True}

    slug = "hands"
    seats = range(2, 4)
    state_type = HandsState

    def setup(self, seats: int, options: Options, rng: Rng) -> HandsState:
        cards = list(range(10, 20))
        rng.shuffle(cards, "deck")
        return HandsState([cards[3 * i : 3 * i + 3] for i in range(seats)], cards[3 * seats :])

    async def play(self, t: Table[HandsState]) -> Outcome:
        s = t.state
        while all(s.hands) and s.deck:
            await checkpoint()
            await self.turn(t, s.turn)
            s.turn = (s.turn + 1) % len(s.hands)
        return Outcome("played", tuple(1 for _ in s.hands), tuple(True for _ in s.hands))

    async def turn(self, t: Table[HandsState], me: int) -> None:
        s = t.state
        hand = s.hands[me]
        play = Pick(
            me, "play", ask("play"), [Option(str(i), c, self.label(c)) for i, c in enumerate(hand)], **self.hidden
        )
        draw = offer(me, "draw", ask("draw"), text("toy.draw"))
        decision, card = await first_of(play, draw)
        t.bar()
        if decision is draw:
            card = s.deck.pop()
            hand.append(card)
            t.tell("toy.drew", seen_by=(me,), card=card)
            self.say_drawn(t, card)
        else:
            hand.remove(card)
            s.table.append(card)
            t.tell("toy.played", card=card)

    def label(self, card: int) -> Any:
        return text("toy.card", n=card)

    def say_drawn(self, t: Table[HandsState], card: int) -> None:
        t.tell("toy.somebody_drew")

    def view(self, state: HandsState, viewer: int | None) -> HandsView:
        hand = () if viewer is None else tuple(state.hands[viewer])
        return HandsView(tuple(map(len, state.hands)), hand, len(state.deck), tuple(state.table))

    def check(self, state: HandsState) -> None:
        assert sorted([*chain(*state.hands), *state.deck, *state.table]) == list(range(10, 20)), "a card is lost"

    def redeal(self, state: HandsState, viewer: int | None, rng: Rng) -> HandsState:
        other: HandsState = self.decode(self.encode(state))
        foreign = [hand for seat, hand in enumerate(other.hands) if seat != viewer]
        pool = [*chain(*foreign), *other.deck]
        rng.shuffle(pool)
        for hand in [*foreign, other.deck]:
            hand[:] = [pool.pop() for _ in hand]
        return other


class ShowsDeck(Hands):
    """Leaks in the view: everybody sees how high the next card is."""

    def view(self, state: HandsState, viewer: int | None) -> HandsView:
        seen = super().view(state, viewer)
        return HandsView(seen.sizes, seen.hand, state.deck[-1] if state.deck else 0, seen.table)


class TellsDraw(Hands):
    """Leaks in what is told: everybody hears which card was drawn."""

    def say_drawn(self, t: Table[HandsState], card: int) -> None:
        t.tell("toy.somebody_drew", card=card)


class AsksOpenly(Hands):
    """Leaks in the question: the next card of the deck stands in the prompt of who is asked."""

    async def turn(self, t: Table[HandsState], me: int) -> None:
        s = t.state
        await choose(Pick(me, "guess", text("toy.guess.ask", n=s.deck[-1]), options("yes", "no")))
        await super().turn(t, me)


class Loses(Hands):
    """Loses a card now and then."""

    def say_drawn(self, t: Table[HandsState], card: int) -> None:
        if t.state.deck and card % 3 == 0:
            t.state.deck.pop()


class Forgets(Race):
    """Keeps what matters in a local variable across a checkpoint, so that a resumed match differs."""

    slug = "forgets"

    async def play(self, t: Table[RaceState]) -> Outcome:
        steps = 0
        while max(t.state.places) < t.state.goal:
            await checkpoint()
            steps += 1
            t.state.places[t.state.turn] += await amount(Amount(t.state.turn, "steps", ask("steps"), 1, steps))
            t.state.turn = (t.state.turn + 1) % len(t.state.places)
        return Outcome("arrived", (1,) * len(t.state.places), (True,) * len(t.state.places))


class Endless(Race):
    """Never ends."""

    slug = "endless"

    async def play(self, t: Table[RaceState]) -> Outcome:
        while True:
            await checkpoint()
            await choose(Pick(0, "move", ask("move"), options("walk")))


class Stuck(Race):
    """Asks what nobody can answer."""

    slug = "stuck"

    async def play(self, t: Table[RaceState]) -> Outcome:
        await checkpoint()
        await choose(Pick(0, "move", ask("move"), options("walk", refused={"walk": "toy.tired"})))
        raise AssertionError


class Breaks(Race):
    """Breaks on "leap", after having changed the state."""

    slug = "breaks"

    async def play(self, t: Table[RaceState]) -> Outcome:
        while True:
            await checkpoint()
            t.state.pot += 1
            if await choose(Pick(0, "move", ask("move"), options("walk", "leap"))) == "leap":
                self.leap(t)
            t.state.places[0] += 1

    def leap(self, t: Table[RaceState]) -> None:
        t.state.places[0] += 100
        raise ZeroDivisionError


class NewRules(Race):
    """The race under newer rules: places count double; a save of the old rules is carried over."""

    rules = 2

    def migrate(self, state: bytes, rules: int) -> bytes:
        if rules != 1:
            return super().migrate(state, rules)
        old: RaceState = self.decode(state)
        old.places = [2 * place for place in old.places]
        return self.encode(old)


# -- rolls: answers of several parts, turns of one seat, warnings ------------------------------------------------------


class RollsState(Struct):
    dice: list[int]
    columns: list[int]
    seats: int
    goods: list[str] = []
    turn: int = 0
    turns: int = 0


DICE = 6


class Rolls(Toy):
    """Each turn, alone or by turns: reroll some dice at the price of a column, or for nothing (once a turn), or barter
    (one good after the other, the same as often as wished, two of a kind for something), or end the turn.

    To end the turn with a six among the dice wants a second press.
    """

    slug = "rolls"
    state_type = RollsState
    last = 6
    menus = (Menu(text("rolls.menu.dice"), ("discard", "free"), joint=True),)

    def setup(self, seats: int, options: Options, rng: Rng) -> RollsState:
        return RollsState([1 + rng.below(6) for _ in range(DICE)], [2, 2, 1], seats)

    async def play(self, t: Table[RollsState]) -> Outcome:
        s = t.state
        while s.turns < self.last:
            await checkpoint()
            free = True
            while await self.act(t, free):
                free = False
            s.turns += 1
            s.turn = s.turns % s.seats
            t.next_turn()
        return Outcome("done", (1,) * s.seats, (True,) * s.seats)

    async def act(self, t: Table[RollsState], free: bool) -> bool:
        s = t.state
        decision, made = await first_of(*self.asked(s, free))
        match decision.verb:
            case "discard" | "free":
                for die in made[0]:
                    s.dice[die] = 1 + t.rng.below(6)
                if decision.verb == "discard":
                    s.columns[made[1][0]] -= 1
                t.tell("rolls.rerolled", n=len(made[0]))
            case "barter":
                s.goods += made[0]
                t.tell("rolls.bartered", n=len(made[0]))
            case _:
                t.tell("rolls.ended")
                return False
        return True

    def asked(self, s: RollsState, free: bool) -> tuple[Decision, ...]:
        me = s.turn
        return (
            Steps(
                me,
                "discard",
                ask("discard"),
                lambda made: None if len(made) == 2 else (columns(s) if made else dice(s)),
                refused=None if any(s.columns) else text("rolls.no_column"),
                basis=tuple(s.columns),
            ),
            Steps(
                me,
                "free",
                ask("free"),
                lambda made: None if made else dice(s),
                refused=None if free else text("rolls.not_again"),
            ),
            Steps(me, "barter", ask("barter"), barter, warning=lambda made: None if made[0] else text("rolls.nothing")),
            offer(me, "end", ask("end"), text("rolls.end"), warning=text("rolls.a_six") if 6 in s.dice else None),
        )


def dice(s: RollsState) -> Stage[int]:
    found = [Option(f"d{i + 1}", i, text("rolls.die", n=face)) for i, face in enumerate(s.dice)]
    return Stage(ask("dice"), tuple(found), 1, DICE)


def columns(s: RollsState) -> Stage[int]:
    why = text("rolls.empty")
    found = [Option(f"c{i}", i, text("rolls.column", n=i), None if n else why) for i, n in enumerate(s.columns)]
    return Stage(ask("column"), tuple(found))


def barter(made: Made) -> Stage[str] | None:
    """Up to three goods; then, if there were two of a kind, for what."""
    if not made:
        return Stage(ask("goods"), options("salt", "silk"), 0, 3, repeats=True)
    if len(made) == 1 and len(set(made[0])) < len(made[0]):
        return Stage(ask("for"), options("gold", "tea", refused={"tea": "rolls.no_tea"}))
    return None
