"""Aerion's pictures show everything that RULES.md §15 demands, legibly, for any names and positions."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

import render
from engines.aerion import GAME
from engines.aerion.view import ColumnView, Deed, View
from engines.kernel.game import Options
from engines.kernel.rng import Rng
from engines.kernel.text import Who, text
from render import aerion
from render.aerion import signs
from render.kit.canvas import Canvas
from render.kit.encoding import LIMIT
from render.kit.record import Record
from tests.render.aerion_views import (
    HARD,
    HOSTILE,
    LANGUAGES,
    NAMES,
    NORMAL,
    PARTS,
    all_six,
    all_six_two,
    ended,
    everywhere,
    only,
    plays,
    positions,
    rolling,
    searching,
    start,
    two,
    words,
    worst,
)

LEAST = 22
KEY = 40
"""Key numbers are at least as large, in pixels."""
POSITIONS = positions()
DECIDED: tuple[Options, ...] = ({}, NORMAL, HARD)


def things(record: Record, place: str) -> tuple[str, ...]:
    """The pieces at that place, rings left out."""
    return tuple(piece for piece in record.pieces(place) if piece != "changed")


def legible(canvas: Canvas) -> None:
    """Nothing is too small, nothing leaves the picture, no writing lies upon other writing."""
    assert canvas.record.smallest() >= LEAST
    assert canvas.record.outside(canvas.box) == ()
    assert [(a.text, b.text) for a, b in canvas.record.overlaps()] == []
    assert canvas.box.w == 1200
    assert canvas.box.h <= 1000


def shows_a_column(column: ColumnView, turn: int, canvas: Canvas) -> None:
    record, place = canvas.record, f"column.{column.number}"
    pieces = things(record, place)
    assert f"combination {column.label}" in pieces
    assert str(column.number) in record.texts(place), "the number of the controls"
    shown = [piece for piece in things(record, f"{place}/slot") if piece.startswith("card ")]
    assert shown == ([f"card {column.slot.id}"] if column.slot else [])
    assert ("empty" in things(record, f"{place}/slot")) is (column.slot is None)
    assert ("met" in pieces) is column.met
    assert ("fresh" in pieces) is (column.fresh and column.slot is not None and turn > 1), "at first all are new"
    told = column.status if column.met or column.status != "take" else ""
    assert [piece for piece in pieces if piece in ("take", "no_place", "stopped", "never")] == [told] * bool(told)
    draw = record.of("text", f"{place}/draw")
    assert [mark.text for mark in draw] == [str(column.draw)]
    assert draw[0].size >= KEY
    known = things(record, f"{place}/draw/known")
    assert sorted(piece for piece in known if piece.startswith("card ")) == sorted(
        f"card {c}" for c in column.known[:3]
    )
    assert record.texts(f"{place}/discard") == (str(len(column.discard)),)
    if column.discard:
        assert things(record, f"{place}/discard") == (f"card {column.discard[-1]}",)


def shows_the_dice(view: View, canvas: Canvas) -> None:
    record = canvas.record
    if view.result is not None:
        said = {words(lang).say(f"aerion.picture.result.{view.result}") for lang in LANGUAGES}
        assert set(record.texts("result")) <= said
        assert record.texts("result")
        return
    for number in range(1, 7):
        pieces = things(record, f"dice/{number}")
        assert (f"die {view.dice[number - 1]}" if view.dice else "die blank") in pieces
        assert ("counts" in pieces) is view.rolled
        assert record.texts(f"dice/{number}") == (str(number),)
    assert record.texts("sum") == ((f"={sum(view.dice)}",) if view.rolled else ())
    assert record.texts("free") == (str(view.free_rerolls),)
    assert f"pixies {view.pixies}" in things(record, "pixies")
    assert things(record, "pixies").count("pixie") == view.pixies


def shows_ships_and_places(view: View, canvas: Canvas) -> None:
    record = canvas.record
    for ship in view.ships:
        pieces = things(record, f"ship.{ship.number}")
        assert f"ship {ship.number} {'built' if ship.built else 'unbuilt'}" in pieces
        needs = [f"card {card}" for card in (ship.blueprint, ship.material, ship.crew)]
        assert [piece for piece in pieces if piece.startswith("card ")] == ([] if ship.built else needs)
        assert [p for p in pieces if p.startswith("cloud ")] == ([f"cloud {ship.cloud}"] if ship.cloud else [])
        assert ship.owner is None or f"pawn {ship.owner}" in pieces
    for shop in view.workshops:
        pieces = things(record, f"place.{shop.id}")
        there = [card.id for card in (shop.blueprint, shop.material, shop.crew) if card is not None]
        assert [piece.removeprefix("card ") for piece in pieces if piece.startswith("card ")] == there
        assert ("moored" in pieces) is shop.moored
        assert shop.owner is None or f"pawn {shop.owner}" in pieces
    for own in view.seats:
        assert f"books {own.books}" in things(record, f"pulpit.{own.seat}")
        assert own.books < 2 or record.texts(f"pulpit.{own.seat}") == (f"×{own.books}",)
        shelf = things(record, f"place.reserve.{own.seat}")
        assert {p for p in shelf if p.startswith("card ")} == {f"card {card.id}" for card in own.reserve}
        assert f"reserve {len(own.reserve)}" in shelf


def shows_the_expansions(view: View, canvas: Canvas) -> None:
    record = canvas.record
    if view.flagship is not None:
        needs = things(record, "place.flagship")
        flies = view.flagship.flies
        assert list(needs) == [f"{'card' if lies or flies else 'needs'} {card}" for card, lies in view.flagship.needs]
        held = [piece for piece in things(record, "factories") if piece.startswith("card ")]
        assert held == [f"card {factory}" for factory in view.flagship.factories]
    if view.hourglasses is not None:
        for number, owned in enumerate(view.hourglasses.owned, 1):
            assert f"hourglasses {owned}" in things(record, f"column.{number}/hourglass")
    if view.clouds is not None and not view.clouds.cover:
        assert [piece.removeprefix("cloud ") for piece in things(record, "clouds")] == list(view.clouds.sides)
    if view.piers is not None:
        assert things(record, "piers").count("pier built") == sum(view.piers.built)
        unpaid = [view.piers.payroll] if view.piers.payroll is not None else [own.payroll for own in view.seats]
        places = ["payroll"] if view.piers.payroll is not None else [f"payroll.{own.seat}" for own in view.seats]
        assert [str(n) for n in unpaid] == [record.texts(place)[-1] for place in places]
    if view.eggs is not None:
        assert record.texts("eggs") == (str(view.eggs.stack),)
        assert ("duty" in things(record, "eggs")) is view.eggs.duty
        warned = [c.number for c in view.columns if "duty" in things(record, f"column.{c.number}/slot")]
        eggs = [c.number for c in view.columns if c.slot is not None and c.slot.kind == "egg"]
        assert warned == (eggs if view.eggs.duty else [])
    if view.hellkite is not None:
        for space in view.hellkite.spaces:
            pieces = things(record, f"hellkite/space.{space.number}")
            assert (f"outpost {space.outpost}" in pieces) is (space.outpost is not None)
            assert (f"lair {space.lair}" in pieces) is (space.lair is not None)
            left = any(other.lair is not None for other in view.hellkite.spaces)
            assert ("hellkite" in pieces) is (left and space.number == view.hellkite.pawn)
            here = space.number == view.hellkite.pawn and space.outpost is not None
            assert ("stopped" in pieces) is (here and bool(view.hellkite.stopped))


def shows_the_head(view: View, canvas: Canvas) -> None:
    record = canvas.record
    called = view.asked if view.phase == "last_chance" else (view.active,)
    if view.result is not None:
        called = tuple(own.seat for own in view.seats)
    assert [piece for piece in things(record, "turn") if piece.startswith("pawn")] == [
        f"pawn {seat}" for seat in called
    ]
    said = {words(lang).say(text("aerion.picture.turn", turn=view.turn)) for lang in LANGUAGES}
    assert record.texts("turn")[0] in said | {str(view.turn)}
    clock = record.of("text", "clock")
    assert [mark.text for mark in clock] == [str(view.left)]
    assert clock[0].size >= KEY
    for goal in view.goals:
        told = record.texts(f"goals/{goal.key}")
        number = str(goal.total) if goal.key == "payroll" else f"{goal.done}/{goal.total}"
        assert told == (() if goal.met else (number,))
        assert any(piece.endswith(" met") for piece in things(record, f"goals/{goal.key}")) is goal.met


def complete(view: View, canvas: Canvas) -> None:
    """Everything of §15."""
    for column in view.columns:
        shows_a_column(column, view.turn, canvas)
    shows_the_dice(view, canvas)
    shows_ships_and_places(view, canvas)
    shows_the_expansions(view, canvas)
    shows_the_head(view, canvas)


@pytest.mark.parametrize("seats", [1, 2])
@pytest.mark.parametrize("options", DECIDED, ids=["base", "normal", "hard"])
def test_whole_games_are_shown_completely_and_legibly(seats: int, options: Options) -> None:
    for number, (match, marks) in enumerate(plays(seats, seats, options)):
        if number % 13 and match.pending:
            continue
        view = match.view(None)
        canvas = aerion.paint(view, words(LANGUAGES[number % 2]), marks)
        complete(view, canvas)
        legible(canvas)
        assert marks <= everywhere(view)


@pytest.mark.parametrize("name", POSITIONS)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_sort_of_position_is_shown_completely_and_legibly(name: str, lang: str) -> None:
    """With all rings at once, and with names that are hard to write."""
    view = POSITIONS[name]
    for names in (NAMES, HOSTILE):
        canvas = aerion.paint(view, words(lang, names), everywhere(view))
        complete(view, canvas)
        legible(canvas)


@pytest.mark.parametrize("name", ["rolling", "all_six", "all_six_two", "all_six_two_hard"])
def test_what_changed_is_ringed(name: str) -> None:
    """Each anchor that has a place in this game gets its ring, and nothing else does.

    A card that has just come has its ribbon instead, and of the dice those that the newest throw changed are ringed.
    """
    view = POSITIONS[name]
    ringed = set()
    for anchor in sorted(everywhere(view)):
        marks = aerion.paint(view, words("en"), frozenset({anchor})).record.of("piece")
        rings = [mark.anchor.rpartition("/")[2] for mark in marks if mark.text == "changed"]
        thrown = next(deed.changed for deed in reversed(view.deeds) if deed.dice)
        several = len(thrown) if anchor == "dice" else 1
        assert rings in ([], [anchor] * several)
        ringed.update(rings)
    fresh = {f"slot.{column.number}" for column in view.columns if column.fresh}
    base = {f"{part}.{n}" for part in ("slot", "pile", "ship") for n in range(1, 7)} | {"dice", "pixies"}
    assert not ringed & fresh
    places = {f"place.{shop.id}" for shop in view.workshops} | {f"pulpit.{own.seat}" for own in view.seats}
    reserves = {f"place.reserve.{own.seat}" for own in view.seats}
    assert base - fresh | places | reserves <= ringed
    if view.flagship is not None:
        more = {f"{part}.{n}" for part in ("hourglass", "cloud", "space") for n in range(1, 7)}
        assert more | {"eggs", "hellkite", "ship.7", "place.flagship", "pier.1", "pier.3"} <= ringed


@pytest.mark.parametrize("part", PARTS)
def test_an_expansion_that_is_not_in_play_takes_no_room(part: str) -> None:
    """Alone it brings its own things and nobody else's; the base game has none of them."""
    anchors = {
        "flagship": "place.flagship",
        "hourglasses": "column.1/hourglass",
        "clouds": "clouds",
        "piers": "piers",
        "eggs": "eggs",
        "hellkite": "hellkite",
    }
    here = aerion.paint(only(part), words("en")).record
    for other, anchor in anchors.items():
        assert bool(here.pieces(anchor)) is (other == part)
    assert not any(aerion.paint(rolling(), words("en")).record.pieces(anchor) for anchor in anchors.values())


