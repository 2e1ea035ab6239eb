"""Signs that count twice: no message grows too long by them."""

from __future__ import annotations

from bot.ui.messages import pages
from bot.ui.speech import length

WIDE = "𝕬𝕭𝕮𝕯" * 8


def test_pages_hold_names_of_wide_signs() -> None:
    """However many lines name people in letters beyond the basic plane, each page fits and nothing is lost."""
    lines = [f"• {n}: {WIDE}" for n in range(100)]
    found = pages(lines)
    assert all(length(page) <= 2_000 for page in found)
    assert "\n".join(found).split("\n") == lines


def test_a_line_longer_than_a_page_is_cut_between_signs() -> None:
    """A line that fits on no page is cut, ends in an ellipsis, and tears no sign."""
    (page,) = pages([WIDE * 100])
    assert length(page) <= 2_000
    assert page.endswith("…")
    assert (WIDE * 100).startswith(page[:-1])
