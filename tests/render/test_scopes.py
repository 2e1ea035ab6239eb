"""Which picture is drawn: the board, the board as its viewer knows it, or one of the game's own."""

from __future__ import annotations

from typing import Any

import pytest

import render


def painted(name: str) -> Any:
    return lambda *_: Drawn(name)


class Drawn:
    """A canvas that says how it was painted."""

    def __init__(self, name: str) -> None:
        self.name = name

    def picture(self, alt: str) -> tuple[str, str]:
        return self.name, alt


def alt(view: Any, words: Any, *, whole: bool = False) -> str:
    return "whole board" if whole else "board"


@pytest.mark.parametrize(
    ("scope", "picture"),
    [
        ("usual", ("paint", "board")),
        ("whole", ("whole", "whole board")),
        ("round", ("round", "a round")),
        ("unheard-of", ("paint", "board")),
    ],
)
def test_a_game_may_have_pictures_of_its_own(monkeypatch: pytest.MonkeyPatch, scope: str, picture: Any) -> None:
    """With their own description; a scope that the game does not know is the usual picture."""
    scenes = {"round": render.Scene(painted("round"), lambda *_: "a round")}
    toy = render.Painter(painted("paint"), painted("whole"), alt, lambda *_: "", scenes)
    monkeypatch.setitem(render.PAINTERS, "toy", toy)
    words: Any = None
    assert render.draw("toy", None, words, scope=scope) == picture
