"""Looking at a match: what one person, or everybody, may see and know."""

from __future__ import annotations

from collections.abc import Iterable

from sqlalchemy.ext.asyncio import AsyncConnection

from engines.desk import clocks, matches, rewinding, ticking
from engines.desk.live import Live
from engines.desk.matches import Chair, Header
from engines.desk.motions import Moved
from engines.desk.notices import covert_seats
from engines.desk.orders import mark_of
from engines.desk.records import GameLine, Look, Motion, Offer, SeatInfo
from engines.kernel.ahead import offered
from engines.kernel.text import Event


def may_know(event: Event, seat: int | None) -> bool:
    """Whether the event is for that seat (None: for everybody)."""
    return event.seen_by is None or (seat is not None and seat in event.seen_by)


def seat_infos(chairs: Iterable[Chair]) -> tuple[SeatInfo, ...]:
    """The seats as everybody may know them."""
    return tuple(SeatInfo(c.seat, c.person, c.name, c.standin, c.offered) for c in chairs)


async def look(tx: AsyncConnection, live: Live, person: int | None, *, fresh: bool = False) -> Look:
    """The match as that person may see it. Call with its lock held.

    fresh: the news are what happened since that person last did something.
    """
    header, match = live.header, live.match
    off = header.status == "cancelled"
    chair = live.chair_of(person)
    seat = None if chair is None else chair.seat
    news = await _news(tx, live, chair, fresh=fresh)
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
        decisions=() if seat is None or off else live.shown([d for d in match.pending if d.seat == seat]),
        board=() if off else live.shown(live.face.decisions),
        veiled=() if off else live.face.veiled,
        waiting_for=() if off else live.face.waiting,
        since=min(waits, default=None),
        news=news,
        highlight=frozenset(anchor for event in news for anchor in event.at),
        may_take_back=chair is not None and not (chair.standin or off) and _may_take_back(live, chair.seat),
        outcome=match.outcome,
        commitment=header.commitment,
        seed=live.seed.hex() if off or match.outcome is not None else None,
        options=dict(header.options),
        status=header.status,
        step=header.step,
        sleeps=header.sleeps,
        muted="" if chair is None else chair.muted,
        called=chair.called_at if chair is not None and not chair.standin else None,
        motion=None if off or live.motion is None else await motion(tx, header.id, live.motion),
        rewound=await matches.rewound(tx, header.id) if off or match.outcome is not None else 0,
        ahead=() if chair is None or chair.standin or off else _ahead(live, chair.seat),
        clock=clocks.read(header.clock),
        deadlines=await ticking.deadlines(tx, header, live.chairs),
        lapsed=() if chair is None else tuple(o.ahead.label for o in live.orders if o.seat == chair.seat and o.lapsed),
    )


def _ahead(live: Live, seat: int) -> tuple[Offer, ...]:
    """What that seat can answer before it is asked, and which of it stands."""
    given = {o.ahead.verb: o.ahead for o in live.orders if o.seat == seat and not o.lapsed}
    return tuple(
        Offer(each.key, each.verb, each.label, mark_of(each), each.verb in given and each.alike(given[each.verb]))
        for each in offered(live.match, seat)
    )


async def motion(tx: AsyncConnection, match: str, moved: Moved) -> Motion:
    """What is voted on, as everybody may know it: serials stay here."""
    what, later = None, 0
    if moved.kind == "undo" and moved.state == "carried":
        what = await matches.told_of_rewinding(tx, match, moved.closed_at)
    elif moved.serial is not None:
        what, later = await rewinding.taken(tx, match, moved.serial)
    return Motion(
        id=moved.id,
        kind=moved.kind,
        by=moved.by,
        agreed=moved.agreed,
        asked=moved.asked,
        step=moved.step,
        reason=moved.reason,
        state=moved.state,
        seat=moved.seat,
        person=moved.person,
        what=what,
        later=later,
        against=moved.against,
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


async def _news(tx: AsyncConnection, live: Live, chair: Chair | None, *, fresh: bool) -> tuple[Event, ...]:
    if chair is None:
        since = live.header.news_from
    else:
        # What is asked in secret is no turn: it begins and ends within one, or between two.
        since = chair.news_from if chair.seat in live.face.waiting and not fresh else chair.acted
    told = await matches.lines(tx, live.header.id, since)
    return tuple(line.event for line in told if may_know(line.event, chair.seat if chair else None))


async def game_line(tx: AsyncConnection, header: Header, person: int) -> GameLine:
    """One line of a person's list of games."""
    chairs = await matches.chairs(tx, header.id)
    mine = header.status == "playing" and any(c.person == person and c.called and not c.standin for c in chairs)
    facts = (header.id, header.slug, header.place, seat_infos(chairs), header.waiting, mine, header.status)
    since = next((c.called_at for c in chairs if c.person == person), None) if mine else None
    own = await ticking.deadlines(tx, header, [c for c in chairs if c.person == person])
    return GameLine(*facts, header.sleeps, since, own[0][1] if mine and own else None)
