"""Whole games by random legal answers, compared at every step with §5 read a second time, from what all can see."""

from itertools import product

import msgspec
import pytest

from engines.kernel.decision import Amount, Pick
from engines.kernel.match import Action, Match
from engines.kernel.rng import SEED_BYTES, Rng
from engines.kernel.simulate import seed_of
from engines.kernel.standin import random_choice
from engines.takara import GAME
from engines.takara.components import CARDS
from engines.takara.view import CardView, View
from tests.engines.takara.table import Table

COST = {"miner": 5, "soothsayer": 3, "archaeologist": 2}
OPTIONS = [
    {"xp_tokens": tokens, "impersonator": copies, "mimic_injury": injury}
    for tokens, copies, injury in product(("per_player", "six"), ("hired", "any"), (False, True))
]


def kind(card: CardView) -> str | None:
    """What an open card is."""
    return str(CARDS[card.card].kind) if card.up and card.card else None


def rulebook(view: View, acted: bool, bank_used: bool, copies_any: bool) -> dict[str, set[str]]:
    """§5 "legal when", for the active player in ACT: the answers of each verb."""
    me = view.players[view.active]
    ready = sum(a.place == "camp" for a in me.adventurers)
    tops = {tunnel.number: kind(tunnel.cards[0]) for tunnel in view.tunnels if tunnel.cards}
    down = {n for n, face in tops.items() if face is None}
    holders = {s.id: s.holder for s in view.specialists}
    whom = {(name, name): price for name, price in COST.items() if holders[name] is None}
    if holders["impersonator"] is None:
        hired = {name for name in COST if copies_any or holders[name] not in {None, view.active}}
        whom |= {(f"impersonator.{name}", name): COST[name] + 2 for name in hired}
    hires: set[str] = set()
    for (name, ability), price in whom.items():
        if me.kara < price or me.specialist is not None:
            continue
        for tunnel in view.tunnels:
            if not tunnel.cards or (ability == "miner" and tops[tunnel.number] == "monster"):
                continue
            starts = range(1, max(1, len(tunnel.cards) - 2) + 1)
            tails = [f".{start}" for start in starts] if ability == "soothsayer" else [""]
            hires |= {f"{name}.{tunnel.number}{tail}" for tail in tails}
    return {
        "rent_sword": {"go"} if not acted and view.sword is None and me.kara >= 3 else set(),
        "dig": {f"{n}" for n in down},
        "survey": {f"{n}.{looks}" for n in down for looks in (1, 2, 3)},
        "destroy_rockfall": {f"{n}" for n, face in tops.items() if face == "rockfall" and ready >= 2},
        "fight": {f"{n}" for n, face in tops.items() if face == "monster" and view.sword is not None},
        "tavern": {f"{n}" for n in range(1, ready + 1)},
        "bank_sell": {f"{value}" for value in me.items if not bank_used},
        "bank_buy": {"go"} if not bank_used and view.stock >= 1 and me.kara >= 5 else set(),
        "hire_specialist": hires,
    }


def offered(match: Table) -> dict[str, set[str]]:
    """What the open questions accept."""
    found: dict[str, set[str]] = {}
    for decision in match.pending:
        if isinstance(decision, Pick):
            found[decision.verb] = {option.key for option in decision.legal}
        elif isinstance(decision, Amount):
            found[decision.verb] = {str(n) for n in range(decision.low, decision.high + 1)}
    return found


def games(number: int) -> list[tuple[int, dict[str, object], bytes]]:
    """Seats, options and seeds, all mixed."""
    return [(2 + n % 3, OPTIONS[n % len(OPTIONS)], seed_of("takara", n)) for n in range(number)]


@pytest.mark.parametrize(("seats", "chosen", "seed"), games(12), ids=[str(n) for n in range(12)])
def test_legal_is_what_the_rulebook_says(seats: int, chosen: dict[str, str | bool], seed: bytes) -> None:
    """§5 In every ACT of a game exactly the answers of the table are legal; only the active player is asked (§3)."""
    match = Match.new(GAME, seats, chosen, seed)
    players = Rng(bytes(reversed(seed)))
    while match.pending:
        state = match.state
        assert {decision.seat for decision in match.pending} == {state.active}
        view = match.view(state.active)
        if view.phase == "act":
            assert offered(match) == rulebook(view, state.acted, state.bank_used, chosen["impersonator"] == "any")
        decision, answer = random_choice(match.pending, players)
        match.act(Action(decision.seat, decision.verb, answer))
        GAME.check(match.state)
    assert match.outcome is not None


@pytest.mark.parametrize(("seats", "chosen", "seed"), games(6), ids=[str(n) for n in range(6)])
def test_no_viewer_sees_more_than_they_may(seats: int, chosen: dict[str, str | bool], seed: bytes) -> None:
    """§10 Before and after every action, open surveys included, each view is the same for all tables it cannot tell."""
    match = Match.new(GAME, seats, chosen, seed)
    players, dealer = Rng(bytes(reversed(seed))), Rng(bytes(SEED_BYTES))
    surveys = 0
    while match.pending:
        surveys += match.state.survey is not None
        for viewer in (None, *range(seats)):
            other = GAME.redeal(match.state, viewer, dealer)
            assert msgspec.msgpack.encode(GAME.view(other, viewer)) == msgspec.msgpack.encode(match.view(viewer))
        decision, answer = random_choice(match.pending, players)
        match.act(Action(decision.seat, decision.verb, answer))
    assert surveys


@pytest.mark.parametrize(("seats", "chosen", "seed"), games(6), ids=[str(n) for n in range(6)])
def test_a_survey_shows_to_others_in_one_step(seats: int, chosen: dict[str, str | bool], seed: bytes) -> None:
    """R12: from before `survey` to its end the other views do not move at all, and nothing is told to them."""
    match = Match.new(GAME, seats, chosen, seed)
    players = Rng(bytes(reversed(seed)))
    before: dict[int | None, View] = {}
    while match.pending:
        surveyor = match.state.active
        others = [viewer for viewer in (None, *range(seats)) if viewer != surveyor]
        if match.state.survey is None:
            before = {viewer: match.view(viewer) for viewer in others}
        decision, answer = random_choice(match.pending, players)
        turn = match.act(Action(decision.seat, decision.verb, answer))
        if match.state.survey is not None:
            assert {viewer: match.view(viewer) for viewer in others} == before
            assert turn.events == ()
            assert not turn.open
            assert all(question.secret for question in match.pending)
