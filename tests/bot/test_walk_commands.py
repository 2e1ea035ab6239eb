"""A whole game by slash commands."""

from pathlib import Path
from typing import Any

from engines.kernel.decision import Decision
from engines.kernel.rng import Rng
from engines.kernel.standin import random_answer
from tests.bot.harbour import Harbour
from tests.bot.people import Person


def command(decision: Decision, answer: tuple[str | int, ...]) -> tuple[str, dict[str, Any]]:
    """An answer as somebody types it: the command and its parameters (RULES.md §5)."""
    key = str(answer[0]).split(".")
    typed: dict[str, Any] = {}
    match decision.verb:
        case "dig" | "destroy_rockfall" | "fight":
            typed = {"tunnel": int(key[0])}
        case "survey":
            typed = {"tunnel": int(key[0]), "looks": int(key[1])}
        case "survey_step":
            typed = {"reveal": key[0] == "yes", "looks": int(key[1])}
        case "tavern":
            typed = {"count": answer[0]}
        case "bank_sell":
            typed = {"value": int(key[0])}
        case "hire_specialist":
            who, *rest = key
            if who == "impersonator":
                typed["copy-of"] = rest.pop(0)
            typed |= {"specialist": who, "tunnel": int(rest[0])}
            if len(rest) > 1:
                typed["start"] = int(rest[1])
        case "choose_map":
            typed = {"reward": key[0]}
        case "end_day":
            typed = {"recruit": key[0] == "recruit", "heal": int(key[1])}
    return f"takara {decision.verb.replace('_', '-')}", typed


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
            name, options = command(decision, random_answer(decision, rng))
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
