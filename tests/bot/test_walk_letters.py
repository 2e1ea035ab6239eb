"""A whole game from direct messages."""

from pathlib import Path

from tests.bot.harbour import Harbour, Player, choices_of


async def test_three_people_play_takara_to_its_end_from_direct_messages_with_restarts(tmp_path: Path) -> None:
    """The message that tells a turn carries its controls, up to the end of the turn; nobody needs the channel."""
    async with Harbour(tmp_path, seed=3) as world:
        people = [world.user(name) for name in ("Ana", "Ben", "Chie")]
        match = await world.seat(*people)
        player = Player(world, 5)
        while (person := await world.asked(match)) is not None:
            letter = person.dms()[-1]
            assert choices_of(letter), f"nothing to choose in {letter.text!r}"
            assert letter.files
            assert "discord.com/channels/" in letter.content
            await player.answer(person, letter)
            if player.presses % 30 == 0:
                await world.restart(hard=player.presses % 60 == 0)
            assert player.presses < 600, "the game does not end"
        for person in people:
            assert not [m for m in person.dms() if m.controls]
            assert "is over" in person.dms()[-1].text
