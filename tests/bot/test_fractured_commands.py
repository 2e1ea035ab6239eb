"""Fractured Sky by slash commands: every command, a whole round, wrong seats and moments, secrets, and odd typing."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from bot.cogs._regions import region_of
from bot.ui.speech import LANGUAGES, Speech
from engines.fractured_sky import GAME
from tests.bot.harbour import Harbour
from tests.bot.people import Person
from tests.bot.positions import Table, begun, sit_down
from tests.bot.prying import same, seen
from tests.bot.tables import Table as Sitting
from tests.bot.tables import words

FIRST = {"first_player": 1}
ALONE = ("Ana",)
BOTH = ("Ana", "Ben")
THREE = ("Ana", "Ben", "Chie")
RICH = {"P1": {"resources": "3g 3i 3w"}}
REWARDS = {"state": "reward_choices", "new": "P1 P2 P3", "P1": {"picks": "PP:2 CC:1"}}


async def sit(world: Harbour, *names: str, locale: str = "en-US") -> Table:
    """These people sit at the position of this world."""
    return await sit_down(world, "fractured_sky", *(names or THREE), locale=locale)


def in_words(slug: str, view: Any, words: Any) -> str:
    """A board in words that tells everything that its viewer may know."""
    return str(GAME.shown(view))


def at(tmp_path: Path, **given: Any) -> Harbour:
    """A world whose game of Fractured Sky begins at that position."""
    return Harbour(
        tmp_path, games={"fractured_sky": begun("fractured_sky", {"first_player": 1}, given)}, textboard=in_words
    )


def ways(told: Mapping[str, Any], path: str) -> Any:
    """`P1.resources` in what is told."""
    for part in path.split("."):
        told = told[part]
    return told


Given = dict[str, Any]


def nested(given: Given) -> Given:
    """`{"P1.resources": "2g"}` as `{"P1": {"resources": "2g"}}`."""
    found: Given = {}
    for path, value in given.items():
        name, _, inner = path.partition(".")
        found[name] = {**found.get(name, {}), inner: value} if inner else value
    return found


COMMANDS: tuple[tuple[str, Given, Given, Given], ...] = (
    ("start", {"resources": "2 gold 2 wood"}, {"state": "setup_resources"}, {"state": "setup_resources"}),
    ("exchange", {"pay": "wood gold", "gain": "i"}, RICH, {"P1.resources": "2g 4i 2w", "active": "P1"}),
    ("exchange", {"pay": "gold-gold", "gain": "gold"}, RICH, {"P1.resources": "2g 3i 3w", "active": "P1"}),
    ("airship", {"region": "peaceful_plains", "chip": 7}, {}, {"ships.PP": "!P1:7d", "active": "P2"}),
    ("airship", {"region": "PP", "chip": 10}, {"ships.PP": "P2:3"}, {"ships.PP": "P1:10l !P2:d", "active": "P2"}),
    ("slot", {"slot": 3}, {"ships.CV": "P1:0 P1:0 P1:1", "state": "turn_slot"}, {"new": "- - P1", "active": "P2"}),
    ("fortress", {"platform": "P5"}, RICH, {"built.P5": "P1:F", "P1.resources": "3g 0i 3w", "active": "P2"}),
    ("market", {"platform": "P6"}, RICH, {"built.P6": "P1:M", "P1.resources": "2g 3i 1w", "active": "P2"}),
    ("skimmer", {"region": "4"}, RICH, {"skimmers.CC": "P1", "P1.resources": "3g 2i 2w", "active": "P2"}),
    ("scout", {"slot": 1}, {**RICH, "tray": "DD"}, {"state": "scout_resource", "P1.resources": "1g 3i 3w"}),
    (
        "take",
        {"resource": "Wood"},
        {"state": "scout_resource", "scouting": 1, "tray": "DD"},
        {"scouts1": "P1:wood", "P1.resources": "0g 0i 1w", "active": "P2"},
    ),
    (
        "take",
        {"resource": "nothing"},
        {"state": "scout_resource", "scouting": 1, "tray": "DD"},
        {"scouts1": "P1:none", "P1.resources": "0g 0i 0w", "active": "P2"},
    ),
    ("peek", {"slot": 3, "pay": "gi"}, RICH, {"peeked3": "P1", "P1.resources": "2g 2i 3w", "active": "P2"}),
    ("rewards", {"resources": "PP gold wood, CC iron"}, REWARDS, {"round": 2, "P1.resources": "1g 1i 1w"}),
)


@pytest.mark.parametrize(("command", "typed", "given", "then"), COMMANDS)
async def test_every_decision_has_its_command(
    tmp_path: Path, command: str, typed: Given, given: Given, then: Given
) -> None:
    """What is typed is what happens; the answer is private and says so."""
    async with at(tmp_path, **nested(given)) as world:
        table = await sit(world)
        ana = table.people[0]
        before = await table.serial()
        reply = await ana.slash(f"fractured {command}", **typed)
        assert reply.private
        assert reply.text
        told = await table.seen(ana)
        assert {name: ways(told, name) for name in then} == then, reply.text
        assert await table.serial() > before


async def test_the_first_resources_are_chosen_together(tmp_path: Path) -> None:
    """Each as it comes to them; nothing of it shows before all are in, and an answer can be changed until then."""
    async with at(tmp_path, state="setup_resources", public="CV") as world:
        table = await sit(world)
        ana, ben, chie = table.people
        await ana.slash("fractured start", resources="4 0 0")
        await ana.slash("fractured start", resources="0 3 1")
        await ben.slash("fractured start", resources="ggww")
        told = await table.seen()
        assert [told[name]["resources"] for name in ("P1", "P2", "P3")] == ["0g 0i 0w"] * 3
        await chie.slash("fractured start", resources="2 gold, iron, wood")
        told = await table.seen()
        assert [told[name]["resources"] for name in ("P1", "P2", "P3")] == ["0g 3i 1w", "2g 0i 2w", "3g 1i 1w"]
        reply = await ana.slash("fractured start", resources="2 0 2")
        assert words("fractured_sky.why.wrong_state") in reply.text


async def person_asked(table: Table) -> Person:
    look = await table.world.app.desk.look(table.match, None)
    return table.people[look.waiting_for[0]]


async def first_offer(person: Person, command: str, option: str, **filled: Any) -> Any:
    """What an idle thumb chooses."""
    offers = await person.autocomplete(f"fractured {command}", option, "", **filled)
    assert offers, f"nothing is offered for {command} {option}"
    return offers[0].value


async def test_a_whole_round_of_two_by_commands(tmp_path: Path) -> None:
    """From the first resources to the second round: building, scouting, peeking, airships, turn slots, rewards."""
    async with Harbour(tmp_path) as world:
        people = (world.user("Ana"), world.user("Ben"))
        table = Table(world, "fractured_sky", await world.seat(*people, slug="fractured_sky"), people)
        for person in people:
            await person.slash("fractured start", resources="2g2w")
        wishes: dict[Person, list[tuple[str, Given]]] = {
            people[0]: [
                ("market", {"platform": "5"}),
                *[("airship", {"region": "PP", "chip": chip}) for chip in (3, 4, 5)],
            ],
            people[1]: [
                ("scout", {"slot": 1}),
                ("peek", {"slot": 1, "pay": "wood wood"}),
                *[("airship", {"chip": chip}) for chip in (0, 1, 10)],
            ],
        }
        used = set()
        for _ in range(40):
            told = await table.seen()
            if told["round"] == 2:
                break
            person = await person_asked(table)
            match told["state"]:
                case "action":
                    command, typed = wishes[person].pop(0)
                    if command == "airship" and "region" not in typed:
                        typed = {"region": await first_offer(person, "airship", "region"), **typed}
                case "scout_resource":
                    command, typed = "take", {"resource": await first_offer(person, "take", "resource")}
                case "turn_slot":
                    command, typed = "slot", {"slot": await first_offer(person, "slot", "slot")}
                case state:
                    assert state == "reward_choices"
                    command, typed = "rewards", {"resources": await first_offer(person, "rewards", "resources")}
            used.add(command)
            before = await table.serial()
            reply = await person.slash(f"fractured {command}", **typed)
            assert reply.private
            assert await table.serial() > before, f"{command} {typed}: {reply.text}"
        told = await table.seen()
        assert (told["round"], told["peeked1"]) == (2, "P2")
        assert "P1:M" in told["built"]["P5"]
        assert used >= {"market", "scout", "take", "peek", "airship", "slot", "rewards"}
        assert told["ended"]["totals"].split()[:2] == ["12", "11"]


REGIONS = {
    "peaceful_plains": (
        "peaceful_plains",
        "PP",
        "pp",
        "ＰＰ",
        "Peaceful Plains",
        "peacefulplains",
        "平穏の平原",
        "平原",
    ),
    "creepy_cove": ("CV", "cove", "入江", " creepy ", "CREEPY COVE"),
    "3": ("3", "③", "３", "03"),
}


def test_regions_are_named_as_it_comes() -> None:
    """By name in either language, a part of it that only one has, abbreviation, or the number on the map."""
    assert {meant: {region_of(typed) for typed in REGIONS[meant]} for meant in REGIONS} == {m: {m} for m in REGIONS}


async def given(table: Table, person: Person) -> tuple[str | int, ...] | None:
    """A simultaneous answer that may still be changed."""
    look = await table.world.app.desk.look(table.match, person.id)
    return look.decisions[0].given


START = (
    "2 gold 2 wood",
    "gold gold wood wood",
    "GGWW",
    "2g2w",
    "2 0 2",
    "2-0-2",
    "２０２",
    "金2木2",
    "金金木木",
    "2×gold, 2×wood",
    "gold 2, wood 2",
)


async def test_resources_are_typed_as_it_comes(tmp_path: Path) -> None:
    """Names or letters of either language, one by one or with their numbers, or three numbers."""
    async with at(tmp_path, state="setup_resources") as world:
        table = await sit(world)
        ana = table.people[0]
        for typed in START:
            await ana.slash("fractured start", resources="0 4 0")
            reply = await ana.slash("fractured start", resources=typed)
            assert await given(table, ana) == (2, 0, 2), f"{typed}: {reply.text}"


SHARES = (
    "PP gold wood, CC iron",
    "cc i; pp gw",
    "3: g w、4: i",
    "PP gw CC i",
    "Peaceful Plains wood gold / Careening Cliffs iron",
    "平穏の平原 金木、傾く断崖 鉄",
    "pp g, pp w, cc i",
)


async def test_rewards_are_typed_as_it_comes(tmp_path: Path) -> None:
    """Regions in any order, with their resources."""
    async with at(tmp_path, **REWARDS, P2={"picks": "CC:1"}) as world:
        table = await sit(world)
        ana = table.people[0]
        for typed in SHARES:
            await ana.slash("fractured rewards", resources="PP gg, CC g")
            reply = await ana.slash("fractured rewards", resources=typed)
            assert await given(table, ana) == ("peaceful_plains.1", "careening_cliffs.0"), f"{typed}: {reply.text}"


@pytest.mark.parametrize(
    ("picks", "typed", "then"),
    [
        ("PP:2", ("2 gold", "gg", "PP gg", "3 gg", "gold gold"), ("peaceful_plains.2",)),
        ("GG:2", ("GG 2w", "2w", "gg ww", "GG ww", "8 ww"), ("gloomy_grotto.0",)),
        ("PP:3", ("ggw", "gg w", "2 gold 1 wood", "pp ggw"), ("peaceful_plains.2",)),
        ("CC:1", ("4 gold", "gold", "g", "1 gold"), ("careening_cliffs.1",)),
        ("GG:1 PP:2", ("gg w, pp ww", "pp ww gg w"), ("peaceful_plains.0", "gloomy_grotto.0")),
    ],
)
async def test_what_could_be_a_region_or_resources_is_what_makes_sense(
    tmp_path: Path, picks: str, typed: tuple[str, ...], then: tuple[str, ...]
) -> None:
    """Where one region is asked it need not be named."""
    position: Given = {**REWARDS, "P1": {"picks": picks}, "P2": {"picks": "CC:1"}}
    async with at(tmp_path, **position) as world:
        table = await sit(world)
        ana = table.people[0]
        for one in typed:
            reply = await ana.slash("fractured rewards", resources=one)
            assert await given(table, ana) == then, f"{one}: {reply.text}"


POOR = {"P1": {"resources": "1g 1i 0w"}, "round": 2, "tray": "DD SS", "ships": {"CV": "P1:7"}, "scouts1": "P1:gold"}
NONSENSE: tuple[tuple[str, Given, str], ...] = (
    ("airship", {"region": "the moon", "chip": 3}, words("fractured_sky.typed.region")),
    ("airship", {"region": "", "chip": 3}, words("fractured_sky.typed.region")),
    ("airship", {"region": "oo", "chip": 3}, words("fractured_sky.typed.region")),
    ("airship", {"region": "9", "chip": 3}, words("fractured_sky.typed.number", number=9, most=8)),
    ("airship", {"region": "9" * 5_000, "chip": 3}, ""),
    ("airship", {"region": "WW", "chip": 3}, words("fractured_sky.why.not_in_play")),
    ("airship", {"region": "PP", "chip": 7}, words("fractured_sky.why.chip_used")),
    ("exchange", {"pay": "iron", "gain": "gold"}, words("fractured_sky.bad.two_resources")),
    ("exchange", {"pay": "giw", "gain": "gold"}, words("fractured_sky.bad.two_resources")),
    ("exchange", {"pay": "gold iron", "gain": "gold wood"}, words("fractured_sky.typed.resource")),
    ("exchange", {"pay": "stone brick", "gain": "gold"}, words("fractured_sky.typed.resources")),
    ("exchange", {"pay": "99g", "gain": "gold"}, words("fractured_sky.typed.resources")),
    ("exchange", {"pay": "g" * 5_000, "gain": "gold"}, words("fractured_sky.typed.resources")),
    ("exchange", {"pay": "wood wood", "gain": "gold"}, words("fractured_sky.why.not_enough_resources")),
    ("fortress", {"platform": "P5"}, words("fractured_sky.why.not_enough_resources")),
    ("fortress", {"platform": "the best"}, words("fractured_sky.typed.platform")),
    ("market", {"platform": "P1"}, words("fractured_sky.why.not_in_play")),
    ("market", {"platform": "P13"}, words("fractured_sky.why.unknown_id")),
    ("skimmer", {"region": "PP"}, words("fractured_sky.why.not_enough_resources")),
    ("skimmer", {"region": "?!|:."}, words("fractured_sky.typed.region")),
    ("scout", {"slot": 1}, words("fractured_sky.why.already_done")),
    ("scout", {"slot": 3}, words("fractured_sky.why.not_in_play")),
    ("scout", {"slot": 2}, words("fractured_sky.why.not_enough_resources")),
    ("peek", {"slot": 1, "pay": "gold iron"}, words("fractured_sky.why.already_revealed")),
    ("peek", {"slot": 2, "pay": "gold"}, words("fractured_sky.bad.two_resources")),
    ("peek", {"slot": 2, "pay": "gold gold"}, words("fractured_sky.why.not_enough_resources")),
    ("take", {"resource": "gold"}, words("fractured_sky.why.wrong_state")),
    ("take", {"resource": "both"}, words("fractured_sky.typed.resource")),
    ("slot", {"slot": 1}, words("fractured_sky.why.wrong_state")),
    ("start", {"resources": "2 0 2"}, words("fractured_sky.why.wrong_state")),
    ("start", {"resources": "five -1 0"}, words("fractured_sky.typed.start")),
    ("rewards", {"resources": "PP g"}, words("fractured_sky.why.wrong_state")),
    ("rewards", {"resources": "everything"}, words("fractured_sky.typed.rewards")),
)


async def unchanged(table: Table, person: Person, wishes: Any) -> None:
    """Each wish is answered kindly and privately, and all is as it was."""
    before, serial = await table.seen(person), await table.serial()
    for command, typed, told in wishes:
        reply = await person.slash(f"fractured {command}", **typed)
        assert reply.private
        assert reply.text
        assert told in reply.text, f"{command} {typed}: {reply.text}"
        assert (await table.seen(person), await table.serial()) == (before, serial), f"{command} {typed}"


async def test_what_cannot_be_read_or_had_is_told_kindly_and_changes_nothing(tmp_path: Path) -> None:
    async with at(tmp_path, **POOR) as world:
        table = await sit(world)
        await unchanged(table, table.people[0], NONSENSE)


async def test_odd_first_resources_are_told_kindly(tmp_path: Path) -> None:
    async with at(tmp_path, state="setup_resources") as world:
        table = await sit(world)
        odd = ["3 1 1", "2 0 1", "5 -1 0", "3 -1 0", "gold", "all gold", "", "5g", "0 0 0", "١ ٢ ١ ٠"]
        await unchanged(table, table.people[0], [("start", {"resources": typed}, "") for typed in odd])


async def test_odd_rewards_are_told_kindly(tmp_path: Path) -> None:
    """Too few, too many, what a region does not give, a region that is not asked."""
    async with at(tmp_path, **REWARDS) as world:
        table = await sit(world)
        odd = (
            ("PP gw", words("fractured_sky.typed.picks", 1, region="Careening Cliffs", n=1)),
            ("PP gww, CC i", words("fractured_sky.typed.picks", 2, region="Peaceful Plains", n=2)),
            ("PP gi, CC i", words("fractured_sky.bad.not_there")),
            ("PP gw, MM i, CC i", words("fractured_sky.typed.no_choice", region="Molten Moor")),
            ("gold wood iron", words("fractured_sky.typed.which_region")),
            ("99: gold", words("fractured_sky.typed.number", number=99, most=8)),
            ("PP", words("fractured_sky.typed.rewards")),
            ("", words("fractured_sky.typed.rewards")),
            ("PP 2, CC 1", words("fractured_sky.typed.rewards")),
            (", ,", words("fractured_sky.typed.rewards")),
            ("g" * 5_000, ""),
        )
        await unchanged(table, table.people[0], [("rewards", {"resources": typed}, told) for typed, told in odd])
        reply = await table.people[1].slash("fractured rewards", resources="PP gw, CC i")
        assert words("fractured_sky.why.not_your_turn") in reply.text


async def test_only_whose_turn_it_is_acts(tmp_path: Path) -> None:
    """Others are told so; who has no seat as well; nothing changes."""
    async with at(tmp_path, P1={"resources": "3g 3i 3w"}, P2={"resources": "3g 3i 3w"}) as world:
        table = await sit(world)
        wishes: tuple[tuple[str, Given], ...] = (
            ("airship", {"region": "PP", "chip": 3}),
            ("airship", {"region": "3", "chip": 3}),
            ("exchange", {"pay": "gi", "gain": "w"}),
            ("fortress", {"platform": "P5"}),
            ("market", {"platform": "P5"}),
            ("skimmer", {"region": "PP"}),
            ("scout", {"slot": 1}),
            ("peek", {"slot": 1, "pay": "gi"}),
        )
        told = words("fractured_sky.why.not_your_turn")
        await unchanged(table, table.people[1], [(*wish, told) for wish in wishes])
        await unchanged(table, world.user("Eve"), [(*wish, "") for wish in (*wishes, ("review", {}))])


async def test_alone_there_is_nothing_to_peek_at(tmp_path: Path) -> None:
    async with at(tmp_path, P1={"resources": "3g 3i 3w"}) as world:
        table = await sit(world, *ALONE)
        told = words("fractured_sky.why.no_objectives")
        await unchanged(table, table.people[0], [("peek", {"slot": 1, "pay": "gi"}, told)])


def offered(choices: Any) -> list[Any]:
    return [choice.value for choice in choices]


async def test_only_what_is_legal_is_offered(tmp_path: Path) -> None:
    """In words, with what follows from it; to nobody else."""
    given: Given = {"P1": {"resources": "2g 1i 3w"}, "ships": {"CV": "P1:7"}, "tray": "DD", "stars": {"CV": 1}}
    async with at(tmp_path, **given) as world:
        table = await sit(world)
        ana, ben = table.people[:2]
        chips = await ana.autocomplete("fractured airship", "chip", "", region="PP")
        assert offered(chips) == [0, 1, 2, 3, 4, 5, 6, 8, 9, 10]
        labels = {choice.value: choice.label for choice in chips}
        assert (labels[2], labels[10]) == ("2 (dark) → total 9", "10 (light) → total 17, penalty 7")
        assert labels[0] == "0 (dark) ×2 → total 7"
        assert offered(await ana.autocomplete("fractured airship", "chip", "10")) == [10]
        regions = await ana.autocomplete("fractured airship", "region", "")
        assert len(regions) == 8
        assert any("explore!" in choice.label for choice in regions)
        for typed in ("pp", "3", "Peace", "平穏"):
            assert "peaceful_plains" in offered(await ana.autocomplete("fractured airship", "region", typed))
        assert offered(await ana.autocomplete("fractured airship", "region", "mm")) == ["molten_moor"]
        assert offered(await ana.autocomplete("fractured fortress", "platform", "")) == []
        sites = await ana.autocomplete("fractured market", "platform", "5")
        assert ("P5", "P5: ②③⑤⑦") in [(choice.value, choice.label) for choice in sites]
        assert offered(await ana.autocomplete("fractured skimmer", "region", "gg")) == ["gloomy_grotto"]
        assert offered(await ana.autocomplete("fractured scout", "slot", "")) == [1]
        pay = await ana.autocomplete("fractured exchange", "pay", "")
        assert offered(pay) == ["gold-gold", "gold-iron", "gold-wood", "iron-wood", "wood-wood"]
        assert [choice.label for choice in pay][:2] == ["2 gold", "1 gold and 1 iron"]
        assert offered(await ana.autocomplete("fractured exchange", "pay", "wi")) == ["iron-wood"]
        assert offered(await ana.autocomplete("fractured exchange", "gain", "")) == ["gold", "iron", "wood"]
        assert offered(await ana.autocomplete("fractured peek", "slot", "")) == [1, 2, 3, 4, 5]
        assert offered(await ana.autocomplete("fractured peek", "pay", "iron", slot=2)) == ["gold-iron", "iron-wood"]
        for command, option in (("airship", "chip"), ("airship", "region"), ("exchange", "pay"), ("scout", "slot")):
            for other in (ben, world.user("Eve")):
                assert offered(await other.autocomplete(f"fractured {command}", option, "")) == []


async def test_whole_answers_are_offered_in_words(tmp_path: Path) -> None:
    """Mixes of first resources, rewards, and the kinds of a scouted region: as they were typed so far."""
    async with at(tmp_path / "start", state="setup_resources") as world:
        ana = (await sit(world)).people[0]
        mixes = await ana.autocomplete("fractured start", "resources", "")
        assert len(mixes) == 15
        assert ("2 0 2", "2 gold and 2 wood") in [(choice.value, choice.label) for choice in mixes]
        assert offered(await ana.autocomplete("fractured start", "resources", "gg i")) == ["3 1 0", "2 2 0", "2 1 1"]
    async with at(tmp_path / "rewards", **REWARDS) as world:
        table = await sit(world)
        ana = table.people[0]
        lines = await ana.autocomplete("fractured rewards", "resources", "")
        assert len(lines) == 6
        label = "1 gold and 1 wood from Peaceful Plains and 1 iron from Careening Cliffs"
        assert ("PP gw, CC i", label) in [(choice.value, choice.label) for choice in lines]
        begun = await ana.autocomplete("fractured rewards", "resources", "cc i, pp w")
        assert offered(begun) == ["PP gw, CC i", "PP ww, CC i"]
        await ana.slash("fractured rewards", resources=offered(begun)[1])
        assert (await table.seen())["P1"]["resources"] == "0g 1i 2w"
    async with at(tmp_path / "take", state="scout_resource", scouting=1, tray="DD") as world:
        table = await sit(world)
        ana, ben = table.people[:2]
        kinds = await ana.autocomplete("fractured take", "resource", "")
        assert offered(kinds) == ["gold", "wood", "none"]
        assert [choice.label for choice in kinds] == ["Take 1 gold", "Take 1 wood", "Nothing"]
        assert offered(await ben.autocomplete("fractured take", "resource", "")) == []
    async with at(tmp_path / "slot", state="turn_slot", ships={"CV": "P1:0 P1:0 P1:1"}, new="P2 - -") as world:
        slots = await (await sit(world)).people[0].autocomplete("fractured slot", "slot", "")
        assert [choice.label for choice in slots] == ["Slot 2", "Slot 3 (+1 gold)"]


KNOWN: Given = {
    "round": 2,
    "tray": "DD SS",
    "ships": {"PP": "P1:7 P2:3", "CC": "P1:6"},
    "P1": {"cards": "MM"},
    "scouts2": "P1:gold",
    "objectives": "star_chasers iron_walls star_gazers - -",
    "peeked3": "P1",
}


async def test_review_tells_the_caller_what_they_alone_know(tmp_path: Path) -> None:
    """At any time, in words and as a picture: chips and where, exploration cards, scouted cards, objectives."""
    async with at(tmp_path, active="P2", **KNOWN) as world:
        table = await sit(world)
        ana, ben = table.people[:2]
        before = await table.serial()
        mine = await ana.slash("fractured review")
        assert mine.private
        assert mine.post.picture is not None
        assert "7 in ③ Peaceful Plains and 6 in ④ Careening Cliffs; total 13" in mine.text
        assert words("fractured_sky.review.chips_over", penalty=3) in mine.text
        assert "0 (twice), 1, 2, 3, 4, 5, 8, 9 and 10" in mine.text
        assert words("fractured_sky.review.explored", regions="⑤ Molten Moor") in mine.text
        assert words("fractured_sky.review.scouted", slot=2, region="⑥ Sinister Spires") in mine.text
        assert "Star Gazers" in mine.text
        his = await ben.slash("fractured review")
        assert "3 in ③ Peaceful Plains; total 3" in his.text
        assert words("fractured_sky.review.explored_none") in his.text
        assert words("fractured_sky.review.scouted_none") in his.text
        assert words("fractured_sky.review.peeked_none") in his.text
        hers = await table.people[2].slash("fractured review")
        assert words("fractured_sky.review.chips_none") in hers.text
        assert await table.serial() == before
        eve = await world.user("Eve").slash("fractured review")
        assert words("bot.answer.not_seated") in eve.text


async def story(data: Path, *, chip: int, secret: str, resource: str) -> list[list[object]]:
    """What the others see of Ana's airship and scouting, whatever they ask for."""
    async with at(
        data, **{**KNOWN, "P1": {"resources": "2g 0i 0w"}, "scouts2": "", "ships": {}, "tray": f"MM {secret}"}
    ) as world:
        table = await sit(world)
        ana, ben, chie = table.people
        eve = world.user("Eve")
        await ana.autocomplete("fractured airship", "chip", "", region="PP")
        await ana.slash("fractured airship", region="PP", chip=chip)
        await ana.slash("fractured review")
        await ben.slash("fractured airship", region="MM", chip=2)
        await chie.slash("fractured airship", region="MM", chip=1)
        await ana.slash("fractured scout", slot=2)
        for person in (ben, eve):
            for command in ("board", "view", "log", "status", "fractured review"):
                await person.slash(command)
            for kind in ("gold", "wood"):
                await person.slash("fractured take", resource=kind)
            for option in ("region", "chip"):
                await person.autocomplete("fractured airship", option, "")
            await person.autocomplete("fractured take", "resource", "")
        await ana.slash("fractured take", resource=resource)
        return [[*seen(world, table.match, person)] for person in (ben, eve)]


