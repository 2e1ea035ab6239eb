"""A few pictures as they are meant to look, a third of their size.

`python -m tests.render.goldens` draws them anew, and the examples of the README; look at them before you commit them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from PIL import Image, ImageChops, ImageStat

import render
from engines.aerion.view import View as Sky
from engines.fractured_sky.view import View as Isles
from engines.kernel.game import Options
from engines.takara.view import View
from tests.render import aerion_views as sky
from tests.render import fractured_sky_views as isles
from tests.render.takara_views import NAMES, early, ended, everywhere, plays, words, worst

FOLDER = Path(__file__).with_name("golden")
WIDTH = 400


Position = Callable[[], tuple[Any, str, frozenset[str]]]
"""A view, a language, and the anchors of what changed."""


def knowing() -> View:
    """A player in the middle of a survey."""
    seen = (match.view(match.view(None).active) for match, _ in plays(4, 3))
    return next(view for view in seen if view.survey is not None and view.turn > 12)


TAKARA: Mapping[str, Position] = {
    "early": lambda: (early(), "en", frozenset({"tunnel.3", "kara.1", "crew.1"})),
    "two": lambda: (early(2), "ja", frozenset()),
    "three": lambda: (early(3), "en", frozenset()),
    "worst": lambda: (worst(), "ja", everywhere()),
    "lost": lambda: (ended(early(), "no_stone"), "en", frozenset()),
    "won": lambda: (ended(early(3), "both_split"), "ja", frozenset()),
    "knowing": lambda: (knowing(), "en", frozenset()),
}


AERION: Mapping[str, Position] = {
    "start": lambda: (sky.start(), "en", frozenset()),
    "rolling": lambda: (sky.rolling(), "ja", frozenset({"dice", "slot.1", "pile.3"})),
    "two": lambda: (sky.two(), "en", frozenset({"ship.2", "place.ws_common", "pulpit.0"})),
    "all_six": lambda: (sky.all_six(), "en", frozenset({"hourglass.3", "cloud.2", "pier.1", "space.4"})),
    "hard": lambda: (sky.all_six_two(hard=True), "ja", frozenset()),
    "worst": lambda: (sky.worst(), "ja", sky.everywhere(sky.worst())),
    "lost": lambda: (sky.ended(sky.two(), "exhausted"), "en", frozenset()),
    "won": lambda: (sky.ended(sky.all_six(), "won"), "ja", frozenset()),
    "search": lambda: (sky.searching(), "en", frozenset()),
}

FRACTURED_SKY: Mapping[str, Position] = {
    "start": lambda: (isles.start(2), "ja", frozenset()),
    "four": lambda: (isles.four(), "en", frozenset({"region.sinister_spires", "seat.0", "platform.P6"})),
    "five": lambda: (isles.five(), "ja", frozenset({"turn_slot.2", "objective.4"})),
    "knowing": lambda: (isles.knowing(), "en", frozenset()),
    "solo": lambda: (isles.solo(), "en", frozenset({"secret.1", "region.gloomy_grotto"})),
    "crowd": lambda: (isles.crowd(), "ja", isles.everywhere(isles.crowd())),
    "ended": lambda: (isles.ended(), "en", frozenset()),
    "reveal": lambda: (isles.revealed(), "en", frozenset()),
    "reveal_solo": lambda: (isles.revealed_solo(), "ja", frozenset()),
    "reveal_crowd": lambda: (isles.revealed_crowd(), "en", frozenset()),
}

PICTURES: Mapping[str, Mapping[str, Position]] = {"takara": TAKARA, "aerion": AERION, "fractured_sky": FRACTURED_SKY}
"""By game and name."""


def drawn(game: str, name: str) -> Image.Image:
    """The picture as it looks now, reduced."""
    view, lang, marks = PICTURES[game][name]()
    painter = render.PAINTERS[game]
    scene = painter.scenes.get(name.partition("_")[0])
    image = (painter.paint if scene is None else scene.paint)(view, words(lang, (*NAMES, "Élise")), marks).image
    return image.resize((WIDTH, round(image.height * WIDTH / image.width)), Image.Resampling.BOX)


MEAN = 1.5
"""Largest mean difference, in levels of 255: releases of Pillow and FreeType smooth a little differently."""
SPOT = 26
"""Largest difference of a patch of 8 × 8 pixels."""


def looks_as_approved(game: str, name: str) -> None:
    """The picture has the size of the approved one and differs from it no more than smoothing does."""
    with Image.open(FOLDER / f"{game}_{name}.webp") as approved:
        now = drawn(game, name)
        assert now.size == approved.size
        difference = ImageChops.difference(now, approved.convert("RGB")).convert("L")
    assert ImageStat.Stat(difference).mean[0] <= MEAN
    spots = difference.reduce(8).tobytes()
    assert max(spots) <= SPOT


EXAMPLES = Path(__file__).parents[2] / "render" / "examples"


def moment(wanted: Callable[[View, frozenset[str]], bool]) -> tuple[View, View, frozenset[str]]:
    """The first such position: as all see it, as the player to move sees it, and what has just changed."""
    for seed in range(40):
        for match, marks in plays(seed, 3):
            view = match.view(None)
            if wanted(view, marks):
                return view, match.view(view.active), marks
    raise LookupError("no such position")


def lively(view: View, marks: frozenset[str]) -> bool:
    """A good deal has happened, and something just now."""
    open_monsters = sum(card.up and card.layer != "shallow" for tunnel in view.tunnels for card in tunnel.cards)
    changed = any(mark.startswith("tunnel") for mark in marks) and any(mark.startswith("kara") for mark in marks)
    scrolls = min(len(player.items) for player in view.players)
    return view.stones_found == 1 and open_monsters >= 3 and changed and scrolls >= 1 and len(view.deeds) >= 4


def flight(seats: int, options: Options, wanted: Callable[[Sky], bool]) -> tuple[Sky, frozenset[str]]:
    """The first such position of Aerion in a game that is played sensibly, and what is news in it."""
    for seed in range(200):
        for view, news in sky.games(seed, seats, options):
            if wanted(view):
                return view, news
    raise LookupError("no such position")


def eventful(view: Sky) -> bool:
    """In the middle of a turn: something was rerolled, something can be taken, ships fly, workshops are in use."""
    takeable = sum(column.met and column.status == "take" for column in view.columns)
    fresh = sum(column.fresh and column.slot is not None for column in view.columns)
    flying = sum(ship.built for ship in view.ships)
    busy = sum(shop.blueprint is not None or shop.material is not None for shop in view.workshops)
    rerolled = any(0 < len(deed.changed) < 6 for deed in view.deeds[-1:])
    return view.rolled and rerolled and takeable >= 2 and fresh >= 1 and flying >= 2 and busy >= 2 and view.pixies > 0


def crowded(view: Sky) -> bool:
    """All expansions, and something is done for most of them."""
    begun = sum(goal.done > 0 for goal in view.goals)
    takeable = sum(column.met and column.status == "take" for column in view.columns)
    return view.rolled and begun >= 5 and takeable >= 1 and view.deeds_now >= 3


def show_aerion() -> None:
    """Write the pictures of Aerion that the README shows: positions of real games."""
    voice = sky.words("en", ("Ana", "Ben"))
    shown = (
        ("board", *flight(1, {}, eventful)),
        ("full", *flight(2, sky.NORMAL, crowded)),
        ("end", *flight(2, {}, lambda view: view.result == "won")),
    )
    for name, view, changed in shown:
        picture = render.draw("aerion", view, voice, changed)
        (EXAMPLES / f"aerion_{name}.{picture.ext}").write_bytes(picture.data)


def round_of(people: int, wanted: Callable[[Isles], bool]) -> tuple[Isles, Isles, frozenset[str]]:
    """The first such position of Fractured Sky, as all and as the seat to move see it, and what is news in it."""
    for seed in range(200):
        for match, news in isles.games(seed, people):
            view = match.view(None)
            if wanted(view):
                return view, match.view(view.active), news
    raise LookupError("no such position")


def busy(view: Isles) -> bool:
    """In the middle of a late round: buildings of several kinds, airships, objectives won."""
    built = sum(b.fortresses + b.markets for platform in view.platforms for b in platform.buildings)
    flying = sum(len(region.ships) for region in view.regions)
    return view.step == "action" and view.round >= 4 and built >= 6 and 5 <= flying <= 8 and len(view.deeds) >= 8


def explored(view: Isles) -> bool:
    """Whoever is to move knows where no secret starfall will come."""
    return any(ship.explorer and ship.seat == view.active for region in view.regions for ship in region.ships)


def show_fractured_sky() -> None:
    """Write the pictures of Fractured Sky that the README shows: positions of real games."""
    voice = isles.words("en", ("Ana", "Ben", "Chie", "Dora"))
    board, _, news = round_of(4, busy)
    _, mine, _ = round_of(4, lambda view: busy(view) and explored(view))
    alone, _, last = round_of(1, busy)
    end, _, _ = round_of(4, lambda view: view.step == "reward_choices" and view.round == 4)
    shown = (
        ("board", board, news, "usual"),
        ("mine", mine, frozenset[str](), "usual"),
        ("solo", alone, last, "usual"),
        ("reveal", end, frozenset[str](), "reveal"),
    )
    for name, view, changed, scope in shown:
        picture = render.draw("fractured_sky", view, voice, changed, scope)
        (EXAMPLES / f"fractured_sky_{name}.{picture.ext}").write_bytes(picture.data)


def show() -> None:
    """Write the pictures of Takara Island that the README shows."""
    EXAMPLES.mkdir(exist_ok=True)
    names = ("Ana", "Ben", "Chie")
    board, mine, marks = moment(lively)
    won, _, last = moment(lambda view, _: view.result == "both_split" and len(set(view.ranks)) == 3)
    for name, view, changed in (("board", board, marks), ("mine", mine, frozenset[str]()), ("end", won, last)):
        picture = render.draw("takara", view, words("en", names), changed)
        (EXAMPLES / f"takara_{name}.{picture.ext}").write_bytes(picture.data)


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for game, pictures in PICTURES.items():
        for name in pictures:
            drawn(game, name).save(FOLDER / f"{game}_{name}.webp", lossless=True)
    show()
    show_aerion()
    show_fractured_sky()
