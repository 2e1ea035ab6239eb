"""Controls derived from decisions, in a neutral form that knows Discord's limits but not discord.py.

What is to be decided determines what is shown; no game writes controls of its own. A few short options are buttons, up
to 25 a menu; more, or options with menus that lead to them, open one level after the other; amounts are buttons, a menu
or a form; spreads and ordered or long picks are a draft. Only what can be had is offered; what can't is in the list
behind "Why not?".
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise
from typing import Any, Literal

from msgspec import Struct

from bot.ui import drafts
from bot.ui.codec import Answer, Draft, Group, Lobby, Number, Open, Press, Request, Tool, Why, write, write_value
from bot.ui.codec import Menu as MenuPress
from bot.ui.speech import LANGUAGES, Voice, fit
from engines.kernel.decision import ONLY, Amount, Decision, Option, Pick, Refused, Spread, Stale
from engines.kernel.game import Game, OptionSpec, OptionValue
from engines.kernel.text import Noun, Param, Text, text

MOST_ROWS = 5
MOST_BUTTONS = 5
"""In a row."""
MOST_ENTRIES = 25
LONGEST_BUTTON = 80
LONGEST_ENTRY = 100
LONGEST_PLACEHOLDER = 150
LONGEST_TITLE = 45
_PAGE = ">"
"""Before the number of a page, in the place of a match."""
LONGEST_PROMPT = 1_800
"""A message holds 2,000; the rest is for whoever sends it."""

FEW = 6
"""Up to so many short options are buttons."""
SHORT = 40
"""A label that is still comfortable on a button."""
WIDE_SPREAD = 4
"""Up to so many places have a row of their own."""

Style = Literal["primary", "secondary", "success", "danger"]


class Button(Struct, frozen=True):
    label: str
    custom_id: str
    style: Style = "secondary"
    disabled: bool = False
    emoji: str | None = None


class Entry(Struct, frozen=True):
    """A line of a menu. chosen: marked as the present choice."""

    label: str
    value: str
    description: str | None = None
    chosen: bool = False


class Menu(Struct, frozen=True):
    """A menu of which `least` to `most` entries are chosen."""

    placeholder: str
    custom_id: str
    entries: tuple[Entry, ...]
    least: int = 1
    most: int = 1


Row = tuple[Button, ...] | Menu


class Panel(Struct, frozen=True):
    """At most five rows: a row is up to five buttons or one menu."""

    rows: tuple[Row, ...]


class Nested(Struct, frozen=True):
    """A panel of its own: what it asks, as words for a message, and its controls."""

    prompt: str
    panel: Panel


class Modal(Struct, frozen=True):
    """A form with one line to fill in."""

    title: str
    label: str
    placeholder: str
    custom_id: str


AnyGame = Game[Any, Any]


# -- under the board ---------------------------------------------------------------------------------------------------


def board(
    game: AnyGame, match: str, decisions: Sequence[Decision], voice: Voice, *, public: bool, undo: bool = False
) -> Panel:
    """The controls of a board, of a turn's message, or of a private panel.

    public: everybody sees them; a secret choice, or several seats that choose at once, are one button which answers
    privately.
    """
    voice = voice.plain
    if public and (len({d.seat for d in decisions}) > 1 or any(d.secret for d in decisions)):
        secret = any(d.secret for d in decisions)
        label = voice.say("bot.button.secret" if secret else "bot.button.mine")
        mine = _button(label, Tool(match=match, name="mine"), "primary", emoji="✉️")
        return Panel(((mine,), _tools(game, match, (), voice, undo=undo)))
    playable = [d for d in decisions if d.playable]
    verbs = {d.verb: d for d in playable}
    menus: list[Menu] = []
    buttons: list[Button] = []
    for shared in game.menus:
        group = [verbs.pop(verb) for verb in shared.verbs if verb in verbs]
        if entries := _shared_entries(match, group, voice):
            menus.append(_menu(match, len(menus), voice.say(shared.label), entries))
    for decision in verbs.values():
        alone = sum(not _is_offer(d) for d in verbs.values()) == 1 and not menus
        controls = _own_controls(match, decision, voice, len(menus), roomy=alone)
        menus += [c for c in controls if isinstance(c, Menu)]
        buttons += [c for c in controls if isinstance(c, Button)]
    for shortcut in game.shortcuts(tuple(playable)):
        found = next(d for d in playable if d.verb == shortcut.verb)
        press = Answer(match=match, asked=found.asked, verb=shortcut.verb, answer=shortcut.answer)
        if write(press) not in {b.custom_id for b in buttons}:
            buttons.append(_button(voice.say(shortcut.label), press, "primary"))
    tools = _tools(game, match, decisions, voice, undo=undo)
    if len(menus) + len(_button_rows(buttons)) + 1 > MOST_ROWS:
        menus = [_menu(match, 0, voice.say("bot.menu.questions"), [_opener(match, d, voice) for d in playable])]
        buttons = []
    return Panel((*menus, *_button_rows(buttons), *([tools] if tools else ())))


def _tools(game: AnyGame, match: str, decisions: Sequence[Decision], voice: Voice, *, undo: bool) -> tuple[Button, ...]:
    """What can be wished for besides answering. Undo carries the number of the question that it goes back from."""
    view = f"{game.slug}.button.view"
    tools = [
        _button(
            voice.say(view if voice.speech.has(view) else "bot.button.view"), Tool(match=match, name="view"), emoji="👁️"
        )
    ]
    if undo:
        asked = max((d.asked for d in decisions), default=-1)
        tools.append(_button(voice.say("bot.button.undo"), Tool(match=match, asked=asked, name="undo"), emoji="↩️"))
    if _refusals(decisions):
        tools.append(_button(voice.say("bot.button.why"), Tool(match=match, name="why"), emoji="🚫"))
    tools.append(_button(voice.say("bot.button.help"), Tool(match=match, name="help"), emoji="❔"))
    return tuple(tools)


def _own_controls(match: str, decision: Decision, voice: Voice, index: int, *, roomy: bool) -> list[Menu | Button]:
    """The controls of a question that shares no menu. index: of its menu; roomy: it may use two rows of buttons."""
    label = voice.say(decision.prompt)
    if isinstance(decision, Amount):
        if decision.high - decision.low >= MOST_ENTRIES:
            press: Press = Number(match=match, asked=decision.asked, verb=decision.verb)
            return [_button(label, press, "primary", emoji="🔢")]
        entries = _amount_entries(match, decision, voice)
        if roomy and len(entries) <= FEW:
            return list(_entry_buttons(match, entries))
        return [_menu(match, index, label, entries)]
    if not isinstance(decision, Pick) or _is_draft(decision):
        return [_button(label, Open(match=match, asked=decision.asked, verb=decision.verb), "primary", emoji="📝")]
    if not _is_single(decision):
        return _many(match, decision, voice, index)
    if _is_offer(decision):
        (option,) = decision.legal
        return [_button(voice.say(option.short or option.label), _answer(match, decision, option.key), "primary")]
    nodes = _level(decision, ())
    entries = [_node_entry(match, decision, node, voice) for node in nodes]
    if roomy and len(nodes) <= FEW and _short(entries):
        return list(_entry_buttons(match, entries))
    return [_menu(match, index, label, _page(match, decision, (), 0, voice))]


def _many(match: str, decision: Pick[Any], voice: Voice, index: int) -> list[Menu | Button]:
    """A menu in which several entries are chosen at once; if none may be chosen, a button says that."""
    entries = [
        Entry(
            _label(_full_label(o, voice)),
            write_value(_answer(match, decision, o.key)),
            chosen=o.key in (decision.given or ()),
        )
        for o in _offered(decision)
    ]
    most = min(decision.most, len(entries))
    controls: list[Menu | Button] = []
    if entries and most:
        menu = _menu(match, index, voice.say(decision.prompt), entries)
        controls.append(Menu(menu.placeholder, menu.custom_id, menu.entries, max(1, decision.least), most))
    if decision.least == 0:
        none = Answer(match=match, asked=decision.asked, verb=decision.verb, answer=())
        controls.append(_button(voice.say("bot.button.none"), none))
    return controls


def _shared_entries(match: str, decisions: Sequence[Decision], voice: Voice) -> list[Entry]:
    """The entries of several questions in one menu; the longest hides behind a single entry if there are too many."""
    parts = [_inline(match, d, voice) for d in decisions]
    while sum(map(len, parts)) > MOST_ENTRIES:
        longest = max(range(len(parts)), key=lambda i: len(parts[i]))
        if len(parts[longest]) == 1:
            break
        parts[longest] = [_opener(match, decisions[longest], voice)]
    return [entry for part in parts for entry in part][:MOST_ENTRIES]


def _inline(match: str, decision: Decision, voice: Voice) -> list[Entry]:
    if isinstance(decision, Amount) and decision.high - decision.low < MOST_ENTRIES:
        return _amount_entries(match, decision, voice)
    if isinstance(decision, Pick) and _is_single(decision) and not _is_draft(decision):
        return [_node_entry(match, decision, node, voice) for node in _level(decision, ())]
    return [_opener(match, decision, voice)]


# -- panels of their own -----------------------------------------------------------------------------------------------


def nested(press: Group | Open | Draft, decisions: Sequence[Decision], voice: Voice) -> Nested:
    """The panel that a press opens, or the draft at its present step. Raises Stale if its question is closed."""
    decision = question(decisions, press.verb, press.asked)
    prompt = voice.say(decision.prompt)
    match press:
        case Draft():
            return _draft(press, decision, voice)
        case Group(path=path, page=page) if isinstance(decision, Pick):
            trail = _labels(decision, path)
            words = " · ".join(voice.say(label) for label in trail) or prompt
            return Nested(words, _level_panel(press.match, decision, path, page, voice.plain))
        case _ if isinstance(decision, Spread) or (isinstance(decision, Pick) and _is_draft(decision)):
            return _draft(drafts.begin(press.match, decision), decision, voice)
        case _:
            controls = _own_controls(press.match, decision, voice.plain, 0, roomy=True)
            buttons = [c for c in controls if isinstance(c, Button)]
            return Nested(prompt, Panel((*(c for c in controls if isinstance(c, Menu)), *_button_rows(buttons))))


def question(decisions: Sequence[Decision], verb: str, asked: int) -> Decision:
    """The open question that is meant. Raises Stale if it is no longer open."""
    found = next((d for d in decisions if d.verb == verb and d.asked == asked), None)
    if found is None:
        raise Stale(text("kernel.decided_already"))
    return found


def number(press: Number, decisions: Sequence[Decision], voice: Voice) -> Modal:
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
    """One level of the menus that lead to the options: a few buttons at the first step, a menu further in."""
    entries = [_node_entry(match, decision, node, voice, path) for node in _level(decision, path)]
    if len(entries) <= FEW and len(path) <= 1 and _short(entries):
        return Panel(tuple(_button_rows(list(_entry_buttons(match, entries)))))
    asked = voice.say("bot.menu.further") if path else voice.say(decision.prompt)
    return Panel((_menu(match, 0, asked, _page(match, decision, path, page, voice)),))


# -- drafts ------------------------------------------------------------------------------------------------------------


def _draft(press: Draft, decision: Decision, voice: Voice) -> Nested:
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
        label = _full_label(decision.options[i], voice)
        lines.append(f"{rank}. {label}" if decision.ordered else f"- {label}")
    left = [i for i, o in enumerate(decision.options) if o.refused is None and o.common and i not in taken]
    pages = _pages(left, MOST_ENTRIES)
    page = min(drafts.page_of(press), max(0, len(pages) - 1))
    rows: list[Row] = []
    room = decision.most - len(taken)
    if pages and room:
        entries = tuple(Entry(_label(_full_label(decision.options[i], plain)), str(i)) for i in pages[page])
        most = 1 if decision.ordered else min(room, len(entries))
        add = fit(plain.say(text("bot.draft.add", n=room)), LONGEST_PLACEHOLDER)
        rows.append(Menu(add, write(_step(press, "add")), entries, 1, most))
    if len(pages) > 1 and room:
        rows.append(_turn_pages(page, len(pages), lambda to: _step(press, f"p{to}"), plain))
    enough = decision.least <= len(taken) <= decision.most
    rows.append(
        (
            _button(plain.say("bot.draft.back"), _step(press, "back"), disabled=not taken, emoji="↩️"),
            _button(plain.say("bot.draft.clear"), _step(press, "clear"), disabled=not taken),
            _button(
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
                    _button("−", _step(press, f"-{i}"), disabled=not numbers[i]),
                    _button(middle, _step(press, f"f{i}"), disabled=True),
                    _button("+", _step(press, f"+{i}"), disabled=not drafts.room(decision, numbers, i)),
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
                _button("−5", _step(press, "d5"), disabled=not numbers[focus]),
                _button("−1", _step(press, "d1"), disabled=not numbers[focus]),
                _button("+1", _step(press, "u1"), disabled=not more),
                _button("+5", _step(press, "u5"), disabled=not more),
                _button(plain.say("bot.draft.fill"), _step(press, "fill"), disabled=not more),
            )
        )
    rows.append(
        (
            _button(plain.say("bot.draft.clear"), _step(press, "clear"), disabled=not any(numbers)),
            _button(plain.say(text("bot.draft.spread", n=left)), _step(press, "done"), "success", disabled=left != 0),
        )
    )
    return Nested(fit("\n".join([voice.say(decision.prompt), *told]), LONGEST_PROMPT), Panel(tuple(rows)))


# -- why not? ----------------------------------------------------------------------------------------------------------


def why_not(match: str, decisions: Sequence[Decision], voice: Voice, page: int = 0) -> Panel | None:
    """What can't be had now, each with its reason; None if nothing is refused. Up to four menus at a time."""
    plain = voice.plain
    refusals = _refusals(decisions)
    if not refusals:
        return None
    pages = _pages(refusals, MOST_ENTRIES * (MOST_ROWS - 1))
    page = min(page, len(pages) - 1)
    rows: list[Row] = []
    for shown in _pages(pages[page], MOST_ENTRIES):
        entries = []
        for decision, key, labels, reason in shown:
            press = Why(match=match, asked=decision.asked, verb=decision.verb, key=key)
            label = " · ".join(plain.say(part) for part in labels)
            entries.append(Entry(_label(label), write_value(press), fit(plain.say(reason), LONGEST_ENTRY)))
        rows.append(_menu(match, len(rows), plain.say("bot.menu.why"), entries))
    if len(pages) > 1:
        rows.append(_turn_pages(page, len(pages), lambda to: Tool(match=match, name="why", argument=str(to)), plain))
    return Panel(tuple(rows))


