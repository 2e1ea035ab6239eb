"""Controls: whatever a game asks, it can be answered by a few presses, within Discord's limits."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.ui import codec, drafts
from bot.ui.codec import Answer, Draft, Group, Number, Open, Press, Tool, Why
from bot.ui.controls.board import board_panel
from bot.ui.controls.given import given_words
from bot.ui.controls.lobby import lobby_options_panel, lobby_panel, option_panel
from bot.ui.controls.nested import nested_panel, number_form
from bot.ui.controls.panel import Button, Menu, Nested, Panel
from bot.ui.controls.refusals import reason, why_not
from bot.ui.speech import LANGUAGES, Speech, Voice, length
from engines import GAMES
from engines.desk import records
from engines.desk.records import Veiled
from engines.kernel.decision import Amount, Decision, Option, Pick, Place, Refused, Spread, Stage, Stale, Steps, offer
from engines.kernel.game import Game, Shortcut
from engines.kernel.game import Menu as SharedMenu
from engines.kernel.match import Action, Match
from engines.kernel.rng import Rng
from engines.kernel.standin import random_choice
from engines.kernel.text import Seat, Text, each, text
from tests.bot.solitaire import Solitaire

MATCH = "k3J_x-9"
SPEECH = Speech.load(strict=True)
ASKED = 5


def voice(lang: str = "en") -> Voice:
    return SPEECH.voice(lang, lambda _: "*" * 40)


def words(said: str) -> Text:
    """Any words as a text."""
    return text("bot.result.part", name=said, n=0)


def long(said: str) -> Text:
    """The words, three times over."""
    return text("bot.result.part", name=each([said] * 3), n=0)


def pick(verb: str, labels: Iterable[str], say: Callable[[str], Text] = words, **more: Any) -> Any:
    options = [Option(f"k{i}", label, say(label)) for i, label in enumerate(labels)]
    return put(Pick(0, verb, words(verb), options, **more))


def put(decision: Any, asked: int = ASKED) -> Any:
    decision.asked = asked
    return decision


class Toy:
    """As much of a game as controls look at."""

    slug = "toy"

    def __init__(self, menus: tuple[SharedMenu, ...] = (), shortcuts: tuple[Shortcut, ...] = ()) -> None:
        self.menus = menus
        self._shortcuts = shortcuts

    def shortcuts(self, decisions: tuple[Decision, ...]) -> tuple[Shortcut, ...]:
        return self._shortcuts


def board(*decisions: Decision, game: Any = None, public: bool = False, undo: bool = False, lang: str = "en") -> Panel:
    game = game or Toy()
    panel = board_panel(game, MATCH, decisions, voice(lang), public=public, undo=undo)
    check(panel)
    return panel


def check(panel: Panel) -> None:
    """Discord's limits on the components of a message (discord-api-docs, components/reference)."""
    assert len(panel.rows) <= 5
    custom_ids: list[str] = []
    for row in panel.rows:
        if isinstance(row, Menu):
            assert 1 <= len(row.entries) <= 25
            assert 0 <= row.least <= row.most <= len(row.entries)
            assert row.most >= 1
            assert 1 <= length(row.placeholder) <= 150
            assert len({entry.value for entry in row.entries}) == len(row.entries)
            assert sum(entry.chosen for entry in row.entries) <= row.most
            for entry in row.entries:
                assert 1 <= length(entry.label) <= 100
                assert 1 <= len(entry.value) <= 100
                assert entry.description is None or 1 <= length(entry.description) <= 100
            custom_ids.append(row.custom_id)
        else:
            assert 1 <= len(row) <= 5
            for button in row:
                assert 1 <= length(button.label) <= 80
                custom_ids.append(button.custom_id)
    assert len(set(custom_ids)) == len(custom_ids)
    for custom_id in custom_ids:
        assert len(custom_id) <= 100
        assert isinstance(codec.read(custom_id), Press)


def buttons(panel: Panel, *, tools: bool = False) -> list[Button]:
    found = [button for row in panel.rows if not isinstance(row, Menu) for button in row]
    return [b for b in found if tools or not isinstance(codec.read(b.custom_id), Tool)]


def menus(panel: Panel) -> list[Menu]:
    return [row for row in panel.rows if isinstance(row, Menu)]


