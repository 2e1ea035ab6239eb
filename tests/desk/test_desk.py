"""What players may rely on while they play."""

from __future__ import annotations

import asyncio

import pytest
from sqlalchemy.ext.asyncio import AsyncConnection
from structlog.testing import capture_logs

from engines.desk import matches
from engines.kernel.decision import Stale
from tests.desk.house import ANA, BEN, CHIE, House, points
from tests.desk.refusal import refusal


async def test_an_answer_counts_and_shows_what_came_of_it(house: House) -> None:
    """After a press the look is the position that it led to, with what happened and whose turn it is."""
    match = await house.start()
    done = await house.do(match, ANA, "step")
    assert points(done.look) == (1, 0)
    assert [e.text.key for e in done.events] == ["toy.stepped"]
    assert done.look.waiting_for == (0,)
    assert done.look.may_take_back
    assert done.look.highlight == {"seat-0"}
    done = await house.do(match, ANA, "pass")
    assert done.look.waiting_for == (1,)
    ben = await house.desk.look(match, BEN.person)
    assert [e.text.key for e in ben.news] == ["toy.stepped", "toy.passed"]
    assert ben.seat == 1
    assert len(ben.decisions) == 1


async def test_a_player_sees_the_news_of_all_since_the_own_last_turn(house: House) -> None:
    """In a round of three, everything since one's last turn is told, also what one did in the present turn."""
    match = await house.start(3)
    for guest in (ANA, BEN, CHIE):
        await house.do(match, guest, "step")
        await house.do(match, guest, "pass")
    ana = await house.desk.look(match, ANA.person)
    assert [e.text.params["who"].seat for e in ana.news] == [1, 1, 2, 2]  # type: ignore[union-attr]
    done = await house.do(match, ANA, "step")
    assert [e.text.params["who"].seat for e in done.look.news] == [1, 1, 2, 2, 0]  # type: ignore[union-attr]
    assert (await house.desk.look(match, None)).news == done.look.news


async def test_the_same_press_twice_counts_once(house: House) -> None:
    """A doubled interaction gets the same answer again and changes nothing."""
    match = await house.start()
    first = await house.do(match, ANA, "step", press=77)
    await house.deliver()
    again = await house.do(match, ANA, "step", press=77)
    assert again.duplicate
    assert not first.duplicate
    assert points(again.look) == (1, 0)
    assert again.events == first.events
    assert await house.deliver() == []


async def test_a_stale_question_is_explained_and_nothing_happens(house: House) -> None:
    """The button of an earlier question can never fit a later one, even of the same verb."""
    match = await house.start()
    old = (await house.desk.look(match, ANA.person)).decisions[0].asked
    await house.do(match, ANA, "step", asked=old)
    with pytest.raises(Stale):
        await house.do(match, ANA, "step", asked=old)
    assert points(await house.desk.look(match, None)) == (1, 0)


async def test_after_taking_back_the_old_question_is_good_again(house: House) -> None:
    """The buttons from before the action fit once more; those of the undone branch do not."""
    match = await house.start()
    old = (await house.desk.look(match, ANA.person)).decisions[0].asked
    undone = (await house.do(match, ANA, "step")).look.decisions[0].asked
    assert (await house.desk.take_back(match, ANA, house.press())).look.decisions[0].asked == old
    with pytest.raises(Stale):
        await house.do(match, ANA, "step", asked=undone)
    assert points((await house.do(match, ANA, "step", asked=old)).look) == (1, 0)


async def test_only_those_who_sit_and_are_asked_may_answer(house: House) -> None:
    """Spectators and players out of turn get a reason."""
    match = await house.start(2)
    assert await refusal(house.do(match, CHIE, "step")) == "desk.not_seated"
    assert await refusal(house.do(match, BEN, "step")) == "kernel.not_your_turn"
    assert await refusal(house.do("nowhere", BEN, "step")) == "desk.no_such_match"
    assert await refusal(house.do(match, ANA, "dance")) == "kernel.no_such_option"


async def test_taking_back_leaves_a_trace_in_the_log_but_not_in_the_news(house: House) -> None:
    """What was taken back is told no more, and the position is as it was."""
    match = await house.start()
    before = await house.digest(match)
    await house.do(match, ANA, "step")
    done = await house.desk.take_back(match, ANA, 555)
    assert await house.digest(match) == before
    assert done.look.news == ()
    assert await house.desk.log(match, ANA.person, 10) == ()
    assert (await house.desk.take_back(match, ANA, 555)).duplicate
    assert await refusal(house.desk.take_back(match, ANA, house.press())) == "kernel.undo_barred"


