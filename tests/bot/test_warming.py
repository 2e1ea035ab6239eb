"""The first picture of a process takes longest: it is drawn before anybody waits for it."""

import threading
from pathlib import Path
from typing import Any

import pytest

from bot import app
from bot.client import Mailboat
from bot.local.play import real_bot
from bot.settings import Settings
from engines import GAMES
from tests.bot.harbour import Harbour, sketch


class Drawn:
    """A painter that writes down what it drew, and where."""

    def __init__(self) -> None:
        self.games: list[str] = []
        self.threads: set[int] = set()

    def __call__(self, slug: str, *seen: Any) -> Any:
        self.games.append(slug)
        self.threads.add(threading.get_ident())
        return sketch(slug, *seen)


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> Drawn:
    drawn = Drawn()
    monkeypatch.setitem(app.open_app.__wrapped__.__kwdefaults__, "draw", drawn)  # type: ignore[attr-defined]
    return drawn


async def test_a_bot_that_starts_draws_each_game_once(
    tmp_path: Path, drawn: Drawn, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On Discord, a first position of each game is drawn beside the loop while the bot connects."""

    async def connects(client: Mailboat, token: str) -> None:
        assert token

    monkeypatch.setattr(Mailboat, "start", connects)
    await app._run(Settings.model_construct(data=tmp_path), "token")
    assert drawn.games == list(GAMES)
    assert threading.get_ident() not in drawn.threads


async def test_a_bot_in_the_browser_draws_each_game_once(tmp_path: Path, drawn: Drawn) -> None:
    """The simulated Discord's bot does the same."""
    async with real_bot(tmp_path, app.now):
        pass
    assert drawn.games == list(GAMES)
    assert threading.get_ident() not in drawn.threads


async def test_a_game_that_cannot_be_drawn_keeps_no_bot_from_starting(tmp_path: Path) -> None:
    """The host reads of it in the log, and everything else goes on."""

    def broken(*seen: Any) -> Any:
        raise RuntimeError("no paint")

    async with Harbour(tmp_path, draw=broken) as harbour:
        with harbour.expect_faults("could not be drawn"):
            harbour.app.warm_up()
            await harbour.app.finish()
        assert (await harbour.user("Ana").slash("newgame", game="takara")).private
