"""Clocks on Discord: chosen by menus, seen by all, and what the table and its people are told when one runs down."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest
from sqlalchemy import select

from engines.desk.clocks import PRESETS
from engines.desk.hours import Pauses
from engines.desk.tables import TIMERS
from tests.bot import wishes
from tests.bot.harbour import Harbour
from tests.bot.people import Person
from tests.bot.posts import Control, Post
from tests.bot.tables import SPEECH, Table, tool, words

DAY = timedelta(days=1)
EVENING = "choose.evening."


def leads_to(part: str) -> str:
    """How the values of entries end that choose this."""
    return f":t:clock|{part}"


def entry(panel: Post, part: str) -> tuple[Control, str]:
    """The menu with that entry, and its value."""
    for control in panel.controls:
        for option in control.options:
            if leads_to(part) in str(option.value):
                return control, str(option.value)
    raise AssertionError(f"no {part!r} in {panel.controls}")


async def choose(person: Person, panel: Post, part: str) -> Post:
    """Choose on the panel of a clock; the panel afterwards."""
    control, value = entry(panel, part)
    await person.select(panel, value, menu=control.custom_id)
    after = person.world.again(panel)
    assert after is not None
    return after


async def press(person: Person, panel: Post, part: str) -> Post:
    """Press a button of that panel; the panel afterwards."""
    await person.click(panel, lambda control: control.kind == "button" and part in control.custom_id)
    after = person.world.again(panel)
    assert after is not None
    return after


def marked(panel: Post) -> set[str]:
    """What is chosen in the menus."""
    return {option.label for control in panel.controls for option in control.options if option.chosen}


async def wait(world: Harbour, span: timedelta) -> None:
    """Time goes by, with the bot at work whenever something falls due."""
    until = world.now() + span
    while True:
        async with world.app.desk.db.read() as tx:
            due: datetime | None = (await tx.execute(select(TIMERS.c.due).order_by(TIMERS.c.due).limit(1))).scalar()
        if due is None or due > until:
            break
        await world.skip(seconds=max(0, (due - world.now()).total_seconds() - 1))
        await world.pass_time(seconds=21)
    await world.skip(seconds=max(0, (until - world.now()).total_seconds()))


async def clocked(world: Harbour, at_zero: str, *names: str, language: str = "en") -> Table:
    """A table of Takara with this evening's clock."""
    people = tuple(world.user(name) for name in names or ("Ana", "Ben"))
    host, *others = people
    options = (await host.slash("newgame", game="takara")).post
    card = world.last()
    if language != "en":
        await host.select(options, language, menu=lambda control: ":l:language" in control.custom_id)
    for one in others:
        await one.click(card, lambda control: ":l:join" in control.custom_id)
    panel = (await host.click(card, tool("clock"))).posts[-1]
    panel = await choose(host, panel, EVENING)
    if at_zero != "tell":
        await choose(host, panel, f"choose.evening.{at_zero}.")
    await host.click(card, lambda control: ":l:start" in control.custom_id)
    return Table(world, await world.match(), people)


# -- choosing ----------------------------------------------------------------------------------------------------------


async def test_the_host_chooses_in_the_lobby(harbour: Harbour) -> None:
    """By menus and switches, at once; the card says it in a line; there is none until then."""
    ana, ben = harbour.user("Ana"), harbour.user("Ben")
    await ana.slash("newgame", game="takara")
    assert words("desk.clock.time.day") not in harbour.last().text
    panel = (await ana.click(harbour.last(), tool("clock"))).posts[-1]
    assert panel.private
    assert words("bot.clock.none") in panel.text
    assert len(marked(panel)) == 1
    panel = await choose(ana, panel, "choose.day.")
    panel = await choose(ana, panel, "choose.day.turn.")
    panel = await press(ana, panel, "choose.day.turn.nv")
    line = harbour.last().text
    for part in ("time.day", "zero.turn", "pause.nights", "pause.vacations"):
        assert words(f"desk.clock.{part}") in line
        assert words(f"desk.clock.{part}") in panel.text
    clock = (await harbour.app.desk.lobby(await harbour.match())).clock
    assert clock is not None
    assert clock.same_time(PRESETS["day"])
    assert (clock.at_zero, clock.pauses) == ("turn", Pauses(nights=True, vacations=True))
    seen = (await ben.click(harbour.last(), tool("clock"))).posts[-1]
    assert words("desk.clock.time.day") in seen.text
    assert not seen.controls, "everybody sees it, the host alone changes it"
    await choose(ana, panel, "choose.off.")
    assert words("desk.clock.time.day") not in harbour.last().text


async def test_from_the_clock_there_is_a_way_back_to_the_options(harbour: Harbour) -> None:
    ana = harbour.user("Ana")
    options = (await ana.slash("newgame", game="takara")).post
    panel = (await ana.click(harbour.last(), tool("clock"))).posts[-1]
    back = await press(ana, panel, ":l:options")
    assert back.custom_ids == options.custom_ids


async def test_a_panel_that_is_too_old_says_so(harbour: Harbour) -> None:
    """A choice for the lobby, made when the game runs, is not agreed on by that; when it is over, it is refused."""
    table = await Table.of(harbour, "Ana", "Ben")
    ana = table.people[0]
    panel = (await ana.slash("clock")).post
    panel = await choose(ana, panel, "choose.day.")
    assert (await harbour.app.desk.look(table.match, None)).clock is None
    await table.play_out()
    reply = await ana.click(panel, lambda control: ":t:clock|set." in control.custom_id)
    assert words("kernel.game_over") in reply.text


