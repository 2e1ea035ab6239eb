"""`playthrough`: whole games as text, for review as a diff."""

from __future__ import annotations

import argparse
import shlex
from itertools import zip_longest
from pathlib import Path
from typing import Annotated, NoReturn

import typer

from bot.commands.said import fail, game_called, options_of
from engines.kernel.playthrough import lines
from engines.kernel.playthrough import written as answers_in


def playthrough(
    files: Annotated[
        list[Path], typer.Argument(metavar="FILE…", help="Files whose first line is GAME --seats N --seed S.")
    ],
    accept: Annotated[bool, typer.Option("--accept", help="Write what happens now into the files.")] = False,
) -> None:
    """Play what each file's first line tells again and compare. Exit status 1 if a game goes otherwise."""
    good = True
    for path in files:
        try:
            written = path.read_text("utf-8")
        except OSError as fault:
            fail(f"{path}: {fault.strerror}")
        played = text_of(written)
        if accept:
            path.write_text(played, "utf-8")
        elif played != written:
            typer.echo(f"{path}: FAILED  {first_difference(written, played)}")
            good = False
            continue
        typer.echo(f"{path}: {'written' if accept else 'ok'}")
    if not good:
        raise typer.Exit(1)


def first_difference(written: str, played: str) -> str:
    """The first line in which two playthroughs differ."""
    pairs = zip_longest(written.splitlines(), played.splitlines(), fillvalue="")
    number, (then, now) = next(((n, pair) for n, pair in enumerate(pairs, 1) if pair[0] != pair[1]), (0, ("", "")))
    return f"line {number}: expected {then.strip()!r}, found {now.strip()!r}"


def text_of(text: str) -> str:
    """The whole file that follows from its first line, or, if that wants it, from the answers below it."""
    recipe = text.partition("\n")[0]
    try:
        told = _RECIPE.parse_args(shlex.split(recipe))
    except ValueError as fault:
        fail(f"no recipe for a playthrough: {recipe!r}: {fault}")
    game = game_called(told.game)
    options = options_of(game, told.seats, told.option)
    answers = answers_in(text) if told.written else None
    return "\n".join([recipe, *lines(game, told.seats, options, told.seed, answers)]) + "\n"


class _Recipe(argparse.ArgumentParser):
    """Reads a recipe as if it were a command line, and says what is wrong instead of ending the program."""

    def error(self, message: str) -> NoReturn:
        raise ValueError(message)


_RECIPE = _Recipe(add_help=False)
_RECIPE.add_argument("game")
_RECIPE.add_argument("--seats", type=int, required=True)
_RECIPE.add_argument("--seed", type=int, required=True)
_RECIPE.add_argument("--option", action="append", default=[])
_RECIPE.add_argument("--written", action="store_true")