def games(request: Request, listed: Sequence[tuple[str, str, bool]], voice: Voice, page: int = 0) -> Panel:
    """The games that a command may mean: match, label, whether it waits for whoever chooses."""
    plain = voice.plain
    yours = plain.say("bot.menu.your_turn")
    entries = [Entry(_label(label), match, yours if mine else None) for match, label, mine in listed]
    shown = _pages(entries, MOST_ENTRIES if len(entries) <= MOST_ENTRIES else MOST_ENTRIES - 1)
    page = min(page, len(shown) - 1)
    here = list(shown[page])
    if len(shown) > 1:
        to = (page + 1) % len(shown) + 1
        here.append(Entry(_label(plain.say(text("bot.menu.more", page=to, pages=len(shown)))), f"{_PAGE}{to}"))
    return Panel((Menu(fit(plain.say("bot.menu.games"), LONGEST_PLACEHOLDER), write(request), tuple(here)),))


def page_of_games(value: str) -> int | None:
    """The page that an entry of the menu of games leads to; None if it is a game."""
    number = value.removeprefix(_PAGE)
    return int(number) - 1 if value.startswith(_PAGE) and number.isdecimal() else None


def log(match: str, back: int, pages: int, voice: Voice) -> Panel | None:
    """Back and forth in the log. back: so many pages earlier than the newest."""
    if pages == 1:
        return None

    def press(to: int) -> Press:
        return Tool(match=match, name="log", argument=str(pages - 1 - to))

    return Panel((_turn_pages(pages - 1 - back, pages, press, voice.plain),))


