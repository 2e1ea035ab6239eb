"""Takara's pictures show everything that RULES.md §12 demands, legibly, for any names and positions."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

import render
from engines.kernel.rng import Rng
from engines.takara import GAME
from engines.takara.components import CARDS, Kind
from engines.takara.view import View
from render import takara
from render.kit.canvas import Canvas
from render.kit.encoding import LIMIT
from tests.render.takara_views import (
    HOSTILE,
    LANGUAGES,
    NAMES,
    early,
    ended,
    everywhere,
    plays,
    positions,
    words,
    worst,
)

LEAST = 28
"""§12: no text is smaller, in pixels."""
KEY = 36
"""§12: key numbers are at least as large."""
RESULTS = ("both_one_player", "both_split", "one_stone", "no_stone", "stopped")


def legible(canvas: Canvas) -> None:
    """Nothing is too small, nothing leaves the picture, no writing lies upon other writing."""
    assert canvas.record.smallest() >= LEAST
    assert canvas.record.outside(canvas.box) == ()
    assert [(a.text, b.text) for a, b in canvas.record.overlaps()] == []


def shows_the_tunnels(view: View, canvas: Canvas) -> None:
    record = canvas.record
    for tunnel in view.tunnels:
        place = f"tunnel.{tunnel.number}"
        pieces, texts = record.pieces(place), record.texts(place)
        assert texts.count(str(tunnel.number)) >= 1, "the number of the controls"
        assert str(len(tunnel.cards)) in texts, "how many cards are left"
        assert pieces.count("dug") == 9 - len(tunnel.cards)
        assert ("exhausted" in pieces) is (not tunnel.cards)
        for layer in ("shallow", "middle", "deep"):
            hidden = [card for card in tunnel.cards if card.card is None and card.layer == layer]
            assert pieces.count(f"back {layer}") == len(hidden)
        faces = [CARDS[card.card] for card in tunnel.cards if card.card is not None]
        assert sorted(p.removeprefix("card ") for p in pieces if p.startswith("card ")) == sorted(f.id for f in faces)
        monsters = [card for card in faces if card.kind is Kind.MONSTER]
        wounds = sum(card.wounds for card in tunnel.cards)
        assert pieces.count("heart") + pieces.count("heart lost") == sum(card.life for card in monsters)
        assert pieces.count("heart lost") == wounds
        for card in faces:
            assert card.kara == 0 or str(card.kara) in texts
            assert card.xp == 0 or card.kind is Kind.STONE or str(card.xp) in texts
        assert sum(piece.startswith("pawn") for piece in pieces) == len(tunnel.visitors)


def shows_the_village(view: View, canvas: Canvas) -> None:
    record = canvas.record
    assert record.texts("bank")[0] == str(view.stock)
    assert view.revealed_treasures or str(view.treasures) in record.texts("treasures")
    assert len(record.icons("treasures")) == len(view.revealed_treasures)
    assert view.revealed_treasures or record.texts("discard") == (str(len(view.discard)),)
    assert ("pawn" in "".join(record.pieces("forge"))) is (view.sword is not None)
    for place in ("hospital", "waiting_room", "tavern", "bank", "dock", "beach"):
        there = [player.seat for player in view.players for one in player.adventurers if one.place == place]
        assert [int(p[5:]) for p in record.pieces(place) if p.startswith("pawn")] == there
    for one in view.specialists:
        place = f"specialist.{one.id}"
        state = "dock" if one.holder is None else "up" if one.up else "down"
        assert f"specialist {one.id} {state}" in record.pieces(place)
        if one.holder is not None:
            assert f"pawn {one.holder}" in record.pieces(place)
        else:
            assert record.texts(place) == ("+2" if one.cost is None else str(one.cost),)


def shows_the_players(view: View, canvas: Canvas, names: tuple[str, ...] | None = NAMES) -> None:
    record = canvas.record
    for player in view.players:
        camp = f"camp.{player.seat}"
        pieces = record.pieces(camp)
        assert record.texts(f"{camp}/kara") == (str(player.kara),)
        assert record.texts(f"{camp}/xp") == (str(player.xp).replace("-", "−"),)
        assert sorted(map(int, record.texts(f"{camp}/items"))) == sorted(player.items)
        assert record.pieces(f"{camp}/stones").count("stone") == len(player.stones)
        crew = {piece for piece in record.pieces(f"{camp}/crew") if piece.startswith("adventurer")}
        assert crew == {f"adventurer {one.number} {one.place}" for one in player.adventurers}
        assert ("map" in record.icons(f"{camp}/keepsakes")) is player.map_kept
        assert ("skull-pirate" in record.icons(f"{camp}/keepsakes")) is player.skull
        assert bool(record.pieces(f"{camp}/tokens")) is (player.tokens > 0)
        assert player.tokens < 2 or f"×{player.tokens}" in record.texts(f"{camp}/tokens")
        assert bool(record.icons(f"{camp}/specialist")) is (player.specialist is not None)
        assert ("turn" in pieces) is (view.result is None and view.active == player.seat)
        if names is not None:
            name = record.texts(f"{camp}/name")[0]
            assert name == words("en", names).name(player.seat).replace("🐙", "·") or name.endswith("…")
        for part in ("kara", "xp"):
            assert all(mark.size >= KEY for mark in record.of("text", f"{camp}/{part}"))


def shows_the_alarm(view: View, canvas: Canvas) -> None:
    pieces = canvas.record.pieces("alarm")
    assert f"stones {view.stones_found}/2" in pieces
    assert canvas.record.texts("alarm") == (f"{view.exhausted}/6",)
    assert pieces.count("mouth lit") == view.exhausted
    assert ("warning" in pieces) is view.warning


def shows_who_is_called(view: View, canvas: Canvas) -> None:
    """Beside the number of the turn: who is to move, at the end the winners."""
    won = [f"pawn {player.seat}" for player in view.players if view.result and view.ranks[player.seat] == 1]
    assert list(canvas.record.pieces("day")) == (won if view.result else [f"pawn {view.active}"])
    assert str(view.turn) in canvas.record.texts("day")


def shows_the_end(view: View, canvas: Canvas) -> None:
    record = canvas.record
    assert bool(record.texts("result")) is (view.result is not None)
    for player in view.players if view.result else ():
        camp, won = f"camp.{player.seat}", view.ranks[player.seat] == 1
        assert record.texts(f"{camp}/rank") == (str(view.ranks[player.seat]),)
        assert record.texts(f"{camp}/score") == (str(view.scores[player.seat]).replace("-", "−"),)
        assert ("winner" in record.pieces(camp)) is (won and view.result != "no_stone")
        assert ("void" in record.pieces(f"{camp}/score")) is (view.result == "no_stone")


def complete(view: View, canvas: Canvas, names: tuple[str, ...] | None = NAMES) -> None:
    """Everything of §12 "Public picture"."""
    shows_the_tunnels(view, canvas)
    shows_the_village(view, canvas)
    shows_the_players(view, canvas, names)
    shows_the_alarm(view, canvas)
    shows_who_is_called(view, canvas)
    shows_the_end(view, canvas)


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_whole_game_is_shown_completely_and_legibly(seats: int, lang: str) -> None:
    for view, marks in positions(seats, seats, every=41):
        canvas = takara.paint(view, words(lang), marks)
        complete(view, canvas)
        legible(canvas)
        assert canvas.box.w == 1200
        assert canvas.box.h <= 1000


@pytest.mark.parametrize("names", [NAMES, HOSTILE])
@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("result", [None, *RESULTS])
def test_the_worst_position_is_shown_completely_and_legibly(
    names: tuple[str, ...], lang: str, result: str | None
) -> None:
    view = worst() if result is None else ended(worst(), result)
    canvas = takara.paint(view, words(lang, names), everywhere())
    complete(view, canvas, None)
    legible(canvas)


@pytest.mark.parametrize("anchor", sorted(everywhere()))
def test_what_changed_is_ringed(anchor: str) -> None:
    """Each anchor that the rules name gets its ring, and nothing else does."""
    canvas = takara.paint(worst(), words("en"), frozenset({anchor}))
    rings = [mark for mark in canvas.record.of("piece") if mark.text == "changed"]
    assert [mark.anchor.rpartition("/")[2] for mark in rings] == [anchor]


def test_every_anchor_that_the_rules_name_can_be_ringed() -> None:
    for seed in range(3):
        for match, marks in plays(seed, 2 + seed):
            assert marks <= everywhere(len(match.view(None).players))


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_last_turn_is_told_in_order(seats: int) -> None:
    """The strip has the newest deeds, each with its icon, in the order in which they were done."""
    for view, _ in positions(9, seats, every=17):
        record = takara.paint(view, words("en")).record
        verbs = [mark.anchor.removeprefix("strip/") for mark in record.of("icon", "strip") if "/" in mark.anchor]
        told = [verb for i, verb in enumerate(verbs) if i == 0 or verbs[i - 1] != verb]
        done = [deed.verb for deed in view.deeds]
        done = [verb for i, verb in enumerate(done) if i == 0 or done[i - 1] != verb]
        assert told == done[len(done) - len(told) :]
        assert bool(told) is bool(done)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_player_sees_what_that_player_knows_and_the_last_look_in_words(lang: str) -> None:
    looks = surveys = 0
    for number, (match, _) in enumerate(plays(4, 3)):
        seat = number % 3
        view = match.view(seat)
        if number % 7 and view.survey is None:
            continue
        canvas = takara.paint(view, words(lang))
        legible(canvas)
        shows_the_tunnels(view, canvas)
        eyes = canvas.record.icons().count("eye") - 1
        assert eyes == sum(card.known for tunnel in view.tunnels for card in tunnel.cards)
        said = " ".join(canvas.record.texts("look"))
        if view.survey is not None:
            surveys += 1
            assert str(view.survey.tunnel) in said
            assert "changed" in canvas.record.pieces()
        elif view.look is not None:
            looks += 1
            assert all(str(position) in said for position, _ in view.look.seen)
    assert looks
    assert surveys


def test_players_in_a_crowd_can_be_told_apart_without_colour() -> None:
    """Six adventurers of two players, or one each of four, at one shaft: every player's initial is there."""
    for seats in ((0, 0, 0, 1, 1, 1), (2, 2, 3, 3), (0, 1, 2, 3)):
        view = early()
        crowded = replace(view.tunnels[0], visitors=tuple((seat, number) for number, seat in enumerate(seats)))
        canvas = takara.paint(replace(view, tunnels=(crowded, *view.tunnels[1:])), words("en", ("A", "B", "C", "D")))
        drawn = set(canvas.record.texts("tunnel.1"))
        assert {"ABCD"[seat] for seat in seats} <= drawn


