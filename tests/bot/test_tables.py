"""Forming a table, leaving it and coming back."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.cogs.table import shared
from engines.desk.tables import Base
from engines.kernel.game import OptionSpec, Preset
from tests.bot.harbour import Harbour
from tests.bot.people import Person
from tests.bot.posts import Control, Post
from tests.bot.solitaire import SOLITAIRE, Solitaire, in_words, word
from tests.bot.tables import lobby, words


@pytest.fixture
async def world(tmp_path: Path) -> AsyncIterator[Harbour]:
    async with Harbour(tmp_path) as harbour:
        yield harbour


async def test_commands_do_what_the_card_does(world: Harbour) -> None:
    """Whoever prefers typing joins, leaves, starts and cancels by commands; the card shows it."""
    ana, ben = world.user("Ana"), world.user("Ben")
    await ana.slash("newgame", game="takara")
    await ben.slash("join")
    assert "2. Ben" in world.last().text
    await ben.slash("leave")
    assert "Ben" not in world.last().text
    assert "2" in (await ana.slash("start")).text
    await ana.slash("cancel")
    assert not world.last().controls
    assert (await ben.slash("join")).private


async def test_a_busy_channel_offers_a_thread(world: Harbour) -> None:
    """A second game gets a thread of its own, and its host the options of it; pressing twice opens one thread."""
    ana, ben = world.user("Ana"), world.user("Ben")
    await world.seat(ana, ben)
    offer = (await ana.slash("newgame", game="takara", order="random")).post
    async with world.at_once():
        await ana.click(offer, "Open a thread")
        await ana.click(offer, "Open a thread")
    panel = world.again(offer)
    assert panel is not None
    (thread,) = world.threads()
    assert "Ana" in (thread.name or "")
    await ana.select(panel, "1", menu=lambda control: control.custom_id.endswith("set|xp_tokens"))
    forming = await world.app.desk.lobby(await world.match(thread))
    assert (forming.order, forming.options["xp_tokens"]) == ("random", "six")
    await ben.click(world.last(thread), "Join")
    await ana.click(world.last(thread), "Start")
    assert world.board(thread).files


async def test_the_host_alone_settles_options_order_and_language(world: Harbour) -> None:
    """What the host chooses stands on the card, in the table's language; others are told that only the host may."""
    ana, ben = world.user("Ana"), world.user("Ben")
    panel = (await ana.slash("newgame", game="takara")).post
    assert panel.private
    assert words("bot.answer.opened") in panel.text
    assert (await ana.click(world.last(), "Options")).posts[-1].custom_ids == panel.custom_ids
    await ana.select(panel, "1", menu=lambda control: control.custom_id.endswith("set|impersonator"))
    await ana.select(panel, "random", menu=lambda control: ":l:order" in control.custom_id)
    await ana.select(panel, "ja", menu=lambda control: ":l:language" in control.custom_id)
    forming = await world.app.desk.lobby(await world.match())
    assert (forming.options["impersonator"], forming.order, forming.language) == ("any", "random", "ja")
    assert "タカラアイランド" in world.last().text
    foreign = (await ben.click(world.last(), lambda control: ":l:options" in control.custom_id)).posts[-1]
    reply = await ben.select(foreign, "joining", menu=lambda control: ":l:order" in control.custom_id)
    assert "host" in reply.text
    assert (await world.app.desk.lobby(forming.match)).order == "random"


@pytest.fixture
async def sea(tmp_path: Path) -> AsyncIterator[Harbour]:
    """A world with a game that has many options."""
    async with Harbour(tmp_path, games=SOLITAIRE, textboard=in_words) as harbour:
        yield harbour


async def choose(person: Person, panel: Post, action: str, value: str) -> Post:
    """Choose in the menu that does this; the panel afterwards."""

    def menu(control: Control) -> bool:
        return control.kind == "menu" and f":l:{action}|" in control.custom_id

    await person.select(panel, value, menu=menu)
    after = person.world.again(panel)
    assert after is not None
    return after


def choices(panel: Post, action: str) -> dict[str, tuple[str, str, bool]]:
    """The entries of that menu: value → label, description, whether it is marked."""
    (menu,) = [control for control in panel.controls if f":l:{action}|" in control.custom_id]
    return {str(one.value): (one.label, one.description, one.chosen) for one in menu.options}


