"""§7 End of day, skipped turns, and what can be taken back over them (§5 Undo)."""

import pytest

from engines.kernel.ahead import fate, offered
from tests.engines.lines import do, facts, refusal, told, verbs
from tests.engines.takara.table import Table, back, camp, legal, stays, table

# ---- The evening's question ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kara", "hospital", "recruited", "choices"),
    [
        (1, 2, False, None),
        (2, 2, False, {"stay.0", "stay.1"}),
        (4, 2, False, {"stay.0", "stay.1", "stay.2"}),
        (5, 2, False, {"stay.0", "stay.1", "stay.2", "recruit.0"}),
        (7, 2, False, {"stay.0", "stay.1", "stay.2", "recruit.0", "recruit.1"}),
        (9, 2, False, {"stay.0", "stay.1", "stay.2", "recruit.0", "recruit.1", "recruit.2"}),
        (4, 0, False, None),
        (5, 0, False, {"stay.0", "recruit.0"}),
        (9, 0, True, None),
        (6, 3, True, {"stay.0", "stay.1", "stay.2", "stay.3"}),
        (1, 3, True, None),
    ],
)
def test_the_evening_offers_what_can_be_paid(
    kara: int, hospital: int, recruited: bool, choices: set[str] | None
) -> None:
    """§4, §5 `end_day`: every affordable combination, at most six; no question if there is nothing to choose."""
    there = 3 if recruited else 2
    given = {"kara": kara, "hospital": hospital, "recruited": recruited, "ready": 0, "used": there - hospital}
    match = table(P1=given, acted=True)
    if choices is None:
        assert facts(match)["active"] == "P2"
    else:
        assert legal(match, "end_day") == choices
        assert verbs(match) == {"end_day"}


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        ("recruit.1", "too_poor"),
        ("stay.3", "end_day_form"),
        ("recruit", "end_day_form"),
        ("stay", "end_day_form"),
        ("stay.-1", "end_day_form"),
        ("yes.0", "end_day_form"),
    ],
)
def test_the_evening_refuses_what_cannot_be(answer: str, reason: str) -> None:
    """§5 `end_day`: fees above one's kara, more than lie in the hospital, and malformed answers."""
    match = table(P1={"kara": 6, "hospital": 2, "ready": 0}, acted=True)
    assert refusal(match, f"P1 end_day {answer}") == reason


def test_the_waiting_room_raises_no_question() -> None:
    """R31: nobody can be bought out of it, however rich; who is there since yesterday comes home free."""
    match = table(P1={"kara": 50, "waiting": 1, "recruited": True})
    do(match, "P1 tavern 2")
    assert (facts(match)["active"], camp(match)["ready"], camp(match)["waiting"], camp(match)["kara"]) == (
        "P2", 3, 0, 52
    )  # fmt: skip


def test_the_whole_evening_in_its_order() -> None:
    """§7 Recruit, waiting room, board, healing, new patients, sword, specialist: each takes its step."""
    match = table(
        P1={"kara": 7, "hospital": 1, "waiting": 1, "ready": 0, "specialist": "miner"}, sword=True, acted=True
    )
    do(match, "P1 end_day recruit.1")
    assert camp(match)["ready"] == 3
    assert (camp(match)["kara"], camp(match)["specialist"], facts(match)["sword"]) == (0, "miner face down", "")


def test_those_who_come_home_today_and_those_who_go_today() -> None:
    """§7.2, §7.5 Yesterday's patient comes home, today's unpaid one takes his bed (R31)."""
    match = table(P1={"kara": 1, "hospital": 1, "waiting": 1, "ready": 0}, acted=True)
    assert (camp(match)["ready"], camp(match)["waiting"], camp(match)["hospital"]) == (1, 1, 0)


