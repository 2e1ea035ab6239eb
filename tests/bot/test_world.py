"""The simulated Discord of the tests says what Discord says, and fails for what a player would suffer from."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator
from typing import Any

import discord
import pytest
from simcord.backend.errors import BackendError

from bot.local import limits
from tests.bot.conftest import open_minibot
from tests.bot.minibot import MiniBot, picture
from tests.bot.world import World


def bot(world: World) -> MiniBot:
    assert isinstance(world.bot, MiniBot)
    return world.bot


def sent_to(world: World, name: str) -> list[str]:
    return [one.text for one in world.transcript(world.user(name)) if one.kind == "send"]


# ------------------------------------------------------------------------------------------------------------- verbs


async def test_command_answer_shows_text_controls_and_picture(mini: World) -> None:
    """A reply tells what the person saw: words, buttons, menus with their lines, the picture with its alt text."""
    ana = mini.user("Ana")
    reply = await ana.slash("count", start=4)
    assert reply.text == f"Hello {ana.mention}"
    assert not reply.private
    assert reply.post.labels[0] == "Count 4"
    assert reply.post.custom_ids[0] == "count:4"
    assert [option.label for option in reply.post.control("fruit").options][:2] == ["Fruit 0", "Fruit 1"]
    assert reply.post.picture.alt == "A navy picture"
    assert reply.post.picture.data.startswith(b"\x89PNG")
    assert mini.channel_messages() == (reply.post,)


async def test_clicks_by_label_custom_id_and_test(mini: World) -> None:
    """A button is found by its label, a part of it, its custom id, or a test, in the message as it is now."""
    ana = mini.user("Ana")
    first = (await ana.slash("count")).post
    await ana.click(first, "Count 1")
    await ana.click(first, "count:2")
    await ana.click(first, "Count")
    reply = await ana.click(first, lambda control: control.custom_id.endswith(":4"))
    assert reply.text == "Counted 4"
    with pytest.raises(AssertionError, match="Count 5"):
        await ana.click(first, "Count 1")


async def test_stale_press_reaches_the_bot(mini: World) -> None:
    """With `stale` a person presses what their screen still shows."""
    ana = mini.user("Ana")
    first = (await ana.slash("count")).post
    await ana.click(first, "Count 1")
    assert (await ana.click(first, "Count 1", stale=True)).text == "Counted 1"
    await mini.delete(first)
    with mini.expect_faults("10008|Unknown Message"):
        await ana.click(first, "Count 1", stale=True, unanswered=True)


async def test_menus_forms_and_private_replies(mini: World) -> None:
    """A menu takes labels or values, a form takes labels or ids; only the person sees a private answer."""
    ana, ben = mini.user("Ana"), mini.user("Ben")
    post = (await ana.slash("count")).post
    assert (await ben.select(post, "Fruit 1", "fruit 3")).text == "You took fruit 1, fruit 3."
    shown = await ben.click(post, "form")
    assert shown.modal.title == "A form"
    assert (await ben.modal(shown, {"Wish": "peace"})).text == "You wish peace"
    assert [one.text for one in ben.private_replies()] == ["You took fruit 1, fruit 3.", "You wish peace"]
    assert ana.private_replies() == ()


async def test_components_v2_with_gallery(mini: World) -> None:
    """Layouts of the second kind read the same: text, buttons inside, the gallery's picture with its description."""
    ana = mini.user("Ana")
    board = (await ana.slash("board", style="Fine")).post
    assert "**Turn** of the day" in board.text
    assert board.picture.alt == "A teal board"
    assert "## Board 4" in (await ana.click(board, "Count 3")).text


async def test_autocompletion(mini: World) -> None:
    """Typing into an option gives what the bot offers, in a channel and in direct messages."""
    ana = mini.user("Ana")
    assert [one.value for one in await ana.autocomplete("fruit", "which", "39")] == ["fruit 39"]
    assert len(await ana.autocomplete("fruit", "which", where=ana.dm)) == 25


