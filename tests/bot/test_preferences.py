"""Preferences: languages, letters, a person's own hours, by buttons and menus and in words."""

import re
from collections.abc import AsyncIterator, Iterator
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from bot.ui.codec import Menu, Tool, read
from bot.ui.controls import settings
from bot.ui.controls.panel import MOST_ENTRIES, MOST_ROWS, Nested
from bot.ui.controls.panel import Menu as MenuRow
from bot.ui.controls.settings import Choices
from bot.ui.speech import Speech, Voice
from bot.ui.zones import countries
from engines.desk.people import GuildSettings, Person
from tests.bot.harbour import Harbour
from tests.bot.wishes import choose, press

SPEECH = Speech.load(strict=True)


@pytest.fixture
async def world(tmp_path: Path) -> AsyncIterator[Harbour]:
    async with Harbour(tmp_path) as harbour:
        yield harbour


# -- languages ---------------------------------------------------------------------------------------------------------


async def test_letters_and_answers_speak_the_persons_language(world: Harbour) -> None:
    """Whose Discord speaks Japanese reads Japanese in private, while the table goes on in English."""
    ana, ben = world.user("Ana", locale="ja"), world.user("Ben")
    await ben.slash("newgame", game="takara")
    await ana.click(world.last(), "Join")
    await ben.click(world.last(), "Start")
    match = await world.match()
    if await world.asked(match) is ben:
        await ben.click(world.board(), lambda control: ":tavern|" in control.custom_id)
    assert "タカラアイランド" in ana.dms()[-1].text
    assert "turn" in world.board().text
    assert "タカラアイランド" in (await ana.slash("rules")).text


async def test_a_chosen_language_outweighs_discords(world: Harbour) -> None:
    """/settings: what a person chooses counts for everything private, and for the settings themselves."""
    ana = world.user("Ana")
    panel = await choose(ana, ("open.language", "language.ja"))
    assert "**あなたの設定**" in panel.text
    assert (await ana.slash("status")).text == world.app.speech.voice("ja", str).say("bot.answer.no_game_here")


# -- how people are told -----------------------------------------------------------------------------------------------


async def test_only_who_manages_the_server_changes_its_settings(world: Harbour) -> None:
    """Others see them; the buttons of a manager who is none any more do nothing, and say why."""
    ana, ben = world.user("Ana"), world.user("Ben")
    ana.gets("manage_guild")
    theirs = (await ben.slash("settings")).post
    assert "Turn notices: **direct message**" in theirs.text
    with pytest.raises(AssertionError, match="server_style"):
        await press(ben, theirs, "open.server_style")
    panel = await choose(ana, ("open.server_style", "style.mention"))
    assert "Turn notices: **mention in the channel**" in panel.text
    assert "Language of new tables: **日本語**" in (await choose(ana, ("open.server_language", "language.ja"))).text
    assert "Language of new tables" not in (await ana.slash("settings", ana.dm)).text
    old = await choose(ana, ("open.server_style",))
    world.backend.guilds[world.guild_id].members[ana.id].role_ids.clear()
    await press(ana, old, "style.none")
    assert SPEECH.voice("en", str).say("bot.settings.not_manager") in ana.private_replies()[-1].text
    assert (await world.app.desk.people.guild(world.guild_id)).ping == "mention"


@pytest.mark.parametrize(
    ("style", "letters", "pings"), [("dm", 1, 0), ("mention", 0, 1), ("both", 1, 1), ("none", 0, 0)]
)
async def test_the_servers_style_decides_how_a_turn_is_told(
    world: Harbour, style: str, letters: int, pings: int
) -> None:
    """By letter, by a mention under the board, by both, or not at all: once each."""
    ana, ben = world.user("Ana"), world.user("Ben")
    ana.gets("manage_guild")
    await choose(ana, ("open.server_style", f"style.{style}"))
    match = await world.seat(ana, ben)
    asked = await world.asked(match)
    assert asked is not None
    assert (len(asked.dms()), len(asked.pings())) == (letters, pings)


async def test_who_wants_no_letters_is_mentioned(world: Harbour) -> None:
    """Direct messages off: the board itself calls the player, and /status says so."""
    ana, ben = world.user("Ana"), world.user("Ben")
    for person in (ana, ben):
        await choose(person, ("open.dms", "dms.off"))
    match = await world.seat(ana, ben)
    asked = await world.asked(match)
    assert asked is not None
    assert not asked.dms()
    assert asked.pings() == (world.board(),)
    assert "mention" in (await ana.slash("status")).text


# -- a person's own hours ----------------------------------------------------------------------------------------------

