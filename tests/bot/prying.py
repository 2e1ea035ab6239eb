"""Somebody who tries everything to find out what they must not know, and what they get to see."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from engines import GAMES
from engines.kernel.decision import Refused
from engines.kernel.game import Game, Options
from engines.kernel.match import Action, Match, settle_options
from engines.kernel.rng import Rng
from engines.kernel.standin import random_choice
from engines.takara.game import TakaraIsland
from tests.bot.harbour import Harbour, seeds
from tests.bot.people import Person
from tests.bot.posts import Control, Post
from tests.bot.typed import group
from tests.bot.world import Sent

SEAT_NAMES = ("Ana", "Ben", "Chie")

State = Any
Looks = tuple[tuple[str, Mapping[str, Any]], ...]
"""Commands, each with what is filled in."""

LOOKS: Looks = (
    ("board", {}),
    ("board", {"text": True}),
    ("view", {}),
    ("ahead", {}),
    ("status", {}),
    ("log", {}),
    ("games", {}),
    ("rules", {}),
    ("wake", {}),
    ("replace", {"player": "Nobody"}),
)
"""What can be looked at, whatever is played."""


@dataclass(frozen=True)
class Told:
    """How stories are told of a game.

    seats: how many play. actions: after so many at most there is still much to be hidden. tables: options of some
    tables. looks: what its own commands show. attempts: with which somebody tries what is not theirs to do. near: makes
    a position that was dealt anew more like the first, so that a story may go on for a while until it differs.
    """

    seats: int
    actions: int
    tables: tuple[Mapping[str, Any], ...]
    looks: Looks
    attempts: Looks
    near: Callable[[State, State], None] | None = None


def same_tops(state: State, other: State) -> None:
    """The next cards of each column of Aerion are those that were to come; the others stay where they were dealt."""
    for column, dealt in zip(state.columns, other.columns, strict=True):
        for place in range(column.known, min(column.known + 2, len(column.draw))):
            found = dealt.draw.index(column.draw[place], place)
            dealt.draw[place], dealt.draw[found] = dealt.draw[found], dealt.draw[place]


def same_next_cards(state: State, other: State) -> None:
    """The next cards of automated opponents of Fractured Sky are those that were to come."""
    for seat, dealt in zip(state.seats, other.seats, strict=True):
        for place, card in enumerate(seat.ai.deck[:3] if seat.ai else ()):
            found = dealt.ai.deck.index(card)
            dealt.ai.deck[place], dealt.ai.deck[found] = dealt.ai.deck[found], dealt.ai.deck[place]


ALL_SIX = {
    **dict.fromkeys(("flagship", "hourglasses", "piers", "eggs", "hellkite"), "hard"),
    "clouds": "normal",
    "clouds_hard_birds": True,
    "clouds_hard_cover": True,
}

TOLD: Mapping[str, Told] = {
    "takara": Told(
        3,
        200,
        ({},),
        (),
        (
            ("takara survey-step", {"reveal": True, "looks": 0}),
            ("takara survey-step", {"reveal": False, "looks": 2}),
            ("takara dig", {"tunnel": 1}),
            ("takara tavern", {"count": 1}),
            ("takara end-day", {}),
        ),
    ),
    "aerion": Told(
        2,
        30,
        (ALL_SIX, {}, dict.fromkeys(("flagship", "hourglasses", "clouds", "piers", "eggs", "hellkite"), "normal")),
        (("aerion cards", {}), ("aerion cards", {"column": 3}), ("aerion powers", {})),
        (
            ("aerion roll-dice", {}),
            ("aerion acquire", {"column": 1}),
            ("aerion hunt", {}),
            ("aerion use-egg", {"column": 2}),
            ("aerion egg-pick", {"card": "crew_sun"}),
            ("aerion give-up", {}),
            ("aerion end-turn", {}),
        ),
        same_tops,
    ),
    "fractured_sky": Told(
        2,
        60,
        ({"ai_difficulty": "medium"}, {"ai_difficulty": "hard", "ai_color": "orange"}, {}),
        (("fractured review", {}),),
        (
            ("fractured start", {"resources": "2 0 2"}),
            ("fractured exchange", {"pay": "gold wood", "gain": "iron"}),
            ("fractured airship", {"region": "4", "chip": 3}),
            ("fractured slot", {"slot": 2}),
            ("fractured market", {"platform": "P5"}),
            ("fractured scout", {"slot": 1}),
            *(("fractured take", {"resource": kind}) for kind in ("gold", "iron", "wood", "none")),
            ("fractured peek", {"slot": 1, "pay": "gold iron"}),
            ("fractured rewards", {"resources": "PP gold"}),
        ),
        same_next_cards,
    ),
}
"""Every game, so that none is forgotten."""


def typed_into(world: Harbour, slug: str) -> list[tuple[str, str]]:
    """The game's commands and those of their parameters that offer something while one types."""
    spec: Any = world.backend.find_command(group(slug), world.guild_id)
    return [
        (f"{group(slug)} {one['name']}", option["name"])
        for one in spec["options"]
        for option in one.get("options") or ()
        if option.get("autocomplete") and option["name"] != "game"
    ]


