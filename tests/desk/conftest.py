"""A desk on a fresh database, with a clock that stands still and seeds that are known."""

from __future__ import annotations

import shutil
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from engines.desk.db import Database
from tests.desk.house import House


@pytest.fixture(scope="session")
def blank(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database file with all tables and nothing in them."""
    import asyncio

    path = tmp_path_factory.mktemp("blank") / "blank.db"

    async def make() -> None:
        db = Database.open(str(path))
        await db.migrate()
        await db.close()

    asyncio.run(make())
    return path


@pytest.fixture
def url(blank: Path, tmp_path: Path) -> str:
    shutil.copy(blank, tmp_path / "desk.db")
    return f"sqlite:///{tmp_path / 'desk.db'}"


@pytest.fixture
async def house(url: str) -> AsyncIterator[House]:
    house = House(url)
    yield house
    await house.close()
