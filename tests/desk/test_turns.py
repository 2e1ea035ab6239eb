"""Turns in which the same seat goes on: the board stands anew, nobody is called, and the news begin with the turn.

And answers with a consequence.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from engines.desk.records import Look, Warned
from engines.kernel.decision import Refused, Stale
from tests.desk.house import ANA, BEN, House
from tests.engines.kernel.toys import Rolls, RollsState

SIX = bytes(32)
"""With this seed the dice show a six at once."""


class Dice(Rolls):
    slug = "toy"
    last = 9

    def view(self, state: RollsState, viewer: int | None) -> Any:
        return (tuple(state.dice), state.turn, state.turns)


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[House]:
    house = House(str(tmp_path / "dice.db"), {"toy": Dice()})
    await house.desk.db.migrate()
    yield house
    await house.close()


def news(look: Look) -> list[str]:
    return [event.text.key.removeprefix("rolls.") for event in look.news]


async def test_the_next_turn_of_the_same_seat_has_a_board_of_its_own(house: House) -> None:
    """The letter is edited, not sent again; whatever else happens in a turn edits the board."""
    match = await house.start(1)
    await house.do(match, ANA, "d1", "free")
    assert await house.deliver() == ["edit", "prompt 0"]
    await house.do(match, ANA, "go", "end")
    (board,) = [row for row in await house.claim() if row.kind == "board"]
    assert board.quiet
    assert board.seat is None
    await house.desk.outbox.done(board, "channel", 5, board.channel)
    assert await house.deliver() == ["prompt 0"]


async def test_the_news_begin_with_the_turn_before(house: House) -> None:
    """On the board and in the letter alike, also after a restart."""
    match = await house.start(1)
    await house.do(match, ANA, "d1", "free")
    await house.do(match, ANA, "go", "end")
    assert news(await house.desk.look(match, None)) == ["rerolled", "ended"]
    await house.do(match, ANA, "salt", "barter")
    await house.restart()
    await house.do(match, ANA, "go", "end")
    await house.do(match, ANA, "d2", "free")
    for viewer in (None, ANA.person):
        assert news(await house.desk.look(match, viewer)) == ["bartered", "ended", "rerolled"]


async def test_a_turn_that_was_taken_back_never_began(house: House) -> None:
    """The board goes back where it was; the news do too, and the next end of the turn is told from its beginning."""
    match = await house.start(1)
    await house.do(match, ANA, "d1", "free")
    await house.do(match, ANA, "go", "end")
    await house.do(match, ANA, "salt", "barter")
    before = news(await house.desk.look(match, ANA.person))
    await house.do(match, ANA, "go", "end")
    await house.deliver()
    await house.desk.take_back(match, ANA, house.press())
    assert await house.deliver() == ["edit", "prompt 0"]
    assert news(await house.desk.look(match, ANA.person)) == before == ["rerolled", "ended", "bartered"]
    await house.do(match, ANA, "go", "end")
    assert news(await house.desk.look(match, None)) == ["bartered", "ended"]


async def test_whoever_is_newly_asked_is_called(house: House) -> None:
    """With several seats a turn's end calls the next seat, as ever; their news begin with their own last action."""
    match = await house.start(2)
    asked = (await house.desk.look(match, None)).waiting_for
    first, second = (ANA, BEN) if (await house.desk.look(match, ANA.person)).seat in asked else (BEN, ANA)
    for person in (first, second, first):
        await house.do(match, person, "salt", "barter")
        await house.deliver()
        await house.do(match, person, "go", "end")
        rows = await house.claim()
        assert [row.quiet for row in rows if row.kind == "board"] == [False]
        for row in rows:
            await house.desk.outbox.done(row, "channel" if row.seat is None else "dm", row.id + 10**6, row.channel)
        assert set(await house.deliver()) <= {"turn 0", "turn 1", "prompt 0", "prompt 1"}
    assert news(await house.desk.look(match, second.person)) == ["bartered", "ended"]


async def test_a_call_that_was_not_sent_yet_is_not_lost(house: House) -> None:
    """A board that calls, overtaken by one that does not, is sent as one that does."""
    match = await house.lobby(1)
    await house.desk.start(match, ANA, house.press())
    await house.do(match, ANA, "go", "end")
    boards = []
    while rows := await house.claim():
        boards += [row for row in rows if row.kind == "board"]
        for row in rows:
            await house.desk.outbox.done(row, "channel", row.id + 10**6, row.channel)
    assert [board.quiet for board in boards] == [False]


async def test_an_answer_with_a_consequence_changes_nothing_until_it_is_sure(house: House) -> None:
    """Whoever gives it is told the consequence and the number of the question; given as sure, it counts."""
    match = await house.start(1, seed=SIX)
    before = await house.digest(match)
    (question,) = (d for d in (await house.desk.look(match, ANA.person)).decisions if d.verb == "end")
    with pytest.raises(Warned) as warned:
        await house.do(match, ANA, "go", "end", sure=False)
    assert (warned.value.why.key, warned.value.asked) == ("rolls.a_six", question.asked)
    assert await house.digest(match) == before
    assert await house.deliver() == []
    await house.do(match, ANA, "go", "end", sure=True)
    assert await house.digest(match) != before


async def test_what_cannot_be_had_is_refused_and_not_warned_of(house: House) -> None:
    match = await house.start(1, seed=SIX)
    with pytest.raises(Refused) as refused:
        await house.do(match, ANA, "nothing", "end", sure=False)
    assert refused.value.why.key == "kernel.no_such_option"
    with pytest.raises(Stale):
        await house.do(match, ANA, "go", "end", asked=1, sure=False)
