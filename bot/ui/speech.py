"""Words at last: texts become sentences in a language, with every name made harmless.

The catalogues are gettext PO files whose msgid is the key; a parameter `n` selects the plural form. They are read once,
at the start.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from io import BytesIO
from pathlib import Path

import structlog
from babel.lists import format_list
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from babel.numbers import format_decimal
from babel.support import Translations

from engines.kernel.text import Each, Noun, Param, Text, Who, text

log = structlog.get_logger()

LANGUAGES = ("en", "ja")
DEFAULT = "en"
SHARED = ("kernel", "desk", "render")
"""Domains whose words stand in the bot's catalogue."""

Names = Callable[[int], str]
"""What the person on a seat is called on Discord: anything whatever."""

LONGEST_NAME = 32
LONGEST_QUOTE = 100
NAMELESS = "?"
ELLIPSIS = "…"

_LIST_STYLE = {"en": "en_GB", "ja": "ja"}
_PLACEHOLDER = re.compile(r"\{(\w+)\}")

# "/" also breaks addresses and invitations. What makes headings and lists does so only at the beginning.
_MARKDOWN = re.compile(r"([\\*_~`|<>\[\]()/]|^[#-])")
_NUMBERED = re.compile(r"^(\s*\d+)([.)])")
_AT = re.compile("@(?!\u200b)")

# Shown as nothing, though Unicode calls them letters or symbols.
_BLANKS = frozenset("\u115f\u1160\u3164\uffa0\u2800")
_JOINERS = frozenset("\u200c\u200d")
_MOST_MARKS = 3
"""Combining marks in a row: Vietnamese and Thai need two or three, a name that climbs out of its line needs more."""


def language_of(locale: object) -> str:
    """The language to use for a locale of Discord's ("ja", "en-US", None …)."""
    return "ja" if str(locale or "").lower().split("-")[0] == "ja" else DEFAULT


# -- harmless names ----------------------------------------------------------------------------------------------------


@lru_cache(maxsize=4096)
def clean(name: str, limit: int = LONGEST_NAME) -> str:
    """The name without control characters, line breaks, invisible signs and towers of marks. Never empty."""
    kept: list[str] = []
    marks = 0
    for sign in unicodedata.normalize("NFC", name):
        category = unicodedata.category(sign)
        marks = marks + 1 if category in {"Mn", "Me"} else 0
        if category in {"Zs", "Zl", "Zp"} or sign in "\t\n\r":
            kept.append(" ")
        elif sign in _JOINERS or not (category[0] == "C" or sign in _BLANKS or marks > _MOST_MARKS):
            kept.append(sign)
    tidy = " ".join("".join(kept).split())
    if not any(unicodedata.category(sign)[0] in "LNPS" for sign in tidy):
        return NAMELESS
    return fit(tidy, limit)


def isolate(words: str) -> str:
    """The words, fenced off if they run from right to left, so that they can't turn the sentence around them."""
    turns = any(unicodedata.bidirectional(sign) in {"R", "AL", "AN"} for sign in words)
    return f"\u2068{words}\u2069" if turns else words


def escape(words: str) -> str:
    """The words for a message, shown as they are: no markdown, mention, link, emoji code, heading or list."""
    plain = _NUMBERED.sub(r"\1\\\2", _MARKDOWN.sub(r"\\\1", words))
    return _AT.sub("@\u200b", plain)


# -- lengths -----------------------------------------------------------------------------------------------------------


def length(words: str) -> int:
    """The length as Discord counts at its strictest: UTF-16 units, an emoji is two."""
    return len(words) + sum(sign > "\uffff" for sign in words)


def fit(words: str, limit: int) -> str:
    """The words, cut with an ellipsis if they are longer than the limit."""
    if length(words) <= limit:
        return words
    room = limit - length(ELLIPSIS)
    kept = 0
    for position, sign in enumerate(words):
        room -= length(sign)
        if room < 0:
            break
        kept = position + 1
    # Neither half a character of several signs, nor a backslash that has lost what it protects.
    while kept and (
        unicodedata.category(words[kept])[0] == "M" or words[kept] in _JOINERS or words[kept - 1] in _JOINERS
    ):
        kept -= 1
    cut = words[:kept]
    if (len(cut) - len(cut.rstrip("\\"))) % 2:
        cut = cut[:-1]
    return cut.rstrip() + ELLIPSIS


def fit_lines(lines: Sequence[str], limit: int) -> str:
    """The lines as one text; the oldest are dropped, and an ellipsis says so, if it would be longer than the limit."""
    kept: list[str] = []
    room = limit - length(ELLIPSIS) - 1
    for line in reversed(lines):
        room -= length(line) + 1
        if room < 0:
            break
        kept.insert(0, line)
    if len(kept) == len(lines) or length("\n".join(lines)) <= limit:
        return "\n".join(lines)
    return "\n".join([ELLIPSIS, *kept]) if kept else fit(lines[-1], limit)


# -- catalogues --------------------------------------------------------------------------------------------------------


class UnknownWords(KeyError):
    """A key that no catalogue has, or a parameter that is not there. Raised only where speech is strict."""


