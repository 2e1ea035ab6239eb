"""Games that somebody plays alone: in direct messages, where nothing else is needed, and in a channel."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.bot.harbour import Harbour, Player, choices_of
from tests.bot.people import Person
from tests.bot.posts import Post
from tests.bot.solitaire import SOLITAIRE, in_words
from tests.bot.tables import lobby, tool, words


@pytest.fixture
async def world(tmp_path: Path) -> AsyncIterator[Harbour]:
    async with Harbour(tmp_path, games=SOLITAIRE, textboard=in_words) as harbour:
        yield harbour


async def begin(world: Harbour, person: Person) -> str:
    """A game that this person plays in direct messages."""
    await person.slash("newgame", person.dm, game="takara")
    await person.click(person.dms()[-1], lobby("start"))
    return await world.match(person.dm)


def board(person: Person) -> Post:
    """What stands in the direct messages with controls."""
    (standing,) = [post for post in person.dms() if post.controls]
    return standing


async def press(person: Person, key: str) -> None:
    """Answer with that key on the board in direct messages."""
    standing = board(person)
    await person.click(standing, lambda control: control.custom_id.endswith(f"|{key}"))


async def test_a_whole_game_in_direct_messages_with_restarts(world: Harbour) -> None:
    """The board stands there with its controls, anew after each turn, and no letters beside it; nobody else sees it."""
    ana, ben = world.user("Ana"), world.user("Ben")
    match = await begin(world, ana)
    player = Player(world, 3)
    boards = {board(ana).id}
    while await world.asked(match) is not None:
        look = await world.app.desk.look(match, ana.id)
        assert choices_of(board(ana))
        assert board(ana).files
        await player.press(ana, board(ana))
        boards |= {post.id for post in ana.dms() if post.controls}
        if player.presses % 3 == 0:
            await world.restart(hard=player.presses % 2 == 0)
        assert (await world.app.desk.look(match, ana.id)).serial != look.serial
        assert player.presses < 100, "the game does not end"
    assert len(boards) > 3
    said = [post.text for post in ana.dms()]
    assert sum(words("bot.result.title", game="Takara Island") in text for text in said) == 1
    assert not [post for post in ana.dms() if post.controls]
    assert len(said) == len(boards) + 2
    assert not world.channel_messages()
    assert not world.transcript(viewer=ben)


async def test_the_card_for_one_offers_what_one_can_do(world: Harbour) -> None:
    """Whoever opens a table in direct messages gets the options at once; the card has no seats to take."""
    ana = world.user("Ana")
    reply = await ana.slash("newgame", ana.dm, game="takara")
    assert reply.private
    assert words("bot.answer.opened_alone") in reply.text
    assert any(":l:preset|" in control.custom_id for control in reply.post.controls)
    assert not any(":l:order|" in control.custom_id for control in reply.post.controls)
    card = ana.dms()[-1]
    assert {control.custom_id.split(":l:")[1] for control in card.controls} == {"start|", "options|", "cancel|"}
    await ana.click(card, lobby("cancel"))
    assert not ana.dms()[-1].controls
    await ana.slash("newgame", ana.dm, game="takara")
    await ana.slash("leave", ana.dm)
    assert words("bot.lobby.cancelled", game="Takara Island") in ana.dms()[-1].text


async def test_what_needs_company_is_sent_to_a_server(harbour: Harbour) -> None:
    """A game for two or more says kindly that it wants a channel; nothing is opened."""
    ana = harbour.user("Ana")
    reply = await ana.slash("newgame", ana.dm, game="takara")
    assert words("desk.not_alone") in reply.text
    assert await harbour.app.desk.at(ana.dm.id) is None
    assert words("bot.answer.no_game_here") in (await ana.slash("join", ana.dm)).text


async def test_everything_works_by_commands_too(world: Harbour) -> None:
    """In direct messages a command means the game that is played there; links lead to its board."""
    ana = world.user("Ana")
    assert {"newgame", "join", "leave", "start", "cancel"} <= set(ana.commands(ana.dm))
    await ana.slash("newgame", ana.dm, game="takara")
    assert (await ana.slash("status", ana.dm)).private
    await ana.slash("start", ana.dm)
    await press(ana, "step")
    assert board(ana).jump in (await ana.slash("status", ana.dm)).text
    listed = (await ana.slash("games", ana.dm)).text
    assert board(ana).jump in listed
    assert words("bot.place.dm") in listed
    assert "<#" not in listed
    assert (await ana.slash("board", ana.dm)).post.files
    assert "points (1,)" in (await ana.slash("view", ana.dm)).text
    await ana.slash("undo", ana.dm)
    assert "points (0,)" in (await ana.slash("board", ana.dm, text=True)).text
    assert (await ana.slash("log", ana.dm)).private
    assert (await ana.slash("settings", ana.dm)).private
    assert (await ana.slash("join", ana.dm)).private


async def test_what_is_taken_back_and_what_is_secret_shows_on_the_one_board(world: Harbour) -> None:
    """Undo stands there only while it can be had; a secret question stands on the board, for nobody else sees it."""
    ana = world.user("Ana")
    await begin(world, ana)
    first = board(ana)
    assert not [c for c in first.controls if tool("undo")(c)]
    await press(ana, "step")
    await ana.click(board(ana), tool("undo"))
    assert board(ana).id == first.id
    await press(ana, "peek")
    assert "card" in board(ana).text
    assert board(ana).id == first.id
    await press(ana, "hide")
    assert board(ana).id != first.id
    assert len([post for post in ana.dms() if post.controls]) == 1


async def test_a_second_game_waits_until_the_first_is_given_up(world: Harbour) -> None:
    """Direct messages hold one game that plays. Who has left it can come back, or begin another; then the first sleeps
    on."""
    ana = world.user("Ana")
    first = await begin(world, ana)
    old = board(ana)
    assert words("bot.answer.busy_alone") in (await ana.slash("newgame", ana.dm, game="takara")).text
    sure = (await ana.slash("resign", ana.dm)).post
    await ana.click(sure, tool("resign"))
    assert (await world.app.desk.status(first)).status == "asleep"
    await ana.slash("join", ana.dm)
    assert (await world.app.desk.status(first)).status == "playing"
    await ana.click((await ana.slash("resign", ana.dm)).post, tool("resign"))
    await ana.slash("newgame", ana.dm, game="takara")
    await ana.slash("start", ana.dm)
    second = await world.match(ana.dm)
    assert second != first
    assert {line.match: line.status for line in await world.app.desk.games_of(ana.id)} == {
        first: "asleep",
        second: "playing",
    }
    late = await ana.click(old, lambda control: control.custom_id.endswith("|step"), stale=True)
    assert words("desk.standin_plays") in late.text
    assert (await world.app.desk.look(second, ana.id)).view.points == (0,)


async def test_a_game_elsewhere_makes_the_commands_ask(world: Harbour) -> None:
    """With one game here and one in a channel, what is about no question asks which is meant."""
    ana, ben = world.user("Ana"), world.user("Ben")
    here = await begin(world, ana)
    there = await world.seat(ana, ben)
    reply = await ana.slash("log", ana.dm)
    assert words("bot.answer.which_game") in reply.text
    assert {option.value for control in reply.post.controls for option in control.options} == {here, there}
    assert any(words("bot.place.dm") in option.label for c in reply.post.controls for option in c.options)
    assert (await ana.slash("log")).text


async def test_nobody_else_gets_at_a_game_in_direct_messages(world: Harbour) -> None:
    """Others are neither told of it nor offered it, and whoever knows its id is told nothing either."""
    ana, ben = world.user("Ana"), world.user("Ben")
    match = await begin(world, ana)
    for where in (None, ben.dm):
        assert words("bot.answer.no_game_of_yours") in (await ben.slash("games", where)).text
        assert not await ben.autocomplete("board", "game", "", where)
        for command in ("board", "view", "status", "log", "undo", "resign"):
            assert words("bot.answer.no_game_of_yours") in (await ben.slash(command, where, game=match)).text
        assert words("bot.answer.no_game_here") in (await ben.slash("join", where)).text
    assert not [sent for sent in world.transcript(viewer=ben) if "Ana" in sent.text]


async def test_the_end_can_be_looked_at(world: Harbour) -> None:
    """A finished game still answers where it was played."""
    ana = world.user("Ana")
    match = await begin(world, ana)
    while await world.asked(match) is not None:
        await press(ana, "step")
        if await world.asked(match) is not None:
            await press(ana, "end")
    assert (await ana.slash("board", ana.dm)).post.files
    assert words("bot.log.title") in (await ana.slash("log", ana.dm)).text
    again = await begin(world, ana)
    assert again != match
    assert board(ana).files


async def test_closed_direct_messages_put_the_game_to_sleep_and_the_next_move_wakes_it(world: Harbour) -> None:
    """Nothing is lost while the board can't be shown, and nothing is reported as broken."""
    ana = world.user("Ana")
    match = await begin(world, ana)
    private = (await ana.slash("board", ana.dm)).post
    ana.close_dms()
    await ana.click(private, lambda control: control.custom_id.endswith("|roll"))
    assert (await world.app.desk.status(match)).status == "asleep"
    ana.open_dms()
    answer = (await ana.slash("board", ana.dm)).post
    await ana.click(answer, lambda control: control.custom_id.endswith("|roll"))
    assert (await world.app.desk.status(match)).status == "playing"
    assert board(ana).files


async def test_in_a_channel_the_host_can_start_alone_or_wait(world: Harbour) -> None:
    """A table for one or two starts with one, and takes a second until then."""
    ana, ben = world.user("Ana"), world.user("Ben")
    await ana.slash("newgame", game="takara")
    card = world.last()
    assert not card.control(lobby("start")).disabled
    assert not card.control(lobby("join")).disabled
    await ana.click(card, lobby("start"))
    match = await world.match()
    assert len((await world.app.desk.look(match, None)).seats) == 1
    assert world.board().files
    assert words("desk.not_seated") in (await ben.click(world.board(), tool("view"))).text
    other = world.create_channel("other")
    await ana.slash("newgame", other, game="takara")
    await ben.click(world.last(other), lobby("join"))
    assert world.last(other).control(lobby("join")).disabled
    await ana.click(world.last(other), lobby("start"))
    assert len((await world.app.desk.look(await world.match(other), None)).seats) == 2
