"""A toy of which some answers can be given before their questions."""

from __future__ import annotations

from engines.kernel.decision import Answer, Decision
from engines.kernel.game import Ahead
from engines.kernel.text import text
from tests.desk.toy import Toy, View

LABELS = {"pass": text("toy.ahead", name="pass"), "high": text("toy.ahead", name="high"), "hide": text("toy.ahead")}


class Hasty(Toy):
    """`pass` for the next turn, as long as one's own points are what they are; `high` for a bid in this turn.

    warns: with `roll`, too, which nobody should be able to give unseen. `peek_step` would be: what is secret.
    """

    def ahead(self, view: View, seat: int) -> tuple[Ahead, ...]:
        if view.phase == "over":
            return ()
        waits = (seat - view.turn) % len(view.points)
        found = [Ahead("pass", "do", LABELS["pass"], f"turn{seat}", f"points{view.points[seat]}")]
        if waits == 0 or view.phase == "bid":
            found += [
                Ahead("high", "bid", LABELS["high"], f"bid{view.turn}"),
                Ahead("low", "bid", LABELS["high"], f"bid{view.turn}"),
            ]
            found.append(Ahead("stop", "peek_step", LABELS["hide"], f"peek{view.turn}"))
        else:
            found.append(Ahead("high", "bid", LABELS["high"], f"bid{view.turn}"))
        return tuple(found)

    def answer_ahead(self, key: str, decision: Decision, view: View) -> Answer | None:
        return (key,)
