"""What is shown to whom, case by case."""

from __future__ import annotations

import pytest

from engines.desk.notices import Face, Notice, Snapshot, newly_waited_for, notices
from engines.kernel.text import text

A, B = b"one view", b"another view"


def at(
    view: bytes, waiting: tuple[int, ...], called: tuple[int, ...] | None = None, n: int = 1, over: bool = False
) -> Snapshot:
    """A position. waiting: publicly; called: really; n: the number of the open questions."""
    called = waiting if called is None else called
    return Snapshot(Face(view, waiting, ()), called, dict.fromkeys(called, (("do", n, False),)), over)


def shown(before: Snapshot, after: Snapshot, **how: object) -> list[str]:
    arguments = {"came": newly_waited_for([before.face, after.face]), "told": False, "persons": (0, 1, 2)} | how
    return [_name(notice) for notice in notices(before, after, **arguments)]  # type: ignore[arg-type]


def _name(notice: Notice) -> str:
    how = " secretly" if notice.secret else " quietly" if notice.quiet else ""
    return notice.kind + ("" if notice.seat is None else f" {notice.seat}") + how


SCENE_FIRST = ["scene", "board", "prompt 0", "turn 1"]
CASES = [
    ("the question passes on", at(A, (0,)), at(B, (1,)), {}, ["board", "prompt 0", "turn 1"]),
    ("the same seat goes on", at(A, (0,)), at(B, (0,), n=2), {}, ["edit", "prompt 0"]),
    ("a turn of the same seat begins", at(A, (0,)), at(B, (0,), n=2), {"turned": True}, ["board quietly", "prompt 0"]),
    ("a turn of another seat begins", at(A, (0,)), at(B, (1,)), {"turned": True}, ["board", "prompt 0", "turn 1"]),
    ("a turn begins, and nobody may notice", at(A, (0,)), at(A, (0,), n=2), {"turned": True}, ["prompt 0"]),
    ("only something is said", at(A, (0,)), at(A, (0,), n=2), {"told": True}, ["edit", "prompt 0"]),
    ("only a secret question changed", at(A, (0,)), at(A, (0,), n=2), {}, ["prompt 0"]),
    ("nothing changed", at(A, (0,)), at(A, (0,)), {}, []),
    ("another seat is asked in secret", at(A, (0,)), at(A, (0,), (1,)), {}, ["prompt 0", "turn 1 secretly"]),
    ("all are asked at once", at(A, (0,)), at(B, (0, 1, 2), n=2), {}, ["board", "prompt 0", "turn 1", "turn 2"]),
    ("one of several has answered", at(A, (0, 1, 2)), at(A, (0, 2)), {}, ["edit", "prompt 0", "prompt 1", "prompt 2"]),
    ("it comes back to the same seat", at(A, (0,)), at(B, (0,), n=3), {"came": frozenset({0})}, ["board", "turn 0"]),
    ("the absent are told nothing", at(A, (0,)), at(B, (1,)), {"persons": (0, 2)}, ["board", "prompt 0"]),
    ("a picture is shown", at(A, (0,)), at(B, (0,), n=2), {"scenes": ["x"]}, ["scene", "board quietly", "prompt 0"]),
    ("a picture, and the question passes on", at(A, (0,)), at(B, (1,)), {"scenes": ["x"]}, SCENE_FIRST),
    ("a picture at the end", at(A, (0,)), at(B, (), over=True), {"scenes": ["x"], "persons": ()}, ["scene", "result"]),
    ("it is over", at(A, (0,)), at(B, (), over=True), {}, ["result", "over 0", "over 1", "over 2"]),
    ("it is over for those present", at(A, (0,)), at(B, (), over=True), {"persons": (1,)}, ["result", "over 1"]),
    (
        "a turn's end is taken back",
        at(A, (1,)),
        at(B, (0,)),
        {"undo": 0, "trace": text("desk.took_back")},
        ["say", "board", "prompt 0", "prompt 1"],
    ),
    (
        "a step is taken back",
        at(A, (0,)),
        at(B, (0,), n=2),
        {"undo": 0, "trace": text("desk.took_back")},
        ["edit", "prompt 0"],
    ),
]


@pytest.mark.parametrize(("before", "after", "how", "expected"), [c[1:] for c in CASES], ids=[c[0] for c in CASES])
def test_what_is_shown(before: Snapshot, after: Snapshot, how: dict[str, object], expected: list[str]) -> None:
    """Each change reaches exactly those whom it concerns, the channel first."""
    assert shown(before, after, **how) == expected


def test_who_is_asked_again_after_others_played_is_asked_anew() -> None:
    """A seat counts as newly asked if the question was away in between, even within one press."""
    faces = [Face(A, seats, ()) for seats in ((0,), (1,), (0, 2))]
    assert newly_waited_for(faces) == {0, 2}
    assert newly_waited_for(faces[:1]) == set()


def test_public_notices_come_from_public_facts() -> None:
    """Whatever happens in secret, the channel's rows are the same."""
    secret = [at(A, (0,), called, n) for called in ((0,), (1,), (0, 1), ()) for n in (1, 2)]
    public = [[name for name in shown(at(A, (0,)), after) if name in {"board", "edit", "say"}] for after in secret]
    assert public == [[]] * len(secret)
