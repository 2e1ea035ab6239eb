"""Who sits at a running match: stand-ins, seats on offer and handed on; and matches that sleep and wake."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from sqlalchemy.ext.asyncio import AsyncConnection

from engines.desk import looks, matches, ticking, timers, timing
from engines.desk.door import Door, refuse_if_over
from engines.desk.live import Live
from engines.desk.lobby import Lobbies
from engines.desk.matches import HERE, Chair, Header
from engines.desk.motions import Moved
from engines.desk.notices import Notice
from engines.desk.records import ANYBODY, Busy, Cause, GameLine, Guest, Look, MotionKind, Place
from engines.desk.sitting import Sitting, row
from engines.desk.votes import Subject
from engines.kernel.decision import Refused
from engines.kernel.match import RulesBug
from engines.kernel.text import Text, Who, text


class Seating:
    """See the module. Every method is one transaction, and raises Refused with words for the person."""

    def __init__(self, door: Door, lobbies: Lobbies) -> None:
        self._door = door
        self._lobbies = lobbies

    # -- stand-ins -----------------------------------------------------------------------------------------------------

    async def resign(self, match: str, guest: Guest, press: int) -> Look:
        """Hand one's seat to the stand-in; the table is told."""

        async def do(_: AsyncConnection, sitting: Sitting, chair: Chair) -> None:
            key = "desk.resigned" if len(sitting.live.chairs) > 1 else "desk.resigned_alone"
            sitting.rise(chair, text(key, who=Who(chair.seat)))
            sitting.carry_on()

        return await self._door.at_seat(match, guest, press, do)

    async def come_back(self, match: str, guest: Guest, press: int) -> Look:
        """Take one's seat back from the stand-in; the table is told, and an offer of the seat ends.

        A match that sleeps wakes, unless another table stands where it sleeps.
        """

        async def do(tx: AsyncConnection, sitting: Sitting) -> None:
            header = sitting.live.header
            chair = _chair_of(sitting.live, guest.person)
            if not chair.standin:
                raise Refused(text("desk.not_away"))
            chair.name = guest.name
            sitting.return_(chair, wakes=header.status != "asleep" or not await matches.taken(tx, header))
            sitting.carry_on()

        return await self._once(match, guest, press, do)

    async def gone(self, person: int, guild: int) -> list[str]:
        """The person left the server or was banned: lobbies lose a guest, stand-ins carry on, tables are told.

        The matches concerned.
        """
        async with self._door.db.read() as tx:
            concerned = await matches.of_person(tx, person, guild)
        leave = {"lobby": self._gone_guest}
        return [h.id for h in concerned if await leave.get(h.status, self._gone_player)(h.id, person)]

    async def _gone_guest(self, match: str, person: int) -> bool:
        async with self._door.lives.lock(match), self._door.db.work() as tx:
            header = await self._door.header(tx, match, lock=True)
            if header.status == "lobby":
                await self._lobbies.change(tx, header, self._lobbies.leave(person))
        self._door.outbox.ring()
        # Started in the meantime: then it is a player who is gone.
        return header.status in {"lobby", "cancelled"} or await self._gone_player(match, person)

    async def _gone_player(self, match: str, person: int) -> bool:
        async def body(tx: AsyncConnection, live: Live) -> bool:
            chair = live.chair_of(person)
            if chair is None or chair.standin or live.match.outcome is not None:
                return False
            sitting = Sitting(live, self._door.clock())
            sitting.rise(chair, text("desk.left", who=Who(chair.seat)))
            sitting.carry_on()
            await self._door.write(tx, sitting)
            return True

        try:
            return await self._door.at_table(match, body)
        except Refused:
            # A match that its rules can't load holds up none of the others.
            return False

    # -- seats on offer ------------------------------------------------------------------------------------------------

    async def offer(self, match: str, guest: Guest, press: int, *, seat: int | None = None, to: int = ANYBODY) -> Look:
        """Offer a seat (None: one's own) to a person, or to anybody.

        Its owner may, and the host. Until somebody takes it, nothing changes.
        """

        async def do(_: AsyncConnection, sitting: Sitting) -> None:
            chair = _chair(sitting.live, guest, seat)
            _refuse_unless_theirs(sitting.live, chair, guest)
            refuse_offer(sitting.live, chair, to)
            sitting.offer(chair, to)

        return await self._once(match, guest, press, do)

    async def withdraw(self, match: str, guest: Guest, press: int, *, seat: int) -> Look:
        """The offer of a seat ends: by its owner, by the host, or by the person to whom it was made."""

        async def do(_: AsyncConnection, sitting: Sitting) -> None:
            chair = _chair(sitting.live, guest, seat)
            if chair.offered is None:
                raise Refused(text("desk.not_offered", who=Who(chair.seat)))
            declined = chair.offered == guest.person
            if not declined:
                _refuse_unless_theirs(sitting.live, chair, guest)
            who = Who(chair.seat)
            words = text("desk.declined", name=guest.name, who=who) if declined else text("desk.withdrawn", who=who)
            sitting.withdraw(chair, words)

        return await self._once(match, guest, press, do)

    async def claim(self, match: str, guest: Guest, press: int, *, seat: int) -> Look:
        """Take a seat that is on offer, with all that it knows. Its former owner has no rights any more.

        Whoever had another seat of this match may not have this one: they know what this seat must not know.
        """

        async def do(tx: AsyncConnection, sitting: Sitting) -> None:
            live = sitting.live
            chair = _chair(live, guest, seat)
            if chair.person == guest.person:
                raise Refused(text("desk.own_seat"))
            if chair.offered is None:
                raise Refused(text("desk.seat_taken", who=Who(chair.seat)))
            if chair.offered not in {ANYBODY, guest.person}:
                raise Refused(text("desk.seat_for_another"))
            _refuse_newcomer(live, chair, guest.person)
            await self._door.outbox.withhold(tx, match, chair.person)
            sitting.hand_over(chair, guest)
            sitting.carry_on()
            await self._door.meet(tx, sitting, chair, guest)

        return await self._once(match, guest, press, do)

    # -- sleeping and waking -------------------------------------------------------------------------------------------

    async def sleep(self, match: str, why: Text | None = None, *, cause: Cause = "place") -> None:
        """The match rests until somebody does something. why: a line for the channel, if it has one."""

        async def body(tx: AsyncConnection, live: Live) -> None:
            header, now = live.header, self._door.clock()
            if header.status == "playing":
                before = timing.standing(header, live.chairs)
                live.touched = True
                header.status, header.sleeps = "asleep", cause
                await matches.store(tx, header)
                await timing.keep(tx, header, live.chairs, before, now)
                await ticking.rest(tx, live, now)
                if why is not None:
                    await self._door.outbox.put(tx, [row(live, Notice("say", words=why), now)])

        await self._door.at_table(match, body)

    async def wake(self, match: str) -> None:
        """There may be somewhere to show a sleeping match again: if somebody plays it, its board is posted.

        One that sleeps for another reason, or whose channel has another table by now, sleeps on.
        """

        async def body(tx: AsyncConnection, live: Live) -> None:
            header = live.header
            lost = header.status == "asleep" and header.sleeps in {"", "place"}
            if not lost or _deserted(live) or await matches.taken(tx, header):
                return
            sitting = Sitting(live, self._door.clock())
            sitting.wake(header.place, call=False)
            sitting.carry_on()
            await self._door.write(tx, sitting)

        await self._door.at_table(match, body)

    async def move(self, match: str, guest: Guest, place: Place, press: int, *, moderator: bool = False) -> Look:
        """Wake a sleeping match, to go on at that place of the same server.

        People at the table may, the host, and moderators. Where nobody is left to play, whoever wakes it takes their
        seat back. Raises Busy if the place has a table.
        """

        async def do(tx: AsyncConnection, sitting: Sitting) -> None:
            live = sitting.live
            chair = live.chair_of(guest.person)
            if chair is None and live.header.host != guest.person and not moderator:
                raise Refused(text("desk.not_seated"))
            if live.header.status != "asleep":
                raise Refused(text("desk.not_asleep"))
            if place.guild != live.header.place.guild or (place.guild is None and chair is None):
                raise Refused(text("desk.another_server"))
            if busy := await matches.at_channel(tx, place.channel, HERE):
                raise Busy(busy.id)
            if _deserted(live):
                if chair is None:
                    raise Refused(text("desk.nobody_plays"))
                chair.name = guest.name
                sitting.return_(chair)
            sitting.wake(place)
            sitting.carry_on()

        return await self._once(match, guest, press, do)

    async def sleeping(self, person: int, guild: int | None, *, everybodys: bool) -> tuple[GameLine, ...]:
        """The matches of that server (None: of direct messages) that sleep, of a person or of all; oldest first."""
        async with self._door.db.read() as tx:
            if everybodys and guild is not None:
                found = [await matches.header(tx, match) for match in await matches.of_guild(tx, guild, "asleep")]
            else:
                found = [header for header in await matches.of_person(tx, person) if header.status == "asleep"]
            here = [h for h in found if h is not None and h.place.guild == guild and h.slug in self._door.games]
            return tuple([await looks.game_line(tx, header, person) for header in here])

    async def make_room(self, match: str) -> bool:
        """A table that nobody can play stands in somebody's way: whether its channel is free now.

        Such is a match that its rules can't load, or that everybody has left. It sleeps, as it is.
        """
        async with self._door.lives.lock(match), self._door.db.work() as tx:
            header = await self._door.header(tx, match, lock=True)
            if header.status == "playing" and (cause := await self._unplayable(tx, header)):
                header.status, header.sleeps = "asleep", cause
                await matches.store(tx, header)
                await timers.cancel_all(tx, match)
                await ticking.stop(tx, match)
                self._door.lives.drop(match)
        return header.status not in HERE

    async def _unplayable(self, tx: AsyncConnection, header: Header) -> Cause:
        try:
            live = await self._door.lives.get(tx, header)
        except (RulesBug, Refused):
            return "rules"
        return "people" if _deserted(live) else ""

    async def _once(
        self, match: str, guest: Guest, press: int, do: Callable[[AsyncConnection, Sitting], Awaitable[None]]
    ) -> Look:
        """Something is done about a seat of a running match: at most once for that press. The match afterwards."""

        async def body(tx: AsyncConnection, live: Live) -> Look:
            if await matches.pressed(tx, press) is None:
                refuse_if_over(live)
                sitting = Sitting(live, self._door.clock())
                await do(tx, sitting)
                await self._door.write(tx, sitting, press)
            return await looks.look(tx, live, guest.person)

        return await self._door.at_table(match, body)


