"""Takara Island as the house sees it: its identity card, and the way into the rules."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engines.kernel.decision import Amount, Answer, Decision
from engines.kernel.game import Ahead, Game, Menu, Options, OptionSpec, Outcome, Shortcut, Table
from engines.kernel.rng import Rng
from engines.kernel.text import Text, text
from engines.takara import ahead, laws, rules, scenario, seeing
from engines.takara.components import DATA, RULE, Place
from engines.takara.ending import stop
from engines.takara.state import State
from engines.takara.view import View


class TakaraIsland(Game[State, View]):
    """§1."""

    slug = "takara"
    title = text("takara.title")
    seats = range(DATA.players.min, DATA.players.max + 1)
    recommended = DATA.players.recommended
    rules = 1
    state_type = State
    options = tuple(
        OptionSpec(
            key,
            datum.values,
            datum.default,
            text(f"takara.option.{key}"),
            tuple(text(f"takara.option.{key}.{str(value).lower()}") for value in datum.values),
            text(f"takara.option.{key}.about"),
        )
        for key, datum in DATA.options.items()
    )
    menus = (
        Menu(text("takara.menu.tunnels"), ("dig", "survey", "fight", "destroy_rockfall")),
        Menu(text("takara.menu.town"), ("tavern", "bank_buy", "bank_sell", "hire_specialist")),
    )

    def setup(self, seats: int, options: Options, rng: Rng) -> State:
        return rules.setup(seats, options, rng)

    async def play(self, t: Table[State]) -> Outcome:
        return await rules.play(t)

    def view(self, state: State, viewer: int | None) -> View:
        return seeing.view(state, viewer)

    def redeal(self, state: State, viewer: int | None, rng: Rng) -> State:
        return seeing.redeal(state, viewer, rng)

    def shortcuts(self, decisions: tuple[Decision, ...]) -> tuple[Shortcut, ...]:
        """§12 All to the tavern."""
        taverns = (d for d in decisions if isinstance(d, Amount) and d.verb == "tavern" and d.playable)
        return tuple(
            Shortcut(text("takara.tavern.all", n=d.high, kara=d.high * RULE.tavern_kara_each), d.verb, (d.high,))
            for d in taverns
        )

    def hand(self, view: View, seat: int) -> Text:
        """Ready adventurers, kara, and the sword."""
        player = view.players[seat]
        ready = sum(one.place == Place.CAMP for one in player.adventurers)
        key = "takara.hand.sword" if view.sword == seat else "takara.hand"
        return text(key, n=ready, kara=player.kara)

    def follows(self, view: View, seat: int, seats: int) -> int | None:
        """§4 The next camp in which somebody is ready, or something can be paid in the evening."""
        return seeing.next_asked(view, seat)

    def ahead(self, view: View, seat: int) -> tuple[Ahead, ...]:
        """§5 All to the tavern, and the end of the day."""
        return tuple(ahead.offers(view, seat))

    def answer_ahead(self, key: str, decision: Decision, view: View) -> Answer | None:
        return ahead.answer(key, decision)

    def missed_ahead(self, key: str) -> bool:
        return ahead.missed(key)

    def absent(self, decisions: tuple[Decision, ...], view: View) -> tuple[Decision, Answer]:
        """R34: all adventurers to the tavern, no sword; a survey stops unrevealed; a map is kept.

        No recruit, nobody healed.
        """
        by_verb = {decision.verb: decision for decision in decisions}
        for verb, answer in (("survey_step", "no.0"), ("choose_map", "xp"), ("end_day", "stay.0")):
            if verb in by_verb:
                return by_verb[verb], (answer,)
        tavern = by_verb["tavern"]
        assert isinstance(tavern, Amount)
        return tavern, (tavern.high,)

    def settled(self, t: Table[State]) -> Outcome:
        """§9 The scores as they stand."""
        return stop(t)

    def check(self, state: State) -> None:
        """§8 Limits: nothing is made or lost but by the rules."""
        laws.check_cards(state)
        laws.check_treasures(state)
        laws.check_limits(state)
        laws.check_camps(state)

    def given(self, facts: Mapping[str, Any]) -> State:
        return scenario.given(facts)

    def facts(self, state: State, outcome: Outcome | None) -> dict[str, Any]:
        return scenario.facts(state, outcome)

    def shown(self, view: View) -> dict[str, Any]:
        return scenario.shown(view)
