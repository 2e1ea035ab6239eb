"""§6.1 Dig, §6.3 Destroy a rockfall, §6.4 Fight: what adventurers do at the tunnels (§6.2 is survey.py)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import assert_never

from engines.kernel.decision import Option, Pick
from engines.kernel.text import Text, text
from engines.takara.components import RULE, Face, Kind, Place
from engines.takara.die import roll
from engines.takara.state import (
    Card,
    State,
    T,
    add_results,
    crew_mark,
    gain_item,
    injure,
    kara_mark,
    ready,
    record,
    top,
    tunnel_mark,
    tunnels,
    use,
    who,
    xp_mark,
)
from engines.takara.treasures import draw_treasure
from engines.takara.view import Result

NO_SUCH_TUNNEL = text("takara.why.no_such_tunnel")

# ---- 6.1 Dig -----------------------------------------------------------------------------------------------------


def ask_dig(t: T) -> Pick[int]:
    """§5 `dig`."""
    return _pick_tunnel(t, "dig", lambda tunnel: why_not_enter(t.state, tunnel))


def why_not_enter(state: State, tunnel: int) -> Text | None:
    """§5 Dig and survey: the tunnel is not exhausted; its top card is face down (R7)."""
    card = top(state, tunnel)
    if card is None:
        return text("takara.why.exhausted", tunnel=tunnel)
    if card.up and card.kind is Kind.MONSTER:
        return text("takara.why.monster_on_top", tunnel=tunnel, card=card.face.noun)
    if card.up:
        return text("takara.why.rockfall_on_top", tunnel=tunnel)
    return None


def dig(t: T, tunnel: int) -> None:
    """§6.1 Use 1 adventurer at the tunnel. Turn its top card face up and do what it says; no fight begins (R16)."""
    t.bar()
    (digger,) = crew = use(t, Place.TUNNEL, tunnel)
    card = t.state.tunnels[tunnel - 1][0]
    turn_up(t.state, card)
    record(t, "dig", Result("card", card=card.id), tunnel=tunnel, crew=crew)
    mark = tunnel_mark(tunnel)
    match card.kind:
        case Kind.GALLERY:
            discard_top(t, tunnel)
            t.state.me.kara += card.face.kara
            add_results(t, Result("kara", card.face.kara))
            t.tell("takara.dig.gallery", at=(mark, kara_mark(t)), who=who(t), tunnel=tunnel, kara=card.face.kara)
        case Kind.ROCKFALL:
            t.tell("takara.dig.rockfall", at=(mark, crew_mark(t)), who=who(t), tunnel=tunnel)
        case Kind.MONSTER if t.state.sword_rented:
            t.tell("takara.dig.monster", at=(mark, crew_mark(t)), who=who(t), tunnel=tunnel, card=card.face.noun)
        case Kind.MONSTER:
            injure(digger)
            add_results(t, Result("injured", 1))
            t.tell("takara.dig.monster_hurts", at=(mark, crew_mark(t)), who=who(t), tunnel=tunnel, card=card.face.noun)
        case Kind.CHEST:
            discard_top(t, tunnel)
            t.tell("takara.dig.chest", at=(mark, "treasures"), who=who(t), tunnel=tunnel)
            draw_treasure(t, digger)
        case Kind.XP:
            take_xp_card(t, tunnel)
            if card.face.injury:
                injure(digger)
                add_results(t, Result("injured", 1))
            key = "takara.dig.xp_hurts" if card.face.injury else "takara.dig.xp"
            t.tell(key, at=(mark, xp_mark(t), crew_mark(t)), who=who(t), tunnel=tunnel, xp=card.face.xp)
        case Kind.STONE:
            take_stone(t, tunnel)
        case _:
            assert_never(card.kind)


def turn_up(state: State, card: Card) -> None:
    """Everybody sees the card from now on."""
    card.up = True
    forget(state, card)


def forget(state: State, card: Card) -> None:
    """A card that is open or gone is nobody's secret any more (§10)."""
    for player in state.players:
        if card.uid in player.known:
            player.known.remove(card.uid)


def take_xp_card(t: T, tunnel: int) -> None:
    """§6.1 The XP card becomes an XP item of yours."""
    card = t.state.tunnels[tunnel - 1].pop(0)
    t.state.xp_cards_taken += 1
    gain_item(t, card.face.xp, card.id)
    forget(t.state, card)
    add_results(t, Result("xp", card.face.xp))


def take_stone(t: T, tunnel: int) -> None:
    """§6.1 The stone goes to your camp."""
    card = t.state.tunnels[tunnel - 1].pop(0)
    t.state.me.stones.append(card.id)
    forget(t.state, card)
    add_results(t, Result("stone", 1))
    t.tell("takara.dig.stone", at=(tunnel_mark(tunnel), f"stones.{t.state.active}"), who=who(t), tunnel=tunnel)


def discard_top(t: T, tunnel: int) -> Card:
    """§8 Dug galleries, removed rockfalls, opened chests and beaten monsters go to the discard."""
    card = t.state.tunnels[tunnel - 1].pop(0)
    t.state.discard.append(card.id)
    forget(t.state, card)
    return card


