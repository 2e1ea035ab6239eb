"""Scenarios: examples of a rulebook as data. Given … when … then …; the format is told in engines/README.md.

A file is TOML, decoded here into frozen Structs; a fault in it is one line with the place. What the facts of a game are
called is the game's
own matter (`Game.given`, `Game.facts`, `Game.shown`); everything else is the same for all.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

import msgspec
from msgspec import Struct

from engines.kernel.decision import Decision, Pick, Refused, Steps
from engines.kernel.game import Game
from engines.kernel.match import ENDINGS, Action, Match, RulesBug, Turn, settle_options
from engines.kernel.rng import SEED_BYTES, Rng, ScriptedRng
from engines.kernel.simulate import seed_of
from engines.kernel.text import Each, Noun, Param, Text, Who

Facts = dict[str, Any]

EVERYBODY = "all"
"""The viewer that sees what everybody sees."""

OPERATORS = {"has", "lacks", "not", "any", "least", "most"}


class ScenarioFault(ValueError):
    """A scenario says what cannot be understood. The message is one line: where, and why."""


class Step(Struct, frozen=True, forbid_unknown_fields=True):
    """One thing that is done, and what must be true then. All parts may be left out."""

    do: str = ""
    refused: bool | str = False
    then: Facts = {}
    sees: dict[str, Facts] = {}
    asked: Any = None
    legal: dict[str, Any] = {}
    told: dict[str, Any] = {}
    undo: str | None = None


NOTHING = Step()


class Scenario(Struct, frozen=True, forbid_unknown_fields=True):
    """One example. What it leaves out it takes from the head of its file."""

    name: str
    step: tuple[Step, ...]
    seats: int | None = None
    options: Facts = {}
    given: Facts = {}
    results: dict[str, str | list[str]] = {}
    orders: dict[str, list[str]] = {}


class Often(Struct, frozen=True, forbid_unknown_fields=True, rename={"is_": "is"}):
    """How often a fact must be so, over the seeds: a share with a tolerance."""

    fact: str
    is_: Any
    share: float | str
    within: float


class Setup(Struct, frozen=True, forbid_unknown_fields=True):
    """What is true of new games. seeds: over how many; always: of each; often: of how many; refused.

    It cannot be begun.
    """

    name: str
    seats: int | None = None
    options: Facts = {}
    seeds: int = 1
    always: Facts = {}
    sees: dict[str, Facts] = {}
    often: tuple[Often, ...] = ()
    refused: bool | str = False


class File(Struct, frozen=True, forbid_unknown_fields=True):
    """A scenario file: what its scenarios share, then the scenarios."""

    game: str
    example: str = ""
    seats: int = 2
    options: Facts = {}
    given: Facts = {}
    results: dict[str, str | list[str]] = {}
    orders: dict[str, list[str]] = {}
    scenario: tuple[Scenario, ...] = ()
    setup: tuple[Setup, ...] = ()


def parse(source: str | bytes) -> File:
    """The file of that text. Raises ScenarioFault."""
    try:
        file = msgspec.toml.decode(source, type=File)
    except msgspec.ValidationError as fault:
        reason, _, where = str(fault).partition(" - at `$")
        raise ScenarioFault(f"{where.rstrip('`').lstrip('.') or 'top level'}: {reason}") from None
    except (msgspec.DecodeError, UnicodeDecodeError) as fault:
        raise ScenarioFault(f"top level: {' '.join(str(fault).split())}") from None
    if not file.scenario and not file.setup:
        raise ScenarioFault("top level: neither [[scenario]] nor [[setup]]")
    return file


def run(file: File, games: Mapping[str, Game[Any, Any]]) -> Iterator[tuple[str, str | None]]:
    """Every scenario of the file in order: its name, and the first difference (None: all as told).

    Raises ScenarioFault.
    """
    if file.game not in games:
        raise ScenarioFault(f"game: there is no game {file.game!r}; there are {', '.join(sorted(games))}")
    game = games[file.game]
    for number, setup in enumerate(file.setup):
        with _Place(f"setup[{number}]"):
            yield setup.name, _run_setup(game, file, setup)
    for number, scenario in enumerate(file.scenario):
        with _Place(f"scenario[{number}]"):
            yield scenario.name, _Run(game, file, scenario).difference()


class _Place:
    """Puts where we are before a fault."""

    def __init__(self, where: str) -> None:
        self.where = where

    def __enter__(self) -> None: ...

    def __exit__(self, kind: object, fault: BaseException | None, trace: object) -> None:
        if isinstance(fault, ScenarioFault):
            raise ScenarioFault(f"{self.where}.{fault}") from None


# -- scenarios ---------------------------------------------------------------------------------------------------------


class _Run:
    """One scenario being run."""

    def __init__(self, game: Game[Any, Any], file: File, scenario: Scenario) -> None:
        self.game = game
        self.scenario = scenario
        self.seats = scenario.seats or file.seats
        given = merged(file.given, scenario.given)
        if self.seats not in game.seats:
            raise ScenarioFault(f"seats: {game.slug} is not for {self.seats}")
        try:
            options = settle_options(game, self.seats, {**file.options, **scenario.options})
        except Refused as refusal:
            raise ScenarioFault(f"options: {refusal.why.key}: {plain(refusal.why)}") from None
        self.state = game.given({**given, "seats": self.seats, "options": options})
        results = {**file.results, **scenario.results}
        orders = {**file.orders, **scenario.orders}
        self.rng = ScriptedRng(
            bytes(SEED_BYTES),
            {why: _words(line) for why, line in results.items()},
            {why: [_words(line) for line in lines] for why, lines in orders.items()},
        )

    def difference(self) -> str | None:
        """The first difference. Raises ScenarioFault."""
        if not self.scenario.step:
            raise ScenarioFault("step: there is none")
        try:
            self.match: Match[Any, Any] = Match.at(self.game, self.state, self.rng)
            self.turn: Turn = self.match.opening
            for number, step in enumerate(self.scenario.step):
                with _Place(f"step[{number}]"):
                    found = self._step(step)
                if found is not None:
                    return f"step {number + 1}{f' ({step.do})' if step.do else ''}: {found}"
        except RulesBug as bug:
            return f"{bug}: {bug.__cause__}"
        if self.rng.unused:
            return f"script: {self.rng.unused[0]}: expected to be used up, found more than was drawn"
        return None

    def _step(self, step: Step) -> str | None:
        if step == NOTHING:
            raise ScenarioFault("do: nothing is done and nothing expected")
        if step.do:
            found = self._do(step)
            if found is not None:
                return found
        return self._then(step)

    def _do(self, step: Step) -> str | None:
        seat, verb, answer = self._read(step.do)
        before = self.match.digest()
        try:
            if verb == "undo":
                self.match.take_back(seat)
                self.turn = self.match.opening
            else:
                self.turn = self.match.act(ENDINGS[verb](seat) if verb in ENDINGS else Action(seat, verb, answer))
        except Refused as refusal:
            if step.refused is False:
                return f"refused: expected false, found {refusal.why.key!r}"
            if isinstance(step.refused, str) and step.refused != refusal.why.key:
                return f"refused: expected {step.refused!r}, found {refusal.why.key!r}"
            return None if self.match.digest() == before else "refused: expected no change, found one"
        return None if step.refused is False else f"refused: expected {_show(step.refused)}, found that it was done"

    def _read(self, do: str) -> tuple[int, str, tuple[str, ...]]:
        """`P2 dig 1`: who, what, how. Nobody named: whoever is asked first."""
        words = do.split() or [""]
        seat = self._seat(words[0], "do")
        if seat is None:
            seat = self.match.pending[0].seat if self.match.pending else 0
        else:
            words = words[1:]
        if not words:
            raise ScenarioFault(f"do: {do!r} names nothing to do")
        verb, *rest = words
        if not rest and any(
            isinstance(d, Pick) and d.verb == verb and (d.least, len(d.options)) == (1, 1) for d in self.match.pending
        ):
            rest = ["go"]
        return seat, verb, tuple(rest)

    def _seat(self, name: str, where: str) -> int | None:
        """The seat called `P1`, `P2` …; None if it isn't such a name. where: what of the step names it."""
        if name[:1] != "P" or not name[1:].isdecimal():
            return None
        seat = int(name[1:]) - 1
        if seat not in range(self.seats):
            raise ScenarioFault(f"{where}: there is no seat {name} at a table of {self.seats}")
        return seat

    def _viewer(self, name: str) -> int | None:
        if name == EVERYBODY:
            return None
        seat = self._seat(name, "sees")
        if seat is None:
            raise ScenarioFault(f"sees: {name!r} is neither a seat (P1 …) nor {EVERYBODY!r}")
        return seat

    def _then(self, step: Step) -> str | None:
        match = self.match
        differences = [difference(step.then, self.game.facts(match.state, match.outcome), "then")] if step.then else []
        for name, facts in step.sees.items():
            differences.append(difference(facts, self.game.shown(match.view(self._viewer(name))), f"sees.{name}"))
        for name, events in step.told.items():
            viewer = self._viewer(name)
            heard = [e.text for e in self.turn.events if e.seen_by is None or viewer in e.seen_by]
            differences.append(difference(events, [plain(text) for text in heard], f"told.{name}"))
        if step.asked is not None:
            asked = [f"P{d.seat + 1} {d.verb}" for d in match.pending if d.playable]
            differences.append(difference(step.asked, asked, "asked"))
        for name, keys in step.legal.items():
            differences.append(difference(keys, self._legal(name), f"legal.{name}"))
        if step.undo is not None:
            may = next((f"P{seat + 1}" for seat in range(self.seats) if match.may_take_back(seat)), "")
            differences.append(difference(step.undo, may, "undo"))
        return next((found for found in differences if found is not None), None)

    def _legal(self, name: str) -> list[str]:
        """The keys that `P1 dig` or `dig` may be answered with now."""
        *who, verb = name.split()
        seat = self._seat(who[0], "legal") if who else None
        found = [d for d in self.match.pending if d.verb == verb and (seat is None or d.seat == seat)]
        return [key for decision in found for key in _keys(decision)]


