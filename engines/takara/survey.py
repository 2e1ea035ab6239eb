"""§6.2 Survey: look at up to three cards of a tunnel, one by one and in secret.

While it is open nothing of it shows: its public effects wait in `State.survey` until `end_survey` (R12).
"""

from __future__ import annotations

from collections.abc import Iterator

from engines.kernel.decision import Option, Pick
from engines.kernel.text import Each, Text, each, text
from engines.takara.components import CARDS, RULE, Kind, Place
from engines.takara.state import (
    Adventurer,
    Card,
    Look,
    Player,
    State,
    Survey,
    T,
    at,
    crew_mark,
    kara_mark,
    record,
    tunnel_mark,
    tunnels,
    who,
)
from engines.takara.tunnels import turn_up, why_not_enter
from engines.takara.view import Result


def ask_survey(t: T) -> Pick[tuple[int, int]]:
    """§5 `survey`: a tunnel, and how many looks: 1 to 3, usually 3; more than there are cards is fine (R13)."""

    def options() -> Iterator[Option[tuple[int, int]]]:
        for tunnel in tunnels():
            why_not = why_not_enter(t.state, tunnel)
            for looks in range(RULE.survey_max_cards, 0, -1):
                usual = looks == RULE.survey_max_cards
                few = text("takara.survey.label_looks", tunnel=tunnel, n=looks)
                label = text("takara.survey.label", tunnel=tunnel) if usual else few
                yield Option(f"{tunnel}.{looks}", (tunnel, looks), label, why_not, tunnel_mark(tunnel), common=usual)

    return Pick(
        t.state.active,
        "survey",
        text("takara.survey.ask"),
        options,
        unknown=text("takara.why.survey_form", n=RULE.survey_max_cards),
    )


def start_survey(t: T, tunnel: int, looks: int) -> None:
    """§6.2 Use 1 adventurer at the tunnel and look at cards one by one from the top; only you see them."""
    t.bar()
    t.state.acted = True
    t.state.survey = Survey(tunnel)
    t.state.me.look = Look(tunnel, [])
    look_on(t, looks)


def further_card(state: State) -> Card | None:
    """§6.2 "A further card may be looked at": fewer than 3 were seen, there is one, and it is face down (R9)."""
    survey = state.survey
    assert survey is not None
    cards = state.tunnels[survey.tunnel - 1]
    if survey.seen >= RULE.survey_max_cards or survey.seen >= len(cards):
        return None
    card = cards[survey.seen]
    return None if card.up else card


def look_on(t: T, budget: int) -> None:
    """§6.2 The loop, steps 1 to 4."""
    survey = t.state.survey
    assert survey is not None
    while budget > 0 and (card := further_card(t.state)) is not None:  # 1
        survey.seen += 1  # 2
        budget -= 1
        see(t, card, survey.seen)
        if card.kind is Kind.ROCKFALL:  # 3; at once (R10)
            survey.turned.append(survey.seen - 1)
            end_survey(t)
            return
        if card.kind is Kind.MONSTER:  # 3; decided before the next card (R11)
            survey.undecided = True
            return
    if further_card(t.state) is None:  # 4
        end_survey(t)


def see(t: T, card: Card, position: int) -> None:
    """§6.2 Look at a card and remember it as known to you (§10); looking again is fine (R8)."""
    me, survey = t.state.me, t.state.survey
    assert me.look is not None
    me.look.seen.append((position, card.id))
    if not card.up and card.uid not in me.known:
        me.known.append(card.uid)
        me.known.sort()
        if survey is not None:
            survey.learned.append(card.uid)


def tell_looker(t: T) -> None:
    """§12 Tell the active player, and nobody else, the last look: the tunnel, the positions and the cards."""
    look = t.state.me.look
    assert look is not None
    (first, _), (last, _) = look.seen[0], look.seen[-1]
    cards, seen_by = seen_cards(t.state.me), (t.state.active,)
    t.tell("takara.look.saw", seen_by=seen_by, tunnel=look.tunnel, first=first, last=last, cards=cards)


def seen_cards(player: Player) -> Each:
    """The cards of the player's last look, top first, as words."""
    assert player.look is not None
    return each(CARDS[card].noun for _, card in player.look.seen)


