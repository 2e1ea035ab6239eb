"""§10 Hidden information: what each viewer may see, and other states that a viewer cannot tell apart."""

from __future__ import annotations

import msgspec

from engines.kernel.rng import Rng
from engines.takara.components import RULE, SPECIALISTS, STONES, Kind, Layer, Place, SpecialistId
from engines.takara.ending import outcome, xp_without_kara
from engines.takara.state import Card, Phase, Player, State, Survey, exhausted, stones_found
from engines.takara.survey import further_card, settle_survey
from engines.takara.view import (
    AdventurerView,
    CardView,
    LookView,
    PlayerView,
    SpecialistView,
    SurveyView,
    TunnelView,
    View,
)

AT_TUNNELS = {"dig", "survey", "destroy_rockfall", "fight"}
"""The deeds for which an adventurer goes to a tunnel; for a specialist's he goes to the dock."""


def view(state: State, viewer: int | None) -> View:
    """What the viewer may see.

    An open survey shows only to the looker, who sees it as if it were settled already (R12).
    """
    survey = state.survey if viewer == state.active else None
    open_survey = _survey_view(state, survey) if survey is not None else None
    if survey is not None:
        state = copy(state)
        settle_survey(state)
    phase = state.phase
    if phase is Phase.SURVEY:
        phase = Phase.ACT
    end = outcome(state) if state.result is not None else None
    return View(
        viewer=viewer,
        phase=Phase.SURVEY if open_survey is not None else phase,
        active=state.active,
        turn=state.turn,
        starting=state.start,
        tunnels=tuple(_tunnel_view(state, number, viewer) for number in range(1, len(state.tunnels) + 1)),
        players=tuple(_player_view(seat, player) for seat, player in enumerate(state.players)),
        specialists=tuple(_specialist_view(state, specialist) for specialist in SpecialistId),
        sword=state.active if state.sword_rented else None,
        stock=state.stock,
        treasures=len(state.treasures),
        discard=tuple(state.discard),
        stones_found=stones_found(state),
        exhausted=exhausted(state),
        warning=warning(state),
        deeds=(*state.last_deeds, *state.deeds),
        look=_look_view(state, viewer),
        survey=open_survey,
        result=end.result if end else None,
        ranks=end.ranks if end else (),
        scores=tuple(score.total for score in end.scores) if end else (),
        revealed_treasures=tuple(state.treasures) if end else (),  # R36
    )


def copy(state: State) -> State:
    """Another state, equal and independent."""
    return msgspec.msgpack.decode(msgspec.msgpack.encode(state), type=State)


def warning(state: State) -> bool:
    """§12 One more exhausted tunnel ends the game."""
    limits = {0: RULE.end_tunnels_no_stone, 1: RULE.end_tunnels_one_stone}
    return state.result is None and exhausted(state) + 1 == limits.get(stones_found(state), 0)


def _tunnel_view(state: State, number: int, viewer: int | None) -> TunnelView:
    known = state.players[viewer].known if viewer is not None else ()
    over = state.result is not None
    cards = tuple(_card_view(card, card.uid in known, over) for card in state.tunnels[number - 1])
    deeds = [deed for deed in (*state.last_deeds, *state.deeds) if deed.tunnel == number and deed.verb in AT_TUNNELS]
    visitors = tuple(dict.fromkeys((deed.seat, pawn) for deed in deeds for pawn in deed.crew))
    return TunnelView(number, cards, visitors)


def _card_view(card: Card, known: bool, over: bool) -> CardView:
    """§10 Its back for all; its face if it is up, if this viewer has looked at it, or when the game is over (R36)."""
    visible = card.up or known or over
    return CardView(card.layer, card.id if visible else None, card.up, card.wounds, known and not card.up)


def _player_view(seat: int, player: Player) -> PlayerView:
    return PlayerView(
        seat=seat,
        kara=player.kara,
        xp=xp_without_kara(player),
        items=tuple(item.xp for item in player.items),
        tokens=player.tokens,
        map_kept=player.map_kept,
        skull=player.skull,
        stones=tuple(player.stones),
        adventurers=tuple(AdventurerView(a.number, a.place, a.tunnel) for a in player.adventurers),
        specialist=player.held.id if player.held is not None else None,
    )


def _specialist_view(state: State, specialist: SpecialistId) -> SpecialistView:
    cost = None if specialist is SpecialistId.IMPERSONATOR else SPECIALISTS[specialist].cost
    for seat, player in enumerate(state.players):
        if player.held is not None and player.held.id is specialist:
            return SpecialistView(specialist, cost, seat, player.held.up, player.held.copied)
    return SpecialistView(specialist, cost)


def _look_view(state: State, viewer: int | None) -> LookView | None:
    look = state.players[viewer].look if viewer is not None else None
    return LookView(look.tunnel, tuple(look.seen)) if look is not None else None


def _survey_view(state: State, survey: Survey) -> SurveyView:
    look = state.me.look
    assert look is not None
    further = RULE.survey_max_cards - survey.seen if further_card(state) is not None else 0
    return SurveyView(survey.tunnel, tuple(look.seen), survey.undecided, further)


def next_asked(view: View, seat: int) -> int | None:
    """§4, §7 The next seat that is asked anything; None: nobody but that one."""
    seats = len(view.players)
    following = ((seat + step) % seats for step in range(1, seats))
    return next((other for other in following if _will_be_asked(view.players[other])), None)


def _will_be_asked(player: PlayerView) -> bool:
    """§7 Whoever has nobody ready skips the day, unless the recruit can be paid in the evening."""
    places = {adventurer.place for adventurer in player.adventurers}
    ready = not places <= {Place.WAITING_ROOM, Place.BEACH}
    return ready or (Place.BEACH in places and player.kara >= RULE.recruit_cost)


# ---- Redealing ---------------------------------------------------------------------------------------------------


def redeal(state: State, viewer: int | None, rng: Rng) -> State:
    """Another state that this viewer cannot tell apart.

    Unseen cards change places within their layer, the treasure deck is shuffled. The stones stay in different tunnels,
    as all know. A foreign survey may vanish altogether: that it is open must not show either (R12).
    """
    other = copy(state)
    if other.result is not None:
        return other
    if other.survey is not None and viewer != other.active and rng.below(2):
        _unsee(other, other.survey)
    rng.shuffle(other.treasures)
    known = set(other.players[viewer].known) if viewer is not None else set()
    # A survey that stays open must go on making sense: its cards keep their faces.
    seen = other.tunnels[other.survey.tunnel - 1][: other.survey.seen] if other.survey is not None else []
    kept = known | {card.uid for card in seen}
    apart = _stones_apart(other)
    for layer in Layer:
        hidden = [c for cards in other.tunnels for c in cards if c.layer is layer and not c.up and c.uid not in kept]
        faces = [card.id for card in hidden]
        while True:
            rng.shuffle(faces)
            for card, face in zip(hidden, faces, strict=True):
                card.id = face
            if not apart or _stones_apart(other):
                break
    return other


def _unsee(state: State, survey: Survey) -> None:
    """Take an open survey back as if it had not begun."""
    state.me.known = [uid for uid in state.me.known if uid not in survey.learned]
    state.survey = None
    state.acted = any(deed.crew for deed in state.deeds)


def _stones_apart(state: State) -> bool:
    """No tunnel holds both stones (§3.5)."""
    return all(sum(card.kind is Kind.STONE for card in cards) < STONES for cards in state.tunnels)
