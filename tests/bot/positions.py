"""Tables on the simulated Discord that begin at a position, told in the words of the scenarios."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engines import GAMES
from engines.kernel.game import Game, Options
from engines.kernel.match import settle_options
from engines.kernel.rng import Rng
from tests.bot.harbour import Harbour
from tests.bot.people import Person


def begun(slug: str, options: Mapping[str, Any], given: Mapping[str, Any]) -> Game[Any, Any]:
    """The game, begun at that position with these options."""
    game = GAMES[slug]

    class Begun(type(game)):  # type: ignore[misc]
        def setup(self, seats: int, agreed: Options, rng: Rng) -> Any:
            return self.given({"seats": seats, "options": settle_options(game, seats, dict(options)), **given})

    made: Game[Any, Any] = Begun()
    return made


class Table:
    """A table at a position, and what it shows in the words of the scenarios."""

    def __init__(self, world: Harbour, slug: str, match: str, people: tuple[Person, ...]) -> None:
        self.world = world
        self.slug = slug
        self.match = match
        self.people = people

    async def seen(self, viewer: Person | None = None) -> dict[str, Any]:
        look = await self.world.app.desk.look(self.match, viewer.id if viewer else None)
        return GAMES[self.slug].shown(look.view)

    async def serial(self) -> int:
        return (await self.world.app.desk.look(self.match, None)).serial


async def sit_down(world: Harbour, slug: str, *names: str, locale: str = "en-US") -> Table:
    """These people sit at the position of this world."""
    people = tuple(world.user(name, locale=locale) for name in names)
    return Table(world, slug, await world.seat(*people, slug=slug), people)
