"""Words live in catalogues, in every language alike, and nowhere else."""

import ast
import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po

from tests.house.sources import ROOT, called, docstrings, outside, python_files, tree, where

LANGUAGES = ("en", "ja")

LOCALES = sorted(path for path in (*ROOT.glob("engines/*/locale"), ROOT / "bot/locale") if path.is_dir())

DOMAINS = {path.parent.name: path for path in LOCALES}
DOMAINS |= {part: DOMAINS["bot"] for part in ("kernel", "desk", "render") if "bot" in DOMAINS}
"""First segment of a key → the folder of its catalogues. What all games share has its words among the bot's."""

BUILT_ELSEWHERE: dict[str, str] = {}
"""Beginnings of keys that no literal in the sources shows, each with the place that builds them."""

KEY = re.compile(r"[a-z][a-z_]*(\.[a-z0-9_-]+)+")
FILE_NAME = re.compile(r".*\.(db|json|log|md|png|po|py|sqlite3?|toml|txt)")
NOT_KEYS = {"getLogger", "get_logger", "import_module", "load_extension"}

PLACEHOLDER = re.compile(r"\{(\w+)")
SENTENCE = re.compile(r"\w+\W* \w.*[.!?…]\W*$", re.DOTALL)
JAPANESE = re.compile(r"[ぁ-ゖァ-ヺ一-鿿]{2}")
LOGGING = {"critical", "debug", "error", "exception", "info", "log", "warning", "warn"}


def identity(message: Message) -> str:
    """The key of a message, with or without a plural."""
    return message.id if isinstance(message.id, str) else message.id[0]


def forms(message: Message) -> list[str]:
    """The sentences of a message: one, or one for each plural form."""
    return [message.string] if isinstance(message.string, str) else [form or "" for form in message.string or ()]


@cache
def catalogue(path: Path) -> Catalog:
    """The catalogue of one language."""
    with path.open("rb") as file:
        return read_po(file, locale=path.stem, abort_invalid=True)


@cache
def messages(path: Path) -> dict[str, Message]:
    """The messages of a catalogue by key; its header is none."""
    return {identity(message): message for message in catalogue(path) if message.id}


def keys() -> set[str]:
    """Every key of every domain."""
    return {key for folder in LOCALES for key in messages(folder / "en.po")}


@pytest.mark.parametrize("folder", LOCALES, ids=lambda folder: folder.parent.name)
class TestCatalogues:
    """What every domain's catalogues promise to translators and players."""

    def test_languages_say_the_same(self, folder: Path) -> None:
        """Each key has its sentence in each language, and no language has keys of its own."""
        english, *others = (messages(folder / f"{language}.po").keys() for language in LANGUAGES)
        assert [sorted(english ^ other) for other in others] == [[] for _ in others]

    def test_languages_fill_in_the_same(self, folder: Path) -> None:
        """A sentence names the same players, cards and numbers in each language."""

        def placeholders(language: str) -> dict[str, set[str]]:
            found = messages(folder / f"{language}.po").items()
            return {key: set(PLACEHOLDER.findall(" ".join(forms(message)))) for key, message in found}

        english = placeholders("en")
        for language in LANGUAGES[1:]:
            other = placeholders(language)
            assert {
                key: (english[key], other[key]) for key in english & other.keys() if english[key] != other[key]
            } == {}

    @pytest.mark.parametrize("language", LANGUAGES)
    def test_nothing_is_left_open(self, folder: Path, language: str) -> None:
        """No sentence is empty, doubtful or left over, and each has all its language's plural forms."""
        path = folder / f"{language}.po"
        found = messages(path)
        plurals = catalogue(path).num_plurals
        assert [key for key, message in found.items() if message.fuzzy or not all(map(str.strip, forms(message)))] == []
        assert [key for key, message in found.items() if message.pluralizable and len(forms(message)) != plurals] == []
        assert list(catalogue(path).obsolete) == []

    @pytest.mark.parametrize("language", LANGUAGES)
    def test_a_key_stands_once_and_at_home(self, folder: Path, language: str) -> None:
        """A key is defined once, in the catalogue that its first segment names."""
        path = folder / f"{language}.po"
        stated = re.findall(r'^msgid "(.+)"$', path.read_text("utf-8"), re.MULTILINE)
        assert [key for key, times in Counter(stated).items() if times > 1] == []
        assert [key for key in stated if not KEY.fullmatch(key) or DOMAINS.get(key.partition(".")[0]) != folder] == []