async def test_direct_messages(mini: World) -> None:
    """What the bot writes to a person is theirs alone, and its buttons work there."""
    ana, ben = mini.user("Ana"), mini.user("Ben")
    assert (await ana.slash("tell", whom=ben)).text == "told"
    (letter,) = ben.dms()
    assert letter.text == f"Psst, {ben.mention}"
    assert (await ben.click(letter, "Count 7")).text == "Counted 7"
    assert ana.dms() == ()


async def test_pings_are_told_from_mentions(mini: World) -> None:
    """A mention rings only if the message allows it."""
    ana, ben = mini.user("Ana"), mini.user("Ben")
    await ben.slash("count")
    await ana.slash("tell", whom=ben, here=True)
    assert [one.text for one in ben.pings()] == [f"Psst, {ben.mention}"]


async def test_default_permissions_hide_commands(mini: World) -> None:
    """A command for moderators isn't offered to others."""
    ana, mod = mini.user("Ana"), mini.user("Mod")
    mod.gets("manage_guild")
    assert "thread" in mod.commands()
    assert "thread" not in ana.commands()
    await mod.slash("thread", name="Game one")
    assert [thread.name for thread in mini.threads()] == ["Game one"]


# --------------------------------------------------------------------------------------------- what fails by itself


async def test_error_in_a_button_fails_the_test() -> None:
    """discord.py only logs an error in a button's callback; the world doesn't let it pass."""
    with pytest.raises(AssertionError, match="dynamic item"):
        async with World(open_minibot) as world:
            await world.user("Ana").click((await world.user("Ana").slash("count")).post, "raise")


async def test_silence_fails_the_test(mini: World) -> None:
    """An interaction that nobody acknowledges fails at once, unless the test said so."""
    ana = mini.user("Ana")
    post = (await ana.slash("count")).post
    with pytest.raises(AssertionError, match="never acknowledged"):
        await ana.click(post, "silent")
    await ana.click(post, "silent", unanswered=True)


async def test_endless_thinking_fails_the_test(mini: World) -> None:
    """An answer that is deferred and never given is a fault."""
    ana = mini.user("Ana")
    await ana.click((await ana.slash("count")).post, "think")
    with pytest.raises(AssertionError, match="left thinking"):
        mini.check()
    mini.backend.interactions.clear()


async def test_missing_nonce_and_alt_text_fail_the_test(mini: World) -> None:
    """A message outside interactions needs a nonce, a picture needs words."""
    ana = mini.user("Ana")
    post = (await ana.slash("count")).post
    with mini.expect_faults() as met:
        await ana.click(post, "bare")
    assert [fault.split(":")[0] for fault in met] == ["sent without a nonce", "picture x.png without alt text"]


