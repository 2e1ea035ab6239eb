"""Answers that people gave before their questions: what is stored of them, and which of them still stand."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from hashlib import blake2b
from typing import Any

import msgspec
from msgspec import Struct
from sqlalchemy import delete, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from engines.desk.matches import Chair, Deed
from engines.desk.tables import ORDERS
from engines.kernel.ahead import fate
from engines.kernel.game import Ahead
from engines.kernel.match import Match
from engines.kernel.text import Text

_LABEL = msgspec.msgpack.Decoder(Text)


class Order(Struct, frozen=True):
    """A row of `orders` (tables.py says what the columns mean)."""

    seat: int
    person: int
    ahead: Ahead
    serial: int
    lapsed: bool = False


def mark_of(ahead: Ahead) -> int:
    """A number for what is promised, and for which moment and situation: good for comparing."""
    words = f"{ahead.verb}|{ahead.key}|{ahead.moment}|{ahead.mark}".encode()
    return int.from_bytes(blake2b(words, digest_size=4, person=b"ahead").digest(), "big") >> 1


def kept(
    match: Match[Any, Any], chairs: Sequence[Chair], orders: Sequence[Order], deeds: Sequence[Deed]
) -> list[Order]:
    """What is left of the orders after these deeds.

    One is gone when the game is over, when its person does not play the seat any more, and when its question did not
    come. One that fits no more lapses; that is told until its person has acted again. What was given after an action
    that is undone lapses too: by agreement for all, else for whoever took it back.
    """
    if match.outcome is not None:
        return []
    acted = {deed.seat for deed in deeds if deed.kind == "answer" and deed.origin == "person"}
    found: list[Order] = []
    for order in orders:
        chair = chairs[order.seat]
        if chair.standin or chair.person != order.person or (order.lapsed and order.seat in acted):
            continue
        became = "lapsed" if order.lapsed or undone(order, deeds) else fate(match, order.seat, order.ahead)
        if became != "passed":
            found.append(msgspec.structs.replace(order, lapsed=became == "lapsed"))
    return found


def given_after(orders: Sequence[Order], serial: int) -> list[Order]:
    """The orders after a restart at that serial: what was given later has lapsed."""
    return [msgspec.structs.replace(each, lapsed=each.lapsed or each.serial > serial) for each in orders]


def undone(order: Order, deeds: Sequence[Deed]) -> bool:
    """Whether it was given after an action that does not count any more."""
    back = [d for d in deeds if d.kind == "rewind" or (d.kind == "undo" and d.seat == order.seat)]
    return any(deed.asked is not None and order.serial >= deed.asked for deed in back)


# -- statements --------------------------------------------------------------------------------------------------------


async def of_match(tx: AsyncConnection, match: str) -> list[Order]:
    """All orders at that match, in the order of seats."""
    rows = await tx.execute(select(ORDERS).where(ORDERS.c.match == match).order_by(ORDERS.c.seat, ORDERS.c.verb))
    return [
        Order(
            row.seat,
            row.person,
            Ahead(row.key, row.verb, _LABEL.decode(row.label), row.moment, row.mark),
            row.serial,
            row.lapsed,
        )
        for row in rows
    ]


async def store(tx: AsyncConnection, match: str, before: Iterable[Order], after: Iterable[Order]) -> None:
    """Write what has changed between the two."""
    old, new = ({(order.seat, order.ahead.verb): order for order in each} for each in (before, after))
    for seat, verb in old:
        if new.get((seat, verb)) != old[seat, verb]:
            which = (ORDERS.c.match == match, ORDERS.c.seat == seat, ORDERS.c.verb == verb)
            await tx.execute(delete(ORDERS).where(*which))
    rows = [_row(match, order) for where, order in new.items() if old.get(where) != order]
    if rows:
        await tx.execute(insert(ORDERS), rows)


def _row(match: str, order: Order) -> dict[str, Any]:
    ahead = order.ahead
    return {
        "match": match,
        "seat": order.seat,
        "verb": ahead.verb,
        "person": order.person,
        "key": ahead.key,
        "moment": ahead.moment,
        "mark": ahead.mark,
        "label": msgspec.msgpack.encode(ahead.label),
        "serial": order.serial,
        "lapsed": order.lapsed,
    }