def presses(panel: Panel) -> list[tuple[str, Press]]:
    """Everything that can be pressed or chosen, with its label; tools aside."""
    found = [(b.label, codec.read(b.custom_id)) for b in buttons(panel) if not b.disabled]
    for menu in menus(panel):
        opened = codec.read(menu.custom_id)
        if isinstance(opened, codec.Menu):
            found += [(entry.label, opened.chosen([entry.value])) for entry in menu.entries]
    return found


def answers(panel: Panel, decisions: Sequence[Decision], depth: int = 0) -> dict[tuple[str, Any], int]:
    """Every answer that the panel leads to, with the number of presses it takes (a menu's opening aside)."""
    found: dict[tuple[str, Any], int] = {}
    seen: set[str] = set()

    def walk(panel: Panel, depth: int) -> None:
        for _, press in presses(panel):
            match press:
                case Answer():
                    found.setdefault((press.verb, press.answer), depth + 1)
                case Group() | Open() if codec.write(press) not in seen:
                    seen.add(codec.write(press))
                    opened = nested_panel(press, decisions, voice())
                    check(opened.panel)
                    walk(opened.panel, depth + 1)
                case _:
                    pass

    walk(panel, depth)
    return found


# -- one question --------------------------------------------------------------------------------------------


def test_an_offer_is_a_button() -> None:
    """To do it is one press."""
    panel = board(put(offer(0, "rent", words("ask"), words("Rent"))))
    (button,) = buttons(panel)
    assert "Rent" in button.label
    assert codec.read(button.custom_id) == Answer(match=MATCH, asked=ASKED, verb="rent", answer=("go",))


@pytest.mark.parametrize("n", [1, 2, 5, 6])
def test_a_few_short_options_are_buttons(n: int) -> None:
    """Nothing to unfold: one press."""
    panel = board(pick("choose", [f"option {i}" for i in range(n)]))
    assert len(buttons(panel)) == n
    assert not menus(panel)


@pytest.mark.parametrize(
    "labels", [[f"option {i}" for i in range(7)], ["x" * 60, "y" * 60], [f"o{i}" for i in range(25)]]
)
def test_more_or_longer_options_are_a_menu(labels: list[str]) -> None:
    """Up to 25 options stand in one menu."""
    panel = board(pick("choose", labels))
    (menu,) = menus(panel)
    assert len(menu.entries) == len(labels)


def test_more_than_a_menu_holds_is_paged() -> None:
    """However many options there are, each can be reached."""
    decision = pick("choose", [f"option {i}" for i in range(120)])
    assert set(answers(board(decision), [decision])) == {("choose", (f"k{i}",)) for i in range(120)}


def test_menus_within_menus() -> None:
    """Options with menus that lead to them: the first, then what it leads to; few by buttons, deep ones by a menu."""
    options = [
        Option(f"{kind}.{place}.{n}", 0, words(f"n{n}"), within=(words(kind), words(f"place {place}")))
        for kind in ("a", "b")
        for place in range(6)
        for n in range(3)
    ]
    decision = put(Pick(0, "hire", words("hire"), options))
    panel = board(decision, pick("other", [f"o{i}" for i in range(9)]))
    assert [len(menu.entries) for menu in menus(panel)] == [2, 9]
    found = answers(panel, [decision])
    assert {key: n for key, n in found.items() if key[0] == "hire"} == {("hire", (o.key,)): 3 for o in options}
    first = next(press for label, press in presses(panel) if isinstance(press, Group))
    second = nested_panel(first, [decision], voice())
    assert len(buttons(second.panel)) == 6
    third = next(press for _, press in presses(second.panel) if isinstance(press, Group))
    assert len(menus(nested_panel(third, [decision], voice()).panel)) == 1


def test_from_a_menu_within_a_menu_there_is_a_way_back() -> None:
    """One level up; from the first to all that is asked, for whoever opened it in a private panel that it replaced."""
    options = [Option(f"{a}{b}{n}", 0, words(n), within=(words(a), words(b))) for a in "xy" for b in "pq" for n in "12"]
    decision = put(Pick(0, "hire", words("hire"), options))

    def back(*path: int) -> Press:
        opened = nested_panel(Group(match=MATCH, asked=ASKED, verb="hire", path=path), [decision], voice()).panel
        row = opened.rows[-1]
        assert not isinstance(row, Menu)
        (button,) = row
        assert button.label == voice().say("bot.button.back")
        return codec.read(button.custom_id)

    assert back(1) == Tool(match=MATCH, name="mine")
    assert back(1, 0) == Group(match=MATCH, asked=ASKED, verb="hire", path=(1,))