def test_the_whole_board_shows_what_its_viewer_knows() -> None:
    seen = (match.view(seat) for match, _ in plays(4, 3) for seat in range(3))
    known = [view for view in seen if sum(card.known for tunnel in view.tunnels for card in tunnel.cards) > 2]
    for view in known[::40]:
        canvas = takara.paint_whole(view, words("en"))
        complete(view, canvas)
        legible(canvas)
        for tunnel in view.tunnels:
            eyes = canvas.record.icons(f"tunnel.{tunnel.number}").count("eye")
            assert eyes == sum(card.known for card in tunnel.cards)
    assert known


@pytest.mark.parametrize("viewer", [None, 0, 1])
def test_pictures_betray_nothing(viewer: int | None) -> None:
    """Whatever this viewer can't know may be dealt anew: picture, description and words stay the same."""
    chance = Rng(bytes(32))
    for number, (match, marks) in enumerate(plays(6, 3)):
        if number % 61 and match.view(match.view(None).active).survey is None:
            continue
        view, other = match.view(viewer), GAME.view(GAME.redeal(match.state, viewer, chance), viewer)
        first, second = (takara.paint(each, words("en"), marks) for each in (view, other))
        assert first.record.marks == second.record.marks
        assert first.image.tobytes() == second.image.tobytes()
        assert takara.alt(view, words("en")) == takara.alt(other, words("en"))
        assert takara.board(view, words("en")) == takara.board(other, words("en"))


