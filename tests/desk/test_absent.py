"""What a table may rely on when somebody goes."""

from __future__ import annotations

import pytest

from tests.desk.house import ANA, BEN, CHIE, GUILD, House, points
from tests.desk.refusal import refusal


async def test_a_resigned_seat_is_carried_on_at_once(house: House) -> None:
    """Whoever resigns on turn is played for, the table is told, and the next person is asked."""
    match = await house.start(3)
    look = await house.desk.seating.resign(match, ANA, house.press())
    assert look.waiting_for == (1,)
    assert look.seats[0].standin
    assert await house.deliver() == ["say", "board", "turn 1"]
    await house.do(match, BEN, "pass")
    await house.do(match, CHIE, "pass")
    assert (await house.desk.look(match, None)).waiting_for == (1,)


async def test_resigning_off_turn_asks_nobody(house: House) -> None:
    match = await house.start(3)
    await house.desk.seating.resign(match, CHIE, house.press())
    assert await house.deliver() == ["say", "edit", "prompt 0"]
    await house.do(match, ANA, "pass")
    await house.deliver()
    await house.do(match, BEN, "pass")
    assert (await house.desk.look(match, None)).waiting_for == (0,)
    assert await house.deliver() == ["board", "turn 0", "prompt 1"]


async def test_resigning_in_a_simultaneous_choice(house: House) -> None:
    """The stand-in answers for the absent; the others go on choosing."""
    match = await house.start(3)
    await house.do(match, ANA, "bid")
    assert (await house.desk.seating.resign(match, BEN, house.press())).waiting_for == (0, 2)
    await house.do(match, ANA, "high", verb="bid")
    done = await house.do(match, CHIE, "high", verb="bid")
    assert points(done.look) == (1, 0, 1)
    assert done.look.waiting_for == (2,), "the stand-in has passed for Ben"


async def test_resigning_in_a_secret_pause(house: House) -> None:
    """The stand-in closes the secret question too."""
    match = await _paused(house)
    await house.desk.seating.resign(match, ANA, house.press())
    assert (await house.desk.look(match, None)).waiting_for == (1,)


async def test_the_person_can_come_back(house: House) -> None:
    """From then on the seat is theirs again; until then a press is refused with the way back."""
    match = await house.start()
    await house.desk.seating.resign(match, BEN, house.press())
    assert await refusal(house.do(match, BEN, "step")) == "desk.standin_plays"
    assert await refusal(house.desk.take_back(match, BEN, house.press())) == "desk.standin_plays"
    assert await refusal(house.desk.seating.resign(match, BEN, house.press())) == "desk.standin_plays"
    await house.deliver()
    look = await house.desk.seating.come_back(match, BEN, 5)
    assert not look.seats[1].standin
    assert await house.deliver() == ["say", "edit", "prompt 0"]
    await house.desk.seating.come_back(match, BEN, 5)
    assert await house.deliver() == []
    assert await refusal(house.desk.seating.come_back(match, BEN, house.press())) == "desk.not_away"
    assert await refusal(house.desk.seating.come_back(match, CHIE, house.press())) == "desk.not_seated"
    await house.do(match, ANA, "pass")
    assert (await house.do(match, BEN, "step")).look.waiting_for == (1,)


async def test_a_match_without_people_rests_until_one_comes_back(house: House) -> None:
    """Stand-ins never play a game to its end among themselves."""
    match = await house.start()
    await house.desk.seating.resign(match, BEN, house.press())
    look = await house.desk.seating.resign(match, ANA, house.press())
    assert look.status == "asleep"
    serial = house.live(match).header.serial
    await house.restart()
    assert (await house.desk.look(match, None)).status == "asleep"
    assert house.live(match).header.serial == serial
    await house.deliver()
    look = await house.desk.seating.come_back(match, BEN, house.press())
    assert (look.status, look.waiting_for) == ("playing", (1,))
    assert await house.deliver() == ["say", "board", "turn 1"]


async def test_who_leaves_the_server_leaves_all_its_tables(house: House) -> None:
    """Lobbies lose a guest, games get a stand-in, tables elsewhere go on; told once, however often Discord says so."""
    lobby, game, other = await house.lobby(3), await house.start(2), await house.start(2)
    await house.do(game, ANA, "pass")
    assert await house.desk.seating.gone(BEN.person, GUILD + 1) == []
    assert sorted(await house.desk.seating.gone(BEN.person, GUILD)) == sorted([lobby, game, other])
    assert BEN not in (await house.desk.lobby(lobby)).guests
    assert (await house.desk.look(game, None)).waiting_for == (0,)
    await house.deliver()
    assert await house.desk.seating.gone(BEN.person, GUILD) == []
    assert await house.deliver() == []


async def test_a_host_who_goes_hands_the_game_on(house: House) -> None:
    match = await house.start(3)
    await house.desk.seating.gone(ANA.person, GUILD)
    assert (await house.desk.look(match, None)).host == BEN.person


async def test_where_no_channel_is_left_the_match_rests_and_wakes_by_a_press(house: House) -> None:
    match = await house.start()
    await house.desk.seating.sleep(match)
    assert (await house.desk.look(match, None)).status == "asleep"
    assert (await house.do(match, ANA, "step")).look.status == "playing"


@pytest.mark.parametrize("restart", [False, True])
async def test_stand_ins_do_not_pile_up_presses(house: House, restart: bool) -> None:
    """A game with a stand-in goes on round by round, also over restarts."""
    match = await house.start(2)
    await house.desk.seating.resign(match, BEN, house.press())
    for turn in range(5):
        if restart:
            await house.restart()
        done = await house.do(match, ANA, "step")
        assert points(done.look) == (turn + 1, 0)
        assert (await house.do(match, ANA, "pass")).look.waiting_for == (0,)


async def _paused(house: House) -> str:
    """A game in which Ana's look at Ben's odd number waits for her, unnoticed by others."""
    for n in range(20):
        match = await house.start(2, seed=bytes([n]) * 32)
        done = await house.do(match, ANA, "peek")
        if done.look.decisions[0].verb == "peek_step":
            return match
    raise AssertionError("no odd number in twenty games")
