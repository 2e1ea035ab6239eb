"""Whole games that somebody plays alone by clicks: in a channel, before others, and in direct messages."""

from __future__ import annotations

from pathlib import Path
from random import Random

from tests.bot.harbour import Harbour
from tests.bot.people import Person
from tests.bot.tables import lobby, words
from tests.bot.walker import EAGER, LONG_ENOUGH, Walker, Witness, changes_nothing, press_any


async def play(walker: Walker, witness: Witness, ana: Person, others: tuple[Person, ...] = ()) -> None:
    """To the end, with restarts, and with others who press what is not theirs."""
    world, rng, answers = walker.world, Random(1), 0
    phases: set[str] = set()
    look = await witness.after()
    while look.waiting_for:
        if answers % 25 == 0 or look.view.phase not in phases:
            await world.restart(hard=rng.random() < 0.5)
        phases.add(look.view.phase)
        if others and rng.random() < 0.1:
            post = rng.choice([witness.board, *witness.old[-1:]])
            reply = await press_any(rng.choice(others), post, rng, stale=post is not witness.board)
            if reply is not None:
                await changes_nothing(world, walker.match, reply, look)
        assert witness.board.files
        await walker.answer(ana, witness.board)
        look = await witness.after()
        answers += 1
        if answers == LONG_ENOUGH:
            walker.hurry()
        assert answers < 600, "the game does not end"


async def test_somebody_plays_aerion_to_its_end_in_direct_messages_with_restarts(tmp_path: Path) -> None:
    """What the board offers does what it says and leads to the end; nothing is told twice, and the server hears nothing
    of it."""
    async with Harbour(tmp_path, seed=2) as world:
        ana = world.user("Ana")
        panel = (await ana.slash("newgame", ana.dm, game="aerion")).post
        await ana.select(panel, "nightmare", menu=lambda control: ":l:preset|" in control.custom_id)
        await ana.click(ana.dms()[-1], lobby("start"))
        match = await world.match(ana.dm)
        walker = Walker(world, match, 2, EAGER)
        await play(walker, Witness(world, match, (ana,), ana.dm), ana)
        walker.check_walked()
        assert sum(words("bot.result.title", game="Aerion") in post.text for post in ana.dms()) == 1
        assert not [post for post in ana.dms() if post.controls]
        assert not world.channel_messages()


async def test_somebody_plays_aerion_to_its_end_in_a_channel_with_restarts(tmp_path: Path) -> None:
    """The same before others, who can press nothing; nobody is called, and one letter tells that the game began."""
    async with Harbour(tmp_path, seed=1) as world:
        ana, ben = world.user("Ana"), world.user("Ben")
        await ana.slash("newgame", game="aerion")
        await ana.click(world.last(), lobby("start"))
        match = await world.match()
        (letter,) = ana.dms()
        walker = Walker(world, match, 1, EAGER)
        await play(walker, Witness(world, match, (ana,)), ana, (ben,))
        walker.check_walked()
        first, last = ana.dms()
        assert first.id == letter.id
        assert words("bot.result.yours", game="Aerion").strip() in last.text
        assert sum(words("bot.result.title", game="Aerion") in post.text for post in world.channel_messages()) == 1
        assert not ben.dms()
        assert not ana.pings()
