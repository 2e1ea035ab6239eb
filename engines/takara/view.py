"""What somebody may see of a game of Takara Island: frozen copies, nothing to hide in them (§10)."""

from __future__ import annotations

from msgspec import Struct

SLOTS = 9
"""Slots of a tunnel on the picture; the lowest `len(cards)` of them are filled."""


class CardView(Struct, frozen=True):
    """One card of a tunnel.

    card: its id if the viewer may see its face, else None. known: face down, but this viewer has looked at it.
    """

    layer: str
    card: str | None
    up: bool
    wounds: int = 0
    known: bool = False


class TunnelView(Struct, frozen=True):
    """A tunnel from the top. visitors: the adventurers (seat, number) that acted there in the last or present turn."""

    number: int
    cards: tuple[CardView, ...]
    visitors: tuple[tuple[int, int], ...] = ()


class AdventurerView(Struct, frozen=True):
    """An adventurer: 1–3 (3 = recruit).

    place: an id of components.toml `[[place]]`. tunnel: 1–6 if the place is `tunnel`, else 0.
    """

    number: int
    place: str
    tunnel: int = 0


class PlayerView(Struct, frozen=True):
    """A camp. xp: total so far, without kara and stones (= tie-break value of §9)."""

    seat: int
    kara: int
    xp: int
    items: tuple[int, ...]
    tokens: int
    map_kept: bool
    skull: bool
    stones: tuple[str, ...]
    adventurers: tuple[AdventurerView, ...]
    specialist: str | None


class SpecialistView(Struct, frozen=True):
    """A specialist's card.

    cost: kara, None for the impersonator (cost of the copied + surcharge). holder: a seat, None on the dock.
    """

    id: str
    cost: int | None
    holder: int | None = None
    up: bool = True
    copied: str | None = None


class Result(Struct, frozen=True):
    """One thing that a deed brought.

    kind: kara | xp | token | injured | card (turned up, taken or cleared away) | treasure | stone | wound | slain |
    specialist | seen (n cards) | recruited | healed | ended. n: how much, or 0. card: which card, or "".
    """

    kind: str
    n: int = 0
    card: str = ""


class Deed(Struct, frozen=True):
    """One public action of a turn and what came of it: an icon on the "last turn" strip (§12).

    verb: an id of §5, or `skipped` for a turn without a ready adventurer. tunnel: where, or what a specialist was hired
    for; else 0. crew: the adventurers used.
    """

    seat: int
    verb: str
    tunnel: int = 0
    crew: tuple[int, ...] = ()
    results: tuple[Result, ...] = ()


class LookView(Struct, frozen=True):
    """The viewer's last look: a tunnel, and (position from the top at that time, card id) of each card seen."""

    tunnel: int
    seen: tuple[tuple[int, str], ...]


class SurveyView(Struct, frozen=True):
    """The viewer's own open survey.

    seen: (position, card id) so far. monster: the last of them is an undecided monster. further: looks left.
    """

    tunnel: int
    seen: tuple[tuple[int, str], ...]
    monster: bool
    further: int


class View(Struct, frozen=True):
    """Everything one viewer may see. viewer: a seat, or None for the public.

    phase: act | survey | map_choice | end_day | over, as far as the viewer may know (a foreign open survey looks like
    `act`, R12). warning: one more exhausted tunnel ends the game. deeds: the last completed turn's (before it that of
    which it is the skipped successor), then the present turn's. ranks, scores: one a seat, once the game is over; so is
    revealed_treasures, the treasure deck (R36).
    """

    viewer: int | None
    phase: str
    active: int
    turn: int
    starting: int
    tunnels: tuple[TunnelView, ...]
    players: tuple[PlayerView, ...]
    specialists: tuple[SpecialistView, ...]
    sword: int | None
    stock: int
    treasures: int
    discard: tuple[str, ...]
    stones_found: int
    exhausted: int
    warning: bool
    deeds: tuple[Deed, ...] = ()
    look: LookView | None = None
    survey: SurveyView | None = None
    result: str | None = None
    ranks: tuple[int, ...] = ()
    scores: tuple[int, ...] = ()
    revealed_treasures: tuple[str, ...] = ()
