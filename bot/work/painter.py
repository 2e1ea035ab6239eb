"""Pictures, drawn off the event loop, the last ones kept."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from io import BytesIO
from typing import Any

import msgspec
import structlog
from PIL import Image

from render.kit.picture import Picture
from render.kit.words import Words

log = structlog.get_logger()

Draw = Callable[[str, Any, Words, frozenset[str], str], Picture]
"""`draw(slug, view, words, highlight, scope)`: a picture of a view; `whole`: the board as its viewer knows it."""

KEPT = 48
"""Pictures in memory. At up to 300 KB each they stay below 15 MB."""


class Sitting(msgspec.Struct, frozen=True):
    """What makes a picture the same picture: two sittings that are equal look equal. view: a digest of it."""

    slug: str
    view: bytes
    language: str
    names: tuple[str, ...]
    highlight: frozenset[str]
    scope: str = "usual"


class Painter:
    """One thread that draws.

    Pillow lets go of the interpreter's lock where it counts, so one thread keeps the loop free.
    """

    def __init__(self, draw: Draw, kept: int = KEPT) -> None:
        self._draw = draw
        self._kept = kept
        self._thread = ThreadPoolExecutor(1, "painter")
        self._pictures: OrderedDict[Sitting, asyncio.Future[Picture]] = OrderedDict()

    async def paint(self, sitting: Sitting, view: Any, words: Words) -> Picture:
        """The picture of that sitting. Whatever `draw` raises comes out here, and is not remembered."""
        picture = self._pictures.get(sitting)
        if picture is None:
            loop = asyncio.get_running_loop()
            wanted = (sitting.slug, view, words, sitting.highlight, sitting.scope)
            picture = loop.run_in_executor(self._thread, self._draw, *wanted)
            self._pictures[sitting] = picture
            while len(self._pictures) > self._kept:
                self._pictures.popitem(last=False)
        self._pictures.move_to_end(sitting)
        try:
            return await asyncio.shield(picture)
        except Exception:
            self._pictures.pop(sitting, None)
            raise

    async def warm(self, slug: str, view: Any, words: Words) -> None:
        """Draw something that nobody has asked for: the first picture of a process bakes what all later ones use."""
        loop = asyncio.get_running_loop()
        try:
            await loop.run_in_executor(self._thread, self._draw, slug, view, words, frozenset(), "usual")
        except Exception:
            log.exception("a first picture could not be drawn", game=slug)

    async def shrink(self, picture: Picture) -> Picture:
        """The same picture at half the width, in the most compact format."""
        return await asyncio.get_running_loop().run_in_executor(self._thread, _shrunk, picture)

    def close(self) -> None:
        """Finish what is being drawn."""
        self._thread.shutdown()


def _shrunk(picture: Picture) -> Picture:
    with Image.open(BytesIO(picture.data)) as drawn:
        small = drawn.convert("RGB").reduce(2)
    data = BytesIO()
    small.save(data, "WEBP", quality=80, method=4)
    return Picture(data.getvalue(), "webp", small.width, small.height, picture.alt)
