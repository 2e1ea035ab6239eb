"""What people may rely on who vote on ending a game early, and who call one off."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

import pytest

from engines.desk import record
from engines.desk.records import Guest, Look, MotionKind
from engines.kernel.game import Outcome, Table
from tests.desk.house import ANA, BEN, CHIE, DORA, House, Toy
from tests.desk.refusal import refusal
from tests.desk.toy import NewToy, State


class Counted(Toy):
    """It can stop with the points as they stand."""

    def settled(self, t: Table[State]) -> Outcome:
        t.state.phase = "over"
        t.tell("toy.stopped", n=t.rng.below(6))
        ranks = tuple(1 + sum(q > p for q in t.state.points) for p in t.state.points)
        return Outcome("stopped", ranks, tuple(r == 1 for r in ranks))


class Broken(NewToy):
    closed = True


@pytest.fixture
async def house(url: str) -> AsyncIterator[House]:
    house = House(url, {"toy": Counted()})
    yield house
    await house.close()


async def propose(house: House, match: str, guest: Guest, kind: MotionKind, **about: Any) -> Look:
    return await house.desk.votes.propose(match, guest, house.press(), kind, **about)


async def agree(house: House, match: str, *guests: Guest) -> Look:
    look = await house.desk.look(match, None)
    for guest in guests:
        assert look.motion is not None
        look = await house.desk.votes.agree(match, guest, house.press(), look.motion.id)
    return look


def asked(look: Look) -> tuple[int, ...]:
    assert look.motion is not None
    return look.motion.asked


async def test_a_game_ends_with_the_result_that_it_has(house: House) -> None:
    """When all agree, and its record verifies like that of any other."""
    match = await house.start(3)
    await house.do(match, ANA, "step")
    assert asked(await propose(house, match, BEN, "stop")) == (0, 2)
    look = await agree(house, match, CHIE, ANA)
    assert look.outcome is not None
    assert (look.outcome.result, look.outcome.ranks, look.status) == ("stopped", (1, 2, 2), "over")
    assert (await house.deliver())[-5:] == ["result", "over 0", "over 1", "over 2", "vote"]
    await house.restart()
    assert (await house.desk.look(match, None)).outcome == look.outcome
    raw = await house.desk.record(match)
    assert record.verify(Counted(), raw) is None
    assert [one.kind for one in record.read(raw).actions] == ["answer", "stop"]


async def test_a_game_ends_without_a_result(house: House) -> None:
    """Nobody is asked anything any more, the channel is free, the seed is published; it can still be looked at."""
    match = await house.start(3)
    await house.do(match, ANA, "roll")
    await house.deliver()
    await propose(house, match, ANA, "end")
    look = await agree(house, match, BEN, CHIE)
    assert (look.status, look.outcome, look.seed) == ("cancelled", None, house.seed.hex())
    assert (look.decisions, look.board, look.waiting_for, look.may_take_back, look.motion) == ((), (), (), False, None)
    assert (await house.deliver())[-5:] == ["result", "over 0", "over 1", "over 2", "vote"]
    assert [line.mine for line in await house.desk.games_of(ANA.person)] == []
    assert await refusal(house.do(match, ANA, "step")) == "desk.cancelled"
    assert await refusal(propose(house, match, ANA, "end")) == "desk.cancelled"
    assert await refusal(house.desk.take_back(match, ANA, house.press())) == "desk.cancelled"
    await house.restart()
    house.clock.on(days=60)
    assert await house.desk.alarms.fall_due(100) == 0
    again = await house.desk.look(match, CHIE.person)
    assert (again.view, again.status, again.decisions) == (look.view, "cancelled", ())
    assert record.verify(Counted(), await house.desk.record(match)) is None
    assert await house.lobby(2, channel=look.place.channel) != match


async def test_what_has_no_result_before_its_end_can_not_be_stopped(url: str) -> None:
    house = House(url)
    match = await house.start(2)
    assert await refusal(propose(house, match, ANA, "stop")) == "desk.not_settled"
    assert await refusal(house.desk.votes.may(match, ANA, "stop")) == "desk.not_settled"
    await house.close()


async def test_who_has_been_waited_for_long_is_not_asked(house: House) -> None:
    """Three days after they were asked the others may end it; they can still say No, and who is there is asked."""
    match = await house.start(3)
    house.clock.on(days=2, hours=23)
    assert asked(await propose(house, match, BEN, "end")) == (0, 2)
    look = await house.desk.look(match, None)
    assert look.motion is not None
    await house.desk.votes.withdraw(match, BEN, house.press(), look.motion.id)
    house.clock.on(hours=1)
    look = await propose(house, match, BEN, "end")
    assert asked(look) == (2,)
    assert look.motion is not None
    assert await refusal(house.desk.votes.agree(match, ANA, house.press(), look.motion.id)) == "desk.not_asked"
    await house.desk.votes.refuse(match, ANA, house.press(), look.motion.id)
    await propose(house, match, BEN, "end")
    assert (await agree(house, match, CHIE)).status == "cancelled"


async def test_one_thing_at_a_time(house: House) -> None:
    """While one vote is open nothing else is moved; the same again is agreeing."""
    match = await house.start(3)
    await propose(house, match, ANA, "end")
    assert await refusal(propose(house, match, BEN, "stop")) == "desk.motion_open"
    assert await refusal(propose(house, match, ANA, "end")) == "desk.agreed_already"
    assert asked(await propose(house, match, BEN, "end")) == (2,)
    for stranger in (house.desk.votes.agree, house.desk.votes.refuse):
        assert await refusal(stranger(match, DORA, house.press(), 1)) == "desk.not_seated"
    assert await refusal(house.desk.votes.withdraw(match, BEN, house.press(), 1)) == "desk.not_your_motion"
    stale = house.desk.votes.propose(match, CHIE, house.press(), "end", step=(await step(house, match)) - 1)
    assert await refusal(stale) == "desk.motion_lapsed"


async def step(house: House, match: str) -> int:
    return (await house.desk.look(match, None)).step


async def test_a_vote_lapses_when_the_game_goes_on(house: House) -> None:
    """Once, quietly; nobody agrees to what was asked before. It does so after a restart, too."""
    match = await house.start(2)
    look = await propose(house, match, BEN, "stop")
    assert look.motion is not None
    await house.deliver()
    await house.restart()
    assert asked(await house.desk.look(match, None)) == (0,)
    await house.do(match, ANA, "step")
    assert (await house.desk.look(match, None)).motion is None
    found = []
    while rows := await house.claim():
        found += [(row.quiet, row.serial) for row in rows if row.kind == "vote"]
        for row in rows:
            await house.desk.outbox.done(row, "edit")
    assert found == [(True, look.motion.id)]
    late = house.desk.votes.agree(match, ANA, house.press(), look.motion.id)
    assert await refusal(late) == "desk.motion_lapsed"
    closed = await house.desk.votes.get(match, look.motion.id)
    assert closed is not None
    assert closed.state == "lapsed"


async def test_another_table_s_vote_is_none_here(house: House) -> None:
    one, other = await house.start(2), await house.start(2)
    look = await propose(house, one, ANA, "end")
    assert look.motion is not None
    assert await refusal(house.desk.votes.agree(other, BEN, house.press(), look.motion.id)) == "desk.motion_lapsed"
    assert await house.desk.votes.get(other, look.motion.id) is None


# -- calling off -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("how", ["running", "asleep", "voting"])
async def test_the_host_calls_a_game_off(house: House, how: str) -> None:
    """At any time and at once: nothing is asked or set any more, and the table is told by whom."""
    match = await house.start(2)
    await house.do(match, ANA, "pass")
    if how == "asleep":
        await house.desk.seating.sleep(match)
    if how == "voting":
        await propose(house, match, ANA, "stop")
    assert await refusal(house.desk.call_off(match, BEN, house.press())) == "desk.not_to_cancel"
    assert await refusal(house.desk.may_call_off(match, BEN.person)) == "desk.not_to_cancel"
    press = house.press()
    for _ in range(2):
        assert (await house.desk.call_off(match, ANA, press)).status == "cancelled"
    assert await house.deliver() == ["result", "over 0", "over 1"]
    look = await house.desk.look(match, BEN.person)
    assert (look.decisions, look.waiting_for, look.motion, look.seed) == ((), (), None, house.seed.hex())
    assert await house.desk.alarms.fall_due(100) == 0
    house.clock.on(days=60)
    assert await house.desk.alarms.fall_due(100) == 0
    assert await house.deliver() == []
    assert await refusal(house.desk.call_off(match, ANA, house.press())) == "desk.cancelled"
    assert await refusal(house.do(match, BEN, "step")) == "desk.cancelled"
    assert await house.lobby(2, channel=look.place.channel) != match


async def test_a_moderator_calls_off_what_the_rules_have_broken(house: House) -> None:
    """Nothing of the rules is needed for it."""
    match = await house.start(2)
    await house.do(match, ANA, "step")
    await house.restart(Broken())
    assert await refusal(house.desk.look(match, ANA.person)) == "desk.broke"
    assert (await house.desk.call_off(match, DORA, house.press(), moderator=True)).status == "cancelled"
    rows = [row for row in await house.claim() if row.kind == "result"]
    assert len(rows) == 1
    assert rows[0].payload
    assert await house.lobby(2, channel=rows[0].channel) != match


async def test_a_moderator_closes_a_table_that_forms(house: House) -> None:
    lobby = await house.lobby(2)
    assert await refusal(house.desk.cancel(lobby, DORA, house.press())) == "desk.host_only"
    assert (await house.desk.cancel(lobby, DORA, house.press(), moderator=True)).status == "cancelled"


async def test_what_is_over_is_not_called_off(house: House) -> None:
    match = await house.start(2)
    await propose(house, match, ANA, "stop")
    await agree(house, match, BEN)
    assert await refusal(house.desk.call_off(match, ANA, house.press())) == "kernel.game_over"


# -- looking -----------------------------------------------------------------------------------------------------------


async def test_to_ask_what_can_be_moved_is_only_looking(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is written and nobody woken by it, however often it is asked."""
    match = await house.start(3)
    await house.do(match, ANA, "roll")
    await house.deliver()
    woken: list[int] = []
    drawn = house.live(match).match.rng.drawn
    house.desk.outbox.wake = lambda: woken.append(1)
    monkeypatch.setattr(house.desk.db, "work", None)
    for guest in (ANA, BEN):
        assert (await house.desk.votes.may(match, guest, "stop")).seat == guest.person - 100
        assert len(await house.desk.votes.would_ask(match, guest, "end")) == 2
        await house.desk.votes.backs(match, guest)
        assert await house.desk.votes.get(match, 1) is None
    assert not woken
    assert not house.live(match).touched
    assert house.live(match).match.rng.drawn == drawn


