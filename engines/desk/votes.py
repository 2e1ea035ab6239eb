"""Votes: something is done if everybody who is asked agrees."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from datetime import timedelta

from msgspec import Struct
from sqlalchemy.ext.asyncio import AsyncConnection

from engines.desk import looks, motions, rewinding
from engines.desk.door import Door, refuse_if_over, seat_to_play
from engines.desk.live import Live
from engines.desk.matches import Chair
from engines.desk.motions import Moved
from engines.desk.notices import Notice
from engines.desk.records import Back, Guest, Look, Motion, MotionKind, MotionState
from engines.desk.sitting import Sitting
from engines.kernel.decision import Refused
from engines.kernel.text import Each, Event, Who, text

ABSENT = timedelta(days=3)
"""Whom the table has waited for so long is not asked whether it may go on without them."""

LONGEST_REASON = 100

Carry = Callable[[AsyncConnection, Sitting, Moved, int], Awaitable[None]]
"""Does what was agreed on. The last is the person who was the last to agree."""

May = Callable[[AsyncConnection, Live, Chair, Moved], Awaitable[None]]
"""Raises Refused if that seat can't move it now."""


async def _anything(_tx: AsyncConnection, _live: Live, _chair: Chair, _moved: Moved) -> None:
    """It can be moved whenever the game runs."""


class Subject(Struct, frozen=True):
    """One kind of motion.

    waits: also for whom the table has waited long. card: it is shown in the channel even if nobody is asked.
    """

    carry: Carry
    may: May = _anything
    waits: bool = False
    card: bool = False


