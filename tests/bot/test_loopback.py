"""The bot as a process of its own, its library unmodified, against a small Discord on 127.0.0.1."""

from __future__ import annotations

import asyncio
import os
import signal
import sqlite3
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any, NamedTuple, Self

import discord
import pytest

from bot.local import limits
from tests.bot.launcher import SEED
from tests.bot.loopback import Loopback
from tests.bot.wire import BREAK, CHANNEL, DMS, TOKEN, Interaction, Person, Request

ROOT = Path(__file__).parents[2]
LAUNCHER = Path(__file__).with_name("launcher.py")
SECONDS_TO_END = 10
"""As long as `docker stop` waits."""

ANA, BEN = Person(101, "Ana"), Person(102, "Ben", "ja")
LOBBY = ("newgame", "join", "leave", "start", "cancel")
TO_CHANNEL = f"/channels/{CHANNEL}/messages"


class Bot:
    """`python -m bot run` as an operating-system process. said: all that it wrote."""

    def __init__(self, server: Loopback, data: Path) -> None:
        self.server, self.data = server, data
        self._log = data.with_name("log")

    async def start(self, **settings: str) -> Self:
        """Begin; returns at once."""
        given = {"TOKEN": TOKEN, "DATA": str(self.data), "LOG_LEVEL": "debug", **settings}
        ours = {f"MAILBOAT_{name}": value for name, value in given.items() if value}
        kept = {name: value for name, value in os.environ.items() if not name.startswith("MAILBOAT_")}
        with self._log.open("ab") as log:
            self.process = await asyncio.create_subprocess_exec(
                sys.executable, LAUNCHER, f"127.0.0.1:{self.server.port}", "run",
                cwd=self.data.parent, env={**kept, "PYTHONPATH": str(ROOT), **ours}, stdout=log, stderr=log,
            )  # fmt: skip
        return self

    async def up(self, **settings: str) -> Self:
        """Begin, and wait until it is connected."""
        before = len(self.server.identified)
        await self.start(**settings)
        connected = asyncio.create_task(self.server.until(lambda: len(self.server.identified) > before))
        ended = asyncio.create_task(self.process.wait())
        await asyncio.wait([connected, ended], return_when=asyncio.FIRST_COMPLETED)
        assert not ended.done(), self.said
        ended.cancel()
        await connected
        return self

    async def ended(self, seconds: float = 30) -> int:
        """Its exit status."""
        return await asyncio.wait_for(self.process.wait(), seconds)

    async def terminated(self) -> int:
        self.process.send_signal(signal.SIGTERM)
        return await self.ended(SECONDS_TO_END)

    async def killed(self) -> None:
        self.process.kill()
        await self.ended()

    @property
    def said(self) -> str:
        return self._log.read_text("utf-8")

    async def says(self, words: str, times: int = 1) -> None:
        """Wait until it has written that."""
        async with asyncio.timeout(30):
            while self.said.count(words) < times:  # noqa: ASYNC110
                await asyncio.sleep(0.05)

    def rows(self, query: str) -> list[Any]:
        with closing(sqlite3.connect(self.data / "mailboat.db")) as database:
            found = database.execute(query).fetchall()
            database.commit()
            return found


@pytest.fixture
async def server() -> AsyncIterator[Loopback]:
    async with Loopback() as server:
        yield server
        assert server.unknown == []


@pytest.fixture
async def bot(server: Loopback, tmp_path: Path) -> AsyncIterator[Bot]:
    bot = Bot(server, tmp_path / "data")
    yield bot
    if bot.process.returncode is None:
        await bot.killed()
    assert "Traceback" not in bot.said
    assert TOKEN not in bot.said
    assert "interaction-token" not in bot.said
    assert SEED.hex() not in bot.said
    assert repr(SEED)[2:-1] not in bot.said


