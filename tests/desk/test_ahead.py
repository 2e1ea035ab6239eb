"""What people may rely on who answer before they are asked."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
from structlog.testing import capture_logs

from engines.desk import matches
from engines.desk.records import Guest
from engines.desk.tables import ORDERS
from engines.kernel.match import Match
from tests.desk.hasty import LABELS, Hasty
from tests.desk.house import ANA, BEN, CHIE, House, points
from tests.desk.refusal import refusal
from tests.desk.toy import NewToy


@pytest.fixture
async def house(url: str) -> AsyncIterator[House]:
    house = House(url, {"toy": Hasty()})
    yield house
    await house.close()


async def give(house: House, match: str, guest: Guest, key: str) -> None:
    await house.desk.orders.give(match, guest, house.press(), key)


async def stands(house: House, match: str, guest: Guest) -> list[str]:
    return [offer.key for offer in (await house.desk.look(match, guest.person)).ahead if offer.stands]


async def lapsed(house: House, match: str, guest: Guest) -> int:
    return len((await house.desk.look(match, guest.person)).lapsed)


async def stored(house: House) -> int:
    async with house.desk.db.read() as tx:
        return len((await tx.execute(ORDERS.select())).all())


async def origins(house: House, match: str) -> list[tuple[str, int | None]]:
    async with house.desk.db.read() as tx:
        return [(deed.origin, deed.person) for deed in await matches.deeds(tx, match)]


async def test_an_answer_given_ahead_is_given_when_it_is_asked(house: House) -> None:
    """At once and in the same transaction: the table waits for the next, and nobody is called for what is answered."""
    match = await house.start(3)
    await give(house, match, BEN, "pass")
    assert await stands(house, match, BEN) == ["pass"]
    assert await house.deliver() == []
    done = await house.do(match, ANA, "pass")
    assert done.look.waiting_for == (2,)
    assert await house.deliver() == ["board", "prompt 0", "turn 2"]
    assert await origins(house, match) == [("person", ANA.person), ("ahead", BEN.person)]
    assert await stands(house, match, BEN) == []
    assert await stored(house) == 0


async def test_it_survives_restarts(house: House) -> None:
    match = await house.start(3)
    await give(house, match, BEN, "pass")
    await house.restart()
    assert await stands(house, match, BEN) == ["pass"]
    await house.do(match, ANA, "pass")
    digest = await house.digest(match)
    await house.restart()
    assert await house.digest(match) == digest
    assert (await house.desk.look(match, None)).waiting_for == (2,)


async def test_it_answers_once(house: House) -> None:
    match = await house.start(2)
    await give(house, match, BEN, "pass")
    await house.do(match, ANA, "pass")
    done = await house.do(match, ANA, "pass")
    assert done.look.waiting_for == (1,)


async def test_whoever_has_answered_ahead_still_reads_what_happened_before_and_after(house: House) -> None:
    """News begin where the person was last there, not where an answer of theirs was given."""
    match = await house.start(2)
    await house.do(match, ANA, "step")
    await give(house, match, BEN, "pass")
    await house.do(match, ANA, "pass")
    await house.do(match, ANA, "step")
    await house.do(match, ANA, "pass")
    news = [event.text.key for event in (await house.desk.look(match, BEN.person)).news]
    assert news == ["toy.stepped", "toy.passed", "toy.passed", "toy.stepped", "toy.passed"]


async def test_in_another_situation_it_dissolves_and_says_so(house: House) -> None:
    """Whoever gave it is asked as usual, and told until they have acted."""
    match = await house.start(2)
    await give(house, match, BEN, "high")
    await give(house, match, BEN, "pass")
    await house.do(match, ANA, "bid")
    await house.do(match, ANA, "low", "bid")
    look = await house.desk.look(match, BEN.person)
    assert points(look) == (0, 1)
    assert look.lapsed == (LABELS["pass"],)
    assert look.waiting_for == (1,)
    assert await stands(house, match, BEN) == []
    await house.restart()
    assert await lapsed(house, match, BEN) == 1
    assert await lapsed(house, match, ANA) == 0
    await house.do(match, BEN, "step")
    assert await lapsed(house, match, BEN) == 0
    assert await stored(house) == 0


async def test_one_whose_question_does_not_come_is_gone_without_a_word(house: House) -> None:
    match = await house.start(2)
    await give(house, match, BEN, "high")
    await house.do(match, ANA, "pass")
    assert await stands(house, match, BEN) == []
    assert await lapsed(house, match, BEN) == 0
    assert await stored(house) == 0


async def test_sealed_answers_given_ahead_are_opened_with_the_others(house: House) -> None:
    """Everybody sees that there is an answer, and what it is when the last is in."""
    match = await house.start(3)
    await give(house, match, BEN, "high")
    await give(house, match, ANA, "low")
    done = await house.do(match, ANA, "bid")
    assert done.look.answered == (0, 1)
    assert done.look.waiting_for == (2,)
    assert await house.deliver() == ["board", "prompt 0", "prompt 1", "turn 2"]
    done = await house.do(match, CHIE, "high", "bid")
    assert points(done.look) == (0, 1, 1)


async def test_another_answer_to_the_same_question_replaces_it(house: House) -> None:
    match = await house.start(2)
    await give(house, match, ANA, "high")
    await give(house, match, ANA, "low")
    assert await stands(house, match, ANA) == ["low"]
    await house.desk.orders.drop(match, ANA, house.press(), "low")
    assert await stands(house, match, ANA) == []
    assert await refusal(house.desk.orders.drop(match, ANA, house.press(), "low")) == "desk.ahead.none"
    assert await stored(house) == 0


async def test_a_button_of_another_moment_gives_nothing(house: House) -> None:
    match = await house.start(2)
    offers = {offer.key: offer for offer in (await house.desk.look(match, BEN.person)).ahead}
    await house.do(match, ANA, "bid")
    give = house.desk.orders.give
    assert await refusal(give(match, BEN, house.press(), "high", asked=offers["high"].asked)) == "desk.ahead.gone"
    assert await refusal(give(match, BEN, house.press(), "roll")) == "desk.ahead.gone"
    assert await stored(house) == 0


async def test_the_same_press_twice_counts_once(house: House) -> None:
    match = await house.start(2)
    press = house.press()
    await house.desk.orders.give(match, BEN, press, "pass")
    await house.desk.orders.drop(match, BEN, house.press(), "pass")
    await house.desk.orders.give(match, BEN, press, "pass")
    assert await stands(house, match, BEN) == []


async def test_nothing_secret_is_answered_unseen(house: House) -> None:
    """A game that offers a secret question offers too much: its order lapses when the question is asked."""
    match = await house.start(2, seed=next(s for s in map(seed, range(99)) if odd(s)))
    await give(house, match, ANA, "stop")
    await house.do(match, ANA, "peek")
    look = await house.desk.look(match, ANA.person)
    assert [d.verb for d in look.decisions] == ["peek_step"]
    assert len(look.lapsed) == 1


def seed(number: int) -> bytes:
    return number.to_bytes(32, "big")


def odd(candidate: bytes) -> bool:
    """Whether the second hand of that game makes a peek a pause."""
    return Match.new(Hasty(), 2, {"goal": 1000, "bids": True}, candidate).state.hands[1] % 2 == 1


async def test_an_answer_given_ahead_can_be_taken_back_and_is_not_repeated(house: House) -> None:
    match = await house.start(2)
    await give(house, match, BEN, "pass")
    await house.do(match, ANA, "pass")
    assert (await house.desk.look(match, BEN.person)).may_take_back
    done = await house.desk.take_back(match, BEN, house.press())
    assert done.look.waiting_for == (1,)
    assert await stands(house, match, BEN) == []
    assert (await house.do(match, BEN, "step")).look.waiting_for == (1,)


async def test_what_was_given_after_an_action_lapses_when_its_actor_takes_it_back(house: House) -> None:
    """Whoever takes back is there to say it again; others don't lose what they have said, if it still fits."""
    match = await house.start(3)
    await house.do(match, ANA, "step")
    await give(house, match, ANA, "high")
    await give(house, match, BEN, "pass")
    await house.desk.take_back(match, ANA, house.press())
    assert await lapsed(house, match, ANA) == 1
    assert await stands(house, match, ANA) == []
    assert await stands(house, match, BEN) == ["pass"]
    assert (await house.do(match, ANA, "pass")).look.waiting_for == (2,)


