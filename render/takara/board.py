"""The whole position in words, for those who can't see the picture."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

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
        said = tunnel_line(tunnel)
        there = dict.fromkeys(seat for seat, _ in tunnel.visitors)
        yield text("takara.board.visited", tunnel=said, who=each(map(Who, there))) if there else said


def tunnel_line(tunnel: TunnelView, left: int | None = None) -> Text:
    """A tunnel from the top: what lies open or is known, one by one; backs by layer.

    left: the number of cards, if not all are named.
    """
    if not tunnel.cards:
        return text("takara.board.tunnel_empty", tunnel=tunnel.number)
    return text(
        "takara.board.tunnel", tunnel=tunnel.number, n=left or len(tunnel.cards), cards=each(_cards(tunnel.cards))
    )


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
    yield text(key, who=Who(player.seat), kara=player.kara, xp=player.xp)
    if player.items:
        yield text("takara.board.items", items=each(sorted(player.items, reverse=True)))
    owned = list(_owned(view, player))
    if owned:
        yield text("takara.picture.seen", cards=each(owned))
    yield text("takara.board.crew", crew=each(_crew(player)))


def _owned(view: View, player: PlayerView) -> Iterator[Text]:
    if player.stones:
        yield text("takara.board.stones", n=len(player.stones))
    if player.tokens:
        yield text("takara.board.tokens", tokens=player.tokens)
    if player.map_kept:
        yield text("takara.board.map")
    if player.skull:
        yield text("takara.board.skull")
    yield from (_specialist(one) for one in view.specialists if one.holder == player.seat)


def _crew(player: PlayerView) -> Iterator[Text]:
    places = [(one.place, one.tunnel) for one in player.adventurers]
    for place, tunnel in dict.fromkeys(places):
        where = text(f"takara.board.place.{place}", tunnel=tunnel)
        yield text("takara.board.at", n=places.count((place, tunnel)), place=where)


# ---- village


def _village(view: View) -> Iterator[Text]:
    yield text("takara.board.village")
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
    noun: Noun | Text = Noun(f"takara.specialist.{shown.id}")
    if shown.holder is None:
        if shown.cost is None:
            return text("takara.board.specialist_copies", specialist=noun, cost=IMPERSONATOR.surcharge)
        return text("takara.board.specialist_free", specialist=noun, cost=shown.cost)
    if shown.copied is not None:
        noun = text("takara.board.copied", helper=noun, copied=Noun(f"takara.specialist.{shown.copied}"))
    key = "takara.board.specialist_up" if shown.up else "takara.board.specialist_down"
    return text(key, specialist=noun, who=Who(shown.holder))


# ---- what happened


def _lately(view: View) -> Iterator[Text]:
    if view.deeds:
        yield text("takara.board.lately")
    yield from map(deed_line, view.deeds)


def deed_line(deed: Deed) -> Text:
    """Who did what, and what came of it."""
    done = text(f"takara.board.deed.{deed.verb}", tunnel=deed.tunnel)
    results = each(map(_result, deed.results))
    if not results.items:
        return text("takara.board.deed", who=Who(deed.seat), deed=done)
    return text("takara.board.deed_results", who=Who(deed.seat), deed=done, results=results)


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
