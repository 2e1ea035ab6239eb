"""The panel of an answer that takes several presses, at its present step."""

from __future__ import annotations

from typing import Any

from bot.ui import drafts
from bot.ui.codec import Draft, write
from bot.ui.controls import levels, pieces
from bot.ui.controls.panel import (
    LONGEST_BUTTON,
    LONGEST_ENTRY,
    LONGEST_PLACEHOLDER,
    LONGEST_PROMPT,
    MOST_ENTRIES,
    Entry,
    Menu,
    Nested,
    Panel,
    Row,
)
from bot.ui.speech import Voice, fit
from engines.kernel.decision import Decision, Pick, Spread
from engines.kernel.text import text

WIDE_SPREAD = 4
"""Up to so many places have a row of their own."""


def draft_panel(press: Draft, decision: Decision, voice: Voice) -> Nested:
    """What is chosen or placed so far, and what can be done next."""
    if isinstance(decision, Pick):
        return _pick_draft(press, decision, voice)
    assert isinstance(decision, Spread)
    return _spread_draft(press, decision, voice)


def _step(press: Draft, step: str) -> Draft:
    return Draft(match=press.match, asked=press.asked, verb=press.verb, state=press.state, step=step)


def _pick_draft(press: Draft, decision: Pick[Any], voice: Voice) -> Nested:
    plain = voice.plain
    taken = drafts.chosen(press, decision)
    lines = [voice.say(decision.prompt)]
    for rank, i in enumerate(taken, 1):
        label = levels.full_label(decision.options[i], voice)
        lines.append(f"{rank}. {label}" if decision.ordered else f"- {label}")
    left = [i for i, o in enumerate(decision.options) if o.refused is None and o.common and i not in taken]
    pages = pieces.pages(left, MOST_ENTRIES)
    page = min(drafts.page_of(press), max(0, len(pages) - 1))
    rows: list[Row] = []
    room = decision.most - len(taken)
    if pages and room:
        entries = tuple(Entry(pieces.label(levels.full_label(decision.options[i], plain)), str(i)) for i in pages[page])
        most = 1 if decision.ordered else min(room, len(entries))
        add = fit(plain.say(text("bot.draft.add", n=room)), LONGEST_PLACEHOLDER)
        rows.append(Menu(add, write(_step(press, "add")), entries, 1, most))
    if len(pages) > 1 and room:
        rows.append(pieces.turn_pages(page, len(pages), lambda to: _step(press, f"p{to}"), plain))
    enough = decision.least <= len(taken) <= decision.most
    rows.append(
        (
            pieces.button(plain.say("bot.draft.back"), _step(press, "back"), disabled=not taken, emoji="↩️"),
            pieces.button(plain.say("bot.draft.clear"), _step(press, "clear"), disabled=not taken),
            pieces.button(
                plain.say(text("bot.draft.confirm", n=len(taken))), _step(press, "done"), "success", disabled=not enough
            ),
        )
    )
    return Nested(fit("\n".join(lines), LONGEST_PROMPT), Panel(tuple(rows)))


def _spread_draft(press: Draft, decision: Spread, voice: Voice) -> Nested:
    plain = voice.plain
    focus, numbers = drafts.amounts(press, decision)
    left = decision.total - sum(numbers)
    labels = [plain.say(place.label) for place in decision.places]
    counts = [f"{n}/{p.cap}" if p.cap is not None else str(n) for p, n in zip(decision.places, numbers, strict=True)]
    told = [f"- {voice.say(place.label)}: {count}" for place, count in zip(decision.places, counts, strict=True)]
    rows: list[Row] = []
    if len(labels) <= WIDE_SPREAD:
        for i, label in enumerate(labels):
            middle = fit(label, LONGEST_BUTTON - len(counts[i]) - 2) + f": {counts[i]}"
            rows.append(
                (
                    pieces.button("−", _step(press, f"-{i}"), disabled=not numbers[i]),
                    pieces.button(middle, _step(press, f"f{i}"), disabled=True),
                    pieces.button("+", _step(press, f"+{i}"), disabled=not drafts.room(decision, numbers, i)),
                )
            )
    else:
        for start in range(0, min(len(labels), 2 * MOST_ENTRIES), MOST_ENTRIES):
            entries = tuple(
                Entry(fit(labels[i], LONGEST_ENTRY - len(counts[i]) - 2) + f": {counts[i]}", str(i), chosen=i == focus)
                for i in range(start, min(start + MOST_ENTRIES, len(labels)))
            )
            custom_id = write(_step(press, f"focus{start or ''}"))
            rows.append(Menu(fit(plain.say("bot.draft.place"), LONGEST_PLACEHOLDER), custom_id, entries))
        more = drafts.room(decision, numbers, focus)
        rows.append(
            (
                pieces.button("−5", _step(press, "d5"), disabled=not numbers[focus]),
                pieces.button("−1", _step(press, "d1"), disabled=not numbers[focus]),
                pieces.button("+1", _step(press, "u1"), disabled=not more),
                pieces.button("+5", _step(press, "u5"), disabled=not more),
                pieces.button(plain.say("bot.draft.fill"), _step(press, "fill"), disabled=not more),
            )
        )
    rows.append(
        (
            pieces.button(plain.say("bot.draft.clear"), _step(press, "clear"), disabled=not any(numbers)),
            pieces.button(
                plain.say(text("bot.draft.spread", n=left)), _step(press, "done"), "success", disabled=left != 0
            ),
        )
    )
    return Nested(fit("\n".join([voice.say(decision.prompt), *told]), LONGEST_PROMPT), Panel(tuple(rows)))
