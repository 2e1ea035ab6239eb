"""A witness over weeks: reckons from what people did, and from their habits, what may reach whom and when."""

from __future__ import annotations

import re
import sqlite3
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import msgspec
from simcord.backend.models import Channel

from engines.desk.outbox import nonce_of
from engines.kernel.text import Event
from tests.bot.almanac import Habits, quarter_after
from tests.bot.harbour import Harbour
from tests.bot.posts import post

DAY = timedelta(days=1)

SOON = timedelta(seconds=60)
"""Nothing that is promised comes later than this."""

JUST_AFTER = timedelta(seconds=2)

PULSE = timedelta(seconds=20)
"""The bot looks so often: what falls due just before somebody rests may have to wait until they wake."""

MOST_REMINDERS = 5

MAYBE = "maybe"

NEVER = 10_000
"""Hours."""

PATIENCE = timedelta(hours=2)
"""What everybody has at least after the bot was away."""

NONCE = len("mb-") + 16
"""Letters of a row's name; what follows tells apart what one row sends."""

LINK = re.compile(r"https://discord\.com/channels/\d+/\d+(/\d+)?")

OF_THE_CHANNEL = ("board", "edit", "say", "scene", "vote", "offer", "result")

ABOUT_A_QUESTION = ("turn", "nudge", "board")


@dataclass
class Clock:
    """Seconds: at the beginning, for each turn, at most; what happens when none is left. It stands on vacations."""

    bank: int
    increment: int
    most: int
    at_zero: str


@dataclass
class Table:
    """A table as the witness sees it. owners: seat → whose it is; seats: the same without those kept by stand-ins."""

    match: str
    name: str
    where: Channel
    host: str
    seats: dict[int, str] = field(default_factory=dict)
    owners: dict[int, str] = field(default_factory=dict)
    clock: Clock | None = None
    waiting: frozenset[str] = frozenset()
    status: str = "playing"
    ever: set[str] = field(default_factory=set)
    """Who ever had a seat."""
    serial: int = 0
    rewound: bool = False
    """Something was taken back by agreement: a turn that begins again is no new one, and gives no new time."""


