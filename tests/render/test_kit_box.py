"""Promises of the kit's geometry."""

import doctest
from itertools import pairwise
from types import ModuleType

import pytest
from hypothesis import given
from hypothesis import strategies as st

from render.kit import box as geometry
from render.kit import cache, canvas, fills, icons, palette, shapes
from render.kit import type as lettering
from render.kit.box import Box

sizes = st.integers(0, 2000)


@pytest.mark.parametrize("module", [geometry, cache, canvas, fills, icons, palette, shapes, lettering])
def test_examples_in_the_docstrings_are_true(module: ModuleType) -> None:
    assert doctest.testmod(module).failed == 0


@given(sizes, st.lists(st.floats(0.1, 9), min_size=1, max_size=9))
def test_shares_lose_and_gain_no_pixel(width: int, shares: list[float]) -> None:
    parts = Box(7, 0, width, 10).columns(*shares)
    assert sum(part.w for part in parts) == width
    assert parts[0].x == 7
    assert all(left.right == right.x for left, right in pairwise(parts))


@given(st.integers(50, 800), st.integers(0, 40), st.integers(1, 50), st.integers(0, 20), st.sampled_from([0, 0.5, 1]))
def test_a_line_of_boxes_never_leaves_its_box(width: int, count: int, side: int, gap: int, x: float) -> None:
    whole = Box(11, 5, width, 60)
    assert all(whole.holds(spot) for spot in whole.line(count, side, gap, x))


@given(sizes, sizes, st.integers(1, 50), st.integers(1, 50))
def test_fitting_and_placing_stay_inside(w: int, h: int, a: int, b: int) -> None:
    whole = Box(3, 4, w, h)
    assert whole.holds(whole.fit(a, b))
    assert whole.holds(whole.square())
    assert whole.holds(whole.inset(30))


def test_strewn_points_and_ragged_lines_are_the_same_every_time() -> None:
    whole = Box(0, 0, 100, 100)
    assert geometry.scatter(whole, 5, "x") == geometry.scatter(whole, 5, "x") != geometry.scatter(whole, 5, "y")
    line = geometry.ragged((0, 0), (100, 0), 9, 4, "x")
    assert line == geometry.ragged((0, 0), (100, 0), 9, 4, "x")
    assert (line[0], line[-1]) == ((0, 0), (100, 0))
    assert all(abs(y) <= 4 for _, y in line)
