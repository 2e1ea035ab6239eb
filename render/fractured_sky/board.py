"""The whole position in words, for those who can't see the picture."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from engines.fractured_sky.components import AI_CARDS, OBJECTIVES, REGIONS
from engines.fractured_sky.view import (
    AirshipView,
    AiView,
    Deed,
    ObjectiveView,
    PlatformView,
    RegionView,
    ScoutView,
    SeatView,
    SecretView,
    TurnSlotView,
    View,
)
from engines.kernel.text import Noun, Param, Text, each, text
from render.fractured_sky import ending
from render.fractured_sky.scene import who
from render.fractured_sky.terms import KINDS, amounts, circled, kind_noun, place
from render.kit.words import Words


def board(view: View, words: Words) -> str:
    """Everything the picture shows, and more, in paragraphs.

    The turn, what this viewer alone knows, regions, platforms, starfall cards, objectives, seats, how the last round
    ended, what happened since.
    """
    paragraphs = (
        opening(view),
        mine(view),
        _regions(view),
        _platforms(view),
        _tray(view),
        _objectives(view),
        _seats(view),
        ending.lines(view),
        _lately(view),
    )
    said = ("\n".join(words.say(line) for line in lines) for lines in paragraphs)
    return "\n\n".join(paragraph for paragraph in said if paragraph)


# ---- the turn


def opening(view: View) -> Iterator[Text]:
    """Whose turn it is, or who has won; both turn orders."""
    yield title(view)
    yield from order(view)


def title(view: View) -> Text:
    """Whose turn it is and what is being decided, or how it ended."""
    if view.step == "over":
        best = view.ranks.index(1)
        return text("fractured_sky.board.over", who=who(view, best), n=view.seats[best].stars)
    if view.step in ("setup_resources", "reward_choices"):
        return text(f"fractured_sky.board.{view.step}", round=view.round, rounds=view.rounds)
    doing = Noun(f"fractured_sky.board.step.{view.step}")
    return text(
        "fractured_sky.board.turn", round=view.round, rounds=view.rounds, who=who(view, view.active), step=doing
    )


def order(view: View) -> Iterator[Text]:
    """The turn order of this round, and the slots of the next one."""
    slots = [slot for slot in view.turn_slots if slot.open]
    yield text("fractured_sky.board.order", seats=each(who(view, slot.old) for slot in slots if slot.old is not None))
    key = "fractured_sky.board.next" if view.round < view.rounds else "fractured_sky.board.ties"
    yield text(key, slots=each(_slot(view, slot) for slot in slots))


def _slot(view: View, slot: TurnSlotView) -> Text:
    key = "fractured_sky.board.slot_gold" if slot.gold else "fractured_sky.board.slot"
    taken = text("fractured_sky.board.free") if slot.new is None else who(view, slot.new)
    return text(key, slot=slot.number, who=taken, gold=slot.gold)


def mine(view: View) -> Iterator[Text]:
    """The total of one's own chips with its penalty, and the chips that are left; nothing once the game is over."""
    if view.mine is None or view.step == "over":
        return
    own = view.mine
    key = "over" if own.penalty else "within"
    yield text(f"fractured_sky.board.total_{key}", total=own.total, penalty=own.penalty)
    if own.chips:
        yield text("fractured_sky.board.chips", chips=each(own.chips))


# ---- the map


def _regions(view: View) -> Iterator[Text]:
    yield text("fractured_sky.board.regions")
    yield from (_region(view, region) for region in view.regions)


def _region(view: View, region: RegionView) -> Text:
    """What a region produces, what lies there, who flies there; its platforms."""
    things = list(_things(view, region))
    first, second = map(kind_noun, region.resources)
    said = text("fractured_sky.board.region", region=place(view, region.id), first=first, second=second,
                things=each(things) if things else text("fractured_sky.board.nothing"))  # fmt: skip
    near = [site.id for site in view.platforms if region.id in site.regions]
    return text("fractured_sky.board.bridged", line=said, platforms=each(near))


def _things(view: View, region: RegionView) -> Iterator[Param]:
    if region.stars:
        key = "stars_public" if region.public else "stars"
        yield text(f"fractured_sky.board.{key}", n=region.stars)
    for secret in view.secrets:
        if secret.known and secret.region == region.id:
            yield text("fractured_sky.board.secret_here", slot=secret.number)
    if region.unused:
        yield text("fractured_sky.board.unused_here")
    alike = Counter(region.ships)
    for ship, n in alike.items():
        said = _ship(view, ship)
        yield text("fractured_sky.board.several", count=n, thing=said) if n > 1 else said
    yield from (text("fractured_sky.board.skimmers", who=who(view, seat), n=n) for seat, n in region.skimmers)
    if not any(ship.explorer for ship in region.ships):
        yield text("fractured_sky.board.unexplored")


