"""What people may rely on when something is taken back by agreement: it is as if it had never been."""

from __future__ import annotations

import random
from collections.abc import AsyncIterator, Mapping
from typing import Any

import msgspec
import pytest

from engines import GAMES
from engines.desk import record
from engines.desk.records import Back, Guest, Look, Place
from engines.kernel.decision import Answer
from engines.kernel.game import Game
from engines.kernel.rng import Rng
from engines.kernel.standin import random_choice
from tests.desk.house import ANA, BEN, CHIE, GUILD, PEOPLE, House, NewToy, Toy, points
from tests.desk.refusal import refusal


class Alone(Toy):
    seats = range(1, 5)


class Forgetful(NewToy):
    """It can go on from saves of the second rules, but not of the first."""

    rules = 3

    def migrate(self, state: bytes, rules: int) -> bytes:
        if rules == 1:
            raise ValueError(rules)
        return state


Done = tuple[int, str, Answer]
"""Who answered which question how."""


@pytest.fixture
async def house(url: str) -> AsyncIterator[House]:
    house = House(url, {"toy": Toy()})
    yield house
    await house.close()


async def back(house: House, match: str, guest: Guest, which: int = 0, reason: str = "") -> Look:
    """That person asks for what they did so many things ago."""
    wanted = (await house.desk.votes.backs(match, guest))[which]
    return await house.desk.votes.propose(match, guest, house.press(), "undo", serial=wanted.serial, reason=reason)


async def agree(house: House, match: str, *guests: Guest) -> Look:
    look = await house.desk.look(match, None)
    for guest in guests:
        assert look.motion is not None
        look = await house.desk.votes.agree(match, guest, house.press(), look.motion.id)
    return look


def said(found: tuple[Back, ...]) -> list[tuple[str, int, bool]]:
    return [(one.what.key, one.later, one.began) for one in found]


async def test_what_can_be_asked_for_is_ones_own_and_public(house: House) -> None:
    """By what everybody was told of it, the latest first, with all that would go; nothing of it counts serials."""
    match = await house.start(2)
    assert await house.desk.votes.backs(match, ANA) == ()
    await house.do(match, ANA, "step")
    await house.do(match, ANA, "roll")
    await house.do(match, ANA, "pass")
    await house.do(match, BEN, "roll")
    found = await house.desk.votes.backs(match, ANA)
    assert said(found) == [("toy.passed", 1, False), ("toy.rolled", 2, False), ("toy.stepped", 3, True)]
    assert all(one.serial > 1000 for one in found)
    assert said(await house.desk.votes.backs(match, BEN)) == [("toy.rolled", 0, True)]
    assert await refusal(house.desk.votes.backs(match, CHIE)) == "desk.not_seated"


async def test_everybody_else_must_agree(house: House) -> None:
    """Then dice that were rolled since are rolled again alike; channel, log and record say what went."""
    match = await house.start(3)
    await house.do(match, ANA, "step")
    before = await house.digest(match)
    await house.do(match, ANA, "roll")
    rolled = points(await house.desk.look(match, None))
    await house.do(match, ANA, "pass")
    await house.do(match, BEN, "step")
    assert await refusal(house.desk.take_back(match, ANA, house.press())) == "kernel.undo_not_yours"
    await house.deliver()
    look = await back(house, match, ANA, 1, "misread")
    assert look.motion is not None
    assert (look.motion.what, look.motion.later, look.motion.reason) == (look.motion.what, 2, "misread")
    assert (look.motion.agreed, look.motion.asked) == ((0,), (1, 2))
    assert look.motion.what is not None
    assert look.motion.what.key == "toy.rolled"
    assert await house.deliver() == ["vote", "ballot 1", "ballot 2"]
    await agree(house, match, CHIE)
    assert await house.deliver() == ["vote"]
    assert (await house.desk.look(match, None)).waiting_for == (1,)
    look = await agree(house, match, BEN)
    assert (look.motion, look.waiting_for) == (None, (0,))
    assert await house.digest(match) == before
    assert await house.deliver() == ["board", "turn 0", "prompt 1", "vote"]
    mine = await house.desk.look(match, ANA.person)
    assert [event.text.key for event in mine.news][-1] == "desk.rewound_because"
    assert mine.since == house.clock()
    told = [line.event.text.key for line in await house.desk.log(match, None)]
    assert told == ["toy.stepped", "desk.rewound_because"]
    await house.restart()
    assert await house.digest(match) == before
    assert (await house.do(match, ANA, "roll")).look.view.points == rolled
    assert record.verify(Toy(), await house.desk.record(match, reveal=True)) is None
    moved = await house.desk.votes.get(match, 1)
    assert moved is not None
    assert (moved.state, moved.what is not None) == ("carried", True)


