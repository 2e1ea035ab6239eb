"""Panels that a press opens, one level after the other, and the form for a number."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from bot.ui import drafts
from bot.ui.codec import Answer, Draft, Group, Number, Open, Tool, write
from bot.ui.controls import levels, pieces, questions
from bot.ui.controls.draft import draft_panel
from bot.ui.controls.panel import LONGEST_TITLE, Button, Menu, Modal, Nested, Panel
from bot.ui.controls.questions import question
from bot.ui.controls.steps import joined, joint_panel, steps_panel
from bot.ui.speech import Voice, fit
from engines.kernel.decision import Amount, Decision, Pick, Refused, Spread, Steps
from engines.kernel.game import Menu as SharedMenu
from engines.kernel.text import text


def nested_panel(
    press: Group | Open | Draft, decisions: Sequence[Decision], voice: Voice, menus: Sequence[SharedMenu] = ()
) -> Nested:
    """The panel that a press opens, or the draft at its present step. Raises Stale if its question is closed.

    menus: the game's.
    """
    decision = question(decisions, press.verb, press.asked)
    prompt = voice.say(decision.prompt)
    match press:
        case Draft() if isinstance(decision, Steps):
            for shared in menus if press.step[:1] in {"j", "w"} else ():
                if press.verb in shared.verbs and (group := joined(shared, decisions)):
                    return joint_panel(press, shared, group, voice)
            return steps_panel(press, decision, voice)
        case Draft():
            return draft_panel(press, decision, voice)
        case Group(path=path, page=page) if isinstance(decision, Pick):
            trail = levels.labels(decision, path)
            words = " · ".join(voice.say(label) for label in trail) or prompt
            return Nested(words, _level_panel(press.match, decision, path, page, voice.plain))
        case _ if isinstance(decision, Steps):
            begun = drafts.opened(press.match, decision)
            if isinstance(begun, Answer):
                begun = replace(drafts.meant(press.match, decision, begun.answer, press.asked), step="all")
            return steps_panel(begun, decision, voice)
        case _ if isinstance(decision, Spread) or (isinstance(decision, Pick) and questions.is_draft(decision)):
            return draft_panel(drafts.begin(press.match, decision), decision, voice)
        case _:
            controls = questions.own_controls(press.match, decision, voice.plain, 0, roomy=True)
            buttons = [c for c in controls if isinstance(c, Button)]
            return Nested(prompt, Panel((*(c for c in controls if isinstance(c, Menu)), *pieces.button_rows(buttons))))


def number_form(press: Number, decisions: Sequence[Decision], voice: Voice) -> Modal:
    """The form that asks for a number. Raises Stale if its question is no longer open."""
    decision = question(decisions, press.verb, press.asked)
    if not isinstance(decision, Amount):
        raise Refused(text("bot.press.unknown"))
    plain = voice.plain
    span = plain.say(text("bot.amount.range", low=decision.low, high=decision.high))
    return Modal(
        fit(plain.say(decision.prompt), LONGEST_TITLE),
        fit(span, LONGEST_TITLE),
        fit(str(decision.low), 100),
        write(press),
    )


def _level_panel(match: str, decision: Pick[Any], path: tuple[int, ...], page: int, voice: Voice) -> Panel:
    """One level of the menus that lead to the options: a few buttons at the first step, a menu further in.

    From the first there is a way back to all that is asked, which may be what this panel has replaced.
    """
    entries = [levels.entry(match, decision, node, voice, path) for node in levels.level(decision, path)]
    above = Group(match=match, asked=decision.asked, verb=decision.verb, path=path[:-1])
    to = above if len(path) > 1 else Tool(match=match, name="mine")
    back = (pieces.button(voice.say("bot.button.back"), to, emoji="↩️"),)
    if len(entries) <= pieces.FEW and len(path) <= 1 and pieces.short(entries):
        return Panel((*pieces.button_rows(list(pieces.entry_buttons(match, entries))), back))
    asked = voice.say("bot.menu.further") if path else voice.say(decision.prompt)
    return Panel((pieces.menu(match, 0, asked, levels.page(match, decision, path, page, voice)), back))
