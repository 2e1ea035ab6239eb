"""§5: of all that six dice can show, exactly as much meets each combination as the components say."""

from collections import Counter
from collections.abc import Callable, Iterator
from itertools import combinations_with_replacement
from math import factorial, prod

import pytest

from engines.aerion.components import DATA, DICE, FACES, Deck
from engines.aerion.dice import met

Dice = tuple[int, ...]

KNOWN = DATA.ways_of_46656
OTHERS: dict[str, Callable[[Dice], bool]] = {
    "AABBCC": lambda dice: sum(count // 2 for count in Counter(dice).values()) == 3,
    "AAABBB": lambda dice: sum(count // 3 for count in Counter(dice).values()) == 2,
    "five_equal": lambda dice: max(Counter(dice).values()) >= DATA.piers.flip_needs_equal_dice,
    "sum_at_least_26": lambda dice: sum(dice) >= DATA.piers.pay_worker_min_sum,
    "sum_at_most_15": lambda dice: sum(dice) <= DATA.hellkite.hunt_max_sum,
    "sum_at_least_30": lambda dice: sum(dice) >= DATA.clouds.points_per_hit,
}


def rolls() -> Iterator[tuple[Dice, int]]:
    """All 462 sets of six faces, and in how many ways each can be rolled."""
    for dice in combinations_with_replacement(FACES, DICE):
        yield dice, factorial(DICE) // prod(factorial(count) for count in Counter(dice).values())


@pytest.mark.parametrize("deck", DATA.deck, ids=lambda deck: deck.id)
def test_so_many_first_rolls_meet_the_combination(deck: Deck) -> None:
    assert sum(ways for dice, ways in rolls() if met(dice, deck.column)) == deck.ways


@pytest.mark.parametrize("name", OTHERS)
def test_so_many_first_rolls_are_good_for_something_else(name: str) -> None:
    assert sum(ways for dice, ways in rolls() if OTHERS[name](dice)) == KNOWN[name]


def test_the_order_of_the_dice_makes_no_difference() -> None:
    for dice, _ in rolls():
        for deck in DATA.deck:
            assert met(dice, deck.column) == met(dice[::-1], deck.column)


def test_a_column_that_comes_later_is_harder() -> None:
    ways = [deck.ways for deck in DATA.deck]
    assert ways == sorted(ways, reverse=True)
