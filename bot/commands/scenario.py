"""`scenario`: a rulebook's worked examples."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from engines import GAMES
from engines.kernel.scenario import ScenarioFault, parse, run


def scenario(
    files: Annotated[list[Path], typer.Argument(metavar="FILE…", help="Scenario files (engines/README.md).")],
) -> None:
    """Run scenario files: one line a scenario, `ok` or `FAILED`. Exit status 1 on any failure."""
    good = True
    for path in files:
        try:
            for name, difference in run(parse(path.read_bytes()), GAMES):
                verdict, ending = ("ok", "") if difference is None else ("FAILED", f": {difference}")
                typer.echo(f"{verdict:<6}  {path.stem}  {name}{ending}")
                good = good and difference is None
        except (ScenarioFault, OSError) as fault:
            reason = fault.strerror if isinstance(fault, OSError) else fault
            typer.echo(f"{path}: {reason}", err=True)
            good = False
    if not good:
        raise typer.Exit(1)
