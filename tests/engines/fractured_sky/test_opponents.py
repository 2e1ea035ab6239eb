"""§10 Automated opponents: what the worked examples leave out."""

import pytest

from engines.fractured_sky import opponents
from engines.fractured_sky.choosing import (
    Choice,
    Why,
    choose_airship,
    choose_fortress,
    choose_market,
    choose_scout,
    choose_skimmer,
)
from engines.fractured_sky.components import AI_CARDS, PLATFORMS, REGIONS, TOKENS, Compass
from engines.fractured_sky.state import Ai, Scouting, T
from engines.fractured_sky.tokens import turn_up_tokens
from engines.kernel.text import Text
from tests.engines.fractured_sky.positions import REGION, RoundEnd, position, told

K = 2
"""The seat of the automated opponent beside Y and B."""


def compass(letters: str) -> tuple[Compass, Compass]:
    """A large and a small star: "NE"."""
    return Compass(letters[0]), Compass(letters[1])


def ai(t: T, seat: int = K) -> Ai:
    """What that automated opponent has."""
    found = t.state.seats[seat].ai
    assert found is not None
    return found


def turn(t: T, *cards: str, previous: str | None = None, seat: int = K) -> None:
    """A turn of it with these cards on top of its deck."""
    ai(t, seat).deck, ai(t, seat).previous = list(cards), previous
    opponents.take_turn(t, seat)


# -- cards (§10.2) ---------------------------------------------------------------------------------------------------


def test_each_round_begins_with_all_cards_and_all_tokens() -> None:
    """§4 ROUND_START 3: its own sixteen cards, none drawn; three tokens shown, the other four the pile."""
    t = position("Y K O")
    ai(t, 1).previous, ai(t, 1).used = "B01", ["B01"]
    opponents.begin_round(t)
    for seat, color in ((1, "black"), (2, "orange")):
        own = ai(t, seat)
        assert sorted(own.deck) == sorted(card.id for card in AI_CARDS.values() if card.deck == color)
        assert (own.used, own.previous, len(own.shown), len(own.pile)) == ([], None, 3, 4)
        assert sorted(own.shown + own.pile) == list(range(len(TOKENS)))
    assert ai(t, 1).deck != [card.replace("O", "B") for card in ai(t, 2).deck]


def test_the_first_card_of_a_round_follows_its_own_compass() -> None:
    """§10.2, R57: TT and DD have a starfall; B07 itself points West, B06 before it would point East."""
    for previous, abbr in ((None, "TT"), ("B06", "DD")):
        t = position("Y B K", stars={"TT": "1", "DD": "1"})
        turn(t, "B07", previous=previous)
        assert t.state.seats[K].ships[0].region == REGION[abbr]


def test_a_card_that_fails_guides_the_next_one() -> None:
    """R57: B09 (scout) can't be carried out; its East, not the West of the card before it, sends the airship to DD."""
    t = position("Y B K", stars={"TT": "1", "DD": "1"})
    turn(t, "B09", "B01", previous="B07")
    assert t.state.seats[K].ships[0].region == REGION["DD"]
    assert (ai(t).used, ai(t).previous, ai(t).deck) == (["B09", "B01"], "B01", [])
    (event,) = told(t, "ai.explorer")
    assert isinstance(event["card"], Text)
    assert event["card"].key == "fractured_sky.ai.card_after"


def test_one_turn_is_one_event_with_its_reason() -> None:
    """§15: card, effect, place, and which rule decided."""
    t = position("Y B K", stars={"DD": "1"}, public="DD")
    turn(t, "B15")
    (event,) = t.events
    reason = event.text.params["why"]
    assert isinstance(reason, Text)
    assert (event.text.key, reason.key) == ("fractured_sky.ai.skimmer", "fractured_sky.ai.why.public")
    assert [(deed.verb, deed.region, deed.card, deed.why) for deed in t.state.deeds] == [
        ("ai_skimmer", REGION["DD"], "B15", "public")
    ]


def test_nothing_of_its_turn_can_be_taken_back() -> None:
    """§5: an automated turn is a barrier."""
    t = position("Y B K", stars={"DD": "1"})
    turn(t, "B01")
    assert t.barred


