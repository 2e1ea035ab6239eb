"""Weeks at the desk: who is reminded when and how often, what rests, and that nothing of it is lost or comes twice."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import delete, select
from sqlalchemy.ext.asyncio import AsyncConnection

from engines.desk import timers
from engines.desk.db import Database
from engines.desk.desk import Desk
from engines.desk.live import Live
from engines.desk.outbox import NO_MATCH
from engines.desk.records import Guest
from engines.desk.sitting import Sitting
from engines.desk.tables import OUTBOX, SAVES, TIMERS
from engines.desk.timers import Timer, key_of
from engines.kernel.flow import choose
from tests.desk.house import ANA, BEN, CHIE, House
from tests.desk.toy import T, Toy, pick

DAY = 24


async def ring(house: House) -> list[str]:
    """What has fallen due is worked off: what is shown then."""
    while await house.desk.alarms.fall_due(3):
        pass
    return await house.deliver()


async def wait(house: House, hours: int, step: int = 1) -> list[tuple[int, str]]:
    """Time goes by: what is shown after how many hours."""
    shown = []
    for hour in range(step, hours + 1, step):
        house.clock.on(hours=step)
        shown += [(hour, each) for each in await ring(house)]
    return shown


async def bens_turn(house: House, seats: int = 2) -> str:
    """A game in which the table waits for Ben from now on; Ana is its host."""
    match = await house.start(seats)
    await house.do(match, ANA, "pass")
    await house.deliver()
    return match


async def mute(house: House, match: str, guest: Guest, how: Any) -> None:
    async def do(_: AsyncConnection, sitting: Sitting, chair: Any) -> None:
        sitting.live.touched = True
        chair.muted = how

    await house.desk._door.at_seat(match, guest, house.press(), do)


async def set_for(house: House, match: str) -> list[str]:
    """The keys of what is set for a match, without its name."""
    async with house.desk.db.read() as tx:
        return sorted(timer.key.replace(f" {match}", "") for timer in await timers.of_match(tx, match))


async def due_of(house: House, match: str) -> dict[int, float]:
    """Seat → in how many hours its person is reminded."""
    due = await house.desk.alarms.due_of(match)
    return {seat: (moment - house.clock()) / timedelta(hours=1) for seat, moment in due.items()}


# -- reminders ---------------------------------------------------------------------------------------------------------


async def test_reminders_come_once_a_day_and_five_times(house: House) -> None:
    """After the fifth without an answer the host is told, once; then nobody hears of it any more."""
    match = await bens_turn(house)
    nudges = [(hours, "nudge 1") for hours in (24, 48, 72, 96, 120)]
    assert await wait(house, 20 * DAY) == [*nudges, (144, "stall 1")]
    async with house.desk.db.read() as tx:
        stall = (await tx.execute(select(OUTBOX).where(OUTBOX.c.kind == "stall"))).one()
    assert (stall.person, stall.match, stall.secret) == (ANA.person, match, False)


async def test_of_a_host_who_does_not_answer_the_table_is_told(house: House) -> None:
    """They are reminded like everybody else; then a line in the channel, once, says what the others can do."""
    await house.start()
    nudges = [(hours, "nudge 0") for hours in (24, 48, 72, 96, 120)]
    assert await wait(house, 20 * DAY) == [*nudges, (144, "say")]


async def test_of_a_host_whom_nobody_plays_with_nobody_is_told(house: House) -> None:
    """Where stand-ins have the other seats, nobody waits."""
    match = await house.start()
    await house.desk.seating.resign(match, BEN, house.press())
    await house.deliver()
    assert await wait(house, 20 * DAY) == [(hours, "nudge 0") for hours in (24, 48, 72, 96, 120)]


@pytest.mark.parametrize("how", ["none", "turn", "game", "digest and none"])
async def test_a_host_hears_also_of_whoever_wants_no_reminders(house: House, how: str) -> None:
    """They are counted in silence, once a day: whoever hears of none keeps nobody waiting unnoticed."""
    if how in {"none", "digest and none"}:
        await house.desk.people.set(BEN.person, remind=0, digest=12 if how != "none" else None)
    match = await bens_turn(house)
    if how in {"turn", "game"}:
        await mute(house, match, BEN, how)
    shown = [each for each in await wait(house, 20 * DAY) if each[1] != "digest"]
    assert shown == [(144, "stall 1")]
    assert await due_of(house, match) == ({} if how != "digest and none" else {1: 24})
    await house.do(match, BEN, "pass")
    await house.deliver()
    assert "nudge 1" not in await set_for(house, match)


async def test_whoever_changes_their_mind_about_reminders_has_five_from_then(house: House) -> None:
    """What was counted while they wanted none does not count; looking into one's habits counts nothing either."""
    match = await bens_turn(house)
    await mute(house, match, BEN, "game")
    await wait(house, 3 * DAY)
    for _ in range(9):
        await house.desk.alarms.changed(BEN.person)
    assert await wait(house, 2 * DAY) == []
    await mute(house, match, BEN, "")
    await house.deliver()
    nudges = [(hours, "nudge 1") for hours in (24, 48, 72, 96, 120)]
    assert await wait(house, 10 * DAY) == [*nudges, (144, "stall 1")]


