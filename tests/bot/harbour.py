"""Worlds with the real bot: its tables, its people, and how a game is played there by clicks, commands or letters."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from hashlib import shake_128
from io import BytesIO
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

import discord
import msgspec
from PIL import Image
from simcord.backend.models import Channel

from bot.app import App, open_app
from bot.local.strict import INVITED
from bot.settings import Settings
from render.kit.picture import Picture
from render.kit.words import Words
from tests.bot.people import Person, Reply
from tests.bot.posts import Control, Post
from tests.bot.world import World


def seeds(start: int = 1) -> Callable[[], bytes]:
    """Seeds that are the same in every run."""
    numbers = count(start)
    return lambda: next(numbers).to_bytes(32, "big")


def sketch(slug: str, view: Any, words: Words, highlight: frozenset[str], scope: str = "usual") -> Picture:
    """A stand-in for the painter, a hundred times faster: equal views, words and marks give equal pictures."""
    seen = msgspec.msgpack.encode((slug, view, words.lang, sorted(highlight), scope))
    side = 4
    data = BytesIO()
    Image.frombytes("RGB", (side, side), shake_128(seen).digest(3 * side * side)).save(data, "PNG")
    return Picture(data.getvalue(), "png", side, side, f"{slug}, {words.lang}")


class Harbour(World):
    """A world whose bot is Mailboat, with its data in a folder."""

    app: App

    def __init__(
        self, data: Path, *, seed: int = 1, permissions: discord.Permissions = INVITED, **open_with: Any
    ) -> None:
        super().__init__(self._mailboat, permissions=permissions)
        self._data = data
        self._seeds = seeds(seed)
        self._open_with = {"draw": sketch, **open_with}

    def _mailboat(self, world: World) -> AbstractAsyncContextManager[discord.Client]:
        return self._open_mailboat()

    @asynccontextmanager
    async def _open_mailboat(self) -> AsyncIterator[discord.Client]:
        settings = Settings.model_construct(data=self._data)
        async with open_app(settings, clock=self.now, seeds=self._seeds, **self._open_with) as app:
            self.app = app
            yield app.client

    # -------------------------------------------------------------------- tables

    async def seat(self, *people: Person, slug: str = "takara", where: Channel | None = None, **options: Any) -> str:
        """A table at which these people sit and play with these options; the first one hosts. Its match."""
        host, *others = people
        panel = (await host.slash("newgame", where, game=slug)).post
        card = self.last(where)
        for one in others:
            await one.click(card, "Join")
        # Some options are for so many people only.
        for key, value in options.items():
            await self._agree(host, panel, key, self.app.games[slug].option(key).values.index(value))
        await host.click(card, "Start")
        return await self.match(where)

    async def _agree(self, host: Person, panel: Post, key: str, place: int) -> None:
        """Choose an option's value: where it has a menu of its own, or in the menu of all options."""

        def own(control: Control) -> bool:
            return control.custom_id.endswith(f":l:set|{key}")

        if not any(map(own, panel.controls)):
            pages = (c.custom_id for c in panel.controls if ":l:option|" in c.custom_id)
            menu = next(page for page in pages if any(o.value == key for o in panel.control(page).options))
            await host.select(panel, key, menu=menu)
        await host.select(panel, str(place), menu=own)

    async def match(self, where: Channel | None = None) -> str:
        found = await self.app.desk.at((where or self.channel).id)
        assert found is not None, "no match here"
        return found

    async def asked(self, match: str) -> Person | None:
        """Whom the table waits for; None: the game is over."""
        look = await self.app.desk.look(match, None)
        if not look.waiting_for:
            return None
        name = look.seats[look.waiting_for[0]].name
        return self.people[name]

    def board(self, where: Channel | None = None) -> Post:
        """The board that stands: the last message of the channel with controls of a game."""
        return next(one for one in reversed(self.channel_messages(where)) if any(map(of_game, one.controls)))


def of_game(control: Control) -> bool:
    """Whether a control belongs to what is played, and not to a seat that changes hands or to a vote."""
    return not any(f":t:{name}" in control.custom_id for name in ("back", "claim", "unoffer", "agree", "refuse"))


BACK = "↩️"
"""What buttons show that lead a step back."""


class Player:
    """Presses like somebody who mostly digs: what can be chosen is read off the controls, as a person would."""

    def __init__(self, world: Harbour, seed: int = 1) -> None:
        self.world = world
        self.rng = Random(seed)
        self.presses = 0

    async def answer(self, person: Person, message: Post) -> Reply:
        """Choose something on this message, and go on in the private panels that this opens, up to an answer."""
        reply = await self.press(person, message)
        for _ in range(8):
            panel = next((p for p in reversed(reply.posts) if p.private and choices_of(p)), None)
            if panel is None or is_turn(panel):
                return reply
            reply = await self.press(person, panel)
        raise AssertionError(f"no end of panels: {reply.text}")

    async def press(self, person: Person, message: Post) -> Reply:
        controls = [c for c in choices_of(message) if c.emoji != BACK]
        assert controls, f"nothing to choose on {message.text!r}"
        self.presses += 1
        digging = [
            c
            for c in controls
            if c.kind == "menu" and any("|" in str(o.value) and ":dig|" in str(o.value) for o in c.options)
        ]
        control = self.rng.choice(digging if digging and self.rng.random() < 0.8 else controls)
        if control.kind == "button":
            return await person.click(message, control.custom_id)
        fitting = [o for o in control.options if ":dig|" in str(o.value)] if self.rng.random() < 0.7 else []
        option = self.rng.choice(fitting or list(control.options))
        others = [o for o in control.options if o != option][: control.least - 1]
        return await person.select(message, *(str(o.value) for o in (option, *others)), menu=control.custom_id)


def choices_of(message: Post) -> list[Control]:
    """The controls that answer questions: no tools."""
    return [c for c in message.controls if not c.disabled and ":t:" not in c.custom_id]


def is_turn(panel: Post) -> bool:
    """Whether a private panel shows the whole turn again, and not a step on the way to an answer."""
    return (
        any(":t:view" in c.custom_id for c in panel.controls)
        and len(choices_of(panel)) > 0
        and any(":dig|" in str(o.value) for c in panel.controls for o in c.options)
    )
