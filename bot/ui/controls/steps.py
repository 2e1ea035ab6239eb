"""An answer in stages: its present stage, and what several such questions have in common."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from bot.ui import drafts
from bot.ui.codec import Answer, Draft, Press, Tool, write, write_value
from bot.ui.controls import levels, pieces
from bot.ui.controls.panel import (
    LONGEST_PLACEHOLDER,
    LONGEST_PROMPT,
    MOST_ENTRIES,
    MOST_ROWS,
    Button,
    Entry,
    Menu,
    Nested,
    Panel,
    Row,
)
from bot.ui.drafts import Walk
from bot.ui.speech import Voice, fit
from engines.kernel.decision import Decision, Option, Refused, Stage, Steps
from engines.kernel.game import Menu as SharedMenu
from engines.kernel.text import Text, text

Control = Menu | Button
Way = tuple[str, Press]
"""Words, and what they lead to."""


def first_controls(match: str, decision: Steps, voice: Voice, *, roomy: bool) -> list[Control] | None:
    """The controls of its first stage, wherever there is one row for it; None if it needs a panel of its own."""
    label = voice.say(decision.prompt)
    begun = drafts.opened(match, decision)
    if isinstance(begun, Answer):
        return [pieces.button(label, begun, "primary")]
    stage = drafts.walk(begun.state, decision).stage
    assert stage is not None
    if drafts.one_by_one(stage) or not 1 <= len(_offered(stage)) <= MOST_ENTRIES:
        return None
    if stage.most == 1 and roomy and (few := _few(begun, decision, stage, voice)) is not None:
        return [*few, *_none(begun, stage, voice)]
    return [_menu(begun, decision, stage, voice, label), *_none(begun, stage, voice)]


def steps_panel(press: Draft, decision: Steps, voice: Voice) -> Nested:
    """What is chosen so far, and the present stage."""
    plain = voice.plain
    walked = drafts.walk(press.state, decision)
    stage = walked.stage
    lines = [voice.say(decision.prompt), *_chosen(walked, voice)]
    if stage is None:
        whole = Answer(match=press.match, asked=press.asked, verb=press.verb, answer=walked.answer)
        return _nested(lines, [(pieces.button(plain.say(decision.prompt), whole, "primary"),)])
    if stage.prompt != decision.prompt:
        lines.append(voice.say(text("bot.answer.next", prompt=stage.prompt)))
    gradual = drafts.one_by_one(stage)
    rows: list[Row] = []
    few = None if stage.most > 1 and not gradual else _few(press, decision, stage, plain, walked)
    if few is not None:
        rows += pieces.button_rows(few)
    else:
        rows += _paged(press, decision, stage, plain, walked)
    rows += _steering(press, stage, plain, walked, gradual=gradual)
    return _nested(lines, rows)


def _steering(press: Draft, stage: Stage[Any], voice: Voice, walked: Walk, *, gradual: bool) -> list[Row]:
    """Back, and on without more."""
    n = len(walked.partial)
    steering = [_back(press, voice, "back" if n or walked.asked else None)]
    if gradual and n:
        done = voice.say(text("bot.draft.confirm", n=n))
        steering.append(pieces.button(done, _step(press, "done"), "success", disabled=n < stage.least))
    if not n:
        steering += _none(press, stage, voice)
    return [tuple(steering)]


def _back(press: Draft, voice: Voice, step: str | None) -> Button:
    """A step back; None: there is none, so to all that is asked, which a private panel has replaced."""
    to = Tool(match=press.match, name="mine") if step is None else _step(press, step)
    return pieces.button(voice.say("bot.button.back"), to, emoji="↩️")


# -- several questions that begin with the same stage ------------------------------------------------------------------


def joined(shared: SharedMenu, decisions: Sequence[Decision]) -> list[Steps]:
    """The questions of a joint menu that can be asked at once: all of them, or none."""
    found = [d for verb in shared.verbs for d in decisions if d.verb == verb and d.playable]
    group = [d for d in found if isinstance(d, Steps) and d.first is not None]
    if not shared.joint or len(group) < max(2, len(found)):
        return []
    first = group[0].first
    assert first is not None
    keys = {tuple(o.key for o in d.first.options) for d in group if d.first is not None}
    fits = 1 <= len(_offered(first)) <= MOST_ENTRIES and not drafts.one_by_one(first)
    return group if fits and len(keys) == 1 else []


def joint_controls(match: str, shared: SharedMenu, group: Sequence[Steps], voice: Voice) -> list[Control]:
    """The stage that all of them begin with, as one menu."""
    lead = group[0]
    stage = lead.first
    assert stage is not None
    begun = replace(drafts.begin(match, lead), step="joint")
    entries = tuple(Entry(pieces.label(levels.full_label(o, voice)), str(i)) for i, o in _offered(stage))
    least, most = max(1, stage.least), min(stage.most, len(entries))
    menu = Menu(fit(voice.say(shared.label), LONGEST_PLACEHOLDER), write(begun), entries, least, most)
    none = [pieces.button(voice.say("bot.button.none"), _step(begun, "jnone"))] if stage.least == 0 else []
    return [menu, *none]


def joint_panel(press: Draft, shared: SharedMenu, group: Sequence[Steps], voice: Voice) -> Nested:
    """Their first stage once more; or (step wN) all the ways on from what was chosen there. Raises Refused."""
    plain = voice.plain
    lead = group[0]
    label = voice.say(shared.label)
    if press.step[:1] == "j":
        controls = joint_controls(press.match, shared, group, plain)
        begin: list[Row] = [c if isinstance(c, Menu) else (c,) for c in controls]
        return _nested([label], [*begin, (_back(press, plain, None),)])
    keys = drafts.walk(press.state, lead).answer
    chosen = _chosen(drafts.walk(press.state, lead), voice)
    ways: list[Way] = []
    refusal: Refused | None = None
    for decision in group:
        try:
            ways += _ways(press, decision, keys, plain)
        except Refused as refused:
            refusal = refused
    if not ways:
        raise refusal or Refused(text("bot.press.unknown"))
    rows = _way_rows(press.match, ways, plain)
    return _nested([label, *chosen], [*rows, (_back(replace(press, state=""), plain, "j0"),)])


def _ways(press: Draft, decision: Steps, keys: Sequence[str | int], voice: Voice) -> list[Way]:
    """How this question goes on after these keys. Raises Refused if it can't."""
    first = decision.first
    assert first is not None
    rank = {option.key: i for i, option in enumerate(first.options)}
    begun = drafts.begin(press.match, decision)
    label = voice.say(decision.prompt)
    after = drafts.passed(begun, decision, [rank[str(key)] for key in keys])
    next_stage = decision.following((first.take(keys),))
    if next_stage is None:
        return [(label, _whole(begun, decision, keys))]
    if next_stage.usual or next_stage.most > 1 or next_stage.least == 0:
        if isinstance(after, Answer):
            return [(label, _whole(begun, decision, keys))]
        return [(f"{label} …", after)]
    here = replace(begun, state=_passed_state(decision, keys))
    found: list[Way] = []
    for i, option in _offered(next_stage):
        chosen = _step(here, f"c{i}")
        found.append((_label(chosen, decision, option, voice), chosen))
    return found