async def test_others_see_nothing_of_chips_and_cards(tmp_path: Path) -> None:
    """Two stories that differ in Ana's chip and in the card that she scouts look the same to everybody else.

    One that differs in the rim of the chip, which all see, does not.
    """
    one = await story(tmp_path / "1", chip=3, secret="SS", resource="gold")
    other = await story(tmp_path / "2", chip=9, secret="DD", resource="gold")
    light = await story(tmp_path / "3", chip=10, secret="SS", resource="gold")
    for mine, theirs, lights in zip(one, other, light, strict=True):
        same(mine, theirs)
        with pytest.raises(AssertionError):
            same(mine, lights)


async def test_of_several_games_in_direct_messages_one_is_chosen(tmp_path: Path) -> None:
    """What was typed waits for the choice, a region's number too."""
    async with at(tmp_path, P1={"resources": "3g 3i 3w"}) as world:
        table = await sit(world)
        ana, ben, chie = table.people
        where = world.backend.create_channel(world.guild_id, "elsewhere")
        other = await world.seat(ana, ben, chie, slug="fractured_sky", where=where)
        reply = await ana.slash("fractured skimmer", where=ana.dm, region="④")
        menu = reply.post
        chosen = next(o for c in menu.controls for o in c.options if other in str(o.value))
        done = await ana.select(menu, str(chosen.value))
        assert done.text
        look = await world.app.desk.look(other, None)
        assert GAME.shown(look.view)["skimmers"]["CC"] == "P1"
        assert (await table.seen())["skimmers"]["CC"] == ""


