"""`run`, `migrate` and `play`: the bot itself."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Annotated

import typer

from bot.commands.said import database, fail, readable


def run() -> None:
    """Run the bot on Discord. Its settings are environment variables MAILBOAT_…, or the same names in .env."""
    from bot import app, settings

    with readable():
        app.run(settings.read())


def migrate() -> None:
    """Bring the database up to date; make it if there is none."""
    from bot import settings

    async def upgrade(url: str) -> None:
        async with database(url):
            pass

    with readable():
        asyncio.run(upgrade(settings.read().url))


def play(
    data: Annotated[Path, typer.Option(metavar="DIR", help="Where the games are kept.")] = Path("data/play"),
    port: Annotated[int, typer.Option(min=0, max=65535, help="0: any free one.")] = 0,
    users: Annotated[str, typer.Option(help="The pretend people, with commas between.")] = "Ana,Ben,Chie",
    browser: Annotated[bool, typer.Option("--browser/--no-browser", help="Open a browser.")] = True,
) -> None:
    """Play in a browser, on a simulated Discord: the real bot, no token, no account."""
    from bot.settings import prepare

    people = [name.strip() for name in users.split(",") if name.strip()]
    if not people or len(set(people)) < len(people):
        fail("--users: names with commas between, each another")
    try:
        from bot import local
    except ModuleNotFoundError as missing:
        fail(f"{missing.name} is not installed; `make play` installs what is needed")
    with readable():
        prepare(data, "--data")
        local.main(data, port, people, browser)
