"""What can be seen of what nobody may know: nothing (Takara §10, R12; Aerion §12; Fractured Sky §13)."""

from __future__ import annotations

import asyncio
import re
import time
import zlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec
import pytest
import structlog

import render
from bot.ui import requests
from bot.ui.answers import Answers
from bot.ui.messages import Messages, pages
from bot.work.rows import Rows
from engines import GAMES
from engines.desk import looks
from engines.desk.live import Live
from engines.kernel.game import Game
from engines.kernel.rng import Rng
from engines.takara.components import Kind
from engines.takara.game import TakaraIsland
from engines.takara.state import State
from tests.bot.harbour import Harbour, sketch
from tests.bot.people import Person
from tests.bot.posts import Post
from tests.bot.prying import (
    SEAT_NAMES,
    TOLD,
    dealt_anew,
    first_seed,
    first_turn,
    positions,
    prepared,
    pry,
    same,
    same_story,
    seen,
)
from tests.bot.typed import command
from tests.bot.world import Sent

START = 7
STORY = 6
"""Actions of a story."""

Told = dict[str, list[Sent]]


def log_of(world: Harbour, match: str) -> list[str]:
    """What was logged; the machine's own time tells nothing."""
    timeless = (re.sub(r" timestamp='[^']*'", "", line) for line in world.log_lines)
    return [re.sub(r"\d{17,}", "ID", line.replace(match, "MATCH")) for line in timeless]


# -- what is hidden, dealt anew ----------------------------------------------------------------------------------------


async def told_of(
    data: Path, story: Story, script: list[Any], game: Game[Any, Any], **more: Any
) -> tuple[list[Sent], list[str], bytes]:
    """What the viewer sees of that story, what was logged, and the record of the running game."""
    slug, viewer = story.slug, story.viewer
    async with Harbour(data, seed=START, games={slug: game}, **more) as world:
        people = [world.user(name) for name in SEAT_NAMES[: TOLD[slug].seats]]
        who = world.user("Eve") if viewer is None else people[viewer]
        match = await world.seat(*people, slug=slug, **story.options)
        for number, action in enumerate(script):
            asked_for = (await world.app.desk.look(match, people[action.seat].id)).decisions
            decision = next(one for one in asked_for if one.verb == action.verb)
            name, options = command(slug, decision, action.answer)
            # With parts of three seconds, so that what comes late is noticed to.
            await world.pass_time(seconds=3)
            await people[action.seat].slash(name, **options)
            if number == len(script) // 2:
                await world.restart(hard=True)
                # The card that offers a seat shows no more than the board does.
                await people[0].slash("replace")
            if number in {1, len(script) - 1}:
                asked = await world.asked(match)
                letters = [letter for letter in who.dms() if letter.controls]
                await pry(world, who, letters[-1:], slug=slug, asked=asked is who)
        return seen(world, match, who), log_of(world, match), await world.app.desk.record(match)


@dataclass(frozen=True)
class Story:
    """A position, another that the viewer can't tell from it, and actions that show the viewer no difference."""

    slug: str
    options: Mapping[str, Any]
    viewer: int | None
    state: Any
    other: Any
    script: list[Any]


def two_deals(slug: str, seed: int, viewer: int | None) -> Story:
    """A story that can be told in both deals, if need be in another game."""
    for further in range(seed, seed + 500, 100):
        state, options = positions(slug, further, actions=30 + 7 * seed)
        other = dealt_anew(slug, state, viewer, seed)
        script = same_story(slug, state, other, viewer, first_seed(START), Rng(seed.to_bytes(32, "big")), STORY)
        if len(script) >= 3:
            return Story(slug, options, viewer, state, other, script)
    raise AssertionError("no story can be told in both")


CASES = [
    ("takara", 1, None),
    ("takara", 2, 0),
    ("takara", 3, 1),
    ("takara", 4, 2),
    ("aerion", 2, 0),
    ("aerion", 3, None),
    ("aerion", 4, 1),
    ("fractured_sky", 2, None),
    ("fractured_sky", 3, 0),
    ("fractured_sky", 4, 1),
]
MORE = [
    pytest.param(slug, seed, viewer, marks=pytest.mark.fuzz)
    for slug in TOLD
    for seed in range(5, 15)
    for viewer in (None, *range(TOLD[slug].seats))
]


