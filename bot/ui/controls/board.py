"""The panel under a board: everything that is asked, then what can be wished for besides."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any, NamedTuple

from bot.ui.codec import Answer, Tool, write
from bot.ui.controls import pieces, questions
from bot.ui.controls.ahead import opener
from bot.ui.controls.panel import MOST_ENTRIES, MOST_ROWS, Button, Entry, Menu, Panel, Row
from bot.ui.controls.refusals import refusals_of
from bot.ui.controls.steps import joined, joint_controls
from bot.ui.speech import Voice
from engines.desk.records import Veiled
from engines.kernel.decision import Decision
from engines.kernel.game import Game

AnyGame = Game[Any, Any]


def board_panel(
    game: AnyGame,
    match: str,
    decisions: Sequence[Decision],
    voice: Voice,
    *,
    public: bool,
    veiled: Sequence[Veiled] = (),
    undo: bool = False,
    ahead: bool = False,
    most: int = MOST_ROWS,
) -> Panel:
    """The controls of a board, of a turn's message, or of a private panel.

    public: everybody sees them. Then they are for the one seat that the table waits for; several seats that choose at
    once, or a seat that has nothing but veiled questions, get one button which answers privately, and which says what
    is asked, if it is the same of all. veiled: what is asked behind a veil; beside open questions each is a button that
    opens it privately. ahead: something can be answered before it is asked. most: rows.
    """
    voice = voice.plain
    buttons: list[Button] = []
    if public:
        decisions = [d for d in decisions if not d.private]
        shown = openly_asked(decisions, veiled)
        if shown is None or not shown.open:
            verbs = {one.verb for one in veiled}
            label = _behind(game, verbs, voice) if veiled else voice.say("bot.button.mine")
            mine = pieces.button(label, Tool(match=match, name="mine"), "primary", emoji="✉️")
            return Panel(((mine,), _tools(game, match, (), voice, undo=undo)))
        decisions = shown.open
        buttons = [_opener(game, match, one, voice) for one in shown.veiled]
    playable = [d for d in decisions if d.playable]
    tools = _tools(game, match, decisions, voice, undo=undo, ahead=ahead)
    for spread_out in (True, False):
        rows = _rows(game, match, playable, voice, buttons, spread_out=spread_out)
        if len(rows) < most:
            return Panel((*rows, tools))
    openers = [questions.opener(match, d, voice) for d in playable]
    menu = pieces.menu(match, 0, voice.say("bot.menu.questions"), openers)
    return Panel((menu, *pieces.button_rows(buttons), tools))


class Asked(NamedTuple):
    """What one seat is asked, as everybody may know it."""

    open: list[Decision]
    veiled: list[Veiled]


def openly_asked(decisions: Sequence[Decision], veiled: Sequence[Veiled] = ()) -> Asked | None:
    """What the one seat is asked that is waited for, or that is asked at all; None if they are several."""
    needed = {d.seat for d in decisions if d.playable and not d.optional} | {v.seat for v in veiled if not v.optional}
    asked = needed or {d.seat for d in decisions} | {v.seat for v in veiled}
    if len(asked) > 1:
        return None
    return Asked([d for d in decisions if d.seat in asked], [v for v in veiled if v.seat in asked])


def _opener(game: AnyGame, match: str, one: Veiled, voice: Voice) -> Button:
    """A button for a veiled question. It carries no number, which would tell of answers that were changed."""
    label = _behind(game, {one.verb}, voice)
    return pieces.button(label, Tool(match=match, name="mine", argument=one.verb), "primary", emoji="✉️")


def _behind(game: AnyGame, verbs: Collection[str], voice: Voice) -> str:
    """What a button leads to behind which these verbs are asked: the game's word for it, if it is one and has one."""
    own = f"{game.slug}.button.{min(verbs)}"
    return voice.say(own if len(verbs) == 1 and voice.speech.has(own) else "bot.button.secret")


def _rows(
    game: AnyGame,
    match: str,
    playable: Sequence[Decision],
    voice: Voice,
    more: Sequence[Button] = (),
    *,
    spread_out: bool,
) -> list[Row]:
    """Menus, then buttons, `more` of them first. spread_out: menus that may stand as buttons do."""
    verbs = {d.verb: d for d in playable}
    menus: list[Menu] = []
    buttons: list[Button] = [*more]
    for shared in game.menus:
        group = [verbs.pop(verb) for verb in shared.verbs if verb in verbs]
        if together := joined(shared, group):
            controls = joint_controls(match, shared, together, voice)
        elif shared.joint:
            controls = [c for d in group for c in questions.own_controls(match, d, voice, len(menus), roomy=False)]
        else:
            entries = _shared_entries(match, group, voice)
            if spread_out and len(entries) <= shared.few and pieces.short(entries):
                controls = list(pieces.entry_buttons(match, entries))
            else:
                controls = [pieces.menu(match, len(menus), voice.say(shared.label), entries)] if entries else []
        menus += [c for c in controls if isinstance(c, Menu)]
        buttons += [c for c in controls if isinstance(c, Button)]
    for decision in verbs.values():
        alone = sum(not questions.is_offer(d) for d in verbs.values()) == 1 and not menus
        controls = questions.own_controls(match, decision, voice, len(menus), roomy=alone)
        menus += [c for c in controls if isinstance(c, Menu)]
        buttons += [c for c in controls if isinstance(c, Button)]
    for shortcut in game.shortcuts(tuple(playable)):
        found = next(d for d in playable if d.verb == shortcut.verb)
        press = Answer(match=match, asked=found.asked, verb=shortcut.verb, answer=shortcut.answer)
        if write(press) not in {b.custom_id for b in buttons}:
            buttons.append(pieces.button(voice.say(shortcut.label), press, "primary"))
    return [*menus, *pieces.button_rows(buttons)]


def _tools(
    game: AnyGame, match: str, decisions: Sequence[Decision], voice: Voice, *, undo: bool, ahead: bool = False
) -> tuple[Button, ...]:
    """What can be wished for besides answering. Undo carries the number of the question that it goes back from."""
    view = f"{game.slug}.button.view"
    tools = [
        pieces.button(
            voice.say(view if voice.speech.has(view) else "bot.button.view"), Tool(match=match, name="view"), emoji="👁️"
        )
    ]
    if undo:
        asked = max((d.asked for d in decisions), default=-1)
        tools.append(
            pieces.button(voice.say("bot.button.undo"), Tool(match=match, asked=asked, name="undo"), emoji="↩️")
        )
    if ahead:
        tools.append(opener(match, voice))
    if refusals_of(decisions):
        tools.append(pieces.button(voice.say("bot.button.why"), Tool(match=match, name="why"), emoji="🚫"))
    tools.append(pieces.button(voice.say("bot.button.help"), Tool(match=match, name="help"), emoji="❔"))
    return tuple(tools)


def _shared_entries(match: str, decisions: Sequence[Decision], voice: Voice) -> list[Entry]:
    """The entries of several questions in one menu; the longest hides behind a single entry if there are too many."""
    parts = [questions.inline(match, d, voice) for d in decisions]
    while sum(map(len, parts)) > MOST_ENTRIES:
        longest = max(range(len(parts)), key=lambda i: len(parts[i]))
        if len(parts[longest]) == 1:
            break
        parts[longest] = [questions.opener(match, decisions[longest], voice)]
    return [entry for part in parts for entry in part][:MOST_ENTRIES]
