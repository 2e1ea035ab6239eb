"""Fractured Sky's pictures show everything that RULES.md §14 demands, legibly, for any names and positions."""

from __future__ import annotations

import math
from collections import Counter
from itertools import combinations

import pytest
from msgspec.structs import replace

import render
from engines.fractured_sky import GAME
from engines.fractured_sky.components import OBJECTIVES
from engines.fractured_sky.view import Deed, ObjectiveView, PlatformView, RegionView, Reveal, SeatView, View
from engines.kernel.rng import Rng
from render import fractured_sky
from render.fractured_sky import layout, signs
from render.fractured_sky.head import called
from render.fractured_sky.ranking import ranks, won
from render.fractured_sky.scene import Scene
from render.kit.box import Box
from render.kit.canvas import Canvas
from render.kit.encoding import LIMIT
from render.kit.record import Record
from tests.render.fractured_sky_views import (
    HOSTILE,
    LANGUAGES,
    NAMES,
    crowd,
    ended,
    everywhere,
    four,
    games,
    knowing,
    pair,
    plays,
    positions,
    reveal,
    revealed,
    solo,
    start,
    words,
)

LEAST = 22
KEY = 34
"""Numbers that a decision needs are at least as large, in pixels."""
POSITIONS = positions()


def things(record: Record, place: str) -> list[str]:
    """The pieces at that place, rings left out."""
    return [piece for piece in record.pieces(place) if piece != "changed"]


def with_(pieces: list[str], start_: str) -> list[str]:
    """Those of a sort, without the name of the sort."""
    return sorted(piece.removeprefix(start_) for piece in pieces if piece.startswith(start_))


def legible(canvas: Canvas) -> None:
    """Nothing is too small, nothing leaves the picture, no writing lies upon other writing."""
    assert canvas.record.smallest() >= LEAST
    assert canvas.record.outside(canvas.box) == ()
    assert [(a.text, b.text, a.anchor, b.anchor) for a, b in canvas.record.overlaps()] == []
    assert canvas.box.w == 1200
    assert canvas.box.h <= 1000


def shows_a_region(view: View, region: RegionView, canvas: Canvas, lang: str) -> None:
    record, place = canvas.record, f"region.{region.id}"
    pieces = things(record, place)
    assert f"option {region.number}" in pieces
    assert words(lang).say(f"fractured_sky.region.{region.id}") in record.texts(place)
    assert with_(pieces, "resource ") == sorted(region.resources)
    stars = [f"{region.stars}{' public' if region.public else ''}"] if region.stars else []
    assert with_(pieces, "stars ") == stars
    if region.stars:
        assert max(mark.size for mark in record.of("text", place)) >= KEY
    assert ("unused" in pieces) is region.unused
    known = any(secret.known and secret.region == region.id for secret in view.secrets)
    assert ("secret known" in pieces) is (known and not region.unused)
    assert ("exploration slot empty" in pieces) is not any(ship.explorer for ship in region.ships)
    told = Counter(ship for ship in region.ships)
    ships = sorted(
        f"{ship.seat} {ship.rim}{' explorer' if ship.explorer else ''}{f' ×{n}' if n > 1 else ''}"
        f"{f' value {ship.value}' if ship.value is not None else ''}"
        for ship, n in told.items()
    )
    assert with_(pieces, "ship ") == ships
    assert with_(pieces, "skimmers ") == sorted(f"{seat} {n}" for seat, n in region.skimmers)


def shows_a_platform(platform: PlatformView, canvas: Canvas) -> None:
    record, place = canvas.record, f"platform.{platform.id}"
    assert platform.id in record.texts(place)
    pieces = things(record, place)
    assert pieces.count("dot") == len(platform.regions)
    assert with_(pieces, "fortress ") == sorted(f"{b.seat} {b.fortresses}" for b in platform.buildings if b.fortresses)
    assert with_(pieces, "market ") == sorted(f"{b.seat} {b.markets}" for b in platform.buildings if b.markets)


