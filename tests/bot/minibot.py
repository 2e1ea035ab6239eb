"""A bot of a few screens with one control of every kind, to test the simulated Discord itself."""

from __future__ import annotations

import io
import re
from typing import Any, Self

import discord
from discord import app_commands
from discord.ext import tasks
from PIL import Image

WORDS = {"count": "数える", "Count up.": "一つ数えます。"}
FRUIT = [f"fruit {number}" for number in range(40)]


class Words(app_commands.Translator):
    async def translate(
        self, string: app_commands.locale_str, locale: discord.Locale, context: app_commands.TranslationContextTypes
    ) -> str | None:
        return WORDS.get(string.message) if locale is discord.Locale.japanese else None


def picture(colour: str = "navy", side: int = 40) -> discord.File:
    data = io.BytesIO()
    Image.new("RGB", (side * 3, side * 2), colour).save(data, "PNG")
    data.seek(0)
    return discord.File(data, f"{colour}.png", description=f"A {colour} picture")


class Counter(discord.ui.DynamicItem[discord.ui.Button[Any]], template=r"count:(?P<number>\d+)"):
    def __init__(self, number: int) -> None:
        super().__init__(discord.ui.Button(label=f"Count {number}", custom_id=f"count:{number}"))
        self.number = number

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction, item: discord.ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        return cls(int(match["number"]))

    async def callback(self, interaction: discord.Interaction) -> None:
        if interaction.message is not None and interaction.message.flags.components_v2:
            file, view = picture("teal", 200), gallery(self.number + 1)
            await interaction.response.edit_message(view=view, attachments=[file])
            return
        await interaction.response.edit_message(content=f"Counted {self.number}", view=counters(self.number + 1))


class Broken(discord.ui.DynamicItem[discord.ui.Button[Any]], template=r"broken:(?P<how>\w+)"):
    def __init__(self, how: str) -> None:
        super().__init__(discord.ui.Button(label=how, custom_id=f"broken:{how}"))
        self.how = how

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction, item: discord.ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        return cls(match["how"])

    async def callback(self, interaction: discord.Interaction) -> None:
        if self.how == "raise":
            await interaction.response.defer()
            raise RuntimeError("broken on purpose")
        if self.how == "bare":
            await interaction.response.defer()
            assert isinstance(interaction.channel, discord.TextChannel)
            await interaction.channel.send("no nonce", file=discord.File(io.BytesIO(b"x"), "x.png"))
        if self.how == "form":
            await interaction.response.send_modal(Form())
        if self.how == "think":
            await interaction.response.defer(ephemeral=True, thinking=True)


class Fruit(discord.ui.DynamicItem[discord.ui.Select[Any]], template=r"fruit"):
    def __init__(self) -> None:
        options = [discord.SelectOption(label=name.title(), value=name) for name in FRUIT[:5]]
        super().__init__(discord.ui.Select(custom_id="fruit", placeholder="Fruit", options=options, max_values=2))

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction, item: discord.ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        return cls()

    async def callback(self, interaction: discord.Interaction) -> None:
        await interaction.response.send_message(f"You took {', '.join(self.item.values)}.", ephemeral=True)


class Form(discord.ui.Modal, title="A form"):
    wish: discord.ui.Label[Any] = discord.ui.Label(text="Wish", component=discord.ui.TextInput(custom_id="wish"))

    async def on_submit(self, interaction: discord.Interaction) -> None:
        assert isinstance(self.wish.component, discord.ui.TextInput)
        await interaction.response.send_message(f"You wish {self.wish.component.value}", ephemeral=True)


def counters(number: int) -> discord.ui.View:
    view = discord.ui.View(timeout=None)
    view.add_item(Counter(number))
    view.add_item(Fruit())
    for how in ("raise", "silent", "bare", "form", "think"):
        view.add_item(Broken(how))
    return view


