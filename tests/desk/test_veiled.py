"""What others can notice of a veiled question: that it is asked, and in a simultaneous phase who has answered."""

from __future__ import annotations

import pytest

from engines.desk.records import Veiled
from tests.desk.house import ANA, BEN, CHIE, House, Toy
from tests.desk.refusal import refusal
from tests.desk.test_secret import seen


async def bidding(house: House) -> str:
    """Three people who bid at once; Ben has answered, and everything so far is delivered."""
    match = await house.start(3)
    await house.do(match, ANA, "bid")
    await house.do(match, BEN, "high", verb="bid")
    await house.deliver()
    return match


async def test_everybody_sees_who_has_answered_and_nobody_what(house: House) -> None:
    """The table waits openly for the others; each question is known by its seat and verb, and lies behind its veil."""
    match = await bidding(house)
    for person in (None, ANA.person, CHIE.person):
        look = await house.desk.look(match, person)
        assert (look.waiting_for, look.answered, look.board) == ((0, 2), (1,), ())
        assert look.veiled == tuple(Veiled(seat, "bid", seat == 1, seat == 1) for seat in range(3))
        assert all(d.seat == look.seat for d in look.decisions)
    (own,) = (await house.desk.look(match, BEN.person)).decisions
    assert (own.verb, own.given) == ("bid", ("high",))


@pytest.mark.parametrize("reloaded", [False, True])
async def test_a_changed_answer_is_noticed_by_nobody(house: House, reloaded: bool) -> None:
    """Looks, log, status, lists and what may be taken back are the same for others; only Ben's letter is renewed."""
    match = await bidding(house)
    others = (None, ANA.person, CHIE.person)

    async def noticed() -> list[object]:
        looks = [await house.desk.look(match, person) for person in others]
        shown = [(*seen(look), look.veiled, look.answered) for look in looks]
        lists = [await house.desk.games_of(p) for p in others if p is not None]
        return [shown, lists, await house.desk.status(match), [await house.desk.log(match, p) for p in others]]

    before = await noticed()
    for answer in ("low", "high", "low"):
        house.clock.on(minutes=1)
        await house.do(match, BEN, answer, verb="bid")
        if reloaded:
            await house.restart()
        assert await noticed() == before
        assert await house.deliver() == ["prompt 1"]
    assert await refusal(house.desk.take_back(match, ANA, house.press())) == "kernel.undo_barred"
    assert await refusal(house.desk.take_back(match, BEN, house.press())) == "kernel.undo_sealed"


async def test_the_last_answer_reveals(house: House) -> None:
    match = await bidding(house)
    await house.do(match, CHIE, "high", verb="bid")
    done = await house.do(match, ANA, "low", verb="bid")
    assert done.look.view.points == (0, 1, 1)
    assert (done.look.veiled, done.look.answered) == ((), ())


async def test_beside_open_questions_only_the_veiled_one_is_hidden(house: House) -> None:
    """Everybody sees Ana's moves, and that she may hide a number; which numbers, she alone."""
    game = Toy()
    game.veiled = True
    await house.restart(game)
    match = await house.start(2)
    look = await house.desk.look(match, BEN.person)
    assert [d.verb for d in look.board] == ["do"]
    assert look.veiled == (Veiled(0, "hide", False, False),)
    assert (look.waiting_for, look.answered) == ((0,), ())
    mine = (await house.desk.look(match, ANA.person)).decisions
    assert [(d.verb, d.private) for d in mine] == [("do", False), ("hide", True)]
    (hide,) = (d for d in mine if d.verb == "hide")
    assert await refusal(house.do(match, BEN, "1", verb="hide", asked=hide.asked)) == "kernel.not_your_turn"
