"""Seats that change hands, and games that wake: what commands and buttons do about them."""

from __future__ import annotations

from bot.ui import ballots, offers
from bot.ui.answers import Answers, Interaction, is_private
from bot.ui.codec import Request, Tool
from bot.ui.controls.lists import games_panel
from bot.ui.letter import Letter
from bot.ui.messages import pages, place_name
from bot.ui.tables import Tables, may_open_threads
from bot.work.members import Members
from bot.work.permissions import moderates
from engines.desk.desk import Desk
from engines.desk.records import ANYBODY, Busy, GameLine, Look, MotionKind, Place
from engines.kernel.decision import Answer, Refused
from engines.kernel.text import text


class Seats:
    """See the module. Everything raises Refused with words for the person."""

    def __init__(self, desk: Desk, answers: Answers, tables: Tables, members: Members) -> None:
        self._desk = desk
        self._answers = answers
        self._messages = answers.messages
        self._tables = tables
        self._members = members

    # -- away and back -------------------------------------------------------------------------------------------------

    async def leaving(self, interaction: Interaction, match: str) -> Letter:
        """Ask whether somebody really leaves their seat to the stand-in; whoever did already is offered it back."""
        look = await self._desk.look(match, interaction.user.id)
        if look.seat is None:
            raise Refused(text("desk.not_seated"))
        if look.outcome is not None:
            raise Refused(text("kernel.game_over"))
        voice = await self._answers.voice(interaction, look)
        return offers.away(look, voice) if offers.kept(look) else offers.leaving(look, voice)

    async def resign(self, interaction: Interaction, match: str) -> Letter:
        """The person leaves the game for the stand-in."""
        look = await self._desk.seating.resign(match, await self._answers.guest(interaction), interaction.id)
        return offers.resigned(look, await self._answers.voice(interaction, look))

    async def back(self, interaction: Interaction, match: str) -> Letter:
        """The person has their seat again."""
        look = await self._desk.seating.come_back(match, await self._answers.guest(interaction), interaction.id)
        voice = await self._answers.voice(interaction, look)
        sleeps = [voice.say("desk.place_taken")] if look.status == "asleep" else []
        return await self._messages.mine(look, voice, [voice.say("bot.answer.back"), *sleeps])

    # -- on offer ------------------------------------------------------------------------------------------------------

    async def replace(self, interaction: Interaction, match: str, answer: Answer) -> Letter:
        """A seat is to go to somebody else. answer: whose seat ("": one's own), and to whom (ANYBODY: to anybody)."""
        interaction.extras["match"] = match
        typed, to = (*answer, "", ANYBODY)[:2] if answer else ("", ANYBODY)
        look = await self._desk.look(match, interaction.user.id)
        seat = self._seat(look, str(typed))
        person = int(to) if isinstance(to, int) else ANYBODY
        if seat == look.seat:
            return await self._offer(interaction, look, seat, person)
        if look.seat is None:
            raise Refused(text("desk.not_seated"))
        voice = await self._answers.voice(interaction, look)
        return offers.choice(look, seat, person, voice, host=look.host == interaction.user.id)

    def _seat(self, look: Look, typed: str) -> int:
        """The seat that is meant: by its number, or by the name of its person."""
        if not typed:
            if look.seat is None:
                raise Refused(text("desk.not_seated"))
            return look.seat
        if typed.isdecimal() and int(typed) < len(look.seats):
            return int(typed)
        named = [seat.seat for seat in look.seats if seat.name.casefold() == typed.strip().casefold()]
        if len(named) != 1:
            raise Refused(text("desk.no_such_seat"))
        return named[0]

    async def _offer(self, interaction: Interaction, look: Look, seat: int, to: int) -> Letter:
        """Offer the seat, or ask the others whether it may be."""
        if to != ANYBODY and await self._members.gone(look, to):
            raise Refused(text("bot.seat.no_member"))
        guest = await self._answers.guest(interaction)
        if guest.person in {look.seats[seat].person, look.host}:
            look = await self._desk.seating.offer(look.match, guest, interaction.id, seat=seat, to=to)
            return offers.offered(look, seat, await self._answers.voice(interaction, look))
        person = None if to == ANYBODY else to
        look = await self._desk.votes.propose(look.match, guest, interaction.id, "replace", seat=seat, person=person)
        return await self._moved(interaction, look, "replace")

    async def _stand_in(self, interaction: Interaction, look: Look, seat: int) -> Letter:
        """Ask the others whether a stand-in is to keep that seat."""
        guest = await self._answers.guest(interaction)
        look = await self._desk.votes.propose(look.match, guest, interaction.id, "standin", seat=seat)
        return await self._moved(interaction, look, "standin")

    async def _moved(self, interaction: Interaction, look: Look, kind: MotionKind) -> Letter:
        """The others are asked, or nobody had to be."""
        return ballots.said(look, kind, await self._answers.voice(interaction, look))

    # -- presses -------------------------------------------------------------------------------------------------------

    async def pressed(self, interaction: Interaction, press: Tool) -> Letter | None:
        """A button about a seat, or about a game that sleeps."""
        match press.name:
            case "back":
                return await self.back(interaction, press.match)
            case "claim":
                await self._claim(interaction, press)
                return None
            case "unoffer":
                return await self._withdraw(interaction, press)
            case "wake":
                return await self._wake(interaction, press.match, thread=press.argument == "thread")
        look = await self._desk.look(press.match, interaction.user.id)
        seat, _, to = press.argument.partition(".")
        if not seat.isdecimal() or int(seat) >= len(look.seats):
            raise Refused(text("bot.press.unknown"))
        if press.name == "standin":
            return await self._stand_in(interaction, look, int(seat))
        if press.name == "offer":
            return await self._offer(interaction, look, int(seat), int(to) if to.isdecimal() else ANYBODY)
        raise Refused(text("bot.press.unknown"))

    async def _claim(self, interaction: Interaction, press: Tool) -> None:
        """Whoever takes a seat sees at once what it knows."""
        guest = await self._answers.guest(interaction)
        look = await self._desk.seating.claim(press.match, guest, interaction.id, seat=_number(press.argument))
        voice = await self._answers.voice(interaction, look)
        letter = await self._messages.mine(look, voice, [voice.say("bot.seat.claimed")])
        board = pages(self._messages.textboard(look, voice).split("\n"))
        await self._answers.tell(interaction, letter, *map(Letter, board))

    async def _withdraw(self, interaction: Interaction, press: Tool) -> Letter | None:
        guest = await self._answers.guest(interaction)
        look = await self._desk.seating.withdraw(press.match, guest, interaction.id, seat=_number(press.argument))
        if not is_private(interaction.message):
            return None
        return Letter((await self._answers.voice(interaction, look)).say("bot.seat.withdrawn"))

    # -- games that sleep ----------------------------------------------------------------------------------------------

    async def sleeping(self, interaction: Interaction) -> tuple[GameLine, ...]:
        """The games that somebody can wake here: what sleeps in this place comes first."""
        moderator = interaction.guild_id is not None and moderates(interaction.permissions)
        found = await self._desk.seating.sleeping(interaction.user.id, interaction.guild_id, everybodys=moderator)
        return tuple(sorted(found, key=lambda line: line.place.channel != interaction.channel_id))

    async def wake(self, interaction: Interaction, chosen: str | None = None, page: int = 0) -> Letter:
        """Wake a game to go on in this place; if it may be one of several, their menu."""
        games = await self.sleeping(interaction)
        here = [line for line in games if line.place.channel == interaction.channel_id]
        if chosen is not None:
            if chosen not in {line.match for line in games}:
                raise Refused(text("bot.wake.none"))
            return await self._wake(interaction, chosen)
        meant = here if len(here) == 1 else games
        if not meant:
            raise Refused(text("bot.wake.none"))
        if len(meant) == 1:
            return await self._wake(interaction, meant[0].match)
        voice = await self._answers.voice(interaction)
        listed = [(line.match, self._messages.game_label(line, voice.plain), False) for line in games]
        return Letter(voice.say("bot.answer.which_game"), panel=games_panel(Request(name="wake"), listed, voice, page))

    async def _wake(self, interaction: Interaction, match: str, *, thread: bool = False) -> Letter:
        guest = await self._answers.guest(interaction)
        moderator = interaction.guild_id is not None and moderates(interaction.permissions)
        place: Place = self._tables.place(interaction)
        if thread:
            place = await self._thread(interaction, match)
        else:
            self._tables.check_permissions(interaction)
        try:
            look = await self._desk.seating.move(match, guest, place, interaction.id, moderator=moderator)
        except Busy as busy:
            if place.guild is None:
                raise Refused(text("bot.answer.busy_alone")) from busy
            if not may_open_threads(interaction):
                raise
            return offers.busy(match, await self._answers.voice(interaction))
        voice = await self._answers.voice(interaction, look)
        return offers.awake(voice, place_name(look.place, voice))

    async def _thread(self, interaction: Interaction, match: str) -> Place:
        """A thread for a game that sleeps; none is opened for one that does not any more."""
        status = await self._desk.status(match)
        if status.status != "asleep":
            raise Refused(text("desk.not_asleep"))
        name = text("bot.wake.thread_name", game=self._messages.game_name(status.slug))
        thread = await self._tables.new_thread(interaction, name)
        return Place(interaction.guild_id, thread.id, thread.name)


def _number(argument: str) -> int:
    return int(argument) if argument.isdecimal() else -1
