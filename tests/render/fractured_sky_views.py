"""Positions of Fractured Sky to be drawn, put together by hand: every step and number of people, and crowds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from functools import cache

from msgspec.structs import replace

from bot.ui.speech import Speech, Voice
from engines.fractured_sky import GAME
from engines.fractured_sky.components import PLATFORMS, REGIONS, SLOT_ICONS, Size, bridges, regions_of
from engines.fractured_sky.state import State
from engines.fractured_sky.view import (
    AirshipView,
    AiView,
    BuildingView,
    Deed,
    MineView,
    ObjectiveView,
    Placing,
    PlatformView,
    RegionResult,
    RegionView,
    Reveal,
    ScoutView,
    SeatView,
    SecretView,
    TurnSlotView,
    View,
)
from engines.kernel.game import Options
from engines.kernel.match import Action, Match
from engines.kernel.rng import Rng
from engines.kernel.simulate import seed_of
from engines.kernel.standin import random_choice

NAMES = ("Ana", "Benedikt von Hohenzollern-Sigmaringen", "千恵", "Dörte", "Élise")
HOSTILE = ("\u202eevil\u202c" + "W" * 30, "🐙🐙🐙", "\u200b", "ﷺ" * 12, "゜" * 20)
LANGUAGES = ("en", "ja")
COLORS = ("yellow", "blue", "red", "green", "purple")
TOKENS = ((1, 2), (2, 3), (2, 4), (1, 5), (1, 6), (0, 7), (0, 8))


@cache
def speech() -> Speech:
    """Words in both languages; a missing one fails the test."""
    return Speech.load(strict=True)


def words(lang: str, names: tuple[str, ...] = NAMES) -> Voice:
    """The words for a picture at a table of these people."""
    return speech().words(lang, names.__getitem__)


def plays(
    seed: int, people: int, options: Options | None = None
) -> Iterator[tuple[Match[State, View], frozenset[str]]]:
    """A whole random game: the match after each action, and what the action changed."""
    match = Match.new(GAME, people, dict(options or {}), seed_of("fractured sky pictures", seed))
    chance = Rng(seed_of("fractured sky people", seed))
    yield match, frozenset()
    while match.pending:
        decision, answer = random_choice(match.pending, chance)
        turn = match.act(Action(decision.seat, decision.verb, answer))
        yield match, frozenset(anchor for event in turn.events if event.seen_by is None for anchor in event.at)


def games(
    seed: int, people: int, options: Options | None = None
) -> Iterator[tuple[Match[State, View], frozenset[str]]]:
    """A whole game of stand-ins, who play sensibly."""
    match = Match.new(GAME, people, dict(options or {}), seed_of("fractured sky pictures", seed))
    yield match, frozenset()
    while match.pending:
        seat_ = next(decision.seat for decision in match.pending if not decision.optional)
        mine = tuple(decision for decision in match.pending if decision.seat == seat_)
        decision, answer = GAME.absent(mine, match.view(seat_))
        turn = match.act(Action(decision.seat, decision.verb, answer))
        yield match, frozenset(anchor for event in turn.events if event.seen_by is None for anchor in event.at)


def ship(seat: int, region: str, rim: str = "dark", explorer: bool = False, value: int | None = None) -> AirshipView:
    """An airship."""
    return AirshipView(seat, region, rim, explorer, value)


def region(
    number: int,
    name: str,
    stars: int = 0,
    public: bool = False,
    ships: tuple[AirshipView, ...] = (),
    skimmers: tuple[tuple[int, int], ...] = (),
    unused: bool = False,
) -> RegionView:
    """A region in play."""
    r = REGIONS[name]
    first, second = r.resources
    pair = (str(first), str(second))
    return RegionView(number, name, r.abbr, pair, r.x, r.y, stars, public, ships, skimmers, unused)


def regions(
    size: Size,
    ships: tuple[AirshipView, ...] = (),
    stars: dict[str, int] | None = None,
    public: str = "peaceful_plains",
    skimmers: dict[str, tuple[tuple[int, int], ...]] | None = None,
    unused: tuple[str, ...] = (),
) -> tuple[RegionView, ...]:
    """All regions of that map."""
    lying = {public: 1, **(stars or {})}
    return tuple(
        region(
            i,
            r.id,
            lying.get(r.id, 0),
            r.id == public,
            tuple(one for one in ships if one.region == r.id),
            (skimmers or {}).get(r.id, ()),
            r.id in unused,
        )
        for i, r in enumerate(regions_of(size), 1)
    )


def platforms(size: Size, built: Mapping[str, tuple[BuildingView, ...]] | None = None) -> tuple[PlatformView, ...]:
    """All platforms of that map."""
    return tuple(
        PlatformView(p.id, p.x, p.y, bridges(p.id, size), (built or {}).get(p.id, ()))
        for p in PLATFORMS.values()
        if bridges(p.id, size)
    )


def secrets(round_: int, *first: SecretView) -> tuple[SecretView, ...]:
    """The five slots in that round; the first ones as given."""
    rest = tuple(SecretView(i, i <= round_, False, None, False, ()) for i in range(len(first) + 1, 6))
    return (*first, *rest)


def objectives(*first: ObjectiveView) -> tuple[ObjectiveView, ...]:
    """The five objectives; the first ones as given."""
    rest = (
        ObjectiveView(i, SLOT_ICONS[i - 1], None, up=False, known=False, winner=None, peeked=())
        for i in range(len(first) + 1, 6)
    )
    return (*first, *rest)


def seat(number: int, color: str = "", stars: int = 0, left: int = 3, **held: int) -> SeatView:
    """A person's seat."""
    has = {"gold": 2, "iron": 0, "wood": 2, "fortresses": 5, "markets": 5, "skimmers": 5, "cards": 0} | held
    return SeatView(number, color or COLORS[number], None, stars, left=left, **has)


