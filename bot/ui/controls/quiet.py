"""Wishes to hear less: no more reminders of this turn, nothing more of this game; and to hear all again."""

from __future__ import annotations

from typing import Literal

from bot.ui.codec import Tool
from bot.ui.controls import pieces
from bot.ui.controls.panel import Button
from bot.ui.speech import Voice
from engines.desk.records import Look

WISHES: dict[str, Literal["", "turn", "game"]] = {"quiet_turn": "turn", "quiet_game": "game", "loud": ""}
"""The tools, and what is muted by each."""

_SIGNS = {"quiet_turn": "🔕", "quiet_game": "🔇", "loud": "🔔"}


def quiet_row(look: Look, voice: Voice, *, offered: bool) -> tuple[Button, ...]:
    """What the viewer can still wish for. offered: whoever hears all is asked whether that is too much."""
    if look.muted:
        return (wish(look.match, "loud", voice),)
    return (wish(look.match, "quiet_turn", voice), wish(look.match, "quiet_game", voice)) if offered else ()


def wish(match: str, name: str, voice: Voice) -> Button:
    """One of them as a button."""
    return pieces.button(voice.plain.say(f"bot.button.{name}"), Tool(match=match, name=name), emoji=_SIGNS[name])
