"""What a person, and whoever manages a server, prefers: shown, and changed by buttons and menus."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, datetime, timedelta
from typing import Any, cast

from bot.ui import zones
from bot.ui.answers import Answers, Interaction
from bot.ui.codec import Tool
from bot.ui.controls import settings
from bot.ui.controls.settings import Choices
from bot.ui.letter import Letter
from bot.ui.speech import Voice
from engines.desk.desk import Desk
from engines.desk.hours import MINUTES
from engines.kernel.decision import Refused
from engines.kernel.text import text

STAYS = {"quiet_from": "quiet", "quiet_until": "quiet", "standin": "away"}
"""What is one of several choices on its page, and the page."""
USUAL_NIGHT = 8 * 60
"""How long the quiet hours are of whoever has only chosen one of their ends."""
LONGEST_AWAY = timedelta(days=400)


class Preferences:
    """The answers of /settings."""

    def __init__(self, desk: Desk, answers: Answers, clock: Callable[[], datetime]) -> None:
        self._desk = desk
        self._answers = answers
        self._clock = clock

    async def overview(self, interaction: Interaction, opening: str = "") -> Letter:
        """All that is chosen, and what can be changed. opening: what is told before."""
        return await self._page(interaction, "", opening)

    async def pressed(self, interaction: Interaction, press: Tool) -> Letter:
        """A page was opened, or something chosen on it."""
        what, _, value = press.argument.partition(".")
        if what == "open":
            return await self._page(interaction, value)
        try:
            await self._change(interaction, press.match, what, value)
        except Refused as no:
            return await self.overview(interaction, (await self._answers.voice(interaction)).say(no.why))
        # The language may be another one now.
        voice = await self._answers.voice(interaction)
        chosen = await self._choices(interaction, voice)
        page = "away" if what == "away" and chosen.away_until and chosen.waiting else STAYS.get(what, "")
        done = voice.say("bot.answer.resigned" if what == "standin" else "bot.settings.saved")
        return _shown(page, chosen, voice, done)

    async def _page(self, interaction: Interaction, name: str, opening: str = "") -> Letter:
        voice = await self._answers.voice(interaction)
        return _shown(name, await self._choices(interaction, voice), voice, opening)

    async def _choices(self, interaction: Interaction, voice: Voice) -> Choices:
        people, guild = self._desk.people, interaction.guild_id
        label, mine = self._answers.messages.game_label, await self._desk.games_of(interaction.user.id)
        silent = await self._desk.mutes.of(interaction.user.id)
        return Choices(
            me=await people.get(interaction.user.id),
            server=None if guild is None else await people.guild(guild),
            manages=guild is not None and interaction.permissions.manage_guild,
            now=self._clock(),
            locale=interaction.locale.value,
            waiting={line.match: label(line, voice.plain) for line in mine if line.mine and len(line.seats) > 1},
            muted={line.match: label(line, voice.plain) for line in mine if line.match in silent},
        )

    # -- changes -----------------------------------------------------------------------------------------------------

    async def _change(self, interaction: Interaction, whose: str, what: str, value: str) -> None:
        """Raises Refused."""
        if whose == settings.SERVER:
            await self._change_server(interaction, what, value)
            return
        person = interaction.user.id
        match what:
            case "language" if value in settings.TONGUES:
                await self._desk.people.set(person, language=None if value == "auto" else value)
            case "dms" if value in settings.SWITCH:
                await self._desk.people.set(person, dms=value == "on", dm_closed=False)
            case "next" if value in settings.SWITCH:
                await self._desk.people.set(person, next_up=value == "on")
            case "loud":
                await self._desk.mutes.mute(value, await self._answers.guest(interaction), "", interaction.id)
            case "standin":
                await self._desk.seating.resign(value, await self._answers.guest(interaction), interaction.id)
            case _:
                chosen = await self._choices(interaction, await self._answers.voice(interaction))
                await self._change_hours(person, _hours(chosen, what, value))

    async def _change_hours(self, person: int, changes: dict[str, Any]) -> None:
        """Clocks have run down by the hours as they were; from now on all is asked by the new ones."""
        await self._desk.clocks.settle(person)
        await self._desk.people.set(person, **changes)
        await self._desk.clocks.settle(person)
        await self._desk.alarms.changed(person)

    async def _change_server(self, interaction: Interaction, what: str, value: str) -> None:
        guild = interaction.guild_id
        if guild is None or not interaction.permissions.manage_guild:
            raise Refused(text("bot.settings.not_manager"))
        match what:
            case "language" if value in settings.TONGUES:
                await self._desk.people.set_guild(guild, language=None if value == "auto" else value)
            case "style" if value in settings.PINGS:
                await self._desk.people.set_guild(guild, ping=cast("Any", value))
            case _:
                raise Refused(text("bot.press.unknown"))


def _shown(name: str, chosen: Choices, voice: Voice, opening: str) -> Letter:
    """A page, or the overview. opening: what is told before."""
    shown = settings.page(name, chosen, voice) or settings.overview(chosen, voice)
    return Letter("\n".join(filter(None, (opening, shown.prompt))), panel=shown.panel)


def _hours(chosen: Choices, what: str, value: str) -> dict[str, Any]:
    """What changes of a person's hours and reminders. Raises Refused."""
    match what:
        case "zone" if value in zones.countries():
            return {"zone": value}
        case "quiet" if value == "none":
            return {"quiet_from": None, "quiet_until": None}
        case "quiet":
            begins, _, ends = value.partition("-")
            return {"quiet_from": _number(begins, MINUTES), "quiet_until": _number(ends, MINUTES)}
        case "quiet_from":
            start = _number(value, MINUTES)
            end = chosen.hours.quiet[1] if chosen.hours.quiet else (start + USUAL_NIGHT) % MINUTES
            return {"quiet_from": start, "quiet_until": end}
        case "quiet_until":
            end = _number(value, MINUTES)
            start = chosen.hours.quiet[0] if chosen.hours.quiet else (end - USUAL_NIGHT) % MINUTES
            return {"quiet_from": start, "quiet_until": end}
        case "weekends" if value in settings.SWITCH:
            return {"weekends_off": value == "on"}
        case "away" if value == "none":
            return {"away_until": None}
        case "away":
            return {"away_until": _back(chosen, value)}
        case "remind":
            return {"remind": _number(value, 1_000)}
        case "digest" if value == "off":
            return {"digest": None}
        case "digest":
            return {"digest": _number(value, 24)}
        case _:
            raise Refused(text("bot.press.unknown"))


def _back(chosen: Choices, value: str) -> date:
    """The day on which one is back: that day, or in so many days from today."""
    if value.isdecimal():
        return chosen.today + timedelta(days=_number(value, LONGEST_AWAY.days))
    try:
        back = date.fromisoformat(value)
    except ValueError:
        raise Refused(text("bot.press.unknown")) from None
    if back <= chosen.today:
        raise Refused(text("bot.settings.away.past"))
    return back


def _number(value: str, limit: int) -> int:
    if not value.isdecimal() or len(value) > 4 or int(value) >= limit:
        raise Refused(text("bot.press.unknown"))
    return int(value)
