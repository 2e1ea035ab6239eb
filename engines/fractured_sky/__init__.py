"""Fractured Sky: airships with hidden power fight over falling stars, for one to five people and automated opponents.

RULES.md beside this file is the law.
"""

from engines.fractured_sky.game import FracturedSky

GAME = FracturedSky()

__all__ = ["GAME", "FracturedSky"]
