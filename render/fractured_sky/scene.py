"""What every corner of the picture needs: the view, the words, the rings, who sits where and how they look."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from engines.fractured_sky.view import SeatView, View
from engines.kernel.text import Noun, Who
from render.kit import fills, shapes, type
from render.kit import scene as kit
from render.kit.box import Box
from render.kit.canvas import Canvas
from render.kit.palette import ACCENT, IVORY, SEATS, SHADOW, WHITE, Colour, FracturedSky
from render.kit.shapes import SEAT_SHAPES, Shape, round_box

LEAST = type.FLOOR
"""The smallest writing: names of regions, letters of resources."""
BODY = 26
FIGURES = 40
"""Numbers that a decision needs."""
GLOW = 24
"""Room round a piece for its light and shadow."""


class Look(Struct, frozen=True):
    """How a seat is told apart: colour, outline, and whether it is an automated opponent."""

    colour: Colour
    shape: Shape
    robot: bool

    @property
    def mark(self) -> Shape:
        """The outline with sharp corners: round ones would make all small shapes alike."""
        return replace(self.shape, radius=0)


PENTAGON = shapes.regular(5, radius=4)
OCTAGON = shapes.regular(8, 22.5, radius=4)
LOOKS: dict[str, Look] = {
    "red": Look(SEATS[0].colour, SEAT_SHAPES[SEATS[0].shape], robot=False),
    "blue": Look(SEATS[1].colour, SEAT_SHAPES[SEATS[1].shape], robot=False),
    "green": Look(SEATS[2].colour, SEAT_SHAPES[SEATS[2].shape], robot=False),
    "yellow": Look(SEATS[3].colour, SEAT_SHAPES[SEATS[3].shape], robot=False),
    "purple": Look(SEATS[4].colour, SEAT_SHAPES[SEATS[4].shape], robot=False),
    "black": Look(FracturedSky.BLACK, PENTAGON, robot=True),
    "orange": Look(FracturedSky.ORANGE, OCTAGON, robot=True),
}
"""By the colour's id: the hues and shapes of the kit, which are apart under every colour blindness."""


def who(view: View, seat: int) -> Who | Noun:
    """A seat, to be named: a person, or an automated opponent by its colour."""
    own = view.seats[seat]
    return Who(seat) if own.ai is None else Noun(f"fractured_sky.color.{own.color}")


ROUND_ENDS = ("setup_resources", "reward_choices", "over")
"""Steps before which everything has changed."""


def news(view: View, changed: frozenset[str]) -> frozenset[str]:
    """What is ringed: between two rounds, where everything is new, only the public card."""
    begun = max((i for i, deed in enumerate(view.deeds) if deed.verb == "started"), default=-1)
    people = [deed for deed in view.deeds[begun + 1 :] if deed.seat >= 0 and view.seats[deed.seat].ai is None]
    fresh = begun >= 0 and not people
    return changed & {"public"} if fresh or view.step in ROUND_ENDS else changed


class Scene(kit.Scene[View], frozen=True):
    """One picture to be drawn."""

    def name(self, seat: int) -> str:
        """What the seat is called."""
        own = self.view.seats[seat]
        return self.words.name(seat) if own.ai is None else self.say(f"fractured_sky.color.{own.color}")

    def look(self, seat: int) -> Look:
        """How the seat looks."""
        return LOOKS[self.view.seats[seat].color]

    def letter(self, seat: int) -> str:
        """The initial of a person; automated opponents bear a robot."""
        return "" if self.view.seats[seat].ai is not None else type.initial(self.words.name(seat))

    def order(self) -> list[SeatView]:
        """The seats in the turn order of this round."""
        seats = [slot.old for slot in self.view.turn_slots if slot.old is not None]
        return [self.view.seats[seat] for seat in seats]

    def number(self, region: str) -> int:
        """A region's number, as the controls count them."""
        return next(each.number for each in self.view.regions if each.id == region)

    def pawn(self, canvas: Canvas, box: Box, seat: int, active: bool = False) -> None:
        """The token of that seat: its shape and colour with its initial, or with a robot."""
        square = box.square()
        emblem(canvas, square, self.look(seat), self.letter(seat), active)
        canvas.mark("piece", square, f"pawn {seat}")


def emblem(canvas: Canvas, box: Box, look: Look, letter: str, active: bool = False) -> None:
    """A seat's shape in its colour, edged so that it stands out from the night, with an initial or a robot."""

    def paint(sprite: Canvas, at: Box) -> None:
        slim = look.shape in (SEAT_SHAPES["square"], SEAT_SHAPES["circle"])
        body = at.inset(max(1, at.w // 20)) if slim else at
        if active:
            sprite.glow(body, look.shape, ACCENT, 9, 1.0)
        depth = max(2, at.h // 14)
        sprite.shadow(body, look.shape, 5, 3, 0.6)
        sprite.shape(body, look.shape, look.colour.darken(0.45))
        face = body.trim(bottom=depth)
        sprite.shape(face, look.shape, WHITE.alpha(0.75))
        inner = face.inset(max(1, at.w // 24))
        sprite.shape(inner, look.shape, fills.down(look.colour.lighten(0.14), look.colour, look.colour.darken(0.14)))
        if at.w < LEAST:
            return
        if look.robot:
            side = round(at.w * 0.56)
            sprite.icon(face.place(side, side, 0.5, 0.5), "robot", IVORY, quiet=True)
            return
        triangle = look.shape == SEAT_SHAPES["triangle"]
        size = max(LEAST, round(at.h * (0.44 if triangle or look.shape == SEAT_SHAPES["diamond"] else 0.58)))
        line = face.place(face.w, size, 0.5, 0.74 if triangle else 0.5)
        sprite.text(line.moved(0, 1), letter, size, SHADOW.alpha(0.5), align="centre")
        sprite.text(line, letter, size, WHITE, align="centre", halo=look.colour.darken(0.5).alpha(0.7))
        sprite.record.marks.clear()

    canvas.layer(("emblem", look, letter, active), box.square(), paint, GLOW)


def slab(
    canvas: Canvas, box: Box, tint: Colour = FracturedSky.PLATE, strength: float = 0.82, lit: bool = False
) -> None:
    """A plate of dark glass on which a group of things lies; a lit one has a golden edge."""

    def paint(sprite: Canvas, at: Box) -> None:
        outline = round_box(16)
        if lit:
            sprite.glow(at, outline, ACCENT, 8, 0.75)
        else:
            sprite.shadow(at, outline, 7, 3, 0.4)
        sprite.shape(at, outline, fills.down(tint.lighten(0.1).alpha(strength), tint.alpha(strength)))
        sprite.ring(at, outline, 2, FracturedSky.LIGHT.alpha(0.22))
        sprite.rim(at, outline, 1, 0.35, 0.2)
        if lit:
            sprite.ring(at, outline, 3, ACCENT)

    canvas.layer(("slab", tint, strength, lit), box, paint, GLOW)
