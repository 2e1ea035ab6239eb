"""Takara Island's commands: one for each decision of its RULES.md, §5."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from discord import app_commands

from bot.cogs._game import GameCog, Part, answered, at, completes, my_games
from bot.cogs._words import choices, named, options, said
from bot.ui.answers import Interaction
from bot.ui.requests import Letters
from engines.kernel.decision import ONLY
from engines.kernel.text import text

SLUG = "takara"
TUNNEL = app_commands.Range[int, 1, 6]
START = app_commands.Range[int, 1, 7]
LOOKS = app_commands.Range[int, 1, 3]
MORE_LOOKS = app_commands.Range[int, 0, 2]
ADVENTURERS = app_commands.Range[int, 1, 3]
HEALED = app_commands.Range[int, 0, 3]
XP = app_commands.Range[int, 1, 20]
REWARDS = [(reward, text(f"takara.command.choose_map.reward.{reward}")) for reward in ("kara", "xp")]


def specialist_words(value: str) -> str:
    """The key of the words for a specialist."""
    return f"takara.specialist.{value}"


def yes_no(reveal: bool) -> str:
    """A yes or no as it stands in an option's key."""
    return "yes" if reveal else "no"


def hire(specialist: str, copy_of: str | None, tunnel: int, start: int | None) -> str:
    """The key of a hiring: its parts in the order of §5, without those that are not given."""
    return ".".join(str(part) for part in (specialist, copy_of, tunnel, start) if part is not None)


def hiring(wanted: str) -> Part:
    """A part of a hiring's key: specialist, whom the impersonator copies, tunnel, where the soothsayer starts."""

    def part(parts: list[str], filled: Mapping[str, Any]) -> str | None:
        who, *rest = parts
        copied = rest.pop(0) if who == "impersonator" else None
        known = {"specialist": who, "copy_of": copied, "tunnel": rest[0], "start": rest[1] if len(rest) > 1 else None}
        fits = all(str(filled[name]) == known[name] for name in known if name != wanted and name in filled)
        return known[wanted] if fits else None

    return part