def _keys(decision: Decision) -> list[str]:
    if isinstance(decision, Pick):
        return [o.key for o in decision.legal]
    if isinstance(decision, Steps):
        return [] if decision.first is None else [o.key for o in decision.first.legal]
    raise ScenarioFault(f"legal: {decision.verb} is not a choice between options")


# -- new games ---------------------------------------------------------------------------------------------------------


def _run_setup(game: Game[Any, Any], file: File, setup: Setup) -> str | None:
    """The first difference of new games from what is told of them."""
    seats, options = setup.seats or file.seats, {**file.options, **setup.options}
    counts: Counter[int] = Counter()
    for number in range(setup.seeds):
        seed = seed_of("setup", number)
        try:
            match = Match.new(game, seats, options, seed)
        except Refused as refusal:
            if setup.refused is True or setup.refused == refusal.why.key:
                return None
            return f"refused: expected {_show(setup.refused)}, found {refusal.why.key!r}"
        if setup.refused is not False:
            return f"refused: expected {_show(setup.refused)}, found a game"
        facts = game.facts(match.state, match.outcome)
        found = difference(setup.always, facts, "always")
        for name, seen in setup.sees.items():
            viewer = None if name == EVERYBODY else int(name[1:]) - 1
            found = found or difference(seen, game.shown(match.view(viewer)), f"sees.{name}")
        if found is None and Match.new(game, seats, options, seed, Rng(seed)).digest() != match.digest():
            found = "expected the same game from the same seed, found another"
        if found is not None:
            return f"seed {number}: {found}"
        counts.update(
            i for i, often in enumerate(setup.often) if difference(often.is_, _fact(facts, often.fact), "") is None
        )
    for i, often in enumerate(setup.often):
        share, wanted = counts[i] / setup.seeds, float(Fraction(often.share))
        if abs(share - wanted) > often.within:
            return (
                f"often: {often.fact} is {_show(often.is_)}: expected {often.share} ± {often.within}, found {share:.4f}"
            )
    return None


