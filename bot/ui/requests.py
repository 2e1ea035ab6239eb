"""What commands ask of a match, whichever way it was found: by its channel, as a parameter, or chosen in a menu."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import TypeAlias

from bot.ui.answers import Answers, Interaction
from bot.ui.codec import Request, Tool
from bot.ui.controls.lists import games_panel, page_of_games
from bot.ui.controls.panel import Panel
from bot.ui.controls.quiet import WISHES, quiet_row
from bot.ui.letter import Letter
from bot.ui.messages import pages
from bot.ui.promises import answer_ahead
from bot.ui.seats import Seats
from bot.ui.tables import Several, Tables
from bot.ui.votes import Votes
from bot.work.members import Members
from engines.desk.desk import Desk
from engines.desk.records import GameLine, Look
from engines.kernel.decision import Answer, Refused
from engines.kernel.text import text

Letters: TypeAlias = Letter | Sequence[Letter]
Show: TypeAlias = Callable[[Interaction, str, Answer], Awaitable[Letters]]
"""Shows something of a match to whoever asks; the last are the command's parameters. Raises Refused."""
Read: TypeAlias = Callable[[Look, Answer], Answer]
"""What was typed, as the keys of an answer at that table. Raises Refused."""


class Requests:
    """See the module. `answer` does what was asked; `ask` finds the match first."""

    def __init__(
        self, desk: Desk, answers: Answers, tables: Tables, members: Members, seats: Seats, votes: Votes
    ) -> None:
        self._desk = desk
        self._answers = answers
        self._messages = answers.messages
        self._tables = tables
        self._members = members
        self._seats = seats
        self._votes = votes
        self.shows: dict[str, Show] = {}
        """What a game's commands show besides what every table has: `<slug>.<command>` → how."""
        self.reads: dict[str, Read] = {}
        """What only the match can tell of what was typed for a game's command: `<slug>.<verb>` → how it is read."""

    async def ask(self, interaction: Interaction, request: Request, chosen: str | None = None) -> Letters:
        """Answer the request, or show a menu of the person's games if it may mean several. Raises Refused."""
        try:
            match = await self._tables.which(interaction, chosen, request.slug, waiting=request.waits)
        except Several as several:
            return await self._menu(interaction, several.games, request)
        return await self.answer(interaction, match, request)

    async def chosen(self, interaction: Interaction, request: Request, values: Sequence[str]) -> Letters:
        """A game was chosen in the menu, or its next page. Raises Refused."""
        value = values[0] if values else ""
        page = page_of_games(value)
        if request.name == "wake":
            return await self._seats.wake(interaction, None if page is not None else value, page or 0)
        if page is not None:
            games = await self._tables.candidates(interaction, request.slug)
            return await self._menu(interaction, games, request, page)
        return await self.ask(interaction, request, value)

    async def _menu(
        self, interaction: Interaction, games: Sequence[GameLine], request: Request, page: int = 0
    ) -> Letter:
        voice = await self._answers.voice(interaction)
        listed = [(line.match, self._messages.game_label(line, voice.plain), line.mine) for line in games]
        try:
            panel = games_panel(request, listed, voice, page)
        except ValueError:
            # What was typed is no part of any answer.
            raise Refused(text("kernel.no_such_option")) from None
        return Letter(voice.say("bot.answer.which_game"), panel=panel)

    async def answer(self, interaction: Interaction, match: str, request: Request) -> Letters:
        """Do what the request asks of that match. Raises Refused."""
        if request.slug is not None:
            await self._demand(match, request.slug)
        if show := self.shows.get(request.name):
            return await show(interaction, match, request.answer)
        if request.slug is not None:
            return await self._act(interaction, match, request)
        match request.name:
            case "board":
                return await self._board(interaction, match, in_words="text" in request.answer)
            case "view":
                return await self._view(interaction, match)
            case "undo":
                return await self._undo(interaction, match)
            case "ahead":
                return await answer_ahead(self._desk, self._answers, interaction, Tool(match=match, name="ahead"))
            case "log":
                return await self.log(interaction, match)
            case "rules":
                look = await self._desk.look(match, None)
                return self._messages.rules(look.slug, await self._answers.voice(interaction))
            case "status":
                return await self._status(interaction, match)
            case "resign":
                return await self._seats.leaving(interaction, match)
            case "replace":
                return await self._seats.replace(interaction, match, request.answer)
            case "concede":
                return await self._votes.wish(interaction, match, "concede")
            case "end":
                return await self._votes.endings(interaction, match)
            case _:
                raise Refused(text("bot.press.unknown"))

    async def _demand(self, match: str, slug: str) -> None:
        """The match must be of that game: in a channel a command means what stands there. Raises Refused."""
        here = (await self._desk.look(match, None)).slug
        if here != slug:
            wanted, found = self._messages.game_name(slug), self._messages.game_name(here)
            raise Refused(text("bot.answer.other_game", wanted=wanted, here=found))

    # -- playing -------------------------------------------------------------------------------------------------------

    async def _act(self, interaction: Interaction, match: str, request: Request) -> Letter:
        interaction.extras["match"] = match
        answer = request.answer
        if read := self.reads.get(request.name):
            answer = read(await self._desk.look(match, interaction.user.id), answer)
        guest = await self._answers.guest(interaction, openly=False)
        done = await self._desk.act(match, guest, request.verb, answer, asked=None, press=interaction.id)
        return await self._answers.done(interaction, done)

    async def _undo(self, interaction: Interaction, match: str) -> Letter:
        interaction.extras["match"] = match
        guest = await self._answers.guest(interaction, openly=False)
        try:
            done = await self._desk.take_back(match, guest, interaction.id)
        except Refused as no:
            return await self._votes.refused(interaction, match, no)
        voice = await self._answers.voice(interaction, done.look)
        lines = [voice.say("bot.answer.taken_back"), *self._messages.prompts(done.look, voice)]
        return Letter("\n".join(lines), panel=self._messages.panel(done.look, voice))

    async def mute(self, interaction: Interaction, press: Tool) -> Letter:
        """Somebody wants to hear less of a turn or a game, or all again. Raises Refused."""
        guest = await self._answers.guest(interaction, openly=False)
        look = await self._desk.mutes.mute(press.match, guest, WISHES[press.name], interaction.id)
        voice = await self._answers.voice(interaction, look)
        board = (await self._desk.outbox.boards([press.match])).get(press.match)
        commands = {name: voice.say(f"bot.command.{name}.name") for name in ("games", "status", "settings")}
        said = self._messages.headline(f"bot.mute.{look.muted or 'off'}", look, voice, board, **commands)
        wishes = quiet_row(look, voice, offered=False)
        return Letter(said, panel=Panel((wishes,)) if wishes else None)

    # -- looking -------------------------------------------------------------------------------------------------------

    async def _looked_after(self, match: str) -> Look:
        """The table as everybody sees it, after a look whether those it waits for are still there."""
        look = await self._desk.look(match, None)
        return await self._desk.look(match, None) if await self._members.look_after(look) else look

    async def _board(self, interaction: Interaction, match: str, *, in_words: bool) -> Letters:
        public = await self._looked_after(match)
        mine = await self._desk.look(match, interaction.user.id)
        voice = await self._answers.voice(interaction, public)
        if in_words:
            return [Letter(page) for page in pages(self._messages.textboard(public, voice).split("\n"))]
        return await self._messages.shown(public, voice, self._messages.panel(mine, voice))

    async def _view(self, interaction: Interaction, match: str) -> Letters:
        look = await self._desk.look(match, interaction.user.id)
        voice = await self._answers.voice(interaction, look)
        opening = [] if look.seat is not None else [voice.say("bot.answer.not_seated")]
        letter = await self._messages.mine(look, voice, opening)
        board = pages(self._messages.textboard(look, voice).split("\n"))
        return [letter, *(Letter(page) for page in board)]

    async def log(self, interaction: Interaction, match: str, back: int = 0) -> Letter:
        """What happened, the newest turns last. back: so many pages earlier. Raises Refused."""
        look = await self._desk.look(match, interaction.user.id)
        voice = await self._answers.voice(interaction, look)
        return self._messages.log(await self._desk.log(match, interaction.user.id), look, voice, back)

    async def _status(self, interaction: Interaction, match: str) -> Letter:
        status = await self._desk.status(match)
        if status.status in {"lobby", "cancelled"}:
            lobby = await self._desk.lobby(match)
            voice = self._messages.lobby_voice(lobby, (await self._answers.voice(interaction)).lang)
            return Letter(self._messages.lobby(lobby, voice).content)
        look = await self._looked_after(match)
        status = await self._desk.status(match)
        voice = await self._answers.voice(interaction, look)
        board = (await self._desk.outbox.boards([match])).get(match)
        wishes = quiet_row(await self._desk.look(match, interaction.user.id), voice, offered=False)
        return Letter(self._messages.status(status, look, voice, board), panel=Panel((wishes,)) if wishes else None)
