"""Reminders, quiet hours, the daily letter, being next and hearing less: each call once, in its person's time."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from engines.desk.records import Guest
from tests.bot.harbour import Harbour
from tests.bot.people import Person
from tests.bot.tables import Table, tavern, tool, words

NIGHT: dict[str, Any] = {"zone": "UTC", "quiet_from": 22 * 60, "quiet_until": 8 * 60}


async def prefers(world: Harbour, person: Person, **wishes: Any) -> None:
    """As if chosen in /settings."""
    await world.app.desk.people.set(person.id, **wishes)
    await world.app.desk.alarms.changed(person.id)
    await world.app.deliver.drain()


async def until(world: Harbour, hour: int) -> None:
    """Time passes until it is that hour of the next day."""
    now = world.now()
    there = datetime.combine(now.date() + timedelta(days=1), datetime.min.time(), UTC) + timedelta(hours=hour)
    await world.skip(seconds=(there - now).total_seconds() + 30)


async def style(world: Harbour, ping: Any) -> None:
    """How the server wants people to be told."""
    guild = world.channel.guild_id
    assert guild is not None
    await world.app.desk.people.set_guild(guild, ping=ping)


async def days(world: Harbour, n: int) -> None:
    """So many days go by, hour by hour."""
    for _ in range(n * 8):
        await world.skip(hours=3)


# -- reminders ---------------------------------------------------------------------------------------------------------


async def test_who_does_not_answer_is_reminded_and_then_the_host_is_told(harbour: Harbour) -> None:
    """The turn's letter comes again each day, five times, with ways to hear less; then the host hears of it, once."""
    table = await Table.of(harbour, "Ana", "Ben")
    host, other = table.people
    if await table.asked() is host:
        await table.pass_turn()
    before, of_host = len(other.dms()), len(host.dms())
    await days(harbour, 1)
    await harbour.skip(hours=1)
    reminder = other.dms()[-1]
    assert len(other.dms()) == before + 1
    assert words("bot.turn.reminder") in reminder.text
    assert words("bot.turn.asked") in reminder.text
    assert words("bot.turn.next_reminder") in reminder.text
    assert reminder.text.count(":R>") == 2, "since when, and when again, on everybody's own clock"
    assert reminder.files
    assert [bool(letter.controls) for letter in other.dms()[-2:]] == [False, True]
    assert words("bot.turn.newer") in other.dms()[-2].text
    assert not other.dms()[-2].files, "one board, not one for each day"
    status = (await host.slash("status")).text
    assert words("bot.status.reminders", 1) in status
    assert words("bot.turn.next_reminder") in status
    assert len(host.dms()) == of_host
    await days(harbour, 14)
    assert len(other.dms()) == before + 5
    told = host.dms()[of_host:]
    assert len(told) == 1
    assert words("bot.stall.told") in told[0].text
    assert "Ben" in told[0].text
    await other.click(other.dms()[-1], tavern)
    assert await table.asked() is host


async def test_a_host_who_has_left_is_not_told_but_whoever_is_host_then(harbour: Harbour) -> None:
    """That the host has left comes out with the notice; the seat passes, and the next host hears of who is silent."""
    table = await Table.of(harbour, "Ana", "Ben", "Chie")
    ana, ben, chie = table.people
    while await table.asked() is not chie:
        await table.pass_turn()
    before = len(ben.dms())
    ana.leaves()
    await days(harbour, 8)
    told = [letter for letter in ben.dms()[before:] if words("bot.stall.told") in letter.text]
    assert len(told) == 1
    assert "Chie" in told[0].text
    assert not [letter for letter in ana.dms() if words("bot.stall.told") in letter.text]


@pytest.mark.parametrize("wish", ["none", "turn", "game"])
async def test_whoever_wants_no_reminders_keeps_nobody_waiting_unnoticed(harbour: Harbour, wish: str) -> None:
    """They hear nothing, as they wished; the host hears after as long as of everybody else, with what can be done."""
    table = await Table.of(harbour, "Ana", "Ben")
    host, other = table.people
    if await table.asked() is host:
        await table.pass_turn()
    if wish == "none":
        await prefers(harbour, other, remind=0)
    else:
        await harbour.skip(hours=25)
        await other.click(other.dms()[-1], tool(f"quiet_{wish}"))
    before, of_host = len(other.dms()), len(host.dms())
    await days(harbour, 5)
    assert len(host.dms()) == of_host
    await days(harbour, 10)
    assert len(other.dms()) == before
    (told,) = host.dms()[of_host:]
    assert words("bot.stall.told", who=other) in told.text
    assert any(tool("standin")(control) for control in told.controls)