def test_a_deck_that_runs_out_is_shuffled_anew() -> None:
    """§10.2: from the cards used."""
    t = position("Y B K", stars={"DD": "1"})
    ai(t).used, ai(t).previous = ["B01"], "B01"
    opponents.take_turn(t, K)
    assert (ai(t).deck, ai(t).used, len(t.state.seats[K].ships)) == ([], ["B01"], 1)


# -- airships (§10.5) ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("stars", "ships", "buildings", "star", "choice"),
    [
        ({"MM": "2", "SS": "1"}, "", "", "SE", Choice("MM", Why.STARS)),
        ({"SS": "1", "CC": "1"}, "", "P10M", "NW", Choice("SS", Why.ADVANTAGE)),
        ({"SS": "1", "CC": "1"}, "", "", "NW", Choice("CC", Why.COMPASS)),
        ({"SS": "2", "CC": "1"}, "SS1/6", "", "NE", Choice("CC", Why.STARS)),
        ({"SS": "2"}, "SS1/6", "P7M P2M", "NE", Choice("TT", Why.ADVANTAGE, starless=True)),
        ({"SS": "2"}, "SS1/6", "P7M P7F", "SW", Choice("TT", Why.COMPASS, starless=True)),
        ({}, "", "", "WN", Choice("CV", Why.COMPASS, starless=True)),
        ({}, "CV1/6", "", "WN", Choice("TT", Why.COMPASS, starless=True)),
        ({}, "", "", "NW", Choice("CC", Why.COMPASS, starless=True)),
        ({}, "", "", "NE", Choice("SS", Why.COMPASS, starless=True)),
        ({}, "", "", "SW", Choice("TT", Why.COMPASS, starless=True)),
        ({}, "", "", "EN", Choice("GG", Why.COMPASS, starless=True)),
    ],
)
def test_where_an_airship_goes(stars: dict[str, str], ships: str, buildings: str, star: str, choice: Choice) -> None:
    """§10.5: most starfalls, then its own buildings, then the compass; never where it is already."""
    t = position("Y B K", stars=stars, ships={"K": ships}, buildings={"K": buildings, "Y": "P5F P5F P5F"})
    found = choose_airship(t.state, K, compass(star))
    assert found == Choice(REGION[choice.place], choice.why, choice.starless)


def test_only_its_own_buildings_are_its_advantage() -> None:
    """R44: two opponents' buildings don't mix, nor do people's."""
    t = position("Y K O", stars={"SS": "1", "CC": "1"}, buildings={"K": "P3M", "O": "P10F", "Y": "P10F"})
    for seat, abbr in ((1, "CC"), (2, "SS")):
        assert choose_airship(t.state, seat, compass("SE")) == Choice(REGION[abbr], Why.ADVANTAGE)


def test_it_explores_but_draws_no_card() -> None:
    """§10.5: the exploration slot is taken if it is the first there; else not."""
    t = position("Y B K", stars={"DD": "1"}, ships={"Y": "MM3*"})
    t.state.unused = [REGION["GG"]]
    turn(t, "B01")
    t.state.stars[REGION["MM"]] = 2
    turn(t, "B02", previous="B01")
    assert [(ship.region, ship.explorer) for ship in t.state.seats[K].ships] == [
        (REGION["DD"], True),
        (REGION["MM"], False),
    ]
    assert (t.state.unused, t.state.seats[K].cards) == ([REGION["GG"]], [])
    assert [deed.n for deed in t.state.deeds] == [1, 0]


def test_its_tokens_are_the_pile_from_the_top() -> None:
    """§10.5, §10.9: face down; whichever they are, nobody hears a difference."""
    heard = []
    for pile in ([5, 0, 3, 1], [0, 5, 3, 1]):
        t = position("Y B K", stars={"DD": "1"})
        ai(t).pile = list(pile)
        turn(t, "B01")
        (ship,) = t.state.seats[K].ships
        assert (ship.token, ship.value, ai(t).pile) == (pile[0], None, pile[1:])
        heard.append((t.events, t.state.deeds))
    assert heard[0] == heard[1]


