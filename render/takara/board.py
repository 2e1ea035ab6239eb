"""The whole position in words, for those who can't see the picture."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import Literal

from engines.kernel.text import Noun, Param, Text, Who, each, text
from engines.takara.components import CARDS, IMPERSONATOR, RULE, SPECIALISTS, STONES, TREASURES, Kind
from engines.takara.view import CardView, Deed, PlayerView, Result, SpecialistView, TunnelView, View
from render.kit.words import Words
from render.takara.private import telling_texts

HALF = 3
"""Tunnels in one paragraph: six would not fit into a message when everything lies open."""


def board(view: View, words: Words) -> str:
    """Everything the picture shows, in paragraphs: the game, tunnels, players, village, last turn, one's own looks."""
    paragraphs = (
        _opening(view),
        _tunnels(view, view.tunnels[:HALF]),
        _tunnels(view, view.tunnels[HALF:]),
        *(_player(view, player) for player in view.players),
        _village(view),
        _lately(view),
        _looks(view),
    )
    said = ("\n".join(words.say(line) for line in lines) for lines in paragraphs)
    return "\n\n".join(paragraph for paragraph in said if paragraph)


def _opening(view: View) -> Iterator[Text]:
    if view.result is None:
        yield text("takara.board.title", turn=view.turn, who=Who(view.active))
    else:
        yield text("takara.board.title_over", result=text(f"takara.ending.{view.result}"))
        for seat in sorted(range(len(view.players)), key=lambda seat: view.ranks[seat]):
            yield ranked(view, seat)
    yield text(
        "takara.board.alarm", stones=view.stones_found, of=STONES, exhausted=view.exhausted, tunnels=RULE.tunnels
    )
    if view.warning:
        yield text("takara.board.warning")


def ranked(view: View, seat: int) -> Text:
    """A player's rank and score at the end; a void score is said to be none."""
    key = "takara.board.rank_void" if view.result == "no_stone" else "takara.board.rank"
    return text(key, rank=view.ranks[seat], who=Who(seat), score=view.scores[seat])


# ---- tunnels


def _tunnels(view: View, tunnels: tuple[TunnelView, ...]) -> Iterator[Text]:
    if tunnels[0] is view.tunnels[0]:
        yield text("takara.board.tunnels")
    for tunnel in tunnels:
        said = tunnel_line(tunnel, "board")
        there = dict.fromkeys(seat for seat, _ in tunnel.visitors)
        yield text("takara.board.visited", tunnel=said, who=each(map(Who, there))) if there else said


def tunnel_line(tunnel: TunnelView, place: Literal["board", "alt"]) -> Text:
    """A tunnel from the top: what lies open or is known, one by one; backs by layer."""
    if not tunnel.cards:
        return text(f"takara.{place}.tunnel_empty", tunnel=tunnel.number)
    said = each(_cards(tunnel.cards))
    return text(f"takara.{place}.tunnel", tunnel=tunnel.number, n=len(tunnel.cards), cards=said)


def top_line(tunnel: TunnelView) -> Text:
    """A tunnel down to its first card that lies face down."""
    if not tunnel.cards:
        return text("takara.alt.tunnel_empty", tunnel=tunnel.number)
    up = next((depth for depth, card in enumerate(tunnel.cards) if not card.up), len(tunnel.cards))
    key = "takara.alt.below" if up else "takara.alt.top"
    hidden = (text(key, layer=Noun(f"takara.board.layer.{card.layer}")) for card in tunnel.cards[up : up + 1])
    said = each((*map(_face, tunnel.cards[:up]), *hidden))
    return text("takara.alt.tunnel", tunnel=tunnel.number, n=len(tunnel.cards), cards=said)


def _cards(cards: tuple[CardView, ...]) -> Iterator[Text]:
    for layer, group in groupby(cards, key=lambda card: card.layer if card.card is None else card):
        if isinstance(layer, str):
            yield text("takara.board.back", n=len(list(group)), layer=Noun(f"takara.board.layer.{layer}"))
        else:
            yield from map(_face, group)


def _face(shown: CardView) -> Text:
    assert shown.card is not None
    card = CARDS[shown.card]
    if not shown.up:
        return text("takara.board.known" if shown.known else "takara.board.shown", card=card.noun)
    if card.kind is not Kind.MONSTER:
        return text("takara.board.face_up", card=card.noun)
    reward = text("takara.board.reward" if card.kara else "takara.board.reward_xp", kara=card.kara, xp=card.xp)
    name = Noun(f"takara.picture.monster.{card.monster}")
    return text("takara.board.monster", monster=name, left=card.life - shown.wounds, life=card.life, reward=reward)