def reason(press: Why, decisions: Sequence[Decision]) -> Text:
    """Why that can't be had. Raises Stale if its question is no longer open."""
    decision = question(decisions, press.verb, press.asked)
    if isinstance(decision, Pick):
        found = decision.option(press.key).refused
    else:
        found = decision.refused if isinstance(decision, Amount) else None
    return found or text("bot.why.possible")


Refusal = tuple[Decision, str, tuple[Text, ...], Text]


def _refusals(decisions: Sequence[Decision]) -> list[Refusal]:
    """(question, key, labels, reason); options that share their menu and their reason are named once, by the menu."""
    found: list[Refusal] = []
    for decision in decisions:
        if isinstance(decision, Amount) and decision.refused is not None:
            found.append((decision, "", (decision.prompt,), decision.refused))
        elif isinstance(decision, Pick):
            _gather(decision, [o for o in decision.options if o.common], 0, found)
    return found


def _gather(decision: Pick[Any], options: Sequence[Option[Any]], depth: int, found: list[Refusal]) -> None:
    reasons = {_identity(o.refused) if o.refused is not None else None for o in options}
    if len(options) > 1 and len(reasons) == 1 and None not in reasons:
        first = options[0]
        assert first.refused is not None
        labels = first.within[:depth] if depth else (decision.prompt,)
        found.append((decision, first.key, labels, first.refused))
        return
    groups: dict[Any, list[Option[Any]]] = {}
    for option in options:
        if len(option.within) > depth:
            groups.setdefault(_identity(option.within[depth]), []).append(option)
        elif option.refused is not None:
            found.append((decision, option.key, (*option.within, option.label), option.refused))
    for members in groups.values():
        _gather(decision, members, depth + 1, found)


