"""What people read who ask about their games: whose turn, what happened, where; short, clear, and to be read aloud."""

import re
from dataclasses import replace

import pytest

from tests.bot.harbour import Harbour
from tests.bot.posts import Choice
from tests.bot.tables import SPEECH, Table, lobby, tool, words


async def test_names_stand_alone_and_shapes_in_words(harbour: Harbour) -> None:
    """No sign before a name is read aloud; the board in words says once for each player how pictures mark them."""
    table = await Table.of(harbour)
    await table.dig(1)
    await table.pass_turn()
    ana = harbour.user("Ana")
    board = (await ana.slash("board", text=True)).text
    assert not re.search("[●■▲◆⬢]", "\n".join([table.said, board, *(m.text for m in ana.dms())]))
    for seat in range(3):
        assert board.count(SPEECH.sentence(f"render.seat.{seat}", "en", None)) == 1


async def test_who_is_not_asked_hears_whose_turn_it_is(harbour: Harbour) -> None:
    """What one knows says who is waited for; "Why not?" doesn't claim that everything can be done."""
    table = await Table.of(harbour, "Ana", "Ben")
    asked = await table.asked()
    other = next(harbour.user(name) for name in ("Ana", "Ben") if harbour.user(name) is not asked)
    for pressed in ("view", "why"):
        *_, heard = (await other.click(table.board, tool(pressed))).posts
        assert heard.private
        assert words("bot.board.waits", 1) in heard.text
        assert asked.name in heard.text


async def two_games(world: Harbour) -> tuple[Table, Table]:
    """Ana and Ben play in two channels; in both, Ana has just ended her turn."""
    tables = []
    for name in ("first", "second"):
        table = await Table.of(world, "Ana", "Ben", where=world.create_channel(name))
        while await table.asked() is not world.user("Ana"):
            await table.pass_turn()
        await table.pass_turn()
        tables.append(table)
    first, second = tables
    return first, second


ANSWERS = {
    "view": SPEECH.sentence("takara.board.tunnels", "en", None),
    "board": words("bot.board.waits", 1),
    "status": words("bot.status.id"),
    "log": "• ",
    "undo": words("bot.answer.taken_back"),
    "resign": words("bot.answer.resign_sure"),
}


@pytest.mark.parametrize("command", ANSWERS)
async def test_a_command_in_a_direct_message_asks_which_game(harbour: Harbour, command: str) -> None:
    """Who has several games and types a command in a direct message chooses one in a menu, which answers it."""
    _, second = await two_games(harbour)
    ana = harbour.user("Ana")
    offer = await ana.slash(command, ana.dm)
    assert offer.private
    assert words("bot.answer.which_game") in offer.text
    (menu,) = offer.post.controls
    assert len(menu.options) == 2
    answer = await ana.select(offer.post, second.match)
    assert answer.private
    assert ANSWERS[command] in answer.text
    assert words("bot.answer.which_game") not in answer.text


async def test_a_move_in_a_direct_message_asks_which_game(harbour: Harbour) -> None:
    """A move typed where two games wait is made in the one that is chosen; if only one waits, it is meant."""
    first, second = await two_games(harbour)
    ana, ben = harbour.user("Ana"), harbour.user("Ben")
    offer = await ben.slash("takara dig", ben.dm, tunnel=1)
    assert [option.description for option in offer.post.controls[0].options] == [words("bot.menu.your_turn")] * 2
    before = [await table.position() for table in (first, second)]
    await ben.select(offer.post, second.match)
    after = [await table.position() for table in (first, second)]
    assert [was == now for was, now in zip(before, after, strict=True)] == [True, False]
    await second.pass_turn()
    assert (await first.asked(), await second.asked()) == (ben, ana)
    await ben.slash("takara dig", ben.dm, tunnel=2)
    assert await first.position() != after[0]


async def test_a_command_in_a_channel_means_the_table_there(harbour: Harbour) -> None:
    """Nobody is asked which game is meant where one stands."""
    first, _ = await two_games(harbour)
    ana = harbour.user("Ana")
    assert first.match in (await ana.slash("status", first.where)).text


