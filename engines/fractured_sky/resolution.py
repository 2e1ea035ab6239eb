"""§4 ROUND_END, §8: chips, cards and tokens turned up, regions resolved, and the resources that are left to choose."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, repeat
from typing import Any

from msgspec.structs import replace

from engines.fractured_sky.components import LADDER, REGIONS, ROUNDS, TOKENS, Region, Resource, Rung
from engines.fractured_sky.ending import settle
from engines.fractured_sky.fleet import penalty, total
from engines.fractured_sky.market_card import count
from engines.fractured_sky.naming import amount, amounts, bad_choice, circled, region_number, region_words, rim, why
from engines.fractured_sky.objectives import flip_objective
from engines.fractured_sky.power import active, power, reveal_chips
from engines.fractured_sky.state import (
    KINDS,
    NOBODY,
    Airship,
    State,
    Step,
    T,
    markets_at,
    new_rank,
    person,
    record,
    region_mark,
    seat_mark,
    ships_in,
    tray_mark,
    who,
)
from engines.fractured_sky.tokens import turn_up_tokens
from engines.fractured_sky.view import AirshipView, Deed, Placing, RegionResult, Reveal
from engines.kernel.decision import Answer, Made, Option, Refused, Stage, Steps
from engines.kernel.flow import checkpoint, sealed
from engines.kernel.text import Each, Text, Who, each, text

# ---- The end of a round (§4) ---------------------------------------------------------------------------------------


async def end_round(t: T) -> None:
    """§4 ROUND_END: the automatic steps, then REWARD_CHOICES if anybody has a genuine choice.

    It goes on where the game stands: in REWARD_CHOICES the steps before it are done.
    """
    if t.state.step is not Step.REWARD_CHOICES:
        close_round(t)
    if any(t.state.open_picks):
        t.state.step = Step.REWARD_CHOICES
        await checkpoint()
        await choose_rewards(t)


def close_round(t: T) -> None:
    """§4 ROUND_END 1 to 5 and 7, in this order."""
    state = t.state
    t.bar()
    t.tell("fractured_sky.round_end", round=state.round)
    reveal_chips(t)  # 1
    turn_up_secrets(t)  # 2
    turn_up_tokens(t)  # 3
    slot = flip_objective(t)  # 4
    state.open_picks = [{} for _ in state.seats]
    results = tuple(resolve(t, region) for region in state.regions)  # 5
    count_markets(t, results)
    objective = state.objectives[slot - 1] if slot is not None else None
    totals = [total(seat) if seat.ai is None else None for seat in state.seats]
    state.reveal = Reveal(
        round=state.round,
        totals=tuple(totals),
        penalties=tuple(0 if sum_of_chips is None else penalty(sum_of_chips) for sum_of_chips in totals),
        secrets=tuple(secret.card for secret in state.tray),
        objective=objective.card if objective is not None else "",
        winner=objective.winner if objective is not None else None,
        regions=results,
    )
    t.show("reveal")
    if state.round == ROUNDS:  # 7
        settle(t)


def turn_up_secrets(t: T) -> None:
    """§4 ROUND_END 2: one starfall a card; what was turned up early has given its own already (R42)."""
    turned, marks = [], []
    for slot, secret in enumerate(t.state.tray, 1):
        if not secret.up:
            secret.up = True
            t.state.stars[secret.card] = t.state.stars.get(secret.card, 0) + 1
            turned.append(region_words(t.state, secret.card))
            marks += [tray_mark(slot), region_mark(secret.card)]
    if turned:
        t.tell("fractured_sky.reveal.secrets", at=tuple(marks), regions=each(turned), n=len(turned))


# ---- A region (§8) -------------------------------------------------------------------------------------------------


def contenders(state: State, region: str) -> list[tuple[int, int]]:
    """§8.1 (seat, power) of those with power, best first; ties by new order (R17); power 0 is no contender (R14)."""
    powers = [(seat, power(state, seat, region)) for seat in range(len(state.seats))]
    return sorted((p for p in powers if p[1] >= 1), key=lambda p: (-p[1], new_rank(state, p[0])))


def rungs(starfalls: int) -> Iterator[Rung]:
    """§8.2 The ladder from the best rung that there is (R16), a rung for each (R41); then nothing for all others."""
    return chain(LADDER[0 if starfalls else 1 :], repeat(Rung.NOTHING))


def resolve(t: T, region: Region) -> RegionResult:
    """§8 Ranks, starfalls and fixed gains at once; what is to be chosen is put aside for REWARD_CHOICES."""
    state = t.state
    lying = state.stars.get(region.id, 0)
    ships = tuple(revealed(seat, ship) for seat, ship in ships_in(state, region.id))
    skimmers = tuple((n, seat.placed[region.id]) for n, seat in enumerate(state.seats) if seat.placed.get(region.id))
    ladder = zip(contenders(state, region.id), rungs(lying), strict=False)
    placings = tuple(reward(state, region, seat, strength, rung) for (seat, strength), rung in ladder)
    _tell(t, region, lying, placings)
    for placing in placings:
        take(t, region, placing)
    return RegionResult(region.id, lying, ships, skimmers, placings)


def reward(state: State, region: Region, seat: int, strength: int, rung: Rung) -> Placing:
    """§8.3 to §8.5 What a contender gets; gains are obligatory (R18).

    Automated opponents gain only starfalls (§10.7, R52), the easy ones nothing from markets (§10.8). Same-pair regions
    leave nothing to choose (R19); in round 5 what could be chosen is not given (R61).
    """
    stars = state.stars.get(region.id, 0) if rung is Rung.STARFALL else 0
    market = markets_at(state, seat, region.id) if active(state, seat, region.id) else 0
    if not person(state, seat):
        market = market if state.rules_of_ai.market_card else 0
        return Placing(seat, strength, rung, stars, (0, 0, 0), market=market)
    gained = list(region.resources) if rung is Rung.BOTH else []
    picks = (rung is Rung.ONE) + market
    if region.same_pair:
        gained, picks = gained + [region.resources[0]] * picks, 0
    elif state.round == ROUNDS:
        picks = 0
    return Placing(seat, strength, rung, stars, _numbers(gained), picks, market)


def take(t: T, region: Region, placing: Placing) -> None:
    """§8.3 All starfalls of the region (R15) and the fixed resources; picks wait."""
    own = t.state.seats[placing.seat]
    if placing.stars:
        own.stars += placing.stars
        t.state.stars.pop(region.id)
    for kind, number in zip(KINDS, placing.gained, strict=True):
        own.gain(kind, number)
    if placing.picks:
        t.state.open_picks[placing.seat][region.id] = placing.picks


def count_markets(t: T, results: tuple[RegionResult, ...]) -> None:
    """§8.4, §10.8 What automated opponents' markets gave goes to their cards; told once, as nothing reads it before."""
    for seat in range(len(t.state.seats)):
        if not person(t.state, seat):
            count(t, seat, sum(p.market for result in results for p in result.placings if p.seat == seat))


