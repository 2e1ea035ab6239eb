"""kill -9 of the real bot, at any moment, again and again: what people have done, what they are told, their buttons."""

from __future__ import annotations

import asyncio
import re
import sqlite3
import subprocess
import sys
from collections import Counter
from contextlib import closing
from datetime import datetime, timedelta
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from simcord import MemberActor, UserHandle
from simcord.actors import _component_interaction
from simcord.backend.models import Message
from simcord.builders import GuildHandle
from simcord.results import InteractionResult

from bot.local.seen import SYSTEM_TYPES
from engines import GAMES
from engines.desk import record
from engines.desk.outbox import nonce_of
from engines.desk.records import Guest
from tests.bot import mortal
from tests.bot.posts import Control, post
from tests.bot.test_aerion_commands import BOTH, at, sit
from tests.bot.typed import PARAMETERS

ROOT = Path(__file__).parents[2]
LAST_PRESS = 1
"""The number of no interaction."""
OLD_BUTTONS = 60
"""How many of the old buttons are pressed, unless all are."""


def outlived(data: Path, lives: int, seed: int, slug: str, *manner: str) -> mortal.Seen:
    """What could be seen after so many lives and deaths."""
    program = [sys.executable, "-m", "tests.bot.mortal", str(data), str(lives), str(seed), slug, *manner]
    ended = subprocess.run(program, cwd=ROOT, capture_output=True, text=True, check=False)
    assert ended.returncode == 0, ended.stdout + ended.stderr
    seen: mortal.Seen = msgspec.json.decode((data / "seen.json").read_bytes(), type=mortal.Seen)
    assert seen.deaths == lives
    return seen


def check_game(data: Path, seen: mortal.Seen) -> None:
    """Nothing that was done is lost or counts twice."""
    for name in ("mailboat.db", "discord.sqlite"):
        assert mortal.rows(data / name, "PRAGMA integrity_check") == [("ok",)]
    assert seen.lost == []
    database = data / "mailboat.db"
    serials = [serial for (serial,) in mortal.rows(database, "SELECT serial FROM presses WHERE serial IS NOT NULL")]
    acted = mortal.rows(database, "SELECT serial FROM actions WHERE origin = 'person'")
    assert sorted(serials) == sorted(serial for (serial,) in acted), "each press counts once"


def check_told(data: Path) -> None:
    """Nothing is left to be told, and nothing was told twice: of each row Discord has one message, or none."""
    database = data / "mailboat.db"
    rows = {
        nonce_of(row, match, None if kind == "lobby" else seed): (
            kind,
            state,
            how,
            person,
            (match, asked),
            (match, serial),
        )
        for row, match, seed, kind, state, how, person, asked, serial in mortal.rows(database, ROWS)
    }
    assert {state for _, state, *_ in rows.values()} <= {"sent", "dropped"}
    own = (one for one in mortal.messages(data) if one["type"] not in SYSTEM_TYPES)
    spoken = {one["id"] for one in own if one["interaction_metadata"] is None}
    named = {message: nonce for message, nonce in mortal.nonces(data).items() if message in spoken}
    assert set(named) == spoken, "messages without a name"
    assert len(set(named.values())) == len(named), "something was said twice"
    sent = {nonce for nonce, (_, state, how, *_) in rows.items() if state == "sent" and how in {"channel", "dm"}}
    assert sent <= set(named.values()), "something that never arrived"
    # A letter that was out when the bot died, and whose question was answered before the bot came back to it, stays as
    # it is: to find it again would be to send it.
    for nonce in set(named.values()) - sent:
        kind, state, how, *_ = rows[nonce]
        assert (kind, state, how) == ("turn", "dropped", "no longer asked"), "a message that the bot does not know"
    known = {message for (message,) in mortal.rows(database, "SELECT message FROM posts")}
    assert known == {message for message, nonce in named.items() if nonce in sent}
    said = [rows[nonce] for nonce in named.values()]
    turns = Counter((person, asked) for kind, _, _, person, asked, _ in said if kind == "turn")
    assert set(turns.values()) <= {1}, "somebody was told twice of the same question"
    boards = Counter(serial for kind, *_, serial in said if kind == "board")
    assert set(boards.values()) <= {1}, "the same turn has two boards"


ROWS = """
SELECT o.id, o.match, m.seed, o.kind, o.state, o.how, o.person, o.asked, o.serial
FROM outbox AS o JOIN matches AS m ON m.id = o.match
"""


def all_buttons(seen: mortal.Seen) -> list[tuple[Message, Control, str | None]]:
    """Every button and every entry of a menu that was ever sent, on the message as it was."""
    found = []
    for raw in seen.buttons.values():
        message = msgspec.json.decode(msgspec.json.encode(raw), type=Message)
        for row in message.components:
            for part in row.get("components") or ():
                control = Control("menu" if part["type"] == 3 else "button", "", part["custom_id"])
                values = [option["value"] for option in part.get("options") or ()]
                found += [(message, control, value) for value in values or [None]]
    return found


