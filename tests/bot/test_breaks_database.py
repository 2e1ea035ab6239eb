"""A database that refuses: the person is told, nothing is lost, and what stands on Discord is found again."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

from sqlalchemy.exc import OperationalError

from tests.bot.harbour import Harbour
from tests.bot.tables import Table, tavern, words

LOCKED = OperationalError("COMMIT", {}, Exception("database is locked"))


def refusing(transaction: Callable[[], Any], times: int) -> Callable[[], Any]:
    """Transactions that do what they are to do and can't be committed, so many times."""
    left = times

    @asynccontextmanager
    async def refused() -> AsyncIterator[Any]:
        nonlocal left
        async with transaction() as connection:
            yield connection
            if left:
                left -= 1
                raise LOCKED

    return refused


async def test_who_presses_while_the_database_is_away_is_told(harbour: Harbour) -> None:
    """A press and a command are answered even if nothing can be looked up; afterwards the game goes on."""
    table = await Table.of(harbour)
    asked, db = await table.asked(), harbour.app.desk.db
    work, read = db.work, db.read
    db.work = db.read = refusing(read, 1_000)  # type: ignore[method-assign]
    with harbour.expect_faults("database is locked|could not be read|looked up"):
        pressed = await asked.click(table.board, tavern)
        commanded = await asked.slash("status")
    db.work, db.read = work, read  # type: ignore[method-assign]
    assert words("bot.answer.fault") in pressed.text
    assert words("bot.answer.fault") in commanded.text
    await table.pass_turn()
    assert await table.asked() is not asked


async def test_a_board_that_went_out_unnoted_is_found_again(harbour: Harbour) -> None:
    """If the database refuses to note what was sent, no second board calls anybody, and the old one's controls go."""
    table = await Table.of(harbour)
    db, outbox = harbour.app.desk.db, harbour.app.desk.outbox
    settle, work, failed = outbox._settle, db.work, 0

    async def unnoted(*row: Any) -> None:
        nonlocal failed
        if failed < 2:
            failed += 1
            db.work = refusing(work, 1)  # type: ignore[method-assign]
        try:
            await settle(*row)
        finally:
            db.work = work  # type: ignore[method-assign]

    outbox._settle = unnoted  # type: ignore[method-assign, assignment]
    with harbour.expect_faults("stays claimed"):
        await table.pass_turn()
    assert failed == 2
    before = len(harbour.channel_messages())
    await table.pass_turn()
    await harbour.pass_time(minutes=3)
    assert len(harbour.channel_messages()) == before + 1
    assert [bool(message.controls) for message in harbour.channel_messages()].count(True) == 1
    asked = await table.asked()
    assert len([letter for letter in asked.dms() if letter.controls]) == 1
