"""§10.1 Flagship: a seventh ship that is built beside its token, and factories that help."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from engines.aerion.caution import caution
from engines.aerion.components import DATA, DECK_COLUMN, DICE, FACES, FACTORIES, KIND_OF, SHIPS, Kind, noun
from engines.aerion.dice import burn, roll, why_not_discard
from engines.aerion.moments import Deal, Expansion
from engines.aerion.naming import circled, column_words, dice_row
from engines.aerion.state import (
    DICE_MARK,
    Card,
    FlagshipState,
    State,
    T,
    discard,
    pile_mark,
    place_mark,
    record,
    remove,
    ship_mark,
    slot_mark,
    who,
)
from engines.aerion.view import Deed, GoalView
from engines.kernel.decision import Decision, Option, Pick, offer
from engines.kernel.game import Options
from engines.kernel.rng import Rng
from engines.kernel.text import Noun, Text, each, text

LIBRARY, ARCHIVE, SECURITY, LAB, LOGISTICS, GAME_ROOM = FACTORIES
"""The six factories, by number."""

HELD = 2
"""The factories of a normal game, and how many the team may hold in a hard one."""

PLACE = DATA.flagship.id
NEEDS = (*DATA.flagship.needs_materials, *DATA.flagship.needs_crew)
NUMBER = len(SHIPS) + 1
NAME = Noun("aerion.ship.flagship")


class Flagship(Expansion):
    """To win, the flagship must fly too. Both seats use the factories; they always work while they are in the row."""

    option = "flagship"

    # -- setup -----------------------------------------------------------------------------------------------------

    def cards(self, column: int, options: Options) -> list[str]:
        """§3.2 Hard: one factory in each deck."""
        if options[self.option] != "hard":
            return []
        return [factory.id for factory in DATA.factory if DECK_COLUMN[factory.hard_deck] == column]

    def lay_out(self, state: State, options: Options, rng: Rng) -> None:
        """§3.4 Normal: two factories by the dice, the other four leave the game. Hard: none yet."""
        state.flagship = flagship = FlagshipState(hard=options[self.option] == "hard")
        if flagship.hard:
            return
        numbers = two_numbers(rng)
        for factory in DATA.factory:
            if factory.number in numbers:
                flagship.row.append(factory.id)
            else:
                remove(state, factory.id)

    # -- what the factories do -------------------------------------------------------------------------------------

    def ask_changers(self, t: T) -> Iterator[Decision]:
        """§8 `discard_flip` with the Logistics Department, `lab_reroll` with the Research Lab."""
        if works(t.state, LOGISTICS):
            yield ask_discard_flip(t)
        if works(t.state, LAB):
            yield ask_lab_reroll(t)

    def ask_main(self, t: T) -> Iterator[Decision]:
        """§8 `security_skip` with the Security Department."""
        if works(t.state, SECURITY):
            yield ask_security_skip(t)

    def deals(self) -> Mapping[str, Deal]:
        return {
            "discard_flip": discard_flip,
            "lab_reroll": lab_reroll,
            "security_skip": security_skip,
            "factory_discard": factory_discard,
        }

    def pulpit_unlimited(self, state: State) -> bool:
        """Library: pulpits hold any number of Books."""
        return works(state, LIBRARY)

    def more_rerolls(self, state: State) -> int:
        """Library: a Book gives one reroll more."""
        return int(works(state, LIBRARY))

    def more_recovered(self, state: State) -> int:
        """Archive: a Book brings one card more back."""
        return int(works(state, ARCHIVE))

    def crew_first(self, state: State) -> bool:
        """Game Room: crew first, in workshops only (R25)."""
        return works(state, GAME_ROOM)

    def begin_turn(self, t: T) -> None:
        """The Research Lab works once a turn."""
        part(t.state).lab_used = False

    # -- factories as cards (hard) ---------------------------------------------------------------------------------

    def acquire(self, t: T, column: int, card: str) -> bool:
        """Factories are taken like other cards; a third one means to discard one of the three (R30)."""
        if KIND_OF[card] is not Kind.FACTORY:
            return False
        part(t.state).row.append(card)
        t.tell("aerion.flagship.factory", at=(factory_mark(card),), card=noun(card), power=power(card))
        return True

    def interrupts(self, state: State) -> bool:
        return len(part(state).row) > HELD

    def ask_interrupt(self, t: T) -> Decision:
        return ask_factory_discard(t)

    def phase(self, state: State) -> str:
        return "factory_discard"

    # -- building it -----------------------------------------------------------------------------------------------

    def places(self, state: State, card: str) -> Iterator[tuple[str, Text | None]]:
        """§7 For the elements that it needs, until it flies."""
        if card in NEEDS and not part(state).flies:
            yield PLACE, why_not_place(state, card)

    def place(self, t: T, to: str, card: str, column: int, seat: int) -> bool:
        """§7 Both seats may place."""
        if to != PLACE:
            return False
        part(t.state).cards.append(Card(card, column, seat))
        return True

    def complete(self, t: T) -> None:
        """§7 With all five cards it flies; they go to the discard piles of their own columns (R27)."""
        flagship = part(t.state)
        if len(flagship.cards) < len(NEEDS):
            return
        seat = flagship.cards[-1].by
        for card in sorted(flagship.cards, key=lambda card: NEEDS.index(card.id)):
            discard(t.state, card)
        flagship.cards.clear()
        flagship.flies = True
        record(t, Deed(seat, "built", ship=NUMBER))
        t.tell("aerion.flagship.flies", at=(ship_mark(NUMBER), place_mark(PLACE)), ship=NAME)

    def goals(self, state: State) -> Iterator[GoalView]:
        flagship = part(state)
        done = len(NEEDS) if flagship.flies else len(flagship.cards)
        yield GoalView("flagship", done, len(NEEDS), flagship.flies)


def part(state: State) -> FlagshipState:
    """The state's part that belongs to this expansion."""
    assert state.flagship is not None
    return state.flagship


