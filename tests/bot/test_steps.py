"""Answers in stages: what is chosen first decides what is asked next, and each answer is a few presses away."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.ui import codec, drafts
from bot.ui.codec import Answer, Draft, Group, Open, Press, Sure, Tool, Why
from bot.ui.controls.board import board_panel
from bot.ui.controls.nested import nested_panel
from bot.ui.controls.panel import Button, Menu, Nested, Panel
from bot.ui.controls.questions import question
from bot.ui.controls.refusals import reason, why_not
from bot.ui.controls.sure import sure_panel
from bot.ui.speech import LANGUAGES, length
from engines import GAMES
from engines.desk.records import Warned
from engines.kernel.decision import Decision, Made, Option, Pick, Refused, Stage, Stale, Steps, offer
from engines.kernel.game import Menu as SharedMenu
from engines.kernel.match import Match
from engines.kernel.rng import Rng
from engines.kernel.standin import random_answer
from engines.kernel.text import Seat, Text
from tests.bot.test_controls import (
    ASKED,
    LABELS,
    MATCH,
    Toy,
    board,
    buttons,
    check,
    long,
    menus,
    pick,
    play,
    put,
    voice,
    words,
)
from tests.engines.aerion import table as aerion

Menus = Sequence[SharedMenu]


def stage(keys: str, least: int = 1, most: int = 1, prompt: str = "which", **how: Any) -> Stage[str]:
    """Options whose keys and labels are these words; one in brackets can't be had."""
    options = []
    for key in keys.split():
        bare = key.strip("()")
        options.append(Option(bare, bare, words(bare), words("no") if key != bare else None))
    return Stage(words(prompt), tuple(options), least, most, **how)


def ask(verb: str, *stages: Stage[str] | Callable[[Made], Stage[str] | None], asked: int = ASKED, **how: Any) -> Steps:
    """A question of these stages in a row."""

    def after(made: Made) -> Stage[str] | None:
        if len(made) == len(stages):
            return None
        found = stages[len(made)]
        return found if isinstance(found, Stage) else found(made)

    found: Steps = put(Steps(0, verb, words(f"{verb}?"), after, **how), asked)
    return found


DICE = "d1 d2 d3 d4 d5 d6"


def discard(columns: str = "c1 c2 c3") -> Steps:
    return ask("discard", stage(DICE, 1, 6), stage(columns, prompt="column"))


def free() -> Steps:
    return ask("free", stage(DICE, 1, 6))


REROLL = SharedMenu(words("Dice to reroll"), ("discard", "free"), joint=True)


# -- pressing ----------------------------------------------------------------------------------------------------------


def follow(
    press: Press, decisions: Sequence[Decision], values: Sequence[str] = (), game: Menus = ()
) -> Nested | Answer:
    """What the bot answers a press with: the whole answer, or a panel."""
    if isinstance(press, codec.Menu):
        press = press.chosen(values)
    if isinstance(press, Draft):
        after = drafts.after(press, question(decisions, press.verb, press.asked), values)
        if isinstance(after, Answer):
            return after
        press = after
    if isinstance(press, Answer):
        return press
    assert isinstance(press, Draft | Group | Open)
    shown = nested_panel(press, decisions, voice(), game)
    check(shown.panel)
    assert length(shown.prompt) <= 2_000
    return shown


def choose(panel: Panel, decisions: Sequence[Decision], *labels: str, game: Menus = ()) -> Nested | Answer:
    """Press the button with that label, or choose these entries of a menu."""
    for button in buttons(panel):
        if button.label == labels[0] and not button.disabled:
            return follow(codec.read(button.custom_id), decisions, (), game)
    for menu in menus(panel):
        values = [entry.value for label in labels for entry in menu.entries if entry.label == label]
        if len(values) == len(labels):
            assert menu.least <= len(values) <= menu.most
            return follow(codec.read(menu.custom_id), decisions, values, game)
    raise AssertionError(f"{labels} are not on the panel")


def shown(found: Nested | Answer) -> Nested:
    assert isinstance(found, Nested), f"acted at once: {found}"
    return found


def labels(panel: Panel) -> list[str]:
    return [b.label for b in buttons(panel)] + [e.label for m in menus(panel) for e in m.entries]


