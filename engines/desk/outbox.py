"""The outbox: what is to be shown on Discord, written with the action that caused it and consumed by the deliverer."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from datetime import datetime, timedelta
from hashlib import blake2b
from typing import Any

import msgspec
from msgspec import Struct
from sqlalchemy import BindParameter, Select, and_, bindparam, exists, func, insert, or_, select, update
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection

from engines.desk.db import Database
from engines.desk.notices import Kind
from engines.desk.tables import MATCHES, OUTBOX, POSTS

Clock = Callable[[], datetime]
"""The present moment, aware and in UTC."""

CHANNEL_LANE = 0

NO_MATCH = ""
"""Instead of a match, in what is about all the games of a person."""

LEASE = timedelta(seconds=60)

RESTS = "rests"
"""How a row stands that waits until its person may be called."""
TO_LETTER = "digest"
"""How a row stands that its person reads of in their daily letter."""
RUNG = "rung"
"""How a row about a turn stands whose person a board has called by a mention."""

REPLACES: dict[str, tuple[str, ...]] = {
    "board": ("board", "edit"),
    "edit": ("edit",),
    "result": ("board", "edit"),
    "lobby": ("lobby",),
    "turn": ("turn", "prompt", "nudge", "next"),
    "prompt": ("prompt",),
    "over": ("turn", "prompt", "nudge", "next", "warning", "ballot"),
    "scene": ("scene",),
    "vote": ("vote",),
    "ballot": ("ballot",),
    "nudge": ("nudge",),
    "next": ("next",),
    "warning": ("warning",),
    "offer": ("offer",),
    "seat": ("seat",),
}
"""Kind → the kinds of older rows, not yet begun, that it makes superfluous.

All of them would show the present position. Scenes do so only if they are the same one.
"""

RENEWS = {"edit": "board", "prompt": "turn", "nudge": "turn"}
"""Kind → the kind of message that it renews: not yet sent, it will show the same; vanished, it is sent anew as such.

