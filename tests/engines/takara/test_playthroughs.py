"""Whole games, one for each ending, go as they went before: whoever changes them shows it as a diff.

`python -m bot playthrough --accept tests/engines/takara/playthroughs/*.txt` writes how they go now.
"""

import re
from pathlib import Path

import pytest

from bot.commands.playthrough import first_difference, text_of
from engines.kernel.match import STOP
from engines.takara.state import Ending

FOLDER = Path(__file__).with_name("playthroughs")


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.txt")), ids=lambda path: path.stem)
def test_the_game_goes_as_it_went(path: Path) -> None:
    written = path.read_text("utf-8")
    played = text_of(written)
    assert played == written, first_difference(written, played)


def test_there_is_one_for_each_ending() -> None:
    endings = {
        path.stem: re.findall(r'^end: \{"result":"(\w+)"', path.read_text("utf-8"), re.MULTILINE)
        for path in FOLDER.glob("*.txt")
    }
    assert endings == {str(ending): [str(ending)] for ending in Ending}


def test_together_they_ask_everything_that_the_game_can_ask() -> None:
    """Every decision of RULES.md §5 is taken at least once."""
    rules = (Path(__file__).parents[3] / "engines" / "takara" / "RULES.md").read_text("utf-8")
    verbs = set(re.findall(r"^\| `(\w+)` \| (?:ACT|SURVEY|MAP_CHOICE|END_DAY) \|", rules, re.MULTILINE))
    taken = {
        verb
        for path in FOLDER.glob("*.txt")
        for verb in re.findall(r"^\d+\. P\d (\w+)", path.read_text("utf-8"), re.MULTILINE)
    }
    assert taken == verbs | {STOP}
