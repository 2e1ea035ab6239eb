"""`run`, `migrate` and `play`: the bot itself."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Annotated

import typer

from bot.commands.said import fail


def run() -> None:
    """Run the bot on Discord. Its settings are environment variables MAILBOAT_…, or the same names in .env."""
    from bot import app, settings

    try:
        app.run(settings.read())
    except settings.BadSettings as fault:
        fail(str(fault))


def migrate() -> None:
    """Bring the database up to date; make it if there is none."""
    from bot import settings
    from engines.desk.db import Database

    async def upgrade(url: str) -> None:
        db = Database.open(url)
        try:
            await db.migrate()
        finally:
            await db.close()

    try:
        asyncio.run(upgrade(settings.read().url))
    except settings.BadSettings as fault:
        fail(str(fault))


def play(
    data: Annotated[Path, typer.Option(metavar="DIR", help="Where the games are kept.")] = Path("data/play"),
    port: Annotated[int, typer.Option(min=0, max=65535, help="0: any free one.")] = 0,
    users: Annotated[str, typer.Option(help="The pretend people, with commas between.")] = "Ana,Ben,Chie",
    browser: Annotated[bool, typer.Option("--browser/--no-browser", help="Open a browser.")] = True,
) -> None:
    """Play in a browser, on a simulated Discord: the real bot, no token, no account."""
    from bot.settings import BadSettings, prepare

    people = [name.strip() for name in users.split(",") if name.strip()]
    if not people or len(set(people)) < len(people):
        fail("--users: names with commas between, each another")
    try:
        from bot import local
    except ModuleNotFoundError as missing:
        fail(f"{missing.name} is not installed; `make play` installs what is needed")
    try:
        prepare(data)
        local.main(data, port, people, browser)
    except BadSettings as fault:
        fail(str(fault))
    except OSError as fault:
        fail(f"--port {port}: {fault.strerror}")
