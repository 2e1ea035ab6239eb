"""Clocks at a table over weeks: whose runs, the warning, what happens at zero, and that nobody loses time unfairly."""

from __future__ import annotations

from asyncio import gather
from collections.abc import AsyncIterator
from datetime import date, datetime, timedelta
from pathlib import Path
from random import Random

import msgspec
import pytest
from msgspec.structs import replace
from sqlalchemy import select

from engines.desk import timers
from engines.desk.clocks import PRESETS, AtZero, Clock
from engines.desk.hours import Pauses
from engines.desk.outbox import RESTS
from engines.desk.records import Guest
from engines.desk.tables import TIMERS
from engines.kernel.decision import Answer, Decision
from engines.kernel.flow import choose
from engines.kernel.game import Ahead, Table
from engines.kernel.match import Match
from engines.kernel.text import Text, Who
from tests.desk.hasty import LABELS, Hasty
from tests.desk.house import ANA, BEN, CHIE, GUILD, House, points
from tests.desk.refusal import refusal
from tests.desk.test_turns import Dice
from tests.desk.toy import NewToy, State, Toy, View, pick

DAY = timedelta(days=1)
HOUR = timedelta(hours=1)
CLOCK = Clock(bank=2 * 86400, increment=86400, most=3 * 86400)


async def clocked(house: House, seats: int = 2, at_zero: AtZero = "tell", **more: object) -> str:
    """A game that has begun, with two days for everybody and one more for each turn; all is delivered."""
    match = await house.lobby(seats)
    await house.desk.clocks.set(match, ANA, replace(CLOCK, at_zero=at_zero, **more), house.press())
    await house.desk.start(match, ANA, house.press())
    await house.deliver()
    return match


async def pass_time(house: House, span: timedelta) -> list[str]:
    """Time goes by, with the bot at work all the while: what of clocks is shown, in order."""
    until, shown = house.clock() + span, list[str]()
    while True:
        shown += await house.deliver()
        due = await next_due(house)
        if due is None or due > until:
            break
        house.clock.now = max(house.clock.now, due)
        await house.desk.alarms.fall_due(1)
    house.clock.now = until
    return [each for each in shown if not each.startswith(("nudge", "digest"))]


async def said(house: House) -> list[str]:
    """What is told to the table now, by keys; all else is delivered too."""
    rows = await house.claim()
    told = [msgspec.msgpack.decode(row.payload, type=Text).key for row in rows if row.kind == "say"]
    for row in rows:
        await house.desk.outbox.done(row, "channel", row.id + 10**6, row.channel)
    return told + (await said(house) if rows else [])


async def next_due(house: House) -> datetime | None:
    async with house.desk.db.read() as tx:
        found: datetime | None = (await tx.execute(select(TIMERS.c.due).order_by(TIMERS.c.due).limit(1))).scalar()
    return found


async def left(house: House, match: str) -> list[int | None]:
    """The hours on everybody's clock."""
    seats = (await house.desk.status(match)).seats
    return [None if seat.left is None else round(seat.left / 3600) for seat in seats]


async def deadlines(house: House, match: str) -> dict[int, timedelta]:
    """Seat → in how long its time is up, as everybody is told."""
    return {seat: moment - house.clock() for seat, moment in (await house.desk.look(match, None)).deadlines}


# -- running down ------------------------------------------------------------------------------------------------------


async def test_it_runs_for_whoever_the_table_waits_for(house: House) -> None:
    """And stands for everybody else; a turn ends with what it left, and the next one brings the increment."""
    match = await clocked(house)
    assert await deadlines(house, match) == {0: 2 * DAY}
    await pass_time(house, timedelta(hours=30))
    assert await left(house, match) == [18, 48]
    await house.do(match, ANA, "pass")
    assert await deadlines(house, match) == {1: 2 * DAY}, "the first turn has the bank"
    await pass_time(house, timedelta(hours=1))
    await house.do(match, BEN, "pass")
    assert await left(house, match) == [42, 47]
    await house.do(match, ANA, "pass")
    assert await left(house, match) == [42, 71]
    await house.do(match, BEN, "pass")
    await house.do(match, ANA, "pass")
    assert await left(house, match) == [66, 72], "so much can be saved, and no more"


