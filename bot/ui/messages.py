"""What messages say: boards, turns, lobby and result cards, status, log.

Composed when they are sent, so that they show the present.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from hashlib import blake2b
from itertools import groupby
from typing import Any

import discord
import msgspec
import structlog
from msgspec.structs import replace

from bot.ui import deadlines
from bot.ui.ahead import promised
from bot.ui.controls.board import board_panel, openly_asked
from bot.ui.controls.given import given_words
from bot.ui.controls.lists import log_panel, rules_panel
from bot.ui.controls.lobby import few_options, fits, lobby_options_panel, lobby_panel, option_panel
from bot.ui.controls.panel import MOST_ROWS, Panel
from bot.ui.controls.quiet import quiet_row
from bot.ui.letter import LONGEST_CONTENT, Letter
from bot.ui.news import LETTER_LINES, chosen
from bot.ui.speech import Speech, Voice, fit, fit_lines, language_of, length
from bot.work.painter import Painter, Sitting
from engines.desk import clocks
from engines.desk.desk import Desk
from engines.desk.people import Person
from engines.desk.records import Cause, GameLine, Lobby, LogLine, Look, Motion, Place, SeatInfo, SeatStatus, Status
from engines.kernel.decision import Decision
from engines.kernel.game import Game, same
from engines.kernel.text import Each, Event, Noun, Param, Text, Who, text
from render.kit.picture import Picture

log = structlog.get_logger()

Games = Mapping[str, Game[Any, Any]]
TextBoard = Callable[[str, Any, Any], str]
"""`textboard(slug, view, words)`: a board in words."""

RUNNING = ("playing", "asleep")
NEWS_LINES = 12
"""A round may end in a single press, with all that automated seats do before it."""
NEWS_LENGTH = 1_200


def link(place: Place, message: int | None = None) -> str:
    """The address of a message, or of the place itself."""
    where = f"https://discord.com/channels/{place.guild or '@me'}/{place.channel}"
    return where if message is None else f"{where}/{message}"


def place_name(place: Place, voice: Voice) -> str:
    """The place, as a channel's name that leads there; nothing leads to direct messages but the link to a message."""
    return f"<#{place.channel}>" if place.guild is not None else voice.say("bot.place.dm")


def pages(lines: Sequence[str], limit: int = LONGEST_CONTENT) -> list[str]:
    """The lines as messages, none longer than the limit by Discord's strictest count; only a longer line is cut."""
    found: list[str] = []
    for line in lines:
        if found and length(found[-1]) + 1 + length(line) <= limit:
            found[-1] += f"\n{line}"
        else:
            found.append(fit(line, limit))
    return found


