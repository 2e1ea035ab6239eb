"""§10.6 Hellkite: it walks over six spaces, stops resources, and is hunted with low dice."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TypeAlias

from engines.aerion.caution import caution
from engines.aerion.components import CLASSES, DATA, Site, noun
from engines.aerion.moments import Deal, Expansion
from engines.aerion.naming import circled, column_words, place_brief, place_noun
from engines.aerion.places import place, places
from engines.aerion.state import (
    HellkiteState,
    Lair,
    State,
    T,
    dice_sum,
    place_mark,
    record,
    slot_mark,
    take_from_display,
    who,
)
from engines.aerion.view import Deed, GoalView
from engines.kernel.decision import ONLY, Decision, Option, Pick
from engines.kernel.game import Options
from engines.kernel.rng import Rng
from engines.kernel.text import Text, text

RULE = DATA.hellkite
MARK = "hellkite"
"""The anchor of the pawn."""

Take: TypeAlias = tuple[int, str] | None
"""What a hunt acquires beside: (column, place), or nothing."""


class Hellkite(Expansion):
    """To win, all six lairs must be removed. Hard: the row is cleared from its ends, all outposts first."""

    option = "hellkite"

    def lay_out(self, state: State, options: Options, rng: Rng) -> None:
        """§3.7 Six of the lairs face down, on them six of the outposts; two of each go unseen. It starts leftmost."""
        lairs = shuffled(DATA.lair, rng, "lairs")
        outposts = shuffled(DATA.outpost, rng, "outposts")
        state.hellkite = HellkiteState(
            hard=options[self.option] == "hard",
            outposts=[*outposts[: RULE.spaces]],
            lairs=[Lair(shows) for shows in lairs[: RULE.spaces]],
            lairs_out=lairs[RULE.spaces :],
            outposts_out=outposts[RULE.spaces :],
        )

    # -- stop ------------------------------------------------------------------------------------------------------

    def why_not_acquire(self, state: State, column: int, card: str) -> Text | None:
        """Elements of the class at its space cannot be acquired this turn, to no place at all (R48, R49)."""
        stopped = outpost_here(state)
        if stopped is not None and card in CLASSES[stopped].types:
            return text("aerion.why.stopped", card=noun(card))
        return None

    # -- hunt ------------------------------------------------------------------------------------------------------

    def ask_main(self, t: T) -> Iterator[Decision]:
        """§8 `hunt`, while it is on the board."""
        if lairs_left(t.state):
            yield ask_hunt(t)

    def deals(self) -> Mapping[str, Deal]:
        return {"hunt": hunt}

    # -- move ------------------------------------------------------------------------------------------------------

    def before_refill(self, t: T) -> None:
        """§9.2 One space to the right, skipping empty spaces, from the last back to the first.

        Also from a space that was emptied this turn (R52).
        """
        kite, spaces = part(t.state), lairs_left(t.state)
        if not spaces:
            return
        space = next((space for space in spaces if space > kite.pawn), spaces[0])
        if space == kite.pawn:
            return
        kite.pawn = space
        record(t, Deed(t.state.active, "moved", n=space))
        stopped = outpost_here(t.state)
        if stopped is None:
            t.tell("aerion.hellkite.moved", at=(MARK, mark(space)), space=space)
        else:
            t.tell("aerion.hellkite.stops", at=(MARK, mark(space)), space=space, stopped=CLASSES[stopped].noun)

    def goals(self, state: State) -> Iterator[GoalView]:
        left = len(lairs_left(state))
        yield GoalView("lairs", RULE.spaces - left, RULE.spaces, not left)


def part(state: State) -> HellkiteState:
    """The state's part that belongs to this expansion."""
    assert state.hellkite is not None
    return state.hellkite


def shuffled(sites: Sequence[Site], rng: Rng, why: str) -> list[str]:
    """What these cards show, in a random order."""
    shown = [site.resource for site in sites]
    rng.shuffle(shown, why)
    return shown


def mark(space: int) -> str:
    """The anchor of a space."""
    return f"space.{space}"


def outpost_here(state: State) -> str | None:
    """The class of the outpost at the Hellkite's space, if there is one."""
    kite = part(state)
    return kite.outposts[kite.pawn - 1]


def outposts_left(state: State) -> list[int]:
    """The spaces with an outpost."""
    return [space for space, outpost in enumerate(part(state).outposts, start=1) if outpost is not None]