async def test_an_answered_question_is_never_a_reminder(house: House) -> None:
    """Whoever answers just before has nothing coming; the next one has a day of their own."""
    match = await bens_turn(house)
    assert await set_for(house, match) == ["idle", "nudge 1"]
    await wait(house, 23)
    await house.do(match, BEN, "pass")
    assert await set_for(house, match) == ["idle", "nudge 0"]
    assert await house.deliver() == ["board", "turn 0", "prompt 1"]
    assert await wait(house, 30) == [(24, "nudge 0")]


async def test_whoever_goes_on_in_their_turn_has_a_day_from_then(house: House) -> None:
    """What somebody does in their turn counts like an answer, also long after the last reminder."""
    match = await bens_turn(house)
    await wait(house, 20)
    await house.do(match, BEN, "step")
    await house.deliver()
    assert await due_of(house, match) == {1: 24}
    assert await wait(house, 40) == [(24, "nudge 1")]
    await wait(house, 9 * DAY)
    await house.do(match, BEN, "step")
    await house.deliver()
    assert await wait(house, 30) == [(24, "nudge 1")]


async def test_what_is_asked_again_after_a_taking_back_waits_from_then(house: House) -> None:
    """Whoever took back has a day from then; whoever was asked meanwhile has nothing coming."""
    match = await house.start()
    await wait(house, 10)
    await house.do(match, ANA, "pass")
    await house.deliver()
    assert await set_for(house, match) == ["idle", "nudge 1"]
    await wait(house, 10)
    await house.desk.take_back(match, ANA, house.press())
    await house.deliver()
    assert await set_for(house, match) == ["idle", "nudge 0"]
    assert await wait(house, 30) == [(24, "nudge 0")]


async def test_of_two_absentees_neither_has_a_new_day_because_of_the_other(house: House) -> None:
    """Where all are asked at once, each is reminded for themselves, whatever the others do."""
    match = await house.start(3)
    await house.do(match, ANA, "bid")
    await house.do(match, ANA, "low", verb="bid")
    await house.deliver()
    assert await wait(house, 30) == [(24, "nudge 1"), (24, "nudge 2")]
    await house.do(match, CHIE, "low", verb="bid")
    await house.deliver()
    assert await wait(house, 45) == [(18, "nudge 1"), (42, "nudge 1")]


async def test_the_host_hears_of_each_who_does_not_answer(house: House) -> None:
    match = await house.start(3)
    await house.do(match, ANA, "bid")
    await house.do(match, ANA, "low", verb="bid")
    await house.deliver()
    assert (await wait(house, 8 * DAY))[-2:] == [(144, "stall 1"), (144, "stall 2")]


async def test_each_game_reminds_for_itself(house: House) -> None:
    """Somebody in two games hears of each at its own time, and of one no more once it is answered there."""
    one = await bens_turn(house)
    await wait(house, 6)
    other = await bens_turn(house)
    async with house.desk.db.read() as tx:
        assert [timer.match for timer in await timers.of_person(tx, BEN.person)] == [one, other]
    assert await wait(house, 20) == [(18, "nudge 1")]
    await house.do(other, BEN, "pass")
    await house.deliver()
    assert await wait(house, 23) == [(22, "nudge 1")]


@pytest.mark.parametrize(("remind", "hours"), [(6, [6, 12, 18, 24, 30]), (48, [48, 96]), (0, [])])
async def test_everybody_has_an_interval_of_their_own(house: House, remind: int, hours: list[int]) -> None:
    await house.desk.people.set(BEN.person, remind=remind)
    match = await bens_turn(house)
    assert await due_of(house, match) == ({1: remind} if remind else {})
    nudges = [hour for hour, what in await wait(house, 100) if what == "nudge 1"]
    assert nudges == hours