def test_equal_views_give_equal_files_and_small_ones() -> None:
    view = early()
    picture, again = (render.draw("takara", view, words("en"), everywhere()) for _ in range(2))
    assert picture == again
    assert picture.ext == "webp"
    for position in (view, worst(), ended(worst(), "both_split")):
        assert len(render.draw("takara", position, words("ja")).data) <= LIMIT


def test_a_small_picture_has_the_same_proportions() -> None:
    picture = render.draw("takara", early(), words("en"), size="small")
    assert (picture.width, picture.height) == (800, 665)


def test_a_game_without_a_painter_is_an_error() -> None:
    with pytest.raises(KeyError):
        render.draw("chess", early(), words("en"))


# ---- in words


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("names", [NAMES, HOSTILE])
def test_the_description_fits_and_begins_with_whose_turn_it_is(lang: str, names: tuple[str, ...]) -> None:
    voice = words(lang, names)
    views = [view for view, _ in positions(5, 4, every=31)]
    views += [worst(), *(ended(worst(), result) for result in RESULTS)]
    for view in views:
        said = takara.alt(view, voice)
        assert 40 < len(said.encode("utf-16-le")) // 2 <= 1024
        first = said.partition("\n")[0]
        assert (voice.name(view.active) in first) is (view.result is None)
        for seat in range(4):
            hidden = replace(view, viewer=seat)
            assert len(takara.alt(hidden, voice).encode("utf-16-le")) // 2 <= 1024


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_text_board_tells_everything(lang: str) -> None:
    voice = words(lang)
    for view, _ in [*positions(8, 4, every=37), (worst(), None), (ended(worst(), "no_stone"), None)]:
        said = takara.board(view, voice)
        paragraphs = said.split("\n\n")
        assert all(len(paragraph) < 2000 for paragraph in paragraphs)
        for player in view.players:
            own = next(part for part in paragraphs if f"**{voice.name(player.seat)}**" in part and "XP" in part)
            assert str(player.kara) in own
            assert all(str(item) in own for item in player.items)
            assert not player.tokens or str(player.tokens) in own
        for tunnel in view.tunnels:
            line = "\n".join(paragraphs[1:3]).split("\n")[tunnel.number]
            assert line.startswith(str(tunnel.number))
            assert not tunnel.cards or str(len(tunnel.cards)) in line
        for one in view.specialists:
            assert voice.say(f"takara.specialist.{one.id}") in said
        for number in (view.stock, len(view.discard)):
            assert str(number) in said
        for deed in view.deeds:
            assert voice.name(deed.seat) in paragraphs[-1 if view.viewer is None else -2]
        assert "{" not in said
