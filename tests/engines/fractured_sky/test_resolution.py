"""§4 ROUND_END, §8, §11: what the worked examples leave out."""

import pytest

from engines.fractured_sky.components import REGIONS, Rung
from engines.fractured_sky.ending import outcome
from engines.fractured_sky.resolution import contenders
from engines.fractured_sky.state import State, Step, T
from engines.fractured_sky.view import Placing, RegionResult
from engines.kernel.decision import Refused, Steps
from engines.kernel.text import Text
from tests.engines.fractured_sky.positions import REGION, RoundEnd, has, position, told


def result(state: State, abbr: str) -> RegionResult:
    """How that region was resolved."""
    assert state.reveal is not None
    (found,) = (result for result in state.reveal.regions if result.region == REGION[abbr])
    return found


def order(t: T, abbr: str) -> list[tuple[int, int, str]]:
    """(seat, power, rung) of each contender of that region."""
    return [(p.seat, p.power, p.rung) for p in result(t.state, abbr).placings]


# -- ranks and rungs -------------------------------------------------------------------------------------------------


def test_power_zero_uses_no_rung() -> None:
    """R14: a 0 airship is passed over, also if it stands first in the new order."""
    t = position(new="G Y B R", ships={"G": "MM0", "Y": "MM2", "B": "MM1"})
    RoundEnd(t)
    assert order(t, "MM") == [(0, 2, Rung.BOTH), (1, 1, Rung.ONE)]
    assert [has(t, seat) for seat in (0, 1, 3)] == ["0* 0g 2i 0w", "0* 0g 1i 0w", "0* 0g 0i 0w"]


def test_the_first_takes_all_starfalls_and_no_resources_for_the_rank() -> None:
    """R15: they are gone from the map then; the others go on down the ladder."""
    t = position(stars={"MM": "3"}, ships={"Y": "MM4", "B": "MM3", "R": "MM2", "G": "MM1"})
    RoundEnd(t)
    assert [has(t, seat) for seat in range(4)] == ["3* 0g 0i 0w", "0* 0g 2i 0w", "0* 0g 1i 0w", "0* 0g 0i 0w"]
    assert REGION["MM"] not in t.state.stars
    assert [rung for _, _, rung in order(t, "MM")] == [Rung.STARFALL, Rung.BOTH, Rung.ONE, Rung.NOTHING]


def test_the_whole_new_order_tells_equals_apart() -> None:
    """R17, R41: nobody shares a rung; the log says that the order decided."""
    t = position(new="R G B Y", ships={"Y": "MM2", "B": "MM2", "R": "MM2", "G": "MM2"})
    RoundEnd(t)
    assert [seat for seat, _, _ in order(t, "MM")] == [2, 3, 1, 0]
    assert len(told(t, "resolve.tied")) == 1


def test_an_automated_opponent_uses_up_its_rung_and_gains_only_starfalls() -> None:
    """R52, §10.7: two of them before the person leave it one resource."""
    t = position("Y K O", stars={"DD": "2"}, ships={"Y": "MM2", "K": "MM2/3 DD1/6", "O": "MM2/4 DD0/7"}, new="K O Y")
    RoundEnd(t)
    assert order(t, "MM") == [(1, 2, Rung.BOTH), (2, 2, Rung.ONE), (0, 2, Rung.NOTHING)]
    assert order(t, "DD") == [(2, 7, Rung.STARFALL), (1, 6, Rung.BOTH)]
    assert [has(t, seat) for seat in range(3)] == ["0* 0g 0i 0w", "0* 0g 0i 0w", "2* 0g 0i 0w"]


def test_starfalls_that_nobody_wins_stay() -> None:
    """§8.6: with a 0 airship there too; the log counts them."""
    t = position(stars={"DD": "2"}, ships={"Y": "DD0"})
    RoundEnd(t)
    assert t.state.stars == {REGION["DD"]: 2}
    assert [event["n"] for event in told(t, "resolve.nobody")] == [2]


# -- markets ---------------------------------------------------------------------------------------------------------


