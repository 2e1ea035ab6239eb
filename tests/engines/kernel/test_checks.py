"""The watch over whole games finds what it is there for."""

from typing import Any

import pytest

from engines.kernel.checks import Fault, Watch
from engines.kernel.decision import Option, Pick, Stage, Steps
from engines.kernel.flow import checkpoint, choose, steps
from engines.kernel.game import Outcome, Table
from engines.kernel.match import Match
from engines.kernel.rng import Rng
from engines.kernel.simulate import play_out, seed_of, simulate
from engines.kernel.text import Text, text
from tests.engines.kernel.toys import (
    SEED,
    AsksOpenly,
    Breaks,
    Endless,
    Feast,
    Forgets,
    Hands,
    HandsState,
    Loses,
    Race,
    RaceState,
    Rolls,
    ShowsDeck,
    Stuck,
    TellsDraw,
    Toy,
)


def faults(game: Toy, games: int = 6, **how: Any) -> str:
    return "\n".join(simulate(game, 2, {}, 1, games, check=True, **how).faults)


@pytest.mark.parametrize("game", [Race(), Feast(), Hands(), Rolls()], ids=lambda game: game.slug)
@pytest.mark.parametrize("seats", [2, 3])
def test_good_games_pass(game: Toy, seats: int) -> None:
    report = simulate(game, seats, {}, 1, 6, check=True)
    assert report.faults == []
    assert report.finished == 6
    assert sum(report.outcomes.values()) == 6


def test_a_leak_in_a_view_is_found() -> None:
    assert "view of spectators shows a secret" in faults(ShowsDeck())


def test_a_leak_in_what_is_told_is_found() -> None:
    assert "what is told shows" in faults(TellsDraw())


def test_a_leak_in_a_question_is_found() -> None:
    assert "the questions show" in faults(AsksOpenly())


@pytest.mark.parametrize(("how", "leaks"), [({"veiled": True}, False), ({}, True)])
def test_what_lies_behind_a_veil_is_nobodys_business(how: dict[str, bool], leaks: bool) -> None:
    """Options made of a hand are a leak, but not if the question is veiled."""

    class Shown(Hands):
        hidden = how

    assert ("the questions show" in faults(Shown())) is leaks


def test_that_a_veiled_question_is_asked_at_all_must_be_no_secret() -> None:
    class Odd(Hands):
        async def turn(self, t: Table[HandsState], me: int) -> None:
            verb = "odd" if t.state.hands[me][0] % 2 else "even"
            await choose(Pick(me, verb, text("t"), [Option("go", None, text("t"))], veiled=True))
            await super().turn(t, me)

    assert "the questions show" in faults(Odd())


@pytest.mark.parametrize(("open_", "leaks"), [(False, False), (True, True)])
def test_a_reason_must_not_tell_what_its_hearer_may_not_know(open_: bool, leaks: bool) -> None:
    class Talks(Hands):
        def why_not_asked(self, state: HandsState, seat: int, verb: str) -> Text:
            return text("toy.no", n=state.deck[-1] if open_ and state.deck else len(state.deck))

    assert ("a refusal shows" in faults(Talks())) is leaks


def test_a_lost_card_is_found() -> None:
    assert "a card is lost" in faults(Loses())


def test_a_local_variable_across_a_checkpoint_is_found() -> None:
    assert "resumed from its save" in faults(Forgets())


def test_a_game_without_end_is_found() -> None:
    assert "not over after 50 actions" in faults(Endless(), 1, most=50)


def test_a_question_that_nobody_can_answer_is_found() -> None:
    assert "nobody can answer" in faults(Stuck(), 1)


def test_a_bug_is_told_with_its_place_and_the_other_games_go_on() -> None:
    report = simulate(Breaks(), 2, {}, 1, 3, most=40)
    assert len(report.faults) == 3
    assert all("ZeroDivisionError" in fault and "leap:" in fault for fault in report.faults)


