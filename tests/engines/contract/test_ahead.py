"""Answers given before their questions: safe in every game, wherever it stands. Found out by playing at random."""

from __future__ import annotations

from typing import Any

import msgspec

from bot.ui.speech import LANGUAGES, Speech, length
from engines.kernel.ahead import Due, fate, offered
from engines.kernel.checks import MOST_KEY
from engines.kernel.game import Ahead, Game
from engines.kernel.match import Action, Match
from engines.kernel.rng import Rng
from engines.kernel.simulate import seed_of
from engines.kernel.standin import random_choice
from tests.engines.contract.games import EVERY_GAME, EVERY_SEATING, Table, seatings

GAMES = 4

GAMES_FOR_ALL = 10

PROMISED = {
    "takara": {"tavern", "end_day"},
    "aerion": {"end_turn"},
    "fractured_sky": {"choose_turn_slot", "choose_rewards"},
}
"""What can be answered ahead, by game."""

LONGEST = 100
"""A label is an entry of a menu."""

Given = dict[tuple[int, str], Ahead]


def give(match: Match[Any, Any], seats: int, given: Given, rng: Rng, share: int = 3) -> None:
    """Some of what can be given is; one answer for each question."""
    for seat in range(seats):
        for offer in offered(match, seat):
            if not rng.below(share):
                given[seat, offer.verb] = offer


def settle(match: Match[Any, Any], given: Given) -> list[tuple[int, Ahead, str]]:
    """Everything that is due is answered, and all else goes its way; what became of each."""
    found = []
    for (seat, verb), ahead in list(given.items()):
        became = fate(match, seat, ahead)
        if became == "stands":
            continue
        del given[seat, verb]
        if isinstance(became, Due):
            decision = became.decision
            assert (decision.seat, decision.verb) == (seat, verb), "another question is answered"
            assert decision in match.pending
            assert not decision.secret, "an answer nobody may notice is given unseen"
            turn = match.act(Action(seat, verb, became.answer, asked=decision.asked))
            assert turn.action is not None
            found.append((seat, ahead, "answered"))
            return found + settle(match, given)
        found.append((seat, ahead, became))
    return found


@EVERY_SEATING
def test_an_answer_given_ahead_answers_its_question_or_dissolves(table: Table) -> None:
    """It never breaks a game, is refused, or answers another question; and what is over is not given any more."""
    for number in range(GAMES):
        match = Match.new(table.game, table.seats, table.options, seed_of("ahead", number))
        rng, given = Rng(seed_of("ahead", table, number)), Given()
        while match.pending:
            give(match, table.seats, given, rng)
            for (seat, verb), ahead in given.items():
                assert fate(match, seat, ahead) == "stands", f"what {seat} was offered for {verb} does not hold"
            decision, answer = random_choice(match.pending, rng)
            match.act(Action(decision.seat, decision.verb, answer))
            settle(match, given)
            table.game.check(match.state)
        assert [offered(match, seat) for seat in range(table.seats)] == [()] * table.seats
        assert not given


@EVERY_SEATING
def test_an_answer_given_ahead_is_for_one_moment(table: Table) -> None:
    """Whatever is kept too long, lapses: no later turn or round is answered by it."""
    match = Match.new(table.game, table.seats, table.options, seed_of("ahead", "moments"))
    rng, kept = Rng(seed_of("ahead", "moments", table)), dict[tuple[int, str, str], list[Ahead]]()
    while match.pending:
        for seat in range(table.seats):
            now = table.game.ahead(match.view(seat), seat)
            for offer in now:
                for old in kept.get((seat, offer.verb, offer.key), []):
                    if not old.alike(offer):
                        assert not isinstance(fate(match, seat, old), Due), (
                            f"{offer.verb} is answered by an old promise"
                        )
                known = kept.setdefault((seat, offer.verb, offer.key), [])
                if not any(old.alike(offer) for old in known):
                    known.append(offer)
            assert len({(offer.verb, offer.moment) for offer in now}) == len({offer.verb for offer in now})
        decision, answer = random_choice(match.pending, rng)
        match.act(Action(decision.seat, decision.verb, answer))


@EVERY_SEATING
def test_what_can_be_given_ahead_tells_nobody_a_secret(table: Table) -> None:
    """In a position that the seat cannot tell apart it is offered the same; and nothing is changed by asking."""
    match = Match.new(table.game, table.seats, table.options, seed_of("ahead", "secrets"))
    rng, step = Rng(seed_of("ahead", "secrets", table)), 0
    while match.pending:
        before = match.digest() if step % 5 == 0 else ""
        for seat in range(table.seats if step % 5 == 0 else 0):
            other = table.game.redeal(match.state, seat, rng)
            mine = table.game.ahead(match.view(seat), seat)
            theirs = table.game.ahead(table.game.view(other, seat), seat)
            assert msgspec.msgpack.encode(mine) == msgspec.msgpack.encode(theirs)
        assert not before or match.digest() == before
        step += 1
        decision, answer = random_choice(match.pending, rng)
        match.act(Action(decision.seat, decision.verb, answer))


@EVERY_SEATING
def test_what_can_be_given_ahead_has_words_and_a_name(table: Table) -> None:
    """In both languages, short enough for a menu; keys and marks can stand in a custom id and in the database."""
    speech, said = Speech.load(strict=True), set[bytes]()
    match = Match.new(table.game, table.seats, table.options, seed_of("ahead", "words"))
    rng = Rng(seed_of("ahead", "words", table))
    while match.pending:
        for seat in range(table.seats):
            offers = offered(match, seat)
            assert len({offer.key for offer in offers}) == len(offers), "two promises have the same key"
            for offer in offers:
                known = msgspec.msgpack.encode(offer)
                if known in said:
                    continue
                said.add(known)
                for name, longest in ((offer.key, MOST_KEY), (offer.moment, 32), (offer.mark, 64)):
                    assert name.isascii()
                    assert len(name) <= longest
                    assert "|" not in name
                for lang in LANGUAGES:
                    assert 0 < length(speech.voice(lang, str).say(offer.label)) <= LONGEST
        decision, answer = random_choice(match.pending, rng)
        match.act(Action(decision.seat, decision.verb, answer))


@EVERY_GAME
def test_every_game_has_something_to_fix(game: Game[Any, Any]) -> None:
    """Somewhere in some game, and all that was given comes to be answered now and then."""
    answered: set[str] = set()
    for number in range(GAMES_FOR_ALL):
        for table in (table for table in seatings() if table.game is game):
            match = Match.new(game, table.seats, table.options, seed_of("ahead", "all", number))
            rng, given = Rng(seed_of("ahead", "all", number)), Given()
            while match.pending:
                give(match, table.seats, given, rng, 1)
                decision, answer = random_choice(match.pending, rng)
                match.act(Action(decision.seat, decision.verb, answer))
                answered |= {ahead.verb for _, ahead, became in settle(match, given) if became == "answered"}
        if answered == PROMISED[game.slug]:
            break
    assert answered == PROMISED[game.slug]