def shows_the_cards(view: View, canvas: Canvas) -> None:
    record = canvas.record
    public = [f"card {region.id}" for region in view.regions if region.public]
    assert [piece for piece in things(record, "public") if piece.startswith("card ")] == public
    for secret in view.secrets:
        pieces = things(record, f"secret.{secret.number}")
        if not secret.used:
            assert pieces == ["slot unused"]
            continue
        down = "down" if secret.region is None else f"{secret.region}{' known' if secret.known else ''}"
        assert with_(pieces, "card ") == [down]
        assert ("lock" in pieces) is secret.known
        assert with_(pieces, "pawn ") == sorted(str(token.seat) for token in secret.scouts)
        for kind in ("gold", "iron", "wood"):
            taken = [f"pawn {token.seat}" for token in secret.scouts if token.resource == kind][:1]
            assert [p for p in things(record, f"secret.{secret.number}/{kind}") if "pawn" in p] == taken
        kinds = Counter(token.resource for token in secret.scouts if token.resource)
        beside = with_(things(record, f"secret.{secret.number}/large"), "resource ")
        assert beside == sorted((kinds - Counter(set(kinds))).elements()), "later takers of a kind show it (R27)"
    for objective in view.objectives:
        shows_an_objective(objective, record)
    assert bool(record.of("piece", "objective.1")) is bool(view.objectives)
    assert record.texts("unused") == (str(view.unused),)


def shows_an_objective(objective: ObjectiveView, record: Record) -> None:
    pieces = things(record, f"objective.{objective.number}")
    card = f" {objective.card}{' known' if objective.known else ''}" if objective.card else ""
    assert with_(pieces, "objective ") == [f"{objective.icon}{card}"]
    assert ("lock" in pieces) is objective.known
    if objective.up:
        winner = [] if objective.winner is None else [str(objective.winner)]
        assert with_(things(record, f"objective.{objective.number}/winner"), "pawn ") == winner
    else:
        assert with_(pieces, "pawn ") == sorted(map(str, objective.peeked))


def shows_a_seat(view: View, own: SeatView, canvas: Canvas) -> None:
    record, place = canvas.record, f"seat.{own.seat}"
    pieces, texts = things(record, place), record.texts(place)
    assert f"pawn {own.seat}" in pieces
    marks = [mark for mark in record.of("text", place) if mark.text == str(own.stars)]
    assert max(mark.size for mark in marks) >= 40
    left = {"fortress": own.fortresses, "market": own.markets, "skimmer": own.skimmers}
    assert with_(pieces, "left ") == sorted(f"{kind} {n}" for kind, n in left.items())
    rims = [ship.rim for region in view.regions for ship in region.ships if ship.seat == own.seat]
    assert with_(pieces, "airship ") == sorted([*rims, *["left"] * own.left])
    if own.ai is None:
        for n in (own.gold, own.iron, own.wood):
            assert str(n) in texts
        return
    assert with_(pieces, "token ") == sorted(f"{low}/{high}" for low, high in own.ai.shown)
    if own.ai.compass is not None:
        assert f"card {own.ai.effect} {''.join(own.ai.compass)}" in pieces
    assert (f"{own.ai.counter}/{own.ai.threshold}" in texts) is bool(own.ai.threshold)


def shows_the_head(view: View, canvas: Canvas) -> None:
    record = canvas.record
    seats = called(Scene(view, words("en"), frozenset()))
    assert with_(things(record, "turn"), "pawn ") == sorted(map(str, seats))
    assert record.texts("round") == (f"{view.round}/{view.rounds}",)
    assert with_(things(record, "order"), "pawn ") == sorted(str(slot.old) for slot in view.turn_slots if slot.open)
    for slot in view.turn_slots:
        pieces = things(record, f"turn_slot.{slot.number}")
        assert bool(pieces or record.texts(f"turn_slot.{slot.number}")) is slot.open
        if slot.open:
            assert with_(pieces, "pawn ") == ([] if slot.new is None else [str(slot.new)])
            assert ("resource gold" in pieces) is bool(slot.gold)


