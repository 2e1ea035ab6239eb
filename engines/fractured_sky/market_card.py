"""§10.8 The market card of an automated opponent: its resources, as a counter that turns into starfalls."""

from __future__ import annotations

from engines.fractured_sky.state import T, seat_mark, who


def count(t: T, seat: int, n: int) -> None:
    """§10.8 Count so many, one by one; a full card is a starfall at once (R51). Easy opponents have no card."""
    rule, own = t.state.rules_of_ai, t.state.seats[seat]
    assert own.ai is not None
    if not rule.market_card or not n:
        return
    won = 0
    for _ in range(n):
        own.ai.counter += 1
        if own.ai.counter == rule.market_card_threshold:
            own.ai.counter = 0
            own.stars += 1
            won += 1
    t.tell(
        "fractured_sky.ai.market_card.full" if won else "fractured_sky.ai.market_card",
        at=(seat_mark(seat),),
        who=who(t.state, seat),
        added=n,
        n=won,
        counter=own.ai.counter,
        threshold=rule.market_card_threshold,
    )
