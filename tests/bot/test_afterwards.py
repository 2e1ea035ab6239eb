"""What becomes of messages whose moment has passed, and of games that slept: nobody is called in vain."""

from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest

from tests.bot.harbour import Harbour
from tests.bot.posts import Post
from tests.bot.tables import Table, pick, tavern, words

ITS_TURN = (words("bot.board.turn"), words("bot.board.waits", 1))


def calls(board: Post) -> bool:
    """Whether a board says whose turn it is."""
    return any(sentence in board.text for sentence in ITS_TURN)


# -- older boards ------------------------------------------------------------------------------------------------------


async def test_only_the_newest_board_calls_somebody(harbour: Harbour) -> None:
    """An older board has neither controls nor the sentence that calls; it tells what happened while it stood."""
    table = await Table.of(harbour)
    first = await table.asked()
    await table.dig(1)
    await table.pass_turn()
    second = await table.asked()
    await table.pass_turn()
    _, opening, older, newest = harbour.channel_messages()
    assert [calls(board) for board in (opening, older, newest)] == [False, False, True]
    assert [bool(board.controls) for board in (opening, older, newest)] == [False, False, True]
    assert first.name in opening.text
    assert second.name in older.text
    assert first.name not in older.text


async def test_an_older_board_keeps_its_picture_at_no_further_request(harbour: Harbour) -> None:
    """The edit that takes the controls changes the words, too; the picture stays, once, with its alternative text."""
    table = await Table.of(harbour)
    board = table.board
    before = len(harbour.sent)
    await table.pass_turn()
    after = harbour.again(board)
    assert after is not None
    assert not after.controls
    assert after.text != board.text
    assert len(after.files) == 1
    assert after.picture.alt
    place = f"#{harbour.channel.name}"
    changes = [one for one in harbour.sent[before:] if one.kind == "edit" and one.place == place]
    assert [one.text for one in changes if not one.controls] == [after.text]


async def test_the_fingerprint_of_the_shuffle_stays_in_the_channel(harbour: Harbour) -> None:
    """What was published at the start can still be read there when the game has gone on."""
    table = await Table.of(harbour)
    look = await harbour.app.desk.look(table.match, None)
    await table.dig(1)
    assert look.commitment in table.said
    await table.pass_turn()
    await table.pass_turn()
    assert look.commitment in table.said


async def test_no_board_calls_anybody_when_the_game_is_over(harbour: Harbour) -> None:
    """The last board before the end is one of the past like all others."""
    table = await Table.of(harbour)
    await table.play_out()
    assert not [message for message in harbour.channel_messages() if calls(message) or message.controls]


# -- letters after an undo ---------------------------------------------------------------------------------------------


async def test_a_letter_comes_back_to_life_when_its_turn_does(harbour: Harbour) -> None:
    """Who takes back the end of their turn finds it in the letter that told it, with controls, and no new message."""
    table = await Table.of(harbour)
    asked, following = await table.asked(), await table.next()
    (letter,) = asked.dms()
    await asked.click(table.board, tavern)
    gone = harbour.again(letter)
    assert gone is not None
    assert not gone.controls
    told = table.told()
    await asked.slash("undo")
    assert await table.asked() is asked
    back = harbour.again(letter)
    assert back is not None
    assert back.controls
    assert len(back.files) == 1
    assert words("bot.turn.goes_on") in back.text
    assert (len(asked.dms()), table.rings(asked)) == (told[asked.name], 0)
    await asked.click(back, tavern)
    assert await table.asked() is following


async def test_a_letter_that_was_called_off_says_so(harbour: Harbour) -> None:
    """Whose turn is taken away again by an undo reads why in the letter, and gets another when the turn comes."""
    table = await Table.of(harbour)
    asked, following = await table.asked(), await table.next()
    await asked.click(table.board, tavern)
    (letter,) = following.dms()
    await asked.slash("undo")
    after = harbour.again(letter)
    assert after is not None
    assert words("bot.turn.called_off") in after.text
    assert not after.controls
    assert not after.files
    await asked.click(table.board, tavern)
    assert len(following.dms()) == 2
    assert following.dms()[-1].controls


