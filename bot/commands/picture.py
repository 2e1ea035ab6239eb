"""`render`: the picture of a position."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Annotated

import msgspec
import typer

from bot.commands.said import fail, game_called, options_of, seat_called, words_in
from engines.kernel.match import Action, Match
from engines.kernel.rng import Rng
from engines.kernel.simulate import seed_of
from engines.kernel.standin import random_choice


def render(
    game: Annotated[str, typer.Argument(metavar="GAME", help="The game's name, as in /newgame.")],
    seats: Annotated[int, typer.Option(help="How many play.")],
    out: Annotated[Path, typer.Option(help="Where to write the picture.")],
    seed: Annotated[int, typer.Option(help="The same seed, the same game.")] = 1,
    actions: Annotated[int, typer.Option(min=0, help="After how many random actions.")] = 0,
    viewer: Annotated[
        int | None, typer.Option(metavar="SEAT", help="A seat from 1; nobody: everybody's picture.")
    ] = None,
    lang: Annotated[str, typer.Option(help="en or ja.")] = "en",
    option: Annotated[
        list[str] | None, typer.Option(metavar="KEY=VALUE", help="An option of the game; repeatable.")
    ] = None,
) -> None:
    """Draw the position after some random actions; print one JSON object about the picture."""
    from render import PAINTERS

    played = game_called(game)
    match = Match.new(played, seats, options_of(played, seats, option or ()), seed_of(seed))
    who = seat_called(viewer, seats)
    words_of = words_in(lang, played, seats)
    players = Rng(seed_of("players", seed))
    for _ in range(actions):
        if not match.pending:
            break
        decision, answer = random_choice(match.pending, players)
        match.act(Action(decision.seat, decision.verb, answer))
    painter, view = PAINTERS[game], match.view(who)
    words = words_of(view)
    began = time.perf_counter()
    canvas = painter.paint(view, words, frozenset())
    alt = painter.alt(view, words)
    drawn = time.perf_counter()
    picture = canvas.picture(alt)
    encoded = time.perf_counter()
    try:
        out.write_bytes(picture.data)
    except OSError as fault:
        fail(f"--out {out}: {fault.strerror}")
    said = {
        "width": picture.width,
        "height": picture.height,
        "bytes": len(picture.data),
        "draw_ms": round((drawn - began) * 1000, 1),
        "encode_ms": round((encoded - drawn) * 1000, 1),
        "alt": picture.alt,
    }
    typer.echo(msgspec.json.encode(said).decode())
