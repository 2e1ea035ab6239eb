"""Aerion by slash commands: a whole turn, every command once, wrong seats and moments, and whatever people may type."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from tests.bot.harbour import Harbour
from tests.bot.people import Person, Reply
from tests.bot.positions import Table, begun, sit_down
from tests.bot.tables import words

ALONE = ("Ana",)
BOTH = ("Ana", "Ben")
BIRDS = {"D1": "BD", "D3": "BD", "dice": [3, 3, 5, 5, 1, 4]}
LAIR = {
    "outposts": "- crew_moon mat_wood mat_cloth mat_brass bp_low",
    "lairs": "^crew_sun crew_moon mat_cloth mat_brass mat_wood bp_high",
    "D4": "CS",
    "ws1": "BP1 MW",
    "dice": [1, 1, 2, 2, 3, 3],
}
EMPTY = {f"draw{column}": "" for column in range(1, 7)}


async def sit(world: Harbour, *names: str) -> Table:
    """These people sit at the position of this world."""
    return await sit_down(world, "aerion", *(names or ALONE))


def at(tmp_path: Path, options: Mapping[str, Any] | None = None, **given: Any) -> Harbour:
    """A world whose game of Aerion begins at that position."""
    return Harbour(tmp_path, games={"aerion": begun("aerion", options or {}, given)})


COMMANDS: tuple[tuple[str, dict[str, Any], dict[str, Any], dict[str, Any], dict[str, Any]], ...] = (
    ("roll-dice", {}, {"state": "turn_start"}, {}, {"state": "rolling", "rolled": True}),
    ("discard-reroll", {"column": 2, "dice": "3 4 5 6"}, {"D1": "MC", "D2": "BK"}, {}, {"pile2": "BK", "D2": ""}),
    (
        "discard-flip",
        {"column": 2, "die": 4},
        {"row": "FA5 FA1", "D2": "MB", "dice": [6, 6, 1, 2, 2, 3]},
        {"flagship": "normal"},
        {"dice": [6, 6, 1, 5, 2, 3], "pile2": "MB"},
    ),
    ("use-book-reroll", {}, {"P1": {"books": 1}}, {}, {"rerolls": 3, "removed": "BK"}),
    ("hire-worker", {"column": 5}, {"D5": "WK", "D1": "MC"}, {"piers": "normal"}, {"rerolls": 3, "D5": ""}),
    ("free-reroll", {"dice": "16"}, {"rerolls": 2}, {}, {"rerolls": 1}),
    ("lab-reroll", {}, {"row": "FA4 FA1"}, {"flagship": "normal"}, {"lab_used": True}),
    ("use-pixie", {"changes": "5=6 4=6"}, {"dice": [1, 2, 3, 4, 5, 1]}, {}, {"dice": [1, 2, 3, 6, 6, 1], "pixies": 1}),
    (
        "acquire",
        {"column": 1, "to": "ws2"},
        {"D1": "MC", "dice": [3, 3, 5, 5, 1, 2]},
        {},
        {"ws2": "MC@1", "state": "turn_start"},
    ),
    ("acquire", {"column": 2}, {"D2": "BK", "dice": [6, 6, 6, 1, 2, 3]}, {}, {"D2": "BK", "left2": 2}),
    (
        "demolish",
        {"birds": "1 3"},
        BIRDS,
        {"clouds": "normal"},
        {"clouds": "gone arrow arrow arrow arrow arrow", "pile3": "BD"},
    ),
    (
        "demolish",
        {"birds": "13", "hits": "5 2"},
        BIRDS,
        {"clouds": "normal"},
        {"clouds": "arrow bare arrow arrow bare arrow"},
    ),
    (
        "pay-worker",
        {},
        {"dice": [6, 6, 6, 6, 1, 1], "P1": {"payroll": 1}},
        {"piers": "normal"},
        {"removed": "WK", "state": "turn_start"},
    ),
    ("flip-pier", {"pier": 2}, {"dice": [4, 4, 4, 4, 4, 1]}, {"piers": "normal"}, {"piers": "arrow built arrow"}),
    ("hunt", {}, LAIR, {"hellkite": "normal"}, {"built": "", "D4": "CS", "pawn": 2}),
    ("hunt", {"column": 4, "to": "ws1"}, LAIR, {"hellkite": "normal"}, {"built": "S1", "pawn": 2}),
    ("hunt", {"column": 4}, LAIR, {"hellkite": "normal"}, {"built": "S1", "pawn": 2}),
    (
        "security-skip",
        {},
        {"row": "FA3 FA1", "discards": 1, "D1": "CS", "D2": "MB"},
        {"flagship": "normal"},
        {"state": "turn_start", "D1": "CS"},
    ),
    ("give-up", {}, {"D4": "BP6"}, {}, {"pile4": "BP6", "state": "turn_start"}),
    ("end-turn", {}, {"state": "wrap_up", "P1": {"books": 1}, "pile1": "CS"}, {}, {"state": "turn_start", "turn": 2}),
    (
        "book-recover",
        {"column": 3, "first": "bp_gyro", "second": "crew_sun"},
        {"P1": {"books": 1}, "pile3": "CS BP5 BK MW"},
        {},
        {"top3": "BP5 CS", "pile3": "BK MW"},
    ),
    (
        "book-recover",
        {"column": 1, "first": "mat_wood", "second": "mat_wood", "third": "crew_sun"},
        {"P1": {"books": 1}, "pile1": "CS MW MW", "row": "FA2 FA1"},
        {"flagship": "normal"},
        {"top1": "MW MW CS", "pile1": ""},
    ),
    ("use-egg", {"column": 6}, {"eggs": 1, "draw6": "CS MB"}, {"eggs": "normal"}, {"state": "egg_pick"}),
    (
        "egg-pick",
        {"card": "crew_sun"},
        {"searching": 6, "draw6": "CS MB", "D6": "BP1"},
        {"eggs": "normal"},
        {"D6": "CS", "state": "rolling"},
    ),
    (
        "place-reserve",
        {"card": "crew_sun.4", "to": "ws1"},
        {"P1": {"reserve": "CS@4"}, "ws1": "BP1@1 MW@2"},
        {},
        {"built": "S1", "ws1": ""},
    ),
    (
        "factory-discard",
        {"factory": "factory_library"},
        {"row": "FA1 FA4 FA6"},
        {"flagship": "hard"},
        {"row": "FA4 FA6", "pile1": "FA1"},
    ),
    (
        "rescue-decline",
        {},
        {**EMPTY, "state": "last_chance", "P1": {"books": 1}, "pile1": "MC"},
        {},
        {"state": "over", "result": "exhausted"},
    ),
)


@pytest.mark.parametrize(("command", "typed", "given", "options", "then"), COMMANDS)
async def test_every_decision_has_its_command(
    tmp_path: Path,
    command: str,
    typed: dict[str, Any],
    given: dict[str, Any],
    options: dict[str, Any],
    then: dict[str, Any],
) -> None:
    """What is typed is what happens; the answer is private and says so."""
    async with at(tmp_path, options, **given) as world:
        table = await sit(world)
        reply = await table.people[0].slash(f"aerion {command}", **typed)
        assert reply.private
        assert reply.text
        seen = await table.seen()
        assert {name: seen[name] for name in then} == then, reply.text


async def test_a_whole_turn_by_commands(tmp_path: Path) -> None:
    """Roll, burn a card, help with a Pixie, take, and the next turn stands there."""
    async with at(tmp_path, state="turn_start", D1="MC", D2="BK", D5="BP3") as world:
        table = await sit(world)
        (ana,) = table.people
        await ana.slash("aerion roll-dice")
        await ana.slash("aerion discard-reroll", column=5, dice="123")
        seen = await table.seen()
        assert (seen["pile5"], seen["D5"], seen["rolled"]) == ("BP3", "", True)
        dice = seen["dice"]
        wanted = [dice[0], dice[0], dice[0], *dice[3:]]
        changes = [f"{die}={dice[0]}" for die in (2, 3) if dice[die - 1] != dice[0]]
        if changes:
            await ana.slash("aerion use-pixie", changes=" ".join(changes))
        seen = await table.seen()
        assert (seen["dice"], seen["pixies"]) == (wanted, 3 - len(changes))
        await ana.slash("aerion acquire", column=2)
        seen = await table.seen()
        assert (seen["P1"]["books"], seen["rerolls"]) == (1, 0)
        if seen["state"] == "wrap_up":
            await ana.slash("aerion end-turn")
        seen = await table.seen()
        assert (seen["state"], seen["turn"], seen["D2"]) == ("turn_start", 2, "BK")


TYPED = ("3 4 5 6", "3456", "３４５６", "③④⑤⑥", "d3,d4、d5・d6", " 6/5/4/3 ", "٣٤٥٦", "三四五六")


@pytest.mark.parametrize("dice", TYPED)
async def test_dice_are_typed_as_it_comes(tmp_path: Path, dice: str) -> None:
    """Digits of any script, whatever stands between them."""
    async with at(tmp_path, D1="MC", D2="BK", dice=[1, 2, 3, 4, 5, 6]) as world:
        table = await sit(world)
        reply = await table.people[0].slash("aerion discard-reroll", column=2, dice=dice)
        seen = await table.seen()
        assert seen["pile2"] == "BK", reply.text
        assert seen["dice"][:2] == [1, 2]
        assert seen["deeds"][-1]


NONSENSE: tuple[tuple[str, dict[str, Any], str], ...] = (
    ("discard-reroll", {"column": 2, "dice": "all of them"}, words("aerion.typed.dice")),
    ("discard-reroll", {"column": 2, "dice": "3 4 7"}, words("aerion.typed.dice")),
    ("discard-reroll", {"column": 2, "dice": "1-3"}, words("aerion.typed.dice")),
    ("discard-reroll", {"column": 2, "dice": ", ,"}, words("aerion.typed.dice")),
    ("discard-reroll", {"column": 2, "dice": "٠"}, words("aerion.typed.dice")),
    ("discard-reroll", {"column": 2, "dice": "334"}, words("kernel.chosen_twice")),
    ("discard-reroll", {"column": 3, "dice": "3"}, words("aerion.why.empty_slot")),
    ("discard-reroll", {"column": 2, "dice": "9" * 5_000}, ""),
    ("use-pixie", {"changes": "4 5 6"}, words("aerion.typed.changes")),
    ("use-pixie", {"changes": "four=6"}, words("aerion.typed.changes")),
    ("use-pixie", {"changes": "4=6 4=5"}, ""),
    ("use-pixie", {"changes": "1=6 2=6 3=6 4=6"}, ""),
    ("free-reroll", {"dice": "1"}, words("aerion.why.no_credit")),
    ("acquire", {"column": 1, "to": "the moon"}, ""),
    ("acquire", {"column": 1, "to": "ws1.ws2"}, ""),
    ("acquire", {"column": 1}, words("aerion.typed.where")),
    ("acquire", {"column": 5}, ""),
    ("hunt", {"to": "ws1"}, words("aerion.typed.hunt")),
    ("hunt", {}, words("kernel.not_now")),
    ("demolish", {"birds": "x"}, words("aerion.typed.birds")),
    ("demolish", {"birds": "1", "hits": "cloud seven"}, words("aerion.typed.hits")),
    ("book-recover", {"column": 1, "first": "a card!|:."}, ""),
    ("place-reserve", {"card": "."}, ""),
    ("egg-pick", {"card": "crew_sun"}, words("kernel.not_now")),
    ("factory-discard", {"factory": "\N{FACTORY}"}, words("kernel.not_now")),
    ("roll-dice", {}, words("kernel.not_now")),
    ("end-turn", {}, words("kernel.not_now")),
    ("rescue-decline", {}, words("kernel.not_now")),
)


async def test_what_cannot_be_read_or_had_is_told_kindly_and_changes_nothing(tmp_path: Path) -> None:
    """Nonsense, empty slots, wrong moments: a private sentence, and all is as it was."""
    async with at(tmp_path, D1="MC", D2="BK", dice=[3, 3, 5, 5, 1, 2]) as world:
        table = await sit(world)
        before = await table.seen()
        for command, typed, told in NONSENSE:
            reply = await table.people[0].slash(f"aerion {command}", **typed)
            assert reply.private
            assert reply.text
            assert told in reply.text, f"{command} {typed}: {reply.text}"
            assert await table.seen() == before, f"{command} {typed}"


async def test_only_what_is_one_s_own_is_done_in_the_partner_s_turn(tmp_path: Path) -> None:
    """The other seat is refused all but its own Book and reserve; who has no seat is refused everything."""
    given: dict[str, Any] = {
        "P2": {"books": 1, "reserve": "CM@2"},
        "ws_common": "BP2 MW",
        "pile1": "CS",
        "D1": "MC",
        "dice": [3, 3, 5, 5, 1, 2],
        "eggs": 1,
    }
    async with at(tmp_path, {"eggs": "normal"}, **given) as world:
        table = await sit(world, *BOTH)
        ana, ben = table.people
        before = await table.seen()
        wishes: tuple[tuple[Person, str, dict[str, Any]], ...] = (
            (ben, "acquire", {"column": 1, "to": "ws_common"}),
            (ben, "acquire", {"column": 1}),
            (ben, "use-pixie", {"changes": "1=6"}),
            (ben, "use-egg", {"column": 1}),
            (ana, "book-recover", {"column": 1, "first": "crew_sun"}),
            (ana, "place-reserve", {"card": "Moon crew"}),
            (world.user("Eve"), "book-recover", {"column": 1, "first": "crew_sun"}),
            (world.user("Eve"), "powers", {}),
        )
        for person, command, typed in wishes:
            reply = await person.slash(f"aerion {command}", **typed)
            assert reply.private
            assert reply.text
            assert await table.seen() == before, f"{person} {command} {typed}"
        await ben.slash("aerion book-recover", column=1, first="Sun crew")
        await ben.slash("aerion place-reserve", card="Moon crew")
        seen = await table.seen()
        assert (seen["top1"], seen["built"], seen["active"]) == ("CS", "S2", "P1")


async def test_the_place_may_be_left_out_where_there_is_one(tmp_path: Path) -> None:
    """A card that fits one place goes there; of several all are named, by what they are called."""
    async with at(tmp_path, ws1="BP1 MW", ws2="BP3", D1="CS", D2="MW", dice=[3, 3, 3, 5, 5, 2]) as world:
        table = await sit(world)
        (ana,) = table.people
        await ana.slash("aerion acquire", column=1)
        assert (await table.seen())["built"] == "S1"
    async with at(tmp_path / "2", D1="MC", dice=[3, 3, 5, 5, 1, 2]) as world:
        table = await sit(world)
        reply = await table.people[0].slash("aerion acquire", column=1)
        assert words("aerion.place.ws1") in reply.text
        assert words("aerion.place.ws2") in reply.text
        await table.people[0].slash("aerion acquire", column=1, to="workshop 2")
        assert (await table.seen())["ws2"] == "MC@1"


def offered(choices: Any) -> list[Any]:
    return [choice.value for choice in choices]


async def test_only_what_is_legal_is_offered(tmp_path: Path) -> None:
    """Columns with a card, the dice that are typed and one more, places that fit, faces that are new."""
    given: dict[str, Any] = {"D1": "MC", "D2": "BK", "D5": "BP1", "dice": [3, 3, 3, 5, 5, 2], "pixies": 2, "rerolls": 1}
    async with at(tmp_path, **given) as world:
        table = await sit(world)
        (ana,) = table.people
        assert offered(await ana.autocomplete("aerion discard-reroll", "column", "")) == [1, 2, 5]
        assert offered(await ana.autocomplete("aerion discard-reroll", "column", "2", dice="3 4")) == [2]
        dice = offered(await ana.autocomplete("aerion discard-reroll", "dice", "", column=2))
        assert dice == ["1", "2", "3", "4", "5", "6"]
        dice = offered(await ana.autocomplete("aerion discard-reroll", "dice", "34", column=2))
        assert dice == ["3 4", "3 4 1", "3 4 2", "3 4 5", "3 4 6"]
        assert offered(await ana.autocomplete("aerion free-reroll", "dice", "12345")) == ["1 2 3 4 5", "1 2 3 4 5 6"]
        assert offered(await ana.autocomplete("aerion free-reroll", "dice", "nonsense")) == []
        assert offered(await ana.autocomplete("aerion free-reroll", "dice", "11")) == []
        changes = await ana.autocomplete("aerion use-pixie", "changes", "6")
        assert offered(changes)[:5] == ["6=1", "6=3", "6=4", "6=5", "6=6"]
        assert words("aerion.die", die=6, face=4) in [choice.label for choice in changes]
        pairs = offered(await ana.autocomplete("aerion use-pixie", "changes", "6=1 1"))
        assert pairs == [f"1={face} 6=1" for face in (1, 2, 4, 5, 6)]
        assert "6=3" in offered(await ana.autocomplete("aerion use-pixie", "changes", "6=3"))
        assert offered(await ana.autocomplete("aerion acquire", "column", "")) == [1, 2]
        assert offered(await ana.autocomplete("aerion acquire", "to", "", column=1)) == ["ws1", "ws2"]
        assert offered(await ana.autocomplete("aerion acquire", "to", "2", column=1)) == ["ws2"]
        assert offered(await ana.autocomplete("aerion book-recover", "column", "")) == []
        assert offered(await world.user("Ben").autocomplete("aerion free-reroll", "dice", "")) == []


async def test_the_parts_of_an_answer_are_offered_one_after_the_other(tmp_path: Path) -> None:
    """Cards of the pile that is named, each as often as it lies there; birds, then as many hits as they make."""
    given: dict[str, Any] = {
        **BIRDS,
        "pile3": "CS BK MW MW",
        "pile1": "BK",
        "P1": {"books": 1, "reserve": "CM@2"},
        "ws2": "BP2 MW",
    }
    async with at(tmp_path, {"clouds": "normal"}, **given) as world:
        table = await sit(world)
        (ana,) = table.people
        recover = "aerion book-recover"
        assert offered(await ana.autocomplete(recover, "column", "")) == [3]
        first = await ana.autocomplete(recover, "first", "", column=3)
        assert sorted(offered(first)) == ["crew_sun", "mat_wood"]
        assert offered(await ana.autocomplete(recover, "first", "tim", column=3)) == ["mat_wood"]
        second = offered(await ana.autocomplete(recover, "second", "", column=3, first="mat_wood"))
        assert sorted(second) == ["crew_sun", "mat_wood.2"]
        third = await ana.autocomplete(recover, "third", "", column=3, first="mat_wood", second="crew_sun")
        assert offered(third) == []
        assert offered(await ana.autocomplete("aerion demolish", "birds", "")) == ["1 3"]
        assert offered(await ana.autocomplete("aerion demolish", "birds", "1")) == ["1 3"]
        hits = offered(await ana.autocomplete("aerion demolish", "hits", "", birds="1 3"))
        assert {"1 1", "1 2", "5 6"} <= set(hits)
        assert set(offered(await ana.autocomplete("aerion demolish", "hits", "4", birds="1 3"))) == {
            f"4 {cloud}" for cloud in range(1, 7)
        }
        assert offered(await ana.autocomplete("aerion place-reserve", "card", "moon")) == ["crew_moon.2"]
        assert offered(await ana.autocomplete("aerion place-reserve", "to", "", card="crew_moon.2")) == ["ws2"]


def cards_of(reply: Reply) -> str:
    return "\n".join(post.text for post in reply.posts)


async def test_the_piles_can_be_looked_at_at_any_time_by_anybody(tmp_path: Path) -> None:
    """§12 Discard piles, contents and known tops of the decks, what left the game, lairs that nobody has seen."""
    given: dict[str, Any] = {
        "draw1": "CS MW MW",
        "known1": 1,
        "pile1": "BP1 MC",
        "D1": "BK",
        "removed": "BK BK EG",
        "outposts": "- crew_moon mat_wood mat_cloth mat_brass bp_low",
        "lairs": "^crew_sun crew_moon mat_cloth mat_brass mat_wood bp_high",
    }
    async with at(tmp_path, {"hellkite": "normal"}, **given) as world:
        table = await sit(world)
        eve = world.user("Eve")
        for person in (*table.people, eve):
            told = cards_of(await person.slash("aerion cards"))
            assert told.count("(AABB)") == 1
            assert "Timber ×2 and Sun crew" in told
            assert words("aerion.cards.known", cards="Sun crew") in told
            assert words("aerion.cards.discard", n=2, cards="Sailcloth and Glider blueprint") in told
            assert "Book ×2 and Egg" in told
            assert "Blueprints 5-6" in told.split("Lairs")[1]
            assert "(AAAA)" in told
        told = cards_of(await eve.slash("aerion cards", column=1))
        assert "(AABB)" in told
        assert "(AAA)" not in told
        before = await table.seen()
        await eve.slash("aerion cards", column=6)
        assert await table.seen() == before


async def test_powers_are_shown_privately_with_their_controls(tmp_path: Path) -> None:
    """What the caller has, in both seats' turns; the controls do it."""
    given: dict[str, Any] = {
        "P1": {"books": 1},
        "P2": {"books": 1, "reserve": "CM@2"},
        "ws_common": "BP2 MW",
        "pile1": "CS",
        "eggs": 2,
        "D1": "MC",
    }
    async with at(tmp_path, {"eggs": "normal"}, **given) as world:
        table = await sit(world, *BOTH)
        ana, ben = table.people
        mine = await ana.slash("aerion powers")
        assert mine.private
        assert words("aerion.powers.eggs", 2, n=2) in mine.text
        assert any("use_egg" in str(option.value) for c in mine.post.controls for option in c.options) or any(
            "use_egg" in c.custom_id for c in mine.post.controls
        )
        assert not any("acquire" in str(option.value) for c in mine.post.controls for option in c.options)
        his = await ben.slash("aerion powers")
        assert words("aerion.powers.reserve", cards="Moon crew") in his.text
        assert words("aerion.powers.eggs_active") in his.text
        text = str([(c.custom_id, [o.value for o in c.options]) for c in his.post.controls])
        assert "place_reserve" in text
        assert "book_recover" in text
        assert "use_egg" not in text


