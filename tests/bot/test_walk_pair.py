"""Whole games of two by clicks, under the board and in letters, while others press as well."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest

from engines.desk.records import Look
from tests.bot.harbour import Harbour, choices_of
from tests.bot.people import Person
from tests.bot.posts import Post
from tests.bot.tables import tool, words
from tests.bot.test_aerion_commands import BOTH, COMMANDS, EMPTY, at, sit
from tests.bot.walker import EAGER, LONG_ENOUGH, Walker, Witness, changes_nothing, press_any

HARD = dict.fromkeys(("flagship", "hourglasses", "piers", "eggs", "hellkite"), "hard") | {"clouds": "normal"}


class Game:
    """Two people who play on with whatever is offered, and what happens beside."""

    def __init__(self, world: Harbour, match: str, people: tuple[Person, ...], seed: int) -> None:
        self.world = world
        self.match = match
        self.people = people
        self.rng = Random(seed)
        self.walker = Walker(world, match, seed, EAGER)
        self.witness = Witness(world, match, people)
        self.answers = 0
        self.phases: set[str] = set()

    async def play(self) -> None:
        look = await self.witness.after()
        while look.waiting_for:
            asked = self.world.people[look.seats[self.rng.choice(look.waiting_for)].name]
            await self.beside(asked, look)
            self.phases.add(str(look.view.phase))
            board, letter = self.world.board(), asked.dms()[-1]
            before = await self.walker.answer(asked, letter if self.rng.random() < 0.4 else board)
            look = await self.witness.after()
            if self.rng.random() < 0.1 and look.waiting_for:
                look = await self.take_back(asked, before)
            self.answers += 1
            if self.answers == LONG_ENOUGH:
                self.walker.hurry()
            assert self.answers < 800, "the game does not end"

    async def beside(self, asked: Person, look: Look) -> None:
        """Now and then: the bot restarts, the partner presses what is not theirs, somebody presses what is over."""
        chance, old = self.rng.random(), self.witness.old
        other = next(person for person in self.people if person is not asked)
        if chance < 0.03 or look.view.phase not in self.phases | {"turn_start", "rolling"}:
            await self.world.restart(hard=self.rng.random() < 0.5)
        elif chance < 0.1 and len(look.waiting_for) == 1:
            if (reply := await press_any(other, self.world.board(), self.rng)) is not None:
                await changes_nothing(self.world, self.match, reply, look)
                assert words("kernel.not_your_turn") in reply.posts[-1].text
        elif chance < 0.17 and old:
            reply = await press_any(self.rng.choice(self.people), self.rng.choice(old), self.rng, stale=True)
            if reply is not None:
                await changes_nothing(self.world, self.match, reply, look)

    async def take_back(self, asked: Person, before: Look) -> Look:
        """The button for it does it, or says why not."""
        after = await self.walker.look(asked)
        reply = await asked.click(self.world.board(), tool("undo"))
        now = await self.walker.look(asked)
        if after.may_take_back:
            assert now.view == before.view
        else:
            assert now.serial == after.serial
            assert reply.posts[-1].private
            assert reply.posts[-1].text
        return await self.witness.after()

    def check_end(self) -> None:
        """The result is posted once, told to each once, and nothing can be pressed any more."""
        title = words("bot.result.title", game="Aerion")
        assert sum(title in post.text for post in self.world.channel_messages()) == 1
        for person in self.people:
            letters = person.dms()
            assert len(letters) == self.witness.called[person.name] + 1
            assert not any(post.controls for post in letters)
            assert not person.pings()


@pytest.mark.parametrize(("options", "seed"), [({}, 16), (HARD, 19)], ids=["base", "all hard"])
async def test_two_people_play_aerion_to_its_end_by_clicks_with_restarts(
    tmp_path: Path, options: dict[str, Any], seed: int
) -> None:
    """What the board and the letters offer leads to the end and does what it says, whoever else presses, whatever
    restarts come between; each turn has one board with controls and is told once."""
    async with Harbour(tmp_path, seed=seed) as world:
        people = (world.user("Ana"), world.user("Ben"))
        match = await world.seat(*people, slug="aerion", **options)
        game = Game(world, match, people, seed)
        await game.play()
        game.check_end()
        game.walker.check_walked()


# -- what a whole game may not come to ---------------------------------------------------------------------------------

VERBS = {command.replace("-", "_"): (options, given) for command, _, given, options, _ in COMMANDS}
"""Verb → a position in which it can be answered: the options of the game, and what lies there."""


@pytest.mark.parametrize("verb", VERBS)
async def test_every_decision_is_a_few_presses_away(tmp_path: Path, verb: str) -> None:
    """Alone in a channel, each can be answered by clicks, also if the bot is killed between them."""
    options, given = VERBS[verb]
    async with at(tmp_path, options, **given) as world:
        table = await sit(world)
        walker = Walker(world, table.match, 1, (verb, "joint"))
        for _ in range(30):
            await walker.answer(table.people[0], world.board(), deaths=2)
            if walker.used[verb]:
                return
            await table.people[0].click(world.board(), tool("undo"))
        raise AssertionError(f"no way to {verb}: {walker.used}")


POWERFUL: dict[str, Any] = {
    "P1": {"books": 1},
    "P2": {"books": 1, "reserve": "CM@2"},
    "ws_common": "BP2 MW",
    "pile1": "CS",
    "D1": "MC",
    "D2": "BK",
    "dice": [3, 3, 5, 5, 1, 2],
}


async def dice_chosen(person: Person, board: Post, *dice: int) -> Post:
    """The private panel that asks how to pay for a reroll of these dice."""
    menu = next(control for control in board.controls if "reroll||" in control.custom_id)
    reply = await person.select(board, *(str(die - 1) for die in dice), menu=menu.custom_id)
    panel = reply.posts[-1]
    assert panel.private
    return panel


async def test_the_partner_s_powers_disturb_no_open_panel(tmp_path: Path) -> None:
    """In my turn the partner uses a Book and the reserve; that calls nobody, and my half-made reroll is still good."""
    async with at(tmp_path, **POWERFUL) as world:
        table = await sit(world, *BOTH)
        ana, ben = table.people
        walker, board = Walker(world, table.match, 1, ("book_recover", "place_reserve")), world.board()
        panel = await dice_chosen(ana, board, 2, 5)
        told = [len(ana.dms()), len(ben.dms()), len(world.channel_messages())]
        powers = (await ben.slash("aerion powers")).post
        await walker.answer(ben, powers)
        await world.restart(hard=True)
        view = (await ben.click(board, tool("view"))).posts[-1]
        assert view.private
        await walker.answer(ben, view)
        assert set(walker.used) >= {"book_recover", "place_reserve"}
        assert told == [len(ana.dms()), len(ben.dms()), len(world.channel_messages())]
        assert world.board().id == board.id
        await ana.click(panel, lambda control: "\u2461" in control.label)
        seen = await table.seen()
        assert seen["pile2"].split()[-1] == "BK"
        assert (seen["top1"], seen["built"], seen["active"]) == ("CS", "S2", "P1")
        assert [seen["dice"][die - 1] for die in (1, 3, 4, 6)] == [3, 5, 5, 2]


async def test_a_press_on_the_other_s_book_uses_one_s_own(tmp_path: Path) -> None:
    """The button under the board that is the active seat's Book never spends it for somebody else."""
    async with at(tmp_path, **POWERFUL) as world:
        table = await sit(world, *BOTH)
        _, ben = table.people
        book = next(c for c in choices_of(world.board()) if "book_recover" in str(c))
        if book.kind == "button":
            await ben.click(world.board(), book.custom_id)
        else:
            value = next(str(o.value) for o in book.options if "book_recover" in str(o.value))
            await ben.select(world.board(), value, menu=book.custom_id)
        seen = await table.seen()
        assert (seen["P1"]["books"], seen["P2"]["books"], seen["top1"]) == (1, 0, "CS")


