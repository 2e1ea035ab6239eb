"""How a round ended, in words: what the picture of the round's end shows."""

from __future__ import annotations

from collections.abc import Iterator
from functools import reduce

from engines.fractured_sky.components import OBJECTIVES
from engines.fractured_sky.view import AirshipView, Placing, RegionResult, Reveal, View
from engines.kernel.text import Noun, Param, Text, each, text
from render.fractured_sky.ranking import Rank, ranks
from render.fractured_sky.scene import who
from render.fractured_sky.terms import KINDS, amounts, place


def lines(view: View) -> Iterator[Text]:
    """Heading, totals, objective, secret starfalls, regions from left to right."""
    shown = view.reveal
    if shown is None:
        return
    yield text("fractured_sky.board.ended", round=shown.round)
    yield from totals(view, shown)
    if shown.objective:
        yield objective(view, shown)
    if shown.secrets:
        yield secrets(view, shown)
    yield from (region(view, result) for result in shown.regions if result.stars or result.ships or result.skimmers)


def totals(view: View, shown: Reveal) -> Iterator[Text]:
    """The sum of each person's chips, and what each airship lost."""
    said: list[Param] = []
    for seat, total in enumerate(shown.totals):
        if total is not None:
            key = "sum_over" if shown.penalties[seat] else "sum"
            said.append(
                text(f"fractured_sky.board.{key}", who=who(view, seat), total=total, penalty=shown.penalties[seat])
            )
    yield text("fractured_sky.board.sums", sums=each(said))


def objective(view: View, shown: Reveal) -> Text:
    """What it asked, and who won it."""
    noun = OBJECTIVES[shown.objective].noun
    rule = Noun(f"fractured_sky.objective.{shown.objective}.text")
    asked = text("fractured_sky.board.asks", objective=noun, rule=rule)
    if shown.winner is None:
        return text("fractured_sky.board.scored_nobody", thing=asked)
    return text("fractured_sky.board.scored", thing=asked, who=who(view, shown.winner))


def secrets(view: View, shown: Reveal) -> Text:
    """Where the secret starfalls fell."""
    return text("fractured_sky.board.fell", regions=each(place(view, region) for region in shown.secrets))


def region(view: View, result: RegionResult) -> Text:
    """The starfalls, and who ranked in which order with which power and reward; or that the starfalls stay."""
    rows = ranks(result)
    where: Param = place(view, result.region)
    if result.stars:
        where = text("fractured_sky.board.at", region=where, stars=text("fractured_sky.board.stars", n=result.stars))
    if not rows:
        return text("fractured_sky.board.stay", region=where)
    return text("fractured_sky.board.result", region=where, ranks=reduce(_then, (_rank(view, rank) for rank in rows)))


def _then(before: Text, after: Text) -> Text:
    return text("fractured_sky.board.then", first=before, rest=after)


def _rank(view: View, rank: Rank) -> Text:
    made: list[Param] = [_value(ship) for ship in rank.ships]
    if rank.fortresses:
        made.append(text("fractured_sky.board.fortresses", n=rank.fortresses))
    if rank.skimmers:
        made.append(text("fractured_sky.board.flyers", n=rank.skimmers))
    name = who(view, rank.seat)
    if rank.placing is None:
        return text("fractured_sky.board.powerless", who=name, parts=each(made))
    gained = each(_gains(view, rank.placing))
    if made == [str(rank.placing.power)]:
        return text("fractured_sky.board.rank_plain", who=name, power=rank.placing.power, gained=gained)
    return text("fractured_sky.board.rank", who=name, power=rank.placing.power, parts=each(made), gained=gained)


def _value(ship: AirshipView) -> str:
    """A chip; with what it counts, if that is less; a token with its value."""
    value = ship.value or 0
    if ship.token is not None:
        low, high = ship.token
        return f"{low}/{high}→{value}"
    return str(value) if ship.printed in (None, value) else f"{ship.printed}→{value}"


def _gains(view: View, placing: Placing) -> list[Param]:
    gained: list[Param] = []
    if placing.stars:
        gained.append(text("fractured_sky.board.stars", n=placing.stars))
    gained += amounts(dict(zip(KINDS, placing.gained, strict=True))).items
    if placing.picks:
        gained.append(text("fractured_sky.board.picks", n=placing.picks))
    if placing.market and view.seats[placing.seat].ai is not None:
        gained.append(text("fractured_sky.board.steps", n=placing.market))
    return gained or [text("fractured_sky.board.nothing")]
