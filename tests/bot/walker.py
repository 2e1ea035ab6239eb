"""People who play by what controls say, and a witness who sees to it that the table keeps its manners."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

from simcord.backend.models import Channel

from bot.ui.codec import Draft, Menu, Sure, read
from bot.ui.speech import Voice
from engines.desk import record
from engines.desk.records import Look
from engines.kernel.decision import Decision, Option, Pick, Steps
from engines.kernel.match import Action, Match
from tests.bot.harbour import Harbour, choices_of
from tests.bot.people import Person, Reply
from tests.bot.posts import Choice, Control, Post
from tests.bot.tables import words

HASTY = ("discard_reroll", "give_up", "rescue_decline", "end_turn")
"""What brings a game of Aerion to its end."""
LONG_ENOUGH = 80
"""Answers, before everybody hurries."""
WALKED = {"roll_dice", "discard_reroll", "acquire", "several at once", "restart between two presses"}
"""What happens in any game of Aerion."""
CAUTION = 0.9
EAGERNESS = 0.8
PATIENCE = 40
"""Presses on the way to one answer."""

EAGER = ("acquire", "hunt", "demolish", "flip_pier", "pay_worker", "book_reroll", "free_reroll", "egg")
"""What people who play Aerion mostly do if they can."""

POWERS = ("book_recover", "place_reserve")
"""What the partner may do, too, in one's turn."""

STEERING = tuple(words(key) for key in ("bot.button.back", "bot.button.none", "bot.button.sure", "bot.draft.confirm"))
"""How labels begin that lead on without naming an option."""


class Walker:
    """Chooses at random among the controls that answer something, and compares what was done with what was pressed.

    eager: verbs that are mostly chosen where they can be. used: kinds of presses, with their verbs and steps. labels:
    what was pressed on the way to the present answer.
    """

    def __init__(self, world: Harbour, match: str, seed: int, eager: Sequence[str] = ()) -> None:
        self.world = world
        self.match = match
        self.rng = Random(seed)
        self.eager = eager
        self._panels = 0
        self.used: Counter[str] = Counter()
        self.labels: list[str] = []
        self._along: Match[Any, Any] | None = None
        self._serials: list[int] = []

    def hurry(self) -> None:
        """Play to lose."""
        self.eager = HASTY

    def check_walked(self) -> None:
        """The game was worth the walk: else another seed is a better one."""
        assert set(self.used) >= WALKED, self.used

    async def look(self, person: Person | None = None) -> Look:
        return await self.world.app.desk.look(self.match, person.id if person else None)

    async def answer(self, person: Person, message: Post, *, deaths: int = 6) -> Look:
        """From a message on, through the private panels it opens, up to an answer that counts; the look before it.

        deaths: at each so many-th panel the bot ends before the next press; the panel is as good as before. What would
        lose the game is mostly left alone.
        """
        before, shown, self.labels = await self.look(person), message, []
        for _ in range(PATIENCE):
            reply = await self.press(person, shown)
            if (await self.look(person)).serial != before.serial:
                await self._check_said(person, before)
                return before
            panel = next((post for post in reversed(reply.posts) if choices_of(post)), None)
            assert panel is not None, f"{self.labels} led nowhere: {reply.text}"
            shown = panel
            if all(isinstance(read(one.custom_id), Sure) for one in choices_of(panel)) and self.rng.random() < CAUTION:
                shown, self.labels = message, []
            self._panels += 1
            if self._panels % deaths == 0:
                self.used["restart between two presses"] += 1
                await self.world.restart(hard=self._panels % (2 * deaths) == 0)
        raise AssertionError(f"no end of panels: {self.labels}")

    async def press(self, person: Person, message: Post) -> Reply:
        """Press one of the controls; in a menu choose as many entries as one likes."""
        able = choices_of(message)
        wanted = [one for one in able if self._wants(one.custom_id) or any(map(self._wants, values_of(one)))]
        control = self.rng.choice(wanted if wanted and self.rng.random() < EAGERNESS else able)
        if control.kind == "button":
            self.labels.append(control.label)
            self._note(control)
            return await person.click(message, control.custom_id)
        options = [one for one in control.options if self._wants(str(one.value))]
        if control.most > 1 or not options:
            options = list(control.options)
        several = self.rng.sample(options, self.rng.randint(control.least, control.most))
        self.labels += [option.label for option in several]
        self._note(control, several)
        return await person.select(message, *(str(option.value) for option in several), menu=control.custom_id)

    def _wants(self, value: str) -> bool:
        return any(verb in value for verb in self.eager)

    def _note(self, control: Control, chosen: Sequence[Choice] = ()) -> None:
        press = read(control.custom_id)
        if isinstance(press, Menu):
            press = press.chosen([str(option.value) for option in chosen])
        step = re.sub(r"\d", "", press.step) if isinstance(press, Draft) else ""
        self.used[" ".join(filter(None, (type(press).__name__, getattr(press, "verb", ""), step)))] += 1
        if len(chosen) > 1:
            self.used["several at once"] += 1

    async def _check_said(self, person: Person, before: Look) -> None:
        """What was noted is what the labels said, and of the seat of whoever pressed."""
        told = record.read(await self.world.app.desk.record(self.match, reveal=True))
        done = told.actions[-1]
        assert before.seat == done.seat, f"{person} answered for seat {done.seat}"
        self.used[done.verb] += 1
        voice = self.world.app.messages.table_voice(before).plain
        pressed = {label.removesuffix(" …") for label in self.labels}
        asked = [d for d in self._asked_before(told) if d.seat == done.seat]
        decision = next(d for d in asked if d.verb == done.verb)
        known = set(names_of(decision, voice))
        for option, among in chosen_of(decision, done.answer):
            called = names_of_option(option, voice)
            known |= called
            assert among == 1 or called & pressed, f"{done.verb} {done.answer}, but pressed was {self.labels}"
        if not any(label.startswith(STEERING) for label in pressed):
            others = {name for d in asked for name in names_of(d, voice)}
            assert pressed <= known | others, f"{pressed - known - others} led to {done.verb} {done.answer}"

    def _asked_before(self, told: record.Record) -> tuple[Decision, ...]:
        """What was asked before the last action: in the same game, played along from its seed."""
        counted = [action for action in told.actions if not action.undone]
        serials = [action.serial for action in counted]
        if self._along is None or serials[: len(self._serials)] != self._serials:
            assert told.seed is not None
            game = self.world.app.games[told.game]
            self._along, self._serials = Match.new(game, told.seats, told.options, bytes.fromhex(told.seed)), []
        for action in counted[len(self._serials) : -1]:
            self._along.act(Action(action.seat, action.verb, action.answer))
        self._serials = serials[:-1]
        return self._along.pending


