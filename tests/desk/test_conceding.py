"""What people may rely on who want to give a game up together."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import msgspec
import pytest

from engines.desk import record
from engines.desk.records import Place
from tests.desk.house import ANA, BEN, CHIE, DORA, GUILD, House
from tests.desk.refusal import refusal
from tests.desk.toy import Team


class Alone(Team):
    seats = range(1, 5)


@pytest.fixture
async def house(url: str) -> AsyncIterator[House]:
    house = House(url, {"toy": Team()})
    yield house
    await house.close()


async def would(house: House, match: str) -> tuple[int, ...]:
    return (await house.desk.look(match, None)).conceding


async def test_all_who_play_it_must_agree(house: House) -> None:
    """One says so, the others are asked once; with the last the game ends like any other, and its record verifies."""
    match = await house.start(3)
    look = await house.desk.concede(match, BEN, house.press())
    assert (look.conceding, look.unconvinced, look.outcome) == ((1,), (0, 2), None)
    assert await house.deliver() == ["concede", "consent 0", "consent 2"]
    look = await house.desk.concede(match, ANA, house.press())
    assert (look.conceding, look.unconvinced, look.outcome) == ((0, 1), (2,), None)
    assert await house.deliver() == ["concede"]
    look = await house.desk.concede(match, CHIE, house.press())
    assert look.outcome is not None
    assert (look.outcome.result, look.outcome.won, look.status) == ("given_up", (False,) * 3, "over")
    assert (look.view.phase, look.waiting_for, look.conceding) == ("over", (), ())
    assert [event.text.key for event in (await house.desk.look(match, None)).news][-1] == "toy.given_up"
    assert await house.deliver() == ["result", "over 0", "over 1", "over 2", "concede"]
    raw = await house.desk.record(match)
    assert record.verify(Team(), raw) is None
    last = record.read(raw).actions[-1]
    assert (last.kind, last.verb, last.seat, last.answer) == ("concede", "concede", 2, ())
    forged = msgspec.json.decode(raw)
    forged["actions"].pop()
    assert "end" in str(record.verify(Team(), msgspec.json.encode(forged)))


async def test_agreeing_survives_restarts_and_so_does_the_end(house: House) -> None:
    match = await house.start(2)
    await house.do(match, ANA, "step")
    await house.desk.concede(match, ANA, house.press())
    await house.restart()
    assert await would(house, match) == (0,)
    ended = await house.desk.concede(match, BEN, house.press())
    digest = await house.digest(match)
    await house.restart()
    again = await house.desk.look(match, BEN.person)
    assert (again.outcome, again.view, again.seed) == (ended.outcome, ended.view, ended.seed)
    assert await house.digest(match) == digest
    assert await refusal(house.desk.take_back(match, ANA, house.press())) == "kernel.undo_barred"
    assert await refusal(house.do(match, ANA, "step")) == "kernel.game_over"
    assert await refusal(house.desk.concede(match, ANA, house.press())) == "kernel.game_over"


@pytest.mark.parametrize("what", ["answer", "take back", "resign", "come back", "gone"])
async def test_whatever_happens_puts_an_end_to_it(house: House, what: str) -> None:
    """The channel's line is changed once; nothing more is said, and later nobody agrees to what was asked then."""
    match = await house.start(3)
    await house.do(match, ANA, "step")
    if what == "come back":
        await house.desk.seating.resign(match, CHIE, house.press())
    asked = await house.desk.concede(match, BEN, house.press())
    await house.deliver()
    match what:
        case "answer":
            await house.do(match, ANA, "step")
        case "take back":
            await house.desk.take_back(match, ANA, house.press())
        case "resign":
            await house.desk.seating.resign(match, CHIE, house.press())
        case "come back":
            await house.desk.seating.come_back(match, CHIE, house.press())
        case _:
            await house.desk.seating.gone(CHIE.person, GUILD)
    assert await would(house, match) == ()
    assert (await house.deliver()).count("concede") == 1
    late = house.desk.concede(match, ANA, house.press(), step=asked.step, agreeing=True)
    assert await refusal(late) == "desk.concession_lapsed"
    assert await refusal(house.desk.play_on(match, BEN, house.press())) == "desk.not_conceding"
    await house.do(match, ANA, "step")
    assert "concede" not in await house.deliver()


