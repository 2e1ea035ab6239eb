"""One question: the controls that answer it, wherever they stand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bot.ui import drafts
from bot.ui.codec import Answer, Number, Open, Press, write_value
from bot.ui.controls import levels, pieces
from bot.ui.controls.panel import MOST_ENTRIES, Button, Entry, Menu
from bot.ui.controls.steps import first_controls
from bot.ui.speech import Voice
from engines.kernel.decision import ONLY, Amount, Decision, Pick, Stale, Steps
from engines.kernel.text import text


def question(decisions: Sequence[Decision], verb: str, asked: int) -> Decision:
    """The open question that is meant. Raises Stale if it is no longer open."""
    found = next((d for d in decisions if d.verb == verb and d.asked == asked), None)
    if found is None:
        raise Stale(text("kernel.decided_already"))
    return found


def own_controls(match: str, decision: Decision, voice: Voice, index: int, *, roomy: bool) -> list[Menu | Button]:
    """The controls of a question that shares no menu. index: of its menu; roomy: it may use two rows of buttons."""
    label = voice.say(decision.prompt)
    if isinstance(decision, Amount):
        if decision.high - decision.low >= MOST_ENTRIES:
            press: Press = Number(match=match, asked=decision.asked, verb=decision.verb)
            return [pieces.button(label, press, "primary", emoji="🔢")]
        entries = _amount_entries(match, decision, voice)
        if roomy and len(entries) <= pieces.FEW:
            return list(pieces.entry_buttons(match, entries))
        return [pieces.menu(match, index, label, entries)]
    if isinstance(decision, Steps) and (controls := first_controls(match, decision, voice, roomy=roomy)) is not None:
        return controls
    if not isinstance(decision, Pick) or is_draft(decision):
        return [
            pieces.button(label, Open(match=match, asked=decision.asked, verb=decision.verb), "primary", emoji="📝")
        ]
    if not is_single(decision):
        return _many(match, decision, voice, index)
    if is_offer(decision):
        (option,) = decision.legal
        return [
            pieces.button(
                voice.say(option.short or option.label), levels.answer(match, decision, option.key), "primary"
            )
        ]
    nodes = levels.level(decision, ())
    entries = [levels.entry(match, decision, node, voice) for node in nodes]
    if roomy and len(nodes) <= pieces.FEW and pieces.short(entries):
        return list(pieces.entry_buttons(match, entries))
    return [pieces.menu(match, index, label, levels.page(match, decision, (), 0, voice))]


def _many(match: str, decision: Pick[Any], voice: Voice, index: int) -> list[Menu | Button]:
    """A menu in which several entries are chosen at once; if none may be chosen, a button says that."""
    entries = [
        Entry(
            pieces.label(levels.full_label(o, voice)),
            write_value(levels.answer(match, decision, o.key)),
            chosen=o.key in (decision.given or ()),
        )
        for o in levels.offered(decision)
    ]
    most = min(decision.most, len(entries))
    controls: list[Menu | Button] = []
    if entries and most:
        menu = pieces.menu(match, index, voice.say(decision.prompt), entries)
        controls.append(Menu(menu.placeholder, menu.custom_id, menu.entries, max(1, decision.least), most))
    if decision.least == 0:
        none = Answer(match=match, asked=decision.asked, verb=decision.verb, answer=())
        controls.append(pieces.button(voice.say("bot.button.none"), none))
    return controls


def inline(match: str, decision: Decision, voice: Voice) -> list[Entry]:
    """A question's entries in a menu that it shares; one that opens its own panel if it can't be answered there."""
    if isinstance(decision, Amount) and decision.high - decision.low < MOST_ENTRIES:
        return _amount_entries(match, decision, voice)
    if isinstance(decision, Pick) and is_single(decision) and not is_draft(decision):
        return [levels.entry(match, decision, node, voice) for node in levels.level(decision, ())]
    if isinstance(decision, Steps) and isinstance(whole := drafts.opened(match, decision), Answer):
        return [Entry(pieces.label(voice.say(decision.prompt)), write_value(whole))]
    return [opener(match, decision, voice)]


def _amount_entries(match: str, decision: Amount, voice: Voice) -> list[Entry]:
    """One entry a number, in the game's words if it has any: `….tavern.amount` beside `….tavern.ask`."""
    key = f"{decision.prompt.key.rpartition('.')[0]}.amount"
    own = voice.speech.has(key)
    entries = []
    for n in range(decision.low, decision.high + 1):
        label = text(key, n=n) if own else text("bot.amount.entry", what=decision.prompt, n=n)
        press = Answer(match=match, asked=decision.asked, verb=decision.verb, answer=(n,))
        entries.append(Entry(pieces.label(voice.say(label)), write_value(press), chosen=decision.given == (n,)))
    return entries


def opener(match: str, decision: Decision, voice: Voice) -> Entry:
    """An entry that opens the question's own panel, or its form."""
    return Entry(
        pieces.label(f"{voice.say(decision.prompt)} …"),
        write_value(Open(match=match, asked=decision.asked, verb=decision.verb)),
    )


def is_single(decision: Pick[Any]) -> bool:
    """Exactly one option is chosen."""
    return decision.least == decision.most == 1


def is_offer(decision: Decision) -> bool:
    """There is nothing to choose but whether to do it."""
    return isinstance(decision, Pick) and is_single(decision) and tuple(o.key for o in decision.options) == (ONLY,)


def is_draft(decision: Pick[Any]) -> bool:
    """It takes several presses: the order counts, or one menu does not hold it."""
    return not is_single(decision) and (decision.ordered or len(levels.offered(decision)) > MOST_ENTRIES)
