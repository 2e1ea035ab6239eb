"""Whole games go as they went before: whoever changes them shows it as a diff.

`python -m bot playthrough --accept tests/engines/fractured_sky/playthroughs/*.txt` writes how they go now.
"""

import re
from pathlib import Path

import pytest

from bot.commands.playthrough import first_difference, text_of
from engines.fractured_sky.components import ROUNDS, SUPPLY
from engines.kernel.match import STOP

FOLDER = Path(__file__).with_name("playthroughs")
RULES = Path(__file__).parents[3] / "engines" / "fractured_sky" / "RULES.md"
FILES = {path.stem: path.read_text("utf-8") for path in sorted(FOLDER.glob("*.txt"))}

TURN = re.compile(r"^   fractured_sky\.ai\.(airship|explorer|scout|fortress|market|skimmer) (.*)$", re.MULTILINE)
"""An automated opponent's turn, in the log."""


@pytest.mark.parametrize("name", FILES)
def test_the_game_goes_as_it_went(name: str) -> None:
    played = text_of(FILES[name])
    assert played == FILES[name], first_difference(FILES[name], played)


def test_there_is_one_for_each_kind_of_table() -> None:
    """§1: without automated opponents, with one, and with both; played to the end, but for one that was stopped."""
    seats = {name: re.findall(r"--seats (\d)", text) for name, text in FILES.items()}
    assert seats == {"alone.hard": ["1"], "four": ["4"], "stopped": ["4"], "two.medium": ["2"]}
    ended = {name: re.findall(r'\nend: {"result":"(\w+)"', text) for name, text in FILES.items()}
    assert ended.pop("stopped") == ["stopped"]
    assert all(found == [f"round_{ROUNDS}"] for found in ended.values())


def test_together_they_ask_everything_that_the_game_can_ask() -> None:
    """Every decision of RULES.md §5 is taken at least once; `review` is a view."""
    verbs = set(re.findall(r"^\| `(\w+)` \| [A-Z_]+\b", RULES.read_text("utf-8"), re.MULTILINE))
    taken = {verb for text in FILES.values() for verb in re.findall(r"^\d+\. P\d (\w+)", text, re.MULTILINE)}
    assert taken == verbs | {STOP}


@pytest.mark.parametrize(("name", "opponents"), [("alone.hard", 2), ("two.medium", 1)])
def test_every_automated_choice_is_explained(name: str, opponents: int) -> None:
    """§15: one entry a turn with its card, its effect, the place, and the rule that decided; slots and tokens too."""
    turns = TURN.findall(FILES[name])
    assert all("card=" in words and "where=" in words for _, words in turns)
    assert all("why={'key': 'fractured_sky.ai.why." in words for _, words in turns)
    flights = sum(effect in ("airship", "explorer") for effect, _ in turns)
    assert flights == opponents * ROUNDS * SUPPLY.airships
    slots = re.findall(r"choose_turn_slot\.automated .* order=1\+3\+2$", FILES[name], re.MULTILINE)
    tokens = re.findall(r"reveal\.tokens .* n=\d$", FILES[name], re.MULTILINE)
    assert len(slots) == len(tokens) == opponents * ROUNDS
    assert {effect for effect, _ in turns} == {"airship", "explorer", "scout", "fortress", "market", "skimmer"}