async def test_many_options_are_one_menu_that_leads_to_each(sea: Harbour) -> None:
    """All options are listed with their values; one opens in place, its choices explained, with a way back."""
    ana = sea.user("Ana")
    panel = (await ana.slash("newgame", game="takara")).post
    assert len(panel.controls) == 4
    listed = choices(panel, "option")
    assert len(listed) == 9
    assert listed["sea3"] == ("sea3 0: off 0", "about sea3 0", False)
    own = await choose(ana, panel, "option", "sea3")
    assert own.id == panel.id
    assert "about sea3 0" in own.text
    assert choices(own, "set") == {
        str(n): (f"{name} 0", f"{name} 0", name == "off") for n, name in enumerate(("off", "on", "hard"))
    }
    await ana.click(own, "Back")
    back = sea.again(panel)
    assert back is not None
    assert back.custom_ids == panel.custom_ids
    after = await choose(ana, await choose(ana, back, "option", "sea3"), "set", "2")
    assert choices(after, "option")["sea3"][0] == "sea3 0: hard 0"
    assert "sea3 0: hard 0" in after.text


async def test_a_card_with_many_options_names_what_is_not_as_usual(sea: Harbour) -> None:
    """The card stays short: what differs, or the name of the ready-made settings."""
    ana = sea.user("Ana")
    panel = (await ana.slash("newgame", game="takara")).post
    assert "calm 0" in sea.last().text
    await choose(ana, await choose(ana, panel, "option", "sea5"), "set", "1")
    assert "sea5 0: on 0" in sea.last().text
    assert words("bot.lobby.rest_usual") in sea.last().text
    assert "sea4" not in sea.last().text


async def test_ready_made_settings_are_taken_at_once(sea: Harbour) -> None:
    """A preset sets its options, whatever it doesn't name is as usual again, and the menu marks it while it holds."""
    ana, ben = sea.user("Ana"), sea.user("Ben")
    panel = (await ana.slash("newgame", game="takara")).post
    assert [key for key, (_, _, marked) in choices(panel, "preset").items() if marked] == ["calm"]
    panel = await choose(ana, await choose(ana, panel, "option", "sea7"), "set", "2")
    assert not [key for key, (_, _, marked) in choices(panel, "preset").items() if marked]
    panel = await choose(ana, panel, "preset", "storm")
    assert [key for key, (_, _, marked) in choices(panel, "preset").items() if marked] == ["storm"]
    assert "storm 0" in sea.last().text
    forming = await sea.app.desk.lobby(await sea.match())
    stormy = {"sea1": "hard", "sea2": "on", "sea7": "off", "fog": True, "thick": True}
    assert forming.options.items() >= stormy.items()
    foreign = (await ben.click(sea.last(), lobby("options"))).posts[-1]
    assert words("desk.host_only") in (await choose(ben, foreign, "preset", "calm")).text
    assert (await sea.app.desk.lobby(forming.match)).options == forming.options


async def test_an_option_that_builds_on_another(sea: Harbour) -> None:
    """It is refused with the name of what comes first, and the panel stays; without that other it is off again."""
    ana = sea.user("Ana")

    async def put(key: str, value: str) -> Post:
        return await choose(ana, await choose(ana, panel, "option", key), "set", value)

    async def agreed() -> tuple[object, object]:
        options = (await sea.app.desk.lobby(await sea.match())).options
        return options["fog"], options["thick"]

    panel = (await ana.slash("newgame", game="takara")).post
    refused = await put("thick", "1")
    assert "thick 0" in refused.text
    assert "fog 0: yes 0" in refused.text
    assert refused.custom_ids == panel.custom_ids
    assert await agreed() == (False, False)
    await put("fog", "1")
    await put("thick", "1")
    assert await agreed() == (True, True)
    await put("fog", "0")
    assert await agreed() == (False, False)