def test_only_what_can_be_had_is_offered() -> None:
    """Refused options and those left to slash commands stand in no menu."""
    options = [
        Option("yes", 1, words("yes")),
        Option("no", 2, words("no"), refused=words("because")),
        Option("rare", 3, words("rare"), common=False),
    ]
    decision = put(Pick(0, "choose", words("?"), options))
    assert set(answers(board(decision), [decision])) == {("choose", ("yes",))}


@pytest.mark.parametrize(("high", "kind"), [(3, Button), (6, Button), (7, Menu), (25, Menu), (26, Button)])
def test_amounts(high: int, kind: type) -> None:
    """Few numbers are buttons, up to 25 a menu, more a form."""
    decision = put(Amount(0, "bid", words("bid"), 1, high))
    panel = board(decision)
    if high <= 25:
        assert set(answers(panel, [decision])) == {("bid", (n,)) for n in range(1, high + 1)}
        assert bool(menus(panel)) == (kind is Menu)
        return
    (button,) = buttons(panel)
    press = codec.read(button.custom_id)
    assert isinstance(press, Number)
    form = number_form(press, [decision], voice())
    assert form.custom_id == button.custom_id
    assert length(form.title) <= 45
    assert length(form.label) <= 45
    assert decision.accept(press.answered("26").answer) == 26


def test_several_of_a_few() -> None:
    """Choosing a number of things is one menu, in which as many can be marked; choosing none is a button."""
    decision = pick("discard", "abcdefg", least=0, most=3)
    panel = board(decision)
    (menu,) = menus(panel)
    assert (menu.least, menu.most) == (1, 3)
    opened = codec.read(menu.custom_id)
    assert isinstance(opened, codec.Menu)
    chosen = opened.chosen([entry.value for entry in menu.entries[1:4]])
    assert isinstance(chosen, Answer)
    assert decision.accept(chosen.answer) == ("b", "c", "d")
    (none,) = buttons(panel)
    assert codec.read(none.custom_id) == Answer(match=MATCH, asked=ASKED, verb="discard", answer=())


def test_a_sealed_answer_is_marked_and_may_be_changed() -> None:
    """Who has chosen in secret sees what, and can choose again."""
    decision = pick("seal", [f"o{i}" for i in range(9)], veiled=True)
    decision.given = ("k4",)
    (menu,) = menus(board(decision))
    assert [i for i, entry in enumerate(menu.entries) if entry.chosen] == [4]


# -- several questions, several people -----------------------------------------------------------------------


def test_verbs_share_a_menu_in_the_games_order() -> None:
    """A game may gather several verbs in one menu; a verb in none has controls of its own."""
    game = Toy((SharedMenu(words("town"), ("buy", "sell", "drink")),))
    sell, buy = pick("sell", ["s1", "s2"]), put(offer(0, "buy", words("?"), words("b")))
    drink = put(Amount(0, "drink", words("drink"), 1, 3))
    panel = board(sell, buy, drink, pick("walk", "xy"), game=game)
    (town, *rest) = menus(panel)
    verbs = [press.verb for _, press in presses(Panel((town,))) if isinstance(press, Answer)]
    assert verbs == ["buy", "sell", "sell", "drink", "drink", "drink"]
    assert {verb for menu in rest for _, press in presses(Panel((menu,))) for verb in [getattr(press, "verb", "")]} == {
        "walk"
    }


def test_a_shared_menu_never_overflows() -> None:
    """With too many entries the longest question moves behind an entry of its own, and everything stays reachable."""
    game = Toy((SharedMenu(words("all"), ("a", "b", "c")),))
    decisions = [pick(verb, [f"{verb}{i}" for i in range(15)]) for verb in "abc"]
    panel = board(*decisions, game=game)
    assert set(answers(panel, decisions)) == {(verb, (f"k{i}",)) for verb in "abc" for i in range(15)}


def test_shortcuts_are_buttons() -> None:
    """A frequent answer is one press, also if a menu has it too."""
    drink = put(Amount(0, "drink", words("drink"), 1, 9))
    panel = board(drink, game=Toy(shortcuts=(Shortcut(words("all"), "drink", (9,)),)))
    (button,) = buttons(panel)
    assert codec.read(button.custom_id) == Answer(match=MATCH, asked=ASKED, verb="drink", answer=(9,))