async def test_a_turn_of_several_answers_goes_on(house: House) -> None:
    """Whoever answers in their own turn has no more time by that."""
    match = await clocked(house)
    for _ in range(3):
        await pass_time(house, timedelta(hours=10))
        await house.do(match, ANA, "step")
    assert await left(house, match) == [18, 48]
    assert await deadlines(house, match) == {0: 18 * HOUR}


async def test_an_absentee_gets_no_time_by_anothers_act(house: House) -> None:
    """All who are asked at once run down together: neither an answer, nor leaving, nor a flag gives others time."""
    match = await clocked(house, 4, "turn")
    await house.do(match, ANA, "bid")
    assert await deadlines(house, match) == {0: 2 * DAY, 1: 2 * DAY, 2: 2 * DAY, 3: 2 * DAY}
    await pass_time(house, DAY)
    await house.do(match, ANA, "high", verb="bid")
    await house.desk.seating.resign(match, CHIE, house.press())
    assert await deadlines(house, match) == {1: DAY, 3: DAY}
    shown = await pass_time(house, DAY)
    assert shown.count("say") == 3, "Chie left; two flags fell"
    assert await left(house, match) == [24, 24, None, 0]
    assert await deadlines(house, match) == {1: DAY}, "Ben's own turn, with what it brings"


async def test_a_sealed_answer_of_another_moves_nobody(house: House) -> None:
    match = await clocked(house, 3)
    await house.do(match, ANA, "bid")
    await pass_time(house, 40 * HOUR)
    await house.do(match, BEN, "low", verb="bid")
    await pass_time(house, 7 * HOUR)
    assert await deadlines(house, match) == {0: HOUR, 2: HOUR}


async def test_what_is_taken_back_gives_no_time(house: House) -> None:
    """Neither to whoever takes it back, nor to whoever was asked meanwhile."""
    match = await clocked(house)
    await house.do(match, ANA, "pass")
    await house.do(match, BEN, "pass")
    await pass_time(house, 36 * HOUR)
    assert await left(house, match) == [36, 48]
    for _ in range(4):
        await house.do(match, ANA, "step")
        await house.do(match, ANA, "pass")
        assert await left(house, match) == [36, 72]
        await house.desk.take_back(match, ANA, house.press())
        await house.desk.take_back(match, ANA, house.press())
        assert await left(house, match) == [36, 72]
    assert await deadlines(house, match) == {0: 36 * HOUR}


@pytest.mark.parametrize("at_zero", ["tell", "turn"])
async def test_at_zero_what_is_taken_back_gives_no_time_either(house: House, at_zero: AtZero) -> None:
    """Neither one's own answer nor the stand-in's: told once, or played once more at once."""
    match = await clocked(house, 2, at_zero)
    await pass_time(house, 2 * DAY)
    if at_zero == "tell":
        await house.do(match, ANA, "pass")
    await house.deliver()
    for _ in range(2):
        await house.desk.take_back(match, ANA, house.press())
        assert await left(house, match) == [0, 48]
        shown = await pass_time(house, timedelta(minutes=1))
        assert ("say" in [each for each in shown[1:] if each != "prompt 0"]) == (at_zero == "turn")
        if at_zero == "tell":
            await house.do(match, ANA, "pass")
        assert (await house.desk.look(match, None)).waiting_for == (1,)


async def test_what_all_agree_to_take_back_is_asked_with_time(house: House) -> None:
    """At zero whoever is asked once more has an increment for it."""
    match = await clocked(house, 2, "turn")
    await pass_time(house, 2 * DAY)
    await house.do(match, BEN, "roll")
    moved = (await house.desk.votes.propose(match, ANA, house.press(), "undo")).motion
    assert moved is not None
    await house.desk.votes.agree(match, BEN, house.press(), moved.id)
    assert (await house.desk.look(match, None)).waiting_for == (0,)
    assert await left(house, match) == [24, 48]


