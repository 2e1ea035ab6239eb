"""What a person, and whoever manages a server, can choose: an overview in words, and a page for each thing.

Every control carries what it does in its custom id, relative to the moment at which it is pressed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import date, datetime, timedelta
from itertools import pairwise
from zoneinfo import ZoneInfo

from msgspec import Struct

from bot.ui import zones
from bot.ui.codec import NO_MATCH, Tool, write_value
from bot.ui.controls import pieces
from bot.ui.controls.panel import MOST_ENTRIES, Button, Entry, Menu, Nested, Panel, Row, Style
from bot.ui.speech import LANGUAGES, Voice, fit
from engines.desk.hours import MINUTES, Hours, hours_of, zone_of
from engines.desk.people import GuildSettings, Person
from engines.desk.reminders import MOST_NUDGES
from engines.kernel.text import Noun, Param, text

SERVER = "server"
"""Instead of a match, in the custom ids of what is a server's."""

TONGUES = ("auto", *LANGUAGES)
PINGS = ("dm", "mention", "both", "none")
SWITCH = ("on", "off")
REMIND = (0, 6, 12, 24, 48, 72)
"""Hours between reminders."""
NIGHTS = ((22, 8), (23, 7), (0, 9), (21, 9))
"""Ready-made quiet hours."""
AWAY = (1, 3, 7, 14, 28)
"""Ready-made vacations, in days until one is back."""

LONGEST_LIST = 600
"""Of the games that somebody has muted; with all else it fits into one message."""

MINE = ("language", "dms", "zone", "quiet", "weekends", "away", "remind", "digest", "next")
OURS = ("server_language", "server_style")
TIMED = frozenset({"zone", "quiet", "weekends", "away", "digest"})
"""What goes by the person's clock."""

_TONGUES = {tongue: f"bot.settings.language.{tongue}" for tongue in TONGUES}


class Choices(Struct, frozen=True):
    """All that is chosen.

    server: None in direct messages. manages: may change the server's. locale: Discord's of the person. waiting: the
    games that wait for the person and could go on without, by match, with what they are called; muted: those of which
    the person wants to hear no more, likewise.
    """

    me: Person
    server: GuildSettings | None
    manages: bool
    now: datetime
    locale: str
    waiting: Mapping[str, str] = {}
    muted: Mapping[str, str] = {}

    @property
    def hours(self) -> Hours:
        """The person's hours."""
        return hours_of(self.me)

    @property
    def today(self) -> date:
        """The person's day."""
        return self.hours.local(self.now).date()

    @property
    def zone(self) -> str | None:
        """The person's time zone, if it is known; it may have another name by now than it had when it was chosen."""
        return self.me.zone if self.me.zone and isinstance(zone_of(self.me.zone), ZoneInfo) else None

    @property
    def away_until(self) -> date | None:
        """The day on which the person is back from a vacation that isn't over."""
        return self.me.away_until if self.hours.away(self.now) else None


# -- in words ----------------------------------------------------------------------------------------------------------


def value(what: str, chosen: Choices, voice: Voice) -> str:
    """The present choice."""
    me, server, lang = chosen.me, chosen.server, voice.lang
    match what:
        case "language":
            return voice.say(f"bot.settings.language.{me.language or 'auto'}")
        case "dms":
            return voice.say("bot.settings.dms.closed" if me.dms and me.dm_closed else _switched(me.dms))
        case "zone":
            now = zones.moment(chosen.hours.local(chosen.now), lang)
            if chosen.zone is None:
                return voice.say("bot.settings.zone.unknown", now=now)
            return voice.say("bot.settings.zone.known", place=zones.city(chosen.zone, lang), now=now)
        case "quiet" if (quiet := chosen.hours.quiet) and quiet[0] != quiet[1]:
            return night(*quiet, voice)
        case "weekends":
            return voice.say(_switched(me.weekends_off))
        case "away" if chosen.away_until:
            return voice.say("bot.settings.away.until", day=zones.day(chosen.away_until, lang))
        case "remind" if me.remind > 0:
            return voice.say(text("bot.settings.remind.every", n=me.remind))
        case "digest" if me.digest is not None:
            return voice.say("bot.settings.digest.at", time=zones.clock(me.digest * 60, lang))
        case "next":
            return voice.say(_switched(me.next_up))
        case "server_language" if server:
            return voice.say(f"bot.settings.language.{server.language or 'auto'}")
        case "server_style" if server:
            return voice.say(f"bot.settings.style.{server.ping}")
        case _:
            return voice.say("bot.settings.none")


