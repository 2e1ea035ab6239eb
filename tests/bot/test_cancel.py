"""Calling a game off: by its host and by who moderates, at any time, even when its rules are broken."""

from __future__ import annotations

from pathlib import Path

import pytest

from engines.takara.game import TakaraIsland
from tests.bot.harbour import Harbour
from tests.bot.people import Person
from tests.bot.tables import tool, words

OFF = "has called the game off."


async def table(world: Harbour) -> tuple[str, Person, Person]:
    ana, ben = world.user("Ana"), world.user("Ben")
    return await world.seat(ana, ben), ana, ben


async def test_the_host_calls_a_game_off(harbour: Harbour) -> None:
    """Asked first, in private; then the table reads by whom, nothing can be pressed, and the channel is free."""
    match, ana, ben = await table(harbour)
    board = harbour.board()
    before = len(harbour.channel_messages())
    sure = await ana.slash("cancel")
    assert sure.private
    assert words("bot.cancel.sure") in sure.text
    assert len(harbour.channel_messages()) == before
    assert (await harbour.app.desk.look(match, None)).status == "playing"
    done = await ana.click(sure.post, tool("cancel"))
    assert words("bot.cancel.done") in done.text
    (card,) = (post for post in harbour.channel_messages() if OFF in post.text)
    assert "Ana" in card.text
    assert card.files
    for person in (ana, ben):
        assert sum(OFF in post.text for post in person.dms()) == 1
        assert not [post for post in person.dms() if post.controls]
    assert not [post for post in harbour.channel_messages() if post.controls]
    assert words("desk.cancelled") in (await ben.click(board, tool("undo"), stale=True)).text
    assert words("bot.answer.no_game_of_yours") in (await ben.slash("games")).text
    assert await harbour.seat(ana, ben) != match


async def test_others_can_not(harbour: Harbour) -> None:
    """Neither a player nor whoever watches, and they read what there is instead."""
    match, _, ben = await table(harbour)
    for person in (ben, harbour.user("Eve")):
        refused = await person.slash("cancel")
        assert refused.private
        assert words("desk.not_to_cancel") in refused.text
    assert (await harbour.app.desk.look(match, None)).status == "playing"


@pytest.mark.parametrize("permission", ["manage_messages", "manage_channels", "manage_guild"])
async def test_whoever_moderates_does(harbour: Harbour, permission: str) -> None:
    """A game that is somebody else's, whatever it is that they manage; also one that forms."""
    match, ana, ben = await table(harbour)
    mod = harbour.user("Mo")
    mod.gets(permission)
    await mod.click((await mod.slash("cancel")).post, tool("cancel"))
    assert (await harbour.app.desk.look(match, None)).status == "cancelled"
    assert any("Mo" in post.text and OFF in post.text for post in harbour.channel_messages())
    await ana.slash("newgame", game="takara")
    assert words("bot.answer.cancelled") in (await mod.slash("cancel")).text
    assert not [post for post in harbour.channel_messages() if post.controls]
    assert ben.dms()


async def test_a_game_whose_rules_broke(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing of it can be shown any more, and still its channel comes free, and its people read why."""
    async with Harbour(tmp_path) as world:
        match, ana, ben = await table(world)

        def broken(self: TakaraIsland, raw: bytes) -> object:
            raise ValueError(raw)

        monkeypatch.setattr(TakaraIsland, "decode", broken)
        await world.restart()
        with world.expect_faults("rules_broke"):
            assert words("desk.broke") in (await ana.slash("board")).text
            await ana.click((await ana.slash("cancel")).post, tool("cancel"))
        (card,) = (post for post in world.channel_messages() if OFF in post.text)
        assert not card.files
        assert not [post for post in world.channel_messages() if post.controls]
        for person in (ana, ben):
            assert sum(OFF in post.text for post in person.dms()) == 1
            assert not [post for post in person.dms() if post.controls]
        monkeypatch.undo()
        assert await world.seat(ana, ben) != match


async def test_alone_in_direct_messages(harbour: Harbour) -> None:
    ana = harbour.user("Ana")
    await ana.slash("newgame", ana.dm, game="aerion")
    await ana.slash("start", ana.dm)
    await ana.click((await ana.slash("cancel", ana.dm)).post, tool("cancel"))
    assert sum(OFF in post.text for post in ana.dms()) == 1
    assert not [post for post in ana.dms() if post.controls]
    await ana.slash("newgame", ana.dm, game="aerion")


async def test_it_is_asked_in_japanese(harbour: Harbour) -> None:
    ana = harbour.user("Ana")
    ana.set_locale("ja")
    await harbour.app.desk.people.set_guild(harbour.guild_id, language="ja")
    await ana.slash("newgame", game="aerion")
    await ana.slash("start")
    sure = await ana.slash("cancel")
    assert "エアリオンを中止しますか？" in sure.text
    assert "ゲームを中止しました" in (await ana.click(sure.post, tool("cancel"))).text
    assert any("Anaさんがゲームを中止しました。" in post.text for post in harbour.channel_messages())