async def test_a_command_of_another_game_says_so(tmp_path: Path) -> None:
    """In a channel, commands mean the game that stands there."""
    async with Harbour(tmp_path) as world:
        table = await Sitting.of(world, "Ana", "Ben")
        reply = await table.people[0].slash("fractured review")
        assert words("bot.answer.other_game", wanted="Fractured Sky", here="Takara Island") in reply.text
        assert offered(await table.people[0].autocomplete("fractured airship", "chip", "")) == []


async def test_it_speaks_japanese(tmp_path: Path) -> None:
    """Answers, refusals, offers and names typed by hand, for whoever uses Discord in Japanese."""
    async with at(tmp_path, P1={"resources": "3g 3i 3w"}, tray="DD") as world:
        table = await sit(world, "はな", "けん", "ゆき", locale="ja")
        hana = table.people[0]
        assert (
            "「月」がどの地域かわかりませんでした" in (await hana.slash("fractured airship", region="月", chip=1)).text
        )
        chips = await hana.autocomplete("fractured airship", "chip", "10")
        assert [choice.label for choice in chips] == ["10（色違い）→ 合計10"]
        await hana.slash("fractured exchange", pay="金鉄", gain="木")
        assert (await table.seen())["P1"]["resources"] == "2g 2i 4w"
        await hana.slash("fractured airship", region="平穏の平原", chip=4)
        told = (await hana.slash("fractured review")).text
        assert "自分だけが知っていること" in told
        assert "③平穏の平原に4" in told