def works(state: State, factory: str) -> bool:
    """Whether that factory is in the row."""
    return factory in part(state).row


def factory_mark(factory: str) -> str:
    """The anchor of a factory."""
    return f"factory.{factory}"


def power(factory: str) -> Text:
    """What a factory does, in words."""
    return text(f"aerion.factory.{factory.removeprefix('factory_')}.power")


def two_numbers(rng: Rng) -> set[int]:
    """§3.4 Roll two dice, both again while they are equal."""
    while True:
        numbers = {rng.pick(FACES, "factories") for _ in range(HELD)}
        if len(numbers) == HELD:
            return numbers


def why_not_place(state: State, card: str) -> Text | None:
    """§7 That type is not there yet; crew: all three materials are there (R26), the Game Room does not help (R25)."""
    there = {placed.id for placed in part(state).cards}
    if card in there:
        return text("aerion.why.flagship_has", card=noun(card))
    if KIND_OF[card] is Kind.CREW and not there.issuperset(DATA.flagship.needs_materials):
        return text("aerion.why.flagship_materials")
    return None


# ---- Logistics Department ----------------------------------------------------------------------------------------


def ask_discard_flip(t: T) -> Pick[tuple[int, int]]:
    """§8 `discard_flip`: a display card that can be discarded, and a die."""

    def options() -> Iterator[Option[tuple[int, int]]]:
        for column, card in t.state.display:
            menu = text("aerion.discard_flip.card", column=circled(column), card=noun(card))
            why_not = why_not_discard(t.state, card)
            for die, face in enumerate(t.state.dice, start=1):
                label = text("aerion.discard_flip.label", die=die, old=face, new=opposite(face))
                yield Option(f"{column}.{die}", (column, die), label, why_not, slot_mark(column), (menu,))

    prompt = text("aerion.discard_flip.ask")
    return Pick(t.state.active, "discard_flip", prompt, options, unknown=text("aerion.why.no_card_to_flip"))


