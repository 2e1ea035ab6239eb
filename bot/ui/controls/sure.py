"""All the same? The button that gives an answer whose consequence was told."""

from __future__ import annotations

from collections.abc import Sequence

from bot.ui import drafts
from bot.ui.codec import Press, Sure, write
from bot.ui.controls import pieces
from bot.ui.controls.panel import Panel
from bot.ui.controls.questions import question
from bot.ui.speech import Voice
from engines.desk.records import Warned
from engines.kernel.decision import Decision, Pick, Steps


def sure_panel(match: str, warned: Warned, decisions: Sequence[Decision], voice: Voice) -> Panel:
    """One button that gives this answer. Raises Stale if its question is no longer open."""
    press: Press = Sure(match=match, asked=warned.asked, verb=warned.verb, answer=warned.answer)
    decision = question(decisions, warned.verb, warned.asked)
    try:
        write(press)
    except ValueError:
        assert isinstance(decision, Pick | Steps), "only lists of keys get long"
        press = drafts.meant(match, decision, warned.answer, warned.asked)
    return Panel(((pieces.button(voice.plain.say("bot.button.sure"), press, "danger", emoji="⚠️"),),))