async def test_of_a_host_who_does_not_answer_the_others_read_what_they_can_do(harbour: Harbour) -> None:
    """One line in the channel, which rings for nobody; they agree on a stand-in, and the game goes on."""
    table = await Table.of(harbour, "Ana", "Ben", "Chie")
    host, one, other = table.people
    while await table.asked() is not host:
        await table.pass_turn()
    rings = [table.rings(person) for person in table.people]
    await days(harbour, 14)
    (line,) = (m for m in harbour.channel_messages() if words("desk.host_silent", who="Ana") in m.text)
    assert "/replace" in line.text
    assert [table.rings(person) for person in table.people] == rings
    await one.click((await one.slash("replace", player="Ana")).post, tool("standin"))
    await other.click(next(m for m in reversed(other.dms()) if any(map(tool("agree"), m.controls))), tool("agree"))
    assert await table.asked() is not host
    assert (await harbour.app.desk.look(table.match, None)).host != host.id


async def test_a_reminder_plays_the_turn_like_the_first_letter(harbour: Harbour) -> None:
    """Whoever presses on the reminder plays; nothing about an answered question comes any more."""
    table = await Table.of(harbour, "Ana", "Ben")
    asked = await table.asked()
    await harbour.skip(hours=25)
    await asked.click(asked.dms()[-1], tavern)
    assert not asked.dms()[-1].controls
    before = len(asked.dms())
    other = await table.asked()
    assert other is not asked
    await harbour.skip(hours=23)
    assert len(asked.dms()) == before


async def test_where_letters_are_not_wanted_a_reminder_is_a_line_in_the_channel(harbour: Harbour) -> None:
    """Whose direct messages are closed or unwanted is mentioned with a link, once a day."""
    table = await Table.of(harbour, "Ana", "Ben")
    asked = await table.asked()
    await prefers(harbour, asked, dms=False)
    before = table.rings(asked)
    await harbour.skip(hours=25)
    assert table.rings(asked) == before + 1
    line = asked.pings()[-1]
    assert words("bot.turn.mention_again") in line.text
    assert table.board.jump in line.text
    assert not line.controls


async def test_restarts_and_reconnections_neither_lose_nor_repeat_a_reminder(harbour: Harbour) -> None:
    """However often the bot starts or Discord says that it is ready: one reminder, also if it was down then."""
    table = await Table.of(harbour, "Ana", "Ben")
    asked = await table.asked()
    before = len(asked.dms())
    await harbour.skip(hours=25)
    assert len(asked.dms()) == before + 1
    for _ in range(5):
        await harbour.restart()
        await harbour.reconnect()
        await harbour.skip(minutes=5)
    assert len(asked.dms()) == before + 1
    await harbour.stop()
    await harbour.skip(hours=40)
    await harbour.start()
    await harbour.skip(minutes=5)
    assert len(asked.dms()) == before + 2


async def test_a_lost_channel_costs_only_its_own_table_the_reminders(harbour: Harbour) -> None:
    """One game's channel is deleted: the people of other games are reminded all the same."""
    table = await Table.of(harbour, "Ana", "Ben")
    elsewhere = harbour.create_channel("elsewhere")
    await Table.of(harbour, "Chie", "Dan", where=elsewhere)
    await harbour.delete_channel(elsewhere)
    asked = await table.asked()
    before = len(asked.dms())
    await harbour.skip(hours=25)
    await harbour.skip(hours=25)
    assert len(asked.dms()) == before + 2


async def test_a_host_without_letters_is_called_in_the_channel_about_who_does_not_answer(harbour: Harbour) -> None:
    """The host hears of it by the same ladder as everybody else, and not in the middle of the night."""
    table = await Table.of(harbour, "Ana", "Ben")
    host, other = table.people
    if await table.asked() is host:
        await table.pass_turn()
    await prefers(harbour, host, **NIGHT)
    host.close_dms()
    for _ in range(7 * 24):
        await harbour.skip(hours=1)
        if host.pings():
            break
    (line,) = host.pings()
    assert words("bot.stall.mention") in line.text
    assert other.name in line.text
    assert 8 <= harbour.now().hour < 22


