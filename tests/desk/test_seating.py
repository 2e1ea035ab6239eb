"""What a table may rely on when a seat changes hands, and when a game sleeps."""

from __future__ import annotations

from datetime import timedelta

import msgspec
import pytest
from sqlalchemy import select

from engines.desk.records import ANYBODY, Busy, Guest, Place
from engines.desk.tables import ORDERS, TIMERS
from engines.kernel.text import text
from tests.desk.house import ANA, BEN, CHIE, DORA, GUILD, House, NewToy, points
from tests.desk.refusal import refusal

EVE = Guest(200, "Eve")


async def offered(house: House, seat: int = 1, to: int = ANYBODY, seats: int = 3) -> str:
    """A game in which that seat is on offer, and all has been shown."""
    match = await house.start(seats)
    await house.desk.seating.offer(match, ANA, house.press(), seat=seat, to=to)
    await house.deliver()
    return match


# -- on offer ----------------------------------------------------------------------------------------------------------


async def test_an_offered_seat_stays_as_it_is_until_somebody_takes_it(house: House) -> None:
    """Its person plays on, and one card says that it is wanted."""
    match = await house.start(3)
    look = await house.desk.seating.offer(match, ANA, 5)
    assert (look.seats[0].person, look.seats[0].offered) == (ANA.person, ANYBODY)
    await house.desk.seating.offer(match, ANA, 5)
    assert await house.deliver() == ["offer"]
    assert (await house.do(match, ANA, "step")).look.waiting_for == (0,)
    assert (await house.desk.look(match, None)).seats[0].offered == ANYBODY


async def test_only_owner_and_host_offer_a_seat(house: House) -> None:
    """Others are told who may, strangers that they have none, and nobody offers what is not there."""
    match = await house.start(3)
    seating = house.desk.seating
    assert await refusal(seating.offer(match, CHIE, house.press(), seat=1)) == "desk.not_your_seat"
    assert await refusal(seating.offer(match, EVE, house.press())) == "desk.not_seated"
    assert await refusal(seating.offer(match, ANA, house.press(), seat=7)) == "desk.no_such_seat"
    assert await refusal(seating.offer(match, ANA, house.press(), to=BEN.person)) == "desk.seated_already"
    assert (await seating.offer(match, ANA, house.press(), seat=1)).seats[1].offered == ANYBODY


async def test_the_first_to_claim_has_the_seat(house: House) -> None:
    """Later ones are told that it is taken; the same press twice takes it once."""
    match = await offered(house)
    look = await house.desk.seating.claim(match, EVE, 5, seat=1)
    assert (look.seat, look.seats[1].name, look.seats[1].offered) == (1, "Eve", None)
    assert (await house.desk.seating.claim(match, EVE, 5, seat=1)).seat == 1
    assert await refusal(house.desk.seating.claim(match, DORA, house.press(), seat=1)) == "desk.seat_taken"
    assert await house.deliver() == ["say", "edit", "prompt 0", "offer", "seat 1", "seat 1"]


async def test_a_seat_offered_to_somebody_is_for_nobody_else(house: House) -> None:
    """They may decline, and then it is on offer no more."""
    match = await offered(house, to=EVE.person)
    assert await refusal(house.desk.seating.claim(match, DORA, house.press(), seat=1)) == "desk.seat_for_another"
    assert await refusal(house.desk.seating.withdraw(match, DORA, house.press(), seat=1)) == "desk.not_your_seat"
    look = await house.desk.seating.withdraw(match, EVE, house.press(), seat=1)
    assert look.seats[1].offered is None
    assert await house.deliver() == ["say", "offer"]
    assert await refusal(house.desk.seating.claim(match, EVE, house.press(), seat=1)) == "desk.seat_taken"
    assert await refusal(house.desk.seating.withdraw(match, BEN, house.press(), seat=1)) == "desk.not_offered"


async def test_who_sits_there_takes_no_second_seat(house: House) -> None:
    """Nor one's own, as long as one has it."""
    match = await offered(house)
    assert await refusal(house.desk.seating.claim(match, CHIE, house.press(), seat=1)) == "desk.seated_already"
    assert await refusal(house.desk.seating.claim(match, BEN, house.press(), seat=1)) == "desk.own_seat"


