"""Every worked example of EXAMPLES.md comes out as it is told there."""

import re
from pathlib import Path

import pytest

from engines import GAMES
from engines.kernel.scenario import parse, run

SCENARIOS = Path(__file__).with_name("scenarios")
EXAMPLES = Path(__file__).parents[3] / "engines" / "fractured_sky" / "EXAMPLES.md"


@pytest.mark.parametrize("path", sorted(SCENARIOS.glob("*.toml")), ids=lambda path: path.stem)
def test_the_example_comes_out_as_told(path: Path) -> None:
    outcome = dict(run(parse(path.read_bytes()), GAMES))
    assert outcome == dict.fromkeys(outcome)


def test_every_example_has_its_file_and_every_file_its_example() -> None:
    told = re.findall(r"^\*\*(E\d+) ", EXAMPLES.read_text("utf-8"), re.MULTILINE)
    files = {path.stem: parse(path.read_bytes()).example for path in SCENARIOS.glob("E*.toml")}
    assert sorted(files.values()) == sorted(told)
    assert all(f"E{int(stem[1:])}" == example for stem, example in files.items())


def test_the_names_in_a_file_are_told_apart() -> None:
    for path in SCENARIOS.glob("*.toml"):
        file = parse(path.read_bytes())
        names = [s.name for s in file.scenario] + [s.name for s in file.setup]
        assert len(set(names)) == len(names), path.name
