"""The watch over what falls due: one look for each pulse, whatever the process went through."""

import asyncio

import pytest
from sqlalchemy import delete, func, select, update
from sqlalchemy.exc import OperationalError

from bot.work.watch import BATCH
from engines.desk import timers
from engines.desk.tables import SAVES, TIMERS
from tests.bot.harbour import Harbour
from tests.bot.tables import Table, words

BROKE = "broke"


async def day_passes(world: Harbour) -> None:
    await world.skip(days=1, seconds=1)


async def test_a_process_that_slept_makes_up_for_nothing(harbour: Harbour, monkeypatch: pytest.MonkeyPatch) -> None:
    """After a day, as after a moment, there is one look for what is due, and not one for each pulse that was missed."""
    alarms, looks = harbour.app.desk.alarms, 0
    fall_due = alarms.fall_due

    async def counted(limit: int) -> int:
        nonlocal looks
        looks += 1
        return await fall_due(limit)

    monkeypatch.setattr(alarms, "fall_due", counted)
    await day_passes(harbour)
    assert looks == 1
    for _ in range(3):
        await harbour.reconnect()
    await harbour.pass_time(minutes=1)
    assert looks == 4


async def test_a_database_that_fails_once_loses_no_reminder(harbour: Harbour, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is reported, and the next pulse looks again."""
    table = await Table.of(harbour)
    asked = await table.asked()

    async def fail(*_: object) -> None:
        raise OperationalError("SELECT", {}, Exception("locked"))

    with harbour.expect_faults(BROKE), monkeypatch.context() as broken:
        broken.setattr(timers, "due", fail)
        await day_passes(harbour)
        assert len(asked.dms()) == 1
    await harbour.pass_time(minutes=1)
    assert len(asked.dms()) == 2


async def test_a_game_that_cannot_be_read_holds_up_no_other(harbour: Harbour) -> None:
    """What is due of it is reported and tried again later; everybody else is reminded at once."""
    broken = await Table.of(harbour, "Ana", "Ben", where=harbour.create_channel("broken"))
    whole = await Table.of(harbour, "Chie", "Dan", where=harbour.create_channel("whole"))
    desk, asked = harbour.app.desk, await whole.asked()
    async with desk.db.work() as tx:
        await tx.execute(delete(SAVES).where(SAVES.c.match == broken.match))
    desk.lives.drop(broken.match)
    with harbour.expect_faults(BROKE):
        await day_passes(harbour)
        await harbour.pass_time(minutes=1)
    assert len(asked.dms()) == 2


async def test_the_end_waits_for_no_backlog(harbour: Harbour) -> None:
    """The bot ends between two timers; what is still due then is due at the next start, and nothing of it twice."""
    table = await Table.of(harbour)
    many, asked = 6 * BATCH, await table.asked()
    async with harbour.app.desk.db.work() as tx:
        await tx.execute(update(TIMERS).values(due=harbour.now()))
        one = (await tx.execute(select(TIMERS).where(TIMERS.c.kind == "idle"))).one()._asdict()
        await tx.execute(TIMERS.insert(), [one | {"key": f"{one['key']} {number}"} for number in range(many)])
    look = asyncio.create_task(harbour.app.watch.look())
    await asyncio.sleep(0.05)
    await harbour.app.watch.close(1)
    await look
    async with harbour.app.desk.db.read() as tx:
        due = select(func.count()).select_from(TIMERS).where(TIMERS.c.due <= harbour.now())
        assert int((await tx.execute(due)).scalar_one()) > 0
    await harbour.restart()
    await day_passes(harbour)
    assert len(asked.dms()) == 2
    async with harbour.app.desk.db.read() as tx:
        assert int((await tx.execute(due)).scalar_one()) == 0


async def test_a_table_that_nobody_starts_says_that_it_was_closed(harbour: Harbour) -> None:
    """After a fortnight its card has no buttons any more, and its channel is free for another."""
    ana = harbour.user("Ana")
    await ana.slash("newgame", game="takara")
    await harbour.skip(days=13, hours=23)
    assert harbour.last().controls
    await harbour.skip(hours=2)
    assert not harbour.last().controls
    assert words("bot.lobby.expired", game="Takara Island") in harbour.last().text
    await ana.slash("newgame", game="takara")
    assert harbour.last().controls


async def test_a_game_in_which_nothing_happens_says_that_it_sleeps(harbour: Harbour) -> None:
    """After thirty days; nobody is called any more, until somebody goes on."""
    table = await Table.of(harbour)
    for _ in range(31):
        await harbour.skip(days=1)
    assert words("desk.idle") in table.said
    told = table.told()
    for _ in range(3):
        await harbour.skip(days=1)
    assert table.told() == told
    await table.pass_turn()
    asked = await table.asked()
    assert table.told()[asked.name] > told[asked.name]
