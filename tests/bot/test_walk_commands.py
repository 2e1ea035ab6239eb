"""Whole games by slash commands."""

import asyncio
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from bot.__main__ import app
from engines.desk.record import read
from engines.kernel.rng import Rng
from engines.kernel.standin import random_answer
from tests.bot.harbour import Harbour
from tests.bot.people import Person
from tests.bot.tables import words
from tests.bot.typed import command


async def test_three_people_play_takara_to_its_end_by_commands_with_restarts(tmp_path: Path) -> None:
    """Every decision can be typed; the answer is private and says what happened; only what is legal is offered."""
    async with Harbour(tmp_path, seed=2) as world:
        people = [world.user(name) for name in ("Ana", "Ben", "Chie")]
        ana, ben, chie = people
        panel = (await ana.slash("newgame", game="takara", order="random")).post
        await ana.select(panel, "1", menu=lambda control: control.custom_id.endswith("set|impersonator"))
        await ben.slash("join")
        await chie.slash("join")
        await ana.slash("start")
        match = await world.match()
        rng, typed = Rng(bytes(32)), 0
        verbs: set[str] = set()
        while (person := await world.asked(match)) is not None:
            look = await world.app.desk.look(match, person.id)
            playable = [d for d in look.decisions if d.playable]
            wanted = [d for d in playable if d.verb not in verbs] or [d for d in playable if d.verb in {"dig", "fight"}]
            decision = rng.pick(wanted or playable)
            name, options = command("takara", decision, random_answer(decision, rng))
            if decision.verb not in verbs and "tunnel" in options and len(options) == 1:
                offered = await person.autocomplete(name, "tunnel", "")
                assert options["tunnel"] in [choice.value for choice in offered]
            verbs.add(decision.verb)
            reply = await person.slash(name, **options)
            assert reply.private
            after = await world.app.desk.look(match, person.id)
            assert after.serial != look.serial, f"{name} {options} changed nothing: {reply.text}"
            typed += 1
            if typed % 40 == 0:
                await world.restart(hard=typed % 80 == 0)
            assert typed < 600, "the game does not end"
        assert {"dig", "survey", "tavern", "hire_specialist", "end_day"} <= verbs
        assert len([m for m in world.channel_messages() if "### Takara Island is over" in m.text]) == 1


async def test_two_people_play_aerion_to_its_end_by_commands_with_restarts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever is asked can be typed, and an answer that would lose is asked for twice. The record of the game is good
    for whoever replays it."""
    async with Harbour(tmp_path, seed=6) as world:
        ana, ben = world.user("Ana"), world.user("Ben")
        await ana.slash("newgame", game="aerion")
        await ben.slash("join")
        await ana.slash("start")
        match, rng = await world.match(), Rng(bytes(32))
        game = world.app.games["aerion"]
        verbs: dict[str, int] = {}
        while (person := await world.asked(match)) is not None:
            look = await world.app.desk.look(match, person.id)
            playable = tuple(d for d in look.decisions if d.playable)
            unknown = [d for d in playable if d.verb not in verbs and d.verb not in {"give_up", "security_skip"}]
            decision, answer = game.absent(playable, look.view)
            if unknown:
                decision = rng.pick(unknown)
                answer = random_answer(decision, rng)
            name, options = command("aerion", decision, answer)
            verbs[decision.verb] = verbs.get(decision.verb, 0) + 1
            reply = await person.slash(name, **options)
            if decision.warning(answer) is not None:
                assert (await world.app.desk.look(match, person.id)).serial == look.serial
                await person.click(reply.post, words("bot.button.sure"))
            after = await world.app.desk.look(match, person.id)
            assert after.serial != look.serial, f"{name} {options} changed nothing: {reply.text}"
            assert reply.private
            typed = sum(verbs.values())
            if typed % 40 == 0:
                await world.restart(hard=typed % 80 == 0)
            assert typed < 600, "the game does not end"
        assert {"roll_dice", "discard_reroll", "use_pixie", "acquire", "use_book_reroll", "end_turn"} <= set(verbs)
        title = words("bot.result.title", game="Aerion")
        assert len([m for m in world.channel_messages() if title in m.text]) == 1
    monkeypatch.setenv("MAILBOAT_DATA", str(tmp_path))
    out = tmp_path / "record.json"
    exported = await asyncio.to_thread(CliRunner().invoke, app, ("export", match, "--out", str(out)))
    assert exported.exit_code == 0, exported.output
    verified = await asyncio.to_thread(CliRunner().invoke, app, ("verify", str(out)))
    assert verified.stdout == f"{out}: ok\n"
    assert read(out.read_bytes()).over


async def test_a_refused_command_says_why_and_changes_nothing(tmp_path: Path) -> None:
    """Whoever is not asked, or asks for what the rules deny, is told so privately, with what is asked now."""
    async with Harbour(tmp_path) as world:
        ana, ben = world.user("Ana"), world.user("Ben")
        match = await world.seat(ana, ben)
        asked = await world.asked(match)
        assert asked is not None
        other: Person = ben if asked is ana else ana
        before = await world.app.desk.look(match, None)
        wishes: tuple[tuple[Person, str, dict[str, Any]], ...] = (
            (other, "takara dig", {"tunnel": 1}),
            (asked, "takara fight", {"tunnel": 1}),
            (asked, "takara bank-buy", {}),
            (asked, "takara end-day", {}),
            (world.user("Eve"), "takara dig", {"tunnel": 1}),
        )
        for person, name, options in wishes:
            reply = await person.slash(name, **options)
            assert reply.private
            assert reply.text
        after = await world.app.desk.look(match, None)
        assert (after.serial, after.view) == (before.serial, before.view)
