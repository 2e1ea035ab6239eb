"""What can be answered before it is asked: a menu of it, and a button to take back each that stands."""

from __future__ import annotations

from collections.abc import Sequence

from bot.ui.codec import Tool, write_value
from bot.ui.controls import pieces
from bot.ui.controls.panel import MOST_ENTRIES, Button, Entry, Panel, Row
from bot.ui.speech import Voice
from engines.desk.records import Offer
from engines.kernel.text import text


def ahead_panel(match: str, offers: Sequence[Offer], voice: Voice) -> Panel:
    """The menu and the buttons; an entry and a button belong to the moment for which they were shown."""
    plain = voice.plain
    open_ = [offer for offer in offers if not offer.stands]
    entries = [Entry(pieces.label(plain.say(each.label)), write_value(_tool(match, each, "order"))) for each in open_]
    rows: list[Row] = []
    if entries:
        rows.append(pieces.menu(match, 0, plain.say("bot.ahead.menu"), entries[:MOST_ENTRIES]))
    for offer in offers:
        if offer.stands:
            label = plain.say(text("bot.ahead.drop", what=offer.label))
            rows.append((pieces.button(label, _tool(match, offer, "unorder"), emoji="✖️"),))
    return Panel((*rows, (_back(match, voice.plain),)))


def opener(match: str, voice: Voice) -> Button:
    """The button that leads there."""
    return pieces.button(voice.plain.say("bot.button.ahead"), Tool(match=match, name="ahead"), emoji="📌")


def _tool(match: str, offer: Offer, name: str) -> Tool:
    return Tool(match=match, asked=offer.asked, name=name, argument=offer.key)


def _back(match: str, voice: Voice) -> Button:
    return pieces.button(voice.say("bot.button.back"), Tool(match=match, name="view"), emoji="◀️")
