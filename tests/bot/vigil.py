"""A witness over weeks: reckons from what people did, and from their habits, what may reach whom and when."""

from __future__ import annotations

import re
import sqlite3
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from pathlib import Path

import msgspec
from simcord.backend.models import Channel

from engines.desk.outbox import nonce_of
from engines.kernel.text import Event
from tests.bot.almanac import Habits
from tests.bot.harbour import Harbour
from tests.bot.posts import post

SOON = timedelta(seconds=60)
"""Nothing that is promised comes later than this."""

MOST_REMINDERS = 5

NONCE = len("mb-") + 16
"""Letters of a row's name; what follows tells apart what one row sends."""

LINK = re.compile(r"https://discord\.com/channels/\d+/\d+(/\d+)?")

ABOUT_A_QUESTION = ("turn", "nudge", "board")


@dataclass
class Table:
    """A table as the witness sees it. seats: seat → who has it, without stand-ins."""

    match: str
    name: str
    where: Channel
    host: str
    seats: dict[int, str] = field(default_factory=dict)
    waiting: frozenset[str] = frozenset()
    status: str = "playing"
    ever: set[str] = field(default_factory=set)
    """Who ever had a seat."""


@dataclass
class Question:
    """Something that a table waits for somebody with.

    since: it does since then, or since they last did something at it. first: a first call may still come; needed: and
    must. called: when they last heard of it. stalled: somebody else was told that it stays without an answer.
    late: of what they did something about before they were told of it, they may still be told when they wake.
    irregular: its reminders can't be counted by what arrived, for there were daily letters instead, or habits changed.
    """

    person: str
    since: datetime
    first: bool
    needed: bool
    called: datetime | None = None
    reminders: int = 0
    stalled: datetime | None = None
    irregular: bool = False
    late: bool = False


@dataclass(frozen=True)
class Call:
    """A message that rang for somebody."""

    at: datetime
    person: str
    kind: str
    match: str | None
    by: str
    text: str

    def __str__(self) -> str:
        return f"{self.by} of kind {self.kind} to {self.person}: {self.text[:160]!r}"


