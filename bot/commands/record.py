"""`export` and `verify`: a game's record, and its replay from the revealed seed."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Annotated

import msgspec
import typer

from bot.commands.said import database, fail, readable, sentence
from engines import GAMES


def export(
    match: Annotated[str, typer.Argument(metavar="MATCH", help="The match's id, as /status shows it.")],
    out: Annotated[Path | None, typer.Option(help="Where to write it; standard output if left out.")] = None,
    reveal: Annotated[
        bool, typer.Option("--reveal", help="Also the seed and actions of a running game: whoever reads it knows all.")
    ] = False,
) -> None:
    """Write a game's record as JSON: its seed once it is over, its options and every answer with its fingerprint."""
    from bot import settings
    from engines.kernel.decision import Refused

    with readable():
        try:
            record = asyncio.run(_record(settings.read().url, match, reveal=reveal))
        except Refused as refused:
            fail(f"{match}: {sentence(refused)}")
    if out is None:
        typer.echo(record.decode(), nl=False)
        return
    try:
        out.write_bytes(record)
    except OSError as fault:
        fail(f"--out {out}: {fault.strerror}")


async def _record(url: str, match: str, *, reveal: bool) -> bytes:
    from bot.app import now
    from engines.desk.desk import Desk

    async with database(url) as db:
        return await Desk(db, GAMES, now).record(match, reveal=reveal)


def verify(
    files: Annotated[list[Path], typer.Argument(metavar="FILE…", help="Records, as `export` writes them.")],
) -> None:
    """Play records again from their seeds: one line a file, `ok` or `FAILED`. Exit status 1 if one differs."""
    from engines.desk import record

    good = True
    for path in files:
        try:
            told = record.read(path.read_bytes())
            found = record.verify(GAMES[told.game], told) if told.game in GAMES else f"game: there is no {told.game!r}"
        except OSError as fault:
            found = fault.strerror
        except (ValueError, msgspec.MsgspecError) as fault:
            found = f"not a record: {fault}"
        typer.echo(f"{path}: {'ok' if found is None else f'FAILED  {found}'}")
        good = good and found is None
    if not good:
        raise typer.Exit(1)
