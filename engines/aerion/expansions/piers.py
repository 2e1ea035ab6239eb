"""§10.4 Piers and workers: hired for rerolls, to be paid off; piers are built with five equal dice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from engines.aerion.caution import caution
from engines.aerion.components import DATA, WORKER
from engines.aerion.components import RULE as LIMITS
from engines.aerion.moments import Deal, Expansion
from engines.aerion.naming import circled, column_words
from engines.aerion.state import (
    DICE_MARK,
    PiersState,
    State,
    T,
    dice_sum,
    record,
    remove,
    slot_mark,
    take_from_display,
    who,
)
from engines.aerion.view import Deed, GoalView
from engines.kernel.decision import Decision, Option, Pick, offer
from engines.kernel.game import Options
from engines.kernel.rng import Rng
from engines.kernel.text import Text, text

RULE = DATA.piers


class Piers(Expansion):
    """To win, all three piers must be built and all payrolls empty. Hard: one payroll with room for one worker."""

    option = "piers"

    def cards(self, column: int, options: Options) -> list[str]:
        """§3.2 Two workers a deck."""
        return [WORKER] * DATA.worker.per_deck

    def lay_out(self, state: State, options: Options, rng: Rng) -> None:
        """§3.6 Three piers, the arrow side up; payrolls empty: one a player, hard: one in all (R39)."""
        hard = options[self.option] == "hard"
        state.piers = PiersState(hard, [False] * RULE.count, [0] * (1 if hard else len(state.players)))

    def why_not_acquire(self, state: State, column: int, card: str) -> Text | None:
        """Workers are hired."""
        return text("aerion.why.worker") if card == WORKER else None

    def ask_changers(self, t: T) -> Iterator[Decision]:
        """§8 `hire_worker`."""
        yield ask_hire_worker(t)

    def ask_main(self, t: T) -> Iterator[Decision]:
        """§8 `pay_worker` while there is a worker to be paid, `flip_pier` while a pier is to be built."""
        if any(part(t.state).payrolls):
            yield ask_pay_worker(t)
        if not all(part(t.state).built):
            yield ask_flip_pier(t)

    def deals(self) -> Mapping[str, Deal]:
        return {"hire_worker": hire_worker, "pay_worker": pay_worker, "flip_pier": flip_pier}

    def goals(self, state: State) -> Iterator[GoalView]:
        """Two goals; the payrolls must be empty at the moment of winning only (R40)."""
        built, unpaid = sum(part(state).built), sum(part(state).payrolls)
        yield GoalView("piers", built, RULE.count, built == RULE.count)
        yield GoalView("payroll", 0, unpaid, not unpaid)


def part(state: State) -> PiersState:
    """The state's part that belongs to this expansion."""
    assert state.piers is not None
    return state.piers


def own(state: State) -> int:
    """Which payroll is the active seat's."""
    return 0 if part(state).hard else state.active


def payroll_mark(state: State) -> str:
    """The anchor of the active seat's payroll."""
    return "payroll" if part(state).hard else f"payroll.{state.active}"


def pier_key(pier: int) -> str:
    """How an answer names a pier."""
    return f"pier_{pier}"


# ---- Workers -----------------------------------------------------------------------------------------------------


def ask_hire_worker(t: T) -> Pick[int]:
    """§8 `hire_worker`: a worker of the display."""
    why_not = why_not_hire(t.state)
    options = [
        Option(
            str(column), column, text("aerion.hire_worker.label", column=circled(column)), why_not, slot_mark(column)
        )
        for column, card in t.state.display
        if card == WORKER
    ]
    prompt = text("aerion.hire_worker.ask", n=LIMITS.worker_rerolls)
    return Pick(t.state.active, "hire_worker", prompt, options, unknown=text("aerion.why.no_worker"))


def why_not_hire(state: State) -> Text | None:
    """§10.4 Hard: the payroll has room for one, whoever hired it."""
    piers = part(state)
    if piers.hard and piers.payrolls[own(state)] >= RULE.hard_payroll_limit:
        return text("aerion.why.payroll_full")
    return None


def hire_worker(t: T, column: int) -> None:
    """§8 To the payroll, which is no discard (R38); three rerolls."""
    take_from_display(t.state, column)
    part(t.state).payrolls[own(t.state)] += 1
    t.state.free_rerolls += LIMITS.worker_rerolls
    record(t, Deed(t.state.active, "hire_worker", card=WORKER, column=column))
    t.tell(
        "aerion.hire_worker.done",
        at=(slot_mark(column), payroll_mark(t.state), DICE_MARK),
        who=who(t),
        column=column_words(column),
        n=t.state.free_rerolls,
    )


def ask_pay_worker(t: T) -> Pick[None]:
    """§8 `pay_worker`, also one that was hired this turn (R37)."""
    why_not = why_not_pay(t.state)
    return offer(
        t.state.active,
        "pay_worker",
        text("aerion.pay_worker.ask", sum=RULE.pay_worker_min_sum),
        text("aerion.pay_worker.label"),
        refused=why_not,
        at=payroll_mark(t.state),
        warning=None if why_not else caution(t, "pay_worker", lambda trial: pay_worker(trial, None)),
    )


def why_not_pay(state: State) -> Text | None:
    """§8 Dice sum ≥ 26; the own (hard: the shared) payroll is not empty."""
    if not part(state).payrolls[own(state)]:
        return text("aerion.why.payroll_empty")
    if dice_sum(state) < RULE.pay_worker_min_sum:
        return text("aerion.why.sum_too_low", needed=RULE.pay_worker_min_sum, sum=dice_sum(state))
    return None


def pay_worker(t: T, _: None) -> None:
    """§8 One worker leaves the game, it is not discarded (R37)."""
    part(t.state).payrolls[own(t.state)] -= 1
    remove(t.state, WORKER)
    record(t, Deed(t.state.active, "pay_worker", card=WORKER))
    t.tell("aerion.pay_worker.done", at=(payroll_mark(t.state),), who=who(t), n=part(t.state).payrolls[own(t.state)])


# ---- Piers -------------------------------------------------------------------------------------------------------


def ask_flip_pier(t: T) -> Pick[int]:
    """§8 `flip_pier`: one pier on its arrow side; six equal dice are five equal, too (R41)."""
    piers, why_not_now = part(t.state), why_not_flip(t.state)

    def option(pier: int) -> Option[int]:
        why_not = text("aerion.why.pier_built", pier=pier) if piers.built[pier - 1] else why_not_now
        warning = None if why_not else caution(t, "flip_pier", lambda trial: flip_pier(trial, pier))
        label = text("aerion.flip_pier.label", pier=pier)
        return Option(pier_key(pier), pier, label, why_not, mark(pier), warning=warning)

    options = [option(pier) for pier in range(1, RULE.count + 1)]
    return Pick(t.state.active, "flip_pier", text("aerion.flip_pier.ask"), options)


def why_not_flip(state: State) -> Text | None:
    """§8 Five or six equal dice."""
    if max(Counter(state.dice).values()) < RULE.flip_needs_equal_dice:
        return text("aerion.why.not_equal", n=RULE.flip_needs_equal_dice)
    return None


def mark(pier: int) -> str:
    """The anchor of a pier."""
    return f"pier.{pier}"


def flip_pier(t: T, pier: int) -> None:
    """§8 Turn it."""
    piers = part(t.state)
    piers.built[pier - 1] = True
    record(t, Deed(t.state.active, "flip_pier", n=pier))
    t.tell("aerion.flip_pier.done", at=(mark(pier),), who=who(t), pier=pier, built=sum(piers.built), total=RULE.count)