def test_markets_give_whatever_the_rank() -> None:
    """§8.4: to the first beside the starfall, to the fourth beside nothing; same-pair regions by themselves (R19)."""
    t = position(
        stars={"MM": "1"},
        ships={"Y": "MM4", "B": "MM3", "R": "MM2", "G": "MM1"},
        buildings={"Y": "P5M P6M", "R": "P8M", "G": "P8M", "B": "P2M"},
    )
    end = RoundEnd(t)
    assert end.finished
    assert [has(t, seat) for seat in range(4)] == ["1* 0g 2i 0w", "0* 0g 2i 0w", "0* 0g 2i 0w", "0* 0g 1i 0w"]


def test_two_airships_in_a_region_are_one_presence() -> None:
    """R5, R21: one rank, markets once."""
    t = position(ships={"Y": "MM3 MM2", "B": "MM4"}, buildings={"Y": "P6M"})
    RoundEnd(t)
    assert order(t, "MM") == [(0, 5, Rung.BOTH), (1, 4, Rung.ONE)]
    assert has(t, 0) == "0* 0g 3i 0w"


def test_the_market_card_counts_every_active_region_and_fills_more_than_once() -> None:
    """§10.8: three markets beside two active regions are six; hard opponents win a starfall at five."""
    t = position("Y B K", difficulty="hard", ships={"K": "MM1/6 DD0/8 CV0/7"}, buildings={"K": "P5M P8M P8M"})
    ai = t.state.seats[2].ai
    assert ai is not None
    ai.counter = 4
    t.state.stars[REGION["DD"]] = 0
    t.state.stars[REGION["MM"]] = 1
    RoundEnd(t)
    assert (ai.counter, t.state.seats[2].stars) == (2, 2)
    assert [(event["added"], event["n"]) for event in told(t, "ai.market_card.full")] == [(3, 1)]


@pytest.mark.parametrize(("difficulty", "steps"), [("easy", 0), ("medium", 2)])
def test_without_a_market_card_the_markets_of_an_automated_opponent_give_nothing(difficulty: str, steps: int) -> None:
    """§10.8: so the round-end picture shows nothing for them either."""
    t = position("Y B K", difficulty=difficulty, ships={"K": "MM1/6"}, buildings={"K": "P5M P8M"})
    RoundEnd(t)
    assert [placing.market for placing in result(t.state, "MM").placings] == [steps]


# -- REWARD_CHOICES --------------------------------------------------------------------------------------------------


def choosing() -> T:
    """Y: one from PP and two markets there; B: a market beside PP and CC; R the rest."""
    return position(
        stars={"PP": "1"}, ships={"Y": "PP2", "B": "PP3 CC1", "R": "PP4 SS5"}, buildings={"Y": "P2M P5M", "B": "P3M"}
    )


def test_all_with_a_genuine_choice_are_asked_at_once() -> None:
    """§8.5: ranks, starfalls and fixed gains of all regions stand already."""
    t = choosing()
    end = RoundEnd(t)
    assert (t.state.step, end.seats()) == (Step.REWARD_CHOICES, [0, 1])
    assert [t.state.open_picks[seat] for seat in range(4)] == [
        {REGION["PP"]: 3},
        {REGION["PP"]: 1, REGION["CC"]: 1},
        {},
        {},
    ]
    assert has(t, 2) == "1* 1g 1i 0w"
    assert has(t, 1) == "0* 2g 1i 1w"


def test_a_stage_a_region_left_to_right() -> None:
    """§5: how many picks are of the region's first kind, from all of them to none."""
    end = RoundEnd(choosing())
    asked = end.asked(1)
    assert isinstance(asked, Steps)
    first = asked.following(())
    assert first is not None
    second = asked.following((("PP",),))
    assert second is not None
    assert [option.key for option in first.options] == [f"{REGION['PP']}.1", f"{REGION['PP']}.0"]
    assert [option.key for option in second.options] == [f"{REGION['CC']}.1", f"{REGION['CC']}.0"]
    assert asked.following((("PP",), ("CC",))) is None