async def test_what_was_given_before_an_action_outlives_its_taking_back(house: House) -> None:
    match = await house.start(3)
    await give(house, match, ANA, "high")
    await house.do(match, ANA, "step")
    await house.desk.take_back(match, ANA, house.press())
    assert await stands(house, match, ANA) == ["high"]


async def test_going_back_by_agreement_ends_what_was_given_since(house: House) -> None:
    """Everybody has agreed to it and knows; what was given before it still stands."""
    match = await house.start(3)
    await give(house, match, CHIE, "pass")
    await house.do(match, ANA, "step")
    await house.do(match, ANA, "pass")
    await give(house, match, ANA, "pass")
    moved = (await house.desk.votes.propose(match, ANA, house.press(), "undo")).motion
    assert moved is not None
    await house.desk.votes.agree(match, BEN, house.press(), moved.id)
    look = await house.desk.votes.agree(match, CHIE, house.press(), moved.id)
    assert look.waiting_for == (0,)
    assert await stands(house, match, CHIE) == ["pass"]
    assert await stands(house, match, ANA) == []


async def test_whoever_takes_a_seat_over_is_not_bound_by_what_was_given_there(house: House) -> None:
    match = await house.start(2)
    await give(house, match, BEN, "pass")
    await house.desk.seating.offer(match, BEN, house.press())
    await house.desk.seating.claim(match, CHIE, house.press(), seat=1)
    assert await stored(house) == 0
    assert (await house.do(match, ANA, "pass")).look.waiting_for == (1,)
    assert await lapsed(house, match, CHIE) == 0


