"""Whatever a game says can be said in both languages, within Discord's lengths."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from bot.ui.speech import LANGUAGES, Speech, length
from engines.kernel.decision import Amount, Decision, Pick, Spread
from engines.kernel.game import Game
from engines.kernel.match import Action, Match
from engines.kernel.rng import Rng
from engines.kernel.simulate import seed_of
from engines.kernel.standin import random_choice
from engines.kernel.text import Text
from tests.engines.contract.games import EVERY_GAME, EVERY_SEATING, Table

NAMES = ("W" * 32, "Ben", "千恵", "ד")

BUTTON, OPTION, MESSAGE = 80, 100, 1_000
"""The longest label of a button and of an option in a menu, and what a sentence may take of a message."""


@pytest.fixture(scope="module")
def speech() -> Speech:
    return Speech.load(strict=True)


def texts(decision: Decision) -> Iterator[tuple[Text, int]]:
    """Everything that a question says, with the length there is for it."""
    yield decision.prompt, MESSAGE
    match decision:
        case Pick():
            yield decision.unknown, MESSAGE
            single = len(decision.options) == 1
            for option in decision.options:
                yield option.label, BUTTON if single else OPTION
                if option.short is not None:
                    yield option.short, BUTTON
                if option.refused is not None:
                    yield option.refused, MESSAGE
                for menu in option.within:
                    yield menu, OPTION
        case Amount():
            if decision.refused is not None:
                yield decision.refused, MESSAGE
        case Spread():
            for place in decision.places:
                yield place.label, BUTTON


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
                for text, most in texts(decision):
                    say(text, most)
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
        for text in texts:
            assert 0 < length(voice.say(text)) <= OPTION, text.key
        for spec in game.options:
            assert spec.about is None or 0 < length(voice.say(spec.about)) <= MESSAGE


@EVERY_GAME
def test_menus_name_verbs_of_the_game(game: Game[Any, Any]) -> None:
    """A menu for a verb that is never asked would be empty for ever."""
    asked: set[str] = set()
    for number in range(4):
        match = Match.new(game, game.recommended, {}, seed_of("menus", number))
        players = Rng(seed_of("menus", number))
        while match.pending:
            asked |= {d.verb for d in match.pending}
            decision, answer = random_choice(match.pending, players)
            match.act(Action(decision.seat, decision.verb, answer))
    assert {verb for menu in game.menus for verb in menu.verbs} <= asked