def rules(slug: str, topics: Sequence[str], voice: Voice) -> Panel:
    """A menu of what the rules can be asked about. None is marked: the question itself is to be read."""
    plain = voice.plain
    entries = [
        Entry(
            _label(plain.say(f"{slug}.rules.{topic}.title")),
            write_value(Tool(match=slug, name="rules", argument=topic)),
        )
        for topic in topics[:MOST_ENTRIES]
    ]
    return Panel((_menu(slug, 0, plain.say("bot.rules.menu"), entries),))


# -- tables that are forming -------------------------------------------------------------------------------------------


def lobby(match: str, voice: Voice, *, full: bool, startable: bool) -> Panel:
    """The controls of a lobby's card."""
    plain = voice.plain

    def button(action: str, style: Style, *, disabled: bool = False) -> Button:
        return _button(
            plain.say(f"bot.lobby.button.{action}"), Lobby(match=match, action=action), style, disabled=disabled
        )

    return Panel(
        (
            (button("join", "success", disabled=full), button("leave", "secondary"), button("options", "secondary")),
            (button("start", "primary", disabled=not startable), button("cancel", "danger")),
        )
    )


def lobby_options(
    game: AnyGame, match: str, options: dict[str, OptionValue], order: str, language: str, voice: Voice, page: int = 0
) -> Panel:
    """A menu for everything to be agreed on: the game's options, then the order of seats and the table's language.

    Values: the position among the option's values; `joining` or `random`; the language's code.
    """
    plain = voice.plain
    menus = [_option_menu(match, spec, options.get(spec.key, spec.default), plain) for spec in game.options]
    orders = tuple(
        Entry(
            _label(_named(plain, Noun("bot.lobby.order.name"), Noun(f"bot.lobby.order.{each}"))),
            each,
            chosen=each == order,
        )
        for each in ("joining", "random")
    )
    menus.append(Menu(plain.say("bot.lobby.order.name"), write(Lobby(match=match, action="order")), orders))
    tongues = tuple(
        Entry(
            _label(_named(plain, Noun("bot.lobby.language"), Noun(f"bot.settings.language.{each}"))),
            each,
            chosen=each == language,
        )
        for each in LANGUAGES
    )
    menus.append(Menu(plain.say("bot.lobby.language"), write(Lobby(match=match, action="language")), tongues))
    if len(menus) <= MOST_ROWS:
        return Panel(tuple(menus))
    pages = _pages(menus, MOST_ROWS - 1)
    page = min(page, len(pages) - 1)
    turn = _turn_pages(page, len(pages), lambda to: Lobby(match=match, action="options", key=str(to)), plain)
    return Panel((*pages[page], turn))