@pytest.mark.parametrize("n", [5, 12, 25])
def test_any_number_of_questions_fits(n: int) -> None:
    """If there are more questions than rows, one chooses the question first."""
    decisions = [pick(f"verb_{i}", [f"o{j}" for j in range(9)]) for i in range(n)]
    panel = board(*decisions)
    assert len(answers(panel, decisions)) == 9 * n


TOY: Any = Toy()


def test_what_was_answered_is_told_in_the_words_of_the_controls() -> None:
    """Whatever kind of question it is, and also if nothing was chosen."""
    spread = Spread(0, "s", words("?"), [Place("a", words("a")), Place("b", words("b")), Place("c", words("c"))], 3)
    stages = [Stage(words("?"), (Option("x", 1, words("x")),)), Stage(words("?"), (Option("y", 2, words("y")),))]
    steps = Steps(0, "t", words("?"), lambda made: stages[len(made)] if len(made) < 2 else None)
    several = pick("p", "ab", least=0, most=2)
    asked: list[tuple[Any, tuple[str | int, ...], str]] = [
        (spread, (2, 0, 1), "a 0 2 and c 0 1"),
        (steps, ("x", "y"), "x 0 and y 0"),
        (several, ("k0", "k1"), "a 0 and b 0"),
        (several, (), voice().say("bot.button.none")),
        (Amount(0, "n", words("?"), 1, 9), (7,), "7"),
    ]
    for decision, answer, said in asked:
        decision.given = None
        assert given_words(decision, voice()) is None
        decision.given = answer
        assert given_words(decision, voice()) == said


def test_in_public_a_veiled_choice_is_one_button() -> None:
    """Whoever's it is, whatever is asked: it says nothing. In private its seat has its controls."""

    def shown(*veiled: Veiled) -> Panel:
        return board_panel(TOY, MATCH, (), voice(), public=True, veiled=veiled, undo=True)

    button = buttons(shown(Veiled(0, "seal", False, False)), tools=True)[0]
    assert button.label == voice().say("bot.button.secret")
    assert shown(Veiled(0, "seal", False, False)) == shown(Veiled(1, "hide", False, False))
    assert shown(Veiled(0, "seal", True, True), Veiled(1, "seal", False, False)) == shown(Veiled(1, "x", False, False))
    assert not menus(shown(Veiled(0, "seal", False, False)))
    assert buttons(board(pick("seal", "abc", veiled=True), public=False))


def test_the_one_button_says_what_all_are_asked_if_the_game_has_a_word_for_it() -> None:
    """Several seats that are asked the same see what; if they are asked different things, the button says nothing."""
    game, sky = GAMES["fractured_sky"], "fractured_sky.button.choose_rewards"

    def label(*verbs: str) -> str:
        veiled = [Veiled(seat, verb, False, False) for seat, verb in enumerate(verbs)]
        return buttons(board_panel(game, MATCH, (), voice(), public=True, veiled=veiled), tools=True)[0].label

    assert label("choose_rewards") == label("choose_rewards", "choose_rewards") == voice().say(sky)
    assert label("choose_rewards", "place_airship") == voice().say("bot.button.secret")


def test_a_veiled_choice_stands_as_a_button_beside_open_ones() -> None:
    """The open ones as usual; the button carries neither question nor number. None is laid open by mistake."""
    open_, hidden = pick("build", "abc"), pick("seal", "xyz", veiled=True)
    panel = board_panel(TOY, MATCH, [open_, hidden], voice(), public=True, veiled=[Veiled(0, "seal", False, False)])
    assert {press.verb for _, press in presses(panel) if isinstance(press, Answer)} == {"build"}
    (tool,) = [p for b in buttons(panel, tools=True) if isinstance(p := codec.read(b.custom_id), Tool) and p.argument]
    assert tool == Tool(match=MATCH, name="mine", argument="seal")


def test_who_waits_for_nobody_does_not_hide_the_open_questions() -> None:
    """A veiled question of another seat that the table doesn't wait for takes nothing off the board."""
    panel = board_panel(TOY, MATCH, [pick("build", "abc")], voice(), public=True, veiled=[Veiled(1, "x", True, False)])
    assert presses(panel)


