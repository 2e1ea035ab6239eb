"""`simulate`: whole games by random legal answers."""

from __future__ import annotations

import time
from typing import Annotated

import msgspec
import typer

from bot.commands.said import game_called, onlooker, options_of
from engines.kernel import simulate as kernel


def simulate(
    game: Annotated[str, typer.Argument(metavar="GAME", help="The game's name, as in /newgame.")],
    seats: Annotated[int, typer.Option(help="How many play.")],
    games: Annotated[int, typer.Option(min=1, help="How many games.")] = 1,
    seed: Annotated[int, typer.Option(help="The same seed, the same games.")] = 1,
    option: Annotated[
        list[str] | None, typer.Option(metavar="KEY=VALUE", help="An option of the game; repeatable.")
    ] = None,
    check: Annotated[
        bool, typer.Option("--check", help="At every step: resume, undo, secrecy, conservation, words and pictures.")
    ] = False,
) -> None:
    """Play whole games by random answers; print one JSON object. Exit status 1 if there was any fault."""
    played = game_called(game)
    options = options_of(played, seats, option or ())
    look = onlooker(game, seats) if check else None
    began = time.perf_counter()
    report = kernel.simulate(played, seats, options, seed, games, check=check, look=look)
    seconds = time.perf_counter() - began
    said = msgspec.structs.asdict(report) | {"actions_per_second": round(report.actions / seconds, 1)}
    order = ("games", "finished", "actions", "actions_per_second", "outcomes", "faults")
    typer.echo(msgspec.json.encode({key: said[key] for key in order}).decode())
    if report.faults:
        raise typer.Exit(1)