async def test_a_reminder_speaks_its_readers_language(harbour: Harbour) -> None:
    """Whoever reads Japanese is reminded in Japanese, with buttons and times."""
    harbour.user("Ben", locale="ja")
    table = await Table.of(harbour, "Ana", "Ben")
    ana, ben = table.people
    if await table.asked() is ana:
        await table.pass_turn()
    await harbour.skip(hours=25)
    letter = ben.dms()[-1]
    assert "リマインダー" in letter.text
    assert {"この手番のリマインダーを止める", "このゲームをミュート"} <= set(letter.labels)


# -- hearing less ------------------------------------------------------------------------------------------------------


async def test_a_turn_can_be_muted_and_the_next_one_is_told_again(harbour: Harbour) -> None:
    """ "No more reminders this turn" holds for this turn; its letter then offers to hear again."""
    table = await Table.of(harbour, "Ana", "Ben")
    asked = await table.asked()
    await harbour.skip(hours=25)
    reply = await asked.click(asked.dms()[-1], tool("quiet_turn"))
    assert words("bot.mute.turn") in reply.text
    assert any(tool("loud")(control) for control in asked.dms()[-1].controls)
    before = len(asked.dms())
    await days(harbour, 3)
    assert len(asked.dms()) == before
    await table.pass_turn()
    await table.pass_turn()
    assert len(asked.dms()) == before + 1
    await harbour.skip(hours=25)
    assert len(asked.dms()) == before + 2


async def test_reminders_can_be_turned_on_again_on_the_letter(harbour: Harbour) -> None:
    """Whoever thought better of it is reminded again."""
    table = await Table.of(harbour, "Ana", "Ben")
    asked = await table.asked()
    await harbour.skip(hours=25)
    await asked.click(asked.dms()[-1], tool("quiet_turn"))
    reply = await asked.click(asked.dms()[-1], tool("loud"))
    assert words("bot.mute.off") in reply.text
    before = len(asked.dms())
    await harbour.skip(hours=25)
    assert len(asked.dms()) == before + 1


@pytest.mark.parametrize("ping", ["dm", "mention"])
async def test_a_muted_game_calls_nobody_until_it_is_over(harbour: Harbour, ping: str) -> None:
    """No letter, no mention, no reminder; /status says so to all, and offers its person to hear of it again."""
    table = await Table.of(harbour, "Ana", "Ben")
    await style(harbour, ping)
    asked = await table.asked()
    await harbour.app.desk.mutes.mute(table.match, Guest(asked.id, asked.name), "game", 1)
    letters, rings = len(asked.dms()), table.rings(asked)
    await table.pass_turn()
    await table.pass_turn()
    await days(harbour, 3)
    assert (len(asked.dms()), table.rings(asked)) == (letters, rings)
    status = await asked.slash("status")
    assert words("bot.status.muted.game") in status.text
    assert words("bot.mute.off") in (await asked.click(status.post, tool("loud"))).text
    assert not (await asked.slash("status")).post.controls
    await table.pass_turn()
    await table.pass_turn()
    assert len(asked.dms()) + table.rings(asked) == letters + rings + 1


async def test_settings_show_what_is_muted_and_turn_it_on_again(harbour: Harbour) -> None:
    """Whoever has lost the letter finds all muted games in /settings."""
    table = await Table.of(harbour, "Ana", "Ben")
    asked = await table.asked()
    await harbour.app.desk.mutes.mute(table.match, Guest(asked.id, asked.name), "game", 1)
    page = (await asked.slash("settings")).post
    assert words("bot.settings.muted") in page.text
    (menu,) = (control for control in page.controls if any("loud." in str(o.value) for o in control.options))
    reply = await asked.select(page, str(menu.options[0].value), menu=menu.custom_id)
    assert words("bot.settings.muted") not in reply.post.text
    assert not (await harbour.app.desk.look(table.match, asked.id)).muted


