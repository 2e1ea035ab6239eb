"""`play`: the real bot on a simulated Discord, in a browser. No token, no account, nothing leaves this machine."""

from __future__ import annotations

from bot.local.play import main, play

__all__ = ["main", "play"]
