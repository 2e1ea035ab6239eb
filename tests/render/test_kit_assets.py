"""What is shipped is credited, complete and not too large."""

import re
import tomllib

import pytest

from render.kit import icons
from render.kit import type as lettering

CREDITED = re.compile(r"^- (\S+?)(?: \((\S+)\))?$", re.MULTILINE)


def test_every_icon_is_listed_and_credited_to_its_author() -> None:
    listed = tomllib.loads((icons.ICONS / "icons.toml").read_text("utf-8"))
    owed = (icons.ICONS / "CREDITS.md").read_text("utf-8")
    credited = {name: source or name for name, source in CREDITED.findall(owed)}
    assert set(listed) == icons.names() == set(credited)
    assert all(listed[name].split("/")[1] == source for name, source in credited.items())
    sections = owed.split("## Icons made by ")[1:]
    for section in sections:
        folders = {listed[name].split("/")[0] for name, _ in CREDITED.findall(section)}
        author = section.splitlines()[0].removesuffix(" (CC0)").lower().replace(" ", "-")
        assert folders == {author}


def test_licences_lie_beside_what_they_cover() -> None:
    assert "SIL OPEN FONT LICENSE Version 1.1" in (lettering.FONTS / "OFL.txt").read_text("utf-8")
    assert "Attribution 3.0 Unported" in (icons.ICONS / "LICENCE.txt").read_text("utf-8")
    readme = (lettering.FONTS / "README.md").read_text("utf-8")
    assert "The Noto Project Authors" in readme
    assert "Adobe" in readme


def test_fonts_hold_what_both_languages_need_and_stay_small() -> None:
    needed = "AZaz09äßñęЖΩ“”…–—←→●■▲◆①⑨あんアンー、。「」々漢字龍鬱轟"
    assert all(lettering.drawable(char) for char in needed)
    assert sum(path.stat().st_size for path in lettering.FONTS.iterdir()) <= 6 * 2**20


def test_an_unknown_icon_is_named() -> None:
    with pytest.raises(KeyError, match="no-such"):
        icons.mask("no-such", 20)
