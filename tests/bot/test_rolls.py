"""Answers in stages, second presses and turns of one's own, as people meet them on Discord."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.bot.harbour import Harbour
from tests.bot.people import Person, Reply
from tests.bot.posts import Control, Post
from tests.bot.rolls import ROLLS, in_words
from tests.bot.tables import Table, tool, words

SURE = words("bot.button.sure")


@pytest.fixture
async def world(tmp_path: Path) -> AsyncIterator[Harbour]:
    async with Harbour(tmp_path, games=ROLLS, textboard=in_words) as harbour:
        yield harbour


def dice_menu(post: Post) -> Control:
    """The menu of the dice to reroll."""
    return next(control for control in post.controls if control.custom_id.endswith(("|joint", "|add")))


async def reroll(person: Person, post: Post, *dice: int) -> Reply:
    """Choose these dice in the menu on that message."""
    return await person.select(post, *(f"die {n} 0" for n in dice), menu=dice_menu(post).custom_id)


def panel(reply: Reply) -> Post:
    """The private message that came of a press."""
    return next(post for post in reversed(reply.posts) if post.private)


async def stands(table: Table) -> str:
    """The board in words."""
    look = await table.world.app.desk.look(table.match, None)
    return in_words("", look.view, None)


async def test_a_reroll_is_two_choices(world: Harbour) -> None:
    """The dice on the board, then the way in private; the private panel says what came of it."""
    table = await Table.of(world, "Ana")
    (ana,) = table.people
    ways = await reroll(ana, table.board, 3, 4)
    assert "die 3 0 and die 4 0" in panel(ways).text
    assert panel(ways).labels == (*(f"Discard column {n} 0" for n in (1, 2, 3)), "Free reroll 0", "Back")
    assert await stands(table) == "rolls 0, helps 0, turn 0"
    done = await ana.click(panel(ways), "Free reroll 0")
    assert done.private
    assert "rerolled" in done.text
    assert await stands(table) == "rolls 1, helps 0, turn 0"
    ways = await reroll(ana, table.board, 1)
    await ana.click(panel(ways), "Discard column 2 0")
    ways = await reroll(ana, table.board, 1, 2, 3, 4, 5, 6)
    assert [label for label in panel(ways).labels if "column" in label] == ["Discard column 1 0", "Discard column 3 0"]


async def test_a_half_chosen_reroll_survives_a_restart(world: Harbour) -> None:
    """Nothing is kept anywhere; what was chosen stands in the controls."""
    table = await Table.of(world, "Ana")
    (ana,) = table.people
    ways = await reroll(ana, table.board, 2, 5)
    await world.restart(hard=True)
    stale = panel(ways)
    await ana.click(stale, "Discard column 3 0")
    assert await stands(table) == "rolls 1, helps 0, turn 0"
    late = await ana.click(stale, "Free reroll 0", stale=True)
    assert words("kernel.decided_already") in panel(late).text
    assert await stands(table) == "rolls 1, helps 0, turn 0"


async def test_a_consequence_is_told_before_it_counts(world: Harbour) -> None:
    """A press, or a command, is answered with the warning in private; the red button then does it, once."""
    table = await Table.of(world, "Ana")
    (ana,) = table.people
    for turn, warned in enumerate((await ana.click(table.board, "dig 3 0"), None)):
        reply = warned or await ana.slash("takara dig", tunnel=3)
        assert "Digging there costs a die." in panel(reply).text
        warning = panel(reply)
        assert warning.labels == (SURE,)
        assert await stands(table) == f"rolls 0, helps 0, turn {turn}"
        await world.restart(hard=True)
        await ana.click(warning, SURE)
        assert await stands(table) == f"rolls 0, helps 0, turn {turn + 1}"
        again = await ana.click(warning, SURE, stale=True)
        assert words("kernel.decided_already") in panel(again).text
        assert await stands(table) == f"rolls 0, helps 0, turn {turn + 1}"
    await ana.click(table.board, "dig 1 0")
    assert await stands(table) == "rolls 0, helps 0, turn 3"


async def test_a_turn_of_ones_own_begins_with_a_new_board(world: Harbour) -> None:
    """It stands at the end of the channel and calls nobody; the old one has no controls; the letter is edited."""
    table = await Table.of(world, "Ana")
    (ana,) = table.people
    ways = await reroll(ana, table.board, 1)
    await ana.click(panel(ways), "Free reroll 0")
    before, letters, rings = table.board, len(ana.dms()), table.rings(ana)
    await ana.click(table.board, "dig 1 0")
    assert table.board.id != before.id
    assert table.board.id == world.last().id
    assert "rerolled" in table.board.text
    assert [post.id for post in world.channel_messages() if post.controls] == [table.board.id]
    assert (len(ana.dms()), table.rings(ana)) == (letters, rings)
    assert "rerolled" in ana.dms()[-1].text
    assert table.board.jump in ana.dms()[-1].text
    await ana.click(table.board, "dig 1 0")
    assert "rerolled" not in table.board.text + ana.dms()[-1].text


async def test_a_turn_can_be_taken_back_from_the_new_board(world: Harbour) -> None:
    table = await Table.of(world, "Ana")
    (ana,) = table.people
    await ana.click(table.board, "dig 1 0")
    board = table.board
    await ana.click(board, tool("undo"))
    assert await stands(table) == "rolls 0, helps 0, turn 0"
    assert table.board.id == board.id
    await ana.click(table.board, "dig 2 0")
    assert await stands(table) == "rolls 0, helps 0, turn 1"


async def test_help_at_any_time_leaves_the_board_to_whose_turn_it_is(world: Harbour) -> None:
    """The board has the controls of the one waited for; the other finds theirs in private, and can't use those."""
    table = await Table.of(world, "Ana", "Ben")
    asked = await table.asked()
    (other,) = await table.waiting()
    assert "Help 0" not in table.board.labels
    for wrong in (await reroll(other, table.board, 1), await other.click(table.board, "dig 1 0")):
        assert words("kernel.not_your_turn") in panel(wrong).text
    assert await stands(table) == "rolls 0, helps 0, turn 0"
    private = await other.click(table.board, tool("view"))
    helping = await other.click(panel(private), "Help 0")
    helping = await other.click(panel(helping), "silk 0")
    await other.click(panel(helping), "salt 0")
    assert await stands(table) == "rolls 0, helps 1, turn 0"
    board = table.board
    await asked.click(board, "dig 1 0")
    assert await stands(table) == "rolls 0, helps 1, turn 1"
    assert await table.asked() is other
