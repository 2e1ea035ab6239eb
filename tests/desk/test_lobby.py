"""What people may rely on while a table forms."""

from __future__ import annotations

import asyncio

import msgspec
import pytest
from msgspec.structs import replace

from engines.desk.records import Busy, Guest, Place
from engines.kernel.decision import Refused
from engines.kernel.game import Need, OptionSpec, Preset
from engines.kernel.text import text
from tests.desk.house import ANA, BEN, CHIE, DORA, GUILD, House
from tests.desk.refusal import refusal
from tests.desk.toy import Toy


def yes_no(key: str, needs: Need | None = None) -> OptionSpec:
    names = (text("toy.no"), text("toy.yes"))
    return OptionSpec(key, (False, True), False, text(f"toy.{key}"), names, needs=needs)


class Sea(Toy):
    """For one to four; options of which two build on one another, and presets."""

    seats = range(1, 5)
    options: tuple[OptionSpec, ...] = (
        *Toy.options,
        yes_no("fog"),
        yes_no("thick", Need("fog", (True,))),
        yes_no("deadly", Need("thick", (True,))),
    )
    presets = (
        Preset("calm", text("toy.calm"), {}),
        Preset("storm", text("toy.storm"), {"goal": 5, "fog": True, "thick": True}),
    )


class Robots(Toy):
    """For one to four; robots play only with one or two people, their colour can be chosen by two."""

    seats = range(1, 5)
    options: tuple[OptionSpec, ...] = (
        *Toy.options,
        msgspec.structs.replace(yes_no("robots"), seats=range(1, 3)),
        msgspec.structs.replace(yes_no("orange"), seats=range(2, 3)),
        yes_no("clever", Need("robots", (True,))),
    )


async def robots(house: House, *chosen: str) -> str:
    """A table of two who have agreed on that."""
    await house.restart(Robots())
    match = await house.lobby(2)
    for key in chosen:
        await house.desk.set_option(match, ANA, key, True, house.press())
    return match


async def test_an_option_that_does_not_fit_the_people_goes_when_one_more_joins(house: House) -> None:
    """With what was built on it; the card says so until something else changes, and the game can begin."""
    match = await robots(house, "robots", "orange", "clever")
    lobby = await house.desk.join(match, CHIE, house.press())
    assert not any(lobby.options[key] for key in ("robots", "orange", "clever"))
    assert lobby.dropped == ("robots", "orange", "clever")
    await house.restart()
    assert (await house.desk.lobby(match)).dropped == lobby.dropped
    assert (await house.desk.join(match, DORA, house.press())).dropped == ()
    assert (await house.desk.start(match, ANA, house.press())).options["robots"] is False


async def test_it_goes_too_when_too_few_are_left(house: House) -> None:
    match = await robots(house, "robots", "orange")
    lobby = await house.desk.leave(match, BEN, house.press())
    assert (lobby.options["robots"], lobby.options["orange"], lobby.dropped) == (True, False, ("orange",))


async def test_it_cannot_be_chosen_by_others(house: House) -> None:
    """The refusal says with how many people it can be had."""
    match = await robots(house)
    await house.desk.join(match, CHIE, house.press())
    for key, why in (("robots", "kernel.option_for_some"), ("orange", "kernel.option_for")):
        assert await refusal(house.desk.set_option(match, ANA, key, True, house.press())) == why


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


async def test_an_option_needs_what_it_builds_on(house: House) -> None:
    """It is refused until then; and when that goes, it goes too, with all that builds on it."""
    await house.restart(Sea())
    match = await house.lobby(1)

    async def put(key: str, value: bool) -> dict[str, object]:
        return dict((await house.desk.set_option(match, ANA, key, value, house.press())).options)

    assert await refusal(put("thick", True)) == "kernel.option_needs"
    assert await refusal(house.lobby(1, {"deadly": True})) == "kernel.option_needs"
    await put("fog", True)
    await put("thick", True)
    assert (await put("deadly", True)).items() >= {"fog": True, "thick": True, "deadly": True}.items()
    assert (await put("fog", False)).items() >= {"fog": False, "thick": False, "deadly": False}.items()


async def test_a_preset_settles_all_options(house: House) -> None:
    """What it does not name is as usual again; only the host takes one, and only one that there is."""
    await house.restart(Sea())
    match = await house.lobby(2, {"bids": False})
    lobby = await house.desk.set_preset(match, ANA, "storm", house.press())
    assert lobby.options == {"goal": 5, "bids": True, "fog": True, "thick": True, "deadly": False}
    assert await refusal(house.desk.set_preset(match, BEN, "calm", house.press())) == "desk.host_only"
    assert await refusal(house.desk.set_preset(match, ANA, "chaos", house.press())) == "kernel.no_such_option"
    assert (await house.desk.lobby(match)).options == lobby.options


async def test_direct_messages_are_a_place_for_one(house: House) -> None:
    """Only what can be played alone opens there; nobody joins, and the host starts alone."""
    own = Place(None, 77)
    assert await refusal(house.desk.open_lobby(own, ANA, "toy", {}, "en", 1)) == "desk.not_alone"
    await house.restart(Sea())
    lobby = await house.desk.open_lobby(own, ANA, "toy", {}, "en", 2)
    assert (lobby.low, lobby.high) == (1, 1)
    assert await refusal(house.desk.join(lobby.match, BEN, house.press())) == "desk.full"
    await house.desk.start(lobby.match, ANA, house.press())
    assert await house.deliver() == ["lobby", "board"]
    await house.do(lobby.match, ANA, "step")
    assert await house.deliver() == ["edit"]


async def test_a_game_that_was_left_in_direct_messages_makes_room(house: House) -> None:
    """Whoever still plays is told that it is there; whoever has left may begin another. The old one sleeps, and can be
    woken when the other makes room again."""
    await house.restart(Sea())
    own = Place(None, 77)
    first = (await house.desk.open_lobby(own, ANA, "toy", {}, "en", 1)).match
    await house.desk.start(first, ANA, house.press())
    with pytest.raises(Busy):
        await house.desk.open_lobby(own, ANA, "toy", {}, "en", 2)
    await house.desk.seating.resign(first, ANA, house.press())
    second = (await house.desk.open_lobby(own, ANA, "toy", {}, "en", 3)).match
    assert await house.desk.at(own.channel) == second
    games = {line.match: line.status for line in await house.desk.games_of(ANA.person)}
    assert games == {first: "asleep", second: "lobby"}
    assert (await house.desk.seating.come_back(first, ANA, house.press())).status == "asleep"
    await house.desk.cancel(second, ANA, house.press())
    assert (await house.desk.seating.move(first, ANA, own, house.press())).status == "playing"


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
