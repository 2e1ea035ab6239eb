"""What one person alone knows of a game of Fractured Sky, in words (RULES.md §5 `review`, §13)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from engines.fractured_sky.components import OBJECTIVES, REGIONS
from engines.fractured_sky.naming import circled
from engines.fractured_sky.view import MineView, View
from engines.kernel.text import Noun, Text, each, text


def known(view: View, mine: MineView) -> Iterator[Text]:
    """Own chips and where, exploration cards, scouted cards of this round, objectives peeked at."""
    yield text("fractured_sky.review.title")
    yield from _chips(view, mine)
    yield from _cards(view, mine)


def _chips(view: View, mine: MineView) -> Iterator[Text]:
    placed = [
        text("fractured_sky.review.chip", chip=value, region=_region(view, region.id))
        for region in view.regions
        for ship in region.ships
        if ship.seat == view.viewer and (value := ship.value if ship.printed is None else ship.printed) is not None
    ]
    key = "fractured_sky.review.chips_over" if mine.penalty else "fractured_sky.review.chips"
    chips = text(key, chips=each(placed), total=mine.total, penalty=mine.penalty)
    yield chips if placed else text("fractured_sky.review.chips_none")
    left = each(
        chip if n == 1 else text("fractured_sky.review.copies", chip=chip, n=n)
        for chip, n in sorted(Counter(mine.chips).items())
    )
    yield text("fractured_sky.review.left", chips=left)


def _cards(view: View, mine: MineView) -> Iterator[Text]:
    explored = each(_region(view, region) for region in mine.explored)
    cards = text("fractured_sky.review.explored", regions=explored)
    yield cards if mine.explored else text("fractured_sky.review.explored_none")
    scouted = [secret for secret in view.secrets if secret.known and secret.region is not None]
    for secret in scouted:
        yield text("fractured_sky.review.scouted", slot=secret.number, region=_region(view, secret.region or ""))
    if not scouted:
        yield text("fractured_sky.review.scouted_none")
    peeked = [objective for objective in view.objectives if objective.known and objective.card is not None]
    for objective in peeked:
        card = OBJECTIVES[objective.card or ""]
        rule = text(f"fractured_sky.objective.{card.id}.text")
        yield text("fractured_sky.review.peeked", slot=objective.number, objective=card.noun, rule=rule)
    if view.objectives and not peeked:
        yield text("fractured_sky.review.peeked_none")


def _region(view: View, region: str) -> Text | Noun:
    """A region with its number on the map."""
    number = next(shown.number for shown in view.regions if shown.id == region)
    return text("fractured_sky.region", number=circled(number), region=REGIONS[region].noun)