class Absent(Dice):
    """Whose stand-in ends each turn at once."""

    def absent(self, decisions: tuple[Decision, ...], view: object) -> tuple[Decision, Answer]:
        return next(decision for decision in decisions if decision.verb == "end"), ("go",)


@pytest.mark.parametrize("seed", range(4))
async def test_the_sums_are_right(house: House, seed: int) -> None:
    """Everybody has the bank, and an increment for each turn but the first, less what they were waited for.

    Whatever is done, taken back and done again, with restarts in between.
    """
    rng, people = Random(seed), (ANA, BEN, CHIE)
    plenty = replace(CLOCK, bank=90 * 86400, most=10**8)
    match = await house.lobby(3)
    await house.desk.clocks.set(match, ANA, plenty, house.press())
    await house.desk.start(match, ANA, house.press())
    waited, begun, turn, steps = [0, 0, 0], [1, 0, 0], 0, 0
    for _ in range(60):
        seconds = rng.randrange(40_000)
        house.clock.on(seconds=seconds)
        waited[turn] += seconds
        match rng.choice(("step", "back", "restart", "pass", "roll", "again")):
            case "step":
                await house.do(match, people[turn], "step")
                steps += 1
            case "back" if steps:
                await house.desk.take_back(match, people[turn], house.press())
                steps -= 1
            case "roll":
                await house.do(match, people[turn], "roll")
                steps = 0
            case "restart":
                await house.restart()
            case "again":
                # The next one is asked twice, and waited for in between.
                await house.do(match, people[turn], "pass")
                following = (turn + 1) % 3
                house.clock.on(seconds=100)
                waited[following] += 100
                await house.desk.take_back(match, people[turn], house.press())
                await house.do(match, people[turn], "pass")
                turn, steps = following, 0
                begun[turn] += 1
            case "pass":
                await house.do(match, people[turn], "pass")
                turn, steps = (turn + 1) % 3, 0
                begun[turn] += 1
        status = (await house.desk.status(match)).seats
        wanted = [plenty.bank + plenty.increment * max(0, n - 1) - w for n, w in zip(begun, waited, strict=True)]
        assert [seat.left for seat in status] == wanted


@pytest.fixture
async def dice(tmp_path: Path) -> AsyncIterator[House]:
    house = House(str(tmp_path / "dice.db"), {"toy": Absent()})
    await house.desk.db.migrate()
    yield house
    await house.close()


async def test_turns_that_the_rules_name_bring_the_increment_once(dice: House) -> None:
    """Also where the same seat goes on; and however often its beginning is taken back."""
    match = await clocked(dice, 1)
    await pass_time(dice, DAY)
    await dice.do(match, ANA, "go", "end")
    assert await left(dice, match) == [48]
    for _ in range(3):
        await dice.desk.take_back(match, ANA, dice.press())
        await dice.do(match, ANA, "go", "end")
    assert await left(dice, match) == [48]
    await dice.do(match, ANA, "go", "end")
    assert await left(dice, match) == [72]


async def test_a_secret_question_moves_no_clock(house: House) -> None:
    """It runs on for whoever all see the table wait for, and what is answered in secret shows nowhere."""
    house.seed = odd_hand()
    match = await clocked(house)
    await pass_time(house, HOUR)
    before = await deadlines(house, match)
    await house.do(match, ANA, "peek")
    assert (await house.desk.look(match, ANA.person)).decisions[0].secret
    assert await deadlines(house, match) == before


# -- at zero -----------------------------------------------------------------------------------------------------------


async def test_a_warning_comes_once_before(house: House) -> None:
    """With half a day left of two; also if something was answered in between."""
    match = await clocked(house)
    await house.do(match, ANA, "pass")
    await house.deliver()
    assert await pass_time(house, 36 * HOUR - timedelta(seconds=1)) == []
    assert await pass_time(house, timedelta(seconds=1)) == ["warning 1"]
    await house.do(match, BEN, "step")
    await house.deliver()
    assert await pass_time(house, 12 * HOUR - timedelta(seconds=1)) == []