def night(start: int, end: int, voice: Voice) -> str:
    """Quiet hours from one minute of the day to another."""
    return voice.say(
        "bot.settings.quiet.between", start=zones.clock(start, voice.lang), end=zones.clock(end, voice.lang)
    )


def _switched(on: bool) -> str:
    return "bot.settings.on" if on else "bot.settings.off"


def _line(what: str, chosen: Choices, voice: Voice) -> str:
    return voice.say(
        text("bot.settings.line", what=Noun(f"bot.settings.{what}.title")), value=value(what, chosen, voice)
    )


# -- pages -------------------------------------------------------------------------------------------------------------


def overview(chosen: Choices, voice: Voice) -> Nested:
    """All that is chosen, and a menu of what can be changed."""
    lines = [voice.say("bot.settings.mine"), *(_line(what, chosen, voice) for what in MINE)]
    if chosen.server is not None:
        lines += ["", voice.say("bot.settings.server"), *(_line(what, chosen, voice) for what in OURS)]
    plain = voice.plain
    entries = [
        _entry(plain, Noun(f"bot.settings.{what}.title"), f"open.{what}", value(what, chosen, plain))
        for what in (*MINE, *(OURS if chosen.manages else ()))
    ]
    menus = [pieces.menu(NO_MATCH, 0, plain.say("bot.settings.change"), entries)]
    if chosen.muted:
        said = voice.join(voice.quote(label) for label in chosen.muted.values())
        lines += ["", fit(voice.say("bot.settings.muted", games=said), LONGEST_LIST)]
        again = [Entry(pieces.label(label), _value(f"loud.{match}")) for match, label in chosen.muted.items()]
        menus.append(pieces.menu(NO_MATCH, 1, plain.say("bot.settings.hear_again"), again[:MOST_ENTRIES]))
    return Nested("\n".join(lines), Panel(tuple(menus)))


def page(name: str, chosen: Choices, voice: Voice) -> Nested | None:
    """One thing that can be chosen, with its present value. name: as in the overview's menu, then where on the page."""
    what, _, where = name.partition(".")
    if (what not in MINE and not (what in OURS and chosen.manages)) or (where and what not in _WITHIN):
        return None
    rows = _PAGES[what](chosen, voice.plain, where)
    to = _press(f"open.{what}" if where else "open")
    back = [pieces.button(voice.plain.say("bot.button.back"), to, emoji="↩️")]
    about = _WITHIN[what] if where else f"bot.settings.{what}.about"
    lines = [_line(what, chosen, voice), voice.say(text(about, times=MOST_NUDGES))]
    if what in TIMED and what != "zone":
        now = _line("zone", chosen, voice)
        lines.append(now if chosen.zone else voice.say("bot.settings.zone.first", zone=now))
        back.append(_button(voice.plain, "bot.settings.zone.title", "open.zone", chosen=None))
    return Nested("\n".join(lines), Panel((*rows, tuple(back))))


def _language(chosen: Choices, voice: Voice, _: str) -> Iterable[Row]:
    return _one_of(voice, "language", _TONGUES, chosen.me.language or "auto")


def _dms(chosen: Choices, voice: Voice, _: str) -> Iterable[Row]:
    return _switch(voice, "dms", on=chosen.me.dms)


def _weekends(chosen: Choices, voice: Voice, _: str) -> Iterable[Row]:
    return _switch(voice, "weekends", on=chosen.me.weekends_off)


def _next(chosen: Choices, voice: Voice, _: str) -> Iterable[Row]:
    return _switch(voice, "next", on=chosen.me.next_up)


def _server_language(chosen: Choices, voice: Voice, _: str) -> Iterable[Row]:
    tongue = chosen.server.language if chosen.server else None
    return _one_of(voice, "language", _TONGUES, tongue or "auto", SERVER)


