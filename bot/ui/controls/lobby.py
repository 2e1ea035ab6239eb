"""The panels of a table that is forming: its card, and what is to be agreed on."""

from __future__ import annotations

from typing import Any

from bot.ui.codec import Lobby, Tool, write
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
from engines.desk.records import Lobby as Forming
from engines.kernel.game import Game, OptionSpec, OptionValue, Preset, same
from engines.kernel.match import why_not_for
from engines.kernel.text import Noun, Param, Text, text


def lobby_panel(match: str, voice: Voice, *, full: bool, startable: bool, alone: bool = False) -> Panel:
    """The controls of a lobby's card. alone: nobody else can come."""
    plain = voice.plain

    def button(action: str, style: Style, *, disabled: bool = False) -> Button:
        return pieces.button(
            plain.say(f"bot.lobby.button.{action}"), Lobby(match=match, action=action), style, disabled=disabled
        )

    start, cancel = button("start", "primary", disabled=not startable), button("cancel", "danger")
    if alone:
        return Panel(((start, button("options", "secondary"), cancel),))
    clock = pieces.button(plain.say("bot.lobby.button.clock"), Tool(match=match, name="clock"))
    return Panel(
        (
            (button("join", "success", disabled=full), button("leave", "secondary"), button("options", "secondary")),
            (start, clock, cancel),
        )
    )


def few_options(game: Game[Any, Any]) -> bool:
    """Whether all that is to be agreed on has room on one page, with a menu for each option."""
    return bool(game.presets) + len(game.options) + 2 <= MOST_ROWS


def lobby_options_panel(game: Game[Any, Any], lobby: Forming, voice: Voice) -> Panel:
    """Everything to be agreed on: presets, the game's options, the order of seats and the table's language.

    Few options have a menu each; many have one that leads to them (`option_panel`). Values: the key of a preset or an
    option; the position among an option's values; `joining` or `random`; the language's code.
    """
    plain, match = voice.plain, lobby.match
    menus = [_preset_menu(game, lobby, plain)] if game.presets else []
    if few_options(game):
        menus += [_option_menu(match, spec, lobby.options[spec.key], lobby.people, plain) for spec in game.options]
    else:
        menus += _menus_of_options(game, lobby, plain)
    if lobby.high > 1:
        menus.append(_order_menu(match, lobby.order, plain))
    menus.append(_language_menu(match, lobby.language, plain))
    return Panel(tuple(menus))


def option_panel(spec: OptionSpec, lobby: Forming, voice: Voice) -> Panel:
    """One option with all its values, and the way back."""
    match, value = lobby.match, lobby.options[spec.key]
    plain = voice.plain
    entries = tuple(
        Entry(
            pieces.label(plain.say(name)),
            str(i),
            _help(_unfit(spec, i, lobby.people) or (spec.abouts[i] if spec.abouts else None), plain),
            chosen=same(spec.values[i], value),
        )
        for i, name in enumerate(spec.names)
    )
    back = pieces.button(plain.say("bot.lobby.button.back"), Lobby(match=match, action="options"))
    return Panel((_set_menu(match, spec, entries, plain), (back,)))


def _preset_menu(game: Game[Any, Any], lobby: Forming, voice: Voice) -> Menu:
    taken = game.preset_of(lobby.options)
    entries = tuple(
        Entry(
            pieces.label(_named(voice, Noun("bot.lobby.preset"), preset.name)),
            preset.key,
            _help(_unfit_preset(game, preset, lobby.people), voice),
            chosen=taken is not None and taken.key == preset.key,
        )
        for preset in game.presets
    )
    placeholder = fit(voice.say("bot.lobby.choose_preset"), LONGEST_PLACEHOLDER)
    return Menu(placeholder, write(Lobby(match=lobby.match, action="preset")), entries[:MOST_ENTRIES])


def _menus_of_options(game: Game[Any, Any], lobby: Forming, voice: Voice) -> list[Menu]:
    """All options with their present values; a menu has room for so many."""
    entries = [
        Entry(
            pieces.label(_named(voice, spec.name, spec.named(lobby.options[spec.key]))),
            spec.key,
            _help(spec.about if fits(spec, lobby.people) else why_not_for(spec), voice),
        )
        for spec in game.options
    ]
    placeholder = fit(voice.say("bot.lobby.choose_option"), LONGEST_PLACEHOLDER)
    return [
        Menu(placeholder, write(Lobby(match=lobby.match, action="option", key=str(index))), tuple(shown))
        for index, shown in enumerate(pieces.pages(entries, MOST_ENTRIES))
    ]


def _order_menu(match: str, order: str, voice: Voice) -> Menu:
    entries = tuple(
        Entry(
            pieces.label(_named(voice, Noun("bot.lobby.order.name"), Noun(f"bot.lobby.order.{each}"))),
            each,
            chosen=each == order,
        )
        for each in ("joining", "random")
    )
    return Menu(voice.say("bot.lobby.order.name"), write(Lobby(match=match, action="order")), entries)


def _language_menu(match: str, language: str, voice: Voice) -> Menu:
    entries = tuple(
        Entry(
            pieces.label(_named(voice, Noun("bot.lobby.language"), Noun(f"bot.settings.language.{each}"))),
            each,
            chosen=each == language,
        )
        for each in LANGUAGES
    )
    return Menu(voice.say("bot.lobby.language"), write(Lobby(match=match, action="language")), entries)


def _option_menu(match: str, spec: OptionSpec, value: OptionValue, people: int, voice: Voice) -> Menu:
    entries = tuple(
        Entry(
            pieces.label(_named(voice, spec.name, name)),
            str(i),
            _help(_unfit(spec, i, people) or (spec.abouts[i] if spec.abouts else spec.about), voice),
            chosen=same(spec.values[i], value),
        )
        for i, name in enumerate(spec.names)
    )
    return _set_menu(match, spec, entries, voice)


def _set_menu(match: str, spec: OptionSpec, entries: tuple[Entry, ...], voice: Voice) -> Menu:
    placeholder = fit(voice.say(spec.name), LONGEST_PLACEHOLDER)
    return Menu(placeholder, write(Lobby(match=match, action="set", key=spec.key)), entries[:MOST_ENTRIES])


def _named(voice: Voice, what: Param, value: Param) -> str:
    """A line of a menu that says what it is about: in a menu, the chosen line stands in the place of the question."""
    return voice.say(text("bot.settings.entry", what=what, value=value))


def fits(spec: OptionSpec, people: int) -> bool:
    """Whether it can be anything but the usual for so many people."""
    return spec.seats is None or people in spec.seats


def _unfit(spec: OptionSpec, index: int, people: int) -> Text | None:
    """Why that value is not for so many people, if it isn't: it stays in sight, since people come and go."""
    return None if fits(spec, people) or same(spec.values[index], spec.default) else why_not_for(spec)


def _unfit_preset(game: Game[Any, Any], preset: Preset, people: int) -> Text | None:
    options = {spec.key: preset.options.get(spec.key, spec.default) for spec in game.options}
    unfit = game.unfit(people, options)
    return why_not_for(unfit[0]) if unfit else None


def _help(words: Text | None, voice: Voice) -> str | None:
    return None if words is None else fit(voice.say(words), LONGEST_ENTRY)