async def test_panels_of_a_table_that_has_begun_say_so(sea: Harbour) -> None:
    """Whatever is still open on somebody's screen changes nothing any more."""
    ana = sea.user("Ana")
    panel = (await ana.slash("newgame", game="takara")).post
    own = await choose(ana, panel, "option", "sea1")
    await ana.slash("start")
    before = await sea.app.desk.look(await sea.match(), None)

    assert words("desk.started") in (await ana.select(own, "1")).text
    assert words("desk.started") in (await ana.select(panel, "storm", menu=panel.custom_ids[0], stale=True)).text
    assert words("desk.started") in (await ana.select(panel, "sea1", menu=panel.custom_ids[1], stale=True)).text
    assert (await sea.app.desk.look(before.match, None)).options == before.options


@pytest.mark.parametrize(
    ("permission", "named"),
    [
        ("send_messages", "Send Messages"),
        ("embed_links", "Embed Links"),
        ("attach_files", "Attach Files"),
        ("read_message_history", "Read Message History"),
    ],
)
async def test_a_missing_permission_is_named_before_the_game(world: Harbour, permission: str, named: str) -> None:
    """No table opens or starts where the bot could not play it; the person reads which permission is missing."""
    ana, ben = world.user("Ana"), world.user("Ben")
    world.deny(permission)
    reply = await ana.slash("newgame", game="takara")
    assert named in reply.text
    assert await world.app.desk.at(world.channel.id) is None
    world.allow(permission)
    await ana.slash("newgame", game="takara")
    await ben.slash("join")
    world.deny(permission)
    assert named in (await ana.slash("start")).text
    assert (await world.app.desk.lobby(await world.match())).open


async def test_who_resigns_can_come_back(world: Harbour) -> None:
    """The stand-in carries the seat on, the table is told, and /join gives the seat back."""
    people = [world.user(name) for name in ("Ana", "Ben", "Chie")]
    match = await world.seat(*people)
    asked = await world.asked(match)
    assert asked is not None
    sure = (await asked.slash("resign")).post
    await asked.click(sure, lambda control: ":t:resign" in control.custom_id)
    assert await world.asked(match) is not asked
    assert any("leaves the game" in message.text for message in world.channel_messages())
    reply = await asked.slash("join")
    assert reply.private
    look = await world.app.desk.look(match, asked.id)
    assert look.seat is not None
    assert not look.seats[look.seat].standin


async def test_who_has_left_the_server_is_noticed_by_those_who_look(world: Harbour) -> None:
    """A table does not wait for somebody who is gone: the next look at it hands the seat to the stand-in."""
    people = [world.user(name) for name in ("Ana", "Ben", "Chie")]
    match = await world.seat(*people)
    asked = await world.asked(match)
    assert asked is not None
    asked.leaves()
    other = next(person for person in people if person is not asked)
    reply = await other.slash("status")
    assert "stand-in" in reply.text
    assert await world.asked(match) is not asked


async def test_all_my_games_from_a_direct_message(world: Harbour) -> None:
    """/games names each game with its place, and a command without a channel asks which game is meant."""
    ana, ben = world.user("Ana"), world.user("Ben")
    other = world.create_channel("other")
    first, second = await world.seat(ana, ben), await world.seat(ana, ben, where=other)
    lines = (await ana.slash("games", ana.dm)).text
    assert f"<#{world.channel.id}>" in lines
    assert f"<#{other.id}>" in lines
    offered = [choice.value for choice in await ana.autocomplete("status", "game", "", ana.dm)]
    assert set(offered) == {first, second}
    assert (await ana.slash("status", ana.dm, game=second)).text
    assert (await ana.slash("board", ana.dm, game=second)).post.files


async def test_moves_before_the_game_and_buttons_of_a_forgotten_one_are_answered_kindly(world: Harbour) -> None:
    """A command in a lobby, or a button of a table that no longer exists, says so and breaks nothing."""
    ana, ben = world.user("Ana"), world.user("Ben")
    assert (await ana.slash("takara dig", tunnel=1)).private
    await ana.slash("newgame", game="takara")
    assert "not begun" in (await ana.slash("takara dig", tunnel=1)).text
    assert (await ana.slash("undo")).private
    await ben.slash("join")
    await ana.slash("start")
    board = world.board()
    async with world.app.desk.db.work() as tx:
        for table in reversed(Base.metadata.sorted_tables):
            await tx.execute(table.delete())
    await world.restart()
    reply = await ana.click(board, lambda control: control.custom_id.endswith(":t:view"))
    assert any(post.private and "any more" in post.text for post in reply.posts)


