"""§6.5 Hire a specialist.

One decision names the specialist and its full target, so nothing is paid for an impossible use.
"""

from __future__ import annotations

from collections.abc import Iterator
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
from engines.takara.treasures import draw_treasure
from engines.takara.tunnels import discard_top, see, seen_cards, take_stone, take_xp_card, turn_up
from engines.takara.view import Result


class Hire(Struct, frozen=True):
    """Whom to hire and for what.

    Copied: by the impersonator; start: first position the soothsayer sees, from 1; else 0.
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
        """§6.5 In kara; the impersonator costs 2 more than the copied one."""
        return IMPERSONATOR.copy_cost[self.copied] if self.copied else SPECIALISTS[self.specialist].cost

    @property
    def key(self) -> str:
        """As it is logged: the parts in the order of §5, without those that do not apply."""
        parts = (self.specialist, self.copied, self.tunnel, self.start or None)
        return ".".join(str(part) for part in parts if part is not None)


def ask_hire(t: T) -> Pick[Hire]:
    """§5 `hire_specialist`, every target of every specialist."""

    def options() -> Iterator[Option[Hire]]:
        return (_option(t.state, hire) for hire in targets(t.state))

    return Pick(
        t.state.active,
        "hire_specialist",
        text("takara.hire_specialist.ask"),
        options,
        unknown=text("takara.why.hire_form"),
    )


def targets(state: State) -> Iterator[Hire]:
    """Every use that can be named.

    The specialists themselves, then the impersonator as each of them (never as itself, R20).
    """
    abilities = (SpecialistId.MINER, SpecialistId.ARCHAEOLOGIST, SpecialistId.SOOTHSAYER)
    pairs = [(ability, None) for ability in abilities] + [(SpecialistId.IMPERSONATOR, ability) for ability in abilities]
    for specialist, copied in pairs:
        for tunnel in tunnels():
            if (copied or specialist) is SpecialistId.SOOTHSAYER:
                for start in windows(state, tunnel):
                    yield Hire(specialist, tunnel, copied, start)
            else:
                yield Hire(specialist, tunnel, copied)


def windows(state: State, tunnel: int) -> range:
    """§6.5 Soothsayer: where three consecutive cards may start, 1 ≤ s ≤ max(1, n − 2) (R24)."""
    return range(1, max(1, len(state.tunnels[tunnel - 1]) - RULE.soothsayer_cards + 1) + 1)


def why_not_hire(state: State, hire: Hire) -> Text | None:
    """§5 You hold none, the card is on the dock, the copied one is held, kara ≥ cost, a legal target (R19)."""
    if state.me.held is not None:
        return text("takara.why.hold_one", specialist=SPECIALISTS[state.me.held.id].noun)
    if any(player.held is not None and player.held.id is hire.specialist for player in state.players):
        return text("takara.why.not_on_dock", specialist=SPECIALISTS[hire.specialist].noun)
    if hire.copied and not state.impersonator_copies_any and not held_by_another(state, hire.copied):
        return text("takara.why.nobody_holds", specialist=SPECIALISTS[hire.copied].noun)
    if state.me.kara < hire.cost:
        return text("takara.why.too_poor", price=hire.cost, kara=state.me.kara)
    card = top(state, hire.tunnel)
    if card is None:
        return text("takara.why.exhausted", tunnel=hire.tunnel)
    if hire.ability is SpecialistId.MINER and card.up and card.kind is Kind.MONSTER:
        return text("takara.why.miner_monster", tunnel=hire.tunnel, card=card.face.noun)
    return None


def held_by_another(state: State, specialist: SpecialistId) -> bool:
    """§6.5 Another player holds that card now, face up or face down (R21)."""
    others = (player for seat, player in enumerate(state.players) if seat != state.active)
    return any(player.held is not None and player.held.id is specialist for player in others)


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
    """§6.5 See `count` cards from position `start` on (all there are, if fewer).

    Nothing is turned up, nothing blocks (R22).
    """
    t.state.me.look = Look(tunnel, [])
    cards = t.state.tunnels[tunnel - 1][start - 1 : start - 1 + count]
    for position, card in enumerate(cards, start):
        see(t, card, position)
    seat = t.state.active
    t.tell("takara.look.saw", seen_by=(seat,), tunnel=tunnel, cards=seen_cards(t.state.me))
    add_results(t, Result("seen", len(cards)))
    last = start + len(cards) - 1
    t.tell(
        "takara.look.looked", at=(tunnel_mark(tunnel),), who=who(t), tunnel=tunnel, first=start, last=last, n=len(cards)
    )


def mine(t: T, tunnel: int, cards_left: int) -> None:
    """§6.5 Miner: twice, while the tunnel has a card, take the top card; strictly one after the other (R23).

    A map interrupts it (`choose_map` goes on), both stones end it.
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


def _option(state: State, hire: Hire) -> Option[Hire]:
    """The option and the menus that lead to it (§12): specialist, then tunnel, then (soothsayer) the window."""
    if hire.copied:
        first = text("takara.hire_specialist.menu_copy", specialist=SPECIALISTS[hire.copied].noun, kara=hire.cost)
    else:
        first = text("takara.hire_specialist.menu", specialist=SPECIALISTS[hire.specialist].noun, kara=hire.cost)
    tunnel = text("takara.hire_specialist.tunnel", tunnel=hire.tunnel)
    why_not, mark = why_not_hire(state, hire), tunnel_mark(hire.tunnel)
    if not hire.start:
        return Option(hire.key, hire, tunnel, why_not, mark, within=(first,))
    last = min(hire.start + RULE.soothsayer_cards - 1, max(1, len(state.tunnels[hire.tunnel - 1])))
    window = text("takara.hire_specialist.window", first=hire.start, last=last)
    return Option(hire.key, hire, window, why_not, mark, within=(first, tunnel))
