"""Answering ahead: what a press on its panel does."""

from __future__ import annotations

from bot.ui.ahead import panel_of
from bot.ui.answers import Answers, Interaction
from bot.ui.codec import Tool
from bot.ui.letter import Letter
from engines.desk.desk import Desk
from engines.kernel.decision import Refused
from engines.kernel.text import text


async def answer_ahead(desk: Desk, answers: Answers, interaction: Interaction, press: Tool) -> Letter:
    """What can be answered before it is asked; after one answer is given or taken back. Raises Refused."""
    if press.name == "ahead":
        look = await desk.look(press.match, interaction.user.id)
        if look.seat is None:
            raise Refused(text("bot.answer.not_seated"))
        return panel_of(look, await answers.voice(interaction, look))
    guest = await answers.guest(interaction, openly=False)
    if press.name == "order":
        look = await desk.orders.give(press.match, guest, interaction.id, press.argument, asked=press.asked)
    else:
        look = await desk.orders.drop(press.match, guest, interaction.id, press.argument)
    voice = await answers.voice(interaction, look)
    return panel_of(look, voice, voice.say("bot.ahead.given" if press.name == "order" else "bot.ahead.dropped"))
