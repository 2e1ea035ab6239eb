"""`play`: what pretend people see and do on the page, and what is still there after a kill."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import re
import signal
import sys
from collections.abc import AsyncIterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import pairwise
from pathlib import Path
from typing import Any

import aiohttp
import discord
import pytest
from simcord.components import walk_components

from bot.local import acts, page
from bot.local.days import Diary
from bot.local.play import Clock, play, real_bot
from bot.local.store import InUse
from tests.bot.minibot import MiniBot

Json = dict[str, Any]


@contextlib.asynccontextmanager
async def minibot(data: Path, clock: Clock) -> AsyncIterator[tuple[discord.Client, Diary | None]]:
    yield MiniBot(), None


@dataclass
class Browser:
    """A person's page, without its pixels."""

    http: aiohttp.ClientSession
    address: str
    person: str = ""
    place: str = ""

    async def get(self, path: str, **query: str) -> Any:
        query = {"as": self.person, "place": self.place, **query}
        async with self.http.get(f"{self.address}api/{path}", params=query) as response:
            assert response.status == 200
            return await response.json()

    async def post(self, act: str, **body: Any) -> Json:
        async with self.http.post(
            f"{self.address}api/{act}", json={"as": self.person, "place": self.place, **body}
        ) as response:
            assert response.status == 200
            answer: Json = await response.json()
            return answer

    async def be(self, name: str, place: str = "games") -> Browser:
        """A page of this person in this place; "dm" is the conversation with the bot."""
        world = await self.get("world")
        person = next(one["id"] for one in world["people"] if one["name"] == name)
        other = Browser(self.http, self.address, person)
        places = (await other.get("world"))["places"]
        other.place = next(one["id"] for one in places if place in (one["kind"], one["name"]))
        return other

    async def messages(self, *, until: str = "") -> list[Json]:
        """What is shown; with `until`, as soon as a text is among it."""
        shown: list[Json] = []
        for _ in range(100):
            shown = await self.get("messages")
            if until in json.dumps(shown, ensure_ascii=False):
                return shown
            await asyncio.sleep(0.02)
        raise AssertionError(f"{until!r} never came: {shown}")

    async def answer(self, command: str) -> Json:
        """The newest answer to a command, as soon as it is more than "thinking…"."""
        for _ in range(100):
            for message in reversed(await self.messages()):
                if (message["used"] or {}).get("command") == command and message["state"] == "said":
                    return message
            await asyncio.sleep(0.02)
        raise AssertionError(f"/{command} was never answered")

    async def run(self, *path: str, **options: Any) -> Json:
        return await self.post("run", path=list(path), options=options)

    async def press(self, message: Json, custom_id: str, values: list[str] | None = None) -> Json:
        return await self.post("press", message=message["id"], custom_id=custom_id, values=values)


@contextlib.asynccontextmanager
async def browsing(data: Path) -> AsyncIterator[Browser]:
    async with play(data, 0, ("Ana", "Ben", "Chie"), minibot) as address, aiohttp.ClientSession() as http:
        yield Browser(http, address)


@pytest.fixture
async def anybody(tmp_path: Path) -> AsyncIterator[Browser]:
    async with browsing(tmp_path) as browser:
        yield browser


async def test_command_and_press(anybody: Browser) -> None:
    """A command's answer appears with its picture and its buttons, and a press by somebody else changes it."""
    ana, ben = await anybody.be("Ana"), await anybody.be("Ben")
    assert await ana.run("count", start="4") == {}
    (shown,) = await ben.messages(until="Count 4")
    assert shown["used"] == {"by": ana.person, "command": "count"}
    (picture,) = shown["files"]
    assert picture["alt"] == "A navy picture"
    async with ben.http.get(ben.address.rstrip("/") + picture["url"]) as response:
        assert response.content_type == "image/png"
        assert (await response.read()).startswith(b"\x89PNG")
    assert await ben.press(shown, "count:4") == {}
    assert (await ana.messages(until="Counted 4"))[0]["text"] == "Counted 4"


async def test_other_pages_follow(anybody: Browser) -> None:
    """Whoever has a page open is told of a change, with the message, without asking."""
    ana, ben = await anybody.be("Ana"), await anybody.be("Ben")
    async with ben.http.get(f"{ben.address}api/events", params={"as": ben.person}) as stream:
        await ana.run("count")
        async with asyncio.timeout(2):
            async for line in stream.content:
                if line.startswith(b"data:") and b"Count 1" in line:
                    break
    assert stream.status == 200


