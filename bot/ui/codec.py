"""Custom ids: what a press means, written into the control itself, so that it can still be read after any restart.

`1:match:asked:kind:payload`, at most 100 characters. `asked` is the serial of the question that the control answers:
a press that comes too late, twice or from a foreign board is told so by the desk and never becomes a wrong move. The
value of a menu's entry is the same without version and match: `asked:kind:payload`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from msgspec import Struct
from msgspec.structs import replace

from engines.kernel.decision import Answer as Given
from engines.kernel.decision import Refused
from engines.kernel.text import text

VERSION = 1
LONGEST = 100
"""Discord's limit for custom ids and for the values of a menu's entries."""

NO_QUESTION = -1

TEMPLATE = (
    r"(?P<version>[0-9]{1,4}):(?P<match>[A-Za-z0-9_-]{1,40}):(?P<asked>-?[0-9]{1,10})"
    r":(?P<kind>[a-z]{1,2}):(?P<payload>.*)"
)
"""Every custom id of every version, for `DynamicItem`: an old one is to be answered too, if only with an excuse."""

NO_MATCH = "me"
"""Instead of a match, where none is meant or it is still to be chosen."""

TOOLS = frozenset(
    {"undo", "view", "help", "why", "mine", "refresh", "rules", "resign", "settings", "log", "clock"}
    | {"ahead", "order", "unorder"}
    | {"back", "offer", "unoffer", "claim", "standin", "wake"}
    | {"wish", "move", "agree", "refuse", "rewind", "cancel"}
    | {"quiet_turn", "quiet_game", "loud"}
)
LOBBY = frozenset(
    {"join", "leave", "options", "option", "set", "preset", "start", "cancel", "order", "thread", "language"}
)

_TOKEN = re.compile(r"[!-{}~]*")
_ASKED = re.compile(r"-?[0-9]{1,10}")
_CUSTOM_ID = re.compile(TEMPLATE, re.DOTALL)


class Press(Struct, frozen=True, kw_only=True):
    """A press on a control. asked: the serial of the question it belongs to, NO_QUESTION if to none."""

    match: str
    asked: int = NO_QUESTION


class Answer(Press, frozen=True, kw_only=True):
    """A whole answer to a question."""

    verb: str
    answer: Given


class Sure(Press, frozen=True, kw_only=True):
    """A whole answer whose consequence is known."""

    verb: str
    answer: Given


class Menu(Press, frozen=True, kw_only=True):
    """A menu whose entries' values are presses themselves. index: its place on the panel."""

    index: int

    def chosen(self, values: Sequence[str]) -> Press:
        """What was chosen; several entries are the parts of one answer. Raises Refused for values that are not ours."""
        presses = [_read_value(self.match, value) for value in values]
        if len(presses) == 1:
            return presses[0]
        answers = [press for press in presses if isinstance(press, Answer)]
        if not answers or len(answers) < len(presses) or len({(a.asked, a.verb) for a in answers}) > 1:
            raise Refused(text("bot.press.unknown"))
        return replace(answers[0], answer=tuple(part for a in answers for part in a.answer))


class Group(Press, frozen=True, kw_only=True):
    """Open the menu within the menu. path: which of the labels to follow, outermost first; page: of what lies there."""

    verb: str
    path: tuple[int, ...] = ()
    page: int = 0


class Open(Press, frozen=True, kw_only=True):
    """Open the question's own panel."""

    verb: str


class Number(Press, frozen=True, kw_only=True):
    """Ask for a number in a form; the form has the same custom id."""

    verb: str

    def answered(self, words: str) -> Answer:
        """The answer that was typed, in digits of any script. Whatever else it is, the question itself refuses it."""
        typed = "".join(words.split())
        sign, digits = ("-", typed[1:]) if typed[:1] in {"-", "−", "－"} else ("", typed)
        number = int(sign + digits) if digits.isdecimal() and len(digits) < 10 else typed[:20]
        return Answer(match=self.match, asked=self.asked, verb=self.verb, answer=(number,))


class Draft(Press, frozen=True, kw_only=True):
    """One step of an answer that takes several. state: the answer so far (drafts.py); step: what to do with it."""

    verb: str
    state: str
    step: str


class Tool(Press, frozen=True, kw_only=True):
    """A wish that answers no question: one of TOOLS. argument: what it is about, if anything (a page, a topic).

    What is moved at a table has `Look.step` for `asked`: it means the game as it was shown. An answer to it has the
    number of the motion. An `order`, an answer
    given ahead, has the number of its moment (`Offer.asked`).
    """

    name: str
    argument: str = ""


class Request(Press, frozen=True, kw_only=True):
    """A command that waits until its game is chosen.

    name: the command's, or `<slug>.<verb>` for the answer to a question of that game. answer: what was filled in.
    """

    match: str = NO_MATCH
    name: str
    answer: Given = ()

    @property
    def slug(self) -> str | None:
        """The game that must be meant; None: any."""
        return self.name.partition(".")[0] if "." in self.name else None

    @property
    def verb(self) -> str:
        """What is answered, for a game's command."""
        return self.name.partition(".")[2]

    @property
    def waits(self) -> bool:
        """Whether it is about what a game asks just now, so that the only one which does so is meant."""
        return self.slug is not None or self.name in {"board", "view"}


