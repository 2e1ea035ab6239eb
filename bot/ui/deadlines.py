"""Clocks in words: how much time is left, until when, and what happens then."""

from __future__ import annotations

from datetime import datetime

import discord

from bot.ui.speech import Voice
from engines.desk.clocks import DAY, MINUTE, Clock
from engines.desk.records import Look, SeatStatus
from engines.kernel.text import Text, Who, text

HOUR = 60 * MINUTE


def until(moment: datetime) -> str:
    """A moment, shown by each reader's own clock as how far it is."""
    return discord.utils.format_dt(moment, "R")


def span(seconds: int) -> Text:
    """So much time, in the two largest units; what is smaller does not count."""
    days, rest = divmod(seconds, DAY)
    hours, minutes = rest // HOUR, rest % HOUR // MINUTE
    if days and not hours:
        return text("bot.clock.whole_days", n=days)
    if days:
        return text("bot.clock.days", days=days, hours=hours)
    return (
        text("bot.clock.hours", hours=hours, minutes=minutes) if hours else text("bot.clock.minutes", minutes=minutes)
    )


def under_board(look: Look, voice: Voice) -> list[str]:
    """For the table: when the time of those is up for whom it waits."""
    if not look.deadlines:
        return []
    said = voice.join(
        voice.say(text("bot.clock.seat", who=Who(seat)), when=until(zero)) for seat, zero in look.deadlines
    )
    return [voice.say("bot.clock.board", times=said)]


def own(look: Look, voice: Voice) -> list[str]:
    """For whoever is asked: when their time is up, and what happens then."""
    zero = dict(look.deadlines).get(-1 if look.seat is None else look.seat)
    if zero is None or look.clock is None:
        return []
    return [voice.say("bot.clock.yours", when=until(zero)), voice.say(then(look.clock))]


def then(clock: Clock) -> Text:
    """What happens at zero, told to the person whose clock it is."""
    return text(f"bot.clock.then.{clock.at_zero}")


def left(seconds: int, voice: Voice) -> str:
    """What is left on a clock."""
    return voice.say(text("bot.clock.left", span=span(seconds)))


def of_seat(line: SeatStatus, voice: Voice) -> list[str]:
    """For a list of seats: what is left, and until when if the clock runs."""
    if line.left is None:
        return []
    said = [left(line.left, voice)]
    if line.deadline is not None:
        said.append(voice.say("bot.clock.zero", when=until(line.deadline)))
    return said
