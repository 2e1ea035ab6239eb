"""What somebody may see of a game of Aerion: frozen copies, nothing to hide in them (§12)."""

from __future__ import annotations

from msgspec import Struct


class CardView(Struct, frozen=True):
    """A card.

    id: of components.toml. kind: blueprint | material | crew | book | factory | hourglass | bird | worker | egg.
    column: where it belongs, 1–6.
    """

    id: str
    kind: str
    column: int


class ColumnView(Struct, frozen=True):
    """A column from left to right, 1–6.

    deck: its combination's id (aabb | aaa | aaabb | abcde | aabbcc | aaaa); label: as it is written ("AABB").
    known: top cards of the draw pile that everybody knows, the top first. contents: (card id, count) of the whole draw
    pile, in the order of components.toml. discard: ids, the last one lies on top.
    met: the dice, once rolled, show the combination. status of the display card, only while dice are rolled: "take" it
    can be acquired now or once the dice show it | "no_place" | "stopped" by the Hellkite | "never" (birds, workers) |
    "" (no card, or not rolling).
    fresh: the display card came with the last replenishing.
    """

    number: int
    deck: str
    label: str
    slot: CardView | None
    draw: int
    known: tuple[str, ...]
    contents: tuple[tuple[str, int], ...]
    discard: tuple[str, ...]
    met: bool = False
    status: str = ""
    fresh: bool = False


class WorkshopView(Struct, frozen=True):
    """A workshop: ws1, ws2 (alone); ws_p1, ws_p2, ws_common. owner: a seat or None.

    crew_by: the seat that placed the crew (two players). moored: full, but its ship lies under a cloud.
    """

    id: str
    owner: int | None
    blueprint: CardView | None
    material: CardView | None
    crew: CardView | None
    crew_by: int | None = None
    moored: bool = False


class SeatView(Struct, frozen=True):
    """A seat's own places. payroll: workers to be paid; None without piers, or if the payroll is shared."""

    seat: int
    books: int
    reserve: tuple[CardView, ...]
    payroll: int | None = None


class ShipView(Struct, frozen=True):
    """A ship, 1–6: what it needs (ids), whether it flies, who owns it (two players), the cloud on it.

    cloud: "arrow" | "bare" | None.
    """

    number: int
    id: str
    blueprint: str
    material: str
    crew: str
    built: bool
    owner: int | None = None
    cloud: str | None = None


class FlagshipView(Struct, frozen=True):
    """The flagship and the factories. needs: (element id, whether it lies there). factories: ids, in play.

    lab_used: the Research Lab has worked this turn.
    """

    needs: tuple[tuple[str, bool], ...]
    flies: bool
    factories: tuple[str, ...]
    lab_used: bool
    hard: bool


class HourglassesView(Struct, frozen=True):
    """owned: how many the team owns of each kind, 1–6."""

    owned: tuple[int, ...]


class CloudsView(Struct, frozen=True):
    """sides: "arrow" | "bare" | "gone", cloud by cloud. hits: steps left. birds_needed: rule A's minimum, else 0.

    cover: rule B, cloud n lies on ship n.
    """

    sides: tuple[str, ...]
    hits: int
    birds_needed: int
    cover: bool


class PiersView(Struct, frozen=True):
    """built: pier by pier. payroll: workers on the shared payroll of a hard game, else None. hard: room for one."""

    built: tuple[bool, ...]
    payroll: int | None
    hard: bool


class EggsView(Struct, frozen=True):
    """stack: eggs that the team owns. duty: an egg must be acquired this turn or the game is lost."""

    stack: int
    duty: bool
    hard: bool


class SpaceView(Struct, frozen=True):
    """A space of the Hellkite's row.

    outpost: the class that it shows, None if removed. lair: "hidden" | the class that it shows | None if removed.
    """

    number: int
    outpost: str | None
    lair: str | None


class HellkiteView(Struct, frozen=True):
    """pawn: its space, 1–6. stopped: the class that nobody can acquire this turn, or "".

    unseen: the classes of lairs that nobody has seen yet (some of them lie in the box).
    removed_outposts: classes of the two that left the game at setup.
    """

    spaces: tuple[SpaceView, ...]
    pawn: int
    stopped: str
    unseen: tuple[str, ...]
    removed_outposts: tuple[str, ...]
    hard: bool


class GoalView(Struct, frozen=True):
    """One of the conditions of victory.

    key: ships | flagship | hourglasses | clouds | piers | payroll | lairs. done of total: ships, cards of the flagship,
    kinds, hits, piers, lairs; payroll: done is 0, total the workers still to be paid.
    """

    key: str
    done: int
    total: int
    met: bool


class Deed(Struct, frozen=True):
    """One public action of a turn: an icon on the "last turn" strip (§15).

    verb: an id of §8, or `built` (a ship flies: ship), `moved` (the Hellkite: n = its space), `swept` (an hourglass was
    discarded by the replenishing: card, column). dice: the dice after it, if it threw or turned any. changed: which of
    them (1–6). card: the display card it concerned (burned, acquired, hired …), from `column`. to: where an element
    went. n: points, hits, space … as the verb says. ship: 1–6, 7 = flagship. seat: who did it.
    """

    seat: int
    verb: str
    card: str = ""
    column: int = 0
    to: str = ""
    dice: tuple[int, ...] = ()
    changed: tuple[int, ...] = ()
    ship: int = 0
    n: int = 0


class SearchView(Struct, frozen=True):
    """EGG_PICK, for the active seat only: the draw pile of that column by type, (card id, count)."""

    column: int
    cards: tuple[tuple[str, int], ...]


class View(Struct, frozen=True):
    """Everything one viewer may see. viewer: a seat, or None for the public.

    phase: turn_start | rolling | egg_pick | factory_discard | wrap_up | last_chance | over. asked: the seats that
    LAST_CHANCE still asks. dice: six faces; empty before the very first roll; `rolled`: they count now. left: cards in
    all draw piles together. removed: (card id, count) out of the game. deeds: the last turn's, then the present one's
    (`deeds_now` of them). Expansions that are not in play are None. result: won | exhausted | egg_duty | conceded |
    None.
    """

    viewer: int | None
    phase: str
    active: int
    turn: int
    start: int
    columns: tuple[ColumnView, ...]
    dice: tuple[int, ...]
    rolled: bool
    free_rerolls: int
    pixies: int
    ships: tuple[ShipView, ...]
    workshops: tuple[WorkshopView, ...]
    seats: tuple[SeatView, ...]
    goals: tuple[GoalView, ...]
    left: int
    removed: tuple[tuple[str, int], ...]
    deeds: tuple[Deed, ...]
    deeds_now: int
    asked: tuple[int, ...] = ()
    flagship: FlagshipView | None = None
    hourglasses: HourglassesView | None = None
    clouds: CloudsView | None = None
    piers: PiersView | None = None
    eggs: EggsView | None = None
    hellkite: HellkiteView | None = None
    search: SearchView | None = None
    result: str | None = None