class Vigil:
    """See the module. What people do is told to it (`acted`, `mute` …); then it looks at what reached them (`look`)."""

    def __init__(self, world: Harbour, data: Path) -> None:
        self.world = world
        self.tables: dict[str, Table] = {}
        self.habits: dict[str, Habits] = {}
        self.muted: dict[tuple[str, str], str] = {}
        self.open: dict[tuple[str, str], Question] = {}
        self.calls: list[Call] = []
        self.counts: Counter[str] = Counter()
        self.letters: dict[str, dict[date, datetime]] = {}
        """The local days on which each had their daily letter."""
        self.waits_since: dict[str, datetime] = {}
        self.changed: dict[str, datetime] = {}
        """When the habits of each were last changed."""
        self.up_since = world.now()
        self._back = False
        self.actor: tuple[str, str] | None = None
        self._db = sqlite3.connect(f"file:{data / 'mailboat.db'}?mode=ro", uri=True)
        self._seen = max((m for c in world.backend.messages.values() for m in c), default=0)
        self._row = 0
        self._rows: dict[str, tuple[str, str | None]] = {}

    # -- what people do ------------------------------------------------------------------------------------------------

    def watch(self, table: Table) -> None:
        self.tables[table.match] = table

    def acted(self, person: str, match: str) -> None:
        """They are about to do something at that table."""
        self.actor = (match, person)

    def takes_back(self, person: str, match: str) -> None:
        """They are about to take back what they did, and need no call for what is then asked again."""
        self.actor, self._back = (match, person), True

    def settle_on(self, person: str, habits: Habits) -> None:
        if person in self.habits and self.habits[person].zone != habits.zone:
            # Days that were something else before.
            self.letters.pop(person, None)
        self.habits[person] = habits
        self.changed[person] = self.world.now()
        for (_, asked), question in self.open.items():
            if asked == person:
                question.irregular = True

    # -- what comes next -----------------------------------------------------------------------------------------------

    def promised(self, key: tuple[str, str]) -> datetime | None:
        """When that question's person must hear of it next; None: not."""
        question = self.open[key]
        habits = self.habits[question.person]
        if key in self.muted or habits.digest is not None or self.tables[key[0]].status != "playing":
            return None
        earliest = max(self.up_since, self.changed.get(question.person, question.since))
        if question.called is None:
            return habits.wakes(max(question.since, earliest)) if question.needed else None
        if habits.remind == 0 or question.reminders == MOST_REMINDERS:
            return None
        due = max(question.called, question.since) + timedelta(hours=habits.remind)
        return habits.wakes(max(due, earliest))

    def report(self, key: tuple[str, str]) -> tuple[str, datetime] | None:
        """Who is told, and when, that reminders of that question don't help; None: nobody."""
        question, table = self.open[key], self.tables[key[0]]
        habits = self.habits[question.person]
        regular = question.reminders == MOST_REMINDERS and question.called is not None and not question.irregular
        if not regular or question.stalled or key in self.muted or habits.remind == 0 or table.status != "playing":
            return None
        told = self.told_of(table, question.person)
        if told is None:
            return None
        assert question.called is not None
        due = habits.wakes(question.called + timedelta(hours=habits.remind))
        earliest = max(self.up_since, *(self.changed.get(name, due) for name in (told, question.person)))
        return told, self.habits[told].wakes(max(due, earliest))

    def told_of(self, table: Table, absent: str) -> str | None:
        """Who looks after a table at which somebody does not answer: the host, else whoever sits next to the host."""
        order = sorted(table.seats)
        begin = next((n for n, seat in enumerate(order) if table.seats[seat] == table.host), 0)
        others = [table.seats[seat] for seat in (*order[begin:], *order[:begin]) if table.seats[seat] != absent]
        return next(iter(others), None)

    def next(self) -> datetime | None:
        """The next moment at which something must reach somebody."""
        moments = [moment for key in self.open if (moment := self.promised(key)) is not None]
        moments += [report[1] for key in self.open if (report := self.report(key)) is not None]
        moments += [moment for person in self.habits if (moment := self.letter(person)) is not None]
        now = self.world.now()
        return min((moment for moment in moments if moment + SOON > now), default=None)

    def letter(self, person: str) -> datetime | None:
        """When that person's next daily letter must come at the latest; None: not."""
        habits = self.habits[person]
        since = self.waits_since.get(person)
        if habits.digest is None or since is None:
            return None
        begun = max(since, self.up_since, self.changed.get(person, since))
        day = habits.local(begun).date()
        for _ in range(30):
            moment = habits.letter_of(day)
            if moment is not None and moment >= begun and day not in self.letters.get(person, ()):
                return moment
            day += timedelta(days=1)
        return None

    # -- what reached them ---------------------------------------------------------------------------------------------

    def look(self) -> list[Call]:
        """After something was done, or time went by: the new calls. Fails for every broken promise."""
        now = self.world.now()
        self._see_tables(now)
        calls = list(self._calls())
        for call in calls:
            self._judge(call)
        self.calls += calls
        self._judge_silence(now)
        self.actor, self._back = None, False
        return calls

    def _see_tables(self, now: datetime) -> None:
        seats: dict[str, dict[int, str]] = {match: {} for match in self.tables}
        names = {person.id: name for name, person in self.world.people.items()}
        for match, seat, person, standin in self._db.execute("SELECT match, seat, person, standin FROM seats"):
            if match in seats and not standin:
                seats[match][seat] = names[person]
        for match, status, waiting, host in self._db.execute("SELECT id, status, waiting, host FROM matches"):
            if match not in self.tables:
                continue
            table = self.tables[match]
            table.status, table.host, table.seats = status, names[host], seats[match]
            table.ever |= set(table.seats.values())
            asked = {int(seat) for seat in waiting.split(",") if seat} if status in {"playing", "asleep"} else set()
            self._see_waiting(table, frozenset(table.seats[seat] for seat in asked if seat in table.seats), now)
        for person in self.habits:
            if not any(key[1] == person and key not in self.muted for key in self.open):
                self.waits_since.pop(person, None)
            else:
                self.waits_since.setdefault(person, now)

    def _see_waiting(self, table: Table, waiting: frozenset[str], now: datetime) -> None:
        for person in sorted(table.waiting - waiting):
            del self.open[table.match, person]
            if self.muted.get((table.match, person)) == "turn":
                del self.muted[table.match, person]
        for person in sorted(waiting - table.waiting):
            self.open[table.match, person] = Question(person, now, first=True, needed=True)
        goes_on = waiting if self._back else waiting & table.waiting
        if self.actor is not None and self.actor[0] == table.match and self.actor[1] in goes_on:
            # They go on, or are asked again after others have answered: they know, and may be told.
            key = (table.match, self.actor[1])
            untold = key in self.open and self.open[key].called is None
            self.open[key] = Question(key[1], now, first=True, needed=False, called=now, late=untold)
        table.waiting = waiting

    def _calls(self) -> Iterator[Call]:
        names = {person.id: name for name, person in self.world.people.items()}
        self._learn_rows()
        nonces = {spent.message: nonce for nonce, spent in self.world.backend.rules.nonces.items()}
        fresh = [m for c in self.world.backend.messages.values() for n, m in c.items() if n > self._seen]
        for message in sorted(fresh, key=lambda one: one.id):
            self._seen = message.id
            if message.author_id != self.world.backend.bot_user.id or message.is_ephemeral:
                continue
            if message.interaction_metadata is not None:
                continue
            place = self.world.backend.channels[message.channel_id]
            kind, match = self._rows[nonces[message.id][:NONCE]]
            if match is None:
                match = next((table.match for table in self.tables.values() if table.where.id == place.id), None)
            reached, by = list(message.ping_user_ids), "a mention"
            if place.guild_id is None:
                reached, by = [one for one in place.recipient_ids if one in names], "a letter"
            for one in reached:
                at = datetime.fromisoformat(message.timestamp)
                yield Call(at, names[one], kind, match, by, post(self.world.backend, message).text)

    def _learn_rows(self) -> None:
        """By its nonce each message says which row it tells."""
        for number, kind, match, person, seed in self._db.execute(_ROWS, (self._row,)):
            self._row = number
            nonce = nonce_of(number, match or str(person), None if kind == "lobby" else seed)
            self._rows[nonce] = (kind, match)

    def _judge(self, call: Call) -> None:
        self.counts[call.kind] += 1
        habits = self.habits.get(call.person)
        assert habits is not None, f"{call} has no business here"
        local = habits.local(call.at)
        assert not habits.rests(call.at), f"{call}, who rests: it is {local:%a %d %b %H:%M} for them, {habits}"
        assert call.kind == "board" or LINK.search(call.text), f"{call} leads nowhere"
        if call.kind in ABOUT_A_QUESTION:
            self._judge_question(call)
        elif call.kind == "digest":
            self._judge_letter(call, local.date())
        elif call.kind == "stall":
            self._judge_report(call)
        elif call.kind == "next":
            table = self.tables[str(call.match)]
            assert habits.next_up, f"{call} never asked for it"
            assert call.person not in table.waiting, f"{call} is asked already"
        if call.match in self.tables and call.kind not in {"seat", "offer", "stall", "say"}:
            table = self.tables[str(call.match)]
            assert call.person in table.seats.values() or call.kind == "over", f"{call} has no seat there"

    def _judge_question(self, call: Call) -> None:
        assert call.match is not None
        key = (call.match, call.person)
        table, habits = self.tables[call.match], self.habits[call.person]
        question = self.open.get(key)
        assert question is not None, f"{call}, who isn't asked at {table.name}"
        assert key not in self.muted, f"{call}, who muted it"
        assert habits.digest is None, f"{call}, who wants one letter a day"
        if question.first and call.kind != "nudge":
            at_once = question.called in {None, call.at}
            assert at_once or question.late, f"{call}: late for a first call ({question})"
            question.first = question.needed = False
        else:
            assert call.kind == "nudge", f"{call}: told a second time of the same question ({question})"
            due = self.promised(key)
            assert due is not None, f"{call}: a reminder that nobody promised ({question})"
            assert due <= call.at, f"{call}: a reminder before {due} ({question})"
            question.reminders += 1
            assert question.reminders <= MOST_REMINDERS, f"{call}: reminder number {question.reminders}"
            question.first = question.needed = False
        question.called = call.at
        self._judge_news(call)

    def _judge_report(self, call: Call) -> None:
        """That somebody doesn't answer is told once, and after the last reminder."""
        table = self.tables[str(call.match)]
        for (match, person), question in self.open.items():
            if match != table.match or question.stalled or self.told_of(table, person) != call.person:
                continue
            report = self.report((match, person))
            remind = timedelta(hours=self.habits[person].remind)
            late = question.irregular and call.at >= question.since + MOST_REMINDERS * remind
            if late or (report is not None and report[1] <= call.at):
                question.stalled = call.at
                return
        raise AssertionError(f"{call}: a second time, too early, or to the wrong person ({self.open})")

    def _judge_letter(self, call: Call, day: date) -> None:
        habits = self.habits[call.person]
        assert habits.digest is not None, f"{call}, who wants no daily letter"
        assert call.person in self.waits_since, f"{call}, for whom nothing waits"
        days = self.letters.setdefault(call.person, {})
        if call.by == "a mention":
            # Where no letter can be written, each game calls.
            assert days.get(day, call.at) == call.at, f"{call}: the second on {day}"
        else:
            assert day not in days, f"{call}: the second on {day}"
        days[day] = call.at
        for (_, person), question in self.open.items():
            if person == call.person:
                question.called, question.first, question.needed = call.at, False, False
                question.irregular = True

    def _judge_news(self, call: Call) -> None:
        """What happened at the table since they last did something is told."""
        if call.by == "a letter" and self._happened(str(call.match), call.person):
            assert "\n• " in call.text, f"{call}: not a word of what happened since"

    def _happened(self, match: str, person: str) -> bool:
        number = self.world.people[person].id
        ((acted,),) = self._db.execute(
            "SELECT coalesce(max(serial), 0) FROM actions WHERE match = ? AND person = ?", (match, number)
        )
        lines = self._db.execute(_LINES, (match, acted))
        return any(msgspec.msgpack.decode(event, type=Event).seen_by is None for (event,) in lines)

    def _judge_silence(self, now: datetime) -> None:
        """Nothing that was promised is missing."""
        for key, question in self.open.items():
            due = self.promised(key)
            if due is None or due + SOON > now:
                continue
            what = "a first call" if question.called is None else f"reminder {question.reminders + 1}"
            raise AssertionError(f"{question.person} at {self.tables[key[0]].name}: {what} of {due} is missing")
        for key in self.open:
            report = self.report(key)
            if report is not None and report[1] + SOON <= now:
                raise AssertionError(f"{report[0]} was to be told at {report[1]} that {key[1]} does not answer")
        for person in self.habits:
            due = self.letter(person)
            assert due is None or due + SOON > now, f"{person}: the daily letter of {due} is missing"

    def close(self) -> None:
        self._db.close()


_ROWS = """
    SELECT outbox.id, kind, match, person, seed FROM outbox LEFT JOIN matches ON matches.id = match
    WHERE outbox.id > ? ORDER BY outbox.id
"""
_LINES = "SELECT event FROM log_lines WHERE match = ? AND serial > ? AND NOT undone"
