"""Databases come up, go down and come up again, and an old one with a game in it still plays."""

from __future__ import annotations

import asyncio
import sqlite3
from itertools import count
from pathlib import Path

import pytest
from alembic import command
from sqlalchemy import Connection, inspect, text

from engines.desk import record
from engines.desk.db import Database, migration_config
from engines.desk.tables import Base
from tests.desk.house import ANA, BEN, House, Toy, points
from tests.desk.toy import Team

FIRST = Path(__file__).parent / "first.sql"
"""A database of the first revision with a running game, as text: made by `python -m tests.desk.test_migrations`."""

GAME = "oldgame1"


async def run(db: Database, step: str, revision: str) -> None:
    def work(connection: Connection) -> None:
        getattr(command, step)(migration_config(connection), revision)

    async with db.work() as tx:
        await tx.run_sync(work)


def old_house(folder: Path, toy: Toy) -> House:
    """A house on the database of the first revision, not yet migrated; its presses are new ones."""
    path = folder / "old.db"
    old = sqlite3.connect(path)
    old.executescript(FIRST.read_text("utf-8"))
    old.close()
    house = House(str(path), {"toy": toy})
    house.presses = count(20_000)
    return house


async def test_up_down_up(house: House) -> None:
    """Each revision can be taken back, and nothing is left behind that would be in its way."""
    db = house.desk.db
    await run(db, "downgrade", "base")
    async with db.read() as tx:
        assert await tx.run_sync(lambda c: inspect(c).get_table_names()) == ["alembic_version"]
    await db.migrate()
    await db.migrate()
    async with db.read() as tx:
        tables = await tx.run_sync(lambda c: inspect(c).get_table_names())
    assert set(tables) == {*Base.metadata.tables, "alembic_version"}


async def test_revisions_lead_to_the_tables_of_the_code(house: House) -> None:
    """`alembic check` finds nothing to do."""

    async with house.desk.db.work() as tx:
        await tx.run_sync(lambda connection: command.check(migration_config(connection)))


async def test_an_old_database_still_plays(tmp_path: Path) -> None:
    """A game that was begun with the first release goes on after the update, and its record is still right."""
    house = old_house(tmp_path, Toy())
    await house.desk.db.migrate()
    before = await house.desk.look(GAME, ANA.person)
    assert (points(before), before.waiting_for, before.may_take_back) == ((7, 1), (0,), True)
    await house.desk.take_back(GAME, ANA, house.press())
    await house.do(GAME, ANA, "pass")
    await house.do(GAME, BEN, "roll")
    assert record.verify(Toy(), await house.desk.record(GAME, reveal=True)) is None
    await house.close()


async def test_an_old_game_can_be_conceded(tmp_path: Path) -> None:
    """Also one that was begun before there was such a thing, and a database that went there and back."""
    house = old_house(tmp_path, Team())
    await house.desk.db.migrate()
    await run(house.desk.db, "downgrade", "0003")
    await house.desk.db.migrate()
    for guest in (ANA, BEN):
        await house.desk.votes.propose(GAME, guest, house.press(), "concede")
    await house.restart()
    look = await house.desk.look(GAME, None)
    assert look.outcome is not None
    assert (look.outcome.result, look.status) == ("given_up", "over")
    assert record.verify(Team(), await house.desk.record(GAME)) is None
    await house.close()


async def test_who_would_concede_would_still(tmp_path: Path) -> None:
    """An open concession is a vote after the update, with its message; and one again after a way back and forth."""
    house = old_house(tmp_path, Team())
    await house.desk.db.migrate("0004")
    async with house.desk.db.work() as tx:
        await tx.execute(
            text("UPDATE seats SET conceding = (SELECT step FROM matches WHERE id = seats.match) WHERE seat = 0")
        )
        post = (
            "INSERT INTO posts (match, kind, channel, message, serial, live) VALUES (:match, :kind, 1, :message, 9, 1)"
        )
        for message, kind in enumerate(("concede", "consent"), 90):
            await tx.execute(text(post), {"match": GAME, "kind": kind, "message": message})
    for _ in range(2):
        await house.desk.db.migrate()
        motion = (await house.desk.look(GAME, None)).motion
        assert motion is not None
        assert (motion.kind, motion.by, motion.agreed, motion.asked) == ("concede", 0, (0,), (1,))
        posts = [(p.kind, p.serial) for p in await house.desk.outbox.live(GAME) if p.message in (90, 91)]
        assert posts == [("vote", motion.id), ("ballot", motion.id)]
        await run(house.desk.db, "downgrade", "0004")
        async with house.desk.db.read() as tx:
            found = await tx.execute(
                text("SELECT conceding >= 0 AS so FROM seats WHERE match = :match ORDER BY seat"), {"match": GAME}
            )
            assert [bool(row.so) for row in found] == [True, False]
        house.desk.lives.drop(GAME)
    await house.desk.db.migrate()
    await house.desk.votes.propose(GAME, BEN, house.press(), "concede")
    assert (await house.desk.look(GAME, None)).status == "over"
    await house.close()


@pytest.mark.parametrize(
    ("given", "meant"),
    [
        ("sqlite:///data/games.db", "sqlite+aiosqlite:///data/games.db"),
        ("data/games.db", "sqlite+aiosqlite:///data/games.db"),
        ("postgresql://host/games", "postgresql+asyncpg://host/games"),
        ("postgres://host/games", "postgresql+asyncpg://host/games"),
    ],
)
def test_urls(given: str, meant: str) -> None:
    """Hosts write the address as they know it; the driver is the project's business."""
    from engines.desk.db import parse_url

    assert parse_url(given).render_as_string() == meant


async def _make_first() -> None:
    import tempfile
    from unittest.mock import patch

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "first.db"
        house = House(str(path))
        await house.desk.db.migrate("0001")
        letters = iter(GAME)
        with patch("engines.desk.lobby.secrets.choice", lambda _: next(letters)):
            match = await house.start(2, seed=b"first release".ljust(32))
        await house.do(match, ANA, "roll")
        await house.do(match, ANA, "pass")
        await house.do(match, BEN, "step")
        await house.do(match, BEN, "pass")
        await house.do(match, ANA, "step")
        assert match == GAME
        print(await house.desk.look(match, ANA.person))
        await house.close()
        done = sqlite3.connect(path)
        FIRST.write_text("\n".join(done.iterdump()) + "\n", "utf-8")
        done.close()


if __name__ == "__main__":
    asyncio.run(_make_first())
