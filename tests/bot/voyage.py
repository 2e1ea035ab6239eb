"""People who play Fractured Sky by what controls say, and what the rooms promise meanwhile."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from random import Random

from simcord.backend.models import Channel, Message

from engines.desk import record
from engines.desk.records import Look
from tests.bot.harbour import Harbour
from tests.bot.people import Person, Reply
from tests.bot.posts import Choice, Control, Post, post
from tests.bot.tables import words
from tests.bot.walker import Walker, changes_nothing, press_any

ONWARD = ("|add", "|+", "|done", "choose_turn_slot", "choose_rewards")
"""How answers of several presses go on."""

WISHES = {"scout": 3, "peek": 3, "place_skimmer": 3, "build_market": 5, "build_fortress": 2, "exchange": 1}
"""How often people mostly do what they can."""

NEVER = 10_000

SEALED = ("setup_resources", "reward_choices")
"""Where all who are asked choose at once."""

BETWEEN = ("scout_resource", "turn_slot")
"""Where a turn is half done."""

PENALTY = ", penalty "
"""What is said of chips by which somebody would lose."""

FIRST = "explore!"
"""What is said of a region where nobody is yet."""

MODESTY = 0.9

AUTOMATED = tuple(
    f"fractured_sky.ai.{deed}" for deed in ("airship", "explorer", "scout", "fortress", "market", "skimmer")
)
"""What is told of an automated opponent's turn; first, its airships."""

REASONS = ("Why: ", words("fractured_sky.ai.why.none", then=""))
LONGEST_LINE = 300

SCENE = words("fractured_sky.scene.reveal")


def opens(control: Control) -> bool:
    """The button behind which somebody chooses what nobody else may see."""
    return control.kind == "button" and ":t:mine" in control.custom_id


class Farer(Walker):
    """A walker who also opens what is asked behind a veil; seeks company, and mostly keeps to ten.

    The bot dies early between a region and its chip.
    """

    def able(self, message: Post) -> list[Control]:
        return [*super().able(message), *(c for c in message.controls if opens(c) and not c.disabled)]

    def _wants(self, value: str) -> bool:
        wished = next((verb for verb in WISHES if f":{verb}" in value or f"|{verb}" in value), None)
        return super()._wants(value) and (wished is None or self.used[wished] < WISHES[wished])

    def liked(self, options: Sequence[Choice]) -> list[Choice]:
        sober = [one for one in options if not any(sign in one.label for sign in (PENALTY, FIRST))]
        return super().liked(sober if sober and self.rng.random() < MODESTY else options)

    async def press(self, person: Person, message: Post) -> Reply:
        halfway = self.last == "Draft place_airship add" and any("place_airship" in str(c) for c in self.able(message))
        if halfway and not self.used["restart before a chip"]:
            self.used["restart before a chip"] += 1
            await self.world.restart(hard=True)
        return await super().press(person, message)