async def test_the_table_and_its_host_are_told_once(house: House) -> None:
    """Nothing else happens, nobody plays for anybody; the next turn has time again."""
    match = await clocked(house)
    await house.do(match, ANA, "pass")
    await house.deliver()
    shown = await pass_time(house, 5 * DAY)
    assert [each for each in shown if each != "stall 1"] == ["warning 1", "say"]
    assert shown.count("stall 1") == 1
    assert (await house.desk.look(match, None)).waiting_for == (1,)
    assert await left(house, match) == [48, 0]
    await house.do(match, BEN, "step")
    assert await left(house, match) == [48, 0]
    await house.do(match, BEN, "pass")
    await house.do(match, ANA, "pass")
    assert await left(house, match) == [72, 24]


async def test_whoever_would_sleep_through_a_warning_is_warned_before(house: House) -> None:
    """Where nights or weekends count, a deadline in them comes after a word: ten minutes before one goes to rest."""
    match = await clocked(house)
    await house.desk.people.set(BEN.person, weekends_off=True)
    await house.do(match, ANA, "pass")
    await house.deliver()
    assert await pass_time(house, timedelta(hours=35, minutes=49)) == []
    assert await pass_time(house, timedelta(minutes=1)) == ["warning 1"], "on Friday, ten minutes to midnight"
    assert (await deadlines(house, match))[1] == timedelta(hours=12, minutes=10)


async def test_the_host_is_not_told_of_themselves(house: House) -> None:
    await clocked(house)
    assert await pass_time(house, 2 * DAY) == ["warning 0", "say"]


async def test_the_stand_in_plays_one_turn(house: House) -> None:
    """The seat stays its person's, who is asked again in the next turn, and reads what was done for them."""
    match = await clocked(house, 3, "turn")
    await house.do(match, ANA, "pass")
    await house.do(match, BEN, "step")
    await house.deliver()
    shown = await pass_time(house, 2 * DAY)
    assert shown[:3] == ["warning 1", "say", "board"]
    assert sorted(shown[3:]) == ["prompt 1", "turn 2"]
    look = await house.desk.look(match, BEN.person)
    assert look.waiting_for == (2,)
    assert not look.seats[1].standin
    assert [event.text.key for event in look.news] == ["toy.passed"]
    await house.do(match, CHIE, "pass")
    await house.do(match, ANA, "pass")
    assert await deadlines(house, match) == {1: DAY}
    await house.do(match, BEN, "pass")


async def test_the_stand_in_answers_what_is_secret_too(house: House) -> None:
    """And says no more of it than everybody may know."""
    house.seed = odd_hand()
    match = await clocked(house, 2, "turn")
    await house.do(match, ANA, "peek")
    await house.deliver()
    await pass_time(house, 2 * DAY)
    assert (await house.desk.look(match, None)).waiting_for == (1,)
    public = [line.event.text.key for line in await house.desk.log(match, None)]
    assert public == ["toy.peeked", "toy.passed"]


class Ending(Hasty):
    """A turn is ended by a question of its own, which can be answered ahead."""

    async def turn(self, t: Table[State]) -> None:
        me = t.state.turn
        await choose(pick(me, "do", "pass"))
        n = 1 + (await choose(pick(me, "end", "low", "high")) == "high")
        t.state.points[me] += n
        t.state.turn = (me + 1) % 2
        t.tell("toy.rolled", who=Who(me), n=n)

    def ahead(self, view: View, seat: int) -> tuple[Ahead, ...]:
        return (Ahead("high", "end", LABELS["high"], f"turn{seat}"),)


async def test_the_stand_in_of_a_turn_keeps_what_was_answered_ahead(url: str) -> None:
    """The seat is its person's all the time, and so is what they have said."""
    house = House(url, {"toy": Ending()})
    match = await clocked(house, 2, "turn")
    await house.desk.orders.give(match, ANA, house.press(), "high")
    await pass_time(house, 2 * DAY)
    look = await house.desk.look(match, ANA.person)
    assert (look.waiting_for, points(look), look.lapsed) == ((1,), (2, 0), ())
    await house.close()