def is_key(string: str) -> bool:
    """Whether a literal is a key: dotted, of a known domain, and neither a module's nor a file's name."""
    if not KEY.fullmatch(string) or string.partition(".")[0] not in DOMAINS or FILE_NAME.fullmatch(string):
        return False
    module = ROOT / string.replace(".", "/")
    return not (module.is_dir() or module.with_suffix(".py").exists())


def literals() -> Iterator[tuple[str, ast.Constant | ast.JoinedStr]]:
    """Every string and every f-string of the sources, with its place."""
    for path in python_files("bot", "engines", "render"):
        module = tree(path)
        other = [node for node in ast.walk(module) if isinstance(node, ast.Call) and called(node) in NOT_KEYS]
        for node in outside(module, (*docstrings(module), *other)):
            if isinstance(node, ast.JoinedStr) or (isinstance(node, ast.Constant) and isinstance(node.value, str)):
                yield where(path, node), node


def pattern(composed: ast.JoinedStr) -> re.Pattern[str] | None:
    """What an f-string can be, if it can be a key: f"takara.card.{kind}" is any card."""
    parts = [part.value if isinstance(part, ast.Constant) else None for part in composed.values]
    known = [part for part in parts if isinstance(part, str)]
    if FILE_NAME.fullmatch("".join(known)) or not all(re.fullmatch(r"[a-z0-9_.-]+", part) for part in known):
        return None
    if not any("." in part and re.search(r"[a-z]", part) for part in known):
        return None
    return re.compile("".join(re.escape(part) if isinstance(part, str) else "[a-z0-9_.-]+" for part in parts))


def beginning(composed: ast.JoinedStr) -> str:
    """What an f-string begins with, up to its first gap."""
    first = composed.values[0] if composed.values else None
    return first.value if isinstance(first, ast.Constant) and isinstance(first.value, str) else ""


def test_every_key_in_the_code_has_its_words() -> None:
    """No player is ever shown a bare key."""
    known = keys()
    missing = []
    for place, node in literals():
        match node:
            case ast.Constant(value=str(string)) if is_key(string) and string not in known:
                missing.append(f"{place} {string}")
            case ast.JoinedStr() if beginning(node).partition(".")[0] in DOMAINS and (shape := pattern(node)):
                if not any(map(shape.fullmatch, known)):
                    missing.append(f"{place} {ast.unparse(node)}")
            case _:
                pass
    assert missing == []


def test_every_word_is_spoken_somewhere() -> None:
    """Translators never work on a sentence that nobody can see."""
    exact: set[str] = set()
    beginnings = set(BUILT_ELSEWHERE)
    shapes = []
    for _, node in literals():
        match node:
            case ast.Constant(value=str(string)):
                (beginnings if string.endswith(".") and string.partition(".")[0] in DOMAINS else exact).add(string)
            case ast.JoinedStr() if shape := pattern(node):
                shapes.append(shape)
            case _:
                pass
    data = " ".join(path.read_text("utf-8") for path in ROOT.glob("engines/*/*.toml"))
    exact |= {found.group() for found in KEY.finditer(data)}
    silent = [
        key
        for key in keys() - exact
        if not key.startswith(tuple(beginnings)) and not any(shape.fullmatch(key) for shape in shapes)
    ]
    assert sorted(silent) == []


def for_developers(node: ast.AST) -> bool:
    """Whether what stands here is read by hosts, developers or the machine: a bug's message, a log line, a pattern."""
    match node:
        case ast.Raise(exc=ast.Call() as call):
            return called(call) != "Refused"
        case ast.Assert():
            return True
        case ast.Call():
            return called(node) in {*LOGGING, "compile"}
        case _:
            return False


def sentence(node: ast.AST) -> str | None:
    """The string at this node, if it is words for a person."""
    match node:
        case ast.Constant(value=str(string)):
            pass
        case ast.JoinedStr(values=parts):
            string = "".join(str(part.value) if isinstance(part, ast.Constant) else "x" for part in parts)
        case _:
            return None
    return string if SENTENCE.search(string) or JAPANESE.search(string) else None


def test_no_sentence_stands_in_python() -> None:
    """Whatever a player reads can be translated without touching code."""
    found = []
    for path in python_files("bot/cogs", "bot/ui", "bot/work", "engines"):
        module = tree(path)
        exempt = [node for node in ast.walk(module) if for_developers(node)]
        spoken = outside(module, (*docstrings(module), *exempt))
        found += [f"{where(path, node)} {words!r}" for node in spoken if (words := sentence(node))]
    assert found == []
