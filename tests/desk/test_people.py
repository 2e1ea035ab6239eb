"""Preferences are remembered."""

from __future__ import annotations

from engines.desk.people import GuildSettings, Person
from tests.desk.house import House


async def test_whoever_set_nothing_has_the_usual(house: House) -> None:
    assert await house.desk.people.get(1) == Person(1, None, dms=True, dm_closed=False, zone=None)
    assert await house.desk.people.guild(2) == GuildSettings(2, None, "dm")


async def test_only_what_is_named_changes(house: House) -> None:
    people = house.desk.people
    await people.set(1, language="ja")
    await people.set(1, dm_closed=True, zone="Asia/Tokyo")
    assert await people.set(1, dms=False) == Person(1, "ja", dms=False, dm_closed=True, zone="Asia/Tokyo")
    assert await people.set(1, language=None) == Person(1, None, dms=False, dm_closed=True, zone="Asia/Tokyo")
    await people.set_guild(2, ping="both")
    await house.restart()
    assert await house.desk.people.set_guild(2, language="ja") == GuildSettings(2, "ja", "both")
    assert await house.desk.people.get(3) == Person(3)
