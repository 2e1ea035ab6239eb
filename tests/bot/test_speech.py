"""Sentences: right in both languages, and harmless whatever people are called."""

import logging
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from structlog.testing import capture_logs

from bot.ui.controls.panel import MOST_ENTRIES
from bot.ui.speech import LANGUAGES, Speech, UnknownWords, Voice, clean, escape, fit, fit_lines, language_of, length
from engines import GAMES
from engines.kernel.text import Each, Noun, Text, Who, each, text

ROOT = Path(__file__).parents[2]

NAMES = ("Ana", "_Ben_ **the** @everyone", "千恵", "שלום")

HEADER = """msgid ""
msgstr ""
"Content-Type: text/plain; charset=UTF-8\\n"
"Language: {lang}\\n"
"Plural-Forms: {plural}\\n"

"""

WORDS: dict[str, list[tuple[str, str | list[str]]]] = {
    "en": [
        ("toy.hello", "{who} greets {others}."),
        ("toy.paid", ["{who} pays {n} coin.", "{who} pays {n} coins."]),
        ("toy.says", "It says: {words}"),
        ("toy.nested", "First: {first}"),
        ("toy.cat", "cat"),
        ("toy.only_english", "only here"),
        ("toy.command.greet.name", "greet"),
        ("toy.rules.b.title", "B"),
        ("toy.rules.b.text", "b"),
        ("toy.rules.a.title", "A"),
        ("toy.rules.a.text", "a"),
    ],
    "ja": [
        ("toy.hello", "{who}さんが{others}に挨拶しました。"),
        ("toy.paid", ["{who}さんが{n}枚払いました。"]),
        ("toy.says", "こう書いてあります：{words}"),
        ("toy.nested", "まず：{first}"),
        ("toy.cat", "猫"),
        ("toy.command.greet.name", "挨拶"),
    ],
}
PLURALS = {"en": "nplurals=2; plural=(n != 1);", "ja": "nplurals=1; plural=0;"}


def entry(key: str, words: str | list[str]) -> str:
    if isinstance(words, str):
        return f'msgid "{key}"\nmsgstr "{words}"\n\n'
    forms = "".join(f'msgstr[{i}] "{form}"\n' for i, form in enumerate(words))
    return f'msgid "{key}"\nmsgid_plural "{key}"\n{forms}\n'


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for lang, words in WORDS.items():
        written = HEADER.format(lang=lang, plural=PLURALS[lang]) + "".join(entry(*pair) for pair in words)
        (tmp_path / f"{lang}.po").write_text(written, "utf-8")
    return tmp_path


@pytest.fixture
def speech(folder: Path) -> Speech:
    return Speech({"toy": folder}, strict=True)


def voice(speech: Speech, lang: str = "en") -> Voice:
    return speech.voice(lang, NAMES.__getitem__)


