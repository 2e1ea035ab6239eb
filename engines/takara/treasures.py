"""§6.6 Treasure cards."""

from __future__ import annotations

from typing import assert_never

from engines.kernel.decision import Option, Pick
from engines.kernel.text import text
from engines.takara.components import TREASURES, Effect, Face, TreasureCard
from engines.takara.die import roll
from engines.takara.state import (
    Adventurer,
    MapChoice,
    T,
    add_results,
    crew_mark,
    gain_item,
    injure,
    kara_mark,
    who,
    xp_mark,
)
from engines.takara.view import Result


def draw_treasure(t: T, digger: Adventurer | None, *, miner: MapChoice | None = None) -> None:
    """§6.6 Draw the top card of the treasure deck, show it to all and resolve it.

    digger: the adventurer who dug the chest up, None for a miner. miner: what the miner goes on with if a map
    interrupts it.
    """
    if not t.state.treasures:
        return
    card = TREASURES[t.state.treasures.pop(0)]
    add_results(t, Result("treasure", card=card.id))
    if card.effect is Effect.MIMIC:
        fight_mimic(t, card, digger, miner)
        return
    t.state.treasures_out.append(card.id)
    match card.effect:
        case Effect.GAIN:
            gain(t, card)
        case Effect.SKULL:
            t.state.me.skull = True
            t.state.me.kara += card.kara
            add_results(t, Result("kara", card.kara))
            t.tell(
                "takara.treasure.skull_found",
                at=("treasures", kara_mark(t)),
                who=who(t),
                kara=card.kara,
                xp=-card.end_xp,
            )
        case Effect.MAP:
            t.state.map_choice = miner or MapChoice()
            t.tell("takara.treasure.map_found", at=("treasures",), who=who(t))
        case _:
            assert_never(card.effect)


def gain(t: T, card: TreasureCard) -> None:
    """§6.6 Tablet, idols, bag of gold: kara now, XP as one XP item."""
    t.state.me.kara += card.kara
    if card.xp:
        gain_item(t, card.xp, card.id)
        add_results(t, Result("xp", card.xp))
        t.tell("takara.treasure.xp_found", at=("treasures", xp_mark(t)), who=who(t), card=card.noun, xp=card.xp)
    else:
        add_results(t, Result("kara", card.kara))
        t.tell("takara.treasure.kara_found", at=("treasures", kara_mark(t)), who=who(t), card=card.noun, kara=card.kara)


def fight_mimic(t: T, mimic: TreasureCard, digger: Adventurer | None, miner: MapChoice | None) -> None:
    """§6.6 Fight it at once, no sword needed.

    Two sword faces beat it, a hospital face lets it escape into the deck (R26).
    """
    for _ in range(mimic.life):
        if roll(t) is Face.HOSPITAL:
            t.state.treasures.append(mimic.id)
            t.rng.shuffle(t.state.treasures, "treasures")
            hurts = t.state.mimic_injures and digger is not None
            if digger is not None and hurts:
                injure(digger)
                add_results(t, Result("injured", 1))
            t.tell(
                "takara.treasure.mimic_hurts" if hurts else "takara.treasure.mimic_escapes",
                at=("treasures", crew_mark(t)),
                who=who(t),
            )
            return
    t.state.treasures_out.append(mimic.id)
    gain_item(t, mimic.xp, mimic.id)
    add_results(t, Result("xp", mimic.xp))
    t.tell("takara.treasure.mimic_beaten", at=("treasures", xp_mark(t)), who=who(t), xp=mimic.xp)
    draw_treasure(t, digger, miner=miner)


def ask_choose_map(t: T) -> Pick[str]:
    """§5 `choose_map`: kara now or XP at the end."""
    card = TREASURES["map"]
    options = (
        Option("kara", "kara", text("takara.choose_map.kara", kara=card.kara), at=kara_mark(t)),
        Option("xp", "xp", text("takara.choose_map.xp", xp=card.end_xp), at=xp_mark(t)),
    )
    prompt = text("takara.choose_map.ask", kara=card.kara, xp=card.end_xp)
    return Pick(t.state.active, "choose_map", prompt, options, unknown=text("takara.why.map_form"))


def choose_map(t: T, reward: str) -> MapChoice:
    """§6.6 Map: +5 kara, or keep the card for +2 XP at the end (R25). Returns what it had interrupted."""
    card = TREASURES["map"]
    waiting = t.state.map_choice
    assert waiting is not None
    t.state.map_choice = None
    if reward == "kara":
        t.state.me.kara += card.kara
        add_results(t, Result("kara", card.kara))
        t.tell("takara.choose_map.took_kara", at=(kara_mark(t),), who=who(t), kara=card.kara)
    else:
        t.state.me.map_kept = True
        add_results(t, Result("xp", card.end_xp))
        t.tell("takara.choose_map.kept", at=(xp_mark(t),), who=who(t), xp=card.end_xp)
    return waiting
