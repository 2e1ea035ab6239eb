"""One press at a running match: all that follows from it, collected in memory and then written in one transaction."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Literal

import msgspec
import structlog
from sqlalchemy.ext.asyncio import AsyncConnection

from engines.desk import calling_off, matches, motions, orders, ticking, timing
from engines.desk.live import Live, trace
from engines.desk.matches import Chair, Deed
from engines.desk.notices import Face, Notice, covert_seats, face, in_one_place, newly_waited_for, notices, snapshot
from engines.desk.outbox import Outbox, Row
from engines.desk.records import Guest, Place, Warned
from engines.desk.timing import Standing
from engines.kernel.ahead import Due, fate
from engines.kernel.decision import Answer, Decision, Refused
from engines.kernel.match import ENDINGS, Action, RulesBug, Save, Turn
from engines.kernel.standin import first_answer
from engines.kernel.text import Event, Text, Who, text

if TYPE_CHECKING:
    from engines.desk.rewinding import Position

log = structlog.get_logger()

ENDED = ("over", "cancelled")

MOST_STANDIN_TURNS = 1000
"""More answers of stand-ins in a row than any game needs: the rules go round in circles."""


MOST_ANSWERS = 100
"""More than one turn takes, in which a stand-in helps out."""


class Sitting:
    """See the module. First things happen (`act`, `take_back`, `rewind` …), then `write`.

    noticed: whether anybody but the person concerned could notice something of it.
    """

    def __init__(self, live: Live, now: datetime) -> None:
        self.live = live
        self.now = now
        self._before = snapshot(live.match, live.face)
        self._faces = [live.face]
        self._seats_before = [msgspec.structs.replace(chair) for chair in live.chairs]
        self._orders_before = list(live.orders)
        self._standing: Standing | None = timing.standing(live.header, live.chairs)
        self._deeds: list[Deed] = []
        self._lines: list[tuple[int, int, Sequence[Event]]] = []
        self._saves: list[Save] = []
        self._undone: list[int] = []
        self._rewound: int | None = None
        self._recalled: set[int] = set()
        self._shown: list[Notice] = []
        self._called_off: Text | None = None
        self._says: list[Text] = []
        self._told = False
        self._turned = False
        self._scenes: list[str] = []
        self.noticed = False
        self._undo: int | None = None
        self._slept = live.header.status == "asleep"
        self._returned: set[int] = set()
        self._offered = False
        self._handed: dict[int, int] = {}
        self._asked: set[int] = set()
        self._began: set[int] = set()

    # -- what happens --------------------------------------------------------------------------------------------------

    def begin(self) -> None:
        """The game starts: all that its opening told, and its first questions."""
        live = self.live
        live.touched = True
        opening = live.match.opening
        assert opening.save is not None
        self._saves.append(opening.save)
        self._lines.append((0, 0, opening.events))
        self._show(opening)
        self._standing = None
        before = Face(b"", (), ())
        self._faces = [before]
        self._before = msgspec.structs.replace(self._before, face=before, called=(), questions={}, over=False)
        self._see(opening.events, None, 0)

    def act(self, seat: int, verb: str, answer: Answer, asked: int | None, person: int, *, sure: bool = True) -> Turn:
        """A person's answer. sure: its consequence is known.

        Raises Refused, and nothing has changed, if it is not to be had, or Warned; RulesBug if the rules break.
        """
        if asked is not None:
            live, shown = self.live, asked
            meant = [d for d in live.match.pending if d.verb == verb and live.tag(d.asked) == shown]
            asked = next((d.asked for d in meant if d.seat == seat), -1)
            if asked == -1 and any(not d.private for d in meant):
                raise Refused(text("kernel.not_your_turn"))
        if not sure:
            decision = self.live.match.question(seat, verb, asked)
            warning = decision.warning(answer)
            if warning is not None:
                raise Warned(warning, self.live.tag(decision.asked), verb, answer)
        turn = self._act(Action(seat, verb, answer, asked=asked), "person", person)
        self.live.chairs[seat].missed = 0
        return turn

    def take_back(self, seat: int, person: int) -> int:
        """A person takes the last action back; its serial. Raises Refused if that can't be. `forget` follows."""
        live = self.live
        unnoticed = seat in covert_seats(live.match.pending) or live.match.may_take_back(seat)
        if live.face.undo not in {None, seat} and not unnoticed:
            # Not the kernel's words: what was done in secret since then may have put an end to all taking back.
            raise Refused(text("kernel.undo_not_yours"))
        undone = live.match.take_back(seat)
        live.touched = True
        live.header.serial += 1
        serial = live.header.serial
        self._undo = seat
        self._undone.append(undone.serial)
        action = Action(seat, undone.verb, undone.answer, asked=undone.serial)
        self._note(serial, "undo", "person", seat, person, action, ())
        return undone.serial

    def forget(self, seat: int, undone: Iterable[Event]) -> None:
        """What the taken-back action had told is told no more."""
        events = tuple(undone)
        self._see(events, seat, self.live.header.serial, undo=True)
        self.live.header.face_serial = min(self.live.header.face_serial, self._undone[0] - 1)

    def rise(self, chair: Chair, why: Text) -> None:
        """The stand-in takes that seat over. A host hands the table on to the first seat with a person.

        Whoever goes wakes nobody.
        """
        noticed = self.noticed
        self.live.touched = True
        chair.standin = True
        self.say(why)
        present = [c.person for c in self.live.chairs if not c.standin]
        if self.live.header.host == chair.person and present:
            self.live.header.host = present[0]
        self._changed_seats()
        if self._slept:
            self.noticed = noticed

    def return_(self, chair: Chair, *, wakes: bool = True) -> None:
        """The person takes the seat back from the stand-in. Then it is on offer no more.

        wakes: a match that sleeps goes on by that.
        """
        noticed = self.noticed
        self.live.touched = True
        chair.standin = False
        chair.missed = 0
        chair.offered = None
        self.say(text("desk.came_back", who=Who(chair.seat)))
        self._changed_seats()
        if wakes:
            self._returned.add(chair.seat)
        else:
            self.noticed = noticed
            if self.live.header.sleeps == "people":
                # Somebody is there again: /wake is all that it waits for.
                self.live.header.sleeps = "idle"

    def offer(self, chair: Chair, to: int) -> None:
        """The seat is offered to that person, or to anybody. That alone wakes nobody."""
        self.live.touched = True
        chair.offered = to
        self._offered = True
        self.live.header.changed_at = self.now

    def withdraw(self, chair: Chair, words: Text) -> None:
        """The seat is on offer no more, for that reason."""
        self.live.touched = True
        chair.offered = None
        self.say(words)
        self.live.header.changed_at = self.now

    def hand_over(self, chair: Chair, guest: Guest) -> None:
        """That person has the seat from now on, as if they had always had it; a host's table goes with it."""
        header = self.live.header
        self.live.touched = True
        self._handed[chair.seat] = chair.person
        self.say(text("desk.handed_over", name=guest.name, former=chair.name))
        if header.host == chair.person:
            header.host = guest.person
        former = [*(person for person in chair.had_by if person != guest.person), chair.person]
        chair.former = ",".join(map(str, former))
        chair.person, chair.name = guest.person, guest.name
        chair.standin, chair.offered, chair.muted, chair.missed = False, None, "", 0
        chair.called_at = None
        chair.since = None if chair.since is None else self.now
        self._changed_seats()

    def wake(self, place: Place, *, call: bool = True) -> None:
        """The match sleeps no more, and goes on at that place. call: whoever it waits for is told once more."""
        header = self.live.header
        self.live.touched = self.noticed = True
        header.place, header.changed_at = place, self.now
        if call:
            self._returned.update(range(len(self.live.chairs)))

    def end(self, seat: int, kind: Literal["concede", "stop"], person: int) -> None:
        """The game ends by agreement; that seat was the last to agree. Raises Refused if it can't."""
        self.live.touched = self.noticed = True
        self._act(ENDINGS[kind](seat), "person", person)

    def call_off(self, why: Text) -> None:
        """The game ends without a result. why: what is said about it."""
        live = self.live
        live.touched = self.noticed = True
        calling_off.close(live.header, self.now)
        self._called_off = why

    def rewind(self, to: Position, seat: int, person: int, first: int, told: Event) -> None:
        """All from that serial on has not happened, by agreement. told: the line about it."""
        live, header, before = self.live, self.live.header, self._faces[-1]
        live.touched = self.noticed = self._told = True
        live.match, live.face = to.match, to.face
        self._faces.append(to.face)
        self._rewound = first
        self._recalled = {seat}
        header.serial += 1
        header.step += 1
        header.face_serial, header.changed_at = to.face_serial, self.now
        came = {seat, *to.face.waiting} - (set(before.waiting) - {seat})
        for chair in live.chairs:
            chair.acted = to.acted[chair.seat]
            chair.news_from = to.news_from.get(chair.seat, min(chair.news_from, chair.acted))
            if chair.seat not in to.face.waiting:
                chair.since = None
            elif chair.seat in came or chair.since is None:
                chair.since = self.now
        header.news_from = min((live.chairs[each].news_from for each in to.face.waiting), default=header.news_from)
        self._note(header.serial, "rewind", "person", seat, person, Action(seat, "", (), asked=first), (told,))

    def show(self, *shown: Notice) -> None:
        """Show something that does not follow from what happened in the game."""
        self._shown += shown

    def say(self, words: Text) -> None:
        """A line for the channel."""
        self._says.append(words)

    def carry_on(self) -> None:
        """Stand-ins answer, and people who have done so ahead, until the table waits for a person.

        Where no person is left, the match rests.

        A match that sleeps on rests too.
        """
        live = self.live
        if all(c.standin for c in live.chairs) or (self._slept and not self.noticed):
            return
        absent = {c.seat for c in live.chairs if c.standin}
        for _ in range(MOST_STANDIN_TURNS):
            seat = next((s for s in live.match.waiting_for if s in absent), None)
            if seat is not None:
                self._stand_in(seat)
            elif self._answer_ahead(range(len(live.chairs))) is None:
                return
        raise RulesBug(f"{live.header.slug}: stand-ins answer for ever at {live.match.where()}")

    def _answer_ahead(self, seats: Collection[int]) -> Turn | None:
        """What somebody there has answered before it was asked is answered so, once; None: there was nothing."""
        live = self.live
        for order in live.orders:
            chair = live.chairs[order.seat]
            gone = order.lapsed or chair.standin or chair.person != order.person
            if gone or order.seat not in seats or orders.undone(order, self._deeds):
                continue
            due = fate(live.match, order.seat, order.ahead)
            if isinstance(due, Due):
                live.orders = [other for other in live.orders if other is not order]
                asked = due.decision.asked
                return self._act(Action(order.seat, order.ahead.verb, due.answer, asked=asked), "ahead", order.person)
        return None

    def play_turn(self, chair: Chair, why: Text) -> None:
        """The stand-in answers for that seat until its turn is over, also what is asked in secret. why: a line.

        The seat stays its person's: what they have answered ahead is answered so.
        """
        self.say(why)
        for _ in range(MOST_ANSWERS):
            if chair.seat not in self.live.match.waiting_for:
                return
            if (self._answer_ahead({chair.seat}) or self._stand_in(chair.seat)).turned:
                return

    def _stand_in(self, seat: int) -> Turn:
        match = self.live.match
        mine = tuple(d for d in match.pending if d.seat == seat and d.playable)
        decision, answer = match.game.absent(mine, match.view(seat))
        try:
            return self._act(Action(seat, decision.verb, answer, asked=decision.asked), "standin", None)
        except Refused as refused:
            log.warning("standin_refused", match=self.live.header.id, where=match.where(), why=refused.why.key)
            needed = next(d for d in mine if not d.optional)
            return self._act(Action(seat, needed.verb, first_answer(needed), asked=needed.asked), "standin", None)

    def _act(self, action: Action, origin: Literal["person", "standin", "ahead"], person: int | None) -> Turn:
        live = self.live
        # Serials are counted here, because what was taken back before a reload is unknown to the kernel.
        action = msgspec.structs.replace(action, serial=live.header.serial + 1)
        try:
            turn = live.match.act(action)
        except RulesBug:
            live.touched = True
            raise
        live.touched = True
        assert turn.action is not None
        live.header.serial = turn.serial
        self._turned = self._turned or turn.turned
        self._show(turn)
        self._see(turn.events, action.seat, turn.serial, away=origin != "person")
        if turn.turned:
            self._began.update(live.face.waiting)
        ticking.acted(live.chairs[action.seat])
        self._note(turn.serial, action.kind, origin, action.seat, person, turn.action, turn.events, turned=turn.turned)
        if turn.save is not None:
            self._saves.append(turn.save)
        return turn

    def _show(self, turn: Turn) -> None:
        """Each picture once, where it comes last: it shows what is there when it is delivered."""
        self._scenes = [scene for scene in self._scenes if scene not in turn.scenes] + list(turn.scenes)

    def _note(
        self,
        serial: int,
        kind: Literal["answer", "undo", "concede", "stop", "rewind"],
        origin: Literal["person", "standin", "ahead"],
        seat: int,
        person: int | None,
        action: Action,
        events: Sequence[Event],
        *,
        turned: bool = False,
    ) -> None:
        match = self.live.match
        deed = Deed(
            serial=serial,
            kind=kind,
            origin=origin,
            seat=seat,
            person=person,
            verb=action.verb,
            answer=action.answer,
            asked=action.asked,
            undone=False,
            rules=match.game.rules,
            digest=match.digest(),
            trace=trace(match, events),
            at=self.now,
            turned=turned,
        )
        self._deeds.append(deed)
        self._lines.append((serial, self.live.header.step, events))

    def _see(
        self, events: Sequence[Event], actor: int | None, serial: int, *, undo: bool = False, away: bool = False
    ) -> None:
        """Look at the position as everybody does, and keep the books of who is waited for since when.

        away: it was not the actor's person who did it, and who may not know of it.
        """
        live, header = self.live, self.live.header
        before = self._faces[-1]
        seen = face(live.match, before, events)
        told = any(e.seen_by is None for e in events)
        public = told or seen.key() != before.key()
        if public:
            self.noticed = True
            header.step += 1
            header.face_serial = serial
            header.changed_at = self.now
        self._told = self._told or told
        came = set(seen.waiting) - set(before.waiting)
        if not undo:
            self._asked |= came
        for chair in live.chairs:
            if not public and (chair.seat == actor or any(chair.seat in (e.seen_by or ()) for e in events)):
                chair.extra += 1
            if chair.seat in came and not undo:
                chair.news_from = chair.acted
            if chair.seat not in seen.waiting:
                chair.since = None
            elif chair.seat in came or (public and chair.seat == actor):
                chair.since = self.now
        if actor is not None and public and not undo and not away:
            # What they are called with stands in the channel too, and would tell of what nobody else has noticed.
            live.chairs[actor].acted = serial
        if came:
            header.news_from = min(live.chairs[seat].news_from for seat in seen.waiting)
        live.face = seen
        self._faces.append(seen)

    def _changed_seats(self) -> None:
        self._told = self.noticed = True
        self.live.header.step += 1
        self.live.header.changed_at = self.now

    # -- how it is written ---------------------------------------------------------------------------------------------

    async def write(self, tx: AsyncConnection, outbox: Outbox) -> None:
        """Everything, within the given transaction. Raises Refused if the match can't wake where it sleeps."""
        live, header = self.live, self.live.header
        match = live.match
        unturned = bool(self._undone) and not {*self._undone}.isdisjoint(await matches.turns(tx, header.id))
        for serial in self._undone:
            await matches.undo(tx, header.id, serial, serial)
        if self._rewound is not None:
            await matches.undo(tx, header.id, self._rewound)
            await outbox.withdraw(tx, header.id, "scene")
        for deed in self._deeds:
            await matches.add_deed(tx, header.id, deed)
        if self._turned or unturned:
            self._tell_of_turn(await matches.turns(tx, header.id))
        for serial, step, events in self._lines:
            await matches.add_lines(tx, header.id, serial, step, events, self.now)
        for save in self._saves:
            await matches.add_save(tx, header.id, save)
        for chair in live.chairs:
            chair.called = chair.seat in match.waiting_for
            chair.called_at = (chair.called_at or self.now) if chair.called else None
        live.orders = orders.kept(match, live.chairs, live.orders, self._deeds)
        await orders.store(tx, header.id, self._orders_before, live.orders)
        self._settle_status()
        await self._settle_motion(tx)
        if self._slept and header.status == "playing" and await matches.taken(tx, header):
            raise Refused(text("desk.place_taken"))
        timing.hear_again(live.chairs, self._asked_anew())
        await timing.keep(tx, header, live.chairs, self._standing, self.now)
        await self._keep_clocks(tx)
        for chair, was in zip(live.chairs, self._seats_before, strict=True):
            if chair != was:
                await matches.store_chair(tx, header.id, chair)
        header.waiting = live.face.waiting if self._called_off is None else ()
        # What others may take back as far as they can know, they must find so after a reload.
        header.base = min(match.base.serial, live.face.base)
        await matches.store(tx, header)
        await outbox.put(tx, [*self._rows(), *await self._next_up(tx)])

    def _tell_of_turn(self, turns: Sequence[int]) -> None:
        """Whoever goes on in the next turn is told what happened since the one before began."""
        live = self.live
        for chair in live.chairs:
            if chair.seat in live.face.waiting and chair.seat not in newly_waited_for(self._faces):
                chair.news_from = turns[-2]
        if live.face.waiting:
            live.header.news_from = min(live.chairs[seat].news_from for seat in live.face.waiting)

    def _asked_anew(self) -> set[int]:
        """The seats that are in another turn now, or are asked something in secret that they were not before."""
        waiting = self.live.face.waiting
        seats = zip(self.live.chairs, self._seats_before, strict=True)
        secretly = {c.seat for c, was in seats if c.called and not was.called and c.seat not in waiting}
        return set(newly_waited_for(self._faces)) | secretly | (set(waiting) if self._turned else set())

    async def _keep_clocks(self, tx: AsyncConnection) -> None:
        live = self.live
        if not live.header.clock:
            return
        turn = len(await matches.turns(tx, live.header.id)) - len(matches.LAID_OUT)
        # Where the rules name no turns, nobody is asked anything in another's: each question begins one.
        began = self._began if turn else self._asked
        # What all have agreed to take back is asked anew.
        asked = self._asked if self._rewound is None else {*self._asked, *live.face.waiting}
        # Nobody was there while it slept, whoever has woken it.
        returned = {*self._returned, *self._handed, *(range(len(live.chairs)) if self._slept else ())}
        await ticking.keep(
            tx, live, self.now, asked=asked, began=began, turn=turn, returned=returned, former=self._handed
        )

    async def _settle_motion(self, tx: AsyncConnection) -> None:
        """Whatever everybody notices puts an end to a vote, and so does the end of the game."""
        moved, header = self.live.moved, self.live.header
        if moved is not None and moved.state == "open" and (moved.step != header.step or header.status in ENDED):
            moved.state, moved.closed_at = "lapsed", self.now
            await motions.store(tx, moved)
            self.show(Notice("vote", quiet=True))

    def _settle_status(self) -> None:
        header = self.live.header
        if self._called_off is not None:
            self._close_seats()
        elif self.live.match.outcome is not None:
            header.status, header.ended_at = "over", header.ended_at or self.now
        elif self.noticed or header.status != "asleep":
            deserted = all(c.standin for c in self.live.chairs)
            header.status, header.sleeps = ("asleep", "people") if deserted else ("playing", "")
        if header.status == "over":
            self._close_seats()

    def _close_seats(self) -> None:
        """Nobody is asked, and nobody is wanted any more."""
        self.live.header.sleeps = ""
        for chair in self.live.chairs:
            chair.offered = None
            if self._called_off is not None:
                calling_off.leave(chair)

    def _rows(self) -> list[Row]:
        live = self.live
        after = snapshot(live.match, live.face)
        persons = [c.seat for c in live.chairs if not c.standin]
        trace_ = text("desk.took_back", who=Who(self._undo)) if self._undo is not None else None
        came = newly_waited_for(self._faces) | ((self._returned | self._recalled) & set(live.face.waiting))
        if live.match.outcome is None:
            # Whoever has just taken a seat reads what is asked there in the same letter as all else.
            came -= self._handed.keys()
            persons = [seat for seat in persons if seat not in self._handed]
        woke = self._slept and live.header.status == "playing"
        shown = notices(
            self._before,
            after,
            came=came,
            told=self._told,
            persons=persons,
            undo=self._undo,
            trace=trace_,
            woke=woke,
            turned=self._turned or self._rewound is not None,
            scenes=self._scenes,
        )
        if self._called_off is not None:
            why = self._called_off
            shown = (Notice("result", words=why), *(Notice("over", seat, words=why) for seat in persons))
        left = not all(c.standin for c in self._seats_before)
        if live.match.outcome is None and self._called_off is None and left and all(c.standin for c in live.chairs):
            shown = (*shown, Notice("say", words=text("desk.asleep")))
        if live.header.place.guild is None:
            shown = in_one_place(shown)
        said = (Notice("say", words=words) for words in self._says)
        told = [row(live, notice, self.now) for notice in (*said, *shown, *self._shown)]
        return [*told, *self._of_seats()]

    async def _next_up(self, tx: AsyncConnection) -> list[Row]:
        """Who comes after the only seat that is waited for now, if that person wants to hear of it."""
        live, waiting = self.live, self.live.face.waiting
        passed_on = len(waiting) == 1 and waiting != self._before.face.waiting
        if live.match.outcome is not None or not passed_on or live.header.place.guild is None:
            return []
        seat = live.match.game.follows(live.match.view(None), waiting[0], len(live.chairs))
        if seat is None or live.chairs[seat].standin or live.chairs[seat].muted:
            return []
        person = live.chairs[seat].person
        wants = (await timing.people_of(tx, [person]))[person].next_up
        return [row(live, Notice("next", seat), self.now)] if wants else []

    def _of_seats(self) -> list[Row]:
        """What changed about seats on offer, and the letters to those who have a seat now or had it before."""
        live, now = self.live, self.now
        found = []
        if self._offered or [c.offered for c in live.chairs] != [c.offered for c in self._seats_before]:
            found.append(row(live, Notice("offer", quiet=not self._offered), now))
        for seat, former in self._handed.items():
            letter = row(live, Notice("seat", seat), now)
            found += [letter, msgspec.structs.replace(letter, person=former, asked=None)]
        return found


