"""Forming a table, leaving it and coming back."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from engines.desk.tables import Base
from tests.bot.harbour import Harbour

ALWAYS_SIX: dict[str, Any] = {"xp-tokens": "six"}


@pytest.fixture
async def world(tmp_path: Path) -> AsyncIterator[Harbour]:
    async with Harbour(tmp_path) as harbour:
        yield harbour


async def test_commands_do_what_the_card_does(world: Harbour) -> None:
    """Whoever prefers typing joins, leaves, starts and cancels by commands; the card shows it."""
    ana, ben = world.user("Ana"), world.user("Ben")
    await ana.slash("newgame", game="takara")
    await ben.slash("join")
    assert "2. Ben" in world.last().text
    await ben.slash("leave")
    assert "Ben" not in world.last().text
    assert "2" in (await ana.slash("start")).text
    await ana.slash("cancel")
    assert not world.last().controls
    assert (await ben.slash("join")).private


async def test_a_busy_channel_offers_a_thread(world: Harbour) -> None:
    """A second game gets a thread of its own with the options that were asked for; pressing twice opens one thread."""
    ana, ben = world.user("Ana"), world.user("Ben")
    await world.seat(ana, ben)
    offer = (await ana.slash("newgame", game="takara", order="random", **ALWAYS_SIX)).post
    async with world.at_once():
        await ana.click(offer, "Open a thread")
        await ana.click(offer, "Open a thread")
    (thread,) = world.threads()
    assert "Ana" in (thread.name or "")
    lobby = await world.app.desk.lobby(await world.match(thread))
    assert (lobby.order, lobby.options["xp_tokens"]) == ("random", "six")
    await ben.click(world.last(thread), "Join")
    await ana.click(world.last(thread), "Start")
    assert world.board(thread).files


async def test_the_host_alone_settles_options_order_and_language(world: Harbour) -> None:
    """What the host chooses stands on the card, in the table's language; others are told that only the host may."""
    ana, ben = world.user("Ana"), world.user("Ben")
    await ana.slash("newgame", game="takara")
    panel = (await ana.click(world.last(), "Options")).posts[-1]
    await ana.select(panel, "1", menu=lambda control: control.custom_id.endswith("set|impersonator"))
    await ana.select(panel, "random", menu=lambda control: ":l:order" in control.custom_id)
    await ana.select(panel, "ja", menu=lambda control: ":l:language" in control.custom_id)
    lobby = await world.app.desk.lobby(await world.match())
    assert (lobby.options["impersonator"], lobby.order, lobby.language) == ("any", "random", "ja")
    assert "タカラアイランド" in world.last().text
    foreign = (await ben.click(world.last(), lambda control: ":l:options" in control.custom_id)).posts[-1]
    reply = await ben.select(foreign, "joining", menu=lambda control: ":l:order" in control.custom_id)
    assert "host" in reply.text
    assert (await world.app.desk.lobby(lobby.match)).order == "random"


@pytest.mark.parametrize(
    ("permission", "named"),
    [
        ("send_messages", "Send Messages"),
        ("embed_links", "Embed Links"),
        ("attach_files", "Attach Files"),
        ("read_message_history", "Read Message History"),
    ],
)
async def test_a_missing_permission_is_named_before_the_game(world: Harbour, permission: str, named: str) -> None:
    """No table opens or starts where the bot could not play it; the person reads which permission is missing."""
    ana, ben = world.user("Ana"), world.user("Ben")
    world.deny(permission)
    reply = await ana.slash("newgame", game="takara")
    assert named in reply.text
    assert await world.app.desk.at(world.channel.id) is None
    world.allow(permission)
    await ana.slash("newgame", game="takara")
    await ben.slash("join")
    world.deny(permission)
    assert named in (await ana.slash("start")).text
    assert (await world.app.desk.lobby(await world.match())).open


async def test_who_resigns_can_come_back(world: Harbour) -> None:
    """The stand-in carries the seat on, the table is told, and /join gives the seat back."""
    people = [world.user(name) for name in ("Ana", "Ben", "Chie")]
    match = await world.seat(*people)
    asked = await world.asked(match)
    assert asked is not None
    sure = (await asked.slash("resign")).post
    await asked.click(sure, lambda control: ":t:resign" in control.custom_id)
    assert await world.asked(match) is not asked
    assert any("leaves the game" in message.text for message in world.channel_messages())
    reply = await asked.slash("join")
    assert reply.private
    look = await world.app.desk.look(match, asked.id)
    assert look.seat is not None
    assert not look.seats[look.seat].standin


async def test_who_has_left_the_server_is_noticed_by_those_who_look(world: Harbour) -> None:
    """A table does not wait for somebody who is gone: the next look at it hands the seat to the stand-in."""
    people = [world.user(name) for name in ("Ana", "Ben", "Chie")]
    match = await world.seat(*people)
    asked = await world.asked(match)
    assert asked is not None
    asked.leaves()
    other = next(person for person in people if person is not asked)
    reply = await other.slash("status")
    assert "stand-in" in reply.text
    assert await world.asked(match) is not asked


async def test_all_my_games_from_a_direct_message(world: Harbour) -> None:
    """/games names each game with its place, and a command without a channel asks which game is meant."""
    ana, ben = world.user("Ana"), world.user("Ben")
    other = world.create_channel("other")
    first, second = await world.seat(ana, ben), await world.seat(ana, ben, where=other)
    lines = (await ana.slash("games", ana.dm)).text
    assert f"<#{world.channel.id}>" in lines
    assert f"<#{other.id}>" in lines
    offered = [choice.value for choice in await ana.autocomplete("status", "game", "", ana.dm)]
    assert set(offered) == {first, second}
    assert (await ana.slash("status", ana.dm, game=second)).text
    assert (await ana.slash("board", ana.dm, game=second)).post.files
    assert not {"newgame", "join", "start"} & set(ana.commands(ana.dm))


async def test_moves_before_the_game_and_buttons_of_a_forgotten_one_are_answered_kindly(world: Harbour) -> None:
    """A command in a lobby, or a button of a table that no longer exists, says so and breaks nothing."""
    ana, ben = world.user("Ana"), world.user("Ben")
    assert (await ana.slash("takara dig", tunnel=1)).private
    await ana.slash("newgame", game="takara")
    assert "not begun" in (await ana.slash("takara dig", tunnel=1)).text
    assert (await ana.slash("undo")).private
    await ben.slash("join")
    await ana.slash("start")
    board = world.board()
    async with world.app.desk.db.work() as tx:
        for table in reversed(Base.metadata.sorted_tables):
            await tx.execute(table.delete())
    await world.restart()
    reply = await ana.click(board, lambda control: control.custom_id.endswith(":t:view"))
    assert any(post.private and "any more" in post.text for post in reply.posts)


async def test_the_rules_answer_by_topic(world: Harbour) -> None:
    """A topic can be picked or typed by its title; each answer leads to all others by its menu."""
    ana = world.user("Ana")
    goal = (await ana.slash("rules")).post
    turned = await ana.select(goal, "Digging")
    assert "The goal" in goal.text
    assert "Digging" in turned.text
    assert turned.post.controls[0].options[0].label == "The goal"
    picked = (await ana.autocomplete("rules", "topic", "digg"))[0]
    assert (await ana.slash("rules", topic=str(picked.value))).text == (await ana.slash("rules", topic="digging")).text
    assert (await ana.slash("rules", topic="cooking")).private
