"""How rules wait for people: coroutines that ask, driven by nothing but answers.

A rule that asks is an `async def`; `await choose(...)` stands still there, for a minute or a week, until the answer
comes. No event loop
takes part: the Runner below sends the answers in. Requests travel up through the awaiting rules as plain objects:

    Ask        one seat's question (or several alternatives): goes on with the first answer
    Together   one flow a seat, side by side: goes on when all have finished
    Sealed     one veiled question a seat, answers may be changed until the last one is in
    CHECKPOINT nothing but the state matters here
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Generator, Iterator, Mapping
from types import coroutine
from typing import Any, TypeVar

from engines.kernel.decision import Amount, Answer, Decision, Made, Pick, Spread, Steps

T = TypeVar("T")

Flow = Coroutine[Any, Any, T]
"""A rule that may ask, and returns a T when it is done."""


class Ask:
    """Several decisions, of which the first one answered goes through."""

    __slots__ = ("decisions",)

    def __init__(self, decisions: tuple[Decision, ...]) -> None:
        self.decisions = decisions


class Together:
    """One flow a seat."""

    __slots__ = ("flows",)

    def __init__(self, flows: dict[int, Flow[Any]]) -> None:
        self.flows = flows


class Sealed:
    """One veiled decision a seat, revealed together."""

    __slots__ = ("decisions", "values")

    def __init__(self, decisions: dict[int, Decision]) -> None:
        self.decisions = decisions
        self.values: dict[int, Any] = {}


class Checkpoint:
    """The state alone suffices from here."""


CHECKPOINT = Checkpoint()


@coroutine
def _request(request: Ask | Together | Sealed | Checkpoint) -> Generator[Any, Any, Any]:
    return (yield request)


async def first_of(*decisions: Decision) -> tuple[Decision, Any]:
    """Ask several questions at once; the first answer goes through, the others lapse. Returns (decision, value)."""
    answered: tuple[Decision, Any] = await _request(Ask(decisions))
    return answered


async def choose(decision: Pick[T]) -> T:
    """Ask for exactly one option; its value."""
    assert decision.least == decision.most == 1, "choose() asks for exactly one"
    _, value = await first_of(decision)
    chosen: T = value
    return chosen


async def choose_many(decision: Pick[T]) -> tuple[T, ...]:
    """Ask for several options; their values, in the order of the options unless `ordered`."""
    assert not decision.least == decision.most == 1, "choose_many() asks for a number of options"
    _, values = await first_of(decision)
    chosen: tuple[T, ...] = values
    return chosen


async def amount(decision: Amount) -> int:
    """Ask for a number."""
    _, value = await first_of(decision)
    number: int = value
    return number


async def spread(decision: Spread) -> tuple[int, ...]:
    """Ask for a distribution; one number a place."""
    _, value = await first_of(decision)
    numbers: tuple[int, ...] = value
    return numbers


async def steps(decision: Steps) -> Made:
    """Ask for an answer of several parts; the values chosen, a tuple for each stage."""
    _, value = await first_of(decision)
    made: Made = value
    return made


async def together(flows: Mapping[int, Flow[T]]) -> dict[int, T]:
    """Every seat at once, each at its own pace; each flow may ask several questions. Goes on when all are done."""
    results: dict[int, T] = await _request(Together(dict(flows)))
    return results


async def sealed(decisions: Mapping[int, Decision]) -> dict[int, Any]:
    """Every seat chooses behind a veil and may change its mind until the last answer is in.

    Then all are revealed at once. Everybody may know who has answered (its question is `optional` then), and nobody
    that an answer was changed: so with several seats no answer can be taken back, only changed.
    """
    assert all(seat == d.seat for seat, d in decisions.items()), "each seat answers for itself"
    for decision in decisions.values():
        decision.veiled = True
    values: dict[int, Any] = await _request(Sealed(dict(decisions)))
    return values


async def checkpoint() -> None:
    """From here the state alone suffices: no local variable of any waiting rule matters.

    Only where nothing runs side by side.
    """
    await _request(CHECKPOINT)


class Branch:
    """One coroutine being driven, and what it waits for."""

    __slots__ = ("children", "flow", "parent", "request", "result", "seat", "waiting_for")

    def __init__(self, flow: Flow[Any], parent: Branch | None = None, seat: int = -1) -> None:
        self.flow = flow
        self.parent = parent
        self.seat = seat
        self.request: Ask | Together | Sealed | None = None
        self.children: list[Branch] = []
        self.waiting_for = 0
        self.result: Any = None


class Runner:
    """Drives a root flow from question to question.

    `serial` is stamped on every question as `asked`; the owner sets it before each answer. `on_checkpoint` is called at
    each checkpoint.
    After the flow has returned, `finished` is true and `result` holds what it returned. `settled` is set when a sealed
    answer was given beside others; the owner clears it.
    """

    def __init__(self, flow: Flow[Any], on_checkpoint: Callable[[], None], serial: int = 0) -> None:
        self.serial = serial
        self.finished = False
        self.settled = False
        self.result: Any = None
        self.on_checkpoint = on_checkpoint
        self._root = Branch(flow)

    def start(self) -> None:
        """Run to the first question."""
        self._advance(self._root, None)

    def questions(self) -> tuple[Decision, ...]:
        """Every decision that is open now, in the order of seats within a simultaneous phase."""
        return () if self.finished else tuple(d for _, d in self._open(self._root))

    def answer(self, decision: Decision, answer: Answer, value: Any) -> None:
        """Hand the accepted value of an open decision to the rules and run to the next question."""
        branch = next(b for b, d in self._open(self._root) if d is decision)
        if isinstance(branch.request, Sealed):
            self._seal(branch, branch.request, decision, answer, value)
        else:
            self._advance(branch, (decision, value))

    def end(self, result: Any) -> None:
        """Nothing is asked any more; this is what the root flow would have returned."""
        self.close()
        self._root = Branch(self._root.flow)
        self.finished, self.result = True, result

    def where(self) -> str:
        """The waiting rules with their lines, outermost first: `play:40 > turn:61 > dig:88`; for bug reports."""
        return " | ".join(" > ".join(_frames(leaf.flow)) for leaf in self._leaves(self._root)) or "finished"

    def close(self) -> None:
        """Drop every waiting rule, also those that had not begun."""
        for branch in self._branches(self._root):
            branch.flow.close()

    def _seal(self, branch: Branch, request: Sealed, decision: Decision, answer: Answer, value: Any) -> None:
        request.values[decision.seat] = value
        decision.given = answer
        decision.optional = True
        decision.asked = self.serial
        self.settled = len(request.decisions) > 1
        if len(request.values) == len(request.decisions):
            self._advance(branch, {seat: request.values[seat] for seat in request.decisions})

    def _advance(self, branch: Branch, value: Any) -> None:
        """Send the value in and go on until the branch waits for people or is done.

        Then its parent, if that frees it.
        """
        while True:
            branch.request = None
            try:
                request = branch.flow.send(value)
            except StopIteration as done:
                branch.result = done.value
                if branch.parent is None:
                    self.finished, self.result = True, done.value
                    return
                parent = branch.parent
                parent.waiting_for -= 1
                if parent.waiting_for:
                    return
                branch, value = parent, {child.seat: child.result for child in parent.children}
                branch.children = []
                continue
            if isinstance(request, Checkpoint):
                assert branch.parent is None, (
                    "a checkpoint inside a simultaneous phase would lose the other seats' progress"
                )
                self.on_checkpoint()
                value = None
            elif isinstance(request, Together) and self._fork(branch, request):
                value = {child.seat: child.result for child in branch.children}
                branch.children = []
            elif isinstance(request, Sealed) and not request.decisions:
                value = {}
            elif isinstance(request, Ask | Sealed):
                branch.request = request
                for decision in self._decisions(request):
                    decision.asked = self.serial
                return
            else:
                return

    def _fork(self, branch: Branch, request: Together) -> bool:
        """Start every seat's flow; True if none of them asks anything."""
        branch.request = request
        branch.children = [Branch(flow, branch, seat) for seat, flow in request.flows.items()]
        # One more than the children: a child that finishes at once must not wake the parent while its siblings are
        # still to start.
        branch.waiting_for = len(branch.children) + 1
        for child in branch.children:
            self._advance(child, None)
        branch.waiting_for -= 1
        return branch.waiting_for == 0

    @staticmethod
    def _decisions(request: Ask | Sealed) -> tuple[Decision, ...]:
        return request.decisions if isinstance(request, Ask) else tuple(request.decisions.values())

    def _branches(self, branch: Branch) -> Iterator[Branch]:
        for child in branch.children:
            yield from self._branches(child)
        yield branch

    def _leaves(self, branch: Branch) -> Iterator[Branch]:
        if isinstance(branch.request, Together):
            for child in branch.children:
                yield from self._leaves(child)
        elif branch.request is not None:
            yield branch

    def _open(self, branch: Branch) -> Iterator[tuple[Branch, Decision]]:
        for leaf in self._leaves(branch):
            assert isinstance(leaf.request, Ask | Sealed)
            for decision in self._decisions(leaf.request):
                yield leaf, decision


def _frames(flow: Any) -> list[str]:
    """Names and lines of the coroutines that wait in each other."""
    names: list[str] = []
    while flow is not None and getattr(flow, "cr_frame", None) is not None:
        names.append(f"{flow.cr_code.co_name}:{flow.cr_frame.f_lineno}")
        flow = flow.cr_await
    return names
