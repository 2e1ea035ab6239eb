"""Bake the icon masks in render/assets/icons from the game-icons collection (a development tool).

Needs resvg-py and Pillow, and the package @iconify-json/game-icons unpacked into a folder (`npm pack`, `tar xzf`):

    python -m render.tools.bake_icons FOLDER

`FOLDER` holds icons.json. What is baked, and who drew it, is listed in icons.toml; a new line there and a run of this
tool is all a new icon takes.
"""

from __future__ import annotations

import io
import json
import sys
import tomllib
from pathlib import Path

import resvg_py  # type: ignore[import-not-found,unused-ignore]
from PIL import Image

ICONS = Path(__file__).parent.parent / "assets" / "icons"
SIZE = 192
"""Width and height of a mask in pixels."""

AUTHORS = {
    "caro-asercion": "Caro Asercion",
    "delapouite": "Delapouite",
    "faithtoken": "Faithtoken",
    "lorc": "Lorc",
    "quoting": "Quoting",
    "sbed": "Sbed",
    "skoll": "Skoll",
    "willdabeast": "Willdabeast",
    "zeromancer": "Zeromancer (CC0)",
}
"""Folder of the collection: its author."""

HEAD = """# Icons

The masks in this folder are made from icons of the game-icons collection, under the Creative Commons Attribution 3.0
Unported licence (CC BY 3.0, full text in LICENCE.txt); those of Zeromancer are CC0. Changes: the background was left
out, the shape was rasterised and is tinted when it is drawn.
"""


def mask(body: str) -> Image.Image:
    """The shape as a mask, white where ink is."""
    svg = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512" width="{SIZE}" height="{SIZE}">'
        f'<g fill="currentColor" color="#000">{body}</g></svg>'
    )
    picture = Image.open(io.BytesIO(bytes(resvg_py.svg_to_bytes(svg_string=svg))))
    return picture.convert("RGBA").getchannel("A")


def bake(folder: Path) -> None:
    """Make every mask and the credits."""
    wanted: dict[str, str] = tomllib.loads((ICONS / "icons.toml").read_text("utf-8"))
    drawn = json.loads((folder / "icons.json").read_text("utf-8"))["icons"]
    for old in ICONS.glob("*.png"):
        old.unlink()
    drew: dict[str, list[str]] = {}
    for name, source in sorted(wanted.items()):
        author, icon = source.split("/")
        mask(drawn[icon]["body"]).save(ICONS / f"{name}.png", optimize=True)
        drew.setdefault(AUTHORS[author], []).append(f"- {name} ({icon})" if icon != name else f"- {name}")
    parts = [f"\n## Icons made by {author}\n\n" + "\n".join(names) + "\n" for author, names in sorted(drew.items())]
    (ICONS / "CREDITS.md").write_text(HEAD + "".join(parts), "utf-8")
    print(f"{len(wanted)} icons")


if __name__ == "__main__":
    bake(Path(sys.argv[1]))