def _passed_state(decision: Steps, keys: Sequence[str | int]) -> str:
    first = decision.first
    assert first is not None
    return drafts.write_stage([first.options.index(option) for option in first.own(keys)], first)


def _whole(begun: Draft, decision: Steps, keys: Sequence[str | int]) -> Press:
    """The step that completes the answer by itself."""
    return replace(begun, state=_passed_state(decision, keys), step="all")


def _way_rows(match: str, ways: Sequence[Way], voice: Voice) -> list[Row]:
    entries = [Entry(pieces.label(words), write_value(press)) for words, press in ways]
    if len(entries) <= 2 * pieces.FEW and pieces.short(entries):
        return list(pieces.button_rows([pieces.button(words, press, "primary") for words, press in ways]))
    parts = pieces.pages(entries, MOST_ENTRIES)[: MOST_ROWS - 1]
    return [pieces.menu(match, index, voice.say("bot.menu.further"), part) for index, part in enumerate(parts)]


# -- parts -------------------------------------------------------------------------------------------------------------


def _step(press: Draft, step: str) -> Draft:
    return replace(press, step=step)


def _nested(lines: Sequence[str], rows: Sequence[Row]) -> Nested:
    return Nested(fit("\n".join(lines), LONGEST_PROMPT), Panel(tuple(rows)))