def test_the_recruit_works_from_the_next_turn_on() -> None:
    """§7.1 The third adventurer is in camp when the next turn of his player begins."""
    match = table(P1={"kara": 4})
    do(match, "P1 tavern 2", "P1 end_day recruit.0", "P2 tavern 2")
    assert camp(match)["ready"] == 3
    do(match, "P1 tavern 3")


@pytest.mark.parametrize(("key", "became"), [("recruit.0", "lapsed"), ("stay.0", "passed")])
def test_an_evening_that_cannot_be_paid_any_more_is_told_to_whoever_wanted_it(key: str, became: str) -> None:
    """§12 Answer ahead: if the day ends without a question, for the kara went, a recruit is missed; nothing is not."""
    match = table(P1={"kara": 6, "ready": 1, "used": 1})
    given = next(offer for offer in offered(match, 0) if offer.key == key)
    do(match, "P1 bank_buy go")
    assert facts(match)["active"] == "P2"
    assert fate(match, 0, given) == became


# ---- Skipped turns ------------------------------------------------------------------------------------------------

TWO_PATIENTS = {"kara": 0, "waiting": 2, "ready": 0}


def test_a_turn_with_nobody_ready_passes_by_itself() -> None:
    """§7, §12 It is announced in one line; its evening brings everybody home."""
    match = table(P1={"recruited": True}, P2=TWO_PATIENTS)
    turn = do(match, "P1 tavern 3")
    assert "takara.turn.skipped" in told(turn)
    assert turn.turned
    assert (facts(match)["active"], facts(match)["turn"], camp(match, "P2")["ready"]) == ("P1", 3, 2)


def test_a_skipped_turn_may_still_recruit() -> None:
    """§7 Who can pay is asked for the recruit, and for nothing else; the sword cannot be rented (R6)."""
    match = table(P1={"recruited": True}, P2={**TWO_PATIENTS, "kara": 9})
    do(match, "P1 tavern 3")
    assert (verbs(match), legal(match, "end_day")) == ({"end_day"}, {"stay.0", "recruit.0"})
    assert refusal(match, "P2 rent_sword go") == "kernel.not_now"
    do(match, "P2 end_day recruit.0")
    assert (camp(match, "P2")["ready"], camp(match, "P2")["kara"]) == (3, 4)


def test_each_turn_is_one_of_its_own() -> None:
    """§4 It begins when a day has ended, whoever is next; not with what is done within it."""
    match = table(P1={"recruited": True}, P2={"kara": 5})
    assert [do(match, line).turned for line in ("P1 tavern 2", "P1 tavern 1", "P2 tavern 2", "P2 end_day stay.0")] == [
        False,
        True,
        False,
        True,
    ]


def test_everybody_in_the_waiting_room() -> None:
    """§4, §7 If all are there, each turn passes, each evening brings one player home, and the game goes on."""
    match = table(seats=4, P1=TWO_PATIENTS, P2=TWO_PATIENTS, P3=TWO_PATIENTS, P4=TWO_PATIENTS)
    assert (facts(match)["active"], facts(match)["turn"]) == ("P1", 5)
    assert [camp(match, f"P{n}")["ready"] for n in (1, 2, 3, 4)] == [2, 2, 2, 2]


def test_a_skipped_turn_does_not_wipe_the_last_one() -> None:
    """§12 Last turn: what was done before a skipped turn is still shown when that has passed."""
    match = table(seats=3, P1={"recruited": True}, P2=TWO_PATIENTS)
    do(match, "P1 tavern 3")
    assert [(deed.seat, deed.verb) for deed in match.view(None).deeds] == [(0, "tavern"), (1, "skipped")]
    do(match, "P3 tavern 2")
    assert [(deed.seat, deed.verb) for deed in match.view(None).deeds] == [(2, "tavern")]


def test_a_patient_of_today_is_not_skipped() -> None:
    """§12 Whoever was injured today and has nobody left did have a turn: no announcement."""
    match = table(T1="xp_1_hurt xp_1_hurt xp_4")
    assert "takara.turn.skipped" not in told(do(match, "P1 dig 1", "P1 dig 1"))