class Asking(Toy):
    """`peek` asks the next seat something in secret, before the turn goes on."""

    async def turn(self, t: Table[State]) -> None:
        me = t.state.turn
        if await choose(pick(me, "do", "peek", "pass")) == "peek":
            await choose(pick((me + 1) % 2, "peek_step", "stop", secret=True))
        else:
            t.state.turn = (me + 1) % 2
            t.tell("toy.passed", who=Who(me))


async def test_a_flag_does_not_tell_that_somebody_else_is_asked_in_secret(url: str) -> None:
    """Nobody could play that turn just then: it waits for an hour at a time, and nothing is said."""
    house = House(url, {"toy": Asking()})
    match = await clocked(house, 2, "turn")
    await house.do(match, ANA, "peek")
    await house.deliver()
    assert await deadlines(house, match) == {0: 2 * DAY}, "all see the table wait for Ana"
    assert "say" not in await pass_time(house, 2 * DAY + 5 * HOUR)
    await house.do(match, BEN, "stop", verb="peek_step")
    await house.deliver()
    assert "say" in await pass_time(house, HOUR)
    assert (await house.desk.look(match, None)).waiting_for == (1,)
    await house.close()


async def test_a_seat_alone_is_played_turn_by_turn(dice: House) -> None:
    """Each brings its time; nothing is played to the end at once. Where nobody seems to be there, the game sleeps."""
    match = await clocked(dice, 1, "turn")
    await pass_time(dice, 2 * DAY)
    assert (await dice.desk.look(match, None)).view[2] == 1
    await pass_time(dice, DAY)
    assert (await dice.desk.look(match, None)).view[2] == 2
    await pass_time(dice, 30 * DAY)
    look = await dice.desk.look(match, None)
    assert (look.view[2], look.status) == (2, "asleep")


async def test_a_table_where_nobody_is_there_does_not_play_itself(house: House) -> None:
    """With the third turn in a row to be played at zero the stand-in takes the seat; a table without people sleeps."""
    match = await clocked(house, 2, "turn")
    await pass_time(house, 60 * DAY)
    look = await house.desk.look(match, None)
    assert [seat.standin for seat in look.seats] == [True, True]
    assert look.status == "asleep"
    await house.desk.seating.come_back(match, BEN, house.press())
    await house.deliver()
    assert not (await house.desk.look(match, None)).seats[1].standin


async def test_whoever_plays_now_and_then_keeps_the_seat(house: House) -> None:
    """Only turns in a row count: whoever does anything in between begins anew."""
    match = await clocked(house, 2, "turn")
    for _ in range(3):
        for _ in range(2):
            await house.do(match, ANA, "pass")
            await pass_time(house, 3 * DAY)
            assert not (await house.desk.look(match, None)).seats[1].standin
        await house.do(match, ANA, "pass")
        await house.do(match, BEN, "pass")


async def test_the_seat_passes_to_the_stand_in(house: House) -> None:
    """The table is told; whoever comes back goes on with what was left, but with no less than an increment."""
    match = await clocked(house, 3, "seat")
    await house.do(match, ANA, "pass")
    await house.deliver()
    shown = await pass_time(house, 2 * DAY)
    assert shown == ["warning 1", "say", "board", "turn 2"]
    assert (await house.desk.look(match, None)).seats[1].standin
    assert await left(house, match) == [48, None, 48]
    await house.do(match, CHIE, "pass")
    await house.desk.seating.come_back(match, BEN, house.press())
    await house.do(match, ANA, "pass")
    assert await deadlines(house, match) == {1: DAY}


# -- what is fair ------------------------------------------------------------------------------------------------------


async def test_restarts_change_nothing(house: House) -> None:
    """However often: the same deadline, one warning, one flag."""
    match = await clocked(house)
    await house.do(match, ANA, "pass")
    shown = []
    for _ in range(5):
        shown += await pass_time(house, 10 * HOUR)
        await house.restart()
    assert [each for each in shown if each in {"warning 1", "say"}] == ["warning 1", "say"]