def shows_own_chips(view: View, canvas: Canvas) -> None:
    record = canvas.record
    if view.mine is None:
        assert not things(record, "mine")
        return
    chips = with_(things(record, "mine"), "chip ")
    assert chips == sorted(f"{value} {'light' if value in (1, 10) else 'dark'}" for value in view.mine.chips)
    assert f"{view.mine.total}/10" in record.texts("mine")
    assert (f"−{view.mine.penalty}" in record.texts("mine")) is bool(view.mine.penalty)


def complete(view: View, canvas: Canvas, lang: str) -> None:
    """Everything of §14."""
    for region in view.regions:
        shows_a_region(view, region, canvas, lang)
    for platform in view.platforms:
        shows_a_platform(platform, canvas)
    for own in view.seats:
        shows_a_seat(view, own, canvas)
    shows_the_cards(view, canvas)
    shows_the_head(view, canvas)
    shows_own_chips(view, canvas)


def shows_the_end(shown: Reveal, canvas: Canvas) -> None:
    """Every airship with its value, every rank with what it took, totals, objective, secret starfalls."""
    record = canvas.record
    for result in shown.regions:
        place = f"region.{result.region}"
        assert with_(things(record, place), "stars ") == ([str(result.stars)] if result.stars else [])
        rows = ranks(result)
        assert ("stays" in things(record, place)) is (bool(result.stars) and not rows)
        order = [piece for piece in things(record, place) if piece.startswith("pawn ")]
        assert order == [f"pawn {rank.seat}" for rank in rows], "best first"
        for rank in rows:
            pieces = things(record, f"{place}/seat.{rank.seat}")
            printed = [ship.printed for ship in rank.ships if ship.token is None]
            assert [p.split()[1] for p in pieces if p.startswith("chip ")] == [str(value) for value in printed]
            less = [f"counts {s.value}" for s in rank.ships if s.token is None and s.value != s.printed]
            assert [piece for piece in pieces if piece.startswith("counts ")] == less
            assert sum(piece.endswith(" struck") for piece in pieces) == len(less)
            tokens = [f"token {s.token[0]}/{s.token[1]}" for s in rank.ships if s.token is not None]
            assert [piece for piece in pieces if piece.startswith("token ")] == tokens
            power = rank.placing.power if rank.placing else 0
            assert str(power) in record.texts(f"{place}/seat.{rank.seat}")
            if rank.placing is not None:
                n = rank.placing
                took = {"star": n.stars, **dict(zip(("gold", "iron", "wood"), n.gained, strict=True)), "pick": n.picks}
                said = [piece for piece in with_(pieces, "took ") if not piece.startswith("market")]
                wanted = sorted(f"{what} {many}" for what, many in took.items() if many)
                assert said == wanted or (said == ["nothing"] and not wanted)
    for seat, total in enumerate(shown.totals):
        gained = won(shown, seat)
        assert (f"+{gained}" in record.texts(f"seat.{seat}")) is bool(gained)
        sums = with_(things(record, f"seat.{seat}"), "total ")
        assert sums == ([] if total is None else [f"{total} penalty {shown.penalties[seat]}"])
    assert len([piece for piece in things(record, "secrets") if piece.startswith("option ")]) == len(shown.secrets)
    if shown.objective:
        pieces = things(record, "objective")
        assert f"objective {shown.objective}" in pieces
        assert with_(pieces, "pawn ") == ([] if shown.winner is None else [str(shown.winner)])


