"""Answering ahead on Discord: given by clicks and by the command, in both languages, used, lapsed, taken back."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from bot.ui.speech import Voice
from engines.kernel.game import Ahead
from tests.bot.harbour import Harbour
from tests.bot.people import Person, Reply
from tests.bot.positions import Table, begun, sit_down
from tests.bot.posts import Control, Post
from tests.bot.prying import pry, same, seen
from tests.bot.tables import SPEECH, tavern, tool, words

THREE = ("Ana", "Ben", "Chie")
LOCALES = ("en-US", "ja")


def at(tmp_path: Path, slug: str, options: Mapping[str, Any] | None = None, **given: Any) -> Harbour:
    """A world whose game of that kind begins at that position."""
    return Harbour(tmp_path, games={slug: begun(slug, options or {}, given)})


def panel(reply: Reply) -> Post:
    """The private message with controls that came of a press."""
    return next(post for post in reversed(reply.posts) if post.private and post.controls)


def entry(post: Post, key: str) -> str:
    """The value of the menu's entry that gives the answer of that key."""
    values = [str(option.value) for control in post.controls for option in control.options]
    return next(value for value in values if value.endswith(f":t:order|{key}"))


def takes_back(key: str) -> Any:
    def wanted(control: Control) -> bool:
        return control.custom_id.endswith(f":t:unorder|{key}")

    return wanted


async def give(person: Person, key: str) -> Reply:
    """By the button on what the person knows, and the menu there."""
    view = await person.slash("view")
    opened = panel(await person.click(next(post for post in view.posts if post.controls), tool("ahead")))
    return await person.select(opened, entry(opened, key))


async def offered(table: Table, person: Person) -> set[str]:
    return {offer.key for offer in (await table.world.app.desk.look(table.match, person.id)).ahead}


def said(locale: str) -> Voice:
    return SPEECH.voice("ja" if locale == "ja" else "en", str)


# -- in each game ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("locale", LOCALES)
async def test_a_whole_turn_in_the_tavern_of_takara_island_is_given_ahead(tmp_path: Path, locale: str) -> None:
    """Nobody waits for whoever has said so: the board shows what was done, and the next player is called."""
    async with at(tmp_path, "takara", P2={"kara": 4}) as world:
        table = await sit_down(world, "takara", *THREE, locale=locale)
        ana, ben, chie = table.people
        given = await give(ben, "tavern")
        assert given.private
        assert said(locale).say("bot.ahead.given") in given.text
        label = said(locale).say(ahead(world, table, "tavern", 1).label)
        assert label in given.text
        opened = panel(given)
        await ben.select(opened, entry(opened, "stay.0"))
        letters = len(ben.dms())
        before = world.board()
        await ana.click(before, tavern)
        assert (await table.seen())["active"] == "P3"
        assert len(ben.dms()) == letters
        assert chie.dms()
        assert world.board().id != before.id
        assert (await table.seen())["P2"]["kara"] == 6
        assert (await table.seen())["P2"]["recruited"] is False


def ahead(world: Harbour, table: Table, key: str, seat: int) -> Ahead:
    """What the game offers to that seat under that key."""
    live = world.app.desk.lives._here[table.match]
    return next(each for each in live.match.game.ahead(live.match.view(seat), seat) if each.key == key)


@pytest.mark.parametrize("again", [False, True])
async def test_the_end_of_a_day_in_takara_island_is_given_with_the_last_adventurer_still_out(
    tmp_path: Path, again: bool
) -> None:
    """The third tap is saved, also if the bot was restarted in between."""
    async with at(tmp_path, "takara", P1={"kara": 9}) as world:
        table = await sit_down(world, "takara", *THREE)
        ana = table.people[0]
        assert await offered(table, ana) == {"stay.0", "recruit.0"}
        await give(ana, "recruit.0")
        if again:
            await world.restart()
        await ana.click(world.board(), tavern)
        told = await table.seen()
        assert (told["active"], told["P1"]["recruited"], told["P1"]["kara"]) == ("P2", True, 6)