A reminder of what was never told is the first letter, and becomes the turn's letter.
"""


class Unsettled(RuntimeError):
    """It was shown, but that could not be stored: the row stays claimed, and its nonce finds the message again."""


class Row(Struct, frozen=True):
    """Something to show.

    match: NO_MATCH if it is about all games of the person. seat, person: whose direct messages; None: the channel.
    asked: the question that it is about.

    secret: nobody but that person may notice, so never in the channel. tries: how often it was claimed before. payload:
    the encoded Text of a `say`, the name of a `scene`. Everything else is composed at delivery from the present
    position. nonce: the name that its message has in every attempt; the outbox gives it. quiet: nobody is called by it.
    how: how it stands, if anything has become of it.
    """

    id: int
    match: str
    kind: Kind
    seat: int | None
    person: int | None
    serial: int
    asked: int | None
    secret: bool
    channel: int
    due: datetime
    tries: int
    payload: bytes
    nonce: str = ""
    quiet: bool = False
    how: str = ""


class Post(Struct, frozen=True):
    """A message that stands on Discord.

    kind: one of tables.MESSAGES. serial: of the action that made it be sent; of a vote, the number of the motion;
    editing it changes nothing of that. live: its controls are still on.
    """

    id: int
    match: str
    kind: str
    person: int | None
    channel: int
    message: int
    serial: int
    live: bool


# Put together once, as in matches.py.
_UNBEGUN = (
    select(OUTBOX.c.id, OUTBOX.c.lane, OUTBOX.c.kind, OUTBOX.c.quiet, OUTBOX.c.payload)
    .where(OUTBOX.c.match == bindparam("this_match"), OUTBOX.c.state == "waiting", OUTBOX.c.leased.is_(None))
    .order_by(OUTBOX.c.id)
    .with_for_update(skip_locked=True)
)
_CLOSE = update(OUTBOX).where(OUTBOX.c.id == bindparam("this_row"))
_RENEW_POST = update(POSTS).where(POSTS.c.message == bindparam("this_message")).values(live=True)
_POSTS = select(POSTS).where(POSTS.c.match == bindparam("this_match"))
_LIVE_POSTS = _POSTS.where(POSTS.c.live.is_(True)).order_by(POSTS.c.id)
_LAST_POST = _POSTS.where(POSTS.c.kind == bindparam("this_kind")).order_by(POSTS.c.id.desc()).limit(1)
_REMINDED = and_(OUTBOX.c.kind == "nudge", OUTBOX.c.state == "sent", OUTBOX.c.how == "dm")
_TOLD_LAST = (
    select(OUTBOX.c.serial, OUTBOX.c.how)
    .where(
        OUTBOX.c.match == bindparam("this_match"),
        OUTBOX.c.person == bindparam("whom"),
        or_(OUTBOX.c.kind.in_(("turn", "seat")), _REMINDED),
    )
    .order_by(OUTBOX.c.id.desc())
    .limit(1)
)
_TURN = OUTBOX.alias("turn")
_NEWEST_TURNS = select(_TURN.c.person, _TURN.c.state, _TURN.c.how).where(
    _TURN.c.id.in_(
        select(func.max(OUTBOX.c.id))
        .where(OUTBOX.c.match == bindparam("this_match"), OUTBOX.c.kind == "turn", OUTBOX.c.secret.is_(False))
        .group_by(OUTBOX.c.person)
    )
)
_RING = (
    update(OUTBOX)
    .where(
        OUTBOX.c.match == bindparam("this_match"),
        OUTBOX.c.kind == "turn",
        OUTBOX.c.secret.is_(False),
        OUTBOX.c.state == "waiting",
        OUTBOX.c.person.in_(bindparam("whom", expanding=True)),
    )
    .values(how=RUNG)
)
_LETTERS = (
    _POSTS.where(POSTS.c.kind == "turn", POSTS.c.person == bindparam("whom")).order_by(POSTS.c.id.desc()).limit(1)
)


def _heads() -> Select[Any]:
    """The first waiting row of each lane, if it is due and nobody has claimed it."""
    now: BindParameter[datetime] = bindparam("now", type_=OUTBOX.c.due.type)
    earlier = OUTBOX.alias("earlier")
    free = or_(OUTBOX.c.leased.is_(None), OUTBOX.c.leased <= now)
    # A direct message links to the board that was posted for it, so it lets the channel go first, but only once.
    first_try = and_(earlier.c.lane == CHANNEL_LANE, earlier.c.tries == 0)
    ahead = and_(
        earlier.c.match == OUTBOX.c.match,
        or_(earlier.c.lane == OUTBOX.c.lane, first_try),
        earlier.c.state == "waiting",
        earlier.c.id < OUTBOX.c.id,
    )
    return (
        select(OUTBOX, MATCHES.c.seed)
        .outerjoin(MATCHES, MATCHES.c.id == OUTBOX.c.match)
        .where(OUTBOX.c.state == "waiting", OUTBOX.c.due <= now, free, ~exists().where(ahead))
        .order_by(OUTBOX.c.due, OUTBOX.c.id)
        .limit(bindparam("most"))
        .with_for_update(skip_locked=True, of=OUTBOX)
    )


_HEADS = _heads()


class Outbox:
    """See the module. wake: called after a transaction that wrote rows."""

    def __init__(self, db: Database, clock: Clock) -> None:
        self._db = db
        self._clock = clock
        self.wake: Callable[[], object] | None = None

    async def put(self, tx: AsyncConnection, rows: Sequence[Row]) -> None:
        """Write rows (their ids do not count) within the transaction of the action that caused them."""
        if not rows:
            return
        old = await self._unbegun(tx, rows[0].match)
        superseded: set[int] = set()
        fresh = []
        for row in rows:
            mine = [each for each in old if each.lane == _lane(row) and each.id not in superseded]
            if foreseen := [e.id for e in mine if e.kind == RENEWS.get(row.kind)]:
                # Of a turn that is over before it was told there is nothing to tell.
                if row.kind == "edit" or row.asked is not None:
                    await tx.execute(update(OUTBOX).where(OUTBOX.c.id.in_(foreseen)).values(asked=row.asked))
                    continue
                superseded.update(foreseen)
            replaced = [each for each in mine if each.kind in REPLACES.get(row.kind, ())]
            if row.kind == "scene":
                replaced = [each for each in replaced if each.payload == row.payload]
            superseded.update(each.id for each in replaced)
            values = msgspec.structs.asdict(row) | {"lane": _lane(row), "leased": None, "state": "waiting", "how": ""}
            values["match"] = row.match or None
            # Whoever was to be called by a board that another one overtakes hasn't been called yet.
            values["quiet"] = row.quiet and all(each.quiet for each in replaced if each.kind == row.kind)
            del values["id"], values["nonce"]
            fresh.append(values)
        if superseded:
            away = {"state": "dropped", "how": "superseded", "done_at": self._clock()}
            await tx.execute(update(OUTBOX).where(OUTBOX.c.id.in_(superseded)).values(away))
        if fresh:
            await tx.execute(insert(OUTBOX), fresh)

    async def _unbegun(self, tx: AsyncConnection, match: str) -> list[Any]:
        """The rows that were never claimed, or surely not sent.

        Any other may stand on Discord already and must be found again by its nonce.
        """
        return list(await tx.execute(_UNBEGUN, {"this_match": match}))

    def ring(self) -> None:
        """Wake the deliverer."""
        if self.wake is not None:
            self.wake()

    async def claim(self, now: datetime, limit: int, lease: timedelta = LEASE) -> list[Row]:
        """Take rows that are due, at most the first of each lane, for the time of the lease.

        Those of one match are in order, and are to be shown in that order.

        A row whose claimer died comes again, unchanged: its message may have gone out, and its nonce keeps it from
        appearing twice.
        """
        async with self._db.work() as tx:
            found = list(await tx.execute(_HEADS, {"now": now, "most": limit}))
            if found:
                which = OUTBOX.c.id.in_([row.id for row in found])
                await tx.execute(update(OUTBOX).where(which).values(leased=now + lease, tries=OUTBOX.c.tries + 1))
        return [_row(row) for row in found]

    async def done(
        self, row: Row, how: str, message: int | None = None, channel: int | None = None, *, rung: Collection[int] = ()
    ) -> None:
        """It is shown. how: dm, mention, channel, edit …; message, channel: where it stands now.

        rung: the people whom it called about their turn. Raises Unsettled.
        """
        try:
            await self._settle(row, how, message, channel, rung)
        except SQLAlchemyError as error:
            raise Unsettled(row.id) from error

    async def _settle(
        self, row: Row, how: str, message: int | None, channel: int | None, rung: Collection[int]
    ) -> None:
        async with self._db.work() as tx:
            await self._close(tx, row, "sent", how)
            if rung:
                await tx.execute(_RING, {"this_match": row.match, "whom": list(rung)})
            if message is None:
                return
            where = row.channel if channel is None else channel
            renewed = await tx.execute(_RENEW_POST, {"this_message": message})
            if not renewed.rowcount:
                post = {
                    "match": row.match or None,
                    "kind": RENEWS.get(row.kind, row.kind),
                    "person": row.person,
                    "channel": where,
                    "message": message,
                    "serial": row.serial,
                    "live": True,
                }
                await tx.execute(insert(POSTS), post)

    async def retry(self, row: Row, due: datetime, why: str) -> None:
        """It was certainly not shown; try again then."""
        async with self._db.work() as tx:
            await tx.execute(update(OUTBOX).where(OUTBOX.c.id == row.id).values(leased=None, due=due, how=why[:200]))

    async def put_off(self, row: Row, until: datetime, why: str) -> None:
        """It was certainly not shown, and is not to be before then. That was no try."""
        changes = {"leased": None, "due": until, "how": why, "tries": row.tries}
        async with self._db.work() as tx:
            await tx.execute(update(OUTBOX).where(OUTBOX.c.id == row.id).values(changes))

    async def wake_person(self, tx: AsyncConnection, person: int) -> None:
        """The person's hours have changed: what waits for their end is asked again."""
        resting = (OUTBOX.c.person == person, OUTBOX.c.state == "waiting", OUTBOX.c.leased.is_(None))
        await tx.execute(update(OUTBOX).where(*resting, OUTBOX.c.how == RESTS).values(due=self._clock()))

    async def tell_after_all(self, tx: AsyncConnection, match: str, person: int, since: datetime) -> None:
        """The call that was left to a daily letter goes out by itself, if there was no such letter since then."""
        letters = select(OUTBOX.c.id).where(
            OUTBOX.c.person == person, OUTBOX.c.kind == "digest", OUTBOX.c.state != "dropped", OUTBOX.c.due >= since
        )
        left = (OUTBOX.c.match == match, OUTBOX.c.person == person, OUTBOX.c.kind == "turn", OUTBOX.c.due >= since)
        held = (OUTBOX.c.state == "sent", OUTBOX.c.how == TO_LETTER)
        if (await tx.execute(letters.limit(1))).first() is None:
            now = {"state": "waiting", "how": "", "done_at": None, "due": self._clock()}
            await tx.execute(update(OUTBOX).where(*left, *held).values(now))

    async def heard(self, match: str) -> frozenset[int]:
        """The people who were called about their latest turn by a mention."""
        async with self._db.read() as tx:
            newest = list(await tx.execute(_NEWEST_TURNS, {"this_match": match}))
        ends = {("waiting", RUNG), ("sent", "mention")}
        return frozenset(row.person for row in newest if (row.state, row.how) in ends)

    async def overtaken(self, row: Row) -> bool:
        """Whether a later row of the same kind waits for the same person or place."""
        later = (OUTBOX.c.match == row.match, OUTBOX.c.lane == _lane(row), OUTBOX.c.kind == row.kind)
        waits = select(OUTBOX.c.id).where(*later, OUTBOX.c.id > row.id, OUTBOX.c.state == "waiting").limit(1)
        async with self._db.read() as tx:
            return (await tx.execute(waits)).first() is not None

    async def withdraw(self, tx: AsyncConnection, match: str, kind: Kind) -> None:
        """Rows of that kind that were not begun are not to be shown any more: what they tell of has not happened."""
        superseded = [each.id for each in await self._unbegun(tx, match) if each.kind == kind]
        if superseded:
            away = {"state": "dropped", "how": "taken back", "done_at": self._clock()}
            await tx.execute(update(OUTBOX).where(OUTBOX.c.id.in_(superseded)).values(away))

    async def withhold(self, tx: AsyncConnection, match: str, person: int) -> None:
        """Rows for that person that were not begun are not to be shown any more: they have no seat there now."""
        gone = [each.id for each in await self._unbegun(tx, match) if each.lane == person]
        if gone:
            away = {"state": "dropped", "how": "no seat", "done_at": self._clock()}
            await tx.execute(update(OUTBOX).where(OUTBOX.c.id.in_(gone)).values(away))

    async def clear(self, tx: AsyncConnection, match: str) -> None:
        """Nothing of that match that was not begun is to be shown any more."""
        superseded = [each.id for each in await self._unbegun(tx, match)]
        if superseded:
            away = {"state": "dropped", "how": "called off", "done_at": self._clock()}
            await tx.execute(update(OUTBOX).where(OUTBOX.c.id.in_(superseded)).values(away))

    async def drop(self, row: Row, why: str) -> None:
        """It is not to be shown any more."""
        async with self._db.work() as tx:
            await self._close(tx, row, "dropped", why)

    async def last_tried(self, row: Row) -> str:
        """How the channel's last row before this one ended, of those that were tried; "" for the first."""
        tried = (OUTBOX.c.match == row.match, OUTBOX.c.lane == CHANNEL_LANE, OUTBOX.c.id < row.id, OUTBOX.c.tries > 0)
        closed = OUTBOX.c.state.in_(("sent", "dropped"))
        statement = select(OUTBOX.c.how).where(*tried, closed).order_by(OUTBOX.c.id.desc()).limit(1)
        async with self._db.read() as tx:
            return (await tx.execute(statement)).scalar() or ""

    async def next_due(self, after: datetime | None = None) -> datetime | None:
        """When the earliest waiting row can be taken; after: of those that can't be before."""
        moment = select(OUTBOX.c.due, OUTBOX.c.leased).where(OUTBOX.c.state == "waiting")
        async with self._db.read() as tx:
            moments = [max(row.due, row.leased or row.due) for row in await tx.execute(moment)]
        return min((each for each in moments if after is None or each > after), default=None)

    async def messages(self, match: str) -> frozenset[int]:
        """All messages that are known to stand."""
        statement = select(POSTS.c.message).where(POSTS.c.match == match)
        async with self._db.read() as tx:
            return frozenset((await tx.execute(statement)).scalars())

    async def live(self, match: str) -> list[Post]:
        """The messages whose controls are still on, oldest first."""
        async with self._db.read() as tx:
            return [_post(row) for row in await tx.execute(_LIVE_POSTS, {"this_match": match})]

    async def last(self, match: str, kind: str) -> Post | None:
        """The latest message of that kind."""
        async with self._db.read() as tx:
            found = (await tx.execute(_LAST_POST, {"this_match": match, "this_kind": kind})).first()
        return _post(found) if found else None

    async def boards(self, matches: Sequence[str]) -> dict[str, int]:
        """The messages with the latest boards of these matches."""
        statement = select(POSTS.c.match, POSTS.c.message).where(POSTS.c.match.in_(matches), POSTS.c.kind == "board")
        async with self._db.read() as tx:
            return {row.match: row.message for row in await tx.execute(statement.order_by(POSTS.c.id))}

    async def letter(self, match: str, person: int) -> Post | None:
        """The direct message about that person's latest turn; None if it was told otherwise, or not at all."""
        async with self._db.read() as tx:
            told = (await tx.execute(_TOLD_LAST, {"this_match": match, "whom": person})).first()
            found = (await tx.execute(_LETTERS, {"this_match": match, "whom": person})).first()
        if told is None or found is None or told.how != "dm" or told.serial != found.serial:
            return None
        return _post(found)

    async def retire(self, post: Post) -> None:
        """Its controls are gone."""
        async with self._db.work() as tx:
            await tx.execute(update(POSTS).where(POSTS.c.id == post.id).values(live=False))

    async def forget(self, post: Post) -> None:
        """It is no longer there."""
        async with self._db.work() as tx:
            await tx.execute(POSTS.delete().where(POSTS.c.id == post.id))

    async def _close(self, tx: AsyncConnection, row: Row, state: str, how: str) -> None:
        ended = {"state": state, "how": how[:200], "leased": None, "done_at": self._clock()}
        await tx.execute(_CLOSE, {"this_row": row.id, **ended})


def _row(row: Any) -> Row:
    stored = {f: getattr(row, f) for f in Row.__struct_fields__ if f != "nonce"}
    stored["match"] = row.match or NO_MATCH
    whose = row.match or str(row.person)
    return Row(**stored, nonce=nonce_of(row.id, whose, None if row.kind == "lobby" else row.seed))


def _post(row: Any) -> Post:
    return Post(**{f: getattr(row, f) for f in Post.__struct_fields__})


def nonce_of(row: int, match: str, seed: bytes | None) -> str:
    """Whoever is shown a message may be shown its nonce: a bare number would count what was told others in secret."""
    return f"mb-{blake2b(row.to_bytes(8, 'big'), key=seed or match.encode(), digest_size=8).hexdigest()}"


def _lane(row: Row) -> int:
    return CHANNEL_LANE if row.person is None else row.person