def proper(request: Request, *, mentions: bool = False) -> None:
    """A message as it should leave the bot: named by a nonce, mentions closed, pictures with words."""
    assert request.body["nonce"]
    assert request.body["enforce_nonce"] is True
    allowed = request.body["allowed_mentions"]
    assert not allowed.get("parse")
    assert not allowed.get("roles")
    assert not allowed.get("replied_user")
    assert mentions or not allowed.get("users")
    assert len(request.files) == len(request.body.get("attachments", ()))
    for told, file in zip(request.body.get("attachments", ()), request.files, strict=True):
        assert told["description"].strip()
        assert file.name == told["filename"]
        assert file.data.startswith((b"RIFF", b"\x89PNG"))


async def seated(server: Loopback) -> dict[str, Any]:
    """The card of a table at which Ana and Ben sit."""
    await server.slash(ANA, "newgame", game="takara")
    [card] = await server.until(lambda: server.said(CHANNEL))
    await server.press(BEN, card, "l:join")
    await server.until(lambda: "2. Ben" in card["content"])
    return card


class Turn(NamedTuple):
    """Ana's first turn: the board in the channel, and her letter."""

    board: dict[str, Any]
    letter: dict[str, Any]

    async def dig(
        self, server: Loopback, tunnel: int, message: dict[str, Any] | None = None, *, wait: bool = True
    ) -> Interaction:
        """Dig there by the menu of the board or another message."""
        menu = (message or self.board)["components"][0]["components"][0]
        [value] = [one["value"] for one in menu["options"] if one["value"].endswith(f":dig|{tunnel}")]
        return await server.press(ANA, message or self.board, menu["custom_id"], value, wait=wait)

    async def shown(self, server: Loopback, tunnel: int) -> None:
        """Wait until board and letter tell of it; there is still one of each."""
        told = f"Ana digs in tunnel {tunnel}"
        await server.until(lambda: told in self.board["content"] and told in self.letter["content"])
        assert boards(server) == [self.board]
        assert server.said(DMS + ANA.id) == [self.letter]


async def started(server: Loopback) -> Turn:
    """The first turn of a game of Ana and Ben."""
    await server.press(ANA, await seated(server), "l:start")
    return await first_turn(server)


async def first_turn(server: Loopback) -> Turn:
    await server.until(lambda: boards(server) and server.said(DMS + ANA.id))
    [board], [letter] = boards(server), server.said(DMS + ANA.id)
    return Turn(board, letter)


def boards(server: Loopback) -> list[dict[str, Any]]:
    """The messages with a picture in the channel."""
    return [one for one in server.said(CHANNEL) if one["attachments"]]


async def test_commands_are_told_once(server: Loopback, bot: Bot) -> None:
    """It asks for servers alone, tells its commands within Discord's limits, and not again if none changed."""
    await bot.up()
    assert server.identified[0]["intents"] == discord.Intents(guilds=True).value
    [told] = server.asked("PUT", "/applications/*/commands")
    assert limits.faults(told.body) == []
    for command in told.body:
        assert command["integration_types"] == [0]
        assert set(command["contexts"]) in ({0}, {0, 1})
        for part in parts(command):
            for key in ("name", "description") if "description" in part else ("name",):
                words = part[f"{key}_localizations"]
                assert words["en-US"] == part[key]
                assert words["ja"]
    rights = {command["name"]: command["default_member_permissions"] for command in told.body}
    writes, sees = (str(discord.Permissions(**{name: True}).value) for name in ("send_messages", "view_channel"))
    assert {name: str(right) for name, right in rights.items()} == {
        **dict.fromkeys(rights, sees),
        **dict.fromkeys(LOBBY, writes),
    }
    assert await bot.terminated() == 0

    await bot.up()
    assert len(server.asked("GET", "/applications/*/commands")) == 1
    assert len(server.asked("PUT", "/applications/*/commands")) == 1
    assert await bot.terminated() == 0