@pytest.mark.parametrize(
    ("new", "slot", "counter"), [("- - -", 1, 0), ("Y - -", 3, 1), ("Y - B", 2, 0), ("- Y B", 1, 0), ("- Y -", 1, 0)]
)
def test_the_third_takes_the_first_free_slot_of_its_preference(new: str, slot: int, counter: int) -> None:
    """§10.5: 1, 3, 2; slot 3 counts on the market card (§10.8), the others don't."""
    t = position("Y B K", difficulty="medium", stars={"DD": "1"}, ships={"K": "CV0/7 CC0/8"}, new=new)
    turn(t, "B01")
    assert (t.state.new.index(K) + 1, ai(t).counter) == (slot, counter)


# -- scouts ----------------------------------------------------------------------------------------------------------


def test_scouts_go_to_the_outermost_card_that_is_left() -> None:
    """§10.5, R47: East or West, whichever star it is; face-up cards and those with its own token are passed over."""
    t = position("Y B K", number=5, tray="SS^ DD CC MM PP^", scouts={"Y": "4", "B": "2"})
    assert (
        choose_scout(t.state, K, compass("SE")) == choose_scout(t.state, K, compass("EN")) == Choice("4", Why.COMPASS)
    )
    assert (
        choose_scout(t.state, K, compass("NW")) == choose_scout(t.state, K, compass("WS")) == Choice("2", Why.COMPASS)
    )
    t.state.tray[3].scouts.append(Scouting(K, None, counts=True))
    assert choose_scout(t.state, K, compass("SE")) == Choice("3", Why.COMPASS)
    t.state.tray[1].scouts.append(Scouting(K, None, counts=True))
    assert choose_scout(t.state, K, compass("NW")) == Choice("3", Why.ONLY)
    t.state.tray[2].scouts.append(Scouting(K, None, counts=True))
    assert choose_scout(t.state, K, compass("NW")) is None


def test_two_opponents_scouts_turn_a_card_up() -> None:
    """§10.4, R52: each counts as one; the starfall lies there at once; their market cards never move (R50)."""
    t = position("Y K O", difficulty="hard", tray="SS")
    turn(t, "B09", seat=1)
    assert (t.state.tray[0].up, t.state.stars) == (False, {})
    turn(t, "O09", seat=2)
    assert (t.state.tray[0].up, t.state.stars) == (True, {REGION["SS"]: 1})
    assert [deed.verb for deed in t.state.deeds] == ["ai_scout", "ai_scout", "revealed"]
    assert [ai(t, seat).counter for seat in (1, 2)] == [0, 0]


# -- buildings -------------------------------------------------------------------------------------------------------


def test_fortresses_and_markets_have_supplies_of_their_own() -> None:
    """R56: an empty one makes only its own card impossible."""
    t = position("Y B K", stars={"DD": "1"})
    t.state.seats[K].fortresses = 0
    assert choose_fortress(t.state, K, compass("NE")) is None
    turn(t, "B11", "B13", previous="B01")
    assert (t.state.seats[K].markets, [(b.platform, b.markets) for b in t.state.buildings]) == (1, [("P8", 1)])


def test_all_regions_with_the_most_starfalls_count() -> None:
    """R45: GG and CV have one each; beside them P8 has the most dots."""
    t = position("Y B K", stars={"GG": "1", "CV": "1"})
    assert choose_market(t.state, K, compass("WN")) == Choice("P8", Why.DOTS)


def test_dots_are_counted_on_the_map_in_use() -> None:
    """§10.5 (B): for CV alone P2 and P3 have three each on the small map; the compass decides."""
    t = position("Y B K", stars={"CV": "1"})
    assert choose_fortress(t.state, K, compass("NE")) == Choice("P3", Why.COMPASS)
    assert choose_fortress(t.state, K, compass("SE")) == Choice("P2", Why.COMPASS)


def test_the_only_platform_beside_the_most_starfalls_with_most_dots() -> None:
    """§10.5 (A): TT has two, so P2 P5 P7; (B) P5."""
    t = position("Y B K", stars={"TT": "2", "GG": "1"})
    assert choose_fortress(t.state, K, compass("EN")) == Choice("P5", Why.DOTS)