def _fact(facts: Facts, path: str) -> Any:
    found: Any = facts
    for name in path.split("."):
        if not isinstance(found, dict) or name not in found:
            raise ScenarioFault(f"often: there is no fact {path!r}")
        found = found[name]
    return found


# -- comparing ---------------------------------------------------------------------------------------------------------


def merged(below: Facts, above: Facts) -> Facts:
    """Two tables as one, deep; what stands above wins."""
    both = dict(below)
    for key, value in above.items():
        old = both.get(key)
        both[key] = merged(old, value) if isinstance(old, dict) and isinstance(value, dict) else value
    return both


def difference(wanted: Any, found: Any, path: str) -> str | None:
    """The first difference, as one line: path, expected, found. A table may tell less than there is; a list may not.

    Against anything that is no table, a table is a condition: has, lacks, not, any, least, most.
    """
    if isinstance(wanted, dict) and isinstance(found, dict):
        for key, value in wanted.items():
            if key not in found:
                raise ScenarioFault(f"{path}.{key}: there is no such fact; there are {', '.join(map(str, found))}")
            inner = difference(value, found[key], f"{path}.{key}")
            if inner is not None:
                return inner
        return None
    if isinstance(wanted, dict):
        unknown = set(wanted) - OPERATORS
        if unknown or not wanted:
            raise ScenarioFault(f"{path}: {_show(found)} is no table, and {sorted(unknown)} are no conditions")
        return None if all(_holds(op, value, found) for op, value in wanted.items()) else _differs(path, wanted, found)
    if isinstance(wanted, list) and isinstance(found, list):
        if len(wanted) != len(found):
            return _differs(path, wanted, found)
        return next(
            (d for i, (w, f) in enumerate(zip(wanted, found, strict=True)) if (d := difference(w, f, f"{path}[{i}]"))),
            None,
        )
    if isinstance(found, dict) and "key" in found:
        found = found["key"]
    return (
        None
        if wanted == found and isinstance(wanted, bool) is isinstance(found, bool)
        else _differs(path, wanted, found)
    )


def _holds(operator: str, value: Any, found: Any) -> bool:
    match operator:
        case "has" | "lacks":
            items = found.split() if isinstance(found, str) else found
            there = any(difference(value, item, "") is None for item in items)
            return there if operator == "has" else not there
        case "not":
            return difference(value, found, "") is not None
        case "any":
            return any(difference(one, found, "") is None for one in value)
        case "least":
            return bool(found >= value)
        case _:
            return bool(found <= value)


def _differs(path: str, wanted: Any, found: Any) -> str:
    return f"{path}: expected {_show(wanted)}, found {_show(found)}"


def _show(value: Any) -> str:
    return msgspec.json.encode(value).decode()


def _words(line: str | Sequence[str]) -> list[str]:
    return line.split() if isinstance(line, str) else list(line)


def plain(text: Text) -> Facts:
    """A text as a table: its key and its parameters, people as P1 …, things as their keys."""
    return {"key": text.key, **{name: _plain(value) for name, value in text.params.items()}}


def _plain(value: Param) -> Any:
    match value:
        case Who():
            return f"P{value.seat + 1}"
        case Noun():
            return value.key
        case Each():
            return [_plain(item) for item in value.items]
        case Text():
            return plain(value)
        case _:
            return value
