"""A few pictures as they are meant to look, a third of their size.

`python -m tests.render.goldens` draws them anew; look at them before you commit them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from PIL import Image

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


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for name in PICTURES:
        drawn(name).save(FOLDER / f"takara_{name}.webp", lossless=True)