def presses(panel: Panel, decisions: Sequence[Decision], wanted: Sequence[Any]) -> Iterator[tuple[Press, list[str]]]:
    """What somebody might press who wants that answer; never back."""
    for button in buttons(panel):
        press = codec.read(button.custom_id)
        if not button.disabled and button.label != "Back" and not _astray(press, decisions, wanted):
            yield press, []
    for menu in menus(panel):
        press = codec.read(menu.custom_id)
        if not isinstance(press, Draft):
            assert isinstance(press, codec.Menu)
            for entry in menu.entries:
                if not _astray(press.chosen([entry.value]), decisions, wanted):
                    yield press, [entry.value]
            continue
        decision = question(decisions, press.verb, press.asked)
        assert isinstance(decision, Steps)
        here = drafts.walk(press.state, decision).stage
        assert here is not None
        fitting = [e.value for e in menu.entries if here.options[int(e.value)].key in wanted]
        if menu.least <= len(fitting) <= menu.most:
            yield press, fitting
        if menu.least <= 1:
            for value in fitting:
                yield press, [value]


def _astray(press: Press, decisions: Sequence[Decision], wanted: Sequence[Any]) -> bool:
    """Whether the press chooses what is no part of that answer."""
    if not isinstance(press, Draft) or not press.step.startswith("c"):
        return False
    decision = question(decisions, press.verb, press.asked)
    assert isinstance(decision, Steps)
    here = drafts.walk(press.state, decision).stage
    return here is not None and here.options[int(press.step[1:])].key not in wanted


def distance(panel: Panel, decisions: Sequence[Decision], verb: str, answer: Any, game: Menus = ()) -> int | None:
    """How many presses it takes to give that answer; None: it can't be given."""
    decision = next(d for d in decisions if d.verb == verb)
    value = decision.accept(answer)
    edge, seen = [panel], set()
    for n in range(1, 16):
        further = []
        for each in edge:
            for press, values in presses(each, decisions, answer):
                with suppress(Refused):
                    found = follow(press, decisions, values, game)
                    if isinstance(found, Answer):
                        if found.verb == verb and decision.accept(found.answer) == value:
                            return n
                    elif repr(found.panel) not in seen:
                        seen.add(repr(found.panel))
                        further.append(found.panel)
        edge = further
    return None


# -- one question ------------------------------------------------------------------------------------------------------


def test_the_first_stage_stands_on_the_board() -> None:
    """Which dice? Several at once, from one menu; then the column, with the dice named above; and it is done."""
    decision = discard()
    panel = board(decision)
    (menu,) = menus(panel)
    assert (menu.least, menu.most, len(menu.entries)) == (1, 6, 6)
    second = shown(choose(panel, [decision], "d3 0", "d5 0"))
    assert "- d3 0 and d5 0" in second.prompt.splitlines()
    assert labels(second.panel) == ["c1 0", "c2 0", "c3 0", "Back"]
    assert choose(second.panel, [decision], "c2 0") == Answer(
        match=MATCH, asked=ASKED, verb="discard", answer=("d3", "d5", "c2")
    )


def test_a_single_short_choice_is_a_row_of_buttons_where_there_is_room() -> None:
    """As with any other question; whatever leads on has dots."""
    decision = ask("pay", stage("gold ore"), lambda made: stage("a b") if made == (("gold",),) else stage("", 0))
    assert labels(board(decision)) == ["gold 0 …", "ore 0"]
    assert [type(row) for row in board(decision, pick("x", "abcdefgh")).rows[:2]] == [Menu, Menu]
    assert choose(board(decision), [decision], "ore 0") == Answer(match=MATCH, asked=ASKED, verb="pay", answer=("ore",))


def test_a_stage_without_a_choice_is_not_asked() -> None:
    """The only column left is taken by itself; a question without any choice is one press."""
    decision = discard("(c1) c2")
    assert choose(board(decision), [decision], "d1 0") == Answer(
        match=MATCH, asked=ASKED, verb="discard", answer=("d1", "c2")
    )
    whole = ask("end", stage("yes"), stage("", 0))
    (button,) = buttons(board(whole))
    assert codec.read(button.custom_id) == Answer(match=MATCH, asked=ASKED, verb="end", answer=("yes",))
    usual = ask("pay", stage("a b"), stage("left right", usual=("right",)))
    assert choose(board(usual), [usual], "a 0") == Answer(match=MATCH, asked=ASKED, verb="pay", answer=("a", "right"))


