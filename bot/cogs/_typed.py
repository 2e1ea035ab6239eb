"""What people type into one line: several numbers, or a thing by its name."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable

from bot.cogs._words import speech
from bot.ui.speech import LANGUAGES
from engines.kernel.decision import Refused
from engines.kernel.text import Text

_RANGE = re.compile(r"\d\s*[-‐–—~〜～]\s*\d")
"""It may mean two numbers, or all between them."""


def digits(typed: str, high: int, unclear: Text, *, ranges: bool = False, marks: str = "") -> tuple[int, ...]:
    """The digits from 1 to `high` that were typed, in any script, whatever stands between them.

    ranges: a dash between two of them is one separator among others. marks: letters that may stand there too.

    Raises:
        Refused: with `unclear`, for letters, other digits, a range, or if there is no digit. An empty line has none.
    """
    line = unicodedata.normalize("NFKC", typed).casefold()
    found = []
    for sign in line:
        number = unicodedata.numeric(sign, None)
        if number is None and (sign not in marks and sign.isalpha()):
            raise Refused(unclear)
        if number is not None:
            found.append(int(number) if number.is_integer() else 0)
    if any(not 1 <= number <= high for number in found) or (line and not found):
        raise Refused(unclear)
    if not ranges and _RANGE.search(line):
        raise Refused(unclear)
    return tuple(found)


def named_thing(typed: str, things: Iterable[tuple[str, str]]) -> str:
    """The thing that is called so in any language; else what was typed. things: (value, key of its name)."""
    wanted = plain(typed)
    for value, key in things:
        if wanted in {plain(value), *names(key)}:
            return value
    return typed


def names(key: str) -> tuple[str, ...]:
    """What the thing of that key is called in every language, as `plain` has it."""
    return tuple(plain(speech().command(key, lang) or "") for lang in LANGUAGES)


def plain(words: str) -> str:
    """The words without what nobody minds in typing: case, width, spaces; ④ is 4."""
    return "".join(unicodedata.normalize("NFKC", words).casefold().split())