class Speech:
    """All catalogues. strict: a missing key raises; else it is reported, and said in English or as the bare key."""

    def __init__(self, folders: Mapping[str, Path], *, strict: bool = False) -> None:
        self.strict = strict
        self._words = {
            (domain, lang): _load(folder / f"{lang}.po") for domain, folder in folders.items() for lang in LANGUAGES
        }

    @classmethod
    def load(cls, *, strict: bool = False) -> Speech:
        """The catalogues of the bot and of every game."""
        home = Path(__file__).parents[2]
        games = {folder.parent.name: folder for folder in sorted(home.glob("engines/*/locale"))}
        return cls({"bot": home / "bot" / "locale", **games}, strict=strict)

    def voice(self, lang: str, names: Names) -> Voice:
        """For messages: names and whatever people have typed are shown as they are."""
        return Voice(self, lang, names, escape)

    def plain(self, lang: str, names: Names) -> Voice:
        """For labels of buttons and menus, and alternative texts, where Discord knows no markdown."""
        return self.voice(lang, names).plain

    def words(self, lang: str, names: Names) -> Voice:
        """For painters: nothing but what is to be drawn."""
        return Voice(self, lang, names, str, drawn=True)

    def has(self, key: str) -> bool:
        """Whether there are words for this key."""
        return self._sentence(key, DEFAULT, None) is not None

    def topics(self, slug: str) -> tuple[str, ...]:
        """What a game's rules can be asked about: words at `<slug>.rules.<topic>.title` and `.text`, in their order."""
        opening, ending = f"{slug}.rules.", ".title"
        catalogue = self._words.get((slug, DEFAULT))
        keys = catalogue.order if catalogue else ()
        return tuple(
            key[len(opening) : -len(ending)] for key in keys if key.startswith(opening) and key.endswith(ending)
        )

    def command(self, key: str, locale: object) -> str | None:
        """The name or description of a slash command in a locale of Discord's; None: no words in that language."""
        code = str(locale).lower().split("-")[0]
        return self._sentence(key, code, None) if code in LANGUAGES else None

    def sentence(self, key: str, lang: str, n: int | None) -> str:
        """The sentence with its placeholders."""
        found = self._sentence(key, lang, n)
        if found is not None:
            return found
        if self.strict:
            raise UnknownWords(key)
        log.error("words missing", key=key, lang=lang)
        return self._sentence(key, DEFAULT, n) or key

    def _sentence(self, key: str, lang: str, n: int | None) -> str | None:
        domain = key.partition(".")[0]
        catalogue = self._words.get(("bot" if domain in SHARED else domain, lang))
        return catalogue.get(key, n) if catalogue else None


class _Catalogue:
    """One domain in one language."""

    def __init__(self, words: Translations, plural: Mapping[str, bool]) -> None:
        self._words = words
        self._plural = plural
        self.order = tuple(plural)

    def get(self, key: str, n: int | None) -> str | None:
        plural = self._plural.get(key)
        if plural is None:
            return None
        return self._words.ngettext(key, key, n) if plural and n is not None else self._words.gettext(key)


def _load(path: Path) -> _Catalogue:
    with path.open("rb") as file:
        catalog = read_po(file, locale=path.stem, abort_invalid=True)
    compiled = BytesIO()
    write_mo(compiled, catalog)
    compiled.seek(0)
    messages = (message for message in catalog if message.id and message.string)
    plural = {m.id if isinstance(m.id, str) else m.id[0]: m.pluralizable for m in messages}
    return _Catalogue(Translations(compiled), plural)


# -- composing ---------------------------------------------------------------------------------------------------------


class Voice:
    """One language at one table. Whoever speaks through it can't forget to make names harmless."""

    def __init__(
        self, speech: Speech, lang: str, names: Names, dress: Callable[[str], str], *, drawn: bool = False
    ) -> None:
        self.speech = speech
        self.lang = lang if lang in LANGUAGES else DEFAULT
        self._names = names
        self._dress = dress
        self._fence = str if drawn else isolate

    @property
    def plain(self) -> Voice:
        """The same without markdown's escapes."""
        return Voice(self.speech, self.lang, self._names, str)

    def say(self, what: Param, /, **markup: str) -> str:
        """The text in this language; a plain string is a key. markup: placeholders filled as they are, unescaped."""
        return self._compose(text(what) if isinstance(what, str) else what, markup)

    def name(self, seat: int) -> str:
        """What the person on that seat is called, made harmless."""
        return self._fence(self._dress(clean(self._names(seat))))

    def quote(self, words: str) -> str:
        """Somebody's own words, made harmless."""
        return self._fence(self._dress(clean(words, LONGEST_QUOTE)))

    def number(self, n: int) -> str:
        """A number as this language writes it."""
        return _number(n, self.lang)

    def join(self, parts: Iterable[str]) -> str:
        """The parts in a row: "a, b and c"."""
        return format_list(list(parts), locale=_LIST_STYLE[self.lang]) or "–"

    def _compose(self, what: Param, markup: Mapping[str, str]) -> str:
        match what:
            case Text(key=key, params=params):
                n = params.get("n")
                sentence = self.speech.sentence(key, self.lang, n if isinstance(n, int) else None)
                return _PLACEHOLDER.sub(lambda found: self._fill(key, found[1], params, markup), sentence)
            case Noun(key=key):
                return self.speech.sentence(key, self.lang, None)
            case Who(seat=seat):
                return self.name(seat)
            case Each(items=items):
                return self.join(self._compose(item, {}) for item in items)
            case int():
                return self.number(what)
            case str():
                return self.quote(what)

    def _fill(self, key: str, name: str, params: Mapping[str, Param], markup: Mapping[str, str]) -> str:
        if name in markup:
            return markup[name]
        if name in params:
            return self._compose(params[name], {})
        if self.speech.strict:
            raise UnknownWords(f"{key}: {{{name}}}")
        log.error("parameter missing", key=key, parameter=name)
        return ELLIPSIS


@lru_cache(maxsize=1024)
def _number(n: int, lang: str) -> str:
    return format_decimal(n, locale=lang)
