"""§1, §3 Options and setup: what the worked examples leave out."""

from collections import Counter

import pytest

from engines.aerion import GAME
from engines.aerion.components import SHIPS, base_deck
from engines.aerion.state import State
from engines.kernel.decision import Refused
from engines.kernel.match import Match, settle_options
from engines.kernel.rng import Rng, ScriptedRng
from engines.kernel.simulate import seed_of


def laid_out(seats: int, seed: object = 0, **options: object) -> State:
    """A new game's table."""
    return GAME.setup(seats, settle_options(GAME, seats, options), Rng(seed_of(seed)))  # type: ignore[arg-type]


def test_every_column_has_its_own_cards_in_a_random_order() -> None:
    """§3.2, §3.3: the same eight cards each time, not the same order."""
    orders = set()
    for seed in range(5):
        columns = laid_out(1, seed).columns
        for number, column in enumerate(columns, start=1):
            assert Counter([column.slot, *column.draw]) == Counter(base_deck(number))
        orders.add(tuple(tuple(column.draw) for column in columns))
    assert len(orders) == 5


def test_two_players_own_three_ships_each_and_anybody_may_own_any() -> None:
    """§3.8 The ship tokens are dealt at random."""
    owners = [laid_out(2, seed).owners for seed in range(40)]
    assert all(Counter(dealt) == {0: 3, 1: 3} for dealt in owners)
    assert all({dealt[ship] for dealt in owners} == {0, 1} for ship in range(len(SHIPS)))


def test_the_first_three_tokens_are_the_first_seats() -> None:
    """§3.8 The deal as a scenario may script it."""
    order = ["ship_gyro", "ship_glider", "ship_kite", "ship_zeppelin", "ship_balloon", "ship_ornithopter"]
    chance = ScriptedRng(bytes(32), orders={"ships": [order]})
    state = GAME.setup(2, settle_options(GAME, 2, {}), chance)
    assert [state.owners[ship.number - 1] for ship in SHIPS if ship.id in order[:3]] == [0, 0, 0]


@pytest.mark.parametrize(("seats", "chosen", "starts"), [(1, 1, 0), (1, 2, 0), (2, 1, 0), (2, 2, 1)])
def test_the_chosen_seat_starts(seats: int, chosen: int, starts: int) -> None:
    """R3: the creator names the seat; alone the option has no meaning."""
    match = Match.new(GAME, seats, {"first_player": chosen}, seed_of(1))
    assert (match.state.start, match.state.active, match.waiting_for) == (starts, starts, (starts,))


@pytest.mark.parametrize("rule", ["clouds_hard_birds", "clouds_hard_cover"])
def test_the_hard_rules_of_the_clouds_need_the_clouds(rule: str) -> None:
    """§1: refused without them, free with them."""
    with pytest.raises(Refused):
        settle_options(GAME, 1, {rule: True})
    assert settle_options(GAME, 1, {rule: True, "clouds": "normal"})[rule] is True


@pytest.mark.parametrize("key", ["base", "no_pixies", "all_six", "nightmare"])
def test_the_presets_can_be_played(key: str) -> None:
    """§1 Presets for the menu: each is known again by its options."""
    preset = next(preset for preset in GAME.presets if preset.key == key)
    options = settle_options(GAME, 2, preset.options)
    known = GAME.preset_of(options)
    assert known is not None
    assert known.key == key
    assert Match.new(GAME, 2, options, seed_of(key)).waiting_for == (0,)


def test_nightmare_is_the_hardest_of_everything() -> None:
    nightmare = next(preset for preset in GAME.presets if preset.key == "nightmare").options
    for spec in GAME.options:
        if spec.key != "first_player":
            hardest = 0 if spec.key == "pixies" else spec.values[-1]
            assert nightmare[spec.key] == hardest