async def test_nothing_to_draw_on_is_said(tmp_path: Path) -> None:
    async with at(tmp_path, D1="MC") as world:
        table = await sit(world)
        reply = await table.people[0].slash("aerion powers")
        assert words("aerion.powers.none") in reply.text
        assert not reply.post.controls


async def test_a_command_of_another_game_says_so(tmp_path: Path) -> None:
    """In a channel, commands mean the game that stands there."""
    async with Harbour(tmp_path) as world:
        ana, ben = world.user("Ana"), world.user("Ben")
        match = await world.seat(ana, ben)
        before = (await world.app.desk.look(match, None)).serial
        for command in ("roll-dice", "cards", "powers"):
            reply = await ana.slash(f"aerion {command}")
            assert reply.private
            assert words("bot.answer.other_game", wanted="Aerion", here="Takara Island") in reply.text
        assert (await world.app.desk.look(match, None)).serial == before
        assert offered(await ana.autocomplete("aerion acquire", "column", "")) == []


async def test_it_speaks_japanese(tmp_path: Path) -> None:
    """Answers, refusals, offers and names typed by hand, for whoever uses Discord in Japanese."""
    given: dict[str, Any] = {"P1": {"books": 1}, "pile1": "CS MW", "D1": "MC", "dice": [3, 3, 5, 5, 1, 2]}
    async with at(tmp_path, **given) as world:
        hana = world.user("はな", locale="ja")
        table = Table(world, "aerion", await world.seat(hana, slug="aerion"), (hana,))
        reply = await hana.slash("aerion discard-reroll", column=1, dice="ぜんぶ")
        assert "ダイスを読み取れませんでした" in reply.text
        places = await hana.autocomplete("aerion acquire", "to", "", column=1)
        assert [choice.label for choice in places] == ["置き場1", "置き場2"]
        cards = await hana.autocomplete("aerion book-recover", "first", "木", column=1)
        assert offered(cards) == ["mat_wood"]
        told = cards_of(await hana.slash("aerion cards", column=1))
        assert "第1列（AABB）" in told
        assert "木材" in told
        assert "いつでも使えるもの" in (await hana.slash("aerion powers")).text
        await hana.slash("aerion book-recover", column=1, first="木材", second="太陽の船員")
        await hana.slash("aerion acquire", column=1, to="置き場２")
        seen = await table.seen()
        assert (seen["ws2"], seen["top1"]) == ("MC@1", "CS")
