"""Public faults that come with time: reminders, quiet hours, restarts (tests/bot/README.md has the list)."""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from tests.bot.almanac import Habits
from tests.bot.harbour import Harbour
from tests.bot.people import Person
from tests.bot.tables import Table, words
from tests.bot.weeks import NEVER, PLAYED, Rambler, board_in_words
from tests.bot.wishes import choose, press_like, way_to_zone

LETTERS = "/channels/*/messages"


async def day_passes(world: Harbour) -> None:
    """The first reminder is due, and a minute goes by."""
    await world.skip(days=1, seconds=1)
    await world.pass_time(minutes=1)


async def at(world: Harbour, moment: datetime) -> None:
    await world.skip(seconds=(moment - world.now()).total_seconds())


async def test_a_deleted_channel_keeps_no_reminder_of_another_game(harbour: Harbour) -> None:
    """Where one game's channel is gone, people are reminded of all others as before, once, and of that one, too."""
    lost, kept = harbour.create_channel("lost"), harbour.create_channel("kept")
    gone = await Table.of(harbour, "Ana", "Ben", where=lost)
    other = await Table.of(harbour, "Chie", "Dan", where=kept)
    asked, before = await other.asked(), await told(other)
    await harbour.delete_channel(lost)
    await day_passes(harbour)
    assert await told(other) == before | {asked.name: before[asked.name] + 1}
    for _ in range(3):
        await day_passes(harbour)
    assert (await told(other))[asked.name] == before[asked.name] + 4
    assert sum((await told(gone)).values()) <= 6


async def told(table: Table) -> dict[str, int]:
    """How many letters each has."""
    return {person.name: len(person.dms()) for person in table.people}


async def test_three_new_connections_make_one_reminder(harbour: Harbour) -> None:
    """However often Discord says that the bot is ready, whoever is waited for is reminded once."""
    table = await Table.of(harbour)
    asked = await table.asked()
    for _ in range(3):
        await harbour.reconnect()
    await day_passes(harbour)
    for _ in range(3):
        await harbour.reconnect()
        await harbour.pass_time(minutes=1)
    assert len(asked.dms()) == 2


@pytest.mark.parametrize("ping", ["dm", "mention"])
async def test_a_reminder_comes_though_the_bot_knows_no_channel_yet(harbour: Harbour, ping: Any) -> None:
    """Right after a start Discord may not have told of either: what is due goes out all the same, once."""
    table = await Table.of(harbour, "Ana", "Ben")
    asked, guild = await table.asked(), harbour.channel.guild_id
    assert guild is not None
    await harbour.app.desk.people.set_guild(guild, ping=ping)
    heard = len(asked.dms()) + table.rings(asked)
    await harbour.restart(hard=True)
    harbour.app.client._connection._guilds.clear()
    assert harbour.app.client.get_channel(harbour.channel.id) is None
    await harbour.skip(hours=25)
    await harbour.skip(minutes=5)
    assert len(asked.dms()) + table.rings(asked) == heard + 1


async def test_five_restarts_remind_nobody_again(harbour: Harbour) -> None:
    """Neither restarts nor deaths before, at or after a reminder send anything a second time."""
    table = await Table.of(harbour)
    asked = await table.asked()
    await harbour.skip(hours=23, minutes=59)
    for hard in (True, False, True, False, True):
        await harbour.restart(hard=hard)
    assert len(asked.dms()) == 1
    await harbour.skip(minutes=2)
    sent = len(harbour.sent)
    assert len(asked.dms()) == 2
    for hard in (True, False, True, False, True):
        await harbour.restart(hard=hard)
        await harbour.pass_time(minutes=1)
    assert len(harbour.sent) == sent


@pytest.mark.parametrize("applied", [False, True], ids=["before it arrives", "when it has arrived"])
async def test_an_end_between_a_reminder_and_its_letter_loses_none_and_repeats_none(
    harbour: Harbour, applied: bool
) -> None:
    """If the bot dies as a reminder goes out, it is there once when the bot has started again, hours later."""
    table = await Table.of(harbour)
    asked = await table.asked()
    await harbour.skip(hours=23, minutes=59)
    harbour.die_at("POST", LETTERS, applied=applied)
    await harbour.skip(minutes=2)
    assert harbour.dead
    assert len(asked.dms()) == 1 + applied
    harbour.backend.advance_clock(3 * 3600)
    await harbour.restart(hard=True)
    await harbour.pass_time(minutes=2)
    assert len(asked.dms()) == 2


