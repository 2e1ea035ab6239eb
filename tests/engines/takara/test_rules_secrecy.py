"""§10 Hidden information, row by row, and R12: nobody notices that a survey is open."""

import msgspec
import pytest

from engines.kernel.rng import Rng
from engines.takara import GAME
from tests.engines.lines import do, told
from tests.engines.takara.table import Table, camp, table

OTHERS = (None, 1)


def seen(match: Table, viewer: int | None) -> bytes:
    """All that a viewer sees, to be compared."""
    return msgspec.msgpack.encode(match.view(viewer))


def faces(match: Table, viewer: int | None, tunnel: int) -> list[str | None]:
    """The faces of a tunnel's cards as far as a viewer may see them."""
    return [card.card for card in match.view(viewer).tunnels[tunnel - 1].cards]


# ---- §10, row by row ----------------------------------------------------------------------------------------------


def test_backs_are_public() -> None:
    """§10 Layer of a face-down card: all see it; its face: nobody who has not looked."""
    match = table(T1="gallery_2 xp_2 stone_a")
    for viewer in (None, 0, 1):
        cards = match.view(viewer).tunnels[0].cards
        assert [card.layer for card in cards] == ["shallow", "middle", "deep"]
        assert [card.card for card in cards] == [None, None, None]


def test_a_face_is_known_to_its_looker_alone_and_for_good() -> None:
    """§10 Survey, archaeologist and soothsayer: the looker sees these faces, also out of turn; others never."""
    match = table(T1="gallery_2 xp_1 xp_2 xp_4 stone_a xp_1", P1={"kara": 2}, P2={"recruited": True})
    do(match, "P1 hire_specialist archaeologist.1", "P1 tavern 1")
    assert faces(match, 0, 1) == ["gallery_2", "xp_1", "xp_2", "xp_4", "stone_a", None]
    for viewer in OTHERS:
        assert faces(match, viewer, 1) == [None] * 6
    do(match, "P2 dig 1", "P2 tavern 2")
    assert faces(match, 0, 1) == ["xp_1", "xp_2", "xp_4", "stone_a", None]
    assert [card.known for card in match.view(0).tunnels[0].cards] == [True, True, True, True, False]


def test_open_cards_and_wounds_are_public() -> None:
    """§10 Face-up cards at any position, wounds and counts: all see them, and they are nobody's secret any more."""
    match = table(T1="xp_1 ^drake(3) xp_4", P1={"known": {"T1": [1]}})
    for viewer in (None, 0, 1):
        drake = match.view(viewer).tunnels[0].cards[1]
        assert (drake.card, drake.up, drake.wounds, drake.known) == ("drake", True, 3, False)
    match = table(T1="bat_x2 xp_1", P1={"known": {"T1": [1]}}, P2={"known": {"T1": [1, 2]}})
    do(match, "P1 dig 1")
    assert (camp(match)["known"], camp(match, "P2")["known"]) == ("", {"T1": [2]})


def test_a_card_that_is_gone_is_known_no_more() -> None:
    """§10 Knowledge belongs to the card: gone, or turned up, it is public and forgotten by all."""
    match = table(T1="gallery_2 xp_1 xp_2", P1={"known": {"T1": [1, 3]}}, P2={"known": {"T1": [1, 2]}})
    do(match, "P1 dig 1")
    assert (camp(match)["known"], camp(match, "P2")["known"]) == ({"T1": [2]}, {"T1": [1]})


def test_looks_are_public_but_not_what_was_seen() -> None:
    """§10 Which tunnel and positions somebody looked at: all hear it; the cards: the looker only."""
    match = table(T1="xp_1 xp_2 xp_4 stone_a xp_1", P1={"kara": 3})
    turn = do(match, "P1 hire_specialist soothsayer.1.2")
    (public,) = (event.text for event in turn.events if event.text.key == "takara.look.looked")
    assert {k: public.params[k] for k in ("tunnel", "first", "last")} == {"tunnel": 1, "first": 2, "last": 4}
    assert [event.seen_by for event in turn.events if event.text.key == "takara.look.saw"] == [(0,)]
    look = match.view(0).look
    assert look is not None
    assert look.seen == ((2, "xp_2"), (3, "xp_4"), (4, "stone_a"))
    assert [match.view(viewer).look for viewer in OTHERS] == [None, None]


def test_the_treasure_deck_is_a_number() -> None:
    """§10 Order of the treasure deck: nobody's; after the end everybody's, with all faces (R36)."""
    match = table(T1="stone_b xp_1", T2="xp_4 drake", P2={"stones": ["stone_a"]}, treasures="skull map")
    assert (match.view(0).treasures, match.view(0).revealed_treasures) == (2, ())
    do(match, "P1 dig 1")
    for viewer in (None, 0, 1):
        assert match.view(viewer).revealed_treasures == ("skull", "map")
        assert faces(match, viewer, 2) == ["xp_4", "drake"]


def test_camps_are_public() -> None:
    """§10 Kara, items, tokens, stones, map, skull, specialists and adventurers: the same for every viewer."""
    rich = {"xp": [4, 1], "tokens": 2, "map": True, "skull": True, "kara": 14, "specialist": "miner face down"}
    match = table(P2=rich, discard="gallery_2 bat_x2")
    views = [match.view(viewer) for viewer in (None, 0, 1)]
    assert len({(view.players, view.specialists, view.discard, view.stock) for view in views}) == 1
    assert views[0].players[1].xp == 5 + 4 + 2 - 2


# ---- R12 ----------------------------------------------------------------------------------------------------------

