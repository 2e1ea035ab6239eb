"""What people may rely on who want to give a game up together."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import msgspec
import pytest

from engines.desk import record
from engines.desk.records import Guest, Look, Place
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
    motion = (await house.desk.look(match, None)).motion
    return () if motion is None else motion.agreed


async def concede(house: House, match: str, guest: Guest, press: int | None = None) -> Look:
    """That person would concede, or agrees to it."""
    return await house.desk.votes.propose(match, guest, press or house.press(), "concede")


def asked(look: Look) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Who agrees, and who must still do."""
    assert look.motion is not None
    return look.motion.agreed, look.motion.asked


def number(look: Look) -> int:
    assert look.motion is not None
    return look.motion.id


async def test_all_who_play_it_must_agree(house: House) -> None:
    """One says so, the others are asked once; with the last the game ends like any other, and its record verifies."""
    match = await house.start(3)
    look = await concede(house, match, BEN)
    assert (asked(look), look.outcome) == (((1,), (0, 2)), None)
    assert await house.deliver() == ["vote", "ballot 0", "ballot 2"]
    look = await concede(house, match, ANA)
    assert (asked(look), look.outcome) == (((0, 1), (2,)), None)
    assert await house.deliver() == ["vote"]
    look = await concede(house, match, CHIE)
    assert look.outcome is not None
    assert (look.outcome.result, look.outcome.won, look.status) == ("given_up", (False,) * 3, "over")
    assert (look.view.phase, look.waiting_for, look.motion) == ("over", (), None)
    assert [event.text.key for event in (await house.desk.look(match, None)).news][-1] == "toy.given_up"
    assert await house.deliver() == ["result", "over 0", "over 1", "over 2", "vote"]
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
    await concede(house, match, ANA)
    await house.restart()
    assert await would(house, match) == (0,)
    ended = await concede(house, match, BEN)
    digest = await house.digest(match)
    await house.restart()
    again = await house.desk.look(match, BEN.person)
    assert (again.outcome, again.view, again.seed) == (ended.outcome, ended.view, ended.seed)
    assert await house.digest(match) == digest
    assert await refusal(house.desk.take_back(match, ANA, house.press())) == "kernel.undo_barred"
    assert await refusal(house.do(match, ANA, "step")) == "kernel.game_over"
    assert await refusal(concede(house, match, ANA)) == "kernel.game_over"


@pytest.mark.parametrize("what", ["answer", "take back", "resign", "come back", "gone"])
async def test_whatever_happens_puts_an_end_to_it(house: House, what: str) -> None:
    """The channel's line is changed once; nothing more is said, and later nobody agrees to what was asked then."""
    match = await house.start(3)
    await house.do(match, ANA, "step")
    if what == "come back":
        await house.desk.seating.resign(match, CHIE, house.press())
    moved = number(await concede(house, match, BEN))
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
    assert (await house.deliver()).count("vote") == 1
    for late in (house.desk.votes.agree, house.desk.votes.refuse, house.desk.votes.withdraw):
        assert await refusal(late(match, ANA, house.press(), moved)) == "desk.motion_lapsed"
    await house.do(match, ANA, "step")
    assert "vote" not in await house.deliver()


async def test_a_change_of_mind_calls_nobody_again(house: House) -> None:
    """Whoever agreed may think better of it, and of that again: the others are called once until something happens."""
    match = await house.start(2)
    moved = number(await concede(house, match, ANA))
    assert await house.deliver() == ["vote", "ballot 1"]
    assert (await house.desk.votes.withdraw(match, ANA, house.press(), moved)).motion is None
    assert await house.deliver() == ["vote"]
    stale = house.desk.votes.agree(match, BEN, house.press(), moved)
    assert await refusal(stale) == "desk.motion_lapsed"
    await house.restart()
    await concede(house, match, ANA)
    rows = await house.claim()
    assert [(row.kind, row.seat, row.quiet) for row in rows] == [("vote", None, True)]
    for row in rows:
        await house.desk.outbox.done(row, "edit")
    await house.do(match, ANA, "step")
    await house.deliver()
    await concede(house, match, ANA)
    assert await house.deliver() == ["vote", "ballot 1"]


