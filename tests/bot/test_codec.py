"""Custom ids: every button says what it means, for ever."""

import re
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.ui import codec
from bot.ui.codec import Answer, Draft, Group, Lobby, Menu, Number, Open, Press, Sure, Tool, Why
from engines.kernel.decision import Refused

MATCH = "k3J_x-9"

PRESSES: list[Press] = [
    Answer(match=MATCH, asked=7, verb="dig", answer=("3",)),
    Answer(match=MATCH, asked=7, verb="tavern", answer=(3,)),
    Answer(match=MATCH, asked=7, verb="spread", answer=(0, 12, 3)),
    Answer(match=MATCH, asked=7, verb="draw", answer=()),
    Answer(match=MATCH, asked=7, verb="hire_specialist", answer=("impersonator.soothsayer.6.7",)),
    Sure(match=MATCH, asked=7, verb="dig", answer=("3",)),
    Sure(match=MATCH, asked=7, verb="draw", answer=()),
    Menu(match=MATCH, index=2),
    Group(match=MATCH, asked=12_345, verb="hire_specialist", path=(3, 0), page=1),
    Group(match=MATCH, asked=0, verb="x"),
    Open(match=MATCH, asked=1, verb="choose"),
    Number(match=MATCH, asked=1, verb="bid"),
    Draft(match=MATCH, asked=1, verb="order", state="0a1B", step="add"),
    Draft(match=MATCH, asked=1, verb="order", state="", step="p0"),
    Tool(match=MATCH, name="view"),
    Tool(match=MATCH, asked=9, name="undo"),
    Tool(match=MATCH, name="why", argument="3"),
    Why(match=MATCH, asked=3, verb="fight", key="2"),
    Why(match=MATCH, asked=3, verb="fight"),
    Lobby(match=MATCH, action="join"),
    Lobby(match=MATCH, action="set", key="xp_tokens"),
]


@pytest.mark.parametrize("press", PRESSES, ids=str)
def test_a_press_comes_back_as_it_was_written(press: Press) -> None:
    """A button still means after a restart what it meant when it was sent."""
    custom_id = codec.write(press)
    assert len(custom_id) <= 100
    assert re.fullmatch(codec.TEMPLATE, custom_id)
    assert codec.read(custom_id) == press


def test_all_custom_ids_differ() -> None:
    """Discord refuses a message in which two controls have the same custom id."""
    assert len(set(map(codec.write, PRESSES))) == len(PRESSES)


@given(verb=st.from_regex(r"[a-z_]{1,20}", fullmatch=True), numbers=st.lists(st.integers(-99, 999), max_size=4))
def test_any_answer_comes_back(verb: str, numbers: list[int]) -> None:
    """Whatever a game asks, its answers survive the way through a custom id."""
    press = Answer(match=MATCH, asked=3, verb=verb, answer=(*numbers, *map(str, numbers)))
    assert codec.read(codec.write(press)) == press


def test_an_option_3_is_not_the_number_3() -> None:
    """Keys and numbers are told apart."""
    key = codec.write(Answer(match=MATCH, asked=1, verb="v", answer=("3",)))
    assert key != codec.write(Answer(match=MATCH, asked=1, verb="v", answer=(3,)))


@pytest.mark.parametrize(
    "custom_id",
    ["", "hello", "1:m:3:zz:x", "1:m:x:a:dig", "1:m:3:t:format_disk", "1:m:3:l:explode|", "1:m:3:g:v|x", "1:m:1:d:v"],
)
def test_what_is_not_ours_is_refused_kindly(custom_id: str) -> None:
    """A press that means nothing gets an answer in words, never an error."""
    with pytest.raises(Refused) as refusal:
        codec.read(custom_id)
    assert refusal.value.why.key == "bot.press.unknown"


def test_a_button_of_another_version_explains_itself() -> None:
    """Buttons sent long ago still match the template, and say that they are out of date."""
    old = codec.write(PRESSES[0]).replace("1:", "0:", 1)
    assert re.fullmatch(codec.TEMPLATE, old)
    with pytest.raises(Refused) as refusal:
        codec.read(old)
    assert refusal.value.why.key == "bot.press.outdated"


@given(st.text(max_size=100))
def test_reading_never_breaks(custom_id: str) -> None:
    """Whatever arrives as a custom id, it is read or refused."""
    for candidate in (custom_id, f"1:m:3:{custom_id}", f"1:m:3:a:{custom_id}", f"1:m:3:g:{custom_id}"):
        with suppress(Refused):
            assert isinstance(codec.read(candidate), Press)


def test_what_does_not_fit_is_a_bug_found_at_once() -> None:
    """A custom id that Discord would refuse is never written."""
    with pytest.raises(ValueError, match="at most 100"):
        codec.write(Answer(match=MATCH, asked=1, verb="v", answer=("k" * 90,)))
    for key in ("a|b", "ü", "a b", ".5"):
        with pytest.raises(ValueError, match=re.escape(key)):
            codec.write(Answer(match=MATCH, asked=1, verb="v", answer=(key,)))


class TestMenus:
    """A menu's entries are presses themselves."""

    def test_the_chosen_entry_is_the_press(self) -> None:
        """Choosing an entry is as good as pressing a button with the same meaning."""
        menu = codec.read(codec.write(Menu(match=MATCH, index=0)))
        assert isinstance(menu, Menu)
        for press in PRESSES:
            if not isinstance(press, Menu):
                assert menu.chosen([codec.write_value(press)]) == press

    def test_several_entries_are_one_answer(self) -> None:
        """A menu in which several may be chosen gives one answer with all of them."""
        parts = [Answer(match=MATCH, asked=4, verb="discard", answer=(key,)) for key in ("a", "b", "c")]
        chosen = Menu(match=MATCH, index=0).chosen([codec.write_value(part) for part in parts])
        assert chosen == Answer(match=MATCH, asked=4, verb="discard", answer=("a", "b", "c"))

    @pytest.mark.parametrize(
        "values", [[], ["x"], ["1:a:dig|3", "1:a:fight|3"], ["1:a:dig|3", "2:a:dig|4"], ["1:t:view"] * 2]
    )
    def test_foreign_values_are_refused(self, values: list[str]) -> None:
        """Entries that don't make one answer are none."""
        with pytest.raises(Refused):
            Menu(match=MATCH, index=0).chosen(values)


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("3", 3),
        (" 12 ", 12),
        ("-2", -2),
        ("１２", 12),
        ("−5", -5),
        ("three", "three"),
        ("", ""),
        ("9" * 30, "9" * 20),
        ("²", "²"),
    ],
)
def test_a_typed_number_is_understood(typed: str, meant: int | str) -> None:
    """Full-width digits count; what is no number reaches the question, which says what it wants."""
    assert Number(match=MATCH, asked=2, verb="bid").answered(typed).answer == (meant,)
