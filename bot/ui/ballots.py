"""Votes in words: the card for the channel, the letter to those who are asked, and what is said in private."""

from __future__ import annotations

from collections.abc import Sequence

from bot.ui.codec import NO_QUESTION, Tool, write_value
from bot.ui.controls import pieces
from bot.ui.controls.panel import LONGEST_TITLE, Button, Entry, Modal, Panel
from bot.ui.letter import LONGEST_CONTENT, Letter
from bot.ui.messages import Messages, moved
from bot.ui.news import MENTION_LINES
from bot.ui.speech import Voice, fit, fit_lines
from engines.desk.records import Back, Look, Motion, MotionKind
from engines.desk.votes import LONGEST_REASON
from engines.kernel.text import Each, Param, Text, Who, text

FLAGS: dict[MotionKind, str] = {
    "undo": "⏪",
    "stop": "🏁",
    "end": "🚪",
    "concede": "🏳️",
    "standin": "🪑",
    "replace": "🪑",
}

OFFERED: tuple[MotionKind, ...] = ("stop", "end", "concede")
"""How a table may end its game."""


# -- what all see ------------------------------------------------------------------------------------------------------


def card(messages: Messages, look: Look) -> Letter:
    """The card in the channel: what is moved, who agrees, and who is asked. It calls nobody; the letters do."""
    motion, voice = _open(look), messages.table_voice(look)
    lines = [
        _heading("bot.vote.line", motion, voice),
        *about(motion, voice),
        voice.say(text("bot.vote.who", who=_each(motion.agreed), others=_each(motion.asked))),
        f"-# {voice.say('bot.vote.how')}",
    ]
    return Letter(fit_lines(lines, LONGEST_CONTENT), panel=_panel(look, motion, voice))


def closed(motion: Motion, voice: Voice) -> str:
    """What stands there when the vote is over."""
    if motion.kind == "undo" and motion.state == "carried" and motion.what is not None:
        return f"{FLAGS['undo']} {voice.say(motion.what)}"
    return _heading(f"bot.vote.closed.{motion.state}", motion, voice)


def _heading(key: str, motion: Motion, voice: Voice) -> str:
    params: dict[str, Param] = {} if motion.against is None else {"who": Who(motion.against)}
    return f"{FLAGS[motion.kind]} {voice.say(Text(key, params), what=_what(motion, voice))}"


def _what(motion: Motion, voice: Voice) -> str:
    """What is moved, with whoever would come as a mention, which calls nobody."""
    whom = f"<@{motion.person}>" if motion.person else voice.say("bot.vote.somebody")
    return voice.say(moved(motion), whom=whom)


def about(motion: Motion, voice: Voice) -> list[str]:
    """What would be taken back, and why it is moved."""
    lines = []
    if motion.what is not None:
        key = "bot.vote.back_far" if motion.later else "bot.vote.back"
        lines.append(voice.say(text(key, what=motion.what, n=motion.later)))
    if motion.reason:
        lines.append(voice.say(text("bot.vote.reason", reason=motion.reason)))
    return lines


# -- for one person ----------------------------------------------------------------------------------------------------


def asked(messages: Messages, look: Look, voice: Voice, board: int | None) -> Letter:
    """The letter to somebody who is asked, with the last of what they missed. board: the message that leads there."""
    motion = _open(look)
    head = {"who": voice.name(motion.by), "what": _what(motion, voice)}
    news = messages.news(look.news, voice, MENTION_LINES, look.seat)
    lines = [
        messages.headline("bot.vote.asked", look, voice, board, **head),
        *about(motion, voice),
        *([voice.say("bot.turn.since"), *news] if news else []),
        voice.say("bot.vote.how"),
    ]
    return Letter(fit_lines(lines, LONGEST_CONTENT), panel=_panel(look, motion, voice))


def refused(messages: Messages, look: Look, motion: Motion, voice: Voice, board: int | None) -> Letter:
    """To whoever moved it: who said No. board: the message that leads there."""
    assert motion.against is not None
    head = {"who": voice.name(motion.against), "what": _what(motion, voice)}
    return Letter(messages.headline("bot.vote.answered_no", look, voice, board, **head))


def wish(look: Look, kind: MotionKind, others: Sequence[int], voice: Voice) -> Letter:
    """Ask whether it is meant. Where the same is moved already: whether one agrees."""
    motion = look.motion
    if motion is not None and motion.kind == kind:
        if look.seat in motion.agreed:
            return said(look, kind, voice)
        others = [seat for seat in motion.asked if seat != look.seat]
    sure = text("bot.vote.sure_with" if others else "bot.vote.sure_now", others=_each(others))
    button = pieces.button(
        voice.plain.say(f"bot.button.move.{kind}"),
        Tool(match=look.match, asked=look.step, name="move", argument=kind),
        "danger",
        emoji=FLAGS[kind],
    )
    return Letter(f"{voice.say(f'bot.vote.sure.{kind}')}\n{voice.say(sure)}", panel=Panel(((button,),)))


