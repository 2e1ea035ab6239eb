"""What can be seen of what people of Fractured Sky choose in secret, drawn as it is: nothing (§13)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import render
from tests.bot.harbour import Harbour
from tests.bot.people import Person
from tests.bot.positions import begun
from tests.bot.posts import Post
from tests.bot.prying import pry, same, seen
from tests.bot.test_fractured_commands import FIRST, sit
from tests.bot.test_secrecy import START, log_of

SETUP = {"state": "setup_resources"}
REWARDS = {
    "state": "reward_choices",
    "new": "P1 P2 P3",
    "P1": {"picks": "PP:2 CC:1"},
    "P2": {"picks": "GG:1"},
    "P3": {"picks": "DD:2"},
}

ANSWERS: dict[str, tuple[dict[str, Any], str, tuple[str, str, str], str]] = {
    "first resources": (SETUP, "start", ("4 0 0", "0 3 1", "1 1 2"), "ggii"),
    "rewards": (REWARDS, "rewards", ("PP gg, CC i", "PP gw, CC g", "PP ww, CC i"), "GG w"),
}
"""Where all choose at once: the position, the command, three answers of Ana's, one of Ben's."""


async def story(data: Path, what: str, mine: tuple[str, ...]) -> tuple[Any, ...]:
    """Ana answers, perhaps several times within the hour, Ben as well, Chie not yet; all look at everything."""
    given, command, _, other = ANSWERS[what]
    async with Harbour(
        data, seed=START, games={"fractured_sky": begun("fractured_sky", FIRST, given)}, draw=render.draw
    ) as world:
        table = await sit(world)
        ana, ben, chie = table.people
        eve = world.user("Eve")
        first = world.board()
        for number, answer in enumerate(mine):
            await ana.slash(f"fractured {command}", resources=answer)
            await ana.slash("fractured review")
            if number == 0:
                await world.pass_time(minutes=5)
                await ben.slash(f"fractured {command}", resources=other)
        await world.restart(hard=True)
        await world.skip(hours=2)
        await look_around(world, (ben, chie, eve), first)
        told = [seen(world, table.match, person) for person in (ben, chie, eve)]
        return told, log_of(world, table.match), await world.app.desk.record(table.match)


async def look_around(world: Harbour, people: tuple[Person, ...], first: Post) -> None:
    for person in people:
        letters = [letter for letter in person.dms() if letter.controls]
        await pry(world, person, (first, *letters), slug="fractured_sky", asked=person.name != "Eve")


@pytest.mark.parametrize("what", ANSWERS)
async def test_what_is_chosen_at_once_shows_to_nobody_before_all_have_chosen(tmp_path: Path, what: str) -> None:
    """Another answer, and one that was changed twice: for all others messages, pictures, choices, refusals, /status and
    /log are the same, and when they come; so are the bot's log and the record."""
    one, other, third = ANSWERS[what][2]
    plain, changed = [await story(tmp_path / mine[0], what, mine) for mine in ((one,), (third, one, other))]
    for told, told_too in zip(plain[0], changed[0], strict=True):
        same(told, told_too)
    same(plain[1], changed[1])
    assert plain[2] == changed[2], "the record of a running game holds secrets"