async def test_a_change_of_mind_calls_nobody_again(house: House) -> None:
    """Whoever agreed may think better of it, and of that again: the others are called once until something happens."""
    match = await house.start(2)
    asked = await house.desk.concede(match, ANA, house.press())
    assert await house.deliver() == ["concede", "consent 1"]
    assert (await house.desk.play_on(match, ANA, house.press())).conceding == ()
    assert await house.deliver() == ["concede"]
    stale = house.desk.concede(match, BEN, house.press(), step=asked.step, agreeing=True)
    assert await refusal(stale) == "desk.concession_lapsed"
    await house.restart()
    await house.desk.concede(match, ANA, house.press())
    rows = await house.claim()
    assert [(row.kind, row.seat, row.quiet) for row in rows] == [("concede", None, True)]
    for row in rows:
        await house.desk.outbox.done(row, "edit")
    await house.do(match, ANA, "step")
    await house.deliver()
    await house.desk.concede(match, ANA, house.press())
    assert await house.deliver() == ["concede", "consent 1"]


async def test_pressed_twice_it_counts_once(house: House) -> None:
    """The same press, or two in a moment: nobody agrees for others, nothing ends twice."""
    match = await house.start(2)
    press = house.press()
    for _ in range(2):
        assert (await house.desk.concede(match, ANA, press)).conceding == (0,)
    assert await refusal(house.desk.concede(match, ANA, house.press())) == "desk.conceding_already"
    presses = [house.desk.concede(match, BEN, house.press(), agreeing=True) for _ in range(3)]
    found = await asyncio.gather(*presses, return_exceptions=True)
    assert sum(isinstance(one, Exception) for one in found) == 2
    deeds = record.read(await house.desk.record(match)).actions
    assert [deed.kind for deed in deeds] == ["concede"]
    assert (await house.deliver()).count("result") == 1


async def test_stand_ins_are_not_asked(house: House) -> None:
    """Where the others are away, whoever is left ends it alone; who is away does not."""
    match = await house.start(3)
    await house.desk.seating.resign(match, CHIE, house.press())
    await house.desk.concede(match, ANA, house.press())
    assert await refusal(house.desk.concede(match, CHIE, house.press())) == "desk.standin_plays"
    assert (await house.desk.concede(match, BEN, house.press())).status == "over"
    match = await house.start(2)
    await house.desk.concede(match, BEN, house.press())
    await house.desk.seating.resign(match, BEN, house.press())
    assert (await house.desk.look(match, None)).outcome is None, "what was said before doesn't end it by itself"
    assert (await house.desk.concede(match, ANA, house.press())).status == "over"


async def test_alone_it_ends_at_once(url: str) -> None:
    house = House(url, {"toy": Alone()})
    place = Place(None, 9)
    match = (await house.desk.open_lobby(place, ANA, "toy", {}, "en", house.press())).match
    await house.desk.start(match, ANA, house.press())
    await house.deliver()
    assert (await house.desk.may_concede(match, ANA)).unconvinced == (0,)
    assert (await house.desk.concede(match, ANA, house.press())).status == "over"
    assert await house.deliver() == ["result"]
    await house.close()


async def test_who_can_not_concede_is_told_why(house: House) -> None:
    match = await house.start(2)
    assert await refusal(house.desk.concede(match, DORA, house.press())) == "desk.not_seated"
    assert await refusal(house.desk.may_concede(match, DORA)) == "desk.not_seated"
    assert await refusal(house.desk.play_on(match, ANA, house.press())) == "desk.not_conceding"
    lobby = await house.lobby(2)
    assert await refusal(house.desk.concede(lobby, ANA, house.press())) == "desk.not_started"
    rivals = House(house.url)
    assert await refusal(rivals.desk.concede(match, ANA, house.press())) == "desk.not_conceded"
    assert await refusal(rivals.desk.may_concede(match, ANA)) == "desk.not_conceded"
    assert await would(rivals, match) == ()
    await rivals.close()


async def test_what_is_done_in_secret_puts_no_end_to_it(house: House) -> None:
    """If it did, the others would notice that something was done. The game may end in the middle of it."""
    match = ""
    for n in range(20):
        match = await house.start(2, seed=bytes([n]) * 32)
        await house.desk.concede(match, BEN, house.press())
        await house.deliver()
        if (await house.do(match, ANA, "peek")).look.decisions[0].verb == "peek_step":
            break
    assert await would(house, match) == (1,)
    await house.do(match, ANA, "again", verb="peek_step")
    assert await would(house, match) == (1,)
    assert "concede" not in await house.deliver()
    assert (await house.desk.concede(match, ANA, house.press())).status == "over"
    await house.restart()
    assert (await house.desk.look(match, ANA.person)).decisions == ()
    assert record.verify(Team(), await house.desk.record(match)) is None
