"""Answers that take several presses.

The answer so far stands in the custom ids of the panel that shows it, so it survives restarts. The steps:

Pick    add (the chosen entry's value is the option's index) · back (take the last off) · clear · pN (page N) · done
Spread  +I -I (one more or less at place I) · focus (to the chosen place) · u5 d5 (up, down) · fill · clear · done
"""

from __future__ import annotations

from collections.abc import Sequence
from string import ascii_letters, digits

from bot.ui.codec import Answer, Draft
from engines.kernel.decision import Decision, Pick, Refused, Spread
from engines.kernel.text import text

_DIGITS = digits + ascii_letters
_BASE = len(_DIGITS)


def begin(match: str, decision: Decision) -> Draft:
    """An empty draft of an answer."""
    empty = (
        write_pick((), decision)
        if isinstance(decision, Pick)
        else write_spread(0, (0,) * len(_spread(decision).places), decision)
    )
    return Draft(match=match, asked=decision.asked, verb=decision.verb, state=empty, step="p0")


def after(press: Draft, decision: Decision, values: Sequence[str] = ()) -> Draft | Answer:
    """The draft after this step, or the whole answer once it is done. Raises Refused for a step of no panel."""
    try:
        if isinstance(decision, Pick):
            return _after_pick(press, decision, values)
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
    elif step == "done":
        keys = tuple(decision.options[i].key for i in now)
        return Answer(match=press.match, asked=press.asked, verb=press.verb, answer=keys)
    return Draft(match=press.match, asked=press.asked, verb=press.verb, state=write_pick(now, decision), step=step)


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