# ---- players


def _player(view: View, player: PlayerView) -> Iterator[Text]:
    mine = view.result is None and view.active == player.seat
    key = "takara.board.player_turn" if mine else "takara.board.player"
    look = Noun(f"render.seat.{player.seat}")
    yield text(key, who=Who(player.seat), look=look, kara=player.kara, xp=player.xp)
    if player.items:
        yield text("takara.board.items", items=each(sorted(player.items, reverse=True)))
    owned = list(_owned(view, player))
    if owned:
        yield text("takara.board.owned", things=each(owned))
    yield text("takara.board.crew", crew=each(_crew(player)))


def _owned(view: View, player: PlayerView) -> Iterator[Text]:
    if player.stones:
        yield stones(player)
    if player.tokens:
        yield text("takara.board.tokens", n=player.tokens)
    if player.map_kept:
        yield text("takara.board.map")
    if player.skull:
        yield text("takara.board.skull")
    for one in view.specialists:
        if one.holder == player.seat:
            yield text(f"takara.board.helper_{'up' if one.up else 'down'}", helper=_named(one))


def stones(player: PlayerView) -> Text:
    """How many Stones of Legend the player has."""
    return text("takara.board.stones", n=len(player.stones))


def _crew(player: PlayerView) -> Iterator[Text]:
    places = [(one.place, one.tunnel) for one in player.adventurers]
    for place, tunnel in dict.fromkeys(places):
        where = text(f"takara.board.place.{place}", tunnel=tunnel)
        yield text("takara.board.at", n=places.count((place, tunnel)), place=where)


# ---- village


def _village(view: View) -> Iterator[Text]:
    yield text("takara.board.village")
    yield from village_lines(view)


def village_lines(view: View) -> Iterator[Text]:
    """Sword, bank, treasures and dock."""
    if view.sword is None:
        yield text("takara.board.sword_free", kara=RULE.sword_rent)
    else:
        yield text("takara.board.sword_rented", who=Who(view.sword))
    yield text("takara.board.stock", stock=view.stock)
    discard = len(view.discard)
    if view.revealed_treasures:
        left = each(TREASURES[card].noun for card in view.revealed_treasures)
        yield text("takara.board.treasures_left", cards=left, discard=discard)
    else:
        yield text("takara.board.treasures", treasures=view.treasures, discard=discard)
    yield from map(_specialist, view.specialists)


def _specialist(shown: SpecialistView) -> Text:
    noun = _named(shown)
    if shown.holder is None:
        if shown.cost is None:
            return text("takara.board.specialist_copies", specialist=noun, cost=IMPERSONATOR.surcharge)
        return text("takara.board.specialist_free", specialist=noun, cost=shown.cost)
    key = "takara.board.specialist_up" if shown.up else "takara.board.specialist_down"
    return text(key, specialist=noun, who=Who(shown.holder))


def _named(shown: SpecialistView) -> Noun | Text:
    """The specialist, and as whom it acts."""
    noun = Noun(f"takara.specialist.{shown.id}")
    if shown.copied is None:
        return noun
    return text("takara.board.copied", helper=noun, copied=Noun(f"takara.specialist.{shown.copied}"))


# ---- what happened


def _lately(view: View) -> Iterator[Text]:
    if view.deeds:
        yield text("takara.board.lately")
    yield from map(deed_line, view.deeds)


def deed_line(deed: Deed) -> Text:
    """Who did what, and what came of it."""
    done = text(f"takara.board.deed.{deed.verb}", tunnel=deed.tunnel)
    results = each(_result(result) for result in deed.results if not _told(result))
    if not results.items:
        return text("takara.board.deed", who=Who(deed.seat), deed=done)
    return text("takara.board.deed_results", who=Who(deed.seat), deed=done, results=results)


def _told(result: Result) -> bool:
    """Whether another result says the same: a stone that was dug up is a result of its own."""
    return result.kind == "card" and result.card in CARDS and CARDS[result.card].kind is Kind.STONE


def _result(result: Result) -> Text:
    params: dict[str, Param] = {"n": result.n, "amount": f"{result.n:+d}".replace("-", "−")}
    if result.card:
        named = CARDS.get(result.card) or TREASURES.get(result.card)
        params["card"] = named.noun if named else _specialist_noun(result.card)
    return Text(f"takara.board.result.{result.kind}", params)


def _specialist_noun(name: str) -> Noun:
    return next(specialist.noun for key, specialist in SPECIALISTS.items() if key == name)


def _looks(view: View) -> tuple[Text, ...]:
    return telling_texts(view) if view.viewer is not None else ()
