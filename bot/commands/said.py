"""What the commands share: arguments turned into things, and faults turned into one line."""

from __future__ import annotations

import asyncio
import sys
import threading
from collections.abc import AsyncIterator, Callable, Iterable, Iterator
from contextlib import asynccontextmanager, contextmanager
from typing import TYPE_CHECKING, Any, NoReturn

import typer

from engines import GAMES
from engines.kernel.decision import Refused
from engines.kernel.game import Game, OptionValue
from engines.kernel.match import settle_options

if TYPE_CHECKING:
    from engines.desk.db import Database
    from render.kit.words import Words

NAMES = ("Ana", "Ben", "Chie", "Dai", "Eve", "Finn", "Gus", "Hana")
"""What the people of a simulated table are called."""


def fail(why: str) -> NoReturn:
    """End with one line on standard error."""
    typer.echo(f"mailboat: {' '.join(why.split())}", err=True)
    raise typer.Exit(2)


@contextmanager
def readable() -> Iterator[None]:
    """Whatever a host can put right ends in one line: a setting, the database, a folder, a port, the network."""
    from alembic.util import CommandError

    from bot.settings import BadSettings

    try:
        yield
    except BadSettings as fault:
        fail(str(fault))
    except CommandError as fault:
        fail(f"the database is of a release of Mailboat that this one does not know: {fault}")
    except _database_faults() as fault:
        fail(f"the database: {getattr(fault, 'orig', None) or fault}")
    except OSError as fault:
        fail(str(fault))


def _database_faults() -> tuple[type[Exception], ...]:
    """What a database fails with. When it is connected to, PostgreSQL's own errors come through as they are."""
    from sqlalchemy.exc import SQLAlchemyError

    asyncpg = sys.modules.get("asyncpg")
    return (SQLAlchemyError,) if asyncpg is None else (SQLAlchemyError, asyncpg.PostgresError)


@asynccontextmanager
async def database(url: str) -> AsyncIterator[Database]:
    """The database there, brought up to date, for one command."""
    from engines.desk.db import Database

    before = set(threading.enumerate())
    db = Database.open(url)
    try:
        await db.migrate()
        yield db
    finally:
        await db.close()
        # A file that cannot be opened leaves a thread that still wants to say so to this loop.
        for thread in set(threading.enumerate()) - before:
            if "_connection_worker_thread" in thread.name:
                await asyncio.to_thread(thread.join, 1)


def game_called(slug: str) -> Game[Any, Any]:
    """The game of that name."""
    if slug not in GAMES:
        fail(f"there is no game {slug!r}; there are: {', '.join(sorted(GAMES))}")
    return GAMES[slug]


def options_of(game: Game[Any, Any], seats: int, pairs: Iterable[str]) -> dict[str, OptionValue]:
    """All options of a table from `key=value` arguments."""
    specs = {spec.key: spec for spec in game.options}
    given: dict[str, OptionValue] = {}
    for pair in pairs:
        key, equals, value = pair.partition("=")
        if not equals or key not in specs:
            fail(f"--option {pair}: expected key=value with a key of {', '.join(specs) or 'none'}")
        named = {str(known).lower(): known for known in specs[key].values}
        if value.lower() not in named:
            fail(f"--option {pair}: {key} is one of {', '.join(named)}")
        given[key] = named[value.lower()]
    if seats not in game.seats:
        fail(f"--seats {seats}: {game.slug} is for {game.seats.start} to {game.seats.stop - 1}")
    try:
        return settle_options(game, seats, given)
    except Refused as refused:
        return fail(f"--option: {sentence(refused)}")


def seat_called(seat: int | None, seats: int) -> int | None:
    """A seat as people count, from 1; None: everybody."""
    if seat is not None and not 1 <= seat <= seats:
        fail(f"--viewer {seat}: the seats are 1 to {seats}")
    return None if seat is None else seat - 1


def sentence(refused: Refused) -> str:
    """Why, in English."""
    from bot.ui.speech import DEFAULT, Speech

    return Speech.load().plain(DEFAULT, lambda seat: NAMES[seat]).say(refused.why)


def words_in(lang: str, game: Game[Any, Any], seats: int) -> Callable[[Any], Words]:
    """The words for a picture of a simulated table of so many people, for each view; a missing one is an error."""
    from bot.ui.speech import LANGUAGES, Speech

    if lang not in LANGUAGES:
        fail(f"--lang {lang}: one of {', '.join(LANGUAGES)}")
    speech = Speech.load(strict=True)

    def words(view: Any) -> Words:
        def name(seat: int) -> str:
            called = game.automaton(view, seat) if seat >= seats else None
            return NAMES[seat] if called is None else speech.sentence(called.key, lang, None)

        return speech.words(lang, name)

    return words


ENCODED = 12
"""Of so many pictures one is also encoded, which takes three times as long as to draw it."""


def onlooker(slug: str, seats: int) -> Callable[[Any], None]:
    """Looks at every view it is given: all in words, in both languages in turn, and one viewer a step as a picture.

    Raises what a painter or a catalogue raises that fails.
    """
    from bot.ui.letter import LONGEST_ALT
    from render import PAINTERS, textboard

    painter, languages = PAINTERS[slug], [words_in(lang, GAMES[slug], seats) for lang in ("en", "ja")]
    looked = 0

    def look(view: Any) -> None:
        nonlocal looked
        words = languages[looked % len(languages)](view)
        assert textboard(slug, view, words), "a board in words says something"
        # A step shows seats + 1 views; every (seats + 2)th is another viewer's each time.
        if looked % (seats + 2) == 0:
            canvas, alt = painter.paint(view, words, frozenset()), painter.alt(view, words)
            assert 0 < len(alt) <= LONGEST_ALT, "the alternative text has a length that Discord takes"
            if looked // (seats + 2) % ENCODED == 0:
                canvas.picture(alt)
        looked += 1

    return look