async def test_a_vote_is_something_that_happens(house: House) -> None:
    """A game that would be put to sleep is not, as long as its people vote; nor is one that was woken by it."""
    match = await house.start(3)
    for _ in range(2):
        house.clock.on(days=29)
        look = await propose(house, match, ANA, "end", reason=str(house.clock()))
        house.clock.on(days=2)
        await house.desk.alarms.fall_due(100)
        assert (await house.desk.look(match, None)).status == "playing"
        assert look.motion is not None
        await house.desk.votes.refuse(match, BEN, house.press(), look.motion.id)
        house.clock.on(days=29)
        await house.desk.alarms.fall_due(100)
        assert (await house.desk.look(match, None)).status == "playing"
        house.clock.on(days=2)
        await house.desk.alarms.fall_due(100)
        assert (await house.desk.look(match, None)).status == "asleep"


async def test_whoever_is_asked_for_the_first_time_is_called(house: House) -> None:
    """What is moved once more calls nobody twice, but whoever moved it at first is asked now."""
    match = await house.start(3)
    look = await propose(house, match, ANA, "end")
    assert look.motion is not None
    assert await house.deliver() == ["vote", "ballot 1", "ballot 2"]
    await house.desk.votes.withdraw(match, ANA, house.press(), look.motion.id)
    await house.deliver()
    await propose(house, match, BEN, "end")
    assert await house.deliver() == ["vote", "ballot 0"]


