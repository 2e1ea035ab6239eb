"""Taking back by agreement: what of one's own can be named, and the position before it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import Struct
from sqlalchemy.ext.asyncio import AsyncConnection

from engines.desk import matches
from engines.desk.live import Live, replay
from engines.desk.matches import Deed, Line
from engines.desk.notices import Face, covert_seats, face
from engines.desk.records import Back
from engines.kernel.decision import Refused
from engines.kernel.match import Match, RulesBug
from engines.kernel.text import Text, text

TURNS = 3
"""So many turns back somebody may reach."""

MOST = 24
"""So many things of one's own are offered at most; a menu has no room for more."""

RUN_UP = 12
"""Actions that are played again at least, so that what could be taken back freely then can be so again."""


class Position(Struct, frozen=True):
    """A match as it was. acted, news_from: of each seat, as in its row; face_serial: as in the header's."""

    match: Match[Any, Any]
    face: Face
    acted: Mapping[int, int]
    news_from: Mapping[int, int]
    face_serial: int


async def backs(tx: AsyncConnection, live: Live, seat: int) -> list[tuple[int, Back]]:
    """What that seat could have taken back, the latest first, each with its first serial.

    Only what everybody was told of is named and counted, so it tells nothing of what is done in secret. What nobody
    else noticed goes with the thing that came of it. A sealed answer is named by what was revealed after it.
    """
    match = live.header.id
    told = _told(await matches.lines(tx, match, -1))
    done = [d for d in await matches.deeds(tx, match) if d.kind == "answer" and not d.undone]
    turns = await matches.turns(tx, match)
    own = [deed.serial for deed in done if deed.seat == seat]
    oldest = [-1, *sorted({_turn_of(turns, serial) for serial in own if serial in told})][-TURNS:][0]
    noticed = {*told}
    if any(serial > oldest and serial not in told for serial in own):
        noticed |= await _noticed(tx, live, oldest, done)
    found: list[tuple[int, Back]] = []
    began: set[int] = set()
    for place, deed in enumerate(done):
        if deed.seat == seat and deed.serial > oldest and deed.serial in noticed:
            goes = [told[other.serial] for other in done[place:] if other.serial in told]
            turn, first = _turn_of(turns, deed.serial), _first_of(done, place, told)
            if goes:
                found.append((first, Back(live.tag(first), goes[0], len(goes) - 1, turn not in began)))
                began.add(turn)
    return found[: -MOST - 1 : -1]


def _turn_of(turns: Sequence[int], serial: int) -> int:
    """With which serial the turn began in which that was done."""
    return max(turn for turn in turns if turn < serial)


def _first_of(done: Sequence[Deed], place: int, told: Mapping[int, Text]) -> int:
    """The first serial of all that the seat did in a row, unnoticed, until that action."""
    while place and done[place - 1].seat == done[place].seat and done[place - 1].serial not in told:
        place -= 1
    return done[place].serial


def _told(lines: Sequence[Line]) -> dict[int, Text]:
    """Serial → the first thing that everybody was told by it."""
    found: dict[int, Text] = {}
    for line in lines:
        if line.event.seen_by is None:
            found.setdefault(line.serial, line.event.text)
    return found


async def taken(tx: AsyncConnection, match: str, first: int) -> tuple[Text | None, int]:
    """What would go if all from that serial on were taken back: the first thing told, and how many follow it."""
    acted = {d.serial for d in await matches.deeds(tx, match, first - 1) if d.kind == "answer" and not d.undone}
    told = _told(await matches.lines(tx, match, first - 1))
    counted = [words for serial, words in told.items() if serial in acted]
    return (counted[0], len(counted) - 1) if counted else (None, 0)


async def before(tx: AsyncConnection, live: Live, first: int) -> Position:
    """The match before that serial: the same dice and decks come again.

    Raises Refused if the rules of today do not lead there.
    """
    header = live.header
    kept = [d for d in await matches.deeds(tx, header.id) if d.played and not d.undone and d.serial < first]
    match, start = await _resume(tx, live, kept[-RUN_UP].serial if len(kept) > RUN_UP else 0)
    told = _told(await matches.lines(tx, header.id, -1))
    noticed = [deed for deed in kept if deed.serial <= start and deed.serial in told]
    acted = {chair.seat: _last(noticed, chair.seat) for chair in live.chairs}
    seen, news, face_serial = face(match, None, ()), dict[int, int](), start
    for deed in kept:
        if deed.serial <= start:
            continue
        events = replay(match, deed)
        if events is None or deed.seat is None:
            raise Refused(text("desk.too_far_back"))
        after = face(match, seen, events)
        if after is not seen:
            face_serial = deed.serial
        news.update({seat: acted[seat] for seat in after.waiting if seat not in seen.waiting})
        seen = after
        if deed.origin == "person" and face_serial == deed.serial:
            acted[deed.seat] = deed.serial
    return Position(match, seen, acted, news, face_serial)


async def _noticed(tx: AsyncConnection, live: Live, since: int, done: Sequence[Deed]) -> set[int]:
    """The serials after that one with which everybody noticed something, as far as the rules of today lead there."""
    try:
        match, start = await _resume(tx, live, max(since, 0))
    except Refused:
        return set()
    seen, found = face(match, None, ()), set[int]()
    for deed in done:
        if deed.serial <= start:
            continue
        events = replay(match, deed)
        if events is None:
            return set()
        after = face(match, seen, events)
        if after is not seen:
            found.add(deed.serial)
        seen = after
    return found


async def _resume(tx: AsyncConnection, live: Live, start: int) -> tuple[Match[Any, Any], int]:
    """The match at its last save until that serial, or before it, at which one knows what everybody saw; its serial.

    Raises Refused if the rules of today can't read that.
    """
    while True:
        save = await matches.newest_save(tx, live.header.id, start)
        assert save is not None, f"{live.header.id} was started without a save"
        try:
            match = Match.resume(live.match.game, save, (), live.seed)
        except RulesBug:
            raise Refused(text("desk.too_far_back")) from None
        if not covert_seats(match.pending) or not save.serial:
            return match, save.serial
        # What everybody saw while somebody was asked in secret is known only from before.
        start = save.serial - 1


def _last(done: Sequence[Deed], seat: int) -> int:
    """The last thing that the seat's person did."""
    return max((d.serial for d in done if d.seat == seat and d.origin == "person"), default=-1)
