"""The database: an engine that loses no update, and the unit of work.

SQLite by default, PostgreSQL by the same code.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager, nullcontext
from pathlib import Path
from typing import Any

from alembic import command
from alembic.config import Config
from sqlalchemy import Connection, event
from sqlalchemy.engine import URL, make_url
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

MIGRATIONS = Path(__file__).parents[2] / "migrations"

BUSY_SECONDS = 30
"""How long a writer waits for another process before it gives up."""

DRIVERS = {"sqlite": "sqlite+aiosqlite", "postgres": "postgresql+asyncpg", "postgresql": "postgresql+asyncpg"}


class Database:
    """One engine. `work()` is a transaction that writes, `read()` one that sees a still picture."""

    def __init__(self, engine: AsyncEngine) -> None:
        self.engine = engine
        self.sqlite = engine.dialect.name == "sqlite"
        # SQLite has one writer; those of this process queue here, fairly, and not in its busy loop.
        self._writer: AbstractAsyncContextManager[Any] = asyncio.Lock() if self.sqlite else nullcontext()

    @classmethod
    def open(cls, url: str) -> Database:
        """The database at `sqlite:///path`, `postgresql://…` or a plain path of an SQLite file.

        Does not connect yet.
        """
        address = parse_url(url)
        if address.get_backend_name() != "sqlite":
            return cls(create_async_engine(address, pool_pre_ping=True))
        if address.database and address.database != ":memory:":
            Path(address.database).parent.mkdir(parents=True, exist_ok=True)
        engine = create_async_engine(address, connect_args={"timeout": BUSY_SECONDS})
        event.listen(engine.sync_engine, "connect", _prepare_sqlite)
        event.listen(engine.sync_engine, "begin", _begin_sqlite)
        return cls(engine)

    @asynccontextmanager
    async def work(self) -> AsyncIterator[AsyncConnection]:
        """A transaction that writes: committed at the end, rolled back by any exception."""
        async with self._writer, self.engine.connect() as connection:
            await connection.execution_options(writes=True)
            async with connection.begin():
                yield connection

    @asynccontextmanager
    async def read(self) -> AsyncIterator[AsyncConnection]:
        """A transaction that only reads and keeps no writer waiting."""
        async with self.engine.connect() as connection:
            if not self.sqlite:
                await connection.execution_options(isolation_level="REPEATABLE READ", postgresql_readonly=True)
            async with connection.begin():
                yield connection

    async def migrate(self, revision: str = "head") -> None:
        """Bring the tables up to that revision; a new database gets them all."""
        async with self.work() as connection:
            await connection.run_sync(_upgrade, revision)

    async def close(self) -> None:
        """Let go of all connections."""
        await self.engine.dispose()


def parse_url(url: str) -> URL:
    """The URL with the asynchronous driver that belongs to it."""
    address = make_url(url if "://" in url else f"sqlite:///{url}")
    return address.set(drivername=DRIVERS.get(address.drivername, address.drivername))


def migration_config(connection: Connection | None = None) -> Config:
    """What alembic needs to know; with a connection, it works on that one."""
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    config.attributes["connection"] = connection
    return config


def _upgrade(connection: Connection, revision: str) -> None:
    command.upgrade(migration_config(connection), revision)


def _prepare_sqlite(connection: Any, _record: object) -> None:
    # The driver must not open transactions by itself: it opens none for a SELECT, and so loses updates (see README.md).
    connection.isolation_level = None
    cursor = connection.cursor()
    for pragma in (
        "journal_mode = WAL",
        "synchronous = FULL",
        "foreign_keys = ON",
        f"busy_timeout = {BUSY_SECONDS * 1000}",
    ):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _begin_sqlite(connection: Connection) -> None:
    writes = connection.get_execution_options().get("writes", False)
    begin = "BEGIN IMMEDIATE" if writes else "BEGIN"
    driver: Any = connection.connection.dbapi_connection
    # Each step of a cursor is a trip to the driver's thread and back; here the driver makes them in one.
    driver.run_async(lambda sqlite: sqlite.execute(begin))