@pytest.mark.parametrize("locale", LOCALES)
async def test_who_is_hurt_after_it_was_given_is_asked_and_told_why(tmp_path: Path, locale: str) -> None:
    """The answer to the last adventurer says that things have changed; it stands there until something is answered."""
    async with at(tmp_path, "takara", T1="xp_1_hurt gallery_2", P1={"kara": 9, "used": 1, "ready": 1}) as world:
        table = await sit_down(world, "takara", *THREE, locale=locale)
        ana = table.people[0]
        assert await offered(table, ana) == {"stay.0", "recruit.0"}
        await give(ana, "stay.0")
        value = next(o.value for c in world.board().controls for o in c.options if str(o.value).endswith(":dig|1"))
        await ana.select(world.board(), str(value), menu=lambda c: any(o.value == value for o in c.options))
        assert (await table.seen())["phase"] == "end_day"
        lapsed = said(locale).say("bot.ahead.lapsed", what="")
        view = await ana.slash("view")
        assert lapsed in view.text
        assert lapsed in ana.dms()[-1].text
        end = next(c for c in world.board().controls if ":end_day|stay." in c.custom_id)
        await ana.click(world.board(), end.custom_id)
        assert lapsed not in (await ana.slash("view")).text


@pytest.mark.parametrize("locale", LOCALES)
async def test_the_end_of_a_turn_in_aerion_is_given_before_the_roll(tmp_path: Path, locale: str) -> None:
    """With a Book at hand the turn would wait to be ended; it does not."""
    given: dict[str, Any] = {"D1": "MC", "dice": [3, 3, 5, 5, 1, 2], "P1": {"books": 1}, "pile3": "CS"}
    async with at(tmp_path, "aerion", **given) as world:
        table = await sit_down(world, "aerion", "Ana", locale=locale)
        (ana,) = table.people
        await give(ana, "end")
        await ana.slash("aerion acquire", column=1, to="ws1")
        told = await table.seen()
        assert (told["turn"], told["state"]) == (2, "turn_start")


async def test_a_new_book_is_a_reason_to_be_asked_in_aerion(tmp_path: Path) -> None:
    given = {"D2": "BK", "dice": [3, 3, 3, 5, 1, 2], "eggs": 1, "pile3": "CS"}
    async with at(tmp_path, "aerion", {"eggs": "normal"}, **given) as world:
        table = await sit_down(world, "aerion", "Ana")
        (ana,) = table.people
        await give(ana, "end")
        reply = await ana.slash("aerion acquire", column=2)
        assert (await table.seen())["state"] == "wrap_up"
        assert words("bot.ahead.lapsed") in reply.text


@pytest.mark.parametrize("locale", LOCALES)
async def test_the_turn_slot_of_fractured_sky_is_given_before_the_third_airship(tmp_path: Path, locale: str) -> None:
    """It can be taken back like any other, and is asked then."""
    given = {"ships": {"PP": "P1:0 P1:1"}, "new": "P3 - -"}
    async with at(tmp_path, "fractured_sky", {"first_player": 1}, **given) as world:
        table = await sit_down(world, "fractured_sky", *THREE, locale=locale)
        ana = table.people[0]
        assert await offered(table, ana) == {"first", "last"}
        await give(ana, "first")
        await ana.slash("fractured airship", region="4", chip=3)
        told = await table.seen()
        assert (told["new"], told["active"]) == ("P3 P1 -", "P2")
        await ana.slash("undo")
        told = await table.seen()
        assert (told["new"], told["state"], told["active"]) == ("P3 - -", "turn_slot", "P1")


@pytest.mark.parametrize(("key", "gained"), [("gold", "3g 0i 5w"), ("wood", "1g 0i 7w"), ("any", "3g 0i 5w")])
async def test_resources_at_a_rounds_end_of_fractured_sky_are_given_by_who_is_done(
    tmp_path: Path, key: str, gained: str
) -> None:
    """The next round begins with the last airship, and nobody is waited for in between."""
    given: dict[str, Any] = {
        "ships": {"PP": "P1:5 P2:4 P2:3", "CV": "P1:0 P1:1 P2:0 P3:10 P3:0"},
        "public": "CV",
        "new": "P1 P2 -",
        "active": "P3",
        "built": {"P5": "P1:M"},
        "P1": {"resources": "0g 0i 5w"},
    }
    async with at(tmp_path, "fractured_sky", {"first_player": 1}, **given) as world:
        table = await sit_down(world, "fractured_sky", *THREE)
        ana, ben, chie = table.people
        assert await offered(table, ana) == {"any", "gold", "iron", "wood"}
        await give(ana, key)
        await give(ben, "any")
        await chie.slash("fractured airship", region="CV", chip=1)
        told = await table.seen()
        assert (told["round"], told["P1"]["resources"]) == (2, gained)


