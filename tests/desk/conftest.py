"""A desk on a fresh database, with a clock that stands still and seeds that are known.

SQLite always; PostgreSQL too if MAILBOAT_TEST_POSTGRES is the address of a server on which databases may be made, such
as `postgresql://mailboat:secret@localhost/postgres`.
"""

from __future__ import annotations

import asyncio
import os
import shutil
from collections.abc import AsyncIterator, Iterator
from itertools import count
from pathlib import Path

import pytest
from sqlalchemy.ext.asyncio import create_async_engine

from engines.desk.db import Database, parse_url
from tests.desk.house import House

POSTGRES = os.environ.get("MAILBOAT_TEST_POSTGRES", "")
KINDS = ("sqlite", "postgres") if POSTGRES else ("sqlite",)
TEMPLATE = f"mailboat_test_{os.getpid()}"
NUMBERS = count(1)


async def _migrate(url: str) -> None:
    db = Database.open(url)
    await db.migrate()
    await db.close()


def _administer(*statements: str) -> None:
    async def run() -> None:
        engine = create_async_engine(parse_url(POSTGRES), isolation_level="AUTOCOMMIT")
        async with engine.connect() as connection:
            for statement in statements:
                await connection.exec_driver_sql(statement)
        await engine.dispose()

    asyncio.run(run())


def _postgres(name: str) -> str:
    return parse_url(POSTGRES).set(database=name).render_as_string(hide_password=False)


@pytest.fixture(scope="session")
def blank_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An SQLite file with all tables and nothing in them."""
    path = tmp_path_factory.mktemp("blank") / "blank.db"
    asyncio.run(_migrate(str(path)))
    return path


@pytest.fixture(scope="session")
def blank_server() -> Iterator[str]:
    """The name of a PostgreSQL database with all tables and nothing in them."""
    _administer(f"CREATE DATABASE {TEMPLATE}")
    asyncio.run(_migrate(_postgres(TEMPLATE)))
    yield TEMPLATE
    _administer(f"DROP DATABASE {TEMPLATE}")


@pytest.fixture(params=KINDS)
def url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    if request.param == "sqlite":
        shutil.copy(request.getfixturevalue("blank_file"), tmp_path / "desk.db")
        yield f"sqlite:///{tmp_path / 'desk.db'}"
        return
    name = f"{TEMPLATE}_{next(NUMBERS)}"
    _administer(f"CREATE DATABASE {name} TEMPLATE {request.getfixturevalue('blank_server')}")
    yield _postgres(name)
    _administer(f"DROP DATABASE {name} WITH (FORCE)")


@pytest.fixture
async def house(url: str) -> AsyncIterator[House]:
    house = House(url)
    yield house
    await house.close()
