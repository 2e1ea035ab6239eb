"""Pictures, names and long lists: whatever they are like, messages arrive whole, harmless and legible."""

import re
import threading
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

import render
from engines.kernel.decision import Pick
from render.kit.picture import Picture
from tests.bot.harbour import BACK, Harbour
from tests.bot.people import Reply
from tests.bot.posts import Control, Post
from tests.bot.tables import Gate, Table, lobby, pick, tavern, tool, until, words

NO_PICTURE = words("bot.board.no_picture")
MOST_LABEL, MOST_ENTRY, MOST_CONTENT, MOST_ALT = 80, 100, 2_000, 1_024

HOSTILE = (
    "`x` ``` @everyone",
    "**b** __u__ ~~s~~ ||p||",
    "> quote # head",
    "](https://evil.example)",
    "<@&123456789012345678>",
    "<#1> <a:x:1> </x:1>",
    "𝖋𝖗𝖆𝖐𝖙𝖚𝖗",
    "شمس الدين \u202e",
    "👩‍👩‍👧‍👦🏳️‍🌈",
    "\u200b\u200b\u200d",
    "W" * 32,
    "﷽ Ｗ﷽",
)


MARKUP = ("```", "@everyone", "__u", "~~s", "||", "](https://evil", "<@&", "<#1>", "<a:", "</", "\u202e")
"""What those names would do if they could."""


def noise(*_: Any) -> Picture:
    """A picture that hardly gets smaller by encoding."""
    data = BytesIO()
    Image.effect_noise((400, 400), 80).save(data, "PNG")
    return Picture(data.getvalue(), "png", 400, 400, "noise")


# -- sizes -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("limit", "files"), [(100_000, 1), (500, 0)], ids=["too large", "far too large"])
async def test_a_picture_that_discord_finds_too_large_comes_smaller_or_in_words(
    tmp_path: Path, limit: int, files: int
) -> None:
    """Where a picture is too large, a smaller one comes, else the board in words, wherever it is shown."""
    async with Harbour(tmp_path, draw=noise) as world:
        world.backend.rules.file_limit = limit

        def whole(message: Post) -> bool:
            assert len(message.content) <= MOST_CONTENT
            return len(message.files) == files and (bool(files) or NO_PICTURE in message.text)

        table = await Table.of(world)
        asked = await table.asked()
        assert whole(table.board)
        assert whole(asked.dms()[-1])
        await table.dig(1)
        assert whole(table.board)
        assert whole(asked.dms()[-1])
        for command in ("board", "view"):
            reply = await asked.slash(command)
            assert whole(reply.posts[0]), command
        await table.pass_turn()
        assert whole(table.board)
        assert table.board.controls


async def test_a_painter_that_fails_stops_no_game(tmp_path: Path) -> None:
    """Where a picture can't be drawn, the board comes in words, with its controls, and the game goes on."""

    def broken(*_: Any) -> Picture:
        raise ValueError("no paint")

    async with Harbour(tmp_path, draw=broken) as world:
        with world.expect_faults("could not be drawn"):
            table = await Table.of(world)
            assert NO_PICTURE in table.board.text
            await table.pass_turn()
            await table.pass_turn()
            assert table.board.controls


async def test_pictures_are_drawn_beside_everything_else(tmp_path: Path) -> None:
    """While a crowd of pictures waits to be drawn, the presses of other tables are answered and moves are made."""
    gate = Gate()
    drawn_by: set[int] = set()

    def draw(*seen: Any) -> Picture:
        drawn_by.add(threading.get_ident())
        return gate.draw(*seen)  # type: ignore[no-any-return]

    async with Harbour(tmp_path, draw=draw) as world:
        tables = [
            await Table.of(world, *(f"{letter}{n}" for letter in "abcd"), where=world.create_channel(f"room-{n}"))
            for n in range(2)
        ]
        table = await Table.of(world, "Ana", "Ben")
        asked, other = await table.asked(), await table.next()
        gate.close_painter()
        async with world.at_once():
            crowd = []
            for locale in ("en-US", "ja"):
                for crowded in tables:
                    for person in crowded.people:
                        person.set_locale(locale)
                        crowd.append(await person.slash("view", where=crowded.where))
            why = await asked.click(table.board, tool("why"))
            help_ = await other.click(table.board, tool("help"))
            await until(lambda: len(why.posts) > 1 and len(help_.posts) > 1)
            await asked.click(table.board, tavern)
            await table.moves_on_from(asked)
            assert sum(not reply.post.files for reply in crowd) >= 12
            gate.open()
        assert all(reply.post.files for reply in crowd)
        assert threading.get_ident() not in drawn_by