async def test_the_rules_answer_by_topic(world: Harbour) -> None:
    """A topic can be picked or typed by its title; each answer leads to all others by its menu."""
    ana = world.user("Ana")
    games = (await ana.slash("rules")).post
    assert {control.label for control in games.controls} >= {"Takara Island", "Aerion"}
    turned = await ana.select(games, "Digging", menu=games.controls[0].custom_id)
    assert "Digging" in turned.text
    assert turned.post.controls[0].options[0].label == "The goal"
    await world.seat(ana, world.user("Ben"))
    assert "The goal" in (await ana.slash("rules")).text
    picked = (await ana.autocomplete("rules", "topic", "digg"))[0]
    assert (await ana.slash("rules", topic=str(picked.value))).text == (await ana.slash("rules", topic="digging")).text
    assert (await ana.slash("rules", topic="cooking")).private


async def test_topics_are_offered_from_every_game_and_first_from_this_channels(world: Harbour) -> None:
    """However many topics there are; what is typed may be words of the game's name and of the topic, in any order."""
    ana = world.user("Ana")
    offered = [str(choice.value) for choice in await ana.autocomplete("rules", "topic")]
    assert {value.partition(".")[0] for value in offered} == set(world.app.games)
    await world.seat(ana, world.user("Ben"), slug="aerion")
    here = [str(choice.value) for choice in await ana.autocomplete("rules", "topic")]
    topics = [f"aerion.{topic}" for topic in world.app.speech.topics("aerion")]
    assert here[: len(topics)] == topics
    assert any(value.startswith("takara.") for value in here)
    assert [str(c.value) for c in await ana.autocomplete("rules", "topic", "digging takara")] == ["takara.dig"]


@pytest.mark.parametrize(
    ("lists", "first", "expected"),
    [
        ("aaa bbb ccc", 0, "aabbc"),
        ("aaa bbb ccc", 1, "aaabc"),
        ("aaaaaaaaa bbb ccc", 1, "aaabc"),
        ("a bbbbbb", 1, "abbbb"),
        ("aaaaaaaaa b", 0, "aaaab"),
        ("aaaaaaaaa", 1, "aaaaa"),
        ("", 0, ""),
    ],
)
def test_room_for_five_is_shared(lists: str, first: int, expected: str) -> None:
    """The first list whole if it can be, the others alike, and no place is left empty."""
    assert "".join(shared(lists.split(), 5, first=first)) == expected


class Robots(Solitaire):
    """Whoever plays alone may have robots."""

    options: tuple[OptionSpec, ...] = (
        OptionSpec("robots", (False, True), False, word("robots"), (word("no"), word("yes")), seats=range(1, 2)),
    )
    presets: tuple[Preset, ...] = ()  # type: ignore[assignment]


async def test_an_option_for_fewer_people_goes_when_one_more_joins(tmp_path: Path) -> None:
    """The panel explains for how many it is, and the card says that it went."""
    async with Harbour(tmp_path, games={"takara": Robots()}, textboard=in_words) as world:
        ana, ben = world.user("Ana"), world.user("Ben")
        panel = (await ana.slash("newgame", game="takara")).post

        def robots(control: Control) -> bool:
            return control.custom_id.endswith("set|robots")

        await ana.select(panel, "1", menu=robots)
        card = world.last()
        assert "robots 0: yes 0" in card.text
        await ben.click(card, "Join")
        card = world.last()
        dropped = words("bot.lobby.dropped", 2, names="robots 0")
        assert dropped in card.text
        assert "robots 0:" not in card.text
        again = next(post for post in (await ana.click(card, "Options")).posts if post.private)
        menu = next(control for control in again.controls if robots(control))
        usual, unfit = (option.description or "" for option in menu.options)
        assert usual == ""
        assert words("kernel.option_for", 1, name="robots 0") in unfit
        refused = await ana.select(again, "1", menu=robots)
        assert words("kernel.option_for", 1, name="robots 0") in refused.text
        await ben.click(world.last(), "Leave")
        assert dropped not in world.last().text
