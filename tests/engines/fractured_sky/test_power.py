"""§6, §7 Power: what the worked examples leave out."""

import pytest

from engines.fractured_sky.fleet import total
from engines.fractured_sky.power import active, power, reveal_chips
from tests.engines.fractured_sky.positions import REGION, position, told


@pytest.mark.parametrize(
    ("ships", "values"),
    [
        ("PP4 DD5 GG1", [4, 5, 1]),
        ("PP10 DD0 GG1", [9, 0, 0]),
        ("PP10 DD9 GG8", [0, 0, 0]),
        ("PP0 DD0 GG10", [0, 0, 10]),
        ("PP5 PP4 PP3", [3, 2, 1]),
    ],
)
def test_every_airship_loses_what_the_total_exceeds_ten_by(ships: str, values: list[int]) -> None:
    """§7.4, R8: each of them, and never below 0; exactly 10 costs nothing."""
    t = position(ships={"Y": ships})
    reveal_chips(t)
    assert [ship.value for ship in t.state.seats[0].ships] == values


def test_fortresses_and_skimmers_stay_outside_the_limit() -> None:
    """R10: they count neither towards it nor are they reduced."""
    t = position(ships={"Y": "PP10 DD2 GG0"}, skimmers={"Y": "PP PP"}, buildings={"Y": "P6F P6F"})
    reveal_chips(t)
    assert total(t.state.seats[0]) == 12
    assert power(t.state, 0, REGION["PP"]) == 8 + 2 + 2


def test_a_fortress_counts_once_for_a_region_not_for_an_airship() -> None:
    """R21, R4: two airships don't double it; two fortresses on one platform are two."""
    t = position(ships={"Y": "PP3 PP2 DD0"}, buildings={"Y": "P6F P2F P2F", "B": "P6F"})
    reveal_chips(t)
    assert power(t.state, 0, REGION["PP"]) == 5 + 3


def test_a_penalised_airship_is_still_an_airship() -> None:
    """R11: worth 0, it holds the fortress; then the region is active."""
    t = position(ships={"Y": "PP1 DD10 GG9", "B": "CC1 DD10 GG9"}, buildings={"Y": "P6F"})
    reveal_chips(t)
    assert (power(t.state, 0, REGION["PP"]), active(t.state, 0, REGION["PP"])) == (1, True)
    assert (power(t.state, 1, REGION["CC"]), active(t.state, 1, REGION["CC"])) == (0, False)


def test_skimmers_give_power_and_nothing_else() -> None:
    """R12, R13: neither alone nor beside a 0 airship do they make a region active."""
    t = position(ships={"Y": "PP0 DD5 GG5"}, skimmers={"Y": "PP CC"}, buildings={"Y": "P3F"})
    reveal_chips(t)
    assert (power(t.state, 0, REGION["CC"]), active(t.state, 0, REGION["CC"])) == (1, False)
    assert (power(t.state, 0, REGION["PP"]), active(t.state, 0, REGION["PP"])) == (2, True)
    t = position(ships={"Y": "PP0 DD5 GG5"}, skimmers={"Y": "PP"})
    reveal_chips(t)
    assert (power(t.state, 0, REGION["PP"]), active(t.state, 0, REGION["PP"])) == (1, False)


def test_all_hear_what_lay_under_the_airships() -> None:
    """§4 ROUND_END 1: the chips, their sum, and the penalty where there is one."""
    t = position("Y B K", ships={"Y": "PP6 DD4 GG2", "B": "PP5 DD4 GG1", "K": "PP1/6"})
    reveal_chips(t)
    assert [(told_["total"], told_["penalty"]) for told_ in told(t, "reveal.penalty")] == [(12, 2)]
    assert [told_["total"] for told_ in told(t, "reveal.chips")] == [10]
    assert all(event.seen_by is None for event in t.events)