PILES = ["bat_x2 xp_1 gallery_2", "bat_x2 goblin_x3 rockfall_s", "bat_x2 goblin_x3 drake"]


@pytest.mark.parametrize("pile", PILES)
@pytest.mark.parametrize("steps", [("yes.1", "yes.1", "yes.0"), ("no.1", "yes.1", "no.0"), ("yes.2", "no.0")])
def test_a_pause_betrays_nothing(pile: str, steps: tuple[str, ...]) -> None:
    """R12: in every pause others see the table as before, hear nothing, and no question that shows is open."""
    match = table(T1=pile, P1={"kara": 3, "ready": 1, "used": 1}, P2={"known": {"T1": [1]}}, sword=True)
    before = {viewer: seen(match, viewer) for viewer in OTHERS}
    turn = do(match, "P1 survey 1.1")
    for step in steps:
        if not match.state.survey:
            break
        assert {viewer: seen(match, viewer) for viewer in OTHERS} == before
        assert told(turn) == told(turn, 1) == []
        assert all(decision.secret for decision in match.pending)
        assert not turn.open
        wanted = f"P1 survey_step {step}"
        keys = {option.key for decision in match.pending for option in decision.legal}  # type: ignore[attr-defined]
        turn = do(match, wanted if step in keys else "P1 survey_step no.0")
    assert match.state.survey is None
    public = [event for event in turn.events if event.seen_by is None and event.text.key.startswith("takara.survey")]
    assert len(public) == 1
    assert public[0].text.params["tunnel"] == 1


def test_the_looker_sees_the_truth() -> None:
    """R12: in a pause the looker's own view shows adventurer used, kara gained, monster turned up, cards seen."""
    match = table(T1="bat_x2 goblin_x3 drake")
    do(match, "P1 survey 1.1", "P1 survey_step yes.1")
    view = match.view(0)
    assert (view.phase, view.players[0].kara) == ("survey", 2)
    assert [(a.place, a.tunnel) for a in view.players[0].adventurers] == [("tunnel", 1), ("camp", 0), ("beach", 0)]
    assert [(c.card, c.up, c.known) for c in view.tunnels[0].cards] == [
        ("bat_x2", True, False),
        ("goblin_x3", False, True),
        (None, False, False),
    ]
    assert view.survey is not None
    assert (view.survey.seen, view.survey.monster, view.survey.further) == (((1, "bat_x2"), (2, "goblin_x3")), True, 1)
    assert (match.view(1).phase, match.view(1).survey) == ("act", None)


@pytest.mark.parametrize("looks", [1, 2, 3])
def test_how_many_looks_were_asked_for_is_never_told(looks: int) -> None:
    """R12: the public message counts the cards seen; the `looks` asked for show nowhere."""
    match = table(T1="xp_1 ^rockfall_s xp_2")
    turn = do(match, f"P1 survey 1.{looks}")
    (public,) = (event.text for event in turn.events if event.seen_by is None)
    assert {key: public.params[key] for key in ("tunnel", "n")} == {"tunnel": 1, "n": 1}
    (deed,) = match.view(None).deeds
    assert [(result.kind, result.n) for result in deed.results] == [("seen", 1)]


def test_a_hidden_monster_is_told_by_nothing() -> None:
    """§10 A monster left unrevealed looks to others exactly like any other card that was seen."""
    ends = []
    for pile in ("bat_x2 xp_1 gallery_2", "xp_1 xp_1 gallery_2"):
        match = table(T1=pile)
        turn = do(match, "P1 survey 1.1")
        turn = do(match, "P1 survey_step no.0")
        ends.append(([event for event in turn.events if event.seen_by is None], seen(match, None), seen(match, 1)))
    assert ends[0] == ends[1]


def test_where_somebody_surveyed_shows_when_it_is_over() -> None:
    """§12 The adventurer stands at the head of the tunnel after the survey, not in its pauses."""
    match = table(T1="bat_x2 xp_1")
    do(match, "P1 survey 1.1")
    assert match.view(None).tunnels[0].visitors == ()
    do(match, "P1 survey_step no.0")
    assert match.view(None).tunnels[0].visitors == ((0, 1),)


# ---- The proof's own instrument --------------------------------------------------------------------------------------


def test_a_redealt_table_keeps_what_the_viewer_knows() -> None:
    """§10 Other deals for the same viewer differ in what they may not know, and only in that."""
    match = table(T1="xp_1 xp_2 xp_4", T2="gallery_2 gallery_4 drake", P1={"known": {"T1": [1]}})
    deals = [GAME.redeal(match.state, 0, Rng(bytes([n] * 32))) for n in range(8)]
    assert {deal.tunnels[0][0].id for deal in deals} == {"xp_1"}
    assert len({deal.tunnels[0][2].id for deal in deals}) > 1
    assert len({tuple(deal.treasures) for deal in deals}) > 1
    assert all(
        [card.layer for card in deal.tunnels[0]] == [card.layer for card in match.state.tunnels[0]] for deal in deals
    )


def test_an_open_survey_may_be_none_to_others() -> None:
    """R12: among the tables that others cannot tell apart are some in which no survey is open."""
    match = table(T1="bat_x2 xp_1 gallery_2")
    do(match, "P1 survey 1.3")
    deals = [GAME.redeal(match.state, 1, Rng(bytes([n] * 32))) for n in range(8)]
    assert {deal.survey is None for deal in deals} == {True, False}
    assert all(GAME.redeal(match.state, 0, Rng(bytes([n] * 32))).survey is not None for n in range(8))