def test_every_option_names_its_region() -> None:
    """The first stage may stand on buttons without its question."""
    end = RoundEnd(choosing())

    def labels(seat: int) -> list[Text]:
        asked = end.asked(seat)
        assert isinstance(asked, Steps)
        first = asked.following(())
        assert first is not None
        return [option.label for option in first.options]

    assert [label.params.get("number") for label in labels(1)] == ["④", "④"]
    assert [label.params.get("number") for label in labels(0)] == ["④"] * 4


def test_answers_are_secret_until_all_are_in_and_may_be_changed() -> None:
    """§5: nothing is gained before; the last answer of each counts; then the round is over."""
    t = choosing()
    end = RoundEnd(t)
    before = has(t, 0)
    end.choose(0, "PP.3")
    end.choose(0, "PP.1")
    assert (has(t, 0), end.asked(0).private) == (before, True)
    end.choose(1, "PP.0 CC.1")
    assert end.finished
    assert has(t, 0) == "0* 1g 0i 2w"
    assert has(t, 1) == "0* 3g 1i 2w"
    assert not t.state.open_picks


@pytest.mark.parametrize("answer", ["PP.4", "PP.-1", "", "PP.1 CC.0", "CC.1", "PP.1 PP.1", "PP"])
def test_what_does_not_fit_is_a_bad_choice(answer: str) -> None:
    """§5: too many picks, a negative number, a missing or a further region."""
    end = RoundEnd(choosing())
    with pytest.raises(Refused) as refused:
        end.choose(0, answer)
    assert refused.value.why.key == "fractured_sky.why.bad_choice"


@pytest.mark.parametrize(
    ("answer", "why"),
    [("nowhere.1 PP.9", "unknown_id"), ("FF.1 nowhere.1", "unknown_id"), ("FF.1 PP.9", "not_in_play")],
)
def test_regions_that_are_not_there_come_before_a_bad_choice(answer: str, why: str) -> None:
    """§5 The order of refusals: on the small map Frosty Fjord is not in play."""
    t = position("Y B R", new="Y B R", ships={"Y": "PP4", "B": "PP3"})
    keys = tuple(f"{REGION.get(word[:2], word[:-2])}{word[-2:]}" for word in answer.split())
    with pytest.raises(Refused) as refused:
        RoundEnd(t).asked(1).accept(keys)
    assert refused.value.why.key == f"fractured_sky.why.{why}"


def test_a_game_that_stands_in_reward_choices_goes_on_there() -> None:
    """§4: nothing is resolved a second time."""
    t = choosing()
    RoundEnd(t)
    before = [has(t, seat) for seat in range(4)]
    again = RoundEnd(t)
    assert (again.seats(), [has(t, seat) for seat in range(4)]) == ([0, 1], before)


# -- the order of ROUND_END ------------------------------------------------------------------------------------------


def test_the_objective_comes_before_the_regions() -> None:
    """R59: starfalls of this round still lie there, the secret ones too, and tokens have their values."""
    t = position(
        "Y B K", tray="PP", ships={"Y": "PP3", "B": "CC4", "K": "PP0/8"}, new="B Y K", objectives="star_chasers"
    )
    RoundEnd(t)
    assert t.state.objectives[0].winner == 0
    assert order(t, "PP") == [(2, 8, Rung.STARFALL), (0, 3, Rung.BOTH)]
    assert [seat.stars for seat in t.state.seats] == [1, 0, 1]


def test_a_card_turned_up_early_gives_no_second_starfall() -> None:
    """R42."""
    t = position("Y B K", number=2, tray="DD^ SS", stars={"DD": "1"})
    RoundEnd(t)
    assert t.state.stars == {REGION["DD"]: 1, REGION["SS"]: 1}
    assert all(secret.up for secret in t.state.tray)


