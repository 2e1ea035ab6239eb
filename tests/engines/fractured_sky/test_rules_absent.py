"""The stand-in: what a table may rely on while somebody is away."""

import pytest

from engines.fractured_sky import GAME
from engines.fractured_sky.components import CHIPS
from engines.fractured_sky.fleet import total
from engines.fractured_sky.state import State, Step
from engines.kernel.match import Action, Match
from engines.kernel.simulate import seed_of
from tests.engines.fractured_sky.sky import LETTERS, Table, fly, have, table


def stand_in(match: Table) -> str:
    """The stand-in answers for whoever is waited for; what it did, as a line."""
    waiting = match.waiting_for[0]
    mine = tuple(d for d in match.pending if d.seat == waiting and d.playable)
    asked, answer = GAME.absent(mine, match.view(waiting))
    match.act(Action(waiting, asked.verb, answer))
    return f"{asked.verb} {' '.join(map(str, answer))}"


@pytest.mark.parametrize("people", GAME.seats)
def test_it_plays_every_game_to_its_end_and_never_exceeds_the_limit(people: int) -> None:
    """Its answers are never refused, and a table that is left alone comes to an end."""
    match: Table = Match.new(GAME, people, {}, seed_of("absent", people))
    for _ in range(1_000):
        if not match.pending:
            break
        stand_in(match)
        assert all(total(seat) <= CHIPS.limit_total for seat in match.state.seats)
    assert match.outcome is not None


def test_it_starts_with_what_is_suggested() -> None:
    match: Table = Match.new(GAME, 4, {}, seed_of("suggested"))
    assert stand_in(match) == "choose_start_resources 2 0 2"


def test_it_goes_where_the_most_stars_are() -> None:
    """Even if it could build."""

    def stars(state: State) -> None:
        have(state, 0, 1, 0, 2)
        state.stars = {LETTERS["MM"]: 1, LETTERS["SS"]: 2}

    assert stand_in(table(4, stars)) == "place_airship sinister_spires 5"


def test_it_builds_beside_its_airships_when_no_star_is_left_to_reach() -> None:
    def built(state: State) -> None:
        have(state, 0, 1, 3, 2)
        state.stars = {LETTERS["MM"]: 1}
        fly(state, 0, "MM5 SS3")

    match = table(4, built)
    assert stand_in(match) == "build_market P6"


def test_it_brings_no_airship_over_the_limit() -> None:
    """What is left goes under the last one; nothing is left above 10."""

    def spent(state: State) -> None:
        fly(state, 0, "MM10 SS0")

    assert stand_in(table(4, spent)).endswith(" 0")
    assert stand_in(table(4, lambda state: fly(state, 0, "MM5 SS3"))).endswith(" 2")
    assert stand_in(table(4, lambda state: fly(state, 0, "MM10 SS7"))).endswith(" 0")


def test_it_takes_the_earliest_slot() -> None:
    def third(state: State) -> None:
        fly(state, 0, "MM5 SS3 CV2")
        state.step, state.new = Step.TURN_SLOT, [1, None, None, None]

    assert stand_in(table(4, third)) == "choose_turn_slot 2"