def test_the_dice_are_large_and_larger_in_the_base_game() -> None:
    base, full = (
        aerion.paint(view, words("en")).record.of("piece", "dice/1")[0].box for view in (rolling(), all_six())
    )
    assert base.w > full.w >= 80


def test_dice_are_ringed_by_the_newest_throw() -> None:
    """Those that it changed; the whole tray after a throw of all six; none once they no longer count."""

    def ringed(view: View) -> list[str]:
        marks = aerion.paint(view, words("en"), frozenset({"dice"})).record.of("piece", "dice")
        return [mark.anchor.removesuffix("/dice").removeprefix("dice/") for mark in marks if mark.text == "changed"]

    view = rolling()
    assert ringed(view) == ["2", "6"]
    assert ringed(replace(view, deeds=view.deeds[:3], deeds_now=1)) == ["dice"]
    assert ringed(replace(view, phase="turn_start", rolled=False)) == []


def test_where_a_card_went_is_told() -> None:
    """In the last turn a card that was acquired stands beside its workshop, the flagship or the reserve."""
    for view in (rolling(), two()):
        for to in (*(shop.id for shop in view.workshops), "flagship", "reserve"):
            deed = Deed(0, "acquire", card="mat_brass", column=2, to=to)
            record = aerion.paint(replace(view, deeds=(deed,), deeds_now=1), words("en")).record
            assert f"to {to}" in record.pieces("strip/acquire")