class TestSentences:
    """Keys and parameters become sentences."""

    def test_each_language_in_its_own_way(self, speech: Speech) -> None:
        """Names, things and rows of them stand in the order and the form of the language."""
        said = text("toy.hello", who=Who(0), others=each([Noun("toy.cat"), Who(2), 1_234]))
        assert voice(speech).say(said) == "Ana greets cat, 千恵 and 1,234."
        assert voice(speech, "ja").say(said) == "Anaさんが猫、千恵、1,234に挨拶しました。"

    def test_plurals(self, speech: Speech) -> None:
        """One coin, two coins, no coins."""
        said = [voice(speech).say(text("toy.paid", who=Who(0), n=n)) for n in (0, 1, 2)]
        assert [line.removeprefix("Ana pays ") for line in said] == ["0 coins.", "1 coin.", "2 coins."]
        assert voice(speech, "ja").say(text("toy.paid", who=Who(0), n=1)) == "Anaさんが1枚払いました。"

    def test_sentences_within_sentences(self, speech: Speech) -> None:
        """A text may be part of another, and is escaped once."""
        inner = text("toy.says", words="a*b")
        assert voice(speech).say(text("toy.nested", first=inner)) == r"First: It says: a\*b"

    def test_empty_rows(self, speech: Speech) -> None:
        """A row of nothing is still something to read."""
        assert voice(speech).say(text("toy.nested", first=Each(()))) == "First: –"

    def test_ready_markup_stays(self, speech: Speech) -> None:
        """Timestamps, mentions and links of the bot's own are put in as they are."""
        assert voice(speech).say("toy.says", words="<t:0:R>") == "It says: <t:0:R>"

    def test_placeholders_in_names_stay_words(self, speech: Speech) -> None:
        """A person who is called {n} does not look into our sentences."""
        said = speech.plain("en", lambda _: "{n} {0}").say(text("toy.paid", who=Who(0), n=2))
        assert said == "{n} {0} pays 2 coins."

    def test_painters_get_bare_words(self, speech: Speech) -> None:
        """On pictures there is no markdown to escape, and shapes are drawn, not written."""
        words = speech.words("en", NAMES.__getitem__)
        assert words.name(1) == NAMES[1]
        assert words.say(text("toy.nested", first=Who(0))) == "First: Ana"
        assert words.lang == "en"


class TestMissingWords:
    """Loud for developers, quiet for players."""

    def test_strict_speech_raises(self, speech: Speech) -> None:
        """Tests find a forgotten key, language or parameter."""
        for lang, said in (("en", text("toy.nope")), ("ja", text("toy.only_english")), ("en", text("toy.says"))):
            with pytest.raises(UnknownWords):
                voice(speech, lang).say(said)

    def test_players_get_the_best_there_is(self, folder: Path) -> None:
        """English instead of a missing translation, the key instead of nothing, and the log says so."""
        speech = Speech({"toy": folder})
        with capture_logs() as logs:
            assert voice(speech, "ja").say("toy.only_english") == "only here"
            assert voice(speech).say("toy.nope") == "toy.nope"
            assert voice(speech).say("toy.says") == "It says: …"
        assert [entry["log_level"] for entry in logs] == [logging.getLevelName(logging.ERROR).lower()] * 3


class TestHarmless:
    """Names are people's own; what surrounds them is ours."""

    @pytest.mark.parametrize(
        ("name", "shown"),
        [
            ("Ana", "Ana"),
            ("Jean-Luc O'Neill", "Jean-Luc O'Neill"),
            ("**bold** _it_ ~~no~~ `code` ||spoiler||", r"\*\*bold\*\* \_it\_ \~\~no\~\~ \`code\` \|\|s…"),
            ("@everyone", "@\u200beveryone"),
            ("<@123>", "\\<@\u200b123\\>"),
            ("[me](https://x.y)", r"\[me\]\(https:\/\/x.y\)"),
            ("discord.gg/abc", r"discord.gg\/abc"),
            ("# Head", r"\# Head"),
            ("-# small", r"\-# small"),
            ("> quote", r"\> quote"),
            ("- item", r"\- item"),
            ("1. item", r"1\. item"),
            ("back\\slash", r"back\\slash"),
            ("two\nlines\u2028three", "two lines three"),
            ("\u202egnp.exe", "gnp.exe"),
            ("a\u200bb\ufeffc\u2066d", "abcd"),
            ("\u200b\u2060", "?"),
            ("\u3164", "?"),
            ("\u2800\u115f", "?"),
            ("   ", "?"),
            ("", "?"),
            ("שלום", "\u2068שלום\u2069"),
            ("👩\u200d🚀", "👩\u200d🚀"),
            ("a" + "\u0301" * 40, "á" + "\u0301" * 3),
            ("x" * 50, "x" * 31 + "…"),
            ("千恵（ちえ）", "千恵（ちえ）"),
        ],
    )
    def test_names_are_shown_as_they_are(self, speech: Speech, name: str, shown: str) -> None:
        """No name formats, pings, links, hides, reverses or breaks anything, and none is empty."""
        assert speech.voice("en", lambda _: name).name(0) == shown

    @given(st.text(max_size=60))
    def test_any_name_fits_in_a_line(self, name: str) -> None:
        """Whatever Discord lets people be called, it is one short visible word or more."""
        tidy = clean(name)
        assert tidy.strip()
        assert length(tidy) <= 32
        assert not set(tidy) & set("\n\r\t\u202a\u202e\u2066\u200b\u2028")

    @given(st.text(alphabet="*_`|~[]()<>@#-\\/ a1.", max_size=40))
    def test_nothing_unescaped_is_left(self, words: str) -> None:
        """Every sign of markdown has its backslash, and every backslash something to protect."""
        shown = escape(words)
        left = ""
        signs = iter(shown)
        for sign in signs:
            left += "" if sign == "\\" and next(signs) else sign
        assert not set(left) & set("*_`|~[]()<>/\\")

    def test_labels_are_not_escaped(self, speech: Speech) -> None:
        """Buttons and menus know no markdown, so nobody sees backslashes there."""
        assert voice(speech).plain.name(1) == "_Ben_ **the** @everyone"


