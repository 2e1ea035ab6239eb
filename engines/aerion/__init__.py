"""Aerion: a team of one or two builds six airships out of six dwindling decks.

RULES.md beside this file is the law.
"""

from engines.aerion import expansions  # noqa: F401 - registers them with the base rules
from engines.aerion.game import Aerion

GAME = Aerion()

__all__ = ["GAME", "Aerion"]
