"""Conceding in words: the line for the channel, the letter to those who are asked, and what is said in private."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from bot.ui.codec import Tool
from bot.ui.controls import pieces
from bot.ui.controls.panel import Button, Panel
from bot.ui.letter import Letter
from bot.ui.messages import Messages
from bot.ui.speech import Voice
from engines.desk.records import Look
from engines.kernel.text import Each, Text, Who, text

FLAG = "🏳️"


def proposal(messages: Messages, look: Look, rings: Collection[int]) -> Letter:
    """The line for the channel: who would concede, and who is asked. rings: the seats that are called by it."""
    voice = messages.table_voice(look)
    others = [f"<@{look.seats[s].person}>" if s in rings else voice.name(s) for s in look.unconvinced]
    line = voice.say(text("bot.concede.line", who=_each(look.conceding)), others=voice.join(others))
    panel = Panel(((_agree(look, voice), _withdraw(look, voice)),))
    return Letter(line, panel=panel, rings=tuple(look.seats[seat].person for seat in rings))


def asked(messages: Messages, look: Look, voice: Voice, board: int | None) -> Letter:
    """The letter to somebody without whom the others can't concede. board: the message that leads there."""
    who = voice.join(voice.name(seat) for seat in look.conceding)
    lines = [messages.headline("bot.concede.asked", look, voice, board, who=who), voice.say("bot.concede.how")]
    return Letter("\n".join(lines), panel=Panel(((_agree(look, voice),),)))


def closed(look: Look) -> Text:
    """What becomes of both when nobody would concede any more."""
    return text("bot.concede.lapsed" if look.outcome is None else "bot.concede.over")


def wish(look: Look, voice: Voice) -> Letter:
    """Ask whether it is meant; whoever has agreed already can think better of it."""
    if look.seat in look.conceding:
        return said(look, voice)
    others = _others(look)
    words = text("bot.concede.sure", others=_each(others)) if others else text("bot.concede.sure_last")
    press = Tool(match=look.match, asked=look.step, name="concede")
    return Letter(
        voice.say(words),
        panel=Panel(((pieces.button(voice.plain.say("bot.button.concede"), press, "danger", emoji=FLAG),),)),
    )


def said(look: Look, voice: Voice) -> Letter:
    """What has come of it: the game is over, or others must agree."""
    if look.outcome is not None:
        return Letter(voice.say("bot.concede.done"))
    words = text("bot.concede.agreed", others=_each(_others(look)))
    return Letter(voice.say(words), panel=Panel(((_withdraw(look, voice),),)))


def _others(look: Look) -> tuple[int, ...]:
    return tuple(seat for seat in look.unconvinced if seat != look.seat)


def _each(seats: Sequence[int]) -> Each:
    return Each(tuple(Who(seat) for seat in seats))


def _agree(look: Look, voice: Voice) -> Button:
    press = Tool(match=look.match, asked=look.step, name="agree")
    return pieces.button(voice.plain.say("bot.button.agree"), press, "danger", emoji=FLAG)


def _withdraw(look: Look, voice: Voice) -> Button:
    return pieces.button(voice.plain.say("bot.button.withdraw"), Tool(match=look.match, name="withdraw"))