def parts(command: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """A command, its options and their choices, all of which have names."""
    yield command
    yield from command.get("choices", ())
    for option in command.get("options", ()):
        yield from parts(option)


async def test_from_the_command_to_the_first_turn(server: Loopback, bot: Bot) -> None:
    """All is acknowledged in time; card, board and letter are whole, named by a nonce, and ping nobody unasked."""
    await bot.up()
    turn = await started(server)
    assert all(one.seconds is not None for one in server.interactions.values())
    opening, *presses = server.interactions.values()
    assert opening.callback["type"] == 5
    assert opening.callback["data"]["flags"] == 64
    assert [reply["content"] for reply in opening.replies] != [""]
    assert {press.callback["type"] for press in presses} == {6}
    sent = server.asked("POST", "/channels/*/messages")
    for request in sent:
        proper(request)
    assert len({request.body["nonce"] for request in sent}) == len(sent) == 3
    assert [request.path for request in sent] == [TO_CHANNEL, TO_CHANNEL, f"/channels/{DMS + ANA.id}/messages"]
    assert turn.board["components"]
    assert turn.letter["components"]
    assert [len(request.files) for request in sent] == [0, 1, 1]
    await turn.dig(server, 1, turn.letter)
    await turn.shown(server, 1)


async def test_slow_and_broken_answers_double_nothing(server: Loopback, bot: Bot) -> None:
    """Told to wait, it waits; whatever was carried out although its answer got lost stands there once."""
    await bot.up()
    card = await seated(server)
    troubles = (
        server.trouble("POST", TO_CHANNEL, 429, retry_after=0.5),
        server.trouble("POST", TO_CHANNEL, 502, applied=True),
        server.trouble("POST", TO_CHANNEL, BREAK, applied=True),
        server.trouble("POST", f"/channels/{DMS + ANA.id}/messages", BREAK, applied=True),
    )
    before = len(server.asked("POST", TO_CHANNEL))
    await server.press(ANA, card, "l:start")
    turn = await first_turn(server)
    tries = server.asked("POST", TO_CHANNEL)[before:]
    assert len(tries) == 4
    assert len({one.body["nonce"] for one in tries}) == 1
    assert len({one.files[0].data for one in tries}) == 1
    assert tries[1].at - tries[0].at >= 0.5

    answer = server.trouble("POST", "/interactions/*/callback", 502, applied=True)
    edit = server.trouble("PATCH", f"{TO_CHANNEL}/*", BREAK, applied=True)
    await turn.dig(server, 1)
    await turn.shown(server, 1)
    broken = server.trouble("POST", "/interactions/*/callback", BREAK, applied=True)
    look = await server.press(ANA, turn.board, ":t:view")
    await server.until(lambda: look.replies)
    assert [trouble.met for trouble in (*troubles, answer, edit, broken)] == [1] * 7
    assert bot.rows("SELECT count(*) FROM actions") == [(1,)]


async def test_a_lost_gateway_loses_and_doubles_nothing(server: Loopback, bot: Bot) -> None:
    """It resumes and hears what it missed; what it hears twice counts once; a forgotten session begins anew."""
    await bot.up()
    turn = await started(server)
    await server.cut()
    press = await turn.dig(server, 1, wait=False)
    await turn.shown(server, 1)
    assert press.seconds is not None
    assert [(one["session_id"], one["path"]) for one in server.resumed] == [("session-1", "/resume/")]

    await server.deliver(press)
    await bot.says("an interaction came twice")
    server.forget_session()
    await server.cut()
    await server.until(lambda: len(server.identified) == 2)
    look = await server.press(ANA, turn.board, ":t:view")
    await server.until(lambda: look.replies)
    assert look.replies[0]["flags"] & 64
    await turn.shown(server, 1)
    assert bot.rows("SELECT count(*) FROM actions") == [(1,)]
    assert len(server.asked("PUT", "/applications/*/commands")) == 1


async def test_it_ends_in_order(server: Loopback, bot: Bot) -> None:
    """SIGTERM: a message under way arrives and is known, a press under way is finished; the next start goes on."""
    await bot.up()
    card = await seated(server)
    posting = server.trouble("POST", TO_CHANNEL, hold=True)
    await server.press(ANA, card, "l:start")
    await server.until(lambda: posting.met)
    bot.process.send_signal(signal.SIGTERM)
    await bot.says("ending")
    posting.over.set()
    assert await bot.ended(SECONDS_TO_END) == 0
    [board] = boards(server)
    assert bot.rows("SELECT state, how FROM outbox WHERE kind = 'board'") == [("sent", "channel")]
    assert (int(board["id"]),) in bot.rows("SELECT message FROM posts WHERE kind = 'board'")

    await bot.up()
    turn = await first_turn(server)
    pressing = server.trouble("POST", "/interactions/*/callback", hold=True)
    await turn.dig(server, 1)
    await server.until(lambda: pressing.met)
    bot.process.send_signal(signal.SIGTERM)
    await bot.says("ending", times=2)
    pressing.over.set()
    assert await bot.ended(SECONDS_TO_END) == 0
    assert bot.rows("SELECT count(*) FROM actions") == [(1,)]
    assert bot.rows("SELECT * FROM outbox WHERE leased IS NOT NULL") == []

    await bot.up()
    await turn.shown(server, 1)
    for method, path in (("POST", TO_CHANNEL), ("PATCH", f"{TO_CHANNEL}/*")):
        server.trouble(method, path, 429, retry_after=600)
    await turn.dig(server, 2)
    await bot.says("rate limited")
    assert await bot.terminated() == 0
    assert len(boards(server)) == 1
    assert bot.rows("SELECT count(*) FROM outbox WHERE state = 'waiting'") != [(0,)]


async def test_it_goes_on_after_its_death(server: Loopback, bot: Bot) -> None:
    """SIGKILL while a board is on its way: it stands there once, the turn is told, and old buttons answer."""
    await bot.up()
    card = await seated(server)
    posting = server.trouble("POST", TO_CHANNEL, hold=True)
    joinable = card["components"]
    await server.press(ANA, card, "l:start")
    await server.until(lambda: posting.met)
    await bot.killed()
    [board] = boards(server)
    assert bot.rows("SELECT state FROM outbox WHERE kind = 'board'") == [("waiting",)]

    # The minute passes for which nobody else may take the row.
    bot.rows("UPDATE outbox SET leased = '2026-01-01 00:00:00.000000' WHERE leased IS NOT NULL")
    await bot.up()
    turn = await first_turn(server)
    assert turn.board == board
    assert (int(board["id"]),) in bot.rows("SELECT message FROM posts WHERE kind = 'board'")
    late = await server.press(BEN, {**card, "components": joinable}, "l:join")
    await server.until(lambda: late.replies)
    await turn.dig(server, 1)
    await turn.shown(server, 1)


@pytest.mark.parametrize(
    ("settings", "told"),
    [
        ({"TOKEN": ""}, "MAILBOAT_TOKEN: is not set"),
        ({"TOKEN": ".".join(("x" * 24, "y" * 6, "z" * 27))}, "MAILBOAT_TOKEN: Discord does not accept it"),
        ({"DATA": "/dev/null/data"}, "MAILBOAT_DATA: /dev/null/data can't be made"),
        ({"DATABASE": "sqlite+aiosqlite:////dev/null/x.db"}, "/dev/null"),
        ({"DATABASE": f"sqlite+aiosqlite:///{__file__}"}, "the database: "),
        ({"DATABASE": "postgresql+asyncpg://me:hidden@127.0.0.1:1/x"}, "127.0.0.1"),
    ],
)
async def test_what_a_host_must_put_right_is_one_line(
    settings: dict[str, str], told: str, server: Loopback, bot: Bot
) -> None:
    """It ends with status 2 and says in one line what is wrong, and no secret."""
    await bot.start(LOG_LEVEL="error", **settings)
    assert await bot.ended() == 2
    [line] = bot.said.splitlines()
    assert line.startswith("mailboat: ")
    assert told in line
    assert "hidden" not in bot.said
    assert "xxxx" not in bot.said


async def test_discord_lets_nobody_in(server: Loopback, bot: Bot) -> None:
    """It ends with status 2 and says so in one line, for whoever starts it again."""
    server.trouble("GET", "/users/@me", 503)
    await bot.start(LOG_LEVEL="error")
    assert await bot.ended() == 2
    assert bot.said.startswith("mailboat: Discord: 503")


async def test_a_token_that_was_withdrawn(server: Loopback, bot: Bot) -> None:
    """The gateway refuses the token: that is one line, too."""
    server.gateway_token = "another"
    await bot.start(LOG_LEVEL="error")
    assert await bot.ended() == 2
    assert bot.said == "mailboat: MAILBOAT_TOKEN: Discord does not accept it\n"
