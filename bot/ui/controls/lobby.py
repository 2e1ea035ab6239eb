"""The panels of a table that is forming: its card, and what is to be agreed on."""

from __future__ import annotations

from typing import Any

from bot.ui.codec import Lobby, write
from bot.ui.controls import pieces
from bot.ui.controls.panel import (
    LONGEST_ENTRY,
    LONGEST_PLACEHOLDER,
    MOST_ENTRIES,
    MOST_ROWS,
    Button,
    Entry,
    Menu,
    Panel,
    Style,
)
from bot.ui.speech import LANGUAGES, Voice, fit
from engines.kernel.game import Game, OptionSpec, OptionValue
from engines.kernel.text import Noun, Param, text


def lobby_panel(match: str, voice: Voice, *, full: bool, startable: bool) -> Panel:
    """The controls of a lobby's card."""
    plain = voice.plain

    def button(action: str, style: Style, *, disabled: bool = False) -> Button:
        return pieces.button(
            plain.say(f"bot.lobby.button.{action}"), Lobby(match=match, action=action), style, disabled=disabled
        )

    return Panel(
        (
            (button("join", "success", disabled=full), button("leave", "secondary"), button("options", "secondary")),
            (button("start", "primary", disabled=not startable), button("cancel", "danger")),
        )
    )


def lobby_options_panel(
    game: Game[Any, Any],
    match: str,
    options: dict[str, OptionValue],
    order: str,
    language: str,
    voice: Voice,
    page: int = 0,
) -> Panel:
    """A menu for everything to be agreed on: the game's options, then the order of seats and the table's language.

    Values: the position among the option's values; `joining` or `random`; the language's code.
    """
    plain = voice.plain
    menus = [_option_menu(match, spec, options.get(spec.key, spec.default), plain) for spec in game.options]
    orders = tuple(
        Entry(
            pieces.label(_named(plain, Noun("bot.lobby.order.name"), Noun(f"bot.lobby.order.{each}"))),
            each,
            chosen=each == order,
        )
        for each in ("joining", "random")
    )
    menus.append(Menu(plain.say("bot.lobby.order.name"), write(Lobby(match=match, action="order")), orders))
    tongues = tuple(
        Entry(
            pieces.label(_named(plain, Noun("bot.lobby.language"), Noun(f"bot.settings.language.{each}"))),
            each,
            chosen=each == language,
        )
        for each in LANGUAGES
    )
    menus.append(Menu(plain.say("bot.lobby.language"), write(Lobby(match=match, action="language")), tongues))
    if len(menus) <= MOST_ROWS:
        return Panel(tuple(menus))
    pages = pieces.pages(menus, MOST_ROWS - 1)
    page = min(page, len(pages) - 1)
    turn = pieces.turn_pages(page, len(pages), lambda to: Lobby(match=match, action="options", key=str(to)), plain)
    return Panel((*pages[page], turn))


def _named(voice: Voice, what: Param, value: Param) -> str:
    """A line of a menu that says what it is about: in a menu, the chosen line stands in the place of the question."""
    return voice.say(text("bot.settings.entry", what=what, value=value))


def _option_menu(match: str, spec: OptionSpec, value: OptionValue, voice: Voice) -> Menu:
    name = voice.say(spec.name)
    about = fit(voice.say(spec.about), LONGEST_ENTRY) if spec.about is not None else None
    # 1 == True in Python: an option of numbers and one of yes and no must not be mixed up.
    marks = [v == value and type(v) is type(value) for v in spec.values]
    entries = tuple(
        Entry(pieces.label(_named(voice, spec.name, spec.names[i])), str(i), about, chosen=marks[i])
        for i in range(len(spec.values))
    )
    return Menu(
        fit(name, LONGEST_PLACEHOLDER), write(Lobby(match=match, action="set", key=spec.key)), entries[:MOST_ENTRIES]
    )
