"""Why not? What can't be had, with its reasons."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bot.ui.codec import Tool, Why, write_value
from bot.ui.controls import levels, pieces
from bot.ui.controls.panel import LONGEST_ENTRY, MOST_ENTRIES, MOST_ROWS, Entry, Panel, Row
from bot.ui.controls.questions import question
from bot.ui.speech import Voice, fit
from engines.kernel.decision import Amount, Decision, Option, Pick, Steps
from engines.kernel.text import Text, text

Refusal = tuple[Decision, str, tuple[Text, ...], Text]


def why_not(match: str, decisions: Sequence[Decision], voice: Voice, page: int = 0) -> Panel | None:
    """What can't be had now, each with its reason; None if nothing is refused. Up to four menus at a time."""
    plain = voice.plain
    found = refusals_of(decisions)
    if not found:
        return None
    pages = pieces.pages(found, MOST_ENTRIES * (MOST_ROWS - 1))
    page = min(page, len(pages) - 1)
    rows: list[Row] = []
    for shown in pieces.pages(pages[page], MOST_ENTRIES):
        entries = []
        for decision, key, labels, reason in shown:
            press = Why(match=match, asked=decision.asked, verb=decision.verb, key=key)
            label = " · ".join(plain.say(part) for part in labels)
            entries.append(Entry(pieces.label(label), write_value(press), fit(plain.say(reason), LONGEST_ENTRY)))
        rows.append(pieces.menu(match, len(rows), plain.say("bot.menu.why"), entries))
    if len(pages) > 1:
        rows.append(
            pieces.turn_pages(page, len(pages), lambda to: Tool(match=match, name="why", argument=str(to)), plain)
        )
    return Panel(tuple(rows))


def reason(press: Why, decisions: Sequence[Decision]) -> Text:
    """Why that can't be had. Raises Stale if its question is no longer open."""
    decision = question(decisions, press.verb, press.asked)
    if isinstance(decision, Pick):
        found = decision.option(press.key).refused
    else:
        found = decision.refused if isinstance(decision, Amount | Steps) else None
    if isinstance(decision, Steps) and press.key and decision.first is not None:
        option = decision.first.option(press.key)
        found = None if option is None else option.refused
    return found or text("bot.why.possible")


def refusals_of(decisions: Sequence[Decision]) -> list[Refusal]:
    """(question, key, labels, reason); options that share their menu and their reason are named once, by the menu."""
    found: list[Refusal] = []
    for decision in decisions:
        if isinstance(decision, Amount | Steps) and decision.refused is not None:
            found.append((decision, "", (decision.prompt,), decision.refused))
        elif isinstance(decision, Pick):
            _gather(decision, [o for o in decision.options if o.common], 0, found)
        elif isinstance(decision, Steps) and decision.first is not None:
            _gather(decision, [o for o in decision.first.options if o.common], 0, found)
    return found


def _gather(decision: Decision, options: Sequence[Option[Any]], depth: int, found: list[Refusal]) -> None:
    reasons = {levels.identity(o.refused) if o.refused is not None else None for o in options}
    if len(options) > 1 and len(reasons) == 1 and None not in reasons:
        first = options[0]
        assert first.refused is not None
        labels = first.within[:depth] if depth else _heading(decision, options)
        found.append((decision, first.key, labels, first.refused))
        return
    groups: dict[Any, list[Option[Any]]] = {}
    for option in options:
        if len(option.within) > depth:
            groups.setdefault(levels.identity(option.within[depth]), []).append(option)
        elif option.refused is not None:
            found.append((decision, option.key, (*option.within, option.label), option.refused))
    for members in groups.values():
        _gather(decision, members, depth + 1, found)


def _heading(decision: Decision, options: Sequence[Option[Any]]) -> tuple[Text, ...]:
    """What all the options are together: the one menu that leads to them, if there is one; else what is asked."""
    menus = {levels.identity(option.within[0]) if option.within else None for option in options}
    return options[0].within[:1] if len(menus) == 1 else (decision.prompt,)
