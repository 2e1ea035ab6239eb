"""The whole position in words, for those who can't see the picture."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from engines.aerion.components import CARD_IDS, CLASSES, KIND_OF, SHIP_OF, noun
from engines.aerion.view import (
    ColumnView,
    Deed,
    FlagshipView,
    HellkiteView,
    SeatView,
    ShipView,
    SpaceView,
    View,
    WorkshopView,
)
from engines.kernel.text import Noun, Param, Text, Who, each, text
from render.kit.words import Words


def board(view: View, words: Words) -> str:
    """Everything the picture shows, and all cards by column, in paragraphs.

    The game, columns, places, ships, expansions, what one seat finds, what left the game, the last turn.
    """
    paragraphs = (
        opening(view),
        *map(_column, view.columns),
        _places(view),
        _ships(view),
        _expansions(view),
        _hellkite(view),
        _search(view),
        _removed(view),
        _lately(view),
    )
    said = ("\n".join(words.say(line) for line in lines) for lines in paragraphs)
    return "\n\n".join(paragraph for paragraph in said if paragraph)


def cards(counted: Iterable[tuple[str, int]]) -> Text | Param:
    """Cards by type, with their numbers."""
    said = [noun(card) if n == 1 else text("aerion.board.several", count=n, card=noun(card)) for card, n in counted]
    return each(said) if said else text("aerion.board.nothing")


def by_type(held: Iterable[str]) -> list[tuple[str, int]]:
    """How many of each type, in the order in which lists show them."""
    count = Counter(held)
    return [(card, count[card]) for card in CARD_IDS if count[card]]


# ---- the game


def opening(view: View, place: str = "board") -> Iterator[Text]:
    """Whose turn it is and what is being done, or how it ended; dice; goals; the clock."""
    yield title(view, place)
    if view.result is None:
        yield dice_line(view)
    yield goals_line(view)
    yield text("aerion.board.clock", left=view.left)


def title(view: View, place: str) -> Text:
    """Whose turn it is, or how it ended."""
    if view.result is not None:
        result = text(f"aerion.picture.result.{view.result}")
        return text(f"aerion.{place}.over", turn=view.turn, result=result)
    if view.phase == "last_chance":
        return text(f"aerion.{place}.asked", turn=view.turn, who=each(map(Who, view.asked)))
    phase = Noun(f"aerion.board.phase.{view.phase}")
    return text(f"aerion.{place}.turn", turn=view.turn, who=Who(view.active), phase=phase)


def dice_line(view: View) -> Text:
    """The dice from 1 to 6, whether they count, credits and Pixies."""
    shown = " ".join(map(str, view.dice))
    if not view.dice:
        return text("aerion.board.dice_none", pixies=view.pixies)
    if not view.rolled:
        return text("aerion.board.dice_old", dice=shown, pixies=view.pixies)
    total = sum(view.dice)
    return text("aerion.board.dice", dice=shown, sum=total, free=view.free_rerolls, pixies=view.pixies)


def goals_line(view: View) -> Text:
    """Every condition of victory, and how far it is."""
    return text("aerion.board.goals", goals=each(_goal(goal.key, goal.done, goal.total) for goal in view.goals))


def _goal(key: str, done: int, total: int) -> Text:
    return text(f"aerion.board.goal.{key}", done=done, total=total)


# ---- columns


def display(column: ColumnView) -> Text | Noun:
    """The display card, whether it is new, and whether it can be taken."""
    if column.slot is None:
        return text("aerion.board.empty")
    notes = []
    if column.fresh:
        notes.append(text("aerion.board.fresh"))
    if column.met and column.status != "take":
        notes.append(text("aerion.board.met"))
    if column.status and (column.met or column.status != "take"):
        notes.append(text(f"aerion.board.status.{column.status}"))
    card = noun(column.slot.id)
    return text("aerion.board.noted", card=card, notes=each(notes)) if notes else card


def _column(column: ColumnView) -> Iterator[Text]:
    shown = display(column)
    name = Noun(f"aerion.deck.{column.deck}")
    yield text("aerion.board.column", column=column.number, label=column.label, name=name, card=shown)
    yield text("aerion.board.draw", count=column.draw, cards=cards(column.contents))
    if column.known:
        yield text("aerion.board.known", cards=each(map(noun, column.known)))
    if column.discard:
        held = cards(by_type(column.discard))
        top = noun(column.discard[-1])
        yield text("aerion.board.discard", count=len(column.discard), cards=held, top=top)
    else:
        yield text("aerion.board.no_discard")


# ---- places


def _places(view: View) -> Iterator[Text]:
    yield text("aerion.board.places")
    yield from (workshop_line(view, shop) for shop in view.workshops)
    yield from map(seat_line, view.seats)


def place(view: View, name: str) -> Text | Noun:
    """A workshop, by its owner if it has one; the flagship, the reserve."""
    owner = next((shop.owner for shop in view.workshops if shop.id == name), None)
    return Noun(f"aerion.place.{name}") if owner is None else text("aerion.place.own", who=Who(owner))


def workshop_line(view: View, shop: WorkshopView) -> Text:
    """What lies there, and what is missing as far as the blueprint tells it."""
    there = [card for card in (shop.blueprint, shop.material, shop.crew) if card is not None]
    where = place(view, shop.id)
    if not there:
        return text("aerion.board.shop_empty", place=where)
    held = each(noun(card.id) for card in there)
    if shop.moored:
        return text("aerion.board.shop_moored", place=where, cards=held)
    ship = SHIP_OF[shop.blueprint.id] if shop.blueprint is not None else None
    missing: list[Param] = []
    for kind, card in (("blueprint", shop.blueprint), ("material", shop.material), ("crew", shop.crew)):
        if card is None:
            missing.append(noun(getattr(ship.needs, kind)) if ship else text(f"aerion.board.kind.{kind}"))
    line = text("aerion.board.shop", place=where, cards=held, missing=each(missing))
    if shop.crew_by is not None and shop.owner is None and len(view.seats) > 1:
        return text("aerion.board.shop_crew", line=line, who=Who(shop.crew_by))
    return line


def seat_line(own: SeatView) -> Text:
    """Books, reserve and payroll of a seat."""
    held = [text("aerion.board.books", n=own.books), reserve(own)]
    if own.payroll is not None:
        held.append(text("aerion.board.payroll", n=own.payroll))
    return text("aerion.board.seat", who=Who(own.seat), look=Noun(f"render.seat.{own.seat}"), things=each(held))


def reserve(own: SeatView) -> Text:
    """What a seat has put by."""
    if not own.reserve:
        return text("aerion.board.reserve_empty")
    return text("aerion.board.reserve", cards=cards(by_type(card.id for card in own.reserve)))


def _ships(view: View) -> Iterator[Text]:
    yield text("aerion.board.ships")
    yield from map(ship_line, view.ships)
    if view.flagship is not None:
        shown = view.flagship
        yield flagship_line(shown)
        yield text("aerion.board.factories", cards=cards([(card, 1) for card in shown.factories]))
        yield from (text("aerion.board.factory", card=noun(card), power=_power(card)) for card in shown.factories)
        if shown.lab_used:
            yield text("aerion.board.lab_used")


def flagship_line(shown: FlagshipView) -> Text:
    """Whether the flagship flies, or what lies there and what is missing."""
    if shown.flies:
        return text("aerion.board.flagship_flies")
    there = cards([(card, 1) for card, lies in shown.needs if lies])
    missing = cards([(card, 1) for card, lies in shown.needs if not lies])
    return text("aerion.board.flagship", cards=there, missing=missing)


def _power(factory: str) -> Noun:
    return Noun(f"aerion.factory.{factory.removeprefix('factory_')}.power")


def ship_line(ship: ShipView) -> Text:
    """Its number, name, whether it flies or what it needs, its owner and the cloud on it."""
    needs = each(map(noun, (ship.blueprint, ship.material, ship.crew)))
    state = text("aerion.board.flies") if ship.built else text("aerion.board.needs", cards=needs)
    if ship.cloud is not None:
        state = text(f"aerion.board.covered.{ship.cloud}", state=state)
    name = Noun(f"aerion.ship.{ship.id}")
    if ship.owner is None:
        return text("aerion.board.ship", ship=ship.number, name=name, state=state)
    return text("aerion.board.ship_of", ship=ship.number, name=name, who=Who(ship.owner), state=state)


# ---- expansions


def _expansions(view: View) -> Iterator[Text]:
    lines = list(expansion_lines(view))
    if lines:
        yield text("aerion.board.expansions")
    yield from lines


def expansion_lines(view: View) -> Iterator[Text]:
    """Hourglasses, clouds, piers, eggs, each in a line."""
    if view.hourglasses is not None:
        owned = [(f"hourglass_{number}", n) for number, n in enumerate(view.hourglasses.owned, 1) if n]
        yield text("aerion.board.hourglasses", cards=cards(owned))
    if view.clouds is not None:
        sides = view.clouds.sides
        numbered = (text(f"aerion.board.cloud.{side}", cloud=i) for i, side in enumerate(sides, 1))
        yield text("aerion.board.clouds", hits=view.clouds.hits, clouds=each(numbered))
        if view.clouds.birds_needed:
            yield text("aerion.board.birds_needed", n=view.clouds.birds_needed)
    if view.piers is not None:
        built = sum(view.piers.built)
        yield text("aerion.board.piers", built=built, total=len(view.piers.built))
        if view.piers.payroll is not None:
            yield text("aerion.board.payroll_shared", n=view.piers.payroll)
    if view.eggs is not None:
        yield text("aerion.board.eggs", n=view.eggs.stack)
        if view.eggs.duty:
            yield text("aerion.board.duty")


def _hellkite(view: View) -> Iterator[Text]:
    if view.hellkite is None:
        return
    shown = view.hellkite
    yield text("aerion.board.hellkite", space=shown.pawn)
    if shown.stopped:
        yield stopped_line(shown)
    yield from (space_line(shown, space) for space in shown.spaces)
    yield text("aerion.board.unseen", things=_classes(shown.unseen))
    yield text("aerion.board.outposts_out", things=_classes(shown.removed_outposts))


def stopped_line(shown: HellkiteView) -> Text:
    """What nobody can acquire this turn."""
    return text("aerion.board.stopped", thing=CLASSES[shown.stopped].noun)


def _classes(names: tuple[str, ...]) -> Text | Param:
    return each(CLASSES[name].noun for name in names) if names else text("aerion.board.nothing")


def space_line(shown: HellkiteView, space: SpaceView) -> Text:
    """What is left of a space, and whether the Hellkite stands there."""
    things: list[Param] = []
    if space.outpost is not None:
        things.append(text("aerion.board.outpost", thing=CLASSES[space.outpost].noun))
    if space.lair == "hidden":
        things.append(text("aerion.board.lair_hidden"))
    elif space.lair is not None:
        things.append(text("aerion.board.lair", thing=CLASSES[space.lair].noun))
    if not things:
        things.append(text("aerion.board.nothing"))
    if space.number == shown.pawn:
        things.append(text("aerion.board.pawn"))
    return text("aerion.board.space", space=space.number, things=each(things))


def _search(view: View) -> Iterator[Text]:
    yield from search_lines(view)


def search_lines(view: View) -> Iterator[Text]:
    """What an egg has opened, for the seat that may see it."""
    if view.search is not None:
        yield text("aerion.board.search", column=view.search.column, cards=cards(view.search.cards))


def _removed(view: View) -> Iterator[Text]:
    if view.removed:
        yield text("aerion.board.removed", cards=cards(view.removed))


# ---- what happened


def _lately(view: View) -> Iterator[Text]:
    first = len(view.deeds) - view.deeds_now
    if view.deeds[:first]:
        yield text("aerion.board.lately")
        yield from (deed_line(view, deed) for deed in view.deeds[:first])
    if view.deeds[first:]:
        yield text("aerion.board.now")
        yield from (deed_line(view, deed) for deed in view.deeds[first:])


def deed_line(view: View, deed: Deed) -> Text:
    """Who did what with which card, where it went, and the dice after it."""
    params: dict[str, Param] = {"n": deed.n, "column": deed.column}
    if deed.card in KIND_OF:
        params["card"] = noun(deed.card)
    if deed.ship:
        ships = [ship.id for ship in SHIP_OF.values()]
        params["ship"] = Noun(f"aerion.ship.{ships[deed.ship - 1] if deed.ship <= len(ships) else 'flagship'}")
    key = f"aerion.board.deed.{deed.verb}"
    if deed.to:
        key, params["place"] = f"{key}.to", place(view, deed.to)
    elif deed.card in KIND_OF and deed.verb in WITH_CARD:
        key = f"{key}.card"
    done = Text(key, params)
    who = Who(deed.seat)
    if deed.dice:
        return text("aerion.board.deed_dice", who=who, deed=done, dice=" ".join(map(str, deed.dice)))
    return text("aerion.board.deed", who=who, deed=done)


WITH_CARD = frozenset({"give_up", "hunt", "use_egg", "egg_pick", "book_recover", "factory_discard"})
"""Deeds that may or may not concern a card."""