async def test_whoever_rests_is_reminded_when_they_wake(house: House) -> None:
    """Quiet hours and vacations put a reminder off; it is the only one then."""
    await house.desk.people.set(BEN.person, quiet_from=11 * 60, quiet_until=15 * 60)
    match = await bens_turn(house)
    assert house.clock() == datetime(2026, 1, 1, 12, tzinfo=UTC)
    assert await due_of(house, match) == {1: 27}
    assert await wait(house, 28) == [(27, "nudge 1")]
    await house.desk.people.set(BEN.person, away_until=datetime(2026, 1, 12, tzinfo=UTC).date())
    await house.desk.alarms.changed(BEN.person)
    assert await due_of(house, match) == {1: 23 + 8 * DAY + 9}
    assert await wait(house, 10 * DAY) == [(23 + 8 * DAY + 9, "nudge 1")]


async def test_changed_habits_count_at_once(house: House) -> None:
    """Whoever wants to hear more often does from now on; whoever wants to hear nothing hears nothing, until they do."""
    match = await bens_turn(house)
    await wait(house, 10)
    await house.desk.people.set(BEN.person, remind=48)
    await house.desk.alarms.changed(BEN.person)
    assert await due_of(house, match) == {1: 38}
    await house.desk.people.set(BEN.person, remind=0)
    await house.desk.alarms.changed(BEN.person)
    assert await due_of(house, match) == {}
    assert await wait(house, 40) == []
    await house.desk.people.set(BEN.person, remind=12)
    await house.desk.alarms.changed(BEN.person)
    assert await ring(house) == ["nudge 1"]
    await house.desk.alarms.changed(BEN.person)
    assert await wait(house, 13) == [(12, "nudge 1")]
    await house.desk.alarms.changed(BEN.person)
    rest = await wait(house, 10 * DAY)
    assert [what for _, what in rest] == ["nudge 1", "nudge 1", "nudge 1", "stall 1"]


async def test_a_muted_turn_is_heard_of_again_with_the_next(house: House) -> None:
    match = await bens_turn(house)
    await mute(house, match, BEN, "turn")
    assert await due_of(house, match) == {}
    await house.do(match, BEN, "step")
    await house.deliver()
    assert await wait(house, 30) == []
    for guest in (BEN, ANA):
        await house.do(match, guest, "pass")
    await house.deliver()
    assert await wait(house, 25) == [(24, "nudge 1")]


async def test_a_muted_game_stays_muted(house: House) -> None:
    """Until its person wants to hear of it again: then a day from then on."""
    match = await bens_turn(house)
    await mute(house, match, BEN, "game")
    for guest in (BEN, ANA):
        await house.do(match, guest, "pass")
    await house.deliver()
    assert await wait(house, 50) == []
    await mute(house, match, BEN, "")
    await house.deliver()
    assert await wait(house, 25) == [(24, "nudge 1")]


async def test_stand_ins_are_not_reminded(house: House) -> None:
    """Whoever hands their seat to the stand-in hears no more; whoever comes back and is asked has a day."""
    match = await bens_turn(house)
    await wait(house, 20)
    await house.desk.seating.resign(match, BEN, house.press())
    await house.deliver()
    assert await set_for(house, match) == ["idle", "nudge 0"]
    await house.desk.seating.come_back(match, BEN, house.press())
    await house.do(match, ANA, "pass")
    await house.deliver()
    assert await wait(house, 25) == [(24, "nudge 1")]


async def test_a_game_that_sleeps_or_is_over_reminds_nobody(house: House) -> None:
    """One that wakes does a day later; its board has just called."""
    match = await house.start(options={"goal": 5})
    await house.do(match, ANA, "pass")
    await house.desk.seating.sleep(match)
    await house.deliver()
    assert await set_for(house, match) == []
    assert await wait(house, 50) == []
    await house.desk.seating.wake(match)
    await house.deliver()
    assert await wait(house, 25) == [(24, "nudge 1")]
    for _ in range(5):
        await house.do(match, BEN, "step")
    assert (await house.desk.look(match, None)).outcome is not None
    await house.deliver()
    assert await set_for(house, match) == []
    assert await wait(house, 50) == []


# -- whatever happens to the process -----------------------------------------------------------------------------------


