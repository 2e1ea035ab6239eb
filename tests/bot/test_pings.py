"""Who is told of a turn, by which way, and how often: each question once, over weeks, whatever is closed or breaks."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import pytest

from bot.ui.speech import Speech
from tests.bot.chips import GAMES, in_words
from tests.bot.harbour import Harbour
from tests.bot.people import Person
from tests.bot.tables import Table, tavern, words

NEW_DM = "/users/@me/channels"
HIDE = words("bot.button.secret")


async def style(world: Harbour, ping: Any) -> None:
    """How the server wants people to be told."""
    await world.app.desk.people.set_guild(world.guild_id, ping=ping)


@pytest.fixture
async def chips(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Harbour]:
    borrowed = Speech._sentence

    def sentence(self: Speech, key: str, lang: str, n: int | None) -> str | None:
        return "What was hidden" if key == "takara.scene.round" else borrowed(self, key, lang, n)

    monkeypatch.setattr(Speech, "_sentence", sentence)
    async with Harbour(tmp_path, games=GAMES, textboard=in_words) as world:
        yield world


# -- the ladder --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("code", [50007, 50278])
async def test_closed_direct_messages_become_mentions_at_every_turn_and_stop_nobody(
    harbour: Harbour, code: int
) -> None:
    """Nobody can be written to, from the start to the end: each turn rings once in the channel, and the game ends."""
    harbour.fail("POST", NEW_DM, status=403, code=code, times=1_000)
    table = await Table.of(harbour, "Ana", "Ben")
    heard = {person.name: 0 for person in table.people}
    for _ in range(6):
        asked = await table.asked()
        heard[asked.name] += 1
        assert {person.name: table.rings(person) for person in table.people} == heard
        await table.pass_turn()
    await table.play_out()
    assert len([m for m in harbour.channel_messages() if words("bot.result.title") in m.text]) == 1
    assert not any(person.dms() for person in table.people)


async def test_who_can_be_told_in_no_way_is_reported_to_the_host_once_a_turn(harbour: Harbour) -> None:
    """The server mentions nobody and the person takes no letters: then the host hears of it, at each of their turns."""
    table = await Table.of(harbour, "Ana", "Ben")
    host, mute = table.people
    await style(harbour, "none")
    await harbour.app.desk.people.set(mute.id, dms=False)
    if await table.asked() is mute:
        await table.pass_turn()
    before = len(host.dms())
    await table.pass_turn()
    assert len(host.dms()) == before + 1
    assert words("bot.host.unreached") in host.dms()[-1].text
    assert "Ben" in host.dms()[-1].text
    await harbour.skip(hours=3)
    assert len(host.dms()) == before + 1
    assert words("bot.status.told.not") in (await host.slash("status")).text
    assert not table.rings(mute)
    await table.pass_turn()
    await table.pass_turn()
    assert len(host.dms()) == before + 2


async def test_a_server_that_tells_nobody_reports_nobody(harbour: Harbour) -> None:
    """Where people only don't hear because the server is to be quiet, the host isn't bothered."""
    table = await Table.of(harbour, "Ana", "Ben")
    await style(harbour, "none")
    heard = table.told()
    for _ in range(4):
        await table.pass_turn()
    assert {name: n for name, n in table.told().items() if name != "channel"} == {
        name: n for name, n in heard.items() if name != "channel"
    }


async def test_letter_and_mention_where_both_are_wanted_are_not_doubled_when_letters_close(harbour: Harbour) -> None:
    """The board has rung already: a letter that is refused is no reason to ring again."""
    table = await Table.of(harbour, "Ana", "Ben")
    await style(harbour, "both")
    following = await table.next()
    following.close_dms()
    before = table.rings(following)
    await table.pass_turn()
    assert table.rings(following) == before + 1


# -- over weeks --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("ping", ["dm", "mention"])
async def test_over_weeks_each_question_calls_once(harbour: Harbour, ping: str) -> None:
    """A game at a turn every few hours, with restarts in between: as many calls as questions, and no reminder."""
    table = await Table.of(harbour)
    await style(harbour, ping)
    questions = {person.name: len(person.dms()) + table.rings(person) for person in table.people}
    for turn in range(24):
        await harbour.skip(hours=17)
        if turn % 7 == 3:
            await harbour.restart(hard=turn % 2 == 0)
        await table.pass_turn()
        questions[(await table.asked()).name] += 1
        heard = {person.name: len(person.dms()) + table.rings(person) for person in table.people}
        assert heard == questions, turn


async def test_an_end_while_a_reminder_goes_out_loses_and_repeats_none(harbour: Harbour) -> None:
    """The bot dies as it reminds somebody: after its start there is one reminder, not none and not two."""
    table = await Table.of(harbour, "Ana", "Ben")
    asked = await table.asked()
    for applied in (False, True):
        before = len(asked.dms())
        harbour.die_at("POST", f"/channels/{asked.dm.id}/messages", applied=applied)
        await harbour.skip(hours=25)
        assert harbour.dead
        await harbour.restart(hard=True)
        await harbour.pass_time(minutes=2)
        assert len(asked.dms()) == before + 1


async def test_a_reminder_that_was_going_out_before_days_of_silence_is_not_told_twice(harbour: Harbour) -> None:
    """The bot dies as it reminds somebody, and is back two days later: one more reminder, not the old one again."""
    table = await Table.of(harbour, "Ana", "Ben")
    asked = await table.asked()
    before = len(asked.dms())
    harbour.die_at("POST", f"/channels/{asked.dm.id}/messages", applied=True)
    await harbour.skip(hours=25)
    assert harbour.dead
    await harbour.kill()
    await harbour.skip(hours=48)
    await harbour.start()
    await harbour.pass_time(minutes=3)
    assert len(asked.dms()) == before + 2


# -- whoever leaves ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("goes", [Person.leaves, Person.is_banned], ids=["leaves", "banned"])
async def test_who_leaves_while_all_choose_at_once_holds_nobody_up(
    chips: Harbour, goes: Callable[[Person], None]
) -> None:
    """The stand-in chooses for them; the others' choices stand, and the round ends."""
    table = await Table.of(chips, "Ana", "Ben", "Chie")
    for person in table.people:
        await _choose(person, table, "alpha")
    ana, ben, chie = table.people
    await _choose(ana, table, "high")
    goes(ben)
    await chips.skip(minutes=10)
    await chie.slash("status")
    assert words("desk.left", who="Ben") in table.said
    await _choose(chie, table, "low")
    look = await chips.app.desk.look(table.match, None)
    assert look.view.shown, "the round has ended"
    assert look.seats[1].standin