def test_the_last_turn_is_told_in_order() -> None:
    """The strip has the newest deeds, each with its icon, and every throw with the dice that it changed."""
    for view in (rolling(), two(), all_six_two(), worst()):
        record = aerion.paint(view, words("en")).record
        verbs = [mark.anchor.removeprefix("strip/") for mark in record.of("icon", "strip") if "/" in mark.anchor]
        done = [deed.verb for deed in view.deeds]
        assert verbs
        assert verbs == done[len(done) - len(verbs) :]
    dice = [
        piece for piece in aerion.paint(rolling(), words("en")).record.pieces("strip/discard_reroll") if "die" in piece
    ]
    assert dice == ["die 3", "die 1"]


def test_every_deed_has_its_icon_and_its_words() -> None:
    """All that whole games bring, and all that the picture knows."""
    games = (match.view(None) for seats in (1, 2) for match, _ in plays(seats, seats, NORMAL))
    deeds = {deed.verb: deed for view in games for deed in view.deeds}
    deeds |= {verb: Deed(0, verb, card="book", column=1, ship=7, n=1) for verb in signs.DEEDS if verb not in deeds}
    assert set(deeds) == set(signs.DEEDS)
    for deed in deeds.values():
        view = replace(two() if deed.to.startswith("ws_") else rolling(), deeds=(deed,), deeds_now=1)
        record, place = aerion.paint(view, words("en")).record, f"strip/{deed.verb}"
        assert record.icons(place) or things(record, place)
        for lang in LANGUAGES:
            assert "{" not in aerion.board(view, words(lang))