def revealed(seat: int, ship: Airship) -> AirshipView:
    """An airship as it is turned up: what it counts, and the chip before the penalty or the token's two values."""
    if ship.chip is None:
        return AirshipView(seat, ship.region, "token", ship.explorer, ship.value, token=TOKENS[ship.token])
    return AirshipView(seat, ship.region, rim(ship.chip), ship.explorer, ship.value, printed=ship.chip)


def _numbers(resources: list[Resource]) -> tuple[int, int, int]:
    gold, iron, wood = (resources.count(kind) for kind in KINDS)
    return gold, iron, wood


# ---- REWARD_CHOICES (§8.5) -----------------------------------------------------------------------------------------


class RewardChoices(Steps):
    """§5 `choose_rewards`: an entry for every region asked, and nothing else; whatever differs is `bad_choice`.

    Before that, regions that do not exist or are not in play are refused, as everywhere. in_play: those that are.
    """

    __slots__ = ("in_play",)
    in_play: frozenset[str]

    def accept(self, answer: Answer) -> Made:
        named = {str(key).partition(".")[0] for key in answer}
        if not named <= REGIONS.keys():
            raise Refused(why("unknown_id"))
        if not named <= self.in_play:
            raise Refused(why("not_in_play"))
        try:
            return super().accept(answer)
        except Refused as refused:
            raise Refused(bad_choice(refused.why)) from None


async def choose_rewards(t: T) -> None:
    """§8.5 All seats with a genuine choice at once, revealed together (R22)."""
    asking = [seat for seat, picks in enumerate(t.state.open_picks) if picks]
    chosen: dict[int, Made] = await sealed({seat: ask_choose_rewards(t.state, seat) for seat in asking})
    t.bar()
    for seat, made in chosen.items():
        gain_chosen(t, seat, [number for (number,) in made])
    t.state.open_picks = []


