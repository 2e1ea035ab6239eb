"""The games that Mailboat knows: the only registry, one line each."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engines.aerion import GAME as AERION
from engines.fractured_sky import GAME as FRACTURED_SKY
from engines.kernel.game import Game
from engines.takara import GAME as TAKARA

GAMES: Mapping[str, Game[Any, Any]] = {game.slug: game for game in (TAKARA, AERION, FRACTURED_SKY)}
