"""Positions in the words of EXAMPLES.md: seats by their letters (Y B R G P, K O), regions by their abbreviations."""

from collections.abc import Iterator
from typing import Any

from engines.fractured_sky.components import DATA, DIFFICULTIES, SUPPLY, TOKENS, Resource
from engines.fractured_sky.resolution import end_round
from engines.fractured_sky.state import Ai, Airship, ObjectiveSlot, Scouting, Seat, Secret, State, Step, T, building
from engines.kernel.decision import Decision
from engines.kernel.flow import Runner
from engines.kernel.game import Table
from engines.kernel.rng import ScriptedRng

COLORS = {"Y": "yellow", "B": "blue", "R": "red", "G": "green", "P": "purple", "K": "black", "O": "orange"}
REGION = {region.abbr: region.id for region in DATA.regions}
ABBR = {region.id: region.abbr for region in DATA.regions}
SHORT = {resource.letter.lower(): resource.id for resource in DATA.resources}

Lines = dict[str, str]
"""Seat → what is said of it, word by word."""


def position(
    seats: str = "Y B R G",
    *,
    difficulty: str = "easy",
    number: int = 1,
    new: str = "",
    stars: Lines | None = None,
    ships: Lines | None = None,
    skimmers: Lines | None = None,
    buildings: Lines | None = None,
    public: str = "CV",
    tray: str = "",
    scouts: Lines | None = None,
    objectives: str = "",
    orders: dict[str, list[list[str]]] | None = None,
) -> T:
    """A table in ACTION of round `number`.

    new: the new order, "-" for a free slot (usual: seat order). stars: by region. ships: "PP3" is a chip, "PP1/6"
    a token, "PP3*" stands on the exploration slot. buildings: "P5F P5M". tray: "SS DD^" (^ face up). scouts: "1i 2"
    (slot, and what was taken; an automated opponent's counts). objectives: "iron_walls^" is flipped.
    """
    letters = seats.split()
    everybody = [_seat(letter, difficulty) for letter in letters]
    place = {letter: seat for seat, letter in enumerate(letters)}
    column = [None if letter == "-" else place[letter] for letter in (new or seats).split()]
    state = State(
        sum(seat.ai is None for seat in everybody),
        difficulty,
        everybody,
        list(range(len(letters))),
        column,
        round=number,
        step=Step.ACTION,
        stars={REGION[abbr]: int(count) for abbr, count in (stars or {}).items()},
        public=REGION[public],
        tray=[Secret(REGION[word.rstrip("^")], word.endswith("^")) for word in tray.split()],
        objectives=[ObjectiveSlot(word.rstrip("^"), word.endswith("^")) for word in objectives.split()],
    )
    for letter, word in _words(ships):
        state.seats[place[letter]].ships.append(_ship(word))
    for letter, word in _words(skimmers):
        placed = state.seats[place[letter]].placed
        placed[REGION[word]] = placed.get(REGION[word], 0) + 1
    for letter, word in _words(buildings):
        own = building(state, word[:-1], place[letter])
        own.fortresses += word[-1] == "F"
        own.markets += word[-1] == "M"
    for letter, word in _words(scouts):
        taken = SHORT.get(word[1:])
        counts = taken is not None or state.seats[place[letter]].ai is not None
        state.tray[int(word[0]) - 1].scouts.append(Scouting(place[letter], taken, counts))
    return Table(state, ScriptedRng(bytes(32), orders=orders))


def _seat(letter: str, difficulty: str) -> Seat:
    if letter not in "KO":
        return Seat(COLORS[letter], SUPPLY.fortresses, SUPPLY.markets, SUPPLY.skimmers)
    rule = DIFFICULTIES[difficulty]
    ai = Ai([], pile=list(range(len(TOKENS))))
    return Seat(COLORS[letter], rule.fortresses, rule.markets, rule.skimmers, ai)


def _ship(word: str) -> Airship:
    region, value = REGION[word[:2]], word[2:].rstrip("*")
    if "/" in value:
        low, high = map(int, value.split("/"))
        return Airship(region, token=TOKENS.index((low, high)), explorer=word.endswith("*"))
    return Airship(region, int(value), explorer=word.endswith("*"))


def _words(lines: Lines | None) -> Iterator[tuple[str, str]]:
    for letter, line in (lines or {}).items():
        for word in line.split():
            yield letter, word


class RoundEnd:
    """ROUND_END under way; what is asked is answered with `choose`."""

    def __init__(self, t: T) -> None:
        self.t = t
        self._runner = Runner(end_round(t), lambda: None)
        self._runner.start()

    @property
    def finished(self) -> bool:
        return self._runner.finished

    def asked(self, seat: int) -> Decision:
        (decision,) = (d for d in self._runner.questions() if d.seat == seat)
        return decision

    def seats(self) -> list[int]:
        """Who is asked, in seat order."""
        return [d.seat for d in self._runner.questions()]

    def choose(self, seat: int, answer: str) -> None:
        """Answer in the keys of EXAMPLES.md's regions: "PP.1 CC.0"."""
        keys = tuple(f"{REGION[word[:2]]}{word[2:]}" for word in answer.split())
        decision = self.asked(seat)
        self._runner.answer(decision, keys, decision.accept(keys))


def has(t: T, seat: int) -> str:
    """A seat's starfalls and resources: "1* 2g 0i 1w"."""
    own = t.state.seats[seat]
    return " ".join([f"{own.stars}*", *(f"{own.has(kind)}{kind[0]}" for kind in Resource)])


def told(t: T, key: str) -> list[dict[str, Any]]:
    """The parameters of each event of that key, so far."""
    return [event.text.params for event in t.events if event.text.key == f"fractured_sky.{key}"]
