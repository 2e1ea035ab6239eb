"""The rulebook beside a game, its rulings (R…) and examples (E…), and the code that cites them belong together."""

import re
from pathlib import Path

import pytest

from tests.house.sources import GAMES, ROOT

CITED = re.compile(r"(?<![A-Za-z0-9])([RE])0*(\d+)(?![A-Za-z0-9])")
"""A ruling or an example; files of examples are numbered with leading zeros."""
LINT_CODE = re.compile(r"# (noqa|ruff):.*")


def defined(page: Path, letter: str) -> set[str]:
    """The numbers that open a line, a list item or a table row of the page."""
    return set(re.findall(rf"^[\s|*#-]*({letter}\d+)\b", page.read_text("utf-8"), re.MULTILINE))


def cited(game: Path) -> dict[str, str]:
    """What is cited in the game's code, data and tests, or names a file of them → one place where."""
    tests = [path for path in (ROOT / "tests").rglob("*") if game.name in path.relative_to(ROOT).as_posix()]
    files = [path for path in (*game.rglob("*"), *tests) if path.suffix in {".py", ".toml", ".json"}]
    found: dict[str, str] = {}
    for path in files:
        for number, line in enumerate([path.stem, *path.read_text("utf-8").splitlines()]):
            for letter, digits in CITED.findall(LINT_CODE.sub("", line)):
                found.setdefault(letter + digits, f"{path.relative_to(ROOT)}:{number}")
    return found


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_what_is_cited_exists(game: Path) -> None:
    """Whoever follows a citation finds the ruling or the example."""
    known = defined(game / "RULES.md", "R") | defined(game / "EXAMPLES.md", "E")
    assert {each: place for each, place in cited(game).items() if each not in known} == {}


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_every_ruling_is_kept_somewhere(game: Path) -> None:
    """No ruling is forgotten: code or a test says where it is kept."""
    assert sorted(defined(game / "RULES.md", "R") - cited(game).keys()) == []


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_every_example_is_played(game: Path) -> None:
    """Each worked example is a scenario or a test."""
    assert sorted(defined(game / "EXAMPLES.md", "E") - cited(game).keys()) == []
