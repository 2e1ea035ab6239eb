"""Answers that take several presses.

The answer so far stands in the custom ids of the panel that shows it, so it survives restarts. The steps:

Pick    add (the chosen entry's value is the option's index) · back (take the last off) · clear · pN (page N) · done
Spread  +I -I (one more or less at place I) · focus (to the chosen place) · u5 d5 (up, down) · fill · clear · done
Steps   add, cI (choose, at this stage) · none · done · back (also to the stage before) · pN
        joint, jnone (the stage that several questions begin with) · wN (the ways on from there) · jN (back there)
        all (the answer is complete)
any     sure (the whole answer, its consequence known)
"""

from __future__ import annotations

from collections.abc import Sequence
from string import ascii_letters, digits
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from bot.ui.codec import Answer, Draft
from engines.kernel.decision import Answer as Given
from engines.kernel.decision import Decision, Made, Option, Pick, Refused, Spread, Stage, Steps
from engines.kernel.text import text

_DIGITS = digits + ascii_letters
_BASE = len(_DIGITS)

MOST_AT_ONCE = 25
"""More options than a menu holds are chosen one after the other."""


def begin(match: str, decision: Decision) -> Draft:
    """An empty draft of an answer."""
    if isinstance(decision, Steps):
        empty = ""
    elif isinstance(decision, Pick):
        empty = write_pick((), decision)
    else:
        empty = write_spread(0, (0,) * len(_spread(decision).places), decision)
    return Draft(match=match, asked=decision.asked, verb=decision.verb, state=empty, step="p0")


def after(press: Draft, decision: Decision, values: Sequence[str] = ()) -> Draft | Answer:
    """The draft after this step, or the whole answer once it is done. Raises Refused for a step of no panel."""
    try:
        if isinstance(decision, Pick):
            return _after_pick(press, decision, values)
        if isinstance(decision, Steps):
            return _after_steps(press, decision, values)
        return _after_spread(press, _spread(decision), values)
    except (ValueError, IndexError):
        raise Refused(text("bot.press.unknown")) from None


def page_of(press: Draft) -> int:
    """The page that the draft's panel is turned to."""
    return int(press.step[1:]) if press.step[:1] == "p" and press.step[1:].isdecimal() else 0


# -- picks -------------------------------------------------------------------------------------------------------------


def chosen(press: Draft, decision: Pick[object]) -> tuple[int, ...]:
    """The indices of the options chosen so far, in the order chosen."""
    if not decision.ordered:
        bits = _number(press.state)
        return tuple(i for i in range(len(decision.options)) if bits >> i & 1)
    width = _width(len(decision.options))
    return tuple(_number(press.state[i : i + width]) for i in range(0, len(press.state), width))


def write_pick(indices: Sequence[int], decision: Pick[object]) -> str:
    """The state of a draft: as a set of bits, or one number after the other if their order matters."""
    if not decision.ordered:
        return _text(sum(1 << i for i in set(indices)))
    width = _width(len(decision.options))
    return "".join(_text(i).rjust(width, "0") for i in indices)


def _after_pick(press: Draft, decision: Pick[object], values: Sequence[str]) -> Draft | Answer:
    now = chosen(press, decision)
    step = press.step
    if step == "add":
        new = tuple(i for i in map(int, values) if i not in now)
        if any(not 0 <= i < len(decision.options) for i in new):
            raise ValueError(values)
        now, step = (*now, *new)[: decision.most], "p0"
    elif step == "back":
        now, step = now[:-1], "p0"
    elif step == "clear":
        now, step = (), "p0"
    elif step in {"done", "sure"}:
        keys = tuple(decision.options[i].key for i in now)
        return Answer(match=press.match, asked=press.asked, verb=press.verb, answer=keys)
    return Draft(match=press.match, asked=press.asked, verb=press.verb, state=write_pick(now, decision), step=step)


# -- steps -------------------------------------------------------------------------------------------------------------


class Walk(Struct, frozen=True):
    """How far an answer in stages has come.

    made: the values of the stages passed; chosen: their options. stage: the present one, None if the answer is
    complete; partial: the indices of what is chosen of it so far. asked: how many of the stages passed were a choice.
    """

    made: Made
    chosen: tuple[tuple[Option[Any], ...], ...]
    stage: Stage[Any] | None
    partial: tuple[int, ...]
    asked: int

    @property
    def answer(self) -> Given:
        """The keys chosen so far."""
        return tuple(option.key for options in self.chosen for option in options)


def walk(state: str, decision: Steps) -> Walk:
    """The stages that the state has passed, and the present one. Raises Refused, also for what no panel has written."""
    if decision.refused is not None:
        raise Refused(decision.refused)
    try:
        return _walk(state, decision)
    except (ValueError, IndexError):
        raise Refused(text("bot.press.unknown")) from None