@pytest.mark.parametrize("at_zero", ["tell", "turn", "seat"])
async def test_a_press_and_a_flag_at_the_same_moment(house: House, at_zero: AtZero) -> None:
    """In two processes: the turn is played once, by whoever was first, and the flag falls at most once."""
    match = await clocked(house, 2, at_zero)
    await pass_time(house, 2 * DAY - timedelta(seconds=1))
    other = house._open()
    await other.look(match, None)
    house.clock.on(seconds=1)
    press = other.act(match, ANA, "do", ("pass",), asked=None, press=house.press())
    await gather(press, house.desk.alarms.fall_due(10), other.alarms.fall_due(10), return_exceptions=True)
    await other.close()
    await house.restart()
    assert (await house.desk.look(match, None)).waiting_for == (1,)
    log = [line.event.text.key for line in await house.desk.log(match, None)]
    assert log == ["toy.passed"]
    assert (await house.deliver()).count("say") <= 1


async def test_newer_rules_that_take_a_turn_back_give_time_for_it(house: House) -> None:
    """Whoever is asked once more has at least an increment; whoever is not asked any more has what was left."""
    match = await clocked(house)
    await pass_time(house, 40 * HOUR)
    await house.do(match, ANA, "step")
    await house.do(match, ANA, "pass")
    await pass_time(house, 10 * HOUR)
    newer = NewToy()
    newer.bonus = 1
    await house.restart(newer)
    await house.desk.look(match, None)
    assert await deadlines(house, match) == {0: DAY}
    assert await left(house, match) == [24, 38]


async def test_nobody_loses_because_the_bot_was_down(house: House) -> None:
    """Up again after the deadline it gives an hour, and says so; then the flag falls."""
    match = await clocked(house, 2, "turn")
    await house.do(match, ANA, "pass")
    await house.deliver()
    house.clock.on(days=4)
    while await house.desk.alarms.fall_due(10):
        pass
    assert "warning 1" in await house.deliver()
    assert await deadlines(house, match) == {1: HOUR}
    assert await pass_time(house, HOUR - timedelta(seconds=1)) == []
    assert "say" in await pass_time(house, timedelta(seconds=1))
    assert (await house.desk.look(match, None)).waiting_for == (0,)


async def test_whoever_could_not_be_called_has_an_hour_after_it(house: House) -> None:
    """The flag waits for the call: what was never said can't run out."""
    match = await clocked(house, 2, "turn")
    await house.do(match, ANA, "pass")
    for _ in range(20):
        house.clock.now = max(house.clock.now, await next_due(house) or house.clock.now)
        await house.desk.alarms.fall_due(1)
        if house.clock.now - datetime(2026, 1, 1, 12, tzinfo=house.clock.now.tzinfo) > 3 * DAY:
            break
    assert (await house.desk.look(match, None)).waiting_for == (1,)
    await house.deliver()
    await pass_time(house, HOUR)
    assert (await house.desk.look(match, None)).waiting_for == (0,)


async def test_a_game_that_sleeps_has_clocks_that_stand(house: House) -> None:
    match = await clocked(house)
    await house.do(match, ANA, "pass")
    await pass_time(house, 20 * HOUR)
    await house.desk.seating.sleep(match)
    await pass_time(house, 30 * DAY)
    assert await left(house, match) == [48, 28]
    assert await deadlines(house, match) == {}
    await house.desk.seating.wake(match)
    assert await deadlines(house, match) == {1: 28 * HOUR}


async def test_after_a_sleep_there_is_an_increment_at_least(house: House) -> None:
    """Also if it was for want of a place, and nobody has come to wake it."""
    match = await clocked(house, 2, "turn")
    await house.do(match, ANA, "pass")
    await pass_time(house, 47 * HOUR)
    await house.desk.seating.sleep(match)
    await pass_time(house, 30 * DAY)
    await house.desk.seating.wake(match)
    assert await deadlines(house, match) == {1: DAY}


