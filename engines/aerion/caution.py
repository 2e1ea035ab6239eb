"""§16 The second press: main actions that lose the game at once say so before they are taken."""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy

from engines.aerion.ending import won
from engines.aerion.moments import in_play
from engines.aerion.state import T
from engines.kernel.game import Table
from engines.kernel.text import Text


def caution(t: T, verb: str, act: Callable[[T], object], card: str = "") -> Text | None:
    """What the person should know before that legal main action: that it loses the game.

    act: what the action does; it is tried on a copy, for an action that wins is allowed under any duty (R45). card:
    what it acquires, or "".
    """
    warnings = (expansion.warns(t, verb, card) for expansion in in_play(t.state))
    warning = next((each for each in warnings if each is not None), None)
    if warning is None:
        return None
    trial = Table(deepcopy(t.state), t.rng)
    act(trial)
    return None if won(trial.state) else warning
