"""Aerion in the fewest clicks: §16 of its rules, counted under the public board and in a letter."""

from __future__ import annotations

from pathlib import Path

from tests.bot.people import Reply
from tests.bot.posts import Post
from tests.bot.test_aerion_commands import at, sit


def panel(reply: Reply) -> Post:
    """The private message that came of a press."""
    return next(post for post in reversed(reply.posts) if post.private)


def dice(post: Post) -> str:
    """The menu of the dice to reroll."""
    return next(c.custom_id for c in post.controls if c.custom_id.endswith(("|joint", "|add")))


async def test_a_turn_is_two_clicks(tmp_path: Path) -> None:
    """Roll; take. The next turn's board stands anew."""
    async with at(tmp_path, state="turn_start") as world:
        table = await sit(world)
        (ana,) = table.people
        await ana.click(world.board(), "Roll")
        assert (await table.seen())["state"] == "rolling"
    async with at(tmp_path / "rolled", D1="MC", dice=[3, 3, 5, 5, 1, 2]) as world:
        table = await sit(world)
        (ana,) = table.people
        before = world.board()
        await ana.click(before, "① Sailcloth → workshop 1")
        assert (await table.seen())["turn"] == 2
        assert world.board().id != before.id


async def test_each_reroll_is_two_choices(tmp_path: Path) -> None:
    """The dice under the board, then the card that pays; the private panel goes on with the next dice."""
    async with at(tmp_path, D1="MC", D2="BK", D3="CM", dice=[2, 2, 5, 6, 1, 3]) as world:
        table = await sit(world)
        (ana,) = table.people
        menu = dice(world.board())
        ways = panel(await ana.select(world.board(), "Die 3: 5", "Die 4: 6", menu=menu))
        onward = panel(await ana.click(ways, "Discard ② Book"))
        assert (await table.seen())["D2"] == ""
        ways = panel(await ana.select(onward, "Die 6: 3", menu=dice(onward)))
        await ana.click(ways, "Discard ③ Moon crew")
        assert (await table.seen())["D3"] == ""


async def test_a_pixie_is_two_choices(tmp_path: Path) -> None:
    """Behind its button: which die; its new face."""
    async with at(tmp_path, D1="MC", dice=[4, 4, 4, 1, 2, 6]) as world:
        table = await sit(world)
        (ana,) = table.people
        opened = panel(await ana.click(world.board(), lambda c: "use_pixie" in c.custom_id))
        which = panel(await ana.select(opened, "Die 4: 1", menu=dice(opened)))
        await ana.click(which, "Set to 4")
        assert (await table.seen())["dice"] == [4, 4, 4, 4, 2, 6]
