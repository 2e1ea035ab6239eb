"""Votes on Discord: taking back with the others' agreement, and ending a game early; one card, one letter each."""

from __future__ import annotations

import pytest

from engines import GAMES
from engines.desk import record
from engines.desk.records import Guest
from engines.kernel.rng import Rng
from engines.kernel.standin import random_choice
from tests.bot.harbour import Harbour
from tests.bot.people import Person, Reply
from tests.bot.posts import Post
from tests.bot.tables import PRESSES, tool, words

ASK = words("bot.vote.ask")
CARD = "⏪"
STOP = words("bot.vote.what.stop")


async def rolled(world: Harbour) -> tuple[str, Person, Person]:
    """Ana and Ben play Aerion; Ana has rolled the dice, which nobody takes back alone."""
    ana, ben = world.user("Ana"), world.user("Ben")
    match = await world.seat(ana, ben, slug="aerion")
    await roll(world, ana)
    return match, ana, ben


async def roll(world: Harbour, person: Person) -> None:
    boards = [post for post in world.channel_messages() if post.files]
    await person.click(boards[-1], lambda control: ":a:roll_dice|" in control.custom_id)


async def position(world: Harbour, match: str) -> str:
    await world.app.desk.look(match, None)
    return world.app.desk.lives._here[match].match.digest()


def card(world: Harbour, sign: str = CARD) -> Post:
    return next(post for post in reversed(world.channel_messages()) if post.text.startswith(sign))


async def asks(person: Person, reason: str = "") -> Reply:
    """The person asks the others for their last action."""
    offer = await person.slash("undo")
    assert offer.private
    assert ASK in offer.text
    return await person.modal(await person.click(offer.post, tool("rewind")), {"line": reason})


@pytest.mark.parametrize("by", ["card", "letter"])
async def test_dice_are_taken_back_with_everybodys_word(harbour: Harbour, by: str) -> None:
    """The refusal offers it; the others read who, what and why, once; then the same dice come again."""
    match, ana, ben = await rolled(harbour)
    after, letters = await position(harbour, match), len(ben.dms())
    told = await asks(ana, "*oops* @everyone [x](https://example.invalid)")
    assert told.private
    assert words("bot.vote.agreed") in told.text
    shown = card(harbour)
    assert r"\*oops\*" in shown.text
    assert "@everyone" not in shown.text
    assert "](" not in shown.text
    assert words("bot.vote.back") in shown.text
    assert await position(harbour, match) == after
    (letter,) = ben.dms()[letters:]
    assert "Ana" in letter.text
    assert words("bot.vote.how") in letter.text
    assert shown.jump in letter.text
    assert words("bot.vote.what.undo") in (await ben.slash("status")).text
    await harbour.restart()
    await ben.click(shown if by == "card" else letter, tool("agree"))
    assert card(harbour).id == shown.id
    assert words("desk.rewound") in card(harbour).text
    assert not card(harbour).controls
    assert not ben.dms()[-1].controls
    assert words("desk.rewound") in harbour.board().text, "the board stands anew, and says so"
    assert words("desk.rewound") in (await ben.slash("log")).text
    assert await position(harbour, match) != after
    await roll(harbour, ana)
    assert await position(harbour, match) == after
    assert record.verify(GAMES["aerion"], await harbour.app.desk.record(match, reveal=True)) is None


async def test_one_no_ends_it(harbour: Harbour) -> None:
    """The card says who it was, and so does a letter to whoever asked; who presses late is told kindly."""
    match, ana, ben = await rolled(harbour)
    after, eve, letters = await position(harbour, match), harbour.user("Eve"), len(ana.dms())
    await asks(ana)
    shown = card(harbour)
    for button in ("agree", "refuse"):
        assert words("desk.not_seated") in (await eve.click(shown, tool(button))).text
    assert words("desk.agreed_already", 1, who="Ben") in (await ana.click(shown, tool("agree"))).text
    said = await ben.click(shown, tool("refuse"))
    assert said.posts[-1].private
    assert words("bot.vote.refused") in said.posts[-1].text
    assert f"Ben{words('bot.vote.closed.refused')}" in card(harbour).text
    assert not card(harbour).controls
    (letter,) = ana.dms()[letters:]
    assert "Ben says No" in letter.text
    assert shown.jump in letter.text
    assert not letter.controls
    for person in (ana, ben):
        for button in ("agree", "refuse"):
            assert words("desk.motion_lapsed") in (await person.click(shown, tool(button), stale=True)).text
    assert await position(harbour, match) == after


async def test_without_the_others_nothing_is_taken_back(harbour: Harbour) -> None:
    """A form that was opened before the game went on asks nobody any more."""
    match, ana, ben = await rolled(harbour)
    form = await ana.click((await ana.slash("undo")).post, tool("rewind"))
    await ben.click((await ben.slash("resign")).post, tool("resign"))
    late = await ana.modal(form, {"line": ""})
    assert words("desk.motion_lapsed") in late.text
    assert not [post for post in harbour.channel_messages() if post.text.startswith(CARD)]
    assert not [post for post in ben.dms() if words("bot.vote.how") in post.text]
    assert await harbour.app.desk.votes.get(match, 1) is None


async def test_alone_the_same_dice_come_again(harbour: Harbour) -> None:
    """Nobody must agree; it is done at once, and stands there for good."""
    ana = harbour.user("Ana")
    await ana.slash("newgame", ana.dm, game="aerion")
    await ana.slash("start", ana.dm)
    match = await harbour.match(ana.dm)
    board = next(post for post in reversed(ana.dms()) if post.controls)
    await ana.click(board, lambda control: ":a:roll_dice|" in control.custom_id)
    after = await position(harbour, match)
    offer = await ana.slash("undo", ana.dm)
    assert words("bot.vote.alone") in offer.text
    done = await ana.modal(await ana.click(offer.post, tool("rewind")), {"line": ""})
    assert words("bot.vote.done.undo") in done.text
    assert any(words("desk.rewound") in post.text for post in ana.dms())
    assert await position(harbour, match) != after


