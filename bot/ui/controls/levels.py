"""A pick's options as levels of menus, one page after the other."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from bot.ui.codec import Answer, Group, Press, write_value
from bot.ui.controls import pieces
from bot.ui.controls.panel import MOST_ENTRIES, Entry
from bot.ui.speech import Voice
from engines.kernel.decision import Decision, Option, Pick, Refused
from engines.kernel.text import Text, text


class Node(Struct, frozen=True):
    """What stands in a menu: an option, or (branch ≥ 0) the label of a further menu, counted among such labels."""

    label: Text
    option: Option[Any] | None = None
    branch: int = -1


def offered(decision: Pick[Any]) -> list[Option[Any]]:
    """The options that can be had and have a place in menus."""
    return [o for o in decision.options if o.refused is None and o.common]


def level(decision: Pick[Any], path: tuple[int, ...]) -> list[Node]:
    """What stands at the end of the path."""
    options = follow(decision, path)
    depth = len(path)
    nodes: list[Node] = []
    seen: dict[Any, int] = {}
    for option in options:
        if len(option.within) <= depth:
            nodes.append(Node(option.short or option.label, option))
        elif identity(option.within[depth]) not in seen:
            seen[identity(option.within[depth])] = len(seen)
            nodes.append(Node(option.within[depth], branch=len(seen) - 1))
    return nodes


def follow(decision: Pick[Any], path: tuple[int, ...]) -> list[Option[Any]]:
    """The options that lie at the end of the path. Raises Refused if there is none."""
    options = offered(decision)
    for depth, branch in enumerate(path):
        labels = list(dict.fromkeys(identity(o.within[depth]) for o in options if len(o.within) > depth))
        if not 0 <= branch < len(labels):
            raise Refused(text("bot.press.unknown"))
        options = [o for o in options if len(o.within) > depth and identity(o.within[depth]) == labels[branch]]
    return options


def labels(decision: Pick[Any], path: tuple[int, ...]) -> tuple[Text, ...]:
    """The labels along the path."""
    options = follow(decision, path)
    return options[0].within[: len(path)] if options else ()


def page(match: str, decision: Pick[Any], path: tuple[int, ...], page: int, voice: Voice) -> list[Entry]:
    """One page of a level; if there are more, its last entry leads there."""
    entries = [entry(match, decision, node, voice, path) for node in level(decision, path)]
    if len(entries) <= MOST_ENTRIES:
        return entries
    pages = pieces.pages(entries, MOST_ENTRIES - 1)
    page = min(page, len(pages) - 1)
    to = (page + 1) % len(pages)
    more = Group(match=match, asked=decision.asked, verb=decision.verb, path=path, page=to)
    label = voice.say(text("bot.menu.more", page=to + 1, pages=len(pages)))
    return [*pages[page], Entry(pieces.label(label), write_value(more))]


def entry(match: str, decision: Pick[Any], node: Node, voice: Voice, path: tuple[int, ...] = ()) -> Entry:
    """What a node is in a menu: an answer, or the way to a further menu."""
    if node.option is None:
        press: Press = Group(match=match, asked=decision.asked, verb=decision.verb, path=(*path, node.branch))
        return Entry(pieces.label(f"{voice.say(node.label)} …"), write_value(press))
    chosen = decision.given is not None and node.option.key in decision.given
    return Entry(
        pieces.label(voice.say(node.label)), write_value(answer(match, decision, node.option.key)), chosen=chosen
    )


def identity(label: Text) -> tuple[Any, ...]:
    """Texts have dicts inside and can't be hashed; this can."""
    return (label.key, repr(label.params))


def answer(match: str, decision: Decision, key: str) -> Answer:
    """The press that chooses one option."""
    return Answer(match=match, asked=decision.asked, verb=decision.verb, answer=(key,))


def full_label(option: Option[Any], voice: Voice) -> str:
    """The label with the menus that lead to it."""
    return " · ".join(voice.say(part) for part in (*option.within, option.label))
