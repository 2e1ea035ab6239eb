"""Calls in words: mentions in the channel, being next, warnings, the daily letter, and what the host is told."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bot.ui import deadlines, offers
from bot.ui.codec import Request
from bot.ui.controls.ahead import opener
from bot.ui.controls.lists import games_panel
from bot.ui.controls.panel import Panel
from bot.ui.letter import LONGEST_CONTENT, Letter
from bot.ui.messages import Messages, pages, when
from bot.ui.news import DIGEST_LINES, MENTION_LINES, chosen
from bot.ui.speech import Voice, fit_lines
from engines.desk.records import ANYBODY, GameLine, Look, SeatStatus
from engines.kernel.text import Noun, text


def mention(messages: Messages, key: str, look: Look, board: int | None, person: int, **markup: str) -> Letter:
    """A line for the channel that calls somebody, and the last of what happened since they did something.

    look: that person's; only what everybody may know is told of it.
    """
    voice = messages.table_voice(look)
    line = messages.headline(key, look, voice, board, who=f"<@{person}>", **markup)
    told = [event for event in look.news if event.seen_by is None]
    news = messages.news(told, voice, MENTION_LINES, look.seat)
    return Letter(fit_lines([line, *news], LONGEST_CONTENT), rings=(person,))


def next_up(messages: Messages, look: Look, before: int, voice: Voice, board: int | None) -> Letter:
    """A quiet line: it will be the reader's turn after that seat's. What can be answered ahead can be so from here."""
    line = messages.headline("bot.next.told", look, voice, board, before=voice.name(before))
    panel = Panel(((opener(look.match, voice),),)) if look.ahead else None
    return Letter(line, silent=True, panel=panel)


def warning(messages: Messages, look: Look, seat: SeatStatus, voice: Voice, board: int | None) -> Letter:
    """To whoever has little time left: until when, what happens then, and what they missed. The seat's clock runs."""
    assert seat.deadline is not None
    assert look.clock is not None
    line = messages.headline("bot.clock.warning", look, voice, board, when=when(seat.deadline))
    news = messages.news(look.news, voice, MENTION_LINES, look.seat)
    since = [voice.say("bot.turn.since"), *news] if news else []
    return Letter(fit_lines([line, voice.say(deadlines.then(look.clock)), *since], LONGEST_CONTENT))


def stall(messages: Messages, look: Look, absent: SeatStatus, voice: Voice, board: int | None) -> Letter:
    """To the host: who does not answer, what can be done, and the ways to give the seat on."""
    since = {"since": when(absent.since)} if absent.since is not None else {}
    lines = [messages.headline("bot.stall.told", look, voice, board, who=voice.name(absent.seat), **since)]
    if absent.reminders:
        lines.append(voice.say(text("bot.stall.reminded", n=absent.reminders)))
    commands = {name: Noun(f"bot.command.{name}.name") for name in ("replace", "end")}
    lines.append(voice.say(text("bot.stall.ways", **commands)))
    host = look.seat is not None and look.seats[look.seat].person == look.host
    ways = offers.choice(look, absent.seat, ANYBODY, voice, host=host)
    return Letter("\n".join(lines), panel=ways.panel)


def lately(look: Look, voice: Voice) -> list[str]:
    """The last of what the viewer missed in one of several games, in small lines."""
    return [f"-# {voice.say(event.text)}" for event in chosen(look.news, DIGEST_LINES, look.seat)]


def digest(
    messages: Messages,
    games: Sequence[GameLine],
    boards: Mapping[str, int],
    voice: Voice,
    news: Mapping[str, Sequence[str]],
) -> Letter:
    """All games of a person, those that wait for them first; a menu opens one. boards: match → message.

    news: match → what happened there. What does not fit is not said: /games has it.
    """
    lines = [voice.say(text("bot.digest.title", n=sum(line.mine for line in games)))]
    for game in games:
        lines += [*messages.lines_of([game], boards, voice), *news.get(game.match, ())]
    shown = pages(lines)[0]
    listed = [(line.match, messages.game_label(line, voice.plain), line.mine) for line in games]
    return Letter(shown, panel=games_panel(Request(name="board"), listed, voice))