class Messages:
    """Composes every letter. Knows the desk's looks, the languages and the painter; sends nothing."""

    def __init__(self, desk: Desk, speech: Speech, painter: Painter, games: Games, textboard: TextBoard) -> None:
        self.desk = desk
        self.speech = speech
        self.painter = painter
        self.games = games
        self._textboard = textboard

    # -- voices --------------------------------------------------------------------------------------------------------

    def table_voice(self, look: Look) -> Voice:
        """How the table is spoken to in public."""
        return self.speech.voice(look.language, self._names(look, look.language))

    async def tongue(self, person: int, locale: discord.Locale | None = None, fallback: str = "en") -> str:
        """The language of a person: what was chosen, else what Discord says, else the table's."""
        known = await self.desk.people.get(person)
        if locale is not None and not known.language:
            return language_of(locale.value)
        return _tongue(known, fallback)

    async def voice(self, person: int, look: Look | None = None, locale: discord.Locale | None = None) -> Voice:
        """How a person is spoken to in private."""
        lang = await self.tongue(person, locale, look.language if look else "en")
        return self.speech.voice(lang, self._names(look, lang) if look else _nobody)

    def voice_of(self, person: Person, look: Look) -> Voice:
        """How a person whose preferences are known is spoken to in a letter."""
        lang = _tongue(person, look.language)
        return self.speech.voice(lang, self._names(look, lang))

    def _names(self, look: Look, lang: str) -> Callable[[int], str]:
        """What the seats are called: by their people's names, or, without people, by the game's words."""

        def name(seat: int) -> str:
            if seat < len(look.seats):
                return look.seats[seat].name
            called = self.games[look.slug].automaton(look.view, seat)
            return _nobody(seat) if called is None else self.speech.sentence(called.key, lang, None)

        return name

    def lobby_voice(self, lobby: Lobby, lang: str | None = None) -> Voice:
        """How people at a forming table are spoken to."""
        return self.speech.voice(lang or lobby.language, lambda seat: lobby.guests[seat].name)

    # -- parts ---------------------------------------------------------------------------------------------------------

    def game_name(self, slug: str) -> Text:
        """What a game is called."""
        return self.games[slug].title

    async def picture(self, look: Look, voice: Voice, scope: str = "usual") -> Picture | None:
        """The look as a picture; None, and a report, if it can't be drawn."""
        words = self.speech.words(voice.lang, self._names(look, voice.lang))
        names = tuple(seat.name for seat in look.seats)
        seen = blake2b(msgspec.msgpack.encode(look.view), digest_size=16).digest()
        sitting = Sitting(look.slug, seen, voice.lang, names, look.highlight, scope)
        try:
            return await self.painter.paint(sitting, look.view, words)
        except Exception:
            log.exception("a picture could not be drawn", match=look.match, serial=look.serial)
            return None

    def textboard(self, look: Look, voice: Voice) -> str:
        """The look in words."""
        return self._textboard(look.slug, look.view, voice)

    def news(self, events: Sequence[Event], voice: Voice, most: int = NEWS_LINES, seat: int | None = None) -> list[str]:
        """What happened, a line each, at most so many; what concerns that seat is not dropped before the rest."""
        told = chosen(events, most, seat)
        lines = [f"• {voice.say(event.text)}" for event in told]
        if more := len(events) - len(told):
            lines.append(voice.say(text("bot.news.more", n=more, log=Noun("bot.command.log.name"))))
        return [fit_lines(lines, NEWS_LENGTH)] if lines else []

    async def drawn(
        self, lines: Sequence[str], look: Look, voice: Voice, *, scope: str = "usual", **more: Any
    ) -> Letter:
        """A letter with the look's picture, or with its board in words if it can't be drawn."""

        def spare() -> str:
            return "\n".join([voice.say("bot.board.no_picture"), self.textboard(look, voice)])

        picture = await self.picture(look, voice, scope)
        letter = Letter(fit_lines(lines, LONGEST_CONTENT), (picture,) if picture else (), spare=spare, **more)
        return letter if picture else letter.in_words()

    async def smaller(self, letter: Letter) -> Letter:
        """The same with smaller pictures."""
        pictures = [await self.painter.shrink(picture) for picture in letter.pictures]
        return replace(letter, pictures=tuple(pictures))

    # -- the table's ---------------------------------------------------------------------------------------------------

    async def board(self, look: Look, rings: Sequence[int], *, first: bool = False) -> Letter:
        """The public post: whose turn, what happened since the last one, picture, controls.

        rings: seats to be pinged by it. In direct messages the look is that of the person who plays there, and so are
        question and controls.
        """
        voice = self.table_voice(look)
        alone = look.place.guild is None
        lines = []
        if first:
            lines.append(voice.say(text("bot.board.began", game=self.game_name(look.slug))))
        lines += [] if alone else [*self._whose(look, voice, rings), *deadlines.under_board(look, voice)]
        lines += self.news(look.news, voice)
        lines += self.prompts(look, voice) if alone else self._question(look, voice)
        if first:
            lines.append(self._fingerprint(look, voice))
        if alone:
            return await self.drawn(lines, look, voice, scope="whole", panel=self.panel(look, voice))
        people = tuple(look.seats[seat].person for seat in rings)
        return await self.drawn(lines, look, voice, panel=self.public_panel(look), rings=people)

    def _whose(self, look: Look, voice: Voice, rings: Sequence[int]) -> list[str]:
        called = [seat for seat in look.waiting_for if seat in rings]
        quiet = [seat for seat in look.waiting_for if seat not in rings]
        lines = []
        if called:
            who = voice.join(f"<@{look.seats[seat].person}>" for seat in called)
            lines.append(voice.say(text("bot.board.turn", n=len(called)), who=who))
        if quiet:
            lines.append(voice.say(text("bot.board.waits", who=Each(tuple(Who(seat) for seat in quiet)), n=len(quiet))))
        if look.answered:
            lines.append(voice.say(text("bot.board.answered", who=Each(tuple(Who(seat) for seat in look.answered)))))
        return [" · ".join(lines)] if look.answered else lines

    def past(self, look: Look, told: Sequence[Event], *, first: bool) -> str:
        """What stands above an older board's picture: that it is one, and what happened while it stood."""
        voice = self.table_voice(look)
        opening = [voice.say(text("bot.board.began", game=self.game_name(look.slug)))] if first else []
        said = [f"-# {voice.say(event.text)}" for event in told]
        if len(said) > NEWS_LINES:
            said = ["-# …", *said[-NEWS_LINES:]]
        closing = [self._fingerprint(look, voice)] if first else []
        return "\n".join([*opening, fit_lines(said or [voice.say("bot.board.past")], NEWS_LENGTH), *closing])

    def _fingerprint(self, look: Look, voice: Voice) -> str:
        return voice.say("bot.board.fingerprint", hash=f"`{look.commitment}`")

    def _question(self, look: Look, voice: Voice) -> list[str]:
        """What is asked, if it is one thing and open to all; several stand on the controls."""
        shown = openly_asked(look.board, look.veiled)
        asked = [decision for decision in shown.open if decision.playable] if shown else look.board
        if len(asked) != 1 or (shown.veiled if shown else look.veiled):
            return []
        return [voice.say(text("bot.answer.next", prompt=asked[0].prompt))]

    def public_panel(self, look: Look) -> Panel | None:
        """The controls under the public board: for whoever is asked.

        Taking back is always among them: whether it is possible just now could betray what somebody does in secret.
        """
        if look.status not in RUNNING:
            return None
        game, voice = self.games[look.slug], self.table_voice(look)
        return board_panel(game, look.match, look.board, voice, public=True, veiled=look.veiled, undo=True)

    def lobby(self, lobby: Lobby, voice: Voice | None = None) -> Letter:
        """The card of a table that is forming, has begun, or was closed.

        voice: not the table's, for an answer to one person.
        """
        voice = voice or self.lobby_voice(lobby)
        game = self.games[lobby.slug]
        if not lobby.open:
            closed = "bot.lobby.expired" if lobby.expired else "bot.lobby.cancelled"
            key = closed if lobby.status == "cancelled" else "bot.lobby.started"
            return Letter(voice.say(text(key, game=game.title)))
        host = next((guest.name for guest in lobby.guests if guest.person == lobby.host), "")
        present = len(lobby.guests)
        alone = lobby.high == 1
        lines = [voice.say(text("bot.lobby.title", game=game.title))]
        if self.speech.has(about := f"{lobby.slug}.about"):
            lines.append(voice.say(about))
        terms = []
        if alone:
            lines.append(voice.say(text("bot.lobby.alone", host=host)))
        else:
            lines.append(voice.say(text("bot.lobby.host", host=host)))
            lines.append(voice.say(text("bot.lobby.seats", n=present, low=lobby.low, high=lobby.high)))
            seats = enumerate(lobby.guests, 1)
            lines += [voice.say(text("bot.lobby.seat", n=n, name=guest.name)) for n, guest in seats]
            missing = text("bot.lobby.missing", n=lobby.low - present)
            lines.append(voice.say(missing if present < lobby.low else text("bot.lobby.ready", host=host)))
            order = Noun(f"bot.lobby.order.{lobby.order}")
            terms.append(voice.say(text("bot.lobby.recommended", n=game.recommended)))
            terms.append(voice.say(text("bot.lobby.option", name=Noun("bot.lobby.order.name"), value=order)))
        if gone := [game.option(key).name for key in lobby.dropped]:
            lines.append(voice.say(text("bot.lobby.dropped", names=Each(tuple(gone)), n=present)))
        terms += self._agreed(lobby, voice)
        if lobby.clock is not None:
            time = clocks.terms(lobby.clock)
            terms.append(voice.say(text("bot.lobby.option", name=Noun("bot.clock.time"), value=time)))
        if terms:
            lines.append(voice.say("bot.lobby.terms", terms=" · ".join(terms)))
        full, startable = present >= lobby.high, present >= lobby.low
        panel = lobby_panel(lobby.match, voice, full=full, startable=startable, alone=alone)
        return Letter(fit_lines(lines, LONGEST_CONTENT), panel=panel)

    def _agreed(self, lobby: Lobby, voice: Voice) -> list[str]:
        """The game's options: all if they are few, else the preset that they are, or what is not as usual.

        What can't be chosen by so many people is nothing to agree on.
        """
        game = self.games[lobby.slug]
        preset = game.preset_of(lobby.options)
        if preset is not None and not few_options(game):
            return [voice.say(text("bot.lobby.option", name=Noun("bot.lobby.preset"), value=preset.name))]
        named = [(spec, lobby.options[spec.key]) for spec in game.options if fits(spec, lobby.people)]
        shown = named if few_options(game) else [(spec, v) for spec, v in named if not same(v, spec.default)]
        said = [voice.say(text("bot.lobby.option", name=spec.name, value=spec.named(value))) for spec, value in shown]
        if len(shown) < len(named):
            said.append(voice.say("bot.lobby.rest_usual" if shown else "bot.lobby.all_usual"))
        return said

    def lobby_options(self, lobby: Lobby, voice: Voice, opening: str | None = None) -> Letter:
        """What is to be agreed on, for the host alone. opening: what is said instead of the question."""
        game = self.games[lobby.slug]
        lines = [opening or voice.say("bot.lobby.options")]
        if not few_options(game):
            lines.append(voice.say("bot.lobby.terms", terms=" · ".join(self._agreed(lobby, voice))))
        return Letter(fit_lines(lines, LONGEST_CONTENT), panel=lobby_options_panel(game, lobby, voice))

    def lobby_option(self, lobby: Lobby, key: str, voice: Voice) -> Letter:
        """One of many options, for the host alone. Raises KeyError."""
        spec = self.games[lobby.slug].option(key)
        lines = [f"**{voice.say(spec.name)}**", *([voice.say(spec.about)] if spec.about is not None else [])]
        return Letter("\n".join(lines), panel=option_panel(spec, lobby, voice))

    async def scene(self, look: Look, scope: str) -> Letter:
        """A picture of its own, with its line above it; nothing on it is marked as news, and nothing is asked."""
        voice = self.table_voice(look)
        lines = [voice.say(f"{look.slug}.scene.{scope}")]
        return await self.drawn(lines, replace(look, highlight=frozenset()), voice, scope=scope)

    async def result(self, look: Look, called_off: Text | None = None) -> Letter:
        """The card at the end: how it ended, ranks, scores by part, the seed, the final picture.

        called_off: that it has none of these but the picture and the seed, and by whom it ended.
        """
        voice = self.table_voice(look)
        title = "bot.result.title" if called_off is None else "bot.result.called_off"
        lines = [voice.say(text(title, game=self.game_name(look.slug)))]
        lines += self.outcome(look, voice) if called_off is None else [voice.say(called_off)]
        if look.rewound:
            lines.append(voice.say(text("bot.result.rewound", n=look.rewound)))
        lines += self.news(look.news, voice, 4)
        if look.seed is not None:
            lines.append(voice.say("bot.result.seed", seed=f"`{look.seed}`", hash=f"`{look.commitment}`"))
        return await self.drawn(lines, look, voice)

    def outcome(self, look: Look, voice: Voice) -> list[str]:
        """Who won and how it ended; a line for each seat, with its score by part, unless all share one fate."""
        outcome = look.outcome
        assert outcome is not None
        lines = []
        won = {seat for seat, wins in enumerate(outcome.won) if wins}
        if winners := [Who(seat) for seat in sorted(won)]:
            lines.append(voice.say(text("bot.result.won", who=Each(tuple(winners)), n=len(winners))))
        lines.append(voice.say(f"{look.slug}.ending.{outcome.result}"))
        if not outcome.scores and len(set(outcome.ranks)) == 1:
            return lines
        for seat in sorted(range(len(outcome.ranks)), key=lambda seat: (outcome.ranks[seat], seat)):
            key = "bot.result.rank_won" if seat in won else "bot.result.rank"
            if outcome.scores_void:
                key = "bot.result.rank_void"
            score = outcome.scores[seat] if outcome.scores else None
            line = voice.say(text(key, rank=outcome.ranks[seat], name=Who(seat), total=score.total if score else 0))
            parts = (
                [
                    voice.say(text("bot.result.part", name=Noun(f"{look.slug}.score.{part}"), n=n))
                    for part, n in score.parts
                    if n
                ]
                if score
                else []
            )
            lines.append(f"{line} – {voice.join(parts)}" if parts else line)
        return lines

    # -- a person's ----------------------------------------------------------------------------------------------------

    async def turn(
        self, look: Look, voice: Voice, board: int | None, *, goes_on: bool, again: SeatStatus | None = None
    ) -> Letter:
        """A direct message: whose turn, what happened since the last one, the board as one knows it, controls.

        again: it reminds of what was told before; how that stands.
        """
        asked = bool(look.decisions) and look.status in RUNNING
        key = ("bot.turn.goes_on" if goes_on else "bot.turn.yours") if asked else "bot.turn.done"
        lines = [self.headline(key if again is None else "bot.turn.reminder", look, voice, board)]
        lines += deadlines.own(look, voice) if again is None else times(look, again, voice)
        news = self.news(look.news, voice, LETTER_LINES, look.seat)
        if news:
            lines += [voice.say("bot.turn.since"), *news]
        lines += self.prompts(look, voice)
        wishes = quiet_row(look, voice, offered=again is not None)
        panel = self.panel(look, voice, MOST_ROWS - 1 if wishes else MOST_ROWS)
        if wishes:
            panel = Panel((*(panel.rows if panel else ()), wishes))
        return await self.drawn(lines, look, voice, scope="whole", panel=panel)

    def headline(self, key: str, look: Look, voice: Voice, board: int | None, **markup: str) -> str:
        """A sentence that names the game, its place, and leads there."""
        jump = f"[{voice.say('bot.turn.link')}]({link(look.place, board)})"
        return voice.say(
            text(key, game=self.game_name(look.slug)), place=place_name(look.place, voice), link=jump, **markup
        )

    def prompts(self, look: Look, voice: Voice) -> list[str]:
        """What the viewer is asked now, if it is one thing; else what they have in hand for the many.

        Before that, what they have answered ahead.
        """
        asked = [decision.prompt for decision in look.decisions if decision.playable]
        if not asked or look.seat is None:
            return promised(look, voice)
        hand = self.games[look.slug].hand(look.view, look.seat)
        said = asked[0] if len(asked) == 1 else hand
        lines = [] if said is None else [voice.say(text("bot.answer.next", prompt=said))]
        return [*promised(look, voice), *lines, *_given(look.decisions, voice)]

    def panel(self, look: Look, voice: Voice, most: int = MOST_ROWS) -> Panel | None:
        """The viewer's own controls, for their eyes only, in at most so many rows."""
        undo, ahead = look.may_take_back, bool(look.ahead)
        if look.seat is None or look.status not in RUNNING or not (look.decisions or undo or ahead):
            return None
        game = self.games[look.slug]
        return board_panel(game, look.match, look.decisions, voice, public=False, undo=undo, ahead=ahead, most=most)

    async def mine(self, look: Look, voice: Voice, opening: Sequence[str] = ()) -> Letter:
        """What the viewer knows, as picture and words, and what they are asked; or who is, if it isn't they."""
        asked = self.prompts(look, voice)
        others = look.seat not in look.waiting_for and not any(d.playable for d in look.decisions)
        if others and look.status == "playing":
            asked = [*self._whose(look, voice, ()), *asked]
        return await self.drawn([*opening, *asked], look, voice, panel=self.panel(look, voice))

    async def one(self, look: Look, voice: Voice, decision: Decision) -> Letter:
        """One of the viewer's questions, for their eyes only, with what they know."""
        lines = [voice.say(text("bot.answer.next", prompt=decision.prompt)), *_given([decision], voice)]
        panel = board_panel(self.games[look.slug], look.match, [decision], voice, public=False)
        return await self.drawn(lines, look, voice, panel=panel)

    async def shown(self, look: Look, voice: Voice, panel: Panel | None) -> Letter:
        """The public board, for one person who asked for it."""
        opening = [voice.say("bot.status.over")] if look.status == "over" else self._whose(look, voice, ())
        return await self.drawn([*opening, *self.news(look.news, voice)], look, voice, panel=panel)

    # -- lists ---------------------------------------------------------------------------------------------------------

    def status(self, status: Status, look: Look, voice: Voice, board: int | None) -> str:
        """Who is waited for since when, and how each was told. board: the message that leads there."""
        lines = [self.headline("bot.status.title", look, voice, board)]
        if look.status == "asleep":
            lines.append(voice.say(_why_asleep(look.sleeps, look.seats)))
        if look.outcome is not None:
            lines += [voice.say("bot.status.over"), *self.outcome(look, voice)]
        for line in status.seats if look.outcome is None else ():
            since = {"since": when(line.since)} if line.since is not None else {}
            said = [voice.say(self._doing(line, answered=line.seat in look.answered), **since)]
            if line.since is not None and not line.standin and look.place.guild is not None:
                said += _told(line, voice)
            if line.left is not None and line.deadline is None:
                said.append(deadlines.left(line.left, voice))
            if line.away is not None:
                said.append(voice.say("bot.status.away", until=when(line.away)))
            if line.dm_closed:
                said.append(voice.say("bot.status.dm_closed"))
            if (to := look.seats[line.seat].offered) is not None and look.status in RUNNING:
                wanted = voice.say("bot.status.offered", person=f"<@{to}>") if to else voice.say("bot.status.wanted")
                said.append(wanted)
            lines.append("• " + " · ".join(said))
        if look.motion is not None:
            lines.append(
                voice.say(
                    text("bot.status.motion", what=moved(look.motion), who=Each(tuple(map(Who, look.motion.asked))))
                )
            )
        lines += [self._fingerprint(look, voice), voice.say("bot.status.id", id=f"`{look.match}`")]
        return fit_lines(lines, LONGEST_CONTENT)

    def _doing(self, line: SeatStatus, *, answered: bool) -> Text:
        if line.standin:
            return text("bot.status.standin", who=Who(line.seat))
        if answered:
            return text("bot.status.answered", who=Who(line.seat))
        return text("bot.status.waits" if line.since else "bot.status.idle", who=Who(line.seat))

    def game_label(self, line: GameLine, voice: Voice) -> str:
        """One of a person's games, in a menu: by the name of its place."""
        place = voice.quote(line.place.name) if line.place.guild is not None else voice.say("bot.place.dm")
        return f"{voice.say(self.game_name(line.slug))} · {place}"

    def games_of(self, lines: Sequence[GameLine], boards: Mapping[str, int], voice: Voice) -> list[str]:
        """All games of a person, those that wait for them first, as messages that lead to the boards.

        boards: match → message.
        """
        title = voice.say(text("bot.games.title", n=len(lines)))
        return pages([title, *self.lines_of(lines, boards, voice)])

    def lines_of(self, lines: Sequence[GameLine], boards: Mapping[str, int], voice: Voice) -> list[str]:
        """Games of a person, a line each, those that wait for them first. boards: match → message."""
        shown = []
        for line in sorted(lines, key=lambda line: (not line.mine, line.status == "asleep")):
            key = (
                "bot.games.mine"
                if line.mine
                else "bot.games.line"
                if line.status == "playing"
                else f"bot.games.{_slept(line) if line.status == 'asleep' else line.status}"
            )
            names = [next(s.name for s in line.seats if s.seat == seat) for seat in line.waiting_for]
            who = Each(tuple(names))
            jump = f"[{voice.say(self.game_name(line.slug))}]({link(line.place, boards.get(line.match))})"
            said = [voice.say(text(key, who=who), game=jump, place=place_name(line.place, voice))]
            if line.since is not None:
                said.append(voice.say("bot.turn.asked", since=when(line.since)))
            if line.deadline is not None:
                said.append(voice.say("bot.turn.deadline", when=when(line.deadline)))
            shown.append("• " + " · ".join(said))
        return shown

    def rules(self, slug: str, voice: Voice, topic: str | None = None) -> list[Letter]:
        """What the rules say about a topic (None: the first, for beginners), with a menu of all of them."""
        topics = self.speech.topics(slug)
        shown = topics[0] if topic is None else topic
        name = Noun(f"{slug}.rules.{shown}.title")
        title = f"**{voice.say(text('bot.settings.entry', what=self.game_name(slug), value=name))}**"
        *before, last = pages([title, *voice.say(f"{slug}.rules.{shown}.text").split("\n")])
        return [*map(Letter, before), Letter(last, panel=rules_panel(slug, topics, voice))]

    def all_rules(self, voice: Voice) -> Letter:
        """Whose rules? A menu of topics for each game."""
        menus = [rules_panel(slug, self.speech.topics(slug), voice, self.game_name(slug)) for slug in self.games]
        rows = tuple(row for panel in menus for row in panel.rows)
        return Letter(voice.say("bot.answer.which_game"), panel=Panel(rows[:MOST_ROWS]))

    def log(self, lines: Sequence[LogLine], look: Look, voice: Voice, back: int = 0) -> Letter:
        """What happened, turn by turn, the newest last. back: so many pages earlier than the newest."""
        title = voice.say(text("bot.log.title", game=self.game_name(look.slug)))
        if not lines:
            return Letter(voice.say("bot.log.empty"))
        room = LONGEST_CONTENT - length(title) - 1
        found = _packed([self._turn_told(list(turn), voice, room) for _, turn in groupby(lines, _actor)], room)
        back = min(back, len(found) - 1)
        panel = log_panel(look.match, back, len(found), voice)
        return Letter(f"{title}\n{found[-1 - back]}", panel=panel)

    def _turn_told(self, turn: Sequence[LogLine], voice: Voice, room: int) -> str:
        """What happened in one turn, under its name and its moment."""
        seat, when = turn[0].seat, discord.utils.format_dt(turn[0].at, "f")
        heading = (
            voice.say("bot.log.beginning", when=when)
            if seat is None
            else voice.say(text("bot.log.turn", who=Who(seat)), when=when)
        )
        told = [f"• {voice.say(line.event.text)}" for line in turn]
        return f"{heading}\n{fit_lines(told, room - length(heading) - 1)}"