def robot(number: int, color: str, difficulty: str, stars: int = 0, left: int = 3, card: str = "") -> SeatView:
    """An automated opponent's seat."""
    limit = {"easy": 0, "medium": 6, "hard": 5}[difficulty]
    built = {"easy": 2, "medium": 3, "hard": 4}[difficulty]
    compass = ("S", "E") if card else None
    effect = {"": "", "1": "airship", "2": "scout", "3": "fortress", "4": "market", "5": "skimmer"}[card]
    own = AiView(TOKENS[:3], TOKENS[3:], card and f"B0{card}", effect, compass, 12, 4 if limit else 0, limit)
    return SeatView(number, color, own, stars, 0, 0, 0, built, built, built, left, 0)


def turn_slots(
    old: tuple[int, ...], new: tuple[int | None, ...], gold: tuple[int, ...], closed: int = 0
) -> tuple[TurnSlotView, ...]:
    """The turn order; closed slots follow."""
    pairs = zip(old, new, gold, strict=False)
    used = tuple(TurnSlotView(i, True, g, a, b) for i, (a, b, g) in enumerate(pairs, 1))
    return (*used, *(TurnSlotView(len(used) + i, False, 1, None, None) for i in range(1, closed + 1)))


def counted(position: Callable[[], View]) -> Callable[[], View]:
    """The position with as many airships left as have not been placed."""

    @cache
    def made() -> View:
        view = position()
        placed = Counter(ship.seat for region in view.regions for ship in region.ships)
        return replace(view, seats=tuple(replace(own, left=3 - placed[own.seat]) for own in view.seats))

    return made


SMALL = (0, 0, 1)
LARGE = (0, 0, 0, 1, 1)


def start(people: int = 3) -> View:
    """The first question: starting resources."""
    small = people < 4
    size = Size.SMALL if small else Size.FULL
    own = [seat(i, gold=0, wood=0) for i in range(people)]
    difficulty = "medium" if people < 3 else ""
    for color in ("black", "orange")[: max(0, 3 - people)]:
        own.append(robot(len(own), color, difficulty))
    count = len(own)
    return View(
        None,
        "setup_resources",
        1,
        5,
        0,
        difficulty,
        small,
        regions(size),
        platforms(size),
        secrets(1),
        (8 if small else 10) - 1,
        objectives() if people > 1 else (),
        tuple(own),
        turn_slots(tuple(range(count)), (None,) * count, SMALL if small else LARGE, closed=1 if people == 4 else 0),
        (Deed(-1, "started", region="peaceful_plains", n=1),),
    )