async def test_pressed_twice_it_counts_once(house: House) -> None:
    """The same press, or two in a moment: nobody agrees for others, nothing ends twice."""
    match = await house.start(2)
    press = house.press()
    for _ in range(2):
        assert asked(await concede(house, match, ANA, press)) == ((0,), (1,))
    assert await refusal(concede(house, match, ANA)) == "desk.agreed_already"
    moved = number(await house.desk.look(match, None))
    presses = [house.desk.votes.agree(match, BEN, house.press(), moved) for _ in range(3)]
    found = await asyncio.gather(*presses, return_exceptions=True)
    assert sum(isinstance(one, Exception) for one in found) == 2
    deeds = record.read(await house.desk.record(match)).actions
    assert [deed.kind for deed in deeds] == ["concede"]
    assert (await house.deliver()).count("result") == 1


async def test_stand_ins_are_not_asked(house: House) -> None:
    """Where the others are away, whoever is left ends it alone; who is away does not."""
    match = await house.start(3)
    await house.desk.seating.resign(match, CHIE, house.press())
    await concede(house, match, ANA)
    assert await refusal(concede(house, match, CHIE)) == "desk.standin_plays"
    assert (await concede(house, match, BEN)).status == "over"
    match = await house.start(2)
    await concede(house, match, BEN)
    await house.desk.seating.resign(match, BEN, house.press())
    assert (await house.desk.look(match, None)).outcome is None, "what was said before doesn't end it by itself"
    assert (await concede(house, match, ANA)).status == "over"


async def test_alone_it_ends_at_once(url: str) -> None:
    house = House(url, {"toy": Alone()})
    place = Place(None, 9)
    match = (await house.desk.open_lobby(place, ANA, "toy", {}, "en", house.press())).match
    await house.desk.start(match, ANA, house.press())
    await house.deliver()
    assert await house.desk.votes.would_ask(match, ANA, "concede") == ()
    assert (await concede(house, match, ANA)).status == "over"
    assert await house.deliver() == ["result"]
    await house.close()


async def test_who_can_not_concede_is_told_why(house: House) -> None:
    match = await house.start(2)
    assert await refusal(concede(house, match, DORA)) == "desk.not_seated"
    assert await refusal(house.desk.votes.may(match, DORA, "concede")) == "desk.not_seated"
    assert await refusal(house.desk.votes.withdraw(match, ANA, house.press(), 1)) == "desk.motion_lapsed"
    lobby = await house.lobby(2)
    assert await refusal(concede(house, lobby, ANA)) == "desk.not_started"
    rivals = House(house.url)
    assert await refusal(concede(rivals, match, ANA, house.press())) == "desk.not_conceded"
    assert await refusal(rivals.desk.votes.may(match, ANA, "concede")) == "desk.not_conceded"
    assert await would(rivals, match) == ()
    await rivals.close()


async def test_what_is_done_in_secret_puts_no_end_to_it(house: House) -> None:
    """If it did, the others would notice that something was done. The game may end in the middle of it."""
    match = ""
    for n in range(20):
        match = await house.start(2, seed=bytes([n]) * 32)
        await concede(house, match, BEN)
        await house.deliver()
        if (await house.do(match, ANA, "peek")).look.decisions[0].verb == "peek_step":
            break
    assert await would(house, match) == (1,)
    await house.do(match, ANA, "again", verb="peek_step")
    assert await would(house, match) == (1,)
    assert "vote" not in await house.deliver()
    assert (await concede(house, match, ANA)).status == "over"
    await house.restart()
    assert (await house.desk.look(match, ANA.person)).decisions == ()
    assert record.verify(Team(), await house.desk.record(match)) is None