def _named(voice: Voice, what: Param, value: Param) -> str:
    """A line of a menu that says what it is about: in a menu, the chosen line stands in the place of the question."""
    return voice.say(text("bot.settings.entry", what=what, value=value))


def _option_menu(match: str, spec: OptionSpec, value: OptionValue, voice: Voice) -> Menu:
    name = voice.say(spec.name)
    about = fit(voice.say(spec.about), LONGEST_ENTRY) if spec.about is not None else None
    # 1 == True in Python: an option of numbers and one of yes and no must not be mixed up.
    marks = [v == value and type(v) is type(value) for v in spec.values]
    entries = tuple(
        Entry(_label(_named(voice, spec.name, spec.names[i])), str(i), about, chosen=marks[i])
        for i in range(len(spec.values))
    )
    return Menu(
        fit(name, LONGEST_PLACEHOLDER), write(Lobby(match=match, action="set", key=spec.key)), entries[:MOST_ENTRIES]
    )


# -- options as levels of menus ----------------------------------------------------------------------------------------


class Node(Struct, frozen=True):
    """What stands in a menu: an option, or (branch ≥ 0) the label of a further menu, counted among such labels."""

    label: Text
    option: Option[Any] | None = None
    branch: int = -1


def _offered(decision: Pick[Any]) -> list[Option[Any]]:
    return [o for o in decision.options if o.refused is None and o.common]