async def test_what_was_agreed_on_before_is_asked_anew(house: House) -> None:
    """A seat that was offered by vote, and is on offer no more, is voted on again with a letter to each."""
    match = await house.start(3)
    await propose(house, match, ANA, "replace", seat=1)
    await agree(house, match, CHIE)
    await house.desk.seating.withdraw(match, BEN, house.press(), seat=1)
    await house.deliver()
    look = await propose(house, match, ANA, "replace", seat=1)
    assert asked(look) == (2,)
    assert await house.deliver() == ["vote", "ballot 2"]


async def test_whoever_asked_hears_of_a_no(house: House) -> None:
    """From whom it was, once; whoever withdraws hears nothing."""
    match = await house.start(3)
    look = await propose(house, match, ANA, "end")
    assert look.motion is not None
    await agree(house, match, BEN)
    await house.deliver()
    await house.desk.votes.refuse(match, CHIE, house.press(), look.motion.id)
    assert await house.deliver() == ["vote", "ballot 0"]
    closed = await house.desk.votes.get(match, look.motion.id)
    assert closed is not None
    assert (closed.state, closed.against) == ("refused", 2)
    await propose(house, match, ANA, "end")
    await house.desk.votes.refuse(match, ANA, house.press(), look.motion.id)
    assert await house.deliver() == ["vote"]


async def test_whoever_presses_twice_reads_that_it_is_done(house: House) -> None:
    match = await house.start(3)
    await house.do(match, ANA, "roll")
    look = await propose(house, match, ANA, "undo")
    assert look.motion is not None
    await agree(house, match, BEN, CHIE)
    again = house.desk.votes.agree(match, CHIE, house.press(), look.motion.id)
    assert await refusal(again) == "desk.motion_carried"
