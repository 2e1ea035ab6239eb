"""What can be fixed before it is asked: the turn slot, and the resources to choose at a round's end (§5, §8.5).

Not what a scout brings (`take_scout_resource`): which kinds there are lies face down, and with automated opponents the
answer may turn the card up (§10.4). The first resources are asked of all before anybody could have said anything.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from engines.fractured_sky.components import REGIONS, Resource
from engines.fractured_sky.naming import kind_noun
from engines.fractured_sky.state import KINDS, Step
from engines.fractured_sky.view import View
from engines.kernel.decision import Answer, Decision, Made, Pick, Steps
from engines.kernel.game import Ahead
from engines.kernel.text import text

FIRST, LAST = "first", "last"
ANY = "any"
"""Of two kinds the one of which there is less."""

SLOT, REWARDS = "choose_turn_slot", "choose_rewards"


def offers(view: View, seat: int) -> Iterator[Ahead]:
    """For the seat's third airship in this round, and for the round's end once it has placed that."""
    if view.step in {Step.SETUP_RESOURCES, Step.OVER}:
        return
    left, moment = view.seats[seat].left, f"r{view.round}"
    free = sum(slot.open and slot.new is None for slot in view.turn_slots)
    placed = any(slot.new == seat for slot in view.turn_slots)
    if left <= 1 and free > 1 and not placed:
        for key in (FIRST, LAST):
            yield Ahead(key, SLOT, text(f"fractured_sky.ahead.slot.{key}"), moment)
    if left == 0 and view.round < view.rounds:
        yield Ahead(ANY, REWARDS, text("fractured_sky.ahead.rewards.any"), moment)
        for kind in KINDS:
            yield Ahead(str(kind), REWARDS, text("fractured_sky.ahead.rewards.kind", kind=kind_noun(kind)), moment)


def answer(key: str, decision: Decision, view: View) -> Answer | None:
    """The first or the last free slot; for each region its resources."""
    if isinstance(decision, Pick):
        slots = [option.key for option in decision.legal]
        return (slots[0 if key == FIRST else -1],)
    assert isinstance(decision, Steps), f"{decision.verb} can't be answered ahead"
    own = view.seats[decision.seat]
    have = dict(zip(KINDS, (own.gold, own.iron, own.wood), strict=True))
    return _rewards(key, decision, have)


def _rewards(key: str, decision: Steps, have: Mapping[Resource, int]) -> Answer:
    """§8.5 Region by region, pick by pick: the kind wished for, where it is to be had; else what is scarcer."""
    chosen: list[str] = []
    held = dict(have)
    made: Made = ()
    while (stage := decision.following(made)) is not None:
        region, most = stage.options[0].key.split(".")
        kinds = REGIONS[region].resources
        taken = [_pick(key, kinds, held) for _ in range(int(most))]
        chosen.append(f"{region}.{taken.count(kinds[0])}")
        made = (*made, stage.take(chosen[-1:]))
    return tuple(chosen)


def _pick(key: str, kinds: tuple[Resource, ...], held: dict[Resource, int]) -> Resource:
    wished = next((kind for kind in kinds if kind == key), None)
    taken = min(kinds, key=held.__getitem__) if wished is None else wished
    held[taken] += 1
    return taken
