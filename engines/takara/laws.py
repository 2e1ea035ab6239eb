"""§8 Limits: what is true of every state of a whole game, whatever was done. Each function raises AssertionError."""

from __future__ import annotations

from collections import Counter

from engines.takara.components import CARDS, DATA, RULE, STONES, TREASURES, Kind, Place
from engines.takara.rules import xp_stock
from engines.takara.state import Player, State

OPENED = {Kind.ROCKFALL, Kind.MONSTER}
"""The kinds of cards that may lie face up in a tunnel."""

AT_HOME = {Place.CAMP, Place.BEACH, Place.WAITING_ROOM}
"""Where adventurers are in the turns of others."""


def check_cards(state: State) -> None:
    """§8, §3.5 The 54 tunnel cards: in a tunnel, in the discard or in a camp."""
    cards = [card for pile in state.tunnels for card in pile]
    in_camps = [stone for player in state.players for stone in player.stones]
    everywhere = len(cards) + len(state.discard) + len(in_camps) + state.xp_cards_taken
    assert everywhere == DATA.checks.tunnel_cards_total, "54 tunnel cards"
    assert len({card.uid for card in cards}) == len(cards), "every card is there once"
    seen = Counter([card.id for card in cards] + state.discard + in_camps)
    assert all(seen[name] <= CARDS[name].count for name in seen), "no card more often than it exists"
    assert sum(n for name, n in seen.items() if CARDS[name].kind is Kind.STONE) == STONES, "both stones are somewhere"
    for card in cards:
        assert not card.up or card.kind in OPENED, "everything else is taken or discarded when it is turned up"
        assert 0 <= card.wounds < max(card.face.life, 1), "wounds stay below life"
        assert card.up or not card.wounds, "only face-up monsters are wounded"


def check_treasures(state: State) -> None:
    """§6.6 The eight treasures: in the deck or out of it for good."""
    assert Counter(state.treasures + state.treasures_out) == {key: card.count for key, card in TREASURES.items()}
    out = len(state.treasures_out) - ("mimic" in state.treasures_out)
    assert out <= DATA.checks.tunnel_cards_by_kind[Kind.CHEST], "each chest gives one treasure, but for a beaten mimic"
    assert sum(p.map_kept for p in state.players) <= ("map" in state.treasures_out), "a kept map is out of the deck"
    assert sum(p.skull for p in state.players) == ("skull" in state.treasures_out), "the skull lies in one camp"


def check_limits(state: State) -> None:
    """§8 Kara, XP tokens, specialists."""
    assert all(player.kara >= 0 for player in state.players), "no debts"
    tokens = state.stock + sum(player.tokens for player in state.players)
    stocks = [xp_stock(len(state.players), str(option)) for option in DATA.options["xp_tokens"].values]
    assert state.stock >= 0, "none is bought that is not there"
    assert tokens in stocks, "no XP token more or less"
    held = [player.held for player in state.players if player.held is not None]
    assert len({one.id for one in held}) == len(held), "a specialist serves one player"
    up = [seat for seat, player in enumerate(state.players) if player.held is not None and player.held.up]
    assert set(up) <= {state.active}, "other players' specialists are face down (R21)"


def check_camps(state: State) -> None:
    """§4 Adventurers and knowledge, camp by camp."""
    hidden = {card.uid for pile in state.tunnels for card in pile if not card.up}
    for seat, player in enumerate(state.players):
        numbers = [adventurer.number for adventurer in player.adventurers]
        assert numbers == list(range(1, RULE.start_adventurers + RULE.recruits_per_player + 1)), "three adventurers"
        assert all((a.place is Place.TUNNEL) == (a.tunnel > 0) for a in player.adventurers), "only there a tunnel"
        assert seat == state.active or home(player), "in the turns of others everybody is home"
        assert set(player.known) <= hidden, "only face-down cards are secrets"
        assert player.known == sorted(set(player.known)), "each is known once"
    assert state.survey is None or state.map_choice is None, "one adventurer is fully resolved before the next"


def home(player: Player) -> bool:
    """Whether nobody is out."""
    return all(adventurer.place in AT_HOME for adventurer in player.adventurers)