# -- quiet hours -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("ping", ["dm", "mention"])
async def test_who_sleeps_is_told_when_they_wake_and_once(harbour: Harbour, ping: str) -> None:
    """A turn that begins in quiet hours rings for nobody then, however it is told; /status says when it will."""
    table = await Table.of(harbour, "Ana", "Ben")
    await style(harbour, ping)
    await until(harbour, 23)
    sleeper = await table.next()
    await prefers(harbour, sleeper, **NIGHT)
    heard = len(sleeper.dms()) + table.rings(sleeper)
    await table.pass_turn()
    for _ in range(8):
        await harbour.skip(hours=1)
        assert len(sleeper.dms()) + table.rings(sleeper) == heard
    assert words("bot.status.told.rests") in (await sleeper.slash("status")).text
    await harbour.skip(hours=1, minutes=30)
    assert len(sleeper.dms()) + table.rings(sleeper) == heard + 1
    told = sleeper.dms()[-1] if ping == "dm" else sleeper.pings()[-1]
    assert words("bot.turn.yours" if ping == "dm" else "bot.turn.mention") in told.text
    await harbour.skip(hours=6)
    assert len(sleeper.dms()) + table.rings(sleeper) == heard + 1


async def test_who_plays_in_the_night_is_not_told_in_the_morning(harbour: Harbour) -> None:
    """What was answered before its letter could come is not told any more."""
    table = await Table.of(harbour, "Ana", "Ben")
    await until(harbour, 23)
    sleeper = await table.next()
    await prefers(harbour, sleeper, **NIGHT)
    await table.pass_turn()
    heard = len(sleeper.dms())
    await table.pass_turn()
    await harbour.skip(hours=12)
    assert len(sleeper.dms()) == heard


async def test_hours_that_change_are_asked_again_at_once(harbour: Harbour) -> None:
    """Whoever ends their quiet hours hears at once of what waited for them."""
    table = await Table.of(harbour, "Ana", "Ben")
    await until(harbour, 23)
    sleeper = await table.next()
    await prefers(harbour, sleeper, **NIGHT)
    await table.pass_turn()
    heard = len(sleeper.dms())
    await prefers(harbour, sleeper, quiet_from=None, quiet_until=None)
    assert len(sleeper.dms()) == heard + 1


async def test_vacation_ends_by_itself_and_shows(harbour: Harbour) -> None:
    """Whoever is away is not called before the day of their return; /status says when that is."""
    table = await Table.of(harbour, "Ana", "Ben")
    traveller = await table.next()
    home = harbour.now().date() + timedelta(days=5)
    await prefers(harbour, traveller, zone="UTC", away_until=home)
    heard = len(traveller.dms())
    await table.pass_turn()
    assert words("bot.status.away") in (await traveller.slash("status")).text
    while harbour.now().date() < home:
        assert len(traveller.dms()) == heard
        await harbour.skip(hours=3)
    await harbour.skip(minutes=5)
    assert len(traveller.dms()) == heard + 1


@pytest.mark.parametrize("zone", ["America/New_York", "Europe/Berlin"])
@pytest.mark.parametrize("change", [date(2026, 3, 8), date(2026, 3, 29), date(2026, 10, 25), date(2026, 11, 1)])
async def test_quiet_hours_hold_on_days_of_23_and_25_hours(harbour: Harbour, zone: str, change: date) -> None:
    """Across both changes of the clock: nothing before eight by the person's own clock, and then at once."""
    table = await Table.of(harbour, "Ana", "Ben")
    here = ZoneInfo(zone)
    eve = datetime(change.year, change.month, change.day, tzinfo=here) - timedelta(hours=1)
    await harbour.skip(seconds=(eve - harbour.now()).total_seconds())
    sleeper = await table.next()
    await prefers(harbour, sleeper, **NIGHT | {"zone": zone})
    heard = len(sleeper.dms())
    await table.pass_turn()
    while harbour.now().astimezone(here).hour >= 22 or harbour.now().astimezone(here).hour < 8:
        assert len(sleeper.dms()) == heard
        await harbour.skip(minutes=10)
    await harbour.skip(minutes=1)
    assert len(sleeper.dms()) == heard + 1


# -- the daily letter --------------------------------------------------------------------------------------------------


