"""§6.5 Hire a specialist: one decision names the specialist and its full target.

So nothing is paid for an impossible use.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from typing import assert_never

from msgspec import Struct

from engines.kernel.decision import Option, Pick
from engines.kernel.text import Text, text
from engines.takara.components import IMPERSONATOR, RULE, SPECIALISTS, STONES, Kind, Place, SpecialistId
from engines.takara.state import (
    Held,
    Look,
    MapChoice,
    State,
    T,
    add_results,
    crew_mark,
    kara_mark,
    record,
    stones_found,
    top,
    tunnel_mark,
    tunnels,
    use,
    who,
)
from engines.takara.survey import see, tell_looker
from engines.takara.treasures import draw_treasure
from engines.takara.tunnels import discard_top, take_stone, take_xp_card, turn_up
from engines.takara.view import Result

ABILITIES = SpecialistId.MINER, SpecialistId.ARCHAEOLOGIST, SpecialistId.SOOTHSAYER
"""Those with an ability of their own, in the order of the menu (§12); the impersonator copies one of them (R20)."""


class Hire(Struct, frozen=True):
    """Whom to hire and for what.

    copied: by the impersonator, else None. start: the first position that the soothsayer's ability sees, else 0.
    """

    specialist: SpecialistId
    tunnel: int
    copied: SpecialistId | None = None
    start: int = 0

    @property
    def ability(self) -> SpecialistId:
        """Whose ability is carried out."""
        return self.copied or self.specialist

    @property
    def cost(self) -> int:
        """§6.5 In kara."""
        return cost(self.specialist, self.copied)

    @property
    def key(self) -> str:
        """As it is logged: specialist, copied, tunnel, start, without those that do not apply."""
        parts = (self.specialist, self.copied, self.tunnel, self.start or None)
        return ".".join(str(part) for part in parts if part is not None)


def cost(specialist: SpecialistId, copied: SpecialistId | None) -> int:
    """§6.5 Miner 5, soothsayer 3, archaeologist 2; the impersonator 2 more than the copied one."""
    return IMPERSONATOR.copy_cost[copied] if copied else SPECIALISTS[specialist].cost


def ask_hire(t: T) -> Pick[Hire]:
    """§5 `hire_specialist`: each specialist, then the impersonator as each of them, with every target."""

    def options() -> Iterator[Option[Hire]]:
        for specialist, copied in hirelings():
            never = why_not_hire(t.state, specialist, copied)
            for tunnel in tunnels():
                why_not = never or why_not_target(t.state, copied or specialist, tunnel)
                for start in starts(t.state, copied or specialist, tunnel):
                    yield _option(t.state, Hire(specialist, tunnel, copied, start), why_not)

    return Pick(
        t.state.active,
        "hire_specialist",
        text("takara.hire_specialist.ask"),
        options,
        unknown=text("takara.why.hire_form"),
    )


def hirelings() -> Iterator[tuple[SpecialistId, SpecialistId | None]]:
    """Whom one can name, and whom he copies: the impersonator never himself (R20)."""
    for ability in ABILITIES:
        yield ability, None
    for ability in ABILITIES:
        yield SpecialistId.IMPERSONATOR, ability


def starts(state: State, ability: SpecialistId, tunnel: int) -> Iterable[int]:
    """§6.5 Soothsayer: 1 ≤ s ≤ max(1, n − 2), so that there are three cards to see if the tunnel has three (R24)."""
    if ability is not SpecialistId.SOOTHSAYER:
        return (0,)
    return range(1, max(1, len(state.tunnels[tunnel - 1]) - RULE.soothsayer_cards + 1) + 1)


def why_not_hire(state: State, specialist: SpecialistId, copied: SpecialistId | None) -> Text | None:
    """§5 You hold none, face up or face down; the card is on the dock; the copied one is held; kara ≥ cost."""
    if state.me.held is not None:
        return text("takara.why.hold_one", specialist=SPECIALISTS[state.me.held.id].noun)
    if holder(state, specialist) is not None:
        return text("takara.why.not_on_dock", specialist=SPECIALISTS[specialist].noun)
    if copied and not state.impersonator_copies_any and holder(state, copied) is None:
        return text("takara.why.nobody_holds", specialist=SPECIALISTS[copied].noun)
    price = cost(specialist, copied)
    if state.me.kara < price:
        return text("takara.why.too_poor", price=price, kara=state.me.kara)
    return None


def why_not_target(state: State, ability: SpecialistId, tunnel: int) -> Text | None:
    """§6.5 A tunnel on which it can do something at all: not exhausted, for the miner no monster on top (R19)."""
    card = top(state, tunnel)
    if card is None:
        return text("takara.why.exhausted", tunnel=tunnel)
    if ability is SpecialistId.MINER and card.up and card.kind is Kind.MONSTER:
        return text("takara.why.miner_monster", tunnel=tunnel, card=card.face.noun)
    return None


def holder(state: State, specialist: SpecialistId) -> int | None:
    """§6.5 The seat that holds that card now, face up or face down (R21); None: it is on the dock."""
    for seat, player in enumerate(state.players):
        if player.held is not None and player.held.id is specialist:
            return seat
    return None


def hire_specialist(t: T, hire: Hire) -> None:
    """§6.5 Pay the cost, use 1 adventurer at the dock, take the card face up, and carry out the ability at once."""
    t.bar()
    t.state.me.kara -= hire.cost
    crew = use(t, Place.DOCK)
    t.state.me.held = Held(hire.specialist, copied=hire.copied)
    hired = Result("specialist", card=hire.specialist)
    record(t, "hire_specialist", hired, Result("kara", -hire.cost), tunnel=hire.tunnel, crew=crew)
    marks = (f"specialist.{hire.specialist}", kara_mark(t), crew_mark(t))
    noun = SPECIALISTS[hire.specialist].noun
    if hire.copied:
        t.tell(
            "takara.hire_specialist.copied",
            at=marks,
            who=who(t),
            specialist=noun,
            copied=SPECIALISTS[hire.copied].noun,
            kara=hire.cost,
        )
    else:
        t.tell("takara.hire_specialist.done", at=marks, who=who(t), specialist=noun, kara=hire.cost)
    match hire.ability:
        case SpecialistId.ARCHAEOLOGIST:
            look_through(t, hire.tunnel, 1, RULE.archaeologist_cards)
        case SpecialistId.SOOTHSAYER:
            look_through(t, hire.tunnel, hire.start, RULE.soothsayer_cards)
        case SpecialistId.MINER:
            mine(t, hire.tunnel, RULE.miner_cards)
        case SpecialistId.IMPERSONATOR:
            raise AssertionError("the impersonator is never copied (R20)")
        case _:
            assert_never(hire.ability)


def look_through(t: T, tunnel: int, start: int, count: int) -> None:
    """§6.5 See `count` cards from position `start` on, or all; nothing blocks, nothing is turned up (R22)."""
    t.state.me.look = Look(tunnel, [])
    cards = t.state.tunnels[tunnel - 1][start - 1 : start - 1 + count]
    for position, card in enumerate(cards, start):
        see(t, card, position)
    add_results(t, Result("seen", len(cards)))
    tell_looker(t)
    mark, last = tunnel_mark(tunnel), start + len(cards) - 1
    t.tell("takara.look.looked", at=(mark,), who=who(t), tunnel=tunnel, first=start, last=last, n=len(cards))


def mine(t: T, tunnel: int, cards_left: int) -> None:
    """§6.5 Miner: twice, while the tunnel has a card, take the top card; strictly one after the other (R23).

    A map stops it until it is chosen (`take_turn` goes on), both stones stop it for good.
    """
    while cards_left and t.state.tunnels[tunnel - 1]:
        t.bar()
        cards_left -= 1
        card = t.state.tunnels[tunnel - 1][0]
        if card.kind is not Kind.STONE:
            add_results(t, Result("card", card=card.id))
        mark = tunnel_mark(tunnel)
        match card.kind:
            case Kind.MONSTER:
                if not card.up:
                    turn_up(t.state, card)
                    t.tell("takara.mine.monster", at=(mark,), tunnel=tunnel, card=card.face.noun)
                return
            case Kind.ROCKFALL | Kind.GALLERY:
                discard_top(t, tunnel)
                t.tell("takara.mine.cleared", at=(mark,), tunnel=tunnel, card=card.face.noun)
            case Kind.XP:
                take_xp_card(t, tunnel)
                t.tell("takara.mine.xp", at=(mark, f"xp.{t.state.active}"), who=who(t), tunnel=tunnel, xp=card.face.xp)
            case Kind.CHEST:
                discard_top(t, tunnel)
                t.tell("takara.mine.chest", at=(mark, "treasures"), tunnel=tunnel)
                draw_treasure(t, None, miner=MapChoice(tunnel, cards_left))
                if t.state.map_choice is not None:
                    return
            case Kind.STONE:
                take_stone(t, tunnel)
                if stones_found(t.state) == STONES:
                    return
            case _:
                assert_never(card.kind)


def _option(state: State, hire: Hire, why_not: Text | None) -> Option[Hire]:
    """That use of that specialist, refused or not."""
    cards = len(state.tunnels[hire.tunnel - 1])
    known = _words(hire, min(hire.start + RULE.soothsayer_cards - 1, max(1, cards)))
    return Option(known.key, hire, known.label, why_not, known.at, known.within) if why_not else known


@cache
def _words(hire: Hire, last: int) -> Option[Hire]:
    """The option with the menus that lead to it (§12): specialist, then tunnel, then (soothsayer) the positions."""
    if hire.copied:
        first = text("takara.hire_specialist.menu_copy", specialist=SPECIALISTS[hire.copied].noun, kara=hire.cost)
    else:
        first = text("takara.hire_specialist.menu", specialist=SPECIALISTS[hire.specialist].noun, kara=hire.cost)
    tunnel, mark = text("takara.hire_specialist.tunnel", tunnel=hire.tunnel), tunnel_mark(hire.tunnel)
    if not hire.start:
        return Option(hire.key, hire, tunnel, at=mark, within=(first,))
    window = text("takara.hire_specialist.window", first=hire.start, last=last)
    return Option(hire.key, hire, window, at=mark, within=(first, tunnel))