def _walk(state: str, decision: Steps) -> Walk:
    *passed, partial = state.split(".")
    made: Made = ()
    chosen: list[tuple[Option[Any], ...]] = []
    asked = 0
    for part in passed:
        stage = _stage(decision, made)
        asked += by_itself(stage) is None
        options = tuple(stage.options[i] for i in _indices(part, stage))
        made = (*made, stage.take([option.key for option in options]))
        chosen.append(options)
    here = decision.following(made)
    if here is None and partial:
        raise ValueError(state)
    return Walk(made, tuple(chosen), here, () if here is None else _indices(partial, here), asked)


def by_itself(stage: Stage[Any]) -> tuple[str, ...] | None:
    """What is chosen at a stage where nobody needs to be asked; None where somebody does."""
    if stage.usual:
        return stage.usual
    legal = stage.legal
    if stage.least == stage.most == 1 and len(legal) == 1 and not stage.shown:
        return (legal[0].key,)
    return () if not legal and stage.least == 0 else None


def one_by_one(stage: Stage[Any]) -> bool:
    """Whether its options are chosen one after the other, and not all at once in a menu."""
    return stage.most > 1 and (stage.ordered or stage.repeats or len(stage.legal) > MOST_AT_ONCE)


def opened(match: str, decision: Steps) -> Draft | Answer:
    """Where an answer in stages begins: at the first stage at which there is a choice; or all of it, if there is none.

    Raises Refused if it can't be had.
    """
    return _settled(begin(match, decision), "", decision)


def passed(press: Draft, decision: Steps, indices: Sequence[int]) -> Draft | Answer:
    """The draft after these options were chosen for the present stage. Raises Refused."""
    stage = walk(press.state, decision).stage
    if stage is None or any(not 0 <= i < len(stage.options) for i in indices):
        raise Refused(text("bot.press.unknown"))
    stage.take([stage.options[i].key for i in indices])
    return _settled(press, _before(press.state) + write_stage(indices, stage), decision)


def write_stage(indices: Sequence[int], stage: Stage[Any]) -> str:
    """The state of a stage that is passed with these options."""
    return f"{_write_part(indices, stage)}."


def meant(match: str, decision: Pick[Any] | Steps, answer: Given, asked: int) -> Draft:
    """A whole answer as a draft that is sure of it, for where the answer itself is too long."""
    if isinstance(decision, Pick):
        rank = {option.key: i for i, option in enumerate(decision.options)}
        state = write_pick([rank[decision.option(key).key] for key in answer], decision)
    else:
        state, left = "", list(answer)
        made: Made = ()
        while (stage := decision.following(made)) is not None:
            own = stage.own(left)
            left = left[len(own) :]
            keys = [option.key for option in own] or list(stage.usual)
            rank = {option.key: i for i, option in enumerate(stage.options)}
            state += write_stage([rank[key] for key in keys], stage)
            made = (*made, stage.take(keys))
    return Draft(match=match, asked=asked, verb=decision.verb, state=state, step="sure")


def _after_steps(press: Draft, decision: Steps, values: Sequence[str]) -> Draft | Answer:
    step, walked = press.step, walk(press.state, decision)
    if step in {"sure", "all"}:
        return _settled(press, press.state, decision)
    if step[:1] in {"p", "w", "j"} and step[1:].isdecimal():
        return press
    stage = walked.stage
    if stage is None:
        raise ValueError(press)
    match step:
        case "back":
            return _back(press, decision, walked, stage)
        case "none" | "jnone":
            after = passed(press, decision, ())
        case "done":
            after = passed(press, decision, walked.partial)
        case "add" | "joint":
            after = _chosen(press, decision, walked, [int(value) for value in values])
        case _ if step[:1] == "c":
            after = _chosen(press, decision, walked, [int(step[1:])])
        case _:
            raise ValueError(step)
    if step in {"joint", "jnone"}:
        # Whoever was asked for several questions at once is to see how each of them goes on.
        return replace(press, state=write_stage([int(value) for value in values], stage), step="w0")
    return after


def _chosen(press: Draft, decision: Steps, walked: Walk, new: list[int]) -> Draft | Answer:
    """Further options of the present stage; it is passed once no more can be chosen, or if they are named at once."""
    stage = walked.stage
    assert stage is not None
    now = (*walked.partial, *new)
    if any(not 0 <= i < len(stage.options) for i in now):
        raise ValueError(new)
    if not one_by_one(stage) or len(now) >= stage.most:
        return passed(press, decision, now)
    for i in new:
        if (why := stage.options[i].refused) is not None:
            raise Refused(why)
    return replace(press, state=_before(press.state) + _write_part(now, stage), step="p0")