async def test_restarts_remind_nobody(house: House) -> None:
    """Five times, just before and just after a reminder (fault 28)."""
    await bens_turn(house)
    for hours, expected in ((23, []), (1, ["nudge 1"]), (23, []), (1, ["nudge 1"])):
        house.clock.on(hours=hours)
        assert await ring(house) == expected
        for _ in range(5):
            await house.restart()
            assert await house.desk.alarms.adopt() == 0
            assert await ring(house) == []


async def test_a_reminder_whose_process_died_before_it_was_sent_is_sent_once(house: House) -> None:
    """It was written with the time of the next one, which waits for a day from when it was told (fault 27)."""
    await bens_turn(house)
    house.clock.on(hours=25)
    assert await house.desk.alarms.fall_due(10) == 1
    await house.restart()
    house.clock.on(hours=2)
    assert await ring(house) == ["nudge 1"]
    assert await wait(house, 30) == [(24, "nudge 1")]


async def test_a_process_that_dies_while_it_writes_a_reminder_has_written_nothing(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The next one writes it, once."""
    await bens_turn(house)
    house.clock.on(hours=25)

    async def die(*_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(timers, "put", die)
        with pytest.raises(KeyboardInterrupt):
            await house.desk.alarms.fall_due(10)
    await house.restart()
    assert await ring(house) == ["nudge 1"]
    assert await ring(house) == []


async def test_after_a_week_without_a_process_there_is_one_reminder(house: House) -> None:
    """No burst for what was missed; the next one comes a day later."""
    await bens_turn(house)
    house.clock.on(days=7)
    assert await ring(house) == ["nudge 1"]
    assert await wait(house, 25) == [(24, "nudge 1")]


async def test_while_nothing_can_be_sent_no_second_call_is_written(house: House) -> None:
    """Neither while the first letter waits, nor while a reminder does; what waits is no reminder that was in vain."""
    match = await house.start()
    await house.do(match, ANA, "pass")
    for _ in range(4 * DAY):
        house.clock.on(hours=1)
        await house.desk.alarms.fall_due(10)
    assert await house.deliver() == ["board", "prompt 0", "turn 1"]
    house.clock.on(hours=24)
    assert await house.desk.alarms.fall_due(10)
    for _ in range(2 * DAY):
        house.clock.on(hours=1)
        await house.desk.alarms.fall_due(10)
    assert await house.deliver() == ["nudge 1"]
    nudges = await wait(house, 10 * DAY)
    assert nudges == [*((24 * day, "nudge 1") for day in (1, 2, 3, 4)), (120, "stall 1")]


async def test_a_clock_that_jumps_does_no_harm(house: House) -> None:
    """Forward is like downtime; back, what was due is not due yet."""
    await bens_turn(house)
    house.clock.on(days=3)
    assert await ring(house) == ["nudge 1"]
    house.clock.on(days=-3)
    assert await ring(house) == []
    assert await wait(house, 4 * DAY + 1) == [(96, "nudge 1")]


async def test_several_processes_work_side_by_side(house: House) -> None:
    """Each reminder is written by one of them."""
    for _ in range(6):
        await bens_turn(house)
    house.clock.on(hours=25)
    other = Desk(Database.open(house.url), house.games, house.clock)
    await asyncio.gather(*(desk.alarms.fall_due(10) for desk in (house.desk, other, house.desk, other)))
    await other.close()
    assert await house.deliver() == ["nudge 1"] * 6


async def test_a_broken_game_holds_up_no_other(house: House) -> None:
    """It is tried again after pauses that grow, until it can be played again (fault 12)."""
    broken = await bens_turn(house)
    house.clock.on(seconds=1)
    await bens_turn(house)
    async with house.desk.db.work() as tx:
        saves = [row._asdict() for row in await tx.execute(select(SAVES).where(SAVES.c.match == broken))]
        await tx.execute(delete(SAVES).where(SAVES.c.match == broken))
    house.desk.lives.drop(broken)
    house.clock.on(hours=24)
    assert await ring(house) == ["nudge 1"]
    pauses = []
    for _ in range(10):
        async with house.desk.db.read() as tx:
            (timer,) = (await timers.of_keys(tx, [key_of("nudge", broken, 1)])).values()
        pause = timer.due - house.clock()
        pauses.append(pause / timedelta(minutes=1))
        house.clock.on(minutes=pauses[-1])
        assert await ring(house) == []
    assert pauses == [1, 2, 4, 8, 16, 32, 64, 128, 256, 360]
    async with house.desk.db.work() as tx:
        await tx.execute(SAVES.insert(), saves)
    assert (6, "nudge 1") in await wait(house, 7)


async def test_games_from_before_there_were_timers_get_theirs(house: House) -> None:
    """Once; whoever has waited for more than a day is reminded at once, and a game does not fall asleep for it."""
    old, _ = await bens_turn(house), await house.lobby()
    house.clock.on(days=40)
    young = await bens_turn(house)
    async with house.desk.db.work() as tx:
        await tx.execute(delete(TIMERS))
    assert await house.desk.alarms.adopt() == 3
    assert await house.desk.alarms.adopt() == 0
    assert await set_for(house, old) == await set_for(house, young) == ["idle", "nudge 1"]
    assert (await due_of(house, old), await due_of(house, young)) == ({1: 0}, {1: 24})
    await house.deliver()
    assert await ring(house) == ["nudge 1"]


# -- what rests --------------------------------------------------------------------------------------------------------


async def test_a_table_that_nobody_starts_is_closed(house: House) -> None:
    """After a fortnight in which nobody joined or settled anything; its card says so, and its channel is free."""
    match = await house.lobby(1, channel=77)
    await house.deliver()
    assert await wait(house, 10 * DAY, 6) == []
    await house.desk.join(match, BEN, house.press())
    await house.deliver()
    assert await wait(house, 15 * DAY, 6) == [(14 * DAY, "lobby")]
    lobby = await house.desk.lobby(match)
    assert (lobby.open, lobby.status, lobby.expired) == (False, "cancelled", True)
    await house.lobby(1, channel=77)


async def test_a_game_in_which_nothing_happens_falls_asleep(house: House) -> None:
    """After thirty days without anything that all notice; the channel is told, and nobody is reminded any more."""
    match = await bens_turn(house)
    await wait(house, 20 * DAY, 6)
    await house.do(match, BEN, "pass")
    await house.deliver()
    rest = await wait(house, 40 * DAY, 6)
    assert rest[-1] == (30 * DAY, "say")
    look = await house.desk.look(match, None)
    assert (look.status, look.sleeps) == ("asleep", "idle")
    assert await set_for(house, match) == []
    await house.do(match, ANA, "pass")
    await house.deliver()
    assert (await house.desk.look(match, None)).status == "playing"
    assert await set_for(house, match) == ["idle", "nudge 1"]


# -- the daily letter --------------------------------------------------------------------------------------------------


async def letters(house: House, hours: int) -> list[datetime]:
    """When daily letters were written, and that nothing else was."""
    written = []
    for _ in range(hours):
        house.clock.on(hours=1)
        for each in await ring(house):
            assert each == "digest"
            written.append(house.clock())
    return written


async def test_one_letter_a_day_instead_of_reminders(house: House) -> None:
    """At the person's own hour, as long as any of their games waits for them."""
    await house.desk.people.set(BEN.person, digest=8, zone="Asia/Tokyo")
    one, other = await bens_turn(house), await bens_turn(house)
    eight = datetime(2026, 1, 1, 23, tzinfo=UTC)
    assert await due_of(house, one) == {1: 11}
    assert await letters(house, 3 * DAY) == [eight + timedelta(days=day) for day in (0, 1, 2)]
    async with house.desk.db.read() as tx:
        row = (await tx.execute(select(OUTBOX).where(OUTBOX.c.kind == "digest"))).first()
    assert row is not None
    assert (row.match or NO_MATCH, row.person) == (NO_MATCH, BEN.person)
    await house.do(one, BEN, "pass")
    await house.deliver()
    assert len(await letters(house, 12)) == 1
    await house.do(other, BEN, "pass")
    await house.deliver()
    await house.desk.seating.sleep(one)
    await house.desk.seating.sleep(other)
    assert await wait(house, 3 * DAY) == []


async def test_the_letter_waits_for_the_end_of_quiet_hours(house: House) -> None:
    await house.desk.people.set(BEN.person, digest=7, quiet_from=22 * 60, quiet_until=9 * 60)
    await bens_turn(house)
    nine = datetime(2026, 1, 2, 9, tzinfo=UTC)
    assert await letters(house, 2 * DAY) == [nine, nine + timedelta(days=1)]


async def test_there_is_one_letter_a_day_whatever_is_changed(house: House) -> None:
    """Another hour, another zone, off and on again: after today's letter the next one is tomorrow's."""
    await house.desk.people.set(BEN.person, digest=14)
    await bens_turn(house)
    assert await letters(house, 3) == [datetime(2026, 1, 1, 14, tzinfo=UTC)]
    changes: list[dict[str, Any]] = [{"digest": 18}, {"zone": "America/New_York"}, {"digest": None}, {"digest": 20}]
    for change in changes:
        await house.desk.people.set(BEN.person, **change)
        await house.desk.alarms.changed(BEN.person)
    assert await letters(house, 40) == [datetime(2026, 1, 3, 1, tzinfo=UTC)]


async def test_whoever_comes_back_from_a_vacation_has_a_letter_at_their_hour(house: House) -> None:
    """Not in the middle of the first night."""
    back = datetime(2026, 1, 6, tzinfo=UTC)
    await house.desk.people.set(BEN.person, digest=8, away_until=back.date())
    await bens_turn(house)
    assert await letters(house, 5 * DAY) == [back + timedelta(hours=8)]


async def test_whoever_wants_a_daily_letter_gets_it_from_then_on(house: House) -> None:
    """And whoever does not want it any more has reminders again, a day after the last letter."""
    match = await bens_turn(house)
    await house.desk.people.set(BEN.person, digest=18)
    await house.desk.alarms.changed(BEN.person)
    assert await letters(house, 26) == [datetime(2026, 1, 1, 18, tzinfo=UTC)]
    await house.desk.people.set(BEN.person, digest=None)
    await house.desk.alarms.changed(BEN.person)
    assert await ring(house) == []
    assert await due_of(house, match) == {1: 4}
    assert await wait(house, DAY) == [(4, "nudge 1")]


async def test_a_host_hears_also_of_whoever_has_a_daily_letter(house: House) -> None:
    """Who does not answer for so long is told of like anybody else."""
    await house.desk.people.set(BEN.person, digest=12)
    await bens_turn(house)
    assert [what for _, what in await wait(house, 8 * DAY) if what != "digest"] == ["stall 1"]


# -- secrets -----------------------------------------------------------------------------------------------------------


SEEDS = (bytes([n]) * 32 for n in range(256))


class Whispering(Toy):
    """`peek` asks the next player something in secret, if their hand is odd."""

    async def turn(self, t: T) -> None:
        s = t.state
        me, other = s.turn, (s.turn + 1) % len(s.hands)
        chosen = await choose(pick(me, "do", "peek", "pass"))
        if chosen == "peek":
            t.bar()
            if s.hands[other] % 2:
                await choose(pick(other, "peek_step", "stop", secret=True))
                t.bar()
            return
        s.turn = other
        t.tell("toy.passed")


@pytest.fixture
async def whispering(tmp_path: Path) -> AsyncIterator[House]:
    house = House(str(tmp_path / "whispering.db"), {"toy": Whispering()})
    await house.desk.db.migrate()
    yield house
    await house.close()


async def whisper(house: House, peeks: bool = True) -> str:
    """Ana's turn for ten hours; then she peeks, whereupon Ben is asked in secret, or doesn't."""
    while True:
        match = await house.start(2, seed=next(SEEDS))
        if house.live(match).match.state.hands[1] % 2:
            break
    house.clock.on(hours=10)
    if peeks:
        await house.do(match, ANA, "peek")
    assert (1 in house.live(match).match.waiting_for) == peeks
    await house.deliver()
    return match


async def test_a_secret_question_has_reminders_that_nobody_else_can_notice(whispering: House) -> None:
    """They go to its person alone, in secret; the host is not told that they were in vain."""
    match = await whisper(whispering)
    assert await due_of(whispering, match) == {0: 14}
    for _ in range(10 * DAY):
        whispering.clock.on(hours=1)
        await ring(whispering)
    async with whispering.desk.db.read() as tx:
        mine = (await tx.execute(select(OUTBOX).where(OUTBOX.c.kind == "nudge", OUTBOX.c.seat == 1))).all()
        stalls = (await tx.execute(select(OUTBOX).where(OUTBOX.c.kind == "stall", OUTBOX.c.seat == 1))).all()
    assert len(mine) == 5
    assert all(row.secret and row.person == BEN.person for row in mine)
    assert stalls == []


async def test_timers_tell_nothing_of_a_secret_question(whispering: House) -> None:
    """Whatever others may know of times and reminders is as if nobody had been asked anything."""
    known = []
    for peeks in (True, False):
        match = await whisper(whispering, peeks)
        began = whispering.clock()
        seen: list[Any] = []
        for _ in range(7 * DAY):
            whispering.clock.on(hours=1)
            await ring(whispering)
            due = await due_of(whispering, match)
            status = await whispering.desk.status(match)
            seen.append((due, [(s.since and s.since - began) for s in status.seats]))
        async with whispering.desk.db.read() as tx:
            written = select(OUTBOX.c.kind, OUTBOX.c.seat, OUTBOX.c.due).where(
                OUTBOX.c.match == match, OUTBOX.c.secret.is_(False), OUTBOX.c.kind.in_(("nudge", "stall"))
            )
            public = [(row.kind, row.seat, row.due - began) for row in await tx.execute(written.order_by(OUTBOX.c.id))]
            set_ = [t for t in await timers.of_match(tx, match) if t.seat != 1]
        known.append((seen, public, [(t.kind, t.seat, t.due - began, t.times) for t in set_]))
        await whispering.desk.seating.sleep(match)
    assert known[0] == known[1]
    assert known[0][1]


# -- parts of the desk that have alarms of their own -------------------------------------------------------------------


async def test_a_part_of_the_desk_may_have_timers_of_its_own(house: House) -> None:
    """Its handler says when it is due again, or that it is done; a kind that nobody handles holds up nothing."""
    match, came = await bens_turn(house), []

    async def flag(_: AsyncConnection, live: Live, timer: Timer) -> datetime | None:
        came.append((live.header.id, timer.seat, timer.times))
        timer.times += 1
        return house.clock() + timedelta(hours=5) if timer.times < 3 else None

    house.desk.alarms.handlers["flag"] = flag
    house.desk.alarms.handlers.pop("warning", None)
    async with house.desk.db.work() as tx:
        due = house.clock() + timedelta(hours=1)
        await timers.put(tx, [Timer(f"flag {match} 1", "flag", match, 1, BEN.person, due)])
        await timers.put(tx, [Timer(f"warning {match} 1", "warning", match, 1, BEN.person, due - timedelta(minutes=1))])
    await wait(house, 20)
    assert came == [(match, 1, 0), (match, 1, 1), (match, 1, 2)]
    assert f"flag {match} 1" not in await set_for(house, match)


class Long(Toy):
    """For ten people, who are all asked at once."""

    seats = range(2, 11)


async def test_a_thousand_reminders_at_a_hundred_tables_starve_no_press(tmp_path: Path) -> None:
    """They are worked off in order, each once, and what somebody presses meanwhile is served before the rest."""
    house = House(str(tmp_path / "long.db"), {"toy": Long()})
    await house.desk.db.migrate()
    people = [ANA, *(Guest(1000 + number, f"P{number}") for number in range(9))]
    match = await house.lobby(1)
    for guest in people[1:]:
        await house.desk.join(match, guest, house.press())
    await house.desk.start(match, ANA, house.press())
    await house.do(match, ANA, "bid")
    await house.deliver()
    tables = [match, *await house.copies(match, 99)]
    house.clock.on(hours=25)
    order: list[tuple[str, int | None]] = []
    presses: list[int] = []
    under_way = asyncio.Event()
    nudge = house.desk.alarms.handlers["nudge"]

    async def watched(tx: AsyncConnection, live: Live, timer: Timer) -> datetime | None:
        order.append((live.header.id, timer.seat))
        under_way.set()
        return await nudge(tx, live, timer)

    async def press() -> None:
        await under_way.wait()
        for guest in people:
            await house.do(tables[-1], guest, "low", verb="bid")
            presses.append(len(order))

    async def work_off() -> None:
        while await house.desk.alarms.fall_due(32):
            pass

    house.desk.alarms.handlers["nudge"] = watched
    await asyncio.gather(work_off(), press())
    last = tables[-1]
    assert [each for each in order if each[0] != last] == [
        (one, seat) for one in sorted(tables[:-1]) for seat in range(10)
    ]
    assert presses[-1] < 100, "ten presses were served while no hundred reminders were"
    async with house.desk.db.read() as tx:
        rows = select(OUTBOX.c.match, OUTBOX.c.seat).where(OUTBOX.c.kind == "nudge")
        written = [(row.match, row.seat) for row in await tx.execute(rows.order_by(OUTBOX.c.id))]
    assert written == [each for each in order if each[0] != last]
    await house.close()