def test_the_reveal_shows_the_whole_round() -> None:
    """§14 The round-end picture is shown: what was printed, what it counted, penalties, cards, and who took what."""
    t = position(
        "Y B K",
        tray="PP",
        ships={"Y": "PP6* DD4 CV2", "K": "PP1/6"},
        skimmers={"B": "PP"},
        buildings={"Y": "P2M"},
        objectives="iron_walls",
        new="Y B K",
    )
    end = RoundEnd(t)
    reveal = t.state.reveal
    assert reveal is not None
    assert t.scenes == ["reveal"]
    assert (reveal.round, reveal.totals, reveal.penalties) == (1, (12, 0, None), (2, 0, 0))
    assert (reveal.secrets, reveal.objective, reveal.winner) == ((REGION["PP"],), "iron_walls", None)
    assert [each.region for each in reveal.regions] == [region.id for region in t.state.regions]
    plains = result(t.state, "PP")
    assert [(ship.seat, ship.rim, ship.explorer, ship.printed, ship.value, ship.token) for ship in plains.ships] == [
        (0, "dark", True, 6, 4, None),
        (2, "token", False, None, 6, (1, 6)),
    ]
    assert (plains.stars, plains.skimmers) == (1, ((1, 1),))
    assert plains.placings == (
        Placing(2, 6, "starfall", 1, (0, 0, 0)),
        Placing(0, 4, "both_resources", 0, (1, 0, 1), picks=1, market=1),
        Placing(1, 1, "one_resource", 0, (0, 0, 0), picks=1),
    )
    end.choose(0, "PP.0")
    end.choose(1, "PP.1")
    assert [(p.gained, p.picks) for p in result(t.state, "PP").placings] == [
        ((0, 0, 0), 0),
        ((1, 0, 2), 0),
        ((1, 0, 0), 0),
    ]


# -- the end of the game (§11) ---------------------------------------------------------------------------------------


def test_in_the_last_round_nobody_is_asked() -> None:
    """R61: starfalls, fixed gains and market cards as always; what could be chosen is not given."""
    t = choosing()
    t.state.round = 5
    end = RoundEnd(t)
    assert (end.finished, t.state.step) == (True, Step.OVER)
    assert [has(t, seat) for seat in range(4)] == ["0* 0g 0i 0w", "0* 2g 1i 1w", "1* 1g 1i 0w", "0* 0g 0i 0w"]
    assert t.state.ranks == [2, 3, 1, 4]


def test_every_seat_has_its_own_rank_and_the_first_alone_wins() -> None:
    """§11: ties by the column filled in round 5; scores tell the tie apart too."""
    t = position(new="G R Y B", number=5)
    for seat, stars in enumerate((6, 2, 5, 6)):
        t.state.seats[seat].stars = stars
    RoundEnd(t)
    ended = outcome(t.state)
    assert (ended.result, ended.ranks, ended.won) == ("round_5", (2, 4, 3, 1), (False, False, False, True))
    totals = [(score.total, score.tie) for score in ended.scores]
    assert sorted(totals, reverse=True) == [totals[seat] for seat in (3, 0, 2, 1)]
    assert len(told(t, "end.tied")) == 1


def test_alone_a_person_wins_only_before_both_opponents() -> None:
    """§11: automated opponents have ranks and may win."""
    t = position("Y K O", new="K Y O", number=5)
    for seat, stars in enumerate((3, 3, 2)):
        t.state.seats[seat].stars = stars
    RoundEnd(t)
    ended = outcome(t.state)
    assert (ended.ranks, ended.won) == ((2, 1, 3), (False, True, False))


def test_regions_are_resolved_left_to_right() -> None:
    """§4 ROUND_END 5: the log goes from the West to the East."""
    t = position(ships={"Y": "GG1 CV1", "B": "MM1 FF1", "R": "WW1"})
    RoundEnd(t)
    order_of_log = [event["region"] for event in told(t, "resolve.region")]
    assert [words.params["region"] for words in order_of_log] == [
        REGIONS[REGION[abbr]].noun for abbr in ("CV", "FF", "MM", "WW", "GG")
    ]


def test_contenders_are_sorted_by_power_first() -> None:
    """§8.1: the order tells only equals apart."""
    t = position(new="G R B Y", ships={"Y": "MM5", "B": "MM2", "R": "MM2"})
    RoundEnd(t)
    assert contenders(t.state, REGION["MM"]) == [(0, 5), (2, 2), (1, 2)]
