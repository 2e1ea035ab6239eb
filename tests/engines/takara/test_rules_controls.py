"""§12 Turn flow: the menus, buttons and shortcuts that the decisions make, and R34, the seat whose person is away."""

import re
from pathlib import Path
from typing import Any

import pytest

from engines.kernel.match import Action
from engines.takara import GAME
from tests.engines.lines import do, facts
from tests.engines.takara.table import Table, options, table

RULES = Path(__file__).parents[3] / "engines" / "takara" / "RULES.md"

FULL: dict[str, Any] = {
    "P1": {"kara": 20, "recruited": True, "xp": [1, 2, 3, 4, 5, 8]},
    "P2": {"specialist": "miner face down"},
}


def entries(match: Table, number: int) -> list[str]:
    """First-level entries of a menu: verb with the menu it opens, or with the key."""
    found: list[str] = []
    for verb in GAME.menus[number].verbs:
        if verb == "tavern":
            found += [f"tavern {n}" for n in range(1, facts(match)["P1"]["ready"] + 1)]
            continue
        for option in options(match, verb):
            if option.refused is None and option.common:
                first = option.within[0] if option.within else None
                found.append(f"{verb} {first.key, *first.params.items()}" if first else f"{verb} {option.key}")
    return list(dict.fromkeys(found))


def test_the_decisions_are_those_of_the_rulebook() -> None:
    """§5 Every verb of the decision table is asked somewhere, and ACT asks no other."""
    table_rows = set(
        re.findall(r"^\| `(\w+)` \| (?:ACT|SURVEY|MAP_CHOICE|END_DAY) ", RULES.read_text("utf-8"), re.MULTILINE)
    )
    in_act = {decision.verb for decision in table().pending}
    assert in_act | {"survey_step", "choose_map", "end_day"} == table_rows
    assert {decision.seat for decision in table().pending} == {0}


def test_the_menu_of_the_tunnels() -> None:
    """§12 Per tunnel dig and survey, or fight, or break; the menu's survey has all three looks: 12 entries at most."""
    match = table(**FULL, T1="^rockfall_s xp_1", T2="^bat_x2 xp_1", T3="", sword=True)
    assert entries(match, 0) == [
        *("dig 4", "dig 5", "dig 6"),
        *("survey 4.3", "survey 5.3", "survey 6.3"),
        "fight 2",
        "destroy_rockfall 1",
    ]
    assert len(entries(table(**FULL), 0)) == 12


def test_the_menu_of_the_town() -> None:
    """§12 Tavern 1 to 3, buy, one sale a value, three to hire, the copies that are legal: 16 entries at most."""
    match = table(options={"impersonator": "any"}, **{**FULL, "P2": {}})
    assert len(entries(match, 1)) == 3 + 1 + 6 + 3 + 3
    match = table(**FULL)
    hires = [entry for entry in entries(match, 1) if entry.startswith("hire")]
    assert len(hires) == 3  # archaeologist, soothsayer, impersonator as miner


def test_a_hire_goes_from_the_specialist_to_the_tunnel_to_the_window() -> None:
    """§12 Hire: six tunnels, then for the soothsayer windows of three positions."""
    match = table(P1={"kara": 3}, T1="xp_1 xp_1 xp_1 xp_1 xp_2 xp_2 xp_2 xp_4 xp_4")
    offered = [o for o in options(match, "hire_specialist") if o.refused is None]
    windows = [o for o in offered if o.key.startswith("soothsayer.1.")]
    assert [o.label.params for o in windows] == [{"first": s, "last": s + 2} for s in range(1, 8)]
    assert {len(o.within) for o in windows} == {2}
    tunnels = [o for o in offered if o.key.startswith("archaeologist.")]
    assert [o.label.params["tunnel"] for o in tunnels] == [1, 2, 3, 4, 5, 6]
    assert {len(o.within) for o in tunnels} == {1}


@pytest.mark.parametrize(
    ("pile", "steps", "shown"),
    [
        ("bat_x2 xp_1 xp_2", (), ["reveal_go_on", "reveal_stop", "keep_go_on", "keep_stop"]),
        ("bat_x2", (), ["reveal", "keep"]),
        ("bat_x2 ^rockfall_s", (), ["reveal", "keep"]),
        ("xp_1 xp_2", (), ["go_on", "stop"]),
        ("bat_x2 xp_1 xp_2", ("no.1",), ["go_on", "stop"]),
    ],
)
def test_the_buttons_of_a_pause(pile: str, steps: tuple[str, ...], shown: list[str]) -> None:
    """§12 Reveal or keep hidden, go on (all looks left) or stop; only what can be done is shown."""
    match = table(T1=pile)
    do(match, "P1 survey 1.1", *(f"P1 survey_step {step}" for step in steps))
    offered = [o for o in options(match, "survey_step") if o.refused is None and o.common]
    assert [o.label.key.removeprefix("takara.survey.") for o in offered] == shown


def test_all_to_the_tavern_in_one_click() -> None:
    """§12 The shortcut sends everybody who is ready, and is there in ACT only."""
    match = table(P1={"recruited": True, "kara": 4})
    (shortcut,) = GAME.shortcuts(match.pending)
    assert (shortcut.verb, shortcut.answer, shortcut.label.params) == ("tavern", (3,), {"n": 3, "kara": 3})
    do(match, "P1 tavern 1")
    (shortcut,) = GAME.shortcuts(match.pending)
    match.act(Action(0, shortcut.verb, shortcut.answer))
    asked = table(P1={"kara": 9})
    do(asked, "P1 tavern 2")
    assert GAME.shortcuts(asked.pending) == ()


def stand_in(match: Table) -> tuple[str, tuple[str | int, ...]]:
    """What is played for the seat that is asked; it is carried out."""
    seat = match.pending[0].seat
    decision, answer = GAME.absent(match.pending, match.view(seat))
    match.act(Action(seat, decision.verb, answer))
    return decision.verb, answer


def test_the_absent_drink() -> None:
    """R34: no sword, all adventurers to the tavern, no recruit, nobody healed."""
    match = table(P1={"kara": 9, "hospital": 1, "ready": 1}, acted=True)
    assert [stand_in(match), stand_in(match)] == [("tavern", (1,)), ("end_day", ("stay.0",))]
    assert (facts(match)["P1"]["kara"], facts(match)["P1"]["waiting"], facts(match)["active"]) == (10, 1, "P2")


def test_the_absent_stop_a_survey_and_keep_a_map() -> None:
    """R34: an open survey reveals nothing and stops; an open map choice keeps the card."""
    match = table(T1="bat_x2 xp_1", P1={"ready": 1, "used": 1})
    do(match, "P1 survey 1.1")
    assert stand_in(match) == ("survey_step", ("no.0",))
    assert facts(match)["T1"] == "bat_x2 xp_1"
    match = table(T1="chest_m xp_1", treasures="map")
    do(match, "P1 dig 1")
    assert stand_in(match) == ("choose_map", ("xp",))
    assert facts(match)["P1"]["map"]


def test_a_game_of_nobody_goes_round() -> None:
    """R34: with everybody away the game goes on turn by turn, and nobody loses anything."""
    match = table(seats=3)
    for _ in range(12):
        stand_in(match)
    assert [facts(match)[f"P{n}"]["ready"] for n in (1, 2, 3)] == [2, 2, 2]