class Votes:
    """See the module.

    Asked are all people with a seat but the mover; of those whom the table has waited for as long as ABSENT only if the
    subject waits for them. Whose seat it is about is asked only if nobody else is, and is there. One No ends it, the
    mover may withdraw it, and whatever everybody notices puts an end to it (`Look.step`). One motion at a time.
    """

    def __init__(self, door: Door) -> None:
        self._door = door
        self._subjects: dict[MotionKind, Subject] = {
            "undo": Subject(_rewind, _rewindable, waits=True, card=True),
            "concede": Subject(_end, _concedable, waits=True),
            "stop": Subject(_end, _settleable),
            "end": Subject(_call_off),
        }

    def register(self, kind: MotionKind, subject: Subject) -> None:
        """What other parts of the desk have carried out."""
        self._subjects[kind] = subject

    # -- what people do ------------------------------------------------------------------------------------------------

    async def propose(
        self,
        match: str,
        guest: Guest,
        press: int,
        kind: MotionKind,
        *,
        seat: int | None = None,
        person: int | None = None,
        serial: int | None = None,
        reason: str = "",
        step: int | None = None,
    ) -> Look:
        """Move something; if the same is moved already, agree to it. Where nobody is to be asked it is done at once.

        serial: of a `Back`. step: the state of things (`Look.step`) that the person had before their eyes. Raises
        Refused.
        """

        async def do(tx: AsyncConnection, sitting: Sitting, chair: Chair) -> None:
            live, subject = sitting.live, self._subjects[kind]
            if step not in {None, live.header.step}:
                raise Refused(text("desk.motion_lapsed"))
            first = None if kind != "undo" else await _first(tx, live, chair.seat, serial)
            new = Moved(
                id=0,
                kind=kind,
                by=chair.seat,
                seat=seat,
                person=person,
                serial=first,
                step=live.header.step,
                reason=reason.strip()[:LONGEST_REASON],
                state="open",
                opened_at=sitting.now,
            )
            here = live.motion
            if here is not None:
                if not here.same(new):
                    raise Refused(text("desk.motion_open"))
                await self._agree(tx, sitting, chair, guest)
                return
            await subject.may(tx, live, chair, new)
            new.votes = self._asked(sitting, chair, new)
            await self._move(tx, sitting, new, guest)

        return await self._door.at_seat(match, guest, press, do)

    async def agree(self, match: str, guest: Guest, press: int, motion: int) -> Look:
        """Agree to the motion of that number. With the last who is asked it is done. Raises Refused."""

        async def do(tx: AsyncConnection, sitting: Sitting, chair: Chair) -> None:
            _same(sitting.live, motion)
            await self._agree(tx, sitting, chair, guest)

        return await self._door.at_seat(match, guest, press, do)

    async def refuse(self, match: str, guest: Guest, press: int, motion: int) -> Look:
        """Say No: that is the end of it, and whoever moved it hears so. They withdraw it so. Raises Refused."""

        async def do(tx: AsyncConnection, sitting: Sitting, chair: Chair) -> None:
            moved = _same(sitting.live, motion)
            if moved.by == chair.seat:
                await _close(tx, sitting, moved, "withdrawn")
                return
            moved.against = chair.seat
            await _close(tx, sitting, moved, "refused")
            sitting.show(Notice("ballot", moved.by))

        return await self._door.at_seat(match, guest, press, do)

    async def withdraw(self, match: str, guest: Guest, press: int, motion: int) -> Look:
        """Whoever moved it would rather not any more. Raises Refused."""

        async def do(tx: AsyncConnection, sitting: Sitting, chair: Chair) -> None:
            moved = _same(sitting.live, motion)
            if moved.by != chair.seat:
                raise Refused(text("desk.not_your_motion"))
            await _close(tx, sitting, moved, "withdrawn")

        return await self._door.at_seat(match, guest, press, do)

    # -- what can be known ---------------------------------------------------------------------------------------------

    async def may(self, match: str, guest: Guest, kind: MotionKind) -> Look:
        """The match, if that person can move such a thing now. Raises Refused."""

        async def body(tx: AsyncConnection, live: Live) -> Look:
            chair = seat_to_play(live, guest)
            refuse_if_over(live)
            now = self._door.clock()
            bare = Moved(0, kind, chair.seat, None, None, None, live.header.step, "", "open", now)
            await self._subjects[kind].may(tx, live, chair, bare)
            return await looks.look(tx, live, guest.person)

        return await self._door.look_at(match, body)

    async def would_ask(self, match: str, guest: Guest, kind: MotionKind) -> tuple[int, ...]:
        """Whom it would be asked if that person moved it now. Raises Refused."""

        async def body(_: AsyncConnection, live: Live) -> tuple[int, ...]:
            chair = seat_to_play(live, guest)
            refuse_if_over(live)
            sitting = Sitting(live, self._door.clock())
            bare = Moved(0, kind, chair.seat, None, None, None, live.header.step, "", "open", sitting.now)
            return tuple(seat for seat, agrees in self._asked(sitting, chair, bare).items() if not agrees)

        return await self._door.look_at(match, body)

    async def backs(self, match: str, guest: Guest) -> tuple[Back, ...]:
        """What of that person's own could be taken back by agreement, the latest first. Raises Refused."""

        async def body(tx: AsyncConnection, live: Live) -> tuple[Back, ...]:
            chair = seat_to_play(live, guest)
            refuse_if_over(live)
            return tuple(back for _, back in await rewinding.backs(tx, live, chair.seat))

        return await self._door.look_at(match, body)

    async def get(self, match: str, motion: int) -> Motion | None:
        """The motion of that number, open or not, if it is that table's."""
        async with self._door.db.read() as tx:
            moved = await motions.get(tx, match, motion)
            return None if moved is None else await looks.motion(tx, match, moved)

    # -- inside --------------------------------------------------------------------------------------------------------

    def _asked(self, sitting: Sitting, chair: Chair, moved: Moved) -> dict[int, bool]:
        """Who counts, and that the mover agrees."""

        def there(other: Chair) -> bool:
            if other.standin or other.seat == chair.seat:
                return False
            long = other.since is not None and sitting.now - other.since >= ABSENT
            return self._subjects[moved.kind].waits or not long

        others = [c.seat for c in sitting.live.chairs if there(c)]
        asked = [seat for seat in others if seat != moved.seat] or others
        return {chair.seat: True, **dict.fromkeys(asked, False)}

    async def _move(self, tx: AsyncConnection, sitting: Sitting, new: Moved, guest: Guest) -> None:
        live = sitting.live
        _notice(sitting)
        before = await motions.earlier(tx, live.header.id, new)
        if before is None:
            await motions.add(tx, live.header.id, new)
        else:
            new.id = before.id
            await motions.store(tx, new)
        live.moved = new
        if not new.asked:
            await self._carry(tx, sitting, new, guest)
            return
        # Nobody is called a second time for what they were asked before.
        called = () if before is None else before.votes.keys() - {before.by}
        sitting.show(Notice("vote", quiet=before is not None))
        sitting.show(*(Notice("ballot", seat) for seat in new.asked if seat not in called))

    async def _agree(self, tx: AsyncConnection, sitting: Sitting, chair: Chair, guest: Guest) -> None:
        live = sitting.live
        moved = live.motion
        assert moved is not None
        if chair.seat in moved.agreed:
            who = Each(tuple(Who(seat) for seat in moved.asked))
            raise Refused(text("desk.agreed_already", who=who, n=len(moved.asked)))
        if chair.seat not in moved.asked:
            raise Refused(text("desk.not_asked"))
        _notice(sitting)
        moved.votes[chair.seat] = True
        if moved.asked:
            await motions.store(tx, moved)
            sitting.show(Notice("vote", quiet=True))
        else:
            await self._carry(tx, sitting, moved, guest)

    async def _carry(self, tx: AsyncConnection, sitting: Sitting, moved: Moved, guest: Guest) -> None:
        subject = self._subjects[moved.kind]
        moved.state, moved.closed_at = "carried", sitting.now
        await motions.store(tx, moved)
        await subject.carry(tx, sitting, moved, guest.person)
        if len(moved.votes) > 1 or subject.card:
            sitting.show(Notice("vote", quiet=True))


