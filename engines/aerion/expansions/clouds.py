"""§10.3 Stone clouds: they are demolished with high dice, and with Hammer Birds."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from engines.aerion.caution import caution
from engines.aerion.components import BIRD, DATA
from engines.aerion.moments import Deal, Expansion
from engines.aerion.naming import circled
from engines.aerion.places import complete
from engines.aerion.state import CloudsState, Side, State, T, dice_sum, discard_from_display, record, slot_mark, who
from engines.aerion.view import Deed, GoalView
from engines.kernel.decision import Decision, Made, Option, Stage, Steps
from engines.kernel.game import Options
from engines.kernel.rng import Rng
from engines.kernel.text import Text, each, text

RULE = DATA.clouds
MOST_BIRDS = len(RULE.bird_bonus) - 1

HIT = {Side.ARROW: Side.BARE, Side.BARE: Side.GONE}
"""What a hit makes of a cloud."""

STEPS = {Side.ARROW: 2, Side.BARE: 1, Side.GONE: 0}
"""How many hits are left until it is gone."""


class Clouds(Expansion):
    """To win, all six clouds must be removed. Rule A: a demolition wants birds. Rule B: clouds lie on the ships."""

    option = "clouds"

    def cards(self, column: int, options: Options) -> list[str]:
        """§3.2 Two birds a deck."""
        return [BIRD] * DATA.bird.per_deck

    def lay_out(self, state: State, options: Options, rng: Rng) -> None:
        """§3.5 Six clouds, the arrow side up."""
        birds, cover = bool(options["clouds_hard_birds"]), bool(options["clouds_hard_cover"])
        state.clouds = CloudsState([Side.ARROW] * RULE.count, birds, cover)

    def why_not_acquire(self, state: State, column: int, card: str) -> Text | None:
        """Birds are there for demolitions, and to be discarded (R36)."""
        return text("aerion.why.bird") if card == BIRD else None

    def moored(self, state: State, ship: int) -> bool:
        """Rule B: a ship under a cloud cannot be turned (R35). The flagship is never covered."""
        clouds = part(state)
        return clouds.hard_cover and clouds.sides[ship - 1] is not Side.GONE

    def ask_main(self, t: T) -> Iterator[Decision]:
        """§8 `demolish`, while clouds are left."""
        if steps_left(t.state):
            yield ask_demolish(t)

    def deals(self) -> Mapping[str, Deal]:
        return {"demolish": demolish}

    def goals(self, state: State) -> Iterator[GoalView]:
        """Counted in hits."""
        total, left = RULE.count * STEPS[Side.ARROW], steps_left(state)
        yield GoalView("clouds", total - left, total, not left)


def part(state: State) -> CloudsState:
    """The state's part that belongs to this expansion."""
    assert state.clouds is not None
    return state.clouds


def steps_left(state: State) -> int:
    """How many hits all clouds can take."""
    return sum(STEPS[side] for side in part(state).sides)


def birds_shown(state: State) -> list[int]:
    """The columns that display a bird."""
    return [column for column, card in state.display if card == BIRD]


def points(state: State, birds: int) -> int:
    """The sum of the dice, and the bonus for that many birds."""
    return dice_sum(state) + RULE.bird_bonus[birds]


