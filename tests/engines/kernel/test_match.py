"""A match: questions open, answers in, saves out; back, and on again, from anywhere."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from engines.kernel.checks import shapes
from engines.kernel.decision import Refused, Stale
from engines.kernel.game import Outcome, Table
from engines.kernel.match import CONCEDE, Action, Match, RulesBug, Save, Turn, concession, settle_options
from engines.kernel.rng import Rng
from engines.kernel.simulate import seed_of
from engines.kernel.standin import random_choice
from engines.kernel.text import Text, text
from tests.engines.kernel.toys import SEED, Breaks, Feast, Forgets, Hands, NewRules, Race, RaceState, Rolls, Toy


def begin(game: Toy | None = None, seats: int = 2, **options: Any) -> Match[Any, Any]:
    return Match.new(game or Race(), seats, options, SEED)


def do(match: Match[Any, Any], *answers: str) -> Turn:
    """`do(match, "0 move walk", "0 steps 2")`: play these; the last turn."""
    turn = match.opening
    for line in answers:
        seat, verb, *answer = line.split()
        turn = match.act(Action(int(seat), verb, tuple(answer)))
    return turn


def asked(match: Match[Any, Any]) -> list[str]:
    return [f"{d.seat} {d.verb}" for d in match.pending]


def refusal(match: Match[Any, Any], action: Action) -> str:
    before = match.digest()
    with pytest.raises(Refused) as refused:
        match.act(action)
    assert match.digest() == before
    return refused.value.why.key


# -- asking and answering ----------------------------------------------------------------------------------------------


def test_rules_wait_for_the_answer_and_go_on_to_the_next_question() -> None:
    match = begin()
    assert asked(match) == ["0 move", "1 cheer"]
    assert match.waiting_for == (0,)
    do(match, "0 move walk")
    assert asked(match) == ["0 steps"]
    turn = do(match, "0 steps 2")
    assert match.state.places == [2, 0]
    assert asked(match) == ["1 move", "0 cheer"]
    assert [e.text.key for e in turn.events] == ["toy.moved"]


def test_a_game_ends_with_an_outcome_and_asks_no_more() -> None:
    match = begin()
    while match.pending:
        do(match, f"{match.state.turn} move walk", f"{match.state.turn} steps 3")
    assert match.outcome is not None
    assert match.outcome.ranks == (1, 2)
    assert match.outcome.won == (True, False)
    assert match.waiting_for == ()
    assert refusal(match, Action(0, "move", ("walk",))) == "kernel.game_over"


def test_the_last_action_of_a_game_is_not_open() -> None:
    match = begin()
    match.state.places[0] = 11
    assert do(match, "0 move walk").open
    assert not do(match, "0 steps 3").open
    assert not match.may_take_back(0)


@pytest.mark.parametrize(
    ("action", "why"),
    [
        (Action(1, "move", ("walk",)), "kernel.not_now"),
        (Action(2, "move", ("walk",)), "kernel.not_your_turn"),
        (Action(-1, "move", ("walk",)), "kernel.not_your_turn"),
        (Action(0, "steps", (1,)), "kernel.not_now"),
        (Action(0, "move", ("fly",)), "kernel.no_such_option"),
        (Action(0, "move", ("walk", "roll")), "kernel.wrong_number"),
        (Action(0, "move", ("walk",), asked=7), "kernel.decided_already"),
    ],
)
def test_wrong_answers_say_why_and_change_nothing(action: Action, why: str) -> None:
    assert refusal(begin(), action) == why


def test_an_answer_to_an_old_question_is_stale() -> None:
    match = begin()
    do(match, "0 move walk", "0 steps 1")
    with pytest.raises(Stale):
        match.act(Action(0, "move", ("walk",), asked=0))
    with pytest.raises(Stale):
        match.act(Action(1, "move", ("walk",), asked=0))
    assert match.act(Action(1, "move", ("walk",), asked=2)).serial == 3


def test_options_and_seats_must_be_known() -> None:
    with pytest.raises(Refused):
        begin(seats=5)
    for options in ({"goal": 13}, {"gaol": 12}, {"goal": "12"}, {"cheering": 1}, {"goal": True}):
        with pytest.raises(Refused):
            Match.new(Race(), 2, options, SEED)
    assert settle_options(Race(), 2, {"goal": 40}) == {"goal": 40, "cheering": True}


def test_the_same_seed_and_answers_give_the_same_game() -> None:
    one, other = begin(seats=3), begin(seats=3)
    for match in (one, other):
        me = match.state.turn
        do(match, f"{me} move roll", f"{(me + 1) % 3} move roll")
    assert one.digest() == other.digest()
    assert one.state == other.state


def test_a_view_is_a_copy() -> None:
    match = begin()
    before = match.view(None)
    do(match, "0 move peek")
    assert before.places == (0, 0)
    assert match.view(0).places == (1, 0)


# -- optional questions ------------------------------------------------------------------------------------------------


def test_an_optional_question_can_be_answered_at_any_time_and_holds_nobody_up() -> None:
    match = begin()
    do(match, "1 cheer go")
    assert match.state.cheers == 1
    assert asked(match) == ["0 move", "1 cheer"]
    do(match, "1 cheer go", "1 cheer go")
    assert refusal(match, Action(1, "cheer", ("go",))) == "toy.hoarse"
    assert match.waiting_for == (0,)


def test_a_question_asked_again_unchanged_keeps_its_number() -> None:
    """So the buttons that the active seat was sent stay good while the partner cheers."""
    match = begin()
    do(match, "1 cheer go")
    assert [(d.verb, d.asked) for d in match.pending] == [("move", 0), ("cheer", 1)]
    match.act(Action(0, "move", ("walk",), asked=0))


def test_a_question_asked_again_otherwise_gets_a_new_number() -> None:
    match = begin(seats=1)
    do(match, "0 move walk", "0 steps 1")
    assert [(d.verb, d.asked) for d in match.pending] == [("move", 2)]


def test_a_kept_number_outlives_a_restart() -> None:
    match = begin()
    turn = do(match, "1 cheer go")
    assert turn.save is not None
    again = Match.resume(match.game, turn.save, [], SEED)
    assert [(d.verb, d.asked) for d in again.pending] == [("move", 0), ("cheer", 1)]
    again.act(Action(0, "move", ("walk",), asked=0))


# -- resuming ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", [Race(), Feast(), Hands()], ids=lambda game: game.slug)
@pytest.mark.parametrize("seats", [2, 3])
def test_resumed_anywhere_the_match_asks_the_same_and_ends_the_same(game: Toy, seats: int) -> None:
    """From every save and every number of actions after it: the same questions, numbers, digests and events."""
    match = Match.new(game, seats, {}, SEED)
    assert match.opening.save is not None
    saves: list[tuple[Save, int]] = [(match.opening.save, 0)]
    turns: list[Turn] = []
    marks: list[tuple[str, list[Any]]] = [(match.digest(), shapes(match.pending))]
    players = Rng(seed_of(game.slug))
    while match.pending and len(turns) < 60:
        decision, answer = random_choice(match.pending, players)
        turn = match.act(Action(decision.seat, decision.verb, answer))
        turns.append(turn)
        marks.append((match.digest(), shapes(match.pending)))
        if turn.save is not None:
            saves.append((turn.save, len(turns)))
    actions = [turn.action for turn in turns if turn.action is not None]
    for save, at in saves:
        again = Match.resume(game, save, [], SEED)
        for number in range(at, len(turns) + 1):
            assert (again.digest(), shapes(again.pending)) == marks[number]
            if number < len(turns):
                assert again.act(actions[number]).events == turns[number].events
        assert again.outcome == match.outcome


def test_local_variables_across_a_checkpoint_are_found_out() -> None:
    match = begin(Forgets())
    do(match, "0 steps 1")
    turn = do(match, "1 steps 2")
    assert turn.save is not None
    again = Match.resume(match.game, turn.save, [], SEED)
    assert shapes(again.pending) != shapes(match.pending)


def test_a_save_is_made_at_the_last_checkpoint_that_an_action_passes() -> None:
    match = begin()
    assert match.opening.save is not None
    assert do(match, "0 move walk").save is None
    save = do(match, "0 steps 1").save
    assert save is not None
    assert save.serial == 2
    assert match.game.decode(save.state) == match.state


def test_an_action_that_the_rules_deny_stops_the_resuming() -> None:
    match = begin()
    assert match.opening.save is not None
    with pytest.raises(Refused):
        Match.resume(match.game, match.opening.save, [Action(0, "move", ("fly",), serial=1)], SEED)


def test_saves_survive_encoding() -> None:
    save = do(begin(), "1 cheer go").save
    assert save is not None
    assert msgspec.msgpack.decode(msgspec.msgpack.encode(save), type=Save) == save


# -- new rules ---------------------------------------------------------------------------------------------------------


def test_a_save_of_older_rules_is_carried_over() -> None:
    save = do(begin(), "0 move walk", "0 steps 2").save
    assert save is not None
    match = Match.resume(NewRules(), save, [], SEED)
    assert match.state.places == [4, 0]
    turn = do(match, "1 move walk", "1 steps 1")
    assert turn.save is not None
    assert turn.save.rules == 2
    match.take_back(1)
    assert match.state.places == [4, 0]


def test_a_save_that_cannot_be_carried_over_says_so() -> None:
    save = do(begin(), "0 move walk", "0 steps 2").save
    assert save is not None
    for broken in (msgspec.structs.replace(save, rules=7), msgspec.structs.replace(save, state=b"\xc1")):
        with pytest.raises(RulesBug, match="cannot be read"):
            Match.resume(Race(), broken, [], SEED)


# -- taking back -------------------------------------------------------------------------------------------------------


def test_several_actions_are_taken_back_one_by_one_across_checkpoints() -> None:
    match = begin(seats=1)
    marks = [(match.digest(), shapes(match.pending)[0][3])]
    lines = ["0 move walk", "0 steps 2", "0 move leap", "0 style high", "0 steps 1", "0 move share", "0 shares 2 1"]
    for line in lines:
        assert do(match, line).open
        marks.append((match.digest(), shapes(match.pending)[0][3]))
    for line, mark in reversed(list(zip(lines, marks[:-1], strict=True))):
        assert match.may_take_back(0)
        undone = match.take_back(0)
        assert f"{undone.seat} {undone.verb} {' '.join(map(str, undone.answer))}" == line
        assert (match.digest(), shapes(match.pending)[0][3]) == mark
    assert not match.may_take_back(0)
    assert not undo_works(match, 0)


def undo_works(match: Match[Any, Any], seat: int) -> bool:
    if match.may_take_back(seat):
        match.take_back(seat)
        return True
    before = match.digest()
    with pytest.raises(Refused):
        match.take_back(seat)
    assert match.digest() == before
    return False


@pytest.mark.parametrize("barrier", ["roll", "peek"])
def test_chance_and_what_was_shown_cannot_be_taken_back(barrier: str) -> None:
    match = begin(seats=1)
    do(match, "0 move walk", "0 steps 1")
    assert not do(match, f"0 move {barrier}").open
    assert not undo_works(match, 0)
    do(match, "0 move walk", "0 steps 1")
    assert undo_works(match, 0)
    assert undo_works(match, 0)
    assert not undo_works(match, 0)


def test_nobody_takes_back_what_another_did() -> None:
    match = begin()
    do(match, "0 move walk", "0 steps 1")
    assert not undo_works(match, 1)
    do(match, "1 move walk")
    assert not undo_works(match, 0)
    assert undo_works(match, 1)
    assert undo_works(match, 0)


def test_serials_are_never_used_twice() -> None:
    match = begin(seats=1)
    assert do(match, "0 move walk").serial == 1
    match.take_back(0)
    assert do(match, "0 move leap").serial == 3
    with pytest.raises(Stale):
        match.act(Action(0, "steps", (1,), asked=1))
    assert [d.asked for d in match.pending] == [3]


def test_a_resumed_match_knows_what_can_be_taken_back_if_resumed_from_its_base() -> None:
    match = begin()
    turns = [do(match, line) for line in ("0 move roll", "1 move walk", "1 steps 2", "0 move walk")]
    assert match.base.serial == 1
    tail = [turn.action for turn in turns if turn.serial > match.base.serial and turn.action is not None]
    again = Match.resume(match.game, match.base, tail, SEED)
    assert again.digest() == match.digest()
    for seat in (0, 1, 1):
        assert again.take_back(seat) == match.take_back(seat)
        assert again.digest() == match.digest()
    assert not undo_works(again, 1)


def test_chance_drawn_before_comes_again_after_taking_back() -> None:
    match = begin(seats=1)
    do(match, "0 move roll")
    place = match.state.places[0]
    do(match, "0 move walk", "0 steps 1")
    match.take_back(0)
    match.take_back(0)
    assert match.state.places[0] == place
    drawn = match.rng.drawn
    do(match, "0 move roll")
    assert match.rng.drawn == drawn + 1


# -- side by side ------------------------------------------------------------------------------------------------------


def test_side_by_side_everybody_is_asked_at_once_at_their_own_pace() -> None:
    match = begin(Feast(), 3)
    assert asked(match) == ["0 dishes", "1 dishes", "2 dishes"]
    do(match, "1 dishes soup rice")
    assert asked(match) == ["0 dishes", "1 order", "2 dishes"]
    do(match, "2 dishes fish")
    assert asked(match) == ["0 dishes", "1 order"]
    do(match, "1 order soup rice", "0 dishes plum")
    assert match.state.plates == [["plum"], ["soup", "rice"], ["fish"]]
    assert asked(match) == ["0 bid", "1 bid", "2 bid"]


def test_side_by_side_the_others_keep_their_questions() -> None:
    match = begin(Feast(), 2)
    do(match, "0 dishes soup rice", "0 order soup rice")
    match.act(Action(1, "dishes", ("fish",), asked=0))


def test_who_is_asked_nothing_holds_nobody_up() -> None:
    assert asked(begin(Feast(), 2, fasting=1)) == ["1 dishes"]
    assert asked(begin(Feast(), 3, fasting=4)) == ["0 bid", "1 bid", "2 bid"]


def test_side_by_side_each_takes_back_only_the_very_last_action() -> None:
    match = begin(Feast(), 2)
    do(match, "0 dishes fish rice", "1 dishes soup plum")
    assert not undo_works(match, 0)
    assert undo_works(match, 1)
    assert asked(match) == ["0 order", "1 dishes"]
    assert undo_works(match, 0)
    assert asked(match) == ["0 dishes", "1 dishes"]


# -- sealed ------------------------------------------------------------------------------------------------------------


def test_sealed_answers_are_veiled_and_may_be_changed_until_the_last_is_in() -> None:
    """Everybody may know who has answered: the table does not wait for that seat any more."""
    match = begin(Feast(), 2, fasting=4)
    assert all(d.veiled and not d.secret for d in match.pending)
    assert do(match, "0 bid 3").events == ()
    assert [d.optional for d in match.pending] == [True, False]
    assert match.state.bids == []
    assert match.waiting_for == (1,)
    assert [d.given for d in match.pending] == [("3",), None]
    do(match, "0 bid 5")
    assert [d.given for d in match.pending] == [("5",), None]
    assert not do(match, "1 bid 4").open
    assert match.state.bids == [5, 4]
    assert not undo_works(match, 1)


def test_a_sealed_answer_is_changed_and_not_taken_back() -> None:
    """Else whether others can take back would tell that somebody changed their mind. The words say what to do."""
    match = begin(Feast(), 2, fasting=4)
    do(match, "0 bid 3")
    with pytest.raises(Refused) as refused:
        match.take_back(0)
    assert refused.value.why.key == "kernel.undo_sealed"
    do(match, "0 bid 5")
    assert match.undo_seat is None
    assert [d.given for d in match.pending] == [("5",), None]


# -- why not asked -----------------------------------------------------------------------------------------------------


class Strict(Race):
    """A race whose rulebook has reasons of its own."""

    def why_not_asked(self, state: RaceState, seat: int, verb: str) -> Text | None:
        return text("toy.no_such_verb") if verb not in {"move", "steps", "cheer"} else None


def test_a_rulebook_may_say_itself_why_something_is_not_asked() -> None:
    """Before the general words, for whoever is asked something else and for whoever is asked nothing.

    An old button stays one, and a game that is over is over.
    """
    match = begin(Strict(), 3)
    me, other = match.waiting_for[0], next(s for s in range(3) if s not in {d.seat for d in match.pending})
    cases = {(me, "fly"): "toy.no_such_verb", (other, "fly"): "toy.no_such_verb"}
    cases |= {(me, "steps"): "kernel.not_now", (other, "steps"): "kernel.not_your_turn"}
    for (seat, verb), why in cases.items():
        assert refusal(match, Action(seat, verb, ("walk",))) == why
    assert refusal(match, Action(me, "fly", ("walk",), asked=0)) == "kernel.decided_already"


def test_a_reason_that_breaks_is_a_bug() -> None:
    class Breaking(Race):
        def why_not_asked(self, state: RaceState, seat: int, verb: str) -> Text | None:
            raise ZeroDivisionError

    with pytest.raises(RulesBug):
        begin(Breaking()).act(Action(0, "fly", ()))


def test_an_old_button_of_a_sealed_answer_is_stale() -> None:
    match = begin(Feast(), 2, fasting=4)
    do(match, "0 bid 3")
    with pytest.raises(Stale):
        match.act(Action(0, "bid", (4,), asked=0))


# -- bugs --------------------------------------------------------------------------------------------------------------


def test_a_bug_in_the_rules_kills_the_object_not_the_match() -> None:
    match = begin(Breaks())
    save = do(match, "0 move walk").save
    assert save is not None
    with pytest.raises(RulesBug, match=r"breaks rules 1 serial 1: broke at .*play:\d+ > leap:\d+: ZeroDivisionError"):
        do(match, "0 move leap")
    with pytest.raises(RulesBug):
        do(match, "0 move walk")
    with pytest.raises(RulesBug):
        match.take_back(0)
    again = Match.resume(match.game, save, [], SEED)
    assert again.state.places == [1, 0]
    do(again, "0 move walk")
    assert again.state.places == [2, 0]


def test_a_refusal_raised_by_the_rules_themselves_is_a_bug() -> None:
    class Late(Breaks):
        def leap(self, t: Any) -> None:
            raise Refused(t)

    with pytest.raises(RulesBug):
        do(begin(Late()), "0 move leap")


def test_options_that_break_while_looked_up_are_a_bug() -> None:
    class Slow(Race):
        async def turn(self, t: Any) -> None:
            from engines.kernel.decision import Pick
            from engines.kernel.flow import choose
            from engines.kernel.text import text

            await choose(Pick(0, "move", text("t"), lambda: [t.state.places[9]]))

    with pytest.raises(RulesBug):
        do(begin(Slow()), "0 move walk")


def test_where_tells_functions_and_lines_and_no_secrets() -> None:
    match = begin(Hands())
    where = match.where()
    assert where.startswith("hands rules 1 serial 0: play:")
    assert "turn:" in where
    assert not any(str(card) in where.split("first_of")[0].replace(":", " ").split() for card in match.state.hands[0])
    match = begin(Feast(), 2)
    assert match.where().count(" | ") == 1
    do(match, "0 dishes fish", "1 dishes fish", "0 bid 1", "1 bid 2", "1 toast long")
    assert match.where().endswith("finished")


def test_an_action_says_whether_a_turn_began() -> None:
    match = begin(Rolls(), 1)
    assert [do(match, line).turned for line in ("0 barter salt", "0 end go", "0 free d1 d3")] == [False, True, False]


def test_an_option_may_be_for_a_number_of_people() -> None:
    """With any other number it is refused at the beginning, unless it is as usual."""

    class Few(Race):
        options = (msgspec.structs.replace(Race.options[0], seats=range(2, 3)), Race.options[1])

    assert settle_options(Few(), 2, {"goal": 40})["goal"] == 40
    assert settle_options(Few(), 3, {"goal": 12})["goal"] == 12
    with pytest.raises(Refused) as refused:
        begin(Few(), 3, goal=40)
    assert refused.value.why.key == "kernel.option_for"


# -- giving up ---------------------------------------------------------------------------------------------------------


class Team(Race):
    """A race that all lose who give it up."""

    def conceded(self, t: Table[RaceState]) -> Outcome:
        seats = len(t.state.places)
        t.state.goal = 0
        t.tell("toy.given_up")
        return Outcome("given_up", (2,) * seats, (False,) * seats)


def test_a_game_that_can_be_conceded_ends_whatever_it_asks_and_for_good() -> None:
    """With what the game tells of it; not even what could be taken back before can be so any more."""
    match = begin(Team())
    do(match, "0 move walk")
    before = match.concedable
    turn = match.act(concession(1))
    assert (before, match.concedable) == (True, False)
    assert [event.text.key for event in turn.events] == ["toy.given_up"]
    assert turn.action is not None
    assert (turn.action.seat, turn.action.verb, turn.open, match.pending) == (1, CONCEDE, False, ())
    assert match.outcome == Outcome("given_up", (2, 2), (False, False))
    assert "finished" in match.where()
    assert refusal(match, concession(0)) == "kernel.game_over"
    for seat in range(2):
        with pytest.raises(Refused, match="undo_barred"):
            match.take_back(seat)


def test_a_conceded_match_is_resumed_conceded() -> None:
    """From the save and the actions after it, like after any other action; nothing of it is in the save before."""
    match = begin(Team())
    actions = [match.act(Action(0, "move", ("walk",))).action, match.act(concession(0)).action]
    assert match.opening.save is not None
    again = Match.resume(Team(), match.opening.save, [a for a in actions if a], SEED)
    assert (again.digest(), again.outcome, again.next_serial) == (match.digest(), match.outcome, match.next_serial)
    assert again.state.goal == 0


def test_a_game_that_knows_no_conceding_goes_on() -> None:
    match = begin()
    assert not match.concedable
    assert refusal(match, concession(0)) == "kernel.not_conceded"
    assert do(match, "0 move walk").open


def test_nobody_concedes_by_an_answer() -> None:
    """The word alone, as an answer to a question, ends nothing."""
    match = begin(Team())
    assert refusal(match, Action(0, CONCEDE, ())) == "kernel.not_now"
    assert match.pending
