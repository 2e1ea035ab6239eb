"""Pictures of their own: in their place, once, and only of what has happened."""

from __future__ import annotations

from engines.kernel.flow import choose
from tests.desk.house import ANA, BEN, House, Toy
from tests.desk.refusal import refusal
from tests.desk.toy import T, pick


async def bid(house: House, match: str) -> None:
    """An auction, by whoever's turn it is, in which both bid high."""
    turn = (await house.desk.look(match, None)).waiting_for[0]
    await house.do(match, (ANA, BEN)[turn], "bid")
    await house.do(match, ANA, "high", verb="bid")
    await house.do(match, BEN, "high", verb="bid")


async def begin(house: House) -> str:
    game = Toy()
    game.shows = True
    await house.restart(game)
    return await house.start(2)


async def test_a_picture_comes_once_before_the_next_board(house: House) -> None:
    """Also if the bot was restarted before it went out. It can't be taken back."""
    match = await begin(house)
    await bid(house, match)
    assert await refusal(house.desk.take_back(match, BEN, house.press())) == "kernel.undo_barred"
    await house.restart()
    assert [kind for kind in await house.deliver() if kind in {"scene", "board", "edit"}] == ["scene", "board"]
    assert await house.deliver() == []


async def test_the_same_picture_twice_is_shown_once(house: House) -> None:
    """What nobody could see yet shows the present: two of one would be alike."""
    match = await begin(house)
    await bid(house, match)
    await bid(house, match)
    assert [kind for kind in await house.deliver() if kind in {"scene", "board", "edit"}] == ["scene", "board"]
    await bid(house, match)
    assert "scene" in await house.deliver()


async def test_one_that_is_on_its_way_is_left_alone(house: House) -> None:
    """It may stand on Discord already; the later one is shown too."""
    match = await begin(house)
    await bid(house, match)
    (claimed,) = [row for row in await house.claim() if row.kind == "scene"]
    await bid(house, match)
    await house.desk.outbox.done(claimed, "channel", 1, 1)
    assert "scene" in await house.deliver()


async def test_at_the_end_picture_and_result_stand(house: House) -> None:
    game = Toy()
    game.shows = True
    await house.restart(game)
    match = await house.start(2, {"goal": 5})
    for _ in range(5):
        await bid(house, match)
    assert [kind for kind in await house.deliver() if " " not in kind] == ["scene", "result"]


class Nods(Toy):
    """After a bid is shown, its bidder nods; what is told then depends on the rules."""

    told = "toy.bids"

    async def bid(self, t: T) -> None:
        me = t.state.turn
        await choose(pick(me, "bid", "high"))
        t.show("bids")
        t.tell(self.told, n=1)
        await choose(pick(me, "nod", "yes"))


class NodsAnew(Nods):
    rules = 2
    told = "toy.bids_anew"

    def migrate(self, state: bytes, rules: int) -> bytes:
        return state


async def test_what_newer_rules_undo_is_not_shown(house: House) -> None:
    """A picture that had not gone out when the match went back before it."""
    await house.restart(Nods())
    match = await house.start(2)
    await house.do(match, ANA, "bid")
    await house.do(match, ANA, "high", verb="bid")
    await house.restart(NodsAnew())
    assert [d.verb for d in (await house.desk.look(match, ANA.person)).decisions] == ["bid"]
    shown = await house.deliver()
    assert "say" in shown
    assert "scene" not in shown
