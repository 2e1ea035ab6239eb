"""§10.6 The airship tokens of automated opponents: a low and a high value, settled when the round ends."""

from __future__ import annotations

from engines.fractured_sky.components import TOKENS
from engines.fractured_sky.naming import region_words
from engines.fractured_sky.state import Ai, Airship, State, T, region_mark, seat_mark, who
from engines.kernel.text import each, text


def low(ship: Airship) -> int:
    """The low value of its token."""
    return TOKENS[ship.token][0]


def high(ship: Airship) -> int:
    """The high value of its token; all of a set are different (R49)."""
    return TOKENS[ship.token][1]


def turn_up_tokens(t: T) -> None:
    """§4 ROUND_END 3: every automated opponent's placed tokens are turned up, and show what §10.6 says."""
    for number, seat in enumerate(t.state.seats):
        if seat.ai is None:
            continue
        best, shown = showing_high(t.state, seat.ships), []
        for ship in seat.ships:
            ship.value = high(ship) if ship in best else low(ship)
            shown.append(text("fractured_sky.reveal.chip", region=region_words(t.state, ship.region), value=ship.value))
        marks = (seat_mark(number), *(region_mark(ship.region) for ship in seat.ships))
        most = t.state.rules_of_ai.high_airships
        t.tell("fractured_sky.reveal.tokens", at=marks, who=who(t.state, number), chips=each(shown), n=most)


def showing_high(state: State, ships: list[Airship]) -> list[Airship]:
    """§10.6 Of those in regions with a starfall the one (hard: the two) with the greatest high value."""
    chasing = [ship for ship in ships if state.stars.get(ship.region, 0) >= 1]
    return sorted(chasing, key=high, reverse=True)[: state.rules_of_ai.high_airships]


def token_words(ai: Ai) -> list[str]:
    """Its tokens that don't fly this round, as they are printed."""
    return [f"{TOKENS[token][0]}/{TOKENS[token][1]}" for token in ai.shown]