async def test_private_replies_are_private(anybody: Browser) -> None:
    """What only Ana may see isn't on Ben's page, nor in what he is told."""
    ana, ben = await anybody.be("Ana"), await anybody.be("Ben")
    await ana.run("fruit", which="plum")
    (shown,) = await ana.messages(until="Only you see plum")
    assert shown["private"]
    assert await ben.messages() == []


async def test_menu_form_and_autocompletion(anybody: Browser) -> None:
    """A menu takes several lines, a form is filled in and sent once, an option offers what the bot offers."""
    ana = await anybody.be("Ana")
    await ana.run("count")
    (shown,) = await ana.messages(until="Count 1")
    await ana.press(shown, "fruit", ["fruit 1", "fruit 2"])
    await ana.messages(until="You took fruit 1, fruit 2.")
    assert (await ana.press(shown, "fruit", ["pear"]))["failed"] == "gone"
    form = (await ana.press(shown, "broken:form"))["form"]
    assert form["title"] == "A form"
    assert await ana.post("submit", form=form["id"], values={"wish": "peace"}) == {}
    await ana.messages(until="You wish peace")
    assert (await ana.post("submit", form=form["id"], values={"wish": "more"}))["failed"] == "gone"
    offered = await ana.post("complete", path=["fruit"], options={}, focused="which", typed="39")
    assert offered["choices"] == [{"name": "Fruit 39", "value": "fruit 39"}]


async def test_direct_messages_and_unread_marks(anybody: Browser) -> None:
    """A direct message calls until it is read; closed direct messages refuse it."""
    ana, ben = await anybody.be("Ana"), await anybody.be("Ben", "dm")
    await ana.run("tell", whom=ben.person)
    (letter,) = await ben.messages(until="Psst")
    dm = (await ben.get("world"))["places"][-1]
    assert (dm["kind"], dm["unread"], dm["calling"]) == ("dm", 1, 1)
    await ben.post("read", message=letter["id"])
    assert (await ben.get("world"))["places"][-1]["unread"] == 0
    await ben.press(letter, "count:7")
    await ben.messages(until="Counted 7")
    await ben.post("habits", dms_closed=True)
    await ana.run("tell", whom=ben.person)
    await ana.messages(until="refused: 403 50007")


async def test_languages(anybody: Browser) -> None:
    """A person's language reaches the bot, and the picker has the commands' names in it."""
    ana = await anybody.be("Ana")
    await ana.post("habits", locale="ja")
    await ana.run("language")
    await ana.messages(until="ja en-US True")
    commands = await ana.get("commands")
    (count,) = [one for one in commands if one["path"][0]["name"] == "count"]
    assert count["path"][0]["name_localizations"]["ja"] == "数える"


async def test_threads_have_their_place(anybody: Browser) -> None:
    """A thread stands below its channel and can be gone to."""
    ana = await anybody.be("Ana")
    await ana.run("thread", name="Game 2")
    inside = await ana.be("Ben", "Game 2")
    await inside.messages(until="Here we are")
    assert [one["kind"] for one in (await inside.get("world"))["places"]] == ["channel", "thread", "channel", "dm"]


