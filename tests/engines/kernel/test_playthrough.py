"""Playthroughs: a game as text, of random answers or of those that the text has."""

import pytest

from engines.kernel.game import Game
from engines.kernel.playthrough import lines, written
from tests.engines.kernel import toys

GAMES: list[Game[object, object]] = [toys.Race(), toys.Feast(), toys.Hands(), toys.Rolls()]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: type(game).__name__)
def test_the_answers_in_a_playthrough_lead_to_the_same_playthrough(game: Game[object, object]) -> None:
    options = {spec.key: spec.default for spec in game.options}
    played = list(lines(game, 2, options, 5))
    assert played[-1].startswith("end: ")
    assert list(lines(game, 2, options, 5, written("\n".join(played)))) == played


def test_without_further_answers_it_breaks_off() -> None:
    played = list(lines(toys.Race(), 2, {}, 5))
    first = next(line for line in played if line[:1].isdecimal())
    assert list(lines(toys.Race(), 2, {}, 5, written(first)))[-1] == "broken off: no more answers"


def test_a_refused_answer_breaks_it_off_with_the_reason() -> None:
    told = list(lines(toys.Race(), 2, {}, 5, written("1. P1 fly away")))
    assert told[-1] == "broken off: fly is refused: kernel.not_now"
