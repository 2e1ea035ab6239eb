"""A process of its own, to be measured from its very first moment; it tells what it saw as one line of JSON.

`serve DATA BEGAN PLAYER TUNNEL`: the bot starts on a simulated Discord, and somebody digs in the first channel.
`remember DATA`: the bot starts, and somebody acts at each of the open tables, through the desk.
"""

from __future__ import annotations

import asyncio
import gc
import json
import sys
import time
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

PLAYERS = ("Ana", "Ben", "Chie")
LATER = timedelta(days=1)


def memory() -> float:
    """Megabytes of this process that lie in memory."""
    gc.collect()
    told = Path("/proc/self/status").read_text("ascii")
    return next(int(line.split()[1]) for line in told.splitlines() if line.startswith("VmRSS")) / 1024


async def serve(data: Path, began: float, player: str, tunnel: int) -> dict[str, Any]:
    from tests.bot.harbour import Harbour

    async with Harbour(data) as world:
        # Discord's numbers follow from its time and from who came in which order: the same people, but new presses.
        people = {name: world.user(name) for name in PLAYERS}
        world.backend.advance_clock(LATER.total_seconds())
        ready = time.perf_counter()
        reply = await people[player].slash("takara dig", tunnel=tunnel)
        served = time.perf_counter()
        assert reply.acknowledged
        assert world.board().picture is not None, "the board was not posted"
    return {"ready": ready - began, "served": served - began}


async def remember(data: Path) -> dict[str, Any]:
    from bot import app
    from bot.settings import Settings
    from tests.benchmarks.crowd import Crowd, open_games

    passed = timedelta()

    def clock() -> datetime:
        return app.now() + passed

    settings = Settings.model_construct(data=data)
    async with app.open_app(settings, clock=clock) as bot:
        said: dict[str, Any] = {"started": memory(), "loaded": len(bot.desk.lives)}
        crowd = Crowd(bot.desk)
        games = await open_games(bot.desk.db)
        for game in games:
            await crowd.act(await crowd.step(game))
        said |= {"games": len(games), "pressed": memory(), "kept": len(bot.desk.lives)}
        passed = LATER
        await crowd.act(await crowd.step(games[0]))
        said |= {"idle": memory(), "left": len(bot.desk.lives)}
    return said


if __name__ == "__main__":
    what, data, *more = sys.argv[1:]
    if what == "serve":
        began, player, tunnel = more
        told = asyncio.run(serve(Path(data), float(began), player, int(tunnel)))
    else:
        told = asyncio.run(remember(Path(data)))
    print(json.dumps(told))
