"""Who is away comes back with one press; a seat goes to somebody else with all that it knows, and nothing besides."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path
from typing import Any

from tests.bot.harbour import Harbour
from tests.bot.people import Person, Reply
from tests.bot.posts import Post
from tests.bot.prying import pry, same, seen
from tests.bot.tables import Table, pick, tavern, tool, words


def card(world: Harbour) -> Post:
    """The latest card with seats on offer."""
    return next(one for one in reversed(world.channel_messages()) if any(map(tool("claim"), one.controls)))


def cards(world: Harbour) -> int:
    """How many cards can be pressed."""
    return sum(any(map(tool("claim"), one.controls)) for one in world.channel_messages())


def given(person: Person) -> dict[str, Any]:
    """To whom a seat is to go: the parameter has a name that Python keeps for itself."""
    return {"with": person}


async def away(person: Person) -> Reply:
    """The person leaves the game for the stand-in."""
    return await person.click((await person.slash("resign")).post, tool("resign"))


# -- away and back -----------------------------------------------------------------------------------------------------


async def test_who_resigned_is_back_with_one_press(harbour: Harbour) -> None:
    """The answer and the line in the channel have the way back; it works once more after a restart and after weeks."""
    table = await Table.of(harbour)
    _ana, ben, _chie = table.people
    reply = await away(ben)
    line = next(one for one in harbour.channel_messages() if words("desk.resigned", who="Ben") in one.text)
    await ben.click(reply.posts[-1], tool("back"))
    assert words("desk.came_back", who="Ben") in table.said
    await away(ben)
    await harbour.restart(hard=True)
    await harbour.skip(days=20)
    back = await ben.click(line, tool("back"), stale=True)
    assert words("bot.answer.back") in back.text
    look = await harbour.app.desk.look(table.match, None)
    assert not any(seat.standin for seat in look.seats)


async def test_the_way_back_is_its_owners(harbour: Harbour) -> None:
    """Whoever else presses it, or presses it twice, is told so in private, and nothing changes."""
    table = await Table.of(harbour)
    _ana, ben, chie = table.people
    eve = harbour.user("Eve")
    await away(ben)
    line = next(one for one in harbour.channel_messages() if words("desk.resigned", who="Ben") in one.text)
    for person, key in ((chie, "desk.not_away"), (eve, "desk.not_seated")):
        reply = await person.click(line, tool("back"))
        assert words(key) in reply.posts[-1].text
        assert reply.posts[-1].private
    await ben.click(line, tool("back"))
    assert words("desk.not_away") in (await ben.click(line, tool("back"))).posts[-1].text


async def test_who_is_away_is_not_asked_once_more(harbour: Harbour) -> None:
    """/resign then says that a stand-in plays, and so does every press; both lead back."""
    table = await Table.of(harbour)
    ben = await table.next()
    await away(ben)
    again = await ben.slash("resign")
    assert words("bot.answer.away_already") in again.text
    pressed = await ben.click(table.board, tavern)
    assert words("desk.standin_plays") in pressed.posts[-1].text
    await ben.click(pressed.posts[-1], tool("back"))
    assert words("desk.came_back", who=ben) in table.said


async def test_the_others_put_a_stand_in_for_who_is_away(harbour: Harbour) -> None:
    """All but the absent one agree with a tap each, and the table goes on; whoever was away comes back with a press."""
    table = await Table.of(harbour)
    asked = await table.asked()
    one, other = await table.waiting()
    seat = str([p.name for p in table.people].index(asked.name))
    choice = await one.slash("replace", player=await offered_name(one, asked, seat))
    await one.click(choice.post, tool("standin"))
    assert await table.asked() is asked
    ballot = next(m for m in reversed(harbour.channel_messages()) if any(map(tool("agree"), m.controls)))
    await other.click(ballot, tool("agree"))
    assert await table.asked() is not asked
    assert words("desk.stood_in", who=asked) in table.said
    line = next(m for m in harbour.channel_messages() if words("desk.stood_in", who=asked) in m.text)
    await asked.click(line, tool("back"))
    assert words("desk.came_back", who=asked) in table.said


async def offered_name(person: Person, whose: Person, seat: str) -> str:
    """The seat as it is offered while one types; by its name it is found too."""
    choices = await person.autocomplete("replace", "player", whose.name[:2])
    assert [choice.value for choice in choices] == [seat]
    return whose.name


# -- on offer ----------------------------------------------------------------------------------------------------------


async def test_a_seat_is_wanted_and_taken(harbour: Harbour) -> None:
    """The card shows what everybody sees; whoever takes the seat knows what it knows, and is asked at once."""
    table = await Table.of(harbour)
    await table.pass_turn()
    asked, eve = await table.asked(), harbour.user("Eve")
    letter = asked.dms()[-1]
    reply = await asked.slash("replace")
    assert words("bot.seat.done.yours") in reply.text
    shown = card(harbour)
    assert words("bot.seat.wanted", who=asked) in shown.text
    assert shown.files
    assert not shown.pings
    taken = await eve.click(shown, tool("claim"))
    assert words("bot.seat.claimed") in taken.text
    assert words("bot.seat.claimed") not in table.said
    assert words("desk.handed_over", name="Eve") in table.said
    assert cards(harbour) == 0
    assert words("bot.seat.closed") in table.said
    mine = [one for one in eve.dms() if one.controls]
    assert len(mine) == 1
    assert words("bot.seat.lately") in mine[0].text
    assert mine[0].files
    # Nobody is called a second time, and the former letter has nothing to press or to see.
    assert table.rings(eve) == 0
    old = harbour.again(letter)
    assert old is not None
    assert (old.controls, old.files) == ((), ())
    assert words("bot.seat.parted", who="Eve") in old.text
    refused = await asked.click(letter, tavern, stale=True)
    assert words("desk.not_seated") in refused.posts[-1].text
    assert await harbour.asked(table.match) is eve
    await eve.click(mine[0], tavern)
    assert await harbour.asked(table.match) is not eve


async def test_the_letter_of_a_new_person_is_the_turns_letter(harbour: Harbour) -> None:
    """It is edited while they are at it, closed when they are done, and /status tells of it."""
    table = await Table.of(harbour)
    asked, eve = await table.asked(), harbour.user("Eve")
    await asked.slash("replace")
    await eve.click(card(harbour), tool("claim"))
    letter = next(one for one in eve.dms() if one.controls)
    status = await harbour.app.desk.status(table.match)
    assert next(seat.how for seat in status.seats if seat.name == "Eve") == "dm"
    await eve.click(table.board, tavern)
    while await harbour.asked(table.match) is eve:
        await eve.click(table.board, lambda control: ":end_day|" in control.custom_id)
    closed = harbour.again(letter)
    assert closed is not None
    assert not closed.controls


async def test_the_first_press_wins(harbour: Harbour) -> None:
    """Of two who press at once one has the seat; the other, and whoever comes later, is told so."""
    table = await Table.of(harbour)
    ana = table.people[0]
    eve, finn = harbour.user("Eve"), harbour.user("Finn")
    await ana.slash("replace")
    shown = card(harbour)
    async with harbour.at_once():
        replies = await asyncio.gather(eve.click(shown, tool("claim")), finn.click(shown, tool("claim")))
    told = [reply.text for reply in replies]
    assert sum(words("bot.seat.claimed") in text for text in told) == 1
    assert sum(words("desk.seat_taken") in text for text in told) == 1
    late = await harbour.user("Gil").click(shown, tool("claim"), stale=True)
    assert words("desk.seat_taken") in late.posts[-1].text
    assert late.posts[-1].private


async def test_a_card_works_after_a_restart(harbour: Harbour) -> None:
    table = await Table.of(harbour)
    ana, eve = table.people[0], harbour.user("Eve")
    await ana.slash("replace")
    shown = card(harbour)
    await harbour.restart(hard=True)
    await harbour.skip(days=3)
    await eve.click(shown, tool("claim"))
    assert words("desk.handed_over", name="Eve") in table.said
    before = len(harbour.channel_messages()), len(eve.dms())
    for _ in range(3):
        await harbour.restart(hard=True)
        await harbour.pass_time(minutes=2)
    assert (len(harbour.channel_messages()), len(eve.dms())) == before


async def test_who_is_named_must_accept(harbour: Harbour) -> None:
    """They are mentioned; nobody else has the seat; they may decline."""
    table = await Table.of(harbour)
    ana, eve, finn = table.people[0], harbour.user("Eve"), harbour.user("Finn")
    await ana.slash("replace", **given(eve))
    shown = card(harbour)
    assert shown.pings == (eve.id,)
    assert words("desk.seat_for_another") in (await finn.click(shown, tool("claim"))).posts[-1].text
    assert words("desk.not_your_seat", who="Ana") in (await finn.click(shown, tool("unoffer"))).posts[-1].text
    await eve.click(shown, tool("unoffer"))
    assert words("desk.declined", name="Eve") in table.said
    assert cards(harbour) == 0
    await ana.slash("replace", **given(eve))
    await eve.click(card(harbour), tool("claim"))
    assert words("desk.handed_over", name="Eve") in table.said


async def test_the_status_says_what_seats_are_on_offer_and_to_whom(harbour: Harbour) -> None:
    """Until they are taken or the offer ends."""
    table = await Table.of(harbour)
    ana, ben, chie = table.people
    eve = harbour.user("Eve")
    await ana.slash("replace")
    await ben.slash("replace", **given(eve))
    lines = (await chie.slash("status")).text.split("\n")
    of = {name: next(line for line in lines if line.startswith(f"• {name} ")) for name in ("Ana", "Ben", "Chie")}
    assert words("bot.status.wanted") in of["Ana"]
    assert words("bot.status.offered", person=f"<@{eve.id}>") in of["Ben"]
    assert "offer" not in of["Chie"]
    await eve.click(card(harbour), lambda control: ":t:claim|1" in control.custom_id)
    await ana.click(card(harbour), tool("unoffer"))
    assert "offer" not in (await chie.slash("status")).text


async def test_owner_and_host_withdraw_an_offer(harbour: Harbour) -> None:
    """By the card or by the private answer; a late press is told that the seat is not on offer."""
    table = await Table.of(harbour)
    ana, ben, _ = table.people
    panel = (await ben.slash("replace")).post
    shown = card(harbour)
    await ben.click(panel, tool("unoffer"))
    assert cards(harbour) == 0
    late = await harbour.user("Eve").click(shown, tool("claim"), stale=True)
    assert words("desk.seat_taken") in late.posts[-1].text
    assert words("desk.not_offered") in (await ben.click(panel, tool("unoffer"), stale=True)).text
    await ben.slash("replace")
    await ana.click(card(harbour), tool("unoffer"))
    assert cards(harbour) == 0


async def test_the_host_offers_any_seat_and_others_ask_the_table(harbour: Harbour) -> None:
    """A player's wish is a vote; a stranger's is refused."""
    table = await Table.of(harbour)
    ana, ben, _chie = table.people
    host = await ana.slash("replace", player="Chie")
    await ana.click(host.post, tool("offer"))
    assert words("bot.seat.wanted", who="Chie") in card(harbour).text
    await ana.click(card(harbour), tool("unoffer"))
    wish = await ben.slash("replace", player="Chie")
    await ben.click(wish.post, tool("offer"))
    assert cards(harbour) == 0
    ballot = next(m for m in reversed(harbour.channel_messages()) if any(map(tool("agree"), m.controls)))
    await ana.click(ballot, tool("agree"))
    assert cards(harbour) == 1
    stranger = await harbour.user("Eve").slash("replace", player="Chie")
    assert words("desk.not_seated") in stranger.text


async def test_who_cannot_have_a_seat_is_told_why(harbour: Harbour) -> None:
    """Bots, people at the table, people who are not here, and names that nobody has."""
    table = await Table.of(harbour)
    ana, ben, _ = table.people
    eve = harbour.user("Eve")
    bot = harbour.user("Robot")
    harbour.backend.users[bot.id].bot = True
    assert words("bot.seat.no_bots") in (await ana.slash("replace", **given(bot))).text
    assert words("desk.seated_already", who="Ben") in (await ana.slash("replace", **given(ben))).text
    assert words("desk.no_such_seat") in (await ana.slash("replace", player="Nobody")).text
    choice = (await ana.slash("replace", player="Ben", **given(eve))).post
    eve.leaves()
    assert words("bot.seat.no_member") in (await ana.click(choice, tool("offer"))).text
    await ana.slash("replace")
    assert words("desk.seated_already", who="Ben") in (await ben.click(card(harbour), tool("claim"))).posts[-1].text
    assert words("desk.own_seat") in (await ana.click(card(harbour), tool("claim"))).posts[-1].text


async def test_several_seats_stand_on_one_card(harbour: Harbour) -> None:
    """Each has its own button; when one is taken, the card goes on with the others."""
    table = await Table.of(harbour)
    ana, ben, _ = table.people
    await ana.slash("replace")
    await ben.slash("replace")
    shown = card(harbour)
    assert cards(harbour) == 1
    eve, finn = harbour.user("Eve"), harbour.user("Finn")
    claims = [control.custom_id for control in shown.controls if tool("claim")(control)]
    assert len(claims) == 2
    await eve.click(shown, claims[0])
    assert cards(harbour) == 1
    await finn.click(card(harbour), tool("claim"))
    look = await harbour.app.desk.look(table.match, None)
    assert sorted(seat.name for seat in look.seats) == ["Chie", "Eve", "Finn"]


async def test_an_offer_ends_with_the_game(harbour: Harbour) -> None:
    table = await Table.of(harbour)
    ana = table.people[0]
    await ana.slash("replace")
    shown = card(harbour)
    await table.play_out()
    assert cards(harbour) == 0
    assert words("bot.seat.over") in table.said
    late = await harbour.user("Eve").click(shown, tool("claim"), stale=True)
    assert words("kernel.game_over") in late.posts[-1].text


async def test_a_deleted_card_comes_again_when_it_changes(harbour: Harbour) -> None:
    """And the offer can be made anew at any time."""
    table = await Table.of(harbour)
    ana, ben, _ = table.people
    await ana.slash("replace")
    await harbour.delete(card(harbour))
    assert cards(harbour) == 0
    await ana.slash("replace")
    assert cards(harbour) == 1
    await ben.slash("replace")
    await harbour.delete(card(harbour))
    await ana.slash("join")
    await harbour.user("Eve").slash("board")
    await ben.slash("replace")
    assert cards(harbour) == 1


async def test_a_new_person_with_closed_messages_is_called_in_the_channel(harbour: Harbour) -> None:
    """Once, with where to look; what the seat knows stands in the private answer and under the board's button.

    Like every call it tells the last of what happened.
    """
    table = await Table.of(harbour)
    before = await table.asked()
    await table.pass_turn()
    asked, eve = await table.asked(), harbour.user("Eve")
    eve.close_dms()
    await asked.slash("replace")
    with harbour.expect_faults("50007"):
        await eve.click(card(harbour), tool("claim"))
    assert not eve.dms()
    assert table.rings(eve) == 1
    assert f"• {before} " in eve.pings()[-1].text
    reply = await eve.click(table.board, tool("view"))
    assert reply.posts[-1].private
    assert reply.posts[-1].files


async def test_the_host_is_asked_no_more_when_the_seat_is_anothers(harbour: Harbour) -> None:
    """The table goes with its host's seat."""
    table = await Table.of(harbour)
    ana, eve = table.people[0], harbour.user("Eve")
    await ana.slash("replace")
    await eve.click(card(harbour), tool("claim"))
    assert (await harbour.app.desk.look(table.match, None)).host == eve.id
    assert words("desk.not_seated") in (await ana.slash("replace", player="Ben")).text


