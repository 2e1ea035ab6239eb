"""What persons and servers prefer."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import Literal

import msgspec
from msgspec import UNSET, Struct, UnsetType
from sqlalchemy import Table, bindparam, insert, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from engines.desk.db import Database
from engines.desk.tables import GUILDS, PEOPLE

Ping = Literal["dm", "mention", "both", "none"]


class Person(Struct, frozen=True):
    """A person's preferences.

    language: as chosen; locale: as Discord said last. dms: wants direct messages. dm_closed: the last one was refused.
    zone: an IANA time zone. quiet_from, quiet_until: minutes of the local day between which nobody calls. weekends_off:
    nor on Saturdays and Sundays. away_until: nor before that local day. remind: hours between reminders; 0: none.
    digest: the local hour of one daily letter instead of single ones. next_up: wants to hear of being next.
    """

    id: int
    language: str | None = None
    locale: str | None = None
    dms: bool = True
    dm_closed: bool = False
    zone: str | None = None
    quiet_from: int | None = None
    quiet_until: int | None = None
    weekends_off: bool = False
    away_until: date | None = None
    remind: int = 24
    digest: int | None = None
    next_up: bool = False


class GuildSettings(Struct, frozen=True):
    """A server's preferences. ping: how people learn that it is their turn."""

    id: int
    language: str | None = None
    ping: Ping = "dm"


_GET_PERSON = select(PEOPLE).where(PEOPLE.c.id == bindparam("who"))
_GET_GUILD = select(GUILDS).where(GUILDS.c.id == bindparam("which"))


class People:
    """The store of preferences; whoever never set any has the usual ones."""

    def __init__(self, db: Database) -> None:
        self._db = db

    async def get(self, person: int) -> Person:
        """The person's preferences."""
        async with self._db.read() as tx:
            row = (await tx.execute(_GET_PERSON, {"who": person})).first()
        return msgspec.convert(row._asdict(), Person) if row else Person(person)

    async def set(
        self,
        person: int,
        *,
        language: str | UnsetType | None = UNSET,
        locale: str | UnsetType | None = UNSET,
        dms: bool | UnsetType = UNSET,
        dm_closed: bool | UnsetType = UNSET,
        zone: str | UnsetType | None = UNSET,
        **hours: int | bool | date | None,
    ) -> Person:
        """Change what is named, `hours` being the other fields of Person; the preferences afterwards."""
        changes = {"language": language, "locale": locale, "dms": dms, "dm_closed": dm_closed, "zone": zone, **hours}
        async with self._db.work() as tx:
            await _put(tx, PEOPLE, person, changes)
        return await self.get(person)

    async def opened(self, tx: AsyncConnection, person: int) -> None:
        """Direct messages to this person are tried again."""
        await tx.execute(update(PEOPLE).where(PEOPLE.c.id == person).values(dm_closed=False))

    async def guild(self, guild: int) -> GuildSettings:
        """The server's preferences."""
        async with self._db.read() as tx:
            row = (await tx.execute(_GET_GUILD, {"which": guild})).first()
        return msgspec.convert(row._asdict(), GuildSettings) if row else GuildSettings(guild)

    async def set_guild(
        self, guild: int, *, language: str | UnsetType | None = UNSET, ping: Ping | UnsetType = UNSET
    ) -> GuildSettings:
        """Change what is named; the preferences afterwards."""
        async with self._db.work() as tx:
            await _put(tx, GUILDS, guild, {"language": language, "ping": ping})
        return await self.guild(guild)


async def _put(tx: AsyncConnection, rows: Table, key: int, changes: Mapping[str, object]) -> None:
    values = {name: value for name, value in changes.items() if value is not UNSET}
    usual = msgspec.structs.asdict(Person(key) if rows is PEOPLE else GuildSettings(key))
    try:
        async with tx.begin_nested():
            await tx.execute(insert(rows).values(usual | values))
    except IntegrityError:
        if values:
            await tx.execute(update(rows).where(rows.c.id == key).values(values))
