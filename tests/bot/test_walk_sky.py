"""Whole games of Fractured Sky by clicks: at a table of four, with an automated opponent, alone in direct messages."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.bot.harbour import Harbour
from tests.bot.tables import lobby, tool
from tests.bot.test_fractured_commands import COMMANDS, at, nested, sit
from tests.bot.test_sky_secrets import REWARDS, SETUP
from tests.bot.typed import COMMANDS as NAMES
from tests.bot.voyage import ONWARD, SCENE, Farer, Voyage

USED = {"choose_start_resources", "place_airship", "choose_turn_slot", "restart before a chip"}
SEEN = {"in vain", "restart: turn_slot", "restart: round's end"}
"""What happens in every game."""


async def test_four_people_play_to_the_end_by_clicks_with_restarts(tmp_path: Path) -> None:
    """On the board, in letters, and by pings for one who gets no letters: whatever is offered does what it says, all
    who are asked at once are told once, what was chosen shows when all have chosen, and nothing is told twice."""
    async with Harbour(tmp_path, seed=1) as world:
        people = tuple(world.user(name) for name in ("Ana", "Ben", "Chie", "Dai"))
        world.user("Eve")
        people[3].close_dms()
        match = await world.seat(*people, slug="fractured_sky")
        voyage = Voyage(world, match, people, 1)
        await voyage.play()
        await voyage.check_end()
        assert set(voyage.walker.used) >= USED, voyage.walker.used
        assert set(voyage.seen) >= {*SEEN, "from a letter", "restart: setup_resources"}, voyage.seen
        assert voyage.seen["4 at once: setup_resources"] == 1


async def test_two_people_and_an_automated_opponent_play_by_clicks_with_restarts(tmp_path: Path) -> None:
    """Its turns are told with what the next person is asked, a line each with its reason; it is never waited for."""
    async with Harbour(tmp_path, seed=1) as world:
        people = (world.user("Ana"), world.user("Ben"))
        match = await world.seat(*people, slug="fractured_sky", ai_difficulty="hard", ai_color="orange")
        voyage = Voyage(world, match, people, 1)
        look = await voyage.play(rounds=3)
        await voyage.check_log()
        assert look.view.reveal.round == 3
        assert [seat.color for seat in look.view.seats if seat.ai] == ["orange"]
        assert set(voyage.walker.used) >= USED, voyage.walker.used
        assert set(voyage.seen) >= SEEN, voyage.seen


async def test_somebody_plays_alone_in_direct_messages_by_clicks_with_restarts(tmp_path: Path) -> None:
    """Against both automated opponents, to the end, all in one place; the server hears nothing of it."""
    async with Harbour(tmp_path, seed=2) as world:
        ana = world.user("Ana")
        await ana.slash("newgame", ana.dm, game="fractured_sky")
        await ana.click(ana.dms()[-1], lobby("start"))
        match = await world.match(ana.dm)
        voyage = Voyage(world, match, (ana,), 2, ana.dm)
        await voyage.play()
        await voyage.check_end()
        assert set(voyage.walker.used) >= USED, voyage.walker.used
        assert set(voyage.seen) >= SEEN, voyage.seen
        assert not world.channel_messages()


@pytest.mark.parametrize("applied", [False, True])
async def test_the_round_s_end_is_shown_once_though_the_bot_dies_over_it(tmp_path: Path, applied: bool) -> None:
    """Its picture is sent, or was sent already, when the bot dies: it stands once, above the board that goes on."""
    ships = {"PP": "P2:3 P2:4 P2:2", "CC": "P3:5 P3:1 P3:0", "MM": "P1:7 P1:2"}
    async with at(tmp_path, ships=ships, new="P2 P3 -") as world:
        table = await sit(world)
        ana = table.people[0]
        world.die_at("POST", "/channels/*/messages", applied=applied)
        await ana.slash("fractured airship", region="GG", chip=1, unanswered=True)
        await world.restart(hard=True)
        await world.pass_time(minutes=5)
        posts = world.channel_messages()
        shown = [number for number, post in enumerate(posts) if SCENE in post.text]
        assert shown == [len(posts) - 2]
        assert not posts[-2].controls
        assert (await table.seen())["ended"]["round"] == 1
        assert posts[-1].id == world.board().id


# -- what a whole game may not come to ---------------------------------------------------------------------------------


@pytest.mark.parametrize("given", [SETUP, REWARDS], ids=["first resources", "rewards"])
async def test_all_who_choose_at_once_go_on_by_themselves(tmp_path: Path, given: dict[str, Any]) -> None:
    """From wherever each answers: who has answered is told, a changed answer is noticed by nobody, the bot restarts,
    and with the last answer the next turn begins."""
    async with at(tmp_path, **given) as world:
        table = await sit(world)
        world.user("Eve")
        voyage = Voyage(world, table.match, table.people, 1)
        look = await voyage.together(await voyage.watch.after())
        assert look.view.step == "action"
        assert voyage.seen["changed"] == 1


async def test_two_answers_in_the_same_moment_both_count(tmp_path: Path) -> None:
    """The last two choose at once: one board follows, and nobody but Ana, whose turn comes, is told again."""
    async with at(tmp_path, **SETUP) as world:
        table = await sit(world)
        ana, ben, chie = table.people
        await ana.slash("fractured start", resources="0 0 4")
        before = world.board()
        async with world.at_once():
            await ben.slash("fractured start", resources="0 4 0")
            await chie.slash("fractured start", resources="4 0 0")
        told = await table.seen()
        assert [told[seat]["resources"] for seat in ("P1", "P2", "P3")] == ["0g 0i 4w", "0g 4i 0w", "5g 0i 0w"]
        assert told["state"] == "action"
        live = [post for post in world.channel_messages() if post.controls]
        assert [post.id > before.id for post in live] == [True]
        assert [len(person.dms()) for person in table.people] == [2, 1, 1]


VERB_OF = {command: verb for verb, command in NAMES["fractured_sky"].items()}
POSITIONS = {VERB_OF.get(command, command): nested(given) for command, _, given, _ in COMMANDS}
"""Verb → a position in which it can be answered."""


@pytest.mark.parametrize("verb", POSITIONS)
async def test_every_decision_is_a_few_presses_away(tmp_path: Path, verb: str) -> None:
    """Each can be answered by clicks in the channel, also if the bot dies between them."""
    async with at(tmp_path, **POSITIONS[verb]) as world:
        table = await sit(world)
        walker = Farer(world, table.match, 1, ONWARD if verb == "choose_start_resources" else (*ONWARD, verb))
        for _ in range(30):
            asked = await world.asked(table.match)
            assert asked is not None
            await walker.answer(asked, world.board(), deaths=2)
            if walker.used[verb]:
                return
            await asked.click(world.board(), tool("undo"))
        raise AssertionError(f"no way to {verb}: {walker.used}")
