"""The desk: the one door to all tables.

Every method is one transaction, and what it causes to be shown is written with it.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping
from typing import Any, Literal

import msgspec
from sqlalchemy.ext.asyncio import AsyncConnection

from engines.desk import calling_off, looks, matches, record, told
from engines.desk.ahead import Orders
from engines.desk.alarms import Alarms
from engines.desk.db import Database
from engines.desk.door import Door, seat_to_play
from engines.desk.flags import Clocks
from engines.desk.live import Live, Lives
from engines.desk.lobby import Change, Lobbies
from engines.desk.matches import HERE
from engines.desk.mutes import Mutes
from engines.desk.notices import face
from engines.desk.outbox import Clock
from engines.desk.records import Done, GameLine, Guest, Lobby, LogLine, Look, MatchStatus, Order, Place, Status
from engines.desk.seating import SUBJECTS, Seating
from engines.desk.sitting import Sitting
from engines.desk.votes import Votes
from engines.kernel.decision import Answer
from engines.kernel.game import Game, Options, OptionValue
from engines.kernel.match import Match, RulesBug
from engines.kernel.rng import SEED_BYTES, commitment
from engines.kernel.text import Event


def _random_seed() -> bytes:
    return secrets.token_bytes(SEED_BYTES)


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
        self._door = door = Door(db, games, clock, lives)
        self.db = db
        self.people = door.people
        self.outbox = door.outbox
        self.lives = door.lives
        self._seeds = seeds
        self._lobbies = Lobbies(games, clock, self.outbox)
        self.alarms = Alarms(door, self._lobbies)
        self.votes = Votes(door)
        self.orders = Orders(door)
        self.mutes = Mutes(door)
        self.seating = Seating(door, self._lobbies)
        for kind, subject in SUBJECTS.items():
            self.votes.register(kind, subject)
        self.clocks = Clocks(door, self._lobbies)
        self.alarms.handlers |= {"warning": self.clocks.warn, "flag": self.clocks.fall}

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
            await matches.add_press(tx, press, new.id, None, self._door.clock())
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

    async def cancel(self, match: str, guest: Guest, press: int, *, moderator: bool = False) -> Lobby:
        """The host, or who moderates there, calls off a table that has not started."""
        return await self._change(match, press, self._lobbies.cancel(guest.person, moderator=moderator))

    async def may_call_off(self, match: str, person: int, *, moderator: bool = False) -> Lobby:
        """The table, if that person can call its game off now. Raises Refused."""
        async with self.db.read() as tx:
            header = await self._door.header(tx, match)
            calling_off.refuse(header, person, moderator=moderator)
            return await self._shown(tx, match)

    async def call_off(self, match: str, guest: Guest, press: int, *, moderator: bool = False) -> Lobby:
        """The host, or who moderates there, calls the game off, whether it is played, sleeps or is broken.

        The rules are not loaded for that.
        """
        async with self.lives.lock(match), self.db.work() as tx:
            if await matches.pressed(tx, press) is None:
                header = await self._door.header(tx, match, lock=True)
                calling_off.refuse(header, guest.person, moderator=moderator)
                await calling_off.call_off(tx, self.outbox, header, guest, self._door.clock())
                await matches.add_press(tx, press, match, None, self._door.clock())
            shown = await self._shown(tx, match)
            self.lives.drop(match)
        self.outbox.ring()
        return shown

    async def start(self, match: str, guest: Guest, press: int) -> Look:
        """The host starts: seats are settled, the hash of the seed is published, the first question is asked."""
        try:
            async with self.lives.lock(match), self.db.work() as tx:
                if await matches.pressed(tx, press) is None:
                    await self._start(tx, match, guest, press)
                header = await self._door.header(tx, match)
                live = await self.lives.get(tx, header)
                look = await looks.look(tx, live, guest.person)
        except RulesBug as bug:
            raise self._door.reported(bug, match) from bug
        except BaseException:
            self.lives.drop(match)
            raise
        self.outbox.ring()
        return look

    async def _start(self, tx: AsyncConnection, match: str, guest: Guest, press: int) -> None:
        header = await self._door.header(tx, match, lock=True)
        arrived = await matches.chairs(tx, match)
        self._lobbies.refuse_start(header, arrived, guest.person)
        now, game, seed = self._door.clock(), self._door.games[header.slug], self._seeds()
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
                header = await self._door.header(tx, match, lock=True)
                await self._lobbies.change(tx, header, change)
                await matches.add_press(tx, press, match, None, self._door.clock())
            shown = await self._shown(tx, match)
        self.outbox.ring()
        return shown

    async def _shown(self, tx: AsyncConnection, match: str) -> Lobby:
        return self._lobbies.shown(await self._door.header(tx, match), await matches.chairs(tx, match))

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
                return await self._door.again(tx, live, guest, seen[1])
            chair = seat_to_play(live, guest)
            sitting = Sitting(live, self._door.clock())
            turn = sitting.act(chair.seat, verb, answer, asked, guest.person, sure=sure)
            await self._door.meet(tx, sitting, chair, guest)
            sitting.carry_on()
            await self._door.write(tx, sitting, press, turn.serial)
            events = tuple(e for e in turn.events if looks.may_know(e, chair.seat))
            return Done(await looks.look(tx, live, guest.person), events, duplicate=False)

        return await self._door.at_table(match, body)

    async def take_back(self, match: str, guest: Guest, press: int) -> Done:
        """Undo one's last action, if nothing was revealed, drawn or settled by it. Raises Refused."""

        async def body(tx: AsyncConnection, live: Live) -> Done:
            seen = await matches.pressed(tx, press)
            if seen is not None:
                return await self._door.again(tx, live, guest, seen[1])
            chair = seat_to_play(live, guest)
            sitting = Sitting(live, self._door.clock())
            undone = sitting.take_back(chair.seat, guest.person)
            sitting.forget(chair.seat, [line.event for line in await matches.lines_of(tx, match, undone)])
            await self._door.meet(tx, sitting, chair, guest)
            sitting.carry_on()
            await self._door.write(tx, sitting, press, live.header.serial)
            return Done(await looks.look(tx, live, guest.person), (), duplicate=False)

        return await self._door.at_table(match, body)

    # -- looking -------------------------------------------------------------------------------------------------------

    async def look(self, match: str, person: int | None, *, fresh: bool = False) -> Look:
        """The match as that person (None: everybody) may see it. Raises Refused for a match that has not started.

        fresh: the news are what happened since that person last did something, and not since their last turn.
        """

        async def body(tx: AsyncConnection, live: Live) -> Look:
            return await looks.look(tx, live, person, fresh=fresh)

        return await self._door.look_at(match, body)

    async def at(self, channel: int) -> str | None:
        """The match of that channel or thread: what forms or runs there, else sleeps, else was finished last."""
        async with self.db.read() as tx:
            for statuses in (HERE, ("asleep",), ("over",)):
                found = await matches.at_channel(tx, channel, statuses)
                if found is not None:
                    return found.id
        return None

    async def in_guild(self, guild: int, status: MatchStatus) -> list[str]:
        """The matches of a server with that status, oldest first."""
        async with self.db.read() as tx:
            return await matches.of_guild(tx, guild, status)

    async def games_of(self, person: int) -> tuple[GameLine, ...]:
        """All lobbies and running games of a person, oldest first; not those whose game the house has no more."""
        async with self.db.read() as tx:
            found = [h for h in await matches.of_person(tx, person) if h.slug in self._door.games]
            return tuple([await looks.game_line(tx, header, person) for header in found])

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

    async def stood_in(self, match: str, person: int, since: int) -> Literal["", "turn", "seat"]:
        """Whether a stand-in has answered what that person was asked at that serial, and keeps their seat."""
        async with self.db.read() as tx:
            chair = next((c for c in await matches.chairs(tx, match) if c.person == person), None)
            if chair is None:
                return ""
            if chair.standin:
                return "seat"
            return "turn" if await matches.stood_in_since(tx, match, chair.seat, since) else ""

    async def log(self, match: str, person: int | None, limit: int | None = None) -> tuple[LogLine, ...]:
        """The last things that happened (None: all), as far as the person may know, oldest first."""
        async with self.db.read() as tx:
            await self._door.header(tx, match)
            chairs = await matches.chairs(tx, match)
            seat = next((c.seat for c in chairs if c.person == person), None)
            known = [line for line in await matches.lines(tx, match, -1) if looks.may_know(line.event, seat)]
            actors = await matches.actors(tx, match)
        wanted = known if limit is None else known[-limit:]
        return tuple(LogLine(line.step, line.at, line.event, actors.get(line.serial)) for line in wanted)

    async def status(self, match: str) -> Status:
        """Who is waited for since when, and how they were told."""
        async with self.db.read() as tx:
            header, chairs = await self._door.header(tx, match), await matches.chairs(tx, match)
            found = await told.status(tx, header, chairs, self._door.clock())
        due = await self.alarms.due_of(match)
        seats = tuple(msgspec.structs.replace(seat, reminder=due.get(seat.seat)) for seat in found.seats)
        return msgspec.structs.replace(found, seats=seats)

    async def record(self, match: str, *, reveal: bool = False) -> bytes:
        """The match as JSON (record.py). A running one keeps its seed and its actions to itself, unless `reveal`."""
        async with self.db.read() as tx:
            header = await self._door.running(tx, match)
            deeds = [d for d in await matches.deeds(tx, match) if d.played]
        over = header.status == "over"
        open_ = over or header.status == "cancelled" or reveal
        assert header.seed is not None
        played = tuple(
            record.Played(d.serial, d.seat or 0, d.verb, d.answer, d.undone, d.rules, d.digest, d.action().kind)
            for d in deeds
        )
        return record.write(
            record.Record(
                format=record.FORMAT,
                game=header.slug,
                rules=self._door.games[header.slug].rules,
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
