"""Answering ahead: what a person fixes of the coming questions to their seat, and takes back."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from sqlalchemy.ext.asyncio import AsyncConnection

from engines.desk import looks, matches, orders
from engines.desk.door import Door, refuse_if_over, seat_to_play
from engines.desk.live import Live
from engines.desk.matches import Chair
from engines.desk.orders import Order
from engines.desk.records import Guest, Look
from engines.kernel.ahead import offered
from engines.kernel.decision import Refused, Stale
from engines.kernel.text import text

Change = Callable[[Live, Chair], Sequence[Order]]
"""The orders of that table after a change to those of one seat. Raises Refused."""


class Orders:
    """See the module. Nobody else notices anything of it: no board, count or time changes."""

    def __init__(self, door: Door) -> None:
        self._door = door

    async def give(self, match: str, guest: Guest, press: int, key: str, *, asked: int | None = None) -> Look:
        """That person answers a coming question: what `Look.ahead` calls by that key. It replaces another answer to it.

        asked: what was offered when it was chosen; None: whatever it is now. Raises Refused, Stale.
        """

        def given(live: Live, chair: Chair) -> Sequence[Order]:
            found = next((each for each in offered(live.match, chair.seat) if each.key == key), None)
            if found is None or asked not in {None, orders.mark_of(found)}:
                raise Stale(text("desk.ahead.gone"))
            others = [o for o in live.orders if (o.seat, o.ahead.verb) != (chair.seat, found.verb)]
            return [*others, Order(chair.seat, guest.person, found, live.header.serial)]

        return await self._change(match, guest, press, given)

    async def drop(self, match: str, guest: Guest, press: int, key: str) -> Look:
        """That person would rather be asked. Raises Refused."""

        def dropped(live: Live, chair: Chair) -> Sequence[Order]:
            left = [o for o in live.orders if o.lapsed or (o.seat, o.ahead.key) != (chair.seat, key)]
            if len(left) == len(live.orders):
                raise Refused(text("desk.ahead.none"))
            return left

        return await self._change(match, guest, press, dropped)

    async def _change(self, match: str, guest: Guest, press: int, change: Change) -> Look:
        async def body(tx: AsyncConnection, live: Live) -> Look:
            if await matches.pressed(tx, press) is None:
                chair = seat_to_play(live, guest)
                refuse_if_over(live)
                before, after = live.orders, sorted(change(live, chair), key=lambda o: (o.seat, o.ahead.verb))
                live.touched = True
                live.orders = after
                await orders.store(tx, match, before, after)
                # Another process that has the match in memory must find that there is something new.
                await matches.store(tx, live.header)
                await matches.add_press(tx, press, match, None, self._door.clock())
            return await looks.look(tx, live, guest.person)

        return await self._door.at_table(match, body)