async def test_a_letter_of_an_earlier_turn_stays_as_it_is(harbour: Harbour) -> None:
    """Who was told this turn otherwise does not find it in a letter about another."""
    table = await Table.of(harbour, "Ana", "Ben")
    asked, other = await table.asked(), await table.next()
    (letter,) = asked.dms()
    await table.pass_turn()
    asked.close_dms()
    await table.pass_turn()
    assert await table.asked() is asked
    await pick(asked, table.board, ":dig|1")
    old = harbour.again(letter)
    assert old is not None
    assert not old.controls
    assert words("bot.turn.done") in old.text
    assert other.dms()


# -- games that slept --------------------------------------------------------------------------------------------------


async def test_who_could_not_be_told_is_told_when_the_thread_is_unlocked(harbour: Harbour) -> None:
    """A player with closed messages, whose turn came in a locked thread, is mentioned there as soon as it is open."""
    thread = harbour.create_thread("a game")
    table = await Table.of(harbour, where=thread)
    asked, following = await table.asked(), await table.next()
    following.close_dms()
    await harbour.archive(thread, locked=True)
    await asked.click(asked.dms()[-1], tavern)
    assert not following.pings()
    assert words("bot.status.told.not") in (await asked.slash("status", asked.dm)).text
    await harbour.archive(thread, locked=False)
    assert len(following.pings()) == 1
    assert table.board.pings == (following.id,)
    await following.click(table.board, tavern)
    assert await table.asked() is not following


async def test_a_game_whose_thread_is_unlocked_goes_on(harbour: Harbour) -> None:
    """Nobody who was told in the meantime is told again."""
    thread = harbour.create_thread("a game")
    table = await Table.of(harbour, where=thread)
    asked = await table.asked()
    await harbour.archive(thread, locked=True)
    await asked.click(asked.dms()[-1], tavern)
    before = table.told()
    await harbour.archive(thread, locked=False)
    assert table.told() == before | {"channel": before["channel"] + 1}
    assert len([m for m in harbour.channel_messages(thread) if m.controls]) == 1


async def test_games_sleep_at_once_where_the_bot_is_removed_and_wake_where_it_is_invited(harbour: Harbour) -> None:
    """Whoever asks reads that the game sleeps; when the bot is back, each game is shown once more."""
    table = await Table.of(harbour)
    await harbour.kick_bot()
    ana = harbour.user("Ana")
    assert words("bot.games.asleep") in (await ana.slash("games", ana.dm)).text
    await harbour.invite_bot()
    assert words("bot.games.asleep") not in (await ana.slash("games", ana.dm)).text
    assert len([m for m in harbour.channel_messages() if m.controls]) == 1
    await table.pass_turn()


@pytest.mark.parametrize("again", [False, True])
async def test_a_deleted_channel_takes_the_games_in_its_threads_to_sleep(harbour: Harbour, again: bool) -> None:
    """Not only the game in the channel itself sleeps at once: those in its threads do, too."""
    doomed = harbour.create_channel("doomed")
    thread = harbour.create_thread("a game", parent=doomed)
    await Table.of(harbour, where=doomed)
    await Table.of(harbour, where=thread)
    if again:
        await harbour.restart()
    await harbour.delete_channel(doomed)
    ana = harbour.user("Ana")
    assert (await ana.slash("games", ana.dm)).text.count(words("bot.games.asleep")) == 2


# -- what it costs -----------------------------------------------------------------------------------------------------


async def test_a_turn_late_in_a_game_costs_what_the_first_ones_do(harbour: Harbour) -> None:
    """However many boards and letters a game has left behind, telling a turn reads none of them again."""
    table = await Table.of(harbour)
    db, counted = harbour.app.desk.db, Counter[str]()

    def counting(name: str) -> None:
        transaction = getattr(db, name)

        @asynccontextmanager
        async def counts() -> AsyncIterator[Any]:
            counted[name] += 1
            async with transaction() as connection:
                yield connection

        setattr(db, name, counts)

    for name in ("work", "read"):
        counting(name)
    costs = []
    for turns in (3, 30):
        await table.pass_turns(turns)
        counted.clear()
        await table.pass_turn()
        costs.append(dict(counted))
    assert costs[0] == costs[1]
    assert len(await harbour.app.desk.outbox.live(table.match)) <= 2