async def _stand_in(_: AsyncConnection, sitting: Sitting, moved: Moved, _person: int) -> None:
    """The others agree that somebody is away."""
    assert moved.seat is not None
    chair = sitting.live.chairs[moved.seat]
    sitting.rise(chair, text("desk.stood_in", who=Who(chair.seat)))
    sitting.carry_on()


async def _may_stand_in(_: AsyncConnection, live: Live, mover: Chair, moved: Moved) -> None:
    if moved.seat is None:
        return
    chair = live.chairs[moved.seat]
    if chair.seat == mover.seat:
        raise Refused(text("desk.own_standin"))
    if chair.standin:
        raise Refused(text("desk.stood_in_already", who=Who(chair.seat)))


async def _replace(_: AsyncConnection, sitting: Sitting, moved: Moved, _person: int) -> None:
    """The others agree that a seat is offered to somebody else."""
    assert moved.seat is not None
    sitting.offer(sitting.live.chairs[moved.seat], moved.person or ANYBODY)


async def _may_replace(_: AsyncConnection, live: Live, _mover: Chair, moved: Moved) -> None:
    if moved.seat is not None:
        refuse_offer(live, live.chairs[moved.seat], moved.person or ANYBODY)


SUBJECTS: dict[MotionKind, Subject] = {
    "standin": Subject(_stand_in, _may_stand_in),
    "replace": Subject(_replace, _may_replace),
}
"""What the others can vote on of somebody's seat."""