async def test_coming_back_ends_the_offer(house: House) -> None:
    """Whoever left may have the seat back as long as nobody else has it."""
    match = await house.start(3)
    await house.desk.seating.resign(match, BEN, house.press())
    await house.desk.seating.offer(match, BEN, house.press())
    look = await house.desk.seating.come_back(match, BEN, house.press())
    assert (look.seats[1].standin, look.seats[1].offered) == (False, None)
    assert await refusal(house.desk.seating.claim(match, EVE, house.press(), seat=1)) == "desk.seat_taken"


async def test_offers_end_with_the_game(house: House) -> None:
    """The card is told, and whoever presses it then."""
    match = await house.start(2, {"goal": 5})
    await house.desk.seating.offer(match, BEN, house.press())
    await house.deliver()
    for _ in range(5):
        await house.do(match, ANA, "step")
    assert "offer" in await house.deliver()
    assert (await house.desk.look(match, None)).seats[1].offered is None
    assert await refusal(house.desk.seating.claim(match, EVE, house.press(), seat=1)) == "kernel.game_over"


async def test_an_offer_is_no_move(house: House) -> None:
    """It changes nothing of what others see of the game: what they had before their eyes still holds."""
    match = await house.start(3)
    before = (await house.desk.look(match, BEN.person)).step
    await house.desk.seating.offer(match, ANA, house.press())
    assert (await house.desk.look(match, BEN.person)).step == before


# -- handed over -------------------------------------------------------------------------------------------------------


async def test_all_rights_of_the_former_owner_end(house: House) -> None:
    """What they see, may do and may ask is what a stranger does."""
    match = await offered(house)
    hand = (await house.desk.look(match, BEN.person)).view.hand
    await house.desk.seating.claim(match, EVE, house.press(), seat=1)
    mine, strangers = await house.desk.look(match, BEN.person), await house.desk.look(match, 999)
    assert (mine.seat, mine.decisions, mine.may_take_back) == (None, (), False)
    assert (mine.view, mine.news, mine.serial) == (strangers.view, strangers.news, strangers.serial)
    assert await house.desk.log(match, BEN.person) == await house.desk.log(match, None)
    assert await house.desk.games_of(BEN.person) == ()
    await house.do(match, ANA, "pass")
    assert await refusal(house.do(match, BEN, "step")) == "desk.not_seated"
    assert await refusal(house.desk.seating.come_back(match, BEN, house.press())) == "desk.not_seated"
    assert await refusal(house.desk.seating.resign(match, BEN, house.press())) == "desk.not_seated"
    look = await house.desk.look(match, EVE.person)
    assert (look.view.hand, look.waiting_for) == (hand, (1,))
    assert points((await house.do(match, EVE, "step")).look) == (0, 1, 0)


async def test_what_the_seat_was_told_in_secret_the_new_person_knows(house: House) -> None:
    """And the one before no more, not even by asking what came of an old press."""
    match = await house.start(2)
    done = await house.do(match, ANA, "peek", press=5)
    assert any(event.seen_by == (0,) for event in done.events)
    await house.desk.seating.offer(match, ANA, house.press())
    await house.desk.seating.claim(match, EVE, house.press(), seat=0)
    assert any(line.event.seen_by == (0,) for line in await house.desk.log(match, EVE.person))
    again = await house.do(match, ANA, "peek", press=5)
    assert again.duplicate
    assert all(event.seen_by is None for event in again.events)


async def test_the_question_is_the_new_persons_at_once(house: House) -> None:
    """One letter tells all that the seat knows and what is asked; nobody else is called for it."""
    match = await offered(house, seat=0)
    house.clock.on(days=2)
    look = await house.desk.seating.claim(match, EVE, house.press(), seat=0)
    assert look.since == house.clock()
    assert [decision.verb for decision in look.decisions] == ["do"]
    rows = []
    while claimed := await house.claim():
        for row in claimed:
            rows.append((row.kind, row.person))
            await house.desk.outbox.done(row, "dm")
    assert rows == [("say", None), ("edit", None), ("offer", None), ("seat", EVE.person), ("seat", ANA.person)]
    status = await house.desk.status(match)
    assert (status.seats[0].person, status.seats[0].how) == (EVE.person, "dm")


