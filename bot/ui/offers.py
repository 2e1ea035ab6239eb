"""Seats in words: who plays for whom, seats on offer, and what somebody is told who takes one over."""

from __future__ import annotations

from collections.abc import Sequence

import discord

from bot.ui.codec import Tool
from bot.ui.controls import pieces
from bot.ui.controls.panel import MOST_ROWS, Button, Panel
from bot.ui.letter import Letter
from bot.ui.messages import RUNNING, Messages
from bot.ui.speech import Voice
from engines.desk import clocks
from engines.desk.records import ANYBODY, LogLine, Look, SeatInfo
from engines.kernel.text import Each, Noun, Param, Text, Who, text

BACK = "🪑"
NEWS = 10
"""What happened last, as somebody hears it who takes a seat over."""

# -- away and back -----------------------------------------------------------------------------------------------------


def back_panel(match: str, voice: Voice) -> Panel:
    """The way back for whose seat a stand-in keeps."""
    return Panel(((pieces.button(voice.plain.say("bot.button.return"), Tool(match=match, name="back"), emoji=BACK),),))


def kept(look: Look) -> bool:
    """Whether a stand-in keeps the viewer's seat in a game that is not over."""
    return look.seat is not None and look.seats[look.seat].standin and look.status in RUNNING


def leaves(look: Look, words: Text) -> bool:
    """Whether that is said about somebody whose seat a stand-in keeps: it leads them back."""
    who = words.params.get("who")
    return (
        isinstance(who, Who) and who.seat < len(look.seats) and look.seats[who.seat].standin and look.status in RUNNING
    )


def leaving(look: Look, voice: Voice) -> Letter:
    """Ask whether somebody really leaves the game for the stand-in."""
    press = Tool(match=look.match, name="resign")
    sure = "bot.answer.resign_sure" if len(look.seats) > 1 else "bot.answer.resign_sure_alone"
    panel = Panel(((pieces.button(voice.plain.say("bot.answer.resign"), press, "danger"),),))
    return Letter(voice.say(sure), panel=panel)


def resigned(look: Look, voice: Voice) -> Letter:
    """Somebody has left the game for the stand-in."""
    said = "bot.answer.resigned" if len(look.seats) > 1 else "bot.answer.resigned_alone"
    return Letter(voice.say(said), panel=back_panel(look.match, voice))


def away(look: Look, voice: Voice) -> Letter:
    """Somebody would leave whose seat a stand-in keeps already."""
    return Letter(voice.say("bot.answer.away_already"), panel=back_panel(look.match, voice))


# -- on offer ----------------------------------------------------------------------------------------------------------


def wanted(look: Look) -> tuple[SeatInfo, ...]:
    """The seats on offer."""
    return tuple(seat for seat in look.seats if seat.offered is not None) if look.status in RUNNING else ()


async def card(messages: Messages, look: Look) -> Letter:
    """What seats are on offer, and what everybody can see of the game. Named people are called by it."""
    voice, seats = messages.table_voice(look), wanted(look)
    lines = [_wish(seat, voice) for seat in seats]
    lines.append(messages.textboard(look, voice).partition("\n")[0])
    people = [text("bot.seat.kept", who=Who(s.seat)) if s.standin else Who(s.seat) for s in look.seats]
    lines.append(voice.say(text("bot.seat.table", names=Each(tuple(people)))))
    if look.since is not None and look.waiting_for:
        who = Each(tuple(Who(seat) for seat in look.waiting_for))
        lines.append(voice.say(text("bot.seat.waits", who=who), since=discord.utils.format_dt(look.since, "R")))
    terms = [voice.say(text("bot.seat.language", language=Noun(f"bot.settings.language.{voice.lang}")))]
    if look.clock is not None:
        time = clocks.terms(look.clock)
        terms.append(voice.say(text("bot.lobby.option", name=Noun("bot.clock.time"), value=time)))
    lines += [" · ".join(terms), voice.say("bot.seat.how")]
    rings = tuple(seat.offered for seat in seats if seat.offered)
    return await messages.drawn(lines, look, voice, panel=_card_panel(look, seats, voice), rings=rings)


