"""What a painter must know of language: it gets sentences and names from whoever calls it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from engines.kernel.text import Text


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