async def test_what_cannot_be_done_is_said(anybody: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    """A silent bot, a wrong value, a button that is gone: the page is told, and nothing breaks."""
    monkeypatch.setattr(acts, "ACKNOWLEDGE_WITHIN", 0.1)
    ana = await anybody.be("Ana")
    await ana.run("count")
    (shown,) = await ana.messages(until="Count 1")
    assert await ana.press(shown, "broken:silent") == {"failed": "silent"}
    assert await ana.press(shown, "count:99") == {"failed": "gone"}
    assert "must be" in (await ana.run("count", start="99"))["failed"]
    assert (await ana.run("nothing"))["failed"] == "gone"
    assert (await ana.post("leave"))["failed"] == "owner"


async def test_coming_and_going(anybody: Browser) -> None:
    """Somebody new can come; who leaves the server sees only their direct messages, and can come back."""
    dora = await anybody.post("person", name="Dora")
    assert (await anybody.post("person", name="Dora"))["failed"] == "name"
    there = Browser(anybody.http, anybody.address, dora["id"])
    assert len((await there.get("world"))["places"]) == 3
    await there.post("leave")
    assert [one["kind"] for one in (await there.get("world"))["places"]] == ["dm"]
    await there.post("leave")
    assert len((await there.get("world"))["places"]) == 3


@pytest.mark.parametrize(
    "headers", [{"Host": "example.org"}, {"Origin": "http://example.org"}, {"Content-Type": "text/plain"}]
)
async def test_foreign_sites_are_kept_out(anybody: Browser, headers: dict[str, str]) -> None:
    """A site that is open in the same browser can neither read nor act."""
    async with anybody.http.post(f"{anybody.address}api/say", data="{}", headers=headers) as response:
        assert response.status in (403, 415)


async def test_everything_is_there_after_a_restart(tmp_path: Path) -> None:
    """Messages, direct messages, private replies, languages and marks come back under the same ids."""
    async with browsing(tmp_path) as anybody:
        ana = await anybody.be("Ana")
        await ana.run("count")
        await ana.run("fruit", which="plum")
        await ana.post("habits", locale="ja")
        ben = await anybody.be("Ben", "dm")
        await ana.run("tell", whom=ben.person)
        await ana.messages(until="told")
        before = await ana.messages(), await ben.messages(), await ana.get("world")
    async with browsing(tmp_path) as again:
        ana, ben = await again.be("Ana"), await again.be("Ben", "dm")
        assert (await ana.messages(), await ben.messages(), await ana.get("world")) == before
        assert await ana.press(before[0][0], "count:1") == {}
        assert await ben.press(before[1][0], "count:7") == {}
        fresh = await ana.messages(until="Counted 1")
        assert len({one["id"] for one in fresh}) == len(fresh)


async def test_nonces_outlive_a_restart(tmp_path: Path) -> None:
    """A message that is sent again after a crash is still one message."""
    bots: list[MiniBot] = []

    @contextlib.asynccontextmanager
    async def kept(data: Path, clock: Clock) -> AsyncIterator[tuple[discord.Client, Diary | None]]:
        bots.append(MiniBot())
        yield bots[-1], None

    for _ in range(2):
        async with play(tmp_path, 0, (), kept) as address, aiohttp.ClientSession() as http:
            ana = await Browser(http, address).be("Ana")
            await bots[-1].get_partial_messageable(int(ana.place)).send("once", nonce="row-1")
            assert [one["text"] for one in await ana.messages()] == ["once"]


def labelled(messages: list[Json], label: str) -> tuple[Json, str]:
    """The newest message with a button of this label, and the button's custom id."""
    for message in reversed(messages):
        for part in walk_components(message["parts"]):
            if label in (part.get("label") or ""):
                return message, part["custom_id"]
    raise AssertionError(f"no button {label!r}")


async def begun(http: aiohttp.ClientSession, address: str) -> Browser:
    """Ana's page, with a game of Takara that she and Ben have just begun."""
    ana, ben = await Browser(http, address).be("Ana"), await Browser(http, address).be("Ben")
    await ana.run("newgame", game="takara")
    await ben.press(*labelled(await ana.messages(until="Join"), "Join"))
    await ana.messages(until="2. Ben")
    await ana.press(*labelled(await ana.messages(), "Start"))
    await ana.messages(until="Help")
    return ana


async def test_a_game_goes_on_after_a_restart(tmp_path: Path) -> None:
    """A game that was begun on the page is found again by the bot itself, and its buttons work."""
    async with play(tmp_path, 0, (), real_bot) as address, aiohttp.ClientSession() as http:
        await begun(http, address)
    async with play(tmp_path, 0, (), real_bot) as address, aiohttp.ClientSession() as http:
        ana = await Browser(http, address).be("Ana")
        assert await ana.press(*labelled(await ana.messages(), "Help")) == {}
        assert await ana.run("games") == {}
        assert "Takara" in (await ana.answer("games"))["text"]


async def test_letting_a_week_pass(tmp_path: Path) -> None:
    """What falls due in a week comes one after the other, each at its moment, and the page's time is the bot's."""
    async with play(tmp_path, 0, (), real_bot) as address, aiohttp.ClientSession() as http:
        await begun(http, address)
        pages = [await Browser(http, address).be(name, "dm") for name in ("Ana", "Ben")]
        assert await pages[0].post("pass", hours=168) == {}
        # If the host is not the one who does not answer, they are told of it at the end.
        told = max([await each.messages() for each in pages], key=len)
        calls = [datetime.fromisoformat(each["at"]) for each in told]
        pauses = [(after - before).total_seconds() for before, after in pairwise(calls)]
        assert pauses == pytest.approx([86_400] * 5, abs=60)
        assert "A reminder" in told[-1]["text"]
    async with play(tmp_path, 0, (), real_bot) as address, aiohttp.ClientSession() as http:
        ana = await Browser(http, address).be("Ana")
        assert (await ana.get("world"))["ahead"] == pytest.approx(168 * 3_600, abs=60)
        await ana.run("status")
        answered = datetime.fromisoformat((await ana.answer("status"))["at"])
        assert answered - calls[0] == pytest.approx(timedelta(days=7), abs=timedelta(minutes=1))


async def test_time_never_goes_back(tmp_path: Path) -> None:
    """The time that has passed is kept: what is said after a restart is newer than what was said before."""
    async with browsing(tmp_path) as browser:
        ana = await browser.be("Ana")
        assert await ana.post("pass", hours=-5) == await ana.post("pass", hours=1) == {}
        assert (await ana.get("world"))["ahead"] == pytest.approx(3_600, abs=60)
        await ana.run("count")
        first = (await ana.messages(until="Count 1"))[0]["at"]
    async with browsing(tmp_path) as browser:
        ana = await browser.be("Ana")
        await ana.run("count", start="2")
        assert [each["at"] >= first for each in await ana.messages(until="Count 2")] == [True, True]


_PROGRAM = """
import asyncio, sys
from pathlib import Path
from bot.local.play import play
from tests.bot.test_local import minibot

async def main():
    async with play(Path(sys.argv[1]), 0, (), minibot) as address:
        print(address, flush=True)
        await asyncio.Event().wait()

asyncio.run(main())
"""


async def test_everything_is_there_after_a_kill(tmp_path: Path) -> None:
    """kill -9 loses nothing that was on a page, and old buttons work afterwards."""
    shown: list[list[Json]] = []
    for _ in range(2):
        program = await asyncio.create_subprocess_exec(
            *(sys.executable, "-c", _PROGRAM, str(tmp_path)),
            stdout=asyncio.subprocess.PIPE,
            env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])},
        )
        assert program.stdout is not None
        address = (await program.stdout.readline()).decode().strip()
        async with aiohttp.ClientSession() as http:
            ana = await Browser(http, address).be("Ana")
            if shown:
                assert await ana.messages() == shown[0]
                await ana.press(shown[0][0], "count:1")
                await ana.messages(until="Counted 1")
            else:
                await ana.run("count")
                await ana.run("fruit", which="plum")
                await ana.messages(until="plum")
                shown.append(await ana.messages())
        program.send_signal(signal.SIGKILL)
        await program.communicate()


async def test_one_at_a_time(tmp_path: Path) -> None:
    """Whoever plays where somebody plays already is told so, and nothing happens to the game there."""
    async with browsing(tmp_path) as browser:
        with pytest.raises(InUse, match="somebody plays there already"):
            async with browsing(tmp_path):
                pass
        ana = await browser.be("Ana")
        assert await ana.run("count") == {}


def test_page_speaks_both_languages() -> None:
    """Every word of the page exists in English and Japanese, with the same things to fill in."""
    source = (page.STATIC / "words.js").read_text(encoding="utf-8")
    english, japanese = (dict(re.findall(r'(\w+): "([^"]*)"', part)) for part in source.split("  ja: {"))
    assert english.keys() == japanese.keys()
    for key, text in english.items():
        assert set(re.findall(r"\{\w+\}", text)) == set(re.findall(r"\{\w+\}", japanese[key])), key
    used = {match for path in page.STATIC.glob("*.js") for match in re.findall(r'word\("(\w+)"', path.read_text())}
    html = (page.STATIC / "index.html").read_text(encoding="utf-8")
    assert used | set(re.findall(r'data-(?:word|hint)="(\w+)"', html)) <= english.keys()