async def test_slow_acknowledgement_fails_the_test(mini: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """Three seconds of real time are the limit, whatever the world's clock says."""
    monkeypatch.setattr("tests.bot.world.ACKNOWLEDGE_WITHIN", 0.0)
    with mini.expect_faults("acknowledged after|10062") as met:
        await mini.user("Ana").slash("count", unanswered=True)
    assert any("of real time" in fault for fault in met)


async def test_expected_faults_are_forgiven_only_if_they_fit(mini: World) -> None:
    """A test that provokes one fault still fails for another."""
    ana = mini.user("Ana")
    post = (await ana.slash("count")).post
    with mini.expect_faults("nonce"):
        await ana.click(post, "bare")
    with pytest.raises(AssertionError, match="alt text"):
        mini.check()


# ------------------------------------------------------------------------------------------------- Discord's refusals


async def test_closed_direct_messages(mini: World) -> None:
    """Writing to somebody with closed direct messages, or with whom no server is shared, is refused."""
    ana, ben = mini.user("Ana"), mini.user("Ben")
    ben.close_dms()
    assert (await ana.slash("tell", whom=ben)).text == "refused: 403 50007"
    ben.open_dms()
    ben.leaves()
    assert (await mini.user("Cleo").slash("tell", whom=ana)).text == "told"
    stranger = mini.user("Dora", member=False)
    with pytest.raises(discord.Forbidden, match="50278"):
        await bot(mini).get_partial_messageable(stranger.dm.id).send("hello", nonce="n1")


@pytest.mark.parametrize("permission", ["attach_files", "send_messages"])
async def test_missing_permissions(mini: World, permission: str) -> None:
    """What is denied to the bot in a channel is refused there, and interactions say so beforehand."""
    ana = mini.user("Ana")
    mini.deny(permission)
    assert (await ana.slash("tell", whom=ana, here=True)).text == "refused: 403 50013"
    assert (await ana.slash("language")).text.endswith(str(permission != "attach_files"))
    mini.allow(permission)
    assert (await ana.slash("tell", whom=ana, here=True)).text == "told"


async def test_embeds_need_their_permission(mini: World) -> None:
    """An embed without EMBED_LINKS is refused."""
    mini.deny("embed_links")
    channel = bot(mini).get_partial_messageable(mini.channel.id, guild_id=mini.guild_id)
    with pytest.raises(discord.Forbidden, match="50013"):
        await channel.send(embed=discord.Embed(title="Hi"), nonce="n1")


async def test_file_limit(mini: World) -> None:
    """A file over the server's limit is refused; interactions tell the limit."""
    ana = mini.user("Ana")
    assert mini.backend.rules.file_limit == 10 * 1024 * 1024
    mini.backend.rules.file_limit = 20
    assert (await ana.slash("tell", whom=ana)).text == "refused: 413 40005"


async def test_alt_text_limit(mini: World) -> None:
    """Alt text over 1,024 characters is refused."""
    file = picture()
    file.description = "x" * 1025
    channel = bot(mini).get_partial_messageable(mini.channel.id, guild_id=mini.guild_id)
    with pytest.raises(discord.HTTPException, match="1024"):
        await channel.send(file=file, nonce="n1")


@pytest.mark.parametrize("view", [{"label": "x" * 81, "custom_id": "a"}, {"label": "x", "custom_id": "a" * 101}])
async def test_control_limits(mini: World, view: dict[str, str]) -> None:
    """A label over 80 or a custom id over 100 characters is refused."""
    row = {"type": 1, "components": [{"type": 2, "style": 1, **view}]}
    route = discord.http.Route("POST", "/channels/{channel_id}/messages", channel_id=mini.channel.id)
    with pytest.raises(discord.HTTPException, match="50035"):
        await bot(mini).http.request(route, json={"components": [row], "nonce": "1", "enforce_nonce": True})


async def test_same_nonce_makes_one_message(mini: World) -> None:
    """Within minutes a repeated nonce gets the first message; later it makes another."""
    channel = bot(mini).get_partial_messageable(mini.channel.id, guild_id=mini.guild_id)
    first = await channel.send("once", nonce="n1")
    again = await channel.send("once", nonce="n1")
    assert (again.id, again.nonce) == (first.id, "n1")
    assert len(mini.channel_messages()) == 1
    assert [one.kind for one in mini.transcript()] == ["send"]
    await mini.skip(minutes=10)
    await channel.send("once", nonce="n1")
    assert len(mini.channel_messages()) == 2


async def test_threads(mini: World) -> None:
    """An archived thread refuses edits and is revived by a message; a locked one refuses both and all answers."""
    ana, thread = mini.user("Ana"), mini.create_thread("Game", auto_archive_minutes=60)
    place = bot(mini).get_partial_messageable(thread.id, guild_id=mini.guild_id)
    message = await place.send("one", nonce="1")
    await mini.skip(minutes=61)
    with pytest.raises(discord.HTTPException, match="50083"):
        await message.edit(content="two")
    await place.send("three", nonce="3")
    await message.edit(content="two")
    await mini.archive(thread, locked=True)
    with pytest.raises(discord.Forbidden, match="160005"):
        await place.send("four", nonce="4")
    with mini.expect_faults("50083"):
        await ana.slash("count", where=thread, unanswered=True)


async def test_locales(mini: World) -> None:
    """Each person has a language, the server has one, and names of commands come in it."""
    ana, ben = mini.user("Ana"), mini.user("Ben", locale="ja")
    mini.set_guild_locale("ja")
    assert (await ana.slash("language")).text == "en-US ja True"
    assert (await ben.slash("language")).text == "ja ja True"
    assert (await ben.slash("language", where=ben.dm)).text == "ja None True"
    command: Any = mini.backend.find_command("count", None)
    assert command["name_localizations"]["ja"] == "数える"


def test_command_limits() -> None:
    """Command texts that Discord would refuse are named, in every language."""
    good = {"name": "dig", "description": "Dig.", "options": []}
    assert limits.faults([good]) == []
    assert "name 'Bad Name'" in limits.faults([{**good, "name": "Bad Name"}])[0]
    assert "description (ja)" in limits.faults([{**good, "description_localizations": {"ja": "あ" * 101}}])[0]
    assert "unknown locale xx" in limits.faults([{**good, "name_localizations": {"xx": "dig"}}])[0]
    assert "101 commands" in limits.faults([{**good, "name": f"dig{number}"} for number in range(101)])[0]
    choices = [{"name": f"c{number}", "value": number} for number in range(26)]
    option = {"type": 4, "name": "at", "description": "Where.", "choices": choices}
    assert "26 choices" in limits.faults([{**good, "options": [option]}])[0]
    long = [{"type": 3, "name": f"o{number}", "description": "x" * 100, "choices": []} for number in range(25)]
    many = [{"name": "y" * 90, "value": f"{number:03}" + "z" * 90} for number in range(25)]
    endless = {**good, "options": [{**one, "choices": many} for one in long]}
    assert any("characters in all" in one for one in limits.faults([endless]))


async def test_command_limits_stop_the_bot() -> None:
    """A bot whose commands Discord would refuse doesn't start."""

    class Bad(MiniBot):
        async def setup_hook(self) -> None:
            await self.http.bulk_upsert_global_commands(self.application_id or 0, [{"name": "A B", "description": ""}])

    async def bad(world: World) -> Bad:
        return Bad()

    with pytest.raises(discord.HTTPException, match="A B"):
        async with World(bad):
            pass


# --------------------------------------------------------------------------------------------------- faults on demand


async def test_injected_refusal(mini: World) -> None:
    """The next fitting request is refused as ordered, and only as often."""
    ana = mini.user("Ana")
    mini.fail("POST", "/channels/*/messages", status=400, code=20028)
    assert (await ana.slash("tell", whom=ana)).text == "refused: 400 20028"
    assert (await ana.slash("tell", whom=ana)).text == "told"


async def test_lost_answer_and_retry_make_one_message(mini: World) -> None:
    """The message was made, its answer was lost, the bot sends again: one message, because of its nonce."""
    ana = mini.user("Ana")
    mini.lose_answer("POST", "/channels/*/messages")
    assert (await ana.slash("tell", whom=ana)).text == "told"
    assert len(ana.dms()) == 1
    assert len(sent_to(mini, "Ana")) == 1


async def test_duplicate_delivery(mini: World) -> None:
    """An interaction can arrive twice; Discord takes one answer."""
    ana = mini.user("Ana")
    post = (await ana.slash("count")).post
    with mini.expect_faults("40060|already been acknowledged|Interaction"), mini.duplicates():
        await ana.click(post, "Count 1")


async def test_many_at_once(mini: World) -> None:
    """Presses of many people can reach the bot in one moment."""
    people = [mini.user(f"P{number}") for number in range(20)]
    post = (await people[0].slash("count")).post
    async with mini.at_once():
        replies = [await person.select(post, "fruit 1") for person in people]
    assert all(reply.text == "You took fruit 1." for reply in replies)


async def test_deleted_channel_and_leaving(mini: World) -> None:
    """Channels go, people go, and come back."""
    ana, place = mini.user("Ana"), mini.create_channel("side")
    assert (await ana.slash("count", where=place)).acknowledged
    await mini.delete_channel(place)
    with pytest.raises(discord.NotFound, match="10003"):
        await bot(mini).get_partial_messageable(place.id).send("x", nonce="1")
    ana.leaves()
    with pytest.raises(BackendError, match="50001"):
        await ana.slash("count")
    assert ana.messages() == ()
    ana.joins()
    assert (await ana.slash("count")).acknowledged


# ----------------------------------------------------------------------------------------------------- life and clock


@pytest.mark.parametrize("hard", [False, True])
async def test_restart(mini: World, hard: bool) -> None:
    """A fresh bot object meets the same Discord, and buttons sent before still work."""
    ana = mini.user("Ana")
    before, post = mini.bot, (await ana.slash("count")).post
    await mini.restart(hard=hard)
    assert mini.bot is not before
    assert (await ana.click(post, "Count 1")).text == "Counted 1"


@pytest.mark.parametrize("applied", [False, True])
async def test_death_at_a_request(mini: World, applied: bool) -> None:
    """The bot can end exactly before or after something was said; nothing gets out of it afterwards."""
    ana = mini.user("Ana")
    mini.die_at("POST", "/channels/*/messages", applied=applied)
    reply = await ana.slash("tell", whom=ana)
    assert len(ana.dms()) == applied
    assert reply.post.thinking
    await mini.restart(hard=True)
    assert (await ana.slash("count")).acknowledged


async def test_bot_kicked_and_invited(mini: World) -> None:
    """Without the bot in the server nothing can be said there; with it back, everything is as before."""
    ana = mini.user("Ana")
    post = (await ana.slash("count")).post
    await mini.kick_bot()
    with pytest.raises(discord.Forbidden, match="50001"):
        await bot(mini).get_partial_messageable(mini.channel.id).send("x", nonce="1")
    with pytest.raises(discord.Forbidden, match="50278"):
        await bot(mini).get_partial_messageable(ana.dm.id).send("x", nonce="2")
    await mini.invite_bot()
    assert (await ana.click(post, "Count 1")).text == "Counted 1"


async def test_log_lines_are_kept(mini: World) -> None:
    """What is logged can be looked at, and an error logged by the project fails the test."""
    logging.getLogger("bot.work").warning("careful")
    assert "bot.work: careful" in mini.log_lines
    with mini.expect_faults() as met:
        logging.getLogger("bot.work").error("broken")
    assert met == ["bot.work: broken"]


async def test_factory_may_be_a_context_manager() -> None:
    """A bot that has to be closed is closed when it stops, but not when it is killed."""
    told: list[str] = []

    @contextlib.asynccontextmanager
    async def opened(world: World) -> AsyncIterator[MiniBot]:
        told.append("open")
        yield MiniBot()
        told.append("closed")

    async with World(opened) as world:
        await world.restart()
        assert told == ["open", "closed", "open"]
        await world.restart(hard=True)
        assert told == ["open", "closed", "open", "open"]


async def test_reconnect_brings_ready_again(mini: World) -> None:
    """After a lost connection the bot is told READY once more."""
    assert bot(mini).readies == 1
    await mini.reconnect()
    assert bot(mini).readies == 2
    assert (await mini.user("Ana").slash("count")).acknowledged


async def test_clock(mini: World) -> None:
    """Passing time lets every timer go off; skipping lets each go off once."""
    before, start = mini.now(), bot(mini).ticks
    await mini.pass_time(minutes=5)
    assert bot(mini).ticks == start + 5
    await mini.skip(days=30)
    assert (mini.now() - before).days == 30
    assert bot(mini).ticks > start + 5


async def test_transcript_by_viewer(mini: World) -> None:
    """The transcript holds all that left the bot, and for a viewer only what that person could see."""
    ana, ben = mini.user("Ana"), mini.user("Ben")
    await ana.slash("count")
    await ana.slash("fruit", which="plum")
    await ana.autocomplete("fruit", "which", "39")
    await ana.slash("tell", whom=ben)
    assert [one.kind for one in mini.transcript(ben)] == ["answer", "send"]
    assert [one.kind for one in mini.transcript(ana)] == ["answer", "answer", "choices", "answer", "edit"]
    assert len(mini.transcript()) == 6
    ((name, alt, digest),) = mini.transcript(ben)[1].files
    assert (name, alt, len(digest)) == ("maroon.png", "A maroon picture", 64)
    assert mini.transcript(ben)[1].pings == ("Ben",)
    await asyncio.sleep(0)
