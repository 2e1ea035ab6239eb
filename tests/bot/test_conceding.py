"""Giving a game up together: who is asked, how it ends, and that nobody is taken at a word that is no longer meant."""

from __future__ import annotations

from pathlib import Path

import pytest

from engines.aerion import GAME
from engines.desk import record
from tests.bot.harbour import Harbour
from tests.bot.people import Person
from tests.bot.posts import Post
from tests.bot.tables import SPEECH, tool, words

OVER = "### Aerion is over"
LINE = words("bot.vote.what.concede")
HOW = words("bot.vote.how")
LAPSED = words("bot.vote.closed.lapsed")
WITHDRAWN = words("bot.vote.closed.withdrawn")


async def pair(world: Harbour) -> tuple[str, Person, Person]:
    """Ana and Ben play Aerion; it is Ana's turn."""
    ana, ben = world.user("Ana"), world.user("Ben")
    return await world.seat(ana, ben, slug="aerion"), ana, ben


async def proposes(person: Person) -> Post:
    """The person concedes, as far as it is up to them: what they read then."""
    sure = (await person.slash("concede")).post
    return (await person.click(sure, tool("move"))).posts[-1]


def line(world: Harbour) -> Post:
    """The channel's line about conceding."""
    return next(post for post in reversed(world.channel_messages()) if "🏳️" in post.text)


async def outcome(world: Harbour, match: str) -> str:
    look = await world.app.desk.look(match, None)
    return "" if look.outcome is None else look.outcome.result


@pytest.mark.parametrize("by", ["line", "letter", "command"])
async def test_two_concede_with_a_restart_in_between(harbour: Harbour, by: str) -> None:
    """The partner reads who would and how to agree, in the channel and once in a letter; then the game is over, with
    its card, for everybody once, and its record can be verified."""
    match, ana, ben = await pair(harbour)
    before, letters = len(harbour.channel_messages()), len(ben.dms())
    sure = await ana.slash("concede")
    assert sure.private
    assert words("bot.vote.sure_with") in sure.text
    assert "Ben" in sure.text
    assert len(harbour.channel_messages()) == before, "nothing was said yet"
    told = (await ana.click(sure.post, tool("move"))).posts[-1]
    assert told.private
    assert words("bot.vote.agreed") in told.text
    assert len(harbour.channel_messages()) == before + 1
    assert LINE in line(harbour).text
    assert line(harbour).text.index("Ana") < line(harbour).text.index("Ben")
    (letter,) = ben.dms()[letters:]
    assert HOW in letter.text
    assert "Ana" in letter.text
    assert line(harbour).jump in letter.text
    assert await outcome(harbour, match) == ""
    assert words("bot.status.motion", who="Ben") in (await ben.slash("status")).text
    await harbour.restart()
    match by:
        case "line":
            await ben.click(line(harbour), tool("agree"))
        case "letter":
            await ben.click(letter, tool("agree"))
        case _:
            asked = (await ben.slash("concede")).post
            assert words("bot.vote.sure_now") in asked.text
            assert words("bot.vote.done.concede") in (await ben.click(asked, tool("move"))).text
    assert await outcome(harbour, match) == "conceded"
    cards = [post for post in harbour.channel_messages() if OVER in post.text]
    assert len(cards) == 1
    assert words("aerion.ending.conceded") in cards[0].text
    assert cards[0].files
    assert not [post for post in harbour.channel_messages() if post.controls]
    for person in (ana, ben):
        assert sum(words("aerion.ending.conceded") in post.text for post in person.dms()) == 1
        assert not [post for post in person.dms() if post.controls]
    assert words("aerion.end.conceded", 0, n=0) in (await ana.slash("log")).text
    assert record.verify(GAME, await harbour.app.desk.record(match)) is None
    await harbour.restart()
    assert (await ana.slash("board")).post.files
    assert words("kernel.game_over") in (await ana.slash("concede")).text
    assert words("kernel.undo_barred") in (await ben.slash("undo")).text


async def test_whoever_plays_on_says_no(harbour: Harbour) -> None:
    """The line says so where it stands, nothing more is posted for it, and its buttons come too late."""
    match, ana, ben = await pair(harbour)
    await proposes(ben)
    asked, letter = line(harbour), ana.dms()[-1]
    boards = [post for post in harbour.channel_messages() if post.files]
    await ana.click(boards[-1], lambda control: ":a:roll_dice|" in control.custom_id)
    assert LAPSED in line(harbour).text
    assert line(harbour).id == asked.id
    assert not line(harbour).controls
    assert sum("🏳️" in post.text for post in harbour.channel_messages()) == 1
    for post in (asked, letter):
        late = (await ana.click(post, tool("agree"), stale=True)).posts[-1]
        assert words("desk.motion_lapsed") in late.text
    late = (await ben.click(asked, tool("refuse"), stale=True)).posts[-1]
    assert words("desk.motion_lapsed") in late.text
    assert late.private
    assert await outcome(harbour, match) == ""
    await proposes(ben)
    assert line(harbour).id != asked.id
    assert LINE in line(harbour).text
    assert sum(HOW in post.text for post in ana.dms()) == 1, "the first letter says no by now"


@pytest.mark.parametrize("where", ["line", "private", "command"])
async def test_one_may_think_better_of_it(harbour: Harbour, where: str) -> None:
    """Taken back it is as if nobody had asked; asked again, the partner is not called a second time."""
    match, ana, ben = await pair(harbour)
    told = await proposes(ana)
    letters, first = len(ben.dms()), line(harbour)
    match where:
        case "line":
            await ana.click(first, tool("refuse"))
        case "private":
            assert words("bot.vote.withdrawn") in (await ana.click(told, tool("refuse"))).text
        case _:
            again = (await ana.slash("concede")).post
            await ana.click(again, tool("refuse"))
    assert WITHDRAWN in line(harbour).text
    assert words("desk.motion_lapsed") in (await ben.click(first, tool("agree"), stale=True)).text
    await proposes(ana)
    assert line(harbour).id == first.id
    assert LINE in line(harbour).text
    assert len(ben.dms()) == letters
    await ben.click(line(harbour), tool("agree"))
    assert await outcome(harbour, match) == "conceded"