async def test_a_reminder_that_fell_due_while_the_bot_was_away_comes_once(harbour: Harbour) -> None:
    """Whoever was waited for through days without the bot is called once when it is back, not once for each day."""
    table = await Table.of(harbour)
    asked = await table.asked()
    await harbour.kill()
    harbour.backend.advance_clock(4 * 24 * 3600 + 7)
    await harbour.start()
    await harbour.pass_time(minutes=2)
    assert len(asked.dms()) == 2
    await harbour.skip(hours=23, minutes=50)
    assert len(asked.dms()) == 2
    await harbour.skip(minutes=10)
    assert len(asked.dms()) == 3


NIGHTS = {
    "Berlin, 23 hours": ("Europe/Berlin", date(2026, 3, 29)),
    "Berlin, 25 hours": ("Europe/Berlin", date(2026, 10, 25)),
    "New York, 23 hours": ("America/New_York", date(2026, 3, 8)),
    "New York, 25 hours": ("America/New_York", date(2026, 11, 1)),
}
"""The days on which clocks are changed, in the night before dawn."""


@pytest.mark.parametrize(("zone", "day"), NIGHTS.values(), ids=list(NIGHTS))
async def test_quiet_hours_keep_to_the_wall_when_clocks_are_changed(harbour: Harbour, zone: str, day: date) -> None:
    """Who is not to be called from 22 to 8 hears of their turn, and of it again the next day, at 8 on their clock."""
    local = ZoneInfo(zone)
    await at(harbour, datetime.combine(day - timedelta(days=1), time(23), local))
    ana, ben = harbour.user("Ana"), harbour.user("Ben")
    for person in (ana, ben):
        await choose(person, way_to_zone(Habits(zone=zone), harbour.now()))
        await choose(person, ("open.quiet", f"quiet.{22 * 60}-{8 * 60}"))
    table = await Table.of(harbour, "Ana", "Ben")
    asked = await table.asked()
    assert calls(asked) == 0
    for number, morning in enumerate((day, day + timedelta(days=1)), 1):
        wakes = datetime.combine(morning, time(8), local).astimezone(UTC)
        await at(harbour, wakes - timedelta(seconds=30))
        assert calls(asked) == number - 1
        await at(harbour, wakes + timedelta(seconds=30))
        assert calls(asked) == number
    assert not [post for person in (ana, ben) if person is not asked for post in person.dms()]


@pytest.mark.parametrize("at_zero", ["turn", "seat"])
async def test_two_who_are_absent_cost_the_others_no_more_than_one(tmp_path: Path, at_zero: str) -> None:
    """Where all choose at once, those who don't run down together, each is warned once, and then the game goes on."""
    async with Harbour(tmp_path, games=PLAYED, textboard=board_in_words) as world:
        table = await Table.of(world, slug="aerion")
        *absent, chie = table.people
        page = (await absent[0].slash("clock")).post
        for part in ("choose.day.", f"choose.day.{at_zero}.", "set."):
            page = await press_like(absent[0], page, part)
        walker = Rambler(world, table.match, 1, ("drop",))
        look = await walker.look()
        while len(look.waiting_for) < 3:
            await walker.answer(await table.asked(), world.board(), deaths=NEVER)
            look = await walker.look()
        await walker.answer(chie, world.board(), deaths=NEVER)
        before = [len(person.dms()) for person in absent]
        for hours in (12, 12, 12, 12, 12, 11.99):
            await world.skip(hours=hours)
        look = await walker.look()
        assert [look.seats[seat].name for seat in look.waiting_for] == [person.name for person in absent]
        warnings = [[post for post in person.dms() if WARNING in post.text] for person in absent]
        assert [len(found) for found in warnings] == [1, 1]
        assert [len(person.dms()) - count for person, count in zip(absent, before, strict=True)] == [3, 3]
        await world.skip(minutes=2)
        look = await walker.look()
        waiting = {look.seats[seat].name for seat in look.waiting_for}
        assert waiting == {chie.name if at_zero == "seat" else absent[0].name}
        assert [seat.standin for seat in look.seats] == [at_zero == "seat", at_zero == "seat", False]


WARNING = words("bot.clock.warning", game="Aerion")


def calls(person: Person) -> int:
    return len(person.dms()) + len(person.pings())