async def test_taking_back_a_pass_returns_the_question(house: House) -> None:
    """Until the next player has done something, a turn's end can be taken back, and the table hears of it."""
    match = await house.start()
    await house.do(match, ANA, "pass")
    await house.deliver()
    assert await refusal(house.desk.take_back(match, BEN, house.press())) == "kernel.undo_not_yours"
    done = await house.desk.take_back(match, ANA, house.press())
    assert done.look.waiting_for == (0,)
    assert await house.deliver() == ["say", "board", "prompt 0", "prompt 1"]


async def test_dice_can_not_be_taken_back(house: House) -> None:
    match = await house.start()
    done = await house.do(match, ANA, "roll")
    assert not done.look.may_take_back
    assert await refusal(house.desk.take_back(match, ANA, house.press())) == "kernel.undo_barred"


async def test_a_bug_in_the_rules_costs_nothing(house: House) -> None:
    """The player reads that it broke, the host reads where without secrets, and the game goes on from where it was."""
    match = await house.start()
    await house.do(match, ANA, "step")
    before = await house.digest(match)
    with capture_logs() as logs:
        assert await refusal(house.do(match, ANA, "break")) == "desk.broke"
    assert [entry["event"] for entry in logs] == ["rules_broke"]
    assert "toy" in logs[0]["fault"]
    assert "turn:" in logs[0]["fault"]
    assert "the hand is" not in str(logs)
    assert await house.digest(match) == before
    assert points((await house.do(match, ANA, "step")).look) == (2, 0)


async def test_a_game_ends_with_its_seed_revealed(house: House) -> None:
    """At the end everybody gets a result, and the seed fits the hash published at the start."""
    from hashlib import sha256

    match = await house.start(2, {"goal": 5})
    assert (await house.desk.look(match, None)).seed is None
    for _ in range(4):
        await house.do(match, ANA, "step")
    done = await house.do(match, ANA, "step")
    look = await house.desk.look(match, None)
    assert look.status == "over"
    assert look.outcome is not None
    assert look.outcome.won == (True, False)
    assert look.seed is not None
    assert sha256(bytes.fromhex(look.seed)).hexdigest() == look.commitment
    assert done.look.waiting_for == ()
    assert done.look.decisions == ()
    assert await house.deliver() == ["result", "over 0", "over 1"]
    assert await refusal(house.do(match, ANA, "step")) == "kernel.game_over"
    assert await refusal(house.desk.seating.resign(match, ANA, house.press())) == "kernel.game_over"


async def test_two_tables_at_once_have_nothing_in_common(house: House) -> None:
    """The same person at two tables in the same second: each goes its own way."""
    one, two = await asyncio.gather(house.start(), house.start())
    await asyncio.gather(house.do(one, ANA, "step"), house.do(two, ANA, "pass"))
    assert points(await house.desk.look(one, None)) == (1, 0)
    assert (await house.desk.look(two, None)).waiting_for == (1,)
    lines = await house.desk.games_of(ANA.person)
    assert {line.match: line.mine for line in lines} == {one: True, two: False}


async def test_a_sealed_choice_shows_who_is_missing_and_nothing_else(house: House) -> None:
    """Answers come in any order and may be changed; only the last one reveals."""
    match = await house.start(3)
    await house.do(match, ANA, "bid")
    assert await house.deliver() == ["board", "prompt 0", "turn 1", "turn 2"]
    done = await house.do(match, BEN, "high", verb="bid")
    assert done.look.waiting_for == (0, 2)
    await house.deliver()
    await house.do(match, BEN, "low", verb="bid")
    assert await house.deliver() == ["prompt 1"]
    await house.do(match, CHIE, "high", verb="bid")
    done = await house.do(match, ANA, "low", verb="bid")
    assert points(done.look) == (0, 0, 1)
    assert done.look.waiting_for == (1,)


async def test_status_tells_who_is_waited_for_and_how_they_were_told(house: House) -> None:
    match = await house.start()
    asked = house.clock()
    house.clock.on(hours=1)
    await house.do(match, ANA, "pass")
    passed = house.clock()
    await house.desk.people.set(BEN.person, dm_closed=True)
    house.clock.on(minutes=1)
    ana, ben = (await house.desk.status(match)).seats
    assert (ana.since, ben.since, ben.told, ben.how, ben.dm_closed) == (None, passed, None, None, True)
    await house.deliver()
    _, ben = (await house.desk.status(match)).seats
    assert (ben.told, ben.how) == (house.clock(), "dm")
    assert asked < passed


