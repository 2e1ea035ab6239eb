"""A whole game that somebody plays alone, in direct messages."""

from pathlib import Path

from tests.bot.harbour import Harbour, Player, choices_of
from tests.bot.posts import Post
from tests.bot.tables import lobby, words

PATIENCE = 12
"""Presses on the way to one answer."""


async def test_somebody_plays_aerion_to_its_end_in_direct_messages_with_restarts(tmp_path: Path) -> None:
    """Pressing what the board offers leads to the end; nothing is told twice, and the server hears nothing of it."""
    async with Harbour(tmp_path, seed=4) as world:
        ana = world.user("Ana")
        panel = (await ana.slash("newgame", ana.dm, game="aerion")).post
        await ana.select(panel, "nightmare", menu=lambda control: ":l:preset|" in control.custom_id)
        await ana.click(ana.dms()[-1], lobby("start"))
        match = await world.match(ana.dm)
        player, turns = Player(world, 5), 0
        while await world.asked(match) is not None:
            (board,) = [post for post in ana.dms() if post.controls]
            assert choices_of(board), f"nothing to choose in {board.text!r}"
            assert board.files
            before = await world.app.desk.look(match, ana.id)
            shown: Post | None = board
            for _ in range(PATIENCE):
                assert shown is not None
                reply = await player.press(ana, shown)
                if (await world.app.desk.look(match, ana.id)).serial != before.serial:
                    break
                shown = next((post for post in reversed(reply.posts) if post.private and choices_of(post)), board)
            turns += 1
            if turns % 25 == 0:
                await world.restart(hard=turns % 50 == 0)
            assert turns < 1_500, "the game does not end"
        assert sum(words("bot.result.title", game="Aerion") in post.text for post in ana.dms()) == 1
        assert not [post for post in ana.dms() if post.controls]
        assert not world.channel_messages()