def test_in_public_several_people_get_one_button() -> None:
    """When several seats are asked, everybody gets their own choices in private."""
    one, other = pick("plan", "abc"), pick("plan", "xyz")
    other.seat = Seat(1)
    panel = board(one, other, public=True)
    assert not presses(panel)
    assert "mine" in [p.name for b in buttons(panel, tools=True) if isinstance(p := codec.read(b.custom_id), Tool)]


def test_tools() -> None:
    """Undo is there if there is something to undo, "Why not?" if something is refused; view and help always are."""

    def names(panel: Panel) -> set[str]:
        return {p.name for b in buttons(panel, tools=True) if isinstance(p := codec.read(b.custom_id), Tool)}

    refused = put(offer(0, "rent", words("?"), words("Rent"), refused=words("too poor")))
    assert names(board(pick("a", "xy"))) == {"view", "help"}
    assert names(board(pick("a", "xy"), undo=True)) == {"view", "help", "undo"}
    assert names(board(pick("a", "xy"), refused)) == {"view", "help", "why"}


# -- why not? ------------------------------------------------------------------------------------------------


def test_every_refusal_has_its_reason() -> None:
    """What can't be had is listed with the reason, which can also be read in full."""
    options = [Option(f"k{i}", i, words(f"o{i}"), refused=words(f"reason {i}") if i % 2 else None) for i in range(60)]
    closed = put(offer(0, "rent", words("?"), words("Rent"), refused=words("too poor")))
    poor = put(Amount(0, "bid", words("bid"), 1, 0, refused=words("no money")))
    decisions: list[Decision] = [put(Pick(0, "choose", words("?"), options)), closed, poor]
    panel = why_not(MATCH, decisions, voice())
    assert panel is not None
    check(panel)
    told = {}
    for label, press in presses(panel):
        assert isinstance(press, Why)
        told[label] = voice().say(reason(press, decisions))
    assert told["o1 0"] == "reason 1 0"
    assert told["Rent 0"] == "too poor 0"
    assert told["bid 0"] == "no money 0"
    assert len(told) == 32


def test_what_shares_a_menu_and_a_reason_is_listed_once() -> None:
    """A specialist who is too dear is one line, not one for each tunnel."""
    options = [
        Option(
            f"{who}.{i}",
            0,
            words(f"tunnel {i}"),
            words("too dear" if who == "miner" else f"r{i}"),
            within=(words(who),),
        )
        for who in ("miner", "seer")
        for i in range(6)
    ]
    panel = why_not(MATCH, [put(Pick(0, "hire", words("hire"), options))], voice())
    assert panel is not None
    labels = [label for label, _ in presses(panel)]
    assert labels == ["miner 0", *(f"seer 0 · tunnel {i} 0" for i in range(6))]


def test_what_a_single_menu_holds_is_listed_by_that_menu() -> None:
    """A building that can't be paid is named as it is on the controls, not by the question where it goes."""
    sites = [Option(f"p{i}", i, words(f"p{i}"), words("too dear"), within=(words("fortress"),)) for i in range(6)]
    panel = why_not(MATCH, [put(Pick(0, "build", words("where?"), sites))], voice())
    assert panel is not None
    assert [label for label, _ in presses(panel)] == ["fortress 0"]


def test_hundreds_of_refusals_are_paged() -> None:
    """Every page is within Discord's limits, and all together tell everything."""
    options = [Option(f"k{i}", i, words(f"o{i}"), refused=words(f"r{i}")) for i in range(260)]
    decisions = [put(Pick(0, "choose", words("?"), options))]
    found: set[str] = set()
    for page in range(3):
        panel = why_not(MATCH, decisions, voice(), page)
        assert panel is not None
        check(panel)
        found |= {press.key for _, press in presses(panel) if isinstance(press, Why)}
    assert len(found) == 260


def test_nothing_refused_nothing_listed() -> None:
    """There is no empty list."""
    assert why_not(MATCH, [pick("a", "xy")], voice()) is None


