"""The desk: the one door to all tables.

Every method is one transaction, and what it causes to be shown is written with it.
"""

from __future__ import annotations

import secrets
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, TypeVar

import msgspec
import structlog
from sqlalchemy.ext.asyncio import AsyncConnection

from engines.desk import looks, matches, record
from engines.desk.db import Database
from engines.desk.live import Live, Lives
from engines.desk.lobby import Change, Lobbies
from engines.desk.matches import ACTIVE, Chair, Deed, Header, Overtaken
from engines.desk.notices import Notice, face
from engines.desk.outbox import Clock, Outbox
from engines.desk.people import People
from engines.desk.records import Done, GameLine, Guest, Lobby, LogLine, Look, MatchStatus, Order, Place, Status
from engines.desk.sitting import Sitting, row
from engines.kernel.decision import Answer, Refused
from engines.kernel.game import Game, Options, OptionValue
from engines.kernel.match import Match, RulesBug
from engines.kernel.rng import SEED_BYTES, commitment
from engines.kernel.text import Each, Event, Text, Who, text

log = structlog.get_logger()

R = TypeVar("R")

ATTEMPTS = 2
"""A match that another process changed in between is read again and tried once more."""


def _random_seed() -> bytes:
    return secrets.token_bytes(SEED_BYTES)


class _Cut(Exception):
    """Newer rules do not carry the match's last actions; that is to be written before anything else is done."""


