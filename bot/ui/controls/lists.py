"""Lists to leaf through or to choose from: games, the log, the rules."""

from __future__ import annotations

from collections.abc import Sequence

from bot.ui.codec import Press, Request, Tool, write, write_value
from bot.ui.controls import pieces
from bot.ui.controls.panel import LONGEST_PLACEHOLDER, MOST_ENTRIES, Entry, Menu, Panel
from bot.ui.speech import Voice, fit
from engines.kernel.text import Param, text

_PAGE = ">"
"""Before the number of a page, in the place of a match."""


def games_panel(request: Request, listed: Sequence[tuple[str, str, bool]], voice: Voice, page: int = 0) -> Panel:
    """The games that a command may mean: match, label, whether it waits for whoever chooses."""
    plain = voice.plain
    yours = plain.say("bot.menu.your_turn")
    entries = [Entry(pieces.label(label), match, yours if mine else None) for match, label, mine in listed]
    shown = pieces.pages(entries, MOST_ENTRIES if len(entries) <= MOST_ENTRIES else MOST_ENTRIES - 1)
    page = min(page, len(shown) - 1)
    here = list(shown[page])
    if len(shown) > 1:
        to = (page + 1) % len(shown) + 1
        here.append(Entry(pieces.label(plain.say(text("bot.menu.more", page=to, pages=len(shown)))), f"{_PAGE}{to}"))
    return Panel((Menu(fit(plain.say("bot.menu.games"), LONGEST_PLACEHOLDER), write(request), tuple(here)),))


def page_of_games(value: str) -> int | None:
    """The page that an entry of the menu of games leads to; None if it is a game."""
    number = value.removeprefix(_PAGE)
    return int(number) - 1 if value.startswith(_PAGE) and number.isdecimal() else None


def log_panel(match: str, back: int, pages: int, voice: Voice) -> Panel | None:
    """Back and forth in the log. back: so many pages earlier than the newest."""
    if pages == 1:
        return None

    def press(to: int) -> Press:
        return Tool(match=match, name="log", argument=str(pages - 1 - to))

    return Panel((pieces.turn_pages(pages - 1 - back, pages, press, voice.plain),))


def rules_panel(slug: str, topics: Sequence[str], voice: Voice, ask: Param = "bot.rules.menu") -> Panel:
    """A menu of what a game's rules can be asked about. None is marked: the question itself is to be read."""
    plain = voice.plain
    entries = [
        Entry(
            pieces.label(plain.say(f"{slug}.rules.{topic}.title")),
            write_value(Tool(match=slug, name="rules", argument=topic)),
        )
        for topic in topics[:MOST_ENTRIES]
    ]
    return Panel((pieces.menu(slug, 0, plain.say(ask), entries),))