WAYS = (
    # what is pressed, what the overview says then in English and in Japanese, and what is remembered
    (("open.dms", "dms.off"), "Direct messages: **off**", "ダイレクトメッセージ：**オフ**", {"dms": False}),
    (
        ("open.quiet", "quiet.1320-480"),
        "Quiet hours: **22:00–08:00**",
        "おやすみ時間：**22:00〜8:00**",
        {"quiet_from": 1320},
    ),
    (("open.quiet", "quiet.none"), "Quiet hours: **none**", "おやすみ時間：**なし**", {"quiet_from": None}),
    (
        ("open.quiet", "quiet_from.60", "quiet_until.600", "open"),
        "Quiet hours: **01:00–10:00**",
        "おやすみ時間：**1:00〜10:00**",
        {"quiet_from": 60, "quiet_until": 600},
    ),
    (("open.weekends", "weekends.on"), "Weekends off: **on**", "週末はお休み：**オン**", {"weekends_off": True}),
    (
        ("open.away", "away.7"),
        "Vacation: **back on Tue 9 Jun**",
        "不在の予定：**6月9日(火)に復帰**",
        {"away_until": date(2026, 6, 9)},
    ),
    (
        ("open.away", "open.away.date", "open.away.date.2026-08", "away.2026-08-20"),
        "Vacation: **back on Thu 20 Aug**",
        "不在の予定：**8月20日(木)に復帰**",
        {"away_until": date(2026, 8, 20)},
    ),
    (("open.remind", "remind.12"), "Reminders: **every 12 hours**", "リマインダー：**12時間ごと**", {"remind": 12}),
    (("open.remind", "remind.0"), "Reminders: **none**", "リマインダー：**なし**", {"remind": 0}),
    (("open.digest", "digest.8"), "Daily letter: **at 08:00**", "1日1回のまとめ：**毎日8:00**", {"digest": 8}),
    (("open.digest", "digest.off"), "Daily letter: **none**", "1日1回のまとめ：**なし**", {"digest": None}),
    (("open.next", "next.on"), "“You're next”: **on**", "次の番の予告：**オン**", {"next_up": True}),
    (
        ("open.zone", "open.zone.120", "zone.Europe/Berlin"),
        "Time zone: **Berlin, where it's Tue 14:05 now**",
        "タイムゾーン：**ベルリン（現在 14:05 (火)）**",
        {"zone": "Europe/Berlin"},
    ),
)
NOON = datetime(2026, 6, 2, 12, 5, tzinfo=UTC)


@pytest.mark.parametrize("direct", [False, True], ids=["channel", "direct message"])
@pytest.mark.parametrize("locale", ["en-US", "ja"])
async def test_everything_is_chosen_by_buttons_and_menus_and_read_in_words(
    world: Harbour, locale: str, direct: bool
) -> None:
    """What is chosen stands in the overview, in a channel and in direct messages, and is remembered."""
    ana = world.user("Ana", locale=locale)
    await world.skip(seconds=(NOON - world.now()).total_seconds())
    for way, english, japanese, remembered in WAYS:
        page = (await ana.slash("settings", ana.dm if direct else None)).post
        for step in way:
            page = await press(ana, page, f"settings|{step}")
        assert page.private
        assert (japanese if locale == "ja" else english) in page.text
        me = await world.app.desk.people.get(ana.id)
        assert {field: getattr(me, field) for field in remembered} == remembered


async def test_a_zone_is_found_by_the_time_of_day(world: Harbour) -> None:
    """Whoever says what time it is picks their city; in countries with one time it is a button at once."""
    chie = world.user("Chie", locale="ja")
    page = await choose(chie, ("open.zone", "zone.Asia/Tokyo"))
    local = world.now().astimezone(ZoneInfo("Asia/Tokyo"))
    assert f"東京（現在 {local.hour}:{local:%M}" in page.text
    page = await choose(chie, ("open.zone", "open.zone.345"))
    assert "ネパール" in page.controls[0].options[0].label


async def test_a_vacation_that_is_over_disappears(world: Harbour) -> None:
    """On the day of return nothing is left of it; whoever comes back earlier says so by a button."""
    ana = world.user("Ana")
    page = await choose(ana, ("open.away", "away.3"))
    assert "Vacation: **back on" in page.text
    assert "I'm back" in (await press(ana, page, "open.away")).labels
    page = await choose(ana, ("open.away", "away.none"))
    assert "Vacation: **none**" in page.text
    await choose(ana, ("open.away", "away.1"))
    await world.skip(days=2)
    assert "Vacation: **none**" in (await ana.slash("settings")).text
    assert "I'm back" not in (await choose(ana, ("open.away",))).labels