class Desk:
    """See the module.

    games: the games by slug. clock: the present moment, aware and in UTC. seeds: fresh secret seeds.

    `press` is the unique id of an interaction: the same press twice is answered like the first time and changes
    nothing. Whatever a person can't have raises Refused with words for them; a bug in the rules does too, after it was
    reported: nothing of it holds.
    """

    def __init__(
        self,
        db: Database,
        games: Mapping[str, Game[Any, Any]],
        clock: Clock,
        seeds: Callable[[], bytes] = _random_seed,
        *,
        lives: Lives | None = None,
    ) -> None:
        self.db = db
        self.people = People(db)
        self.outbox = Outbox(db, clock)
        self._clock = clock
        self._seeds = seeds
        self._games = games
        self.lives = Lives(games, clock) if lives is None else lives
        self._lobbies = Lobbies(games, clock, self.outbox)

    async def close(self) -> None:
        """Close the database. Nothing is lost: whatever was answered is stored."""
        await self.db.close()

    # -- forming a table -----------------------------------------------------------------------------------------------

    async def open_lobby(
        self,
        place: Place,
        guest: Guest,
        slug: str,
        options: Options,
        language: str,
        press: int,
        *,
        order: Order = "joining",
    ) -> Lobby:
        """A new table in that channel. Raises Busy if there is one already."""
        async with self.db.work() as tx:
            seen = await matches.pressed(tx, press)
            if seen is not None:
                return await self._shown(tx, seen[0])
            new = await self._lobbies.open(tx, place, guest, slug, options, language, order)
            await matches.add_press(tx, press, new.id, None, self._clock())
            shown = await self._shown(tx, new.id)
        self.outbox.ring()
        return shown

    async def lobby(self, match: str) -> Lobby:
        """The lobby as it is, or as it was when the game started."""
        async with self.db.read() as tx:
            return await self._shown(tx, match)

    async def join(self, match: str, guest: Guest, press: int) -> Lobby:
        """Sit down."""
        return await self._change(match, press, self._lobbies.join(guest))

    async def leave(self, match: str, guest: Guest, press: int) -> Lobby:
        """Stand up again before it starts. The last guest closes the table."""
        return await self._change(match, press, self._lobbies.leave(guest.person))

    async def set_option(self, match: str, guest: Guest, key: str, value: OptionValue, press: int) -> Lobby:
        """The host settles one of the game's options."""
        return await self._change(match, press, self._lobbies.set_option(guest.person, key, value))

    async def set_preset(self, match: str, guest: Guest, key: str, press: int) -> Lobby:
        """The host takes all options of one of the game's presets."""
        return await self._change(match, press, self._lobbies.set_preset(guest.person, key))

    async def set_order(self, match: str, guest: Guest, order: Order, press: int) -> Lobby:
        """The host settles whether seats go by joining or are drawn."""
        return await self._change(match, press, self._lobbies.set_order(guest.person, order))

    async def set_language(self, match: str, guest: Guest, language: str, press: int) -> Lobby:
        """The host settles in which language the table is spoken to."""
        return await self._change(match, press, self._lobbies.set_language(guest.person, language))

    async def cancel(self, match: str, guest: Guest, press: int) -> Lobby:
        """The host calls off a table that has not started."""
        return await self._change(match, press, self._lobbies.cancel(guest.person))

    async def start(self, match: str, guest: Guest, press: int) -> Look:
        """The host starts: seats are settled, the hash of the seed is published, the first question is asked."""
        try:
            async with self.lives.lock(match), self.db.work() as tx:
                if await matches.pressed(tx, press) is None:
                    await self._start(tx, match, guest, press)
                header = await self._header(tx, match)
                live = await self.lives.get(tx, header)
                look = await looks.look(tx, live, guest.person)
        except RulesBug as bug:
            raise self._reported(bug, match) from bug
        except BaseException:
            self.lives.drop(match)
            raise
        self.outbox.ring()
        return look

    async def _start(self, tx: AsyncConnection, match: str, guest: Guest, press: int) -> None:
        header = await self._header(tx, match, lock=True)
        arrived = await matches.chairs(tx, match)
        self._lobbies.refuse_start(header, arrived, guest.person)
        now, game, seed = self._clock(), self._games[header.slug], self._seeds()
        drawn = header.seating == "random"
        header.arrival = record.seat_order(seed, len(arrived)) if drawn else tuple(range(len(arrived)))
        chairs = [msgspec.structs.replace(arrived[who], seat=seat) for seat, who in enumerate(header.arrival)]
        header.seed, header.commitment, header.started_at, header.status = seed, commitment(seed), now, "playing"
        running = Match.new(game, len(chairs), header.options, seed)
        await matches.place_chairs(tx, match, chairs)
        live = Live(header, chairs, running, face(running, None, ()))
        sitting = Sitting(live, now)
        sitting.begin()
        await self._lobbies.post(tx, header)
        await sitting.write(tx, self.outbox)
        await matches.add_press(tx, press, match, None, now)
        live.touched = False
        self.lives.keep(live)

    async def _change(self, match: str, press: int, change: Change) -> Lobby:
        async with self.lives.lock(match), self.db.work() as tx:
            if await matches.pressed(tx, press) is None:
                header = await self._header(tx, match, lock=True)
                await self._lobbies.change(tx, header, change)
                await matches.add_press(tx, press, match, None, self._clock())
            shown = await self._shown(tx, match)
        self.outbox.ring()
        return shown

    async def _shown(self, tx: AsyncConnection, match: str) -> Lobby:
        return self._lobbies.shown(await self._header(tx, match), await matches.chairs(tx, match))

    # -- playing -------------------------------------------------------------------------------------------------------

    async def act(
        self, match: str, guest: Guest, verb: str, answer: Answer, *, asked: int | None, press: int, sure: bool = False
    ) -> Done:
        """Answer a question.

        asked: the number it was shown with (None: whichever of that verb is open). sure: the person knows what
        consequence it has, if it has any. Raises Refused, Stale, Warned.
        """

        async def body(tx: AsyncConnection, live: Live) -> Done:
            seen = await matches.pressed(tx, press)
            if seen is not None:
                return await self._again(tx, live, guest, seen[1])
            chair = _seat_to_play(live, guest)
            sitting = Sitting(live, self._clock())
            turn = sitting.act(chair.seat, verb, answer, asked, guest.person, sure=sure)
            await self._meet(tx, sitting, chair, guest)
            sitting.carry_on()
            await self._write(tx, sitting, press, turn.serial)
            events = tuple(e for e in turn.events if looks.may_know(e, chair.seat))
            return Done(await looks.look(tx, live, guest.person), events, duplicate=False)

        return await self._at_table(match, body)

    async def take_back(self, match: str, guest: Guest, press: int) -> Done:
        """Undo one's last action, if nothing was revealed, drawn or settled by it. Raises Refused."""

        async def body(tx: AsyncConnection, live: Live) -> Done:
            seen = await matches.pressed(tx, press)
            if seen is not None:
                return await self._again(tx, live, guest, seen[1])
            chair = _seat_to_play(live, guest)
            sitting = Sitting(live, self._clock())
            undone = sitting.take_back(chair.seat, guest.person)
            sitting.forget(chair.seat, [line.event for line in await matches.lines_of(tx, match, undone)])
            await self._meet(tx, sitting, chair, guest)
            sitting.carry_on()
            await self._write(tx, sitting, press, live.header.serial)
            return Done(await looks.look(tx, live, guest.person), (), duplicate=False)

        return await self._at_table(match, body)

    async def may_concede(self, match: str, guest: Guest) -> Look:
        """The match, if that person can concede it with the others now. Raises Refused."""

        async def body(tx: AsyncConnection, live: Live) -> Look:
            _seat_to_concede(live, guest)
            return await looks.look(tx, live, guest.person)

        return await self._at_table(match, body)

    async def concede(
        self, match: str, guest: Guest, press: int, *, step: int | None = None, agreeing: bool = False
    ) -> Look:
        """That person would concede the game. It is over as soon as all would who play it; stand-ins don't count.

        Until then the others are asked, and it holds until anything happens that everybody notices. step: the state of
        things (`Look.step`) that the person had before their eyes. agreeing: only if somebody else would, too. Raises
        Refused.
        """

        async def body(tx: AsyncConnection, live: Live) -> Look:
            if await matches.pressed(tx, press) is None:
                chair = _seat_to_concede(live, guest)
                if chair.seat in live.conceding:
                    others = [c.seat for c in live.chairs if not c.standin and c.seat not in live.conceding]
                    who = Each(tuple(Who(seat) for seat in others))
                    raise Refused(text("desk.conceding_already", who=who, n=len(others)))
                if step not in {None, live.header.step} or (agreeing and not live.conceding):
                    raise Refused(text("desk.concession_lapsed"))
                sitting = Sitting(live, self._clock())
                sitting.concede(chair, guest.person)
                await self._meet(tx, sitting, chair, guest)
                await self._write(tx, sitting, press, live.header.serial)
            return await looks.look(tx, live, guest.person)

        return await self._at_table(match, body)

    async def play_on(self, match: str, guest: Guest, press: int) -> Look:
        """That person would rather not concede any more. Raises Refused."""

        async def body(tx: AsyncConnection, live: Live) -> Look:
            if await matches.pressed(tx, press) is None:
                chair = _seat_to_play(live, guest)
                _refuse_if_over(live)
                if chair.seat not in live.conceding:
                    raise Refused(text("desk.not_conceding"))
                sitting = Sitting(live, self._clock())
                sitting.play_on(chair)
                await self._meet(tx, sitting, chair, guest)
                await self._write(tx, sitting, press)
            return await looks.look(tx, live, guest.person)

        return await self._at_table(match, body)

    async def resign(self, match: str, guest: Guest, press: int) -> Look:
        """Hand one's seat to the stand-in; the table is told."""

        async def body(tx: AsyncConnection, live: Live) -> Look:
            if await matches.pressed(tx, press) is None:
                chair = _seat_to_play(live, guest)
                _refuse_if_over(live)
                sitting = Sitting(live, self._clock())
                key = "desk.resigned" if len(live.chairs) > 1 else "desk.resigned_alone"
                sitting.rise(chair, text(key, who=Who(chair.seat)))
                sitting.carry_on()
                await self._write(tx, sitting, press)
            return await looks.look(tx, live, guest.person)

        return await self._at_table(match, body)

    async def come_back(self, match: str, guest: Guest, press: int) -> Look:
        """Take one's seat back from the stand-in; the table is told."""

        async def body(tx: AsyncConnection, live: Live) -> Look:
            if await matches.pressed(tx, press) is None:
                _refuse_if_over(live)
                chair = live.chair_of(guest.person)
                if chair is None:
                    raise Refused(text("desk.not_seated"))
                if not chair.standin:
                    raise Refused(text("desk.not_away"))
                chair.name = guest.name
                sitting = Sitting(live, self._clock())
                sitting.return_(chair)
                sitting.carry_on()
                await self._write(tx, sitting, press)
            return await looks.look(tx, live, guest.person)

        return await self._at_table(match, body)

    async def gone(self, person: int, guild: int) -> list[str]:
        """The person left the server or was banned: lobbies lose a guest, stand-ins carry on, tables are told.

        The matches concerned.
        """
        async with self.db.read() as tx:
            concerned = await matches.of_person(tx, person, guild)
        leave = {"lobby": self._gone_guest}
        return [h.id for h in concerned if await leave.get(h.status, self._gone_player)(h.id, person)]

    async def _gone_guest(self, match: str, person: int) -> bool:
        async with self.lives.lock(match), self.db.work() as tx:
            header = await self._header(tx, match, lock=True)
            if header.status == "lobby":
                await self._lobbies.change(tx, header, self._lobbies.leave(person))
        self.outbox.ring()
        # Started in the meantime: then it is a player who is gone.
        return header.status in {"lobby", "cancelled"} or await self._gone_player(match, person)

    async def _gone_player(self, match: str, person: int) -> bool:
        async def body(tx: AsyncConnection, live: Live) -> bool:
            chair = live.chair_of(person)
            if chair is None or chair.standin or live.match.outcome is not None:
                return False
            sitting = Sitting(live, self._clock())
            sitting.rise(chair, text("desk.left", who=Who(chair.seat)))
            sitting.carry_on()
            await self._write(tx, sitting)
            return True

        return await self._at_table(match, body)

    async def sleep(self, match: str, why: Text | None = None) -> None:
        """There is nowhere to show the match: it rests until somebody does something.

        why: a line for the channel, if it has one.
        """

        async def body(tx: AsyncConnection, live: Live) -> None:
            if live.header.status == "playing":
                live.touched = True
                live.header.status = "asleep"
                await matches.store(tx, live.header)
                if why is not None:
                    await self.outbox.put(tx, [row(live, Notice("say", words=why), self._clock())])

        await self._at_table(match, body)

    async def wake(self, match: str) -> None:
        """There may be somewhere to show a sleeping match again: if somebody plays it, its board is posted."""

        async def body(tx: AsyncConnection, live: Live) -> None:
            if live.header.status == "asleep" and not all(chair.standin for chair in live.chairs):
                live.touched = True
                live.header.status = "playing"
                await matches.store(tx, live.header)
                await self.outbox.put(tx, [row(live, Notice("board"), self._clock())])

        await self._at_table(match, body)

    # -- looking -------------------------------------------------------------------------------------------------------

    async def look(self, match: str, person: int | None) -> Look:
        """The match as that person (None: everybody) may see it. Raises Refused for a match that has not started."""
        try:
            async with self.lives.lock(match), self.db.read() as tx:
                live = await self.lives.get(tx, await self._running(tx, match))
                if live.cut is None:
                    return await looks.look(tx, live, person)
        except RulesBug as bug:
            raise self._reported(bug, match) from bug

        async def body(tx: AsyncConnection, live: Live) -> Look:
            return await looks.look(tx, live, person)

        return await self._at_table(match, body)

    async def at(self, channel: int) -> str | None:
        """The match of that channel or thread: the one that forms or runs, else the last that was finished."""
        async with self.db.read() as tx:
            for statuses in (ACTIVE, ("over",)):
                found = await matches.at_channel(tx, channel, statuses)
                if found is not None:
                    return found.id
        return None

    async def in_guild(self, guild: int, status: MatchStatus) -> list[str]:
        """The matches of a server with that status, oldest first."""
        async with self.db.read() as tx:
            return await matches.of_guild(tx, guild, status)

    async def games_of(self, person: int) -> tuple[GameLine, ...]:
        """All lobbies and running games of a person, oldest first."""
        async with self.db.read() as tx:
            found = await matches.of_person(tx, person)
            return tuple([looks.game_line(h, await matches.chairs(tx, h.id), person) for h in found])

    async def told(self, match: str, after: int, until: int) -> tuple[Event, ...]:
        """What everybody was told by the actions after one serial up to another, and still counts."""
        async with self.db.read() as tx:
            lines = await matches.lines(tx, match, after)
        return tuple(line.event for line in lines if line.serial <= until and line.event.seen_by is None)

    async def called_off(self, match: str, person: int, since: int) -> bool:
        """Whether what that person was asked at that serial went away unanswered, because something was taken back."""
        async with self.db.read() as tx:
            chair = next((c for c in await matches.chairs(tx, match) if c.person == person), None)
            if chair is None or chair.standin or chair.called or chair.acted >= since:
                return False
            return await matches.taken_back_since(tx, match, since)

    async def log(self, match: str, person: int | None, limit: int | None = None) -> tuple[LogLine, ...]:
        """The last things that happened (None: all), as far as the person may know, oldest first."""
        async with self.db.read() as tx:
            await self._header(tx, match)
            chairs = await matches.chairs(tx, match)
            seat = next((c.seat for c in chairs if c.person == person), None)
            known = [line for line in await matches.lines(tx, match, -1) if looks.may_know(line.event, seat)]
            actors = await matches.actors(tx, match)
        wanted = known if limit is None else known[-limit:]
        return tuple(LogLine(line.step, line.at, line.event, actors.get(line.serial)) for line in wanted)

    async def status(self, match: str) -> Status:
        """Who is waited for since when, and how they were told."""
        async with self.db.read() as tx:
            return await looks.status(tx, await self._header(tx, match), await matches.chairs(tx, match))

    async def record(self, match: str, *, reveal: bool = False) -> bytes:
        """The match as JSON (record.py). A running one keeps its seed and its actions to itself, unless `reveal`."""
        async with self.db.read() as tx:
            header = await self._running(tx, match)
            deeds = [d for d in await matches.deeds(tx, match) if d.played]
        over = header.status == "over"
        open_ = over or reveal
        assert header.seed is not None
        played = tuple(
            record.Played(d.serial, d.seat or 0, d.verb, d.answer, d.undone, d.rules, d.digest, d.action().kind)
            for d in deeds
        )
        return record.write(
            record.Record(
                format=record.FORMAT,
                game=header.slug,
                rules=self._games[header.slug].rules,
                options=header.options,
                seats=len(header.arrival),
                order=header.seating,
                arrival=header.arrival,
                commitment=header.commitment,
                over=over,
                seed=header.seed.hex() if open_ else None,
                actions=played if open_ else (),
            )
        )

    # -- inside --------------------------------------------------------------------------------------------------------

    async def _at_table(self, match: str, body: Callable[[AsyncConnection, Live], Awaitable[R]]) -> R:
        """Do something at a running match: its lock, one transaction, the match as the database has it."""
        for attempt in range(ATTEMPTS):
            try:
                result = await self._try_at_table(match, body)
            except Overtaken:
                if attempt + 1 == ATTEMPTS:
                    raise
            except RulesBug as bug:
                raise self._reported(bug, match) from bug
            else:
                self.outbox.ring()
                return result
        raise AssertionError("unreachable")

    async def _try_at_table(self, match: str, body: Callable[[AsyncConnection, Live], Awaitable[R]]) -> R:
        async with self.lives.lock(match):
            try:
                return await self._transact(match, body)
            except _Cut:
                await self._transact(match, self._write_cut, mending=True)
                return await self._transact(match, body)

    async def _transact(
        self, match: str, body: Callable[[AsyncConnection, Live], Awaitable[R]], *, mending: bool = False
    ) -> R:
        live: Live | None = None
        try:
            async with self.db.work() as tx:
                live = await self.lives.get(tx, await self._running(tx, match, lock=True))
                _refuse_cut(live, mending)
                result = await body(tx, live)
        except BaseException:
            if live is not None and live.touched:
                self.lives.drop(match)
            raise
        live.touched, live.cut = False, None
        return result

    async def _meet(self, tx: AsyncConnection, sitting: Sitting, chair: Chair, guest: Guest) -> None:
        """What is new about a person shows from the first action that others can notice."""
        if sitting.noticed:
            chair.name = guest.name
            if guest.dm_closed:
                await self.people.opened(tx, guest.person)

    async def _write(
        self, tx: AsyncConnection, sitting: Sitting, press: int | None = None, serial: int | None = None
    ) -> None:
        await sitting.write(tx, self.outbox)
        if press is not None:
            await matches.add_press(tx, press, sitting.live.header.id, serial, sitting.now)

    async def _write_cut(self, tx: AsyncConnection, live: Live) -> None:
        """The actions that newer rules do not carry are undone, and the table is told."""
        assert live.cut is not None
        header, game, now = live.header, live.match.game, self._clock()
        live.touched = True
        proposed = live.conceding
        await matches.undo(tx, header.id, live.cut + 1)
        await self.outbox.withdraw(tx, header.id, "scene")
        header.serial += 1
        header.step += 1
        header.face_serial = header.base = live.cut
        marks = (game.rules, live.match.digest(), "", now)
        await matches.add_deed(
            tx, header.id, Deed(header.serial, "restart", "desk", None, None, "", (), None, False, *marks)
        )
        for chair in live.chairs:
            chair.called = chair.seat in live.match.waiting_for
            chair.since = now if chair.seat in live.face.waiting else None
            chair.acted = min(chair.acted, live.cut)
            chair.news_from = min(chair.news_from, live.cut)
            await matches.store_chair(tx, header.id, chair)
        header.news_from = min(header.news_from, live.cut)
        header.waiting = live.face.waiting
        await matches.store(tx, header)
        shown = [Notice("say", words=text("desk.restarted")), Notice("board")]
        if proposed:
            shown.append(Notice("concede"))
        if header.place.guild is not None:
            shown += [Notice("turn", c.seat) for c in live.chairs if c.called and not c.standin]
        await self.outbox.put(tx, [row(live, notice, now) for notice in shown])
        if any(c.called and c.standin for c in live.chairs) and not all(c.standin for c in live.chairs):
            # Nobody could press for a stand-in that is asked again.
            sitting = Sitting(live, now)
            sitting.carry_on()
            await self._write(tx, sitting)

    async def _again(self, tx: AsyncConnection, live: Live, guest: Guest, serial: int | None) -> Done:
        """The answer to a press that was answered before."""
        chair = live.chair_of(guest.person)
        seat = chair.seat if chair else None
        lines = [] if serial is None else await matches.lines_of(tx, live.header.id, serial)
        events = tuple(line.event for line in lines if looks.may_know(line.event, seat))
        return Done(await looks.look(tx, live, guest.person), events, duplicate=True)

    async def _header(self, tx: AsyncConnection, match: str, *, lock: bool = False) -> Header:
        found = await matches.header(tx, match, lock=lock)
        if found is None:
            raise Refused(text("desk.no_such_match"))
        return found

    async def _running(self, tx: AsyncConnection, match: str, *, lock: bool = False) -> Header:
        """The header of a match that was started. Raises Refused for any other."""
        found = await self._header(tx, match, lock=lock)
        if found.seed is None:
            raise Refused(text("desk.cancelled" if found.status == "cancelled" else "desk.not_started"))
        return found

    def _reported(self, bug: RulesBug, match: str) -> Refused:
        """A bug of the rules goes to the host's log, without secrets, and becomes words for the person.

        Nothing of it holds.
        """
        self.lives.drop(match)
        log.error("rules_broke", match=match, fault=str(bug))
        return Refused(text("desk.broke"))


def _seat_to_play(live: Live, guest: Guest) -> Chair:
    chair = live.chair_of(guest.person)
    if live.header.status == "cancelled":
        raise Refused(text("desk.cancelled"))
    if chair is None:
        raise Refused(text("desk.not_seated"))
    if chair.standin and live.match.outcome is None:
        raise Refused(text("desk.standin_plays"))
    return chair


def _seat_to_concede(live: Live, guest: Guest) -> Chair:
    chair = _seat_to_play(live, guest)
    _refuse_if_over(live)
    if not live.match.concedable:
        raise Refused(text("desk.not_conceded"))
    return chair


def _refuse_cut(live: Live, mending: bool) -> None:
    if live.cut is not None and not mending:
        raise _Cut


def _refuse_if_over(live: Live) -> None:
    if live.match.outcome is not None:
        raise Refused(text("kernel.game_over"))