async def _choose(person: Person, table: Table, key: str) -> None:
    panel = next(post for post in reversed((await person.click(table.board, HIDE)).posts) if post.private)
    await person.click(panel, f"{key} 0")


async def test_who_has_left_is_found_out_by_a_reminder(harbour: Harbour) -> None:
    """Nobody looks at the table for a day: the reminder that would have gone out finds that its person is gone."""
    table = await Table.of(harbour)
    leaver = await table.asked()
    leaver.leaves()
    before = len(leaver.dms())
    await harbour.skip(hours=25)
    assert words("desk.left", who=leaver) in table.said
    assert len(leaver.dms()) == before
    assert await table.asked() is not leaver


async def test_who_has_left_is_found_out_though_they_rest(harbour: Harbour) -> None:
    """Quiet hours delay the letter, not the look whether there is anybody to write to."""
    table = await Table.of(harbour)
    leaver = await table.next()
    quiet: dict[str, Any] = {"quiet_from": 0, "quiet_until": 23 * 60 + 59, "zone": "UTC"}
    await harbour.app.desk.people.set(leaver.id, **quiet)
    leaver.leaves()
    await table.pass_turn()
    assert words("desk.left", who=leaver) in table.said
    assert await table.asked() is not leaver


# -- since your last turn ----------------------------------------------------------------------------------------------


async def test_a_mention_tells_the_last_of_what_happened(harbour: Harbour) -> None:
    """The line in the channel says in a few lines what one missed, and where to read the rest."""
    table = await Table.of(harbour)
    asked = await table.asked()
    await harbour.app.desk.people.set(asked.id, dms=False)
    for _ in range(3):
        await table.pass_turn()
    await harbour.skip(hours=25)
    line = asked.pings()[-1]
    assert words("bot.turn.mention_again") in line.text
    assert 1 <= sum(part.startswith("• ") for part in line.text.split("\n")) <= 3


async def test_a_letter_tells_few_lines_and_where_the_rest_is(harbour: Harbour) -> None:
    """Six lines at most of what happened since one acted; /log has all."""
    table = await Table.of(harbour)
    for _ in range(3):
        asked = await table.asked()
        await asked.click(table.board, tavern)
    told = [post.text for person in table.people for post in person.dms()]
    assert all(sum(part.startswith("• ") for part in text.split("\n")) <= 6 for text in told)
    assert any(words("bot.turn.since") in text for text in told)