def test_no_game_is_forgotten() -> None:
    """Each game is tried in everyday runs, for whoever plays and for others."""
    assert set(TOLD) == set(GAMES)
    for slug in GAMES:
        viewers = {viewer for name, _, viewer in CASES if name == slug}
        assert viewers >= {None, 0, 1}


@pytest.mark.parametrize(("slug", "seed", "viewer"), [*CASES, *MORE])
async def test_nobody_sees_what_they_cannot_know(tmp_path: Path, slug: str, seed: int, viewer: int | None) -> None:
    """In a random game, all that leaves the bot is the same for a viewer when what they can't know is dealt anew:
    messages, pictures, alt texts, file names, custom ids, choices, refusals, their order and moments; so is the log."""
    story = two_deals(slug, seed, viewer)
    told = [
        await told_of(tmp_path / name, story, story.script, prepared(slug, state))
        for name, state in (("a", story.state), ("b", story.other))
    ]
    same(told[0][0], told[1][0])
    same(told[0][1], told[1][1])
    assert told[0][2] == told[1][2], "the record of a running game holds secrets"


def mark(state: Any) -> int:
    """A number in which what is hidden shows."""
    hidden = {"takara": ("treasures", "tunnels"), "aerion": ("columns", "hellkite")}
    names = next(names for names in hidden.values() if hasattr(state, names[0]))
    return zlib.crc32(msgspec.msgpack.encode([getattr(state, name) for name in names])) % 1000


NUMBERS = {"takara": "stock", "aerion": "left"}
"""A number of each game's view."""


def leaking(slug: str, state: Any) -> Game[Any, Any]:
    """A game whose view shows what is hidden, in a number."""

    class Leaking(type(prepared(slug, state))):  # type: ignore[misc]
        def view(self, state: Any, viewer: int | None) -> Any:
            return msgspec.structs.replace(super().view(state, viewer), **{NUMBERS[slug]: mark(state)})

    made: Game[Any, Any] = Leaking()
    return made


