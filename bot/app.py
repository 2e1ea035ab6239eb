"""The bot put together: one place that opens everything in order, and closes it in the other."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
import signal
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from datetime import UTC, datetime

import aiohttp
import discord
import structlog

import render
from bot import logs
from bot.client import Mailboat
from bot.settings import BadSettings, Settings
from bot.ui.answers import UNANSWERABLE, Answers, HeardAlready, Interaction
from bot.ui.clocks import Clocks
from bot.ui.messages import Games, Messages, TextBoard
from bot.ui.preferences import Preferences
from bot.ui.press import Presses
from bot.ui.requests import Requests
from bot.ui.seats import Seats
from bot.ui.speech import DEFAULT, NAMELESS, Speech
from bot.ui.tables import Tables
from bot.ui.votes import Votes
from bot.work.deliver import Deliver
from bot.work.faults import PASSING
from bot.work.members import Members
from bot.work.painter import Draw, Painter
from bot.work.places import Places
from bot.work.retries import Retries
from bot.work.rows import Rows
from bot.work.sender import Sender
from bot.work.watch import Watch
from engines import GAMES
from engines.desk.db import Database
from engines.desk.desk import Desk
from engines.kernel.match import Match

log = structlog.get_logger()

SEED_BYTES = 32
PATIENCE = 4
"""Seconds that the bot waits at its end for presses that are being answered, and as long for rows under way.

