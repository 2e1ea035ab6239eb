"""The picture in one breath: what a player would want to hear first, then the rest, as far as there is room."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from engines.fractured_sky.components import OBJECTIVES
from engines.fractured_sky.view import RegionView, View
from engines.kernel.text import Noun, Param, Text, each, text
from render.fractured_sky import ending
from render.fractured_sky.board import deed_line, mine, objective_line, order, platform_line, secret_line, title
from render.fractured_sky.scene import who
from render.fractured_sky.terms import KINDS, amounts, circled, place
from render.kit.words import Words, fitting

LATELY = 3
"""Deeds that are told where there is room."""

Part = tuple[int, Text]
"""How little it counts, and what is told."""


def alt(view: View, words: Words, *, whole: bool = False) -> str:
    """Whose turn, own chips, where starfalls lie, scores, what flies where, cards, turn order, buildings, deeds.

    Where that is too long, what counts least gives way. The whole board is the usual one.
    """
    del whole
    return _told(_parts(view), words)


def alt_reveal(view: View, words: Words) -> str:
    """How the last round ended: totals, objective, secret starfalls, each region with its ranks."""
    return _told(_ending(view), words) if view.reveal is not None else alt(view, words)


def _told(parts: Iterable[Part], words: Words) -> str:
    """In reading order, as far as there is room for what counts most."""
    said = [(weight, words.say(part).replace("**", "")) for weight, part in parts]
    return fitting(said)


def _parts(view: View) -> Iterator[Part]:
    yield 0, title(view)
    for line in mine(view):
        yield 1, line
    yield 0, _fallen(view)
    yield 0, _scores(view)
    for region in view.regions:
        if things := list(_things(view, region)):
            line = text("fractured_sky.alt.region", region=place(view, region.id), things=each(things))
            yield _weight(region), line
    unexplored = [circled(r.number) for r in view.regions if not any(ship.explorer for ship in r.ships)]
    if unexplored:
        yield 2, text("fractured_sky.alt.unexplored", regions="".join(unexplored))
    for secret in view.secrets:
        if secret.region is not None or secret.scouts:
            yield 2 if secret.region is not None else 3, secret_line(view, secret)
    untouched = [secret.number for secret in view.secrets if secret.used and not (secret.region or secret.scouts)]
    if untouched:
        yield 4, text("fractured_sky.alt.secrets", slots=each(untouched))
    yield from _objectives(view)
    for line in order(view):
        yield 4, line
    for platform in view.platforms:
        if platform.buildings:
            yield 5, platform_line(view, platform)
    for deed in view.deeds[-LATELY:]:
        yield 3, deed_line(view, deed)


def _objectives(view: View) -> Iterator[Part]:
    """Those that this seat alone knows in full; the others by name, or by icon and who has peeked."""
    said: list[Param] = []
    for objective in view.objectives:
        if objective.known:
            yield 2, objective_line(view, objective)
        elif objective.card is not None:
            name = OBJECTIVES[objective.card].noun
            winner = text("fractured_sky.alt.nobody") if objective.winner is None else who(view, objective.winner)
            said.append(text("fractured_sky.alt.won", slot=objective.number, objective=name, who=winner))
        else:
            icon = Noun(f"fractured_sky.icon.{objective.icon}")
            key = "fractured_sky.alt.peeked" if objective.peeked else "fractured_sky.alt.hidden"
            seats = each(who(view, seat) for seat in objective.peeked)
            said.append(text(key, slot=objective.number, icon=icon, seats=seats))
    if said:
        yield 4, text("fractured_sky.alt.objectives", cards=each(said))


def _fallen(view: View) -> Text:
    """Where starfalls lie, in one line."""
    lying: list[Param] = [
        text(
            "fractured_sky.alt.lying_public" if region.public else "fractured_sky.alt.lying",
            region=place(view, region.id),
            stars=region.stars,
        )
        for region in view.regions
        if region.stars
    ]
    return text("fractured_sky.alt.fallen", regions=each(lying or [text("fractured_sky.board.nothing")]))


def _weight(region: RegionView) -> int:
    if region.stars:
        return 1
    return 2 if region.ships or region.skimmers else 3


def _things(view: View, region: RegionView) -> Iterator[Param]:
    """What flies in a region, and what is known of it, in few words."""
    if any(secret.known and secret.region == region.id for secret in view.secrets):
        yield text("fractured_sky.alt.secret")
    if region.unused:
        yield text("fractured_sky.alt.unused")
    for ship, n in Counter(region.ships).items():
        said = text(f"fractured_sky.alt.ship.{ship.rim}", who=who(view, ship.seat))
        if ship.value is not None:
            said = text("fractured_sky.alt.value", ship=said, value=ship.value)
        if ship.explorer:
            said = text("fractured_sky.alt.explorer", ship=said)
        yield text("fractured_sky.board.several", count=n, thing=said) if n > 1 else said
    yield from (text("fractured_sky.board.skimmers", who=who(view, seat), n=n) for seat, n in region.skimmers)


def _scores(view: View) -> Text:
    """Starfalls and resources of all, in turn order."""
    said: list[Param] = []
    for slot in view.turn_slots:
        if slot.old is None:
            continue
        own = view.seats[slot.old]
        stars = text("fractured_sky.board.stars", n=own.stars)
        if own.ai is not None:
            said.append(text("fractured_sky.alt.robot", who=who(view, own.seat), stars=stars))
        else:
            has = amounts(dict(zip(KINDS, (own.gold, own.iron, own.wood), strict=True)), zeros=True)
            said.append(text("fractured_sky.alt.seat", who=who(view, own.seat), stars=stars, resources=has))
    return text("fractured_sky.alt.scores", seats=each(said))


def _ending(view: View) -> Iterator[Part]:
    shown = view.reveal
    assert shown is not None
    yield 0, text("fractured_sky.board.ended", round=shown.round)
    for line in ending.totals(view, shown):
        yield 3, line
    if shown.objective:
        yield 1, ending.objective(view, shown)
    if shown.secrets:
        yield 3, ending.secrets(view, shown)
    for result in shown.regions:
        if result.stars or result.ships or result.skimmers:
            yield 1 if result.stars else 2, ending.region(view, result)
