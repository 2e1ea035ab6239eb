"""The canvas: draws smooth shapes, light and shadow, icons and any text, and records what stands where."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache
from itertools import pairwise
from pathlib import Path
from typing import Literal

from PIL import Image, ImageChops, ImageDraw, ImageFilter

from render.kit import fills, icons, shapes, type
from render.kit.box import Box, Point, around
from render.kit.cache import Cache
from render.kit.encoding import encode
from render.kit.fills import Fill, Gradient
from render.kit.palette import SHADOW, WHITE, Colour
from render.kit.picture import Picture
from render.kit.record import Mark, Record
from render.kit.shapes import Shape

Align = Literal["left", "centre", "right"]
VAlign = Literal["top", "middle", "bottom"]
SHARE: dict[str, float] = {"left": 0.0, "top": 0.0, "centre": 0.5, "middle": 0.5, "right": 1.0, "bottom": 1.0}

GROUNDS = Path(__file__).parent.parent / "assets" / "grounds"

_BLUR = ImageFilter.GaussianBlur(2)

SEEN = 24
"""Outlines are drawn this far beyond the canvas, so that no edge or shadow starts at its rim."""

Baked = tuple[Image.Image, tuple[Mark, ...]]
_layers: Cache[Baked] = Cache(96_000_000, lambda baked: baked[0].width * baked[0].height * 4)


class Canvas:
    """A picture in the making, in pixels.

    An opaque canvas is the picture itself; a clear one (`ground=None`) is a sprite to be laid upon others.
    """

    def __init__(self, width: int, height: int, ground: Colour | None = WHITE) -> None:
        self.box = Box(0, 0, width, height)
        self.record = Record()
        self._anchor = ""
        if ground is None:
            self.image = Image.new("RGBA", (width, height), SHADOW.alpha(0))
        else:
            self.image = Image.new("RGB", (width, height), ground.rgb)

    # ---- places and layers

    @contextmanager
    def at(self, anchor: str) -> Iterator[None]:
        """What is drawn inside belongs to this place of the board (`tunnel/3`); places nest."""
        before = self._anchor
        self._anchor = f"{before}/{anchor}" if before else anchor
        try:
            yield
        finally:
            self._anchor = before

    def mark(self, kind: Literal["piece", "area"], box: Box, text: str) -> None:
        """Record a piece or an area by hand."""
        self.record.marks.append(Mark(kind, box, text, anchor=self._anchor))

    def layer(self, key: Hashable, box: Box, paint: Callable[[Canvas, Box], None], bleed: int = 0) -> None:
        """What `paint` draws into the box, baked once per key and size and then only laid on.

        `bleed` is the room round the box for shadows and glows. Whatever `paint` depends on must be in the key.
        """
        inner = Box(bleed, bleed, box.w, box.h)

        def bake() -> Baked:
            sprite = Canvas(box.w + 2 * bleed, box.h + 2 * bleed, None)
            paint(sprite, inner)
            return sprite.image, tuple(sprite.record.marks)

        sprite, marks = _layers.get((key, box.size, bleed), bake)
        dx, dy = box.x - bleed, box.y - bleed
        self._lay(sprite, dx, dy)
        self._note(marks, dx, dy)

    def ground(self, key: Hashable, paint: Callable[[Canvas], None]) -> None:
        """A whole opaque background, baked once per key; call it first."""

        def bake() -> Baked:
            base = Canvas(self.box.w, self.box.h)
            paint(base)
            return base.image, tuple(base.record.marks)

        base, marks = _layers.get((key, self.box.size, "ground"), bake)
        self.image.paste(base, (0, 0))
        self._note(marks, 0, 0)

    def backdrop(self, name: str) -> None:
        """A whole background that was baked into a file (assets/grounds), cropped to the canvas; call it first."""

        def bake() -> Baked:
            with Image.open(GROUNDS / f"{name}.webp") as picture:
                return picture.convert("RGB").crop(self.box.corners), ()

        base, _ = _layers.get((name, self.box.size, "backdrop"), bake)
        self.image.paste(base, (0, 0))

    def _note(self, marks: Sequence[Mark], dx: int, dy: int) -> None:
        for mark in marks:
            anchor = "/".join(part for part in (self._anchor, mark.anchor) if part)
            moved = mark.box.moved(dx, dy)
            self.record.marks.append(Mark(mark.kind, moved, mark.text, mark.size, anchor, mark.cut))

    def shrink(self, share: float) -> None:
        """Reduce the finished picture to that share of its width and height; nothing may be drawn afterwards."""
        size = round(self.box.w * share), round(self.box.h * share)
        self.image = self.image.resize(size, Image.Resampling.BOX)
        self.box = Box(0, 0, *size)

    def picture(self, alt: str) -> Picture:
        """The finished picture, encoded."""
        data, ext = encode(self.image)
        return Picture(data, ext, self.box.w, self.box.h, alt)

    # ---- putting pixels

    def _lay(self, picture: Image.Image, x: int, y: int) -> None:
        """Lay a picture with opacity upon this one; what leaves the canvas is left out."""
        if self.image.mode == "RGB":
            self.image.paste(picture, (x, y), picture)
            return
        left, top = max(0, -x), max(0, -y)
        seen = Box(x, y, *picture.size).overlap(self.box)
        if seen.w and seen.h:
            self.image.alpha_composite(picture, seen.at, (left, top, left + seen.w, top + seen.h))

    def _ink(self, mask: Image.Image, x: int, y: int, fill: Fill) -> None:
        """Fill where the mask is white."""
        if isinstance(fill, Gradient):
            picture = fills.painted(fill, *mask.size).copy()
            picture.putalpha(ImageChops.multiply(picture.getchannel("A"), mask))
            self._lay(picture, x, y)
            return
        if fill.a != 255:
            mask = mask.point(_thinned(fill.a))
        if self.image.mode == "RGB":
            self.image.paste(fill.rgb, (x, y, x + mask.width, y + mask.height), mask)
            return
        picture = Image.new("RGBA", mask.size, fill.rgb)
        picture.putalpha(mask)
        self._lay(picture, x, y)

    # ---- shapes and light

    def ink(self, box: Box, mask: Image.Image, fill: Fill) -> None:
        """Fill where a mask of the box's size is white."""
        self._ink(mask, box.x, box.y, fill)

    def shape(self, box: Box, shape: Shape, fill: Fill) -> None:
        """The shape, filled."""
        self._ink(shape.mask(box.w, box.h), box.x, box.y, fill)

    def rect(self, box: Box, fill: Fill, radius: int = 0) -> None:
        """A rectangle, its corners rounded."""
        self.shape(box, shapes.round_box(radius), fill)

    def circle(self, box: Box, fill: Fill) -> None:
        """The ellipse that fills the box."""
        self.shape(box, shapes.CIRCLE, fill)

    def ring(self, box: Box, shape: Shape, width: int, fill: Fill) -> None:
        """The outline of the shape, `width` thick, inside the box."""
        self._ink(shapes.ring(shape, box.w, box.h, width), box.x, box.y, fill)

    def shadow(
        self, box: Box, shape: Shape, blur: int = 8, drop: int = 5, strength: float = 0.45, colour: Colour = SHADOW
    ) -> None:
        """A soft shadow of the shape, `drop` pixels lower: the light comes from above."""
        mask = shapes.soft(shape, box.w, box.h, blur)
        self._ink(mask, box.x - 2 * blur, box.y - 2 * blur + drop, colour.alpha(strength))

    def glow(self, box: Box, shape: Shape, colour: Colour, spread: int = 14, strength: float = 0.9) -> None:
        """Light of this colour round the shape, not upon it."""
        wide = box.outset(spread // 3)
        mask = shapes.soft(shape, wide.w, wide.h, spread).copy()
        mask.paste(0, (box.x - wide.x + 2 * spread, box.y - wide.y + 2 * spread), shape.mask(box.w, box.h))
        self._ink(mask, wide.x - 2 * spread, wide.y - 2 * spread, colour.alpha(strength))

    def light(self, box: Box, colour: Colour, strength: float = 0.6) -> None:
        """A pool of light, strongest in the middle of the box and gone at its rim."""
        fade = Gradient((colour.alpha(strength), colour.alpha(strength * 0.45), colour.alpha(0)), "out")
        self._lay(fills.painted(fade, box.w, box.h), box.x, box.y)

    def rim(self, box: Box, shape: Shape, depth: int = 2, bright: float = 0.5, dark: float = 0.25) -> None:
        """Light on the upper edge and shade on the lower edge of a shape already drawn."""
        self._ink(shapes.rim(shape, box.w, box.h, 0, depth), box.x, box.y, WHITE.alpha(bright))
        self._ink(shapes.rim(shape, box.w, box.h, 0, -depth), box.x, box.y, SHADOW.alpha(dark))

    def sunk(self, box: Box, shape: Shape, fill: Fill, depth: int = 4, strength: float = 0.35) -> None:
        """A hollow: filled, dark below its upper edge, a little light on its lower lip."""
        self.shape(box, shape, fill)
        for step in range(1, depth + 1):
            share = strength / depth * 1.3
            self._ink(shapes.rim(shape, box.w, box.h, 0, step), box.x, box.y, SHADOW.alpha(share))
        self._ink(shapes.rim(shape, box.w, box.h, 0, -1), box.x, box.y, WHITE.alpha(0.35))

    def solid(self, box: Box, shape: Shape, colour: Colour, depth: int = 4, blur: int = 6, shade: float = 0.4) -> None:
        """A thing lying there: shadow, thickness below, a face lit from above, a bright upper edge.

        The thing stands `depth` pixels high, so its face is that much less tall than the box.
        """
        face = box.trim(bottom=depth)
        self.shadow(face.moved(0, depth), shape, blur, max(2, depth // 2), shade)
        for step in range(depth, 0, -1):
            self.shape(face.moved(0, step), shape, colour.darken(0.42))
        self.shape(face, shape, fills.down(colour.lighten(0.22), colour, colour.darken(0.1)))
        self.rim(face, shape, 2, 0.45, 0.16)

    def polygon(self, points: Sequence[Point], fill: Fill, shadow: float = 0.0) -> None:
        """A filled outline through any points, smooth-edged; `shadow` is the strength of a soft one round it."""
        margin = 16 if shadow else 1
        box = around(points, margin)
        seen = box.overlap(self.box.outset(SEEN))
        if not (seen.w and seen.h):
            return
        mask = Image.new("L", (seen.w * 2, seen.h * 2))
        ImageDraw.Draw(mask).polygon([((x - seen.x) * 2, (y - seen.y) * 2) for x, y in points], fill=255)
        mask = mask.reduce(2)
        if shadow:
            blurred = mask.reduce(4).filter(_BLUR).resize(mask.size, Image.Resampling.BICUBIC)
            self._ink(blurred, seen.x, seen.y + 4, SHADOW.alpha(shadow))
        if isinstance(fill, Gradient):  # the gradient spans the whole outline, not only what is seen of it
            picture = fills.painted(fill, *box.size).crop(seen.moved(-box.x, -box.y).corners)
            picture.putalpha(ImageChops.multiply(picture.getchannel("A"), mask))
            self._lay(picture, seen.x, seen.y)
        else:
            self._ink(mask, seen.x, seen.y, fill)

    def line(self, points: Sequence[Point], colour: Colour, width: float = 2.0, dash: int = 0) -> None:
        """A smooth line with round joints; `dash` pixels on, as many off."""
        box = around(points, round(width) + 2).overlap(self.box.outset(SEEN))
        if not (box.w and box.h):
            return
        fine = 3
        mask = Image.new("L", (box.w * fine, box.h * fine))
        draw = ImageDraw.Draw(mask)
        thick = max(1, round(width * fine))
        moved = [((x - box.x) * fine, (y - box.y) * fine) for x, y in points]
        for piece in _dashes(moved, dash * fine) if dash else [moved]:
            draw.line(piece, fill=255, width=thick, joint="curve")
            if thick > fine:
                for x, y in (piece[0], piece[-1]):
                    draw.ellipse((x - thick / 2, y - thick / 2, x + thick / 2, y + thick / 2), fill=255)
        self._ink(mask.reduce(fine), box.x, box.y, colour)

    def texture(self, box: Box, strength: float, coarse: int = 1, seed: str = "grain") -> None:
        """Grain over what is drawn so far in the box; opacity stays as it is."""
        part = self.image.crop(box.corners)
        rough = fills.roughen(part.convert("RGB"), strength, coarse, seed)
        if part.mode == "RGBA":
            rough.putalpha(part.getchannel("A"))
        self.image.paste(rough, box.at)

    # ---- signs and words

    def icon(
        self, box: Box, name: str, colour: Fill, rim: Colour | None = None, flip: bool = False, quiet: bool = False
    ) -> None:
        """An icon in the largest square of the box; `rim` draws a soft edge of that colour behind it.

        `quiet` leaves it out of the record: an ornament that tells nothing.
        """
        square = box.square()
        mask = icons.mask(name, square.w, flip)
        if rim is not None:
            for dx, dy in ((-2, 0), (2, 0), (0, -2), (0, 2), (0, 3)):
                self._ink(mask, square.x + dx, square.y + dy, rim)
        self._ink(mask, square.x, square.y, colour)
        if not quiet:
            self.record.marks.append(Mark("icon", square, name, anchor=self._anchor))

    def text(
        self,
        box: Box,
        text: str,
        size: int,
        colour: Colour,
        weight: type.Weight = "bold",
        align: Align = "left",
        valign: VAlign = "middle",
        lines: int = 1,
        halo: Colour | None = None,
        instead: str = "",
        squeeze: float = 1.0,
    ) -> Box:
        """Write inside the box and return the ink's box; what is too wide wraps into `lines`, then is cut.

        Sizes below `type.FLOOR` are refused with ValueError. `halo` is a rim of that colour round the letters.
        `instead` is written where nothing of the text can be drawn. `squeeze` is the share of their width to which
        letters may be narrowed, at full height, before anything is cut.
        """
        if size < type.FLOOR:
            raise ValueError(f"type of {size} px is below {type.FLOOR} px: {text!r}")
        wanted = type.readable(text, instead) if instead else type.clean(text)
        written = type.wrap(wanted, int(box.w / squeeze), lines, size, weight)
        if not any(written):  # not even an ellipsis finds room
            return Box(*box.at, 0, 0)
        step = round(size * 1.22)
        caps = round(size * type.CAPS)
        height = caps + step * (len(written) - 1)
        baseline = box.y + round((box.h - height) * SHARE[valign]) + caps
        whole: Box | None = None
        for number, line in enumerate(written):
            ink = self._write(box, line, baseline + number * step, size, colour, weight, SHARE[align], halo)
            whole = ink if whole is None else whole.join(ink)
        assert whole is not None
        said = " ".join(written) if not type.wide(wanted) else "".join(written)
        cut = bool(written) and written[-1].endswith(type.ELLIPSIS) and not wanted.endswith(type.ELLIPSIS)
        self.record.marks.append(Mark("text", whole, wanted if not cut else said, size, self._anchor, cut))
        return whole

    def _write(
        self,
        box: Box,
        line: str,
        baseline: int,
        size: int,
        colour: Colour,
        weight: type.Weight,
        share: float,
        halo: Colour | None,
    ) -> Box:
        ink = type.written(line, size, weight)
        narrow = min(1.0, box.w / max(1, ink.advance))
        if narrow < 1:
            ink = _narrowed(ink, narrow)
        x = box.x + round((box.w - ink.advance) * share) + ink.dx
        x = max(box.x, min(x, box.right - ink.mask.width))
        mask = ink.mask.crop((0, 0, min(ink.mask.width, box.w), ink.mask.height))
        y = baseline + ink.dy
        if halo is not None:
            thick = max(2, size // 14)
            rim = type.written(line, size, weight, thick)
            if narrow < 1:
                rim = _narrowed(rim, narrow)
            self._ink(rim.mask, x - ink.dx + rim.dx, baseline + rim.dy, halo)
        self._ink(mask, x, y, colour)
        return Box(x, y, *mask.size)


@lru_cache(maxsize=256)
def _thinned(opacity: int) -> list[int]:
    """What becomes of each level of a mask under that opacity."""
    return [level * opacity // 255 for level in range(256)]


def _narrowed(ink: type.Ink, share: float) -> type.Ink:
    """The written line, narrower at the same height."""
    width = max(1, int(ink.mask.width * share))
    mask = ink.mask.resize((width, ink.mask.height), Image.Resampling.BILINEAR)
    return type.Ink(mask, round(ink.dx * share), ink.dy, int(ink.advance * share))


def _dashes(points: Sequence[Point], length: int) -> Iterator[list[Point]]:
    """Every other stretch of that length along the line."""
    dash: list[Point] = [points[0]]
    left, on = float(length), True
    for (ax, ay), (bx, by) in pairwise(points):
        span = ((bx - ax) ** 2 + (by - ay) ** 2) ** 0.5
        done = 0.0
        while span - done > left:
            done += left
            stop = (ax + (bx - ax) * done / span, ay + (by - ay) * done / span)
            if on:
                yield [*dash, stop]
            dash, on, left = [stop], not on, float(length)
        left -= span - done
        dash.append((bx, by))
    if on and len(dash) > 1:
        yield dash
