"""Which few lines are told of many things that happened."""

from __future__ import annotations

from bot.ui.news import chosen, concerns
from engines.kernel.text import Each, Event, Text, Who, text


def event(number: int, *who: int, seen_by: tuple[int, ...] | None = None) -> Event:
    named = Each(tuple(map(Who, who)))
    return Event(text("toy.told", number=number, who=named) if who else text("toy.told", number=number), seen_by)


def numbers(events: list[Event]) -> list[object]:
    return [told.text.params["number"] for told in events]


def test_the_newest_are_kept_in_their_order() -> None:
    events = [event(n) for n in range(10)]
    assert numbers(chosen(events, 3)) == [7, 8, 9]
    assert numbers(chosen(events, 10)) == list(range(10))
    assert chosen([], 3) == []


def test_what_concerns_the_reader_is_kept_before_what_is_newer() -> None:
    """That somebody took something from the reader is not dropped for what others did to each other later."""
    events = [event(0, 1), event(1, 2), event(2, 0, 1), event(3), event(4, 2), event(5, seen_by=(1,)), event(6)]
    assert numbers(chosen(events, 4, 1)) == [0, 2, 5, 6]
    assert numbers(chosen(events, 2, 1)) == [2, 5], "of what concerns the reader the newest"
    assert numbers(chosen(events, 4, 3)) == [3, 4, 5, 6]


def test_a_name_within_a_phrase_concerns_its_person() -> None:
    inner = Event(Text("toy.told", {"what": text("toy.gift", to=Who(2))}))
    assert concerns(inner, 2)
    assert not concerns(inner, 1)
    assert not concerns(inner, None)
