"""A few pictures as they are meant to look, a third of their size.

`python -m tests.render.goldens` draws them anew, and the examples of the README; look at them before you commit them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from PIL import Image

import render
from engines.takara.view import View
from render import takara
from tests.render.takara_views import early, ended, everywhere, plays, words, worst

FOLDER = Path(__file__).with_name("golden")
WIDTH = 400


def knowing() -> View:
    """A player in the middle of a survey."""
    seen = (match.view(match.view(None).active) for match, _ in plays(4, 3))
    return next(view for view in seen if view.survey is not None and view.turn > 12)


PICTURES: Mapping[str, Callable[[], tuple[View, str, frozenset[str]]]] = {
    "early": lambda: (early(), "en", frozenset({"tunnel.3", "kara.1", "crew.1"})),
    "two": lambda: (early(2), "ja", frozenset()),
    "three": lambda: (early(3), "en", frozenset()),
    "worst": lambda: (worst(), "ja", everywhere()),
    "lost": lambda: (ended(early(), "no_stone"), "en", frozenset()),
    "won": lambda: (ended(early(3), "both_split"), "ja", frozenset()),
    "knowing": lambda: (knowing(), "en", frozenset()),
}


def drawn(name: str) -> Image.Image:
    """The picture as it looks now, reduced."""
    view, lang, marks = PICTURES[name]()
    image = takara.paint(view, words(lang), marks).image
    return image.resize((WIDTH, round(image.height * WIDTH / image.width)), Image.Resampling.BOX)


EXAMPLES = Path(__file__).parents[2] / "render" / "examples"


def moment(wanted: Callable[[View, frozenset[str]], bool]) -> tuple[View, View, frozenset[str]]:
    """The first such position: as all see it, as the player to move sees it, and what has just changed."""
    for seed in range(40):
        for match, marks in plays(seed, 3):
            view = match.view(None)
            if wanted(view, marks):
                return view, match.view(view.active), marks
    raise LookupError("no such position")


def lively(view: View, marks: frozenset[str]) -> bool:
    """A good deal has happened, and something just now."""
    open_monsters = sum(card.up and card.layer != "shallow" for tunnel in view.tunnels for card in tunnel.cards)
    changed = any(mark.startswith("tunnel") for mark in marks) and any(mark.startswith("kara") for mark in marks)
    scrolls = min(len(player.items) for player in view.players)
    return view.stones_found == 1 and open_monsters >= 3 and changed and scrolls >= 1 and len(view.deeds) >= 4


def show() -> None:
    """Write the pictures that the README shows."""
    EXAMPLES.mkdir(exist_ok=True)
    names = ("Ana", "Ben", "Chie")
    board, mine, marks = moment(lively)
    won, _, last = moment(lambda view, _: view.result == "both_split" and len(set(view.ranks)) == 3)
    for name, view, changed in (("board", board, marks), ("mine", mine, frozenset[str]()), ("end", won, last)):
        picture = render.draw("takara", view, words("en", names), changed)
        (EXAMPLES / f"takara_{name}.{picture.ext}").write_bytes(picture.data)


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for name in PICTURES:
        drawn(name).save(FOLDER / f"takara_{name}.webp", lossless=True)
    show()
