"""Type: the scale, measuring, cutting and wrapping, and masks of written lines.

Any Unicode text can be written: what no font has is simplified (compatibility forms) or becomes one middle dot;
marks and joiners that would only disturb are left out.
"""

from __future__ import annotations

import unicodedata
from functools import lru_cache
from pathlib import Path
from struct import iter_unpack, unpack_from
from typing import Literal, NamedTuple

from PIL import Image, ImageDraw, ImageFont

from render.kit.cache import Cache

FONTS = Path(__file__).parent.parent / "assets" / "fonts"

FLOOR = 22
"""No text is smaller, in pixels."""
SMALL = 28
BODY = 34
FIGURE = 40
HEAD = 46
TITLE = 60

Weight = Literal["regular", "bold"]

FILES: dict[Weight, tuple[str, ...]] = {
    "regular": ("NotoSans-Regular.ttf", "NotoSansCJKjp-Regular.otf"),
    "bold": ("NotoSans-Bold.ttf", "NotoSansCJKjp-Bold.otf", "NotoSansCJKjp-Regular.otf"),
}
"""The fonts of each weight, in the order in which they are asked for a character."""

ELLIPSIS = "…"
MISSING = "·"
"""Stands for any number of characters in a row that no font has."""
CAPS = 0.714
"""Height of capitals, as a share of the size."""
LONGEST = 400
"""Characters beyond are not looked at."""

NOT_FIRST = frozenset("、。，．・：；？！ー）」』】〉》〕｝”’…‥々ゝゞぁぃぅぇぉっゃゅょァィゥェォッャュョ,.:;?!)]}%％")
NOT_LAST = frozenset("（「『【〈《〔｛“‘([{")


class Ink(NamedTuple):
    """A written line: its mask, where the mask lies from the start of the baseline, how far the pen went."""

    mask: Image.Image
    dx: int
    dy: int
    advance: int


@lru_cache(maxsize=64)
def face(name: str, size: int) -> ImageFont.FreeTypeFont:
    """A font file at a size in pixels."""
    return ImageFont.truetype(FONTS / name, size, layout_engine=ImageFont.Layout.BASIC)


@lru_cache(maxsize=8)
def _characters(name: str) -> frozenset[int]:
    """The code points a font has, read from its character map."""
    return frozenset(_read_cmap((FONTS / name).read_bytes()))


def _read_cmap(data: bytes) -> set[int]:
    """The code points of a font file's segmented coverage tables (format 12) and segment mappings (format 4)."""
    (tables,) = unpack_from(">4xH", data)
    places = {name: offset for name, _, offset, _ in iter_unpack(">4sIII", data[12 : 12 + 16 * tables])}
    start = places[b"cmap"]
    (subtables,) = unpack_from(">2xH", data, start)
    points = set[int]()
    for _, offset in iter_unpack(">II", data[start + 4 : start + 4 + 8 * subtables]):
        at = start + offset
        (kind,) = unpack_from(">H", data, at)
        if kind == 12:
            (groups,) = unpack_from(">12xI", data, at)
            for first, last, _ in iter_unpack(">III", data[at + 16 : at + 16 + 12 * groups]):
                points.update(range(first, last + 1))
        elif kind == 4:
            count = unpack_from(">6xH", data, at)[0] // 2
            ends = unpack_from(f">{count}H", data, at + 14)
            starts = unpack_from(f">{count}H", data, at + 16 + 2 * count)
            for first, last in zip(starts, ends, strict=True):
                points.update(range(first, last + 1))
    return points - {0xFFFF}


@lru_cache(maxsize=8192)
def _font_of(char: str, weight: Weight) -> str | None:
    return next((name for name in FILES[weight] if ord(char) in _characters(name)), None)


def drawable(char: str) -> bool:
    """Whether a font has the character."""
    return _font_of(char, "bold") is not None


@lru_cache(maxsize=4096)
def clean(text: str) -> str:
    r"""The text in characters that can be drawn, on one line.

    >>> clean("A\u200d\u0301 \n B")
    'Á B'
    >>> clean("\U0001d58b\U0001d597")
    'fr'
    """
    chars: list[str] = []
    for raw in unicodedata.normalize("NFC", _without_controls(text[:LONGEST])):
        for char in raw if drawable(raw) else unicodedata.normalize("NFKC", raw):
            kind = unicodedata.category(char)
            if kind[0] == "M" or kind in ("Cf", "Cc"):
                continue
            drawn = " " if kind[0] == "Z" else char if drawable(char) else MISSING
            if drawn == " " and chars[-1:] == [" "]:
                continue
            if drawn == MISSING and "".join(chars[-2:]).rstrip().endswith(MISSING):
                continue
            chars.append(drawn)
    return "".join(chars).strip()


