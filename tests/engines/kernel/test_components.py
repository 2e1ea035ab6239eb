"""Component data: a fault is one line that names the file, the place in it and the reason."""

from pathlib import Path

import pytest
from msgspec import Struct

from engines.kernel.components import ComponentFault, demand, load


class Card(Struct, frozen=True, forbid_unknown_fields=True):
    id: str
    count: int


class Deck(Struct, frozen=True):
    card: tuple[Card, ...]


GOOD = '[[card]]\nid = "a"\ncount = 2\n'


def write(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "deck.toml"
    path.write_text(text, "utf-8")
    return path


def test_good_data_become_frozen_things(tmp_path: Path) -> None:
    assert load(write(tmp_path, GOOD), Deck) == Deck((Card("a", 2),))


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        (GOOD.replace("2", '"two"'), "deck.toml: card[0].count: Expected `int`, got `str`"),
        (GOOD + "cuont = 2\n", "deck.toml: card[0]: Object contains unknown field `cuont`"),
        ("", "deck.toml: top level: Object missing required field `card`"),
        ("[[card", "deck.toml: top level: "),
    ],
)
def test_a_fault_is_one_line_with_file_place_and_reason(tmp_path: Path, text: str, fault: str) -> None:
    with pytest.raises(ComponentFault) as found:
        load(write(tmp_path, text), Deck)
    assert str(found.value).startswith(fault)
    assert "\n" not in str(found.value)


def test_a_missing_file_is_a_fault(tmp_path: Path) -> None:
    with pytest.raises(ComponentFault, match=r"gone\.toml"):
        load(tmp_path / "gone.toml", Deck)


def test_totals_must_come_out() -> None:
    demand(Path("deck.toml"), "cards", 54, 54)
    with pytest.raises(ComponentFault, match=r"^deck\.toml: cards: 53, but it must be 54$"):
        demand(Path("deck.toml"), "cards", 53, 54)