def gallery(number: int) -> discord.ui.LayoutView:
    view = discord.ui.LayoutView(timeout=None)
    container: discord.ui.Container[Any] = discord.ui.Container(accent_colour=0x3366AA)
    container.add_item(discord.ui.TextDisplay(f"## Board {number}\n**Turn** of the day"))
    board = discord.MediaGalleryItem("attachment://teal.png", description="A teal board")
    container.add_item(discord.ui.MediaGallery(board))
    container.add_item(discord.ui.ActionRow(Counter(number)))
    view.add_item(container)
    return view


class MiniBot(discord.Client):
    """Commands: count, board, fruit, tell, language, thread; ticks once a minute."""

    def __init__(self) -> None:
        super().__init__(intents=discord.Intents(guilds=True), allowed_mentions=discord.AllowedMentions.none())
        self.tree = app_commands.CommandTree(self)
        self.ticks = self.readies = 0
        self.serial = 0
        _commands(self)

    def nonce(self) -> str:
        self.serial += 1
        return f"mini-{self.serial}"

    async def setup_hook(self) -> None:
        self.add_dynamic_items(Counter, Broken, Fruit)
        await self.tree.set_translator(Words())
        await self.tree.sync()
        self.tick.start()

    async def on_ready(self) -> None:
        self.readies += 1

    @tasks.loop(minutes=1)
    async def tick(self) -> None:
        self.ticks += 1


def _commands(bot: MiniBot) -> None:
    @bot.tree.command(description="Count up.")
    async def count(interaction: discord.Interaction, start: app_commands.Range[int, 1, 9] = 1) -> None:
        view = counters(start)
        await interaction.response.send_message(f"Hello {interaction.user.mention}", view=view, file=picture())
        view.stop()

    @bot.tree.command(description="Show a board.")
    @app_commands.choices(style=[app_commands.Choice(name=name, value=name[0].lower()) for name in ("Plain", "Fine")])
    async def board(interaction: discord.Interaction, style: str = "p") -> None:
        await interaction.response.defer()
        file = picture("teal", 200)
        file.description = None
        view = gallery(3)
        await interaction.edit_original_response(view=view, attachments=[file])
        view.stop()

    @bot.tree.command(description="Take a fruit.")
    async def fruit(interaction: discord.Interaction, which: str) -> None:
        await interaction.response.send_message(f"Only you see {which}", ephemeral=True, file=picture("olive"))

    @fruit.autocomplete("which")
    async def which(interaction: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
        return [app_commands.Choice(name=name.title(), value=name) for name in FRUIT if typed in name][:25]

    @bot.tree.command(description="Write to somebody.")
    async def tell(interaction: discord.Interaction, whom: discord.User, here: bool = False) -> None:
        await interaction.response.defer(ephemeral=True, thinking=True)
        place = interaction.channel if here else whom
        assert isinstance(place, discord.abc.Messageable)
        allowed = discord.AllowedMentions(users=[whom])
        text, files, view = f"Psst, {whom.mention}", [picture("maroon")], counters(7)
        try:
            nonce = bot.nonce()
            try:
                await place.send(text, files=files, view=view, nonce=nonce, allowed_mentions=allowed)
            except OSError:
                await place.send(text, files=[picture("maroon")], view=view, nonce=nonce, allowed_mentions=allowed)
        except discord.HTTPException as error:
            await interaction.edit_original_response(content=f"refused: {error.status} {error.code}")
        else:
            await interaction.edit_original_response(content="told")

    @bot.tree.command(description="Which languages?")
    async def language(interaction: discord.Interaction) -> None:
        allowed = interaction.app_permissions.attach_files
        text = f"{interaction.locale} {interaction.guild_locale} {allowed}"
        await interaction.response.send_message(text, ephemeral=True)

    @bot.tree.command(description="Open a thread.")
    @app_commands.default_permissions(manage_guild=True)
    async def thread(interaction: discord.Interaction, name: str) -> None:
        assert isinstance(interaction.channel, discord.TextChannel)
        made = await interaction.channel.create_thread(name=name, type=discord.ChannelType.public_thread)
        await made.send("Here we are", nonce=bot.nonce())
        await interaction.response.send_message(made.mention, ephemeral=True)