@counted
def four() -> View:
    """Four people in the third round."""
    ships = (
        ship(0, "peaceful_plains", "dark", explorer=True),
        ship(2, "peaceful_plains", "light"),
        ship(1, "creepy_cove", "dark", explorer=True),
        ship(3, "molten_moor", "light", explorer=True),
        ship(2, "sinister_spires", "dark", explorer=True),
        ship(0, "sinister_spires"),
        ship(1, "sinister_spires"),
        ship(2, "wayward_wood", "dark", explorer=True),
    )
    built = {
        "P6": (BuildingView(0, 2, 1), BuildingView(2, 1, 0)),
        "P5": (BuildingView(1, 0, 2),),
        "P3": (BuildingView(3, 1, 1),),
        "P8": (BuildingView(2, 0, 1),),
    }
    own = (
        seat(0, "blue", 3, 1, gold=1, iron=2, wood=0, fortresses=3, markets=4),
        seat(1, "yellow", 1, 1, gold=4, iron=0, wood=3, markets=3),
        seat(2, "green", 4, 0, gold=0, iron=1, wood=1, fortresses=4, markets=4, skimmers=4),
        seat(3, "red", 2, 2, gold=2, iron=5, wood=12, fortresses=4, markets=4),
    )
    tray = secrets(
        3,
        SecretView(1, True, False, None, False, (ScoutView(0, "gold"), ScoutView(2, "gold"), ScoutView(3, "wood"))),
        SecretView(2, True, False, None, False, (ScoutView(1, ""),)),
    )
    done = objectives(
        ObjectiveView(1, "fleet", "gilded_fleet", True, False, 2, (0,)),
        ObjectiveView(2, "build", "merchant_guild", True, False, None, ()),
        ObjectiveView(3, "intel", None, False, False, None, (0, 3)),
        ObjectiveView(4, "build", None, False, False, None, (2,)),
    )
    deeds = (
        Deed(1, "place_airship", region="creepy_cove", rim="dark", n=1),
        Deed(2, "choose_turn_slot", slot=2),
        Deed(3, "scout", slot=1),
        Deed(3, "take_scout_resource", slot=1, resource="wood"),
        Deed(0, "exchange", resource="iron"),
        Deed(0, "build_fortress", platform="P6"),
        Deed(1, "peek", slot=4),
        Deed(3, "place_skimmer", region="molten_moor"),
        Deed(0, "place_airship", region="sinister_spires", rim="dark"),
    )
    return View(
        None,
        "action",
        3,
        5,
        1,
        "",
        False,
        regions(
            Size.FULL, ships, {"gloomy_grotto": 2}, skimmers={"molten_moor": ((3, 1),), "sinister_spires": ((2, 2),)}
        ),
        platforms(Size.FULL, built),
        tray,
        4,
        done,
        own,
        turn_slots((2, 0, 1, 3), (None, 2, None, None), LARGE, closed=1),
        deeds,
    )


@counted
def five() -> View:
    """Five people in the second round."""
    view = four()
    own = (*view.seats, seat(4, "purple", 2, 3, gold=1, iron=1, wood=1))
    slots = turn_slots((2, 0, 1, 3, 4), (None, 2, None, None, None), LARGE)
    return replace(view, seats=own, turn_slots=slots)


@counted
def knowing() -> View:
    """The first of four people, over the limit, with every sort of secret."""
    view = four()
    values = iter((7, 5))
    isles = tuple(
        replace(
            r,
            ships=tuple(replace(s, value=next(values)) if s.seat == 0 else s for s in r.ships),
            unused=r.id in ("peaceful_plains", "frosty_fjord"),
        )
        for r in view.regions
    )
    first = replace(view.secrets[0], region="careening_cliffs", known=True)
    seen = replace(view.objectives[2], card="archivists", known=True)
    mine = MineView((0, 0, 1, 2, 3, 4, 6, 8, 9, 10), 12, 2, ("peaceful_plains", "frosty_fjord"))
    return replace(
        view,
        viewer=0,
        regions=isles,
        secrets=(first, *view.secrets[1:]),
        objectives=(*view.objectives[:2], seen, *view.objectives[3:]),
        mine=mine,
    )


