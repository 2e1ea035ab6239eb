"""The result of drawing."""

from __future__ import annotations

import msgspec


class Picture(msgspec.Struct, frozen=True):
    """An encoded picture and what it says.

    `ext` is the file name's ending without a dot, `width` and `height` are pixels, `alt` tells the picture in words.
    """

    data: bytes
    ext: str
    width: int
    height: int
    alt: str
