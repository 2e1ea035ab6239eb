"""The town: the forge with the magic sword, the tavern and the bank (§5)."""

from __future__ import annotations

from collections.abc import Iterator

from engines.kernel.decision import Amount, Option, Pick, offer
from engines.kernel.text import Text, text
from engines.takara.components import RULE, TOKEN, Place
from engines.takara.state import State, T, crew_mark, kara_mark, ready, record, use, who, xp_mark
from engines.takara.view import Result

# ---- Forge -------------------------------------------------------------------------------------------------------


def ask_rent_sword(t: T) -> Pick[None]:
    """§5 `rent_sword`."""
    label = text("takara.rent_sword.label", kara=RULE.sword_rent)
    return offer(
        t.state.active, "rent_sword", text("takara.rent_sword.ask"), label, refused=why_not_rent(t.state), at="sword"
    )


def why_not_rent(state: State) -> Text | None:
    """§5 No action taken yet this turn, not yet rented, kara ≥ 3 (R6)."""
    if state.sword_rented:
        return text("takara.why.sword_rented")
    if state.acted:
        return text("takara.why.sword_too_late")
    if state.me.kara < RULE.sword_rent:
        return text("takara.why.too_poor", price=RULE.sword_rent, kara=state.me.kara)
    return None


def rent_sword(t: T) -> None:
    """§5 Pay 3; the sword is yours until the end of this day."""
    t.state.me.kara -= RULE.sword_rent
    t.state.sword_rented = True
    record(t, "rent_sword", Result("kara", -RULE.sword_rent))
    t.tell("takara.rent_sword.done", at=("sword", kara_mark(t)), who=who(t), kara=RULE.sword_rent)


# ---- Tavern ------------------------------------------------------------------------------------------------------


def ask_tavern(t: T) -> Amount:
    """§5 `tavern`: how many adventurers; it always accepts them (R5)."""
    return Amount(t.state.active, "tavern", text("takara.tavern.ask"), 1, ready(t.state))


def tavern(t: T, count: int) -> None:
    """§5 Use that many adventurers; +1 kara each."""
    crew = use(t, Place.TAVERN, count=count)
    kara = count * RULE.tavern_kara_each
    t.state.me.kara += kara
    record(t, "tavern", Result("kara", kara), crew=crew)
    t.tell("takara.tavern.done", at=("tavern", kara_mark(t), crew_mark(t)), who=who(t), n=count, kara=kara)


# ---- Bank --------------------------------------------------------------------------------------------------------


def ask_bank_sell(t: T) -> Pick[int]:
    """§5 `bank_sell`: one entry for each distinct value.

    XP of monsters and treasures sells too (R18); stones, tokens, map and skull do not (R17).
    """

    def options() -> Iterator[Option[int]]:
        why_not = why_not_bank(t.state)
        for value in sorted({item.xp for item in t.state.me.items}, reverse=True):
            label = text("takara.bank_sell.label", xp=value, kara=value * RULE.bank_sell_kara_per_xp)
            yield Option(str(value), value, label, why_not, xp_mark(t))

    return Pick(
        t.state.active, "bank_sell", text("takara.bank_sell.ask"), options, unknown=text("takara.why.no_such_item")
    )


def why_not_bank(state: State) -> Text | None:
    """§5 The bank is used once a turn (R17)."""
    return text("takara.why.bank_used") if state.bank_used else None


def bank_sell(t: T, value: int) -> None:
    """§5 Use 1 at the bank; the oldest XP item of that value leaves the game; +5 × value kara."""
    crew = use(t, Place.BANK)
    t.state.bank_used = True
    items = t.state.me.items
    items.pop(next(i for i, item in enumerate(items) if item.xp == value))
    kara = value * RULE.bank_sell_kara_per_xp
    t.state.me.kara += kara
    record(t, "bank_sell", Result("xp", -value), Result("kara", kara), crew=crew)
    t.tell(
        "takara.bank_sell.done", at=("bank", kara_mark(t), xp_mark(t), crew_mark(t)), who=who(t), xp=value, kara=kara
    )


def ask_bank_buy(t: T) -> Pick[None]:
    """§5 `bank_buy`."""
    label = text("takara.bank_buy.label", xp=TOKEN.value, kara=RULE.bank_buy_cost)
    return offer(
        t.state.active, "bank_buy", text("takara.bank_buy.ask"), label, refused=why_not_buy(t.state), at="stock"
    )


def why_not_buy(state: State) -> Text | None:
    """§5 Bank not used this turn, stock ≥ 1, kara ≥ 5."""
    if state.bank_used:
        return text("takara.why.bank_used")
    if state.stock < 1:
        return text("takara.why.no_tokens")
    if state.me.kara < RULE.bank_buy_cost:
        return text("takara.why.too_poor", price=RULE.bank_buy_cost, kara=state.me.kara)
    return None


def bank_buy(t: T) -> None:
    """§5 Use 1 at the bank; pay 5; take one XP token (2 XP) from the stock."""
    crew = use(t, Place.BANK)
    t.state.bank_used = True
    t.state.me.kara -= RULE.bank_buy_cost
    t.state.me.tokens += 1
    t.state.stock -= 1
    record(t, "bank_buy", Result("kara", -RULE.bank_buy_cost), Result("token", 1), crew=crew)
    marks = ("bank", "stock", kara_mark(t), xp_mark(t), crew_mark(t))
    t.tell("takara.bank_buy.done", at=marks, who=who(t), xp=TOKEN.value, kara=RULE.bank_buy_cost)