def _actor(line: LogLine) -> int | None:
    return line.seat


def _packed(parts: Sequence[str], room: int) -> list[str]:
    """The parts on pages, none longer than the room; the last pages are full, the first may be short."""
    found: list[str] = []
    for part in reversed(parts):
        if found and length(found[0]) + 1 + length(part) <= room:
            found[0] = f"{part}\n{found[0]}"
        else:
            found.insert(0, part)
    return found


def _deserted(seats: Sequence[SeatInfo]) -> bool:
    """Whether nobody plays a game any more."""
    return all(seat.standin for seat in seats)


def _why_asleep(cause: Cause, seats: Sequence[SeatInfo]) -> str:
    """The key of the words for why a game sleeps."""
    if _deserted(seats):
        return "desk.asleep"
    return {"idle": "bot.status.idle_long", "rules": "bot.status.rules"}.get(cause, "bot.status.asleep")


def _slept(line: GameLine) -> str:
    """How a game that sleeps is told of in the list."""
    if _deserted(line.seats):
        return "deserted"
    return "slept" if line.sleeps in {"idle", "rules"} else "asleep"


def _tongue(person: Person, fallback: str) -> str:
    return person.language or person.locale or fallback


def _given(decisions: Sequence[Decision], voice: Voice) -> list[str]:
    """What is answered already and can still be changed."""
    said = [given_words(decision, voice) for decision in decisions]
    return [voice.say("bot.answer.given", answer=answer) for answer in said if answer is not None]