def _ship(view: View, ship: AirshipView) -> Text:
    """Whose it is, its rim, whether it explores, and its value as far as it may be known."""
    said = text(f"fractured_sky.board.ship.{ship.rim}", who=who(view, ship.seat))
    if ship.token is not None and ship.value is not None:
        low, high = ship.token
        said = text("fractured_sky.board.token_counts", ship=said, low=low, high=high, value=ship.value)
    elif ship.printed is not None and ship.value != ship.printed and ship.value is not None:
        said = text("fractured_sky.board.chip_counts", ship=said, printed=ship.printed, value=ship.value)
    elif ship.value is not None:
        said = text("fractured_sky.board.chip", ship=said, value=ship.value)
    return text("fractured_sky.board.explorer", ship=said) if ship.explorer else said


def _platforms(view: View) -> Iterator[Text]:
    yield text("fractured_sky.board.platforms")
    yield from (platform_line(view, platform) for platform in view.platforms)


def platform_line(view: View, platform: PlatformView) -> Text:
    """Its bridges, and who has built what."""
    built: list[Param] = []
    for own in platform.buildings:
        counts = (("fortresses", own.fortresses), ("markets", own.markets))
        said = each(text(f"fractured_sky.board.{kind}", n=n) for kind, n in counts if n)
        built.append(text("fractured_sky.board.owned", who=who(view, own.seat), things=said))
    numbers = {region.id: region.number for region in view.regions}
    near = "".join(circled(numbers[region]) for region in platform.regions)
    things = each(built) if built else text("fractured_sky.board.nothing")
    return text("fractured_sky.board.platform", platform=platform.id, regions=near, things=things)


# ---- cards


def _tray(view: View) -> Iterator[Text]:
    yield text("fractured_sky.board.tray")
    yield from tray_lines(view)


def tray_lines(view: View) -> Iterator[Text]:
    """The public starfall, the secret ones, the cards that are left to draw."""
    public = next((region.id for region in view.regions if region.public), None)
    if public is not None:
        yield text("fractured_sky.board.public", region=place(view, public))
    for secret in view.secrets:
        if secret.used:
            yield secret_line(view, secret)
    yield text("fractured_sky.board.deck", n=view.unused)


def secret_line(view: View, secret: SecretView) -> Text:
    """Whether it lies face up, what it is if that is known, who has scouted it and what each took."""
    state: Param = text("fractured_sky.board.down")
    if secret.region is not None:
        key = "fractured_sky.board.up" if secret.up else "fractured_sky.board.known"
        state = text(key, thing=place(view, secret.region))
    if not secret.scouts:
        return text("fractured_sky.board.secret", slot=secret.number, state=state)
    tokens = each(_scout(view, token) for token in secret.scouts)
    return text("fractured_sky.board.secret_scouted", slot=secret.number, state=state, scouts=tokens)


def _scout(view: View, token: ScoutView) -> Param:
    """Who, and what a person took; an automated opponent always counts as one resource, of no kind."""
    name = who(view, token.seat)
    if view.seats[token.seat].ai is not None:
        return name
    if not token.resource:
        return text("fractured_sky.board.scout_none", who=name)
    return text(
        "fractured_sky.board.scout", who=name, resource=text(f"fractured_sky.amount.{token.resource}", amount=1)
    )


def _objectives(view: View) -> Iterator[Text]:
    if view.objectives:
        yield text("fractured_sky.board.objectives")
    yield from (objective_line(view, objective) for objective in view.objectives)


def objective_line(view: View, objective: ObjectiveView) -> Text:
    """Its icon, what it asks as far as that is known, who has won it or peeked."""
    state: Param = text("fractured_sky.board.down")
    if objective.card is not None:
        noun = OBJECTIVES[objective.card].noun
        rule = Noun(f"fractured_sky.objective.{objective.card}.text")
        asked = text("fractured_sky.board.asks", objective=noun, rule=rule)
        if not objective.up:
            state = text("fractured_sky.board.known", thing=asked)
        elif objective.winner is None:
            state = text("fractured_sky.board.won_nobody", thing=asked)
        else:
            state = text("fractured_sky.board.won", thing=asked, who=who(view, objective.winner))
    icon = Noun(f"fractured_sky.icon.{objective.icon}")
    if not objective.peeked:
        return text("fractured_sky.board.objective", slot=objective.number, icon=icon, state=state)
    peeked = each(who(view, seat) for seat in objective.peeked)
    return text("fractured_sky.board.objective_peeked", slot=objective.number, icon=icon, state=state, seats=peeked)


