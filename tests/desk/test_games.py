"""Every game of the house at the desk: random play over reloads, resigning in every state, and a record that holds."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from engines import GAMES
from engines.desk import record
from engines.desk.records import Look, Place
from engines.kernel.rng import Rng
from engines.kernel.standin import random_choice
from tests.desk.house import ANA, GUILD, PEOPLE, House


@pytest.fixture
async def house(url: str) -> AsyncIterator[House]:
    house = House(url, GAMES)
    yield house
    await house.close()


async def begin(house: House, slug: str) -> str:
    """A game of three, or of as many as it needs or takes."""
    place = Place(GUILD, next(house.channels), "den")
    match = (await house.desk.open_lobby(place, ANA, slug, {}, "en", house.press())).match
    seats = GAMES[slug].seats
    for guest in PEOPLE[1 : min(max(3, seats.start), seats.stop - 1)]:
        await house.desk.join(match, guest, house.press())
    await house.desk.start(match, ANA, house.press())
    return match


def seen(look: Look) -> tuple[object, ...]:
    board = [(d.seat, d.verb, d.asked, d.shape()) for d in look.board]
    return (look.view, board, look.serial, look.waiting_for, look.since, look.news, look.highlight)


@pytest.mark.parametrize("actions", [80, pytest.param(5000, marks=pytest.mark.fuzz)])
@pytest.mark.parametrize("slug", GAMES)
async def test_random_play_over_reloads(house: House, slug: str, actions: int) -> None:
    """Reloaded at any moment the match is the same; secret questions show in no public look; the record verifies."""
    match = await begin(house, slug)
    rng = Rng(bytes([actions % 256]) * 32)
    for _ in range(actions):
        before = house.live(match)
        if not before.match.pending:
            break
        public = await house.desk.look(match, None)
        decision, answer = random_choice(before.match.pending, rng)
        guest = PEOPLE[decision.seat]
        done = await house.desk.act(match, guest, decision.verb, answer, asked=None, press=house.press(), sure=True)
        if any(d.secret for d in house.live(match).match.pending):
            assert seen(await house.desk.look(match, None)) == seen(public)
        if done.look.may_take_back and rng.below(4) == 0:
            await house.desk.take_back(match, guest, house.press())
        if rng.below(3) == 0:
            before = house.live(match)
            house.desk.lives.drop(match)
            await house.desk.look(match, None)
            after = house.live(match)
            assert after.match.digest() == before.match.digest()
            assert after.face.key() == before.face.key()
    assert record.verify(GAMES[slug], await house.desk.record(match, reveal=True)) is None


@pytest.mark.parametrize("slug", GAMES)
async def test_who_is_called_hears_exactly_what_happened_since_they_acted(house: House, slug: str) -> None:
    """Whose turn it becomes, alone or with others, misses nothing and hears nothing twice; just that is ringed."""
    match = await begin(house, slug)
    await house.deliver()
    rng, heard, calls = Rng(bytes(range(32))), dict.fromkeys(range(len(PEOPLE)), 0), 0
    for _ in range(120):
        pending = house.live(match).match.pending
        if not pending:
            break
        decision, answer = random_choice(pending, rng)
        guest = PEOPLE[decision.seat]
        await house.desk.act(match, guest, decision.verb, answer, asked=None, press=house.press(), sure=True)
        heard[decision.seat] = len(await house.desk.log(match, guest.person))
        for seat in [int(row.removeprefix("turn ")) for row in await house.deliver() if row.startswith("turn ")]:
            look = await house.desk.look(match, PEOPLE[seat].person)
            told = [line.event for line in await house.desk.log(match, PEOPLE[seat].person)]
            assert list(look.news) == told[heard[seat] :], house.live(match).match.where()
            assert look.highlight == {anchor for event in look.news for anchor in event.at}
            calls += 1
    assert calls > (3 if len(house.live(match).chairs) > 1 else -1)


@pytest.mark.parametrize("slug", [slug for slug, game in GAMES.items() if game.seats.stop > 2])
async def test_resigning_in_every_state(house: House, slug: str) -> None:
    """Whatever a seat is being asked, its stand-in answers at once, the table waits for a person, who may come back."""
    match = await begin(house, slug)
    rng = Rng(b"resign".ljust(32))
    met: set[str] = set()
    for _ in range(150):
        pending = house.live(match).match.pending
        if not pending:
            break
        decision, answer = random_choice(pending, rng)
        guest = PEOPLE[decision.seat]
        if decision.verb not in met:
            met.add(decision.verb)
            look = await house.desk.seating.resign(match, guest, house.press())
            assert decision.seat not in look.waiting_for
            assert look.waiting_for or look.outcome
            if look.outcome is None:
                await house.desk.seating.come_back(match, guest, house.press())
            continue
        await house.desk.act(match, guest, decision.verb, answer, asked=None, press=house.press(), sure=True)
    assert len(met) > 1
    assert record.verify(GAMES[slug], await house.desk.record(match, reveal=True)) is None
