"""Looking at a match: what one person, or everybody, may see and know."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncConnection

from engines.desk import matches
from engines.desk.live import Live
from engines.desk.matches import Chair, Header
from engines.desk.notices import covert_seats
from engines.desk.records import GameLine, Look, SeatInfo, SeatStatus, Status
from engines.desk.tables import OUTBOX, PEOPLE
from engines.kernel.text import Event


def may_know(event: Event, seat: int | None) -> bool:
    """Whether the event is for that seat (None: for everybody)."""
    return event.seen_by is None or (seat is not None and seat in event.seen_by)


def seat_infos(chairs: Iterable[Chair]) -> tuple[SeatInfo, ...]:
    """The seats as everybody may know them."""
    return tuple(SeatInfo(c.seat, c.person, c.name, c.standin, c.offered) for c in chairs)


async def look(tx: AsyncConnection, live: Live, person: int | None) -> Look:
    """The match as that person may see it. Call with its lock held."""
    header, match = live.header, live.match
    chair = live.chair_of(person)
    seat = None if chair is None else chair.seat
    news = await _news(tx, live, chair)
    waits = [c.since for c in live.chairs if c.seat in live.face.waiting and c.since is not None]
    return Look(
        match=header.id,
        slug=header.slug,
        place=header.place,
        language=header.language,
        serial=header.step + (chair.extra if chair else 0),
        host=header.host,
        seats=seat_infos(live.chairs),
        seat=seat,
        view=match.view(seat),
        decisions=() if seat is None else live.shown([d for d in match.pending if d.seat == seat]),
        board=live.shown(live.face.decisions),
        veiled=live.face.veiled,
        waiting_for=live.face.waiting,
        since=min(waits, default=None),
        news=news,
        highlight=frozenset(anchor for event in news for anchor in event.at),
        may_take_back=chair is not None and not chair.standin and _may_take_back(live, chair.seat),
        outcome=match.outcome,
        commitment=header.commitment,
        seed=live.seed.hex() if match.outcome is not None else None,
        options=dict(header.options),
        status=header.status,
        step=header.step,
        conceding=live.conceding,
        sleeps=header.sleeps,
    )


def _may_take_back(live: Live, seat: int) -> bool:
    """Whether that seat may take its last action back, as far as it can know of what others do in secret."""
    match = live.match
    if any(d.seat == seat and d.given is not None for d in match.pending):
        return False
    if seat in covert_seats(match.pending):
        return match.may_take_back(seat)
    return live.face.undo == seat or (match.may_take_back(seat) and _behind_a_veil(live, seat))


def _behind_a_veil(live: Live, seat: int) -> bool:
    """Whether that seat may have done something of which nobody else noticed anything."""
    return any(d.seat == seat and d.veiled for d in live.match.pending)


async def _news(tx: AsyncConnection, live: Live, chair: Chair | None) -> tuple[Event, ...]:
    if chair is None:
        since = live.header.news_from
    else:
        waited_for = chair.seat in live.face.waiting or chair.called
        since = chair.news_from if waited_for else chair.acted
    told = await matches.lines(tx, live.header.id, since)
    return tuple(line.event for line in told if may_know(line.event, chair.seat if chair else None))


def game_line(header: Header, chairs: Sequence[Chair], person: int) -> GameLine:
    """One line of a person's list of games."""
    mine = header.status == "playing" and any(c.person == person and c.called and not c.standin for c in chairs)
    facts = (header.id, header.slug, header.place, seat_infos(chairs), header.waiting, mine, header.status)
    return GameLine(*facts, header.sleeps)


async def status(tx: AsyncConnection, header: Header, chairs: Sequence[Chair]) -> Status:
    """Who is waited for, since when, and how each was told."""
    known = select(PEOPLE.c.id).where(PEOPLE.c.id.in_([c.person for c in chairs]), PEOPLE.c.dm_closed.is_(True))
    closed = {row.id for row in await tx.execute(known)}
    seats = []
    for chair in chairs:
        sent = (
            OUTBOX.c.match == header.id,
            OUTBOX.c.kind == "turn",
            OUTBOX.c.person == chair.person,
            OUTBOX.c.secret.is_(False),
        )
        latest = (
            select(OUTBOX.c.state, OUTBOX.c.how, OUTBOX.c.done_at).where(*sent).order_by(OUTBOX.c.id.desc()).limit(1)
        )
        row = (await tx.execute(latest)).first() if chair.since is not None else None
        told = row.done_at if row is not None and row.state == "sent" else None
        how = row.how if row is not None and told is not None else None
        facts = (chair.seat, chair.person, chair.name, chair.standin, chair.since)
        seats.append(SeatStatus(*facts, told, how, chair.person in closed))
    return Status(header.id, header.slug, header.place, header.status, header.host, tuple(seats))