async def test_whoever_goes_on_vacation_can_leave_a_waiting_seat_to_the_stand_in(world: Harbour) -> None:
    """The games that wait for them are offered on the same page, and go on at once; the others are left as they are."""
    ana, ben = world.user("Ana"), world.user("Ben")
    match = await world.seat(ana, ben)
    asked = await world.asked(match)
    assert asked is not None
    other = ben if asked is ana else ana
    page = await choose(other, ("open.away", "away.7"))
    assert "standin" not in str(page.controls)
    page = await choose(asked, ("open.away", "away.7", f"standin.{match}"))
    assert SPEECH.voice("en", str).say("bot.answer.resigned") in page.text
    assert "standin" not in str(page.controls)
    assert await world.asked(match) is other


async def test_changed_hours_move_the_next_reminder(world: Harbour) -> None:
    """What was set by the hours as they were goes by the new ones at once."""
    ana, ben = world.user("Ana"), world.user("Ben")
    match = await world.seat(ana, ben)
    asked = await world.asked(match)
    assert asked is not None
    called = world.now()

    async def due() -> datetime:
        (moment,) = (await world.app.desk.alarms.due_of(match)).values()
        return moment

    assert await due() - called < timedelta(hours=24, minutes=1)
    await choose(asked, ("open.remind", "remind.6"))
    assert await due() - called < timedelta(hours=6, minutes=1)
    await choose(asked, ("open.zone", "open.zone.540", "zone.Asia/Tokyo"))
    await choose(asked, ("open.away", "away.7"))
    back = (called + timedelta(hours=9)).date() + timedelta(days=7)
    assert await due() == datetime(back.year, back.month, back.day, tzinfo=ZoneInfo("Asia/Tokyo"))
    await choose(asked, ("open.away", "away.none"))
    assert await due() - called < timedelta(hours=6, minutes=1)
    await choose(asked, ("open.remind", "remind.0"))
    assert not await world.app.desk.alarms.due_of(match)


async def test_whoever_wants_no_daily_letter_any_more_is_told_what_it_would_have_said(world: Harbour) -> None:
    """A call that was left to it goes out at once, also to whoever wants no reminders; but once, and not if it told."""
    ana, ben = world.user("Ana"), world.user("Ben")
    for person in (ana, ben):
        await choose(person, ("open.remind", "remind.0"))
        await choose(person, ("open.digest", "digest.23"))
    match = await world.seat(ana, ben)
    asked = await world.asked(match)
    assert asked is not None
    assert not asked.dms()
    await choose(asked, ("open.digest", "digest.off"))
    assert len(asked.dms()) == 1
    for hour in ("digest.23", "digest.off"):
        await choose(asked, ("open.digest", hour))
    assert len(asked.dms()) == 1
    await asked.slash("takara tavern", count=2)
    other = await world.asked(match)
    assert other is not None
    await world.skip(days=1)
    await world.pass_time(seconds=30)
    assert len(other.dms()) == 1, "the daily letter"
    await choose(other, ("open.digest", "digest.off"))
    assert len(other.dms()) == 1


async def test_old_pages_still_work(world: Harbour) -> None:
    """After restarts and days later; a day that is over is refused, and the settings are shown."""
    ana = world.user("Ana")
    tomorrow = world.now().date() + timedelta(days=2)
    pages = {
        step: await choose(ana, way)
        for way, step in (
            (("open.remind",), "remind.6"),
            (("open.quiet",), "quiet_from.1380"),
            (("open.zone",), "open.zone.540"),
            (("open.away", "open.away.date", f"open.away.date.{tomorrow:%Y-%m}"), f"away.{tomorrow}"),
        )
    }
    overview = (await ana.slash("settings")).post
    await world.restart(hard=True)
    for step in ("remind.6", "quiet_from.1380", "open.zone.540"):
        await press(ana, pages[step], f"settings|{step}")
    me = await world.app.desk.people.get(ana.id)
    assert (me.remind, me.quiet_from, me.quiet_until) == (6, 23 * 60, 7 * 60)
    await world.restart()
    await world.skip(days=5)
    late = await press(ana, pages[f"away.{tomorrow}"], f"settings|away.{tomorrow}")
    assert SPEECH.voice("en", str).say("bot.settings.away.past") in late.text
    assert "Vacation: **none**" in late.text
    assert "Quiet hours: **23:00–07:00**" in (await press(ana, overview, "settings|open.quiet")).text


# -- every page --------------------------------------------------------------------------------------------------------

PEOPLE = (
    Person(1),
    Person(
        1,
        language="ja",
        dms=False,
        zone="America/Argentina/ComodRivadavia",
        quiet_from=1320,
        quiet_until=480,
        weekends_off=True,
        away_until=date(2028, 2, 29),
        remind=72,
        digest=23,
        next_up=True,
    ),
    Person(
        1, dm_closed=True, zone="Nowhere/Else", quiet_from=61, quiet_until=62, away_until=date(2020, 1, 1), remind=5
    ),
)
MOMENTS = (
    datetime(2027, 1, 31, 23, 59, tzinfo=UTC),
    datetime(2027, 7, 1, 8, 0, tzinfo=UTC),
    datetime(2028, 2, 28, 12, 30, tzinfo=UTC),
)