async def test_what_waited_for_the_former_owner_is_not_shown_any_more(house: House) -> None:
    """Their letters that were not sent yet, their reminders and what they have answered ahead are gone."""
    match = await offered(house)
    await house.do(match, ANA, "pass")
    async with house.desk.db.work() as tx:
        order = {"match": match, "seat": 1, "verb": "do", "person": BEN.person, "key": "pass", "moment": "", "mark": ""}
        label = msgspec.msgpack.encode(text("toy.option", name="pass"))
        await tx.execute(ORDERS.insert().values(order | {"label": label, "serial": 0, "lapsed": False}))
    await house.restart()
    await house.desk.seating.claim(match, EVE, house.press(), seat=1)
    assert "turn 1" not in await house.deliver()
    async with house.desk.db.read() as tx:
        assert not list(await tx.execute(select(ORDERS)))
        persons = set((await tx.execute(select(TIMERS.c.person).where(TIMERS.c.match == match))).scalars())
    assert BEN.person not in persons
    assert EVE.person in persons


async def test_a_vote_of_the_former_owner_counts_no_more(house: House) -> None:
    """What the table voted on before ends with the change, and nothing is carried by who has gone."""
    match = await offered(house, seats=4)
    await house.desk.votes.propose(match, BEN, house.press(), "end")
    await house.desk.votes.agree(match, CHIE, house.press(), (await _motion(house, match)))
    await house.desk.seating.claim(match, EVE, house.press(), seat=1)
    assert (await house.desk.look(match, None)).motion is None
    assert await refusal(house.desk.votes.propose(match, BEN, house.press(), "end")) == "desk.not_seated"


async def _motion(house: House, match: str) -> int:
    motion = (await house.desk.look(match, None)).motion
    assert motion is not None
    return motion.id


async def test_the_table_goes_with_its_hosts_seat(house: House) -> None:
    match = await offered(house, seat=0)
    assert (await house.desk.seating.claim(match, EVE, house.press(), seat=0)).host == EVE.person
    assert await refusal(house.desk.seating.offer(match, ANA, house.press(), seat=1)) == "desk.not_your_seat"


async def test_nobody_takes_a_seat_who_knows_what_it_must_not_know(house: House) -> None:
    """Whoever had a seat in a game may only have that one again."""
    match = await offered(house)
    await house.desk.seating.claim(match, EVE, house.press(), seat=1)
    await house.desk.seating.offer(match, ANA, house.press(), seat=2)
    assert await refusal(house.desk.seating.claim(match, BEN, house.press(), seat=2)) == "desk.other_seat_before"
    refused = house.desk.seating.offer(match, ANA, house.press(), seat=2, to=BEN.person)
    assert await refusal(refused) == "desk.other_seat_before"
    await house.restart()
    await house.desk.seating.offer(match, EVE, house.press())
    assert (await house.desk.seating.claim(match, BEN, house.press(), seat=1)).seat == 1
    assert await refusal(house.do(match, EVE, "step")) == "desk.not_seated"


async def test_a_seat_that_a_stand_in_kept_is_played_by_a_person_again(house: House) -> None:
    """Also where nobody was left: the game wakes with them."""
    match = await house.start(2)
    await house.desk.seating.resign(match, BEN, house.press())
    await house.desk.seating.resign(match, ANA, house.press())
    await house.desk.seating.offer(match, ANA, house.press())
    assert (await house.desk.look(match, None)).status == "asleep"
    await house.deliver()
    look = await house.desk.seating.claim(match, EVE, house.press(), seat=0)
    assert (look.status, look.host, look.seats[0].standin) == ("playing", EVE.person, False)
    assert look.waiting_for == (0,)
    shown = await house.deliver()
    assert "board" in shown
    assert "turn 0" not in shown


async def test_a_seat_changes_hands_in_the_midst_of_a_simultaneous_choice(house: House) -> None:
    """The others go on choosing; the new person chooses for the seat."""
    match = await offered(house)
    await house.do(match, ANA, "bid")
    await house.do(match, CHIE, "high", verb="bid")
    await house.desk.seating.claim(match, EVE, house.press(), seat=1)
    assert (await house.desk.look(match, None)).waiting_for == (0, 1)
    await house.do(match, EVE, "high", verb="bid")
    assert points((await house.do(match, ANA, "low", verb="bid")).look) == (0, 1, 1)