def _without_controls(text: str) -> str:
    """Line ends and tabs become spaces; joiners, direction marks and variation selectors go before composing."""
    kept = (" " if char in "\t\n\r\v\f\u2028\u2029" else char for char in text)
    return "".join(char for char in kept if unicodedata.category(char) != "Cf" and not "\ufe00" <= char <= "\ufe0f")


def readable(text: str, instead: str = "?") -> str:
    r"""The cleaned text; `instead` if no letter, digit or sign of it can be drawn.

    >>> readable("\u200b\u200b", "P1")
    'P1'
    """
    cleaned = clean(text)
    return cleaned if cleaned.strip(MISSING + " ") else instead


def initial(name: str) -> str:
    """One character that stands for a name: its first letter or digit, in capitals.

    >>> initial("  élise"), initial("…"), initial("かな")
    ('É', '?', 'か')
    """
    first = next((char for char in clean(name) if char.isalnum()), "?")
    capital = first.upper()
    return capital if len(capital) == 1 and drawable(capital) else first


def _runs(text: str, weight: Weight) -> list[tuple[str, str]]:
    """The text in pieces of one font each."""
    runs: list[tuple[str, str]] = []
    for char in text:
        name = _font_of(char, weight) or FILES[weight][0]
        if runs and runs[-1][0] == name:
            runs[-1] = (name, runs[-1][1] + char)
        else:
            runs.append((name, char))
    return runs


@lru_cache(maxsize=8192)
def _advance(text: str, size: int, weight: Weight) -> float:
    return sum(face(name, size).getlength(piece) for name, piece in _runs(text, weight))


def measure(text: str, size: int, weight: Weight = "regular") -> int:
    """Width in pixels of the cleaned text on one line."""
    return -int(-_advance(clean(text), size, weight) // 1)


@lru_cache(maxsize=8192)
def cut(text: str, width: int, size: int, weight: Weight = "regular") -> str:
    """The cleaned text, shortened with an ellipsis where it is wider than `width`; empty if not even that fits."""
    whole = clean(text)
    if _advance(whole, size, weight) <= width:
        return whole
    low, high = 0, len(whole)
    while low < high:
        middle = (low + high + 1) // 2
        if _advance(whole[:middle].rstrip() + ELLIPSIS, size, weight) <= width:
            low = middle
        else:
            high = middle - 1
    if low:
        return whole[:low].rstrip() + ELLIPSIS
    return ELLIPSIS if _advance(ELLIPSIS, size, weight) <= width else ""


@lru_cache(maxsize=2048)
def wrap(text: str, width: int, lines: int, size: int, weight: Weight = "regular") -> tuple[str, ...]:
    """The cleaned text in at most so many lines; the last is cut.

    Latin words stay whole where they can; Japanese breaks anywhere but before closing and after opening punctuation.
    """
    rest = clean(text)
    done: list[str] = []
    while rest and len(done) < lines - 1 and _advance(rest, size, weight) > width:
        end = _break(rest, width, size, weight)
        done.append(rest[:end].rstrip())
        rest = rest[end:].lstrip()
    if rest:
        done.append(cut(rest, width, size, weight))
    return tuple(done)


def _break(text: str, width: int, size: int, weight: Weight) -> int:
    """Where the line that begins with this text ends."""
    fits = 1
    while fits < len(text) and _advance(text[: fits + 1].rstrip(), size, weight) <= width:
        fits += 1
    for end in range(fits, 0, -1):
        before, after = text[end - 1], text[end : end + 1]
        if after in NOT_FIRST or before in NOT_LAST:
            continue
        if before in " -/" or after == " " or _wide(before) or _wide(after):
            return end
    return fits


def wide(text: str) -> bool:
    """Whether the text is written in full-width characters, without spaces between words."""
    return any(_wide(char) for char in text)


def _wide(char: str) -> bool:
    return char != "" and unicodedata.east_asian_width(char) in "WF"


_inks: Cache[Ink] = Cache(24_000_000, lambda ink: ink.mask.width * ink.mask.height + 200)


def written(text: str, size: int, weight: Weight = "regular", stroke: int = 0) -> Ink:
    """The mask of a line of already cleaned (or cut) text; `stroke` pixels thicker all round. Kept for next time."""
    return _inks.get((text, size, weight, stroke), lambda: _write(text, size, weight, stroke))


def _write(text: str, size: int, weight: Weight, stroke: int) -> Ink:
    up, down, side = round(size * 1.25) + stroke, round(size * 0.5) + stroke, size // 4 + stroke
    advance = _advance(text, size, weight)
    mask = Image.new("L", (int(advance) + 1 + 2 * side, up + down))
    draw = ImageDraw.Draw(mask)
    x = float(side)
    for name, piece in _runs(text, weight):
        font = face(name, size)
        draw.text((x, up), piece, fill=255, font=font, anchor="ls", stroke_width=stroke)
        x += font.getlength(piece)
    ink = mask.getbbox() or (side, up - 1, side + 1, up)
    return Ink(mask.crop(ink), ink[0] - side, ink[1] - up, -int(-advance // 1))
