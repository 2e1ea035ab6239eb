"""Any name that Discord lets through can be written, and stays in its box."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from render.kit import type as lettering
from render.kit.box import Box
from render.kit.canvas import Canvas
from render.kit.palette import NIGHT, WHITE

HOSTILE = {
    "fraktur": "𝖋𝖗𝖆𝖐𝖙𝖚𝖗",
    "Arabic": "مرحبا بالعالم",
    "Hebrew": "שלום",
    "joined emoji": "👨‍👩‍👧‍👦🏴‍☠️👩🏽‍🚀",
    "flags": "🇯🇵🇩🇪",
    "Japanese": "山田太郎　ゔァー㍻",
    "Chinese": "张伟和他的朋友们",
    "Korean": "김철수",
    "zero width only": "\u200b\u200d\ufeff\u2060",
    "blanks only": " \u3000\u00a0\t",
    "32 wide letters": "W" * 32,
    "32 full-width letters": "Ｗ" * 32,
    "widest ligature": "﷽" * 8,
    "stacked marks": "Z̸̡̢̛̗̘̙̜̝̞̟̠̤̥̦̩̪̫̬̭̮̯̰̱̲̳̹̺̻̼͇͈͉͍͎a̷lgo",
    "direction override": "\u202eevil\u202c",
    "line ends": "one\ntwo\r\nthree",
    "control": "a\x00\x07\x1bb",
    "private use": "\ue000\uf8ff",
    "unassigned": "\U000e0fff\U0003ffff",
    "long dash": "⸻⸻⸻",
    "nothing": "",
    "mark-up": "`*_~||>@everyone](",
}


def lit(image: Image.Image) -> tuple[int, int, int, int] | None:
    """The box of everything that isn't background."""
    return image.point([0 if level == 255 else 255 for level in range(256)] * 3).getbbox()


@pytest.mark.parametrize("name", HOSTILE.values(), ids=HOSTILE)
@pytest.mark.parametrize("width", [30, 90, 260])
def test_22_hostile_names_stay_inside_their_box(name: str, width: int) -> None:
    """Public fault 22: fancy names drew as boxes or ran off the picture."""
    canvas = Canvas(400, 100, WHITE)
    room = Box(70, 20, width, 60)
    canvas.text(room, name, lettering.BODY, NIGHT, instead="P1")
    ink = lit(canvas.image)
    assert ink is not None, "nothing was written"
    assert room.x <= ink[0]
    assert ink[2] <= room.right
    assert room.y <= ink[1]
    assert ink[3] <= room.bottom


@pytest.mark.parametrize("name", HOSTILE.values(), ids=HOSTILE)
def test_every_character_kept_is_in_a_font(name: str) -> None:
    assert all(lettering.drawable(char) for char in lettering.readable(name, "P1"))


@given(st.text(max_size=60), st.integers(20, 300), st.sampled_from([22, 34, 60]), st.sampled_from(["regular", "bold"]))
def test_cut_text_fits_whatever_it_is(text: str, width: int, size: int, weight: lettering.Weight) -> None:
    assert lettering.measure(lettering.cut(text, width, size, weight), size, weight) <= width


@given(st.text(max_size=120), st.integers(60, 300), st.integers(1, 4))
def test_wrapped_lines_fit_and_are_not_too_many(text: str, width: int, lines: int) -> None:
    wrapped = lettering.wrap(text, width, lines, 28)
    assert len(wrapped) <= lines
    assert all(lettering.measure(line, 28) <= width for line in wrapped)


def test_a_name_of_which_nothing_can_be_drawn_becomes_what_stands_for_it() -> None:
    assert [lettering.readable(HOSTILE[kind], "P1") for kind in ("zero width only", "Arabic", "nothing")] == ["P1"] * 3
    assert lettering.initial(HOSTILE["joined emoji"]) == "?"


def test_decorated_letters_are_written_plainly() -> None:
    assert lettering.clean(HOSTILE["fraktur"]) == "fraktur"
    assert lettering.clean("①③ Ａ") == "①③ Ａ"


def test_japanese_lines_neither_begin_with_closing_nor_end_with_opening_signs() -> None:
    text = "「地下通路」を掘る、調べる。（または）「岩」を壊す。"
    for width in range(60, 400, 7):
        lines = lettering.wrap(text, width, 20, 28)
        assert "".join(lines) == text
        if width >= 120:
            assert all(line[0] not in "、。」）" for line in lines)
            assert all(line[-1] not in "「（" for line in lines)


def test_english_words_stay_whole_where_they_fit() -> None:
    assert lettering.wrap("dig up the chest", 155, 3, 28) == ("dig up the", "chest")


def test_type_below_the_floor_is_refused() -> None:
    with pytest.raises(ValueError, match="below"):
        Canvas(10, 10).text(Box(0, 0, 10, 10), "a", lettering.FLOOR - 1, NIGHT)