class Takara(
    GameCog, group_name=said(f"{SLUG}.command.name", SLUG), group_description=said(f"{SLUG}.command.about", SLUG)
):
    """The commands of `/takara`."""

    slug = SLUG

    @app_commands.command(**named("rent_sword", SLUG))
    @options("rent_sword", "game", domain=SLUG)
    @app_commands.autocomplete(game=my_games)
    @answered
    async def rent_sword(self, interaction: Interaction, game: str | None = None) -> Letters:
        return await self.act(interaction, "rent_sword", (ONLY,), game)

    @app_commands.command(**named("dig", SLUG))
    @options("dig", "tunnel", "game", domain=SLUG)
    @app_commands.autocomplete(tunnel=completes(SLUG, "dig", int, at(0)), game=my_games)
    @answered
    async def dig(self, interaction: Interaction, tunnel: TUNNEL, game: str | None = None) -> Letters:
        return await self.act(interaction, "dig", (f"{tunnel}",), game)

    @app_commands.command(**named("survey", SLUG))
    @options("survey", "tunnel", "looks", "game", domain=SLUG)
    @app_commands.autocomplete(
        tunnel=completes(SLUG, "survey", int, at(0)),
        looks=completes(SLUG, "survey", int, at(1, "tunnel")),
        game=my_games,
    )
    @answered
    async def survey(
        self, interaction: Interaction, tunnel: TUNNEL, looks: LOOKS = 3, game: str | None = None
    ) -> Letters:
        return await self.act(interaction, "survey", (f"{tunnel}.{looks}",), game)

    @app_commands.command(**named("survey_step", SLUG))
    @options("survey_step", "reveal", "looks", "game", domain=SLUG)
    @app_commands.autocomplete(looks=completes(SLUG, "survey_step", int, at(1)), game=my_games)
    @answered
    async def survey_step(
        self, interaction: Interaction, reveal: bool, looks: MORE_LOOKS, game: str | None = None
    ) -> Letters:
        return await self.act(interaction, "survey_step", (f"{yes_no(reveal)}.{looks}",), game)

    @app_commands.command(**named("destroy_rockfall", SLUG))
    @options("destroy_rockfall", "tunnel", "game", domain=SLUG)
    @app_commands.autocomplete(tunnel=completes(SLUG, "destroy_rockfall", int, at(0)), game=my_games)
    @answered
    async def destroy_rockfall(self, interaction: Interaction, tunnel: TUNNEL, game: str | None = None) -> Letters:
        return await self.act(interaction, "destroy_rockfall", (f"{tunnel}",), game)

    @app_commands.command(**named("fight", SLUG))
    @options("fight", "tunnel", "game", domain=SLUG)
    @app_commands.autocomplete(tunnel=completes(SLUG, "fight", int, at(0)), game=my_games)
    @answered
    async def fight(self, interaction: Interaction, tunnel: TUNNEL, game: str | None = None) -> Letters:
        return await self.act(interaction, "fight", (f"{tunnel}",), game)

    @app_commands.command(**named("tavern", SLUG))
    @options("tavern", "count", "game", domain=SLUG)
    @app_commands.autocomplete(count=completes(SLUG, "tavern", int, at(0)), game=my_games)
    @answered
    async def tavern(self, interaction: Interaction, count: ADVENTURERS, game: str | None = None) -> Letters:
        return await self.act(interaction, "tavern", (count,), game)

    @app_commands.command(**named("bank_sell", SLUG))
    @options("bank_sell", "value", "game", domain=SLUG)
    @app_commands.autocomplete(value=completes(SLUG, "bank_sell", int, at(0)), game=my_games)
    @answered
    async def bank_sell(self, interaction: Interaction, value: XP, game: str | None = None) -> Letters:
        return await self.act(interaction, "bank_sell", (f"{value}",), game)

    @app_commands.command(**named("bank_buy", SLUG))
    @options("bank_buy", "game", domain=SLUG)
    @app_commands.autocomplete(game=my_games)
    @answered
    async def bank_buy(self, interaction: Interaction, game: str | None = None) -> Letters:
        return await self.act(interaction, "bank_buy", (ONLY,), game)

    @app_commands.command(**named("hire_specialist", SLUG))
    @options("hire_specialist", "specialist", "tunnel", "start", "copy_of", "game", domain=SLUG)
    @app_commands.autocomplete(
        specialist=completes(SLUG, "hire_specialist", str, hiring("specialist"), specialist_words),
        tunnel=completes(SLUG, "hire_specialist", int, hiring("tunnel")),
        start=completes(SLUG, "hire_specialist", int, hiring("start")),
        copy_of=completes(SLUG, "hire_specialist", str, hiring("copy_of"), specialist_words),
        game=my_games,
    )
    @answered
    async def hire_specialist(
        self,
        interaction: Interaction,
        specialist: str,
        tunnel: TUNNEL,
        start: START | None = None,
        copy_of: str | None = None,
        game: str | None = None,
    ) -> Letters:
        return await self.act(interaction, "hire_specialist", (hire(specialist, copy_of, tunnel, start),), game)

    @app_commands.command(**named("choose_map", SLUG))
    @options("choose_map", "reward", "game", domain=SLUG)
    @app_commands.choices(reward=choices(REWARDS))
    @app_commands.autocomplete(game=my_games)
    @answered
    async def choose_map(self, interaction: Interaction, reward: str, game: str | None = None) -> Letters:
        return await self.act(interaction, "choose_map", (reward,), game)

    @app_commands.command(**named("end_day", SLUG))
    @options("end_day", "recruit", "heal", "game", domain=SLUG)
    @app_commands.autocomplete(heal=completes(SLUG, "end_day", int, at(1)), game=my_games)
    @answered
    async def end_day(
        self, interaction: Interaction, recruit: bool = False, heal: HEALED = 0, game: str | None = None
    ) -> Letters:
        return await self.act(interaction, "end_day", (f"{'recruit' if recruit else 'stay'}.{heal}",), game)