@dataclass
class Question:
    """Something that a table waits for somebody with.

    since: it does since then, or since they last did something at it. first: a first call may still come; needed: and
    must. called: when they last heard of it. stalled: somebody else was told that it stays without an answer.
    begun: they have known since then that they are asked. warned, flagged: their time runs out, or has.
    late: of what they did something about while they rested, or before they were told of it, they may be told later.
    loud: they wanted quiet and then did not, so its reminders may count from then or from the last one.
    irregular: its reminders can't be counted by what arrived, for there were daily letters instead, or habits changed;
    least: the fewest hours between two of them since then.
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
    begun: datetime | None = None
    warned: datetime | None = None
    flagged: bool = False
    loud: bool = False
    least: int = NEVER


@dataclass(frozen=True)
class Call:
    """A message that rang for somebody."""

    at: datetime
    person: str
    kind: str
    match: str | None
    serial: int
    part: str
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
        self.left: dict[str, datetime] = {}
        self._stirred: dict[str, frozenset[str]] = {}
        self._before: tuple[str, dict[int, str]] | None = None
        self._parting: set[tuple[str, str]] = set()
        """Who is still to be told that a seat of theirs changed hands."""
        self._balloted: set[tuple[str, int, str]] = set()
        self._noes: Counter[tuple[str, str]] = Counter()
        self._over: set[tuple[str, str]] = set()
        self._db = sqlite3.connect(f"file:{data / 'mailboat.db'}?mode=ro", uri=True)
        self._seen = max((m for c in world.backend.messages.values() for m in c), default=0)
        self._row = 0
        self._rows: dict[str, tuple[str, str | None, int]] = {}

    # -- what people do ------------------------------------------------------------------------------------------------

    def watch(self, table: Table) -> None:
        self.tables[table.match] = table

    def acted(self, person: str, match: str) -> None:
        """They are about to do something at that table."""
        self.actor = (match, person)

    def takes_back(self, person: str, match: str) -> None:
        """They are about to take back what they did, and need no call for what is then asked again."""
        self.actor, self._back = (match, person), True

    def says_no(self, match: str, mover: str) -> None:
        """Somebody says No to what that person has moved, who may hear so once."""
        self._noes[match, mover] += 1

    def stir(self, match: str, *people: str) -> None:
        """They are about to change something at that table other than by an answer, and know what comes of it."""
        self._stirred[match] = frozenset(people)

    def hands_over(self, match: str) -> None:
        """A seat is about to change hands."""
        self._before = (match, dict(self.tables[match].owners))

    def leaves(self, person: str) -> None:
        """They have left the server."""
        self.left[person] = self.world.now()

    def returns(self, person: str) -> None:
        del self.left[person]

    def mute(self, person: str, match: str, what: str) -> None:
        """They have asked to hear no more of a "turn" or a "game"; "": to hear all again."""
        key = (match, person)
        self.muted.pop(key, None)
        if what == "game" or (what == "turn" and key in self.open):
            self.muted[key] = what
        if key in self.open:
            question = self.open[key]
            question.irregular = True
            if not what:
                question.called, question.needed, question.loud = self.world.now(), False, True

    def settle_on(self, person: str, habits: Habits) -> None:
        if person in self.habits and self.habits[person].zone != habits.zone:
            # Days that were something else before.
            self.letters.pop(person, None)
        before = self.habits.get(person, habits)
        self.habits[person] = habits
        self.changed[person] = self.world.now()
        for (_, asked), question in self.open.items():
            if asked == person:
                question.irregular = True
                question.least = min(question.least, before.remind or NEVER, habits.remind or NEVER)

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
        """Who hears that somebody does not answer: the host, but not of themselves."""
        return table.host if table.host != absent else None

    def next(self) -> datetime | None:
        """The next moment at which something must reach somebody."""
        moments = [moment for key in self.open if (moment := self.promised(key)) is not None]
        moments += [report[1] for key in self.open if (report := self.report(key)) is not None]
        moments += [moment for person in self.habits if (moment := self.letter(person)) is not None]
        now = self.world.now()
        return min((moment for moment in moments if moment > now - JUST_AFTER), default=None)

    def stirs(self) -> datetime | None:
        """When the bot means to look at something next: nothing is judged by it, but it must not oversleep."""
        ((found,),) = self._db.execute(_STIRS, {"now": f"{self.world.now():%Y-%m-%d %H:%M:%S.%f}"})
        return None if found is None else datetime.fromisoformat(found).replace(tzinfo=UTC)

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
        self.actor, self._back, self._stirred = None, False, {}
        return calls

    def _see_tables(self, now: datetime) -> None:
        seats: dict[str, dict[int, str]] = {match: {} for match in self.tables}
        owners: dict[str, dict[int, str]] = {match: {} for match in self.tables}
        names = {person.id: name for name, person in self.world.people.items()}
        for match, seat, person, standin in self._db.execute("SELECT match, seat, person, standin FROM seats"):
            if match in seats:
                owners[match][seat] = names[person]
            if match in seats and not standin:
                seats[match][seat] = names[person]
        for match, status, waiting, host, serial in self._db.execute(_TABLES):
            if match not in self.tables:
                continue
            table = self.tables[match]
            moved, table.serial = table.serial != serial, serial
            woke = table.status == "asleep" and status == "playing"
            table.status, table.host, table.seats, table.owners = status, names[host], seats[match], owners[match]
            table.ever |= set(table.seats.values())
            asked = {int(seat) for seat in waiting.split(",") if seat} if status in {"playing", "asleep"} else set()
            people = frozenset(table.seats[seat] for seat in asked if seat in table.seats)
            if moved and self.actor is None and match not in self._stirred:
                self._see_time_out(table, people & table.waiting, now)
            self._see_waiting(table, people, now)
            if woke:
                for question in (found for key, found in self.open.items() if key[0] == match):
                    question.since = now
            if match in self._stirred or woke:
                self._see_stir(table, self._stirred.get(match, frozenset()), now)
        self._see_hand_over()
        for person in self.habits:
            waits = [key for key in self.open if key[1] == person and self.tables[key[0]].status == "playing"]
            if all(key in self.muted for key in waits):
                self.waits_since.pop(person, None)
            else:
                self.waits_since.setdefault(person, now)

    def _see_time_out(self, table: Table, still: frozenset[str], now: datetime) -> None:
        """Where the stand-in has played somebody's turn, their next one may have come at once."""
        for person in sorted(still):
            question = self.open[table.match, person]
            turn = table.clock is not None and table.clock.at_zero == "turn"
            if turn and question.warned is not None and self._had_time(table, question, now):
                question.first = question.late = question.irregular = True
                question.called, question.begun, question.since = None, now, now

    def _see_stir(self, table: Table, people: frozenset[str], now: datetime) -> None:
        """Whoever is asked by something else than an answer may be told of it, if they did not do it themselves."""
        for (match, person), question in self.open.items():
            if match == table.match:
                question.first = question.late = question.irregular = True
                question.needed = question.needed and person not in people
                if person in people and question.called is None:
                    question.called = now

    def _see_hand_over(self) -> None:
        if self._before is not None:
            match, before = self._before
            for seat, owner in self.tables[match].owners.items():
                if owner != before[seat]:
                    self._parting |= {(match, owner), (match, before[seat])}
            self._before = None

    def _see_waiting(self, table: Table, waiting: frozenset[str], now: datetime) -> None:
        for person in sorted(table.waiting - waiting):
            question = self.open.pop((table.match, person))
            if self.actor is None and table.match not in self._stirred and person in table.owners.values():
                self._judge_flag(table, question, now)
            if self.muted.get((table.match, person)) in {"turn", MAYBE}:
                del self.muted[table.match, person]
        for person in sorted(waiting - table.waiting):
            self.open[table.match, person] = Question(person, now, first=True, needed=True, begun=now)
        goes_on = waiting if self._back else waiting & table.waiting
        if self.actor is not None and self.actor[0] == table.match and self.actor[1] in goes_on:
            # They go on, or are asked again after others have answered: they know, and may be told.
            key = (table.match, self.actor[1])
            before = self.open.get(key)
            untold = before is not None and (before.called is None or (before.late and before.first))
            untold = untold or self.habits[key[1]].rests(now)
            begun, warned = (before.begun, before.warned) if before is not None else (now, None)
            self.open[key] = Question(
                key[1], now, first=True, needed=False, called=now, late=untold, begun=begun, warned=warned
            )
            if self.muted.get(key) == "turn":
                # Perhaps a new turn of theirs has begun.
                self.muted[key] = MAYBE
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
            part = nonces[message.id][NONCE:]
            kind, match, serial = self._rows.get(nonces[message.id][:NONCE], ("notice", None, 0))
            if match is None:
                match = next((table.match for table in self.tables.values() if table.where.id == place.id), None)
            reached, by = list(message.ping_user_ids), "a mention"
            if place.guild_id is None:
                reached, by = [one for one in place.recipient_ids if one in names], "a letter"
                if kind in OF_THE_CHANNEL:
                    # What could not be shown there, its host is told.
                    kind = "notice"
            for one in reached:
                at = datetime.fromisoformat(message.timestamp)
                text = post(self.world.backend, message).text
                yield Call(at, names[one], kind, match, serial, part, by, text)

    def _learn_rows(self) -> None:
        """By its nonce each message says which row it tells."""
        for number, kind, match, person, serial, seed in self._db.execute(_ROWS, (self._row,)):
            self._row = number
            nonce = nonce_of(number, match or str(person), None if kind == "lobby" else seed)
            self._rows[nonce] = (kind, match, serial)

    def _judge(self, call: Call) -> None:
        self.counts[call.kind] += 1
        habits = self.habits.get(call.person)
        assert habits is not None, f"{call} has no business here"
        local = habits.local(call.at)
        # That their table's place is lost, its host learns at once.
        assert call.kind == "notice" or not habits.rests(call.at), (
            f"{call}, who rests: it is {local:%a %d %b %H:%M} for them, {habits}"
        )
        assert call.kind == "board" or call.part or LINK.search(call.text), f"{call} leads nowhere"
        assert call.person not in self.left or call.kind in {"digest", "seat"}, f"{call}, who has left the server"
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
        elif call.kind == "warning":
            question = self.open.get((str(call.match), call.person))
            assert question is not None, f"{call}, who isn't asked"
            again = question.warned is not None and question.warned >= question.since
            assert not again, f"{call}: a second warning ({question})"
            question.warned = call.at
        elif call.kind == "ballot":
            key = (str(call.match), call.serial, call.person)
            if key in self._balloted:
                assert self._noes[key[0], key[2]], f"{call}: asked twice to vote"
                self._noes[key[0], key[2]] -= 1
            self._balloted.add(key)
        elif call.kind == "seat":
            self._judge_parting(call)
        elif call.kind == "over":
            assert (str(call.match), call.person) not in self._over, f"{call}: told twice of the end"
            self._over.add((str(call.match), call.person))
            assert call.person in self.tables[str(call.match)].owners.values(), f"{call} has no seat there"
        else:
            assert call.kind == "notice", f"{call}: what is that?"
            assert any(table.host == call.person for table in self.tables.values()), f"{call} is not the host"
        if call.kind in {*ABOUT_A_QUESTION, "next", "warning", "ballot", "stall"}:
            table = self.tables[str(call.match)]
            assert call.person in table.seats.values(), f"{call} has no seat there"

    def _judge_parting(self, call: Call) -> None:
        """Both who had a seat and who has it now are told once; of what is asked, too."""
        key = (str(call.match), call.person)
        if call.part:
            return
        assert key in self._parting, f"{call}: no seat of theirs changed hands"
        self._parting.discard(key)
        if key in self.open:
            self.open[key].called, self.open[key].first, self.open[key].needed = call.at, False, False

    def _judge_flag(self, table: Table, question: Question, now: datetime) -> None:
        """Where nobody did anything and the table goes on, somebody's time has run out, after a warning."""
        who = f"{question.person} at {table.name}"
        if question.person in self.left:
            return
        assert table.clock is not None, f"{who} was asked, and isn't any more"
        assert table.clock.at_zero != "tell", f"{who} was asked, and isn't any more"
        assert self._had_time(table, question, now), f"{who}: time out too early ({question})"
        awake = not self.habits[question.person].rests(now - timedelta(hours=1))
        assert question.warned or not awake or (table.match, question.person) in self.muted, f"{who}: no warning"
        self.counts["flag"] += 1

    def _ran_out(self, table: Table, question: Question, at: datetime) -> bool:
        """Whether their time may have run out where that is told, and nobody was told yet."""
        told = table.clock is not None and table.clock.at_zero == "tell" and not question.flagged
        return told and self._had_time(table, question, at)

    def _had_time(self, table: Table, question: Question, at: datetime) -> bool:
        """Whether they had at least the time that a turn gives."""
        if table.clock is None or question.begun is None or table.rewound:
            return table.clock is not None
        return self.used(question.person, question.begun, at) >= timedelta(seconds=table.clock.increment)

    def used(self, person: str, start: datetime, end: datetime) -> timedelta:
        """The time that counts on somebody's clock."""
        habits, moment, total = self.habits[person], start, timedelta()
        while moment < end:
            following = min(quarter_after(moment), end)
            if not habits.away(moment):
                total += following - moment
            moment = following
        return total

    def _judge_question(self, call: Call) -> None:
        assert call.match is not None
        key = (call.match, call.person)
        table, habits = self.tables[call.match], self.habits[call.person]
        question = self.open.get(key)
        assert question is not None, f"{call}, who isn't asked at {table.name}"
        assert self.muted.get(key, MAYBE) == MAYBE, f"{call}, who muted it"
        assert habits.digest is None, f"{call}, who wants one letter a day"
        if question.first and call.kind != "nudge":
            at_once = question.called in {None, call.at}
            assert at_once or question.late, f"{call}: late for a first call ({question})"
            question.first = question.needed = False
        else:
            assert call.kind == "nudge", f"{call}: told a second time of the same question ({question})"
            due = self.promised(key)
            assert due is not None, f"{call}: a reminder that nobody promised ({question})"
            assert due <= call.at or question.loud, f"{call}: a reminder before {due} ({question})"
            question.reminders += 1
            assert question.reminders <= MOST_REMINDERS, f"{call}: reminder number {question.reminders}"
            question.first = question.needed = False
        question.called = call.at
        self._judge_news(call)

    def _judge_report(self, call: Call) -> None:
        """That somebody doesn't answer is told once, and after the last reminder."""
        table = self.tables[str(call.match)]
        for (match, person), question in self.open.items():
            if match != table.match or self.told_of(table, person) != call.person:
                continue
            if self._ran_out(table, question, call.at):
                question.flagged = True
                return
            report = self.report((match, person))
            remind = timedelta(hours=self.habits[person].remind)
            late = question.irregular and call.at >= question.since + MOST_REMINDERS * min(
                remind, timedelta(hours=question.least)
            )
            silent = (match, person) in self.muted or not remind or self.habits[person].digest is not None
            counted = silent and call.at >= question.since + (MOST_REMINDERS + 1) * DAY
            if not question.stalled and (late or counted or (report is not None and report[1] <= call.at)):
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
        """Whether anything was told to all since somebody in that seat, whoever had it then, did anything."""
        (seat,) = (seat for seat, owner in self.tables[match].owners.items() if owner == person)
        ((acted,),) = self._db.execute(
            "SELECT coalesce(max(serial), 0) FROM actions WHERE match = ? AND seat = ?", (match, seat)
        )
        lines = self._db.execute(_LINES, (match, acted))
        return any(msgspec.msgpack.decode(event, type=Event).seen_by is None for (event,) in lines)

    def _judge_silence(self, now: datetime) -> None:
        """Nothing that was promised is missing."""
        for key, question in self.open.items():
            due = self.promised(key)
            if due is None or self.habits[question.person].wakes(due + PULSE) + SOON > now:
                continue
            if question.irregular and question.called and due - question.since > timedelta(hours=4 * question.least):
                # Perhaps all reminders have been used up.
                continue
            what = "a first call" if question.called is None else f"reminder {question.reminders + 1}"
            raise AssertionError(f"{question.person} at {self.tables[key[0]].name}: {what} of {due} is missing")
        for key, question in self.open.items():
            self._judge_time(self.tables[key[0]], question, now)
            report = self.report(key)
            if report is not None and report[1] + SOON <= now:
                raise AssertionError(f"{report[0]} was to be told at {report[1]} that {key[1]} does not answer")
        for person in self.habits:
            due = self.letter(person)
            assert due is None or due + SOON > now, f"{person}: the daily letter of {due} is missing"

    def _judge_time(self, table: Table, question: Question, now: datetime) -> None:
        """Nobody has more time than can be saved."""
        if table.clock is None or table.status != "playing" or question.flagged or question.irregular:
            return
        if table.clock.at_zero == "tell" and table.host == question.person:
            return
        most = timedelta(seconds=table.clock.most) + PATIENCE
        if (
            min(now - question.since - most, now - self.up_since - PATIENCE) > timedelta()
            and self.used(question.person, question.since, now) > most
        ):
            raise AssertionError(
                f"{question.person} at {table.name}: no time is left, and nothing happens ({question})"
            )

    def close(self) -> None:
        self._db.close()


_ROWS = """
    SELECT outbox.id, kind, match, person, outbox.serial, seed FROM outbox LEFT JOIN matches ON matches.id = match
    WHERE outbox.id > ? ORDER BY outbox.id
"""
_TABLES = "SELECT id, status, waiting, host, serial FROM matches"
_STIRS = """
    SELECT min(due) FROM (
        SELECT due FROM timers WHERE due > :now UNION SELECT due FROM outbox WHERE state = 'waiting' AND due > :now
    )
"""
_LINES = "SELECT event FROM log_lines WHERE match = ? AND serial > ? AND NOT undone"