async def test_while_a_game_runs_the_host_agrees_and_the_table_is_told(harbour: Harbour) -> None:
    """Nothing holds until the button is pressed; then there is one line, and the board shows until when."""
    table = await Table.of(harbour, "Ana", "Ben")
    ana, ben = table.people
    panel = (await ana.slash("clock")).post
    panel = await choose(ana, panel, "choose.three_days.")
    panel = await choose(ana, panel, "choose.three_days.seat.")
    assert words("bot.clock.choice") in panel.text
    assert (await harbour.app.desk.look(table.match, None)).clock is None
    panel = await press(ana, panel, ":t:clock|set.")
    said = [post for post in harbour.channel_messages() if words("desk.clock.set") in post.text]
    assert len(said) == 1
    assert words("desk.clock.time.three_days") in said[0].text
    (deadline,) = (await harbour.app.desk.look(table.match, None)).deadlines
    assert f"<t:{int(deadline[1].timestamp())}:R>" in harbour.board().text
    seen = (await ben.slash("clock")).post
    assert f"<t:{int(deadline[1].timestamp())}:R>" in seen.text
    assert not seen.controls
    status = (await ben.slash("status")).text
    assert words("bot.clock.left") in status
    assert f"<t:{int(deadline[1].timestamp())}:R>" in status
    panel = await choose(ana, panel, "choose.off.")
    await press(ana, panel, ":t:clock|set.off.")
    assert any(words("desk.clock.off") in post.text for post in harbour.channel_messages())
    assert words("bot.clock.board") not in harbour.board().text


async def test_a_game_in_direct_messages_has_none(harbour: Harbour) -> None:
    ana = harbour.user("Ana")
    await ana.slash("newgame", ana.dm, game="aerion")
    assert not any(tool("clock")(control) for control in harbour.last(ana.dm).controls)
    assert words("desk.clock.alone") in (await ana.slash("clock", ana.dm)).text


# -- running down ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", ["en", "ja"])
async def test_a_warning_and_the_end_in_both_languages(harbour: Harbour, language: str) -> None:
    """A letter before: until when, and what happens then; after it a line, once, and the host's."""
    world = harbour
    for name in ("Ana", "Ben"):
        world.user(name, locale={"en": "en-US", "ja": "ja"}[language])
    table = await clocked(world, "tell", "Ana", "Ben", language=language)
    await table.pass_turn()
    asked = await table.asked()
    letters = len(asked.dms())
    (missed,) = (await world.app.desk.look(table.match, asked.id, fresh=True)).news
    look = await world.app.desk.look(table.match, None)
    zero = f"<t:{int(look.deadlines[0][1].timestamp())}:R>"
    assert zero in table.board.text
    assert zero in asked.dms()[-1].text, "the letter of the turn says it, too"
    await wait(world, timedelta(minutes=21))
    (warning,) = asked.dms()[letters:]
    assert zero in warning.text
    assert SPEECH.sentence("bot.clock.then.tell", language, None) in warning.text
    assert SPEECH.sentence("bot.turn.since", language, None) in warning.text
    assert len(warning.text.split("\n• ")) == 2, missed
    up = SPEECH.sentence("desk.flag.tell", language, None).replace("{who}", asked.name)
    assert up not in table.said
    await wait(world, timedelta(days=2))
    assert table.said.count(up) == 1
    assert (await table.asked()) is asked
    host = table.people[0]
    if asked is not host:
        assert any(up.replace(asked.name, f"**{asked.name}**") in letter.text for letter in host.dms())


async def test_the_stand_in_plays_the_turn(harbour: Harbour) -> None:
    """The channel and whoever was late read it, the next one is called, and the late one has the turn after."""
    table = await clocked(harbour, "turn")
    late = await table.asked()
    next_ = await table.next()
    await wait(harbour, timedelta(minutes=32))
    assert words("desk.flag.turn") in table.said
    assert all(words("bot.turn.stood_in") in letter.text for letter in late.dms())
    assert (await table.asked()) is next_
    assert any(words("bot.turn.yours") in letter.text for letter in next_.dms())
    await table.pass_turn()
    assert (await table.asked()) is late
    await table.pass_turn()
    assert (await table.asked()) is next_


async def test_the_seat_passes_and_comes_back(harbour: Harbour) -> None:
    table = await clocked(harbour, "seat")
    late = await table.asked()
    await wait(harbour, timedelta(minutes=32))
    assert words("desk.flag.seat") in table.said
    look = await harbour.app.desk.look(table.match, None)
    assert [seat.standin for seat in look.seats if seat.name == late.name] == [True]
    await late.slash("join")
    look = await harbour.app.desk.look(table.match, None)
    assert not any(seat.standin for seat in look.seats)


async def test_closed_direct_messages_are_warned_in_the_channel(harbour: Harbour) -> None:
    table = await clocked(harbour, "tell")
    asked = await table.asked()
    asked.close_dms()
    rings = table.rings(asked)
    await wait(harbour, timedelta(minutes=21))
    assert table.rings(asked) == rings + 1
    assert words("bot.clock.warning_mention") in table.said


async def test_a_vacation_set_by_menus_moves_the_deadline(harbour: Harbour) -> None:
    """On the board at once, and the flag with it, if the table says that vacations stop the clock."""
    table = await Table.of(harbour, "Ana", "Ben")
    ana = table.people[0]
    panel = await choose(ana, (await ana.slash("clock")).post, "choose.day.")
    await press(ana, panel, ":t:clock|set.")
    asked = await table.asked()
    (before,) = (await harbour.app.desk.look(table.match, None)).deadlines
    await wishes.choose(asked, ("open.away", "away.7"))
    (after,) = (await harbour.app.desk.look(table.match, None)).deadlines
    assert after[1] - before[1] > 5 * DAY
    assert f"<t:{int(after[1].timestamp())}:R>" in table.board.text