def test_a_price_is_shown_even_if_there_is_no_other() -> None:
    """Nobody pays unseen: the only card left is named before it goes."""
    decision = ask("buy", stage("a b"), stage("gold", shown=True))
    panel = shown(choose(board(decision), [decision], "a 0 …")).panel
    assert labels(panel) == ["gold 0", "Back"]
    assert choose(panel, [decision], "gold 0") == Answer(match=MATCH, asked=ASKED, verb="buy", answer=("a", "gold"))


def test_order_is_chosen_one_by_one() -> None:
    """With a way back at every step; done as soon as it may be, and by itself when nothing more can be named."""
    decision = ask("order", stage("a b c", 1, 3, ordered=True), stage("x y", prompt="then"))
    (button,) = buttons(board(decision))
    first = shown(follow(codec.read(button.custom_id), [decision]))
    one = shown(choose(first.panel, [decision], "b 0"))
    assert "b 0" not in labels(one.panel)
    assert labels(shown(choose(one.panel, [decision], "Back")).panel) == labels(first.panel)
    two = shown(choose(one.panel, [decision], "a 0"))
    assert "- b 0 and a 0" in two.prompt.splitlines()
    then = shown(choose(two.panel, [decision], "Confirm (2)"))
    assert labels(then.panel)[:2] == ["x 0", "y 0"]
    assert labels(shown(choose(then.panel, [decision], "Back")).panel) == labels(first.panel)
    three = shown(choose(two.panel, [decision], "c 0 …"))
    assert labels(three.panel)[:2] == ["x 0", "y 0"]
    done = choose(three.panel, [decision], "y 0")
    assert isinstance(done, Answer)
    assert decision.accept(done.answer) == (("b", "a", "c"), ("y",))


def test_the_same_may_be_named_again_up_to_its_cap() -> None:
    """Salt, salt, silk; of what is used up no more is offered."""
    options = (Option("salt", "salt", words("salt"), cap=2), Option("silk", "silk", words("silk")))
    decision = ask("barter", Stage(words("goods"), options, 0, 4, repeats=True))
    panel = shown(follow(Open(match=MATCH, asked=ASKED, verb="barter"), [decision])).panel
    assert labels(panel) == ["salt 0", "silk 0", "None"]
    for label in ("salt 0", "salt 0", "silk 0"):
        panel = shown(choose(panel, [decision], label)).panel
    assert labels(panel) == ["silk 0", "Back", "Confirm (3)"]
    done = choose(panel, [decision], "Confirm (3)")
    assert isinstance(done, Answer)
    assert decision.accept(done.answer) == (("salt", "salt", "silk"),)


def test_nothing_is_a_choice_too() -> None:
    """Where nothing need be chosen, a button says so, on the board and behind it."""
    decision = ask("keep", stage("a b c", 0, 2), stage("d e", 0, 2))
    second = shown(choose(board(decision), [decision], "None"))
    assert choose(second.panel, [decision], "None") == Answer(match=MATCH, asked=ASKED, verb="keep", answer=())
    assert choose(second.panel, [decision], "d 0", "e 0") == Answer(
        match=MATCH, asked=ASKED, verb="keep", answer=("d", "e")
    )


@pytest.mark.parametrize(("least", "most"), [(1, 1), (1, 3), (30, 40)])
def test_more_than_a_menu_holds_is_turned_page_by_page(least: int, most: int) -> None:
    """However many there are to choose from, and to choose."""
    keys = [f"k{i}" for i in range(70)]
    decision = ask("many", stage(" ".join(keys), least, most), stage("x y"))
    panel = shown(follow(Open(match=MATCH, asked=ASKED, verb="many"), [decision])).panel
    last = shown(choose(shown(choose(panel, [decision], "▶")).panel, [decision], "▶")).panel
    assert labels(last)[-1].startswith("k69 0")
    if least == most == 1:
        assert distance(board(decision), [decision], "many", ("k69", "x")) == 5
    elif most == 3:
        assert distance(board(decision), [decision], "many", ("k0", "k69", "x")) == 7
    else:
        panel = shown(choose(panel, [decision], *(f"k{i} 0" for i in range(25)))).panel
        then = shown(choose(panel, [decision], *(f"k{i} 0" for i in range(25, 40))))
        done = choose(then.panel, [decision], "y 0")
        assert isinstance(done, Answer)
        assert len(decision.accept(done.answer)[0]) == 40


