"""What the bot must be allowed in a channel, and what of it is missing there."""

from __future__ import annotations

import discord

from bot.ui.speech import Voice

NEEDED = ("view_channel", "send_messages", "embed_links", "attach_files", "read_message_history")
IN_THREADS = ("view_channel", "send_messages_in_threads", "embed_links", "attach_files", "read_message_history")
TO_OPEN_THREADS = ("create_public_threads", "send_messages_in_threads")

Place = discord.abc.GuildChannel | discord.Thread


def lacking(has: discord.Permissions, *, thread: bool) -> tuple[str, ...]:
    """What of the needed permissions is not among those."""
    needed = IN_THREADS if thread else NEEDED
    return tuple(name for name in needed if not getattr(has, name))


def missing(place: Place) -> tuple[str, ...]:
    """What the bot lacks in that place, as far as it knows of it."""
    try:
        has = place.permissions_for(place.guild.me)
    except discord.ClientException:
        return ("view_channel",)
    return lacking(has, thread=isinstance(place, discord.Thread))


def names_of(permissions: tuple[str, ...], voice: Voice) -> str:
    """The permissions as Discord's settings call them."""
    return voice.join(f"**{voice.say(f'bot.permission.{name}')}**" for name in permissions)


def moderates(has: discord.Permissions) -> bool:
    """Whether somebody looks after others' messages, and so after tables that are nobody's any more."""
    return has.manage_messages or has.manage_channels or has.manage_guild
