"""The record of a match as JSON, and its replay from the revealed seed: anybody can verify every shuffle and roll.

No database: the kernel is enough.
"""

from __future__ import annotations

from hashlib import blake2b
from itertools import pairwise
from typing import Any, Literal

import msgspec
from msgspec import Struct

from engines.desk.records import Order
from engines.kernel.decision import Answer, Refused
from engines.kernel.game import Game, OptionValue
from engines.kernel.match import Action, Match, RulesBug
from engines.kernel.rng import Rng, commitment

FORMAT = 1


class Played(Struct, frozen=True, omit_defaults=True):
    """An answer, or the end of a game that was conceded or stopped.

    digest: the position that it led to. undone: taken back later, or lost to a restart under newer rules.
    """

    serial: int
    seat: int
    verb: str
    answer: Answer
    undone: bool
    rules: int
    digest: str
    kind: Literal["answer", "concede", "stop"] = "answer"


class Record(Struct, frozen=True):
    """A whole match without names. arrival: for each seat, when its person joined (0: first).

    A running match has neither seed nor actions here, unless it was revealed on purpose.
    """

    format: int
    game: str
    rules: int
    options: dict[str, OptionValue]
    seats: int
    order: Order
    arrival: tuple[int, ...]
    commitment: str
    over: bool
    seed: str | None
    actions: tuple[Played, ...]


def read(raw: bytes) -> Record:
    """The record in these bytes. Raises ValueError, with the place of the fault."""
    return msgspec.json.decode(raw, type=Record)


def write(record: Record) -> bytes:
    """The record as JSON for people."""
    return msgspec.json.format(msgspec.json.encode(record), indent=1) + b"\n"


def seat_order(seed: bytes, guests: int) -> tuple[int, ...]:
    """The random order of seats: for each seat, who sits there, counted as they joined.

    Drawn from the match's own seed.
    """
    order = list(range(guests))
    Rng(blake2b(b"seats", key=seed).digest()[:32]).shuffle(order)
    return tuple(order)


def verify(game: Game[Any, Any], record: Record | bytes) -> str | None:
    """Play the record again from its seed: the first difference, or None if every position is as it says."""
    if isinstance(record, bytes):
        record = read(record)
    if record.format != FORMAT:
        return f"format: {record.format}, but this reads {FORMAT}"
    if record.game != game.slug:
        return f"game: {record.game}, not {game.slug}"
    if record.rules != game.rules:
        return f"written under rules {record.rules}, but these are rules {game.rules}"
    if record.seats not in game.seats:
        return f"seats: {record.seats}, but {game.slug} is not for so many"
    if record.seed is None:
        return "seed: not yet revealed"
    seed = bytes.fromhex(record.seed)
    if commitment(seed) != record.commitment:
        return "seed: its hash is not the published commitment"
    joined = seat_order(seed, record.seats) if record.order == "random" else tuple(range(record.seats))
    if joined != record.arrival:
        return f"order of seats: {list(record.arrival)}, but the seed draws {list(joined)}"
    serials = [action.serial for action in record.actions]
    if twice := next((after for before, after in pairwise(serials) if after <= before), None):
        return f"action {twice}: out of its order"
    counted = [action for action in record.actions if not action.undone]
    if foreign := next((a for a in counted if a.rules != game.rules), None):
        return f"action {foreign.serial}: played by rules {foreign.rules}, but these are rules {game.rules}"
    return _replay(game, record, seed, counted)


def _replay(game: Game[Any, Any], record: Record, seed: bytes, counted: list[Played]) -> str | None:
    try:
        match = Match.new(game, record.seats, record.options, seed)
    except Refused as refused:
        return f"options: refused ({refused.why.key})"
    for played in counted:
        try:
            match.act(Action(played.seat, played.verb, played.answer, kind=played.kind))
        except Refused as refused:
            return f"action {played.serial} ({played.verb} by seat {played.seat}): refused ({refused.why.key})"
        except RulesBug as bug:
            return f"action {played.serial} ({played.verb} by seat {played.seat}): {bug}"
        if match.digest() != played.digest:
            return f"action {played.serial} ({played.verb} by seat {played.seat}): leads to another position"
    if record.over != (match.outcome is not None):
        return (
            "end: the record is over, the replay is not"
            if record.over
            else "end: the replay is over, the record is not"
        )
    return None
