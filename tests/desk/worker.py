"""A process to be killed: Ana steps for ever at one table, and says so only after the desk has."""

from __future__ import annotations

import asyncio
import sys
from itertools import count

from tests.desk.house import ANA, House


async def main(url: str, match: str, first: int) -> None:
    house = House(url)
    for press in count(first):
        # As Discord may: every press comes twice.
        for _ in range(2):
            await house.do(match, ANA, "step", press=press)
        print(press, flush=True)
        for row in await house.claim():
            await house.desk.outbox.done(row, "channel", row.id + 10**6)
            print(f"shown {row.id}", flush=True)


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], sys.argv[2], int(sys.argv[3])))
