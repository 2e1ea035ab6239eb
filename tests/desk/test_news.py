"""What happened since one last did something: in turns, where all are asked at once, after a stand-in."""

from __future__ import annotations

from engines.desk.records import Guest
from tests.desk.house import ANA, BEN, CHIE, House


async def news(house: House, match: str, guest: Guest, *, fresh: bool = False) -> list[str]:
    look = await house.desk.look(match, guest.person, fresh=fresh)
    assert look.highlight == {anchor for event in look.news for anchor in event.at}, "exactly these are ringed"
    return [event.text.key.removeprefix("toy.") for event in look.news]


async def test_who_is_asked_with_others_hears_what_happened_since_they_acted(house: House) -> None:
    """All bid at once: each hears what came before, and none hears it again once they have bid."""
    match = await house.start(3)
    await house.do(match, ANA, "step")
    await house.do(match, ANA, "pass")
    await house.do(match, BEN, "step")
    await house.do(match, BEN, "bid")
    assert await news(house, match, CHIE) == ["stepped", "passed", "stepped", "auction"]
    assert await news(house, match, ANA) == ["stepped", "auction"]
    assert await news(house, match, BEN, fresh=True) == []
    for guest in (ANA, CHIE):
        await house.do(match, guest, "high", "bid")
    assert await news(house, match, CHIE) == []
    await house.do(match, BEN, "high", "bid")
    assert await news(house, match, CHIE) == ["bids"], "it is Chie's turn, and all else was told before she bid"
    assert await news(house, match, ANA) == ["bids"]


async def test_a_turn_is_told_from_its_beginning_but_a_reminder_from_what_one_did_last(house: House) -> None:
    """Whoever has begun their turn sees it whole on their board; a later call tells only what they missed."""
    match = await house.start(2)
    await house.do(match, ANA, "pass")
    await house.do(match, BEN, "step")
    assert await news(house, match, BEN) == ["passed", "stepped"]
    assert await news(house, match, BEN, fresh=True) == []


async def test_what_a_stand_in_did_is_news_to_whoever_comes_back(house: House) -> None:
    """A stand-in's moves are none of the person's own: they hear of all that happened since they left."""
    match = await house.start(2)
    await house.do(match, ANA, "step")
    await house.do(match, ANA, "pass")
    await house.desk.seating.resign(match, BEN, house.press())
    await house.do(match, ANA, "step")
    await house.desk.seating.come_back(match, BEN, house.press())
    await house.do(match, ANA, "pass")
    told = await news(house, match, BEN)
    assert told == ["stepped", "passed", "passed", "stepped", "passed"]
