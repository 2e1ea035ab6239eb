"""Scenario files: what they can say, how they fail, and that they do fail."""

from typing import Any

import pytest

from engines.kernel.game import Outcome
from engines.kernel.scenario import ScenarioFault, difference, parse, run
from tests.engines.kernel.toys import Race, RaceState, RaceView, Rolls, RollsState


class ToldRace(Race):
    """The race, with the plain words of its scenarios."""

    def given(self, facts: Any) -> RaceState:
        places = facts.get("places", [0] * facts["seats"])
        if len(places) != facts["seats"]:
            raise ScenarioFault("given.places: one a seat")
        return RaceState(list(places), facts["options"]["goal"])

    def facts(self, state: RaceState, outcome: Outcome | None) -> dict[str, Any]:
        ranks = list(outcome.ranks) if outcome else []
        return {"places": state.places, "pot": state.pot, "turn": f"P{state.turn + 1}", "ranks": ranks}

    def shown(self, view: RaceView) -> dict[str, Any]:
        return {"places": list(view.places)}


class ToldRolls(Rolls):
    """The dice, with the plain words of its scenarios."""

    def given(self, facts: Any) -> RollsState:
        return RollsState([1] * 6, [2, 0, 1], facts["seats"])

    def facts(self, state: RollsState, outcome: Outcome | None) -> dict[str, Any]:
        return {"columns": state.columns}


GAMES = {"race": ToldRace(), "rolls": ToldRolls()}
HEAD = 'game = "race"\n'


def outcomes(source: str) -> list[str | None]:
    return [found for _, found in run(parse(HEAD + source), GAMES)]


def one(steps: str, head: str = "") -> str | None:
    (found,) = outcomes(f'{head}\n[[scenario]]\nname = "x"\nstep = [{steps}]')
    return found


def test_a_scenario_that_comes_true_has_no_difference() -> None:
    steps = """
      { do = "P1 move walk", asked = ["P1 steps"] },
      { do = "P1 steps 2", then = { places = [2, 0], turn = "P2" }, undo = "P1" },
      { told.all = [{ key = "toy.moved", n = 2 }] },
      { do = "P1 undo", then.places = [0, 0], undo = "P1" },
      { do = "P1 undo", undo = "" },
      { do = "P1 steps 2", refused = "kernel.not_now" },
      { do = "P2 move walk", refused = true },
      { do = "P2 cheer", told.P1 = ["toy.cheered"], legal = { "P1 move" = { has = "walk" } } },
      { do = "move peek", sees.P2.places = [1, 0], told = { P1 = ["toy.peeked", "toy.moved"], P2 = ["toy.moved"] } },
    """
    assert one(steps) is None


def test_the_first_difference_is_told_with_path_expected_and_found() -> None:
    assert one('{ do = "P1 move walk" }, { do = "P1 steps 2", then = { places = [3, 0], pot = 9 } }') == (
        "step 2 (P1 steps 2): then.places[0]: expected 3, found 2"
    )
    assert (
        one('{ do = "P1 move walk", then.turn = "P2" }')
        == 'step 1 (P1 move walk): then.turn: expected "P2", found "P1"'
    )
    assert one('{ do = "P1 move walk", asked = [] }') == 'step 1 (P1 move walk): asked: expected [], found ["P1 steps"]'
    assert one("{ sees.all.places = [1, 0] }") == "step 1: sees.all.places[0]: expected 1, found 0"
    assert one('{ undo = "P1" }') == 'step 1: undo: expected "P1", found ""'


def test_what_should_be_refused_must_be_and_the_reverse() -> None:
    assert one('{ do = "P1 move walk", refused = true }') == (
        "step 1 (P1 move walk): refused: expected true, found that it was done"
    )
    assert (
        one('{ do = "P1 move fly" }') == "step 1 (P1 move fly): refused: expected false, found 'kernel.no_such_option'"
    )
    assert one('{ do = "P1 move fly", refused = "kernel.not_now" }') == (
        "step 1 (P1 move fly): refused: expected 'kernel.not_now', found 'kernel.no_such_option'"
    )


def test_dice_come_as_scripted_and_none_may_be_left_over() -> None:
    assert one('{ do = "P1 move roll", then.places = [6, 0] }', "results.die = '5'") is None
    left = one('{ do = "P1 move roll" }', "results.die = '5 1'")
    assert left == "script: die: expected to be used up, found more than was drawn"
    missing = one('{ do = "P1 move roll" }', "results.die = '9'")
    assert "'9'" in str(missing)


def test_head_of_the_file_is_shared_and_overridden() -> None:
    source = """
      seats = 3
      options.goal = 40
      given.places = [1, 2, 3]
      [[scenario]]
      name = "as the head says"
      step = [{ then.places = [1, 2, 3] }]
      [[scenario]]
      name = "its own"
      seats = 2
      given.places = [5, 6]
      step = [{ then.places = [5, 6] }]
    """
    assert outcomes(source) == [None, None]