def ask_choose_rewards(state: State, seat: int) -> RewardChoices:
    """§5 `choose_rewards`: how many of each region's picks are of its first kind; market by market (R20)."""
    asked = asked_regions(state, seat)

    def stage(made: Made) -> Stage[Any] | None:
        return _stage(state, *asked[len(made)]) if len(made) < len(asked) else None

    prompt = text("fractured_sky.choose_rewards.ask", n=sum(picks for _, picks in asked))
    basis = tuple((region.id, picks) for region, picks in asked)
    decision = RewardChoices(seat, "choose_rewards", prompt, stage, basis=basis)
    decision.in_play = frozenset(region.id for region in state.regions)
    return decision


def asked_regions(state: State, seat: int) -> list[tuple[Region, int]]:
    """The regions in which that seat has picks, left to right, and how many."""
    picks = state.open_picks[seat]
    return [(region, picks[region.id]) for region in REGIONS.values() if region.id in picks]


def _stage(state: State, region: Region, picks: int) -> Stage[int]:
    """Each option names its region: the first stage may stand on buttons, without its question."""
    first, second = region.resources
    options = []
    here = circled(region_number(state, region.id))
    for number in range(picks, -1, -1):
        words = amounts({first: number, second: picks - number})
        label = text("fractured_sky.choose_rewards.label", number=here, resources=words)
        options.append(Option(f"{region.id}.{number}", number, label, at=region_mark(region.id)))
    prompt = text("fractured_sky.choose_rewards.region", region=region_words(state, region.id), n=picks)
    return Stage(prompt, tuple(options))


def gain_chosen(t: T, seat: int, numbers: list[int]) -> None:
    """§5 Gain them. numbers: region by region, of its first kind; the rest of the picks is of its second."""
    state, every = t.state, []
    for (region, picks), number in zip(asked_regions(state, seat), numbers, strict=True):
        gained = _numbers([region.resources[0]] * number + [region.resources[1]] * (picks - number))
        for kind, n in zip(KINDS, gained, strict=True):
            state.seats[seat].gain(kind, n)
        every.append(
            text("fractured_sky.choose_rewards.from", region=region_words(state, region.id), gained=amounts(gained))
        )
        if state.reveal is not None:
            state.reveal = _with_chosen(state.reveal, region.id, seat, gained)
    t.tell("fractured_sky.choose_rewards.done", at=(seat_mark(seat),), who=Who(seat), gained=each(every))


def _with_chosen(reveal: Reveal, region: str, seat: int, chosen: tuple[int, int, int]) -> Reveal:
    """How the round ended, with what that seat chose in that region."""

    def filled(placing: Placing) -> Placing:
        gold, iron, wood = (had + more for had, more in zip(placing.gained, chosen, strict=True))
        return replace(placing, gained=(gold, iron, wood), picks=0) if placing.seat == seat else placing

    results = (
        replace(result, placings=tuple(map(filled, result.placings))) if result.region == region else result
        for result in reveal.regions
    )
    return replace(reveal, regions=tuple(results))


# ---- Words ---------------------------------------------------------------------------------------------------------


def _tell(t: T, region: Region, lying: int, placings: tuple[Placing, ...]) -> None:
    """One event a region in which anything happens; another if equal power had to be told apart."""
    noun, mark = region_words(t.state, region.id), region_mark(region.id)
    if not placings:
        if lying:
            record(t, Deed(NOBODY, "resolved", region=region.id, n=lying))
            t.tell("fractured_sky.resolve.nobody", at=(mark,), region=noun, n=lying)
        return
    best = placings[0]
    record(t, Deed(best.seat, "resolved", region=region.id, n=best.stars))
    order = each(
        text("fractured_sky.resolve.placing", who=who(t.state, p.seat), power=p.power, gained=_gained(p))
        for p in placings
    )
    key = "fractured_sky.resolve.stars" if lying else "fractured_sky.resolve.region"
    t.tell(key, at=(mark, seat_mark(best.seat)), region=noun, n=lying, order=order)
    if len({placing.power for placing in placings}) < len(placings):
        t.tell("fractured_sky.resolve.tied", at=(mark,), region=noun)


def _gained(placing: Placing) -> Text | Each:
    """What a contender gets, in words."""
    gains = [text("fractured_sky.resolve.starfalls", n=placing.stars)] if placing.stars else []
    gains += [amount(kind, number) for kind, number in zip(KINDS, placing.gained, strict=True) if number]
    if placing.picks:
        gains.append(text("fractured_sky.resolve.picks", n=placing.picks))
    return each(gains) if gains else text("fractured_sky.resolve.nothing")
