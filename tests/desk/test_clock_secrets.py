"""Clocks and what is answered in secret: nobody else can tell by a deadline, a warning, a flag or a status."""

from __future__ import annotations

import shutil
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from engines.desk.clocks import AtZero, Clock
from engines.desk.outbox import Row
from engines.desk.records import Place
from engines.kernel.game import Options
from engines.kernel.match import settle_options
from engines.kernel.rng import Rng
from engines.takara.game import TakaraIsland
from engines.takara.state import State
from tests.desk.house import ANA, BEN, CHIE, GUILD, House
from tests.desk.test_flags import next_due
from tests.desk.test_secret import seen

DAY = 86_400
WAITS, PLAIN, MONSTER = "gallery_2", "gallery_2 surveyed", "bat_x2 surveyed"
"""The first card of tunnel 1, and whether Ben is looking at it."""


class Begun(TakaraIsland):
    """Ana's last turn before Ben's, with that card on top of tunnel 1."""

    def __init__(self, card: str) -> None:
        self.card = card

    def setup(self, seats: int, options: Options, rng: Rng) -> State:
        facts = {"T1": f"{self.card} gallery_4 gallery_6", "P1": {"recruited": True}}
        return self.given({"seats": seats, "options": settle_options(self, seats, options), **facts})


async def told(url: str, story: str, at_zero: AtZero) -> list[Any]:
    """What others notice at each moment at which something falls due in three days, beginning with Ben's turn."""
    card, _, surveyed = story.partition(" ")
    house = House(url, {"takara": Begun(card)})
    place = Place(GUILD, 1, "den")
    match = (await house.desk.open_lobby(place, ANA, "takara", {}, "en", house.press())).match
    for guest in (BEN, CHIE):
        await house.desk.join(match, guest, house.press())
    await house.desk.clocks.set(match, ANA, Clock(2 * DAY, DAY, 3 * DAY, at_zero=at_zero), house.press())
    await house.desk.start(match, ANA, house.press())
    await house.desk.act(match, ANA, "tavern", (3,), asked=None, press=house.press())
    await shown(house)
    if surveyed:
        await house.desk.act(match, BEN, "survey", ("1.1",), asked=None, press=house.press())
        assert [d.secret for d in (await house.desk.look(match, BEN.person)).decisions] == [True]
    found, until = [await noticed(house, match)], house.clock() + timedelta(days=3)
    while (due := await next_due(house)) is not None and due <= until:
        house.clock.now = max(house.clock.now, due)
        await house.desk.alarms.fall_due(1)
        found.append(await noticed(house, match))
        await house.restart()
    await house.close()
    return found


async def noticed(house: House, match: str) -> list[Any]:
    others = (None, ANA.person, CHIE.person)
    looks = [await house.desk.look(match, person) for person in others]
    return [
        house.clock(),
        [(*seen(look), look.deadlines, look.since, look.highlight) for look in looks],
        replace(await house.desk.status(match), match=""),
        [await house.desk.log(match, person) for person in others],
        [[replace(line, match="") for line in await house.desk.games_of(one.person)] for one in (ANA, CHIE)],
        await shown(house),
    ]


async def shown(house: House) -> list[Any]:
    """What goes out to others, and when."""
    rows: list[Row] = []
    while claimed := await house.claim():
        rows += claimed
        for row in claimed:
            await house.desk.outbox.done(row, "channel" if row.seat is None else "dm", row.id + 10**6, row.channel)
    return [(row.kind, row.seat, row.due, row.quiet, row.payload) for row in rows if row.person != BEN.person]


@pytest.mark.parametrize("at_zero", ["tell", "turn", "seat"])
async def test_a_clock_tells_nothing_of_an_open_survey(blank_file: Path, tmp_path: Path, at_zero: AtZero) -> None:
    """Whether one is open, at a monster or not: all that others notice is the same until the flag falls, and then too.

    But where the stand-in ends a survey, everybody reads that there was one, as always.
    """
    stories = []
    for number, story in enumerate((WAITS, PLAIN, MONSTER)):
        shutil.copy(blank_file, tmp_path / f"{number}.db")
        stories.append(await told(f"sqlite:///{tmp_path / str(number)}.db", story, at_zero))
    waits, plain, monster = stories
    assert plain == monster
    flag = next(n for n, each in enumerate(waits) if any(kind == "say" for kind, *_ in each[-1]))
    assert flag > 1
    assert plain[:flag] == waits[:flag]
    assert (plain == waits) == (at_zero == "tell")
