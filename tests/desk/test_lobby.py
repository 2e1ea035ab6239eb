"""What people may rely on while a table forms."""

from __future__ import annotations

import asyncio

import pytest
from msgspec.structs import replace

from engines.desk.records import Busy, Guest, Place
from engines.kernel.decision import Refused
from tests.desk.house import ANA, BEN, CHIE, DORA, GUILD, House
from tests.desk.refusal import refusal


async def test_a_lobby_says_what_is_agreed_and_who_is_there(house: House) -> None:
    match = await house.lobby(2, {"goal": 10})
    lobby = await house.desk.lobby(match)
    assert [g.name for g in lobby.guests] == ["Ana", "Ben"]
    assert lobby.options == {"goal": 10, "bids": True}
    assert (lobby.low, lobby.high, lobby.host, lobby.open, lobby.order) == (2, 4, ANA.person, True, "joining")


async def test_a_channel_has_one_table(house: House) -> None:
    """A second game in a busy channel is refused, and the refusal names the table that is there."""
    match = await house.lobby(channel=5)
    with pytest.raises(Busy) as busy:
        await house.lobby(channel=5)
    assert busy.value.match == match
    assert busy.value.why.key == "desk.busy"


async def test_two_who_open_a_table_at_the_same_moment(house: House) -> None:
    """One gets the channel; the other is told whose table it is."""
    results = await asyncio.gather(*(house.lobby(channel=5) for _ in range(10)), return_exceptions=True)
    (match,) = [result for result in results if isinstance(result, str)]
    assert {result.match for result in results if isinstance(result, Busy)} == {match}


async def test_a_finished_or_cancelled_table_blocks_nobody(house: House) -> None:
    first = await house.lobby(channel=5)
    await house.desk.cancel(first, ANA, house.press())
    assert await house.lobby(channel=5) != first


async def test_opening_twice_by_one_press_opens_one_table(house: House) -> None:
    place = Place(GUILD, 5)
    first = await house.desk.open_lobby(place, ANA, "toy", {}, "ja", 1)
    assert await house.desk.open_lobby(place, ANA, "toy", {}, "ja", 1) == first
    assert first.language == "ja"


async def test_unknown_games_and_options_are_refused(house: House) -> None:
    place = Place(GUILD, 5)
    assert await refusal(house.desk.open_lobby(place, ANA, "chess", {}, "en", 1)) == "desk.no_such_game"
    assert await refusal(house.desk.open_lobby(place, ANA, "toy", {"goal": 7}, "en", 2)) == "kernel.unknown_value"
    assert await house.desk.at(5) is None


async def test_joining(house: House) -> None:
    """Everybody joins once, while there is room; the same press twice is one joining."""
    match = await house.lobby(3)
    assert await refusal(house.desk.join(match, BEN, house.press())) == "desk.already_joined"
    await house.desk.join(match, DORA, 1)
    lobby = await house.desk.join(match, DORA, 1)
    assert len(lobby.guests) == 4
    assert await refusal(house.desk.join(match, Guest(9, "Eve"), house.press())) == "desk.full"


async def test_old_buttons_of_a_table_that_started_or_was_cancelled(house: House) -> None:
    """Nobody joins, leaves, changes or cancels any more; each is told why."""
    started = await house.start()
    for late in (
        house.desk.join(started, CHIE, 1),
        house.desk.leave(started, BEN, 2),
        house.desk.set_option(started, ANA, "goal", 5, 3),
        house.desk.start(started, ANA, 4),
        house.desk.cancel(started, ANA, 5),
    ):
        assert await refusal(late) == "desk.started"
    cancelled = await house.lobby()
    await house.desk.cancel(cancelled, ANA, house.press())
    assert await refusal(house.desk.join(cancelled, CHIE, 6)) == "desk.cancelled"
    assert await refusal(house.desk.start(cancelled, ANA, 7)) == "desk.cancelled"
    assert await refusal(house.desk.look(cancelled, None)) == "desk.cancelled"
    assert not (await house.desk.lobby(cancelled)).open


async def test_a_host_who_leaves_hands_the_table_on(house: House) -> None:
    match = await house.lobby(3)
    lobby = await house.desk.leave(match, ANA, house.press())
    assert lobby.host == BEN.person
    assert await refusal(house.desk.leave(match, ANA, house.press())) == "desk.not_joined"
    await house.desk.leave(match, BEN, house.press())
    lobby = await house.desk.leave(match, CHIE, house.press())
    assert (lobby.guests, lobby.status) == ((), "cancelled")


async def test_only_the_host_settles_things(house: House) -> None:
    match = await house.lobby()
    for wish in (
        house.desk.set_option(match, BEN, "goal", 5, 1),
        house.desk.set_order(match, BEN, "random", 2),
        house.desk.start(match, BEN, 3),
        house.desk.cancel(match, BEN, 4),
    ):
        assert await refusal(wish) == "desk.host_only"
    assert (await house.desk.set_option(match, ANA, "goal", 5, 5)).options["goal"] == 5


async def test_starting_needs_enough_people_and_options_that_go_together(house: House) -> None:
    alone = await house.lobby(1)
    assert await refusal(house.desk.start(alone, ANA, house.press())) == "desk.too_few"
    crowd = await house.lobby(3, {"goal": 10})
    await house.desk.join(crowd, DORA, house.press())
    assert await refusal(house.desk.start(crowd, ANA, house.press())) == "toy.too_many"
    assert (await house.desk.lobby(crowd)).open


async def test_starting_twice_by_one_press_or_by_two(house: House) -> None:
    """The game starts once."""
    match = await house.lobby()
    results = await asyncio.gather(
        *(house.desk.start(match, ANA, press) for press in (1, 1, 2)), return_exceptions=True
    )
    assert sum(isinstance(result, Refused) for result in results) == 1
    assert (await house.desk.look(match, None)).serial == 1


async def test_seats_go_by_joining_or_are_drawn_from_the_seed(house: House) -> None:
    """Drawn seats follow from the seed, so that anybody can verify them."""
    by_joining = await house.start(4)
    assert [s.name for s in (await house.desk.look(by_joining, None)).seats] == ["Ana", "Ben", "Chie", "Dora"]

    async def drawn(seed: int) -> list[str]:
        match = await house.lobby(4)
        house.seed = bytes([seed]) * 32
        await house.desk.set_order(match, ANA, "random", house.press())
        look = await house.desk.start(match, ANA, house.press())
        assert look.seats[look.seat or 0].name == "Ana"
        return [s.name for s in look.seats]

    assert await drawn(1) == await drawn(1)
    assert len({tuple(await drawn(seed)) for seed in range(8)}) > 1


async def test_parallel_joins_fill_the_table_and_no_more(house: House) -> None:
    match = await house.lobby(1)
    crowd = [replace(BEN, person=200 + i) for i in range(20)]
    results = await asyncio.gather(
        *(house.desk.join(match, guest, house.press()) for guest in crowd), return_exceptions=True
    )
    assert sum(isinstance(result, Refused) for result in results) == 17
    assert len((await house.desk.lobby(match)).guests) == 4


async def test_the_lobby_card_follows_every_change(house: House) -> None:
    """Each change asks for one card; several before it is posted are one."""
    match = await house.lobby(3)
    assert await house.deliver() == ["lobby"]
    await house.desk.leave(match, CHIE, house.press())
    assert await house.deliver() == ["lobby"]
    await house.desk.start(match, ANA, house.press())
    assert await house.deliver() == ["lobby", "board", "turn 0"]
