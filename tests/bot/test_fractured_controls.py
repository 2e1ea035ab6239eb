"""Fractured Sky's turn on Discord: whatever can be paid, every action stands under the board."""

from __future__ import annotations

import pytest

from bot.ui.controls.board import board_panel
from bot.ui.controls.panel import MOST_ROWS, Menu
from engines import GAMES
from engines.desk.records import Veiled
from engines.fractured_sky.components import Resource
from engines.fractured_sky.fleet import ask_place_airship
from engines.fractured_sky.intel import ask_peek, ask_scout
from engines.fractured_sky.sites import ask_build_fortress, ask_build_market, ask_place_skimmer
from engines.fractured_sky.trade import ask_exchange
from engines.kernel.decision import Decision
from tests.bot.test_controls import MATCH, voice
from tests.engines.fractured_sky.positions import position

GAME = GAMES["fractured_sky"]
PHONE = 41
"""So many letters of a menu's question fit across a phone."""


@pytest.mark.parametrize("public", [True, False])
@pytest.mark.parametrize("seats", ["Y B R G", "Y K O"])
def test_whoever_can_pay_for_everything_sees_every_action_at_once(seats: str, public: bool) -> None:
    """No question hides behind a menu of questions, and none is too long for a phone."""
    t = position(seats, tray="DD PP CV", number=3, objectives="" if "O" in seats else " ".join(["iron_walls"] * 5))
    for kind in Resource:
        t.state.me.gain(kind, 9)
    ship = ask_place_airship(t)
    asked: list[Decision] = [ask_build_fortress(t), ask_build_market(t), ask_place_skimmer(t), ask_scout(t)]
    asked += [ask_exchange(t), *([ask_peek(t)] if t.state.objectives else [])]
    asked += [] if public else [ship]
    for decision in (*asked, ship):
        decision.asked = 5
    veiled = [Veiled(0, ship.verb, False, False)] if public else []
    panel = board_panel(GAME, MATCH, asked, voice(), public=public, veiled=veiled, undo=True)
    assert len(panel.rows) <= MOST_ROWS
    menus = [row for row in panel.rows if isinstance(row, Menu)]
    said = [menu.placeholder for menu in menus]
    wanted = {voice().say(f"fractured_sky.menu.{name}") for name in ("build", "intel")}
    assert wanted < set(said)
    assert len(menus) == (3 if public else 4)
    assert max(map(len, said)) <= PHONE