`docker stop` and its kin kill after ten.
"""
LONGEST_FAULT = 200
"""Letters of what Discord says: it may be a whole page."""
BRIEFLY = 1
"""Seconds that it waits for what falls due: nothing of that is lost."""
UNACCEPTED = 4004
"""With this code the gateway refuses a token."""


def now() -> datetime:
    """The present moment."""
    return datetime.now(UTC)


def fresh_seed() -> bytes:
    """A secret seed that nobody can guess."""
    return secrets.token_bytes(SEED_BYTES)


class App:
    """Everything that is open, and who is at work."""

    def __init__(
        self,
        settings: Settings,
        desk: Desk,
        client: Mailboat,
        painter: Painter,
        speech: Speech,
        games: Games,
        textboard: TextBoard,
        clock: Callable[[], datetime],
    ) -> None:
        self.settings = settings
        self.desk = desk
        self.client = client
        self.painter = painter
        self.speech = speech
        self.games = games
        self.messages = Messages(desk, speech, painter, games, textboard)
        self.answers = Answers(desk, self.messages)
        self.members = Members(client, desk, clock)
        self.tables = Tables(desk, self.answers, games, self.members)
        self.seats = Seats(desk, self.answers, self.tables, self.members)
        self.votes = Votes(desk, self.answers)
        self.requests = Requests(desk, self.answers, self.tables, self.members, self.seats, self.votes)
        self.preferences = Preferences(desk, self.answers, clock)
        self.clocks = Clocks(desk, self.answers)
        self.requests.shows["clock"] = self.clocks.show
        self.presses = Presses(
            *(desk, self.answers, self.tables, self.requests, self.preferences, self.seats, self.votes, self.clocks)
        )
        sender, retries = Sender(client, desk.outbox, self.messages), Retries(desk.outbox, clock)
        rows = Rows(desk, self.messages, self.members, sender, retries)
        self.places = Places(client, desk, self.messages, sender)
        self.deliver = Deliver(desk.outbox, rows, self.places, retries, clock)
        self.watch = Watch(desk.alarms)
        self._running: set[asyncio.Task[object]] = set()
        client.app = self

    def keep_current_task(self) -> None:
        """The bot does not end before the current task has."""
        task = asyncio.current_task()
        if task is not None and task not in self._running:
            self._running.add(task)
            task.add_done_callback(self._running.discard)

    def warm_up(self) -> None:
        """Begin to draw a first position of each game, lest the first board that somebody waits for hold up others."""
        task = asyncio.create_task(self._warm_up())
        self._running.add(task)
        task.add_done_callback(self._running.discard)

    async def _warm_up(self) -> None:
        for slug, game in self.games.items():
            first = Match.new(game, game.seats.start, {}, bytes(SEED_BYTES))
            await self.painter.warm(slug, first.view(None), self.speech.words(DEFAULT, lambda _: NAMELESS))

    @asynccontextmanager
    async def guard(self, interaction: Interaction) -> AsyncIterator[None]:
        """Around the answer to an interaction: faults are reported, and the person is told."""
        self.keep_current_task()
        try:
            yield
        except HeardAlready:
            log.info("an interaction came twice")
        except PASSING as error:
            if isinstance(error, discord.HTTPException) and error.code in UNANSWERABLE:
                return
            log.warning("an interaction met an error of Discord's", error=repr(error))
            await self.answers.fault(interaction)
        except Exception:
            log.exception("an interaction broke")
            await self.answers.fault(interaction)

    async def next_due(self, after: datetime) -> datetime | None:
        """When something is to be done next after that, if nobody does anything."""
        moments = await self.desk.alarms.next_due(after), await self.desk.outbox.next_due(after)
        return min(filter(None, moments), default=None)

    async def work_off(self) -> None:
        """Do what is due by now, and send what is to be told of it."""
        await self.watch.look()
        await self.deliver.drain()

    async def finish(self) -> None:
        """Let those who are being answered have their answer."""
        running = self._running - {asyncio.current_task()}
        if running:
            _, late = await asyncio.wait(running, timeout=PATIENCE)
            for task in late:
                task.cancel()
            await asyncio.gather(*late, return_exceptions=True)


@asynccontextmanager
async def open_app(
    settings: Settings,
    *,
    clock: Callable[[], datetime] = now,
    seeds: Callable[[], bytes] = fresh_seed,
    games: Games = GAMES,
    draw: Draw = render.draw,
    textboard: TextBoard = render.textboard,
) -> AsyncIterator[App]:
    """Open the database (its tables are brought up to date), the desk, the painter, the client and the deliverer.

    The client is not connected yet. At the end presses are answered, rows under way are delivered, and all is closed.
    """
    if not structlog.is_configured():
        logs.route()
    async with AsyncExitStack() as stack:
        db = Database.open(settings.url)
        stack.push_async_callback(db.close)
        await db.migrate()
        desk = Desk(db, games, clock, seeds)
        painter = Painter(draw)
        stack.callback(painter.close)
        client = Mailboat(settings.data)
        stack.push_async_callback(client.close)
        app = App(settings, desk, client, painter, Speech.load(), games, textboard, clock)
        stack.push_async_callback(app.deliver.close, PATIENCE)
        stack.push_async_callback(app.watch.close, BRIEFLY)
        stack.push_async_callback(app.finish)
        yield app


def run(settings: Settings) -> None:
    """Run the bot on Discord until SIGTERM or Ctrl-C.

    Raises:
        BadSettings: There is no token, or Discord does not accept it.
        ConnectionError: Discord lets nobody in, or sends the bot away for good.
    """
    token = settings.secret
    logs.configure(settings.log_level, settings.log_format)
    asyncio.run(_run(settings, token))


async def _run(settings: Settings, token: str) -> None:
    async with open_app(settings) as app:
        app.warm_up()
        connected = asyncio.create_task(app.client.start(token))
        loop = asyncio.get_running_loop()
        for number in (signal.SIGTERM, signal.SIGINT):
            with contextlib.suppress(NotImplementedError):
                loop.add_signal_handler(number, connected.cancel)
        try:
            await connected
        except asyncio.CancelledError:
            log.info("ending")
        except (discord.HTTPException, discord.ClientException, discord.GatewayNotFound, aiohttp.ClientError) as fault:
            if isinstance(fault, discord.LoginFailure) or getattr(fault, "code", None) == UNACCEPTED:
                raise BadSettings("MAILBOAT_TOKEN: Discord does not accept it") from None
            raise ConnectionError(f"Discord: {str(fault)[:LONGEST_FAULT]}") from None