LAST_CARDS: dict[str, Any] = {
    **EMPTY,
    "D1": "MC",
    "P1": {"books": 1},
    "P2": {"books": 1},
    "pile1": "CS",
    "dice": [1, 2, 3, 4, 6, 6],
}


async def test_the_last_chance_asks_both_once_and_the_first_book_closes_it(tmp_path: Path) -> None:
    """Both are told; each answers in private, from wherever; what is too late explains itself; the game goes on."""
    async with at(tmp_path, **LAST_CARDS) as world:
        table = await sit(world, *BOTH)
        ana, ben = table.people
        await ana.click(world.board(), lambda control: ":a:give_up|" in control.custom_id)
        await ana.click(world.board(), lambda control: ":a:end_turn|" in control.custom_id)
        assert (await table.seen())["state"] == "last_chance"
        (live,) = [post for post in world.channel_messages() if post.controls]
        assert choices_of(ben.dms()[-1])
        await world.restart(hard=True)
        mine = (await ana.click(live, lambda control: ":t:mine" in control.custom_id)).posts[-1]
        his = (await ben.click(live, lambda control: ":t:mine" in control.custom_id)).posts[-1]
        await ana.click(mine, lambda control: ":a:rescue_decline|" in control.custom_id)
        assert (await table.seen())["asked"] == "P2"
        before = await table.serial()
        late = await ana.click(mine, lambda control: ":a:rescue_decline|" in control.custom_id, stale=True)
        assert late.text
        assert await table.serial() == before
        await world.restart()
        walker = Walker(world, table.match, 1, ("book_recover",))
        await walker.answer(ben, his)
        assert walker.used["book_recover"] == 1
        seen = await table.seen()
        assert (seen["state"], seen["active"]) == ("turn_start", "P2")
        assert seen["D1"] in {"CS", "MC"}
        assert [len(person.dms()) for person in (ana, ben)] == [1, 1], "told more than once"
        assert any("roll_dice" in control.custom_id for control in ben.dms()[-1].controls)
        (board,) = [post for post in world.channel_messages() if post.controls]
        assert any("roll_dice" in control.custom_id for control in board.controls)
        assert board.id != live.id