async def test_one_no_is_enough(house: House) -> None:
    match = await house.start(3)
    await house.do(match, ANA, "roll")
    look = await back(house, match, ANA)
    assert look.motion is not None
    before = await house.digest(match)
    await agree(house, match, BEN)
    await house.desk.votes.refuse(match, CHIE, house.press(), look.motion.id)
    assert (await house.desk.look(match, None)).motion is None
    assert await house.digest(match) == before
    late = house.desk.votes.agree(match, BEN, house.press(), look.motion.id)
    assert await refusal(late) == "desk.motion_lapsed"


async def test_alone_nobody_is_hurt(url: str) -> None:
    """Alone it is done at once, and the log and the result say so."""
    house = House(url, {"toy": Alone()})
    place = Place(None, 9)
    match = (await house.desk.open_lobby(place, ANA, "toy", {"goal": 10}, "en", house.press())).match
    await house.desk.start(match, ANA, house.press())
    await house.deliver()
    await house.do(match, ANA, "roll")
    rolled = points(await house.desk.look(match, None))
    assert await refusal(house.desk.take_back(match, ANA, house.press())) == "kernel.undo_barred"
    await house.deliver()
    assert points(await back(house, match, ANA)) == (0,)
    assert await house.deliver() == ["board", "vote"]
    assert points((await house.do(match, ANA, "roll")).look) == rolled
    while (look := await house.desk.look(match, ANA.person)).outcome is None:
        await house.do(match, ANA, "step")
    assert look.rewound == 1
    await house.close()


async def test_whoever_is_away_is_asked_all_the_same(house: House) -> None:
    """Nobody's decisions are taken back behind their back; stand-ins have no word, and play on."""
    match = await house.start(3)
    await house.do(match, ANA, "roll")
    await house.do(match, ANA, "pass")
    house.clock.on(days=30)
    look = await back(house, match, ANA)
    assert look.motion is not None
    assert look.motion.asked == (1, 2)
    await house.desk.votes.withdraw(match, ANA, house.press(), look.motion.id)
    await house.desk.seating.resign(match, BEN, house.press())
    look = await back(house, match, ANA)
    assert look.motion is not None
    assert look.motion.asked == (2,)


async def test_what_is_asked_in_secret_does_not_show(house: House) -> None:
    """Asking for a taking back is answered alike whether or not somebody is asked in secret, and does the same."""
    seen = []
    for hidden in (True, False):
        match = await odd(house)
        await house.do(match, ANA, "step")
        await house.do(match, ANA, "pass")
        await house.do(match, BEN, "roll")
        await house.do(match, BEN, "pass")
        if hidden:
            await house.do(match, ANA, "peek")
        await house.deliver()
        found = [said(await house.desk.votes.backs(match, guest)) for guest in (BEN, ANA)]
        look = await back(house, match, BEN)
        assert look.motion is not None
        motion = msgspec.structs.replace(look.motion, id=0)
        rows = await house.deliver()
        after = await agree(house, match, ANA)
        seen.append((found, motion, look.serial, rows, after.decisions, after.waiting_for, after.step))
        assert (await house.deliver())[-1] == "vote"
    assert seen[0] == seen[1]


async def odd(house: House) -> str:
    """A game in which who looks into the last hand is asked in secret."""
    for n in range(100):
        match = await house.start(2, seed=bytes([n]) * 32)
        if house.live(match).match.state.hands[-1] % 2:
            return match
    raise AssertionError("no such seed")


async def test_what_was_done_in_secret_goes_with_what_came_of_it(house: House) -> None:
    """Nobody is left in the middle of something that only one seat knew of."""
    match = await odd(house)
    before = await house.digest(match)
    await house.do(match, ANA, "peek")
    await house.do(match, ANA, "stop", verb="peek_step")
    await back(house, match, ANA)
    await agree(house, match, BEN)
    assert await house.digest(match) == before
    assert [d.verb for d in (await house.desk.look(match, ANA.person)).decisions] == ["do"]