def test_a_search_is_seen_by_its_seat_alone() -> None:
    view = searching()
    assert view.search is not None
    canvas = aerion.paint(view, words("en"))
    legible(canvas)
    found = [piece for piece in canvas.record.pieces("search") if piece.startswith("found ")]
    assert found == [f"found {card} {n}" for card, n in view.search.cards]
    others = aerion.paint(searching(None), words("en"))
    assert others.record.pieces("search") == ()
    complete(view, aerion.paint_whole(view, words("en")))
    assert words("en").say("aerion.picture.search") in canvas.record.texts("search")


@pytest.mark.parametrize("viewer", [None, 0, 1])
def test_pictures_betray_nothing(viewer: int | None) -> None:
    """Whatever this viewer can't know may be dealt anew: picture, description and words stay the same."""
    chance = Rng(bytes(32))
    for number, (match, marks) in enumerate(plays(6, 2, NORMAL)):
        if number % 29:
            continue
        view, other = match.view(viewer), GAME.view(GAME.redeal(match.state, viewer, chance), viewer)
        first, second = (aerion.paint(each, words("en"), marks) for each in (view, other))
        assert first.record.marks == second.record.marks
        assert first.image.tobytes() == second.image.tobytes()
        assert aerion.alt(view, words("en")) == aerion.alt(other, words("en"))
        assert aerion.board(view, words("en")) == aerion.board(other, words("en"))


def test_equal_views_give_equal_files_and_small_ones() -> None:
    view = all_six()
    picture, again = (render.draw("aerion", view, words("en"), everywhere(view)) for _ in range(2))
    assert picture == again
    for position in (start(), worst(), ended(worst(), "exhausted")):
        assert len(render.draw("aerion", position, words("ja"), everywhere(position)).data) <= LIMIT