def hits(state: State, birds: int) -> int:
    """How many hits so many birds make possible; leftover points are lost, and so are hits that find no cloud."""
    return min(points(state, birds) // RULE.points_per_hit, steps_left(state))


def enough(state: State) -> range:
    """The numbers of displayed birds with which a demolition is possible (R34); rule A: at least two."""
    least = RULE.hard_min_birds if part(state).hard_birds else 0
    most = min(len(birds_shown(state)), MOST_BIRDS)
    while least <= most and not hits(state, least):
        least += 1
    return range(least, most + 1)


def why_not_demolish(state: State) -> Text | None:
    """§8 Points ≥ 30; rule A: at least two birds."""
    if enough(state):
        return None
    shown = len(birds_shown(state))
    if part(state).hard_birds and shown < RULE.hard_min_birds:
        return text("aerion.why.too_few_birds", least=RULE.hard_min_birds, shown=shown)
    best = points(state, min(shown, MOST_BIRDS))
    return text("aerion.why.too_few_points", needed=RULE.points_per_hit, points=best)


def ask_demolish(t: T) -> Steps:
    """§8 `demolish`: the birds, then the hits."""

    def stage(made: Made) -> Stage[int] | None:
        if not made:
            return birds_stage(t.state)
        return hits_stage(t.state, len(made[0])) if len(made) == 1 else None

    numbers = enough(t.state)
    ask = text("aerion.demolish.ask")
    if numbers and not numbers[-1]:  # Without birds there is nothing to choose: say what it comes to.
        ask = text("aerion.demolish.ask_now", points=points(t.state, 0), n=hits(t.state, 0))
    return Steps(
        t.state.active,
        "demolish",
        ask,
        stage,
        refused=why_not_demolish(t.state),
        warning=lambda made: caution(t, "demolish", lambda trial: demolish(trial, made)),
        basis=(dice_sum(t.state), *part(t.state).sides),
    )


def birds_stage(state: State) -> Stage[int]:
    """Birds of the display; only those that this demolition discards count (R33)."""
    numbers = enough(state)
    options = tuple(
        Option(f"b{column}", column, text("aerion.demolish.bird", column=circled(column)), at=slot_mark(column))
        for column in birds_shown(state)
    )
    outlook = each(
        text("aerion.demolish.outlook", birds=number, points=points(state, number), n=hits(state, number))
        for number in numbers
    )
    prompt = text("aerion.demolish.birds", sum=dice_sum(state), outlook=outlook)
    return Stage(prompt, options, least=numbers[0], most=numbers[-1])


def hits_stage(state: State, birds: int) -> Stage[int]:
    """All hits must be used while steps are left, on no cloud more than it can take (R34)."""
    number, sides = hits(state, birds), part(state).sides
    options = tuple(
        Option(cloud_key(cloud), cloud, text(f"aerion.demolish.{side}", cloud=cloud), at=mark(cloud), cap=STEPS[side])
        for cloud, side in enumerate(sides, start=1)
        if STEPS[side]
    )
    free = part(state).hard_cover and number < steps_left(state)
    usual = () if free else tuple(cloud_key(cloud) for cloud in automatic(sides, number))
    prompt = text("aerion.demolish.hits", points=points(state, birds), n=number)
    return Stage(prompt, options, number, number, repeats=True, usual=usual)


def automatic(sides: Sequence[Side], number: int) -> list[int]:
    """§16 The targets where they make no difference: turned clouds first, the lowest number first."""
    order = sorted(range(1, len(sides) + 1), key=lambda cloud: sides[cloud - 1] is not Side.BARE)
    return [cloud for cloud in order for _ in range(STEPS[sides[cloud - 1]])][:number]


def cloud_key(cloud: int) -> str:
    """How an answer names a cloud."""
    return f"cloud_{cloud}"


def mark(cloud: int) -> str:
    """The anchor of a cloud."""
    return f"cloud.{cloud}"


def demolish(t: T, made: Made) -> None:
    """§10.3 The birds are discarded; each hit turns a cloud or removes it; a ship that waited flies at once (R35)."""
    birds, targets = made
    total, sides = points(t.state, len(birds)), part(t.state).sides
    for column in birds:
        discard_from_display(t.state, column)
    for cloud in targets:
        sides[cloud - 1] = HIT[sides[cloud - 1]]
    record(t, Deed(t.state.active, "demolish", n=len(targets)))
    t.tell("aerion.demolish.done", at=tuple(map(mark, targets)), who=who(t), points=total, n=len(targets))
    for cloud in dict.fromkeys(targets):
        t.tell(f"aerion.demolish.now_{sides[cloud - 1]}", at=(mark(cloud),), cloud=cloud)
    complete(t)
