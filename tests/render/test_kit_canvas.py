"""The canvas draws the same each time and knows what it drew."""

import io

import pytest
from PIL import Image

from render.kit import fills, pieces, shapes
from render.kit import type as lettering
from render.kit.box import Box
from render.kit.canvas import Canvas
from render.kit.encoding import LIMIT
from render.kit.palette import GOLD, IVORY, NIGHT, SEATS, WHITE, Takara


def sample() -> Canvas:
    """A bit of everything."""
    canvas = Canvas(600, 400)

    def ground(base: Canvas) -> None:
        base.rect(base.box, fills.down(Takara.SKY, Takara.PARCHMENT))
        base.texture(base.box, 8, 40, "cloud")
        base.texture(base.box, 5)

    canvas.ground("kit sample", ground)
    top, middle, low = canvas.box.inset(10).rows(100, 100, 1.0, gap=10)
    for spot, seat in zip(top.line(5, 80, 10), range(5), strict=True):
        pieces.pawn(canvas, spot.place(80, 80), seat, "ABCDE"[seat], active=seat == 1)
    with canvas.at("tunnel/3"):
        card = middle.place(140, 80, 0)
        pieces.card(canvas, card, fills.down(IVORY, Takara.PARCHMENT), Takara.RUST)
        pieces.amount(canvas, card.inset(10), "coin", "6", 44, NIGHT)
        pieces.changed(canvas, card)
    with canvas.at("tunnel/4"):
        pieces.hearts(canvas, middle.place(200, 40), 3, 1)
    canvas.text(low, "山田 Margarethe", lettering.BODY, NIGHT)
    return canvas


def test_the_same_calls_give_the_same_bytes() -> None:
    first, second = sample().picture("alt"), sample().picture("alt")
    assert first == second


def test_a_picture_is_a_file_of_its_size_within_the_limit() -> None:
    picture = sample().picture("alt")
    with Image.open(io.BytesIO(picture.data)) as image:
        assert image.size == (picture.width, picture.height) == (600, 400)
        assert (image.format or "").lower() == picture.ext
    assert len(picture.data) <= LIMIT


def test_even_noise_is_pressed_below_the_limit() -> None:
    canvas = Canvas(1200, 900)
    canvas.texture(canvas.box, 120)
    assert len(canvas.picture("").data) <= LIMIT


def test_the_record_tells_what_stands_where() -> None:
    record = sample().record
    assert record.texts("tunnel/3") == ("6",)
    assert "changed" in record.pieces("tunnel/3")
    assert record.pieces("tunnel") == record.pieces("tunnel/3") + record.pieces("tunnel/4")
    assert record.pieces("tunnel/4") == ("heart", "heart", "heart lost")
    assert record.anchors() == {"tunnel/3", "tunnel/4"}
    assert [piece for piece in record.pieces() if piece.startswith("pawn")] == [f"pawn {seat}" for seat in range(5)]
    assert record.overlaps() == ()
    assert record.outside(Box(0, 0, 600, 400)) == ()
    assert record.smallest() >= lettering.FLOOR


def test_the_record_is_the_same_from_the_cache() -> None:
    assert sample().record.marks == sample().record.marks


def test_the_record_catches_texts_upon_each_other() -> None:
    canvas = Canvas(200, 100)
    canvas.text(canvas.box, "one", 40, NIGHT)
    assert canvas.record.overlaps() == ()
    canvas.text(canvas.box.moved(10, 0), "two", 40, NIGHT)
    ((first, second),) = canvas.record.overlaps()
    assert (first.text, second.text) == ("one", "two")


def test_the_record_catches_what_leaves_the_picture() -> None:
    canvas = Canvas(200, 100)
    canvas.icon(Box(170, 10, 60, 60), "coin", NIGHT)
    assert [mark.text for mark in canvas.record.outside(canvas.box)] == ["coin"]


def test_the_record_tells_that_a_text_was_cut() -> None:
    canvas = Canvas(200, 100)
    canvas.text(canvas.box, "short", 30, NIGHT)
    canvas.text(canvas.box, "far too long for its place", 30, NIGHT)
    assert [mark.cut for mark in canvas.record.of("text")] == [False, True]


def test_the_ink_box_holds_all_ink() -> None:
    canvas = Canvas(300, 100, WHITE)
    ink = canvas.text(Box(40, 10, 220, 80), "Ågjy 漢字", 40, NIGHT, align="centre")
    assert canvas.image.convert("L").point(
        [255] * 200 + [255 if n < 255 else 0 for n in range(200, 256)]
    ).getbbox() == (ink.corners)


@pytest.mark.parametrize("count", [0, 1, 12])
def test_layers_are_drawn_once_and_laid_often(count: int) -> None:
    drawn: list[Box] = []

    def paint(sprite: Canvas, at: Box) -> None:
        drawn.append(at)
        sprite.circle(at, GOLD)

    canvas = Canvas(300, 100)
    for i in range(count):
        canvas.layer(("once", count), Box(20 * i, 0, 20, 20), paint)
    assert len(drawn) == min(count, 1)


def test_seats_differ_without_colour() -> None:
    """In grey, by shape alone."""
    assert len({look.shape for look in SEATS}) == len(SEATS)
    assert {look.shape for look in SEATS} == set(shapes.SEAT_SHAPES)


def test_pieces_draw_at_any_size_and_beyond_the_rim() -> None:
    for side in (24, 40, 120):
        canvas = Canvas(100, 100)
        for at in (Box(10, 10, side, side), Box(-20, -20, side, side), Box(90, 90, side, side)):
            pieces.pawn(canvas, at, 0, "W")
            pieces.coin(canvas, at, "20")
            pieces.die(canvas, at, 6)
            pieces.die(canvas, at, "sword")
            pieces.option(canvas, at, 12)
            pieces.exhausted(canvas, at)
        assert canvas.image.size == (100, 100)


def test_what_finds_no_room_is_not_said_to_be_written() -> None:
    canvas = Canvas(60, 60)
    canvas.text(Box(10, 10, 5, 40), "W", 28, NIGHT)
    assert canvas.record.texts() == ()


def test_letters_are_narrowed_before_anything_is_cut() -> None:
    canvas = Canvas(300, 60)
    wide = lettering.measure("スケルトン", 28, "bold")
    box = Box(10, 0, round(wide * 0.8), 60)
    ink = canvas.text(box, "スケルトン", 28, NIGHT, squeeze=0.75)
    assert canvas.record.texts() == ("スケルトン",)
    assert not canvas.record.of("text")[0].cut
    assert box.holds(ink)