async def test_it_ends_in_ones_rest_if_it_runs_there(house: House) -> None:
    """What waits until its person wakes, and all that stands behind it, is no call that got lost: the flag falls."""
    match = await house.lobby(2)
    await house.desk.clocks.set(match, ANA, replace(CLOCK, at_zero="seat"), house.press())
    await house.desk.start(match, ANA, house.press())
    while rows := await house.claim():
        for row in rows:
            if row.person == ANA.person:
                await house.desk.outbox.put_off(row, house.clock() + 30 * DAY, RESTS)
            else:
                await house.desk.outbox.done(row, "channel", row.id + 10**6, row.channel)
    await pass_time(house, 2 * DAY + HOUR)
    assert (await house.desk.look(match, None)).seats[0].standin


async def test_a_vacation_moves_the_deadline_when_it_is_set(house: House) -> None:
    """What had run down before has run down; the warning and the flag come later by as long as it is."""
    match = await clocked(house, 2, "tell", pauses=Pauses(vacations=True))
    await house.do(match, ANA, "pass")
    await house.deliver()
    await pass_time(house, 24 * HOUR)
    assert await deadlines(house, match) == {1: DAY}
    await holiday(house, BEN, date(2026, 1, 12))
    assert await deadlines(house, match) == {1: timedelta(hours=12 + 9 * 24 + 24)}
    assert "edit" in await house.deliver(), "the board says so"
    assert await pass_time(house, 9 * DAY + 12 * HOUR) == []
    assert await pass_time(house, DAY) == ["warning 1", "say", "stall 1"]


async def test_a_vacation_gives_back_nothing_that_was_used(house: House) -> None:
    """Neither when it is set, nor when it is over early."""
    match = await clocked(house, 2, "tell", pauses=Pauses(vacations=True))
    await pass_time(house, 40 * HOUR)
    await holiday(house, ANA, date(2026, 2, 1))
    await holiday(house, ANA, None)
    assert await deadlines(house, match) == {0: 8 * HOUR}


async def test_an_hour_of_rest_stops_it_only_if_the_table_says_so(house: House) -> None:
    match = await clocked(house)
    await holiday(house, ANA, date(2026, 2, 1))
    assert await deadlines(house, match) == {0: 2 * DAY}


async def holiday(house: House, guest: Guest, until: date | None) -> None:
    """As whoever changes preferences does it."""
    await house.desk.clocks.settle(guest.person)
    await house.desk.people.set(guest.person, away_until=until)
    await house.desk.clocks.settle(guest.person)


# -- agreeing ----------------------------------------------------------------------------------------------------------


async def test_there_is_none_unless_the_host_wants_one(house: House) -> None:
    match = await house.start()
    assert await left(house, match) == [None, None]
    assert await deadlines(house, match) == {}
    assert await refusal(house.desk.clocks.set(match, BEN, CLOCK, house.press())) == "desk.host_only"
    lobby = await house.lobby()
    assert await refusal(house.desk.clocks.set(lobby, BEN, CLOCK, house.press())) == "desk.host_only"
    await house.desk.clocks.set(lobby, ANA, PRESETS["day"], house.press())
    assert (await house.desk.lobby(lobby)).clock == PRESETS["day"]
    await house.desk.clocks.set(lobby, ANA, None, house.press())
    assert (await house.desk.lobby(lobby)).clock is None


async def test_a_running_game_gets_one_and_loses_it_again(house: House) -> None:
    """The table is told each time; whoever is asked starts with a whole bank, and no timer is left behind."""
    match = await house.start()
    await pass_time(house, DAY)
    press = house.press()
    await house.desk.clocks.set(match, ANA, CLOCK, press)
    await house.desk.clocks.set(match, ANA, None, press)
    assert await house.deliver() == ["say", "edit"], "the same press counts once"
    assert await deadlines(house, match) == {0: 2 * DAY}
    await house.desk.clocks.set(match, ANA, CLOCK, house.press())
    assert await house.deliver() == [], "nothing has changed"
    await house.desk.clocks.set(match, ANA, None, house.press())
    assert await house.deliver() == ["say", "edit"]
    assert await left(house, match) == [None, None]
    async with house.desk.db.read() as tx:
        assert {timer.kind for timer in await timers.of_match(tx, match)}.isdisjoint({"warning", "flag"})