async def test_a_game_ends_early_with_its_result(harbour: Harbour) -> None:
    """/end says what can be voted on; one confirms, the other agrees, and the card has ranks and scores."""
    ana, ben = harbour.user("Ana"), harbour.user("Ben")
    match = await harbour.seat(ana, ben)
    panel = await ana.slash("end")
    assert panel.private
    assert {c.custom_id.rpartition("|")[2] for c in panel.post.controls} == {"stop", "end"}
    sure = await ana.click(panel.post, lambda control: ":wish|stop" in control.custom_id)
    assert words("bot.vote.sure.stop") in sure.text
    assert "Ben" in sure.text
    before = len(harbour.channel_messages())
    told = await ana.click(sure.posts[-1], tool("move"))
    assert words("bot.vote.agreed") in told.text
    assert len(harbour.channel_messages()) == before + 1
    await ben.click(card(harbour, "🏁"), tool("agree"))
    look = await harbour.app.desk.look(match, None)
    assert look.outcome is not None
    assert look.outcome.result == "stopped"
    result = next(post for post in harbour.channel_messages() if words("takara.ending.stopped") in post.text)
    assert result.files
    assert words("bot.vote.closed.carried") in card(harbour, "🏁").text
    assert not [post for post in harbour.channel_messages() if post.controls]
    assert record.verify(GAMES["takara"], await harbour.app.desk.record(match)) is None


async def test_a_game_ends_early_without_a_result(harbour: Harbour) -> None:
    """The last card has picture and seed; letters and boards lose their buttons, and a new game can begin."""
    ana, ben = harbour.user("Ana"), harbour.user("Ben")
    match = await harbour.seat(ana, ben)
    panel = await ben.slash("end")
    sure = await ben.click(panel.post, lambda control: ":wish|end" in control.custom_id)
    await ben.click(sure.posts[-1], tool("move"))
    await ana.click(card(harbour, "🚪"), tool("agree"))
    look = await harbour.app.desk.look(match, None)
    assert (look.status, look.outcome) == ("cancelled", None)
    result = next(post for post in harbour.channel_messages() if words("desk.called_off") in post.text)
    assert result.files
    assert look.seed is not None
    assert look.seed in result.text
    for person in (ana, ben):
        assert sum(words("desk.called_off") in post.text for post in person.dms()) == 1
        assert not [post for post in person.dms() if post.controls]
    assert not [post for post in harbour.channel_messages() if post.controls]
    assert await harbour.seat(ana, ben) != match


async def test_it_is_asked_in_japanese(harbour: Harbour) -> None:
    """Who reads Japanese reads all of it in Japanese: offer, form, card, letter and what came of it."""
    ana, ben = harbour.user("Ana"), harbour.user("Ben")
    for person in (ana, ben):
        person.set_locale("ja")
    await harbour.app.desk.people.set_guild(harbour.guild_id, language="ja")
    await ana.slash("newgame", game="aerion")
    await ben.slash("join")
    await ana.slash("start")
    await roll(harbour, ana)
    offer = await ana.slash("undo")
    assert "ほかの人が全員同意すれば" in offer.text
    form = await ana.click(offer.post, tool("rewind"))
    assert form.modal.title == "取り消し"
    assert "返事待ち：Benさん" in (await ana.modal(form, {"line": "間違えました"})).text
    assert "理由：「間違えました」" in card(harbour).text
    assert "Anaさんの提案**「取り消し」**" in ben.dms()[-1].text
    assert "一人でも断るか" in ben.dms()[-1].text
    await ben.click(card(harbour), tool("agree"))
    assert "Anaさんが取り消しました" in card(harbour).text
    panel = await ana.slash("end")
    assert "勝敗なしで終える" in [control.label for control in panel.post.controls]


async def test_how_far_is_chosen_in_a_menu(harbour: Harbour) -> None:
    """Several things of one's own are listed by what everybody was told of them, the latest first."""
    ana, ben = harbour.user("Ana"), harbour.user("Ben")
    match = await harbour.seat(ana, ben)
    rng, before = Rng(bytes(32)), [await position(harbour, match)]
    live = harbour.app.desk.lives._here[match]
    while len(backs := await harbour.app.desk.votes.backs(match, Guest(ana.id, "Ana"))) < 3:
        decision, answer = random_choice(live.match.pending, rng)
        if decision.warning(answer) is None:
            who = (ana, ben)[[c.person for c in live.chairs].index(live.chairs[decision.seat].person)]
            await harbour.app.desk.act(
                match, Guest(who.id, str(who)), decision.verb, answer, asked=None, press=next(PRESSES)
            )
            before.append(await position(harbour, match))
    await harbour.restart()
    offer = await ana.slash("undo")
    while ASK not in offer.text:
        offer = await ana.slash("undo")
    (menu,) = (control for control in offer.post.controls if control.kind == "menu")
    backs = await harbour.app.desk.votes.backs(match, Guest(ana.id, "Ana"))
    assert len(menu.options) == len(backs) > 1
    form = await ana.select(offer.post, str(menu.options[-1].value))
    await ana.modal(form, {"line": ""})
    await ben.click(card(harbour), tool("agree"))
    assert await position(harbour, match) in before
    assert words("desk.rewound_far", 2) in card(harbour).text