def _same(live: Live, motion: int) -> Moved:
    """What is voted on, if it is that motion. Raises Refused."""
    moved = live.motion
    if moved is not None and moved.id == motion:
        return moved
    last = live.moved
    carried = last is not None and (last.id, last.state) == (motion, "carried")
    raise Refused(text("desk.motion_carried" if carried else "desk.motion_lapsed"))


def _notice(sitting: Sitting) -> None:
    """What is said in a vote all can notice, though the game stands as it did."""
    sitting.live.touched = sitting.noticed = True
    sitting.live.header.changed_at = sitting.now


async def _close(tx: AsyncConnection, sitting: Sitting, moved: Moved, state: MotionState) -> None:
    _notice(sitting)
    moved.state, moved.closed_at = state, sitting.now
    await motions.store(tx, moved)
    sitting.show(Notice("vote", quiet=True))


# -- what can be moved -------------------------------------------------------------------------------------------------


async def _concedable(_tx: AsyncConnection, live: Live, _chair: Chair, _moved: Moved) -> None:
    if not live.match.concedable:
        raise Refused(text("desk.not_conceded"))


async def _settleable(_tx: AsyncConnection, live: Live, _chair: Chair, _moved: Moved) -> None:
    if live.match.settled is None:
        raise Refused(text("desk.not_settled"))


async def _first(tx: AsyncConnection, live: Live, seat: int, tag: int | None) -> int:
    """The first serial of what is meant by that `Back`; None: the latest. Raises Refused if there is no such thing."""
    for first, back in await rewinding.backs(tx, live, seat):
        if tag in {None, back.serial}:
            return first
    raise Refused(text("desk.nothing_to_take_back"))


async def _rewindable(tx: AsyncConnection, live: Live, _chair: Chair, moved: Moved) -> None:
    if moved.serial is not None:
        await rewinding.before(tx, live, moved.serial)


async def _end(_tx: AsyncConnection, sitting: Sitting, moved: Moved, person: int) -> None:
    last = sitting.live.chair_of(person)
    assert last is not None
    sitting.end(last.seat, "concede" if moved.kind == "concede" else "stop", person)


async def _call_off(_tx: AsyncConnection, sitting: Sitting, _moved: Moved, _person: int) -> None:
    sitting.call_off(text("desk.called_off"))


async def _rewind(tx: AsyncConnection, sitting: Sitting, moved: Moved, person: int) -> None:
    assert moved.serial is not None
    live = sitting.live
    what, later = await rewinding.taken(tx, live.header.id, moved.serial)
    assert what is not None
    who = Who(moved.by)
    done = text("desk.rewound_far", who=who, what=what, n=later) if later else text("desk.rewound", who=who, what=what)
    if moved.reason:
        done = text("desk.rewound_because", done=done, reason=moved.reason)
    position = await rewinding.before(tx, live, moved.serial)
    sitting.rewind(position, moved.by, person, moved.serial, Event(done))
    sitting.carry_on()
