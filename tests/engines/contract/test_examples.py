"""Every worked example of each game's EXAMPLES.md comes out as it is told there."""

import re
from pathlib import Path
from typing import Any

import pytest

from engines import GAMES
from engines.kernel.game import Game
from engines.kernel.scenario import parse, run
from tests.engines.contract.games import EVERY_GAME

TESTS = Path(__file__).parents[1]
RULEBOOKS = Path(__file__).parents[3] / "engines"


def scenarios(slug: str) -> list[Path]:
    """The files of a game."""
    return sorted((TESTS / slug / "scenarios").glob("*.toml"))


@pytest.mark.parametrize(
    "path", [path for slug in GAMES for path in scenarios(slug)], ids=lambda path: f"{path.parts[-3]}-{path.stem}"
)
def test_the_example_comes_out_as_told(path: Path) -> None:
    outcome = dict(run(parse(path.read_bytes()), GAMES))
    assert outcome == dict.fromkeys(outcome)


@EVERY_GAME
def test_every_example_has_its_file_and_every_file_its_example(game: Game[Any, Any]) -> None:
    told = re.findall(r"^\*\*(E\d+)\b", (RULEBOOKS / game.slug / "EXAMPLES.md").read_text("utf-8"), re.MULTILINE)
    files = {path.stem: parse(path.read_bytes()).example for path in scenarios(game.slug) if path.stem.startswith("E")}
    assert sorted(files.values()) == sorted(told)
    assert told
    assert all(f"E{int(stem[1:])}" == example for stem, example in files.items())


@EVERY_GAME
def test_the_names_in_a_file_are_told_apart(game: Game[Any, Any]) -> None:
    for path in scenarios(game.slug):
        file = parse(path.read_bytes())
        names = [s.name for s in file.scenario] + [s.name for s in file.setup]
        assert len(set(names)) == len(names), path.name