def _wish(seat: SeatInfo, voice: Voice) -> str:
    if seat.offered == ANYBODY:
        return voice.say(text("bot.seat.wanted", who=Who(seat.seat)))
    return voice.say(text("bot.seat.offered", who=Who(seat.seat)), person=f"<@{seat.offered}>")


def _card_panel(look: Look, seats: Sequence[SeatInfo], voice: Voice) -> Panel:
    rows: list[tuple[Button, ...]] = []
    for seat in seats[:MOST_ROWS]:
        only = len(seats) == 1
        take: Param = text("bot.button.claim") if only else text("bot.button.claim_of", who=Who(seat.seat))
        end = "bot.button.unoffer" if seat.offered == ANYBODY else "bot.button.decline"
        rows.append(
            (
                pieces.button(voice.plain.say(take), _about("claim", look, seat.seat), "success", emoji=BACK),
                pieces.button(voice.plain.say(end), _about("unoffer", look, seat.seat)),
            )
        )
    return Panel(tuple(rows))


def closed(look: Look, voice: Voice) -> str:
    """What a card says when it holds no more."""
    if look.status not in RUNNING:
        return voice.say("bot.seat.over")
    return voice.say("bot.seat.elsewhere" if wanted(look) else "bot.seat.closed")


def offered(look: Look, seat: int, voice: Voice) -> Letter:
    """Somebody has offered a seat."""
    to = look.seats[seat].offered
    mine = "yours" if seat == look.seat else "theirs"
    said = voice.say(text(f"bot.seat.done.{mine}", who=Who(seat)), person="" if not to else f"<@{to}>")
    end = pieces.button(voice.plain.say("bot.button.unoffer"), _about("unoffer", look, seat))
    return Letter(said, panel=Panel(((end,),)))


def choice(look: Look, seat: int, to: int, voice: Voice, *, host: bool) -> Letter:
    """What can be done about somebody else's seat. to: whom it would be offered to."""
    whom = voice.say("bot.vote.somebody") if to == ANYBODY else f"<@{to}>"
    key = "bot.seat.choice_host" if host else "bot.seat.choice"
    offer = "bot.button.offer" if host else "bot.button.ask_offer"
    first = Tool(match=look.match, name="offer", argument=f"{seat}.{to}")
    row = [pieces.button(voice.plain.say(offer), first, "primary")]
    if not look.seats[seat].standin:
        row.append(pieces.button(voice.plain.say("bot.button.ask_standin"), _about("standin", look, seat)))
    return Letter(voice.say(text(key, who=Who(seat)), whom=whom), panel=Panel((tuple(row),)))


def _about(name: str, look: Look, seat: int) -> Tool:
    return Tool(match=look.match, name=name, argument=str(seat))


# -- handed over -------------------------------------------------------------------------------------------------------


async def handed_over(
    messages: Messages, look: Look, voice: Voice, board: int | None, told: Sequence[LogLine]
) -> Letter:
    """All that somebody knows who has a seat from now on, and what they are asked."""
    lines = [messages.headline("bot.seat.yours", look, voice, board), voice.say("bot.seat.learn")]
    if news := messages.news([line.event for line in told], voice, NEWS):
        lines += [voice.say("bot.seat.lately"), *news]
    lines += messages.prompts(look, voice)
    return await messages.drawn(lines, look, voice, scope="whole", panel=messages.panel(look, voice))


def parted(messages: Messages, look: Look, seat: int, voice: Voice, board: int | None) -> str:
    """What somebody reads, in place of what they were asked, who has the seat no more."""
    return messages.headline("bot.seat.parted", look, voice, board, who=voice.name(seat))


# -- asleep ------------------------------------------------------------------------------------------------------------


def busy(match: str, voice: Voice) -> Letter:
    """A sleeping game can't go on here, but in a thread of its own."""
    press = Tool(match=match, name="wake", argument="thread")
    button = pieces.button(voice.plain.say("bot.answer.open_thread"), press, "primary")
    return Letter(voice.say("bot.wake.busy"), panel=Panel(((button,),)))


def awake(voice: Voice, place: str) -> Letter:
    """A sleeping game goes on there."""
    return Letter(voice.say("bot.wake.done", place=place))
