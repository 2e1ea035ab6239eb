"""Running matches in memory, one lock each.

Loading one is: the newest sufficient save, then the actions after it. Idle ones are dropped.
"""

from __future__ import annotations

import asyncio
import copy
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from hashlib import blake2b
from typing import Any
from weakref import WeakValueDictionary

import msgspec
import structlog
from sqlalchemy.ext.asyncio import AsyncConnection

from engines.desk import matches, motions, orders
from engines.desk.matches import Chair, Deed, Header
from engines.desk.motions import Moved
from engines.desk.notices import Face, face
from engines.desk.orders import Order
from engines.desk.outbox import Clock
from engines.kernel.decision import Decision, Refused
from engines.kernel.game import Game
from engines.kernel.match import Match, RulesBug
from engines.kernel.text import Event, text

log = structlog.get_logger()

LIMIT = 256
IDLE = timedelta(hours=1)


class Live:
    """A match with what is stored around it. touched: changed since it was read or committed.

    cut: the save from which it had to restart, because newer rules do not carry the actions after it; this is still to
    be written. moved: what the table votes on, or voted on last. orders: what people have answered
    ahead, in the order of seats.
    """

    def __init__(
        self,
        header: Header,
        chairs: list[Chair],
        match: Match[Any, Any],
        seen: Face,
        cut: int | None = None,
        moved: Moved | None = None,
    ) -> None:
        self.header = header
        self.chairs = chairs
        self.match = match
        self.face = seen
        self.cut = cut
        self.moved = moved
        self.orders: list[Order] = []
        self.touched = False
        self.used: datetime | None = None

    @property
    def seed(self) -> bytes:
        """The secret of its chance."""
        assert self.header.seed is not None
        return self.header.seed

    def chair_of(self, person: int | None) -> Chair | None:
        """The seat of that person, if there is one."""
        return next((c for c in self.chairs if c.person == person), None)

    @property
    def motion(self) -> Moved | None:
        """What the table votes on. Whatever all notice puts an end to that."""
        moved = self.moved
        return moved if moved is not None and moved.state == "open" and moved.step == self.header.step else None

    def tag(self, asked: int) -> int:
        """A question's number as it leaves the desk. Bare serials would let people count what was done in secret."""
        digest = blake2b(asked.to_bytes(8, "big"), key=self.seed, person=b"asked", digest_size=4).digest()
        return int.from_bytes(digest, "big") >> 1

    def shown(self, decisions: Sequence[Decision]) -> tuple[Decision, ...]:
        """Copies of the decisions with tags for numbers.

        Nobody outside can touch the questions that the rules wait for.
        """
        copies = tuple(copy.copy(d) for d in decisions)
        for each in copies:
            each.asked = self.tag(each.asked)
        return copies


def trace(match: Match[Any, Any], events: Sequence[Event]) -> str:
    """A fingerprint of what an action told and led to, in words, chance and questions, however the state is encoded."""
    asked = [(d.seat, d.verb, d.optional) for d in match.pending]
    told = msgspec.msgpack.encode((events, match.rng.drawn, asked, match.outcome))
    return blake2b(told, digest_size=16).hexdigest()


async def load(tx: AsyncConnection, game: Game[Any, Any], header: Header) -> Live:
    """The match as it was left.

    Raises RulesBug if the rules of today can't go on from any save, Refused if they lead a finished game elsewhere.
    """
    chairs = await matches.chairs(tx, header.id)
    # Early enough that whatever may be taken back still can be, and that what everybody sees is found again.
    save = await matches.newest_save(tx, header.id, min(header.base, header.face_serial))
    assert save is not None, f"{header.id} was started without a save"
    assert header.seed is not None, f"{header.id} was started without a seed"
    tail = [d for d in await matches.deeds(tx, header.id, save.serial) if d.played and not d.undone]
    match = Match.resume(game, save, (), header.seed)
    seen = face(match, None, ())
    for deed in tail:
        told = replay(match, deed)
        if told is None:
            if header.status in {"over", "cancelled"}:
                # What was won stays won; to go back would open the game again.
                raise Refused(text("desk.older_rules"))
            return await _restart(tx, game, header, chairs, deed)
        seen = face(match, seen, told)
    seen = msgspec.structs.replace(seen, waiting=header.waiting)
    return Live(header, chairs, match, seen, moved=await motions.latest(tx, header.id))


def replay(match: Match[Any, Any], deed: Deed) -> tuple[Event, ...] | None:
    """Do it again: what was told; None if the rules of today don't take it or lead elsewhere."""
    where = {"game": match.game.slug, "serial": deed.serial, "made_by": deed.rules, "rules": match.game.rules}
    try:
        turn = match.act(msgspec.structs.replace(deed.action(), asked=None))
    except (Refused, RulesBug) as fault:
        log.warning("tail_refused", **where, why=type(fault).__name__)
        return None
    same_rules = deed.rules == match.game.rules
    if match.digest() != deed.digest if same_rules else trace(match, turn.events) != deed.trace:
        log.warning("tail_differs", **where)
        return None
    return turn.events


async def _restart(
    tx: AsyncConnection, game: Game[Any, Any], header: Header, chairs: list[Chair], failed: Deed
) -> Live:
    """From the last checkpoint before the action that failed."""
    save = await matches.newest_save(tx, header.id, failed.serial - 1)
    assert save is not None
    assert header.seed is not None
    match = Match.resume(game, save, (), header.seed)
    return Live(header, chairs, match, face(match, None, ()), save.serial, await motions.latest(tx, header.id))


class Lives:
    """The matches in memory. limit: how many at most; idle: how long one may lie untouched."""

    def __init__(
        self, games: Mapping[str, Game[Any, Any]], clock: Clock, limit: int = LIMIT, idle: timedelta = IDLE
    ) -> None:
        self._games = games
        self._clock = clock
        self._limit = limit
        self._idle = idle
        self._here: OrderedDict[str, Live] = OrderedDict()
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    def __len__(self) -> int:
        return len(self._here)

    def __contains__(self, match: object) -> bool:
        return match in self._here

    def lock(self, match: str) -> asyncio.Lock:
        """The lock of that match; it lives as long as somebody holds it."""
        return self._locks.setdefault(match, asyncio.Lock())

    async def get(self, tx: AsyncConnection, header: Header) -> Live:
        """The match in memory, if it is what the database has; else loaded. Call with its lock held."""
        here = self._here.get(header.id)
        if here is None or here.touched or here.header.version != header.version:
            game = self._games.get(header.slug)
            if game is None:
                raise RulesBug(f"{header.id}: there is no game {header.slug}")
            here = await load(tx, game, header)
            here.orders = await orders.of_match(tx, header.id)
        self.keep(here)
        return here

    def keep(self, live: Live) -> None:
        """Remember it as the one used last."""
        now = self._clock()
        live.used = now
        self._here[live.header.id] = live
        self._here.move_to_end(live.header.id)
        while self._here:
            oldest = next(iter(self._here.values()))
            if len(self._here) <= self._limit and (oldest.used is None or now - oldest.used <= self._idle):
                break
            if oldest is live:
                break
            self.drop(oldest.header.id)

    def drop(self, match: str) -> None:
        """Forget it; the next look loads it."""
        self._here.pop(match, None)
