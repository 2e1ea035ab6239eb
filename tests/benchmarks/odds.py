"""Six dice, exactly: what a way of rerolling them is worth, over all 462 results that can be told apart."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations, combinations_with_replacement
from operator import itemgetter

DICE = 6
FACES = range(1, 7)

Dice = tuple[int, ...]
"""Faces in ascending order: a result, or the part of one that is kept."""

Prospects = list[list[float]]
"""What keeping each part promises: by how many dice are kept (none to five), then in the order of PARTS."""

PARTS: list[list[Dice]] = [list(combinations_with_replacement(FACES, size)) for size in range(DICE + 1)]
RESULTS = PARTS[DICE]
PLACE = {part: place for parts in PARTS for place, part in enumerate(parts)}
"""Where a part, or a result, stands among those of its size."""

_GROWN = [[tuple(PLACE[tuple(sorted((*part, f)))] for f in FACES) for part in parts] for parts in PARTS[:DICE]]
"""What becomes of each part if one more die falls, face by face."""


def _shrink(part: Dice) -> Callable[[Sequence[float]], tuple[float, ...]]:
    """Picks what belongs to this part less one of its dice (one of them twice: a single one would come bare)."""
    smaller = sorted({PLACE[less] for less in combinations(part, len(part) - 1)})
    return itemgetter(*smaller, smaller[0])


_SHRUNK = [[_shrink(part) for part in parts] for parts in PARTS[1:]]


def prospects(worth: Sequence[float]) -> Prospects:
    """What keeping each part promises, if the results are worth so much (in the order of RESULTS)."""
    found: Prospects = []
    later = worth
    for grown in reversed(_GROWN):
        later = [(later[a] + later[b] + later[c] + later[d] + later[e] + later[f]) / 6 for a, b, c, d, e, f in grown]
        found.append(later)
    return found[::-1]


def best(promised: Prospects) -> list[float]:
    """The best that a reroll of at least one die promises, result by result."""
    found = promised[0]
    for size, shrunk in enumerate(_SHRUNK, 1):
        most = [max(less(found)) for less in shrunk]
        found = list(map(max, most, promised[size])) if size < DICE else most
    return found


def best_kept(dice: Dice, promised: Prospects) -> Dice:
    """What to keep of this result for it."""
    parts = {part for size in range(DICE) for part in combinations(dice, size)}
    return max(sorted(parts), key=lambda part: promised[len(part)][PLACE[part]])


def turns(good: Sequence[bool]) -> list[int]:
    """How many dice of each result must be turned to make a good one of it."""
    found: list[float] = [0 if here else DICE for here in good]
    for _ in range(DICE):
        parts = [1 + min(found[place] for place in grown) for grown in _GROWN[-1]]
        found = [min(here, *less(parts)) for here, less in zip(found, _SHRUNK[-1], strict=True)]
    return [int(n) for n in found]