# ---- seats


def _seats(view: View) -> Iterator[Text]:
    for slot in view.turn_slots:
        if slot.old is not None:
            yield from seat_lines(view, view.seats[slot.old])


def seat_lines(view: View, own: SeatView) -> Iterator[Text]:
    """Starfalls, resources, what is left; of an automated opponent its tokens, cards and market card."""
    look = Noun(f"fractured_sky.board.look.{own.color}")
    left = each(
        text(f"fractured_sky.board.{kind}", n=n)
        for kind, n in (
            ("airships", own.left),
            ("fortresses", own.fortresses),
            ("markets", own.markets),
            ("flyers", own.skimmers),
        )
    )
    stars = text("fractured_sky.board.stars", n=own.stars)
    name = who(view, own.seat)
    rank = view.ranks[own.seat] if view.ranks else 0
    seat = text("fractured_sky.board.ranked", who=name, rank=rank) if rank else name
    if own.ai is None:
        has = amounts(dict(zip(KINDS, (own.gold, own.iron, own.wood), strict=True)), zeros=True)
        yield text("fractured_sky.board.seat", who=seat, look=look, stars=stars, resources=has, left=left)
        if own.cards:
            yield text("fractured_sky.board.cards", who=name, n=own.cards)
        return
    grade = Noun(f"fractured_sky.difficulty.{view.difficulty}")
    yield text("fractured_sky.board.robot", who=seat, look=look, stars=stars, difficulty=grade, left=left)
    yield from _robot(own.ai)


def _robot(ai: AiView) -> Iterator[Text]:
    def pairs(tokens: Iterable[tuple[int, int]]) -> Param:
        return each(f"{low}/{high}" for low, high in tokens)

    yield text("fractured_sky.board.tokens", shown=pairs(ai.shown), others=pairs(ai.others))
    if ai.used or ai.card:
        yield text("fractured_sky.board.used", cards=each(_card(card) for card in ai.used or (ai.card,)), n=ai.deck)
    if ai.threshold:
        yield text("fractured_sky.board.market_card", counter=ai.counter, threshold=ai.threshold)


def _card(card: str) -> Text:
    """An action card: what it does, and its compass."""
    known = AI_CARDS[card]
    large, small = (Noun(f"fractured_sky.compass.{str(way).lower()}") for way in known.compass)
    effect = Noun(f"fractured_sky.ai.effect.{known.effect}")
    return text("fractured_sky.board.card", card=card, effect=effect, large=large, small=small)


# ---- what happened


def _lately(view: View) -> Iterator[Text]:
    if view.deeds:
        yield text("fractured_sky.board.lately")
    yield from (deed_line(view, deed) for deed in view.deeds)


def deed_line(view: View, deed: Deed) -> Text:
    """Who did what where; why, if nobody chose it."""
    params: dict[str, Param] = {"slot": deed.slot, "platform": deed.platform, "n": deed.n, "card": deed.card}
    if deed.region in REGIONS:
        params["region"] = place(view, deed.region)
    if deed.resource:
        params["resource"] = text(f"fractured_sky.amount.{deed.resource}", amount=1)
    if deed.card in OBJECTIVES:
        params["objective"] = OBJECTIVES[deed.card].noun
    if deed.rim:
        params["rim"] = Noun(f"fractured_sky.rim.{deed.rim}")
    key = f"fractured_sky.board.deed.{deed.verb}"
    if deed.verb in ("place_airship", "ai_airship") and deed.n:
        key += ".explorer"
    elif deed.verb == "take_scout_resource" and not deed.resource:
        key += ".none"
    elif deed.verb in ("flipped", "resolved") and deed.seat < 0:
        key += ".nobody"
    done = Text(key, params)
    if deed.why:
        done = text("fractured_sky.board.because", deed=done, why=Noun(f"fractured_sky.board.why.{deed.why}"))
    return done if deed.seat < 0 else text("fractured_sky.board.deed", who=who(view, deed.seat), deed=done)