async def press(harbour: mortal.Harbour, message: Message, control: Control, value: str | None, rng: Random) -> None:
    """Somebody who can see the message presses; it has to work, or to say why not."""
    backend, env = harbour.backend, harbour.env
    able = [n for n in harbour.people.values() if message.visible_to(n)]
    place = backend.channels[message.channel_id]
    able = [n for n in able if place.guild_id is not None or n in place.recipient_ids]
    user = UserHandle(env, backend.users[rng.choice(able)])
    actor: Any = user
    if place.guild_id is not None:
        actor = MemberActor(env, GuildHandle(env, backend.guilds[place.guild_id]), user)
    data: dict[str, Any] = {"custom_id": control.custom_id, "component_type": 2 if value is None else 3}
    if value is not None:
        data["values"] = [value]
    before = seen_of(harbour, message)
    result: InteractionResult = await _component_interaction(actor, message, data)
    for _ in range(500):
        answered = result.acknowledged and (result.modal is not None or result.followups)
        if answered or (result.acknowledged and seen_of(harbour, message) != before):
            return
        await asyncio.sleep(0.01)
    raise AssertionError(f"no answer to {control.custom_id} {value}")


def seen_of(harbour: mortal.Harbour, message: Message) -> tuple[Any, ...]:
    """What an answer may change: the message itself, and the table's last word."""
    backend = harbour.backend
    table = backend.messages[harbour.channel]
    last = max((one for one in table.values() if not one.is_ephemeral), key=lambda one: one.id)
    now = backend.messages[message.channel_id].get(message.id)
    return tuple((one.id, one.content, one.edited_timestamp) for one in (last, now) if one is not None)


async def move(harbour: mortal.Harbour, match: str) -> None:
    """Whoever is asked goes on: so what a death left half done is put right."""
    desk = harbour.app.desk
    if (await desk.status(match)).status != "playing":
        return
    public = await desk.look(match, None)
    seat = public.seats[public.waiting_for[0]]
    look = await desk.look(match, seat.person)
    asked = tuple(decision for decision in look.decisions if decision.playable)
    decision, answer = GAMES[look.slug].absent(asked, look.view)
    guest = Guest(seat.person, seat.name)
    await desk.act(match, guest, decision.verb, answer, asked=None, press=LAST_PRESS, sure=True)
    await harbour.app.deliver.drain()


@pytest.mark.parametrize(
    ("slug", "lives", "seed", "buttons"),
    [
        ("takara", 12, 1, OLD_BUTTONS),
        ("aerion", 8, 1, OLD_BUTTONS),
        ("fractured_sky", 8, 1, OLD_BUTTONS),
        *(pytest.param(slug, 150, seed, 10_000, marks=pytest.mark.fuzz) for slug in PARAMETERS for seed in range(2, 8)),
    ],
)
async def test_the_bot_outlives_kill_9(tmp_path: Path, slug: str, lives: int, seed: int, buttons: int) -> None:
    """People play while the bot's process is killed again and again, at random times and at random requests and
    commits. Nothing they did is lost or counts twice, nobody is told anything twice, and every button ever sent works
    or explains itself."""
    seen = await asyncio.to_thread(outlived, tmp_path, lives, seed, slug)
    check_game(tmp_path, seen)
    check_told(tmp_path)
    rng = Random(seed)
    async with mortal.opened(tmp_path, lives + 1, mortal.Fate()) as harbour:
        old = all_buttons(seen)
        assert len(old) > buttons or buttons > OLD_BUTTONS
        for message, control, value in rng.sample(old, min(buttons, len(old))):
            await press(harbour, message, control, value, rng)
        await harbour.app.deliver.drain()
        match = await harbour.app.desk.at(harbour.channel)
        assert match is not None
        await move(harbour, match)
        told = await harbour.app.desk.record(match, reveal=True)
        assert record.verify(GAMES[slug], told) is None
        boards = [one for one in harbour.backend.messages[harbour.channel].values() if not one.is_ephemeral]
        live = [one for one in boards if post(harbour.backend, one).controls]
        running = (await harbour.app.desk.status(match)).status in {"lobby", "playing"}
        assert len(live) == running, "one board has controls, the last one"
    check_told(tmp_path)


TOLD = """
SELECT o.id, o.match, m.seed, o.kind, o.state, o.how, o.person, o.serial, o.due
FROM outbox AS o LEFT JOIN matches AS m ON m.id = o.match
"""
UNASKED = """
SELECT a.match, a.serial FROM actions AS a LEFT JOIN presses AS p ON p.match = a.match AND p.serial = a.serial
WHERE a.origin = 'person' AND p.id IS NULL
"""
LATE = frozenset({"no longer asked", "superseded", "nothing to show", "no longer next", "no clock runs", "called off"})
"""Why a row is dropped that was out when the bot died, and came back to nothing that it could tell of."""


