"""§10 The automated opponents: their round, and a turn from the card to its effect. Where: choosing.py."""

from __future__ import annotations

from collections.abc import Callable
from typing import assert_never

from msgspec.structs import replace

from engines.fractured_sky.choosing import CHOOSE, Choice, Why
from engines.fractured_sky.components import AI_CARDS, SLOT_PREFERENCE, TOKENS, TOKENS_SHOWN, AiCard, Compass, Effect
from engines.fractured_sky.fleet import arrive, is_first, take_turn_slot
from engines.fractured_sky.intel import reveal_check
from engines.fractured_sky.market_card import count
from engines.fractured_sky.naming import connected, region_words
from engines.fractured_sky.state import (
    Ai,
    Airship,
    Scouting,
    T,
    building,
    finished,
    platform_mark,
    record,
    region_mark,
    seat_mark,
    tray_mark,
    who,
)
from engines.fractured_sky.tokens import token_words
from engines.fractured_sky.view import Deed
from engines.kernel.text import Noun, Param, Text, each, text

# ---- The round (§4 ROUND_START 3) ----------------------------------------------------------------------------------


def begin_round(t: T) -> None:
    """§4 ROUND_START 3: all cards into the deck; three tokens are shown and don't fly, the other four are the pile."""
    for number, seat in enumerate(t.state.seats):
        if seat.ai is None:
            continue
        seat.ai.deck = [card.id for card in AI_CARDS.values() if card.deck == seat.color]
        seat.ai.used, seat.ai.previous = [], None
        t.rng.shuffle(seat.ai.deck, f"ai.{seat.color}")
        tokens = list(range(len(TOKENS)))
        t.rng.shuffle(tokens, f"tokens.{seat.color}")
        seat.ai.shown, seat.ai.pile = tokens[:TOKENS_SHOWN], tokens[TOKENS_SHOWN:]
        shown = each(token_words(seat.ai))
        t.tell("fractured_sky.ai.tokens", at=(seat_mark(number),), who=who(t.state, number), tokens=shown)


def landed_on_gold(t: T, seat: int) -> None:
    """§10.8 Its marker lands on a turn slot with gold, also in the setup (R54): one on the market card."""
    count(t, seat, 1)


# ---- A turn (§10.2) ------------------------------------------------------------------------------------------------


def take_turn(t: T, seat: int) -> None:
    """§10.2 Card by card, until one has an effect."""
    failed: list[AiCard] = []
    while True:
        card, guide = draw(t, seat)
        choice = CHOOSE[card.effect](t.state, seat, guide.compass)
        if choice is not None:
            break
        failed.append(card)
    t.bar()
    _tell(t, seat, card, guide, choice, failed)
    DO[card.effect](t, seat, choice)


def draw(t: T, seat: int) -> tuple[AiCard, AiCard]:
    """§10.2 The next card, and the one whose compass guides it: the card before it, also if it failed (R57)."""
    ai = _ai(t, seat)
    if not ai.deck:
        ai.deck, ai.used = ai.used, []
        t.rng.shuffle(ai.deck, f"ai.{t.state.seats[seat].color}")
    card = AI_CARDS[ai.deck.pop(0)]
    guide = card if ai.previous is None else AI_CARDS[ai.previous]
    ai.used.append(card.id)
    ai.previous = card.id
    return card, guide


# ---- Effects (§10.5) -----------------------------------------------------------------------------------------------


def send_airship(t: T, seat: int, choice: Choice) -> None:
    """§10.5 The top token, face down; on the exploration slot if it is the first there, but no card.

    With the third it takes the first free turn slot of its preference.
    """
    arrive(t, seat, Airship(choice.place, token=_ai(t, seat).pile.pop(0)))
    if finished(t.state.seats[seat]):
        slot = next(slot for slot in SLOT_PREFERENCE if t.state.new[slot - 1] is None)
        if take_turn_slot(t, seat, slot):
            landed_on_gold(t, seat)