def _level(decision: Pick[Any], path: tuple[int, ...]) -> list[Node]:
    """What stands at the end of the path."""
    options = _follow(decision, path)
    depth = len(path)
    nodes: list[Node] = []
    seen: dict[Any, int] = {}
    for option in options:
        if len(option.within) <= depth:
            nodes.append(Node(option.short or option.label, option))
        elif _identity(option.within[depth]) not in seen:
            seen[_identity(option.within[depth])] = len(seen)
            nodes.append(Node(option.within[depth], branch=len(seen) - 1))
    return nodes


def _follow(decision: Pick[Any], path: tuple[int, ...]) -> list[Option[Any]]:
    """The options that lie at the end of the path. Raises Refused if there is none."""
    options = _offered(decision)
    for depth, branch in enumerate(path):
        labels = list(dict.fromkeys(_identity(o.within[depth]) for o in options if len(o.within) > depth))
        if not 0 <= branch < len(labels):
            raise Refused(text("bot.press.unknown"))
        options = [o for o in options if len(o.within) > depth and _identity(o.within[depth]) == labels[branch]]
    return options


def _labels(decision: Pick[Any], path: tuple[int, ...]) -> tuple[Text, ...]:
    """The labels along the path."""
    options = _follow(decision, path)
    return options[0].within[: len(path)] if options else ()


def _page(match: str, decision: Pick[Any], path: tuple[int, ...], page: int, voice: Voice) -> list[Entry]:
    """One page of a level; if there are more, its last entry leads there."""
    entries = [_node_entry(match, decision, node, voice, path) for node in _level(decision, path)]
    if len(entries) <= MOST_ENTRIES:
        return entries
    pages = _pages(entries, MOST_ENTRIES - 1)
    page = min(page, len(pages) - 1)
    to = (page + 1) % len(pages)
    more = Group(match=match, asked=decision.asked, verb=decision.verb, path=path, page=to)
    label = voice.say(text("bot.menu.more", page=to + 1, pages=len(pages)))
    return [*pages[page], Entry(_label(label), write_value(more))]


def _node_entry(match: str, decision: Pick[Any], node: Node, voice: Voice, path: tuple[int, ...] = ()) -> Entry:
    if node.option is None:
        press: Press = Group(match=match, asked=decision.asked, verb=decision.verb, path=(*path, node.branch))
        return Entry(_label(f"{voice.say(node.label)} …"), write_value(press))
    chosen = decision.given is not None and node.option.key in decision.given
    return Entry(_label(voice.say(node.label)), write_value(_answer(match, decision, node.option.key)), chosen=chosen)