def test_an_old_panel_says_that_it_is_old() -> None:
    """Whatever a stale panel wants, it is told that the question is closed."""
    decision = pick("a", [f"o{i}" for i in range(90)])
    decision.asked = ASKED + 1
    old: list[Group | Open | Draft] = [
        Group(match=MATCH, asked=ASKED, verb="a", page=1),
        Open(match=MATCH, asked=ASKED, verb="a"),
        Draft(match=MATCH, asked=ASKED, verb="a", state="0", step="p0"),
    ]
    for press in old:
        with pytest.raises(Stale):
            nested_panel(press, [decision], voice())
    with pytest.raises(Stale):
        reason(Why(match=MATCH, asked=ASKED, verb="a", key="k1"), [decision])


# -- drafts --------------------------------------------------------------------------------------------------


def press(panel: Panel, label: str) -> Press:
    """The press behind the button with that label."""
    return next(codec.read(b.custom_id) for b in buttons(panel) if b.label == label and not b.disabled)


def step(shown: Nested, decision: Decision, label: str) -> Nested | Answer:
    """Press a button of a draft's panel."""
    check(shown.panel)
    pressed = press(shown.panel, label)
    assert isinstance(pressed, Draft)
    return follow(drafts.after(pressed, decision), decision)


def add(shown: Nested, decision: Decision, *entries: int) -> Nested:
    """Choose entries of a draft's menu."""
    check(shown.panel)
    menu = menus(shown.panel)[0]
    pressed = codec.read(menu.custom_id)
    assert isinstance(pressed, Draft)
    after = follow(drafts.after(pressed, decision, [menu.entries[i].value for i in entries]), decision)
    assert isinstance(after, Nested)
    return after


def follow(after: Draft | Answer, decision: Decision) -> Nested | Answer:
    return after if isinstance(after, Answer) else nested_panel(after, [decision], voice())


def opened(decision: Decision) -> Nested:
    """The draft's panel, from the button on the board."""
    (button,) = buttons(board(decision))
    pressed = codec.read(button.custom_id)
    assert isinstance(pressed, Open)
    return nested_panel(pressed, [decision], voice())


def test_an_order_is_put_together_step_by_step() -> None:
    """An ordered choice grows one by one, can be taken back, and is confirmed when it is complete."""
    decision = pick("order", "abcd", least=2, most=3, ordered=True)
    shown = add(add(opened(decision), decision, 2), decision, 0)
    assert shown.prompt.splitlines()[1:] == ["1. c 0", "2. a 0"]
    back = step(shown, decision, "Take the last one off")
    assert isinstance(back, Nested)
    assert not any(b.label.startswith("Confirm") and not b.disabled for b in buttons(back.panel))
    shown = add(back, decision, 2)
    done = step(shown, decision, "Confirm (2)")
    assert isinstance(done, Answer)
    assert decision.accept(done.answer) == ("c", "d")


@pytest.mark.parametrize("n", [28, 61, 62, 63, 150])
def test_long_choices_are_drafted_page_by_page(n: int) -> None:
    """Several of very many: the panel turns pages, remembers what was chosen and fits into its custom ids."""
    decision = pick("select", [f"o{i}" for i in range(n)], least=1, most=10)
    shown = add(opened(decision), decision, 0, 3)
    turned = step(shown, decision, "▶")
    assert isinstance(turned, Nested)
    shown = add(turned, decision, 0)
    done = step(shown, decision, "Confirm (3)")
    assert isinstance(done, Answer)
    assert len(decision.accept(done.answer)) == 3


def test_a_small_spread_has_a_row_for_each_place() -> None:
    """More and less at each place, within its cap and what is left; confirmed when all is spread."""
    places = [Place("a", words("left"), cap=2), Place("b", words("right"))]
    decision = put(Spread(0, "spread", words("spread"), places, 3))
    shown = opened(decision)
    for _ in range(2):
        first = next(row for row in shown.panel.rows if not isinstance(row, Menu))
        more = codec.read(first[2].custom_id)
        assert isinstance(more, Draft)
        after = follow(drafts.after(more, decision), decision)
        assert isinstance(after, Nested)
        shown = after
    rows = [row for row in shown.panel.rows if not isinstance(row, Menu)]
    assert rows[0][2].disabled
    assert not rows[1][2].disabled
    assert rows[2][1].disabled
    last = codec.read(rows[1][2].custom_id)
    assert isinstance(last, Draft)
    complete = follow(drafts.after(last, decision), decision)
    assert isinstance(complete, Nested)
    done = step(complete, decision, "Confirm (0 left)")
    assert isinstance(done, Answer)
    assert decision.accept(done.answer) == (2, 1)


