"""Whatever a game says can be said in both languages, within Discord's lengths."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import msgspec
import pytest

from bot.ui.speech import LANGUAGES, Speech, length
from engines.kernel.decision import Amount, Decision, Made, Option, Pick, Spread, Steps
from engines.kernel.game import Game
from engines.kernel.match import Action, Match
from engines.kernel.rng import Rng
from engines.kernel.simulate import seed_of
from engines.kernel.standin import random_choice, some
from engines.kernel.text import Text
from tests.engines.contract.games import EVERY_GAME, EVERY_SEATING, Table, seatings

NAMES = ("W" * 32, "Ben", "千恵", "ד")

BUTTON, OPTION, MESSAGE = 80, 100, 1_000
"""The longest label of a button and of an option in a menu, and what a sentence may take of a message."""

GAMES_FOR_MENUS = 8
"""In so many games at each table everything is asked at least once."""


@pytest.fixture(scope="module")
def speech() -> Speech:
    return Speech.load(strict=True)


def texts(decision: Decision, rng: Rng) -> Iterator[tuple[Text, int]]:
    """Everything that a question says, with the length there is for it; of several parts, on a random way."""
    yield decision.prompt, MESSAGE
    match decision:
        case Pick():
            yield decision.unknown, MESSAGE
            yield from option_texts(decision.options, BUTTON if len(decision.options) == 1 else OPTION)
        case Steps():
            if decision.refused is not None:
                yield decision.refused, MESSAGE
            made: Made = ()
            while decision.playable and (stage := decision.following(made)) is not None:
                yield stage.prompt, MESSAGE
                yield from option_texts(stage.options, OPTION)
                made = (*made, stage.take(some(stage, rng)))
        case Amount():
            if decision.refused is not None:
                yield decision.refused, MESSAGE
        case Spread():
            for place in decision.places:
                yield place.label, BUTTON


def option_texts(options: Iterable[Option[Any]], most: int) -> Iterator[tuple[Text, int]]:
    """What options say. most: the length there is for their labels."""
    for option in options:
        yield option.label, most
        if option.short is not None:
            yield option.short, BUTTON
        for reason in (option.refused, option.warning):
            if reason is not None:
                yield reason, MESSAGE
        for menu in option.within:
            yield menu, OPTION


@EVERY_SEATING
def test_questions_messages_and_refusals_have_words_that_fit(table: Table, speech: Speech) -> None:
    voices = [speech.voice(lang, lambda seat: NAMES[seat % len(NAMES)]) for lang in LANGUAGES]
    said: set[bytes] = set()

    def say(text: Text, most: int) -> None:
        known = msgspec.msgpack.encode((text, most))
        if known in said:
            return
        said.add(known)
        for voice in voices:
            words = voice.say(text)
            assert 0 < length(words) <= most, f"{text.key} in {voice.lang}: {words}"

    for number in range(3):
        match = Match.new(table.game, table.seats, table.options, seed_of("words", number))
        players, events = Rng(seed_of("words", table, number)), match.opening.events
        while match.pending:
            for event in events:
                say(event.text, MESSAGE)
            for decision in match.pending:
                for text, most in texts(decision, players):
                    say(text, most)
            for seat in match.waiting_for:
                held = table.game.hand(match.view(seat), seat)
                if held is not None:
                    say(held, MESSAGE)
            for shortcut in table.game.shortcuts(match.pending):
                say(shortcut.label, BUTTON)
            decision, answer = random_choice(match.pending, players)
            events = match.act(Action(decision.seat, decision.verb, answer)).events
        for event in events:
            say(event.text, MESSAGE)


@EVERY_GAME
def test_title_menus_and_options_have_words_that_fit(game: Game[Any, Any], speech: Speech) -> None:
    for lang in LANGUAGES:
        voice = speech.voice(lang, str)
        texts = [game.title, *(menu.label for menu in game.menus)]
        texts += [text for spec in game.options for text in (spec.name, *spec.names)]
        texts += [preset.name for preset in game.presets]
        for text in texts:
            assert 0 < length(voice.say(text)) <= OPTION, text.key
        for spec in game.options:
            for about in (spec.about, *spec.abouts):
                assert about is None or 0 < length(voice.say(about)) <= MESSAGE


@EVERY_GAME
def test_menus_name_verbs_of_the_game(game: Game[Any, Any]) -> None:
    """A menu for a verb that is never asked would be empty for ever."""
    wanted = {verb for menu in game.menus for verb in menu.verbs}
    for number in range(GAMES_FOR_MENUS):
        for table in (table for table in seatings() if table.game is game):
            match = Match.new(game, table.seats, table.options, seed_of("menus", number))
            players = Rng(seed_of("menus", number))
            while match.pending:
                wanted -= {d.verb for d in match.pending}
                decision, answer = random_choice(match.pending, players)
                match.act(Action(decision.seat, decision.verb, answer))
        if not wanted:
            return
    assert not wanted