async def test_a_change_leaves_everybody_a_whole_bank(house: House) -> None:
    """What happens at zero and what stops it can be changed without a second; a shorter clock leaves its whole bank."""
    match = await clocked(house)
    await pass_time(house, 40 * HOUR)
    await house.desk.clocks.set(match, ANA, replace(CLOCK, at_zero="seat"), house.press())
    assert await deadlines(house, match) == {0: 8 * HOUR}
    await house.desk.clocks.set(match, ANA, PRESETS["three_days"], house.press())
    assert await left(house, match) == [96, 96]
    assert "desk.clock.set" in await said(house)
    await house.desk.clocks.set(match, ANA, PRESETS["evening"], house.press())
    assert await deadlines(house, match) == {0: timedelta(minutes=45)}
    assert "desk.clock.set_shorter" in await said(house), "nobody is told that nobody loses time"


async def test_a_change_moves_no_second_of_whoever_has_none_left(house: House) -> None:
    """The table was told, and is not told again; what happens from now on at zero, happens."""
    match = await clocked(house)
    await pass_time(house, 3 * DAY)
    await house.desk.clocks.set(match, ANA, replace(CLOCK, pauses=Pauses(weekends=True)), house.press())
    assert await left(house, match) == [0, 48]
    assert await pass_time(house, HOUR) == ["say", "edit"], "of the change alone"
    await house.desk.clocks.set(match, ANA, replace(CLOCK, at_zero="turn"), house.press())
    await pass_time(house, timedelta(minutes=1))
    assert (await house.desk.look(match, None)).waiting_for == (1,)


async def test_a_finished_game_has_no_clocks(house: House) -> None:
    match = await house.lobby(2, {"goal": 5})
    await house.desk.clocks.set(match, ANA, CLOCK, house.press())
    await house.desk.start(match, ANA, house.press())
    for _ in range(5):
        await house.do(match, ANA, "step")
    await house.deliver()
    assert await deadlines(house, match) == {}
    assert await pass_time(house, 30 * DAY) == []
    assert await refusal(house.desk.clocks.set(match, ANA, None, house.press())) == "kernel.game_over"


async def test_whoever_takes_a_seat_over_has_time(house: House) -> None:
    """No less than an increment, whatever was left."""
    match = await clocked(house, 2, "seat")
    await house.do(match, ANA, "pass")
    await pass_time(house, 47 * HOUR)
    assert await deadlines(house, match) == {1: HOUR}
    await house.desk.seating.gone(BEN.person, GUILD)
    await house.desk.seating.come_back(match, BEN, house.press())
    await house.do(match, ANA, "pass")
    assert min((await deadlines(house, match)).values()) >= DAY


@pytest.mark.parametrize("away", [ANA, CHIE])
async def test_a_seat_that_changes_hands_has_run_down_by_the_hours_of_whoever_had_it(house: House, away: Guest) -> None:
    """The one's vacation gives nothing back of what the other used, and the other way round nothing is lost."""
    match = await clocked(house, 2, "tell", pauses=Pauses(vacations=True))
    await holiday(house, away, date(2026, 2, 1))
    await pass_time(house, DAY)
    await house.desk.seating.offer(match, ANA, house.press())
    await house.desk.seating.claim(match, CHIE, house.press(), seat=0)
    assert await left(house, match) == [48 if away is ANA else 24, 48]


def odd_hand() -> bytes:
    """A seed with which Ben's hand is odd: whoever peeks is asked something in secret."""
    for n in range(100):
        seed = n.to_bytes(32, "big")
        if Match.new(Toy(), 2, {"goal": 1000, "bids": True}, seed).table.state.hands[1] % 2:
            return seed
    raise AssertionError("no such seed")