def test_a_closed_question_says_why() -> None:
    """It has no controls, but stands behind "Why not?", as do the refused options of an open one."""
    closed, open_ = ask("a", stage("x"), refused=words("too late")), ask("b", stage("x (y)"))
    decisions = [closed, open_]
    assert {p.verb for b in buttons(board(*decisions)) if isinstance(p := codec.read(b.custom_id), Answer)} == {"b"}
    panel = why_not(MATCH, decisions, voice())
    assert panel is not None
    (menu,) = menus(panel)
    told = []
    for entry in menu.entries:
        press = codec.Menu(match=MATCH, index=0).chosen([entry.value])
        assert isinstance(press, Why)
        told.append((entry.label, voice().say(reason(press, decisions))))
    assert told == [("a? 0", "too late 0"), ("y 0", "no 0")]
    with pytest.raises(Refused):
        follow(Open(match=MATCH, asked=ASKED, verb="a"), decisions)


def test_in_a_menu_that_it_shares_it_opens_its_own_panel() -> None:
    """One entry with dots, beside the answers of others."""
    game = Toy((SharedMenu(words("Do"), ("sail", "dig")),))
    decision, dig = discard(), pick("dig", "ab")
    decision.verb = "sail"
    panel = board(decision, dig, game=game)
    assert labels(panel)[:3] == ["discard? 0 …", "a 0", "b 0"]
    assert labels(shown(choose(panel, [decision, dig], "discard? 0 …")).panel) == [f"{d} 0" for d in DICE.split()]


def test_a_sealed_choice_is_marked() -> None:
    decision = discard()
    decision.given = ("d2", "d4", "c1")
    (menu,) = menus(board(decision))
    assert [entry.label for entry in menu.entries if entry.chosen] == ["d2 0", "d4 0"]


def test_an_old_panel_and_a_forged_one_are_refused_kindly() -> None:
    """Nothing that arrives as a draft can break anything or choose what can't be had."""
    decision = discard("c1 (c2) c3")
    with pytest.raises(Stale):
        follow(Draft(match=MATCH, asked=ASKED + 1, verb="discard", state="", step="p0"), [decision])
    for state in ("", "1.", "1.0.", "!", "zzzzzz.", "1.1.1.1", ".", "..", "1.2."):
        for step in ("add", "c1", "c99", "c-1", "cx", "none", "done", "back", "joint", "jnone", "w0", "j0", "all", "?"):
            for values in ([], ["0"], ["99"], ["-1"], ["x"], ["1", "1"]):
                press = Draft(match=MATCH, asked=ASKED, verb="discard", state=state, step=step)
                with suppress(Refused):
                    found = follow(press, [decision], values)
                    if isinstance(found, Answer):
                        with suppress(Refused):
                            assert len(decision.accept(found.answer)) == 2


def test_any_answer_is_a_few_presses_away() -> None:
    """Whatever the stages: what can be answered can be pressed, and nothing else."""
    rng = Rng(bytes(32))
    for number in range(40):
        stages = [_any_stage(rng, f"{number}{'abc'[i]}") for i in range(1 + rng.below(3))]
        decision = ask("any", *stages)
        for _ in range(2):
            answer = random_answer(decision, rng)
            assert distance(board(decision), [decision], "any", answer) is not None, (stages, answer)


def _any_stage(rng: Rng, name: str) -> Stage[str]:
    n = 1 + rng.below(9)
    least = rng.below(min(n, 3))
    most = max(1, least + rng.below(3))
    how = rng.below(8)
    return stage(" ".join(f"{name}{i}" for i in range(n)), least, most, ordered=how == 0, repeats=how == 1)


# -- questions that begin with the same stage --------------------------------------------------------------------------


