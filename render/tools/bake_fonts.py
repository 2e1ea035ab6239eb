"""Bake the fonts in render/assets/fonts from the full Noto families (a development tool).

Needs fonttools, and the wheels noto-cjk-sans-jp-regular, noto-cjk-sans-jp-bold and fontpkg-noto-sans, downloaded
with `pip download --no-deps` into one folder:

    python -m render.tools.bake_fonts FOLDER

Hints are dropped because FreeType draws unhinted outlines three to four times as fast, and at 26 px and more nobody
sees the difference.
"""

from __future__ import annotations

import io
import sys
import zipfile
from collections.abc import Iterable
from pathlib import Path

from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont
from fontTools.varLib.instancer import instantiateVariableFont

FONTS = Path(__file__).parent.parent / "assets" / "fonts"

LATIN = (
    (0x0020, 0x052F),  # Latin, IPA, Greek, Cyrillic
    (0x1C80, 0x1C8F),  # Cyrillic extended
    (0x1D00, 0x1DBF),  # phonetic letters, which people use as small capitals
    (0x1E00, 0x1FFF),  # Vietnamese, polytonic Greek
    (0x2000, 0x2BFF),  # punctuation, currency, arrows, shapes: whatever Noto Sans has of them
    (0x2C60, 0x2C7F),
    (0xA640, 0xA69F),
    (0xA720, 0xA7FF),
    (0xAB30, 0xAB6F),
    (0xFB00, 0xFB06),
    (0xFFFD, 0xFFFD),
)
"""Ranges kept of Noto Sans, first and last code point."""

JAPANESE = (
    (0x2000, 0x206F),
    (0x2190, 0x21FF),
    (0x2460, 0x24FF),  # numbers in circles: the option numbers
    (0x2500, 0x266F),  # boxes, shapes, stars, suits
    (0x2700, 0x27BF),
    (0x2B00, 0x2BFF),
    (0x3000, 0x30FF),  # punctuation, kana
    (0x3200, 0x33FF),
    (0xFF00, 0xFFEF),  # full-width and half-width forms
)
"""Ranges kept of Noto Sans CJK JP besides the characters of JIS X 0208."""


def expand(ranges: Iterable[tuple[int, int]]) -> set[int]:
    """All code points of the ranges."""
    return {point for first, last in ranges for point in range(first, last + 1)}


def two_byte(codec: str, rows: range) -> set[int]:
    """All code points of a 94 by 94 character set in its EUC form, rows given by number."""
    points = set[int]()
    for row in rows:
        for cell in range(1, 95):
            try:
                points.add(ord(bytes((0xA0 + row, 0xA0 + cell)).decode(codec)))
            except UnicodeDecodeError:
                continue
    return points


def member(folder: Path, wheel: str, path: str) -> bytes:
    """One file out of the wheel whose name begins with `wheel`."""
    found = sorted(folder.glob(f"{wheel}-*.whl"))
    if not found:
        raise SystemExit(f"{folder}: no wheel {wheel}-*.whl")
    with zipfile.ZipFile(found[-1]) as archive:
        return archive.read(path)


def subset(font: TTFont, points: set[int], target: Path) -> None:
    """Write the font with these code points only, without hints and layout rules."""
    options = Options()
    options.hinting = False
    options.layout_features = []
    options.drop_tables += ["GSUB", "GPOS", "vhea", "vmtx", "VORG", "BASE", "STAT", "MVAR", "avar", "DSIG", "GDEF"]
    options.name_IDs = [0, 1, 2, 4, 5, 6, 13, 14]
    options.notdef_outline = True
    options.desubroutinize = False
    subsetter = Subsetter(options)
    subsetter.populate(unicodes=points)
    subsetter.subset(font)
    font.save(target)
    print(f"{target.name}: {len(font.getBestCmap())} characters, {target.stat().st_size / 1024:.0f} KiB")


def bake(folder: Path) -> None:
    """Make the four fonts and their licence."""
    FONTS.mkdir(parents=True, exist_ok=True)
    jis = two_byte("euc_jp", range(1, 85))
    for weight, name in ((400, "Regular"), (700, "Bold")):
        latin = TTFont(
            io.BytesIO(member(folder, "fontpkg_noto_sans", "fontpkg_noto_sans/files/NotoSans[wdth,wght].ttf"))
        )
        subset(
            instantiateVariableFont(latin, {"wght": weight, "wdth": 100}), expand(LATIN), FONTS / f"NotoSans-{name}.ttf"
        )
        module = f"noto_cjk_sans_jp_{name.lower()}"
        cjk = TTFont(io.BytesIO(member(folder, module, f"{module}/NotoSansCJKjp-{name}.otf")))
        kept = jis | expand(JAPANESE)
        if name == "Regular":  # the last fall-back of both weights: Chinese and Korean names too
            kept |= two_byte("euc_kr", range(16, 41)) | two_byte("gb2312", range(16, 56))
        subset(cjk, kept, FONTS / f"NotoSansCJKjp-{name}.otf")
    licence = member(folder, "fontpkg_noto_sans", "fontpkg_noto_sans/LICENSE")
    (FONTS / "OFL.txt").write_bytes(licence)


if __name__ == "__main__":
    bake(Path(sys.argv[1]))