# ---- 6.3 Destroy a rockfall ----------------------------------------------------------------------------------------


def ask_destroy_rockfall(t: T) -> Pick[int]:
    """§5 `destroy_rockfall`; the label tells the kara it brings."""
    kara = rockfalls_in_sight(t.state) * RULE.rockfall_kara_each
    return _pick_tunnel(
        t, "destroy_rockfall", lambda tunnel: why_not_destroy(t.state, tunnel), Kind.ROCKFALL, kara=kara
    )


def why_not_destroy(state: State, tunnel: int) -> Text | None:
    """§5 The top card is a face-up rockfall (R14) and two adventurers are ready (R15)."""
    card = top(state, tunnel)
    if card is None:
        return text("takara.why.exhausted", tunnel=tunnel)
    if not card.up or card.kind is not Kind.ROCKFALL:
        return text("takara.why.no_rockfall", tunnel=tunnel)
    if ready(state) < RULE.rockfall_adventurers:
        return text("takara.why.too_few_ready", n=RULE.rockfall_adventurers)
    return None


def rockfalls_in_sight(state: State) -> int:
    """§6.3 The tunnels whose top card is a face-up rockfall; those under other cards do not count (R14)."""
    tops = (top(state, tunnel) for tunnel in tunnels())
    return sum(card is not None and card.up and card.kind is Kind.ROCKFALL for card in tops)


def destroy_rockfall(t: T, tunnel: int) -> None:
    """§6.3 Use 2 adventurers; gain 2 kara for every rockfall in sight, the target included; discard the target."""
    crew = use(t, Place.TUNNEL, tunnel, RULE.rockfall_adventurers)
    kara = rockfalls_in_sight(t.state) * RULE.rockfall_kara_each
    t.state.me.kara += kara
    discard_top(t, tunnel)
    record(t, "destroy_rockfall", Result("kara", kara), tunnel=tunnel, crew=crew)
    t.tell(
        "takara.rockfall.destroyed",
        at=(tunnel_mark(tunnel), kara_mark(t), crew_mark(t)),
        who=who(t),
        tunnel=tunnel,
        kara=kara,
    )


# ---- 6.4 Fight ---------------------------------------------------------------------------------------------------


def ask_fight(t: T) -> Pick[int]:
    """§5 `fight`."""
    return _pick_tunnel(t, "fight", lambda tunnel: why_not_fight(t.state, tunnel), Kind.MONSTER)


def why_not_fight(state: State, tunnel: int) -> Text | None:
    """§5 The sword is rented this turn and the top card is a face-up monster (R14)."""
    card = top(state, tunnel)
    if card is None:
        return text("takara.why.exhausted", tunnel=tunnel)
    if not card.up or card.kind is not Kind.MONSTER:
        return text("takara.why.no_monster", tunnel=tunnel)
    if not state.sword_rented:
        return text("takara.why.no_sword")
    return None


def fight(t: T, tunnel: int) -> None:
    """§6.4 Use 1 adventurer. Roll until the monster is beaten or the adventurer is injured; there is no stopping."""
    (fighter,) = crew = use(t, Place.TUNNEL, tunnel)
    monster = t.state.tunnels[tunnel - 1][0]
    record(t, "fight", tunnel=tunnel, crew=crew)
    hits = 0
    while roll(t) is Face.SWORD:
        hits += 1
        monster.wounds += 1
        if monster.wounds == monster.face.life:
            add_results(t, Result("wound", hits))
            slay(t, tunnel)
            return
    injure(fighter)
    add_results(t, Result("wound", hits), Result("injured", 1))
    marks = (tunnel_mark(tunnel), crew_mark(t))
    t.tell("takara.fight.lost", at=marks, who=who(t), tunnel=tunnel, card=monster.face.noun, n=hits)


def slay(t: T, tunnel: int) -> None:
    """§6.4 Discard the monster and its wounds; gain its kara; its XP becomes one XP item."""
    face = discard_top(t, tunnel).face
    t.state.me.kara += face.kara
    gain_item(t, face.xp, face.id)
    add_results(t, Result("slain", card=face.id), Result("kara", face.kara), Result("xp", face.xp))
    marks = (tunnel_mark(tunnel), kara_mark(t), xp_mark(t), crew_mark(t))
    t.tell("takara.fight.won", at=marks, who=who(t), tunnel=tunnel, card=face.noun, kara=face.kara, xp=face.xp)


def _pick_tunnel(
    t: T, verb: str, why_not: Callable[[int], Text | None], target: Kind | None = None, **params: int
) -> Pick[int]:
    """A decision whose only parameter is the tunnel. target: a tunnel without it on top comes to nobody's mind."""

    def options() -> Iterator[Option[int]]:
        for tunnel in tunnels():
            label = text(f"takara.{verb}.label", tunnel=tunnel, **params)
            card = top(t.state, tunnel)
            likely = target is None or (card is not None and card.up and card.kind is target)
            yield Option(str(tunnel), tunnel, label, why_not(tunnel), tunnel_mark(tunnel), common=likely)

    return Pick(t.state.active, verb, text(f"takara.{verb}.ask"), options, unknown=NO_SUCH_TUNNEL)