def test_the_first_stage_leads_back_to_all_that_is_asked() -> None:
    """A private panel was replaced by it: nobody has to look for the board again."""
    decisions = [discard(), free()]
    game = Toy((REROLL,))
    alone = shown(follow(Open(match=MATCH, asked=ASKED, verb="discard"), decisions))
    ways = shown(choose(board(*decisions, game=game), decisions, "d1 0", game=game.menus))
    again = shown(choose(ways.panel, decisions, "Back", game=game.menus))
    for panel in (alone.panel, again.panel):
        back = next(button for button in buttons(panel, tools=True) if button.label == "Back")
        assert codec.read(back.custom_id) == Tool(match=MATCH, name="mine")


def test_a_joint_menu_asks_once_and_then_how_to_go_on() -> None:
    """A reroll is two choices: the dice, then the way."""
    decisions, game = [discard("(c1) c2 c3"), free()], Toy((REROLL,))
    panel = board(*decisions, game=game)
    (menu,) = menus(panel)
    assert menu.placeholder == "Dice to reroll 0"
    ways = shown(choose(panel, decisions, "d3 0", "d4 0", "d5 0", game=game.menus))
    assert ways.prompt.splitlines() == ["Dice to reroll 0", "- d3 0, d4 0 and d5 0"]
    assert labels(ways.panel) == ["c2 0", "c3 0", "free? 0", "Back"]
    assert choose(ways.panel, decisions, "c3 0", game=game.menus) == Answer(
        match=MATCH, asked=ASKED, verb="discard", answer=("d3", "d4", "d5", "c3")
    )
    assert choose(ways.panel, decisions, "free? 0", game=game.menus) == Answer(
        match=MATCH, asked=ASKED, verb="free", answer=("d3", "d4", "d5")
    )
    again = shown(choose(ways.panel, decisions, "Back", game=game.menus))
    assert [m.placeholder for m in menus(again.panel)] == ["Dice to reroll 0"]
    assert shown(choose(again.panel, decisions, "d1 0", game=game.menus)).prompt.splitlines()[1:] == ["- d1 0"]


def test_in_aerion_the_ordinary_next_step_is_the_first_button() -> None:
    """Rolling, what the dice allow to take, and the end of the turn stand before what may be done besides."""
    positions: dict[str, dict[str, Any]] = {
        "roll_dice": {"state": "turn_start"},
        "acquire": {"dice": "335512", "D1": "MW"},
        "end_turn": {"state": "wrap_up"},
    }
    for first, position in positions.items():
        match = aerion.table(P1={"books": 1}, pile2="CS", **position)
        panel = board(*match.pending, game=GAMES["aerion"])
        press = codec.read(buttons(panel)[0].custom_id)
        assert isinstance(press, Answer)
        assert press.verb == first


def test_each_way_on_keeps_the_number_of_its_own_question() -> None:
    """One of the questions may have been asked later than the other."""
    later = free()
    later.asked = ASKED + 2
    decisions, game = [discard(), later], Toy((REROLL,))
    ways = shown(choose(board(*decisions, game=game), decisions, "d1 0", game=game.menus))
    found = choose(ways.panel, decisions, "free? 0", game=game.menus)
    assert isinstance(found, Answer)
    assert found.asked == ASKED + 2


def test_a_way_with_more_to_choose_opens_its_panel() -> None:
    """Several at once, or a further stage: dots lead there."""
    several = ask("several", stage(DICE, 1, 6), stage("x y z", 1, 2), stage("p q"))
    further = ask("further", stage(DICE, 1, 6), stage("l r"), stage("s t"))
    game = Toy((SharedMenu(words("Dice"), ("several", "further"), joint=True),))
    decisions = [several, further]
    panel = board(*decisions, game=game)
    ways = shown(choose(panel, decisions, "d1 0", game=game.menus))
    assert labels(ways.panel) == ["several? 0 …", "l 0 …", "r 0 …", "Back"]
    for verb, answer, n in (("several", ("d1", "x", "z", "q"), 4), ("further", ("d1", "d2", "r", "t"), 3)):
        assert distance(panel, decisions, verb, answer, game.menus) == n