def scout(t: T, seat: int, choice: Choice) -> None:
    """§10.5 Its token on the card, which counts as one resource for §10.4; it gains none (R50)."""
    slot = int(choice.place)
    t.state.tray[slot - 1].scouts.append(Scouting(seat, None, counts=True))
    reveal_check(t, slot)


def build_fortress(t: T, seat: int, choice: Choice) -> None:
    """§10.5 From its supply; no limit per platform (R4)."""
    t.state.seats[seat].fortresses -= 1
    building(t.state, choice.place, seat).fortresses += 1


def build_market(t: T, seat: int, choice: Choice) -> None:
    """§10.5 From its supply; no limit per platform (R4)."""
    t.state.seats[seat].markets -= 1
    building(t.state, choice.place, seat).markets += 1


def place_skimmer(t: T, seat: int, choice: Choice) -> None:
    """§10.5 From its supply."""
    own = t.state.seats[seat]
    own.skimmers -= 1
    own.placed[choice.place] = own.placed.get(choice.place, 0) + 1


DO: dict[Effect, Callable[[T, int, Choice], None]] = {
    Effect.AIRSHIP: send_airship,
    Effect.SCOUT: scout,
    Effect.FORTRESS: build_fortress,
    Effect.MARKET: build_market,
    Effect.SKIMMER: place_skimmer,
}


def _ai(t: T, seat: int) -> Ai:
    ai = t.state.seats[seat].ai
    assert ai is not None
    return ai


# ---- Words ---------------------------------------------------------------------------------------------------------


def _tell(t: T, seat: int, card: AiCard, guide: AiCard, choice: Choice, failed: list[AiCard]) -> None:
    """One event a turn: the card, what it does, where, which rule decided; cards that failed are named."""
    key, place = f"fractured_sky.ai.{card.effect}", choice.place
    deed = Deed(seat, f"ai_{card.effect}", card=card.id, why=Why.NONE if choice.starless else choice.why)
    where: Param
    match card.effect:
        case Effect.AIRSHIP | Effect.SKIMMER:
            deed, mark = replace(deed, region=place), region_mark(place)
            where = region_words(t.state, place)
            if card.effect is Effect.AIRSHIP and is_first(t.state, place):
                key, deed = "fractured_sky.ai.explorer", replace(deed, n=1)
        case Effect.SCOUT:
            deed, mark, where = replace(deed, slot=int(place)), tray_mark(int(place)), int(place)
        case Effect.FORTRESS | Effect.MARKET:
            deed, mark = replace(deed, platform=place), platform_mark(place)
            where = text("fractured_sky.ai.site", platform=place, regions=connected(t.state, place))
        case _:
            assert_never(card.effect)
    record(t, deed)
    drawn = _drawn(card, failed)
    t.tell(
        key,
        at=(mark, seat_mark(seat)),
        who=who(t.state, seat),
        card=drawn,
        where=where,
        why=_reason(card.effect, choice, guide),
    )


def _drawn(card: AiCard, failed: list[AiCard]) -> Text | str:
    """The card, and those before it that could not be carried out."""
    if not failed:
        return card.id
    names = each(text("fractured_sky.ai.failed", card=one.id, effect=_effect(one)) for one in failed)
    return text("fractured_sky.ai.card_after", card=card.id, failed=names)


def _effect(card: AiCard) -> Noun:
    return Noun(f"fractured_sky.ai.effect.{card.effect}")


def _reason(effect: Effect, choice: Choice, guide: AiCard) -> Text:
    """Which rule decided, in words; the compass is that of the guiding card; scouts use its East or West (R47)."""
    if effect is Effect.SCOUT and choice.why is Why.COMPASS:
        (side,) = (star for star in guide.compass if star in {Compass.EAST, Compass.WEST})
        return text("fractured_sky.ai.why.scout", card=guide.id, side=Noun(f"fractured_sky.compass.{side.lower()}"))
    large, small = (Noun(f"fractured_sky.compass.{star.lower()}") for star in guide.compass)
    reason = text(f"fractured_sky.ai.why.{choice.why}", card=guide.id, large=large, small=small)
    return text("fractured_sky.ai.why.none", then=reason) if choice.starless else reason