# -- what nobody must know ---------------------------------------------------------------------------------------------


async def test_whoever_had_a_seat_sees_what_strangers_see(harbour: Harbour) -> None:
    """By every look, in /log and /status too, and by their old buttons."""
    table = await Table.of(harbour)
    asked, eve, finn = await table.asked(), harbour.user("Eve"), harbour.user("Finn")
    await pick(asked, table.board, ":survey|1.3")
    letters = [one for one in asked.dms() if one.controls]
    await asked.slash("replace")
    await eve.click(card(harbour), tool("claim"))
    for command in ("view", "board", "log", "status"):
        mine, theirs = await asked.slash(command), await finn.slash(command)
        assert mine.text == theirs.text
    for letter in letters:
        for control in letter.controls:
            if control.kind == "button" and ":t:" not in control.custom_id:
                assert words("desk.not_seated") in (await asked.click(letter, control.custom_id, stale=True)).text
    assert "You saw" in (await eve.slash("log")).text
    assert "You saw" not in (await asked.slash("log")).text


async def test_after_a_hand_over_the_former_owner_is_a_stranger(tmp_path: Path) -> None:
    """Whatever they try, and whatever happens at the table, they see what somebody sees who never sat there."""
    async with Harbour(tmp_path) as harbour:
        table = await Table.of(harbour)
        asked, eve, finn = await table.asked(), harbour.user("Eve"), harbour.user("Finn")
        old = table.board
        await pick(asked, table.board, ":survey|1.3")
        await asked.slash("replace")
        await eve.click(card(harbour), tool("claim"))
        before = {person: len(seen(harbour, table.match, person)) for person in (asked, finn)}
        for _ in range(3):
            for person in before:
                await pry(harbour, person, (old,))
            await table.pass_turn()
            await harbour.skip(hours=30)
        await harbour.restart(hard=True)
        for person in before:
            await pry(harbour, person, (old,))
        told, strangers = (seen(harbour, table.match, person)[start:] for person, start in before.items())
        same([replace(one, only_for=None) for one in told], [replace(one, only_for=None) for one in strangers])


