"""Answers: what is taken, what is refused, and that nothing else can happen."""

from typing import Any

import pytest

from engines.kernel.decision import Amount, Decision, Made, Option, Pick, Place, Refused, Spread, Stage, Steps, offer
from engines.kernel.rng import Rng
from engines.kernel.standin import first_answer, random_answer, random_choice
from engines.kernel.text import text
from tests.engines.kernel.toys import SEED, options

HOSTILE: list[Any] = [
    (True,), (False,), (None,), (1.0,), (1.5,), (b"1",), ("１",), ("²",), ("٣",), (" 1",), ("1 ",), ("+1",), ("1_0",),
    ("0x1",), ("1\n",), ("",), (10**30,), (-(10**30),), (10**5000,), ("9" * 5000,), ("--1",), (("a",),), ([],), ({},),
    ("a\x00",), ("A",),
]  # fmt: skip


def one(*, refused: dict[str, str] | None = None, **rules: Any) -> Pick[str]:
    return Pick(0, "take", text("toy.take"), options("a", "b", "c", refused=refused), **rules)


def spread(total: int = 3, *caps: int | None) -> Spread:
    places = [Place(f"p{i}", text("toy.place"), cap) for i, cap in enumerate(caps or (2, None))]
    return Spread(0, "share", text("toy.share"), places, total)


def refusal(decision: Decision, answer: Any) -> str:
    with pytest.raises(Refused) as refused:
        decision.accept(answer)
    return refused.value.why.key


def test_one_option_gives_its_value() -> None:
    assert one().accept(("b",)) == "b"
    assert Pick(0, "take", text("t"), [Option("7", "seven", text("t"))]).accept((7,)) == "seven"


def test_a_refused_option_gives_its_own_reason() -> None:
    assert refusal(one(refused={"b": "toy.not_b"}), ("b",)) == "toy.not_b"


def test_an_unknown_option_gives_the_reason_of_the_question() -> None:
    assert refusal(one(), ("z",)) == "kernel.no_such_option"
    assert refusal(one(unknown=text("toy.only_abc")), ("z",)) == "toy.only_abc"


def test_several_options_come_in_the_order_of_the_options() -> None:
    assert one(least=1, most=2).accept(("c", "a")) == ("a", "c")


def test_ordered_options_come_in_the_order_of_the_answer() -> None:
    assert one(least=2, most=3, ordered=True).accept(("c", "a")) == ("c", "a")


def test_too_few_too_many_and_twice_the_same_are_refused() -> None:
    several = one(least=2, most=2)
    assert refusal(several, ("a",)) == "kernel.wrong_number"
    assert refusal(several, ("a", "b", "c")) == "kernel.wrong_number"
    assert refusal(several, ("a", "a")) == "kernel.chosen_twice"
    assert refusal(one(), ()) == "kernel.wrong_number"
    number = Pick(0, "take", text("t"), [Option("1", 1, text("t")), Option("2", 2, text("t"))], least=1, most=2)
    assert refusal(number, ("1", 1)) == "kernel.chosen_twice"


def test_none_at_all_is_an_answer_where_none_is_asked_for() -> None:
    assert one(least=0, most=2).accept(()) == ()
    assert one(least=0, most=2).playable


def test_options_are_looked_up_once_and_only_when_needed() -> None:
    calls: list[int] = []

    def lazy() -> tuple[Option[str], ...]:
        calls.append(1)
        return options("a")

    decision = Pick(0, "take", text("t"), lazy)
    assert calls == []
    assert decision.accept(("a",)) == "a"
    assert decision.legal == decision.options
    assert calls == [1]


def test_amounts_within_the_limits_are_taken() -> None:
    decision = Amount(0, "bid", text("t"), -2, 5)
    assert [decision.accept((n,)) for n in (-2, 0, 5, "3", "-1")] == [-2, 0, 5, 3, -1]
    for answer in ((-3,), (6,), (), (1, 2), ("six",)):
        assert refusal(decision, answer) == "kernel.not_in_range"


def test_an_amount_can_be_refused_whole() -> None:
    assert refusal(Amount(0, "bid", text("t"), 0, 5, refused=text("toy.broke")), (1,)) == "toy.broke"
    assert not Amount(0, "bid", text("t"), 0, 5, refused=text("toy.broke")).playable
    assert not Amount(0, "bid", text("t"), 1, 0).playable


