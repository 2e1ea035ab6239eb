"""Aerion's commands: one for each decision of its RULES.md, §8; the powers of any time; and what lies in the piles."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from itertools import zip_longest
from string import ascii_lowercase
from typing import TYPE_CHECKING, Any

from discord import app_commands
from msgspec.structs import replace

from bot.cogs._game import Chosen, Filled, GameCog, Part, Staged, answered, at, completes, my_games
from bot.cogs._piles import piles, powers
from bot.cogs._typed import digits, named_thing
from bot.cogs._words import named, options, said
from bot.ui.answers import Interaction
from bot.ui.letter import LONGEST_CONTENT, Letter
from bot.ui.messages import pages
from bot.ui.requests import Letters
from bot.ui.speech import fit_lines
from bot.ui.tables import Several
from engines.aerion.components import CARD_IDS, COLUMNS, DATA, DICE, FACES
from engines.kernel.decision import ONLY, Answer, Option, Pick, Refused
from engines.kernel.text import Each, Noun, Param, Who, text

if TYPE_CHECKING:
    from bot.client import Mailboat

SLUG = "aerion"
COLUMN = app_commands.Range[int, 1, len(COLUMNS)]
DIE = app_commands.Range[int, 1, DICE]
PIER = app_commands.Range[int, 1, DATA.piers.count]
ANY_TIME = ("book_recover", "use_egg", "place_reserve")
PLACES = ("ws1", "ws2", "ws_p1", "ws_p2", "ws_common", "flagship", "reserve")
CARDS = ("first", "second", "third")
OWN = "ws_p"
"""Before the number of a seat: its own workshop."""


# ---- Words for what a key says -----------------------------------------------------------------------------------


def column_words(column: str) -> Param:
    """A column and its combination."""
    return text("aerion.column", column=int(column), label=DATA.deck[int(column) - 1].label)


def place_words(place: str) -> Param:
    """A place of elements."""
    if place.startswith(OWN):
        return text("aerion.place.own", who=Who(int(place.removeprefix(OWN)) - 1))
    return Noun(f"aerion.place.{place}")


def card_words(card: str) -> Param:
    """A card; what stands behind a dot says which of several."""
    return Noun(f"aerion.card.{card.partition('.')[0]}")


def change_words(changes: str) -> Param:
    """Dice with their new faces."""
    dice = (change.partition("=") for change in changes.split())
    return Each(tuple(text("aerion.die", die=int(die), face=int(face)) for die, _, face in dice))


# ---- What is typed, as the keys of an answer ---------------------------------------------------------------------


def marked(typed: str | None, high: int, mark: str, unclear: str) -> list[str]:
    """Dice, birds or clouds, named by their numbers in one line. Raises Refused if it can't be read."""
    if typed is None:
        return []
    return [f"{mark}{number}" for number in digits(typed, high, text(unclear, typed=typed), marks=mark[0])]


def rerolled(filled: Filled) -> list[str]:
    """`discard_reroll` and `free_reroll`: dice, and the column that pays."""
    column = [str(filled["column"])] if "column" in filled else []
    return [*marked(filled.get("dice"), DICE, "d", "aerion.typed.dice"), *column]


def changed(filled: Filled) -> list[str]:
    """`use_pixie`: the dice, then the new face of each, in the order of the dice; the last may have none yet."""
    typed = filled["changes"]
    numbers = digits(typed, max(DICE, *FACES), text("aerion.typed.changes", typed=typed), ranges=True, marks="d")
    pairs = sorted(zip_longest(numbers[::2], numbers[1::2], fillvalue=0))
    return [*(f"d{die}" for die, _ in pairs), *(f"{die}.{face}" for die, face in pairs if face)]


def demolished(filled: Filled) -> list[str]:
    """`demolish`: birds, clouds."""
    birds = marked(filled.get("birds"), len(COLUMNS), "b", "aerion.typed.birds")
    return [*birds, *marked(filled.get("hits"), DATA.clouds.count, "cloud_", "aerion.typed.hits")]


def recovered(filled: Filled) -> list[str]:
    """`book_recover`: column, cards from the top on. Of equal cards the second is `id.2`."""
    keys = [str(filled["column"])] if "column" in filled else []
    seen: Counter[str] = Counter()
    for card in [filled[name] for name in CARDS if filled.get(name) is not None]:
        seen[card] += 1
        keys.append(card if seen[card] == 1 else f"{card}.{seen[card]}")
    return keys


