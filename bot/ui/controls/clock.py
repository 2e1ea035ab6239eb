"""The panel on which a host chooses how much time everybody has.

Each of its controls carries the whole choice as it would be after the press, so nothing is kept in memory.
"""

from __future__ import annotations

from typing import Literal, cast

from msgspec import Struct
from msgspec.structs import replace

from bot.ui.codec import Lobby, Tool, write_value
from bot.ui.controls import pieces
from bot.ui.controls.panel import Button, Entry, Panel, Row
from bot.ui.speech import Voice, fit
from engines.desk.clocks import OFF, OWN, PRESETS, AtZero, Clock, preset_of
from engines.desk.hours import Pauses
from engines.kernel.decision import Refused
from engines.kernel.text import Noun, Param, text

AT_ZERO: tuple[AtZero, ...] = ("tell", "turn", "seat")
PAUSES = {"n": "nights", "w": "weekends", "v": "vacations"}
LONGEST_DESCRIPTION = 100

Step = Literal["look", "choose", "set"]
"""look: at what there is; choose: without agreeing yet, if the game runs; set: agree."""


class Choice(Struct, frozen=True):
    """How much time: the key of a preset, OFF or OWN; what happens at zero; what stops it."""

    key: str = OFF
    at_zero: AtZero = "tell"
    pauses: Pauses = Pauses()

    def written(self, step: Step) -> str:
        """As the argument of a press."""
        stops = "".join(letter for letter, name in PAUSES.items() if getattr(self.pauses, name))
        return f"{step}.{self.key}.{self.at_zero}.{stops}"

    def clock(self, present: Clock | None) -> Clock | None:
        """The clock that is meant. present: the one that there is, whose own time may stay. Raises Refused."""
        if self.key == OFF:
            return None
        base = present if self.key == OWN else PRESETS[self.key]
        if base is None:
            raise Refused(text("bot.press.unknown"))
        return replace(base, at_zero=self.at_zero, pauses=self.pauses)


def choice_of(clock: Clock | None) -> Choice:
    """What is chosen with that clock."""
    return Choice() if clock is None else Choice(preset_of(clock), clock.at_zero, clock.pauses)


def read_choice(argument: str) -> tuple[Step, Choice]:
    """What a press asks for. Raises Refused for anything that is not ours."""
    step, key, at_zero, stops, *more = [*argument.split("."), "", "", ""]
    if step in {"", "look"}:
        return "look", Choice()
    known = key in {OFF, OWN, *PRESETS} and at_zero in AT_ZERO and set(stops) <= PAUSES.keys() and not any(more)
    if step not in {"choose", "set"} or not known:
        raise Refused(text("bot.press.unknown"))
    pauses = Pauses(**{name: letter in stops for letter, name in PAUSES.items()})
    return cast("Step", step), Choice(key, cast("AtZero", at_zero), pauses)


def clock_panel(match: str, chosen: Choice, present: Clock | None, voice: Voice, *, forming: bool) -> Panel:
    """Menus for the time and for what happens at zero, switches for what stops it.

    forming: each choice holds at once, and there is a way back to the options; else a button agrees on all of it.
    """
    plain = voice.plain
    rows: list[Row] = [_time_menu(match, chosen, present, plain)]
    if chosen.key != OFF:
        rows += [_zero_menu(match, chosen, plain), _switches(match, chosen, plain)]
    if forming:
        back = Lobby(match=match, action="options")
        rows.append((pieces.button(plain.say("bot.lobby.button.back"), back),))
    elif chosen != choice_of(present):
        press = Tool(match=match, name="clock", argument=chosen.written("set"))
        rows.append((pieces.button(plain.say("bot.clock.button.set"), press, "primary"),))
    return Panel(tuple(rows))


def _time_menu(match: str, chosen: Choice, present: Clock | None, voice: Voice) -> Row:
    own = present is not None and preset_of(present) == OWN
    keys = [OFF, *PRESETS, *([OWN] if own else [])]
    entries = [
        Entry(
            _named(voice, "bot.clock.time", Noun(f"desk.clock.time.{key}")),
            write_value(Tool(match=match, name="clock", argument=_with_time(chosen, key).written("choose"))),
            fit(voice.say(f"bot.clock.about.{key}"), LONGEST_DESCRIPTION),
            chosen=key == chosen.key,
        )
        for key in keys
    ]
    return pieces.menu(match, 0, voice.say("bot.clock.time"), entries)


def _with_time(chosen: Choice, key: str) -> Choice:
    """What stops a clock goes with its kind, as long as nobody has chosen anything else."""
    before, after = PRESETS.get(chosen.key), PRESETS.get(key)
    usual = chosen.pauses == (Pauses() if before is None else before.pauses)
    pauses = after.pauses if usual and after is not None else chosen.pauses
    return Choice(key, chosen.at_zero, pauses if key != OFF else Pauses())


def _zero_menu(match: str, chosen: Choice, voice: Voice) -> Row:
    entries = [
        Entry(
            _named(voice, "bot.clock.at_zero", Noun(f"desk.clock.zero.{each}")),
            write_value(Tool(match=match, name="clock", argument=replace(chosen, at_zero=each).written("choose"))),
            chosen=each == chosen.at_zero,
        )
        for each in AT_ZERO
    ]
    return pieces.menu(match, 1, voice.say("bot.clock.at_zero"), entries)


def _switches(match: str, chosen: Choice, voice: Voice) -> tuple[Button, ...]:
    buttons = []
    for name in PAUSES.values():
        on = bool(getattr(chosen.pauses, name))
        turned = replace(chosen, pauses=replace(chosen.pauses, **{name: not on}))
        words = text(f"bot.clock.stops.{'on' if on else 'off'}", what=Noun(f"desk.clock.pause.{name}"))
        press = Tool(match=match, name="clock", argument=turned.written("choose"))
        buttons.append(pieces.button(voice.say(words), press, "success" if on else "secondary"))
    return tuple(buttons)


def _named(voice: Voice, what: str, value: Param) -> str:
    return pieces.label(voice.say(text("bot.settings.entry", what=Noun(what), value=value)))