@counted
def solo() -> View:
    """One person against both automated opponents, hard; a secret card turned up early."""
    ships = (
        ship(0, "peaceful_plains", "light", explorer=True),
        ship(1, "peaceful_plains", "token"),
        ship(2, "dreadful_desert", "token", explorer=True),
        ship(1, "gloomy_grotto", "token", explorer=True),
        ship(1, "creepy_cove", "token", explorer=True),
    )
    own = (
        seat(0, "yellow", 6, 2, gold=3, iron=1, wood=0, markets=3),
        robot(1, "black", "hard", 5, 0, "3"),
        robot(2, "orange", "hard", 7, 2, "1"),
    )
    built = {
        "P5": (BuildingView(1, 2, 1), BuildingView(0, 0, 2)),
        "P8": (BuildingView(2, 1, 1),),
        "P2": (BuildingView(2, 1, 0),),
    }
    tray = secrets(
        4,
        SecretView(1, True, True, "gloomy_grotto", False, (ScoutView(0, "iron"), ScoutView(1, ""))),
        SecretView(2, True, False, None, False, ()),
        SecretView(3, True, False, None, False, (ScoutView(2, ""),)),
    )
    deeds = (
        Deed(0, "scout", slot=1),
        Deed(0, "take_scout_resource", slot=1, resource="iron"),
        Deed(1, "ai_scout", slot=1, card="B09", why="compass"),
        Deed(-1, "revealed", region="gloomy_grotto", slot=1),
        Deed(2, "ai_airship", region="dreadful_desert", card="O01", n=1, why="none"),
        Deed(0, "place_airship", region="peaceful_plains", rim="light", n=1),
        Deed(1, "ai_fortress", platform="P5", card="B11", why="dots"),
        Deed(2, "ai_skimmer", region="peaceful_plains", card="O15", why="public"),
    )
    return View(
        None,
        "action",
        4,
        5,
        0,
        "hard",
        True,
        regions(Size.SMALL, ships, {"gloomy_grotto": 1}, skimmers={"peaceful_plains": ((2, 1),)}),
        platforms(Size.SMALL, built),
        tray,
        3,
        (),
        own,
        turn_slots((0, 1, 2), (1, None, None), SMALL),
        deeds,
    )


@counted
def pair() -> View:
    """Two people and one automated opponent, easy."""
    view = solo()
    own = (seat(0, "yellow", 6, 2, gold=3, iron=1, wood=0, markets=3), robot(2, "black", "easy", 5, 0, "5"))
    seats = (own[0], seat(1, "blue", 4, 3), own[1])
    ships = (ship(0, "peaceful_plains", "light", explorer=True), ship(2, "peaceful_plains", "token"))
    lying = regions(Size.SMALL, ships, {"gloomy_grotto": 1})
    built = {"P5": (BuildingView(2, 2, 1), BuildingView(0, 0, 2))}
    tray = secrets(2, SecretView(1, True, True, "gloomy_grotto", False, (ScoutView(0, "iron"), ScoutView(2, ""))))
    return replace(
        view,
        round=2,
        active=1,
        difficulty="easy",
        seats=seats,
        regions=lying,
        secrets=tray,
        platforms=platforms(Size.SMALL, built),
        objectives=objectives(),
        deeds=view.deeds[:2],
        turn_slots=turn_slots((0, 1, 2), (None, None, 2), SMALL),
    )


@counted
def crowd() -> View:
    """Five people, everything in two regions and on three platforms, and two digits wherever there is a number."""
    here, there = "careening_cliffs", "gloomy_grotto"
    ships = (
        ship(0, here, "dark", explorer=True),
        ship(1, here, "light"),
        ship(2, here),
        ship(3, here),
        ship(4, here),
        ship(0, here, "light"),
        ship(1, there, "dark", explorer=True),
        *(
            ship(i, there, rim)
            for i in range(5)
            for rim in ("light", "dark")
            if (i, rim) not in ((0, "light"), (1, "light"))
        ),
    )
    full = tuple(BuildingView(i, 2, 3) for i in range(5))
    own = tuple(
        seat(i, "", 10 + i, 0, gold=12, iron=20, wood=11, fortresses=0, markets=0, skimmers=0) for i in range(5)
    )
    tray = tuple(
        SecretView(i, True, False, None, False, tuple(ScoutView((s + i) % 5, k) for s, k in enumerate(kinds)))
        for i, kinds in enumerate(
            (("gold", "gold", "", "", "gold"), ("gold", "iron", "iron"), ("wood", "", "wood"), (), ("iron",)), 1
        )
    )
    looked = tuple(
        ObjectiveView(i, icon, None, False, False, None, (0, 1, 2, 3, 4)) for i, icon in enumerate(SLOT_ICONS, 1)
    )
    some = tuple(BuildingView(i, 1, 2) for i in range(2))
    built = {p: full if p in ("P2", "P5", "P6", "P7") else some for p in PLATFORMS}
    flyers = {here: tuple((i, 5) for i in range(5)), there: tuple((i, 1) for i in range(5))}
    lying = {here: 12, there: 10}
    return View(
        None,
        "reward_choices",
        5,
        5,
        0,
        "",
        False,
        regions(Size.FULL, ships, lying, public=here, skimmers=flyers),
        platforms(Size.FULL, built),
        tray,
        0,
        looked,
        own,
        turn_slots((4, 3, 2, 1, 0), (0, 1, 2, 3, 4), LARGE),
        four().deeds * 4,
    )