def row(live: Live, notice: Notice, now: datetime) -> Row:
    """The outbox row of a notice; the outbox gives it its id."""
    # What everybody sees asked comes first: a call to that stands, whatever is asked and answered in secret meanwhile.
    shown = () if notice.secret else live.face.decisions
    questions = [*_most_urgent(shown), *_most_urgent(live.match.pending)]
    asked = (live.tag(d.asked) for d in questions if d.seat == notice.seat)
    return Row(
        id=0,
        match=live.header.id,
        kind=notice.kind,
        seat=notice.seat,
        person=None if notice.seat is None else live.chairs[notice.seat].person,
        serial=live.moved.id if notice.kind in {"vote", "ballot"} and live.moved is not None else live.header.serial,
        asked=next(asked, None),
        secret=notice.secret,
        channel=live.header.place.channel,
        due=now,
        tries=0,
        payload=_payload(notice),
        quiet=notice.quiet,
    )


def _payload(notice: Notice) -> bytes:
    if notice.kind == "scene":
        return msgspec.msgpack.encode(notice.scene)
    return b"" if notice.words is None else msgspec.msgpack.encode(notice.words)


def _most_urgent(pending: Sequence[Decision]) -> list[Decision]:
    return sorted(pending, key=lambda d: (d.optional, not d.playable))
