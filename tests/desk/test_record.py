"""A finished game can be verified by anybody, a running one betrays nothing."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from engines.desk import record
from tests.desk.house import ANA, BEN, CHIE, House, NewToy, Toy

GAME = Toy()


async def finished(house: House) -> bytes:
    """The record of a game with everything in it: a drawn order, dice, a sealed choice, taking back, a stand-in."""
    match = await house.lobby(3, {"goal": 5})
    await house.desk.set_order(match, ANA, "random", house.press())
    look = await house.desk.start(match, ANA, house.press())
    people = {seat.seat: next(p for p in (ANA, BEN, CHIE) if p.person == seat.person) for seat in look.seats}
    await house.do(match, people[0], "step")
    await house.desk.take_back(match, people[0], house.press())
    await house.do(match, people[0], "bid")
    for seat in (2, 0, 1):
        await house.do(match, people[seat], "high", verb="bid")
    await house.desk.seating.resign(match, people[2], house.press())
    for seat in (1, 0) * 20:
        if (await house.desk.look(match, None)).status == "over":
            break
        await house.do(match, people[seat], "roll")
        if (await house.desk.look(match, None)).status != "over":
            await house.do(match, people[seat], "pass")
    return await house.desk.record(match)


def changed(raw: bytes, **changes: Any) -> bytes:
    return msgspec.json.encode(msgspec.json.decode(raw) | changes)


async def test_a_finished_game_is_verified_from_its_seed(house: House) -> None:
    raw = await finished(house)
    assert record.verify(GAME, raw) is None
    assert record.read(raw).over
    assert any(action.undone for action in record.read(raw).actions)


async def test_the_first_difference_is_named(house: House) -> None:
    """Another seed, order, answer, position or end does not pass."""
    raw = await finished(house)
    plain = msgspec.json.decode(raw)
    other = {"serial": 99, "seat": 0, "verb": "do", "answer": ["pass"], "undone": False, "rules": 1, "digest": ""}
    assert "hash" in str(record.verify(GAME, changed(raw, seed="00" * 31 + "01")))
    assert "order" in str(record.verify(GAME, changed(raw, arrival=plain["arrival"][::-1])))
    assert "action 99" in str(record.verify(GAME, changed(raw, actions=[*plain["actions"], other])))
    assert "end" in str(record.verify(GAME, changed(raw, actions=plain["actions"][:-1])))
    forged = [a | {"digest": "f" * 32} if not a["undone"] else a for a in plain["actions"]]
    assert "another position" in str(record.verify(GAME, changed(raw, actions=forged)))
    assert "rules 1" in str(record.verify(NewToy(), raw))
    assert "seats" in str(record.verify(GAME, changed(raw, seats=10**9)))
    assert "out of its order" in str(record.verify(GAME, changed(raw, actions=plain["actions"][::-1])))
    assert "format" in str(record.verify(GAME, changed(raw, format=9)))
    with pytest.raises(msgspec.ValidationError, match="seats"):
        record.read(changed(raw, seats="three"))


async def test_a_running_game_keeps_its_secrets(house: House) -> None:
    """Its record has neither seed nor answers nor positions, unless it is revealed on purpose."""
    match = await house.start()
    await house.do(match, ANA, "roll")
    running = record.read(await house.desk.record(match))
    assert (running.seed, running.actions, running.over) == (None, (), False)
    assert "not yet revealed" in str(record.verify(GAME, running))
    assert record.verify(GAME, await house.desk.record(match, reveal=True)) is None
