"""A whole game by clicks under the board."""

from pathlib import Path

from tests.bot.harbour import Harbour, Player, choices_of


async def test_three_people_play_takara_to_its_end_by_clicks_with_restarts(tmp_path: Path) -> None:
    """Pressing what the board offers leads to the end, whatever restarts come between; the result is posted once."""
    async with Harbour(tmp_path) as world:
        people = [world.user(name) for name in ("Ana", "Ben", "Chie")]
        match = await world.seat(*people)
        player = Player(world)
        while (person := await world.asked(match)) is not None:
            private = [p for p in person.private_replies() if choices_of(p)]
            look = await world.app.desk.look(match, person.id)
            hidden = any(d.secret for d in look.decisions)
            await player.answer(person, private[-1] if hidden and private else world.board())
            if player.presses % 30 == 0:
                await world.restart(hard=player.presses % 60 == 0)
            assert player.presses < 600, "the game does not end"
        cards = [m for m in world.channel_messages() if "### Takara Island is over" in m.text]
        assert len(cards) == 1
        assert not [m for m in world.channel_messages() if m.controls]
