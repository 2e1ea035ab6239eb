"""The table of what falls due: one of each, in order, and gone when it is taken away."""

from __future__ import annotations

from datetime import timedelta

from engines.desk import timers
from engines.desk.timers import Timer, key_of
from tests.desk.house import ANA, BEN, House


async def of_games(house: House) -> tuple[str, str]:
    """Two lobbies, of which nothing is set."""
    names = await house.lobby(), await house.lobby()
    async with house.desk.db.work() as tx:
        for name in names:
            await timers.cancel_all(tx, name)
    return names


def nudge(house: House, match: str, seat: int, hours: float, about: str = "") -> Timer:
    due = house.clock() + timedelta(hours=hours)
    return Timer(key_of("nudge", match, seat), "nudge", match, seat, ANA.person + seat, due, about=about)


async def test_what_is_due_comes_oldest_first(house: House) -> None:
    """What is due at the same moment comes in the order of the keys; what is not yet due does not come."""
    one, other = sorted(await of_games(house))
    late, early = nudge(house, one, 0, -1), nudge(house, other, 0, -2)
    also_late, later = nudge(house, other, 1, -1), nudge(house, one, 1, 1)
    async with house.desk.db.work() as tx:
        await timers.put(tx, [later, also_late, late, early])
    async with house.desk.db.read() as tx:
        assert await timers.due(tx, house.clock(), 10) == [early, late, also_late]
        assert await timers.due(tx, house.clock(), 2) == [early, late]
    house.clock.on(hours=2)
    async with house.desk.db.read() as tx:
        assert await timers.due(tx, house.clock(), 10) == [early, late, also_late, later]


async def test_there_is_one_of_each(house: House) -> None:
    """To set a timer again is to change it; `have` changes none that is there."""
    one, _ = await of_games(house)
    async with house.desk.db.work() as tx:
        await timers.put(tx, [nudge(house, one, 0, 1, "first")])
        await timers.put(tx, [nudge(house, one, 0, 2, "second"), nudge(house, one, 1, 3, "its own")])
        await timers.have(tx, [nudge(house, one, 0, 4, "third"), nudge(house, one, 2, 5, "new")])
        found = await timers.of_match(tx, one)
    assert [(timer.seat, timer.about) for timer in found] == [(0, "second"), (1, "its own"), (2, "new")]


async def test_what_is_taken_away_is_gone(house: House) -> None:
    """One by its key, or all of a match; those of other matches stay, and what isn't there may be taken away."""
    one, other = await of_games(house)
    async with house.desk.db.work() as tx:
        await timers.put(tx, [nudge(house, match, seat, 1) for match in (one, other) for seat in (0, 1)])
        await timers.cancel(tx, [key_of("nudge", one, 1), key_of("nudge", one, 3)])
        assert [timer.seat for timer in await timers.of_match(tx, one)] == [0]
        assert await timers.get(tx, key_of("nudge", one, 1)) is None
        await timers.cancel_all(tx, one)
        assert await timers.of_match(tx, one) == []
        assert [timer.match for timer in await timers.of_person(tx, BEN.person)] == [other]
