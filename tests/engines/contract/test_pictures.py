"""Every position of every game can be drawn, for everybody who may look, in both languages."""

from __future__ import annotations

from bot.commands.said import words_in
from bot.ui.letter import LONGEST_ALT
from bot.ui.speech import LANGUAGES
from engines.kernel.match import Action, Match
from engines.kernel.rng import Rng
from engines.kernel.simulate import seed_of
from engines.kernel.standin import random_choice
from render import draw, textboard
from tests.engines.contract.games import EVERY_SEATING, Table

EVERY = 45
"""A picture every so many actions: a view in words is cheap, a picture is not."""


@EVERY_SEATING
def test_every_view_can_be_drawn_and_told(table: Table) -> None:
    match = Match.new(table.game, table.seats, table.options, seed_of("pictures"))
    players, number = Rng(seed_of("pictures", table)), 0
    viewers = (None, *range(table.seats))
    languages = [words_in(lang, table.game, table.seats) for lang in LANGUAGES]
    while True:
        words = languages[number % len(languages)](match.view(None))
        for viewer in viewers:
            assert textboard(table.game.slug, match.view(viewer), words)
        if number % EVERY == 0 or not match.pending:
            for viewer in (None, viewers[1 + number % table.seats]):
                picture = draw(table.game.slug, match.view(viewer), words)
                assert picture.data
                assert 0 < len(picture.alt) <= LONGEST_ALT
        if not match.pending:
            break
        decision, answer = random_choice(match.pending, players)
        match.act(Action(decision.seat, decision.verb, answer))
        number += 1