class Watch:
    """Sees a whole game of some people, and that the rooms keep their manners after each answer.

    board: the one that stands; old: those before it, with their controls as they were. asked: whom the table waits for;
    called: how often it began to wait for each. ended: rounds. automated: turns of automated opponents.
    """

    def __init__(self, world: Harbour, match: str, people: tuple[Person, ...], where: Channel | None = None) -> None:
        self.world = world
        self.match = match
        self.people = people
        self.where = where or world.channel
        self.board = world.board(where)
        self.old: list[Post] = []
        self.asked: set[str] = set()
        self.called: Counter[str] = Counter()
        self.ended = 0
        self.automated = 0

    def messages(self, channel: Channel) -> list[Message]:
        """What everybody sees there, oldest first."""
        stored = self.world.backend.messages.get(channel.id, {}).values()
        return sorted((one for one in stored if not one.is_ephemeral), key=lambda one: one.id)

    async def after(self) -> Look:
        """One board stands with controls, and nothing after it but what calls somebody."""
        look = await self.world.app.desk.look(self.match, None)
        posts = self.messages(self.where)
        live = [number for number, one in enumerate(posts) if one.components]
        ended = self.ended
        self.check_shown(look, posts)
        if look.outcome is not None:
            assert not live
            return look
        assert len(live) == 1, f"{len(live)} boards have controls"
        assert all(one.ping_user_ids for one in posts[live[0] + 1 :]), "the board is not the last thing said"
        board = post(self.world.backend, posts[live[0]])
        asked = {look.seats[seat].name for seat in look.waiting_for}
        if board.id != self.board.id:
            self.old.append(self.board)
            self.check_automated(look, board, ended)
        else:
            assert asked <= self.asked or not self.asked, "somebody is asked anew without a new board"
        self.called.update(asked - self.asked)
        self.board, self.asked = board, asked
        if len(self.people) > 1:
            self.check_called()
        return look

    def check_shown(self, look: Look, posts: list[Message]) -> None:
        """The picture of each round's end was posted once, without controls, just before what came next."""
        ended = look.view.reveal.round if look.view.reveal is not None else 0
        shown = [number for number, one in enumerate(posts) if SCENE in one.content]
        assert len(shown) == ended, f"{len(shown)} pictures of {ended} rounds"
        if ended == self.ended:
            return
        scene, following = posts[shown[-1]], posts[shown[-1] + 1]
        assert scene.attachments
        assert not scene.components
        assert following.attachments
        assert following.id > self.board.id, "the picture stands below the board of the new question"
        self.ended = ended

    def check_automated(self, look: Look, board: Post, ended: int) -> None:
        """What automated opponents did is told on the new board, a line each with its reason."""
        done = sum(deed.verb.startswith("ai_") for deed in look.view.deeds)
        told = [line for line in board.text.splitlines() if any(reason in line for reason in REASONS)]
        assert told or done <= self.automated or self.ended > ended, board.text
        self.automated = done

    def check_called(self) -> None:
        """Each turn was told once: by one letter, or by one ping to those who get none."""
        for person in self.people:
            letters = [one for one in self.messages(person.dm) if one.author_id != person.id]
            rings = sum(one.kind == "send" and person.name in one.pings for one in self.world.sent)
            told, called = len(letters) + rings, self.called[person.name]
            assert told == called, f"{person.name}: told {told} times of {called} turns"
            assert not any(one.components for one in letters[:-1])