@pytest.mark.parametrize("people", [1, 2, 3, 4, 5])
def test_whole_games_are_shown_completely_and_legibly(people: int) -> None:
    """As all see them, and as one seat does; at each round's end the picture of that end as well."""
    rounds = 0
    for source in (plays, games):
        for number, (match, marks) in enumerate(source(people, people)):
            shown = match.view(None).reveal
            ends = shown is not None and shown.round != rounds
            if number % 17 and match.pending and not ends:
                continue
            lang = LANGUAGES[number % 2]
            view = match.view((None, 0)[number // 2 % 2])
            canvas = fractured_sky.paint(view, words(lang), marks)
            complete(view, canvas, lang)
            legible(canvas)
            assert marks <= everywhere(view)
            if ends and view.reveal is not None:
                rounds = view.reveal.round
                end = fractured_sky.paint_reveal(view, words(lang), marks)
                shows_the_end(view.reveal, end)
                legible(end)


@pytest.mark.parametrize("name", POSITIONS)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_sort_of_position_is_shown_completely_and_legibly(name: str, lang: str) -> None:
    """With all rings at once, and with names that are hard to write."""
    view = POSITIONS[name]
    for names in (NAMES, HOSTILE):
        canvas = fractured_sky.paint(view, words(lang, names), everywhere(view))
        complete(view, canvas, lang)
        legible(canvas)
        if view.reveal is not None:
            end = fractured_sky.paint_reveal(view, words(lang, names))
            shows_the_end(view.reveal, end)
            legible(end)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_objective_has_room_for_what_it_asks(lang: str) -> None:
    """Won, or known to one seat and peeked at by several."""
    ids = list(OBJECTIVES)
    for first in range(0, len(ids), 5):
        for up in (True, False):
            shown = tuple(
                ObjectiveView(i, OBJECTIVES[card].icon, card, up, not up, 0 if up else None, () if up else (0, 1, 2, 3))
                for i, card in enumerate(ids[first : first + 5], 1)
            )
            canvas = fractured_sky.paint(replace(four(), objectives=shown), words(lang))
            legible(canvas)
            assert not [mark for mark in canvas.record.marks if mark.cut and mark.anchor.startswith("objective")]


@pytest.mark.parametrize("name", ["four", "five", "knowing", "solo", "pair"])
def test_what_changed_is_ringed(name: str) -> None:
    """Each anchor gets one ring, and nothing else does."""
    view = POSITIONS[name]
    for anchor in sorted(everywhere(view)):
        marks = fractured_sky.paint(view, words("en"), frozenset({anchor})).record.of("piece")
        assert [mark.anchor.rpartition("/")[2] for mark in marks if mark.text == "changed"] == [anchor]


def test_between_rounds_nothing_but_the_public_card_is_ringed() -> None:
    """All is new then: before rewards, at the end, and when a round has begun in which no person has acted yet."""
    begun = replace(four(), deeds=(*four().deeds, Deed(-1, "started", region="peaceful_plains", n=1)))
    for view in (start(4), revealed(), ended(), begun):
        marks = fractured_sky.paint(view, words("en"), everywhere(view)).record.of("piece")
        assert [mark.anchor for mark in marks if mark.text == "changed"] == ["public"]


def test_the_dots_of_a_platform_lie_towards_its_regions() -> None:
    """Each on the rim of the disc, apart from the others."""
    for platform in four().platforms:
        disc = layout.SITES[platform.id].disc
        heads = [layout.head(platform.id, region) for region in platform.regions]
        for (x, y), region in zip(heads, platform.regions, strict=True):
            assert disc.outset(1).holds(Box(round(x), round(y), 0, 0))
            (cx, cy), (rx, ry) = disc.point(0.5, 0.5), layout.ISLES[region].point(0.5, 0.5)
            assert abs((x - cx) * (ry - cy) - (y - cy) * (rx - cx)) < 1, "on the straight line"
            assert (x - cx) * (rx - cx) + (y - cy) * (ry - cy) > 0
        assert all(math.dist(a, b) > 14 for a, b in combinations(heads, 2))


def test_the_last_deeds_are_told_in_order() -> None:
    """The strip has the newest deeds, each with its sign, and why automated opponents chose what they did."""
    for view in (four(), solo(), crowd()):
        record = fractured_sky.paint(view, words("en")).record
        found = [mark.anchor.removeprefix("strip/") for mark in record.marks if mark.anchor.startswith("strip/")]
        verbs = [verb for i, verb in enumerate(found) if not i or found[i - 1] != verb]
        done = [deed.verb for deed in view.deeds]
        assert verbs == done[len(done) - len(verbs) :]
        assert len(verbs) >= 6
    record = fractured_sky.paint(solo(), words("en")).record
    assert record.icons("strip/ai_skimmer") == (signs.REASONS["public"],)


def test_every_deed_has_its_sign_and_its_words() -> None:
    """All that whole games bring, and all that the picture knows."""
    games_ = (match.view(None) for people in (1, 3) for match, _ in games(people, people))
    deeds = {deed.verb: deed for view in games_ for deed in view.deeds}
    for verb in signs.DEEDS:
        card, seat = "far_sight" if verb == "flipped" else "B01", -1 if verb in ("revealed", "started") else 0
        spare = Deed(seat, verb, "creepy_cove", "P5", 1, "dark", "gold", card, "stars" if "ai_" in verb else "", 1)
        deeds.setdefault(verb, spare)
    assert set(deeds) == set(signs.DEEDS)
    every = [*deeds.values(), *(Deed(0, "ai_market", platform="P5", card="B13", why=why) for why in signs.REASONS)]
    for deed in every:
        view = replace(solo(), deeds=(deed,))
        record = fractured_sky.paint(view, words("en")).record
        assert [mark for mark in record.marks if mark.anchor.startswith("strip/")]
        for lang in LANGUAGES:
            assert "{" not in fractured_sky.board(view, words(lang))


@pytest.mark.parametrize("viewer", [None, 0, 1])
@pytest.mark.parametrize("people", [2, 4])
def test_pictures_betray_nothing(viewer: int | None, people: int) -> None:
    """Whatever this viewer can't know may be dealt anew: picture, description and words stay the same."""
    chance = Rng(bytes(32))
    for number, (match, marks) in enumerate(games(6, people)):
        if number % 11:
            continue
        view, other = match.view(viewer), GAME.view(GAME.redeal(match.state, viewer, chance), viewer)
        first, second = (fractured_sky.paint(each, words("en"), marks) for each in (view, other))
        assert first.record.marks == second.record.marks
        assert first.image.tobytes() == second.image.tobytes()
        assert fractured_sky.alt(view, words("en")) == fractured_sky.alt(other, words("en"))
        assert fractured_sky.board(view, words("en")) == fractured_sky.board(other, words("en"))


def test_what_one_seat_knows_is_on_its_picture_alone() -> None:
    mine, all_ = (fractured_sky.paint(view, words("en")).record for view in (knowing(), four()))
    assert "ship 0 dark explorer value 7" in mine.pieces("region.peaceful_plains")
    assert "ship 0 dark explorer" in all_.pieces("region.peaceful_plains")
    assert "unused" in mine.pieces("region.frosty_fjord")
    for mark in ("lock", "unused", "secret known"):
        assert mark in mine.pieces()
        assert mark not in all_.pieces()


def test_the_small_map_has_clouds_where_the_others_would_be() -> None:
    assert set(layout.ISLES) - {region.id for region in solo().regions} == {"frosty_fjord", "wayward_wood"}
    assert set(layout.SITES) - {platform.id for platform in solo().platforms} == {"P1", "P4", "P9", "P12"}
    places = fractured_sky.paint(solo(), words("en")).record.anchors()
    assert not {place for place in places if place.startswith(("region.frosty", "region.wayward", "platform.P1/"))}


def test_the_round_s_end_is_a_scene_of_its_own() -> None:
    """Where no round has ended yet, it is the board."""
    view = revealed()
    scene = render.draw("fractured_sky", view, words("en"), scope="reveal")
    board = render.draw("fractured_sky", view, words("en"))
    assert scene.data != board.data
    assert scene.alt != board.alt
    assert render.draw("fractured_sky", start(4), words("en"), scope="reveal") == render.draw(
        "fractured_sky", start(4), words("en")
    )


def test_equal_views_give_equal_files_and_small_ones() -> None:
    view = crowd()
    picture, again = (render.draw("fractured_sky", view, words("en"), everywhere(view)) for _ in range(2))
    assert picture == again
    for position in POSITIONS.values():
        for scope in ("usual", "reveal"):
            drawn = render.draw("fractured_sky", position, words("ja"), everywhere(position), scope)
            assert len(drawn.data) <= LIMIT


# ---- in words


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("names", [NAMES, HOSTILE])
def test_the_description_fits_and_tells_what_counts(lang: str, names: tuple[str, ...]) -> None:
    """Whose turn it is, all starfalls and scores are told, however long the rest is."""
    voice = words(lang, names)
    for view in POSITIONS.values():
        for said in (fractured_sky.alt(view, voice), fractured_sky.alt_reveal(view, voice)):
            assert 40 < len(said.encode("utf-16-le")) // 2 <= 1024
            assert "**" not in said
            assert "{" not in said
        said = fractured_sky.alt(view, voice)
        first = said.partition("\n")[0]
        if view.step in ("action", "scout_resource", "turn_slot") and view.seats[view.active].ai is None:
            assert voice.name(view.active) in first
        for region in view.regions:
            if region.stars:
                assert voice.say(f"fractured_sky.region.{region.id}") in said


def test_the_description_of_a_round_s_end_tells_every_region() -> None:
    said = fractured_sky.alt_reveal(revealed(), words("en", ("Ana", "Ben", "Chie", "Dörte")))
    for result in reveal().regions:
        if result.stars or result.placings:
            assert words("en").say(f"fractured_sky.region.{result.region}") in said
    assert "7→5" in said
    assert "Far Sight" in said


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", POSITIONS)
def test_the_text_board_tells_everything(lang: str, name: str) -> None:
    voice, view = words(lang), POSITIONS[name]
    said = fractured_sky.board(view, voice)
    assert "{" not in said
    lines = said.split("\n")
    assert all(len(line) < 2000 for line in lines)
    for region in view.regions:
        line = next(line for line in lines if line.startswith(chr(ord("①") + region.number - 1)))
        assert voice.say(f"fractured_sky.region.{region.id}") in line
        assert not region.stars or str(region.stars) in line
        for ship in region.ships:
            assert view.seats[ship.seat].ai is not None or voice.name(ship.seat) in line
        assert all(site.id in line for site in view.platforms if region.id in site.regions)
    for platform in view.platforms:
        line = next(line for line in lines if line.startswith(platform.id))
        assert all(view.seats[b.seat].ai is not None or voice.name(b.seat) in line for b in platform.buildings)
    for objective in view.objectives:
        if objective.card is not None:
            rule = voice.say(f"fractured_sky.objective.{objective.card}.text")
            assert any(rule in line for line in lines)
    for own in view.seats:
        name_ = voice.name(own.seat) if own.ai is None else voice.say(f"fractured_sky.color.{own.color}")
        assert any(line.startswith("**") and name_ in line for line in lines)
    if view.mine is not None:
        assert any(str(view.mine.total) in line for line in lines[:8])
    assert said.count("\n") > len(view.deeds)


def test_the_text_board_keeps_secrets() -> None:
    """What one seat knows stands in its board alone."""
    mine, all_ = (fractured_sky.board(view, words("en")) for view in (knowing(), four()))
    archivists = words("en").say("fractured_sky.objective.archivists")
    assert archivists in mine
    assert archivists not in all_
    assert "known to you alone" in mine.lower()
    assert "known to you" not in all_.lower()


def test_automated_opponents_are_named_by_their_colours() -> None:
    for view in (solo(), pair()):
        record = fractured_sky.paint(view, words("en")).record
        for own in view.seats:
            if own.ai is not None:
                assert words("en").say(f"fractured_sky.color.{own.color}") in record.texts(f"seat.{own.seat}")


def test_the_end_shows_places() -> None:
    record = fractured_sky.paint(ended(), words("en")).record
    assert "crown" in record.icons("turn")
    assert str(max(own.stars for own in ended().seats)) in record.texts("turn")
    scene = fractured_sky.paint_reveal(ended(), words("en")).record
    for own in ended().seats:
        rank = ended().ranks[own.seat]
        assert ("crown" in record.icons(f"seat.{own.seat}")) is (rank == 1)
        assert ("crown" in scene.icons(f"seat.{own.seat}")) is (rank == 1)
        assert (f"{rank}." in record.texts(f"seat.{own.seat}")) is (rank > 1)
