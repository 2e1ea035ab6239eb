"""What days show of somebody who is asked in secret: nothing (Takara R12), however people are called."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from engines.desk.clocks import PRESETS
from engines.desk.records import Guest
from tests.bot.harbour import Harbour
from tests.bot.people import Person
from tests.bot.prying import SEAT_NAMES, prepared, same, seen
from tests.bot.tables import tool
from tests.bot.test_secrecy import START, before_a_survey, log_of

Pass = Callable[[Harbour, tuple[Person, ...], str], Awaitable[None]]
"""What happens while Ben is asked; the last is the match."""


async def look(world: Harbour, *people: Person) -> None:
    for person in people:
        for command in ("status", "log", "games", "ahead"):
            await person.slash(command)


async def reminded(world: Harbour, people: tuple[Person, ...], match: str) -> None:
    """A clock runs, reminders fall due, and the host hears that they do not help."""
    ana, _, chie = people
    for _ in range(6):
        await world.skip(hours=25)
        await look(world, ana, chie)
    await ana.slash("replace", player="Ben")


async def timed(world: Harbour, people: tuple[Person, ...], match: str) -> None:
    """The time of whoever is asked runs out."""
    ana, _, chie = people
    await world.app.desk.clocks.set(match, Guest(ana.id, "Ana"), replace(PRESETS["day"], at_zero="tell"), 5)
    await world.app.deliver.drain()
    for _ in range(4):
        await world.skip(hours=13)
        await look(world, ana, chie)


async def voted(world: Harbour, people: tuple[Person, ...], match: str) -> None:
    """Something is moved, and everybody is called to it; the seat is offered, and no more."""
    ana, _, chie = people
    await world.skip(hours=1)
    await ana.click((await ana.slash("end")).post, lambda control: control.custom_id.endswith("wish|end"))
    asks = ana.private_replies()[-1]
    await ana.click(asks, tool("move"))
    await look(world, ana, chie)
    card = next(post for post in world.channel_messages() if any(map(tool("refuse"), post.controls)))
    await chie.click(card, tool("refuse"))
    await chie.slash("undo")
    reply = await ana.slash("replace", player="Ben")
    await ana.click(reply.post, tool("offer"))
    await look(world, ana, chie)


async def woken(world: Harbour, people: tuple[Person, ...], match: str) -> None:
    """Ben's night ends."""
    ana, _, chie = people
    await look(world, ana, chie)
    for _ in range(3):
        await world.skip(hours=9)
        await look(world, ana, chie)


async def late(world: Harbour, people: tuple[Person, ...], match: str) -> None:
    """A reminder could not be told when it fell due, and is told after Ben has done something."""
    ana, _, chie = people
    await look(world, ana, chie)
    await world.skip(minutes=10)
    await look(world, ana, chie)


HABITS: dict[str, tuple[Pass, dict[str, Any]]] = {
    "reminders": (reminded, {}),
    "a clock": (timed, {}),
    "votes and offers": (voted, {}),
    "a night": (woken, {"zone": "UTC", "quiet_from": 22 * 60, "quiet_until": 8 * 60}),
    "a daily letter": (woken, {"zone": "UTC", "digest": 9}),
    "a call that is late": (late, {}),
}


async def story(data: Path, what: str, *, secretly: bool) -> tuple[list[Any], list[str]]:
    """Ben's direct messages are closed, so all that calls him stands in the channel."""
    then, habits = HABITS[what]
    async with Harbour(data, seed=START, games={"takara": prepared("takara", before_a_survey()[1])}) as world:
        ana, ben, chie = people = tuple(world.user(name) for name in SEAT_NAMES)
        eve = world.user("Eve")
        ben.close_dms()
        if habits:
            await world.app.desk.people.set(ben.id, **habits)
        match = await world.seat(*people)
        await ana.slash("takara tavern", count=2)
        await world.pass_time(minutes=5)
        if then is late:
            world.fail("POST", "/channels/*/messages", status=500)
            await world.skip(hours=24)
        if secretly:
            assert (await ben.slash("takara survey", tunnel=1, looks=1)).private
        await then(world, people, match)
        assert any(ben.name in one.pings for one in world.transcript(eve))
        return [seen(world, match, person) for person in (ana, chie, eve)], log_of(world, match)


@pytest.mark.parametrize("what", HABITS)
async def test_days_betray_nothing_of_what_is_asked_in_secret(tmp_path: Path, what: str) -> None:
    """Whoever is asked in secret is called like somebody who has done nothing yet: reminders, warnings, votes, what
    they are told to have missed, /status, and when."""
    plain, secret = [await story(tmp_path / str(secretly), what, secretly=secretly) for secretly in (False, True)]
    for one, other in zip(plain[0], secret[0], strict=True):
        same(one, other)
    same(plain[1], secret[1])