def test_the_advantage_is_the_best_region_of_a_platform() -> None:
    """R46 (C): its buildings meet in SS (two); P6 and P8 touch it, P5 does not."""
    t = position("Y B K", stars={"MM": "1"}, buildings={"K": "P10F P10M", "Y": "P5F P5F P5F"})
    assert choose_fortress(t.state, K, compass("WN")) == Choice("P6", Why.COMPASS)
    t = position("Y B K", stars={"MM": "1"}, buildings={"K": "P7F P11M"})
    assert choose_fortress(t.state, K, compass("NW")) == Choice("P5", Why.COMPASS)
    t = position("Y B K", stars={"MM": "1"}, buildings={"K": "P3F P3M"})
    assert choose_fortress(t.state, K, compass("SE")) == Choice("P5", Why.COMPASS)
    t = position("Y B K", stars={"MM": "1"}, buildings={"K": "P2F P7M"})
    assert choose_fortress(t.state, K, compass("EN")) == Choice("P5", Why.ADVANTAGE)


def test_buildings_may_stand_on_one_platform() -> None:
    """R4: it builds beside its own and others'."""
    t = position("Y B K", stars={"TT": "2"}, buildings={"K": "P5F", "Y": "P5F"})
    turn(t, "B12", previous="B01")
    assert {b.seat: (b.platform, b.fortresses) for b in t.state.buildings} == {0: ("P5", 1), K: ("P5", 2)}


def test_skimmers_go_to_the_public_starfall() -> None:
    """§10.5: wherever others lie; none left makes it impossible."""
    t = position("Y B K", stars={"TT": "3", "SS": "1"}, public="SS")
    for _ in range(2):
        turn(t, "B15", previous="B01")
    assert (t.state.seats[K].placed, t.state.seats[K].skimmers) == ({REGION["SS"]: 2}, 0)
    assert choose_skimmer(t.state, K) is None


# -- tokens and the market card --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("difficulty", "stars", "values"),
    [
        ("easy", {"PP": "1", "CC": "1", "MM": "1"}, [1, 8, 2]),
        ("medium", {"PP": "1", "MM": "4"}, [6, 0, 2]),
        ("hard", {"PP": "1", "CC": "1", "MM": "1"}, [6, 8, 2]),
        ("hard", {"MM": "1"}, [1, 0, 3]),
        ("hard", {}, [1, 0, 2]),
        ("hard", {"MM": "1", "CC": "1"}, [1, 8, 3]),
    ],
)
def test_the_greatest_high_values_chase_starfalls(difficulty: str, stars: dict[str, str], values: list[int]) -> None:
    """§10.6: one, hard two; how many starfalls lie there, fortresses and skimmers play no part."""
    t = position(
        "Y B K",
        difficulty=difficulty,
        stars=stars,
        ships={"K": "PP1/6 CC0/8 MM2/3"},
        buildings={"K": "P5F P5F"},
        skimmers={"K": "PP"},
    )
    turn_up_tokens(t)
    assert [ship.value for ship in t.state.seats[K].ships] == values


@pytest.mark.parametrize(
    ("difficulty", "before", "counter", "stars"), [("easy", 0, 0, 0), ("medium", 5, 0, 1), ("hard", 4, 0, 1)]
)
def test_a_marker_on_gold_counts_one(difficulty: str, before: int, counter: int, stars: int) -> None:
    """§10.8: easy opponents count nothing, medium ones to six, hard ones to five."""
    t = position("Y B K", difficulty=difficulty)
    ai(t).counter = before
    opponents.landed_on_gold(t, K)
    assert (ai(t).counter, t.state.seats[K].stars) == (counter, stars)


def test_easy_opponents_markets_give_nothing() -> None:
    """§10.1, §10.8: they have no market card; the market blocks nothing either."""
    t = position("Y B K", ships={"K": "MM1/5", "Y": "MM4"}, buildings={"K": "P6M P6M"})
    RoundEnd(t)
    assert (ai(t).counter, t.state.seats[K].stars, t.state.seats[K].resources) == (0, 0, [0, 0, 0])


def test_no_two_regions_and_no_two_platforms_lie_at_the_same_point() -> None:
    """§10.3: the compass always decides."""
    for places in (REGIONS.values(), PLATFORMS.values()):
        assert len({(place.x, place.y) for place in places}) == len(places)
