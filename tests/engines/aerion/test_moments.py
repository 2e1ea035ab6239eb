"""The base rules know no expansion, and an expansion speaks at the named moments only."""

import inspect
import re

import pytest

from engines.aerion import books, caution, dice, ending, moments, naming, places, replenish, rules, taking
from engines.aerion.game import EXPANSIONS
from engines.aerion.moments import Expansion, registered

THEIRS = re.compile(
    r"(?<![a-z])(flagship|factor(y|ies)|hourglass(es)?|clouds?|birds?|piers?|workers?|payrolls?|eggs?)(?![a-z])"
    r"|hellkite|outpost|(?<![a-z])lair",
    re.IGNORECASE,
)
"""What only the leaflets speak of."""


@pytest.mark.parametrize(
    "chapter",
    [books, caution, dice, ending, moments, naming, places, replenish, rules, taking],
    ids=lambda chapter: chapter.__name__.rpartition(".")[2],
)
def test_no_base_rule_names_an_expansion(chapter: object) -> None:
    assert inspect.ismodule(chapter)
    source = inspect.getsource(chapter)
    assert [line for line in source.splitlines() if THEIRS.search(line)] == []


@pytest.mark.parametrize("expansion", registered(), ids=lambda expansion: expansion.option)
def test_an_expansion_speaks_at_the_named_moments_only(expansion: Expansion) -> None:
    said = {name for name in vars(type(expansion)) if not name.startswith("__")}
    assert said - {"option"} <= {name for name, _ in inspect.getmembers(Expansion, inspect.isfunction)}


def test_there_is_one_for_each_option() -> None:
    assert {expansion.option for expansion in registered()} == set(EXPANSIONS)