def test_a_wide_spread_turns_from_place_to_place() -> None:
    """With many places one chooses the place, then how many."""
    places = [Place(f"p{i}", words(f"place {i}"), cap=30) for i in range(9)]
    decision = put(Spread(0, "spread", words("spread"), places, 70))
    shown = opened(decision)
    for place in (0, 4, 8):
        shown = add(shown, decision, place)
        after = step(shown, decision, "All")
        assert isinstance(after, Nested)
        shown = after
    done = step(shown, decision, "Confirm (0 left)")
    assert isinstance(done, Answer)
    assert decision.accept(done.answer) == (30, 0, 0, 0, 30, 0, 0, 0, 10)


def test_a_forged_draft_is_refused() -> None:
    """A state or a step that no panel has written is answered kindly."""
    order = pick("order", "abcd", least=2, most=3, ordered=True)
    split = put(Spread(0, "split", words("split"), [Place("a", words("a")), Place("b", words("b"))], 3))
    for decision in (order, split):
        for state, forged, values in (
            ("!", "add", ["0"]),
            ("0", "add", ["99"]),
            ("000", "+9", []),
            ("Z", "focus", ["x"]),
        ):
            pressed = Draft(match=MATCH, asked=ASKED, verb=decision.verb, state=state, step=forged)
            try:
                after = drafts.after(pressed, decision, values)
            except Refused:
                continue
            assert isinstance(after, Draft)


# -- hostile words -------------------------------------------------------------------------------------------

LABELS = st.one_of(
    st.sampled_from(["x" * 300, "🏝️" * 90, "", " ", "**b**", "\u202e", "\n" * 9, "長" * 200]), st.text(max_size=150)
)


@settings(max_examples=60, deadline=None)
@given(st.lists(LABELS, min_size=1, max_size=40), st.sampled_from(LANGUAGES))
def test_no_label_breaks_a_limit(labels: list[str], lang: str) -> None:
    """However long or strange the words, Discord takes the panel."""
    single, several = pick("single", labels, long), pick("several", labels, long, least=0, most=len(labels))
    grouped = put(
        Pick(
            0,
            "grouped",
            long(labels[0]),
            [Option(f"k{i}", 0, long(w), within=(long(w),)) for i, w in enumerate(labels)],
        )
    )
    refused = put(Pick(0, "refused", words("?"), [Option(f"k{i}", 0, long(w), long(w)) for i, w in enumerate(labels)]))
    places = [Place(f"p{i}", long(w)) for i, w in enumerate(labels)]
    split = put(Spread(0, "split", long(labels[0]), places, 9))
    bid = put(Amount(0, "bid", long(labels[0]), 0, len(labels)))
    for decision in (single, several, grouped, split, bid):
        answers(board(decision, lang=lang), [decision])
    drafted = nested_panel(Open(match=MATCH, asked=ASKED, verb="split"), [split], voice(lang))
    check(drafted.panel)
    assert length(drafted.prompt) <= 2_000
    panel = why_not(MATCH, [refused], voice(lang))
    assert panel is not None
    check(panel)


# -- tables that are forming ---------------------------------------------------------------------------------


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("slug", [*GAMES, "many"])
def test_every_option_of_a_game_can_be_set(slug: str, lang: str) -> None:
    """Each has a menu with its present value marked: on the first page, or where the first page leads to."""
    game: Game[Any, Any] = GAMES.get(slug) or Solitaire()
    chosen = {spec.key: spec.values[-1] for spec in game.options}
    forming = records.Lobby(
        match=MATCH,
        slug=game.slug,
        host=1,
        place=records.Place(1, 2),
        guests=(records.Guest(1, "Ana"),),
        options=chosen,
        order="random",
        low=game.seats.start,
        high=game.seats.stop - 1,
        language="ja",
        open=True,
        status="lobby",
    )
    panel = lobby_options_panel(game, forming, voice(lang))
    check(panel)
    pages = [panel]
    for menu in menus(panel):
        press = codec.read(menu.custom_id)
        assert isinstance(press, codec.Lobby)
        if press.action == "option":
            opened = [game.option(entry.value) for entry in menu.entries]
            pages += [option_panel(spec, forming, voice(lang)) for spec in opened]
        elif press.action != "preset":
            assert sum(entry.chosen for entry in menu.entries) == 1
    found = set()
    for page in pages:
        check(page)
        for menu in menus(page):
            if isinstance(p := codec.read(menu.custom_id), codec.Lobby) and p.action == "set":
                assert sum(entry.chosen for entry in menu.entries) == 1
                found.add(p.key)
    assert found == {spec.key for spec in game.options}
    check(lobby_panel(MATCH, voice(lang), full=False, startable=True))
    check(lobby_panel(MATCH, voice(lang), full=True, startable=True, alone=True))