async def test_waiting_counts_from_the_own_last_deed_not_from_others(house: House) -> None:
    """One seat that acts does not renew the clock of another that is asked too."""
    match = await house.start(3)
    await house.do(match, ANA, "bid")
    asked = house.clock()
    house.clock.on(hours=2)
    await house.do(match, BEN, "high", verb="bid")
    seats = (await house.desk.status(match)).seats
    assert [s.since for s in seats] == [asked, None, asked]


async def test_fifty_matches_at_the_same_moment(house: House) -> None:
    """Parallel tables never lock each other out and lose nothing."""
    games = [await house.start() for _ in range(50)]
    await asyncio.gather(*(house.do(match, ANA, "step") for match in games))
    looks = await asyncio.gather(*(house.desk.look(match, None) for match in games))
    assert [points(look) for look in looks] == [(1, 0)] * 50


async def test_no_update_is_lost(house: House) -> None:
    """Six hands at once, forty presses each, at one table: two hundred and forty steps."""
    match = await house.start()

    async def hand() -> None:
        for _ in range(40):
            await house.do(match, ANA, "step")

    await asyncio.gather(*(hand() for _ in range(6)))
    assert points(await house.desk.look(match, None)) == (240, 0)


async def test_a_hundred_presses_at_once_for_one_question(house: House) -> None:
    """Whoever is first answers it; all others learn that it was decided already."""
    match = await house.start()
    asked = (await house.desk.look(match, ANA.person)).decisions[0].asked
    results = await asyncio.gather(
        *(house.do(match, ANA, "step", asked=asked) for _ in range(100)), return_exceptions=True
    )
    assert sum(isinstance(result, Stale) for result in results) == 99
    assert points(await house.desk.look(match, None)) == (1, 0)


async def test_a_second_process_is_noticed(house: House) -> None:
    """Two processes with the same match in memory: neither overwrites the other."""
    match = await house.start()
    other = House(house.url)
    other.presses = iter(range(50_000, 60_000))  # type: ignore[assignment]
    await other.desk.look(match, None)
    await house.do(match, ANA, "step")
    assert points((await other.do(match, ANA, "step")).look) == (2, 0)
    assert points(await house.desk.look(match, None)) == (2, 0)
    await asyncio.gather(*(h.do(match, ANA, "step") for h in (house, other) for _ in range(10)))
    assert points(await house.desk.look(match, None)) == (22, 0)
    await other.close()


async def test_names_follow_the_people(house: House) -> None:
    """A player who changed the display name is called by the new one from the next press on."""
    from msgspec.structs import replace

    match = await house.start()
    done = await house.do(match, replace(ANA, name="Anastasia"), "step")
    assert done.look.seats[0].name == "Anastasia"
    await house.restart()
    assert (await house.desk.look(match, None)).seats[0].name == "Anastasia"


async def test_channels_know_their_table(house: House) -> None:
    match = await house.start(2, {"goal": 5})
    channel = (await house.desk.look(match, None)).place.channel
    assert await house.desk.at(channel) == match
    assert await house.desk.at(999) is None
    for _ in range(5):
        await house.do(match, ANA, "step")
    assert await house.desk.at(channel) == match
    after = await house.lobby(channel=channel)
    assert await house.desk.at(channel) == after


async def test_the_log_is_for_its_reader(house: House) -> None:
    """Private results are in nobody else's log."""
    match = await house.start()
    await house.do(match, ANA, "peek")
    live = house.live(match)
    if live.match.pending[0].verb == "peek_step":
        await house.do(match, ANA, "stop", verb="peek_step")
    mine = [line.event.text.key for line in await house.desk.log(match, ANA.person, 10)]
    theirs = [line.event.text.key for line in await house.desk.log(match, BEN.person, 10)]
    assert mine == ["toy.seen", "toy.peeked"]
    assert theirs == ["toy.peeked"]
    assert [line.event.text.key for line in await house.desk.log(match, ANA.person, 1)] == ["toy.peeked"]


async def test_an_overtaken_write_is_tried_once_more(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """If another process was faster at the very last moment, the press is answered from what that process left."""
    match = await house.start()
    store, tries = matches.store, []

    async def overtaken(tx: AsyncConnection, changed: matches.Header) -> None:
        tries.append(changed.version)
        changed.version -= len(tries) == 1
        await store(tx, changed)

    monkeypatch.setattr(matches, "store", overtaken)
    assert points((await house.do(match, ANA, "step")).look) == (1, 0)
    assert len(tries) == 2
    await house.restart()
    assert points(await house.desk.look(match, None)) == (1, 0)