def values_of(control: Control) -> list[str]:
    return [str(option.value) for option in control.options]


def chosen_of(decision: Decision, answer: tuple[str | int, ...]) -> Iterator[tuple[Option[Any], int]]:
    """The options that an answer names, each with how many there were to choose from."""
    if isinstance(decision, Pick):
        yield from ((decision.option(key), len(decision.legal)) for key in answer)
        return
    assert isinstance(decision, Steps)
    made: tuple[tuple[Any, ...], ...] = ()
    left = list(answer)
    while (stage := decision.following(made)) is not None:
        own = stage.own(left)
        left = left[len(own) :]
        yield from ((option, 1 if stage.usual else len(stage.legal)) for option in own)
        made = (*made, stage.take([option.key for option in own]))


def names_of_option(option: Option[Any], voice: Voice) -> set[str]:
    """What an option may be called on a control."""
    label, within = voice.say(option.label), [voice.say(part) for part in option.within]
    return {label, voice.say(option.short or option.label), " · ".join([*within, label])}


def names_of(decision: Decision, voice: Voice) -> Iterator[str]:
    """What else may lead to its answers: its own words, and the menus in which they lie."""
    yield voice.say(decision.prompt)
    for option in decision.options if isinstance(decision, Pick) else ():
        yield from (voice.say(part) for part in option.within)


class Witness:
    """Sees a whole game of some people at a table, and that the rooms keep their manners after each answer.

    board: the one that stands. old: those of earlier turns, with their controls as they were. asked: whom the table
    waits for; called: how often it began to wait for each.
    """

    def __init__(self, world: Harbour, match: str, people: Sequence[Person], where: Channel | None = None) -> None:
        self.world = world
        self.match = match
        self.people = people
        self.where = where
        self.board = world.board(where)
        self.old: list[Post] = []
        self.asked: set[str] = set()
        self.called: Counter[str] = Counter()
        self.turn = 0

    async def after(self) -> Look:
        """One board stands with controls: posted anew for each turn, edited in place within it; so are the letters."""
        look = await self.world.app.desk.look(self.match, None)
        posts = self.world.channel_messages(self.where)
        live = [post for post in posts if post.controls]
        if look.outcome is not None:
            assert not live
            return look
        (board,) = live
        asked = {look.seats[seat].name for seat in look.waiting_for}
        anew = look.view.turn != self.turn or bool(asked - self.asked)
        if anew and self.turn:
            assert board.id != self.board.id, "no new board for a new turn"
            assert board == posts[-1], "the board is not the last thing said"
            self.old.append(self.board)
        elif self.turn:
            assert board.id == self.board.id, "the board was posted twice in a turn"
        self.called.update(asked - self.asked)
        self.turn, self.board, self.asked = look.view.turn, board, asked
        if len(self.people) > 1:
            self.check_called()
        return look

    def check_called(self) -> None:
        """Each turn was told once, by one letter, which has controls while it lasts."""
        for person in self.people:
            letters = person.dms()
            assert len(letters) == self.called[person.name], f"{person}: {len(letters)} letters for their turns"
            assert not any(post.controls for post in letters[:-1])
            if person.name in self.asked:
                assert choices_of(letters[-1]), f"nothing to choose in {letters[-1].text!r}"


async def changes_nothing(world: Harbour, match: str, reply: Reply, before: Look) -> None:
    """Whoever pressed in vain is told so in private, and that is all."""
    told = reply.posts[-1]
    assert told.private
    assert told.text
    after = await world.app.desk.look(match, None)
    assert (after.serial, after.view, after.waiting_for) == (before.serial, before.view, before.waiting_for)


async def press_any(person: Person, post: Post, rng: Random, *, stale: bool = False) -> Reply | None:
    """Press a control that answers something and is nobody's power; None: there is none."""
    able = [control for control in choices_of(post) if not any(verb in str(control) for verb in POWERS)]
    if not able:
        return None
    control = rng.choice(able)
    if control.kind == "button":
        return await person.click(post, control.custom_id, stale=stale)
    values = [str(option.value) for option in control.options[: control.least]]
    return await person.select(post, *values, menu=control.custom_id, stale=stale)