# ---- Taking back over the evening -----------------------------------------------------------------------------------


def test_a_chain_of_undos_over_an_automatic_evening() -> None:
    """§5 Undo: one decision at a time, back to the start of the turn if nothing barred it."""
    match = table(P1={"kara": 8, "recruited": True, "xp": [4]})
    start = match.digest()
    do(match, "P1 rent_sword go", "P1 bank_buy go", "P1 tavern 1", "P1 tavern 1")
    assert facts(match)["active"] == "P2"
    for ready in (1, 2, 3):
        back(match)
        assert (facts(match)["active"], camp(match)["ready"]) == ("P1", ready)
    back(match)
    assert match.digest() == start
    assert stays(match)


def test_an_undo_over_skipped_turns() -> None:
    """§5 Undo: the automatic evening and the skipped turns after it go back with the decision that led to them."""
    match = table(seats=4, P1={"recruited": True}, P2=TWO_PATIENTS, P3=TWO_PATIENTS)
    do(match, "P1 tavern 2", "P1 tavern 1")
    assert facts(match)["active"] == "P4"
    assert stays(match, "P4")
    back(match)
    assert (facts(match)["active"], camp(match, "P2")["waiting"], camp(match)["ready"]) == ("P1", 2, 1)
    back(match)
    assert camp(match)["ready"] == 3


def test_an_undo_into_ones_own_last_turn() -> None:
    """§5 Undo: with the other skipped, one's last turn is open until somebody else decides, also from the next one."""
    match = table(P1={"recruited": True}, P2=TWO_PATIENTS)
    do(match, "P1 tavern 3", "P1 tavern 1")
    back(match)
    back(match)
    assert (facts(match)["turn"], camp(match)["ready"], camp(match, "P2")["waiting"]) == (1, 3, 2)


def test_another_seats_decision_closes_the_turn_before() -> None:
    """§5 Undo: not if another seat has decided since, unless that is taken back too."""
    match = table(P1={"recruited": True})
    do(match, "P1 tavern 3", "P2 tavern 1")
    assert stays(match)
    back(match, "P2")
    back(match)
    assert (facts(match)["active"], camp(match)["ready"]) == ("P1", 3)


def test_a_decided_evening_is_settled() -> None:
    """§5 `end_day` is a barrier, also for the player before whose automatic evening led to it."""
    match = table(P1={"recruited": True}, P2={**TWO_PATIENTS, "kara": 5})
    do(match, "P1 tavern 3")
    assert match.may_take_back(0)
    do(match, "P2 end_day stay.0")
    assert stays(match)
    assert stays(match, "P2")


def test_what_led_to_the_question_can_be_taken_back() -> None:
    """§5 Undo: while the evening is being asked, the last action is still open."""
    match = table(P1={"kara": 5})
    do(match, "P1 tavern 2")
    assert verbs(match) == {"end_day"}
    back(match)
    assert (camp(match)["kara"], camp(match)["ready"]) == (5, 2)


# ---- Who is who -----------------------------------------------------------------------------------------------------


def places(match: Table) -> list[str]:
    """Where the adventurers 1, 2 and 3 of P1 are."""
    return [str(adventurer.place) for adventurer in match.view(None).players[0].adventurers]


def test_the_lowest_number_goes_first() -> None:
    """R4: the lowest-numbered ready adventurer is used, the lowest-numbered patient is healed; 3 is the recruit."""
    match = table(P1={"kara": 2, "recruited": True}, T1="xp_1_hurt xp_2_hurt xp_4")
    do(match, "P1 dig 1", "P1 dig 1")
    assert places(match) == ["hospital", "hospital", "camp"]
    do(match, "P1 tavern 1", "P1 end_day stay.1")
    assert places(match) == ["camp", "waiting_room", "camp"]
