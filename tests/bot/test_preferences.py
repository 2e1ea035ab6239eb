"""Languages and pings: a person's in private, the table's in public."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.bot.harbour import Harbour


@pytest.fixture
async def world(tmp_path: Path) -> AsyncIterator[Harbour]:
    async with Harbour(tmp_path) as harbour:
        yield harbour


async def test_letters_and_answers_speak_the_persons_language(world: Harbour) -> None:
    """Whose Discord speaks Japanese reads Japanese in private, while the table goes on in English."""
    ana, ben = world.user("Ana", locale="ja"), world.user("Ben")
    await ben.slash("newgame", game="takara")
    await ana.click(world.last(), "Join")
    await ben.click(world.last(), "Start")
    match = await world.match()
    if await world.asked(match) is ben:
        await ben.click(world.board(), lambda control: ":tavern|" in control.custom_id)
    assert "タカラアイランド" in ana.dms()[-1].text
    assert "turn" in world.board().text
    assert "タカラアイランド" in (await ana.slash("rules")).text


async def test_a_chosen_language_outweighs_discords(world: Harbour) -> None:
    """/settings: what a person chooses counts for everything private."""
    ana = world.user("Ana")
    panel = (await ana.slash("settings")).post
    await ana.select(panel, "ja", menu=lambda control: control.custom_id.endswith("settings|language"))
    assert (await ana.slash("status")).text == world.app.speech.voice("ja", str).say("bot.answer.no_game_here")


async def test_only_who_manages_the_server_changes_its_settings(world: Harbour) -> None:
    """Others see them; the menu of a manager who is none any more does nothing."""
    ana, ben = world.user("Ana"), world.user("Ben")
    ana.gets("manage_guild")
    assert len((await ben.slash("settings")).post.controls) == 2
    panel = (await ana.slash("settings")).post
    assert len(panel.controls) == 4
    await ana.select(panel, "mention", menu=lambda control: control.custom_id.endswith("settings|style"))
    assert (await world.app.desk.people.guild(world.guild_id)).ping == "mention"


@pytest.mark.parametrize(
    ("style", "letters", "pings"), [("dm", 1, 0), ("mention", 0, 1), ("both", 1, 1), ("none", 0, 0)]
)
async def test_the_servers_style_decides_how_a_turn_is_told(
    world: Harbour, style: str, letters: int, pings: int
) -> None:
    """By letter, by a mention under the board, by both, or not at all: once each."""
    ana, ben = world.user("Ana"), world.user("Ben")
    ana.gets("manage_guild")
    panel = (await ana.slash("settings")).post
    await ana.select(panel, style, menu=lambda control: control.custom_id.endswith("settings|style"))
    match = await world.seat(ana, ben)
    asked = await world.asked(match)
    assert asked is not None
    assert (len(asked.dms()), len(asked.pings())) == (letters, pings)


async def test_who_wants_no_letters_is_mentioned(world: Harbour) -> None:
    """Direct messages off: the board itself calls the player, and /status says so."""
    ana, ben = world.user("Ana"), world.user("Ben")
    for person in (ana, ben):
        panel = (await person.slash("settings")).post
        await person.select(panel, "off", menu=lambda control: control.custom_id.endswith("settings|dms"))
    match = await world.seat(ana, ben)
    asked = await world.asked(match)
    assert asked is not None
    assert not asked.dms()
    assert asked.pings() == (world.board(),)
    assert "mention" in (await ana.slash("status")).text