class TestLengths:
    """What is too long is cut where it hurts least."""

    @given(st.text(max_size=80), st.integers(1, 60))
    def test_fit_fits(self, words: str, limit: int) -> None:
        """Never longer than the limit, untouched if it is short enough."""
        cut = fit(words, limit)
        assert length(cut) <= limit
        assert cut == words or (length(words) > limit and cut.endswith("…"))

    def test_an_emoji_counts_twice(self) -> None:
        """Discord's clients count UTF-16 units."""
        assert length("🏝️a") == 4
        assert fit("🏝🏝🏝", 5) == "🏝🏝…"
        assert fit("🏝🏝🏝", 4) == "🏝…"

    def test_no_backslash_loses_what_it_protects(self) -> None:
        """A cut through an escape leaves no stray backslash behind."""
        assert fit(r"ab\*cd", 4) == "ab…"
        assert fit(r"a\\bcd", 4) == r"a\\…"

    def test_the_oldest_lines_go_first(self) -> None:
        """What happened last is what people want to read."""
        assert fit_lines(["one", "two", "three"], 100) == "one\ntwo\nthree"
        assert fit_lines(["one", "two", "three"], 9) == "…\nthree"
        assert fit_lines(["x" * 20], 10) == "x" * 9 + "…"


def test_topics_stand_in_the_order_of_the_catalogue(speech: Speech) -> None:
    """Rules are explained in the order in which they were written, not by alphabet."""
    assert speech.topics("toy") == ("b", "a")


def test_commands_are_named_in_our_languages_only(speech: Speech) -> None:
    """Discord is told a name for Japanese and English; for other languages it shows the usual one."""
    assert speech.command("toy.command.greet.name", "ja") == "挨拶"
    assert speech.command("toy.command.greet.name", "en-US") == "greet"
    assert speech.command("toy.command.greet.name", "de") is None
    assert speech.command("toy.command.leave.name", "ja") is None


@pytest.mark.parametrize(
    ("locale", "lang"), [("ja", "ja"), ("en-US", "en"), ("en-GB", "en"), ("fr", "en"), (None, "en")]
)
def test_locales(locale: str | None, lang: str) -> None:
    """Japanese to whoever has set Discord to Japanese, English to everybody else."""
    assert language_of(locale) == lang


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("slug", GAMES)
def test_rules_can_be_asked_about(slug: str, lang: str) -> None:
    """Each game explains itself in eight topics or more, as many as a menu holds, each short enough for a message."""
    speech = Speech.load(strict=True)
    topics = speech.topics(slug)
    assert 8 <= len(topics) <= MOST_ENTRIES
    told = speech.voice(lang, str)
    for topic in topics:
        title, body = (told.say(Text(f"{slug}.rules.{topic}.{part}")) for part in ("title", "text"))
        assert 0 < length(title) <= 80
        assert length(title) < length(body) <= 1_800