# -- the panel ---------------------------------------------------------------------------------------------------------


async def test_what_stands_is_shown_to_its_person_alone_and_taken_back_there(tmp_path: Path) -> None:
    async with at(tmp_path, "takara", P2={"kara": 4}) as world:
        table = await sit_down(world, "takara", *THREE)
        ana, ben, _ = table.people
        await give(ben, "tavern")
        assert words("bot.ahead.stands") in (await ben.slash("view")).text
        assert words("bot.ahead.stands") not in (await ana.slash("view")).text
        opened = panel(await ben.slash("ahead"))
        dropped = await ben.click(opened, takes_back("tavern"))
        assert words("bot.ahead.dropped") in dropped.text
        assert words("bot.ahead.stands") not in (await ben.slash("view")).text
        await ana.click(world.board(), tavern)
        assert (await table.seen())["active"] == "P2"
        again = await ben.click(opened, takes_back("tavern"), stale=True)
        assert words("desk.ahead.none") in again.text


async def test_who_plays_from_a_letter_finds_the_button_in_the_answer(tmp_path: Path) -> None:
    """When the turn is over, the answer to the last press says what is next to be done, and leads to the panel."""
    async with at(tmp_path, "takara") as world:
        table = await sit_down(world, "takara", *THREE)
        ana = table.people[0]
        reply = await ana.click(ana.dms()[-1], tavern)
        opened = panel(await ana.click(panel(reply), tool("ahead")))
        assert words("bot.ahead.given") in (await ana.select(opened, entry(opened, "tavern"))).text


async def test_who_hears_of_being_next_can_answer_from_there(tmp_path: Path) -> None:
    """One press away from the line itself, as long as it is so."""
    async with at(tmp_path, "takara") as world:
        table = await sit_down(world, "takara", *THREE)
        ana, ben, chie = table.people
        await world.app.desk.people.set(chie.id, next_up=True)
        await ana.click(world.board(), tavern)
        line = chie.dms()[-1]
        assert words("bot.next.told") in line.text
        opened = panel(await chie.click(line, tool("ahead")))
        await chie.select(opened, entry(opened, "tavern"))
        await ben.click(world.board(), tavern)
        assert (await table.seen())["active"] == "P1"


async def test_a_panel_of_an_earlier_turn_gives_nothing(tmp_path: Path) -> None:
    """Whoever finds it a turn later is told, and nothing is answered for them."""
    async with at(tmp_path, "takara") as world:
        table = await sit_down(world, "takara", *THREE)
        ana, ben, chie = table.people
        old = panel(await ben.slash("ahead"))
        for person in (ana, ben, chie):
            await person.click(world.board(), tavern)
        late = await ben.select(old, entry(old, "tavern"), stale=True)
        assert words("desk.ahead.gone") in late.text
        await ana.click(world.board(), tavern)
        assert (await table.seen())["active"] == "P2"


async def test_who_does_not_play_has_nothing_to_answer(tmp_path: Path) -> None:
    async with at(tmp_path, "takara") as world:
        table = await sit_down(world, "takara", *THREE)
        dora = world.user("Dora")
        assert words("bot.answer.not_seated") in (await dora.slash("ahead")).text
        assert not [c for c in world.board().controls if ":t:ahead" in c.custom_id]
        ben = table.people[1]
        await ben.slash("resign")
        assert "ahead" in " ".join(ben.commands())


# -- secrets -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("taken_back", [False, True])
async def test_nobody_finds_out_that_somebody_has_answered_ahead(tmp_path: Path, taken_back: bool) -> None:
    """Two worlds, in one of which Ben does: whatever Ana tries, she sees the same in both."""
    told = []
    for given in (False, True):
        async with at(tmp_path / str(given), "takara", P2={"kara": 9}) as world:
            table = await sit_down(world, "takara", *THREE)
            ana, ben, _ = table.people
            await ben.slash("view")
            if given:
                opened = panel(await give(ben, "stay.0"))
                if taken_back:
                    await ben.click(opened, takes_back("stay.0"))
            await pry(world, ana, asked=True)
            await ana.slash("status")
            told.append(seen(world, table.match, ana))
    same(*told)