def test_a_spread_must_add_up_and_respect_the_caps() -> None:
    assert spread().accept((1, "2")) == (1, 2)
    assert refusal(spread(), (3, 0)) == "kernel.spread_cap"
    assert refusal(spread(), (1, 1)) == "kernel.spread_total"
    assert refusal(spread(), (-1, 4)) == "kernel.spread_shape"
    assert refusal(spread(), (3,)) == "kernel.spread_shape"
    assert refusal(spread(), (1, 1, 1)) == "kernel.spread_shape"


def test_a_spread_that_fits_nowhere_cannot_be_played() -> None:
    assert not spread(5, 2, 2).playable
    assert spread(4, 2, 2).playable
    assert spread(99, 2, None).playable
    assert spread(0, 0).playable


def test_an_offer_is_taken_by_saying_go() -> None:
    assert offer(0, "pass", text("t"), text("t")).accept(("go",)) is None
    assert refusal(offer(0, "pass", text("t"), text("t"), refused=text("toy.no")), ("go",)) == "toy.no"


@pytest.mark.parametrize("answer", HOSTILE, ids=range(len(HOSTILE)))
def test_hostile_answers_are_refused_and_never_break_anything(answer: Any) -> None:
    decisions: list[Decision] = [
        one(), one(least=0, most=3), one(least=2, most=3, ordered=True), Amount(0, "bid", text("t"), 0, 9),
        Amount(0, "bid", text("t"), -(10**40), 10**40), spread(3, 9), spread(1, None), spread(10**30, None),
    ]  # fmt: skip
    for decision in decisions:
        refusal(decision, answer)
        refusal(decision, (*answer, *answer))


def test_the_shape_tells_questions_apart() -> None:
    same = one(), one()
    assert same[0].shape() == same[1].shape()
    others = [one(refused={"a": "toy.x"}), one(most=2), Amount(0, "take", text("toy.take"), 0, 1), spread()]
    assert len({repr(d.shape()) for d in (same[0], *others)}) == 5


@pytest.mark.parametrize(
    "decision",
    [
        one(), one(refused={"a": "toy.x"}), one(least=0, most=3), one(least=2, most=3, ordered=True),
        Amount(0, "bid", text("t"), 2, 5), spread(), spread(4, 2, 2), spread(0, 0), spread(7, None, 1),
    ],
)  # fmt: skip
def test_stand_ins_give_only_answers_that_are_taken(decision: Decision) -> None:
    rng = Rng(SEED)
    for _ in range(50):
        decision.accept(random_answer(decision, rng))
        chosen, answer = random_choice([decision, one(refused=dict.fromkeys("abc", "toy.x"))], rng)
        assert chosen is decision
        decision.accept(answer)
    decision.accept(first_answer(decision))


def test_a_random_answer_can_be_any_legal_one() -> None:
    rng = Rng(SEED)
    assert {random_answer(one(refused={"b": "toy.x"}), rng) for _ in range(60)} == {("a",), ("c",)}
    assert {random_answer(spread(), rng) for _ in range(60)} == {(0, 3), (1, 2), (2, 1)}


# -- steps -------------------------------------------------------------------------------------------------------------


def reroll(*, refused: str | None = None, **how: Any) -> Steps:
    """Some of three dice; then a column, if there were two or more; then perhaps a charm."""

    def stage(made: Made) -> Stage[Any] | None:
        if not made:
            return Stage(text("dice"), options("d1", "d2", "d3", refused={"d3": "toy.locked"}), 1, 3, **how)
        if len(made) == 1:
            return Stage(text("column"), options("left", "right")) if len(made[0]) > 1 else None
        return Stage(text("charm"), options("charm"), 0) if len(made) == 2 else None

    why = None if refused is None else text(refused)
    return Steps(0, "reroll", text("reroll"), stage, refused=why, warning=_warned)


def _warned(made: Made) -> Any:
    return text("toy.sure", n=len(made)) if made[0] == ("d1", "d2") else None


@pytest.mark.parametrize(
    ("answer", "made"),
    [
        (("d1",), (("d1",),)),
        (("d2", "d1", "left"), (("d1", "d2"), ("left",), ())),
        (("d1", "d2", "right", "charm"), (("d1", "d2"), ("right",), ("charm",))),
    ],
)
def test_the_keys_of_all_stages_in_a_row_give_a_tuple_a_stage(answer: Any, made: Made) -> None:
    assert reroll().accept(answer) == made


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        (("d3",), "toy.locked"),
        (("d1", "d1"), "kernel.chosen_twice"),
        ((), "kernel.wrong_number"),
        (("d1", "d2"), "kernel.wrong_number"),
        (("d1", "d2", "left", "right"), "kernel.wrong_number"),
        (("d1", "d2", "left", "left"), "kernel.chosen_twice"),
        (("left",), "kernel.no_such_option"),
        (("d1", "left"), "kernel.no_such_option"),
        (("d1", "d2", "charm"), "kernel.no_such_option"),
        (("d1", "d2", "left", "charm", "z"), "kernel.no_such_option"),
    ],
)
def test_what_does_not_fit_the_stages_is_refused_with_its_reason(answer: Any, reason: str) -> None:
    assert refusal(reroll(), answer) == reason


