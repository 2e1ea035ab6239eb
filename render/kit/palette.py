"""All colours. Nowhere else in `render` stands a colour literal."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, NamedTuple


class Colour(NamedTuple):
    """Red, green, blue, opacity, each 0 to 255."""

    r: int
    g: int
    b: int
    a: int = 255

    @property
    def rgb(self) -> tuple[int, int, int]:
        """Without opacity."""
        return self.r, self.g, self.b

    def mix(self, other: Colour, share: float) -> Colour:
        """Towards the other colour: 0 is this one, 1 is the other.

        >>> Colour(0, 0, 0).mix(Colour(100, 200, 50), 0.5)
        Colour(r=50, g=100, b=25, a=255)
        """
        return Colour(*(round(p + (q - p) * share) for p, q in zip(self, other, strict=True)))

    def lighten(self, share: float) -> Colour:
        """Towards white, opacity kept."""
        return self.mix(Colour(255, 255, 255, self.a), share)

    def darken(self, share: float) -> Colour:
        """Towards a cool near-black, opacity kept: shadows are never grey."""
        return self.mix(Colour(12, 16, 30, self.a), share)

    def alpha(self, share: float) -> Colour:
        """With this opacity, 0 to 1."""
        return self._replace(a=round(255 * share))

    @property
    def lightness(self) -> float:
        """Perceived lightness, 0 to 1."""
        return (0.299 * self.r + 0.587 * self.g + 0.114 * self.b) / 255

    def ink(self) -> Colour:
        """The colour of writing that reads best on this one."""
        return NIGHT if self.lightness > 0.56 else WHITE


def of(code: str) -> Colour:
    """A colour from its hexadecimal form.

    >>> of("ff8000")
    Colour(r=255, g=128, b=0, a=255)
    """
    return Colour(*bytes.fromhex(code))


WHITE = of("ffffff")
IVORY = of("fbf4e2")
NIGHT = of("1d2433")
SHADOW = of("10182a")
GOLD = of("e3a72f")
GOLD_DARK = of("9a6414")
SILVER = of("c9ced6")
HEART = of("d8433f")
HEART_GONE = of("8d8078")
GOOD = of("3f8f5a")
BAD = of("b3362b")
ACCENT = of("ffc72e")
"""What changed, and whose turn it is."""


class SeatLook(NamedTuple):
    """How a seat is told apart: colour and shape."""

    colour: Colour
    shape: str


SEATS = (
    SeatLook(of("d9502e"), "circle"),
    SeatLook(of("3f9fdc"), "square"),
    SeatLook(of("1f9a78"), "triangle"),
    SeatLook(of("e6a117"), "diamond"),
    SeatLook(of("8a5bb5"), "hexagon"),
)
"""By seat number: vermilion, sky blue, bluish green, amber, purple (apart under every common colour blindness)."""


class Takara:
    """Takara Island: parchment, turquoise, rust red, deep navy."""

    PARCHMENT = of("f0dfb8")
    PARCHMENT_LIGHT = of("fbf1d6")
    PARCHMENT_DARK = of("d9bd86")
    SEPIA = of("5a3d22")
    INK = of("38270f")
    RUST = of("b4472a")
    RUST_DARK = of("7e2c1a")
    TURQUOISE = of("6fc3bf")
    SKY = of("bfe5ea")
    SKY_HIGH = of("7cc3d6")
    SEA = of("3fa0ad")
    SEA_DEEP = of("1f6f86")
    SAND = of("f1d79a")
    SAND_DARK = of("d3ab63")
    LEAF = of("5d8a4a")
    SHALLOW = of("9fd6cf")
    SHALLOW_DARK = of("5fa9a5")
    MIDDLE = of("83988a")
    MIDDLE_DARK = of("566b60")
    DEEP = of("2b3d63")
    DEEP_DARK = of("141f3c")
    ROCK = of("7d8a8c")
    TUNNEL = of("33241d")
    TUNNEL_DARK = of("1a120f")
    TORCH = of("ffb445")
    STONE = of("e0262f")
    BOULDER = of("8f8a83")
    MONSTER = of("b3202a")
    WOOD = of("9b6b3d")
    WOOD_DARK = of("64411f")
    LINEN = of("f7ead0")


class Aerion:
    """Aerion: pale sky, peach light, paper, pastel ships."""

    SKY_HIGH = of("8ec1e8")
    SKY = of("cbe3f5")
    PEACH = of("ffdcc4")
    ROSE = of("f7cfd8")
    LILAC = of("cdbfe8")
    MIST = of("fdfcff")
    ISLE = of("8db79b")
    ISLE_ROCK = of("a394b8")
    PAPER = of("fffaf1")
    PAPER_SHADE = of("e7e0ee")
    INK = of("2a3350")
    INK_SOFT = of("66708f")
    WOOD = of("c39a6e")
    WOOD_DARK = of("85603f")
    CLOTH_BANNER = of("7f93c4")
    SHEET = of("5585c2")
    SHEET_DARK = of("38598f")
    TIMBER = of("a87242")
    SAILCLOTH = of("f1e6cd")
    BRASS = of("e0aa3c")
    SUN = of("f3a93a")
    MOON = of("6474c2")
    BOOK = of("b4517a")
    FACTORY = of("7f6cb4")
    SAND = of("c9955a")
    BIRD = of("3f9a98")
    WORKER = of("cf6d3d")
    EGG = of("f6ead6")
    STONE = of("a3a9b8")
    HELLKITE = of("b5383c")
    PIXIE = of("d77fb6")
    WAITING = of("d5d9e4")
    LETTERS = (of("dd6e60"), of("4f92cb"), of("4fa47c"), of("d79a2b"), of("8f70bd"))
    """A to E of the combinations."""
    HULLS = (of("ee8f7b"), of("62b597"), of("ecb74c"), of("e07ea3"), of("5fb0d0"), of("9c86d4"), of("e2a647"))
    """The ships by number; the last is the flagship."""


class FracturedSky:
    """Fractured Sky: night blue, moonlit rock, thin light, gold of fallen stars."""

    NIGHT_HIGH = of("0b1330")
    NIGHT = of("15224c")
    NIGHT_LOW = of("27336a")
    DAWN = of("4a3f78")
    MOON = of("cfe2ff")
    LIGHT = of("8fe3ff")
    CLOUD = of("7f8fc4")
    ROCK = of("3c4570")
    ROCK_DARK = of("161c3a")
    PLATE = of("1b2750")
    PLATE_LIGHT = of("2c3b6e")
    INK = of("eef3ff")
    INK_SOFT = of("a9b8e2")
    STAR = of("ffd34d")
    STAR_DARK = of("b0791a")
    GOLD = of("f0bf3a")
    IRON = of("b9c3d2")
    WOOD = of("a86f3c")
    PALE = of("f6f1e2")
    DARK = of("1a1f33")
    BRASS = of("b98a4e")
    BACK = of("3a4a94")
    OBJECTIVE = of("5d4a9c")
    FACE = of("efe7d2")
    FACE_SHADE = of("cfc4ab")
    FACE_INK = of("25294a")
    OVER = of("ff7a66")
    BLACK = of("30343f")
    ORANGE = of("dc5f1e")
    LANDS: ClassVar[Mapping[str, Colour]] = {
        "creepy_cove": of("4a4a78"),
        "frosty_fjord": of("4d7fa6"),
        "torrential_tropics": of("2f7d62"),
        "peaceful_plains": of("55803f"),
        "careening_cliffs": of("7a6a55"),
        "molten_moor": of("83444a"),
        "sinister_spires": of("5f4788"),
        "dreadful_desert": of("937448"),
        "wayward_wood": of("3a6b46"),
        "gloomy_grotto": of("2f6a78"),
    }
    """The ground of each region by day; at night it is much darker."""
