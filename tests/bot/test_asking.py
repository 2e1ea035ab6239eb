"""What people read who ask about their games: whose turn, what happened, where; short, clear, and to be read aloud."""

import re

from tests.bot.harbour import Harbour
from tests.bot.tables import SPEECH, Table


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