def test_of_a_joint_menu_with_one_question_left_that_one_is_asked() -> None:
    """Under its own name, so that nobody rerolls at a price unawares."""
    closed = ask("discard", stage(DICE, 1, 6), refused=words("no column"))
    decisions, game = [closed, free()], Toy((REROLL,))
    panel = board(*decisions, game=game)
    (menu,) = menus(panel)
    assert menu.placeholder == "free? 0"
    assert isinstance(choose(panel, decisions, "d1 0", game=game.menus), Answer)


def test_many_ways_on_are_a_menu() -> None:
    """However many columns there are."""
    decisions, game = [discard(" ".join(f"c{i}" for i in range(40))), free()], Toy((REROLL,))
    ways = shown(choose(board(*decisions, game=game), decisions, "d1 0", "d2 0", game=game.menus))
    assert [len(m.entries) for m in menus(ways.panel)] == [25, 16]
    found = choose(ways.panel, decisions, "c39 0", game=game.menus)
    assert isinstance(found, Answer)
    assert found.answer == ("d1", "d2", "c39")


def test_a_joint_menu_whose_question_is_answered_says_so() -> None:
    decisions, game = [discard(), free()], Toy((REROLL,))
    panel = board(*decisions, game=game)
    later = [discard(), free()]
    for decision in later:
        decision.asked = ASKED + 1
    with pytest.raises(Stale):
        choose(panel, later, "d1 0", game=game.menus)


# -- real games --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("slug", GAMES)
def test_what_a_game_asks_in_stages_can_be_pressed(slug: str) -> None:
    """In positions of a whole game, whatever a question of stages can be answered with is a few presses away."""
    rng, number = Rng(bytes(32)), 0

    def look(match: Match[Any, Any]) -> None:
        nonlocal number
        number += 1
        if number % 9:
            return
        for seat in {d.seat for d in match.pending}:
            mine = [d for d in match.pending if d.seat == seat]
            panel = board_panel(match.game, MATCH, mine, voice(), public=False)
            check(panel)
            for decision in mine:
                if isinstance(decision, Steps) and decision.playable:
                    answer = random_answer(decision, rng)
                    if _common(decision, answer):
                        n = distance(panel, mine, decision.verb, answer, match.game.menus)
                        assert n is not None, f"{decision.verb} {answer}"
                        assert n <= 4 + len(answer)

    play(slug, 5, look)


def _common(decision: Steps, answer: Any) -> bool:
    """Whether menus have all of it: nothing that is left to slash commands, and the usual where there is any."""
    made: Made = ()
    left = list(answer)
    while (stage := decision.following(made)) is not None:
        own = stage.own(left)
        if any(not option.common for option in own) or (stage.usual and [o.key for o in own] != list(stage.usual)):
            return False
        left = left[len(own) :]
        made = (*made, stage.take([option.key for option in own]))
    return True


# -- the panel ---------------------------------------------------------------------------------------------------------


def test_a_menu_of_a_few_stands_as_buttons_while_there_is_room() -> None:
    """What is few and short is one press."""
    game = Toy((SharedMenu(words("energy"), ("use",), few=4), SharedMenu(words("town"), ("buy",), few=4)))
    use, buy = pick("use", "abcd"), pick("buy", "abcdefgh")
    panel = board(use, buy, game=game)
    assert [b.label for b in buttons(panel)] == ["a 0", "b 0", "c 0", "d 0"]
    assert [m.placeholder for m in menus(panel)] == ["town 0"]


def test_menus_come_back_before_questions_are_gathered() -> None:
    """Four rows are full of menus and six buttons of a menu of few: it goes back into a menu."""
    game = Toy((SharedMenu(words("energy"), ("use",), few=6),))
    use, crowd = pick("use", "abcdef"), [pick(f"v{i}", "abcdefgh") for i in range(3)]
    assert len(menus(board(use, *crowd[:2], game=game))) == 2
    assert [m.placeholder for m in menus(board(use, *crowd, game=game))] == ["energy 0", "v0 0", "v1 0", "v2 0"]


def test_the_public_board_is_for_the_one_who_is_waited_for() -> None:
    """What others may do at any time doesn't take its controls away; they find theirs in private."""
    mine, partner = discard(), ask("help", stage("a b"), optional=True)
    partner.seat = Seat(1)
    panel = board(mine, partner, public=True)
    assert [m.placeholder for m in menus(panel)] == ["discard? 0"]
    assert not [b for b in buttons(panel) if "help" in b.custom_id]
    assert board(mine, partner, public=True) == board(mine, public=True)
    assert labels(board(partner)) == ["a 0", "b 0"]