# -- files -------------------------------------------------------------------------------------------------------------


async def test_an_edited_board_shows_one_picture(harbour: Harbour) -> None:
    """However often a board, a letter or a private panel is edited, it shows one picture and nothing twice."""
    table = await Table.of(harbour)
    asked = await table.asked()
    private = await asked.slash("view")

    def once(message: Post) -> None:
        assert len(message.files) == 1
        assert not message.embeds
        assert message.files[0].filename not in message.content

    first = table.board.files[0].filename
    await pick(asked, table.board, ":tavern|.1")
    for message in (table.board, asked.dms()[-1], private.posts[0]):
        once(message)
    assert table.board.files[0].filename != first
    await asked.click(table.board, tool("undo"))
    once(table.board)
    once(asked.dms()[-1])
    await pick(asked, private.posts[0], ":dig|1", stale=True)
    once(table.board)
    once(asked.dms()[-1])


async def test_another_picture_has_another_file_name(harbour: Harbour) -> None:
    """No client shows an old board from its memory: file names differ for every state, and tell nothing else."""
    table = await Table.of(harbour)
    for _ in range(3):
        await table.dig(2)
        await table.pass_turn()
    await (await table.asked()).slash("view")
    seen = {(file[0], file[2]) for one in harbour.sent for file in one.files}
    assert len(seen) > 6
    assert len({name for name, _ in seen}) == len({data for _, data in seen}) == len(seen)
    assert all(re.fullmatch(r"board-[0-9a-f]{12,}\.png", name) for name, _ in seen)


# -- names -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("names", [HOSTILE[n : n + 4] for n in range(0, len(HOSTILE), 4)], ids=["a", "b", "c"])
async def test_no_name_breaks_out_of_its_sentence(tmp_path: Path, names: tuple[str, ...]) -> None:
    """Whatever people and threads are called, nobody is pinged by it, no markdown or link comes of it, all is drawn."""
    async with Harbour(tmp_path, draw=render.draw, seed=7) as world:
        thread = world.create_thread(f"{names[0]} {names[1]}")
        table = await Table.of(world, *names, where=thread)
        await table.pass_turn()
        await table.dig(1)
        person = await table.asked()
        for command in ("status", "log", "games", "view", "board", "resign"):
            assert (await person.slash(command, where=thread)).private
        await person.slash("board", where=thread, text=True)
        await person.autocomplete("view", "game", "", where=thread)
        await person.slash("newgame", where=thread, game="takara")
        world.deny("attach_files")
        missing = await person.slash("newgame", where=thread, game="takara")
        assert words("bot.permission.attach_files") in missing.text
        world.allow("attach_files")
        for _ in range(2):
            (await table.asked()).close_dms()
            await table.pass_turns(1)
        for one in world.sent:
            assert not [markup for markup in MARKUP if markup in unescaped(one.text)], one.text
            assert set(one.pings) <= set(names)
            for _, alt, _ in one.files:
                assert 0 < len(alt) <= MOST_ALT
        assert not [m for m in world.channel_messages(thread) if NO_PICTURE in m.text]


def unescaped(words: str) -> str:
    """What Discord reads as markup: what no backslash protects."""
    return re.sub(r"\\.", "", words)