@counted
def ended() -> View:
    """Four people, the game is over."""
    shown = tuple(
        ObjectiveView(i, icon, card, True, False, winner, ())
        for i, (icon, card, winner) in enumerate(
            (
                ("fleet", "matched_harvest", 2),
                ("build", "crossroads", None),
                ("intel", "archivists", 0),
                ("build", "dense_hub", 1),
                ("fleet", "single_stronghold", 3),
            ),
            1,
        )
    )
    view = four()
    slots = turn_slots((2, 0, 1, 3), (3, 2, 0, 1), LARGE, closed=1)
    own = tuple(replace(s, stars=s.stars + 4) for s in view.seats)
    return replace(
        view, step="over", round=5, ranks=(2, 4, 1, 3), objectives=shown, seats=own, turn_slots=slots, reveal=reveal()
    )


def reveal() -> Reveal:
    """How the third round of four people ended."""

    def shown(seat_: int, where: str, printed: int, value: int | None = None, explorer: bool = False) -> AirshipView:
        rim = "light" if printed in (1, 10) else "dark"
        return AirshipView(seat_, where, rim, explorer, printed if value is None else value, printed)

    def placed(
        seat_: int,
        power: int,
        rung: str,
        stars: int = 0,
        gained: tuple[int, int, int] = (0, 0, 0),
        picks: int = 0,
        market: int = 0,
    ) -> Placing:
        return Placing(seat_, power, rung, stars, gained, picks, market)

    return Reveal(
        3,
        (12, 10, 9, 14),
        (2, 0, 0, 4),
        ("creepy_cove", "gloomy_grotto", "careening_cliffs"),
        "far_sight",
        0,
        (
            RegionResult(
                "creepy_cove", 1, (shown(1, "creepy_cove", 4, explorer=True),), (), (placed(1, 4, "starfall", 1),)
            ),
            RegionResult("frosty_fjord", 0, (), (), ()),
            RegionResult("torrential_tropics", 0, (shown(3, "torrential_tropics", 2, 0, True),), (), ()),
            RegionResult(
                "peaceful_plains",
                1,
                (shown(0, "peaceful_plains", 7, 5, True), shown(2, "peaceful_plains", 1)),
                (),
                (placed(0, 7, "starfall", 1, (0, 0, 0), 1, 1), placed(2, 2, "both_resources", 0, (1, 0, 1))),
            ),
            RegionResult("careening_cliffs", 1, (), (), ()),
            RegionResult(
                "molten_moor",
                0,
                (shown(3, "molten_moor", 10, 6, True),),
                ((3, 1),),
                (placed(3, 7, "both_resources", 0, (0, 2, 0)),),
            ),
            RegionResult(
                "sinister_spires",
                0,
                (
                    shown(2, "sinister_spires", 5, explorer=True),
                    shown(0, "sinister_spires", 5, 3),
                    shown(1, "sinister_spires", 6),
                    shown(3, "sinister_spires", 2, 0),
                ),
                ((2, 2),),
                (
                    placed(2, 8, "both_resources", 0, (1, 1, 0)),
                    placed(1, 6, "one_resource", 0, (0, 0, 0), 1),
                    placed(0, 5, "nothing"),
                ),
            ),
            RegionResult("dreadful_desert", 0, (), (), ()),
            RegionResult(
                "wayward_wood",
                0,
                (shown(2, "wayward_wood", 3, explorer=True),),
                (),
                (placed(2, 3, "both_resources", 0, (1, 0, 1)),),
            ),
            RegionResult("gloomy_grotto", 3, (), ((1, 1),), (placed(1, 1, "starfall", 3),)),
        ),
    )


