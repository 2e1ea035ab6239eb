"""§13 Who knows what; and what somebody can find out by thinking holds in all states that it might be (redealing)."""

from typing import Any

import pytest

from engines.fractured_sky import GAME
from engines.fractured_sky.components import OBJECTIVES, REGIONS, TOKENS
from engines.fractured_sky.state import State
from engines.kernel.match import settle_options
from engines.kernel.rng import Rng

OFTEN = 150
"""So many other states show all that is possible."""


def position(seats: int = 4, difficulty: str = "easy", **words: Any) -> State:
    """A position in the words of scenarios."""
    return GAME.given({"seats": seats, "options": settle_options(GAME, seats, {"ai_difficulty": difficulty}), **words})


def seen(state: State, viewer: int | None) -> dict[str, Any]:
    """What somebody sees, in those words."""
    return GAME.shown(GAME.view(state, viewer))


def others(state: State, viewer: int | None) -> list[State]:
    """States that this viewer can't tell from that one; it sees the same in all of them."""
    rng = Rng(bytes(32))
    found = [GAME.redeal(state, viewer, rng) for _ in range(OFTEN)]
    assert all(GAME.view(other, viewer) == GAME.view(state, viewer) for other in found)
    return found


def tray(state: State, slot: int) -> str:
    """The region on a secret card."""
    return REGIONS[state.tray[slot - 1].card].abbr


# ---- Chips -----------------------------------------------------------------------------------------------------------


def test_a_chip_is_its_owners_and_its_rim_is_everybodys() -> None:
    state = position(ships={"CC": "P1:10 P2:7"})
    assert seen(state, 0)["ships"]["CC"] == "!P1:10l P2:d"
    assert seen(state, 1)["ships"]["CC"] == "!P1:l P2:7d"
    assert seen(state, None)["ships"]["CC"] == "!P1:l P2:d"
    assert seen(state, 2)["ships"]["CC"] == "!P1:l P2:d"


def test_chips_not_yet_used_and_the_total_are_the_owners() -> None:
    """§13: the others see how many airships are left; the warning is private."""
    state = position(ships={"CC": "P1:10", "PP": "P1:4"})
    assert seen(state, 0)["mine"] == {"chips": "0 0 1 2 3 5 6 7 8 9", "total": 14, "penalty": 4, "explored": ""}
    assert seen(state, 1)["mine"]["total"] == 0
    assert (seen(state, None)["mine"], seen(state, 1)["P1"]["left"]) == ("", 1)


@pytest.mark.parametrize(
    ("ships", "could"),
    [
        ({"CC": "P1:10"}, {(1,), (10,)}),
        ({"CC": "P1:1", "PP": "P1:10"}, {(1, 10), (10, 1)}),
        ({"CC": "P1:4"}, {(value,) for value in (0, 2, 3, 4, 5, 6, 7, 8, 9)}),
    ],
)
def test_behind_a_rim_is_any_chip_of_that_rim(ships: dict[str, str], could: set[tuple[int, ...]]) -> None:
    state = position(ships=ships)
    found = others(state, 1)
    assert {tuple(ship.chip for ship in other.seats[0].ships) for other in found} == could
    assert {tuple(ship.chip for ship in other.seats[0].ships) for other in others(state, 0)} == {
        tuple(ship.chip for ship in state.seats[0].ships)
    }


def test_both_zeros_may_fly_but_no_other_chip_twice() -> None:
    found = others(position(ships={"CC": "P1:0 P1:2"}), 1)
    pairs = {tuple(sorted(ship.chip or 0 for ship in other.seats[0].ships)) for other in found}
    assert (0, 0) in pairs
    assert not [pair for pair in pairs if pair[0] == pair[1] != 0]


def test_after_the_reveal_all_chips_are_seen() -> None:
    """§13 The last row; in REWARD_CHOICES the round is not over yet."""
    words: dict[str, Any] = {"ships": {"CC": "P1:6=4 P2:1=1", "DD": "P1:4=2", "TT": "P1:2=0"}, "P3": {"picks": "PP:1"}}
    state = position(state="reward_choices", tray="^GG", **words)
    assert seen(state, 3)["ships"] | {"GG": ""} == seen(state, None)["ships"]
    assert seen(state, None)["ships"]["CC"] == "!P1:6d=4 P2:1l=1"
    assert all(other.seats == state.seats for other in others(state, None))


# ---- Secret starfalls ------------------------------------------------------------------------------------------------


def test_a_scouted_card_is_known_to_whoever_scouted_it() -> None:
    state = position(round=2, tray="CC PP", scouts1="P1:none", scouts2="P2:wood")
    assert [seen(state, viewer)["tray"] for viewer in (0, 1, 2, None)] == ["CC ?", "? PP", "? ?", "? ?"]
    assert seen(state, None)["scouts1"] == "P1:none"
    assert {tray(other, 1) for other in others(state, 0)} == {"CC"}