async def test_whoever_had_a_seat_takes_no_other(harbour: Harbour) -> None:
    """They know too much for it; their own they may have again."""
    table = await Table.of(harbour)
    ana, ben, _ = table.people
    eve = harbour.user("Eve")
    await ben.slash("replace")
    await eve.click(card(harbour), tool("claim"))
    await ana.slash("replace")
    assert words("desk.other_seat_before") in (await ben.click(card(harbour), tool("claim"))).posts[-1].text
    await ana.click(card(harbour), tool("unoffer"))
    await eve.slash("replace")
    assert words("bot.seat.claimed") in (await ben.click(card(harbour), tool("claim"))).text


# -- public faults -----------------------------------------------------------------------------------------------------


async def test_who_blocks_the_bot_gives_up_the_seat_and_plays_elsewhere(harbour: Harbour) -> None:
    """Closed messages in the midst of a game keep nobody in it: neither from leaving nor from another table."""
    table = await Table.of(harbour)
    asked, eve = await table.asked(), harbour.user("Eve")
    asked.close_dms()
    await asked.slash("replace")
    with harbour.expect_faults():
        await eve.click(card(harbour), tool("claim"))
        await eve.click(table.board, tavern)
    other = harbour.create_channel("other")
    ben = next(person for person in table.people if person is not asked)
    second = await Table.of(harbour, asked.name, ben.name, where=other)
    assert second.match != table.match
    assert words("desk.not_seated") in (await asked.slash("resign")).text


async def test_who_leaves_while_the_seat_is_on_offer_holds_nobody_up(harbour: Harbour) -> None:
    """A stand-in plays, the offer stands, and whoever takes it plays on."""
    table = await Table.of(harbour)
    asked, eve = await table.asked(), harbour.user("Eve")
    other, _ = await table.waiting()
    await asked.slash("replace")
    asked.leaves()
    await harbour.skip(minutes=10)
    await other.slash("status")
    assert words("desk.left", who=asked) in table.said
    assert await table.asked() is not asked
    with harbour.expect_faults():
        await eve.click(card(harbour), tool("claim"))
    look = await harbour.app.desk.look(table.match, None)
    assert [seat.standin for seat in look.seats if seat.name == "Eve"] == [False]
