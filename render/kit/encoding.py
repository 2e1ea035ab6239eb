"""From pixels to a file that a chat can show."""

from __future__ import annotations

import io

from PIL import Image

LIMIT = 300 * 1024
"""Bytes a picture may have."""
QUALITIES = (90, 82, 70, 50, 30, 10)
"""Tried in this order until the picture is small enough; the first does for every board we draw."""


def encode(image: Image.Image, limit: int = LIMIT) -> tuple[bytes, str]:
    """The picture (RGB) as a file of at most `limit` bytes where that can be done, and the file name's ending."""
    data = b""
    for quality in QUALITIES:
        file = io.BytesIO()
        image.save(file, "WEBP", quality=quality, method=2)
        data = file.getvalue()
        if len(data) <= limit:
            break
    return data, "webp"