def _offered(stage: Stage[Any], partial: Sequence[int] = ()) -> list[tuple[int, Option[Any]]]:
    """What can still be chosen and has a place in menus, each with its index."""
    taken = Counter(partial)
    found = []
    for i, option in enumerate(stage.options):
        cap = (stage.most if option.cap is None else option.cap) if stage.repeats else 1
        if option.refused is None and option.common and taken[i] < cap:
            found.append((i, option))
    return found


def _chosen(walked: Walk, voice: Voice) -> list[str]:
    """What was chosen, a line a stage; then what is chosen of the present one."""
    parts = [*walked.chosen]
    if walked.stage is not None and walked.partial:
        parts.append(tuple(walked.stage.options[i] for i in walked.partial))
    return [f"- {voice.join(levels.full_label(option, voice) for option in part)}" for part in parts if part]


def _label(chosen: Draft, decision: Steps, option: Option[Any], voice: Voice, *, tight: bool = False) -> str:
    """An option's words; dots if there is more to choose after it."""
    shown: Text = option.short or option.label
    words = voice.say(shown) if tight else levels.full_label(option, voice)
    after = drafts.after(chosen, decision)
    leads_on = isinstance(after, Draft) and after.state.count(".") > chosen.state.count(".")
    return f"{words} …" if leads_on else words


def _few(
    press: Draft, decision: Steps, stage: Stage[Any], voice: Voice, walked: Walk | None = None
) -> list[Button] | None:
    """The options as buttons, if they are few and short."""
    offered = _offered(stage, walked.partial if walked else ())
    if not 1 <= len(offered) <= pieces.FEW:
        return None
    steps = [(_step(press, f"c{i}"), option) for i, option in offered]
    labels = [_label(step, decision, option, voice, tight=True) for step, option in steps]
    if any(len(label) > pieces.SHORT for label in labels):
        return None
    return [pieces.button(label, step, "primary") for label, (step, _) in zip(labels, steps, strict=True)]


def _entries(
    press: Draft, decision: Steps, offered: Sequence[tuple[int, Option[Any]]], voice: Voice, *, one: bool
) -> tuple[Entry, ...]:
    first = decision.first if not press.state else None
    given = [] if first is None else [option.key for option in first.own(decision.given or ())]
    return tuple(
        Entry(
            pieces.label(
                _label(_step(press, f"c{i}"), decision, option, voice) if one else levels.full_label(option, voice)
            ),
            str(i),
            chosen=option.key in given,
        )
        for i, option in offered
    )


def _menu(
    press: Draft,
    decision: Steps,
    stage: Stage[Any],
    voice: Voice,
    label: str,
    offered: Sequence[tuple[int, Option[Any]]] | None = None,
    room: int | None = None,
) -> Menu:
    """A menu of the stage's options, in which as many are chosen at once as may be."""
    shown = _offered(stage) if offered is None else offered
    room = stage.most if room is None else room
    entries = _entries(press, decision, shown, voice, one=room == 1)
    most = min(room, len(entries))
    least = max(1, stage.least) if offered is None else 1
    return Menu(fit(label, LONGEST_PLACEHOLDER) or "–", write(_step(press, "add")), entries, min(least, most), most)


def _paged(press: Draft, decision: Steps, stage: Stage[Any], voice: Voice, walked: Walk) -> list[Row]:
    """The stage as a menu; page by page if it holds more than one menu does."""
    label = voice.say(stage.prompt)
    offered = _offered(stage, walked.partial)
    if not offered:
        return []
    gradual = drafts.one_by_one(stage)
    if not gradual and len(offered) <= MOST_ENTRIES:
        return [_menu(press, decision, stage, voice, label)]
    room = 1 if stage.ordered or stage.repeats else stage.most - len(walked.partial)
    pages = pieces.pages(offered, MOST_ENTRIES)
    page = min(drafts.page_of(press), len(pages) - 1)
    rows: list[Row] = [_menu(press, decision, stage, voice, label, pages[page], room)]
    if len(pages) > 1:
        rows.append(pieces.turn_pages(page, len(pages), lambda to: _step(press, f"p{to}"), voice))
    return rows


def _none(press: Draft, stage: Stage[Any], voice: Voice) -> list[Button]:
    """The button that chooses nothing, where that can be."""
    return [pieces.button(voice.say("bot.button.none"), _step(press, "none"))] if stage.least == 0 else []
