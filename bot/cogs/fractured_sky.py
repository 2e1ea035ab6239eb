"""Fractured Sky's commands: one for each decision of its RULES.md, §5, and what only the caller knows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from discord import app_commands

from bot.cogs._game import Filled, GameCog, Line, Staged, answered, at, completes, itself, my_games
from bot.cogs._regions import at_table, like_region, platform_of, region_of
from bot.cogs._resources import (
    like_resources,
    pair,
    pair_words,
    resource_of,
    resource_or_none,
    resource_words,
    start,
    start_words,
    starts,
)
from bot.cogs._review import known
from bot.cogs._rewards import chosen, line_words, lines, shares
from bot.cogs._words import named, options, said
from bot.ui.answers import Interaction
from bot.ui.requests import Letters
from engines.fractured_sky.components import CHIPS, SECRET_SLOTS
from engines.fractured_sky.fleet import MOST_SLOTS
from engines.kernel.decision import Answer, Refused
from engines.kernel.text import text

if TYPE_CHECKING:
    from bot.client import Mailboat

SLUG = "fractured_sky"
CHIP = app_commands.Range[int, min(CHIPS.values), max(CHIPS.values)]
TURN_SLOT = app_commands.Range[int, 1, MOST_SLOTS]
SECRET = app_commands.Range[int, 1, SECRET_SLOTS]
OBJECTIVE = app_commands.Range[int, 1, SECRET_SLOTS]


def placed(filled: Filled) -> Sequence[str]:
    """`place_airship`: the region and the chip, as far as they are filled in."""
    keys = [region_of(str(filled["region"]))] if "region" in filled else []
    return [*keys, str(filled["chip"])] if "chip" in filled else keys


def stage(name: str, index: int) -> Staged:
    """A parameter of `place_airship` that is the one choice of a stage."""
    return Staged(name, placed, lambda made: made[index], "".join, index)


class FracturedSky(
    GameCog, group_name=said(f"{SLUG}.command.name", SLUG), group_description=said(f"{SLUG}.command.about", SLUG)
):
    """The commands of `/fractured`."""

    slug = SLUG

    def __init__(self, client: Mailboat) -> None:
        super().__init__(client)
        requests = client.app.requests
        requests.shows[f"{SLUG}.review"] = self.show_review
        requests.reads |= {
            f"{SLUG}.place_airship": at_table,
            f"{SLUG}.place_skimmer": at_table,
            f"{SLUG}.choose_rewards": chosen,
        }

    # -- resources -----------------------------------------------------------------------------------------------------

    @app_commands.command(**named("choose_start_resources", SLUG))
    @options("choose_start_resources", "resources", "game", domain=SLUG)
    @app_commands.autocomplete(
        resources=completes(SLUG, "choose_start_resources", str, Line(starts), start_words), game=my_games
    )
    @answered
    async def choose_start_resources(
        self, interaction: Interaction, resources: str, game: str | None = None
    ) -> Letters:
        return await self.act(interaction, "choose_start_resources", start(resources), game)

    @app_commands.command(**named("exchange", SLUG))
    @options("exchange", "pay", "gain", "game", domain=SLUG)
    @app_commands.autocomplete(
        pay=completes(SLUG, "exchange", str, at(0), pair_words, like_resources),
        gain=completes(SLUG, "exchange", str, at(1), resource_words, like_resources),
        game=my_games,
    )
    @answered
    async def exchange(self, interaction: Interaction, pay: str, gain: str, game: str | None = None) -> Letters:
        return await self.act(interaction, "exchange", (f"{pair(pay)}.{resource_of(gain)}",), game)

    @app_commands.command(**named("choose_rewards", SLUG))
    @options("choose_rewards", "resources", "game", domain=SLUG)
    @app_commands.autocomplete(resources=completes(SLUG, "choose_rewards", str, Line(lines), line_words), game=my_games)
    @answered
    async def choose_rewards(self, interaction: Interaction, resources: str, game: str | None = None) -> Letters:
        return await self.act(interaction, "choose_rewards", shares(resources), game)

    # -- airships ------------------------------------------------------------------------------------------------------

    @app_commands.command(**named("place_airship", SLUG))
    @options("place_airship", "region", "chip", "game", domain=SLUG)
    @app_commands.autocomplete(
        region=completes(SLUG, "place_airship", str, stage("region", 0), fits=like_region),
        chip=completes(SLUG, "place_airship", int, stage("chip", 1)),
        game=my_games,
    )
    @answered
    async def place_airship(
        self, interaction: Interaction, region: str, chip: CHIP, game: str | None = None
    ) -> Letters:
        return await self.act(interaction, "place_airship", placed({"region": region, "chip": chip}), game)

    @app_commands.command(**named("choose_turn_slot", SLUG))
    @options("choose_turn_slot", "slot", "game", domain=SLUG)
    @app_commands.autocomplete(slot=completes(SLUG, "choose_turn_slot", int, itself), game=my_games)
    @answered
    async def choose_turn_slot(self, interaction: Interaction, slot: TURN_SLOT, game: str | None = None) -> Letters:
        return await self.act(interaction, "choose_turn_slot", (f"{slot}",), game)

    # -- building ------------------------------------------------------------------------------------------------------

    @app_commands.command(**named("build_fortress", SLUG))
    @options("build_fortress", "platform", "game", domain=SLUG)
    @app_commands.autocomplete(platform=completes(SLUG, "build_fortress", str, itself), game=my_games)
    @answered
    async def build_fortress(self, interaction: Interaction, platform: str, game: str | None = None) -> Letters:
        return await self.act(interaction, "build_fortress", (platform_of(platform),), game)

    @app_commands.command(**named("build_market", SLUG))
    @options("build_market", "platform", "game", domain=SLUG)
    @app_commands.autocomplete(platform=completes(SLUG, "build_market", str, itself), game=my_games)
    @answered
    async def build_market(self, interaction: Interaction, platform: str, game: str | None = None) -> Letters:
        return await self.act(interaction, "build_market", (platform_of(platform),), game)

    @app_commands.command(**named("place_skimmer", SLUG))
    @options("place_skimmer", "region", "game", domain=SLUG)
    @app_commands.autocomplete(region=completes(SLUG, "place_skimmer", str, itself, fits=like_region), game=my_games)
    @answered
    async def place_skimmer(self, interaction: Interaction, region: str, game: str | None = None) -> Letters:
        return await self.act(interaction, "place_skimmer", placed({"region": region}), game)

    # -- intelligence --------------------------------------------------------------------------------------------------

    @app_commands.command(**named("scout", SLUG))
    @options("scout", "slot", "game", domain=SLUG)
    @app_commands.autocomplete(slot=completes(SLUG, "scout", int, itself), game=my_games)
    @answered
    async def scout(self, interaction: Interaction, slot: SECRET, game: str | None = None) -> Letters:
        return await self.act(interaction, "scout", (f"{slot}",), game)

    @app_commands.command(**named("take_scout_resource", SLUG))
    @options("take_scout_resource", "resource", "game", domain=SLUG)
    @app_commands.autocomplete(
        resource=completes(SLUG, "take_scout_resource", str, itself, fits=like_resources), game=my_games
    )
    @answered
    async def take_scout_resource(self, interaction: Interaction, resource: str, game: str | None = None) -> Letters:
        return await self.act(interaction, "take_scout_resource", (resource_or_none(resource),), game)

    @app_commands.command(**named("peek", SLUG))
    @options("peek", "slot", "pay", "game", domain=SLUG)
    @app_commands.autocomplete(
        slot=completes(SLUG, "peek", int, at(0)),
        pay=completes(SLUG, "peek", str, at(1, "slot"), pair_words, like_resources),
        game=my_games,
    )
    @answered
    async def peek(self, interaction: Interaction, slot: OBJECTIVE, pay: str, game: str | None = None) -> Letters:
        return await self.act(interaction, "peek", (f"{slot}.{pair(pay)}",), game)

    # -- looking -------------------------------------------------------------------------------------------------------

    @app_commands.command(**named("review", SLUG))
    @options("review", "game", domain=SLUG)
    @app_commands.autocomplete(game=my_games)
    @answered
    async def review(self, interaction: Interaction, game: str | None = None) -> Letters:
        return await self.request(interaction, f"{SLUG}.review", game)

    async def show_review(self, interaction: Interaction, match: str, given: Answer) -> Letters:
        """§5 What only the caller knows, as words and picture. Raises Refused."""
        look = await self.desk.look(match, interaction.user.id)
        if look.view.mine is None:
            raise Refused(text("bot.answer.not_seated"))
        voice = await self.answers.voice(interaction, look)
        return await self.messages.mine(look, voice, [voice.say(line) for line in known(look.view, look.view.mine)])