# -- by vote -----------------------------------------------------------------------------------------------------------


async def test_the_others_can_agree_on_a_stand_in(house: House) -> None:
    """Whose seat it is about is not asked; the table reads what was agreed."""
    match = await house.start(4)
    await house.desk.votes.propose(match, BEN, house.press(), "standin", seat=0)
    await house.desk.votes.agree(match, CHIE, house.press(), await _motion(house, match))
    look = await house.desk.votes.agree(match, DORA, house.press(), await _motion(house, match))
    assert (look.seats[0].standin, look.waiting_for) == (True, (1,))
    assert not (await house.desk.seating.come_back(match, ANA, house.press())).seats[0].standin


async def test_the_others_can_agree_to_offer_a_seat(house: House) -> None:
    match = await house.start(3)
    await house.desk.votes.propose(match, BEN, house.press(), "replace", seat=2, person=EVE.person)
    look = await house.desk.votes.agree(match, ANA, house.press(), await _motion(house, match))
    assert look.seats[2].offered == EVE.person
    assert (await house.desk.seating.claim(match, EVE, house.press(), seat=2)).seat == 2


async def test_what_cannot_be_is_not_voted_on(house: House) -> None:
    match = await house.start(3)
    votes = house.desk.votes
    assert await refusal(votes.propose(match, BEN, house.press(), "standin", seat=1)) == "desk.own_standin"
    await house.desk.seating.resign(match, CHIE, house.press())
    assert await refusal(votes.propose(match, BEN, house.press(), "standin", seat=2)) == "desk.stood_in_already"
    replaced = votes.propose(match, BEN, house.press(), "replace", seat=2, person=ANA.person)
    assert await refusal(replaced) == "desk.seated_already"


# -- asleep ------------------------------------------------------------------------------------------------------------


async def asleep(house: House, channel: int = 50) -> str:
    """A game in that channel that sleeps since nothing happened for long."""
    match = await house.lobby(2, channel=channel)
    await house.desk.start(match, ANA, house.press())
    await house.desk.seating.sleep(match, cause="idle")
    await house.deliver()
    return match


async def test_a_sleeping_game_leaves_its_channel_to_others(house: House) -> None:
    """What plays there is what the channel means; when it is over, the sleeping one is again."""
    old = await asleep(house)
    new = await house.lobby(2, channel=50)
    assert await house.desk.at(50) == new
    await house.desk.cancel(new, ANA, house.press())
    assert await house.desk.at(50) == old
    assert not any(line.mine for line in await house.desk.games_of(ANA.person))


async def test_a_sleeping_game_does_not_wake_where_another_plays(house: House) -> None:
    """A move is refused with what to do, and changes nothing; whoever wants to leave, or to come back, still can."""
    old = await asleep(house)
    new = await house.lobby(2, channel=50)
    before = await house.digest(old)
    assert await refusal(house.do(old, ANA, "step")) == "desk.place_taken"
    await house.desk.seating.wake(old)
    assert (await house.desk.look(old, None)).status == "asleep"
    assert await house.digest(old) == before
    assert (await house.desk.seating.resign(old, ANA, house.press())).seats[0].standin
    back = await house.desk.seating.come_back(old, ANA, house.press())
    assert (back.seats[0].standin, back.status) == (False, "asleep"), "one's seat can be taken back at any moment"
    assert sorted(await house.desk.seating.gone(BEN.person, GUILD)) == sorted([old, new])