def walked(chosen: Choices, voice: Voice) -> Iterator[tuple[str, Nested]]:
    """Every page that one can come to, with what leads there."""
    found = {"open"}
    waiting = [("open", settings.overview(chosen, voice))]
    while waiting:
        name, shown = waiting.pop()
        yield name, shown
        for argument in arguments(shown):
            what, _, where = argument.partition(".")
            if what == "open" and argument not in found:
                found.add(argument)
                page = settings.page(where, chosen, voice)
                assert page is not None, f"{argument} leads nowhere"
                waiting.append((argument, page))


def arguments(shown: Nested) -> Iterator[str]:
    """What its controls do."""
    for row in shown.panel.rows:
        if isinstance(row, MenuRow):
            menu = read(row.custom_id)
            assert isinstance(menu, Menu)
            pressed = [menu.chosen([entry.value]) for entry in row.entries]
        else:
            pressed = [read(button.custom_id) for button in row]
        for one in pressed:
            assert isinstance(one, Tool)
            yield one.argument


@pytest.mark.parametrize("lang", ["en", "ja"])
@pytest.mark.parametrize("now", MOMENTS, ids=str)
@pytest.mark.parametrize("me", PEOPLE, ids=["nothing", "everything", "nonsense"])
@pytest.mark.parametrize("locale", ["en-US", "ja", "de"])
def test_every_page_is_within_discords_limits(lang: str, now: datetime, me: Person, locale: str) -> None:
    """All that can be come to by pressing: rows, entries, lengths, and no two controls or entries alike."""
    games = {f"m{n}": f"Takara Island · {'long' * 20} {n}" for n in range(40)}
    chosen = Choices(me, GuildSettings(2), manages=True, now=now, locale=locale, waiting=games, muted=games)
    seen, cities = 0, set[str]()
    for name, shown in walked(chosen, SPEECH.voice(lang, str)):
        seen += 1
        assert 0 < len(shown.prompt) <= 1_500, name
        assert len(shown.panel.rows) <= MOST_ROWS, name
        ids: list[str] = []
        for row in shown.panel.rows:
            if isinstance(row, MenuRow):
                ids.append(row.custom_id)
                labels = [entry.label for entry in row.entries]
                assert 0 < len(labels) <= MOST_ENTRIES, name
                assert all(0 < len(label) <= 100 for label in labels), name
                assert all(len(entry.description or "") <= 100 for entry in row.entries), name
                assert len({entry.value for entry in row.entries}) == len(labels), name
                assert sum(entry.chosen for entry in row.entries) <= 1, name
                assert 0 < len(row.placeholder) <= 150, name
            else:
                ids += [button.custom_id for button in row]
                labels = [button.label for button in row]
                assert 0 < len(labels) <= 5, name
                assert all(0 < len(label) <= 40 for label in labels), name
            assert len(set(labels)) == len(labels), name
        assert len(set(ids)) == len(ids), name
        cities |= {a.removeprefix("zone.") for a in arguments(shown) if a.startswith("zone.")}
    assert seen > 50
    assert cities == set(countries()), "everybody's city can be found"


def test_a_zone_that_was_renamed_is_still_the_persons() -> None:
    """What was chosen once holds; what no zone is any more counts as none, and both are said."""
    voice, now = SPEECH.voice("en", str), datetime(2026, 6, 2, 12, 5, tzinfo=UTC)

    def told(zone: str | None) -> str:
        return settings.value("zone", Choices(Person(1, zone=zone), None, manages=False, now=now, locale=""), voice)

    assert told("Europe/Uzhgorod") == "Kyiv, where it's Tue 15:05 now"
    assert told("Nowhere/Else") == told(None)
    assert "UTC, where it's Tue 12:05" in told(None)


def test_what_is_chosen_is_marked() -> None:
    """Each page shows the present choice: a green button, or the entry that the menu stands on."""
    chosen = Choices(PEOPLE[1], None, manages=False, now=datetime(2028, 2, 1, tzinfo=UTC), locale="en-GB")
    voice = SPEECH.voice("en", str)
    for name in ("language", "dms", "quiet", "weekends", "remind", "digest", "next", "away.date.2028-02"):
        page = settings.page(name, chosen, voice)
        assert page is not None
        marks = 0
        for row in page.panel.rows:
            marks += (
                sum(e.chosen for e in row.entries)
                if isinstance(row, MenuRow)
                else sum(button.style == "success" for button in row)
            )
        assert marks == (3 if name == "quiet" else 1), name
    assert not re.search(r"[{}]", settings.overview(chosen, voice).prompt)