def refuse_offer(live: Live, chair: Chair, to: int) -> None:
    """Raises Refused if that seat can't be offered to that person, or to anybody."""
    if live.header.place.guild is None:
        raise Refused(text("desk.seat_stays"))
    if to != ANYBODY:
        _refuse_newcomer(live, chair, to)


def _refuse_newcomer(live: Live, chair: Chair, person: int) -> None:
    if (seated := live.chair_of(person)) is not None:
        raise Refused(text("desk.seated_already", who=Who(seated.seat)))
    if any(person in other.had_by for other in live.chairs if other.seat != chair.seat):
        raise Refused(text("desk.other_seat_before"))


def _refuse_unless_theirs(live: Live, chair: Chair, guest: Guest) -> None:
    if guest.person not in {chair.person, live.header.host}:
        raise Refused(text("desk.not_your_seat", who=Who(chair.seat)))


def _chair(live: Live, guest: Guest, seat: int | None) -> Chair:
    if seat is None:
        return _chair_of(live, guest.person)
    if seat not in range(len(live.chairs)):
        raise Refused(text("desk.no_such_seat"))
    return live.chairs[seat]


def _chair_of(live: Live, person: int) -> Chair:
    chair = live.chair_of(person)
    if chair is None:
        raise Refused(text("desk.not_seated"))
    return chair


def _deserted(live: Live) -> bool:
    """Whether nobody is left to play it."""
    return all(chair.standin for chair in live.chairs)