def test_whoever_is_looking_sees_it_at_once() -> None:
    """§4 SCOUT_RESOURCE: the token comes with the answer."""
    state = position(state="scout_resource", scouting=1, tray="CC")
    assert [seen(state, viewer)["tray"] for viewer in (0, 1, None)] == ["CC", "?", "?"]
    assert {tray(other, 1) for other in others(state, 0)} == {"CC"}
    assert len({tray(other, 1) for other in others(state, 1)}) == 10


@pytest.mark.parametrize(
    ("scouts", "could"),
    [
        ("P1:gold", {"CV", "PP", "CC", "SS", "DD", "WW"}),
        ("P1:gold P2:iron", {"CC", "SS"}),
        ("P1:none", {"CV", "FF", "TT", "PP", "CC", "MM", "SS", "DD", "WW", "GG"}),
    ],
)
def test_what_was_taken_tells_the_others_where(scouts: str, could: set[str]) -> None:
    """§15 "A resource taken when scouting tells the others where"."""
    assert {tray(other, 1) for other in others(position(tray="CC", scouts1=scouts), 3)} == could


def test_there_is_one_card_of_each_region() -> None:
    """R1: two cards that gave gold and iron are both places that have it; a third slot can't be either."""
    state = position(round=3, tray="CC SS FF", scouts1="P1:gold P2:iron", scouts2="P1:gold P2:iron")
    found = others(state, 3)
    assert {tuple(sorted((tray(other, 1), tray(other, 2)))) for other in found} == {("CC", "SS")}
    assert len({tray(other, 3) for other in found}) == 8


def test_an_explorer_knows_where_nothing_falls() -> None:
    state = position(tray="PP", ships={"CC": "P1:4"}, P1={"cards": "MM"})
    assert (seen(state, 0)["no_secret"], seen(state, 1)["no_secret"], seen(state, 1)["P1"]["held"]) == ("MM", "", 1)
    assert "MM" not in {tray(other, 1) for other in others(state, 0)}
    assert "MM" in {tray(other, 1) for other in others(state, 1)}
    assert {other.seats[0].cards[0] for other in others(state, 0)} == {"molten_moor"}
    assert len({other.seats[0].cards[0] for other in others(state, 1)}) == 10


def test_a_card_turned_up_early_is_everybodys() -> None:
    state = position(2, round=2, tray="^CC PP", scouts1="P1:gold K", stars={"CC": 1})
    assert [seen(state, viewer)["tray"] for viewer in (0, 1, None)] == ["^CC ?"] * 3
    assert "CC" not in {tray(other, 2) for other in others(state, None)}


# ---- Objectives ------------------------------------------------------------------------------------------------------


def test_a_peeked_objective_is_known_for_the_whole_game() -> None:
    state = position(round=2, objectives="- - far_sight - -", peeked3="P1")
    assert seen(state, 0)["objectives"] == "^matched_harvest build far_sight build fleet"
    assert seen(state, 1)["objectives"] == "^matched_harvest build intel build fleet"
    assert (seen(state, None)["icons"], seen(state, None)["peeked3"]) == ("fleet build intel build fleet", "P1")


def test_a_covered_objective_is_any_of_its_icon_that_is_not_known() -> None:
    state = position(round=2, objectives="- - far_sight - -", peeked3="P1")
    intel = {name for name, objective in OBJECTIVES.items() if objective.icon == "intel"}
    fleet = {name for name, objective in OBJECTIVES.items() if objective.icon == "fleet"}
    assert {other.objectives[2].card for other in others(state, 1)} == intel
    assert {other.objectives[2].card for other in others(state, 0)} == {"far_sight"}
    assert {other.objectives[4].card for other in others(state, 0)} == fleet - {"matched_harvest"}


# ---- Automated opponents ---------------------------------------------------------------------------------------------


def test_of_its_tokens_only_the_set_of_those_that_fly_is_known() -> None:
    """§10.9."""
    state = position(2, ships={"CC": "K:0/8"}, K={"shown": "1/2 2/3 2/4"})
    assert seen(state, 0)["ships"]["CC"] == "!K"
    assert (seen(state, 0)["K"]["shown"], seen(state, 0)["K"]["others"]) == ("1/2 2/3 2/4", "1/5 1/6 0/7 0/8")
    assert {TOKENS[other.seats[2].ships[0].token] for other in others(state, 0)} == {(1, 5), (1, 6), (0, 7), (0, 8)}


def test_its_cards_to_come_are_known_to_nobody() -> None:
    state = position(2, K={"used": "B03 B09"})
    found = [other.seats[2].ai for other in others(state, 0)]
    assert all(ai is not None and ai.used == ["B03", "B09"] for ai in found)
    assert len({tuple(ai.deck) for ai in found if ai is not None}) > OFTEN / 2


def test_the_public_deck_is_known_to_nobody() -> None:
    state = position(public="DD")
    assert len({other.public_deck[0] for other in others(state, 0)}) == 9
    assert {other.public for other in others(state, 0)} == {"dreadful_desert"}