def prepared(slug: str, state: State) -> Game[Any, Any]:
    """The game, begun in the middle."""
    begun = GAMES[slug].encode(state)

    class Prepared(type(GAMES[slug])):  # type: ignore[misc]
        def setup(self, seats: int, options: Options, rng: Rng) -> State:
            return self.decode(begun)

    made: Game[Any, Any] = Prepared()
    return made


def first_turn() -> State:
    """A new game of Takara Island in which the first seat begins."""
    for seed in range(100):
        match: Match[State, Any] = Match.new(TakaraIsland(), len(SEAT_NAMES), {}, seed.to_bytes(32, "big"))
        if match.state.active == 0:
            return match.state
    raise AssertionError("no such game")


def positions(slug: str, seed: int, *, actions: int = 40) -> tuple[State, Mapping[str, Any]]:
    """Somewhere in a random game in which things were looked at and turned up, where there is a choice; its options."""
    rng, game, told = Rng(seed.to_bytes(32, "big")), GAMES[slug], TOLD[slug]
    options = told.tables[seed % len(told.tables)]
    match: Match[State, Any] = Match.new(
        game, told.seats, settle_options(game, told.seats, options), seed.to_bytes(32, "big")
    )
    save = match.opening.save
    for _ in range(min(actions, told.actions)):
        decision, answer = random_choice(match.pending, rng)
        if decision.warning(answer) is not None:
            continue
        turn = match.act(Action(decision.seat, decision.verb, answer))
        if match.outcome is not None:
            break
        if sum(decision.playable for decision in match.pending) > 1:
            save = turn.save or save
    assert save is not None
    return game.decode(save.state), options


def dealt_anew(slug: str, state: State, viewer: int | None, seed: int) -> State:
    """Another state that the viewer can't tell apart; really another one."""
    game, rng = GAMES[slug], Rng(seed.to_bytes(32, "little"))
    for _ in range(50):
        other = game.redeal(state, viewer, rng)
        if (near := TOLD[slug].near) is not None:
            near(state, other)
        if game.encode(other) != game.encode(state):
            return other
    raise AssertionError("nothing is hidden")


def same_story(
    slug: str, one: State, other: State, viewer: int | None, seed: bytes, rng: Rng, length: int
) -> list[Action]:
    """Actions that are legal in both positions and reveal to the viewer the same in both."""
    done: list[Action] = []
    for _ in range(length * 8):
        first, second = (_played(slug, state, seed, done) for state in (one, other))
        if len(done) == length or first.outcome is not None:
            break
        decision, answer = random_choice(first.pending, rng)
        action = Action(decision.seat, decision.verb, answer)
        if decision.verb not in {d.verb for d in second.pending} or decision.warning(answer) is not None:
            continue
        heard = []
        for match in (first, second):
            try:
                told = match.act(action).events
            except Refused:
                # Somebody's secret question may allow an answer in one deal only: that is no story of both.
                break
            asked = [(d.seat, d.verb) for d in match.pending if not d.private or d.seat == viewer]
            mine = [e for e in told if e.seen_by is None or viewer in e.seen_by]
            heard.append((match.view(viewer), mine, asked, match.waiting_for))
        if len(heard) == 2 and heard[0] == heard[1]:
            done.append(action)
    return done