def lairs_left(state: State) -> list[int]:
    """The spaces with a lair: all that are not empty."""
    return [space for space, lair in enumerate(part(state).lairs, start=1) if lair is not None]


def ask_hunt(t: T) -> Pick[Take]:
    """§8 `hunt`: the card to remove is given; what may be taken with a lair is to be chosen."""
    prompt = text("aerion.hunt.ask", space=part(t.state).pawn, sum=RULE.hunt_max_sum)
    return Pick(t.state.active, "hunt", prompt, lambda: hunt_options(t))


def hunt_options(t: T) -> Iterator[Option[Take]]:
    """Remove the outpost; or the lair, with or without one display card of its class (R50)."""
    kite, why_not = part(t.state), why_not_hunt(t.state)
    lair = kite.lairs[kite.pawn - 1]
    outpost = outpost_here(t.state)
    if outpost is not None:
        label = text("aerion.hunt.outpost", shows=CLASSES[outpost].noun)
    elif lair is not None:
        label = text("aerion.hunt.lair", shows=CLASSES[lair.shows].noun)
    else:
        label = text("aerion.hunt.nothing")
    yield hunt_option(t, ONLY, None, label, why_not, mark(kite.pawn))
    if outpost is None and lair is not None:
        for column, card in t.state.display:
            if card in CLASSES[lair.shows].types:
                for to, why_not_there in places(t.state, t.state.active, card):
                    label = text(
                        "aerion.hunt.take",
                        column=circled(column),
                        card=noun(card),
                        place=place_brief(to, t.state.active),
                    )
                    why_not_take = why_not or why_not_there
                    yield hunt_option(t, f"{column}.{to}", (column, to), label, why_not_take, slot_mark(column))


def hunt_option(t: T, key: str, take: Take, label: Text, why_not: Text | None, at: str) -> Option[Take]:
    """An option, with its warning if it is to be had."""
    warning = None if why_not else caution(t, "hunt", lambda trial: hunt(trial, take))
    return Option(key, take, label, why_not, at, warning=warning)


def why_not_hunt(state: State) -> Text | None:
    """§8 Dice sum ≤ 15; hard: what is hunted lies at an end of the row."""
    pawn = part(state).pawn
    if pawn not in lairs_left(state):
        return text("aerion.why.nothing_to_hunt")
    if dice_sum(state) > RULE.hunt_max_sum:
        return text("aerion.why.sum_too_high", most=RULE.hunt_max_sum, sum=dice_sum(state))
    if part(state).hard:
        left = outposts_left(state)
        if left and pawn not in left:
            return text("aerion.why.outposts_first")
        row = left or lairs_left(state)
        if pawn not in (row[0], row[-1]):  # R51: the ends of what remains
            return text("aerion.why.not_at_the_end", first=row[0], last=row[-1])
    return None


def hunt(t: T, take: Take) -> None:
    """§10.6 Only one card is removed: the outpost, which turns up the lair under it; or the lair.

    With the lair one display card of its class is acquired at once, if wished, without regard to the dice (R50).
    """
    kite = part(t.state)
    space, lair = kite.pawn, kite.lairs[kite.pawn - 1]
    assert lair is not None, "a hunt needs a lair, covered or not"
    seat, shows = t.state.active, CLASSES[lair.shows].noun
    outpost = outpost_here(t.state)
    if outpost is not None:
        kite.outposts[space - 1] = None
        lair.up = True
        record(t, Deed(seat, "hunt", n=space))
        removed = CLASSES[outpost].noun
        t.tell(
            "aerion.hunt.outpost_removed", at=(MARK, mark(space)), who=who(t), removed=removed, space=space, shows=shows
        )
        t.bar()
        return
    kite.lairs[space - 1] = None
    t.tell("aerion.hunt.lair_removed", at=(MARK, mark(space)), who=who(t), shows=shows, n=len(lairs_left(t.state)))
    if take is None:
        record(t, Deed(seat, "hunt", n=space))
        return
    column, to = take
    card = take_from_display(t.state, column)
    record(t, Deed(seat, "hunt", card=card, column=column, to=to, n=space))
    t.tell(
        "aerion.hunt.taken",
        at=(slot_mark(column), place_mark(to)),
        who=who(t),
        card=noun(card),
        column=column_words(column),
        place=place_noun(to),
    )
    place(t, seat, card, column, to)