# -- real games ----------------------------------------------------------------------------------------------


def play(slug: str, seed: int, look: Callable[[Match[Any, Any]], None], bound: int = 2_000) -> None:
    """A whole game by random answers; `look` at each of its positions."""
    game = GAMES[slug]
    match = Match.new(game, game.recommended, {}, seed.to_bytes(32, "big"))
    rng = Rng((seed + 1).to_bytes(32, "big"))
    for _ in range(bound):
        look(match)
        if not match.pending:
            return
        decision, answer = random_choice(match.pending, rng)
        match.act(Action(decision.seat, decision.verb, answer))
    pytest.fail("the game does not end")


@pytest.mark.parametrize("slug", GAMES)
def test_whatever_a_game_asks_can_be_pressed(slug: str) -> None:
    """In every position of whole games, every common legal answer is at most three presses away, in both languages."""

    def look(match: Match[Any, Any]) -> None:
        for lang in LANGUAGES:
            for public in (True, False):
                panel = board_panel(match.game, MATCH, match.pending, voice(lang), public=public, undo=True)
                check(panel)
            refusals = why_not(MATCH, match.pending, voice(lang))
            if refusals is not None:
                check(refusals)
        wanted: set[tuple[str, Any]] = set()
        for decision in match.pending:
            if isinstance(decision, Pick):
                wanted |= {(decision.verb, (o.key,)) for o in decision.legal if o.common}
            elif isinstance(decision, Amount):
                wanted |= {(decision.verb, (n,)) for n in range(decision.low, decision.high + 1)}
        private = board_panel(match.game, MATCH, match.pending, voice(), public=False, undo=True)
        found = answers(private, match.pending)
        assert set(found) >= wanted
        assert all(taken <= 3 for taken in found.values())

    for seed in range(3):
        play(slug, seed, look)


def test_takara_comes_out_as_its_rules_say() -> None:
    """RULES.md §12, Discord flow: two menus and buttons; hire by tunnels, then windows; the rest by buttons."""
    seen: set[str] = set()

    def look(match: Match[Any, Any]) -> None:
        verbs = {decision.verb for decision in match.pending}
        panel = board_panel(match.game, MATCH, match.pending, voice(), public=False, undo=True)
        labels = [b.label for b in buttons(panel, tools=True)]
        if "tavern" in verbs:
            assert [len(menu.entries) <= most for menu, most in zip(menus(panel)[::-1], (16, 12), strict=False)]
            assert len(panel.rows) <= 4
            assert {"My tunnels", "Undo", "Help"} <= set(labels)
            assert any("tavern" in label for label in labels)
            one_press = {verb for (verb, _), taken in answers(panel, match.pending).items() if taken == 1}
            assert one_press <= {
                "dig",
                "survey",
                "fight",
                "destroy_rockfall",
                "tavern",
                "bank_buy",
                "bank_sell",
                "rent_sword",
            }
            hire = next(d for d in match.pending if d.verb == "hire_specialist")
            for _, opened in presses(panel):
                if isinstance(opened, Group):
                    tunnels = nested_panel(opened, [hire], voice()).panel
                    assert not menus(tunnels)
                    assert len(buttons(tunnels)) <= 6
                    for _, window in presses(tunnels):
                        if isinstance(window, Group):
                            (menu,) = menus(nested_panel(window, [hire], voice()).panel)
                            assert isinstance(menu, Menu)
                            assert len(menu.entries) <= 7
                            seen.add("window")
        elif verbs:
            assert not menus(panel)
            (decision,) = match.pending
            assert isinstance(decision, Pick)
            common = [o for o in decision.legal if o.common]
            assert (
                len(buttons(panel)) == len(common) <= {"survey_step": 4, "choose_map": 2, "end_day": 6}[decision.verb]
            )
        seen.update(verbs)

    for seed in range(6):
        play("takara", seed, look)
    assert {"survey_step", "end_day", "window", "rent_sword"} <= seen