async def test_a_thread_can_be_opened_for_any_name(harbour: Harbour) -> None:
    """A thread that is named after its host stays within Discord's limits, whatever the host is called."""
    for name in ("`" * 32, "W" * 32, "\u200b\u200b\u200d", "👩‍👩‍👧‍👦" * 4):
        host = harbour.user(name)
        await host.slash("newgame", game="takara")
        offer = await host.slash("newgame", game="takara")
        await host.click(offer.post, lobby("thread"))
    names = [thread.name for thread in harbour.threads()]
    assert len(names) == 4
    assert all(name and 1 <= len(name) <= 100 for name in names)


# -- controls ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("locale", ["en-US", "ja"])
async def test_no_button_can_spoil_its_message(tmp_path: Path, locale: str) -> None:
    """No label is too long and no emoji can ever be deleted, so Discord never refuses a message for a control."""
    async with Harbour(tmp_path) as world:
        people = tuple(world.user(name, locale=locale) for name in ("W" * 32, "Ben", "Chie"))
        world.set_guild_locale(locale)
        await people[0].slash("newgame", game="takara")
        for guest in people[1:]:
            await guest.slash("join")
        await people[0].slash("start")
        table = Table(world, await world.match(), people)
        shown = [*world.channel_messages()]
        for _ in range(3):
            person = await table.asked()
            shown += [table.board, person.dms()[-1], *(await person.slash("view")).posts]
            shown += (await person.slash("settings")).posts
            await table.pass_turns(2)
        controls = [control for message in shown for control in message.controls]
        assert len(controls) > 30
        for control in controls:
            assert len(control.label) <= (MOST_LABEL if control.kind == "button" else 150)
            assert control.emoji is None or not re.search(r"\d{5,}", control.emoji)
            assert len(control.options) <= 25
            assert all(len(o.label) <= MOST_ENTRY and len(str(o.value)) <= MOST_ENTRY for o in control.options)


async def test_more_choices_than_a_menu_holds_can_all_be_reached(harbour: Harbour) -> None:
    """A decision with more than 25 possibilities offers each of them, by menus and by autocompletion."""
    table = await Table.of(harbour, impersonator="any")
    await table.pass_turns(9)
    asked = await table.asked()
    look = await harbour.app.desk.look(table.match, asked.id)
    hiring = next(d for d in look.decisions if d.verb == "hire_specialist")
    assert isinstance(hiring, Pick)
    legal = {option.key for option in hiring.legal}
    assert len(legal) > 25

    found: set[str] = set()

    async def explore(message: Post) -> None:
        for control in (one for one in message.controls if one.emoji != BACK):
            for choose, value in entries(control, message, asked.click, asked.select):
                kind, *parts = value.split("|")
                if kind.endswith(":a:hire_specialist"):
                    found.add(parts[0])
                elif kind.endswith(":g:hire_specialist"):
                    await explore((await choose()).posts[-1])

    await explore(table.board)
    assert found == legal

    offered = await asked.autocomplete("takara hire-specialist", "specialist", "")
    assert {choice.value for choice in offered} == {key.split(".")[0] for key in legal}
    starts = set()
    for tunnel in range(1, 7):
        for choice in await asked.autocomplete(
            "takara hire-specialist", "start", "", specialist="soothsayer", tunnel=tunnel
        ):
            starts.add(f"soothsayer.{tunnel}.{choice.value}")
    assert starts == {key for key in legal if key.startswith("soothsayer.")}


def entries(control: Control, message: Post, click: Any, select: Any) -> list[tuple[Callable[[], Any], str]]:
    """How to choose each thing of a control, and what it means."""
    if control.kind == "button":
        return [(lambda: click(message, control.custom_id, stale=True), control.custom_id)]

    def choosing(value: str) -> Callable[[], Any]:
        async def choose() -> Reply:
            return await select(message, value, menu=control.custom_id, stale=True)  # type: ignore[no-any-return]

        return choose

    return [(choosing(str(option.value)), str(option.value)) for option in control.options]