def test_closed_steps_give_their_reason_to_every_answer() -> None:
    closed = reroll(refused="toy.later")
    assert (closed.playable, closed.first) == (False, None)
    assert refusal(closed, ("d1",)) == refusal(closed, ("z",)) == "toy.later"


def test_order_and_repetition_are_kept_where_they_matter() -> None:
    assert reroll(ordered=True).accept(("d2", "d1", "left")) == (("d2", "d1"), ("left",), ())
    assert reroll(repeats=True).accept(("d2", "d1", "d2", "left")) == (("d2", "d1", "d2"), ("left",), ())


@pytest.mark.parametrize("how", [{}, {"ordered": True}, {"repeats": True}])
def test_what_stand_ins_answer_to_steps_is_accepted(how: Any) -> None:
    rng = Rng(SEED)
    for _ in range(200):
        reroll(**how).accept(random_answer(reroll(**how), rng))
    assert first_answer(reroll(**how)) == ("d1",)


@pytest.mark.parametrize("answer", HOSTILE)
def test_hostile_answers_to_steps_are_refused(answer: Any) -> None:
    with pytest.raises(Refused):
        reroll().accept(answer)


def test_what_later_stages_depend_on_makes_it_another_question() -> None:
    def plain(*basis: int) -> Steps:
        return Steps(0, "go", text("t"), lambda _: None, basis=basis)

    assert plain(1).shape() == plain(1).shape() != plain(2).shape()
    assert reroll().shape() != reroll(ordered=True).shape() != reroll(refused="no").shape()


# -- warnings ----------------------------------------------------------------------------------------------------------


def test_an_answer_with_a_consequence_has_a_warning() -> None:
    sure = text("toy.sure")
    pick = Pick(0, "take", text("t"), [Option("a", 1, text("t"), warning=sure), Option("b", 2, text("t"))])
    assert (pick.warning(("a",)), pick.warning(("b",))) == (sure, None)
    assert offer(0, "end", text("t"), text("t"), warning=sure).warning(("go",)) == sure
    assert reroll().warning(("d2", "d1", "left")) == text("toy.sure", n=3)
    assert reroll().warning(("d1",)) is None


def test_what_would_be_refused_has_no_warning() -> None:
    why, sure = text("toy.no"), text("toy.sure")
    pick = Pick(0, "take", text("t"), [Option("a", 1, text("t"), refused=why, warning=sure)])
    assert (pick.warning(("a",)), pick.warning(("z",)), pick.warning(())) == (None, None, None)
    assert reroll().warning(("d1", "d2")) is None
    assert Amount(0, "n", text("t"), 1, 2).warning((1,)) is None


def test_a_stage_takes_what_is_usual_if_nothing_is_named() -> None:
    """Commands may leave out what menus do not ask for."""
    targets = tuple(Option(key, key, text("toy.option")) for key in ("x", "y"))
    stage = Stage(text("toy.ask"), targets, least=2, most=2, repeats=True, usual=("x", "x"))
    decision = Steps(0, "hit", text("toy.ask"), lambda made: None if made else stage)
    assert decision.accept(()) == (("x", "x"),)
    assert decision.accept(("y", "x")) == (("y", "x"),)
    with pytest.raises(Refused):
        decision.accept(("x",))


def test_a_thing_that_is_named_again_and_again_has_a_limit() -> None:
    """Where an option may be repeated, its cap holds, for people and for stand-ins."""
    targets = (Option("x", "x", text("toy.option"), cap=1), Option("y", "y", text("toy.option"), cap=2))
    stage = Stage(text("toy.ask"), targets, least=2, most=2, repeats=True)
    decision = Steps(0, "hit", text("toy.ask"), lambda made: None if made else stage)
    assert decision.accept(("y", "y")) == (("y", "y"),)
    with pytest.raises(Refused):
        decision.accept(("x", "x"))
    assert first_answer(decision) == ("x", "y")
    rng = Rng(SEED)
    for _ in range(50):
        decision.accept(random_answer(decision, rng))
    short = Stage(text("toy.ask"), targets[:1], least=2, most=2, repeats=True)
    assert not short.playable
