"""What follows from each error with which Discord can answer: the only place that knows its codes.

Source: discord-api-docs, topics/opcodes-and-status-codes.
"""

from __future__ import annotations

from enum import Enum

import aiohttp
import discord


class Consequence(Enum):
    """What to do about it."""

    MENTION = "direct messages are closed: say it in the channel, and try no more until the person acts again"
    ANEW = "the message is gone or can't be edited any more: post it anew"
    SLEEP_LOCKED = "the thread is locked: the match sleeps, its host is told"
    SLEEP_FORBIDDEN = "permissions are missing: the match sleeps, its host is told which"
    SLEEP_GONE = "the channel is gone: the match sleeps, its host is told"
    SMALLER = "the picture is too large: a smaller one, then none"
    AGAIN = "it may go better later: retry with growing pauses"


_BY_CODE = {
    50007: Consequence.MENTION,  # cannot send messages to this user
    50278: Consequence.MENTION,  # no server shared with this user
    10013: Consequence.MENTION,  # unknown user
    10008: Consequence.ANEW,  # unknown message
    30046: Consequence.ANEW,  # too many edits of a message older than an hour
    50005: Consequence.ANEW,  # somebody else's message
    50027: Consequence.ANEW,  # an interaction's token has run out
    50083: Consequence.ANEW,  # the thread is archived: a new post revives it
    160005: Consequence.SLEEP_LOCKED,
    50001: Consequence.SLEEP_FORBIDDEN,  # missing access
    50013: Consequence.SLEEP_FORBIDDEN,  # missing permissions
    10003: Consequence.SLEEP_GONE,  # unknown channel
    10004: Consequence.SLEEP_GONE,  # unknown server
    40005: Consequence.SMALLER,
}

PASSING = (discord.HTTPException, discord.RateLimited, aiohttp.ClientError, OSError, TimeoutError)
"""Everything that sending can fail with for reasons outside this program."""


def consequence(error: Exception) -> Consequence:
    """What follows from an error that sending or editing raised."""
    if isinstance(error, discord.HTTPException):
        if error.code in _BY_CODE:
            return _BY_CODE[error.code]
        if error.status == 413:
            return Consequence.SMALLER
    return Consequence.AGAIN


def for_good(error: Exception) -> bool:
    """Whether a message that can't be edited now never can be again."""
    return not isinstance(error, discord.HTTPException) or error.code not in _FOR_NOW


_FOR_NOW = frozenset({30046, 50083})
"""It was edited too often of late, or its thread is archived: both pass."""

BROKEN = (aiohttp.ClientError, OSError, TimeoutError)
"""The connection broke: nobody knows whether the request arrived."""


def uncertain(error: Exception) -> bool:
    """Whether the request may have been carried out in spite of the error."""
    return isinstance(error, BROKEN)


def known(error: Exception) -> bool:
    """Whether an error to be retried is an ordinary one: too fast, Discord's own trouble, a broken connection."""
    return not isinstance(error, discord.HTTPException) or error.status == 429 or error.status >= 500
