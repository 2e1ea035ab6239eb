"""The panel under a board: everything that is asked, then what can be wished for besides."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bot.ui.codec import Answer, Tool, write
from bot.ui.controls import pieces, questions
from bot.ui.controls.panel import MOST_ENTRIES, MOST_ROWS, Button, Entry, Menu, Panel, Row
from bot.ui.controls.refusals import refusals_of
from bot.ui.controls.steps import joined, joint_controls
from bot.ui.speech import Voice
from engines.kernel.decision import Decision
from engines.kernel.game import Game

AnyGame = Game[Any, Any]


def board_panel(
    game: AnyGame, match: str, decisions: Sequence[Decision], voice: Voice, *, public: bool, undo: bool = False
) -> Panel:
    """The controls of a board, of a turn's message, or of a private panel.

    public: everybody sees them. Then they are for the one seat that the table waits for; a secret choice, or several
    seats that choose at once, are one button which answers privately.
    """
    voice = voice.plain
    if public and (shown := openly_asked(decisions)) is not None:
        decisions = shown
    elif public:
        secret = any(d.secret for d in decisions)
        label = voice.say("bot.button.secret" if secret else "bot.button.mine")
        mine = pieces.button(label, Tool(match=match, name="mine"), "primary", emoji="✉️")
        return Panel(((mine,), _tools(game, match, (), voice, undo=undo)))
    playable = [d for d in decisions if d.playable]
    tools = _tools(game, match, decisions, voice, undo=undo)
    for spread_out in (True, False):
        rows = _rows(game, match, playable, voice, spread_out=spread_out)
        if len(rows) < MOST_ROWS:
            return Panel((*rows, tools))
    openers = [questions.opener(match, d, voice) for d in playable]
    return Panel((pieces.menu(match, 0, voice.say("bot.menu.questions"), openers), tools))


def openly_asked(decisions: Sequence[Decision]) -> list[Decision] | None:
    """The questions that everybody may see answered: of the one seat that is waited for, or that is asked at all.

    None if they are several seats', or a secret.
    """
    if any(d.secret for d in decisions):
        return None
    asked = {d.seat for d in decisions if d.playable and not d.optional} or {d.seat for d in decisions}
    return [d for d in decisions if d.seat in asked] if len(asked) <= 1 else None


def _rows(game: AnyGame, match: str, playable: Sequence[Decision], voice: Voice, *, spread_out: bool) -> list[Row]:
    """Menus, then buttons. spread_out: menus that may stand as buttons do."""
    verbs = {d.verb: d for d in playable}
    menus: list[Menu] = []
    buttons: list[Button] = []
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


def _tools(game: AnyGame, match: str, decisions: Sequence[Decision], voice: Voice, *, undo: bool) -> tuple[Button, ...]:
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