def ask_survey_step(t: T) -> Pick[tuple[bool, int]]:
    """§5 `survey_step`: turn the monster up or not, and how many looks more; nobody else may notice it (R12)."""
    survey = t.state.survey
    assert survey is not None
    most = RULE.survey_max_cards - survey.seen if further_card(t.state) is not None else 0

    def options() -> Iterator[Option[tuple[bool, int]]]:
        for reveal in (True, False):
            why_not = text("takara.why.no_monster_to_reveal") if reveal and not survey.undecided else None
            for looks in range(most, -1, -1):
                yield Option(
                    f"{'yes' if reveal else 'no'}.{looks}",
                    (reveal, looks),
                    _step_label(reveal, looks, most, survey.undecided),
                    why_not,
                    tunnel_mark(survey.tunnel),
                    common=looks in (0, most),
                )

    key = "takara.survey.ask_monster" if survey.undecided else "takara.survey.ask_on"
    prompt = text(key, tunnel=survey.tunnel, cards=seen_cards(t.state.me), kara=RULE.survey_monster_reveal_kara)
    return Pick(
        t.state.active, "survey_step", prompt, options, secret=True, unknown=text("takara.why.too_many_looks", n=most)
    )


def _step_label(reveal: bool, looks: int, most: int, monster: bool) -> Text:
    """§12 Reveal / Keep hidden, with "& go on" or "& stop" where more can be seen; without a monster Look on / Stop."""
    going = "go_on" if looks else "stop"
    if not monster:
        return text(f"takara.survey.{going}", n=looks)
    doing = "reveal" if reveal else "keep"
    return text(
        f"takara.survey.{doing}_{going}" if most else f"takara.survey.{doing}",
        kara=RULE.survey_monster_reveal_kara,
        n=looks,
    )


def survey_step(t: T, reveal: bool, looks: int) -> None:
    """§6.2 Turn that monster up, or leave it for good; then stop, or look on with that budget."""
    t.bar()
    survey = t.state.survey
    assert survey is not None
    if reveal:
        survey.turned.append(survey.seen - 1)
    survey.undecided = False
    if looks == 0:
        end_survey(t)
    else:
        look_on(t, looks)


def end_survey(t: T) -> None:
    """§6.2 The survey ends: now all learn the tunnel, how many cards were seen and what was turned up (R12)."""
    survey = t.state.survey
    assert survey is not None
    tell_looker(t)
    surveyor, turned, kara = settle_survey(t.state)
    results = [Result("seen", survey.seen), *(Result("card", card=card.id) for card in turned)]
    if turned:
        results.append(Result("kara", kara))
    record(t, "survey", *results, tunnel=survey.tunnel, crew=[surveyor])
    marks = (tunnel_mark(survey.tunnel), crew_mark(t))
    if turned:
        nouns = each(card.face.noun for card in turned)
        t.tell(
            "takara.survey.turned",
            at=(*marks, kara_mark(t)),
            who=who(t),
            tunnel=survey.tunnel,
            n=survey.seen,
            cards=nouns,
            kara=kara,
        )
    else:
        t.tell("takara.survey.done", at=marks, who=who(t), tunnel=survey.tunnel, n=survey.seen)


def settle_survey(state: State) -> tuple[Adventurer, list[Card], int]:
    """§6.2 What the survey has done so far takes effect: adventurer used, cards turned up, 2 kara for each.

    Returns the three of them.
    """
    survey = state.survey
    assert survey is not None
    state.survey = None
    surveyor = next(at(state.me, Place.CAMP))
    surveyor.place, surveyor.tunnel = Place.TUNNEL, survey.tunnel
    turned = [state.tunnels[survey.tunnel - 1][index] for index in survey.turned]
    rockfalls = sum(card.kind is Kind.ROCKFALL for card in turned)
    kara = rockfalls * RULE.survey_rockfall_kara + (len(turned) - rockfalls) * RULE.survey_monster_reveal_kara
    for card in turned:
        turn_up(state, card)
    state.me.kara += kara
    return surveyor, turned, kara