def _nobody(seat: int) -> str:
    raise LookupError(f"no seat {seat} is spoken of here")


def when(moment: Any) -> str:
    """A moment, as everybody's own clock shows it: "in 3 hours"."""
    return discord.utils.format_dt(moment, "R")


def moved(motion: Motion) -> Text:
    """What is moved, in a few words."""
    params: dict[str, Param] = {} if motion.seat is None else {"who": Who(motion.seat)}
    return Text(f"bot.vote.what.{motion.kind}", params)


def times(look: Look, seat: SeatStatus, voice: Voice) -> list[str]:
    """Since when the viewer is asked, when they are reminded next, and until when they have time."""
    said = [] if look.called is None else [voice.say("bot.turn.asked", since=when(look.called))]
    said += _coming(seat, voice)
    return [f"-# {' · '.join(said)}"] if said else []


def _coming(seat: SeatStatus, voice: Voice) -> list[str]:
    """What falls due for a seat."""
    said = [] if seat.reminder is None else [voice.say("bot.turn.next_reminder", when=when(seat.reminder))]
    return said if seat.deadline is None else [*said, voice.say("bot.turn.deadline", when=when(seat.deadline))]


def _told(seat: SeatStatus, voice: Voice) -> list[str]:
    """How a seat learned of what it is asked, how often it was reminded, and what is still to come."""
    if seat.held is not None:
        said = [voice.say("bot.status.told.rests", when=when(seat.held))]
    elif seat.told is not None and seat.how in {"dm", "mention", "digest"}:
        said = [voice.say(f"bot.status.told.{seat.how}", when=when(seat.told))]
    else:
        said = [voice.say("bot.status.told.not")]
    if seat.muted:
        said.append(voice.say(f"bot.status.muted.{seat.muted}"))
    if seat.reminders:
        said.append(voice.say(text("bot.status.reminders", n=seat.reminders)))
    return [*said, *_coming(seat, voice)]


def reachable(person: Person, style: str) -> bool:
    """Whether a turn is told by direct message."""
    return person.dms and not person.dm_closed and style in {"dm", "both"}


def rung(person: Person, style: str) -> bool:
    """Whether a turn is told by a mention in the channel."""
    return style in {"mention", "both"} or (style == "dm" and not reachable(person, style))