def a_card(typed: str) -> str:
    """The card that is called so; else what was typed."""
    return named_thing(typed, ((card, f"aerion.card.{card}") for card in CARD_IDS))


def a_place(typed: str) -> str:
    """The place that is called so; else what was typed."""
    return named_thing(typed, ((place, f"aerion.place.{place}") for place in PLACES))


# ---- Autocompletion ----------------------------------------------------------------------------------------------


def stage(name: str, index: int, given: Callable[[Filled], Sequence[str]]) -> Staged:
    """A parameter that is the one choice of a stage."""
    return Staged(name, given, lambda chosen: chosen[index], "".join, index)


def line(name: str, index: int, given: Callable[[Filled], Sequence[str]]) -> Staged:
    """A parameter that names everything chosen in a stage."""

    def write(keys: Sequence[str]) -> str:
        return " ".join(key.lstrip(f"{ascii_lowercase}_") for key in keys)

    return Staged(name, given, lambda chosen: chosen[index], write, index, index, line=True)


def recovered_card(name: str) -> Staged:
    """One of the cards that a Book brings back."""

    def picks(chosen: Chosen) -> Sequence[Option[Any]]:
        return chosen[1][-1:]

    return Staged(name, recovered, picks, "".join, 1, 1)


def new_faces(chosen: Chosen) -> Sequence[Option[Any]]:
    """The changed dice, each with its new face."""
    return [option for each in chosen[1:] for option in each]


def pairs(keys: Sequence[str]) -> str:
    """New faces as they are typed: "4=6 5=6"."""
    return " ".join(key.replace(".", "=") for key in keys)


CHANGES = Staged("changes", changed, new_faces, pairs, grows=0, line=True)


def hunted(index: int, *before: str) -> Part:
    """A part of `hunt`'s key, which may also name nothing that is taken."""
    taken = at(index, *before)
    return lambda parts, filled: None if parts == [ONLY] else taken(parts, filled)


def reserved(name: str) -> Part:
    """A part of `place_reserve`: the card with its column, or where it goes."""

    def part(parts: list[str], filled: Filled) -> str | None:
        known = {"card": ".".join(parts[:-1]), "to": parts[-1]}
        other = "to" if name == "card" else "card"
        return known[name] if filled.get(other) in {None, known[other]} else None

    return part


def pier_number(parts: list[str], _: Filled) -> str | None:
    """The number of a pier."""
    return parts[0].removeprefix("pier_")


