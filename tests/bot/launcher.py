"""`python launcher.py HOST:PORT run`: the bot's command line, with Discord elsewhere and always the same seed."""

import sys
from functools import partialmethod
from typing import Any

import discord
import yarl
from discord.ext import commands

from bot.__main__ import main
from bot.app import open_app

SEED = bytes([6]) * 32
"""With this one the first seat begins."""

if __name__ == "__main__":
    place = sys.argv.pop(1)
    discord.http.Route.BASE = f"http://{place}/api/v10"
    discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(f"ws://{place}/gateway/")
    # So long the library waits for one more server after the last one; here there is only one.
    client: Any = commands.Bot
    client.__init__ = partialmethod(client.__init__, guild_ready_timeout=0.5)
    opening: Any = open_app
    opening.__wrapped__.__kwdefaults__["seeds"] = lambda: SEED
    main()