async def test_one_letter_a_day_tells_of_all_games_instead_of_single_calls(harbour: Harbour) -> None:
    """Those that wait come first, each with its link; one of them is opened right there; nothing else rings."""
    table = await Table.of(harbour, "Ana", "Ben")
    elsewhere = harbour.create_channel("elsewhere")
    second = await Table.of(harbour, "Ana", "Ben", where=elsewhere)
    ana, _ = table.people
    await prefers(harbour, ana, zone="UTC", digest=8)
    for each in (table, second):
        if await each.asked() is ana:
            await each.pass_turn()
    heard = len(ana.dms())
    await table.pass_turn()
    await second.pass_turn()
    await harbour.skip(minutes=5)
    assert len(ana.dms()) == heard, "no single calls"
    assert words("bot.status.told.digest") in (await ana.slash("status")).text
    await days(harbour, 1)
    assert len(ana.dms()) == heard + 1
    letter = ana.dms()[-1]
    assert words("bot.digest.title", 2, n=2) in letter.text
    assert letter.text.count("https://discord.com/channels/") == 2
    assert words("bot.turn.asked") in letter.text
    assert letter.text.count("\n-# Ben ") == 2, "what happened in each of them"
    (menu,) = letter.controls
    reply = await ana.select(letter, str(menu.options[0].value))
    assert any(tavern(control) for post in reply.posts for control in post.controls)
    await days(harbour, 2)
    assert len(ana.dms()) == heard + 3
    assert not table.rings(ana)


async def test_a_daily_letter_does_not_tell_of_games_that_sleep(harbour: Harbour) -> None:
    """Day after day nothing happens there: /games and /wake have them."""
    table = await Table.of(harbour, "Ana", "Ben")
    lost = harbour.create_channel("lost")
    await Table.of(harbour, "Ana", "Ben", where=lost)
    asked = await table.asked()
    await prefers(harbour, asked, digest=8)
    await harbour.delete_channel(lost)
    await days(harbour, 1)
    assert words("bot.digest.title", 1, n=1) in asked.dms()[-1].text
    assert asked.dms()[-1].text.count("https://discord.com/channels/") == 1
    assert words("bot.games.asleep") in (await asked.slash("games")).text


async def test_no_daily_letter_where_nothing_waits(harbour: Harbour) -> None:
    """Whoever has nothing to do hears nothing."""
    table = await Table.of(harbour, "Ana", "Ben")
    asked = await table.asked()
    await prefers(harbour, asked, digest=8)
    await table.pass_turn()
    heard = len(asked.dms())
    await days(harbour, 2)
    assert len(asked.dms()) == heard


async def test_a_daily_letter_that_is_refused_becomes_mentions(harbour: Harbour) -> None:
    """Direct messages that are closed cost nobody the call: the channel of each game that waits mentions them."""
    table = await Table.of(harbour, "Ana", "Ben")
    asked = await table.asked()
    await prefers(harbour, asked, digest=8)
    asked.close_dms()
    before = table.rings(asked)
    await days(harbour, 1)
    assert table.rings(asked) == before + 1
    await days(harbour, 1)
    assert table.rings(asked) == before + 2


# -- being next --------------------------------------------------------------------------------------------------------


async def test_who_wants_to_know_hears_that_they_are_next(harbour: Harbour) -> None:
    """One quiet line a round, before the turn itself, and only to those who asked for it."""
    table = await Table.of(harbour)
    asked, following = await table.asked(), await table.next()
    last = next(person for person in table.people if person not in {asked, following})
    await prefers(harbour, last, next_up=True)
    before = {person.name: len(person.dms()) for person in table.people}
    for told in (1, 3):
        await table.pass_turn()
        assert len(last.dms()) == before[last.name] + told
        assert words("bot.next.told") in last.dms()[-1].text
        await table.pass_turn()
        assert len(last.dms()) == before[last.name] + told + 1
        assert words("bot.turn.yours") in last.dms()[-1].text
        await table.pass_turn()
    assert not any(words("bot.next.told") in post.text for person in (asked, following) for post in person.dms())


async def test_a_step_back_tells_nobody_again_that_they_are_next(harbour: Harbour) -> None:
    """The turn before is taken back and played again: the line that stands is enough."""
    table = await Table.of(harbour)
    asked, following = await table.asked(), await table.next()
    last = next(person for person in table.people if person not in {asked, following})
    await prefers(harbour, last, next_up=True)
    before = len(last.dms())
    await table.pass_turn()
    await asked.click(table.board, tool("undo"))
    assert await table.asked() is asked
    await table.pass_turn()
    assert await table.asked() is following
    assert len(last.dms()) == before + 1