@counted
def revealed() -> View:
    """Four people at the end of the third round, rewards being chosen."""
    view = four()
    return replace(
        view, step="reward_choices", reveal=reveal(), turn_slots=turn_slots((2, 0, 1, 3), (3, 2, 0, 1), LARGE, closed=1)
    )


@counted
def revealed_solo() -> View:
    """One person and both automated opponents, a crowded region, no objectives."""
    view = solo()
    where = "peaceful_plains"
    ships = (
        AirshipView(0, where, "light", True, 10, 10),
        AirshipView(1, where, "token", False, 8, None, (0, 8)),
        AirshipView(2, where, "token", False, 1, None, (1, 6)),
    )
    ranked = (
        Placing(1, 11, "starfall", 2, (0, 0, 0), 0, 1),
        Placing(0, 10, "both_resources", 0, (1, 0, 1), 2, 2),
        Placing(2, 3, "one_resource", 0, (0, 0, 0), 0, 2),
    )
    first = RegionResult(where, 2, ships, ((2, 2),), ranked)
    every = tuple(
        first if r.id == where else RegionResult(r.id, int(r.id == "gloomy_grotto"), (), (), ())
        for r in regions_of(Size.SMALL)
    )
    shown = Reveal(4, (10, None, None), (0, 0, 0), (where, "gloomy_grotto"), "", None, every)
    return replace(view, step="reward_choices", reveal=shown)


def revealed_crowd() -> View:
    """Five people, all airships in one region, every one over the limit, all sorts of gains."""
    view, where = crowd(), "molten_moor"
    values = ((10, 9, 8), (10, 7, 6), (9, 8, 1), (0, 0, 10), (2, 3, 4))
    lost = tuple(max(0, sum(chips) - 10) for chips in values)
    ships = tuple(
        AirshipView(i, where, "light" if c in (1, 10) else "dark", i == k == 0, max(0, c - lost[i]), c)
        for i, chips in enumerate(values)
        for k, c in enumerate(chips)
    )
    power = [sum(s.value or 0 for s in ships if s.seat == i) + 5 + 2 for i in range(5)]
    order = sorted(range(5), key=lambda i: -power[i])
    rungs = ("starfall", "both_resources", "one_resource", "nothing", "nothing")
    stars, gained, picks = (12, 0, 0, 0, 0), ((0, 0, 0), (2, 2, 2), *[(0, 0, 0)] * 3), (3, 3, 3, 0, 0)
    ranked = tuple(
        Placing(i, power[i], rung, stars[k], gained[k], picks[k], 2)
        for k, (i, rung) in enumerate(zip(order, rungs, strict=True))
    )
    result = RegionResult(where, 12, ships, tuple((i, 5) for i in range(5)), ranked)
    every = tuple(result if r.id == where else RegionResult(r.id, 0, (), (), ()) for r in regions_of(Size.FULL))
    secret = ("careening_cliffs", "gloomy_grotto", where, "creepy_cove", "wayward_wood")
    totals = tuple(sum(chips) for chips in values)
    return replace(view, reveal=Reveal(5, totals, lost, secret, "heart_of_the_sky", None, every))


def everywhere(view: View) -> frozenset[str]:
    """Every anchor."""
    return frozenset(
        {
            "public",
            *(f"region.{region.id}" for region in view.regions),
            *(f"platform.{platform.id}" for platform in view.platforms),
            *(f"secret.{n}" for n in range(1, 6)),
            *(f"objective.{objective.number}" for objective in view.objectives),
            *(f"seat.{own.seat}" for own in view.seats),
            *(f"turn_slot.{slot.number}" for slot in view.turn_slots if slot.open),
        }
    )


def positions() -> dict[str, View]:
    """By name."""
    return {
        **{f"start_{n}": start(n) for n in range(1, 6)},
        "four": four(),
        "five": five(),
        "knowing": knowing(),
        "solo": solo(),
        "pair": pair(),
        "crowd": crowd(),
        "ended": ended(),
        "revealed": revealed(),
        "revealed_solo": revealed_solo(),
        "revealed_crowd": revealed_crowd(),
    }
