"""Forming a table: open, join, leave, agree on options, call it off. Starting it is the desk's business."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping
from typing import Any

from sqlalchemy.ext.asyncio import AsyncConnection

from engines.desk import clocks, matches, timers, timing
from engines.desk.matches import HERE, Chair, Header
from engines.desk.notices import Kind
from engines.desk.outbox import Clock, Outbox, Row
from engines.desk.records import Busy, Guest, Lobby, Order, Place
from engines.kernel.decision import Refused
from engines.kernel.game import Game, Options, OptionValue
from engines.kernel.match import change_option, fit_options, settle_options
from engines.kernel.text import text

ALPHABET = "abcdefghijkmnpqrstuvwxyz23456789"
NAME_LENGTH = 8

Change = Callable[[Header, list[Chair]], None]


class Lobbies:
    """The tables that form.

    Every method works within the caller's transaction and raises Refused with words for the person.
    """

    def __init__(self, games: Mapping[str, Game[Any, Any]], clock: Clock, outbox: Outbox) -> None:
        self._games = games
        self._clock = clock
        self._outbox = outbox

    async def open(
        self,
        tx: AsyncConnection,
        place: Place,
        guest: Guest,
        slug: str,
        options: Options,
        language: str,
        order: Order = "joining",
    ) -> Header:
        """A new lobby with its host as the first guest.

        Raises Busy if the channel has a table. One that sleeps makes room.
        """
        game = self._game(slug)
        low = game.seats.start
        if place.guild is None and low > 1:
            raise Refused(text("desk.not_alone", game=game.title, low=low))
        settled = settle_options(game, low, options)
        new = Header(
            id="".join(secrets.choice(ALPHABET) for _ in range(NAME_LENGTH)),
            slug=slug,
            status="lobby",
            place=place,
            host=guest.person,
            language=language,
            options=settled,
            seating=order,
            opened_at=self._clock(),
        )
        if not await matches.add_match(tx, new):
            busy = await matches.at_channel(tx, place.channel, HERE)
            assert busy is not None, "a channel without a table refused one"
            raise Busy(busy.id)
        await matches.place_chairs(tx, new.id, [Chair(0, guest.person, guest.name)])
        await timers.put(tx, [timing.idle(new, new.opened_at)])
        await self.post(tx, new)
        return new

    async def change(self, tx: AsyncConnection, header: Header, change: Change) -> None:
        """Change an open lobby and show it."""
        refuse_unless_open(header)
        chairs = await matches.chairs(tx, header.id)
        change(header, chairs)
        self._fit(header, len(chairs))
        for seat, chair in enumerate(chairs):
            chair.seat = seat
        header.changed_at = self._clock()
        if header.status == "cancelled":
            await timers.cancel_all(tx, header.id)
        await matches.place_chairs(tx, header.id, chairs)
        await matches.store(tx, header)
        await self.post(tx, header)

    def _fit(self, header: Header, people: int) -> None:
        """Options that are not for so many people become as usual; the card says which, until the next change."""
        game = self._game(header.slug)
        header.options, dropped = fit_options(game, max(people, game.seats.start), header.options)
        header.dropped = tuple(spec.key for spec in dropped)

    def join(self, guest: Guest) -> Change:
        """One more guest."""

        def change(header: Header, chairs: list[Chair]) -> None:
            high = self._most(header)
            if any(c.person == guest.person for c in chairs):
                raise Refused(text("desk.already_joined"))
            if len(chairs) >= high:
                raise Refused(text("desk.full", high=high))
            chairs.append(Chair(len(chairs), guest.person, guest.name))

        return change

    def leave(self, person: int) -> Change:
        """One guest less. A host hands the table on to whoever joined next; the last one closes it."""

        def change(header: Header, chairs: list[Chair]) -> None:
            mine = next((c for c in chairs if c.person == person), None)
            if mine is None:
                raise Refused(text("desk.not_joined"))
            chairs.remove(mine)
            if not chairs:
                self._close(header)
            elif header.host == person:
                header.host = chairs[0].person

        return change

    def set_option(self, person: int, key: str, value: OptionValue) -> Change:
        """The host settles an option."""

        def change(header: Header, chairs: list[Chair]) -> None:
            _refuse_unless_host(header, person)
            game = self._game(header.slug)
            seats = max(len(chairs), game.seats.start)
            header.options = change_option(game, seats, header.options, key, value)

        return change

    def set_preset(self, person: int, key: str) -> Change:
        """The host takes all options of a preset; whatever it does not name is as usual."""

        def change(header: Header, chairs: list[Chair]) -> None:
            _refuse_unless_host(header, person)
            game = self._game(header.slug)
            preset = next((preset for preset in game.presets if preset.key == key), None)
            if preset is None:
                raise Refused(text("kernel.no_such_option"))
            header.options = settle_options(game, max(len(chairs), game.seats.start), preset.options)

        return change

    def set_order(self, person: int, order: Order) -> Change:
        """The host settles who sits where."""

        def change(header: Header, _chairs: list[Chair]) -> None:
            _refuse_unless_host(header, person)
            header.seating = order

        return change

    def set_language(self, person: int, language: str) -> Change:
        """The host settles in which language the table is spoken to."""

        def change(header: Header, _chairs: list[Chair]) -> None:
            _refuse_unless_host(header, person)
            header.language = language

        return change

    def set_clock(self, person: int, clock: clocks.Clock | None) -> Change:
        """The host settles how much time everybody has. Nobody waits for whoever plays in direct messages."""

        def change(header: Header, _chairs: list[Chair]) -> None:
            _refuse_unless_host(header, person)
            if header.place.guild is None:
                raise Refused(text("desk.clock.alone"))
            header.clock = clocks.write(clock)

        return change

    def cancel(self, person: int, *, moderator: bool = False) -> Change:
        """The host calls it off, or who moderates there."""

        def change(header: Header, _chairs: list[Chair]) -> None:
            if not moderator:
                _refuse_unless_host(header, person)
            self._close(header)

        return change

    def expire(self) -> Change:
        """Nobody has done anything there for long."""

        def change(header: Header, _chairs: list[Chair]) -> None:
            self._close(header)
            header.sleeps = "idle"

        return change

    def refuse_start(self, header: Header, chairs: list[Chair], person: int) -> None:
        """Raises Refused if that person can't start this table now."""
        refuse_unless_open(header)
        _refuse_unless_host(header, person)
        low = self._game(header.slug).seats.start
        if len(chairs) < low:
            raise Refused(text("desk.too_few", low=low, n=len(chairs)))

    def shown(self, header: Header, chairs: list[Chair]) -> Lobby:
        """The lobby as everybody may see it."""
        game = self._game(header.slug)
        return Lobby(
            match=header.id,
            slug=header.slug,
            host=header.host,
            place=header.place,
            guests=tuple(Guest(c.person, c.name) for c in chairs),
            options={spec.key: header.options.get(spec.key, spec.default) for spec in game.options},
            order=header.seating,
            low=game.seats.start,
            high=self._most(header),
            language=header.language,
            open=header.status == "lobby",
            status=header.status,
            dropped=header.dropped,
            clock=clocks.read(header.clock),
            expired=header.status == "cancelled" and header.sleeps == "idle",
        )

    async def post(self, tx: AsyncConnection, header: Header) -> None:
        """Have the card posted, or edited where it stands."""
        kind: Kind = "lobby"
        blank = Row(0, header.id, kind, None, None, 0, None, False, header.place.channel, self._clock(), 0, b"")
        await self._outbox.put(tx, [blank])

    def _most(self, header: Header) -> int:
        """How many can sit there: in direct messages, whoever they belong to."""
        return 1 if header.place.guild is None else self._game(header.slug).seats.stop - 1

    def _close(self, header: Header) -> None:
        header.status = "cancelled"
        header.ended_at = self._clock()

    def _game(self, slug: str) -> Game[Any, Any]:
        game = self._games.get(slug)
        if game is None:
            raise Refused(text("desk.no_such_game", game=slug))
        return game


def refuse_unless_open(header: Header) -> None:
    """Raises Refused if nobody can join or change this table any more."""
    if header.status == "cancelled":
        raise Refused(text("desk.cancelled"))
    if header.status != "lobby":
        raise Refused(text("desk.started"))


def _refuse_unless_host(header: Header, person: int) -> None:
    if header.host != person:
        raise Refused(text("desk.host_only"))
