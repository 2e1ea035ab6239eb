"""What a painter must know of language: it gets sentences and names from whoever calls it; and how long they may be."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol

from render.kit.type import ELLIPSIS

if TYPE_CHECKING:
    from engines.kernel.text import Text

LONGEST_ALT = 1024
"""Characters that an alternative text may have, as `length` counts them."""


class Words(Protocol):
    """One language, and the names of the people at one table."""

    @property
    def lang(self) -> str:
        """The language's code: en or ja."""
        ...

    def say(self, text: Text, /) -> str:
        """The text as a sentence or noun in this language."""
        ...

    def name(self, seat: int) -> str:
        """What the player in that seat is called; any Unicode whatever."""
        ...


def length(words: str) -> int:
    """How long Discord takes it to be: in UTF-16 units."""
    return len(words.encode("utf-16-le")) // 2


def fitting(said: Sequence[tuple[int, str]]) -> str:
    """What is said in reading order, as far as there is room; the smaller the number before it, the more it counts."""
    kept, room = set[int](), LONGEST_ALT
    for i in sorted(range(len(said)), key=lambda i: said[i][0]):
        wanted = length(said[i][1]) + (1 if kept else 0)
        if wanted <= room:
            kept.add(i)
            room -= wanted
    return "\n".join(said[i][1] for i in sorted(kept)) or cut(said[0][1])


def cut(words: str) -> str:
    """As much of it as an alternative text may have."""
    while length(words) > LONGEST_ALT - 1:
        words = words[:-1]
    return words + ELLIPSIS
