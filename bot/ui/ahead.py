"""Answering ahead, in words: the private panel for it, and the lines that tell what stands and what lapsed."""

from __future__ import annotations

from bot.ui.controls.ahead import ahead_panel
from bot.ui.letter import LONGEST_CONTENT, Letter
from bot.ui.speech import Voice, fit_lines
from engines.desk.records import Look
from engines.kernel.text import text


def promised(look: Look, voice: Voice) -> list[str]:
    """What the viewer has answered ahead, and what of it does not count any more, a line each."""
    gone = [voice.say(text("bot.ahead.lapsed", what=label)) for label in look.lapsed]
    return [*gone, *(voice.say(text("bot.ahead.stands", what=each.label)) for each in look.ahead if each.stands)]


def panel_of(look: Look, voice: Voice, opening: str | None = None) -> Letter:
    """What can be answered ahead now, and taken back. opening: what has just been done."""
    lines = [opening] if opening else []
    if not look.ahead:
        return Letter(fit_lines([*lines, *promised(look, voice), voice.say("bot.ahead.nothing")], LONGEST_CONTENT))
    lines += [voice.say("bot.ahead.title"), *promised(look, voice)]
    return Letter(fit_lines(lines, LONGEST_CONTENT), panel=ahead_panel(look.match, look.ahead, voice))