def _server_style(chosen: Choices, voice: Voice, _: str) -> Iterable[Row]:
    styles = {style: f"bot.settings.style.{style}" for style in PINGS}
    return _one_of(voice, "style", styles, chosen.server.ping if chosen.server else None, SERVER)


def _remind(chosen: Choices, voice: Voice, _: str) -> Iterable[Row]:
    words = {
        hours: text("bot.settings.remind.every", n=hours) if hours else text("bot.settings.none") for hours in REMIND
    }
    return pieces.button_rows(
        [_button(voice, words[hours], f"remind.{hours}", chosen=hours == chosen.me.remind) for hours in REMIND]
    )


def _digest(chosen: Choices, voice: Voice, _: str) -> Iterable[Row]:
    digest, label = chosen.me.digest, "bot.settings.digest.title"
    none = _entry(voice, "bot.settings.digest.off", "digest.off", chosen=digest is None)
    hours = [
        Entry(zones.clock(hour * 60, voice.lang), _value(f"digest.{hour}"), chosen=hour == digest)
        for hour in range(MOST_ENTRIES - 1)
    ]
    return [pieces.menu(NO_MATCH, 0, voice.say(label), [none, *hours])]


def _quiet(chosen: Choices, voice: Voice, _: str) -> Iterable[Row]:
    quiet = chosen.hours.quiet
    presets = [(start * 60, end * 60) for start, end in NIGHTS]
    buttons = [
        _button(voice, "bot.settings.none", "quiet.none", chosen=quiet is None),
        *(_named(night(*each, voice), f"quiet.{each[0]}-{each[1]}", chosen=quiet == each) for each in presets),
    ]
    start, end = quiet or (None, None)
    return [tuple(buttons), _hours(voice, "from", start, end), _hours(voice, "until", end, start)]


def _hours(voice: Voice, edge: str, chosen: int | None, other: int | None) -> Menu:
    """A menu of the hours of a day, but for the one at which the night's other end is."""
    entries = [
        Entry(
            voice.say(f"bot.settings.quiet.{edge}", time=zones.clock(minute, voice.lang)),
            _value(f"quiet_{edge}.{minute}"),
            chosen=minute == chosen,
        )
        for minute in range(0, MINUTES, 60)
        if minute != other
    ]
    return pieces.menu(NO_MATCH, int(edge == "until"), voice.say(f"bot.settings.quiet.{edge}.when"), entries)


def _away(chosen: Choices, voice: Voice, where: str) -> Iterable[Row]:
    if where:
        return _dates(chosen, voice, where.partition(".")[2])
    back = chosen.away_until
    buttons = [
        _button(voice, f"bot.settings.away.for_{days}", f"away.{days}", chosen=back == chosen.today + _days(days))
        for days in AWAY
    ]
    more = [_button(voice, "bot.settings.away.date", "open.away.date", chosen=None)]
    if back is not None:
        more.append(_button(voice, "bot.settings.away.back", "away.none", chosen=True))
    rows: list[Row] = [tuple(buttons), tuple(more)]
    if back is not None and chosen.waiting:
        games = [Entry(pieces.label(name), _value(f"standin.{match}")) for match, name in chosen.waiting.items()]
        rows.append(pieces.menu(NO_MATCH, 0, voice.say("bot.settings.away.standin"), games[:MOST_ENTRIES]))
    return rows