class Voyage:
    """People who play on with whatever is offered, and what happens beside.

    seen: what there was to see, and how often.
    """

    def __init__(
        self, world: Harbour, match: str, people: tuple[Person, ...], seed: int, where: Channel | None = None
    ) -> None:
        self.world = world
        self.match = match
        self.people = people
        self.rng = Random(seed)
        self.walker = Farer(world, match, seed, (*ONWARD, *WISHES))
        self.watch = Watch(world, match, people, where)
        self.seen: Counter[str] = Counter()

    async def play(self, rounds: int = 5) -> Look:
        """To the end, or until so many rounds have ended."""
        look = await self.watch.after()
        while look.waiting_for and self.watch.ended < rounds:
            ended = self.watch.ended
            await self.beside(look)
            if look.view.step in SEALED and len(self.people) > 1:
                look = await self.together(look)
            else:
                asked = self.world.people[look.seats[look.waiting_for[0]].name]
                await self.walker.answer(asked, self.from_where(asked), deaths=60)
                look = await self.watch.after()
            if self.watch.ended > ended == 0:
                await self.restart("round's end")
        return look

    def from_where(self, person: Person) -> Post:
        """The board, or the person's letter."""
        letters = self.watch.messages(person.dm) if len(self.people) > 1 else []
        live = [one for one in letters if one.components]
        if live and self.rng.random() < 0.4:
            self.seen["from a letter"] += 1
            return post(self.world.backend, live[-1])
        return self.watch.board

    async def restart(self, when: str) -> None:
        """The bot dies or restarts; nothing is said again."""
        sent = len(self.world.sent)
        await self.world.restart(hard=self.rng.random() < 0.5)
        assert len(self.world.sent) == sent, f"a restart at {when} says something again"
        await self.watch.after()
        self.seen[f"restart: {when}"] += 1

    async def beside(self, look: Look) -> None:
        """Restarts at odd moments; others press what is not theirs, or what is over."""
        step = str(look.view.step)
        if step in BETWEEN and self.seen[f"restart: {step}"] < 2:
            await self.restart(step)
        chance = self.rng.random()
        waiting = {look.seats[seat].name for seat in look.waiting_for}
        others = [person for person in (*self.people, self.world.people.get("Eve")) if person is not None]
        others = [person for person in others if person.name not in waiting]
        if chance < 0.12 and others and step not in SEALED:
            reply = await press_any(self.rng.choice(others), self.watch.board, self.rng)
        elif chance < 0.2 and self.watch.old:
            old = self.rng.choice(self.watch.old[-6:])
            reply = await press_any(self.rng.choice(self.people), old, self.rng, stale=True)
        else:
            return
        if reply is not None:
            self.seen["in vain"] += 1
            await changes_nothing(self.world, self.match, reply, look)

    async def check_end(self) -> None:
        """The result is posted once and told once to each, nothing can be pressed any more; no turn was told twice."""
        title = words("bot.result.title", game="Fractured Sky")
        posts = self.watch.messages(self.watch.where)
        assert sum(title in one.content for one in posts) == 1
        for person in self.people:
            assert not any(post.controls for post in person.dms())
        await self.check_log()
        told = record.read(await self.world.app.desk.record(self.match))
        assert record.verify(self.world.app.games[told.game], told) is None

    async def check_log(self) -> None:
        """Each turn of an automated opponent is one line with its reason."""
        look = await self.walker.look()
        lines = [line.event.text for line in await self.world.app.desk.log(self.match, None)]
        turns = [line for line in lines if line.key in AUTOMATED]
        voice = self.world.app.messages.table_voice(look)
        said = [voice.say(line) for line in turns]
        assert all(any(reason in one for reason in REASONS) for one in said), said
        assert max(map(len, said), default=0) < LONGEST_LINE
        ships = Counter(str(line.params["who"]) for line in turns if line.key in AUTOMATED[:2])
        automated = len(look.view.seats) - len(look.seats)
        assert list(ships.values()) == [3 * self.watch.ended] * automated

    # -- choosing at once ----------------------------------------------------------------------------------------------

    async def together(self, look: Look) -> Look:
        """All who are asked choose in some order; the first one changes their mind, the bot restarts, then all goes on.

        Others see who has answered, and nothing else.
        """
        step, round_ = str(look.view.step), look.view.round
        order = [self.world.people[look.seats[seat].name] for seat in look.waiting_for]
        self.rng.shuffle(order)
        self.seen[f"{len(order)} at once: {step}"] += 1
        for number, person in enumerate(order[:-1], 1):
            before = self.watch.board
            await self.walker.answer(person, self.from_where(person), deaths=NEVER)
            await self.watch.after()
            self.check_only_names(before, order, number)
            if number == 1:
                await self.change(person)
                await self.restart(step)
        before = self.watch.board
        await self.walker.answer(order[-1], self.from_where(order[-1]), deaths=NEVER)
        look = await self.watch.after()
        assert look.view.step not in SEALED
        assert (look.view.round, bool(look.waiting_for)) == (round_ + (step == "reward_choices"), True)
        assert self.watch.board.id != before.id, "a new question has a new board"
        return look

    def check_only_names(self, before: Post, order: list[Person], answered: int) -> None:
        """The board tells who has answered; nothing else on it has changed."""
        now = self.watch.board
        for what in ("id", "controls", "files"):
            assert getattr(now, what) == getattr(before, what), f"{getattr(before, what)}\n---\n{getattr(now, what)}"
        lines, then = now.text.splitlines(), before.text.splitlines()
        changed = [number for number, line in enumerate(lines) if line != then[number]]
        assert (len(lines), len(changed)) == (len(then), 1), f"{before.text}\n---\n{now.text}"
        waits, _, done = lines[changed[0]].partition(words("bot.board.answered", who=""))
        for number, person in enumerate(order):
            told = done if number < answered else waits
            assert person.name in told or f"<@{person.id}>" in told, f"{person.name}: {lines[changed[0]]}"

    async def change(self, person: Person) -> None:
        """Another answer instead of the one that was given: nobody else gets anything to see."""
        others = [one for one in self.world.people.values() if one is not person]
        board, before = self.watch.board, [len(self.world.transcript(one)) for one in others]
        await self.walker.answer(person, board, deaths=NEVER)
        assert [len(self.world.transcript(one)) for one in others] == before
        assert self.world.again(board) == board
        self.seen["changed"] += 1