def _back(press: Draft, decision: Steps, walked: Walk, stage: Stage[Any]) -> Draft:
    """Without what was chosen last, or at the stage before, as far as it was a choice."""
    if walked.partial:
        state = _before(press.state) + _write_part(walked.partial[:-1], stage)
        return replace(press, state=state, step="p0")
    parts = press.state.split(".")[:-1]
    while parts:
        parts.pop()
        state = "".join(f"{part}." for part in parts)
        if by_itself(_stage(decision, walk(state, decision).made)) is None:
            return replace(press, state=state, step="p0")
    return replace(press, state="", step="p0")


def _settled(press: Draft, state: str, decision: Steps) -> Draft | Answer:
    """The draft at the next stage at which somebody must choose; the whole answer if there is none."""
    while True:
        walked = walk(state, decision)
        if walked.stage is None:
            return Answer(match=press.match, asked=press.asked, verb=press.verb, answer=walked.answer)
        keys = by_itself(walked.stage)
        if keys is None:
            return replace(press, state=state, step="p0")
        rank = {option.key: i for i, option in enumerate(walked.stage.options)}
        state += write_stage([rank[key] for key in keys], walked.stage)


def _stage(decision: Steps, made: Made) -> Stage[Any]:
    stage = decision.following(made)
    if stage is None:
        raise ValueError(made)
    return stage


def _before(state: str) -> str:
    """The state without the present stage's part."""
    return state[: state.rfind(".") + 1]


def _indices(part: str, stage: Stage[Any]) -> tuple[int, ...]:
    if stage.ordered or stage.repeats:
        width = _width(len(stage.options))
        return tuple(_number(part[i : i + width]) for i in range(0, len(part), width))
    bits = _number(part)
    return tuple(i for i in range(bits.bit_length()) if bits >> i & 1)


def _write_part(indices: Sequence[int], stage: Stage[Any]) -> str:
    if stage.ordered or stage.repeats:
        width = _width(len(stage.options))
        return "".join(_text(i).rjust(width, "0") for i in indices)
    return _text(sum(1 << i for i in set(indices))) if indices else ""


# -- spreads -----------------------------------------------------------------------------------------------------------


def amounts(press: Draft, decision: Spread) -> tuple[int, tuple[int, ...]]:
    """The place that is turned to, and the number at each place."""
    width = _width(decision.total + 1)
    numbers = press.state[1:]
    return _number(press.state[:1]), tuple(_number(numbers[i : i + width]) for i in range(0, len(numbers), width))


def write_spread(focus: int, numbers: Sequence[int], decision: Decision) -> str:
    """The state of a draft: the place that is turned to, then the number at each place."""
    width = _width(_spread(decision).total + 1)
    return _text(focus) + "".join(_text(n).rjust(width, "0") for n in numbers)


def room(decision: Spread, numbers: Sequence[int], place: int) -> int:
    """How many more fit at the place."""
    left = decision.total - sum(numbers)
    cap = decision.places[place].cap
    return left if cap is None else min(left, cap - numbers[place])


def _after_spread(press: Draft, decision: Spread, values: Sequence[str]) -> Draft | Answer:
    focus, now = amounts(press, decision)
    numbers, step = list(now), press.step
    if step == "done":
        return Answer(match=press.match, asked=press.asked, verb=press.verb, answer=now)
    if step == "clear":
        numbers = [0] * len(numbers)
    elif step.startswith("focus"):
        focus = int(values[0])
    elif step == "fill":
        numbers[focus] += room(decision, numbers, focus)
    elif step[:1] in {"+", "-"}:
        place = int(step[1:])
        numbers[place] += min(1, room(decision, numbers, place)) if step[0] == "+" else -min(1, numbers[place])
    elif step[:1] in {"u", "d"}:
        by = int(step[1:])
        numbers[focus] += min(by, room(decision, numbers, focus)) if step[0] == "u" else -min(by, numbers[focus])
    if not 0 <= focus < len(numbers):
        raise ValueError(focus)
    return Draft(
        match=press.match, asked=press.asked, verb=press.verb, state=write_spread(focus, numbers, decision), step="p0"
    )


# -- numbers as text ---------------------------------------------------------------------------------------------------


def _spread(decision: Decision) -> Spread:
    assert isinstance(decision, Spread), "only picks and spreads are drafted"
    return decision


def _width(below: int) -> int:
    return 1 if below <= _BASE else 2


def _text(number: int) -> str:
    signs = ""
    while True:
        number, digit = divmod(number, _BASE)
        signs = _DIGITS[digit] + signs
        if not number:
            return signs


def _number(signs: str) -> int:
    number = 0
    for sign in signs:
        number = number * _BASE + _DIGITS.index(sign)
    return number
