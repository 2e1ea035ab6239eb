"""Hidden and simultaneous choices on Discord, pictures of their own, and a seat that nobody has."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.ui.speech import Speech
from engines.kernel.simulate import simulate
from tests.bot.chips import CHIPS, GAMES, Chips, in_words
from tests.bot.harbour import Harbour
from tests.bot.people import Person, Reply
from tests.bot.posts import Post
from tests.bot.prying import renumbered, same, seen
from tests.bot.tables import Table, words

SCENE = "What was hidden"
HIDE = words("bot.button.secret")


@pytest.fixture
def scenes(monkeypatch: pytest.MonkeyPatch) -> None:
    """The borrowed name of the toy has no words for its picture."""
    borrowed = Speech._sentence

    def sentence(self: Speech, key: str, lang: str, n: int | None) -> str | None:
        return SCENE if key == "takara.scene.round" else borrowed(self, key, lang, n)

    monkeypatch.setattr(Speech, "_sentence", sentence)


@pytest.fixture
async def world(tmp_path: Path, scenes: None) -> AsyncIterator[Harbour]:
    async with Harbour(tmp_path, games=GAMES, textboard=in_words) as harbour:
        yield harbour


def private(reply: Reply) -> Post:
    """The private message that came of a press."""
    return next(post for post in reversed(reply.posts) if post.private)


async def choose(person: Person, table: Table, key: str) -> Reply:
    """Open what is hidden behind the board's button, and choose that."""
    return await person.click(private(await person.click(table.board, HIDE)), f"{key} 0")


async def guessing(world: Harbour, *names: str) -> Table:
    """A table at which everybody is to guess."""
    table = await Table.of(world, *(names or ("Ana", "Ben", "Chie")))
    for person in table.people:
        await choose(person, table, "alpha")
    return table


def test_the_toy_keeps_its_promises() -> None:
    assert simulate(Chips(), 3, {}, 1, 4, check=True).faults == []


async def test_the_board_shows_what_is_open_and_one_button_for_what_is_hidden(world: Harbour) -> None:
    """Whose turn it is, and building, stand there as ever; the chips open in private, for the one who is asked."""
    table = await Table.of(world, "Ana", "Ben")
    ana, ben = table.people
    assert "Ana" in table.board.text
    assert {"house 0", "tower 0", HIDE} <= set(table.board.labels)
    assert not any(chip in f"{table.board.text} {table.board.labels} {table.board.custom_ids}" for chip in CHIPS)
    await ana.click(table.board, "tower 0")
    own = private(await ana.click(table.board, HIDE))
    assert {f"{chip} 0" for chip in CHIPS} <= set(own.labels)
    assert "ask drop" in own.text
    other = private(await ben.click(table.board, HIDE))
    assert not any(chip in f"{other.text} {other.labels} {other.custom_ids}" for chip in CHIPS)
    await ana.click(own, "beta 0")
    assert (await table.asked()) is ben
    eve = world.user("Eve")
    for command in ("board", "view", "log", "status"):
        await eve.slash(command)
    assert not any("beta" in f"{one.text} {one.controls}" for one in world.transcript(eve))


async def test_whoever_has_answered_sees_what(world: Harbour) -> None:
    """For their eyes only, until everybody has answered; the last answer counts."""
    table = await guessing(world)
    _, ben, _ = table.people
    assert words("bot.answer.given", answer="") not in (await ben.slash("view")).text
    for guess in ("low", "high"):
        said = words("bot.answer.given", answer=f"{guess} 0")
        assert said in private(await choose(ben, table, guess)).text
        assert said in private(await ben.click(table.board, HIDE)).text
        assert said not in table.board.text


async def test_all_know_who_has_answered(world: Harbour) -> None:
    """The line names those who are waited for, and those who have answered; /status does too."""
    table = await guessing(world)
    ana, ben, _ = table.people
    assert words("bot.board.answered", who="") not in table.board.text
    await choose(ben, table, "low")
    line = table.board.text.splitlines()[0]
    assert "Ana" in line
    assert "Chie" in line
    assert line.endswith(words("bot.board.answered", who="Ben"))
    assert words("bot.status.answered", who="Ben") in (await ana.slash("status")).text
    assert len(table.board.labels) == len(set(table.board.labels))
    assert HIDE in table.board.labels


async def story(data: Path, *, changes: bool) -> list[list[object]]:
    """What the others see of a round in which Ben chooses once, or changes his mind, with a day before Chie chooses."""
    async with Harbour(data, games=GAMES, textboard=in_words) as world:
        table = await guessing(world)
        ana, ben, chie = table.people
        eve = world.user("Eve")
        for person in (ben, chie):
            person.close_dms()
        await choose(ben, table, "low")
        await world.pass_time(hours=1)
        await choose(ana, table, "low")
        if changes:
            await choose(ben, table, "high")
            await choose(ben, table, "low")
        await world.pass_time(hours=1)
        await world.restart(hard=True)
        await world.skip(hours=25)
        for person in (ana, chie, eve):
            for command in ("board", "view", "log", "status", "undo", "games", "end"):
                await person.slash(command)
            await person.click(table.board, HIDE)
        await choose(chie, table, "low")
        await world.skip(hours=25)
        for command in ("board", "log", "status"):
            await eve.slash(command)
        return [[*renumbered(seen(world, table.match, person))] for person in (ana, chie, eve)]


async def test_a_changed_answer_is_seen_by_nobody(tmp_path: Path, scenes: None) -> None:
    """Messages, edits, pictures, custom ids, reminders, news and moments are the same for others, whatever they ask
    for, also when all have chosen."""
    plain, changed = [await story(tmp_path / str(c), changes=c) for c in (False, True)]
    for one, other in zip(plain, changed, strict=True):
        same(one, other)


async def test_a_picture_of_its_own_stands_once_above_the_next_board(world: Harbour) -> None:
    """With its line and without controls, also after a restart; at the end above the result."""
    table = await guessing(world, "Ana", "Ben")
    for number in (1, 2):
        for person in table.people:
            await choose(person, table, "low")
        await world.restart(hard=True)
        posts = world.channel_messages()
        shown = [post for post in posts if SCENE in post.text]
        assert len(shown) == number
        assert shown[-1].files
        assert not shown[-1].controls
        assert posts.index(shown[-1]) == len(posts) - 2
        if number == 1:
            assert posts[-1].id == table.board.id
            for person in table.people:
                await choose(person, table, "alpha")
    assert words("bot.result.title", game="Takara Island") in world.channel_messages()[-1].text
    assert len({post.picture.sha256 for post in world.channel_messages() if SCENE in post.text}) == 2


async def test_a_seat_that_nobody_has_is_named_in_the_table_s_words(world: Harbour) -> None:
    """In what is told, in the board in words and on the result card, where it stands among the others."""
    table = await guessing(world, "Ana", "Ben")
    for person in table.people:
        await choose(person, table, "low")
    robot = words("bot.lobby.order.random")
    assert words("bot.board.answered", who=robot) in table.board.text
    assert f"last of them {robot}" in (await table.people[0].slash("board", text=True)).text
    for verb in ("alpha", "low"):
        for person in table.people:
            await choose(person, table, verb)
    card = world.channel_messages()[-1].text
    assert robot in card
    assert card.index(robot) < card.index("Ana")


async def test_a_rulebook_s_own_reason_is_what_the_player_reads(world: Harbour) -> None:
    table = await Table.of(world, "Ana", "Ben")
    for person in table.people:
        assert "no digging here" in (await person.slash("takara dig", tunnel=1)).text