class Why(Press, frozen=True, kw_only=True):
    """Why can't I have this option? key: "" for a question that is closed as a whole."""

    verb: str
    key: str = ""


class Lobby(Press, frozen=True, kw_only=True):
    """A wish about a table that is forming: one of LOBBY. key: the option that is set, or what else is meant."""

    action: str
    key: str = ""


def write(press: Press) -> str:
    """The press as a custom id. Raises ValueError if it does not fit: match, verbs and keys must be short."""
    return _short(f"{VERSION}:{press.match}:{write_value(press)}")


def write_value(press: Press) -> str:
    """The press as the value of a menu's entry. Raises ValueError if it does not fit."""
    kind, parts = _parts(press)
    for part in parts:
        if not _TOKEN.fullmatch(part):
            raise ValueError(f"{part!r} cannot stand in a custom id")
    return _short(f"{press.asked}:{kind}:{'|'.join(parts)}")


def read(custom_id: str) -> Press:
    """The press that a custom id means. Raises Refused, with words for the person, for an old or unknown one."""
    found = _CUSTOM_ID.fullmatch(custom_id)
    if found is None:
        raise Refused(text("bot.press.unknown"))
    if int(found["version"]) != VERSION:
        raise Refused(text("bot.press.outdated"))
    return _read(found["match"], found["asked"], found["kind"], found["payload"])


def _read_value(match: str, value: str) -> Press:
    asked, _, rest = value.partition(":")
    kind, _, payload = rest.partition(":")
    if not _ASKED.fullmatch(asked):
        raise Refused(text("bot.press.unknown"))
    return _read(match, asked, kind, payload)


def _read(match: str, asked: str, kind: str, payload: str) -> Press:
    reader = _READERS.get(kind)
    parts = payload.split("|")
    if reader is None or not all(map(_TOKEN.fullmatch, parts)):
        raise Refused(text("bot.press.unknown"))
    try:
        press = reader(match, parts)
    except (ValueError, IndexError):
        raise Refused(text("bot.press.unknown")) from None
    return replace(press, asked=int(asked))


def _short(custom_id: str) -> str:
    if len(custom_id) > LONGEST:
        raise ValueError(f"{custom_id!r} has {len(custom_id)} characters, a custom id has at most {LONGEST}")
    return custom_id


def _parts(press: Press) -> tuple[str, list[str]]:
    match press:
        case Answer(verb=verb, answer=answer):
            return "a", [verb, *map(_part, answer)]
        case Sure(verb=verb, answer=answer):
            return "s", [verb, *map(_part, answer)]
        case Menu(index=index):
            return "m", [str(index)]
        case Group(verb=verb, path=path, page=page):
            return "g", [verb, str(page), *map(str, path)]
        case Open(verb=verb):
            return "o", [verb]
        case Number(verb=verb):
            return "n", [verb]
        case Draft(verb=verb, state=state, step=step):
            return "d", [verb, state, step]
        case Tool(name=name, argument=argument):
            return "t", [name, argument] if argument else [name]
        case Request(name=name, answer=answer):
            return "r", [name, *map(_part, answer)]
        case Why(verb=verb, key=key):
            return "w", [verb, key]
        case Lobby(action=action, key=key):
            return "l", [action, key]
        case _:
            raise TypeError(f"{type(press).__name__} has no custom id")


def _part(part: str | int) -> str:
    """A number is marked by a dot, so that the option "3" and the number 3 stay apart."""
    if isinstance(part, int):
        return f".{part}"
    if part.startswith("."):
        raise ValueError(f"the key {part!r} would be read as a number")
    return part


def _answer_part(part: str) -> str | int:
    return int(part[1:]) if part.startswith(".") else part


def _one_of(names: frozenset[str], name: str) -> str:
    if name not in names:
        raise ValueError(name)
    return name


_READERS: dict[str, Callable[[str, list[str]], Press]] = {
    "a": lambda match, p: Answer(match=match, verb=p[0], answer=tuple(map(_answer_part, p[1:]))),
    "s": lambda match, p: Sure(match=match, verb=p[0], answer=tuple(map(_answer_part, p[1:]))),
    "m": lambda match, p: Menu(match=match, index=int(p[0])),
    "g": lambda match, p: Group(match=match, verb=p[0], page=int(p[1]), path=tuple(map(int, p[2:]))),
    "o": lambda match, p: Open(match=match, verb=p[0]),
    "n": lambda match, p: Number(match=match, verb=p[0]),
    "d": lambda match, p: Draft(match=match, verb=p[0], state=p[1], step=p[2]),
    "t": lambda match, p: Tool(match=match, name=_one_of(TOOLS, p[0]), argument=p[1] if len(p) > 1 else ""),
    "r": lambda match, p: Request(match=match, name=p[0], answer=tuple(map(_answer_part, p[1:]))),
    "w": lambda match, p: Why(match=match, verb=p[0], key=p[1]),
    "l": lambda match, p: Lobby(match=match, action=_one_of(LOBBY, p[0]), key=p[1]),
}
