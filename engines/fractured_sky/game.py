"""Fractured Sky as the house sees it: its identity card, and the way into the rules."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engines.fractured_sky import ahead, laws, rules, scenario, seeing
from engines.fractured_sky.absent import stand_in
from engines.fractured_sky.components import AI_COLORS, DATA, DIFFICULTIES, HUMAN_COLORS
from engines.fractured_sky.ending import stop
from engines.fractured_sky.naming import amount, why
from engines.fractured_sky.rules import RANDOM
from engines.fractured_sky.state import FULL_TABLE, KINDS, State, Step
from engines.fractured_sky.view import View
from engines.kernel.decision import Answer, Decision
from engines.kernel.game import Ahead, Game, Menu, Options, OptionSpec, OptionValue, Outcome, Shortcut, Table
from engines.kernel.rng import Rng
from engines.kernel.text import Noun, Text, each, text

VERBS = {
    Step.SETUP_RESOURCES: {"choose_start_resources"},
    Step.ACTION: {"exchange", "place_airship", "build_fortress", "build_market", "place_skimmer", "scout", "peek"},
    Step.SCOUT_RESOURCE: {"take_scout_resource"},
    Step.TURN_SLOT: {"choose_turn_slot"},
    Step.REWARD_CHOICES: {"choose_rewards"},
}
"""§5 In which state each decision belongs."""


WITH_AIS = range(1, 3)
"""§1 So many people play with automated opponents, the most of them with a single one, of either colour (R62)."""


def _option(
    key: str, values: tuple[OptionValue, ...], default: OptionValue, *, abouts: bool = False, seats: range | None = None
) -> OptionSpec:
    names = tuple(text(f"fractured_sky.option.{key}.{value}") for value in values)
    explained = tuple(text(f"fractured_sky.option.{key}.{value}.about") for value in values) if abouts else ()
    name, about = text(f"fractured_sky.option.{key}"), text(f"fractured_sky.option.{key}.about")
    return OptionSpec(key, values, default, name, names, about, explained, seats=seats)


class FracturedSky(Game[State, View]):
    """§1."""

    slug = "fractured_sky"
    title = text("fractured_sky.title")
    seats = range(DATA.game["min_players"], DATA.game["max_players"] + 1)
    recommended = FULL_TABLE
    rules = 1
    state_type = State
    options = (
        _option("ai_difficulty", tuple(DIFFICULTIES), "easy", abouts=True, seats=WITH_AIS),
        _option("ai_color", AI_COLORS, "black", seats=WITH_AIS[-1:]),
        _option("first_player", (RANDOM, *range(1, len(HUMAN_COLORS) + 1)), RANDOM),
    )
    menus = (
        Menu(text("fractured_sky.menu.build"), ("build_fortress", "build_market", "place_skimmer")),
        Menu(text("fractured_sky.menu.intel"), ("scout", "peek")),
    )

    def why_not_options(self, seats: int, options: Options) -> Text | None:
        """§1 The first player is a seat that exists."""
        first = options["first_player"]
        return why("option_first_player", seats=seats) if first != RANDOM and int(first) > seats else None

    def setup(self, seats: int, options: Options, rng: Rng) -> State:
        return rules.setup(seats, options, rng)

    async def play(self, t: Table[State]) -> Outcome:
        return await rules.play(t)

    def view(self, state: State, viewer: int | None) -> View:
        return seeing.view(state, viewer)

    def redeal(self, state: State, viewer: int | None, rng: Rng) -> State:
        return seeing.redeal(state, viewer, rng)

    def automaton(self, view: View, seat: int) -> Noun | None:
        """The automated opponents, by their colours."""
        if seat >= len(view.seats) or view.seats[seat].ai is None:
            return None
        return Noun(f"fractured_sky.color.{view.seats[seat].color}")

    def why_not_asked(self, state: State, seat: int, verb: str) -> Text | None:
        """§5 `wrong_state` before `not_your_turn`."""
        if not any(verb in verbs for verbs in VERBS.values()):
            return None
        return why("not_your_turn" if verb in VERBS.get(state.step, ()) else "wrong_state")

    def shortcuts(self, decisions: tuple[Decision, ...]) -> tuple[Shortcut, ...]:
        """§3.7 What is suggested for a first game."""
        label = text("fractured_sky.choose_start_resources.suggested")
        suggested = tuple(DATA.start["suggested"][kind] for kind in KINDS)
        starts = (decision for decision in decisions if decision.verb == "choose_start_resources" and decision.playable)
        return tuple(Shortcut(label, decision.verb, suggested) for decision in starts)

    def hand(self, view: View, seat: int) -> Text:
        """Resources and airships left; to the seat itself the total of its chips."""
        own = view.seats[seat]
        numbers = zip(KINDS, (own.gold, own.iron, own.wood), strict=True)
        resources = each(amount(kind, number) for kind, number in numbers)
        if view.mine is None or view.viewer != seat:
            return text("fractured_sky.hand", resources=resources, airships=own.left)
        return text("fractured_sky.hand.own", resources=resources, airships=own.left, total=view.mine.total)

    def follows(self, view: View, seat: int, seats: int) -> int | None:
        return seeing.next_person(view, seat)

    def ahead(self, view: View, seat: int) -> tuple[Ahead, ...]:
        """§5 The turn slot, §8.5 the resources that are to be chosen."""
        return tuple(ahead.offers(view, seat))

    def answer_ahead(self, key: str, decision: Decision, view: View) -> Answer | None:
        return ahead.answer(key, decision, view)

    def absent(self, decisions: tuple[Decision, ...], view: View) -> tuple[Decision, Answer]:
        return stand_in(decisions, view)

    def settled(self, t: Table[State]) -> Outcome:
        """§11 The starfalls as they are."""
        return stop(t)

    def check(self, state: State) -> None:
        laws.check(state)

    def given(self, facts: Mapping[str, Any]) -> State:
        return scenario.given(facts)

    def facts(self, state: State, outcome: Outcome | None) -> dict[str, Any]:
        return scenario.facts(state, outcome)

    def shown(self, view: View) -> dict[str, Any]:
        return scenario.shown(view)