def said(look: Look, kind: MotionKind, voice: Voice) -> Letter:
    """What has come of moving something, or of agreeing: it is done, or others must agree."""
    motion = look.motion
    if motion is None:
        return Letter(voice.say(f"bot.vote.done.{kind}"))
    words = text("bot.vote.agreed", others=_each(motion.asked), n=len(motion.asked))
    no = _refuse(look, motion, voice, "bot.button.withdraw" if look.seat == motion.by else "bot.button.no")
    return Letter(voice.say(words, what=_what(motion, voice)), panel=Panel(((no,),)))


def endings(look: Look, offered: Sequence[MotionKind], voice: Voice) -> Letter:
    """How the table may end its game."""
    buttons = tuple(
        pieces.button(
            voice.plain.say(f"bot.button.move.{kind}"),
            Tool(match=look.match, name="wish", argument=kind),
            emoji=FLAGS[kind],
        )
        for kind in offered
    )
    lines = [voice.say("bot.vote.endings"), *(f"• {voice.say(f'bot.vote.sure.{kind}')}" for kind in offered)]
    return Letter("\n".join(lines), panel=Panel((buttons,)))


# -- taking back -------------------------------------------------------------------------------------------------------


def offer(why: Text, look: Look, backs: Sequence[Back], voice: Voice) -> Letter:
    """Why it can't simply be taken back, and how far one could go with the others' agreement."""
    alone = sum(not seat.standin for seat in look.seats) == 1
    lines = [voice.say(why), voice.say("bot.vote.alone" if alone else "bot.vote.ask")]
    presses = [Tool(match=look.match, asked=look.step, name="rewind", argument=str(back.serial)) for back in backs]
    ask = voice.plain.say("bot.button.back_alone" if alone else "bot.button.ask_others")
    if len(backs) == 1:
        lines += [voice.say(text("bot.vote.back", what=backs[0].what))]
        return Letter("\n".join(lines), panel=Panel(((pieces.button(ask, presses[0], emoji=FLAGS["undo"]),),)))
    entries = [
        Entry(pieces.label(_named(back, voice.plain)), write_value(press), _reach(back, voice.plain))
        for back, press in zip(backs, presses, strict=True)
    ]
    return Letter("\n".join(lines), panel=Panel((pieces.menu(look.match, 0, ask, entries),)))


def _named(back: Back, voice: Voice) -> str:
    return voice.say(text("bot.vote.back_entry", what=back.what))


def _reach(back: Back, voice: Voice) -> str | None:
    """How many actions go with it, and that a turn of one's own began there."""
    parts = [voice.say("bot.vote.turn_began")] if back.began else []
    if back.later:
        parts.append(voice.say(text("bot.vote.and_later", n=back.later)))
    return fit(" · ".join(parts), 100) or None


def reason_form(voice: Voice, custom_id: str) -> Modal:
    """Why? Nobody must say."""
    plain = voice.plain
    return Modal(
        fit(plain.say("bot.vote.reason_title"), LONGEST_TITLE),
        fit(plain.say("bot.vote.reason_label"), LONGEST_TITLE),
        plain.say("bot.vote.reason_hint"),
        custom_id,
        most=LONGEST_REASON,
        needed=False,
    )


# -- calling off -------------------------------------------------------------------------------------------------------


def sure_to_cancel(match: str, game: Text, voice: Voice) -> Letter:
    """Ask whoever may call a game off whether it is meant."""
    press = Tool(match=match, asked=NO_QUESTION, name="cancel")
    button = pieces.button(voice.plain.say("bot.button.call_off"), press, "danger", emoji=FLAGS["end"])
    return Letter(voice.say(text("bot.cancel.sure", game=game)), panel=Panel(((button,),)))


# -- pieces ------------------------------------------------------------------------------------------------------------


def _open(look: Look) -> Motion:
    assert look.motion is not None
    return look.motion


def _each(seats: Sequence[int]) -> Each:
    return Each(tuple(Who(seat) for seat in seats))


def _panel(look: Look, motion: Motion, voice: Voice) -> Panel:
    press = Tool(match=look.match, asked=motion.id, name="agree")
    agree = pieces.button(voice.plain.say("bot.button.agree"), press, "success", emoji=FLAGS[motion.kind])
    return Panel(((agree, _refuse(look, motion, voice, "bot.button.no")),))


def _refuse(look: Look, motion: Motion, voice: Voice, label: str) -> Button:
    return pieces.button(voice.plain.say(label), Tool(match=look.match, asked=motion.id, name="refuse"))