def test_the_public_board_hides_what_several_choose() -> None:
    """Several seats waited for are one button, whatever else is open; a secret besides is not to be noticed."""
    mine, other, partner = discard(), discard(), ask("help", stage("a b"), optional=True)
    other.seat, partner.seat = Seat(1), Seat(2)
    secret: Pick[Any] = pick("seal", "abc", secret=True)
    for several in ((mine, other, partner), (mine, other, secret)):
        panel = board(*several, public=True)
        assert not menus(panel)
        assert not buttons(panel)
    assert board(mine, secret, public=True) == board(mine, public=True)


# -- warnings ----------------------------------------------------------------------------------------------------------


def danger(decision: Decision, answer: Any) -> Button:
    panel = sure_panel(MATCH, Warned(words("sure?"), decision.asked, decision.verb, answer), [decision], voice())
    check(panel)
    (button,) = buttons(panel)
    return button


def test_a_consequence_takes_a_second_press() -> None:
    """A red button says that the answer is meant."""
    button = danger(put(offer(0, "end", words("?"), words("End"))), ("go",))
    assert (button.style, button.label) == ("danger", "Do it all the same")
    assert codec.read(button.custom_id) == Sure(match=MATCH, asked=ASKED, verb="end", answer=("go",))


def test_a_long_answer_with_a_consequence_fits_its_button() -> None:
    """However long the keys are."""
    keys = [f"a_rather_long_key_{i}" for i in range(20)]
    staged = ask("many", stage(" ".join(keys), 1, 20, ordered=True), stage("x y"))
    flat: Pick[Any] = put(
        Pick(0, "flat", words("?"), [Option(k, k, words(k)) for k in keys], least=1, most=20, ordered=True)
    )
    for decision, answer in ((staged, (*keys[:9][::-1], "y")), (flat, tuple(keys[:9][::-1]))):
        press = codec.read(danger(decision, answer).custom_id)
        assert isinstance(press, Draft)
        assert press.step == "sure"
        meant = drafts.after(press, decision)
        assert isinstance(meant, Answer)
        assert meant.answer == answer


def test_a_consequence_of_an_old_question_is_stale() -> None:
    with pytest.raises(Stale):
        sure_panel(MATCH, Warned(words("sure?"), ASKED + 1, "end", ("go",)), [], voice())


# -- hostile words -----------------------------------------------------------------------------------------------------


@settings(max_examples=40, deadline=None)
@given(st.lists(LABELS, min_size=1, max_size=40), st.sampled_from(LANGUAGES))
def test_no_label_breaks_a_limit(said: list[str], lang: str) -> None:
    """However long or strange the words, Discord takes the panels."""

    def whatever(prefix: str, **how: Any) -> Stage[str]:
        options = [Option(f"{prefix}{i}", "", long(w)) for i, w in enumerate(said)]
        return Stage(long(said[0]), tuple(options), **how)

    def asked(verb: str, *stages: Stage[str]) -> Steps:
        prompt: Text = long(said[0])
        found: Steps = put(Steps(0, verb, prompt, lambda made: stages[len(made)] if len(made) < len(stages) else None))
        return found

    one, two = asked("one", whatever("a"), whatever("b", most=9)), asked("two", whatever("a"))
    three = asked("three", whatever("c", least=0, most=9, repeats=True), whatever("d"))
    game = Toy((SharedMenu(long(said[0]), ("one", "two"), joint=True), SharedMenu(long(said[-1]), ("three",), few=9)))
    decisions = [one, two, three]
    edge = [board(*decisions, game=game, lang=lang), *(board(d, lang=lang) for d in decisions)]
    for _ in range(3):
        further = []
        for panel in edge:
            for press, values in list(presses(panel, decisions, ("a0", "b0", "c0", "d0")))[:6]:
                with suppress(Refused):
                    found = follow(press, decisions, values, game.menus)
                    if isinstance(found, Nested):
                        further.append(found.panel)
        edge = further[:12]
