"""Aerion as the house sees it: its identity card, and the way into the rules."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engines.aerion import ahead, ending, laws, rules, scenario, seeing
from engines.aerion.absent import stand_in
from engines.aerion.components import DATA
from engines.aerion.naming import dice_row
from engines.aerion.state import State
from engines.aerion.view import View
from engines.kernel.decision import ONLY, Answer, Decision
from engines.kernel.game import Ahead, Game, Menu, Need, Options, OptionSpec, OptionValue, Outcome, Preset, Table
from engines.kernel.rng import Rng
from engines.kernel.text import Text, text

EXPANSIONS: dict[str, tuple[str, ...]] = {
    "flagship": ("off", "normal", "hard"),
    "hourglasses": ("off", "normal", "hard"),
    "clouds": ("off", "normal"),
    "piers": ("off", "normal", "hard"),
    "eggs": ("off", "normal", "hard"),
    "hellkite": ("off", "normal", "hard"),
}
"""§1 Each expansion's option, and its values from the easiest to the hardest."""

CLOUD_RULES = ("clouds_hard_birds", "clouds_hard_cover")


def _option(
    key: str, values: tuple[OptionValue, ...], default: OptionValue, *, abouts: bool = False, needs: Need | None = None
) -> OptionSpec:
    names = tuple(text(f"aerion.option.{key}.{str(value).lower()}") for value in values)
    explained = tuple(text(f"aerion.option.{key}.{value}.about") for value in values) if abouts else ()
    return OptionSpec(
        key, values, default, text(f"aerion.option.{key}"), names, text(f"aerion.option.{key}.about"), explained, needs
    )


def _options() -> tuple[OptionSpec, ...]:
    """§1 In the order of the table."""
    specs = [_option("pixies", tuple(range(DATA.pixies.count + 1)), DATA.pixies.count)]
    for key, values in EXPANSIONS.items():
        specs.append(_option(key, values, "off", abouts=True))
        if key == "clouds":
            needs = Need(key, ("normal",))
            specs += [_option(rule, (False, True), False, needs=needs) for rule in CLOUD_RULES]
    specs.append(_option("first_player", (1, 2), 1))
    return tuple(specs)


def _presets() -> tuple[Preset, ...]:
    """§1 Presets for the menu."""
    hardest = {key: values[-1] for key, values in EXPANSIONS.items()}
    chosen: dict[str, dict[str, OptionValue]] = {
        "base": {},
        "no_pixies": {"pixies": 0},
        "all_six": dict.fromkeys(EXPANSIONS, "normal"),
        "nightmare": {"pixies": 0, **hardest, **dict.fromkeys(CLOUD_RULES, True)},
    }
    return tuple(Preset(key, text(f"aerion.preset.{key}"), options) for key, options in chosen.items())


class Aerion(Game[State, View]):
    """§1."""

    slug = "aerion"
    title = text("aerion.title")
    seats = range(DATA.meta["players_min"], DATA.meta["players_max"] + 1)
    recommended = DATA.meta["players_min"]
    rules = 1
    state_type = State
    options = _options()
    presets = _presets()
    menus = (
        Menu(text("aerion.menu.dice"), ("free_reroll", "discard_reroll"), joint=True),
        # Rolling and ending the turn stand here for their place: before whatever else may be done then.
        Menu(
            text("aerion.menu.main"),
            (
                *("roll_dice", "end_turn"),
                *("acquire", "hunt", "demolish", "pay_worker", "flip_pier", "security_skip", "give_up"),
            ),
            few=5,
        ),
        Menu(
            text("aerion.menu.help"),
            ("use_pixie", "discard_flip", "use_book_reroll", "hire_worker", "lab_reroll"),
            few=3,
        ),
        Menu(text("aerion.menu.powers"), ("book_recover", "use_egg", "place_reserve"), few=2),
    )

    def setup(self, seats: int, options: Options, rng: Rng) -> State:
        return rules.setup(seats, options, rng)

    async def play(self, t: Table[State]) -> Outcome:
        return await rules.play(t)

    def view(self, state: State, viewer: int | None) -> View:
        return seeing.view(state, viewer)

    def redeal(self, state: State, viewer: int | None, rng: Rng) -> State:
        return seeing.redeal(state, viewer, rng)

    def hand(self, view: View, seat: int) -> Text:
        """What the turn waits for, or the dice while they count and credits; Pixies, and the seat's Books."""
        has: dict[str, Any] = {"pixies": view.pixies, "books": view.seats[seat].books}
        if view.phase == "last_chance":
            return text("aerion.hand.last_chance", books=has["books"])
        if seat != view.active:
            return text("aerion.hand", **has)
        if view.phase in {"turn_start", "wrap_up"}:
            return text(f"aerion.hand.{view.phase}", **has)
        if not view.rolled:
            return text("aerion.hand", **has)
        has |= {"dice": dice_row(view.dice), "sum": sum(view.dice)}
        if view.free_rerolls:
            return text("aerion.hand.credits", n=view.free_rerolls, **has)
        return text("aerion.hand.rolled", **has)

    def follows(self, view: View, seat: int, seats: int) -> int | None:
        """§9.5 The next seat; in LAST_CHANCE nobody's turn comes any more."""
        if seats == 1 or view.asked or view.phase == "over":
            return None
        return (seat + 1) % seats

    def ahead(self, view: View, seat: int) -> tuple[Ahead, ...]:
        """§8 The end of the turn."""
        return tuple(ahead.offers(view, seat))

    def answer_ahead(self, key: str, decision: Decision, view: View) -> Answer:
        return (ONLY,)

    def absent(self, decisions: tuple[Decision, ...], view: View) -> tuple[Decision, Answer]:
        return stand_in(decisions, view)

    def conceded(self, t: Table[State]) -> Outcome:
        return ending.concede(t)

    def check(self, state: State) -> None:
        laws.check(state)

    def given(self, facts: Mapping[str, Any]) -> State:
        return scenario.given(facts)

    def facts(self, state: State, outcome: Outcome | None) -> dict[str, Any]:
        return scenario.facts(state, outcome)

    def shown(self, view: View) -> dict[str, Any]:
        return scenario.shown(view)