async def test_more_games_than_a_menu_holds(harbour: Harbour) -> None:
    """Any number of games can be chosen from, page by page, each once."""
    ana = harbour.user("Ana")
    for number in range(27):
        await ana.slash("newgame", harbour.create_channel(f"c{number}"), game="takara")
    post = (await ana.slash("status", ana.dm)).post
    found: list[str] = []
    for _ in range(2):
        *games, more = post.controls[0].options
        found += [str(option.value) for option in games]
        post = (await ana.select(post, str(more.value))).post
    assert len(set(found)) >= 26


async def test_a_foreign_game_cannot_be_chosen(harbour: Harbour) -> None:
    """Whoever sends the name of somebody else's game in that menu is told that they take no part in it."""
    await two_games(harbour)
    other = await Table.of(harbour, "Dan", "Eve")
    ana = harbour.user("Ana")
    offer = (await ana.slash("view", ana.dm)).post
    forged = replace(offer, controls=(replace(offer.controls[0], options=(Choice("x", other.match),)),))
    assert words("bot.answer.no_game_of_yours") in (await ana.select(forged, other.match, stale=True)).text


# -- lists -------------------------------------------------------------------------------------------------------------


async def test_games_and_status_lead_to_the_board(harbour: Harbour) -> None:
    """/games and /status name a game once, with its place, and link to the board itself."""
    first, second = await two_games(harbour)
    ana = harbour.user("Ana")
    lines = (await ana.slash("games", ana.dm)).text.splitlines()[1:]
    assert len(lines) == 2
    for table in (first, second):
        (line,) = (line for line in lines if f"[Takara Island]({table.board.jump})" in line)
        assert table.where is not None
        assert f"<#{table.where.id}>" in line
    assert first.board.jump in (await ana.slash("status", first.where)).text


async def test_a_thread_is_called_after_its_host(harbour: Harbour) -> None:
    """The thread of a second table has a short name, which does not repeat the game's."""
    await Table.of(harbour, "Ana", "Ben")
    ana = harbour.user("Ana")
    offer = (await ana.slash("newgame", game="takara")).post
    await ana.click(offer, lobby("thread"))
    (thread,) = harbour.threads()
    assert thread.name == "Ana's table"


# -- the log -----------------------------------------------------------------------------------------------------------


async def test_the_log_tells_turn_by_turn(harbour: Harbour) -> None:
    """Each turn has one moment and its player's name, and under it what happened; the newest stands last."""
    table = await Table.of(harbour)
    players = []
    for _ in range(4):
        players.append((await table.asked()).name)
        await table.dig(len(players))
        await table.pass_turn()
        await harbour.skip(hours=1)
    said = (await harbour.user("Ana").slash("log")).text
    headings = re.findall(r"^\*\*(.+)\*\* · <t:(\d+):f>$", said, re.MULTILINE)
    assert [name for name, _ in headings] == players
    assert said.count("<t:") == len(headings)
    moments = [int(moment) for _, moment in headings]
    assert moments == sorted(moments)
    assert said.splitlines()[-1].startswith("• ")


async def test_a_long_log_has_pages(harbour: Harbour) -> None:
    """What does not fit into a message can be turned back to, up to the beginning; no turn is torn, none is lost."""
    table = await Table.of(harbour)
    await table.play_out()
    ana = harbour.user("Ana")
    post = (await ana.slash("log")).post
    pages = [post.text]
    while not post.control("◀").disabled:
        post = (await ana.click(post, "◀")).post
        pages.append(post.text)
        assert len(pages) < 50
    assert len(pages) > 1
    assert all(len(page) <= 2_000 for page in pages)
    turns = [turn for page in reversed(pages) for turn in page.split("\n**")[1:]]
    lines = await harbour.app.desk.log(table.match, ana.id)
    assert sum(turn.count("\n• ") for turn in turns) == len(lines)
    forth = (await ana.click(post, "▶")).post
    assert forth.text == pages[-2]
