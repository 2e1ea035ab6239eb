"""A match that left memory is the same match: what is stored is enough, in every state."""

from __future__ import annotations

from datetime import timedelta

import pytest
from structlog.testing import capture_logs

from engines.desk.db import Database
from engines.desk.desk import Desk
from engines.desk.live import Lives
from engines.kernel.rng import Rng
from engines.kernel.standin import random_choice
from tests.desk.house import ANA, BEN, CHIE, PEOPLE, House, NewToy, points
from tests.desk.refusal import refusal
from tests.desk.toy import T


async def test_reload_in_every_state_equals_what_was_in_memory(house: House) -> None:
    """After every action of long random games, with taking back between, the reloaded match is the one in memory."""
    for seed in range(3):
        match = await house.start(3, seed=bytes([seed]) * 32)
        rng = Rng(bytes([seed]) * 32)
        for _ in range(30):
            live = house.live(match)
            decision, answer = random_choice(live.match.pending, rng)
            if answer == ("break",):
                continue
            guest = PEOPLE[decision.seat]
            done = await house.desk.act(match, guest, decision.verb, answer, asked=None, press=house.press(), sure=True)
            if done.look.may_take_back and rng.below(3) == 0:
                done = await house.desk.take_back(match, guest, house.press())
            before = house.live(match)
            viewers = (None, *(p.person for p in PEOPLE[:3]))
            might = [(await house.desk.look(match, person)).may_take_back for person in viewers]
            house.desk.lives.drop(match)
            looks = [await house.desk.look(match, person) for person in viewers]
            after = house.live(match)
            assert after is not before
            assert after.match.digest() == before.match.digest()
            assert after.face.key() == before.face.key()
            assert [d.asked for d in after.match.pending] == [d.asked for d in before.match.pending]
            assert [look.may_take_back for look in looks] == might


async def test_taking_back_after_a_reload(house: House) -> None:
    """Every step back to the last barrier can still be taken back by a process that never saw them."""
    match = await house.start()
    await house.do(match, ANA, "roll")
    barrier = await house.digest(match)
    for _ in range(3):
        await house.do(match, ANA, "step")
    for _ in range(3):
        await house.restart()
        assert (await house.desk.look(match, ANA.person)).may_take_back
        await house.desk.take_back(match, ANA, house.press())
    await house.restart()
    assert await house.digest(match) == barrier
    assert await refusal(house.desk.take_back(match, ANA, house.press())) == "kernel.undo_barred"
    await house.do(match, ANA, "step")
    await house.restart()
    assert points(await house.desk.look(match, None))[0] > 1


async def test_serials_are_never_used_twice(house: House) -> None:
    """After taking back and a restart, a new action gets a new number: an old button can't fit it."""
    match = await house.start()
    await house.do(match, ANA, "step")
    undone = (await house.desk.look(match, ANA.person)).decisions[0].asked
    await house.desk.take_back(match, ANA, house.press())
    await house.restart()
    await house.do(match, ANA, "step")
    assert (await house.desk.look(match, ANA.person)).decisions[0].asked != undone


async def test_idle_matches_leave_memory(house: House) -> None:
    """Only so many are kept, and none for ever; each comes back when somebody looks."""
    lives = Lives(house.games, house.clock, limit=3, idle=timedelta(minutes=10))
    house.desk = Desk(house.desk.db, house.games, house.clock, lambda: house.seed, lives=lives)
    games = [await house.start() for _ in range(5)]
    assert [match in lives for match in games] == [False, False, True, True, True]
    house.clock.on(minutes=11)
    await house.do(games[0], ANA, "step")
    assert [match in lives for match in games] == [True, False, False, False, False]
    assert points(await house.desk.look(games[0], None)) == (1, 0)


async def test_newer_rules_carry_a_game_over(house: House) -> None:
    """A save of older rules is migrated and the actions after it replayed; nobody is told anything."""
    match = await house.start()
    await house.do(match, ANA, "roll")
    for _ in range(2):
        await house.do(match, ANA, "step")
    before = await house.desk.look(match, ANA.person)
    await house.deliver()
    await house.restart(NewToy())
    look = await house.desk.look(match, ANA.person)
    assert (look.view, look.may_take_back, look.decisions[0].asked) == (before.view, True, before.decisions[0].asked)
    assert await house.deliver() == []
    assert points((await house.do(match, ANA, "step")).look)[0] == points(before)[0] + 1


async def test_newer_rules_that_lead_elsewhere_restart_the_turn_and_say_so(house: House) -> None:
    """What would silently have become another position is undone to the last checkpoint, and the table is told."""
    match = await house.start()
    await house.do(match, ANA, "roll")
    rolled = points(await house.desk.look(match, None))
    await house.do(match, ANA, "step")
    await house.do(match, ANA, "pass")
    await house.deliver()
    game = NewToy()
    game.bonus = 1
    with capture_logs() as logs:
        await house.restart(game)
        look = await house.desk.look(match, None)
    assert [entry["event"] for entry in logs] == ["tail_differs"]
    assert (points(look), look.waiting_for) == (rolled, (0,))
    assert [event.text.key for event in look.news] == ["toy.rolled"]
    assert await house.deliver() == ["say", "board", "turn 0"]
    await house.restart(game)
    assert points(await house.desk.look(match, None)) == rolled
    assert await house.deliver() == []
    assert points((await house.do(match, ANA, "step")).look)[0] == rolled[0] + 2
    await house.restart(game)
    assert points(await house.desk.look(match, None))[0] == rolled[0] + 2


