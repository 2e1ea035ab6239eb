"""Positions of Aerion to be drawn, put together by hand: every phase, every expansion, more than any game can bring."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache

from msgspec.structs import replace

from bot.ui.speech import Speech, Voice
from engines.aerion import GAME
from engines.aerion.components import CARD_IDS, COLUMNS, DATA, KIND_OF, SHIPS, base_deck
from engines.aerion.state import State
from engines.aerion.view import (
    CardView,
    CloudsView,
    ColumnView,
    Deed,
    EggsView,
    FlagshipView,
    GoalView,
    HellkiteView,
    HourglassesView,
    PiersView,
    SearchView,
    SeatView,
    ShipView,
    SpaceView,
    View,
    WorkshopView,
)
from engines.kernel.game import Options
from engines.kernel.match import Action, Match
from engines.kernel.rng import Rng
from engines.kernel.simulate import seed_of
from engines.kernel.standin import random_choice

NAMES = ("Ana", "Benedikt von Hohenzollern-Sigmaringen")
HOSTILE = ("\u202eevil\u202c" + "W" * 30, "🐙🐙🐙")
LANGUAGES = ("en", "ja")
PARTS = ("flagship", "hourglasses", "clouds", "piers", "eggs", "hellkite")
"""The expansions: options, and parts of a view."""


@cache
def speech() -> Speech:
    """Words in both languages; a missing one fails the test."""
    return Speech.load(strict=True)


def words(lang: str, names: tuple[str, ...] = NAMES) -> Voice:
    """The words for a picture at a table of these people."""
    return speech().words(lang, names.__getitem__)


NORMAL: Options = dict.fromkeys(PARTS, "normal")
HARD: Options = {
    "pixies": 0,
    "clouds": "normal",
    "clouds_hard_birds": True,
    "clouds_hard_cover": True,
    **{name: "hard" for name in PARTS if name != "clouds"},
}


def plays(seed: int, seats: int, options: Options | None = None) -> Iterator[tuple[Match[State, View], frozenset[str]]]:
    """A whole random game: the match after each action, and what the action changed."""
    match = Match.new(GAME, seats, dict(options or {}), seed_of("aerion pictures", seed))
    people = Rng(seed_of("aerion people", seed))
    yield match, frozenset()
    while match.pending:
        decision, answer = random_choice(match.pending, people)
        turn = match.act(Action(decision.seat, decision.verb, answer))
        yield match, frozenset(anchor for event in turn.events for anchor in event.at)


def games(seed: int, seats: int, options: Options | None = None) -> Iterator[tuple[View, frozenset[str]]]:
    """A whole game as stand-ins play it, sensibly: the view after each action, and the news since the turn began."""
    match = Match.new(GAME, seats, dict(options or {}), seed_of("aerion games", seed))
    news, turn = frozenset[str](), 1
    while match.pending:
        seat = match.pending[0].seat
        mine = tuple(decision for decision in match.pending if decision.seat == seat)
        decision, answer = GAME.absent(mine, match.view(seat))
        done = match.act(Action(seat, decision.verb, answer))
        view = match.view(None)
        news |= frozenset(anchor for event in done.events for anchor in event.at)
        yield view, news
        if view.turn != turn:
            news, turn = frozenset(), view.turn


def card(name: str, column: int) -> CardView:
    """A card of that column."""
    return CardView(name, KIND_OF[name].value, column)


def counted(cards: list[str]) -> tuple[tuple[str, int], ...]:
    """A list of contents, in the order of the components."""
    held = Counter(cards)
    return tuple((name, held[name]) for name in CARD_IDS if held[name])


def column(number: int, slot: str | None, discard: tuple[str, ...] = (), extra: tuple[str, ...] = ()) -> ColumnView:
    """A column that shows this card; what lies in the discard pile is not in the draw pile."""
    deck = DATA.deck[number - 1]
    rest = [*base_deck(number), *extra]
    for gone in (*discard, *([slot] if slot else [])):
        if gone in rest:
            rest.remove(gone)
    shown = card(slot, number) if slot else None
    return ColumnView(number, deck.id, deck.label, shown, len(rest), (), counted(rest), discard)


def ships(*built: int) -> tuple[ShipView, ...]:
    """The six ships, these of them flying."""
    return tuple(
        ShipView(s.number, s.id, s.needs.blueprint, s.needs.material, s.needs.crew, s.number in built) for s in SHIPS
    )


def workshop(name: str, *cards: CardView, owner: int | None = None, moored: bool = False) -> WorkshopView:
    """A workshop with these cards."""
    by_kind = {one.kind: one for one in cards}
    crew = by_kind.get("crew")
    return WorkshopView(
        name, owner, by_kind.get("blueprint"), by_kind.get("material"), crew, owner if crew else None, moored
    )


OPENING = ("crew_sun", "mat_wood", "book", "bp_zeppelin", "mat_brass", "bp_balloon")


@cache
def start() -> View:
    """Alone, the base game, nothing thrown yet."""
    columns = tuple(replace(column(n, OPENING[n - 1]), fresh=True) for n in COLUMNS)
    return View(
        viewer=None,
        phase="turn_start",
        active=0,
        turn=1,
        start=0,
        columns=columns,
        dice=(),
        rolled=False,
        free_rerolls=0,
        pixies=3,
        ships=ships(),
        workshops=(workshop("ws1"), workshop("ws2")),
        seats=(SeatView(0, 0, ()),),
        goals=(GoalView("ships", 0, 6, False),),
        left=sum(one.draw for one in columns),
        removed=(),
        deeds=(),
        deeds_now=0,
    )


@cache
def rolling() -> View:
    """Alone, in the middle of the base game and of a turn."""
    met = ("take", "no_place", "", "", "", "")
    columns = (
        column(1, "bp_ornithopter", ("crew_sun", "book")),
        replace(column(2, "book", ("mat_wood",)), fresh=True),
        replace(column(3, None, ("mat_wood", "crew_moon", "bp_gyro", "book")), known=("bp_gyro", "crew_moon")),
        replace(column(4, "crew_moon", ("mat_wood",)), fresh=True),
        column(5, "crew_sun", ("bp_gyro", "mat_brass")),
        column(6, "mat_cloth"),
    )
    return replace(
        start(),
        phase="rolling",
        turn=9,
        columns=tuple(
            replace(one, met=state != "", status=state if one.slot else "")
            for one, state in zip(columns, met, strict=True)
        ),
        dice=(5, 5, 2, 5, 3, 2),
        rolled=True,
        free_rerolls=2,
        pixies=2,
        ships=ships(1, 3),
        workshops=(workshop("ws1", card("bp_gyro", 3), card("mat_brass", 2)), workshop("ws2", card("mat_wood", 2))),
        seats=(SeatView(0, 1, (card("crew_sun", 4),)),),
        goals=(GoalView("ships", 2, 6, False),),
        left=sum(one.draw for one in columns),
        removed=(("book", 2),),
        deeds=(
            Deed(0, "roll_dice", dice=(1, 4, 4, 6, 6, 2), changed=(1, 2, 3, 4, 5, 6)),
            Deed(0, "acquire", card="mat_brass", column=2, to="ws1"),
            Deed(0, "roll_dice", dice=(5, 1, 2, 5, 3, 6), changed=(1, 2, 3, 4, 5, 6)),
            Deed(0, "discard_reroll", card="book", column=3, dice=(5, 3, 2, 5, 3, 1), changed=(2, 6)),
            Deed(0, "use_book_reroll", card="book", n=3),
            Deed(0, "free_reroll", dice=(5, 5, 2, 5, 3, 2), changed=(2, 6)),
        ),
        deeds_now=4,
    )


@cache
def two() -> View:
    """Two at the table, the base game."""
    view = rolling()
    return replace(
        view,
        active=1,
        start=1,
        turn=12,
        ships=tuple(replace(one, owner=one.number % 2) for one in view.ships),
        workshops=(
            workshop("ws_p1", card("bp_ornithopter", 1), card("mat_wood", 3), owner=0),
            workshop("ws_p2", card("bp_zeppelin", 3), owner=1),
            replace(workshop("ws_common", card("mat_brass", 2), card("bp_gyro", 5)), crew_by=None),
        ),
        seats=(SeatView(0, 1, (card("crew_sun", 4),)), SeatView(1, 0, ())),
        deeds=(
            Deed(0, "roll_dice", dice=(1, 4, 4, 6, 6, 2), changed=(1, 2, 3, 4, 5, 6)),
            Deed(0, "acquire", card="mat_brass", column=2, to="ws_common"),
            *(replace(deed, seat=1) for deed in view.deeds[2:4]),
        ),
        deeds_now=2,
        free_rerolls=0,
    )


EXPANSIONS = ("hourglass_1", "bird", "bird", "worker", "worker", "egg", "egg")


def _space(number: int, outpost: str | None, lair: str | None) -> SpaceView:
    return SpaceView(number, outpost, lair)


@cache
def all_six(hard: bool = False) -> View:
    """Alone, every expansion; hard: every hard rule, a cloud on each ship that does not fly."""
    slots = ("bird", "hourglass_2", "worker", "crew_moon", "egg", "factory_lab" if hard else "mat_cloth")
    discards: tuple[tuple[str, ...], ...] = (
        ("crew_sun", "worker", "hourglass_1"), ("mat_wood",), ("bird", "book"), (), ("bp_gyro",), ("hourglass_6",) * 2,
    )  # fmt: skip
    columns = []
    for number, slot, discard in zip(COLUMNS, slots, discards, strict=True):
        extra = (f"hourglass_{number}",) * (3 if hard else 4) + ("bird", "bird", "worker", "worker", "egg", "egg")
        columns.append(column(number, slot, discard, extra))
    states = ("never", "take", "never", "stopped", "", "take")
    view = rolling()
    fleet = ships(2)
    if hard:
        clouds = (None, None, "arrow", "bare", "arrow", "arrow")
        fleet = tuple(replace(one, cloud=cloud) for one, cloud in zip(fleet, clouds, strict=True))
    return replace(
        view,
        turn=14,
        pixies=0 if hard else 3,
        columns=tuple(
            replace(one, met=state != "", status=state) for one, state in zip(columns, states, strict=True)
        ),
        dice=(6, 6, 5, 6, 6, 2),
        ships=fleet,
        workshops=(
            workshop("ws1", card("bp_gyro", 3), card("mat_brass", 2), card("crew_sun", 4), moored=hard),
            workshop("ws2", card("bp_glider", 1)),
        ),
        seats=(SeatView(0, 3, (card("crew_sun", 4), card("mat_cloth", 6)), None if hard else 2),),
        goals=(
            GoalView("ships", 1, 6, False),
            GoalView("flagship", 3, 5, False),
            GoalView("hourglasses", 4, 6, False),
            GoalView("lairs", 2, 6, False),
            GoalView("clouds", 5, 12, False),
            GoalView("piers", 1, 3, False),
            GoalView("payroll", 0, 1 if hard else 2, False),
        ),
        left=sum(one.draw for one in columns),
        deeds=(
            Deed(0, "roll_dice", dice=(6, 6, 5, 3, 4, 6), changed=(1, 2, 3, 4, 5, 6)),
            Deed(0, "demolish", n=1),
            Deed(0, "swept", card="hourglass_1", column=1),
            Deed(0, "moved", n=4),
            Deed(0, "roll_dice", dice=(6, 3, 5, 6, 1, 2), changed=(1, 2, 3, 4, 5, 6)),
            Deed(0, "hire_worker", card="worker", column=2),
            Deed(0, "free_reroll", dice=(6, 6, 5, 6, 6, 2), changed=(2, 5)),
        ),
        deeds_now=3,
        flagship=FlagshipView(
            (("mat_wood", True), ("mat_cloth", True), ("mat_brass", True), ("crew_sun", False), ("crew_moon", False)),
            False,
            ("factory_library",) if hard else ("factory_library", "factory_logistics"),
            False,
            hard,
        ),
        hourglasses=HourglassesView((2, 0, 1, 1, 1, 0)),
        clouds=CloudsView(
            ("gone", "gone", "arrow", "bare", "arrow", "arrow") if hard else ("gone", "bare", "arrow") * 2,
            7 if hard else 6,
            2 if hard else 0,
            hard,
        ),
        piers=PiersView((True, False, False), 1 if hard else None, hard),
        eggs=EggsView(1, False, hard),
        hellkite=HellkiteView(
            (
                _space(1, None, None), _space(2, None, "mat_wood"), _space(3, "crew_sun", "hidden"),
                _space(4, "crew_moon", "hidden"), _space(5, "bp_mid", "hidden"), _space(6, None, None),
            ),
            4,
            "crew_moon",
            ("crew_sun", "crew_moon", "mat_cloth", "bp_low", "bp_high"),
            ("mat_brass", "bp_high"),
            hard,
        ),
    )  # fmt: skip


@cache
def all_six_two(hard: bool = False) -> View:
    """Two at the table, every expansion."""
    view, pair = all_six(hard), two()
    return replace(
        view,
        active=1,
        ships=tuple(replace(one, owner=one.number % 2) for one in view.ships),
        workshops=pair.workshops,
        seats=(
            SeatView(0, 1, (card("crew_sun", 4),), None if hard else 1),
            SeatView(1, 2, (card("mat_cloth", 6), card("crew_moon", 2)), None if hard else 0),
        ),
        deeds=tuple(replace(deed, seat=int(i >= 4)) for i, deed in enumerate(view.deeds)),
    )


@cache
def worst() -> View:
    """More of everything than any game can bring, for two."""
    view = all_six_two()
    pile = tuple(name for number in COLUMNS for name in (f"hourglass_{number}", "bird", "worker")) + ("book",) * 6
    shelf = tuple(card(name, 1) for name in CARD_IDS if KIND_OF[name].value in ("blueprint", "material", "crew"))
    columns = tuple(
        replace(
            one,
            slot=card(f"bp_{SHIPS[one.number - 1].id.removeprefix('ship_')}", one.number),
            discard=pile,
            draw=19,
            known=("bp_ornithopter", "crew_sun", "mat_brass", "bp_zeppelin", "crew_moon"),
            met=True,
            status=("take", "no_place", "stopped", "never", "take", "no_place")[one.number - 1],
            fresh=True,
        )
        for one in view.columns
    )
    assert view.flagship is not None
    assert view.eggs is not None
    return replace(
        view,
        turn=131,
        columns=columns,
        left=114,
        free_rerolls=12,
        dice=(6, 6, 6, 6, 6, 6),
        workshops=(
            workshop("ws_p1", card("bp_ornithopter", 1), card("mat_wood", 3), card("crew_moon", 2), owner=0,
                     moored=True),
            workshop("ws_p2", card("bp_zeppelin", 3), card("mat_brass", 3), card("crew_moon", 2), owner=1, moored=True),
            replace(workshop("ws_common", card("mat_brass", 2), card("bp_gyro", 5), card("crew_sun", 2)), crew_by=0),
        ),
        seats=(SeatView(0, 12, (*shelf, shelf[0]), 12), SeatView(1, 12, shelf, 12)),
        flagship=replace(view.flagship, factories=("factory_security", "factory_game_room", "factory_lab")),
        hourglasses=HourglassesView((4,) * 6),
        eggs=replace(view.eggs, stack=12, duty=True),
        deeds=tuple(
            replace(deed, seat=n % 2) for n in range(3) for deed in (*rolling().deeds, *view.deeds)
        ),
        deeds_now=30,
        removed=(("book", 12), ("worker", 12), ("egg", 12)),
    )  # fmt: skip


def searching(viewer: int | None = 0) -> View:
    """An egg has opened a draw pile: its seat sees it, by type."""
    view = all_six()
    found = SearchView(4, view.columns[3].contents) if viewer == view.active else None
    return replace(view, viewer=viewer, phase="egg_pick", search=found)


def ended(view: View, result: str) -> View:
    """The same position at the end of the game."""
    won = result == "won"
    return replace(
        view,
        phase="over",
        result=result,
        rolled=False,
        columns=tuple(replace(one, met=False, status="") for one in view.columns),
        ships=tuple(replace(one, built=one.built or won, cloud=None if won else one.cloud) for one in view.ships),
        goals=tuple(_met(goal) for goal in view.goals) if won else view.goals,
        **(_reached(view) if won else {}),
    )


def _met(goal: GoalView) -> GoalView:
    total = 0 if goal.key == "payroll" else goal.total
    return replace(goal, done=total, total=total, met=True)


def _reached(view: View) -> dict[str, object]:
    """The parts of the expansions when all that they ask for is done."""
    parts: dict[str, object] = {}
    if view.flagship is not None:
        needs = tuple((card, False) for card, _ in view.flagship.needs)
        parts["flagship"] = replace(view.flagship, needs=needs, flies=True)
    if view.hourglasses is not None:
        parts["hourglasses"] = HourglassesView(tuple(max(1, n) for n in view.hourglasses.owned))
    if view.clouds is not None:
        parts["clouds"] = replace(view.clouds, sides=("gone",) * 6, hits=0)
    if view.piers is not None:
        parts["piers"] = replace(view.piers, built=(True,) * 3, payroll=None if view.piers.payroll is None else 0)
        parts["seats"] = tuple(replace(own, payroll=own.payroll and 0) for own in view.seats)
    if view.hellkite is not None:
        empty = tuple(SpaceView(space.number, None, None) for space in view.hellkite.spaces)
        parts["hellkite"] = replace(view.hellkite, spaces=empty, stopped="")
    return parts


def positions() -> dict[str, View]:
    """By name, one of each sort."""
    view = rolling()
    return {
        "start": start(),
        "rolling": view,
        "two": two(),
        "all_six": all_six(),
        "all_six_hard": all_six(hard=True),
        "all_six_two": all_six_two(),
        "all_six_two_hard": all_six_two(hard=True),
        "worst": worst(),
        "searching": searching(None),
        "last_chance": replace(two(), phase="last_chance", asked=(0, 1), rolled=False),
        "wrap_up": replace(view, phase="wrap_up", rolled=False),
        "won": ended(all_six(), "won"),
        "won_base": ended(view, "won"),
        "exhausted": ended(two(), "exhausted"),
        "egg_duty": ended(all_six(hard=True), "egg_duty"),
        "conceded": ended(all_six_two(), "conceded"),
        **{f"only_{part}": only(part) for part in PARTS},
    }


GOALS = {"piers": ("payroll",), "hellkite": ("lairs",)}
"""Goals whose name is not the expansion's."""


def only(part: str) -> View:
    """The middle of a game with that expansion and no other."""
    whole = all_six()
    keys = {"ships", part, *GOALS.get(part, ())}
    goals = tuple(goal for goal in whole.goals if goal.key in keys)
    view = replace(rolling(), goals=goals)
    seats = whole.seats if part == "piers" else view.seats
    return replace(view, seats=seats, **{part: getattr(whole, part)})


def everywhere(view: View) -> frozenset[str]:
    """Every anchor at once."""
    numbers = {f"{part}.{n}" for part in ("slot", "pile", "ship", "hourglass", "cloud", "space") for n in COLUMNS}
    own = {f"{part}.{seat.seat}" for part in ("pulpit", "payroll", "place.reserve") for seat in view.seats}
    shops = {f"place.{one.id}" for one in view.workshops}
    held = {f"factory.{name}" for name in (view.flagship.factories if view.flagship else ())}
    rest = {"dice", "pixies", "eggs", "hellkite", "payroll", "place.flagship", "ship.7", "pier.1", "pier.2", "pier.3"}
    return frozenset(numbers | own | shops | held | rest)
