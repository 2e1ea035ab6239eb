"""What can be fixed before it is asked: that a turn ends without any-time powers (§8 `end_turn`).

Nothing else of this game: all that leads to a main action follows the dice, and a last chance is settled for good.
"""

from __future__ import annotations

from collections.abc import Iterator

from engines.aerion.state import Step
from engines.aerion.view import View
from engines.kernel.game import Ahead
from engines.kernel.text import text

END = "end"


def offers(view: View, seat: int) -> Iterator[Ahead]:
    """In the seat's own turn, if there is anything that WRAP_UP would be asked for (R19).

    Whatever comes to hand or is used in the meantime is a reason to think again.
    """
    if seat != view.active or view.phase in {Step.LAST_CHANCE, Step.OVER}:
        return
    own = view.seats[seat]
    eggs = view.eggs.stack if view.eggs is not None else 0
    if own.books or own.reserve or eggs:
        mark = f"books{own.books}reserve{len(own.reserve)}eggs{eggs}"
        yield Ahead(END, "end_turn", text("aerion.ahead.end_turn"), f"t{view.turn}", mark)