def test_a_view_that_cannot_be_drawn_is_found() -> None:
    def draw(view: Any) -> None:
        raise KeyError("no such icon")

    assert "no such icon" in faults(Hands(), 1, look=draw)


def test_a_view_that_changes_afterwards_is_found() -> None:
    class Shares(Hands):
        def view(self, state: HandsState, viewer: int | None) -> Any:
            return state.table

    assert "a view changed" in faults(Shares())


def test_revealing_without_a_barrier_is_found() -> None:
    class Unbarred(Hands):
        async def turn(self, t: Table[HandsState], me: int) -> None:
            await choose(Pick(me, "draw", text("t"), [Option("go", None, text("t"))]))
            t.state.hands[me].append(t.state.deck.pop())

    assert "an action that can be taken back shows seat" in faults(Unbarred())


@pytest.mark.parametrize("keys", [("a", "a"), ("ä", "b"), ("", "b"), ("x" * 41, "b"), ("a\n", "b")])
def test_keys_that_no_button_could_carry_are_found(keys: tuple[str, str]) -> None:
    class Keys(Race):
        async def play(self, t: Table[RaceState]) -> Outcome:
            await checkpoint()
            await choose(Pick(0, "move", text("t"), [Option(key, key, text("t")) for key in keys]))
            return Outcome("done", (1, 1), (True, True))

    assert "key" in faults(Keys(), 1)


def in_stages(*stages: Stage[str]) -> Toy:
    """A game that asks this."""

    class Staged(Race):
        async def play(self, t: Table[RaceState]) -> Outcome:
            await checkpoint()
            await steps(Steps(0, "go", text("t"), lambda made: stages[len(made)] if len(made) < len(stages) else None))
            return Outcome("done", (1, 1), (True, True))

    return Staged()


def stage(*keys: str, refused: bool = False, least: int = 1, most: int = 1) -> Stage[str]:
    why = text("no") if refused else None
    return Stage(text("t"), tuple(Option(key, key, text("t"), why) for key in keys), least, most)


@pytest.mark.parametrize(
    ("game", "fault"),
    [
        (in_stages(stage("a", "b"), stage("ä")), "a bad key"),
        (in_stages(stage("a"), stage("b", "b")), "the same key"),
        (in_stages(stage("a", "b"), stage("b", "c")), "a key of the stage before"),
        (in_stages(stage("a", "b"), stage("c", refused=True)), "can't be completed"),
        (in_stages(stage("a", "b"), stage("c", least=2, most=2)), "can't be completed"),
        (in_stages(stage("a", least=0), stage("b", least=0), stage("a")), "doesn't mean"),
    ],
)
def test_steps_that_break_their_promise_are_found(game: Toy, fault: str) -> None:
    assert fault in faults(game, 12)


def test_steps_that_keep_it_pass() -> None:
    assert not faults(in_stages(stage("a", "b", least=0, most=2), stage(least=0), stage("c")), 4)


def test_a_fault_names_the_seed_number_so_that_it_can_be_seen_again() -> None:
    report = simulate(TellsDraw(), 2, {}, 1, 4, check=True)
    assert report.faults == simulate(TellsDraw(), 2, {}, 1, 4, check=True).faults
    number = int(report.faults[0].split(":")[0].removeprefix("game "))
    with pytest.raises(Fault):
        play_out(TellsDraw(), 2, {}, seed_of(1, number), check=True)


def test_the_watch_changes_nothing() -> None:
    """Watched or not, the same seed gives the same game."""
    plain = [play_out(Race(), 2, {}, seed_of("x", n)) for n in range(5)]
    assert [play_out(Race(), 2, {}, seed_of("x", n), check=True) for n in range(5)] == plain


def test_the_watch_begins_at_the_beginning() -> None:
    match = Match.new(Race(), 2, {}, SEED)
    assert Watch(match, 2, SEED, Rng(SEED)).match is match