async def test_newer_rules_that_go_back_end_what_was_given_since(house: House) -> None:
    """Nobody is answered for in a turn that has begun anew without being asked again."""

    class Newer(NewToy, Hasty):
        bonus = 1

    match = await house.start(2)
    await house.do(match, ANA, "roll")
    await give(house, match, ANA, "high")
    await house.do(match, ANA, "step")
    await give(house, match, BEN, "pass")
    with capture_logs():
        await house.restart(Newer())
        await house.desk.look(match, None)
    assert await lapsed(house, match, BEN) == 1
    assert await stands(house, match, ANA) == ["high"]


async def test_another_process_that_has_the_match_in_memory_hears_of_it(house: House) -> None:
    match = await house.start(3)
    other = house._open()
    await other.look(match, None)
    await give(house, match, BEN, "pass")
    done = await other.act(match, ANA, "do", ("pass",), asked=None, press=house.press())
    assert done.look.waiting_for == (2,)
    await other.close()
    assert (await house.desk.look(match, BEN.person)).waiting_for == (2,)


async def test_what_fails_leaves_no_promise_behind(house: House) -> None:
    """An order whose action breaks the rules is not used up: nothing of the press holds."""
    match = await house.start(3)
    await give(house, match, BEN, "pass")
    with capture_logs():
        assert await refusal(house.do(match, ANA, "break")) == "desk.broke"
    assert await stands(house, match, BEN) == ["pass"]
    assert (await house.do(match, ANA, "pass")).look.waiting_for == (2,)


async def test_a_stand_in_keeps_no_promises(house: House) -> None:
    """Whoever leaves, and comes back, is asked."""
    match = await house.start(3)
    await give(house, match, BEN, "pass")
    await house.desk.seating.resign(match, BEN, house.press())
    assert await stored(house) == 0
    assert (await house.desk.look(match, BEN.person)).ahead == ()
    assert await refusal(give(house, match, BEN, "pass")) == "desk.standin_plays"
    await house.desk.seating.come_back(match, BEN, house.press())
    assert await stands(house, match, BEN) == []


async def test_a_game_that_is_over_asks_nothing(house: House) -> None:
    match = await house.start(2, {"goal": 5})
    await give(house, match, BEN, "pass")
    while (await house.desk.look(match, None)).outcome is None:
        await house.do(match, ANA, "step")
    assert await stored(house) == 0
    assert (await house.desk.look(match, BEN.person)).ahead == ()
    assert await refusal(give(house, match, BEN, "pass")) == "kernel.game_over"


async def test_stand_ins_and_promises_work_hand_in_hand(house: House) -> None:
    """The table goes on until it waits for somebody who is there."""
    match = await house.start(3)
    await house.desk.seating.resign(match, BEN, house.press())
    await give(house, match, CHIE, "pass")
    await house.deliver()
    done = await house.do(match, ANA, "pass")
    assert done.look.waiting_for == (0,)
    assert [origin for origin, _ in await origins(house, match)] == ["person", "standin", "ahead"]


async def test_nobody_notices_that_somebody_has_answered_ahead(house: House) -> None:
    """Neither what others look at, nor the status, nor what is to be shown, nor any time changes."""
    match = await house.start(3)

    async def noticed() -> object:
        looks = [await house.desk.look(match, person) for person in (None, ANA.person, CHIE.person)]
        shown = [(look.serial, look.step, look.ahead, look.lapsed, look.since, look.news) for look in looks]
        return shown, await house.desk.status(match), await house.claim(), await house.desk.games_of(ANA.person)

    before = await noticed()
    house.clock.on(hours=1)
    await give(house, match, BEN, "pass")
    assert await noticed() == before
    await house.desk.orders.drop(match, BEN, house.press(), "pass")
    assert await noticed() == before


async def test_only_who_sits_there_answers(house: House) -> None:
    match = await house.start(2)
    assert await refusal(give(house, match, CHIE, "pass")) == "desk.not_seated"
    assert (await house.desk.look(match, CHIE.person)).ahead == ()