async def test_a_sleeping_game_moves_to_a_free_place_and_calls_whom_it_waits_for(house: House) -> None:
    """By people at the table, the host, or moderators; on the same server; and only if it sleeps."""
    match, seating = await asleep(house), house.desk.seating
    await house.lobby(2, channel=50)
    await house.deliver()
    there = Place(GUILD, 60, "hall")
    assert await refusal(seating.move(match, EVE, there, house.press())) == "desk.not_seated"
    assert await refusal(seating.move(match, BEN, Place(GUILD + 1, 60), house.press())) == "desk.another_server"
    with pytest.raises(Busy):
        await seating.move(match, BEN, Place(GUILD, 50), house.press())
    look = await seating.move(match, BEN, there, 5)
    assert (look.status, look.place, look.sleeps) == ("playing", there, "")
    await seating.move(match, BEN, there, 5)
    assert await house.deliver() == ["board", "turn 0"]
    assert await house.desk.at(60) == match
    assert await refusal(seating.move(match, BEN, there, house.press())) == "desk.not_asleep"
    await seating.sleep(match, cause="idle")
    assert (await seating.move(match, EVE, there, house.press(), moderator=True)).status == "playing"


async def test_what_was_put_to_sleep_does_not_wake_by_itself(house: House) -> None:
    """A channel that comes back wakes what slept for want of it, and nothing else."""
    match = await asleep(house)
    await house.desk.seating.wake(match)
    assert (await house.desk.look(match, None)).status == "asleep"
    await house.desk.seating.move(match, ANA, Place(GUILD, 50), house.press())
    await house.desk.seating.sleep(match)
    await house.desk.seating.wake(match)
    assert (await house.desk.look(match, None)).status == "playing"


async def test_a_game_that_nobody_plays_is_woken_by_one_of_its_people(house: House) -> None:
    """They have their seat again; nobody else can play it for them."""
    match = await asleep(house)
    for guest in (ANA, BEN):
        await house.desk.seating.resign(match, guest, house.press())
    refused = house.desk.seating.move(match, EVE, Place(GUILD, 50), house.press(), moderator=True)
    assert await refusal(refused) == "desk.nobody_plays"
    look = await house.desk.seating.move(match, BEN, Place(GUILD, 50), house.press())
    assert (look.status, look.seats[1].standin, look.waiting_for) == ("playing", False, (1,))


async def test_a_broken_game_makes_room(house: House) -> None:
    """What the rules of today can't load sleeps as it is, and plays on with rules that can."""
    match = await house.lobby(2, channel=50)
    await house.desk.start(match, ANA, house.press())
    assert not await house.desk.seating.make_room(match)
    game = NewToy()
    game.closed = True
    old = house.games["toy"]
    await house.restart(game)
    assert await house.desk.seating.make_room(match)
    other = await house.lobby(2, channel=50)
    assert await house.desk.at(50) == other
    assert {line.match: line.sleeps for line in await house.desk.games_of(ANA.person)}[match] == "rules"
    await house.desk.cancel(other, ANA, house.press())
    await house.restart(old)
    assert (await house.do(match, ANA, "step")).look.status == "playing"


async def test_a_game_that_the_house_has_no_more_is_nobodys_burden(house: House) -> None:
    """Its people have other games, and its channel is free."""
    match = await house.lobby(2, channel=50)
    await house.desk.start(match, ANA, house.press())
    house.games = {}
    await house.restart()
    assert await house.desk.games_of(ANA.person) == ()
    assert await house.desk.seating.make_room(match)
    assert await house.desk.seating.gone(ANA.person, GUILD) == []


async def test_sleeping_games_are_found_to_be_woken(house: House) -> None:
    """One's own; moderators find all of their server."""
    match = await asleep(house)
    find = house.desk.seating.sleeping
    assert [line.match for line in await find(ANA.person, GUILD, everybodys=False)] == [match]
    assert await find(ANA.person, None, everybodys=False) == ()
    assert await find(EVE.person, GUILD, everybodys=False) == ()
    assert [line.match for line in await find(EVE.person, GUILD, everybodys=True)] == [match]
    assert await find(EVE.person, GUILD + 1, everybodys=True) == ()


async def test_a_new_person_is_reminded_in_their_own_time(house: House) -> None:
    """The wait that the seat had before does not count against them."""
    match = await offered(house, seat=0)
    house.clock.on(days=10)
    await house.desk.seating.claim(match, EVE, house.press(), seat=0)
    await house.deliver()
    async with house.desk.db.read() as tx:
        due = (await tx.execute(select(TIMERS.c.due).where(TIMERS.c.person == EVE.person))).scalars().all()
    assert due
    assert min(due) >= house.clock() + timedelta(hours=1)
