"""§10.4 Piers and workers: what the worked examples leave out."""

from tests.engines.aerion.table import legal, may_take_back, open_verbs, seat, table, warning
from tests.engines.lines import do, facts, refusal, told

NORMAL = {"piers": "normal"}
HARD = {"piers": "hard"}
ALL_SHIPS = "S1 S2 S3 S4 S5 S6"
ALL_BUILT = "built built built"


def test_hiring_the_last_display_card_leaves_rerolls() -> None:
    """§8 The display may be empty in ROLLING; the credits still work, and it can be taken back."""
    match = table(options=NORMAL, D5="WK", die="6", dice="123466")
    do(match, "P1 hire_worker 5")
    assert may_take_back(match)
    do(match, "P1 free_reroll d1")
    assert (facts(match)["rerolls"], facts(match)["dice"]) == (2, [6, 2, 3, 4, 6, 6])


def test_several_workers_in_a_turn_add_up() -> None:
    """§10.4 Normal: any number on the payroll; one main action pays one of them (R41)."""
    match = table(options=NORMAL, D1="WK", D2="WK", dice="666611")
    do(match, "P1 hire_worker 1", "P1 hire_worker 2")
    assert (facts(match)["rerolls"], seat(match)["payroll"]) == (6, 2)
    do(match, "P1 pay_worker go")
    assert (seat(match)["payroll"], facts(match)["turn"], facts(match)["removed"]) == (1, 2, "WK")


def test_hard_the_shared_payroll_is_filled_by_one_and_paid_by_the_other() -> None:
    """R39: while it is filled nobody hires."""
    match = table(options=HARD, seats=2, D1="WK", D2="WK", dice="444445", die="666611")
    do(match, "P1 hire_worker 1")
    assert refusal(match, "P1 hire_worker 2") == "payroll_full"
    do(match, "P1 flip_pier pier_1", "P2 roll_dice go")
    assert refusal(match, "P2 hire_worker 2") == "payroll_full"
    do(match, "P2 pay_worker go")
    assert (facts(match)["payroll"], facts(match)["removed"]) == (0, "WK")


def test_hard_alone_there_is_room_for_one_too() -> None:
    """§10.4."""
    match = table(options=HARD, D1="WK", D2="WK", dice="666611")
    do(match, "P1 hire_worker 1")
    assert refusal(match, "P1 hire_worker 2") == "payroll_full"
    do(match, "P1 pay_worker go")
    assert facts(match)["payroll"] == 0


def test_what_is_done_is_not_asked_again() -> None:
    """§8 No pay without a worker, no pier when all are built; hiring goes on, for its rerolls."""
    match = table(options=NORMAL, piers=ALL_BUILT, D1="WK", dice="666666")
    assert not open_verbs(match) & {"pay_worker", "flip_pier"}
    assert legal(match, "hire_worker") == {"1"}
    assert refusal(match, "P1 hire_worker 2") == "no_worker"


def test_hiring_when_all_else_is_done_delays_the_win() -> None:
    """R40: the payrolls must be empty at the moment of winning, the partner's too."""
    match = table(
        options=NORMAL, seats=2, piers="built built arrow", built=ALL_SHIPS, dice="666666", D1="WK", P2={"payroll": 1}
    )
    do(match, "P1 flip_pier pier_3")
    assert (facts(match)["result"], facts(match)["active"]) == ("", "P2")
    paying = table(
        options=NORMAL, seats=2, active="P2", piers=ALL_BUILT, built=ALL_SHIPS, dice="666611", P2={"payroll": 1}
    )
    turn = do(paying, "P2 pay_worker go")
    assert told(turn)[0] == "aerion.pay_worker.done"
    assert facts(paying)["result"] == "won"


def test_six_equal_dice_build_one_pier() -> None:
    """R41: one dice result serves one main action (R55)."""
    match = table(options=NORMAL, dice="555555", P1={"payroll": 1})
    assert legal(match, "flip_pier") == {"pier_1", "pier_2", "pier_3"}
    do(match, "P1 flip_pier pier_3")
    assert (facts(match)["piers"], seat(match)["payroll"], facts(match)["turn"]) == ("arrow arrow built", 1, 2)


def test_four_equal_dice_build_none_and_a_built_one_stays() -> None:
    """§8 `flip_pier`."""
    assert refusal(table(options=NORMAL, dice="444411"), "P1 flip_pier pier_1") == "not_equal"
    match = table(options=NORMAL, dice="444441", piers="arrow built arrow")
    assert refusal(match, "P1 flip_pier pier_2") == "pier_built"


def test_a_worker_can_pay_for_a_reroll_like_any_card() -> None:
    """§10.4 Then it is discarded, and a Book may bring it back."""
    match = table(options=NORMAL, D1="WK", D2="WK", dice="123466", die="1", P1={"books": 1})
    do(match, "P1 discard_reroll d6 1", "P1 book_recover 1 worker")
    assert (facts(match)["draw1"], seat(match)["payroll"]) == ("WK BK BK BK", 0)


def test_the_second_press_for_piers_and_pay() -> None:
    """§16, R45: under start duty both lose, unless they win."""
    both = {**NORMAL, "eggs": "normal"}
    match = table(options=both, D1="EG", duty=True, dice="666666", P1={"payroll": 1})
    assert warning(match, "P1 flip_pier pier_1") == "aerion.eggs.warning"
    assert warning(match, "P1 pay_worker go") == "aerion.eggs.warning"
    wins = table(options=both, D1="EG", duty=True, dice="666666", P1={"payroll": 1}, piers=ALL_BUILT, built=ALL_SHIPS)
    assert warning(wins, "P1 pay_worker go") is None