def test_rules_fit_their_messages() -> None:
    """A topic is one message in either language, its title a menu's entry; the first is for beginners."""
    speech = Speech.load(strict=True)
    topics = speech.topics("fractured_sky")
    assert topics[0] == "start"
    assert len(topics) <= 25
    for lang in LANGUAGES:
        for topic in topics:
            title = speech.sentence(f"fractured_sky.rules.{topic}.title", lang, None)
            told = speech.sentence(f"fractured_sky.rules.{topic}.text", lang, None)
            assert len(title) <= 60
            assert len(told) + len(title) <= 1_900, f"{lang} {topic}: {len(told)}"
            assert not re.search(r"\{\w+\}", told)


async def test_the_commands_keep_discord_s_limits(tmp_path: Path) -> None:
    """At most 25 commands of at most 25 parameters, names of 32, descriptions of 100, 8000 characters in all."""
    async with Harbour(tmp_path) as world:
        tree = world.app.client.tree
        assert tree.translator is not None
        group = tree.get_command("fractured")
        assert group is not None
        told = await group.get_translated_payload(tree, tree.translator)
        assert len(told["options"]) == 12
        for lang in LANGUAGES:
            total = sum(map(len, texts(told, lang)))
            assert total <= 8_000


def texts(part: Mapping[str, Any], lang: str) -> list[str]:
    """Names and descriptions of a command and everything in it, in one language."""
    found = []
    for what, longest in (("name", 32), ("description", 100)):
        said = part.get(f"{what}_localizations", {}).get(lang) or part[what]
        assert 1 <= len(said) <= longest, said
        assert what != "name" or re.fullmatch(r"[-\w]+", said), said
        found.append(said)
    assert len(part.get("options", ())) <= 25
    return [*found, *(line for inner in part.get("options", ()) for line in texts(inner, lang))]