async def test_nobody_agrees_for_others(harbour: Harbour) -> None:
    """Neither whoever watches, nor whoever asked, however often they press."""
    match, ana, ben = await pair(harbour)
    eve = harbour.user("Eve")
    assert words("desk.not_seated") in (await eve.slash("concede")).text
    sure = (await ana.slash("concede")).post
    async with harbour.at_once():
        await ana.click(sure, tool("move"))
        await ana.click(sure, tool("move"))
    for _ in range(2):
        assert words("desk.agreed_already", 1, who="Ben") in (await ana.click(line(harbour), tool("agree"))).text
    for button in ("agree", "refuse"):
        refused = (await eve.click(line(harbour), tool(button))).posts[-1]
        assert words("desk.not_seated") in refused.text
        assert refused.private
    assert await outcome(harbour, match) == ""
    asked = line(harbour)
    async with harbour.at_once():
        for _ in range(3):
            await ben.click(asked, tool("agree"))
    assert sum(OVER in post.text for post in harbour.channel_messages()) == 1


async def test_alone_in_direct_messages_it_ends_after_one_question(harbour: Harbour) -> None:
    """Asked once, in private; the result stands there like any other, and the next game can begin."""
    ana = harbour.user("Ana")
    await ana.slash("newgame", ana.dm, game="aerion")
    await ana.slash("start", ana.dm)
    match = await harbour.match(ana.dm)
    sure = (await ana.slash("concede", ana.dm)).post
    assert words("bot.vote.sure_now") in sure.text
    assert await outcome(harbour, match) == ""
    done = await ana.click(sure, tool("move"))
    assert words("bot.vote.done.concede") in done.text
    assert await outcome(harbour, match) == "conceded"
    assert sum(OVER in post.text for post in ana.dms()) == 1
    assert not [post for post in ana.dms() if post.controls]
    assert words("kernel.game_over") in (await ana.click(sure, tool("move"), stale=True)).text
    await ana.slash("newgame", ana.dm, game="aerion")
    assert await harbour.match(ana.dm) != match


async def test_it_is_asked_in_japanese(harbour: Harbour) -> None:
    """Who reads Japanese reads all of it in Japanese: question, line, letter and result."""
    ana, ben = harbour.user("Ana"), harbour.user("Ben")
    for person in (ana, ben):
        person.set_locale("ja")
    await harbour.app.desk.people.set_guild(harbour.guild_id, language="ja")
    await ana.slash("newgame", game="aerion")
    await ben.slash("join")
    await ana.slash("start")
    sure = (await ana.slash("concede")).post
    assert "Benさんも同意すると決まり" in sure.text
    assert sure.control(tool("move")).label == "投了する"
    told = (await ana.click(sure, tool("move"))).posts[-1]
    assert "返事待ち：Benさん" in told.text
    assert "賛成：Anaさん。返事待ち：Benさん" in line(harbour).text
    assert "Anaさんの提案**「投了する」**" in ben.dms()[-1].text
    assert "採決：投了する。返事待ち：Benさん" in (await ben.slash("status")).text
    await ben.click(line(harbour), tool("agree"))
    assert SPEECH.sentence("aerion.ending.conceded", "ja", None) in harbour.last().text


@pytest.mark.parametrize("closed", [False, True], ids=["by mention", "letters closed"])
async def test_who_gets_no_letters_is_called_in_the_channel(harbour: Harbour, closed: bool) -> None:
    """Once, whether the server wants mentions or the person's direct messages are closed."""
    _, ana, ben = await pair(harbour)
    if closed:
        ben.close_dms()
    else:
        await harbour.app.desk.people.set_guild(harbour.guild_id, ping="mention")
    await proposes(ana)
    (called,) = ben.pings()
    assert "Aerion" in called.text
    await ana.click(line(harbour), tool("refuse"))
    await proposes(ana)
    assert sum(sent.kind == "send" and "Ben" in sent.pings for sent in harbour.sent) == 1


async def test_rivals_can_not_concede(harbour: Harbour) -> None:
    """A game in which somebody wins points to /resign; a table that forms, to nothing that could be conceded."""
    ana, ben = harbour.user("Ana"), harbour.user("Ben")
    await harbour.seat(ana, ben)
    refused = await ana.slash("concede")
    assert refused.private
    assert words("desk.not_conceded") in refused.text
    other = harbour.create_channel("other")
    await ana.slash("newgame", other, game="aerion")
    assert words("desk.not_started") in (await ana.slash("concede", other)).text


async def test_from_direct_messages_it_is_asked_which_game(tmp_path: Path) -> None:
    """With several games; the partner who has left is not asked."""
    async with Harbour(tmp_path) as world:
        ana, ben = world.user("Ana"), world.user("Ben")
        match = await world.seat(ana, ben, slug="aerion")
        await world.seat(ana, ben, where=world.create_channel("other"))
        await ben.click((await ben.slash("resign")).post, tool("resign"))
        offer = (await ana.slash("concede", ana.dm)).post
        assert words("bot.answer.which_game") in offer.text
        sure = await ana.select(offer, match)
        assert words("bot.vote.sure_now") in sure.text
        await ana.click(sure.post, tool("move"))
        assert await outcome(world, match) == "conceded"
        assert sum(OVER in post.text for post in world.channel_messages()) == 1