# ---- in words


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("names", [NAMES, HOSTILE])
def test_the_description_fits_and_tells_what_counts(lang: str, names: tuple[str, ...]) -> None:
    """Whose turn, the dice, every column, the goals and the clock are told, however long the rest is."""
    voice = words(lang, names)
    for view in POSITIONS.values():
        said = aerion.alt(view, voice, whole=True)
        assert 40 < len(said.encode("utf-16-le")) // 2 <= 1024
        first = said.partition("\n")[0]
        if view.result is None:
            called = view.asked if view.phase == "last_chance" else (view.active,)
            assert all(voice.name(seat) in first for seat in called)
        if view.result is None and view.dice:
            assert " ".join(map(str, view.dice)) in said
        assert str(view.left) in said
        for goal in view.goals:
            assert goal.key == "payroll" or f"{goal.done}/{goal.total}" in said
        assert "**" not in said


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_description_tells_what_is_missing_for_ships(lang: str) -> None:
    """Each ship that does not fly with its material and crew, and what the Hellkite stops, before goals and clock."""
    voice = words(lang)
    for view in (start(), rolling(), two(), all_six()):
        said = aerion.alt(view, voice)
        goals = said.index(voice.say(text("aerion.board.clock", left=view.left)))
        for ship in view.ships:
            told = [voice.say(key) for key in (f"aerion.card.{ship.material}", f"aerion.card.{ship.crew}")]
            named = said.find(f"{ship.number} {voice.say(f'aerion.ship.{ship.id}')}")
            assert (named < 0) is ship.built
            assert ship.built or all(named < said.index(need, named) < goals for need in told)
        if view.hellkite is not None:
            assert voice.say(f"aerion.class.{view.hellkite.stopped}") in said[:goals]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_text_board_tells_where_cards_went(lang: str) -> None:
    voice = words(lang)
    for to, place in (("ws_p1", "aerion.place.own"), ("ws_common", "aerion.place.ws_common")):
        deed = Deed(0, "acquire", card="mat_brass", column=2, to=to)
        last = aerion.board(replace(two(), deeds=(deed,), deeds_now=1), voice).rpartition("\n")[2]
        assert voice.say(text(place, who=Who(0))) in last


def test_the_description_of_a_search_tells_what_lies_in_the_pile() -> None:
    view = searching()
    assert view.search is not None
    said = aerion.alt(view, words("en"))
    assert all(words("en").say(f"aerion.card.{card}") in said for card, _ in view.search.cards)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", POSITIONS)
def test_the_text_board_tells_everything(lang: str, name: str) -> None:
    """Contents lists and discard piles per column, known tops, what was removed, lairs unseen, deeds."""
    voice, view = words(lang), POSITIONS[name]
    said = aerion.board(view, voice)
    assert "{" not in said
    assert all(len(line) < 2000 for line in said.split("\n"))
    paragraphs = said.split("\n\n")
    for column, paragraph in zip(view.columns, paragraphs[1:7], strict=True):
        lines = paragraph.split("\n")
        assert str(column.number) in lines[0]
        assert column.label in lines[0]
        assert str(column.draw) in lines[1]
        for card, _ in column.contents:
            assert voice.say(f"aerion.card.{card}") in lines[1]
        for card in column.discard:
            assert voice.say(f"aerion.card.{card}") in lines[-1]
        for card in column.known:
            assert voice.say(f"aerion.card.{card}") in lines[2]
    for ship in view.ships:
        assert voice.say(f"aerion.ship.{ship.id}") in said
    for card, _ in view.removed:
        assert voice.say(f"aerion.card.{card}") in said
    if view.hellkite is not None:
        unseen = next(part for part in paragraphs if voice.say("aerion.class.bp_low") in part)
        assert all(voice.say(f"aerion.class.{name}") in unseen for name in view.hellkite.unseen)
        assert all(voice.say(f"aerion.class.{name}") in unseen for name in view.hellkite.removed_outposts)
    for own in view.seats:
        assert f"**{voice.name(own.seat)}**" in said
    assert said.count("\n") > len(view.deeds)


def test_a_blank_board_is_no_board_of_a_game_in_progress() -> None:
    """Before the first throw the dice are blank and no sum is told; afterwards the last throw lies there, grey."""
    blank = aerion.paint(start(), words("en")).record
    assert "die blank" in blank.pieces("dice")
    resting = aerion.paint(replace(rolling(), phase="wrap_up", rolled=False), words("en")).record
    assert "die 5" in resting.pieces("dice/1")
    assert "counts" not in resting.pieces("dice")