def _played(slug: str, state: State, seed: bytes, actions: Sequence[Action]) -> Match[State, Any]:
    game = GAMES[slug]
    match: Match[State, Any] = Match.at(game, game.decode(game.encode(state)), Rng(seed))
    for action in actions:
        match.act(action)
    return match


def first_seed(start: int) -> bytes:
    """The seed of the first game in a harbour of that seed."""
    return seeds(start)()


async def pry(
    world: Harbour, person: Person, old: Sequence[Post] = (), *, slug: str = "takara", asked: bool = False
) -> None:
    """Everything with which one can find something out. old: messages of which the person still has the buttons.

    asked: it is the person's turn, so nothing that could be an answer is pressed.
    """
    board = world.board()
    for command, given in (*LOOKS, *TOLD[slug].looks):
        reply = await person.slash(command, **given)
        for page in reply.post.controls if command == "log" else ():
            await person.click(reply.post, page.custom_id, stale=True)
    for command, parameter in (*typed_into(world, slug), ("view", "game"), ("replace", "player"), ("wake", "game")):
        await person.autocomplete(command, parameter, "")
    for post in (board, *old):
        for control in post.controls:
            await _press(person, post, control, asked=asked)
    if not asked:
        for command, given in TOLD[slug].attempts:
            await person.slash(command, **given)


async def _press(person: Person, post: Post, control: Control, *, asked: bool) -> None:
    harmless = any(f":t:{tool}" in control.custom_id for tool in ("view", "why", "help", "mine", "refresh"))
    if asked and not harmless:
        return
    if control.kind == "button":
        # Taking back is a deed, not a look: see the tests.
        if ":t:undo" not in control.custom_id:
            await person.click(post, control.custom_id, stale=True)
    else:
        values = [str(option.value) for option in control.options[: control.least]]
        await person.select(post, *values, menu=control.custom_id, stale=True)


def seen(world: Harbour, match: str, person: Person | None) -> list[Sent]:
    """What the person could see, in order and with its moments; ids that differ from run to run are taken out.

    The answers to what somebody does and what the outbox tells of it are on their way side by side, and nobody promises
    which is first: of what came before the bot was at rest again, answers are put first.
    """

    def plain(words: str) -> str:
        return re.sub(r"\d{17,}", "ID", words.replace(match, "MATCH"))

    told = sorted(world.transcript(person), key=lambda one: (one.round, one.only_for is None))
    return [
        replace(one, text=plain(one.text), controls=tuple(map(plain, one.controls)), seen_by=frozenset())
        for one in told
    ]


def renumbered(told: Sequence[Sent]) -> list[Sent]:
    """The same with questions numbered as they come.

    Their numbers are drawn from the seed, which nobody knows before the end; that two are the same one still shows.
    """
    numbers: dict[str, str] = {}

    def ordinal(found: re.Match[str]) -> str:
        return numbers.setdefault(found[0], f"question {len(numbers)}")

    return [
        replace(one, controls=tuple(re.sub(r"(?<=[:'])\d{4,}(?=:)", ordinal, each) for each in one.controls))
        for one in told
    ]


def same(one: Sequence[object], other: Sequence[object]) -> None:
    """Fail at the first difference, and say it."""
    for number, (left, right) in enumerate(zip(one, other, strict=False)):
        assert left == right, f"number {number} tells them apart:\n{left}\n{right}"
    assert len(one) == len(other), f"{len(one)} or {len(other)}: their number tells them apart"