def _dates(chosen: Choices, voice: Voice, month: str) -> Iterable[Row]:
    """The days of a month on which one may be back, or the next twelve months."""
    first = chosen.today + _days(1)
    months = [date(first.year + (first.month - 1 + n) // 12, (first.month - 1 + n) % 12 + 1, 1) for n in range(12)]
    begun = next((each for each in months if f"{each:%Y-%m}" == month), None)
    if begun is None:
        entries = [Entry(zones.month(each, voice.lang), _value(f"open.away.date.{each:%Y-%m}")) for each in months]
        return _menus(voice, entries)
    month_days = (begun + _days(n) for n in range(31))
    days = [day for day in month_days if day.month == begun.month and day >= first]
    entries = [
        Entry(zones.day(day, voice.lang), _value(f"away.{day}"), chosen=day == chosen.away_until) for day in days
    ]
    return _menus(voice, entries)


def _zone(chosen: Choices, voice: Voice, where: str) -> Iterable[Row]:
    """The cities whose clocks show what the person's does; or, at first, what that may be."""
    clocks = zones.clocks(chosen.now)
    ahead = {zones.ahead(names[0], chosen.now): names for names in clocks.values()}
    if where.isdecimal() and int(where) in ahead:
        entries = [
            Entry(pieces.label(_place(zone, voice.lang)), _value(f"zone.{zone}"), chosen=zone == chosen.me.zone)
            for zone in ahead[int(where)]
        ]
        return _menus(voice, sorted(entries, key=lambda entry: entry.label))
    halves: tuple[list[Entry], list[Entry]] = ([], [])
    for minute, names in clocks.items():
        to = f"open.zone.{zones.ahead(names[0], chosen.now)}"
        halves[minute >= 12 * 60].append(Entry(zones.clock(minute, voice.lang), _value(to)))
    menus = [
        pieces.menu(NO_MATCH, half, voice.say(f"bot.settings.zone.{when}"), halves[half])
        for half, when in enumerate(("morning", "afternoon"))
    ]
    likely = zones.suggested(chosen.locale)
    buttons = [_named(zones.city(zone, voice.lang), f"zone.{zone}", chosen=zone == chosen.me.zone) for zone in likely]
    return [*pieces.button_rows(buttons), *menus]


def _place(zone: str, lang: str) -> str:
    country, city = zones.country(zone, lang), zones.city(zone, lang)
    return country if country == city else f"{country} · {city}"


_PAGES: Mapping[str, Callable[[Choices, Voice, str], Iterable[Row]]] = {
    "language": _language,
    "dms": _dms,
    "zone": _zone,
    "quiet": _quiet,
    "weekends": _weekends,
    "away": _away,
    "remind": _remind,
    "digest": _digest,
    "next": _next,
    "server_language": _server_language,
    "server_style": _server_style,
}


_WITHIN = {"zone": "bot.settings.zone.cities", "away": "bot.settings.away.month"}
"""What is asked where a page goes on."""


# -- controls ----------------------------------------------------------------------------------------------------------


def _press(argument: str, whose: str = NO_MATCH) -> Tool:
    return Tool(match=whose, name="settings", argument=argument)


def _value(argument: str) -> str:
    return write_value(_press(argument))


def _entry(voice: Voice, label: Param, argument: str, described: str | None = None, *, chosen: bool = False) -> Entry:
    described = None if described is None else pieces.label(described)
    return Entry(pieces.label(voice.say(label)), _value(argument), described, chosen)


def _named(label: str, argument: str, whose: str = NO_MATCH, *, chosen: bool | None = False) -> Button:
    """A button. chosen: it is the present value; None: it only leads somewhere."""
    style: Style = "secondary" if chosen is None else "success" if chosen else "primary"
    return pieces.button(label, _press(argument, whose), style)


def _button(voice: Voice, label: Param, argument: str, whose: str = NO_MATCH, *, chosen: bool | None = False) -> Button:
    return _named(voice.say(label), argument, whose, chosen=chosen)


def _switch(voice: Voice, what: str, *, on: bool) -> Iterable[Row]:
    return _one_of(voice, what, {"on": _switched(True), "off": _switched(False)}, "on" if on else "off")


def _one_of(
    voice: Voice, what: str, values: Mapping[str, str], chosen: str | None, whose: str = NO_MATCH
) -> Iterable[Row]:
    """Buttons, one for each value with its words; the present one is green."""
    return pieces.button_rows(
        [_button(voice, words, f"{what}.{each}", whose, chosen=each == chosen) for each, words in values.items()]
    )


def _menus(voice: Voice, entries: Sequence[Entry]) -> Iterable[Row]:
    """The entries on as few menus as possible, evenly, each named by its first and its last."""
    parts = -(-len(entries) // MOST_ENTRIES)
    cuts = [len(entries) * n // parts for n in range(parts + 1)]
    for index, (start, end) in enumerate(pairwise(cuts)):
        some = entries[start:end]
        first, last = some[0].label, some[-1].label
        label = voice.say("bot.settings.range", first=first, last=last) if len(some) > 1 else first
        yield pieces.menu(NO_MATCH, index, label, some)


def _days(n: int) -> timedelta:
    return timedelta(days=n)