def opposite(face: int) -> int:
    """The face on the other side of the die."""
    return FACES[0] + FACES[-1] - face


def discard_flip(t: T, chosen: tuple[int, int]) -> None:
    """§8 Discard the card; the die shows its opposite face; nothing is rerolled."""
    column, die = chosen
    card = burn(t, column)
    t.state.dice[die - 1] = opposite(t.state.dice[die - 1])
    dice = tuple(t.state.dice)
    record(t, Deed(t.state.active, "discard_flip", card=card, column=column, dice=dice, changed=(die,)))
    t.tell(
        "aerion.discard_flip.done",
        at=(slot_mark(column), DICE_MARK, factory_mark(LOGISTICS)),
        who=who(t),
        card=noun(card),
        column=column_words(column),
        die=die,
        face=dice[die - 1],
    )


# ---- Research Lab ------------------------------------------------------------------------------------------------


def ask_lab_reroll(t: T) -> Pick[None]:
    """§8 `lab_reroll`: once a turn, no card needed (R28)."""
    why_not = text("aerion.why.lab_used") if part(t.state).lab_used else None
    prompt, label = text("aerion.lab_reroll.ask"), text("aerion.lab_reroll.label")
    return offer(t.state.active, "lab_reroll", prompt, label, refused=why_not, at=factory_mark(LAB))


def lab_reroll(t: T, _: None) -> None:
    """§8 Reroll all six dice."""
    part(t.state).lab_used = True
    everyone = tuple(range(1, DICE + 1))
    roll(t, everyone)
    record(t, Deed(t.state.active, "lab_reroll", dice=tuple(t.state.dice), changed=everyone))
    t.tell("aerion.lab_reroll.done", at=(DICE_MARK, factory_mark(LAB)), who=who(t), faces=dice_row(t.state.dice))


# ---- Security Department -----------------------------------------------------------------------------------------


def ask_security_skip(t: T) -> Pick[None]:
    """§8 `security_skip`: a display card was discarded for a reroll or a flip this turn (R29)."""
    why_not = None if t.state.discards else text("aerion.why.nothing_discarded")
    return offer(
        t.state.active,
        "security_skip",
        text("aerion.security_skip.ask"),
        text("aerion.security_skip.label"),
        refused=why_not,
        at=factory_mark(SECURITY),
        warning=None if why_not else caution(t, "security_skip", lambda trial: security_skip(trial, None)),
    )


def security_skip(t: T, _: None) -> None:
    """§8 Straight to the end of the turn; nothing is acquired."""
    record(t, Deed(t.state.active, "security_skip"))
    t.tell("aerion.security_skip.done", at=(factory_mark(SECURITY),), who=who(t))


# ---- The third factory -------------------------------------------------------------------------------------------


def ask_factory_discard(t: T) -> Pick[str]:
    """§8 `factory_discard`: one of the three, also the new one."""
    row = part(t.state).row
    options = [
        Option(card, card, text("aerion.factory_discard.label", card=noun(card)), at=factory_mark(card)) for card in row
    ]
    powers = each(text("aerion.factory_discard.power", card=noun(card), power=power(card)) for card in row)
    prompt = text("aerion.factory_discard.ask", held=HELD, powers=powers)
    return Pick(t.state.active, "factory_discard", prompt, options)


def factory_discard(t: T, factory: str) -> None:
    """§8 It goes to the discard pile of its column; it may be recovered and taken again (R30)."""
    column = DECK_COLUMN[FACTORIES[factory].hard_deck]
    part(t.state).row.remove(factory)
    t.state.column(column).discard.append(factory)
    record(t, Deed(t.state.active, "factory_discard", card=factory, column=column))
    t.tell(
        "aerion.factory_discard.done",
        at=(factory_mark(factory), pile_mark(column)),
        who=who(t),
        card=noun(factory),
        column=column_words(column),
    )
