"""Calling a game off: it ends without a result, at once, whatever state its rules are in. Nothing of them is loaded."""

from __future__ import annotations

from datetime import datetime

import msgspec
from sqlalchemy.ext.asyncio import AsyncConnection

from engines.desk import matches, motions, timers
from engines.desk.matches import Chair, Header
from engines.desk.notices import Kind
from engines.desk.outbox import Outbox, Row
from engines.desk.records import Guest
from engines.kernel.decision import Refused
from engines.kernel.text import Text, text


def refuse(header: Header, person: int, *, moderator: bool) -> None:
    """Raises Refused unless that person can call the game off now."""
    if header.status == "lobby":
        raise Refused(text("desk.not_started"))
    if header.status == "cancelled":
        raise Refused(text("desk.cancelled"))
    if header.status == "over":
        raise Refused(text("kernel.game_over"))
    if not moderator and person != header.host:
        raise Refused(text("desk.not_to_cancel"))


async def call_off(tx: AsyncConnection, outbox: Outbox, header: Header, guest: Guest, now: datetime) -> None:
    """That person ends a game that has begun. Its channel is free, nobody is waited for, and the table is told."""
    close(header, now)
    chairs = await matches.chairs(tx, header.id)
    for chair in chairs:
        leave(chair)
        await matches.store_chair(tx, header.id, chair)
    await timers.cancel_all(tx, header.id)
    moved = await motions.latest(tx, header.id)
    if moved is not None and moved.state == "open":
        moved.state, moved.closed_at = "lapsed", now
        await motions.store(tx, moved)
    await matches.store(tx, header)
    # What was still to be shown of it would show a game that goes on; and where its rules broke, nothing at all.
    await outbox.clear(tx, header.id)
    words = text("desk.called_off_by", name=guest.name)
    letters = [_row(header, "over", chair, words, now) for chair in chairs if not chair.standin]
    await outbox.put(tx, [_row(header, "result", None, words, now), *letters])


def close(header: Header, now: datetime) -> None:
    """The game is over, without a result."""
    header.status, header.ended_at, header.changed_at = "cancelled", now, now
    header.waiting, header.sleeps = (), ""


def leave(chair: Chair) -> None:
    """Nobody waits for the seat, nor is it to be had."""
    chair.called, chair.called_at, chair.since, chair.offered, chair.runs_from = False, None, None, None, None


def _row(header: Header, kind: Kind, chair: Chair | None, words: Text, now: datetime) -> Row:
    return Row(
        id=0,
        match=header.id,
        kind=kind,
        seat=None if chair is None else chair.seat,
        person=None if chair is None else chair.person,
        serial=header.serial,
        asked=None,
        secret=False,
        channel=header.place.channel,
        due=now,
        tries=0,
        payload=msgspec.msgpack.encode(words),
    )