async def test_a_press_meets_a_game_that_must_restart(house: House) -> None:
    """An old button pressed first after the change of rules is stale or counts on the position as it now is."""
    match = await house.start()
    await house.do(match, ANA, "step")
    asked = (await house.desk.look(match, ANA.person)).decisions[0].asked
    game = NewToy()
    game.bonus = 1
    await house.restart(game)
    assert await refusal(house.do(match, ANA, "step", asked=asked)) == "kernel.decided_already"
    assert points((await house.do(match, ANA, "step")).look) == (2, 0)


async def test_a_save_that_newer_rules_cannot_read(house: House) -> None:
    """Nobody loses the game: players are told that it broke, and the older rules still play it."""
    match = await house.start()
    old = house.games["toy"]
    game = NewToy()
    game.closed = True
    await house.restart(game)
    with capture_logs():
        assert await refusal(house.desk.look(match, None)) == "desk.broke"
        assert await refusal(house.do(match, ANA, "step")) == "desk.broke"
    await house.restart(old)
    assert points((await house.do(match, ANA, "step")).look) == (1, 0)


async def test_a_commit_that_fails_leaves_nothing_behind(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """If the database refuses, the player's action did not happen, in memory neither."""
    match = await house.start()
    put = house.desk.outbox.put

    async def full(*_: object) -> None:
        raise OSError("disk full")

    monkeypatch.setattr(house.desk.outbox, "put", full)
    with pytest.raises(OSError, match="disk full"):
        await house.do(match, ANA, "step", press=1)
    monkeypatch.setattr(house.desk.outbox, "put", put)
    assert points(await house.desk.look(match, None)) == (0, 0)
    done = await house.do(match, ANA, "step", press=1)
    assert (points(done.look), done.duplicate) == ((1, 0), False)


async def test_a_crash_between_commit_and_delivery(house: House) -> None:
    """What was to be shown is still there for the next process, once."""
    match = await house.start()
    await house.do(match, ANA, "pass")
    other = House(house.url)
    other.clock.now = house.clock.now
    assert await other.deliver() == ["board", "prompt 0", "turn 1"]
    assert await other.deliver() == []
    await other.close()
    await house.restart()
    assert await house.deliver() == []
    assert (await house.desk.look(match, BEN.person)).decisions


async def test_sqlite_is_set_to_lose_nothing(house: House) -> None:
    """Write-ahead log, every commit on the disk, foreign keys checked; also for an address that is just a path."""
    if not house.desk.db.sqlite:
        pytest.skip("about SQLite")
    path = house.url.removeprefix("sqlite:///")
    db = Database.open(path)
    async with db.read() as tx:
        settings = [
            (await tx.exec_driver_sql(f"PRAGMA {name}")).scalar()
            for name in ("journal_mode", "synchronous", "foreign_keys")
        ]
    assert settings == ["wal", 2, 1]
    await db.close()


async def test_a_turn_that_restarts_waits_for_no_stand_in(house: House) -> None:
    """If the turn that newer rules restart is a stand-in's, it is carried on at once, and a person is asked."""
    match = await house.start(3)
    await house.do(match, ANA, "roll")
    await house.desk.seating.resign(match, BEN, house.press())
    await house.do(match, ANA, "pass")
    await house.deliver()

    class Chatty(NewToy):
        """Ben's turns are told in more words."""

        async def turn(self, t: T) -> None:
            seat = t.state.turn
            await super().turn(t)
            if seat == 1:
                t.tell("toy.turned")

    await house.restart(Chatty())
    look = await house.desk.look(match, None)
    assert (look.waiting_for, look.seats[1].standin) == ((2,), True)
    assert await house.deliver() == ["say", "board", "turn 2"]
    await house.restart(house.games["toy"])
    assert (await house.desk.look(match, None)).waiting_for == (2,)
    await house.do(match, CHIE, "step")


async def test_newer_rules_open_no_finished_game(house: House) -> None:
    """A game that newer rules would end otherwise stays over: whoever looks is told why, and its record stays."""
    match = await house.start(2, {"goal": 5})
    for _ in range(5):
        await house.do(match, ANA, "step")
    await house.deliver()
    old, record = house.games["toy"], await house.desk.record(match)
    game = NewToy()
    game.bonus = 1
    with capture_logs():
        await house.restart(game)
        assert await refusal(house.desk.look(match, ANA.person)) == "desk.older_rules"
        assert await refusal(house.do(match, ANA, "step")) == "desk.older_rules"
        assert await refusal(house.desk.take_back(match, ANA, house.press())) == "desk.older_rules"
    assert await house.deliver() == []
    await house.restart(old)
    assert (await house.desk.look(match, None)).status == "over"
    assert await house.desk.record(match) == record