def leak_in_picture(state: Any, monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    def draw(slug: str, view: Any, words: Any, highlight: frozenset[str], scope: str) -> Any:
        picture = sketch(slug, view, words, highlight, scope)
        return msgspec.structs.replace(picture, alt=f"{picture.alt} {mark(state)}")

    return {"draw": draw}


def leak_in_words(state: Any, monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    status = Messages.status
    monkeypatch.setattr(Messages, "status", lambda *given: f"{status(*given)} {mark(state)}")
    return {}


def leak_in_log(state: Any, monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    status = Messages.status

    def logged(*given: Any) -> str:
        structlog.get_logger("bot.test").warning("status", seen=mark(state))
        return status(*given)

    monkeypatch.setattr(Messages, "status", logged)
    return {}


def leak_in_number(state: Any, monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    monkeypatch.setattr(requests, "pages", lambda *given: pages(*given) * (1 + mark(state) % 7))
    return {}


LEAKS = [None, leak_in_picture, leak_in_words, leak_in_log, leak_in_number]


@pytest.mark.parametrize(("slug", "leak"), [*(("takara", leak) for leak in LEAKS), ("aerion", None)])
async def test_a_leak_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, slug: str, leak: Callable[..., dict[str, Any]] | None
) -> None:
    """The test above fails for a bot whose view, picture, words, log or number of messages show what is hidden."""
    story = two_deals(slug, 1, None)
    told = []
    for name, dealt in (("a", story.state), ("b", story.other)):
        with monkeypatch.context() as patch:
            more = leak(dealt, patch) if leak else {}
            game = prepared(slug, dealt) if leak else leaking(slug, dealt)
            told.append(await told_of(tmp_path / name, story, story.script[:3], game, **more))
    with pytest.raises(AssertionError, match="tells them apart"):
        same([*told[0][0], *told[0][1]], [*told[1][0], *told[1][1]])


@pytest.mark.parametrize(("owner", "name"), [(Answers, "tell"), (Rows, "carry")])
async def test_what_happens_to_be_faster_is_no_difference(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, owner: Any, name: str
) -> None:
    """Whether the answer to a press or what all see of it arrives first is the machine's doing: both worlds count as
    the same."""
    told = []
    for slow in (False, True):
        with monkeypatch.context() as patch:
            if slow:
                patch.setattr(owner, name, _late(getattr(owner, name)))
            async with Harbour(
                tmp_path / str(slow), seed=START, games={"takara": prepared("takara", first_turn())}
            ) as world:
                ana, ben, chie = (world.user(each) for each in SEAT_NAMES)
                match = await world.seat(ana, ben, chie)
                await ana.slash("takara tavern", count=2)
                told.append(seen(world, match, ana))
    same(*told)


def _late(tell: Any) -> Any:
    async def late(*given: Any, **more: Any) -> Any:
        await asyncio.get_running_loop().run_in_executor(None, time.sleep, 0.05)
        return await tell(*given, **more)

    return late


# -- the open survey ---------------------------------------------------------------------------------------------------

WAITS, PLAIN, MONSTER = "waits", "pauses", "pauses at a monster"


def before_a_survey() -> tuple[State, State]:
    """Ana's turn, Ben's next; in the other one the first card of tunnel 1 is a monster."""
    fresh, game = first_turn(), TakaraIsland()
    found: dict[bool, State] = {}
    for seed in range(200):
        dealt = game.redeal(fresh, None, Rng(seed.to_bytes(32, "big")))
        kind = dealt.tunnels[0][0].kind
        if kind is not Kind.ROCKFALL:
            found.setdefault(kind is Kind.MONSTER, dealt)
        if len(found) == 2:
            return found[False], found[True]
    raise AssertionError("no such deals")


async def survey_story(
    data: Path, story: str, *, draw: Any = sketch, finish: bool = False
) -> tuple[Told, list[str], bytes]:
    """Ana's day ends by itself, so she may take it back; Ben surveys, or does not; the others look at everything."""
    plain, monster = before_a_survey()
    game = prepared("takara", monster if story == MONSTER else plain)
    async with Harbour(data, seed=START, games={"takara": game}, draw=draw) as world:
        ana, ben, chie = people = [world.user(name) for name in SEAT_NAMES]
        eve = world.user("Eve")
        ben.close_dms()
        match = await world.seat(*people)
        first = world.board()
        await ana.slash("takara tavern", count=2)
        # What Ben brings with him when he acts: open doors, and another name.
        ben.open_dms()
        world.backend.users[ben.id].global_name = "Benedict"
        await world.pass_time(minutes=5)
        if story != WAITS:
            reply = await ben.slash("takara survey", tunnel=1, looks=1)
            assert reply.private
            assert reply.post.files
            look = await world.app.desk.look(match, ben.id)
            assert [d.verb for d in look.decisions] == ["survey_step"]
        await look_around(world, (ana, chie, eve), first)
        if story != WAITS:
            await pry(world, ben, asked=True)
            await ben.slash("takara dig", tunnel=2)
            await ben.slash("undo")
        await world.restart(hard=True)
        await world.pass_time(hours=2)
        await look_around(world, (ana, chie, eve), first)
        if finish:
            await ben.slash("takara survey-step", reveal=False, looks=0)
            await world.pass_time(hours=1)
            await look_around(world, (ana, chie, eve), first)
        # The two who see the bot's letters to Ben are Ben and nobody else.
        told = {person.name: seen(world, match, person) for person in (ana, chie, eve)}
        return told, log_of(world, match), await world.app.desk.record(match)


async def look_around(world: Harbour, people: tuple[Person, ...], old: Post) -> None:
    for person in people:
        letters = [letter for letter in person.dms() if letter.controls]
        await pry(world, person, (old, *letters))
        if person.name != "Ana":
            await person.slash("undo")
            undo = next(control for control in world.board().controls if ":t:undo" in control.custom_id)
            await person.click(world.board(), undo.custom_id)


def compare(one: tuple[Told, list[str], bytes], other: tuple[Told, list[str], bytes]) -> None:
    for name in one[0]:
        same(one[0][name], other[0][name])
    same(one[1], other[1])
    assert one[2] == other[2]


@pytest.mark.parametrize(
    "draw", [pytest.param(sketch, marks=pytest.mark.fuzz), render.draw], ids=["sketched", "painted"]
)
async def test_an_open_survey_betrays_nothing(tmp_path: Path, draw: Any) -> None:
    """R12: whether a survey is open, at a monster or not, nobody else can tell, whatever they press or ask for, after
    hours and a restart either."""
    stories = [await survey_story(tmp_path / story, story, draw=draw) for story in (WAITS, PLAIN, MONSTER)]
    compare(stories[0], stories[1])
    compare(stories[0], stories[2])


async def test_a_monster_left_alone_betrays_nothing(tmp_path: Path) -> None:
    """R12: a survey that paused at a monster, left as it was, looks to all others like one that met nothing."""
    stories = [await survey_story(tmp_path / story, story, finish=True) for story in (PLAIN, MONSTER)]
    compare(*stories)


def truth_about_undo(live: Live, seat: int) -> bool:
    return live.match.may_take_back(seat)


def bare_number(live: Live, asked: int) -> int:
    return live.header.serial * 1000 + asked


@pytest.mark.parametrize(
    ("owner", "name", "leak"), [(looks, "_may_take_back", truth_about_undo), (Live, "tag", bare_number)]
)
async def test_a_survey_that_leaks_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, owner: Any, name: str, leak: Any
) -> None:
    """The test of the open survey fails if the button for taking back vanishes, or if custom ids count on."""
    monkeypatch.setattr(owner, name, leak)
    stories = [await survey_story(tmp_path / story, story) for story in (WAITS, MONSTER)]
    with pytest.raises(AssertionError, match="tells them apart"):
        compare(*stories)


async def test_taking_back_during_a_survey_is_refused_in_neutral_words(tmp_path: Path) -> None:
    """R12: that Ana can't take her day back any more tells that Ben has begun, as it had to, and not with what."""
    answers: list[str] = []
    plain, monster = before_a_survey()
    for deed, deal in (("dig", plain), ("survey", plain), ("survey", monster)):
        async with Harbour(
            tmp_path / f"{len(answers)}", seed=START, games={"takara": prepared("takara", deal)}
        ) as world:
            ana, ben, _ = people = [world.user(name) for name in SEAT_NAMES]
            await world.seat(*people)
            await ana.slash("takara tavern", count=2)
            more: dict[str, Any] = {"looks": 1} if deed == "survey" else {}
            await ben.slash(f"takara {deed}", tunnel=1, **more)
            answers.append((await ana.slash("undo")).text)
            undo = next(control for control in world.board().controls if ":t:undo" in control.custom_id)
            told = (await ana.click(world.board(), undo.custom_id)).posts[-1]
            assert told.private
            answers[-1] += told.text
    assert len(set(answers)) == 1


async def test_what_was_seen_in_a_survey_stays_with_the_one_who_saw_it(tmp_path: Path) -> None:
    """The cards are named to the surveyor alone, in words and picture; others learn the tunnel and their number."""
    _, monster = before_a_survey()
    async with Harbour(tmp_path, games={"takara": prepared("takara", monster)}) as world:
        people = [world.user(name) for name in SEAT_NAMES]
        match = await world.seat(*people)
        asked = await world.asked(match)
        assert asked is not None
        menu = next(control for control in world.board().controls if control.kind == "menu")
        value = next(str(option.value) for option in menu.options if ":survey|1." in str(option.value))
        told = (await asked.select(world.board(), value, menu=menu.custom_id)).posts[-1]
        assert told.private
        assert told.files
        assert "Tunnel 1, from the top" in told.text
        await asked.slash("takara survey-step", reveal=False, looks=0)
        for person in people:
            if person is not asked:
                for one in world.transcript(person):
                    assert "from the top" not in one.text
        assert "surveys tunnel 1: 1 card" in world.board().text