def _amount_entries(match: str, decision: Amount, voice: Voice) -> list[Entry]:
    """One entry a number, in the game's words if it has any: `….tavern.amount` beside `….tavern.ask`."""
    key = f"{decision.prompt.key.rpartition('.')[0]}.amount"
    own = voice.speech.has(key)
    entries = []
    for n in range(decision.low, decision.high + 1):
        label = text(key, n=n) if own else text("bot.amount.entry", what=decision.prompt, n=n)
        press = Answer(match=match, asked=decision.asked, verb=decision.verb, answer=(n,))
        entries.append(Entry(_label(voice.say(label)), write_value(press), chosen=decision.given == (n,)))
    return entries


# -- pieces ------------------------------------------------------------------------------------------------------------


def _is_single(decision: Pick[Any]) -> bool:
    return decision.least == decision.most == 1


def _is_offer(decision: Decision) -> bool:
    return isinstance(decision, Pick) and _is_single(decision) and tuple(o.key for o in decision.options) == (ONLY,)


def _is_draft(decision: Pick[Any]) -> bool:
    return not _is_single(decision) and (decision.ordered or len(_offered(decision)) > MOST_ENTRIES)


def _identity(label: Text) -> tuple[Any, ...]:
    """Texts have dicts inside and can't be hashed; this can."""
    return (label.key, repr(label.params))


def _answer(match: str, decision: Decision, key: str) -> Answer:
    return Answer(match=match, asked=decision.asked, verb=decision.verb, answer=(key,))


def _full_label(option: Option[Any], voice: Voice) -> str:
    """The label with the menus that lead to it."""
    return " · ".join(voice.say(part) for part in (*option.within, option.label))


def _opener(match: str, decision: Decision, voice: Voice) -> Entry:
    """An entry that opens the question's own panel, or its form."""
    return Entry(
        _label(f"{voice.say(decision.prompt)} …"),
        write_value(Open(match=match, asked=decision.asked, verb=decision.verb)),
    )


def _label(words: str) -> str:
    return fit(words.strip(), LONGEST_ENTRY) or "–"


def _short(entries: Iterable[Entry]) -> bool:
    return all(len(entry.label) <= SHORT for entry in entries)


def _button(
    label: str, press: Press, style: Style = "secondary", *, disabled: bool = False, emoji: str | None = None
) -> Button:
    return Button(fit(label.strip(), LONGEST_BUTTON) or "–", write(press), style, disabled, emoji)


def _entry_buttons(match: str, entries: Iterable[Entry]) -> Iterable[Button]:
    for entry in entries:
        press = MenuPress(match=match, index=0).chosen([entry.value])
        yield _button(entry.label, press, "success" if entry.chosen else "primary")


def _menu(match: str, index: int, placeholder: str, entries: Sequence[Entry]) -> Menu:
    return Menu(fit(placeholder, LONGEST_PLACEHOLDER), write(MenuPress(match=match, index=index)), tuple(entries))


def _button_rows(buttons: Sequence[Button]) -> list[tuple[Button, ...]]:
    """The buttons in as few rows as possible, evenly."""
    rows = -(-len(buttons) // MOST_BUTTONS)
    cuts = [len(buttons) * i // rows for i in range(rows + 1)] if rows else []
    return [tuple(buttons[a:b]) for a, b in pairwise(cuts)]


def _turn_pages(page: int, pages: int, press: Callable[[int], Press], voice: Voice) -> tuple[Button, ...]:
    """Back and forth, with where one is between them."""
    here = voice.say(text("bot.button.page", page=page + 1, pages=pages))
    back = _button("◀", press(page - 1) if page else press(pages), disabled=not page)
    forth = _button("▶", press(page + 1), disabled=page + 1 >= pages)
    return (back, _button(here, press(page), disabled=True), forth)


def _pages(items: Sequence[Any], size: int) -> list[Sequence[Any]]:
    return [items[i : i + size] for i in range(0, len(items), size)]