@pytest.mark.parametrize("slug", ["toy", "takara"])
@pytest.mark.parametrize("seed", range(3))
async def test_anywhere_in_a_game_the_same_comes_again(url: str, slug: str, seed: int) -> None:
    """Rewound to anything that can be asked for, and after a restart: who answers alike finds the same position."""
    games: Mapping[str, Game[Any, Any]] = {slug: GAMES.get(slug) or Toy()}
    house, chance = House(url, games), random.Random(seed)
    house.seed = bytes([seed + 1]) * 32
    match = (await house.desk.open_lobby(Place(GUILD, 1), ANA, slug, {}, "en", house.press())).match
    for guest in (BEN, CHIE):
        await house.desk.join(match, guest, house.press())
    await house.desk.start(match, ANA, house.press())
    rng = Rng(bytes([seed]) * 32)
    done: list[Done] = []
    digests = [await house.digest(match)]
    for _ in range(5):
        for _ in range(chance.randrange(4, 9)):
            decision, answer = random_choice(house.live(match).match.pending, rng)
            if answer == ("break",) or decision.warning(answer) is not None:
                continue
            await answered(house, match, (decision.seat, decision.verb, answer))
            done.append((decision.seat, decision.verb, answer))
            digests.append(await house.digest(match))
        who = chance.choice(PEOPLE[:3])
        found = await house.desk.votes.backs(match, who)
        if not found:
            continue
        serials = [
            deed.serial for deed in record.read(await house.desk.record(match, reveal=True)).actions if not deed.undone
        ]
        await back(house, match, who, chance.randrange(len(found)))
        await agree(house, match, *(guest for guest in PEOPLE[:3] if guest is not who))
        kept = [d.serial for d in record.read(await house.desk.record(match, reveal=True)).actions if not d.undone]
        assert kept == serials[: len(kept)]
        assert await house.digest(match) == digests[len(kept)]
        await house.restart()
        assert await house.digest(match) == digests[len(kept)]
        for number in range(len(kept), len(done)):
            await answered(house, match, done[number])
            assert await house.digest(match) == digests[number + 1]
        assert record.verify(games[slug], await house.desk.record(match, reveal=True)) is None
    await house.close()


async def answered(house: House, match: str, done: Done) -> None:
    seat, verb, answer = done
    guest = next(g for g in PEOPLE if g.person == house.live(match).chairs[seat].person)
    await house.desk.act(match, guest, verb, answer, asked=None, press=house.press(), sure=True)


async def test_every_taking_back_stays_in_the_log(house: House) -> None:
    """Also when something earlier is taken back afterwards: who, what and why can still be read."""
    match = await house.start(2)
    await house.do(match, ANA, "step")
    await house.do(match, ANA, "roll")
    await back(house, match, ANA, reason="first")
    await agree(house, match, BEN)
    await house.do(match, ANA, "roll")
    await back(house, match, ANA, 1, "second")
    await agree(house, match, BEN)
    told = [line.event.text for line in await house.desk.log(match, BEN.person)]
    assert [words.params["reason"] for words in told] == ["first", "second"]
    await house.restart()
    assert [event.text for event in (await house.desk.look(match, ANA.person)).news] == told


async def test_a_sealed_answer_is_taken_back_across_its_reveal(house: House) -> None:
    """Whoever answered it can ask for it, not only who was the last to; what the others answered before it stands."""
    match = await house.start(3)
    await house.do(match, ANA, "bid")
    for guest, key in ((CHIE, "low"), (BEN, "high"), (ANA, "low")):
        assert said(await house.desk.votes.backs(match, BEN)) == []
        await house.do(match, guest, key, "bid")
    assert said(await house.desk.votes.backs(match, BEN)) == [("toy.bids", 0, True)]
    assert said(await house.desk.votes.backs(match, ANA)) == [("toy.bids", 0, False), ("toy.auction", 1, True)]
    look = await back(house, match, BEN)
    assert look.motion is not None
    assert look.motion.what is not None
    assert (look.motion.what.key, look.motion.later) == ("toy.bids", 0)
    look = await agree(house, match, ANA, CHIE)
    assert (look.waiting_for, look.answered) == ((0, 1), (2,))
    await house.restart()
    look = await house.desk.look(match, None)
    assert (look.waiting_for, look.answered) == ((0, 1), (2,))
    for guest in (BEN, ANA):
        await house.do(match, guest, "low", "bid")
    assert points(await house.desk.look(match, None)) == (0, 0, 0)


async def test_across_newer_rules(house: House) -> None:
    """Newer rules that tell and ask the same lead back, too; where they can't, that is said, and nothing breaks."""
    match = await house.start(2)
    await house.do(match, ANA, "step")
    await house.do(match, ANA, "roll")
    rolled = points(await house.desk.look(match, None))
    await house.do(match, ANA, "pass")
    await house.restart(NewToy())
    await back(house, match, ANA, 1)
    await agree(house, match, BEN)
    assert points((await house.do(match, ANA, "roll")).look) == rolled
    for _ in range(20):
        await house.do(match, ANA, "step")
    await house.do(match, ANA, "bid")
    for guest in (ANA, BEN):
        await house.do(match, guest, "low", "bid")
    await house.restart(Forgetful())
    assert await refusal(back(house, match, ANA, -1)) == "desk.too_far_back"
    assert (await house.desk.look(match, None)).motion is None
    await back(house, match, ANA)
    await agree(house, match, BEN)
    await house.do(match, ANA, "bid")