def check_busy(data: Path, seen: mortal.Seen) -> None:
    """The same of tables at which people vote, hand seats on and let time run out."""
    database = data / "mailboat.db"
    assert mortal.rows(database, "PRAGMA integrity_check") == [("ok",)]
    assert seen.lost == []
    assert mortal.rows(database, UNASKED) == [], "something counts twice"
    found = mortal.rows(database, TOLD)
    rows = {nonce_of(row[0], row[1], None if row[3] == "lobby" else row[2]): row[3:] for row in found}
    assert {state for _, state, *_ in rows.values()} <= {"sent", "dropped"}
    assert mortal.rows(database, "SELECT * FROM motions GROUP BY match HAVING sum(state = 'open') > 1") == []
    own = (one for one in mortal.messages(data) if one["type"] not in SYSTEM_TYPES)
    spoken = {one["id"] for one in own if one["interaction_metadata"] is None}
    said = Counter(nonce for message, nonce in mortal.nonces(data).items() if message in spoken)
    assert said.total() == len(spoken), "messages without a name"
    assert set(said.values()) <= {1}, "something was said twice"
    # What a row says in several messages has several endings.
    whole = {re.sub(r"(mb-[0-9a-f]+)-\w+$", r"\1", nonce) for nonce in said}
    assert {nonce for nonce, row in rows.items() if row[1:3] in {("sent", "channel"), ("sent", "dm")}} <= whole
    for nonce in whole:
        _, state, how, *_ = rows[nonce]
        assert state == "sent" or how in LATE, "a message that the bot does not know"
    told = [rows[nonce] for nonce in whole]
    cards = Counter(serial for kind, *_, serial, _ in told if kind == "vote")
    assert set(cards.values()) <= {1}, "a vote has two cards"
    for person in {row[3] for row in told}:
        nudges = sorted(datetime.fromisoformat(row[5]) for row in told if row[0] == "nudge" and row[3] == person)
        assert all(later - one > timedelta(hours=23) for one, later in pairwise(nudges)), "reminded twice"


@pytest.mark.parametrize(
    ("slug", "lives", "seed"),
    [
        ("takara", 10, 1),
        *(pytest.param(slug, 90, seed, marks=pytest.mark.fuzz) for slug in PARAMETERS for seed in (2, 3)),
    ],
)
async def test_the_life_of_a_table_outlives_kill_9(tmp_path: Path, slug: str, lives: int, seed: int) -> None:
    """While the bot is killed again and again, people vote, set clocks, answer ahead and offer seats, and days go by:
    no call comes twice, none is lost, and a vote has one card."""
    seen = await asyncio.to_thread(outlived, tmp_path, lives, seed, slug, "busy")
    check_busy(tmp_path, seen)


async def test_controls_of_older_boards_go_though_the_bot_died_before_it_took_them(tmp_path: Path) -> None:
    """The bot posts a new board and dies before it takes the older one's controls: the next press puts that right."""
    async with at(tmp_path, D1="MC") as world:
        table = await sit(world, *BOTH)
        ana, ben = table.people
        older = world.board()
        world.die_at("PATCH", f"/channels/*/messages/{older.id}")
        await ana.slash("aerion give-up", unanswered=True)
        await world.restart(hard=True)
        assert [post.id for post in world.channel_messages() if post.controls] == [older.id, world.board().id]
        await ben.slash("aerion roll-dice")
        assert [post for post in world.channel_messages() if post.controls] == [world.channel_messages()[-1]]


async def test_what_must_not_happen_is_found(tmp_path: Path) -> None:
    """The test above fails for an action that is gone after a death, a message that came twice, one that is lost."""
    seen = await asyncio.to_thread(outlived, tmp_path, 4, 3, "takara")
    check_game(tmp_path, seen)
    check_told(tmp_path)
    doubled = "INSERT INTO thing SELECT kind, id + 1, replace(body, id, id + 1) FROM thing WHERE {}"
    newest = "kind IN ('message', 'nonce') AND id = (SELECT max(message) FROM m.posts)"
    for harm in (doubled.format(newest), f"DELETE FROM thing WHERE {newest}"):
        with closing(sqlite3.connect(tmp_path / "discord.sqlite", isolation_level=None)) as db:
            db.execute("ATTACH ? AS m", [str(tmp_path / "mailboat.db")])
            before = db.execute("SELECT * FROM thing").fetchall()
            db.execute(harm)
            with pytest.raises(AssertionError, match=r"twice|never arrived"):
                check_told(tmp_path)
            db.execute("DELETE FROM thing")
            db.executemany("INSERT INTO thing VALUES (?, ?, ?)", before)
    with closing(sqlite3.connect(tmp_path / "mailboat.db", isolation_level=None)) as db:
        db.execute("DELETE FROM actions WHERE serial = (SELECT max(serial) FROM actions)")
    seen.look(tmp_path)
    with pytest.raises(AssertionError):
        check_game(tmp_path, seen)