class Aerion(
    GameCog, group_name=said(f"{SLUG}.command.name", SLUG), group_description=said(f"{SLUG}.command.about", SLUG)
):
    """The commands of `/aerion`."""

    slug = SLUG

    def __init__(self, client: Mailboat) -> None:
        super().__init__(client)
        client.app.requests.shows |= {f"{SLUG}.powers": self.show_powers, f"{SLUG}.cards": self.show_cards}

    async def found(
        self, interaction: Interaction, verb: str, game: str | None, fits: Callable[[list[str]], bool]
    ) -> str | None:
        """The option that fits what was filled in, if a place was left out and there is only one, or none to be had.

        None: it is not known which game is meant, or nothing fits; the question itself then says so. Raises Refused if
        a place must be named.
        """
        try:
            match = await self.tables.which(interaction, game, SLUG, waiting=True)
        except Several:
            return None
        interaction.extras["match"] = match
        look = await self.desk.look(match, interaction.user.id)
        picks = [d for d in look.decisions if isinstance(d, Pick) and d.verb == verb]
        fitting = [option for pick in picks for option in pick.options if fits(option.key.split("."))]
        legal = [option for option in fitting if option.refused is None]
        places = list(dict.fromkeys(option.key.rpartition(".")[2] for option in legal))
        if len(places) > 1:
            raise Refused(text("aerion.typed.where", places=Each(tuple(map(place_words, places)))))
        return next((option.key for option in (*legal, *fitting)), None)

    # -- dice ----------------------------------------------------------------------------------------------------------

    @app_commands.command(**named("roll_dice", SLUG))
    @options("roll_dice", "game", domain=SLUG)
    @app_commands.autocomplete(game=my_games)
    @answered
    async def roll_dice(self, interaction: Interaction, game: str | None = None) -> Letters:
        return await self.act(interaction, "roll_dice", (ONLY,), game)

    @app_commands.command(**named("discard_reroll", SLUG))
    @options("discard_reroll", "column", "dice", "game", domain=SLUG)
    @app_commands.autocomplete(
        column=completes(SLUG, "discard_reroll", int, stage("column", 1, rerolled)),
        dice=completes(SLUG, "discard_reroll", str, line("dice", 0, rerolled)),
        game=my_games,
    )
    @answered
    async def discard_reroll(
        self, interaction: Interaction, column: COLUMN, dice: str, game: str | None = None
    ) -> Letters:
        return await self.act(interaction, "discard_reroll", rerolled({"dice": dice, "column": column}), game)

    @app_commands.command(**named("discard_flip", SLUG))
    @options("discard_flip", "column", "die", "game", domain=SLUG)
    @app_commands.autocomplete(
        column=completes(SLUG, "discard_flip", int, at(0), column_words),
        die=completes(SLUG, "discard_flip", int, at(1, "column")),
        game=my_games,
    )
    @answered
    async def discard_flip(
        self, interaction: Interaction, column: COLUMN, die: DIE, game: str | None = None
    ) -> Letters:
        return await self.act(interaction, "discard_flip", (f"{column}.{die}",), game)

    @app_commands.command(**named("use_book_reroll", SLUG))
    @options("use_book_reroll", "game", domain=SLUG)
    @app_commands.autocomplete(game=my_games)
    @answered
    async def use_book_reroll(self, interaction: Interaction, game: str | None = None) -> Letters:
        return await self.act(interaction, "use_book_reroll", (ONLY,), game)

    @app_commands.command(**named("hire_worker", SLUG))
    @options("hire_worker", "column", "game", domain=SLUG)
    @app_commands.autocomplete(column=completes(SLUG, "hire_worker", int, at(0), column_words), game=my_games)
    @answered
    async def hire_worker(self, interaction: Interaction, column: COLUMN, game: str | None = None) -> Letters:
        return await self.act(interaction, "hire_worker", (f"{column}",), game)

    @app_commands.command(**named("free_reroll", SLUG))
    @options("free_reroll", "dice", "game", domain=SLUG)
    @app_commands.autocomplete(dice=completes(SLUG, "free_reroll", str, line("dice", 0, rerolled)), game=my_games)
    @answered
    async def free_reroll(self, interaction: Interaction, dice: str, game: str | None = None) -> Letters:
        return await self.act(interaction, "free_reroll", rerolled({"dice": dice}), game)

    @app_commands.command(**named("lab_reroll", SLUG))
    @options("lab_reroll", "game", domain=SLUG)
    @app_commands.autocomplete(game=my_games)
    @answered
    async def lab_reroll(self, interaction: Interaction, game: str | None = None) -> Letters:
        return await self.act(interaction, "lab_reroll", (ONLY,), game)

    @app_commands.command(**named("use_pixie", SLUG))
    @options("use_pixie", "changes", "game", domain=SLUG)
    @app_commands.autocomplete(changes=completes(SLUG, "use_pixie", str, CHANGES, change_words), game=my_games)
    @answered
    async def use_pixie(self, interaction: Interaction, changes: str, game: str | None = None) -> Letters:
        keys = changed({"changes": changes})
        if len(keys) % 2:
            raise Refused(text("aerion.typed.changes", typed=changes))
        return await self.act(interaction, "use_pixie", keys, game)

    # -- main actions --------------------------------------------------------------------------------------------------

    @app_commands.command(**named("acquire", SLUG))
    @options("acquire", "column", "to", "game", domain=SLUG)
    @app_commands.autocomplete(
        column=completes(SLUG, "acquire", int, at(0), column_words),
        to=completes(SLUG, "acquire", str, at(1, "column"), place_words),
        game=my_games,
    )
    @answered
    async def acquire(
        self, interaction: Interaction, column: COLUMN, to: str | None = None, game: str | None = None
    ) -> Letters:
        key = f"{column}" if to is None else f"{column}.{a_place(to)}"
        if to is None:
            key = await self.found(interaction, "acquire", game, lambda parts: parts[0] == f"{column}") or key
        return await self.act(interaction, "acquire", (key,), game)

    @app_commands.command(**named("demolish", SLUG))
    @options("demolish", "birds", "hits", "game", domain=SLUG)
    @app_commands.autocomplete(
        birds=completes(SLUG, "demolish", str, line("birds", 0, demolished)),
        hits=completes(SLUG, "demolish", str, line("hits", 1, demolished)),
        game=my_games,
    )
    @answered
    async def demolish(
        self, interaction: Interaction, birds: str | None = None, hits: str | None = None, game: str | None = None
    ) -> Letters:
        return await self.act(interaction, "demolish", demolished({"birds": birds, "hits": hits}), game)

    @app_commands.command(**named("pay_worker", SLUG))
    @options("pay_worker", "game", domain=SLUG)
    @app_commands.autocomplete(game=my_games)
    @answered
    async def pay_worker(self, interaction: Interaction, game: str | None = None) -> Letters:
        return await self.act(interaction, "pay_worker", (ONLY,), game)

    @app_commands.command(**named("flip_pier", SLUG))
    @options("flip_pier", "pier", "game", domain=SLUG)
    @app_commands.autocomplete(pier=completes(SLUG, "flip_pier", int, pier_number), game=my_games)
    @answered
    async def flip_pier(self, interaction: Interaction, pier: PIER, game: str | None = None) -> Letters:
        return await self.act(interaction, "flip_pier", (f"pier_{pier}",), game)

    @app_commands.command(**named("hunt", SLUG))
    @options("hunt", "column", "to", "game", domain=SLUG)
    @app_commands.autocomplete(
        column=completes(SLUG, "hunt", int, hunted(0), column_words),
        to=completes(SLUG, "hunt", str, hunted(1, "column"), place_words),
        game=my_games,
    )
    @answered
    async def hunt(
        self, interaction: Interaction, column: COLUMN | None = None, to: str | None = None, game: str | None = None
    ) -> Letters:
        if column is None and to is not None:
            raise Refused(text("aerion.typed.hunt"))
        key = ONLY if column is None else f"{column}.{a_place(to or '')}"
        if column is not None and to is None:
            key = await self.found(interaction, "hunt", game, lambda parts: parts[0] == f"{column}") or key
        return await self.act(interaction, "hunt", (key,), game)

    @app_commands.command(**named("security_skip", SLUG))
    @options("security_skip", "game", domain=SLUG)
    @app_commands.autocomplete(game=my_games)
    @answered
    async def security_skip(self, interaction: Interaction, game: str | None = None) -> Letters:
        return await self.act(interaction, "security_skip", (ONLY,), game)

    @app_commands.command(**named("give_up", SLUG))
    @options("give_up", "game", domain=SLUG)
    @app_commands.autocomplete(game=my_games)
    @answered
    async def give_up(self, interaction: Interaction, game: str | None = None) -> Letters:
        return await self.act(interaction, "give_up", (ONLY,), game)

    @app_commands.command(**named("end_turn", SLUG))
    @options("end_turn", "game", domain=SLUG)
    @app_commands.autocomplete(game=my_games)
    @answered
    async def end_turn(self, interaction: Interaction, game: str | None = None) -> Letters:
        return await self.act(interaction, "end_turn", (ONLY,), game)

    # -- powers of any time --------------------------------------------------------------------------------------------

    @app_commands.command(**named("book_recover", SLUG))
    @options("book_recover", "column", "first", "second", "third", "game", domain=SLUG)
    @app_commands.autocomplete(
        column=completes(SLUG, "book_recover", int, stage("column", 0, recovered)),
        first=completes(SLUG, "book_recover", str, recovered_card("first")),
        second=completes(SLUG, "book_recover", str, recovered_card("second")),
        third=completes(SLUG, "book_recover", str, recovered_card("third")),
        game=my_games,
    )
    @answered
    async def book_recover(
        self,
        interaction: Interaction,
        column: COLUMN,
        first: str,
        second: str | None = None,
        third: str | None = None,
        game: str | None = None,
    ) -> Letters:
        cards = {name: a_card(card) for name, card in zip(CARDS, (first, second, third), strict=True) if card}
        return await self.act(interaction, "book_recover", recovered({"column": column, **cards}), game)

    @app_commands.command(**named("use_egg", SLUG))
    @options("use_egg", "column", "game", domain=SLUG)
    @app_commands.autocomplete(column=completes(SLUG, "use_egg", int, at(0), column_words), game=my_games)
    @answered
    async def use_egg(self, interaction: Interaction, column: COLUMN, game: str | None = None) -> Letters:
        return await self.act(interaction, "use_egg", (f"{column}",), game)

    @app_commands.command(**named("egg_pick", SLUG))
    @options("egg_pick", "card", "game", domain=SLUG)
    @app_commands.autocomplete(card=completes(SLUG, "egg_pick", str, at(0), card_words), game=my_games)
    @answered
    async def egg_pick(self, interaction: Interaction, card: str, game: str | None = None) -> Letters:
        return await self.act(interaction, "egg_pick", (a_card(card),), game)

    @app_commands.command(**named("place_reserve", SLUG))
    @options("place_reserve", "card", "to", "game", domain=SLUG)
    @app_commands.autocomplete(
        card=completes(SLUG, "place_reserve", str, reserved("card"), card_words),
        to=completes(SLUG, "place_reserve", str, reserved("to"), place_words),
        game=my_games,
    )
    @answered
    async def place_reserve(
        self, interaction: Interaction, card: str, to: str | None = None, game: str | None = None
    ) -> Letters:
        wanted = a_card(card).split(".")
        place = None if to is None else a_place(to)

        def fits(parts: list[str]) -> bool:
            return parts[: len(wanted)] == wanted and place in {None, parts[-1]}

        key = await self.found(interaction, "place_reserve", game, fits) or ".".join([*wanted, place or ""])
        return await self.act(interaction, "place_reserve", (key,), game)

    @app_commands.command(**named("factory_discard", SLUG))
    @options("factory_discard", "factory", "game", domain=SLUG)
    @app_commands.autocomplete(factory=completes(SLUG, "factory_discard", str, at(0), card_words), game=my_games)
    @answered
    async def factory_discard(self, interaction: Interaction, factory: str, game: str | None = None) -> Letters:
        return await self.act(interaction, "factory_discard", (a_card(factory),), game)

    @app_commands.command(**named("rescue_decline", SLUG))
    @options("rescue_decline", "game", domain=SLUG)
    @app_commands.autocomplete(game=my_games)
    @answered
    async def rescue_decline(self, interaction: Interaction, game: str | None = None) -> Letters:
        return await self.act(interaction, "rescue_decline", (ONLY,), game)

    # -- looking -------------------------------------------------------------------------------------------------------

    @app_commands.command(**named("powers", SLUG))
    @options("powers", "game", domain=SLUG)
    @app_commands.autocomplete(game=my_games)
    @answered
    async def powers(self, interaction: Interaction, game: str | None = None) -> Letters:
        return await self.request(interaction, f"{SLUG}.powers", game)

    @app_commands.command(**named("cards", SLUG))
    @options("cards", "column", "game", domain=SLUG)
    @app_commands.autocomplete(game=my_games)
    @answered
    async def cards(self, interaction: Interaction, column: COLUMN | None = None, game: str | None = None) -> Letters:
        return await self.request(interaction, f"{SLUG}.cards", game, *(() if column is None else (column,)))

    async def show_powers(self, interaction: Interaction, match: str, given: Answer) -> Letters:
        """What the caller can do at any time (§4, R18, R20), with the controls for it. Raises Refused."""
        look = await self.desk.look(match, interaction.user.id)
        if look.seat is None:
            raise Refused(text("bot.answer.not_seated"))
        voice = await self.answers.voice(interaction, look)
        usable = tuple(d for d in look.decisions if d.verb in ANY_TIME and d.playable)
        lines = [voice.say(each) for each in powers(look.view, look.seat, usable=bool(usable))]
        panel = self.messages.panel(replace(look, decisions=usable), voice) if usable else None
        return Letter(fit_lines(lines, LONGEST_CONTENT), panel=panel)

    async def show_cards(self, interaction: Interaction, match: str, given: Answer) -> Letters:
        """§12 What lies in the piles, of one column or of all. Raises Refused."""
        look = await self.desk.look(match, interaction.user.id)
        voice = await self.answers.voice(interaction, look)
        lines = [voice.say(each) for each in piles(look.view, *(int(column) for column in given))]
        return [Letter(page) for page in pages(lines)]
