"""Takara Island: two to four adventurers' camps dig for the two Stones of Legend.

RULES.md beside this file is the law.
"""

from engines.takara.game import TakaraIsland

GAME = TakaraIsland()

__all__ = ["GAME", "TakaraIsland"]
