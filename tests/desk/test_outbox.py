"""What the deliverer may rely on: everything is shown once, in order, and nothing blocks what it need not."""

from __future__ import annotations

import asyncio
from datetime import timedelta

import msgspec
import pytest

from engines.kernel.text import Text
from tests.desk.house import ANA, BEN, House


async def test_the_board_goes_before_the_message_that_links_to_it(house: House) -> None:
    match = await house.start()
    await house.do(match, ANA, "pass")
    assert [row.kind for row in await house.claim()] == ["board"]
    assert [row.kind for row in await house.claim()] == ["prompt", "turn"]


async def test_a_row_is_claimed_by_one(house: House) -> None:
    """Two deliverers at once never show the same thing."""
    games = [await house.start() for _ in range(10)]
    for match in games:
        await house.do(match, ANA, "pass")
    claims = await asyncio.gather(*(house.desk.outbox.claim(house.clock(), 3) for _ in range(5)))
    ids = [row.id for claim in claims for row in claim]
    assert len(ids) == len(set(ids)) == 15


async def test_what_a_dead_deliverer_had_claimed_comes_again(house: House) -> None:
    """After the lease the same row, with the same number, is there again, and the board after it is not sent first."""
    match = await house.start()
    await house.do(match, ANA, "pass")
    (first,) = await house.claim()
    await house.do(match, BEN, "pass")
    house.clock.on(seconds=61)
    again = await house.claim()
    assert [row.id for row in again if row.seat is None] == [first.id]
    assert again[0].tries == 1


async def test_a_newer_board_replaces_an_unsent_one(house: House) -> None:
    """Nobody gets five boards after an outage: one, and it shows the present."""
    match = await house.start()
    for guest in (ANA, BEN, ANA, BEN, ANA):
        await house.do(match, guest, "step")
        await house.do(match, guest, "pass")
    shown = await house.deliver()
    assert sorted(shown) == ["board", "prompt 0", "turn 1"]


async def test_a_direct_message_that_fails_does_not_hold_the_channel_up(house: House) -> None:
    """One person's trouble is that person's: boards and other people's messages go on."""
    match = await house.start()
    await house.do(match, ANA, "pass")
    for row in [*await house.claim(), *await house.claim()]:
        if row.kind == "turn":
            await house.desk.outbox.retry(row, house.clock() + timedelta(hours=1), "refused")
        else:
            await house.desk.outbox.done(row, "channel", 1000 + row.id)
    await house.do(match, BEN, "step")
    assert "edit" in await house.deliver()
    house.clock.on(hours=1)
    assert await house.deliver() == ["turn 1"]


async def test_a_retry_waits_until_it_is_due(house: House) -> None:
    match = await house.start()
    await house.do(match, ANA, "pass")
    (board,) = await house.claim()
    await house.desk.outbox.retry(board, house.clock() + timedelta(minutes=5), "HTTP 503")
    assert {row.kind for row in await house.claim()} == {"prompt", "turn"}
    assert await house.claim() == []
    house.clock.on(minutes=5)
    assert [row.id for row in await house.claim() if row.kind == "board"] == [board.id]


async def test_what_stands_is_known(house: House) -> None:
    """Posts are remembered with what they were sent for, retired when their controls go, forgotten when deleted."""
    match = await house.start()
    outbox = house.desk.outbox
    board = await outbox.last(match, "board")
    assert board is not None
    turn = await outbox.letter(match, ANA.person)
    assert turn is not None
    assert (board.live, board.person, turn.person) == (True, None, ANA.person)
    await outbox.retire(board)
    assert [post.kind for post in await outbox.live(match)] == ["lobby", "turn"]
    assert await outbox.boards([match]) == {match: board.message}
    await house.do(match, ANA, "step")
    (edit,) = await house.claim()
    await outbox.done(edit, "edit", board.message, board.channel)
    board = await outbox.last(match, "board")
    assert board is not None
    assert (board.live, board.serial) == (True, 0)
    await outbox.forget(board)
    assert await outbox.last(match, "board") is None


async def test_a_letter_belongs_to_the_latest_turn(house: House) -> None:
    """The letter that may be renewed is the one about the latest turn; a turn that was told otherwise has none."""
    outbox = house.desk.outbox

    async def deliver(how: str) -> None:
        while rows := await house.claim():
            for row in rows:
                await outbox.done(row, how, row.id + 10**6 if row.kind == "turn" and how == "dm" else None)

    match = await house.start()
    await deliver("dm")
    first = await outbox.letter(match, ANA.person)
    assert first is not None
    await house.do(match, ANA, "pass")
    await deliver("dm")
    await house.desk.take_back(match, ANA, house.press())
    await deliver("dm")
    assert await outbox.letter(match, ANA.person) == first
    assert await house.desk.called_off(match, BEN.person, 1)
    assert not await house.desk.called_off(match, ANA.person, 0)
    await house.do(match, ANA, "pass")
    await house.do(match, BEN, "pass")
    await deliver("mention")
    assert await outbox.letter(match, ANA.person) is None


async def test_a_table_that_wakes_is_shown_anew(house: House) -> None:
    """When a sleeping match goes on, its board is posted, not edited: whom it waits for may never have seen it."""
    match = await house.start()
    await house.deliver()
    await house.desk.seating.sleep(match)
    await house.do(match, ANA, "step")
    assert "board" in await house.deliver()
    await house.desk.seating.sleep(match)
    await house.desk.seating.wake(match)
    assert await house.deliver() == ["board"]
    await house.desk.seating.wake(match)
    assert await house.deliver() == []


async def test_a_line_for_the_channel_carries_its_words(house: House) -> None:
    match = await house.start()
    await house.desk.seating.resign(match, BEN, house.press())
    say = (await house.claim())[0]
    assert msgspec.msgpack.decode(say.payload, type=Text).key == "desk.resigned"


async def test_a_turn_names_its_question(house: House) -> None:
    """A late row whose question is no longer open can be told by its number."""
    match = await house.start()
    await house.do(match, ANA, "pass")
    rows = [*await house.claim(), *await house.claim()]
    turn = next(row for row in rows if row.kind == "turn")
    assert turn.asked == (await house.desk.look(match, BEN.person)).decisions[0].asked
    assert (turn.person, turn.secret) == (BEN.person, False)


async def test_the_deliverer_is_woken_after_the_commit(house: House) -> None:
    """When the bell rings, the rows are there."""
    match = await house.start()
    rung: list[bool] = []
    house.desk.outbox.wake = lambda: rung.append(True)
    await house.do(match, ANA, "step")
    assert rung == [True]
    assert await house.desk.outbox.next_due() == house.clock()


@pytest.mark.parametrize("state", ["dropped", "sent"])
async def test_what_is_closed_stays_closed(house: House, state: str) -> None:
    match = await house.start()
    await house.do(match, ANA, "step")
    for row in [*await house.claim(), *await house.claim()]:
        await (house.desk.outbox.drop(row, "no use") if state == "dropped" else house.desk.outbox.done(row, "edit"))
    house.clock.on(days=1)
    assert await house.claim() == []
    assert await house.desk.outbox.next_due() is None
