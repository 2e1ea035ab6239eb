"""What others can see of somebody's secrets: nothing (RULES.md §10, R12)."""

import re
from dataclasses import replace
from pathlib import Path

import render
from tests.bot.harbour import Harbour
from tests.bot.people import Person
from tests.bot.world import Sent


async def monster_tunnel(world: Harbour, match: str, asked: Person) -> int:
    """A tunnel whose first card is a monster, so that surveying it pauses."""
    async with world.app.desk.db.read() as tx:
        header = await world.app.desk._header(tx, match)
        live = await world.app.desk.lives.get(tx, header)
    return next(n for n, pile in enumerate(live.match.state.tunnels, 1) if pile[0].face.kind == "monster")


def seen(world: Harbour, match: str, person: Person) -> list[Sent]:
    """What the person could see, with ids that differ from run to run taken out."""

    def plain(words: str) -> str:
        return re.sub(r"\d{17,}", "ID", words.replace(match, "MATCH"))

    return [
        replace(one, text=plain(one.text), controls=tuple(map(plain, one.controls)), seen_by=frozenset())
        for one in world.transcript(person)
    ]


async def pry(world: Harbour, person: Person) -> None:
    """Everything that somebody can do to find out what another is doing."""
    board = world.board()
    for command in ("board", "status", "log", "view", "undo"):
        await person.slash(command)
    await person.slash("board", text=True)
    await person.slash("takara survey-step", reveal=True, looks=0)
    await person.autocomplete("takara survey-step", "looks", "")
    await person.autocomplete("takara dig", "tunnel", "")
    for tool in ("view", "undo", "why", "help"):
        for control in board.controls:
            if control.custom_id.endswith(f":t:{tool}"):
                await person.click(board, control.custom_id)
    menu = next(control for control in board.controls if control.kind == "menu")
    await person.select(board, str(menu.options[0].value), menu=menu.custom_id)


async def test_a_paused_survey_betrays_nothing(tmp_path: Path) -> None:
    """R12: neither players nor spectators can tell whether a survey is open, whatever they press or ask for."""
    stories: list[dict[str, list[Sent]]] = []
    for story in ("waits", "surveys"):
        async with Harbour(tmp_path / story, draw=render.draw) as world:
            people = [world.user(name) for name in ("Ana", "Ben", "Chie")]
            eve = world.user("Eve")
            match = await world.seat(*people)
            asked = await world.asked(match)
            assert asked is not None
            tunnel = await monster_tunnel(world, match, asked)
            if story == "surveys":
                reply = await asked.slash("takara survey", tunnel=tunnel)
                assert reply.private
                look = await world.app.desk.look(match, asked.id)
                assert [decision.verb for decision in look.decisions] == ["survey_step"]
            others = [person for person in people if person is not asked]
            for person in (*others, eve):
                await pry(world, person)
            stories.append({person.name: seen(world, match, person) for person in (*others, eve)})
    waits, surveys = stories
    for name in waits:
        assert [one.text for one in surveys[name]] == [one.text for one in waits[name]]
        assert surveys[name] == waits[name]


async def test_what_was_seen_in_a_survey_stays_with_the_one_who_saw_it(tmp_path: Path) -> None:
    """The cards are named to the surveyor alone, in words and picture; others learn the tunnel and their number."""
    async with Harbour(tmp_path) as world:
        people = [world.user(name) for name in ("Ana", "Ben", "Chie")]
        match = await world.seat(*people)
        asked = await world.asked(match)
        assert asked is not None
        tunnel = await monster_tunnel(world, match, asked)
        menu = next(control for control in world.board().controls if control.kind == "menu")
        value = next(str(option.value) for option in menu.options if f":survey|{tunnel}." in str(option.value))
        told = (await asked.select(world.board(), value, menu=menu.custom_id)).posts[-1]
        assert told.private
        assert told.files
        assert f"Tunnel {tunnel}, from the top" in told.text
        await asked.slash("takara survey-step", reveal=False, looks=0)
        for person in people:
            if person is not asked:
                for one in world.transcript(person):
                    assert "from the top" not in one.text
        assert f"surveys tunnel {tunnel}: 1 card" in world.board().text