def test_setups_are_checked_over_seeds() -> None:
    source = """
      seats = 3
      [[setup]]
      name = "all at the start, everybody starts equally often"
      seeds = 300
      always = { places = [0, 0, 0], pot = 0 }
      sees.all.places = [0, 0, 0]
      often = [{ fact = "turn", is = "P1", share = "1/3", within = 0.1 }]
      [[setup]]
      name = "too many"
      seats = 9
      refused = "kernel.seats"
      [[setup]]
      name = "wrong: always seat 1"
      seeds = 300
      always.turn = "P1"
      [[setup]]
      name = "wrong: seat 1 half the time"
      seeds = 300
      often = [{ fact = "turn", is = "P1", share = 0.5, within = 0.05 }]
      [[setup]]
      name = "wrong: refused"
      refused = true
    """
    good, refused, always, often, wrong = outcomes(source)
    assert good is refused is None
    assert "always.turn: expected" in str(always)
    assert "expected 0.5 ± 0.05, found 0.3" in str(often)
    assert wrong == "refused: expected true, found a game"


@pytest.mark.parametrize(
    ("source", "place"),
    [
        ("]", "top level"),
        ('game = "race"', "neither [[scenario]] nor [[setup]]"),
        ('game = "chess"\n[[setup]]\nname = "x"', "game: there is no game 'chess'"),
        ('game = "race"\n[[scenario]]\nname = "x"', "scenario[0]"),
        ('game = "race"\n[[scenario]]\nname = "x"\nstep = [{ did = "y" }]', "scenario[0].step[0]"),
        ('game = "race"\nsets = 3\n[[setup]]\nname = "x"', "sets"),
        (
            HEAD + '[[scenario]]\nname = "x"\nstep = [{ do = "P7 move walk" }]',
            "scenario[0].step[0].do: there is no seat P7",
        ),
        (HEAD + '[[scenario]]\nname = "x"\nstep = [{ do = "P1" }]', "names nothing to do"),
        (HEAD + '[[scenario]]\nname = "x"\nstep = []', "scenario[0].step: there is none"),
        (HEAD + '[[scenario]]\nname = "x"\nstep = [{ do = "" }]', "scenario[0].step[0].do: nothing is done"),
        (
            HEAD + '[[scenario]]\nname = "x"\nstep = [{ sees.P7.pot = 1 }]',
            "scenario[0].step[0].sees: there is no seat P7",
        ),
        (
            HEAD + '[[scenario]]\nname = "x"\nstep = [{ then.gold = 1 }]',
            "scenario[0].step[0].then.gold: there is no such fact",
        ),
        (HEAD + '[[scenario]]\nname = "x"\nstep = [{ then.pot.is = 1 }]', "no conditions"),
        (HEAD + '[[scenario]]\nname = "x"\nstep = [{ sees.Ana.pot = 1 }]', "'Ana' is neither a seat"),
        (HEAD + '[[scenario]]\nname = "x"\noptions.goal = 7\nstep = []', "scenario[0].options"),
        (HEAD + '[[scenario]]\nname = "x"\nseats = 9\nstep = []', "scenario[0].seats"),
        (HEAD + '[[scenario]]\nname = "x"\ngiven.places = [1]\nstep = []', "scenario[0].given.places: one a seat"),
        (
            HEAD + '[[setup]]\nname = "x"\noften = [{ fact = "gold", is = 1, share = 1, within = 0 }]',
            "there is no fact 'gold'",
        ),
    ],
)
def test_a_malformed_file_fails_in_one_line_that_names_the_place(source: str, place: str) -> None:
    with pytest.raises(ScenarioFault) as fault:
        list(run(parse(source), GAMES))
    assert place in str(fault.value)
    assert "\n" not in str(fault.value)


@pytest.mark.parametrize(
    ("wanted", "found", "same"),
    [
        (1, 1, True), (1, 2, False), (1, True, False), ("a", "a", True), ([1, 2], [1, 2], True), ([1], [1, 2], False),
        ({"a": 1}, {"a": 1, "b": 2}, True), ({"has": "a"}, ["a", "b"], True), ({"has": "a"}, "b a", True),
        ({"lacks": "a"}, ["b"], True), ({"lacks": "a"}, "a", False), ({"not": 1}, 2, True), ({"not": 1}, 1, False),
        ({"any": [1, 2]}, 2, True), ({"any": [1, 2]}, 3, False), ({"least": 2, "most": 3}, 3, True),
        ({"least": 4}, 3, False),
        ({"most": 2}, 3, False), (["k"], [{"key": "k", "n": 1}], True), ([{"n": 2}], [{"key": "k", "n": 1}], False),
    ],
)  # fmt: skip
def test_what_counts_as_the_same(wanted: Any, found: Any, same: bool) -> None:
    assert (difference(wanted, found, "x") is None) is same


def test_an_answer_of_several_parts_is_its_keys_in_a_row() -> None:
    """What it may be answered with is what its first stage may."""
    source = """
      game = "rolls"
      [[scenario]]
      name = "x"
      step = [
        { legal = { "P1 discard" = ["d1", "d2", "d3", "d4", "d5", "d6"] } },
        { do = "P1 discard d3 d4 c1", refused = "rolls.empty" },
        { do = "P1 discard d3 d4 c2", then.columns = [2, 0, 0], legal.free = [] },
      ]
    """
    assert [found for _, found in run(parse(source), GAMES)] == [None]
